/* SPDX-License-Identifier: MIT */
/*
 * needs.h - what functions need of a device, of the stage they run in and of the shader model, as
 * far as the module's validator version knows it. RDAT tells it of each function of a library.
 * Found by the validator, which checks the declared shader flags against it.
 */
#ifndef DXKI_DXIL_NEEDS_H
#define DXKI_DXIL_NEEDS_H

#include "dxil/dxil.h"

typedef struct dxki_function_needs {
    uint64_t flags;  /* bits DXKI_SHADER_FLAG_ */
    uint32_t stages; /* mask of dxk_shader_kind that it can run in */
    uint32_t model;  /* minor of the first shader model 6 that has it */
} dxki_function_needs;

/* Fills an array that has an element for each entry of the module's `globals`. Element 0, which is
 * no function, gets the shader flags that follow from the module as a whole. */
dxk_status dxki_find_needs(const dxk_dxil *d, dxki_function_needs *needs);

#endif
