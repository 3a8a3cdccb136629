/* SPDX-License-Identifier: MIT */
/* sema_decl.c - declarations; see sema.h. */
#include "hlsl/sema.h"

#define MOD(m) DXKI_AST_MOD(m)

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* The declaration of that name in the same scope, or NULL. */
static dxki_hlsl_symbol *here(const dxki_hlsl *c, const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *symbol = dxki_sema_find(name);

    return symbol && symbol->depth == c->sema->depth ? symbol : NULL;
}

static bool check_new(dxki_hlsl *c, const dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_symbol *old = here(c, name);

    if (!old)
        return true;
    DXKI_HLSL_REPORT(c, REDEFINITION, loc, dxki_text(name->text));
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    return false;
}

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

/* The letters that a class of resources takes. */
static const char *letters_of(uint8_t cls)
{
    static const char *const letters[] = {[DXK_RESOURCE_CLASS_SRV] = "ts",
                                          [DXK_RESOURCE_CLASS_UAV] = "u",
                                          [DXK_RESOURCE_CLASS_CBUFFER] = "b",
                                          [DXK_RESOURCE_CLASS_SAMPLER] = "ts"};

    return letters[cls & 3];
}

static void take_register(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_notes *notes, uint8_t cls)
{
    const dxki_ast_note *n = find_note(notes, DXKI_AST_REGISTER);
    int64_t index = 0;

    if (!n)
        return;
    v->has_space = n->has_space;
    v->space = n->space;
    if (!n->letter)
        return;
    if (!strchr(letters_of(cls), n->letter)) {
        const char *letters = letters_of(cls);
        DXKI_HLSL_REPORT(c, REGISTER_KIND, n->loc, dxki_text((dxk_str){letters, 1}));
        return;
    }
    if (n->index && !dxki_sema_integer(c, n->index, &index))
        return;
    v->has_register = true;
    v->first = n->number + (uint32_t)index;
}

