/* SPDX-License-Identifier: MIT */
/* find.h - functions and globals by name. */
#ifndef DXKI_IR_FIND_H
#define DXKI_IR_FIND_H

#include "ir/ir.h"

/* The function of that name other than `except`, the first on the module's list; 0: there is none.
 * One pass over them. */
uint32_t dxki_function_find(const dxk_module *m, dxk_str name, uint32_t except);
/* The function, variable or alias of that name; 0: there is none. One pass over them. */
uint32_t dxki_global_find(const dxk_module *m, dxk_str name);

/* For many names: a set of globals, which the caller fills and frees with the module's context.
 * False: out of memory. */
bool dxki_global_enter(const dxk_module *m, dxki_idset *set, uint32_t global);
/* The global of that name in the set, the first one entered; 0: there is none. */
uint32_t dxki_global_lookup(const dxk_module *m, const dxki_idset *set, dxk_str name);

#endif
