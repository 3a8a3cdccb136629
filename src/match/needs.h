/* SPDX-License-Identifier: MIT */
/* needs.h - root flags that a shader needs, by what its reflection tells. */
#ifndef DXKI_MATCH_NEEDS_H
#define DXKI_MATCH_NEEDS_H

#include "dxk/reflect.h"

/* A root flag and the reason to need it. */
typedef struct dxki_match_need {
    uint32_t flag;      /* dxk_rs_flag */
    const char *word;   /* the flag in the language of root signatures */
    const char *reason; /* "makes samplers from the descriptor heap" */
} dxki_match_need;

/* Need `i` of all that there are; NULL: there are fewer. */
const dxki_match_need *dxki_match_need_get(size_t i);

/* The flags that the functions of a shader or library need. */
uint32_t dxki_match_needs(const dxk_reflect *shader);

#endif
