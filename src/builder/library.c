/* SPDX-License-Identifier: MIT */
/*
 * library.c - what only libraries have: functions that others call and are called by, variables that
 * outlive a call, descriptions of parameters and payloads, sub-objects. See builder.h. Source:
 * DXIL.rst, "Type annotations"; DirectXShaderCompiler for sub-objects.
 */
#include "builder/builder.h"

#include "dxil/emit.h"
#include "dxil/md.h"

#include <string.h>

#define ALIGN_4 3u /* log2(4) + 1 */

void dxki_builder_stage(dxk_builder *b, dxk_shader_kind kind)
{
    b->stage = (uint32_t)kind;
}

void *dxki_builder_keep(dxk_builder *b, size_t size)
{
    void *made = dxki_arena_alloc(&b->arena, size ? size : 1);

    if (made)
        memset(made, 0, size ? size : 1);
    else
        dxki_builder_nomem(b);
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions and variables                                                                    */

/* Gives a function attributes. */
static void set_attributes(dxk_builder *b, uint32_t global, const dxki_attr_kind *kinds,
                           uint32_t count)
{
    dxki_attr attrs[4] = {{0}};

    for (uint32_t i = 0; i < count; i++)
        attrs[i].kind = kinds[i];
    dxki_attr_slot slot = {DXKI_ATTR_SLOT_FUNCTION, dxki_attr_make_set(b->m, attrs, count)};
    uint32_t list = slot.set == UINT32_MAX ? slot.set : dxki_attr_make_list(b->m, &slot, 1);
    if (list == UINT32_MAX)
        dxki_builder_nomem(b);
    else
        b->m->globals.items[global].attrs = list;
}

dxk_value dxki_builder_external(dxk_builder *b, const char *name, dxk_type type)
{
    dxk_value function = dxk_builder_function(b, name, type);

    if (function)
        b->m->globals.items[DXKI_INDEX(function)].flags |= DXKI_GF_DECLARATION;
    return function;
}

void dxki_builder_inline(dxk_builder *b, dxk_value function)
{
    static const dxki_attr_kind kinds[] = {DXKI_AT_ALWAYSINLINE, DXKI_AT_NOUNWIND};

    if (dxki_builder_ready(b) && dxki_builder_is_function(b, "inline", function))
        set_attributes(b, DXKI_INDEX(function), kinds, 2);
}

void dxki_builder_no_inline(dxk_builder *b, dxk_value function, bool hidden)
{
    static const dxki_attr_kind kinds[] = {DXKI_AT_NOINLINE, DXKI_AT_NOUNWIND};

    if (!dxki_builder_ready(b) || !dxki_builder_is_function(b, "no inline", function))
        return;
    set_attributes(b, DXKI_INDEX(function), kinds, 2);
    if (hidden)
        b->m->globals.items[DXKI_INDEX(function)].linkage = DXKI_LINK_INTERNAL;
}

void dxki_builder_hide(dxk_builder *b, dxk_value function)
{
    dxki_builder_inline(b, function);
    if (dxki_builder_ready(b))
        b->m->globals.items[DXKI_INDEX(function)].linkage = DXKI_LINK_INTERNAL;
}

dxk_value dxki_builder_static(dxk_builder *b, const char *name, dxk_type type, dxk_value init)
{
    dxk_value variable = dxk_builder_variable(b, name, type, DXK_SPACE_DEFAULT, init);

    if (variable)
        b->m->globals.items[DXKI_INDEX(variable)].flags &= (uint8_t)~DXKI_GF_CONSTANT;
    return variable;
}

void dxki_builder_pure(dxk_builder *b, dxk_value function)
{
    static const dxki_attr_kind kinds[] = {DXKI_AT_NOUNWIND, DXKI_AT_READNONE};

    if (dxki_builder_ready(b) && dxki_builder_is_function(b, "pure", function))
        set_attributes(b, DXKI_INDEX(function), kinds, 2);
}

/* @llvm.global_ctors = appending global [N x { i32, void ()*, i8* }] [...] */
void dxki_builder_constructor(dxk_builder *b, dxk_value function)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_function(b, "constructor", function))
        return;
    dxk_type byte = dxk_builder_pointer(b, DXK_TYPE_I8, 0);
    const dxk_type elements[3] = {DXK_TYPE_I32, dxk_builder_type_of(b, function), byte};
    dxk_type item = dxk_builder_struct(b, NULL, elements, 3);
    const dxk_value members[3] = {dxk_builder_i32(b, 65535), function, dxk_builder_null(b, byte)};
    dxk_value one = dxk_builder_aggregate(b, item, members, 3);
    dxk_type array = dxk_builder_array(b, item, 1);
    dxk_value list = dxk_builder_aggregate(b, array, &one, 1);
    dxk_value variable = dxki_builder_static(b, "llvm.global_ctors", array, list);
    if (variable) {
        dxki_global *g = &b->m->globals.items[DXKI_INDEX(variable)];
        g->linkage = DXKI_LINK_APPENDING;
        g->align = 0;
        g->flags &= (uint8_t)~DXKI_GF_UNNAMED_ADDR;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Descriptions                                                                               */

static bool fill_field(dxk_builder *b, const dxki_builder_param *p, dxki_dxil_param_annotation *out)
{
    dxki_dxil_field_annotation *f = dxki_builder_keep(b, sizeof *f);

    if (!f)
        return false;
    if (p->type != DXK_COMPONENT_TYPE_INVALID) {
        f->head.present |= 1u << DXKI_MD_FIELD_COMPONENT_TYPE;
        f->component_type = p->type;
    }
    if (p->rows) {
        f->head.present |= 1u << DXKI_MD_FIELD_MATRIX;
        f->matrix.rows = p->rows;
        f->matrix.columns = p->columns;
        f->matrix.orientation = p->by_rows ? DXKI_ROW_MAJOR : DXKI_COLUMN_MAJOR;
    }
    if (!p->rows)
        f->vector_size = p->columns;
    if (p->props) {
        f->head.present |= 1u << DXKI_MD_FIELD_RESOURCE_PROPS;
        f->resource_props = p->props;
    }
    dxki_builder_fill_passed(&p->passed, f);
    out->qualifier = p->direction;
    out->field = f;
    return true;
}

void dxki_builder_describe(dxk_builder *b, dxk_value function, dxki_builder_rank rank,
                           const dxki_builder_param *params, size_t count)
{
    if (!dxki_builder_ready(b) || DXKI_TAG(function) != DXKI_V_GLOBAL)
        return;
    dxki_dxil_param_annotation *all = dxki_builder_keep(b, count * sizeof *all);
    const void **items = dxki_builder_keep(b, count * sizeof *items);
    for (size_t i = 0; all && items && i < count; i++) {
        if (!fill_field(b, &params[i], &all[i]))
            return;
        items[i] = &all[i];
    }
    const dxki_dxil_annotated_function made = {
        .function = DXKI_INDEX(function), .params = {.count = (uint32_t)count, .items = items}};
    if (b->status == DXK_OK && !dxki_vec_push(b->ctx, &b->functions[rank], made))
        dxki_builder_nomem(b);
}

void dxki_builder_payload(dxk_builder *b, dxk_type type, const uint32_t *access, size_t count)
{
    dxki_dxil_payload_field *all;
    const void **items;

    for (size_t i = 0; i < b->payloads.count; i++)
        if (b->payloads.items[i].type == type)
            return;
    if (!dxki_builder_ready(b))
        return;
    all = dxki_builder_keep(b, count * sizeof *all);
    items = dxki_builder_keep(b, count * sizeof *items);
    for (size_t i = 0; all && items && i < count; i++) {
        all[i].access = access[i];
        items[i] = &all[i];
    }
    const dxki_dxil_annotated_payload made = {.type = type,
                                              .fields = {.count = (uint32_t)count, .items = items}};
    if (b->status == DXK_OK && !dxki_vec_push(b->ctx, &b->payloads, made))
        dxki_builder_nomem(b);
}

void dxki_builder_entry_root(dxk_builder *b, dxk_bytes root)
{
    b->entry_root = root;
}

void dxki_builder_node(dxk_builder *b, const dxki_dxil_node_props *props)
{
    b->node = props;
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

/* {i32 0, T undef, {{i32 0, i32 ACCESS}, ...}, ...} */
static void emit_payloads(const dxk_builder *b, dxki_dxil_emitter *e)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, 0));
    for (size_t i = 0; i < b->payloads.count; i++) {
        const dxki_dxil_annotated_payload *p = &b->payloads.items[i];
        dxki_dxil_emit_push(e, dxki_dxil_emit_undef(e, p->type));
        size_t start = e->stack.count;
        for (uint32_t k = 0; k < p->fields.count; k++) {
            const dxki_dxil_payload_field *field = p->fields.items[k];
            const uint32_t access[2] = {DXKI_MD_PAYLOAD_FIELD_ACCESS, field->access};
            dxki_dxil_emit_push(e, dxki_dxil_emit_numbers(e, access, 2));
        }
        dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
    }
    dxki_dxil_emit_named(e, dxki_dxil_md_name_text(DXKI_NAMED_PAYLOAD_ANNOTATIONS),
                         dxki_dxil_emit_tuple(e, 0));
}

