/* SPDX-License-Identifier: MIT */
/* run_job.c - running a job on threads, and telling what was found; see run.h. */
#include "run.h"

#include "diag.h"
#include "host.h"
#include "source.h"

#include <dxk/parts.h>
#include <dxk/container.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 256u
#define PIECES      16u /* into which each thread's share of the groups is cut */

/* ---------------------------------------------------------------------------------------- */
/* Options                                                                                    */

static int parse_schedule(const cli_app *app, run_how *how)
{
    const char *text = how->schedule;
    how->has_schedule = text != NULL;
    if (!text || strcmp(text, "lockstep") == 0) {
        how->run.schedule = DXK_RUN_LOCKSTEP;
    } else if (strcmp(text, "independent") == 0) {
        how->run.schedule = DXK_RUN_INDEPENDENT;
    } else {
        how->run.schedule = DXK_RUN_SHUFFLE;
        if (!opt_number(text, &how->run.seed))
            return cli_usage(app, "--schedule takes lockstep, independent or a number, not '%.40s'",
                             text);
    }
    return CLI_OK;
}

/* True if `word` is an id, the beginning of one with a dot at its end, or "all". */
static bool names(const char *word, size_t size, const char *id)
{
    if (size == 3 && memcmp(word, "all", 3) == 0)
        return true;
    if (strncmp(word, id, size) != 0)
        return false;
    return id[size] == 0 || (size && (word[size - 1] == '.' || id[size] == '.'));
}

/* Findings that no list names: the first NaN and infinity are no mistakes by themselves. */
static int parse_sanitize(const cli_app *app, run_how *how)
{
    const char *word = how->sanitize;
    size_t count = dxk_run_finding_id_count();
    for (size_t i = 0; word && !*word && i < count; i++) {
        if (dxk_run_finding_is_default(i))
            how->run.sanitize |= (uint64_t)1 << i;
    }
    while (word && *word) {
        size_t size = strcspn(word, ",");
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            if (!names(word, size, dxk_run_finding_id(i, NULL)))
                continue;
            how->run.sanitize |= (uint64_t)1 << i;
            any = true;
        }
        if (!any)
            return cli_usage(app, "--sanitize: there is no finding '%.*s'",
                             (int)(size < 80 ? size : 80), word);
        word += size + (word[size] != 0);
    }
    return CLI_OK;
}

static bool is_wave_size(uint64_t n)
{
    return n >= 4 && n <= 128 && (n & (n - 1)) == 0;
}

