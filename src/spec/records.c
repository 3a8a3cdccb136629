/* SPDX-License-Identifier: MIT */
/* records.c - descriptors of the records. */
#include "spec/spec.h"

#include <stddef.h>

/* Column `type` of records.def: wire type and bits. */
#define TYPE_u8    DXKI_TYPE_UINT, 8
#define TYPE_u16   DXKI_TYPE_UINT, 16
#define TYPE_u32   DXKI_TYPE_UINT, 32
#define TYPE_u64   DXKI_TYPE_UINT, 64
#define TYPE_f32   DXKI_TYPE_F32, 32
#define TYPE_b1    DXKI_TYPE_BITS, 1
#define TYPE_b2    DXKI_TYPE_BITS, 2
#define TYPE_b3    DXKI_TYPE_BITS, 3
#define TYPE_b4    DXKI_TYPE_BITS, 4
#define TYPE_b5    DXKI_TYPE_BITS, 5
#define TYPE_b6    DXKI_TYPE_BITS, 6
#define TYPE_b7    DXKI_TYPE_BITS, 7
#define TYPE_raw1  DXKI_TYPE_RAW, 8
#define TYPE_raw2  DXKI_TYPE_RAW, 16
#define TYPE_raw3  DXKI_TYPE_RAW, 24
#define TYPE_raw4  DXKI_TYPE_RAW, 32
#define TYPE_raw7  DXKI_TYPE_RAW, 56
#define TYPE_raw8  DXKI_TYPE_RAW, 64
#define TYPE_raw11 DXKI_TYPE_RAW, 88
#define TYPE_raw12 DXKI_TYPE_RAW, 96
#define TYPE_raw14 DXKI_TYPE_RAW, 112
#define TYPE_raw15 DXKI_TYPE_RAW, 120
#define TYPE_raw16 DXKI_TYPE_RAW, 128

/* Column `names`, by column `show`: an enumeration, a record, or nothing. */
#define NAMES_DEC(n)    0
#define NAMES_HEX(n)    0
#define NAMES_BOOL(n)   0
#define NAMES_FLOAT(n)  0
#define NAMES_FOURCC(n) 0
#define NAMES_MASK(n)   0
#define NAMES_SET(n)    0
#define NAMES_BYTES(n)  0
#define NAMES_PAD(n)    0
#define NAMES_SIZE(n)   0
#define NAMES_STR(n)    0
#define NAMES_STRS(n)   0
#define NAMES_INTS(n)   0
#define NAMES_BLOB(n)   0
#define NAMES_ENUM(n)   DXK_ENUM_ID_##n
#define NAMES_FLAGS(n)  DXK_ENUM_ID_##n
#define NAMES_REF(n)    DXK_RECORD_ID_##n
#define NAMES_REFS(n)   DXK_RECORD_ID_##n

static const dxki_field fields[] = {
#define DXK_RECORD(record, doc)
#define DXK_FIELD(record, type, field, since, show, names, doc)                                    \
    {#field, TYPE_##type,        DXK_SHOW_##show, since,                                           \
     NAMES_##show(names), offsetof(dxk_##record, field)},
#define DXK_RECORD_END(record)
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

enum {
    START = -1,
#define DXK_RECORD(record, doc) FIRST_##record, BEFORE_##record = FIRST_##record - 1,
#define DXK_FIELD(record, type, field, since, show, names, doc) INDEX_##record##_##field,
#define DXK_RECORD_END(record) PAST_##record, LAST_##record = PAST_##record - 1,
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

static const dxki_record records[DXK_RECORD_ID_COUNT] = {
    {"", fields, 0, 0, 0},
#define DXK_RECORD(record, doc)                                                                    \
    {#record, fields + FIRST_##record, PAST_##record - FIRST_##record, DXK_WIRE_SIZE_##record,     \
     sizeof(dxk_##record)},
#define DXK_FIELD(record, type, field, since, show, names, doc)
#define DXK_RECORD_END(record)
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

const dxki_record *dxki_record_get(dxk_record_id id)
{
    return &records[(unsigned)id < DXK_RECORD_ID_COUNT ? id : 0];
}

const char *dxk_record_name(dxk_record_id id)
{
    return dxki_record_get(id)->name;
}

size_t dxk_record_wire_size(dxk_record_id id)
{
    return dxki_record_get(id)->wire_size;
}
