/* SPDX-License-Identifier: MIT */
/* shape.c - how values of a type are held in registers and laid out in memory; see decode.h. */
#include "exec/decoder.h"

#define MAX_NESTING 32u

static dxki_exec_elem int_elem(uint32_t width)
{
    switch (width) {
    case 1:
        return DXKI_EXEC_I1;
    case 8:
        return DXKI_EXEC_I8;
    case 16:
        return DXKI_EXEC_I16;
    case 32:
        return DXKI_EXEC_I32;
    case 64:
        return DXKI_EXEC_I64;
    default:
        return DXKI_EXEC_NONE;
    }
}

static dxki_exec_elem scalar_elem(const dxk_module *m, dxki_type type)
{
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_INT:
        return int_elem(dxki_type_bits(m, type));
    case DXKI_T_HALF:
        return DXKI_EXEC_F16;
    case DXKI_T_FLOAT:
        return DXKI_EXEC_F32;
    case DXKI_T_DOUBLE:
        return DXKI_EXEC_F64;
    case DXKI_T_POINTER:
        return DXKI_EXEC_POINTER;
    default:
        return DXKI_EXEC_NONE;
    }
}

uint32_t dxki_exec_elem_rows(dxki_exec_elem elem)
{
    bool two = elem == DXKI_EXEC_I64 || elem == DXKI_EXEC_F64 || elem == DXKI_EXEC_POINTER;

    return elem == DXKI_EXEC_NONE ? 0 : two ? 2 : 1;
}

/* %dx.types.Handle = type { i8* }, and its like. */
static bool is_handle(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_STRUCT && dxki_type_count(m, type) == 1 &&
           dxki_type_kind_of(m, dxki_type_element(m, type, 0)) == DXKI_T_POINTER;
}

static bool add_part(dxki_exec_decoder *d, dxki_exec_elem elem, uint64_t offset, uint32_t *row)
{
    dxki_exec_piece part = {elem, *row, (uint32_t)offset};

    if (elem == DXKI_EXEC_NONE || (elem == DXKI_EXEC_POINTER && d->parts.count))
        return dxki_exec_refuse(d, "a value has an unsupported type");
    if (d->parts.count >= DXKI_EXEC_MAX_PARTS || offset > UINT32_MAX)
        return dxki_exec_refuse(d, "a value has too many parts");
    *row += dxki_exec_elem_rows(elem);
    return dxki_vec_push(d->ctx, &d->parts, part) || dxki_exec_out_of_memory(d);
}

/* Bytes between elements; those of a vector are packed. */
static uint64_t stride_of(dxki_exec_decoder *d, dxki_type_kind kind, dxki_type element)
{
    uint32_t bits = dxki_type_bits(d->m, element);

    if (kind == DXKI_T_VECTOR && bits)
        return bits < 8 ? 1 : bits / 8;
    return dxki_dxil_layout_alloc_size(&d->layout, element);
}

/* Appends the parts of a value that is at byte `base`. */
static bool add_parts(dxki_exec_decoder *d, dxki_type type, uint64_t base, uint32_t *row,
                      uint32_t depth)
{
    dxki_type_kind kind = dxki_type_kind_of(d->m, type);
    uint64_t count = dxki_type_count(d->m, type), end = 0;
    bool packed = (dxki_type_get(d->m, type)->flags & DXKI_TF_PACKED) != 0;

    if (is_handle(d->m, type))
        return add_part(d, DXKI_EXEC_HANDLE, base, row);
    if (kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR)
        return add_part(d, scalar_elem(d->m, type), base, row);
    if (depth == MAX_NESTING || count > DXKI_EXEC_MAX_PARTS)
        return dxki_exec_refuse(d, "a value has too many parts");
    for (uint64_t i = 0; i < count; i++) {
        dxki_type element = dxki_type_element(d->m, type, i);
        uint64_t at = kind == DXKI_T_STRUCT
                          ? dxki_dxil_layout_place(&d->layout, element, packed, &end)
                          : i * stride_of(d, kind, element);
        if (!add_parts(d, element, base + at, row, depth + 1))
            return false;
    }
    return true;
}

