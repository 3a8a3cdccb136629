/* SPDX-License-Identifier: MIT */
/* stored.c - see stored.h. */
#include "yaml/stored.h"

#include "base/out.h"
#include "parts/deflate.h"
#include "spec/reader_rules.h"

dxk_status dxki_yaml_stored(dxk_ctx *ctx, dxki_arena *arena, const dxki_yaml_node *at,
                            dxk_bytes bytes, const dxk_bytes *given, dxk_bytes *out)
{
    bool same = false;
    dxk_status status = given ? dxki_part_is_deflated(ctx, *given, bytes, &same) : DXK_OK;
    if (status == DXK_OK && given && !same)
        status = dxki_yaml_node_report(ctx, at, DXKI_RULE_YAML_STORED, NULL, 0);
    if (status == DXK_OK && same) {
        *out = *given;
        return DXK_OK;
    }
    if (status == DXK_OK)
        status = dxki_part_deflate(ctx, arena, bytes, out);
    if (status == DXK_E_UNSUPPORTED)
        dxki_yaml_node_report(ctx, at, DXKI_RULE_YAML_ZLIB, NULL, 0);
    return status;
}
