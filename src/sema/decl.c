/* SPDX-License-Identifier: MIT */
/* decl.c - which declaration it is; enumerations, names of types; see sema.h. */
#include "sema/check.h"

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

dxki_hlsl_symbol *dxki_sema_here(const dxki_hlsl *c, const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *found = dxki_sema_declared(c, c->sema->scope, name);

    return found == dxki_sema_tag(c, c->sema->scope, name) ? NULL : found;
}

bool dxki_sema_check_new(dxki_hlsl *c, dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    return dxki_sema_check_new_as(c, name, NULL, loc);
}

/* The heaps are variables of the whole source, where the shader model has them. */
static bool is_of_heap(dxki_hlsl *c, const dxki_hlsl_name *name, const dxki_hlsl_type *t,
                       dxki_hlsl_loc loc)
{
    const uint32_t first = 6; /* shader model 6.6 */
    bool samplers;

    if (!c->has_target || c->model_minor < first || c->sema->scope->kind != DXKI_HLSL_UNIT ||
        !dxki_sema_is_heap(name->text, &samplers))
        return false;
    if (t)
        DXKI_HLSL_REPORT(c, REDEFINITION_TYPE, loc, dxki_text(name->text),
                         dxki_text(dxki_sema_quoted(c, dxki_hlsl_type_text(c, t, true))),
                         dxki_text(dxki_str(samplers ? "'.Sampler'" : "'.Resource'")));
    else
        DXKI_HLSL_REPORT(c, REDEFINITION_KIND, loc, dxki_text(name->text));
    return true;
}

/* Names of the language that are declared in front of the source: of numbers, and of what has arguments.
 * Other objects are declared when they are used first. */
static bool is_of_language(dxki_hlsl *c, dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_predeclared *p =
        c->sema->scope->kind == DXKI_HLSL_UNIT ? dxki_hlsl_predeclared_of(c, name) : NULL;

    if (!p)
        return false;
    bool alone = p->kind == DXKI_HLSL_P_OBJECT && p->object != DXKI_HLSL_O_SAMPLER_OLD &&
                 p->object != DXKI_HLSL_O_STRING &&
                 dxki_hlsl_object_at((dxki_hlsl_object)p->object)->args == DXKI_HLSL_ARGS_NO;
    if (!alone)
        DXKI_HLSL_REPORT(c, REDEFINITION_KIND, loc, dxki_text(name->text));
    return !alone;
}

/* Is a variable of the scope at hand of a constant type? Global ones are, unless they are static. */
static bool is_constant(const dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const uint64_t own = DXKI_AST_MOD(STATIC) | DXKI_AST_MOD(GROUPSHARED);
    const uint8_t scope = c->sema->scope->kind;

    return !v->type->has_objects &&
           (v->is_const ||
            ((scope == DXKI_HLSL_UNIT || scope == DXKI_HLSL_NAMESPACE) && !(v->mods & own)));
}

/* The type of a variable in quotes, as it is spelled unless the other one is of the same template. */
static dxk_str told(dxki_hlsl *c, const dxki_hlsl_var *v, const dxki_hlsl_var *other)
{
    const bool is_same =
        v->type->kind == other->type->kind &&
        (v->type->kind == DXKI_HLSL_TY_VECTOR || v->type->kind == DXKI_HLSL_TY_MATRIX);
    const dxk_str text = is_same ? dxki_sema_quoted(c, dxki_hlsl_type_text(c, v->type, true))
                                 : dxki_sema_decl_told(c, v->type, v->decl, false);

    if (!is_constant(c, v))
        return text;
    return dxki_hlsl_join(c, dxki_str("'const "), (dxk_str){text.data + 1, text.size - 1});
}

void dxki_sema_tell_other_type(dxki_hlsl *c, const dxki_hlsl_var *v, const dxki_hlsl_var *old)
{
    DXKI_HLSL_REPORT(c, REDEFINITION_TYPE, v->loc, dxki_text(v->name->text),
                     dxki_text(told(c, v, old)), dxki_text(told(c, old, v)));
}

