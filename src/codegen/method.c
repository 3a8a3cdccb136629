/* SPDX-License-Identifier: MIT */
/* method.c - lowerings of methods of buffers and textures; see sema/lowering.h. */
#include "codegen/emit.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)

static dxki_emit_value nothing(dxki_emit *e)
{
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}

static dxk_value handle_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_object o = dxki_emit_object_of(e, n);

    return dxki_emit_handle(e, &o);
}

static const dxki_hlsl_object_info *info_of(const dxki_hlsl_node *n)
{
    return dxki_hlsl_object_at((dxki_hlsl_object)n->a->type->object);
}

/* Dimensions of a texture, arrays not counted; offsets have so many components. */
static uint32_t dimensions_of(uint8_t kind)
{
    switch (kind) {
    case DXK_RESOURCE_KIND_TEXTURE1D:
    case DXK_RESOURCE_KIND_TEXTURE1D_ARRAY:
        return 1;
    case DXK_RESOURCE_KIND_TEXTURE2D:
    case DXK_RESOURCE_KIND_TEXTURE2D_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE2DMS:
    case DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY:
        return 2;
    case DXK_RESOURCE_KIND_TEXTURE3D:
        return 3;
    default:
        return 0;
    }
}

/* Writes an out argument. */
static void give(dxki_emit *e, const dxki_hlsl_node *arg, uint8_t scalar, dxk_value v)
{
    const dxki_hlsl_node *to = arg->kind == DXKI_HLSL_N_CONVERT ? arg->a : arg;
    dxki_emit_place p = dxki_emit_place_of(e, to);

    dxki_emit_store(e, &p, dxki_emit_convert(e, dxki_emit_one(e, scalar, v), to->type));
}

/* Whether all that was read was there, as a number. */
static void give_status(dxki_emit *e, const dxki_hlsl_node *arg, dxk_value result)
{
    dxk_value status = dxk_builder_extract(dxki_emit_b(e), result, 4);
    dxk_value mapped = dxki_emit_op(e, DXK_OP_CheckAccessFullyMapped, DXK_TYPE_I32, &status, 1);

    give(e, arg, DXKI_HLSL_S_UINT,
         dxki_emit_convert_scalar(e, mapped, DXKI_HLSL_S_BOOL, DXKI_HLSL_S_UINT));
}

/* A load from a place; what is given by the last argument, if there is one, is the status. */
static dxki_emit_value load_with_status(dxki_emit *e, const dxki_hlsl_node *n,
                                        const dxki_emit_place *p)
{
    dxk_value mapped = DXK_NONE, *before = e->mapped;

    if (n->list_count < 2)
        return dxki_emit_read(e, p);
    e->mapped = &mapped;
    dxki_emit_value v = dxki_emit_read(e, p);
    e->mapped = before;
    if (mapped == DXK_NONE) /* nothing was read */
        mapped = dxk_builder_i1(e->b, true);
    give(e, n->list[1], DXKI_HLSL_S_UINT,
         dxki_emit_convert_scalar(e, mapped, DXKI_HLSL_S_BOOL, DXKI_HLSL_S_UINT));
    return v;
}

/* ---------------------------------------------------------------------------------------- */
/* Sampling                                                                                   */

/* Operands of a call that are being collected. */
typedef struct operands {
    dxki_emit *e;
    const dxki_hlsl_node *n;
    size_t next; /* argument to be read next */
    dxk_value v[24];
    size_t count;
} operands;

static void put(operands *o, dxk_value v)
{
    o->v[o->count++] = v;
}

static dxk_value undef(operands *o, dxk_type type)
{
    return dxk_builder_undef(o->e->b, type);
}

/* The next argument in `room` operands. */
static void put_vector(operands *o, size_t room, dxk_type type)
{
    dxki_emit_value v = dxki_emit_expr(o->e, o->n->list[o->next++]);

    for (size_t i = 0; i < room; i++)
        put(o, i < v.type->leaves ? v.v[i] : undef(o, type));
}

/* Is the next argument of that kind of number, and read? */
static bool next_is(const operands *o, uint8_t number)
{
    if (o->next >= o->n->list_count)
        return false;
    const dxki_hlsl_node *arg = o->n->list[o->next];
    return dxki_hlsl_is_numeric(arg->type) && dxki_hlsl_info(arg->type)->number == number;
}

static bool is_small(const dxki_hlsl_node *offset)
{
    for (uint32_t i = 0; i < offset->type->leaves; i++) {
        if (!dxki_emit_small_offset((int32_t)(uint32_t)offset->bits[i]))
            return false;
    }
    return true;
}

