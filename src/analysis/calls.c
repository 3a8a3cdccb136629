/* SPDX-License-Identifier: MIT */
/* calls.c - see calls.h. */
#include "analysis/calls.h"

#include "analysis/uses.h"
#include "base/vec.h"

#include <string.h>

typedef struct edge {
    uint32_t callee, inst;
} edge;

typedef struct edge_list {
    DXKI_VEC(edge) world, bodies; /* of bodies by caller */
    uint32_t *end;                /* by caller: of its edges in `bodies` */
    DXKI_VEC(dxki_value) stack;   /* constants that wait to be looked into */
    uint8_t *seen;                /* by constant */
    bool passes[DXKI_OP_COUNT];   /* by opcode: its operands are numbers, which have been seen */
} edge_list;

static bool is_function(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_GLOBAL &&
           m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION;
}

static bool is_call(const dxki_inst *in)
{
    return in->op == DXKI_OP_CALL || in->op == DXKI_OP_INVOKE;
}

uint32_t dxki_calls_target(const dxk_module *m, const dxki_inst *inst)
{
    if (!is_call(inst))
        return 0;
    dxki_value callee = dxki_call_callee(m, inst);
    return is_function(m, callee) ? DXKI_INDEX(callee) : 0;
}

bool dxki_calls_is_open(const dxk_module *m, uint32_t function)
{
    const dxki_global *f = &m->globals.items[function];
    bool is_local = f->linkage == DXKI_LINK_INTERNAL || f->linkage == DXKI_LINK_PRIVATE;
    return f->first_block && !is_local;
}

/* ---------------------------------------------------------------------------------------- */
/* Finding calls                                                                              */

/* A value is used for something: functions that it is made of have their addresses taken. Each
 * constant is looked into once. */
static bool take_address(dxki_calls *c, edge_list *p, dxki_value value)
{
    const dxk_module *m = c->m;
    p->stack.count = 0;
    for (;;) {
        if (DXKI_TAG(value) == DXKI_V_GLOBAL) {
            c->address_taken[DXKI_INDEX(value)] = 1;
        } else if (DXKI_TAG(value) == DXKI_V_CONST && !p->seen[DXKI_INDEX(value)]) {
            p->seen[DXKI_INDEX(value)] = 1;
            for (uint32_t i = dxki_uses_operand_count(m, value); i-- > 0;) {
                if (!dxki_vec_push(m->ctx, &p->stack, dxki_uses_operand(m, value, i)))
                    return false;
            }
        }
        if (p->stack.count == 0)
            return true;
        value = p->stack.items[--p->stack.count];
    }
}

/* What is called is not the function's address; everything else that is named is. */
static bool look_at(dxki_calls *c, edge_list *p, uint32_t function, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(c->m, inst);
    const dxki_value *ops = dxki_inst_ops(c->m, inst);
    uint32_t count = in->op_count, target = dxki_calls_target(c->m, in);
    if (target) {
        count--;
        if (!dxki_vec_push(c->m->ctx, &p->bodies, ((edge){target, inst})))
            return false;
    } else if (is_call(in)) {
        c->unknown[function] = 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_new = DXKI_TAG(ops[i]) == DXKI_V_CONST ? !p->seen[DXKI_INDEX(ops[i])]
                                                       : DXKI_TAG(ops[i]) == DXKI_V_GLOBAL;
        if (is_new && !take_address(c, p, ops[i]))
            return false;
    }
    return true;
}

static bool find_in_body(dxki_calls *c, edge_list *p, uint32_t function)
{
    const dxk_module *m = c->m;
    DXKI_EACH_BLOCK(m, function, b) {
        DXKI_EACH_INST(m, b, i) {
            if (!p->passes[m->insts.items[i].op] && !look_at(c, p, function, i))
                return false;
        }
    }
    return true;
}

static bool find_all(dxki_calls *c, edge_list *p)
{
    const dxk_module *m = c->m;
    for (uint32_t g = 1; g < m->globals.count; g++) {
        dxki_value holder = DXKI_VALUE(DXKI_V_GLOBAL, g);
        if (m->globals.items[g].kind == DXKI_G_FUNCTION && !find_in_body(c, p, g))
            return false;
        p->end[g] = (uint32_t)p->bodies.count;
        for (uint32_t i = dxki_uses_operand_count(m, holder); i-- > 0;) {
            if (!take_address(c, p, dxki_uses_operand(m, holder, i)))
                return false;
        }
    }
    return true;
}

