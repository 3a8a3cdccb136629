/* SPDX-License-Identifier: MIT */
/*
 * types.c - types of the source from DIBasicType, DIDerivedType and DICompositeType. Part of
 * <dxk/inspect.h>. A type is its node; inner dimensions of an array, which has one node for all, are
 * counted in the upper bits. Malformed nodes may lead in a circle: all walks are bounded.
 *
 * Vectors are classes "vector<float, 3>" with members x, y, z, matrices classes "matrix<float, 2, 3>"
 * whose members _11, _12 ... are said to be row by row even where they are kept column by column.
 */
#include "inspect/inspect.h"

#include "spec/dwarf.h"

#define MOST_STEPS 64u
#define DIM_SHIFT  28u
#define MOST_DIMS  8u

/* A type without names and qualifiers around it. */
typedef struct subject {
    const dxk_module *m;
    dxki_md node; /* 0: unknown */
    uint32_t dim; /* arrays: dimensions that are gone */
    dxk_str name; /* the outermost one */
} subject;

static dxki_md_kind kind_of(const dxk_module *m, dxki_md node)
{
    return node ? (dxki_md_kind)dxki_md_get(m, node)->kind : DXKI_M_NONE;
}

static subject resolve(const dxk_inspect *i, dxk_inspect_type type)
{
    subject s = {i->d, type & ((1u << DIM_SHIFT) - 1), type >> DIM_SHIFT, {"", 0}};

    if (s.node >= s.m->mds.count)
        s.node = 0;
    for (uint32_t n = 0; n < MOST_STEPS && kind_of(s.m, s.node) == DXKI_M_DERIVED_TYPE; n++) {
        dxk_str name = dxki_md_str(s.m, dxki_md_op(s.m, s.node, DXKI_DI_DERIVED_TYPE_NAME));
        if (!s.name.size)
            s.name = name;
        s.node = dxki_md_op(s.m, s.node, DXKI_DI_DERIVED_TYPE_BASE_TYPE);
    }
    dxki_md_kind kind = kind_of(s.m, s.node);
    if (kind != DXKI_M_BASIC_TYPE && kind != DXKI_M_COMPOSITE_TYPE)
        s.node = 0;
    if (!s.name.size && kind == DXKI_M_BASIC_TYPE)
        s.name = dxki_md_str(s.m, dxki_md_op(s.m, s.node, DXKI_DI_BASIC_TYPE_NAME));
    if (!s.name.size && kind == DXKI_M_COMPOSITE_TYPE)
        s.name = dxki_md_str(s.m, dxki_md_op(s.m, s.node, DXKI_DI_COMPOSITE_TYPE_NAME));
    return s;
}

