/* SPDX-License-Identifier: MIT */
/* upgrade_calls.h - intrinsic functions of older versions of LLVM. */
#ifndef DXKI_IR_UPGRADE_CALLS_H
#define DXKI_IR_UPGRADE_CALLS_H

#include "ir/ir.h"

/* Puts those of today in their place; false: out of memory. */
bool dxki_module_upgrade_calls(dxk_module *m);

#endif
