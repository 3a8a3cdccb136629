/* SPDX-License-Identifier: MIT */
/*
 * choice.c - see choice.h. As in the reference, each operand marks the dominators of the block that
 * it comes from, up to its definition or to a block that has a mark. A block that a second value
 * comes to leads to several, unless both are constants: then the first one stays.
 *
 * Marks change only where ways end or meet. So the tree is cut down to those blocks, at most twice
 * as many as there are operands, and what lies between two of them has one mark for all.
 */
#include "dxil/choice.h"

#include "base/sort.h"

static bool push(dxki_dxil_choices *c, uint32_t block)
{
    dxki_dxil_choice_node node = {.block = block, .parent = DXKI_NO_NODE, .top = block};
    return dxki_vec_push(c->m->ctx, &c->nodes, node);
}

static const dxki_value *sources_of(const dxk_module *m, const dxki_inst *phi)
{
    return m->words.items + phi->ops + phi->op_count;
}

/* The block that an operand comes from; DXKI_NO_NODE: it is not reached. */
static uint32_t source(const dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                       const dxki_inst *phi, uint32_t i)
{
    uint32_t block = dxki_cfg_number(cfg, DXKI_INDEX(sources_of(c->m, phi)[i]));
    return block != DXKI_NO_NODE && dxki_dom_has(dom, block) ? block : DXKI_NO_NODE;
}

/* ---------------------------------------------------------------------------------------- */
/* The small tree                                                                             */

static bool is_later(const void *user, const void *a, const void *b)
{
    const dxki_dom *dom = user;
    return dom->in[((const dxki_dxil_choice_node *)a)->block] >
           dom->in[((const dxki_dxil_choice_node *)b)->block];
}

/* Sorts the nodes as in the tree and leaves each block once. */
static bool tidy(dxki_dxil_choices *c, const dxki_dom *dom)
{
    size_t kept = 0;
    if (!dxki_sort(c->m->ctx, c->nodes.items, c->nodes.count, sizeof *c->nodes.items, is_later,
                   dom))
        return false;
    for (size_t i = 0; i < c->nodes.count; i++) {
        if (kept == 0 || c->nodes.items[i].block != c->nodes.items[kept - 1].block)
            c->nodes.items[kept++] = c->nodes.items[i];
    }
    c->nodes.count = kept;
    return true;
}

/* Ways meet where neighbours in the order of the tree have their nearest common dominator. */
static bool add_meetings(dxki_dxil_choices *c, const dxki_dom *dom)
{
    size_t count = c->nodes.count;
    for (size_t i = 1; i < count; i++) {
        uint32_t common =
            dxki_dom_common(dom, c->nodes.items[i - 1].block, c->nodes.items[i].block);
        if (!push(c, common))
            return false;
    }
    return tidy(c, dom);
}

static void find_parents(dxki_dxil_choices *c, const dxki_dom *dom)
{
    uint32_t above = DXKI_NO_NODE;
    for (uint32_t i = 0; i < c->nodes.count; i++) {
        dxki_dxil_choice_node *node = &c->nodes.items[i];
        while (above != DXKI_NO_NODE &&
               !dxki_dom_dominates(dom, c->nodes.items[above].block, node->block))
            above = c->nodes.items[above].parent;
        node->parent = above;
        above = i;
    }
}

static dxki_dxil_choice_node *node_of(const dxki_dxil_choices *c, const dxki_dom *dom,
                                      uint32_t block)
{
    size_t low = 0, high = c->nodes.count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (dom->in[c->nodes.items[middle].block] <= dom->in[block])
            low = middle;
        else
            high = middle;
    }
    return &c->nodes.items[low];
}

/* ---------------------------------------------------------------------------------------- */
/* Marks                                                                                      */

/* True: the node had no mark. */
static bool mark(dxki_dxil_choice_node *node, dxki_value value)
{
    bool is_first = !node->is_marked;
    if (is_first)
        node->mark = value;
    else if (node->mark != value &&
             !(dxki_value_is_const(node->mark) && dxki_value_is_const(value)))
        node->mark = 0;
    node->is_marked = true;
    return is_first;
}

