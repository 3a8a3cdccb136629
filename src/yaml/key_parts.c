/* SPDX-License-Identifier: MIT */
/*
 * key_parts.c - LLVM's schema for the parts that are a record or little more: programs, SFI0,
 * HASH, ILDN, VERS. See keyed.h. Source: LLVM's DXContainerYAML.
 */
#include "yaml/keyed.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

#define HEADER DXK_WIRE_SIZE_program_header
#define OFFSET 16u /* of bitcode, from the magic on */

bool dxki_yaml_keyed_program(dxki_yaml_keyed *k, void *part)
{
    dxk_program *p = part;
    dxk_program_header *h = &p->header;
    if (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_program, h))
        return false;
    if (!k->load && p->bitcode.size == 0)
        return true; /* LLVM has no key then */
    if (!k->load && k->module != DXKI_MODULE_BYTES)
        return dxki_yaml_keyed_module(k, &p->bitcode);
    if (!dxki_yaml_keyed_bytes(k, "DXIL", &p->bitcode, false) || !k->load)
        return k->status == DXK_OK;
    if (!p->bitcode.data && !dxki_yaml_keyed_module(k, &p->bitcode))
        return false;
    h->magic = DXK_PART_DXIL;
    h->bitcode_offset = OFFSET;
    h->bitcode_size = dxki_yaml_keyed_obey(k, "DXILSize", h->bitcode_size, p->bitcode.size);
    uint64_t words = (HEADER + (uint64_t)h->bitcode_size + 3) / 4;
    h->size_in_dwords = dxki_yaml_keyed_obey(k, "Size", h->size_in_dwords, words);
    if (p->bitcode.size > h->bitcode_size) { /* what is there is written, whatever the size */
        p->after.data = p->bitcode.data + h->bitcode_size;
        p->after.size = p->bitcode.size - h->bitcode_size;
        p->bitcode.size = h->bitcode_size;
    }
    if (h->bitcode_size > k->ctx->limits.inflated) {
        dxki_arg args[] = {dxki_dec(k->ctx->limits.inflated)};
        return dxki_yaml_keyed_report(k, k->map, DXKI_RULE_LIMIT_YAML_SIZE, args, 1);
    }
    return k->status == DXK_OK;
}

bool dxki_yaml_keyed_feature_part(dxki_yaml_keyed *k, void *part)
{
    dxk_feature_part *p = part;
    return dxki_yaml_keyed_features(k, &p->info.flags);
}

bool dxki_yaml_keyed_hash(dxki_yaml_keyed *k, void *part)
{
    dxk_hash_part *p = part;
    dxk_bytes digest = {p->hash.digest, sizeof p->hash.digest};
    if (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_hash, &p->hash) ||
        !dxki_yaml_keyed_bytes(k, "Digest", &digest, true))
        return false;
    if (!k->load)
        return true;
    if (digest.size != sizeof p->hash.digest) {
        dxki_arg args[] = {dxki_dec(digest.size), dxki_dec(sizeof p->hash.digest)};
        return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_COUNT, args, 2);
    }
    memmove(p->hash.digest, digest.data, digest.size);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* ILDN, VERS                                                                                 */

/* A copy with its terminator. */
static bool terminated(dxki_yaml_keyed *k, dxk_str text, dxk_bytes *bytes)
{
    const char *copy = dxki_arena_strdup(k->arena, text.data ? text.data : "", text.size);
    *bytes = (dxk_bytes){(const uint8_t *)copy, text.size + 1};
    return copy || dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

bool dxki_yaml_keyed_debug_name(dxki_yaml_keyed *k, void *part)
{
    static const uint8_t end[1];
    dxk_debug_name_part *p = part;
    dxk_str name = {(const char *)p->name.data, p->name.size};
    uint32_t length = p->header.name_length;
    if (k->load) { /* wider than the field, so that it can say that it is not given */
        length = DXKI_COMPUTED;
        uint32_t flags = 0;
        if (!dxki_yaml_keyed_number(k, "Flags", &flags, 16, false) ||
            !dxki_yaml_keyed_number(k, "NameLength", &length, 16, false))
            return false;
        p->header.flags = (uint16_t)flags;
    } else if (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_debug_name, &p->header)) {
        return false;
    }
    if (!dxki_yaml_keyed_text(k, "DebugName", &name, true) || !k->load)
        return k->status == DXK_OK;
    p->header.name_length =
        (uint16_t)dxki_yaml_keyed_obey(k, "NameLength", length, name.size & 0xFFFF);
    p->name = (dxk_bytes){(const uint8_t *)name.data, name.size};
    p->tail = (dxk_bytes){end, 1};
    if (name.size > p->header.name_length) { /* all of it is written, whatever the length */
        if (!terminated(k, name, &p->tail))
            return false;
        p->tail.data += p->header.name_length;
        p->tail.size -= p->header.name_length;
    }
    return true;
}

bool dxki_yaml_keyed_version(dxki_yaml_keyed *k, void *part)
{
    dxk_version_part *p = part;
    dxk_str commit = dxk_version_commit(p), custom = dxk_version_custom(p);
    if (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_compiler, &p->version))
        return false;
    if (k->load)
        custom = dxki_str(dxk_version());
    if (!dxki_yaml_keyed_text(k, "CommitSha", &commit, false) ||
        !dxki_yaml_keyed_text(k, "CustomVersionString", &custom, false) || !k->load)
        return k->status == DXK_OK;
    if (!terminated(k, commit, &p->commit) || !terminated(k, custom, &p->custom_version))
        return false;
    p->version.strings_size = dxki_yaml_keyed_obey(k, "ContentSizeInBytes", p->version.strings_size,
                                                   p->commit.size + p->custom_version.size);
    return k->status == DXK_OK;
}
