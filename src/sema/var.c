/* SPDX-License-Identifier: MIT */
/* var.c - variables, constants, constant buffers and their registers; see sema.h. */
#include "sema/check.h"

#define MOD(m) DXKI_AST_MOD(m)

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static const dxki_ast_note *find_note(const dxki_ast_notes *notes, uint8_t kind)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind == kind)
            return &notes->items[i];
    }
    return NULL;
}

static bool is_texture(const dxki_hlsl_type *t)
{
    while (t && t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (!t || t->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    uint8_t kind = dxki_hlsl_object_at((dxki_hlsl_object)t->object)->kind;
    return kind >= DXK_RESOURCE_KIND_TEXTURE1D && kind <= DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

/* The letters that a resource takes: textures and samplers may stand for one another, as once they did. */
static const char *letters_of(const dxki_hlsl_var *v, uint8_t cls)
{
    static const char *const letters[] = {[DXK_RESOURCE_CLASS_SRV] = "t",
                                          [DXK_RESOURCE_CLASS_UAV] = "u",
                                          [DXK_RESOURCE_CLASS_CBUFFER] = "b",
                                          [DXK_RESOURCE_CLASS_SAMPLER] = "st"};

    return cls == DXK_RESOURCE_CLASS_SRV && is_texture(v->type) ? "ts" : letters[cls & 3];
}

/* Reports a subscript of a register, t[1], that is no number from 0 on; truth is a sign alone. Its value
 * changes nothing. */
static void check_subscript(dxki_hlsl *c, const dxki_ast_note *note)
{
    const dxki_hlsl_type *whole = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);
    dxki_hlsl_node *given = dxki_sema_expr(c, note->index);
    const bool is_truth =
        dxki_hlsl_is_numeric(given->type) && dxki_hlsl_info(given->type)->number == DXKI_HLSL_BOOL;
    const dxki_hlsl_node *n = dxki_sema_fold(c, dxki_sema_convert(c, given, whole, true));

    if (dxki_hlsl_is_error(n->type))
        return;
    if (n->kind != DXKI_HLSL_N_CONSTANT || (int32_t)n->bits[0] < 0 || (is_truth && n->bits[0]))
        DXKI_HLSL_SAY(c, REGISTER_OFFSET, note->index_end);
}

static void take_one_register(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_note *n, uint8_t cls)
{
    v->has_space = n->has_space;
    v->space = n->space;
    if (!n->letter)
        return;
    if (!strchr(letters_of(v, cls), n->letter)) {
        const char *letters = letters_of(v, cls);
        const dxki_arg first = dxki_text((dxk_str){letters, 1});
        if (letters[1])
            DXKI_HLSL_REPORT(c, REGISTER_KINDS, n->loc, first, dxki_text(dxki_str(letters + 1)));
        else
            DXKI_HLSL_REPORT(c, REGISTER_KIND, n->loc, first);
        return;
    }
    v->has_register = true;
    v->first = n->number;
}

/* Subscripts, and registers for the same profile that are not the same. */
static void check_registers(dxki_hlsl *c, const dxki_ast_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        const dxki_ast_note *a = &notes->items[i];
        if (a->kind == DXKI_AST_REGISTER && a->index)
            check_subscript(c, a);
        for (size_t k = i + 1; a->kind == DXKI_AST_REGISTER && a->letter && k < notes->count; k++) {
            const dxki_ast_note *b = &notes->items[k];
            if (b->kind != DXKI_AST_REGISTER || !b->letter ||
                (a->profile.size && b->profile.size && !dxki_str_same(a->profile, b->profile)) ||
                a->letter != b->letter || a->number == b->number)
                continue;
            DXKI_HLSL_SAY(c, REGISTERS_DIFFER, a->loc);
            return;
        }
    }
}

/* The last one holds, whichever profiles they name; a space alone leaves the register as it was. */
static void take_registers(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_notes *notes, uint8_t cls)
{
    check_registers(c, notes);
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind == DXKI_AST_REGISTER)
            take_one_register(c, v, &notes->items[i], cls);
    }
}

/* Reports a register that no number can have; a type that is in error counts as one. Structures may
 * name any. */
