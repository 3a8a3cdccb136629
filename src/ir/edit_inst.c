/* SPDX-License-Identifier: MIT */
/* edit_inst.c - instructions: their place, their operands, what describes them. See edit.h. */
#include "ir/edit_parts.h"

#include "base/sort.h"

#include <string.h>

/* --- the list --- */

bool dxki_insts_link_back(dxk_module *m)
{
    size_t count = m->insts.count;
    if (m->inst_prev.count)
        return true;
    if (!dxki_vec_reserve(m->ctx, &m->inst_prev, count))
        return false;
    m->inst_prev.count = count;
    memset(m->inst_prev.items, 0, count * sizeof *m->inst_prev.items);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t next = m->insts.items[i].next;
        if (next && m->insts.items[i].op != DXKI_OP_NONE)
            m->inst_prev.items[next] = i;
    }
    return true;
}

void dxki_inst_unlink(dxk_module *m, uint32_t inst)
{
    dxki_inst *in = &m->insts.items[inst];
    dxki_block *home = &m->blocks.items[in->block];
    uint32_t prev = dxki_inst_prev(m, inst);
    if (prev)
        m->insts.items[prev].next = in->next;
    else
        home->first_inst = in->next;
    if (in->next)
        m->inst_prev.items[in->next] = prev;
    else
        home->last_inst = prev;
    in->block = 0; /* `next` stays, for the loop that unlinks it */
}

void dxki_inst_link(dxk_module *m, uint32_t inst, dxki_place at)
{
    dxki_inst *in = &m->insts.items[inst];
    dxki_block *home = &m->blocks.items[at.block];
    in->block = at.block;
    uint32_t prev = at.before ? dxki_inst_prev(m, at.before) : home->last_inst;
    in->next = at.before;
    m->inst_prev.items[inst] = prev;
    if (prev)
        m->insts.items[prev].next = inst;
    else
        home->first_inst = inst;
    if (at.before)
        m->inst_prev.items[at.before] = inst;
    else
        home->last_inst = inst;
}

dxki_place dxki_place_after_phis(const dxk_module *m, uint32_t block)
{
    uint32_t inst = m->blocks.items[block].first_inst;
    while (inst && m->insts.items[inst].op == DXKI_OP_PHI)
        inst = m->insts.items[inst].next;
    return (dxki_place){block, inst};
}

uint32_t dxki_inst_insert(dxk_module *m, dxki_place at, const dxki_inst *inst,
                          const dxki_value *ops, const uint32_t *extra, uint32_t extra_count)
{
    uint32_t index = 0;
    if (dxki_module_touch(m))
        index = dxki_inst_add(m, at.block, inst, ops, extra, extra_count);
    if (index && at.before) {
        dxki_inst_unlink(m, index);
        dxki_inst_link(m, index, at);
    }
    return index;
}

bool dxki_inst_move(dxk_module *m, uint32_t inst, dxki_place to)
{
    if (!dxki_module_touch(m))
        return false;
    if (to.before != inst) {
        dxki_inst_unlink(m, inst);
        dxki_inst_link(m, inst, to);
    }
    return true;
}

bool dxki_inst_erase(dxk_module *m, uint32_t inst)
{
    dxki_inst *in = &m->insts.items[inst];
    dxki_tracked_drop(m, inst);
    if (in->type != DXKI_TY_VOID && !dxki_md_forget_value(m, DXKI_VALUE(DXKI_V_INST, inst)))
        return false;
    dxki_inst_unlink(m, inst);
    dxki_inst_clear_attachments(m, inst);
    if (inst < m->inst_names.count)
        m->inst_names.items[inst] = 0;
    if (inst < m->inst_dbg.count)
        m->inst_dbg.items[inst] = 0;
    in->op = DXKI_OP_NONE;
    in->type = DXKI_TY_VOID;
    in->op_count = 0;
    return true;
}

bool dxki_inst_remove(dxk_module *m, uint32_t inst)
{
    return dxki_module_touch(m) && dxki_inst_erase(m, inst);
}

/* --- operands --- */

bool dxki_inst_set_op(dxk_module *m, uint32_t inst, uint32_t k, dxki_value value)
{
    return dxki_module_touch(m) && dxki_tracked_set(m, inst, m->insts.items[inst].ops + k, value);
}

/* Room for `total` words in place of the instruction's own `used` ones: these, when they are enough
 * or the last ones that there are, else at the end. UINT32_MAX: out of memory. */
