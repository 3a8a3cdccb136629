/* SPDX-License-Identifier: MIT */
/*
 * number.c - see number.h. Older compilers print the 17 digits that tell doubles apart, rounded
 * half up, and fill with zeros; newer ones print all digits, rounded half to even.
 */
#include "fxc/number.h"

#include "base/decimal.h"

#define DECIMALS    6 /* of "%f" */
#define SIGNIFICANT 9 /* of "%.9g" */

/* What is no number. The NaN that processors make has a name of its own; `zeros` are those that
 * older compilers fill six decimals with. */
static void put_special(dxki_out *out, dxki_real_format f, uint64_t bits,
                        dxki_fxc_rounding rounding, bool zeros)
{
    uint64_t fraction = bits & (((uint64_t)1 << f.fraction) - 1);
    bool negative = bits >> (f.exponent + f.fraction);
    bool indefinite = negative && fraction == (uint64_t)1 << (f.fraction - 1);
    if (rounding == DXKI_ROUND_EXACT) {
        dxki_out_text(out, fraction == 0 ? "inf" : indefinite ? "nan(ind)" : "nan");
        return;
    }
    dxki_out_text(out, fraction == 0 ? "1.#INF" : indefinite ? "1.#IND" : "1.#QNAN");
    if (zeros)
        dxki_out_text(out, fraction == 0 || indefinite ? "00" : "0");
}

/* Puts the sign, and all of what is no number. */
static bool put_start(dxki_out *out, dxki_real_format f, uint64_t bits, dxki_fxc_rounding rounding,
                      bool zeros)
{
    uint64_t sign = (uint64_t)1 << (f.exponent + f.fraction);
    if (bits & sign)
        dxki_out_char(out, '-');
    if ((bits & (sign - 1)) < dxki_infinity(f))
        return true;
    put_special(out, f, bits, rounding, zeros);
    return false;
}

/* Drops the last digits, rounding half up. */
static uint64_t round_digits(uint64_t digits, int64_t drop)
{
    uint64_t unit = 1;
    if (drop > DXKI_DIGITS_MAX)
        return 0;
    for (; drop > 0; drop--)
        unit *= 10;
    return digits / unit + (unit > 1 && digits % unit >= unit / 2);
}

/* 17 digits, of which six after the point are kept, with zeros after them. */
static size_t fixed_17(dxki_real number, char *text)
{
    dxki_decimal d = dxki_decimal_of(number, DXKI_DIGITS_MAX, DXKI_TIES_UP);
    if (d.exponent < -DECIMALS) {
        d.digits = round_digits(d.digits, -DECIMALS - d.exponent);
        d.exponent = -DECIMALS;
    }
    size_t size = dxki_decimal_plain(&d, text);
    int64_t decimals = d.exponent < 0 ? -d.exponent : 0;
    if (decimals == 0)
        text[size++] = '.';
    for (; decimals < DECIMALS; decimals++)
        text[size++] = '0';
    return size;
}

static void put_fixed(dxki_out *out, dxki_real_format f, uint64_t bits, dxki_fxc_rounding rounding)
{
    char text[DXKI_FIXED_TEXT];
    if (!put_start(out, f, bits, rounding, true))
        return;
    dxki_real number = dxki_real_split(f, bits);
    if (rounding == DXKI_ROUND_17 && number.significand)
        dxki_out_write(out, text, fixed_17(number, text));
    else
        dxki_out_write(out, text, dxki_decimal_fixed(number, DECIMALS, text));
}

void dxki_fxc_put_float(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding)
{
    put_fixed(out, DXKI_BINARY32, bits, rounding);
}

void dxki_fxc_put_double(dxki_out *out, uint64_t bits, dxki_fxc_rounding rounding)
{
    put_fixed(out, DXKI_BINARY64, bits, rounding);
}

void dxki_fxc_put_general(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding)
{
    char text[DXKI_DECIMAL_TEXT(SIGNIFICANT)];
    dxki_decimal d = {0, 0, {NULL, 0}};
    if (!put_start(out, DXKI_BINARY32, bits, rounding, false))
        return;
    dxki_real number = dxki_real_split(DXKI_BINARY32, bits);
    if (number.significand && rounding == DXKI_ROUND_EXACT) {
        d = dxki_decimal_of(number, SIGNIFICANT, DXKI_TIES_EVEN);
    } else if (number.significand) {
        d = dxki_decimal_of(number, DXKI_DIGITS_MAX, DXKI_TIES_UP);
        d.digits = round_digits(d.digits, DXKI_DIGITS_MAX - SIGNIFICANT);
        d.exponent += DXKI_DIGITS_MAX - SIGNIFICANT;
    }
    d = dxki_decimal_trim(d);
    int power = dxki_decimal_power(&d);
    if (power >= -4 && power < SIGNIFICANT)
        dxki_out_write(out, text, dxki_decimal_plain(&d, text));
    else
        dxki_out_write(out, text,
                       dxki_decimal_scientific(&d, 1, rounding == DXKI_ROUND_17 ? 3 : 2, text));
}
