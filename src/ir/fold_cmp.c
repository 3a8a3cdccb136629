/* SPDX-License-Identifier: MIT */
/*
 * fold_cmp.c - comparisons of constants: numbers, and what is known about addresses. Predicates
 * are the numbers of bitcode: fcmp 0..15 (bits: equal, greater, less, unordered), icmp from 32.
 */
#include "ir/fold.h"

#include "ir/float.h"

enum { FCMP_FALSE = 0, FCMP_TRUE = 15 };
enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE, DONT_KNOW };

static bool is_signed(uint32_t predicate)
{
    return predicate >= SGT && predicate <= SLE;
}

static bool is_icmp(uint32_t predicate)
{
    return predicate >= EQ;
}

static uint32_t swapped(uint32_t predicate)
{
    static const uint8_t of_icmp[] = {EQ, NE, ULT, ULE, UGT, UGE, SLT, SLE, SGT, SGE, DONT_KNOW};
    if (is_icmp(predicate))
        return of_icmp[predicate - EQ];
    /* Greater is less and less is greater. */
    return (predicate & 9u) | (predicate & 2u) << 1 | (predicate & 4u) >> 1;
}

static bool true_when_equal(uint32_t predicate)
{
    switch (predicate) {
    case EQ:
    case UGE:
    case ULE:
    case SGE:
    case SLE:
        return true;
    default:
        return false;
    }
}

/* --- the pair that is compared --- */

typedef struct pair {
    dxk_module *m;
    uint32_t predicate;
    dxki_value a, b;
    dxki_type type, result;
} pair;

static dxki_folded truth(const pair *p, bool value, dxki_value *out)
{
    if (!value)
        return dxki_fold_done(dxki_const_null(p->m, p->result), out);
    return dxki_fold_done(dxki_const_all_ones(p->m, p->result), out);
}

static const dxki_global *global_of(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_GLOBAL ? &m->globals.items[DXKI_INDEX(value)] : NULL;
}

static bool is_blockaddress(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    return c && c->kind == DXKI_C_BLOCKADDRESS;
}

/* No address, no expression. */
static bool is_simple(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_CONST && !dxki_const_is_expr(m, value, DXKI_OP_NONE) &&
           !is_blockaddress(m, value);
}

/* --- numbers --- */

static int compare_ints(uint64_t x, uint64_t y, uint32_t width, bool with_sign)
{
    if (with_sign) {
        uint64_t top = (uint64_t)1 << (width - 1);
        x ^= top;
        y ^= top;
    }
    return (x > y) - (x < y);
}

static bool holds(uint32_t predicate, int order)
{
    switch (predicate) {
    case EQ:
        return order == 0;
    case NE:
        return order != 0;
    case UGT:
    case SGT:
        return order > 0;
    case UGE:
    case SGE:
        return order >= 0;
    case ULT:
    case SLT:
        return order < 0;
    default:
        return order <= 0;
    }
}

static dxki_folded fold_numbers(const pair *p, dxki_value *out)
{
    const dxki_const *a = dxki_const_get(p->m, p->a), *b = dxki_const_get(p->m, p->b);
    if (!a || !b)
        return DXKI_UNFOLDED;
    if (a->kind == DXKI_C_INT && b->kind == DXKI_C_INT) {
        int order = compare_ints(dxki_const_bits(a), dxki_const_bits(b),
                                 dxki_type_bits(p->m, p->type), is_signed(p->predicate));
        return truth(p, holds(p->predicate, order), out);
    }
    if (a->kind != DXKI_C_FLOAT || b->kind != DXKI_C_FLOAT)
        return DXKI_UNFOLDED;
    double x = dxki_float_value(p->type, dxki_const_bits(a));
    double y = dxki_float_value(p->type, dxki_const_bits(b));
    uint32_t relation = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
    return truth(p, (p->predicate & relation) != 0, out);
}

