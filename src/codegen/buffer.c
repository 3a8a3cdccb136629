/* SPDX-License-Identifier: MIT */
/* buffer.c - loads and stores of constant, structured, raw and typed buffers, and of textures;
 * see emit.h. */
#include "codegen/emit.h"

#define UNDEF(type) dxk_builder_undef(e->b, type)

static dxk_value extract(dxki_emit *e, dxk_value from, uint32_t index)
{
    return dxk_builder_extract(dxki_emit_b(e), from, index);
}

static bool is_64(dxk_type type)
{
    return type == DXK_TYPE_I64 || type == DXK_TYPE_DOUBLE;
}

static bool is_minimum(const dxki_emit *e, uint8_t scalar)
{
    return (dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->flags & DXKI_HLSL_MINIMUM) &&
           !e->c->options.native_16bit;
}

/* What a raw buffer holds of a scalar. */
static uint8_t memory_scalar(const dxki_emit *e, uint8_t scalar)
{
    if (scalar == DXKI_HLSL_S_BOOL)
        return DXKI_HLSL_S_INT;
    if (!is_minimum(e, scalar))
        return scalar;
    uint8_t number = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number;
    return number == DXKI_HLSL_REAL   ? DXKI_HLSL_S_FLOAT
           : number == DXKI_HLSL_SINT ? DXKI_HLSL_S_INT
                                      : DXKI_HLSL_S_UINT;
}

/* ---------------------------------------------------------------------------------------- */
/* Two halves of 64 bits                                                                      */

static dxk_value join_halves(dxki_emit *e, dxk_value low, dxk_value high, dxk_type type)
{
    dxk_builder *b = dxki_emit_b(e);

    if (type == DXK_TYPE_DOUBLE) {
        const dxk_value args[] = {low, high};
        return dxki_emit_op(e, DXK_OP_MakeDouble, DXK_TYPE_DOUBLE, args, 2);
    }
    low = dxk_builder_cast(b, DXK_CAST_ZEXT, low, DXK_TYPE_I64);
    high = dxk_builder_cast(b, DXK_CAST_ZEXT, high, DXK_TYPE_I64);
    high = dxk_builder_binary(b, DXK_BINARY_SHL, high, dxk_builder_int(b, DXK_TYPE_I64, 32), 0);
    return dxk_builder_binary(b, DXK_BINARY_OR, low, high, 0);
}

static void split_halves(dxki_emit *e, dxk_value v, dxk_type type, dxk_value out[2])
{
    dxk_builder *b = dxki_emit_b(e);

    if (type == DXK_TYPE_DOUBLE) {
        dxk_value both = dxki_emit_op(e, DXK_OP_SplitDouble, DXK_TYPE_DOUBLE, &v, 1);
        out[0] = extract(e, both, 0);
        out[1] = extract(e, both, 1);
        return;
    }
    out[0] = dxk_builder_cast(b, DXK_CAST_TRUNC, v, DXK_TYPE_I32);
    v = dxk_builder_binary(b, DXK_BINARY_LSHR, v, dxk_builder_int(b, DXK_TYPE_I64, 32), 0);
    out[1] = dxk_builder_cast(b, DXK_CAST_TRUNC, v, DXK_TYPE_I32);
}

/* ---------------------------------------------------------------------------------------- */
/* Structured and raw buffers                                                                 */

static uint32_t align_of(const dxki_emit_place *p, uint32_t size)
{
    uint32_t most = p->element == DXK_NONE ? 4 : 8;

    return size < most ? size : most;
}

/* Index and offset operands; a raw buffer has just the offset, in the first. */
static void raw_place(dxki_emit *e, const dxki_emit_place *p, uint32_t offset, dxk_value out[2])
{
    dxki_emit_index at = p->at;

    at.add += offset;
    dxk_value bytes = dxki_emit_index_value(e, at);
    out[0] = p->element == DXK_NONE ? bytes : p->element;
    out[1] = p->element == DXK_NONE ? UNDEF(DXK_TYPE_I32) : bytes;
}

