/* SPDX-License-Identifier: MIT */
/* run.c - runs: a program with memory bound to it and a grid of groups. Part of <dxk/run.h>. */
#include "exec/program.h"

#include "base/options.h"
#include "wire/words.h"

#define DEFAULT_STEPS 1000000000u

dxk_status dxk_run_create(const dxk_run_program *program, const dxk_run_options *options,
                          dxk_run **out)
{
    dxk_ctx *ctx = program->ctx;
    dxk_run_options own;
    dxk_status status = DXK_OK;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options) || own.schedule > DXK_RUN_SHUFFLE)
        return DXK_E_ARGUMENT;
    dxk_run *run = dxki_realloc(ctx, NULL, 0, sizeof *run);
    if (!run)
        return dxki_nomem(ctx);
    memset(run, 0, sizeof *run);
    run->ctx = ctx;
    run->program = program;
    run->options = own;
    if (run->options.max_steps == 0)
        run->options.max_steps = DEFAULT_STEPS;
    run->grid[0] = run->grid[1] = run->grid[2] = 1;
    if (!dxki_exec_bindings_init(&run->bindings, ctx))
        status = dxki_nomem(ctx);
    else if (program->root_signature.size)
        status = dxk_run_root_signature(run, program->root_signature);
    if (status != DXK_OK)
        dxk_run_free(run);
    else
        *out = run;
    return status;
}

void dxk_run_free(dxk_run *run)
{
    if (!run)
        return;
    dxki_exec_bindings_free(&run->bindings);
    dxki_realloc(run->ctx, run, sizeof *run, 0);
}

dxk_status dxk_run_set_grid(dxk_run *run, uint32_t x, uint32_t y, uint32_t z)
{
    uint64_t plane = (uint64_t)x * y;

    if (plane && z > (UINT64_MAX >> 1) / plane)
        return DXK_E_ARGUMENT;
    run->grid[0] = x;
    run->grid[1] = y;
    run->grid[2] = z;
    return DXK_OK;
}

dxk_status dxk_run_set_grid_indirect(dxk_run *run, dxk_bytes arguments, uint64_t offset)
{
    uint32_t grid[3];

    for (uint32_t n = 0; n < 3; n++)
        if (offset > UINT64_MAX - 12 || !dxki_word_at(arguments, offset + 4 * n, &grid[n]))
            return DXK_E_ARGUMENT;
    return dxk_run_set_grid(run, grid[0], grid[1], grid[2]);
}

uint64_t dxk_run_group_count(const dxk_run *run)
{
    return (uint64_t)run->grid[0] * run->grid[1] * run->grid[2];
}
