/* SPDX-License-Identifier: MIT */
/*
 * spec.h - descriptors of the records and enumerations, expanded from records.def and enums.def.
 */
#ifndef DXKI_SPEC_H
#define DXKI_SPEC_H

#include "dxk/enums.h"
#include "dxk/records.h"

/* Wire types of a field. */
typedef enum dxki_type {
    DXKI_TYPE_UINT, /* little-endian unsigned, `bits` / 8 bytes */
    DXKI_TYPE_BITS, /* `bits` bits of a byte; memory is one byte */
    DXKI_TYPE_F32,  /* IEEE single */
    DXKI_TYPE_RAW   /* `bits` / 8 bytes */
} dxki_type;

/* One row of records.def. */
typedef struct dxki_field {
    const char *name;
    uint8_t type;   /* dxki_type */
    uint8_t bits;   /* width on the wire */
    uint8_t show;   /* dxk_show */
    uint8_t since;  /* version that added it */
    uint16_t names; /* dxk_enum_id, or dxk_record_id for references; 0 for none */
    uint16_t mem;   /* offset in the C structure */
} dxki_field;

/* One record. */
typedef struct dxki_record {
    const char *name;
    const dxki_field *fields;
    uint16_t field_count;
    uint16_t wire_size; /* of the newest version */
    uint16_t mem_size;  /* of the C structure */
} dxki_record;

/* Descriptor of a record; never NULL for a valid id. */
const dxki_record *dxki_record_get(dxk_record_id id);

/* Fills the tail of the text of a FLAGS value: "A, B, 0x80" into a sink-like buffer of `size`
 * bytes, cut to fit; returns the text. */
dxk_str dxki_flags_text(dxk_enum_id id, uint64_t value, char *buffer, size_t size);

#endif