/* Joins whether all that was read was there to what others have said. */
static dxk_value note_status(dxki_emit *e, dxk_value result, uint32_t member)
{
    if (!e->mapped)
        return result;
    dxk_value status = extract(e, result, member);
    dxk_value mapped = dxki_emit_op(e, DXK_OP_CheckAccessFullyMapped, DXK_TYPE_I32, &status, 1);
    *e->mapped = *e->mapped == DXK_NONE
                     ? mapped
                     : dxki_emit_binary(e, DXKI_HLSL_T_AND, DXKI_HLSL_S_BOOL, *e->mapped, mapped);
    return result;
}

/* One operation: up to four values of 32 bits or less, or with 6.3 of 64. */
static dxk_value raw_load(dxki_emit *e, const dxki_emit_place *p, uint32_t offset, uint32_t count,
                          dxk_type type, uint32_t size)
{
    dxk_value at[2];

    raw_place(e, p, offset, at);
    if (e->c->model_minor < 2) {
        const dxk_value args[] = {p->handle, at[0], at[1]};
        return note_status(e, dxki_emit_op(e, DXK_OP_BufferLoad, type, args, 3), 4);
    }
    const dxk_value args[] = {p->handle, at[0], at[1], dxk_builder_i8(e->b, (1 << count) - 1),
                              dxki_emit_i32(e, align_of(p, size))};
    return note_status(e, dxki_emit_op(e, DXK_OP_RawBufferLoad, type, args, 5), 4);
}

/* `count` scalars that stand one after the other. */
static void load_run(dxki_emit *e, const dxki_emit_place *p, uint32_t offset, uint8_t scalar,
                     uint32_t count, dxk_value *out)
{
    uint8_t held = memory_scalar(e, scalar);
    dxk_type type = dxki_emit_type(e, held);
    uint32_t size = dxki_hlsl_scalar_size(e->c, scalar);
    bool pairs = is_64(type) && e->c->model_minor < 3;
    uint32_t most = pairs ? 2 : 4;

    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i += most) {
        uint32_t n = count - i < most ? count - i : most;
        dxk_value got = raw_load(e, p, offset + i * size, pairs ? 2 * n : n,
                                 pairs ? DXK_TYPE_I32 : type, pairs ? 4 : size);
        for (uint32_t k = 0; k < n; k++) {
            dxk_value v =
                pairs ? join_halves(e, extract(e, got, 2 * k), extract(e, got, 2 * k + 1), type)
                      : extract(e, got, k);
            out[i + k] = held == scalar ? v
                         : scalar == DXKI_HLSL_S_BOOL
                             ? dxki_emit_from_memory(e, v, scalar)
                             : dxki_emit_convert_scalar(e, v, held, scalar);
        }
    }
}

static void raw_store(dxki_emit *e, const dxki_emit_place *p, uint32_t offset, const dxk_value *v,
                      uint32_t count, dxk_type type, uint32_t size)
{
    dxk_value args[9] = {p->handle};
    size_t n = 3;

    raw_place(e, p, offset, args + 1);
    for (uint32_t i = 0; i < 4; i++)
        args[n++] = i < count ? v[i] : UNDEF(type);
    args[n++] = dxk_builder_i8(e->b, (1 << count) - 1);
    if (e->c->model_minor < 2) {
        dxki_emit_op(e, DXK_OP_BufferStore, type, args, n);
        return;
    }
    args[n++] = dxki_emit_i32(e, align_of(p, size));
    dxki_emit_op(e, DXK_OP_RawBufferStore, type, args, n);
}

