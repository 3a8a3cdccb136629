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

/* Programs of shader model 6, as bits. */
typedef enum dxki_part_programs {
    DXKI_PART_NOWHERE = 0,
    DXKI_PART_SHADER = 1,
    DXKI_PART_LIBRARY = 2,
    DXKI_PART_ANY = 3
} dxki_part_programs;

/* Which of these need a part. */
typedef enum dxki_part_need {
    DXKI_PART_NEED_NEVER,
    DXKI_PART_NEED_SHADER,
    DXKI_PART_NEED_LIBRARY,
    DXKI_PART_NEED_PATCH /* shaders with patch constants or primitives */
} dxki_part_need;

/* A row of parts.def. */
typedef struct dxki_part_kind {
    uint32_t fourcc;
    const char *title;     /* a few words */
    dxk_part_type type;    /* structure */
    size_t size;           /* of the structure */
    dxki_part_codec codec; /* NULL: bytes */
    uint8_t where;         /* dxki_part_programs that may have it */
    uint8_t need;          /* dxki_part_need */
    uint8_t place;         /* among the parts that are needed, from 1 on */
    const char *name;      /* in messages of the reference */
    dxk_strip_group strip;
} dxki_part_kind;

/* The kind of a part; the opaque kind when it is not known. `content` tells apart the two
 * meanings of STAT. Never NULL. */
const dxki_part_kind *dxki_part_kind_of(uint32_t fourcc, dxk_bytes content);

/* The row of a FourCC; that of the opaque kind when there is none. Never NULL. */
const dxki_part_kind *dxki_part_kind_find(uint32_t fourcc);

/* Parts that some programs need, from place 1 on; NULL past the last. */
const dxki_part_kind *dxki_part_kind_needed(unsigned place);

#define DXK_PART_TYPE(type, number, member, structure, doc)
#define DXK_PART_RECORD(type, number, member, structure, record, field, doc)
#define DXK_PART(fourcc, type, member, walk, title, where, need, place, name, strip, make)         \
    bool walk(dxki_codec *c, void *part);
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
