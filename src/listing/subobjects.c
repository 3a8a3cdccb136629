/* SPDX-License-Identifier: MIT */
/*
 * subobjects.c - the sub-objects of a library in a listing: from RDAT when it has a table
 * of them, else from the metadata.
 */
#include "listing/listing.h"

#include "base/count.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/idset.h"

#include <string.h>

typedef DXKI_VEC(dxk_str) export_names;

/* A walk over RDAT's table. */
typedef struct sources {
    const dxk_rdat *rdat;
    uint32_t index;    /* the next one */
    dxki_idset set;    /* names so far: index + 1 */
    export_names room; /* of the one at hand */
    bool with_exports; /* read their lists */
    bool damaged;      /* some have no name, or one that was there before */
} sources;

typedef struct flag_name {
    uint32_t flag;
    const char *text;
} flag_name;

static const flag_name state_object_flags[] = {
    {1, "STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS"},
    {2, "STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS"},
    {4, "STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS"},
    {0, "<invalid StateObjectFlag>"},
};

static const flag_name pipeline_flags[] = {
    {0x100, "RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES"},
    {0x200, "RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES"},
    {0x400, "RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS"},
    {0, "<invalid RaytracingPipelineFlags>"},
};

/* The names of the bits, lowest first; the last row names all others. */
static void put_flags(dxki_out *out, uint32_t flags, const flag_name *names)
{
    const char *separator = "";

    if (flags == 0)
        dxki_out_char(out, '0');
    while (flags) {
        uint32_t lowest = flags & (~flags + 1);
        const flag_name *name = names;
        while (name->flag && name->flag != lowest)
            name++;
        dxki_out_text(out, separator);
        dxki_out_text(out, name->text);
        separator = " | ";
        flags ^= lowest;
    }
}

static void put_quoted(dxki_out *out, const char *label, dxk_str text)
{
    dxki_out_text(out, label);
    dxki_out_char(out, '"');
    dxki_out_str(out, text);
    dxki_out_char(out, '"');
}

static void put_number(dxki_out *out, const char *label, uint32_t number)
{
    dxki_out_text(out, label);
    dxki_out_u64(out, number);
}

static void put_content(dxki_listing *l, const dxki_dxil_subobject *s)
{
    static const char *const hit_groups[] = {"Triangle", "ProceduralPrimitive"};
    dxki_out *out = &l->out;

    switch (s->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        put_flags(out, s->flags, state_object_flags);
        break;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        put_number(out, "<", (uint32_t)s->root_signature.size);
        dxki_out_text(out, " bytes>");
        if (s->text.size)
            put_quoted(out, ", ", s->text);
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        put_quoted(out, "", s->target);
        dxki_out_text(out, ", { ");
        for (uint32_t i = 0; i < s->exports.count && !dxki_listing_is_full(l); i++)
            put_quoted(out, i ? ", " : "", s->exports.items[i]);
        dxki_out_text(out, " } ");
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        put_number(out, "MaxPayloadSizeInBytes = ", s->max_payload_size);
        put_number(out, ", MaxAttributeSizeInBytes = ", s->max_attribute_size);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG:
        put_number(out, "MaxTraceRecursionDepth = ", s->max_recursion);
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        dxki_out_text(out, "HitGroupType = ");
        dxki_out_text(out, s->hit_group_type < DXKI_COUNT(hit_groups)
                               ? hit_groups[s->hit_group_type]
                               : "<invalid HitGroupType>");
        put_quoted(out, ", Anyhit = ", s->any_hit);
        put_quoted(out, ", Closesthit = ", s->closest_hit);
        put_quoted(out, ", Intersection = ", s->intersection);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1:
        put_number(out, "MaxTraceRecursionDepth = ", s->max_recursion);
        dxki_out_text(out, ", Flags = ");
        put_flags(out, s->flags, pipeline_flags);
        break;
    default:
        break;
    }
}

static void put_subobject(dxki_listing *l, const dxki_dxil_subobject *s)
{
    dxki_out *out = &l->out;
    const char *kind = dxk_enum_text(DXK_ENUM_ID_subobject_kind, s->kind);

    dxki_out_text(out, ";  ");
    dxki_out_text(out, kind ? kind : "<invalid kind>");
    dxki_out_char(out, ' ');
    dxki_out_str(out, s->name);
    dxki_out_text(out, " = { ");
    put_content(l, s);
    dxki_out_text(out, " };\n");
}

/* ---------------------------------------------------------------------------------------- */
/* From RDAT                                                                                  */

