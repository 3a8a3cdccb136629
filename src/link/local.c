/* SPDX-License-Identifier: MIT */
/*
 * local.c - resources in variables of a function, arrays as a rule. Where all of them are of one array
 * of resources, the variable gets another one beside it, with the index of each in that array:
 *
 *     %t = load %Tex, [8 x %Tex]* @tex, 0, %k         store i32 %k, [2 x i32]* %b, 0, 1
 *     store %Tex %t, [2 x %Tex]* %a, 0, 1
 *     %u = load %Tex, [2 x %Tex]* %a, 0, %i           %j = load i32, [2 x i32]* %b, 0, %i
 *
 * and the handle is that of index %j. See handles.h.
 */
#include "link/handles.h"

typedef dxki_link_lowering lowering;

#define DEEPEST 64u /* steps from a variable to an element */
#define ALIGNED 3u  /* to four bytes */

uint32_t dxki_link_local(const dxk_module *m, dxki_value pointer)
{
    for (uint32_t steps = 0; steps < DEEPEST; steps++) {
        uint32_t inst = dxki_value_as_inst(pointer);
        if (!inst)
            return 0;
        if (dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA)
            return inst;
        if (dxki_inst_get(m, inst)->op != DXKI_OP_GEP)
            return 0;
        pointer = dxki_inst_ops(m, inst)[0];
    }
    return 0;
}

/* What is in arrays of arrays; *depth: how many. 0: they are too deep. */
static dxki_type innermost(const dxk_module *m, dxki_type type, uint32_t *depth)
{
    *depth = 0;
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY) {
        if (++*depth > DEEPEST)
            return 0;
        type = dxki_type_element(m, type, 0);
    }
    return type;
}

static dxki_type pointee(const dxk_module *m, uint32_t inst)
{
    return dxki_type_pointee(m, dxki_inst_get(m, inst)->type);
}

/* Each resource is loaded and stored as a whole. */
static bool moves_whole(const dxk_module *m, uint32_t place, dxki_type type)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, place), use) {
        uint32_t user = dxki_tracked_user(m, use);
        dxki_op op = dxki_inst_get(m, user)->op;
        if ((op == DXKI_OP_LOAD || op == DXKI_OP_STORE) && pointee(m, place) != type)
            return false;
    }
    return true;
}

bool dxki_link_is_array_of_resources(const dxk_module *m, uint32_t alloca)
{
    uint32_t depth;
    dxki_type type = innermost(m, pointee(m, alloca), &depth);
    if (!type || dxki_type_kind_of(m, type) != DXKI_T_STRUCT || !moves_whole(m, alloca, type))
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (dxki_inst_get(m, user)->op == DXKI_OP_GEP &&
            innermost(m, pointee(m, user), &depth) != type)
            return false;
    }
    return true;
}

/* The same arrays, of numbers. */
static dxki_type numbers_like(dxk_module *m, dxki_type type)
{
    uint64_t counts[DEEPEST];
    uint32_t depth;
    innermost(m, type, &depth);
    for (uint32_t i = 0; i < depth; i++, type = dxki_type_element(m, type, 0))
        counts[i] = dxki_type_count(m, type);
    dxki_type made = DXKI_TY_I32;
    while (depth-- && made)
        made = dxki_type_array(m, made, counts[depth]);
    return made;
}

/* The stores of what a variable, or a part of it, gets. */
static bool list_stores(lowering *w, uint32_t alloca)
{
    for (uint32_t store = w->last_store[alloca]; store; store = w->earlier_store[store])
        if (!dxki_vec_push(w->link->ctx, &w->stack, DXKI_VALUE(DXKI_V_INST, store)))
            return false;
    return true;
}

/* The variable, or step into it, beside one for resources. 0: out of memory. */
static uint32_t make_shadow(lowering *w, uint32_t place, uint32_t base)
{
    dxk_module *m = w->m;
    dxki_inst made = *dxki_inst_get(m, place);
    dxki_value ops[DEEPEST + 2];
    dxki_type type = numbers_like(m, pointee(m, place));
    dxki_type source = base ? pointee(m, base) : type; /* the word after the operands */
    if (made.op_count > DEEPEST + 2)
        return 0;
    for (uint32_t k = 0; k < made.op_count; k++)
        ops[k] = dxki_inst_ops(m, place)[k];
    if (base)
        ops[0] = DXKI_VALUE(DXKI_V_INST, base);
    else
        made.sub = ALIGNED;
    made.type = type ? dxki_type_pointer(m, type, 0) : 0;
    uint32_t inst =
        made.type ? dxki_inst_insert(m, dxki_place_before(m, place), &made, ops, &source, 1) : 0;
    dxki_value key = DXKI_VALUE(DXKI_V_INST, place);
    return inst && dxki_value_map_put(w->link->ctx, &w->shadows, key, inst) &&
                   (base || list_stores(w, place))
               ? inst
               : 0;
}

/* The same for a pointer, from its variable on. */
static uint32_t shadow_of(lowering *w, dxki_value pointer)
{
    dxk_module *m = w->m;
    uint32_t path[DEEPEST + 1], count = 0, shadow = 0;
    for (;;) {
        path[count++] = DXKI_INDEX(pointer);
        if (dxki_inst_get(m, DXKI_INDEX(pointer))->op == DXKI_OP_ALLOCA)
            break;
        pointer = dxki_inst_ops(m, DXKI_INDEX(pointer))[0];
    }
    while (count--) {
        uint32_t known = dxki_value_map_get(&w->shadows, DXKI_VALUE(DXKI_V_INST, path[count]));
        shadow = known ? known : make_shadow(w, path[count], shadow);
        if (!shadow)
            return 0;
    }
    return shadow;
}

dxki_value dxki_link_local_index(lowering *w, uint32_t load)
{
    dxk_module *m = w->m;
    uint32_t shadow = shadow_of(w, dxki_inst_ops(m, load)[0]);
    dxki_value pointer = DXKI_VALUE(DXKI_V_INST, shadow);
    dxki_inst made = {.op = DXKI_OP_LOAD, .type = DXKI_TY_I32, .op_count = 1, .sub = ALIGNED};
    uint32_t inst =
        shadow ? dxki_inst_insert(m, dxki_place_before(m, load), &made, &pointer, NULL, 0) : 0;
    return inst ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}

bool dxki_link_store_index(lowering *w, uint32_t store, dxki_value index)
{
    dxk_module *m = w->m;
    uint32_t shadow = shadow_of(w, dxki_inst_ops(m, store)[1]);
    const dxki_value ops[2] = {index, DXKI_VALUE(DXKI_V_INST, shadow)};
    dxki_inst made = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID, .op_count = 2, .sub = ALIGNED};
    return shadow && dxki_inst_insert(m, dxki_place_before(m, store), &made, ops, NULL, 0);
}

bool dxki_link_drop_stores(lowering *w)
{
    for (size_t i = 0; i < w->stores.count; i++)
        if (!dxki_inst_remove(w->m, w->stores.items[i]))
            return false;
    return true;
}