/* The world's calls, in module order. */
static bool find_open(dxki_calls *c, edge_list *p)
{
    const dxk_module *m = c->m;
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t f = m->functions.items[i];
        bool is_open =
            dxki_calls_is_open(m, f) || (m->globals.items[f].first_block && c->address_taken[f]);
        if (is_open && !dxki_vec_push(m->ctx, &p->world, ((edge){f, 0})))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The graph                                                                                  */

static void put_edges(dxki_calls *c, uint32_t at, const edge *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        c->callees.to[at + i] = edges[i].callee;
        c->insts[at + i] = edges[i].inst;
    }
}

static bool make_edges(dxki_calls *c, dxki_arena *arena, const edge_list *p)
{
    uint32_t open = (uint32_t)p->world.count;
    size_t count = p->world.count + p->bodies.count;
    c->callees.start = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)c->count + 1);
    c->callees.to = DXKI_NEW_ARRAY(arena, uint32_t, count);
    c->insts = DXKI_NEW_ARRAY(arena, uint32_t, count);
    if (!c->callees.start || !c->callees.to || !c->insts)
        return false;
    put_edges(c, 0, p->world.items, p->world.count);
    put_edges(c, open, p->bodies.items, p->bodies.count);
    for (uint32_t n = 0; n < c->count; n++)
        c->callees.start[n + 1] = open + p->end[n];
    return dxki_graph_transpose(&c->callers, arena, &c->callees, c->count) &&
           dxki_graph_components(&c->groups, arena, &c->callees, c->count);
}

bool dxki_calls_build(dxki_calls *c, dxki_arena *arena, const dxk_module *m, bool unused)
{
    dxki_arena scratch;
    edge_list p;
    memset(c, 0, sizeof *c);
    memset(&p, 0, sizeof p);
    dxki_arena_init(&scratch, m->ctx);
    c->m = m;
    c->count = (uint32_t)m->globals.count;
    c->address_taken = DXKI_NEW_ARRAY(arena, uint8_t, c->count);
    c->unknown = DXKI_NEW_ARRAY(arena, uint8_t, c->count);
    p.seen = DXKI_NEW_ARRAY(&scratch, uint8_t, m->consts.count);
    p.end = DXKI_NEW_ARRAY(&scratch, uint32_t, c->count);
    bool good = c->address_taken && c->unknown && p.seen && p.end;
    for (uint32_t i = 1; i < m->consts.count && good && unused; i++)
        good = take_address(c, &p, DXKI_VALUE(DXKI_V_CONST, i));
    for (uint32_t op = 0; op < DXKI_OP_COUNT && unused; op++)
        p.passes[op] = dxki_op_class_of((dxki_op)op) == DXKI_OC_BIN;
    good = good && find_all(c, &p) && find_open(c, &p) && make_edges(c, arena, &p);
    dxki_arena_free(&scratch);
    dxki_vec_free(m->ctx, &p.world);
    dxki_vec_free(m->ctx, &p.bodies);
    dxki_vec_free(m->ctx, &p.stack);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Questions                                                                                  */

bool dxki_calls_is_recursive(const dxki_calls *c, uint32_t function)
{
    uint32_t group = c->groups.of[function];
    if (c->groups.nodes.start[group + 1] - c->groups.nodes.start[group] > 1)
        return true;
    DXKI_EACH_EDGE(&c->callees, function, e)
    {
        if (c->callees.to[e] == function)
            return true;
    }
    return false;
}

typedef struct reach {
    const dxki_calls *c;
    uint8_t *marks, bit;
    DXKI_VEC(uint32_t) work;
    bool open; /* all whose address is taken have been marked */
    bool good;
} reach;

static void mark(reach *r, uint32_t function)
{
    if (!r->good || (r->marks[function] & r->bit))
        return;
    r->marks[function] |= r->bit;
    r->good = dxki_vec_push(r->c->m->ctx, &r->work, function);
}

/* A call through a pointer: of any function that a pointer may have come from. */
static void mark_taken(reach *r)
{
    if (r->open)
        return;
    r->open = true;
    for (uint32_t f = 1; f < r->c->count; f++) {
        if (r->c->address_taken[f] && r->c->m->globals.items[f].kind == DXKI_G_FUNCTION)
            mark(r, f);
    }
}

bool dxki_calls_reach(const dxki_calls *c, uint32_t root, uint8_t *marks, uint8_t bit)
{
    reach r = {.c = c, .marks = marks, .bit = bit, .good = true};
    mark(&r, root);
    while (r.work.count && r.good) {
        uint32_t f = r.work.items[--r.work.count];
        DXKI_EACH_EDGE(&c->callees, f, e)
        mark(&r, c->callees.to[e]);
        if (c->unknown[f])
            mark_taken(&r);
    }
    dxki_vec_free(c->m->ctx, &r.work);
    return r.good;
}
