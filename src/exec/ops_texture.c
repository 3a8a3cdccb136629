/* SPDX-License-Identifier: MIT */
/*
 * ops_texture.c - texels by integer coordinates, dimensions, positions of samples.
 * Source: D3D11.3 functional specification, 22.4 (ld, store), 3.5.4 (sample positions).
 */
#include "dxk/ops.h"
#include "exec/kinds.h"
#include "exec/math.h"
#include "exec/ops_resource.h"
#include "exec/race.h"
#include "exec/samples.h"

static const dxki_exec_view *view_at(const dxki_exec_wave *w, const uint32_t *handles,
                                     uint32_t lane)
{
    return dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, lane));
}

/* What a load was asked for: rows of handles, levels or samples, coordinates, offsets. */
typedef struct load_rows {
    const uint32_t *handles, *mips, *c[3], *offset[3];
} load_rows;

/* Tells which coordinate is beyond what. */
static void blame_place(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                        const dxki_exec_view *view, const dxki_exec_place *place,
                        dxki_exec_fault fault)
{
    const dxki_exec_level *level = &view->level[place->mip < view->level_count ? place->mip : 0];
    const uint32_t at[] = {place->mip, place->sample, place->slice, place->x, place->y, place->z};
    const uint32_t ends[] = {view->level_count, view->sample_count, view->slice_count,
                             level->width,      level->height,      level->depth};
    static const uint8_t units[] = {DXK_RUN_UNIT_MIPS, DXK_RUN_UNIT_SAMPLES, DXK_RUN_UNIT_SLICES,
                                    DXK_RUN_UNIT_X,    DXK_RUN_UNIT_Y,       DXK_RUN_UNIT_Z};

    if (fault != DXKI_FAULT_RANGE || view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER) {
        dxki_exec_blame(w, i, lane, view, fault, place->x);
        return;
    }
    for (unsigned n = 0; n < sizeof at / sizeof at[0]; n++) {
        if (at[n] >= ends[n]) {
            dxki_exec_finding_in(w, DXKI_FOUND_OOB_RESOURCE, i, lane, view, (dxk_run_unit)units[n],
                                 at[n], ends[n]);
            return;
        }
    }
}

/* The place that a lane asks for; offsets move texels, not slices. */
static void find_place(const load_rows *r, uint32_t lane, const dxki_exec_view *view,
                       const dxki_exec_kind *kind, dxki_exec_place *place)
{
    uint32_t c[4] = {0, 0, 0, 0};

    memset(place, 0, sizeof *place);
    for (uint32_t n = 0; n < 3; n++)
        c[n] = dxki_exec_or_zero(r->c[n], lane) +
               (n < kind->axes ? dxki_exec_or_zero(r->offset[n], lane) : 0);
    dxki_exec_place_of(view, c, place);
    *(kind->has_mips ? &place->mip : &place->sample) = dxki_exec_or_zero(r->mips, lane);
}

static void load_lane(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, const load_rows *r)
{
    const dxki_exec_view *view = view_at(w, r->handles, lane);
    bool is_int = dxki_exec_format_is_int(&view->layout);
    dxki_exec_place place;
    dxki_exec_texel texel;

    find_place(r, lane, view, dxki_exec_kind_get(view->kind), &place);
    dxki_exec_fault fault = dxki_exec_texel_load(view, &place, &texel);
    for (uint32_t k = 0; k < 4; k++)
        dxki_exec_row(w, i->dst + k)[lane] = dxki_exec_narrow(texel.c[k], is_int, i->aux);
    dxki_exec_row(w, i->dst + 4)[lane] = fault != DXKI_FAULT_UNMAPPED;
    dxki_exec_race_texel(w, i, lane, view, &place, DXKI_EXEC_READS);
    if (fault)
        blame_place(w, i, lane, view, &place, fault);
}

/* --- many lanes: texels of one level of a flat texture that all have, as 32-bit numbers --- */

/* Addresses of the texels, and 0 for lanes that do not take part; false: a lane is beyond. */
static bool plan_texels(const dxki_exec_wave *w, const dxki_exec_view *view,
                        const dxki_exec_level *level, const load_rows *r, uint32_t *at)
{
    uint32_t size = view->layout.size, row = (uint32_t)level->row, beyond = 0;

    for (uint32_t lane = 0; lane < w->lanes; lane++) {
        uint32_t x = r->c[0][lane] + dxki_exec_or_zero(r->offset[0], lane);
        uint32_t y = r->c[1][lane] + dxki_exec_or_zero(r->offset[1], lane);
        x &= w->active[lane];
        y &= w->active[lane];
        beyond |= (x >= level->width) | (y >= level->height);
        at[lane] = y * row + x * size;
    }
    return !beyond;
}

