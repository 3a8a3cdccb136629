/* SPDX-License-Identifier: MIT */
/*
 * simplify_narrow.c - arithmetic of which only low bits are kept is done with as many bits:
 *
 *     %3 = zext i32 %1 to i64
 *     %4 = zext i32 %2 to i64
 *     %5 = mul i64 %3, %4
 *     %6 = trunc i64 %5 to i32        is mul i32 %1, %2
 *
 * Nothing is computed twice: what is done again must have no other use. See algebra.h.
 */
#include "pass/algebra.h"

/* Operations one above the other that are looked at. */
#define MOST_DEPTH 4u

/* What is cut, and to what. */
typedef struct cut {
    dxki_pass_algebra *a;
    uint32_t inst;
    dxki_type to;
    uint32_t width; /* bits of `to` */
} cut;

static bool can_be_cut(const cut *c, dxki_value value, uint32_t depth);

static bool is_extension(const dxki_inst *in)
{
    return in->op == DXKI_OP_ZEXT || in->op == DXKI_OP_SEXT;
}

static bool operands_can_be_cut(const cut *c, const dxki_inst *in, uint32_t first, uint32_t depth)
{
    const dxki_value *ops = c->a->m->words.items + in->ops;
    return can_be_cut(c, ops[first], depth) && can_be_cut(c, ops[first + 1], depth);
}

/* True if the low bits of the value are to be had from the low bits of what it is made of. */
static bool can_be_cut(const cut *c, dxki_value value, uint32_t depth)
{
    const dxk_module *m = c->a->m;
    dxki_pass_number n;
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return dxki_pass_alg_number(m, value, &n);
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = m->words.items + in->ops;
    if (is_extension(in) && dxki_value_type(m, ops[0]) == c->to)
        return true;
    if (depth == 0 || !dxki_pass_alg_is_used_once(m, value))
        return false;
    switch (in->op) {
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
    case DXKI_OP_MUL:
    case DXKI_OP_AND:
    case DXKI_OP_OR:
    case DXKI_OP_XOR:
        return operands_can_be_cut(c, in, 0, depth - 1);
    case DXKI_OP_SELECT:
        return operands_can_be_cut(c, in, 1, depth - 1);
    case DXKI_OP_SHL:
        return dxki_pass_alg_number(m, ops[1], &n) && n.bits < c->width &&
               can_be_cut(c, ops[0], depth - 1);
    default:
        return false;
    }
}

static dxki_value make_cut(const cut *c, dxki_value value)
{
    dxk_module *m = c->a->m;
    dxki_pass_number n;
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return dxki_pass_alg_number(m, value, &n) ? dxki_pass_alg_int(c->a, c->to, n.bits) : 0;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value ops[3] = {0};
    uint32_t count = in->op_count, chooses = in->op == DXKI_OP_SELECT;
    dxki_op op = (dxki_op)in->op;
    for (uint32_t i = 0; i < count && i < 3; i++)
        ops[i] = m->words.items[in->ops + i];
    if (is_extension(in))
        return ops[0];
    for (uint32_t i = chooses; i < count; i++) {
        ops[i] = make_cut(c, ops[i]);
        if (!ops[i])
            return 0;
    }
    return dxki_pass_alg_make(c->a, c->inst, op, 0, 0, c->to, ops, count);
}

/* The instruction that a value is if it computes by `op`, else NULL. */
static const dxki_inst *made_by(const dxk_module *m, dxki_value value, dxki_op op)
{
    uint32_t inst = dxki_value_as_inst(value);

    return inst && dxki_inst_get(m, inst)->op == op ? dxki_inst_get(m, inst) : NULL;
}

/* Half of a number that two of `type` were joined to; 0: it is none. */
static dxki_value half_of(dxki_pass_algebra *a, dxki_type type, const dxki_inst *joined, bool upper)
{
    const dxk_module *m = a->m;

    for (uint32_t i = 0; i < 2; i++) {
        const dxki_inst *low = made_by(m, m->words.items[joined->ops + i], DXKI_OP_ZEXT);
        const dxki_inst *high = made_by(m, m->words.items[joined->ops + 1 - i], DXKI_OP_SHL);
        if (!low || !high ||
            !dxki_pass_alg_is_int(m, m->words.items[high->ops + 1], dxki_type_bits(m, type)))
            continue;
        high = made_by(m, m->words.items[high->ops], DXKI_OP_ZEXT);
        dxki_value halves[2] = {m->words.items[low->ops], high ? m->words.items[high->ops] : 0};
        if (halves[1] && dxki_value_type(m, halves[0]) == type &&
            dxki_value_type(m, halves[1]) == type)
            return halves[upper];
    }
    return 0;
}

/* A truncation that takes a half of a number out again, however often the number is used. */
static dxki_value take_half(dxki_pass_algebra *a, dxki_type type, dxki_value value)
{
    const dxk_module *m = a->m;
    const dxki_inst *shifted = made_by(m, value, DXKI_OP_LSHR);
    bool upper = shifted &&
                 dxki_pass_alg_is_int(m, m->words.items[shifted->ops + 1], dxki_type_bits(m, type));
    const dxki_inst *joined = made_by(m, upper ? m->words.items[shifted->ops] : value, DXKI_OP_OR);

    return joined ? half_of(a, type, joined, upper) : 0;
}

dxki_value dxki_pass_alg_narrow(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    dxki_value value = a->m->words.items[in->ops];
    uint32_t inner = dxki_value_as_inst(value);
    cut c = {a, inst, in->type, dxki_type_bits(a->m, in->type)};
    if (!inner || is_extension(dxki_inst_get(a->m, inner)) || dxki_type_is_vector(a->m, in->type) ||
        dxki_pass_alg_is_loose(a, in->type))
        return 0;
    dxki_value half = take_half(a, in->type, value);
    if (half || c.width < 16 || !can_be_cut(&c, value, MOST_DEPTH))
        return half;
    return make_cut(&c, value);
}