static void store_run(dxki_emit *e, const dxki_emit_place *p, uint32_t offset, uint8_t scalar,
                      uint32_t count, const dxk_value *v)
{
    uint8_t held = memory_scalar(e, scalar);
    dxk_type type = dxki_emit_type(e, held);
    uint32_t size = dxki_hlsl_scalar_size(e->c, scalar);
    bool pairs = is_64(type) && e->c->model_minor < 3;
    uint32_t most = pairs ? 2 : 4;
    dxk_value run[4];

    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i += most) {
        uint32_t n = count - i < most ? count - i : most;
        for (uint32_t k = 0; k < n; k++) {
            dxk_value one = scalar == DXKI_HLSL_S_BOOL
                                ? dxki_emit_to_memory(e, v[i + k], scalar)
                                : dxki_emit_convert_scalar(e, v[i + k], scalar, held);
            if (pairs)
                split_halves(e, one, type, run + 2 * k);
            else
                run[k] = one;
        }
        raw_store(e, p, offset + i * size, run, pairs ? 2 * n : n, pairs ? DXK_TYPE_I32 : type,
                  pairs ? 4 : size);
    }
}

/* The type of a vector in a raw buffer. */
static dxk_type vector_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    return dxk_builder_vector(e->b, dxki_emit_type(e, memory_scalar(e, t->scalar)), t->columns);
}

dxk_value dxki_emit_buffer_vector(dxki_emit *e, const dxki_emit_place *p)
{
    const dxki_hlsl_type *t = p->type;
    uint8_t held = memory_scalar(e, t->scalar);
    dxk_value at[2];

    raw_place(e, p, 0, at);
    const dxk_value args[] = {
        p->handle, at[0], at[1],
        dxki_emit_i32(e, align_of(p, dxki_hlsl_scalar_size(e->c, t->scalar)))};
    dxk_value got = dxki_emit_op(e, DXK_OP_RawBufferVectorLoad, vector_type(e, t), args, 4);
    dxk_value v = extract(e, note_status(e, got, 1), 0);
    return dxki_emit_convert_lanes(e, v, t->columns, held, t->scalar);
}

void dxki_emit_buffer_set_vector(dxki_emit *e, const dxki_emit_place *p, dxk_value v)
{
    const dxki_hlsl_type *t = p->type;
    uint8_t held = memory_scalar(e, t->scalar);
    dxk_value at[2];

    v = dxki_emit_convert_lanes(e, v, t->columns, t->scalar, held);
    raw_place(e, p, 0, at);
    const dxk_value args[] = {
        p->handle, at[0], at[1], v,
        dxki_emit_i32(e, align_of(p, dxki_hlsl_scalar_size(e->c, t->scalar)))};
    dxki_emit_op(e, DXK_OP_RawBufferVectorStore, vector_type(e, t), args, 5);
}

/* Leaf of a number that stands at place `i` of its memory. */
static uint32_t leaf_at(const dxki_emit *e, const dxki_hlsl_type *t, uint32_t i)
{
    if (t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t))
        return i;
    return i % t->rows * t->columns + i / t->rows;
}

/* A vector that stays one on its way. */
static void packed_vector(dxki_emit *e, const dxki_emit_place *p, dxk_value *out,
                          const dxk_value *in)
{
    const dxki_hlsl_type *t = p->type;

    if (in) {
        dxki_emit_buffer_set_vector(
            e, p, dxki_emit_pack(e, dxki_emit_type(e, t->scalar), in, t->columns));
        return;
    }
    dxk_value whole = dxki_emit_buffer_vector(e, p);
    for (uint32_t i = 0; i < t->columns && dxki_emit_ready(e); i++)
        out[i] = dxki_emit_lane(e, whole, i);
}

