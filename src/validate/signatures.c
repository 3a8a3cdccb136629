/* SPDX-License-Identifier: MIT */
/*
 * signatures.c - signature elements: types and system values, one by one, as signatures and as
 * entry points. Where they lie is judged in signature_rows.c.
 */
#include <string.h>

#include "base/count.h"
#include "base/out.h"
#include "spec/semantics.h"
#include "validate/access.h"
#include "validate/elements.h"
#include "validate/families.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/signature.h"
#include "validate/text.h"
#include "validate/values.h"

static void component_facts(dxki_val_element *el)
{
    static const struct {
        uint8_t width;
        char kind;
    } facts[] = {
        {0, 0},    {1, 'b'},  {16, 'i'}, {16, 'i'}, {32, 'i'}, {32, 'i'},
        {64, 'i'}, {64, 'i'}, {16, 'f'}, {32, 'f'}, {64, 'f'}, {16, 'f'},
        {16, 'f'}, {32, 'f'}, {32, 'f'}, {64, 'f'}, {64, 'f'},
    };
    uint32_t c = el->e->component_type;
    if (c == DXK_COMPONENT_TYPE_PACKED_S8X32 || c == DXK_COMPONENT_TYPE_PACKED_U8X32)
        c = DXK_COMPONENT_TYPE_U32;
    el->type = c;
    if (c >= DXKI_COUNT(facts))
        return;
    el->width = facts[c].width;
    el->is_float = facts[c].kind == 'f';
    el->is_int = facts[c].kind == 'i';
    el->is_bool = facts[c].kind == 'b';
}

static dxki_val_element look(const dxki_val_entry *ent, uint32_t which,
                             const dxki_dxil_sig_element *e)
{
    dxki_val_element el = {.e = e};
    el.semantic = dxki_val_semantic(ent->kind, which, e, &el.use);
    el.name = dxki_val_element_name(ent->kind, which, e);
    el.system_name = dxki_semantic_name(el.semantic);
    el.allocated = e->start_row != -1 && e->start_column != -1;
    component_facts(&el);
    return el;
}

/* Element `index` is being judged. */
static void at_element(dxki_val *v, const dxki_val_entry *ent, uint32_t which, uint32_t index)
{
    v->report.at = (dxki_val_place){.kind = DXKI_AT_ELEMENT,
                                    .id = ent->function,
                                    .which = which,
                                    .index = index,
                                    .element = ent->e->signatures[which].items[index]};
}

/* A rule whose one argument is the element's name. */
static void error(dxki_val *v, const dxki_val_element *el, dxki_vrule rule)
{
    dxki_val_error(v, rule, DXKI_ARGS(dxki_val_arg_text(el->name)));
}

/* ---------------------------------------------------------------------------------------- */
/* One element                                                                                */

static void must_be(dxki_val *v, const dxki_val_element *el, bool good, const char *type)
{
    if (!good)
        dxki_val_error(v, DXKI_VR_META_SEMANTICCOMPTYPE,
                       DXKI_ARGS(dxki_val_arg_text_z(el->system_name), dxki_val_arg_text_z(type)));
}

static bool is_linear(uint32_t mode)
{
    return mode >= DXK_INTERPOLATION_MODE_LINEAR && mode < DXK_INTERPOLATION_MODE_INVALID;
}

static void check_barycentrics(dxki_val *v, const dxki_val_element *el)
{
    must_be(v, el, el->is_float && el->width <= 32, "float");
    if (!is_linear(el->e->interpolation))
        error(v, el, DXKI_VR_META_BARYCENTRICSINTERPOLATION);
    if (el->e->columns != 3)
        error(v, el, DXKI_VR_META_BARYCENTRICSFLOAT3);
}

