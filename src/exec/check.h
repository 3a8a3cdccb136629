/* SPDX-License-Identifier: MIT */
/* check.h - looking at operands and results of instructions while they run. */
#ifndef DXKI_EXEC_CHECK_H
#define DXKI_EXEC_CHECK_H

#include "exec/program.h"

/* True if the findings that are asked for, as bits, need it. */
bool dxki_exec_check_is_asked(uint64_t enabled);

/* Runs instructions [first, end) of the program and looks at each. */
void dxki_exec_run_checked(dxki_exec_wave *w, uint32_t first, uint32_t end);

#endif