static dxki_folded fold_undef(const pair *p, dxki_value *out)
{
    if (p->predicate == EQ || p->predicate == NE || (is_icmp(p->predicate) && p->a == p->b))
        return dxki_fold_done(dxki_const_undef(p->m, p->result), out);
    if (is_icmp(p->predicate))
        return truth(p, true_when_equal(p->predicate), out);
    return truth(p, p->predicate & 8, out); /* as if it were a NaN */
}

/* Bits are equal when their sum is 0. */
static dxki_folded fold_bits(const pair *p, dxki_value *out)
{
    dxki_value a = p->a, b = p->b, ones = dxki_const_all_ones(p->m, p->type);
    const dxki_const *c = dxki_const_get(p->m, b);
    if (!ones)
        return DXKI_FOLD_FAILED;
    if (p->predicate == EQ && c && c->kind == DXKI_C_INT)
        b = dxki_fold_binary(p->m, DXKI_OP_XOR, 0, b, ones);
    else if (p->predicate == EQ)
        a = dxki_fold_binary(p->m, DXKI_OP_XOR, 0, a, ones);
    return dxki_fold_done(a && b ? dxki_fold_binary(p->m, DXKI_OP_XOR, 0, a, b) : 0, out);
}

/* --- addresses --- */

/* May another global lie at the same address? */
static bool may_coincide(dxk_module *m, const dxki_global *g, bool *failed)
{
    bool sized = true;
    if (g->kind == DXKI_G_ALIAS || g->linkage == DXKI_LINK_EXTERN_WEAK ||
        g->linkage == DXKI_LINK_WEAK_ANY)
        return true;
    if (g->kind != DXKI_G_VARIABLE)
        return false;
    if (!dxki_type_is_sized(m, g->value_type, &sized))
        *failed = true;
    const dxki_type_entry *e = dxki_type_get(m, g->value_type);
    bool empty = (e->kind == DXKI_T_STRUCT && e->b == 0) ||
                 (e->kind == DXKI_T_ARRAY && dxki_type_count(m, g->value_type) == 0);
    return !sized || empty;
}

static uint32_t relate_globals(dxk_module *m, dxki_value a, dxki_value b, bool *failed)
{
    if (may_coincide(m, global_of(m, a), failed) || may_coincide(m, global_of(m, b), failed))
        return DONT_KNOW;
    return NE;
}

static bool all_zero(const dxk_module *m, dxki_value gep)
{
    const dxki_const *c = dxki_const_get(m, gep);
    for (uint32_t i = 1; i < c->b; i++) {
        if (!dxki_const_is_null(m, m->words.items[c->a + i]))
            return false;
    }
    return true;
}

static bool is_weak(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_EXTERN_WEAK;
}

/* An address computation against null or a global. */
static uint32_t relate_gep(dxk_module *m, dxki_value gep, dxki_value other, bool with_sign,
                           bool *failed)
{
    dxki_value base = dxki_const_expr_op(m, gep, 0);
    const dxki_global *g = global_of(m, base), *h = global_of(m, other);
    uint32_t greater = with_sign ? SGT : UGT;
    if (dxki_const_is_null(m, other)) {
        if (g)
            return is_weak(g) ? greater + 1 : greater;
        if (dxki_const_is_null(m, base))
            return all_zero(m, gep) ? (uint32_t)EQ : greater;
        return DONT_KNOW;
    }
    if (!h)
        return DONT_KNOW;
    if (dxki_const_is_null(m, base)) {
        uint32_t less = with_sign ? SLT : ULT;
        return is_weak(h) ? less + 1 : less;
    }
    if (!g)
        return DONT_KNOW;
    if (base == other)
        return greater;
    return all_zero(m, gep) ? relate_globals(m, base, other, failed) : DONT_KNOW;
}

/* --- computations from the same base --- */

/* Only to be asked of types that have a size; bounded by the depth of literal types. */
static bool may_be_empty(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(m, type);
    while (e->kind == DXKI_T_ARRAY)
        e = dxki_type_get(m, e->a);
    if (e->kind != DXKI_T_STRUCT)
        return false;
    for (uint32_t i = 0; i < e->b; i++) {
        if (!may_be_empty(m, m->type_ops.items[e->a + i]))
            return false;
    }
    return true;
}

