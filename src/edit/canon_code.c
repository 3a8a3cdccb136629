/* SPDX-License-Identifier: MIT */
/*
 * canon_code.c - code in canonical order: blocks in reverse post-order, operands that may change
 * places by their labels, the instructions of a block as their users want them:
 *
 *   1. what must keep its order is put into one, by labels where there is a choice
 *   2. from the first to the last of these, each with what it needs in front of it
 *   3. what only other blocks need, in the order of 1
 */
#include "edit/canon.h"

#include "base/sort.h"

#include <string.h>

/* --- the order of a block --- */

typedef struct node {
    uint32_t inst;
    uint32_t preds, pred_count; /* in `preds`: nodes that it must follow; operands first */
    uint32_t operands;          /* how many of them are operands */
    uint32_t waits;             /* for so many, in the first order */
    uint32_t rank;              /* in the first order */
    uint32_t next_pred;         /* of a walk */
    bool keeps, done;
} node;

typedef struct orderer {
    dxki_edit_canon *c;
    dxk_module *m;
    uint32_t *of;         /* by instruction: its node + 1 */
    DXKI_VEC(node) nodes; /* of the block at hand; phis and the terminator are none */
    DXKI_VEC(uint32_t) preds, heap, ranked, order, stack;
    uint32_t *succ_start, *succ; /* the preds turned round */
    uint32_t decides;            /* the first operand of the terminator, if it is an instruction */
    dxki_arena arena;            /* of the block */
    bool changed;
} orderer;

/* True if node `a` comes before `b` where both could stand. */
static bool comes_before(const orderer *o, uint32_t a, uint32_t b)
{
    uint32_t x = o->nodes.items[a].inst, y = o->nodes.items[b].inst;
    const dxki_edit_canon *c = o->c;
    if (c->insts[x] != c->insts[y])
        return c->insts[x] < c->insts[y];
    return c->used[x] != c->used[y] ? c->used[x] < c->used[y] : a < b;
}

static bool heap_push(orderer *o, uint32_t n)
{
    if (!dxki_vec_push(o->m->ctx, &o->heap, n))
        return false;
    size_t at = o->heap.count - 1;
    uint32_t *h = o->heap.items;
    for (; at && comes_before(o, n, h[(at - 1) / 2]); at = (at - 1) / 2)
        h[at] = h[(at - 1) / 2];
    h[at] = n;
    return true;
}

static uint32_t heap_pop(orderer *o)
{
    uint32_t *h = o->heap.items, top = h[0], last = h[--o->heap.count];
    size_t at = 0, count = o->heap.count;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(o, h[child + 1], h[child]))
            child++;
        if (!comes_before(o, h[child], last))
            break;
        h[at] = h[child];
    }
    if (count)
        h[at] = last;
    return top;
}

/* --- nodes --- */

static bool add_operands(orderer *o, node *n)
{
    const dxki_inst *in = &o->m->insts.items[n->inst];
    const dxki_value *ops = dxki_inst_ops(o->m, n->inst);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t from = dxki_value_as_inst(ops[k]);
        if (from && o->of[from] && o->m->insts.items[from].block == in->block &&
            !dxki_vec_push(o->m->ctx, &o->preds, o->of[from] - 1))
            return false;
    }
    return true;
}

static bool add_node(orderer *o, uint32_t inst)
{
    dxki_edit_canon_memory *mem = &o->c->memory;
    node n = {.inst = inst, .preds = (uint32_t)o->preds.count};
    uint64_t state;
    n.keeps = dxki_edit_canon_memory_step(mem, inst, &state);
    if (mem->failed || !add_operands(o, &n))
        return false;
    n.operands = (uint32_t)o->preds.count - n.preds;
    for (size_t i = 0; i < mem->before.count; i++) {
        uint32_t from = mem->before.items[i];
        if (o->of[from] && !dxki_vec_push(o->m->ctx, &o->preds, o->of[from] - 1))
            return false;
    }
    n.pred_count = (uint32_t)o->preds.count - n.preds;
    n.waits = n.pred_count;
    if (!dxki_vec_push(o->m->ctx, &o->nodes, n))
        return false;
    o->of[inst] = (uint32_t)o->nodes.count;
    return true;
}

