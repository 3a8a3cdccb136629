/* SPDX-License-Identifier: MIT */
/* scope.c - scopes, and what names stand for in them; see sema.h. */
#include "sema/sema.h"

/* Directives of one source; each makes lookups slower. */
#define MOST_DIRECTIVES 256u

dxki_hlsl_scope *dxki_sema_make_scope(dxki_hlsl *c, dxki_hlsl_scope_kind kind,
                                      dxki_hlsl_scope *outer)
{
    dxki_hlsl_scope *s = DXKI_HLSL_NEW(c, dxki_hlsl_scope);

    *s = (dxki_hlsl_scope){.kind = (uint8_t)kind, .outer = outer};
    return s;
}

dxki_hlsl_scope *dxki_sema_begin_scope(dxki_hlsl *c)
{
    dxki_hlsl_scope *made = dxki_sema_make_scope(c, DXKI_HLSL_LOCALS, c->sema->scope);

    /* without memory nothing is looked up any more, and a spare object must not be a scope */
    return dxki_sema_go_to_scope(c, dxki_hlsl_ready(c) ? made : c->sema->scope);
}

dxki_hlsl_scope *dxki_sema_space_of(dxki_hlsl_scope *scope)
{
    while (scope->kind != DXKI_HLSL_UNIT && scope->kind != DXKI_HLSL_NAMESPACE)
        scope = scope->outer;
    return scope;
}

/* ---------------------------------------------------------------------------------------- */
/* The table                                                                                  */

static size_t bucket_of(const dxki_hlsl_sema *s, const dxki_hlsl_scope *scope,
                        const dxki_hlsl_name *name)
{
    uint64_t h = ((uint64_t)(uintptr_t)scope >> 4) * 0x9E3779B97F4A7C15u;

    h = (h ^ name->hash) * 0x9E3779B97F4A7C15u;
    return (size_t)(h >> 32) & (s->symbol_buckets - 1);
}

static void grow(dxki_hlsl *c)
{
    dxki_hlsl_sema *s = c->sema;
    size_t old = s->symbol_buckets, count = old ? old * 2 : 256;
    dxki_hlsl_symbol **from = s->symbols;
    dxki_hlsl_symbol **to = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_symbol *, count);

    if (!to) {
        dxki_hlsl_nomem(c);
        return;
    }
    s->symbols = to;
    s->symbol_buckets = count;
    for (size_t i = 0; i < old; i++) {
        for (dxki_hlsl_symbol *symbol = from[i], *next; symbol; symbol = next) {
            size_t bucket = bucket_of(s, symbol->scope, symbol->name);
            next = symbol->next;
            symbol->next = to[bucket];
            to[bucket] = symbol;
        }
    }
}

dxki_hlsl_symbol *dxki_sema_declare_in(dxki_hlsl *c, dxki_hlsl_scope *scope, dxki_hlsl_name *name,
                                       uint8_t kind, dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_symbol *made = DXKI_HLSL_NEW(c, dxki_hlsl_symbol);

    if (dxki_hlsl_ready(c) && s->symbol_count >= s->symbol_buckets)
        grow(c);
    *made = (dxki_hlsl_symbol){.kind = kind, .name = name, .loc = loc, .scope = scope};
    if (!dxki_hlsl_ready(c))
        return made;
    size_t bucket = bucket_of(s, scope, name);
    made->order = ++s->order;
    made->next = s->symbols[bucket];
    s->symbols[bucket] = made;
    s->symbol_count++;
    scope->names++;
    return made;
}

dxki_hlsl_symbol *dxki_sema_declare(dxki_hlsl *c, dxki_hlsl_name *name, uint8_t kind,
                                    dxki_hlsl_loc loc)
{
    return dxki_sema_declare_in(c, c->sema->scope, name, kind, loc);
}

