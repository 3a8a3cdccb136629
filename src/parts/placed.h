/* SPDX-License-Identifier: MIT */
/*
 * placed.h - what the parts of shader models 4 and 5 share: tables and strings that offsets lead
 * to, wherever they lie in the part.
 */
#ifndef DXKI_PARTS_PLACED_H
#define DXKI_PARTS_PLACED_H

#include "dxk/legacy.h"
#include "wire/codec.h"

/* Offsets of strings that have been met, while a part is read. */
typedef DXKI_VEC(uint32_t) dxki_part_offsets;

/*
 * Notes the STR fields of a record for dxki_part_walk_strings(). Offset 0 is no string. True in mode
 * WRITE; false when out of memory.
 */
bool dxki_part_note_strings(dxki_codec *c, dxki_part_offsets *offsets, dxk_record_id id,
                            const void *record);

/*
 * The strings at the noted offsets. READ: makes *strings and warns of offsets that lead out of
 * the part; WRITE: puts them.
 */
bool dxki_part_walk_strings(dxki_codec *c, dxk_strings *strings, dxki_part_offsets *offsets);

/*
 * A table of `count` records at `offset`, all of their size; an empty one is nowhere. Names of
 * the records are noted in `offsets` unless that is NULL.
 */
bool dxki_part_walk_placed_table(dxki_codec *c, const char *name, dxk_record_id id, size_t offset,
                                 void **records, size_t count, size_t stride, dxk_bytes *bytes,
                                 dxki_part_offsets *offsets);

/* The string that an STR field refers to, for dxki_codec.resolve. */
void dxki_part_resolve_placed(dxki_codec *c, dxk_visit_field *field);

#endif
