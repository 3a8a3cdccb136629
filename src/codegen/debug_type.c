/* SPDX-License-Identifier: MIT */
/* debug_type.c - types in debug information; see debug.h. Source: LLVM 3.7, "Source Level
 * Debugging"; DWARF 4. */
#include "codegen/debug.h"

#include "builder/builder.h"

enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_STRUCTURE = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_TEMPLATE_VALUE = 0x30
};
enum { FLAG_PUBLIC = 3 }; /* of members of classes, which are private otherwise */
enum { ENCODING_BOOLEAN = 2, ENCODING_FLOAT = 4, ENCODING_SIGNED = 5, ENCODING_UNSIGNED = 7 };

#define MOST_MEMBERS 16u /* of a vector or matrix; longer vectors have none */

/* What was made, which is missing without memory. */
static dxki_md made_of(dxki_emit *e, dxki_md made)
{
    if (!made)
        dxki_hlsl_nomem(e->c);
    return made;
}

dxki_md dxki_emit_debug_node(dxki_emit *e, dxki_md_kind kind, const dxki_md *ops,
                             const uint64_t *nums, bool distinct)
{
    const dxki_di_node *row = dxki_di_node_get(kind);
    dxki_md made = dxki_md_node(e->b->m, kind, ops, row->op_count, nums, row->num_count, distinct);

    if (!made)
        dxki_hlsl_nomem(e->c);
    return made;
}

dxki_md dxki_emit_debug_text(dxki_emit *e, dxk_str text)
{
    return text.size ? made_of(e, dxki_md_string(e->b->m, text)) : 0;
}

dxki_md dxki_emit_debug_value(dxki_emit *e, dxk_value value)
{
    return value ? made_of(e, dxki_md_of_value(e->b->m, value)) : 0;
}

dxki_md dxki_emit_debug_tuple(dxki_emit *e, const dxki_md *ops, size_t count)
{
    return made_of(e, dxki_md_tuple(e->b->m, ops, (uint32_t)count, false));
}

dxki_md dxki_emit_debug_file(dxki_emit *e, dxki_hlsl_loc loc, dxki_hlsl_position *at)
{
    struct dxki_emit_debug *d = e->debug;

    *at = dxki_hlsl_position_of(e->c, dxki_hlsl_outermost(e->c, loc));
    if (loc.at && !at->line) /* lines could not be counted */
        dxki_hlsl_nomem(e->c);
    if (at->line && dxki_str_same(at->name, d->file_name))
        return d->file;
    dxk_str name = at->line ? at->name : e->c->options.name;
    const dxki_md ops[] = {[DXKI_DI_FILE_FILENAME] = dxki_emit_debug_text(e, name),
                           [DXKI_DI_FILE_DIRECTORY] =
                               made_of(e, dxki_md_string(e->b->m, dxki_str("")))};
    d->file = dxki_emit_debug_node(e, DXKI_M_FILE, ops, NULL, false);
    d->file_name = name;
    return d->file;
}

static uint64_t bits_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    return (uint64_t)dxki_hlsl_packed_size(e->c, t) * 8;
}

static uint64_t align_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    return (uint64_t)dxki_hlsl_packed_align(e->c, t) * 8;
}

static dxki_md scalar(dxki_emit *e, const dxki_hlsl_type *t)
{
    static const uint8_t encodings[] = {[DXKI_HLSL_BOOL] = ENCODING_BOOLEAN,
                                        [DXKI_HLSL_SINT] = ENCODING_SIGNED,
                                        [DXKI_HLSL_UINT] = ENCODING_UNSIGNED,
                                        [DXKI_HLSL_REAL] = ENCODING_FLOAT};
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    const dxki_md ops[] = {dxki_emit_debug_text(
        e, dxki_str(t->scalar == DXKI_HLSL_S_UINT ? "unsigned int" : info->name))};
    const uint64_t nums[] = {[DXKI_DI_BASIC_TYPE_TAG] = TAG_BASE,
                             [DXKI_DI_BASIC_TYPE_SIZE] = bits_of(e, t),
                             [DXKI_DI_BASIC_TYPE_ALIGN] = align_of(e, t),
                             [DXKI_DI_BASIC_TYPE_ENCODING] = encodings[info->number]};

    return dxki_emit_debug_node(e, DXKI_M_BASIC_TYPE, ops, nums, false);
}

/* A structure or class whose members are not known yet; they refer to it. */
static dxki_md composite(dxki_emit *e, uint64_t tag, dxk_str name, dxki_hlsl_loc loc,
                         const dxki_hlsl_type *t, dxki_md base)
{
    dxki_hlsl_position at;
    dxki_md ops[8] = {[DXKI_DI_COMPOSITE_TYPE_FILE] = dxki_emit_debug_file(e, loc, &at),
                      [DXKI_DI_COMPOSITE_TYPE_NAME] = dxki_emit_debug_text(e, name),
                      [DXKI_DI_COMPOSITE_TYPE_BASE_TYPE] = base};
    const uint64_t nums[7] = {[DXKI_DI_COMPOSITE_TYPE_TAG] = tag,
                              [DXKI_DI_COMPOSITE_TYPE_LINE] = at.line,
                              [DXKI_DI_COMPOSITE_TYPE_SIZE] = bits_of(e, t),
                              [DXKI_DI_COMPOSITE_TYPE_ALIGN] = align_of(e, t)};

    if (tag == TAG_ARRAY)
        ops[DXKI_DI_COMPOSITE_TYPE_FILE] = 0;
    return dxki_emit_debug_node(e, DXKI_M_COMPOSITE_TYPE, ops, nums, tag != TAG_ARRAY);
}