static void check_letter(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_notes *notes)
{
    const dxki_ast_note *n = find_note(notes, DXKI_AST_REGISTER);

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (n && n->letter && !strchr("bci", n->letter) &&
        (dxki_hlsl_is_numeric(t) || dxki_hlsl_is_error(t)))
        DXKI_HLSL_SAY(c, REGISTER_CONSTANT, n->loc);
}

/* True if a type cannot begin at component 1, 2 or 3 of a row. */
static bool needs_row(const dxki_hlsl_type *t, uint32_t component)
{
    return dxki_hlsl_is_aggregate(t) || t->kind == DXKI_HLSL_TY_MATRIX ||
           (t->kind == DXKI_HLSL_TY_VECTOR && t->columns > 4 - component);
}

/* Places a constant at register(c6) or packoffset(c1.y). A scalar of 64 bits may stand anywhere, but is
 * read from the multiple of 8 in front of it, as in the reference. */
static void place_at(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_note *n)
{
    if (n->number > (1u << 24)) {
        DXKI_HLSL_SAY(c, OFFSET, n->loc);
        return;
    }
    v->has_register = true;
    v->offset = 16 * n->number + 4 * n->component;
    const bool fits =
        v->type->columns < 2 || dxki_hlsl_place_constant(c, v->offset, v->type) == v->offset;
    if (n->kind == DXKI_AST_PACKOFFSET && n->component &&
        (!fits || needs_row(v->type, n->component)))
        DXKI_HLSL_SAY(c, BAD_BIND, n->loc);
}

/* Places a loose constant where its register says. */
static void take_register_offset(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_notes *notes)
{
    const dxki_ast_note *n = find_note(notes, DXKI_AST_REGISTER);

    check_registers(c, notes);
    check_letter(c, v->type, notes);
    if (n && n->letter)
        place_at(c, v, n);
}

/* Places a member of a constant buffer where its last packoffset() says; a register of its own changes
 * nothing. */
static void take_pack_offset(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_notes *notes)
{
    const dxki_ast_note *n = NULL;

    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind != DXKI_AST_PACKOFFSET)
            continue;
        if (n)
            DXKI_HLSL_SAY(c, PACKOFFSET_AGAIN, n->loc);
        n = &notes->items[i];
    }
    check_registers(c, notes);
    check_letter(c, v->type, notes);
    if (n)
        place_at(c, v, n);
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Global variables that are not static are constant. */
static void refuse_void(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const bool is_global = !c->sema->function && !(d->mods & MOD(STATIC));
    const dxki_arg type = dxki_text(dxki_str(is_global ? "const void" : "void"));

    dxki_sema_check_strange(c, &d->attrs, DXKI_SEMA_OF_OTHER);
    if (c->sema->scope->kind == DXKI_HLSL_MEMBERS)
        DXKI_HLSL_REPORT(c, INCOMPLETE_FIELD, d->loc, dxki_text(dxki_str("void")));
    else
        dxki_hlsl_report(c, DXKI_HLSL_D_INCOMPLETE_VARIABLE, d->loc, &type, 1);
}

dxki_hlsl_var *dxki_sema_make_var(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type)
{
    dxki_hlsl_var *v = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    const bool is_const_type = c->sema->is_const_type && !type->has_objects;

    v->name = d->name;
    v->loc = d->loc;
    v->type = dxki_sema_dims(c, type, d);
    v->decl = d;
    v->mods = d->mods;
    v->is_const = d->mods & MOD(CONST) || is_const_type;
    v->is_precise = (d->mods & MOD(PRECISE)) != 0;
    dxki_sema_check_coherence(c, d, v->type);
    dxki_sema_warn_precision(c, v->type, d);
    if (v->type->kind == DXKI_HLSL_TY_VOID) {
        refuse_void(c, d);
        v->type = dxki_hlsl_type_error(c);
    }
    return v;
}

static bool is_auto(const dxki_ast_decl *d)
{
    return d->type && d->type->kind == DXKI_AST_T_AUTO;
}

/* The type of a variable; of `auto` something that stands for it until the value is read. */
static const dxki_hlsl_type *type_of(dxki_hlsl *c, const dxki_ast_decl *d)
{
    c->sema->is_const_type = false;
    if (!is_auto(d))
        return dxki_sema_type(c, d->type);
    if (c->version < 2029)
        DXKI_HLSL_SAY(c, AUTO_VERSION, d->type->loc);
    if (d->init && d->init->kind != DXKI_AST_LIST)
        return dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);
    if (d->init)
        DXKI_HLSL_SAY(c, AUTO_LIST, d->loc);
    else
        DXKI_HLSL_REPORT(c, AUTO_INIT, d->loc, dxki_text(d->name ? d->name->text : dxki_str("")));
    return dxki_hlsl_type_error(c);
}

