/* SPDX-License-Identifier: MIT */
/*
 * skip.c - what leads to a block that does nothing leads to the block after it:
 *
 *     a:  br %x, %e, %f                      a:  br %x, %j, %f
 *     b:  br %e                              b:  br %j
 *     e:  %p = phi [1, %a], [2, %b]    ==>
 *         br %j
 *     j:  %q = phi [%p, %e], [3, %f]         j:  %q = phi [1, %a], [2, %b], [3, %f]
 *
 * Headers stay, and so does a block that several ways back to a header go through: lanes meet there.
 * All empty blocks before one are taken together, so that its phis are made anew once.
 */
#include "pass/simplifycfg.h"

/* Operands that phis may get for one block that goes: chains of joins would grow without end. */
#define MOST_OPERANDS 256u

/* ---------------------------------------------------------------------------------------- */
/* Which blocks                                                                               */

/* True if the block has nothing but phis, and debug information, before its jump. */
static bool is_empty(const dxk_module *m, uint32_t block)
{
    if (!dxki_pass_flow_is_jump(m, block))
        return false;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (in->op != DXKI_OP_PHI && in->op != DXKI_OP_BR && !dxki_inst_is_debug_call(m, in))
            return false;
    }
    return true;
}

/* True if all that uses the block's phis are phis of `next`, for the edge from here. */
static bool phis_lead_on(const dxk_module *m, uint32_t block, uint32_t next)
{
    DXKI_EACH_INST(m, block, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, phi), use) {
            uint32_t user = dxki_tracked_user(m, use), k = dxki_tracked_operand(m, use);
            if (m->insts.items[user].op != DXKI_OP_PHI || m->insts.items[user].block != next ||
                dxki_phi_block(m, user, k) != block)
                return false;
        }
    }
    return true;
}

/* Collects the blocks that lead here, one per edge; false: out of memory. *good: all of them by a
 * branch or switch. */
static bool collect_preds(dxki_pass_simplifier *s, uint32_t block, bool *good)
{
    const dxk_module *m = s->p->m;
    s->preds.count = 0;
    *good = true;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (in->op == DXKI_OP_PHI)
            continue;
        *good = *good && (in->op == DXKI_OP_BR || in->op == DXKI_OP_SWITCH);
        if (!dxki_vec_push(s->p->ctx, &s->preds, in->block))
            return false;
    }
    return true;
}

/* True if the block may go for what the blocks around it are; s->preds are those before it. */
static bool may_go(const dxki_pass_simplifier *s, uint32_t block, uint32_t next)
{
    const dxk_module *m = s->p->m;
    uint32_t entry = m->globals.items[s->p->function].first_block;
    if (block == entry || block == next || s->preds.count == 0 ||
        dxki_pass_simplify_is_header(s, block))
        return false;
    return s->preds.count == 1 || !dxki_pass_simplify_is_back(s, block, next);
}

/* ---------------------------------------------------------------------------------------- */
/* What phis get                                                                              */

/* A map that was large once would cost that each time that it is emptied. */
static void empty_map(dxki_pass_simplifier *s, dxki_value_map *map)
{
    if (map->capacity > MOST_OPERANDS)
        dxki_value_map_free(s->p->ctx, map);
    dxki_value_map_clear(map);
}

/* Numbers the phis of a block from 1; *count: how many there are. */
static bool number_phis(dxki_pass_simplifier *s, uint32_t block, uint32_t *count)
{
    const dxk_module *m = s->p->m;
    empty_map(s, &s->phi_numbers);
    empty_map(s, &s->rows_of);
    *count = 0;
    DXKI_EACH_INST(m, block, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (!dxki_value_map_put(s->p->ctx, &s->phi_numbers, phi, ++*count))
            return false;
    }
    return true;
}

/* What the block, or the edge to it from `pred`, brings to phis of the next one: into row[], by
 * their numbers; 0: nothing. */
static void read_row(const dxki_pass_simplifier *s, uint32_t block, uint32_t pred, dxki_value *row,
                     uint32_t phis)
{
    const dxk_module *m = s->p->m;
    for (uint32_t i = 0; i < phis; i++)
        row[i] = 0;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
        uint32_t user = dxki_tracked_user(m, use);
        uint32_t number = dxki_value_map_get(&s->phi_numbers, user);
        if (!number)
            continue;
        uint32_t k = dxki_tracked_operand(m, use) - m->insts.items[user].op_count;
        dxki_value value = dxki_inst_ops(m, user)[k];
        uint32_t phi = dxki_value_as_inst(value);
        if (pred && phi && m->insts.items[phi].op == DXKI_OP_PHI &&
            m->insts.items[phi].block == block)
            value = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, pred)];
        row[number - 1] = value;
    }
}

