/* SPDX-License-Identifier: MIT */
/*
 * object.c - resources as values. An expression that names a resource is an object: the
 * variable and the index in its range. What is kept in variables, members of structures and results
 * of functions is a number for each object, which says what it is when it is used:
 *
 *     %a = call i32 @dxk.object.3(i32 %index, i1 false)      the element of resource 3
 *     %h = call %dx.types.Handle @dxk.handle(i32 %p, i32 7)  of what %p stands for; place 7 in the source
 *
 * After passes that bring the numbers to their uses, resolve.c makes handles of them. Objects in
 * global structures, and in structures and arrays in constant buffers, are resources of their own,
 * "g.member.1.texture".
 */
#include "codegen/emit.h"

#include "base/out.h"
#include "builder/builder.h"

#define MOST_PARTS 1024u /* objects of one variable */

/* ---------------------------------------------------------------------------------------- */
/* Objects of structures                                                                      */

static const dxki_hlsl_type *one_of(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t;
}

/* Objects that a type has. */
static uint64_t count_objects(dxki_emit *e, const dxki_hlsl_type *t)
{
    uint64_t count = 0;

    if (!t->has_objects)
        return 0;
    if (t->kind == DXKI_HLSL_TY_OBJECT)
        return 1;
    if (t->leaves > DXKI_EMIT_MOST_LEAVES) /* a walk could take as long */
        return MOST_PARTS;
    if (!dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return 0;
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        count = count_objects(e, t->element) * t->count;
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++)
        count += count_objects(e, t->record->fields[i].type);
    dxki_hlsl_leave(e->c);
    return count < MOST_PARTS ? count : MOST_PARTS;
}

/* Objects in front of a member. */
uint32_t dxki_emit_objects_before(dxki_emit *e, const dxki_hlsl_type *t, uint32_t field)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < field; i++)
        count += count_objects(e, t->record->fields[i].type);
    return (uint32_t)count;
}

uint32_t dxki_emit_objects_of(dxki_emit *e, const dxki_hlsl_type *t)
{
    return (uint32_t)count_objects(e, t);
}

dxk_str dxki_emit_numbered(dxki_hlsl *c, dxk_str text, uint32_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    text = dxki_hlsl_join(c, text, dxki_str("."));
    return dxki_hlsl_join(c, text, dxki_str(dxki_format_u64(end, number)));
}

/* A way from a variable to one of its objects. */
typedef struct way {
    dxki_hlsl_var *var;
    uint32_t left;                                   /* objects to be passed over yet */
    uint32_t before[DXK_RESOURCE_CLASS_INVALID + 1]; /* those passed, by class */
    dxk_str name;
    const dxki_hlsl_type *type;
} way;

static uint8_t class_of(const dxki_hlsl_type *t)
{
    uint8_t cls = dxki_hlsl_object_at((dxki_hlsl_object)t->object)->cls;

    return cls < DXK_RESOURCE_CLASS_INVALID ? cls : (uint8_t)DXK_RESOURCE_CLASS_INVALID;
}

/* Goes through the objects of a type; true: it was there. */
static bool walk(dxki_emit *e, way *w, const dxki_hlsl_type *t, dxk_str name)
{
    bool found = false;

    if (!t->has_objects || !dxki_hlsl_ready(e->c) || !dxki_hlsl_enter(e->c, w->var->loc))
        return false;
    if (t->kind == DXKI_HLSL_TY_OBJECT) {
        found = w->left == 0;
        w->name = name;
        w->type = t;
        w->left -= !found;
        w->before[class_of(t)] += !found;
    }
    for (uint32_t i = 0; t->kind == DXKI_HLSL_TY_ARRAY && i < t->count && !found; i++)
        found = walk(e, w, t->element, dxki_emit_numbered(e->c, name, i));
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count && !found;
         i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        dxk_str own = name;
        if (f->name)
            own = dxki_hlsl_join(e->c, dxki_hlsl_join(e->c, name, dxki_str(".")), f->name->text);
        found = walk(e, w, f->type, own);
    }
    dxki_hlsl_leave(e->c);
    return found;
}

bool dxki_emit_is_split(const dxki_hlsl_var *v)
{
    const uint8_t object = v->in_buffer ? one_of(v->type)->object : 0;

    return v->in_buffer && v->type->kind == DXKI_HLSL_TY_ARRAY && v->type->leaves &&
           v->type->leaves < MOST_PARTS && object != DXKI_HLSL_O_CONSTANTS &&
           object != DXKI_HLSL_O_TBUFFER;
}