/* A plain number of at most 64 bits. */
static bool index_of(const dxk_module *m, dxki_value value, int64_t *number)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || c->kind != DXKI_C_INT)
        return false;
    *number = dxki_const_signed(m, c);
    return true;
}

/* Are all indices but the first numbers, and those of arrays inside of them? */
static bool indexes_inside(const dxk_module *m, dxki_value gep)
{
    const dxki_const *c = dxki_const_get(m, gep);
    dxki_type type = m->words.items[c->a + c->b];
    for (uint32_t i = 2; i < c->b; i++) {
        int64_t number;
        if (!index_of(m, m->words.items[c->a + i], &number))
            return false;
        if (dxki_type_kind_of(m, type) == DXKI_T_ARRAY &&
            (uint64_t)number >= dxki_type_count(m, type))
            return false;
        type = dxki_type_element(m, type, (uint64_t)number);
    }
    return true;
}

/* What the rest of the longer of two lists says about it, when the other one ends at `from`. */
static uint32_t relate_rest(const dxk_module *m, const dxki_const *c, uint32_t from,
                            uint32_t greater)
{
    for (uint32_t i = from; i < c->b; i++) {
        dxki_value index = m->words.items[c->a + i];
        const dxki_const *number = dxki_const_get(m, index);
        if (!dxki_const_is_null(m, index))
            return number && number->kind == DXKI_C_INT ? greater : (uint32_t)DONT_KNOW;
    }
    return EQ;
}

static uint32_t relate_indices(const dxk_module *m, dxki_value a, dxki_value b, bool with_sign)
{
    const dxki_const *x = dxki_const_get(m, a), *y = dxki_const_get(m, b);
    dxki_type type = m->words.items[x->a + x->b];
    uint32_t greater = with_sign ? SGT : UGT, i = 1;
    if (!indexes_inside(m, a) || !indexes_inside(m, b))
        return DONT_KNOW;
    for (; i < x->b && i < y->b; i++) {
        dxki_value p = m->words.items[x->a + i], q = m->words.items[y->a + i];
        int64_t n = 0, k = 0;
        bool known = index_of(m, p, &n) && index_of(m, q, &k);
        if (i > 1)
            type = dxki_type_element(m, type, (uint64_t)n);
        if (p == q || (known && n == k))
            continue;
        if (!known || may_be_empty(m, type))
            return DONT_KNOW;
        return n < k ? swapped(greater) : greater;
    }
    return i < x->b ? relate_rest(m, x, i, greater) : swapped(relate_rest(m, y, i, greater));
}

static uint32_t relate_geps(dxk_module *m, dxki_value a, dxki_value b, bool with_sign, bool *failed)
{
    dxki_value x = dxki_const_expr_op(m, a, 0), y = dxki_const_expr_op(m, b, 0);
    if (!global_of(m, x) || !global_of(m, y))
        return DONT_KNOW;
    if (x == y)
        return relate_indices(m, a, b, with_sign);
    return all_zero(m, a) && all_zero(m, b) ? relate_globals(m, x, y, failed) : (uint32_t)DONT_KNOW;
}

static uint32_t relate_expr(dxk_module *m, dxki_value a, dxki_value b, bool with_sign,
                            bool *failed);

