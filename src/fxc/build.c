/* SPDX-License-Identifier: MIT */
/*
 * build.c - RDEF and signatures from a listing's tables, laid out as compilers lay them out:
 *
 *   RDEF: header, bindings, their names, buffers; then for each buffer its name, variables, and
 *         for each variable its name, type and initial value. A type is its name, for a structure
 *         the names and types of its members and their table, then its record.
 *   signature: header, elements, names
 *
 * A string is written once; so is a type, unless it is an array. Records are aligned to four
 * bytes; fillers are 0xab.
 */
#include "fxc/tables.h"

#include "spec/d3d.h"
#include "wire/words.h"

#include <string.h>

#define FILLER        0xabu
#define NO_REGISTER   UINT32_MAX
#define NO_SLOT       UINT32_MAX
#define COMPILE_FLAGS 0x100u /* no preshader, as every compiler sets it */
#define PREFER_FLOW   0x400u /* shader model 5.1 */
#define SKIP_OPT      0x4u

/* A piece that was written and may be referred to again. */
typedef struct piece {
    uint32_t offset;
    uint32_t size;
    uint32_t hash;
} piece;

typedef struct builder {
    dxk_ctx *ctx;
    dxk_status status;
    dxk_buffer *out;
    const dxki_fxc_tables *t;
    bool sizes; /* records of shader model 5 */
    DXKI_VEC(piece) strings;
    DXKI_VEC(piece) types;
    DXKI_VEC(uint32_t)
    slots; /* hash table of strings and types: index + 1, types from the top bit */
} builder;

static bool check(builder *b, dxk_status status)
{
    if (b->status == DXK_OK)
        b->status = status;
    return b->status == DXK_OK;
}

static void put(builder *b, const void *data, size_t size)
{
    check(b, dxk_buffer_append(b->out, data, size));
}

static void align(builder *b)
{
    static const uint8_t filler[4] = {FILLER, FILLER, FILLER, FILLER};
    put(b, filler, (4 - b->out->size % 4) % 4);
}

/* Room for records, filled in later; its offset. */
static uint32_t reserve(builder *b, size_t size)
{
    static const uint8_t zeros[64];
    align(b);
    uint32_t offset = (uint32_t)b->out->size;
    for (size_t n; size; size -= n)
        put(b, zeros, n = size < sizeof zeros ? size : sizeof zeros);
    return offset;
}

static void store(builder *b, dxk_record_id id, const void *record, uint32_t offset, size_t size)
{
    if (b->status == DXK_OK && offset + size <= b->out->size)
        dxk_record_store(id, record, b->out->data + offset, size);
}

/* ---------------------------------------------------------------------------------------- */
/* Pieces that are written once                                                               */

#define TYPE_BIT 0x80000000u

