/* SPDX-License-Identifier: MIT */
/*
 * msf_write.c - writing an MSF 7.00 file the way the reference does: superblock, two empty free
 * block maps, the block of the directory's block list, the directory, then the streams one after
 * the other. Its block count is one too small, as the list's block is forgotten.
 *
 * The list must fit in one block: with blocks of 512 bytes that is enough for 8 MiB. Larger files
 * get larger blocks here. Source: LLVM's PDB/MsfFile.rst; DirectXShaderCompiler's DxilPDB.
 */
#include "base/out.h"
#include "container/container.h"

#include "wire/load.h"

#include <string.h>

static const char magic[32] = "Microsoft C/C++ MSF 7.00\r\n\x1a"
                              "DS\0\0";

#define FIRST_BLOCK_SIZE 512u
#define LAST_BLOCK_SIZE  65536u
#define LIST_BLOCK       3u

typedef struct layout {
    const dxk_bytes *streams;
    size_t stream_count;
    uint64_t block_size;
    uint64_t stream_blocks; /* of all streams */
    uint64_t directory_size;
    uint64_t directory_blocks;
} layout;

static uint64_t blocks(const layout *l, uint64_t size)
{
    return (size + l->block_size - 1) / l->block_size;
}

/* Sizes for a size of blocks; false when the list of the directory's blocks does not fit. */
static bool measure(layout *l, uint64_t block_size)
{
    l->block_size = block_size;
    l->stream_blocks = 0;
    for (size_t i = 0; i < l->stream_count; i++)
        l->stream_blocks += blocks(l, l->streams[i].size);
    l->directory_size = 4 + 4 * ((uint64_t)l->stream_count + l->stream_blocks);
    l->directory_blocks = blocks(l, l->directory_size);
    return 4 * l->directory_blocks <= block_size &&
           LIST_BLOCK + 1 + l->directory_blocks + l->stream_blocks <= UINT32_MAX;
}

static void put_superblock(const layout *l, uint8_t *p)
{
    memcpy(p, magic, sizeof magic);
    dxki_store32(p + 32, (uint32_t)l->block_size);
    dxki_store32(p + 36, 1);
    dxki_store32(p + 40, (uint32_t)(LIST_BLOCK + l->stream_blocks + l->directory_blocks));
    dxki_store32(p + 44, (uint32_t)l->directory_size);
    dxki_store32(p + 52, LIST_BLOCK);
}

static void put_all(const layout *l, uint8_t *p)
{
    uint8_t *list = p + LIST_BLOCK * l->block_size;
    uint8_t *directory = list + l->block_size;
    uint64_t block = LIST_BLOCK + 1 + l->directory_blocks;
    put_superblock(l, p);
    for (uint64_t i = 0; i < l->directory_blocks; i++)
        dxki_store32(list + 4 * i, (uint32_t)(LIST_BLOCK + 1 + i));
    dxki_store32(directory, (uint32_t)l->stream_count);
    uint8_t *sizes = directory + 4, *numbers = sizes + 4 * l->stream_count;
    for (size_t i = 0; i < l->stream_count; i++) {
        dxk_bytes stream = l->streams[i];
        dxki_store32(sizes + 4 * i, (uint32_t)stream.size);
        if (stream.size)
            memcpy(p + block * l->block_size, stream.data, stream.size);
        for (uint64_t n = blocks(l, stream.size); n > 0; n--, numbers += 4)
            dxki_store32(numbers, (uint32_t)block++);
    }
}

dxk_status dxki_msf_write(dxk_ctx *ctx, const dxk_bytes *streams, size_t count, dxk_sink sink)
{
    layout l = {.streams = streams, .stream_count = count};
    uint64_t block_size = FIRST_BLOCK_SIZE;
    for (size_t i = 0; i < count; i++)
        if (streams[i].size >= UINT32_MAX)
            return DXK_E_LIMIT;
    while (!measure(&l, block_size) && block_size <= LAST_BLOCK_SIZE)
        block_size *= 2;
    if (block_size > LAST_BLOCK_SIZE)
        return DXK_E_LIMIT;
    uint64_t size = (LIST_BLOCK + 1 + l.directory_blocks + l.stream_blocks) * l.block_size;
    uint8_t *file = size <= SIZE_MAX ? dxki_realloc(ctx, NULL, 0, (size_t)size) : NULL;
    if (!file)
        return dxki_nomem(ctx);
    memset(file, 0, (size_t)size);
    put_all(&l, file);
    dxk_status status = dxki_out_send(sink, file, (size_t)size);
    dxki_realloc(ctx, file, (size_t)size, 0);
    return status;
}
