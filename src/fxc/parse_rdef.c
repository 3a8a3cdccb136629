/* SPDX-License-Identifier: MIT */
/*
 * parse_rdef.c - "Buffer Definitions:" and "Resource Bindings:" read back.
 *
 *     // cbuffer Params
 *     // {
 *     //
 *     //   float4x4 world;                    // Offset:    0 Size:    64
 *     //   struct Light
 *     //   {
 *     //
 *     //       float3 position;               // Offset:   64
 *     //
 *     //   } lights[4];                       // Offset:   64 Size:    60 [unused]
 *     //
 *     // }
 */
#include "fxc/tables.h"

#include "base/count.h"
#include "base/out.h"
#include "base/str.h"

#include <string.h>

#define NOT_MULTISAMPLED UINT32_MAX

static bool is_end(const dxki_fxc_parser *p)
{
    return p->at >= p->end || *p->at == '\r';
}

static dxk_str field_until(dxki_fxc_parser *p, const char *stops)
{
    const char *start = p->at;
    while (p->at < p->end && *p->at != '\r' && !strchr(stops, *p->at))
        p->at++;
    return (dxk_str){start, (size_t)(p->at - start)};
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* "float4x3": base, rows, columns. */
static bool parse_type(dxki_fxc_parser *p, bool row_major, dxk_rdef_type *type)
{
    uint64_t base;
    dxk_str word = field_until(p, " ");
    size_t letters = word.size;
    while (letters && word.data[letters - 1] >= '0' && word.data[letters - 1] <= '9')
        letters--;
    bool matrix = letters >= 2 && word.data[letters - 1] == 'x' && letters < word.size &&
                  word.data[letters - 2] >= '0' && word.data[letters - 2] <= '9';
    uint32_t last = letters < word.size ? (uint32_t)(word.data[letters] - '0') : 1;
    bool vector = letters < word.size;
    *type = (dxk_rdef_type){.rows = 1, .columns = 1};
    if (matrix)
        letters -= 2;
    if (!dxk_enum_find(DXK_ENUM_ID_rdef_base, (dxk_str){word.data, letters}, &base)) {
        letters = word.size; /* "Texture2D" and the like end in digits of their own */
        if (!dxk_enum_find(DXK_ENUM_ID_rdef_base, word, &base))
            return dxki_fxc_parse_expected(p, "a type");
        vector = matrix = false;
    }
    type->base = (uint16_t)base;
    type->type_class = (uint16_t)(!vector     ? DXK_RDEF_CLASS_SCALAR
                                  : !matrix   ? DXK_RDEF_CLASS_VECTOR
                                  : row_major ? DXK_RDEF_CLASS_MATRIX_ROWS
                                              : DXK_RDEF_CLASS_MATRIX_COLUMNS);
    if (vector)
        type->columns = (uint16_t)last;
    if (matrix)
        type->rows = (uint16_t)(word.data[letters] - '0');
    return true;
}

/* "name[4];                // Offset:   64 Size:    60 [unused]" */
static bool parse_declarator(dxki_fxc_parser *p, dxki_fxc_node *node)
{
    uint32_t elements;
    node->name = field_until(p, "[;");
    if (dxki_fxc_accept(p, "[")) {
        if (!dxki_fxc_parse_u32(p, &elements) || !dxki_fxc_expect(p, "]"))
            return false;
        node->type.elements = (uint16_t)elements;
    }
    if (!dxki_fxc_expect(p, ";"))
        return false;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_expect(p, "// Offset:"))
        return false;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_u32(p, &node->start))
        return false;
    if (dxki_fxc_accept(p, " Size:")) {
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_parse_u32(p, &node->size))
            return false;
        node->unused = dxki_fxc_accept(p, " [unused]");
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static bool push_node(dxki_fxc_parser *p, dxki_fxc_tables *t, const dxki_fxc_node *node)
{
    return dxki_vec_push(p->ctx, &t->nodes, *node) || dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}

