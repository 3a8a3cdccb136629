/* SPDX-License-Identifier: MIT */
/*
 * constant.c - values that are known while compiling; see sema.h. A leaf is 64 bits: a bool is 0 or
 * 1, an integer is extended as its sign says, a real is a double that its type can hold.
 */
#include "sema/sema.h"

#include "base/count.h"
#include "base/real.h"

#define MOST_LEAVES 65536u

static double real_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Bits that a type has in registers. */
static unsigned width(const dxki_hlsl *c, uint8_t scalar)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar);

    if (info->flags & DXKI_HLSL_LITERAL)
        return 64;
    if (scalar == DXKI_HLSL_S_HALF)
        return c->options.native_16bit ? 16 : 32;
    if (info->flags & (DXKI_HLSL_MINIMUM | DXKI_HLSL_NATIVE))
        return 16;
    return info->bits == 64 ? 64 : 32;
}

/* An integer as its type holds it. */
static uint64_t wrap(const dxki_hlsl *c, uint64_t bits, uint8_t scalar)
{
    unsigned shift = 64 - width(c, scalar);
    bool sign = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number == DXKI_HLSL_SINT;

    bits = bits << shift >> shift;
    if (sign && shift && bits >> (63 - shift) & 1)
        bits |= ~(uint64_t)0 << (64 - shift);
    return bits;
}

/* A real as its type holds it. */
static uint64_t round_real(const dxki_hlsl *c, uint64_t bits, uint8_t scalar)
{
    unsigned bits_wide = width(c, scalar);
    dxki_real_format format = bits_wide == 16 ? DXKI_BINARY16 : DXKI_BINARY32;
    bool exact;

    if (bits_wide == 64)
        return bits;
    return dxki_real_convert(format, dxki_real_convert(DXKI_BINARY64, bits, format, &exact),
                             DXKI_BINARY64, &exact);
}

/* To an integer of a width, towards zero; what is out of range is the nearest there is. */
static uint64_t to_integer(double value, unsigned width, bool sign)
{
    const double end = (sign ? 1 : 2) * (double)((uint64_t)1 << (width - 1));
    const uint64_t most = ~(uint64_t)0 >> (64 - width + sign);

    if (!(value == value))
        return 0;
    if (value >= end)
        return most;
    if (sign)
        return value <= -end ? ~most : (uint64_t)(int64_t)value;
    return value > 0 ? (uint64_t)value : 0;
}

