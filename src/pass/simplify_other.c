/* SPDX-License-Identifier: MIT */
/*
 * simplify_other.c - phis and selections; addresses, loads of constants, parts of results. See
 * algebra.h.
 */
#include "pass/algebra.h"

#include "ir/fold.h"

/* ---------------------------------------------------------------------------------------- */
/* Phis                                                                                       */

/* True if a value is there in all blocks that the block of an instruction is reached from: where
 * the phi has undef, too. */
static bool dominates_phi(dxki_pass_algebra *a, dxki_value value, uint32_t phi)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return true;
    const dxki_cfg *cfg = dxki_pass_cfg(a->p);
    const dxki_dom *dom = cfg ? dxki_pass_dom(a->p) : NULL;
    if (!dom) {
        a->failed = true;
        return false;
    }
    uint32_t of = dxki_cfg_number(cfg, dxki_inst_get(a->m, inst)->block);
    uint32_t at = dxki_cfg_number(cfg, dxki_inst_get(a->m, phi)->block);
    return of != at && dxki_dom_dominates(dom, of, at);
}

/* A phi of one value, itself and undef apart, is that value. */
dxki_value dxki_pass_alg_phi(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *ops = a->m->words.items + in->ops;
    dxki_value one = 0, self = DXKI_VALUE(DXKI_V_INST, inst);
    bool undef = false;
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (ops[i] == self)
            continue;
        if (dxki_const_is_undef(a->m, ops[i]))
            undef = true;
        else if (one && ops[i] != one)
            return 0;
        else
            one = ops[i];
    }
    return one && (!undef || dominates_phi(a, one, inst)) ? one : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Selections                                                                                 */

/* A choice between truths is logic. */
static dxki_value select_truth(dxki_pass_algebra *a, uint32_t inst, const dxki_value *ops)
{
    dxki_value pair[2] = {ops[0], ops[2]};
    dxki_op op = DXKI_OP_NONE;
    if (dxki_pass_alg_is_int(a->m, ops[1], 1))
        op = DXKI_OP_OR;
    if (dxki_pass_alg_is_int(a->m, ops[2], 0)) {
        op = DXKI_OP_AND;
        pair[1] = ops[1];
    }
    if (dxki_pass_alg_is_int(a->m, ops[1], 0) && dxki_pass_alg_is_int(a->m, ops[2], 1)) {
        op = DXKI_OP_XOR;
        pair[1] = ops[2];
    }
    return op ? dxki_pass_alg_make(a, inst, op, 0, 0, DXKI_TY_I1, pair, 2) : 0;
}

/* 1 and 0, or -1 and 0, of a truth: it is extended. */
static dxki_value select_number(dxki_pass_algebra *a, uint32_t inst, const dxki_value *ops)
{
    dxki_type type = dxki_inst_get(a->m, inst)->type;
    dxki_value condition = ops[0];
    bool one = dxki_pass_alg_is_int(a->m, ops[1], 1);
    if (!dxki_pass_alg_is_int(a->m, ops[2], 0) || dxki_pass_alg_is_loose(a, type) ||
        (!one && !dxki_pass_alg_is_int(a->m, ops[1], ~(uint64_t)0)))
        return 0;
    return dxki_pass_alg_make(a, inst, one ? DXKI_OP_ZEXT : DXKI_OP_SEXT, 0, 0, type, &condition,
                              1);
}

dxki_value dxki_pass_alg_select(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *words = a->m->words.items + in->ops;
    dxki_value ops[3] = {words[0], words[1], words[2]};
    if (dxki_const_is_undef(a->m, ops[1]))
        return ops[2];
    if (dxki_const_is_undef(a->m, ops[2]))
        return ops[1];
    if (dxki_value_type(a->m, ops[0]) != DXKI_TY_I1)
        return 0;
    return in->type == DXKI_TY_I1 ? select_truth(a, inst, ops) : select_number(a, inst, ops);
}

/* ---------------------------------------------------------------------------------------- */
/* Addresses                                                                                  */

static dxki_value checked(dxki_pass_algebra *a, dxki_value value)
{
    a->failed = a->failed || !value;
    return value;
}