/* "= 0x3f800000 0x00000000 " of the last variable */
static bool parse_default(dxki_fxc_parser *p, dxki_fxc_tables *t, uint32_t variable)
{
    dxki_fxc_node *node = &t->nodes.items[variable];
    node->values = (uint32_t)t->values.count;
    for (dxki_fxc_skip_blanks(p); !is_end(p); dxki_fxc_skip_blanks(p)) {
        uint32_t value;
        if (!dxki_fxc_parse_u32(p, &value))
            return false;
        if (!dxki_vec_push(p->ctx, &t->values, value))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    }
    node->value_count = (uint32_t)t->values.count - node->values;
    return true;
}

/* "struct NAME": a node whose declarator comes with the closing brace. */
static bool open_struct(dxki_fxc_parser *p, dxki_fxc_tables *t, uint32_t level)
{
    dxki_fxc_node node = {.level = level};
    dxki_fxc_skip_blanks(p);
    node.type_name = field_until(p, "");
    while (node.type_name.size && node.type_name.data[node.type_name.size - 1] == ' ')
        node.type_name.size--;
    node.type = (dxk_rdef_type){.type_class = DXK_RDEF_CLASS_STRUCT, .rows = 1};
    return push_node(p, t, &node);
}

static bool parse_leaf(dxki_fxc_parser *p, dxki_fxc_tables *t, uint32_t level)
{
    dxki_fxc_node node = {.level = level, .end = (uint32_t)t->nodes.count + 1};
    bool row_major = dxki_fxc_accept(p, "row_major ");
    if (dxki_fxc_accept(p, "interface ")) {
        node.type = (dxk_rdef_type){.type_class = DXK_RDEF_CLASS_INTERFACE_POINTER,
                                    .base = DXK_RDEF_BASE_INTERFACE_POINTER,
                                    .rows = 1,
                                    .columns = 4};
        node.type_name = field_until(p, " ");
    } else if (!parse_type(p, row_major, &node.type)) {
        return false;
    }
    dxki_fxc_skip_blanks(p);
    return parse_declarator(p, &node) && push_node(p, t, &node);
}

/* The structures that are open, innermost last. */
typedef struct nest {
    DXKI_VEC(uint32_t) open;
    uint32_t variable; /* last node of level 0 */
} nest;

static bool parse_buffer_line(dxki_fxc_parser *p, dxki_fxc_tables *t, nest *n)
{
    uint32_t level = (uint32_t)n->open.count;
    dxki_fxc_skip_blanks(p);
    if (is_end(p) || dxki_fxc_accept(p, "{"))
        return true;
    if (dxki_fxc_accept(p, "= "))
        return t->nodes.count == 0 || parse_default(p, t, n->variable);
    if (level == 0)
        n->variable = (uint32_t)t->nodes.count;
    if (dxki_fxc_accept(p, "struct")) {
        if (level >= p->ctx->limits.depth)
            return dxki_fxc_parse_expected(p, "fewer structures inside each other");
        return (dxki_vec_push(p->ctx, &n->open, (uint32_t)t->nodes.count) ||
                dxki_fxc_parse_check(p, dxki_nomem(p->ctx))) &&
               open_struct(p, t, level);
    }
    if (!dxki_fxc_accept(p, "} "))
        return parse_leaf(p, t, level);
    if (level == 0)
        return dxki_fxc_parse_expected(p, "a variable");
    dxki_fxc_node *node = &t->nodes.items[n->open.items[--n->open.count]];
    node->end = (uint32_t)t->nodes.count;
    if (level == 1)
        n->variable = n->open.items[0];
    return parse_declarator(p, node);
}

static bool parse_buffer_body(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    nest n = {.variable = 0};
    bool ok = true;
    while (ok && dxki_fxc_parse_comment(p)) {
        dxki_fxc_skip_blanks(p);
        if (n.open.count == 0 && p->at < p->end && *p->at == '}')
            break;
        ok = parse_buffer_line(p, t, &n);
    }
    if (ok && n.open.count)
        ok = dxki_fxc_parse_expected(p, "the end of a structure");
    dxki_vec_free(p->ctx, &n.open);
    return ok;
}

