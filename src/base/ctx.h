/* SPDX-License-Identifier: MIT */
/*
 * ctx.h - inside of dxk_ctx: counted allocation and the list of diagnostics.
 *
 * Every byte the library allocates goes through dxki_realloc(), so that the memory limit, the
 * peak figure and the failing-allocator tests see all of it.
 */
#ifndef DXKI_BASE_CTX_H
#define DXKI_BASE_CTX_H

#include "dxk/base.h"
#include "base/arena.h"

struct dxk_ctx {
    dxk_alloc_fn alloc;
    void *alloc_user;
    dxk_limits limits;
    size_t memory_now;
    size_t memory_peak;
    bool limit_hit; /* the last allocation that failed did so because of limits.memory */

    dxki_arena diag_arena; /* strings of the diagnostics */
    dxk_diag *diags;
    size_t diag_count;
    size_t diag_capacity;
    size_t error_count;
    unsigned muted; /* reports are not kept nor counted while it is not 0: a trial run */
};

/* As strict in its alignment as any standard type; C11's own is not in all libraries. */
typedef union dxki_strictest {
    long long integer;
    long double real;
    void *data;
    void (*code)(void);
} dxki_strictest;

/* Counted realloc: allocates (ptr NULL), frees (new_size 0) or resizes. NULL on failure, with
 * the old block untouched; a failure because of limits.memory looks the same. */
void *dxki_realloc(dxk_ctx *ctx, void *ptr, size_t old_size, size_t new_size);

/* The status for a NULL from any allocation: DXK_E_LIMIT when limits.memory was the reason of the
 * last one, else DXK_E_NOMEM. */
dxk_status dxki_nomem(const dxk_ctx *ctx);

#endif
