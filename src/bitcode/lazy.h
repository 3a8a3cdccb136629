/* SPDX-License-Identifier: MIT */
/*
 * lazy.h - a module whose bodies are read when they are asked for, so that a program made of few
 * functions of large libraries takes time for those alone.
 *
 *     status = dxki_bc_lazy_read(ctx, bytes, &lazy, &m);       everything but bodies
 *     status = dxki_bc_lazy_body(lazy, function);              as often as needed
 *     dxki_bc_lazy_free(lazy);                                 before the module
 *
 * A function whose body was not read has no blocks, and is no declaration. The module may be edited
 * in between, as long as no global, type, constant or node of metadata is taken out of it.
 */
#ifndef DXKI_BITCODE_LAZY_H
#define DXKI_BITCODE_LAZY_H

#include "ir/ir.h"

typedef struct dxki_bc_lazy dxki_bc_lazy;

/* The bytes must stay while bodies are read. A module in which constants name blocks is read whole. */
dxk_status dxki_bc_lazy_read(dxk_ctx *ctx, dxk_bytes bytes, dxki_bc_lazy **lazy, dxk_module **out);
void dxki_bc_lazy_free(dxki_bc_lazy *lazy);

/* True if the function has a body in the stream, whether it was read or not. */
bool dxki_bc_lazy_has_body(const dxki_bc_lazy *lazy, uint32_t function);

/* Reads a function's body; nothing if it has none, or has been read. After a failure, which is
 * reported, no body is read any more, and the status stays. */
dxk_status dxki_bc_lazy_body(dxki_bc_lazy *lazy, uint32_t function);
/* Reads all that were not read yet. */
dxk_status dxki_bc_lazy_rest(dxki_bc_lazy *lazy);

#endif
