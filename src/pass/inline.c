/* SPDX-License-Identifier: MIT */
/*
 * inline.c - calls replaced by the bodies of what they call.
 *
 * Functions are taken from the bottom of the call graph upwards, so that what is copied is done
 * itself, and each call is looked at once. What stays a call: one of a function that is noinline,
 * that may call itself, or that is an entry point or a patch constant function; one through a
 * pointer; and one that would make the caller longer than allowed.
 *
 *     a block                 first             a callee of one block goes right before its call
 *       first                 br copy
 *       %r = call f(%x)  ->   copy of f's blocks, their `ret`s branches
 *       last                  after:
 *                             %r = phi          if there are several returns
 *                             last
 *
 * Within a block calls are taken from the last one to the first, so that what stands behind a call
 * moves to its new block once. The callee's variables go to the caller's entry block.
 *
 * The body of a local function that is called once is moved, not copied, before the calls in it are
 * looked at: a chain of such functions takes time for each body once. What stays of the function
 * can never be reached. Functions that nothing calls any more are left to `globaldce`.
 */
#include "pass/constant_use.h"

#include "analysis/calls.h"
#include "ir/clone.h"

#include <string.h>

/* Where to look for calls: in a block, from an instruction upwards. */
typedef struct inline_place {
    uint32_t block, inst; /* 0: from the last one */
} inline_place;

typedef enum inline_state {
    PLAIN, /* is copied */
    WAITS, /* is to be moved to its only caller */
    MOVED
} inline_state;

typedef struct inliner {
    dxki_pass *p;
    dxk_module *m;
    dxki_calls calls;
    uint32_t *sizes;   /* by global: instructions of its body now */
    uint32_t *callers; /* by global: calls of it, at first */
    uint8_t *states;   /* by global: inline_state */
    uint64_t limit;    /* instructions of a function that calls are inlined into */
    uint64_t threshold;
    bool all;          /* whatever the size of the callee */
    bool spent;        /* the budget of the run */
    uint32_t variable; /* the last of the variables in front of the caller's entry; 0: none */
    DXKI_VEC(inline_place) places; /* that are still to be looked at, the next one last */
    DXKI_VEC(uint32_t) callee;     /* its blocks */
    DXKI_VEC(uint32_t) phi_words;  /* values, then blocks */
} inliner;

/* --- what is inlined --- */

static bool has_attr(const dxk_module *m, uint32_t list, uint32_t slot, dxki_attr_kind kind)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(m, dxki_attr_list_set(m, list, slot), &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind == kind)
            return true;
    }
    return false;
}

/* True if arguments are not simply values: the callee gets memory of its own. */
static bool passes_memory(const dxk_module *m, uint32_t callee)
{
    const dxki_global *g = &m->globals.items[callee];
    for (uint32_t i = 0; i < g->arg_count; i++) {
        if (has_attr(m, g->attrs, i + 1, DXKI_AT_BYVAL) ||
            has_attr(m, g->attrs, i + 1, DXKI_AT_INALLOCA))
            return true;
    }
    return false;
}

static bool may_inline(const inliner *in, uint32_t callee)
{
    const dxk_module *m = in->m;
    const dxki_global *g = &m->globals.items[callee];
    const dxki_pass_facts *facts = in->p->facts;
    bool is_entry = callee < facts->root_count && facts->roots[callee] == 1;
    return g->first_block && !is_entry &&
           !has_attr(m, g->attrs, DXKI_ATTR_SLOT_FUNCTION, DXKI_AT_NOINLINE) &&
           !has_attr(m, g->attrs, DXKI_ATTR_SLOT_FUNCTION, DXKI_AT_OPTNONE) &&
           !dxki_calls_is_recursive(&in->calls, callee) && !in->calls.unknown[callee] &&
           !passes_memory(m, callee);
}

/* True if nothing needs the function once its only call is gone. */
static bool is_called_once(const inliner *in, uint32_t callee)
{
    const dxki_global *g = &in->m->globals.items[callee];
    bool local = g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
    return local && in->callers[callee] == 1 && !in->calls.address_taken[callee];
}

/* A callee is worth it when it is asked for, small, or called here only. */
static bool is_worth(const inliner *in, uint32_t callee)
{
    const dxki_global *g = &in->m->globals.items[callee];
    return in->all || in->sizes[callee] <= in->threshold || is_called_once(in, callee) ||
           has_attr(in->m, g->attrs, DXKI_ATTR_SLOT_FUNCTION, DXKI_AT_ALWAYSINLINE);
}

