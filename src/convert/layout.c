/* SPDX-License-Identifier: MIT */
/*
 * layout.c - constant buffers with the variables that RDEF says: names, types and places go into
 * the reflection of the result. A buffer that is laid out in another way than HLSL does it stays
 * one of plain rows; the code reads rows in either case.
 *
 *     scalars, vectors     within a row of 16 bytes
 *     arrays, structures   begin a row, and so does each element
 *     matrices             are arrays of their rows or columns
 *
 * Source: DXIL.rst, "CBuffer"; the d3d12shader header of the Windows SDK for the types of RDEF.
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/d3d.h"

#include <string.h>

#define ROW        16u
#define DEPTH_MOST 16u
#define NAME_SIZE  256u

typedef struct layouts {
    dxki_convert *c;
    const dxk_rdef *rdef;
    dxk_type *structures; /* made of each type of RDEF; DXK_NONE: not so far */
    uint32_t *sizes;      /* of these */
    uint32_t depth;
} layouts;

/* A type in a buffer. */
typedef struct laid_out {
    dxk_type type;
    dxk_field_desc field; /* without name and offset */
    uint32_t size, component;
    bool whole_row; /* begins a row */
} laid_out;

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

/* What components are in the module; minimum precision takes 32 bits in buffers. */
static const struct {
    uint8_t base, component;
    dxk_type type;
} bases[] = {
    {DXKI_D3D_SVT_BOOL, DXK_COMPONENT_TYPE_I1, DXK_TYPE_I32},
    {DXKI_D3D_SVT_INT, DXK_COMPONENT_TYPE_I32, DXK_TYPE_I32},
    {DXKI_D3D_SVT_UINT, DXK_COMPONENT_TYPE_U32, DXK_TYPE_I32},
    {DXKI_D3D_SVT_FLOAT, DXK_COMPONENT_TYPE_F32, DXK_TYPE_FLOAT},
    {DXKI_D3D_SVT_DOUBLE, DXK_COMPONENT_TYPE_F64, DXK_TYPE_DOUBLE},
    {DXKI_D3D_SVT_MIN8FLOAT, DXK_COMPONENT_TYPE_F32, DXK_TYPE_FLOAT},
    {DXKI_D3D_SVT_MIN10FLOAT, DXK_COMPONENT_TYPE_F32, DXK_TYPE_FLOAT},
    {DXKI_D3D_SVT_MIN16FLOAT, DXK_COMPONENT_TYPE_F32, DXK_TYPE_FLOAT},
    {DXKI_D3D_SVT_MIN12INT, DXK_COMPONENT_TYPE_I32, DXK_TYPE_I32},
    {DXKI_D3D_SVT_MIN16INT, DXK_COMPONENT_TYPE_I32, DXK_TYPE_I32},
    {DXKI_D3D_SVT_MIN16UINT, DXK_COMPONENT_TYPE_U32, DXK_TYPE_I32},
};

/* A row of `count` numbers. */
static dxk_type numbers(layouts *l, dxk_type type, uint32_t count)
{
    return count > 1 ? dxk_builder_vector(l->c->b, type, count) : type;
}