/* True if the indices are numbers that stay inside what they index, and the first is 0. */
static bool stays_inside(const dxk_module *m, dxki_type type, const dxki_value *indices,
                         uint32_t count)
{
    uint64_t at;
    if (count == 0 || !dxki_value_as_int(m, indices[0], &at) || at != 0)
        return false;
    for (uint32_t i = 1; i < count; i++) {
        if (!dxki_value_as_int(m, indices[i], &at) || at >= dxki_type_count(m, type))
            return false;
        type = dxki_type_element(m, type, at);
    }
    return true;
}

/* A step that begins with 0 from what a step has led to: one step. */
static dxki_value join_steps(dxki_pass_algebra *a, uint32_t inst, uint32_t inner)
{
    dxk_module *m = a->m;
    dxki_inst out = *dxki_inst_get(m, inst), in = *dxki_inst_get(m, inner);
    dxki_type source = m->words.items[in.ops + in.op_count];
    uint64_t first;
    uint32_t count = in.op_count + out.op_count - 2;
    if (in.op_count < 2 || out.op_count < 2 ||
        !dxki_value_as_int(m, m->words.items[out.ops + 1], &first) || first != 0)
        return 0;
    dxki_value *ops = DXKI_NEW_ARRAY(&a->p->scratch, dxki_value, count);
    if (!ops)
        return checked(a, 0);
    for (uint32_t i = 0; i < count; i++)
        ops[i] = m->words.items[i < in.op_count ? in.ops + i : out.ops + 2 + i - in.op_count];
    a->failed = !dxki_inst_set_ops(m, inst, ops, count, &source, 1);
    m->insts.items[inst].flags = out.flags & in.flags;
    return a->failed ? 0 : DXKI_VALUE(DXKI_V_INST, inst);
}

dxki_value dxki_pass_alg_gep(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *ops = a->m->words.items + in->ops;
    dxki_type source = ops[in->op_count];
    uint32_t base = dxki_value_as_inst(ops[0]);
    if (in->op_count == 2 && dxki_pass_alg_is_int(a->m, ops[1], 0))
        return ops[0];
    if (dxki_value_is_const(ops[0]) && !dxki_const_is_undef(a->m, ops[0]) &&
        dxki_pass_alg_are_numbers(a->m, ops + 1, in->op_count - 1)) {
        bool inside = stays_inside(a->m, source, ops + 1, in->op_count - 1);
        return checked(a, dxki_fold_gep(a->m, source, inside && in->flags & DXKI_IF_INBOUNDS, ops,
                                        in->op_count));
    }
    return base && dxki_inst_get(a->m, base)->op == DXKI_OP_GEP ? join_steps(a, inst, base) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads                                                                                      */

/* Most indices that an address of a constant has. */
#define MOST_STEPS 16u

/* What a constant variable holds at an address; 0: it is not known. */
static dxki_value content(dxki_pass_algebra *a, dxki_value variable, const dxki_value *indices,
                          uint32_t count)
{
    uint32_t steps[MOST_STEPS];
    const dxki_global *g = &a->m->globals.items[DXKI_INDEX(variable)];
    if (g->kind != DXKI_G_VARIABLE || !(g->flags & DXKI_GF_CONSTANT) || !g->init ||
        g->linkage == DXKI_LINK_EXTERN_WEAK || count > MOST_STEPS)
        return 0;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t at = 0;
        dxki_value_as_int(a->m, indices[i], &at);
        steps[i - 1] = (uint32_t)at;
    }
    dxki_value value = g->init;
    return count < 2 ? value : checked(a, dxki_fold_extract_value(a->m, value, steps, count - 1));
}

