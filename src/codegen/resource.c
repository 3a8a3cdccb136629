/* SPDX-License-Identifier: MIT */
/* resource.c - resources that the entry point reaches: registers, declarations, handles; see
 * emit.h. */
#include "codegen/emit.h"

#include "base/sort.h"
#include "builder/builder.h"
#include "sema/mangle.h"
#include "spec/dxil_effects.h"

/* ---------------------------------------------------------------------------------------- */
/* What is used                                                                               */

static void see_code(dxki_emit *e, const dxki_hlsl_code *s);
static void see_function(dxki_emit *e, dxki_hlsl_function *f);

static void see_var(dxki_emit *e, dxki_hlsl_var *v)
{
    if (v->storage == DXKI_HLSL_CONSTANT && v->buffer)
        v->buffer->var->used = true;
    else
        v->used = true;
    (void)e;
}

/* May buffers of that type from a heap have their counters changed? */
static bool is_counted(const dxki_emit *e, const dxki_hlsl_type *t)
{
    for (size_t i = 0; i < e->counted.count; i++) {
        if (dxki_hlsl_same(e->c, e->counted.items[i], t))
            return true;
    }
    return false;
}

/* It is not known here which buffer it is: any of that type. */
static void count_all(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxki_hlsl_sema *s = e->c->sema;

    if (t && !is_counted(e, t))
        DXKI_HLSL_PUSH(e->c, &e->counted, t);
    for (size_t i = 0; i < s->globals.count; i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        if (v->storage != DXKI_HLSL_RESOURCE || v->buffer)
            continue;
        const dxki_hlsl_type *own = v->type;
        while (own && own->kind == DXKI_HLSL_TY_ARRAY)
            own = own->element;
        v->counts |= own && t && dxki_hlsl_same(e->c, own, t);
    }
}

/* A call that changes the counter of a buffer. */
static void see_counter(dxki_emit *e, const dxki_hlsl_node *n)
{
    const dxki_hlsl_node *object = n->a;

    if (n->kind != DXKI_HLSL_N_INTRINSIC || n->row->lowering != DXKI_HLSL_LOWER_COUNTER)
        return;
    dxki_hlsl_var *part = dxki_emit_part_named(e, object);
    if (part) {
        part->counts = true;
        return;
    }
    while (object && object->kind == DXKI_HLSL_N_ELEMENT)
        object = object->a;
    if (object && object->var)
        object->var->counts = true;
    if (!object || !object->var || object->var->storage != DXKI_HLSL_RESOURCE)
        count_all(e, n->a->type);
}

/* Calls that ask for something of how variables are kept. */
static void see_stage_call(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->kind != DXKI_HLSL_N_INTRINSIC)
        return;
    e->evaluates |= n->row->lowering == DXKI_HLSL_LOWER_EVALUATE;
    const dxki_dxop_info *op = dxki_dxop_find(n->row->op);
    uint8_t who = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->convergence : DXKI_DXC_NONE;
    e->has_waves |= who == DXKI_DXC_QUAD || who == DXKI_DXC_WAVE || who == DXKI_DXC_WAVE_IN_RAY;
    if (n->row->lowering != DXKI_HLSL_LOWER_DISPATCH_MESH)
        return;
    const dxki_hlsl_node *payload = n->list[3];
    while (payload->kind == DXKI_HLSL_N_FIELD || payload->kind == DXKI_HLSL_N_ELEMENT)
        payload = payload->a;
    if (payload->var)
        payload->var->is_payload = true;
}

/* The entry point and the function of its patch constants do not call each other. */
static void check_reach(dxki_emit *e, const dxki_hlsl_function *called)
{
    const dxki_hlsl_function *from = e->in_patch ? e->patch : e->main;
    dxki_arg from_kind = dxki_text(dxki_str(e->in_patch ? "patch constant" : "entry"));
    dxki_arg kind = dxki_text(dxki_str(e->in_patch ? "entry" : "patch constant"));

    if (e->patch && called == (e->in_patch ? e->main : e->patch))
        DXKI_HLSL_REPORT(e->c, PATCH_REACHES, called->loc, kind, dxki_text(called->name->text),
                         from_kind, dxki_text(from->name->text));
}

/* Recursion is found where calls are written out; those of functions that stay are not. */
static void check_kept(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->function->is_active && dxki_emit_is_kept(e, n->function))
        dxki_emit_tell_recursion(e, n->function);
}

static void see(dxki_emit *e, const dxki_hlsl_node *n);

