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
 * not touch memory. Matrices in other variables stay, and what sees them as something else comes to
 * their rows.
 */
#include "lower/aggregates.h"
#include "lower/make.h"
#include "lower/own_memory.h"

#include "ir/fold.h"

#define MOST_SCALARS 4096u /* of a variable */

typedef struct flat_memory {
    dxki_pass *p;
    dxk_module *m;
    dxki_lower_own_memory own;
    dxki_type scalar, shape;     /* of the variable at hand: its element, and what it will be */
    uint32_t variable;           /* its alloca, or the cast that sees it as something else */
    uint32_t marked;             /* the alloca, which marks of its life may name; 0: it is a cast */
    dxki_value base;             /* its address */
    DXKI_VEC(uint32_t) pointers; /* addresses in it: itself, then users after what they use */
    DXKI_VEC(dxki_value) steps;  /* operands of an address that is made */
    DXKI_VEC(uint32_t) accesses; /* loads and stores */
    dxki_value *index;           /* by instruction: the scalar that an address stands for */
    bool wanted;                 /* something sees it as another type, or as a whole */
    size_t count;                /* of instructions when the pass began */
    bool failed;
} flat_memory;

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* The number of scalars in a type; 0: it has none, too many, or not of one type, which `scalar` gets. */
static uint32_t scalars_of(const dxk_module *m, dxki_type type, dxki_type *scalar)
{
    uint64_t total = 0;
    if (!dxki_lower_has_parts(m, type)) {
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

/* Plain bytes, of the variable itself, which only what marks its life sees. */
static bool is_mark(const flat_memory *w, uint32_t cast, uint32_t from)
{
    const dxk_module *m = w->m;
    if (from != w->marked || dxki_type_pointee(m, dxki_inst_get(m, cast)->type) != DXKI_TY_I8)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, cast), use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (in->op != DXKI_OP_CALL || !dxki_lower_is_harmless_call(m, in))
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
        if (operand != 0 || user >= w->count)
            return false;
        break;
    case DXKI_OP_CALL:
        return from == w->marked && dxki_lower_is_harmless_call(m, in);
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
    return !w->failed;
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
        return dxki_const_int(w->m, DXKI_TY_I32,
                              op == DXKI_OP_ADD    ? x + y
                              : op == DXKI_OP_MUL  ? x * y
                              : op == DXKI_OP_UDIV ? x / y
                                                   : x % y);
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

static bool add_step(flat_memory *w, dxki_value step)
{
    return step && dxki_vec_push(w->p->ctx, &w->steps, step);
}

/* Steps down to a scalar of a type by its number. */
static bool list_steps(flat_memory *w, dxki_type type, dxki_value at, uint32_t before)
{
    dxk_module *m = w->m;
    for (; at && dxki_lower_has_parts(m, type); type = dxki_type_element(m, type, 0)) {
        uint32_t count = scalars_in(w, dxki_type_element(m, type, 0));
        dxki_value size = dxki_const_int(m, DXKI_TY_I32, count);
        bool one = dxki_type_kind_of(m, type) == DXKI_T_STRUCT; /* of one member */
        dxki_value step = one ? dxki_const_int(m, DXKI_TY_I32, 0) : at;
        if (!one && count > 1)
            step = binary(w, DXKI_OP_UDIV, at, size, before);
        if (!add_step(w, step))
            return false;
        if (!one && count > 1)
            at = binary(w, DXKI_OP_UREM, at, size, before);
    }
    return at != 0;
}

/* The address of a scalar some way behind an index. */
static dxki_value address(flat_memory *w, dxki_value at, uint32_t more, uint32_t before)
{
    dxk_module *m = w->m;
    at = binary(w, DXKI_OP_ADD, at, dxki_const_int(m, DXKI_TY_I32, more), before);
    w->steps.count = 0;
    if (!at || !add_step(w, w->base) || !add_step(w, dxki_const_int(m, DXKI_TY_I32, 0)) ||
        !list_steps(w, w->shape, at, before))
        return 0;
    dxki_inst gep = {.op = DXKI_OP_GEP, .flags = DXKI_IF_INBOUNDS};
    gep.op_count = (uint32_t)w->steps.count;
    gep.type = dxki_type_pointer(m, w->scalar, dxki_type_get(m, dxki_value_type(m, w->base))->b);
    return gep.type ? dxki_lower_make(w->p, before, &gep, w->steps.items, &w->shape, 1) : 0;
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
    if (!dxki_lower_has_parts(m, type)) {
        dxki_value from = address(w, a->at, a->done++, a->inst);
        dxki_inst in = {.op = DXKI_OP_LOAD, .flags = a->in.flags, .type = type, .op_count = 1};
        return from ? dxki_lower_make(w->p, a->inst, &in, &from, NULL, 0) : 0;
    }
    uint32_t count = dxki_lower_part_count(m, type);
    dxki_value whole = dxki_const_undef(m, type);
    for (uint32_t i = 0; i < count && whole; i++) {
        dxki_value part = load(w, a, dxki_type_element(m, type, i));
        whole = dxki_lower_put(w->p, whole, part, i, a->inst);
    }
    return whole;
}

static bool store(flat_memory *w, access *a, dxki_value value)
{
    dxk_module *m = w->m;
    dxki_type type = value ? dxki_value_type(m, value) : 0;
    if (!type)
        return false;
    if (!dxki_lower_has_parts(m, type)) {
        const dxki_value ops[2] = {value, address(w, a->at, a->done++, a->inst)};
        dxki_inst in = {
            .op = DXKI_OP_STORE, .flags = a->in.flags, .type = DXKI_TY_VOID, .op_count = 2};
        return ops[1] && dxki_lower_make(w->p, a->inst, &in, ops, NULL, 0);
    }
    uint32_t count = dxki_lower_part_count(m, type);
    for (uint32_t i = 0; i < count; i++)
        if (!store(w, a, dxki_lower_part(w->p, value, i, a->inst)))
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
    w->shape = dxki_type_array(m, w->scalar, count);
    dxki_type pointer = w->shape ? dxki_type_pointer(m, w->shape, 0) : 0;
    if (!pointer)
        return false;
    const dxki_inst *in = dxki_inst_get(m, w->variable);
    m->words.items[in->ops + in->op_count] = w->shape;
    m->insts.items[w->variable].type = pointer;
    return true;
}

/* Begins with a variable of a type: true if its uses are understood. */
static bool enter(flat_memory *w, uint32_t variable, dxki_type type)
{
    bool is_alloca = dxki_inst_get(w->m, variable)->op == DXKI_OP_ALLOCA;
    w->scalar = 0;
    w->marked = is_alloca ? variable : 0;
    w->variable = variable;
    w->wanted = false;
    w->pointers.count = w->accesses.count = 0;
    if (!dxki_lower_has_parts(w->m, type) || !scalars_of(w->m, type, &w->scalar))
        return false;
    w->failed |= !dxki_vec_push(w->p->ctx, &w->pointers, variable);
    return !w->failed && follow(w);
}

/* Computes where all addresses are, changes what accesses them, and removes all but the first.
 * `retyped`: the scalars of a variable that becomes an array of them; 0: it stays. */
static bool change(flat_memory *w, uint32_t retyped)
{
    w->index[w->variable] = dxki_const_int(w->m, DXKI_TY_I32, 0);
    if (!w->index[w->variable])
        return false;
    for (size_t i = 1; i < w->pointers.count; i++)
        if (!(w->index[w->pointers.items[i]] = index_of(w, w->pointers.items[i])))
            return false;
    dxki_pass_changed(w->p);
    if ((retyped && !retype(w, retyped)) || !change_accesses(w, DXKI_OP_LOAD) ||
        !change_accesses(w, DXKI_OP_STORE))
        return false;
    for (size_t i = w->pointers.count; i-- > 1;)
        if (!dxki_inst_remove(w->m, w->pointers.items[i]))
            return false;
    return true;
}

static bool change_alloca(flat_memory *w, uint32_t alloca)
{
    const dxki_inst *in = dxki_inst_get(w->m, alloca);
    dxki_type type = w->m->words.items[in->ops + in->op_count], scalar = 0;
    if (!enter(w, alloca, type) || !w->wanted)
        return !w->failed;
    w->base = DXKI_VALUE(DXKI_V_INST, alloca);
    return change(w, scalars_of(w->m, type, &scalar));
}

/* True if a type is one of arrays and of structures of one member. */
static bool is_regular(const dxk_module *m, dxki_type type)
{
    for (; dxki_lower_has_parts(m, type); type = dxki_type_element(m, type, 0))
        if (dxki_lower_part_count(m, type) != 1 && dxki_type_kind_of(m, type) == DXKI_T_STRUCT)
            return false;
    return true;
}

/* A matrix in another variable that a cast sees as something else. */
static bool change_cast(flat_memory *w, uint32_t cast)
{
    dxk_module *m = w->m;
    dxki_value from = dxki_inst_ops(m, cast)[0];
    if (dxki_type_kind_of(m, dxki_inst_get(m, cast)->type) != DXKI_T_POINTER)
        return true;
    dxki_type type = dxki_type_pointee(m, dxki_inst_get(m, cast)->type), scalar = 0;
    dxki_type inside = dxki_type_pointee(m, dxki_value_type(m, from));
    uint32_t count = is_regular(m, inside) ? scalars_of(m, inside, &scalar) : 0;
    if (!count || !enter(w, cast, type))
        return !w->failed;
    if (scalar != w->scalar || count != scalars_in(w, type))
        return true;
    w->base = from;
    w->shape = inside;
    return change(w, 0) && dxki_inst_remove(m, cast);
}

static bool change_casts(flat_memory *w)
{
    uint32_t count = (uint32_t)w->m->insts.count;
    for (uint32_t inst = 1; inst < count; inst++)
        if (dxki_inst_get(w->m, inst)->op == DXKI_OP_BITCAST && !change_cast(w, inst))
            return false;
    return true;
}

dxk_status dxki_lower_flat_memory(dxki_pass *p)
{
    flat_memory w = {.p = p, .m = p->m, .own.p = p, .count = p->m->insts.count};
    w.index = DXKI_NEW_ARRAY(&p->scratch, dxki_value, p->m->insts.count);
    bool good = w.index && dxki_module_touch(p->m) && dxki_lower_own_memory_begin(&w.own, p);
    for (size_t i = 0; i < w.own.allocas.count && good; i++)
        good = change_alloca(&w, w.own.allocas.items[i]);
    if (p->facts->kind != DXK_SHADER_KIND_LIBRARY)
        good = good && change_casts(&w);
    good = good && dxki_lower_see_through(p);
    dxki_lower_own_memory_end(&w.own);
    dxki_vec_free(p->ctx, &w.pointers);
    dxki_vec_free(p->ctx, &w.accesses);
    dxki_vec_free(p->ctx, &w.steps);
    return good && !w.failed ? DXK_OK : dxki_nomem(p->ctx);
}
