/* SPDX-License-Identifier: MIT */
/* compile_make.c - the container of a compilation, from the compiler or from the cache. See compile.h. */
#include "compile.h"
#include "val.h"

#include <dxk/validate.h>

#include <string.h>

/* True if the container is written as it was made, but for debug information and reflection. Only then a
 * container that was found to be valid is still valid, and so are others with its key. */
static bool is_plain(const compile_options *o)
{
    return !o->set_root && !o->private_data && !o->pdb_in_private && !o->strip_root;
}

static bool has_cache(const compile_options *o)
{
    return o->cache && strncmp(o->target, "rootsig", 7) != 0;
}

/* A key, unless something is to be reported: the compilation then does it. */
static bool take_key(job *j, compile_call *k, compile_made *made)
{
    bool is_quiet = dxk_hlsl_key(j->ctx, j->input, &k->options, made->key, NULL, NULL) == DXK_OK &&
                    !dxk_ctx_diag_count(j->ctx);
    dxk_ctx_clear_diags(j->ctx);
    return is_quiet;
}

/* The bytes that are kept if the container turns out to be right. */
static dxk_status remember(job *j, compile_made *made)
{
    const dxk_write_options how = {.digest = DXK_DIGEST_FIX};
    if (!made->has_key || !is_plain(j->options) || dxk_ctx_diag_count(j->ctx))
        return DXK_OK;
    return dxk_container_write(made->container, &how, dxk_buffer_sink(&made->fresh));
}

int compile_make(job *j, compile_call *k, compile_made *made)
{
    const compile_options *o = j->options;
    *made = (compile_made){0};
    dxk_buffer_init(&made->fresh, j->ctx);
    made->has_key = has_cache(o) && take_key(j, k, made);
    made->was_kept =
        made->has_key && compile_cache_find(o->cache, j->ctx, made->key, compile_is_signed(o),
                                            &made->file, &made->container);
    if (made->was_kept)
        return CLI_OK;
    k->file_count = 0; /* they are told once more */
    int code = job_status(j, dxk_hlsl_build(j->ctx, j->input, &k->options, &made->container));
    return code == CLI_OK ? job_status(j, remember(j, made)) : code;
}

void compile_unmake(compile_made *made)
{
    dxk_container_free(made->container);
    io_close(&made->file);
    dxk_buffer_free(&made->fresh);
}

static void keep(job *j, compile_made *made)
{
    const compile_options *o = j->options;
    char why[IO_MESSAGE];
    if (!made->fresh.size)
        return;
    int error = compile_cache_keep(o->cache, made->key, compile_is_signed(o),
                                   (dxk_bytes){made->fresh.data, made->fresh.size});
    if (error)
        job_warn(j, "cannot be kept in the cache: %s", io_message(error, why));
}

/* Reports errors that the validator has found at their places in the source. */
static int refuse(job *j, const compile_call *k, dxk_validation *result)
{
    const val_filter all = {0};
    int code = job_status(j, dxk_validation_report(result, j->input, &k->options));
    if (code != CLI_OK)
        return code;
    if (j->json)
        val_print_findings(j, NULL, &all, result);
    return job_status(j, DXK_E_INVALID);
}

static int sign(job *j, const compile_call *k, const dxk_container *container, dxk_buffer *bytes)
{
    dxk_validation *result = NULL;
    dxk_status status = dxk_container_sign(container, NULL, dxk_buffer_sink(bytes), &result);
    int code = status == DXK_E_INVALID && result ? refuse(j, k, result) : job_status(j, status);
    dxk_validation_free(result);
    return code;
}

int compile_finish(job *j, const compile_call *k, compile_made *made, dxk_buffer *bytes)
{
    const compile_options *o = j->options;
    bool is_signed = compile_is_signed(o);
    const dxk_write_options how = {.digest = is_signed ? DXK_DIGEST_FIX : DXK_DIGEST_CLEAR};
    int code;
    if (is_signed && !(made->was_kept && is_plain(o)))
        code = sign(j, k, made->container, bytes);
    else
        code = job_status(j, dxk_container_write(made->container, &how, dxk_buffer_sink(bytes)));
    if (code == CLI_OK)
        keep(j, made);
    return code;
}
