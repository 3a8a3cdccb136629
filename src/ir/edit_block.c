/* SPDX-License-Identifier: MIT */
/* edit_block.c - edges and blocks. See edit.h. */
#include "ir/edit_parts.h"

/* The terminator of a block; 0: it has none (yet). */
static uint32_t terminator(const dxk_module *m, uint32_t block)
{
    uint32_t last = m->blocks.items[block].last_inst;
    bool ends = last && dxki_op_class_of((dxki_op)m->insts.items[last].op) == DXKI_OC_TERM;
    return ends ? last : 0;
}

/* The block that operand `k` of a terminator leads to; 0: the operand is none. */
static uint32_t target(const dxk_module *m, uint32_t inst, uint32_t k)
{
    dxki_value op = m->words.items[m->insts.items[inst].ops + k];
    return DXKI_TAG(op) == DXKI_V_BLOCK ? DXKI_INDEX(op) : 0;
}

/* --- edges --- */

/* True if a use of a block is that of a phi in block `to`. */
static bool is_in_phi_of(const dxk_module *m, uint32_t use, uint32_t to)
{
    const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
    return in->op == DXKI_OP_PHI && in->block == to;
}

/* With tracked uses: by those of the block, however many operands the phis have. */
static bool rename_tracked(dxk_module *m, uint32_t to, uint32_t old, uint32_t with)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, old), use) {
        if (is_in_phi_of(m, use, to) &&
            !dxki_tracked_set(m, dxki_tracked_user(m, use), use, DXKI_VALUE(DXKI_V_BLOCK, with)))
            return false;
    }
    return true;
}

bool dxki_edge_rename(dxk_module *m, uint32_t to, uint32_t old, uint32_t with)
{
    if (!dxki_module_touch(m))
        return false;
    if (m->tracked)
        return rename_tracked(m, to, old, with);
    DXKI_EACH_INST(m, to, phi) {
        const dxki_inst *in = &m->insts.items[phi];
        if (in->op != DXKI_OP_PHI)
            break;
        for (uint32_t k = 0; k < in->op_count; k++) {
            if (dxki_phi_block(m, phi, k) == old &&
                !dxki_tracked_set(m, phi, in->ops + in->op_count + k,
                                  DXKI_VALUE(DXKI_V_BLOCK, with)))
                return false;
        }
    }
    return true;
}

/* A phi that no edge leads to any more is undef. */
static bool settle_phi(dxk_module *m, uint32_t phi)
{
    if (m->insts.items[phi].op_count)
        return true;
    dxki_value undef = dxki_const_undef(m, m->insts.items[phi].type);
    if (!undef || !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, phi), undef))
        return false;
    return dxki_inst_erase(m, phi);
}

/* True if it is known that no phi in block `to` has an operand from block `from`. */
static bool is_known_absent(const dxk_module *m, uint32_t from, uint32_t to)
{
    if (!m->tracked)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, from), use) {
        if (is_in_phi_of(m, use, to))
            return false;
    }
    return true;
}

/* Takes the edges from a block out of the phis of another one: one of them, or all. */
static bool remove_edges(dxk_module *m, uint32_t from, uint32_t to, bool all)
{
    if (is_known_absent(m, from, to))
        return true;
    DXKI_EACH_INST(m, to, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        uint32_t k = dxki_phi_find(m, phi, from);
        bool removed = k != UINT32_MAX;
        while (k != UINT32_MAX) {
            if (!dxki_phi_remove(m, phi, k))
                return false;
            k = all ? dxki_phi_find(m, phi, from) : UINT32_MAX;
        }
        if (removed && !settle_phi(m, phi))
            return false;
    }
    return true;
}

bool dxki_edge_remove(dxk_module *m, uint32_t from, uint32_t to)
{
    if (!dxki_module_touch(m))
        return false;
    return remove_edges(m, from, to, false);
}

bool dxki_edge_add(dxk_module *m, uint32_t from, uint32_t to, uint32_t like)
{
    if (!dxki_module_touch(m))
        return false;
    DXKI_EACH_INST(m, to, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        uint32_t k = dxki_phi_find(m, phi, like);
        if (k == UINT32_MAX)
            continue;
        if (!dxki_phi_add(m, phi, dxki_inst_ops(m, phi)[k], from))
            return false;
    }
    return true;
}