static bool is_ordered(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = &m->insts.items[inst];
    return in->op != DXKI_OP_PHI && dxki_op_class_of((dxki_op)in->op) != DXKI_OC_TERM;
}

static bool add_nodes(orderer *o, uint32_t block)
{
    o->nodes.count = o->preds.count = o->heap.count = o->ranked.count = o->order.count = 0;
    dxki_edit_canon_memory_enter(&o->c->memory);
    DXKI_EACH_INST(o->m, block, inst) {
        if (is_ordered(o->m, inst) && !add_node(o, inst))
            return false;
    }
    return true;
}

/* --- the first order --- */

static bool turn_preds(orderer *o)
{
    size_t count = o->nodes.count;
    uint32_t *start = DXKI_NEW_ARRAY(&o->arena, uint32_t, count + 2);
    uint32_t *succ = DXKI_NEW_ARRAY(&o->arena, uint32_t, o->preds.count);
    if (!start || !succ)
        return false;
    for (size_t i = 0; i < o->preds.count; i++)
        start[o->preds.items[i] + 2]++;
    for (size_t i = 0; i < count; i++)
        start[i + 2] += start[i + 1];
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < o->nodes.items[i].pred_count; k++)
            succ[start[o->preds.items[o->nodes.items[i].preds + k] + 1]++] = i;
    }
    o->succ_start = start;
    o->succ = succ;
    return true;
}

/* Ranks nodes: each after what it must follow, the least label first. */
static bool rank_nodes(orderer *o)
{
    if (!turn_preds(o))
        return false;
    for (uint32_t i = 0; i < o->nodes.count; i++) {
        if (o->nodes.items[i].waits == 0 && !heap_push(o, i))
            return false;
    }
    while (o->heap.count) {
        uint32_t n = heap_pop(o);
        o->nodes.items[n].rank = (uint32_t)o->ranked.count;
        if (!dxki_vec_push(o->m->ctx, &o->ranked, n))
            return false;
        for (uint32_t e = o->succ_start[n]; e < o->succ_start[n + 1]; e++) {
            if (--o->nodes.items[o->succ[e]].waits == 0 && !heap_push(o, o->succ[e]))
                return false;
        }
    }
    return true;
}

/* --- the order --- */

static bool rank_after(const void *user, const void *a, const void *b)
{
    const orderer *o = user;
    return o->nodes.items[*(const uint32_t *)a].rank > o->nodes.items[*(const uint32_t *)b].rank;
}

/* What comes before a node for the sake of memory, in the first order. */
static bool sort_preds(orderer *o, const node *n)
{
    uint32_t others = n->pred_count - n->operands;
    return others < 2 || dxki_sort(o->m->ctx, o->preds.items + n->preds + n->operands, others,
                                   sizeof *o->preds.items, rank_after, o);
}

/* A node with all that it needs in front of it. */
static bool emit(orderer *o, uint32_t root)
{
    if (o->nodes.items[root].done)
        return true;
    o->stack.count = 0;
    o->nodes.items[root].done = true;
    if (!sort_preds(o, &o->nodes.items[root]) || !dxki_vec_push(o->m->ctx, &o->stack, root))
        return false;
    while (o->stack.count) {
        node *top = &o->nodes.items[o->stack.items[o->stack.count - 1]];
        if (top->next_pred == top->pred_count) {
            uint32_t n = o->stack.items[--o->stack.count];
            if (!dxki_vec_push(o->m->ctx, &o->order, o->nodes.items[n].inst))
                return false;
            continue;
        }
        uint32_t pred = o->preds.items[top->preds + top->next_pred++];
        if (o->nodes.items[pred].done)
            continue;
        o->nodes.items[pred].done = true;
        if (!sort_preds(o, &o->nodes.items[pred]) || !dxki_vec_push(o->m->ctx, &o->stack, pred))
            return false;
    }
    return true;
}

