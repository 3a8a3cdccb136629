/* SPDX-License-Identifier: MIT */
/*
 * simplify_int.c - integers that go by their numbers: comparisons with constants, casts of casts,
 * pairs of shifts. See algebra.h.
 */
#include "pass/algebra.h"

static uint64_t ones(uint32_t width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static dxki_value make1(dxki_pass_algebra *a, uint32_t at, dxki_op op, dxki_type type, dxki_value x)
{
    return x ? dxki_pass_alg_make(a, at, op, 0, 0, type, &x, 1) : 0;
}

static dxki_value make2(dxki_pass_algebra *a, uint32_t at, dxki_op op, uint16_t sub, dxki_type type,
                        dxki_value x, dxki_value y)
{
    dxki_value ops[2] = {x, y};
    return x && y ? dxki_pass_alg_make(a, at, op, sub, 0, type, ops, 2) : 0;
}

static dxki_value truth(dxki_pass_algebra *a, bool value)
{
    return dxki_pass_alg_int(a, DXKI_TY_I1, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Comparisons                                                                                */

/* A comparison with a number. */
typedef struct test {
    dxki_pass_algebra *a;
    uint32_t inst;
    uint32_t predicate;
    dxki_value left;
    dxki_pass_number right;
    uint64_t low, high; /* the ends of the numbers in the order that it goes by */
} test;

static bool is_signed(uint32_t predicate)
{
    return predicate >= DXKI_PASS_SGT;
}

static dxki_value make_test(const test *t, uint32_t predicate, dxki_value left, uint64_t right)
{
    dxki_type type = dxki_value_type(t->a->m, left);
    return make2(t->a, t->inst, DXKI_OP_ICMP, (uint16_t)predicate, DXKI_TY_I1, left,
                 dxki_pass_alg_int(t->a, type, right));
}

/* Less and greater as the signed and the unsigned order share it. */
enum { GT = DXKI_PASS_UGT, GE = DXKI_PASS_UGE, LT = DXKI_PASS_ULT, LE = DXKI_PASS_ULE };

static uint32_t order_of(uint32_t predicate)
{
    return is_signed(predicate) ? predicate - (DXKI_PASS_SGT - DXKI_PASS_UGT) : predicate;
}

/* At the ends of what there is: always, never, or only one number. */
static dxki_value test_at_end(const test *t)
{
    uint64_t mask = ones(t->right.width), c = t->right.bits;
    switch (order_of(t->predicate)) {
    case LT:
        if (c == t->low)
            return truth(t->a, false);
        return c == ((t->low + 1) & mask) ? make_test(t, DXKI_PASS_EQ, t->left, t->low)
               : c == t->high             ? make_test(t, DXKI_PASS_NE, t->left, c)
                                          : 0;
    case GT:
        if (c == t->high)
            return truth(t->a, false);
        return c == ((t->high - 1) & mask) ? make_test(t, DXKI_PASS_EQ, t->left, t->high)
               : c == t->low               ? make_test(t, DXKI_PASS_NE, t->left, c)
                                           : 0;
    case LE: /* one form of a test: what is less or greater */
        return c == t->high ? truth(t->a, true)
                            : make_test(t, t->predicate - (LE - LT), t->left, (c + 1) & mask);
    case GE:
        return c == t->low ? truth(t->a, true)
                           : make_test(t, t->predicate - (GE - GT), t->left, (c - 1) & mask);
    default:
        return 0;
    }
}

/* A number that was extended: the test is of what it was extended from, if that can be the number
 * at all. */
static dxki_value test_of_extended(const test *t, dxki_value narrow, bool sign)
{
    uint32_t width = dxki_type_bits(t->a->m, dxki_value_type(t->a->m, narrow));
    uint64_t c = t->right.bits, top = (uint64_t)1 << (width - 1);
    uint64_t back = c & ones(width);
    bool equality = t->predicate <= DXKI_PASS_NE;
    if (sign)
        back = ((back ^ top) - top) & ones(t->right.width);
    if (dxki_pass_alg_is_loose(t->a, dxki_value_type(t->a->m, narrow)))
        return 0;
    if (back != c)
        return equality ? truth(t->a, t->predicate == DXKI_PASS_NE) : 0;
    if (equality || is_signed(t->predicate) == sign)
        return make_test(t, t->predicate, narrow, c);
    /* What was extended by zeros is not negative in either order. */
    return sign ? 0 : make_test(t, order_of(t->predicate), narrow, c);
}

/* A choice of two numbers is tested for both of them. */
static dxki_value test_of_choice(const test *t, const dxki_inst *select)
{
    const dxki_value *ops = t->a->m->words.items + select->ops;
    dxki_value condition = ops[0], yes = ops[1], no = ops[2];
    dxki_value right = t->a->m->words.items[dxki_inst_get(t->a->m, t->inst)->ops + 1];
    yes = dxki_pass_alg_compare(t->a, t->predicate, yes, right);
    no = yes ? dxki_pass_alg_compare(t->a, t->predicate, no, right) : 0;
    if (!no || dxki_value_type(t->a->m, condition) != DXKI_TY_I1)
        return 0;
    if (yes == no)
        return yes;
    if (dxki_pass_alg_is_int(t->a->m, yes, 1))
        return condition;
    return make2(t->a, t->inst, DXKI_OP_XOR, 0, DXKI_TY_I1, condition, truth(t->a, true));
}

/* A single bit is or is not set. */
static dxki_value test_of_bit(const test *t, const dxki_inst *masked)
{
    const dxki_value *ops = t->a->m->words.items + masked->ops;
    uint64_t c = t->right.bits;
    if (t->predicate > DXKI_PASS_NE || c == 0 || (c & (c - 1)) != 0 ||
        !dxki_pass_alg_is_int(t->a->m, ops[1], c))
        return 0;
    return make_test(t, t->predicate ^ 1, t->left, 0);
}

static dxki_value test_number(const test *t)
{
    uint32_t left = dxki_value_as_inst(t->left);
    const dxki_inst *in = left ? dxki_inst_get(t->a->m, left) : NULL;
    if (in && dxki_pass_opaque_load(t->a->m, in))
        return 0;
    dxki_value found = test_at_end(t);
    if (found || !in)
        return found;
    switch (in->op) {
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT:
        return test_of_extended(t, t->a->m->words.items[in->ops], in->op == DXKI_OP_SEXT);
    case DXKI_OP_SELECT:
        return test_of_choice(t, in);
    case DXKI_OP_AND:
        return test_of_bit(t, in);
    default:
        return 0;
    }
}

dxki_value dxki_pass_alg_icmp(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *ops = a->m->words.items + in->ops;
    test t = {.a = a, .inst = inst, .predicate = in->sub, .left = ops[0]};
    dxki_type type = dxki_value_type(a->m, ops[0]);
    if (ops[0] == ops[1] && dxki_type_is_int(a->m, type)) {
        uint32_t order = order_of(t.predicate);
        return truth(a, order == DXKI_PASS_EQ || order == LE || order == GE);
    }
    if (!dxki_pass_alg_number(a->m, ops[1], &t.right) || dxki_pass_alg_is_loose(a, type))
        return 0;
    uint64_t top = (uint64_t)1 << (t.right.width - 1);
    t.low = is_signed(t.predicate) ? top : 0;
    t.high = ~t.low & ones(t.right.width);
    return test_number(&t);
}

/* ---------------------------------------------------------------------------------------- */
/* Casts                                                                                      */

/* Two casts in a row. */
typedef struct chain {
    dxki_pass_algebra *a;
    uint32_t inst; /* the second one */
    dxki_op first, second;
    dxki_value value; /* before both */
    dxki_type from, between, to;
} chain;

static dxki_value one_cast(const chain *c, dxki_op op)
{
    return make1(c->a, c->inst, op, c->to, c->value);
}

/* An integer that was extended, and is cut again. */
static dxki_value cut_extended(const chain *c)
{
    uint32_t from = dxki_type_bits(c->a->m, c->from), to = dxki_type_bits(c->a->m, c->to);
    return from == to ? c->value : one_cast(c, from < to ? c->first : DXKI_OP_TRUNC);
}

/* An integer that was cut, and is extended to what it was: its low bits. */
static dxki_value extend_cut(const chain *c)
{
    if (c->from != c->to || c->second != DXKI_OP_ZEXT)
        return 0;
    uint64_t mask = ones(dxki_type_bits(c->a->m, c->between));
    return make2(c->a, c->inst, DXKI_OP_AND, 0, c->to, c->value,
                 dxki_pass_alg_int(c->a, c->to, mask));
}

/* Bits that the fraction of a real holds. */
static uint32_t exact_bits(dxki_type real)
{
    return real == DXKI_TY_HALF ? 11 : real == DXKI_TY_FLOAT ? 24 : 53;
}

/* An integer that a real holds to the last bit comes back from it. */
static dxki_value back_from_real(const chain *c)
{
    uint32_t from = dxki_type_bits(c->a->m, c->from), to = dxki_type_bits(c->a->m, c->to);
    bool sign = c->first == DXKI_OP_SITOFP;
    if (from > exact_bits(c->between) || from > to || (c->second == DXKI_OP_FPTOSI) != sign)
        return 0;
    return from == to ? c->value : one_cast(c, sign ? DXKI_OP_SEXT : DXKI_OP_ZEXT);
}

static dxki_value back_to_real(const chain *c)
{
    bool same = c->from == c->to && dxki_pass_alg_may_pass(c->a, c->value, c->inst);
    return same ? c->value : 0;
}

/* Which function, or which one cast, does the work of two. */
static const struct {
    uint8_t first, second;
    uint8_t op; /* NONE: `make` */
    dxki_value (*make)(const chain *c);
} pairs[] = {
    {DXKI_OP_ZEXT, DXKI_OP_TRUNC, DXKI_OP_NONE, cut_extended},
    {DXKI_OP_SEXT, DXKI_OP_TRUNC, DXKI_OP_NONE, cut_extended},
    {DXKI_OP_TRUNC, DXKI_OP_TRUNC, DXKI_OP_TRUNC, NULL},
    {DXKI_OP_ZEXT, DXKI_OP_ZEXT, DXKI_OP_ZEXT, NULL},
    {DXKI_OP_ZEXT, DXKI_OP_SEXT, DXKI_OP_ZEXT, NULL},
    {DXKI_OP_SEXT, DXKI_OP_SEXT, DXKI_OP_SEXT, NULL},
    {DXKI_OP_TRUNC, DXKI_OP_ZEXT, DXKI_OP_NONE, extend_cut},
    {DXKI_OP_ZEXT, DXKI_OP_UITOFP, DXKI_OP_UITOFP, NULL},
    {DXKI_OP_ZEXT, DXKI_OP_SITOFP, DXKI_OP_UITOFP, NULL},
    {DXKI_OP_SEXT, DXKI_OP_SITOFP, DXKI_OP_SITOFP, NULL},
    {DXKI_OP_UITOFP, DXKI_OP_FPTOUI, DXKI_OP_NONE, back_from_real},
    {DXKI_OP_SITOFP, DXKI_OP_FPTOSI, DXKI_OP_NONE, back_from_real},
    {DXKI_OP_FPEXT, DXKI_OP_FPTRUNC, DXKI_OP_NONE, back_to_real},
    {DXKI_OP_BITCAST, DXKI_OP_BITCAST, DXKI_OP_BITCAST, NULL},
};

static dxki_value merge_casts(const chain *c)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i].first != c->first || pairs[i].second != c->second)
            continue;
        if (pairs[i].op == DXKI_OP_NONE) /* these go by widths */
            return dxki_type_is_vector(c->a->m, c->to) ? 0 : pairs[i].make(c);
        return c->from == c->to && c->second == DXKI_OP_BITCAST ? c->value
                                                                : one_cast(c, (dxki_op)pairs[i].op);
    }
    return 0;
}

