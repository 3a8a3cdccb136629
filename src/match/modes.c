/* SPDX-License-Identifier: MIT */
/* modes.c - see modes.h. */
#include "match/modes.h"

dxk_status dxki_match_psv(dxk_ctx *ctx, const dxk_container *container, dxk_decoded **out)
{
    size_t part = dxk_container_find(container, DXK_PART_PSV0, 0);
    *out = NULL;
    if (part == DXK_NO_PART)
        return DXK_OK;
    return dxk_part_decode(ctx, DXK_PART_PSV0, dxk_container_part(container, part)->content, out);
}

dxk_interpolation_mode dxki_match_mode(const dxk_decoded *psv, unsigned which,
                                       const dxk_reflect_parameter *p)
{
    const dxk_psv0 *info = psv ? psv->as.psv0 : NULL;
    if (!info)
        return DXK_INTERPOLATION_MODE_UNDEFINED;
    const dxk_psv_element *list = info->elements[which];
    uint32_t count = list ? dxk_psv0_element_count(info, (dxk_psv_signature)which) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const dxk_psv_element *e = &list[i];
        unsigned mask = ((1u << e->cols) - 1u) << e->start_col;
        if (e->allocated && e->stream == p->stream && p->register_index >= e->start_row &&
            p->register_index - e->start_row < e->rows && (mask & p->mask))
            return (dxk_interpolation_mode)e->interpolation;
    }
    return DXK_INTERPOLATION_MODE_UNDEFINED;
}

void dxki_match_factors(uint32_t domain, uint32_t *edges, uint32_t *insides)
{
    static const uint8_t table[][2] = {{0, 0}, {2, 0}, {3, 1}, {4, 2}}; /* none, line, tri, quad */
    bool known = domain < sizeof table / sizeof *table;
    *edges = known ? table[domain][0] : 0;
    *insides = known ? table[domain][1] : 0;
}

void dxki_match_count_factors(const dxk_reflect_parameters *list, uint32_t *edges,
                              uint32_t *insides)
{
    /* D3D_NAME_FINAL_: edges and inside of quads and triangles, detail and density of lines */
    enum { QUAD_EDGE = 11, QUAD_INSIDE, TRI_EDGE, TRI_INSIDE, LINE_DETAIL, LINE_DENSITY };
    *edges = *insides = 0;
    for (uint32_t i = 0; i < list->count; i++)
        switch (list->items[i].system_value_type) {
        case QUAD_EDGE:
        case TRI_EDGE:
        case LINE_DETAIL:
        case LINE_DENSITY:
            ++*edges;
            break;
        case QUAD_INSIDE:
        case TRI_INSIDE:
            ++*insides;
            break;
        default:
            break;
        }
}