static bool is_alloca(const orderer *o, uint32_t n)
{
    return o->m->insts.items[o->nodes.items[n].inst].op == DXKI_OP_ALLOCA;
}

/* Emits the nodes of which `wanted` is true, in the first order. */
static bool emit_where(orderer *o, bool (*wanted)(const orderer *o, uint32_t n))
{
    for (size_t i = 0; i < o->ranked.count; i++) {
        if (wanted(o, o->ranked.items[i]) && !emit(o, o->ranked.items[i]))
            return false;
    }
    return true;
}

static bool keeps_order(const orderer *o, uint32_t n)
{
    return o->nodes.items[n].keeps;
}

/* What decides where the block ends stands last. */
static bool is_not_last(const orderer *o, uint32_t n)
{
    return o->nodes.items[n].inst != o->decides;
}

static bool is_any(const orderer *o, uint32_t n)
{
    return n < o->nodes.count;
}

static bool emit_all(orderer *o, uint32_t block)
{
    uint32_t last = o->m->blocks.items[block].last_inst;
    bool decides = o->m->insts.items[last].op_count != 0;
    o->decides = decides ? dxki_value_as_inst(dxki_inst_ops(o->m, last)[0]) : 0;
    return emit_where(o, is_alloca) && emit_where(o, keeps_order) && emit_where(o, is_not_last) &&
           emit_where(o, is_any);
}

/* --- phis --- */

typedef struct phi_key {
    uint64_t label, used;
    uint32_t inst;
} phi_key;

static bool phi_after(const void *user, const void *a, const void *b)
{
    const phi_key *x = a, *y = b;
    (void)user;
    return x->label == y->label ? x->used > y->used : x->label > y->label;
}

/* Lists the phis of a block in their order, before all else. */
static bool order_phis(orderer *o, uint32_t block)
{
    DXKI_VEC(phi_key) keys = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_INST(o->m, block, inst) {
        phi_key key = {o->c->insts[inst], o->c->used[inst], inst};
        if (!good || o->m->insts.items[inst].op != DXKI_OP_PHI)
            break;
        good = dxki_phi_sort(o->m, inst, o->c->block_number, &o->changed) &&
               dxki_vec_push(o->m->ctx, &keys, key);
    }
    good =
        good && dxki_sort(o->m->ctx, keys.items, keys.count, sizeof *keys.items, phi_after, NULL);
    for (size_t i = 0; good && i < keys.count; i++)
        good = dxki_vec_push(o->m->ctx, &o->order, keys.items[i].inst);
    dxki_vec_free(o->m->ctx, &keys);
    return good;
}

/* --- blocks --- */

/* Puts the instructions of a block into the order; the terminator stays the last one. */
static bool place_all(orderer *o, uint32_t block)
{
    dxk_module *m = o->m;
    uint32_t last = m->blocks.items[block].last_inst, at = m->blocks.items[block].first_inst;
    size_t same = 0;
    while (same < o->order.count && at == o->order.items[same]) {
        at = m->insts.items[at].next;
        same++;
    }
    for (size_t i = same; i < o->order.count; i++) {
        o->changed = true;
        if (!dxki_inst_move(m, o->order.items[i], dxki_place_before(m, last)))
            return false;
    }
    return true;
}

static bool order_block(orderer *o, uint32_t block)
{
    dxki_arena_init(&o->arena, o->m->ctx);
    bool good = add_nodes(o, block) && rank_nodes(o) && order_phis(o, block) &&
                emit_all(o, block) && place_all(o, block);
    dxki_arena_free(&o->arena);
    return good;
}

/* True if two operands that may change places have to. With `places`, by instruction, those of the
 * same label: equal values, which then are in the order in which they were found first. */
static bool is_swapped(const orderer *o, dxki_value a, dxki_value b, const uint32_t *places)
{
    uint32_t x = dxki_value_as_inst(a), y = dxki_value_as_inst(b);
    if (!places)
        return dxki_edit_canon_right_of(o->c, a, b);
    return x && y && o->c->insts[x] == o->c->insts[y] && places[x] > places[y];
}

