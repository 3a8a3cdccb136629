/* SPDX-License-Identifier: MIT */
/* fuzz_validate.c - any input, judged by the newest and by the first validator, and signed. */
#include <stdlib.h>

#include "dxk/compat.h"
#include "dxk/container.h"
#include "dxk/dxbc.h"
#include "dxk/validate.h"
#include "fuzz.h"

static dxk_status swallow(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return DXK_OK;
}

static void judge(const dxk_container *container, bool first)
{
    const dxk_validate_options how = {.has_validator = first, .max_findings = 1000};
    dxk_validation *result;
    size_t seen = 0;
    if (dxk_validate(container, &how, &result) != DXK_OK)
        return;
    dxk_validation_print_dxv(result, (dxk_sink){swallow, &seen});
    bool invalid = dxk_validation_verdict(result) == DXK_VERDICT_INVALID;
    dxk_validation_free(result);
    size_t written = 0;
    const dxk_sign_options sign = {.validate = &how};
    dxk_container_sign(container, &sign, (dxk_sink){swallow, &written}, NULL);
    /* Of shader models 4 and 5 a wrong digest alone does not keep from signing. */
    if (invalid && written && !dxk_dxbc_is_legacy(container))
        abort(); /* signed although it is invalid */
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 256 * size + (16u << 20)}};
    for (int first = 0; first < 2; first++) {
        dxk_ctx *ctx;
        dxk_container *container;
        if (dxk_ctx_create(&options, &ctx) != DXK_OK)
            return 0;
        dxk_container_read(ctx, (dxk_bytes){data, size}, &(dxk_read_options){.salvage = true},
                           &container);
        if (container)
            judge(container, first);
        dxk_container_free(container);
        fuzz_ctx_done(ctx);
    }
    return 0;
}
