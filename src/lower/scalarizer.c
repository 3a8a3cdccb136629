/* SPDX-License-Identifier: MIT */
/*
 * scalarizer.c - vectors to scalars: below shader model 6.9 a shader has none. Each value that is a
 * vector is made again as one value for each element; who wants an element takes it.
 *
 *     %a = fadd <2 x float> %x, %y               %a0 = fadd float %x0, %y0
 *     %b = extractelement <2 x float> %a, 1      %a1 = fadd float %x1, %y1     %b is %a1
 *
 * An instruction that cannot be taken apart stays: a load from a payload, a call. Its elements are
 * extracted after it, and put together in front of it. Calls of operations: scalar_calls.c.
 */
#include "lower/scalarizer.h"
#include "lower/make.h"

#include "ir/fold.h"

enum { ICMP_EQ = 32 }; /* number of the predicate */

/* ---------------------------------------------------------------------------------------- */
/* Making instructions                                                                        */

dxki_value dxki_lower_scalar_insert(dxki_lower_scalars *w, uint32_t before, const dxki_inst *inst,
                                    const dxki_value *ops, const uint32_t *extra, uint32_t extras)
{
    dxki_value made = dxki_lower_make(w->p, before, inst, ops, extra, extras);
    w->failed |= made == 0;
    return made;
}

