/* SPDX-License-Identifier: MIT */
/* aggregates.c - see aggregates.h. */
#include "lower/aggregates.h"

#include "ir/fold.h"
#include "lower/make.h"

#define MOST_STEPS 4096u /* parts that were put in one after another, and are looked behind */

bool dxki_lower_has_parts(const dxk_module *m, dxki_type type)
{
    return dxki_type_is_aggregate(m, type) || dxki_type_is_vector(m, type);
}

uint32_t dxki_lower_part_count(const dxk_module *m, dxki_type type)
{
    uint32_t count;
    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT)
        return (uint32_t)dxki_type_count(m, type);
    dxki_type_list(m, type, &count);
    return count;
}

dxki_value dxki_lower_part(dxki_pass *p, dxki_value whole, uint32_t i, uint32_t before)
{
    dxk_module *m = p->m;
    dxki_type type = dxki_value_type(m, whole);
    bool is_vector = dxki_type_kind_of(m, type) == DXKI_T_VECTOR;
    for (uint32_t steps = 0; dxki_value_as_inst(whole) && steps < MOST_STEPS; steps++) {
        const dxki_inst *in = dxki_inst_get(m, dxki_value_as_inst(whole));
        const dxki_value *ops = m->words.items + in->ops, *at = ops + in->op_count;
        uint64_t place;
        bool is_element = in->op == DXKI_OP_INSERTELEMENT && dxki_value_as_int(m, ops[2], &place);
        if (!is_element && (in->op != DXKI_OP_INSERTVALUE || at[0] != 1))
            break;
        place = is_element ? place : at[1];
        if (place == i)
            return ops[1];
        whole = ops[0];
    }
    dxki_value found;
    if (!dxki_value_as_inst(whole) && dxki_fold_element(m, whole, i, &found) == DXKI_FOLDED)
        return found;
    const dxki_value ops[2] = {whole, is_vector ? dxki_const_int(m, DXKI_TY_I32, i) : 0};
    const uint32_t extra[2] = {1, i};
    dxki_inst in = {.op = DXKI_OP_EXTRACTVALUE, .type = dxki_type_element(m, type, i)};
    in.op = is_vector ? DXKI_OP_EXTRACTELEMENT : DXKI_OP_EXTRACTVALUE;
    in.op_count = is_vector ? 2 : 1;
    return dxki_lower_make(p, before, &in, ops, extra, is_vector ? 0 : 2);
}

dxki_value dxki_lower_put(dxki_pass *p, dxki_value whole, dxki_value part, uint32_t i,
                          uint32_t before)
{
    dxk_module *m = p->m;
    dxki_type type = dxki_value_type(m, whole);
    bool is_vector = dxki_type_kind_of(m, type) == DXKI_T_VECTOR;
    const dxki_value ops[3] = {whole, part, is_vector ? dxki_const_int(m, DXKI_TY_I32, i) : 0};
    const uint32_t extra[2] = {1, i};
    dxki_inst in = {.type = type, .op_count = is_vector ? 3 : 2};
    in.op = is_vector ? DXKI_OP_INSERTELEMENT : DXKI_OP_INSERTVALUE;
    return part ? dxki_lower_make(p, before, &in, ops, extra, is_vector ? 0 : 2) : 0;
}

/* What takes an element of a value that was put together takes what was put in. */
static bool see_through(dxki_pass *p, uint32_t inst)
{
    dxk_module *m = p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    if (in->op != DXKI_OP_EXTRACTVALUE)
        return true;
    dxki_value whole = dxki_inst_ops(m, inst)[0];
    const uint32_t *at = m->words.items + in->ops + in->op_count;
    uint32_t from = dxki_value_as_inst(whole);
    if (at[0] != 1 || !from || dxki_inst_get(m, from)->op != DXKI_OP_INSERTVALUE)
        return true;
    dxki_value part = dxki_lower_part(p, whole, at[1], inst);
    dxki_pass_changed(p);
    return part && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), part) &&
           dxki_inst_remove(m, inst);
}

bool dxki_lower_see_through(dxki_pass *p)
{
    uint32_t count = (uint32_t)p->m->insts.count;
    for (uint32_t inst = 1; inst < count; inst++)
        if (!see_through(p, inst))
            return false;
    return true;
}