/* register(c6) or packoffset(c1.y) of a constant. */
static void take_offset(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_notes *notes)
{
    const dxki_ast_note *n = find_note(notes, DXKI_AST_PACKOFFSET);

    if (!n)
        n = find_note(notes, DXKI_AST_REGISTER);
    if (!n || (n->kind == DXKI_AST_REGISTER && !n->letter))
        return;
    if (n->number > (1u << 24)) {
        DXKI_HLSL_SAY(c, OFFSET, n->loc);
        return;
    }
    v->has_register = true;
    v->offset = 16 * n->number + 4 * n->component;
    if (dxki_hlsl_place_constant(c, v->offset, v->type) != v->offset)
        DXKI_HLSL_SAY(c, OFFSET, n->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static dxki_hlsl_var *make_var(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type)
{
    dxki_hlsl_var *v = DXKI_HLSL_NEW(c, dxki_hlsl_var);

    v->name = d->name;
    v->loc = d->loc;
    v->type = dxki_sema_dims(c, type, &d->dims, d->loc);
    v->decl = d;
    v->mods = d->mods;
    v->is_const = (d->mods & MOD(CONST)) != 0;
    v->is_precise = (d->mods & MOD(PRECISE)) != 0;
    c->saw_precise |= v->is_precise;
    v->is_coherent = (d->mods & MOD(GLOBALLYCOHERENT)) != 0;
    if (v->type->kind == DXKI_HLSL_TY_VOID) {
        DXKI_HLSL_REPORT(c, VOID_VARIABLE, d->loc,
                         dxki_text(d->name ? d->name->text : dxki_str("")));
        v->type = dxki_hlsl_type_error(c);
    }
    return v;
}

/* The initialiser, and the value if it is known and cannot change. */
static void initialize(dxki_hlsl *c, dxki_hlsl_var *v, const dxki_ast_decl *d)
{
    if (!d->init)
        return;
    const dxki_hlsl_type *type = v->type;
    v->init = dxki_sema_init(c, d->init, &type);
    if (v->type->kind == DXKI_HLSL_TY_ARRAY)
        v->type = type;
    if (dxki_hlsl_is_error(v->init->type))
        v->init = NULL;
    else if (v->is_const)
        v->value = dxki_sema_value(c, v->init);
}

static void check_sized(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type;

    if (t->kind == DXKI_HLSL_TY_ARRAY && !t->count)
        DXKI_HLSL_SAY(c, UNSIZED, v->loc);
}

dxki_hlsl_var *dxki_sema_local(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = make_var(c, d, dxki_sema_type(c, d->type));

    v->storage = d->mods & MOD(STATIC) ? DXKI_HLSL_STATIC : DXKI_HLSL_LOCAL;
    if (d->name && here(c, d->name) && c->sema->depth > 0)
        check_new(c, d->name, d->loc);
    initialize(c, v, d);
    check_sized(c, v);
    if (v->storage == DXKI_HLSL_STATIC)
        DXKI_HLSL_PUSH(c, &c->sema->globals, v);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    return v;
}

/* The object that a global array consists of, or NULL. */
static const dxki_hlsl_type *object_of(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t->kind == DXKI_HLSL_TY_OBJECT ? t : NULL;
}

static void global(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = make_var(c, d, dxki_sema_type(c, d->type));
    const dxki_hlsl_type *object = object_of(v->type);

    if (!d->name || !check_new(c, d->name, d->loc))
        return;
    dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    if (dxki_hlsl_is_error(v->type))
        return;
    if (d->mods & MOD(GROUPSHARED) || d->mods & MOD(STATIC)) {
        v->storage = d->mods & MOD(STATIC) ? DXKI_HLSL_STATIC : DXKI_HLSL_SHARED;
        if (v->storage == DXKI_HLSL_STATIC)
            initialize(c, v, d);
        check_sized(c, v);
        if (v->type->has_objects)
            dxki_sema_unsupported(c, d->loc, "static variables of objects");
        DXKI_HLSL_PUSH(c, &c->sema->globals, v);
        return;
    }
    v->is_const = true;
    if (object) {
        const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)object->object);
        v->storage = DXKI_HLSL_RESOURCE;
        if (info->cls == DXK_RESOURCE_CLASS_INVALID)
            return; /* effects: ignored until they are used */
        take_register(c, v, &d->notes, info->cls);
        DXKI_HLSL_PUSH(c, &c->sema->globals, v);
        return;
    }
    if (v->type->has_objects) {
        dxki_sema_unsupported(c, d->loc, "structures with objects");
        return;
    }
    v->storage = DXKI_HLSL_CONSTANT;
    check_sized(c, v);
    if (d->init)
        DXKI_HLSL_SAY(c, EXTERNAL_INIT, d->loc);
    take_offset(c, v, &d->notes);
    DXKI_HLSL_PUSH(c, &c->sema->loose, v);
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

static void buffer_member(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (d->kind != DXKI_AST_VARIABLE) {
        dxki_sema_declaration(c, d);
        return;
    }
    if (d->mods & MOD(STATIC)) {
        global(c, d);
        return;
    }
    dxki_hlsl_var *v = make_var(c, d, dxki_sema_type(c, d->type));
    v->storage = DXKI_HLSL_CONSTANT;
    v->is_const = true;
    if (!d->name || !check_new(c, d->name, d->loc))
        return;
    dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_VAR, d->loc)->var = v;
    if (v->type->has_objects) {
        dxki_sema_unsupported(c, d->loc, "objects in constant buffers");
        return;
    }
    check_sized(c, v);
    take_offset(c, v, &d->notes);
    dxki_sema_push(c, v);
}

static void buffer(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_buffer *b = DXKI_HLSL_NEW(c, dxki_hlsl_buffer);
    size_t mark = c->sema->stack.count;

    b->name = d->name ? d->name->text : dxki_str("");
    b->loc = d->loc;
    b->is_texture = d->op == DXKI_HLSL_K_TBUFFER;
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++)
        buffer_member(c, d->members.items[i]);
    b->members = (dxki_hlsl_var **)dxki_sema_take(c, mark, &b->count);
    b->var = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    b->var->storage = DXKI_HLSL_RESOURCE;
    b->var->buffer = b;
    b->var->loc = d->loc;
    b->var->name = d->name;
    take_register(c, b->var, &d->notes,
                  b->is_texture ? DXK_RESOURCE_CLASS_SRV : DXK_RESOURCE_CLASS_CBUFFER);
    DXKI_HLSL_PUSH(c, &c->sema->buffers, b);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static dxki_hlsl_var *param(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = make_var(c, d, dxki_sema_type(c, d->type));

    v->storage = DXKI_HLSL_LOCAL;
    if (d->mods & MOD(INOUT) || (d->mods & MOD(IN) && d->mods & MOD(OUT)))
        v->direction = DXKI_HLSL_IN | DXKI_HLSL_OUT;
    else
        v->direction = d->mods & MOD(OUT) ? DXKI_HLSL_OUT : DXKI_HLSL_IN;
    if (d->init) {
        const dxki_hlsl_type *type = v->type;
        dxki_hlsl_node *value = dxki_sema_init(c, d->init, &type);
        v->init = dxki_hlsl_is_error(value->type) ? NULL : value;
    }
    return v;
}

