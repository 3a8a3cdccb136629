/* SPDX-License-Identifier: MIT */
/* debug_run.c - running, stopping, stepping; see debug.h. */
#include "debug.h"

#include <stdio.h>
#include <string.h>

#define LOOKS 1024u /* moments after which messages are looked for */

/* Why the shader stops. */
typedef struct stop_of {
    const char *reason; /* NULL: it does not */
    uint32_t thread;
    const debug_break *at;
} stop_of;

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

static uint32_t levels_of(const debug_session *s, uint32_t place)
{
    dxk_run_place at;
    return dxk_run_program_place(s->run.program, place, &at) ? at.levels : 0;
}

static bool has_line(const debug_session *s, uint32_t place)
{
    return s->lines[place] != 0;
}

/* A line goes on where functions that were inlined in it return to it, but not where a loop jumps
 * back. */
bool debug_arrives(const debug_session *s, uint32_t thread, uint32_t depth, uint32_t place)
{
    dxk_run_frame now, then;
    uint32_t last = s->tracks[thread].last[depth];
    if (last == DEBUG_NONE || place <= last)
        return true;
    uint32_t levels = levels_of(s, place), had = levels_of(s, last);
    if (had < levels)
        return true;
    for (uint32_t n = 0; n < levels; n++) {
        if (!dxk_run_program_frame(s->run.program, place, n, &now) ||
            !dxk_run_program_frame(s->run.program, last, had - levels + n, &then) ||
            now.line != then.line || !same(now.file, then.file) ||
            !same(now.function, then.function))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads that run                                                                           */

/* The next active thread of a moment, from lane *lane on; NONE: there is no more. */
static uint32_t next_thread(const dxk_inspect_state *state, const dxk_inspect_moment *m,
                            uint32_t *lane)
{
    for (; *lane < m->lanes; (*lane)++) {
        if (!(m->active[*lane >> 6] >> (*lane & 63) & 1))
            continue;
        uint32_t thread = dxk_inspect_thread_at(state, m->wave, *lane);
        if (thread != UINT32_MAX) {
            (*lane)++;
            return thread;
        }
    }
    return DEBUG_NONE;
}

static bool is_active(const dxk_inspect_state *state, const dxk_inspect_moment *m, uint32_t thread)
{
    dxk_inspect_thread t;
    return dxk_inspect_thread_get(state, thread, &t) && t.wave == m->wave &&
           t.doing == DXK_INSPECT_RUNS;
}

/* Notes that active threads are in a function; what was known of another in its place is gone. */
static void enter(debug_session *s, const dxk_inspect_state *state, const dxk_inspect_moment *m,
                  uint32_t depth)
{
    uint32_t lane = 0, thread;
    while ((thread = next_thread(state, m, &lane)) != DEBUG_NONE) {
        debug_track *t = &s->tracks[thread];
        if (depth > t->depth)
            t->last[depth] = DEBUG_NONE;
        t->depth = depth;
    }
}

static void leave(debug_session *s, const dxk_inspect_state *state, const dxk_inspect_moment *m,
                  uint32_t depth)
{
    uint32_t lane = 0, thread;
    if (!has_line(s, m->place))
        return;
    while ((thread = next_thread(state, m, &lane)) != DEBUG_NONE)
        s->tracks[thread].last[depth] = m->place;
}

static void forget_tracks(debug_session *s)
{
    memset(s->tracks, 0xff, s->threads * sizeof *s->tracks);
    for (uint32_t n = 0; n < s->threads; n++)
        s->tracks[n].depth = 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Stopping                                                                                   */

/* Breakpoints of all threads are looked at, since hits are counted. */
static stop_of stop_at_break(debug_session *s, const dxk_inspect_state *state,
                             const dxk_inspect_moment *m, uint32_t depth)
{
    static const char *const reasons[] = {[DEBUG_BREAK_LINE] = "breakpoint",
                                          [DEBUG_BREAK_FUNCTION] = "function breakpoint",
                                          [DEBUG_BREAK_INSTRUCTION] = "instruction breakpoint"};
    stop_of stop = {NULL, 0, NULL};
    uint32_t lane = 0, thread;
    if (!s->marked[m->place])
        return stop;
    while ((thread = next_thread(state, m, &lane)) != DEBUG_NONE) {
        const debug_break *b = debug_hit(s, state, thread, depth, m->place, true);
        if (b && !stop.at)
            stop = (stop_of){reasons[b->kind], thread, b};
    }
    return stop;
}

static bool step_ends(const debug_session *s, const dxk_inspect_state *state,
                      const dxk_inspect_moment *m, uint32_t depth)
{
    dxk_inspect_thread t;
    if (s->step == DEBUG_STEP_ENTRY)
        return has_line(s, m->place) || !dxk_run_program_info_get(s->run.program).has_lines;
    if (s->step == DEBUG_CONTINUE || !is_active(state, m, s->step_thread))
        return false;
    if (s->step == DEBUG_STEP_INSTRUCTION)
        return true;
    dxk_inspect_thread_get(state, s->step_thread, &t);
    if (!has_line(s, m->place))
        return false;
    if (s->step == DEBUG_STEP_OUT)
        return t.frames < s->step_frames;
    if (s->step == DEBUG_STEP_OVER && t.frames > s->step_frames)
        return false;
    return debug_arrives(s, s->step_thread, depth, m->place);
}

/* The thread of the finding that stops the shader: a group knows its threads by their numbers, other
 * stages by the lane. */
static uint32_t found_thread(const debug_session *s, const dxk_inspect_state *state,
                             const dxk_inspect_moment *m, uint32_t otherwise)
{
    const uint32_t *n = dxk_run_program_info_get(s->run.program).num_threads;
    const uint32_t *at = s->found_now.thread;
    dxk_inspect_thread t;
    uint32_t thread = s->invokes ? dxk_inspect_thread_at(state, m->wave, s->found_now.lane)
                                 : at[0] + n[0] * (at[1] + n[1] * at[2]);
    return dxk_inspect_thread_get(state, thread, &t) ? thread : otherwise;
}

static stop_of consider(debug_session *s, const dxk_inspect_state *state,
                        const dxk_inspect_moment *m, uint32_t depth)
{
    uint32_t lane = 0, first = next_thread(state, m, &lane);
    stop_of stop = stop_at_break(s, state, m, depth);
    if (s->mode == DEBUG_SEEK)
        return (stop_of){s->moment == s->limit ? "step" : NULL,
                         is_active(state, m, s->step_thread) ? s->step_thread : first, NULL};
    if (stop.reason)
        return stop;
    if (s->mode == DEBUG_FORWARD && s->finding[0] && s->stop_on_findings)
        return (stop_of){"exception", found_thread(s, state, m, first), NULL};
    if (step_ends(s, state, m, depth))
        return s->step == DEBUG_STEP_ENTRY ? (stop_of){"entry", first, NULL}
                                           : (stop_of){"step", s->step_thread, NULL};
    if (s->mode == DEBUG_FORWARD && s->pauses)
        return (stop_of){"pause", first, NULL};
    return stop;
}

static void tell_stop(debug_session *s, const stop_of *stop)
{
    debug_event(s, "stopped");
    dxk_json_text(&s->json, "reason", stop->reason);
    if (strcmp(stop->reason, "exception") == 0)
        dxk_json_text(&s->json, "text", s->finding);
    dxk_json_u64(&s->json, "threadId", (uint64_t)stop->thread + 1);
    dxk_json_bool(&s->json, "allThreadsStopped", true);
    if (stop->at) {
        dxk_json_array(&s->json, "hitBreakpointIds");
        dxk_json_u64(&s->json, NULL, stop->at->id);
        dxk_json_end(&s->json);
    }
    debug_send(s);
}

/* Answers requests until the client lets the shader go on. */
static void stay(debug_session *s, const dxk_inspect_state *state, const stop_of *stop)
{
    s->state = state;
    s->handle_count = 0;
    s->pauses = s->resumes = false;
    s->mode = DEBUG_FORWARD;
    s->step = DEBUG_CONTINUE;
    tell_stop(s, stop);
    memcpy(s->last_finding, s->finding, sizeof s->last_finding);
    s->finding[0] = 0;
    while (!s->resumes && !s->quits && !s->restarts && debug_serve(s))
        continue;
    s->state = NULL;
}

static bool is_watched(const debug_session *s, const dxk_inspect_moment *m)
{
    dxk_job_info info = dxk_job_info_get(s->run.job);
    uint64_t id = m->group[0] +
                  (uint64_t)info.groups[0] * (m->group[1] + (uint64_t)info.groups[1] * m->group[2]);
    return s->group == DEBUG_ANY_GROUP || s->group == id;
}

/* A finding about an instruction stops there, not at the next one. */
static dxk_status stop_after(debug_session *s, const dxk_inspect_state *state,
                             const dxk_inspect_moment *m, uint32_t first)
{
    if (s->mode == DEBUG_FORWARD && s->finding[0] && s->stop_on_findings) {
        stop_of stop = {"exception", found_thread(s, state, m, first), NULL};
        stay(s, state, &stop);
    }
    return s->quits || s->restarts ? DXK_E_LIMIT : DXK_OK;
}

static dxk_status on_moment(void *user, const dxk_inspect_state *state)
{
    debug_session *s = user;
    dxk_inspect_moment m = dxk_inspect_moment_get(state);
    dxk_inspect_frame frame = {0};
    uint32_t lane = 0, first = next_thread(state, &m, &lane);
    if (!is_watched(s, &m) || first == DEBUG_NONE)
        return DXK_OK;
    if (m.when == DXK_INSPECT_AFTER)
        return stop_after(s, state, &m, first);
    if (memcmp(s->at_group, m.group, sizeof s->at_group) != 0) {
        memcpy(s->at_group, m.group, sizeof s->at_group);
        forget_tracks(s);
    }
    s->moment++;
    if (!s->entry && has_line(s, m.place))
        s->entry = s->moment;
    if (s->mode == DEBUG_SCAN && s->moment >= s->limit) {
        s->restarts = true;
        return DXK_E_LIMIT;
    }
    dxk_inspect_frame_get(state, first, 0, &frame);
    uint32_t depth = frame.depth < DEBUG_MOST_DEPTH ? frame.depth : DEBUG_MOST_DEPTH - 1;
    enter(s, state, &m, depth);
    stop_of stop = consider(s, state, &m, depth);
    leave(s, state, &m, depth);
    if (stop.reason && s->mode == DEBUG_SCAN)
        s->found = s->moment;
    else if (stop.reason)
        stay(s, state, &stop);
    else if (s->moment % LOOKS == 0 && debug_wire_ready(&s->wire))
        debug_serve(s);
    return s->quits || s->restarts ? DXK_E_LIMIT : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Going on                                                                                   */

void debug_go(debug_session *s, debug_step step, uint32_t thread)
{
    dxk_inspect_thread t;
    s->mode = DEBUG_FORWARD;
    s->step = step;
    s->step_thread = thread;
    s->step_frames = s->state && dxk_inspect_thread_get(s->state, thread, &t) ? t.frames : 0;
    s->resumes = true;
}

void debug_go_back(debug_session *s, debug_step step, uint32_t thread)
{
    debug_go(s, step, thread);
    s->mode = DEBUG_SCAN;
    s->limit = s->moment;
    s->found = 0;
    s->restarts = true;
}

/* ---------------------------------------------------------------------------------------- */
/* A run                                                                                      */

static void on_finding(void *user, const dxk_run_finding *f)
{
    debug_session *s = user;
    dxk_buffer text;
    if (s->mode != DEBUG_FORWARD)
        return;
    bool stops = f->severity != DXK_NOTE && !s->finding[0];
    dxk_buffer_init(&text, s->j->ctx);
    text_out out = text_to_buffer(&text, false);
    if (f->line) {
        text_safe(&out, f->file);
        text_printf(&out, ":%u:%u: ", f->line, f->column);
    }
    text_printf(&out, "%s: ", run_severity(f->severity));
    run_print_message(&out, s->inspect, f);
    text_printf(&out, " [%s], group %u,%u,%u, thread %u,%u,%u\n", f->id, f->group[0], f->group[1],
                f->group[2], f->thread[0], f->thread[1], f->thread[2]);
    if (stops) {
        s->found_now = *f;
        snprintf(s->finding, sizeof s->finding, "%.*s", text.size ? (int)(text.size - 1) : 0,
                 text.size ? (const char *)text.data : "");
    }
    debug_say(s, "stderr", (dxk_str){(const char *)text.data, text.size});
    dxk_buffer_free(&text);
}

/* Buffers as they were at the start. */
static void restore(debug_session *s)
{
    dxk_job_buffer b;
    size_t at = 0;
    for (size_t i = 0; dxk_job_buffer_get(s->run.job, i, &b); i++) {
        if (b.size && at <= s->before.size && b.size <= s->before.size - at)
            memcpy(b.data, s->before.data + at, (size_t)b.size);
        at += (size_t)b.size;
    }
    for (size_t n = 0; n < s->break_count; n++)
        s->breaks[n].hits = 0;
}

static dxk_status begin(debug_session *s)
{
    dxk_inspect_watch_options watch = {.call = on_moment, .user = s, .when = DXK_INSPECT_BEFORE};
    if (s->run.how.run.sanitize)
        watch.when |= DXK_INSPECT_AFTER;
    restore(s);
    forget_tracks(s);
    memset(s->at_group, 0xff, sizeof s->at_group);
    s->moment = 0;
    s->finding[0] = 0;
    s->run.how.run.finding = on_finding;
    s->run.how.run.finding_user = s;
    dxk_status status = dxk_job_bind(s->run.job, s->run.program, &s->run.how.run, &s->run.run);
    if (status == DXK_OK)
        status = dxk_run_worker_create(s->run.run, s->j->ctx, &s->worker);
    if (status == DXK_OK)
        status = dxk_inspect_watch(s->inspect, s->worker, &watch, &s->watch);
    return status;
}

/* Invocations; what they give is shown at the end. */
static dxk_status run_invocations(debug_session *s)
{
    text_out kept = s->j->out;
    size_t messages = s->j->messages.size;
    s->invoked.size = 0;
    s->j->out = text_to_buffer(&s->invoked, false);
    int code = run_invoke_with(&s->run, &s->inputs, s->worker);
    s->j->out = kept;
    if (s->quits || s->restarts)
        s->j->messages.size = messages; /* it was stopped from here */
    return code == CLI_OK || s->quits || s->restarts ? DXK_OK
           : code == CLI_LIMIT                       ? DXK_E_LIMIT
                                                     : DXK_E_ARGUMENT;
}

/* Groups that nobody looks at run at full speed; in a random order it is not known which they are. */
static dxk_status run_groups(debug_session *s)
{
    uint64_t count = dxk_run_group_count(s->run.run);
    bool known = s->group != DEBUG_ANY_GROUP && s->run.how.run.schedule != DXK_RUN_SHUFFLE;
    dxk_status status = DXK_OK;
    for (uint64_t n = 0; n < count && status == DXK_OK && !s->quits && !s->restarts; n++) {
        dxk_inspect_pause(s->watch, known && n != s->group);
        status = dxk_run_groups(s->worker, n, 1);
        while (!s->quits && !s->restarts && debug_wire_ready(&s->wire))
            debug_serve(s);
    }
    return status;
}

static void end(debug_session *s)
{
    dxk_inspect_state_free(s->watch);
    dxk_run_worker_free(s->worker);
    dxk_run_free(s->run.run);
    s->watch = NULL;
    s->worker = NULL;
    s->run.run = NULL;
}

/* What the shader has written, or whether it is what the job expects. */
static int show_results(debug_session *s, dxk_status status)
{
    static const opt_list none;
    dxk_buffer text;
    size_t failed = 0;
    text_out kept = s->j->out;
    bool by_job = dxk_job_info_get(s->run.job).result_count != 0;
    int code = status == DXK_OK ? CLI_OK : CLI_LIMIT;
    dxk_buffer_init(&text, s->j->ctx);
    s->j->out = text_to_buffer(&text, false);
    if (s->invoked.size)
        text_str(&s->j->out, (dxk_str){(const char *)s->invoked.data, s->invoked.size});
    if (status != DXK_OK)
        text_printf(&s->j->out, "The run ended early: %s\n", dxk_status_text(status));
    else if (by_job)
        code = run_compare(&s->run, &s->j->out, &failed);
    else
        code = run_show(&s->run, &none, &s->before);
    if (status == DXK_OK && by_job && code == CLI_OK)
        text_put(&s->j->out, "All results are as the job expects.\n");
    s->j->out = kept;
    if (text.size)
        debug_say(s, "stdout", (dxk_str){(const char *)text.data, text.size});
    dxk_buffer_free(&text);
    return code;
}

static void finish(debug_session *s, dxk_status status)
{
    int code = show_results(s, status);
    s->ended = true;
    debug_event(s, "exited");
    dxk_json_i64(&s->json, "exitCode", code);
    debug_send(s);
    debug_event(s, "terminated");
    debug_send(s);
}

void debug_run(debug_session *s)
{
    dxk_status status;
    s->step = s->stop_on_entry ? DEBUG_STEP_ENTRY : DEBUG_CONTINUE;
    s->mode = DEBUG_FORWARD;
    for (;;) {
        s->restarts = false;
        status = begin(s);
        if (status == DXK_OK)
            status = s->invokes ? run_invocations(s) : run_groups(s);
        end(s);
        if (s->quits || (!s->restarts && s->mode != DEBUG_SCAN))
            break;
        if (s->mode == DEBUG_SCAN && s->looked) {
            s->mode = DEBUG_SEEK;
            s->limit = s->found ? s->found : s->entry && s->entry < s->limit ? s->entry : 1;
            s->looked = false;
        } else {
            s->looked = s->mode == DEBUG_SCAN;
        }
    }
    if (!s->quits)
        finish(s, status);
}
