/* SPDX-License-Identifier: MIT */
/* expr.c - expressions; see emit.h. */
#include "codegen/debug.h"

#include "sema/mangle.h"

/* ---------------------------------------------------------------------------------------- */
/* Places                                                                                     */

/* A value in memory, so that parts of it can be picked by an index that is computed. */
static dxki_emit_place spill(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value v = dxki_emit_read_expr(e, n);
    dxki_emit_place p = dxki_emit_allocate(e, n->type, false, NULL);

    dxki_emit_store(e, &p, v);
    return p;
}

/* Constants of an array: a variable of the module, read by indices. */
static dxki_emit_place constant_array(dxki_emit *e, const dxki_hlsl_type *t, const uint64_t *bits,
                                      dxk_str name)
{
    dxki_emit_slot *slot = DXKI_HLSL_NEW(e->c, dxki_emit_slot);
    dxki_emit_value v = dxki_emit_values(e, t);
    uint8_t scalar = dxki_hlsl_leaf_scalar(t, 0);
    bool truth = scalar == DXKI_HLSL_S_BOOL;
    dxk_type type = truth ? DXK_TYPE_I32 : dxki_emit_type(e, scalar);

    for (uint32_t i = 0; i < v.type->leaves; i++)
        v.v[i] =
            truth ? dxki_emit_i32(e, bits[i] != 0) : dxki_emit_scalar_constant(e, scalar, bits[i]);
    dxk_type array = dxk_builder_array(e->b, type, t->leaves);
    dxk_value init = dxk_builder_aggregate(e->b, array, v.v, t->leaves);
    *slot = (dxki_emit_slot){.count = t->leaves, .scalar = scalar};
    slot->pointer = dxk_builder_variable(e->b, dxki_emit_new_name(e, name).data, array,
                                         DXK_SPACE_DEFAULT, init);
    return (dxki_emit_place){.kind = DXKI_EMIT_LOCAL, .type = t, .slots = slot};
}

/* Is it an array of numbers of one kind? */
static bool is_plain_array(const dxki_hlsl_type *t)
{
    if (t->kind != DXKI_HLSL_TY_ARRAY || t->leaves < 2 || t->leaves > DXKI_EMIT_MOST_LEAVES)
        return false;
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return dxki_hlsl_is_value(t);
}

dxki_emit_place dxki_emit_constants_of(dxki_emit *e, const dxki_hlsl_var *v)
{
    dxki_emit_place p = {.kind = DXKI_EMIT_CONSTANTS, .type = v->type};

    if (v->type->has_objects)
        p.owner = (dxki_hlsl_var *)(uintptr_t)v;
    if (!v->buffer) /* there are objects in it only */
        return p;
    const dxki_emit_object o = {.var = v->buffer->var, .index = {DXK_NONE, 0}, .is_set = true};
    p.handle = dxki_emit_handle(e, &o);
    p.at.add = v->offset;
    if (v->buffer->is_texture)
        p.object = dxki_hlsl_type_object(e->c, DXKI_HLSL_O_TBUFFER, NULL, 0);
    return p;
}

/* What is handed to mesh shaders lies in memory as it is declared. */
static dxki_emit_place shared_record(dxki_emit *e, const dxki_hlsl_var *v)
{
    dxk_str name = dxki_hlsl_mangle_variable(e->c, v);
    dxk_type type = dxki_emit_payload_type(e, v->type);

    dxk_value variable = dxk_builder_variable(e->b, name.data, type, DXK_SPACE_SHARED, DXK_NONE);

    dxki_emit_keep_global(e, DXKI_HLSL_VARIABLE, variable, v->loc);
    return dxki_emit_record(v->type, variable);
}

/* Variables of the module get their place when they are first used. */
static dxki_emit_place *global(dxki_emit *e, dxki_hlsl_var *v)
{
    dxki_emit_place *p = DXKI_HLSL_NEW(e->c, dxki_emit_place);

    if (v->value && is_plain_array(v->type)) {
        dxk_str name =
            v->name ? dxki_hlsl_join(e->c, v->name->text, dxki_str(".v")) : dxki_str("constants");
        *p = constant_array(e, v->type, v->value, name);
    } else if (v->storage == DXKI_HLSL_SHARED && v->is_payload) {
        *p = shared_record(e, v);
    } else {
        *p = dxki_emit_allocate(e, v->type, v->storage == DXKI_HLSL_SHARED, v);
    }
    return p;
}