/* Names of a list; false: out of memory. `*room` is used again for the next list. */
static bool copy_exports(dxki_listing *l, const dxk_rdat *rdat, dxk_rdat_list list,
                         export_names *room, dxki_dxil_strs *out)
{
    room->count = 0;
    if (!dxki_vec_reserve(l->ctx, room, list.count))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        dxk_rdat_string(rdat, dxk_rdat_list_item(list, i), &room->items[i]);
    *out = (dxki_dxil_strs){room->items, list.count};
    return true;
}

static void copy_subobject(const dxk_rdat_subobject_info *info, dxki_dxil_subobject *out)
{
    out->kind = info->kind;
    out->name = info->name;
    switch (info->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        out->flags = info->as.state_object_config.flags;
        break;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        out->root_signature = info->as.root_signature;
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        out->target = info->as.association.subobject;
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        out->max_payload_size = info->as.raytracing_shader_config.max_payload_size_in_bytes;
        out->max_attribute_size = info->as.raytracing_shader_config.max_attribute_size_in_bytes;
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG:
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1:
        out->max_recursion = info->as.raytracing_pipeline_config.max_trace_recursion_depth;
        out->flags = info->as.raytracing_pipeline_config.flags;
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        out->hit_group_type = info->as.hit_group.type;
        out->any_hit = info->as.hit_group.any_hit;
        out->closest_hit = info->as.hit_group.closest_hit;
        out->intersection = info->as.hit_group.intersection;
        break;
    default:
        break;
    }
}

/* True when the sub-object can be in the list: named, and unlike those before. */
static bool is_new(dxki_listing *l, sources *from, dxk_str name)
{
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(1, name)), pos = hash, id;

    if (name.size == 0)
        return false;
    while ((id = dxki_idset_next(&from->set, hash, &pos)) != 0) {
        dxk_rdat_subobject_info other;
        if (dxk_rdat_subobject_get(from->rdat, id - 1, &other) && dxki_str_same(other.name, name))
            return false;
    }
    if (!dxki_idset_add(l->ctx, &from->set, hash, from->index + 1))
        dxki_listing_note(l, dxki_nomem(l->ctx));
    return true;
}

/* Reads the next sub-object that is to be listed; false at the end. */
static bool next_rdat(dxki_listing *l, sources *from, dxki_dxil_subobject *out)
{
    dxk_rdat_subobject_info info;

    for (; dxk_rdat_subobject_get(from->rdat, from->index, &info); from->index++) {
        if (!dxk_enum_text(DXK_ENUM_ID_subobject_kind, info.kind))
            continue;
        if (!is_new(l, from, info.name)) {
            from->damaged = true;
            continue;
        }
        memset(out, 0, sizeof *out);
        copy_subobject(&info, out);
        if (from->with_exports &&
            info.kind == DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION &&
            !copy_exports(l, from->rdat, info.as.association.exports, &from->room, &out->exports))
            dxki_listing_note(l, dxki_nomem(l->ctx));
        from->index++;
        return true;
    }
    return false;
}

/* One pass over the table; prints when `print`. Returns the number of sub-objects. */
static uint32_t list_rdat(dxki_listing *l, const dxk_rdat *rdat, bool print, bool *damaged)
{
    sources from;
    dxki_dxil_subobject subobject;
    uint32_t count = 0;

    memset(&from, 0, sizeof from);
    from.rdat = rdat;
    from.with_exports = print;
    while (!dxki_listing_is_full(l) && next_rdat(l, &from, &subobject)) {
        count++;
        if (print)
            put_subobject(l, &subobject);
    }
    *damaged = from.damaged;
    dxki_idset_free(l->ctx, &from.set);
    dxki_vec_free(l->ctx, &from.room);
    return count;
}

static void list_metadata(dxki_listing *l)
{
    const dxki_dxil_list *list = &l->main->subobjects;

    for (uint32_t i = 0; i < list->count && !dxki_listing_is_full(l); i++)
        put_subobject(l, list->items[i]);
}

void dxki_listing_subobjects(dxki_listing *l)
{
    dxk_decoded *part = dxki_listing_part(l, DXK_PART_RDAT);
    const dxk_rdat *rdat = part && part->type == DXK_PART_TYPE_RDAT ? part->as.rdat : NULL;
    const dxk_rdat_table *table =
        rdat ? dxk_rdat_table_of(rdat, DXK_RECORD_ID_rdat_subobject) : NULL;
    const bool in_rdat = table && table->count;
    bool damaged = false;

    uint32_t count = in_rdat ? list_rdat(l, rdat, false, &damaged) : l->main->subobjects.count;
    if (damaged)
        dxki_out_text(&l->out, "; error occurred while loading Subobjects from RDAT.\n");
    if (count) {
        dxki_listing_title(l, "Subobjects");
        if (in_rdat)
            list_rdat(l, rdat, true, &damaged);
        else
            list_metadata(l);
        dxki_listing_blank(l);
    }
    dxk_decoded_free(part);
}
