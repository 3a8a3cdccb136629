/* SPDX-License-Identifier: MIT */
/* resources.c - resources, their register ranges, the layout of constant buffers. */
#include <stdlib.h>

#include "validate/validate.h"

static void error(dxki_val *v, const dxki_resource *res, dxki_vrule rule)
{
    dxki_vres(v, res, rule, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Ranges                                                                                     */

/* Ranges taken, none overlapping: a search tree that keeps itself balanced by the priorities of
 * its nodes, which are spread like random ones (Aragon, Seidel: "Randomized search trees"). */
typedef struct span {
    uint32_t space, start, end;
    const dxki_resource *res;
    uint32_t left, right, priority; /* indices in the list, 0: none */
} span;

typedef struct spans {
    DXKI_VEC(span) list; /* [0] dummy */
    uint32_t root;
} spans;

/* Negative: `a` lies before `b`; 0: they overlap. */
static int order(const span *a, const span *b)
{
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    return a->end < b->start ? -1 : a->start > b->end;
}

/* Splits a tree into what lies before `at` and the rest. */
static void split(spans *s, uint32_t tree, const span *at, uint32_t *before, uint32_t *behind)
{
    while (tree) {
        span *node = &s->list.items[tree];
        if (order(node, at) < 0) {
            *before = tree;
            before = &node->right;
            tree = node->right;
        } else {
            *behind = tree;
            behind = &node->left;
            tree = node->left;
        }
    }
    *before = *behind = 0;
}

static bool push(dxki_val *v, spans *s, span add)
{
    if (s->list.count == 0 && !dxki_vec_push(v->ctx, &s->list, (span){0}))
        return false;
    add.left = add.right = 0;
    add.priority = (uint32_t)s->list.count * 0x9e3779b1u;
    add.priority ^= add.priority >> 15;
    return dxki_vec_push(v->ctx, &s->list, add);
}

/* Adds a range; the last one that it overlaps with, or NULL. */
static const span *insert(dxki_val *v, spans *s, const span *add)
{
    if (!push(v, s, *add)) {
        v->failed = true;
        return NULL;
    }
    uint32_t id = (uint32_t)(s->list.count - 1);
    span *items = s->list.items, *node = &items[id];
    uint32_t *place = &s->root, last = 0;
    for (uint32_t at = s->root; at;) {
        bool before = order(node, &items[at]) < 0;
        last = before ? last : at;
        at = before ? items[at].left : items[at].right;
    }
    if (last && order(node, &items[last]) == 0) {
        s->list.count--;
        return &items[last];
    }
    while (*place && items[*place].priority >= node->priority)
        place = order(node, &items[*place]) < 0 ? &items[*place].left : &items[*place].right;
    split(s, *place, node, &node->left, &node->right);
    *place = id;
    return NULL;
}

static void check_range(dxki_val *v, spans *s, const dxki_resource *res)
{
    if (v->is_lib && res->lower_bound == UINT32_MAX)
        return;
    span add = {.space = res->space,
                .start = res->lower_bound,
                .end = res->lower_bound + res->range_size - 1,
                .res = res};
    if (add.end < add.start) /* may stay so: what is empty overlaps with nothing behind it */
        add.end = res->range_size;
    const span *other = insert(v, s, &add);
    if (other)
        dxki_verr(v, DXKI_VR_SM_RESOURCERANGEOVERLAP,
                  DXKI_VARGS(dxki_vt(dxki_vres_name(v, res)), dxki_vn(res->lower_bound),
                             dxki_vn(res->range_size), dxki_vn(other->res->lower_bound),
                             dxki_vn(other->res->range_size), dxki_vn(res->space)));
}

/* ---------------------------------------------------------------------------------------- */
/* SRV, UAV                                                                                   */

static void check_kind(dxki_val *v, const dxki_resource *res)
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

/* The type that a load returns: the first element of the resource's class. */
static dxki_type return_type(const dxki_val *v, const dxki_resource *res)
{
    dxki_type type = dxki_resource_type(v->m, res);
    return dxki_type_kind_of(v->m, type) == DXKI_T_STRUCT ? dxki_type_element(v->m, type, 0) : type;
}

static void check_stride(dxki_val *v, const dxki_resource *res)
{
    uint32_t stride = res->extra.stride;
    if ((stride & 3) && v->min_precision)
        dxki_vres(v, res, DXKI_VR_META_STRUCTBUFALIGNMENT, DXKI_VARGS(dxki_vn(4), dxki_vn(stride)));
    if (stride > 2048)
        dxki_vres(v, res, DXKI_VR_META_STRUCTBUFALIGNMENTOUTOFBOUND,
                  DXKI_VARGS(dxki_vn(2048), dxki_vn(stride)));
}

static void check_view(dxki_val *v, const dxki_resource *res)
{
    if (res->extra.reorder_coherent && !dxki_vsm(v, 9))
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
    if (texture && !res->hlsl_type)
        dxki_vgive_up(v);
    if (texture && dxki_vsize(v, return_type(v, res)) > 16)
        error(v, res, DXKI_VR_META_TEXTURETYPE);
}

static void check_uav(dxki_val *v, const dxki_resource *res)
{
    bool coherent = res->globally_coherent || res->extra.reorder_coherent;
    if (res->is_rov && v->kind != DXK_SHADER_KIND_PIXEL && !v->is_lib)
        error(v, res, DXKI_VR_SM_ROVONLYINPS);
    if (res->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE ||
        res->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY)
        error(v, res, DXKI_VR_SM_INVALIDTEXTUREKINDONUAV);
    if (res->has_counter && res->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        error(v, res, DXKI_VR_SM_COUNTERONLYONSTRUCTBUF);
    if (res->has_counter && coherent)
        dxki_vres(v, res, DXKI_VR_META_COHERENCENOTONAPPENDCONSUME,
                  DXKI_VARGS(dxki_vs(res->globally_coherent ? "globally" : "reorder")));
    check_view(v, res);
}

/* Of the resources of a class whose number is not their position: the one with the lowest number,
 * and the last such one. */
static const dxki_resource *misnumbered(const dxki_list *list)
{
    const dxki_resource *found = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_resource *res = list->items[i];
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
        const dxki_resource *res = misnumbered(&v->d->resources[order[k]]);
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
    spans taken;
    uint32_t depth;
    uint64_t steps; /* a bound on arrays of structures */
} layout_run;

static uint32_t field_size(const layout_run *r, const dxki_field_annotation *f, dxki_type type)
{
    const dxki_val *v = r->v;
    uint32_t c = f->component_type;
    bool wide = c == DXK_COMPONENT_TYPE_I64 || c == DXK_COMPONENT_TYPE_U64 ||
                c == DXK_COMPONENT_TYPE_F64 || c == DXK_COMPONENT_TYPE_SNORM_F64 ||
                c == DXK_COMPONENT_TYPE_UNORM_F64;
    bool half = c == DXK_COMPONENT_TYPE_I16 || c == DXK_COMPONENT_TYPE_U16 ||
                c == DXK_COMPONENT_TYPE_F16 || c == DXK_COMPONENT_TYPE_SNORM_F16 ||
                c == DXK_COMPONENT_TYPE_UNORM_F16;
    uint32_t size = wide ? 8 : half && !v->min_precision ? 2 : 4;
    if (dxki_type_kind_of(v->m, type) == DXKI_T_VECTOR)
        return size * (uint32_t)dxki_type_count(v->m, type);
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT)
        return size;
    const dxki_struct_annotation *s = dxki_dxil_struct(v->d, type);
    if (s)
        return s->cbuffer_size;
    if (!DXKI_MD_HAS(f, FIELD_MATRIX))
        return 0;
    bool columns = f->matrix.orientation == DXKI_COLUMN_MAJOR;
    uint32_t rows = columns ? f->matrix.columns : f->matrix.rows;
    uint32_t across = columns ? f->matrix.rows : f->matrix.columns;
    return (rows - 1) * 16 + across * 4;
}

static void take(layout_run *r, uint32_t start, uint32_t size)
{
    span add = {.start = start, .end = start + size - 1};
    if (size > 0 && add.end >= start && insert(r->v, &r->taken, &add))
        dxki_verr(r->v, DXKI_VR_SM_CBUFFEROFFSETOVERLAP,
                  DXKI_VARGS(dxki_vt(r->name), dxki_vn(start)));
}

static void check_fields(layout_run *r, dxki_type type, const dxki_struct_annotation *s,
                         uint32_t base);

static void check_array(layout_run *r, dxki_type element, uint32_t base, uint64_t count,
                        uint32_t size, uint64_t total)
{
    const dxki_struct_annotation *inner = dxki_dxil_struct(r->v->d, element);
    uint32_t aligned = (size + 15) & ~15u;
    if (!inner) {
        take(r, base, (uint32_t)total);
        return;
    }
    for (uint64_t i = 0; i < count && r->steps < 100000 && !r->v->failed; i++) {
        check_fields(r, element, inner, base);
        base += aligned;
        r->steps++;
    }
}

static void check_field(layout_run *r, const dxki_field_annotation *f, dxki_type type,
                        uint32_t base, uint32_t bound)
{
    const dxk_module *m = r->v->m;
    uint32_t offset = DXKI_MD_HAS(f, FIELD_CBUFFER_OFFSET) ? f->cbuffer_offset : UINT32_MAX;
    uint64_t count = 1;
    bool is_array = dxki_type_kind_of(m, type) == DXKI_T_ARRAY;
    if (is_array && (offset & 15)) {
        dxki_verr(r->v, DXKI_VR_SM_CBUFFERARRAYOFFSETALIGNMENT,
                  DXKI_VARGS(dxki_vt(r->name), dxki_vn(offset)));
        return;
    }
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY) {
        uint64_t n = dxki_type_count(m, type);
        count = n > 65536 || count > 65536 ? 65537 : count * n;
        type = dxki_type_element(m, type, 0);
    }
    uint32_t size = field_size(r, f, type);
    uint64_t total = count ? (count - 1) * (((uint64_t)size + 15) & ~(uint64_t)15) + size : 0;
    if ((uint32_t)(offset + total) > bound || total > UINT32_MAX)
        dxki_verr(r->v, DXKI_VR_SM_CBUFFERELEMENTOVERFLOW,
                  DXKI_VARGS(dxki_vt(r->name), dxki_vn(base + offset)));
    else if (dxki_type_kind_of(m, type) == DXKI_T_STRUCT || is_array)
        check_array(r, type, base + offset, count, size, total);
    else
        take(r, base + offset, size);
}

static void check_fields(layout_run *r, dxki_type type, const dxki_struct_annotation *s,
                         uint32_t base)
{
    if (r->depth >= r->v->ctx->limits.depth)
        return;
    r->depth++;
    for (uint32_t i = s->fields.count; i-- > 0;)
        check_field(r, s->fields.items[i], dxki_type_element(r->v->m, type, i), base,
                    s->cbuffer_size);
    r->depth--;
}

static void check_cbuffer(dxki_val *v, const dxki_resource *res)
{
    dxki_type type = res->hlsl_type;
    dxki_type_kind kind = dxki_type_kind_of(v->m, type);
    if (!type)
        dxki_vgive_up(v);
    if (kind == DXKI_T_ARRAY || (kind == DXKI_T_VECTOR && res->range_size != 1))
        type = dxki_type_get(v->m, type)->a;
    else if (res->range_size != 1)
        dxki_vgive_up(v);
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT) {
        error(v, res, DXKI_VR_SM_CBUFFERTEMPLATETYPEMUSTBESTRUCT);
        return;
    }
    if (res->cbuffer_size > 65536) {
        dxki_vres(v, res, DXKI_VR_SM_CBUFFERSIZE, DXKI_VARGS(dxki_vn(res->cbuffer_size)));
        return;
    }
    const dxki_struct_annotation *s = dxki_dxil_struct(v->d, type);
    if (!s)
        return;
    layout_run r = {.v = v, .name = dxki_vres_name(v, res)};
    check_fields(&r, type, s, 0);
    dxki_vec_free(v->ctx, &r.taken.list);
}

/* ---------------------------------------------------------------------------------------- */

static void check_class(dxki_val *v, uint32_t cls)
{
    const dxki_list *list = &v->d->resources[cls];
    spans taken = {.root = 0};
    for (uint32_t i = 0; i < list->count && !v->failed; i++) {
        const dxki_resource *res = list->items[i];
        if (cls == DXK_RESOURCE_CLASS_UAV)
            check_uav(v, res);
        else if (cls == DXK_RESOURCE_CLASS_SRV)
            check_view(v, res);
        else if (cls == DXK_RESOURCE_CLASS_CBUFFER)
            check_cbuffer(v, res);
        else if (res->sampler_kind == 3)
            error(v, res, DXKI_VR_META_VALIDSAMPLERMODE);
        check_range(v, &taken, res);
    }
    dxki_vec_free(v->ctx, &taken.list);
}

void dxki_validate_resources(dxki_val *v)
{
    check_class(v, DXK_RESOURCE_CLASS_UAV);
    check_class(v, DXK_RESOURCE_CLASS_SRV);
    check_dense(v);
    check_class(v, DXK_RESOURCE_CLASS_SAMPLER);
    check_class(v, DXK_RESOURCE_CLASS_CBUFFER);
}