/* What is known of two addresses or expressions: a predicate that holds. */
static uint32_t relate(dxk_module *m, dxki_value a, dxki_value b, bool with_sign, bool *failed)
{
    if (a == b)
        return EQ;
    if (dxki_const_is_expr(m, a, DXKI_OP_NONE))
        return relate_expr(m, a, b, with_sign, failed);
    if (dxki_const_is_expr(m, b, DXKI_OP_NONE))
        return swapped(relate_expr(m, b, a, with_sign, failed));
    const dxki_global *g = global_of(m, a), *h = global_of(m, b);
    if (g && h)
        return relate_globals(m, a, b, failed);
    if (is_blockaddress(m, a) && is_blockaddress(m, b))
        return dxki_const_get(m, a)->a == dxki_const_get(m, b)->a ? (uint32_t)DONT_KNOW
                                                                  : (uint32_t)NE;
    if (is_blockaddress(m, a) || is_blockaddress(m, b))
        return NE;
    const dxki_global *one = g ? g : h;
    if (one) /* against null */
        return is_weak(one) || one->kind == DXKI_G_ALIAS ? (uint32_t)DONT_KNOW : (uint32_t)NE;
    return DONT_KNOW;
}

static uint32_t relate_expr(dxk_module *m, dxki_value a, dxki_value b, bool with_sign, bool *failed)
{
    const dxki_const *c = dxki_const_get(m, a);
    dxki_type_kind kind = dxki_type_kind_of(m, c->type);
    switch (c->opcode) {
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
    case DXKI_OP_BITCAST:
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT: {
        if (!dxki_const_is_null(m, b) || (kind != DXKI_T_POINTER && kind != DXKI_T_INT))
            return DONT_KNOW;
        dxki_value inner = dxki_const_expr_op(m, a, 0);
        dxki_value null = dxki_const_null(m, dxki_value_type(m, inner));
        *failed = *failed || !null;
        with_sign = c->opcode == DXKI_OP_SEXT || (with_sign && c->opcode != DXKI_OP_ZEXT);
        return null ? relate(m, inner, null, with_sign, failed) : (uint32_t)DONT_KNOW;
    }
    case DXKI_OP_GEP:
        if (!dxki_const_is_expr(m, b, DXKI_OP_NONE))
            return relate_gep(m, a, b, with_sign, failed);
        return dxki_const_is_expr(m, b, DXKI_OP_GEP) ? relate_geps(m, a, b, with_sign, failed)
                                                     : (uint32_t)DONT_KNOW;
    default:
        return DONT_KNOW;
    }
}

/* Whether `predicate` follows from `known`: 1 yes, 0 its contrary does, -1 neither. */
static int conclude(uint32_t known, uint32_t predicate)
{
    /* Orders that are possible: bit 0 less, bit 1 equal, bit 2 greater. */
    static const uint8_t orders[] = {2, 5, 4, 6, 1, 3, 4, 6, 1, 3};
    if (known >= DONT_KNOW)
        return -1;
    uint8_t possible = orders[known - EQ], wanted = orders[predicate - EQ];
    bool equality = predicate == EQ || predicate == NE || known == EQ || known == NE;
    if (!equality && is_signed(known) != is_signed(predicate))
        return -1;
    if ((known == ULE || known == UGE || known == SLE || known == SGE) &&
        (predicate == EQ || predicate == NE))
        return -1;
    /* LLVM takes "not less" for "greater" here, and the like. */
    bool loose = known != EQ && (known - EQ) % 2 && known != NE;
    if ((possible & ~wanted & (loose ? 5 : 7)) == 0)
        return 1;
    return (possible & wanted) == 0 ? 0 : -1;
}

/* Compares what was extended instead, if the other one comes back from being cut to its type. */
static dxki_folded fold_extended(const pair *p, dxki_value *out)
{
    dxk_module *m = p->m;
    dxki_op op = is_signed(p->predicate) ? DXKI_OP_SEXT : DXKI_OP_ZEXT;
    if (!dxki_const_is_expr(m, p->a, op))
        return DXKI_UNFOLDED;
    dxki_value inner = dxki_const_expr_op(m, p->a, 0);
    dxki_value other = dxki_fold_cast(m, DXKI_OP_TRUNC, p->b, dxki_value_type(m, inner));
    dxki_value back = other ? dxki_fold_cast(m, op, other, p->type) : 0;
    if (!back)
        return DXKI_FOLD_FAILED;
    return back == p->b ? dxki_fold_done(dxki_fold_compare(m, p->predicate, inner, other), out)
                        : DXKI_UNFOLDED;
}