/* What a call in `caller` calls, if it is to be inlined; else 0. */
static uint32_t wanted_callee(inliner *in, uint32_t caller, uint32_t call)
{
    const dxki_inst *inst = &in->m->insts.items[call];
    uint32_t callee = inst->op == DXKI_OP_CALL ? dxki_calls_target(in->m, inst) : 0;
    if (!callee || callee == caller || !may_inline(in, callee) || !is_worth(in, callee))
        return 0;
    const dxki_global *g = &in->m->globals.items[callee];
    if (dxki_call_arg_count(inst) != g->arg_count ||
        has_attr(in->m, dxki_call_attrs(in->m, inst), DXKI_ATTR_SLOT_FUNCTION, DXKI_AT_NOINLINE) ||
        in->sizes[caller] + (uint64_t)in->sizes[callee] > in->limit)
        return 0;
    in->spent = !dxki_pass_spend(in->p, in->sizes[callee]);
    return in->spent ? 0 : callee;
}

/* --- the caller's variables --- */

static bool is_variable(const dxk_module *m, uint32_t inst)
{
    return m->insts.items[inst].op == DXKI_OP_ALLOCA &&
           DXKI_TAG(dxki_inst_ops(m, inst)[0]) == DXKI_V_CONST;
}

/* Puts a variable behind those in front of the entry block. */
static bool add_variable(inliner *in, uint32_t entry, uint32_t inst)
{
    dxk_module *m = in->m;
    uint32_t before =
        in->variable ? m->insts.items[in->variable].next : m->blocks.items[entry].first_inst;
    in->variable = inst;
    return before == inst || dxki_inst_move(m, inst, (dxki_place){entry, before});
}

/* Takes the variables of a block to the front of the entry block. */
static bool gather_variables(inliner *in, uint32_t entry, uint32_t block)
{
    dxk_module *m = in->m;
    for (uint32_t i = m->blocks.items[block].first_inst, next; i; i = next) {
        next = m->insts.items[i].next;
        if (is_variable(m, i) && !add_variable(in, entry, i))
            return false;
    }
    return true;
}

/* --- debug information --- */

/* The node that ends the inlinedAt chains of a call's copies; 0 in *at: it has no location. */
static bool location_of_call(dxk_module *m, uint32_t call, dxki_md *at)
{
    dxki_md old = dxki_inst_dbg(m, call);
    *at = 0;
    if (!old)
        return true;
    dxki_md ops[2] = {dxki_md_op(m, old, DXKI_DI_LOCATION_SCOPE),
                      dxki_md_op(m, old, DXKI_DI_LOCATION_INLINED_AT)};
    uint64_t nums[2] = {dxki_md_num(m, old, DXKI_DI_LOCATION_LINE),
                        dxki_md_num(m, old, DXKI_DI_LOCATION_COLUMN)};
    *at = dxki_md_node(m, DXKI_M_LOCATION, ops, 2, nums, 2, true);
    return *at != 0;
}

/* A copy of code whose call has no location can have none either: nothing says where it came to
 * stand. A variable described there is not described any more. */
static bool drop_location(dxk_module *m, uint32_t copy)
{
    if (dxki_inst_is_debug_call(m, &m->insts.items[copy]))
        return dxki_inst_remove(m, copy);
    return !dxki_inst_dbg(m, copy) || dxki_inst_set_dbg(m, copy, 0);
}

/* --- one call --- */

/* What takes the place of a call: the callee's body itself, or a copy of it. */
typedef struct replacement {
    inliner *in;
    dxki_cloner c;
    uint32_t call, callee;
    uint32_t entry; /* block of the caller */
    bool moves;
} replacement;

static bool map_arguments(replacement *r)
{
    dxk_module *m = r->in->m;
    const dxki_global *g = &m->globals.items[r->callee];
    uint32_t first = g->first_arg, count = g->arg_count;
    for (uint32_t i = 0; i < count; i++) {
        dxki_value actual = m->words.items[m->insts.items[r->call].ops + i];
        dxki_value argument = DXKI_VALUE(DXKI_V_ARG, first + i);
        if (r->moves ? !dxki_value_replace(m, argument, actual)
                     : !dxki_clone_map(&r->c, argument, actual))
            return false;
    }
    return true;
}

/* An instruction that moves says where it was inlined. */
static bool move_location(replacement *r, uint32_t inst)
{
    dxk_module *m = r->in->m;
    dxki_md location = r->c.inlined_at ? dxki_inst_dbg(m, inst) : 0;
    dxki_md made = location ? dxki_clone_md(&r->c, location) : 0;
    return !location || (made && dxki_inst_set_dbg(m, inst, made));
}