static void check_system_type(dxki_val *v, const dxki_val_element *el)
{
    uint32_t columns = el->e->columns, c = el->type;
    bool is_f32 = el->is_float && el->width <= 32;
    switch (el->semantic) {
    case DXK_SEMANTIC_KIND_ARBITRARY:
    case DXK_SEMANTIC_KIND_DOMAIN_LOCATION:
    case DXK_SEMANTIC_KIND_INVALID:
        break;
    case DXK_SEMANTIC_KIND_DEPTH:
    case DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL:
    case DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL:
        must_be(v, el, is_f32 && columns == 1, "float");
        break;
    case DXK_SEMANTIC_KIND_COVERAGE:
    case DXK_SEMANTIC_KIND_INNER_COVERAGE:
    case DXK_SEMANTIC_KIND_OUTPUT_CONTROL_POINT_ID:
        must_be(v, el, c == DXK_COMPONENT_TYPE_U32 && columns == 1, "uint");
        break;
    case DXK_SEMANTIC_KIND_POSITION:
        must_be(v, el, is_f32 && columns == 4, "float4");
        break;
    case DXK_SEMANTIC_KIND_TARGET:
        must_be(v, el, el->width <= 32, "float/int/uint");
        break;
    case DXK_SEMANTIC_KIND_CLIP_DISTANCE:
    case DXK_SEMANTIC_KIND_CULL_DISTANCE:
    case DXK_SEMANTIC_KIND_TESS_FACTOR:
    case DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR:
        must_be(v, el, is_f32, "float");
        break;
    case DXK_SEMANTIC_KIND_IS_FRONT_FACE:
        must_be(v, el, el->is_int && el->width == 32 && columns == 1, "uint");
        break;
    case DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX:
    case DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX:
    case DXK_SEMANTIC_KIND_VERTEX_ID:
    case DXK_SEMANTIC_KIND_PRIMITIVE_ID:
    case DXK_SEMANTIC_KIND_INSTANCE_ID:
    case DXK_SEMANTIC_KIND_GS_INSTANCE_ID:
    case DXK_SEMANTIC_KIND_SAMPLE_INDEX:
    case DXK_SEMANTIC_KIND_STENCIL_REF:
    case DXK_SEMANTIC_KIND_SHADING_RATE:
        must_be(v, el, (c == DXK_COMPONENT_TYPE_U32 || c == DXK_COMPONENT_TYPE_U16) && columns == 1,
                "uint");
        break;
    case DXK_SEMANTIC_KIND_CULL_PRIMITIVE:
        must_be(v, el, el->is_bool && columns == 1, "bool");
        break;
    case DXK_SEMANTIC_KIND_BARYCENTRICS:
        check_barycentrics(v, el);
        break;
    default:
        error(v, el, DXKI_VR_META_SEMAKINDVALID);
        break;
    }
}

/* What a signature is called: one that the stage does not have is none of inputs and outputs. */
static const char *signature_name(const dxki_val_entry *ent, const dxki_val_element *el,
                                  uint32_t which)
{
    static const char *const names[] = {"Input", "Output", "PatchConstant"};
    bool is_shadow = ent->kind == DXK_SHADER_KIND_GEOMETRY && which == 0 &&
                     el->semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID;
    return is_shadow || !dxki_val_has_signature(ent->kind, which) ? names[2] : names[which];
}

static void check_place(dxki_val *v, const dxki_val_entry *ent, const dxki_val_element *el,
                        uint32_t which)
{
    const char *name = signature_name(ent, el, which);
    bool should = dxki_val_is_packed(el);
    if (!dxki_val_is_in_signature(el))
        dxki_val_error(v, DXKI_VR_SM_SEMANTIC,
                       DXKI_ARGS(dxki_val_arg_text(el->name),
                                 dxki_val_arg_text_z(dxki_val_kind_name(v->subject.kind)),
                                 dxki_val_arg_text_z(name)));
    else if (should != el->allocated)
        dxki_val_error(v,
                       should ? DXKI_VR_META_SEMANTICSHOULDBEALLOCATED
                              : DXKI_VR_META_SEMANTICSHOULDNOTBEALLOCATED,
                       DXKI_ARGS(dxki_val_arg_text_z(name), dxki_val_arg_text(el->name)));
}

static void check_stream(dxki_val *v, const dxki_val_entry *ent, const dxki_val_element *el,
                         uint32_t which)
{
    bool gs = v->subject.kind == DXK_SHADER_KIND_GEOMETRY;
    uint32_t stream = el->e->extra.stream, most = gs && which == 1 ? 3 : 0;
    if (stream > most)
        dxki_val_error(v, DXKI_VR_SM_STREAMINDEXRANGE, DXKI_ARGS(dxki_dec(stream), dxki_dec(most)));
    if (gs && stream != 0 && ent->e->props.gs.topology != DXK_PRIMITIVE_TOPOLOGY_POINT_LIST)
        error(v, el, DXKI_VR_SM_MULTISTREAMMUSTBEPOINT);
}

