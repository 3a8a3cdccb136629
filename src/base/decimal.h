/* SPDX-License-Identifier: MIT */
/*
 * decimal.h - floating point numbers as decimals and back. Every result is the nearest there is,
 * for texts of any length; neither the locale nor the C library has a say in it.
 */
#ifndef DXKI_BASE_DECIMAL_H
#define DXKI_BASE_DECIMAL_H

#include "base/real.h"
#include "dxk/base.h"

/* digits * 10^exponent */
typedef struct dxki_decimal {
    uint64_t digits;
    int64_t exponent;
    dxk_str rest; /* further digits in the text that the number was read from */
} dxki_decimal;

/* --- text to number --- */

/* Reads "12.5", ".5" or "12." at the start of the text. Returns its length, 0 when there is no
 * digit. */
size_t dxki_decimal_scan(dxk_str text, dxki_decimal *d);

/* The same with a sign and an exponent, "-12.5e+3", where there are any. */
size_t dxki_decimal_scan_all(dxk_str text, dxki_decimal *d, bool *negative);

/* The number of a format nearest to `d`, ties to even; infinity beyond the largest. */
uint64_t dxki_decimal_bits(const dxki_decimal *d, dxki_real_format f);

/* --- number to text --- */

#define DXKI_DIGITS_MAX 17 /* as many as tell all doubles apart */

typedef enum dxki_ties { DXKI_TIES_EVEN, DXKI_TIES_UP } dxki_ties;

/* The decimal of `count` digits (1 to DXKI_DIGITS_MAX) nearest to `r`, which is not 0. */
dxki_decimal dxki_decimal_of(dxki_real r, int count, dxki_ties ties);

/* The decimal of `count` digits nearest to a finite number; true if it reads back as the number.
 * The sign is ignored. */
bool dxki_decimal_tells(dxki_real_format f, uint64_t bits, int count, dxki_decimal *d);

/* The decimal of the fewest digits, but at least `least`, that reads back as the number of these
 * bits, which is finite. The sign is ignored. */
dxki_decimal dxki_decimal_shortest(dxki_real_format f, uint64_t bits, int least);

/* Moves zeros at the end of the digits to the exponent. */
dxki_decimal dxki_decimal_trim(dxki_decimal d);

/* The power of ten of the first digit. */
int dxki_decimal_power(const dxki_decimal *d);

/* Room for the text of a decimal with `zeros` zeros before or after its digits. */
#define DXKI_DECIMAL_TEXT(zeros) (32 + (zeros))

/* Writes "1250", "12.5" or "0.00125"; returns the length. */
size_t dxki_decimal_plain(const dxki_decimal *d, char *text);

/* Writes "1.25e+03"; returns the length. At least `digits` digits, filled with zeros, and at least
 * so many of the exponent. */
size_t dxki_decimal_scientific(const dxki_decimal *d, int digits, int exponent_digits, char *text);

/* Room for the text of any double in the form below. */
#define DXKI_FIXED_TEXT 330

/* Writes the number with that many digits after the point (1 to 9), ties to even; returns the
 * length. All digits before the point are exact. */
size_t dxki_decimal_fixed(dxki_real r, int decimals, char *text);

#endif