dxki_value dxki_pass_alg_load(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    dxki_value pointer = a->m->words.items[in->ops], value = 0;
    dxki_pass_number n;
    if (in->flags & DXKI_IF_VOLATILE || DXKI_SUB_ORDER(in->sub) ||
        dxki_pass_opaque_load(a->m, in) || dxki_type_is_aggregate(a->m, in->type))
        return 0;
    const dxki_const *c = dxki_const_get(a->m, pointer);
    if (DXKI_TAG(pointer) == DXKI_V_GLOBAL)
        value = content(a, pointer, NULL, 0);
    else if (c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_GEP) {
        const dxki_value *ops = dxki_const_words(a->m, c);
        if (DXKI_TAG(ops[0]) == DXKI_V_GLOBAL && stays_inside(a->m, ops[c->b], ops + 1, c->b - 1) &&
            ops[c->b] == a->m->globals.items[DXKI_INDEX(ops[0])].value_type)
            value = content(a, ops[0], ops + 1, c->b - 1);
    }
    if (!value || dxki_value_type(a->m, value) != dxki_inst_get(a->m, inst)->type)
        return 0;
    return dxki_pass_alg_number(a->m, value, &n) ? value : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* A part of what an operation computes of numbers, or only takes apart. */
static dxki_value part_of_operation(dxki_pass_algebra *a, const dxki_inst *call, dxki_type type,
                                    uint32_t part)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(a->m, call);
    const dxki_value *args = a->m->words.items + call->ops + 1;
    if (!op || !(op->flags & DXKI_DXF_FOLD))
        return 0;
    if (dxki_pass_alg_are_numbers(a->m, args, op->operand_count))
        return dxki_pass_alg_operation(a, op, args, type, part);
    const dxki_inst *made =
        op->operand_count ? dxki_pass_alg_as(a->m, args[0], DXKI_OP_CALL) : NULL;
    if (made && op == dxki_dxop_get(DXKI_DXOP_SplitDouble) && part < 2 &&
        dxki_call_dxop_complete(a->m, made) == dxki_dxop_get(DXKI_DXOP_MakeDouble))
        return a->m->words.items[made->ops + 1 + part];
    return 0;
}

#define MOST_INSERTIONS 64u /* that are looked behind */

/* What was put into a structure or an array as one of its elements; 0: not known. */
static dxki_value put_in(const dxk_module *m, dxki_value aggregate, uint32_t element)
{
    for (uint32_t i = 0; i < MOST_INSERTIONS; i++) {
        const dxki_inst *in = dxki_pass_alg_as(m, aggregate, DXKI_OP_INSERTVALUE);
        if (!in)
            return 0;
        const dxki_value *ops = m->words.items + in->ops;
        const uint32_t *at = ops + in->op_count;
        if (at[1] == element)
            return at[0] == 1 ? ops[1] : 0;
        aggregate = ops[0];
    }
    return 0;
}

dxki_value dxki_pass_alg_extract(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *ops = a->m->words.items + in->ops;
    const uint32_t *indices = ops + in->op_count; /* their number, then they themselves */
    uint32_t from = dxki_value_as_inst(ops[0]);
    if (!from || indices[0] != 1)
        return 0;
    const dxki_inst *aggregate = dxki_inst_get(a->m, from);
    if (aggregate->op == DXKI_OP_CALL)
        return part_of_operation(a, aggregate, in->type, indices[1]);
    return put_in(a->m, ops[0], indices[1]);
}

/* ---------------------------------------------------------------------------------------- */
/* Elements of vectors                                                                        */

/* Most insertions and shuffles that are looked behind. */
#define MOST_VECTORS 64u

/* An element of a vector, followed to where it was put in. */
typedef struct element {
    dxki_value vector;
    uint64_t index;
    dxki_value value; /* what was put in, when that is found */
} element;

static bool through_insert(const dxk_module *m, element *e)
{
    const dxki_inst *in = dxki_pass_alg_as(m, e->vector, DXKI_OP_INSERTELEMENT);
    uint64_t at;
    if (!in || !dxki_value_as_int(m, m->words.items[in->ops + 2], &at))
        return false;
    if (at == e->index)
        e->value = m->words.items[in->ops + 1];
    e->vector = m->words.items[in->ops];
    return true;
}