/* A static variable whose value is known, other than an array of the module. */
static bool is_known(const dxki_hlsl_var *v)
{
    return v->storage == DXKI_HLSL_STATIC && v->value && !is_plain_array(v->type);
}

static dxki_emit_value known_value(dxki_emit *e, const dxki_hlsl_var *v)
{
    dxki_emit_value value = dxki_emit_values(e, v->type);

    for (uint32_t i = 0; i < value.type->leaves; i++)
        value.v[i] = dxki_emit_scalar_constant(e, dxki_hlsl_leaf_scalar(v->type, i), v->value[i]);
    return value;
}

static dxki_emit_place variable(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_var *v = n->var;

    if (is_known(v))
        return spill(e, n);
    if (v->storage == DXKI_HLSL_CONSTANT && !v->place)
        return dxki_emit_constants_of(e, v);
    if (v->storage == DXKI_HLSL_RESOURCE)
        return (dxki_emit_place){.kind = DXKI_EMIT_OBJECTS, .type = v->type, .owner = v};
    if (!v->place && v->storage != DXKI_HLSL_LOCAL)
        v->place = global(e, v);
    if (!v->place) {
        dxki_sema_unsupported(e->c, n->loc, "this use of a variable");
        return dxki_emit_nowhere();
    }
    return *(const dxki_emit_place *)v->place;
}

dxki_emit_index dxki_emit_index_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_CONSTANT)
        return dxki_emit_known((uint32_t)n->bits[0]);
    return (dxki_emit_index){dxki_emit_expr(e, n).v[0], 0};
}

/* The element of a structured buffer, or of a texture. */
static dxki_emit_place subscript(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->a->type->scalar == DXKI_HLSL_S_RECORD_HANDLE)
        return dxki_emit_node_record(e, n);
    dxki_emit_value at = dxki_emit_expr(e, n->b);
    dxki_emit_object o = dxki_emit_object_of(e, n->a);
    uint8_t kind = dxki_hlsl_object_at((dxki_hlsl_object)n->a->type->object)->kind;
    dxki_emit_place p = {.type = n->type, .object = n->a->type};

    if (o.place) { /* a control point */
        p = *o.place;
        p.vertex = at.v[0];
        return p;
    }
    p.handle = dxki_emit_handle(e, &o);
    if (kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        p.kind = DXKI_EMIT_PACKED;
        p.element = at.v[0];
        return p;
    }
    p.kind = DXKI_EMIT_TYPED;
    for (uint32_t i = 0; i < at.type->leaves && i < 3; i++)
        p.coords[i] = at.v[i];
    if (n->c) /* a level, or a sample */
        p.coords[3] = dxki_emit_expr(e, n->c).v[0];
    return p;
}

static dxki_emit_place content(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_object o = dxki_emit_object_of(e, n->a);
    dxki_emit_place p = {.kind = DXKI_EMIT_CONSTANTS, .type = n->type, .object = n->a->type};

    if (n->type->has_objects && o.var && !o.number)
        p.owner = o.var;
    p.handle = dxki_emit_handle(e, &o);
    return p;
}

static dxki_emit_place element(dxki_emit *e, const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->a->type;
    /* the index comes first: of a[f1][f2] = f3 the last one does */
    dxki_emit_index i = dxki_emit_index_of(e, n->b);

    if (t->is_empty) /* nothing is there */
        return dxki_emit_allocate(e, n->type, false, NULL);
    dxki_emit_place p = dxki_emit_place_of(e, n->a);

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_emit_element(e, p, i);
    if (p.kind == DXKI_EMIT_CONSTANTS && t->kind == DXKI_HLSL_TY_VECTOR)
        i = dxki_emit_bounded(e, i, n);
    return dxki_emit_row(e, p, i, n->type);
}

