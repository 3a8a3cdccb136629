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
 * A store tells what is loaded from its address behind it. Stores elsewhere in the same object
 * change its version; what a few of the last accesses to it said is entered anew for the next
 * version, if the addresses are apart.
 *
 * A block that one branch leads to knows its condition: comparisons that are the same, or the
 * opposite, are decided there, and so are other uses of it.
 *
 * What calls of operations may be merged is a column of spec/dxil_effects.def. Values are never
 * replaced because a comparison proves them equal: of two equal values one may be the same in all
 * lanes, and known to be.
 */
#include <string.h>

#include "pass/constant_use.h"
#include "pass/memory.h"
#include "pass/merge.h"
#include "pass/value_table.h"

/* What the last accesses to an object said, for its current version. */
#define RECENT 16u

typedef struct recent {
    uint64_t classes; /* of the object, or of all that it may be */
    uint32_t stamp, count, turn;
    struct {
        dxki_value pointer, value;
        dxki_type type;
        uint32_t block;
    } items[RECENT];
} recent;

typedef struct numbering {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_algebra a;
    dxki_pass_memory mem;
    dxki_pass_table table;
    const dxki_cfg *cfg;
    const dxki_dom *dom, *post;
    const dxki_loops *loops;
    recent *recents; /* by the lowest of its classes */
    uint32_t block;  /* where the walk is, by number */
    bool truths;     /* conditions have been entered */
    bool failed;
} numbering;

static void key(numbering *n, uint32_t word)
{
    dxki_pass_table_key(&n->table, word);
}

static void key_words(numbering *n, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        key(n, n->m->words.items[at + i]);
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

/* Of a comparison the smaller operand comes first, with the predicate for that. */
static void key_of_comparison(numbering *n, const dxki_inst *in)
{
    dxki_value x = n->m->words.items[in->ops], y = n->m->words.items[in->ops + 1];
    key(n, x <= y ? in->sub : dxki_pass_alg_swapped(in->sub));
    key(n, x <= y ? x : y);
    key(n, x <= y ? y : x);
}

static void key_of_operands(numbering *n, const dxki_inst *in)
{
    uint32_t first = in->op == DXKI_OP_CALL, rest = 0;
    if (commutes(n->m, in)) {
        dxki_value x = n->m->words.items[in->ops + first];
        dxki_value y = n->m->words.items[in->ops + first + 1];
        key(n, x <= y ? x : y);
        key(n, x <= y ? y : x);
        rest = first + 2;
        if (first)
            key(n, n->m->words.items[in->ops]);
    }
    uint32_t words = in->op_count + dxki_inst_extra_count(n->m, in);
    key_words(n, in->ops + rest, words - rest);
}

/* What an instruction computes, but for what it reads. */
static void begin_key(numbering *n, const dxki_inst *in)
{
    key(n, in->op);
    key(n, in->type);
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP)
        key_of_comparison(n, in);
    else
        key_of_operands(n, in);
    if (in->op == DXKI_OP_PHI)
        key(n, in->block);
}

static void begin_load_key(numbering *n, dxki_type type, dxki_value pointer, uint32_t stamp)
{
    key(n, DXKI_OP_LOAD);
    key(n, type);
    key(n, pointer);
    key(n, stamp);
}

/* ---------------------------------------------------------------------------------------- */
/* Merging                                                                                    */

static bool replace(numbering *n, uint32_t inst, dxki_value with)
{
    dxki_pass_changed(n->p);
    n->failed = n->failed || !dxki_pass_merge(&n->a, inst, with);
    return true;
}