/* A part of a structure that has objects: those of other parts are not used by that. */
static bool see_part(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_var *v = n->kind == DXKI_HLSL_N_VAR || n->kind == DXKI_HLSL_N_CONTENT ||
                               n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT
                           ? dxki_emit_see_part(e, n)
                           : NULL;

    if (!v)
        return false;
    if (n->type->kind != DXKI_HLSL_TY_OBJECT && !dxki_emit_is_split(v) &&
        (v->buffer || v->storage == DXKI_HLSL_RESOURCE))
        see_var(e, v);
    for (; n->kind != DXKI_HLSL_N_VAR; n = n->a)
        if (n->kind == DXKI_HLSL_N_ELEMENT)
            see(e, n->b);
    return true;
}

static void see(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_chain chain;

    if (!n || !dxki_hlsl_enter(e->c, n->loc))
        return;
    if (see_part(e, n)) {
        dxki_hlsl_leave(e->c);
        return;
    }
    see_counter(e, n);
    see_stage_call(e, n);
    if (n->var)
        see_var(e, n->var);
    if (n->function) {
        check_reach(e, n->function);
        check_kept(e, n);
        e->has_waves |= !n->function->body; /* of another library: it may ask other lanes */
        see_function(e, n->function);
    }
    dxki_sema_operations(e->c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            see(e, item->a);
        see(e, item->b);
    }
    if (n->kind != DXKI_HLSL_N_UPDATE)
        see(e, n->c);
    for (size_t i = 0; i < n->list_count; i++)
        see(e, n->list[i]);
    dxki_hlsl_leave(e->c);
}

static void see_code(dxki_emit *e, const dxki_hlsl_code *s)
{
    if (!s || !dxki_hlsl_enter(e->c, s->loc))
        return;
    see(e, s->value);
    see(e, s->step);
    see_code(e, s->yes);
    see_code(e, s->no);
    for (size_t i = 0; i < s->count; i++)
        see_code(e, s->items[i]);
    dxki_hlsl_leave(e->c);
}

static void see_function(dxki_emit *e, dxki_hlsl_function *f)
{
    if (f->seen)
        return;
    f->seen = f->is_active = true;
    see_code(e, f->body);
    f->is_active = false;
    f->is_listed = dxki_emit_is_kept(e, f);
    if (f->is_listed)
        DXKI_HLSL_PUSH(e->c, &e->kept, f);
}

/* Static variables are initialised whether they are used or not, if their initialiser reads. */
static void see_globals(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->globals.count; i++) {
        const dxki_hlsl_var *v = s->globals.items[i];
        if (v->storage == DXKI_HLSL_STATIC && v->init && !v->value)
            see(e, v->init);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* What they take                                                                             */

static const dxki_hlsl_type *object_of(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t;
}

static uint32_t registers_of(const dxki_hlsl_type *t)
{
    uint64_t count = 1;

    for (; t->kind == DXKI_HLSL_TY_ARRAY; t = t->element) {
        if (!t->count)
            return UINT32_MAX;
        count *= t->count;
        if (count >= UINT32_MAX)
            return UINT32_MAX;
    }
    return (uint32_t)count;
}

static dxk_str name_of(const dxki_hlsl_var *v)
{
    if (v->buffer && v->storage == DXKI_HLSL_RESOURCE)
        return v->buffer->name;
    return v->name ? v->name->text : dxki_str("");
}

/* All constants without a buffer: they are in space 0 whatever is asked for. */
static bool is_globals(const dxki_hlsl_var *v)
{
    return v->buffer && dxki_str_is(v->buffer->name, "$Globals");
}

/* In a library, linking gives registers out. */
static void leave_open(dxki_emit *e)
{
    for (size_t i = 0; i < e->bindings.count; i++) {
        dxki_emit_binding *b = &e->bindings.items[i];
        dxki_hlsl_var *v = b->var;
        if (v->has_register)
            continue;
        b->first = DXK_UNASSIGNED;
        if (!v->has_space && !is_globals(v) && !v->in_buffer)
            b->space = DXK_UNASSIGNED;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

/* Numbers of 64 bits are pairs of 32 bits in typed buffers and textures. */
static dxk_component_type component_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    dxk_type type = dxki_emit_type(e, t->scalar);
    bool sign = info->number == DXKI_HLSL_SINT;

    if (t->norm && type == DXK_TYPE_FLOAT)
        return t->norm == 1 ? DXK_COMPONENT_TYPE_SNORM_F32 : DXK_COMPONENT_TYPE_UNORM_F32;
    switch (type) {
    case DXK_TYPE_HALF:
        return t->norm == 1 ? DXK_COMPONENT_TYPE_SNORM_F16
               : t->norm    ? DXK_COMPONENT_TYPE_UNORM_F16
                            : DXK_COMPONENT_TYPE_F16;
    case DXK_TYPE_FLOAT:
        return DXK_COMPONENT_TYPE_F32;
    case DXK_TYPE_DOUBLE:
    case DXK_TYPE_I64:
        return DXK_COMPONENT_TYPE_U32;
    case DXK_TYPE_I16:
        return sign ? DXK_COMPONENT_TYPE_I16 : DXK_COMPONENT_TYPE_U16;
    default:
        return sign ? DXK_COMPONENT_TYPE_I32 : DXK_COMPONENT_TYPE_U32;
    }
}

static void describe_object(const dxki_emit *e, const dxki_hlsl_type *t, dxk_resource_desc *d)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)t->object);

    d->cls = (dxk_resource_class)info->cls;
    d->kind = (dxk_resource_kind)info->kind;
    d->globally_coherent = (t->coherence & DXKI_HLSL_GLOBALLY_COHERENT) != 0;
    d->reorder_coherent = t->coherence == DXKI_HLSL_REORDER_COHERENT;
    d->rasterizer_ordered = (info->flags & DXKI_HLSL_ROV) != 0;
    d->comparison = (info->flags & DXKI_HLSL_COMPARE) != 0;
    d->has_counter = (info->flags & DXKI_HLSL_COUNTER) != 0;
    if (info->args == DXKI_HLSL_ARGS_ELEMENT || info->args == DXKI_HLSL_ARGS_SAMPLES) {
        d->element = component_of(e, t->element);
        d->components = t->element->columns;
        d->samples = t->count;
    } else if (info->args == DXKI_HLSL_ARGS_OTHER) {
        d->feedback = t->count;
    } else if (info->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        d->stride = dxki_hlsl_packed_size(e->c, t->element);
    } else if (t->element) {
        d->size = dxki_hlsl_constant_size(e->c, t->element);
    }
}