static void load_texel_words(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_view *view,
                             const uint8_t *base, const uint32_t *at)
{
    dxki_exec_texel missing;

    dxki_exec_format_default(&view->layout, &missing);
    for (uint32_t k = 0; k < 4; k++, base += 4) {
        uint32_t *dst = dxki_exec_row(w, i->dst + k);
        if (!dxki_exec_is_read(i, k))
            continue;
        if (k >= view->layout.plain) {
            dxki_exec_spread(w, dst, missing.c[k]);
            continue;
        }
        DXKI_EXEC_EACH_LANE(w, lane)
        dst[lane] = dxki_exec_load_word(base + at[lane]);
    }
}

static void load_texels(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_view *view,
                        const uint8_t *base, const uint32_t *at)
{
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_texel texel;
        dxki_exec_format_load(&view->layout, base + at[lane], 0, 0, &texel);
        for (uint32_t k = 0; k < 4; k++)
            dxki_exec_row(w, i->dst + k)[lane] = texel.c[k];
    }
}

static bool load_flat(dxki_exec_wave *w, const dxki_exec_inst *i, const load_rows *r)
{
    const dxki_exec_view *view = dxki_exec_common_view(w, i);
    uint32_t mip, at[DXKI_EXEC_MAX_LANES];

    if (!view || view->kind != DXK_RESOURCE_KIND_TEXTURE2D || dxki_exec_race_looks(w, view) ||
        view->layout.block_x != 1 || view->mapped != UINT64_MAX || view->size > UINT32_MAX ||
        !r->c[0] || !r->c[1] || (i->aux != 'f' && i->aux != 'i') ||
        !dxki_exec_common(w, i, 1, &mip) || mip >= view->level_count ||
        !plan_texels(w, view, &view->level[mip], r, at))
        return false;
    const uint8_t *base = view->base + view->level[mip].offset;
    if (dxki_exec_is_read(i, 4))
        dxki_exec_spread(w, dxki_exec_row(w, i->dst + 4), 1);
    if (view->layout.plain)
        load_texel_words(w, i, view, base, at);
    else
        load_texels(w, i, view, base, at);
    return true;
}

/* (handle, level or sample, three coordinates, three offsets) */
void dxki_exec_run_texture_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    load_rows r = {.handles = dxki_exec_given(w, i, 0), .mips = dxki_exec_given(w, i, 1)};

    for (uint32_t n = 0; n < 3; n++) {
        r.c[n] = dxki_exec_given(w, i, 2 + n);
        r.offset[n] = dxki_exec_given(w, i, 5 + n);
    }
    if (load_flat(w, i, &r))
        return;
    DXKI_EXEC_EACH_LANE(w, lane)
    load_lane(w, i, (uint32_t)lane, &r);
}

/* (handle, three coordinates, four values, mask[, sample]) */
void dxki_exec_run_texture_store(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_mask writers = dxki_exec_writers(w);
    const uint32_t *row[8], *samples = NULL;

    for (uint32_t n = 0; n < 8; n++)
        row[n] = dxki_exec_given(w, i, n);
    if (i->imm == DXK_OP_TextureStoreSample)
        samples = dxki_exec_given(w, i, 9);
    DXKI_EXEC_EACH_OF(&writers, each)
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
        dxki_exec_fault fault = dxki_exec_texel_store(view, &place, &texel);
        dxki_exec_race_texel(w, i, lane, view, &place, DXKI_EXEC_WRITES);
        if (fault)
            blame_place(w, i, lane, view, &place, fault);
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

/* --- positions of samples --- */

/* (handle, sample) */
void dxki_exec_run_sample_position(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *samples = dxki_exec_given(w, i, 1);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, sample = dxki_exec_or_zero(samples, lane);
        dxki_exec_offset at = dxki_exec_sample_at(view_at(w, handles, lane)->sample_count, sample);
        dxki_exec_row(w, i->dst)[lane] = dxki_exec_float_bits((float)at.x / 16);
        dxki_exec_row(w, i->dst + 1)[lane] = dxki_exec_float_bits((float)at.y / 16);
    }
}
