/* SPDX-License-Identifier: MIT */
/*
 * number.h - floating point numbers of the root-signature language, exact and independent of the
 * locale.
 */
#ifndef DXKI_ROOTSIG_NUMBER_H
#define DXKI_ROOTSIG_NUMBER_H

#include "dxk/base.h"

/* The most characters that a number of the language may have, as the reference has it. */
#define DXKI_RS_NUMBER_MAX 127u

/* The most characters dxki_rootsig_real_text() makes. */
#define DXKI_RS_REAL_MAX 32u

/*
 * Bits of the float that a decimal stands for: sign, digits, point, exponent, f. Rounded to double
 * first, then to float, as the reference does. False when it is beyond the largest float, or too
 * small for a normal double.
 */
bool dxki_rootsig_real(dxk_str text, uint32_t *bits);

/* The shortest decimal that the function above turns into these bits; 0 for infinities and NaN. */
size_t dxki_rootsig_real_text(uint32_t bits, char text[DXKI_RS_REAL_MAX]);

/* The number with six decimals and an exponent, "-1.600000e+01"; "nan" and "inf" for others. */
size_t dxki_rootsig_real_scientific(uint32_t bits, char text[DXKI_RS_REAL_MAX]);

#endif
