/* SPDX-License-Identifier: MIT */
/* validation.h - the rules of validation, rows of validation_rules.def. */
#ifndef DXKI_SPEC_VALIDATION_H
#define DXKI_SPEC_VALIDATION_H

#include "dxk/base.h"
#include "spec/validation_rules.h"

typedef struct dxki_vrule_info {
    const char *id;   /* "INSTR.OPCONST" */
    const char *text; /* with %0, %1 ... */
    uint32_t since;   /* minor version of the first validator that has it */
} dxki_vrule_info;

const dxki_vrule_info *dxki_vrule_get(dxki_vrule rule);

/* Does the reference never raise it (validation_own.def)? */
bool dxki_vrule_is_own(dxki_vrule rule);

/* What a rule means, for people. */
typedef struct dxki_vtext {
    const char *meaning; /* a sentence or two */
    const char *fix;     /* what to do */
    const char *example; /* the mistake in a line or two */
} dxki_vtext;

const dxki_vtext *dxki_vtext_get(dxki_vrule rule);

/* The rule of that id, in any case of letters; DXKI_VR_COUNT: there is none. */
dxki_vrule dxki_vrule_find(const char *id);

#endif
