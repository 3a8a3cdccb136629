/* SPDX-License-Identifier: MIT */
/*
 * run.c - how fast shaders run: kernels on dxk, in plain C, and on a Vulkan driver that runs on the
 * processor, if there is one.
 *
 *     bench-run [-s SECONDS] [-w LANES]... [KERNEL]...      LANES 0: as dxk chooses
 *
 * Prints a table: nanoseconds per instruction and lane of whole runs, for each size of waves, with the
 * ratio of the time to that of C and of the driver; and microseconds until one group is done,
 * with all that has to be made for it, of dxk and of the driver. All on one thread, processor time,
 * the best of the rounds that fit in SECONDS (0.5). Figures are for comparing; nothing tests them.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dxk/container.h>
#include <dxk/run.h>

#include "kernels.h"

#define MAX_SIZES 6

static double seconds = 0.5;

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void check(dxk_status status, const char *what)
{
    if (status == DXK_OK)
        return;
    fprintf(stderr, "bench-run: %s: status %d\n", what, (int)status);
    exit(1);
}

/* ---------------------------------------------------------------------------------------- */
/* On dxk                                                                                     */

typedef struct shader {
    const kernel *kernel;
    uint8_t *bytes;
    size_t size;
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
} shader;

static void read_shader(shader *s, const kernel *k)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.dxil", DXK_KERNELS, k->name);
    FILE *f = fopen(path, "rb");
    s->kernel = k;
    s->bytes = malloc(1 << 20);
    if (!f || !s->bytes) {
        fprintf(stderr, "bench-run: cannot read %s\n", path);
        exit(1);
    }
    s->size = fread(s->bytes, 1, 1 << 20, f);
    fclose(f);
}

static void bind(shader *s, float *in, float *out)
{
    const kernel *k = s->kernel;
    dxk_run_view from = {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                         .data = in,
                         .size = k->in_count * 4,
                         .stride = 4};
    dxk_run_view to = {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                       .data = out,
                       .size = k->out_count * 4,
                       .stride = 4};
    dxk_run_sampler sampler = {.filter = 0x15, .max_lod = 1};

    if (k->has_image) {
        from.kind = DXK_RESOURCE_KIND_TEXTURE2D;
        from.format = 2; /* R32G32B32A32_FLOAT */
        from.width = from.height = KERNEL_IMAGE;
        check(dxk_run_bind_sampler(s->run, 0, 0, &sampler), "sampler");
    }
    check(dxk_run_bind(s->run, DXK_RESOURCE_CLASS_SRV, 0, 0, &from), "t0");
    check(dxk_run_bind(s->run, DXK_RESOURCE_CLASS_UAV, 0, 0, &to), "u0");
}

static void make(shader *s, uint32_t lanes, float *in, float *out, const uint32_t groups[2])
{
    dxk_run_program_options options = {.wave_size = lanes};

    check(dxk_ctx_create(NULL, &s->ctx), "context");
    check(dxk_container_read(s->ctx, (dxk_bytes){s->bytes, s->size}, NULL, &s->container),
          s->kernel->name);
    check(dxk_run_program_create(s->ctx, s->container, &options, &s->program), s->kernel->name);
    check(dxk_run_create(s->program, NULL, &s->run), s->kernel->name);
    bind(s, in, out);
    check(dxk_run_set_grid(s->run, groups[0], groups[1], 1), "grid");
    check(dxk_run_worker_create(s->run, s->ctx, &s->worker), "worker");
}

static void run_all(shader *s)
{
    check(dxk_run_groups(s->worker, 0, dxk_run_group_count(s->run)), s->kernel->name);
}