static void describe(const dxki_emit *e, const dxki_emit_binding *b, dxk_resource_desc *d)
{
    const dxki_hlsl_var *v = b->var;

    *d = (dxk_resource_desc){.space = b->space, .first = b->first, .count = b->count};
    d->name = b->name.data;
    if (v->buffer) {
        d->cls = v->buffer->is_texture ? DXK_RESOURCE_CLASS_SRV : DXK_RESOURCE_CLASS_CBUFFER;
        d->kind = v->buffer->is_texture ? DXK_RESOURCE_KIND_TBUFFER : DXK_RESOURCE_KIND_CBUFFER;
        d->size = v->buffer->size;
    } else {
        describe_object(e, object_of(v->type), d);
        d->has_counter |= v->counts;
    }
}

/* The structure of a buffer, with names; DXK_NONE: the resource is no buffer of structures. */
static dxk_type structure_of(dxki_emit *e, const dxki_hlsl_var *v, const dxk_resource_desc *d)
{
    if (v->buffer)
        return dxki_emit_buffer_type(e, v->buffer);
    const dxki_hlsl_type *object = object_of(v->type);
    if (d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return dxki_emit_structured_type(e, object);
    if (d->cls == DXK_RESOURCE_CLASS_CBUFFER || d->kind == DXK_RESOURCE_KIND_TBUFFER)
        return dxki_emit_view_type(e, name_of(v), object->element);
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)object->object);
    bool feedback = d->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D ||
                    d->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY;
    if (feedback || info->args == DXKI_HLSL_ARGS_ELEMENT || info->args == DXKI_HLSL_ARGS_SAMPLES)
        return dxki_emit_typed_type(e, object);
    return DXK_NONE;
}

/* True for constant and texture buffers, with or without a type of their own. */
static bool holds_constants(const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->buffer ? NULL : object_of(v->type);

    return !t || t->object == DXKI_HLSL_O_CONSTANTS || t->object == DXKI_HLSL_O_TBUFFER;
}

/* How a variable declares its range. Buffers of constants are one array, of the largest size if it has no
 * end. */
static dxki_builder_dims dims_of(dxki_emit *e, const dxki_hlsl_var *v, const dxk_resource_desc *d)
{
    const dxki_hlsl_type *t = v->buffer ? NULL : v->type;
    dxki_builder_dims dims = {NULL, 0};
    size_t depth = 0;

    for (const dxki_hlsl_type *part = t; part && part->kind == DXKI_HLSL_TY_ARRAY;)
        part = part->element, depth++;
    uint32_t *sizes = depth ? DXKI_NEW_ARRAY(&e->c->arena, uint32_t, depth) : NULL;
    if (depth && !sizes)
        dxki_hlsl_nomem(e->c);
    if (!sizes)
        return dims;
    dims = (dxki_builder_dims){sizes, depth};
    for (size_t i = 0; i < depth; i++, t = t->element)
        sizes[i] = t->count;
    if (holds_constants(v)) {
        dims.count = 1;
        sizes[0] = d->count;
    }
    return dims;
}