/* Offsets stand after other arguments, and in front of them among the operands. */
static void put_offsets(operands *o, size_t skip, size_t room, bool zero)
{
    uint32_t dimensions = dimensions_of(info_of(o->n)->kind);
    size_t here = o->next;

    o->next += skip;
    if (next_is(o, DXKI_HLSL_SINT)) {
        bool known = o->n->list[o->next]->kind == DXKI_HLSL_N_CONSTANT;
        o->e->wants_rounds |= !known;
        o->e->unrolls |= !known;
        if (room == 3 && !o->e->offset.at && !(known && is_small(o->n->list[o->next])))
            o->e->offset = o->n->loc; /* functions that gather take any */
        put_vector(o, room, DXK_TYPE_I32);
    } else {
        for (size_t i = 0; i < room; i++)
            put(o, zero && i < dimensions ? dxki_emit_i32(o->e, 0) : undef(o, DXK_TYPE_I32));
    }
    o->next = here;
}

/* Arguments between the place and the offset, and how many operands each has. */
typedef struct extra {
    dxk_op op;
    uint8_t count;
    uint8_t rooms[3];
    bool clamp;
} extra;

static const extra *extra_of(dxk_op op)
{
    static const extra rows[] = {
        {DXK_OP_Sample, 0, {0}, true},
        {DXK_OP_SampleBias, 1, {1}, true},
        {DXK_OP_SampleLevel, 1, {1}, false},
        {DXK_OP_SampleGrad, 2, {3, 3}, true},
        {DXK_OP_SampleCmp, 1, {1}, true},
        {DXK_OP_SampleCmpLevelZero, 1, {1}, false},
        {DXK_OP_SampleCmpLevel, 2, {1, 1}, false},
        {DXK_OP_SampleCmpBias, 2, {1, 1}, true},
        {DXK_OP_SampleCmpGrad, 3, {1, 3, 3}, true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].op == op)
            return &rows[i];
    }
    return &rows[0];
}

/* Texture, sampler and place. */
static void put_place(operands *o)
{
    put(o, handle_of(o->e, o->n->a));
    put(o, handle_of(o->e, o->n->list[o->next++]));
}

static dxk_type overload_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_type type = dxki_emit_type(e, t->scalar);

    return type == DXK_TYPE_I1 ? DXK_TYPE_I32 : type;
}

static dxki_emit_value finish(operands *o, dxk_op op, const dxki_hlsl_type *t)
{
    dxki_emit *e = o->e;
    dxki_emit_value out = dxki_emit_values(e, t);
    dxk_value got = dxki_emit_op(e, op, dxki_emit_typed_overload(e, t->scalar), o->v, o->count);

    dxki_emit_from_result(e, got, t, out.v);
    if (o->next < o->n->list_count)
        give_status(e, o->n->list[o->next], got);
    return out;
}

LOWER(SAMPLE)
{
    operands o = {.e = e, .n = n};
    const extra *x = extra_of(n->row->op);

    e->has_bias |= x->op == DXK_OP_SampleBias || x->op == DXK_OP_SampleCmpBias;
    put_place(&o);
    put_vector(&o, 4, DXK_TYPE_FLOAT);
    put_offsets(&o, x->count, 3, true);
    for (uint8_t i = 0; i < x->count; i++)
        put_vector(&o, x->rooms[i], DXK_TYPE_FLOAT);
    if (next_is(&o, DXKI_HLSL_SINT))
        o.next++;
    if (x->clamp && next_is(&o, DXKI_HLSL_REAL))
        put_vector(&o, 1, DXK_TYPE_FLOAT);
    else if (x->clamp)
        put(&o, undef(&o, DXK_TYPE_FLOAT));
    return finish(&o, n->row->op, n->type);
}

LOWER(GATHER)
{
    operands o = {.e = e, .n = n};
    bool compare = n->row->op == DXK_OP_TextureGatherCmp;
    dxk_value value = DXK_NONE;

    put_place(&o);
    put_vector(&o, 4, DXK_TYPE_FLOAT);
    if (compare)
        value = dxki_emit_expr(e, n->list[o.next++]).v[0];
    put_offsets(&o, 0, 2, true);
    if (next_is(&o, DXKI_HLSL_SINT))
        o.next++;
    put(&o, dxki_emit_i32(e, n->row->code));
    if (compare)
        put(&o, value);
    return finish(&o, n->row->op, n->type);
}