/* Sets an operand of a node that is there already to a list. */
static void set_list(dxki_emit *e, dxki_md node, uint32_t operand, const dxki_md *items,
                     size_t count)
{
    dxki_md all = dxki_emit_debug_tuple(e, items, count);

    if (dxki_emit_ready(e))
        e->b->m->words.items[e->b->m->mds.items[node].ops + operand] = all;
}

static void set_elements(dxki_emit *e, dxki_md node, const dxki_md *members, size_t count)
{
    set_list(e, node, DXKI_DI_COMPOSITE_TYPE_ELEMENTS, members, count);
}

/* A number that is an argument of a template. */
static dxki_md argument(dxki_emit *e, const char *name, uint32_t value)
{
    const dxki_hlsl_type *type = dxki_hlsl_type_scalar(e->c, DXKI_HLSL_S_INT);
    dxk_value number = dxki_emit_scalar_constant(e, DXKI_HLSL_S_INT, value);
    const dxki_md ops[] = {[DXKI_DI_TEMPLATE_VALUE_NAME] = dxki_emit_debug_text(e, dxki_str(name)),
                           [DXKI_DI_TEMPLATE_VALUE_TYPE] = dxki_emit_debug_type(e, type),
                           [DXKI_DI_TEMPLATE_VALUE_VALUE] = dxki_emit_debug_value(e, number)};
    const uint64_t nums[] = {[DXKI_DI_TEMPLATE_VALUE_TAG] = TAG_TEMPLATE_VALUE};

    return dxki_emit_debug_node(e, DXKI_M_TEMPLATE_VALUE, ops, nums, false);
}

/* What a vector or matrix is made of, as the templates say that these types are of. */
static void set_arguments(dxki_emit *e, dxki_md node, const dxki_hlsl_type *t,
                          const dxki_hlsl_type *one)
{
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;
    const dxki_md ops[] = {[DXKI_DI_TEMPLATE_TYPE_NAME] =
                               dxki_emit_debug_text(e, dxki_str("element")),
                           [DXKI_DI_TEMPLATE_TYPE_TYPE] = dxki_emit_debug_type(e, one)};
    dxki_md all[3] = {dxki_emit_debug_node(e, DXKI_M_TEMPLATE_TYPE, ops, NULL, false)};

    all[1] = argument(e, matrix ? "row_count" : "element_count", matrix ? t->rows : t->columns);
    if (matrix)
        all[2] = argument(e, "col_count", t->columns);
    set_list(e, node, DXKI_DI_COMPOSITE_TYPE_TEMPLATE_PARAMS, all, matrix ? 3 : 2);
}

static dxki_md member(dxki_emit *e, dxki_md scope, dxk_str name, const dxki_hlsl_type *t,
                      uint64_t offset, dxki_hlsl_loc loc, bool of_class)
{
    dxki_hlsl_position at;
    const dxki_md base = dxki_emit_debug_type(e, t);
    const dxki_md ops[5] = {[DXKI_DI_DERIVED_TYPE_FILE] = dxki_emit_debug_file(e, loc, &at),
                            [DXKI_DI_DERIVED_TYPE_SCOPE] = scope,
                            [DXKI_DI_DERIVED_TYPE_NAME] = dxki_emit_debug_text(e, name),
                            [DXKI_DI_DERIVED_TYPE_BASE_TYPE] = base};
    const uint64_t nums[6] = {[DXKI_DI_DERIVED_TYPE_TAG] = TAG_MEMBER,
                              [DXKI_DI_DERIVED_TYPE_LINE] = at.line,
                              [DXKI_DI_DERIVED_TYPE_SIZE] = bits_of(e, t),
                              [DXKI_DI_DERIVED_TYPE_ALIGN] = align_of(e, t),
                              [DXKI_DI_DERIVED_TYPE_OFFSET] = offset,
                              [DXKI_DI_DERIVED_TYPE_FLAGS] = of_class ? FLAG_PUBLIC : 0};

    return dxki_emit_debug_node(e, DXKI_M_DERIVED_TYPE, ops, nums, false);
}

/* vector<float, 4> with x to w, matrix<float, 2, 2> with _11 to _22; the short form is a name of
 * it. */
