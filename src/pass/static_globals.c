/* SPDX-License-Identifier: MIT */
/*
 * static_globals.c - a variable of one lane that only one entry point uses becomes a local one, which
 * sroa can make values of:
 *
 *     @x = internal global float 1.0             %x = alloca float
 *     ... load float, float* @x         ==>      store float 1.0, float* %x
 *                                                ... load float, float* %x
 *
 * Addresses in it are constants (getelementptr), which become instructions at the entry. An array
 * with a value at the beginning is taken if constants alone name its elements, for then the stores
 * that set it go in the end. One that is filled at run time and whose elements variables name stays:
 * it would not go, and addresses in it are no longer free in a local one. The variable itself is
 * left to globaldce.
 */
#include "ir/fold.h"
#include "pass/addresses.h"
#include "pass/pass.h"

/* The most elements that are set one by one. */
#define MOST_ELEMENTS 64u

typedef struct mover {
    dxki_pass *p;
    dxki_pass_addresses at;
    DXKI_VEC(uint32_t) chain;
} mover;

/* ---------------------------------------------------------------------------------------- */
/* Which variables                                                                            */

/* What is known of the uses of a variable. */
typedef struct usage {
    uint32_t function; /* that has all of them; 0: none so far */
    bool several;      /* there are more */
    bool by_constants; /* all of them are loads and stores of elements that constants name */
    bool is_table;     /* all that is stored is constant: hlsl-hca may make a table of it */
} usage;

static bool are_constant(const dxk_module *m, const dxki_value *ops, uint32_t count)
{
    uint64_t index;
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_value_as_int(m, ops[i], &index))
            return false;
    }
    return true;
}

static bool stores_constant(const dxk_module *m, const dxki_inst *in)
{
    return in->op == DXKI_OP_STORE && dxki_value_is_const(m->words.items[in->ops]);
}

/* True if an address that an instruction computes is only loaded from, and constants are stored. */
static bool holds_constants(const dxk_module *m, dxki_value address)
{
    DXKI_EACH_TRACKED_USE(m, address, use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (in->op != DXKI_OP_LOAD && !stores_constant(m, in))
            return false;
    }
    return true;
}

static void look_at_uses(const dxk_module *m, dxki_value address, usage *u)
{
    DXKI_EACH_TRACKED_USE(m, address, use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        const dxki_value *ops = m->words.items + in->ops;
        const dxki_value user = DXKI_VALUE(DXKI_V_INST, dxki_tracked_user(m, use));
        uint32_t function = m->blocks.items[in->block].function;
        bool access = in->op == DXKI_OP_LOAD ||
                      (in->op == DXKI_OP_STORE && dxki_tracked_operand(m, use) == 1);
        bool part = in->op == DXKI_OP_GEP && are_constant(m, ops + 1, in->op_count - 1);
        u->several = u->several || (u->function && u->function != function);
        u->function = function;
        u->by_constants = u->by_constants && (access || part);
        u->is_table = u->is_table && (in->op == DXKI_OP_LOAD || stores_constant(m, in) ||
                                      (in->op == DXKI_OP_GEP && holds_constants(m, user)));
    }
}

static usage find_uses(const mover *w, uint32_t variable)
{
    usage u = {0, false, true, true};
    look_at_uses(w->p->m, DXKI_VALUE(DXKI_V_GLOBAL, variable), &u);
    for (uint32_t c = w->at.heads[variable]; c; c = w->at.next[c])
        look_at_uses(w->p->m, DXKI_VALUE(DXKI_V_CONST, c), &u);
    return u;
}

/* True if the variable is better local: its value can be stored there, as a whole or element by
 * element, and its addresses do not become instructions that stay. */
static bool is_better_local(const dxk_module *m, const dxki_global *g, const usage *u)
{
    const dxki_type_entry *type = dxki_type_get(m, g->value_type);
    if (type->kind == DXKI_T_ARRAY && !u->by_constants && !u->is_table)
        return false;
    if (dxki_const_is_undef(m, g->init))
        return true;
    if (type->kind != DXKI_T_ARRAY && type->kind != DXKI_T_STRUCT && type->kind != DXKI_T_VECTOR)
        return true;
    return type->kind == DXKI_T_ARRAY && !dxki_type_is_aggregate(m, type->a) && u->by_constants &&
           dxki_type_count(m, g->value_type) <= MOST_ELEMENTS;
}

