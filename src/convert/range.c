/* SPDX-License-Identifier: MIT */
/* range.c - what is known of the size of a real, to leave out the bounds of a conversion. */
#include "convert/code.h"

#include "builder/builder.h"
#include "ir/dxop.h"
#include "ir/float.h"

#define DEPTH 6 /* operands of operands that are looked at */

/* A real that is not NaN lies between `low` and `high`; `number` says that it is not NaN. */
typedef struct range {
    double low, high;
    bool number;
} range;

#define BEYOND        1e39    /* all floats, and infinity, lie between -BEYOND and BEYOND */
#define VIEWPORT_MOST 32768.0 /* pixels */
#define EXACT         1e12    /* sums and products of less than that are off by less than 1e5 */

static const range anything = {-BEYOND, BEYOND, false};

static range between(double low, double high)
{
    return (range){low, high, true};
}

/* What an operation makes of two ranges: rounding is not looked at, so it must be small. */
static range rounded(range a, range b, double low, double high)
{
    return a.number && b.number && low > -EXACT && high < EXACT ? between(low, high) : anything;
}

static range product(range a, range b)
{
    const double ends[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    double low = ends[0], high = ends[0];

    for (unsigned i = 1; i < 4; i++) {
        low = ends[i] < low ? ends[i] : low;
        high = ends[i] > high ? ends[i] : high;
    }
    return rounded(a, b, low, high);
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* FMin: at most what is a number; NaN is not taken. */
static range smaller(range a, range b)
{
    return (range){least(a.low, b.low),
                   least(a.number ? a.high : BEYOND, b.number ? b.high : BEYOND),
                   a.number || b.number};
}

static range larger(range a, range b)
{
    return (range){most(a.number ? a.low : -BEYOND, b.number ? b.low : -BEYOND),
                   most(a.high, b.high), a.number || b.number};
}

/* ---------------------------------------------------------------------------------------- */

/* An integer of 32 bits that is small as an unsigned number. */
static range of_word(const dxk_module *m, dxk_value value)
{
    const range word = {0, UINT32_MAX, true};
    uint64_t number;

    if (dxki_value_as_int(m, value, &number))
        return between((double)number, (double)number);
    if (DXKI_TAG(value) != DXKI_V_INST)
        return word;
    const dxki_inst *inst = &m->insts.items[DXKI_INDEX(value)];
    const dxki_value *ops = dxki_inst_ops(m, DXKI_INDEX(value));
    if (inst->op == DXKI_OP_AND &&
        (dxki_value_as_int(m, ops[1], &number) || dxki_value_as_int(m, ops[0], &number)))
        return between(0, (double)number);
    if (inst->op == DXKI_OP_LSHR && dxki_value_as_int(m, ops[1], &number) && number < 32)
        return between(0, (double)(UINT32_MAX >> number));
    return word;
}

static range of_integer(const dxk_module *m, const dxki_inst *inst, dxk_value source)
{
    range r = of_word(m, source);

    return inst->op == DXKI_OP_SITOFP && r.high > INT32_MAX ? between(-2147483648.0, 2147483648.0)
                                                            : r;
}

static range of_constant(const dxk_module *m, dxk_value value)
{
    const dxki_const *constant = dxki_const_get(m, value);

    if (!constant || constant->kind != DXKI_C_FLOAT || constant->type != DXKI_TY_FLOAT)
        return anything;
    double number = dxki_float_value(constant->type, dxki_const_bits(constant));
    return number - number == 0 ? between(number, number) : anything;
}

/* Positions of pixels are bounded by what a viewport can be. */
static range of_input(const dxki_convert *c, const dxki_value *args)
{
    const dxki_convert_elements *inputs = &c->signatures[DXK_SIGNATURE_INPUT];
    uint64_t id, column;

    if (c->stage != DXK_DXBC_STAGE_PIXEL || !dxki_value_as_int(c->b->m, args[0], &id) ||
        !dxki_value_as_int(c->b->m, args[2], &column) || column > 1)
        return anything;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->items[i].id == id && inputs->items[i].semantic == DXK_SEMANTIC_KIND_POSITION)
            return between(-VIEWPORT_MOST, VIEWPORT_MOST);
    return anything;
}

static range of_real(const dxki_convert *c, dxk_value value, uint32_t depth);

static range of_call(const dxki_convert *c, uint32_t index, uint32_t depth)
{
    const dxk_module *m = c->b->m;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, &m->insts.items[index]);
    const dxki_value *args = dxki_inst_ops(m, index) + 1;
    range r;

    switch (op ? op->opcode : UINT32_MAX) {
    case DXK_OP_LoadInput:
        return of_input(c, args);
    case DXK_OP_Saturate:
        return between(0, 1);
    case DXK_OP_FMin:
        return smaller(of_real(c, args[0], depth), of_real(c, args[1], depth));
    case DXK_OP_FMax:
        return larger(of_real(c, args[0], depth), of_real(c, args[1], depth));
    case DXK_OP_Round_ne:
    case DXK_OP_Round_ni:
    case DXK_OP_Round_pi:
    case DXK_OP_Round_z:
        r = of_real(c, args[0], depth);
        return rounded(r, r, r.low - 1, r.high + 1);
    default:
        return anything;
    }
}

static range of_real(const dxki_convert *c, dxk_value value, uint32_t depth)
{
    const dxk_module *m = c->b->m;

    if (dxki_value_is_const(value))
        return of_constant(m, value);
    if (DXKI_TAG(value) != DXKI_V_INST || depth-- == 0)
        return anything;
    uint32_t index = DXKI_INDEX(value);
    const dxki_inst *inst = &m->insts.items[index];
    const dxki_value *ops = dxki_inst_ops(m, index);
    range a, b;
    switch (inst->op) {
    case DXKI_OP_CALL:
        return of_call(c, index, depth);
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
        return of_integer(m, inst, ops[0]);
    case DXKI_OP_FMUL:
    case DXKI_OP_FADD:
    case DXKI_OP_FSUB:
        a = of_real(c, ops[0], depth);
        b = of_real(c, ops[1], depth);
        return inst->op == DXKI_OP_FMUL   ? product(a, b)
               : inst->op == DXKI_OP_FADD ? rounded(a, b, a.low + b.low, a.high + b.high)
                                          : rounded(a, b, a.low - b.high, a.high - b.low);
    default:
        return anything;
    }
}

bool dxki_convert_fits(const dxki_convert *c, dxk_value real, bool is_signed)
{
    range r = dxki_convert_ready(c) && real ? of_real(c, real, DEPTH) : anything;

    /* with room for rounding */
    return r.number && r.low > (is_signed ? -2147000000.0 : -0.5) &&
           r.high < (is_signed ? 2147000000.0 : 4294000000.0);
}
