/* SPDX-License-Identifier: MIT */
/* json_diag.c - diagnostics as JSON; see dxk/json.h. */
#include "dxk/json.h"

void dxk_json_diag(dxk_json *json, const dxk_diag *diag)
{
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "severity", dxk_severity_name(diag->severity));
    dxk_json_text(json, "rule", diag->rule);
    if (diag->place == DXK_PLACE_BYTE)
        dxk_json_u64(json, "offset", diag->position);
    if (diag->place == DXK_PLACE_BIT)
        dxk_json_u64(json, "bit", diag->position);
    if (diag->place == DXK_PLACE_LINE) {
        dxk_json_u64(json, "line", diag->line);
        dxk_json_u64(json, "column", diag->column);
    }
    if (*diag->path)
        dxk_json_text(json, "path", diag->path);
    dxk_json_text(json, "message", diag->message);
    dxk_json_end(json);
}

void dxk_json_diags(dxk_json *json, const dxk_ctx *ctx)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        dxk_json_diag(json, dxk_ctx_diag(ctx, i));
}

dxk_status dxk_diags_json(const dxk_ctx *ctx, dxk_sink sink)
{
    dxk_json json;
    dxk_json_init(&json, sink);
    dxk_json_array(&json, NULL);
    dxk_json_diags(&json, ctx);
    dxk_json_end(&json);
    return json.status;
}