/* The entry point that alone uses a variable; 0: it stays what it is. */
static uint32_t new_home(const mover *w, uint32_t variable)
{
    const dxk_module *m = w->p->m;
    const dxki_pass_facts *facts = w->p->facts;
    const dxki_global *g = &m->globals.items[variable];
    bool fits = dxki_pass_is_own_variable(&w->at, variable) && dxki_type_get(m, g->type)->b == 0;
    if (!fits)
        return 0;
    usage u = find_uses(w, variable);
    bool entry = u.function && u.function < facts->root_count && facts->roots[u.function] == 1;
    return entry && !u.several && is_better_local(m, g, &u) &&
                   !dxki_tracked_first(m, DXKI_VALUE(DXKI_V_GLOBAL, u.function))
               ? u.function
               : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Moving one                                                                                 */

/* Makes instructions, at a place, of the constants that lead from the variable to an address. */
static dxki_value make_address(mover *w, dxki_place at, dxki_value address, dxki_value base)
{
    dxk_module *m = w->p->m;
    w->chain.count = 0;
    for (; DXKI_TAG(address) == DXKI_V_CONST;
         address = m->words.items[m->consts.items[DXKI_INDEX(address)].a]) {
        if (!dxki_vec_push(w->p->ctx, &w->chain, DXKI_INDEX(address)))
            return 0;
    }
    while (base && w->chain.count) {
        const dxki_const c = m->consts.items[w->chain.items[--w->chain.count]];
        dxki_inst in = {.op = c.opcode, .flags = c.flags, .type = c.type, .op_count = c.b};
        uint32_t extra = dxki_const_extra_count(m, &c);
        const uint32_t *words = m->words.items + c.a;
        uint32_t made = dxki_inst_insert(m, at, &in, words, words + c.b, extra);
        base = made && dxki_inst_set_op(m, made, 0, base) ? DXKI_VALUE(DXKI_V_INST, made) : 0;
    }
    return base;
}

/* Puts what stands for an address in its place in all instructions. */
static bool replace_uses(dxk_module *m, dxki_value address, dxki_value with)
{
    DXKI_EACH_TRACKED_USE(m, address, use) {
        if (!dxki_inst_set_op(m, dxki_tracked_user(m, use), dxki_tracked_operand(m, use), with))
            return false;
    }
    return true;
}

static bool store(dxk_module *m, dxki_place at, dxki_value value, dxki_value address)
{
    dxki_inst in = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID, .op_count = 2};
    const dxki_value ops[2] = {value, address};
    return dxki_inst_insert(m, at, &in, ops, NULL, 0) != 0;
}

/* Sets one element of an array. */
static bool set_element(dxk_module *m, dxki_place at, const dxki_global *g, uint32_t alloca,
                        uint64_t index)
{
    dxki_type element = dxki_type_element(m, g->value_type, index);
    dxki_inst in = {.op = DXKI_OP_GEP, .flags = DXKI_IF_INBOUNDS, .op_count = 3};
    dxki_value value = 0, zero = dxki_const_int(m, DXKI_TY_I32, 0);
    const dxki_value ops[3] = {DXKI_VALUE(DXKI_V_INST, alloca), zero,
                               dxki_const_int(m, DXKI_TY_I32, index)};
    const uint32_t source = g->value_type;
    in.type = dxki_type_pointer(m, element, 0);
    if (!zero || !ops[2] || !in.type || dxki_fold_element(m, g->init, index, &value) != DXKI_FOLDED)
        return false;
    uint32_t gep = dxki_inst_insert(m, at, &in, ops, &source, 1);
    return gep &&
           (dxki_const_is_undef(m, value) || store(m, at, value, DXKI_VALUE(DXKI_V_INST, gep)));
}

static bool set(dxk_module *m, dxki_place at, const dxki_global *g, uint32_t alloca)
{
    uint64_t count = dxki_type_count(m, g->value_type);
    if (dxki_const_is_undef(m, g->init))
        return true;
    if (count == 0)
        return store(m, at, g->init, DXKI_VALUE(DXKI_V_INST, alloca));
    for (uint64_t i = 0; i < count; i++) {
        if (!set_element(m, at, g, alloca, i))
            return false;
    }
    return true;
}

static bool move(mover *w, uint32_t variable, uint32_t function)
{
    dxk_module *m = w->p->m;
    const dxki_global g = m->globals.items[variable];
    uint32_t entry = m->globals.items[function].first_block;
    dxki_place at = {entry, m->blocks.items[entry].first_inst};
    dxki_inst in = {.op = DXKI_OP_ALLOCA, .sub = g.align, .type = g.type, .op_count = 1};
    dxki_value one = dxki_const_int(m, DXKI_TY_I32, 1);
    const uint32_t type = g.value_type;
    uint32_t alloca = one ? dxki_inst_insert(m, at, &in, &one, &type, 1) : 0;
    if (!alloca || !set(m, at, &g, alloca) ||
        !replace_uses(m, DXKI_VALUE(DXKI_V_GLOBAL, variable), DXKI_VALUE(DXKI_V_INST, alloca)))
        return false;
    for (uint32_t c = w->at.heads[variable]; c; c = w->at.next[c]) {
        dxki_value old = DXKI_VALUE(DXKI_V_CONST, c);
        if (!dxki_tracked_first(m, old))
            continue;
        dxki_value made = make_address(w, at, old, DXKI_VALUE(DXKI_V_INST, alloca));
        if (!made || !replace_uses(m, old, made))
            return false;
    }
    dxki_pass_changed(w->p);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The pass                                                                                   */

dxk_status dxki_pass_static_global_to_alloca(dxki_pass *p)
{
    mover w = {.p = p};
    const dxk_module *m = p->m;
    bool good = dxki_pass_find_addresses(&w.at, &p->scratch, p->m);
    for (size_t i = 0; good && i < m->variables.count; i++) {
        uint32_t variable = m->variables.items[i], home = new_home(&w, variable);
        good = !home || move(&w, variable, home);
    }
    dxki_vec_free(p->ctx, &w.chain);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
