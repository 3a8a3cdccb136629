/* SPDX-License-Identifier: MIT */
/*
 * library.c - a library: the functions that it shows, each with all that it calls in it. Entry
 * points have [shader("...")]; those of rays have parameters, the others signatures. See emit.h.
 */
#include "codegen/library.h"

#include "builder/builder.h"
#include "codegen/root_signature.h"
#include "ir/find.h"
#include "sema/check.h"

/* ---------------------------------------------------------------------------------------- */
/* Shaders of rays                                                                            */

static void emit_ray(dxki_emit *e, const dxki_emit_root *r)
{
    dxki_hlsl_function *f = r->function;
    dxk_entry_desc d = {.kind = (dxk_shader_kind)r->stage};
    const uint32_t errors = e->c->errors;

    if (f->param_count > 0 && r->stage != DXK_SHADER_KIND_CALLABLE)
        dxki_emit_check_payload(e, f->params[0]->type, f->params[0]->loc);
    if (dxki_hlsl_ready(e->c))
        dxki_sema_check_payload_flow(e->c, f, r->stage);
    if (errors != e->c->errors)
        return;
    d.function = dxki_emit_function(e, f, r->name);
    if (!dxki_emit_ready(e))
        return;
    if (f->param_count > 0)
        d.payload_size = dxki_emit_size_of(e, dxki_emit_natural_type(e, f->params[0]->type), NULL);
    if (f->param_count > 1)
        d.attribute_size =
            dxki_emit_size_of(e, dxki_emit_natural_type(e, f->params[1]->type), NULL);
    dxk_builder_entry(e->b, &d);
}

/* ---------------------------------------------------------------------------------------- */

/* [RootSignature("...")], which entry points may have that are no ray shaders. */
static void take_root_signature(dxki_emit *e, const dxki_emit_root *r)
{
    if (r->stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(r->stage) &&
        dxki_emit_attribute(r->function, "rootsignature"))
        dxki_builder_entry_root(e->b, dxki_hlsl_root_signature_of(e->c, r->function));
}

static void emit_root(dxki_emit *e, const dxki_emit_root *r)
{
    e->stage = r->stage;
    e->elements = NULL;
    e->payload_size = 0;
    e->patch = r->patch;
    e->main = r->function;
    if (r->stage == DXK_SHADER_KIND_LIBRARY && r->function->made &&
        dxki_str_same(r->name, dxki_emit_root_name(e, r)))
        return; /* it was emitted with those that are not inlined */
    if (dxki_global_lookup(e->b->m, &e->b->global_names, r->name)) {
        DXKI_HLSL_REPORT(e->c, ENTRY_AGAIN, r->function->loc, dxki_text(r->name));
        return;
    }
    dxki_builder_stage(e->b, (dxk_shader_kind)r->stage);
    dxki_emit_read_planes(e, r->function);
    take_root_signature(e, r);
    if (r->stage == DXK_SHADER_KIND_LIBRARY)
        dxki_emit_function(e, r->function, r->name);
    else if (dxki_hlsl_is_ray_stage(r->stage))
        emit_ray(e, r);
    else
        dxki_emit_entry(e, r->function, r->name);
    e->stage = DXK_SHADER_KIND_LIBRARY;
}

static void see_root(dxki_emit *e, dxki_emit_root *r)
{
    e->stage = r->stage;
    e->patch = r->patch =
        r->stage == DXK_SHADER_KIND_HULL ? dxki_emit_patch_function(e, r->function) : NULL;
    dxki_emit_see(e, r->function);
    e->stage = DXK_SHADER_KIND_LIBRARY;
}

/* Entry points with results, structures or objects are other functions than those of the source, and the
 * reference has them after all that stay as they are. */
static bool is_rewritten(const dxki_emit_root *r)
{
    return r->stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(r->stage) &&
           dxki_emit_is_rebuilt(r->function);
}

/* So are functions that are handed resources or hand them on: they come after those, the last one first. */
static bool hands_objects(const dxki_emit_root *r)
{
    const dxki_hlsl_function *f = r->function;
    bool has = f->result->has_objects;

    for (size_t i = 0; i < f->param_count && !has; i++)
        has = f->params[i]->type->has_objects;
    return has && r->stage == DXK_SHADER_KIND_LIBRARY;
}

static bool stays(const dxki_emit_root *r)
{
    return !is_rewritten(r) && !hands_objects(r);
}

/* Is that one a function in the place that it has in the source? */
static bool is_here(const dxki_emit_roots *all, size_t at, const dxki_hlsl_function *f)
{
    return at < all->count && all->items[at].function == f && !all->items[at].is_copy;
}

/* Emits functions in the order of the source. What is called before it is defined stands where it
 * is called for the first time. */
static void emit_functions(dxki_emit *e, const dxki_emit_roots *all)
{
    const dxki_hlsl_sema *s = e->c->sema;
    size_t at = 0;

    for (size_t i = 0; i < s->functions.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_function *f = s->functions.items[i];
        if (f->is_listed)
            dxki_emit_kept_body(e, f);
        for (; is_here(all, at, f) && dxki_emit_ready(e); at++)
            if (stays(&all->items[at]))
                emit_root(e, &all->items[at]);
    }
    dxki_emit_kept(e);
    for (; at < all->count && dxki_emit_ready(e); at++)
        if (stays(&all->items[at]))
            emit_root(e, &all->items[at]);
    for (size_t i = 0; i < all->count && dxki_emit_ready(e); i++)
        if (is_rewritten(&all->items[i]))
            emit_root(e, &all->items[i]);
    for (size_t i = all->count; i-- && dxki_emit_ready(e);)
        if (hands_objects(&all->items[i]))
            emit_root(e, &all->items[i]);
}

/* A function may name one for the constants of its patches without being a hull shader. */
static void check_root(dxki_emit *e, const dxki_emit_root *r)
{
    dxki_hlsl_function *patch;

    dxki_sema_check_recursion(e->c, r->function);
    patch = dxki_emit_patch_function(e, r->function);
    if (patch)
        dxki_sema_check_recursion(e->c, patch);
    dxki_sema_check_calls(e->c, r->function, r->stage);
}

void dxki_emit_library(dxki_emit *e)
{
    dxki_emit_roots all = {NULL, 0, 0};

    dxki_emit_find_roots(e, &all);
    for (size_t i = 0; i < all.count && dxki_hlsl_ready(e->c); i++)
        check_root(e, &all.items[i]);
    /* objects of structures are numbered in this order */
    for (size_t i = all.count; i-- && dxki_emit_ready(e);)
        if (!all.items[i].is_copy)
            see_root(e, &all.items[i]);
    for (size_t i = 0; i < all.count && dxki_emit_ready(e); i++)
        if (all.items[i].is_copy)
            see_root(e, &all.items[i]);
    if (dxki_emit_ready(e))
        dxki_emit_resources(e);
    if (dxki_emit_ready(e))
        emit_functions(e, &all);
    if (dxki_emit_ready(e))
        dxki_emit_constructor(e);
    dxki_vec_free(e->c->ctx, &all);
}
