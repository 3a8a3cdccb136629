/* SPDX-License-Identifier: MIT */
/*
 * buffers.c - the layouts of constant, texture and structured buffers in a listing.
 *
 *   ;   struct Name                                              3 blanks, then 4 more a level
 *   ;   {
 *   ;
 *   ;       float4 x[2];                                  ; Offset:   16
 *   ;
 *   ;   } name;                                           ; Offset:    0 Size:    48
 *
 * Constant buffers take offsets from the annotations, structured buffers from the data layout.
 * What an annotation does not say counts as nothing, as in `dxc -dumpbin`.
 */
#include "dxil/layout.h"
#include "listing/listing.h"

#include "base/diag.h"
#include "spec/reader_rules.h"

#include <string.h>

#define INDENT      3  /* of the outermost declaration */
#define INDENT_STEP 4  /* more for each level */
#define TEXT_WIDTH  50 /* of a declaration at INDENT, before its offset */

typedef struct buffers {
    dxki_listing *l;
    const dxk_dxil *d;
    const dxk_module *m;
    dxki_dxil_layout layout;
    uint32_t depth; /* structures that are open */
    bool too_deep;  /* was reported */
} buffers;

/* Name of a declared thing: "$Element", or "name[4];" for arrays of structures. */
typedef struct declarator {
    dxk_str name;
    uint32_t count; /* elements of an array; 0: none */
    bool is_array;  /* prints a semicolon of its own */
} declarator;

static const dxki_dxil_field_annotation no_annotation;

static uint32_t offset_of(const dxki_dxil_field_annotation *field)
{
    return DXKI_MD_HAS(field, FIELD_CBUFFER_OFFSET) ? field->cbuffer_offset : UINT32_MAX;
}

static bool is_struct(const buffers *b, dxki_type type)
{
    return dxki_type_kind_of(b->m, type) == DXKI_T_STRUCT;
}

static dxk_str struct_name(const buffers *b, dxki_type type)
{
    return dxki_string_get(b->m, dxki_type_get(b->m, type)->c);
}

/* HLSL matrices are structures of this name while they are in structured buffers. */
static bool is_matrix(const buffers *b, dxki_type type)
{
    static const char prefix[] = "class.matrix.";

    if (!is_struct(b, type) || !(dxki_type_get(b->m, type)->flags & DXKI_TF_IDENTIFIED))
        return false;
    dxk_str name = struct_name(b, type);
    return dxki_str_starts(name, prefix);
}