static bool same_params(dxki_hlsl *c, const dxki_hlsl_function *a, const dxki_hlsl_function *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (size_t i = 0; i < a->param_count; i++) {
        if (!dxki_hlsl_same(c, a->params[i]->type, b->params[i]->type) ||
            a->params[i]->direction != b->params[i]->direction)
            return false;
    }
    return true;
}

/* The function that was declared before; or the new one, among the others of its name. */
static dxki_hlsl_function *join(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_function **first)
{
    for (dxki_hlsl_function *old = *first; old && dxki_hlsl_ready(c); old = old->next) {
        if (!same_params(c, old, f))
            continue;
        if (old->decl->body && f->decl->body) {
            DXKI_HLSL_REPORT(c, REDEFINITION, f->loc, dxki_text(f->name->text));
            DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
        }
        if (f->decl->body) {
            f->next = old->next; /* calls that were resolved refer to `old` */
            dxki_hlsl_function *next = old->next;
            size_t required = old->required < f->required ? old->required : f->required;
            *old = *f;
            old->next = next;
            old->required = required;
        }
        return old;
    }
    f->next = *first;
    *first = f;
    return f;
}

static void body(dxki_hlsl *c, dxki_hlsl_function *f)
{
    dxki_hlsl_function *outer = c->sema->function;
    size_t scope = dxki_sema_begin_scope(c);
    unsigned loops = c->sema->loops, switches = c->sema->switches;

    c->sema->function = f;
    c->sema->loops = c->sema->switches = 0;
    for (size_t i = 0; i < f->param_count; i++) {
        dxki_hlsl_var *v = f->params[i];
        if (v->name)
            dxki_sema_declare(c, v->name, DXKI_HLSL_SYM_VAR, v->loc)->var = v;
    }
    f->body = dxki_sema_body(c, f->decl->body);
    c->sema->function = outer;
    c->sema->loops = loops;
    c->sema->switches = switches;
    dxki_sema_end_scope(c, scope);
    DXKI_HLSL_PUSH(c, &c->sema->functions, f);
}

static dxki_hlsl_function *make_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                         dxki_hlsl_record *record)
{
    dxki_hlsl_function *f = DXKI_HLSL_NEW(c, dxki_hlsl_function);
    size_t mark = c->sema->stack.count;

    f->name = d->name;
    f->loc = d->loc;
    f->decl = d;
    f->record = record;
    f->is_static = (d->mods & MOD(STATIC)) != 0;
    f->result = dxki_sema_dims(c, dxki_sema_type(c, d->type), &d->dims, d->loc);
    for (size_t i = 0; i < d->params.count; i++) {
        dxki_hlsl_var *v = param(c, d->params.items[i]);
        if (!v->init)
            f->required = i + 1;
        dxki_sema_push(c, v);
    }
    f->params = (dxki_hlsl_var **)dxki_sema_take(c, mark, &f->param_count);
    if (record && !f->is_static) {
        f->self = DXKI_HLSL_NEW(c, dxki_hlsl_var);
        f->self->type = record->type;
        f->self->storage = DXKI_HLSL_LOCAL;
    }
    return f;
}

/* A template, an operator, something outside of its scope: used, it is an error. */
static bool is_unsupported(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const char *what = d->is_template ? "templates"
                       : d->path.count > (d->kind == DXKI_AST_RECORD)
                           ? "members defined outside of their structure"
                       : d->kind == DXKI_AST_FUNCTION && !d->name ? "overloaded operators"
                       : d->bits                                  ? "bit fields"
                                                                  : NULL;

    if (!what)
        return false;
    dxki_sema_unsupported(c, d->loc, what);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_UNSUPPORTED, d->loc);
    return true;
}

