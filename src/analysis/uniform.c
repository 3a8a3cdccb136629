/* SPDX-License-Identifier: MIT */
/*
 * uniform.c - see uniform.h. Where the ways from a branch meet first: each successor gets a label,
 * which goes along the edges in reverse post-order, within the innermost loop; where two labels come
 * together is a join, with a label of its own. When one label is left the lanes are together again,
 * unless some have gone back to the loop's header, where they wait, or have left it: then others may
 * leave it in a later round. Blocks that only some lanes run are those that labels pass before that,
 * and those that are control dependent on such a branch, directly or not.
 */
#include "analysis/uniform.h"

#include "base/sort.h"

#include <string.h>

#define STEPS_PER_EDGE 256u
#define LANE_MEMORY    (DXKI_MEM_LOCAL | DXKI_MEM_PRIVATE)

/* A load from memory of the lane; `base` 0: from an unknown object. */
typedef struct access {
    dxki_value base;
    uint32_t inst;
} access;

typedef struct spread {
    dxki_uniform *u;
    const dxk_module *m;
    const dxki_cfg *cfg;
    DXKI_VEC(uint32_t) work; /* instructions that differ, to be handed on */
    DXKI_VEC(access) loads;  /* sorted by base */
    uint8_t *told;           /* by the first load of a base: all of them differ */
    bool told_unknown;

    /* Labels, by block; valid with the stamp of the walk. */
    uint32_t *label, *stamp, walk;
    uint32_t *heap; /* places of blocks that wait, the lowest on top */
    uint32_t heap_count;
    uint32_t within; /* the loop of the walk */
    bool went_back;  /* a label has come back to its header */
    bool left;       /* a label has left it */

    uint32_t *up;      /* by block: the next one towards the exit that is not split */
    uint32_t *queue;   /* blocks that were split */
    uint8_t *noted;    /* by loop: 1: it is, or was, among the pending ones */
    uint32_t *pending; /* loops that are left in different rounds and not yet looked at */
    uint32_t pending_count;
    uint64_t steps;   /* that are left */
    bool has_regions; /* some cycle has no header */
    bool good;        /* memory */
} spread;

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

uint8_t dxki_uniform_of_operation(const dxk_module *m, const dxki_inst *call)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, call);
    if (!op)
        return DXKI_UNIFORM_DIFFERS;
    switch (dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->result) {
    case DXKI_RESULT_NONE:
    case DXKI_RESULT_ARGS:
        return DXKI_UNIFORM_FOLLOWS;
    case DXKI_RESULT_DRAW:
    case DXKI_RESULT_GROUP:
    case DXKI_RESULT_WAVE:
        return DXKI_UNIFORM_SAME;
    default:
        return DXKI_UNIFORM_DIFFERS;
    }
}

static uint8_t class_of_call(const spread *s, const dxki_inst *call)
{
    const dxki_uniform_seeds *seeds = &s->u->in.seeds;
    dxki_value callee = dxki_call_callee(s->m, call);
    if (!seeds->call)
        return dxki_uniform_of_operation(s->m, call);
    return seeds->call(seeds->user, s->m, call, dxki_value_as_global(callee));
}

static uint8_t class_of(const spread *s, const dxki_inst *in)
{
    switch (in->op) {
    case DXKI_OP_ALLOCA:
        return DXKI_UNIFORM_SAME;
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        return class_of_call(s, in);
    case DXKI_OP_ATOMICRMW:
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_VAARG:
    case DXKI_OP_LANDINGPAD:
        return DXKI_UNIFORM_DIFFERS;
    default:
        return DXKI_UNIFORM_FOLLOWS;
    }
}

static void touch(spread *s, uint32_t inst)
{
    if (s->u->differs[inst] || class_of(s, dxki_inst_get(s->m, inst)) == DXKI_UNIFORM_SAME)
        return;
    s->u->differs[inst] = 1;
    s->good = s->good && dxki_vec_push(s->m->ctx, &s->work, inst);
}

