/* SPDX-License-Identifier: MIT */
/* md.c - the rows of spec/dxil_records.def at work: operands and records. See md.h. */
#include "dxil/md.h"

#include "base/count.h"
#include "base/out.h"

#include <string.h>

typedef enum form { FORM_EXACT, FORM_ATLEAST, FORM_TAGGED, FORM_LOOSE } form;

typedef enum field_kind {
    KIND_U32,
    KIND_I32,
    KIND_U8,
    KIND_I8,
    KIND_U64,
    KIND_BOOL,
    KIND_F32,
    KIND_STR,
    KIND_OPT_STR,
    KIND_NODE,
    KIND_VALUE,
    KIND_OPT_VALUE,
    KIND_OPT_FUNC,
    KIND_FUNC,
    KIND_U32S,
    KIND_U32X1,
    KIND_U32X3,
    KIND_BYTES,
    KIND_STRS,
    KIND_RECORD,
    KIND_OPT_RECORD,
    KIND_SAME
} field_kind;

typedef struct record_row {
    const char *text;
    uint8_t form;
    uint8_t operands;
    uint16_t size; /* of the structure */
} record_row;

typedef struct field_row {
    const char *name;
    uint8_t record; /* ascending over the table */
    uint8_t slot;
    uint8_t kind;
    uint8_t detail; /* record of a RECORD */
    uint16_t offset;
} field_row;

#define DXKI_MD_RECORD(ident, type, form, operands, text) typedef type type_of_##ident;
#define DXKI_MD_FIELD(record, ident, slot, kind, detail, member)
#include "spec/dxil_records.def"
#undef DXKI_MD_RECORD
#undef DXKI_MD_FIELD