static bool is_view(const dxki_hlsl_var *v)
{
    return v->storage == DXKI_HLSL_RESOURCE && !dxki_emit_is_split(v);
}

/* The type whose objects a variable has: a view of a constant or texture buffer has those of its structure. */
static const dxki_hlsl_type *content_of(const dxki_hlsl_var *v)
{
    return is_view(v) ? one_of(v->type)->element : v->type;
}

/* The register that the declaration gives objects of a class, counted on from the first one. That of a view is
 * its own. */
static void take_register(dxki_hlsl_var *part, const way *w)
{
    static const char letters[] = {[DXK_RESOURCE_CLASS_SRV] = 't',
                                   [DXK_RESOURCE_CLASS_UAV] = 'u',
                                   [DXK_RESOURCE_CLASS_CBUFFER] = 'b',
                                   [DXK_RESOURCE_CLASS_SAMPLER] = 's'};
    uint8_t cls = class_of(w->type);
    const dxki_ast_notes *notes = w->var->decl && !is_view(w->var) ? &w->var->decl->notes : NULL;

    for (size_t i = 0; notes && cls < sizeof letters && i < notes->count; i++) {
        const dxki_ast_note *n = &notes->items[i];
        if (n->kind != DXKI_AST_REGISTER || n->letter != letters[cls])
            continue;
        part->has_register = true;
        part->first = n->number + w->before[cls];
    }
}

dxki_hlsl_var *dxki_emit_object_part(dxki_emit *e, dxki_hlsl_var *v, uint32_t which)
{
    const dxki_hlsl_type *type = content_of(v);
    uint32_t count = dxki_emit_objects_of(e, type);
    way w = {.var = v, .left = which};

    if (count >= MOST_PARTS) {
        DXKI_HLSL_REPORT(e->c, TOO_MANY_LEAVES, v->loc, dxki_dec(MOST_PARTS - 1));
        return NULL;
    }
    if (!v->parts)
        v->parts = DXKI_NEW_ARRAY(&e->c->arena, dxki_hlsl_var *, count + 1);
    if (!v->parts)
        dxki_hlsl_nomem(e->c);
    if (!dxki_emit_ready(e) || which >= count || v->parts[which])
        return v->parts && which < count ? v->parts[which] : NULL;
    if (!walk(e, &w, type, v->name->text))
        return NULL;
    dxki_hlsl_var *part = DXKI_HLSL_NEW(e->c, dxki_hlsl_var);
    part->name = dxki_hlsl_intern(e->c, w.name);
    part->loc = v->loc;
    part->type = w.type;
    part->storage = DXKI_HLSL_RESOURCE;
    part->is_const = true;
    part->used = true;
    part->decl = v->decl;
    part->part_of = v;
    part->offset = (uint32_t)e->parts.count;
    part->has_space = true; /* 0, whatever is asked for */
    take_register(part, &w);
    v->parts[which] = part;
    if (e->declared) /* it would have no register */
        dxki_sema_unsupported(e->c, e->at, "a resource in a parameter that is a buffer");
    else
        DXKI_HLSL_PUSH(e->c, &e->parts, part);
    return part;
}

/* The variable that an expression is, if it is a global structure with objects, a view of a buffer that has
 * one, or an array of objects in a buffer; else NULL. */
static dxki_hlsl_var *structure_of(const dxki_hlsl_node *n)
{
    const bool viewed = n->kind == DXKI_HLSL_N_CONTENT;
    const dxki_hlsl_node *root = viewed ? n->a : n;

    while (viewed && root->kind == DXKI_HLSL_N_ELEMENT) /* of an array of one */
        root = root->a;
    if (root->kind != DXKI_HLSL_N_VAR || !n->type->has_objects)
        return NULL;
    if (!viewed && dxki_emit_is_split(root->var))
        return root->var;
    return root->var->storage == (viewed ? DXKI_HLSL_RESOURCE : DXKI_HLSL_CONSTANT) ? root->var
                                                                                    : NULL;
}

/* The object that an expression names, if it is one of a global structure, by way of indices that are
 * known; NULL: it is none. `*which`: its number. */