static uint32_t place_words(dxk_module *m, const dxki_inst *in, uint64_t used, uint64_t total)
{
    bool last = in->ops + used == m->words.count;
    size_t extra = (size_t)(last ? total - used : total);
    if (total <= used)
        return in->ops;
    if (total > UINT32_MAX - m->words.count || !dxki_vec_reserve(m->ctx, &m->words, extra))
        return UINT32_MAX;
    m->words.count += extra;
    return (uint32_t)(m->words.count - total);
}

/* Where `list` is in the module's words, for when they move; -1: somewhere else. */
static ptrdiff_t offset_in_words(const dxk_module *m, const uint32_t *list)
{
    uintptr_t at = (uintptr_t)list, start = (uintptr_t)m->words.items;
    return list && at >= start && at < start + m->words.count * sizeof *list
               ? (ptrdiff_t)((at - start) / sizeof *list)
               : -1;
}

bool dxki_inst_set_ops(dxk_module *m, uint32_t inst, const dxki_value *ops, uint32_t count,
                       const uint32_t *extra, uint32_t extra_count)
{
    const dxki_inst *old = &m->insts.items[inst];
    uint64_t used = (uint64_t)old->op_count + dxki_inst_extra_count(m, old);
    ptrdiff_t own_ops = offset_in_words(m, ops), own_extra = offset_in_words(m, extra);
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, inst);
    if (own_ops >= 0 || own_extra >= 0)
        used = 0; /* they are read while the new ones are written: these go elsewhere */
    uint32_t at = place_words(m, old, used, (uint64_t)count + extra_count);
    if (at == UINT32_MAX)
        return false;
    uint32_t *to = m->words.items + at;
    ops = own_ops >= 0 ? m->words.items + own_ops : ops;
    extra = own_extra >= 0 ? m->words.items + own_extra : extra;
    if (count)
        memcpy(to, ops, count * sizeof *to);
    if (extra_count)
        memcpy(to + count, extra, extra_count * sizeof *to);
    m->insts.items[inst].ops = at;
    m->insts.items[inst].op_count = count;
    return dxki_tracked_add(m, inst);
}

/* --- phis --- */

uint32_t dxki_phi_block(const dxk_module *m, uint32_t phi, uint32_t k)
{
    const dxki_inst *in = &m->insts.items[phi];
    return DXKI_INDEX(m->words.items[in->ops + in->op_count + k]);
}

uint32_t dxki_phi_find(const dxk_module *m, uint32_t phi, uint32_t block)
{
    for (uint32_t k = 0; k < m->insts.items[phi].op_count; k++) {
        if (dxki_phi_block(m, phi, k) == block)
            return k;
    }
    return UINT32_MAX;
}

bool dxki_phi_add(dxk_module *m, uint32_t phi, dxki_value value, uint32_t block)
{
    dxki_inst *in = &m->insts.items[phi];
    uint32_t count = in->op_count, old = in->ops;
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, phi);
    uint32_t at = place_words(m, in, (uint64_t)count * 2, (uint64_t)count * 2 + 2);
    if (at == UINT32_MAX)
        return false;
    uint32_t *from = m->words.items + old, *to = m->words.items + at;
    memmove(to + count + 1, from + count, count * sizeof *to); /* blocks first: they may overlap */
    memmove(to, from, count * sizeof *to);
    to[count] = value;
    to[count * 2 + 1] = DXKI_VALUE(DXKI_V_BLOCK, block);
    in->ops = at;
    in->op_count = count + 1;
    return dxki_tracked_add(m, phi);
}

bool dxki_phi_remove(dxk_module *m, uint32_t phi, uint32_t k)
{
    dxki_inst *in = &m->insts.items[phi];
    uint32_t count = in->op_count, *words = m->words.items + in->ops;
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, phi);
    memmove(words + k, words + k + 1, (count - 1) * sizeof *words); /* up to the block before */
    memmove(words + count + k - 1, words + count + k + 1, (count - k - 1) * sizeof *words);
    in->op_count = count - 1;
    return dxki_tracked_add(m, phi);
}

/* An operand of a phi. */
typedef struct incoming {
    uint32_t number;
    dxki_value value, block;
} incoming;

static bool incoming_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const incoming *)a)->number > ((const incoming *)b)->number;
}

/* Puts operands in their place that are the phi's own already. */
static bool put_incoming(dxk_module *m, uint32_t phi, const incoming *list)
{
    const dxki_inst *in = &m->insts.items[phi];
    uint32_t *words = m->words.items + in->ops;
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, phi);
    for (uint32_t k = 0; k < in->op_count; k++) {
        words[k] = list[k].value;
        words[in->op_count + k] = list[k].block;
    }
    return dxki_tracked_add(m, phi);
}

