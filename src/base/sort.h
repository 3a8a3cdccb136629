/* SPDX-License-Identifier: MIT */
/* sort.h - a stable sort whose memory is counted and whose time is bounded, unlike qsort(). */
#ifndef DXKI_BASE_SORT_H
#define DXKI_BASE_SORT_H

#include "base/ctx.h"

/* Must `a` come after `b`? False for equal ones, which keep their order. */
typedef bool (*dxki_sort_after)(const void *user, const void *a, const void *b);

/* Sorts `count` items of `size` bytes; false: out of memory, the items are in no order then. */
bool dxki_sort(dxk_ctx *ctx, void *items, size_t count, size_t size, dxki_sort_after after,
               const void *user);

/* The same, but equal items come in the order in which std::sort() of the GNU C++ library leaves
 * them, which files made with it show. Items have at most DXKI_SORT_ITEM bytes. */
#define DXKI_SORT_ITEM 64
bool dxki_sort_gnu(dxk_ctx *ctx, void *items, size_t count, size_t size, dxki_sort_after after,
                   const void *user);

#endif
