/* SPDX-License-Identifier: MIT */
/*
 * reassociate.c - the pass reassociate: sums and products of several operands in one order.
 *
 * A tree of equal operators in a block, whose inner results have no other uses, is a list of leaves:
 *
 *     (c + (a + 1)) + (b + 2)          a b c 1 2      ->      ((a + b) + c) + 3
 *
 * Leaves are sorted by where they come from, constants last, so that trees that share leaves have
 * their beginnings in common, for gvn to find. Constants are computed; equal leaves are counted, or
 * cancel each other; products of a sum that have a factor in common are summed first:
 *
 *     x*w + y + z*w   ->   (x + z)*w + y
 *
 * Two leaves that most other trees have, too, come before all:
 *
 *     a + b + c, d + b + c   ->   (b + c) + a, (b + c) + d
 *
 * Integers may always be regrouped, for they wrap. Reals only if they are free (algebra.h), and then
 * they may be rounded in other places than before; the option `reals` says whether they are.
 */
#include "pass/constant_use.h"
#include "pass/algebra.h"
#include "pass/unset.h"

#include "base/sort.h"
#include "pass/value_table.h"

/* Sums with more leaves than this are sorted, but not searched for factors. */
#define MOST_FACTORED 32u

/* Trees with more leaves than this have no pairs. */
#define MOST_PAIRED 10u

typedef struct leaf {
    dxki_value value;
    uint32_t rank;
} leaf;

typedef struct tree {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_algebra a;
    const uint32_t *positions; /* by instruction */
    size_t known;              /* instructions that have a position */
    uint32_t root;
    dxki_op op;
    uint8_t flags;            /* that all nodes have */
    DXKI_VEC(uint32_t) nodes; /* the root first */
    DXKI_VEC(leaf) leaves;
    DXKI_VEC(uint32_t) stack; /* nodes to look at */
    dxki_pass_table pairs;    /* how many trees have them */
} tree;

/* ---------------------------------------------------------------------------------------- */
/* Trees                                                                                      */

static bool may_regroup(const tree *t, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(t->m, inst);
    if (dxki_op_class_of((dxki_op)in->op) != DXKI_OC_BIN)
        return false;
    if (dxki_pass_alg_is_loose(&t->a, in->type) || dxki_type_is_vector(t->m, in->type))
        return false;
    if (dxki_op_get(in->op)->order == DXKI_ORDER_REGROUP)
        return true;
    return dxki_op_get(in->op)->order == DXKI_ORDER_SWAP && t->p->options[0] != 0 &&
           dxki_pass_alg_flags(&t->a, inst) & DXKI_FM_UNSAFE;
}

/* True if the value is an inner node of the tree: used by it alone, and in its block. */
static bool is_inner(const tree *t, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst || !dxki_pass_alg_is_used_once(t->m, value))
        return false;
    const dxki_inst *in = dxki_inst_get(t->m, inst);
    return in->op == t->op && in->block == dxki_inst_get(t->m, t->root)->block &&
           may_regroup(t, inst);
}

/* True if an instruction is part of a larger tree. */
static bool is_part(const tree *t, uint32_t inst)
{
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    if (!dxki_pass_alg_is_used_once(t->m, value))
        return false;
    uint32_t user = dxki_tracked_user(t->m, dxki_tracked_first(t->m, value));
    const dxki_inst *in = dxki_inst_get(t->m, inst), *other = dxki_inst_get(t->m, user);
    return other->op == in->op && other->block == in->block && may_regroup(t, user);
}

/* Arguments, then instructions in their order, then what has been made, then constants. */
static uint32_t rank_of(const tree *t, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (dxki_value_is_const(value))
        return UINT32_MAX;
    if (!inst)
        return 0;
    return inst < t->known ? t->positions[inst] : UINT32_MAX - 1;
}

static bool add_leaf(tree *t, dxki_value value)
{
    return dxki_vec_push(t->p->ctx, &t->leaves, ((leaf){value, rank_of(t, value)}));
}