static uint32_t hash_of(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static piece *piece_of(builder *b, uint32_t slot)
{
    return slot & TYPE_BIT ? &b->types.items[(slot & ~TYPE_BIT) - 1] : &b->strings.items[slot - 1];
}

/* Makes the hash table larger when it is half full. */
static bool grow(builder *b)
{
    size_t used = b->strings.count + b->types.count;
    if (2 * used + 2 <= b->slots.count)
        return true;
    size_t capacity = b->slots.count ? b->slots.count * 2 : 64;
    DXKI_VEC(uint32_t) old = {b->slots.items, b->slots.count, b->slots.capacity};
    b->slots.items = NULL;
    b->slots.count = b->slots.capacity = 0;
    if (!dxki_vec_reserve(b->ctx, &b->slots, capacity)) {
        dxki_vec_free(b->ctx, &old);
        return check(b, dxki_nomem(b->ctx));
    }
    b->slots.count = capacity;
    memset(b->slots.items, 0, capacity * sizeof *b->slots.items);
    for (size_t i = 0; i < old.count; i++) {
        if (!old.items[i])
            continue;
        size_t at = piece_of(b, old.items[i])->hash & (capacity - 1);
        while (b->slots.items[at])
            at = (at + 1) & (capacity - 1);
        b->slots.items[at] = old.items[i];
    }
    dxki_vec_free(b->ctx, &old);
    return true;
}

/* The slot of a piece with these bytes, or the free one where it would be. */
static size_t find_slot(builder *b, const void *data, size_t size, uint32_t hash, uint32_t type)
{
    size_t mask = b->slots.count - 1, at = hash & mask;
    for (; b->slots.items[at]; at = (at + 1) & mask) {
        uint32_t slot = b->slots.items[at];
        const piece *p = piece_of(b, slot);
        if ((slot & TYPE_BIT) == type && p->hash == hash && p->size == size &&
            memcmp(b->out->data + p->offset, data, size) == 0)
            break;
    }
    return at;
}

static uint32_t add_string(builder *b, dxk_str text)
{
    uint32_t hash = hash_of(text.data, text.size);
    if (b->status != DXK_OK || !grow(b))
        return 0;
    size_t at = find_slot(b, text.data, text.size, hash, 0);
    if (b->slots.items[at])
        return piece_of(b, b->slots.items[at])->offset;
    piece p = {(uint32_t)b->out->size, (uint32_t)text.size, hash};
    put(b, text.data, text.size);
    put(b, "", 1);
    if (!dxki_vec_push(b->ctx, &b->strings, p))
        return (uint32_t)check(b, dxki_nomem(b->ctx));
    b->slots.items[at] = (uint32_t)b->strings.count;
    return p.offset;
}

/* A record or table that may be shared. */
static uint32_t add_piece(builder *b, const void *data, size_t size, bool shared)
{
    uint32_t hash = hash_of(data, size);
    if (b->status != DXK_OK || !grow(b))
        return 0;
    size_t at = find_slot(b, data, size, hash, TYPE_BIT);
    if (shared && b->slots.items[at])
        return piece_of(b, b->slots.items[at])->offset;
    align(b);
    piece p = {(uint32_t)b->out->size, (uint32_t)size, hash};
    put(b, data, size);
    if (b->slots.items[at])
        return p.offset;
    if (!dxki_vec_push(b->ctx, &b->types, p))
        return (uint32_t)check(b, dxki_nomem(b->ctx));
    b->slots.items[at] = (uint32_t)b->types.count | TYPE_BIT;
    return p.offset;
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Components that a node takes, arrays counted in full. */
static uint32_t components_of(const builder *b, uint32_t index, bool array)
{
    const dxki_fxc_node *node = &b->t->nodes.items[index];
    uint32_t n = (uint32_t)node->type.rows * node->type.columns;
    if (node->type.type_class == DXK_RDEF_CLASS_STRUCT) {
        n = 0;
        for (uint32_t i = index + 1; i < node->end;) {
            n += components_of(b, i, true);
            i = b->t->nodes.items[i].end > i ? b->t->nodes.items[i].end : i + 1;
        }
    }
    return array && node->type.elements ? n * node->type.elements : n;
}

/* HLSL's name of a type, as compilers store it: "dword" for uint, "float4x3". */
static dxk_str type_name(const dxki_fxc_node *node, char buffer[32])
{
    const dxk_rdef_type *type = &node->type;
    const char *base = dxk_enum_text(DXK_ENUM_ID_rdef_base, type->base);
    size_t n = 0;
    if (type->type_class >= DXK_RDEF_CLASS_OBJECT)
        return node->type_name;
    if (type->type_class == DXK_RDEF_CLASS_SCALAR && type->base == DXK_RDEF_BASE_UINT)
        base = "dword";
    for (; base && base[n] && n < 24; n++)
        buffer[n] = base[n];
    if (type->type_class == DXK_RDEF_CLASS_MATRIX_ROWS ||
        type->type_class == DXK_RDEF_CLASS_MATRIX_COLUMNS) {
        buffer[n++] = (char)('0' + type->rows % 10);
        buffer[n++] = 'x';
    }
    if (type->type_class != DXK_RDEF_CLASS_SCALAR)
        buffer[n++] = (char)('0' + type->columns % 10);
    return (dxk_str){buffer, n};
}

static uint32_t add_type(builder *b, uint32_t index, bool shared);

/* The members of a structure: names and types first, then their table. */
static uint32_t add_members(builder *b, uint32_t index, uint16_t *count)
{
    const dxki_fxc_node *node = &b->t->nodes.items[index];
    dxk_buffer table;
    uint32_t offset = 0;
    dxk_buffer_init(&table, b->ctx);
    *count = 0;
    for (uint32_t i = index + 1; i < node->end && b->status == DXK_OK; ++*count) {
        const dxki_fxc_node *child = &b->t->nodes.items[i];
        dxk_rdef_member member = {.name = add_string(b, child->name)};
        uint8_t record[DXK_WIRE_SIZE_rdef_member];
        member.type = add_type(b, i, true);
        member.start = child->start - node->start;
        dxk_record_store(DXK_RECORD_ID_rdef_member, &member, record, sizeof record);
        check(b, dxk_buffer_append(&table, record, sizeof record));
        i = child->end > i ? child->end : i + 1;
    }
    if (b->status == DXK_OK)
        offset = add_piece(b, table.data, table.size, true);
    dxk_buffer_free(&table);
    return offset;
}

static uint32_t add_type(builder *b, uint32_t index, bool shared)
{
    const dxki_fxc_node *node = &b->t->nodes.items[index];
    dxk_rdef_type type = node->type;
    char buffer[32];
    uint8_t record[DXK_WIRE_SIZE_rdef_type];
    if (b->sizes)
        type.name = add_string(b, type_name(node, buffer));
    if (type.type_class == DXK_RDEF_CLASS_STRUCT) {
        type.columns = (uint16_t)components_of(b, index, false);
        type.members = add_members(b, index, &type.member_count);
    }
    size_t size = b->sizes ? sizeof record : 16;
    dxk_record_store(DXK_RECORD_ID_rdef_type, &type, record, size);
    return add_piece(b, record, size, shared && type.elements == 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

/* Bytes of a buffer: its variables, up to a whole register for constants. */
static uint32_t size_of_buffer(const builder *b, const dxki_fxc_buffer *buffer)
{
    uint32_t size = 0;
    for (uint32_t i = buffer->first; i < buffer->first + buffer->count; i++) {
        const dxki_fxc_node *node = &b->t->nodes.items[i];
        if (node->level == 0 && node->start + node->size > size)
            size = node->start + node->size;
    }
    return buffer->kind <= DXK_RDEF_BUFFER_KIND_TBUFFER ? (size + 15) / 16 * 16 : size;
}

static void add_variable(builder *b, const dxki_fxc_buffer *buffer, uint32_t index, uint32_t offset)
{
    const dxki_fxc_node *node = &b->t->nodes.items[index];
    bool element = buffer->kind == DXK_RDEF_BUFFER_KIND_RESOURCE_BIND_INFO &&
                   node->type.type_class == DXK_RDEF_CLASS_SCALAR;
    dxk_rdef_variable v = {.start = node->start,
                           .size = node->size,
                           .flags = node->unused ? 0 : DXK_RDEF_VARIABLE_FLAG_USED,
                           .first_texture = NO_SLOT,
                           .first_sampler = NO_SLOT};
    if (node->type.type_class == DXK_RDEF_CLASS_INTERFACE_POINTER)
        v.flags |= DXK_RDEF_VARIABLE_FLAG_INTERFACE_POINTER;
    v.name = add_string(b, node->name);
    v.type = add_type(b, index, !element);
    if (node->value_count) {
        v.default_value = reserve(b, 4 * (size_t)node->value_count);
        for (uint32_t i = 0; b->status == DXK_OK && i < node->value_count; i++)
            dxki_word_put(b->out->data + v.default_value, i, b->t->values.items[node->values + i]);
    }
    store(b, DXK_RECORD_ID_rdef_variable, &v, offset, b->sizes ? 40 : 24);
}

static void add_buffer(builder *b, const dxki_fxc_buffer *buffer, uint32_t offset)
{
    uint32_t size = b->sizes ? 40 : 24, count = 0;
    dxk_rdef_buffer record = {.kind = buffer->kind, .size = size_of_buffer(b, buffer)};
    for (uint32_t i = buffer->first; i < buffer->first + buffer->count; i++)
        record.variable_count += b->t->nodes.items[i].level == 0;
    record.name = add_string(b, buffer->name);
    record.variables = reserve(b, (size_t)size * record.variable_count);
    for (uint32_t i = buffer->first; i < buffer->first + buffer->count; i++)
        if (b->t->nodes.items[i].level == 0)
            add_variable(b, buffer, i, record.variables + size * count++);
    store(b, DXK_RECORD_ID_rdef_buffer, &record, offset, DXK_WIRE_SIZE_rdef_buffer);
}

/* ---------------------------------------------------------------------------------------- */
/* RDEF                                                                                       */

static uint16_t program_of(uint32_t version)
{
    static const uint16_t programs[] = {DXK_RDEF_PROGRAM_PIXEL,    DXK_RDEF_PROGRAM_VERTEX,
                                        DXK_RDEF_PROGRAM_GEOMETRY, DXK_RDEF_PROGRAM_HULL,
                                        DXK_RDEF_PROGRAM_DOMAIN,   DXK_RDEF_PROGRAM_COMPUTE};
    uint32_t stage = version >> 16;
    return stage < 6 ? programs[stage] : (uint16_t)DXK_RDEF_PROGRAM_LIBRARY;
}

static void add_rdef(builder *b, uint32_t version, bool unoptimized)
{
    static const char maker[] = "Microsoft (R) ";
    bool sm51 = (version & 0xff) == 0x51;
    uint32_t binding_size = sm51 ? 40 : 32;
    const dxki_fxc_tables *t = b->t;
    dxk_rdef_header h = {.buffer_count = (uint32_t)t->buffers.count,
                         .binding_count = (uint32_t)t->bindings.count,
                         .minor_version = version & 15,
                         .major_version = version >> 4 & 15,
                         .program = program_of(version),
                         .flags = COMPILE_FLAGS | (sm51 ? PREFER_FLOW : 0u) |
                                  (unoptimized ? SKIP_OPT : 0u)};
    dxk_rdef_sizes s = {
        sm51 ? DXKI_RDEF_MAGIC_5_1 : DXKI_RDEF_MAGIC_5_0, 60, 24, binding_size, 40, 36, 12, 0};
    reserve(b, b->sizes ? 60 : 28);
    h.bindings = reserve(b, (size_t)binding_size * h.binding_count);
    for (uint32_t i = 0; i < h.binding_count; i++) {
        dxk_rdef_binding record = t->bindings.items[i].record;
        record.name = add_string(b, t->bindings.items[i].name);
        store(b, DXK_RECORD_ID_rdef_binding, &record, h.bindings + binding_size * i, binding_size);
    }
    if (h.buffer_count)
        h.buffers = reserve(b, (size_t)DXK_WIRE_SIZE_rdef_buffer * h.buffer_count);
    for (uint32_t i = 0; i < h.buffer_count; i++)
        add_buffer(b, &t->buffers.items[i], h.buffers + DXK_WIRE_SIZE_rdef_buffer * i);
    h.creator = (uint32_t)b->out->size;
    put(b, maker, sizeof maker - 1);
    put(b, t->generator.data, t->generator.size);
    put(b, "", 1);
    align(b);
    store(b, DXK_RECORD_ID_rdef_header, &h, 0, DXK_WIRE_SIZE_rdef_header);
    if (b->sizes)
        store(b, DXK_RECORD_ID_rdef_sizes, &s, DXK_WIRE_SIZE_rdef_header, DXK_WIRE_SIZE_rdef_sizes);
}

static void finish(builder *b)
{
    dxki_vec_free(b->ctx, &b->strings);
    dxki_vec_free(b->ctx, &b->types);
    dxki_vec_free(b->ctx, &b->slots);
}

dxk_status dxki_fxc_build_rdef(dxk_ctx *ctx, const dxki_fxc_tables *t, uint32_t version,
                               bool unoptimized, dxk_buffer *out)
{
    builder b = {.ctx = ctx, .out = out, .t = t, .sizes = (version >> 4 & 15) >= 5};
    add_rdef(&b, version, unoptimized);
    finish(&b);
    return b.status;
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

dxk_status dxki_fxc_build_signature(dxk_ctx *ctx, const dxki_fxc_rows *rows, uint32_t element_size,
                                    dxk_buffer *out)
{
    builder b = {.ctx = ctx, .out = out};
    dxk_signature_header header = {(uint32_t)rows->count, DXK_WIRE_SIZE_signature_header};
    reserve(&b, DXK_WIRE_SIZE_signature_header);
    uint32_t at = reserve(&b, (size_t)element_size * rows->count);
    store(&b, DXK_RECORD_ID_signature_header, &header, 0, DXK_WIRE_SIZE_signature_header);
    for (size_t i = 0; i < rows->count; i++, at += element_size) {
        dxk_signature_element e = rows->items[i].element;
        uint8_t record[DXK_WIRE_SIZE_signature_element];
        e.name = add_string(&b, rows->items[i].name);
        dxk_record_store(DXK_RECORD_ID_signature_element, &e, record, sizeof record);
        if (b.status == DXK_OK) /* the smallest lacks the stream in front */
            memcpy(out->data + at, record + (element_size == 24 ? 4 : 0), element_size);
    }
    align(&b);
    finish(&b);
    return b.status;
}