bool dxki_sema_check_new_as(dxki_hlsl *c, dxki_hlsl_name *name, const dxki_hlsl_var *v,
                            dxki_hlsl_loc loc)
{
    const dxki_hlsl_symbol *old = dxki_sema_here(c, name);
    const dxki_hlsl_type *t = v ? v->type : NULL;

    if (!old)
        return !is_of_heap(c, name, t, loc) && !is_of_language(c, name, loc);
    while (t && t->kind == DXKI_HLSL_TY_ARRAY && dxki_hlsl_is_error(t->element))
        t = t->element;
    if (t && dxki_hlsl_is_error(t))
        return false; /* that was said, and the earlier one stays */
    if (v && old->kind == DXKI_HLSL_SYM_VAR &&
        (!dxki_hlsl_same(c, t, old->var->type) || is_constant(c, v) != is_constant(c, old->var)))
        dxki_sema_tell_other_type(c, v, old->var);
    else if (v && old->kind != DXKI_HLSL_SYM_VAR)
        DXKI_HLSL_REPORT(c, REDEFINITION_KIND, loc, dxki_text(name->text));
    else
        DXKI_HLSL_REPORT(c, REDEFINITION, loc, dxki_text(name->text));
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Others                                                                                     */

static void enumerator(dxki_hlsl *c, const dxki_ast_decl *e, const dxki_hlsl_type *type,
                       uint64_t value)
{
    const dxki_hlsl_symbol *old = e->name ? dxki_sema_here(c, e->name) : NULL;

    if (old && old->kind == DXKI_HLSL_SYM_VALUE) {
        DXKI_HLSL_REPORT(c, REDEFINITION_ENUMERATOR, e->loc, dxki_text(e->name->text));
        DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
        return;
    }
    if (!e->name || !dxki_sema_check_new(c, e->name, e->loc))
        return;
    dxki_hlsl_symbol *symbol = dxki_sema_declare(c, e->name, DXKI_HLSL_SYM_VALUE, e->loc);
    symbol->type = type;
    symbol->value = value;
}

/* Enumerators are found as E::name, and if the enumeration is not scoped also without E. While they
 * are read, they are numbers. */
static void enumerators(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_type *type, int64_t *least,
                        int64_t *most)
{
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, type->scope);
    int64_t value = 0;

    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++, value++) {
        const dxki_ast_decl *e = d->members.items[i];
        if (e->init && !dxki_sema_integer(c, e->init, &value))
            break;
        enumerator(c, e, type->element, (uint64_t)value);
        *least = value < *least ? value : *least;
        *most = value > *most ? value : *most;
    }
    dxki_sema_go_to_scope(c, outer);
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *e = d->members.items[i];
        dxki_hlsl_symbol *symbol = e->name ? dxki_sema_declared(c, type->scope, e->name) : NULL;
        if (!symbol || symbol->loc.at != e->loc.at) /* or it is there before */
            continue;
        symbol->type = type;
        if (!type->scoped)
            enumerator(c, e, type, symbol->value);
    }
}

/* What an enumeration without a type consists of: 32 bits unless they are too few. */
static void choose_type(dxki_hlsl *c, dxki_hlsl_type *type, int64_t least, int64_t most)
{
    type->natural = least >= 0;
    if (least >= INT32_MIN && most <= (least < 0 ? INT32_MAX : (int64_t)UINT32_MAX))
        return;
    type->element = dxki_hlsl_type_scalar(c, least < 0 ? DXKI_HLSL_S_INT64 : DXKI_HLSL_S_UINT64);
    type->scalar = type->element->scalar;
}

void dxki_sema_enum(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made)
{
    const dxki_hlsl_type *under =
        d->type ? dxki_sema_type(c, d->type) : dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);

    *made = dxki_hlsl_type_error(c);
    if (dxki_hlsl_is_error(under))
        return;
    if (!d->defined && !d->type && !d->scoped)
        DXKI_HLSL_SAY(c, ENUM_FORWARD, d->loc);
    if (!dxki_hlsl_is_numeric(under) || under->kind != DXKI_HLSL_TY_SCALAR ||
        dxki_hlsl_info(under)->number == DXKI_HLSL_REAL) {
        DXKI_HLSL_REPORT(c, ENUM_TYPE, d->loc, dxki_text(dxki_hlsl_type_text(c, under, true)));
        return;
    }
    dxki_hlsl_type *type = dxki_hlsl_type_enum(c, d->name, under);
    if (!dxki_hlsl_ready(c))
        return;
    type->scoped = d->scoped;
    type->scope = dxki_sema_make_scope(c, DXKI_HLSL_MEMBERS, c->sema->scope);
    type->scope->type = type;
    if (d->name && dxki_sema_check_new_type(c, d->name, true, d->loc))
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = type;
    if (!dxki_hlsl_ready(c))
        return;
    int64_t least = 0, most = 0;
    enumerators(c, d, type, &least, &most);
    if (!d->type && !d->scoped)
        choose_type(c, type, least, most);
    *made = type;
}

/* May a name of the language be declared for a type, since it means that type already? Another is
 * reported. */
static bool names_language(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type)
{
    const dxki_hlsl_predeclared *p =
        c->sema->scope->kind == DXKI_HLSL_UNIT ? dxki_hlsl_predeclared_of(c, d->name) : NULL;
    dxki_hlsl_name *name = d->name;
    const dxki_ast_type own = {.kind = DXKI_AST_T_NAMED,
                               .loc = d->loc,
                               .path = {.parts = &name, .count = 1, .loc = d->loc}};

    if (!p || dxki_hlsl_is_error(type))
        return true;
    if (p->kind == DXKI_HLSL_P_VECTOR || p->kind == DXKI_HLSL_P_MATRIX ||
        (p->kind == DXKI_HLSL_P_OBJECT &&
         dxki_hlsl_object_at((dxki_hlsl_object)p->object)->args != DXKI_HLSL_ARGS_NO)) {
        DXKI_HLSL_REPORT(c, REDEFINITION_KIND, d->loc, dxki_text(name->text));
        return false;
    }
    const dxki_hlsl_type *old = dxki_sema_type(c, &own);
    if (dxki_hlsl_is_error(old) || dxki_hlsl_same(c, old, type))
        return true;
    DXKI_HLSL_REPORT(c, TYPEDEF_REDEFINITION, d->loc,
                     dxki_text(dxki_str(d->scoped ? "type alias" : "typedef")),
                     dxki_text(dxki_hlsl_type_text(c, type, true)),
                     dxki_text(dxki_hlsl_type_text(c, old, true)));
    return false;
}