static bool is_place(const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT ||
        n->kind == DXKI_HLSL_N_SWIZZLE)
        return n->a->is_lvalue || n->a->kind == DXKI_HLSL_N_ASSIGN;
    return n->is_lvalue;
}

static dxki_emit_value assign(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p);
static dxki_emit_value update(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p);
static dxki_emit_value step(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p);

/* What an assignment was made to: its operands are evaluated once. */
static dxki_emit_place changed(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_place p = dxki_emit_nowhere();

    (n->kind == DXKI_HLSL_N_ASSIGN   ? assign
     : n->kind == DXKI_HLSL_N_UPDATE ? update
                                     : step)(e, n, &p);
    return p;
}

static dxki_emit_place which_place(dxki_emit *e, const dxki_hlsl_node *n)
{
    switch (n->kind) {
    case DXKI_HLSL_N_VAR:
        return variable(e, n);
    case DXKI_HLSL_N_FIELD:
        return dxki_emit_field(e, dxki_emit_place_of(e, n->a), n->index);
    case DXKI_HLSL_N_ELEMENT:
        return element(e, n);
    case DXKI_HLSL_N_SWIZZLE:
        return dxki_emit_pick(e, dxki_emit_place_of(e, n->a), n);
    case DXKI_HLSL_N_SUBSCRIPT:
        return subscript(e, n);
    case DXKI_HLSL_N_CONTENT:
        return content(e, n);
    case DXKI_HLSL_N_BITS:
        return dxki_emit_bits_place(e, n);
    case DXKI_HLSL_N_CONVERT:
        return n->a->is_lvalue ? dxki_emit_cast_place(e, n) : spill(e, n);
    case DXKI_HLSL_N_ASSIGN:
    case DXKI_HLSL_N_UPDATE:
    case DXKI_HLSL_N_STEP:
        if (n->kind == DXKI_HLSL_N_STEP && n->index)
            return spill(e, n);
        return changed(e, n);
    default:
        return spill(e, n);
    }
}

dxki_emit_place dxki_emit_place_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, n->loc))
        return dxki_emit_nowhere();
    e->at = n->loc;
    bool part = n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT ||
                n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_BITS;
    dxki_emit_place p = is_place(n) || part ? which_place(e, n) : spill(e, n);
    dxki_hlsl_leave(e->c);
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static dxki_emit_value constant(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value v = dxki_emit_values(e, n->type);

    for (uint32_t i = 0; i < v.type->leaves; i++)
        v.v[i] = dxki_emit_scalar_constant(e, dxki_hlsl_leaf_scalar(n->type, i), n->bits[i]);
    return v;
}

/* The same of a vector. */
static bool part_of_vector(dxki_emit *e, const dxki_hlsl_node *n, dxk_value whole,
                           dxki_emit_value *out)
{
    uint32_t which[4], count = n->kind == DXKI_HLSL_N_SWIZZLE ? n->count : 1;

    if (n->kind != DXKI_HLSL_N_SWIZZLE && n->kind != DXKI_HLSL_N_ELEMENT)
        return false;
    for (uint32_t i = 0; i < count && i < 4; i++)
        which[i] = n->kind == DXKI_HLSL_N_SWIZZLE ? n->columns[i] : (uint32_t)n->b->bits[0];
    if (dxki_emit_is_native(e, n->type))
        *out = dxki_emit_closed(n->type, dxki_emit_shuffle(e, whole, which, count));
    else
        *out = dxki_emit_one(e, n->type->scalar, dxki_emit_lane(e, whole, which[0]));
    return true;
}