/* The same after an instruction. */
static dxki_value insert_behind(dxki_lower_scalars *w, uint32_t inst, const dxki_inst *made,
                                const dxki_value *ops)
{
    dxk_module *m = w->p->m;
    bool phi = dxki_inst_get(m, inst)->op == DXKI_OP_PHI;
    dxki_place at =
        phi ? dxki_place_after_phis(m, dxki_inst_get(m, inst)->block) : dxki_place_after(m, inst);
    uint32_t index = dxki_inst_insert(m, at, made, ops, NULL, 0);
    w->failed |= index == 0;
    return index ? DXKI_VALUE(DXKI_V_INST, index) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

bool dxki_lower_scalar_is_vector(const dxki_lower_scalars *w, dxki_type type)
{
    return dxki_type_kind_of(w->p->m, type) == DXKI_T_VECTOR;
}

static uint32_t length(const dxki_lower_scalars *w, dxki_type type)
{
    return (uint32_t)dxki_type_count(w->p->m, type);
}

/* Room for the elements of an instruction's result; UINT32_MAX: out of memory. */
static uint32_t open_row(dxki_lower_scalars *w, uint32_t inst, uint32_t count)
{
    uint32_t row = (uint32_t)w->elements.count;
    if (!dxki_vec_reserve(w->p->ctx, &w->elements, count)) {
        w->failed = true;
        return UINT32_MAX;
    }
    memset(w->elements.items + row, 0, count * sizeof *w->elements.items);
    w->elements.count += count;
    w->rows[inst] = row + 1;
    return row;
}

bool dxki_lower_scalar_set(dxki_lower_scalars *w, uint32_t inst, uint32_t k, dxki_value value)
{
    uint32_t row = w->rows[inst];
    if (!row)
        row = open_row(w, inst, length(w, dxki_inst_get(w->p->m, inst)->type)) + 1;
    if (!row || !value)
        return !(w->failed = true);
    w->elements.items[row - 1 + k] = value;
    return true;
}

/* The elements of what stays whole are extracted after it. */
static bool extract_all(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    dxki_type type = dxki_inst_get(m, inst)->type;
    for (uint32_t k = length(w, type); k-- > 0 && !w->failed;) {
        const dxki_value ops[2] = {DXKI_VALUE(DXKI_V_INST, inst),
                                   dxki_const_int(m, DXKI_TY_I32, k)};
        dxki_inst take = {
            .op = DXKI_OP_EXTRACTELEMENT, .op_count = 2, .type = dxki_type_element(m, type, 0)};
        if (!ops[1] || !dxki_lower_scalar_set(w, inst, k, insert_behind(w, inst, &take, ops)))
            return false;
    }
    return !w->failed;
}

dxki_value dxki_lower_scalar_get(dxki_lower_scalars *w, dxki_value vector, uint32_t k,
                                 uint32_t before)
{
    dxk_module *m = w->p->m;
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, k), made = 0;
    if (!index)
        return !(w->failed = true);
    if (DXKI_TAG(vector) == DXKI_V_CONST) {
        made = dxki_fold_extract_element(m, vector, index);
    } else if (dxki_value_as_inst(vector) && w->rows[DXKI_INDEX(vector)]) {
        made = w->elements.items[w->rows[DXKI_INDEX(vector)] - 1 + k];
    } else { /* an argument, or in a block that is not reached */
        const dxki_value ops[2] = {vector, index};
        dxki_inst take = {.op = DXKI_OP_EXTRACTELEMENT, .op_count = 2};
        take.type = dxki_type_element(m, dxki_value_type(m, vector), 0);
        made = dxki_lower_scalar_insert(w, before, &take, ops, NULL, 0);
    }
    w->failed |= made == 0;
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Arithmetic, casts, comparisons, selections: the same on each element. */
static bool split_elementwise(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    dxki_inst in = *dxki_inst_get(m, inst);
    uint32_t count = length(w, in.type);
    in.type = dxki_type_element(m, in.type, 0);
    for (uint32_t k = 0; k < count; k++) {
        dxki_value ops[3] = {0, 0, 0};
        for (uint32_t i = 0; i < in.op_count; i++) {
            ops[i] = dxki_inst_ops(m, inst)[i];
            if (dxki_lower_scalar_is_vector(w, dxki_value_type(m, ops[i])))
                ops[i] = dxki_lower_scalar_get(w, ops[i], k, inst);
        }
        if (w->failed || !dxki_lower_scalar_set(
                             w, inst, k, dxki_lower_scalar_insert(w, inst, &in, ops, NULL, 0)))
            return false;
    }
    return true;
}

/* Phis get their operands when all blocks are done. */
static bool split_phi(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    dxki_inst in = *dxki_inst_get(m, inst);
    uint32_t count = length(w, in.type), words = in.op_count * 2;
    uint32_t *ops = DXKI_NEW_ARRAY(&w->p->scratch, uint32_t, words + 1u);
    in.type = dxki_type_element(m, in.type, 0);
    dxki_value undef = dxki_const_undef(m, in.type);
    if (!ops || !undef || !dxki_vec_push(w->p->ctx, &w->phis, inst))
        return !(w->failed = true);
    memcpy(ops, dxki_inst_ops(m, inst), words * sizeof *ops);
    for (uint32_t i = 0; i < in.op_count; i++)
        ops[i] = undef;
    for (uint32_t k = 0; k < count; k++) {
        dxki_value made =
            dxki_lower_scalar_insert(w, inst, &in, ops, ops + in.op_count, in.op_count);
        if (!dxki_lower_scalar_set(w, inst, k, made))
            return false;
    }
    return true;
}

static bool fill_phi(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    uint32_t count = length(w, dxki_inst_get(m, inst)->type);
    for (uint32_t i = 0; i < dxki_inst_get(m, inst)->op_count; i++) {
        dxki_value op = dxki_inst_ops(m, inst)[i];
        bool known =
            DXKI_TAG(op) == DXKI_V_CONST || (dxki_value_as_inst(op) && w->rows[DXKI_INDEX(op)]);
        uint32_t end = m->blocks.items[dxki_phi_block(m, inst, i)].last_inst;
        for (uint32_t k = 0; k < count; k++) {
            dxki_value value = dxki_lower_scalar_get(w, op, k, known ? inst : end);
            uint32_t phi = DXKI_INDEX(w->elements.items[w->rows[inst] - 1 + k]);
            if (!value || !dxki_inst_set_op(m, phi, i, value))
                return false;
        }
    }
    return true;
}

/* select(index == k, with, other), without undef. */
static dxki_value choose(dxki_lower_scalars *w, uint32_t before, dxki_value index, uint32_t k,
                         dxki_value with, dxki_value other)
{
    dxk_module *m = w->p->m;
    if (dxki_const_is_undef(m, with) || dxki_const_is_undef(m, other) || with == other)
        return dxki_const_is_undef(m, with) ? other : with;
    const dxki_value compare[2] = {index, dxki_const_int(m, dxki_value_type(m, index), k)};
    dxki_inst equal = {.op = DXKI_OP_ICMP, .sub = ICMP_EQ, .type = DXKI_TY_I1, .op_count = 2};
    if (!compare[1])
        return !(w->failed = true);
    dxki_value condition = dxki_lower_scalar_insert(w, before, &equal, compare, NULL, 0);
    const dxki_value ops[3] = {condition, with, other};
    dxki_inst select = {.op = DXKI_OP_SELECT, .type = dxki_value_type(m, with), .op_count = 3};
    return condition ? dxki_lower_scalar_insert(w, before, &select, ops, NULL, 0) : 0;
}

static bool split_insert(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    const dxki_value *ops = dxki_inst_ops(m, inst);
    dxki_value vector = ops[0], element = ops[1], index = ops[2];
    uint32_t count = length(w, dxki_inst_get(m, inst)->type);
    uint64_t at;
    bool fixed = dxki_value_as_int(m, index, &at);
    for (uint32_t k = 0; k < count; k++) {
        dxki_value value = fixed && at == k ? element : dxki_lower_scalar_get(w, vector, k, inst);
        if (!fixed && value)
            value = choose(w, inst, index, k, element, value);
        if (!dxki_lower_scalar_set(w, inst, k, value))
            return false;
    }
    return true;
}

static bool split_shuffle(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    const dxki_value ops[3] = {dxki_inst_ops(m, inst)[0], dxki_inst_ops(m, inst)[1],
                               dxki_inst_ops(m, inst)[2]};
    dxki_type type = dxki_inst_get(m, inst)->type;
    uint32_t count = length(w, type), from = length(w, dxki_value_type(m, ops[0]));
    for (uint32_t k = 0; k < count; k++) {
        uint64_t at;
        dxki_value lane = dxki_lower_scalar_get(w, ops[2], k, inst), value;
        if (lane && dxki_value_as_int(m, lane, &at) && at < (uint64_t)from * 2)
            value = dxki_lower_scalar_get(w, ops[at >= from], (uint32_t)(at % from), inst);
        else
            value = dxki_const_undef(m, dxki_type_element(m, type, 0));
        if (!dxki_lower_scalar_set(w, inst, k, value))
            return false;
    }
    return true;
}

/* An element is taken: it is at hand. */
static bool take_element(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    dxki_value vector = dxki_inst_ops(m, inst)[0], index = dxki_inst_ops(m, inst)[1], value;
    uint32_t count = length(w, dxki_value_type(m, vector));
    uint64_t at;
    if (dxki_value_as_int(m, index, &at)) {
        value = at < count ? dxki_lower_scalar_get(w, vector, (uint32_t)at, inst)
                           : dxki_const_undef(m, dxki_inst_get(m, inst)->type);
    } else {
        value = dxki_lower_scalar_get(w, vector, count - 1, inst);
        for (uint32_t k = count - 1; k-- > 0 && value;) {
            dxki_value with = dxki_lower_scalar_get(w, vector, k, inst);
            value = with ? choose(w, inst, index, k, with, value) : 0;
        }
    }
    if (!value || !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), value))
        return !(w->failed = true);
    return dxki_inst_remove(m, inst);
}

