/* SPDX-License-Identifier: MIT */
/*
 * flow.c - control flow: reducible graphs, no recursion, loops that can be left, node records that
 * are not used after they were completed. Calls are walked once per function.
 */
#include "validate/validate.h"

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* Functions that a function calls, in the order of the calls. */
typedef struct callees {
    uint32_t *start; /* by index in globals, one more */
    uint32_t *list;
} callees;

static uint32_t call_target(const dxki_val *v, uint32_t inst)
{
    uint32_t callee = dxki_vcallee(v, inst);
    return callee && !dxki_vis_decl(v, callee) ? callee : 0;
}

static uint32_t list_calls(const dxki_val *v, uint32_t global, uint32_t *out)
{
    uint32_t count = 0;
    for (uint32_t b = v->m->globals.items[global].first_block; b; b = v->m->blocks.items[b].next) {
        for (uint32_t i = v->m->blocks.items[b].first_inst; i; i = dxki_vin(v, i)->next) {
            uint32_t target = call_target(v, i);
            if (target && out)
                out[count] = target;
            count += target != 0;
        }
    }
    return count;
}

static bool list_all_calls(dxki_val *v, callees *c)
{
    size_t globals = v->m->globals.count, total = 0;
    c->start = DXKI_VNEW(v, uint32_t, globals + 1);
    if (!c->start)
        return false;
    for (uint32_t g = 0; g < globals; g++) {
        c->start[g] = (uint32_t)total;
        if (v->m->globals.items[g].kind == DXKI_G_FUNCTION)
            total += list_calls(v, g, NULL);
    }
    c->start[globals] = (uint32_t)total;
    c->list = DXKI_VNEW(v, uint32_t, total);
    if (!c->list)
        return false;
    for (uint32_t g = 0; g < globals; g++) {
        if (v->m->globals.items[g].kind == DXKI_G_FUNCTION)
            list_calls(v, g, c->list + c->start[g]);
    }
    return true;
}

/* Walks from `root`; the first function that is called while it runs, 0: none. */
static uint32_t find_recursion(dxki_val *v, const callees *c, uint32_t root, uint8_t *reached)
{
    uint8_t *state = DXKI_VNEW(v, uint8_t, v->m->globals.count); /* 1 on the stack, 2 done */
    uint32_t *next = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    uint32_t *stack = DXKI_VNEW(v, uint32_t, v->m->globals.count), depth = 0;
    if (!state || !next || !stack)
        return 0;
    stack[depth++] = root;
    next[root] = c->start[root];
    while (depth) {
        uint32_t g = stack[depth - 1];
        state[g] = depth > 1; /* the root itself is found when it is called again */
        reached[g] = 1;
        if (next[g] == c->start[g + 1]) {
            state[g] = 2;
            depth--;
            continue;
        }
        uint32_t callee = c->list[next[g]++];
        if (state[callee] == 1)
            return callee;
        if (state[callee] == 0) {
            stack[depth++] = callee;
            next[callee] = c->start[callee];
        }
    }
    return 0;
}