/* Is it a structure or an enumeration? A variable, a function may have the same name, and hides it. */
static bool is_tag(const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_type *t = symbol->kind == DXKI_HLSL_SYM_TYPE ? symbol->type : NULL;

    return t && !symbol->is_alias && !symbol->tmpl &&
           (t->kind == DXKI_HLSL_TY_RECORD || t->kind == DXKI_HLSL_TY_ENUM);
}

/* The last declaration in a scope, among tags or among all others. */
static dxki_hlsl_symbol *declared_last(const dxki_hlsl *c, const dxki_hlsl_scope *scope,
                                       const dxki_hlsl_name *name, bool tags)
{
    const dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_symbol *latest = NULL;

    if (!s->symbol_buckets || !dxki_hlsl_ready(c))
        return NULL;
    for (dxki_hlsl_symbol *i = s->symbols[bucket_of(s, scope, name)]; i; i = i->next) {
        if (i->scope == scope && i->name == name && is_tag(i) == tags &&
            (!latest || i->order > latest->order))
            latest = i;
    }
    return latest;
}

dxki_hlsl_symbol *dxki_sema_declared(const dxki_hlsl *c, const dxki_hlsl_scope *scope,
                                     const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *found = declared_last(c, scope, name, false);

    return found ? found : declared_last(c, scope, name, true);
}

dxki_hlsl_symbol *dxki_sema_tag(const dxki_hlsl *c, const dxki_hlsl_scope *scope,
                                const dxki_hlsl_name *name)
{
    return declared_last(c, scope, name, true);
}

/* ---------------------------------------------------------------------------------------- */
/* Lookup                                                                                     */

/* The structure that one is derived from, or NULL. */
static const dxki_hlsl_type *base_of(const dxki_hlsl_type *t)
{
    const dxki_hlsl_record *r = t && t->kind == DXKI_HLSL_TY_RECORD ? t->record : NULL;

    return r && r->has_base && r->field_count ? r->fields[0].type : NULL;
}

/* Is it declared too late for the template whose names are looked up? */
static bool is_behind(const dxki_hlsl *c, const dxki_hlsl_scope *scope, uint32_t order)
{
    return c->sema->horizon && order > c->sema->horizon &&
           (scope->kind == DXKI_HLSL_UNIT || scope->kind == DXKI_HLSL_NAMESPACE);
}

/* A member of a structure or its bases; or a declaration of another scope. */
static dxki_hlsl_symbol *own(dxki_hlsl *c, dxki_hlsl_scope *scope, const dxki_hlsl_name *name)
{
    while (scope) {
        dxki_hlsl_symbol *found = dxki_sema_declared(c, scope, name);
        if (found && is_behind(c, scope, found->order))
            return NULL;
        const dxki_hlsl_type *base = found ? NULL : base_of(scope->type);
        if (!base)
            return found;
        scope = base->record->scope;
    }
    return NULL;
}

static void gather(dxki_hlsl *c, dxki_hlsl_symbol *symbol)
{
    if (symbol->kind != DXKI_HLSL_SYM_FUNCTION || symbol->seen == c->sema->gathers ||
        !dxki_hlsl_enter(c, symbol->loc))
        return;
    symbol->seen = c->sema->gathers;
    for (dxki_hlsl_function *f = symbol->function; f && dxki_hlsl_ready(c); f = f->next) {
        if (!is_behind(c, symbol->scope, f->order))
            dxki_sema_push(c, f);
    }
    for (const dxki_hlsl_import *i = symbol->imports; i && dxki_hlsl_ready(c); i = i->next)
        gather(c, i->from);
    dxki_hlsl_leave(c);
}

/* A lookup through directives. */
typedef struct search {
    const dxki_hlsl_name *name;
    const dxki_hlsl_scope *as_in; /* only those that make names known there, or NULL */
    bool all;                     /* gather all functions, instead of finding the first symbol */
} search;

