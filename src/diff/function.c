/* SPDX-License-Identifier: MIT */
/*
 * function.c - two functions: their blocks in an order that does not depend on their numbers
 * (reverse post-order, what is never reached after it), as one sequence of blocks and
 * instructions; the sequences aligned, then compared.
 */
#include "analysis/cfg.h"
#include "base/sort.h"
#include "diff/diff.h"
#include "ir/dxop.h"
#include "ir/fast.h"
#include "ir/idset.h"

#include <string.h>

#define BEGIN UINT64_C(0x13198a2e03707344)
#define LATER UINT64_C(0xa4093822299f31d0) /* an operand that comes later: of a phi */

/* An instruction, or with the mark the beginning of a block. */
#define BLOCK_MARK 0x80000000u

/* ---------------------------------------------------------------------------------------- */
/* Keys                                                                                       */

static uint64_t mix(uint64_t state, uint64_t word)
{
    return dxki_hash_mix(state, word);
}

/* The flags; `fast` includes the others, whether they are set or not. */
static uint32_t flags_of(const dxki_inst *in)
{
    return dxki_op_is_fp(in->op) && in->flags & DXKI_FM_UNSAFE ? DXKI_FAST : in->flags;
}

/* What an instruction does, apart from its operands: the operation, or all details. */
static uint64_t kind_of(dxki_diff_side *s, uint32_t inst, bool details)
{
    const dxk_module *m = s->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    uint64_t state = mix(BEGIN, in->op), opcode;
    if (in->op == DXKI_OP_CALL && dxki_call_opcode(m, in, &opcode))
        state = mix(state, opcode);
    else if (in->op == DXKI_OP_CALL || in->op == DXKI_OP_INVOKE)
        state = mix(state, dxki_diff_value(s, dxki_call_callee(m, in)));
    if (!details)
        return state;
    state = mix(mix(mix(state, flags_of(in)), in->sub), s->types[in->type]);
    return mix(state, in->op_count);
}

/* What an operand is, `deep` with what it computes. */
static uint64_t operand_key(dxki_diff_side *s, uint32_t inst, uint32_t k, bool deep)
{
    const dxk_module *m = s->m;
    dxki_value value = dxki_inst_ops(m, inst)[k];
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_INST:
        return !deep ? LATER : s->insts[index] ? s->insts[index] : LATER;
    case DXKI_V_ARG: {
        const dxki_arg_entry *arg = &m->args.items[index];
        return mix(BEGIN, index - m->globals.items[arg->function].first_arg);
    }
    case DXKI_V_BLOCK:
    case DXKI_V_FORWARD:
        return BEGIN;
    default:
        return dxki_diff_value(s, value);
    }
}

/* The first of two operands that may be exchanged; DXKI_DIFF_NONE: there are none. */
static uint32_t exchangeable(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    if (op)
        return op->flags & DXKI_DXF_COMMUTATIVE ? 1 : DXKI_DIFF_NONE;
    return dxki_op_get(in->op)->order != DXKI_ORDER_NO ? 0 : DXKI_DIFF_NONE;
}

static uint64_t key_of(dxki_diff_side *s, uint32_t inst, bool deep)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);
    uint64_t state = kind_of(s, inst, true);
    uint32_t pair = exchangeable(s->m, inst), named;
    uint64_t meaning = dxki_diff_named_operand(s, inst, &named);
    if (meaning && !dxki_diff_has_name(s->other, meaning))
        meaning = 0; /* it goes by its number */
    bool phi = in->op == DXKI_OP_PHI;
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint64_t key = meaning && k == named ? meaning : operand_key(s, inst, k, deep && !phi);
        if (k == pair) { /* in any order */
            uint64_t other = operand_key(s, inst, ++k, deep);
            state = mix(state, key < other ? key : other);
            key = key < other ? other : key;
        }
        state = mix(state, key);
    }
    if (in->op == DXKI_OP_EXTRACTVALUE || in->op == DXKI_OP_INSERTVALUE)
        state = dxki_hash_words(state, dxki_inst_ops(s->m, inst) + in->op_count,
                                dxki_inst_extra_count(s->m, in));
    return state ? state : 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Sequences                                                                                  */

