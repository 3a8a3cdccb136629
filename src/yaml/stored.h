/* SPDX-License-Identifier: MIT */
/*
 * stored.h - compressed content in documents: it stands there as what it decompresses to, and
 * beside it, under Stored, as the bytes that another compressor made of it, if they differ.
 */
#ifndef DXKI_YAML_STORED_H
#define DXKI_YAML_STORED_H

#include "base/arena.h"
#include "yaml/node.h"

/*
 * LOAD: the bytes to store for `bytes`: those that the document gives (NULL: none) as long as they
 * decompress to `bytes`, else compressed anew. `at` is where to report.
 */
dxk_status dxki_yaml_stored(dxk_ctx *ctx, dxki_arena *arena, const dxki_yaml_node *at,
                            dxk_bytes bytes, const dxk_bytes *given, dxk_bytes *out);

#endif