bool dxki_exec_parts_of(dxki_exec_decoder *d, dxki_type type)
{
    uint32_t row = 0;

    d->parts.count = 0;
    return add_parts(d, type, 0, &row, 0);
}

static dxki_exec_shape shape_of_parts(const dxki_exec_decoder *d, bool is_vector)
{
    dxki_exec_shape shape = {DXKI_EXEC_MIXED, (uint32_t)d->parts.count, 0, is_vector};

    if (d->parts.count) {
        const dxki_exec_piece *last = &d->parts.items[d->parts.count - 1];
        shape.elem = d->parts.items[0].elem;
        shape.rows = last->row + dxki_exec_elem_rows(last->elem);
    }
    for (size_t i = 1; i < d->parts.count; i++)
        if (d->parts.items[i].elem != d->parts.items[0].elem)
            shape.elem = DXKI_EXEC_MIXED;
    return shape;
}

dxki_exec_shape dxki_exec_shape_of(dxki_exec_decoder *d, dxki_type type)
{
    dxki_exec_elem elem = scalar_elem(d->m, type);

    if (elem != DXKI_EXEC_NONE)
        return (dxki_exec_shape){elem, 1, dxki_exec_elem_rows(elem), false};
    if (dxki_type_is_vector(d->m, type)) {
        elem = scalar_elem(d->m, dxki_type_scalar(d->m, type));
        uint64_t count = dxki_type_count(d->m, type);
        if (elem == DXKI_EXEC_NONE || elem == DXKI_EXEC_POINTER || count > DXKI_EXEC_MAX_PARTS)
            return (dxki_exec_shape){DXKI_EXEC_NONE, 0, 0, true};
        return (dxki_exec_shape){elem, (uint32_t)count, (uint32_t)count * dxki_exec_elem_rows(elem),
                                 true};
    }
    if (!dxki_type_is_aggregate(d->m, type) || !dxki_exec_parts_of(d, type))
        return (dxki_exec_shape){DXKI_EXEC_NONE, 0, 0, false};
    return shape_of_parts(d, false);
}

dxki_exec_elem dxki_exec_elem_of(dxki_exec_decoder *d, dxki_value value)
{
    return dxki_exec_shape_of(d, dxki_value_type(d->m, value)).elem;
}

bool dxki_exec_is_empty(dxki_exec_decoder *d, dxki_type type)
{
    return dxki_type_is_aggregate(d->m, type) && dxki_exec_parts_of(d, type) && d->parts.count == 0;
}

/* True if an instruction loads the variable of a resource: what it gives is the place in the array of
 * resources, whatever the type. */
static bool loads_resource(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);

    if (i->op != DXKI_OP_LOAD)
        return false;
    uint32_t object = dxki_exec_object_of(d, dxki_inst_ops(d->m, inst)[0]);
    return object && d->p->objects.items[object].space == DXKI_EXEC_RESOURCE;
}

uint32_t dxki_exec_value_rows(dxki_exec_decoder *d, dxki_value value)
{
    dxki_type type = dxki_value_type(d->m, value);

    if (dxki_type_kind_of(d->m, type) == DXKI_T_POINTER)
        return dxki_exec_object_of(d, value) ? 1 : 2;
    if (dxki_value_as_inst(value) && loads_resource(d, dxki_value_as_inst(value)))
        return 1;
    return dxki_exec_shape_of(d, type).rows;
}

bool dxki_exec_part_row(dxki_exec_decoder *d, dxki_type type, const uint32_t *indices,
                        uint32_t count, uint32_t *row)
{
    *row = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (indices[i] >= dxki_type_count(d->m, type))
            return dxki_exec_refuse(d, "there is no such part");
        if (dxki_type_kind_of(d->m, type) == DXKI_T_STRUCT) {
            for (uint32_t n = 0; n < indices[i]; n++)
                *row += dxki_exec_shape_of(d, dxki_type_element(d->m, type, n)).rows;
        } else {
            *row += indices[i] * dxki_exec_shape_of(d, dxki_type_element(d->m, type, 0)).rows;
        }
        type = dxki_type_element(d->m, type, indices[i]);
    }
    return true;
}
