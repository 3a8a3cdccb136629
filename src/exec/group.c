/* SPDX-License-Identifier: MIT */
/*
 * group.c - workers: the memory of a group, its waves, and the order in which they run. Part of
 * <dxk/run.h>.
 *
 * Lanes are threads of the group in their flattened order. Where operations work on quads, and the
 * group has an even number of threads in x and y, four lanes in a row are a square of 2 by 2 threads:
 *
 *     threads    0 1 2 3      lanes    0 1 4 5
 *                4 5 6 7               2 3 6 7
 *
 * Source: HLSL shader model 6.6, "Derivatives in compute shaders".
 */
#include "exec/check.h"
#include "exec/group.h"
#include "exec/once.h"
#include "exec/profile.h"
#include "exec/stage.h"
#include "exec/taint.h"

#include "ir/idset.h"

/* ---------------------------------------------------------------------------------------- */
/* Lanes                                                                                      */

static bool has_squares(const dxk_run_program *p)
{
    const uint32_t *n = p->info.num_threads;
    bool line = n[0] % 4 == 0 && n[1] == 1 && n[2] == 1;

    return p->needs.quads && n[0] % 2 == 0 && n[1] % 2 == 0 && !line;
}

uint32_t dxki_exec_thread_at(const dxk_run_program *p, uint32_t index)
{
    const uint32_t *n = p->info.num_threads;

    if (!has_squares(p))
        return index;
    uint32_t quad = index / 4, in_quad = index % 4, per_row = n[0] / 2,
             per_slice = per_row * (n[1] / 2);
    uint32_t x = quad % per_row * 2 + (in_quad & 1);
    uint32_t y = quad % per_slice / per_row * 2 + (in_quad >> 1);
    return quad / per_slice * n[0] * n[1] + y * n[0] + x;
}

