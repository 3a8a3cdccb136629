/* SPDX-License-Identifier: MIT */
/* records.c - descriptors of the records. */
#include "spec/spec.h"

#include <stddef.h>
#include <string.h>

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
    {#field, TYPE_##type,         DXK_SHOW_##show,                                                 \
     since,  NAMES_##show(names), offsetof(dxk_##record, field)},
#define DXK_RECORD_END(record)
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

enum {
    START = -1,
#define DXK_RECORD(record, doc)                                 FIRST_##record, BEFORE_##record = FIRST_##record - 1,
#define DXK_FIELD(record, type, field, since, show, names, doc) INDEX_##record##_##field,
#define DXK_RECORD_END(record)                                  PAST_##record, LAST_##record = PAST_##record - 1,
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

static const dxki_record_desc records[DXK_RECORD_ID_COUNT] = {
    {"", fields, 0, 0, 0, 0},
#define DXK_RECORD(record, doc)                                                                    \
    {#record,                                                                                      \
     fields + FIRST_##record,                                                                      \
     DXK_RECORD_ID_##record,                                                                       \
     PAST_##record - FIRST_##record,                                                               \
     DXK_WIRE_SIZE_##record,                                                                       \
     sizeof(dxk_##record)},
#define DXK_FIELD(record, type, field, since, show, names, doc)
#define DXK_RECORD_END(record)
#include "spec/records.def"
#undef DXK_RECORD
#undef DXK_FIELD
#undef DXK_RECORD_END
};

const dxki_record_desc *dxki_record_get(dxk_record_id id)
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

size_t dxki_record_version_size(dxk_record_id id, unsigned version)
{
    const dxki_record_desc *r = dxki_record_get(id);
    size_t bits = 0;
    for (uint16_t i = 0; i < r->field_count && r->fields[i].since <= version; i++)
        bits += r->fields[i].bits;
    return bits / 8;
}

unsigned dxki_record_version(dxk_record_id id, size_t size)
{
    const dxki_record_desc *r = dxki_record_get(id);
    unsigned version = 0, next = 0;
    size_t bits = 0;
    if (size >= r->wire_size && r->field_count)
        return r->fields[r->field_count - 1].since;
    for (uint16_t i = 0; i < r->field_count; i++) {
        if (r->fields[i].since != next) {
            next = r->fields[i].since;
            version = next - 1; /* all fields so far fit */
        }
        bits += r->fields[i].bits;
        if (bits / 8 > size)
            return version;
    }
    return next;
}

size_t dxki_record_place(dxk_record_id id, size_t mem)
{
    const dxki_record_desc *r = dxki_record_get(id);
    size_t bits = 0;
    for (uint16_t i = 0; i < r->field_count && r->fields[i].mem != mem; i++)
        bits += r->fields[i].bits;
    return bits / 8;
}

uint64_t dxki_field_get(const dxki_field *f, const void *record)
{
    const uint8_t *p = (const uint8_t *)record + f->mem;
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;
    if (f->type == DXKI_TYPE_RAW)
        return 0;
    if (f->type == DXKI_TYPE_BITS || f->bits == 8)
        return *p;
    switch (f->bits) {
    case 16:
        memcpy(&v16, p, sizeof v16);
        return v16;
    case 32:
        memcpy(&v32, p, sizeof v32);
        return v32;
    default:
        memcpy(&v64, p, sizeof v64);
        return v64;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Unions                                                                                     */

#define PLACE(record, field) (INDEX_##record##_##field - FIRST_##record)

/* First expansion of variants.def: the rows. */
static const dxki_variant variants[] = {
#define DXK_VARIANT(record, selector, value, field, name, show, names, text)                       \
    {DXK_RECORD_ID_##record,                                                                       \
     PLACE(record, selector),                                                                      \
     PLACE(record, field),                                                                         \
     value,                                                                                        \
     0,                                                                                            \
     {#name, DXKI_TYPE_UINT, 32, DXK_SHOW_##show, 0, NAMES_##show(names),                          \
      offsetof(dxk_##record, field)},                                                              \
     text},
#define DXK_VARIANT_RECORD(record, selector, value, field, name, nested, text)                     \
    {DXK_RECORD_ID_##record,                                                                       \
     PLACE(record, selector),                                                                      \
     PLACE(record, field),                                                                         \
     value,                                                                                        \
     DXK_RECORD_ID_##nested,                                                                       \
     {#name, DXKI_TYPE_RAW, 0, DXK_SHOW_BYTES, 0, 0, offsetof(dxk_##record, field)},               \
     text},
#define DXK_STAGE_VIEW(stage, name, info, extra)
#include "spec/variants.def"
#undef DXK_VARIANT
#undef DXK_VARIANT_RECORD
#undef DXK_STAGE_VIEW
};

/* Second expansion: the views of PSV0's runtime info. */
static const dxki_stage_view stage_views[] = {
#define DXK_VARIANT(record, selector, value, field, name, show, names, text)
#define DXK_VARIANT_RECORD(record, selector, value, field, name, nested, text)
#define DXK_STAGE_VIEW(stage, name, info, extra)                                                   \
    {DXK_SHADER_KIND_##stage, #name, DXK_RECORD_ID_##info, #name "_extra", DXK_RECORD_ID_##extra},
#include "spec/variants.def"
#undef DXK_VARIANT
#undef DXK_VARIANT_RECORD
#undef DXK_STAGE_VIEW
};

/* Third expansion: a union is as large as each of its meanings. */
#define DXK_WIRE_SIZE_none     0u
#define SIZE_OF(record, field) sizeof(((dxk_##record *)0)->field)
#define DXK_VARIANT(record, selector, value, field, name, show, names, text)                       \
    _Static_assert(SIZE_OF(record, field) == 4, #record "." #name);
#define DXK_VARIANT_RECORD(record, selector, value, field, name, nested, text)                     \
    _Static_assert(SIZE_OF(record, field) >= DXK_WIRE_SIZE_##nested, #record "." #name);
#define DXK_STAGE_VIEW(stage, name, info, extra)                                                   \
    _Static_assert(SIZE_OF(psv_runtime_info, stage_info) >= DXK_WIRE_SIZE_##info, #info);          \
    _Static_assert(SIZE_OF(psv_runtime_info, stage_extra) >= DXK_WIRE_SIZE_##extra, #extra);
#include "spec/variants.def"
#undef DXK_VARIANT
#undef DXK_VARIANT_RECORD
#undef DXK_STAGE_VIEW

const dxki_stage_view *dxki_stage_view_of(uint32_t stage)
{
    for (size_t i = 0; i < sizeof stage_views / sizeof *stage_views; i++)
        if (stage_views[i].stage == stage)
            return &stage_views[i];
    return NULL;
}

const dxki_variant *dxki_variant_find(const dxki_record_desc *r, uint16_t field, const void *record)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        const dxki_variant *v = &variants[i];
        if (v->record == r->id && v->field == field &&
            v->value == dxki_field_get(&r->fields[v->selector], record))
            return v;
    }
    return NULL;
}

const dxki_variant *dxki_variant_next(const dxki_record_desc *r, const dxki_variant *last)
{
    const dxki_variant *end = variants + sizeof variants / sizeof *variants;
    for (const dxki_variant *v = last ? last + 1 : variants; v < end; v++)
        if (v->record == r->id)
            return v;
    return NULL;
}

bool dxki_field_is_union(const dxki_record_desc *r, uint16_t field)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i].record == r->id && variants[i].field == field)
            return true;
    return false;
}
