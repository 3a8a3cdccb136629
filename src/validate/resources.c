/* SPDX-License-Identifier: MIT */
/* resources.c - resources, their register ranges, the layout of constant buffers. */
#include "base/out.h"
#include "validate/access.h"
#include "validate/families.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/spans.h"
#include "validate/text.h"
#include "validate/values.h"

static void error(dxki_val *v, const dxki_dxil_resource *res, dxki_vrule rule)
{
    dxki_val_resource_error(v, res, rule, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Ranges                                                                                     */

/* The ranges of a class, a tree for each space. */
typedef struct ranges {
    dxki_val_spans spans;
    dxki_idset by_space;
    DXKI_VEC(uint32_t) spaces, roots; /* [0]: none */
} ranges;

/* The tree of a space; NULL: out of memory. */
static uint32_t *root_of(dxki_val *v, ranges *r, uint32_t space)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(0, space)), pos = hash, id;
    while ((id = dxki_idset_next(&r->by_space, hash, &pos)) != 0) {
        if (r->spaces.items[id] == space)
            return &r->roots.items[id];
    }
    for (int first = r->spaces.count == 0; first >= 0 && !v->failed; first--)
        v->failed =
            !dxki_vec_push(v->ctx, &r->spaces, space) || !dxki_vec_push(v->ctx, &r->roots, 0);
    id = (uint32_t)(r->roots.count - 1);
    v->failed = v->failed || !dxki_idset_add(v->ctx, &r->by_space, hash, id);
    return v->failed ? NULL : &r->roots.items[id];
}

static void check_range(dxki_val *v, ranges *r, const dxki_dxil_resource *res)
{
    if (v->subject.is_lib && res->lower_bound == UINT32_MAX)
        return;
    dxki_val_span add = {
        .start = res->lower_bound, .end = res->lower_bound + res->range_size - 1, .res = res};
    if (add.end < add.start)
        add.end = res->range_size;
    uint32_t *root = root_of(v, r, res->space);
    const dxki_val_span *other = root ? dxki_val_spans_add(v, &r->spans, root, add) : NULL;
    if (!other)
        return;
    dxki_val_error(v, DXKI_VR_SM_RESOURCERANGEOVERLAP,
                   DXKI_ARGS(dxki_val_arg_text(dxki_val_res_name(v, res)),
                             dxki_dec(res->lower_bound), dxki_dec(res->range_size),
                             dxki_dec(other->res->lower_bound), dxki_dec(other->res->range_size),
                             dxki_dec(res->space)));
    dxki_val_hint(v, dxki_val_join(v, dxki_str("the other is "), dxki_val_res_name(v, other->res)));
}

/* ---------------------------------------------------------------------------------------- */
/* SRV, UAV                                                                                   */

static void check_kind(dxki_val *v, const dxki_dxil_resource *res)
{
    switch (res->kind) {
    case DXK_RESOURCE_KIND_TEXTURE2DMS:
    case DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY:
    case DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE:
        break;
    case DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D:
    case DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY:
        if ((res->extra.feedback & 0xff) >= 2)
            error(v, res, DXKI_VR_SM_INVALIDSAMPLERFEEDBACKTYPE);
        break;
    case DXK_RESOURCE_KIND_INVALID:
    case DXK_RESOURCE_KIND_CBUFFER:
    case DXK_RESOURCE_KIND_SAMPLER:
        error(v, res, DXKI_VR_SM_INVALIDRESOURCEKIND);
        break;
    default:
        if (res->kind > DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY)
            error(v, res, DXKI_VR_SM_INVALIDRESOURCEKIND);
        else if (res->sample_count > 0)
            error(v, res, DXKI_VR_SM_SAMPLECOUNTONLYON2DMS);
    }
}

static bool is_component(uint32_t type)
{
    switch (type) {
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
    case DXK_COMPONENT_TYPE_F64:
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_I64:
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_U64:
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_U16:
        return true;
    default:
        return false;
    }
}

static bool has_no_component(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER || kind == DXK_RESOURCE_KIND_RAW_BUFFER ||
           kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D ||
           kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY;
}

