/* SPDX-License-Identifier: MIT */
/*
 * upgrade.h - what LLVM does to every module that it has read, bitcode or text: things of older
 * versions are brought up to date.
 */
#ifndef DXKI_IR_UPGRADE_H
#define DXKI_IR_UPGRADE_H

#include "ir/ir.h"

/*
 * Scalar TBAA tags become paths; known intrinsic functions get their attributes; debug information
 * is dropped, with the warning MODULE.DEBUG_VERSION, when the module flag "Debug Info Version" is
 * not 3.
 */
dxk_status dxki_module_upgrade(dxk_module *m);

#endif
