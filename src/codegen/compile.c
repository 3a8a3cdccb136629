/* SPDX-License-Identifier: MIT */
/* compile.c - <dxk/hlsl.h>: from a source to a module or a container. */
#include "base/options.h"
#include "base/ctx.h"
#include "build/build.h"
#include "codegen/compile.h"
#include "codegen/emit.h"
#include "codegen/root_signature.h"
#include "hlsl/compilation.h"
#include "hlsl/parse.h"
#include "hlsl/pp.h"
#include "ir/edit.h"

static dxk_status check_root(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options)
{
    dxk_container *made = NULL;
    dxk_status status = dxk_hlsl_build(ctx, source, options, &made);

    dxk_container_free(made);
    return status;
}

dxk_status dxk_hlsl_check(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options)
{
    dxk_hlsl_options own;
    dxki_hlsl c;
    uint32_t version;

    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    if (dxki_hlsl_is_root_target(own.target, &version))
        return check_root(ctx, source, &own);
    dxk_status status = dxki_hlsl_begin(&c, ctx, &own, DXKI_HLSL_TO_CHECK);
    if (status == DXK_OK) {
        dxki_hlsl_pp_start(&c, source);
        if (dxki_hlsl_ready(&c))
            dxki_hlsl_parse(&c);
        dxki_hlsl_order(&c);
        status = dxki_hlsl_result(&c);
    }
    dxki_hlsl_end(&c);
    return status;
}

/* The module has dead entries. */
static dxk_status compile_in(dxki_hlsl *c, dxk_bytes source, dxk_module **out)
{
    dxki_hlsl_pp_start(c, source);
    const dxki_ast_decl *unit = dxki_hlsl_ready(c) ? dxki_hlsl_parse(c) : NULL;
    if (unit && dxki_hlsl_ready(c) && !c->is_cut)
        dxki_sema_run(c, unit);
    dxki_hlsl_order(c);
    dxk_status status = dxki_hlsl_result(c);
    if (status == DXK_OK)
        status = dxki_emit_module(c, out);
    dxki_sema_free(c);
    return status;
}

static dxk_status compile(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                          dxk_module **out)
{
    dxki_hlsl c;

    *out = NULL;
    dxk_status status = dxki_hlsl_begin(&c, ctx, options, DXKI_HLSL_TO_COMPILE);
    if (status == DXK_OK)
        status = compile_in(&c, source, out);
    dxki_hlsl_end(&c);
    return status;
}

dxk_status dxk_hlsl_compile(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                            dxk_module **out)
{
    dxk_status status = compile(ctx, source, options, out);

    if (status != DXK_OK)
        return status;
    (*out)->is_passing = false;
    if (dxki_module_compact(*out))
        return DXK_OK;
    dxk_module_free(*out);
    *out = NULL;
    return dxki_nomem(ctx);
}

/* The container of a new module, which it keeps. */
static dxk_status build(dxk_module *m, const dxk_hlsl_options *options, dxk_container **out)
{
    dxk_str refusal;
    const dxki_build_kept kept = {
        .is_new = true,
        .finds_constants = true,
        .keeps_types = options->keep_names,
        .hash_of_program = !options->hash_source,
        .names_pdb = options->hash_source,
        .pdb_name = options->pdb_name,
    };
    dxk_status status = dxki_build_container(m, NULL, &kept, out, &refusal, NULL);

    dxki_build_leave(*out, m);
    return status;
}

dxk_status dxki_hlsl_build_placed(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                  dxki_hlsl_see see, void *user)
{
    dxk_hlsl_options own = *options;
    dxk_container *made = NULL;
    dxk_module *m = NULL;
    dxki_hlsl c;

    own.debug = own.keep_names = true;
    ctx->muted++; /* what there is to say of the source has been said */
    dxk_status status = dxki_hlsl_begin(&c, ctx, &own, DXKI_HLSL_TO_COMPILE);
    c.keeps_places = true;
    if (status == DXK_OK)
        status = compile_in(&c, source, &m);
    if (status == DXK_OK)
        status = build(m, &own, &made);
    ctx->muted--;
    if (status == DXK_OK) {
        dxki_hlsl_sort_places(&c);
        see(user, &c, made);
        status = c.status;
    }
    dxk_container_free(made);
    dxki_hlsl_end(&c);
    return status;
}

dxk_status dxk_hlsl_build(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                          dxk_container **out)
{
    dxk_module *m;
    dxk_hlsl_options own;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    uint32_t version;
    if (dxki_hlsl_is_root_target(own.target, &version))
        return dxki_hlsl_build_root(ctx, source, &own, out);
    dxk_status status = compile(ctx, source, &own, &m);
    return status == DXK_OK ? build(m, &own, out) : status;
}
