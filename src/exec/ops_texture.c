/* SPDX-License-Identifier: MIT */
/*
 * ops_texture.c - texels by integer coordinates, dimensions, positions of samples.
 * Source: D3D11.3 functional specification, 22.4 (ld, store), 3.5.4 (sample positions).
 */
#include "dxk/ops.h"
#include "exec/kinds.h"
#include "exec/math.h"
#include "exec/ops_resource.h"

static const dxki_exec_view *view_at(const dxki_exec_wave *w, const uint32_t *handles,
                                     uint32_t lane)
{
    return dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, lane));
}

static void set_texel(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                      const dxki_exec_view *view, const dxki_exec_texel *texel, bool is_mapped)
{
    bool is_int = dxki_exec_format_is_int(&view->layout);

    for (uint32_t k = 0; k < 4; k++)
        dxki_exec_row(w, i->dst + k)[lane] = dxki_exec_narrow(texel->c[k], is_int, i->aux);
    dxki_exec_row(w, i->dst + 4)[lane] = is_mapped;
}

/* (handle, level or sample, three coordinates, three offsets) */
void dxki_exec_run_texture_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *row[8];

    for (uint32_t n = 0; n < 8; n++)
        row[n] = dxki_exec_given(w, i, n);
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, c[4] = {0, 0, 0, 0};
        const dxki_exec_view *view = view_at(w, row[0], lane);
        const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);
        dxki_exec_place place = {0};
        dxki_exec_texel texel;
        for (uint32_t n = 0; n < 3; n++) /* offsets move texels, not slices */
            c[n] = dxki_exec_or_zero(row[2 + n], lane) +
                   (n < kind->axes ? dxki_exec_or_zero(row[5 + n], lane) : 0);
        dxki_exec_place_of(view, c, &place);
        *(kind->has_mips ? &place.mip : &place.sample) = dxki_exec_or_zero(row[1], lane);
        dxki_exec_fault fault = dxki_exec_texel_load(view, &place, &texel);
        set_texel(w, i, lane, view, &texel, fault != DXKI_FAULT_UNMAPPED);
        dxki_exec_blame(w, i, lane, view, fault, c[0]);
    }
}

/* (handle, three coordinates, four values, mask[, sample]) */
void dxki_exec_run_texture_store(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *row[8], *samples = NULL;

    for (uint32_t n = 0; n < 8; n++)
        row[n] = dxki_exec_given(w, i, n);
    if (i->imm == DXK_OP_TextureStoreSample)
        samples = dxki_exec_given(w, i, 9);
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, c[4] = {0, 0, 0, 0};
        const dxki_exec_view *view = view_at(w, row[0], lane);
        dxki_exec_place place = {0};
        dxki_exec_texel texel;
        for (uint32_t n = 0; n < 3; n++)
            c[n] = dxki_exec_or_zero(row[1 + n], lane);
        for (uint32_t n = 0; n < 4; n++)
            texel.c[n] = dxki_exec_widen(dxki_exec_or_undef(w, row[4 + n], lane),
                                         view->layout.coding, i->aux);
        dxki_exec_place_of(view, c, &place);
        place.sample = dxki_exec_or_zero(samples, lane);
        dxki_exec_blame(w, i, lane, view, dxki_exec_texel_store(view, &place, &texel), c[0]);
    }
}

/* (handle, level) */
void dxki_exec_run_dimensions(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *mips = dxki_exec_given(w, i, 1);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, sizes[4];
        dxki_exec_view_dimensions(view_at(w, handles, lane), dxki_exec_or_zero(mips, lane), sizes);
        for (uint32_t k = 0; k < 4; k++)
            dxki_exec_row(w, i->dst + k)[lane] = sizes[k];
    }
}

/* (status): of a load that touched no unmapped tile it is not 0. */
void dxki_exec_run_fully_mapped(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *status = dxki_exec_given(w, i, 0);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = dxki_exec_or_zero(status, (uint32_t)lane) != 0;
}

/* --- positions of samples, in sixteenths of a pixel from its centre --- */

static const int8_t positions1[][2] = {{0, 0}};
static const int8_t positions2[][2] = {{4, 4}, {-4, -4}};
static const int8_t positions4[][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
static const int8_t positions8[][2] = {{1, -3}, {-1, 3},  {5, 1}, {-3, -5},
                                       {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
static const int8_t positions16[][2] = {{1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5},
                                        {5, 3},  {3, -5},  {-2, 6}, {0, -7}, {-4, -6}, {-6, 4},
                                        {-8, 0}, {7, -4},  {6, 7},  {-7, -8}};

static const int8_t (*positions_of(uint32_t count))[2]
{
    switch (count) {
    case 1:
        return positions1;
    case 2:
        return positions2;
    case 4:
        return positions4;
    case 8:
        return positions8;
    default:
        return count == 16 ? positions16 : NULL;
    }
}

/* (handle, sample) */
void dxki_exec_run_sample_position(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *samples = dxki_exec_given(w, i, 1);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, sample = dxki_exec_or_zero(samples, lane);
        uint32_t count = view_at(w, handles, lane)->sample_count;
        const int8_t(*positions)[2] = positions_of(count);
        bool is_there = positions && sample < count;
        for (uint32_t k = 0; k < 2; k++)
            dxki_exec_row(w, i->dst + k)[lane] =
                dxki_exec_float_bits(is_there ? (float)positions[sample][k] / 16 : 0);
    }
}
