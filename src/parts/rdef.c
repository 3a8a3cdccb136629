/* SPDX-License-Identifier: MIT */
/*
 * rdef.c - RDEF: what a shader of model 4 or 5 binds, and the layout of its buffers.
 *
 *   header, sizes ----> bindings
 *          |
 *          +----> buffers ----> variables ----> types ----> members ----> types ...
 *                                    |            +----> interfaces ----> types
 *                                    +----> initial values
 *
 * Arrows are offsets from the start of the part; names are strings anywhere in it. Types are
 * shared, so each is read once, however many arrows lead to it. Sizes of the records are stored
 * since shader model 5; model 4 has those of the first compiler.
 */
#include "parts/parts.h"
#include "parts/placed.h"

#include "base/sort.h"
#include "spec/d3d.h"
#include "wire/words.h"

#include <string.h>

/* Sizes of the records of shader model 4. */
static const dxk_rdef_sizes old_sizes = {
    .buffer_size = 24, .binding_size = 32, .variable_size = 24, .type_size = 16, .member_size = 12};

/* How often tables may cover the same bytes, on average, before the part is taken for hostile. */
#define SHARING 4u

typedef struct reader {
    dxki_codec *c;
    dxk_rdef *p;
    dxk_rdef_sizes sizes; /* in force */
    dxki_part_offsets strings;
    dxki_part_offsets types; /* to do and done, by discovery */
    uint8_t *seen;           /* a bit for each byte of the part: a type starts there */
    uint64_t table_bytes;    /* claimed by tables so far */
} reader;

/* ---------------------------------------------------------------------------------------- */
/* Looking up                                                                                 */