static bool through_shuffle(dxki_pass_algebra *a, element *e)
{
    const dxki_inst *in = dxki_pass_alg_as(a->m, e->vector, DXKI_OP_SHUFFLEVECTOR);
    uint64_t from;
    if (!in)
        return false;
    dxki_value first = a->m->words.items[in->ops], second = a->m->words.items[in->ops + 1];
    dxki_value mask = a->m->words.items[in->ops + 2],
               index = dxki_pass_alg_int(a, DXKI_TY_I32, e->index);
    dxki_value at = index ? checked(a, dxki_fold_extract_element(a->m, mask, index)) : 0;
    if (!at || !dxki_value_as_int(a->m, at, &from))
        return false;
    uint64_t count = dxki_type_count(a->m, dxki_value_type(a->m, first));
    e->vector = from < count ? first : second;
    e->index = from < count ? from : from - count;
    return true;
}

/* The element of a vector whose elements were converted one by one, if it is known before that. */
static dxki_value through_cast(dxki_pass_algebra *a, uint32_t inst, const element *whole)
{
    const dxki_inst *in = dxki_value_as_inst(whole->vector)
                              ? dxki_inst_get(a->m, dxki_value_as_inst(whole->vector))
                              : NULL;
    if (!in || dxki_op_get(in->op)->cls != DXKI_OC_CAST || in->op == DXKI_OP_BITCAST)
        return 0;
    const dxki_op op = (dxki_op)in->op;
    element e = {.vector = a->m->words.items[in->ops], .index = whole->index};
    for (uint32_t i = 0; i < MOST_VECTORS && !e.value; i++) {
        if (!through_insert(a->m, &e) && !through_shuffle(a, &e))
            return 0;
    }
    return e.value
               ? dxki_pass_alg_make(a, inst, op, 0, 0, dxki_inst_get(a->m, inst)->type, &e.value, 1)
               : 0;
}

/* The index is of 32 bits, so that equal elements are found. */
static dxki_value extract_from(dxki_pass_algebra *a, uint32_t inst, const element *e)
{
    dxki_value index = dxki_pass_alg_int(a, DXKI_TY_I32, e->index);
    const dxki_value *ops = dxki_inst_ops(a->m, inst);
    if (!index || (ops[0] == e->vector && ops[1] == index))
        return 0;
    a->failed =
        !dxki_inst_set_op(a->m, inst, 0, e->vector) || !dxki_inst_set_op(a->m, inst, 1, index);
    return a->failed ? 0 : DXKI_VALUE(DXKI_V_INST, inst);
}

dxki_value dxki_pass_alg_element(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(a->m, inst);
    element e = {.vector = ops[0]};
    dxki_pass_number n;
    if (!dxki_value_as_int(a->m, ops[1], &e.index) ||
        e.index >= dxki_type_count(a->m, dxki_value_type(a->m, e.vector)))
        return 0;
    for (uint32_t i = 0; i < MOST_VECTORS && !e.value; i++) {
        if (!through_insert(a->m, &e) && !through_shuffle(a, &e))
            break;
    }
    if (e.value || a->failed)
        return e.value;
    if (dxki_value_is_const(e.vector) && !dxki_const_is_undef(a->m, e.vector)) {
        dxki_value index = dxki_pass_alg_int(a, DXKI_TY_I32, e.index);
        dxki_value value = index ? checked(a, dxki_fold_extract_element(a->m, e.vector, index)) : 0;
        return value && dxki_pass_alg_number(a->m, value, &n) ? value : 0;
    }
    dxki_value converted = through_cast(a, inst, &e);
    return converted || a->failed ? converted : extract_from(a, inst, &e);
}

/* The vector whose element number `index` a value is; 0: it is none. */
static dxki_value owner_of(const dxk_module *m, dxki_value value, uint64_t index)
{
    const dxki_inst *in = dxki_pass_alg_as(m, value, DXKI_OP_EXTRACTELEMENT);
    uint64_t at;
    bool same = in && dxki_value_as_int(m, m->words.items[in->ops + 1], &at) && at == index;
    return same ? m->words.items[in->ops] : 0;
}

