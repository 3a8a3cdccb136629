/* SPDX-License-Identifier: MIT */
/* model_expr.c - expressions under a mask. */
#include "model.h"

static uint64_t id_of(const gen_model_group *g, uint32_t id, uint32_t lane)
{
    const uint32_t *size = g->p->threads;
    uint32_t flat = g->thread[lane], axis = id % 3;
    const uint32_t at[3] = {flat % size[0], flat / size[0] % size[1], flat / size[0] / size[1]};

    if (id == GEN_ID_FLAT)
        return flat;
    if (id >= GEN_ID_THREAD_X)
        return at[axis];
    return id >= GEN_ID_GROUP_X ? g->group[axis] : g->group[axis] * size[axis] + at[axis];
}

uint32_t gen_thread_number(const gen_model_group *g, uint32_t lane)
{
    const uint32_t *n = g->p->groups;
    uint32_t group = (g->group[2] * n[1] + g->group[1]) * n[0] + g->group[0];
    return group * gen_group_threads(g->p) + g->thread[lane];
}

static uint64_t word_or_zero(const gen_program *p, uint32_t input, uint32_t word, uint32_t words)
{
    return word < words ? gen_content(p, input, word) : 0;
}

static uint64_t load(const gen_program *p, const gen_expr *e, uint64_t subscript, uint64_t which)
{
    const gen_buffer *input = &p->inputs[e->index];
    uint32_t from = e->index + 16 * ((uint32_t)which & (input->count - 1));
    uint32_t elements = gen_input_elements(input, (gen_type)e->type);
    uint32_t at = (uint32_t)subscript & (2 * elements - 1), words = input->words;

    if (input->kind == GEN_TYPED) {
        if (e->which >= input->components)
            return e->which < 3 ? 0 : e->type == GEN_F32 ? 0x3f800000u : 1;
        return word_or_zero(p, from, at * input->components + e->which, words);
    }
    bool is_wide = gen_width((gen_type)e->type) == 64;
    uint32_t word = at + e->which;
    if (input->kind == GEN_STRUCTURED)
        word = at < elements ? at * (input->stride / 4) + e->which : words;
    else if (is_wide)
        word = 2 * at;
    uint64_t low = word_or_zero(p, from, word, words);
    return is_wide ? low | word_or_zero(p, from, word + 1, words) << 32 : low;
}

static uint64_t constant(const gen_program *p, const gen_expr *e, uint64_t subscript)
{
    uint32_t row = (uint32_t)subscript & (2 * GEN_ROWS - 1), words = GEN_ROWS * 4;
    uint32_t width = gen_width((gen_type)e->type);

    if (width == 64) {
        uint32_t word = row * 4 + (e->which & 1) * 2;
        return word_or_zero(p, GEN_INPUTS, word, words) |
               word_or_zero(p, GEN_INPUTS, word + 1, words) << 32;
    }
    if (width == 16)
        return word_or_zero(p, GEN_INPUTS, row * 4 + (e->which & 7) / 2, words) >>
               (e->which & 1) * 16;
    return word_or_zero(p, GEN_INPUTS, row * 4 + (e->which & 3), words);
}

static uint64_t shared_at(const gen_model_group *g, const gen_expr *e, uint32_t lane, uint64_t at)
{
    const gen_shared *s = &g->p->shareds[e->index];
    uint32_t element =
        e->args[0] ? (uint32_t)at & (gen_shared_span(s) - 1) : g->thread[lane] * s->own + e->which;
    return g->shared[e->index][element];
}

/* Operands that are reduced so that the operation has a meaning. */
static void reduce_operands(const gen_expr *e, gen_type t, uint64_t args[GEN_OPERANDS])
{
    uint32_t flags = gen_ops[e->index].flags;
    if (flags & GEN_FROM_BITS)
        args[0] &= 7;
    if (flags & GEN_SHOWS_BITS)
        args[0] = gen_plain(t, args[0]);
    if (e->raw)
        return;
    if (flags & GEN_SHIFT)
        args[1] &= gen_width(t) - 1;
    if (flags & GEN_DIVIDE)
        args[1] |= 1;
}

static void eval_apply(gen_frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t operands[GEN_OPERANDS][GEN_LANES_MAX];
    const char *shape = gen_ops[e->index].shape;
    gen_type t = (gen_type)e->type;

    for (int k = 0; k < (int)GEN_OPERANDS && e->args[k]; k++) {
        gen_model_eval(fr, e->args[k], m, operands[k]);
        if (shape[k + 2] == 't')
            t = (gen_type)e->args[k]->type;
    }
    GEN_EACH_LANE(lane, fr->g, m) {
        uint64_t args[GEN_OPERANDS] = {0};
        for (uint32_t k = 0; k < GEN_OPERANDS && e->args[k]; k++)
            args[k] = operands[k][lane];
        reduce_operands(e, t, args);
        out[lane] = gen_model_apply((gen_op)e->index, t, args);
    }
}

static void eval_wave(gen_frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t a[GEN_LANES_MAX] = {0}, b[GEN_LANES_MAX] = {0};
    gen_wave_input in = {.active = m,
                         .wave_size = fr->g->wave_size,
                         .count = fr->g->count,
                         .type = (gen_type)(e->args[0] ? e->args[0]->type : e->type),
                         .a = a,
                         .b = b,
                         .which = e->which};
    if (e->args[0])
        gen_model_eval(fr, e->args[0], m, a);
    if (e->args[1])
        gen_model_eval(fr, e->args[1], m, b);
    gen_model_wave((gen_wave)e->index, &in, out);
}

/* Expressions of one subscript, or none. */
static uint64_t length(const gen_buffer *input)
{
    return input->kind == GEN_RAW ? input->words * 4 : gen_input_elements(input, GEN_I32);
}

static uint64_t eval_lane(gen_frame *fr, const gen_expr *e, uint32_t lane, uint64_t at,
                          uint64_t which)
{
    gen_model_group *g = fr->g;
    switch (e->kind) {
    case GEN_CONST:
        return e->bits;
    case GEN_VAR:
        return fr->vars[e->index * g->count + lane];
    case GEN_ID:
        return id_of(g, e->index, lane);
    case GEN_ELEMENT:
        return fr->arrays[e->index][(at & (fr->f->arrays[e->index].size - 1)) * g->count + lane];
    case GEN_SHARED:
        return shared_at(g, e, lane, at);
    case GEN_LOAD:
        return load(g->p, e, at, which);
    case GEN_LENGTH:
        return length(&g->p->inputs[e->index]);
    case GEN_LOAD_OWN:
        return g->results->outputs[e->index][gen_thread_number(g, lane) * GEN_OWN + e->which];
    default:
        return constant(g->p, e, at);
    }
}

void gen_model_eval(gen_frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t at[GEN_LANES_MAX], which[GEN_LANES_MAX];

    if (e->kind == GEN_APPLY) {
        eval_apply(fr, e, m, out);
    } else if (e->kind == GEN_WAVE) {
        eval_wave(fr, e, m, out);
    } else {
        if (e->args[0])
            gen_model_eval(fr, e->args[0], m, at);
        if (e->args[1])
            gen_model_eval(fr, e->args[1], m, which);
        GEN_EACH_LANE(lane, fr->g, m)
            out[lane] =
                eval_lane(fr, e, lane, e->args[0] ? at[lane] : 0, e->args[1] ? which[lane] : 0);
    }
    GEN_EACH_LANE(lane, fr->g, m)
        out[lane] = gen_cut((gen_type)e->type, out[lane]);
}