bool dxki_fxc_parse_buffers(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    static const char *const titles[] = {"cbuffer ", "tbuffer ", "interfaces ",
                                         "Resource bind info for "};
    int blank = 0;
    /* Buffers are one blank line apart; two end the table. */
    while (blank < 2 && dxki_fxc_parse_comment(p)) {
        dxki_fxc_buffer buffer = {.first = (uint32_t)t->nodes.count};
        dxki_fxc_skip_blanks(p);
        if (is_end(p)) {
            blank++;
            continue;
        }
        blank = 0;
        while (buffer.kind < 4 && !dxki_fxc_accept(p, titles[buffer.kind]))
            buffer.kind++;
        if (buffer.kind == 4)
            return dxki_fxc_parse_expected(p, "a buffer");
        buffer.name = field_until(p, " ");
        if (!parse_buffer_body(p, t))
            return false;
        buffer.count = (uint32_t)t->nodes.count - buffer.first;
        if (!dxki_vec_push(p->ctx, &t->buffers, buffer))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Bindings                                                                                   */

static bool same_text(dxk_str a, const char *b)
{
    return a.size == strlen(b) && memcmp(a.data, b, a.size) == 0;
}

static uint32_t number_in(dxk_str text)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.size && value <= UINT32_MAX; i++)
        if (text.data[i] >= '0' && text.data[i] <= '9')
            value = value * 10 + (uint64_t)(text.data[i] - '0');
    return (uint32_t)value;
}

/* Types, and dimensions that tell more. */
static const struct {
    const char *type, *dim;
    uint32_t kind;
} kinds[] = {
    {"cbuffer", NULL, DXK_RDEF_BINDING_KIND_CBUFFER},
    {"tbuffer", NULL, DXK_RDEF_BINDING_KIND_TBUFFER},
    {"sampler", NULL, DXK_RDEF_BINDING_KIND_SAMPLER},
    {"sampler_c", NULL, DXK_RDEF_BINDING_KIND_SAMPLER},
    {"UAV", "r/w", DXK_RDEF_BINDING_KIND_UAV_STRUCTURED},
    {"UAV", "append", DXK_RDEF_BINDING_KIND_UAV_APPEND},
    {"UAV", "consume", DXK_RDEF_BINDING_KIND_UAV_CONSUME},
    {"UAV", "r/w+cnt", DXK_RDEF_BINDING_KIND_UAV_STRUCTURED_WITH_COUNTER},
    {"UAV", NULL, DXK_RDEF_BINDING_KIND_UAV_TYPED},
    {"texture", "r/o", DXK_RDEF_BINDING_KIND_STRUCTURED},
    {"texture", NULL, DXK_RDEF_BINDING_KIND_TEXTURE},
};

static bool find_kind(dxk_str type, dxk_str dim, dxk_str format, uint32_t *kind)
{
    for (size_t i = 0; i < DXKI_COUNT(kinds); i++) {
        if (!same_text(type, kinds[i].type) || (kinds[i].dim && !same_text(dim, kinds[i].dim)))
            continue;
        *kind = kinds[i].kind;
        if (same_text(format, "byte")) /* raw buffers follow structured ones by two */
            *kind += 2;
        return true;
    }
    return false;
}

/* "float4" */
static void parse_format(dxk_str word, dxk_rdef_binding *b)
{
    static const char *const types[] = {"unorm", "snorm", "sint",  "uint",
                                        "float", "mixed", "double"};
    size_t letters = word.size;
    uint32_t components = 1;
    if (letters && word.data[letters - 1] >= '2' && word.data[letters - 1] <= '4')
        components = (uint32_t)(word.data[--letters] - '0');
    for (uint32_t i = 0; i < 7; i++)
        if (same_text((dxk_str){word.data, letters}, types[i]))
            b->return_type = i + 1;
    b->flags |= (components - 1) << 2;
}

