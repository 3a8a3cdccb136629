/* SPDX-License-Identifier: MIT */
/*
 * subobjects.c - sub-objects of libraries, which their RDAT has, in a library made of them: all of
 * them, those of one name once. See link.h.
 */
#include "link/link.h"

#include "base/str.h"
#include "build/build.h"
#include "dxk/parts.h"

static bool same_strings(const dxki_dxil_strs *a, const dxki_dxil_strs *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        if (!dxki_str_same(a->items[i], b->items[i]))
            return false;
    return a->count == b->count;
}

static bool same_bytes(dxk_bytes a, dxk_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same(const dxki_dxil_subobject *a, const dxki_dxil_subobject *b)
{
    return a->kind == b->kind && a->flags == b->flags &&
           same_bytes(a->root_signature, b->root_signature) &&
           dxki_str_same(a->target, b->target) && same_strings(&a->exports, &b->exports) &&
           a->max_payload_size == b->max_payload_size &&
           a->max_attribute_size == b->max_attribute_size && a->max_recursion == b->max_recursion &&
           a->hit_group_type == b->hit_group_type && dxki_str_same(a->any_hit, b->any_hit) &&
           dxki_str_same(a->closest_hit, b->closest_hit) &&
           dxki_str_same(a->intersection, b->intersection);
}

/* The sub-objects of one library. */
static bool read_library(dxki_link *link, uint32_t l, dxki_dxil_list *out)
{
    const dxki_link_library *library = dxki_link_library_of(link, l);
    size_t part = dxk_container_find(library->container, DXK_PART_RDAT, 0);
    if (part == DXK_NO_PART)
        return true;
    dxk_bytes content = dxk_container_part(library->container, part)->content;
    dxk_decoded *rdat = NULL;
    dxk_status status = dxk_part_decode(link->ctx, DXK_PART_RDAT, content, &rdat);
    if (status == DXK_OK) {
        link->work[l].rdat = rdat;
        status = dxki_build_take_subobjects(rdat->as.rdat, content.size, &link->arena, out);
    }
    if (status != DXK_OK && link->status == DXK_OK)
        link->status = status;
    return status == DXK_OK;
}

typedef struct merged {
    dxki_link_names names;
    const void **items;
    uint32_t *from; /* by item: its library */
    uint32_t count;
} merged;

static void add(dxki_link *link, merged *all, uint32_t l, const dxki_dxil_subobject *s)
{
    uint32_t number = dxki_link_names_enter(&all->names, s->name, all->count);
    if (number == all->count) {
        all->from[all->count] = l;
        all->items[all->count++] = s;
    } else if (!same(all->items[number], s)) {
        DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_SUBOBJECT, dxki_link_library_of(link, l), NULL,
                           dxki_text(s->name),
                           dxki_text(dxki_link_library_of(link, all->from[number])->name));
    }
}

bool dxki_link_merge_subobjects(dxki_link *link, dxki_dxil_list *out)
{
    uint32_t libraries = (uint32_t)link->linker->libraries.count, total = 0;
    dxki_dxil_list *lists = DXKI_NEW_ARRAY(&link->arena, dxki_dxil_list, libraries + 1u);
    merged all = {.count = 0};
    *out = (dxki_dxil_list){0, 0, NULL};
    for (uint32_t l = 0; lists && l < libraries; l++) {
        if (!read_library(link, l, &lists[l]))
            return false;
        total += lists[l].count;
    }
    all.items = DXKI_NEW_ARRAY(&link->arena, const void *, total + 1u);
    all.from = DXKI_NEW_ARRAY(&link->arena, uint32_t, total + 1u);
    if (!lists || !all.items || !all.from ||
        !dxki_link_names_begin(&all.names, &link->arena, total))
        return dxki_link_nomem(link);
    for (uint32_t l = 0; l < libraries; l++)
        for (uint32_t i = 0; i < lists[l].count; i++)
            add(link, &all, l, lists[l].items[i]);
    *out = (dxki_dxil_list){0, all.count, all.items};
    return link->status == DXK_OK;
}
