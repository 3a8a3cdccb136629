/* SPDX-License-Identifier: MIT */
/*
 * plain.h - plain arithmetic: operators and comparisons on single numbers of types that all shaders
 * have. Most instructions of most shaders are of this kind, and most rules have nothing to say about
 * them, so that a walk may pass over them at once. Those that a reader knows of are marked.
 */
#ifndef DXKI_IR_PLAIN_H
#define DXKI_IR_PLAIN_H

#include "ir/ir.h"
#include "ir/op.h"

#include <string.h>

/* i1, i32 or float? */
static inline bool dxki_type_is_plain(dxki_type type)
{
    const uint32_t plain = 1u << DXKI_TY_I1 | 1u << DXKI_TY_I32 | 1u << DXKI_TY_FLOAT;
    return type < DXKI_TY_FIRST_FREE && (plain >> type & 1);
}

/* A number, or what an instruction made, of a plain type? */
static inline bool dxki_value_is_plain(const dxk_module *m, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return dxki_type_is_plain(m->insts.items[DXKI_INDEX(value)].type);
    return dxki_value_is_number(m, value) &&
           dxki_type_is_plain(m->consts.items[DXKI_INDEX(value)].type);
}

/* An operator or a comparison of plain values? */
static inline bool dxki_inst_is_plain(const dxk_module *m, const dxki_inst *in)
{
    const dxki_value *ops = m->words.items + in->ops;
    dxki_op_class cls = dxki_op_class_of((dxki_op)in->op);
    return (cls == DXKI_OC_BIN || cls == DXKI_OC_CMP) && dxki_type_is_plain(in->type) &&
           dxki_value_is_plain(m, ops[0]) && dxki_value_is_plain(m, ops[1]);
}

/* Marks in dxk_module.inst_plain: bits. */
enum {
    DXKI_PLAIN = 1,
    DXKI_PLAIN_QUIET = 2, /* it is plain, or a member of a result: dxki_inst_is_plain_member() */
    DXKI_PLAIN_ALONE = 4, /* its operands are quiet, or numbers */
    DXKI_PLAIN_HOME = 8   /* its operands are before it in its block, or numbers */
};

/*
 * Found out when the module was read to be judged: an operator, no division, whose result and
 * operands all have one plain type. The operands are numbers and results of instructions before it.
 */
static inline bool dxki_inst_known_plain(const dxk_module *m, uint32_t inst)
{
    return inst < m->inst_plain.count && m->inst_plain.items[inst] & DXKI_PLAIN;
}

/* Does it have all of those marks? */
static inline bool dxki_inst_has_marks(const dxk_module *m, uint32_t inst, uint8_t marks)
{
    return inst < m->inst_plain.count && (m->inst_plain.items[inst] & marks) == marks;
}

/* A member of a structure that an instruction made, of a plain type, and not the last one: that may
 * be a status, whose uses are of interest. */
static inline bool dxki_inst_is_plain_member(const dxk_module *m, const dxki_inst *in)
{
    const uint32_t *words = m->words.items + in->ops;
    if (in->op != DXKI_OP_EXTRACTVALUE || !dxki_type_is_plain(in->type) || words[1] != 1 ||
        DXKI_TAG(words[0]) != DXKI_V_INST)
        return false;
    dxki_type from = dxki_value_type(m, words[0]);
    return dxki_type_kind_of(m, from) == DXKI_T_STRUCT &&
           words[2] + UINT64_C(1) < dxki_type_count(m, from);
}

/*
 * The last of the instructions from `inst` on that follow each other and all have those marks, as
 * `inst` itself does. Marks are put only on instructions as they are read, one after the other.
 */
static inline uint32_t dxki_inst_plain_end(const dxk_module *m, uint32_t inst, uint8_t marks)
{
    const uint8_t *plain = m->inst_plain.items;
    size_t count = m->inst_plain.count, at = (size_t)inst + 1;
    uint64_t all = marks * UINT64_C(0x0101010101010101), eight = all;
    for (; at + 8 <= count; at += 8) {
        memcpy(&eight, plain + at, 8);
        if ((eight & all) != all)
            break;
    }
    while (at < count && (plain[at] & marks) == marks)
        at++;
    return (uint32_t)at - 1;
}

#endif
