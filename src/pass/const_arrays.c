/* SPDX-License-Identifier: MIT */
/*
 * const_arrays.c - arrays that are filled with constants and then only read become constants.
 *
 *     %a = alloca [3 x float]                          @a = internal constant [3 x float] [...]
 *     store 1.0, a[0]; store 2.0, a[1] ...       ->
 *     load a[%i]                                       load @a[%i]
 *
 * An array becomes one if nothing but loads, stores and lifetime markers sees it, constants are
 * stored at constant places, and every store stands before every load on all ways. A place that is
 * stored to twice with different values keeps the last one, if both are in one block, so that no
 * load comes between them; a place that is never stored to reads as zero. Loads of constant places
 * become their values. Equal constants are one variable.
 */
#include "pass/pass.h"

#include "ir/value_map.h"

#include <string.h>

/* Elements that a constant may have, to each store that fills it and besides. */
#define ELEMENTS_PER_STORE 4u
#define ELEMENTS_BESIDES   16u

typedef struct access {
    uint32_t inst;
    uint64_t element; /* UINT64_MAX: not constant */
} access;

typedef struct array_finder {
    dxki_pass *p;
    dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    const uint32_t *positions;
    dxki_type element; /* of the array at hand, as is what follows */
    uint64_t elements;
    DXKI_VEC(access) loads, stores;
    DXKI_VEC(uint32_t) markers; /* lifetime calls, and the casts that they take */
    DXKI_VEC(dxki_value) values;
    bool failed; /* out of memory */
} array_finder;

/* Adds to one of the lists above. */
#define PUSH(f, list, value)                                                                       \
    (dxki_vec_push((f)->m->ctx, &(f)->list, (value)) || !((f)->failed = true))

/* --- how an array is used --- */

/* The scalar that an array is made of and how many there are; false: it is made of other things. */
static bool flatten(const dxk_module *m, dxki_type type, dxki_type *element, uint64_t *count)
{
    *count = 1;
    if (dxki_type_kind_of(m, type) != DXKI_T_ARRAY)
        return false;
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY) {
        uint64_t n = dxki_type_count(m, type);
        if (n == 0 || n > UINT32_MAX || *count > UINT32_MAX / n)
            return false;
        *count *= n;
        type = dxki_type_get(m, type)->a;
    }
    *element = type;
    return dxki_type_is_int(m, type) || dxki_type_is_fp(m, type);
}

/* The element that a GEP of the array leads to; UINT64_MAX: it is not constant. False: it leads to
 * something else than an element. */
static bool find_element(const dxk_module *m, uint32_t gep, uint64_t *element)
{
    const dxki_inst *in = &m->insts.items[gep];
    const dxki_value *ops = dxki_inst_ops(m, gep);
    dxki_type type = m->words.items[in->ops + in->op_count];
    bool constant = true;
    uint64_t at;
    if (in->op_count < 2 || !dxki_value_as_int(m, ops[1], &at) || at != 0)
        return false;
    *element = 0;
    for (uint32_t k = 2; k < in->op_count; k++) {
        uint64_t n = dxki_type_count(m, type);
        if (dxki_type_kind_of(m, type) != DXKI_T_ARRAY)
            return false;
        bool is_number = dxki_value_as_int(m, ops[k], &at);
        if (is_number && at >= n)
            return false;
        constant = constant && is_number;
        *element = constant ? *element * n + at : UINT64_MAX;
        type = dxki_type_get(m, type)->a;
    }
    return dxki_type_kind_of(m, type) != DXKI_T_ARRAY;
}

/* A load or a store through a pointer to an element. */
static bool add_access(array_finder *f, uint32_t user, uint32_t operand, uint64_t element)
{
    const dxki_inst *in = &f->m->insts.items[user];
    access one = {user, element};
    if ((in->op != DXKI_OP_LOAD && in->op != DXKI_OP_STORE) || (in->flags & DXKI_IF_VOLATILE) ||
        DXKI_SUB_ORDER(in->sub))
        return false;
    if (in->op == DXKI_OP_LOAD)
        return in->type == f->element && PUSH(f, loads, one);
    dxki_value value = dxki_inst_ops(f->m, user)[0];
    const dxki_const *c = dxki_const_get(f->m, value);
    return operand == 1 && element != UINT64_MAX && c && c->type == f->element &&
           (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT) && PUSH(f, stores, one);
}

static bool add_gep(array_finder *f, uint32_t gep)
{
    uint64_t element;
    if (!find_element(f->m, gep, &element))
        return false;
    DXKI_EACH_TRACKED_USE(f->m, DXKI_VALUE(DXKI_V_INST, gep), use) {
        if (!add_access(f, dxki_tracked_user(f->m, use), dxki_tracked_operand(f->m, use), element))
            return false;
    }
    return true;
}

static bool is_lifetime(const dxk_module *m, const dxki_inst *in)
{
    static const char prefix[] = "llvm.lifetime.";
    dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(m, in) : 0;
    return DXKI_TAG(callee) == DXKI_V_GLOBAL &&
           dxki_str_starts(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name), prefix);
}

