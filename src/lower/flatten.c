/* SPDX-License-Identifier: MIT */
/*
 * flatten.c - multi-dim-one-dim: arrays of arrays become arrays of one dimension, which is all that
 * DXIL knows. The index of an element is counted through all dimensions.
 *
 *     getelementptr [4 x [3 x float]], ... @a, 0, %i, %j
 *     getelementptr [12 x float], ... @a, 0, (%i * 3 + %j)
 *
 * A variable is changed if all its uses come down to single elements of all dimensions, in one step
 * or several; otherwise it stays. A function that gets its address sees it as what it was, by a cast;
 * elements that are named behind such a cast are those of the array of one dimension.
 */
#include "lower/make.h"
#include "lower/own_memory.h"

#include "ir/fold.h"

/* getelementptr as an instruction or a constant. */
typedef struct step {
    dxki_value base;
    const dxki_value *indices; /* after the base */
    uint32_t count;
} step;

/* An address that a function gets. */
typedef struct argument {
    uint32_t call, operand;
    dxki_type type;
} argument;

typedef struct flatten {
    dxki_pass *p;
    dxk_module *m;
    dxki_lower_own_memory own;
    DXKI_VEC(uint32_t) stack;   /* computations of addresses in the variable, to be followed */
    DXKI_VEC(uint32_t) leaves;  /* those that come down to an element */
    DXKI_VEC(argument) args;    /* addresses in it that functions get */
    DXKI_VEC(dxki_value) chain; /* indices from the variable on */
    bool failed;
} flatten;

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool is_array(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_ARRAY;
}

static uint32_t dimensions(const dxk_module *m, dxki_type type)
{
    uint32_t count = 0;
    for (; is_array(m, type); type = dxki_type_element(m, type, 0))
        count++;
    return count;
}

/* The array of one dimension; 0: out of memory. */
static dxki_type flat_type(dxk_module *m, dxki_type type)
{
    uint64_t count = 1;
    for (; is_array(m, type); type = dxki_type_element(m, type, 0))
        count *= dxki_type_count(m, type);
    return dxki_type_array(m, type, count);
}

/* ---------------------------------------------------------------------------------------- */
/* Addresses                                                                                  */

static bool as_step(const dxk_module *m, dxki_value value, step *out)
{
    uint32_t inst = dxki_value_as_inst(value), count;
    const dxki_const *c = dxki_const_get(m, value);
    const dxki_value *ops;
    if (inst && dxki_inst_get(m, inst)->op == DXKI_OP_GEP) {
        ops = dxki_inst_ops(m, inst);
        count = dxki_inst_get(m, inst)->op_count;
    } else if (c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_GEP) {
        ops = dxki_const_words(m, c);
        count = c->b;
    } else {
        return false;
    }
    *out = (step){ops[0], ops + 1, count - 1};
    return true;
}

/* Lists the indices from the variable to an address: the first of each step is 0 and left out.
 * False: they are not like that, or memory ran out (`failed`). */
static bool list_chain(flatten *w, dxki_value address)
{
    const dxk_module *m = w->m;
    step s;
    w->chain.count = 0;
    for (uint32_t steps = 0; as_step(m, address, &s); steps++) {
        uint64_t first;
        if (steps > 32 || s.count == 0 || !dxki_value_as_int(m, s.indices[0], &first) || first != 0)
            return false;
        size_t old = w->chain.count, more = s.count - 1;
        if (!dxki_vec_reserve(w->p->ctx, &w->chain, more))
            return !(w->failed = true);
        memmove(w->chain.items + more, w->chain.items, old * sizeof *w->chain.items);
        memcpy(w->chain.items, s.indices + 1, more * sizeof *w->chain.items);
        w->chain.count += more;
        address = s.base;
    }
    return true;
}

/* Marks of a variable's life name it as plain bytes. */
static bool is_bytes(const dxk_module *m, uint32_t op, dxki_type type)
{
    return op == DXKI_OP_BITCAST && dxki_type_pointee(m, type) == DXKI_TY_I8;
}

static bool is_mark(const dxk_module *m, uint32_t inst)
{
    return is_bytes(m, dxki_inst_get(m, inst)->op, dxki_inst_get(m, inst)->type);
}

