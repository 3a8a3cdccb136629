/* SPDX-License-Identifier: MIT */
/* taint_memory.c - where undefined numbers go in variables; see taint.h. */
#include "exec/taint.h"

#define BYTES 15u /* of a word, as bits */

/* ---------------------------------------------------------------------------------------- */
/* What there is at the start                                                                 */

static bool begins_undefined(const dxk_run_program *p, const dxki_exec_object *o)
{
    const dxki_global *g = &p->m->globals.items[o->global];

    if (o->inst || !g->init)
        return true;
    const dxki_const *c = dxki_const_get(p->m, g->init);
    return c && c->kind == DXKI_C_UNDEF;
}

/* Marks the words of variables as not written, each `stride` times. */
static void begin(const dxk_run_program *p, uint8_t space, uint32_t *words, size_t stride,
                  dxki_exec_origin_kind kind)
{
    for (size_t n = 0; n < p->objects.count; n++) {
        const dxki_exec_object *o = &p->objects.items[n];
        bool undefined = o->space == space && begins_undefined(p, o);
        if (o->space != space)
            continue;
        size_t first = o->base / 4 * stride, count = (o->size + 3) / 4 * stride;
        for (size_t at = first; at < first + count; at++)
            words[at] = undefined ? (uint32_t)kind << 4 | BYTES : 0;
    }
}

bool dxki_exec_taint_make_wave(dxk_run_worker *worker, dxki_exec_wave *w)
{
    const dxk_run_program *p = worker->program;

    w->origins =
        DXKI_NEW_ARRAY(&worker->arena, uint32_t, ((size_t)p->register_count + 1) << w->lane_shift);
    w->memory_origins =
        DXKI_NEW_ARRAY(&worker->arena, uint32_t, ((size_t)p->private.size + 1) << w->lane_shift);
    return w->origins && w->memory_origins;
}

bool dxki_exec_taint_make_group(dxk_run_worker *worker)
{
    worker->group.origins =
        DXKI_NEW_ARRAY(&worker->arena, uint32_t, (size_t)worker->program->shared.size + 1);
    return worker->group.origins != NULL;
}

void dxki_exec_taint_begin_wave(dxki_exec_wave *w)
{
    memset(w->origins, 0, ((size_t)w->program->register_count << w->lane_shift) * sizeof(uint32_t));
    begin(w->program, DXKI_EXEC_PRIVATE, w->memory_origins, w->lanes, DXKI_EXEC_FROM_LOCAL);
}

void dxki_exec_taint_begin_group(dxk_run_worker *worker)
{
    begin(worker->program, DXKI_EXEC_SHARED, worker->group.origins, 1, DXKI_EXEC_FROM_SHARED);
}

/* ---------------------------------------------------------------------------------------- */
/* One lane                                                                                   */

/* Bytes of a variable: word `at / 4` is words[at / 4 * stride]. */
typedef struct cell {
    uint32_t *words; /* NULL: none that may be undefined */
    size_t stride;
    uint32_t at, bytes;
} cell;

static cell cell_at(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                    uint32_t offset)
{
    uint32_t number = i->imm ? i->imm : dxki_exec_row(w, i->b)[lane];
    uint32_t at = dxki_exec_row(w, i->a)[lane] + offset, bytes = dxki_exec_elem_bytes(i->aux);

    if (number >= w->program->objects.count)
        return (cell){0};
    const dxki_exec_object *o = &w->program->objects.items[number];
    if (at > o->size || o->size - at < bytes)
        return (cell){0};
    if (o->space == DXKI_EXEC_PRIVATE)
        return (cell){w->memory_origins + lane, w->lanes, o->base + at, bytes};
    if (o->space == DXKI_EXEC_SHARED)
        return (cell){w->group->origins, 1, o->base + at, bytes};
    return (cell){0};
}

/* The bytes of a cell that are in a word, as bits. */
static uint32_t bytes_in(cell c, uint32_t word)
{
    uint32_t low = c.at > 4 * word ? c.at - 4 * word : 0;
    uint32_t end = c.at + c.bytes - 4 * word < 4 ? c.at + c.bytes - 4 * word : 4;

    return (BYTES << low) & (BYTES >> (4 - end));
}