static void index_too_big(dxki_val *v, const char *name, const char *most)
{
    dxki_val_error(v, DXKI_VR_META_SEMANTICINDEXMAX,
                   DXKI_ARGS(dxki_val_arg_text_z(name), dxki_val_arg_text_z(most)));
}

static void check_target(dxki_val *v, const dxki_val_element *el)
{
    const dxki_dxil_sig_element *e = el->e;
    for (uint32_t i = 0; i < e->indices.count; i++) {
        if ((uint32_t)e->start_row + i != e->indices.items[i])
            error(v, el, DXKI_VR_SM_PSTARGETINDEXMATCHESROW);
    }
    if (e->start_column != 0)
        error(v, el, DXKI_VR_SM_PSTARGETCOL0);
    if ((uint32_t)e->start_row + e->rows > 8)
        index_too_big(v, "SV_Target", "7");
}

static void check_index(dxki_val *v, const dxki_val_element *el)
{
    const dxki_dxil_sig_element *e = el->e;
    uint32_t first = e->first_index;
    bool clip = el->semantic == DXK_SEMANTIC_KIND_CLIP_DISTANCE ||
                el->semantic == DXK_SEMANTIC_KIND_CULL_DISTANCE;
    bool tess = el->semantic == DXK_SEMANTIC_KIND_TESS_FACTOR ||
                el->semantic == DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR;
    if (el->semantic == DXK_SEMANTIC_KIND_BARYCENTRICS) {
        if (first > 1)
            index_too_big(v, el->system_name, "1");
    } else if (!clip && first > 0) {
        index_too_big(v, el->system_name, "0");
    }
    if (!tess && !clip && e->rows > 1)
        error(v, el, DXKI_VR_META_SYSTEMVALUEROWS);
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

/* Is the name another one than that of the system value? */
static bool is_misnamed(const dxki_val_element *el)
{
    dxk_str name = el->e->name;
    if (el->semantic == DXK_SEMANTIC_KIND_ARBITRARY || el->semantic >= DXK_SEMANTIC_KIND_INVALID)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        if (upper(name.data[i]) != upper(el->system_name[i]) || !el->system_name[i])
            return true;
    }
    return el->system_name[name.size] != 0;
}

static void check_element(dxki_val *v, const dxki_val_entry *ent, const dxki_val_element *el,
                          uint32_t which)
{
    const dxki_dxil_sig_element *e = el->e;
    if (el->name.size < 1 || el->name.size > 64)
        error(v, el, DXKI_VR_META_SEMANTICLEN);
    if (is_misnamed(el))
        dxki_val_error(v, DXKI_VR_META_SEMAKINDMATCHESNAME,
                       DXKI_ARGS(dxki_val_arg_text(e->name), dxki_val_arg_text_z(el->system_name)));
    if (el->width == 0)
        error(v, el, DXKI_VR_META_SIGNATURECOMPTYPE);
    if ((el->is_int || el->is_bool) && is_linear(e->interpolation))
        error(v, el, DXKI_VR_META_INTEGERINTERPMODE);
    check_place(v, ent, el, which);
    check_system_type(v, el);
    check_stream(v, ent, el, which);
    if (el->semantic == DXK_SEMANTIC_KIND_TARGET)
        check_target(v, el);
    else if (dxki_val_is_in_signature(el) && el->semantic != DXK_SEMANTIC_KIND_ARBITRARY)
        check_index(v, el);
    uint32_t column = el->allocated ? (uint32_t)e->start_column : 0;
    if (e->columns + column > 4)
        dxki_val_error(v, DXKI_VR_META_SIGNATUREOUTOFRANGE,
                       DXKI_ARGS(dxki_val_arg_text(el->name),
                                 dxki_val_arg_text(dxki_val_signed(v, e->start_row)),
                                 dxki_val_arg_text(dxki_val_signed(v, e->start_column)),
                                 dxki_dec((e->rows - 1) * 4 + e->columns)));
    if (e->interpolation >= DXK_INTERPOLATION_MODE_INVALID)
        error(v, el, DXKI_VR_META_INTERPMODEVALID);
}

