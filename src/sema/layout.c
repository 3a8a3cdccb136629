/* SPDX-License-Identifier: MIT */
/* layout.c - where the parts of a type are in constant buffers, in rows of 16 bytes, and in
 * structured and raw buffers, without padding but for the alignment of scalars. */
#include "sema/sema.h"

#define ROW 16u

/* Sizes that do not fit stay at the largest that does. */
static uint32_t at_most(uint64_t size)
{
    return size > INT32_MAX ? INT32_MAX : (uint32_t)size;
}

static uint32_t align(uint32_t offset, uint32_t to)
{
    return (offset + to - 1) / to * to;
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

/* Each is in rows of its own. */
dxki_hlsl_lines dxki_hlsl_matrix_lines(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const bool rows = dxki_hlsl_by_rows(c, t);
    dxki_hlsl_lines lines = {rows ? t->rows : t->columns, rows ? t->columns : t->rows, ROW};

    if (dxki_hlsl_scalar_size(c, t->scalar) == 8 && lines.components > 2)
        lines.stride = 2 * ROW;
    return lines;
}

static uint32_t matrix_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_lines lines = dxki_hlsl_matrix_lines(c, t);
    const uint32_t element = dxki_hlsl_scalar_size(c, t->scalar) == 8 ? 8 : 4;

    return lines.stride * (lines.count - 1) + lines.components * element;
}

/* Resources take no place, but structured buffers take that of an element, as in the reference, which
 * sees its matrices in the default order. */
static uint32_t object_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (dxki_hlsl_object_at((dxki_hlsl_object)t->object)->kind !=
            DXK_RESOURCE_KIND_STRUCTURED_BUFFER ||
        !t->element)
        return 0;
    dxki_hlsl_type element = *t->element;
    element.order = DXKI_HLSL_NO_ORDER;
    return dxki_hlsl_constant_size(c, &element);
}

uint32_t dxki_hlsl_constant_stride(const dxki_hlsl *c, const dxki_hlsl_type *element)
{
    return align(dxki_hlsl_constant_size(c, element), ROW);
}

uint32_t dxki_hlsl_constant_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    switch (t->kind) {
    case DXKI_HLSL_TY_ENUM:
    case DXKI_HLSL_TY_SCALAR:
    case DXKI_HLSL_TY_VECTOR:
        return t->columns * dxki_hlsl_scalar_size(c, t->scalar);
    case DXKI_HLSL_TY_MATRIX:
        return matrix_size(c, t);
    case DXKI_HLSL_TY_ARRAY:
    case DXKI_HLSL_TY_RECORD:
        return t->constant_size;
    case DXKI_HLSL_TY_OBJECT:
        return object_size(c, t);
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
    if (t->kind == DXKI_HLSL_TY_OBJECT)
        return align(offset, ROW);
    offset = align(offset, dxki_hlsl_is_aggregate(t) ? 4 : dxki_hlsl_scalar_size(c, t->scalar));
    if (begins_row(c, t) || offset % ROW + (uint64_t)size > ROW)
        return align(offset, ROW);
    return offset;
}

/* Where a member of a structure is placed. Structures and arrays begin a row there even if they have
 * nothing but resources; a resource stands where it comes. Whether a matrix begins one follows, as in
 * the reference, from the order of matrices that have none of their own; and enumerations and
 * types of a minimum precision stand at multiples of 4 there, also where they have 16 bits. */
static uint32_t place_field(const dxki_hlsl *c, uint32_t offset, const dxki_hlsl_type *t)
{
    bool rows = c->options.row_major;

    if (t->kind == DXKI_HLSL_TY_OBJECT)
        return offset;
    if (t->kind == DXKI_HLSL_TY_ENUM ||
        (dxki_hlsl_is_numeric(t) && dxki_hlsl_info(t)->flags & DXKI_HLSL_MINIMUM))
        offset = align(offset, 4);
    uint32_t scalar = t->kind == DXKI_HLSL_TY_MATRIX ? dxki_hlsl_scalar_size(c, t->scalar) : 0;

    if (dxki_hlsl_is_aggregate(t))
        return align(offset, ROW);
    if (!scalar || offset % ROW == 0)
        return dxki_hlsl_place_constant(c, offset, t);
    if ((rows ? t->rows : t->columns) > 1 || offset % ROW + (uint64_t)t->leaves * scalar > ROW)
        return align(offset, ROW);
    return align(offset, scalar);
}