static void packed(dxki_emit *e, const dxki_emit_place *p, dxk_value *out, const dxk_value *in)
{
    const dxki_hlsl_type *t = p->type;

    if (dxki_emit_is_native(e, t)) {
        packed_vector(e, p, out, in);
        return;
    }
    dxki_emit_value run = dxki_emit_values(e, t);

    if (run.type != t)
        return;
    for (uint32_t i = 0; in && i < t->leaves; i++)
        run.v[i] = in[leaf_at(e, t, i)];
    if (in) {
        store_run(e, p, 0, t->scalar, t->leaves, run.v);
        return;
    }
    load_run(e, p, 0, t->scalar, t->leaves, run.v);
    for (uint32_t i = 0; i < t->leaves; i++)
        out[leaf_at(e, t, i)] = run.v[i];
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

/* A row of 16 bytes at a byte offset, which may be computed but is a multiple of 16 then. */
static dxk_value constant_row(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index at,
                              dxk_type type)
{
    const dxki_emit_index row = {at.value, at.add / 16};
    const dxk_value args[] = {p->handle, dxki_emit_index_value(e, row)};
    if (p->object && p->object->object == DXKI_HLSL_O_TBUFFER) {
        const dxk_value load[] = {p->handle, args[1], UNDEF(DXK_TYPE_I32)};
        return dxki_emit_op(e, DXK_OP_BufferLoad, type, load, 3);
    }
    return dxki_emit_op(e, DXK_OP_CBufferLoadLegacy, type, args, 2);
}

/* A scalar of a tbuffer that has no word of 32 bits to itself: these are what such a buffer has. */
static dxk_value part_of_words(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index at,
                               dxk_type type, uint32_t size)
{
    dxk_value row = constant_row(e, p, at, DXK_TYPE_I32);
    dxk_value word = extract(e, row, at.add % 16 / 4);

    if (size == 8)
        return join_halves(e, word, extract(e, row, at.add % 16 / 4 + 1), type);
    if (at.add % 4)
        word = dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_LSHR, word, dxki_emit_i32(e, 16), 0);
    word = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_TRUNC, word, DXK_TYPE_I16);
    return type == DXK_TYPE_I16 ? word
                                : dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, word, type);
}

/* One scalar at a byte offset. */
static dxk_value constant_scalar(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index at,
                                 uint8_t scalar)
{
    uint8_t held = scalar == DXKI_HLSL_S_BOOL ? DXKI_HLSL_S_INT : scalar;
    dxk_type type = dxki_emit_type(e, held);
    uint32_t size = dxki_hlsl_scalar_size(e->c, scalar);
    if (size != 4 && p->object && p->object->object == DXKI_HLSL_O_TBUFFER)
        return part_of_words(e, p, at, type, size);
    dxk_value row = constant_row(e, p, at, type);

    return dxki_emit_from_memory(e, extract(e, row, at.add % 16 / size), scalar);
}

/* Byte offset of a component: the minor index must be known. */
static dxki_emit_index constant_offset(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                       uint32_t minor, bool by_rows)
{
    const dxki_hlsl_type *t = p->type;
    uint32_t size = dxki_hlsl_scalar_size(e->c, t->scalar);
    uint32_t per = by_rows ? t->columns : t->rows;
    uint32_t stride = t->kind == DXKI_HLSL_TY_MATRIX ? (size == 8 && per > 2 ? 32 : 16) : 0;
    dxki_emit_index at = dxki_emit_add(e, p->at, dxki_emit_rows(e, row, stride));

    at.add += minor * size;
    return at;
}

/* A component whose minor index is computed: one of all that it can be. */
static dxk_value constant_choice(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index major,
                                 dxki_emit_index minor, bool by_rows)
{
    uint32_t per = by_rows ? p->type->columns : p->type->rows;
    dxk_value which = dxki_emit_index_value(e, minor), v = DXK_NONE;

    for (uint32_t i = 0; i < per && dxki_emit_ready(e); i++) {
        dxk_value one =
            constant_scalar(e, p, constant_offset(e, p, major, i, by_rows), p->type->scalar);
        if (i == 0) {
            v = one;
            continue;
        }
        dxk_value is =
            dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, which, dxki_emit_i32(e, i), 0);
        v = dxk_builder_select(dxki_emit_b(e), is, one, v);
    }
    return v;
}

