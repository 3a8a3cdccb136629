/* SPDX-License-Identifier: MIT */
/* alu_pair.c - arithmetic with two results, either of which may not be wanted. */
#include "convert/code.h"

#include "builder/builder.h"

/* The destinations come first, then the sources. */
enum { FIRST, SECOND, SOURCES };

typedef struct pair {
    uint32_t masks[2];
    uint32_t all; /* either */
    dxk_value sources[2][4];
    dxk_value results[2][4];
} pair;

static void begin(dxki_convert *c, const dxki_convert_inst *inst, dxki_convert_type type, pair *p)
{
    *p = (pair){.masks = {dxki_convert_mask(&inst->operands[FIRST]),
                          dxki_convert_mask(&inst->operands[SECOND])}};
    p->all = p->masks[0] | p->masks[1];
    for (uint32_t i = SOURCES; i < inst->opcode->operand_count; i++)
        dxki_convert_read_all(c, &inst->operands[i], p->all, type, p->sources[i - SOURCES]);
}

static void end(dxki_convert *c, const dxki_convert_inst *inst, dxki_convert_type type,
                const pair *p)
{
    dxki_convert_write(c, inst, &inst->operands[FIRST], type, p->results[0]);
    dxki_convert_write(c, inst, &inst->operands[SECOND], type, p->results[1]);
}

static bool is_nonzero(const dxki_convert *c, dxk_value value)
{
    uint64_t number;

    return dxki_value_as_int(c->b->m, value, &number) && number != 0;
}

/* The operator that gives result `which` alone; false: there is none, or both are wanted. */
static bool operator_for(const dxki_convert *c, const dxki_convert_inst *inst, const pair *p,
                         uint32_t component, uint32_t which, dxk_binary *op)
{
    switch (inst->row->make) {
    case DXK_OP_UDiv: /* a division by zero gives all bits */
        *op = which == FIRST ? DXK_BINARY_UDIV : DXK_BINARY_UREM;
        return is_nonzero(c, p->sources[1][component]);
    case DXK_OP_UAddc:
        *op = DXK_BINARY_ADD;
        return which == FIRST && !(p->masks[SECOND] >> component & 1);
    case DXK_OP_USubb:
        *op = DXK_BINARY_SUB;
        return which == FIRST && !(p->masks[SECOND] >> component & 1);
    default:
        *op = DXK_BINARY_MUL;
        return which == SECOND && !(p->masks[FIRST] >> component & 1);
    }
}

/* Makes the results of a component that are wanted and that an operator gives. */
static void make_alone(dxki_convert *c, const dxki_convert_inst *inst, pair *p, uint32_t component)
{
    dxk_binary op;

    for (uint32_t i = 0; i < 2; i++)
        if (p->masks[i] >> component & 1 && operator_for(c, inst, p, component, i, &op))
            p->results[i][component] =
                dxk_builder_binary(c->b, op, p->sources[0][component], p->sources[1][component], 0);
}

/* Does a component lack a result that is wanted? */
static bool lacks(const pair *p, uint32_t component)
{
    return (p->masks[FIRST] >> component & 1 && !p->results[FIRST][component]) ||
           (p->masks[SECOND] >> component & 1 && !p->results[SECOND][component]);
}

static void make_both(dxki_convert *c, const dxki_convert_inst *inst, pair *p, uint32_t component)
{
    dxk_value args[2] = {p->sources[0][component], p->sources[1][component]};
    dxk_value both = dxk_builder_op(c->b, inst->row->make, DXK_NONE, args, 2);

    for (uint32_t i = 0; i < 2; i++) {
        if (!(p->masks[i] >> component & 1))
            continue;
        dxk_value result = dxk_builder_extract(c->b, both, i);
        if (dxk_builder_type_of(c->b, result) == DXK_TYPE_I1) /* the carry */
            result = dxk_builder_cast(c->b, DXK_CAST_ZEXT, result, DXK_TYPE_I32);
        p->results[i][component] = result;
    }
}

void dxki_convert_do_pair(dxki_convert *c, const dxki_convert_inst *inst)
{
    pair p;

    begin(c, inst, DXKI_CONVERT_I32, &p);
    for (uint32_t i = 0; i < 4 && dxki_convert_ready(c); i++) {
        if (!(p.all >> i & 1))
            continue;
        make_alone(c, inst, &p, i);
        if (lacks(&p, i))
            make_both(c, inst, &p, i);
    }
    end(c, inst, DXKI_CONVERT_I32, &p);
}

/* Two operations on the same source. */
void dxki_convert_do_each(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_op ops[2] = {inst->row->make, inst->row->more};
    dxki_convert_type type = dxki_convert_precision(
        c, &inst->operands[FIRST],
        dxki_convert_precision(c, &inst->operands[SECOND], DXKI_CONVERT_F32));
    pair p;

    if (dxki_convert_wide(type) != DXKI_CONVERT_F32)
        type = DXKI_CONVERT_F32;
    begin(c, inst, type, &p);
    for (uint32_t i = 0; i < 8 && dxki_convert_ready(c); i++) {
        uint32_t which = i / 4, component = i % 4;
        if (!(p.masks[which] >> component & 1))
            continue;
        dxk_value call = dxk_builder_op(c->b, ops[which], DXK_NONE, &p.sources[0][component], 1);
        p.results[which][component] = dxki_convert_mark(c, inst, component, call);
    }
    end(c, inst, type, &p);
}