dxki_value dxki_pass_alg_casting(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    dxki_value operand = a->m->words.items[in->ops];
    chain c = {.a = a, .inst = inst, .second = (dxki_op)in->op, .to = in->type};
    uint32_t inner = dxki_value_as_inst(operand);
    c.between = dxki_value_type(a->m, operand);
    if (c.second == DXKI_OP_BITCAST && c.between == c.to)
        return operand;
    if (!inner || dxki_op_class_of((dxki_op)dxki_inst_get(a->m, inner)->op) != DXKI_OC_CAST)
        return c.second == DXKI_OP_TRUNC ? dxki_pass_alg_narrow(a, inst) : 0;
    c.first = (dxki_op)dxki_inst_get(a->m, inner)->op;
    c.value = a->m->words.items[dxki_inst_get(a->m, inner)->ops];
    c.from = dxki_value_type(a->m, c.value);
    if (dxki_pass_alg_is_loose(a, c.from) || dxki_pass_alg_is_loose(a, c.between) ||
        dxki_pass_alg_is_loose(a, c.to))
        return 0;
    return merge_casts(&c);
}

/* ---------------------------------------------------------------------------------------- */
/* Shifts                                                                                     */

/* Shifts by x, then by y. */
static dxki_value shift_twice(dxki_pass_algebra *a, uint32_t inst, const dxki_inst *inner,
                              uint64_t x, uint64_t y)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    dxki_op op = (dxki_op)in->op;
    dxki_type type = in->type;
    dxki_value value = a->m->words.items[inner->ops];
    uint32_t width = dxki_type_bits(a->m, type);
    if (inner->op == op) {
        uint64_t sum = x + y;
        if (sum >= width && op != DXKI_OP_ASHR)
            return dxki_pass_alg_int(a, type, 0);
        return make2(a, inst, op, 0, type, value,
                     dxki_pass_alg_int(a, type, sum < width ? sum : width - 1u));
    }
    if (x != y || op == DXKI_OP_ASHR || inner->op == DXKI_OP_ASHR)
        return 0;
    uint64_t mask = op == DXKI_OP_SHL ? ones(width) << x : ones(width) >> x;
    return make2(a, inst, DXKI_OP_AND, 0, type, value, dxki_pass_alg_int(a, type, mask));
}

dxki_value dxki_pass_alg_shift(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    const dxki_value *ops = a->m->words.items + in->ops;
    dxki_pass_number x, y;
    if (!dxki_pass_alg_number(a->m, ops[1], &y) || dxki_pass_alg_is_loose(a, in->type))
        return 0;
    if (y.bits >= y.width) {
        dxki_value low = dxki_pass_alg_int(a, y.type, y.bits & (y.width - 1u));
        a->failed = a->failed || !low || !dxki_inst_set_op(a->m, inst, 1, low);
        return a->failed ? 0 : DXKI_VALUE(DXKI_V_INST, inst);
    }
    uint32_t inner = dxki_value_as_inst(ops[0]);
    if (!inner || dxki_op_get(dxki_inst_get(a->m, inner)->op)->family != DXKI_OF_SHIFT)
        return 0;
    const dxki_inst *before = dxki_inst_get(a->m, inner);
    if (!dxki_pass_alg_number(a->m, a->m->words.items[before->ops + 1], &x))
        return 0;
    return shift_twice(a, inst, before, x.bits & (x.width - 1u), y.bits);
}