static void function(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (is_unsupported(c, d) || !d->name)
        return;
    dxki_hlsl_function *f = make_function(c, d, NULL);
    dxki_hlsl_symbol *symbol = here(c, d->name);
    if (symbol && symbol->kind != DXKI_HLSL_SYM_FUNCTION) {
        check_new(c, d->name, d->loc);
        return;
    }
    if (!symbol)
        symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_FUNCTION, d->loc);
    if (!dxki_hlsl_ready(c))
        return;
    f = join(c, f, &symbol->function);
    if (d->body && f->decl == d)
        body(c, f);
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

static void add_field(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    if (is_unsupported(c, d))
        return;
    if (d->mods & MOD(STATIC)) {
        dxki_hlsl_var *v = dxki_sema_local(c, d);
        v->storage = DXKI_HLSL_STATIC;
        size_t count = r->static_count + 1;
        dxki_hlsl_var **all = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_var *, count);
        if (!all) {
            dxki_hlsl_nomem(c);
            return;
        }
        if (r->static_count)
            memcpy(all, r->statics, r->static_count * sizeof *all);
        all[count - 1] = v;
        r->statics = all;
        r->static_count = count;
        return;
    }
    dxki_hlsl_var *v = make_var(c, d, dxki_sema_type(c, d->type));
    if (d->init)
        DXKI_HLSL_SAY(c, MEMBER_DEFAULT, d->loc);
    dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
    *f = (dxki_hlsl_field){.name = d->name, .type = v->type, .loc = d->loc, .decl = d};
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

static void add_base(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    for (size_t i = 0; i < d->base_count; i++) {
        const dxki_hlsl_type *t = dxki_sema_type(c, d->bases[i]);
        if (t->kind != DXKI_HLSL_TY_RECORD || (t->record->field_count == 0 && t->leaves == 0))
            continue; /* an interface */
        dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
        *f = (dxki_hlsl_field){.type = t, .loc = d->loc};
        dxki_sema_push(c, f);
        r->has_base = true;
    }
}

/* Makes members known by their plain names: in methods. */
static void declare_members(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    if (r->has_base && dxki_hlsl_enter(c, r->loc)) {
        declare_members(c, r->fields[0].type->record);
        dxki_hlsl_leave(c);
    }
    for (size_t i = r->has_base; i < r->field_count; i++) {
        dxki_hlsl_name *name = r->fields[i].decl ? r->fields[i].decl->name : NULL;
        if (name)
            dxki_sema_declare(c, name, DXKI_HLSL_SYM_FIELD, r->fields[i].loc);
    }
    for (size_t i = 0; i < r->static_count; i++)
        dxki_sema_declare(c, r->statics[i]->name, DXKI_HLSL_SYM_VAR, r->statics[i]->loc)->var =
            r->statics[i];
    for (size_t i = 0; i < r->method_count; i++) {
        dxki_hlsl_symbol *s = here(c, r->methods[i]->name);
        if (!s || s->kind != DXKI_HLSL_SYM_FUNCTION)
            dxki_sema_declare(c, r->methods[i]->name, DXKI_HLSL_SYM_FUNCTION, r->methods[i]->loc)
                ->function = r->methods[i];
    }
}

/* Methods of one name are chained; the record has the first of each. */
static void add_methods(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    size_t mark = c->sema->stack.count;

    for (size_t i = 0; i < d->members.count; i++) {
        const dxki_ast_decl *m = d->members.items[i];
        if (m->kind != DXKI_AST_FUNCTION || is_unsupported(c, m) || !m->name)
            continue;
        dxki_hlsl_function *f = make_function(c, m, r);
        bool joined = false;
        for (size_t k = mark; k < c->sema->stack.count; k++) {
            dxki_hlsl_function *first = c->sema->stack.items[k];
            if (first->name != f->name)
                continue;
            f->next = first->next;
            first->next = f;
            joined = true;
        }
        if (!joined)
            dxki_sema_push(c, f);
    }
    r->methods = (dxki_hlsl_function **)dxki_sema_take(c, mark, &r->method_count);
    size_t scope = dxki_sema_begin_scope(c);
    declare_members(c, r);
    for (size_t i = 0; i < r->method_count; i++) {
        for (dxki_hlsl_function *f = r->methods[i]; f && dxki_hlsl_ready(c); f = f->next) {
            if (f->decl->body)
                body(c, f);
        }
    }
    dxki_sema_end_scope(c, scope);
}

