/* SPDX-License-Identifier: MIT */
/*
 * constant_call.c - functions of the language on values that are known while compiling; see
 * constant.c for what a value is.
 */
#include "base/count.h"
#include "base/elementary.h"
#include "base/real.h"
#include "sema/sema.h"

#define MOST_ARGS 3

/* A number as its kind needs it. */
typedef struct number {
    double real;
    int64_t sint;
    uint64_t bits;
} number;

static number number_of(uint64_t bits)
{
    number n = {.bits = bits, .sint = (int64_t)bits};

    memcpy(&n.real, &bits, sizeof n.real);
    return n;
}

static uint64_t of_real(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool less(uint8_t kind, number a, number b)
{
    return kind == DXKI_HLSL_REAL   ? a.real < b.real
           : kind == DXKI_HLSL_SINT ? a.sint < b.sint
                                    : a.bits < b.bits;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions of each element                                                                  */

static bool is_nan(uint8_t kind, number a)
{
    return kind == DXKI_HLSL_REAL && !(a.real == a.real);
}

/* Of a NaN and a number the number, as when running. */
static uint64_t lowest(uint8_t kind, const number *a)
{
    if (is_nan(kind, a[0]))
        return a[1].bits;
    return less(kind, a[1], a[0]) ? a[1].bits : a[0].bits;
}

static uint64_t highest(uint8_t kind, const number *a)
{
    if (is_nan(kind, a[0]))
        return a[1].bits;
    return less(kind, a[0], a[1]) ? a[1].bits : a[0].bits;
}

static uint64_t clamped(uint8_t kind, const number *a)
{
    const number low[2] = {number_of(highest(kind, a)), a[2]};

    return lowest(kind, low);
}

static uint64_t absolute(uint8_t kind, const number *a)
{
    if (kind == DXKI_HLSL_REAL)
        return a->real < 0 ? of_real(-a->real) : a->real == 0 ? of_real(0) : a->bits;
    return kind == DXKI_HLSL_SINT && a->sint < 0 ? 0 - a->bits : a->bits;
}

static uint64_t saturated(uint8_t kind, const number *a)
{
    (void)kind;
    return of_real(a->real > 1 ? 1 : a->real > 0 ? a->real : 0);
}

static double whole(double x)
{
    return x > -4503599627370496.0 && x < 4503599627370496.0 ? (double)(int64_t)x : x;
}

static double lower(double x)
{
    return whole(x) > x ? whole(x) - 1 : whole(x);
}

/* An integer that was made of a number; zero has the number's sign. */
static uint64_t of_whole(double value, const number *a)
{
    return value == 0 ? a->bits & (uint64_t)1 << 63 : of_real(value);
}

static uint64_t truncated(uint8_t kind, const number *a)
{
    (void)kind;
    return of_whole(whole(a->real), a);
}

static uint64_t floored(uint8_t kind, const number *a)
{
    (void)kind;
    return of_whole(lower(a->real), a);
}

static uint64_t raised(uint8_t kind, const number *a)
{
    (void)kind;
    return of_whole(-lower(-a->real), a);
}

/* To the nearest, and of two the even one. */
static uint64_t rounded(uint8_t kind, const number *a)
{
    double low = lower(a->real), rest = a->real - low;
    bool odd = lower(low / 2) * 2 != low;

    (void)kind;
    return of_whole(rest > 0.5 || (rest == 0.5 && odd) ? low + 1 : low, a);
}

static uint64_t fraction(uint8_t kind, const number *a)
{
    (void)kind;
    return of_real(a->real - lower(a->real) + 0.0);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions that are approximated                                                            */

#define PI      0x1.921fb54442d18p+1
#define LOG2_E  0x1.71547652b82fep+0
#define LOG2_10 0x1.a934f0979a371p+1

static double logarithm(double x)
{
    return dxki_real_log2(x) / LOG2_E;
}

static double logarithm_10(double x)
{
    return dxki_real_log2(x) / LOG2_10;
}

static double exponential(double x)
{
    return dxki_real_exp2(x * LOG2_E);
}

/* Of zero, what no number is. */
static double reciprocal(double x)
{
    return x == 0 ? dxki_real_sqrt(-1) : 1 / x;
}

static double power(double x, double y)
{
    const double times = y < 0 ? -y : y;
    double product = 1;

    if (times > 64 || whole(times) != times)
        return dxki_real_exp2(y * dxki_real_log2(x));
    for (int i = 0; i < (int)times; i++)
        product *= x;
    return y < 0 ? reciprocal(product) : product;
}

/* The angle of a point. */
static double angle(double y, double x)
{
    const double half = y < 0 ? -PI : PI;

    if (x == 0)
        return y == 0 ? reciprocal(0) : half / 2;
    return dxki_real_atan(y / x) + (x < 0 ? half : 0);
}

typedef struct function {
    const char *name;
    uint64_t (*apply)(uint8_t kind, const number *a);
    double (*near)(double x); /* if it is approximated */
    double (*near_two)(double x, double y);
    uint8_t args;
    bool real_only;
} function;

#define EXACT(name, apply, args, real_only)                                                        \
    {                                                                                              \
        name, apply, NULL, NULL, args, real_only                                                   \
    }
#define NEAR(name, function)                                                                       \
    {                                                                                              \
        name, NULL, function, NULL, 1, true                                                        \
    }
#define NEAR_TWO(name, function)                                                                   \
    {                                                                                              \
        name, NULL, NULL, function, 2, true                                                        \
    }

static const function functions[] = {
    EXACT("abs", absolute, 1, false),
    EXACT("ceil", raised, 1, true),
    EXACT("clamp", clamped, 3, false),
    EXACT("floor", floored, 1, true),
    EXACT("frac", fraction, 1, true),
    EXACT("max", highest, 2, false),
    EXACT("min", lowest, 2, false),
    EXACT("round", rounded, 1, true),
    EXACT("saturate", saturated, 1, true),
    EXACT("trunc", truncated, 1, true),
    NEAR("acos", dxki_real_acos),
    NEAR("asin", dxki_real_asin),
    NEAR("atan", dxki_real_atan),
    NEAR("cos", dxki_real_cos),
    NEAR("cosh", dxki_real_hcos),
    NEAR("exp", exponential),
    NEAR("exp2", dxki_real_exp2),
    NEAR("log", logarithm),
    NEAR("log10", logarithm_10),
    NEAR("log2", dxki_real_log2),
    NEAR("rcp", reciprocal),
    NEAR("rsqrt", dxki_real_rsqrt),
    NEAR("sin", dxki_real_sin),
    NEAR("sinh", dxki_real_hsin),
    NEAR("sqrt", dxki_real_sqrt),
    NEAR("tan", dxki_real_tan),
    NEAR("tanh", dxki_real_htan),
    NEAR_TWO("atan2", angle),
    NEAR_TWO("pow", power),
};

/* Is the number in the range of floats, and no device flushes it? */
static bool is_plain(double x)
{
    const double magnitude = x < 0 ? -x : x;

    return x == 0 || (magnitude >= 0x1p-126 && magnitude < 0x1p+127);
}

/* May a function be computed of it? Circular ones of large numbers only if they are floats. */
static bool is_taken(double x)
{
    return is_plain(x) && ((x > -0x1p+20 && x < 0x1p+20) || (double)(float)x == x);
}

/* The result for one element; false: it is left to the device. */
static bool apply(const function *f, uint8_t kind, const number *a, uint64_t *out)
{
    double value, high;

    if (f->apply) {
        *out = f->apply(kind, a);
        return true;
    }
    if (!is_taken(a[0].real) || (f->args > 1 && !is_taken(a[1].real)))
        return false;
    value = f->near ? f->near(a[0].real) : f->near_two(a[0].real, a[1].real);
    if (!is_plain(value))
        return false;
    high = value * 0x2001; /* rounds to the 40 bits that are right */
    *out = of_real(high - (high - value));
    return true;
}

static const function *find(const char *name)
{
    for (size_t i = 0; i < DXKI_COUNT(functions); i++) {
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    }
    return NULL;
}

/* Do all arguments have the shape and the kind of number of the result? */
static bool fits(dxki_hlsl *c, const dxki_hlsl_node *n, const function *f)
{
    bool real;

    if (n->a || n->list_count != f->args || !dxki_hlsl_is_numeric(n->type))
        return false;
    real = dxki_hlsl_info(n->type)->number == DXKI_HLSL_REAL;
    if (!f->apply && dxki_hlsl_info(n->type)->flags & DXKI_HLSL_MINIMUM)
        return false; /* who knows how many bits they have */
    for (size_t i = 0; i < n->list_count; i++) {
        if (!dxki_hlsl_same(c, n->list[i]->type, n->type))
            return false;
    }
    return real || !f->real_only;
}

bool dxki_sema_is_strict_call(const dxki_hlsl_node *n)
{
    static const char *const names[] = {"asuint", "max", "min"};
    bool found = false;

    for (size_t i = 0; i < DXKI_COUNT(names); i++)
        found = found || strcmp(n->row->name, names[i]) == 0;
    return found && !n->row->scope[0] && n->type->kind == DXKI_HLSL_TY_SCALAR;
}

/* asuint(x): the bits of numbers of 32 bits; NULL: it is something else. */
static const uint64_t *bits_of_call(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *from = n->list_count == 1 ? n->list[0]->type : NULL;
    bool exact;

    if (!from || n->type->scalar != DXKI_HLSL_S_UINT || from->leaves != n->type->leaves ||
        (from->scalar != DXKI_HLSL_S_INT && from->scalar != DXKI_HLSL_S_UINT &&
         from->scalar != DXKI_HLSL_S_FLOAT))
        return NULL;
    const uint64_t *values = dxki_sema_value(c, n->list[0]);
    uint64_t *out = values ? dxki_arena_alloc(&c->arena, n->type->leaves * sizeof *out) : NULL;
    if (values && !out)
        dxki_hlsl_nomem(c);
    for (uint32_t i = 0; out && i < n->type->leaves; i++)
        out[i] = from->scalar == DXKI_HLSL_S_FLOAT
                     ? dxki_real_convert(DXKI_BINARY64, values[i], DXKI_BINARY32, &exact)
                     : values[i] & UINT32_MAX;
    return out;
}

const uint64_t *dxki_sema_call_value(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const function *f = n->row->scope[0] ? NULL : find(n->row->name);
    const uint64_t *args[MOST_ARGS];

    if (!n->row->scope[0] && strcmp(n->row->name, "asuint") == 0)
        return bits_of_call(c, n);
    if (!f || !fits(c, n, f))
        return NULL;
    for (size_t i = 0; i < n->list_count; i++) {
        args[i] = dxki_sema_value(c, n->list[i]);
        if (!args[i])
            return NULL;
    }
    uint64_t *out = dxki_arena_alloc(&c->arena, n->type->leaves * sizeof *out);
    if (!out)
        dxki_hlsl_nomem(c);
    for (uint32_t i = 0; out && i < n->type->leaves; i++) {
        number a[MOST_ARGS];
        for (size_t k = 0; k < n->list_count; k++)
            a[k] = number_of(args[k][i]);
        if (!apply(f, dxki_hlsl_info(n->type)->number, a, &out[i]))
            return NULL;
        out[i] = dxki_sema_convert_bits(c, out[i], n->type->scalar, n->type->scalar);
    }
    return out;
}
