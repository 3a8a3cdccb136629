/* SPDX-License-Identifier: MIT */
/* state.c - threads of a group at a moment, the functions that they are in. Part of <dxk/inspect.h>. */
#include "inspect/inspect.h"

#include "ir/access.h"

dxki_exec_runner *dxki_inspect_runner_of(const dxk_inspect_state *s, uint32_t thread,
                                         uint32_t *lane)
{
    const dxk_run_program_info *info = &s->i->p->info;

    if (thread >= info->num_threads[0] * info->num_threads[1] * info->num_threads[2])
        return NULL;
    uint32_t at = s->lane_of[thread], wave = at / info->wave_size;
    *lane = at % info->wave_size;
    return wave < s->worker->runner_count ? &s->worker->waves[wave] : NULL;
}

uint32_t dxk_inspect_thread_at(const dxk_inspect_state *state, uint32_t wave, uint32_t lane)
{
    const dxk_run_program_info *info = &state->i->p->info;
    uint32_t threads = info->num_threads[0] * info->num_threads[1] * info->num_threads[2];
    uint64_t at = (uint64_t)wave * info->wave_size + lane;

    if (lane >= info->wave_size || at >= threads)
        return UINT32_MAX;
    return dxki_exec_thread_at(state->i->p, (uint32_t)at);
}

/* ---------------------------------------------------------------------------------------- */
/* Where a lane is                                                                            */

/* The step that lanes at a position do next. */
static uint32_t step_at(const dxk_inspect_state *s, const dxki_exec_frame *f, uint32_t position)
{
    const dxk_run_program *p = s->i->p;
    const dxki_exec_position *at = &f->function->positions[position];

    while (at->segment == DXKI_EXEC_LATCH)
        at = &f->function->positions[at->header];
    uint32_t step = s->i->first_step[at->segment];
    while (step + 1 < p->steps.count &&
           p->m->insts.items[p->steps.items[step].inst].op == DXKI_OP_PHI)
        step++;
    return step;
}

/* The step of a lane in a frame that it is in; false: it is not. */
static bool lane_step(const dxk_inspect_state *s, const dxki_exec_runner *r, uint32_t depth,
                      uint32_t lane, uint32_t *step)
{
    const dxki_exec_frame *f = &r->frames[depth];

    if (!dxki_exec_mask_has(&f->live, lane))
        return false;
    if (dxki_exec_mask_has(&f->running, lane)) {
        /* The end of the segment that made it stop there: a call, a barrier. */
        bool here = r == s->runner && depth + 1 == r->depth;
        *step = here ? s->step : s->i->first_step[f->segment] - 1;
        return true;
    }
    for (uint32_t n = 0; n < f->wait_count; n++) {
        if (dxki_exec_mask_has(&f->waits[n].lanes, lane)) {
            *step = step_at(s, f, f->waits[n].position);
            return true;
        }
    }
    return false;
}

static uint32_t place_of_step(const dxk_inspect_state *s, uint32_t step)
{
    const dxk_run_program *p = s->i->p;

    return step < p->steps.count ? p->place_of[p->steps.items[step].inst] - 1 : 0;
}

/* Frames of the source at a place. */
static uint32_t levels_at(const dxk_inspect_state *s, uint32_t place)
{
    dxk_run_place at;

    return dxk_run_program_place(s->i->p, place, &at) && at.levels ? at.levels : 1;
}

static dxk_inspect_doing doing_of(const dxk_inspect_state *s, const dxki_exec_runner *r,
                                  uint32_t lane)
{
    if (r->state == DXKI_EXEC_DONE || r->depth == 0 ||
        !dxki_exec_mask_has(&r->frames[0].live, lane))
        return DXK_INSPECT_DONE;
    if (r != s->runner) {
        const dxki_exec_frame *top = &r->frames[r->depth - 1];
        bool parked = r->state == DXKI_EXEC_PARKED && dxki_exec_mask_has(&top->running, lane);
        return parked ? DXK_INSPECT_BARRIER : DXK_INSPECT_READY;
    }
    return dxki_exec_mask_has(&r->wave.mask, lane) ? DXK_INSPECT_RUNS : DXK_INSPECT_WAITS;
}

bool dxk_inspect_thread_get(const dxk_inspect_state *state, uint32_t thread,
                            dxk_inspect_thread *out)
{
    uint32_t lane, step;
    const dxki_exec_runner *r = dxki_inspect_runner_of(state, thread, &lane);

    memset(out, 0, sizeof *out);
    if (!r)
        return false;
    out->doing = doing_of(state, r, lane);
    out->wave = (uint32_t)(r - state->worker->waves);
    out->lane = lane;
    for (uint32_t d = 0; out->doing != DXK_INSPECT_DONE && d < r->depth; d++)
        if (lane_step(state, r, d, lane, &step))
            out->frames += levels_at(state, place_of_step(state, step));
    return true;
}

/* The frame of a thread and its function; false past the end. */
static bool find_frame(const dxk_inspect_state *s, uint32_t thread, uint32_t index,
                       dxk_inspect_frame *out, uint32_t *function)
{
    uint32_t lane, step;
    const dxki_exec_runner *r = dxki_inspect_runner_of(s, thread, &lane);

    if (!r || doing_of(s, r, lane) == DXK_INSPECT_DONE)
        return false;
    for (uint32_t d = r->depth; d-- > 0;) {
        if (!lane_step(s, r, d, lane, &step))
            continue;
        uint32_t place = place_of_step(s, step), levels = levels_at(s, place);
        if (index < levels) {
            out->place = place;
            out->level = index;
            out->depth = d;
            *function = (uint32_t)(r->frames[d].function - s->i->p->functions.items);
            return true;
        }
        index -= levels;
    }
    return false;
}

bool dxk_inspect_frame_get(const dxk_inspect_state *state, uint32_t thread, uint32_t index,
                           dxk_inspect_frame *out)
{
    uint32_t function;
    dxk_run_place at;

    memset(out, 0, sizeof *out);
    if (!find_frame(state, thread, index, out, &function))
        return false;
    if (!dxk_run_program_frame(state->i->p, out->place, out->level, &out->where) &&
        dxk_run_program_place(state->i->p, out->place, &at)) {
        out->where.function = at.function;
        out->where.file = (dxk_str){"", 0};
    }
    return true;
}

dxki_md dxki_inspect_location(const dxk_inspect_state *s, uint32_t thread, uint32_t frame,
                              uint32_t *function)
{
    dxk_inspect_frame f = {0};
    const dxk_run_program *p = s->i->p;

    *function = DXKI_INSPECT_NONE;
    if (!find_frame(s, thread, frame, &f, function))
        return 0;
    uint32_t inst = p->places.items[f.place].inst;
    if (s->i->own_inst)
        inst = p->debug_insts[inst];
    dxki_md at = inst ? dxki_inst_dbg(s->i->d, inst) : 0;
    if (at && dxki_md_get(s->i->d, at)->kind != DXKI_M_LOCATION)
        at = 0;
    for (uint32_t n = 0; at && n < f.level; n++)
        at = dxki_md_op(s->i->d, at, DXKI_DI_LOCATION_INLINED_AT);
    return at;
}