/* One instruction of the callee, in front of the call. 0: out of memory. */
static uint32_t take_inst(replacement *r, uint32_t inst)
{
    dxk_module *m = r->in->m;
    if (!r->moves)
        return dxki_inst_clone(&r->c, inst, dxki_place_before(m, r->call));
    return dxki_inst_move(m, inst, dxki_place_before(m, r->call)) && move_location(r, inst) ? inst
                                                                                            : 0;
}

/* The blocks of the callee, in front of a block of the caller. */
static bool take_blocks(replacement *r, uint32_t function, uint32_t before)
{
    dxk_module *m = r->in->m;
    const uint32_t *blocks = r->in->callee.items;
    if (!r->moves)
        return dxki_blocks_clone(&r->c, blocks, r->in->callee.count, function, before);
    for (size_t b = 0; b < r->in->callee.count; b++) {
        if (!dxki_block_move(m, blocks[b], function, before))
            return false;
        DXKI_EACH_INST(m, blocks[b], inst)
            if (!move_location(r, inst))
                return false;
    }
    return true;
}

/* A function whose body was moved has a block that cannot be reached. */
static bool leave_unreachable(dxk_module *m, uint32_t function)
{
    uint32_t block = m->globals.items[function].first_block;
    if (block && !dxki_inst_remove(m, m->blocks.items[block].last_inst)) /* the return */
        return false;
    if (!block)
        block = dxki_block_insert(m, function, 0);
    dxki_inst end = {.op = DXKI_OP_UNREACHABLE, .type = DXKI_TY_VOID};
    return block && dxki_inst_insert(m, dxki_place_end(block), &end, NULL, NULL, 0);
}

/* What the call gave is `value` now; 0: the call gives nothing. */
static bool replace_call(dxk_module *m, uint32_t call, dxki_value value)
{
    return (!value || dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, call), value)) &&
           dxki_inst_remove(m, call);
}

/* A callee of one block that returns: its instructions go in front of the call. */
static bool inline_block(replacement *r, uint32_t block)
{
    dxk_module *m = r->in->m;
    uint32_t ret = m->blocks.items[block].last_inst;
    for (uint32_t i = m->blocks.items[block].first_inst, next; i != ret; i = next) {
        next = m->insts.items[i].next;
        if (!r->moves && !r->c.inlined_at && dxki_inst_is_debug_call(m, &m->insts.items[i]))
            continue;
        uint32_t copy = take_inst(r, i);
        if (!copy || (!r->c.inlined_at && !drop_location(m, copy)) ||
            (is_variable(m, copy) && !add_variable(r->in, r->entry, copy)))
            return false;
    }
    dxki_value result = 0;
    if (m->insts.items[ret].op_count &&
        !(result = dxki_clone_value(&r->c, dxki_inst_ops(m, ret)[0])))
        return false;
    return replace_call(m, r->call, result);
}

/* A return of the copy becomes a branch to what stands behind the call. */
static bool replace_return(inliner *in, uint32_t ret, uint32_t behind)
{
    dxk_module *m = in->m;
    uint32_t block = m->insts.items[ret].block;
    dxki_inst br = {.op = DXKI_OP_BR, .type = DXKI_TY_VOID, .op_count = 1};
    dxki_value to = DXKI_VALUE(DXKI_V_BLOCK, behind);
    dxki_value value = m->insts.items[ret].op_count ? dxki_inst_ops(m, ret)[0] : 0;
    uint32_t branch = dxki_inst_insert(m, dxki_place_before(m, ret), &br, &to, NULL, 0);
    return branch && dxki_inst_copy_notes(m, branch, ret) &&
           dxki_vec_push(m->ctx, &in->phi_words, value) &&
           dxki_vec_push(m->ctx, &in->phi_words, DXKI_VALUE(DXKI_V_BLOCK, block)) &&
           dxki_inst_remove(m, ret);
}

/* The value of the call: that of the only return, or a phi of them all. Without any, what stands
 * after is never reached. */
