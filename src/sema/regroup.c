/* SPDX-License-Identifier: MIT */
/*
 * regroup.c - structures and arrays that have objects, as others: what they consist of, in order, is
 * grouped in another way. See check.h.
 */
#include "sema/check.h"

/* Objects and numbers that are compared at most. */
#define MOST_ATOMS 4096u

static bool push_atoms(dxki_hlsl *c, const dxki_hlsl_type *t, size_t mark);

/* The same for what an array or a structure consists of. */
static bool push_parts(dxki_hlsl *c, const dxki_hlsl_type *t, size_t mark)
{
    bool good = true;

    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        for (uint32_t i = 0; good && i < t->count; i++)
            good = push_atoms(c, t->element, mark);
        return good && t->count;
    }
    for (size_t i = 0; good && i < t->record->field_count; i++)
        good = !t->record->fields[i].is_bits && push_atoms(c, t->record->fields[i].type, mark);
    return good;
}

/* Pushes the types of the objects and numbers of a type; false: there are too many, or bit fields. */
static bool push_atoms(dxki_hlsl *c, const dxki_hlsl_type *t, size_t mark)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    const size_t count = c->sema->stack.count - mark;

    if (count + t->leaves > MOST_ATOMS)
        return false;
    if (!dxki_hlsl_is_aggregate(t)) {
        const bool is_object = t->kind == DXKI_HLSL_TY_OBJECT;
        const dxki_hlsl_type *atom =
            is_object ? t : dxki_hlsl_type_scalar(c, (dxki_hlsl_scalar)t->scalar);
        for (uint32_t i = 0; i < (is_object ? 1 : t->leaves); i++)
            dxki_sema_push(c, (void *)(uintptr_t)atom);
        return dxki_hlsl_ready(c);
    }
    if (!dxki_hlsl_enter(c, nowhere))
        return false;
    bool good = push_parts(c, t, mark);
    dxki_hlsl_leave(c);
    return good;
}

/* The objects and numbers of a type; NULL: they are too many, or none. */
static const dxki_hlsl_type **atoms_of(dxki_hlsl *c, const dxki_hlsl_type *t, size_t *count)
{
    const size_t mark = c->sema->stack.count;
    const bool good = push_atoms(c, t, mark);
    const dxki_hlsl_type **made = (const dxki_hlsl_type **)dxki_sema_take(c, mark, count);

    return good ? made : NULL;
}

dxki_hlsl_fit dxki_sema_regroup_fit(dxki_hlsl *c, const dxki_hlsl_type *from,
                                    const dxki_hlsl_type *to)
{
    const bool are_records =
        from->kind == DXKI_HLSL_TY_RECORD && to->kind == DXKI_HLSL_TY_RECORD && c->version < 2021;
    size_t has, wants;

    if (!from->has_objects || !to->has_objects || !dxki_hlsl_is_aggregate(from) ||
        (!dxki_hlsl_is_aggregate(to) && to->kind != DXKI_HLSL_TY_OBJECT))
        return DXKI_HLSL_NEVER;
    const dxki_hlsl_type **a = atoms_of(c, from, &has);
    const dxki_hlsl_type **b = a ? atoms_of(c, to, &wants) : NULL;
    if (!b || has < wants)
        return DXKI_HLSL_NEVER;
    bool same = has == wants;
    for (size_t i = 0; i < wants; i++) {
        const bool is_object =
            a[i]->kind == DXKI_HLSL_TY_OBJECT || b[i]->kind == DXKI_HLSL_TY_OBJECT;
        same = same && a[i] == b[i];
        if (is_object && dxki_sema_fit(c, a[i], b[i]) != DXKI_HLSL_FITS)
            return DXKI_HLSL_NEVER;
    }
    return same && are_records ? DXKI_HLSL_FITS : DXKI_HLSL_BY_CAST;
}

/* Pushes the parts of a place that are objects, or numbers of one kind. */
static void push_values(dxki_hlsl *c, dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->type;
    const bool is_array = t->kind == DXKI_HLSL_TY_ARRAY;

    if (!dxki_hlsl_is_aggregate(t) || !dxki_hlsl_enter(c, n->loc)) {
        dxki_sema_push(c, n);
        return;
    }
    const size_t count = is_array ? t->count : t->record->field_count;
    for (uint32_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_node *part =
            dxki_sema_node(c, is_array ? DXKI_HLSL_N_ELEMENT : DXKI_HLSL_N_FIELD, n->loc,
                           is_array ? t->element : t->record->fields[i].type);
        part->a = n;
        part->is_lvalue = n->is_lvalue;
        part->is_const = n->is_const;
        if (is_array)
            part->b = dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), i, n->loc);
        else
            part->index = i;
        push_values(c, part);
    }
    dxki_hlsl_leave(c);
}

dxki_hlsl_node **dxki_sema_parts(dxki_hlsl *c, dxki_hlsl_node *n, size_t *count)
{
    const size_t mark = c->sema->stack.count;
    size_t atoms;

    if (!n->type->has_objects || !dxki_hlsl_is_aggregate(n->type) || !atoms_of(c, n->type, &atoms))
        return NULL;
    push_values(c, n);
    return (dxki_hlsl_node **)dxki_sema_take(c, mark, count);
}