static bool add_cast(array_finder *f, uint32_t cast)
{
    DXKI_EACH_TRACKED_USE(f->m, DXKI_VALUE(DXKI_V_INST, cast), use) {
        uint32_t user = dxki_tracked_user(f->m, use);
        if (!is_lifetime(f->m, &f->m->insts.items[user]) || !PUSH(f, markers, user))
            return false;
    }
    return PUSH(f, markers, cast);
}

/* Lists what sees the array; false: something else than what is listed does. */
static bool find_accesses(array_finder *f, uint32_t variable)
{
    const dxk_module *m = f->m;
    dxki_type type = m->words.items[m->insts.items[variable].ops + 1];
    uint64_t one;
    f->loads.count = f->stores.count = f->markers.count = 0;
    if (!flatten(m, type, &f->element, &f->elements) ||
        !dxki_value_as_int(m, dxki_inst_ops(m, variable)[0], &one) || one != 1)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, variable), use) {
        uint32_t user = dxki_tracked_user(m, use);
        uint8_t op = m->insts.items[user].op;
        bool good = op == DXKI_OP_GEP       ? dxki_tracked_operand(m, use) == 0 && add_gep(f, user)
                    : op == DXKI_OP_BITCAST ? add_cast(f, user)
                                            : false;
        if (!good)
            return false;
    }
    return f->stores.count != 0 && f->loads.count != 0 &&
           f->elements <= ELEMENTS_PER_STORE * f->stores.count + ELEMENTS_BESIDES;
}

/* --- order --- */

static uint32_t block_number(const array_finder *f, uint32_t inst)
{
    return dxki_cfg_number(f->cfg, f->m->insts.items[inst].block);
}

/* True if all stores stand before all loads on all ways: they dominate the nearest block that
 * dominates all loads, and come before the first load in it. */
static bool stores_come_first(const array_finder *f)
{
    uint32_t common = block_number(f, f->loads.items[0].inst), first = UINT32_MAX;
    for (size_t i = 0; i < f->loads.count; i++) {
        uint32_t block = block_number(f, f->loads.items[i].inst);
        if (!dxki_dom_has(f->dom, block))
            return false;
        common = dxki_dom_common(f->dom, common, block);
    }
    for (size_t i = 0; i < f->loads.count; i++) {
        uint32_t inst = f->loads.items[i].inst;
        if (block_number(f, inst) == common && f->positions[inst] < first)
            first = f->positions[inst];
    }
    for (size_t i = 0; i < f->stores.count; i++) {
        uint32_t inst = f->stores.items[i].inst, block = block_number(f, inst);
        if (!dxki_dom_dominates(f->dom, block, common) ||
            (block == common && f->positions[inst] > first))
            return false;
    }
    return true;
}

/* Puts the constants in f->values; false: two different ones are stored to one place, in different
 * blocks, or out of memory. */
static bool find_values(array_finder *f)
{
    const dxk_module *m = f->m;
    uint32_t *last = DXKI_NEW_ARRAY(&f->p->scratch, uint32_t, (size_t)f->elements);
    f->values.count = 0;
    f->failed = !last || !dxki_vec_reserve(m->ctx, &f->values, (size_t)f->elements);
    if (f->failed)
        return false;
    for (size_t i = 0; i < f->stores.count; i++) {
        uint32_t store = f->stores.items[i].inst, *there = &last[f->stores.items[i].element];
        bool differs = *there && dxki_inst_ops(m, *there)[0] != dxki_inst_ops(m, store)[0];
        if (differs && m->insts.items[*there].block != m->insts.items[store].block)
            return false;
        if (!*there || f->positions[store] > f->positions[*there])
            *there = store;
    }
    dxki_value zero = dxki_const_null(f->m, f->element);
    for (uint64_t i = 0; i < f->elements; i++)
        f->values.items[f->values.count++] = last[i] ? dxki_inst_ops(m, last[i])[0] : zero;
    f->failed = zero == 0;
    return !f->failed;
}

/* --- the constant --- */

/* A constant array of the elements, inner arrays first; 0: out of memory. */
static dxki_value make_constant(array_finder *f, dxki_type type)
{
    dxk_module *m = f->m;
    DXKI_VEC(dxki_type) levels = {NULL, 0, 0}; /* from the outside inwards */
    bool good = true;
    for (; good && dxki_type_kind_of(m, type) == DXKI_T_ARRAY; type = dxki_type_get(m, type)->a)
        good = dxki_vec_push(m->ctx, &levels, type);
    while (good && levels.count) {
        dxki_type level = levels.items[--levels.count];
        uint32_t n = (uint32_t)dxki_type_count(m, level);
        size_t made = 0;
        for (size_t at = 0; good && at < f->values.count; at += n) {
            dxki_value value = dxki_const_aggregate(m, level, f->values.items + at, n);
            f->values.items[made++] = value;
            good = value != 0;
        }
        f->values.count = made;
    }
    dxki_vec_free(m->ctx, &levels);
    return good ? f->values.items[0] : 0;
}

