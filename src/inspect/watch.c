/* SPDX-License-Identifier: MIT */
/*
 * watch.c - running segments instruction by instruction, with callbacks, and what variables get on the
 * way. Part of <dxk/inspect.h>.
 */
#include "exec/stage.h"
#include "inspect/inspect.h"

#include "base/options.h"
#include "exec/math.h"
#include "ir/access.h"

/* ---------------------------------------------------------------------------------------- */
/* Waves                                                                                      */

static dxki_inspect_wave *wave_of(dxk_inspect_state *s, const dxki_exec_runner *r)
{
    return &s->waves[r - s->worker->waves];
}

static bool make_wave(dxk_inspect_state *s, dxki_inspect_wave *w)
{
    const dxk_inspect *i = s->i;
    uint64_t words = (uint64_t)i->words * s->worker->program->info.wave_size;

    if (words > SIZE_MAX / 8)
        return false;
    w->made = DXKI_NEW_ARRAY(&s->arena, dxki_exec_mask, i->p->places.count + 1);
    w->declared = DXKI_NEW_ARRAY(&s->arena, dxki_exec_mask, i->declares.count + 1);
    w->bits = DXKI_NEW_ARRAY(&s->arena, uint32_t, (size_t)words + 1);
    w->known = DXKI_NEW_ARRAY(&s->arena, uint32_t, (size_t)words + 1);
    return w->made && w->declared && w->bits && w->known;
}

static void drop_lanes(dxki_exec_mask *masks, uint32_t count, dxki_exec_mask lanes)
{
    for (uint32_t n = 0; n < count; n++) {
        masks[n].word[0] &= ~lanes.word[0];
        masks[n].word[1] &= ~lanes.word[1];
    }
}

