/* SPDX-License-Identifier: MIT */
/* about.h - the resource or variable that a finding is about. */
#ifndef DXKI_EXEC_ABOUT_H
#define DXKI_EXEC_ABOUT_H

#include "exec/group.h"

/* Fills in the members of a finding that tell the resource or variable: by the view or object that was
 * noted, or else by the instruction. */
void dxki_exec_found_about(const struct dxk_run_worker *worker, const dxki_exec_found *found,
                           dxk_run_finding *out);

#endif