/* Parts of a value that is no place, and of which it is known which. */
static bool part_of_value(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_value *out)
{
    uint32_t first = 0;

    if (is_place(n))
        return false;
    if (n->kind == DXKI_HLSL_N_ELEMENT &&
        (n->b->kind != DXKI_HLSL_N_CONSTANT || n->a->type->is_empty))
        return false;
    dxki_emit_value a = dxki_emit_read_expr(e, n->a);
    if (!a.v && part_of_vector(e, n, a.whole, out))
        return true;
    a = dxki_emit_opened(e, a);
    *out = dxki_emit_values(e, n->type);
    if (!dxki_emit_ready(e))
        return true;
    if (n->kind == DXKI_HLSL_N_SWIZZLE) {
        for (uint32_t i = 0; i < n->count; i++)
            out->v[i] = a.v[n->rows[i] * n->a->type->columns + n->columns[i]];
        return true;
    }
    if (n->kind == DXKI_HLSL_N_ELEMENT)
        first = (uint32_t)n->b->bits[0] * n->type->leaves;
    for (uint32_t i = 0; n->kind == DXKI_HLSL_N_FIELD && i < n->index; i++)
        first += n->a->type->record->fields[i].type->leaves;
    for (uint32_t i = 0; i < n->type->leaves; i++)
        out->v[i] = a.v[first + i];
    return true;
}

static dxki_emit_value load(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value v;

    if ((n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT ||
         n->kind == DXKI_HLSL_N_SWIZZLE) &&
        part_of_value(e, n, &v))
        return v;
    if (n->kind == DXKI_HLSL_N_VAR && is_known(n->var))
        return known_value(e, n->var);
    dxki_emit_place p = dxki_emit_place_of(e, n);
    return dxki_emit_read(e, &p);
}

/* What a list takes apart. */
typedef struct kept {
    uint32_t list;
    dxki_emit_value value;
} kept;

static dxki_emit_value kept_value(dxki_emit *e, const dxki_hlsl_node *n)
{
    kept *k = n->var->place;

    if (!k || k->list != e->list) {
        n->var->place = k = DXKI_HLSL_NEW(e->c, kept);
        k->value = dxki_emit_expr(e, n->list[0]);
        k->list = e->list;
    }
    return k->value;
}

static dxki_emit_value list(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->var)
        return kept_value(e, n);
    dxki_emit_value v = dxki_emit_values(e, n->type);
    uint32_t at = 0, outer = e->list;

    e->list = ++e->lists;
    for (size_t i = 0; i < n->list_count && dxki_emit_ready(e); i++) {
        dxki_emit_value part = dxki_emit_expr(e, n->list[i]);
        for (uint32_t k = 0; k < part.type->leaves && at < v.type->leaves; k++)
            v.v[at++] = part.v[k];
    }
    e->list = outer;
    return v;
}

static dxki_emit_value binary_values(dxki_emit *e, uint8_t op, const dxki_hlsl_type *type,
                                     dxki_emit_value a, dxki_emit_value b)
{
    if (dxki_emit_is_native(e, type))
        return dxki_emit_wide_binary(e, op, type, a, b);
    a = dxki_emit_opened(e, a);
    b = dxki_emit_opened(e, b);
    dxki_emit_value v = dxki_emit_values(e, type);
    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++)
        v.v[i] = dxki_emit_binary(e, op, a.type->scalar, a.v[i], b.v[i]);
    return v;
}

/* Operations are entered from the outermost on, as places of the source, and done from the innermost
 * on. */
static dxki_emit_value binary(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_chain chain;
    dxki_emit_value a = {0};

    dxki_sema_operations(e->c, &chain, n);
    dxki_md *before = chain.count > 1 ? DXKI_NEW_ARRAY(&e->c->arena, dxki_md, chain.count) : NULL;
    if (!chain.count || (chain.count > 1 && !before)) {
        dxki_hlsl_nomem(e->c);
        return dxki_emit_values(e, n->type);
    }
    for (size_t i = 1; i < chain.count; i++)
        before[i] = dxki_emit_debug_at(e, ((const dxki_hlsl_node *)chain.items[i])->loc);
    for (size_t i = chain.count; i--;) {
        n = chain.items[i];
        if (i + 1 == chain.count)
            a = dxki_emit_read_expr(e, n->a);
        dxki_emit_value b = dxki_emit_read_expr(e, n->b);
        a = binary_values(e, n->op, n->type, a, b);
        if (i)
            dxki_emit_debug_back(e, before[i]);
    }
    return a;
}

