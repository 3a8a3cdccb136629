/* SPDX-License-Identifier: MIT */
/*
 * load_types.c - annotations of structures, functions and ray payloads.
 *
 *   dx.typeAnnotations      {0, undef of struct, {size, field...[, extras]}, ...}
 *                           {1, function, {{qualifier, field, {indices}}, ...}, ...}
 *   dx.dxrPayloadAnnotations {0, undef of struct, {{0, access}, ...}, ...}
 *
 * A field is a list of tags. Source: DXIL.rst, "Type annotations"; payload access qualifiers:
 * the DirectX raytracing specification.
 */
#include "dxil/md.h"

/* A structure; when it has two elements: numbers. */
static bool is_props(const dxki_dxil_md_reader *r, dxki_value value)
{
    dxki_type type = dxki_value_type(r->m, value);
    const dxki_const *c = dxki_const_get(r->m, value);
    uint64_t bits;

    if (dxki_type_kind_of(r->m, type) != DXKI_T_STRUCT)
        return false;
    if (dxki_type_count(r->m, type) != 2 || (c && c->kind == DXKI_C_NULL))
        return true;
    if (!c || c->kind != DXKI_C_AGGREGATE)
        return false;
    const dxki_value *parts = r->m->words.items + c->a;
    return dxki_value_as_int(r->m, parts[0], &bits) && dxki_value_as_int(r->m, parts[1], &bits);
}

static void finish_field(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                         const dxki_dxil_md_path *path, void *object)
{
    dxki_dxil_field_annotation *field = object;
    dxki_dxil_md_path here = {path, "bit_fields", DXKI_NO_MD_INDEX};

    if (DXKI_MD_HAS(field, FIELD_RESOURCE_PROPS) && !is_props(r, field->resource_props))
        dxki_dxil_md_report_kind(r, path, "resource_props", md, "the properties of a resource");
    if (DXKI_MD_HAS(field, FIELD_BIT_FIELDS) &&
        dxki_md_get(r->m, field->bit_fields_md)->kind != DXKI_M_TUPLE)
        dxki_dxil_md_fault(r);
    if (DXKI_MD_HAS(field, FIELD_BIT_FIELDS))
        dxki_dxil_md_tuple(r, record, DXKI_MEMO_INNER, field->bit_fields_md, &here, NULL,
                           &field->bit_fields);
}