static dxki_value returned_value(inliner *in, dxki_type type, uint32_t behind)
{
    dxk_module *m = in->m;
    uint32_t count = (uint32_t)in->phi_words.count / 2;
    uint32_t *pairs = in->phi_words.items;
    if (count == 0)
        return dxki_const_undef(m, type);
    if (count == 1)
        return pairs[0];
    uint32_t *words = DXKI_NEW_ARRAY(&in->p->scratch, uint32_t, (size_t)count * 2);
    for (uint32_t i = 0; words && i < count; i++) {
        words[i] = pairs[2 * i];
        words[count + i] = pairs[2 * i + 1];
    }
    dxki_inst phi = {.op = DXKI_OP_PHI, .type = type, .op_count = count};
    dxki_place front = {behind, m->blocks.items[behind].first_inst};
    uint32_t made = words ? dxki_inst_insert(m, front, &phi, words, words + count, count) : 0;
    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* Finishes the copied blocks: returns, locations. */
static bool settle_copies(inliner *in, const dxki_cloner *c, uint32_t behind)
{
    dxk_module *m = in->m;
    in->phi_words.count = 0;
    for (size_t b = 0; b < in->callee.count; b++) {
        dxki_value from = DXKI_VALUE(DXKI_V_BLOCK, in->callee.items[b]);
        uint32_t copy = DXKI_INDEX(dxki_clone_of(c, from));
        for (uint32_t i = m->blocks.items[copy].first_inst, next; i && !c->inlined_at; i = next) {
            next = m->insts.items[i].next;
            if (!drop_location(m, i))
                return false;
        }
        uint32_t last = m->blocks.items[copy].last_inst;
        if (m->insts.items[last].op == DXKI_OP_RET && !replace_return(in, last, behind))
            return false;
    }
    return true;
}

/* A callee of several blocks: they go between what stands before the call and what follows. */
static bool inline_blocks(replacement *r)
{
    inliner *in = r->in;
    dxk_module *m = in->m;
    dxki_type type = m->insts.items[r->call].type;
    uint32_t before = m->insts.items[r->call].block, behind = dxki_block_split(m, r->call);
    if (!behind || !take_blocks(r, m->blocks.items[before].function, behind))
        return false;
    dxki_value first = dxki_clone_of(&r->c, DXKI_VALUE(DXKI_V_BLOCK, in->callee.items[0]));
    if (!dxki_inst_set_op(m, m->blocks.items[before].last_inst, 0, first) ||
        !settle_copies(in, &r->c, behind) || !gather_variables(in, r->entry, DXKI_INDEX(first)))
        return false;
    dxki_value result = 0;
    if (type != DXKI_TY_VOID && !(result = returned_value(in, type, behind)))
        return false;
    return replace_call(m, r->call, result);
}

static bool list_blocks(inliner *in, uint32_t callee)
{
    in->callee.count = 0;
    DXKI_EACH_BLOCK(in->m, callee, block) {
        if (!dxki_vec_push(in->m->ctx, &in->callee, block))
            return false;
    }
    return true;
}

/* Blocks are looked at in their order. */
static bool push_places(inliner *in, const uint32_t *blocks, size_t count)
{
    for (size_t b = count; b > 0; b--)
        if (!dxki_vec_push(in->m->ctx, &in->places, ((inline_place){blocks[b - 1], 0})))
            return false;
    return true;
}

/* True if the callee is one block that returns. */
static bool is_simple(const dxk_module *m, uint32_t callee)
{
    const dxki_block *first = &m->blocks.items[m->globals.items[callee].first_block];
    return !first->next && m->insts.items[first->last_inst].op == DXKI_OP_RET;
}

static bool inline_call(inliner *in, uint32_t caller, uint32_t call, uint32_t callee)
{
    dxk_module *m = in->m;
    bool simple = is_simple(m, callee);
    replacement r = {.in = in, .call = call, .callee = callee};
    r.entry = m->globals.items[caller].first_block;
    r.moves = in->states[callee] == WAITS;
    dxki_clone_init(&r.c, m);
    bool good =
        location_of_call(m, call, &r.c.inlined_at) && map_arguments(&r) &&
        list_blocks(in, callee) &&
        (simple ? inline_block(&r, m->globals.items[callee].first_block) : inline_blocks(&r));
    dxki_clone_free(&r.c);
    in->sizes[caller] += in->sizes[callee];
    if (simple) /* neither the call nor the return is left */
        in->sizes[caller] -= 2;
    if (!r.moves || !good)
        return good;
    in->states[callee] = MOVED;
    return leave_unreachable(m, callee);
}

/* --- functions --- */

/* Inlines a call, and says where to go on: what was copied is done, but not what was moved. */
static bool inline_at(inliner *in, uint32_t caller, uint32_t call, uint32_t callee)
{
    dxk_module *m = in->m;
    bool waits = in->states[callee] == WAITS, simple = is_simple(m, callee);
    inline_place before = {m->insts.items[call].block, dxki_inst_prev(m, call)};
    uint32_t after = m->insts.items[call].next;
    if (!inline_call(in, caller, call, callee))
        return false;
    if (waits && simple)
        before.inst = dxki_inst_prev(m, after);
    if (before.inst && !dxki_vec_push(m->ctx, &in->places, before))
        return false;
    return !waits || simple || push_places(in, in->callee.items, in->callee.count);
}

/* Inlines the last call of a block that is wanted. */
static bool inline_in_block(inliner *in, uint32_t caller, inline_place at, bool *any)
{
    dxk_module *m = in->m;
    uint32_t i = at.inst ? at.inst : m->blocks.items[at.block].last_inst, callee = 0;
    while (i && !in->spent && !(callee = wanted_callee(in, caller, i)))
        i = dxki_inst_prev(m, i);
    if (!callee)
        return true;
    uint32_t entry = m->globals.items[caller].first_block;
    if (!*any && !gather_variables(in, entry, entry))
        return false;
    *any = true;
    return inline_at(in, caller, i, callee);
}

static bool inline_into(inliner *in, uint32_t caller)
{
    dxk_module *m = in->m;
    bool any = false;
    in->variable = 0;
    in->places.count = 0;
    if (!list_blocks(in, caller) || !push_places(in, in->callee.items, in->callee.count))
        return false;
    while (in->places.count && !in->spent) {
        if (!inline_in_block(in, caller, in->places.items[--in->places.count], &any))
            return false;
    }
    if (!any)
        return true;
    dxki_pass_changed(in->p);
    in->p->function = caller;
    bool good = dxki_pass_settle_constants(in->p);
    in->p->function = 0;
    return good && dxki_function_unique_names(m, caller);
}

static bool measure(inliner *in)
{
    dxk_module *m = in->m;
    in->sizes = DXKI_NEW_ARRAY(&in->p->scratch, uint32_t, m->globals.count);
    in->callers = DXKI_NEW_ARRAY(&in->p->scratch, uint32_t, m->globals.count);
    in->states = DXKI_NEW_ARRAY(&in->p->scratch, uint8_t, m->globals.count);
    if (!in->sizes || !in->callers || !in->states)
        return false;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst)
                in->sizes[fn]++;
        }
        for (uint32_t e = in->calls.callees.start[fn]; e < in->calls.callees.start[fn + 1]; e++)
            in->callers[in->calls.callees.to[e]]++;
    }
    return true;
}

