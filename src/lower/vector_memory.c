/* SPDX-License-Identifier: MIT */
/*
 * vector_memory.c - dynamic-vector-to-array: variables that hold vectors hold arrays of their
 * elements instead, so that an element can be chosen by a variable, and so that no vectors are left
 * below shader model 6.9.
 *
 *     %v = alloca <2 x float>                        %v = alloca [2 x float]
 *     store <2 x float> %x, <2 x float>* %v          %p = getelementptr [2 x float], ... %v, 0, 0
 *                                                    %a = extractelement <2 x float> %x, i32 0
 *                                                    store float %a, float* %p      and so on
 *
 * Indices stay as they are. What changes are the types of a variable, of all addresses in it, and of
 * its initialiser. A variable whose address a function gets stays: a payload, say.
 */
#include "lower/own_memory.h"

#include "ir/fold.h"
#include "ir/value_map.h"

typedef struct vector_memory {
    dxki_pass *p;
    dxk_module *m;
    dxki_value_map types;           /* by type that has vectors: the one without */
    DXKI_VEC(dxki_value) addresses; /* of the variable at hand: instructions, the variable first */
    DXKI_VEC(uint32_t) accesses;    /* loads and stores of vectors */
    dxki_lower_own_memory own;
    uint32_t *met, round; /* by instruction: the variable that it was an address of */
    bool failed;
} vector_memory;

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static dxki_type without_vectors(vector_memory *w, dxki_type type);

static dxki_type map_struct(vector_memory *w, dxki_type type)
{
    dxk_module *m = w->m;
    uint32_t count;
    bool same = true;
    dxki_type_list(m, type, &count);
    dxki_type *members = DXKI_NEW_ARRAY(&w->p->scratch, dxki_type, count + 1u);
    for (uint32_t i = 0; members && i < count; i++) {
        dxki_type member = dxki_type_list(m, type, &count)[i];
        members[i] = without_vectors(w, member);
        same &= members[i] == member;
        if (!members[i])
            return 0;
    }
    return !members ? 0 : same ? type : dxki_type_struct(m, members, count, false);
}

/* The type with arrays in the place of vectors; 0: out of memory. */
static dxki_type without_vectors(vector_memory *w, dxki_type type)
{
    dxk_module *m = w->m;
    dxki_type made = type < DXKI_TY_FIRST_FREE ? type : dxki_value_map_get(&w->types, type);
    if (made)
        return made;
    dxki_type element = 0;
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_VECTOR:
        made = dxki_type_array(m, dxki_type_element(m, type, 0), dxki_type_count(m, type));
        break;
    case DXKI_T_ARRAY:
        element = without_vectors(w, dxki_type_element(m, type, 0));
        made = element ? dxki_type_array(m, element, dxki_type_count(m, type)) : 0;
        break;
    case DXKI_T_POINTER:
        element = without_vectors(w, dxki_type_pointee(m, type));
        made = element ? dxki_type_pointer(m, element, dxki_type_get(m, type)->b) : 0;
        break;
    case DXKI_T_STRUCT:
        made = dxki_type_get(m, type)->flags & DXKI_TF_OPAQUE ? type : map_struct(w, type);
        break;
    default:
        made = type;
    }
    if (!made || !dxki_value_map_put(w->p->ctx, &w->types, type, made))
        w->failed = true;
    return w->failed ? 0 : made;
}

static bool is_vector(const vector_memory *w, dxki_type type)
{
    return dxki_type_kind_of(w->m, type) == DXKI_T_VECTOR;
}

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

static dxki_value map_initialiser(vector_memory *w, dxki_value value, dxki_type type)
{
    dxk_module *m = w->m;
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || c->type == type)
        return value;
    if (c->kind == DXKI_C_NULL)
        return dxki_const_null(m, type);
    if (c->kind == DXKI_C_UNDEF)
        return dxki_const_undef(m, type);
    if (c->kind == DXKI_C_DATA)
        return dxki_const_data(m, type, dxki_const_data_bytes(m, c));
    if (c->kind != DXKI_C_AGGREGATE)
        return 0;
    uint32_t count = c->b, words = c->a;
    dxki_value *elements = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, count + 1u);
    for (uint32_t i = 0; elements && i < count; i++) {
        elements[i] = map_initialiser(w, m->words.items[words + i], dxki_type_element(m, type, i));
        if (!elements[i])
            return 0;
    }
    return elements ? dxki_const_aggregate(m, type, elements, count) : 0;
}

