/* SPDX-License-Identifier: MIT */
/*
 * arguments.c - the pass ipsccp: an argument that all calls give the same constant is that constant,
 * and so is the result of a function that returns nothing else.
 *
 *     f(%x, 2), f(%y, 2)        define f(%a, %b) { ... %b ... }     ==>     { ... 2 ... }
 *     define g() { ret 7 }      %r = call g()  use %r               ==>     call g()  use 7
 *
 * That is known of functions that only this module can call, and calls by name only. Callers come
 * before what they call for arguments, after it for results, so that constants go all the way down,
 * and up. Calls keep their operands: a function's type stays.
 */
#include "analysis/calls.h"
#include "ir/fold.h"
#include "pass/constant_use.h"

typedef struct spreader {
    dxki_pass *p;
    dxk_module *m;
    dxki_calls calls;
    dxki_edges sites; /* by function: the calls of it */
} spreader;

/* Turns the edges of the call graph into lists of calls by callee. */
static bool list_sites(spreader *s)
{
    const dxki_calls *c = &s->calls;
    uint32_t total = c->callees.start[c->count], at = 0;
    s->sites.start = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, (size_t)c->count + 2);
    s->sites.to = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, total);
    if (!s->sites.start || !s->sites.to)
        return false;
    for (uint32_t e = 0; e < total; e++)
        s->sites.start[c->callees.to[e] + 2]++;
    for (uint32_t fn = 2; fn < c->count + 2; fn++)
        s->sites.start[fn] = at += s->sites.start[fn];
    for (uint32_t e = 0; e < total; e++)
        s->sites.to[s->sites.start[c->callees.to[e] + 1]++] = c->insts[e];
    return true;
}

/* True if all calls of a function with a body are known: the world outside has none. */
static bool is_closed(const spreader *s, uint32_t fn)
{
    const dxki_global *g = &s->m->globals.items[fn];
    const dxki_pass_facts *facts = s->p->facts;
    if (g->kind != DXKI_G_FUNCTION || !g->first_block || s->calls.address_taken[fn] ||
        (fn < facts->root_count && facts->roots[fn]) ||
        s->sites.start[fn] == s->sites.start[fn + 1])
        return false;
    DXKI_EACH_EDGE(&s->sites, fn, e)
    {
        uint32_t inst = s->sites.to[e];
        if (!inst || dxki_inst_get(s->m, inst)->op != DXKI_OP_CALL ||
            dxki_call_arg_count(dxki_inst_get(s->m, inst)) != g->arg_count)
            return false;
    }
    return true;
}

/* Joins what is given: 0, so far nothing. False: it is not one constant. */
static bool join(dxki_value *all, dxki_value value, dxki_value self)
{
    if (value == self)
        return true;
    if (!dxki_value_is_const(value) || (*all && *all != value))
        return false;
    *all = value;
    return true;
}

/* Puts the constant in the place of a value where it may stand. */
static bool put(spreader *s, dxki_value value, dxki_value constant)
{
    if (!constant || dxki_const_is_undef(s->m, constant) || !dxki_tracked_first(s->m, value) ||
        !dxki_pass_may_be_constant(s->p, value, constant))
        return true;
    dxki_pass_changed(s->p);
    return dxki_value_replace(s->m, value, constant);
}

static bool spread_arguments(spreader *s, uint32_t fn)
{
    const dxki_global *g = &s->m->globals.items[fn];
    for (uint32_t i = 0; i < g->arg_count; i++) {
        dxki_value self = DXKI_VALUE(DXKI_V_ARG, g->first_arg + i), all = 0;
        bool same = true;
        DXKI_EACH_EDGE(&s->sites, fn, e)
        same = same && join(&all, dxki_inst_ops(s->m, s->sites.to[e])[i], self);
        s->p->function = fn;
        if (same && !put(s, self, all))
            return false;
        g = &s->m->globals.items[fn];
    }
    return true;
}

static bool spread_result(spreader *s, uint32_t fn)
{
    dxki_value all = 0;
    bool same = true;
    DXKI_EACH_BLOCK(s->m, fn, block) {
        const dxki_inst *end = dxki_inst_get(s->m, s->m->blocks.items[block].last_inst);
        if (end->op == DXKI_OP_RET)
            same = same && end->op_count && join(&all, s->m->words.items[end->ops], 0);
    }
    DXKI_EACH_EDGE(&s->sites, fn, e)
    {
        uint32_t call = s->sites.to[e];
        s->p->function = s->m->blocks.items[dxki_inst_get(s->m, call)->block].function;
        if (same && !put(s, DXKI_VALUE(DXKI_V_INST, call), all))
            return false;
    }
    return true;
}

/* Goes through all functions; what a group calls has a lower number. */
static bool spread(spreader *s, bool down)
{
    const dxki_components *groups = &s->calls.groups;
    for (uint32_t i = 0; i < groups->count; i++) {
        uint32_t group = down ? groups->count - 1 - i : i;
        DXKI_EACH_EDGE(&groups->nodes, group, n)
        {
            uint32_t fn = groups->nodes.to[n];
            if (fn && is_closed(s, fn) && !(down ? spread_arguments(s, fn) : spread_result(s, fn)))
                return false;
        }
    }
    return true;
}

dxk_status dxki_pass_arguments(dxki_pass *p)
{
    spreader s = {.p = p, .m = p->m};
    if (dxki_pass_is_alone(p))
        return dxki_module_touch(p->m) ? DXK_OK : dxki_nomem(p->ctx);
    bool good = dxki_module_touch(p->m) && dxki_pass_dxil(p) &&
                dxki_calls_build(&s.calls, &p->scratch, p->m, false) && list_sites(&s) &&
                spread(&s, true) && spread(&s, false);
    p->function = 0;
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
