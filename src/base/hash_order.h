/* SPDX-License-Identifier: MIT */
/*
 * hash_order.h - names in the order in which the reference walks its hash tables of them: the functions
 * of a linked library, and of some entry points of a compiled one, stand in it.
 */
#ifndef DXKI_BASE_HASH_ORDER_H
#define DXKI_BASE_HASH_ORDER_H

#include "base/arena.h"

/* The numbers of `count` names that differ, in that order; NULL without memory. */
uint32_t *dxki_hash_order(dxki_arena *arena, const dxk_str *names, uint32_t count);

#endif
