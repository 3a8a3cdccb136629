/* SPDX-License-Identifier: MIT */
/*
 * elementary.h - roots, exponentials, logarithms, circular and hyperbolic functions, evaluated in
 * binary64 by polynomials that err by less than 2^-42 of the result. Results are the same on every
 * host: no function of the C library's mathematics is called. The host must be in its default
 * rounding mode.
 */
#ifndef DXKI_BASE_ELEMENTARY_H
#define DXKI_BASE_ELEMENTARY_H

/* The square root, correctly rounded. */
double dxki_real_sqrt(double x);

/* 1 over the square root. */
double dxki_real_rsqrt(double x);

/* 2^x */
double dxki_real_exp2(double x);

/* The logarithm to the base 2. */
double dxki_real_log2(double x);

/* Circular functions; from 2^20 on, of numbers that a float can hold. */
double dxki_real_sin(double x);
double dxki_real_cos(double x);
double dxki_real_tan(double x);

/* Their inverses. */
double dxki_real_asin(double x);
double dxki_real_acos(double x);
double dxki_real_atan(double x);

/* Hyperbolic functions. */
double dxki_real_hsin(double x);
double dxki_real_hcos(double x);
double dxki_real_htan(double x);

#endif
