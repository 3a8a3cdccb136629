/* SPDX-License-Identifier: MIT */
/*
 * container_compare.c - parts that must be, byte for byte, what is made of the module: SFI0, the
 * signatures, RDAT (CONTAINER.PARTMATCHES).
 *
 * A module without sub-objects leaves them to RDAT: those there are taken over first, and must come
 * out again as they stand there.
 */
#include "dxk/enums.h"
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/where.h"

#include "build/build.h"
#include "dxk/parts.h"

#include <string.h>

static void mismatch(dxki_val *v, uint32_t fourcc)
{
    dxki_val_part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, fourcc);
}

/* Compares with what was made, and frees that. */
static void compare(dxki_val *v, dxk_status status, dxk_buffer *made, dxk_bytes content,
                    uint32_t fourcc)
{
    bool same = status == DXK_OK && made->size == content.size &&
                (made->size == 0 || memcmp(made->data, content.data, made->size) == 0);
    if (status == DXK_E_NOMEM)
        v->failed = true;
    else if (!same)
        mismatch(v, fourcc);
    if (status == DXK_OK && !same)
        dxki_val_hint_difference(v, content, (dxk_bytes){made->data, made->size});
    dxk_buffer_free(made);
}

void dxki_val_check_signature(dxki_val *v, uint32_t which, dxk_bytes content)
{
    static const uint32_t fourccs[] = {DXK_PART_ISG1, DXK_PART_OSG1, DXK_PART_PSG1};
    dxk_buffer made;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_signature_part(v->d, which, &made);
    compare(v, status, &made, content, fourccs[which]);
}

void dxki_val_check_features(dxki_val *v, dxk_bytes content)
{
    dxk_buffer made;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_features(v->d, &made);
    compare(v, status, &made, content, DXK_PART_SFI0);
}

/* ---------------------------------------------------------------------------------------- */
/* RDAT                                                                                       */

/* Sub-objects on the way from RDAT into a view of the module. */
typedef struct taker {
    dxki_val *v;
    const dxk_rdat *rdat;
    uint8_t *seen; /* by offset in the string buffer: it is a name */
    uint64_t left; /* bytes that references may still lead to: many may lead to the same place */
} taker;

static bool spend(taker *t, uint64_t bytes)
{
    bool enough = bytes <= t->left;
    t->left -= enough ? bytes : 0;
    return enough;
}

/* The names of the exports. */
static bool take_exports(taker *t, dxk_rdat_list list, dxki_dxil_strs *out)
{
    dxk_str *items =
        spend(t, 4 * (uint64_t)list.count) ? DXKI_VNEW(t->v, dxk_str, list.count) : NULL;
    for (uint32_t i = 0; items && i < list.count; i++) {
        dxk_rdat_string(t->rdat, dxk_rdat_list_item(list, i), &items[i]);
        if (!spend(t, items[i].size))
            return false;
    }
    out->count = list.count;
    out->items = items;
    return items != NULL;
}

static bool take_content(taker *t, const dxk_rdat_subobject_info *info, dxki_dxil_subobject *s)
{
    *s = (dxki_dxil_subobject){.kind = info->kind, .name = info->name};
    switch (info->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        s->flags = info->as.state_object_config.flags;
        return true;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        s->root_signature = info->as.root_signature;
        return spend(t, s->root_signature.size);
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        s->target = info->as.association.subobject;
        return spend(t, s->target.size) &&
               take_exports(t, info->as.association.exports, &s->exports);
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        s->max_payload_size = info->as.raytracing_shader_config.max_payload_size_in_bytes;
        s->max_attribute_size = info->as.raytracing_shader_config.max_attribute_size_in_bytes;
        return true;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        s->hit_group_type = info->as.hit_group.type;
        s->any_hit = info->as.hit_group.any_hit;
        s->closest_hit = info->as.hit_group.closest_hit;
        s->intersection = info->as.hit_group.intersection;
        return spend(t, (uint64_t)s->any_hit.size + s->closest_hit.size + s->intersection.size);
    default: /* both pipeline configurations */
        s->max_recursion = info->as.raytracing_pipeline_config.max_trace_recursion_depth;
        s->flags = info->as.raytracing_pipeline_config.flags;
        return true;
    }
}

/* Names are there, and no two are the same: in a good RDAT each has an offset of its own. */
static bool take_name(taker *t, const dxk_rdat_subobject_info *info)
{
    uint32_t at = info->record->name;
    if (info->name.size == 0 || at >= t->rdat->strings.size || t->seen[at])
        return false;
    t->seen[at] = 1;
    return spend(t, info->name.size);
}

/* The sub-objects of RDAT. False: no module could have them, or out of memory (v->failed). */
static bool take_subobjects(taker *t, dxki_dxil_list *list)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(t->rdat, DXK_RECORD_ID_rdat_subobject);
    uint32_t count = table ? table->count : 0;
    dxki_dxil_subobject *objects = DXKI_VNEW(t->v, dxki_dxil_subobject, count);
    const void **items = DXKI_VNEW(t->v, const void *, count);
    t->seen = DXKI_VNEW(t->v, uint8_t, t->rdat->strings.size);
    for (uint32_t i = 0; i < count && !t->v->failed; i++) {
        dxk_rdat_subobject_info info;
        if (!dxk_rdat_subobject_get(t->rdat, i, &info) ||
            !dxk_enum_text(DXK_ENUM_ID_subobject_kind, info.kind) || !take_name(t, &info) ||
            !take_content(t, &info, &objects[i]))
            return false;
        items[i] = &objects[i];
    }
    *list = (dxki_dxil_list){.count = count, .items = items};
    return !t->v->failed;
}

/* What functions need: as it was found, or anew for sub-objects that the module itself has not.
 * NULL: out of memory. */
static const dxki_dxil_requirements *needs_of(dxki_val *v, dxk_dxil *view)
{
    dxki_dxil_module_requirements needs = v->needs;
    bool anew = view->subobjects.count != v->d->subobjects.count || !needs.functions;
    if (anew && !dxki_dxil_find_requirements(view, &v->arena, &needs)) {
        v->failed = true;
        return NULL;
    }
    view->atomic64 = needs.atomic64;
    return needs.functions;
}

static void check_rdat(dxki_val *v, dxk_bytes content, const dxk_rdat *rdat)
{
    dxk_dxil view = *v->d;
    dxk_buffer made;
    taker t = {.v = v, .rdat = rdat, .left = 64 * (uint64_t)content.size};
    if (dxki_named_md_find(v->m, "dx.subobjects") == UINT32_MAX &&
        !take_subobjects(&t, &view.subobjects)) {
        if (!v->failed)
            mismatch(v, DXK_PART_RDAT);
        return;
    }
    const dxki_dxil_requirements *needs = needs_of(v, &view);
    if (!needs)
        return;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_rdat(&view, needs, &made);
    compare(v, status, &made, content, DXK_PART_RDAT);
}

void dxki_val_check_rdat(dxki_val *v, dxk_bytes content)
{
    dxk_decoded *decoded;
    size_t first = dxk_ctx_diag_count(v->ctx);
    dxk_status status = dxk_part_decode(v->ctx, DXK_PART_RDAT, content, &decoded);
    dxki_val_move_diags(v, first);
    if (status == DXK_OK)
        check_rdat(v, content, decoded->as.rdat);
    else if (status == DXK_E_NOMEM)
        v->failed = true;
    else
        mismatch(v, DXK_PART_RDAT);
    dxk_decoded_free(decoded);
}
