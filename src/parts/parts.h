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

bool dxki_part_walk_raw(dxki_codec *c, void *part);
bool dxki_part_walk_program(dxki_codec *c, void *part);
bool dxki_part_walk_signature(dxki_codec *c, void *part);
bool dxki_part_walk_features(dxki_codec *c, void *part);
bool dxki_part_walk_hash(dxki_codec *c, void *part);
bool dxki_part_walk_psv0(dxki_codec *c, void *part);
bool dxki_part_walk_rdat(dxki_codec *c, void *part);
bool dxki_part_walk_root_signature(dxki_codec *c, void *part);
bool dxki_part_walk_version(dxki_codec *c, void *part);
bool dxki_part_walk_debug_name(dxki_codec *c, void *part);
bool dxki_part_walk_source(dxki_codec *c, void *part);
bool dxki_part_walk_pdb_info(dxki_codec *c, void *part);

/* Shader models 4 and 5. */
bool dxki_part_walk_signature4(dxki_codec *c, void *part);
bool dxki_part_walk_signature5(dxki_codec *c, void *part);
bool dxki_part_walk_rdef(dxki_codec *c, void *part);
bool dxki_part_walk_counters(dxki_codec *c, void *part);
bool dxki_part_walk_ifce(dxki_codec *c, void *part);
bool dxki_part_walk_level9(dxki_codec *c, void *part);
bool dxki_part_walk_library(dxki_codec *c, void *part);
bool dxki_part_walk_function_signature(dxki_codec *c, void *part);

#endif
