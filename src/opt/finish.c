/* SPDX-License-Identifier: MIT */
/*
 * finish.c - the end of a run: what nothing needs goes, and what follows from the code is found out
 * anew, in the order in which one thing depends on the other:
 *
 *   usage and dynamic-index masks of elements -> shader flags -> dependence on inputs and ViewID
 *
 * The metadata is written anew only if something of this differs from what it says. Flags that do
 * not follow from the code stay as they are declared.
 */
#include "dxil/emit.h"
#include "dxil/md.h"
#include "dxil/requirements.h"
#include "dxil/usage.h"
#include "ir/strip.h"
#include "opt/run.h"
#include "pass/dead.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Masks                                                                                      */

typedef struct masks {
    uint32_t usage, dynamic;
} masks;

/* Elements that code may access: those of the entry point of a shader. */
static const dxki_dxil_entry *entry_of(const dxk_dxil *d)
{
    return d->model.kind == DXK_SHADER_KIND_LIBRARY ? NULL : dxki_dxil_first_entry(d);
}

static const dxki_dxil_sig_extra *extra_of(const dxki_dxil_list *list, uint32_t i)
{
    return &((const dxki_dxil_sig_element *)list->items[i])->extra;
}

static bool masks_differ(const dxki_dxil_list *list, const masks *old)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_extra *extra = extra_of(list, i);
        if (old[i].usage != extra->usage_mask || old[i].dynamic != extra->dynamic_mask)
            return true;
    }
    return false;
}

static dxk_status renew_masks(dxk_dxil *d, dxki_arena *arena, bool *differs)
{
    const dxki_dxil_entry *entry = entry_of(d);
    masks *old[3];
    if (!entry)
        return DXK_OK;
    for (uint32_t i = 0; i < 3; i++) {
        const dxki_dxil_list *list = &entry->signatures[i];
        old[i] = DXKI_NEW_ARRAY(arena, masks, list->count);
        if (!old[i])
            return dxki_nomem(d->ctx);
        for (uint32_t k = 0; k < list->count; k++)
            old[i][k] = (masks){extra_of(list, k)->usage_mask, extra_of(list, k)->dynamic_mask};
    }
    if (!dxki_dxil_renew_masks(d, entry, arena))
        return dxki_nomem(d->ctx);
    for (uint32_t i = 0; i < 3; i++)
        *differs |= masks_differ(&entry->signatures[i], old[i]);
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Flags, dependence                                                                          */

static dxk_status renew_flags(dxk_dxil *d, dxki_arena *arena, bool *differs)
{
    dxki_dxil_entry *first =
        d->entries.count ? (dxki_dxil_entry *)(uintptr_t)d->entries.items[0] : NULL;
    dxki_dxil_module_requirements needs;
    uint64_t kept = ~DXKI_SHADER_FLAGS_MADE;
    if (!first)
        return DXK_OK;
    if (!dxki_dxil_find_requirements(d, arena, &needs))
        return dxki_nomem(d->ctx);
    uint64_t declared = first->props.shader_flags;
    uint32_t minor = dxki_dxil_validator_minor(d);
    if (minor >= 5 && minor < 8) /* these validators take it as it is declared */
        kept |= DXKI_SHADER_BIT(RAYTRACING_1_1);
    first->props.shader_flags = (declared & kept) | (needs.flags & ~kept);
    *differs |= first->props.shader_flags != declared;
    return DXK_OK;
}

/* A module without the state stays without it. */
static dxk_status renew_dependence(dxk_module *m, dxk_dxil *d, bool *differs)
{
    return d->view_id.md ? dxki_dxil_renew_dependence(m, d, differs) : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */

/* The metadata that was read is changed. */
static dxk_status renew_metadata(dxk_module *m, dxk_dxil *d, dxki_arena *arena)
{
    bool differs = false;
    dxk_status status = renew_masks(d, arena, &differs);
    if (status == DXK_OK)
        status = renew_flags(d, arena, &differs);
    if (status == DXK_OK)
        status = renew_dependence(m, d, &differs);
    if (status == DXK_OK && differs)
        status = dxki_dxil_renew_metadata(m, d);
    return status;
}

static void mark_types(const dxk_module *m, dxki_type function, uint8_t *used)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, function, &count);
    for (uint32_t i = 0; i < count; i++)
        used[list[i]] = 1;
}

/* Types of linear algebra are listed if a function takes or gives them. */
static dxk_status trim_target_types(dxk_module *m, dxki_arena *arena)
{
    uint32_t index = dxki_named_md_find(m, dxki_dxil_md_name_text(DXKI_NAMED_TARGET_TYPES));
    if (index == UINT32_MAX)
        return DXK_OK;
    const dxki_named_md named = m->named_mds.items[index];
    uint8_t *used = DXKI_NEW_ARRAY(arena, uint8_t, m->types.count);
    dxki_md *kept = DXKI_NEW_ARRAY(arena, dxki_md, named.op_count + 1u);
    uint32_t count = 0, ops;
    if (!used || !kept)
        return dxki_nomem(m->ctx);
    for (size_t i = 1; i < m->globals.count; i++)
        if (m->globals.items[i].kind == DXKI_G_FUNCTION)
            mark_types(m, m->globals.items[i].value_type, used);
    for (uint32_t i = 0; i < named.op_count; i++) {
        dxki_md node = m->words.items[named.ops + i];
        const dxki_md *first = dxki_md_ops(m, node, &ops);
        dxki_value undef = ops && first[0] ? dxki_md_value(m, first[0]) : 0;
        if (!undef || used[dxki_value_type(m, undef)])
            kept[count++] = node;
    }
    if (count == named.op_count)
        return DXK_OK;
    if (count == 0)
        dxki_named_md_drop(m, index);
    else if (!dxki_named_md_set(m, index, kept, count))
        return dxki_nomem(m->ctx);
    return DXK_OK;
}

/* *d is the metadata, and stays so. */
static dxk_status remove_dead(dxk_module *m, dxk_dxil **d, dxki_arena *arena)
{
    dxki_pass_facts facts;
    dxki_pass_removal removal = DXKI_PASS_REMOVED_NONE;
    uint8_t *live;
    dxk_status status = dxki_pass_find_facts(*d, arena, &facts);
    if (status == DXK_OK)
        status = dxki_pass_find_live(*d, &facts, true, arena, &live);
    if (status == DXK_OK)
        status = dxki_pass_remove_dead(m, *d, live, false, &removal);
    if (status == DXK_OK && removal == DXKI_PASS_REMOVED_DESCRIBED) {
        dxk_dxil_free(*d);
        *d = NULL;
        status = dxk_dxil_load(m, d);
    }
    return status == DXK_OK ? trim_target_types(m, arena) : status;
}

dxk_status dxki_opt_finish(dxk_module *m, dxk_dxil *d)
{
    dxki_arena arena;
    dxki_arena_init(&arena, m->ctx);
    dxk_status status = d ? DXK_OK : dxk_dxil_load(m, &d);
    if (status == DXK_OK)
        status = remove_dead(m, &d, &arena);
    if (status == DXK_OK)
        status = renew_metadata(m, d, &arena);
    dxk_dxil_free(d);
    if (status == DXK_OK && m->touched && !m->is_passing && !dxki_module_compact(m))
        status = dxki_nomem(m->ctx);
    dxki_arena_free(&arena);
    return status;
}
