/* SPDX-License-Identifier: MIT */
/*
 * overlap.c - members of a constant buffer that packoffset() places on the same bytes; see check.h. What lies
 * in the gaps of another one shares nothing with it: behind the elements of an array, or behind the rows of a
 * matrix, there may be room for others.
 */
#include "sema/check.h"

#include "base/sort.h"

/* The bytes of a constant buffer; what is behind them is refused for that. */
#define MOST_BYTES 65536u

/* A part of a member: a type at an offset. */
typedef struct piece {
    const dxki_hlsl_type *type;
    uint64_t offset;
} piece;

static uint64_t end_of(const dxki_hlsl *c, piece p)
{
    return p.offset + dxki_hlsl_constant_size(c, p.type);
}

static bool meet(const dxki_hlsl *c, piece a, piece b)
{
    return a.offset < end_of(c, b) && b.offset < end_of(c, a);
}

static bool has_parts(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_aggregate(t) || t->kind == DXKI_HLSL_TY_MATRIX;
}

static bool share(dxki_hlsl *c, piece a, piece b);

/* True if one of `count` equal parts of `a`, each at a distance from the one before it, shares bytes with `b`. */
static bool shares_elements(dxki_hlsl *c, piece a, const dxki_hlsl_type *element, uint32_t count,
                            uint32_t stride, piece b)
{
    const uint64_t end = end_of(c, b) < MOST_BYTES ? end_of(c, b) : MOST_BYTES;
    uint64_t i = b.offset > a.offset && stride ? (b.offset - a.offset) / stride : 0;

    for (; i < count && a.offset + i * stride < end; i++) {
        if (share(c, (piece){element, a.offset + i * stride}, b))
            return true;
    }
    return false;
}

static bool shares_part(dxki_hlsl *c, piece a, piece b)
{
    const dxki_hlsl_type *t = a.type;

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return shares_elements(c, a, t->element, t->count, dxki_hlsl_constant_stride(c, t->element),
                               b);
    if (t->kind == DXKI_HLSL_TY_MATRIX) {
        const dxki_hlsl_lines lines = dxki_hlsl_matrix_lines(c, t);
        return shares_elements(
            c, a, dxki_hlsl_type_vector(c, (dxki_hlsl_scalar)t->scalar, lines.components),
            lines.count, lines.stride, b);
    }
    for (size_t i = 0; i < t->record->field_count; i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        if (share(c, (piece){f->type, a.offset + f->constant_offset}, b))
            return true;
    }
    return false;
}

/* True if two pieces have bytes in common. The larger one is taken apart. */
static bool share(dxki_hlsl *c, piece a, piece b)
{
    if (!meet(c, a, b) || !dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0}))
        return false;
    const bool swaps = !has_parts(a.type) ||
                       (has_parts(b.type) &&
                        dxki_hlsl_constant_size(c, b.type) > dxki_hlsl_constant_size(c, a.type));
    const piece whole = swaps ? b : a, other = swaps ? a : b;
    const bool found = !has_parts(whole.type) || shares_part(c, whole, other);
    dxki_hlsl_leave(c);
    return found;
}

/* A scalar of 64 bits is read from the multiple of 8 in front of its offset. */
static piece piece_of(const dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const bool is_wide = dxki_hlsl_is_value(v->type) && v->type->leaves == 1 &&
                         dxki_hlsl_scalar_size(c, v->type->scalar) == 8;

    return (piece){v->type, is_wide ? v->offset & ~7u : v->offset};
}

static bool stands_behind(const void *user, const void *left, const void *right)
{
    const dxki_hlsl_var *a = *(dxki_hlsl_var *const *)left, *b = *(dxki_hlsl_var *const *)right;

    (void)user;
    return a->offset != b->offset ? a->offset > b->offset : a->loc.at > b->loc.at;
}

static void tell(dxki_hlsl *c, const dxki_hlsl_var *a, const dxki_hlsl_var *b)
{
    const dxki_hlsl_var *later = a->loc.at > b->loc.at ? a : b, *first = later == a ? b : a;

    if (a->name && b->name &&
        DXKI_HLSL_REPORT(c, PACKOFFSET_OVERLAP, later->loc, dxki_text(later->name->text),
                         dxki_text(first->name->text)))
        DXKI_HLSL_REPORT(c, DECLARED_HERE, first->loc, dxki_text(first->name->text));
}

/* Compares a member with those in front of it that are not over yet, of which those that are over are left
 * out from then on; and it joins them, unless it shares bytes with one. */
static size_t compare(dxki_hlsl *c, dxki_hlsl_var **open, size_t count, dxki_hlsl_var *v)
{
    const piece own = piece_of(c, v);
    size_t kept = 0;
    bool shares = false;

    for (size_t i = 0; i < count; i++) {
        const piece other = piece_of(c, open[i]);
        if (end_of(c, other) <= own.offset)
            continue;
        if (!shares && share(c, own, other)) {
            shares = true;
            tell(c, open[i], v);
        }
        open[kept++] = open[i];
    }
    if (!shares)
        open[kept++] = v;
    return kept;
}

void dxki_sema_check_overlaps(dxki_hlsl *c, const dxki_hlsl_buffer *b)
{
    dxki_hlsl_var **sorted = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_var *, b->count + 1);
    size_t count = 0, open = 0;

    for (size_t i = 0; sorted && i < b->count; i++) {
        if (b->members[i]->has_register && !dxki_hlsl_is_error(b->members[i]->type))
            sorted[count++] = b->members[i];
    }
    if (!sorted || !dxki_sort(c->ctx, sorted, count, sizeof *sorted, stands_behind, NULL)) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) /* `open` is never more than `i` */
        open = compare(c, sorted, open, sorted[i]);
}
