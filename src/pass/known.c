/* SPDX-License-Identifier: MIT */
/* known.c - see known.h. */
#include "pass/known.h"

#include "base/real.h"

typedef dxki_pass_known known;

/* Bounds of the lanes of a wave, and of the groups along an axis of a dispatch. */
#define FEWEST_LANES 4u
#define MOST_LANES   128u
#define MOST_GROUPS  65535u

static uint64_t ones(uint32_t width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static known anything(uint32_t width)
{
    return (known){0, 0, 0, ones(width), (uint8_t)width};
}

static known exactly(uint64_t bits, uint32_t width)
{
    return (known){~bits & ones(width), bits, bits, bits, (uint8_t)width};
}

/* All ones up to the highest bit of a number. */
static uint64_t filled(uint64_t bits)
{
    return bits ? ones((uint32_t)dxki_top_bit(bits) + 1) : 0;
}

/* Makes bits and range say the same: what is above the range is 0, and what all of its numbers
 * begin with is known. */
static known settled(known k)
{
    uint64_t all = ones(k.width);
    k.low = k.low > k.one ? k.low : k.one;
    k.high = k.high < (all & ~k.zero) ? k.high : all & ~k.zero;
    if (k.low > k.high) /* code that is never run */
        return anything(k.width);
    uint64_t common = all & ~filled(k.low ^ k.high);
    k.one |= k.low & common;
    k.zero |= ~k.low & common;
    return k;
}

static known between(uint64_t low, uint64_t high, uint32_t width)
{
    known k = anything(width);
    k.low = low;
    k.high = high < k.high ? high : k.high;
    return settled(k);
}

static known either(known a, known b)
{
    known k = {a.zero & b.zero, a.one & b.one, a.low < b.low ? a.low : b.low,
               a.high > b.high ? a.high : b.high, a.width};
    return k;
}

/* What has been entered for an instruction; NULL: nothing. */
static const known *entered(const dxki_pass_facts_known *f, uint32_t inst)
{
    return inst && inst < f->count && f->place[inst] ? &f->of[f->place[inst]] : NULL;
}

known dxki_pass_known_of(const dxki_pass_facts_known *f, dxki_value value)
{
    dxki_pass_number n;
    const known *k = entered(f, dxki_value_as_inst(value));
    if (k)
        return *k;
    dxki_type type = dxki_value_type(f->m, value);
    uint32_t width = dxki_type_bits(f->m, type);
    if (!dxki_type_is_int(f->m, type) || width > 64 ||
        (!f->p->facts->native_16bit && type == DXKI_TY_I16))
        return (known){0};
    if (dxki_pass_alg_number(f->m, value, &n))
        return exactly(n.bits, width);
    return anything(width);
}

/* ---------------------------------------------------------------------------------------- */
/* Binary operators                                                                           */

/* Zeros at the low end. */
static uint32_t low_zeros(const known *k)
{
    uint32_t count = 0;
    while (count < k->width && k->zero >> count & 1)
        count++;
    return count;
}

static known of_sum(known a, known b)
{
    known k = anything(a.width);
    uint32_t zeros = low_zeros(&a) < low_zeros(&b) ? low_zeros(&a) : low_zeros(&b);
    k.zero = ones(zeros) & ones(a.width);
    if (a.high <= ones(a.width) - b.high) {
        k.low = a.low + b.low;
        k.high = a.high + b.high;
    }
    return settled(k);
}

static known of_product(known a, known b)
{
    known k = anything(a.width);
    uint32_t zeros = low_zeros(&a) + low_zeros(&b);
    k.zero = ones(zeros < a.width ? zeros : a.width);
    if (b.high == 0 || a.high <= ones(a.width) / b.high) {
        k.low = a.low * b.low;
        k.high = a.high * b.high;
    }
    return settled(k);
}

static known of_and(known a, known b)
{
    known k = anything(a.width);
    k.zero = a.zero | b.zero;
    k.one = a.one & b.one;
    k.high = a.high < b.high ? a.high : b.high;
    return settled(k);
}

static known of_or(known a, known b)
{
    known k = anything(a.width);
    k.zero = a.zero & b.zero;
    k.one = a.one | b.one;
    k.low = a.low > b.low ? a.low : b.low;
    return settled(k);
}

static known of_xor(known a, known b)
{
    known k = anything(a.width);
    k.zero = (a.zero & b.zero) | (a.one & b.one);
    k.one = (a.zero & b.one) | (a.one & b.zero);
    return settled(k);
}

/* Shifts by a known amount, cut to what counts of it. */
static known of_shl(known a, known b)
{
    known k = anything(a.width);
    uint32_t by = (uint32_t)(b.low & (a.width - 1u));
    if (b.low != b.high)
        return k;
    k.zero = (a.zero << by | ones(by)) & ones(a.width);
    k.one = a.one << by & ones(a.width);
    if (a.high <= ones(a.width) >> by) {
        k.low = a.low << by;
        k.high = a.high << by;
    }
    return settled(k);
}

static known of_lshr(known a, known b)
{
    uint32_t by = (uint32_t)(b.low & (a.width - 1u));
    if (b.low != b.high)
        return between(0, a.high, a.width);
    known k = {a.zero >> by | (ones(a.width) & ~(ones(a.width) >> by)), a.one >> by, a.low >> by,
               a.high >> by, a.width};
    return settled(k);
}

static bool is_negative_possible(const known *k)
{
    return k->high >> (k->width - 1) & 1;
}

static known of_ashr(known a, known b)
{
    return is_negative_possible(&a) ? anything(a.width) : of_lshr(a, b);
}

/* Division by zero gives all ones. */
static known of_udiv(known a, known b)
{
    if (b.low == 0)
        return anything(a.width);
    return between(a.low / b.high, a.high / b.low, a.width);
}

static known of_urem(known a, known b)
{
    if (b.low == 0)
        return anything(a.width);
    return a.high < b.low ? a : between(0, a.high < b.high - 1 ? a.high : b.high - 1, a.width);
}

static known of_umin(known a, known b)
{
    return between(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high, a.width);
}

static known of_umax(known a, known b)
{
    return between(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.width);
}

typedef known binary(known a, known b);

static binary *const binaries[DXKI_OP_COUNT] = {
    [DXKI_OP_ADD] = of_sum,   [DXKI_OP_MUL] = of_product, [DXKI_OP_AND] = of_and,
    [DXKI_OP_OR] = of_or,     [DXKI_OP_XOR] = of_xor,     [DXKI_OP_SHL] = of_shl,
    [DXKI_OP_LSHR] = of_lshr, [DXKI_OP_ASHR] = of_ashr,   [DXKI_OP_UDIV] = of_udiv,
    [DXKI_OP_UREM] = of_urem,
};

/* ---------------------------------------------------------------------------------------- */
/* Casts                                                                                      */

static known of_cast(uint8_t op, known a, uint32_t width)
{
    known k = anything(width);
    if (op == DXKI_OP_SEXT && is_negative_possible(&a))
        return k;
    if (op == DXKI_OP_TRUNC) {
        k.zero = a.zero & ones(width);
        k.one = a.one & ones(width);
        if (a.high <= ones(width)) {
            k.low = a.low;
            k.high = a.high;
        }
        return settled(k);
    }
    return op == DXKI_OP_ZEXT || op == DXKI_OP_SEXT
               ? settled((known){a.zero | (ones(width) & ~ones(a.width)), a.one, a.low, a.high,
                                 (uint8_t)width})
               : k;
}

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

static known of_thread(const dxki_pass_facts_known *f, const dxki_inst *call, uint32_t width)
{
    uint64_t axis;
    if (!dxki_value_as_int(f->m, f->m->words.items[call->ops + 1], &axis) || axis > 2 ||
        !f->threads[axis])
        return anything(width);
    return between(0, f->threads[axis] - 1, width);
}

static known of_operation(const dxki_pass_facts_known *f, const dxki_inst *call, uint32_t width)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(f->m, call);
    const dxki_value *args = f->m->words.items + call->ops + 1;
    uint64_t group = (uint64_t)f->threads[0] * f->threads[1] * f->threads[2];
    if (!op)
        return anything(width);
    switch (dxki_dxop_row(op)) {
    case DXKI_DXOP_ThreadIdInGroup:
        return of_thread(f, call, width);
    case DXKI_DXOP_FlattenedThreadIdInGroup:
        return group ? between(0, group - 1, width) : anything(width);
    case DXKI_DXOP_GroupId:
        return between(0, MOST_GROUPS - 1, width);
    case DXKI_DXOP_WaveGetLaneIndex:
        return between(0, MOST_LANES - 1, width);
    case DXKI_DXOP_WaveGetLaneCount:
        return between(FEWEST_LANES, MOST_LANES, width);
    case DXKI_DXOP_Countbits:
        return between(0, dxki_type_bits(f->m, dxki_value_type(f->m, args[0])), width);
    case DXKI_DXOP_LegacyF32ToF16:
        return between(0, 0xffff, width);
    case DXKI_DXOP_UMin:
        return of_umin(dxki_pass_known_of(f, args[0]), dxki_pass_known_of(f, args[1]));
    case DXKI_DXOP_UMax:
        return of_umax(dxki_pass_known_of(f, args[0]), dxki_pass_known_of(f, args[1]));
    default:
        return anything(width);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Phis                                                                                       */

/*
 * A counter: the phi of a loop whose value for the next round is the last one and a constant, and
 * below a constant when there is a next round.
 *
 *     %i = phi [start, entry], [%next, latch]
 *     %next = add %i, step
 *     br (icmp lt %next, bound), header, exit
 */
static bool counts_up_to(const dxki_pass_facts_known *f, uint32_t phi, dxki_value next,
                         uint32_t latch, uint64_t *bound, uint64_t *stride)
{
    const dxk_module *m = f->m;
    const dxki_inst *add = dxki_pass_alg_as(m, next, DXKI_OP_ADD);
    const dxki_inst *br = dxki_inst_get(m, m->blocks.items[latch].last_inst);
    dxki_pass_number step, end;
    if (!add || br->op != DXKI_OP_BR || br->op_count != 3)
        return false;
    const dxki_value *a = m->words.items + add->ops, *b = m->words.items + br->ops;
    const dxki_inst *test = dxki_pass_alg_as(m, b[0], DXKI_OP_ICMP);
    dxki_value header = DXKI_VALUE(DXKI_V_BLOCK, dxki_inst_get(m, phi)->block);
    if (!test || b[2] != header || b[1] == header || a[0] != DXKI_VALUE(DXKI_V_INST, phi) ||
        !dxki_pass_alg_number(m, a[1], &step))
        return false;
    const dxki_value *t = m->words.items + test->ops;
    uint64_t top = (uint64_t)1 << (step.width - 1);
    if (t[0] != next || !dxki_pass_alg_number(m, t[1], &end) || end.bits == 0 || end.bits >= top ||
        step.bits == 0 || step.bits >= top - end.bits)
        return false;
    *bound = end.bits - 1;
    *stride = step.bits;
    return test->sub == DXKI_PASS_ULT || test->sub == DXKI_PASS_SLT;
}

static known of_phi(const dxki_pass_facts_known *f, uint32_t inst, uint32_t width)
{
    const dxki_inst *in = dxki_inst_get(f->m, inst);
    known k = {0};
    uint64_t top = (uint64_t)1 << (width - 1), bound, stride = 0;
    for (uint32_t i = 0; i < in->op_count; i++) {
        dxki_value value = f->m->words.items[in->ops + i];
        uint32_t from = dxki_value_as_inst(value);
        known part = dxki_pass_known_of(f, value);
        bool walked = !from || entered(f, from);
        if (!walked && counts_up_to(f, inst, value, dxki_phi_block(f->m, inst, i), &bound, &stride))
            part = between(0, bound, width);
        k = k.width ? either(k, part) : part;
    }
    /* A counter that begins so high that it passes the largest number comes down again. */
    return k.width && (stride == 0 || k.high < top - stride) ? k : anything(width);
}

/* ---------------------------------------------------------------------------------------- */

/* Between the ends that metadata of a load says. */
static known of_load(const dxki_pass_facts_known *f, uint32_t inst, uint32_t width)
{
    uint32_t count, pairs;
    uint64_t low, end;
    const dxki_attachment *list = dxki_inst_attachments(f->m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        const dxki_md *ops = dxki_md_ops(f->m, list[i].node, &pairs);
        if (dxki_str_is(dxki_string_get(f->m, f->m->md_kinds.items[list[i].kind]), "range") &&
            pairs == 2 && dxki_md_as_int(f->m, ops[0], &low) &&
            dxki_md_as_int(f->m, ops[1], &end) && low < end)
            return between(low, end - 1, width);
    }
    return anything(width);
}

static known of_inst(const dxki_pass_facts_known *f, uint32_t inst, uint32_t width)
{
    const dxki_inst *in = dxki_inst_get(f->m, inst);
    const dxki_value *ops = f->m->words.items + in->ops;
    if (binaries[in->op])
        return binaries[in->op](dxki_pass_known_of(f, ops[0]), dxki_pass_known_of(f, ops[1]));
    switch (in->op) {
    case DXKI_OP_TRUNC:
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT: {
        known from = dxki_pass_known_of(f, ops[0]);
        return from.width ? of_cast(in->op, from, width) : anything(width);
    }
    case DXKI_OP_SELECT:
        return either(dxki_pass_known_of(f, ops[1]), dxki_pass_known_of(f, ops[2]));
    case DXKI_OP_PHI:
        return of_phi(f, inst, width);
    case DXKI_OP_CALL:
        return of_operation(f, in, width);
    case DXKI_OP_LOAD:
        return of_load(f, inst, width);
    default:
        return anything(width);
    }
}

void dxki_pass_known_enter(dxki_pass_facts_known *f, uint32_t inst)
{
    known of = dxki_pass_known_of(f, DXKI_VALUE(DXKI_V_INST, inst));
    if (!of.width || inst >= f->count || f->entered == f->most)
        return;
    of = of_inst(f, inst, of.width);
    f->of[++f->entered] = of;
    f->place[inst] = f->entered;
}

/* Entry points of a library are looked at one after the other: only if they are few. */
#define MOST_ENTRIES 64u

bool dxki_pass_known_begin(dxki_pass_facts_known *f, dxki_pass *p)
{
    const dxk_dxil *dxil = dxki_pass_dxil(p);
    *f = (dxki_pass_facts_known){.p = p, .m = p->m, .count = p->m->insts.count};
    f->most = (uint32_t)dxki_pass_size(p);
    f->place = dxki_pass_by_inst(p, sizeof *f->place);
    f->of = DXKI_NEW_ARRAY(&p->scratch, dxki_pass_known, (size_t)f->most + 1);
    if (!dxil || !f->place || !f->of)
        return false;
    for (uint32_t i = 0; i < dxil->entries.count && i < MOST_ENTRIES; i++) {
        const dxki_dxil_entry *e = dxil->entries.items[i];
        for (uint32_t k = 0; k < 3 && e->function == p->function; k++)
            f->threads[k] = e->props.num_threads[k];
    }
    return true;
}