/* True if an instruction is taken apart, other than a call. */
static bool is_split(const dxki_lower_scalars *w, const dxki_inst *in)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)in->op);
    dxki_type from = in->op_count ? dxki_value_type(w->p->m, w->p->m->words.items[in->ops]) : 0;
    if (cls == DXKI_OC_CAST)
        return dxki_lower_scalar_is_vector(w, from) && length(w, from) == length(w, in->type);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CMP || in->op == DXKI_OP_SELECT;
}

/* What stays gets vectors put together in front of it. */
static bool rebuild_operands(dxki_lower_scalars *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    for (uint32_t i = 0; i < dxki_inst_get(m, inst)->op_count; i++) {
        dxki_value op = dxki_inst_ops(m, inst)[i];
        if (!dxki_value_as_inst(op) || !dxki_lower_scalar_is_vector(w, dxki_value_type(m, op)))
            continue;
        dxki_type type = dxki_value_type(m, op);
        dxki_value vector = dxki_const_undef(m, type);
        for (uint32_t k = 0; k < length(w, type) && vector; k++) {
            const dxki_value ops[3] = {vector, dxki_lower_scalar_get(w, op, k, inst),
                                       dxki_const_int(m, DXKI_TY_I32, k)};
            dxki_inst join = {.op = DXKI_OP_INSERTELEMENT, .type = type, .op_count = 3};
            vector = ops[1] && ops[2] ? dxki_lower_scalar_insert(w, inst, &join, ops, NULL, 0) : 0;
        }
        if (!vector || !dxki_inst_set_op(m, inst, i, vector))
            return false;
    }
    return true;
}