static dxki_md numbers(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    const dxki_hlsl_type *one = dxki_hlsl_type_scalar(e->c, (dxki_hlsl_scalar)t->scalar);
    dxki_md node = composite(e, TAG_CLASS, dxki_hlsl_type_text(e->c, t, true), nowhere, t, 0);
    dxki_md members[MOST_MEMBERS];
    uint32_t count = t->leaves <= MOST_MEMBERS ? t->leaves : 0;
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;

    if (!matrix && count > 4)
        count = 0;
    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i++) {
        const char name[3] = {matrix ? '_' : "xyzw"[i & 3], (char)('1' + i / t->columns),
                              (char)('1' + i % t->columns)};
        members[i] = member(e, node, (dxk_str){name, matrix ? 3 : 1}, one, i * bits_of(e, one),
                            nowhere, true);
    }
    set_elements(e, node, members, count);
    set_arguments(e, node, t, one);
    dxki_hlsl_position at;
    const dxki_md ops[5] = {[DXKI_DI_DERIVED_TYPE_FILE] = dxki_emit_debug_file(e, nowhere, &at),
                            [DXKI_DI_DERIVED_TYPE_NAME] =
                                dxki_emit_debug_text(e, dxki_hlsl_type_text(e->c, t, false)),
                            [DXKI_DI_DERIVED_TYPE_BASE_TYPE] = node};
    const uint64_t nums[6] = {[DXKI_DI_DERIVED_TYPE_TAG] = TAG_TYPEDEF};
    return dxki_emit_debug_node(e, DXKI_M_DERIVED_TYPE, ops, nums, false);
}

static dxki_md array(dxki_emit *e, const dxki_hlsl_type *t)
{
    const uint64_t nums[] = {
        [DXKI_DI_SUBRANGE_COUNT] = t->count, [DXKI_DI_SUBRANGE_LOWER_BOUND] = 0};
    dxki_md range = dxki_emit_debug_node(e, DXKI_M_SUBRANGE, NULL, nums, false);
    dxki_md base = dxki_emit_debug_type(e, t->element);
    dxki_md ops[8] = {[DXKI_DI_COMPOSITE_TYPE_BASE_TYPE] = base,
                      [DXKI_DI_COMPOSITE_TYPE_ELEMENTS] = dxki_emit_debug_tuple(e, &range, 1)};
    const uint64_t own[7] = {[DXKI_DI_COMPOSITE_TYPE_TAG] = TAG_ARRAY,
                             [DXKI_DI_COMPOSITE_TYPE_SIZE] = bits_of(e, t),
                             [DXKI_DI_COMPOSITE_TYPE_ALIGN] = align_of(e, t)};

    return dxki_emit_debug_node(e, DXKI_M_COMPOSITE_TYPE, ops, own, false);
}

static dxki_md record(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_record *r = t->record;
    dxki_md node =
        composite(e, r->is_class ? TAG_CLASS : TAG_STRUCTURE, dxki_hlsl_type_name(t), r->loc, t, 0);
    dxki_md *members = DXKI_NEW_ARRAY(&e->c->arena, dxki_md, r->field_count + 1);

    if (!members)
        dxki_hlsl_nomem(e->c);
    for (size_t i = 0; i < r->field_count && dxki_emit_ready(e); i++) {
        const dxki_hlsl_field *f = &r->fields[i];
        members[i] = member(e, node, f->name ? f->name->text : dxki_str(""), f->type,
                            (uint64_t)f->packed_offset * 8, f->loc, r->is_class);
    }
    set_elements(e, node, members, r->field_count);
    return node;
}

static dxki_md make(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    switch (t->kind) {
    case DXKI_HLSL_TY_SCALAR:
        return scalar(e, t);
    case DXKI_HLSL_TY_VECTOR:
    case DXKI_HLSL_TY_MATRIX:
        return numbers(e, t);
    case DXKI_HLSL_TY_ARRAY:
        return array(e, t);
    case DXKI_HLSL_TY_RECORD:
        return record(e, t);
    case DXKI_HLSL_TY_ENUM:
        return composite(e, TAG_ENUMERATION, dxki_hlsl_type_name(t), nowhere, t, 0);
    default:
        return composite(e, TAG_CLASS, dxki_hlsl_type_text(e->c, t, true), nowhere, t, 0);
    }
}

dxki_md dxki_emit_debug_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxki_hlsl_type *own = (dxki_hlsl_type *)(uintptr_t)t; /* keeps its node */
    const dxki_hlsl_loc nowhere = {0, 0};

    if (t->kind == DXKI_HLSL_TY_VOID || !dxki_emit_ready(e))
        return 0;
    if (!t->debug_node && dxki_hlsl_enter(e->c, nowhere)) {
        own->debug_node = make(e, t);
        dxki_hlsl_leave(e->c);
    }
    return t->debug_node;
}

dxki_md dxki_emit_debug_type_of(dxki_emit *e, const dxki_hlsl_var *v)
{
    const dxki_md ops[5] = {[DXKI_DI_DERIVED_TYPE_BASE_TYPE] = dxki_emit_debug_type(e, v->type)};
    const uint64_t nums[6] = {[DXKI_DI_DERIVED_TYPE_TAG] = TAG_CONST};

    if ((!v->is_const && !v->buffer) || v->type->has_objects)
        return ops[DXKI_DI_DERIVED_TYPE_BASE_TYPE];
    return dxki_emit_debug_node(e, DXKI_M_DERIVED_TYPE, ops, nums, false);
}