/* ---------------------------------------------------------------------------------------- */
/* A signature                                                                                */

typedef struct signature {
    dxki_val *v;
    dxki_val_entry *ent;
    uint32_t which;
    dxki_val_packer packers[4];
    dxki_idset names; /* stream, name and index that were there */
    DXKI_VEC(dxk_str) seen_names;
    DXKI_VEC(uint32_t) seen_indices;
    uint64_t values[4]; /* system values, as bits */
    uint32_t clip_rows[4][3], clip_row_count[4], clip_components[4];
    uint32_t targets;
    bool has_depth;
    uint32_t barycentrics;
    uint32_t last_barycentrics; /* interpolation mode */
} signature;

static uint32_t name_hash(dxk_str name, uint32_t index, uint32_t stream)
{
    uint64_t state = dxki_hash_mix(stream, index);
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        state = dxki_hash_mix(state, (uint8_t)(c >= 'a' && c <= 'z' ? c - 32 : c));
    }
    return dxki_hash_end(state);
}

/* False: name and index were there. */
static bool add_name(signature *s, dxk_str name, uint32_t index, uint32_t stream)
{
    uint32_t hash = name_hash(name, index, stream), pos = hash, id;
    while ((id = dxki_idset_next(&s->names, hash, &pos)) != 0) {
        if (s->seen_indices.items[id - 1] == index &&
            dxki_str_same_fold(s->seen_names.items[id - 1], name))
            return false;
    }
    if (!dxki_vec_push(s->v->ctx, &s->seen_names, name) ||
        !dxki_vec_push(s->v->ctx, &s->seen_indices, index) ||
        !dxki_idset_add(s->v->ctx, &s->names, hash, (uint32_t)s->seen_names.count))
        s->v->failed = true;
    return true;
}

static void overlap(dxki_val *v, dxki_arg name, uint32_t index)
{
    dxki_val_error(v, DXKI_VR_META_NOSEMANTICOVERLAP, DXKI_ARGS(name, dxki_dec(index)));
    dxki_val_summary(v, dxki_val_format(v, "Semantic '%0' with index %1 is there more than once.",
                                        DXKI_ARGS(name, dxki_dec(index))));
}

static void add_target(signature *s, const dxki_val_element *el)
{
    const dxki_dxil_sig_element *e = el->e;
    uint32_t row = (uint32_t)e->start_row;
    if (row + e->rows <= 8) {
        uint32_t mask = ((1u << (e->rows & 31)) - 1) << (row & 31);
        if (s->targets & mask)
            overlap(s->v, dxki_val_arg_text_z("SV_Target"), row);
        s->targets |= mask;
    }
    if (e->rows > 1)
        error(s->v, el, DXKI_VR_SM_NOPSOUTPUTIDX);
}

static void add_clip(signature *s, const dxki_val_element *el, uint32_t stream)
{
    for (uint32_t i = 0; i < el->e->rows && i < 4; i++) {
        uint32_t row = (uint32_t)el->e->start_row + i, k = 0;
        while (k < s->clip_row_count[stream] && s->clip_rows[stream][k] != row)
            k++;
        if (k == s->clip_row_count[stream] && k < 3)
            s->clip_rows[stream][s->clip_row_count[stream]++] = row;
    }
    if (s->clip_row_count[stream] > 2)
        error(s->v, el, DXKI_VR_META_CLIPCULLMAXROWS);
    s->clip_components[stream] += el->e->columns;
    if (s->clip_components[stream] > 8)
        error(s->v, el, DXKI_VR_META_CLIPCULLMAXCOMPONENTS);
}

static bool has_no_perspective(uint32_t mode)
{
    return mode == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE ||
           mode == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID ||
           mode == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE;
}

static void add_barycentrics(signature *s, const dxki_val_element *el)
{
    uint32_t mode = el->e->interpolation;
    if (s->barycentrics++ > 1) {
        error(s->v, el, DXKI_VR_META_BARYCENTRICSTWOPERSPECTIVES);
        return;
    }
    if (s->barycentrics == 2 &&
        has_no_perspective(mode) == has_no_perspective(s->last_barycentrics))
        error(s->v, el, DXKI_VR_META_BARYCENTRICSTWOPERSPECTIVES);
    s->last_barycentrics = mode;
}