/* True if a function gets the operand: it is none of those that LLVM or DXIL define. */
static bool is_argument(const dxk_module *m, uint32_t user, uint32_t operand)
{
    const dxki_inst *in = dxki_inst_get(m, user);
    dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(m, in) : 0;
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL || operand + 1 >= in->op_count)
        return false;
    dxk_str name = dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name);
    return !dxki_str_starts(name, "llvm.") && !dxki_str_starts(name, "dx.");
}

/* A use of an address that is not an element yet; false: the variable stays. */
static bool meet(flatten *w, uint32_t user, uint32_t operand, uint32_t dims)
{
    const dxk_module *m = w->m;
    if (is_mark(m, user))
        return true;
    if (is_argument(m, user, operand)) {
        dxki_type type = dxki_value_type(m, dxki_inst_ops(m, user)[operand]);
        w->failed |= !dxki_vec_push(w->p->ctx, &w->args, ((argument){user, operand, type}));
        return !w->failed;
    }
    if (dxki_inst_get(m, user)->op != DXKI_OP_GEP || operand != 0 ||
        !list_chain(w, DXKI_VALUE(DXKI_V_INST, user)))
        return false;
    w->failed |= !(w->chain.count >= dims ? dxki_vec_push(w->p->ctx, &w->leaves, user)
                                          : dxki_vec_push(w->p->ctx, &w->stack, user));
    return !w->failed;
}

/* Follows what is on the stack down to elements. */
static bool follow(flatten *w, uint32_t dims)
{
    while (w->stack.count) {
        dxki_value address = DXKI_VALUE(DXKI_V_INST, w->stack.items[--w->stack.count]);
        DXKI_EACH_TRACKED_USE(w->m, address, use)
            if (!meet(w, dxki_tracked_user(w->m, use), dxki_tracked_operand(w->m, use), dims))
                return false;
    }
    return !w->failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

static dxki_value combine(flatten *w, dxki_op op, dxki_value a, dxki_value b, uint32_t before)
{
    dxk_module *m = w->m;
    dxki_type type = a ? dxki_value_type(m, a) : 0;
    uint64_t x, y;
    if (!a || !b)
        return 0;
    bool left = dxki_value_as_int(m, a, &x), right = dxki_value_as_int(m, b, &y);
    if (left && right)
        return dxki_const_int(m, type, op == DXKI_OP_ADD ? x + y : x * y);
    if (op == DXKI_OP_ADD && left && x == 0)
        return b;
    if ((op == DXKI_OP_ADD && right && y == 0) || (op == DXKI_OP_MUL && right && y == 1))
        return a;
    const dxki_value ops[2] = {a, b};
    dxki_inst inst = {.op = (uint8_t)op, .type = type, .op_count = 2};
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), &inst, ops, NULL, 0);
    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* An index as an i32: constants may have other widths. */
static dxki_value as_i32(flatten *w, dxki_value index, uint32_t before)
{
    dxk_module *m = w->m;
    uint64_t bits;
    dxki_type type = dxki_value_type(m, index);
    if (dxki_value_as_int(m, index, &bits))
        return dxki_const_int(m, DXKI_TY_I32, bits);
    if (type == DXKI_TY_I32)
        return index;
    dxki_inst cast = {.type = DXKI_TY_I32, .op_count = 1};
    cast.op = dxki_type_bits(m, type) > 32 ? DXKI_OP_TRUNC : DXKI_OP_SEXT;
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), &cast, &index, NULL, 0);
    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* The index through all dimensions of `type`, from the chain; 0: out of memory. */
static dxki_value flat_index(flatten *w, dxki_type type, uint32_t before)
{
    dxk_module *m = w->m;
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, 0);
    for (uint32_t i = 0; is_array(m, type) && index; i++) {
        dxki_value size = dxki_const_int(m, DXKI_TY_I32, dxki_type_count(m, type));
        index = combine(w, DXKI_OP_MUL, index, size, before);
        index = combine(w, DXKI_OP_ADD, index, as_i32(w, w->chain.items[i], before), before);
        type = dxki_type_element(m, type, 0);
    }
    return index;
}