dxk_inspect_type dxki_inspect_type_of(const dxk_inspect *i, dxki_md node)
{
    return resolve(i, node < 1u << DIM_SHIFT ? node : 0).node ? node : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

static dxk_inspect_number number_of(uint64_t encoding)
{
    switch (encoding) {
    case DXKI_DW_ATE_BOOLEAN:
        return DXK_INSPECT_BOOL;
    case DXKI_DW_ATE_FLOAT:
        return DXK_INSPECT_REAL;
    case DXKI_DW_ATE_SIGNED:
    case DXKI_DW_ATE_SIGNED_CHAR:
        return DXK_INSPECT_SIGNED;
    case DXKI_DW_ATE_UNSIGNED:
    case DXKI_DW_ATE_UNSIGNED_CHAR:
        return DXK_INSPECT_UNSIGNED;
    default:
        return DXK_INSPECT_BITS;
    }
}

static bool is_composite(const subject *s, uint32_t tag)
{
    return kind_of(s->m, s->node) == DXKI_M_COMPOSITE_TYPE &&
           dxki_md_num(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_TAG) == tag;
}

bool dxk_inspect_enumerator(const dxk_inspect *inspect, dxk_inspect_type type, int64_t value,
                            dxk_str *name)
{
    subject s = resolve(inspect, type);
    uint32_t count;

    if (!is_composite(&s, DXKI_DW_TAG_ENUMERATION))
        return false;
    const dxki_md *list =
        dxki_md_ops(s.m, dxki_md_op(s.m, s.node, DXKI_DI_COMPOSITE_TYPE_ELEMENTS), &count);
    for (uint32_t n = 0; n < count; n++) {
        if (kind_of(s.m, list[n]) != DXKI_M_ENUMERATOR ||
            (int64_t)dxki_md_num(s.m, list[n], DXKI_DI_ENUMERATOR_VALUE) != value)
            continue;
        *name = dxki_md_str(s.m, dxki_md_op(s.m, list[n], DXKI_DI_ENUMERATOR_NAME));
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

/* Elements in dimension `dim` of an array; false: it has no such dimension. */
static bool count_of(const subject *s, uint32_t dim, uint64_t *elements)
{
    uint32_t count;
    const dxki_md *list =
        dxki_md_ops(s->m, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_ELEMENTS), &count);

    if (dim >= count || dim >= MOST_DIMS || kind_of(s->m, list[dim]) != DXKI_M_SUBRANGE)
        return false;
    *elements = dxki_md_num(s->m, list[dim], DXKI_DI_SUBRANGE_COUNT);
    if (*elements > UINT32_MAX)
        *elements = 0; /* unknown */
    return true;
}

static uint64_t bits_of(const dxk_inspect *i, dxk_inspect_type type);

/* Elements of the remaining dimensions of an array, and bits of one of the innermost. */
static uint64_t array_bits(const dxk_inspect *i, const subject *s, uint32_t dim)
{
    uint64_t all = bits_of(i, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_BASE_TYPE)), count;

    for (; count_of(s, dim, &count); dim++)
        all = count && all > UINT64_MAX / count ? 0 : all * count;
    return all;
}

/* Arrays of arrays nest through their base types. */
static uint64_t bits_of(const dxk_inspect *i, dxk_inspect_type type)
{
    subject s = resolve(i, type);
    uint64_t times = 1, count;

    for (uint32_t n = 0; n < MOST_STEPS && is_composite(&s, DXKI_DW_TAG_ARRAY); n++) {
        for (uint32_t dim = s.dim; count_of(&s, dim, &count); dim++)
            times = count && times > UINT32_MAX / count ? 0 : times * count;
        s = resolve(i, dxki_md_op(s.m, s.node, DXKI_DI_COMPOSITE_TYPE_BASE_TYPE));
    }
    if (!s.node)
        return 0;
    uint64_t bits = kind_of(s.m, s.node) == DXKI_M_BASIC_TYPE
                        ? dxki_md_num(s.m, s.node, DXKI_DI_BASIC_TYPE_SIZE)
                        : dxki_md_num(s.m, s.node, DXKI_DI_COMPOSITE_TYPE_SIZE);
    return times && bits > UINT64_MAX / times ? 0 : bits * times;
}

/* The elements of a class that are members. */
static const dxki_md *member_list(const subject *s, uint32_t *count)
{
    return dxki_md_ops(s->m, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_ELEMENTS), count);
}

static bool is_member(const dxk_module *m, dxki_md node)
{
    uint64_t tag = kind_of(m, node) == DXKI_M_DERIVED_TYPE
                       ? dxki_md_num(m, node, DXKI_DI_DERIVED_TYPE_TAG)
                       : 0;

    return tag == DXKI_DW_TAG_MEMBER || tag == DXKI_DW_TAG_INHERITANCE;
}

static uint64_t count_members(const subject *s)
{
    uint32_t count;
    const dxki_md *list = member_list(s, &count);
    uint64_t members = 0;

    for (uint32_t n = 0; n < count; n++)
        members += is_member(s->m, list[n]);
    return members;
}

/* The number that a class has as a parameter of its template. */
static uint32_t parameter_of(const subject *s, const char *name)
{
    uint32_t count;
    const dxki_md *list = dxki_md_ops(
        s->m, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_TEMPLATE_PARAMS), &count);
    uint64_t value = 0;

    for (uint32_t n = 0; n < count; n++) {
        if (kind_of(s->m, list[n]) != DXKI_M_TEMPLATE_VALUE ||
            !dxki_str_is(dxki_md_str(s->m, dxki_md_op(s->m, list[n], DXKI_DI_TEMPLATE_VALUE_NAME)),
                         name))
            continue;
        if (dxki_md_as_int(s->m, dxki_md_op(s->m, list[n], DXKI_DI_TEMPLATE_VALUE_VALUE), &value))
            return value <= 64 ? (uint32_t)value : 0;
    }
    return 0;
}

