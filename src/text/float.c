/* SPDX-License-Identifier: MIT */
/*
 * float.c - the decimal form of floating point constants (text format, "Constants"): seven
 * significant digits when these read back as the same double, else its bits.
 */
#include "text/float.h"

#include "base/decimal.h"

#define DIGITS 7

static size_t write_hex(uint64_t bits, char *text)
{
    size_t n = 0;
    text[n++] = '0';
    text[n++] = 'x';
    int digits = 16;
    while (digits > 1 && bits >> (4 * (digits - 1)) == 0)
        digits--;
    for (; digits > 0; digits--)
        text[n++] = "0123456789ABCDEF"[bits >> (4 * (digits - 1)) & 15];
    return n;
}

size_t dxki_text_format_double(uint64_t bits, char text[DXKI_FLOAT_SIZE])
{
    uint64_t magnitude = bits & ~((uint64_t)1 << 63);
    dxki_decimal d;
    if (magnitude >= dxki_infinity(DXKI_BINARY64) ||
        !dxki_decimal_tells(DXKI_BINARY64, bits, DIGITS, &d))
        return write_hex(bits, text);
    *text = '-';
    size_t sign = bits != magnitude;
    return sign + dxki_decimal_scientific(&d, DIGITS, 2, text + sign);
}
