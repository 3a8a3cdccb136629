/* SPDX-License-Identifier: MIT */
/* emit_types.c - annotations of structures, functions and payloads, written anew. See emit.h.
 * Source: DXIL.rst, "Type annotations"; DirectXShaderCompiler, DxilTypeSystem.h. */
#include "dxil/emit.h"

#include "base/out.h"
#include "base/str.h"
#include "dxil/md.h"
#include "dxil/object_names.h"

#include <string.h>

#define NO_OFFSET 0xFFFFFFFFu

enum { STRUCTURES = 0, FUNCTIONS = 1 };

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static dxki_md emit_field(dxki_dxil_emitter *e, const dxki_dxil_field_annotation *f);

static dxki_md emit_bit_fields(dxki_dxil_emitter *e, const dxki_dxil_field_annotation *f)
{
    size_t start = e->stack.count;

    for (uint32_t i = 0; i < f->bit_fields.count && !e->failed; i++)
        dxki_dxil_emit_push(e, emit_field(e, f->bit_fields.items[i]));
    return dxki_dxil_emit_tuple(e, start);
}

/* Older shader models do not know it; reflection does. */
static bool may_say(const dxki_dxil_emitter *e, uint32_t minor)
{
    return e->is_draft || dxki_dxil_emit_allows(e, minor);
}

static void emit_newer(dxki_dxil_emitter *e, const dxki_dxil_field_annotation *f)
{
    if (f->is_used && may_say(e, 5))
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_CBUFFER_USED, dxki_dxil_emit_bool(e, true));
    if (f->resource_props && !dxki_const_is_null(e->m, f->resource_props) && may_say(e, 8))
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_RESOURCE_PROPS,
                           dxki_dxil_emit_value(e, f->resource_props));
    if (f->bit_fields.count && may_say(e, 7))
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_BIT_FIELDS, emit_bit_fields(e, f));
    if (f->bit_width && may_say(e, 7))
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_BIT_WIDTH, dxki_dxil_emit_u32(e, f->bit_width));
    if (f->vector_size && may_say(e, 8))
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_VECTOR_SIZE, dxki_dxil_emit_u32(e, f->vector_size));
}

static dxki_md emit_field(dxki_dxil_emitter *e, const dxki_dxil_field_annotation *f)
{
    static const dxki_dxil_field_annotation none;
    size_t start = e->stack.count;

    f = f ? f : &none;
    const uint32_t matrix[3] = {f->matrix.rows, f->matrix.columns, f->matrix.orientation};
    if (f->name.size)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_NAME, dxki_dxil_emit_string(e, f->name));
    if (f->is_precise)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_PRECISE, dxki_dxil_emit_bool(e, true));
    if (f->matrix.columns)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_MATRIX, dxki_dxil_emit_numbers(e, matrix, 3));
    if (DXKI_MD_HAS(f, FIELD_CBUFFER_OFFSET) && f->cbuffer_offset != NO_OFFSET)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_CBUFFER_OFFSET,
                           dxki_dxil_emit_u32(e, f->cbuffer_offset));
    if (f->semantic.size)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_SEMANTIC, dxki_dxil_emit_string(e, f->semantic));
    if (f->interpolation)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_INTERPOLATION, dxki_dxil_emit_u32(e, f->interpolation));
    if (f->component_type)
        dxki_dxil_emit_tag(e, DXKI_MD_FIELD_COMPONENT_TYPE,
                           dxki_dxil_emit_u32(e, f->component_type));
    emit_newer(e, f);
    return dxki_dxil_emit_tuple(e, start);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static dxki_md emit_template_args(dxki_dxil_emitter *e, const dxki_dxil_struct_annotation *s)
{
    size_t start = e->stack.count;

    for (uint32_t i = 0; i < s->template_args.count && !e->failed; i++) {
        const dxki_dxil_template_arg *arg = s->template_args.items[i];
        size_t first = e->stack.count;
        if (arg->type_value)
            dxki_dxil_emit_tag(e, DXKI_MD_TEMPLATE_ARG_TYPE,
                               dxki_dxil_emit_undef(e, dxki_value_type(e->m, arg->type_value)));
        else /* a number, also when it is neither */
            dxki_dxil_emit_tag(e, DXKI_MD_TEMPLATE_ARG_INTEGRAL,
                               dxki_dxil_emit_const(e, DXKI_TY_I64, arg->integral));
        dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, first));
    }
    return dxki_dxil_emit_tuple(e, start);
}

