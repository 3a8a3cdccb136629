/* SPDX-License-Identifier: MIT */
/*
 * opt_run.c - compute shaders run before and after passes.
 *
 *     conformance-opt_run [-r LISTS] [-s SEED] [-p PASSES] [-v 1] FOLDER...
 *
 * Each NAME.dxil that a folder holds runs by the job NAME.yaml (NAME.Od.dxil by the same), whose
 * results judge it; without a job it runs with memory filled at random, and what it writes is
 * compared with what it writes unchanged, floats nearly, for they may be computed in another order.
 * Passes are each pass alone and each list that has a name, then LISTS (5) random ones; or PASSES.
 * A container that must not be run, or not without passes, is passed over.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "files.h"
#include "gen/passes.h"

#define PATH_ROOM         1024u
#define MEMORY            4096u /* bytes after a register */
#define RANGE             4u    /* registers that are bound of a range */
#define STEPS             (1u << 20)
#define R32G32B32A32_UINT 3u

typedef struct arguments {
    uint64_t lists, seed;
    const char *passes;
    bool verbose;
    uint64_t subjects, skipped, runs, wrong;
} arguments;

/* A shader that is run. */
typedef struct subject {
    const char *path;
    dxk_bytes container;
    dxk_str job; /* empty: memory at random */
} subject;

/* What came of a run. */
typedef enum outcome { RAN, NOT_RUN, NOT_VALID, PASS_FAILED, NOT_AS_EXPECTED } outcome;

static const char *const outcome_texts[] = {"ran", "did not run", "made invalid", "a pass failed",
                                            "results not as expected"};

/* What a run without a job wrote. */
typedef struct memory {
    uint32_t *words;
    size_t count, room;
} memory;

/* --- by a job --- */

static dxk_status quiet(void *user, const void *data, size_t size)
{
    (void)user, (void)data, (void)size;
    return DXK_OK;
}

static dxk_status run_groups(dxk_ctx *ctx, dxk_run *run)
{
    dxk_run_worker *worker = NULL;
    dxk_status status = dxk_run_worker_create(run, ctx, &worker);
    if (status == DXK_OK)
        status = dxk_run_groups(worker, 0, dxk_run_group_count(run));
    dxk_run_worker_free(worker);
    return status;
}

static outcome run_job(dxk_ctx *ctx, const dxk_container *container, dxk_str text)
{
    dxk_run_program *program = NULL;
    dxk_run *run = NULL;
    dxk_job *job = NULL;
    bool passed = true;

    dxk_status status = dxk_job_parse(ctx, text, &job);
    dxk_job_info info = status == DXK_OK ? dxk_job_info_get(job) : (dxk_job_info){0};
    const dxk_run_program_options make = {.wave_size = info.wave_size, .undef = info.undef};
    const dxk_run_options how = {.schedule = info.schedule, .seed = info.seed};
    if (status == DXK_OK)
        status = dxk_run_program_create(ctx, container, &make, &program);
    if (status == DXK_OK)
        status = dxk_job_bind(job, program, &how, &run);
    if (status == DXK_OK)
        status = run_groups(ctx, run);
    for (size_t i = 0; status == DXK_OK && passed && i < info.result_count; i++)
        status = dxk_job_compare(job, i, (dxk_sink){quiet, NULL}, &passed);
    dxk_run_free(run);
    dxk_run_program_free(program);
    dxk_job_free(job);
    return status != DXK_OK ? NOT_RUN : passed ? RAN : NOT_AS_EXPECTED;
}

/* --- with memory at random --- */

/* Small integers, small floats, anything. */
static uint32_t random_word(uint32_t at)
{
    uint32_t x = (at + 1) * 2654435761u;
    x ^= x >> 15;
    return x % 3 == 0 ? x >> 27 : x % 3 == 1 ? 0x3f000000u + (x >> 8) / 4 : x;
}

static uint32_t *new_memory(uint32_t seed)
{
    uint32_t *words = malloc(MEMORY);
    for (uint32_t i = 0; words && i < MEMORY / 4; i++)
        words[i] = random_word(seed * 977 + i);
    return words;
}

