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
 * Elements of structured buffers are packed: each member stands after the one before it, aligned to
 * its numbers. Annotations tell where it would stand in a constant buffer, as those of HLSL do.
 *
 * Source: DXIL.rst, "CBuffer"; the d3d12shader header of the Windows SDK for the types of RDEF.
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "builder/builder.h"
#include "spec/d3d.h"

#include <string.h>

#define ROW        16u
#define DEPTH_MOST 16u
#define NAME_SIZE  256u

/* Names are looked for one after the other. */
#define STRUCTURES_MOST 1024u

/* A type in a buffer. */
typedef struct dxki_convert_laid_out {
    dxk_type type;
    dxk_field_desc field; /* without name and offset */
    uint32_t size, component;
    uint32_t packed, align; /* size and alignment without rows */
    bool whole_row;         /* begins a row */
} laid_out;

typedef struct layouts {
    dxki_convert *c;
    const dxk_rdef *rdef;
    bool packed;       /* the element of a structured buffer */
    laid_out *of_type; /* structures by type of RDEF; type DXK_NONE: not so far */
    uint32_t depth;
} layouts;

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

static uint32_t align_up(uint32_t offset, uint32_t align)
{
    return (offset + align - 1) & ~(align - 1);
}

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
    out->component = out->align = bases[i].type == DXK_TYPE_DOUBLE ? 8 : 4;
    out->packed = out->component * t->rows * t->columns;
    if (!matrix && t->rows > 1)
        return false;
    /* In a constant buffer a matrix in one row need not begin it, unlike those of DXIL. */
    if (!matrix || (count == 1 && !l->packed)) {
        out->type = numbers(l, bases[i].type, width);
        out->size = out->component * width;
        return true;
    }
    if (out->component * width > ROW && !l->packed)
        return false;
    out->field.matrix_rows = t->rows;
    out->field.matrix_columns = t->columns;
    out->field.row_major = !columns;
    out->type = numbers(l, bases[i].type, width);
    if (count > 1)
        out->type = dxk_builder_array(l->c->b, out->type, count);
    out->size = out->component * width;
    out->size += align_up(out->size, ROW) * (count - 1);
    out->whole_row = true;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static bool lay_out(layouts *l, uint32_t offset, laid_out *out);

/* Where a member would stand in a constant buffer, after what ends at `end`. */
static uint32_t place_in_rows(const laid_out *m, uint32_t end)
{
    uint32_t start = align_up(end, m->whole_row || m->size > ROW ? ROW : m->component);

    return start % ROW + m->size > ROW ? align_up(start, ROW) : start;
}

/* The member fits there as HLSL would have it, after what ends at `end`. */
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
    uint32_t packed, align; /* end and alignment without rows */
} members;

static bool begin_members(layouts *l, members *m, uint32_t most)
{
    *m = (members){.types = DXKI_NEW_ARRAY(&l->c->arena, dxk_type, most),
                   .fields = DXKI_NEW_ARRAY(&l->c->arena, dxk_field_desc, most),
                   .align = 1};
    if (!m->types || !m->fields)
        dxki_convert_nomem(l->c);
    return dxki_convert_ready(l->c);
}

static bool add_member(layouts *l, members *m, uint32_t name, uint32_t type, uint32_t start)
{
    laid_out member;

    if (!lay_out(l, type, &member))
        return false;
    uint32_t offset = l->packed ? place_in_rows(&member, m->end) : start;
    if (!(l->packed ? start == align_up(m->packed, member.align)
                    : stands_well(&member, start, m->end)))
        return false;
    member.field.name = text_at(l, name);
    member.field.offset = offset;
    if (!member.field.name) {
        dxki_convert_nomem(l->c);
        return false;
    }
    m->types[m->count] = member.type;
    m->fields[m->count++] = member.field;
    m->end = offset + member.size;
    m->packed = start + member.packed;
    m->align = member.align > m->align ? member.align : m->align;
    return m->packed <= ROW * DXKI_CONVERT_ROWS_MOST && m->end <= ROW * DXKI_CONVERT_ROWS_MOST;
}

static void append(char text[NAME_SIZE], dxk_str more)
{
    size_t used = strlen(text), rest = NAME_SIZE - 1 - used;
    size_t size = more.size < rest ? more.size : rest;

    memcpy(text + used, more.data, size);
    text[used + size] = 0;
}

/* "struct.S"; if the module has another one of that name, "struct.S.1". NULL: there are too many, or
 * memory ran out. */
