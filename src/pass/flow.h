/* SPDX-License-Identifier: MIT */
/*
 * flow.h - changing where control goes. What has to be minded is in one place here: phis lose the
 * edges that go, many at a time; a loop keeps an exit (FLOW.DEADLOOP); and a loop that holds
 * operations which lanes come to together keeps holding them:
 *
 *     loop:   ...                            A lane that is done leaves the loop and waits for the
 *             br %mine, %work, %next         others. Without the edge from %work to %next the sum
 *     work:   sum over the active lanes      would stand after the loop, where all lanes are
 *             br true, %done, %next          active again. So the branch stays, with a condition
 *     next:   br %loop                       that no compiler folds: a load of @dx.break.cond.
 */
#ifndef DXKI_PASS_FLOW_H
#define DXKI_PASS_FLOW_H

#include "pass/pass.h"

/* The terminator of a block; 0: there is none. */
uint32_t dxki_pass_flow_end(const dxk_module *m, uint32_t block);

/* The block that a terminator's operand names; 0: it is none. */
static inline uint32_t dxki_pass_flow_target(const dxk_module *m, uint32_t inst, uint32_t operand)
{
    dxki_value op = dxki_inst_ops(m, inst)[operand];
    return DXKI_TAG(op) == DXKI_V_BLOCK ? DXKI_INDEX(op) : 0;
}

/* Operands of a branch with a condition: LLVM's order. */
enum { DXKI_PASS_FLOW_CONDITION, DXKI_PASS_FLOW_FALSE, DXKI_PASS_FLOW_TRUE };

/* True if a block ends with a branch on a condition, or with one that has none. */
bool dxki_pass_flow_is_branch(const dxk_module *m, uint32_t block);
bool dxki_pass_flow_is_jump(const dxk_module *m, uint32_t block);

/* The node of that kind attached to an instruction; 0: none. */
dxki_md dxki_pass_flow_attachment(const dxk_module *m, uint32_t inst, dxk_str name);
/* Gives a terminator the loop metadata that another one has. False: out of memory. */
bool dxki_pass_flow_copy_loop(dxk_module *m, uint32_t from, uint32_t to);
/* Takes it away. False: out of memory. */
bool dxki_pass_flow_drop_loop(dxk_module *m, uint32_t inst);

/* What the source says of a branch (dx.controlflow.hints): [flatten] runs both ways, [branch],
 * [call] and [forcecase] keep it. */
typedef enum dxki_pass_flow_hint {
    DXKI_PASS_FLOW_HINT_NONE,
    DXKI_PASS_FLOW_HINT_BRANCH,
    DXKI_PASS_FLOW_HINT_FLATTEN
} dxki_pass_flow_hint;

dxki_pass_flow_hint dxki_pass_flow_hint_of(const dxk_module *m, uint32_t end);

/* Ends a block with a jump in the place of its terminator, whose location and loop metadata it
 * takes over. Phis are the caller's. False: out of memory. */
bool dxki_pass_flow_jump(dxki_pass *p, uint32_t block, uint32_t to);

/* --- edges that go --- */

typedef struct dxki_pass_flow_edge {
    uint32_t from, to; /* indices of blocks */
} dxki_pass_flow_edge;

typedef struct dxki_pass_flow_cuts {
    DXKI_VEC(dxki_pass_flow_edge) edges;
    DXKI_VEC(uint32_t) words;
} dxki_pass_flow_cuts;

/* Notes that one edge goes. False: out of memory. */
bool dxki_pass_flow_cut(dxki_pass *p, dxki_pass_flow_cuts *cuts, uint32_t from, uint32_t to);
/* Takes all of them out of phis, and forgets them. False: out of memory. */
bool dxki_pass_flow_apply(dxki_pass *p, dxki_pass_flow_cuts *cuts);
void dxki_pass_flow_cuts_free(dxki_pass *p, dxki_pass_flow_cuts *cuts);

/* Removes the blocks that the entry does not reach. Analyses are forgotten if there were any. False:
 * out of memory. */
bool dxki_pass_flow_remove_unreached(dxki_pass *p);

/*
 * Makes terminators jump that are known to go one way: choice[b], by number of the block in the flow
 * graph, is the number of the block that it goes to, or DXKI_NO_NODE. Blocks that are not reached
 * any more are removed. A branch may stay as it is, or with another condition, for the reasons
 * above. Analyses are forgotten if something changed. False: out of memory.
 */
bool dxki_pass_flow_decide(dxki_pass *p, const uint32_t *choice);

#endif