static dxk_inspect_kind class_kind(const subject *s, dxk_inspect_type_info *out)
{
    dxk_str own = dxki_md_str(s->m, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_NAME));

    out->count = count_members(s);
    if (!out->count)
        return DXK_INSPECT_OTHER;
    if (dxki_str_starts(own, "vector<"))
        return DXK_INSPECT_VECTOR;
    if (!dxki_str_starts(own, "matrix<"))
        return DXK_INSPECT_STRUCT;
    out->rows = parameter_of(s, "row_count");
    out->columns = parameter_of(s, "col_count");
    return (uint64_t)out->rows * out->columns == out->count ? DXK_INSPECT_MATRIX
                                                            : DXK_INSPECT_STRUCT;
}

bool dxk_inspect_type_get(const dxk_inspect *inspect, dxk_inspect_type type,
                          dxk_inspect_type_info *out)
{
    subject s = resolve(inspect, type);

    memset(out, 0, sizeof *out);
    if (!s.node)
        return false;
    out->name = s.name;
    out->bits = bits_of(inspect, type);
    if (kind_of(s.m, s.node) == DXKI_M_BASIC_TYPE) {
        out->kind = DXK_INSPECT_NUMBER;
        out->number = number_of(dxki_md_num(s.m, s.node, DXKI_DI_BASIC_TYPE_ENCODING));
    } else if (is_composite(&s, DXKI_DW_TAG_ENUMERATION)) {
        out->kind = DXK_INSPECT_NUMBER;
        out->number = DXK_INSPECT_SIGNED;
    } else if (is_composite(&s, DXKI_DW_TAG_ARRAY)) {
        out->kind = count_of(&s, s.dim, &out->count) ? DXK_INSPECT_ARRAY : DXK_INSPECT_OTHER;
        out->name = (dxk_str){"", 0};
    } else if (is_composite(&s, DXKI_DW_TAG_CLASS) || is_composite(&s, DXKI_DW_TAG_STRUCTURE)) {
        out->kind = class_kind(&s, out);
    }
    return true;
}

/* Element of an array: what is left of its dimensions, or its base type. */
static bool array_member(const dxk_inspect *i, const subject *s, uint64_t index,
                         dxk_inspect_member *out)
{
    uint64_t count, inner;

    if (!count_of(s, s->dim, &count) || index >= count)
        return false;
    bool last = !count_of(s, s->dim + 1, &inner);
    uint64_t bits = array_bits(i, s, s->dim + 1);
    out->type =
        last ? dxki_inspect_type_of(i, dxki_md_op(s->m, s->node, DXKI_DI_COMPOSITE_TYPE_BASE_TYPE))
             : s->node | (s->dim + 1) << DIM_SHIFT;
    out->offset = index * bits;
    return bits <= UINT64_MAX / (count + 1);
}

/* Members of matrices are said to be row by row. */
static uint64_t matrix_offset(const dxk_inspect *i, const dxk_inspect_type_info *info,
                              uint64_t index, uint64_t offset)
{
    uint64_t row = index / info->columns, column = index % info->columns;

    if (i->row_major || !index)
        return offset;
    return offset / index * (column * info->rows + row);
}

bool dxk_inspect_type_member(const dxk_inspect *inspect, dxk_inspect_type type, uint64_t index,
                             dxk_inspect_member *out)
{
    subject s = resolve(inspect, type);
    dxk_inspect_type_info info;
    uint32_t count;
    uint64_t at = 0;

    memset(out, 0, sizeof *out);
    if (!dxk_inspect_type_get(inspect, type, &info) || index >= info.count)
        return false;
    if (info.kind == DXK_INSPECT_ARRAY)
        return array_member(inspect, &s, index, out);
    const dxki_md *list = member_list(&s, &count);
    for (uint32_t n = 0; n < count; n++) {
        if (!is_member(s.m, list[n]) || at++ != index)
            continue;
        out->name = dxki_md_str(s.m, dxki_md_op(s.m, list[n], DXKI_DI_DERIVED_TYPE_NAME));
        out->type =
            dxki_inspect_type_of(inspect, dxki_md_op(s.m, list[n], DXKI_DI_DERIVED_TYPE_BASE_TYPE));
        out->offset = dxki_md_num(s.m, list[n], DXKI_DI_DERIVED_TYPE_OFFSET);
        if (!out->name.size)
            out->name = resolve(inspect, out->type).name; /* what is inherited */
        if (info.kind == DXK_INSPECT_MATRIX)
            out->offset = matrix_offset(inspect, &info, index, out->offset);
        return true;
    }
    return false;
}