static dxk_value constant_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                    dxki_emit_index column)
{
    bool by_rows = p->type->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, p->type);
    dxki_emit_index major = by_rows ? row : column, minor = by_rows ? column : row;

    if (minor.value != DXK_NONE)
        return constant_choice(e, p, major, minor, by_rows);
    return constant_scalar(e, p, constant_offset(e, p, major, minor.add, by_rows), p->type->scalar);
}

/* ---------------------------------------------------------------------------------------- */
/* Typed buffers and textures                                                                 */

void dxki_emit_from_result(dxki_emit *e, dxk_value result, const dxki_hlsl_type *t, dxk_value *out)
{
    dxk_type type = dxki_emit_type(e, t->scalar);

    for (uint32_t i = 0; i < t->leaves && i < 4; i++) {
        if (is_64(type))
            out[i] = join_halves(e, extract(e, result, 2 * i), extract(e, result, 2 * i + 1), type);
        else
            out[i] = dxki_emit_from_memory(e, extract(e, result, i), t->scalar);
    }
}

dxk_type dxki_emit_typed_overload(const dxki_emit *e, uint8_t scalar)
{
    dxk_type type = dxki_emit_type(e, scalar);

    return type == DXK_TYPE_I1 || is_64(type) ? DXK_TYPE_I32 : type;
}

static bool is_buffer(const dxki_emit_place *p)
{
    return dxki_hlsl_object_at((dxki_hlsl_object)p->object->object)->kind ==
           DXK_RESOURCE_KIND_TYPED_BUFFER;
}

