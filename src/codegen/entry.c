/* SPDX-License-Identifier: MIT */
/* entry.c - the entry point, and the function of patch constants that belongs to it; see emit.h. */
#include "codegen/debug.h"

#include "builder/builder.h"
#include "ir/find.h"
#include "sema/mangle.h"

/* The reference makes other functions of those that have anything to do with parameters. */
static dxki_builder_rank rank_of(const dxki_emit *e, const dxki_hlsl_function *f)
{
    if (f->param_count == 0 && f->result->kind == DXKI_HLSL_TY_VOID)
        return DXKI_BUILDER_UNCHANGED;
    if (f == e->patch)
        return DXKI_BUILDER_PATCH;
    return e->stage == DXK_SHADER_KIND_AMPLIFICATION ? DXKI_BUILDER_UNCHANGED
           : dxki_emit_is_drawn(e->stage)            ? DXKI_BUILDER_DRAWN
                                                     : DXKI_BUILDER_THREADS;
}

/* A function of a stage that is to be emitted. It is described as what is left of it without its elements. */
static dxk_value declare(dxki_emit *e, const dxki_hlsl_function *f, dxk_str name)
{
    const dxki_builder_param nothing = {.direction = f->param_count == 0 &&
                                                     f->result->kind == DXKI_HLSL_TY_VOID,
                                        .type = DXK_COMPONENT_TYPE_INVALID};
    dxk_value function = dxk_builder_function(
        e->b, name.data, dxk_builder_function_type(e->b, DXK_TYPE_VOID, NULL, 0));

    dxki_builder_describe(e->b, function, rank_of(e, f), &nothing, 1);
    return function;
}

/* Emits it; `patch`: it computes patch constants. */
static void emit_function(dxki_emit *e, dxki_hlsl_function *f, dxk_value function, bool patch,
                          dxk_entry_desc *d)
{
    dxki_emit_place *places = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_place, f->param_count + 1);

    if (!places) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    dxki_emit_spot spot = dxki_emit_debug_enter(e, f, function);
    dxki_emit_open(e, function);
    dxki_emit_begin_helpers(e);
    dxki_emit_begin_statics(e);
    dxki_emit_params(e, f, patch, places, d);
    if (!dxki_emit_body(e, f))
        return;
    dxki_emit_outputs(e, f, patch, places);
    dxki_emit_close(e, DXK_NONE);
    dxki_emit_debug_leave(e, &spot);
}

/* The function of patch constants, with static variables of its own. Entry points that share it
 * have one each, since their attributes are part of what it does; the first one has its name. */
static dxk_value declare_patch(dxki_emit *e, dxk_str entry)
{
    dxk_str name = dxki_hlsl_mangle_function(e->c, e->patch);

    if (dxki_global_lookup(e->b->m, &e->b->global_names, name))
        name = dxki_hlsl_join(e->c, dxki_hlsl_join(e->c, name, dxki_str(".")), entry);
    return declare(e, e->patch, name);
}

void dxki_emit_entry(dxki_emit *e, dxki_hlsl_function *f, dxk_str name)
{
    dxk_entry_desc d = {.kind = (dxk_shader_kind)e->stage};

    dxki_emit_properties(e, f, &d);
    e->partitioning = d.partitioning;
    if (e->stage == DXK_SHADER_KIND_NODE && dxki_emit_ready(e))
        dxki_emit_node_begin(e, f, &d);
    if (!dxki_emit_ready(e))
        return;
    if (e->patch)
        d.patch_function = declare_patch(e, name);
    d.function = declare(e, f, name);
    emit_function(e, f, d.function, false, &d);
    if (e->patch && dxki_emit_ready(e))
        emit_function(e, e->patch, d.patch_function, true, &d);
    if (e->stage == DXK_SHADER_KIND_AMPLIFICATION)
        d.payload_size = e->payload_size;
    if (e->stage == DXK_SHADER_KIND_NODE)
        dxki_emit_node_end(e);
    if (dxki_emit_ready(e))
        dxk_builder_entry(e->b, &d);
}
