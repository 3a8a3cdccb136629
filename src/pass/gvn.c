/* SPDX-License-Identifier: MIT */
/*
 * gvn.c - the pass gvn: what has been computed, or loaded, already is taken from there.
 *
 * One walk down the tree of dominators, children in reverse post-order. Each instruction is
 * simplified first, then looked for in a table by its key: what it does, to which values, and for
 * what reads memory the version of that (memory.h). The table knows what dominates the place: what
 * a block entered is taken out when the walk leaves the blocks below it. An instruction that is
 * found there is replaced, and since that happens at once, equal values are equal operands.
 *
 *     A: %1 = add %x, %y             table   A        A B      A       A C
 *        br B, C                             {%1}  -> {%1}  -> {%1} -> {%1}
 *     B: %2 = add %y, %x   is %1                      {%3}             {%4}
 *        %3 = mul %2, %2
 *     C: %4 = mul %1, %1   not %3: B does not dominate C
 *
 * A store tells what is loaded from its address after it. Stores elsewhere in the same object
 * change its version; what a few of the last accesses to it said is entered anew for the next
 * version, if the addresses are apart.
 *
 * A block that one branch leads to knows its condition: comparisons that are the same, or the
 * opposite, are decided there, and so are other uses of it. What equals a constant there, also by a
 * case of a switch, is replaced by it.
 *
 * What calls of operations may be merged is a column of spec/dxil_effects.def. No variable takes the
 * place of another because a comparison proves them equal: of two equal values one may be the same
 * in all lanes, and known to be.
 */
#include "pass/gvn.h"

#include <string.h>

#include "pass/constant_use.h"

static void key_words(dxki_pass_gvn_walk *n, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        dxki_pass_gvn_key(n, n->m->words.items[at + i]);
}

/* ---------------------------------------------------------------------------------------- */
/* Keys                                                                                       */

static bool commutes(const dxk_module *m, const dxki_inst *in)
{
    if (in->op != DXKI_OP_CALL)
        return dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN &&
               dxki_op_get(in->op)->order != DXKI_ORDER_NO;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    return op && op->flags & DXKI_DXF_COMMUTATIVE;
}

/* Puts the smaller operand of a comparison first, and adapts the predicate. */
static void key_of_comparison(dxki_pass_gvn_walk *n, const dxki_inst *in)
{
    dxki_value x = n->m->words.items[in->ops], y = n->m->words.items[in->ops + 1];
    dxki_pass_gvn_key(n, x <= y ? in->sub : dxki_pass_alg_swapped(in->sub));
    dxki_pass_gvn_key(n, x <= y ? x : y);
    dxki_pass_gvn_key(n, x <= y ? y : x);
}

static void key_of_operands(dxki_pass_gvn_walk *n, const dxki_inst *in)
{
    uint32_t first = in->op == DXKI_OP_CALL, rest = 0;
    if (commutes(n->m, in)) {
        dxki_value x = n->m->words.items[in->ops + first];
        dxki_value y = n->m->words.items[in->ops + first + 1];
        dxki_pass_gvn_key(n, x <= y ? x : y);
        dxki_pass_gvn_key(n, x <= y ? y : x);
        rest = first + 2;
        if (first)
            dxki_pass_gvn_key(n, n->m->words.items[in->ops]);
    }
    uint32_t words = in->op_count + dxki_inst_extra_count(n->m, in);
    key_words(n, in->ops + rest, words - rest);
}

void dxki_pass_gvn_begin_key(dxki_pass_gvn_walk *n, const dxki_inst *in)
{
    dxki_pass_gvn_key(n, in->op);
    dxki_pass_gvn_key(n, in->type);
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP)
        key_of_comparison(n, in);
    else
        key_of_operands(n, in);
    if (in->op == DXKI_OP_PHI)
        dxki_pass_gvn_key(n, in->block);
}

/* ---------------------------------------------------------------------------------------- */
/* Merging                                                                                    */

static bool replace(dxki_pass_gvn_walk *n, uint32_t inst, dxki_value with)
{
    dxki_pass_changed(n->p);
    n->failed = n->failed || !dxki_pass_merge(&n->a, inst, with);
    return true;
}

