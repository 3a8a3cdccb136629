/* SPDX-License-Identifier: MIT */
/* debug_op.c - the operators of expressions: integers of 64 bits that wrap, and reals; see debug_op.h. */
#include "debug_op.h"

debug_value debug_integer(int64_t value)
{
    return (debug_value){.integer = value};
}

debug_value debug_number(double value)
{
    return (debug_value){.is_real = true, .real = value};
}

double debug_real(const debug_value *v)
{
    return v->is_real ? v->real : (double)v->integer;
}

static debug_value compare(debug_op op, const debug_value *a, const debug_value *b)
{
    bool reals = a->is_real || b->is_real;
    double x = debug_real(a), y = debug_real(b);
    bool less = reals ? x < y : a->integer < b->integer;
    bool same = reals ? x == y : a->integer == b->integer;
    bool more = reals ? x > y : a->integer > b->integer;
    switch (op) {
    case DEBUG_OP_EQ:
        return debug_integer(same);
    case DEBUG_OP_NE:
        return debug_integer(!same);
    case DEBUG_OP_LT:
        return debug_integer(less);
    case DEBUG_OP_GT:
        return debug_integer(more);
    case DEBUG_OP_LE:
        return debug_integer(less || same);
    default:
        return debug_integer(more || same);
    }
}

static const char *compute_reals(debug_op op, double x, double y, debug_value *out)
{
    switch (op) {
    case DEBUG_OP_ADD:
        *out = debug_number(x + y);
        return NULL;
    case DEBUG_OP_SUB:
        *out = debug_number(x - y);
        return NULL;
    case DEBUG_OP_MUL:
        *out = debug_number(x * y);
        return NULL;
    case DEBUG_OP_DIV:
        *out = debug_number(x / y);
        return NULL;
    default:
        return "this operator requires integers";
    }
}

static const char *compute_integers(debug_op op, int64_t x, int64_t y, debug_value *out)
{
    uint64_t a = (uint64_t)x, b = (uint64_t)y;
    if ((op == DEBUG_OP_DIV || op == DEBUG_OP_REM) && (y == 0 || y == -1)) {
        if (y == 0)
            return "division by zero";
        *out = debug_integer(op == DEBUG_OP_DIV ? (int64_t)(0 - a) : 0);
        return NULL;
    }
    switch (op) {
    case DEBUG_OP_BIT_OR:
        a |= b;
        break;
    case DEBUG_OP_XOR:
        a ^= b;
        break;
    case DEBUG_OP_BIT_AND:
        a &= b;
        break;
    case DEBUG_OP_SHL:
        a <<= b & 63;
        break;
    case DEBUG_OP_SHR:
        a >>= b & 63;
        break;
    case DEBUG_OP_ADD:
        a += b;
        break;
    case DEBUG_OP_SUB:
        a -= b;
        break;
    case DEBUG_OP_MUL:
        a *= b;
        break;
    case DEBUG_OP_DIV:
        a = (uint64_t)(x / y);
        break;
    default:
        a = (uint64_t)(x % y);
        break;
    }
    *out = debug_integer((int64_t)a);
    return NULL;
}

const char *debug_compute(debug_op op, const debug_value *a, const debug_value *b, debug_value *out)
{
    if (op == DEBUG_OP_OR || op == DEBUG_OP_AND) {
        bool x = debug_real(a) != 0, y = debug_real(b) != 0;
        *out = debug_integer(op == DEBUG_OP_OR ? x || y : x && y);
        return NULL;
    }
    if ((op >= DEBUG_OP_EQ && op <= DEBUG_OP_GE) || op == DEBUG_OP_LT || op == DEBUG_OP_GT) {
        *out = compare(op, a, b);
        return NULL;
    }
    if (a->is_real || b->is_real)
        return compute_reals(op, debug_real(a), debug_real(b), out);
    return compute_integers(op, a->integer, b->integer, out);
}