/* Through the directives of a scope, and of the namespaces that are found so. */
static dxki_hlsl_symbol *through(dxki_hlsl *c, const search *s, dxki_hlsl_scope *in)
{
    const search deeper = {s->name, NULL, s->all};
    dxki_hlsl_symbol *found = NULL;

    if (!in->directives || !dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0}))
        return NULL;
    for (const dxki_hlsl_directive *d = in->directives; d && !found; d = d->next) {
        if ((s->as_in && d->as_in != s->as_in) || d->space->seen == c->sema->lookups)
            continue;
        d->space->seen = c->sema->lookups;
        found = own(c, d->space, s->name);
        if (!found)
            found = through(c, &deeper, d->space);
        if (found && s->all) {
            gather(c, found);
            found = NULL;
        }
    }
    dxki_hlsl_leave(c);
    return found;
}

dxki_hlsl_symbol *dxki_sema_find_in(dxki_hlsl *c, dxki_hlsl_scope *scope,
                                    const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *found = own(c, scope, name);
    const search s = {name, NULL, false};

    if (found || !scope || !scope->directives)
        return found;
    c->sema->lookups++;
    return through(c, &s, scope);
}

/* Names that the directives of all scopes inside of `scope` make known there. */
static dxki_hlsl_symbol *directed(dxki_hlsl *c, dxki_hlsl_scope *scope, const dxki_hlsl_name *name,
                                  bool all)
{
    const search search_all = {name, scope, all};
    dxki_hlsl_symbol *found = NULL;

    c->sema->lookups++;
    for (dxki_hlsl_scope *s = c->sema->scope; s && !found; s = s->outer) {
        found = through(c, &search_all, s);
        if (s == scope)
            break;
    }
    return found;
}

void dxki_sema_gather(dxki_hlsl *c, dxki_hlsl_symbol *symbol, bool first)
{
    c->sema->gathers += first;
    gather(c, symbol);
}

void dxki_sema_gather_later(dxki_hlsl *c, dxki_hlsl_symbol *symbol)
{
    uint32_t horizon = c->sema->horizon;

    c->sema->horizon = 0;
    if (horizon) /* some of the functions may be there; those that are twice are one */
        symbol->seen = 0;
    gather(c, symbol);
    c->sema->horizon = horizon;
}

void dxki_sema_gather_plain(dxki_hlsl *c, dxki_hlsl_symbol *symbol)
{
    dxki_hlsl_scope *scope = symbol->scope;

    dxki_sema_gather(c, symbol, true);
    if (c->sema->directives && dxki_sema_space_of(scope) == scope)
        directed(c, scope, symbol->name, true);
}

