/* SPDX-License-Identifier: MIT */
/*
 * number.h - numbers as the C library of the listing's compiler prints them: "%f", six decimals
 * always, and "%.9g". Its two generations differ in rounding; see number.c.
 */
#ifndef DXKI_FXC_NUMBER_H
#define DXKI_FXC_NUMBER_H

#include "base/out.h"

/* How a value that six decimals cannot show is rounded. */
typedef enum dxki_fxc_rounding {
    DXKI_ROUND_EXACT, /* to the nearest decimal, ties to even */
    DXKI_ROUND_17     /* to 17 significant digits, then half up; zeros after the 17 digits */
} dxki_fxc_rounding;

/* A float or double, given by its bits. Infinities and NaNs print as words. */
void dxki_fxc_put_float(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding);
void dxki_fxc_put_double(dxki_out *out, uint64_t bits, dxki_fxc_rounding rounding);

/* A float as "%.9g" prints it: the fewest digits that tell floats apart. */
void dxki_fxc_put_general(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding);

#endif