/* "2dMS4" */
static void parse_dim(dxk_str word, dxk_rdef_binding *b)
{
    static const char *const dims[] = {"buf", "1d", "1darray", "2d",   "2darray",
                                       "",    "",   "3d",      "cube", "cubearray"};
    b->samples = NOT_MULTISAMPLED;
    for (uint32_t i = 0; i < 10; i++)
        if (*dims[i] && same_text(word, dims[i]))
            b->dimension = i + 1;
    size_t digits = 0;
    if (word.size >= 9 && memcmp(word.data, "2darrayMS", 9) == 0) {
        b->dimension = DXK_RDEF_DIMENSION_TEXTURE2DMS_ARRAY;
        digits = 9;
    } else if (word.size >= 4 && memcmp(word.data, "2dMS", 4) == 0) {
        b->dimension = DXK_RDEF_DIMENSION_TEXTURE2DMS;
        digits = 4;
    }
    if (digits)
        b->samples = number_in((dxk_str){word.data + digits, word.size - digits});
}

/* Bytes of an element of a structured buffer, from its layout. */
static uint32_t stride_of(const dxki_fxc_tables *t, dxk_str name)
{
    for (size_t i = 0; i < t->buffers.count; i++) {
        const dxki_fxc_buffer *b = &t->buffers.items[i];
        if (b->kind == DXK_RDEF_BUFFER_KIND_RESOURCE_BIND_INFO && b->count &&
            dxki_str_same(b->name, name))
            return t->nodes.items[b->first].size;
    }
    return 0;
}

/* "t3,space1" or "3" */
static void parse_bind(dxk_str word, dxk_rdef_binding *b)
{
    const char *comma = memchr(word.data, ',', word.size);
    dxk_str point = {word.data, comma ? (size_t)(comma - word.data) : word.size};
    b->bind_point = number_in(point);
    if (comma)
        b->space = number_in((dxk_str){comma, word.size - point.size});
}

/* What follows from the kind of a binding. */
static void finish_binding(const dxki_fxc_tables *t, dxki_fxc_binding *b, dxk_str format,
                           dxk_str dim)
{
    dxk_rdef_binding *r = &b->record;
    switch (r->kind) {
    case DXK_RDEF_BINDING_KIND_CBUFFER:
    case DXK_RDEF_BINDING_KIND_TBUFFER:
    case DXK_RDEF_BINDING_KIND_SAMPLER:
        return;
    case DXK_RDEF_BINDING_KIND_TEXTURE:
    case DXK_RDEF_BINDING_KIND_UAV_TYPED:
        parse_format(format, r);
        parse_dim(dim, r);
        return;
    default:
        r->return_type = DXK_RDEF_RETURN_TYPE_MIXED;
        r->dimension = DXK_RDEF_DIMENSION_BUFFER;
        r->samples = stride_of(t, b->name);
        return;
    }
}

bool dxki_fxc_parse_binding(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    dxk_str fields[8];
    uint32_t count = 0;
    dxki_fxc_binding b = {.record = {.kind = 0}};
    for (dxki_fxc_skip_blanks(p); !is_end(p) && count < 8; dxki_fxc_skip_blanks(p))
        fields[count++] = field_until(p, " ");
    if (count < 6 || !find_kind(fields[1], fields[3], fields[2], &b.record.kind))
        return dxki_fxc_parse_expected(p, "a binding");
    b.name = fields[0];
    if (same_text(fields[1], "sampler_c"))
        b.record.flags |= DXK_RDEF_BINDING_FLAG_COMPARISON_SAMPLER;
    if (b.name.size && b.name.data[0] != '$') /* most have a register of their own */
        b.record.flags |= DXK_RDEF_BINDING_FLAG_USER_PACKED;
    finish_binding(t, &b, fields[2], fields[3]);
    if (count >= 7)
        b.record.id = number_in(fields[4]);
    parse_bind(fields[count - 2], &b.record);
    if (!same_text(fields[count - 1], "unbounded"))
        b.record.bind_count = number_in(fields[count - 1]);
    return dxki_vec_push(p->ctx, &t->bindings, b) || dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}
