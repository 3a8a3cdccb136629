/* SPDX-License-Identifier: MIT */
/* print.h - a tree as text that one can read, in the manner of HLSL. */
#ifndef GEN_PRINT_H
#define GEN_PRINT_H

#include <stdio.h>

#include "tree.h"

void gen_print(FILE *out, const gen_program *p);

#endif
