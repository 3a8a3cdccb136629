/* SPDX-License-Identifier: MIT */
/* alu.c - arithmetic with one result: what an instruction does with each component. */
#include "convert/code.h"

#include "builder/builder.h"
#include "dxil/op.h"

#define SOURCES 4 /* most of them */

/* Sources of an instruction, and what is made of one component of each. */
typedef struct work {
    const dxki_convert_inst *inst;
    dxki_convert_type type; /* of sources and result */
    uint32_t count;         /* sources */
    uint32_t component;
} work;

typedef dxk_value maker(dxki_convert *c, const work *w, const dxk_value *sources);

/* The type that an instruction works with: that of its sources, or what the precision of its result
 * lets it be. */
static dxki_convert_type type_of(const dxki_convert *c, const dxki_convert_inst *inst)
{
    bool real = inst->opcode->operands[1] == 'f';
    dxki_convert_type full = real ? DXKI_CONVERT_F32 : DXKI_CONVERT_I32;
    dxki_convert_type type = dxki_convert_precision(c, &inst->operands[0], full);

    return dxki_convert_wide(type) == full ? type : full;
}

/* Has the component before the same sources? Then it has the same result. */
static uint32_t same_as(const dxki_convert *c, const dxk_value (*sources)[4], uint32_t count,
                        uint32_t mask, uint32_t i)
{
    if (c->dxilconv)
        return i;
    for (uint32_t k = 0; k < i; k++) {
        uint32_t same = mask >> k & 1;
        for (uint32_t s = 0; s < count && same; s++)
            same = sources[s][k] == sources[s][i];
        if (same)
            return k;
    }
    return i;
}

void dxki_convert_declare_op(dxki_convert *c, dxk_op op, dxki_convert_type type)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);
    dxki_dxil_overloads overloads = {{dxki_convert_type_of(type)}};

    if (!c->dxilconv || !dxki_convert_ready(c) || !info)
        return;
    if (!dxki_dxil_ops_function(&c->b->ops, info, &overloads))
        dxki_convert_nomem(c);
}

static dxk_value make_call(dxki_convert *c, const work *w, const dxk_value *sources);

/* Makes each component of the result, and writes them. */
static void each(dxki_convert *c, work *w, maker *make)
{
    const dxk_dxbc_operand *dest = &w->inst->operands[0];
    uint32_t mask = dxki_convert_mask(dest);
    dxk_value sources[SOURCES][4], results[4] = {0};

    if (make == make_call)
        dxki_convert_declare_op(c, w->inst->row->make, w->type);
    for (uint32_t i = 0; i < w->count; i++)
        dxki_convert_read_all(c, dest + 1 + i, mask, w->type, sources[i]);
    for (uint32_t i = 0; i < 4 && dxki_convert_ready(c); i++) {
        if (!(mask >> i & 1))
            continue;
        uint32_t k = same_as(c, (const dxk_value(*)[4])sources, w->count, mask, i);
        const dxk_value args[SOURCES] = {sources[0][i], sources[1][i], sources[2][i],
                                         sources[3][i]};
        w->component = i;
        results[i] = k < i && (w->inst->precise >> i & 1) == (w->inst->precise >> k & 1)
                         ? results[k]
                         : make(c, w, args);
    }
    dxki_convert_write(c, w->inst, dest, w->type, results);
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

static dxk_value make_binary(dxki_convert *c, const work *w, const dxk_value *sources)
{
    dxk_binary op = (dxk_binary)w->inst->row->make;
    uint32_t flags = op >= DXK_BINARY_FADD ? dxki_convert_fast(c, w->inst, w->component) : 0;

    return dxk_builder_binary(c->b, op, sources[0], sources[1], flags);
}

void dxki_convert_do_binary(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 2};

    each(c, &w, make_binary);
}

/* Bitwise operators, which mostly work on what comparisons gave. */
static dxk_value make_bits(dxki_convert *c, const work *w, const dxk_value *sources)
{
    dxk_binary op = (dxk_binary)w->inst->row->make;
    dxk_value value = DXK_NONE;

    if (w->type == DXKI_CONVERT_I32)
        value = dxki_convert_combine(c, op, sources[0], sources[1]);
    if (w->type == DXKI_CONVERT_I32 && !value && op == DXK_BINARY_AND)
        value = dxki_convert_choice(c, sources[0], sources[1]);
    if (w->type == DXKI_CONVERT_I32 && !value && op == DXK_BINARY_AND)
        value = dxki_convert_choice(c, sources[1], sources[0]);
    return value ? value : make_binary(c, w, sources);
}

void dxki_convert_do_bits(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 2};

    each(c, &w, make_bits);
}

static dxk_value make_not(dxki_convert *c, const work *w, const dxk_value *sources)
{
    dxk_value ones = dxki_convert_bits(c, w->type, UINT64_MAX);
    dxk_value value = w->type == DXKI_CONVERT_I32
                          ? dxki_convert_combine(c, DXK_BINARY_XOR, sources[0], ones)
                          : DXK_NONE;

    return value ? value : dxk_builder_binary(c->b, DXK_BINARY_XOR, sources[0], ones, 0);
}

void dxki_convert_do_not(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 1};

    each(c, &w, make_not);
}

static dxk_value make_ineg(dxki_convert *c, const work *w, const dxk_value *sources)
{
    return dxk_builder_binary(c->b, DXK_BINARY_SUB, dxki_convert_bits(c, w->type, 0), sources[0],
                              0);
}

void dxki_convert_do_ineg(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 1};

    each(c, &w, make_ineg);
}

