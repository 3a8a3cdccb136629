/* SPDX-License-Identifier: MIT */
/*
 * clone_md.c - what becomes of debug information in copies. See clone.h.
 *
 * Only what belongs to a body is copied: its subprogram, the scopes and variables in it, and the
 * locations that lead to them. Types, files and units are shared, also types that are declared in
 * the function.
 */
#include "ir/clone.h"
#include "base/count.h"

#include "ir/edit_parts.h"

static dxki_md mapped(const dxki_cloner *c, dxki_md id)
{
    return DXKI_INDEX(dxki_value_map_get(&c->map, DXKI_VALUE(DXKI_V_METADATA, id)));
}

static bool map_node(dxki_cloner *c, dxki_md from, dxki_md to)
{
    return to &&
           dxki_clone_map(c, DXKI_VALUE(DXKI_V_METADATA, from), DXKI_VALUE(DXKI_V_METADATA, to));
}

/* Slot of the scope that a node is in; UINT32_MAX: it is no such thing. */
static uint32_t scope_slot(const dxk_module *m, dxki_md id)
{
    switch (dxki_md_get(m, id)->kind) {
    case DXKI_M_LEXICAL_BLOCK:
        return DXKI_DI_LEXICAL_BLOCK_SCOPE;
    case DXKI_M_LEXICAL_BLOCK_FILE:
        return DXKI_DI_LEXICAL_BLOCK_FILE_SCOPE;
    case DXKI_M_LOCAL_VAR:
        return DXKI_DI_LOCAL_VAR_SCOPE;
    default:
        return UINT32_MAX;
    }
}

/* A copy of a node that has other operands in two of its slots. A distinct node gives a distinct
 * one. 0: out of memory. */
static dxki_md copy_node(dxki_cloner *c, dxki_md id, uint32_t slot, dxki_md op, uint32_t slot2,
                         dxki_md op2)
{
    dxk_module *m = c->m;
    dxki_md_entry e = *dxki_md_get(m, id);
    uint32_t count, numbers;
    const dxki_md *ops = dxki_md_ops(m, id, &count);
    uint64_t nums[16];
    const uint64_t *own = dxki_md_nums(m, id, &numbers);
    c->ops.count = 0;
    if (numbers > DXKI_COUNT(nums) || !dxki_vec_reserve(m->ctx, &c->ops, count))
        return 0;
    for (uint32_t i = 0; i < count; i++)
        c->ops.items[c->ops.count++] = i == slot ? op : i == slot2 ? op2 : ops[i];
    for (uint32_t i = 0; i < numbers; i++)
        nums[i] = own[i];
    return dxki_md_node(m, (dxki_md_kind)e.kind, c->ops.items, count, nums, numbers, e.distinct);
}

/* A scope or a variable: copied when a scope around it is. *to: it, or its copy. */
static bool clone_scoped(dxki_cloner *c, dxki_md id, dxki_md *to)
{
    size_t floor = c->chain.count;
    while (scope_slot(c->m, id) != UINT32_MAX && !mapped(c, id) &&
           c->chain.count - floor <= c->m->mds.count) { /* scopes may lead round in a circle */
        if (!dxki_vec_push(c->m->ctx, &c->chain, id))
            return false;
        id = dxki_md_op(c->m, id, scope_slot(c->m, id));
    }
    dxki_md outer = mapped(c, id);
    bool changed = outer != 0;
    *to = outer ? outer : id;
    while (c->chain.count > floor) {
        id = c->chain.items[--c->chain.count];
        if (changed)
            *to = copy_node(c, id, scope_slot(c->m, id), *to, UINT32_MAX, 0);
        else
            *to = id;
        if (changed && !map_node(c, id, *to))
            return false;
    }
    return true;
}

/* A location: its scope, and those that it was inlined at. */
static bool clone_location(dxki_cloner *c, dxki_md id, dxki_md *to)
{
    size_t floor = c->chain.count;
    while (id && dxki_md_get(c->m, id)->kind == DXKI_M_LOCATION && !mapped(c, id) &&
           c->chain.count - floor <= c->m->mds.count) {
        if (!dxki_vec_push(c->m->ctx, &c->chain, id))
            return false;
        id = dxki_md_op(c->m, id, DXKI_DI_LOCATION_INLINED_AT);
    }
    dxki_md at = id ? mapped(c, id) : c->inlined_at;
    at = at ? at : id;
    while (c->chain.count > floor) {
        id = c->chain.items[--c->chain.count];
        dxki_md old = dxki_md_op(c->m, id, DXKI_DI_LOCATION_SCOPE), scope;
        if (!clone_scoped(c, old, &scope))
            return false;
        bool changed = scope != old || at != dxki_md_op(c->m, id, DXKI_DI_LOCATION_INLINED_AT);
        *to = changed
                  ? copy_node(c, id, DXKI_DI_LOCATION_SCOPE, scope, DXKI_DI_LOCATION_INLINED_AT, at)
                  : id;
        if (!map_node(c, id, *to))
            return false;
        at = *to;
    }
    return true;
}

