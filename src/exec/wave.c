/* SPDX-License-Identifier: MIT */
/*
 * wave.c - running a wave. The lanes of a frame wait at positions; those at the lowest one run its
 * block, and go on to wait where its edges lead. Since no lower lane can come to where others wait
 * without passing through all positions between, lanes meet wherever they can (order.h).
 *
 * With a random schedule any of the positions may run next, also for some of its lanes only, unless
 * the block has operations that lanes do together: those run when they are at the lowest position.
 */
#include "exec/check.h"
#include "exec/group.h"
#include "exec/lanes.h"
#include "exec/taint.h"

#define BLOCKS_BETWEEN 1000u /* questions whether to go on */

/* ---------------------------------------------------------------------------------------- */
/* Sets of lanes                                                                              */

/* Makes lanes the active ones. Lanes that have returned from a function need what it returns. */
static void activate(dxki_exec_runner *r, dxki_exec_mask lanes)
{
    const dxki_exec_frame *f = &r->frames[r->depth - 1];

    r->wave.full = dxki_exec_mask_is(lanes, r->depth == 1 ? f->live : f->entered);
    if (dxki_exec_mask_is(lanes, r->wave.mask))
        return;
    r->wave.mask = lanes;
    r->active_count = dxki_exec_mask_count(&lanes);
    dxki_exec_spread_mask(&r->wave, &lanes, r->active);
}

/* ---------------------------------------------------------------------------------------- */
/* Waiting                                                                                    */

/* Lanes come to a position. There are never more positions than lanes. */
static void wait_at(dxki_exec_frame *f, uint32_t position, dxki_exec_mask lanes)
{
    uint32_t n = f->wait_count;

    while (n > 0 && f->waits[n - 1].position < position)
        n--;
    if (n > 0 && f->waits[n - 1].position == position) {
        f->waits[n - 1].lanes = dxki_exec_mask_or(f->waits[n - 1].lanes, lanes);
        return;
    }
    for (uint32_t at = f->wait_count; at > n; at--)
        f->waits[at] = f->waits[at - 1];
    f->waits[n] = (dxki_exec_wait){position, lanes};
    f->wait_count++;
}

static void run_plain(dxki_exec_runner *r, uint32_t first, uint32_t end)
{
    const dxki_exec_inst *code = r->wave.program->code.items;
    const uint8_t *once = r->wave.program->once.items;

    if (r->wave.once)
        for (uint32_t n = first; n < end; n++)
            code[n].run(once[n] ? &r->once : &r->wave, code + n);
    else
        for (uint32_t n = first; n < end; n++)
            code[n].run(&r->wave, code + n);
    r->wave.issued += end - first;
}

void dxki_exec_run_code(dxki_exec_runner *r, uint32_t first, uint32_t end)
{
    if (!r->wave.worker->checks) {
        run_plain(r, first, end);
        return;
    }
    dxki_exec_run_checked(&r->wave, first, end);
    r->wave.issued += end - first;
}

/* The instructions of a segment, for somebody who looks at them. */
static void run_looked_at(dxki_exec_runner *r, uint32_t segment)
{
    const dxki_exec_segment *s = &r->wave.program->segments.items[segment];

    if (r->wave.worker->watch)
        r->wave.worker->watch->segment(r->wave.worker->watch, r, segment);
    else
        dxki_exec_run_code(r, s->first, s->end);
}

static void take_edge(dxki_exec_runner *r, dxki_exec_frame *f, uint32_t edge, dxki_exec_mask lanes)
{
    const dxki_exec_edge *e = &r->wave.program->edges.items[edge];

    if (dxki_exec_mask_is_empty(&lanes))
        return;
    if (e->first != e->end) {
        activate(r, lanes);
        dxki_exec_run_code(r, e->first, e->end);
    }
    wait_at(f, e->position, lanes);
}

/* All lanes that run take one edge. If no others wait, they need not wait either; they begin the
 * block there. */
static void take_together(dxki_exec_runner *r, dxki_exec_frame *f, uint32_t edge)
{
    const dxki_exec_edge *e = &r->wave.program->edges.items[edge];
    const dxki_exec_position *p = &f->function->positions[e->position];

    if (f->wait_count || !r->wave.in_step) {
        take_edge(r, f, edge, f->running);
        f->running = (dxki_exec_mask){{0, 0}};
        return;
    }
    dxki_exec_run_code(r, e->first, e->end);
    while (p->segment == DXKI_EXEC_LATCH)
        p = &f->function->positions[p->header];
    f->segment = p->segment;
    r->begins = true;
}

/* ---------------------------------------------------------------------------------------- */
/* Ends of segments                                                                           */

/* The operand of an end that all lanes that run have the same of. */
static uint64_t common_number(const dxki_exec_runner *r, const dxki_exec_segment *s)
{
    const dxki_exec_wave *w = s->is_once && r->wave.once ? &r->once : &r->wave;
    uint32_t lane = dxki_exec_mask_first(&w->mask);

    return s->is_wide ? dxki_exec_row64(w, s->a)[lane] : dxki_exec_row(w, s->a)[lane];
}

