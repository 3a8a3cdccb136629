/* SPDX-License-Identifier: MIT */
/*
 * attachments.c - metadata attached to instructions and functions.
 *
 * The attachments of an instruction stand together in m->attachments, sorted by kind; where they
 * begin is found by the instruction's index in m->inst_attached. The runs are in no order, so an
 * instruction can get more of them at any time: its run moves to the end, and what it leaves behind
 * belongs to nobody (owner 0) until the module is compacted. Those of functions are few: one array
 * sorted by function.
 */
#include "ir/edit.h"

#include <string.h>

/* --- finding --- */

/* Length of the run that starts at `first`. */
static uint32_t run_length(const dxk_module *m, size_t first, uint32_t owner)
{
    size_t end = first;
    while (end < m->attachments.count && m->attachments.items[end].owner == owner)
        end++;
    return (uint32_t)(end - first);
}

const dxki_attachment *dxki_attachments_at(const dxk_module *m, uint32_t place, uint32_t inst,
                                           uint32_t *count)
{
    *count = run_length(m, place - 1, inst);
    return m->attachments.items + (place - 1);
}

/* Where the attachments of a function are, or would be. */
static size_t find_function(const dxk_module *m, uint32_t global)
{
    size_t low = 0, high = m->fn_attachments.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->fn_attachments.items[middle].owner < global)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const dxki_attachment *dxki_function_attachments(const dxk_module *m, uint32_t global,
                                                 uint32_t *count)
{
    size_t first = find_function(m, global), end = first;
    while (end < m->fn_attachments.count && m->fn_attachments.items[end].owner == global)
        end++;
    *count = (uint32_t)(end - first);
    return *count ? m->fn_attachments.items + first : NULL;
}

/* --- entering what a reader appended --- */

/* Room in m->inst_attached for this instruction. */
static bool reserve_place(dxk_module *m, uint32_t inst)
{
    size_t old = m->inst_attached.count, wanted = (size_t)inst + 1;
    if (wanted <= old)
        return true;
    if (!dxki_vec_reserve(m->ctx, &m->inst_attached, wanted - old))
        return false;
    memset(m->inst_attached.items + old, 0, (wanted - old) * sizeof *m->inst_attached.items);
    m->inst_attached.count = wanted;
    return true;
}

/* Copies `count` attachments to the end and leaves the old ones to nobody. */
static bool move_run(dxk_module *m, size_t first, uint32_t count)
{
    if (!dxki_vec_reserve(m->ctx, &m->attachments, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        m->attachments.items[m->attachments.count++] = m->attachments.items[first + i];
        m->attachments.items[first + i].owner = 0;
    }
    return true;
}

/* Enters the run at `first`; when its owner has one already, both move to the end. */
static bool index_run(dxk_module *m, size_t first, uint32_t count)
{
    uint32_t owner = m->attachments.items[first].owner;
    if (!reserve_place(m, owner))
        return false;
    uint32_t *place = &m->inst_attached.items[owner];
    if (*place) {
        size_t old = *place - 1, end = m->attachments.count;
        uint32_t length = run_length(m, old, owner);
        if (old + length > first) /* it goes straight on there */
            return true;
        if (!move_run(m, old, length) || !move_run(m, first, count))
            return false;
        first = end;
    }
    *place = (uint32_t)first + 1;
    return true;
}

bool dxki_attachments_index(dxk_module *m, size_t first)
{
    size_t end = m->attachments.count;
    if (end >= UINT32_MAX / 2)
        return false;
    while (first < end) {
        uint32_t owner = m->attachments.items[first].owner, count = 1;
        while (first + count < end && m->attachments.items[first + count].owner == owner)
            count++;
        if (owner && !index_run(m, first, count))
            return false;
        first += count;
    }
    return true;
}

void dxki_attachments_clear(dxk_module *m)
{
    m->attachments.count = m->inst_attached.count = m->fn_attachments.count = 0;
}

/* --- editing --- */

/* Where `kind` is in a list, or belongs: the first that is not smaller. */
static uint32_t place_of_kind(const dxki_attachment *list, uint32_t count, uint32_t kind)
{
    uint32_t at = 0;
    while (at < count && list[at].kind < kind)
        at++;
    return at;
}

/* Takes one out of an instruction's run. */
static void drop(dxk_module *m, uint32_t inst, uint32_t count, uint32_t at)
{
    dxki_attachment *run = m->attachments.items + (m->inst_attached.items[inst] - 1);
    memmove(run + at, run + at + 1, (count - at - 1) * sizeof *run);
    run[count - 1].owner = 0;
    if (count == 1)
        m->inst_attached.items[inst] = 0;
}

/* Puts one into an instruction's run, which moves to the end unless it is there. */
static bool put(dxk_module *m, uint32_t count, uint32_t at, dxki_attachment added)
{
    if (m->attachments.count >= UINT32_MAX / 2 || !reserve_place(m, added.owner))
        return false;
    uint32_t *place = &m->inst_attached.items[added.owner];
    bool last = count && *place - 1 + count == m->attachments.count;
    size_t first = last ? *place - 1 : m->attachments.count;
    if (count && !last && !move_run(m, *place - 1, count))
        return false;
    if (!dxki_vec_push(m->ctx, &m->attachments, added))
        return false;
    dxki_attachment *run = m->attachments.items + first;
    memmove(run + at + 1, run + at, (count - at) * sizeof *run);
    run[at] = added;
    *place = (uint32_t)first + 1;
    return true;
}

bool dxki_inst_set_attachment(dxk_module *m, uint32_t inst, uint32_t kind, dxki_md node)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    uint32_t at = place_of_kind(list, count, kind);
    bool there = at < count && list[at].kind == kind;
    if (!dxki_module_touch(m))
        return false;
    if (there && node)
        m->attachments.items[m->inst_attached.items[inst] - 1 + at].node = node;
    else if (there)
        drop(m, inst, count, at);
    else if (node)
        return put(m, count, at, (dxki_attachment){inst, kind, node});
    return true;
}

void dxki_inst_clear_attachments(dxk_module *m, uint32_t inst)
{
    uint32_t count;
    if (!dxki_inst_attachments(m, inst, &count))
        return;
    dxki_attachment *run = m->attachments.items + (m->inst_attached.items[inst] - 1);
    for (uint32_t i = 0; i < count; i++)
        run[i].owner = 0;
    m->inst_attached.items[inst] = 0;
}

bool dxki_function_set_attachment(dxk_module *m, uint32_t global, uint32_t kind, dxki_md node)
{
    uint32_t count;
    const dxki_attachment *list = dxki_function_attachments(m, global, &count);
    uint32_t place = place_of_kind(list, count, kind);
    bool there = place < count && list[place].kind == kind;
    size_t at = find_function(m, global) + place;
    if (!dxki_module_touch(m))
        return false;
    if (there && node) {
        m->fn_attachments.items[at].node = node;
        return true;
    }
    if (!there && (!node || !dxki_vec_reserve(m->ctx, &m->fn_attachments, 1)))
        return !node;
    dxki_attachment *items = m->fn_attachments.items;
    size_t behind = m->fn_attachments.count - at;
    if (there) {
        memmove(items + at, items + at + 1, (behind - 1) * sizeof *items);
        m->fn_attachments.count--;
        return true;
    }
    memmove(items + at + 1, items + at, behind * sizeof *items);
    items[at] = (dxki_attachment){global, kind, node};
    m->fn_attachments.count++;
    return true;
}