/* An object of libraries that describes a state. */
static bool is_subobject(const dxki_hlsl_type *t)
{
    return dxki_sema_subobject_kind_of(t) != NULL;
}

static bool is_levels(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_RECORD && t->record->part_of;
}

/* auto x = value; */
static void deduce(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    dxki_hlsl_node *n;

    if (dxki_hlsl_is_error(v->type))
        return;
    n = dxki_sema_concrete(c, dxki_sema_expr(c, d->init));
    v->type = n->type;
    if (n->type->kind == DXKI_HLSL_TY_HEAP) {
        const char *heap = n->type->count ? "SamplerDescriptorHeap" : "ResourceDescriptorHeap";
        DXKI_HLSL_REPORT(c, AUTO_HEAP, d->loc, dxki_text(dxki_str(heap)));
        v->type = dxki_hlsl_type_error(c);
    } else if (is_subobject(n->type) || dxki_hlsl_is_string(n->type) || is_levels(n->type)) {
        DXKI_HLSL_REPORT(c, AUTO_TYPE, d->loc, dxki_text(dxki_hlsl_type_text(c, n->type, false)));
        v->type = dxki_hlsl_type_error(c);
    } else if (n->type->kind == DXKI_HLSL_TY_VOID) {
        DXKI_HLSL_REPORT(c, INCOMPLETE_VARIABLE, d->loc, dxki_text(dxki_str("void")));
        v->type = dxki_hlsl_type_error(c);
    }
    if (dxki_hlsl_is_error(v->type))
        return;
    v->init = n;
    v->value = v->is_const ? dxki_sema_value(c, n) : NULL;
    v->strictness = v->value ? dxki_sema_strictness(c, n) : DXKI_HLSL_STRICT;
}

/* RayQuery<0> q = RayQuery<0>(); is a new query, as it is without that. */
static bool is_new_query(dxki_hlsl *c, const dxki_hlsl_var *v, const dxki_ast_expr *e)
{
    return v->type->kind == DXKI_HLSL_TY_OBJECT && v->type->object == DXKI_HLSL_O_RAY_QUERY &&
           e->kind == DXKI_AST_CONSTRUCT && !e->list.count && dxki_sema_type(c, e->type) == v->type;
}

/* The initialiser, and the value if it is known and cannot change. */
static void initialize(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    if (is_auto(d)) {
        deduce(c, v, d);
        return;
    }
    if (!d->init || dxki_hlsl_is_error(v->type) || is_new_query(c, v, d->init))
        return;
    const dxki_hlsl_type *type = v->type;
    dxki_sema_warn_comma(c, d->init, type);
    c->sema->initializes = "a variable";
    c->sema->initialized = v;
    c->sema->whole = d->init->loc;
    v->init = dxki_sema_init(c, d->init, &type);
    dxki_sema_warn_coherence(c, v->init, v->type, (dxki_hlsl_loc){0, 0}, false);
    if (v->type->kind == DXKI_HLSL_TY_ARRAY)
        v->type = type;
    if (dxki_hlsl_is_error(v->init->type)) {
        v->init = NULL;
        v->is_bad |= d->init->kind == DXKI_AST_NAME || d->init->kind == DXKI_AST_MEMBER;
        if (v->is_const && c->sema->checking)
            v->type = dxki_hlsl_type_error(c); /* it follows from parameters of the template */
    } else if (v->is_const && !v->type->has_objects) {
        v->value = dxki_sema_value(c, v->init);
        v->strictness = v->value ? dxki_sema_strictness(c, v->init) : DXKI_HLSL_STRICT;
    }
}

bool dxki_sema_check_complete(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                              dxki_hlsl_diag which)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    dxki_sema_complete(c, t, loc);
    if (t->kind != DXKI_HLSL_TY_RECORD || t->record->complete)
        return true;
    dxki_arg name = dxki_text(dxki_hlsl_type_text(c, t, true));
    if (t->record->instance) {
        if (DXKI_HLSL_REPORT(c, INCOMPLETE_TEMPLATE, loc, name))
            DXKI_HLSL_SAY(c, TEMPLATE_HERE, t->record->loc);
        return false;
    }
    if (dxki_hlsl_report(c, which, loc, &name, 1))
        dxki_hlsl_report(c, t->record->decl ? DXKI_HLSL_D_OPEN_HERE : DXKI_HLSL_D_FORWARD_HERE,
                         t->record->loc, &name, 1);
    return false;
}