static void check_recursion(dxki_val *v)
{
    callees c;
    uint8_t *patch_calls = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    if (!patch_calls || !list_all_calls(v, &c))
        return;
    if (v->is_lib || v->entry_count == 0)
        return;
    uint32_t entry = v->entries[0].function;
    uint32_t again = entry ? find_recursion(v, &c, entry, v->in_entry_calls) : 0;
    if (again)
        dxki_vfn(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
    uint32_t patch = v->entries[0].e->props.hs.patch_function;
    if (v->kind != DXK_SHADER_KIND_HULL || !patch)
        return;
    again = find_recursion(v, &c, patch, patch_calls);
    if (again)
        dxki_vfn(v, again, DXKI_VR_FLOW_NORECURSION, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Completed records                                                                          */

/* Is `call` dominated by another completion of the same handle? */
static bool is_later_completion(const dxki_val *v, const dxki_vgraph *g, uint32_t global,
                                uint32_t call, dxki_value handle)
{
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t other = dxki_vas_inst(dxki_vuser(v, u));
        if (other && other != call && dxki_vcallee(v, other) == global &&
            dxki_vinst_dominates(v, g, other, call))
            return true;
    }
    return false;
}

static uint32_t completion_of(const dxki_val *v, const dxki_vgraph *g, uint32_t global,
                              dxki_value handle, uint32_t user)
{
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t call = dxki_vas_inst(dxki_vuser(v, u));
        if (call && call != user && dxki_vcallee(v, call) == global &&
            !is_later_completion(v, g, global, call, handle) &&
            dxki_vinst_dominates(v, g, call, user))
            return call;
    }
    return 0;
}

static void check_handle(dxki_val *v, const dxki_vgraph *g, uint32_t global, dxki_value handle)
{
    DXKI_EACH_USE(v, handle, u)
    {
        uint32_t user = dxki_vas_inst(dxki_vuser(v, u));
        if (!user)
            continue;
        if (dxki_vcallee(v, user) == global && !is_later_completion(v, g, global, user, handle))
            continue;
        uint32_t call = completion_of(v, g, global, handle, user);
        if (call) {
            dxki_vinst(v, user, DXKI_VR_INSTR_NODERECORDHANDLEUSEAFTERCOMPLETE, NULL, 0);
            dxki_vinst_note(v, call, "record handle invalidated by OutputComplete");
        }
    }
}

/* Each handle once: by the newest of its completions. */
static void check_completions(dxki_val *v, const dxki_vgraph *g, uint32_t fn)
{
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_OutputComplete);
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t global = v->m->functions.items[i];
        if (!v->is_dxop[global] || !dxki_vop_known(v, op, global))
            continue;
        dxki_value last = 0;
        DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
        {
            uint32_t call = dxki_vas_inst(dxki_vuser(v, u));
            if (!call || dxki_vinst_fn(v, call) != fn || dxki_vdxop(v, call) != op)
                continue;
            dxki_value handle = dxki_vops(v, call)[1];
            if (handle != last && DXKI_TAG(handle) == DXKI_V_INST)
                check_handle(v, g, global, handle);
            last = handle;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */

static bool has_completions(const dxki_val *v)
{
    for (size_t i = 0; i < v->m->functions.count; i++) {
        if (dxki_vstarts(dxki_vname(v, v->m->functions.items[i]), "dx.op.outputComplete"))
            return true;
    }
    return false;
}

void dxki_validate_flow(dxki_val *v)
{
    size_t count = v->m->functions.count;
    bool completions = has_completions(v);
    dxki_vgraph g;
    for (size_t i = 0; i < count && !v->failed; i++) {
        uint32_t fn = v->m->functions.items[i];
        if (dxki_vis_decl(v, fn))
            continue;
        bool reducible = true;
        if (dxki_vgraph_build(v, fn, &g))
            reducible = dxki_vgraph_reducible(v, &g);
        else
            v->failed = true;
        dxki_vgraph_free(&g);
        if (!reducible) {
            dxki_verr(v, DXKI_VR_FLOW_REDUCIBLE, NULL, 0);
            return;
        }
    }
    check_recursion(v);
    for (size_t i = 0; i < count && !v->failed; i++) {
        uint32_t fn = v->m->functions.items[i];
        if (dxki_vis_decl(v, fn))
            continue;
        if (!dxki_vgraph_build(v, fn, &g))
            v->failed = true;
        for (uint32_t dead = v->failed ? 0 : dxki_vgraph_dead_loops(v, &g); dead > 0; dead--)
            dxki_vfn(v, fn, DXKI_VR_FLOW_DEADLOOP, NULL, 0);
        if (completions && !v->failed)
            check_completions(v, &g, fn);
        dxki_vgraph_free(&g);
    }
}