static uint8_t class_of(const dxki_hlsl_var *v)
{
    if (v->buffer)
        return v->buffer->is_texture ? DXK_RESOURCE_CLASS_SRV : DXK_RESOURCE_CLASS_CBUFFER;
    return dxki_hlsl_object_at((dxki_hlsl_object)object_of(v->type)->object)->cls;
}

/* In the order of their declarations, buffers of constants after the others. */
static void push(dxki_emit *e, dxki_hlsl_var *v, uint32_t count)
{
    const dxki_emit_binding b = {.var = v,
                                 .name = name_of(v),
                                 .cls = class_of(v),
                                 .is_fixed = v->has_register,
                                 .count = count,
                                 .space = v->space,
                                 .first = v->first};

    DXKI_HLSL_PUSH(e->c, &e->bindings, b);
}

/* Where the registers of what is not used are kept, arrays need a size, but for buffers of constants. */
static void check_size(dxki_emit *e, const dxki_hlsl_var *v)
{
    if (e->c->options.reserve_registers && !holds_constants(v) &&
        registers_of(v->type) == UINT32_MAX)
        DXKI_HLSL_SAY(e->c, UNBOUNDED_KEPT, v->loc);
}

static void collect(dxki_emit *e, bool constants)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->globals.count; i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        bool kept = e->c->options.reserve_registers && v->has_register;
        if (v->storage != DXKI_HLSL_RESOURCE || holds_constants(v) != constants)
            continue;
        check_size(e, v);
        if (!v->used && !kept)
            continue;
        if (!v->has_space && !v->has_register && !is_globals(v) && !v->in_buffer)
            v->space = e->c->options.binding_space;
        if (v->in_buffer && v->used && !constants) {
            DXKI_HLSL_PUSH(e->c, &e->parts, v);
            continue;
        }
        push(e, v, v->buffer ? 1 : registers_of(v->type));
        if (!v->used && e->bindings.count)
            e->bindings.items[e->bindings.count - 1].is_kept = true;
    }
}

/* The constant, array or view of a buffer that an object is in, or the object itself if it is a member of a
 * constant buffer. */
static const dxki_hlsl_var *owner_of(const dxki_hlsl_var *v)
{
    return v->part_of ? v->part_of : v;
}

/* A member of a constant buffer that is one object. */
static bool is_member(const dxki_hlsl_var *v)
{
    return v->in_buffer && !v->part_of;
}

static bool is_loose(const dxki_hlsl_var *owner)
{
    return owner->storage == DXKI_HLSL_CONSTANT && (!owner->buffer || is_globals(owner));
}

static bool is_view(const dxki_hlsl_var *owner)
{
    return owner->storage == DXKI_HLSL_RESOURCE && !owner->in_buffer;
}

static uint32_t group_of(const dxki_hlsl_var *owner)
{
    return owner->group ? owner->group : owner->rank;
}

/* Does object `left` come after `right`? Those of loose constants come first, then those of buffers in the order
 * of declarations. In a buffer, objects that are members come last, from the last one to the first. Objects of
 * one constant come as they are used, but for views of buffers, where it is the other way round. */
static bool part_follows(const void *user, const void *left, const void *right)
{
    const dxki_hlsl_var *a = *(dxki_hlsl_var *const *)left, *b = *(dxki_hlsl_var *const *)right;
    const dxki_hlsl_var *x = owner_of(a), *y = owner_of(b);

    (void)user;
    if (is_loose(x) != is_loose(y))
        return is_loose(y);
    if (group_of(x) != group_of(y))
        return group_of(x) > group_of(y);
    if (is_member(a) != is_member(b))
        return is_member(a);
    if (x != y)
        return (x->rank > y->rank) != is_member(a);
    return is_view(x) ? a->offset < b->offset : a->offset > b->offset;
}

/* Objects of structures and of buffers. */
static void collect_parts(dxki_emit *e)
{
    if (!dxki_sort(e->c->ctx, e->parts.items, e->parts.count, sizeof *e->parts.items, part_follows,
                   NULL))
        dxki_hlsl_nomem(e->c);
    for (size_t i = 0; i < e->parts.count; i++)
        push(e, e->parts.items[i], registers_of(e->parts.items[i]->type));
    e->declared = true;
}