static const char *name_structure(layouts *l, const char *prefix, dxk_str name)
{
    char text[NAME_SIZE] = "", digits[24], *end = digits + sizeof digits;

    if (l->c->facts->layouts >= STRUCTURES_MOST)
        return NULL;
    l->c->facts->layouts++;
    append(text, dxki_str(prefix));
    append(text, name);
    size_t used = strlen(text);
    for (uint32_t next = 1; dxki_dxil_ops_find_struct(&l->c->b->ops, dxki_str(text)); next++) {
        const char *number = dxki_format_u64(end, next);
        text[used < NAME_SIZE - sizeof digits ? used : NAME_SIZE - sizeof digits] = 0;
        append(text, dxki_str("."));
        append(text, (dxk_str){number, (size_t)(end - number)});
    }
    const char *copy = dxki_arena_strdup(&l->c->arena, text, strlen(text));
    if (!copy)
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
    laid_out *known = &l->of_type[t - l->rdef->types];
    members m;

    if (!known->type) {
        if (t->head.member_count == 0 || l->depth == DEPTH_MOST ||
            !begin_members(l, &m, t->head.member_count))
            return false;
        l->depth++;
        for (uint32_t i = 0; i < t->head.member_count; i++)
            if (!add_member(l, &m, t->members[i].name, t->members[i].type, t->members[i].start))
                return false;
        l->depth--;
        *known = (laid_out){.size = m.end,
                            .component = ROW,
                            .packed = align_up(m.packed, m.align),
                            .align = m.align,
                            .whole_row = true};
        known->type = make_structure(l, &m, "struct.",
                                     dxk_strings_at(&l->rdef->strings, t->head.name), m.end);
    }
    *out = *known;
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
    uint32_t count = t->head.elements, stride = align_up(out->size, ROW);
    if (!known || count == 0)
        return known;
    if (stride > ROW * DXKI_CONVERT_ROWS_MOST / count)
        return false;
    out->type = dxk_builder_array(l->c->b, out->type, count);
    out->size += stride * (count - 1);
    out->packed = align_up(out->packed, out->align) * count;
    out->whole_row = true;
    return out->type != DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static bool is_buffer(const dxk_rdef *rdef, uint32_t kind, uint32_t name, dxk_str wanted)
{
    return kind == DXKI_D3D_CT_CBUFFER &&
           dxki_str_same(dxk_strings_at(&rdef->strings, name), wanted);
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

static laid_out *new_types(dxki_convert *c, const dxk_rdef *rdef)
{
    laid_out *types = DXKI_NEW_ARRAY(&c->arena, laid_out, rdef->type_count);

    if (!types)
        dxki_convert_nomem(c);
    return types;
}

void dxki_convert_lay_out(dxki_convert *c, const dxk_rdef *rdef, const dxk_rdef_binding *binding,
                          dxk_resource_desc *d)
{
    dxk_str name = dxk_strings_at(&rdef->strings, binding->name);
    const dxk_rdef_buffer_part *b = find_buffer(rdef, binding, name);
    layouts l = {.c = c, .rdef = rdef, .of_type = b ? new_types(c, rdef) : NULL};

    if (l.of_type)
        lay_out_buffer(&l, b, name, d);
}

/* ---------------------------------------------------------------------------------------- */
/* Structured buffers                                                                         */

/* What RDEF says of the elements of a buffer: one variable. */
static const dxk_rdef_variable *find_element(const dxk_rdef *rdef, dxk_str name)
{
    for (uint32_t i = 0; i < rdef->header.buffer_count; i++) {
        const dxk_rdef_buffer_part *b = &rdef->buffers[i];
        if (b->head.kind == DXKI_D3D_CT_RESOURCE_BIND_INFO && b->head.variable_count == 1 &&
            dxki_str_same(dxk_strings_at(&rdef->strings, b->head.name), name))
            return &b->variables[0];
    }
    return NULL;
}

/* "RWStructuredBuffer<S>": the name of the class in HLSL. Those that the builder makes are others:
 * "<vector<float, 3> >", "<20>". */
static dxk_str name_class(layouts *l, const dxk_rdef_type *t, const dxk_resource_desc *d,
                          char text[NAME_SIZE])
{
    dxk_str name = dxk_strings_at(&l->rdef->strings, t->name);

    text[0] = 0;
    append(text, dxki_str(d->cls == DXK_RESOURCE_CLASS_UAV ? "RW" : ""));
    append(text, dxki_str("StructuredBuffer<"));
    append(text, name.size ? name : dxki_str("$Element"));
    append(text, dxki_str(">"));
    return dxki_str(text);
}

dxk_type dxki_convert_lay_out_element(dxki_convert *c, const dxk_rdef *rdef,
                                      const dxk_rdef_binding *binding, const dxk_resource_desc *d)
{
    const dxk_rdef_variable *v = find_element(rdef, dxk_strings_at(&rdef->strings, binding->name));
    const dxk_rdef_type_part *t = v ? dxk_rdef_type_at(rdef, v->type) : NULL;
    layouts l = {.c = c, .rdef = rdef, .packed = true};
    char text[NAME_SIZE];
    laid_out element;
    members m;

    if (t && !c->facts->elements) /* structures are those of all buffers */
        c->facts->elements = new_types(c, rdef);
    l.of_type = c->facts->elements;
    if (!t || !l.of_type || !lay_out(&l, v->type, &element) ||
        align_up(element.packed, element.align) != d->stride || !begin_members(&l, &m, 1))
        return DXK_NONE;
    element.field.name = "h";
    m.types[0] = element.type;
    m.fields[0] = element.field;
    m.count = 1;
    return make_structure(&l, &m, "class.", name_class(&l, &t->head, d, text), element.size);
}
