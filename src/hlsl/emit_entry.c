/* SPDX-License-Identifier: MIT */
/* emit_entry.c - the entry point, and the function of patch constants that belongs to it; see emit.h. */
#include "hlsl/emit.h"

/* Static variables get their values first. */
static void initialize(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->globals.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        if (v->storage != DXKI_HLSL_STATIC || v->value || !v->used)
            continue;
        dxki_emit_place *p = DXKI_HLSL_NEW(e->c, dxki_emit_place);
        *p = dxki_emit_allocate(e, v->type, false, v);
        v->place = p;
        dxki_emit_value value = dxki_emit_values(e, v->type);
        for (uint32_t k = 0; !v->init && k < value.type->leaves; k++)
            value.v[k] = dxki_emit_scalar_constant(e, dxki_hlsl_leaf_scalar(v->type, k), 0);
        if (v->init)
            value = dxki_emit_expr(e, v->init);
        dxki_emit_store(e, p, value);
    }
}

/* Another function has other variables. */
static void forget_statics(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->globals.count; i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        if (v->storage == DXKI_HLSL_STATIC && !v->value)
            v->place = NULL;
    }
}

/* Emits a function of a stage; `patch`: the one that computes patch constants. */
static dxk_value emit_function(dxki_emit *e, dxki_hlsl_function *f, const char *name, bool patch,
                               dxk_entry_desc *d)
{
    dxki_emit_place *places = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_place, f->param_count + 1);
    dxk_type type = dxk_builder_function_type(e->b, DXK_TYPE_VOID, NULL, 0);

    if (!places) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    dxk_value function = e->function = dxk_builder_function(e->b, name, type);
    e->allocas = dxk_builder_block(e->b, e->function);
    e->entry = dxk_builder_block(e->b, e->function);
    dxki_emit_at(e, e->entry);
    e->return_to = dxki_emit_new_block(e);
    dxki_emit_begin_helpers(e);
    initialize(e);
    dxki_emit_params(e, f, patch, places, d);
    e->result = dxki_emit_nowhere();
    if (f->result->kind != DXKI_HLSL_TY_VOID && dxki_emit_ready(e))
        e->result = dxki_emit_allocate(e, f->result, false, NULL);
    f->is_active = true;
    dxki_emit_code(e, f->body);
    f->is_active = false;
    if (!dxki_emit_ready(e))
        return DXK_NONE;
    dxki_emit_jump(e, e->return_to);
    dxki_emit_at(e, e->return_to);
    dxki_emit_outputs(e, f, patch, places);
    dxk_builder_ret(dxki_emit_b(e), DXK_NONE);
    dxk_builder_at(e->b, e->allocas);
    dxk_builder_br(e->b, e->entry);
    return function;
}

/* The function of patch constants, with static variables of its own. */
static void emit_patch(dxki_emit *e, dxk_entry_desc *d)
{
    dxki_hlsl_function *f = e->patch;
    dxk_str name = dxki_hlsl_join(e->c, dxki_str("\x01?"), f->name->text);
    name = dxki_hlsl_join(e->c, name, dxki_str("@@YAXXZ"));
    forget_statics(e);
    d->patch_function = emit_function(e, f, name.data, true, d);
}

void dxki_emit_entry(dxki_emit *e, dxki_hlsl_function *f)
{
    dxk_entry_desc d = {.kind = e->c->kind};

    dxki_emit_properties(e, f, &d);
    if (!dxki_emit_ready(e))
        return;
    d.function = emit_function(e, f, f->name->text.data, false, &d);
    if (e->patch && dxki_emit_ready(e))
        emit_patch(e, &d);
    if (e->c->kind == DXK_SHADER_KIND_AMPLIFICATION)
        d.payload_size = e->payload_size;
    if (dxki_emit_ready(e))
        dxk_builder_entry(e->b, &d);
}
