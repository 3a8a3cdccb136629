/* SPDX-License-Identifier: MIT */
/* idle.c - see idle.h. */
#include "opt/idle.h"

#include <string.h>

/* Passes that are numbered; further ones always run. */
#define MOST_PASSES 64u

typedef struct numbering {
    const dxki_opt_node *nodes[MOST_PASSES];
    uint32_t count;
    uint8_t of_row[UINT8_MAX]; /* 1 + the first number of a pass */
} numbering;

static bool is_same_text(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool is_same(const dxki_opt_node *a, const dxki_opt_node *b)
{
    bool same = a->info == b->info;
    for (uint32_t i = 0; same && a->values && i < DXKI_PASS_OPTIONS; i++)
        same = a->values->numbers[i] == b->values->numbers[i] &&
               is_same_text(a->values->texts[i], b->values->texts[i]);
    return same;
}

/* Equal passes with equal options have one number. */
static uint32_t number_of(numbering *n, const dxki_opt_node *node)
{
    uint8_t *first = &n->of_row[node->info - dxki_opt_infos];
    for (uint32_t i = *first ? *first - 1u : n->count; i < n->count; i++) {
        if (is_same(n->nodes[i], node))
            return i;
    }
    if (n->count == MOST_PASSES)
        return MOST_PASSES;
    if (!*first)
        *first = (uint8_t)(n->count + 1);
    n->nodes[n->count] = node;
    return n->count++;
}

/* Groups nest as deep as the reader of lists allows. */
static void number_list(numbering *n, dxki_opt_node *list)
{
    for (; list; list = list->next) {
        if (list->info)
            list->number = number_of(n, list);
        else
            number_list(n, list->first);
    }
}

bool dxki_opt_idle_begin(dxki_opt_idle *idle, dxki_arena *arena, const dxk_module *m,
                         dxki_opt_node *list)
{
    numbering n;
    n.count = 0;
    memset(n.of_row, 0, sizeof n.of_row);
    number_list(&n, list);
    *idle = (dxki_opt_idle){.globals = (uint32_t)m->globals.count, .passes = n.count};
    idle->changed = DXKI_NEW_ARRAY(arena, uint32_t, idle->globals);
    idle->seen = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)idle->globals * idle->passes);
    idle->simple = DXKI_NEW_ARRAY(arena, uint32_t, idle->globals);
    return idle->changed && idle->seen && idle->simple;
}

static bool is_numbered(const dxki_opt_idle *idle, const dxki_opt_node *node, uint32_t function)
{
    return function < idle->globals && node->number < idle->passes;
}

/* The last change of what a pass on the function sees. */
static uint32_t last_change(const dxki_opt_idle *idle, uint32_t function)
{
    uint32_t own = idle->changed[function], all = idle->changed[0];
    if (!function)
        return idle->now;
    return own > all ? own : all;
}

bool dxki_opt_is_idle(const dxki_opt_idle *idle, const dxki_opt_node *node, uint32_t function)
{
    if (!is_numbered(idle, node, function))
        return false;
    return idle->seen[(size_t)function * idle->passes + node->number] > last_change(idle, function);
}

bool dxki_opt_is_simple(const dxki_opt_idle *idle, uint32_t function)
{
    return function && function < idle->globals &&
           idle->simple[function] > last_change(idle, function);
}

void dxki_opt_idle_note(dxki_opt_idle *idle, const dxki_opt_node *node, uint32_t function,
                        bool changed)
{
    idle->now += changed;
    if (changed && function < idle->globals)
        idle->changed[function] = idle->now;
    else if (!changed && is_numbered(idle, node, function))
        idle->seen[(size_t)function * idle->passes + node->number] = idle->now + 1;
    if (!changed && function < idle->globals && node->info->run == dxki_pass_instcombine)
        idle->simple[function] = idle->now + 1;
}
