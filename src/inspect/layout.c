/* SPDX-License-Identifier: MIT */
/*
 * layout.c - where the numbers of a variable are: in the source's type, and in memory. Mostly both are
 * numbers of one size in a row, so that a bit of the variable is the same bit of memory. Where they are
 * not (booleans, structures whose members the compiler has put into memory of their own), each number
 * has a cell.
 */
#include "inspect/inspect.h"

#include "base/sort.h"

#define MOST_NESTING 32u

/* Numbers of one size, one after the other. */
typedef struct row_of {
    uint64_t bits, count; /* count 0: it is something else */
} row_of;

/* ---------------------------------------------------------------------------------------- */
/* Types of the source                                                                        */

static bool is_later(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxki_inspect_scalar *)a)->offset > ((const dxki_inspect_scalar *)b)->offset;
}

static bool out_of_memory(dxk_inspect *i)
{
    i->no_memory = true;
    return false;
}

static bool add_scalars(dxk_inspect *i, dxk_inspect_type type, uint64_t offset, uint32_t depth)
{
    dxk_inspect_type_info info;
    dxk_inspect_member member;

    if (depth == MOST_NESTING || !dxk_inspect_type_get(i, type, &info) ||
        info.count > DXKI_INSPECT_MOST_NUMBERS || info.bits > UINT32_MAX)
        return false;
    if (info.kind == DXK_INSPECT_NUMBER) {
        dxki_inspect_scalar scalar = {offset, (uint32_t)info.bits, (uint8_t)info.number};
        if (i->scalars.count >= DXKI_INSPECT_MOST_NUMBERS)
            return false;
        return dxki_vec_push(i->ctx, &i->scalars, scalar) || out_of_memory(i);
    }
    for (uint64_t n = 0; n < info.count; n++)
        if (!dxk_inspect_type_member(i, type, n, &member) || member.offset > UINT32_MAX ||
            !add_scalars(i, member.type, offset + member.offset, depth + 1))
            return false;
    return info.kind != DXK_INSPECT_OTHER;
}

bool dxki_inspect_scalars(dxk_inspect *i, dxk_inspect_type type)
{
    i->scalars.count = 0;
    if (add_scalars(i, type, 0, 0) && (dxki_sort(i->ctx, i->scalars.items, i->scalars.count,
                                                 sizeof *i->scalars.items, is_later, NULL) ||
                                       out_of_memory(i)))
        return true;
    i->scalars.count = 0;
    return false;
}

/* Appends a member to a row; false: it does not go on with it. */
static bool extend(row_of *row, row_of member, uint64_t offset)
{
    if (!member.count || (row->count && row->bits != member.bits) || row->count > UINT32_MAX ||
        member.count > UINT32_MAX || offset != row->count * member.bits)
        return false;
    row->bits = member.bits;
    row->count += member.count;
    return true;
}

static row_of source_row(const dxk_inspect *i, dxk_inspect_type type, uint32_t depth)
{
    static const row_of none = {0, 0};
    dxk_inspect_type_info info;
    dxk_inspect_member member;
    row_of row = none;

    if (depth == MOST_NESTING || !dxk_inspect_type_get(i, type, &info))
        return none;
    if (info.kind == DXK_INSPECT_NUMBER)
        return (row_of){info.bits, 1};
    if (info.kind == DXK_INSPECT_OTHER || !dxk_inspect_type_member(i, type, 0, &member))
        return none;
    if (info.kind == DXK_INSPECT_ARRAY || info.kind == DXK_INSPECT_MATRIX) {
        row = source_row(i, member.type, depth + 1);
        row.count = row.bits && info.bits % row.bits == 0 ? info.bits / row.bits : 0;
        return row;
    }
    for (uint64_t n = 0; n < info.count && n < DXKI_INSPECT_MOST_NUMBERS; n++)
        if (!dxk_inspect_type_member(i, type, n, &member) ||
            !extend(&row, source_row(i, member.type, depth + 1), member.offset))
            return none;
    return row;
}

/* ---------------------------------------------------------------------------------------- */
/* Types in memory                                                                            */

/* Bytes from one element of an array or vector to the next; those of a vector are packed. */
static uint64_t step_of(dxk_inspect *i, dxki_type type)
{
    const dxk_module *m = i->p->m;
    dxki_type element = dxki_type_element(m, type, 0);

    return dxki_type_is_vector(m, type) ? (dxki_type_bits(m, element) + 7) / 8
                                        : dxki_dxil_layout_alloc_size(&i->shapes.layout, element);
}