dxki_hlsl_symbol *dxki_sema_find(dxki_hlsl *c, const dxki_hlsl_name *name)
{
    for (dxki_hlsl_scope *s = c->sema->scope; s; s = s->outer) {
        dxki_hlsl_symbol *found = own(c, s, name);
        if (!found && c->sema->directives && dxki_sema_space_of(s) == s)
            found = directed(c, s, name, false);
        if (found)
            return found;
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Paths                                                                                      */

static dxki_hlsl_symbol *bad(dxki_hlsl *c)
{
    dxki_hlsl_symbol *made = DXKI_HLSL_NEW(c, dxki_hlsl_symbol);

    made->kind = DXKI_HLSL_SYM_BAD;
    return made;
}

static bool is_value(const dxki_hlsl_symbol *symbol)
{
    return symbol->kind == DXKI_HLSL_SYM_VAR || symbol->kind == DXKI_HLSL_SYM_FUNCTION ||
           symbol->kind == DXKI_HLSL_SYM_FIELD || symbol->kind == DXKI_HLSL_SYM_VALUE;
}

bool dxki_sema_check_new_type(dxki_hlsl *c, const dxki_hlsl_name *name, bool tag, dxki_hlsl_loc loc)
{
    const dxki_hlsl_symbol *old = dxki_sema_tag(c, c->sema->scope, name);

    if (!old)
        old = dxki_sema_declared(c, c->sema->scope, name);
    if (!old || (tag && is_value(old)))
        return true;
    DXKI_HLSL_REPORT(c, REDEFINITION, loc, dxki_text(name->text));
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    return false;
}

/* What a name in front of a '::' stands for: variables and functions of that name are passed over, unless
 * there is nothing else. */
static dxki_hlsl_symbol *find_opener(dxki_hlsl *c, const dxki_hlsl_name *name)
{
    for (dxki_hlsl_scope *s = c->sema->scope; s; s = s->outer) {
        dxki_hlsl_symbol *found = own(c, s, name);
        if (!found && c->sema->directives && dxki_sema_space_of(s) == s)
            found = directed(c, s, name, false);
        if (found && is_value(found))
            found = dxki_sema_tag(c, found->scope, name);
        if (found)
            return found;
    }
    return dxki_sema_find(c, name);
}

/* The scope that a symbol opens in front of a '::'; NULL: reported. */
static dxki_hlsl_scope *opened(dxki_hlsl *c, const dxki_hlsl_symbol *symbol,
                               const dxki_ast_args *args, dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *t = symbol->type;

    if (symbol->kind == DXKI_HLSL_SYM_NAMESPACE)
        return symbol->space;
    if (symbol->tmpl && symbol->tmpl->decl->kind != DXKI_AST_VARIABLE &&
        (args->given || symbol->kind == DXKI_HLSL_SYM_TEMPLATE)) {
        t = dxki_sema_instantiate(c, symbol->tmpl, args, false, loc);
    } else if (symbol->kind != DXKI_HLSL_SYM_TYPE) {
        if (symbol->kind != DXKI_HLSL_SYM_BAD)
            DXKI_HLSL_REPORT(c, NOT_A_SCOPE, loc, dxki_text(symbol->name->text));
        return NULL;
    }
    if (dxki_hlsl_is_error(t))
        return NULL;
    dxki_sema_complete(c, t, loc);
    if (t->kind == DXKI_HLSL_TY_RECORD)
        return t->record->scope;
    if (t->kind == DXKI_HLSL_TY_ENUM)
        return t->scope;
    if (t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_HIT_OBJECT)
        return c->sema->hit_object;
    DXKI_HLSL_REPORT(c, NO_MEMBERS, loc, dxki_text(dxki_hlsl_type_text(c, t, true)));
    return NULL;
}

/* The scope of __decltype(e) in front of a '::'; NULL: reported. */
static dxki_hlsl_scope *scope_of_type(dxki_hlsl *c, const dxki_ast_path *path)
{
    static const dxki_ast_args none;
    const dxki_hlsl_symbol symbol = {.kind = DXKI_HLSL_SYM_TYPE,
                                     .type = dxki_sema_decltype(c, path->of)};

    return opened(c, &symbol, &none, path->start);
}

/* Says that a scope has no such member. */
static void no_member(dxki_hlsl *c, const dxki_hlsl_scope *scope, const dxki_hlsl_name *name,
                      dxki_hlsl_loc loc)
{
    if (scope->kind == DXKI_HLSL_UNIT)
        DXKI_HLSL_REPORT(c, NO_GLOBAL, loc, dxki_text(name->text));
    else if (scope->kind == DXKI_HLSL_NAMESPACE)
        DXKI_HLSL_REPORT(c, NO_MEMBER_SPACE, loc, dxki_text(name->text),
                         dxki_text(scope->name ? scope->name->text : dxki_str("")));
    else
        DXKI_HLSL_REPORT(c, NO_MEMBER, loc, dxki_text(name->text),
                         dxki_text(dxki_hlsl_type_text(c, scope->type, true)));
}

const dxki_ast_args *dxki_sema_part_args(const dxki_ast_path *path, size_t part)
{
    static const dxki_ast_args none;

    for (const dxki_ast_outer_args *a = path->outer; a; a = a->next) {
        if (a->part == part)
            return &a->args;
    }
    return part + 1 == path->count ? &path->args : &none;
}

dxki_hlsl_scope *dxki_sema_resolve_scope(dxki_hlsl *c, const dxki_ast_path *path, size_t parts)
{
    dxki_hlsl_scope *scope = path->global ? c->sema->unit : NULL;

    if (path->of && !(scope = scope_of_type(c, path)))
        return NULL;
    for (size_t i = path->of != NULL; i < parts && dxki_hlsl_ready(c); i++) {
        const dxki_hlsl_name *name = path->parts[i];
        dxki_hlsl_symbol *symbol = scope ? dxki_sema_find_in(c, scope, name) : find_opener(c, name);
        if (!symbol) {
            if (scope)
                no_member(c, scope, name, path->loc);
            else
                DXKI_HLSL_REPORT(c, UNDECLARED, path->start, dxki_text(name->text));
            return NULL;
        }
        scope = opened(c, symbol, dxki_sema_part_args(path, i), path->loc);
        if (!scope)
            return NULL;
    }
    return scope;
}

/* A member of what is not known yet, T::f<int>, says that it is a template; what is inside of the template
 * that is being checked is known. */
static void check_keyword(dxki_hlsl *c, const dxki_ast_path *path)
{
    if (!c->sema->checking || path->count != 2 || path->says_template || !path->args.given)
        return;
    const dxki_hlsl_symbol *first = find_opener(c, path->parts[0]);
    if (first && !(first->kind == DXKI_HLSL_SYM_TYPE && first->tmpl))
        DXKI_HLSL_REPORT(c, TEMPLATE_KEYWORD, path->loc, dxki_text(path->parts[1]->text));
}

/* A member of a constant buffer belongs to the unit. The namespace that the buffer stands in knows it too,
 * if it comes before all names of that namespace and there is such a name. */
static dxki_hlsl_symbol *buffer_member(dxki_hlsl *c, const dxki_hlsl_scope *space,
                                       const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *found = space->names ? dxki_sema_declared(c, c->sema->unit, name) : NULL;

    return found && found->kind == DXKI_HLSL_SYM_VAR && found->space == space ? found : NULL;
}

dxki_hlsl_symbol *dxki_sema_resolve(dxki_hlsl *c, const dxki_ast_path *path)
{
    if (!path->count)
        return bad(c);
    const dxki_hlsl_name *name = path->parts[path->count - 1];
    if (path->count == 1 && !path->global)
        return dxki_sema_find(c, name);
    uint32_t errors = c->errors + c->failures;
    dxki_hlsl_scope *scope = dxki_sema_resolve_scope(c, path, path->count - 1);
    if (!scope) {
        if (errors == c->errors + c->failures)
            check_keyword(c, path);
        return bad(c);
    }
    dxki_hlsl_symbol *found = dxki_sema_find_in(c, scope, name);
    if (!found)
        found = buffer_member(c, scope, name);
    if (found)
        return found;
    if (scope->kind == DXKI_HLSL_UNIT)
        return NULL; /* may be a function of the language */
    no_member(c, scope, name, path->loc);
    return bad(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Namespaces                                                                                 */

void dxki_sema_namespace(dxki_hlsl *c, const dxki_ast_decl *d, dxki_sema_declare_fn each)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_symbol *old = dxki_sema_declared(c, s->scope, d->name);
    dxki_hlsl_scope *space;

    if (old && old->kind == DXKI_HLSL_SYM_NAMESPACE) {
        space = old->space;
    } else {
        if (old && !dxki_sema_check_new_type(c, d->name, false, d->loc))
            return;
        space = dxki_sema_make_scope(c, DXKI_HLSL_NAMESPACE, s->scope);
        if (!dxki_hlsl_ready(c))
            return;
        space->name = d->name;
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_NAMESPACE, d->loc)->space = space;
    }
    if (!dxki_hlsl_ready(c) || !dxki_hlsl_enter(c, d->loc))
        return;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, space);
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++)
        each(c, d->members.items[i]);
    dxki_sema_go_to_scope(c, outer);
    dxki_hlsl_leave(c);
}

