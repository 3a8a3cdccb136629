/* SPDX-License-Identifier: MIT */
/*
 * flow.c - control flow: reducible graphs, no recursion, loops that can be left, node records that
 * are not used after they were completed. Calls are walked once per function.
 */
#include "validate/validate.h"

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* The function that a call or invoke calls; 0: none. */
static uint32_t callee_of(const dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    if (in->op != DXKI_OP_INVOKE)
        return dxki_val_callee(v, inst);
    dxki_value callee = dxki_call_callee(v->m, in);
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL ||
        v->m->globals.items[DXKI_INDEX(callee)].kind != DXKI_G_FUNCTION)
        return 0;
    return DXKI_INDEX(callee);
}

static uint32_t call_target(const dxki_val *v, uint32_t inst)
{
    uint32_t callee = callee_of(v, inst);
    return callee && !dxki_val_is_decl(v, callee) ? callee : 0;
}

static void note_call(dxki_val *v, uint32_t function)
{
    if (!dxki_vec_push(v->ctx, &v->calls, function))
        v->failed = true;
}

static void list_calls(dxki_val *v, uint32_t global)
{
    for (uint32_t b = v->m->globals.items[global].first_block; b; b = v->m->blocks.items[b].next) {
        for (uint32_t i = v->m->blocks.items[b].first_inst; i; i = dxki_val_inst(v, i)->next) {
            uint8_t op = dxki_val_inst(v, i)->op;
            bool calls = op == DXKI_OP_CALL || op == DXKI_OP_INVOKE;
            uint32_t target = calls ? call_target(v, i) : 0;
            if (target)
                note_call(v, target);
        }
    }
}

/* Is the function named other than as what is called? */
static bool has_address_taken(const dxki_val *v, uint32_t global)
{
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
    {
        uint32_t inst = dxki_val_as_inst(dxki_val_user(v, u));
        if (!inst || callee_of(v, inst) != global)
            return true;
        const dxki_value *ops = dxki_val_ops(v, inst);
        for (uint32_t i = dxki_call_arg_count(dxki_val_inst(v, inst)); i-- > 0;) {
            if (ops[i] == DXKI_VALUE(DXKI_V_GLOBAL, global))
                return true;
        }
    }
    return false;
}

/* What the world outside can call, in module order. */
static void list_open(dxki_val *v)
{
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t g = v->m->functions.items[i];
        uint32_t linkage = v->m->globals.items[g].linkage;
        bool local = linkage == DXKI_LINK_INTERNAL || linkage == DXKI_LINK_PRIVATE;
        if (!dxki_val_is_decl(v, g) && (!local || has_address_taken(v, g)))
            note_call(v, g);
    }
}

static bool list_all_calls(dxki_val *v)
{
    size_t globals = v->m->globals.count;
    uint32_t *start = DXKI_VNEW(v, uint32_t, globals + 1);
    if (!start)
        return false;
    list_open(v);
    for (uint32_t g = 1; g < globals; g++) {
        start[g] = (uint32_t)v->calls.count;
        if (v->m->globals.items[g].kind == DXKI_G_FUNCTION)
            list_calls(v, g);
    }
    start[globals] = (uint32_t)v->calls.count;
    v->call_start = start;
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
    next[root] = v->call_start[root];
    while (depth) {
        uint32_t g = stack[depth - 1];
        state[g] = depth > 1; /* the root itself is found when it is called again */
        reached[g] = 1;
        if (next[g] == v->call_start[g + 1]) {
            state[g] = 2;
            depth--;
            continue;
        }
        uint32_t callee = v->calls.items[next[g]++];
        if (state[callee] == 1)
            return callee;
        if (state[callee] == 0) {
            stack[depth++] = callee;
            next[callee] = v->call_start[callee];
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
    uint32_t entry = v->is_lib || v->entry_count == 0 ? 0 : v->entries[0].function;
    uint32_t again = find_recursion(v, entry, v->in_entry_calls);
    if (again)
        dxki_val_function_error(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
    uint32_t patch = entry ? v->entries[0].e->props.hs.patch_function : 0;
    if (v->kind != DXK_SHADER_KIND_HULL || !patch)
        return;
    again = find_recursion(v, patch, patch_calls);
    if (again)
        dxki_val_function_error(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Completed records                                                                          */

/* For one handle at a time: of each block that was asked about the first completion in it, and the
 * topmost one that dominates it. Entries count when their stamp is that of the handle. */
typedef struct completions {
    const dxki_val_graph *g;
    uint32_t function; /* that completes, index in globals */
    uint32_t stamp;
    uint32_t newest, oldest;       /* newest that none comes before; oldest of all */
    uint32_t *first, *first_stamp; /* by number of the block */
    uint32_t *top, *top_stamp;
    uint32_t *path;  /* blocks on the way up the dominator tree */
    dxki_idset done; /* handles, by their words */
} completions;

static uint32_t first_in(const completions *c, uint32_t number)
{
    return c->first_stamp[number] == c->stamp ? c->first[number] : 0;
}

/* Does it complete the handle, in this function? Its block's number, or UINT32_MAX. */
static uint32_t completes(const dxki_val *v, const completions *c, uint32_t inst, dxki_value handle)
{
    if (!inst || dxki_val_callee(v, inst) != c->function || dxki_val_ops(v, inst)[1] != handle)
        return UINT32_MAX;
    return dxki_val_graph_number(v, c->g, dxki_val_inst(v, inst)->block);
}

static bool is_reachable(const completions *c, uint32_t number)
{
    return number != UINT32_MAX && c->g->rpo[number] != UINT32_MAX;
}

static void note_completion(completions *c, uint32_t number, uint32_t call)
{
    uint32_t first = first_in(c, number);
    c->oldest = call;
    if (!is_reachable(c, number) || (first && first < call))
        return;
    c->first[number] = call;
    c->first_stamp[number] = c->stamp;
}

/* The topmost completion in a block that dominates this one; 0: none. */
static uint32_t top_of(completions *c, uint32_t number)
{
    uint32_t depth = 0, top = 0;
    while (c->top_stamp[number] != c->stamp && c->g->idom[number] != UINT32_MAX) {
        c->path[depth++] = number;
        number = c->g->idom[number];
    }
    if (c->top_stamp[number] == c->stamp)
        top = c->top[number];
    while (depth > 0) {
        if (!top)
            top = first_in(c, number);
        number = c->path[--depth];
        c->top[number] = top;
        c->top_stamp[number] = c->stamp;
    }
    return top;
}

/* The completion that a user of the handle comes behind; 0: none. In a block instructions have
 * ascending numbers. What nothing leads to, or what is elsewhere, comes behind all of them. */
static uint32_t completion_of(dxki_val *v, completions *c, uint32_t user)
{
    uint32_t number = dxki_val_graph_number(v, c->g, dxki_val_inst(v, user)->block);
    if (!is_reachable(c, number))
        return c->newest;
    uint32_t top = top_of(c, number), first = first_in(c, number);
    return top ? top : first && first < user ? first : 0;
}

/* Of those that nothing leads to the oldest one counts, when there are no others. */
static void find_newest(dxki_val *v, completions *c, dxki_value handle)
{
    c->newest = 0;
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u)),
                 number = completes(v, c, user, handle);
        if (is_reachable(c, number) && !completion_of(v, c, user)) {
            c->newest = user;
            return;
        }
    }
    c->newest = c->oldest;
}

static void check_handle(dxki_val *v, completions *c, dxki_value handle)
{
    c->stamp++;
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u)),
                 number = completes(v, c, user, handle);
        if (number != UINT32_MAX)
            note_completion(c, number, user);
    }
    find_newest(v, c, handle);
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        uint32_t call = user ? completion_of(v, c, user) : 0;
        if (call && call != user) {
            dxki_val_inst_error(v, user, DXKI_VR_INSTR_NODERECORDHANDLEUSEAFTERCOMPLETE, NULL, 0);
            dxki_val_inst_note(v, call, "record handle invalidated by OutputComplete");
        }
    }
}