/* The origin of what is loaded. */
static uint32_t load_cell(const dxki_exec_wave *w, const dxki_exec_inst *i, cell c)
{
    for (uint32_t word = c.at / 4; c.words && word <= (c.at + c.bytes - 1) / 4; word++) {
        uint32_t was = c.words[word * c.stride], origin = was >> 4;
        if (was & bytes_in(c, word))
            return origin >> 2 ? origin
                               : dxki_exec_origin_at(w, i, (dxki_exec_origin_kind)(origin & 3));
    }
    return 0;
}

static void store_cell(cell c, uint32_t origin)
{
    for (uint32_t word = c.at / 4; c.words && word <= (c.at + c.bytes - 1) / 4; word++) {
        uint32_t *to = &c.words[word * c.stride], here = bytes_in(c, word);
        if (origin)
            *to = origin << 4 | (*to & BYTES) | here;
        else
            *to = *to & BYTES & ~here ? *to & ~here : 0;
    }
}

/* The life of a local variable begins anew: nothing is stored there. */
void dxki_exec_taint_forget(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    const dxki_exec_object *o = &w->program->objects.items[i->imm];

    (void)flow;
    for (uint32_t word = o->base / 4; word < (o->base + o->size + 3) / 4; word++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            w->memory_origins[((size_t)word << w->lane_shift) + lane] =
                (uint32_t)DXKI_EXEC_FROM_LOCAL << 4 | BYTES;
        }
    }
}

/* An undefined address is used up here. */
static void use_address(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane)
{
    uint32_t at = (uint32_t)(i - w->program->code.items);

    dxki_exec_origin_used(w, at, lane, dxki_exec_origin_of(w, i, i->a, lane));
    if (!i->imm)
        dxki_exec_origin_used(w, at, lane, dxki_exec_origin_of(w, i, i->b, lane));
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

void dxki_exec_taint_load(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    uint32_t *to = dxki_exec_origins(w, i->dst);

    (void)flow;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        use_address(w, i, lane);
        to[lane] = load_cell(w, i, cell_at(w, i, lane, i->c));
    }
}

void dxki_exec_taint_store(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    (void)flow;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        use_address(w, i, lane);
        store_cell(cell_at(w, i, lane, i->c), dxki_exec_origin_of(w, i, i->dst, lane));
    }
}

static cell known_word(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane)
{
    return (cell){w->memory_origins + lane, w->lanes, 4 * i->imm, 4};
}

void dxki_exec_taint_load_word(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    uint32_t *to = dxki_exec_origins(w, i->dst);

    (void)flow;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        to[lane] = load_cell(w, i, known_word(w, i, lane));
    }
}

void dxki_exec_taint_store_word(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    (void)flow;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        store_cell(known_word(w, i, lane), dxki_exec_origin_of(w, i, i->dst, lane));
    }
}

/* What an atomic operation finds is its result; its operands go to memory that others see. */
static void pass_atomic(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow,
                        uint32_t lane)
{
    cell c = cell_at(w, i, lane, 0);
    uint32_t at = (uint32_t)(i - w->program->code.items), origin = load_cell(w, i, c);

    use_address(w, i, lane);
    for (uint32_t n = 0; n < flow.operands; n++)
        dxki_exec_origin_used(w, at, lane,
                              dxki_exec_origin_of(w, i, dxki_exec_listed(w, i->c, n), lane));
    dxki_exec_origins(w, i->dst)[lane] = origin;
    if (flow.to == 2)
        dxki_exec_origins(w, i->dst + (1u << (flow.wide >> 7)))[lane] = origin;
    if (flow.replaces)
        store_cell(c, 0);
}

void dxki_exec_taint_atomic(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    for (uint32_t n = 0; n < w->lanes; n++) {
        uint32_t lane = w->turns ? w->turns[n] : n;
        if (w->active[lane])
            pass_atomic(w, i, flow, lane);
    }
}