/* Lanes begin a function: nothing in it has a value yet. */
static void enter(dxk_inspect_state *s, dxki_exec_runner *r, const dxki_inspect_function *f)
{
    const dxk_inspect *i = s->i;
    dxki_inspect_wave *w = wave_of(s, r);
    uint32_t lanes = r->wave.lanes;

    drop_lanes(w->made + f->first_place, f->place_count, r->wave.mask);
    drop_lanes(w->declared + f->first_declare, f->declare_count, r->wave.mask);
    for (uint32_t n = 0; n < f->var_count; n++) {
        const dxki_inspect_var *v = &i->vars.items[f->first_var + n];
        uint32_t *known = w->known + (size_t)v->first * lanes;
        for (uint32_t word = 0; word < v->words; word++)
            for (uint32_t l = 0; l < lanes; l++)
                known[(size_t)word * lanes + l] &= ~r->active[l];
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Puts up to 64 bits into the words of a variable at one lane. */
static void put_bits(uint32_t *words, uint32_t lanes, uint32_t offset, uint32_t size, uint64_t bits)
{
    while (size) {
        uint32_t shift = offset % 32, room = 32 - shift, part = size < room ? size : room;
        uint32_t mask = (part == 32 ? ~0u : (1u << part) - 1) << shift;
        uint32_t *word = &words[(size_t)(offset / 32) * lanes];
        *word = (*word & ~mask) | ((uint32_t)(bits << shift) & mask);
        bits >>= part;
        offset += part;
        size -= part;
    }
}

static uint32_t width_of(uint8_t elem)
{
    static const uint8_t bits[DXKI_EXEC_ELEMS] = {
        [DXKI_EXEC_I1] = 1,   [DXKI_EXEC_I8] = 8,   [DXKI_EXEC_I16] = 16, [DXKI_EXEC_I32] = 32,
        [DXKI_EXEC_I64] = 64, [DXKI_EXEC_F16] = 16, [DXKI_EXEC_F32] = 32, [DXKI_EXEC_F64] = 64};

    return bits[elem];
}

/* The number of a move as the variable holds it. */
static uint64_t number_of(const dxki_exec_runner *r, const dxki_inspect_move *m, uint32_t lane)
{
    uint32_t width = width_of(m->elem);
    uint64_t bits = m->from == DXKI_INSPECT_CONSTANT ? m->value
                    : width == 64                    ? dxki_exec_row64(&r->wave, m->row)[lane]
                                                     : dxki_exec_row(&r->wave, m->row)[lane];

    if (width < 64)
        bits &= ((uint64_t)1 << width) - 1;
    if (m->elem == DXKI_EXEC_F16 && m->bits == 32)
        return dxki_exec_f16_to_f32((uint16_t)bits);
    if (m->extends && width > 1 && width < 64 && bits >> (width - 1) & 1)
        bits |= ~(uint64_t)0 << width;
    return bits;
}

static void do_move(dxk_inspect_state *s, dxki_exec_runner *r, const dxki_inspect_move *m)
{
    const dxki_inspect_var *v = &s->i->vars.items[m->variable];
    dxki_inspect_wave *w = wave_of(s, r);
    uint32_t lanes = r->wave.lanes;
    size_t first = (size_t)v->first * lanes;

    if ((uint64_t)m->offset + m->bits > 32 * (uint64_t)v->words)
        return;
    DXKI_EXEC_EACH_LANE(&r->wave, lane)
    {
        bool known = m->from != DXKI_INSPECT_NOWHERE;
        if (known)
            put_bits(w->bits + first + lane, lanes, m->offset, m->bits, number_of(r, m, lane));
        put_bits(w->known + first + lane, lanes, m->offset, m->bits, known ? ~(uint64_t)0 : 0);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Callbacks                                                                                  */

static void tell(dxk_inspect_state *s, dxki_exec_runner *r, uint32_t step, dxk_inspect_when when,
                 const dxki_inspect_call *call)
{
    const dxk_run_program *p = s->i->p;
    uint32_t place = p->place_of[p->steps.items[step].inst] - 1;

    s->step = step;
    if (!(s->options.when & (uint32_t)when) || (s->options.places && !s->options.places[place]))
        return;
    memset(&s->moment, 0, sizeof s->moment);
    s->moment.when = when;
    s->moment.place = place;
    memcpy(s->moment.group, s->worker->group.id, sizeof s->moment.group);
    s->moment.threads = p->info.num_threads[0] * p->info.num_threads[1] * p->info.num_threads[2];
    s->moment.wave = r->wave.index;
    s->moment.lanes = r->wave.lanes;
    s->moment.first = s->worker->stage ? s->worker->stage->first : 0;
    s->moment.active[0] = r->wave.mask.word[0];
    s->moment.active[1] = r->wave.mask.word[1];
    if (call) {
        s->moment.variable = call->variable;
        s->moment.offset = call->offset;
        s->moment.bits = call->bits;
    }
    dxk_status status = s->options.call(s->options.user, s);
    if (status != DXK_OK)
        dxki_exec_stop(&r->wave, status);
}

static void made(dxk_inspect_state *s, dxki_exec_runner *r, uint32_t step)
{
    const dxk_run_program *p = s->i->p;
    dxki_exec_mask *m = &wave_of(s, r)->made[p->place_of[p->steps.items[step].inst] - 1];

    m->word[0] |= r->wave.mask.word[0];
    m->word[1] |= r->wave.mask.word[1];
    tell(s, r, step, DXK_INSPECT_AFTER, NULL);
}

static void do_calls(dxk_inspect_state *s, dxki_exec_runner *r, uint32_t step)
{
    const dxk_inspect *i = s->i;
    dxki_inspect_span span = i->calls_before[i->p->steps.items[step].inst];

    for (uint32_t n = 0; n < span.count; n++) {
        const dxki_inspect_call *call = &i->calls.items[span.first + n];
        if (call->is_declare) {
            dxki_exec_mask *declared = &wave_of(s, r)->declared[call->first];
            declared->word[0] |= r->wave.mask.word[0];
            declared->word[1] |= r->wave.mask.word[1];
            continue;
        }
        for (uint32_t move = 0; move < call->count; move++)
            do_move(s, r, &i->moves.items[call->first + move]);
        tell(s, r, step, DXK_INSPECT_ASSIGN, call);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Segments                                                                                   */

static bool ends_in_call(const dxk_run_program *p, uint32_t segment)
{
    return p->segments.items[segment].kind == DXKI_EXEC_END_CALL;
}

/* One instruction: those of a block's phis have been run on the way. */
static void run_step(dxk_inspect_state *s, dxki_exec_runner *r, uint32_t step, uint32_t end,
                     bool calls)
{
    const dxk_run_program *p = s->i->p;
    const dxki_exec_step *at = &p->steps.items[step];

    do_calls(s, r, step);
    if (p->m->insts.items[at->inst].op != DXKI_OP_PHI)
        tell(s, r, step, DXK_INSPECT_BEFORE, NULL);
    if (s->worker->status != DXK_OK)
        return;
    dxki_exec_run_code(r, at->code, end);
    if (!calls)
        made(s, r, step);
}

static bool is_entry(const dxk_inspect_state *s, const dxki_exec_runner *r, uint32_t segment,
                     const dxki_inspect_function **f)
{
    const dxki_exec_function *function = r->frames[r->depth - 1].function;

    *f = &s->i->functions[function - s->i->p->functions.items];
    return (*f)->entry == segment;
}

/* What comes before the first instruction of a segment is the end of the call before it. */
static void run_segment(dxki_exec_watch *watch, dxki_exec_runner *r, uint32_t segment)
{
    dxk_inspect_state *s = (dxk_inspect_state *)(void *)watch;
    const dxk_run_program *p = s->i->p;
    const dxki_exec_segment *at = &p->segments.items[segment];
    uint32_t first = s->i->first_step[segment], end = s->i->first_step[segment + 1];
    const dxki_inspect_function *f;

    if (!wave_of(s, r)->known && !make_wave(s, wave_of(s, r))) {
        dxki_exec_stop(&r->wave, dxki_nomem(s->worker->ctx));
        return;
    }
    s->runner = r;
    if (is_entry(s, r, segment, &f))
        enter(s, r, f);
    dxki_exec_run_code(r, at->first, first < end ? p->steps.items[first].code : at->end);
    if (first && segment && ends_in_call(p, segment - 1))
        made(s, r, first - 1);
    for (uint32_t n = first; n < end && s->worker->status == DXK_OK; n++)
        run_step(s, r, n, n + 1 < end ? p->steps.items[n + 1].code : at->end,
                 n + 1 == end && ends_in_call(p, segment));
    s->runner = NULL;
}

/* Nothing has a value in a new group. */
static void begin_group(dxki_exec_watch *watch)
{
    dxk_inspect_state *s = (dxk_inspect_state *)(void *)watch;
    const dxk_inspect *i = s->i;
    size_t words = (size_t)i->words * s->worker->program->info.wave_size;

    for (uint32_t n = 0; n < s->worker->runner_count; n++) {
        dxki_inspect_wave *w = &s->waves[n];
        if (!w->known)
            continue;
        memset(w->made, 0, i->p->places.count * sizeof *w->made);
        memset(w->declared, 0, i->declares.count * sizeof *w->declared);
        memset(w->known, 0, words * sizeof *w->known);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Making                                                                                     */

/* Which lane of which wave has each thread of a group. */
static bool place_threads(dxk_inspect_state *s)
{
    const dxk_run_worker *worker = s->worker;
    const dxk_run_program *p = s->i->p;
    uint32_t threads = p->info.num_threads[0] * p->info.num_threads[1] * p->info.num_threads[2];

    s->lane_of = DXKI_NEW_ARRAY(&s->arena, uint32_t, (size_t)threads + 1);
    if (!s->lane_of)
        return false;
    for (uint32_t n = 0; n < worker->wave_count * p->info.wave_size; n++) {
        uint32_t thread = dxki_exec_thread_at(p, n);
        if (n < threads && thread < threads)
            s->lane_of[thread] = n;
    }
    return true;
}

dxk_status dxk_inspect_watch(const dxk_inspect *inspect, dxk_run_worker *worker,
                             const dxk_inspect_watch_options *options, dxk_inspect_state **out)
{
    dxk_inspect_watch_options own;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options) || !own.call ||
        worker->program != inspect->p || !inspect->p->options.for_debug)
        return DXK_E_ARGUMENT;
    dxk_inspect_state *s = dxki_realloc(worker->ctx, NULL, 0, sizeof *s);
    if (!s)
        return dxki_nomem(worker->ctx);
    memset(s, 0, sizeof *s);
    s->i = inspect;
    s->worker = worker;
    s->options = own;
    s->before = worker->watch;
    s->watch.segment = run_segment;
    s->watch.group = begin_group;
    dxki_arena_init(&s->arena, worker->ctx);
    s->waves = DXKI_NEW_ARRAY(&s->arena, dxki_inspect_wave, worker->runner_count);
    if (!s->waves || !place_threads(s)) {
        dxk_inspect_state_free(s);
        return dxki_nomem(worker->ctx);
    }
    dxki_exec_watch_set(worker, &s->watch);
    *out = s;
    return DXK_OK;
}

void dxk_inspect_pause(dxk_inspect_state *state, bool paused)
{
    dxki_exec_watch_set(state->worker, paused ? state->before : &state->watch);
}

void dxk_inspect_state_free(dxk_inspect_state *state)
{
    if (!state)
        return;
    dxk_ctx *ctx = state->worker->ctx;
    if (state->worker->watch == &state->watch)
        dxki_exec_watch_set(state->worker, state->before);
    dxki_arena_free(&state->arena);
    dxki_realloc(ctx, state, sizeof *state, 0);
}

dxk_inspect_moment dxk_inspect_moment_get(const dxk_inspect_state *state)
{
    return state->moment;
}
