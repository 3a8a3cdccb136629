/* SPDX-License-Identifier: MIT */
/*
 * scalar_calls.c - calls of operations on vectors, which shader model 6.9 brought, as calls on
 * scalars: the same operation on each element, loads and stores of up to four elements, dot products
 * of two to four, chains of "and" and "or". See scalarizer.h.
 */
#include "lower/scalarizer.h"
#include "lower/make.h"

#include "ir/fold.h"

#define CHUNK 4u /* elements of a load or store */
#define WORDS 4u /* of a set of lanes */

/* A call taken apart. */
typedef struct vector_call {
    const dxki_dxop_info *op;
    dxki_type vector, element;
    uint32_t count; /* elements */
    bool by_elements;
} vector_call;

/* Which operation on scalars does for an element what this one does for the vector. */
static bool is_by_elements(const dxki_lower_scalars *w, const dxki_inst *in, const vector_call *c)
{
    const dxk_module *m = w->p->m;
    bool result = in->type == DXKI_TY_VOID || dxki_lower_scalar_is_vector(w, in->type);
    for (uint32_t i = 0; i < in->op_count - 1 && result; i++) {
        dxki_type type = dxki_value_type(m, m->words.items[in->ops + i]);
        result = !dxki_lower_scalar_is_vector(w, type) || dxki_type_count(m, type) == c->count;
    }
    return result && dxki_dxil_overload_allowed(m, c->op, 0, c->element);
}

static bool look(const dxki_lower_scalars *w, uint32_t inst, vector_call *c)
{
    const dxk_module *m = w->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_dxil_overloads overloads;
    c->op = in->op == DXKI_OP_CALL ? dxki_call_dxop_complete(m, in) : NULL;
    if (!c->op || !dxki_dxil_overloads_of(m, c->op, dxki_call_type(m, in), &overloads) ||
        !dxki_lower_scalar_is_vector(w, overloads.types[0]))
        return false;
    c->vector = overloads.types[0];
    c->element = dxki_type_element(m, c->vector, 0);
    c->count = (uint32_t)dxki_type_count(m, c->vector);
    c->by_elements = false;
    switch (c->op->opcode) {
    case DXKI_DXOP_RawBufferVectorLoad:
    case DXKI_DXOP_RawBufferVectorStore:
    case DXKI_DXOP_VectorReduceAnd:
    case DXKI_DXOP_VectorReduceOr:
    case DXKI_DXOP_FDot:
    case DXKI_DXOP_WaveMatch:
        return true;
    default:
        return c->by_elements = is_by_elements(w, in, c);
    }
}

bool dxki_lower_scalar_can_call(const dxki_lower_scalars *w, uint32_t inst)
{
    vector_call c;
    return look(w, inst, &c);
}

/* ---------------------------------------------------------------------------------------- */
/* Pieces                                                                                     */

static dxki_value const_int(dxki_lower_scalars *w, dxki_type type, uint64_t bits)
{
    dxki_value value = dxki_const_int(w->p->m, type, bits);
    w->failed |= value == 0;
    return value;
}

/* A call of an operation, as dxki_lower_make_call() makes it. */
static dxki_value call(dxki_lower_scalars *w, uint32_t before, uint32_t opcode, dxki_type overload,
                       dxki_value *ops, uint32_t count)
{
    dxki_value made =
        w->failed ? 0 : dxki_lower_make_call(w->p, before, opcode, overload, ops, count);
    w->failed |= made == 0;
    return made;
}

static dxki_value binary(dxki_lower_scalars *w, uint32_t before, dxki_op op, uint8_t flags,
                         dxki_value a, dxki_value b)
{
    dxki_inst in = {.op = (uint8_t)op, .flags = flags, .op_count = 2};
    const dxki_value ops[2] = {a, b};
    if (!a || !b)
        return 0;
    in.type = dxki_value_type(w->p->m, a);
    return dxki_lower_scalar_insert(w, before, &in, ops, NULL, 0);
}

