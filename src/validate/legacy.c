/* SPDX-License-Identifier: MIT */
/*
 * legacy.c - containers of shader models 4 and 5 in the form of a validation. What is judged is in
 * fxc/check.h: form alone, by rules of dxk's own, as the reference has none for them.
 */
#include "validate/program.h"
#include "validate/report.h"
#include "container/container.h"

#include "base/options.h"
#include "dxk/compat.h"
#include "dxk/dxbc.h"

#include <string.h>

/* A copy that lives as long as the result; empty when there is no memory for it. */
static dxk_str copy(dxk_validation *out, const char *text)
{
    size_t size = strlen(text);
    char *data = dxki_arena_alloc(&out->arena, size + 1);
    if (!data) {
        out->no_memory = true;
        return (dxk_str){"", 0};
    }
    memcpy(data, text, size + 1);
    return (dxk_str){data, size};
}

static void add(dxk_validation *out, const dxk_diag *d)
{
    dxk_finding f = {.rule = d->rule,
                     .severity = d->severity,
                     .place = DXK_FINDING_OWN,
                     .message = copy(out, d->message),
                     .bit_offset = UINT32_MAX,
                     .offset = d->place == DXK_PLACE_BYTE ? d->position : UINT64_MAX,
                     .path = copy(out, d->path)};
    out->total++;
    if (out->findings.count < out->max_findings && !dxki_vec_push(out->ctx, &out->findings, f))
        out->no_memory = true;
}

dxk_status dxki_val_legacy(const dxk_container *container, const dxk_validate_options *given,
                           dxk_validation **out)
{
    dxk_validate_options options;
    dxk_ctx *ctx = container->ctx;
    *out = NULL;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    size_t first = dxk_ctx_diag_count(ctx);
    dxk_status status = dxk_dxbc_check(container);
    bool failed = status == DXK_E_INVALID;
    if (status == DXK_OK || failed)
        status = dxk_validate_unreadable(ctx, out);
    if (status != DXK_OK)
        return status;
    dxk_validation *result = *out;
    result->failed = failed;
    result->error_code = 0;
    result->form = true;
    if (options.max_findings)
        result->max_findings = options.max_findings;
    for (size_t i = first; i < dxk_ctx_diag_count(ctx); i++)
        add(result, dxk_ctx_diag(ctx, i));
    if (!result->no_memory)
        return DXK_OK;
    dxk_validation_free(result);
    *out = NULL;
    return dxki_nomem(ctx);
}