static void place_lanes(dxki_exec_runner *r, uint32_t index)
{
    const dxk_run_program *p = r->wave.program;
    uint32_t threads = p->info.num_threads[0] * p->info.num_threads[1] * p->info.num_threads[2];

    for (uint32_t l = 0; l < r->wave.lanes; l++) {
        uint32_t at = index * r->wave.lanes + l;
        r->thread_of[l] = at < threads ? dxki_exec_thread_at(p, at) : UINT32_MAX;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Random orders                                                                              */

uint64_t dxki_exec_random(struct dxk_run_worker *worker)
{
    uint64_t z = worker->random += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void shuffle_turns(dxk_run_worker *worker, dxki_exec_runner *r)
{
    for (uint32_t l = 0; l < r->wave.lanes; l++)
        r->turns[l] = (uint8_t)l;
    for (uint32_t l = r->wave.lanes; l > 1; l--) {
        uint32_t other = (uint32_t)(dxki_exec_random(worker) % l);
        uint8_t turn = r->turns[l - 1];
        r->turns[l - 1] = r->turns[other];
        r->turns[other] = turn;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* A group                                                                                    */

static void begin_wave(dxk_run_worker *worker, dxki_exec_runner *r, uint32_t index)
{
    place_lanes(r, index);
    if (worker->run->options.schedule == DXK_RUN_SHUFFLE)
        shuffle_turns(worker, r);
    dxki_exec_wave_begin(r, index, 0);
}

/* Waves that do not wait for each other share what a wave needs. */
static void run_one_by_one(dxk_run_worker *worker, uint32_t first)
{
    for (uint32_t n = 0; n < worker->wave_count && worker->status == DXK_OK; n++) {
        begin_wave(worker, &worker->waves[0], (first + n) % worker->wave_count);
        dxki_exec_wave_run(&worker->waves[0]);
    }
}

/* The instruction of the barrier at which a wave waits: its segment ends there. */
static uint32_t barrier_of(const dxki_exec_runner *r)
{
    const dxki_exec_frame *f = &r->frames[r->depth - 1];

    return r->wave.program->segments.items[f->segment - 1].end - 1;
}

/* Threads of the group that wait at a barrier. */
static uint32_t count_waiting(const dxk_run_worker *worker, uint32_t barrier)
{
    uint32_t count = 0;

    for (uint32_t n = 0; n < worker->wave_count; n++) {
        const dxki_exec_runner *r = &worker->waves[n];
        if (r->state == DXKI_EXEC_PARKED && barrier_of(r) == barrier)
            count += dxki_exec_mask_count(&r->frames[r->depth - 1].running);
    }
    return count;
}

/* All threads of a group come to the same barrier, those of other waves among them; who has returned
 * does not. Tells once of each barrier to which only some have come. */
static void check_barriers(dxk_run_worker *worker)
{
    const uint32_t *n = worker->program->info.num_threads;
    uint32_t threads = n[0] * n[1] * n[2], told = 0;

    for (uint32_t at = 0; at < worker->wave_count && told < threads; at++) {
        dxki_exec_runner *r = &worker->waves[at];
        if (r->state != DXKI_EXEC_PARKED)
            continue;
        uint32_t barrier = barrier_of(r), count = count_waiting(worker, barrier);
        bool is_first = true;
        for (uint32_t k = 0; k < at && is_first; k++)
            is_first = worker->waves[k].state != DXKI_EXEC_PARKED ||
                       barrier_of(&worker->waves[k]) != barrier;
        if (!is_first)
            continue;
        told += count;
        if (count < threads)
            dxki_exec_finding(
                &r->wave, DXKI_FOUND_BARRIER_DIVERGENT, worker->program->code.items + barrier,
                dxki_exec_mask_first(&r->frames[r->depth - 1].running), count, threads);
    }
}

/* Runs all waves up to the next barrier; false: all are done. */
static bool run_to_barrier(dxk_run_worker *worker, uint32_t first)
{
    bool parked = false;

    for (uint32_t n = 0; n < worker->wave_count && worker->status == DXK_OK; n++) {
        dxki_exec_runner *r = &worker->waves[(first + n) % worker->wave_count];
        if (r->state == DXKI_EXEC_DONE)
            continue;
        dxki_exec_wave_run(r);
        parked |= r->state == DXKI_EXEC_PARKED;
    }
    if (parked && worker->status == DXK_OK && worker->enabled >> DXKI_FOUND_BARRIER_DIVERGENT & 1)
        check_barriers(worker);
    worker->group.epoch++;
    if (worker->group.fences & DXKI_EXEC_FENCE_UAV)
        worker->races.epoch++;
    worker->group.fences = 0;
    return parked;
}

static uint32_t first_wave(dxk_run_worker *worker)
{
    return worker->run->options.schedule == DXK_RUN_SHUFFLE
               ? (uint32_t)(dxki_exec_random(worker) % worker->wave_count)
               : 0;
}

void dxki_exec_group_run(dxk_run_worker *worker, const uint32_t id[3], uint64_t number)
{
    const dxk_run *run = worker->run;

    memcpy(worker->group.id, id, sizeof worker->group.id);
    worker->random = run->options.seed ^ (number + 1) * 0xd1342543de82ef95u;
    if (worker->program->shared.size)
        memset(worker->group.shared, 0, (size_t)worker->program->shared.size * sizeof(uint32_t));
    worker->group.epoch = 1;
    worker->group.fences = 0;
    dxki_exec_race_begin_group(&worker->races, (uint32_t)number);
    if (worker->group.shadow)
        memset(worker->group.shadow, 0,
               (size_t)worker->program->shared.size * sizeof *worker->group.shadow);
    if (worker->group.origins)
        dxki_exec_taint_begin_group(worker);
    if (worker->watch && worker->watch->group)
        worker->watch->group(worker->watch);
    if (worker->runner_count != worker->wave_count) {
        run_one_by_one(worker, first_wave(worker));
        return;
    }
    for (uint32_t n = 0; n < worker->wave_count; n++)
        begin_wave(worker, &worker->waves[n], n);
    while (worker->status == DXK_OK && run_to_barrier(worker, first_wave(worker)))
        continue;
}

static void run_group(dxk_run_worker *worker, uint64_t group)
{
    const uint32_t *grid = worker->run->grid;
    const uint32_t id[3] = {(uint32_t)(group % grid[0]), (uint32_t)(group / grid[0] % grid[1]),
                            (uint32_t)(group / grid[0] / grid[1])};

    dxki_exec_group_run(worker, id, group);
}

/* Number `n` of `count` groups in a random order that visits each once. */
static uint64_t shuffled(const dxk_run *run, uint64_t n, uint64_t count)
{
    uint64_t step = (run->options.seed | 1) % count;

    /* A step that has no factor in common with the count reaches all. */
    for (uint64_t a = step, b = count; b != 0;) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
        if (b == 0 && a != 1)
            step = 1;
    }
    uint64_t at = run->options.seed % count;
    for (uint64_t bit = 1; bit; bit <<= 1) {
        if (n & bit)
            at = (at + step) % count;
        step = step * 2 % count;
    }
    return at;
}

dxk_status dxk_run_groups(dxk_run_worker *worker, uint64_t first, uint64_t count)
{
    uint64_t all = dxk_run_group_count(worker->run);

    if (first > all || count > all - first || dxki_exec_is_invoked(worker->program->info.kind))
        return DXK_E_ARGUMENT;
    worker->status = DXK_OK;
    for (uint64_t n = 0; n < count && worker->status == DXK_OK; n++)
        run_group(worker, worker->run->options.schedule == DXK_RUN_SHUFFLE
                              ? shuffled(worker->run, first + n, all)
                              : first + n);
    return worker->status;
}

/* ---------------------------------------------------------------------------------------- */
/* Workers                                                                                    */

/* `count` rows of numbers by lane, beginning where vector units like them to. */
static uint32_t *make_rows(dxk_run_worker *worker, uint64_t count, uint32_t lanes)
{
    uint64_t bytes = (count + 1) * lanes * sizeof(uint32_t) + 64;
    uint8_t *room = bytes < SIZE_MAX ? dxki_arena_zalloc(&worker->arena, 1, (size_t)bytes) : NULL;

    return room ? (uint32_t *)(void *)(room + (64 - (uintptr_t)room % 64) % 64) : NULL;
}

static bool make_frames(dxk_run_worker *worker, dxki_exec_runner *r)
{
    uint32_t depth = worker->program->call_depth;

    r->frames = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_frame, depth);
    for (uint32_t n = 0; r->frames && n < depth; n++) {
        r->frames[n].waits = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_wait,
                                            (size_t)worker->program->info.wave_size + 1);
        if (!r->frames[n].waits)
            return false;
    }
    return r->frames != NULL;
}

/* The wave of what runs once: one lane of it is active. */
static bool make_once(dxk_run_worker *worker, dxki_exec_runner *r)
{
    static const uint32_t active[DXKI_EXEC_ONCE_LANES] = {~0u};
    dxki_exec_wave *w = &r->once;

    if (!worker->program->runs_once)
        return true;
    *w = r->wave;
    w->lanes = DXKI_EXEC_ONCE_LANES;
    w->lane_shift = DXKI_EXEC_ONCE_SHIFT;
    w->bank[0] = make_rows(worker, worker->program->register_count, w->lanes);
    w->bank[1] = worker->program->constants_once;
    w->active = active;
    w->mask = (dxki_exec_mask){{1, 0}};
    w->live = &w->mask;
    w->full = w->in_step = true;
    return w->bank[0] != NULL;
}

static bool make_wave(dxk_run_worker *worker, dxki_exec_runner *r)
{
    const dxk_run_program *p = worker->program;
    dxki_exec_wave *w = &r->wave;

    w->lanes = p->info.wave_size;
    while (1u << w->lane_shift < w->lanes)
        w->lane_shift++;
    w->bank[0] = make_rows(worker, p->register_count, w->lanes);
    w->bank[1] = p->constants;
    w->lists = p->lists.items;
    w->active = r->active;
    w->program = p;
    w->vectors = p->vectors;
    w->run = worker->run;
    w->worker = worker;
    w->group = &worker->group;
    w->views = &worker->run->bindings.views;
    w->races = worker->enabled >> DXKI_FOUND_RACE_UAV & 1 ? &worker->races : NULL;
    w->memory = make_rows(worker, p->private.size, w->lanes);
    w->turns = worker->run->options.schedule == DXK_RUN_SHUFFLE ? r->turns : NULL;
    w->thread_of = r->thread_of;
    if (dxki_exec_taint_is_asked(worker->enabled) && !dxki_exec_taint_make_wave(worker, w))
        return false;
    return w->bank[0] && w->memory && make_once(worker, r) && make_frames(worker, r);
}

static bool make_waves(dxk_run_worker *worker)
{
    const dxk_run_program *p = worker->program;
    uint32_t threads = p->info.num_threads[0] * p->info.num_threads[1] * p->info.num_threads[2];

    worker->wave_count = (threads + p->info.wave_size - 1) / p->info.wave_size;
    /* A debugger shows all waves of a group. */
    worker->runner_count = p->needs.barriers || p->options.for_debug ? worker->wave_count : 1;
    worker->waves = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_runner, worker->runner_count);
    worker->group.shared = DXKI_NEW_ARRAY(&worker->arena, uint32_t, (size_t)p->shared.size + 1);
    worker->group.payload = DXKI_NEW_ARRAY(&worker->arena, uint32_t, (size_t)p->payload.size + 1);
    if (!worker->waves || !worker->group.shared || !worker->group.payload)
        return false;
    if (worker->enabled >> DXKI_FOUND_RACE_GROUPSHARED & 1 && p->shared.size) {
        worker->group.shadow = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_shadow, p->shared.size);
        if (!worker->group.shadow)
            return false;
    }
    if (dxki_exec_taint_is_asked(worker->enabled) && !dxki_exec_taint_make_group(worker))
        return false;
    for (uint32_t n = 0; n < worker->runner_count; n++)
        if (!make_wave(worker, &worker->waves[n]))
            return false;
    return true;
}

