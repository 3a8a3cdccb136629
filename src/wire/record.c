/* SPDX-License-Identifier: MIT */
/*
 * record.c - the loop over a record's descriptor, in its three uses: load into the structure,
 * store from it, show. A run of bit-fields shares a byte, lowest bits first.
 */
#include "wire/codec.h"
#include "wire/codec_internal.h"

#include "base/out.h"
#include "wire/load.h"

#include <string.h>

/* A position inside a record, in bits. */
static size_t field_end(const dxki_field *f, size_t bit)
{
    return (bit + f->bits + 7) / 8;
}

uint16_t dxki_codec_record_fields(const dxki_record_desc *r, size_t size, size_t *end)
{
    size_t bit = 0;
    uint16_t count = 0;
    *end = 0;
    for (uint16_t i = 0; i < r->field_count && field_end(&r->fields[i], bit) <= size; i++) {
        const dxki_field *f = &r->fields[i];
        bit += f->bits;
        if (f->since == 0 || i + 1 == r->field_count || f[1].since != f->since) {
            count = (uint16_t)(i + 1);
            *end = (bit + 7) / 8;
        }
    }
    return count;
}

void dxki_codec_member_set(const dxki_field *f, void *record, uint64_t value)
{
    uint8_t *p = (uint8_t *)record + f->mem;
    uint16_t v16 = (uint16_t)value;
    uint32_t v32 = (uint32_t)value;
    if (f->type == DXKI_TYPE_BITS || f->bits == 8)
        *p = (uint8_t)value;
    else if (f->bits == 16)
        memcpy(p, &v16, sizeof v16);
    else if (f->bits == 32)
        memcpy(p, &v32, sizeof v32);
    else
        memcpy(p, &value, sizeof value);
}

/* Loads one field at `bit` of `in`. */
static void load_field(const dxki_field *f, const uint8_t *in, size_t bit, void *record)
{
    const uint8_t *p = in + bit / 8;
    if (f->type == DXKI_TYPE_RAW) {
        memcpy((uint8_t *)record + f->mem, p, f->bits / 8);
        return;
    }
    uint64_t value = 0;
    if (f->type == DXKI_TYPE_BITS)
        value = (uint64_t)(*p >> bit % 8) & ((1u << f->bits) - 1);
    else
        for (unsigned i = 0; i < f->bits / 8u; i++)
            value |= (uint64_t)p[i] << (8 * i);
    dxki_codec_member_set(f, record, value);
}