/* The operands of the new computation: variable, 0, index, what lies in the element. */
static dxki_value *new_operands(flatten *w, dxki_value variable, dxki_type type, uint32_t before,
                                uint32_t *count)
{
    uint32_t dims = dimensions(w->m, type), rest = (uint32_t)w->chain.count - dims;
    dxki_value *ops = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, rest + 3u);
    if (!ops)
        return NULL;
    ops[0] = variable;
    ops[1] = dxki_const_int(w->m, DXKI_TY_I32, 0);
    memcpy(ops + 3, w->chain.items + dims, rest * sizeof *ops);
    ops[2] = flat_index(w, type, before);
    *count = rest + 3;
    return ops[1] && ops[2] ? ops : NULL;
}

static bool change_leaf(flatten *w, uint32_t leaf, dxki_value variable, dxki_type type)
{
    uint32_t count;
    if (!list_chain(w, DXKI_VALUE(DXKI_V_INST, leaf)))
        return false;
    dxki_value *ops = new_operands(w, variable, type, leaf, &count);
    dxki_type flat = flat_type(w->m, type);
    const uint32_t extra = flat;
    return ops && flat && dxki_inst_set_ops(w->m, leaf, ops, count, &extra, 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Computations on the way that nothing needs any more have the old types: they go. */
static bool remove_way(flatten *w, dxki_value address, dxki_value variable)
{
    step s;
    while (address != variable && dxki_value_as_inst(address) && as_step(w->m, address, &s) &&
           !dxki_tracked_first(w->m, address)) {
        dxki_value base = s.base;
        if (!dxki_inst_remove(w->m, DXKI_INDEX(address)))
            return false;
        address = base;
    }
    return true;
}

/* A function gets the address as a pointer of the old type. */
static bool change_argument(flatten *w, argument a, dxki_value variable, dxki_type type)
{
    dxk_module *m = w->m;
    dxki_value address = dxki_inst_ops(m, a.call)[a.operand], made = variable;
    uint32_t count;
    if (!list_chain(w, address))
        return false;
    bool whole = w->chain.count == 0;
    while (w->chain.count < dimensions(m, type))
        if (!dxki_vec_push(w->p->ctx, &w->chain, dxki_const_int(m, DXKI_TY_I32, 0)))
            return false;
    dxki_type flat = flat_type(m, type);
    dxki_value *ops = whole ? NULL : new_operands(w, variable, type, a.call, &count);
    if (!flat || (!whole && !ops))
        return false;
    dxki_inst gep = {.op = DXKI_OP_GEP, .op_count = whole ? 0 : count};
    gep.type = dxki_type_pointer(m, dxki_type_element(m, flat, 0), 0);
    const uint32_t extra = flat;
    if (!whole)
        made = gep.type ? dxki_lower_make(w->p, a.call, &gep, ops, &extra, 1) : 0;
    dxki_inst cast = {.op = DXKI_OP_BITCAST, .type = a.type, .op_count = 1};
    made = made ? dxki_lower_make(w->p, a.call, &cast, &made, NULL, 0) : 0;
    return made && dxki_inst_set_op(m, a.call, a.operand, made) && remove_way(w, address, variable);
}

static bool change_leaves(flatten *w, dxki_value variable, dxki_type type)
{
    for (size_t i = 0; i < w->args.count; i++)
        if (!change_argument(w, w->args.items[i], variable, type))
            return false;
    for (size_t i = 0; i < w->leaves.count; i++) {
        dxki_value base = dxki_inst_ops(w->m, w->leaves.items[i])[0];
        if (!change_leaf(w, w->leaves.items[i], variable, type) || !remove_way(w, base, variable))
            return false;
    }
    dxki_pass_changed(w->p);
    return true;
}

static bool change_alloca(flatten *w, uint32_t alloca)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, alloca);
    dxki_type type = m->words.items[in->ops + in->op_count];
    uint32_t dims = dimensions(m, type);
    dxki_value variable = DXKI_VALUE(DXKI_V_INST, alloca);
    if (dims < 2)
        return true;
    w->stack.count = w->leaves.count = w->args.count = 0;
    w->failed |= !dxki_vec_push(w->p->ctx, &w->stack, alloca);
    if (!follow(w, dims))
        return !w->failed;
    dxki_type flat = flat_type(m, type), pointer = flat ? dxki_type_pointer(m, flat, 0) : 0;
    if (!pointer)
        return false;
    in = dxki_inst_get(m, alloca);
    m->words.items[in->ops + in->op_count] = flat;
    m->insts.items[alloca].type = pointer;
    return change_leaves(w, variable, type);
}