void dxki_emit_see(dxki_emit *e, dxki_hlsl_function *root)
{
    e->main = root;
    e->in_patch = false;
    see_function(e, root);
    dxki_emit_read_planes(e, root);
    for (uint32_t i = 0; i < e->plane_count; i++)
        see(e, e->planes[i]);
    e->in_patch = true;
    if (e->patch)
        see_function(e, e->patch);
}

/* The name of a resource in a library. What has no declaration of its own keeps its plain name. */
static dxk_str symbol_of(dxki_emit *e, const dxki_hlsl_var *v)
{
    if (holds_constants(v) || v->part_of || v->in_buffer)
        return dxki_emit_unused_name(e, name_of(v));
    return dxki_hlsl_mangle_variable(e->c, v);
}

void dxki_emit_resources(dxki_emit *e)
{
    bool library = e->c->kind == DXK_SHADER_KIND_LIBRARY;
    dxk_resource_desc d;

    see_globals(e);
    collect(e, false);
    collect_parts(e);
    collect(e, true);
    if (library && !e->c->options.has_binding_space)
        leave_open(e);
    else
        dxki_emit_assign_registers(e);
    dxki_emit_tell(e);
    for (size_t i = 0; i < e->bindings.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *v = e->bindings.items[i].var;
        if (e->bindings.items[i].is_kept)
            continue;
        describe(e, &e->bindings.items[i], &d);
        if (library)
            e->b->symbol = symbol_of(e, v);
        const dxki_builder_dims dims = dims_of(e, v, &d);
        const size_t said = e->c->ctx->diag_count;
        const dxk_str name = e->bindings.items[i].name;
        v->resource = dxki_builder_resource_of(e->b, &d, structure_of(e, v, &d), &dims);
        dxki_hlsl_adopt(e->c, said, v->loc, name.data);
        dxki_hlsl_keep_place(
            e->c, (dxki_hlsl_placed){.thing = DXKI_HLSL_BOUND, .name = name, .loc = v->loc});
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* The structure of the elements of a structured buffer; else DXK_NONE. */
static dxk_type element_type(dxki_emit *e, const dxki_hlsl_type *t, const dxk_resource_desc *d)
{
    return d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? dxki_emit_structured_type(e, t)
                                                          : (dxk_type)DXK_NONE;
}

dxk_value dxki_emit_heap_object(dxki_emit *e, const dxki_emit_object *o)
{
    dxk_resource_desc d = {.count = 1};

    describe_object(e, o->type, &d);
    dxki_emit_b(e);
    return dxki_builder_heap_object(e->b, &d, dxki_emit_index_value(e, o->index), o->non_uniform);
}

static dxk_value heap_handle(dxki_emit *e, const dxki_emit_object *o)
{
    dxk_resource_desc d = {.count = 1};

    describe_object(e, o->type, &d);
    dxk_type type = element_type(e, o->type, &d);
    d.has_counter |= o->counts || is_counted(e, o->type);
    dxki_emit_b(e);
    return dxki_builder_heap_handle(e->b, &d, type, dxki_emit_index_value(e, o->index),
                                    o->non_uniform);
}

dxk_value dxki_emit_handle(dxki_emit *e, const dxki_emit_object *o)
{
    if (!dxki_emit_ready(e) || !o->is_set)
        return DXK_NONE;
    if (o->number)
        return dxki_emit_number_handle(e, o);
    if (!o->var)
        return heap_handle(e, o);
    bool array = o->index.value != DXK_NONE || o->index.add;
    dxk_value index = array ? dxki_emit_index_value(e, o->index) : DXK_NONE;
    return dxk_builder_handle(dxki_emit_b(e), o->var->resource, index, o->non_uniform);
}

dxk_value dxki_emit_linked_handle(dxki_emit *e, const dxki_emit_object *o)
{
    dxk_resource_desc d = {.count = 1};

    if (!dxki_emit_ready(e))
        return DXK_NONE;
    describe_object(e, o->type, &d);
    d.has_counter |= o->counts;
    dxk_type type = element_type(e, o->type, &d);
    return dxki_builder_library_handle(dxki_emit_b(e), &d, type, o->number);
}

dxk_value dxki_emit_linked_props(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_resource_desc d = {.count = 1};

    describe_object(e, t, &d);
    dxk_type type = element_type(e, t, &d);
    return dxki_emit_ready(e) ? dxki_builder_resource_props(e->b, &d, type) : (dxk_value)DXK_NONE;
}