static void touch_users(spread *s, dxki_value value)
{
    DXKI_EACH_USE_OF(s->u->in.uses, value, i)
    {
        dxki_value user = s->u->in.uses->uses.items[i].user;
        if (DXKI_TAG(user) == DXKI_V_INST)
            touch(s, DXKI_INDEX(user));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Memory of a lane                                                                           */

/* The object behind a pointer into memory of the lane; false: it does not point there. */
static bool lane_object(spread *s, dxki_value pointer, dxki_value *base)
{
    if (!pointer)
        return false;
    *base = dxki_mem_base(s->m, dxki_mem_bases_find(s->u->in.bases, pointer));
    if (!(dxki_mem_kinds(s->m, *base) & LANE_MEMORY))
        return false;
    bool is_alloca = DXKI_TAG(*base) == DXKI_V_INST &&
                     dxki_inst_get(s->m, DXKI_INDEX(*base))->op == DXKI_OP_ALLOCA;
    if (!is_alloca && DXKI_TAG(*base) != DXKI_V_GLOBAL)
        *base = 0;
    return true;
}

static bool base_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const access *)a)->base > ((const access *)b)->base;
}

static size_t first_load(const spread *s, dxki_value base)
{
    size_t low = 0, high = s->loads.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->loads.items[middle].base < base)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void touch_loads(spread *s, dxki_value base)
{
    size_t i = first_load(s, base);
    if (i == s->loads.count || s->loads.items[i].base != base || s->told[i])
        return;
    s->told[i] = 1;
    for (; i < s->loads.count && s->loads.items[i].base == base; i++)
        touch(s, s->loads.items[i].inst);
}

/* The object holds what differs; one that is not known may be any. */
static void touch_object(spread *s, dxki_value base)
{
    if (s->told_unknown)
        return;
    touch_loads(s, 0);
    if (base) {
        touch_loads(s, base);
        return;
    }
    s->told_unknown = true;
    for (size_t i = 0; i < s->loads.count; i++)
        touch(s, s->loads.items[i].inst);
}

/* What the instruction writes to memory of the lane differs. */
static void touch_written(spread *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);
    dxki_value base;
    if (in->op != DXKI_OP_LOAD && lane_object(s, dxki_mem_pointer(s->m, in), &base))
        touch_object(s, base);
}