static bool is_same_row(const dxki_value *a, const dxki_value *b, uint32_t phis)
{
    for (uint32_t i = 0; i < phis; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

/* Adds what phis get from one block before the empty one. *fits is cleared if it brings something
 * else by another way already. */
static bool add_row(dxki_pass_simplifier *s, uint32_t block, uint32_t pred, uint32_t phis,
                    bool *fits)
{
    dxk_ctx *ctx = s->p->ctx;
    size_t at = s->rows.count;
    if (!dxki_vec_reserve(ctx, &s->rows, (size_t)phis * 2) ||
        !dxki_vec_push(ctx, &s->row_blocks, pred))
        return false;
    dxki_value *row = s->rows.items + at, *other = row + phis;
    uint32_t known = dxki_value_map_get(&s->rows_of, pred);
    read_row(s, block, pred, row, phis);
    s->rows.count += phis;
    if (known)
        other = s->rows.items + (size_t)(known - 1) * phis;
    else
        read_row(s, pred, 0, other, phis);
    if (phis && (known || other[0]))
        *fits = *fits && is_same_row(row, other, phis);
    return known || dxki_value_map_put(ctx, &s->rows_of, pred, (uint32_t)s->row_blocks.count);
}

/* Takes the rows from `mark` on away again. */
static bool drop_rows(dxki_pass_simplifier *s, size_t mark, uint32_t phis)
{
    while (s->row_blocks.count > mark) {
        uint32_t pred = s->row_blocks.items[--s->row_blocks.count];
        if (dxki_value_map_get(&s->rows_of, pred) == s->row_blocks.count + 1 &&
            !dxki_value_map_put(s->p->ctx, &s->rows_of, pred, 0))
            return false;
    }
    s->rows.count = mark * phis;
    return true;
}

/* Adds what phis get in the place of what an empty block brings; the block is skipped then. */
static bool try_block(dxki_pass_simplifier *s, uint32_t block, uint32_t next, uint32_t phis)
{
    size_t mark = s->row_blocks.count;
    bool fits;
    if (!collect_preds(s, block, &fits))
        return false;
    fits = fits && may_go(s, block, next) && phis_lead_on(s->p->m, block, next) &&
           s->preds.count <= MOST_OPERANDS / (phis ? phis : 1);
    if (phis == 0 && fits)
        return dxki_vec_push(s->p->ctx, &s->skipped, block);
    for (size_t i = 0; fits && i < s->preds.count; i++) {
        if (!add_row(s, block, s->preds.items[i], phis, &fits))
            return false;
    }
    return fits ? dxki_vec_push(s->p->ctx, &s->skipped, block) : drop_rows(s, mark, phis);
}

/* ---------------------------------------------------------------------------------------- */
/* Doing it                                                                                   */

static bool is_skipped(const dxki_pass_simplifier *s, uint32_t block)
{
    return s->is_gone[dxki_cfg_number(s->cfg, block)];
}

/* Makes one phi anew: operands from blocks that stay, and its column of the rows. */
static bool remake_phi(dxki_pass_simplifier *s, uint32_t phi, uint32_t column, uint32_t phis)
{
    dxk_module *m = s->p->m;
    uint32_t old = m->insts.items[phi].op_count, count = 0;
    size_t most = old + s->row_blocks.count;
    s->words.count = 0;
    if (!dxki_vec_reserve(s->p->ctx, &s->words, most * 2))
        return false;
    dxki_value *values = s->words.items, *blocks = values + most;
    for (uint32_t k = 0; k < old; k++) {
        if (is_skipped(s, dxki_phi_block(m, phi, k)))
            continue;
        values[count] = dxki_inst_ops(m, phi)[k];
        blocks[count++] = DXKI_VALUE(DXKI_V_BLOCK, dxki_phi_block(m, phi, k));
    }
    for (size_t i = 0; i < s->row_blocks.count; i++) {
        values[count] = s->rows.items[i * phis + column];
        blocks[count++] = DXKI_VALUE(DXKI_V_BLOCK, s->row_blocks.items[i]);
    }
    return dxki_inst_set_ops(m, phi, values, count, blocks, count);
}

/* Makes what leads to the block lead to the next one, and removes it. A way back that goes through
 * one block less takes the loop's metadata along. */
static bool redirect(dxki_pass_simplifier *s, uint32_t block, uint32_t next)
{
    dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    bool is_back = dxki_pass_simplify_is_back(s, block, next);
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if ((is_back && !dxki_pass_flow_copy_loop(m, end, user)) ||
            !dxki_inst_set_op(m, user, dxki_tracked_operand(m, use),
                              DXKI_VALUE(DXKI_V_BLOCK, next)))
            return false;
        dxki_pass_simplify_push(s, m->insts.items[user].block);
    }
    return dxki_blocks_remove(m, &block, 1);
}

static bool carry_out(dxki_pass_simplifier *s, uint32_t block, uint32_t phis)
{
    const dxk_module *m = s->p->m;
    uint32_t column = 0;
    for (size_t i = 0; i < s->skipped.count; i++)
        dxki_pass_simplify_gone(s, s->skipped.items[i]);
    DXKI_EACH_INST(m, block, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (!remake_phi(s, phi, column++, phis))
            return false;
    }
    for (size_t i = 0; i < s->skipped.count; i++) {
        if (!redirect(s, s->skipped.items[i], block))
            return false;
    }
    dxki_pass_simplify_push(s, block);
    dxki_pass_changed(s->p);
    return true;
}

/* Where blocks have addresses they stay as they are. */
bool dxki_pass_simplify_skip(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    const dxk_module *m = s->p->m;
    uint32_t phis = 0;
    bool numbered = false;
    s->skipped.count = s->rows.count = s->row_blocks.count = 0;
    if (m->block_addresses)
        return true;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        uint32_t pred = in->block;
        if (in->op != DXKI_OP_BR || in->op_count != 1 || !is_empty(m, pred))
            continue;
        if (!numbered && !number_phis(s, block, &phis))
            return false;
        numbered = true;
        if (!try_block(s, pred, block, phis))
            return false;
    }
    if (s->skipped.count == 0)
        return true;
    *changed = true;
    return carry_out(s, block, phis);
}
