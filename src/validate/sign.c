/* SPDX-License-Identifier: MIT */
/*
 * sign.c - the digest of a container that was found valid: the computed one or, for a shader model
 * that is not released yet, the value that stands for it.
 *
 * Source: hlsl-specs INF-0004, "Validator hashing"; DirectXShaderCompiler's ShaderModel, for which
 * models are released.
 */
#include "container/container.h"
#include "base/options.h"
#include "dxk/dxbc.h"
#include "dxk/part_kinds.h"
#include "dxk/parts.h"
#include "validate/program.h"
#include "validate/report.h"

#define RELEASED_MINOR 9u /* of shader model 6 */

/* Does the program ask for a shader model that is known, but not released? */
static bool is_preview(const dxk_container *container)
{
    const dxk_part *program = dxki_container_first(container, DXK_PART_DXIL);
    dxk_program_header h;
    if (!program || !dxki_container_program_header(program->content, &h))
        return false;
    return h.major_version == 6 && h.minor_version > RELEASED_MINOR &&
           h.minor_version <= DXKI_NEWEST_MINOR;
}

/* Of shader models 4 and 5 the digest is judged, too: that which it will have. */
static dxk_status validate_legacy(dxk_ctx *ctx, const dxk_container *container,
                                  const dxk_validate_options *how, dxk_validation **out)
{
    const dxk_write_options right = {.digest = DXK_DIGEST_FIX};
    dxk_container *copy = NULL;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxk_container_write(container, &right, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status = dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &copy);
    if (status == DXK_OK)
        status = dxki_val_legacy(copy, how, out);
    dxk_container_free(copy);
    dxk_buffer_free(&bytes);
    return status;
}

static dxk_status validate(dxk_ctx *ctx, const dxk_container *container,
                           const dxk_sign_options *options, dxk_validation **out)
{
    dxk_validation *result;
    const dxk_validate_options *how = options ? options->validate : NULL;
    dxk_status status = dxk_dxbc_is_legacy(container)
                            ? validate_legacy(ctx, container, how, &result)
                            : dxk_validate(container, how, &result);
    if (status != DXK_OK)
        return status;
    if (dxk_validation_verdict(result) != DXK_VERDICT_VALID)
        status = DXK_E_INVALID;
    if (out)
        *out = result;
    else
        dxk_validation_free(result);
    return status;
}

/* Judges and writes what is laid out as a file. */
static dxk_status sign(dxk_ctx *ctx, const dxk_container *container,
                       const dxk_sign_options *options, dxk_sink sink, dxk_validation **out)
{
    const dxk_write_options how = {.digest = is_preview(container) ? DXK_DIGEST_MARK_PREVIEW
                                                                   : DXK_DIGEST_FIX};
    dxk_status status = DXK_OK;
    if (!options || !options->no_validate)
        status = validate(ctx, container, options, out);
    return status == DXK_OK ? dxk_container_write(container, &how, sink) : status;
}

/* Lays out what was edited or made: exactly these bytes are judged. */
static dxk_status sign_edited(dxk_ctx *ctx, const dxk_container *container,
                              const dxk_sign_options *options, dxk_sink sink, dxk_validation **out)
{
    dxk_buffer bytes;
    dxk_container *laid;
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxki_container_lay_out(ctx, container, &bytes, &laid);
    if (status == DXK_OK) {
        status = sign(ctx, laid, options, sink, out);
        dxk_container_free(laid);
    }
    dxk_buffer_free(&bytes);
    return status;
}

dxk_status dxk_container_sign(const dxk_container *container, const dxk_sign_options *given,
                              dxk_sink sink, dxk_validation **validation)
{
    dxk_sign_options options;
    dxk_ctx *ctx = container->ctx;
    if (validation)
        *validation = NULL;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    if (dxk_container_kind(container) != DXK_INPUT_CONTAINER)
        return DXK_E_UNSUPPORTED;
    if (container->salvaged)
        return DXK_E_INVALID;
    return container->edited ? sign_edited(ctx, container, &options, sink, validation)
                             : sign(ctx, container, &options, sink, validation);
}
