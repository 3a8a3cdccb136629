/* SPDX-License-Identifier: MIT */
/*
 * msf.c - reading a stream of an MSF 7.00 file, the frame of PDBs.
 *
 *   block 0: superblock { magic[32], block size, free map block, block count, directory bytes,
 *                         unknown, block of the directory's block list }
 *   directory: u32 stream count, u32 size[count] (0xFFFFFFFF: absent), then for each stream the
 *   numbers of its blocks.
 *
 * The directory itself is scattered over blocks; it is read in place, word by word, through the
 * block list, so nothing but the wanted stream is copied. Source: LLVM's PDB/MsfFile.rst.
 */
#include "container/container.h"

#include "base/diag.h"
#include "spec/reader_rules.h"
#include "wire/load.h"

#include <string.h>

static const char magic[32] = "Microsoft C/C++ MSF 7.00\r\n\x1a"
                              "DS\0\0";

#define SUPERBLOCK_SIZE 56u
#define ABSENT          UINT32_MAX

typedef struct msf {
    dxk_ctx *ctx;
    dxk_bytes file;
    uint32_t block_size;
    uint32_t block_count;
    uint32_t directory_size;
    size_t list; /* byte offset of the directory's block list */
} msf;

bool dxki_msf_sniff(dxk_bytes file)
{
    return file.size >= sizeof magic && memcmp(file.data, magic, sizeof magic) == 0;
}

static dxk_status damaged(const msf *m, size_t offset, const char *what, uint64_t value)
{
    return DXKI_REPORT(m->ctx, DXKI_RULE_PDB_STRUCTURE, dxki_at_byte(offset), "msf",
                       dxki_text((dxk_str){what, strlen(what)}), dxki_dec(value));
}

static dxk_status open_msf(msf *m)
{
    const uint8_t *p = m->file.data;
    if (m->file.size < SUPERBLOCK_SIZE)
        return damaged(m, 0, "superblock size", m->file.size);
    m->block_size = dxki_load32(p + 32);
    m->directory_size = dxki_load32(p + 44);
    uint32_t list_block = dxki_load32(p + 52);
    if (m->block_size < 512 || m->block_size > 65536 || (m->block_size & (m->block_size - 1)))
        return damaged(m, 32, "block size", m->block_size);
    /* The block count at 40 is one too small in files of the reference: the file's size rules. */
    m->block_count = (uint32_t)(m->file.size / m->block_size);
    if (m->directory_size > m->file.size || m->directory_size < 4)
        return damaged(m, 44, "directory size", m->directory_size);
    if (list_block >= m->block_count)
        return damaged(m, 52, "directory block list", list_block);
    m->list = (size_t)list_block * m->block_size;
    uint64_t blocks = ((uint64_t)m->directory_size + m->block_size - 1) / m->block_size;
    if (m->list + 4 * blocks > m->file.size)
        return damaged(m, 44, "directory size", m->directory_size);
    return DXK_OK;
}

/* Word `index` of the directory. */
static dxk_status directory_word(const msf *m, uint64_t index, uint32_t *word)
{
    uint64_t offset = 4 * index;
    if (offset + 4 > m->directory_size)
        return damaged(m, 44, "directory size", m->directory_size);
    size_t entry = m->list + 4 * (size_t)(offset / m->block_size);
    uint32_t block = dxki_load32(m->file.data + entry);
    if (block >= m->block_count)
        return damaged(m, entry, "directory block", block);
    size_t at = (size_t)block * m->block_size + (size_t)(offset % m->block_size);
    *word = dxki_load32(m->file.data + at);
    return DXK_OK;
}

static uint64_t blocks_of(const msf *m, uint32_t size)
{
    return size == ABSENT ? 0 : ((uint64_t)size + m->block_size - 1) / m->block_size;
}

/* Size of stream `index` and the directory word where its block numbers begin. */
static dxk_status find_stream(const msf *m, uint32_t index, uint32_t *size, uint64_t *first)
{
    uint32_t count;
    dxk_status status = directory_word(m, 0, &count);
    if (status != DXK_OK)
        return status;
    if (index >= count)
        return damaged(m, m->list, "stream count", count);
    *first = 1 + (uint64_t)count;
    *size = ABSENT;
    for (uint32_t i = 0; i <= index && status == DXK_OK; i++) {
        status = directory_word(m, 1 + (uint64_t)i, size);
        if (status == DXK_OK && i < index)
            *first += blocks_of(m, *size);
    }
    if (status == DXK_OK && *size == ABSENT)
        status = damaged(m, m->list, "size of the stream", *size);
    return status;
}

dxk_status dxki_msf_stream(dxk_container *container, dxk_bytes file, uint32_t index,
                           dxk_bytes *stream)
{
    msf m = {container->ctx, file, 0, 0, 0, 0};
    uint32_t size = 0;
    uint64_t first = 0;
    dxk_status status = open_msf(&m);
    if (status == DXK_OK)
        status = find_stream(&m, index, &size, &first);
    if (status != DXK_OK)
        return status;
    if (size > file.size)
        return damaged(&m, m.list, "size of the stream", size);
    uint8_t *bytes = dxki_arena_alloc(&container->arena, size);
    if (!bytes)
        return dxki_nomem(container->ctx);
    for (uint32_t done = 0; done < size; done += m.block_size) {
        uint32_t block = 0;
        status = directory_word(&m, first + done / m.block_size, &block);
        if (status != DXK_OK)
            return status;
        if (block >= m.block_count)
            return damaged(&m, m.list, "block of the stream", block);
        uint32_t n = size - done < m.block_size ? size - done : m.block_size;
        memcpy(bytes + done, file.data + (size_t)block * m.block_size, n);
    }
    *stream = (dxk_bytes){bytes, size};
    return DXK_OK;
}
