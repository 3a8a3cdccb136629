/* SPDX-License-Identifier: MIT */
/*
 * fuzz_job.c - jobs: parse, judge, print. What was printed is a job that prints the same, unless it
 * shows counters.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/job.h"
#include "fuzz.h"

#define MEMORY ((size_t)64 << 20) /* jobs may ask for large buffers */

static bool has_counters(const dxk_job *job)
{
    dxk_job_buffer b;
    for (size_t i = 0; dxk_job_buffer_get(job, i, &b); i++) {
        if (b.counters)
            return true;
    }
    return false;
}

static void judge(dxk_ctx *ctx, const dxk_job *job)
{
    for (size_t i = 0; i < dxk_job_info_get(job).result_count; i++) {
        dxk_buffer told;
        bool passed = false;
        dxk_buffer_init(&told, ctx);
        dxk_status status = dxk_job_compare(job, i, dxk_buffer_sink(&told), &passed);
        if (status == DXK_OK && passed != (told.size == 0))
            abort();
        dxk_buffer_free(&told);
    }
}

static void print_again(dxk_ctx *ctx, const dxk_buffer *first)
{
    dxk_buffer second;
    dxk_job *job;
    dxk_buffer_init(&second, ctx);
    dxk_status status = dxk_job_parse(ctx, (dxk_str){(const char *)first->data, first->size}, &job);
    if (status == DXK_OK)
        status = dxk_job_print(job, dxk_buffer_sink(&second));
    if (status == DXK_E_INVALID || status == DXK_E_ARGUMENT)
        abort();
    if (status == DXK_OK &&
        (first->size != second.size || memcmp(first->data, second.data, second.size) != 0))
        abort();
    dxk_buffer_free(&second);
    dxk_job_free(job);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = MEMORY}};
    dxk_buffer text;
    dxk_ctx *ctx;
    dxk_job *job;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_buffer_init(&text, ctx);
    dxk_status status = dxk_job_parse(ctx, (dxk_str){(const char *)data, size}, &job);
    if (status == DXK_OK) {
        judge(ctx, job);
        if (!has_counters(job) && dxk_job_print(job, dxk_buffer_sink(&text)) == DXK_OK)
            print_again(ctx, &text);
    }
    dxk_buffer_free(&text);
    dxk_job_free(job);
    dxk_ctx_free(ctx);
    return 0;
}
