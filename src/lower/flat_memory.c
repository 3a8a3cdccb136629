/* SPDX-License-Identifier: MIT */
/*
 * flat_memory.c - flat-memory: variables that are seen as several types, or read and written as a
 * whole structure or array, become arrays of their scalars. Matrices are like that where functions
 * get them: the rows, or all elements as one vector.
 *
 *     %a = alloca %class.matrix.float.2.2            %a = alloca [4 x float]
 *     %v = bitcast %a to <4 x float>*                %p = getelementptr [4 x float], ... %a, 0, 0
 *     store <4 x float> %x, <4 x float>* %v    ==>   %e = extractelement <4 x float> %x, i32 0
 *     %m = load %class.matrix.float.2.2, ... %a      store float %e, float* %p      and so on
 *
 * That is for variables of one scalar type whose addresses are used for loads, stores and what does
 * not touch memory; others stay.
 */
#include "lower/make.h"
#include "lower/own_memory.h"

#include "ir/fold.h"

#define MOST_SCALARS 4096u /* of a variable */

typedef struct flat_memory {
    dxki_pass *p;
    dxk_module *m;
    dxki_lower_own_memory own;
    dxki_type scalar, array; /* of the variable at hand: its element, the array of all */
    uint32_t variable;       /* its alloca */
    DXKI_VEC(uint32_t)
    pointers; /* addresses in it, the variable first, users after what they use */
    DXKI_VEC(uint32_t) accesses; /* loads and stores */
    dxki_value *index;           /* by instruction: the scalar that an address stands for */
    bool wanted;                 /* something sees it as another type, or as a whole */
    bool failed;
} flat_memory;

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool is_whole(dxki_type_kind kind)
{
    return kind == DXKI_T_STRUCT || kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR;
}

/* The number of scalars in a type; 0: it has none, too many, or not of one type, which `scalar` gets. */
static uint32_t scalars_of(const dxk_module *m, dxki_type type, dxki_type *scalar)
{
    uint64_t total = 0;
    if (!is_whole(dxki_type_kind_of(m, type))) {
        bool fits = (dxki_type_is_int(m, type) || dxki_type_is_fp(m, type)) &&
                    (!*scalar || *scalar == type);
        *scalar = type;
        return fits;
    }
    bool is_struct = dxki_type_kind_of(m, type) == DXKI_T_STRUCT;
    if (!is_struct) {
        uint64_t count = dxki_type_count(m, type);
        total = count <= MOST_SCALARS ? count * scalars_of(m, dxki_type_element(m, type, 0), scalar)
                                      : 0;
        return total <= MOST_SCALARS ? (uint32_t)total : 0;
    }
    uint32_t count;
    dxki_type_list(m, type, &count);
    for (uint32_t i = 0; i < count && total <= MOST_SCALARS; i++) {
        uint32_t more = scalars_of(m, dxki_type_list(m, type, &count)[i], scalar);
        if (!more)
            return 0;
        total += more;
    }
    return total <= MOST_SCALARS ? (uint32_t)total : 0;
}

/* The same for what is in the variable at hand. */
static uint32_t scalars_in(const flat_memory *w, dxki_type type)
{
    dxki_type scalar = w->scalar;
    uint32_t count = scalars_of(w->m, type, &scalar);
    return scalar == w->scalar ? count : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

static bool is_harmless_call(const dxk_module *m, const dxki_inst *in)
{
    dxki_value callee = dxki_call_callee(m, in);
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL)
        return false;
    dxk_str name = dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name);
    return dxki_str_starts(name, "llvm.lifetime.") || dxki_str_starts(name, "llvm.dbg.");
}

/* Plain bytes, of the variable itself, which only what marks its life sees. */
static bool is_mark(const flat_memory *w, uint32_t cast, uint32_t from)
{
    const dxk_module *m = w->m;
    if (from != w->variable || dxki_type_pointee(m, dxki_inst_get(m, cast)->type) != DXKI_TY_I8)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, cast), use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (in->op != DXKI_OP_CALL || !is_harmless_call(m, in))
            return false;
    }
    return true;
}

/* Functions of libraries get and give structures as a whole, and may not take them apart. */
static bool meet_value(flat_memory *w, uint32_t user, dxki_type type)
{
    if (dxki_type_is_aggregate(w->m, type) && w->p->facts->kind == DXK_SHADER_KIND_LIBRARY)
        return false;
    w->wanted |= dxki_type_is_aggregate(w->m, type);
    w->failed |= !dxki_vec_push(w->p->ctx, &w->accesses, user);
    return scalars_in(w, type) != 0;
}