/* False: not a type of numbers. */
static bool lay_out_numbers(layouts *l, const dxk_rdef_type *t, laid_out *out)
{
    bool columns = t->type_class == DXKI_D3D_SVC_MATRIX_COLUMNS;
    bool matrix = columns || t->type_class == DXKI_D3D_SVC_MATRIX_ROWS;
    uint32_t count = columns ? t->columns : t->rows, width = columns ? t->rows : t->columns;
    size_t i = 0;

    while (i < DXKI_COUNT(bases) && bases[i].base != t->base)
        i++;
    if (i == DXKI_COUNT(bases) || t->rows - 1u > 3 || t->columns - 1u > 3)
        return false;
    out->field.type = (dxk_component_type)bases[i].component;
    out->component = bases[i].type == DXK_TYPE_DOUBLE ? 8 : 4;
    if (!matrix && t->rows > 1)
        return false;
    if (!matrix || count == 1) { /* a matrix in one row need not begin it, unlike those of DXIL */
        out->type = numbers(l, bases[i].type, width);
        out->size = out->component * width;
        return true;
    }
    if (out->component * width > ROW)
        return false;
    out->field.matrix_rows = t->rows;
    out->field.matrix_columns = t->columns;
    out->field.row_major = !columns;
    out->type = dxk_builder_array(l->c->b, numbers(l, bases[i].type, width), count);
    out->size = ROW * (count - 1) + out->component * width;
    out->whole_row = true;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static bool lay_out(layouts *l, uint32_t offset, laid_out *out);

/* The member fits there as HLSL would have it, behind what ends at `end`. */
static bool stands_well(const laid_out *m, uint32_t start, uint32_t end)
{
    if (start < end || start > 16 * DXKI_CONVERT_ROWS_MOST - m->size)
        return false;
    if (m->whole_row || m->size > ROW)
        return start % ROW == 0;
    return start % m->component == 0 && start % ROW + m->size <= ROW;
}

static const char *text_at(layouts *l, uint32_t offset)
{
    dxk_str text = dxk_strings_at(&l->rdef->strings, offset);

    return dxki_arena_strdup(&l->c->arena, text.data, text.size);
}

/* Members of a structure while they are collected. */
typedef struct members {
    dxk_type *types;
    dxk_field_desc *fields;
    uint32_t count, end;
} members;

static bool begin_members(layouts *l, members *m, uint32_t most)
{
    *m = (members){.types = DXKI_NEW_ARRAY(&l->c->arena, dxk_type, most),
                   .fields = DXKI_NEW_ARRAY(&l->c->arena, dxk_field_desc, most)};
    if (!m->types || !m->fields)
        dxki_convert_nomem(l->c);
    return dxki_convert_ready(l->c);
}

static bool add_member(layouts *l, members *m, uint32_t name, uint32_t type, uint32_t start)
{
    laid_out member;

    if (!lay_out(l, type, &member) || !stands_well(&member, start, m->end))
        return false;
    member.field.name = text_at(l, name);
    member.field.offset = start;
    if (!member.field.name) {
        dxki_convert_nomem(l->c);
        return false;
    }
    m->types[m->count] = member.type;
    m->fields[m->count++] = member.field;
    m->end = start + member.size;
    return true;
}

static void append(char text[NAME_SIZE], dxk_str more)
{
    size_t used = strlen(text), rest = NAME_SIZE - 1 - used;
    size_t size = more.size < rest ? more.size : rest;

    memcpy(text + used, more.data, size);
    text[used + size] = 0;
}

static bool is_taken(const dxki_convert_layout_names *names, const char *text)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], text) == 0)
            return true;
    return false;
}

/* "struct.S"; another one of that name is "struct.S.1". NULL: there are too many, or memory ran
 * out. */
static const char *name_structure(layouts *l, const char *prefix, dxk_str name)
{
    dxki_convert_layout_names *names = &l->c->facts->layout_names;
    char text[NAME_SIZE] = "", digits[24], *end = digits + sizeof digits;

    append(text, dxki_str(prefix));
    append(text, name);
    size_t used = strlen(text);
    for (uint32_t next = 1; is_taken(names, text); next++) {
        const char *number = dxki_format_u64(end, next);
        text[used < NAME_SIZE - sizeof digits ? used : NAME_SIZE - sizeof digits] = 0;
        append(text, dxki_str("."));
        append(text, (dxk_str){number, (size_t)(end - number)});
    }
    if (names->count == DXKI_COUNT(names->items))
        return NULL;
    const char *copy = dxki_arena_strdup(&l->c->arena, text, strlen(text));
    if (copy)
        names->items[names->count++] = copy;
    else
        dxki_convert_nomem(l->c);
    return copy;
}

static dxk_type make_structure(layouts *l, const members *m, const char *prefix, dxk_str name,
                               uint32_t size)
{
    const char *text = name_structure(l, prefix, name);
    dxk_type type = text ? dxk_builder_struct(l->c->b, text, m->types, m->count) : DXK_NONE;

    if (type)
        dxk_builder_layout(l->c->b, type, size, m->fields, m->count);
    return type;
}