/* May it stand elsewhere and be the same? Phis and ends of blocks belong where they are. */
static bool may_move(const dxk_module *m, uint32_t inst)
{
    uint8_t op = m->insts.items[inst].op;
    return op != DXKI_OP_PHI && dxki_op_class_of((dxki_op)op) != DXKI_OC_TERM;
}

/* The block with its instructions. Its own key is that of its first instruction. */
static void put_block(dxki_diff_sequence *q, dxki_diff_side *s, uint32_t block)
{
    const dxk_module *m = s->m;
    uint32_t head = q->count, last = m->blocks.items[block].last_inst;
    const uint64_t own[] = {0, last ? mix(LATER, m->insts.items[last].op) : 0, LATER};
    dxki_diff_put(q, block | BLOCK_MARK, own, false);
    DXKI_EACH_INST(m, block, inst) {
        if (dxki_inst_is_debug_call(m, dxki_inst_get(m, inst)))
            continue;
        const uint64_t keys[] = {key_of(s, inst, true), key_of(s, inst, false),
                                 kind_of(s, inst, false)};
        s->insts[inst] = keys[0];
        dxki_diff_put(q, inst, keys, may_move(m, inst));
        if (q->keys[0][head] == 0)
            q->keys[0][head] = mix(LATER, s->insts[inst]);
    }
}

static uint32_t size_of(const dxk_module *m, uint32_t function)
{
    uint32_t count = 0;
    DXKI_EACH_BLOCK(m, function, block) {
        count++;
        DXKI_EACH_INST(m, block, inst)
            count++;
    }
    return count;
}