static dxki_md emit_struct(dxki_dxil_emitter *e, const dxki_dxil_struct_annotation *s)
{
    size_t start = e->stack.count;

    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, s->cbuffer_size));
    for (uint32_t i = 0; i < s->fields.count && !e->failed; i++)
        dxki_dxil_emit_push(e, emit_field(e, s->fields.items[i]));
    if (s->template_args.count && may_say(e, 5)) {
        size_t extra = e->stack.count;
        dxki_dxil_emit_tag(e, DXKI_MD_STRUCT_EXTRA_TEMPLATE_ARGS, emit_template_args(e, s));
        dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, extra));
    }
    return dxki_dxil_emit_tuple(e, start);
}

/* Beside DXKI_STRUCT_EMPTY; of a structure that is in the list. */
enum { SEEN = 2, HAS_OBJECTS = 4, EMITTED = 8 };

/* Has a structure resources, or types that only the target knows? `known` tells it of those that
 * come before in the list. */
static bool has_objects(const dxk_dxil *d, dxki_type structure, const uint8_t *known)
{
    const dxk_module *m = d->m;
    uint32_t count;
    const dxki_type *elements = dxki_type_list(m, structure, &count);

    for (uint32_t i = 0; i < count; i++) {
        dxki_type type = elements[i];
        if (dxki_type_get(m, type)->kind == DXKI_T_POINTER)
            type = dxki_type_get(m, type)->a;
        while (dxki_type_get(m, type)->kind == DXKI_T_ARRAY)
            type = dxki_type_get(m, type)->a;
        const dxki_type_entry *entry = dxki_type_get(m, type);
        if (entry->kind != DXKI_T_STRUCT)
            continue;
        dxk_str name =
            entry->flags & DXKI_TF_IDENTIFIED ? dxki_string_get(m, entry->c) : (dxk_str){"", 0};
        uint32_t index = dxki_dxil_struct_number(d, type);
        if (dxki_dxil_is_resource_name(name) || dxki_str_cut(&name, "dx.types.LinAlgMatrix") ||
            (index && known[index - 1] & HAS_OBJECTS))
            return true;
    }
    return false;
}

void dxki_dxil_list_empty(const dxk_dxil *d, uint8_t *known)
{
    for (uint32_t i = 0; i < d->struct_count; i++) {
        uint32_t last = d->struct_of_type[d->structs[i].type] - 1;
        const dxki_dxil_struct_annotation *s = d->structs[last].annotation;
        if (!s || known[last] & SEEN)
            continue;
        known[last] =
            (uint8_t)(SEEN | (has_objects(d, d->structs[i].type, known) ? HAS_OBJECTS : 0));
        if (s->fields.count == 0 || (s->cbuffer_size == 0 && !(known[last] & HAS_OBJECTS)))
            known[last] |= DXKI_STRUCT_EMPTY;
    }
}

/* Is there something in a structure of size 0? So it is where the reference made a copy of another one. */
static bool is_copy(const dxk_dxil *d, dxki_type structure, const dxki_dxil_struct_annotation *s)
{
    uint32_t count;
    const dxki_type *members = dxki_type_list(d->m, structure, &count);

    for (uint32_t i = 0; s->cbuffer_size == 0 && i < count && i < s->fields.count; i++) {
        const dxki_dxil_field_annotation *f = s->fields.items[i];
        dxki_type type = members[i];
        while (dxki_type_kind_of(d->m, type) == DXKI_T_ARRAY)
            type = dxki_type_get(d->m, type)->a;
        bool inner = dxki_type_kind_of(d->m, type) == DXKI_T_STRUCT;
        const dxki_dxil_struct_annotation *of = inner ? dxki_dxil_struct(d, type) : NULL;
        if ((f && f->component_type) || (inner && (!of || of->cbuffer_size)))
            return true;
    }
    return false;
}

static bool leaves_out(const dxki_dxil_emitter *e, dxki_type structure,
                       const dxki_dxil_struct_annotation *s)
{
    bool is_new = e->d->is_new || e->m->is_passing;

    return !is_new || !is_copy(e->d, structure, s);
}

/* A structure without data, resources and such is left out; of two annotations of a structure the
 * last counts, in the place of the first. */
