/* SPDX-License-Identifier: MIT */
/*
 * ops_sample.c - the operations that sample: the operands of each, and how it determines the level of
 * detail.
 */
#include "dxk/ops.h"
#include "exec/kinds.h"
#include "exec/math.h"
#include "exec/ops_resource.h"
#include "exec/sample.h"

/* Ways in which an operation determines its level of detail. */
typedef enum level_kind {
    LEVEL_IMPLICIT, /* from the coordinates of the quad */
    LEVEL_GIVEN,    /* an operand */
    LEVEL_GRADIENT, /* derivatives are operands */
    LEVEL_ZERO
} level_kind;

/* Operands after texture, sampler, four coordinates, three offsets; 0: there is none. */
typedef struct sample_row {
    uint16_t op;
    uint8_t kind;
    uint8_t reference, level, gradient, bias, clamp;
} sample_row;

static const sample_row sample_rows[] = {
    {DXK_OP_Sample, LEVEL_IMPLICIT, 0, 0, 0, 0, 9},
    {DXK_OP_SampleBias, LEVEL_IMPLICIT, 0, 0, 0, 9, 10},
    {DXK_OP_SampleLevel, LEVEL_GIVEN, 0, 9, 0, 0, 0},
    {DXK_OP_SampleGrad, LEVEL_GRADIENT, 0, 0, 9, 0, 15},
    {DXK_OP_SampleCmp, LEVEL_IMPLICIT, 9, 0, 0, 0, 10},
    {DXK_OP_SampleCmpLevelZero, LEVEL_ZERO, 9, 0, 0, 0, 0},
    {DXK_OP_SampleCmpLevel, LEVEL_GIVEN, 9, 10, 0, 0, 0},
    {DXK_OP_SampleCmpGrad, LEVEL_GRADIENT, 9, 0, 10, 0, 16},
    {DXK_OP_SampleCmpBias, LEVEL_IMPLICIT, 9, 0, 0, 10, 11},
};

/* Rows of the operands of one instruction. */
typedef struct operands {
    const sample_row *row;
    const uint32_t *texture, *sampler, *coord[4], *offset[3];
    const uint32_t *reference, *level, *bias, *clamp, *dx[3], *dy[3];
} operands;

static const uint32_t *optional(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n)
{
    return n ? dxki_exec_given(w, i, n) : NULL;
}

/* The operands that all of them begin with. */
static operands take_common(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t coords,
                            uint32_t offsets)
{
    operands o = {.texture = dxki_exec_given(w, i, 0), .sampler = dxki_exec_given(w, i, 1)};

    for (uint32_t n = 0; n < coords; n++)
        o.coord[n] = dxki_exec_given(w, i, 2 + n);
    for (uint32_t n = 0; n < offsets; n++)
        o.offset[n] = dxki_exec_given(w, i, 2 + coords + n);
    return o;
}

static operands take_sample(const dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const sample_row *row = sample_rows;
    operands o = take_common(w, i, 4, 3);

    while (row->op != i->imm && row < sample_rows + sizeof sample_rows / sizeof *row - 1)
        row++;
    o.row = row;
    o.reference = optional(w, i, row->reference);
    o.level = optional(w, i, row->level);
    o.bias = optional(w, i, row->bias);
    o.clamp = optional(w, i, row->clamp);
    for (uint32_t n = 0; n < 3 && row->gradient; n++) {
        o.dx[n] = dxki_exec_given(w, i, row->gradient + n);
        o.dy[n] = dxki_exec_given(w, i, row->gradient + 3u + n);
    }
    return o;
}

static float number(const uint32_t *row, uint32_t lane)
{
    return dxki_exec_float(dxki_exec_or_zero(row, lane));
}

/* --- a lane's lookup --- */

static void aim(const dxki_exec_wave *w, const operands *o, uint32_t lane, dxki_exec_lookup *l)
{
    memset(l, 0, sizeof *l);
    l->view = dxki_exec_view_of(w->views, dxki_exec_or_zero(o->texture, lane));
    l->sampler = &dxki_exec_view_of(w->views, dxki_exec_or_zero(o->sampler, lane))->sampler;
    for (unsigned n = 0; n < 4; n++)
        l->coord[n] = number(o->coord[n], lane);
    for (unsigned n = 0; n < 3; n++)
        l->offset[n] = (int32_t)dxki_exec_or_zero(o->offset[n], lane);
    l->compares = o->reference != NULL;
    l->reference = number(o->reference, lane);
}

/* How many coordinates differ from lane to lane: slices do not count. */
static unsigned space_of(const dxki_exec_view *view)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);
    return kind->is_cube ? 3 : kind->axes;
}

/* Differences in the quad of a lane, between the columns of its row and the rows of its column. */
static void implicit_gradient(dxki_exec_wave *w, const dxki_exec_inst *i, const operands *o,
                              uint32_t lane, const dxki_exec_lookup *l, dxki_exec_gradient *g)
{
    uint32_t others[3] = {lane ^ 1u, lane ^ 2u, lane ^ 3u};

    memset(g, 0, sizeof *g);
    for (unsigned n = 0; n < space_of(l->view); n++) {
        g->x[n] = number(o->coord[n], lane | 1u) - number(o->coord[n], lane & ~1u);
        g->y[n] = number(o->coord[n], lane | 2u) - number(o->coord[n], lane & ~2u);
    }
    for (unsigned k = 0; k < 2; k++) {
        if (!dxki_exec_mask_has(&w->mask, others[k]))
            dxki_exec_finding(w, DXKI_FOUND_DERIV_DIVERGENT, i, lane, others[k], 0);
    }
}

