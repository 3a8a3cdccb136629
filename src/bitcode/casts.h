/* SPDX-License-Identifier: MIT */
/* casts.h - debug nodes that LLVM's writer cannot write, since their operands are of other kinds. */
#ifndef DXKI_BITCODE_CASTS_H
#define DXKI_BITCODE_CASTS_H

#include "ir/ir.h"

/* Finds out whether LLVM's writer would come to a debug node, or a location of an instruction, with
 * an operand that it cannot cast to the kind it needs. False: out of memory. */
bool dxki_bc_find_miscast(const dxk_module *m, bool *found);

#endif