/* An address in a variable whose type has changed, made anew. */
static dxki_value map_address(vector_memory *w, dxki_value value)
{
    dxk_module *m = w->m;
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || DXKI_INDEX(value) >= w->own.const_count || !w->own.inside[DXKI_INDEX(value)])
        return value;
    uint32_t count = c->b, words = c->a;
    dxki_op op = (dxki_op)c->opcode;
    bool inbounds = c->flags & DXKI_IF_INBOUNDS;
    dxki_type type = without_vectors(w, c->type);
    dxki_value *ops = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, count + 1u);
    if (!type || !ops)
        return 0;
    memcpy(ops, m->words.items + words, count * sizeof *ops);
    ops[0] = map_address(w, ops[0]);
    if (!ops[0])
        return 0;
    if (op != DXKI_OP_GEP)
        return dxki_fold_cast(m, op, ops[0], type);
    dxki_type source = without_vectors(w, m->words.items[words + count]);
    return source ? dxki_fold_gep(m, source, inbounds, ops, count) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Addresses                                                                                  */

/* A value of this type is read or written; false: it is no vector but has some in it. */
static bool meet_value(vector_memory *w, uint32_t user, dxki_type type)
{
    if (is_vector(w, type))
        w->failed |= !dxki_vec_push(w->p->ctx, &w->accesses, user);
    return is_vector(w, type) || without_vectors(w, type) == type;
}

/* One use of an address; false: the variable has to stay. */
static bool meet_use(vector_memory *w, uint32_t user, uint32_t operand)
{
    const dxki_inst *in = dxki_inst_get(w->m, user);
    switch (in->op) {
    case DXKI_OP_LOAD:
        return meet_value(w, user, in->type);
    case DXKI_OP_STORE:
        return operand != 0 &&
               meet_value(w, user, dxki_value_type(w->m, dxki_inst_ops(w->m, user)[0]));
    case DXKI_OP_GEP:
    case DXKI_OP_BITCAST:
    case DXKI_OP_ADDRSPACECAST:
        if (w->met[user] != w->round) {
            w->met[user] = w->round;
            w->failed |= !dxki_vec_push(w->p->ctx, &w->addresses, DXKI_VALUE(DXKI_V_INST, user));
        }
        return true;
    case DXKI_OP_CALL:
        return dxki_lower_is_harmless_call(w->m, in);
    case DXKI_OP_ATOMICRMW:
    case DXKI_OP_CMPXCHG:
        return operand == 0;
    default:
        return false;
    }
}

/* All addresses computed from those on the list; false: the variable has to stay. */
static bool follow(vector_memory *w)
{
    for (size_t i = 0; i < w->addresses.count && !w->failed; i++)
        DXKI_EACH_TRACKED_USE(w->m, w->addresses.items[i], use)
            if (!meet_use(w, dxki_tracked_user(w->m, use), dxki_tracked_operand(w->m, use)))
                return false;
    return !w->failed;
}

/* Gives instructions that compute addresses the new types. */
static bool retype(vector_memory *w, uint32_t inst)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_type type = without_vectors(w, in->type);
    if (in->op == DXKI_OP_GEP || in->op == DXKI_OP_ALLOCA) {
        uint32_t *extra = &m->words.items[in->ops + in->op_count];
        dxki_type source = without_vectors(w, *extra);
        *extra = source;
        w->failed |= !source;
    }
    m->insts.items[inst].type = type;
    return !w->failed && type;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

/* Address of an element, before an instruction; 0: out of memory. */
static dxki_value element_address(vector_memory *w, uint32_t before, dxki_value pointer,
                                  dxki_type array, uint32_t k)
{
    dxk_module *m = w->m;
    uint32_t space = dxki_type_get(m, dxki_value_type(m, pointer))->b;
    const dxki_value ops[3] = {pointer, dxki_const_int(m, DXKI_TY_I32, 0),
                               dxki_const_int(m, DXKI_TY_I32, k)};
    dxki_inst gep = {.op = DXKI_OP_GEP, .flags = DXKI_IF_INBOUNDS, .op_count = 3};
    gep.type = dxki_type_pointer(m, dxki_type_element(m, array, 0), space);
    if (!ops[1] || !ops[2] || !gep.type)
        return 0;
    if (dxki_value_is_const(pointer))
        return dxki_fold_gep(m, array, true, ops, 3);
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), &gep, ops, &array, 1);
    return made && dxki_inst_inherit_notes(m, made, before) ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* The alignment of an element: its size, if the vector was aligned to that or more. */