int run_prepare(cli_app *app, run_how *how)
{
    uint64_t undef = 0;
    if (how->wave_size && !is_wave_size(how->wave_size))
        return cli_usage(app, "--wave-size takes 4, 8, 16, 32, 64 or 128");
    how->has_undef = how->undef != NULL;
    if (how->undef && (!opt_number(how->undef, &undef) || undef > UINT32_MAX))
        return cli_usage(app, "--undef takes a 32-bit number, not '%.40s'", how->undef);
    how->program.wave_size = (uint32_t)how->wave_size;
    how->program.undef = (uint32_t)undef;
    how->program.no_validate = how->no_validate;
    how->program.no_sharing = how->sanitize != NULL;
    how->program.names = true;
    if (how->preserve_denormals)
        how->program.denormals = DXK_RUN_DENORMALS_PRESERVE;
    how->run.max_steps = how->max_steps;
    int status = parse_schedule(app, how);
    return status == CLI_OK ? parse_sanitize(app, how) : status;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts of a run                                                                             */

int run_load_shader_bytes(run_state *s, const char *path, dxk_bytes bytes)
{
    s->shader_path = strdup(path);
    if (!s->shader_path)
        return job_status(s->j, DXK_E_NOMEM);
    s->shader_bytes = bytes;
    return job_load_other(s->j, path, bytes, &s->shader);
}

int run_load_shader(run_state *s, const char *path)
{
    int result = source_read(s->j, path, &s->shader_file);
    if (result != CLI_OK)
        return result;
    if (dxk_input_sniff(s->shader_file.bytes) == DXK_INPUT_UNKNOWN)
        return job_error(s->j, CLI_INVALID, "%s is not a shader", path);
    return run_load_shader_bytes(s, path, s->shader_file.bytes);
}

int run_parse_job(run_state *s, dxk_str text)
{
    return job_status(s->j, dxk_job_parse(s->j->ctx, text, &s->job));
}

int run_make_program(run_state *s)
{
    if (s->job) {
        dxk_job_info info = dxk_job_info_get(s->job);
        if (!s->how.program.wave_size)
            s->how.program.wave_size = info.wave_size;
        if (!s->how.has_undef)
            s->how.program.undef = info.undef;
        if (!s->how.has_schedule) {
            s->how.run.schedule = info.schedule;
            s->how.run.seed = info.seed;
        }
    }
    int found = pdb_find(s->j, s->shader, s->shader_path, s->how.pdb, &s->debug);
    if (found != CLI_OK)
        return found;
    s->how.program.debug = s->debug.container;
    dxk_status status = dxk_run_program_create(s->j->ctx, s->shader, &s->how.program, &s->program);
    if (status != DXK_OK && dxk_ctx_error_count(s->j->ctx))
        return CLI_INVALID; /* told */
    if (status == DXK_E_NOT_FOUND)
        return job_error(s->j, CLI_INVALID, "there is no DXIL program%s",
                         dxk_container_find(s->shader, DXK_PART_SHEX, 0) != DXK_NO_PART ||
                                 dxk_container_find(s->shader, DXK_PART_SHDR, 0) != DXK_NO_PART
                             ? "; use 'dxk convert' for shader models 4 and 5"
                             : "");
    return job_status(s->j, status);
}

void run_free(run_state *s)
{
    run_free_stages(s->stages);
    free(s->findings.items);
    dxk_inspect_free(s->words);
    free(s->counts);
    dxk_run_free(s->run);
    dxk_run_program_free(s->program);
    dxk_container_free(s->shader);
    pdb_free(&s->debug);
    dxk_job_free(s->job);
    free(s->shader_path);
    io_close(&s->shader_file);
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

typedef struct crew {
    run_state *state;
    host_lock lock; /* guards what follows */
    uint64_t next, count, piece;
    dxk_status status; /* the first failure */
    int told;          /* exit status of a failure that was reported */
    run_findings findings;
    uint64_t steps;
    dxk_run_counts *counts;
} crew;

static int compare_places(const dxk_run_finding *a, const dxk_run_finding *b)
{
    size_t size = a->function.size < b->function.size ? a->function.size : b->function.size;
    int order = size ? memcmp(a->function.data, b->function.data, size) : 0;
    if (!order)
        order = (a->function.size > b->function.size) - (a->function.size < b->function.size);
    if (!order)
        order = (a->instruction > b->instruction) - (a->instruction < b->instruction);
    return order ? order : strcmp(a->id, b->id);
}

/* By place, and at one place the first group first: no matter which thread ran which. */
static int compare_findings(const void *x, const void *y)
{
    const dxk_run_finding *a = x, *b = y;
    int order = compare_places(a, b);
    for (int i = 2; i >= 0 && !order; i--)
        order = (a->group[i] > b->group[i]) - (a->group[i] < b->group[i]);
    return order;
}

/* In the order of the source, else by place. */
static int compare_lines(const void *x, const void *y)
{
    const dxk_run_finding *a = x, *b = y;
    int order = dxk_source_name_compare(a->file, b->file);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    if (!order)
        order = (a->column > b->column) - (a->column < b->column);
    return order ? order : compare_places(a, b);
}

/* One finding for each place, with the count of all threads. */
static void merge_findings(run_findings *all)
{
    size_t kept = 0;
    if (!all->count)
        return;
    qsort(all->items, all->count, sizeof *all->items, compare_findings);
    for (size_t i = 0; i < all->count; i++) {
        if (kept && compare_places(&all->items[kept - 1], &all->items[i]) == 0)
            all->items[kept - 1].count += all->items[i].count;
        else
            all->items[kept++] = all->items[i];
    }
    all->count = kept;
    qsort(all->items, all->count, sizeof *all->items, compare_lines);
}

static bool add_finding(run_findings *all, const dxk_run_finding *f)
{
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? all->capacity * 2 : 16;
        dxk_run_finding *grown = realloc(all->items, capacity * sizeof *grown);
        if (!grown)
            return false;
        all->items = grown;
        all->capacity = capacity;
    }
    all->items[all->count++] = *f;
    return true;
}

static bool add_findings(run_findings *all, const dxk_run_worker *worker)
{
    dxk_run_finding f;
    bool good = true;
    for (size_t i = 0; dxk_run_worker_finding(worker, i, &f); i++)
        good &= add_finding(all, &f);
    return good;
}

bool run_collect(run_state *s, const dxk_run_worker *worker)
{
    bool good = add_findings(&s->findings, worker);
    merge_findings(&s->findings);
    s->steps += dxk_run_worker_steps(worker);
    return good && (!s->how.run.profile || run_add_counts(&s->counts, s->program, worker));
}

static void hand_over(crew *c, const dxk_run_worker *worker)
{
    if (!add_findings(&c->findings, worker) && c->status == DXK_OK)
        c->status = DXK_E_NOMEM;
    c->steps += dxk_run_worker_steps(worker);
    if (c->state->how.run.profile && !run_add_counts(&c->counts, c->state->program, worker) &&
        c->status == DXK_OK)
        c->status = DXK_E_NOMEM;
}

/* Runs pieces until none is left. */
static dxk_status run_pieces(crew *c, dxk_run_worker *worker)
{
    dxk_status status = DXK_OK;
    while (status == DXK_OK) {
        host_lock_take(&c->lock);
        uint64_t first = c->next, left = c->count - first;
        uint64_t count = c->status != DXK_OK ? 0 : left < c->piece ? left : c->piece;
        c->next += count;
        host_lock_give(&c->lock);
        if (!count)
            break;
        status = dxk_run_groups(worker, first, count);
    }
    return status;
}

/* One thread's work, with a context of its own or, alone, that of the job. */
static void work_with(crew *c, dxk_ctx *ctx)
{
    dxk_run_worker *worker = NULL;
    run_trace *trace = NULL;
    int traced = CLI_OK;
    dxk_status status = dxk_run_worker_create(c->state->run, ctx, &worker);
    if (status == DXK_OK && c->state->how.trace)
        traced = run_trace_begin(c->state, worker, &trace);
    if (status == DXK_OK && traced == CLI_OK)
        status = run_pieces(c, worker);
    run_trace_end(trace);
    host_lock_take(&c->lock);
    if (worker)
        hand_over(c, worker);
    if (c->status == DXK_OK)
        c->status = status;
    if (c->told == CLI_OK)
        c->told = traced;
    host_lock_give(&c->lock);
    dxk_run_worker_free(worker);
}

static void work(void *user)
{
    crew *c = user;
    dxk_ctx *ctx;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK) {
        host_lock_take(&c->lock);
        c->status = DXK_E_NOMEM;
        host_lock_give(&c->lock);
        return;
    }
    work_with(c, ctx);
    dxk_ctx_free(ctx);
}