static dxki_hlsl_var *owner_of(dxki_emit *e, const dxki_hlsl_node *n, uint32_t *which)
{
    dxki_hlsl_var *v = NULL;

    if (!dxki_hlsl_enter(e->c, n->loc))
        return NULL;
    *which = 0;
    if (n->kind == DXKI_HLSL_N_VAR || n->kind == DXKI_HLSL_N_CONTENT)
        v = structure_of(n);
    else if (n->kind == DXKI_HLSL_N_FIELD)
        v = owner_of(e, n->a, which);
    else if (n->kind == DXKI_HLSL_N_ELEMENT && n->b->kind == DXKI_HLSL_N_CONSTANT &&
             n->a->type->kind == DXKI_HLSL_TY_ARRAY)
        v = owner_of(e, n->a, which);
    if (v && n->kind == DXKI_HLSL_N_FIELD)
        *which += dxki_emit_objects_before(e, n->a->type, n->index);
    else if (v && n->kind == DXKI_HLSL_N_ELEMENT)
        *which += (uint32_t)n->b->bits[0] * dxki_emit_objects_of(e, n->type);
    dxki_hlsl_leave(e->c);
    return v;
}

dxki_hlsl_var *dxki_emit_part_named(dxki_emit *e, const dxki_hlsl_node *n)
{
    uint32_t which;
    dxki_hlsl_var *owner = n->type->kind == DXKI_HLSL_TY_OBJECT ? owner_of(e, n, &which) : NULL;

    return owner ? dxki_emit_object_part(e, owner, which) : NULL;
}

dxki_hlsl_var *dxki_emit_see_part(dxki_emit *e, const dxki_hlsl_node *n)
{
    const dxki_hlsl_node *root = n;
    uint32_t which = 0, count = n->type->has_objects ? dxki_emit_objects_of(e, n->type) : 0;

    while (root->kind == DXKI_HLSL_N_FIELD || root->kind == DXKI_HLSL_N_ELEMENT)
        root = root->a;
    dxki_hlsl_var *v = structure_of(root);
    if (!v)
        return NULL;
    if (count >= MOST_PARTS)
        DXKI_HLSL_REPORT(e->c, TOO_MANY_LEAVES, n->loc, dxki_dec(MOST_PARTS - 1));
    else if (count && !owner_of(e, n, &which))
        DXKI_HLSL_SAY(e->c, LITERAL_INDEX, n->loc);
    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i++)
        dxki_emit_object_part(e, v, which + i);
    return v;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers of objects                                                                         */

/* What a number begins with: a resource, or a type of what is in the heap. */
struct dxki_emit_origin {
    const dxki_hlsl_type *type;
    const dxki_hlsl_var *var; /* NULL: the heap */
    dxk_value function;       /* that numbers come from */
    dxki_emit_origin *next;
};

static dxki_emit_origin *origin_of(dxki_emit *e, const dxki_emit_object *o)
{
    const dxki_hlsl_type *type = one_of(o->type);
    dxki_emit_origin **end = &e->origins;
    uint32_t number = 0;

    for (; *end; end = &(*end)->next, number++)
        if ((*end)->var == o->var && (o->var || (*end)->type == type))
            return *end;
    dxki_emit_origin *made = DXKI_HLSL_NEW(e->c, dxki_emit_origin);
    const dxk_type params[2] = {DXK_TYPE_I32, DXK_TYPE_I1};
    dxk_type kind = dxk_builder_function_type(e->b, DXK_TYPE_I32, params, 2);
    dxk_str name = dxki_emit_numbered(e->c, dxki_str(DXKI_EMIT_OBJECT), number);
    if (!dxki_emit_ready(e))
        return made;
    *made = (dxki_emit_origin){.type = type, .var = o->var};
    made->function = dxki_builder_external(e->b, name.data, kind);
    dxki_builder_pure(e->b, made->function);
    return *end = made;
}

/* Which one of its range it is; DXK_NONE: the first one. */
static dxk_value index_of(dxki_emit *e, const dxki_emit_object *o)
{
    bool array = o->index.value != DXK_NONE || o->index.add;

    return array ? dxki_emit_index_value(e, o->index) : (dxk_value)DXK_NONE;
}

dxk_value dxki_emit_number_of(dxki_emit *e, const dxki_emit_object *o)
{
    if (!dxki_emit_ready(e) || o->number)
        return o->number;
    if (dxki_hlsl_is_linked_object(one_of(o->type)) && !o->var)
        return dxki_emit_heap_object(e, o);
    if (dxki_hlsl_is_linked_object(one_of(o->type)))
        return dxki_builder_library_object(dxki_emit_b(e), o->var->resource, index_of(e, o),
                                           o->non_uniform);
    dxki_emit_origin *origin = origin_of(e, o);
    if (!dxki_emit_ready(e))
        return DXK_NONE;
    const dxk_value args[2] = {dxki_emit_index_value(e, o->index),
                               dxk_builder_i1(e->b, o->non_uniform)};
    return dxk_builder_call(dxki_emit_b(e), origin->function, args, 2);
}