/* One use of an address; false: the variable stays. */
static bool meet_use(flat_memory *w, uint32_t from, uint32_t user, uint32_t operand)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, user);
    switch (in->op) {
    case DXKI_OP_LOAD:
        return meet_value(w, user, in->type);
    case DXKI_OP_STORE:
        return operand != 0 && meet_value(w, user, dxki_value_type(m, dxki_inst_ops(m, user)[0]));
    case DXKI_OP_BITCAST:
        if (is_mark(w, user, from))
            return true;
        w->wanted = true;
        break;
    case DXKI_OP_GEP:
        if (operand != 0)
            return false;
        break;
    case DXKI_OP_CALL:
        return from == w->variable && is_harmless_call(m, in);
    default:
        return false;
    }
    w->failed |= !dxki_vec_push(w->p->ctx, &w->pointers, user);
    return dxki_type_kind_of(m, in->type) == DXKI_T_POINTER &&
           scalars_in(w, dxki_type_pointee(m, in->type)) != 0;
}

static bool follow(flat_memory *w)
{
    for (size_t i = 0; i < w->pointers.count && !w->failed; i++) {
        uint32_t from = w->pointers.items[i];
        DXKI_EACH_TRACKED_USE(w->m, DXKI_VALUE(DXKI_V_INST, from), use)
            if (!meet_use(w, from, dxki_tracked_user(w->m, use), dxki_tracked_operand(w->m, use)))
                return false;
    }
    return w->wanted && !w->failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

static dxki_value binary(flat_memory *w, dxki_op op, dxki_value a, dxki_value b, uint32_t before)
{
    uint64_t x, y;
    bool left = a && dxki_value_as_int(w->m, a, &x), right = b && dxki_value_as_int(w->m, b, &y);
    if (!a || !b)
        return 0;
    if (left && right)
        return dxki_const_int(w->m, DXKI_TY_I32, op == DXKI_OP_ADD ? x + y : x * y);
    if (op == DXKI_OP_ADD && (left ? x : right ? y : 1) == 0)
        return left ? b : a;
    const dxki_value ops[2] = {a, b};
    dxki_inst in = {.op = (uint8_t)op, .type = DXKI_TY_I32, .op_count = 2};
    return dxki_lower_make(w->p, before, &in, ops, NULL, 0);
}

/* An index of getelementptr as an i32. */
static dxki_value as_i32(flat_memory *w, dxki_value index, uint32_t before)
{
    uint64_t bits;
    dxki_type type = dxki_value_type(w->m, index);
    if (dxki_value_as_int(w->m, index, &bits))
        return dxki_const_int(w->m, DXKI_TY_I32, bits);
    if (type == DXKI_TY_I32)
        return index;
    dxki_inst cast = {.type = DXKI_TY_I32, .op_count = 1};
    cast.op = dxki_type_bits(w->m, type) > 32 ? DXKI_OP_TRUNC : DXKI_OP_SEXT;
    return dxki_lower_make(w->p, before, &cast, &index, NULL, 0);
}

/* Adds `index` times the scalars of a type. */
static dxki_value advance(flat_memory *w, dxki_value at, dxki_value index, dxki_type type,
                          uint32_t before)
{
    dxki_value size = dxki_const_int(w->m, DXKI_TY_I32, scalars_in(w, type));
    dxki_value step = binary(w, DXKI_OP_MUL, as_i32(w, index, before), size, before);
    return binary(w, DXKI_OP_ADD, at, step, before);
}

/* The scalars of a structure before a member. */
static dxki_value before_member(flat_memory *w, dxki_type type, uint64_t member)
{
    uint32_t count, total = 0;
    for (uint32_t i = 0; i < member; i++)
        total += scalars_in(w, dxki_type_list(w->m, type, &count)[i]);
    return dxki_const_int(w->m, DXKI_TY_I32, total);
}

/* The scalar that an address stands for, computed in front of it; 0: out of memory. */
static dxki_value index_of(flat_memory *w, uint32_t pointer)
{
    dxk_module *m = w->m;
    const dxki_inst in = *dxki_inst_get(m, pointer);
    dxki_value at = w->index[dxki_value_as_inst(dxki_inst_ops(m, pointer)[0])];
    dxki_type type = in.op == DXKI_OP_GEP ? m->words.items[in.ops + in.op_count] : 0;
    for (uint32_t i = 1; in.op == DXKI_OP_GEP && i < in.op_count && at; i++) {
        dxki_value index = dxki_inst_ops(m, pointer)[i];
        uint64_t member;
        bool is_member = i > 1 && dxki_type_kind_of(m, type) == DXKI_T_STRUCT;
        if (is_member && dxki_value_as_int(m, index, &member)) {
            at = binary(w, DXKI_OP_ADD, at, before_member(w, type, member), pointer);
            type = dxki_type_element(m, type, (uint32_t)member);
        } else {
            type = i > 1 ? dxki_type_element(m, type, 0) : type;
            at = advance(w, at, index, type, pointer);
        }
    }
    return at;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

/* The address of a scalar some way behind an index. */
static dxki_value address(flat_memory *w, dxki_value at, uint32_t more, uint32_t before)
{
    dxk_module *m = w->m;
    dxki_value next = dxki_const_int(m, DXKI_TY_I32, more);
    const dxki_value ops[3] = {DXKI_VALUE(DXKI_V_INST, w->variable),
                               dxki_const_int(m, DXKI_TY_I32, 0),
                               binary(w, DXKI_OP_ADD, at, next, before)};
    dxki_inst gep = {.op = DXKI_OP_GEP, .flags = DXKI_IF_INBOUNDS, .op_count = 3};
    gep.type = dxki_type_pointer(m, w->scalar, 0);
    return ops[1] && ops[2] && gep.type ? dxki_lower_make(w->p, before, &gep, ops, &w->array, 1)
                                        : 0;
}

/* What an element of a value of a structure, an array or a vector is. */
static dxki_value part_of(flat_memory *w, dxki_value whole, uint32_t i, uint32_t before)
{
    dxk_module *m = w->m;
    dxki_type type = dxki_value_type(m, whole);
    bool is_vector = dxki_type_kind_of(m, type) == DXKI_T_VECTOR;
    for (uint32_t steps = 0; dxki_value_as_inst(whole) && steps < MOST_SCALARS; steps++) {
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
    return dxki_lower_make(w->p, before, &in, ops, extra, is_vector ? 0 : 2);
}

static uint32_t element_count(const dxk_module *m, dxki_type type)
{
    uint32_t count;
    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT)
        return (uint32_t)dxki_type_count(m, type);
    dxki_type_list(m, type, &count);
    return count;
}

static dxki_value put(flat_memory *w, dxki_value whole, dxki_value part, uint32_t i,
                      uint32_t before)
{
    dxk_module *m = w->m;
    dxki_type type = dxki_value_type(m, whole);
    bool is_vector = dxki_type_kind_of(m, type) == DXKI_T_VECTOR;
    const dxki_value ops[3] = {whole, part, is_vector ? dxki_const_int(m, DXKI_TY_I32, i) : 0};
    const uint32_t extra[2] = {1, i};
    dxki_inst in = {.type = type, .op_count = is_vector ? 3 : 2};
    in.op = is_vector ? DXKI_OP_INSERTELEMENT : DXKI_OP_INSERTVALUE;
    return part ? dxki_lower_make(w->p, before, &in, ops, extra, is_vector ? 0 : 2) : 0;
}

/* The access that is changed, and the scalar where it goes on. */
typedef struct access {
    uint32_t inst;
    dxki_inst in;
    dxki_value at;
    uint32_t done;
} access;

static dxki_value load(flat_memory *w, access *a, dxki_type type)
{
    dxk_module *m = w->m;
    if (!is_whole(dxki_type_kind_of(m, type))) {
        dxki_value from = address(w, a->at, a->done++, a->inst);
        dxki_inst in = {.op = DXKI_OP_LOAD, .flags = a->in.flags, .type = type, .op_count = 1};
        return from ? dxki_lower_make(w->p, a->inst, &in, &from, NULL, 0) : 0;
    }
    uint32_t count = element_count(m, type);
    dxki_value whole = dxki_const_undef(m, type);
    for (uint32_t i = 0; i < count && whole; i++) {
        dxki_value part = load(w, a, dxki_type_element(m, type, i));
        whole = put(w, whole, part, i, a->inst);
    }
    return whole;
}

static bool store(flat_memory *w, access *a, dxki_value value)
{
    dxk_module *m = w->m;
    dxki_type type = value ? dxki_value_type(m, value) : 0;
    if (!type)
        return false;
    if (!is_whole(dxki_type_kind_of(m, type))) {
        const dxki_value ops[2] = {value, address(w, a->at, a->done++, a->inst)};
        dxki_inst in = {
            .op = DXKI_OP_STORE, .flags = a->in.flags, .type = DXKI_TY_VOID, .op_count = 2};
        return ops[1] && dxki_lower_make(w->p, a->inst, &in, ops, NULL, 0);
    }
    uint32_t count = element_count(m, type);
    for (uint32_t i = 0; i < count; i++)
        if (!store(w, a, part_of(w, value, i, a->inst)))
            return false;
    return true;
}

static bool change_access(flat_memory *w, uint32_t inst)
{
    dxk_module *m = w->m;
    access a = {.inst = inst, .in = *dxki_inst_get(m, inst)};
    bool is_load = a.in.op == DXKI_OP_LOAD;
    a.at = w->index[dxki_value_as_inst(dxki_inst_ops(m, inst)[is_load ? 0 : 1])];
    if (!is_load)
        return store(w, &a, dxki_inst_ops(m, inst)[0]) && dxki_inst_remove(m, inst);
    dxki_value made = load(w, &a, a.in.type);
    return made && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), made) &&
           dxki_inst_remove(m, inst);
}