/* Four offsets: four calls, of which each gives one component; the first one gives the status. */
LOWER(GATHER_EACH)
{
    dxki_emit_value out = dxki_emit_values(e, n->type);
    bool compare = n->row->op == DXK_OP_TextureGatherCmp;
    operands o = {.e = e, .n = n};
    dxk_value value = DXK_NONE;

    put_place(&o);
    put_vector(&o, 4, DXK_TYPE_FLOAT);
    if (compare)
        value = dxki_emit_expr(e, n->list[o.next++]).v[0];
    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        operands one = o;
        dxk_value four[4] = {DXK_NONE, DXK_NONE, DXK_NONE, DXK_NONE};
        one.next += i;
        put_vector(&one, 2, DXK_TYPE_I32);
        put(&one, dxki_emit_i32(e, n->row->code));
        if (compare)
            put(&one, value);
        dxk_value got = dxki_emit_op(e, n->row->op, overload_of(e, n->type), one.v, one.count);
        dxki_emit_from_result(e, got, n->type, four);
        out.v[i] = four[i];
        if (!i && o.next + 4 < n->list_count)
            give_status(e, n->list[o.next + 4], got);
    }
    return out;
}

/* Elements as they are in memory. */
LOWER(GATHER_RAW)
{
    operands o = {.e = e, .n = n};
    dxki_emit_value out = dxki_emit_values(e, n->type);

    put_place(&o);
    put_vector(&o, 4, DXK_TYPE_FLOAT);
    put_offsets(&o, 0, 2, true);
    if (next_is(&o, DXKI_HLSL_SINT))
        o.next++;
    dxk_value got = dxki_emit_op(e, n->row->op, overload_of(e, n->type), o.v, o.count);
    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
        out.v[i] = dxk_builder_extract(dxki_emit_b(e), got, i);
    if (o.next < n->list_count)
        give_status(e, n->list[o.next], got);
    return out;
}

/* Place of a sample, of a texture or of the render target. */
LOWER(SAMPLE_PLACE)
{
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value args[2] = {dxki_emit_expr(e, n->list[0]).v[0]};
    size_t count = 1;

    if (n->a) {
        args[count++] = args[0];
        args[0] = handle_of(e, n->a);
    }
    dxk_value got = dxki_emit_op(e, n->row->op, DXK_NONE, args, count);
    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
        out.v[i] = dxk_builder_extract(dxki_emit_b(e), got, i);
    return out;
}

/* feedback.WriteSamplerFeedback(texture, sampler, place, ...); the rooms are as in Sample and its
 * kin, and a clamp stands after all but the level. */
LOWER(FEEDBACK)
{
    operands o = {.e = e, .n = n};
    bool gradients = n->row->op == DXK_OP_WriteSamplerFeedbackGrad;
    bool level = n->row->op == DXK_OP_WriteSamplerFeedbackLevel;
    size_t plain = n->row->op == DXK_OP_WriteSamplerFeedback ? 0 : gradients ? 2 : 1;

    put(&o, handle_of(e, n->a));
    put(&o, handle_of(e, n->list[o.next++]));
    put(&o, handle_of(e, n->list[o.next++]));
    put_vector(&o, 4, DXK_TYPE_FLOAT);
    for (size_t i = 0; i < plain; i++)
        put_vector(&o, gradients ? 3 : 1, DXK_TYPE_FLOAT);
    if (o.next < n->list_count)
        put_vector(&o, 1, DXK_TYPE_FLOAT);
    else if (!level)
        put(&o, undef(&o, DXK_TYPE_FLOAT));
    dxki_emit_op(e, n->row->op, DXK_NONE, o.v, o.count);
    return nothing(e);
}

LOWER(LOD)
{
    operands o = {.e = e, .n = n};

    put_place(&o);
    put_vector(&o, 3, DXK_TYPE_FLOAT);
    put(&o, dxk_builder_i1(e->b, n->row->code != 0));
    return dxki_emit_one(e, n->type->scalar,
                         dxki_emit_op(e, n->row->op, DXK_TYPE_FLOAT, o.v, o.count));
}

/* ---------------------------------------------------------------------------------------- */
/* Loads                                                                                      */

