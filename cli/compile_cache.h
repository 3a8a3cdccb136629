/* SPDX-License-Identifier: MIT */
/*
 * compile_cache.h - a folder with containers of earlier compilations, for `compile --cache` and `cache`.
 *
 *   DIR/3f/a9…e1-4d1c….dxil    the key (compile_cache.c), then the build of the command
 *
 * An entry is a whole container with its digest, so dxk can look at it, and one that is damaged is as good
 * as none. Files are made beside and renamed, so any number of processes may use a folder at a time. Each
 * of its 256 folders is bounded: what was not used for the longest goes.
 */
#ifndef DXK_CLI_COMPILE_CACHE_H
#define DXK_CLI_COMPILE_CACHE_H

#include <dxk/container.h>
#include <dxk/hlsl.h>

#include "io.h"

#define COMPILE_CACHE_LIMIT ((uint64_t)1 << 30) /* bytes, unless another limit is given */

typedef struct compile_cache compile_cache;

/* Uses a folder, which is made if it is not there. NULL and *error: an errno value. */
compile_cache *compile_cache_open(const char *folder, uint64_t limit, int *error);
void compile_cache_close(compile_cache *cache);

/*
 * Looks for the container with a key. `is_signed`: was it validated? On success *file holds its bytes
 * until io_close(), and the caller frees the container first. Any thread may ask; false: there is none.
 */
bool compile_cache_find(compile_cache *cache, dxk_ctx *ctx, const uint8_t key[DXK_HLSL_KEY_SIZE],
                        bool is_signed, io_file *file, dxk_container **made);

/* Keeps a container, which has a digest. Returns 0 or an errno value. */
int compile_cache_keep(compile_cache *cache, const uint8_t key[DXK_HLSL_KEY_SIZE], bool is_signed,
                       dxk_bytes bytes);

/* Containers that were found in, and added to, the folder since it was opened. */
void compile_cache_counts(compile_cache *cache, size_t *found, size_t *kept);

/* Content of a folder. */
typedef struct compile_cache_facts {
    uint64_t entries, bytes;
} compile_cache_facts;

/* Removes what was used least recently until at most `limit` bytes are left, and tells what is there then. */
int compile_cache_trim(const char *folder, uint64_t limit, compile_cache_facts *left,
                       compile_cache_facts *removed);

#endif
