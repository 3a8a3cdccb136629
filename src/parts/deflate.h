/* SPDX-License-Identifier: MIT */
/* deflate.h - compressing, as LLVM and DXC compress parts: zlib (RFC 1950), best size. */
#ifndef DXKI_PARTS_DEFLATE_H
#define DXKI_PARTS_DEFLATE_H

#include "base/arena.h"
#include "dxk/source.h"

/* Compresses into the arena. DXK_E_UNSUPPORTED when the build has no zlib. */
dxk_status dxki_part_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out);

/* Whether `stored` decompresses to just `bytes`. DXK_E_UNSUPPORTED likewise. */
dxk_status dxki_part_is_deflated(dxk_ctx *ctx, dxk_bytes stored, dxk_bytes bytes, bool *same);

/* The entries of a section of sources, as they lie one after the other; they take `size` bytes. */
dxk_status dxki_part_source_block(dxk_ctx *ctx, dxki_arena *arena,
                                  const dxk_source_contents *contents, size_t size, dxk_bytes *out);

/* Sets `stored` of a section of sources, of which the entries take `size` bytes. */
dxk_status dxki_part_deflate_contents(dxk_ctx *ctx, dxki_arena *arena,
                                      dxk_source_contents *contents, size_t size);

#endif
