/* SPDX-License-Identifier: MIT */
/* names.c - numbers by name, open addressing. See link.h. */
#include "link/link.h"

#include "base/str.h"
#include "ir/idset.h"

bool dxki_link_names_begin(dxki_link_names *names, dxki_arena *arena, size_t count)
{
    uint32_t size = 16;
    if (count > UINT32_MAX / 4)
        return false;
    while (size < count * 2)
        size *= 2;
    names->slots = DXKI_NEW_ARRAY(arena, struct dxki_link_names_slot, size);
    names->mask = size - 1;
    return names->slots != NULL;
}

/* The slot of a name, or the free one where it would be. */
static struct dxki_link_names_slot *slot_of(const dxki_link_names *names, dxk_str name)
{
    uint32_t at = dxki_hash_end(dxki_hash_bytes(1, name)) & names->mask;
    while (names->slots[at].number && !dxki_str_same(names->slots[at].name, name))
        at = (at + 1) & names->mask;
    return &names->slots[at];
}

uint32_t dxki_link_names_find(const dxki_link_names *names, dxk_str name)
{
    return slot_of(names, name)->number - 1;
}

uint32_t dxki_link_names_enter(dxki_link_names *names, dxk_str name, uint32_t number)
{
    struct dxki_link_names_slot *slot = slot_of(names, name);
    if (!slot->number)
        *slot = (struct dxki_link_names_slot){name, number + 1};
    return slot->number - 1;
}
