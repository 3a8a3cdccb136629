/* SPDX-License-Identifier: MIT */
/*
 * tracked.h - who uses a value, kept up to date by the functions of edit.h.
 *
 * A use is a word: operand k of instruction i is the use insts[i].ops + k, and the blocks of a phi
 * are uses too, after its values. All uses of a value are linked through an array beside
 * dxk_module.words, the newest first, so that adding and removing one takes constant time and no
 * memory of its own.
 *
 *     if (!dxki_tracked_begin(m)) ...
 *     DXKI_EACH_TRACKED_USE(m, value, use)
 *         if (!dxki_inst_set_op(m, dxki_tracked_user(m, use), dxki_tracked_operand(m, use), other))
 * ... dxki_tracked_end(m);
 *
 * Only instructions are tracked. What else may hold a value - constants, globals and metadata - is
 * asked of dxki_value_is_held() (edit.h). Nothing is tracked until dxki_tracked_begin(), which
 * costs one pass; dxki_module_compact() ends it.
 */
#ifndef DXKI_IR_TRACKED_H
#define DXKI_IR_TRACKED_H

#include "ir/ir.h"

typedef struct dxki_tracked_link {
    uint32_t next, prev; /* uses of the same value; 0: none */
    uint32_t user;       /* index in insts; 0: this word is not a tracked use */
} dxki_tracked_link;

struct dxki_tracked {
    DXKI_VEC(dxki_tracked_link) links;            /* by word */
    DXKI_VEC(uint32_t) heads[DXKI_V_FORWARD + 1]; /* by tag, then by index: newest use, 0: none */
};

/* Begins to track uses; does nothing when they are. False: out of memory. */
bool dxki_tracked_begin(dxk_module *m);
void dxki_tracked_end(dxk_module *m);

/* The newest use of a value; 0: no instruction uses it. */
static inline uint32_t dxki_tracked_first(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    dxki_value_tag tag = DXKI_TAG(value);
    return index < m->tracked->heads[tag].count ? m->tracked->heads[tag].items[index] : 0;
}

/* The next use of the same value; 0: no more. */
static inline uint32_t dxki_tracked_next(const dxk_module *m, uint32_t use)
{
    return m->tracked->links.items[use].next;
}

/* The instruction that uses it, and as which operand; those of a phi from op_count on are blocks.
 */
static inline uint32_t dxki_tracked_user(const dxk_module *m, uint32_t use)
{
    return m->tracked->links.items[use].user;
}

static inline uint32_t dxki_tracked_operand(const dxk_module *m, uint32_t use)
{
    return use - m->insts.items[dxki_tracked_user(m, use)].ops;
}

/* Every use of a value, newest first. The body may change the current use, but no other of this
 * value: it must not remove an instruction that uses the value twice. */
#define DXKI_EACH_TRACKED_USE(m, value, use)                                                       \
    for (uint32_t use = dxki_tracked_first((m), (value)),                                          \
                  use##_next = use ? dxki_tracked_next((m), use) : 0;                              \
         use; use = use##_next, use##_next = use ? dxki_tracked_next((m), use) : 0)

/* For the functions that edit; they do nothing when nothing is tracked. */
bool dxki_tracked_add(dxk_module *m, uint32_t inst);  /* all operands of an instruction */
void dxki_tracked_drop(dxk_module *m, uint32_t inst); /* the same: before they change */
/* Changes one word that is an operand of an instruction, tracked or not. False: out of memory. */
bool dxki_tracked_set(dxk_module *m, uint32_t inst, uint32_t word, dxki_value value);

#endif