static dxk_run_view view_of(const dxk_run_resource *r, uint32_t *words)
{
    return (dxk_run_view){.kind = r->kind,
                          .format = R32G32B32A32_UINT,
                          .data = words,
                          .size = MEMORY,
                          .stride = r->stride,
                          .width = 4,
                          .height = 4};
}

/* Only buffers: what a texture gives depends on formats that the shader does not tell. */
static bool can_bind(const dxk_run_resource *r)
{
    return r->kind == DXK_RESOURCE_KIND_RAW_BUFFER || r->kind == DXK_RESOURCE_KIND_CBUFFER ||
           r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
}

static dxk_status bind_all(dxk_run *run, const dxk_run_program *program, memory *all)
{
    dxk_run_resource r;
    dxk_status status = DXK_OK;
    for (size_t i = 0; status == DXK_OK && dxk_run_program_resource(program, i, &r); i++) {
        if (!can_bind(&r))
            return DXK_E_UNSUPPORTED;
        for (uint32_t k = 0; status == DXK_OK && k < r.count && k < RANGE; k++) {
            if (all->count == 64)
                return DXK_E_LIMIT;
            uint32_t *words = all->words + all->count++ * (MEMORY / 4);
            uint32_t *made = new_memory((uint32_t)(i * RANGE + k));
            memcpy(words, made, MEMORY);
            free(made);
            dxk_run_view view = view_of(&r, words);
            status = dxk_run_bind(run, r.cls, r.space, r.first + k, &view);
        }
    }
    return status;
}

static outcome run_freely(dxk_ctx *ctx, const dxk_container *container, memory *all)
{
    const dxk_run_options how = {.max_steps = STEPS};
    dxk_run_program *program = NULL;
    dxk_run *run = NULL;

    all->count = 0;
    dxk_status status = dxk_run_program_create(ctx, container, NULL, &program);
    if (status == DXK_OK)
        status = dxk_run_create(program, &how, &run);
    if (status == DXK_OK)
        status = bind_all(run, program, all);
    if (status == DXK_OK)
        status = run_groups(ctx, run);
    dxk_run_free(run);
    dxk_run_program_free(program);
    return status == DXK_OK ? RAN : NOT_RUN;
}

static bool near(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return a == b || (isnan(x) && isnan(y)) || fabsf(x - y) <= 1e-3f * (fabsf(x) + fabsf(y));
}

/* The first word that differs; the number of words if none does. */
static size_t first_other(const memory *a, const memory *b)
{
    size_t i = 0, count = a->count * (MEMORY / 4);
    while (i < count && near(a->words[i], b->words[i]))
        i++;
    return i;
}

/* --- passes --- */

static bool is_valid(const dxk_container *container)
{
    dxk_validation *v = NULL;
    bool valid = dxk_validate(container, NULL, &v) == DXK_OK &&
                 dxk_validation_verdict(v) == DXK_VERDICT_VALID;
    dxk_validation_free(v);
    return valid;
}

static outcome optimize(dxk_ctx *ctx, dxk_container *container, const char *passes)
{
    dxk_program_place place;
    dxk_module *m = NULL;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, NULL, &m);
    if (status == DXK_OK)
        status = dxk_opt(m, (dxk_str){passes, strlen(passes)}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_container_rebuild(container, m, NULL);
    dxk_module_free(m);
    if (status != DXK_OK)
        return PASS_FAILED;
    return is_valid(container) ? RAN : NOT_VALID;
}

