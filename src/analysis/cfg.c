/* SPDX-License-Identifier: MIT */
/* cfg.c - see cfg.h. */
#include "analysis/cfg.h"

#include "base/sort.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Numbers of blocks                                                                          */

static bool comes_after(const void *user, const void *a, const void *b)
{
    const uint32_t *blocks = user;
    return blocks[*(const uint32_t *)a] > blocks[*(const uint32_t *)b];
}

/* For blocks that are not one row of indices, as after edits. */
static bool sort_blocks(dxki_cfg *cfg, dxki_arena *arena)
{
    cfg->sorted = DXKI_NEW_ARRAY(arena, uint32_t, cfg->count);
    cfg->sorted_numbers = DXKI_NEW_ARRAY(arena, uint32_t, cfg->count);
    if (!cfg->sorted || !cfg->sorted_numbers)
        return false;
    for (uint32_t i = 0; i < cfg->count; i++)
        cfg->sorted_numbers[i] = i;
    if (!dxki_sort(arena->ctx, cfg->sorted_numbers, cfg->count, sizeof *cfg->sorted_numbers,
                   comes_after, cfg->blocks))
        return false;
    for (uint32_t i = 0; i < cfg->count; i++)
        cfg->sorted[i] = cfg->blocks[cfg->sorted_numbers[i]];
    return true;
}

/* Blocks that were made and moved lie close together, as a rule. */
#define SPREAD 8u

static bool index_blocks(dxki_cfg *cfg, dxki_arena *arena)
{
    if (cfg->span / SPREAD > cfg->count)
        return sort_blocks(cfg, arena);
    cfg->numbers = DXKI_NEW_ARRAY(arena, uint32_t, cfg->span);
    for (uint32_t i = 0; cfg->numbers && i < cfg->count; i++)
        cfg->numbers[cfg->blocks[i] - cfg->lowest] = i + 1;
    return cfg->numbers != NULL;
}

static bool number_blocks(dxki_cfg *cfg, dxki_arena *arena, const dxk_module *m)
{
    uint32_t first = m->globals.items[cfg->function].first_block, n = 0, highest = first;
    bool in_row = true;
    DXKI_EACH_BLOCK_FROM(m, first, b)
        cfg->count++;
    cfg->blocks = DXKI_NEW_ARRAY(arena, uint32_t, cfg->count);
    if (!cfg->blocks)
        return false;
    cfg->lowest = first;
    DXKI_EACH_BLOCK_FROM(m, first, b) {
        in_row = in_row && b == first + n;
        cfg->blocks[n++] = b;
        cfg->lowest = b < cfg->lowest ? b : cfg->lowest;
        highest = b > highest ? b : highest;
    }
    cfg->span = cfg->count ? highest - cfg->lowest + 1 : 0;
    return in_row || index_blocks(cfg, arena);
}

uint32_t dxki_cfg_number_in_sorted(const dxki_cfg *cfg, uint32_t block)
{
    uint32_t low = 0, high = cfg->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cfg->sorted[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low < cfg->count && cfg->sorted[low] == block ? cfg->sorted_numbers[low] : DXKI_NO_NODE;
}

/* ---------------------------------------------------------------------------------------- */
/* Edges                                                                                      */

/* The numbers of the blocks that the terminator leads to, into `to` (may be NULL); their count,
 * at least one. The operands of a branch are LLVM's: condition, false block, true block. */
static uint32_t targets(const dxki_cfg *cfg, const dxk_module *m, uint32_t block, uint32_t *to)
{
    uint32_t last = m->blocks.items[block].last_inst, count = 0;
    const dxki_inst *in = dxki_inst_get(m, last);
    const dxki_value *ops = dxki_inst_ops(m, last);
    bool ends = last && dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
    for (uint32_t k = 0; ends && k < in->op_count; k++) {
        dxki_value op = ops[in->op == DXKI_OP_BR ? in->op_count - 1 - k : k];
        uint32_t number =
            DXKI_TAG(op) == DXKI_V_BLOCK ? dxki_cfg_number(cfg, DXKI_INDEX(op)) : DXKI_NO_NODE;
        if (number == DXKI_NO_NODE)
            continue;
        if (to)
            to[count] = number;
        count++;
    }
    if (count == 0 && to)
        to[0] = cfg->count;
    return count ? count : 1;
}

static bool link_blocks(dxki_cfg *cfg, dxki_arena *arena, const dxk_module *m)
{
    dxki_graph *g = &cfg->graph;
    uint32_t edges = 0;
    g->count = cfg->count + 1;
    g->succ.start = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)g->count + 1);
    if (!g->succ.start)
        return false;
    for (uint32_t i = 0; i < cfg->count; i++) {
        g->succ.start[i] = edges;
        edges += targets(cfg, m, cfg->blocks[i], NULL);
    }
    g->succ.start[cfg->count] = g->succ.start[cfg->count + 1] = edges;
    g->succ.to = DXKI_NEW_ARRAY(arena, uint32_t, edges);
    if (!g->succ.to)
        return false;
    for (uint32_t i = 0; i < cfg->count; i++)
        targets(cfg, m, cfg->blocks[i], g->succ.to + g->succ.start[i]);
    return dxki_graph_transpose(&g->pred, arena, &g->succ, g->count);
}

bool dxki_cfg_build(dxki_cfg *cfg, dxki_arena *arena, const dxk_module *m, uint32_t function)
{
    memset(cfg, 0, sizeof *cfg);
    cfg->function = function;
    return number_blocks(cfg, arena, m) && link_blocks(cfg, arena, m) &&
           dxki_graph_order(&cfg->order, arena, &cfg->graph.succ, cfg->graph.count, 0);
}
