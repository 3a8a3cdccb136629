/* SPDX-License-Identifier: MIT */
/* elements.c - what an element of a signature means at its point of the pipeline. */
#include "validate/elements.h"

#include <string.h>

#include "base/out.h"
#include "spec/dxil_ops.h"

uint32_t dxki_val_semantic(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e,
                           dxki_semantic_use *use)
{
    dxki_sigpoint point = dxki_sigpoint_of(stage, which);
    dxki_semantic_use found = DXKI_SEMANTIC_NOT_ALLOWED;
    uint32_t semantic = e->semantic;
    if (point < DXKI_SIGPOINT_COUNT && semantic < DXK_SEMANTIC_KIND_INVALID)
        found = dxki_semantic_use_at(semantic, point, NULL);
    /* Beside the vertices a geometry shader takes what belongs to the whole primitive. */
    if (found == DXKI_SEMANTIC_NOT_ALLOWED && point == DXKI_SIGPOINT_GSV_IN &&
        semantic < DXK_SEMANTIC_KIND_INVALID &&
        dxki_semantic_use_at(semantic, DXKI_SIGPOINT_GS_IN, NULL) == DXKI_SEMANTIC_SHADOW)
        found = DXKI_SEMANTIC_SHADOW;
    if (found == DXKI_SEMANTIC_NOT_ALLOWED)
        semantic = DXK_SEMANTIC_KIND_INVALID;
    else if (found == DXKI_SEMANTIC_ARBITRARY)
        semantic = DXK_SEMANTIC_KIND_ARBITRARY;
    if (use)
        *use = found;
    return semantic;
}

bool dxki_val_has_signature(uint32_t stage, uint32_t which)
{
    static const uint32_t stages[3] = {
        DXKI_STAGE(VERTEX) | DXKI_STAGE(HULL) | DXKI_STAGE(DOMAIN) | DXKI_STAGE(GEOMETRY) |
            DXKI_STAGE(PIXEL),
        DXKI_STAGE(VERTEX) | DXKI_STAGE(HULL) | DXKI_STAGE(DOMAIN) | DXKI_STAGE(GEOMETRY) |
            DXKI_STAGE(PIXEL) | DXKI_STAGE(MESH),
        DXKI_STAGE(HULL) | DXKI_STAGE(DOMAIN) | DXKI_STAGE(MESH),
    };
    return stage < 32 && (stages[which] >> stage & 1);
}

dxk_str dxki_val_element_name(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e)
{
    uint32_t semantic = dxki_val_semantic(stage, which, e, NULL);
    if (semantic != DXK_SEMANTIC_KIND_ARBITRARY && semantic != DXK_SEMANTIC_KIND_INVALID)
        return dxki_str(dxki_semantic_name(semantic));
    const char *end = e->name.size ? memchr(e->name.data, 0, e->name.size) : NULL;
    return end ? (dxk_str){e->name.data, (size_t)(end - e->name.data)} : e->name;
}