static dxki_emit_value unary(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value a = dxki_emit_read_expr(e, n->a);

    if (dxki_emit_is_native(e, n->type))
        return dxki_emit_wide_unary(e, n->op, n->type, a);
    dxki_emit_value v = dxki_emit_values(e, n->type);
    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++)
        v.v[i] = dxki_emit_unary(e, n->op, n->type->scalar, a.v[i]);
    return v;
}

static dxki_emit_value select(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value a = dxki_emit_read_expr(e, n->a), b = dxki_emit_read_expr(e, n->b);
    dxki_emit_value d = dxki_emit_read_expr(e, n->c), v;

    if (dxki_emit_is_native(e, n->type)) {
        dxk_value condition = a.type->leaves == 1 ? a.v[0] : dxki_emit_whole(e, a);
        dxk_value yes = dxki_emit_whole(e, b), no = dxki_emit_whole(e, d);
        return dxki_emit_closed(n->type, dxk_builder_select(dxki_emit_b(e), condition, yes, no));
    }
    v = dxki_emit_values(e, n->type);
    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++)
        v.v[i] =
            dxk_builder_select(dxki_emit_b(e), a.v[a.type->leaves == 1 ? 0 : i], b.v[i], d.v[i]);
    return v;
}

/* One of two, of which only that one is evaluated: through a variable. */
static dxki_emit_value choose(dxki_emit *e, const dxki_hlsl_node *condition,
                              const dxki_hlsl_node *yes, const dxki_hlsl_node *no,
                              const dxki_hlsl_type *type)
{
    dxki_emit_place p = dxki_emit_allocate(e, type, false, NULL);
    dxk_block first = dxki_emit_new_block(e), second = dxki_emit_new_block(e);
    dxk_block after = dxki_emit_new_block(e);

    dxki_emit_branch(e, condition, first, second);
    dxki_emit_at(e, first);
    dxki_emit_store(e, &p, dxki_emit_read_expr(e, yes));
    dxki_emit_jump(e, after);
    dxki_emit_at(e, second);
    dxki_emit_store(e, &p, dxki_emit_read_expr(e, no));
    dxki_emit_jump(e, after);
    dxki_emit_at(e, after);
    return dxki_emit_read(e, &p);
}

static dxki_emit_value logic(dxki_emit *e, const dxki_hlsl_node *n)
{
    uint64_t short_value = n->op == DXKI_HLSL_T_OROR;
    dxki_hlsl_node *known = dxki_sema_constant(e->c, n->type, short_value, n->loc);

    if (n->op == DXKI_HLSL_T_OROR)
        return choose(e, n->a, known, n->b, n->type);
    return choose(e, n->a, n->b, known, n->type);
}

/* What is assigned. Of an array of objects without size: as many as the array has that they go to. */
static dxki_emit_value assigned(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->b->type->kind != DXKI_HLSL_TY_ARRAY || n->b->type->count)
        return dxki_emit_read_expr(e, n->b);
    dxki_emit_place from = dxki_emit_place_of(e, n->b);
    from.type = n->a->type;
    return dxki_emit_read(e, &from);
}

static dxki_emit_value assign(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p)
{
    dxki_emit_value v = assigned(e, n);
    *p = dxki_emit_place_of(e, n->a);
    dxki_emit_store(e, p, v);
    return p->kind == DXKI_EMIT_BITS ? dxki_emit_load(e, p) : v; /* not all of it may be kept */
}

static dxki_emit_value update(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p)
{
    const dxki_hlsl_type *type = n->c->type;
    dxki_emit_value b = dxki_emit_read_expr(e, n->b);
    *p = dxki_emit_place_of(e, n->a);
    dxki_emit_value a = dxki_emit_convert(e, dxki_emit_read(e, p), n->c->a->type);
    dxki_emit_value v = binary_values(e, n->op, type, a, b);

    v = dxki_emit_convert(e, v, n->a->type);
    dxki_emit_store(e, p, v);
    return v;
}