const dxk_rdef_type_part *dxk_rdef_type_at(const dxk_rdef *rdef, uint32_t offset)
{
    size_t low = 0, high = rdef->type_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rdef->types[middle].offset == offset)
            return &rdef->types[middle];
        if (rdef->types[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

dxk_bytes dxk_rdef_default(const dxk_rdef *rdef, const dxk_rdef_variable *variable)
{
    size_t low = 0, high = rdef->value_count;
    while (variable->default_value && low < high) {
        size_t middle = low + (high - low) / 2;
        const dxk_placed *value = &rdef->values[middle];
        if (value->offset == variable->default_value)
            return value->bytes;
        if (value->offset < variable->default_value)
            low = middle + 1;
        else
            high = middle;
    }
    return (dxk_bytes){NULL, 0};
}

/* HLSL's word for a type, as far as the type's own record tells: "float4", "Light", "struct". */
static dxk_str type_text(dxki_codec *c, uint64_t offset)
{
    dxk_rdef_type type;
    if (offset == 0 || offset >= c->in.size)
        return (dxk_str){"", 0};
    dxk_bytes rest = {c->in.data + offset, c->in.size - (size_t)offset};
    const dxk_rdef *p = c->part;
    size_t size = p->has_sizes ? p->sizes.type_size : old_sizes.type_size;
    if (rest.size > size)
        rest.size = size;
    dxk_record_load(DXK_RECORD_ID_rdef_type, rest, &type);
    dxk_visit_field name = {.show = DXK_SHOW_STR, .number = type.name, .text = {"", 0}};
    dxki_part_resolve_placed(c, &name);
    if (name.text.size)
        return name.text;
    const char *base = dxk_enum_text(DXK_ENUM_ID_rdef_base, type.base);
    size_t n = 0;
    if (!base || type.type_class >= DXK_RDEF_CLASS_OBJECT)
        base = type.type_class == DXK_RDEF_CLASS_STRUCT ? "struct" : "object";
    while (base[n] && n < 32) {
        c->scratch[n] = base[n];
        n++;
    }
    if (type.type_class == DXK_RDEF_CLASS_MATRIX_ROWS ||
        type.type_class == DXK_RDEF_CLASS_MATRIX_COLUMNS) {
        c->scratch[n++] = (char)('0' + type.rows % 10);
        c->scratch[n++] = 'x';
    }
    if (type.type_class >= DXK_RDEF_CLASS_VECTOR &&
        type.type_class <= DXK_RDEF_CLASS_MATRIX_COLUMNS)
        c->scratch[n++] = (char)('0' + type.columns % 10);
    return (dxk_str){c->scratch, n};
}

static void resolve(dxki_codec *c, dxk_visit_field *field)
{
    if (field->show == DXK_SHOW_REF)
        field->text = type_text(c, field->number);
    else
        dxki_part_resolve_placed(c, field);
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

/* READ: counts what tables take, so that a small part cannot make a large structure. */
static bool spend(reader *r, const char *name, uint64_t count, uint64_t size)
{
    dxki_codec *c = r->c;
    if (c->mode != DXKI_READ)
        return true;
    if (size && count > c->in.size / size)
        return dxki_codec_bad(c, name, count, "a count that fits in the part");
    r->table_bytes += count * size;
    if (r->table_bytes > SHARING * (uint64_t)c->in.size)
        return dxki_codec_bad(c, name, count, "less, for tables of their own to fit in the part");
    return true;
}

static bool table(reader *r, const char *name, dxk_record_id id, size_t offset, void **records,
                  size_t count, size_t stride, dxk_bytes *bytes)
{
    return spend(r, name, count, stride) &&
           dxki_part_walk_placed_table(r->c, name, id, offset, records, count, stride, bytes,
                                       &r->strings);
}

/* READ: notes a type that something refers to. */
static bool note_type(reader *r, uint32_t offset)
{
    dxki_codec *c = r->c;
    if (c->mode != DXKI_READ || offset == 0)
        return true;
    if (offset >= c->in.size)
        return dxki_codec_bad(c, "type", offset, "an offset inside the part");
    if (r->seen[offset / 8] >> offset % 8 & 1)
        return true;
    r->seen[offset / 8] |= (uint8_t)(1u << offset % 8);
    if (dxki_vec_push(c->ctx, &r->types, offset))
        return true;
    return dxki_codec_check(c, dxki_nomem(c->ctx));
}

static bool walk_buffer(reader *r, size_t index)
{
    dxki_codec *c = r->c;
    dxk_rdef_buffer_part *buffer = &r->p->buffers[index];
    if (!dxki_codec_seek(c, "buffers", r->p->header.buffers + index * r->sizes.buffer_size) ||
        !dxki_codec_enter(c, "buffers", index, "") ||
        !dxki_codec_record(c, "head", DXK_RECORD_ID_rdef_buffer, &buffer->head,
                           r->sizes.buffer_size, &buffer->tail) ||
        !dxki_part_note_strings(c, &r->strings, DXK_RECORD_ID_rdef_buffer, &buffer->head) ||
        !table(r, "variables", DXK_RECORD_ID_rdef_variable, buffer->head.variables,
               (void **)&buffer->variables, buffer->head.variable_count, r->sizes.variable_size,
               &buffer->variable_bytes))
        return false;
    for (uint32_t i = 0; i < buffer->head.variable_count; i++)
        if (!note_type(r, buffer->variables[i].type))
            return false;
    return dxki_codec_leave(c);
}

static bool walk_buffers(reader *r)
{
    dxki_codec *c = r->c;
    uint32_t count = r->p->header.buffer_count;
    if (!spend(r, "buffers", count, r->sizes.buffer_size))
        return false;
    if (c->mode == DXKI_READ) {
        if (count && r->sizes.buffer_size < old_sizes.buffer_size)
            return dxki_codec_bad(c, "buffer_size", r->sizes.buffer_size, "at least 24");
        r->p->buffers = DXKI_NEW_ARRAY(c->arena, dxk_rdef_buffer_part, count);
        if (!r->p->buffers)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, "buffers", count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!walk_buffer(r, i))
            return false;
    return dxki_codec_leave(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool walk_interfaces(reader *r, dxk_rdef_type_part *type)
{
    if (type->head.interface_count == 0)
        return true;
    if (!spend(r, "interfaces", type->head.interface_count, 4) ||
        !dxki_codec_seek(r->c, "interfaces", type->head.interfaces) ||
        !dxki_codec_u32s(r->c, "interfaces", &type->interfaces, type->head.interface_count,
                         DXK_SHOW_HEX))
        return false;
    for (uint32_t i = 0; i < type->head.interface_count; i++)
        if (!note_type(r, type->interfaces[i]))
            return false;
    return true;
}

static bool walk_type(reader *r, size_t index, dxk_rdef_type_part *type)
{
    dxki_codec *c = r->c;
    if (!spend(r, "types", 1, r->sizes.type_size) || !dxki_codec_seek(c, "types", type->offset) ||
        !dxki_codec_enter(c, "types", index, "") ||
        !dxki_codec_record(c, "head", DXK_RECORD_ID_rdef_type, &type->head, r->sizes.type_size,
                           &type->tail) ||
        !dxki_part_note_strings(c, &r->strings, DXK_RECORD_ID_rdef_type, &type->head) ||
        !note_type(r, type->head.sub_type) || !note_type(r, type->head.base_class) ||
        !table(r, "members", DXK_RECORD_ID_rdef_member, type->head.members, (void **)&type->members,
               type->head.member_count, r->sizes.member_size, &type->member_bytes))
        return false;
    for (uint32_t i = 0; i < type->head.member_count; i++)
        if (!note_type(r, type->members[i].type))
            return false;
    return walk_interfaces(r, type) && dxki_codec_leave(c);
}

static bool by_offset(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxk_rdef_type_part *)a)->offset > ((const dxk_rdef_type_part *)b)->offset;
}

/* READ: types are read as they are discovered, then sorted and moved to where they stay. */
static bool read_types(reader *r)
{
    dxki_codec *c = r->c;
    DXKI_VEC(dxk_rdef_type_part) types = {NULL, 0, 0};
    bool ok = true;
    while (ok && types.count < r->types.count) {
        dxk_rdef_type_part type = {.offset = r->types.items[types.count]};
        ok = walk_type(r, types.count, &type);
        if (ok && !dxki_vec_push(c->ctx, &types, type)) {
            c->status = dxki_nomem(c->ctx);
            ok = false;
        }
    }
    if (ok) {
        r->p->types = DXKI_NEW_ARRAY(c->arena, dxk_rdef_type_part, types.count);
        r->p->type_count = types.count;
        ok = r->p->types != NULL;
        if (!ok)
            c->status = dxki_nomem(c->ctx);
    }
    if (ok && types.count) {
        memcpy(r->p->types, types.items, types.count * sizeof *types.items);
        ok = dxki_sort(c->ctx, r->p->types, types.count, sizeof *types.items, by_offset, NULL);
        if (!ok)
            c->status = dxki_nomem(c->ctx);
    }
    dxki_vec_free(c->ctx, &types);
    return ok;
}

static bool walk_types(reader *r)
{
    dxki_codec *c = r->c;
    if (!dxki_codec_enter_list(c, "types", r->p->type_count))
        return false;
    if (c->mode == DXKI_READ && !read_types(r))
        return false;
    for (size_t i = 0; c->mode == DXKI_WRITE && i < r->p->type_count; i++)
        if (!walk_type(r, i, &r->p->types[i]))
            return false;
    return dxki_codec_leave(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Initial values                                                                             */

static bool by_place(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxk_placed *)a)->offset > ((const dxk_placed *)b)->offset;
}

/* READ: the places of the values, by rising offset. */
static bool find_values(reader *r)
{
    dxki_codec *c = r->c;
    dxk_rdef *p = r->p;
    size_t count = 0;
    for (uint32_t i = 0; i < p->header.buffer_count; i++)
        count += p->buffers[i].head.variable_count;
    p->values = DXKI_NEW_ARRAY(c->arena, dxk_placed, count);
    if (!p->values)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    for (uint32_t i = 0; i < p->header.buffer_count; i++) {
        for (uint32_t k = 0; k < p->buffers[i].head.variable_count; k++) {
            const dxk_rdef_variable *v = &p->buffers[i].variables[k];
            if (v->default_value == 0)
                continue;
            if (!spend(r, "values", 1, v->size))
                return false;
            p->values[p->value_count++] = (dxk_placed){v->default_value, {NULL, v->size}};
        }
    }
    if (!dxki_sort(c->ctx, p->values, p->value_count, sizeof *p->values, by_place, NULL))
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    return true;
}

static bool walk_values(reader *r)
{
    dxki_codec *c = r->c;
    if (c->mode == DXKI_READ && !find_values(r))
        return false;
    if (!dxki_codec_enter_list(c, "values", r->p->value_count))
        return false;
    for (size_t i = 0; i < r->p->value_count; i++) {
        dxk_placed *value = &r->p->values[i];
        if (!dxki_codec_seek(c, "values", value->offset) ||
            !dxki_codec_bytes_element(c, "values", i, &value->bytes, value->bytes.size))
            return false;
    }
    return dxki_codec_leave(c);
}

/* ---------------------------------------------------------------------------------------- */
/* The part                                                                                   */

static bool walk_headers(reader *r)
{
    dxki_codec *c = r->c;
    dxk_rdef *p = r->p;
    r->sizes = old_sizes;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_rdef_header, &p->header, 0, NULL) ||
        !dxki_part_note_strings(c, &r->strings, DXK_RECORD_ID_rdef_header, &p->header))
        return false;
    if (c->mode == DXKI_READ && c->in.size - c->pos >= DXK_WIRE_SIZE_rdef_sizes) {
        uint32_t magic = dxki_word_get(c->in.data + c->pos, 0);
        p->has_sizes = magic == DXKI_RDEF_MAGIC_5_0 || magic == DXKI_RDEF_MAGIC_5_1 ||
                       dxki_codec_has(c, "sizes");
    }
    if (!p->has_sizes)
        return true;
    if (!dxki_codec_record(c, "sizes", DXK_RECORD_ID_rdef_sizes, &p->sizes, 0, NULL))
        return false;
    r->sizes = p->sizes;
    if (r->sizes.type_size < old_sizes.type_size)
        return dxki_codec_bad(c, "type_size", r->sizes.type_size, "at least 16");
    if (r->sizes.variable_size < old_sizes.variable_size)
        return dxki_codec_bad(c, "variable_size", r->sizes.variable_size, "at least 24");
    if (r->sizes.binding_size < old_sizes.binding_size)
        return dxki_codec_bad(c, "binding_size", r->sizes.binding_size, "at least 32");
    if (r->sizes.member_size < old_sizes.member_size)
        return dxki_codec_bad(c, "member_size", r->sizes.member_size, "at least 12");
    return true;
}

bool dxki_part_walk_rdef(dxki_codec *c, void *part)
{
    dxk_rdef *p = part;
    reader r = {.c = c, .p = p};
    c->resolve = resolve;
    c->part = p;
    if (c->mode == DXKI_READ) {
        r.seen = dxki_arena_zalloc(c->arena, 1, c->in.size / 8 + 1);
        if (!r.seen)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    bool ok =
        walk_headers(&r) &&
        table(&r, "bindings", DXK_RECORD_ID_rdef_binding, p->header.bindings, (void **)&p->bindings,
              p->header.binding_count, r.sizes.binding_size, &p->binding_bytes) &&
        walk_buffers(&r) && walk_types(&r) && walk_values(&r) &&
        dxki_part_walk_strings(c, &p->strings, &r.strings) &&
        dxki_codec_slack(c, &p->slack, &p->slack_count, 0);
    dxki_vec_free(c->ctx, &r.strings);
    dxki_vec_free(c->ctx, &r.types);
    return ok;
}