static void add_value(signature *s, const dxki_val_element *el, uint32_t stream)
{
    switch (el->semantic) {
    case DXK_SEMANTIC_KIND_ARBITRARY:
        break;
    case DXK_SEMANTIC_KIND_CLIP_DISTANCE:
    case DXK_SEMANTIC_KIND_CULL_DISTANCE:
        add_clip(s, el, stream);
        break;
    case DXK_SEMANTIC_KIND_DEPTH:
    case DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL:
    case DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL:
        if (s->has_depth)
            error(s->v, el, DXKI_VR_SM_PSMULTIPLEDEPTHSEMANTIC);
        s->has_depth = true;
        break;
    case DXK_SEMANTIC_KIND_BARYCENTRICS:
        add_barycentrics(s, el);
        break;
    default:
        if (s->values[stream] >> el->semantic & 1)
            dxki_val_error(s->v, DXKI_VR_META_DUPLICATESYSVALUE,
                           DXKI_ARGS(dxki_val_arg_text_z(el->system_name)));
        s->values[stream] |= (uint64_t)1 << el->semantic;
        break;
    }
}

/* False: the rest of the signature is not judged. */
static bool add_element(signature *s, const dxki_dxil_sig_element *e)
{
    dxki_val_element el = look(s->ent, s->which, e);
    uint32_t stream = e->extra.stream;
    check_element(s->v, s->ent, &el, s->which);
    if (stream > 3 || s->which != 1 || s->v->subject.kind != DXK_SHADER_KIND_GEOMETRY)
        stream = 0;
    for (uint32_t i = 0; i < e->indices.count; i++) {
        if (!add_name(s, el.name, e->indices.items[i], stream)) {
            overlap(s->v, dxki_val_arg_text(el.name), e->indices.items[i]);
            return false;
        }
    }
    if (el.semantic == DXK_SEMANTIC_KIND_TARGET) {
        add_target(s, &el);
        return true;
    }
    if (el.semantic == DXK_SEMANTIC_KIND_INVALID)
        return true;
    add_value(s, &el, stream);
    dxki_val_pack(s->v, &s->packers[stream], &el);
    if (s->which == 1 && el.semantic == DXK_SEMANTIC_KIND_POSITION && e->extra.stream < 4)
        s->ent->has_position[e->extra.stream] = true;
    return true;
}

static void check_signature(dxki_val *v, dxki_val_entry *ent, uint32_t which)
{
    signature *s = DXKI_VNEW(v, signature, 1);
    const dxki_dxil_list *list = &ent->e->signatures[which];
    bool complete = true;
    if (!s)
        return;
    s->v = v;
    s->ent = ent;
    s->which = which;
    for (uint32_t i = 0; i < list->count && complete && !v->failed; i++) {
        at_element(v, ent, which, i);
        complete = add_element(s, list->items[i]);
    }
    dxki_val_at_global(v, ent->function);
    if (complete && ent->view_id && which == 0 && v->subject.kind == DXK_SHADER_KIND_PIXEL)
        dxki_val_pack_view_id(v, &s->packers[0]);
    dxki_val_at_end(v);
    dxki_idset_free(v->ctx, &s->names);
    dxki_vec_free(v->ctx, &s->seen_names);
    dxki_vec_free(v->ctx, &s->seen_indices);
}

/* ---------------------------------------------------------------------------------------- */
/* An entry point                                                                             */

static void check_modes(dxki_val *v, const dxki_val_entry *ent, uint32_t which, uint32_t mode,
                        dxki_vrule rule)
{
    const dxki_dxil_list *list = &ent->e->signatures[which];
    for (uint32_t i = 0; i < list->count; i++) {
        dxki_val_element el = look(ent, which, list->items[i]);
        at_element(v, ent, which, i);
        if (el.e->interpolation != mode)
            error(v, &el, rule);
    }
}

static uint64_t argument_size(dxki_val *v, uint32_t global, uint32_t index)
{
    const dxki_global *g = &v->m->globals.items[global];
    if (index >= g->arg_count)
        return 0;
    dxki_type type = v->m->args.items[g->first_arg + index].type;
    dxki_type pointee = dxki_type_pointee(v->m, type);
    return dxki_val_size(v, pointee ? pointee : type);
}

