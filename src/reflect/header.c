/* SPDX-License-Identifier: MIT */
/*
 * header.c - a C header from a reflection.
 *
 * Structures are packed to the byte and padded by hand, so that they are the same for every
 * compiler. In a constant buffer each element of an array and each row of a matrix begins a row of
 * 16 bytes, but the last takes only what it needs and the next variable may follow in its row:
 *
 *   float a[3];    ->  float a[3][4];                 where the last row is free
 *                  ->  float a[2][4]; float a_last;   where it is not
 *
 * Elements of structured buffers are laid out by the data layout of the module. Types of 16 bits
 * are integers of 16 bits; what has only least precision takes 32. A layout that cannot be told in
 * C becomes bytes, what has no place in its structure is left out.
 */
#include "reflect/reflect.h"
#include "reflect/names.h"
#include "reflect/shape.h"

#include "base/diag.h"
#include "base/sort.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <string.h>

#define ROW 16u

/* A structure that was written. */
typedef struct layout {
    const dxk_reflect_member *members; /* tells it from others */
    dxk_str name;                      /* empty: it has no members in C */
    uint64_t size;                     /* bytes, without padding of arrays */
    bool by_layout;
} layout;

/* A field to write. */
typedef struct field {
    dxk_str name;
    const dxk_reflect_type *type;
    uint64_t offset;
} field;

/* A field that was written. */
typedef struct placed {
    dxk_str name;
    uint64_t offset;
} placed;

typedef struct writer {
    dxki_out out;
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_reflect *data;
    dxki_reflect_names globals, members, bindings;
    DXKI_VEC(layout) layouts;
    uint32_t *slots; /* layouts by the address of their members; index + 1 */
    size_t slot_count;
    DXKI_VEC(placed) placed; /* fields of the structure that is being written */
    dxk_status status;
} writer;

static void fail(writer *w, dxk_status status)
{
    if (w->status == DXK_OK)
        w->status = status;
}

static bool is_stopped(writer *w)
{
    if (w->out.flushed > DXKI_REFLECT_TEXT_MAX)
        fail(w, w->status != DXK_OK ? w->status
                                    : DXKI_REPORT(w->ctx, DXKI_RULE_LIMIT_OUTPUT, dxki_nowhere(),
                                                  NULL, dxki_dec(DXKI_REFLECT_TEXT_MAX)));
    return w->status != DXK_OK || w->out.status != DXK_OK;
}