dxk_value dxki_emit_number_handle(dxki_emit *e, const dxki_emit_object *o)
{
    const dxk_type params[2] = {DXK_TYPE_I32, DXK_TYPE_I32};

    if (dxki_hlsl_is_linked_object(o->type))
        return dxki_emit_linked_handle(e, o);
    if (!e->handle_of) {
        dxk_type handle = dxk_builder_op_operand_type(e->b, DXK_OP_BufferLoad, DXK_TYPE_I32, 0);
        dxk_type kind = dxk_builder_function_type(e->b, handle, params, 2);
        e->handle_of = dxki_builder_external(e->b, DXKI_EMIT_HANDLE, kind);
        dxki_builder_pure(e->b, e->handle_of);
    }
    DXKI_HLSL_PUSH(e->c, &e->handle_places, o->loc);
    const dxk_value args[2] = {o->number, dxki_emit_i32(e, (int64_t)e->handle_places.count)};
    return dxki_emit_ready(e) ? dxk_builder_call(dxki_emit_b(e), e->handle_of, args, 2) : DXK_NONE;
}

/* @dxk.make.N.uniform(i32 index): the handle of an object of origin N. */
static void make_maker(dxki_emit *e, const dxki_emit_origin *origin, uint32_t number,
                       bool non_uniform)
{
    dxk_type param = DXK_TYPE_I32;
    dxk_type handle = dxk_builder_op_operand_type(e->b, DXK_OP_BufferLoad, DXK_TYPE_I32, 0);
    dxk_str name = dxki_emit_numbered(e->c, dxki_str(DXKI_EMIT_MAKER), number);
    dxki_emit_object o = {.type = origin->type,
                          .var = (dxki_hlsl_var *)(uintptr_t)origin->var,
                          .non_uniform = non_uniform,
                          .is_set = true};

    name = dxki_emit_numbered(e->c, name, non_uniform);
    dxk_type kind = dxk_builder_function_type(e->b, handle, &param, 1);
    if (!dxki_emit_ready(e))
        return;
    dxk_value function = dxk_builder_function(e->b, name.data, kind);
    dxki_builder_inline(e->b, function); /* it is hidden when something calls it */
    dxki_emit_open(e, function);
    if (!o.var || o.var->type->kind == DXKI_HLSL_TY_ARRAY)
        o.index.value = dxk_builder_param(e->b, function, 0);
    dxk_value made = dxki_emit_handle(e, &o);
    dxki_emit_jump(e, e->return_to);
    dxki_emit_at(e, e->return_to);
    dxki_emit_close(e, made);
}

uint32_t dxki_emit_origins(const dxki_emit *e)
{
    uint32_t count = 0;

    for (const dxki_emit_origin *o = e->origins; o; o = o->next)
        count++;
    return count;
}

/* @dxk.keep(Handle (i32)*): passes leave alone what is handed to it. */
static void make_keeper(dxki_emit *e)
{
    dxk_type number = DXK_TYPE_I32;
    dxk_type handle = dxk_builder_op_operand_type(e->b, DXK_OP_BufferLoad, DXK_TYPE_I32, 0);
    dxk_type maker = dxk_builder_function_type(e->b, handle, &number, 1);
    dxk_type param = maker ? dxk_builder_pointer(e->b, maker, DXK_SPACE_DEFAULT) : DXK_NONE;

    if (param)
        dxki_builder_external(e->b, DXKI_EMIT_KEEP,
                              dxk_builder_function_type(e->b, DXK_TYPE_VOID, &param, 1));
}