/* An array of one dimension that is seen as one of several. */
static bool change_cast(flatten *w, uint32_t cast)
{
    dxk_module *m = w->m;
    dxki_value from = dxki_inst_ops(m, cast)[0], variable = DXKI_VALUE(DXKI_V_INST, cast);
    dxki_type type = dxki_type_pointee(m, dxki_inst_get(m, cast)->type);
    dxki_type flat = dxki_type_pointee(m, dxki_value_type(m, from));
    uint32_t dims = dimensions(m, type);
    if (dims < 2 || dimensions(m, flat) != 1 || flat_type(m, type) != flat)
        return true;
    w->stack.count = w->leaves.count = w->args.count = 0;
    w->failed |= !dxki_vec_push(w->p->ctx, &w->stack, cast);
    if (!follow(w, dims))
        return !w->failed;
    for (size_t i = 0; i < w->leaves.count; i++) {
        dxki_value base = dxki_inst_ops(m, w->leaves.items[i])[0];
        dxki_pass_changed(w->p);
        if (!change_leaf(w, w->leaves.items[i], from, type) || !remove_way(w, base, variable))
            return false;
    }
    return dxki_tracked_first(m, variable) || dxki_inst_remove(m, cast);
}

static bool change_casts(flatten *w)
{
    uint32_t count = (uint32_t)w->m->insts.count;
    for (uint32_t inst = 1; inst < count; inst++) {
        const dxki_inst *in = dxki_inst_get(w->m, inst);
        if (in->op == DXKI_OP_BITCAST && dxki_type_kind_of(w->m, in->type) == DXKI_T_POINTER &&
            !change_cast(w, inst))
            return false;
    }
    return true;
}

/* One use of a global: an element as a constant, or computations that come down to elements. */
static bool follow_use(flatten *w, const dxki_lower_own_use *use, dxki_type type)
{
    dxki_value op = dxki_inst_ops(w->m, use->inst)[use->operand];
    uint32_t dims = dimensions(w->m, type);
    w->stack.count = w->leaves.count = w->args.count = 0;
    if (DXKI_TAG(op) == DXKI_V_CONST) {
        const dxki_const *c = dxki_const_get(w->m, op);
        if (is_bytes(w->m, c->opcode, dxki_value_type(w->m, op)))
            return true;
        if (c->opcode != DXKI_OP_GEP || !list_chain(w, op))
            return false;
        if (w->chain.count >= dims)
            return true;
    }
    return meet(w, use->inst, use->operand, dims) && follow(w, dims) && !w->args.count;
}

static bool change_use(flatten *w, const dxki_lower_own_use *use, dxki_type type)
{
    dxk_module *m = w->m;
    dxki_value op = dxki_inst_ops(m, use->inst)[use->operand];
    dxki_value variable = DXKI_VALUE(DXKI_V_GLOBAL, use->global);
    if (dxki_inst_get(m, use->inst)->op == DXKI_OP_NONE)
        return true;
    if (!follow_use(w, use, type))
        return false;
    if (DXKI_TAG(op) != DXKI_V_CONST || w->leaves.count || w->stack.count ||
        dxki_inst_get(m, use->inst)->op == DXKI_OP_BITCAST)
        return change_leaves(w, variable, type);
    uint32_t count;
    bool inbounds = dxki_const_get(m, op)->flags & DXKI_IF_INBOUNDS;
    if (!list_chain(w, op) || w->chain.count < dimensions(m, type))
        return true; /* a computation that leads nowhere */
    dxki_value *ops = new_operands(w, variable, type, use->inst, &count);
    dxki_type flat = flat_type(m, type);
    dxki_value made = ops && flat ? dxki_fold_gep(m, flat, inbounds, ops, count) : 0;
    dxki_pass_changed(w->p);
    return made && dxki_inst_set_op(m, use->inst, use->operand, made);
}