static bool is_inside(const dxki_hlsl_scope *scope, const dxki_hlsl_scope *outer)
{
    while (scope && scope != outer)
        scope = scope->outer;
    return scope != NULL;
}

static void direct(dxki_hlsl *c, dxki_hlsl_scope *space, dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_scope *as_in = dxki_sema_space_of(s->scope);

    while (!is_inside(space, as_in))
        as_in = as_in->outer;
    for (const dxki_hlsl_directive *d = s->scope->directives; d; d = d->next) {
        if (d->space == space)
            return;
    }
    if (++s->directives > MOST_DIRECTIVES) {
        DXKI_HLSL_REPORT(c, TOO_MANY_DIRECTIVES, loc, dxki_dec(MOST_DIRECTIVES));
        return;
    }
    dxki_hlsl_directive *use = DXKI_HLSL_NEW(c, dxki_hlsl_directive);
    *use = (dxki_hlsl_directive){space, as_in, s->scope->directives};
    if (dxki_hlsl_ready(c))
        s->scope->directives = use;
}

/* Functions join those that have the name here already. */
static void import(dxki_hlsl *c, dxki_hlsl_symbol *from, dxki_hlsl_loc loc)
{
    dxki_hlsl_symbol *here = dxki_sema_declared(c, c->sema->scope, from->name);

    if (here && (here->kind != DXKI_HLSL_SYM_FUNCTION || from->kind != DXKI_HLSL_SYM_FUNCTION)) {
        if (here->kind != from->kind || here->type != from->type || here->var != from->var)
            dxki_sema_check_new(c, from->name, loc);
        return;
    }
    if (!here)
        here = dxki_sema_declare(c, from->name, from->kind, loc);
    if (!dxki_hlsl_ready(c))
        return;
    if (from->kind == DXKI_HLSL_SYM_FUNCTION) {
        if (from == here || (here->imports && here->imports->from == from))
            return;
        dxki_hlsl_import *made = DXKI_HLSL_NEW(c, dxki_hlsl_import);
        *made = (dxki_hlsl_import){from, here->imports};
        if (dxki_hlsl_ready(c))
            here->imports = made;
        return;
    }
    here->var = from->var;
    here->tmpl = from->tmpl;
    here->known = from->known;
    here->type = from->type;
    here->is_const = from->is_const;
    here->space = from->space;
    here->value = from->value;
}