static const dxki_dxil_field_annotation *load_field(dxki_dxil_md_reader *r, dxki_md md,
                                                    const dxki_dxil_md_path *path)
{
    return dxki_dxil_md_object(r, DXKI_MDREC_FIELD, 0, md, path, finish_field);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* A type or a number, one of them. */
static void finish_template_arg(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                                const dxki_dxil_md_path *path, void *object)
{
    uint32_t count = 0;

    (void)record;
    (void)object;
    if (md && dxki_md_get(r->m, md)->kind == DXKI_M_TUPLE)
        dxki_md_ops(r->m, md, &count);
    if (count != 2)
        dxki_dxil_md_report_count(r, path, count, "2");
}

static void load_template_args(dxki_dxil_md_reader *r, dxki_dxil_struct_annotation *annotation,
                               dxki_md md, const dxki_dxil_md_path *path)
{
    dxki_dxil_md_path here = {path, "extra", DXKI_NO_MD_INDEX};
    dxki_dxil_md_path args = {&here, "template_args", DXKI_NO_MD_INDEX};

    if (md == 0 || dxki_md_get(r->m, md)->kind != DXKI_M_TUPLE)
        return;
    dxki_dxil_md_record(r, DXKI_MDREC_STRUCT_EXTRA, md, &here, &annotation->extra);
    dxki_dxil_md_tuple(r, DXKI_MDREC_TEMPLATE_ARG, 0, annotation->extra.template_args_md, &args,
                       finish_template_arg, &annotation->template_args);
}

/* The annotation of a structure with `elements` elements: as many fields, and perhaps one more
 * operand with extras. */
static const dxki_dxil_struct_annotation *
load_struct(dxki_dxil_md_reader *r, dxki_md md, uint32_t elements, const dxki_dxil_md_path *path)
{
    const dxki_dxil_struct_annotation *known = dxki_dxil_md_recall(r, md, DXKI_MDREC_STRUCT);
    uint32_t count;

    if (known)
        return known;
    dxki_dxil_struct_annotation *annotation = DXKI_MDR_NEW(r, dxki_dxil_struct_annotation, 1);
    if (!annotation || !dxki_dxil_md_record(r, DXKI_MDREC_STRUCT, md, path, annotation))
        return NULL;
    const dxki_md *ops = dxki_md_ops(r->m, md, &count);
    dxki_dxil_md_path fields = {path, "fields", DXKI_NO_MD_INDEX};
    if (count - 1 == elements || (elements < UINT32_MAX && count - 1 == elements + 1)) {
        dxki_dxil_md_objects(r, DXKI_MDREC_FIELD, 0, ops + 1, elements, &fields, finish_field,
                             &annotation->fields);
        if (count - 1 > elements)
            load_template_args(r, annotation, ops[count - 1], path);
    } else if (count != 1) {
        dxki_dxil_md_report_count(r, path, count, "one more than the structure has elements");
        return NULL;
    }
    dxki_dxil_md_remember(r, md, DXKI_MDREC_STRUCT, annotation);
    return annotation;
}

/* Type of the undef that stands for a structure; 0 (reported): it is something else. */
static dxki_type struct_operand(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path)
{
    dxki_value value =
        md && dxki_md_get(r->m, md)->kind == DXKI_M_VALUE ? dxki_md_value(r->m, md) : 0;
    dxki_type type = dxki_value_is_const(value) ? dxki_value_type(r->m, value) : 0;

    if (type && dxki_type_kind_of(r->m, type) == DXKI_T_STRUCT)
        return type;
    dxki_dxil_md_report_kind(r, path, "the type", md, "undef of a structure");
    return 0;
}

static void load_structs(dxki_dxil_md_reader *r, const dxki_md *ops, uint32_t count,
                         const dxki_dxil_md_path *path, dxki_dxil_annotated_struct *items)
{
    dxk_dxil *d = r->d;

    for (uint32_t i = 0; i + 1 < count && !dxki_dxil_md_stopped(r); i += 2) {
        dxki_dxil_md_path here = {path, "struct", i / 2};
        dxki_type type = struct_operand(r, ops[i], &here);
        if (type == 0)
            continue;
        const dxki_dxil_struct_annotation *annotation =
            load_struct(r, ops[i + 1], (uint32_t)dxki_type_count(r->m, type), &here);
        items[d->struct_count++] = (dxki_dxil_annotated_struct){type, annotation};
        if (annotation)
            d->struct_of_type[type] = d->struct_count;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Functions and payloads                                                                     */

static void finish_param(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                         const dxki_dxil_md_path *path, void *object)
{
    dxki_dxil_param_annotation *param = object;
    dxki_dxil_md_path here = {path, "field", DXKI_NO_MD_INDEX};

    (void)record;
    (void)md;
    if (param->field_md)
        param->field = load_field(r, param->field_md, &here);
}

/* One for the result and one for each parameter. */
static bool check_params(dxki_dxil_md_reader *r, dxki_md md, uint32_t function,
                         const dxki_dxil_md_path *path)
{
    dxki_type type = r->m->globals.items[function].value_type;
    uint64_t wanted = dxki_type_get(r->m, type)->b;
    uint32_t count = 0;
    const dxki_md *ops;

    if (md && dxki_md_get(r->m, md)->kind != DXKI_M_TUPLE)
        dxki_dxil_md_fault(r);
    if (md && !dxki_dxil_md_list(r, md, path, &ops, &count))
        return false;
    if (md && count == wanted)
        return true;
    dxki_dxil_md_report_count(r, path, count, "one more than the function has parameters");
    return false;
}

static void load_functions(dxki_dxil_md_reader *r, const dxki_md *ops, uint32_t count,
                           const dxki_dxil_md_path *path, dxki_dxil_annotated_function *items)
{
    for (uint32_t i = 0; i + 1 < count && !dxki_dxil_md_stopped(r); i += 2) {
        dxki_dxil_md_path here = {path, "function", i / 2};
        dxki_dxil_md_path params = {&here, "params", DXKI_NO_MD_INDEX};
        dxki_value value = ops[i] ? dxki_md_value(r->m, ops[i]) : 0;
        if (DXKI_TAG(value) != DXKI_V_GLOBAL ||
            r->m->globals.items[DXKI_INDEX(value)].kind != DXKI_G_FUNCTION) {
            if (value)
                dxki_dxil_md_fault(r);
            dxki_dxil_md_report_kind(r, &here, "the function", ops[i], "a function");
            continue;
        }
        dxki_dxil_annotated_function *function = &items[r->d->function_count++];
        function->function = DXKI_INDEX(value);
        if (!check_params(r, ops[i + 1], function->function, &here))
            continue;
        dxki_dxil_md_tuple(r, DXKI_MDREC_PARAM, 0, ops[i + 1], &params, finish_param,
                           &function->params);
    }
}

/* Which stages may write and read: two of four bits each. */
#define ACCESS_BITS 0x3333u

static void finish_payload_field(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                                 const dxki_dxil_md_path *path, void *object)
{
    uint32_t count = 0;
    uint64_t tag, bits;

    (void)record;
    (void)path;
    const dxki_md *ops = ((dxki_dxil_md_head *)object)->md ? dxki_md_ops(r->m, md, &count) : NULL;
    for (uint32_t i = 1; i < count; i += 2) { /* all count, though the last one is kept */
        if (dxki_dxil_md_int(r, ops[i - 1], &tag) &&
            (uint32_t)tag == DXKI_MD_PAYLOAD_FIELD_ACCESS && dxki_dxil_md_int(r, ops[i], &bits) &&
            ((uint32_t)bits & ~ACCESS_BITS))
            r->d->unknown_tags++;
    }
}

/* One for each element of the structure. */
static void load_payload_fields(dxki_dxil_md_reader *r, dxki_md md,
                                dxki_dxil_annotated_payload *payload, const dxki_dxil_md_path *path)
{
    uint64_t elements = dxki_type_count(r->m, payload->type);

    dxki_dxil_md_tuple(r, DXKI_MDREC_PAYLOAD_FIELD, 0, md, path, finish_payload_field,
                       &payload->fields);
    if (md == 0 || payload->fields.count != elements)
        dxki_dxil_md_report_count(r, path, payload->fields.count, "as many as the structure has");
}

/* Each tuple of dx.dxrPayloadAnnotations; pairs of structure and fields after the tag. Only the
 * first pair is judged. */
static void load_payloads(dxki_dxil_md_reader *r, const dxki_md *ops, uint32_t count,
                          const dxki_dxil_md_path *path, dxki_dxil_annotated_payload *items)
{
    for (uint32_t i = 0; i + 1 < count && !dxki_dxil_md_stopped(r); i += 2) {
        dxki_dxil_md_path here = {path, "struct", i / 2};
        dxki_dxil_md_path fields = {&here, "fields", DXKI_NO_MD_INDEX};
        bool bad = r->d->bad_annotations;
        uint32_t unknown = r->d->unknown_tags;
        r->is_unread = i > 0;
        r->d->bad_annotations = false;
        dxki_dxil_annotated_payload *payload = &items[r->d->payload_count];
        payload->type = struct_operand(r, ops[i], &here);
        if (payload->type)
            load_payload_fields(r, ops[i + 1], payload, &fields);
        r->d->payload_count += !r->d->bad_annotations;
        r->d->bad_annotations = bad || (i == 0 && r->d->bad_annotations);
        r->d->unknown_tags = i ? unknown : r->d->unknown_tags;
        r->is_unread = false;
    }
}

/* Tag and pairs of one tuple; false: malformed (reported). */
static bool open_list(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                      uint32_t *tag, const dxki_md **pairs, uint32_t *count)
{
    dxki_dxil_type_list_tag head = {{0, 0, 0}, 0};

    if (!dxki_dxil_md_record(r, DXKI_MDREC_TYPE_LIST, md, path, &head))
        return false;
    *tag = head.tag;
    *pairs = dxki_md_ops(r->m, md, count) + 1;
    *count -= 1;
    if (*count % 2)
        dxki_dxil_md_report_count(r, path, *count + 1, "an odd number");
    return true;
}

static void load_all_payloads(dxki_dxil_md_reader *r)
{
    const char *name = dxki_dxil_md_name_text(DXKI_NAMED_PAYLOAD_ANNOTATIONS);
    uint32_t named, tag, count;
    const dxki_md *tuples = dxki_dxil_md_named(r, DXKI_NAMED_PAYLOAD_ANNOTATIONS, &named);
    const dxki_md *pairs;
    size_t total = 0;

    for (uint32_t i = 0; i < named; i++) {
        uint32_t size;
        if (tuples[i] && dxki_md_ops(r->m, tuples[i], &size))
            total += size / 2;
    }
    dxki_dxil_annotated_payload *items = DXKI_MDR_NEW(r, dxki_dxil_annotated_payload, total);
    r->d->payloads = items;
    for (uint32_t i = 0; i < named && items; i++) {
        dxki_dxil_md_path path = {NULL, name, i};
        if (!open_list(r, tuples[i], &path, &tag, &pairs, &count))
            continue;
        if (tag != 0)
            dxki_dxil_md_report_value(r, &path, "the tag", tag, "0");
        else if (count < 2)
            dxki_dxil_md_report_count(r, &path, count + 1, "at least 3");
        else
            load_payloads(r, pairs, count, &path, items);
    }
}

/* Pairs in all lists of one tag, or in all but those. */
static size_t count_pairs(const dxki_dxil_md_reader *r, const dxki_md *tuples, uint32_t named,
                          bool functions)
{
    size_t total = 0;

    for (uint32_t i = 0; i < named; i++) {
        uint32_t count = 0;
        uint64_t tag = 0;
        const dxki_md *ops = tuples[i] ? dxki_md_ops(r->m, tuples[i], &count) : NULL;
        if (count && dxki_dxil_md_int(r, ops[0], &tag) && ((uint32_t)tag != 0) == functions)
            total += count / 2;
    }
    return total;
}

/* At most two lists. Tag 0: structures; functions else. */
static void load_all_types(dxki_dxil_md_reader *r)
{
    const char *name = dxki_dxil_md_name_text(DXKI_NAMED_TYPE_ANNOTATIONS);
    uint32_t named, tag, count;
    const dxki_md *tuples = dxki_dxil_md_named(r, DXKI_NAMED_TYPE_ANNOTATIONS, &named);
    dxki_dxil_md_path all = {NULL, name, DXKI_NO_MD_INDEX};
    const dxki_md *pairs;
    dxk_dxil *d = r->d;

    if (named > 2) {
        dxki_dxil_md_report_count(r, &all, named, "at most 2");
        return;
    }
    dxki_dxil_annotated_struct *structs =
        DXKI_MDR_NEW(r, dxki_dxil_annotated_struct, count_pairs(r, tuples, named, false));
    dxki_dxil_annotated_function *functions =
        DXKI_MDR_NEW(r, dxki_dxil_annotated_function, count_pairs(r, tuples, named, true));
    d->struct_of_type = DXKI_MDR_NEW(r, uint32_t, r->m->types.count);
    if (!structs || !functions || !d->struct_of_type)
        return;
    d->types_known = (uint32_t)r->m->types.count;
    d->structs = structs;
    d->functions = functions;
    for (uint32_t i = 0; i < named && !dxki_dxil_md_stopped(r); i++) {
        dxki_dxil_md_path path = {NULL, name, i};
        if (!open_list(r, tuples[i], &path, &tag, &pairs, &count))
            continue;
        if (tag == 0)
            load_structs(r, pairs, count, &path, structs);
        else
            load_functions(r, pairs, count, &path, functions);
    }
}

/* All of a kind, or none: half of them would be worse. */
void dxki_dxil_load_types(dxki_dxil_md_reader *r)
{
    dxk_dxil *d = r->d;
    bool bad;

    r->is_optional = true;
    load_all_types(r);
    bad = d->bad_annotations;
    if (bad) {
        d->struct_count = d->function_count = 0;
        d->struct_of_type = NULL;
    }
    d->bad_annotations = false;
    load_all_payloads(r);
    if (d->bad_annotations)
        d->payload_count = 0;
    d->bad_annotations = d->bad_annotations || bad;
    r->is_optional = false;
}