/* Appends the elements of an initialiser in order. */
static bool list_elements(flatten *w, dxki_value value, dxki_type type, dxki_value *out,
                          uint64_t *at)
{
    dxk_module *m = w->m;
    if (!is_array(m, type)) {
        out[(*at)++] = value;
        return true;
    }
    for (uint64_t i = 0; i < dxki_type_count(m, type); i++) {
        dxki_value element;
        if (dxki_fold_element(m, value, i, &element) != DXKI_FOLDED ||
            !list_elements(w, element, dxki_type_element(m, type, 0), out, at))
            return false;
    }
    return true;
}

#define LARGEST 65536u /* elements of an array that is taken apart */

static dxki_value flat_initialiser(flatten *w, dxki_value init, dxki_type type, dxki_type flat)
{
    dxk_module *m = w->m;
    uint64_t count = dxki_type_count(m, flat), at = 0;
    if (dxki_const_get(m, init)->kind == DXKI_C_NULL)
        return dxki_const_null(m, flat);
    if (dxki_const_is_undef(m, init))
        return dxki_const_undef(m, flat);
    dxki_value *elements = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, count + 1);
    return elements && list_elements(w, init, type, elements, &at)
               ? dxki_const_aggregate(m, flat, elements, (uint32_t)count)
               : 0;
}

static bool change_global(flatten *w, uint32_t global)
{
    dxk_module *m = w->m;
    dxki_global g = m->globals.items[global];
    dxki_type flat = flat_type(m, g.value_type);
    dxki_type pointer = flat ? dxki_type_pointer(m, flat, dxki_type_get(m, g.type)->b) : 0;
    dxki_value init = g.init && flat ? flat_initialiser(w, g.init, g.value_type, flat) : 0;
    if (!pointer || (g.init && !init))
        return false;
    m->globals.items[global].value_type = flat;
    m->globals.items[global].type = pointer;
    m->globals.items[global].init = init;
    return true;
}

static bool change_globals(flatten *w)
{
    dxk_module *m = w->m;
    uint8_t *chosen = w->own.chosen;
    size_t count = m->globals.count;
    dxki_type *types = DXKI_NEW_ARRAY(&w->p->scratch, dxki_type, count);
    for (uint32_t g = 1; types && g < count; g++) {
        types[g] = m->globals.items[g].value_type;
        chosen[g] = chosen[g] && dimensions(m, types[g]) > 1 &&
                    dxki_type_count(m, flat_type(m, types[g])) <= LARGEST;
    }
    if (!types || !dxki_lower_own_memory_list(&w->own))
        return false;
    for (size_t i = 0; i < w->own.uses.count; i++)
        if (!follow_use(w, &w->own.uses.items[i], types[w->own.uses.items[i].global]))
            chosen[w->own.uses.items[i].global] = 0;
    for (uint32_t g = 1; g < count && !w->failed; g++)
        if (chosen[g] && !change_global(w, g))
            return false;
    for (size_t i = 0; i < w->own.uses.count && !w->failed; i++) {
        const dxki_lower_own_use *use = &w->own.uses.items[i];
        if (chosen[use->global] && !change_use(w, use, types[use->global]))
            return false;
    }
    return !w->failed;
}

dxk_status dxki_lower_flatten(dxki_pass *p)
{
    flatten w = {.p = p, .m = p->m, .own.p = p};
    bool good =
        dxki_module_touch(p->m) && dxki_lower_own_memory_begin(&w.own, p) && change_globals(&w);
    for (size_t i = 0; i < w.own.allocas.count && good; i++)
        good = change_alloca(&w, w.own.allocas.items[i]);
    good = good && change_casts(&w);
    dxki_lower_own_memory_end(&w.own);
    dxki_vec_free(p->ctx, &w.stack);
    dxki_vec_free(p->ctx, &w.leaves);
    dxki_vec_free(p->ctx, &w.args);
    dxki_vec_free(p->ctx, &w.chain);
    return good && !w.failed ? DXK_OK : dxki_nomem(p->ctx);
}