/* A structure of RDEF, made once. */
static bool lay_out_structure(layouts *l, const dxk_rdef_type_part *t, laid_out *out)
{
    size_t number = (size_t)(t - l->rdef->types);
    members m;

    if (!l->structures[number]) {
        if (t->head.member_count == 0 || l->depth == DEPTH_MOST ||
            !begin_members(l, &m, t->head.member_count))
            return false;
        l->depth++;
        for (uint32_t i = 0; i < t->head.member_count; i++)
            if (!add_member(l, &m, t->members[i].name, t->members[i].type, t->members[i].start))
                return false;
        l->depth--;
        l->sizes[number] = m.end;
        l->structures[number] = make_structure(
            l, &m, "struct.", dxk_strings_at(&l->rdef->strings, t->head.name), m.end);
    }
    out->type = l->structures[number];
    out->size = l->sizes[number];
    out->component = ROW;
    out->whole_row = true;
    return out->type != DXK_NONE;
}

/* The type at an offset in RDEF; false: it has no such layout, or memory ran out. */
static bool lay_out(layouts *l, uint32_t offset, laid_out *out)
{
    const dxk_rdef_type_part *t = dxk_rdef_type_at(l->rdef, offset);

    *out = (laid_out){.type = DXK_NONE};
    if (!t)
        return false;
    bool known = t->head.type_class == DXKI_D3D_SVC_STRUCT ? lay_out_structure(l, t, out)
                                                           : lay_out_numbers(l, &t->head, out);
    uint32_t count = t->head.elements, stride = (out->size + ROW - 1) & ~(ROW - 1);
    if (!known || count == 0)
        return known;
    if (stride > ROW * DXKI_CONVERT_ROWS_MOST / count)
        return false;
    out->type = dxk_builder_array(l->c->b, out->type, count);
    out->size += stride * (count - 1);
    out->whole_row = true;
    return out->type != DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static bool is_buffer(const dxk_rdef *rdef, uint32_t kind, uint32_t name, dxk_str wanted)
{
    return kind == 0 && dxki_str_same(dxk_strings_at(&rdef->strings, name), wanted);
}

/* The buffer of a binding. Those of one name are in the same order. */
static const dxk_rdef_buffer_part *find_buffer(const dxk_rdef *rdef,
                                               const dxk_rdef_binding *binding, dxk_str name)
{
    uint32_t before = 0;

    for (const dxk_rdef_binding *b = rdef->bindings; b < binding; b++)
        before += is_buffer(rdef, b->kind, b->name, name);
    for (uint32_t i = 0; i < rdef->header.buffer_count; i++) {
        const dxk_rdef_buffer *b = &rdef->buffers[i].head;
        if (is_buffer(rdef, b->kind, b->name, name) && before-- == 0)
            return &rdef->buffers[i];
    }
    return NULL;
}

static void lay_out_buffer(layouts *l, const dxk_rdef_buffer_part *b, dxk_str name,
                           dxk_resource_desc *d)
{
    members m;

    if (b->head.variable_count == 0 || b->head.size > ROW * DXKI_CONVERT_ROWS_MOST ||
        !begin_members(l, &m, b->head.variable_count))
        return;
    for (uint32_t i = 0; i < b->head.variable_count; i++) {
        const dxk_rdef_variable *v = &b->variables[i];
        if (!add_member(l, &m, v->name, v->type, v->start))
            return;
    }
    if (m.end > b->head.size)
        return;
    d->type = make_structure(l, &m, "hostlayout.", name, m.end);
    if (d->size < b->head.size)
        d->size = b->head.size;
}

void dxki_convert_lay_out(dxki_convert *c, const dxk_rdef *rdef, const dxk_rdef_binding *binding,
                          dxk_resource_desc *d)
{
    dxk_str name = dxk_strings_at(&rdef->strings, binding->name);
    const dxk_rdef_buffer_part *b = find_buffer(rdef, binding, name);
    layouts l = {.c = c, .rdef = rdef};

    if (!b)
        return;
    l.structures = DXKI_NEW_ARRAY(&c->arena, dxk_type, rdef->type_count);
    l.sizes = DXKI_NEW_ARRAY(&c->arena, uint32_t, rdef->type_count);
    if (!l.structures || !l.sizes)
        dxki_convert_nomem(c);
    else
        lay_out_buffer(&l, b, name, d);
}
