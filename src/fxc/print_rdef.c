/* SPDX-License-Identifier: MIT */
/*
 * print_rdef.c - the tables of RDEF: layouts of buffers, and bindings in three generations:
 *
 *     // Name                                 Type  Format         Dim Slot Elements
 *     // Name                                 Type  Format         Dim      HLSL Bind  Count
 *     // Name                                 Type  Format         Dim      ID      HLSL Bind Count
 *
 * Layouts are nested; a hostile part can make them deep, or wide by sharing types, so both are
 * bounded.
 */
#include "fxc/listing.h"

#include "base/count.h"
#include "base/diag.h"
#include "spec/reader_rules.h"

#define OFFSET_COLUMN 40 /* where "// Offset:" starts */
#define LINES_A_BYTE  16 /* lines of layout for a byte of tables, at most */

typedef struct layout {
    dxki_fxc_printer *pr;
    dxk_ctx *ctx;
    const dxk_rdef *rdef;
    uint64_t lines; /* left to print */
    uint32_t depth;
} layout;

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static dxk_str name_at(const layout *l, uint32_t offset)
{
    return dxki_fxc_listed(dxk_strings_at(&l->rdef->strings, offset));
}

/* "//   " and four blanks for each level. */
static void start_line(layout *l, uint32_t level)
{
    dxki_out_text(l->pr->out, "//   ");
    dxki_out_spaces(l->pr->out, (int)(4 * level));
}

static void put_offset(layout *l, uint64_t offset)
{
    dxki_out_spaces(l->pr->out, OFFSET_COLUMN - (int)dxki_out_column(l->pr->out));
    dxki_out_text(l->pr->out, "// Offset: ");
    dxki_out_u64_field(l->pr->out, offset, 4);
}

/* "name[4];" */
static void put_declarator(layout *l, uint32_t name, const dxk_rdef_type_part *type)
{
    dxki_out_str(l->pr->out, name_at(l, name));
    if (type && type->head.elements > 1) {
        dxki_out_char(l->pr->out, '[');
        dxki_out_u64(l->pr->out, type->head.elements);
        dxki_out_char(l->pr->out, ']');
    }
    dxki_out_char(l->pr->out, ';');
}

void dxki_fxc_print_type(dxki_out *out, const dxk_rdef_type *type)
{
    const char *base = dxk_enum_text(DXK_ENUM_ID_rdef_base, type->base);
    if (type->type_class == DXK_RDEF_CLASS_MATRIX_ROWS)
        dxki_out_text(out, "row_major ");
    dxki_out_text(out, base ? base : "?");
    if (type->type_class == DXK_RDEF_CLASS_MATRIX_ROWS ||
        type->type_class == DXK_RDEF_CLASS_MATRIX_COLUMNS) {
        dxki_out_u64(out, type->rows);
        dxki_out_char(out, 'x');
    }
    if (type->type_class >= DXK_RDEF_CLASS_VECTOR &&
        type->type_class <= DXK_RDEF_CLASS_MATRIX_COLUMNS)
        dxki_out_u64(out, type->columns);
}

/* The same, or "interface iLight". */
static void put_type(layout *l, const dxk_rdef_type *type)
{
    if (type->type_class != DXK_RDEF_CLASS_INTERFACE_POINTER) {
        dxki_fxc_print_type(l->pr->out, type);
        return;
    }
    const dxk_rdef_type_part *sub = dxk_rdef_type_at(l->rdef, type->sub_type);
    dxki_out_text(l->pr->out, "interface ");
    if (sub)
        dxki_out_str(l->pr->out, name_at(l, sub->head.name));
}

static dxk_status put_variable(layout *l, uint32_t level, bool first, uint32_t name,
                               uint32_t type_offset, uint64_t start);