static void take_branch(dxki_exec_runner *r, dxki_exec_frame *f, const dxki_exec_segment *s)
{
    const uint32_t *row = dxki_exec_row(&r->wave, s->a);
    dxki_exec_mask all = f->running;

    if (s->is_uniform && r->wave.in_step) {
        take_together(r, f, s->to + !(common_number(r, s) & 1));
        return;
    }
    dxki_exec_mask yes = dxki_exec_mask_and(all, dxki_exec_mask_of_row(row, r->wave.lanes));
    if (dxki_exec_mask_is(yes, all)) {
        take_together(r, f, s->to);
    } else if (dxki_exec_mask_is_empty(&yes)) {
        take_together(r, f, s->to + 1);
    } else {
        take_edge(r, f, s->to, yes);
        take_edge(r, f, s->to + 1, dxki_exec_mask_without(all, yes));
        f->running = (dxki_exec_mask){{0, 0}};
    }
}

/* The edge of a value: cases are sorted. */
static uint32_t find_case(const dxk_run_program *p, const dxki_exec_segment *s, uint64_t value)
{
    uint32_t low = 0, high = s->count;
    if (high == 0)
        return s->edge;
    const uint64_t *cases = p->cases.items + s->to;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cases[2 * middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && cases[2 * low] == value ? (uint32_t)cases[2 * low + 1] : s->edge;
}

static void take_switch(dxki_exec_runner *r, dxki_exec_frame *f, const dxki_exec_segment *s)
{
    uint32_t edges[DXKI_EXEC_MAX_LANES];
    dxki_exec_mask left = f->running;

    if (s->is_uniform && r->wave.in_step) {
        take_together(r, f, find_case(r->wave.program, s, common_number(r, s)));
        return;
    }
    DXKI_EXEC_EACH_OF(&left, lane)
    {
        uint64_t value = s->is_wide ? dxki_exec_row64(&r->wave, s->a)[lane]
                                    : dxki_exec_row(&r->wave, s->a)[lane];
        edges[lane] = find_case(r->wave.program, s, value);
    }
    while (!dxki_exec_mask_is_empty(&left)) {
        uint32_t edge = edges[dxki_exec_mask_first(&left)];
        dxki_exec_mask same = {{0, 0}};
        DXKI_EXEC_EACH_OF(&left, lane)
        {
            same.word[lane >> 6] |= (uint64_t)(edges[lane] == edge) << (lane & 63);
        }
        take_edge(r, f, edge, same);
        left = dxki_exec_mask_without(left, same);
    }
    f->running = (dxki_exec_mask){{0, 0}};
}

static void push_frame(dxki_exec_runner *r, uint32_t function, dxki_exec_mask lanes)
{
    dxki_exec_frame *f = &r->frames[r->depth++];

    f->function = &r->wave.program->functions.items[function];
    f->live = f->entered = lanes;
    f->running = (dxki_exec_mask){{0, 0}};
    f->wait_count = 1;
    f->waits[0] = (dxki_exec_wait){0, lanes};
}

/* What the lanes that run do at the end of a segment. They go on with the next segment where
 * f->running stays as it is. */
static void end_segment(dxki_exec_runner *r, dxki_exec_frame *f, const dxki_exec_segment *s)
{
    dxki_exec_mask running = f->running;

    switch ((dxki_exec_end)s->kind) {
    case DXKI_EXEC_END_CALL:
        f->segment++;
        push_frame(r, s->to, running);
        return;
    case DXKI_EXEC_END_BARRIER:
        f->segment++;
        r->state = DXKI_EXEC_PARKED;
        return;
    case DXKI_EXEC_END_GOTO:
        take_together(r, f, s->to);
        return;
    case DXKI_EXEC_END_BRANCH:
        take_branch(r, f, s);
        return;
    case DXKI_EXEC_END_SWITCH:
        take_switch(r, f, s);
        return;
    case DXKI_EXEC_END_RETURN:
        f->live = dxki_exec_mask_without(f->live, running);
        f->running = (dxki_exec_mask){{0, 0}};
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The loop                                                                                   */

/* Which of the waiting sets runs next. */
static uint32_t choose_wait(dxki_exec_runner *r, const dxki_exec_frame *f)
{
    uint32_t lowest = f->wait_count - 1;

    if (r->wave.run->options.schedule == DXK_RUN_LOCKSTEP || lowest == 0)
        return lowest;
    uint32_t n = (uint32_t)(dxki_exec_random(r->wave.worker) % f->wait_count);
    return f->function->positions[f->waits[n].position].converges ? lowest : n;
}

/* Some of the lanes, at random, if they need not stay together. */
static dxki_exec_mask choose_lanes(dxki_exec_runner *r, const dxki_exec_frame *f, uint32_t n)
{
    dxki_exec_mask lanes = f->waits[n].lanes, some;

    if (r->wave.run->options.schedule == DXK_RUN_LOCKSTEP ||
        f->function->positions[f->waits[n].position].converges ||
        dxki_exec_random(r->wave.worker) % 4)
        return lanes;
    some.word[0] = lanes.word[0] & dxki_exec_random(r->wave.worker);
    some.word[1] = lanes.word[1] & dxki_exec_random(r->wave.worker);
    return dxki_exec_mask_is_empty(&some) ? lanes : some;
}

/* Takes the next lanes from where they wait; false: none are left. */
static bool start_block(dxki_exec_runner *r, dxki_exec_frame *f)
{
    for (;;) {
        if (f->wait_count == 0)
            return false;
        uint32_t n = choose_wait(r, f);
        dxki_exec_mask lanes = choose_lanes(r, f, n);
        const dxki_exec_position *p = &f->function->positions[f->waits[n].position];
        f->waits[n].lanes = dxki_exec_mask_without(f->waits[n].lanes, lanes);
        if (dxki_exec_mask_is_empty(&f->waits[n].lanes)) {
            f->wait_count--;
            for (; n < f->wait_count; n++)
                f->waits[n] = f->waits[n + 1];
        }
        if (p->segment == DXKI_EXEC_LATCH) {
            wait_at(f, p->header, lanes);
            continue;
        }
        f->running = lanes;
        f->segment = p->segment;
        return true;
    }
}

static bool count_steps(dxki_exec_runner *r, const dxki_exec_frame *f)
{
    const dxk_run_options *options = &r->wave.run->options;
    uint64_t most = options->max_steps;

    if (options->goes_on && ++r->wave.worker->blocks % BLOCKS_BETWEEN == 0 &&
        !options->goes_on(options->goes_on_user)) {
        dxki_exec_stop(&r->wave, DXK_E_LIMIT);
        return false;
    }
    r->steps += r->active_count;
    if (r->steps / r->wave.program->waves_in_one <= most)
        return true;
    const dxki_exec_segment *s = &r->wave.program->segments.items[f->segment];
    dxki_exec_finding(&r->wave, DXKI_FOUND_LOOP_BUDGET,
                      s->first != s->end ? r->wave.program->code.items + s->first : NULL,
                      dxki_exec_mask_first(&f->running), most, 0);
    dxki_exec_stop(&r->wave, DXK_E_LIMIT);
    return false;
}

void dxki_exec_wave_run(dxki_exec_runner *r)
{
    const dxk_run_program *p = r->wave.program;

    r->state = DXKI_EXEC_READY;
    while (r->state == DXKI_EXEC_READY && r->wave.worker->status == DXK_OK) {
        if (r->depth == 0) {
            r->state = DXKI_EXEC_DONE;
            return;
        }
        dxki_exec_frame *f = &r->frames[r->depth - 1];
        if (dxki_exec_mask_is_empty(&f->running)) {
            if (!start_block(r, f)) {
                r->depth--;
                continue;
            }
            r->begins = true;
        }
        const dxki_exec_segment *s = &p->segments.items[f->segment];
        activate(r, f->running);
        if (r->begins && !count_steps(r, f))
            return;
        r->begins = false;
        if (r->wave.worker->is_looked_at)
            run_looked_at(r, f->segment);
        else
            run_plain(r, s->first, s->end);
        r->wave.worker->issued += (uint64_t)(s->end - s->first) * r->active_count;
        if (r->wave.origins)
            dxki_exec_taint_end(&r->wave, f->segment);
        end_segment(r, f, s);
    }
}

void dxki_exec_wave_begin(dxki_exec_runner *r, uint32_t index, uint32_t function)
{
    dxki_exec_wave *w = &r->wave;
    const dxk_run_program *p = w->program;
    dxki_exec_mask lanes = {{0, 0}};

    w->index = index;
    w->issued = 0;
    w->mask = lanes;
    w->in_step = w->run->options.schedule == DXK_RUN_LOCKSTEP;
    w->once = w->program->runs_once && w->in_step && !w->worker->is_looked_at && !w->worker->enabled
                  ? r->once.bank[0]
                  : NULL;
    r->active_count = 0;
    r->begins = false;
    memset(r->active, 0, sizeof r->active);
    for (uint32_t l = 0; l < w->lanes; l++)
        if (r->thread_of[l] != UINT32_MAX)
            lanes.word[l >> 6] |= (uint64_t)1 << (l & 63);
    if (p->needs.lanes)
        memset(w->bank[0], 0, (size_t)p->register_count * w->lanes * sizeof(uint32_t));
    for (uint32_t n = 0; n < p->private.size; n++) {
        uint32_t word = n < p->private.known ? p->private.words[n] : p->options.undef;
        for (uint32_t l = 0; l < w->lanes; l++)
            w->memory[(size_t)n * w->lanes + l] = word;
    }
    r->steps = 0;
    r->depth = 0;
    r->state = DXKI_EXEC_READY;
    push_frame(r, function, lanes);
    w->live = &r->frames[0].live;
    if (w->origins)
        dxki_exec_taint_begin_wave(w);
}