static dxk_value make_rcp(dxki_convert *c, const work *w, const dxk_value *sources)
{
    dxk_value one = dxk_builder_real(c->b, dxki_convert_type_of(w->type), 1.0);

    return dxk_builder_binary(c->b, DXK_BINARY_FDIV, one, sources[0],
                              dxki_convert_fast(c, w->inst, w->component));
}

void dxki_convert_do_rcp(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 1};

    each(c, &w, make_rcp);
}

/* Only the lowest bits of an amount count. */
static dxk_value amount_of(dxki_convert *c, dxk_value value, dxki_convert_type type)
{
    uint32_t most = type == DXKI_CONVERT_I32 ? 31 : 15;
    uint64_t number;

    if (dxki_convert_ready(c) && dxki_value_as_int(c->b->m, value, &number))
        return dxki_convert_bits(c, type, number & most);
    return dxk_builder_binary(c->b, DXK_BINARY_AND, value, dxki_convert_bits(c, type, most), 0);
}

static dxk_value make_shift(dxki_convert *c, const work *w, const dxk_value *sources)
{
    return dxk_builder_binary(c->b, (dxk_binary)w->inst->row->make, sources[0],
                              amount_of(c, sources[1], w->type), 0);
}

void dxki_convert_do_shift(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = 2};

    each(c, &w, make_shift);
}

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

static dxk_value make_call(dxki_convert *c, const work *w, const dxk_value *sources)
{
    dxk_value call = dxk_builder_op(c->b, w->inst->row->make, DXK_NONE, sources, w->count);

    return dxki_convert_mark(c, w->inst, w->component, call);
}

/* Can an operation work with a type? */
static bool has_overload(const dxki_convert *c, dxk_op op, dxki_convert_type type)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);

    return info && dxki_dxil_overload_allowed(c->b->m, info, 0, dxki_convert_type_of(type));
}

void dxki_convert_do_call(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = type_of(c, inst), .count = inst->opcode->operand_count - 1u};

    if (!has_overload(c, inst->row->make, w.type))
        w.type = dxki_convert_wide(w.type);
    each(c, &w, make_call);
}

void dxki_convert_do_call_wide(dxki_convert *c, const dxki_convert_inst *inst)
{
    work w = {.inst = inst, .type = DXKI_CONVERT_I32, .count = inst->opcode->operand_count - 1u};

    each(c, &w, make_call);
}

void dxki_convert_do_dot(dxki_convert *c, const dxki_convert_inst *inst)
{
    uint32_t count = inst->row->more;
    dxki_convert_type type = type_of(c, inst);
    dxk_value args[8];

    dxki_convert_declare_op(c, inst->row->make, type);
    for (uint32_t i = 0; i < 2; i++) {
        dxk_value source[4];
        dxki_convert_read_all(c, &inst->operands[1 + i], (1u << count) - 1, type, source);
        for (uint32_t k = 0; k < count; k++)
            args[i * count + k] = source[k];
    }
    if (!dxki_convert_ready(c))
        return;
    dxk_value call =
        dxk_builder_op(c->b, inst->row->make, dxki_convert_type_of(type), args, 2 * (size_t)count);
    for (uint32_t i = 0; i < 4; i++)
        if (inst->precise >> i & 1)
            dxki_convert_mark(c, inst, i, call);
    dxki_convert_write_one(c, inst, &inst->operands[0], type, call);
}

/* ---------------------------------------------------------------------------------------- */
/* Comparisons                                                                                */

/* All bits if it holds. Not fast, which would say that no operand is NaN, but for the format of
 * dxilconv. */
static dxk_value make_compare(dxki_convert *c, const work *w, const dxk_value *sources)
{
    uint32_t fast = c->dxilconv && w->type != DXKI_CONVERT_I32 && w->type != DXKI_CONVERT_I16
                        ? dxki_convert_fast(c, w->inst, w->component)
                        : 0;
    dxk_value truth =
        dxk_builder_compare(c->b, (dxk_compare)w->inst->row->make, sources[0], sources[1], fast);

    return dxk_builder_cast(c->b, DXK_CAST_SEXT, truth, DXK_TYPE_I32);
}

/* Numbers of minimum precision are compared as such if both are. */
static dxki_convert_type compared_as(const dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_type full = inst->opcode->operands[1] == 'f' ? DXKI_CONVERT_F32 : DXKI_CONVERT_I32;
    dxki_convert_type a = dxki_convert_precision(c, &inst->operands[1], full);
    dxki_convert_type b = dxki_convert_precision(c, &inst->operands[2], full);

    return a == b && dxki_convert_wide(a) == full ? a : full;
}

void dxki_convert_do_compare(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *dest = &inst->operands[0];
    uint32_t mask = dxki_convert_mask(dest);
    work w = {.inst = inst, .type = compared_as(c, inst), .count = 2};
    dxk_value sources[2][4], results[4] = {0};

    for (uint32_t i = 0; i < 2; i++)
        dxki_convert_read_all(c, dest + 1 + i, mask, w.type, sources[i]);
    for (uint32_t i = 0; i < 4 && dxki_convert_ready(c); i++) {
        const dxk_value args[2] = {sources[0][i], sources[1][i]};
        if (!(mask >> i & 1))
            continue;
        uint32_t k = same_as(c, (const dxk_value(*)[4])sources, 2, mask, i);
        w.component = i;
        results[i] = k < i ? results[k] : make_compare(c, &w, args);
    }
    dxki_convert_write(c, NULL, dest, DXKI_CONVERT_I32, results);
}
