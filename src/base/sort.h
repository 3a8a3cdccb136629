/* SPDX-License-Identifier: MIT */
/* sort.h - a stable sort whose memory is counted and whose time is bounded, unlike qsort(). */
#ifndef DXKI_SORT_H
#define DXKI_SORT_H

#include "base/ctx.h"

/* Must `a` come after `b`? False for equal ones, which keep their order. */
typedef bool (*dxki_sort_after)(const void *user, const void *a, const void *b);

/* Sorts `count` items of `size` bytes; false: out of memory, the items are in no order then. */
bool dxki_sort(dxk_ctx *ctx, void *items, size_t count, size_t size, dxki_sort_after after,
               const void *user);

#endif