bool dxki_pass_gvn_find_or_enter(dxki_pass_gvn_walk *n, uint32_t inst)
{
    dxki_value found = dxki_pass_table_find(&n->table);
    if (!found) {
        dxki_pass_table_enter(&n->table, DXKI_VALUE(DXKI_V_INST, inst));
        return false;
    }
    dxki_pass_table_drop(&n->table);
    return dxki_pass_may_be_constant(n->p, DXKI_VALUE(DXKI_V_INST, inst), found) &&
           replace(n, inst, found);
}

/* True if the block runs whenever that of `inst` does, and for the same lanes. */
static bool runs_with(const dxki_pass_gvn_walk *n, uint32_t inst)
{
    uint32_t other = dxki_cfg_number(n->cfg, dxki_inst_get(n->m, inst)->block);
    return other == n->block || (dxki_dom_dominates(n->post, n->block, other) &&
                                 n->loops->of[other] == n->loops->of[n->block]);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* True if the call before it in the block, with nothing between them, is the same. */
static bool repeats(const dxki_pass_gvn_walk *n, uint32_t inst)
{
    uint32_t before = dxki_inst_prev(n->m, inst);
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    while (before && dxki_inst_is_debug_call(n->m, dxki_inst_get(n->m, before)))
        before = dxki_inst_prev(n->m, before);
    const dxki_inst *other = dxki_inst_get(n->m, before);
    return before && other->op == DXKI_OP_CALL && other->op_count == in->op_count &&
           memcmp(n->m->words.items + other->ops, n->m->words.items + in->ops,
                  in->op_count * sizeof(dxki_value)) == 0;
}

static void number_operation(dxki_pass_gvn_walk *n, uint32_t inst, const dxki_dxop_effect *effect,
                             const dxki_pass_access *access)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    dxki_pass_gvn_begin_key(n, in);
    if (effect->merges != DXKI_MERGES_EQUAL)
        dxki_pass_gvn_key(n, dxki_pass_memory_stamp(&n->mem, access->reads));
    if (effect->merges == DXKI_MERGES_BLOCK)
        dxki_pass_gvn_key(n, in->block);
    uint32_t found = dxki_value_as_inst(dxki_pass_table_find(&n->table));
    if (!found || (effect->merges == DXKI_MERGES_CONTROL && !runs_with(n, found))) {
        dxki_pass_table_enter(&n->table, DXKI_VALUE(DXKI_V_INST, inst));
        return;
    }
    dxki_pass_table_drop(&n->table);
    replace(n, inst, DXKI_VALUE(DXKI_V_INST, found));
}

static void number_call(dxki_pass_gvn_walk *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    const dxki_dxop_info *op = dxki_call_dxop_complete(n->m, in);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind) : NULL;
    dxki_pass_access access = dxki_pass_memory_access(&n->mem, in);
    if (effect && effect->merges == DXKI_MERGES_ADJACENT && repeats(n, inst)) {
        dxki_pass_changed(n->p);
        n->failed = !dxki_inst_remove(n->m, inst);
        return;
    }
    if (effect && effect->merges != DXKI_MERGES_NO && effect->merges != DXKI_MERGES_ADJACENT &&
        in->type != DXKI_TY_VOID && !access.fixed && !access.writes)
        number_operation(n, inst, effect, &access);
    dxki_pass_memory_write(&n->mem, access.writes);
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

static bool is_pure(uint8_t op)
{
    switch (op) {
    case DXKI_OP_GEP:
    case DXKI_OP_PHI:
    case DXKI_OP_SELECT:
    case DXKI_OP_EXTRACTELEMENT:
    case DXKI_OP_INSERTELEMENT:
    case DXKI_OP_SHUFFLEVECTOR:
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_INSERTVALUE:
        return true;
    default:
        break;
    }
    dxki_op_class cls = dxki_op_class_of((dxki_op)op);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CAST || cls == DXKI_OC_CMP;
}

