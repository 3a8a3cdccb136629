/* SPDX-License-Identifier: MIT */
/* deflate.h - compressing, as LLVM and DXC compress parts: zlib (RFC 1950), best size. */
#ifndef DXKI_PARTS_DEFLATE_H
#define DXKI_PARTS_DEFLATE_H

#include "base/arena.h"
#include "dxk/source.h"

/* Compresses into the arena. DXK_E_UNSUPPORTED when the build has no zlib (reported). */
dxk_status dxki_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out);

/* Sets `stored` of a section of sources, of which the entries take `size` bytes. */
dxk_status dxki_deflate_contents(dxk_ctx *ctx, dxki_arena *arena, dxk_source_contents *contents,
                                 size_t size);

#endif
