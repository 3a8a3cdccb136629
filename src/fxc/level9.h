/* SPDX-License-Identifier: MIT */
/*
 * level9.h - programs of feature level 9: tokens of shader models 2 and 3 inside Aon9, listed as
 * the compiler lists them, with source lines and variables where they hold debug information.
 */
#ifndef DXKI_FXC_LEVEL9_H
#define DXKI_FXC_LEVEL9_H

#include "fxc/listing.h"

/* The tables of a part and its program; `title` is "Level9", "XNA Prepass" or "XNA". */
dxk_status dxki_fxc_print_level9(dxki_fxc_printer *pr, dxk_ctx *ctx, const dxk_level9 *part,
                                 const char *title);

/* The program alone. */
dxk_status dxki_fxc_print_level9_code(dxki_fxc_printer *pr, dxk_ctx *ctx, dxk_bytes code);

/* The first token of a program that runs past its end, or its length when there is no end token;
 * SIZE_MAX when its form is good. */
size_t dxki_fxc_level9_fault(dxk_bytes code);

#endif