static dxki_emit_value step(dxki_emit *e, const dxki_hlsl_node *n, dxki_emit_place *p)
{
    *p = dxki_emit_place_of(e, n->a);
    dxki_emit_value old = dxki_emit_read(e, p);
    uint8_t s = n->type->scalar;
    bool real = dxki_hlsl_scalar_at((dxki_hlsl_scalar)s)->number == DXKI_HLSL_REAL;
    dxk_value one = real ? dxki_emit_float(e, s, 1) : dxki_emit_scalar_constant(e, s, 1);
    dxki_emit_value ones = dxki_emit_convert(e, dxki_emit_one(e, s, one), n->type);
    dxki_emit_value v = binary_values(e, n->op, n->type, old, ones);

    dxki_emit_store(e, p, v);
    return n->index ? old : v;
}

static dxki_emit_value which(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_place p;

    switch (n->kind) {
    case DXKI_HLSL_N_CONSTANT:
        return constant(e, n);
    case DXKI_HLSL_N_CONVERT:
        return dxki_emit_convert(e, dxki_emit_read_expr(e, n->a), n->type);
    case DXKI_HLSL_N_LIST:
        return list(e, n);
    case DXKI_HLSL_N_UNARY:
        return unary(e, n);
    case DXKI_HLSL_N_STEP:
        return step(e, n, &p);
    case DXKI_HLSL_N_BINARY:
        return binary(e, n);
    case DXKI_HLSL_N_LOGIC:
        return logic(e, n);
    case DXKI_HLSL_N_SELECT:
        return select(e, n);
    case DXKI_HLSL_N_CHOOSE:
        return choose(e, n->a, n->b, n->c, n->type);
    case DXKI_HLSL_N_STRING:
        return dxki_emit_one(e, n->type->scalar, dxki_emit_i32(e, n->index));
    case DXKI_HLSL_N_COMMA:
        dxki_emit_read_expr(e, n->a);
        return dxki_emit_read_expr(e, n->b);
    case DXKI_HLSL_N_ASSIGN:
        return assign(e, n, &p);
    case DXKI_HLSL_N_UPDATE:
        return update(e, n, &p);
    case DXKI_HLSL_N_CALL:
        return dxki_emit_call(e, n);
    case DXKI_HLSL_N_INTRINSIC:
        return dxki_emit_intrinsic(e, n);
    default:
        if (dxki_emit_names_object(e, n)) {
            dxki_emit_object o = dxki_emit_object_of(e, n);
            return dxki_emit_one(e, n->type->scalar, dxki_emit_number_of(e, &o));
        }
        return load(e, n);
    }
}

dxki_emit_value dxki_emit_read_expr(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, n->loc))
        return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    dxki_md before = dxki_emit_debug_at(e, n->loc);
    dxki_emit_value v = which(e, n);
    dxki_emit_debug_back(e, before);
    dxki_hlsl_leave(e->c);
    return v;
}

dxki_emit_value dxki_emit_expr(dxki_emit *e, const dxki_hlsl_node *n)
{
    return dxki_emit_opened(e, dxki_emit_read_expr(e, n));
}

/* ---------------------------------------------------------------------------------------- */
/* Functions of the language                                                                  */

dxki_emit_value dxki_emit_intrinsic(dxki_emit *e, const dxki_hlsl_node *n)
{
    static const dxki_emit_lower lowerings[] = {NULL,
#define DXKI_HLSL_LOWER(name) dxki_emit_lower_##name,
                                                DXKI_HLSL_LOWERINGS(DXKI_HLSL_LOWER)
#undef DXKI_HLSL_LOWER
    };

    if (e->c->model_minor < n->row->min_minor)
        return dxki_emit_later(e, n);
    uint32_t lanes = dxki_emit_lanes_of(e, n);
    e->lanes = lanes;
    const dxki_hlsl_loc outer = e->call;
    e->call = n->loc;
    dxki_emit_value v = lowerings[n->row->lowering](e, n);
    e->call = outer;
    e->lanes = 0;
    return lanes ? dxki_emit_of_lanes(e, v, lanes) : v;
}