/* Values that are loaded are there before others store them: what was put together is seen through. */
static bool change_accesses(flat_memory *w, dxki_op op)
{
    for (size_t i = 0; i < w->accesses.count; i++)
        if (dxki_inst_get(w->m, w->accesses.items[i])->op == op &&
            !change_access(w, w->accesses.items[i]))
            return false;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static bool retype(flat_memory *w, uint32_t count)
{
    dxk_module *m = w->m;
    w->array = dxki_type_array(m, w->scalar, count);
    dxki_type pointer = w->array ? dxki_type_pointer(m, w->array, 0) : 0;
    if (!pointer)
        return false;
    const dxki_inst *in = dxki_inst_get(m, w->variable);
    m->words.items[in->ops + in->op_count] = w->array;
    m->insts.items[w->variable].type = pointer;
    dxki_pass_changed(w->p);
    return true;
}

static bool change_alloca(flat_memory *w, uint32_t alloca)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, alloca);
    dxki_type type = m->words.items[in->ops + in->op_count];
    w->scalar = 0;
    w->variable = alloca;
    w->wanted = false;
    uint32_t count = is_whole(dxki_type_kind_of(m, type)) ? scalars_of(m, type, &w->scalar) : 0;
    w->pointers.count = w->accesses.count = 0;
    w->failed |= count && !dxki_vec_push(w->p->ctx, &w->pointers, alloca);
    if (!count || !follow(w))
        return !w->failed;
    w->index[alloca] = dxki_const_int(m, DXKI_TY_I32, 0);
    if (!w->index[alloca])
        return false;
    for (size_t i = 1; i < w->pointers.count; i++)
        if (!(w->index[w->pointers.items[i]] = index_of(w, w->pointers.items[i])))
            return false;
    if (!retype(w, count) || !change_accesses(w, DXKI_OP_LOAD) ||
        !change_accesses(w, DXKI_OP_STORE))
        return false;
    for (size_t i = w->pointers.count; i-- > 1;)
        if (!dxki_inst_remove(m, w->pointers.items[i]))
            return false;
    return true;
}