uint64_t dxki_sema_convert_bits(const dxki_hlsl *c, uint64_t bits, uint8_t from, uint8_t to)
{
    uint8_t source = dxki_hlsl_scalar_at((dxki_hlsl_scalar)from)->number;
    uint8_t target = dxki_hlsl_scalar_at((dxki_hlsl_scalar)to)->number;

    if (target == DXKI_HLSL_BOOL)
        return source == DXKI_HLSL_REAL ? real_of(bits) != 0 : bits != 0;
    if (target == DXKI_HLSL_REAL) {
        if (source == DXKI_HLSL_SINT)
            bits = bits_of((double)(int64_t)bits);
        else if (source != DXKI_HLSL_REAL)
            bits = bits_of((double)bits);
        return round_real(c, bits, to);
    }
    if (source == DXKI_HLSL_REAL)
        bits = to_integer(real_of(bits), width(c, to), target == DXKI_HLSL_SINT);
    return wrap(c, bits, to);
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

static uint64_t truth(bool value)
{
    return value;
}

static bool compare(uint8_t op, int order, bool unordered)
{
    switch (op) {
    case DXKI_HLSL_T_EQ:
        return !unordered && order == 0;
    case DXKI_HLSL_T_NE:
        return unordered || order != 0;
    case DXKI_HLSL_T_LT:
        return !unordered && order < 0;
    case DXKI_HLSL_T_LE:
        return !unordered && order <= 0;
    case DXKI_HLSL_T_GT:
        return !unordered && order > 0;
    default:
        return !unordered && order >= 0;
    }
}

static bool is_comparison(uint8_t op)
{
    return op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE || op == DXKI_HLSL_T_LT ||
           op == DXKI_HLSL_T_LE || op == DXKI_HLSL_T_GT || op == DXKI_HLSL_T_GE;
}

/* Quotient of a number and a zero, whose bits are given: C leaves it open. */
static double over_zero(double a, uint64_t zero)
{
    const uint64_t sign = (uint64_t)1 << 63, exponent = (uint64_t)0x7ff << 52;

    if (a == 0 || !(a == a))
        return real_of(exponent | (uint64_t)1 << 51);
    return real_of(exponent | ((bits_of(a) ^ zero) & sign));
}

static bool real_binary(const dxki_hlsl *c, uint8_t op, uint8_t scalar, uint64_t *out, uint64_t x,
                        uint64_t y)
{
    double a = real_of(x), b = real_of(y), value;

    if (is_comparison(op)) {
        *out = truth(compare(op, a < b ? -1 : a > b, !(a == a) || !(b == b)));
        return true;
    }
    switch (op) {
    case DXKI_HLSL_T_ADD:
        value = a + b;
        break;
    case DXKI_HLSL_T_SUB:
        value = a - b;
        break;
    case DXKI_HLSL_T_MUL:
        value = a * b;
        break;
    case DXKI_HLSL_T_DIV:
        value = b == 0 ? over_zero(a, y) : a / b;
        break;
    default:
        return false;
    }
    *out = round_real(c, bits_of(value), scalar);
    return true;
}

/* Quotient or rest; false: not a number. */
static bool divide(uint64_t *out, uint64_t x, uint64_t y, bool sign, bool rest)
{
    if (y == 0)
        return false;
    if (!sign)
        *out = rest ? x % y : x / y;
    else if (y == UINT64_MAX)
        *out = rest ? 0 : 0 - x;
    else
        *out = (uint64_t)(rest ? (int64_t)x % (int64_t)y : (int64_t)x / (int64_t)y);
    return true;
}

static uint64_t shift_right(uint64_t x, unsigned by, bool sign)
{
    if (!sign || !(x >> 63))
        return x >> by;
    return ~(~x >> by);
}

static bool int_binary(const dxki_hlsl *c, uint8_t op, uint8_t scalar, uint64_t *out, uint64_t x,
                       uint64_t y)
{
    bool sign = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number == DXKI_HLSL_SINT;
    unsigned by = (unsigned)(y & (width(c, scalar) - 1));
    int order = x == y ? 0 : (sign ? (int64_t)x < (int64_t)y : x < y) ? -1 : 1;
    uint64_t value;

    if (is_comparison(op)) {
        *out = truth(compare(op, order, false));
        return true;
    }
    switch (op) {
    case DXKI_HLSL_T_ADD:
        value = x + y;
        break;
    case DXKI_HLSL_T_SUB:
        value = x - y;
        break;
    case DXKI_HLSL_T_MUL:
        value = x * y;
        break;
    case DXKI_HLSL_T_DIV:
    case DXKI_HLSL_T_MOD:
        if (!divide(&value, x, y, sign, op == DXKI_HLSL_T_MOD))
            return false;
        break;
    case DXKI_HLSL_T_AND:
        value = x & y;
        break;
    case DXKI_HLSL_T_OR:
        value = x | y;
        break;
    case DXKI_HLSL_T_XOR:
        value = x ^ y;
        break;
    case DXKI_HLSL_T_SHL:
        value = x << by;
        break;
    case DXKI_HLSL_T_SHR:
        value = shift_right(x, by, sign);
        break;
    default:
        return false;
    }
    *out = scalar == DXKI_HLSL_S_BOOL ? value != 0 : wrap(c, value, scalar);
    return true;
}

static bool unary(const dxki_hlsl *c, uint8_t op, uint8_t scalar, uint64_t *out, uint64_t x)
{
    bool real = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number == DXKI_HLSL_REAL;

    if (op == DXKI_HLSL_T_NOT)
        *out = !x;
    else if (real)
        *out = bits_of(-real_of(x));
    else
        *out = wrap(c, op == DXKI_HLSL_T_TILDE ? ~x : 0 - x, scalar);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Trees                                                                                      */

static uint64_t *room(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (t->leaves == 0 || t->leaves > MOST_LEAVES)
        return NULL;
    uint64_t *made = dxki_arena_alloc(&c->arena, t->leaves * sizeof *made);
    if (!made)
        dxki_hlsl_nomem(c);
    return made;
}

/* Which leaf of the source becomes leaf `i` of a conversion's result. */
static uint32_t source_leaf(const dxki_hlsl_type *from, const dxki_hlsl_type *to, uint32_t i)
{
    if (from->leaves == 1)
        return 0;
    if (from->kind == DXKI_HLSL_TY_MATRIX && to->kind == DXKI_HLSL_TY_MATRIX)
        return i / to->columns * from->columns + i % to->columns;
    return i;
}

static const uint64_t *convert(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a);
    uint64_t *out = a ? room(c, n->type) : NULL;

    for (uint32_t i = 0; out && i < n->type->leaves; i++) {
        uint32_t from = source_leaf(n->a->type, n->type, i);
        out[i] = dxki_sema_convert_bits(c, a[from], dxki_hlsl_leaf_scalar(n->a->type, from),
                                        dxki_hlsl_leaf_scalar(n->type, i));
    }
    return out;
}

static const uint64_t *binary(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a), *b = a ? dxki_sema_value(c, n->b) : NULL;
    uint64_t *out = b ? room(c, n->type) : NULL;
    uint8_t scalar = n->a->type->scalar;
    bool real = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number == DXKI_HLSL_REAL;

    for (uint32_t i = 0; out && i < n->type->leaves; i++) {
        if (!(real ? real_binary : int_binary)(c, n->op, scalar, &out[i], a[i], b[i]))
            return NULL;
    }
    return out;
}