void dxki_emit_makers(dxki_emit *e)
{
    uint32_t number = 0;

    if (e->origins)
        make_keeper(e);

    for (const dxki_emit_origin *o = e->origins; o && dxki_emit_ready(e); o = o->next, number++) {
        make_maker(e, o, number, false);
        make_maker(e, o, number, true);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

static bool is_of_stage(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && !dxki_hlsl_is_own_object(t) &&
           dxki_hlsl_object_at((dxki_hlsl_object)t->object)->cls == DXK_RESOURCE_CLASS_INVALID;
}

/* An object that needs no number: it is named, if need be with an index. */
static bool is_named(dxki_emit *e, const dxki_hlsl_node *n)
{
    uint32_t which;

    if (one_of(n->type)->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    if (is_of_stage(one_of(n->type)) || n->kind == DXKI_HLSL_N_HEAP)
        return true;
    if (n->type->kind == DXKI_HLSL_TY_OBJECT && owner_of(e, n, &which))
        return true;
    if (n->kind == DXKI_HLSL_N_VAR)
        return (n->var->storage == DXKI_HLSL_RESOURCE && !dxki_emit_is_split(n->var)) ||
               n->var->is_bound;
    return n->kind == DXKI_HLSL_N_ELEMENT && n->a->type->kind == DXKI_HLSL_TY_ARRAY &&
           is_named(e, n->a);
}

/* A variable can be another name of an object if it is never assigned. */
bool dxki_emit_is_alias(dxki_emit *e, const dxki_hlsl_var *v, const dxki_hlsl_node *value)
{
    const dxki_hlsl_type *t = one_of(v->type);

    if (t->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    if (is_of_stage(t))
        return true;
    return value && !v->written && v->direction != DXKI_HLSL_OUT && is_named(e, value);
}

static bool saw_non_uniform(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_index *i)
{
    bool before = e->non_uniform;

    e->non_uniform = false;
    *i = dxki_emit_index_of(e, n);
    bool seen = e->non_uniform;
    e->non_uniform = before;
    return seen;
}

static void check_heap(dxki_emit *e, const dxki_hlsl_node *n)
{
    const bool samplers = dxki_hlsl_object_at((dxki_hlsl_object)one_of(n->type)->object)->cls ==
                          DXK_RESOURCE_CLASS_SAMPLER;

    if (e->c->model_minor < 6)
        DXKI_HLSL_REPORT(
            e->c, MODEL, n->loc,
            dxki_text(dxki_str(samplers ? "SamplerDescriptorHeap" : "ResourceDescriptorHeap")),
            dxki_dec(6));
}

static dxki_emit_object named(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_object o = {.type = n->type, .is_set = true};
    dxki_emit_index i;
    uint32_t which;
    dxki_hlsl_var *owner = n->type->kind == DXKI_HLSL_TY_OBJECT ? owner_of(e, n, &which) : NULL;

    if (owner) {
        o.var = dxki_emit_object_part(e, owner, which);
        o.is_set = o.var != NULL;
    } else if (n->kind == DXKI_HLSL_N_HEAP) {
        check_heap(e, n);
        o.non_uniform = saw_non_uniform(e, n->a, &o.index);
    } else if (n->kind == DXKI_HLSL_N_ELEMENT) {
        o = dxki_emit_object_of(e, n->a);
        o.non_uniform = saw_non_uniform(e, n->b, &i) || o.non_uniform;
        o.index = dxki_emit_add(e, dxki_emit_scale(e, o.index, n->a->type->count), i);
        o.type = n->type;
    } else if (n->var->storage == DXKI_HLSL_RESOURCE) {
        o.var = n->var;
    } else if (n->var->place) {
        o = *(const dxki_emit_object *)n->var->place;
    } else {
        dxki_sema_unsupported(e->c, n->loc, "this use of an object");
    }
    return o;
}

dxki_emit_object dxki_emit_object_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_object o = {.type = n->type, .is_set = true};

    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, n->loc))
        return o;
    if (is_named(e, n)) {
        o = named(e, n);
    } else {
        bool before = e->non_uniform;
        for (const dxki_hlsl_node *part = n; part; part = part->a)
            if (part->kind == DXKI_HLSL_N_ELEMENT && part->b->kind != DXKI_HLSL_N_CONSTANT &&
                !dxki_hlsl_is_linked_object(n->type))
                e->wants_rounds = true; /* in a loop it may follow from the round */
        dxki_emit_value v = dxki_emit_expr(e, n);
        e->non_uniform = before;
        o.number = dxki_emit_ready(e) ? v.v[0] : DXK_NONE;
    }
    o.loc = n->loc;
    dxki_hlsl_leave(e->c);
    return o;
}

bool dxki_emit_names_object(dxki_emit *e, const dxki_hlsl_node *n)
{
    return n->type->kind == DXKI_HLSL_TY_OBJECT && !dxki_hlsl_is_own_object(n->type) &&
           is_named(e, n);
}
