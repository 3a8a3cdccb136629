/* SPDX-License-Identifier: MIT */
/*
 * named.c - lists of metadata that libraries bring along: compile units, sources, flags of the
 * module. One of each name is made, with the entries of all libraries in their order. Those that
 * describe a DXIL program are made anew. See link.h, describe.c.
 */
#include "link/link.h"

#include "base/count.h"
#include "base/str.h"
#include "dxil/md.h"
#include "ir/edit.h"
#include "ir/flags.h"

/* An entry of a list. */
typedef struct entry {
    uint32_t list;
    dxki_md node;
} entry;

typedef struct gathering {
    dxki_link *link;
    dxki_link_names numbers; /* of lists */
    dxk_str *names;          /* by number */
    uint32_t count;
    DXKI_VEC(entry) entries;
    DXKI_VEC(uint8_t) met; /* by node: lists that have their entries once, and this one, as bits */
} gathering;

/* Lists of DXIL that are no description of the program. */
static const dxki_dxil_md_name_id carried[] = {
    DXKI_NAMED_SOURCE_CONTENTS, DXKI_NAMED_SOURCE_DEFINES, DXKI_NAMED_SOURCE_MAIN_FILE,
    DXKI_NAMED_SOURCE_ARGS, DXKI_NAMED_TARGET_TYPES};

static bool is_carried(dxk_str name)
{
    if (!dxki_str_starts(name, "dx."))
        return true;
    for (size_t i = 0; i < DXKI_COUNT(carried); i++)
        if (dxki_str_is(name, dxki_dxil_md_name_text(carried[i])))
            return true;
    return false;
}

/* A bit for a list that says each thing once; 0: it has whatever libraries say. */
static uint8_t once_bit(dxk_str name)
{
    if (dxki_str_is(name, DXKI_MODULE_FLAGS))
        return 1;
    if (dxki_str_is(name, dxki_dxil_md_name_text(DXKI_NAMED_SOURCE_CONTENTS)))
        return 2;
    return dxki_str_is(name, dxki_dxil_md_name_text(DXKI_NAMED_TARGET_TYPES)) ? 4 : 0;
}

/* True if the node is not in the list yet. */
static bool is_first(gathering *g, dxki_md node, uint8_t bit)
{
    bool first = !(g->met.items[node] & bit);
    g->met.items[node] |= bit;
    return first;
}

static bool add_entry(gathering *g, uint32_t list, uint8_t bit, dxki_md node)
{
    while (bit && g->met.count <= node)
        if (!dxki_vec_push(g->link->ctx, &g->met, 0))
            return false;
    const entry made = {list, node};
    return !node || (bit && !is_first(g, node, bit)) ||
           dxki_vec_push(g->link->ctx, &g->entries, made);
}

static bool gather_list(gathering *g, uint32_t l, size_t index)
{
    const dxk_module *m = dxki_link_library_of(g->link, l)->m;
    const dxki_named_md *named = &m->named_mds.items[index];
    dxk_str name = dxki_string_get(m, named->name);
    uint8_t bit = once_bit(name);
    uint32_t list = dxki_link_names_enter(&g->numbers, name, g->count);
    if (list == g->count)
        g->names[g->count++] = name;
    for (uint32_t i = 0; i < named->op_count; i++) {
        dxki_md node = 0;
        if (!dxki_import_md(&g->link->work[l].im, m->words.items[named->ops + i], &node) ||
            !add_entry(g, list, bit, node))
            return false;
    }
    return true;
}

static bool gather(gathering *g)
{
    for (uint32_t l = 0; l < g->link->linker->libraries.count; l++) {
        const dxk_module *m = dxki_link_library_of(g->link, l)->m;
        for (size_t i = 0; g->link->work[l].begun && i < m->named_mds.count; i++)
            if (is_carried(dxki_string_get(m, m->named_mds.items[i].name)) && !gather_list(g, l, i))
                return false;
    }
    return true;
}

/* Sorts the entries by list, and makes the lists. */
static bool make_lists(gathering *g)
{
    dxk_module *m = g->link->to;
    uint32_t *ends = DXKI_NEW_ARRAY(&g->link->arena, uint32_t, g->count + 1u);
    dxki_md *nodes = DXKI_NEW_ARRAY(&g->link->arena, dxki_md, g->entries.count + 1u);
    if (!ends || !nodes)
        return false;
    for (size_t i = 0; i < g->entries.count; i++)
        ends[g->entries.items[i].list + 1]++;
    for (uint32_t i = 0; i < g->count; i++)
        ends[i + 1] += ends[i];
    for (size_t i = 0; i < g->entries.count; i++)
        nodes[ends[g->entries.items[i].list]++] = g->entries.items[i].node;
    for (uint32_t i = 0, first = 0; i < g->count; first = ends[i++]) {
        uint32_t made = dxki_named_md_make(m, g->names[i]);
        if (made == UINT32_MAX || !dxki_named_md_set(m, made, nodes + first, ends[i] - first))
            return false;
    }
    return true;
}

bool dxki_link_import_named(dxki_link *link)
{
    gathering g = {.link = link};
    size_t total = 0;
    for (uint32_t l = 0; l < link->linker->libraries.count; l++)
        total += dxki_link_library_of(link, l)->m->named_mds.count;
    g.names = DXKI_NEW_ARRAY(&link->arena, dxk_str, total + 1);
    bool good = g.names && dxki_link_names_begin(&g.numbers, &link->arena, total) && gather(&g) &&
                make_lists(&g);
    dxki_vec_free(link->ctx, &g.entries);
    dxki_vec_free(link->ctx, &g.met);
    return good;
}