static const uint64_t *select(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a), *b = a ? dxki_sema_value(c, n->b) : NULL;
    const uint64_t *d = b ? dxki_sema_value(c, n->c) : NULL;
    uint64_t *out = d ? room(c, n->type) : NULL;

    for (uint32_t i = 0; out && i < n->type->leaves; i++)
        out[i] = a[n->a->type->leaves == 1 ? 0 : i] ? b[i] : d[i];
    return out;
}

static const uint64_t *list(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    uint64_t *out = room(c, n->type);
    uint32_t at = 0;

    for (size_t i = 0; out && i < n->list_count; i++) {
        const uint64_t *part = dxki_sema_value(c, n->list[i]);
        uint32_t leaves = n->list[i]->type->leaves;
        if (!part || leaves > n->type->leaves - at)
            return NULL;
        memcpy(out + at, part, leaves * sizeof *out);
        at += leaves;
    }
    return at == n->type->leaves ? out : NULL;
}

/* Part of a value: a field, an element, components. */
static const uint64_t *part(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a), *b;
    uint32_t at = 0;

    if (!a)
        return NULL;
    if (n->kind == DXKI_HLSL_N_FIELD) {
        for (uint32_t i = 0; i < n->index; i++)
            at += n->a->type->record->fields[i].type->leaves;
        return a + at;
    }
    b = dxki_sema_value(c, n->b);
    if (!b || *b >= n->a->type->leaves / (n->type->leaves ? n->type->leaves : 1))
        return NULL;
    return a + *b * n->type->leaves;
}

static const uint64_t *bits_value(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a);
    uint64_t *out = a ? room(c, n->type) : NULL;
    unsigned left = 64u - n->count - n->index, right = 64u - n->count;

    if (!out)
        return NULL;
    const uint8_t scalar = dxki_sema_bits_scalar(n->type);
    bool sign = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number == DXKI_HLSL_SINT;
    *out = shift_right(*a << left, right, sign);
    return out;
}

static const uint64_t *swizzle(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a);
    uint64_t *out = a ? room(c, n->type) : NULL;

    for (uint32_t i = 0; out && i < n->count; i++)
        out[i] = a[n->rows[i] * n->a->type->columns + n->columns[i]];
    return out;
}

static const uint64_t *unary_value(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *a = dxki_sema_value(c, n->a);
    uint64_t *out = a ? room(c, n->type) : NULL;

    for (uint32_t i = 0; out && i < n->type->leaves; i++)
        unary(c, n->op, n->type->scalar, &out[i], a[i]);
    return out;
}