static bool is_multisampled(uint8_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

static dxki_emit_value load_buffer(dxki_emit *e, const dxki_hlsl_node *n)
{
    operands o = {.e = e, .n = n};

    put(&o, handle_of(e, n->a));
    put_vector(&o, 1, DXK_TYPE_I32);
    put(&o, undef(&o, DXK_TYPE_I32));
    return finish(&o, DXK_OP_BufferLoad, n->type);
}

LOWER(LOAD)
{
    const dxki_hlsl_object_info *info = info_of(n);
    operands o = {.e = e, .n = n};
    dxk_value level = undef(&o, DXK_TYPE_I32);

    if (info->kind == DXK_RESOURCE_KIND_TYPED_BUFFER)
        return load_buffer(e, n);
    dxki_emit_value at = dxki_emit_expr(e, n->list[o.next++]);
    uint32_t coords = at.type->leaves;
    if (is_multisampled(info->kind))
        level = dxki_emit_expr(e, n->list[o.next++]).v[0];
    else if (info->cls == DXK_RESOURCE_CLASS_SRV)
        level = at.v[--coords];
    put(&o, handle_of(e, n->a));
    put(&o, level);
    for (uint32_t i = 0; i < 3; i++)
        put(&o, i < coords ? at.v[i] : undef(&o, DXK_TYPE_I32));
    put_offsets(&o, 0, 3, false);
    if (next_is(&o, DXKI_HLSL_SINT))
        o.next++;
    return finish(&o, DXK_OP_TextureLoad, n->type);
}

/*
 * The type that a method reads: a matrix that is all of it comes row by row, whatever its order is.
 * DXC does it so (not for subscripts, members and stores), and shaders' data is laid out for it.
 */
static const dxki_hlsl_type *type_read(dxki_emit *e, const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_MATRIX ? dxki_hlsl_type_ordered(e->c, t, DXKI_HLSL_ROWS) : t;
}

LOWER(STRUCT_LOAD)
{
    dxki_emit_place p = {
        .kind = DXKI_EMIT_PACKED, .type = type_read(e, n->type), .object = n->a->type};

    p.element = dxki_emit_expr(e, n->list[0]).v[0];
    p.handle = handle_of(e, n->a);
    return load_with_status(e, n, &p);
}

static dxki_emit_place raw_place(dxki_emit *e, const dxki_hlsl_node *n, const dxki_hlsl_type *t)
{
    dxki_emit_place p = {.kind = DXKI_EMIT_PACKED, .type = t, .object = n->a->type};

    p.at.value = dxki_emit_expr(e, n->list[0]).v[0];
    p.handle = handle_of(e, n->a);
    return p;
}

LOWER(RAW_LOAD)
{
    dxki_emit_place p = raw_place(e, n, type_read(e, n->type));

    return load_with_status(e, n, &p);
}

LOWER(RAW_STORE)
{
    dxki_emit_value v = dxki_emit_read_expr(e, n->list[1]);
    /* Store<T>: T may have another order of matrices than the value */
    dxki_emit_place p = raw_place(e, n, n->type_arg ? n->type_arg : n->list[1]->type);

    dxki_emit_store(e, &p, v);
    return nothing(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Dimensions                                                                                 */

LOWER(DIMENSIONS)
{
    const dxki_hlsl_object_info *info = info_of(n);
    bool texture = dimensions_of(info->kind) != 0 || info->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE ||
                   info->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
    bool has_level = strncmp(n->row->params, "in ", 3) == 0;
    bool has_count = has_level || is_multisampled(info->kind);
    dxk_value args[2] = {DXK_NONE, dxk_builder_undef(e->b, DXK_TYPE_I32)};

    if (has_level)
        args[1] = dxki_emit_expr(e, n->list[0]).v[0];
    else if (texture && info->cls == DXK_RESOURCE_CLASS_SRV && !is_multisampled(info->kind))
        args[1] = dxki_emit_i32(e, 0);
    args[0] = handle_of(e, n->a);
    dxk_value got = dxki_emit_op(e, DXK_OP_GetDimensions, DXK_NONE, args, 2);
    for (size_t i = has_level; i < n->list_count && dxki_emit_ready(e); i++) {
        uint32_t which = has_count && i + 1 == n->list_count ? 3 : (uint32_t)(i - has_level);
        dxk_value v;
        if (info->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && which == 1)
            v = dxki_emit_i32(e, dxki_hlsl_packed_size(e->c, n->a->type->element));
        else
            v = dxk_builder_extract(dxki_emit_b(e), got, which);
        give(e, n->list[i], DXKI_HLSL_S_UINT, v);
    }
    return nothing(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Counters                                                                                   */

static dxk_value count(dxki_emit *e, dxk_value handle, int by)
{
    const dxk_value args[] = {handle, dxk_builder_i8(e->b, by)};

    return dxki_emit_op(e, DXK_OP_BufferUpdateCounter, DXK_NONE, args, 2);
}

LOWER(COUNTER)
{
    dxki_emit_object o = dxki_emit_object_of(e, n->a);

    o.counts = true;
    return dxki_emit_one(e, n->type->scalar,
                         count(e, dxki_emit_handle(e, &o), n->row->code == 1 ? 1 : -1));
}

LOWER(APPEND)
{
    dxki_emit_value v = dxki_emit_expr(e, n->list[0]);
    dxki_emit_place p = {
        .kind = DXKI_EMIT_PACKED, .type = n->a->type->element, .object = n->a->type};

    p.handle = handle_of(e, n->a);
    p.element = count(e, p.handle, 1);
    dxki_emit_store(e, &p, v);
    return nothing(e);
}

LOWER(CONSUME)
{
    dxki_emit_place p = {.kind = DXKI_EMIT_PACKED, .type = n->type, .object = n->a->type};

    p.handle = handle_of(e, n->a);
    p.element = count(e, p.handle, -1);
    return dxki_emit_load(e, &p);
}
