/* SPDX-License-Identifier: MIT */
/*
 * handles.c - one handle for each resource, at the best place.
 *
 * A handle is made in steps, each of which is a call or a load:
 *
 *     %1 = load %struct.Tex, %struct.Tex* @tex        in libraries
 *     %2 = createHandleForLib(%1)                     or createHandle, FromBinding, FromHeap
 *     %3 = annotateHandle(%2, properties)             from shader model 6.6 on
 *
 * Two steps with equal operands become one. What depends on constants alone is taken to the entry
 * block, as is what only depends on such steps. What has a variable index is not moved: at a place
 * where the shader did not ask for the index it may be out of range, or differ between lanes where
 * the handle says that it does not. There a step takes the place of equal ones that it dominates.
 * An annotation needs no more than its handle, and is moved right after it when that makes it
 * serve for others.
 *
 * Operands that say whether the index differs between lanes are part of what is compared, so that
 * nothing is taken to be uniform that was not said to be; and one that says so without need is
 * cleared. Source: DXIL.rst, "Resource handles", "Dynamic indexing".
 */
#include "pass/pass.h"

#include "dxil/handles.h"
#include "ir/idset.h"
#include "ir/value_map.h"

#include <string.h>

/* What a step depends on. */
typedef enum reach {
    REACH_NONE,  /* the instruction is no step */
    REACH_ENTRY, /* constants only: it may stand in the entry block */
    REACH_STEP,  /* one step before it and constants: it may stand right behind that */
    REACH_HERE   /* anything else */
} reach;

typedef struct merger {
    dxki_pass *p;
    dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    dxki_idset set;       /* one of each kind of equal steps */
    dxki_value_map now;   /* by the step of the set: the equal one that serves at this place */
    dxki_value_map fixed; /* steps that depend on constants alone: 1 */
    uint32_t top;         /* the last variable in front of the entry block, or step put after it */
} merger;

/* --- steps --- */

static const dxki_dxop_info *handle_operation(const dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, &m->insts.items[inst]);
    return op && op->kind == DXKI_DXK_HANDLE ? op : NULL;
}

/* True if it loads a resource: what a handle is made of. */
static bool is_resource_load(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = &m->insts.items[inst];
    uint32_t use = dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst));
    return in->op == DXKI_OP_LOAD && !(in->flags & DXKI_IF_VOLATILE) && !DXKI_SUB_ORDER(in->sub) &&
           use && handle_operation(m, dxki_tracked_user(m, use)) &&
           dxki_mem_kinds(m, dxki_inst_ops(m, inst)[0]) == DXKI_MEM_CONSTANT;
}

static bool is_step(const dxk_module *m, uint32_t inst)
{
    return handle_operation(m, inst) || is_resource_load(m, inst);
}

static bool is_fixed(const merger *w, uint32_t inst)
{
    return dxki_value_map_get(&w->fixed, inst) != 0;
}

/* The only operand that is no constant, in *from; 0: there is none. */
static reach find_reach(const merger *w, uint32_t inst, uint32_t *from)
{
    const dxki_inst *in = &w->m->insts.items[inst];
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t others = 0;
    *from = 0;
    for (uint32_t k = 0; k < in->op_count; k++) {
        if (dxki_value_is_const(ops[k]))
            continue;
        *from = dxki_value_as_inst(ops[k]);
        others++;
    }
    if (others == 0)
        return REACH_ENTRY;
    if (others > 1 || !*from || !is_step(w->m, *from))
        return REACH_HERE;
    /* A handle made of a resource that a variable index chose stays where the index was asked for. */
    return is_fixed(w, *from) || handle_operation(w->m, *from) ? REACH_STEP : REACH_HERE;
}

/* --- equal steps --- */

static bool same_step(const dxk_module *m, uint32_t a, uint32_t b)
{
    const dxki_inst *x = &m->insts.items[a], *y = &m->insts.items[b];
    return x->op == y->op && x->type == y->type && x->op_count == y->op_count &&
           memcmp(dxki_inst_ops(m, a), dxki_inst_ops(m, b), x->op_count * sizeof(dxki_value)) ==
               0 &&
           dxki_dxil_is_nonuniform(m, a) == dxki_dxil_is_nonuniform(m, b);
}

/* The step that stands for all equal ones in the set; itself, when it is the first. 0: no memory. */
static uint32_t find_class(merger *w, uint32_t inst)
{
    const dxki_inst *in = &w->m->insts.items[inst];
    uint64_t state = dxki_hash_words(in->op, dxki_inst_ops(w->m, inst), in->op_count);
    uint32_t hash = dxki_hash_end(dxki_hash_mix(state, in->type)), at = hash, id;
    while ((id = dxki_idset_next(&w->set, hash, &at)) != 0) {
        if (same_step(w->m, id, inst))
            return id;
    }
    return dxki_idset_add(w->m->ctx, &w->set, hash, inst) ? inst : 0;
}

static bool merge(merger *w, uint32_t kept, uint32_t gone)
{
    dxki_pass_changed(w->p);
    return dxki_value_replace(w->m, DXKI_VALUE(DXKI_V_INST, gone), DXKI_VALUE(DXKI_V_INST, kept)) &&
           dxki_inst_remove(w->m, gone);
}

