/* SPDX-License-Identifier: MIT */
/*
 * alu_double.c - arithmetic on doubles. A double is in two components, xy or zw; where only one side
 * of an instruction is double, the components of the other side count in order: the second one that
 * a mask names belongs to the second double.
 */
#include "convert/code.h"

#include "builder/builder.h"

/* The doubles of a destination, bit 0 for xy; false: the mask cuts one in two. */
static bool doubles_of(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t *mask)
{
    uint32_t all = dxki_convert_mask(operand);

    *mask = (all & 3 ? 1u : 0) | (all & 12 ? 2u : 0);
    if ((all & 3) % 3 == 0 && (all >> 2) % 3 == 0)
        return true;
    dxki_convert_refuse(c, operand, "a double has two components");
    return false;
}

typedef dxk_value maker(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                        const dxk_value *sources);

static void each(dxki_convert *c, const dxki_convert_inst *inst, maker *make)
{
    uint32_t count = inst->opcode->operand_count - 1u, mask;
    dxk_value sources[3][4], results[4] = {0};

    if (!doubles_of(c, &inst->operands[0], &mask))
        return;
    for (uint32_t i = 0; i < count; i++)
        dxki_convert_read_all(c, &inst->operands[1 + i], mask, DXKI_CONVERT_F64, sources[i]);
    for (uint32_t i = 0; i < 2 && dxki_convert_ready(c); i++) {
        const dxk_value args[3] = {sources[0][i], sources[1][i], sources[2][i]};
        if (mask >> i & 1)
            results[i] = make(c, inst, 2 * i, args);
    }
    dxki_convert_write(c, inst, &inst->operands[0], DXKI_CONVERT_F64, results);
}

static dxk_value make_binary(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                             const dxk_value *sources)
{
    return dxk_builder_binary(c->b, (dxk_binary)inst->row->make, sources[0], sources[1],
                              dxki_convert_fast(c, inst, component));
}

void dxki_convert_do_double_binary(dxki_convert *c, const dxki_convert_inst *inst)
{
    each(c, inst, make_binary);
}

static dxk_value make_call(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                           const dxk_value *sources)
{
    dxk_value call =
        dxk_builder_op(c->b, inst->row->make, DXK_NONE, sources, inst->opcode->operand_count - 1u);

    return dxki_convert_mark(c, inst, component, call);
}

void dxki_convert_do_double_call(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_declare_op(c, inst->row->make, DXKI_CONVERT_F64);
    each(c, inst, make_call);
}

static dxk_value make_rcp(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                          const dxk_value *sources)
{
    return dxk_builder_binary(c->b, DXK_BINARY_FDIV, dxk_builder_real(c->b, DXK_TYPE_DOUBLE, 1.0),
                              sources[0], dxki_convert_fast(c, inst, component));
}

void dxki_convert_do_double_rcp(dxki_convert *c, const dxki_convert_inst *inst)
{
    each(c, inst, make_rcp);
}

static dxk_value make_move(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                           const dxk_value *sources)
{
    (void)c;
    (void)inst;
    (void)component;
    return sources[0];
}

void dxki_convert_do_double_move(dxki_convert *c, const dxki_convert_inst *inst)
{
    each(c, inst, make_move);
}

/* The condition of xy is in x, that of zw in y. */
void dxki_convert_do_double_movec(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value conditions[4], yes[4], no[4], results[4] = {0};
    uint32_t mask;

    if (!doubles_of(c, &inst->operands[0], &mask))
        return;
    dxki_convert_read_all(c, &inst->operands[1], mask, DXKI_CONVERT_I32, conditions);
    dxki_convert_read_all(c, &inst->operands[2], mask, DXKI_CONVERT_F64, yes);
    dxki_convert_read_all(c, &inst->operands[3], mask, DXKI_CONVERT_F64, no);
    for (uint32_t i = 0; i < 2 && dxki_convert_ready(c); i++)
        if (mask >> i & 1)
            results[i] =
                dxk_builder_select(c->b, dxki_convert_truth(c, conditions[i]), yes[i], no[i]);
    dxki_convert_write(c, inst, &inst->operands[0], DXKI_CONVERT_F64, results);
}

/* ---------------------------------------------------------------------------------------- */
/* Doubles to numbers of 32 bits, and back                                                    */

/* The component of the mask that comes as number `number`; 4: there is none. */
static uint32_t component_of(uint32_t mask, uint32_t number)
{
    for (uint32_t i = 0; i < 4; i++)
        if (mask >> i & 1 && number-- == 0)
            return i;
    return 4;
}

/* The same of a destination whose components belong to doubles; 4: there is none. Refuses those
 * with more components than there are doubles. */
static uint32_t result_of(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t number)
{
    uint32_t mask = dxki_convert_mask(operand);

    if (component_of(mask, 2) == 4)
        return component_of(mask, number);
    dxki_convert_refuse(c, operand, "there are two doubles at most");
    return 4;
}

void dxki_convert_do_double_compare(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value results[4] = {0};

    for (uint32_t i = 0; i < 2 && dxki_convert_ready(c); i++) {
        uint32_t to = result_of(c, &inst->operands[0], i);
        if (to == 4)
            break;
        dxk_value left = dxki_convert_read(c, &inst->operands[1], i, DXKI_CONVERT_F64);
        dxk_value right = dxki_convert_read(c, &inst->operands[2], i, DXKI_CONVERT_F64);
        if (!dxki_convert_ready(c))
            return;
        dxk_value truth = dxk_builder_compare(c->b, (dxk_compare)inst->row->make, left, right,
                                              c->dxilconv ? dxki_convert_fast(c, inst, i) : 0);
        results[to] = dxk_builder_cast(c->b, DXK_CAST_SEXT, truth, DXK_TYPE_I32);
    }
    dxki_convert_write(c, NULL, &inst->operands[0], DXKI_CONVERT_I32, results);
}

void dxki_convert_do_double_narrow(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value results[4] = {0};

    for (uint32_t i = 0; i < 2 && dxki_convert_ready(c); i++) {
        uint32_t to = result_of(c, &inst->operands[0], i);
        if (to == 4)
            break;
        dxk_value source = dxki_convert_read(c, &inst->operands[1], i, DXKI_CONVERT_F64);
        if (dxki_convert_ready(c))
            results[to] = dxki_convert_mark(
                c, inst, to, dxk_builder_op(c->b, inst->row->make, DXK_NONE, &source, 1));
    }
    dxki_convert_write(c, inst, &inst->operands[0], (dxki_convert_type)inst->row->more, results);
}

void dxki_convert_do_double_widen(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value results[4] = {0};
    uint32_t mask, number = 0;

    if (!doubles_of(c, &inst->operands[0], &mask))
        return;
    for (uint32_t i = 0; i < 2; i++) {
        if (!(mask >> i & 1))
            continue;
        dxk_value source =
            dxki_convert_read(c, &inst->operands[1], number++, (dxki_convert_type)inst->row->more);
        if (dxki_convert_ready(c))
            results[i] = dxk_builder_cast(c->b, (dxk_cast)inst->row->make, source, DXK_TYPE_DOUBLE);
    }
    dxki_convert_write(c, inst, &inst->operands[0], DXKI_CONVERT_F64, results);
}