/* Is a name to be declared for a type? It may have it already, and is then not declared again; that it is
 * another thing's is reported. */
static bool needs_alias(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type)
{
    const dxki_hlsl_symbol *old = dxki_sema_declared(c, c->sema->scope, d->name);

    if (!old)
        return names_language(c, d, type);
    if (dxki_hlsl_is_error(type))
        return old->kind != DXKI_HLSL_SYM_TYPE;
    if (old->kind != DXKI_HLSL_SYM_TYPE)
        DXKI_HLSL_REPORT(c, REDEFINITION_KIND, d->loc, dxki_text(d->name->text));
    else if (dxki_hlsl_same(c, old->type, type))
        return !old->is_alias;
    else if (!dxki_hlsl_is_error(old->type))
        DXKI_HLSL_REPORT(c, TYPEDEF_REDEFINITION, d->loc,
                         dxki_text(dxki_str(d->scoped ? "type alias" : "typedef")),
                         dxki_text(dxki_hlsl_type_text(c, type, true)),
                         dxki_text(dxki_hlsl_type_text(c, old->type, true)));
    else
        return true;
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    return false;
}

static void type_name(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_TYPEDEF);
    const dxki_hlsl_type *type = dxki_sema_type(c, d->type);
    const bool is_const = c->sema->is_const_type;
    type = dxki_sema_dims(c, type, d);
    if (!d->name || !needs_alias(c, d, type))
        return;
    dxki_hlsl_symbol *symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc);
    symbol->type = type;
    symbol->is_const = is_const;
    symbol->is_alias = true;
    if (type->kind == DXKI_HLSL_TY_RECORD && !type->record->name && !type->record->alias)
        type->record->alias = d->name;
}

/* A text with escapes for what cannot be printed. */
static dxk_str with_escapes(dxki_hlsl *c, dxk_str text)
{
    static const char from[] = "\\\"\n\t\a\b", to[] = "\\\"ntab";
    char *made = dxki_arena_alloc(&c->arena, 4 * text.size + 1);
    size_t size = 0;

    if (!made) {
        dxki_hlsl_nomem(c);
        return dxki_str("");
    }
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t ch = (uint8_t)text.data[i];
        const char *at = ch ? strchr(from, ch) : NULL;
        if (!at && ch >= ' ' && ch <= '~') {
            made[size++] = (char)ch;
            continue;
        }
        made[size++] = '\\';
        if (at) {
            made[size++] = to[at - from];
            continue;
        }
        made[size++] = (char)('0' + (ch >> 6));
        made[size++] = (char)('0' + (ch >> 3 & 7));
        made[size++] = (char)('0' + (ch & 7));
    }
    return (dxk_str){made, size};
}

static void assertion(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *truth = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_BOOL);
    dxki_hlsl_node *n =
        dxki_sema_fold(c, dxki_sema_convert(c, dxki_sema_expr(c, d->init), truth, false));

    const bool known = dxki_sema_is_constant(c, d->init, n);
    if (dxki_hlsl_is_error(n->type) || (known && n->bits[0]))
        return;
    if (!known) {
        DXKI_HLSL_SAY(c, ASSERTION_NOT_CONSTANT, d->init->loc);
        return;
    }
    dxk_str text = d->bits && d->bits->kind == DXKI_AST_STRING ? d->bits->text : dxki_str("");
    DXKI_HLSL_REPORT(c, ASSERTION, d->loc, dxki_text(with_escapes(c, text)));
}

void dxki_sema_declaration(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *made;

    if (d->is_template) {
        dxki_sema_template(c, d);
        return;
    }
    switch (d->kind) {
    case DXKI_AST_VARIABLE:
        dxki_sema_global(c, d);
        break;
    case DXKI_AST_FUNCTION:
        dxki_sema_function(c, d);
        break;
    case DXKI_AST_RECORD:
        if (d->name)
            dxki_sema_record(c, d, &made);
        break;
    case DXKI_AST_ENUM:
        if (d->name || d->defined)
            dxki_sema_enum(c, d, &made);
        break;
    case DXKI_AST_TYPEDEF:
        type_name(c, d);
        break;
    case DXKI_AST_BUFFER:
        dxki_sema_buffer(c, d);
        break;
    case DXKI_AST_ASSERT:
        assertion(c, d);
        break;
    case DXKI_AST_NAMESPACE:
        dxki_sema_namespace(c, d, dxki_sema_declaration);
        break;
    case DXKI_AST_USING:
        dxki_sema_using(c, d);
        break;
    default:
        break;
    }
}