/* Puts operands that may change places into their order. */
static bool order_operands(orderer *o, uint32_t inst, const uint32_t *places)
{
    dxk_module *m = o->m;
    dxki_inst *in = &m->insts.items[inst];
    uint32_t first;
    if (!dxki_edit_canon_commutes(m, in, &first))
        return true;
    dxki_value a = dxki_inst_ops(m, inst)[first], b = dxki_inst_ops(m, inst)[first + 1];
    if (!is_swapped(o, a, b, places))
        return true;
    o->changed = true;
    if (in->op == DXKI_OP_ICMP || in->op == DXKI_OP_FCMP)
        in->sub = dxki_edit_canon_swapped(in->sub);
    return dxki_inst_set_op(m, inst, first, b) && dxki_inst_set_op(m, inst, first + 1, a);
}

typedef struct block_key {
    uint32_t number, block;
} block_key;

static bool block_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const block_key *)a)->number > ((const block_key *)b)->number;
}

static bool order_blocks(orderer *o, uint32_t fn)
{
    dxk_module *m = o->m;
    DXKI_VEC(block_key) keys = {NULL, 0, 0};
    bool good = true, sorted = true;
    DXKI_EACH_BLOCK(m, fn, block) {
        block_key key = {o->c->block_number[block], block};
        sorted = sorted && (!keys.count || keys.items[keys.count - 1].number < key.number);
        good = good && dxki_vec_push(m->ctx, &keys, key);
    }
    o->changed = o->changed || !sorted;
    good = good && (sorted || dxki_sort(m->ctx, keys.items, keys.count, sizeof *keys.items,
                                        block_after, NULL));
    for (size_t i = 0; good && !sorted && i < keys.count; i++)
        good = dxki_block_move(m, keys.items[i].block, fn, 0);
    dxki_vec_free(m->ctx, &keys);
    return good;
}

static bool order_all_operands(orderer *o, uint32_t fn, const uint32_t *places)
{
    DXKI_EACH_BLOCK(o->m, fn, block) {
        DXKI_EACH_INST(o->m, block, inst) {
            if (!order_operands(o, inst, places))
                return false;
        }
    }
    return true;
}

/* Numbers the instructions of a function along its blocks; in o->of, which is done with. */
static const uint32_t *number_places(orderer *o, uint32_t fn)
{
    uint32_t number = 0;
    DXKI_EACH_BLOCK(o->m, fn, block) {
        DXKI_EACH_INST(o->m, block, inst)
            o->of[inst] = ++number;
    }
    return o->of;
}

static bool order_function(orderer *o, uint32_t fn)
{
    if (!order_all_operands(o, fn, NULL))
        return false;
    DXKI_EACH_BLOCK(o->m, fn, block) {
        if (!order_block(o, block))
            return false;
    }
    return order_blocks(o, fn) && order_all_operands(o, fn, number_places(o, fn));
}

static bool order_all(dxki_edit_canon *c)
{
    orderer o = {.c = c, .m = c->m};
    bool good = dxki_module_touch(c->m);
    o.of = DXKI_NEW_ARRAY(c->arena, uint32_t, c->inst_count);
    good = good && o.of;
    DXKI_EACH_FUNCTION(c->m, fn)
        good = good && order_function(&o, fn);
    dxki_vec_free(c->m->ctx, &o.nodes);
    dxki_vec_free(c->m->ctx, &o.preds);
    dxki_vec_free(c->m->ctx, &o.heap);
    dxki_vec_free(c->m->ctx, &o.ranked);
    dxki_vec_free(c->m->ctx, &o.order);
    dxki_vec_free(c->m->ctx, &o.stack);
    if (o.changed)
        dxki_pass_changed(c->p);
    return good;
}

dxk_status dxki_edit_canonical_code(dxki_pass *p)
{
    dxki_edit_canon c;
    if (p->m->block_addresses)
        return DXK_OK;
    if (!dxki_edit_canon_prepare(p))
        return dxki_nomem(p->ctx);
    bool good = dxki_edit_canon_label(&c, p) && order_all(&c);
    dxki_edit_canon_free(&c);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
