/* SPDX-License-Identifier: MIT */
/* result.c - the result of a validation: made and freed. print.c shows it. */
#include <string.h>

#include "dxk/compat.h"
#include "validate/report.h"

dxk_status dxki_val_result_create(dxk_ctx *ctx, const dxk_validate_options *options,
                                  dxk_validation **out)
{
    dxk_validation *result = dxki_realloc(ctx, NULL, 0, sizeof *result);
    *out = NULL;
    if (!result)
        return dxki_nomem(ctx);
    memset(result, 0, sizeof *result);
    result->ctx = ctx;
    result->max_findings = options && options->max_findings ? options->max_findings : 100000;
    dxki_arena_init(&result->arena, ctx);
    *out = result;
    return DXK_OK;
}

void dxk_validation_free(dxk_validation *validation)
{
    if (!validation)
        return;
    dxki_vec_free(validation->ctx, &validation->findings);
    dxki_vec_free(validation->ctx, &validation->abouts);
    dxki_arena_free(&validation->arena);
    dxki_realloc(validation->ctx, validation, sizeof *validation, 0);
}

dxk_status dxk_validate_unreadable(dxk_ctx *ctx, dxk_validation **out)
{
    dxk_status status = dxki_val_result_create(ctx, NULL, out);
    if (status != DXK_OK)
        return status;
    (*out)->failed = true;
    (*out)->error_code = DXKI_CODE_BAD_CONTAINER;
    return DXK_OK;
}