/* "struct NAME", its members, and the closing brace. */
static dxk_status put_struct(layout *l, uint32_t level, bool first, const dxk_rdef_type_part *type,
                             uint64_t start)
{
    dxki_out *out = l->pr->out;
    dxk_str name = name_at(l, type->head.name);
    if (level >= l->depth)
        return DXKI_REPORT(l->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_nowhere(), "RDEF/types",
                           dxki_dec(l->depth));
    if (!first) {
        start_line(l, level);
        dxki_out_char(out, '\n');
    }
    start_line(l, level);
    dxki_out_text(out, "struct");
    if (name.size) {
        dxki_out_char(out, ' ');
        dxki_out_str(out, name);
    }
    dxki_out_char(out, '\n');
    start_line(l, level);
    dxki_out_text(out, "{\n");
    start_line(l, level + 1);
    dxki_out_char(out, '\n');
    for (uint32_t i = 0; i < type->head.member_count; i++) {
        const dxk_rdef_member *member = &type->members[i];
        dxk_status status =
            put_variable(l, level + 1, i == 0, member->name, member->type, start + member->start);
        if (status != DXK_OK)
            return status;
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n");
    start_line(l, level);
    dxki_out_text(out, "} ");
    return DXK_OK;
}

/* A variable or member up to its offset. */
static dxk_status put_variable(layout *l, uint32_t level, bool first, uint32_t name,
                               uint32_t type_offset, uint64_t start)
{
    const dxk_rdef_type_part *type = dxk_rdef_type_at(l->rdef, type_offset);
    dxk_status status = DXK_OK;
    if (l->lines-- == 0)
        return DXKI_REPORT(l->ctx, DXKI_RULE_DXBC_LAYOUT, dxki_nowhere(), "RDEF/types",
                           dxki_dec(l->rdef->type_count));
    if (type && type->head.type_class == DXK_RDEF_CLASS_STRUCT) {
        status = put_struct(l, level, first, type, start);
    } else {
        start_line(l, level);
        if (type)
            put_type(l, &type->head);
        dxki_out_char(l->pr->out, ' ');
    }
    if (status != DXK_OK)
        return status;
    put_declarator(l, name, type);
    put_offset(l, start);
    return DXK_OK;
}

/* "//      = 0x40a00000 0x40a00000 " */
static void put_default(layout *l, const dxk_rdef_variable *variable)
{
    dxk_bytes value = dxk_rdef_default(l->rdef, variable);
    if (value.size == 0)
        return;
    dxki_out_text(l->pr->out, "//      = ");
    for (size_t i = 0; i + 4 <= value.size; i += 4) {
        uint32_t word = (uint32_t)value.data[i] | (uint32_t)value.data[i + 1] << 8 |
                        (uint32_t)value.data[i + 2] << 16 | (uint32_t)value.data[i + 3] << 24;
        dxki_out_text(l->pr->out, "0x");
        dxki_out_hex(l->pr->out, word, 8, false);
        dxki_out_char(l->pr->out, ' ');
    }
    dxki_out_char(l->pr->out, '\n');
}

static dxk_status put_buffer(layout *l, const dxk_rdef_buffer_part *buffer)
{
    static const char *const titles[] = {"cbuffer ", "tbuffer ", "interfaces ",
                                         "Resource bind info for "};
    dxki_out *out = l->pr->out;
    dxki_out_text(out, "// ");
    dxki_out_text(out, buffer->head.kind < 4 ? titles[buffer->head.kind] : "buffer ");
    dxki_out_str(out, name_at(l, buffer->head.name));
    dxki_out_text(out, "\n// {\n//\n");
    for (uint32_t i = 0; i < buffer->head.variable_count; i++) {
        const dxk_rdef_variable *v = &buffer->variables[i];
        dxk_status status = put_variable(l, 0, i == 0, v->name, v->type, v->start);
        if (status != DXK_OK)
            return status;
        dxki_out_text(out, " Size: ");
        dxki_out_u64_field(out, v->size, 5);
        dxki_out_text(out, v->flags & DXK_RDEF_VARIABLE_FLAG_USED ? "\n" : " [unused]\n");
        put_default(l, v);
    }
    dxki_out_text(out, "//\n// }\n//\n");
    return DXK_OK;
}

dxk_status dxki_fxc_print_buffers(dxki_fxc_printer *pr, dxk_ctx *ctx, const dxk_rdef *rdef)
{
    uint64_t tables = rdef->type_count;
    for (uint32_t i = 0; i < rdef->header.buffer_count; i++)
        tables += rdef->buffers[i].head.variable_count + 1u;
    for (size_t i = 0; i < rdef->type_count; i++)
        tables += rdef->types[i].head.member_count;
    layout l = {.pr = pr, .ctx = ctx, .rdef = rdef, .lines = (tables + 64) * 12 * LINES_A_BYTE};
    l.depth = 64;
    if (rdef->header.buffer_count == 0)
        return DXK_OK;
    dxki_out_text(pr->out, "// Buffer Definitions: \n//\n");
    for (uint32_t i = 0; i < rdef->header.buffer_count; i++) {
        dxk_status status = put_buffer(&l, &rdef->buffers[i]);
        if (status != DXK_OK)
            return status;
    }
    dxki_out_text(pr->out, "//\n");
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Bindings                                                                                   */

/* What kinds of bindings print as, by dxk_rdef_binding_kind. */
static const struct {
    const char *type;   /* column Type */
    const char *format; /* column Format; NULL: what reading gives */
    const char *dim;    /* column Dim; NULL: the shape */
    char bind[3];       /* register */
} kinds[] = {
    {"cbuffer", "NA", "NA", "cb"},     {"tbuffer", "NA", "NA", "t"},
    {"texture", NULL, NULL, "t"},      {"sampler", "NA", "NA", "s"},
    {"UAV", NULL, NULL, "u"},          {"texture", "struct", "r/o", "t"},
    {"UAV", "struct", "r/w", "u"},     {"texture", "byte", "r/o", "t"},
    {"UAV", "byte", "r/w", "u"},       {"UAV", "struct", "append", "u"},
    {"UAV", "struct", "consume", "u"}, {"UAV", "struct", "r/w+cnt", "u"},
};
#define KIND_COUNT (DXKI_COUNT(kinds))

typedef struct cell {
    char text[48];
    size_t size;
} cell;

static void cell_text(cell *c, const char *text)
{
    while (*text && c->size < sizeof c->text)
        c->text[c->size++] = *text++;
}

static void cell_number(cell *c, uint64_t number)
{
    char digits[21], *end = digits + 20;
    *end = 0;
    cell_text(c, dxki_format_u64(end, number));
}

static void put_cell(dxki_out *out, const cell *c, int width)
{
    dxki_out_char(out, ' ');
    dxki_out_field(out, (dxk_str){c->text, c->size}, width);
}

/* "float4" */
static void format_cell(cell *c, const dxk_rdef_binding *binding)
{
    static const char *const types[] = {"NA",    "unorm", "snorm",  "sint",       "uint",
                                        "float", "mixed", "double", "<continued>"};
    uint32_t components = (binding->flags >> 2 & 3) + 1;
    cell_text(c, binding->return_type < 9 ? types[binding->return_type] : "?");
    if (components > 1)
        cell_number(c, components);
}

/* "2dMS4" */
static void dim_cell(cell *c, const dxk_rdef_binding *binding)
{
    static const char *const dims[] = {"NA",   "buf",       "1d", "1darray", "2d",        "2darray",
                                       "2dMS", "2darrayMS", "3d", "cube",    "cubearray", "buf"};
    cell_text(c, binding->dimension < 12 ? dims[binding->dimension] : "?");
    if ((binding->dimension == DXK_RDEF_DIMENSION_TEXTURE2DMS ||
         binding->dimension == DXK_RDEF_DIMENSION_TEXTURE2DMS_ARRAY) &&
        binding->samples)
        cell_number(c, binding->samples);
}

/* "CB0": the range in shader model 5.1 */
static void id_cell(cell *c, const dxk_rdef_binding *binding, const char *bind)
{
    char upper[3] = {0};
    for (int i = 0; i < 2 && bind[i]; i++)
        upper[i] = (char)(bind[i] - 'a' + 'A');
    cell_text(c, upper);
    cell_number(c, binding->id);
}

static void print_binding(dxki_fxc_printer *pr, const dxk_rdef *rdef, const dxk_rdef_binding *b)
{
    dxki_out *out = pr->out;
    bool known = b->kind < KIND_COUNT;
    const char *bind_text = known ? kinds[b->kind].bind : "?";
    cell type = {.size = 0}, format = {.size = 0}, dim = {.size = 0}, id = {.size = 0},
         bind = {.size = 0}, count = {.size = 0};
    cell_text(&type, known ? kinds[b->kind].type : "?");
    if (b->kind == DXK_RDEF_BINDING_KIND_SAMPLER &&
        b->flags & DXK_RDEF_BINDING_FLAG_COMPARISON_SAMPLER)
        cell_text(&type, "_c");
    if (known && kinds[b->kind].format)
        cell_text(&format, kinds[b->kind].format);
    else
        format_cell(&format, b);
    if (known && kinds[b->kind].dim)
        cell_text(&dim, kinds[b->kind].dim);
    else
        dim_cell(&dim, b);
    dxki_out_text(out, "// ");
    dxki_out_field(out, dxki_fxc_listed(dxk_strings_at(&rdef->strings, b->name)), -30);
    put_cell(out, &type, 10);
    put_cell(out, &format, 7);
    put_cell(out, &dim, 11);
    if (pr->style.hlsl_bind)
        cell_text(&bind, bind_text);
    cell_number(&bind, b->bind_point);
    if (pr->sm51 && b->space) {
        cell_text(&bind, ",space");
        cell_number(&bind, b->space);
    }
    if (pr->sm51 && b->bind_count == 0)
        cell_text(&count, "unbounded");
    else
        cell_number(&count, b->bind_count);
    if (pr->sm51) {
        id_cell(&id, b, bind_text);
        put_cell(out, &id, 7);
    }
    put_cell(out, &bind, pr->style.hlsl_bind ? 14 : 4);
    put_cell(out, &count, pr->style.hlsl_bind ? 6 : 8);
    dxki_out_text(out, pr->style.hlsl_bind ? " \n" : "\n");
}

void dxki_fxc_print_bindings(dxki_fxc_printer *pr, const dxk_rdef *rdef)
{
    dxki_out *out = pr->out;
    if (rdef->header.binding_count == 0)
        return;
    dxki_out_text(out, "// Resource Bindings:\n//\n"
                       "// Name                                 Type  Format         Dim ");
    dxki_out_text(out, !pr->style.hlsl_bind ? "Slot Elements\n"
                       : pr->sm51           ? "     ID      HLSL Bind  Count\n"
                                            : "     HLSL Bind  Count\n");
    dxki_out_text(out, "// ------------------------------ ---------- ------- ----------- ");
    dxki_out_text(out, !pr->style.hlsl_bind ? "---- --------\n"
                       : pr->sm51           ? "------- -------------- ------\n"
                                            : "-------------- ------\n");
    for (uint32_t i = 0; i < rdef->header.binding_count; i++)
        print_binding(pr, rdef, &rdef->bindings[i]);
    dxki_out_text(out, "//\n//\n");
}
