/* SPDX-License-Identifier: MIT */
/*
 * check.c - amounts of shifts beyond the width, reals that no integer can hold, the first NaN or
 * infinity that comes from ordinary numbers. Programs say for each instruction what there is to look
 * at, so that nothing is lost when nobody asks.
 */
#include "exec/check.h"

#include "exec/decode.h"
#include "exec/math.h"
#include "exec/taint.h"

#define BIT(id) ((uint64_t)1 << DXKI_FOUND_##id)

bool dxki_exec_check_is_asked(uint64_t enabled)
{
    return enabled & (BIT(SHIFT_RANGE) | BIT(FTOI_RANGE) | BIT(NAN_FIRST) | BIT(INF_FIRST));
}

/* A number of a value, element e. */
static uint64_t number(const dxki_exec_wave *w, uint32_t operand, uint32_t elem, uint32_t e,
                       uint32_t lane)
{
    size_t at = (size_t)e * w->lanes + lane;

    return elem == DXKI_EXEC_I64 || elem == DXKI_EXEC_F64 ? dxki_exec_row64(w, operand)[at]
                                                          : dxki_exec_row(w, operand)[at];
}

static void check_shift(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_check c, uint32_t e,
                        uint32_t lane)
{
    uint64_t amount = number(w, i->b, c.elem, e, lane);

    if (amount >= c.width)
        dxki_exec_finding(w, DXKI_FOUND_SHIFT_RANGE, i, lane, amount, c.width);
}

static double real_of(uint64_t bits, uint32_t elem)
{
    switch (elem) {
    case DXKI_EXEC_F16:
        return dxki_exec_f16_to_double((uint16_t)bits);
    case DXKI_EXEC_F32:
        return (double)dxki_exec_float((uint32_t)bits);
    default:
        return dxki_exec_double(bits);
    }
}

/* 2 to a power from 0 to 64. */
static double power(uint32_t n)
{
    return n < 64 ? (double)((uint64_t)1 << n) : 18446744073709551616.0;
}

static void check_range(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_check c, uint32_t e,
                        uint32_t lane)
{
    uint64_t bits = number(w, i->a, c.elem, e, lane);
    double x = real_of(bits, c.elem);
    bool is_signed = c.kind == DXKI_EXEC_CHECK_SIGNED;
    double most = power(is_signed ? c.width - 1u : c.width);
    /* What is cut off may take a number below the least one by less than 1. */
    bool fits = x < most && (is_signed ? x >= -most || x > -most - 1 : x > -1);

    if (!fits)
        dxki_exec_finding(w, DXKI_FOUND_FTOI_RANGE, i, lane, bits, c.width);
}

static bool is_finite(double x)
{
    return x - x == 0;
}

static void check_result(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_check c, uint32_t e,
                         uint32_t lane)
{
    const uint32_t operands[3] = {i->a, i->b, i->c};
    uint64_t bits = number(w, i->dst, c.elem, e, lane);
    double result = real_of(bits, c.elem);
    bool any_nan = false, all_finite = true;

    if (is_finite(result))
        return;
    for (uint32_t n = 0; n < c.operands; n++) {
        double x = real_of(number(w, operands[n], c.elem, e, lane), c.elem);
        any_nan |= x != x;
        all_finite &= is_finite(x);
    }
    if (result != result && !any_nan)
        dxki_exec_finding(w, DXKI_FOUND_NAN_FIRST, i, lane, bits, 0);
    else if (result == result && all_finite)
        dxki_exec_finding(w, DXKI_FOUND_INF_FIRST, i, lane, bits, 0);
}

typedef void look(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_check c, uint32_t e,
                  uint32_t lane);

static void look_at(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_check c, look *at)
{
    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            at(w, i, c, e, lane);
        }
    }
}

void dxki_exec_run_checked(dxki_exec_wave *w, uint32_t first, uint32_t end)
{
    static look *const looks[] = {
        [DXKI_EXEC_CHECK_SHIFT] = check_shift,
        [DXKI_EXEC_CHECK_SIGNED] = check_range,
        [DXKI_EXEC_CHECK_UNSIGNED] = check_range,
        [DXKI_EXEC_CHECK_REAL] = check_result,
    };

    bool looks_are_asked = dxki_exec_check_is_asked(w->worker->enabled);

    for (uint32_t n = first; n < end; n++) {
        const dxki_exec_inst *i = w->program->code.items + n;
        dxki_exec_check c = w->program->checks.items[n];
        i->run(w, i);
        if (c.kind != DXKI_EXEC_CHECK_NONE && looks_are_asked)
            look_at(w, i, c, looks[c.kind]);
        if (w->origins)
            dxki_exec_taint_pass(w, n);
    }
}