/* The depth of the block that defines a value, the root's for what is there from the start. */
static uint32_t depth_of(const dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                         dxki_value value, uint32_t from)
{
    uint32_t home = DXKI_TAG(value) == DXKI_V_INST
                        ? dxki_cfg_number(cfg, c->m->insts.items[DXKI_INDEX(value)].block)
                        : 0;
    return home != DXKI_NO_NODE && dxki_dom_dominates(dom, home, from) ? dom->depth[home] : 0;
}

/* Marks from a node upwards, to the block at depth `end` or to a node that has a mark. */
static void mark_upwards(dxki_dxil_choices *c, const dxki_dom *dom, dxki_dxil_choice_node *node,
                         dxki_value value, uint32_t end)
{
    while (dom->depth[node->block] > end && !node->is_above) {
        dxki_dxil_choice_node *up =
            node->parent == DXKI_NO_NODE ? NULL : &c->nodes.items[node->parent];
        uint32_t up_depth = up ? dom->depth[up->block] : 0;
        bool is_through = up && up_depth >= end;
        node->is_above = true;
        node->above = value;
        node->end = is_through ? up_depth + 1 : end;
        if (!is_through || !mark(up, value))
            return;
        node = up;
    }
}

/* From a node whose mark goes on above it, the highest block is further up. Parents first. */
static void find_tops(dxki_dxil_choices *c, const dxki_dom *dom)
{
    for (size_t i = 0; i < c->nodes.count; i++) {
        dxki_dxil_choice_node *node = &c->nodes.items[i];
        const dxki_dxil_choice_node *up =
            node->parent == DXKI_NO_NODE ? NULL : &c->nodes.items[node->parent];
        if (!node->is_above || node->above != node->mark)
            continue;
        node->top = dxki_dom_at_depth(dom, node->block, node->end);
        if (up && node->end == dom->depth[up->block] + 1 && up->is_marked && up->mark == node->mark)
            node->top = up->top;
    }
}

bool dxki_dxil_choices_find(dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                            const dxki_inst *phi)
{
    const dxki_value *values = c->m->words.items + phi->ops;
    uint32_t from;
    c->nodes.count = 0;
    for (uint32_t i = 0; i < phi->op_count; i++) {
        from = source(c, cfg, dom, phi, i);
        if (from != DXKI_NO_NODE && !push(c, from))
            return false;
    }
    if (!tidy(c, dom) || !add_meetings(c, dom))
        return false;
    find_parents(c, dom);
    for (uint32_t i = 0; i < phi->op_count; i++) {
        from = source(c, cfg, dom, phi, i);
        if (from != DXKI_NO_NODE && !node_of(c, dom, from)->is_marked)
            mark(node_of(c, dom, from), values[i]);
    }
    for (uint32_t i = 0; i < phi->op_count; i++) {
        from = source(c, cfg, dom, phi, i);
        if (from != DXKI_NO_NODE)
            mark_upwards(c, dom, node_of(c, dom, from), values[i],
                         depth_of(c, cfg, dom, values[i], from));
    }
    find_tops(c, dom);
    return true;
}

uint32_t dxki_dxil_choice_of(const dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                             const dxki_inst *phi, uint32_t i)
{
    uint32_t from = source(c, cfg, dom, phi, i);
    if (from == DXKI_NO_NODE)
        return dxki_cfg_number(cfg, DXKI_INDEX(sources_of(c->m, phi)[i]));
    const dxki_dxil_choice_node *node = node_of(c, dom, from);
    return node->mark == c->m->words.items[phi->ops + i] ? node->top : from;
}

void dxki_dxil_choices_free(dxki_dxil_choices *c)
{
    if (c->m)
        dxki_vec_free(c->m->ctx, &c->nodes);
}
