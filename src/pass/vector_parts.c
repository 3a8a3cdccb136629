/* SPDX-License-Identifier: MIT */
/*
 * vector_parts.c - for sroa: variables that hold a vector, of which some instructions read or write
 * all and others an element that a constant names. The latter read or write all as well then, so
 * that the variable can become a value:
 *
 *     %p = getelementptr <4 x float>* %a, i32 0, i32 2
 *     store float %x, float* %p            ==>     %v = load <4 x float>* %a
 *                                                  %w = insertelement %v, %x, i32 2
 *                                                  store <4 x float> %w, <4 x float>* %a
 */
#include "pass/variable.h"

/* True if the address of an element is used for loads, stores and its life alone. */
static bool is_plain_element(const dxk_module *m, dxki_type vector, uint32_t gep)
{
    const dxki_inst *in = dxki_inst_get(m, gep);
    const dxki_value *ops = dxki_inst_ops(m, gep);
    uint64_t zero, element;

    return in->op_count == 3 && m->words.items[in->ops + in->op_count] == vector &&
           dxki_value_as_int(m, ops[1], &zero) && zero == 0 &&
           dxki_value_as_int(m, ops[2], &element) && element < dxki_type_count(m, vector) &&
           dxki_pass_variable_is_plain(m, gep);
}

static bool can_be_whole(const dxk_module *m, uint32_t alloca)
{
    const dxki_inst *in = dxki_inst_get(m, alloca);
    dxki_type type = m->words.items[in->ops + in->op_count];
    bool has_whole = false;

    if (dxki_type_kind_of(m, type) != DXKI_T_VECTOR)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        bool is_part = kind == DXKI_PASS_VARIABLE_PART;
        if (kind == DXKI_PASS_VARIABLE_OTHER ||
            (is_part && !is_plain_element(m, type, dxki_tracked_user(m, use))))
            return false;
        has_whole |= kind == DXKI_PASS_VARIABLE_LOAD || kind == DXKI_PASS_VARIABLE_STORE;
    }
    return has_whole;
}

static uint32_t insert(dxk_module *m, uint32_t before, dxki_op op, dxki_type type,
                       const dxki_value *ops, uint32_t count)
{
    dxki_inst in = {.op = (uint8_t)op, .type = type, .op_count = count};
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), &in, ops, NULL, 0);
    return made && dxki_inst_inherit_notes(m, made, before) ? made : 0;
}

/* Makes a load or a store of an element one of the vector. */
static bool widen(dxk_module *m, uint32_t alloca, uint32_t access, dxki_value index)
{
    const dxki_inst in = *dxki_inst_get(m, access);
    const dxki_inst *variable = dxki_inst_get(m, alloca);
    dxki_type type = m->words.items[variable->ops + variable->op_count];
    dxki_value pointer = DXKI_VALUE(DXKI_V_INST, alloca);
    uint32_t all = insert(m, access, DXKI_OP_LOAD, type, &pointer, 1);

    if (!all)
        return false;
    if (in.op == DXKI_OP_LOAD) {
        const dxki_value ops[2] = {DXKI_VALUE(DXKI_V_INST, all), index};
        uint32_t taken = insert(m, access, DXKI_OP_EXTRACTELEMENT, in.type, ops, 2);
        return taken &&
               dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, access),
                                  DXKI_VALUE(DXKI_V_INST, taken)) &&
               dxki_inst_remove(m, access);
    }
    const dxki_value ops[3] = {DXKI_VALUE(DXKI_V_INST, all), dxki_inst_ops(m, access)[0], index};
    uint32_t joined = insert(m, access, DXKI_OP_INSERTELEMENT, type, ops, 3);
    const dxki_value both[2] = {joined ? DXKI_VALUE(DXKI_V_INST, joined) : 0, pointer};
    return joined && insert(m, access, DXKI_OP_STORE, DXKI_TY_VOID, both, 2) &&
           dxki_inst_remove(m, access);
}

static bool widen_all(dxki_pass *p, uint32_t alloca, uint32_t gep)
{
    dxk_module *m = p->m;

    if (!dxki_pass_variable_forget_life(p, gep))
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, gep), use) {
        if (!widen(m, alloca, dxki_tracked_user(m, use), dxki_inst_ops(m, gep)[2]))
            return false;
    }
    return dxki_inst_remove(m, gep);
}

bool dxki_pass_variable_whole(dxki_pass *p, uint32_t alloca)
{
    dxk_module *m = p->m;
    DXKI_VEC(uint32_t) geps = {NULL, 0, 0};
    bool good = true;

    if (!can_be_whole(m, alloca))
        return true;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        if (good && dxki_pass_variable_classify(m, use) == DXKI_PASS_VARIABLE_PART)
            good = dxki_vec_push(p->ctx, &geps, dxki_tracked_user(m, use));
    }
    for (size_t i = 0; i < geps.count && good; i++)
        good = widen_all(p, alloca, geps.items[i]);
    if (geps.count)
        dxki_pass_changed(p);
    dxki_vec_free(p->ctx, &geps);
    return good;
}
