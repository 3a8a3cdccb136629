/* SPDX-License-Identifier: MIT */
/* number.c - see number.h. */
#include "rootsig/number.h"

#include <string.h>

#include "base/decimal.h"

#define FLOAT_MAX 0x7F7FFFFFu

/* Doubles with a wider exponent: the reference judges whether a number is too small for a normal
 * double before it bounds the exponent. */
static const dxki_real_format wide = {12, 52};
#define WIDE_BIAS     2047
#define LEAST_NORMAL  ((uint64_t)(WIDE_BIAS - 1022) << 52)
#define LARGEST_FLOAT (((uint64_t)(WIDE_BIAS + 128) << 52) - ((uint64_t)1 << 29))

bool dxki_rootsig_real(dxk_str text, uint32_t *bits)
{
    dxki_decimal d;
    bool negative;
    if (text.size > DXKI_RS_NUMBER_MAX)
        return false;
    dxki_decimal_scan_all(text, &d, &negative);
    uint64_t number = dxki_decimal_bits(&d, wide);
    if (d.digits && (number < LEAST_NORMAL || number > LARGEST_FLOAT))
        return false;
    *bits = (uint32_t)dxki_real_join(DXKI_BINARY32, dxki_real_split(wide, number), false);
    *bits |= negative ? 0x80000000u : 0;
    return true;
}

/* Plainly when that is short. */
static size_t lay_out(bool negative, dxki_decimal d, char *text)
{
    d = dxki_decimal_trim(d);
    int power = dxki_decimal_power(&d);
    *text = '-';
    if (power >= -5 && power <= 8)
        return negative + dxki_decimal_plain(&d, text + negative);
    return negative + dxki_decimal_scientific(&d, 1, 1, text + negative);
}

size_t dxki_rootsig_real_text(uint32_t bits, char text[DXKI_RS_REAL_MAX])
{
    bool negative = bits >> 31;
    uint32_t magnitude = bits & 0x7FFFFFFF, back;
    if (magnitude > FLOAT_MAX)
        return 0;
    if (magnitude == 0) {
        memcpy(text, negative ? "-0.0" : "0", negative ? 4 : 1);
        return negative ? 4 : 1;
    }
    dxki_real number = dxki_real_split(DXKI_BINARY32, magnitude);
    for (int digits = 1; digits <= DXKI_DIGITS_MAX; digits++) {
        size_t size = lay_out(negative, dxki_decimal_of(number, digits, DXKI_TIES_EVEN), text);
        if (dxki_rootsig_real((dxk_str){text, size}, &back) && back == bits)
            return size;
    }
    return 0;
}

size_t dxki_rootsig_real_scientific(uint32_t bits, char text[DXKI_RS_REAL_MAX])
{
    uint32_t magnitude = bits & 0x7FFFFFFF;
    size_t sign = bits >> 31;
    dxki_decimal d = {0, 0, {NULL, 0}};
    *text = '-';
    if (magnitude > FLOAT_MAX) {
        memcpy(text + sign, magnitude == FLOAT_MAX + 1 ? "inf" : "nan", 3);
        return sign + 3;
    }
    if (magnitude)
        d = dxki_decimal_of(dxki_real_split(DXKI_BINARY32, bits), 7, DXKI_TIES_EVEN);
    return sign + dxki_decimal_scientific(&d, 7, 2, text + sign);
}
