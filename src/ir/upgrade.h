/* SPDX-License-Identifier: MIT */
/* upgrade.h - what LLVM knows by name. */
#ifndef DXKI_IR_UPGRADE_H
#define DXKI_IR_UPGRADE_H

#include "ir/ir.h"

/* Is a function of that name an intrinsic function of LLVM 3.7? */
bool dxki_is_intrinsic(dxk_str name);

#endif