static void check_sized(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type;

    if (t->kind == DXKI_HLSL_TY_ARRAY && !t->count && !t->is_empty)
        DXKI_HLSL_SAY(c, UNSIZED, v->loc);
}

/* The block of a loop or an `if` declares nothing again that stands in its head. */
static void check_head(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_var *v)
{
    dxki_hlsl_scope *block = c->sema->scope;

    if (block->is_head || !block->outer || !block->outer->is_head)
        return;
    dxki_sema_go_to_scope(c, block->outer);
    dxki_sema_check_new_as(c, d->name, v, d->loc);
    dxki_sema_go_to_scope(c, block);
}

/* The declaration of a static member, whose type may be completed later, or never. */
static bool is_declaration(const dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return !c->sema->function && d->mods & MOD(STATIC) && !d->init &&
           t->kind == DXKI_HLSL_TY_RECORD;
}

dxki_hlsl_var *dxki_sema_local(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, type_of(c, d));

    dxki_sema_refuse_abstract(c, v->type, "variable", d->loc, d->dims_loc);
    if (dxki_sema_refuse_string(c, d, v->type, NULL)) { /* it is not declared */
        v->type = dxki_hlsl_type_error(c);
        return v;
    }
    if (is_subobject(v->type))
        DXKI_HLSL_SAY(c, SUBOBJECT_PLACE, d->loc);
    v->storage = d->mods & MOD(STATIC) ? DXKI_HLSL_STATIC : DXKI_HLSL_LOCAL;
    if (!is_declaration(c, d, v->type) &&
        !dxki_sema_check_complete(c, v->type, d->loc, DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        v->type = dxki_hlsl_type_error(c);
    dxki_sema_check_modifiers(c, d, c->sema->function ? DXKI_HLSL_AT_LOCAL : DXKI_HLSL_AT_FIELD);
    bool is_new = d->name != NULL;
    if (d->name && c->sema->redeclares && dxki_sema_here(c, d->name))
        DXKI_HLSL_REPORT(c, FOR_REDEFINITION, d->loc, dxki_text(d->name->text));
    else if (d->name && dxki_sema_here(c, d->name))
        is_new = dxki_sema_check_new_as(c, d->name, v, d->loc);
    else if (d->name)
        check_head(c, d, v);
    bool early = is_new && !is_auto(d); /* its value may name it */
    if (early)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    initialize(c, v, d);
    check_sized(c, v);
    if (is_new && !early)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    v->is_local = true;
    if (is_new && !c->sema->checking && !c->quiet)
        DXKI_HLSL_PUSH(c, &c->sema->locals, v);
    if (v->storage == DXKI_HLSL_STATIC && !c->sema->checking)
        DXKI_HLSL_PUSH(c, &c->sema->globals, v);
    return v;
}

/* The initialiser of a constant in a buffer is read, since it must be right, and then forgotten. */
static void ignore_value(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    initialize(c, v, d);
    v->init = NULL;
    v->value = NULL;
    check_sized(c, v);
}

/* The object that a global array consists of, or NULL. */
static const dxki_hlsl_type *object_of(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t->kind == DXKI_HLSL_TY_OBJECT ? t : NULL;
}

/* Reports a member that is not declared. One that is not static is taken for a field, which is as
 * constant as a global variable. */
static void refuse_member(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_scope *there)
{
    const dxki_arg name = dxki_text(d->name->text);
    const dxki_arg scope = dxki_text(d->path.parts[d->path.count - 1]->text);

    if (there->kind == DXKI_HLSL_NAMESPACE)
        DXKI_HLSL_REPORT(c, NO_MEMBER_SPACE, d->loc, name, scope);
    else if (d->mods & MOD(STATIC))
        DXKI_HLSL_REPORT(c, NO_MEMBER, d->loc, name, scope);
    else
        DXKI_HLSL_REPORT(c, MODIFIER, dxki_hlsl_decl_start(d), dxki_text(dxki_str("const")),
                         dxki_text(dxki_str("field")));
}

/* int S::count = 4; outside of the structure. template<> gives a member of an instance another value than the
 * template does. */
static void define_member(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_scope *there = dxki_sema_resolve_scope(c, &d->path, d->path.count);
    const dxki_hlsl_symbol *symbol =
        there && d->name ? dxki_sema_declared(c, there, d->name) : NULL;

    if (!there || !d->name)
        return;
    if (dxki_sema_is_open(d)) {
        DXKI_HLSL_SAY(c, UNSIZED_MEMBER, dxki_hlsl_decl_start(d));
        return;
    }
    if (!symbol || symbol->kind != DXKI_HLSL_SYM_VAR) {
        refuse_member(c, d, there);
        return;
    }
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, there);
    const dxki_hlsl_type *type = dxki_sema_dims(c, dxki_sema_type(c, d->type), d);
    const dxki_hlsl_var again = {.name = d->name,
                                 .loc = d->loc,
                                 .type = type,
                                 .mods = d->mods,
                                 .decl = d,
                                 .is_const = (d->mods & MOD(CONST)) != 0};
    if (!dxki_hlsl_same(c, type, symbol->var->type) && !dxki_hlsl_is_error(type)) {
        dxki_sema_tell_other_type(c, &again, symbol->var);
        DXKI_HLSL_SAY(c, PREVIOUS_DECLARATION, symbol->loc);
    } else if (symbol->var->init && d->init && !d->is_template)
        DXKI_HLSL_REPORT(c, REDEFINITION, d->loc, dxki_text(d->name->text));
    else if (dxki_sema_check_complete(c, type, d->loc, DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        initialize(c, symbol->var, d);
    dxki_sema_go_to_scope(c, outer);
}

/* Counts a variable whose type or content has objects that are resources of their own. */
static void note_owner(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_hlsl_type *content)
{
    if (content->has_objects)
        v->rank = ++c->sema->owners;
}

/* A resource, or an array of them. */
static void global_object(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    const dxki_hlsl_object_info *info =
        dxki_hlsl_object_at((dxki_hlsl_object)object_of(v->type)->object);

    v->storage = DXKI_HLSL_RESOURCE;
    if (info->flags & DXKI_HLSL_SUBOBJECT) {
        if (!d->init)
            DXKI_HLSL_SAY(c, SUBOBJECT_VALUE, v->loc);
        else if (v->type->kind == DXKI_HLSL_TY_ARRAY)
            DXKI_HLSL_SAY(c, TYPE_MISMATCH, d->init->loc);
        else if (d->init->kind == DXKI_AST_LIST)
            v->init = dxki_sema_subobject(c, d->init, v->type);
        else
            initialize(c, v, d);
        DXKI_HLSL_PUSH(c, &c->sema->subobjects, v);
        return;
    }
    if (info->cls == DXK_RESOURCE_CLASS_INVALID) { /* ignored until they are used */
        if (info->flags & DXKI_HLSL_EFFECT)
            DXKI_HLSL_SAY(c, EFFECT_OBJECT, d->type ? d->type->loc : d->loc);
        return;
    }
    take_registers(c, v, &d->notes, info->cls);
    DXKI_HLSL_PUSH(c, &c->sema->globals, v);
    const dxki_hlsl_type *element = object_of(v->type)->element;
    if (element)
        note_owner(c, v, element);
    if (element && element->has_objects && v->type->kind == DXKI_HLSL_TY_ARRAY &&
        v->type->count != 1 && info->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        DXKI_HLSL_SAY(c, VIEW_ARRAY, v->loc);
    if (d->init) {
        initialize(c, v, d);
        v->init = NULL;
    }
}

/* The name of a constant with the namespaces that it is declared in. */
static dxk_str path_of(dxki_hlsl *c, const dxki_hlsl_name *name)
{
    dxk_str path = name ? name->text : dxki_str("");

    for (const dxki_hlsl_scope *s = dxki_sema_space_of(c->sema->scope);
         s && s->kind == DXKI_HLSL_NAMESPACE; s = s->outer)
        if (s->name)
            path = dxki_hlsl_join(c, dxki_hlsl_join(c, s->name->text, dxki_str("::")), path);
    return path;
}

/* Constants outside of buffers are in space 0. */
static void refuse_space(dxki_hlsl *c, const dxki_ast_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind == DXKI_AST_REGISTER && notes->items[i].has_space)
            DXKI_HLSL_SAY(c, CONSTANT_SPACE, notes->items[i].loc);
    }
}

/* A global variable that may be used: where it is kept, and its value. */
static void keep(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    if (!dxki_sema_check_complete(c, v->type, d->loc, DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        return;
    bool refused = d->mods & MOD(GROUPSHARED)
                       ? dxki_sema_refuse_hits(c, v->type, d->type->loc, "groupshared variables")
                   : d->mods & MOD(STATIC)
                       ? dxki_sema_refuse_hits(c, v->type, d->type->loc, "global variables")
                       : dxki_sema_refuse_parts(c, v->type, d->type->loc, "cbuffers or tbuffers");
    if (refused) {
        v->type = dxki_hlsl_type_error(c);
        return;
    }
    bool is_text = dxki_hlsl_is_string(v->type); /* there is no other kind */
    if (d->mods & MOD(GROUPSHARED) || d->mods & MOD(STATIC) || is_text) {
        v->storage = d->mods & MOD(STATIC) || is_text ? DXKI_HLSL_STATIC : DXKI_HLSL_SHARED;
        initialize(c, v, d);
        if (v->storage == DXKI_HLSL_SHARED) { /* it has none, but it must be right */
            v->init = NULL;
            v->value = NULL;
        }
        check_sized(c, v);
        DXKI_HLSL_PUSH(c, &c->sema->globals, v);
        return;
    }
    const dxki_hlsl_type *object = object_of(v->type);
    const dxki_ast_note *offset = find_note(&d->notes, DXKI_AST_PACKOFFSET);
    v->is_const = object || !c->options.direct3d_9;
    if (offset)
        DXKI_HLSL_SAY(c, PACKOFFSET_PLACE, offset->loc);
    if (object) {
        global_object(c, v, d);
        return;
    }
    v->storage = DXKI_HLSL_CONSTANT;
    v->path = path_of(c, d->name);
    ignore_value(c, v, d);
    if (d->init && d->mods & MOD(EXTERN))
        DXKI_HLSL_SAY(c, EXTERN_INIT, d->loc);
    refuse_space(c, &d->notes);
    if (!v->type->has_objects) /* of which registers are */
        take_register_offset(c, v, &d->notes);
    note_owner(c, v, v->type);
    v->before = c->sema->globals.count;
    if (!v->type->has_objects || dxki_hlsl_constant_size(c, v->type))
        DXKI_HLSL_PUSH(c, &c->sema->loose, v);
}

void dxki_sema_global(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (d->path.count) {
        define_member(c, d);
        return;
    }
    dxki_hlsl_var *v = dxki_sema_make_var(
        c, d, d->mods & MOD(STATIC) || is_auto(d) ? type_of(c, d) : dxki_sema_type(c, d->type));

    dxki_sema_refuse_abstract(c, v->type, "variable", d->loc, d->dims_loc);
    if (v->type->kind == DXKI_HLSL_TY_ARRAY)
        dxki_sema_refuse_string(c, d, v->type, NULL);
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_GLOBAL);
    if (dxki_hlsl_is_error(v->type)) {
        check_letter(c, v->type, &d->notes); /* what has no type counts as a number */
        if (d->name && !dxki_sema_here(c, d->name))
            dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
        return;
    }
    if (!d->name || !dxki_sema_check_new_as(c, d->name, v, d->loc))
        return;
    dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    keep(c, v, d);
}

void dxki_sema_global_instance(dxki_hlsl *c, dxki_hlsl_instance *i)
{
    const dxki_ast_decl *d = i->decl;
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, type_of(c, d));

    v->name = i->is_unknown ? d->name : dxki_sema_instance_name(c, i);
    v->instance = i->is_unknown ? NULL : i;
    i->var = v;
    dxki_sema_refuse_abstract(c, v->type, "variable", d->loc, d->dims_loc);
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_GLOBAL);
    if (i->is_unknown && d->init && d->init->kind != DXKI_AST_LIST)
        dxki_sema_expr(c, d->init);
    else if (i->is_unknown)
        return;
    else if (!dxki_hlsl_is_error(v->type) && dxki_hlsl_ready(c))
        keep(c, v, d);
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

static void member_of_namespace(dxki_hlsl *c, const dxki_ast_decl *d);

/* A member whose name belongs to a scope. */
static void member_in(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_scope *scope)
{
    if (d->kind == DXKI_AST_NAMESPACE) {
        dxki_sema_namespace(c, d, member_of_namespace);
        return;
    }
    if (d->kind != DXKI_AST_VARIABLE) {
        dxki_sema_declaration(c, d);
        return;
    }
    if (d->mods & MOD(STATIC)) {
        dxki_sema_global(c, d);
        return;
    }
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, dxki_sema_type(c, d->type));
    dxki_sema_refuse_abstract(c, v->type, "variable", d->loc, d->dims_loc);
    dxki_sema_refuse_string(c, d, v->type, NULL);
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_GLOBAL);
    if (dxki_sema_refuse_parts(c, v->type, d->type->loc, "cbuffers or tbuffers"))
        v->type = dxki_hlsl_type_error(c);
    if (!dxki_sema_check_complete(c, v->type, d->loc, DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        v->type = dxki_hlsl_type_error(c);
    v->storage = DXKI_HLSL_CONSTANT;
    v->is_const = !c->options.direct3d_9 || v->type->has_objects;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    bool is_new = d->name && dxki_sema_check_new_as(c, d->name, v, d->loc);
    if (is_new) {
        dxki_hlsl_symbol *made = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc);
        made->var = v;
        made->space = outer->names || outer == scope ? NULL : outer;
    }
    v->path = path_of(c, d->name);
    dxki_sema_go_to_scope(c, outer);
    if (!is_new)
        return;
    if (object_of(v->type)) { /* a resource that stands there by accident */
        v->in_buffer = true;
        note_owner(c, v, v->type);
        global_object(c, v, d);
        dxki_sema_push(c, v); /* it has no value there, but may take place */
        return;
    }
    ignore_value(c, v, d);
    take_pack_offset(c, v, &d->notes);
    note_owner(c, v, v->type);
    dxki_sema_push(c, v);
}