static row_of memory_row(dxk_inspect *i, dxki_type type, uint32_t depth)
{
    const dxk_module *m = i->p->m;
    uint64_t count = dxki_type_count(m, type), end = 0;
    row_of row = {0, 0};

    if (depth == MOST_NESTING)
        return row;
    if (dxki_type_bits(m, type))
        return (row_of){dxki_type_bits(m, type), 1};
    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT) {
        row_of element = count ? memory_row(i, dxki_type_element(m, type, 0), depth + 1) : row;
        bool packed = element.count && element.bits * element.count == 8 * step_of(i, type);
        return packed && count <= UINT32_MAX ? (row_of){element.bits, element.count * count} : row;
    }
    bool packed = (dxki_type_get(m, type)->flags & DXKI_TF_PACKED) != 0;
    for (uint64_t n = 0; n < count; n++) {
        dxki_type element = dxki_type_element(m, type, n);
        uint64_t at = dxki_dxil_layout_place(&i->shapes.layout, element, packed, &end);
        if (!extend(&row, memory_row(i, element, depth + 1), 8 * at))
            return (row_of){0, 0};
    }
    return row;
}

/* Appends a cell for each number, whose place in the variable is not known yet. */
static bool add_cells(dxk_inspect *i, dxki_type type, uint64_t at, uint32_t depth)
{
    const dxk_module *m = i->p->m;
    uint64_t count = dxki_type_count(m, type), end = 0;
    bool is_struct = dxki_type_kind_of(m, type) == DXKI_T_STRUCT;
    bool packed = (dxki_type_get(m, type)->flags & DXKI_TF_PACKED) != 0;

    if (depth == MOST_NESTING || count > DXKI_INSPECT_MOST_NUMBERS || at > UINT32_MAX)
        return false;
    if (dxki_type_bits(m, type)) {
        dxki_inspect_cell cell = {.at = (uint32_t)at,
                                  .at_bits = dxki_type_bits(m, type),
                                  .is_real = dxki_type_is_fp(m, type)};
        return cell.at_bits <= 64 && (dxki_vec_push(i->ctx, &i->cells, cell) || out_of_memory(i));
    }
    for (uint64_t n = 0; n < count; n++) {
        dxki_type element = dxki_type_element(m, type, n);
        uint64_t to = is_struct ? dxki_dxil_layout_place(&i->shapes.layout, element, packed, &end)
                                : n * step_of(i, type);
        if (!add_cells(i, element, at + to, depth + 1))
            return false;
    }
    return count != 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Both                                                                                       */

/* Where element `n` of an array in memory is in the variable. */
static uint64_t strided(const dxki_inspect_part *part, uint64_t n)
{
    uint64_t offset = part->offset;

    for (uint32_t d = part->dims; d-- > 0 && part->strides[2 * d + 1];) {
        offset += n % part->strides[2 * d + 1] * part->strides[2 * d];
        n /= part->strides[2 * d + 1];
    }
    return offset;
}

/* Elements that the strides speak of. */
static uint64_t strided_count(const dxki_inspect_part *part)
{
    uint64_t count = 1;

    for (uint32_t d = 0; d < part->dims; d++)
        count = part->strides[2 * d + 1] > UINT32_MAX || count > UINT32_MAX
                    ? 0
                    : count * part->strides[2 * d + 1];
    return count;
}

/* The number of the variable at a bit; NULL: none begins there. */
static const dxki_inspect_scalar *scalar_at(const dxk_inspect *i, uint64_t offset)
{
    size_t low = 0, high = i->scalars.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (i->scalars.items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < i->scalars.count && i->scalars.items[low].offset == offset ? &i->scalars.items[low]
                                                                            : NULL;
}

/* The number that cell `n` of a part holds; NULL: none. Without strides they follow each other. */
static const dxki_inspect_scalar *scalar_of(const dxk_inspect *i, const dxki_inspect_part *part,
                                            uint32_t n, uint32_t each)
{
    const dxki_inspect_scalar *end = i->scalars.items + i->scalars.count;
    const dxki_inspect_scalar *s =
        scalar_at(i, part->dims ? strided(part, n / each) : part->offset);
    uint32_t rest = part->dims ? n % each : n;

    if (!s || (size_t)(end - s) <= rest)
        return NULL;
    s += rest;
    return part->dims || !part->bits || s->offset - part->offset < part->bits ? s : NULL;
}

/* Gives the cells from `first` on their numbers; those that find none are dropped. */
static void place_cells(dxk_inspect *i, const dxki_inspect_part *part, uint32_t first)
{
    uint64_t elements = strided_count(part);
    uint32_t kept = first, all = (uint32_t)i->cells.count - first;
    uint32_t each = elements && elements <= all ? (uint32_t)(all / elements) : 1;

    for (uint32_t n = first; n < i->cells.count; n++) {
        const dxki_inspect_scalar *s = scalar_of(i, part, n - first, each);
        if (!s || s->bits > 64)
            continue;
        dxki_inspect_cell cell = i->cells.items[n];
        cell.offset = s->offset;
        cell.bits = s->bits;
        cell.is_real = cell.is_real && s->number == DXK_INSPECT_REAL;
        i->cells.items[kept++] = cell;
    }
    i->cells.count = kept;
}

static bool is_later_cell(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxki_inspect_cell *)a)->offset > ((const dxki_inspect_cell *)b)->offset;
}