/* A variable that holds the constant already; 0: there is none, or looking is too expensive. */
static uint32_t find_variable(array_finder *f, dxki_value init)
{
    const dxk_module *m = f->m;
    if (!dxki_pass_spend(f->p, m->variables.count))
        return 0;
    for (size_t i = 0; i < m->variables.count; i++) {
        const dxki_global *g = &m->globals.items[m->variables.items[i]];
        if (g->init == init && (g->flags & DXKI_GF_CONSTANT) && (g->flags & DXKI_GF_UNNAMED_ADDR) &&
            g->linkage == DXKI_LINK_INTERNAL && dxki_type_get(m, g->type)->b == 0)
            return m->variables.items[i];
    }
    return 0;
}

static uint32_t make_variable(array_finder *f, uint32_t variable, dxki_value init)
{
    dxk_module *m = f->m;
    const dxki_inst in = m->insts.items[variable];
    dxki_string name = dxki_value_name(m, DXKI_VALUE(DXKI_V_INST, variable));
    dxki_global g = {.linkage = DXKI_LINK_INTERNAL,
                     .flags = DXKI_GF_CONSTANT | DXKI_GF_UNNAMED_ADDR,
                     .align = DXKI_SUB_ALIGN(in.sub),
                     .type = in.type,
                     .value_type = m->words.items[in.ops + 1],
                     .init = init,
                     .bit_offset = UINT32_MAX};
    static const char plain[] = "table";
    dxk_str wanted = name ? dxki_string_get(m, name) : (dxk_str){plain, sizeof plain - 1};
    g.name = dxki_global_unique_name(m, wanted);
    return g.name == UINT32_MAX ? 0 : dxki_global_add(m, DXKI_G_VARIABLE, &g);
}

/* --- the change --- */

/* Removes a load or a store, and the address that nothing else needs. */
static bool remove_access(dxk_module *m, uint32_t inst)
{
    uint32_t last = m->insts.items[inst].op_count - 1;
    uint32_t gep = dxki_value_as_inst(dxki_inst_ops(m, inst)[last]);
    return dxki_inst_remove(m, inst) &&
           (dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, gep)) || dxki_inst_remove(m, gep));
}

static bool replace_loads(array_finder *f)
{
    for (size_t i = 0; i < f->loads.count; i++) {
        access a = f->loads.items[i];
        if (a.element != UINT64_MAX && (!dxki_value_replace(f->m, DXKI_VALUE(DXKI_V_INST, a.inst),
                                                            f->values.items[a.element]) ||
                                        !remove_access(f->m, a.inst)))
            return false;
    }
    return true;
}

static bool remove_fillers(array_finder *f)
{
    dxk_module *m = f->m;
    for (size_t i = 0; i < f->stores.count; i++) {
        if (!remove_access(m, f->stores.items[i].inst))
            return false;
    }
    for (size_t i = 0; i < f->markers.count; i++) {
        if (!dxki_inst_remove(m, f->markers.items[i]))
            return false;
    }
    return true;
}

static bool replace_array(array_finder *f, uint32_t variable)
{
    dxk_module *m = f->m;
    dxki_value self = DXKI_VALUE(DXKI_V_INST, variable);
    dxki_pass_changed(f->p);
    if (!replace_loads(f) || !remove_fillers(f))
        return false;
    if (dxki_tracked_first(m, self)) {
        dxki_value init = make_constant(f, m->words.items[m->insts.items[variable].ops + 1]);
        uint32_t global = init ? find_variable(f, init) : 0;
        if (init && !global)
            global = make_variable(f, variable, init);
        if (!global || !dxki_value_replace(m, self, DXKI_VALUE(DXKI_V_GLOBAL, global)))
            return false;
    }
    return dxki_inst_remove(m, variable);
}

/* What only functions with such an array need. */
static bool begin(array_finder *f)
{
    f->cfg = dxki_pass_cfg(f->p);
    f->dom = dxki_pass_dom(f->p);
    f->positions = f->positions ? f->positions : dxki_pass_positions(f->p);
    f->failed = !f->cfg || !f->dom || !f->positions;
    return !f->failed;
}

static bool run(array_finder *f)
{
    dxk_module *m = f->m;
    DXKI_EACH_INST(m, m->globals.items[f->p->function].first_block, inst) {
        if (m->insts.items[inst].op != DXKI_OP_ALLOCA)
            continue;
        bool fits = find_accesses(f, inst) && begin(f) && stores_come_first(f) && find_values(f);
        if (f->failed || (fits && !replace_array(f, inst)))
            return false;
    }
    return true;
}

dxk_status dxki_pass_const_arrays(dxki_pass *p)
{
    array_finder f;
    memset(&f, 0, sizeof f);
    f.p = p;
    f.m = p->m;
    bool good = run(&f);
    dxki_vec_free(p->ctx, &f.loads);
    dxki_vec_free(p->ctx, &f.stores);
    dxki_vec_free(p->ctx, &f.markers);
    dxki_vec_free(p->ctx, &f.values);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
