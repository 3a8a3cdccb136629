/* SPDX-License-Identifier: MIT */
/* mem2reg.h - local variables that become values, for passes that make such variables. */
#ifndef DXKI_PASS_MEM2REG_H
#define DXKI_PASS_MEM2REG_H

#include "pass/pass.h"

/* Makes values of all variables of the function that are only loaded and stored. The flow graph is
 * asked for and stays as it is. False: out of memory. */
bool dxki_pass_promote(dxki_pass *p);

#endif
