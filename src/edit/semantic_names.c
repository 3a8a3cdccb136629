/* SPDX-License-Identifier: MIT */
/*
 * semantic_names.c - signature elements get other semantics, so that a stage fits the one before or
 * after it. System values keep theirs, which mean something.
 *
 *     map=COLOR1=TEXCOORD0     the element that has the index 1; its other rows move along
 *     map=NORMAL=TANGENT       all elements of that name, with their indices
 */
#include "base/str.h"
#include "edit/edit.h"

enum { OPTION_MAP, OPTION_INPUTS, OPTION_OUTPUTS, OPTION_STRICT };
enum { INPUTS, OUTPUTS, SIGNATURES = 3 };

typedef struct renamer {
    dxki_pass *p;
    dxk_dxil *d;
    dxki_edit_renames map;
    bool changed;
} renamer;

static dxk_status check_map(renamer *r)
{
    dxk_status status = dxki_edit_read_renames(r->p, r->p->texts[OPTION_MAP], &r->map);
    for (size_t i = 0; i < r->map.count && status == DXK_OK; i++) {
        dxk_str from = r->map.items[i].from, to = r->map.items[i].to, prefix = to;
        uint32_t number;
        bool indexed = dxki_edit_split_number(&from, &number);
        prefix.size = prefix.size < 3 ? prefix.size : 3;
        if (dxki_edit_split_number(&to, &number) && !indexed)
            status =
                dxki_pass_refuse(r->p, "an index requires a single element:", r->map.items[i].to);
        else if (!dxki_edit_is_name(to) || dxki_str_same_fold(prefix, dxki_str("SV_")))
            status = dxki_pass_refuse(r->p, "not a valid semantic:", r->map.items[i].to);
    }
    return status;
}

/* True if the element has the semantic; *shift: what is added to its indices. */
static bool matches(const dxki_dxil_sig_element *e, const dxki_edit_rename *rename, int64_t *shift)
{
    dxk_str from = rename->from, to = rename->to, name = e->name;
    uint32_t own = 0, wanted, given;
    bool numbered = dxki_edit_split_number(&name, &own);
    *shift = 0;
    if (!dxki_edit_split_number(&from, &wanted))
        return dxki_str_same_fold(from, name) && !numbered;
    if (!dxki_str_same_fold(from, name) && !dxki_str_same_fold(rename->from, e->name))
        return false;
    if (dxki_edit_split_number(&to, &given))
        *shift = (int64_t)given - wanted;
    return dxki_edit_has_index(e, wanted);
}

/* Moves an index; false: it would be below 0, or have more than 32 bits. */
static bool move_index(uint32_t *index, int64_t shift)
{
    int64_t moved = *index + shift;
    *index = (uint32_t)moved;
    return moved >= 0 && moved <= UINT32_MAX;
}

static dxk_status rename_element(renamer *r, dxki_dxil_sig_element *e,
                                 const dxki_edit_rename *rename, int64_t shift)
{
    dxk_str to = rename->to;
    uint32_t number;
    bool fits = move_index(&e->first_index, shift);
    (void)dxki_edit_split_number(&to, &number);
    dxki_string name = dxki_string_intern(r->p->m, to);
    uint32_t *indices = DXKI_NEW_ARRAY(&r->d->arena, uint32_t, e->indices.count);
    if (name == UINT32_MAX || !indices)
        return dxki_nomem(r->p->ctx);
    for (uint32_t i = 0; i < e->indices.count; i++) {
        indices[i] = e->indices.items[i];
        fits = move_index(&indices[i], shift) && fits;
    }
    if (!fits)
        return dxki_pass_refuse(r->p,
                                "not all rows of the element would have an index:", rename->to);
    e->name = dxki_string_get(r->p->m, name);
    e->indices.items = indices;
    r->changed = true;
    return DXK_OK;
}

/* All elements of a signature, which get structures of their own: a node may be shared by several. */
static dxk_status rename_signature(renamer *r, const dxki_dxil_entry *entry, uint32_t which,
                                   dxki_dxil_list *list)
{
    uint32_t stage = dxki_dxil_entry_kind(r->d, entry);
    const void **items = DXKI_NEW_ARRAY(&r->d->arena, const void *, list->count);
    dxk_status status = items ? DXK_OK : dxki_nomem(r->p->ctx);
    for (uint32_t i = 0; i < list->count && status == DXK_OK; i++) {
        dxki_dxil_sig_element *own = DXKI_NEW(&r->d->arena, dxki_dxil_sig_element);
        if (!own)
            return dxki_nomem(r->p->ctx);
        *own = *dxki_pass_element(list, i);
        items[i] = own;
        if (dxki_dxil_element_semantic(own, stage, which) != DXK_SEMANTIC_KIND_ARBITRARY)
            continue;
        for (size_t k = 0; k < r->map.count; k++) {
            int64_t shift;
            if (!matches(own, &r->map.items[k], &shift))
                continue;
            r->map.items[k].used = true;
            status = rename_element(r, own, &r->map.items[k], shift);
            break;
        }
    }
    if (status == DXK_OK)
        list->items = items;
    return status;
}

static dxk_status rename_all(renamer *r)
{
    const int64_t *options = r->p->options;
    bool both = !options[OPTION_INPUTS] && !options[OPTION_OUTPUTS];
    dxk_status status = check_map(r);
    for (uint32_t i = 0; i < r->d->entries.count && status == DXK_OK; i++) {
        dxki_dxil_entry *entry = dxki_pass_entry(r->d, i);
        for (uint32_t which = 0; which < SIGNATURES && status == DXK_OK; which++) {
            bool wanted = both || (which == INPUTS && options[OPTION_INPUTS]) ||
                          (which == OUTPUTS && options[OPTION_OUTPUTS]);
            if (wanted)
                status = rename_signature(r, entry, which, &entry->signatures[which]);
        }
    }
    if (status == DXK_OK && options[OPTION_STRICT])
        status = dxki_edit_all_used(r->p, &r->map);
    return status == DXK_OK && r->changed ? dxki_pass_write_metadata(r->p) : status;
}

dxk_status dxki_edit_rename_semantics(dxki_pass *p)
{
    renamer r = {.p = p, .d = dxki_pass_dxil(p)};
    dxk_status status = r.d ? rename_all(&r) : dxki_nomem(p->ctx);
    dxki_vec_free(p->ctx, &r.map);
    return status;
}
