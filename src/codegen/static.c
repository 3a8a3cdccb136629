/* SPDX-License-Identifier: MIT */
/*
 * static.c - static variables. An entry point has its own, with their values at its beginning;
 * those that functions of a library share are variables of the module, which each entry point sets,
 * and a constructor does for entry points of other libraries. See emit.h.
 */
#include "codegen/emit.h"

#include "builder/builder.h"

static bool is_variable(const dxki_hlsl_var *v)
{
    return v->storage == DXKI_HLSL_STATIC && !v->value && v->used;
}

/* What a variable without a value begins with. */
static dxk_value nothing(dxki_emit *e, uint8_t scalar)
{
    if (dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->flags & DXKI_HLSL_HANDLE)
        return dxk_builder_null(e->b, dxki_emit_type(e, scalar));
    return dxki_emit_scalar_constant(e, scalar, 0);
}

static void set(dxki_emit *e, const dxki_hlsl_var *v)
{
    dxki_emit_value value = dxki_emit_values(e, v->type);

    for (uint32_t k = 0; !v->init && k < value.type->leaves; k++)
        value.v[k] = nothing(e, dxki_hlsl_leaf_scalar(v->type, k));
    if (v->init) {
        e->initial = v->is_local ? NULL : v;
        value = dxki_emit_expr(e, v->init);
        e->initial = NULL;
    }
    dxki_emit_store(e, v->place, value);
    if (!v->init && v->type->has_objects)
        dxki_emit_new_objects(e, v->place);
}

/* Constants that are written to, which shaders of Direct3D 9 do: what is written is a copy. */
static void copy_constants(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->buffers.count; i++) {
        const dxki_hlsl_buffer *b = s->buffers.items[i];
        for (size_t k = 0; b->var->used && k < b->count && dxki_emit_ready(e); k++) {
            dxki_hlsl_var *v = b->members[k];
            if (!v->written || v->is_const)
                continue;
            dxki_emit_place from = dxki_emit_constants_of(e, v);
            dxki_emit_place *to = DXKI_HLSL_NEW(e->c, dxki_emit_place);
            *to = dxki_emit_allocate(e, v->type, false, v);
            dxki_emit_store(e, to, dxki_emit_load(e, &from));
            v->place = to;
        }
    }
}

void dxki_emit_begin_statics(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    if (e->c->options.direct3d_9)
        copy_constants(e);

    for (size_t i = 0; i < s->globals.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        if (!is_variable(v))
            continue;
        bool shared = e->shares_statics && !v->type->has_objects;
        if (!shared || !v->place) {
            dxki_emit_place *p = DXKI_HLSL_NEW(e->c, dxki_emit_place);
            if (!shared && dxki_emit_other_name(e, v, v->init, p)) {
                v->place = p;
                continue;
            }
            *p = shared ? dxki_emit_allocate_static(e, v->type, v)
                        : dxki_emit_allocate(e, v->type, false, v);
            v->place = p;
        }
        if (!shared || e->stage != DXK_SHADER_KIND_LIBRARY)
            set(e, v);
    }
}

void dxki_emit_constructor(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;
    bool any = false;

    for (size_t i = 0; i < s->globals.count; i++)
        any |= is_variable(s->globals.items[i]) && !s->globals.items[i]->type->has_objects;
    if (!any || !e->shares_statics)
        return;
    dxk_str file = e->c->options.name;

    for (size_t i = file.size; i > 0; i--)
        if (file.data[i - 1] == '/' || file.data[i - 1] == '\\') {
            file.data += i;
            file.size -= i;
            break;
        }
    dxk_str name = dxki_hlsl_join(e->c, dxki_str("_GLOBAL__sub_I_"), file);
    dxk_type type = dxk_builder_function_type(e->b, DXK_TYPE_VOID, NULL, 0);
    if (!dxki_emit_ready(e))
        return;
    dxk_value function = dxk_builder_function(e->b, name.data, type);
    dxki_builder_hide(e->b, function);
    dxki_emit_open(e, function);
    e->stage = DXK_SHADER_KIND_COMPUTE; /* as an entry point does */
    dxki_emit_begin_statics(e);
    e->stage = DXK_SHADER_KIND_LIBRARY;
    dxki_emit_jump(e, e->return_to);
    dxki_emit_at(e, e->return_to);
    dxki_emit_close(e, DXK_NONE);
    dxki_builder_constructor(e->b, function);
}