static void drop(shader *s)
{
    dxk_run_worker_free(s->worker);
    dxk_run_free(s->run);
    dxk_run_program_free(s->program);
    dxk_container_free(s->container);
    dxk_ctx_free(s->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Times                                                                                      */

typedef struct figures {
    double c, c_first, dxk[MAX_SIZES], first, vulkan, vulkan_first; /* nanoseconds; 0: none */
    double steps;                                                   /* instructions times lanes */
} figures;

/* Calls `work` again and again; the best time. */
static double best_of(double (*work)(void *user), void *user)
{
    double best = 0, end = bench_now() + seconds * 1e9;

    do {
        double time = work(user);
        if (best == 0 || time < best)
            best = time;
    } while (bench_now() < end);
    return best;
}

typedef struct task {
    const kernel *kernel;
    shader *shader;
    vulkan *vulkan;
    float *in, *out;
    const uint32_t *groups;
    uint32_t lanes;
} task;

static double time_c(void *user)
{
    const task *t = user;
    double start = bench_now();
    t->kernel->run(t->in, t->out, t->groups);
    return bench_now() - start;
}

static double time_dxk(void *user)
{
    const task *t = user;
    double start = bench_now();
    run_all(t->shader);
    return bench_now() - start;
}

static double time_dxk_first(void *user)
{
    const task *t = user;
    shader s = *t->shader;
    double start = bench_now();
    make(&s, t->lanes, t->in, t->out, t->groups);
    run_all(&s);
    double time = bench_now() - start;
    drop(&s);
    return time;
}

static double time_vulkan(void *user)
{
    const task *t = user;
    return vulkan_again(t->vulkan, t->groups);
}

static double time_vulkan_first(void *user)
{
    const task *t = user;
    return vulkan_first(t->vulkan, t->groups);
}

/* True if two runs gave the same numbers, up to rounding. */
static bool agree(const float *a, const float *b, size_t count)
{
    size_t off = 0;
    for (size_t i = 0; i < count; i++) {
        float most = a[i] < 0 ? -a[i] : a[i], gap = a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
        off += !(gap <= 1e-3f * most + 1e-3f);
    }
    /* Whether a point is in the set is decided by the last bit of a product. */
    return off <= count / 100;
}

static const uint32_t one_group[2] = {1, 1};

static void measure_dxk(task *t, const uint32_t *sizes, size_t size_count, const float *wanted,
                        figures *f)
{
    for (size_t i = 0; i < size_count; i++) {
        make(t->shader, sizes[i], t->in, t->out, t->kernel->groups);
        t->groups = t->kernel->groups;
        run_all(t->shader);
        f->steps = (double)dxk_run_worker_steps(t->shader->worker);
        f->dxk[i] = best_of(time_dxk, t);
        if (!agree(wanted, t->out, t->kernel->out_count))
            printf("%s: dxk and C differ\n", t->kernel->name);
        drop(t->shader);
    }
    t->groups = one_group;
    t->lanes = 0;
    f->first = best_of(time_dxk_first, t);
}

static void measure_vulkan(task *t, const float *wanted, figures *f)
{
    if (!t->vulkan || !vulkan_load(t->vulkan, t->kernel, t->in))
        return;
    t->groups = one_group;
    f->vulkan_first = best_of(time_vulkan_first, t);
    t->groups = t->kernel->groups;
    f->vulkan = best_of(time_vulkan, t);
    vulkan_unload(t->vulkan, t->out);
    if (!agree(wanted, t->out, t->kernel->out_count))
        printf("%s: the driver and C differ\n", t->kernel->name);
}

static figures measure(const kernel *k, vulkan *v, const uint32_t *sizes, size_t size_count)
{
    figures f = {0};
    shader s = {0};
    float *in = malloc(k->in_count * 4), *out = calloc(k->out_count, 4),
          *wanted = malloc(k->out_count * 4);
    task t = {.kernel = k, .shader = &s, .vulkan = v, .in = in, .out = wanted, .groups = k->groups};

    if (!in || !out || !wanted)
        exit(1);
    for (size_t i = 0; i < k->in_count; i++)
        in[i] = (float)((i * 2654435761u >> 8) % 1000u) / 1000;
    read_shader(&s, k);
    f.c = best_of(time_c, &t);
    t.out = out;
    measure_dxk(&t, sizes, size_count, wanted, &f);
    measure_vulkan(&t, wanted, &f);
    free(s.bytes);
    free(in);
    free(out);
    free(wanted);
    return f;
}

/* ---------------------------------------------------------------------------------------- */
/* The table                                                                                  */

static void print_head(const uint32_t *sizes, size_t count)
{
    printf("| kernel | C, ns |");
    for (size_t i = 0; i < count; i++)
        printf(sizes[i] ? " %u lanes, ns | to C |" : " dxk, ns | to C |", (unsigned)sizes[i]);
    printf(" driver, ns | to driver | first group, us | driver, us | driver to dxk |\n");
    printf("| --- | --: |");
    for (size_t i = 0; i < count; i++)
        printf(" --: | --: |");
    printf(" --: | --: | --: | --: | --: |\n");
}

static void print_row(const kernel *k, const figures *f, size_t count)
{
    printf("| %s | %.3f |", k->name, f->c / f->steps);
    for (size_t i = 0; i < count; i++)
        printf(" %.3f | %.2f |", f->dxk[i] / f->steps, f->dxk[i] / f->c);
    if (f->vulkan > 0)
        printf(" %.3f | %.2f | %.0f | %.0f | %.1f |\n", f->vulkan / f->steps,
               f->dxk[count - 1] / f->vulkan, f->first / 1e3, f->vulkan_first / 1e3,
               f->vulkan_first / f->first);
    else
        printf(" - | - | %.0f | - | - |\n", f->first / 1e3);
    fflush(stdout);
}

static bool is_wanted(const kernel *k, char **names, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= strcmp(names[i], k->name) == 0;
    return any || count == 0;
}

int main(int argc, char **argv)
{
    uint32_t sizes[MAX_SIZES];
    size_t size_count = 0;
    const char *why = NULL;
    int at = 1;

    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        if (strcmp(argv[at], "-s") == 0)
            seconds = atof(argv[at + 1]);
        else if (strcmp(argv[at], "-w") == 0 && size_count < MAX_SIZES)
            sizes[size_count++] = (uint32_t)strtoul(argv[at + 1], NULL, 10);
        else
            break;
    }
    if (size_count == 0) {
        sizes[size_count++] = 32;
        sizes[size_count++] = 0;
    }
    vulkan *v = vulkan_open(&why);
    if (!v)
        printf("No driver: %s.\n\n", why);
    print_head(sizes, size_count);
    for (size_t i = 0; i < KERNEL_COUNT; i++) {
        if (!is_wanted(&kernels[i], argv + at, argc - at))
            continue;
        figures f = measure(&kernels[i], v, sizes, size_count);
        print_row(&kernels[i], &f, size_count);
    }
    vulkan_close(v);
    return 0;
}
