/* SPDX-License-Identifier: MIT */
/*
 * kept.c - functions with [noinline] that stay functions of the module. All others are compiled
 * where they are called, and so are those of this kind that need what only their caller has: static
 * variables, inputs and outputs of the stage, objects, helper lanes. See emit.h.
 */
#include "codegen/emit.h"

#include "base/count.h"
#include "builder/builder.h"
#include "sema/mangle.h"

/* Answers that are kept in a function. */
enum { NOT_KNOWN, KEPT, IN_PLACE };

static bool may_stay(dxki_emit *e, const dxki_hlsl_code *s);

/* Are helper lanes counted in a variable of the caller, which lanes that end are added to? */
static bool counts_helpers(const dxki_emit *e)
{
    return e->c->saw_helpers && e->c->model_minor < 6;
}

/* Functions of the language that ask the caller for something. */
static bool asks_caller(const dxki_emit *e, const dxki_hlsl_intrinsic *row)
{
    static const uint8_t asking[] = {
        DXKI_HLSL_LOWER_EVALUATE,      DXKI_HLSL_LOWER_STREAM_APPEND, DXKI_HLSL_LOWER_STREAM_CUT,
        DXKI_HLSL_LOWER_DISPATCH_MESH, DXKI_HLSL_LOWER_HELPER,
    };

    for (size_t i = 0; row && i < DXKI_COUNT(asking); i++) {
        if (row->lowering == asking[i])
            return true;
    }
    return row && row->lowering == DXKI_HLSL_LOWER_CLIP && counts_helpers(e);
}

/* Does what a function calls ask for nothing? One that calls itself does not ask again. */
static bool may_call(dxki_emit *e, dxki_hlsl_function *f)
{
    if (!f->body || f->is_active || dxki_emit_is_kept(e, f))
        return true;
    if (f->may_stay == NOT_KNOWN) {
        f->is_active = true;
        f->may_stay = may_stay(e, f->body) ? KEPT : IN_PLACE;
        f->is_active = false;
    }
    return f->may_stay == KEPT;
}

static bool may_stay_with(dxki_emit *e, const dxki_hlsl_node *n);

static bool may_operands_stay(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_chain chain;
    bool good = true;

    dxki_sema_operations(e->c, &chain, n);
    for (size_t i = chain.count; i-- && good;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            good = may_stay_with(e, item->a);
        good = good && may_stay_with(e, item->b);
    }
    return good;
}

static bool may_stay_with(dxki_emit *e, const dxki_hlsl_node *n)
{
    bool good = true;

    if (!n)
        return true;
    if (!dxki_hlsl_enter(e->c, n->loc))
        return false;
    if (n->kind == DXKI_HLSL_N_VAR && n->var)
        good = n->var->storage != DXKI_HLSL_SHARED &&
               (n->var->storage != DXKI_HLSL_STATIC || n->var->value);
    good = good && n->kind != DXKI_HLSL_N_THIS && !asks_caller(e, n->row);
    good = good && (!n->function || may_call(e, n->function)) && may_operands_stay(e, n) &&
           (n->kind == DXKI_HLSL_N_UPDATE || may_stay_with(e, n->c));
    for (size_t i = 0; i < n->list_count && good; i++)
        good = may_stay_with(e, n->list[i]);
    dxki_hlsl_leave(e->c);
    return good;
}

static bool may_stay(dxki_emit *e, const dxki_hlsl_code *s)
{
    bool good;

    if (!s)
        return true;
    if (!dxki_hlsl_enter(e->c, s->loc))
        return false;
    good = (s->kind != DXKI_HLSL_C_DISCARD || !counts_helpers(e)) && may_stay_with(e, s->value) &&
           may_stay_with(e, s->step) && may_stay(e, s->yes) && may_stay(e, s->no);
    for (size_t i = 0; i < s->count && good; i++)
        good = may_stay(e, s->items[i]);
    dxki_hlsl_leave(e->c);
    return good;
}

/* Numbers go from function to function as they are; libraries hand over memory, too. */
static bool is_handed(const dxki_emit *e, const dxki_hlsl_type *t)
{
    return (e->c->kind == DXK_SHADER_KIND_LIBRARY && !t->has_objects) ||
           t->kind == DXKI_HLSL_TY_VOID || t->kind == DXKI_HLSL_TY_SCALAR ||
           t->kind == DXKI_HLSL_TY_VECTOR;
}

static bool decide(dxki_emit *e, const dxki_hlsl_function *f)
{
    bool can = is_handed(e, f->result);

    for (size_t i = 0; i < f->param_count; i++)
        can = can && is_handed(e, f->params[i]->type);
    if (f->record || !f->decl || !f->body || !dxki_emit_attribute(f, "noinline") ||
        dxki_emit_attribute(f, "shader"))
        return false;
    return (can || dxki_emit_is_exported(e, f)) && dxki_emit_can_link(e, f) && may_stay(e, f->body);
}

bool dxki_emit_is_kept(dxki_emit *e, dxki_hlsl_function *f)
{
    if (f->kept == NOT_KNOWN) {
        f->kept = IN_PLACE; /* if it calls itself */
        if (decide(e, f))
            f->kept = KEPT;
    }
    return f->kept == KEPT;
}

dxk_value dxki_emit_declare_kept(dxki_emit *e, dxki_hlsl_function *f)
{
    if (!f->made)
        f->made = dxki_emit_declare(e, f, dxki_hlsl_mangle_function(e->c, f));
    return f->made;
}

void dxki_emit_kept_body(dxki_emit *e, dxki_hlsl_function *f)
{
    bool hidden = e->c->kind != DXK_SHADER_KIND_LIBRARY || !dxki_emit_is_exported(e, f);

    if (f->is_written)
        return;
    f->is_written = true;
    dxk_value made = dxki_emit_declare_kept(e, f);
    dxki_emit_define(e, f, made);
    if (dxki_emit_ready(e))
        dxki_builder_no_inline(e->b, made, hidden);
}

void dxki_emit_kept(dxki_emit *e)
{
    for (size_t i = 0; i < e->kept.count && dxki_emit_ready(e); i++)
        dxki_emit_kept_body(e, e->kept.items[i]);
}
