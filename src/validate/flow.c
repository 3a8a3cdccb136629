/* SPDX-License-Identifier: MIT */
/*
 * flow.c - control flow: reducible graphs, no recursion, loops that can be left. Calls are walked
 * once per function.
 */
#include "analysis/dom.h"
#include "analysis/loop.h"
#include "analysis/calls.h"
#include "validate/access.h"
#include "validate/completions.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* Keeps those calls whose function has a body. */
static void list_calls(dxki_val *v, const dxki_calls *calls, uint32_t caller)
{
    DXKI_EACH_EDGE(&calls->callees, caller, e)
    {
        uint32_t callee = calls->callees.to[e];
        if (!dxki_val_is_decl(v, callee) && !dxki_vec_push(v->ctx, &v->callees.list, callee))
            v->failed = true;
    }
}

/* Is a function that has a body named by anything? Most shaders have none, and so no calls. */
static bool are_bodies_named(const dxki_val *v)
{
    DXKI_EACH_FUNCTION(v->m, f) {
        if (!dxki_val_is_decl(v, f) &&
            dxki_bc_uses_first(&v->subject.uses, DXKI_VALUE(DXKI_V_GLOBAL, f)))
            return true;
    }
    return false;
}

/* Then the world alone calls. */
static void list_open(dxki_val *v)
{
    DXKI_EACH_FUNCTION(v->m, f) {
        if (dxki_calls_is_open(v->m, f) && !dxki_vec_push(v->ctx, &v->callees.list, f))
            v->failed = true;
    }
    for (uint32_t g = 1; g < v->m->globals.count; g++)
        v->callees.start[g] = (uint32_t)v->callees.list.count;
}

/* Constants of a text are those that are used; a stream has others, too. */
static void list_named(dxki_val *v)
{
    dxki_arena scratch;
    dxki_calls calls;
    dxki_arena_init(&scratch, v->ctx);
    if (!dxki_calls_build(&calls, &scratch, v->m, v->m->from_stream))
        v->failed = true;
    for (uint32_t g = 0; g < v->m->globals.count && !v->failed; g++) {
        v->callees.start[g] = (uint32_t)v->callees.list.count;
        list_calls(v, &calls, g);
    }
    dxki_arena_free(&scratch);
}

static bool list_all_calls(dxki_val *v)
{
    size_t globals = v->m->globals.count;
    v->callees.start = DXKI_VNEW(v, uint32_t, globals + 1);
    if (!v->callees.start)
        return false;
    if (are_bodies_named(v))
        list_named(v);
    else
        list_open(v);
    v->callees.start[globals] = (uint32_t)v->callees.list.count;
    return !v->failed;
}

/* Walks from `root`, 0: from outside; the first function that is called while it runs, 0: none. */
static uint32_t find_recursion(dxki_val *v, uint32_t root, uint8_t *reached)
{
    uint8_t *state = DXKI_VNEW(v, uint8_t, v->m->globals.count); /* 1 on the stack, 2 done */
    uint32_t *next = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    uint32_t *stack = DXKI_VNEW(v, uint32_t, v->m->globals.count), depth = 0;
    if (!state || !next || !stack)
        return 0;
    stack[depth++] = root;
    next[root] = v->callees.start[root];
    while (depth) {
        uint32_t g = stack[depth - 1];
        state[g] = depth > 1; /* the root itself is found when it is called again */
        reached[g] = 1;
        if (next[g] == v->callees.start[g + 1]) {
            state[g] = 2;
            depth--;
            continue;
        }
        uint32_t callee = v->callees.list.items[next[g]++];
        if (state[callee] == 1)
            return callee;
        if (state[callee] == 0) {
            stack[depth++] = callee;
            next[callee] = v->callees.start[callee];
        }
    }
    return 0;
}