/* A vector all of whose elements are put in and are constants; 0: it is none. */
static dxki_value constant_vector(dxki_pass_algebra *a, uint32_t inst)
{
    dxk_module *m = a->m;
    dxki_value items[MOST_VECTORS] = {0}, value = DXKI_VALUE(DXKI_V_INST, inst);
    dxki_type type = m->insts.items[inst].type;
    uint64_t count = dxki_type_count(m, type), put = 0, at;
    const dxki_inst *in;

    if (count > MOST_VECTORS)
        return 0;
    while ((in = dxki_pass_alg_as(m, value, DXKI_OP_INSERTELEMENT)) && put < count) {
        const dxki_value *ops = m->words.items + in->ops;
        if (!dxki_value_is_const(ops[1]) || !dxki_value_as_int(m, ops[2], &at) || at >= count ||
            items[at])
            return 0;
        items[at] = ops[1];
        put++;
        value = ops[0];
    }
    if (put < count)
        return 0;
    value = dxki_const_undef(m, type);
    for (uint32_t i = 0; value && i < count; i++) {
        dxki_value place = dxki_const_int(m, DXKI_TY_I32, i);
        value = place ? dxki_fold_insert_element(m, value, items[i], place) : 0;
    }
    a->failed = a->failed || !value;
    return value;
}

/* A vector whose elements are put at their places in another one, or in undef, is that vector. */
dxki_value dxki_pass_alg_insertion(dxki_pass_algebra *a, uint32_t inst)
{
    const dxk_module *m = a->m;
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst), owner = 0;
    uint64_t put = 0, at; /* places that were looked at, as bits */
    dxki_value all = constant_vector(a, inst);

    if (all || a->failed)
        return all;
    for (uint32_t i = 0; i < MOST_VECTORS; i++) {
        const dxki_inst *in = dxki_pass_alg_as(m, value, DXKI_OP_INSERTELEMENT);
        if (!in)
            break;
        const dxki_value *ops = m->words.items + in->ops;
        if (!dxki_value_as_int(m, ops[2], &at) || at >= MOST_VECTORS)
            return 0;
        dxki_value from = put >> at & 1 ? owner : owner_of(m, ops[1], at);
        if (!from || (owner && from != owner) || dxki_value_type(m, from) != in->type)
            return 0;
        owner = from;
        put |= (uint64_t)1 << at;
        value = ops[0];
        if (value == owner)
            return owner;
    }
    return dxki_const_is_undef(m, value) ? owner : 0;
}

/* Does a shuffle take that element of one of its vectors? */
static bool takes(dxki_pass_algebra *a, uint32_t inst, uint64_t wanted)
{
    dxki_value mask = dxki_inst_ops(a->m, inst)[2];
    uint64_t count = dxki_type_count(a->m, dxki_value_type(a->m, mask)), from;

    for (uint64_t i = 0; i < count; i++) {
        dxki_value index = dxki_pass_alg_int(a, DXKI_TY_I32, i);
        dxki_value at = index ? checked(a, dxki_fold_extract_element(a->m, mask, index)) : 0;
        if (!at ||
            (dxki_value_as_int(a->m, at, &from) ? from == wanted : !dxki_const_is_undef(a->m, at)))
            return true;
    }
    return false;
}

/* What is put in at places that a shuffle does not look at is nothing to it. */
dxki_value dxki_pass_alg_shuffle(dxki_pass_algebra *a, uint32_t inst)
{
    dxk_module *m = a->m;
    uint64_t count = dxki_type_count(m, dxki_value_type(m, dxki_inst_ops(m, inst)[0])), at;
    bool changed = false;

    for (uint32_t k = 0; k < 2 && count <= MOST_VECTORS; k++) {
        const dxki_inst *in;
        for (uint32_t i = 0; i < MOST_VECTORS && !a->failed; i++) {
            in = dxki_pass_alg_as(m, dxki_inst_ops(m, inst)[k], DXKI_OP_INSERTELEMENT);
            if (!in || !dxki_value_as_int(m, m->words.items[in->ops + 2], &at) || at >= count ||
                takes(a, inst, k * count + at))
                break;
            changed = true;
            a->failed = a->failed || !dxki_inst_set_op(m, inst, k, m->words.items[in->ops]);
        }
    }
    return changed && !a->failed ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}