static bool replace(dxki_lower_scalars *w, uint32_t inst, dxki_value with)
{
    w->failed |= !with || !dxki_value_replace(w->p->m, DXKI_VALUE(DXKI_V_INST, inst), with);
    return !w->failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Element by element                                                                         */

static bool call_each(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    const dxk_module *m = w->p->m;
    uint32_t count = dxki_inst_get(m, inst)->op_count - 1;
    bool result = dxki_inst_get(m, inst)->type != DXKI_TY_VOID;
    dxki_value *ops = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, count + 2u);
    for (uint32_t k = 0; ops && k < c->count; k++) {
        for (uint32_t i = 1; i < count && !w->failed; i++) {
            ops[i] = dxki_inst_ops(m, inst)[i];
            if (dxki_lower_scalar_is_vector(w, dxki_value_type(m, ops[i])))
                ops[i] = dxki_lower_scalar_get(w, ops[i], k, inst);
        }
        dxki_value made = w->failed ? 0 : call(w, inst, c->op->opcode, c->element, ops, count);
        if (!made || (result && !dxki_lower_scalar_set(w, inst, k, made)))
            return false;
    }
    return ops || !(w->failed = true);
}

/* ---------------------------------------------------------------------------------------- */
/* Dot products, reductions                                                                   */

static bool call_dot(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    const dxk_module *m = w->p->m;
    dxki_value a = dxki_inst_ops(m, inst)[1], b = dxki_inst_ops(m, inst)[2];
    dxki_value ops[2 * CHUNK + 2] = {0}, sum = 0;
    if (c->count >= 2 && c->count <= CHUNK) {
        for (uint32_t k = 0; k < c->count; k++) {
            ops[1 + k] = dxki_lower_scalar_get(w, a, k, inst);
            ops[1 + c->count + k] = dxki_lower_scalar_get(w, b, k, inst);
        }
        return !w->failed && replace(w, inst,
                                     call(w, inst, DXKI_DXOP_Dot2 + c->count - 2, c->element, ops,
                                          1 + 2 * c->count));
    }
    for (uint32_t k = 0; k < c->count && !w->failed; k++) {
        dxki_value product = binary(w, inst, DXKI_OP_FMUL, 0, dxki_lower_scalar_get(w, a, k, inst),
                                    dxki_lower_scalar_get(w, b, k, inst));
        sum = k ? binary(w, inst, DXKI_OP_FADD, 0, sum, product) : product;
    }
    return replace(w, inst, sum);
}

static bool call_reduce(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    dxki_op op = c->op->opcode == DXKI_DXOP_VectorReduceAnd ? DXKI_OP_AND : DXKI_OP_OR;
    dxki_value vector = dxki_inst_ops(w->p->m, inst)[1];
    dxki_value all = dxki_lower_scalar_get(w, vector, 0, inst);
    for (uint32_t k = 1; k < c->count && all; k++)
        all = binary(w, inst, op, 0, all, dxki_lower_scalar_get(w, vector, k, inst));
    return replace(w, inst, all);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

/* Index and offset of elements from number `first` on: a raw buffer has no offset. */
static bool place_chunk(dxki_lower_scalars *w, uint32_t inst, const vector_call *c, uint32_t first,
                        dxki_value ops[4])
{
    dxk_module *m = w->p->m;
    uint64_t bytes = (uint64_t)first * (dxki_type_bits(m, c->element) / 8);
    for (uint32_t i = 1; i < 4; i++)
        ops[i] = dxki_inst_ops(m, inst)[i];
    if (bytes == 0)
        return true;
    dxki_value *moved = dxki_const_is_undef(m, ops[3]) ? &ops[2] : &ops[3];
    *moved = binary(w, inst, DXKI_OP_ADD, 0, *moved, const_int(w, DXKI_TY_I32, bytes));
    return *moved != 0;
}

static uint32_t chunk_size(const vector_call *c, uint32_t first)
{
    return c->count - first < CHUNK ? c->count - first : CHUNK;
}

/* One element of a structure, in front of an instruction. */
static dxki_value extract(dxki_lower_scalars *w, uint32_t before, dxki_value from, uint32_t member)
{
    dxki_inst in = {.op = DXKI_OP_EXTRACTVALUE, .op_count = 1};
    const uint32_t extra[2] = {1, member};
    in.type = from ? dxki_type_element(w->p->m, dxki_value_type(w->p->m, from), member) : 0;
    return from ? dxki_lower_scalar_insert(w, before, &in, &from, extra, 2) : 0;
}

/* The lanes that have the same vector are those that have the same elements: a set in four words. */
static bool call_match(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    dxk_module *m = w->p->m;
    dxki_value vector = dxki_inst_ops(m, inst)[1], lanes[WORDS] = {0};
    for (uint32_t k = 0; k < c->count && !w->failed; k++) {
        dxki_value ops[3] = {0, dxki_lower_scalar_get(w, vector, k, inst), 0};
        dxki_value made = w->failed ? 0 : call(w, inst, c->op->opcode, c->element, ops, 2);
        for (uint32_t i = 0; i < WORDS && !w->failed; i++) {
            dxki_value word = extract(w, inst, made, i);
            lanes[i] = k ? binary(w, inst, DXKI_OP_AND, 0, lanes[i], word) : word;
        }
    }
    uint32_t use = dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)), next;
    for (; use && !w->failed; use = next) {
        uint32_t user = dxki_tracked_user(m, use), member;
        next = dxki_tracked_next(m, use);
        const dxki_inst *in = dxki_inst_get(m, user);
        if (in->op != DXKI_OP_EXTRACTVALUE)
            continue;
        member = m->words.items[in->ops + in->op_count + 1];
        if (member < WORDS && (!replace(w, user, lanes[member]) || !dxki_inst_remove(m, user)))
            return !(w->failed = true);
    }
    return !w->failed;
}

