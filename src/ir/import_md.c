/* SPDX-License-Identifier: MIT */
/*
 * import_md.c - metadata of another module. See import.h.
 *
 * Operands come before the nodes that have them, except where nodes lead round in a circle: there
 * one gets its entry ahead of its operands. Distinct nodes always do.
 */
#include <string.h>

#include "ir/import.h"

/* In im->mds. */
#define ON_THE_WAY UINT32_MAX
#define GONE       (UINT32_MAX - 1)

/* What a finished node became. */
static dxki_md made_of(const dxki_importer *im, dxki_md id)
{
    return im->mds[id] == GONE ? 0 : im->mds[id];
}

/* --- leaves --- */

/* A global in metadata is the one that is there, or null. */
static bool import_wrapped(dxki_importer *im, dxki_value value, dxki_md *to)
{
    dxki_value with = 0;
    *to = 0;
    if (DXKI_TAG(value) == DXKI_V_GLOBAL && im->globals[DXKI_INDEX(value)])
        with = DXKI_VALUE(DXKI_V_GLOBAL, im->globals[DXKI_INDEX(value)]);
    else if (DXKI_TAG(value) != DXKI_V_GLOBAL && !dxki_import_value(im, value, &with))
        return false;
    if (with)
        *to = dxki_md_of_value(im->to, with);
    return !with || *to;
}

static bool import_leaf(dxki_importer *im, dxki_md id)
{
    dxki_md to = 0;
    if (dxki_md_get(im->from, id)->kind == DXKI_M_STRING) {
        to = dxki_md_string(im->to, dxki_md_str(im->from, id));
        if (!to)
            return false;
    } else if (!import_wrapped(im, dxki_md_value(im->from, id), &to)) {
        return false;
    }
    im->mds[id] = to ? to : GONE;
    return true;
}

/* --- nodes --- */

/* An entry for a node whose operands are not there yet. */
static bool reserve(dxki_importer *im, dxki_md id)
{
    dxk_module *m = im->to;
    dxki_md_entry e = *dxki_md_get(im->from, id);
    uint32_t count, numbers;
    const uint64_t *nums = dxki_md_nums(im->from, id, &numbers);
    dxki_md_ops(im->from, id, &count);
    if (m->mds.count > DXKI_VALUE_INDEX_MAX || count > UINT32_MAX - m->words.count ||
        numbers > UINT32_MAX - m->md_nums.count || !dxki_vec_reserve(m->ctx, &m->words, count) ||
        !dxki_vec_reserve(m->ctx, &m->md_nums, numbers))
        return false;
    e.ops = (uint32_t)m->words.count;
    e.nums = (uint32_t)m->md_nums.count;
    if (count)
        memset(m->words.items + e.ops, 0, count * sizeof *m->words.items);
    if (numbers)
        memcpy(m->md_nums.items + e.nums, nums, numbers * sizeof *nums);
    m->words.count += count;
    m->md_nums.count += numbers;
    if (!dxki_vec_push(m->ctx, &m->mds, e))
        return false;
    im->mds[id] = (dxki_md)(m->mds.count - 1);
    return true;
}

/* Two words for each node that is being walked: it, and which operand is next. */
static bool begin(dxki_importer *im, dxki_md id)
{
    const dxki_md_entry *e = dxki_md_get(im->from, id);
    if (!id || (im->mds[id] && im->mds[id] != ON_THE_WAY))
        return true;
    if (im->mds[id] == ON_THE_WAY)
        return reserve(im, id);
    if (e->kind == DXKI_M_STRING || e->kind == DXKI_M_VALUE)
        return import_leaf(im, id);
    im->mds[id] = ON_THE_WAY;
    return (!e->distinct || reserve(im, id)) && dxki_vec_push(im->to->ctx, &im->stack, id) &&
           dxki_vec_push(im->to->ctx, &im->stack, 0);
}

static bool finish(dxki_importer *im, dxki_md id)
{
    dxk_module *m = im->to;
    const dxki_md_entry *e = dxki_md_get(im->from, id);
    uint32_t count, numbers;
    const dxki_md *ops = dxki_md_ops(im->from, id, &count);
    const uint64_t *nums = dxki_md_nums(im->from, id, &numbers);
    size_t floor = im->words.count;
    if (!dxki_vec_reserve(m->ctx, &im->words, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        im->words.items[im->words.count++] = made_of(im, ops[i]);
    const dxki_md *made = im->words.items + floor;
    bool good = true;
    if (im->mds[id] == ON_THE_WAY) {
        im->mds[id] = dxki_md_node(m, (dxki_md_kind)e->kind, made, count, nums, numbers, false);
        good = im->mds[id] != 0;
    } else {
        if (count)
            memcpy(m->words.items + m->mds.items[im->mds[id]].ops, made, count * sizeof *made);
        good = dxki_md_settle(m, im->mds[id]) != 0;
    }
    im->words.count = floor;
    return good;
}

bool dxki_import_md(dxki_importer *im, dxki_md id, dxki_md *to)
{
    size_t floor = im->stack.count;
    if (!dxki_module_touch(im->to) || !begin(im, id))
        return false;
    while (im->stack.count > floor) {
        uint32_t *top = im->stack.items + im->stack.count - 2, count;
        dxki_md node = top[0];
        const dxki_md *ops = dxki_md_ops(im->from, node, &count);
        if (top[1] < count) {
            if (!begin(im, ops[top[1]++]))
                return false;
            continue;
        }
        im->stack.count -= 2;
        if (!finish(im, node))
            return false;
    }
    *to = made_of(im, id);
    return true;
}

bool dxki_import_named_md(dxki_importer *im, size_t index)
{
    const dxki_named_md *from = &im->from->named_mds.items[index];
    uint32_t made = dxki_named_md_make(im->to, dxki_string_get(im->from, from->name));
    size_t floor = im->words.count;
    if (made == UINT32_MAX)
        return false;
    dxki_named_md named = im->to->named_mds.items[made];
    bool good = dxki_vec_reserve(im->to->ctx, &im->words, (size_t)named.op_count + from->op_count);
    for (uint32_t i = 0; i < named.op_count && good; i++)
        im->words.items[im->words.count++] = im->to->words.items[named.ops + i];
    for (uint32_t i = 0; i < from->op_count && good; i++) {
        dxki_md node = 0;
        good = dxki_import_md(im, im->from->words.items[from->ops + i], &node);
        if (node) /* what an import pushes, it takes away again: there is still room */
            good = good && dxki_vec_push(im->to->ctx, &im->words, node);
    }
    good = good && dxki_named_md_set(im->to, made, im->words.items + floor,
                                     (uint32_t)(im->words.count - floor));
    im->words.count = floor;
    return good;
}