static void store_field(const dxki_field *f, uint8_t *out, size_t bit, const void *record)
{
    uint8_t *p = out + bit / 8;
    if (f->type == DXKI_TYPE_RAW) {
        memcpy(p, (const uint8_t *)record + f->mem, f->bits / 8);
        return;
    }
    uint64_t value = dxki_field_get(f, record);
    if (f->type == DXKI_TYPE_BITS) {
        unsigned mask = ((1u << f->bits) - 1) << bit % 8;
        *p = (uint8_t)((*p & ~mask) | ((unsigned)value << bit % 8 & mask));
        return;
    }
    for (unsigned i = 0; i < f->bits / 8u; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

static size_t load_record(const dxki_record_desc *r, const uint8_t *in, size_t size, void *record)
{
    size_t bit = 0, end;
    uint16_t count = dxki_codec_record_fields(r, size, &end);
    memset(record, 0, r->mem_size);
    for (uint16_t i = 0; i < count; i++) {
        load_field(&r->fields[i], in, bit, record);
        bit += r->fields[i].bits;
    }
    return end;
}

static size_t store_record(const dxki_record_desc *r, const void *record, uint8_t *out, size_t size)
{
    size_t bit = 0, end;
    uint16_t count = dxki_codec_record_fields(r, size, &end);
    for (uint16_t i = 0; i < count; i++) {
        const dxki_field *f = &r->fields[i];
        if (f->type == DXKI_TYPE_BITS && bit % 8 == 0)
            out[bit / 8] = 0;
        store_field(f, out, bit, record);
        bit += f->bits;
    }
    return end;
}

size_t dxk_record_load(dxk_record_id id, dxk_bytes bytes, void *record)
{
    return load_record(dxki_record_get(id), bytes.data, bytes.size, record);
}

size_t dxk_record_store(dxk_record_id id, const void *record, uint8_t *out, size_t size)
{
    return store_record(dxki_record_get(id), record, out, size);
}

static double float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static bool all_zero(dxk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

static dxk_visit_field describe(const dxki_field *f, size_t bit)
{
    dxk_visit_field field = {.name = f->name, .index = DXK_NO_INDEX};
    field.size = (f->bits + 7u) / 8u;
    field.show = (dxk_show)f->show;
    field.names = (dxk_enum_id)f->names;
    if (f->type == DXKI_TYPE_BITS) {
        field.bit = bit % 8;
        field.bits = f->bits;
    }
    return field;
}

static bool show_field(dxki_codec *c, const dxki_field *f, size_t bit, const void *record)
{
    dxk_visit_field field = describe(f, bit);
    field.offset = dxki_codec_place(c, c->pos + bit / 8);
    if (f->type == DXKI_TYPE_RAW)
        field.bytes = (dxk_bytes){c->in.data + c->pos + bit / 8, f->bits / 8u};
    else
        field.number = dxki_field_get(f, record);
    if (f->type == DXKI_TYPE_F32)
        field.real = float_of((uint32_t)field.number);
    if (f->show == DXK_SHOW_PAD && field.number == 0 && all_zero(field.bytes))
        return true;
    return dxki_codec_show(c, &field);
}

static bool variant(dxki_codec *c, const char *name, dxk_record_id id, dxk_bytes raw, size_t pos);

/* A union as what it is, in its place. */
static bool show_variant(dxki_codec *c, const dxki_variant *v, const dxki_field *f, size_t bit,
                         const void *record)
{
    if (!v->nested)
        return show_field(c, &v->as, bit, record);
    size_t pos = c->pos + bit / 8;
    dxk_bytes raw = {c->in.data + pos, f->bits / 8u};
    return variant(c, v->as.name, (dxk_record_id)v->nested, raw, pos);
}

static bool show_record(dxki_codec *c, const dxki_record_desc *r, size_t size, const void *record)
{
    size_t bit = 0, end;
    uint16_t count = dxki_codec_record_fields(r, size, &end);
    for (uint16_t i = 0; i < count; i++) {
        const dxki_field *f = &r->fields[i];
        const dxki_variant *v = dxki_variant_find(r, i, record);
        bool ok = v ? show_variant(c, v, f, bit, record) : show_field(c, f, bit, record);
        if (!ok)
            return false;
        bit += f->bits;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Records from a document                                                                    */

/* Room for the structure of any record that has a union or is one. */
typedef union any_record {
    uint64_t align;
    uint8_t bytes[256];
} any_record;

static bool supply_record(dxki_codec *c, const dxki_record_desc *r, size_t size);

static bool supply_field(dxki_codec *c, const dxki_field *f, size_t pos, size_t bit)
{
    dxk_visit_field field = describe(f, bit);
    uint8_t *out = c->form + pos + bit / 8;
    field.offset = pos + bit / 8;
    if (f->type == DXKI_TYPE_RAW)
        return c->supply->field(c->supply->user, c, &field, out);
    if (!c->supply->field(c->supply->user, c, &field, NULL))
        return false;
    if (f->type == DXKI_TYPE_BITS)
        *out = (uint8_t)(*out | (field.number & ((1u << f->bits) - 1)) << bit % 8);
    for (unsigned i = 0; f->type != DXKI_TYPE_BITS && i < f->bits / 8u; i++)
        out[i] = (uint8_t)(field.number >> (8 * i));
    return true;
}

/* A union, as what the fields before it say that it is. */
static bool supply_union(dxki_codec *c, const dxki_record_desc *r, uint16_t i, size_t bit)
{
    any_record record;
    const dxki_variant *v = NULL;
    if (r->mem_size <= sizeof record) {
        load_record(r, c->form + c->pos,
                    r->wire_size < c->in.size - c->pos ? r->wire_size : c->in.size - c->pos,
                    &record);
        v = dxki_variant_find(r, i, &record);
    }
    if (!v || !v->nested)
        return supply_field(c, v ? &v->as : &r->fields[i], c->pos, bit);
    const dxki_record_desc *inner = dxki_record_get((dxk_record_id)v->nested);
    size_t back = c->pos, size = r->fields[i].bits / 8u;
    c->pos += bit / 8;
    bool ok = dxki_codec_enter(c, v->as.name, DXK_NO_INDEX, inner->name) &&
              supply_record(c, inner, size) && dxki_codec_leave(c);
    c->pos = back;
    return ok;
}

/* Has the fields of a record of `size` bytes at c->pos put there. */
static bool supply_record(dxki_codec *c, const dxki_record_desc *r, size_t size)
{
    size_t bit = 0, end;
    uint16_t count = dxki_codec_record_fields(r, size, &end);
    memset(c->form + c->pos, 0, end);
    for (uint16_t i = 0; i < count; i++) {
        if (!(dxki_field_is_union(r, i) ? supply_union(c, r, i, bit)
                                        : supply_field(c, &r->fields[i], c->pos, bit)))
            return false;
        bit += r->fields[i].bits;
    }
    return true;
}

static bool read_record(dxki_codec *c, const char *name, const dxki_record_desc *r, void *record,
                        size_t size, dxk_bytes *tail)
{
    if (c->supply && !supply_record(c, r, size))
        return false;
    size_t known = load_record(r, c->in.data + c->pos, size, record);
    if (c->visitor && !c->supply && !show_record(c, r, known, record))
        return false;
    if (c->inspect && !c->supply && !c->inspect(c, r, known, record))
        return false;
    if (!dxki_codec_claim(c, known))
        return false;
    if (tail)
        *tail = (dxk_bytes){NULL, 0};
    if (known == size)
        return true;
    if (!tail)
        return dxki_codec_bad(c, name, size, "the size of a known version");
    return dxki_codec_bytes(c, "tail", tail, size - known);
}

static bool write_record(dxki_codec *c, const dxki_record_desc *r, const void *record, size_t size,
                         const dxk_bytes *tail)
{
    uint8_t bytes[256];
    size_t known = size < sizeof bytes ? size : sizeof bytes;
    known = store_record(r, record, bytes, known);
    if (!dxki_codec_put(c, bytes, known))
        return false;
    dxk_bytes rest = tail ? *tail : (dxk_bytes){NULL, 0};
    return known == size || dxki_codec_bytes(c, "tail", &rest, size - known);
}

static bool fields(dxki_codec *c, const dxki_record_desc *r, const char *name, void *record,
                   size_t size, dxk_bytes *tail)
{
    return c->mode == DXKI_READ ? read_record(c, name, r, record, size, tail)
                                : write_record(c, r, record, size, tail);
}

bool dxki_codec_fields(dxki_codec *c, dxk_record_id id, void *record, size_t wire_size,
                       dxk_bytes *tail)
{
    const dxki_record_desc *r = dxki_record_get(id);
    size_t size = wire_size ? wire_size : r->wire_size;
    return dxki_codec_need(c, r->name, size) && fields(c, r, r->name, record, size, tail);
}

bool dxki_codec_element(dxki_codec *c, const char *name, size_t index, dxk_record_id id,
                        void *record, size_t wire_size, dxk_bytes *tail)
{
    const dxki_record_desc *r = dxki_record_get(id);
    size_t size = wire_size ? wire_size : r->wire_size;
    if (!dxki_codec_need(c, name, size) || !dxki_codec_enter(c, name, index, r->name))
        return false;
    return fields(c, r, name, record, size, tail) && dxki_codec_leave(c);
}

bool dxki_codec_record(dxki_codec *c, const char *name, dxk_record_id id, void *record,
                       size_t wire_size, dxk_bytes *tail)
{
    return dxki_codec_element(c, name, DXK_NO_INDEX, id, record, wire_size, tail);
}

/* Room for the decoded records and a view of the table. */
static bool prepare_table(dxki_codec *c, const char *name, const dxki_record_desc *r,
                          void **records, size_t count, size_t stride, size_t least, dxk_bytes *raw)
{
    if (count && (stride < least || stride == 0))
        return dxki_codec_bad(c, name, stride, "at least the size of the oldest version");
    if (count && stride > SIZE_MAX / count)
        return dxki_codec_bad(c, name, count, "a count that fits in the part");
    if (!dxki_codec_need(c, name, (uint64_t)count * stride))
        return false;
    *records = dxki_arena_zalloc(c->arena, count, r->mem_size);
    *raw = (dxk_bytes){c->in.data + c->pos, count * stride};
    return *records || dxki_codec_check(c, dxki_nomem(c->ctx));
}

bool dxki_codec_records(dxki_codec *c, const char *name, dxk_record_id id, void **records,
                        size_t count, size_t stride, size_t least, dxk_bytes *raw)
{
    const dxki_record_desc *r = dxki_record_get(id);
    size_t known;
    dxki_codec_record_fields(r, stride, &known);
    if (c->mode == DXKI_READ && !prepare_table(c, name, r, records, count, stride, least, raw))
        return false;
    if (!dxki_codec_enter_list(c, name, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        void *record = (uint8_t *)*records + i * r->mem_size;
        dxk_bytes tail = {NULL, 0};
        if (c->mode == DXKI_WRITE && raw->size >= (i + 1) * stride)
            tail = (dxk_bytes){raw->data + i * stride + known, stride - known};
        if (!dxki_codec_element(c, name, i, id, record, stride, &tail))
            return false;
    }
    return dxki_codec_leave(c);
}

static bool variant(dxki_codec *c, const char *name, dxk_record_id id, dxk_bytes raw, size_t pos)
{
    const dxki_record_desc *r = dxki_record_get(id);
    any_record record;
    if (c->status != DXK_OK || c->mode != DXKI_READ || !c->visitor || r->mem_size > sizeof record)
        return c->status == DXK_OK;
    size_t known = load_record(r, raw.data, raw.size, &record);
    size_t back = c->pos;
    c->pos = pos;
    bool ok = dxki_codec_enter(c, name, DXK_NO_INDEX, r->name) &&
              show_record(c, r, known, &record) && dxki_codec_leave(c);
    c->pos = back;
    return ok;
}

bool dxki_codec_variant(dxki_codec *c, const char *name, dxk_record_id id, dxk_bytes raw,
                        size_t pos)
{
    return c->keyed ? c->status == DXK_OK : variant(c, name, id, raw, pos);
}