/* A library is called from outside, wherever it can be. */
static void check_recursion(dxki_val *v)
{
    uint8_t *patch_calls = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    if (!patch_calls)
        return;
    uint32_t entry =
        v->subject.is_lib || v->subject.entry_count == 0 ? 0 : v->subject.entries[0].function;
    uint32_t again = find_recursion(v, entry, v->subject.in_entry_calls);
    if (again)
        dxki_val_function_error(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
    uint32_t patch = entry ? v->subject.entries[0].e->props.hs.patch_function : 0;
    if (v->subject.kind != DXK_SHADER_KIND_HULL || !patch)
        return;
    again = find_recursion(v, patch, patch_calls);
    if (again)
        dxki_val_function_error(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */

/* The last function that has a body counts; 0: it is reducible. */
static uint32_t find_irreducible(dxki_val *v)
{
    dxki_arena scratch;
    dxki_cfg cfg;
    bool reducible = true;
    size_t i = v->m->functions.count;
    while (i > 0 && dxki_val_is_decl(v, v->m->functions.items[i - 1]))
        i--;
    if (i == 0)
        return 0;
    uint32_t fn = v->m->functions.items[i - 1];
    dxki_arena_init(&scratch, v->ctx);
    v->failed =
        !dxki_cfg_build(&cfg, &scratch, v->m, fn) || !dxki_cfg_reducible(&cfg, v->ctx, &reducible);
    dxki_arena_free(&scratch);
    return v->failed || reducible ? 0 : fn;
}

/* True if the loop is in no other but regions without a header. */
static bool is_outermost(const dxki_loops *loops, const dxki_loop *loop)
{
    uint32_t around = loop->parent;
    while (loops->items[around].is_irreducible)
        around = loops->items[around].parent;
    return around == 0 && !loop->is_irreducible;
}

/* The jump back to the header of a loop: its line is that of the loop. */
static uint32_t jump_back(const dxki_val *v, const dxki_cfg *cfg, const dxki_loops *loops,
                          uint32_t loop)
{
    uint32_t from = loops->items[loop].header;
    DXKI_EACH_PRED(cfg, loops->items[loop].header, e)
    {
        uint32_t block = cfg->graph.pred.to[e];
        if (dxki_cfg_is_reached(cfg, block) && dxki_loop_contains(loops, loop, block))
            from = block;
    }
    return v->m->blocks.items[cfg->blocks[from]].last_inst;
}

/* Outermost loops that cannot be left. */
static void check_loops(dxki_val *v, const dxki_cfg *cfg, const dxki_loops *loops)
{
    for (uint32_t i = 1; i < loops->count; i++) {
        if (loops->items[i].exits == 0 && is_outermost(loops, &loops->items[i]))
            dxki_val_near_error(v, jump_back(v, cfg, loops, i), DXKI_VR_FLOW_DEADLOOP, NULL, 0);
    }
}

static void check_function(dxki_val *v, uint32_t fn, const dxki_val_completions *completions)
{
    dxki_arena scratch;
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_loops loops;
    dxki_arena_init(&scratch, v->ctx);
    if (!dxki_cfg_build(&cfg, &scratch, v->m, fn) || !dxki_dom_forward(&dom, &scratch, &cfg) ||
        !dxki_loop_build(&loops, &scratch, &cfg, &dom))
        v->failed = true;
    else
        check_loops(v, &cfg, &loops);
    if (!v->failed)
        dxki_val_check_completions(v, completions, fn, &cfg, &dom);
    dxki_arena_free(&scratch);
}

void dxki_val_check_flow(dxki_val *v)
{
    if (!list_all_calls(v))
        return;
    uint32_t irreducible = find_irreducible(v);
    if (irreducible) {
        dxki_val_at_global(v, irreducible);
        dxki_val_error(v, DXKI_VR_FLOW_REDUCIBLE, NULL, 0);
        dxki_val_at_end(v);
        return;
    }
    check_recursion(v);
    dxki_val_completions completions = {{NULL, 0, 0}};
    dxki_val_list_completions(v, &completions);
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        if (!dxki_val_is_decl(v, v->m->functions.items[i]))
            check_function(v, v->m->functions.items[i], &completions);
    }
    dxki_vec_free(v->ctx, &completions.calls);
}
