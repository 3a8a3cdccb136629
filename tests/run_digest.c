/* SPDX-License-Identifier: MIT */
/* run_digest.c - what running shaders gives; see run_digest.h. */
#include "run_digest.h"

#include <string.h>

#include "dxk/container.h"
#include "dxk/run.h"

#define MAX_VIEWS 8u
#define BYTES     65536u

static unsigned char memory[MAX_VIEWS][BYTES];

static void mix(uint64_t *hash, const void *data, size_t size)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ p[i]) * 0x100000001b3ull;
}

/* Numbers as bits: of a moderate size, special ones, any. */
static uint32_t number(uint32_t n)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000,
                                       0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff,
                                       0x7f800000, 0xff800000, 0x7fc00000, 0x4b000000,
                                       0x477ff000, 0x33800000, 0x3f7fffff, 0x5f000000};
    uint32_t bits = n * 2654435761u;
    bits ^= bits >> 15;
    bits *= 0x85ebca6bu;
    bits ^= bits >> 13;
    if (n % 5 == 0)
        return special[bits % (sizeof special / sizeof special[0])];
    if (n % 5 < 4)
        return (bits & 0x807fffffu) | (0x7au + bits % 13) << 23;
    return bits;
}

static void fill(void)
{
    for (uint32_t v = 0; v < MAX_VIEWS; v++)
        for (uint32_t n = 0; n < BYTES / 4; n++)
            for (uint32_t b = 0; b < 4; b++)
                memory[v][4 * n + b] = (unsigned char)(number(v * BYTES + n) >> 8 * b);
}

/* R32G32B32A32 as the components are. */
static uint32_t format_of(const dxk_run_resource *r)
{
    return r->element == DXK_COMPONENT_TYPE_U32 ? 3 : r->element == DXK_COMPONENT_TYPE_I32 ? 4 : 2;
}

static dxk_status bind(dxk_run *run, const dxk_run_resource *r, unsigned char *data)
{
    static uint32_t counters[MAX_VIEWS];
    dxk_run_sampler sampler = {.filter = 0x15, .max_lod = 1000};
    dxk_run_view view = {.kind = r->kind,
                         .format = format_of(r),
                         .data = data,
                         .size = BYTES,
                         .stride = r->stride,
                         .width = 16,
                         .height = 16};
    if (r->cls == DXK_RESOURCE_CLASS_SAMPLER)
        return dxk_run_bind_sampler(run, r->space, r->first, &sampler);
    if (r->has_counter) {
        view.counter = &counters[(size_t)(data - memory[0]) / BYTES];
        *view.counter = 8;
    }
    return dxk_run_bind(run, r->cls, r->space, r->first, &view);
}

static dxk_status run_program(dxk_ctx *ctx, const dxk_run_program *program, uint64_t *hash)
{
    dxk_run_options options = {.sanitize = UINT64_MAX};
    dxk_run *run = NULL;
    dxk_run_worker *worker = NULL;
    dxk_run_resource r;
    dxk_run_finding f;

    fill();
    dxk_status status = dxk_run_create(program, &options, &run);
    for (size_t n = 0; !status && n < MAX_VIEWS && dxk_run_program_resource(program, n, &r); n++)
        status = bind(run, &r, memory[n]);
    if (!status)
        status = dxk_run_set_grid(run, 2, 1, 1);
    if (!status)
        status = dxk_run_worker_create(run, ctx, &worker);
    if (!status)
        status = dxk_run_groups(worker, 0, dxk_run_group_count(run));
    mix(hash, memory, sizeof memory);
    for (size_t n = 0; worker && dxk_run_worker_finding(worker, n, &f); n++) {
        mix(hash, f.id, strlen(f.id));
        for (uint32_t b = 0; b < 8; b++)
            mix(hash, &(unsigned char){(unsigned char)(f.count >> 8 * b)}, 1);
    }
    dxk_run_worker_free(worker);
    dxk_run_free(run);
    return status;
}

dxk_status run_digest(dxk_ctx *ctx, dxk_bytes data, uint64_t *digest)
{
    dxk_container *container = NULL;
    dxk_run_program *program = NULL;

    *digest = 0xcbf29ce484222325ull;
    dxk_status status = dxk_container_read(ctx, data, NULL, &container);
    if (!status)
        status = dxk_run_program_create(ctx, container, NULL, &program);
    if (!status)
        status = run_program(ctx, program, digest);
    dxk_run_program_free(program);
    dxk_container_free(container);
    return status;
}