dxk_status dxki_builder_put_payloads(dxk_builder *b)
{
    dxki_dxil_emitter e = {.m = b->m};

    if (!b->payloads.count || b->options.model_minor < 6)
        return DXK_OK;
    emit_payloads(b, &e);
    dxki_vec_free(b->ctx, &e.stack);
    return e.failed ? dxki_nomem(b->ctx) : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Sub-objects                                                                                */

static dxki_md names_md(dxki_dxil_emitter *e, const dxki_dxil_strs *names)
{
    size_t start = e->stack.count;

    for (uint32_t i = 0; i < names->count; i++)
        dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, names->items[i]));
    return dxki_dxil_emit_tuple(e, start);
}

static void push_u32(dxki_dxil_emitter *e, uint32_t number)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, number));
}

static void push_text(dxki_dxil_emitter *e, dxk_str text)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, text));
}

/* What its kind has after name and kind. */
static void push_content(dxki_dxil_emitter *e, const dxki_dxil_subobject *s)
{
    switch (s->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        push_u32(e, s->flags);
        break;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        dxki_dxil_emit_push(e, dxki_dxil_emit_bytes(e, DXKI_TY_I8, (uint32_t)s->root_signature.size,
                                                    s->root_signature));
        push_text(e, s->text);
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        push_text(e, s->target);
        dxki_dxil_emit_push(e, names_md(e, &s->exports));
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        push_u32(e, s->max_payload_size);
        push_u32(e, s->max_attribute_size);
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        push_u32(e, s->hit_group_type);
        push_text(e, s->intersection);
        push_text(e, s->any_hit);
        push_text(e, s->closest_hit);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1:
        push_u32(e, s->max_recursion);
        push_u32(e, s->flags);
        break;
    default:
        push_u32(e, s->max_recursion);
        break;
    }
}

dxk_status dxki_builder_put_subobjects(dxk_module *m, const dxki_dxil_subobject *const *list,
                                       size_t count)
{
    dxki_dxil_emitter e = {.m = m};

    for (size_t i = 0; i < count; i++) {
        size_t start = e.stack.count;
        push_text(&e, list[i]->name);
        push_u32(&e, list[i]->kind);
        push_content(&e, list[i]);
        dxki_dxil_emit_named(&e, dxki_dxil_md_name_text(DXKI_NAMED_SUBOBJECTS),
                             dxki_dxil_emit_tuple(&e, start));
    }
    dxki_vec_free(m->ctx, &e.stack);
    return e.failed ? dxki_nomem(m->ctx) : DXK_OK;
}