/* Makes the elements of a result that is a vector. */
static bool split(dxki_lower_scalars *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->p->m, inst);
    bool good;
    if (w->rows[inst]) /* the vector of a load, whose elements are there */
        good = true;
    else if (in->op == DXKI_OP_PHI)
        good = split_phi(w, inst);
    else if (in->op == DXKI_OP_INSERTELEMENT)
        good = split_insert(w, inst);
    else if (in->op == DXKI_OP_SHUFFLEVECTOR)
        good = split_shuffle(w, inst);
    else if (is_split(w, in))
        good = split_elementwise(w, inst);
    else if (dxki_lower_scalar_can_call(w, inst))
        good = dxki_lower_scalar_call(w, inst);
    else
        return rebuild_operands(w, inst) && extract_all(w, inst);
    return good && (dxki_vec_push(w->p->ctx, &w->gone, inst) || !(w->failed = true));
}

static bool uses_vectors(const dxki_lower_scalars *w, uint32_t inst)
{
    const dxk_module *m = w->p->m;
    for (uint32_t i = 0; i < dxki_inst_get(m, inst)->op_count; i++) {
        dxki_value op = dxki_inst_ops(m, inst)[i];
        if (DXKI_TAG(op) != DXKI_V_METADATA && DXKI_TAG(op) != DXKI_V_BLOCK &&
            dxki_lower_scalar_is_vector(w, dxki_value_type(m, op)))
            return true;
    }
    return false;
}

static bool meet(dxki_lower_scalars *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->p->m, inst);
    bool vector = dxki_lower_scalar_is_vector(w, in->type);
    if (!vector && in->op != DXKI_OP_CALL && !uses_vectors(w, inst))
        return true;
    if (vector)
        return split(w, inst);
    if (in->op == DXKI_OP_EXTRACTELEMENT)
        return take_element(w, inst);
    if (dxki_lower_scalar_can_call(w, inst))
        return dxki_lower_scalar_call(w, inst) &&
               (dxki_vec_push(w->p->ctx, &w->gone, inst) || !(w->failed = true));
    return !uses_vectors(w, inst) || rebuild_operands(w, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* The function                                                                               */

/* Operands go first, since phis use each other. */
static bool remove_gone(dxki_lower_scalars *w)
{
    dxk_module *m = w->p->m;
    for (size_t i = w->gone.count; i-- > 0;) {
        dxki_value result = DXKI_VALUE(DXKI_V_INST, w->gone.items[i]);
        dxki_type type = dxki_inst_get(m, w->gone.items[i])->type;
        dxki_value undef = type == DXKI_TY_VOID ? 0 : dxki_const_undef(m, type);
        if (type != DXKI_TY_VOID && dxki_tracked_first(m, result) &&
            (!undef || !dxki_value_replace(m, result, undef)))
            return false;
    }
    for (size_t i = 0; i < w->gone.count; i++)
        if (!dxki_inst_remove(m, w->gone.items[i]))
            return false;
    return true;
}

static bool has_vectors(dxki_lower_scalars *w)
{
    const dxk_module *m = w->p->m;
    DXKI_EACH_BLOCK(m, w->p->function, block)
        DXKI_EACH_INST(m, block, inst)
            if (dxki_lower_scalar_is_vector(w, dxki_inst_get(m, inst)->type) ||
                uses_vectors(w, inst))
                return true;
    return false;
}

static bool run(dxki_lower_scalars *w)
{
    const dxk_module *m = w->p->m;
    const dxki_cfg *cfg = dxki_pass_cfg(w->p);
    w->row_count = m->insts.count;
    w->rows = dxki_pass_by_inst(w->p, sizeof *w->rows);
    if (!cfg || !w->rows)
        return false;
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t number = cfg->order.nodes[i];
        if (number == cfg->count)
            continue;
        for (uint32_t inst = m->blocks.items[cfg->blocks[number]].first_inst, next; inst;
             inst = next) {
            next = dxki_inst_get(m, inst)->next;
            if (inst < w->row_count && !meet(w, inst))
                return false;
        }
    }
    for (size_t i = 0; i < w->phis.count; i++)
        if (!fill_phi(w, w->phis.items[i]))
            return false;
    return remove_gone(w) && !w->failed;
}

dxk_status dxki_lower_scalarizer(dxki_pass *p)
{
    dxki_lower_scalars w = {.p = p};
    if (p->facts->vectors || !has_vectors(&w))
        return DXK_OK;
    dxki_pass_changed(p);
    bool good = run(&w);
    dxki_vec_free(p->ctx, &w.elements);
    dxki_vec_free(p->ctx, &w.phis);
    dxki_vec_free(p->ctx, &w.gone);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
