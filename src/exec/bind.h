/* SPDX-License-Identifier: MIT */
/*
 * bind.h - what is bound to a run: the table of views, and which of them is at a register or in a
 * slot of a descriptor heap.
 */
#ifndef DXKI_EXEC_BIND_H
#define DXKI_EXEC_BIND_H

#include "base/vec.h"
#include "exec/view.h"

typedef struct dxki_exec_bindings {
    dxki_exec_views views; /* items[0] is the null view */
} dxki_exec_bindings;

/* Makes the table with the null view alone; false: out of memory. */
bool dxki_exec_bindings_init(dxki_exec_bindings *b, dxk_ctx *ctx);
void dxki_exec_bindings_free(dxki_exec_bindings *b, dxk_ctx *ctx);

#endif