/* What takes an element of a value that was put together takes what was put in. */
static bool see_through(flat_memory *w, uint32_t inst)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    if (in->op != DXKI_OP_EXTRACTVALUE)
        return true;
    dxki_value whole = dxki_inst_ops(m, inst)[0];
    const uint32_t *at = m->words.items + in->ops + in->op_count;
    uint32_t from = dxki_value_as_inst(whole);
    if (at[0] != 1 || !from || dxki_inst_get(m, from)->op != DXKI_OP_INSERTVALUE)
        return true;
    dxki_value part = part_of(w, whole, at[1], inst);
    dxki_pass_changed(w->p);
    return part && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), part) &&
           dxki_inst_remove(m, inst);
}

static bool see_through_all(flat_memory *w)
{
    uint32_t count = (uint32_t)w->m->insts.count;
    for (uint32_t inst = 1; inst < count; inst++)
        if (!see_through(w, inst))
            return false;
    return true;
}

dxk_status dxki_lower_flat_memory(dxki_pass *p)
{
    flat_memory w = {.p = p, .m = p->m, .own.p = p};
    w.index = DXKI_NEW_ARRAY(&p->scratch, dxki_value, p->m->insts.count);
    bool good = w.index && dxki_module_touch(p->m) && dxki_lower_own_memory_begin(&w.own, p);
    for (size_t i = 0; i < w.own.allocas.count && good; i++)
        good = change_alloca(&w, w.own.allocas.items[i]);
    good = good && see_through_all(&w);
    dxki_lower_own_memory_end(&w.own);
    dxki_vec_free(p->ctx, &w.pointers);
    dxki_vec_free(p->ctx, &w.accesses);
    return good && !w.failed ? DXK_OK : dxki_nomem(p->ctx);
}
