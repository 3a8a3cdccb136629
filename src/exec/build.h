/* SPDX-License-Identifier: MIT */
/* build.h - from a module to a program: what program.c asks of the decoder. */
#ifndef DXKI_EXEC_BUILD_H
#define DXKI_EXEC_BUILD_H

#include "exec/program.h"

/* Decodes the functions with the indices `entry` and `patch` in globals and what they call; 0: there
 * is no such function. DXK_E_INVALID: something cannot be run, which has been reported. */
dxk_status dxki_exec_decode(dxk_run_program *p, uint32_t entry, uint32_t patch);

/* Numbers the instructions of the functions that run. */
dxk_status dxki_exec_number_places(dxk_run_program *p);

/* Reads the module with debug information in a container, if there is one, and pairs its
 * instructions with those of the functions that run, where they are the same. */
dxk_status dxki_exec_read_lines(dxk_run_program *p, const dxk_container *container);

/* Names resources that the program does not name as a container or the module with debug information
 * does. */
dxk_status dxki_exec_name_resources(dxk_run_program *p, const dxk_container *container);

/* Number of an instruction in its function, without calls of llvm.dbg.*. */
uint32_t dxki_exec_inst_number(const dxk_module *m, uint32_t inst);

#endif