dxki_md dxki_clone_md(dxki_cloner *c, dxki_md id)
{
    dxki_md to = mapped(c, id);
    if (to || !id)
        return to;
    if (dxki_md_get(c->m, id)->kind == DXKI_M_LOCATION)
        return clone_location(c, id, &to) ? to : 0;
    if (scope_slot(c->m, id) != UINT32_MAX)
        return clone_scoped(c, id, &to) ? to : 0;
    return id;
}

/* --- subprograms --- */

static dxki_md find_subprogram(const dxk_module *m, uint32_t function)
{
    for (dxki_md id = 1; id < m->mds.count; id++) {
        if (dxki_md_get(m, id)->kind == DXKI_M_SUBPROGRAM &&
            dxki_md_value(m, dxki_md_op(m, id, DXKI_DI_SUBPROGRAM_FUNCTION)) ==
                DXKI_VALUE(DXKI_V_GLOBAL, function))
            return id;
    }
    return 0;
}

/* Sets an operand of a node in its place. */
static bool set_op(dxk_module *m, dxki_md id, uint32_t slot, dxki_md op)
{
    m->words.items[m->mds.items[id].ops + slot] = op;
    return op && dxki_md_settle(m, id) != 0;
}

/* The list of a subprogram's variables, as the copy's. */
static bool clone_variables(dxki_cloner *c, dxki_md from, dxki_md to)
{
    dxki_md list = dxki_md_op(c->m, from, DXKI_DI_SUBPROGRAM_VARIABLES);
    DXKI_VEC(dxki_md) made = {NULL, 0, 0};
    uint32_t count;
    bool good = true;
    dxki_md_ops(c->m, list, &count);
    for (uint32_t i = 0; i < count && good; i++) {
        dxki_md old = dxki_md_op(c->m, list, i), copy = dxki_clone_md(c, old);
        good = (copy || !old) && dxki_vec_push(c->m->ctx, &made, copy);
    }
    if (count && good)
        good = set_op(c->m, to, DXKI_DI_SUBPROGRAM_VARIABLES,
                      dxki_md_tuple(c->m, made.items, count, false));
    dxki_vec_free(c->m->ctx, &made);
    return good;
}

/* Puts the copy after the original in the lists of the compile units. */
static bool enter_in_unit(dxki_cloner *c, dxki_md unit, dxki_md from, dxki_md to)
{
    dxki_md list = dxki_md_op(c->m, unit, DXKI_DI_COMPILE_UNIT_SUBPROGRAMS);
    uint32_t count;
    bool good = true, there = false;
    const dxki_md *ops = dxki_md_ops(c->m, list, &count);
    DXKI_VEC(dxki_md) made = {NULL, 0, 0};
    for (uint32_t i = 0; i < count && good; i++) {
        there = there || ops[i] == from;
        good = dxki_vec_push(c->m->ctx, &made, ops[i]);
    }
    good = good && (!there || dxki_vec_push(c->m->ctx, &made, to));
    if (there && good)
        good = set_op(c->m, unit, DXKI_DI_COMPILE_UNIT_SUBPROGRAMS,
                      dxki_md_tuple(c->m, made.items, count + 1, false));
    dxki_vec_free(c->m->ctx, &made);
    return good;
}

bool dxki_clone_subprogram(dxki_cloner *c, uint32_t function, uint32_t copy)
{
    dxki_md from = find_subprogram(c->m, function);
    if (!from)
        return true;
    dxki_md value = dxki_md_of_value(c->m, DXKI_VALUE(DXKI_V_GLOBAL, copy));
    dxki_md to = value ? copy_node(c, from, DXKI_DI_SUBPROGRAM_FUNCTION, value, UINT32_MAX, 0) : 0;
    if (!map_node(c, from, to) || !clone_variables(c, from, to))
        return false;
    for (dxki_md id = 1, end = (dxki_md)c->m->mds.count; id < end; id++) {
        if (dxki_md_get(c->m, id)->kind == DXKI_M_COMPILE_UNIT && !enter_in_unit(c, id, from, to))
            return false;
    }
    return true;
}
