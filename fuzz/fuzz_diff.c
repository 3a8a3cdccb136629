/* SPDX-License-Identifier: MIT */
/*
 * fuzz_diff.c - any program, compared with itself and with what passes make of it: nothing differs
 * from itself, and what differs can be printed.
 */
#include <stdlib.h>

#include "dxk/diff.h"
#include "dxk/opt.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "fuzz.h"

static dxk_status count_bytes(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

/* Prints and asks for each row; 0: the programs are the same. */
static size_t show(dxk_program_diff *diff)
{
    size_t printed = 0, rows = dxk_program_diff_row_count(diff), differing = 0;
    dxk_diff_row row;
    if (dxk_program_diff_print(diff, NULL, (dxk_sink){count_bytes, &printed}) != DXK_OK)
        return 1;
    for (size_t i = 0; i < rows && i < 1000; i++) {
        if (!dxk_program_diff_row(diff, i, &row))
            abort();
        differing += row.kind != DXK_DIFFERENCE_NONE;
    }
    if ((printed != 0) < (differing != 0))
        abort();
    return dxk_program_diff_summary(diff).differences;
}

static void compare_modules(dxk_ctx *ctx, const dxk_container *container)
{
    dxk_module *one = NULL, *other = NULL;
    dxk_program_diff *diff;
    dxk_program_place place;
    if (dxk_container_program(container, DXK_PROGRAM_LIST, &place) != DXK_OK)
        return;
    if (dxk_module_read(ctx, place.program.bitcode, NULL, &one) == DXK_OK &&
        dxk_module_read(ctx, place.program.bitcode, NULL, &other) == DXK_OK &&
        dxk_opt(other, (dxk_str){"O3", 2}, &(dxk_opt_options){.budget = 100000}, NULL) == DXK_OK &&
        dxk_diff_modules(one, other, &diff) == DXK_OK) {
        (void)show(diff);
        dxk_program_diff_free(diff);
    }
    dxk_module_free(one);
    dxk_module_free(other);
}

FUZZ_TARGET
{
    dxk_bytes input = {data, size};
    dxk_ctx_options options = {.limits = {.memory = 512 * input.size + (64u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_program_diff *diff;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_container_read(ctx, input, NULL, &container) == DXK_OK) {
        if (dxk_diff_programs(container, container, &diff) == DXK_OK) {
            if (show(diff) != 0)
                abort();
            dxk_program_diff_free(diff);
        }
        compare_modules(ctx, container);
    }
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