const uint64_t *dxki_sema_value(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint64_t *made = NULL;

    if (n->type->has_objects || n->is_computed || !dxki_hlsl_enter(c, n->loc))
        return NULL;
    switch (n->kind) {
    case DXKI_HLSL_N_CONSTANT:
        made = n->bits;
        break;
    case DXKI_HLSL_N_VAR:
        made = n->var->value;
        break;
    case DXKI_HLSL_N_CONVERT:
        made = convert(c, n);
        break;
    case DXKI_HLSL_N_UNARY:
        made = unary_value(c, n);
        break;
    case DXKI_HLSL_N_BINARY:
    case DXKI_HLSL_N_LOGIC:
        made = n->op == DXKI_HLSL_T_ANDAND || n->op == DXKI_HLSL_T_OROR ? NULL : binary(c, n);
        break;
    case DXKI_HLSL_N_SELECT:
    case DXKI_HLSL_N_CHOOSE:
        made = select(c, n);
        break;
    case DXKI_HLSL_N_LIST:
        made = list(c, n);
        break;
    case DXKI_HLSL_N_FIELD:
    case DXKI_HLSL_N_ELEMENT:
        made = part(c, n);
        break;
    case DXKI_HLSL_N_INTRINSIC:
        made = dxki_sema_call_value(c, n);
        break;
    case DXKI_HLSL_N_BITS:
        made = bits_value(c, n);
        break;
    case DXKI_HLSL_N_SWIZZLE:
        made = swizzle(c, n);
        break;
    default:
        break;
    }
    dxki_hlsl_leave(c);
    return made;
}

static uint8_t looser(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/* Where a variable is read. Vectors and all that has parts are no constants. */
static uint8_t strictness_of_var(const dxki_hlsl_var *v)
{
    const uint8_t own = v->type->kind == DXKI_HLSL_TY_SCALAR ? DXKI_HLSL_FOLDED : DXKI_HLSL_LOOSE;

    return looser(v->strictness, dxki_sema_is_integral(v->type) ? DXKI_HLSL_STRICT : own);
}

uint8_t dxki_sema_strictness(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const dxki_hlsl_node *parts[3] = {n->a, n->b, n->c};
    uint8_t found = DXKI_HLSL_STRICT;

    if (n->kind == DXKI_HLSL_N_CONSTANT)
        return n->strictness;
    if (n->kind == DXKI_HLSL_N_VAR)
        return strictness_of_var(n->var);
    if ((n->kind == DXKI_HLSL_N_INTRINSIC && !dxki_sema_is_strict_call(n)) ||
        !dxki_hlsl_enter(c, n->loc))
        return DXKI_HLSL_LOOSE;
    const uint64_t *truth = n->kind == DXKI_HLSL_N_SELECT || n->kind == DXKI_HLSL_N_CHOOSE
                                ? dxki_sema_value(c, n->a)
                                : NULL;
    if (truth && n->a->type->leaves == 1) /* the other one is not asked */
        parts[*truth ? 2 : 1] = NULL;
    for (size_t i = 0; i < DXKI_COUNT(parts); i++)
        found = looser(found, parts[i] ? dxki_sema_strictness(c, parts[i]) : DXKI_HLSL_STRICT);
    for (size_t i = 0; found != DXKI_HLSL_LOOSE && i < n->list_count; i++)
        found = looser(found, dxki_sema_strictness(c, n->list[i]));
    dxki_hlsl_leave(c);
    return found;
}

dxki_hlsl_node *dxki_sema_constant(dxki_hlsl *c, const dxki_hlsl_type *type, uint64_t bits,
                                   dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_CONSTANT, loc, type);
    uint64_t *out = room(c, type);

    for (uint32_t i = 0; out && i < type->leaves; i++)
        out[i] = bits;
    n->bits = out;
    if (!out)
        n->kind = DXKI_HLSL_N_ERROR;
    return n;
}

dxki_hlsl_node *dxki_sema_fold(dxki_hlsl *c, dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_CONSTANT || !dxki_hlsl_is_value(n->type))
        return n;
    const uint64_t *bits = dxki_sema_value(c, n);
    if (!bits) {
        /* so that each operation of a long sum is asked once, not by all that are around it */
        n->is_computed = n->kind == DXKI_HLSL_N_BINARY;
        return n;
    }
    dxki_hlsl_node *made = dxki_sema_node(c, DXKI_HLSL_N_CONSTANT, n->loc, n->type);
    made->bits = bits;
    made->strictness = dxki_sema_strictness(c, n);
    return made;
}