static dxki_folded fold_addresses(const pair *p, dxki_value *out)
{
    bool failed = false;
    uint32_t known = relate(p->m, p->a, p->b, is_signed(p->predicate), &failed);
    if (failed)
        return DXKI_FOLD_FAILED;
    int conclusion = conclude(known, p->predicate);
    if (conclusion >= 0)
        return truth(p, conclusion, out);
    if (dxki_const_is_expr(p->m, p->b, DXKI_OP_BITCAST)) { /* cast the other one back instead */
        dxki_value inner = dxki_const_expr_op(p->m, p->b, 0);
        dxki_type type = dxki_value_type(p->m, inner);
        bool vector = dxki_type_kind_of(p->m, type) == DXKI_T_VECTOR;
        if (!vector) {
            dxki_value a = dxki_fold_cast(p->m, DXKI_OP_BITCAST, p->a, type);
            return dxki_fold_done(a ? dxki_fold_compare(p->m, p->predicate, a, inner) : 0, out);
        }
    }
    dxki_folded folded = fold_extended(p, out);
    if (folded != DXKI_UNFOLDED)
        return folded;
    bool a_expr = dxki_const_is_expr(p->m, p->a, DXKI_OP_NONE);
    if ((!a_expr && dxki_const_is_expr(p->m, p->b, DXKI_OP_NONE)) ||
        (dxki_const_is_null(p->m, p->a) && !dxki_const_is_null(p->m, p->b)))
        return dxki_fold_done(dxki_fold_compare(p->m, swapped(p->predicate), p->b, p->a), out);
    return DXKI_UNFOLDED;
}

/* --- any comparison --- */

static dxki_folded fold(const pair *p, dxki_value *out)
{
    if (p->predicate == FCMP_FALSE || p->predicate == FCMP_TRUE)
        return truth(p, p->predicate == FCMP_TRUE, out);
    if (dxki_const_is_undef(p->m, p->a) || dxki_const_is_undef(p->m, p->b))
        return fold_undef(p, out);
    if (p->type == DXKI_TY_I1 && (p->predicate == EQ || p->predicate == NE))
        return fold_bits(p, out);
    dxki_folded folded = fold_numbers(p, out);
    if (folded != DXKI_UNFOLDED)
        return folded;
    if (dxki_type_kind_of(p->m, p->type) == DXKI_T_VECTOR)
        return dxki_fold_by_elements(p->m, p->result, p->a, p->b, dxki_fold_compare, p->predicate,
                                     out);
    if (dxki_type_is_fp(p->m, p->type)) { /* the same expression is taken for equal to itself */
        bool expr = dxki_const_is_expr(p->m, p->a, DXKI_OP_NONE);
        bool decided = p->predicate & 1 && p->predicate != 7;
        return expr && p->a == p->b ? truth(p, decided, out) : DXKI_UNFOLDED;
    }
    if (is_simple(p->m, p->a) && is_simple(p->m, p->b) && p->a != p->b)
        return DXKI_UNFOLDED;
    return fold_addresses(p, out);
}

dxki_value dxki_fold_compare(dxk_module *m, uint32_t predicate, dxki_value a, dxki_value b)
{
    pair p = {m, predicate, a, b, dxki_value_type(m, a), DXKI_TY_I1};
    dxki_value result = 0, ops[2] = {a, b};
    if (dxki_type_kind_of(m, p.type) == DXKI_T_VECTOR)
        p.result = dxki_type_vector(m, DXKI_TY_I1, (uint32_t)dxki_type_count(m, p.type));
    if (!p.result)
        return 0;
    dxki_folded folded = fold(&p, &result);
    if (folded == DXKI_UNFOLDED)
        return dxki_const_expr(m, is_icmp(predicate) ? DXKI_OP_ICMP : DXKI_OP_FCMP,
                               (uint8_t)predicate, p.result, ops, 2, NULL, 0);
    return folded == DXKI_FOLDED ? result : 0;
}
