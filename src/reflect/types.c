/* SPDX-License-Identifier: MIT */
/*
 * types.c - the buffers of a module with their variables and types, from the types of the
 * resources' symbols and the annotations of structures.
 *
 * A matrix may be a structure, an array of vectors, an array of arrays or one long array; the
 * annotation of its field tells. Everything else is what its LLVM type looks like. Sizes in
 * constant buffers follow HLSL's packing: rows of 16 bytes, each element of an array begins one.
 */
#include "reflect/reflect.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/str.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <string.h>

#define ROW 16u /* bytes of a constant buffer's row */

static const dxki_dxil_field_annotation no_annotation;

static uint32_t offset_of(const dxki_dxil_field_annotation *field)
{
    return DXKI_MD_HAS(field, FIELD_CBUFFER_OFFSET) ? field->cbuffer_offset : UINT32_MAX;
}

static const dxki_dxil_field_annotation *field_at(const dxki_dxil_struct_annotation *annotation,
                                                  uint32_t i)
{
    return i < annotation->fields.count ? annotation->fields.items[i] : &no_annotation;
}

static bool is_struct(const dxki_reflect_run *x, dxki_type type)
{
    return dxki_type_kind_of(x->m, type) == DXKI_T_STRUCT;
}

static dxki_type strip_arrays(const dxki_reflect_run *x, dxki_type type)
{
    while (dxki_type_kind_of(x->m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(x->m, type)->a;
    return type;
}

static dxk_str struct_name(const dxki_reflect_run *x, dxki_type type)
{
    return dxki_string_get(x->m, dxki_type_get(x->m, type)->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* `name` without the first characters that are among those of `set`. */
static dxk_str trim_set(dxk_str name, const char *set)
{
    while (name.size && strchr(set, name.data[0]) && name.data[0]) {
        name.data++;
        name.size--;
    }
    return name;
}

static dxk_str trim_prefix(dxk_str name, const char *prefix)
{
    size_t size = strlen(prefix);

    return dxki_str_starts(name, prefix) ? (dxk_str){name.data + size, name.size - size} : name;
}

/* Name of a structure as it was written. The reference takes off every leading character that
 * occurs in a prefix. */
static dxk_str plain_struct_name(const dxki_reflect_run *x, dxki_type type)
{
    static const char *const prefixes[] = {"dx.alignment.legacy.", "hostlayout.", "struct."};
    dxk_str name = struct_name(x, type);

    for (size_t i = 0; i < DXKI_COUNT(prefixes); i++)
        name = x->as_reference ? trim_set(name, prefixes[i]) : trim_prefix(name, prefixes[i]);
    return x->as_reference ? name : trim_prefix(name, "class.");
}

typedef struct object {
    const char *name;
    uint8_t type;
    uint8_t how;
} object;

enum { EXACT, PREFIX };

/* In the order in which the reference tries them; before `first_ordered` it looks at the whole
 * name, then without the letters of RasterizerOrdered in front. */
static const object objects[] = {
    {"SamplerState", DXKI_D3D_SVT_SAMPLER, EXACT},
    {"SamplerComparisonState", DXKI_D3D_SVT_SAMPLER, EXACT},
    {"TriangleStream", DXKI_D3D_SVT_VOID, PREFIX},
    {"PointStream", DXKI_D3D_SVT_VOID, PREFIX},
    {"LineStream", DXKI_D3D_SVT_VOID, PREFIX},
    {"AppendStructuredBuffer", DXKI_D3D_SVT_APPEND_STRUCTURED_BUFFER, PREFIX},
    {"ConsumeStructuredBuffer", DXKI_D3D_SVT_CONSUME_STRUCTURED_BUFFER, PREFIX},
    {"ConstantBuffer", DXKI_D3D_SVT_CBUFFER, PREFIX},
    {"ByteAddressBuffer", DXKI_D3D_SVT_BYTEADDRESS_BUFFER, EXACT},
    {"RWByteAddressBuffer", DXKI_D3D_SVT_RWBYTEADDRESS_BUFFER, EXACT},
    {"Buffer", DXKI_D3D_SVT_BUFFER, PREFIX},
    {"RWBuffer", DXKI_D3D_SVT_RWBUFFER, PREFIX},
    {"StructuredBuffer", DXKI_D3D_SVT_STRUCTURED_BUFFER, PREFIX},
    {"RWStructuredBuffer", DXKI_D3D_SVT_RWSTRUCTURED_BUFFER, PREFIX},
    {"Texture1D", DXKI_D3D_SVT_TEXTURE1D, PREFIX},
    {"RWTexture1D", DXKI_D3D_SVT_RWTEXTURE1D, PREFIX},
    {"Texture1DArray", DXKI_D3D_SVT_TEXTURE1DARRAY, PREFIX},
    {"RWTexture1DArray", DXKI_D3D_SVT_RWTEXTURE1DARRAY, PREFIX},
    {"Texture2D", DXKI_D3D_SVT_TEXTURE2D, PREFIX},
    {"RWTexture2D", DXKI_D3D_SVT_RWTEXTURE2D, PREFIX},
    {"Texture2DArray", DXKI_D3D_SVT_TEXTURE2DARRAY, PREFIX},
    {"RWTexture2DArray", DXKI_D3D_SVT_RWTEXTURE2DARRAY, PREFIX},
    {"Texture3D", DXKI_D3D_SVT_TEXTURE3D, PREFIX},
    {"RWTexture3D", DXKI_D3D_SVT_RWTEXTURE3D, PREFIX},
    {"TextureCube", DXKI_D3D_SVT_TEXTURECUBE, PREFIX},
    {"TextureCubeArray", DXKI_D3D_SVT_TEXTURECUBEARRAY, PREFIX},
    {"Texture2DMS", DXKI_D3D_SVT_TEXTURE2DMS, PREFIX},
    {"Texture2DMSArray", DXKI_D3D_SVT_TEXTURE2DMSARRAY, PREFIX},
};
static const size_t first_ordered = 8;

/* As the reference tells a resource from other structures. */
static bool reference_object(dxk_str name, uint32_t *type)
{
    static const char slice[] = "_slice_type";
    const size_t slice_size = sizeof slice - 1;

    *type = DXKI_D3D_SVT_VOID;
    if (dxki_str_starts(name, "dx.types.wave_t"))
        return true;
    name = trim_set(trim_set(name, "class."), "struct.");
    if (name.size >= slice_size &&
        memcmp(name.data + name.size - slice_size, slice, slice_size) == 0)
        return false;
    for (size_t i = 0; i < DXKI_COUNT(objects); i++) {
        if (i == first_ordered)
            name = trim_set(name, "RasterizerOrdered");
        if (objects[i].how == EXACT ? dxki_str_is(name, objects[i].name)
                                    : dxki_str_starts(name, objects[i].name)) {
            *type = objects[i].type;
            return true;
        }
    }
    return false;
}

/* The classes of HLSL: "class.Texture2D<vector<float, 4> >", "struct.SamplerState". */
static bool is_object(const dxki_reflect_run *x, dxki_type type, uint32_t *object_type)
{
    dxk_str name = struct_name(x, type);

    if (x->as_reference)
        return reference_object(name, object_type);
    *object_type = DXKI_D3D_SVT_VOID;
    if (dxki_str_starts(name, "dx.types.wave_t"))
        return true;
    bool is_class = dxki_str_starts(name, "class.");
    name = trim_prefix(trim_prefix(name, "class."), "struct.");
    const char *arguments = memchr(name.data, '<', name.size);
    if (arguments)
        name.size = (size_t)(arguments - name.data);
    name = trim_prefix(name, "RasterizerOrdered");
    for (size_t i = 0; i < DXKI_COUNT(objects); i++) {
        if (!dxki_str_is(name, objects[i].name) || (objects[i].how == PREFIX && !is_class))
            continue;
        *object_type = objects[i].type;
        return true;
    }
    return false;
}

static bool is_object_field(const dxki_reflect_run *x, dxki_type type)
{
    uint32_t ignored;

    type = strip_arrays(x, type);
    return is_struct(x, type) && is_object(x, type, &ignored);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* How a type is stored in a constant buffer. */
typedef struct storage {
    uint32_t rows, columns; /* rows of 16 bytes (or 32), components in each */
    uint32_t component;     /* bytes of one */
} storage;

typedef struct component {
    uint8_t type, size;
    const char *name;
} component;

static component component_of(const dxki_reflect_run *x, uint32_t type)
{
    const bool min = dxki_dxil_min_precision(x->d);

    switch (type) {
    case DXK_COMPONENT_TYPE_I1:
        return (component){DXKI_D3D_SVT_BOOL, 4, "bool"};
    case DXK_COMPONENT_TYPE_I16:
        return min ? (component){DXKI_D3D_SVT_MIN16INT, 4, "min16int"}
                   : (component){DXKI_D3D_SVT_INT16, 2, "int16_t"};
    case DXK_COMPONENT_TYPE_U16:
        return min ? (component){DXKI_D3D_SVT_MIN16UINT, 4, "min16uint"}
                   : (component){DXKI_D3D_SVT_UINT16, 2, "uint16_t"};
    case DXK_COMPONENT_TYPE_I32:
        return (component){DXKI_D3D_SVT_INT, 4, "int"};
    case DXK_COMPONENT_TYPE_U32:
        return (component){DXKI_D3D_SVT_UINT, 4, "uint"};
    case DXK_COMPONENT_TYPE_I64:
        return (component){DXKI_D3D_SVT_INT64, 8, "int64_t"};
    case DXK_COMPONENT_TYPE_U64:
        return (component){DXKI_D3D_SVT_UINT64, 8, "uint64_t"};
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F16:
        return min ? (component){DXKI_D3D_SVT_MIN16FLOAT, 4, "min16float"}
                   : (component){DXKI_D3D_SVT_FLOAT16, 2, "float16_t"};
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
        return (component){DXKI_D3D_SVT_FLOAT, 4, "float"};
    case DXK_COMPONENT_TYPE_F64:
    case DXK_COMPONENT_TYPE_SNORM_F64:
    case DXK_COMPONENT_TYPE_UNORM_F64:
        return (component){DXKI_D3D_SVT_DOUBLE, 8, "double"};
    default:
        return (component){DXKI_D3D_SVT_VOID, 4, ""};
    }
}

/* Is the type, taken apart into at most `depth` levels of arrays and vectors, `count` components?
 */
static bool is_matrix_storage(const dxki_reflect_run *x, dxki_type type, uint32_t count, int depth)
{
    for (; dxki_type_kind_of(x->m, type) == DXKI_T_ARRAY; depth--) {
        uint32_t size = (uint32_t)dxki_type_count(x->m, type);
        if (depth < 1 || size == 0 || count < size || count % size != 0)
            return false;
        count /= size;
        type = dxki_type_get(x->m, type)->a;
    }
    if (dxki_type_kind_of(x->m, type) == DXKI_T_VECTOR)
        return depth >= 1 && dxki_type_count(x->m, type) == count;
    if (!x->as_reference && is_struct(x, type))
        return false;
    return count == 1;
}

/* What the annotation tells of vectors and matrices. */
static void annotated_shape(const dxki_dxil_field_annotation *field, dxk_reflect_type *out,
                            storage *s)
{
    out->var_class = DXKI_D3D_SVC_SCALAR;
    if (DXKI_MD_HAS(field, FIELD_MATRIX)) {
        bool by_rows = field->matrix.orientation == DXKI_ROW_MAJOR;
        out->var_class = by_rows ? DXKI_D3D_SVC_MATRIX_ROWS : DXKI_D3D_SVC_MATRIX_COLUMNS;
        out->rows = field->matrix.rows;
        out->columns = field->matrix.columns;
        s->rows = by_rows ? out->rows : out->columns;
        s->columns = by_rows ? out->columns : out->rows;
    } else if (field->vector_size) {
        out->var_class = DXKI_D3D_SVC_VECTOR;
        out->rows = s->rows = 1;
        out->columns = s->columns = field->vector_size;
    }
}

/* Takes the dimensions off that are no part of a vector or matrix. */
static dxki_type strip_dimensions(const dxki_reflect_run *x, dxki_type type, dxk_reflect_type *out,
                                  const storage *s)
{
    const bool known = out->var_class != DXKI_D3D_SVC_SCALAR;
    const int depth = out->var_class == DXKI_D3D_SVC_VECTOR || s->rows == 1 ? 1 : 2;

    while (dxki_type_kind_of(x->m, type) == DXKI_T_ARRAY) {
        if (known && is_matrix_storage(x, type, s->rows * s->columns, depth))
            break;
        if (out->elements == 0)
            out->elements = 1;
        out->elements *= (uint32_t)dxki_type_count(x->m, type);
        type = dxki_type_get(x->m, type)->a;
    }
    return type;
}

static uint32_t cbuffer_size(const dxk_reflect_type *type, const storage *s)
{
    uint32_t rows = type->elements > 1 ? s->rows * type->elements : s->rows;
    uint32_t stride = s->component > 4 && s->columns > 2 ? 2 * ROW : ROW;

    return stride * (rows - 1) + s->component * s->columns;
}

dxk_str dxki_reflect_type_name(dxki_reflect_run *x, const char *base, uint32_t first,
                               uint32_t second)
{
    char text[64], digits[2][20];
    const char *a = dxki_format_u64(digits[0] + sizeof digits[0], first);
    const char *b = dxki_format_u64(digits[1] + sizeof digits[1], second);
    size_t size = strlen(base), a_size = (size_t)(digits[0] + sizeof digits[0] - a);

    if (size > sizeof text - 2 * sizeof digits[0] - 1)
        size = sizeof text - 2 * sizeof digits[0] - 1;
    memcpy(text, base, size);
    memcpy(text + size, a, a_size);
    size += a_size;
    if (second) {
        size_t b_size = (size_t)(digits[1] + sizeof digits[1] - b);
        text[size++] = 'x';
        memcpy(text + size, b, b_size);
        size += b_size;
    }
    char *copy = dxki_arena_strdup(&x->r->arena, text, size);
    if (!copy)
        dxki_reflect_note(x, dxki_nomem(x->ctx));
    return (dxk_str){copy, copy ? size : 0};
}

static const dxki_reflect_struct *describe_struct(dxki_reflect_run *x, dxki_type type,
                                                  bool cbuffer);

static void struct_type(dxki_reflect_run *x, dxki_type type, bool cbuffer, dxk_reflect_type *out)
{
    uint32_t object_type; /* a structure keeps what its field says */
    if (is_object(x, type, &object_type)) {
        out->type = object_type;
        out->var_class = DXKI_D3D_SVC_OBJECT;
        return;
    }
    const dxki_reflect_struct *s = describe_struct(x, type, cbuffer);
    out->var_class = DXKI_D3D_SVC_STRUCT;
    out->rows = 1;
    out->name = plain_struct_name(x, type);
    if (!s)
        return;
    out->columns = s->columns;
    out->members = s->count;
    out->member_list = s->members;
    out->size = s->size;
    if (s->count && out->elements > 1)
        out->size += (out->elements - 1) * ((s->size + ROW - 1) & ~(ROW - 1));
}

/* The type of a field. `base`: in constant buffers what its offset counts from, else its offset. */
static void describe(dxki_reflect_run *x, dxki_type type, const dxki_dxil_field_annotation *field,
                     uint32_t base, bool cbuffer, dxk_reflect_type *out)
{
    const component c = component_of(x, field->component_type);
    const dxki_type whole = type;
    storage s = {1, 1, c.size};

    memset(out, 0, sizeof *out);
    out->offset = cbuffer ? offset_of(field) - base : base;
    annotated_shape(field, out, &s);
    type = strip_dimensions(x, type, out, &s);
    out->type = c.type;
    if (out->var_class == DXKI_D3D_SVC_VECTOR) {
        out->name = dxki_reflect_type_name(x, c.name, out->columns, 0);
    } else if (out->var_class != DXKI_D3D_SVC_SCALAR) {
        out->name = dxki_reflect_type_name(x, c.name, out->rows, out->columns);
    } else if (dxki_type_kind_of(x->m, type) == DXKI_T_VECTOR) {
        out->var_class = DXKI_D3D_SVC_VECTOR;
        out->rows = 1;
        out->columns = s.columns = (uint32_t)dxki_type_count(x->m, type);
        out->name = dxki_reflect_type_name(x, c.name, out->columns, 0);
    } else if (is_struct(x, type)) {
        struct_type(x, type, cbuffer, out);
    } else if (dxki_type_kind_of(x->m, type) == DXKI_T_POINTER) {
        out->name = dxki_str(c.name);
    } else {
        out->rows = out->columns = 1;
        out->name = dxki_str(dxki_type_kind_of(x->m, type) == DXKI_T_VOID ? "void"
                             : c.type == DXKI_D3D_SVT_UINT                ? "dword"
                                                                          : c.name);
    }
    if (out->var_class <= DXKI_D3D_SVC_MATRIX_COLUMNS)
        out->size = cbuffer_size(out, &s);
    if (!cbuffer)
        out->size = (uint32_t)dxki_dxil_layout_alloc_size(&x->layout, whole);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* Bit fields of an integer become its members. */
static void describe_bit_fields(dxki_reflect_run *x, const dxki_dxil_field_annotation *field,
                                dxk_reflect_type *type)
{
    const dxki_dxil_list *list = &field->bit_fields;
    uint32_t bit = 0;

    if (!DXKI_MD_HAS(field, FIELD_BIT_FIELDS))
        return;
    dxk_reflect_member *members = dxki_reflect_spend(x, list->count)
                                      ? DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_member, list->count)
                                      : NULL;
    if (!members)
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_field_annotation *bits = list->items[i];
        members[i].name = bits->name;
        members[i].type = *type;
        members[i].type.var_class = DXKI_D3D_SVC_BIT_FIELD;
        members[i].type.columns = bits->bit_width;
        members[i].type.offset = bit;
        bit += bits->bit_width;
    }
    type->members = list->count;
    type->member_list = members;
}

static uint32_t at_least_one(uint32_t value)
{
    return value ? value : 1;
}

/* Counts the scalars of a field, unless it is an empty structure. */
static void count_columns(const dxki_reflect_run *x, dxki_type type, const dxk_reflect_type *field,
                          dxki_reflect_struct *s)
{
    if (is_struct(x, type) && field->columns == 0)
        return;
    s->columns +=
        at_least_one(field->columns) * at_least_one(field->rows) * at_least_one(field->elements);
}

static void describe_members(dxki_reflect_run *x, dxki_type type, bool cbuffer,
                             const dxki_dxil_struct_annotation *annotation, dxki_reflect_struct *s)
{
    const bool packed = dxki_type_get(x->m, type)->flags & DXKI_TF_PACKED;
    uint32_t count;
    uint64_t end = 0;

    dxki_type_list(x->m, type, &count);
    dxk_reflect_member *members =
        dxki_reflect_spend(x, count) ? DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_member, count) : NULL;
    if (!members)
        return;
    for (uint32_t i = 0; i < count && !dxki_reflect_stopped(x); i++) {
        dxki_type element = dxki_type_element(x->m, type, i);
        const dxki_dxil_field_annotation *field = field_at(annotation, i);
        uint32_t base =
            cbuffer ? 0 : (uint32_t)dxki_dxil_layout_place(&x->layout, element, packed, &end);
        if (is_object_field(x, element))
            continue;
        dxk_reflect_member *member = &members[s->count++];
        member->name = field->name;
        describe(x, element, field, base, cbuffer, &member->type);
        count_columns(x, element, &member->type, s);
        describe_bit_fields(x, field, &member->type);
        s->size = member->type.offset + member->type.size;
    }
    s->members = members;
}

/* Describes a structure once. NULL: it contains itself or nests too deep (reported). */
static const dxki_reflect_struct *describe_struct(dxki_reflect_run *x, dxki_type type, bool cbuffer)
{
    dxki_reflect_struct *s = &x->structs[cbuffer ? 0 : 1][type];
    const dxki_dxil_struct_annotation *annotation = dxki_dxil_struct(x->d, type);

    if (s->state == DXKI_REFLECT_DONE)
        return s;
    if (s->state == DXKI_REFLECT_OPEN) {
        dxki_reflect_note(x, DXKI_REPORT(x->ctx, DXKI_RULE_REFLECT_CYCLE, dxki_nowhere(), NULL,
                                         dxki_text(struct_name(x, type))));
        return NULL;
    }
    if (x->depth >= x->ctx->limits.depth) {
        dxki_reflect_note(x, DXKI_REPORT(x->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_nowhere(), NULL,
                                         dxki_dec(x->ctx->limits.depth)));
        return NULL;
    }
    s->state = DXKI_REFLECT_OPEN;
    x->depth++;
    if (annotation && annotation->fields.count)
        describe_members(x, type, cbuffer, annotation, s);
    x->depth--;
    s->state = DXKI_REFLECT_DONE;
    return s;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

/* The structure that a buffer's symbol is, arrays of buffers aside; 0 (reported): it is none. */
static dxki_type buffer_struct(dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    dxki_type type = dxki_dxil_resource_type(x->m, res);

    if (is_struct(x, type))
        return type;
    dxki_reflect_note(
        x, DXKI_REPORT(x->ctx, DXKI_RULE_REFLECT_TYPE, dxki_nowhere(), NULL, dxki_text(res->name)));
    return 0;
}

/* Describes the fields of a buffer's structure; NULL when there are none. */
static dxk_reflect_variable *describe_variables(dxki_reflect_run *x, dxki_type type,
                                                dxk_reflect_buffer *out)
{
    const dxki_dxil_struct_annotation *annotation = dxki_dxil_struct(x->d, type);
    uint32_t count;

    if (!annotation)
        return NULL;
    dxki_type_list(x->m, type, &count);
    dxk_reflect_variable *variables = dxki_reflect_spend(x, count)
                                          ? DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_variable, count)
                                          : NULL;
    if (!variables)
        return NULL;
    for (uint32_t i = 0; i < count && !dxki_reflect_stopped(x); i++) {
        const dxki_dxil_field_annotation *field = field_at(annotation, i);
        dxk_reflect_variable *v = &variables[i];
        v->name = field->name;
        v->start_offset = offset_of(field);
        if (count < 2 || !x->variables_told || field->is_used)
            v->flags = DXKI_D3D_SVF_USED;
        describe(x, dxki_type_element(x->m, type, i), field, offset_of(field), true, &v->type);
        v->size = v->type.size;
    }
    out->variable_count = count;
    out->variables = variables;
    return variables;
}

static void describe_cbuffer(dxki_reflect_run *x, const dxki_dxil_resource *res,
                             dxk_reflect_buffer *out)
{
    out->name = res->name;
    out->type = DXKI_D3D_CT_CBUFFER;
    out->size = (res->cbuffer_size + ROW - 1) & ~(ROW - 1);
    dxki_type type = buffer_struct(x, res);
    if (!type)
        return;
    dxk_reflect_variable *variables = describe_variables(x, type, out);
    /* As in FXC, the structure of an array of buffers counts as an array of one. */
    bool is_array = dxki_type_kind_of(x->m, res->hlsl_type) == DXKI_T_ARRAY;
    if (res->range_size <= 1 && !(is_array && res->range_size == 1))
        return;
    for (uint32_t i = 0; i < out->variable_count; i++)
        variables[i].type.elements = 1;
}

static void describe_tbuffer(dxki_reflect_run *x, const dxki_dxil_resource *res,
                             dxk_reflect_buffer *out)
{
    out->name = res->name;
    out->type = DXKI_D3D_CT_TBUFFER;
    dxki_type type = buffer_struct(x, res);
    if (!type)
        return;
    dxk_reflect_variable *variables = describe_variables(x, type, out);
    for (uint32_t i = 0; i < out->variable_count; i++) {
        dxk_reflect_variable *v = &variables[i];
        v->start_texture = v->start_sampler = UINT32_MAX;
        if (v->start_offset + v->size > out->size)
            out->size = v->start_offset + v->size;
    }
    out->size = (out->size + ROW - 1) & ~(ROW - 1);
}

uint32_t dxki_reflect_element_size(dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    return (uint32_t)dxki_dxil_layout_alloc_size(&x->layout, dxki_dxil_resource_type(x->m, res));
}

/* The resource's name with "[0]" for each dimension of its array. */
static dxk_str indexed_name(dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    size_t dimensions = 0, size = res->name.size;

    for (dxki_type t = res->hlsl_type; dxki_type_kind_of(x->m, t) == DXKI_T_ARRAY;
         t = dxki_type_get(x->m, t)->a)
        dimensions++;
    if (dimensions == 0)
        return res->name;
    char *text = dxki_reflect_spend(x, size / 8)
                     ? dxki_reflect_alloc(x, size + 3 * (uint64_t)dimensions, 1)
                     : NULL;
    if (!text)
        return res->name;
    if (size)
        memcpy(text, res->name.data, size);
    for (size_t i = 0; i < dimensions; i++)
        memcpy(text + size + 3 * i, "[0]", 3);
    return (dxk_str){text, size + 3 * dimensions};
}

static void describe_structured(dxki_reflect_run *x, const dxki_dxil_resource *res,
                                dxk_reflect_buffer *out)
{
    out->name = indexed_name(x, res);
    out->type = DXKI_D3D_CT_RESOURCE_BIND_INFO;
    dxk_reflect_variable *v = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_variable, 1);
    dxki_type type = buffer_struct(x, res);
    if (!v || !type)
        return;
    v->name = dxki_str("$Element");
    v->flags = DXKI_D3D_SVF_USED;
    v->size = out->size = dxki_reflect_element_size(x, res);
    v->start_texture = v->start_sampler = UINT32_MAX;
    out->variable_count = 1;
    out->variables = v;
    const dxki_dxil_struct_annotation *annotation = dxki_dxil_struct(x->d, type);
    if (annotation && dxki_type_count(x->m, type))
        describe(x, dxki_type_element(x->m, type, 0), field_at(annotation, 0), 0, false, &v->type);
}

/* The buffer that a resource is, in *out; false: it is none. */
static bool describe_buffer(dxki_reflect_run *x, const dxki_dxil_resource *res,
                            dxk_reflect_buffer *out)
{
    if (res->cls == DXK_RESOURCE_CLASS_CBUFFER)
        describe_cbuffer(x, res, out);
    else if (res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        describe_structured(x, res, out);
    else if (res->kind == DXK_RESOURCE_KIND_TBUFFER && res->cls == DXK_RESOURCE_CLASS_SRV)
        describe_tbuffer(x, res, out);
    else
        return false;
    return true;
}

void dxki_reflect_buffers(dxki_reflect_run *x)
{
    static const uint8_t order[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_UAV,
                                    DXK_RESOURCE_CLASS_SRV};
    uint64_t most = 0;

    for (size_t i = 0; i < sizeof order; i++)
        most += x->d->resources[order[i]].count;
    dxk_reflect_buffer *buffers = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_buffer, most);
    if (!buffers)
        return;
    x->r->data.buffers = buffers;
    for (size_t i = 0; i < sizeof order; i++) {
        const dxki_dxil_list *list = &x->d->resources[order[i]];
        for (uint32_t k = 0; k < list->count && !dxki_reflect_stopped(x); k++)
            x->r->data.buffer_count +=
                describe_buffer(x, list->items[k], &buffers[x->r->data.buffer_count]);
    }
}
