/* SPDX-License-Identifier: MIT */
/*
 * bdce.c - the pass bdce, which removes computations of bits of integers that are not used.
 *
 * One walk back over the blocks in post-order, in which users come before what they use, phis apart:
 * each instruction asks its operands for the bits that its own demanded bits depend on. Then a mask
 * that clears, sets or flips none of the demanded bits goes, and so does a pair of shifts that only
 * clears others; what nobody asks any bit of is 0.
 *
 *     %a = or i32 %x, 256       asked for 8 bits: %x
 *     %b = shl i32 %a, 24       asked for all, needs the 8 lowest of %a
 *
 * What replaces an instruction agrees with it in all bits that anybody depends on, so that what was
 * asked for stays right. In the other bits it does not, so debug information does not get it: a
 * variable that the instruction was the value of has none then. Nothing here knows the values of
 * bits: that is known-bits.
 */
#include "pass/constant_use.h"
#include "pass/merge.h"

#include "base/real.h"

typedef struct demand {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_algebra a;
    uint64_t *bits; /* by instruction */
    size_t count;
} demand;

static uint64_t ones(uint32_t width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

/* The width of integers that are looked at; 0: any other type, or of minimum precision. */
static uint32_t width_of(const demand *d, dxki_type type)
{
    if (!dxki_type_is_int(d->m, type) || dxki_pass_alg_is_loose(&d->a, type))
        return 0;
    uint32_t width = dxki_type_bits(d->m, type);
    return width <= 64 ? width : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Demanded bits                                                                              */

/* Bits of the first operand of a shift. */
static uint64_t through_shift(dxki_op op, uint64_t bits, uint64_t by, uint32_t width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    if (op == DXKI_OP_SHL)
        return bits >> by;
    uint64_t need = bits << by & ones(width);
    bool copies = op == DXKI_OP_ASHR && bits & ~(ones(width) >> by);
    return copies ? need | sign : need;
}

/* The bits of operand `k` that the demanded bits of an integer instruction depend on. */
static uint64_t needed(const demand *d, const dxki_inst *in, uint32_t width, uint32_t k,
                       uint64_t bits)
{
    const dxki_value *ops = d->m->words.items + in->ops;
    uint32_t from;
    dxki_pass_number n;
    switch (in->op) {
    case DXKI_OP_AND:
        return dxki_pass_alg_number(d->m, ops[1 - k], &n) ? bits & n.bits : bits;
    case DXKI_OP_OR:
        return dxki_pass_alg_number(d->m, ops[1 - k], &n) ? bits & ~n.bits : bits;
    case DXKI_OP_XOR:
        return bits;
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
    case DXKI_OP_MUL: /* carries go up */
        return bits ? ones((uint32_t)dxki_top_bit(bits) + 1) : 0;
    case DXKI_OP_SHL:
    case DXKI_OP_LSHR:
    case DXKI_OP_ASHR:
        return k == 0 && dxki_pass_alg_number(d->m, ops[1], &n)
                   ? through_shift((dxki_op)in->op, bits, n.bits & (width - 1u), width)
                   : ~(uint64_t)0;
    case DXKI_OP_TRUNC:
    case DXKI_OP_ZEXT:
        return bits;
    case DXKI_OP_SEXT:
        from = width_of(d, dxki_value_type(d->m, ops[k]));
        return from && bits & ~ones(from) ? bits | (uint64_t)1 << (from - 1) : bits;
    case DXKI_OP_SELECT:
        return k == 0 ? ~(uint64_t)0 : bits;
    default:
        return ~(uint64_t)0;
    }
}

/* The low half is what the operation reads of its operand. */
static bool reads_half(const demand *d, const dxki_inst *in)
{
    return in->op == DXKI_OP_CALL &&
           dxki_call_dxop_complete(d->m, in) == dxki_dxop_get(DXKI_DXOP_LegacyF16ToF32);
}

static void ask_operands(demand *d, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(d->m, inst);
    uint32_t width = width_of(d, in->type);
    uint64_t bits = d->bits[inst] & ones(width);
    bool half = reads_half(d, in);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t operand = dxki_value_as_inst(d->m->words.items[in->ops + k]);
        if (!operand || operand >= d->count)
            continue;
        d->bits[operand] |= half ? 0xffff : width ? needed(d, in, width, k, bits) : ~(uint64_t)0;
    }
}

/* Phis are asked by their blocks' predecessors, which come later in the walk: all bits. */
static void ask_for_phis(demand *d, const dxki_cfg *cfg)
{
    for (uint32_t i = 0; i < cfg->count; i++) {
        DXKI_EACH_INST(d->m, cfg->blocks[i], inst) {
            const dxki_inst *in = dxki_inst_get(d->m, inst);
            if (in->op != DXKI_OP_PHI)
                break;
            for (uint32_t k = 0; k < in->op_count; k++) {
                uint32_t operand = dxki_value_as_inst(d->m->words.items[in->ops + k]);
                if (operand)
                    d->bits[operand] = ~(uint64_t)0;
            }
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* What goes                                                                                  */

/* x << c >> c, or x >> c << c: x, if the bits that are lost are not asked for. */
static dxki_value across_shifts(const demand *d, const dxki_inst *in, uint64_t bits)
{
    const dxki_value *ops = d->m->words.items + in->ops;
    uint32_t width = width_of(d, in->type);
    dxki_op other = in->op == DXKI_OP_SHL ? DXKI_OP_LSHR : DXKI_OP_SHL;
    const dxki_inst *inner = dxki_pass_alg_as(d->m, ops[0], other);
    dxki_pass_number n;
    if (!inner && in->op == DXKI_OP_SHL)
        inner = dxki_pass_alg_as(d->m, ops[0], DXKI_OP_ASHR);
    if (!inner || !dxki_pass_alg_number(d->m, ops[1], &n) || n.bits >= width ||
        d->m->words.items[inner->ops + 1] != ops[1])
        return 0;
    uint64_t lost = in->op == DXKI_OP_SHL ? ones((uint32_t)n.bits) : ~(ones(width) >> n.bits);
    return bits & lost & ones(width) ? 0 : d->m->words.items[inner->ops];
}

static dxki_value without_mask(const demand *d, const dxki_inst *in, uint64_t bits)
{
    const dxki_value *ops = d->m->words.items + in->ops;
    uint64_t asked = bits & ones(width_of(d, in->type));
    dxki_pass_number n;
    if (!dxki_pass_alg_number(d->m, ops[1], &n))
        return 0;
    return asked & (in->op == DXKI_OP_AND ? ~n.bits : n.bits) ? 0 : ops[0];
}

static dxki_value simpler(demand *d, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(d->m, inst);
    uint64_t bits = d->bits[inst];
    uint32_t width = width_of(d, in->type);
    if (!width || in->op == DXKI_OP_PHI || !dxki_tracked_first(d->m, DXKI_VALUE(DXKI_V_INST, inst)))
        return 0;
    if ((bits & ones(width)) == 0)
        return dxki_pass_alg_int(&d->a, in->type, 0);
    switch (in->op) {
    case DXKI_OP_AND:
    case DXKI_OP_OR:
    case DXKI_OP_XOR:
        return without_mask(d, in, bits);
    case DXKI_OP_SHL:
    case DXKI_OP_LSHR:
    case DXKI_OP_ASHR:
        return across_shifts(d, in, bits);
    default:
        return 0;
    }
}

/* Drops the flags of a sum or a shift whose operands may change in bits that are not demanded. */
static bool forget_promises(demand *d, uint32_t inst)
{
    dxki_inst *in = &d->m->insts.items[inst];
    uint8_t family = in->flags ? dxki_op_get(in->op)->family : 0;
    if (family != DXKI_OF_SUM && family != DXKI_OF_SHIFT)
        return false;
    uint32_t width = width_of(d, in->type);
    if (!width || (d->bits[inst] & ones(width)) == ones(width))
        return false;
    in->flags = 0;
    return true;
}

/* The value takes the place of an instruction as an operand, but not in debug information. */
static bool replace_operands(dxk_module *m, uint32_t inst, dxki_value with)
{
    dxki_value old = DXKI_VALUE(DXKI_V_INST, inst);
    DXKI_EACH_TRACKED_USE(m, old, use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (!dxki_inst_set_op(m, user, dxki_tracked_operand(m, use), with))
            return false;
    }
    bool goes = dxki_mem_is_removable(dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL));
    return dxki_pass_hand_name(m, with, old) && (!goes || dxki_inst_remove(m, inst));
}

/* The value that takes the place is asked for what the instruction was. */
static bool visit(demand *d, uint32_t inst)
{
    dxki_value self = DXKI_VALUE(DXKI_V_INST, inst), value = simpler(d, inst);
    uint32_t kept = dxki_value_as_inst(value);
    if (d->a.failed)
        return false;
    if (!value || !dxki_pass_may_be_constant(d->p, self, value)) {
        if (forget_promises(d, inst))
            dxki_pass_changed(d->p);
        ask_operands(d, inst);
        return true;
    }
    if (kept)
        d->bits[kept] |= d->bits[inst];
    dxki_pass_changed(d->p);
    return replace_operands(d->m, inst, value);
}

/* True if an instruction may ask for less than all bits of an operand, or let bits go by. */
static bool is_selective(const demand *d, const dxki_inst *in)
{
    switch (in->op) {
    case DXKI_OP_AND:
    case DXKI_OP_OR:
    case DXKI_OP_XOR:
    case DXKI_OP_SHL:
    case DXKI_OP_LSHR:
    case DXKI_OP_ASHR:
    case DXKI_OP_TRUNC:
        return true;
    default:
        return reads_half(d, in) || dxki_inst_is_debug_call(d->m, in);
    }
}

/* Without such an instruction all values are asked for all bits, unless only blocks that the entry
 * does not reach, or debug information, use them. */
static bool has_beginning(const demand *d, const dxki_cfg *cfg)
{
    bool reaches_end = cfg->order.place[cfg->count] != DXKI_NO_NODE;
    if (cfg->order.count != cfg->count + reaches_end)
        return true;
    for (uint32_t i = 0; i < cfg->count; i++) {
        DXKI_EACH_INST(d->m, cfg->blocks[i], inst)
            if (is_selective(d, dxki_inst_get(d->m, inst)))
                return true;
    }
    return false;
}

dxk_status dxki_pass_bdce(dxki_pass *p)
{
    demand d = {.p = p, .m = p->m, .count = p->m->insts.count};
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    if (cfg && !has_beginning(&d, cfg))
        return DXK_OK;
    d.bits = dxki_pass_by_inst(p, sizeof *d.bits);
    if (!cfg || !d.bits || !dxki_module_touch(p->m) || !dxki_pass_alg_begin(&d.a, p))
        return dxki_nomem(p->ctx);
    ask_for_phis(&d, cfg);
    for (uint32_t i = cfg->order.count; i-- > 0;) {
        uint32_t number = cfg->order.nodes[i], inst, before;
        if (number == cfg->count)
            continue;
        for (inst = p->m->blocks.items[cfg->blocks[number]].last_inst; inst; inst = before) {
            before = dxki_inst_prev(p->m, inst);
            if (!visit(&d, inst))
                return dxki_nomem(p->ctx);
        }
    }
    return DXK_OK;
}
