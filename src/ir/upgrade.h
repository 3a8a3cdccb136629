/* SPDX-License-Identifier: MIT */
/* upgrade.h - the steps of dxk_module_upgrade() that reading a module needs one by one. */
#ifndef DXKI_IR_UPGRADE_H
#define DXKI_IR_UPGRADE_H

#include "ir/ir.h"

/* Turns TBAA tags that name a type into tags that are paths. False: out of memory. */
bool dxki_module_upgrade_tags(dxk_module *m);

/* Gives all intrinsic functions the attributes that they have. False: out of memory. */
bool dxki_module_upgrade_intrinsics(dxk_module *m);

/* All of dxk_module_upgrade() but flags of arithmetic, which text gives as they should be. */
dxk_status dxki_module_upgrade_rest(dxk_module *m);

#endif
