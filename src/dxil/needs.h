/* SPDX-License-Identifier: MIT */
/*
 * needs.h - what functions need of a device, of the stage they run in and of the shader model, as
 * far as the module's validator version knows it. RDAT tells it of each function of a library.
 * Found by the validator, which checks the declared shader flags against it. UAVs that 64-bit
 * atomics work on by name of a variable or a binding are found on the way; PSV0 and RDAT tell them.
 */
#ifndef DXKI_DXIL_NEEDS_H
#define DXKI_DXIL_NEEDS_H

#include "dxil/dxil.h"

typedef struct dxki_dxil_requirements {
    uint64_t flags;  /* bits DXKI_SHADER_FLAG_ */
    uint32_t stages; /* mask of dxk_shader_kind that it can run in */
    uint32_t model;  /* minor of the first shader model 6 that has it */
} dxki_dxil_requirements;

/* Fills an array that has an element for each entry of the module's `globals`. Element 0, which is
 * no function, gets the shader flags that follow from the module as a whole. Marks UAVs in
 * `d->atomic64`. */
dxk_status dxki_dxil_find_requirements(dxk_dxil *d, dxki_dxil_requirements *needs);

/* Sees to it that there is `d->atomic64`. False: out of memory. */
bool dxki_dxil_make_atomic64(dxk_dxil *d);

#endif