/* --- places --- */

static uint32_t block_number(const merger *w, uint32_t inst)
{
    return dxki_cfg_number(w->cfg, w->m->insts.items[inst].block);
}

static bool is_in_entry(const merger *w, uint32_t inst)
{
    return w->m->insts.items[inst].block == w->cfg->blocks[0];
}

static bool dominates(const merger *w, uint32_t a, uint32_t b)
{
    return dxki_dom_dominates(w->dom, block_number(w, a), block_number(w, b)); /* `a` is older */
}

static bool move_to_entry(merger *w, uint32_t inst)
{
    uint32_t entry = w->cfg->blocks[0];
    dxki_place top = w->top ? dxki_place_after(w->m, w->top)
                            : (dxki_place){entry, w->m->blocks.items[entry].first_inst};
    w->top = inst;
    dxki_pass_changed(w->p);
    return dxki_inst_move(w->m, inst, top);
}

static bool move_behind(merger *w, uint32_t inst, uint32_t from)
{
    dxki_place behind = dxki_place_after(w->m, from);
    dxki_pass_changed(w->p);
    return behind.before == inst || dxki_inst_move(w->m, inst, behind);
}

/* A step that has no equal one so far goes to the entry, if it may. */
static bool place(merger *w, uint32_t inst, reach r, uint32_t from)
{
    if (r != REACH_ENTRY && !(r == REACH_STEP && is_fixed(w, from)))
        return true;
    if (!dxki_value_map_put(w->m->ctx, &w->fixed, inst, 1))
        return false;
    if (is_in_entry(w, inst))
        return true;
    return r == REACH_ENTRY ? move_to_entry(w, inst) : move_behind(w, inst, from);
}

/* --- the operand that says that the index differs --- */

static bool may_differ(merger *w, const dxki_value *ops, uint32_t count, uint32_t block,
                       bool *differs)
{
    *differs = false;
    for (uint32_t k = 0; k < count && !*differs; k++) {
        if (dxki_value_is_const(ops[k]))
            continue;
        const dxki_uniform *u = dxki_pass_uniform(w->p);
        if (!u)
            return false;
        *differs = dxki_uniform_differs(u, ops[k], block);
    }
    return true;
}

/* A handle whose operands are the same in all lanes need not say that they differ. */
static bool clear_nonuniform(merger *w, uint32_t inst)
{
    dxk_module *m = w->m;
    const dxki_dxop_info *op = handle_operation(m, inst);
    if (!op || op->operands[op->operand_count - 1].type != DXKI_OT_I1)
        return true;
    uint32_t flag = op->operand_count; /* after the opcode */
    uint64_t is_set;
    bool differs = true;
    if (!dxki_value_as_int(m, dxki_inst_ops(m, inst)[flag], &is_set) || !is_set)
        return true;
    if (!may_differ(w, dxki_inst_ops(m, inst), flag, block_number(w, inst), &differs))
        return false;
    if (differs)
        return true;
    dxki_value no = dxki_const_int(m, DXKI_TY_I1, 0);
    dxki_pass_changed(w->p);
    return no && dxki_inst_set_op(m, inst, flag, no);
}

/* --- the walk --- */

static bool visit(merger *w, uint32_t inst)
{
    uint32_t from;
    if (!clear_nonuniform(w, inst))
        return false;
    reach r = find_reach(w, inst, &from);
    uint32_t first = find_class(w, inst);
    if (!first)
        return false;
    uint32_t other = first == inst ? 0 : dxki_value_map_get(&w->now, first);
    if (other && (dominates(w, other, inst) || r == REACH_STEP))
        return (dominates(w, other, inst) || move_behind(w, other, from)) && merge(w, other, inst);
    return dxki_value_map_put(w->m->ctx, &w->now, first, inst) && place(w, inst, r, from);
}

/* Parents come before children in the tree, so a step that does not dominate the one at hand
 * dominates none of those to come that this one does not. */
static bool walk(merger *w)
{
    for (uint32_t i = 0; i < w->dom->reached; i++) {
        uint32_t number = w->dom->nodes[i];
        if (number == w->cfg->count)
            continue;
        for (uint32_t inst = w->m->blocks.items[w->cfg->blocks[number]].first_inst, next; inst;
             inst = next) {
            next = w->m->insts.items[inst].next;
            if (is_step(w->m, inst) && !visit(w, inst))
                return false;
        }
    }
    return true;
}

static bool begin(merger *w)
{
    w->cfg = dxki_pass_cfg(w->p);
    w->dom = dxki_pass_dom(w->p);
    if (!w->cfg || !w->dom)
        return false;
    DXKI_EACH_INST(w->m, w->cfg->blocks[0], inst) {
        if (w->m->insts.items[inst].op != DXKI_OP_ALLOCA)
            break;
        w->top = inst;
    }
    return true;
}

dxk_status dxki_pass_handles(dxki_pass *p)
{
    merger w;
    memset(&w, 0, sizeof w);
    w.p = p;
    w.m = p->m;
    bool good = begin(&w) && walk(&w);
    dxki_idset_free(p->ctx, &w.set);
    dxki_value_map_free(p->ctx, &w.now);
    dxki_value_map_free(p->ctx, &w.fixed);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
