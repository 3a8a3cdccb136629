/* SPDX-License-Identifier: MIT */
/* deflate.h - compressing, as LLVM and DXC compress parts: zlib (RFC 1950), best size. */
#ifndef DXKI_YAML_DEFLATE_H
#define DXKI_YAML_DEFLATE_H

#include "base/arena.h"

/* Compresses into the arena. DXK_E_UNSUPPORTED when the build has no zlib (reported). */
dxk_status dxki_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out);

#endif
