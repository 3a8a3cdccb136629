/* SPDX-License-Identifier: MIT */
/* fault.h - inside of the checks: filling in a fault. */
#ifndef DXKI_ROOTSIG_FAULT_H
#define DXKI_ROOTSIG_FAULT_H

#include "rootsig/check.h"

/* Sets rule and text; %N of the row's text is args[N]. */
void dxki_rootsig_fault_fill(dxki_rootsig_fault *fault, dxki_rootsig_fault_id id,
                             const dxki_arg *args, size_t count);

#endif
