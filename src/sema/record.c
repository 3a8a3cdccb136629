/* SPDX-License-Identifier: MIT */
/* record.c - structures, their members and methods; see sema.h. */
#include "sema/check.h"

#define MOD(m) DXKI_AST_MOD(m)

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static dxk_str constant_text(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    return dxki_hlsl_join(c, dxki_str("const "), dxki_hlsl_type_text(c, t, false));
}

static void add_static(dxki_hlsl *c, const dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    if (dxki_sema_is_open(d)) { /* there is no such member */
        DXKI_HLSL_SAY(c, UNSIZED_MEMBER, dxki_hlsl_decl_start(d));
        return;
    }
    dxki_hlsl_var *v = dxki_sema_local(c, d);
    v->storage = DXKI_HLSL_STATIC;
    if (d->bits)
        DXKI_HLSL_REPORT(c, BITS_STATIC, d->loc, dxki_text(d->name ? d->name->text : dxki_str("")));
    if (d->init && !v->is_const) {
        DXKI_HLSL_SAY(c, MEMBER_DEFAULT, d->loc);
    } else if (d->init && !dxki_hlsl_is_error(v->type) && v->type->kind != DXKI_HLSL_TY_SCALAR &&
               v->type->kind != DXKI_HLSL_TY_ENUM) {
        DXKI_HLSL_REPORT(c, MEMBER_OUT_OF_LINE, d->loc, dxki_text(constant_text(c, v->type)));
    } else if (v->init && v->is_const && (!r->instance || r->is_unknown) &&
               !dxki_sema_is_constant(c, d->init, v->init)) {
        DXKI_HLSL_SAY(c, MEMBER_NOT_CONSTANT, d->init->loc);
    } else if (d->init && v->type->kind == DXKI_HLSL_TY_SCALAR &&
               dxki_hlsl_info(v->type)->number == DXKI_HLSL_REAL) {
        DXKI_HLSL_REPORT(c, MEMBER_REAL, d->loc, dxki_text(constant_text(c, v->type)));
    }
    if (c->sema->instance_depth && !d->init)
        dxki_sema_define_static(c, r, v);
}

/* False: there is a member of that name, which is reported. */
static bool declare_field(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_symbol *old = d->name ? dxki_sema_here(c, d->name) : NULL;

    if (old) {
        DXKI_HLSL_REPORT(c, DUPLICATE_MEMBER, d->loc, dxki_text(d->name->text));
        DXKI_HLSL_SAY(c, PREVIOUS_DECLARATION, old->loc);
        return false;
    }
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_FIELD, d->loc);
    return true;
}

static void add_bits(dxki_hlsl *c, dxki_hlsl_bit_reader *bits, const dxki_ast_decl *d)
{
    dxki_hlsl_field *f = declare_field(c, d) ? dxki_sema_add_bits(c, bits, d) : NULL;

    if (!f)
        return;
    bits->fields++;
    dxki_sema_push(c, f);
}

static void add_field(dxki_hlsl *c, const dxki_hlsl_record *r, dxki_hlsl_bit_reader *bits,
                      const dxki_ast_decl *d)
{
    if (d->mods & MOD(STATIC)) {
        add_static(c, r, d);
        return;
    }
    if (d->bits) {
        add_bits(c, bits, d);
        return;
    }
    bits->open = NULL;
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, dxki_sema_type(c, d->type));
    if (!dxki_sema_check_complete(c, v->type, d->loc, DXKI_HLSL_D_INCOMPLETE_FIELD))
        return;
    if (r->is_interface)
        DXKI_HLSL_REPORT(c, INTERFACE_MEMBER, d->loc,
                         dxki_text(d->name ? d->name->text : dxki_str("")));
    dxki_sema_refuse_abstract(c, v->type, "field", d->loc, d->dims_loc);
    dxki_sema_refuse_string(c, d, v->type, NULL);
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_FIELD);
    if (d->init)
        DXKI_HLSL_SAY(c, MEMBER_DEFAULT, d->loc);
    for (const dxki_hlsl_type *t = v->type; t->kind == DXKI_HLSL_TY_ARRAY; t = t->element) {
        if (!t->count && !t->is_empty && !t->element->has_objects)
            DXKI_HLSL_SAY(c, UNSIZED_MEMBER, d->loc);
    }
    if (!declare_field(c, d))
        return;
    dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
    bits->fields++;
    *f = (dxki_hlsl_field){.name = d->name,
                           .type = v->type,
                           .loc = d->loc,
                           .decl = d,
                           .is_const = v->is_const && !v->type->has_objects};
    dxki_sema_push(c, f);
}

