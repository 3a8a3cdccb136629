/* SPDX-License-Identifier: MIT */
/*
 * spec.h - descriptors of the records and enumerations, expanded from records.def and enums.def.
 */
#ifndef DXKI_SPEC_SPEC_H
#define DXKI_SPEC_SPEC_H

#include "dxk/enums.h"
#include "dxk/records.h"

#include <stddef.h>

/* Wire types of a field. */
typedef enum dxki_field_type {
    DXKI_TYPE_UINT, /* little-endian unsigned, `bits` / 8 bytes */
    DXKI_TYPE_BITS, /* `bits` bits of a byte; memory is one byte */
    DXKI_TYPE_F32,  /* IEEE single */
    DXKI_TYPE_RAW   /* `bits` / 8 bytes */
} dxki_field_type;

/* One row of records.def. */
typedef struct dxki_field {
    const char *name;
    uint8_t type;   /* dxki_field_type */
    uint8_t bits;   /* width on the wire */
    uint8_t show;   /* dxk_show */
    uint8_t since;  /* version that added it */
    uint16_t names; /* dxk_enum_id, or dxk_record_id for references; 0 for none */
    uint16_t mem;   /* offset in the C structure */
} dxki_field;

/* One record. */
typedef struct dxki_record_desc {
    const char *name;
    const dxki_field *fields;
    uint16_t id; /* dxk_record_id */
    uint16_t field_count;
    uint16_t wire_size; /* of the newest version */
    uint16_t mem_size;  /* of the C structure */
} dxki_record_desc;

/* Descriptor of a record; never NULL for a valid id. */
const dxki_record_desc *dxki_record_get(dxk_record_id id);

/* Bytes of the fields that a version of a record has. */
size_t dxki_record_version_size(dxk_record_id id, unsigned version);

/* Version of a record of `size` bytes: the last of which all fields are there, else 0. */
unsigned dxki_record_version(dxk_record_id id, size_t size);

/* First byte of a field in a file, by the offset of its member. */
size_t dxki_record_place(dxk_record_id id, size_t mem);
#define DXKI_PLACE_OF(record, member)                                                              \
    dxki_record_place(DXK_RECORD_ID_##record, offsetof(dxk_##record, member))

/* Member of a structure, as a number; 0 for raw bytes. */
uint64_t dxki_field_get(const dxki_field *field, const void *record);

/* One row of variants.def: what the bytes of a union mean. */
typedef struct dxki_variant {
    uint16_t record;   /* dxk_record_id of the record with the union */
    uint16_t selector; /* field that decides */
    uint16_t field;    /* the union */
    uint32_t value;    /* of the selector */
    uint16_t nested;   /* dxk_record_id that the bytes are, or 0: `as` */
    dxki_field as;     /* the union as one field; of a nested record only the name is used */
    const char *text;  /* name in the text of the reference */
} dxki_variant;

/* What field `field` of `record` means, if it is a union whose selector has a known value; NULL
 * otherwise. */
const dxki_variant *dxki_variant_find(const dxki_record_desc *r, uint16_t field,
                                      const void *record);

/* The meanings that unions of a record can have, one after the other; `last` is NULL at first. */
const dxki_variant *dxki_variant_next(const dxki_record_desc *r, const dxki_variant *last);

/* True when the field is a union, whatever its selector says. */
bool dxki_field_is_union(const dxki_record_desc *r, uint16_t field);

/* What a stage keeps in PSV0's runtime info: a row of variants.def. */
typedef struct dxki_stage_view {
    uint32_t stage;         /* dxk_shader_kind */
    const char *name;       /* of the group that shows stage_info */
    dxk_record_id info;     /* what stage_info begins with */
    const char *extra_name; /* the same of stage_extra */
    dxk_record_id extra;    /* DXK_RECORD_ID_none: nothing */
} dxki_stage_view;

/* View of a stage; NULL when it keeps nothing there. */
const dxki_stage_view *dxki_stage_view_of(uint32_t stage);

/* Fills the tail of the text of a FLAGS value: "A, B, 0x80" into a sink-like buffer of `size`
 * bytes, cut to fit; returns the text. */
dxk_str dxki_enum_flags_text(dxk_enum_id id, uint64_t value, char *buffer, size_t size);

#endif