/* Callees before their callers: that is how groups are numbered. What is to be moved to its caller
 * is done there, or at the end, from the callers downwards, if its call has to stay. */
static bool inline_all(inliner *in)
{
    const dxki_components *groups = &in->calls.groups;
    if (!measure(in))
        return false;
    for (uint32_t g = 0; g < groups->count; g++) {
        DXKI_EACH_EDGE(&groups->nodes, g, n)
        {
            uint32_t fn = groups->nodes.to[n];
            bool has_body = in->m->globals.items[fn].kind == DXKI_G_FUNCTION &&
                            in->m->globals.items[fn].first_block;
            if (fn && has_body && may_inline(in, fn) && is_called_once(in, fn))
                in->states[fn] = WAITS;
            else if (fn && has_body && !inline_into(in, fn))
                return false;
        }
    }
    for (uint32_t g = groups->count; g > 0; g--) {
        DXKI_EACH_EDGE(&groups->nodes, g - 1, n)
        {
            if (in->states[groups->nodes.to[n]] == WAITS && !inline_into(in, groups->nodes.to[n]))
                return false;
        }
    }
    return true;
}

static dxk_status run(dxki_pass *p, bool all)
{
    inliner in;
    memset(&in, 0, sizeof in);
    in.p = p;
    in.m = p->m;
    in.limit = (uint64_t)p->options[0];
    in.threshold = all ? 0 : (uint64_t)p->options[1];
    in.all = all;
    if (p->m->block_addresses) /* a copy would have to have addresses of its own */
        return DXK_OK;
    if (dxki_pass_is_alone(p))
        return dxki_module_touch(p->m) ? DXK_OK : dxki_nomem(p->ctx);
    bool good = dxki_module_touch(p->m) && dxki_calls_build(&in.calls, &p->scratch, p->m, false) &&
                inline_all(&in);
    dxki_vec_free(p->ctx, &in.places);
    dxki_vec_free(p->ctx, &in.callee);
    dxki_vec_free(p->ctx, &in.phi_words);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}

dxk_status dxki_pass_always_inline(dxki_pass *p)
{
    return run(p, true);
}

dxk_status dxki_pass_inline(dxki_pass *p)
{
    return run(p, false);
}