static dxki_type strip_arrays(const buffers *b, dxki_type type)
{
    while (dxki_type_kind_of(b->m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(b->m, type)->a;
    return type;
}

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

static void start_line(buffers *b, uint32_t indent)
{
    dxki_out_char(&b->l->out, ';');
    dxki_out_spaces(&b->l->out, (int)indent);
}

static void full_line(buffers *b, uint32_t indent, const char *text)
{
    start_line(b, indent);
    dxki_out_text(&b->l->out, text);
    dxki_out_char(&b->l->out, '\n');
}

/* Ends a declaration whose text began at column `start`: offset, and size when it is not 0. */
static void end_line(buffers *b, uint64_t start, int width, uint32_t offset, uint32_t size)
{
    dxki_out *out = &b->l->out;
    uint64_t used = dxki_out_column(out) - start;

    if (width > 0 && used < (uint64_t)width)
        dxki_out_spaces(out, width - (int)used);
    dxki_out_text(out, "; Offset:");
    dxki_out_u64_field(out, offset, 5);
    if (size) {
        dxki_out_text(out, " Size: ");
        dxki_out_u64_field(out, size, 5);
    }
    dxki_out_char(out, '\n');
}

static void missing_annotation(buffers *b, uint32_t indent, uint64_t size)
{
    start_line(b, indent);
    dxki_out_char(&b->l->out, '[');
    dxki_out_u64(&b->l->out, size);
    dxki_out_text(&b->l->out, " x i8] (type annotation not present)\n");
}

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static void put_count(buffers *b, uint32_t count)
{
    if (count) {
        dxki_out_char(&b->l->out, '[');
        dxki_out_u64(&b->l->out, count);
        dxki_out_char(&b->l->out, ']');
    }
}

/* "row_major float4x4 name[2];" */
static void put_declaration(buffers *b, dxki_type type, const dxki_dxil_field_annotation *field,
                            dxk_str name, uint32_t count)
{
    dxki_out *out = &b->l->out;
    const dxki_dxil_matrix_annotation *matrix = &field->matrix;
    const char *component =
        dxki_dxil_component_hlsl_name(field->component_type, dxki_dxil_min_precision(b->d));
    const char *prefix = matrix->orientation == DXKI_ROW_MAJOR      ? "row_major "
                         : matrix->orientation == DXKI_COLUMN_MAJOR ? "column_major "
                                                                    : "";

    type = strip_arrays(b, type);
    if (matrix->columns) {
        dxki_out_text(out, prefix);
        dxki_out_text(out, component);
        dxki_out_u64(out, matrix->rows);
        dxki_out_char(out, 'x');
        dxki_out_u64(out, matrix->columns);
    } else {
        dxki_out_text(out, component);
        if (dxki_type_kind_of(b->m, type) == DXKI_T_VECTOR)
            dxki_out_u64(out, dxki_type_count(b->m, type));
    }
    dxki_out_char(out, ' ');
    dxki_out_str(out, name);
    put_count(b, count);
    dxki_out_char(out, ';');
}

/* Elements of a field over all dimensions; those of a matrix itself do not count. */
static uint32_t element_count(const buffers *b, dxki_type *type,
                              const dxki_dxil_field_annotation *field)
{
    const dxki_dxil_matrix_annotation *matrix = &field->matrix;
    uint32_t count = 0, levels = 0;

    for (; dxki_type_kind_of(b->m, *type) == DXKI_T_ARRAY; levels++) {
        count = (levels ? count : 1) * (uint32_t)dxki_type_count(b->m, *type);
        *type = dxki_type_get(b->m, *type)->a;
    }
    if (matrix->columns == 0)
        return count;
    if (levels == 1)
        return 0;
    if (matrix->orientation == DXKI_ROW_MAJOR && matrix->rows)
        return count / matrix->rows;
    return matrix->orientation == DXKI_COLUMN_MAJOR ? count / matrix->columns : count;
}

static void put_struct(buffers *b, dxki_type type, bool by_layout, const declarator *name,
                       uint32_t offset, uint32_t indent, uint32_t size);

/* Width of the text before the offset, at an indent. */
static int text_width(uint32_t indent)
{
    return TEXT_WIDTH + INDENT - (int)indent;
}

static void put_field(buffers *b, dxki_type type, bool by_layout,
                      const dxki_dxil_field_annotation *field, dxk_str name, uint32_t offset,
                      uint32_t indent, uint32_t size)
{
    dxki_type element = type;
    const bool plain_struct = is_struct(b, type) && field->matrix.columns == 0;
    uint32_t count = element_count(b, &element, field);

    if (plain_struct ||
        (is_struct(b, element) && !is_matrix(b, element) && field->matrix.columns == 0)) {
        declarator declared = {name, count, !plain_struct};
        put_struct(b, element, by_layout, &declared, offset, indent, 0);
        return;
    }
    start_line(b, indent);
    uint64_t start = dxki_out_column(&b->l->out);
    put_declaration(b, type, field, name, count);
    end_line(b, start, text_width(indent), offset, size);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* Nested too deep, so that it is left out? */
static bool is_too_deep(buffers *b)
{
    const uint32_t limit = b->l->ctx->limits.depth;

    if (b->depth < limit)
        return false;
    if (!b->too_deep)
        dxki_listing_note(b->l, DXKI_REPORT(b->l->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_nowhere(), NULL,
                                            dxki_dec(limit)));
    b->too_deep = true;
    return true;
}

static void put_fields(buffers *b, dxki_type type, const dxki_dxil_struct_annotation *annotation,
                       bool by_layout, uint32_t offset, uint32_t indent)
{
    const bool packed = dxki_type_get(b->m, type)->flags & DXKI_TF_PACKED;
    uint32_t count = 0;
    uint64_t end = 0;

    dxki_type_list(b->m, type, &count);
    for (uint32_t i = 0; i < count && !dxki_listing_is_full(b->l); i++) {
        dxki_type element = dxki_type_element(b->m, type, i);
        const dxki_dxil_field_annotation *field =
            i < annotation->fields.count ? annotation->fields.items[i] : &no_annotation;
        uint32_t place = by_layout
                             ? (uint32_t)dxki_dxil_layout_place(&b->layout, element, packed, &end)
                             : offset_of(field);
        put_field(b, element, by_layout, field, field->name, offset + place, indent, 0);
    }
}

static void put_struct(buffers *b, dxki_type type, bool by_layout, const declarator *name,
                       uint32_t offset, uint32_t indent, uint32_t size)
{
    const dxki_dxil_struct_annotation *annotation = dxki_dxil_struct(b->d, type);
    dxki_out *out = &b->l->out;

    if (is_too_deep(b))
        return;
    b->depth++;
    start_line(b, indent);
    dxki_out_text(out, "struct ");
    dxki_out_str(out, struct_name(b, type));
    dxki_out_char(out, '\n');
    full_line(b, indent, "{");
    dxki_listing_blank(b->l);
    if (annotation)
        put_fields(b, type, annotation, by_layout, offset, indent + INDENT_STEP);
    else if (size)
        missing_annotation(b, indent + INDENT_STEP, size);
    else
        full_line(b, indent + INDENT_STEP, "/* empty struct */");
    full_line(b, indent, "");
    start_line(b, indent);
    uint64_t start = dxki_out_column(out);
    dxki_out_text(out, "} ");
    dxki_out_str(out, name->name);
    put_count(b, name->count);
    dxki_out_text(out, name->is_array ? ";;" : ";");
    end_line(b, start, text_width(indent), offset, size);
    dxki_listing_blank(b->l);
    b->depth--;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static void open_buffer(buffers *b, const char *word, const dxki_dxil_resource *res)
{
    dxki_out_text(&b->l->out, "; ");
    dxki_out_text(&b->l->out, word);
    dxki_out_str(&b->l->out, res->name);
    dxki_out_text(&b->l->out, "\n; {\n;\n");
}

static void close_buffer(buffers *b)
{
    dxki_out_text(&b->l->out, "; }\n;\n");
}

static void put_cbuffer(buffers *b, const dxki_dxil_resource *res)
{
    dxki_type type = dxki_dxil_resource_type(b->m, res);
    declarator name = {res->name, 0, false};

    open_buffer(b, "cbuffer ", res);
    if (is_struct(b, type) && dxki_dxil_struct(b->d, type)) {
        put_struct(b, type, false, &name, 0, INDENT, res->cbuffer_size);
    } else {
        missing_annotation(b, INDENT, res->cbuffer_size);
        dxki_listing_blank(b->l);
    }
    close_buffer(b);
}

static void put_tbuffer(buffers *b, const dxki_dxil_resource *res)
{
    dxki_type type = dxki_dxil_resource_type(b->m, res);
    const dxki_dxil_struct_annotation *annotation =
        is_struct(b, type) ? dxki_dxil_struct(b->d, type) : NULL;
    declarator name = {res->name, 0, false};

    open_buffer(b, "tbuffer ", res);
    if (annotation) {
        put_struct(b, type, false, &name, 0, INDENT, annotation->cbuffer_size);
    } else {
        full_line(b, INDENT, "(type annotation not present)");
        dxki_listing_blank(b->l);
    }
    close_buffer(b);
}

/* The type is a structure around the element, %"class.StructuredBuffer<float>" = { float }. */
static void put_structured(buffers *b, const dxki_dxil_resource *res)
{
    static const dxk_str name = {"$Element", 8};
    dxki_type outer = dxki_dxil_resource_type(b->m, res);
    dxki_type element = is_struct(b, outer) ? dxki_type_element(b->m, outer, 0) : 0;
    const bool is_own_struct = is_struct(b, element) && !is_matrix(b, element);
    dxki_type annotated = is_own_struct ? element : outer;
    const dxki_dxil_struct_annotation *annotation = dxki_dxil_struct(b->d, annotated);
    uint64_t size = dxki_dxil_layout_alloc_size(&b->layout, annotated);

    open_buffer(b, "Resource bind info for ", res);
    if (!annotation) {
        missing_annotation(b, INDENT, size);
    } else if (is_own_struct) {
        declarator declared = {name, 0, false};
        put_struct(b, element, true, &declared, 0, INDENT, (uint32_t)size);
    } else {
        const dxki_dxil_field_annotation *field =
            annotation->fields.count ? annotation->fields.items[0] : &no_annotation;
        put_field(b, element, false, field, name, 0, INDENT, (uint32_t)size);
    }
    if (!is_own_struct)
        dxki_listing_blank(b->l);
    close_buffer(b);
}

static void put_list(buffers *b, const dxki_dxil_list *list)
{
    for (uint32_t i = 0; i < list->count && !dxki_listing_is_full(b->l); i++) {
        const dxki_dxil_resource *res = list->items[i];
        if (res->cls == DXK_RESOURCE_CLASS_CBUFFER)
            put_cbuffer(b, res);
        else if (res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
            put_structured(b, res);
        else if (res->kind == DXK_RESOURCE_KIND_TBUFFER && res->cls == DXK_RESOURCE_CLASS_SRV)
            put_tbuffer(b, res);
    }
}

void dxki_listing_buffers(dxki_listing *l)
{
    buffers b;

    memset(&b, 0, sizeof b);
    b.l = l;
    b.d = l->names;
    b.m = l->names->m;
    if (!dxki_dxil_layout_init(&b.layout, b.m)) {
        dxki_listing_note(l, dxki_nomem(l->ctx));
        return;
    }
    dxki_listing_title(l, "Buffer Definitions");
    put_list(&b, &l->names->resources[DXK_RESOURCE_CLASS_CBUFFER]);
    put_list(&b, &l->names->resources[DXK_RESOURCE_CLASS_SRV]);
    put_list(&b, &l->names->resources[DXK_RESOURCE_CLASS_UAV]);
    dxki_dxil_layout_free(&b.layout);
}
