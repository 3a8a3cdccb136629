/* SPDX-License-Identifier: MIT */
/*
 * subobjects.c - sub-objects out of RDAT. The program part of a library does not repeat them: who
 * makes RDAT anew, to write it or to compare with it, takes them from the old one.
 */
#include "base/ctx.h"
#include "build/build.h"

#define EXPANSION_MOST 64u /* bytes that references may lead to, for each byte of the part */

/* Sub-objects on the way from RDAT into a view of a module. */
typedef struct taker {
    const dxk_rdat *rdat;
    dxki_arena *arena;
    uint8_t *seen; /* by offset in the string buffer: it is a name */
    uint64_t left; /* bytes that references may still lead to: many may lead to the same place */
    bool failed;   /* out of memory */
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
    if (!spend(t, 4 * (uint64_t)list.count))
        return false;
    dxk_str *items = DXKI_NEW_ARRAY(t->arena, dxk_str, list.count);
    t->failed |= items == NULL;
    for (uint32_t i = 0; items && i < list.count; i++) {
        dxk_rdat_string(t->rdat, dxk_rdat_list_item(list, i), &items[i]);
        if (!spend(t, items[i].size))
            return false;
    }
    out->count = items ? list.count : 0;
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

dxk_status dxki_build_take_subobjects(const dxk_rdat *rdat, size_t size, dxki_arena *arena,
                                      dxki_dxil_list *list)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(rdat, DXK_RECORD_ID_rdat_subobject);
    uint32_t count = table ? table->count : 0;
    taker t = {.rdat = rdat, .arena = arena, .left = EXPANSION_MOST * (uint64_t)size};
    dxki_dxil_subobject *objects = DXKI_NEW_ARRAY(arena, dxki_dxil_subobject, count);
    const void **items = DXKI_NEW_ARRAY(arena, const void *, count);
    t.seen = DXKI_NEW_ARRAY(arena, uint8_t, rdat->strings.size);
    if (!objects || !items || !t.seen)
        return dxki_nomem(arena->ctx);
    for (uint32_t i = 0; i < count; i++) {
        dxk_rdat_subobject_info info;
        if (!dxk_rdat_subobject_get(rdat, i, &info) ||
            !dxk_enum_text(DXK_ENUM_ID_subobject_kind, info.kind) || !take_name(&t, &info) ||
            !take_content(&t, &info, &objects[i]))
            return t.failed ? dxki_nomem(arena->ctx) : DXK_E_INVALID;
        items[i] = &objects[i];
    }
    *list = (dxki_dxil_list){.count = count, .items = items};
    return DXK_OK;
}