/* Members of a template that is being checked: what a base has is not known yet. */
static bool of_unknown(const dxki_hlsl_scope *scope)
{
    const dxki_hlsl_type *t = scope->kind == DXKI_HLSL_MEMBERS ? scope->type : NULL;

    return t && t->kind == DXKI_HLSL_TY_RECORD && t->record->is_unknown;
}

void dxki_sema_using(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, &d->path);
    dxk_str name = d->path.count ? d->path.parts[d->path.count - 1]->text : dxki_str("");

    if (symbol && symbol->kind == DXKI_HLSL_SYM_BAD) {
        if (d->path.count && of_unknown(c->sema->scope))
            dxki_sema_declare(c, d->path.parts[d->path.count - 1], DXKI_HLSL_SYM_BAD, d->loc);
        return;
    }
    if (d->scoped) {
        if (symbol && symbol->kind == DXKI_HLSL_SYM_NAMESPACE)
            direct(c, symbol->space, d->loc);
        else
            DXKI_HLSL_REPORT(c, NAMESPACE_EXPECTED, d->path.loc, dxki_text(name));
        return;
    }
    if (!symbol)
        DXKI_HLSL_REPORT(c, UNDECLARED, d->path.loc, dxki_text(name));
    else
        import(c, symbol, d->path.loc);
}
