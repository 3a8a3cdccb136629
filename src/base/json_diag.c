/* SPDX-License-Identifier: MIT */
/* json_diag.c - diagnostics as JSON; see dxk/json.h. */
#include "dxk/json.h"

static void put_range(dxk_json *json, const dxk_diag_range *range)
{
    dxk_json_u64(json, "line", range->line);
    dxk_json_u64(json, "column", range->column);
    dxk_json_u64(json, "end_line", range->end_line);
    dxk_json_u64(json, "end_column", range->end_column);
}

/* What is marked, and what would mend it. */
static void put_marks(dxk_json *json, const dxk_diag *diag)
{
    if (diag->range_count)
        dxk_json_array(json, "ranges");
    for (size_t i = 0; i < diag->range_count; i++) {
        dxk_json_object(json, NULL);
        put_range(json, &diag->ranges[i]);
        dxk_json_end(json);
    }
    if (diag->range_count)
        dxk_json_end(json);
    if (diag->fix_count)
        dxk_json_array(json, "fixes");
    for (size_t i = 0; i < diag->fix_count; i++) {
        dxk_json_object(json, NULL);
        put_range(json, &diag->fixes[i].range);
        dxk_json_text(json, "text", diag->fixes[i].text);
        dxk_json_end(json);
    }
    if (diag->fix_count)
        dxk_json_end(json);
}

void dxk_json_diag(dxk_json *json, const dxk_diag *diag)
{
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "severity", dxk_severity_name(diag->severity));
    dxk_json_text(json, "rule", diag->rule);
    if (diag->group)
        dxk_json_text(json, "group", diag->group);
    if (diag->place == DXK_PLACE_BYTE)
        dxk_json_u64(json, "offset", diag->position);
    if (diag->place == DXK_PLACE_BIT)
        dxk_json_u64(json, "bit", diag->position);
    if (diag->file)
        dxk_json_text(json, "source", diag->file);
    if (diag->place == DXK_PLACE_LINE) {
        dxk_json_u64(json, "line", diag->line);
        dxk_json_u64(json, "column", diag->column);
    }
    if (*diag->path)
        dxk_json_text(json, "path", diag->path);
    dxk_json_text(json, "message", diag->message);
    put_marks(json, diag);
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