bool dxki_phi_sort(dxk_module *m, uint32_t phi, const uint32_t *numbers, bool *changed)
{
    uint32_t count = m->insts.items[phi].op_count;
    size_t size = count * sizeof(incoming);
    incoming *list = count ? dxki_realloc(m->ctx, NULL, 0, size) : NULL;
    bool sorted = true;
    for (uint32_t k = 0; list && k < count; k++) {
        uint32_t block = dxki_phi_block(m, phi, k);
        list[k] =
            (incoming){numbers[block], dxki_inst_ops(m, phi)[k], DXKI_VALUE(DXKI_V_BLOCK, block)};
        sorted = sorted && (k == 0 || list[k - 1].number <= list[k].number);
    }
    bool good = list || count == 0;
    if (!sorted) {
        *changed = true;
        good = dxki_sort(m->ctx, list, count, sizeof *list, incoming_after, NULL) &&
               put_incoming(m, phi, list);
    }
    dxki_realloc(m->ctx, list, list ? size : 0, 0);
    return good;
}

/* --- switches --- */

bool dxki_switch_add(dxk_module *m, uint32_t inst, dxki_value value, uint32_t block)
{
    dxki_inst *in = &m->insts.items[inst];
    uint32_t count = in->op_count, old = in->ops;
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, inst);
    uint32_t at = place_words(m, in, count, (uint64_t)count + 2);
    if (at == UINT32_MAX)
        return false;
    uint32_t *to = m->words.items + at;
    memmove(to, m->words.items + old, count * sizeof *to);
    to[count] = value;
    to[count + 1] = DXKI_VALUE(DXKI_V_BLOCK, block);
    in->ops = at;
    in->op_count = count + 2;
    return dxki_tracked_add(m, inst);
}

bool dxki_switch_remove(dxk_module *m, uint32_t inst, uint32_t k)
{
    dxki_inst *in = &m->insts.items[inst];
    uint32_t count = in->op_count, *words = m->words.items + in->ops, at = 2 + 2 * k;
    if (!dxki_module_touch(m))
        return false;
    dxki_tracked_drop(m, inst);
    memmove(words + at, words + at + 2, (count - at - 2) * sizeof *words);
    in->op_count = count - 2;
    return dxki_tracked_add(m, inst);
}

/* --- what describes an instruction --- */

bool dxki_inst_copy_notes(dxk_module *m, uint32_t to, uint32_t from)
{
    uint32_t count;
    dxki_md location = dxki_inst_dbg(m, from);
    if (!dxki_module_touch(m))
        return false;
    if (to == from)
        return true;
    if ((location || dxki_inst_dbg(m, to)) && !dxki_inst_set_dbg(m, to, location))
        return false;
    dxki_inst_clear_attachments(m, to);
    dxki_inst_attachments(m, from, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_attachment one = dxki_inst_attachments(m, from, &count)[i];
        if (!dxki_inst_set_attachment(m, to, one.kind, one.node))
            return false;
    }
    return true;
}

static bool is_access(const dxk_module *m, uint32_t inst)
{
    uint8_t op = dxki_inst_get(m, inst)->op;
    return op == DXKI_OP_LOAD || op == DXKI_OP_STORE;
}

bool dxki_inst_inherit_notes(dxk_module *m, uint32_t to, uint32_t from)
{
    if (!is_access(m, from) || is_access(m, to))
        return dxki_inst_copy_notes(m, to, from);
    dxki_md location = dxki_inst_dbg(m, from);
    return !location || dxki_inst_set_dbg(m, to, location);
}

bool dxki_value_take_name(dxk_module *m, dxki_value to, dxki_value from)
{
    dxki_string name = dxki_value_name(m, from);
    if (!dxki_module_touch(m))
        return false;
    return !name || (dxki_value_set_name(m, to, name) && dxki_value_set_name(m, from, 0));
}

/* --- extra words --- */

dxki_extra_kind dxki_extra_kind_of(dxki_op op, uint32_t k)
{
    switch (op) {
    case DXKI_OP_ALLOCA:
    case DXKI_OP_GEP:
        return DXKI_X_TYPE;
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        return k == 0 ? DXKI_X_TYPE : DXKI_X_ATTRS;
    case DXKI_OP_PHI:
        return DXKI_X_VALUE;
    default:
        return DXKI_X_NUMBER;
    }
}