/* struct { ... }; in a structure: its members are known as though they were the structure's. */
static void add_nameless(dxki_hlsl *c, dxki_hlsl_bit_reader *bits, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *type = NULL;

    dxki_sema_record(c, d, &type);
    if (!dxki_hlsl_ready(c) || !type || type->kind != DXKI_HLSL_TY_RECORD)
        return;
    bits->open = NULL;
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *m = d->members.items[i];
        if (m->kind == DXKI_AST_VARIABLE && !declare_field(c, m))
            return;
    }
    dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
    bits->fields++;
    *f = (dxki_hlsl_field){.type = type, .loc = d->loc};
    dxki_sema_push(c, f);
}

static void take_fields(dxki_hlsl *c, dxki_hlsl_record *r, size_t mark)
{
    size_t count;
    dxki_hlsl_field **items = (dxki_hlsl_field **)dxki_sema_take(c, mark, &count);

    r->fields = count ? DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_field, count) : NULL;
    if (count && !r->fields)
        dxki_hlsl_nomem(c);
    for (r->field_count = 0; r->fields && r->field_count < count; r->field_count++)
        r->fields[r->field_count] = *items[r->field_count];
}

/* The name of a type of the language that nothing can be derived from, or NULL. */
static const char *final_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    switch (t->kind) {
    case DXKI_HLSL_TY_VECTOR:
        return "vector";
    case DXKI_HLSL_TY_MATRIX:
        return "matrix";
    case DXKI_HLSL_TY_RECORD: /* those of the language have no declaration */
        return t->record->complete && !t->record->decl ? dxki_hlsl_type_text(c, t, true).data
                                                       : NULL;
    case DXKI_HLSL_TY_OBJECT:
        return dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name;
    default:
        return NULL;
    }
}

static void add_base(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    const dxki_hlsl_type **interfaces =
        d->base_count ? DXKI_NEW_ARRAY(&c->arena, const dxki_hlsl_type *, d->base_count) : NULL;

    if (d->base_count && !interfaces)
        dxki_hlsl_nomem(c);
    if (r->is_interface && d->base_count)
        DXKI_HLSL_SAY(c, INTERFACE_BASE, d->bases[0]->loc);
    r->interfaces = interfaces;
    for (size_t i = 0; i < d->base_count; i++) {
        const dxki_hlsl_type *t = dxki_sema_type(c, d->bases[i]);
        const char *final = final_name(c, t);
        if (final)
            DXKI_HLSL_REPORT(c, BASE_FINAL, d->bases[i]->loc, dxki_text(dxki_str(final)));
        else if (t->kind != DXKI_HLSL_TY_RECORD && !dxki_hlsl_is_error(t))
            DXKI_HLSL_SAY(c, CLASS_NAME, d->bases[i]->loc);
        if (final || t->kind != DXKI_HLSL_TY_RECORD)
            continue;
        if (t->record->is_interface) {
            if (interfaces)
                interfaces[r->interface_count++] = t;
            continue;
        }
        if (!t->record->complete) {
            DXKI_HLSL_SAY(c, INCOMPLETE_BASE, d->loc);
            continue;
        }
        if (r->has_base) {
            DXKI_HLSL_SAY(c, MANY_BASES, d->loc);
            continue;
        }
        dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
        *f = (dxki_hlsl_field){.type = t, .loc = d->loc};
        dxki_sema_push(c, f);
        r->has_base = true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

/* Methods see all members, whatever their order. */
static void add_methods(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    size_t mark = c->sema->stack.count;

    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *m = d->members.items[i];
        if (m->kind != DXKI_AST_FUNCTION)
            continue;
        dxki_hlsl_function *f = dxki_sema_declare_function(c, m, r);
        if (f && f->decl->body == m->body && m->body && !f->is_lazy)
            dxki_sema_push(c, f);
    }
    for (size_t i = mark; i < c->sema->stack.count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_function *f = c->sema->stack.items[i];
        if (f->tmpl)
            dxki_sema_check_template(c, f->tmpl, r);
        else
            dxki_sema_function_body(c, f);
    }
    c->sema->stack.count = mark < c->sema->stack.count ? mark : c->sema->stack.count;
}

/* What stands between the braces. */
static void define(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    dxki_hlsl_bit_reader bits = {.fields = 0};
    size_t mark = c->sema->stack.count;
    dxki_hlsl_scope *outer;

    r->decl = d;
    r->is_open = true;
    r->is_interface = d->op == DXKI_HLSL_K_INTERFACE;
    dxki_sema_check_strange(c, &d->attrs, DXKI_SEMA_OF_RECORD);
    add_base(c, r, d);
    if (r->has_base) { /* its members are found from now on */
        take_fields(c, r, mark);
        dxki_sema_push(c, &r->fields[0]);
    }
    bits.fields = r->has_base;
    outer = dxki_sema_go_to_scope(c, r->scope);
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *m = d->members.items[i];
        if (m->kind == DXKI_AST_VARIABLE && !m->is_template)
            add_field(c, r, &bits, m);
        else if (m->kind == DXKI_AST_RECORD && m->nameless)
            add_nameless(c, &bits, m);
        else if (m->kind == DXKI_AST_TYPEDEF && !m->scoped)
            DXKI_HLSL_SAY(c, NESTED_TYPEDEF, m->loc);
        else if (m->kind != DXKI_AST_FUNCTION)
            dxki_sema_declaration(c, m);
    }
    take_fields(c, r, mark);
    dxki_sema_take_bits(c, &bits, r);
    dxki_hlsl_record_done(c, r);
    r->is_open = false;
    add_methods(c, r, d);
    dxki_sema_check_overrides(c, r);
    dxki_sema_go_to_scope(c, outer);
}

