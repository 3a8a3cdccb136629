/* SPDX-License-Identifier: MIT */
/*
 * choice.h - where it is decided that a phi takes a constant: in the highest block of the tree of
 * dominators from which only this value can reach the phi. The branches that control that block
 * matter to who depends on the phi (dependence.c).
 */
#ifndef DXKI_DXIL_CHOICE_H
#define DXKI_DXIL_CHOICE_H

#include "analysis/dom.h"
#include "base/vec.h"

/* A block of the tree that is the end of ways to the phi, or where two of them meet. */
typedef struct dxki_dxil_choice_node {
    uint32_t block, parent; /* parent: the next such block above, by place; DXKI_NO_NODE: none */
    dxki_value mark;        /* what leaves the block for the phi; 0: several values */
    dxki_value above;       /* the same of the blocks between this one and the parent */
    uint32_t end;           /* depth of the highest of those */
    uint32_t top;           /* the highest block from which only `mark` leaves */
    bool is_marked, is_above;
} dxki_dxil_choice_node;

/* What is kept from phi to phi. */
typedef struct dxki_dxil_choices {
    const dxk_module *m;
    DXKI_VEC(dxki_dxil_choice_node) nodes; /* in the order of the tree */
} dxki_dxil_choices;

/* Marks the ways to a phi. False: out of memory. The cost is that of sorting its operands. */
bool dxki_dxil_choices_find(dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                            const dxki_inst *phi);

/* The number of the block where it is decided that operand `i` of that phi, a constant, is taken;
 * DXKI_NO_NODE: it comes from nowhere. */
uint32_t dxki_dxil_choice_of(const dxki_dxil_choices *c, const dxki_cfg *cfg, const dxki_dom *dom,
                             const dxki_inst *phi, uint32_t i);

void dxki_dxil_choices_free(dxki_dxil_choices *c);

#endif
