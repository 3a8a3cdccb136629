/* SPDX-License-Identifier: MIT */
/*
 * constant_call.c - functions of the language on values that are known while compiling: those whose
 * results are exact; see constant.c for what a value is.
 */
#include "base/count.h"
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

typedef struct function {
    const char *name;
    uint64_t (*apply)(uint8_t kind, const number *a);
    uint8_t args;
    bool real_only;
} function;

static const function functions[] = {
    {"abs", absolute, 1, false}, {"ceil", raised, 1, true},        {"clamp", clamped, 3, false},
    {"floor", floored, 1, true}, {"max", highest, 2, false},       {"min", lowest, 2, false},
    {"round", rounded, 1, true}, {"saturate", saturated, 1, true}, {"trunc", truncated, 1, true},
};

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
    for (size_t i = 0; i < n->list_count; i++) {
        if (!dxki_hlsl_same(c, n->list[i]->type, n->type))
            return false;
    }
    return real || !f->real_only;
}

const uint64_t *dxki_sema_call_value(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const function *f = n->row->scope[0] ? NULL : find(n->row->name);
    const uint64_t *args[MOST_ARGS];

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
        out[i] = f->apply(dxki_hlsl_info(n->type)->number, a);
        out[i] = dxki_sema_convert_bits(c, out[i], n->type->scalar, n->type->scalar);
    }
    return out;
}