bool dxki_sema_check_nested(dxki_hlsl *c, const dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    if (r->is_open && DXKI_HLSL_REPORT(c, NESTED_REDEFINITION, d->loc, dxki_text(d->name->text)))
        DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, r->decl->loc);
    return !r->is_open;
}

/* A record of that declaration, which is not defined yet. */
static dxki_hlsl_record *make(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_record *r = dxki_hlsl_type_record(c, d->name, d->loc);

    if (!dxki_hlsl_ready(c))
        return r;
    r->is_class = d->op == DXKI_HLSL_K_CLASS;
    r->scope = dxki_sema_make_scope(c, DXKI_HLSL_MEMBERS, c->sema->scope);
    if (dxki_hlsl_ready(c))
        r->scope->type = r->type;
    return r;
}

/* The record that was declared before, or a new one. */
static dxki_hlsl_record *declare(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_symbol *old = d->name ? dxki_sema_tag(c, c->sema->scope, d->name) : NULL;

    if (old && old->type->kind == DXKI_HLSL_TY_RECORD &&
        (!old->type->record->complete || !d->defined))
        return old->type->record;
    if (d->name && (!old || d->defined))
        dxki_sema_check_new_type(c, d->name, true, d->loc);
    dxki_hlsl_record *r = make(c, d);
    if (d->name && dxki_hlsl_ready(c))
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = r->type;
    return r;
}

void dxki_sema_record_named(dxki_hlsl *c, dxki_hlsl_instance *i, const dxki_hlsl_name *name)
{
    const dxki_ast_decl *d = i->decl;
    dxki_hlsl_record *r = i->type ? i->type->record : make(c, d);
    if (r->scope)
        r->scope->outer = c->sema->scope; /* that of the definition, if it was only declared */
    if (dxki_hlsl_ready(c) && !i->type) {
        r->name = name;
        r->instance = i;
        r->is_unknown = i->is_unknown;
        i->type = r->type;
        dxki_hlsl_symbol *own =
            dxki_sema_declare_in(c, r->scope, d->name, DXKI_HLSL_SYM_TYPE, d->loc);
        own->type = r->is_unknown ? dxki_hlsl_type_error(c) : r->type;
        own->tmpl = i->of;
    }
}

void dxki_sema_record_instance(dxki_hlsl *c, dxki_hlsl_instance *i, const dxki_hlsl_name *name)
{
    const dxki_ast_decl *d = i->decl;

    if (!dxki_hlsl_enter(c, d->loc))
        return;
    dxki_sema_record_named(c, i, name);
    if (dxki_hlsl_ready(c) && d->defined && !i->type->record->complete) {
        i->type->record->is_class = d->op == DXKI_HLSL_K_CLASS; /* of the definition */
        define(c, i->type->record, d);
    }
    dxki_hlsl_leave(c);
}

void dxki_sema_record(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made)
{
    dxki_hlsl_scope *outer = c->sema->scope;

    *made = dxki_hlsl_type_error(c);
    if (!dxki_hlsl_enter(c, d->loc))
        return;
    if (d->path.count > 1) {
        dxki_hlsl_scope *there = dxki_sema_resolve_scope(c, &d->path, d->path.count - 1);
        if (there)
            dxki_sema_go_to_scope(c, there);
    }
    dxki_hlsl_record *r = declare(c, d);
    if (dxki_hlsl_ready(c)) {
        *made = r->type;
        if (d->defined && !r->complete && dxki_sema_check_nested(c, r, d))
            define(c, r, d);
    }
    dxki_sema_go_to_scope(c, outer);
    dxki_hlsl_leave(c);
}