static void hint_sizes(dxki_val *v, uint64_t declared, uint64_t needed)
{
    dxki_val_hint(v, dxki_val_format(v, "declared are %0 bytes, the argument has %1",
                                     DXKI_ARGS(dxki_dec(declared), dxki_dec(needed))));
}

static void check_ray(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_props *props = &ent->e->props;
    dxk_str name = dxki_val_name(v, ent->function);
    uint32_t kind = ent->kind;
    bool hit = kind == DXK_SHADER_KIND_ANY_HIT || kind == DXK_SHADER_KIND_CLOSEST_HIT;
    bool payload = hit || kind == DXK_SHADER_KIND_MISS || kind == DXK_SHADER_KIND_CALLABLE;
    const dxki_dxil_list *lists = ent->e->signatures;
    if (lists[0].count || lists[1].count || lists[2].count)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_RAYSHADERSIGNATURES,
                                DXKI_ARGS(dxki_val_arg_text(name)));
    uint64_t sizes[] = {argument_size(v, ent->function, 0), argument_size(v, ent->function, 1)};
    if (payload && props->ray_payload_size < sizes[0]) {
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_RAYSHADERPAYLOADSIZE,
            DXKI_ARGS(
                dxki_val_arg_text(name),
                dxki_val_arg_text_z(kind == DXK_SHADER_KIND_CALLABLE ? "params" : "payload")));
        hint_sizes(v, props->ray_payload_size, sizes[0]);
    }
    if (hit && props->ray_attribute_size < sizes[1]) {
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_RAYSHADERPAYLOADSIZE,
            DXKI_ARGS(dxki_val_arg_text(name), dxki_val_arg_text_z("attribute")));
        hint_sizes(v, props->ray_attribute_size, sizes[1]);
    }
}

/* With conservative depth, the position must be sampled as the depth is. */
static void check_depth_position(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_list *in = &ent->e->signatures[0], *out = &ent->e->signatures[1];
    uint32_t depth = DXK_SEMANTIC_KIND_INVALID, mode = DXK_INTERPOLATION_MODE_UNDEFINED;
    dxk_str name = {"", 0};
    bool per_sample = false;
    for (uint32_t i = 0; i < in->count; i++) {
        dxki_val_element el = look(ent, 0, in->items[i]);
        uint32_t m = el.e->interpolation;
        per_sample = per_sample || el.semantic == DXK_SEMANTIC_KIND_SAMPLE_INDEX ||
                     m == DXK_INTERPOLATION_MODE_LINEAR_SAMPLE ||
                     m == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE;
        if (el.semantic == DXK_SEMANTIC_KIND_POSITION) {
            mode = m;
            name = el.name;
        }
    }
    for (uint32_t i = 0; i < out->count && depth == DXK_SEMANTIC_KIND_INVALID; i++) {
        uint32_t s = dxki_val_semantic(ent->kind, 1, out->items[i], NULL);
        if (s >= DXK_SEMANTIC_KIND_DEPTH && s <= DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL)
            depth = s;
    }
    bool conservative = depth == DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL ||
                        depth == DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL;
    if (!per_sample && conservative && mode != DXK_INTERPOLATION_MODE_UNDEFINED &&
        mode != DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID &&
        mode != DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_PSCONSISTENTINTERP,
                                DXKI_ARGS(dxki_val_arg_text(name)));
}

static void check_pixel(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_list *out = &ent->e->signatures[1];
    check_depth_position(v, ent);
    for (uint32_t i = 0; i < out->count; i++) {
        dxki_val_element el = look(ent, 1, out->items[i]);
        if (el.semantic != DXK_SEMANTIC_KIND_COVERAGE &&
            (el.semantic < DXK_SEMANTIC_KIND_TARGET || el.semantic > DXK_SEMANTIC_KIND_STENCIL_REF))
            dxki_val_function_error(v, ent->function, DXKI_VR_SM_PSOUTPUTSEMANTIC,
                                    DXKI_ARGS(dxki_val_arg_text(el.name)));
    }
}

static uint32_t scalar_count(const dxki_dxil_list *list)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        total += e->rows * e->columns;
    }
    return total;
}

static uint32_t row_count(const dxki_dxil_list *list)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        uint32_t end = (uint32_t)e->start_row + e->rows;
        most = end > most ? end : most;
    }
    return most;
}