/* Ends the key: the instruction is what is entered there, or is entered. */
static bool find_or_enter(numbering *n, uint32_t inst)
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
static bool runs_with(const numbering *n, uint32_t inst)
{
    uint32_t other = dxki_cfg_number(n->cfg, dxki_inst_get(n->m, inst)->block);
    return other == n->block || (dxki_dom_dominates(n->post, n->block, other) &&
                                 n->loops->of[other] == n->loops->of[n->block]);
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

/* Where the last accesses to a set of classes are remembered. */
static recent *recent_of(const numbering *n, uint64_t classes)
{
    uint32_t lowest = 0;
    while (!(classes >> lowest & 1))
        lowest++;
    return &n->recents[lowest];
}

/* Remembers what is loaded from an address now. */
static void remember(numbering *n, uint64_t classes, dxki_value pointer, dxki_value value)
{
    if (!classes)
        return;
    recent *r = recent_of(n, classes);
    uint32_t stamp = dxki_pass_memory_stamp(&n->mem, classes);
    if (r->stamp != stamp || r->classes != classes)
        *r = (recent){.stamp = stamp, .classes = classes};
    uint32_t place = r->count < RECENT ? r->count++ : r->turn++ % RECENT;
    r->items[place].pointer = pointer;
    r->items[place].value = value;
    r->items[place].type = dxki_value_type(n->m, value);
    r->items[place].block = n->block;
}

/* Enters for the version that a write to `pointer` began what was known before, and is elsewhere. */
static void carry_over(numbering *n, uint64_t classes, dxki_value pointer, uint32_t before)
{
    if (!classes)
        return;
    recent old = *recent_of(n, classes);
    uint32_t stamp = dxki_pass_memory_stamp(&n->mem, classes);
    bool current = old.stamp == before && old.classes == classes;
    for (uint32_t i = 0; current && i < old.count; i++) {
        if (!dxki_dom_dominates(n->dom, old.items[i].block, n->block) ||
            dxki_mem_compare(n->m, old.items[i].pointer, pointer) != DXKI_MEM_APART)
            continue;
        begin_load_key(n, old.items[i].type, old.items[i].pointer, stamp);
        dxki_pass_table_enter(&n->table, old.items[i].value);
        remember(n, classes, old.items[i].pointer, old.items[i].value);
    }
}

static void number_load(numbering *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    dxki_value pointer = n->m->words.items[in->ops];
    dxki_pass_access access = dxki_pass_memory_access(&n->mem, in);
    if (access.fixed || dxki_pass_opaque_load(n->m, in))
        return;
    begin_load_key(n, in->type, pointer, dxki_pass_memory_stamp(&n->mem, access.reads));
    if (!find_or_enter(n, inst))
        remember(n, access.reads, pointer, DXKI_VALUE(DXKI_V_INST, inst));
}

static void number_store(numbering *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    dxki_value value = n->m->words.items[in->ops], pointer = n->m->words.items[in->ops + 1];
    dxki_type type = dxki_value_type(n->m, value);
    dxki_pass_access access = dxki_pass_memory_access(&n->mem, in);
    uint32_t before = dxki_pass_memory_stamp(&n->mem, access.writes);
    if (!access.fixed) {
        begin_load_key(n, type, pointer, before);
        bool there = dxki_pass_table_find(&n->table) == value;
        dxki_pass_table_drop(&n->table);
        if (there) {
            dxki_pass_changed(n->p);
            n->failed = !dxki_inst_remove(n->m, inst);
            return;
        }
    }
    dxki_pass_memory_write(&n->mem, access.writes);
    carry_over(n, access.writes, pointer, before);
    if (access.fixed || dxki_pass_is_undef(n->m, value))
        return;
    begin_load_key(n, type, pointer, dxki_pass_memory_stamp(&n->mem, access.writes));
    dxki_pass_table_enter(&n->table, value);
    remember(n, access.writes, pointer, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* True if the call before it in the block, with nothing between them, is the same. */
static bool repeats(const numbering *n, uint32_t inst)
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

static void number_operation(numbering *n, uint32_t inst, const dxki_dxop_effect *effect,
                             const dxki_pass_access *access)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    begin_key(n, in);
    if (effect->merges != DXKI_MERGES_EQUAL)
        key(n, dxki_pass_memory_stamp(&n->mem, access->reads));
    if (effect->merges == DXKI_MERGES_BLOCK)
        key(n, in->block);
    uint32_t found = dxki_value_as_inst(dxki_pass_table_find(&n->table));
    if (!found || (effect->merges == DXKI_MERGES_CONTROL && !runs_with(n, found))) {
        dxki_pass_table_enter(&n->table, DXKI_VALUE(DXKI_V_INST, inst));
        return;
    }
    dxki_pass_table_drop(&n->table);
    replace(n, inst, DXKI_VALUE(DXKI_V_INST, found));
}

static void number_call(numbering *n, uint32_t inst)
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

static void number_inst(numbering *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    if (is_pure(in->op)) {
        begin_key(n, in);
        find_or_enter(n, inst);
    } else if (in->op == DXKI_OP_LOAD) {
        number_load(n, inst);
    } else if (in->op == DXKI_OP_STORE) {
        number_store(n, inst);
    } else if (in->op == DXKI_OP_CALL) {
        number_call(n, inst);
    } else {
        dxki_pass_memory_write(&n->mem, dxki_pass_memory_access(&n->mem, in).writes);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Truths                                                                                     */

/* Below all opcodes of instructions. */
#define TRUTH_KEY 0u

/* Ways into a block whose phis are looked at for conditions. */
#define MOST_WAYS 16u

/* Parts of a condition that are decided with it. */
#define TRUTH_DEPTH 4u

static void enter_truth(numbering *n, dxki_value condition, bool truth, uint32_t depth);

/* The comparison that comes out as `truth`, and its opposite. */
static void enter_comparison(numbering *n, const dxki_inst *comparison, bool truth)
{
    dxki_inst in = *comparison;
    begin_key(n, &in);
    dxki_pass_table_enter(&n->table, dxki_pass_alg_int(&n->a, DXKI_TY_I1, truth));
    in.sub = (uint16_t)dxki_pass_alg_inverse(in.sub);
    begin_key(n, &in);
    dxki_pass_table_enter(&n->table, dxki_pass_alg_int(&n->a, DXKI_TY_I1, !truth));
}

/* What keeps a block inside of a loop is no truth. */
static bool is_opaque(const numbering *n, const dxki_inst *comparison)
{
    uint32_t left = dxki_value_as_inst(n->m->words.items[comparison->ops]);
    return left && dxki_pass_opaque_load(n->m, dxki_inst_get(n->m, left));
}

static void enter_parts(numbering *n, const dxki_inst *in, bool truth, uint32_t depth)
{
    dxki_value ops[2] = {n->m->words.items[in->ops], n->m->words.items[in->ops + 1]};
    bool both = in->op == (truth ? DXKI_OP_AND : DXKI_OP_OR);
    bool turned = in->op == DXKI_OP_XOR && dxki_pass_alg_is_int(n->m, ops[1], 1);
    for (uint32_t i = 0; i < 2 && both; i++)
        enter_truth(n, ops[i], truth, depth - 1);
    if (turned)
        enter_truth(n, ops[0], !truth, depth - 1);
}

static void enter_truth(numbering *n, dxki_value condition, bool truth, uint32_t depth)
{
    uint32_t inst = dxki_value_as_inst(condition);
    const dxki_inst *in = inst ? dxki_inst_get(n->m, inst) : NULL;
    bool compares = in && dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP;
    if (dxki_value_is_const(condition) || depth == 0 || (compares && is_opaque(n, in)))
        return;
    key(n, TRUTH_KEY);
    key(n, condition);
    dxki_pass_table_enter(&n->table, dxki_pass_alg_int(&n->a, DXKI_TY_I1, truth));
    n->truths = true;
    if (compares)
        enter_comparison(n, in, truth);
    else if (in && dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN)
        enter_parts(n, in, truth, depth);
}

/* The branch that alone leads to the block decides. */
static void enter_truths(numbering *n, uint32_t number)
{
    const dxki_edges *pred = &n->cfg->graph.pred;
    if (pred->start[number + 1] - pred->start[number] != 1)
        return;
    uint32_t from = n->cfg->blocks[pred->to[pred->start[number]]];
    const dxki_inst *br = dxki_inst_get(n->m, n->m->blocks.items[from].last_inst);
    const dxki_value *ops = n->m->words.items + br->ops;
    if (br->op == DXKI_OP_BR && br->op_count == 3)
        enter_truth(n, ops[0], DXKI_INDEX(ops[2]) == n->cfg->blocks[number], TRUTH_DEPTH);
}

/* What is known of a condition here; 0: nothing. */
static dxki_value truth_of(numbering *n, dxki_value value)
{
    if (!n->truths || dxki_value_is_const(value) || dxki_value_type(n->m, value) != DXKI_TY_I1)
        return 0;
    key(n, TRUTH_KEY);
    key(n, value);
    dxki_value truth = dxki_pass_table_find(&n->table);
    dxki_pass_table_drop(&n->table);
    return truth;
}

/* A branch that leaves a loop decides what is in it. */
static bool stays_in_loop(const numbering *n)
{
    uint32_t count = n->cfg->count; /* the exit, which is in no loop, is behind the blocks */
    DXKI_EACH_SUCC(n->cfg, n->block, e)
    {
        uint32_t to = n->cfg->graph.succ.to[e], loop = to < count ? n->loops->of[to] : 0;
        if (loop != n->loops->of[n->block])
            return false;
    }
    return true;
}

static void use_truth(numbering *n, uint32_t inst, uint32_t operand)
{
    dxki_value truth = truth_of(n, n->m->words.items[dxki_inst_get(n->m, inst)->ops + operand]);
    if (!truth)
        return;
    dxki_pass_changed(n->p);
    n->failed = n->failed || !dxki_inst_set_op(n->m, inst, operand, truth);
}

/* Operations keep their operands: what lanes do together is not touched. */
static void use_truths(numbering *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    bool ends = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
    uint32_t count = in->op_count;
    if (!n->truths || in->op == DXKI_OP_CALL || in->op == DXKI_OP_PHI ||
        (ends && !stays_in_loop(n)))
        return;
    for (uint32_t i = 0; i < count; i++)
        use_truth(n, inst, i);
}

/* What a phi gets from this block, unless it gets the same from another, so that it may be that. */
static void use_truth_in_phi(numbering *n, uint32_t phi)
{
    const dxki_inst *in = dxki_inst_get(n->m, phi);
    uint32_t block = n->cfg->blocks[n->block], mine = MOST_WAYS;
    if (in->type != DXKI_TY_I1 || in->op_count > MOST_WAYS)
        return;
    for (uint32_t k = 0; k < in->op_count; k++) {
        if (dxki_phi_block(n->m, phi, k) == block)
            mine = k;
    }
    const dxki_value *ops = n->m->words.items + in->ops;
    for (uint32_t k = 0; k < in->op_count && mine < MOST_WAYS; k++) {
        if (k != mine && ops[k] == ops[mine])
            return;
    }
    if (mine < MOST_WAYS)
        use_truth(n, phi, mine);
}

static void use_truths_in_phis(numbering *n)
{
    if (!n->truths)
        return;
    DXKI_EACH_SUCC(n->cfg, n->block, e)
    {
        uint32_t to = n->cfg->graph.succ.to[e];
        if (to == n->cfg->count)
            continue;
        DXKI_EACH_INST(n->m, n->cfg->blocks[to], phi) {
            if (dxki_inst_get(n->m, phi)->op != DXKI_OP_PHI)
                break;
            use_truth_in_phi(n, phi);
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

/* The instruction that the walk goes on with. */
static uint32_t visit(numbering *n, uint32_t inst)
{
    dxk_module *m = n->m;
    uint32_t before = dxki_inst_prev(m, inst), block = m->insts.items[inst].block;
    uint32_t next = m->insts.items[inst].next;
    use_truths(n, inst);
    if (m->insts.items[inst].type != DXKI_TY_VOID) {
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

static bool visit_block(numbering *n, uint32_t number)
{
    n->block = number;
    dxki_pass_memory_enter(&n->mem, number);
    enter_truths(n, number);
    uint32_t inst = n->m->blocks.items[n->cfg->blocks[number]].first_inst;
    while (inst && dxki_pass_spend(n->p, 1)) {
        inst = visit(n, inst);
        if (n->failed || n->table.failed)
            return false;
    }
    use_truths_in_phis(n);
    dxki_pass_memory_leave(&n->mem, number);
    return !n->failed && !n->a.failed && !n->table.failed;
}

/* The tree: first child and next brother by block, in reverse post-order. */
typedef struct tree {
    uint32_t *child, *brother;
    size_t *scope; /* by block: entries when the walk came to it */
} tree;

static bool build_tree(numbering *n, tree *t)
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

static bool walk(numbering *n)
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

static bool begin(numbering *n)
{
    dxki_pass *p = n->p;
    if (!dxki_module_touch(p->m) || !dxki_pass_alg_begin(&n->a, p) ||
        !dxki_pass_memory_begin(&n->mem, p))
        return false;
    n->cfg = dxki_pass_cfg(p);
    n->dom = dxki_pass_dom(p);
    n->post = dxki_pass_post(p);
    n->loops = dxki_pass_loops(p);
    n->recents = DXKI_NEW_ARRAY(&p->scratch, recent, DXKI_PASS_CLASSES);
    return n->dom && n->post && n->recents &&
           dxki_pass_table_init(&n->table, &p->scratch, p->ctx, dxki_pass_size(p));
}

dxk_status dxki_pass_gvn(dxki_pass *p)
{
    numbering n = {.p = p, .m = p->m};
    bool good = begin(&n) && walk(&n);
    dxki_pass_table_free(&n.table);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