static void lay_out_constants(const dxki_hlsl *c, dxki_hlsl_type *t)
{
    uint64_t size = 0;

    if (t->kind == DXKI_HLSL_TY_ARRAY && t->count)
        size = (uint64_t)dxki_hlsl_constant_stride(c, t->element) * (t->count - 1) +
               dxki_hlsl_constant_size(c, t->element);
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++) {
        dxki_hlsl_field *f = &t->record->fields[i];
        f->constant_offset = place_field(c, at_most(size), f->type);
        size = (uint64_t)f->constant_offset + dxki_hlsl_constant_size(c, f->type);
    }
    t->constant_size = at_most(size);
}

/* ---------------------------------------------------------------------------------------- */
/* Structured and raw buffers                                                                 */

uint32_t dxki_hlsl_packed_align(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (dxki_hlsl_is_aggregate(t))
        return t->packed_align;
    return dxki_hlsl_is_value(t) ? dxki_hlsl_scalar_size(c, t->scalar) : 1;
}

uint32_t dxki_hlsl_packed_size(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (dxki_hlsl_is_aggregate(t))
        return t->packed_size;
    return dxki_hlsl_is_value(t)
               ? at_most((uint64_t)t->leaves * dxki_hlsl_scalar_size(c, t->scalar))
               : 0;
}

static void lay_out_packed(const dxki_hlsl *c, dxki_hlsl_type *t)
{
    uint64_t size = 0;

    t->packed_align = t->kind == DXKI_HLSL_TY_ARRAY ? dxki_hlsl_packed_align(c, t->element) : 1;
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        size = (uint64_t)dxki_hlsl_packed_size(c, t->element) * t->count;
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++) {
        dxki_hlsl_field *f = &t->record->fields[i];
        uint32_t own = dxki_hlsl_packed_align(c, f->type);
        f->packed_offset = at_most(align(at_most(size), own));
        size = (uint64_t)f->packed_offset + dxki_hlsl_packed_size(c, f->type);
        t->packed_align = own > t->packed_align ? own : t->packed_align;
    }
    t->packed_size =
        at_most(t->kind == DXKI_HLSL_TY_RECORD ? align(at_most(size), t->packed_align) : size);
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

uint32_t dxki_hlsl_slots(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_aggregate(t) ? t->slots : t->leaves > 0;
}

/* Other files walk types by recursion. */
static void check_depth(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    if (t->depth <= c->max_depth || !dxki_hlsl_ready(c))
        return;
    DXKI_HLSL_REPORT(c, TOO_DEEP, t->kind == DXKI_HLSL_TY_RECORD ? t->record->loc : nowhere,
                     dxki_dec(c->max_depth));
    dxki_hlsl_stop(c, DXK_E_LIMIT);
}

/* Every type keeps what it comes to, since types can nest so that a walk would take time that
 * doubles with each level. */
void dxki_hlsl_lay_out(dxki_hlsl *c, dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        t->depth = t->element->depth + 1;
        t->slots = dxki_hlsl_slots(t->element);
    }
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++) {
        dxki_hlsl_field *f = &t->record->fields[i];
        f->slot = t->slots;
        t->slots = at_most((uint64_t)t->slots + dxki_hlsl_slots(f->type));
        t->depth = f->type->depth >= t->depth ? f->type->depth + 1 : t->depth;
    }
    lay_out_constants(c, t);
    lay_out_packed(c, t);
    check_depth(c, t);
}