static void check_stride(dxki_val *v, const dxki_dxil_resource *res)
{
    uint32_t stride = res->extra.stride;
    if ((stride & 3) && v->subject.min_precision)
        dxki_val_resource_error(v, res, DXKI_VR_META_STRUCTBUFALIGNMENT,
                                DXKI_ARGS(dxki_dec(4), dxki_dec(stride)));
    if (stride > 2048)
        dxki_val_resource_error(v, res, DXKI_VR_META_STRUCTBUFALIGNMENTOUTOFBOUND,
                                DXKI_ARGS(dxki_dec(2048), dxki_dec(stride)));
}

static void check_view(dxki_val *v, const dxki_dxil_resource *res)
{
    if (res->extra.reorder_coherent && !dxki_val_sm(v, 9))
        error(v, res, DXKI_VR_INSTR_REORDERCOHERENTREQUIRESSM69);
    check_kind(v, res);
    uint32_t component =
        res->kind == DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE && res->extra.element_type == 0
            ? DXK_COMPONENT_TYPE_INVALID
            : res->extra.element_type;
    if (!is_component(component) && !has_no_component(res->kind))
        error(v, res, DXKI_VR_SM_INVALIDRESOURCECOMPTYPE);
    if (res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        check_stride(v, res);
    bool texture =
        res->kind >= DXK_RESOURCE_KIND_TEXTURE1D && res->kind <= DXK_RESOURCE_KIND_TYPED_BUFFER;
    bool ends = false;
    dxki_type type = texture ? dxki_dxil_return_type(v->m, res, &ends) : 0;
    if (ends)
        dxki_val_give_up(v);
    if (type && dxki_val_size(v, type) > 16)
        error(v, res, DXKI_VR_META_TEXTURETYPE);
}

static void check_uav(dxki_val *v, const dxki_dxil_resource *res)
{
    bool coherent = res->globally_coherent || res->extra.reorder_coherent;
    if (res->is_rov && v->subject.kind != DXK_SHADER_KIND_PIXEL && !v->subject.is_lib)
        error(v, res, DXKI_VR_SM_ROVONLYINPS);
    if (res->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE ||
        res->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY)
        error(v, res, DXKI_VR_SM_INVALIDTEXTUREKINDONUAV);
    if (res->has_counter && res->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        error(v, res, DXKI_VR_SM_COUNTERONLYONSTRUCTBUF);
    if (res->has_counter && coherent)
        dxki_val_resource_error(
            v, res, DXKI_VR_META_COHERENCENOTONAPPENDCONSUME,
            DXKI_ARGS(dxki_val_arg_text_z(res->globally_coherent ? "globally" : "reorder")));
    check_view(v, res);
}

/* Of the resources of a class whose number is not their position: the one with the lowest number,
 * and the last such one. */
static const dxki_dxil_resource *misnumbered(const dxki_dxil_list *list)
{
    const dxki_dxil_resource *found = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_resource *res = list->items[i];
        if (res->id != i && (!found || res->id <= found->id))
            found = res;
    }
    return found;
}

/* Numbers must be positions. One is reported, of the first class that has any. */
static void check_dense(dxki_val *v)
{
    static const uint32_t order[] = {DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_UAV,
                                     DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER};
    for (uint32_t k = 0; k < 4; k++) {
        const dxki_dxil_resource *res = misnumbered(&v->d->resources[order[k]]);
        if (res) {
            error(v, res, DXKI_VR_META_DENSERESIDS);
            return;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

typedef struct layout_run {
    dxki_val *v;
    dxk_str name;
    dxki_val_spans taken;
    uint32_t root, depth;
    uint64_t steps;                          /* a bound on arrays of structures */
    const uint8_t *empty;                    /* by annotation of a structure */
    const dxki_dxil_field_annotation *field; /* at hand */
} layout_run;

/* "it is 'color' of 16 bytes, of a structure of 32" */
static void hint_field(const layout_run *r, uint32_t size, uint32_t bound)
{
    dxki_val *v = r->v;
    dxk_str name = dxki_str("it is a member");
    if (r->field->name.size)
        name =
            dxki_val_join(v, dxki_val_join(v, dxki_str("it is '"), r->field->name), dxki_str("'"));
    if (size)
        name =
            dxki_val_join(v, name, dxki_val_format(v, " of %0 bytes", DXKI_ARGS(dxki_dec(size))));
    if (bound)
        name = dxki_val_join(
            v, name, dxki_val_format(v, " in a structure of %0", DXKI_ARGS(dxki_dec(bound))));
    dxki_val_hint(v, name);
}

static uint32_t field_size(const layout_run *r, const dxki_dxil_field_annotation *f, dxki_type type)
{
    const dxki_val *v = r->v;
    uint32_t c = f->component_type;
    bool wide = c == DXK_COMPONENT_TYPE_I64 || c == DXK_COMPONENT_TYPE_U64 ||
                c == DXK_COMPONENT_TYPE_F64 || c == DXK_COMPONENT_TYPE_SNORM_F64 ||
                c == DXK_COMPONENT_TYPE_UNORM_F64;
    bool half = c == DXK_COMPONENT_TYPE_I16 || c == DXK_COMPONENT_TYPE_U16 ||
                c == DXK_COMPONENT_TYPE_F16 || c == DXK_COMPONENT_TYPE_SNORM_F16 ||
                c == DXK_COMPONENT_TYPE_UNORM_F16;
    uint32_t size = wide ? 8 : half && !v->subject.min_precision ? 2 : 4;
    if (dxki_type_kind_of(v->m, type) == DXKI_T_VECTOR)
        return size * (uint32_t)dxki_type_count(v->m, type);
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT)
        return size;
    const dxki_dxil_struct_annotation *s = dxki_dxil_struct(v->d, type);
    if (s)
        return s->cbuffer_size;
    if (!DXKI_MD_HAS(f, FIELD_MATRIX) || f->matrix.columns == 0)
        return 0;
    bool columns = f->matrix.orientation == DXKI_COLUMN_MAJOR;
    uint32_t rows = columns ? f->matrix.columns : f->matrix.rows;
    uint32_t across = columns ? f->matrix.rows : f->matrix.columns;
    return (rows - 1) * 16 + across * 4;
}

static void take(layout_run *r, uint32_t start, uint32_t size)
{
    dxki_val_span add = {.start = start, .end = start + size - 1};
    if (!dxki_val_spans_add(r->v, &r->taken, &r->root, add))
        return;
    dxki_val_error(r->v, DXKI_VR_SM_CBUFFEROFFSETOVERLAP,
                   DXKI_ARGS(dxki_val_arg_text(r->name), dxki_dec(start)));
    hint_field(r, size, 0);
}

static void check_fields(layout_run *r, dxki_type type, const dxki_dxil_struct_annotation *s,
                         uint32_t base);

static void check_elements(layout_run *r, dxki_type element, uint32_t base, uint32_t count,
                           uint32_t size, uint32_t total)
{
    const dxki_dxil_struct_annotation *inner = dxki_dxil_struct(r->v->d, element);
    if (!inner) {
        if (size > 0)
            take(r, base, total);
        return;
    }
    for (uint32_t i = 0; i < count && r->steps < 100000 && !r->v->failed; i++) {
        check_fields(r, element, inner, base);
        base += (size + 15) & ~15u;
        r->steps++;
    }
}

/* Sums and products have 32 bits, whatever that makes of them. */
static void check_field(layout_run *r, const dxki_dxil_field_annotation *f, dxki_type type,
                        uint32_t base, uint32_t bound)
{
    const dxk_module *m = r->v->m;
    uint32_t offset = DXKI_MD_HAS(f, FIELD_CBUFFER_OFFSET) ? f->cbuffer_offset : UINT32_MAX;
    uint32_t count = 1;
    bool is_array = dxki_type_kind_of(m, type) == DXKI_T_ARRAY;
    r->field = f;
    if (is_array && (offset & 15)) {
        dxki_val_error(r->v, DXKI_VR_SM_CBUFFERARRAYOFFSETALIGNMENT,
                       DXKI_ARGS(dxki_val_arg_text(r->name), dxki_dec(offset)));
        hint_field(r, 0, 0);
        return;
    }
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY) {
        count *= (uint32_t)dxki_type_count(m, type);
        type = dxki_type_get(m, type)->a;
    }
    uint32_t size = field_size(r, f, type);
    uint32_t total = (count - 1) * ((size + 15) & ~15u) + size;
    if (offset + total > bound) {
        dxki_val_error(r->v, DXKI_VR_SM_CBUFFERELEMENTOVERFLOW,
                       DXKI_ARGS(dxki_val_arg_text(r->name), dxki_dec(base + offset)));
        hint_field(r, total, bound);
    } else if (dxki_type_kind_of(m, type) == DXKI_T_STRUCT || is_array)
        check_elements(r, type, base + offset, count, size, total);
    else
        take(r, base + offset, size);
}

static void check_fields(layout_run *r, dxki_type type, const dxki_dxil_struct_annotation *s,
                         uint32_t base)
{
    if (r->depth >= r->v->ctx->limits.depth ||
        r->empty[r->v->d->struct_of_type[type] - 1] & DXKI_STRUCT_EMPTY)
        return;
    r->depth++;
    for (uint32_t i = s->fields.count; i-- > 0;)
        check_field(r, s->fields.items[i], dxki_type_element(r->v->m, type, i), base,
                    s->cbuffer_size);
    r->depth--;
}

static void check_cbuffer(dxki_val *v, const dxki_dxil_resource *res, const uint8_t *empty)
{
    dxki_type type = res->hlsl_type;
    dxki_type_kind kind = dxki_type_kind_of(v->m, type);
    if (!type)
        dxki_val_give_up(v);
    if (kind == DXKI_T_ARRAY || (kind == DXKI_T_VECTOR && res->range_size != 1))
        type = dxki_type_get(v->m, type)->a;
    else if (res->range_size != 1)
        dxki_val_give_up(v);
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT) {
        error(v, res, DXKI_VR_SM_CBUFFERTEMPLATETYPEMUSTBESTRUCT);
        return;
    }
    if (res->cbuffer_size > 65536) {
        dxki_val_resource_error(v, res, DXKI_VR_SM_CBUFFERSIZE,
                                DXKI_ARGS(dxki_dec(res->cbuffer_size)));
        return;
    }
    const dxki_dxil_struct_annotation *s = dxki_dxil_struct(v->d, type);
    if (!s)
        return;
    layout_run r = {.v = v, .name = dxki_val_res_name(v, res), .empty = empty};
    check_fields(&r, type, s, 0);
    dxki_val_spans_free(v, &r.taken);
}

/* ---------------------------------------------------------------------------------------- */

static void check_class(dxki_val *v, uint32_t cls)
{
    const dxki_dxil_list *list = &v->d->resources[cls];
    ranges taken = {0};
    uint8_t *empty = NULL;
    if (cls == DXK_RESOURCE_CLASS_CBUFFER && list->count) {
        empty = DXKI_VNEW(v, uint8_t, v->d->struct_count);
        if (empty)
            dxki_dxil_list_empty(v->d, empty);
    }
    for (uint32_t i = 0; i < list->count && !v->failed; i++) {
        const dxki_dxil_resource *res = list->items[i];
        v->report.at = (dxki_val_place){.kind = DXKI_AT_RESOURCE, .resource = res};
        if (cls == DXK_RESOURCE_CLASS_UAV)
            check_uav(v, res);
        else if (cls == DXK_RESOURCE_CLASS_SRV)
            check_view(v, res);
        else if (cls == DXK_RESOURCE_CLASS_CBUFFER)
            check_cbuffer(v, res, empty);
        else if (res->sampler_kind == 3)
            error(v, res, DXKI_VR_META_VALIDSAMPLERMODE);
        check_range(v, &taken, res);
    }
    dxki_val_at_end(v);
    dxki_val_spans_free(v, &taken.spans);
    dxki_idset_free(v->ctx, &taken.by_space);
    dxki_vec_free(v->ctx, &taken.spaces);
    dxki_vec_free(v->ctx, &taken.roots);
}

void dxki_val_check_resources(dxki_val *v)
{
    check_class(v, DXK_RESOURCE_CLASS_UAV);
    check_class(v, DXK_RESOURCE_CLASS_SRV);
    check_dense(v);
    check_class(v, DXK_RESOURCE_CLASS_SAMPLER);
    check_class(v, DXK_RESOURCE_CLASS_CBUFFER);
}
