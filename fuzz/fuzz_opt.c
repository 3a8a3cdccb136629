/* SPDX-License-Identifier: MIT */
/*
 * fuzz_opt.c - any module, through the lists of passes. One that was valid must come out valid, and
 * go through again without a change.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/build.h"
#include "dxk/opt.h"
#include "dxk/parts.h"
#include "dxk/validate.h"
#include "fuzz.h"

static bool is_valid(const dxk_container *container)
{
    dxk_validation *result;
    if (dxk_validate(container, NULL, &result) != DXK_OK)
        return false;
    bool valid = dxk_validation_verdict(result) != DXK_VERDICT_INVALID;
    dxk_validation_free(result);
    return valid;
}

/* Optimizes the container's program and puts it back. */
static dxk_status optimize(dxk_ctx *ctx, dxk_container *container, const char *passes)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = dxk_opt(module, (dxk_str){passes, strlen(passes)}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_container_rebuild(container, module, NULL);
    dxk_module_free(module);
    return status;
}

static void try_list(dxk_bytes input, const char *passes)
{
    dxk_ctx_options options = {.limits = {.memory = 512 * input.size + (64u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return;
    if (dxk_container_read(ctx, input, NULL, &container) == DXK_OK) {
        /* The program that is optimized may be another one than the one that was valid. */
        bool valid =
            is_valid(container) && optimize(ctx, container, "") == DXK_OK && is_valid(container);
        if (optimize(ctx, container, passes) == DXK_OK && valid && !is_valid(container))
            abort();
    }
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
}

FUZZ_TARGET
{
    static const char *const lists[] = {"O3", "Os", "canonical", "dead-resources, constmerge"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        try_list((dxk_bytes){data, size}, lists[i]);
    return 0;
}