/* All of a function; nothing for 0. False: out of memory. */
static bool make_sequence(dxki_diff_sequence *q, dxki_arena *arena, dxki_diff_side *s,
                          uint32_t function)
{
    dxki_cfg cfg;
    if (!function || !s->m->globals.items[function].first_block)
        return dxki_diff_sequence_open(q, arena, 0);
    if (!dxki_diff_sequence_open(q, arena, size_of(s->m, function)) ||
        !dxki_cfg_build(&cfg, arena, s->m, function))
        return false;
    for (uint32_t i = 0; i < cfg.order.count; i++) {
        if (cfg.order.nodes[i] < cfg.count)
            put_block(q, s, cfg.blocks[cfg.order.nodes[i]]);
    }
    for (uint32_t n = 0; n < cfg.count; n++) {
        if (!dxki_cfg_is_reached(&cfg, n))
            put_block(q, s, cfg.blocks[n]);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Pairs                                                                                      */

/* Enters what is paired where operands are looked up. */
static void enter_pairs(dxki_diff_side *s, const dxki_diff_sequence *left,
                        const dxki_diff_sequence *right)
{
    for (uint32_t i = 0; i < left->count; i++) {
        if (left->places[i] == DXKI_DIFF_NONE)
            continue;
        uint32_t a = left->items[i], b = right->items[left->places[i]];
        if ((a & BLOCK_MARK) != (b & BLOCK_MARK))
            continue;
        if (a & BLOCK_MARK)
            s->blocks[a & ~BLOCK_MARK] = b & ~BLOCK_MARK;
        else
            s->pairs[a] = b;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Comparing                                                                                  */

static bool same_value(dxk_program_diff *diff, dxki_value a, dxki_value b)
{
    dxki_diff_side *left = &diff->sides[0], *right = &diff->sides[1];
    uint32_t i = DXKI_INDEX(a), k = DXKI_INDEX(b);
    if (DXKI_TAG(a) != DXKI_TAG(b))
        return false;
    switch (DXKI_TAG(a)) {
    case DXKI_V_INST:
        return left->pairs[i] == k;
    case DXKI_V_BLOCK:
        return left->blocks[i] == k;
    case DXKI_V_ARG:
        return i - left->m->globals.items[left->m->args.items[i].function].first_arg ==
               k - right->m->globals.items[right->m->args.items[k].function].first_arg;
    case DXKI_V_GLOBAL:
        return left->functions[i] == k || dxki_diff_value(left, a) == dxki_diff_value(right, b);
    default:
        return dxki_diff_value(left, a) == dxki_diff_value(right, b);
    }
}

typedef struct incoming {
    uint32_t block; /* of the right module */
    dxki_value value;
} incoming;

static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const incoming *)a)->block > ((const incoming *)b)->block;
}

/* Phis may list blocks in any order. */
static bool same_phi(dxk_program_diff *diff, uint32_t a, uint32_t b)
{
    dxki_diff_side *left = &diff->sides[0], *right = &diff->sides[1];
    uint32_t count = dxki_inst_get(left->m, a)->op_count;
    const dxki_value *from = dxki_inst_ops(left->m, a), *to = dxki_inst_ops(right->m, b);
    size_t size = (size_t)count * 2 * sizeof(incoming);
    incoming *list = size ? dxki_realloc(diff->ctx, NULL, 0, size) : NULL;
    bool same = true;
    if (size && !list) {
        left->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (incoming){left->blocks[DXKI_INDEX(from[count + i])], from[i]};
        list[count + i] = (incoming){DXKI_INDEX(to[count + i]), to[i]};
    }
    if (!dxki_sort(diff->ctx, list, count, sizeof *list, comes_after, NULL) ||
        !dxki_sort(diff->ctx, list + count, count, sizeof *list, comes_after, NULL))
        left->no_memory = true;
    for (uint32_t i = 0; i < count && same; i++)
        same = list[i].block == list[count + i].block &&
               same_value(diff, list[i].value, list[count + i].value);
    dxki_realloc(diff->ctx, list, size, 0);
    return same;
}

/* Words after the operands that are no values: types, indices, attributes. */
static bool same_extra(dxk_program_diff *diff, const dxki_inst *a, const dxki_inst *b)
{
    dxki_diff_side *left = &diff->sides[0], *right = &diff->sides[1];
    const uint32_t *x = left->m->words.items + a->ops + a->op_count;
    const uint32_t *y = right->m->words.items + b->ops + b->op_count;
    switch (a->op) {
    case DXKI_OP_ALLOCA:
    case DXKI_OP_GEP:
        return left->types[x[0]] == right->types[y[0]];
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        return left->types[x[0]] == right->types[y[0]] && left->attrs[x[1]] == right->attrs[y[1]];
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_INSERTVALUE:
        return x[0] == y[0] && memcmp(x + 1, y + 1, x[0] * sizeof *x) == 0;
    default:
        return true;
    }
}

static bool same_notes(dxk_program_diff *diff, uint32_t a, uint32_t b)
{
    uint32_t count[2];
    const dxki_attachment *x = dxki_inst_attachments(diff->sides[0].m, a, &count[0]);
    const dxki_attachment *y = dxki_inst_attachments(diff->sides[1].m, b, &count[1]);
    return count[0] == count[1] &&
           (count[0] == 0 || dxki_diff_notes(&diff->sides[0], x, count[0]) ==
                                 dxki_diff_notes(&diff->sides[1], y, count[1]));
}

/* Of operations whose operands are the same in another order: overload and opcode. */
static bool same_callee(dxk_program_diff *diff, const dxki_inst *a, const dxki_inst *b)
{
    const dxk_module *left = diff->sides[0].m, *right = diff->sides[1].m;
    if (a->op != DXKI_OP_CALL)
        return true;
    return same_value(diff, dxki_call_callee(left, a), dxki_call_callee(right, b)) &&
           same_value(diff, left->words.items[a->ops], right->words.items[b->ops]);
}

static bool same_inst(dxk_program_diff *diff, uint32_t a, uint32_t b)
{
    dxki_diff_side *left = &diff->sides[0], *right = &diff->sides[1];
    const dxki_inst *x = dxki_inst_get(left->m, a), *y = dxki_inst_get(right->m, b);
    if (x->op != y->op || flags_of(x) != flags_of(y) || x->sub != y->sub ||
        x->op_count != y->op_count || left->types[x->type] != right->types[y->type])
        return false;
    if (!same_extra(diff, x, y) || !same_notes(diff, a, b))
        return false;
    if (x->op == DXKI_OP_PHI)
        return same_phi(diff, a, b);
    const dxki_value *p = dxki_inst_ops(left->m, a), *q = dxki_inst_ops(right->m, b);
    uint32_t pair = exchangeable(left->m, a);
    if (pair != DXKI_DIFF_NONE && same_value(diff, p[pair], q[pair + 1]) &&
        same_value(diff, p[pair + 1], q[pair]))
        return same_callee(diff, x, y);
    uint32_t at[2];
    uint64_t named[2] = {dxki_diff_named_operand(left, a, &at[0]),
                         dxki_diff_named_operand(right, b, &at[1])};
    /* What has another name and nothing else is the same by its number. */
    bool renamed = named[0] && named[1] && !dxki_diff_has_name(right, named[0]) &&
                   !dxki_diff_has_name(left, named[1]);
    for (uint32_t k = 0; k < x->op_count; k++) {
        bool names = !renamed && k == at[0] && k == at[1] && named[0] && named[1];
        bool same = names ? named[0] == named[1] : same_value(diff, p[k], q[k]);
        if (!same)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Rows                                                                                       */

static dxk_status add_item(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                           uint32_t right)
{
    bool block = ((left | right) & BLOCK_MARK) != 0;
    return dxki_diff_add(diff, block ? DXK_DIFF_BLOCK : DXK_DIFF_INST, kind, left & ~BLOCK_MARK,
                         right & ~BLOCK_MARK);
}

/* An item of each side, or of one; a block has the mark. */
static dxk_status add_row(void *user, dxk_difference_kind kind, uint32_t left, uint32_t right)
{
    dxk_program_diff *diff = user;
    if (kind != DXK_DIFFERENCE_NONE)
        return add_item(diff, kind, left, right);
    if ((left & BLOCK_MARK) != (right & BLOCK_MARK)) { /* keys that are equal by chance */
        dxk_status status = add_item(diff, DXK_DIFFERENCE_REMOVED, left, 0);
        return status == DXK_OK ? add_item(diff, DXK_DIFFERENCE_ADDED, 0, right) : status;
    }
    bool same = left & BLOCK_MARK || same_inst(diff, left, right);
    return add_item(diff, same ? DXK_DIFFERENCE_NONE : DXK_DIFFERENCE_CHANGED, left, right);
}

/* Counts what a side has. */
static void tally(dxk_program_diff *diff, const dxki_diff_sequence *q, int which)
{
    const dxk_module *m = diff->sides[which].m;
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->items[i] & BLOCK_MARK) {
            diff->sum.blocks[which]++;
            continue;
        }
        const dxki_inst *in = dxki_inst_get(m, q->items[i]);
        const dxki_dxop_info *op = dxki_call_dxop(m, in);
        diff->sum.instructions[which]++;
        diff->tally[which][op ? DXKI_OP_COUNT + (uint32_t)dxki_dxop_row(op) : in->op]++;
    }
}

dxk_status dxki_diff_functions(dxk_program_diff *diff, uint32_t left, uint32_t right)
{
    dxki_arena arena;
    dxki_diff_sequence a, b;
    dxki_arena_init(&arena, diff->ctx);
    bool good = make_sequence(&a, &arena, &diff->sides[0], left) &&
                make_sequence(&b, &arena, &diff->sides[1], right) &&
                dxki_diff_align_sequences(&arena, &a, &b);
    dxk_status status = good ? DXK_OK : dxki_nomem(diff->ctx);
    if (good) {
        enter_pairs(&diff->sides[0], &a, &b);
        tally(diff, &a, 0);
        tally(diff, &b, 1);
        status = dxki_diff_walk(&a, &b, add_row, diff);
    }
    dxki_arena_free(&arena);
    return status;
}