static bool collect(tree *t)
{
    t->nodes.count = t->leaves.count = t->stack.count = 0;
    t->flags = UINT8_MAX;
    if (!dxki_vec_push(t->p->ctx, &t->stack, t->root))
        return false;
    while (t->stack.count) {
        uint32_t inst = t->stack.items[--t->stack.count];
        const dxki_inst *in = dxki_inst_get(t->m, inst);
        t->flags &= in->flags;
        if (!dxki_vec_push(t->p->ctx, &t->nodes, inst))
            return false;
        for (uint32_t i = 0; i < 2; i++) {
            dxki_value value = t->m->words.items[in->ops + i];
            if (is_inner(t, value) ? !dxki_vec_push(t->p->ctx, &t->stack, DXKI_INDEX(value))
                                   : !add_leaf(t, value))
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Leaves                                                                                     */

static bool comes_after(const void *user, const void *x, const void *y)
{
    const leaf *a = x, *b = y;
    (void)user;
    return a->rank != b->rank ? a->rank > b->rank : a->value > b->value;
}

/* Equal leaves of logic, which stand next to each other: one is enough, or two are none. */
static void drop_equal(tree *t)
{
    bool cancels = t->op == DXKI_OP_XOR;
    size_t kept = 0;
    if (dxki_op_get((uint8_t)t->op)->family != DXKI_OF_LOGIC)
        return;
    for (size_t i = 0; i < t->leaves.count; i++) {
        leaf l = t->leaves.items[i];
        if (kept == 0 || t->leaves.items[kept - 1].value != l.value)
            t->leaves.items[kept++] = l;
        else if (cancels)
            kept--;
    }
    t->leaves.count = kept;
}

/* Constants are last, and become one as far as they can be computed. */
static bool join_constants(tree *t)
{
    size_t *count = &t->leaves.count;
    while (*count >= 2) {
        leaf *last = &t->leaves.items[*count - 1];
        if (last[0].rank != UINT32_MAX || last[-1].rank != UINT32_MAX)
            break;
        bool unset = dxki_pass_unset_is_open(t->m, last[-1].value) ||
                     dxki_pass_unset_is_open(t->m, last[0].value);
        dxki_value value = unset
                               ? dxki_pass_unset_number(t->m, t->op, last[-1].value, last[0].value)
                               : dxki_pass_alg_binary(&t->a, t->op, last[-1].value, last[0].value);
        if (t->a.failed || (unset && !value))
            return false;
        if (!value)
            break;
        last[-1].value = value;
        --*count;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Factors                                                                                    */

static dxki_op product_of(dxki_op sum)
{
    return sum == DXKI_OP_ADD ? DXKI_OP_MUL : sum == DXKI_OP_FADD ? DXKI_OP_FMUL : DXKI_OP_NONE;
}

/* The operands of a leaf as a product that only this tree uses; false: it is none. */
static bool factors_of(const tree *t, dxki_value value, dxki_value factors[2])
{
    const dxki_inst *in = dxki_pass_alg_as(t->m, value, product_of(t->op));
    if (!in || !dxki_pass_alg_is_used_once(t->m, value) ||
        in->block != dxki_inst_get(t->m, t->root)->block || !may_regroup(t, DXKI_INDEX(value)))
        return false;
    factors[0] = t->m->words.items[in->ops];
    factors[1] = t->m->words.items[in->ops + 1];
    return true;
}

/* What is left of a leaf without the factor; 0: it has not got it. *product: it was a product. */
static dxki_value cofactor(tree *t, dxki_value leaf_value, dxki_value factor, bool *product)
{
    dxki_value f[2];
    dxki_type type = dxki_value_type(t->m, leaf_value);
    *product = factors_of(t, leaf_value, f);
    if (*product)
        return f[0] == factor ? f[1] : f[1] == factor ? f[0] : 0;
    if (leaf_value != factor)
        return 0;
    return t->op == DXKI_OP_ADD ? dxki_pass_alg_int(&t->a, type, 1)
                                : dxki_const_float(t->m, type,
                                                   type == DXKI_TY_FLOAT    ? 0x3f800000u
                                                   : type == DXKI_TY_DOUBLE ? 0x3ff0000000000000u
                                                                            : 0x3c00u);
}

/* Instructions that are saved when a factor is put outside: products become one, numbers are
 * added up. */
static uint32_t saved_by(tree *t, dxki_value factor)
{
    uint32_t products = 0, numbers = 0, found = 0;
    for (size_t i = 0; i < t->leaves.count; i++) {
        bool product;
        dxki_value rest = cofactor(t, t->leaves.items[i].value, factor, &product);
        found += rest != 0;
        products += rest && product;
        numbers += rest && dxki_value_is_const(rest);
    }
    uint32_t saved = products + (numbers > 1 ? numbers - 1 : 0);
    return found > 1 && saved > 1 ? saved - 1 : 0;
}

static void try_factor(tree *t, dxki_value factor, uint32_t *most, dxki_value *best)
{
    uint32_t saved = saved_by(t, factor);
    if (saved > *most) {
        *most = saved;
        *best = factor;
    }
}

/* True if some leaf is a product, or two are equal, which stand next to each other. */
static bool may_have_factors(const tree *t)
{
    dxki_value before = 0, f[2];
    for (size_t i = 0; i < t->leaves.count; i++) {
        dxki_value value = t->leaves.items[i].value;
        if (value == before || factors_of(t, value, f))
            return true;
        before = value;
    }
    return false;
}

/* The factor that saves most; 0: none does. */
static dxki_value best_factor(tree *t)
{
    uint32_t most = 0;
    dxki_value best = 0, f[2];
    if (!may_have_factors(t))
        return 0;
    for (size_t i = 0; i < t->leaves.count; i++) {
        dxki_value value = t->leaves.items[i].value;
        if (factors_of(t, value, f)) {
            try_factor(t, f[0], &most, &best);
            try_factor(t, f[1], &most, &best);
        } else if (!dxki_value_is_const(value)) {
            try_factor(t, value, &most, &best);
        }
    }
    return best;
}

static dxki_value combine(tree *t, dxki_op op, dxki_value x, dxki_value y)
{
    dxki_value ops[2] = {x, y};
    dxki_value number = dxki_pass_alg_binary(&t->a, op, x, y);
    uint8_t flags = dxki_op_is_fp((uint8_t)op) ? t->flags : 0;
    if (number || t->a.failed)
        return number;
    return dxki_pass_alg_make(&t->a, t->root, op, 0, flags, dxki_value_type(t->m, x), ops, 2);
}

/* Numbers first, so that they are added up before anything else is. */
static dxki_value sum_of_cofactors(tree *t, dxki_value factor)
{
    dxki_value sum = 0;
    for (uint32_t turn = 0; turn < 2 && !t->a.failed; turn++) {
        for (size_t i = 0; i < t->leaves.count && !t->a.failed; i++) {
            bool product;
            dxki_value rest = cofactor(t, t->leaves.items[i].value, factor, &product);
            if (!rest || dxki_value_is_const(rest) != (turn == 0))
                continue;
            if (product)
                t->flags &= dxki_inst_get(t->m, DXKI_INDEX(t->leaves.items[i].value))->flags;
            sum = sum ? combine(t, t->op, rest, sum) : rest;
        }
    }
    return t->a.failed ? 0 : sum;
}

static bool put_outside(tree *t, dxki_value factor)
{
    dxki_value sum = sum_of_cofactors(t, factor), value;
    if (!sum || (value = combine(t, product_of(t->op), factor, sum)) == 0)
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < t->leaves.count; i++) {
        bool product;
        if (!cofactor(t, t->leaves.items[i].value, factor, &product))
            t->leaves.items[kept++] = t->leaves.items[i];
    }
    t->leaves.count = kept;
    return add_leaf(t, value);
}

/* Each round leaves fewer leaves. */
static bool find_factors(tree *t)
{
    dxki_value factor;
    if (product_of(t->op) == DXKI_OP_NONE || t->leaves.count > MOST_FACTORED)
        return true;
    while ((factor = best_factor(t)) != 0) {
        if (!put_outside(t, factor))
            return false;
    }
    return !t->a.failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Pairs                                                                                      */

/* Begins the key of a pair; how many trees are known to have it. */
static uint32_t count_of(tree *t, dxki_value x, dxki_value y)
{
    dxki_pass_table_key(&t->pairs, t->op);
    dxki_pass_table_key(&t->pairs, x < y ? x : y);
    dxki_pass_table_key(&t->pairs, x < y ? y : x);
    return dxki_pass_table_find(&t->pairs);
}

/* The leaves that are no constants, which are in front. */
static size_t paired(const tree *t)
{
    size_t count = 0;
    if (t->leaves.count > MOST_PAIRED)
        return 0;
    while (count < t->leaves.count && !dxki_value_is_const(t->leaves.items[count].value))
        count++;
    return count;
}

static bool count_pairs(tree *t, uint32_t inst)
{
    t->root = inst;
    t->op = (dxki_op)dxki_inst_get(t->m, inst)->op;
    if (!collect(t))
        return false;
    for (size_t i = 0; t->leaves.count <= MOST_PAIRED && i < t->leaves.count; i++) {
        dxki_value x = t->leaves.items[i].value;
        for (size_t k = 0; k < i && !dxki_value_is_const(x); k++) {
            dxki_value y = t->leaves.items[k].value;
            if (x != y && !dxki_value_is_const(y))
                dxki_pass_table_enter(&t->pairs, count_of(t, x, y) + 1);
        }
    }
    return !t->pairs.failed;
}

/* Puts leaf number `from` in front of number `to`. */
static void take_forward(tree *t, size_t from, size_t to)
{
    leaf taken = t->leaves.items[from];
    for (; from > to; from--)
        t->leaves.items[from] = t->leaves.items[from - 1];
    t->leaves.items[to] = taken;
}

/* Moves the most frequent pair of leaves to the front. If all pairs are equally frequent, the order is
 * kept. */
static void prefer_pair(tree *t)
{
    size_t count = paired(t), first = 0, second = 1;
    uint32_t most = 1;
    for (size_t i = 0; count > 2 && i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            uint32_t trees = count_of(t, t->leaves.items[i].value, t->leaves.items[k].value);
            dxki_pass_table_drop(&t->pairs);
            if (trees > most) {
                most = trees;
                first = i;
                second = k;
            }
        }
    }
    if (most > 1) {
        take_forward(t, second, 0);
        take_forward(t, first + 1, 0);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Rebuilding                                                                                 */

/* True if the tree has this shape already: leaves on the right, in their order. */
static bool is_in_order(const tree *t)
{
    uint32_t inst = t->root;
    if (t->leaves.count != t->nodes.count + 1)
        return false;
    for (size_t i = t->leaves.count - 1;; i--) {
        const dxki_value *ops = dxki_inst_ops(t->m, inst);
        if (ops[1] != t->leaves.items[i].value)
            return false;
        if (i == 1)
            return ops[0] == t->leaves.items[0].value;
        inst = dxki_value_as_inst(ops[0]);
        if (!inst || !is_inner(t, ops[0]))
            return false;
    }
}

/* Node number i of the chain, the root last; the nodes have the root first. */
static bool set_node(tree *t, uint32_t inst, dxki_value x, dxki_value y)
{
    dxki_inst *in = &t->m->insts.items[inst];
    in->flags = dxki_op_is_fp(in->op) ? t->flags : 0;
    return (inst == t->root || dxki_inst_move(t->m, inst, dxki_place_before(t->m, t->root))) &&
           dxki_inst_set_op(t->m, inst, 0, x) && dxki_inst_set_op(t->m, inst, 1, y);
}

static bool rebuild(tree *t)
{
    size_t count = t->leaves.count, used = count - 1;
    dxki_value last = t->leaves.items[0].value;
    for (size_t i = 0; i < used; i++) {
        uint32_t inst = i + 1 == used ? t->root : t->nodes.items[i + 1];
        if (!set_node(t, inst, last, t->leaves.items[i + 1].value))
            return false;
        last = DXKI_VALUE(DXKI_V_INST, inst);
    }
    if (used == 0 && !dxki_value_replace(t->m, DXKI_VALUE(DXKI_V_INST, t->root), last))
        return false;
    for (size_t i = used; i < t->nodes.count; i++) { /* users before what they use */
        if (!dxki_inst_remove(t->m, t->nodes.items[i]))
            return false;
    }
    return true;
}

static bool regroup(tree *t, uint32_t inst)
{
    t->root = inst;
    t->op = (dxki_op)dxki_inst_get(t->m, inst)->op;
    if (!collect(t))
        return false;
    size_t leaves = t->leaves.count;
    if (!dxki_sort(t->p->ctx, t->leaves.items, leaves, sizeof(leaf), comes_after, NULL))
        return false;
    drop_equal(t);
    if (!join_constants(t) || !find_factors(t) ||
        !dxki_sort(t->p->ctx, t->leaves.items, t->leaves.count, sizeof(leaf), comes_after, NULL) ||
        !join_constants(t))
        return false;
    if (t->leaves.count == 0 &&
        !add_leaf(t, dxki_pass_alg_int(&t->a, dxki_inst_get(t->m, inst)->type, 0)))
        return false;
    prefer_pair(t);
    if (t->a.failed || t->pairs.failed || (t->leaves.count == leaves && is_in_order(t)))
        return !t->a.failed && !t->pairs.failed;
    if (t->leaves.count == 1 &&
        !dxki_pass_may_be_constant(t->p, DXKI_VALUE(DXKI_V_INST, inst), t->leaves.items[0].value))
        return true;
    dxki_pass_changed(t->p);
    return rebuild(t);
}

/* ---------------------------------------------------------------------------------------- */

static bool each_tree(tree *t, const dxki_cfg *cfg, bool (*what)(tree *t, uint32_t inst))
{
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        if (cfg->order.nodes[i] == cfg->count)
            continue;
        uint32_t inst = t->m->blocks.items[cfg->blocks[cfg->order.nodes[i]]].first_inst, next;
        for (; inst; inst = next) {
            next = dxki_inst_get(t->m, inst)->next;
            if (may_regroup(t, inst) && !is_part(t, inst) && !what(t, inst))
                return false;
        }
    }
    return true;
}

dxk_status dxki_pass_reassociate(dxki_pass *p)
{
    tree t = {.p = p, .m = p->m, .known = p->m->insts.count};
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    bool good = cfg && dxki_module_touch(p->m) && dxki_pass_alg_begin(&t.a, p) &&
                (t.positions = dxki_pass_positions(p)) != NULL &&
                dxki_pass_table_init(&t.pairs, &p->scratch, p->ctx, dxki_pass_size(p)) &&
                each_tree(&t, cfg, count_pairs) && each_tree(&t, cfg, regroup);
    dxki_pass_table_free(&t.pairs);
    dxki_vec_free(p->ctx, &t.nodes);
    dxki_vec_free(p->ctx, &t.leaves);
    dxki_vec_free(p->ctx, &t.stack);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
