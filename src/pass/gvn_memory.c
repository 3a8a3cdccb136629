/* SPDX-License-Identifier: MIT */
/* gvn_memory.c - what memory holds: loads that give what is known, stores that change nothing. See gvn.c. */
#include "pass/gvn.h"

static void load_key(dxki_pass_gvn_walk *n, dxki_type type, dxki_value pointer, uint32_t stamp)
{
    dxki_pass_gvn_key(n, DXKI_OP_LOAD);
    dxki_pass_gvn_key(n, type);
    dxki_pass_gvn_key(n, pointer);
    dxki_pass_gvn_key(n, stamp);
}

/* Where the last accesses to a set of classes are remembered. */
static dxki_pass_recent *recent_of(const dxki_pass_gvn_walk *n, uint64_t classes)
{
    uint32_t lowest = 0;
    while (!(classes >> lowest & 1))
        lowest++;
    return &n->recents[lowest];
}

/* Remembers what is loaded from an address now. */
static void remember(dxki_pass_gvn_walk *n, uint64_t classes, dxki_value pointer, dxki_value value)
{
    if (!classes)
        return;
    dxki_pass_recent *r = recent_of(n, classes);
    uint32_t stamp = dxki_pass_memory_stamp(&n->mem, classes);
    if (r->stamp != stamp || r->classes != classes)
        *r = (dxki_pass_recent){.stamp = stamp, .classes = classes};
    uint32_t place = r->count < DXKI_PASS_RECENT ? r->count++ : r->turn++ % DXKI_PASS_RECENT;
    r->items[place].pointer = pointer;
    r->items[place].value = value;
    r->items[place].type = dxki_value_type(n->m, value);
    r->items[place].block = n->block;
}

/* Enters for the version that a write to `pointer` began what was known before, and is elsewhere. */
static void carry_over(dxki_pass_gvn_walk *n, uint64_t classes, dxki_value pointer, uint32_t before)
{
    if (!classes)
        return;
    dxki_pass_recent old = *recent_of(n, classes);
    uint32_t stamp = dxki_pass_memory_stamp(&n->mem, classes);
    bool current = old.stamp == before && old.classes == classes;
    for (uint32_t i = 0; current && i < old.count; i++) {
        if (!dxki_dom_dominates(n->dom, old.items[i].block, n->block) ||
            dxki_mem_compare(n->m, old.items[i].pointer, pointer) != DXKI_MEM_APART)
            continue;
        load_key(n, old.items[i].type, old.items[i].pointer, stamp);
        dxki_pass_table_enter(&n->table, old.items[i].value);
        remember(n, classes, old.items[i].pointer, old.items[i].value);
    }
}

void dxki_pass_gvn_load(dxki_pass_gvn_walk *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    dxki_value pointer = n->m->words.items[in->ops];
    dxki_pass_access access = dxki_pass_memory_access(&n->mem, in);
    if (access.fixed || dxki_pass_opaque_load(n->m, in))
        return;
    load_key(n, in->type, pointer, dxki_pass_memory_stamp(&n->mem, access.reads));
    if (!dxki_pass_gvn_find_or_enter(n, inst))
        remember(n, access.reads, pointer, DXKI_VALUE(DXKI_V_INST, inst));
}

void dxki_pass_gvn_store(dxki_pass_gvn_walk *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    dxki_value value = n->m->words.items[in->ops], pointer = n->m->words.items[in->ops + 1];
    dxki_type type = dxki_value_type(n->m, value);
    dxki_pass_access access = dxki_pass_memory_access(&n->mem, in);
    uint32_t before = dxki_pass_memory_stamp(&n->mem, access.writes);
    if (!access.fixed) {
        load_key(n, type, pointer, before);
        bool there = dxki_pass_table_find(&n->table) == value;
        dxki_pass_table_drop(&n->table);
        if (there) {
            dxki_pass_changed(n->p);
            n->failed = !dxki_inst_remove(n->m, inst);
            return;
        }
    }
    dxki_pass_memory_write(&n->mem, access.writes);
    carry_over(n, access.writes, pointer, before);
    if (access.fixed || dxki_pass_is_undef(n->m, value))
        return;
    load_key(n, type, pointer, dxki_pass_memory_stamp(&n->mem, access.writes));
    dxki_pass_table_enter(&n->table, value);
    remember(n, access.writes, pointer, value);
}