static uint16_t element_sub(const dxk_module *m, uint16_t sub, dxki_type element)
{
    uint32_t align = DXKI_SUB_ALIGN(sub), size = 1;
    while ((8u << (size - 1)) < dxki_type_bits(m, element))
        size++;
    return (uint16_t)(align > size ? size : align);
}

static uint32_t insert(vector_memory *w, uint32_t before, const dxki_inst *inst,
                       const dxki_value *ops)
{
    uint32_t made = dxki_inst_insert(w->m, dxki_place_before(w->m, before), inst, ops, NULL, 0);
    return made && dxki_inst_inherit_notes(w->m, made, before) ? made : 0;
}

static bool expand_load(vector_memory *w, uint32_t load)
{
    dxk_module *m = w->m;
    const dxki_inst in = *dxki_inst_get(m, load);
    dxki_type element = dxki_type_element(m, in.type, 0), array = without_vectors(w, in.type);
    dxki_value pointer = dxki_inst_ops(m, load)[0], vector = dxki_const_undef(m, in.type);
    uint64_t count = dxki_type_count(m, in.type);
    for (uint32_t k = 0; k < count && vector && array; k++) {
        dxki_value address = element_address(w, load, pointer, array, k);
        dxki_inst part = {.op = DXKI_OP_LOAD,
                          .flags = in.flags,
                          .type = element,
                          .op_count = 1,
                          .sub = element_sub(m, in.sub, element)};
        uint32_t value = address ? insert(w, load, &part, &address) : 0;
        const dxki_value ops[3] = {vector, DXKI_VALUE(DXKI_V_INST, value),
                                   dxki_const_int(m, DXKI_TY_I32, k)};
        dxki_inst join = {.op = DXKI_OP_INSERTELEMENT, .type = in.type, .op_count = 3};
        uint32_t joined = value && ops[2] ? insert(w, load, &join, ops) : 0;
        vector = joined ? DXKI_VALUE(DXKI_V_INST, joined) : 0;
    }
    return vector && array && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, load), vector) &&
           dxki_inst_remove(m, load);
}

static bool expand_store(vector_memory *w, uint32_t store)
{
    dxk_module *m = w->m;
    const dxki_inst in = *dxki_inst_get(m, store);
    dxki_value vector = dxki_inst_ops(m, store)[0], pointer = dxki_inst_ops(m, store)[1];
    dxki_type type = dxki_value_type(m, vector), element = dxki_type_element(m, type, 0);
    dxki_type array = without_vectors(w, type);
    uint64_t count = dxki_type_count(m, type);
    for (uint32_t k = 0; k < count && array; k++) {
        const dxki_value ops[2] = {vector, dxki_const_int(m, DXKI_TY_I32, k)};
        dxki_inst take = {.op = DXKI_OP_EXTRACTELEMENT, .type = element, .op_count = 2};
        dxki_value value = 0, address = element_address(w, store, pointer, array, k);
        if (ops[1] && dxki_value_is_const(vector)) {
            value = dxki_fold_extract_element(m, vector, ops[1]);
        } else if (ops[1]) {
            uint32_t taken = insert(w, store, &take, ops);
            value = taken ? DXKI_VALUE(DXKI_V_INST, taken) : 0;
        }
        const dxki_value both[2] = {value, address};
        dxki_inst part = {.op = DXKI_OP_STORE,
                          .flags = in.flags,
                          .type = DXKI_TY_VOID,
                          .op_count = 2,
                          .sub = element_sub(m, in.sub, element)};
        if (!value || !address || !insert(w, store, &part, both))
            return false;
    }
    return array && dxki_inst_remove(m, store);
}