/* Has a texture samples, of which the first one is meant unless another is named? */
static bool has_samples(const dxki_emit_place *p)
{
    uint8_t kind = dxki_hlsl_object_at((dxki_hlsl_object)p->object->object)->kind;

    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

static void typed_load(dxki_emit *e, const dxki_emit_place *p, dxk_value *out)
{
    dxk_type type = dxki_emit_typed_overload(e, p->type->scalar);
    dxk_value none = UNDEF(DXK_TYPE_I32);
    dxk_value got;

    if (is_buffer(p)) {
        const dxk_value args[] = {p->handle, p->coords[0], none};
        got = dxki_emit_op(e, DXK_OP_BufferLoad, type, args, 3);
    } else {
        dxk_value args[] = {
            p->handle, p->coords[3] == DXK_NONE ? none : p->coords[3], none, none, none, none, none,
            none};
        for (unsigned i = 0; i < 3; i++)
            args[2 + i] = p->coords[i] == DXK_NONE ? none : p->coords[i];
        bool srv =
            dxki_hlsl_object_at((dxki_hlsl_object)p->object->object)->cls == DXK_RESOURCE_CLASS_SRV;
        if (p->coords[3] == DXK_NONE && (srv || has_samples(p)))
            args[1] = dxki_emit_i32(e, 0);
        got = dxki_emit_op(e, DXK_OP_TextureLoad, type, args, 8);
    }
    dxki_emit_from_result(e, got, p->type, out);
}

static void typed_store(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v)
{
    dxk_type type = dxki_emit_typed_overload(e, p->type->scalar);
    dxk_type own = dxki_emit_type(e, p->type->scalar);
    dxk_value none = UNDEF(DXK_TYPE_I32), four[4], args[10] = {p->handle};
    size_t n = 1, coords = is_buffer(p) ? 2 : 3;

    for (uint32_t i = 0; i < 4; i++) {
        if (is_64(own)) {
            if (i % 2 == 0)
                split_halves(e, v[i / 2 < p->type->leaves ? i / 2 : 0], own, four + i);
        } else {
            four[i] = dxki_emit_to_memory(e, v[i < p->type->leaves ? i : 0], p->type->scalar);
        }
    }
    for (size_t i = 0; i < coords; i++)
        args[n++] = p->coords[i] == DXK_NONE ? none : p->coords[i];
    for (size_t i = 0; i < 4; i++)
        args[n++] = four[i];
    args[n++] = dxk_builder_i8(e->b, 15);
    if (has_samples(p))
        args[n++] = p->coords[3] == DXK_NONE ? dxki_emit_i32(e, 0) : p->coords[3];
    dxki_emit_op(e,
                 is_buffer(p)     ? DXK_OP_BufferStore
                 : has_samples(p) ? DXK_OP_TextureStoreSample
                                  : DXK_OP_TextureStore,
                 type, args, n);
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

void dxki_emit_buffer_load(dxki_emit *e, const dxki_emit_place *p, dxk_value *out)
{
    const dxki_hlsl_type *t = p->type;

    if (p->kind == DXKI_EMIT_TYPED) {
        typed_load(e, p, out);
    } else if (p->kind == DXKI_EMIT_PACKED) {
        packed(e, p, out, NULL);
    } else {
        for (uint32_t i = 0; i < t->leaves; i++)
            out[i] = constant_component(e, p, dxki_emit_known(i / t->columns),
                                        dxki_emit_known(i % t->columns));
    }
}

void dxki_emit_buffer_store(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v)
{
    if (p->kind == DXKI_EMIT_TYPED)
        typed_store(e, p, v);
    else
        packed(e, p, NULL, v);
}

dxki_emit_place dxki_emit_packed_component(dxki_emit *e, const dxki_emit_place *p,
                                           dxki_emit_index row, dxki_emit_index column)
{
    const dxki_hlsl_type *t = p->type;
    bool by_rows = t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t);
    uint32_t size = dxki_hlsl_scalar_size(e->c, t->scalar);
    dxki_emit_place out = *p;

    out.at = dxki_emit_add(e, out.at, dxki_emit_scale(e, row, by_rows ? t->columns * size : size));
    out.at = dxki_emit_add(e, out.at, dxki_emit_scale(e, column, by_rows ? size : t->rows * size));
    return out;
}

dxk_value dxki_emit_buffer_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                     dxki_emit_index column)
{
    dxk_value all[4], v = DXK_NONE;

    if (p->kind == DXKI_EMIT_CONSTANTS)
        return constant_component(e, p, row, column);
    if (p->kind == DXKI_EMIT_PACKED) {
        dxki_emit_place at = dxki_emit_packed_component(e, p, row, column);
        load_run(e, &at, 0, p->type->scalar, 1, &v);
        return v;
    }
    typed_load(e, p, all);
    if (column.value == DXK_NONE)
        return all[column.add & 3];
    dxk_value which = dxki_emit_index_value(e, column);
    v = all[0];
    for (uint32_t i = 1; i < p->type->leaves; i++) {
        dxk_value is =
            dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, which, dxki_emit_i32(e, i), 0);
        v = dxk_builder_select(dxki_emit_b(e), is, all[i], v);
    }
    return v;
}

void dxki_emit_buffer_set(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                          dxki_emit_index column, dxk_value v)
{
    dxk_value all[4];

    if (p->kind == DXKI_EMIT_PACKED) {
        dxki_emit_place at = dxki_emit_packed_component(e, p, row, column);
        store_run(e, &at, 0, p->type->scalar, 1, &v);
        return;
    }
    /* an element of a texture is written as a whole */
    typed_load(e, p, all);
    for (uint32_t i = 0; i < p->type->leaves; i++) {
        if (column.value == DXK_NONE) {
            all[i] = i == column.add ? v : all[i];
            continue;
        }
        dxk_value is =
            dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, dxki_emit_index_value(e, column),
                                dxki_emit_i32(e, i), 0);
        all[i] = dxk_builder_select(dxki_emit_b(e), is, v, all[i]);
    }
    typed_store(e, p, all);
}