static const record_row records[] = {
#define DXKI_MD_RECORD(ident, type, form, operands, text)                                          \
    {text, FORM_##form, operands, sizeof(type)},
#define DXKI_MD_FIELD(record, ident, slot, kind, detail, member)
#include "spec/dxil_records.def"
#undef DXKI_MD_RECORD
#undef DXKI_MD_FIELD
};

static const field_row fields[] = {
#define DXKI_MD_RECORD(ident, type, form, operands, text)
#define DXKI_MD_FIELD(record, ident, slot, kind, detail, member)                                   \
    {#member,     DXKI_MDREC_##record, slot,                                                       \
     KIND_##kind, DXKI_MDREC_##detail, (uint16_t)offsetof(type_of_##record, member)},
#include "spec/dxil_records.def"
#undef DXKI_MD_RECORD
#undef DXKI_MD_FIELD
};

#define FIELD_COUNT (DXKI_COUNT(fields))

const char *dxki_dxil_md_name_text(dxki_dxil_md_name_id name)
{
    static const char *const texts[] = {
#define DXKI_MD_NAME(ident, text) text,
#include "spec/dxil_names.def"
#undef DXKI_MD_NAME
    };

    return texts[name];
}

size_t dxki_dxil_md_record_size(dxki_dxil_md_record_id record)
{
    return records[record].size;
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

bool dxki_dxil_md_int(const dxki_dxil_md_reader *r, dxki_md md, uint64_t *bits)
{
    return dxki_md_as_int(r->m, md, bits);
}

static bool is_tuple(const dxki_dxil_md_reader *r, dxki_md md)
{
    return md && dxki_md_get(r->m, md)->kind == DXKI_M_TUPLE;
}

bool dxki_dxil_md_list(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                       const dxki_md **ops, uint32_t *count)
{
    *ops = NULL;
    *count = 0;
    if (md == 0)
        return true;
    if (!is_tuple(r, md)) {
        dxki_dxil_md_report_kind(r, path, "the node", md, "a tuple");
        return false;
    }
    *ops = dxki_md_ops(r->m, md, count);
    return true;
}

const dxki_md *dxki_dxil_md_named(const dxki_dxil_md_reader *r, dxki_dxil_md_name_id name,
                                  uint32_t *count)
{
    uint32_t index = dxki_named_md_find(r->m, dxki_dxil_md_name_text(name));

    *count = 0;
    if (index == UINT32_MAX)
        return NULL;
    const dxki_named_md *named = &r->m->named_mds.items[index];
    *count = named->op_count;
    return r->m->words.items + named->ops;
}

static bool read_int(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                     const dxki_dxil_md_path *path, void *at)
{
    uint64_t bits;

    if (!dxki_dxil_md_int(r, md, &bits)) {
        dxki_dxil_md_report_cast(r, path, f->name, md, "an integer");
        return false;
    }
    switch (f->kind) {
    case KIND_U32:
        *(uint32_t *)at = (uint32_t)bits;
        break;
    case KIND_I32:
        *(int32_t *)at = (int32_t)(uint32_t)bits;
        break;
    case KIND_U8:
        *(uint32_t *)at = (uint8_t)bits;
        break;
    case KIND_I8:
        *(int32_t *)at = (int8_t)(uint8_t)bits;
        break;
    case KIND_U64:
        *(uint64_t *)at = bits;
        break;
    default:
        *(bool *)at = bits != 0;
        break;
    }
    return true;
}

/* Of other floats than those of 32 bits their lowest bits. */
static bool read_float(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                       const dxki_dxil_md_path *path, void *at)
{
    const dxki_const *c = md && dxki_md_get(r->m, md)->kind == DXKI_M_VALUE
                              ? dxki_const_get(r->m, dxki_md_value(r->m, md))
                              : NULL;

    if (!c || c->kind != DXKI_C_FLOAT) {
        dxki_dxil_md_report_cast(r, path, f->name, md, "a float");
        return false;
    }
    memcpy(at, &c->a, sizeof(float));
    return true;
}

static bool read_string(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                        const dxki_dxil_md_path *path, void *at)
{
    if (md == 0 && f->kind == KIND_OPT_STR)
        return true;
    if (md == 0 || dxki_md_get(r->m, md)->kind != DXKI_M_STRING) {
        dxki_dxil_md_report_kind(r, path, f->name, md, "a string");
        return false;
    }
    *(dxk_str *)at = dxki_md_str(r->m, md);
    return true;
}

static dxki_value value_of(const dxki_dxil_md_reader *r, dxki_md md)
{
    return md && dxki_md_get(r->m, md)->kind == DXKI_M_VALUE ? dxki_md_value(r->m, md) : 0;
}

static bool read_value(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                       const dxki_dxil_md_path *path, void *at)
{
    dxki_value value = value_of(r, md);

    if (md == 0 && f->kind == KIND_OPT_VALUE)
        return true;
    if (value == 0 || !dxki_value_is_const(value)) {
        dxki_dxil_md_report_kind(r, path, f->name, md, "a constant");
        return false;
    }
    *(dxki_value *)at = value;
    return true;
}

static bool read_function(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                          const dxki_dxil_md_path *path, void *at)
{
    dxki_value value = value_of(r, md);
    bool is_function = DXKI_TAG(value) == DXKI_V_GLOBAL &&
                       r->m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION;
    bool good = f->kind == KIND_FUNC ? value != 0 : md == 0 || is_function;

    if (is_function)
        *(uint32_t *)at = DXKI_INDEX(value);
    if (!good)
        dxki_dxil_md_report_kind(r, path, f->name, md,
                                 f->kind == KIND_FUNC ? "a function" : "a function or null");
    return good;
}

static bool read_u32_list(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                          const dxki_dxil_md_path *path, void *at)
{
    const dxki_dxil_u32s *known = dxki_dxil_md_recall(r, md, DXKI_MEMO_U32S);

    if (known) {
        *(dxki_dxil_u32s *)at = *known;
        return true;
    }
    if (!is_tuple(r, md)) {
        if (md == 0)
            dxki_dxil_md_fault(r);
        dxki_dxil_md_report_kind(r, path, f->name, md, "a tuple of integers");
        return false;
    }
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(r->m, md, &count);
    uint32_t *items = DXKI_MDR_NEW(r, uint32_t, count);
    dxki_dxil_u32s *list = DXKI_MDR_NEW(r, dxki_dxil_u32s, 1);
    if (!items || !list)
        return false;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        dxki_dxil_md_path here = {path, f->name, i};
        uint64_t bits = 0;
        if (!dxki_dxil_md_int(r, ops[i], &bits)) {
            (ops[i] ? dxki_dxil_md_report_cast : dxki_dxil_md_report_kind)(r, &here, "the number",
                                                                           ops[i], "an integer");
            good = false;
        }
        items[i] = (uint32_t)bits;
    }
    *list = (dxki_dxil_u32s){items, count};
    *(dxki_dxil_u32s *)at = *list;
    dxki_dxil_md_remember(r, md, DXKI_MEMO_U32S, list);
    return good;
}

/* A tuple whose first `wanted` operands are integers. */
static bool read_u32_array(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                           const dxki_dxil_md_path *path, void *at)
{
    uint32_t wanted = f->kind == KIND_U32X3 ? 3 : 1, count = 0;
    dxki_dxil_md_path here = {path, f->name, DXKI_NO_MD_INDEX};

    if (!is_tuple(r, md)) {
        dxki_dxil_md_report_cast(r, path, f->name, md, "a tuple of integers");
        return false;
    }
    const dxki_md *ops = dxki_md_ops(r->m, md, &count);
    for (uint32_t i = 0; i < wanted && i < count; i++) {
        uint64_t bits;
        if (!dxki_dxil_md_int(r, ops[i], &bits)) {
            dxki_dxil_md_report_cast(r, &here, "a number", ops[i], "an integer");
            return false;
        }
        ((uint32_t *)at)[i] = (uint32_t)bits;
    }
    if (count < wanted)
        dxki_dxil_md_report_count(r, &here, count, wanted == 3 ? "3" : "1");
    return count >= wanted;
}

bool dxki_dxil_md_bytes(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                        const char *what, dxk_bytes *out)
{
    uint32_t count = 0;
    const dxki_md *ops = is_tuple(r, md) ? dxki_md_ops(r->m, md, &count) : NULL;
    dxki_value value = count == 1 && ops[0] ? dxki_md_value(r->m, ops[0]) : 0;
    const dxki_const *c = dxki_const_get(r->m, value);

    if (!c || c->kind != DXKI_C_DATA || dxki_type_kind_of(r->m, c->type) != DXKI_T_ARRAY ||
        dxki_type_element(r->m, c->type, 0) != DXKI_TY_I8) {
        dxki_dxil_md_report_kind(r, path, what, count == 1 ? ops[0] : md, "a tuple with i8 data");
        return false;
    }
    dxk_str data = dxki_const_data_bytes(r->m, c);
    *out = (dxk_bytes){(const uint8_t *)data.data, data.size};
    return true;
}

static bool read_bytes(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                       const dxki_dxil_md_path *path, void *at)
{
    if (f->record != DXKI_MDREC_PROPS || is_tuple(r, md))
        return dxki_dxil_md_bytes(r, md, path, f->name, at);
    dxki_dxil_md_report_cast(r, path, f->name, md, "a tuple");
    return false;
}

static bool read_strings(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                         const dxki_dxil_md_path *path, void *at)
{
    const dxki_dxil_strs *known = dxki_dxil_md_recall(r, md, DXKI_MEMO_STRS);

    if (known) {
        *(dxki_dxil_strs *)at = *known;
        return true;
    }
    if (!is_tuple(r, md)) {
        dxki_dxil_md_report_kind(r, path, f->name, md, "a tuple of strings");
        return false;
    }
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(r->m, md, &count);
    dxk_str *items = DXKI_MDR_NEW(r, dxk_str, count);
    dxki_dxil_strs *list = DXKI_MDR_NEW(r, dxki_dxil_strs, 1);
    if (!items || !list)
        return false;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        if (ops[i] == 0 || dxki_md_get(r->m, ops[i])->kind != DXKI_M_STRING) {
            dxki_dxil_md_path here = {path, f->name, i};
            dxki_dxil_md_report_kind(r, &here, "the name", ops[i], "a string");
            good = false;
        } else {
            items[i] = dxki_md_str(r->m, ops[i]);
        }
    }
    *list = (dxki_dxil_strs){items, count};
    *(dxki_dxil_strs *)at = *list;
    dxki_dxil_md_remember(r, md, DXKI_MEMO_STRS, list);
    return good;
}

static bool read_record(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                        const dxki_dxil_md_path *path, void *at)
{
    dxki_dxil_md_path here = {path, f->name, DXKI_NO_MD_INDEX};

    if (md == 0 && f->kind == KIND_OPT_RECORD)
        return true;
    return dxki_dxil_md_record(r, (dxki_dxil_md_record_id)f->detail, md, &here, at);
}

/* What a node lists is read where it stands, though it is kept later: the first fault counts. */
static bool read_list(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                      const dxki_dxil_md_path *path)
{
    const char *name = f->slot == DXKI_MD_PROPS_NODE_INPUTS ? "inputs" : "outputs";
    dxki_dxil_md_path here = {path, name, DXKI_NO_MD_INDEX};
    dxki_dxil_list list;

    if (f->record == DXKI_MDREC_PARAM && md == 0) {
        here.name = "field";
        dxki_dxil_md_report_kind(r, &here, "the annotation", 0, "a tuple");
    }
    if (f->detail != DXKI_MDREC_NONE)
        dxki_dxil_md_tuple(r, (dxki_dxil_md_record_id)f->detail, 0, md, &here, NULL, &list);
    return true;
}

static bool read_field(dxki_dxil_md_reader *r, const field_row *f, dxki_md md,
                       const dxki_dxil_md_path *path, void *object)
{
    void *at = (char *)object + f->offset;

    switch ((field_kind)f->kind) {
    case KIND_U32:
    case KIND_I32:
    case KIND_U8:
    case KIND_I8:
    case KIND_U64:
    case KIND_BOOL:
        return read_int(r, f, md, path, at);
    case KIND_F32:
        return read_float(r, f, md, path, at);
    case KIND_STR:
    case KIND_OPT_STR:
        return read_string(r, f, md, path, at);
    case KIND_NODE:
        *(dxki_md *)at = md;
        return read_list(r, f, md, path);
    case KIND_VALUE:
    case KIND_OPT_VALUE:
        return read_value(r, f, md, path, at);
    case KIND_OPT_FUNC:
    case KIND_FUNC:
        return read_function(r, f, md, path, at);
    case KIND_U32S:
        return read_u32_list(r, f, md, path, at);
    case KIND_U32X1:
    case KIND_U32X3:
        return read_u32_array(r, f, md, path, at);
    case KIND_BYTES:
        return read_bytes(r, f, md, path, at);
    case KIND_STRS:
        return read_strings(r, f, md, path, at);
    case KIND_RECORD:
    case KIND_OPT_RECORD:
        return read_record(r, f, md, path, at);
    case KIND_SAME:
        return dxki_dxil_md_record(r, (dxki_dxil_md_record_id)f->detail,
                                   ((dxki_dxil_md_head *)object)->md, path, object);
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

/* First row of a record in `fields`, which is in the order of the records. */
static size_t first_field(dxki_dxil_md_record_id record)
{
    size_t low = 0, high = FIELD_COUNT;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (fields[middle].record < record)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const field_row *find_tag(dxki_dxil_md_record_id record, size_t first, uint32_t tag)
{
    for (size_t i = first; i < FIELD_COUNT && fields[i].record == record; i++) {
        if (fields[i].slot == tag)
            return &fields[i];
    }
    return NULL;
}

static bool read_tags(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, const dxki_md *ops,
                      uint32_t count, const dxki_dxil_md_path *path, void *object)
{
    dxki_dxil_md_head *head = object;
    size_t first = first_field(record);
    bool good = true;

    if (count % 2) {
        dxki_dxil_md_report_count(r, path, count, "an even number");
        return false;
    }
    for (uint32_t i = 0; i < count; i += 2) {
        uint64_t tag;
        if (!dxki_dxil_md_int(r, ops[i], &tag)) {
            dxki_dxil_md_report_cast(r, path, "a tag", ops[i], "an integer");
            good = false;
            continue;
        }
        const field_row *f = find_tag(record, first, (uint32_t)tag);
        bool needed = records[record].form == FORM_TAGGED || (f && f->kind != KIND_NODE);
        if (ops[i + 1] == 0 && needed) {
            dxki_dxil_md_report_kind(r, path, f ? f->name : "a value", 0, "there");
            good = false;
        } else if (!f) {
            head->unknown++;
            r->d->unknown_tags++;
        } else if (read_field(r, f, ops[i + 1], path, object)) {
            head->present |= 1u << f->slot;
        } else {
            good = false;
        }
    }
    return good;
}

static bool read_operands(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, const dxki_md *ops,
                          const dxki_dxil_md_path *path, void *object)
{
    bool good = true;

    for (size_t i = first_field(record); i < FIELD_COUNT && fields[i].record == record; i++) {
        if (!read_field(r, &fields[i], ops[fields[i].slot], path, object))
            good = false;
    }
    return good;
}

bool dxki_dxil_md_record(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                         const dxki_dxil_md_path *path, void *object)
{
    const record_row *row = &records[record];
    dxki_dxil_md_head *head = object;
    uint32_t count;

    if (dxki_dxil_md_stopped(r))
        return false;
    if (!is_tuple(r, md)) {
        bool cast = record == DXKI_MDREC_NODE_ID || record == DXKI_MDREC_DISPATCH_GRID;
        (cast ? dxki_dxil_md_report_cast : dxki_dxil_md_report_kind)(r, path, row->text, md,
                                                                     "a tuple");
        return false;
    }
    head->md = md;
    const dxki_md *ops = dxki_md_ops(r->m, md, &count);
    if (row->form >= FORM_TAGGED)
        return read_tags(r, record, ops, count, path, object);
    if (count < row->operands || (row->form == FORM_EXACT && count != row->operands)) {
        char wanted[24];
        char *number = dxki_format_u64(wanted + sizeof wanted - 1, row->operands);
        wanted[sizeof wanted - 1] = '\0';
        if (row->form == FORM_ATLEAST) {
            number -= 9;
            memcpy(number, "at least ", 9);
        }
        dxki_dxil_md_report_count(r, path, count, number);
        return false;
    }
    if (record == DXKI_MDREC_DISPATCH_GRID && count > row->operands)
        r->d->unknown_tags++;
    return read_operands(r, record, ops, path, object);
}
