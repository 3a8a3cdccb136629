/* SPDX-License-Identifier: MIT */
/*
 * parts.h - the table of part kinds. A kind is a structure and one function that walks its layout
 * (wire/codec.h); everything else about parts goes through this table.
 */
#ifndef DXKI_PARTS_PARTS_H
#define DXKI_PARTS_PARTS_H

#include "dxk/parts.h"
#include "wire/codec.h"

/* Walks a part: `part` is the structure of the kind. */
typedef bool (*dxki_part_codec)(dxki_codec *c, void *part);

typedef struct dxki_part_kind {
    uint32_t fourcc;
    const char *title;     /* a few words */
    dxk_part_type type;    /* structure */
    size_t size;           /* of the structure */
    dxki_part_codec codec; /* NULL: bytes */
} dxki_part_kind;

/* The kind of a part; the opaque kind when it is not known. `content` tells apart the two
 * meanings of STAT. Never NULL. */
const dxki_part_kind *dxki_part_kind_of(uint32_t fourcc, dxk_bytes content);

#define DXK_PART_TYPE(type, number, member, structure, doc)
#define DXK_PART_RECORD(type, number, member, structure, record, field, doc)
#define DXK_PART(fourcc, type, member, walk, title) bool walk(dxki_codec *c, void *part);
#include "spec/parts.def"
#undef DXK_PART_TYPE
#undef DXK_PART_RECORD
#undef DXK_PART

/* Stage in the header of a program; false when the part ends before it. */
bool dxki_part_program_stage(dxk_bytes content, uint32_t *stage);

/* View of the bitcode that the header of a program tells; false when it has no magic, or the part
 * lacks some of it. Reports nothing. */
bool dxki_part_program_view(dxk_bytes content, dxk_bytes *bitcode);

/* STAT of shader models 4 and 5, which has no row. */
bool dxki_part_walk_counters(dxki_codec *c, void *part);

#endif