static void member_of_namespace(dxki_hlsl *c, const dxki_ast_decl *d)
{
    member_in(c, d, c->sema->scope);
}

/* It belongs to the unit, even if the buffer stands in a namespace. */
static void buffer_member(dxki_hlsl *c, const dxki_ast_decl *d)
{
    member_in(c, d, c->sema->unit);
}

/* Some members with an offset and some without. */
static void check_mixed(dxki_hlsl *c, const dxki_hlsl_buffer *b)
{
    size_t placed = 0, count = 0;

    for (size_t i = 0; i < b->count; i++) {
        placed += !b->members[i]->in_buffer && b->members[i]->has_register;
        count += !b->members[i]->in_buffer;
    }
    if (placed && placed < count)
        DXKI_HLSL_SAY(c, MIXED_OFFSETS, b->loc);
}

void dxki_sema_buffer(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_buffer *b = DXKI_HLSL_NEW(c, dxki_hlsl_buffer);
    size_t mark = c->sema->stack.count;
    const uint32_t group = ++c->sema->owners;

    b->name = d->name ? d->name->text : dxki_str("");
    b->loc = d->loc;
    b->is_texture = d->op == DXKI_HLSL_K_TBUFFER;
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++)
        buffer_member(c, d->members.items[i]);
    b->members = (dxki_hlsl_var **)dxki_sema_take(c, mark, &b->count);
    for (size_t i = 0; i < b->count; i++)
        b->members[i]->group = group;
    check_mixed(c, b);
    b->var = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    b->var->storage = DXKI_HLSL_RESOURCE;
    b->var->buffer = b;
    b->var->loc = d->loc;
    b->var->name = d->name;
    for (size_t i = 0; i < d->notes.count; i++) {
        if (d->notes.items[i].kind == DXKI_AST_REGISTER && d->notes.items[i].profile.size)
            DXKI_HLSL_SAY(c, REGISTER_PROFILE, d->notes.items[i].loc);
    }
    take_registers(c, b->var, &d->notes,
                   b->is_texture ? DXK_RESOURCE_CLASS_SRV : DXK_RESOURCE_CLASS_CBUFFER);
    DXKI_HLSL_PUSH(c, &c->sema->buffers, b);
    DXKI_HLSL_PUSH(c, &c->sema->globals, b->var);
}