static void emit_structs(dxki_dxil_emitter *e)
{
    const dxk_dxil *d = e->d;
    size_t start = e->stack.count, known_size = (size_t)d->struct_count + 1;
    uint8_t *known = dxki_realloc(e->m->ctx, NULL, 0, known_size);

    e->failed |= known == NULL;
    if (!e->failed) {
        memset(known, 0, known_size);
        dxki_dxil_list_empty(d, known);
    }
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, STRUCTURES));
    for (uint32_t i = 0; i < d->struct_count && !e->failed; i++) {
        uint32_t last = d->struct_of_type[d->structs[i].type] - 1;
        const dxki_dxil_struct_annotation *s = d->structs[last].annotation;
        if (!s || known[last] & EMITTED ||
            (known[last] & DXKI_STRUCT_EMPTY && leaves_out(e, d->structs[i].type, s)))
            continue;
        known[last] |= EMITTED;
        dxki_md type = dxki_dxil_emit_undef(e, d->structs[i].type);
        dxki_dxil_emit_push(e, type);
        dxki_dxil_emit_push(e, emit_struct(e, s));
    }
    if (e->stack.count > start + 1)
        dxki_dxil_emit_named(e, dxki_dxil_md_name_text(DXKI_NAMED_TYPE_ANNOTATIONS),
                             dxki_dxil_emit_tuple(e, start));
    else
        e->stack.count = start;
    if (known)
        dxki_realloc(e->m->ctx, known, known_size, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static dxki_md emit_param(dxki_dxil_emitter *e, const dxki_dxil_param_annotation *p)
{
    size_t start = e->stack.count;

    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, p->qualifier));
    dxki_dxil_emit_push(e, emit_field(e, p->field));
    dxki_dxil_emit_push(e, dxki_dxil_emit_numbers(e, p->indices.items, p->indices.count));
    return dxki_dxil_emit_tuple(e, start);
}

static void emit_functions(dxki_dxil_emitter *e)
{
    const dxk_dxil *d = e->d;
    size_t start = e->stack.count;

    if (d->function_count == 0)
        return;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, FUNCTIONS));
    for (uint32_t i = 0; i < d->function_count && !e->failed; i++) {
        const dxki_dxil_annotated_function *f = &d->functions[i];
        dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, DXKI_VALUE(DXKI_V_GLOBAL, f->function)));
        size_t first = e->stack.count;
        for (uint32_t k = 0; k < f->params.count && !e->failed; k++)
            dxki_dxil_emit_push(e, emit_param(e, f->params.items[k]));
        dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, first));
    }
    dxki_dxil_emit_named(e, dxki_dxil_md_name_text(DXKI_NAMED_TYPE_ANNOTATIONS),
                         dxki_dxil_emit_tuple(e, start));
}

void dxki_dxil_emit_types(dxki_dxil_emitter *e)
{
    emit_structs(e);
    emit_functions(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Payloads                                                                                   */

static bool is_payloads(dxk_str name)
{
    return dxki_str_cut(&name, dxki_dxil_md_name_text(DXKI_NAMED_PAYLOAD_ANNOTATIONS)) &&
           name.size == 0;
}

static void emit_payload(dxki_dxil_emitter *e, const dxki_dxil_annotated_payload *p)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_undef(e, p->type));
    size_t start = e->stack.count;
    for (uint32_t i = 0; i < p->fields.count && !e->failed; i++) {
        const dxki_dxil_payload_field *field = p->fields.items[i];
        const uint32_t access[2] = {DXKI_MD_PAYLOAD_FIELD_ACCESS, field->access};
        dxki_dxil_emit_push(e, dxki_dxil_emit_numbers(e, access, 2));
    }
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

/* Of each tuple of the node the first structure, as the reference reads them. */
static void emit_first_payloads(dxki_dxil_emitter *e, dxki_named_md named)
{
    uint32_t next = 0;

    for (uint32_t i = 0; i < named.op_count && !e->failed; i++) {
        uint32_t count;
        const dxki_md *ops = dxki_md_ops(e->m, e->m->words.items[named.ops + i], &count);
        dxki_type type = count > 1 ? dxki_value_type(e->m, dxki_md_value(e->m, ops[1])) : 0;
        while (next < e->d->payload_count && e->d->payloads[next].type != type)
            next++;
        if (next < e->d->payload_count)
            emit_payload(e, &e->d->payloads[next++]);
    }
}

/* Together they make one tuple. */
void dxki_dxil_emit_payloads(dxki_dxil_emitter *e)
{
    const char *name = dxki_dxil_md_name_text(DXKI_NAMED_PAYLOAD_ANNOTATIONS);
    uint32_t index = dxki_named_md_find(e->m, name);
    size_t start = e->stack.count;

    if (index == UINT32_MAX || e->failed)
        return;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, STRUCTURES));
    if (!e->is_draft && !e->d->is_new)
        emit_first_payloads(e, e->m->named_mds.items[index]);
    else
        for (uint32_t i = 0; i < e->d->payload_count && !e->failed; i++)
            emit_payload(e, &e->d->payloads[i]);
    dxki_dxil_emit_erase(e->m, is_payloads);
    if (e->stack.count > start + 1)
        dxki_dxil_emit_named(e, name, dxki_dxil_emit_tuple(e, start));
    else
        e->stack.count = start;
}