void dxki_sema_record(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made)
{
    dxki_hlsl_symbol *old = d->name ? here(c, d->name) : NULL;
    dxki_hlsl_record *r;

    *made = dxki_hlsl_type_error(c);
    if (is_unsupported(c, d) || !dxki_hlsl_enter(c, d->loc))
        return;
    if (old && old->kind == DXKI_HLSL_SYM_TYPE && old->type->kind == DXKI_HLSL_TY_RECORD &&
        !old->type->record->complete) {
        r = old->type->record;
    } else {
        if (old && d->defined)
            check_new(c, d->name, d->loc);
        r = dxki_hlsl_type_record(c, d->name, d->loc);
        if (d->name && dxki_hlsl_ready(c))
            dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = r->type;
    }
    if (dxki_hlsl_ready(c))
        *made = r->type;
    if (d->defined && dxki_hlsl_ready(c)) {
        size_t mark = c->sema->stack.count, scope = dxki_sema_begin_scope(c);
        add_base(c, r, d);
        for (size_t i = 0; i < d->members.count; i++) {
            const dxki_ast_decl *m = d->members.items[i];
            if (m->kind == DXKI_AST_VARIABLE)
                add_field(c, r, m);
            else if (m->kind != DXKI_AST_FUNCTION)
                dxki_sema_declaration(c, m);
        }
        take_fields(c, r, mark);
        dxki_hlsl_record_done(c, r);
        add_methods(c, r, d);
        dxki_sema_end_scope(c, scope);
    }
    dxki_hlsl_leave(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Others                                                                                     */

static void enumeration(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *under =
        d->type ? dxki_sema_type(c, d->type) : dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);
    int64_t value = 0;

    if (dxki_hlsl_is_error(under))
        return;
    const dxki_hlsl_type *type = dxki_hlsl_type_enum(c, d->name, under);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = type;
    if (d->scoped) {
        dxki_sema_unsupported(c, d->loc, "scoped enumerations");
        return;
    }
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++, value++) {
        const dxki_ast_decl *e = d->members.items[i];
        if (e->init && !dxki_sema_integer(c, e->init, &value))
            return;
        if (!e->name)
            continue;
        dxki_hlsl_symbol *symbol = dxki_sema_declare(c, e->name, DXKI_HLSL_SYM_VALUE, e->loc);
        symbol->type = type;
        symbol->value = (uint64_t)value;
    }
}

static void type_name(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (is_unsupported(c, d))
        return;
    const dxki_hlsl_type *type = dxki_sema_dims(c, dxki_sema_type(c, d->type), &d->dims, d->loc);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = type;
}

static void assertion(dxki_hlsl *c, const dxki_ast_decl *d)
{
    int64_t value;

    if (!dxki_sema_integer(c, d->init, &value) || value)
        return;
    dxk_str text = d->bits && d->bits->kind == DXKI_AST_STRING ? d->bits->text : dxki_str("");
    DXKI_HLSL_REPORT(c, ASSERTION, d->loc, dxki_text(text));
}

void dxki_sema_declaration(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *made;

    switch (d->kind) {
    case DXKI_AST_VARIABLE:
        if (!is_unsupported(c, d))
            global(c, d);
        break;
    case DXKI_AST_FUNCTION:
        function(c, d);
        break;
    case DXKI_AST_RECORD:
        if (d->name)
            dxki_sema_record(c, d, &made);
        break;
    case DXKI_AST_ENUM:
        enumeration(c, d);
        break;
    case DXKI_AST_TYPEDEF:
        type_name(c, d);
        break;
    case DXKI_AST_BUFFER:
        buffer(c, d);
        break;
    case DXKI_AST_ASSERT:
        assertion(c, d);
        break;
    case DXKI_AST_NAMESPACE:
        dxki_sema_unsupported(c, d->loc, "namespaces");
        break;
    case DXKI_AST_USING:
        dxki_sema_unsupported(c, d->loc, "using");
        break;
    default:
        break;
    }
}