/* True if a type has matrices that are column by column in the source's order. */
static bool has_columns(const dxk_inspect *i, dxk_inspect_type type, uint32_t depth)
{
    dxk_inspect_type_info info;
    dxk_inspect_member member;

    if (depth == MOST_NESTING || !dxk_inspect_type_get(i, type, &info))
        return false;
    if (info.kind == DXK_INSPECT_MATRIX)
        return info.columns > 1 && dxk_inspect_type_member(i, type, 1, &member) &&
               member.offset * info.count != info.bits;
    uint64_t count = info.kind == DXK_INSPECT_ARRAY    ? 1
                     : info.kind == DXK_INSPECT_STRUCT ? info.count
                                                       : 0;
    for (uint64_t n = 0; n < count && n < DXKI_INSPECT_MOST_NUMBERS; n++)
        if (dxk_inspect_type_member(i, type, n, &member) && has_columns(i, member.type, depth + 1))
            return true;
    return false;
}

bool dxki_inspect_lay_out_rows(dxk_inspect *i, dxk_inspect_type type, dxki_type memory,
                               dxki_inspect_layout *out)
{
    uint32_t first = (uint32_t)i->cells.count;

    if (!has_columns(i, type, 0))
        return dxki_inspect_lay_out(i, type, (dxki_inspect_part){0, 0, NULL, 0}, memory, out);
    *out = (dxki_inspect_layout){.first = first};
    i->scalars.count = 0;
    if (!add_scalars(i, type, 0, 0) || !add_cells(i, memory, 0, 0) ||
        i->cells.count - first != i->scalars.count) {
        i->cells.count = first;
        return !i->no_memory; /* it cannot be shown */
    }
    for (uint32_t n = 0; n < i->scalars.count; n++) {
        const dxki_inspect_scalar *s = &i->scalars.items[n];
        dxki_inspect_cell *cell = &i->cells.items[first + n];
        cell->offset = s->offset;
        cell->bits = s->bits;
        cell->is_real &= s->number == DXK_INSPECT_REAL;
    }
    out->count = (uint32_t)i->scalars.count;
    return dxki_sort(i->ctx, i->cells.items + first, out->count, sizeof *i->cells.items,
                     is_later_cell, NULL);
}

bool dxki_inspect_lay_out(dxk_inspect *i, dxk_inspect_type type, dxki_inspect_part part,
                          dxki_type memory, dxki_inspect_layout *out)
{
    dxk_inspect_type_info info;
    row_of source = source_row(i, type, 0), held = memory_row(i, memory, 0);

    *out = (dxki_inspect_layout){.first = (uint32_t)i->cells.count};
    if (!dxk_inspect_type_get(i, type, &info))
        return true;
    uint64_t bits = part.bits ? part.bits : info.bits;
    out->is_same = !part.dims && held.count && held.bits == source.bits &&
                   held.count * held.bits >= bits && part.offset % held.bits == 0;
    if (out->is_same)
        return true;
    if (!dxki_inspect_scalars(i, type) || !add_cells(i, memory, 0, 0)) {
        i->cells.count = out->first;
        return !i->no_memory; /* it cannot be shown */
    }
    place_cells(i, &part, out->first);
    out->count = (uint32_t)i->cells.count - out->first;
    return dxki_sort(i->ctx, i->cells.items + out->first, out->count, sizeof *i->cells.items,
                     is_later_cell, NULL);
}
