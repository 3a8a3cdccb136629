/* SPDX-License-Identifier: MIT */
/* identify.c - hash and name of a PDB, for indices over many files. */
#include "pdb/pdb.h"

#include "container/container.h"
#include "dxk/digest.h"
#include "spec/spec.h"

#include <string.h>

/* Content of the first part of a kind; empty when there is none. */
static dxk_bytes content_of(const dxk_container *container, uint32_t fourcc)
{
    const dxk_part *part = dxki_container_first(container, fourcc);
    return part ? part->content : (dxk_bytes){NULL, 0};
}

/* The last component of the name in ILDN. */
static void take_name(dxk_bytes ildn, dxk_pdb_id *id)
{
    dxk_debug_name record;
    dxk_record_load(DXK_RECORD_ID_debug_name, ildn, &record);
    size_t size = ildn.size >= DXK_WIRE_SIZE_debug_name ? record.name_length : 0;
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

/* The GUID in the identity stream of a PDB. */
static dxk_status take_guid(dxk_container *container, uint8_t hash[16], bool *found)
{
    dxk_bytes identity = {NULL, 0};
    dxk_status status =
        dxki_msf_stream(container, container->file, DXKI_PDB_IDENTITY_STREAM, &identity);
    dxk_pdb_identity record;
    size_t read = dxk_record_load(DXK_RECORD_ID_pdb_identity, identity, &record);
    *found = status == DXK_OK && read >= DXKI_PLACE_OF(pdb_identity, names_size);
    if (*found)
        memcpy(hash, record.guid, sizeof record.guid);
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

dxk_status dxki_pdb_identity(dxk_container *container, uint8_t hash[16], bool *found)
{
    dxk_program_place place;
    dxk_ctx *ctx = container->ctx;
    dxk_status status = DXK_OK;
    *found = false;
    ctx->muted++;
    if (container->kind == DXK_INPUT_PDB)
        status = take_guid(container, hash, found);
    if (status == DXK_OK && !*found && container->kind != DXK_INPUT_BITCODE &&
        dxk_container_program(container, DXK_PROGRAM_RUN, &place) == DXK_OK) {
        dxk_md5(place.program.bitcode, hash);
        *found = true;
    }
    ctx->muted--;
    return status;
}

dxk_status dxk_pdb_identify(dxk_ctx *ctx, dxk_bytes input, dxk_pdb_id *out)
{
    dxk_container *container;
    memset(out, 0, sizeof *out);
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status != DXK_OK)
        return status;
    dxk_bytes hash = content_of(container, DXK_PART_HASH);
    dxk_shader_hash record;
    bool found =
        dxk_record_load(DXK_RECORD_ID_shader_hash, hash, &record) == DXK_WIRE_SIZE_shader_hash;
    if (found)
        memcpy(out->hash, record.digest, sizeof record.digest);
    else
        status = dxki_pdb_identity(container, out->hash, &found);
    if (found) {
        for (size_t i = 0; i < 16; i++) {
            out->name[2 * i] = "0123456789abcdef"[out->hash[i] >> 4];
            out->name[2 * i + 1] = "0123456789abcdef"[out->hash[i] & 15];
        }
        memcpy(out->name + 32, ".pdb", 5);
        take_name(content_of(container, DXK_PART_ILDN), out);
    } else if (status == DXK_OK) {
        status = DXK_E_NOT_FOUND;
    }
    dxk_container_free(container);
    return status;
}