static bool start(dxki_val *v, completions *c, const dxki_val_graph *g)
{
    c->g = g;
    c->first = DXKI_VNEW(v, uint32_t, g->count);
    c->first_stamp = DXKI_VNEW(v, uint32_t, g->count);
    c->top = DXKI_VNEW(v, uint32_t, g->count);
    c->top_stamp = DXKI_VNEW(v, uint32_t, g->count);
    c->path = DXKI_VNEW(v, uint32_t, g->count);
    return !v->failed;
}

/* Has it been asked about? It has from now on. */
static bool is_done(dxki_val *v, completions *c, dxki_value handle)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(0, handle)), pos = hash, id;
    while ((id = dxki_idset_next(&c->done, hash, &pos)) != 0) {
        if (id == handle)
            return true;
    }
    v->failed = v->failed || !dxki_idset_add(v->ctx, &c->done, hash, handle);
    return false;
}

/* Each handle once, in the order of their newest completions. */
static void check_completions(dxki_val *v, const dxki_val_graph *g, uint32_t fn)
{
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_OutputComplete);
    completions c = {.g = g};
    if (!start(v, &c, g))
        return;
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t global = v->m->functions.items[i];
        if (!v->is_dxop[global] || !dxki_val_op_known(v, op, global))
            continue;
        c.function = global;
        DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
        {
            uint32_t call = dxki_val_as_inst(dxki_val_user(v, u));
            if (call && dxki_val_inst_fn(v, call) == fn && dxki_val_dxop(v, call) == op &&
                !is_done(v, &c, dxki_val_ops(v, call)[1]))
                check_handle(v, &c, dxki_val_ops(v, call)[1]);
        }
    }
    dxki_idset_free(v->ctx, &c.done);
}

/* ---------------------------------------------------------------------------------------- */

static bool has_completions(const dxki_val *v)
{
    for (size_t i = 0; i < v->m->functions.count; i++) {
        if (dxki_str_starts(dxki_val_name(v, v->m->functions.items[i]), "dx.op.outputComplete"))
            return true;
    }
    return false;
}

/* The last function that has a body counts; 0: it is reducible. */
static uint32_t find_irreducible(dxki_val *v)
{
    dxki_val_graph g;
    size_t i = v->m->functions.count;
    while (i > 0 && dxki_val_is_decl(v, v->m->functions.items[i - 1]))
        i--;
    if (i == 0)
        return 0;
    uint32_t fn = v->m->functions.items[i - 1];
    v->failed = !dxki_val_graph_build(v, fn, &g);
    bool reducible = v->failed || dxki_val_graph_reducible(v, &g);
    dxki_val_graph_free(&g);
    return reducible ? 0 : fn;
}

void dxki_val_check_flow(dxki_val *v)
{
    size_t count = v->m->functions.count;
    bool completing = has_completions(v);
    dxki_val_graph g;
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
    for (size_t i = 0; i < count && !v->failed; i++) {
        uint32_t fn = v->m->functions.items[i];
        if (dxki_val_is_decl(v, fn))
            continue;
        if (!dxki_val_graph_build(v, fn, &g))
            v->failed = true;
        for (uint32_t dead = v->failed ? 0 : dxki_val_graph_dead_loops(v, &g); dead > 0; dead--)
            dxki_val_function_error(v, fn, DXKI_VR_FLOW_DEADLOOP, NULL, 0);
        if (completing && !v->failed)
            check_completions(v, &g, fn);
        dxki_val_graph_free(&g);
    }
}