/* A call may write to what it is handed pointers to. */
static void touch_handed(spread *s, const dxki_inst *call)
{
    const dxki_value *ops = s->m->words.items + call->ops;
    dxki_value base;
    for (uint32_t i = 0; i < dxki_call_arg_count(call); i++) {
        if (dxki_type_kind_of(s->m, dxki_value_type(s->m, ops[i])) == DXKI_T_POINTER &&
            lane_object(s, ops[i], &base))
            touch_object(s, base);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* All at once                                                                                */

static void give_up(spread *s)
{
    const dxki_uniform_input *in = &s->u->in;
    s->u->coarse = true;
    s->work.count = 0;
    memset(s->u->split, 1, in->cfg->count);
    memset(s->u->leaves, 1, in->loops->count);
    for (uint32_t n = 0; n < in->cfg->count; n++) {
        DXKI_EACH_INST(s->m, in->cfg->blocks[n], i)
            s->u->differs[i] = class_of(s, dxki_inst_get(s->m, i)) != DXKI_UNIFORM_SAME;
    }
}

static bool take_step(spread *s)
{
    if (s->u->coarse)
        return false;
    if (s->steps-- > 0)
        return true;
    give_up(s);
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Joins                                                                                      */

static void push_place(spread *s, uint32_t place)
{
    uint32_t i = s->heap_count++;
    while (i > 0 && s->heap[(i - 1) / 2] > place) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    s->heap[i] = place;
}

static uint32_t pop_place(spread *s)
{
    uint32_t top = s->heap[0], last = s->heap[--s->heap_count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count && s->heap[child + 1] < s->heap[child])
            child++;
        if (s->heap[child] >= last)
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

/* Phis whose values are not all one and the same choose by the way. */
static void touch_phis(spread *s, uint32_t block)
{
    DXKI_EACH_INST(s->m, s->cfg->blocks[block], i) {
        if (dxki_inst_get(s->m, i)->op != DXKI_OP_PHI)
            break;
        const dxki_value *ops = dxki_inst_ops(s->m, i);
        uint32_t count = s->m->insts.items[i].op_count, k = 1;
        while (k < count && ops[k] == ops[0])
            k++;
        if (k < count)
            touch(s, i);
    }
}

/* Some lanes only run the block. */
static void split_block(spread *s, uint32_t block)
{
    if (s->u->split[block])
        return;
    s->u->split[block] = 1;
    DXKI_EACH_INST(s->m, s->cfg->blocks[block], i)
        touch_written(s, i);
}

/* A label comes along an edge. The header of the loop is not gone on from: the next round is a matter
 * of the loop. */
static void arrive(spread *s, uint32_t from_place, uint32_t to, uint32_t label)
{
    const dxki_loops *loops = s->u->in.loops;
    if (to == s->cfg->count || !take_step(s))
        return;
    if (s->within && !dxki_loop_contains(loops, s->within, to)) {
        s->left = true;
        return;
    }
    s->went_back = s->went_back || (s->within && to == loops->items[s->within].header);
    if (s->stamp[to] != s->walk) {
        s->stamp[to] = s->walk;
        s->label[to] = label;
        if (s->cfg->order.place[to] > from_place)
            push_place(s, s->cfg->order.place[to]);
    } else if (s->label[to] != label && s->label[to] != to) {
        s->label[to] = to;
        touch_phis(s, to);
    }
}

static void begin_walk(spread *s, uint32_t loop)
{
    s->walk++;
    s->within = loop;
    s->went_back = s->left = false;
}

/* Takes the labels along. True: when only one was left, others were elsewhere, and some have left the
 * loop. */
static bool follow_labels(spread *s)
{
    while (s->heap_count && !s->u->coarse) {
        uint32_t place = pop_place(s), block = s->cfg->order.nodes[place];
        if (s->heap_count == 0 && !s->went_back && !s->left)
            break;
        split_block(s, block);
        DXKI_EACH_SUCC(s->cfg, block, e)
        arrive(s, place, s->cfg->graph.succ.to[e], s->label[block]);
    }
    s->heap_count = 0;
    return s->left && !s->u->coarse;
}

/* Notes that lanes leave the loop in different rounds. */
static void note_loop(spread *s, uint32_t loop)
{
    if (!loop || s->noted[loop])
        return;
    s->noted[loop] = 1;
    s->pending[s->pending_count++] = loop;
}

/* From a branch each block that it leads to has a label, that block's own with a mark: a label
 * that a join has is not one of these. */
static void find_joins(spread *s, uint32_t block)
{
    uint32_t loop = s->u->in.loops->of[block];
    begin_walk(s, loop);
    DXKI_EACH_SUCC(s->cfg, block, e)
    {
        uint32_t to = s->cfg->graph.succ.to[e];
        arrive(s, s->cfg->order.place[block], to, s->cfg->graph.count + to);
    }
    if (follow_labels(s))
        note_loop(s, loop);
}

/* ---------------------------------------------------------------------------------------- */
/* Loops                                                                                      */

/* From a loop each edge that leaves it has a label: lanes take them in different rounds. */
static void find_exit_joins(spread *s, const dxki_loop *l, uint32_t loop)
{
    const dxki_uniform_input *in = &s->u->in;
    if (l->exits < 2)
        return;
    begin_walk(s, l->parent);
    for (uint32_t i = l->first; i < l->end && take_step(s); i++) {
        uint32_t from = in->loops->members[i];
        DXKI_EACH_SUCC(s->cfg, from, e)
        {
            uint32_t to = s->cfg->graph.succ.to[e];
            if (to != s->cfg->count && !dxki_loop_contains(in->loops, loop, to))
                arrive(s, s->cfg->order.place[from], to, s->cfg->graph.count * 2 + e);
        }
    }
    if (follow_labels(s))
        note_loop(s, l->parent);
}

/* Outside of the loop what a block of it has made differs. */
static void touch_outside(spread *s, uint32_t loop, uint32_t block)
{
    const dxki_uniform_input *in = &s->u->in;
    DXKI_EACH_INST(s->m, s->cfg->blocks[block], i) {
        if (!take_step(s))
            break;
        DXKI_EACH_USE_OF(in->uses, DXKI_VALUE(DXKI_V_INST, i), k)
        {
            dxki_value user = in->uses->uses.items[k].user;
            if (DXKI_TAG(user) != DXKI_V_INST || !take_step(s))
                continue;
            uint32_t at = dxki_cfg_number(s->cfg, s->m->insts.items[DXKI_INDEX(user)].block);
            if (at == DXKI_NO_NODE || in->loops->place[at] == DXKI_NO_NODE ||
                !dxki_loop_contains(in->loops, loop, at))
                touch(s, DXKI_INDEX(user));
        }
    }
}

/* Lanes leave the loop in different rounds. What inner loops that this is known of have made has
 * been seen to. */
static void split_loop(spread *s, uint32_t loop)
{
    const dxki_loops *loops = s->u->in.loops;
    const dxki_loop *l = &loops->items[loop];
    uint32_t inner = loop + 1;
    s->u->leaves[loop] = 1;
    for (uint32_t i = l->first; i < l->end && !s->u->coarse;) {
        while (inner < l->next && take_step(s) &&
               (!s->u->leaves[inner] || loops->items[inner].end <= i))
            inner++;
        if (inner < l->next && loops->items[inner].first == i) {
            i = loops->items[inner].end;
            continue;
        }
        split_block(s, loops->members[i]);
        touch_outside(s, loop, loops->members[i++]);
    }
    if (!s->u->coarse)
        find_exit_joins(s, l, loop);
}

/* ---------------------------------------------------------------------------------------- */
/* Branches                                                                                   */

/* The block, or the next one towards the exit, that is not split. */
static uint32_t find_up(spread *s, uint32_t block)
{
    while (s->up[block] != block) {
        s->up[block] = s->up[s->up[block]];
        block = s->up[block];
    }
    return block;
}

/* Splits the blocks on the ways to the branch's post-dominator; they are put at the queue's end.
 * False: some way does not get there. */
static bool split_below(spread *s, uint32_t block, uint32_t *queued)
{
    const dxki_dom *post = s->u->in.post;
    uint32_t stop = post->depth[post->parent[block]];
    DXKI_EACH_SUCC(s->cfg, block, e)
    {
        uint32_t to = s->cfg->graph.succ.to[e];
        if (!dxki_dom_has(post, to))
            return false;
        for (uint32_t n = find_up(s, to); post->depth[n] > stop; n = find_up(s, n)) {
            s->up[n] = post->parent[n];
            s->queue[(*queued)++] = n;
        }
    }
    return true;
}

/* Splits what the branch controls, directly or not. */
static bool split_blocks(spread *s, uint32_t block)
{
    uint32_t queued = 0;
    if (!split_below(s, block, &queued))
        return false;
    for (uint32_t i = 0; i < queued; i++) {
        uint32_t n = s->queue[i];
        split_block(s, n);
        if (!split_below(s, n, &queued))
            return false;
    }
    return true;
}

/* Lanes part at the end of a block. */
static void part(spread *s, uint32_t block)
{
    if (!dxki_cfg_is_reached(s->cfg, block))
        return;
    if (s->has_regions || !dxki_dom_has(s->u->in.post, block) || !split_blocks(s, block))
        give_up(s);
    else
        find_joins(s, block);
}

static bool is_higher(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

/* Looks at the loops that lanes leave in different rounds, inner ones first. More may come to be
 * noted. */
static void split_loops(spread *s)
{
    uint32_t count = s->pending_count;
    s->good = dxki_sort(s->m->ctx, s->pending, count, sizeof *s->pending, is_higher, NULL);
    for (uint32_t i = count; i-- > 0 && s->good && !s->u->coarse;)
        split_loop(s, s->pending[i]);
    s->pending_count -= count;
    memmove(s->pending, s->pending + count, s->pending_count * sizeof *s->pending);
}

/* Hands on that an instruction differs. */
static void hand_on(spread *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);
    bool branches =
        in->op == DXKI_OP_BR || in->op == DXKI_OP_SWITCH || in->op == DXKI_OP_INDIRECTBR;
    uint32_t block = dxki_cfg_number(s->cfg, in->block);
    if (branches && in->op_count > 1 && block != DXKI_NO_NODE)
        part(s, block);
    touch_written(s, inst);
    touch_users(s, DXKI_VALUE(DXKI_V_INST, inst));
}

/* ---------------------------------------------------------------------------------------- */

static bool list_loads(spread *s, dxki_arena *scratch)
{
    dxki_value base;
    for (uint32_t n = 0; n < s->cfg->count; n++) {
        DXKI_EACH_INST(s->m, s->cfg->blocks[n], i) {
            const dxki_inst *in = dxki_inst_get(s->m, i);
            if (in->op == DXKI_OP_LOAD && lane_object(s, dxki_mem_pointer(s->m, in), &base) &&
                !dxki_vec_push(s->m->ctx, &s->loads, ((access){base, i})))
                return false;
        }
    }
    s->told = DXKI_NEW_ARRAY(scratch, uint8_t, s->loads.count);
    return s->told && dxki_sort(s->m->ctx, s->loads.items, s->loads.count, sizeof *s->loads.items,
                                base_after, NULL);
}

static bool prepare(spread *s, dxki_arena *arena, dxki_arena *scratch)
{
    const dxki_uniform_input *in = &s->u->in;
    uint32_t nodes = s->cfg->graph.count;
    s->u->split = DXKI_NEW_ARRAY(arena, uint8_t, nodes);
    s->u->leaves = DXKI_NEW_ARRAY(arena, uint8_t, in->loops->count);
    s->label = DXKI_NEW_ARRAY(scratch, uint32_t, nodes);
    s->stamp = DXKI_NEW_ARRAY(scratch, uint32_t, nodes);
    s->heap = DXKI_NEW_ARRAY(scratch, uint32_t, nodes);
    s->up = DXKI_NEW_ARRAY(scratch, uint32_t, nodes);
    s->queue = DXKI_NEW_ARRAY(scratch, uint32_t, nodes);
    s->noted = DXKI_NEW_ARRAY(scratch, uint8_t, in->loops->count);
    s->pending = DXKI_NEW_ARRAY(scratch, uint32_t, in->loops->count);
    if (!s->u->split || !s->u->leaves || !s->label || !s->stamp || !s->heap || !s->up ||
        !s->queue || !s->noted || !s->pending)
        return false;
    for (uint32_t n = 0; n < nodes; n++)
        s->up[n] = n;
    for (uint32_t i = 1; i < in->loops->count; i++)
        s->has_regions = s->has_regions || in->loops->items[i].is_irreducible;
    s->steps = (uint64_t)STEPS_PER_EDGE * (nodes + s->cfg->graph.succ.start[nodes]) + (1u << 16);
    return list_loads(s, scratch);
}

static bool argument_differs(const dxki_uniform_input *in, uint32_t arg)
{
    return !in->seeds.argument || in->seeds.argument(in->seeds.user, in->m, arg);
}

/* What differs by itself. */
static void seed(spread *s)
{
    const dxki_uniform_input *in = &s->u->in;
    const dxki_global *f = &s->m->globals.items[s->cfg->function];
    for (uint32_t i = 0; i < f->arg_count; i++) {
        if (argument_differs(in, f->first_arg + i))
            touch_users(s, DXKI_VALUE(DXKI_V_ARG, f->first_arg + i));
    }
    for (uint32_t n = 0; n < s->cfg->count; n++) {
        DXKI_EACH_INST(s->m, s->cfg->blocks[n], i) {
            const dxki_inst *inst = dxki_inst_get(s->m, i);
            uint8_t cls = class_of(s, inst);
            if (cls == DXKI_UNIFORM_DIFFERS)
                touch(s, i);
            if ((inst->op == DXKI_OP_CALL || inst->op == DXKI_OP_INVOKE) &&
                cls != DXKI_UNIFORM_SAME)
                touch_handed(s, inst);
        }
    }
}

bool dxki_uniform_build(dxki_uniform *u, dxki_arena *arena, const dxki_uniform_input *in,
                        uint8_t *differs)
{
    dxki_arena scratch;
    spread s = {.u = u, .m = in->m, .cfg = in->cfg, .good = true};
    memset(u, 0, sizeof *u);
    u->in = *in;
    u->differs = differs;
    dxki_arena_init(&scratch, arena->ctx);
    s.good = prepare(&s, arena, &scratch);
    if (s.good)
        seed(&s);
    while ((s.work.count || s.pending_count) && s.good && !u->coarse) {
        if (s.work.count)
            hand_on(&s, s.work.items[--s.work.count]);
        else
            split_loops(&s);
    }
    dxki_vec_free(in->m->ctx, &s.work);
    dxki_vec_free(in->m->ctx, &s.loads);
    dxki_arena_free(&scratch);
    return s.good;
}

bool dxki_uniform_differs(const dxki_uniform *u, dxki_value value, uint32_t block)
{
    const dxki_uniform_input *in = &u->in;
    if (DXKI_TAG(value) == DXKI_V_ARG)
        return argument_differs(in, DXKI_INDEX(value));
    if (DXKI_TAG(value) != DXKI_V_INST)
        return false;
    if (u->differs[DXKI_INDEX(value)])
        return true;
    uint32_t home = dxki_cfg_number(in->cfg, in->m->insts.items[DXKI_INDEX(value)].block);
    if (home == DXKI_NO_NODE || in->loops->place[block] == DXKI_NO_NODE)
        return false;
    for (uint32_t loop = in->loops->of[home]; loop; loop = in->loops->items[loop].parent) {
        if (u->leaves[loop] && !dxki_loop_contains(in->loops, loop, block))
            return true;
    }
    return false;
}
