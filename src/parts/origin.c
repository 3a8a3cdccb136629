/* SPDX-License-Identifier: MIT */
/*
 * origin.c - VERS, the compiler that made the container, and ILDN, the name of its PDB.
 *
 *   VERS: version, flags, commits, size | commit NUL custom version NUL | padding
 *   ILDN: flags, length | name | NUL, padding
 *
 * Source: DXContainer.rst, "VERS part", "ILDN part".
 */
#include "parts/parts.h"
#include "spec/reader_rules.h"

#include <string.h>

/* READ: bytes from c->pos up to and with the next NUL, at most `left`. */
static size_t string_size(const dxki_codec *c, size_t left)
{
    const uint8_t *start = c->in.data + c->pos;
    const uint8_t *end = left ? memchr(start, 0, left) : NULL;
    return end ? (size_t)(end - start) + 1 : left;
}

/* A string of the *left bytes that are left of the strings; none when there are none. */
static bool walk_string(dxki_codec *c, const char *name, dxk_bytes *text, size_t *left)
{
    if (!dxki_codec_supply_string(c, name, DXK_NO_INDEX, c->pos))
        return false;
    size_t size = c->mode == DXKI_READ ? string_size(c, *left) : text->size;
    if (size == 0)
        return true;
    if (!dxki_codec_text(c, name, text, size))
        return false;
    *left -= size < *left ? size : *left;
    if (c->mode == DXKI_WRITE || text->data[size - 1] == 0)
        return true;
    return dxki_codec_warn(c, DXKI_RULE_PART_TERMINATOR, c->pos, name, NULL, 0);
}

bool dxki_part_walk_version(dxki_codec *c, void *part)
{
    dxk_version_part *p = part;
    if (!dxki_codec_record(c, "version", DXK_RECORD_ID_compiler_version, &p->version, 0, NULL) ||
        !dxki_codec_need(c, "strings", p->version.strings_size))
        return false;
    size_t left = p->version.strings_size;
    if (!walk_string(c, "commit", &p->commit, &left) ||
        !walk_string(c, "custom_version", &p->custom_version, &left))
        return false;
    size_t more = c->mode == DXKI_READ ? left : p->more.size;
    return (more == 0 || dxki_codec_bytes(c, "more", &p->more, more)) &&
           dxki_codec_pad(c, "tail", &p->tail,
                          c->mode == DXKI_READ ? c->in.size - c->pos : p->tail.size);
}

bool dxki_part_walk_debug_name(dxki_codec *c, void *part)
{
    dxk_debug_name_part *p = part;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_debug_name, &p->header, 0, NULL) ||
        !dxki_codec_text(c, "name", &p->name, p->header.name_length))
        return false;
    size_t tail = c->mode == DXKI_READ ? c->in.size - c->pos : p->tail.size;
    if (c->mode == DXKI_READ && (tail == 0 || c->in.data[c->pos] != 0) &&
        !dxki_codec_warn(c, DXKI_RULE_PART_TERMINATOR, c->pos, "name", NULL, 0))
        return false;
    return dxki_codec_pad(c, "tail", &p->tail, tail);
}

/* Text without what follows its first NUL. */
static dxk_str text_of(dxk_bytes bytes)
{
    dxk_str text = {"", 0};
    const void *end = bytes.size ? memchr(bytes.data, 0, bytes.size) : NULL;
    if (bytes.size) {
        text.data = (const char *)bytes.data;
        text.size = end ? (size_t)((const uint8_t *)end - bytes.data) : bytes.size;
    }
    return text;
}

dxk_str dxk_version_commit(const dxk_version_part *part)
{
    return text_of(part->commit);
}

dxk_str dxk_version_custom(const dxk_version_part *part)
{
    return text_of(part->custom_version);
}