static bool expand_accesses(vector_memory *w)
{
    for (size_t i = 0; i < w->accesses.count; i++) {
        uint32_t inst = w->accesses.items[i];
        if (dxki_inst_get(w->m, inst)->op == DXKI_OP_NONE)
            continue;
        bool load = dxki_inst_get(w->m, inst)->op == DXKI_OP_LOAD;
        if (!(load ? expand_load(w, inst) : expand_store(w, inst)))
            return false;
    }
    w->accesses.count = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static bool change_alloca(vector_memory *w, uint32_t alloca)
{
    dxki_type type =
        w->m->words.items[dxki_inst_get(w->m, alloca)->ops + dxki_inst_get(w->m, alloca)->op_count];
    dxki_type made = without_vectors(w, type);
    if (!made || made == type)
        return made != 0;
    w->round++;
    w->addresses.count = w->accesses.count = 0;
    w->failed |= !dxki_vec_push(w->p->ctx, &w->addresses, DXKI_VALUE(DXKI_V_INST, alloca));
    if (!follow(w))
        return !w->failed;
    for (size_t i = 0; i < w->addresses.count; i++)
        if (!retype(w, DXKI_INDEX(w->addresses.items[i])))
            return false;
    dxki_pass_changed(w->p);
    return expand_accesses(w);
}

/* Follows one use of a global; false: the global has to stay. */
static bool follow_use(vector_memory *w, const dxki_lower_own_use *use)
{
    w->round++;
    w->addresses.count = w->accesses.count = 0;
    return meet_use(w, use->inst, use->operand) && follow(w);
}

static bool change_use(vector_memory *w, const dxki_lower_own_use *use)
{
    dxki_value op = dxki_inst_ops(w->m, use->inst)[use->operand], made = map_address(w, op);
    if (!made || !follow_use(w, use) || !dxki_inst_set_op(w->m, use->inst, use->operand, made))
        return false;
    for (size_t i = 0; i < w->addresses.count; i++)
        if (!retype(w, DXKI_INDEX(w->addresses.items[i])))
            return false;
    return expand_accesses(w);
}

static bool change_global(vector_memory *w, uint32_t global)
{
    dxk_module *m = w->m;
    dxki_type value = m->globals.items[global].value_type;
    dxki_type made = without_vectors(w, value);
    dxki_type type = made ? without_vectors(w, m->globals.items[global].type) : 0;
    dxki_value init = m->globals.items[global].init;
    if (init && made)
        init = map_initialiser(w, init, made);
    if (!type || (m->globals.items[global].init && !init))
        return false;
    m->globals.items[global].value_type = made;
    m->globals.items[global].type = type;
    m->globals.items[global].init = init;
    dxki_pass_changed(w->p);
    return true;
}

/* Those of which all uses are understood. */
static bool change_globals(vector_memory *w)
{
    dxk_module *m = w->m;
    size_t count = m->globals.count;
    uint8_t *chosen = w->own.chosen;
    for (uint32_t g = 1; g < count && !w->failed; g++)
        chosen[g] = chosen[g] && without_vectors(w, m->globals.items[g].value_type) !=
                                     m->globals.items[g].value_type;
    if (w->failed || !dxki_lower_own_memory_list(&w->own))
        return false;
    for (size_t i = 0; i < w->own.uses.count && !w->failed; i++)
        if (!follow_use(w, &w->own.uses.items[i]))
            chosen[w->own.uses.items[i].global] = 0;
    for (uint32_t g = 1; g < count; g++)
        if (chosen[g] && !change_global(w, g))
            return false;
    for (size_t i = 0; i < w->own.uses.count; i++)
        if (chosen[w->own.uses.items[i].global] && !change_use(w, &w->own.uses.items[i]))
            return false;
    return !w->failed;
}

static bool change_locals(vector_memory *w)
{
    for (size_t i = 0; i < w->own.allocas.count; i++)
        if (!change_alloca(w, w->own.allocas.items[i]))
            return false;
    return true;
}

dxk_status dxki_lower_vector_memory(dxki_pass *p)
{
    vector_memory w = {.p = p, .m = p->m, .own.p = p};
    if (p->facts->vectors)
        return DXK_OK;
    w.met = DXKI_NEW_ARRAY(&p->scratch, uint32_t, p->m->insts.count);
    bool good = w.met && dxki_module_touch(p->m) && dxki_lower_own_memory_begin(&w.own, p) &&
                change_globals(&w) && change_locals(&w);
    dxki_value_map_free(p->ctx, &w.types);
    dxki_vec_free(p->ctx, &w.addresses);
    dxki_vec_free(p->ctx, &w.accesses);
    dxki_lower_own_memory_end(&w.own);
    return good && !w.failed ? DXK_OK : dxki_nomem(p->ctx);
}
