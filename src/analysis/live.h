/* SPDX-License-Identifier: MIT */
/*
 * live.h - where the values of a function (arguments and results) are still needed. A value is live
 * at a place if a way leads from there to a use of it that does not pass its definition. A phi uses
 * its operands at the ends of the blocks that they come from, and is defined before its block.
 *
 * All sets together can have as many entries as blocks times values, so none are kept. Asked for
 * are
 *     one value:  the blocks that it enters alive, in time that goes by those blocks and its uses;
 *     one place:  the values that are live there, in time linear in the function;
 *     all blocks: lists for all of them, in time and memory that go by their lengths, up to a
 *                 bound that the caller sets.
 * For code that the entry reaches; definitions dominate their uses (a verified function).
 */
#ifndef DXKI_ANALYSIS_LIVE_H
#define DXKI_ANALYSIS_LIVE_H

#include "analysis/dom.h"
#include "analysis/uses.h"

typedef struct dxki_live {
    const dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    const dxki_uses *uses; /* that has entered the function, or is of the module */

    uint32_t *mark; /* by block: the question that has met it */
    uint32_t question;
    uint32_t *blocks; /* the answer for one value */
    uint32_t count;

    uint32_t *best;   /* by block, for one place: see live.c */
    uint32_t *bucket; /* by depth in the tree: first block that waits; DXKI_NO_NODE: none */
    uint32_t *next;   /* in those lists */
    DXKI_VEC(dxki_value) values; /* the answer for one place */
} dxki_live;

/* Makes room for answers in the arena; false: out of memory. The values' list is freed with
 * dxki_live_free(), in any case. */
bool dxki_live_begin(dxki_live *live, dxki_arena *arena, const dxk_module *m, const dxki_cfg *cfg,
                     const dxki_dom *dom, const dxki_uses *uses);
void dxki_live_free(dxki_live *live);

/* The blocks at whose beginning, after phis, an argument or instruction is live, that where it is
 * made left out, into live->blocks: valid until the next question. Returns their number. */
uint32_t dxki_live_range(dxki_live *live, dxki_value value);

/* The values that are live right before an instruction, the operands that it uses included, or at
 * the end of a block, after its terminator (`inst` 0); into live->values. False: out of memory. */
bool dxki_live_at(dxki_live *live, uint32_t block, uint32_t inst);

/* Values that are live at the beginnings of blocks, after phis, by number of the block. */
typedef struct dxki_live_sets {
    size_t *start; /* one more than there are blocks */
    dxki_value *values;
} dxki_live_sets;

/* Lists all of them. DXK_E_LIMIT: they have more than `most` entries. */
dxk_status dxki_live_all(dxki_live *live, dxki_arena *arena, size_t most, dxki_live_sets *sets);

#endif