/* The phis that `old` led to are told that it is `with` now. */
static bool rename_in_targets(dxk_module *m, uint32_t inst, uint32_t old, uint32_t with)
{
    for (uint32_t k = 0; inst && k < m->insts.items[inst].op_count; k++) {
        uint32_t to = target(m, inst, k);
        if (to && !dxki_edge_rename(m, to, old, with))
            return false;
    }
    return true;
}

/* --- the list --- */

void dxki_block_unlink(dxk_module *m, uint32_t block)
{
    dxki_block *b = &m->blocks.items[block];
    dxki_global *home = &m->globals.items[b->function];
    if (b->prev)
        m->blocks.items[b->prev].next = b->next;
    else
        home->first_block = b->next;
    if (b->next)
        m->blocks.items[b->next].prev = b->prev;
    else
        home->last_block = b->prev;
    home->block_count--;
    b->function = 0; /* `next` stays, for the loop that unlinks it */
}

void dxki_block_link(dxk_module *m, uint32_t block, uint32_t function, uint32_t before)
{
    dxki_block *b = &m->blocks.items[block];
    dxki_global *home = &m->globals.items[function];
    b->function = function;
    b->next = before;
    b->prev = before ? m->blocks.items[before].prev : home->last_block;
    if (b->prev)
        m->blocks.items[b->prev].next = block;
    else
        home->first_block = block;
    if (b->next)
        m->blocks.items[b->next].prev = block;
    else
        home->last_block = block;
    home->block_count++;
}

uint32_t dxki_block_insert(dxk_module *m, uint32_t function, uint32_t before)
{
    uint32_t block = dxki_module_touch(m) ? dxki_block_add(m, function) : 0;
    if (block && before) {
        dxki_block_unlink(m, block);
        dxki_block_link(m, block, function, before);
    }
    return block;
}

bool dxki_block_move(dxk_module *m, uint32_t block, uint32_t function, uint32_t before)
{
    if (!dxki_module_touch(m))
        return false;
    if (before != block) {
        dxki_block_unlink(m, block);
        dxki_block_link(m, block, function, before);
    }
    return true;
}

/* --- split and merge --- */

/* Moves `first` and all that follows it to the end of another block. */
static void move_tail(dxk_module *m, uint32_t first, uint32_t to)
{
    dxki_inst *in = &m->insts.items[first];
    dxki_block *from = &m->blocks.items[in->block], *home = &m->blocks.items[to];
    uint32_t last = from->last_inst, before = dxki_inst_prev(m, first), end = home->last_inst;
    for (uint32_t i = first; i; i = m->insts.items[i].next)
        m->insts.items[i].block = to;
    from->last_inst = before;
    if (before)
        m->insts.items[before].next = 0;
    else
        from->first_inst = 0;
    m->inst_prev.items[first] = end;
    if (end)
        m->insts.items[end].next = first;
    else
        home->first_inst = first;
    home->last_inst = last;
}

/* Ends a block with a branch to another one. */
static uint32_t add_branch(dxk_module *m, uint32_t block, uint32_t to)
{
    dxki_inst br = {.op = DXKI_OP_BR, .type = DXKI_TY_VOID, .op_count = 1};
    dxki_value op = DXKI_VALUE(DXKI_V_BLOCK, to);
    return dxki_inst_add(m, block, &br, &op, NULL, 0);
}

uint32_t dxki_block_split(dxk_module *m, uint32_t inst)
{
    uint32_t block = m->insts.items[inst].block, location = dxki_inst_dbg(m, inst);
    const dxki_block *b = &m->blocks.items[block];
    uint32_t behind = dxki_block_insert(m, b->function, b->next);
    if (!behind)
        return 0;
    move_tail(m, inst, behind);
    uint32_t br = add_branch(m, block, behind);
    if (!br || (location && !dxki_inst_set_dbg(m, br, location)))
        return 0;
    return rename_in_targets(m, terminator(m, behind), block, behind) ? behind : 0;
}

/* Edges of a terminator that lead to the block. */
static uint32_t count_edges(const dxk_module *m, uint32_t inst, uint32_t block)
{
    uint32_t count = 0;
    for (uint32_t k = 0; inst && k < m->insts.items[inst].op_count; k++)
        count += target(m, inst, k) == block;
    return count;
}

uint32_t dxki_block_sole_pred(const dxk_module *m, uint32_t block)
{
    uint32_t pred = 0;
    if (m->tracked) {
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
            uint32_t user = dxki_tracked_user(m, use);
            if (m->insts.items[user].op == DXKI_OP_PHI)
                continue;
            if (pred)
                return 0;
            pred = m->insts.items[user].block;
        }
        return pred;
    }
    DXKI_EACH_BLOCK(m, m->blocks.items[block].function, other) {
        uint32_t edges = count_edges(m, terminator(m, other), block);
        if (edges > 1 || (edges && pred))
            return 0;
        pred = edges ? other : pred;
    }
    return pred;
}

