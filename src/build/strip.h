/* SPDX-License-Identifier: MIT */
/* strip.h - modules without what some parts leave out. */
#ifndef DXKI_BUILD_STRIP_H
#define DXKI_BUILD_STRIP_H

#include "ir/ir.h"

/* Is there debug information: named nodes llvm.dbg.*? */
bool dxki_build_strip_has_debug(const dxk_module *m);

/* Takes debug information and the sources off; DXK_E_NOMEM on failure. */
dxk_status dxki_build_strip_debug(dxk_module *m);

/* Makes declarations of all functions. */
void dxki_build_strip_bodies(dxk_module *m);

#endif
