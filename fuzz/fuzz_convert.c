/* SPDX-License-Identifier: MIT */
/*
 * fuzz_convert.c - any container, its program of shader model 4 or 5 converted. What cannot be
 * converted is refused with a diagnostic; what is converted must be accepted by LLVM's verifier,
 * and what was valid stays valid when it is optimized.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/build.h"
#include "dxk/convert.h"
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

/* Converts; *out is NULL if it was refused. */
static void convert(dxk_ctx *ctx, const dxk_container *container, const char *passes,
                    dxk_container **out)
{
    const dxk_convert_options how = {.struct_size = sizeof how, .passes = {passes, strlen(passes)}};
    dxk_ctx_clear_diags(ctx);
    dxk_status status = dxk_convert(container, &how, out);
    if (status == DXK_E_INVALID && dxk_ctx_error_count(ctx) == 0)
        abort();
    if ((status == DXK_OK) != (*out != NULL))
        abort();
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 512 * size + (64u << 20)}};
    dxk_container *container, *plain, *optimized;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container) == DXK_OK) {
        convert(ctx, container, "none", &plain);
        if (plain && is_valid(plain)) {
            convert(ctx, container, "", &optimized);
            if (optimized && !is_valid(optimized))
                abort();
            dxk_container_free(optimized);
        }
        dxk_container_free(plain);
    }
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