/* What takes the vector or the status of a load gets them from the loads of chunks. */
static bool hand_out(dxki_lower_scalars *w, uint32_t inst, dxki_value status, uint32_t row)
{
    dxk_module *m = w->p->m;
    dxki_value result = DXKI_VALUE(DXKI_V_INST, inst);
    uint32_t use = dxki_tracked_first(m, result);
    while (use) {
        uint32_t user = dxki_tracked_user(m, use), next = dxki_tracked_next(m, use);
        const dxki_inst *in = dxki_inst_get(m, user);
        if (in->op == DXKI_OP_EXTRACTVALUE && m->words.items[in->ops + in->op_count + 1] == 1) {
            if (!replace(w, user, status) || !dxki_inst_remove(m, user))
                return false;
        } else if (in->op == DXKI_OP_EXTRACTVALUE && user < w->row_count) {
            w->rows[user] = row;
        }
        use = next;
    }
    return true;
}

static bool call_load(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    dxki_value status = 0, alignment = dxki_inst_ops(w->p->m, inst)[4];
    uint32_t row = (uint32_t)w->elements.count;
    for (uint32_t first = 0; first < c->count && !w->failed; first += CHUNK) {
        uint32_t size = chunk_size(c, first);
        dxki_value ops[8] = {0};
        if (!place_chunk(w, inst, c, first, ops))
            return false;
        ops[4] = const_int(w, DXKI_TY_I8, (1u << size) - 1);
        ops[5] = alignment;
        dxki_value loaded = call(w, inst, DXKI_DXOP_RawBufferLoad, c->element, ops, 6);
        for (uint32_t k = 0; k < size && loaded; k++) {
            dxki_value value = extract(w, inst, loaded, k);
            w->failed |= !value || !dxki_vec_push(w->p->ctx, &w->elements, value);
        }
        if (!status && !w->failed)
            status = extract(w, inst, loaded, CHUNK);
    }
    return !w->failed && hand_out(w, inst, status, row + 1);
}

static bool call_store(dxki_lower_scalars *w, uint32_t inst, const vector_call *c)
{
    const dxk_module *m = w->p->m;
    dxki_value vector = dxki_inst_ops(m, inst)[4], alignment = dxki_inst_ops(m, inst)[5];
    dxki_value undef = dxki_const_undef(w->p->m, c->element);
    for (uint32_t first = 0; first < c->count && undef && !w->failed; first += CHUNK) {
        uint32_t size = chunk_size(c, first);
        dxki_value ops[12] = {0};
        if (!place_chunk(w, inst, c, first, ops))
            return false;
        for (uint32_t k = 0; k < CHUNK; k++)
            ops[4 + k] = k < size ? dxki_lower_scalar_get(w, vector, first + k, inst) : undef;
        ops[8] = const_int(w, DXKI_TY_I8, (1u << size) - 1);
        ops[9] = alignment;
        if (!w->failed)
            call(w, inst, DXKI_DXOP_RawBufferStore, c->element, ops, 10);
    }
    w->failed |= undef == 0;
    return !w->failed;
}

bool dxki_lower_scalar_call(dxki_lower_scalars *w, uint32_t inst)
{
    vector_call c;
    look(w, inst, &c);
    if (c.by_elements)
        return call_each(w, inst, &c);
    switch (c.op->opcode) {
    case DXKI_DXOP_FDot:
        return call_dot(w, inst, &c);
    case DXKI_DXOP_RawBufferVectorLoad:
        return call_load(w, inst, &c);
    case DXKI_DXOP_RawBufferVectorStore:
        return call_store(w, inst, &c);
    case DXKI_DXOP_WaveMatch:
        return call_match(w, inst, &c);
    default:
        return call_reduce(w, inst, &c);
    }
}
