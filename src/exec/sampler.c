/* SPDX-License-Identifier: MIT */
/*
 * sampler.c - see sampler.h.
 * Source: Microsoft, D3D12_FILTER, D3D12_SAMPLER_DESC, D3D12_STATIC_SAMPLER_DESC1.
 */
#include "exec/sampler.h"
#include <string.h>

#define ONE 0x3F800000u /* 1.0 */

void dxki_exec_sampler_filter(dxki_exec_sampler *sampler, uint32_t filter)
{
    sampler->mip_linear = filter & 1u;
    sampler->mag_linear = filter >> 2 & 1u;
    sampler->min_linear = filter >> 4 & 1u;
    sampler->anisotropic = filter >> 6 & 1u;
    sampler->reduction = filter >> 7 & 3u;
    if (sampler->anisotropic)
        sampler->mag_linear = sampler->min_linear = true;
}

static const uint32_t borders[][4] = {
    [DXK_BORDER_COLOR_TRANSPARENT_BLACK] = {0, 0, 0, 0},
    [DXK_BORDER_COLOR_OPAQUE_BLACK] = {0, 0, 0, ONE},
    [DXK_BORDER_COLOR_OPAQUE_WHITE] = {ONE, ONE, ONE, ONE},
    [DXK_BORDER_COLOR_OPAQUE_BLACK_UINT] = {0, 0, 0, 1},
    [DXK_BORDER_COLOR_OPAQUE_WHITE_UINT] = {1, 1, 1, 1},
};

void dxki_exec_sampler_static(const dxk_rs_sampler *from, dxki_exec_view *view)
{
    dxki_exec_sampler *s = &view->sampler;
    uint32_t border = from->border_color;

    memset(view, 0, sizeof *view);
    view->resource_class = DXK_RESOURCE_CLASS_SAMPLER;
    view->kind = DXK_RESOURCE_KIND_SAMPLER;
    dxki_exec_sampler_filter(s, from->filter);
    s->is_unnormalized = from->flags & DXK_RS_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES;
    s->address[0] = (uint8_t)from->address_u;
    s->address[1] = (uint8_t)from->address_v;
    s->address[2] = (uint8_t)from->address_w;
    s->comparison = (uint8_t)from->comparison_func;
    s->max_anisotropy = (uint8_t)(from->max_anisotropy < 1    ? 1
                                  : from->max_anisotropy > 16 ? 16
                                                              : from->max_anisotropy);
    s->bias = from->mip_lod_bias;
    s->min_lod = from->min_lod;
    s->max_lod = from->max_lod;
    if (border < sizeof borders / sizeof borders[0])
        memcpy(s->border, borders[border], sizeof s->border);
}