void dxki_exec_watch_set(dxk_run_worker *worker, dxki_exec_watch *watch)
{
    worker->watch = watch;
    worker->is_looked_at = watch || worker->checks;
}

dxk_status dxk_run_worker_create(const dxk_run *run, dxk_ctx *ctx, dxk_run_worker **out)
{
    dxk_run_worker *worker = dxki_realloc(ctx, NULL, 0, sizeof *worker);

    *out = NULL;
    if (!worker)
        return dxki_nomem(ctx);
    memset(worker, 0, sizeof *worker);
    worker->ctx = ctx;
    worker->run = run;
    worker->program = run->program;
    worker->races.ctx = ctx;
    worker->enabled = run->options.sanitize;
    worker->checks =
        dxki_exec_check_is_asked(worker->enabled) || dxki_exec_taint_is_asked(worker->enabled);
    dxki_exec_watch_set(worker, NULL);
    dxki_arena_init(&worker->arena, ctx);
    if (!make_waves(worker) || (run->options.profile && !dxki_exec_profile_make(worker))) {
        dxk_run_worker_free(worker);
        return dxki_nomem(ctx);
    }
    *out = worker;
    return DXK_OK;
}

void dxk_run_worker_free(dxk_run_worker *worker)
{
    if (!worker)
        return;
    dxki_exec_race_free(&worker->races);
    dxki_vec_free(worker->ctx, &worker->found);
    dxki_idset_free(worker->ctx, &worker->found_set);
    dxki_arena_free(&worker->arena);
    dxki_realloc(worker->ctx, worker, sizeof *worker, 0);
}

uint64_t dxk_run_worker_steps(const dxk_run_worker *worker)
{
    return worker->issued;
}
