/* SPDX-License-Identifier: MIT */
/* layout.c - where the parts of a type are in constant buffers, in rows of 16 bytes, and in
 * structured and raw buffers, without padding but for the alignment of scalars. */
#include "hlsl/sema.h"

#define ROW 16u

static uint32_t align(uint32_t offset, uint32_t to)
{
    return (offset + to - 1) / to * to;
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

/* Bytes from one row or column of a matrix to the next, which are in rows of their own. */
static uint32_t matrix_stride(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    uint32_t minor = dxki_hlsl_by_rows(c, t) ? t->columns : t->rows;

    return dxki_hlsl_scalar_size(c, t->scalar) == 8 && minor > 2 ? 2 * ROW : ROW;
}

static uint32_t matrix_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    bool rows = dxki_hlsl_by_rows(c, t);
    uint32_t major = rows ? t->rows : t->columns, minor = rows ? t->columns : t->rows;
    uint32_t element = dxki_hlsl_scalar_size(c, t->scalar) == 8 ? 8 : 4;

    return matrix_stride(c, t) * (major - 1) + minor * element;
}

uint32_t dxki_hlsl_constant_stride(const dxki_hlsl *c, const dxki_hlsl_type *element)
{
    return align(dxki_hlsl_constant_size(c, element), ROW);
}

uint32_t dxki_hlsl_constant_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    uint64_t size;

    switch (t->kind) {
    case DXKI_HLSL_TY_ENUM:
    case DXKI_HLSL_TY_SCALAR:
    case DXKI_HLSL_TY_VECTOR:
        return t->columns * dxki_hlsl_scalar_size(c, t->scalar);
    case DXKI_HLSL_TY_MATRIX:
        return matrix_size(c, t);
    case DXKI_HLSL_TY_ARRAY:
        if (t->count == 0)
            return 0;
        size = (uint64_t)dxki_hlsl_constant_stride(c, t->element) * (t->count - 1) +
               dxki_hlsl_constant_size(c, t->element);
        return size > INT32_MAX ? INT32_MAX : (uint32_t)size;
    case DXKI_HLSL_TY_RECORD:
        return dxki_hlsl_constant_field(c, t->record, t->record->field_count);
    default:
        return 0;
    }
}

/* True if a type begins a row wherever it stands. */
static bool begins_row(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_MATRIX)
        return (dxki_hlsl_by_rows(c, t) ? t->rows : t->columns) > 1;
    return dxki_hlsl_is_aggregate(t);
}

uint32_t dxki_hlsl_place_constant(const dxki_hlsl *c, uint32_t offset, const dxki_hlsl_type *t)
{
    uint32_t size = dxki_hlsl_constant_size(c, t);

    if (!size || offset % ROW == 0)
        return offset;
    offset = align(offset, dxki_hlsl_is_aggregate(t) ? 4 : dxki_hlsl_scalar_size(c, t->scalar));
    if (begins_row(c, t) || offset % ROW + (uint64_t)size > ROW)
        return align(offset, ROW);
    return offset;
}

uint32_t dxki_hlsl_constant_field(const dxki_hlsl *c, const dxki_hlsl_record *r, size_t index)
{
    uint32_t offset = 0;

    for (size_t i = 0; i < r->field_count; i++) {
        uint32_t at = dxki_hlsl_place_constant(c, offset, r->fields[i].type);
        if (i == index)
            return at;
        offset = at + dxki_hlsl_constant_size(c, r->fields[i].type);
        if (offset > INT32_MAX)
            return INT32_MAX;
    }
    return offset;
}

/* ---------------------------------------------------------------------------------------- */
/* Structured and raw buffers                                                                 */

uint32_t dxki_hlsl_packed_align(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    uint32_t most = 1;

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_hlsl_packed_align(c, t->element);
    if (t->kind != DXKI_HLSL_TY_RECORD)
        return dxki_hlsl_scalar_size(c, t->scalar);
    for (size_t i = 0; i < t->record->field_count; i++) {
        uint32_t own = dxki_hlsl_packed_align(c, t->record->fields[i].type);
        most = own > most ? own : most;
    }
    return most;
}

uint32_t dxki_hlsl_packed_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    uint64_t size = 0;

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        size = (uint64_t)dxki_hlsl_packed_size(c, t->element) * t->count;
    else if (t->kind == DXKI_HLSL_TY_RECORD)
        size = align(dxki_hlsl_packed_field(c, t->record, t->record->field_count),
                     dxki_hlsl_packed_align(c, t));
    else if (dxki_hlsl_is_value(t))
        size = (uint64_t)t->leaves * dxki_hlsl_scalar_size(c, t->scalar);
    return size > INT32_MAX ? INT32_MAX : (uint32_t)size;
}

uint32_t dxki_hlsl_packed_field(const dxki_hlsl *c, const dxki_hlsl_record *r, size_t index)
{
    uint32_t offset = 0;

    for (size_t i = 0; i < r->field_count; i++) {
        offset = align(offset, dxki_hlsl_packed_align(c, r->fields[i].type));
        if (i == index)
            return offset;
        offset += dxki_hlsl_packed_size(c, r->fields[i].type);
        if (offset > INT32_MAX)
            return INT32_MAX;
    }
    return offset;
}
