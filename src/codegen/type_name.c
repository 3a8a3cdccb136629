/* SPDX-License-Identifier: MIT */
/*
 * type_name.c - what types are called in a module, as C++ calls them; see emit.h. These names are also
 * what reflection shows.
 */
#include "codegen/emit.h"

static dxk_str join3(dxki_hlsl *c, dxk_str a, dxk_str b, const char *end)
{
    return dxki_hlsl_join(c, dxki_hlsl_join(c, a, b), dxki_str(end));
}

dxk_str dxki_emit_scalar_name(const dxki_hlsl_type *t)
{
    switch (t->scalar) {
    case DXKI_HLSL_S_UINT:
        return dxki_str("unsigned int");
    case DXKI_HLSL_S_INT64:
        return dxki_str("long long");
    case DXKI_HLSL_S_UINT64:
        return dxki_str("unsigned long long");
    default:
        return dxki_str(dxki_hlsl_info(t)->name);
    }
}

/* "vector<float, 4>", "matrix<float, 3, 4>" */
static dxk_str numeric_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;

    if (t->kind == DXKI_HLSL_TY_SCALAR)
        return dxki_emit_scalar_name(t);
    dxk_str text =
        join3(c, dxki_str(matrix ? "matrix<" : "vector<"), dxki_emit_scalar_name(t), ", ");

    if (matrix)
        text = join3(c, text, dxki_hlsl_decimal(c, t->rows), ", ");
    return join3(c, text, dxki_hlsl_decimal(c, t->columns), ">");
}

/* Arguments in angle brackets; two closing ones in a row have a space between them. */
static dxk_str bracketed(dxki_hlsl *c, dxk_str name, dxk_str args)
{
    bool nested = args.size && args.data[args.size - 1] == '>';

    return dxki_hlsl_join(c, name, join3(c, dxki_str("<"), args, nested ? " >" : ">"));
}

/* "float [2][3]" */
static dxk_str array_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_type *element = t;
    size_t depth = 0;

    for (; element->kind == DXKI_HLSL_TY_ARRAY; element = element->element)
        depth++;
    return dxki_hlsl_join(c, dxki_emit_type_name(c, element), dxki_hlsl_dims_text(c, t, depth));
}

static dxk_str object_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (!t->element)
        return dxki_hlsl_type_text(c, t, true);
    return bracketed(c, dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name),
                     dxki_emit_type_name(c, t->element));
}

/* "W<float, 2>": without what is around it. */
static dxk_str own_name(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    const dxki_hlsl_instance *made = r->instance;
    dxk_str args = dxki_str("");

    if (!made)
        return r->name->text;
    for (size_t i = 0; i < made->count && dxki_hlsl_ready(c); i++) {
        const dxki_hlsl_argument *a = &made->args[i];
        args = join3(c, args, dxki_str(i ? ", " : ""), "");
        args = dxki_hlsl_join(
            c, args, a->is_value ? dxki_sema_argument_text(c, a) : dxki_emit_type_name(c, a->type));
    }
    return bracketed(c, made->of->name->text, args);
}

/* What a scope puts in front of the names in it; empty: nothing. */
static dxk_str scope_name(dxki_hlsl *c, const dxki_hlsl_scope *scope)
{
    if (scope->kind == DXKI_HLSL_NAMESPACE && scope->name)
        return scope->name->text;
    if (scope->kind != DXKI_HLSL_MEMBERS || !scope->type || !scope->type->record)
        return dxki_str("");
    const dxki_hlsl_record *r = scope->type->record;
    return r->name ? own_name(c, r) : dxki_str("(anonymous struct)");
}

/* "ns::Outer::S". A structure without a name is called after its typedef, or "anon". */
static dxk_str record_name(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    if (!r->name && !r->alias)
        return dxki_str("anon");
    dxk_str name = r->name ? own_name(c, r) : r->alias->text;
    for (const dxki_hlsl_scope *s = r->scope ? r->scope->outer : NULL; s; s = s->outer) {
        dxk_str around = scope_name(c, s);
        if (around.size)
            name = dxki_hlsl_join(c, around, dxki_hlsl_join(c, dxki_str("::"), name));
    }
    return name;
}

dxk_str dxki_emit_type_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    dxk_str name = dxki_str("");

    if (!dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0}))
        return name;
    if (dxki_hlsl_is_numeric(t))
        name = numeric_name(c, t);
    else if (t->kind == DXKI_HLSL_TY_ARRAY)
        name = array_name(c, t);
    else if (t->kind == DXKI_HLSL_TY_OBJECT)
        name = object_name(c, t);
    else if (t->kind == DXKI_HLSL_TY_RECORD)
        name = record_name(c, t->record);
    else
        name = dxki_hlsl_type_text(c, t, true);
    dxki_hlsl_leave(c);
    return name;
}