static float keep_within(float x, float least, float most)
{
    return !(x > least) ? least : x > most ? most : x;
}

/* Sets the level that the lane samples. */
static void find_level(dxki_exec_wave *w, const dxki_exec_inst *i, const operands *o, uint32_t lane,
                       dxki_exec_lookup *l)
{
    dxki_exec_gradient g;
    float least = -FLT_MAX;

    switch ((level_kind)o->row->kind) {
    case LEVEL_IMPLICIT:
        implicit_gradient(w, i, o, lane, l, &g);
        dxki_exec_lod_of(l, &g);
        break;
    case LEVEL_GRADIENT:
        memset(&g, 0, sizeof g);
        for (unsigned n = 0; n < space_of(l->view); n++) {
            g.x[n] = number(o->dx[n], lane);
            g.y[n] = number(o->dy[n], lane);
        }
        dxki_exec_lod_of(l, &g);
        break;
    default:
        l->lod = number(o->level, lane);
        break;
    }
    if (o->row->kind != LEVEL_ZERO)
        l->lod += l->sampler->bias;
    if (o->bias)
        l->lod += keep_within(number(o->bias, lane), -16.0f, 15.99f);
    if (o->clamp)
        least = number(o->clamp, lane);
    l->lod = dxki_exec_lod_clamp(l->sampler, l->lod, least);
}

static void set_result(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                       const dxki_exec_lookup *l, const dxki_exec_texel *texel, bool is_mapped)
{
    bool is_int = dxki_exec_format_is_int(&l->view->layout) && !l->compares;

    for (uint32_t k = 0; k < 4; k++)
        if (dxki_exec_is_read(i, k))
            dxki_exec_row(w, i->dst + k)[lane] = dxki_exec_narrow(texel->c[k], is_int, i->aux);
    dxki_exec_row(w, i->dst + 4)[lane] = is_mapped;
}

void dxki_exec_run_sample(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    operands o = take_sample(w, i);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        dxki_exec_lookup l;
        dxki_exec_texel texel;
        aim(w, &o, lane, &l);
        l.compares = o.row->reference != 0;
        find_level(w, i, &o, lane, &l);
        bool is_mapped = dxki_exec_sample(&l, &texel);
        set_result(w, i, lane, &l, &texel, is_mapped);
    }
}

/* --- gathers: texture, sampler, four coordinates, two offsets[, channel[, reference]] --- */

static void gather_raw(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                       const dxki_exec_lookup *l)
{
    uint32_t bytes = dxki_exec_letter_bytes(i->aux);
    uint64_t elements[4];
    bool is_mapped = dxki_exec_gather_raw(l, elements);

    for (uint32_t k = 0; k < 4; k++)
        dxki_exec_set_part(w, i->dst, k, bytes, lane,
                           bytes == 2 ? elements[k] & 0xFFFFu : elements[k]);
    dxki_exec_row(w, i->dst + (bytes == 8 ? 8 : 4))[lane] = is_mapped;
}

void dxki_exec_run_gather(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    operands o = take_common(w, i, 4, 2);
    bool is_raw = i->imm == DXK_OP_TextureGatherRaw, compares = i->imm == DXK_OP_TextureGatherCmp;
    const uint32_t *channels = is_raw ? NULL : dxki_exec_given(w, i, 8);

    o.reference = compares ? dxki_exec_given(w, i, 9) : NULL;
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        dxki_exec_lookup l;
        dxki_exec_texel texel;
        aim(w, &o, lane, &l);
        l.compares = compares;
        if (is_raw) {
            gather_raw(w, i, lane, &l);
            continue;
        }
        bool is_mapped = dxki_exec_gather(&l, dxki_exec_or_zero(channels, lane), &texel);
        set_result(w, i, lane, &l, &texel, is_mapped);
    }
}

/* --- the level itself: texture, sampler, three coordinates, is it clamped --- */

void dxki_exec_run_lod(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    operands o = take_common(w, i, 3, 0);
    const uint32_t *clamped = dxki_exec_given(w, i, 5);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        dxki_exec_gradient g;
        dxki_exec_lookup l;
        aim(w, &o, lane, &l);
        if (!dxki_exec_kind_get(l.view->kind)->is_texture) {
            dst[lane] = 0;
            continue;
        }
        implicit_gradient(w, i, &o, lane, &l, &g);
        dxki_exec_lod_of(&l, &g);
        l.lod += l.sampler->bias;
        if (dxki_exec_or_zero(clamped, lane) & 1u)
            l.lod = keep_within(dxki_exec_lod_clamp(l.sampler, l.lod, 0), 0,
                                (float)(l.view->level_count - 1));
        dst[lane] = dxki_exec_float_bits(l.lod);
    }
}

/* Feedback maps are opaque here: what is written to them cannot be seen. */
void dxki_exec_run_feedback(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    if (!dxki_exec_mask_is_empty(&w->mask))
        dxki_exec_finding(w, DXKI_FOUND_FEEDBACK_OPAQUE, i, dxki_exec_mask_first(&w->mask), 0, 0);
}
