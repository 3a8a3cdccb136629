/* SPDX-License-Identifier: MIT */
/* strip.h - taking debug information out of a module. */
#ifndef DXKI_IR_STRIP_H
#define DXKI_IR_STRIP_H

#include "ir/ir.h"

/*
 * Removes calls to llvm.dbg.declare and llvm.dbg.value and these functions, named metadata
 * llvm.dbg.*, and the locations of instructions. A function that is used for something else than
 * calling stays. *changed: there was something. False: out of memory.
 */
bool dxki_module_strip_debug(dxk_module *m, bool *changed);

/* Takes a function off the module's list, which otherwise stays as it was read. */
void dxki_function_drop(dxk_module *m, uint32_t global);

/* Takes named metadata off the module's list, by its place there; likewise. */
void dxki_named_md_drop(dxk_module *m, size_t index);

#endif
