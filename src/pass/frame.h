/* SPDX-License-Identifier: MIT */
/* frame.h - what passes need around them; for those who run them. */
#ifndef DXKI_PASS_FRAME_H
#define DXKI_PASS_FRAME_H

#include "pass/pass.h"

/* --- facts.c --- */

/* Finds out what holds for the module; lists live in the arena. */
dxk_status dxki_pass_find_facts(const dxk_dxil *d, dxki_arena *arena, dxki_pass_facts *out);

/* --- analyses.c --- */

typedef struct dxki_pass_cache dxki_pass_cache;

/* An empty cache; NULL: out of memory. */
dxki_pass_cache *dxki_pass_cache_create(dxk_module *m);
void dxki_pass_cache_free(dxki_pass_cache *cache);
/* Says that passes go on with another function. */
void dxki_pass_cache_enter(dxki_pass_cache *cache, uint32_t function);
/* Takes back the arrays of a pass that is done. */
void dxki_pass_cache_release(dxki_pass_cache *cache);
/* What the last analysis ended with that gave nothing. */
dxk_status dxki_pass_cache_status(const dxki_pass_cache *cache);
/* The metadata as it is read; *out is NULL when it cannot be. */
dxk_status dxki_pass_cache_dxil(dxki_pass_cache *cache, dxk_dxil **out);
/* What that gave, if it still holds, for the caller to free; else NULL. */
dxk_dxil *dxki_pass_cache_take_dxil(dxki_pass_cache *cache);

#endif