/* True if a constant holds the address of the block. */
static bool address_taken(const dxk_module *m, uint32_t block)
{
    return m->block_addresses && dxki_value_is_held(m, DXKI_VALUE(DXKI_V_BLOCK, block));
}

bool dxki_block_can_merge(const dxk_module *m, uint32_t pred, uint32_t block)
{
    uint32_t last = terminator(m, pred);
    return pred != block && last && m->insts.items[last].op == DXKI_OP_BR &&
           m->insts.items[last].op_count == 1 && target(m, last, 0) == block &&
           m->globals.items[m->blocks.items[block].function].first_block != block &&
           dxki_block_sole_pred(m, block) == pred && !address_taken(m, block);
}

/* The phis of a block that is only come to from one place. */
static bool resolve_phis(dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, phi) {
        const dxki_inst *in = &m->insts.items[phi];
        if (in->op != DXKI_OP_PHI)
            break;
        dxki_value self = DXKI_VALUE(DXKI_V_INST, phi), value = dxki_inst_ops(m, phi)[0];
        if (value == self) /* in code that is never reached */
            value = dxki_const_undef(m, in->type);
        if (!value || !dxki_value_replace(m, self, value) || !dxki_inst_erase(m, phi))
            return false;
    }
    return true;
}

bool dxki_block_merge(dxk_module *m, uint32_t pred, uint32_t block)
{
    dxki_value names[2] = {DXKI_VALUE(DXKI_V_BLOCK, pred), DXKI_VALUE(DXKI_V_BLOCK, block)};
    if (!dxki_module_touch(m))
        return false;
    if (!resolve_phis(m, block) || !dxki_inst_erase(m, terminator(m, pred)))
        return false;
    if (m->blocks.items[block].first_inst)
        move_tail(m, m->blocks.items[block].first_inst, pred);
    if (!dxki_value_name(m, names[0]) && !dxki_value_take_name(m, names[0], names[1]))
        return false;
    dxki_block_unlink(m, block);
    m->blocks.items[block].name = 0;
    return rename_in_targets(m, terminator(m, pred), block, pred);
}

/* --- removal --- */

/* The edges that lead out of a block that is off the list, to blocks that are on one. */
static bool cut_edges(dxk_module *m, uint32_t block)
{
    uint32_t last = terminator(m, block);
    for (uint32_t k = 0; last && k < m->insts.items[last].op_count; k++) {
        uint32_t to = target(m, last, k);
        if (to && m->blocks.items[to].function && !remove_edges(m, block, to, true))
            return false;
    }
    return true;
}

/* Addresses of blocks that are off the list: a pointer that is not null, and leads nowhere. */
static bool void_addresses(dxk_module *m)
{
    size_t known = m->consts.count;
    dxki_value *map = dxki_realloc(m->ctx, NULL, 0, known * sizeof *map);
    dxki_value one = dxki_const_int(m, DXKI_TY_I32, 1);
    bool good = map && one, any = false;
    for (size_t i = 0; good && i < known; i++) {
        const dxki_const c = m->consts.items[i];
        map[i] = 0;
        if (c.kind != DXKI_C_BLOCKADDRESS || !c.b || m->blocks.items[c.b].function)
            continue;
        map[i] = dxki_const_expr(m, DXKI_OP_INTTOPTR, 0, c.type, &one, 1, NULL, 0);
        good = map[i] != 0;
        any = true;
    }
    good = good && (!any || dxki_consts_replace_all(m, map, known));
    if (map)
        dxki_realloc(m->ctx, map, known * sizeof *map, 0);
    return good;
}

bool dxki_blocks_remove(dxk_module *m, const uint32_t *blocks, size_t count)
{
    if (!dxki_module_touch(m))
        return false;
    for (size_t i = 0; i < count; i++)
        dxki_block_unlink(m, blocks[i]);
    for (size_t i = 0; i < count; i++) {
        if (!cut_edges(m, blocks[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        DXKI_EACH_INST(m, blocks[i], inst) {
            if (!dxki_inst_erase(m, inst))
                return false;
        }
        m->blocks.items[blocks[i]].name = 0;
    }
    return !m->block_addresses || void_addresses(m);
}
