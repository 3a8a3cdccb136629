/* SPDX-License-Identifier: MIT */
/* identify.c - hash and name of a PDB, for indices over many files. */
#include "pdb/pdb.h"

#include "wire/load.h"

#include <string.h>

/* Content of the first part of a kind; empty when there is none. */
static dxk_bytes content_of(const dxk_container *container, uint32_t fourcc)
{
    size_t index = dxk_container_find(container, fourcc, 0);
    return index == DXK_NO_PART ? (dxk_bytes){NULL, 0}
                                : dxk_container_part(container, index)->content;
}

/* The last component of the name in ILDN. */
static void take_name(dxk_bytes ildn, dxk_pdb_id *id)
{
    size_t size = ildn.size >= DXK_WIRE_SIZE_debug_name ? dxki_load16(ildn.data + 2) : 0;
    if (size == 0 || size > ildn.size - DXK_WIRE_SIZE_debug_name)
        return;
    const char *name = (const char *)ildn.data + DXK_WIRE_SIZE_debug_name;
    size_t start = size;
    while (start > 0 && name[start - 1] != '/' && name[start - 1] != '\\')
        start--;
    size -= start;
    size = size < sizeof id->name ? size : sizeof id->name - 1;
    memcpy(id->name, name + start, size);
    id->name[size] = 0;
}

dxk_status dxk_pdb_identify(dxk_ctx *ctx, dxk_bytes input, dxk_pdb_id *out)
{
    dxk_container *container;
    memset(out, 0, sizeof *out);
    dxk_status status = dxk_container_read(ctx, input, DXK_READ_STRICT, &container);
    if (status != DXK_OK)
        return status;
    dxk_bytes hash = content_of(container, DXKI_FOURCC_HASH);
    if (hash.size >= DXK_WIRE_SIZE_shader_hash) {
        memcpy(out->hash, hash.data + 4, 16);
        for (size_t i = 0; i < 16; i++) {
            out->name[2 * i] = "0123456789abcdef"[out->hash[i] >> 4];
            out->name[2 * i + 1] = "0123456789abcdef"[out->hash[i] & 15];
        }
        memcpy(out->name + 32, ".pdb", 5);
        take_name(content_of(container, DXKI_FOURCC_ILDN), out);
    } else {
        status = DXK_E_NOT_FOUND;
    }
    dxk_container_free(container);
    return status;
}