/* Runs a shader, after passes unless they are NULL. */
static outcome run_one(const subject *s, const char *passes, memory *all)
{
    dxk_container *container = NULL;
    outcome what = NOT_RUN;
    dxk_ctx *ctx;

    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return NOT_RUN;
    if (dxk_container_read(ctx, s->container, NULL, &container) == DXK_OK) {
        what = passes ? optimize(ctx, container, passes) : is_valid(container) ? RAN : NOT_RUN;
        if (what == RAN)
            what = s->job.size ? run_job(ctx, container, s->job) : run_freely(ctx, container, all);
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return what;
}

static void try_passes(arguments *a, const subject *s, const char *passes, const memory *wanted)
{
    memory got = {.words = calloc(64, MEMORY)};
    outcome what = run_one(s, passes, &got);
    size_t count = wanted->count * (MEMORY / 4);
    size_t at = what == RAN && !s->job.size ? first_other(wanted, &got) : count;
    if (at < count)
        what = NOT_AS_EXPECTED;
    a->runs++;
    if (what != RAN) {
        a->wrong++;
        printf("%s, %s: %s", s->path, passes, outcome_texts[what]);
        if (at < count)
            printf(": memory %zu, word %zu: 0x%08x, unchanged 0x%08x", at / (MEMORY / 4),
                   at % (MEMORY / 4), got.words[at], wanted->words[at]);
        printf("\n");
    }
    free(got.words);
}

static void try_all(arguments *a, const subject *s, const memory *wanted)
{
    dxk_pass_info pass;
    dxk_pipeline_info pipeline;
    char passes[1024];

    if (a->passes) {
        try_passes(a, s, a->passes, wanted);
        return;
    }
    for (size_t i = 0; dxk_pass_get(i, &pass); i++)
        if (!pass.is_edit)
            try_passes(a, s, pass.name, wanted);
    for (size_t i = 0; dxk_pipeline_get(i, &pipeline); i++)
        try_passes(a, s, pipeline.name, wanted);
    for (uint64_t i = 0; i < a->lists; i++) {
        gen_random_passes(a->seed + a->subjects * 1000 + i, passes, sizeof passes);
        try_passes(a, s, passes, wanted);
    }
}

/* --- files --- */

/* The job beside a container: NAME.yaml of NAME.dxil and NAME.Od.dxil. */
static uint8_t *read_job(const char *path, dxk_bytes *bytes)
{
    char name[PATH_ROOM];
    size_t size = strlen(path) - strlen(".dxil");
    if (size > 3 && memcmp(path + size - 3, ".Od", 3) == 0)
        size -= 3;
    if (size + sizeof ".yaml" > sizeof name)
        return NULL;
    memcpy(name, path, size);
    memcpy(name + size, ".yaml", sizeof ".yaml");
    return files_read(name, bytes);
}

static void check_file(void *user, const char *path)
{
    arguments *a = user;
    subject s = {.path = path};
    dxk_bytes job = {0};
    uint8_t *container = files_read(path, &s.container), *text = read_job(path, &job);
    memory wanted = {.words = calloc(64, MEMORY)};

    if (text)
        s.job = (dxk_str){(const char *)job.data, job.size};
    outcome what = container ? run_one(&s, NULL, &wanted) : NOT_RUN;
    if (what == RAN) {
        a->subjects++;
        try_all(a, &s, &wanted);
    } else {
        a->skipped++;
        if (a->verbose)
            printf("%s: passed over, %s\n", path, outcome_texts[what]);
    }
    free(wanted.words);
    free(text);
    free(container);
}

static bool take_option(arguments *a, char letter, const char *value)
{
    switch (letter) {
    case 'r':
        a->lists = strtoull(value, NULL, 10);
        return true;
    case 's':
        a->seed = strtoull(value, NULL, 10);
        return true;
    case 'p':
        a->passes = value;
        return true;
    case 'v':
        a->verbose = value[0] != '0';
        return true;
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    arguments a = {.lists = 5};
    int i = 1;

    for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
        if (!take_option(&a, argv[i][1], argv[i + 1])) {
            fprintf(stderr, "conformance-opt_run: what is '%s'?\n", argv[i]);
            return 2;
        }
    for (; i < argc; i++)
        if (files_each(argv[i], ".dxil", check_file, &a) < 0)
            check_file(&a, argv[i]);
    printf("%llu shaders, %llu passed over; %llu of %llu runs wrong\n",
           (unsigned long long)a.subjects, (unsigned long long)a.skipped,
           (unsigned long long)a.wrong, (unsigned long long)a.runs);
    return a.wrong ? 1 : 0;
}