static dxk_str new_name(writer *w, dxki_reflect_names *names, dxk_str name, const char *suffix,
                        const char *fallback)
{
    dxk_str made = dxki_reflect_names_add(names, name, suffix, fallback);

    if (made.size == 0)
        fail(w, dxki_nomem(w->ctx));
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Structures that were written                                                               */

static uint32_t *find_layout(const writer *w, const dxk_reflect_member *members, bool by_layout)
{
    const size_t mask = w->slot_count - 1;
    size_t at = (size_t)((uint64_t)(uintptr_t)members * 0x9e3779b97f4a7c15u >> 32) & mask;

    for (;; at = (at + 1) & mask) {
        uint32_t index = w->slots[at];
        if (index == 0 || (w->layouts.items[index - 1].members == members &&
                           w->layouts.items[index - 1].by_layout == by_layout))
            return &w->slots[at];
    }
}

static const layout *known_layout(const writer *w, const dxk_reflect_member *members,
                                  bool by_layout)
{
    uint32_t *slot = w->slot_count ? find_layout(w, members, by_layout) : NULL;

    return slot && *slot ? &w->layouts.items[*slot - 1] : NULL;
}

static void remember_layout(writer *w, const layout *l)
{
    if ((w->layouts.count + 1) * 2 > w->slot_count) {
        const size_t count = w->slot_count ? w->slot_count * 2 : 64;
        uint32_t *slots = dxki_realloc(w->ctx, NULL, 0, count * sizeof *slots);
        if (!slots) {
            fail(w, dxki_nomem(w->ctx));
            return;
        }
        memset(slots, 0, count * sizeof *slots);
        dxki_realloc(w->ctx, w->slots, w->slot_count * sizeof *w->slots, 0);
        w->slots = slots;
        w->slot_count = count;
        for (size_t i = 0; i < w->layouts.count; i++)
            *find_layout(w, w->layouts.items[i].members, w->layouts.items[i].by_layout) =
                (uint32_t)i + 1;
    }
    if (!dxki_vec_push(w->ctx, &w->layouts, *l))
        fail(w, dxki_nomem(w->ctx));
    else
        *find_layout(w, l->members, l->by_layout) = (uint32_t)w->layouts.count;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static void put(writer *w, const char *text)
{
    dxki_out_text(&w->out, text);
}

static void put_str(writer *w, dxk_str text)
{
    dxki_out_str(&w->out, text);
}

static void put_dimension(writer *w, uint64_t count)
{
    dxki_out_char(&w->out, '[');
    dxki_out_u64(&w->out, count);
    dxki_out_char(&w->out, ']');
}

/* A name of the shader in a comment: what could end the comment or a line is left out. */
static void put_comment_name(writer *w, dxk_str name)
{
    for (size_t i = 0; i < name.size && i < 200; i++) {
        char c = name.data[i];
        if (c >= ' ' && c < 0x7f && c != '*' && c != '\\')
            dxki_out_char(&w->out, c);
    }
}

static void put_padding(writer *w, uint64_t from, uint64_t to)
{
    static const dxk_str padding = {"padding", 7};

    if (to <= from)
        return;
    put(w, "    uint8_t ");
    put_str(w, new_name(w, &w->members, padding, "", "padding"));
    put_dimension(w, to - from);
    put(w, ";\n");
}

/* Starts "    TYPE NAME" and keeps the name for the assertions. */
static void put_field(writer *w, const char *type, dxk_str type_name, dxk_str name,
                      const char *suffix, uint64_t offset)
{
    placed p = {new_name(w, &w->members, name, suffix, "unnamed"), offset};

    put(w, "    ");
    put(w, type);
    put_str(w, type_name);
    put(w, " ");
    put_str(w, p.name);
    if (!dxki_vec_push(w->ctx, &w->placed, p))
        fail(w, dxki_nomem(w->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

typedef struct scalar {
    const char *name; /* in C */
    uint32_t size;
} scalar;

static const char *scalar_name(uint32_t type)
{
    switch (type) {
    case DXKI_D3D_SVT_FLOAT:
    case DXKI_D3D_SVT_MIN16FLOAT:
    case DXKI_D3D_SVT_MIN10FLOAT:
    case DXKI_D3D_SVT_MIN8FLOAT:
        return "float";
    case DXKI_D3D_SVT_INT:
    case DXKI_D3D_SVT_MIN16INT:
    case DXKI_D3D_SVT_MIN12INT:
        return "int32_t";
    case DXKI_D3D_SVT_DOUBLE:
        return "double";
    case DXKI_D3D_SVT_INT64:
        return "int64_t";
    case DXKI_D3D_SVT_UINT64:
        return "uint64_t";
    case DXKI_D3D_SVT_INT16:
        return "int16_t";
    case DXKI_D3D_SVT_UINT16:
    case DXKI_D3D_SVT_FLOAT16:
        return "uint16_t";
    default:
        return "uint32_t";
    }
}

static scalar scalar_of(uint32_t type)
{
    return (scalar){scalar_name(type), dxki_reflect_component_size(type)};
}

static uint64_t element_count(const dxk_reflect_type *type)
{
    return type->elements ? type->elements : 1;
}

static bool is_structure(const dxk_reflect_type *type)
{
    return type->var_class == DXKI_D3D_SVC_STRUCT ||
           type->var_class == DXKI_D3D_SVC_INTERFACE_CLASS;
}

static bool is_matrix(const dxk_reflect_type *type)
{
    return type->var_class == DXKI_D3D_SVC_MATRIX_ROWS ||
           type->var_class == DXKI_D3D_SVC_MATRIX_COLUMNS;
}

static void put_bytes(writer *w, const field *f, uint64_t size)
{
    put_field(w, "uint8_t", (dxk_str){NULL, 0}, f->name, "", f->offset);
    put_dimension(w, size);
    put(w, ";\n");
}

static void put_dimensions(writer *w, const dxk_reflect_type *type, uint64_t vectors,
                           uint64_t lanes)
{
    if (type->elements)
        put_dimension(w, type->elements);
    if (is_matrix(type))
        put_dimension(w, vectors);
    if (lanes > 1)
        put_dimension(w, lanes);
    put(w, ";\n");
}

/* Numbers by data layout: without gaps, else as bytes. */
static uint64_t put_packed_numbers(writer *w, const field *f, uint64_t size)
{
    const dxk_reflect_type *t = f->type;
    const scalar s = scalar_of(t->type);
    uint64_t vectors, lanes;

    dxki_reflect_shape(t, &vectors, &lanes);
    if (vectors * lanes > UINT32_MAX || vectors * lanes * element_count(t) != size / s.size ||
        size % s.size) {
        put_bytes(w, f, size);
        return size;
    }
    put_field(w, s.name, (dxk_str){NULL, 0}, f->name, "", f->offset);
    put_dimensions(w, t, vectors, lanes);
    return size;
}

/* Numbers in a constant buffer; `room`: bytes up to the next field. */
static uint64_t put_numbers(writer *w, const field *f, uint64_t room)
{
    const dxk_reflect_type *t = f->type;
    const scalar s = scalar_of(t->type);
    const dxk_str none = {NULL, 0};
    uint64_t vectors, lanes;

    dxki_reflect_shape(t, &vectors, &lanes);
    const uint64_t stride = (lanes * s.size + ROW - 1) & ~(uint64_t)(ROW - 1);
    const uint64_t count = vectors * element_count(t); /* both are below 2^32 */
    const uint64_t tight = t->size;
    if (stride > UINT32_MAX || count > UINT32_MAX ||
        stride * (count - 1) + lanes * s.size != tight) {
        put_bytes(w, f, tight);
        return tight;
    }
    if (count == 1) {
        put_field(w, s.name, none, f->name, "", f->offset);
        put_dimensions(w, t, 1, lanes);
        return tight;
    }
    if (stride * count <= room) {
        put_field(w, s.name, none, f->name, "", f->offset);
        put_dimensions(w, t, vectors, stride / s.size);
        return stride * count;
    }
    if (count > 1) {
        put_field(w, s.name, none, f->name, "", f->offset);
        put_dimension(w, count - 1);
        put_dimension(w, stride / s.size);
        put(w, ";\n");
    }
    put_field(w, s.name, none, f->name, "_last", f->offset + stride * (count - 1));
    if (lanes > 1)
        put_dimension(w, lanes);
    put(w, ";\n");
    return tight;
}

/* `count` structures, each with padding after it. */
static void put_structures(writer *w, const field *f, const layout *l, uint64_t padding,
                           uint64_t count)
{
    placed p;

    if (padding == 0) {
        put_field(w, "", l->name, f->name, "", f->offset);
    } else {
        p = (placed){new_name(w, &w->members, f->name, "", "unnamed"), f->offset};
        put(w, "    struct {\n        ");
        put_str(w, l->name);
        put(w, " value;\n        uint8_t padding");
        put_dimension(w, padding);
        put(w, ";\n    } ");
        put_str(w, p.name);
        if (!dxki_vec_push(w->ctx, &w->placed, p))
            fail(w, dxki_nomem(w->ctx));
    }
    if (count != 1 || f->type->elements)
        put_dimension(w, count);
    put(w, ";\n");
}

static uint64_t put_structure(writer *w, const field *f, bool by_layout, uint64_t room)
{
    const layout *l = known_layout(w, f->type->member_list, by_layout);
    const uint64_t count = element_count(f->type);
    const uint64_t mask = by_layout ? 0 : ROW - 1;

    const uint64_t stride = (l->size + mask) & ~mask, tight = stride * (count - 1) + l->size;
    if (!f->type->elements || stride * count <= room) {
        put_structures(w, f, l, f->type->elements ? stride - l->size : 0, count);
        return f->type->elements ? stride * count : tight;
    }
    if (count > 1)
        put_structures(w, f, l, stride - l->size, count - 1);
    put_field(w, "", l->name, f->name, "_last", f->offset + stride * (count - 1));
    put(w, ";\n");
    return tight;
}

static void put_bit_fields(writer *w, const dxk_reflect_type *type)
{
    if (is_structure(type))
        return;
    for (uint32_t i = 0; i < type->members && !is_stopped(w); i++) {
        const dxk_reflect_member *bits = &type->member_list[i];
        put(w, "    /* bits ");
        dxki_out_u64(&w->out, bits->type.offset);
        put(w, " to ");
        dxki_out_u64(&w->out, (uint64_t)bits->type.offset + bits->type.columns - 1);
        put(w, ": ");
        put_comment_name(w, bits->name);
        put(w, " */\n");
    }
}

/* Bytes that a field takes up, without padding after it; 0: it has no place in C. RDEF tells
 * offsets in structured buffers, but not the sizes of what is inside. */
static uint64_t tight_size(const writer *w, const dxk_reflect_type *type, bool by_layout)
{
    uint64_t vectors, lanes;

    if (is_structure(type)) {
        const layout *l = known_layout(w, type->member_list, by_layout);
        const uint64_t mask = by_layout ? 0 : ROW - 1;
        const uint64_t stride = l ? (l->size + mask) & ~mask : 0;
        if (!l || l->name.size == 0 || stride > UINT32_MAX)
            return 0;
        return stride * (element_count(type) - 1) + l->size;
    }
    if (type->var_class > DXKI_D3D_SVC_MATRIX_COLUMNS)
        return 0;
    if (!by_layout || !w->data->is_legacy)
        return type->size;
    dxki_reflect_shape(type, &vectors, &lanes);
    const uint64_t count = vectors * lanes;
    return count > UINT32_MAX ? 0 : scalar_of(type->type).size * count * element_count(type);
}

/* Writes a field that has room; returns the bytes it takes up. */
static uint64_t put_one(writer *w, const field *f, bool by_layout, uint64_t room)
{
    if (is_structure(f->type))
        return put_structure(w, f, by_layout, room);
    put_bit_fields(w, f->type);
    return by_layout ? put_packed_numbers(w, f, tight_size(w, f->type, true))
                     : put_numbers(w, f, room);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static void put_assertions(writer *w, dxk_str name, uint64_t size)
{
    for (size_t i = 0; i < w->placed.count && !is_stopped(w); i++) {
        const placed *p = &w->placed.items[i];
        put(w, "DXK_REFLECT_ASSERT(offsetof(");
        put_str(w, name);
        put(w, ", ");
        put_str(w, p->name);
        put(w, ") == ");
        dxki_out_u64(&w->out, p->offset);
        put(w, ", \"offset of ");
        put_str(w, p->name);
        put(w, "\");\n");
    }
    put(w, "DXK_REFLECT_ASSERT(sizeof(");
    put_str(w, name);
    put(w, ") == ");
    dxki_out_u64(&w->out, size);
    put(w, ", \"size of ");
    put_str(w, name);
    put(w, "\");\n\n");
}

static bool field_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const field *)a)->offset > ((const field *)b)->offset;
}

/* Writes the fields in the order of their offsets. */
static void put_fields(writer *w, field *fields, uint32_t count, bool by_layout, uint64_t size)
{
    uint64_t at = 0;

    if (!dxki_sort(w->ctx, fields, count, sizeof *fields, field_after, NULL)) {
        fail(w, dxki_nomem(w->ctx));
        return;
    }
    for (uint32_t i = 0; i < count && !is_stopped(w); i++) {
        const field *f = &fields[i];
        const uint64_t wanted = tight_size(w, f->type, by_layout);
        uint64_t next = i + 1 < count && fields[i + 1].offset < size ? fields[i + 1].offset : size;
        if (wanted == 0 || f->offset < at || f->offset > next || wanted > next - f->offset) {
            put(w, "    /* ");
            put_comment_name(w, f->name);
            put(w, ": left out, it has no bytes of its own here */\n");
            continue;
        }
        put_padding(w, at, f->offset);
        at = f->offset + put_one(w, f, by_layout, next - f->offset);
    }
    put_padding(w, at, size);
}

/* Writes a structure of `size` bytes under the name; false: it would be empty. */
static bool put_struct(writer *w, dxk_str name, field *fields, uint32_t count, bool by_layout,
                       uint64_t size)
{
    if (size == 0)
        return false;
    dxki_reflect_names_clear(&w->members);
    w->placed.count = 0;
    put(w, "typedef struct ");
    put_str(w, name);
    put(w, " {\n");
    put_fields(w, fields, count, by_layout, size);
    put(w, "} ");
    put_str(w, name);
    put(w, ";\n");
    put_assertions(w, name, size);
    return true;
}

static void put_type(writer *w, const dxk_reflect_type *type, bool by_layout);

/* Where the last of the fields ends. */
static uint64_t end_of(const writer *w, const field *fields, uint32_t count, bool by_layout)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < count; i++) {
        const uint64_t size = tight_size(w, fields[i].type, by_layout);
        if (size && fields[i].offset < UINT32_MAX && fields[i].offset + size > end)
            end = fields[i].offset + size;
    }
    return end;
}

/* Writes a structure type, and before it those in it, unless that was done before. */
static void put_type(writer *w, const dxk_reflect_type *type, bool by_layout)
{
    layout l = {type->member_list, {NULL, 0}, 0, by_layout};

    if (!is_structure(type) || type->members == 0 || is_stopped(w) ||
        known_layout(w, type->member_list, by_layout))
        return;
    for (uint32_t i = 0; i < type->members; i++)
        put_type(w, &type->member_list[i].type, by_layout);
    field *fields = DXKI_NEW_ARRAY(&w->arena, field, type->members);
    if (!fields) {
        fail(w, dxki_nomem(w->ctx));
        return;
    }
    for (uint32_t i = 0; i < type->members; i++)
        fields[i] = (field){type->member_list[i].name, &type->member_list[i].type,
                            type->member_list[i].type.offset};
    l.size = end_of(w, fields, type->members, by_layout);
    if (by_layout && !w->data->is_legacy)
        l.size = type->size / element_count(type);
    if (l.size > UINT32_MAX)
        l.size = 0;
    dxk_str name = new_name(w, &w->globals, type->name, "", "anonymous");
    if (!is_stopped(w) && put_struct(w, name, fields, type->members, by_layout, l.size))
        l.name = name;
    remember_layout(w, &l);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers and bindings                                                                       */

static void put_constant_buffer(writer *w, const dxk_reflect_buffer *b)
{
    for (uint32_t i = 0; i < b->variable_count; i++)
        put_type(w, &b->variables[i].type, false);
    field *fields = DXKI_NEW_ARRAY(&w->arena, field, b->variable_count);
    if (!fields) {
        fail(w, dxki_nomem(w->ctx));
        return;
    }
    for (uint32_t i = 0; i < b->variable_count; i++)
        fields[i] =
            (field){b->variables[i].name, &b->variables[i].type, b->variables[i].start_offset};
    dxk_str name = new_name(w, &w->globals, b->name, "", "buffer");
    put(w, b->type == DXKI_D3D_CT_TBUFFER ? "/* texture buffer " : "/* constant buffer ");
    put_comment_name(w, b->name);
    put(w, " */\n");
    if (!is_stopped(w) && !put_struct(w, name, fields, b->variable_count, false, b->size))
        put(w, "/* (empty) */\n\n");
}

static void put_structured_buffer(writer *w, const dxk_reflect_buffer *b)
{
    const dxk_reflect_type *type = b->variable_count ? &b->variables[0].type : NULL;
    const layout *l = NULL;

    if (type) {
        put_type(w, type, true);
        l = is_structure(type) ? known_layout(w, type->member_list, true) : NULL;
    }
    dxk_str name = new_name(w, &w->globals, b->name, "_element", "buffer");
    put(w, "/* element of structured buffer ");
    put_comment_name(w, b->name);
    put(w, " */\n");
    if (is_stopped(w))
        return;
    if (l && l->name.size && l->size == b->size && !type->elements) {
        put(w, "typedef ");
        put_str(w, l->name);
        put(w, " ");
        put_str(w, name);
        put(w, ";\n\n");
        return;
    }
    /* An element that nothing is known of is bytes. */
    dxk_reflect_type raw;
    memset(&raw, 0, sizeof raw);
    raw.size = b->size;
    field value = {dxki_str("value"), type && tight_size(w, type, true) ? type : &raw, 0};
    if (!put_struct(w, name, &value, 1, true, b->size))
        put(w, "/* (empty) */\n\n");
}

static void put_constant(writer *w, dxk_str base, const char *suffix, uint32_t value)
{
    put(w, "#define ");
    put_str(w, base);
    put(w, suffix);
    put(w, " ");
    dxki_out_u64(&w->out, value);
    put(w, "u\n");
}

static void put_binding(writer *w, const dxk_reflect_binding *b)
{
    const char *type = dxk_reflect_name(DXK_REFLECT_INPUT_TYPE, b->type);
    dxk_str base = new_name(w, &w->bindings, b->name, "", "resource");

    put(w, "/* ");
    put_comment_name(w, b->name);
    put(w, ": ");
    put(w, type ? type : "unknown");
    put(w, " */\n");
    put_constant(w, base, "_register", b->bind_point);
    put_constant(w, base, "_space", b->space);
    put_constant(w, base, "_count", b->bind_count);
    if (b->type == DXKI_D3D_SIT_STRUCTURED || b->type == DXKI_D3D_SIT_UAV_RWSTRUCTURED ||
        (b->type >= DXKI_D3D_SIT_UAV_APPEND_STRUCTURED &&
         b->type <= DXKI_D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER))
        put_constant(w, base, "_stride", b->num_samples);
}

static void put_head(writer *w, const char *guard)
{
    put(w, "/* Made by dxk reflect: buffers and bindings of a shader. */\n");
    if (guard) {
        put(w, "#ifndef ");
        put(w, guard);
        put(w, "\n#define ");
        put(w, guard);
        put(w, "\n\n");
    }
    put(w, "#include <stddef.h>\n#include <stdint.h>\n\n"
           "#ifndef DXK_REFLECT_ASSERT\n"
           "#ifdef __cplusplus\n"
           "#define DXK_REFLECT_ASSERT(condition, text) static_assert(condition, text)\n"
           "#else\n"
           "#define DXK_REFLECT_ASSERT(condition, text) _Static_assert(condition, text)\n"
           "#endif\n"
           "#endif\n\n"
           "#pragma pack(push, 1)\n\n");
}

static void put_all(writer *w, const char *guard)
{
    put_head(w, guard);
    for (uint32_t i = 0; i < w->data->buffer_count && !is_stopped(w); i++) {
        const dxk_reflect_buffer *b = &w->data->buffers[i];
        if (b->type == DXKI_D3D_CT_RESOURCE_BIND_INFO)
            put_structured_buffer(w, b);
        else if (b->type == DXKI_D3D_CT_CBUFFER || b->type == DXKI_D3D_CT_TBUFFER)
            put_constant_buffer(w, b);
    }
    put(w, "#pragma pack(pop)\n\n");
    for (uint32_t i = 0; i < w->data->binding_count && !is_stopped(w); i++)
        put_binding(w, &w->data->bindings[i]);
    if (guard)
        put(w, "\n#endif\n");
}

dxk_status dxk_reflect_print_header(const dxk_reflect *reflect, const char *guard, dxk_sink sink)
{
    /* The structure that was handed out is the first member of the whole. */
    dxk_ctx *ctx = ((const dxki_reflect_result *)(const void *)reflect)->ctx;
    writer w;

    memset(&w, 0, sizeof w);
    dxki_out_init(&w.out, sink);
    w.ctx = ctx;
    w.data = reflect;
    dxki_arena_init(&w.arena, ctx);
    dxki_reflect_names_init(&w.globals, &w.arena);
    dxki_reflect_names_init(&w.members, &w.arena);
    dxki_reflect_names_init(&w.bindings, &w.arena);
    w.members.others = &w.globals;
    put_all(&w, guard);
    dxk_status status = dxki_out_flush(&w.out);
    dxki_reflect_names_free(&w.globals);
    dxki_reflect_names_free(&w.members);
    dxki_reflect_names_free(&w.bindings);
    dxki_vec_free(ctx, &w.layouts);
    dxki_vec_free(ctx, &w.placed);
    dxki_realloc(ctx, w.slots, w.slot_count * sizeof *w.slots, 0);
    dxki_arena_free(&w.arena);
    return w.status != DXK_OK ? w.status : status;
}