static void number_inst(dxki_pass_gvn_walk *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    if (is_pure(in->op)) {
        dxki_pass_gvn_begin_key(n, in);
        dxki_pass_gvn_find_or_enter(n, inst);
    } else if (in->op == DXKI_OP_LOAD) {
        dxki_pass_gvn_load(n, inst);
    } else if (in->op == DXKI_OP_STORE) {
        dxki_pass_gvn_store(n, inst);
    } else if (in->op == DXKI_OP_CALL) {
        number_call(n, inst);
    } else {
        dxki_pass_memory_write(&n->mem, dxki_pass_memory_access(&n->mem, in).writes);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

/* The instruction that the walk goes on with. */
static uint32_t visit(dxki_pass_gvn_walk *n, uint32_t inst)
{
    dxk_module *m = n->m;
    uint32_t before = dxki_inst_prev(m, inst), block = m->insts.items[inst].block;
    uint32_t next = m->insts.items[inst].next;
    dxki_pass_gvn_use_truths(n, inst);
    bool is_simple = n->p->is_simple && !n->p->changed;
    if (m->insts.items[inst].type != DXKI_TY_VOID && !is_simple) {
        dxki_value value = dxki_pass_alg_simplify(&n->a, inst);
        n->failed = n->failed || n->a.failed;
        dxki_value self = DXKI_VALUE(DXKI_V_INST, inst);
        if (value && !n->failed && dxki_pass_may_be_constant(n->p, self, value)) {
            dxki_pass_changed(n->p);
            if (value != self)
                n->failed = !dxki_pass_put_in_place(m, inst, value);
            return before ? m->insts.items[before].next : m->blocks.items[block].first_inst;
        }
    }
    if (!n->failed)
        number_inst(n, inst);
    return next;
}

static bool visit_block(dxki_pass_gvn_walk *n, uint32_t number)
{
    n->block = number;
    dxki_pass_memory_enter(&n->mem, number);
    dxki_pass_gvn_enter_truths(n, number);
    uint32_t inst = n->m->blocks.items[n->cfg->blocks[number]].first_inst;
    while (inst && dxki_pass_spend(n->p, 1)) {
        inst = visit(n, inst);
        if (n->failed || n->table.failed)
            return false;
    }
    dxki_pass_gvn_use_truths_in_phis(n);
    dxki_pass_memory_leave(&n->mem, number);
    return !n->failed && !n->a.failed && !n->table.failed;
}

/* The tree: first child and next brother by block, in reverse post-order. */
typedef struct tree {
    uint32_t *child, *brother;
    size_t *scope; /* by block: entries when the walk came to it */
} tree;

static bool build_tree(dxki_pass_gvn_walk *n, tree *t)
{
    uint32_t count = n->cfg->count + 1;
    t->child = DXKI_NEW_ARRAY(&n->p->scratch, uint32_t, count);
    t->brother = DXKI_NEW_ARRAY(&n->p->scratch, uint32_t, count);
    t->scope = DXKI_NEW_ARRAY(&n->p->scratch, size_t, count);
    if (!t->child || !t->brother || !t->scope)
        return false;
    for (uint32_t i = n->cfg->order.count; i-- > 1;) {
        uint32_t node = n->cfg->order.nodes[i], parent = n->dom->parent[node];
        if (node == n->cfg->count)
            continue;
        t->brother[node] = t->child[parent];
        t->child[parent] = node;
    }
    return true;
}

static bool walk(dxki_pass_gvn_walk *n)
{
    tree t;
    uint32_t node = 0;
    if (!build_tree(n, &t))
        return false;
    for (;;) {
        t.scope[node] = n->table.entries.count;
        if (!visit_block(n, node))
            return false;
        if (t.child[node]) {
            node = t.child[node];
            continue;
        }
        while (node && !t.brother[node]) {
            dxki_pass_table_end_scope(&n->table, t.scope[node]);
            node = n->dom->parent[node];
        }
        if (!node)
            return true;
        dxki_pass_table_end_scope(&n->table, t.scope[node]);
        node = t.brother[node];
    }
}

static bool begin(dxki_pass_gvn_walk *n)
{
    dxki_pass *p = n->p;
    if (!dxki_module_touch(p->m) || !dxki_pass_alg_begin(&n->a, p) ||
        !dxki_pass_memory_begin(&n->mem, p))
        return false;
    n->cfg = dxki_pass_cfg(p);
    n->dom = dxki_pass_dom(p);
    n->post = dxki_pass_post(p);
    n->loops = dxki_pass_loops(p);
    n->recents = DXKI_NEW_ARRAY(&p->scratch, dxki_pass_recent, n->mem.classes);
    return n->dom && n->post && n->recents &&
           dxki_pass_table_init(&n->table, &p->scratch, p->ctx, dxki_pass_size(p));
}

dxk_status dxki_pass_gvn(dxki_pass *p)
{
    dxki_pass_gvn_walk n = {.p = p, .m = p->m};
    bool good = begin(&n) && walk(&n);
    dxki_pass_table_free(&n.table);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