static void check_geometry(dxki_val *v, const dxki_val_entry *ent)
{
    uint32_t vertices = ent->e->props.gs.max_vertices;
    uint32_t scalars = scalar_count(&ent->e->signatures[1]), total = vertices * scalars;
    if (total > 1024)
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_GSTOTALOUTPUTVERTEXDATARANGE,
            DXKI_ARGS(dxki_dec(vertices), dxki_dec(scalars), dxki_dec(total), dxki_dec(1024)));
}

static void check_bound(dxki_val *v, const dxki_val_entry *ent, dxki_vrule rule, uint32_t value,
                        uint32_t bound)
{
    if (value <= bound)
        return;
    dxki_val_function_error(
        v, ent->function, rule,
        DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, ent->function)), dxki_dec(bound)));
    dxki_val_hint(v, dxki_val_format(v, "found: %0", DXKI_ARGS(dxki_dec(value))));
}

static void check_mesh(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_list *vertex = &ent->e->signatures[1], *primitive = &ent->e->signatures[2];
    const dxki_dxil_ms_state *ms = &ent->e->props.ms;
    uint32_t vertex_rows = row_count(vertex), primitive_rows = row_count(primitive);
    check_bound(v, ent, DXKI_VR_SM_MESHVSIGROWCOUNT, vertex_rows, 32);
    check_bound(v, ent, DXKI_VR_SM_MESHPSIGROWCOUNT, primitive_rows, 32);
    check_bound(v, ent, DXKI_VR_SM_MESHTOTALSIGROWCOUNT, vertex_rows + primitive_rows, 32);
    uint32_t bytes = 4 * (scalar_count(vertex) * ((ms->max_vertices + 31) & ~31u) +
                          scalar_count(primitive) * ((ms->max_primitives + 31) & ~31u));
    check_bound(v, ent, DXKI_VR_SM_MESHSHADEROUTPUTSIZE, bytes, 32768);
    check_bound(v, ent, DXKI_VR_SM_MESHSHADERINOUTSIZE, bytes + ms->payload_size, 48128);
}

static void check_entry(dxki_val *v, dxki_val_entry *ent)
{
    uint32_t kind = ent->kind;
    if (kind >= DXK_SHADER_KIND_RAY_GENERATION && kind <= DXK_SHADER_KIND_CALLABLE) {
        check_ray(v, ent);
        return;
    }
    if (kind == DXK_SHADER_KIND_PIXEL)
        check_modes(v, ent, 1, DXK_INTERPOLATION_MODE_UNDEFINED, DXKI_VR_SM_NOINTERPMODE);
    else if (kind == DXK_SHADER_KIND_VERTEX)
        check_modes(v, ent, 0, DXK_INTERPOLATION_MODE_UNDEFINED, DXKI_VR_SM_NOINTERPMODE);
    if (kind == DXK_SHADER_KIND_MESH)
        check_modes(v, ent, 2, DXK_INTERPOLATION_MODE_CONSTANT, DXKI_VR_SM_CONSTANTINTERPMODE);
    else
        check_modes(v, ent, 2, DXK_INTERPOLATION_MODE_UNDEFINED, DXKI_VR_SM_NOINTERPMODE);
    for (uint32_t which = 0; which < 3; which++)
        check_signature(v, ent, which);
    const dxki_dxil_list *lists = ent->e->signatures;
    if (lists[2].count && !dxki_val_has_signature(kind, 2))
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_PATCHCONSTANTONLYFORHSDS, NULL, 0);
    if (kind == DXK_SHADER_KIND_PIXEL)
        check_pixel(v, ent);
    else if (kind == DXK_SHADER_KIND_GEOMETRY)
        check_geometry(v, ent);
    else if (kind == DXK_SHADER_KIND_MESH)
        check_mesh(v, ent);
    else if (kind == DXK_SHADER_KIND_COMPUTE &&
             (lists[0].count || lists[1].count || lists[2].count))
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_CSNOSIGNATURES, NULL, 0);
}

void dxki_val_check_signatures(dxki_val *v)
{
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        dxki_val_entry *ent = v->subject.entry_of[v->m->functions.items[i]];
        if (ent)
            check_entry(v, ent);
    }
}