static bool is_asked(const run_state *s, const char *id)
{
    const char *other;
    for (size_t i = 0; (other = dxk_run_finding_id(i, NULL)) != NULL; i++)
        if (strcmp(other, id) == 0)
            return s->how.run.sanitize >> i & 1;
    return false;
}

/* Races between groups are seen only among those that one thread runs. */
static uint64_t thread_count(const run_state *s, uint64_t groups)
{
    uint64_t wanted = s->how.threads && !is_asked(s, "race.uav") ? s->how.threads : 1;
    if (wanted > groups)
        wanted = groups;
    return wanted < MAX_THREADS ? wanted : MAX_THREADS;
}

static void run_crew(crew *c, uint64_t threads)
{
    host_thread others[MAX_THREADS];
    size_t started = 0;
    if (threads > 1)
        c->piece = c->count / (threads * PIECES) ? c->count / (threads * PIECES) : 1;
    while (started + 1 < threads && host_thread_start(&others[started], work, c))
        started++;
    work_with(c, c->state->j->ctx);
    for (size_t i = 0; i < started; i++)
        host_thread_join(&others[i]);
}

static bool goes_on(void *user)
{
    return host_clock() < ((const run_how *)user)->deadline;
}

dxk_status run_bind(run_state *s)
{
    run_how *how = &s->how;
    if (how->timeout) {
        uint64_t now = host_clock(), time = how->timeout;
        how->deadline =
            time < (UINT64_MAX - now) / 1000000000u ? now + time * 1000000000u : UINT64_MAX;
        how->run.goes_on = goes_on;
        how->run.goes_on_user = how;
    }
    return dxk_job_bind(s->job, s->program, &how->run, &s->run);
}

int run_status(run_state *s, dxk_status status)
{
    if (status == DXK_E_LIMIT && s->how.deadline && host_clock() >= s->how.deadline)
        return job_error(s->j, CLI_LIMIT, "the shader was stopped after %llu s",
                         (unsigned long long)s->how.timeout);
    if (status == DXK_E_LIMIT && !s->stages) /* a draw has limits of its own */
        return job_error(s->j, CLI_LIMIT, "a wave was stopped: it exceeded --max-steps");
    return job_status(s->j, status);
}

int run_dispatch(run_state *s)
{
    dxk_status status = run_bind(s);
    if (status != DXK_OK)
        return job_status(s->j, status);
    crew c = {.state = s, .count = dxk_run_group_count(s->run)};
    c.piece = c.count;
    host_lock_init(&c.lock);
    run_crew(&c, thread_count(s, c.count));
    host_lock_destroy(&c.lock);
    s->findings = c.findings;
    merge_findings(&s->findings);
    s->steps = c.steps;
    s->counts = c.counts;
    return c.told != CLI_OK ? c.told : run_status(s, c.status);
}

/* ---------------------------------------------------------------------------------------- */
/* Results                                                                                    */

static dxk_status discard(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return DXK_OK;
}

static void json_result(run_state *s, size_t index, bool passed)
{
    dxk_json_object_line(s->j->json, NULL);
    dxk_json_str(s->j->json, "result", dxk_job_result_name(s->job, index));
    dxk_json_bool(s->j->json, "passed", passed);
    dxk_json_end(s->j->json);
}

int run_compare(run_state *s, text_out *out, size_t *failed)
{
    size_t count = dxk_job_info_get(s->job).result_count;
    *failed = 0;
    if (s->j->json)
        dxk_json_array(s->j->json, "results");
    for (size_t i = 0; i < count; i++) {
        bool passed;
        dxk_status status =
            dxk_job_compare(s->job, i, out ? text_sink(out) : (dxk_sink){discard, NULL}, &passed);
        if (status != DXK_OK)
            return job_status(s->j, status);
        *failed += !passed;
        if (s->j->json)
            json_result(s, i, passed);
    }
    if (s->j->json)
        dxk_json_end(s->j->json);
    return *failed ? CLI_INVALID : CLI_OK;
}
