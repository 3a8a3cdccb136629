/* SPDX-License-Identifier: MIT */
/* operand.c - operands: which components of which register, as which type, with which modifiers.
 * Source: d3d11tokenizedprogramformat.hpp of the Windows SDK. */
#include "convert/code.h"

#include "builder/builder.h"

/* Fields of an operand token. */
enum { COMPONENTS_NONE = 0, COMPONENTS_ONE = 1, COMPONENTS_FOUR = 2 };
enum { BY_MASK = 0, BY_SWIZZLE = 1, BY_SELECTION = 2 };

static uint32_t components_of(const dxk_dxbc_operand *operand)
{
    return dxki_dxbc_bits(operand->token, 0, 2);
}

static uint32_t mode_of(const dxk_dxbc_operand *operand)
{
    return dxki_dxbc_bits(operand->token, 2, 2);
}

uint32_t dxki_convert_mask(const dxk_dxbc_operand *operand)
{
    uint32_t mask = dxki_dxbc_bits(operand->token, 4, 4);

    if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_NULL)
        return 0;
    /* oDepth and its like have a mask that is not used */
    return components_of(operand) != COMPONENTS_FOUR || mode_of(operand) != BY_MASK || !mask ? 1
                                                                                             : mask;
}

uint32_t dxki_convert_swizzle(const dxk_dxbc_operand *operand, uint32_t component)
{
    if (components_of(operand) != COMPONENTS_FOUR)
        return 0;
    switch (mode_of(operand)) {
    case BY_SWIZZLE:
        return dxki_dxbc_bits(operand->token, 4 + 2 * component, 2);
    case BY_SELECTION:
        return dxki_dxbc_bits(operand->token, 4, 2);
    default:
        return component;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The extended token                                                                         */

enum { EXTENDED_MODIFIER = 1 };
enum { MODIFIER_NEGATE = 1, MODIFIER_ABSOLUTE = 2 };

/* The extended token of modifiers; 0: there is none. */
static uint32_t modifiers_of(const dxk_dxbc_program *p, const dxk_dxbc_operand *operand)
{
    for (uint32_t i = 0; i < operand->extended; i++)
        if (dxki_dxbc_bits(p->words[operand->words + i], 0, 6) == EXTENDED_MODIFIER)
            return p->words[operand->words + i];
    return 0;
}

bool dxki_convert_negates(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p)
{
    return dxki_dxbc_bits(modifiers_of(p, operand), 6, 8) & MODIFIER_NEGATE;
}

bool dxki_convert_absolute(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p)
{
    return dxki_dxbc_bits(modifiers_of(p, operand), 6, 8) & MODIFIER_ABSOLUTE;
}

bool dxki_convert_non_uniform(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p)
{
    return dxki_dxbc_bits(modifiers_of(p, operand), 17, 1);
}

dxki_convert_type dxki_convert_precision(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                         dxki_convert_type otherwise)
{
    static const uint8_t types[8] = {
        [1] = 1 + DXKI_CONVERT_F16,
        [2] = 1 + DXKI_CONVERT_F16, /* 2.8 bits at least */
        [4] = 1 + DXKI_CONVERT_I16,
        [5] = 1 + DXKI_CONVERT_U16,
    };
    uint32_t type = types[dxki_dxbc_bits(modifiers_of(c->program, operand), 14, 3)];

    return type ? (dxki_convert_type)(type - 1) : otherwise;
}

/* ---------------------------------------------------------------------------------------- */
/* Faults                                                                                     */

uint32_t dxki_convert_refuse(dxki_convert *c, const dxk_dxbc_operand *operand, const char *why)
{
    uint32_t kind = dxk_dxbc_register_kind(operand);
    const char *name = dxk_enum_text(DXK_ENUM_ID_dxbc_register, kind);
    const char *opcode = c->at ? dxk_dxbc_opcode_name(dxk_dxbc_opcode(c->at)) : NULL;

    return DXKI_CONVERT_FAULT(c, OPERAND, dxki_text(dxki_str(opcode ? opcode : "program")),
                              dxki_text(dxki_str(name ? name : "of unknown kind")),
                              dxki_text(dxki_str(why)));
}

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

/* Words of an immediate; NULL: it is a register. */
static const uint32_t *immediate(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    return operand->value
               ? c->program->words + operand->words + operand->word_count - operand->value
               : NULL;
}

static dxk_value absolute(dxki_convert *c, dxk_value value, dxki_convert_type type)
{
    if (type == DXKI_CONVERT_F32 || type == DXKI_CONVERT_F16 || type == DXKI_CONVERT_F64)
        return dxk_builder_op(c->b, DXK_OP_FAbs, DXK_NONE, DXK_ARGS(value));
    dxk_value zero = dxki_convert_bits(c, type, 0);
    dxk_value less = dxk_builder_binary(c->b, DXK_BINARY_SUB, zero, value, 0);
    return dxk_builder_op(c->b, DXK_OP_IMax, DXK_NONE, DXK_ARGS(value, less));
}

static dxk_value negate(dxki_convert *c, dxk_value value, dxki_convert_type type)
{
    if (type == DXKI_CONVERT_F32 || type == DXKI_CONVERT_F16 || type == DXKI_CONVERT_F64)
        return dxk_builder_binary(c->b, DXK_BINARY_FSUB,
                                  dxk_builder_real(c->b, dxki_convert_type_of(type), -0.0), value,
                                  c->dxilconv ? dxki_convert_fast_at_all(c) : 0);
    return dxk_builder_binary(c->b, DXK_BINARY_SUB, dxki_convert_bits(c, type, 0), value, 0);
}

dxk_value dxki_convert_modify(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_value value,
                              dxki_convert_type type)
{
    uint32_t modifier =
        operand->extended ? dxki_dxbc_bits(modifiers_of(c->program, operand), 6, 8) : 0;

    if (!value || !modifier)
        return value;
    if (modifier & MODIFIER_ABSOLUTE)
        value = absolute(c, value, type);
    return modifier & MODIFIER_NEGATE ? negate(c, value, type) : value;
}

bool dxki_convert_is_modified(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    return operand->extended && dxki_dxbc_bits(modifiers_of(c->program, operand), 6, 8);
}

static dxk_value literal(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                         dxki_convert_type type)
{
    const uint32_t *words = immediate(c, operand);
    uint32_t index = operand->value == 1 ? 0 : component;

    if (index >= operand->value)
        return dxki_convert_refuse(c, operand, "it has no such component");
    return dxki_convert_bits(c, type, words[index]);
}

/* A component as I32 or F32, without modifiers. */
static dxk_value fetch(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                       dxki_convert_type type)
{
    uint32_t from = dxki_convert_swizzle(operand, component);

    if (immediate(c, operand))
        return literal(c, operand, components_of(operand) == COMPONENTS_ONE ? 0 : component, type);
    return dxki_convert_load(c, operand, from, type);
}

/* Pair `pair` of a source as a double, without modifiers. */
static dxk_value fetch_double(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t pair)
{
    const uint32_t *words = immediate(c, operand);
    uint32_t first = dxki_convert_swizzle(operand, 2 * pair);

    if (words) {
        uint32_t index = operand->value < 4 ? 0 : 2 * pair;
        if (operand->value < 2)
            return dxki_convert_refuse(c, operand, "a double has two components");
        return dxki_convert_bits(c, DXKI_CONVERT_F64,
                                 words[index] | (uint64_t)words[index + 1] << 32);
    }
    if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_CONSTANT_BUFFER && first % 2 == 0 &&
        dxki_convert_swizzle(operand, 2 * pair + 1) == first + 1)
        return dxki_convert_constant(c, operand, first, DXKI_CONVERT_F64);
    dxk_value low = fetch(c, operand, 2 * pair, DXKI_CONVERT_I32);
    dxk_value high = fetch(c, operand, 2 * pair + 1, DXKI_CONVERT_I32);
    if (!dxki_convert_ready(c))
        return DXK_NONE;
    return dxk_builder_op(c->b, DXK_OP_MakeDouble, DXK_TYPE_DOUBLE, DXK_ARGS(low, high));
}

dxk_value dxki_convert_read(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type)
{
    dxk_value value;

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    if (type == DXKI_CONVERT_F64) {
        value = fetch_double(c, operand, component);
    } else {
        dxki_convert_type wide = dxki_convert_wide(type);
        value = dxki_convert_cast(c, fetch(c, operand, component, wide), wide, type);
    }
    return dxki_convert_ready(c) ? dxki_convert_modify(c, operand, value, type) : DXK_NONE;
}

/* In the format of dxilconv a row and an index are read once for an operand, and again for the
 * next. */
static void forget(dxki_convert *c)
{
    if (!c->dxilconv)
        return;
    dxki_convert_forget_rows(c);
    c->code->indexed = NULL;
}

void dxki_convert_read_all(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t mask,
                           dxki_convert_type type, dxk_value values[4])
{
    uint32_t count = type == DXKI_CONVERT_F64 ? 2 : 4, from[4];

    forget(c);
    for (uint32_t i = 0; i < count; i++) {
        values[i] = DXK_NONE;
        if (!(mask >> i & 1))
            continue;
        from[i] = type == DXKI_CONVERT_F64 ? dxki_convert_swizzle(operand, 2 * i) << 2 |
                                                 dxki_convert_swizzle(operand, 2 * i + 1)
                  : operand->value ? i
                                   : dxki_convert_swizzle(operand, i);
        for (uint32_t k = 0; k < i && !values[i]; k++)
            if (mask >> k & 1 && from[k] == from[i] && !operand->value)
                values[i] = values[k];
        if (!values[i])
            values[i] = dxki_convert_read(c, operand, i, type);
    }
}

dxk_value dxki_convert_read_plain(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component, dxki_convert_type type)
{
    return dxki_convert_ready(c) ? fetch(c, operand, component, type) : DXK_NONE;
}

dxk_value dxki_convert_test(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value value = dxki_convert_read(c, &inst->operands[0], 0, DXKI_CONVERT_I32);
    bool if_nonzero = dxki_dxbc_bits(inst->in->token, 18, 1);

    if (c->dxilconv && dxki_convert_ready(c))
        return dxk_builder_compare(c->b, if_nonzero ? DXK_COMPARE_NE : DXK_COMPARE_EQ, value,
                                   dxk_builder_i32(c->b, 0), 0);
    dxk_value truth = dxki_convert_truth(c, value);

    if (if_nonzero || !dxki_convert_ready(c))
        return truth;
    return dxk_builder_binary(c->b, DXK_BINARY_XOR, truth, dxk_builder_i1(c->b, true), 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

dxk_value dxki_convert_index(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t which)
{
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, which);

    if (which >= dxk_dxbc_index_count(operand) || index.number > UINT32_MAX)
        return dxki_convert_refuse(c, operand, "its indices are not those of the register");
    dxk_value number = dxki_convert_bits(c, DXKI_CONVERT_I32, index.number);
    if (!index.relative)
        return number;
    if (c->dxilconv && c->code->indexed == operand && c->code->indexed_which == which)
        return c->code->indexed_value;
    const dxk_dxbc_operand *relative = &c->program->operands[index.operand];
    if (c->code->index_depth == 2)
        return dxki_convert_refuse(c, relative, "it is an index in an index of an index");
    c->code->index_depth++;
    dxk_value value = dxki_convert_read(c, relative, 0, DXKI_CONVERT_I32);
    c->code->index_depth--;
    value = dxki_convert_add(c, value, number);
    c->code->indexed = operand;
    c->code->indexed_which = which;
    c->code->indexed_value = value;
    return value;
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

static dxk_value saturate(dxki_convert *c, dxk_value value)
{
    return dxki_convert_ready(c) && value
               ? dxk_builder_op(c->b, DXK_OP_Saturate, DXK_NONE, DXK_ARGS(value))
               : DXK_NONE;
}

/* Writes the pairs of a mask: their low and high parts. */
static void write_doubles(dxki_convert *c, const dxk_dxbc_operand *operand,
                          const dxk_value values[2])
{
    uint32_t mask = dxki_convert_mask(operand);

    for (uint32_t i = 0; i < 2; i++) {
        uint32_t pair = mask >> (2 * i) & 3;
        if (!pair || !dxki_convert_ready(c))
            continue;
        dxk_value parts = dxk_builder_op(c->b, DXK_OP_SplitDouble, DXK_NONE, DXK_ARGS(values[i]));
        for (uint32_t k = 0; k < 2; k++)
            if (pair >> k & 1)
                dxki_convert_store(c, operand, 2 * i + k, DXKI_CONVERT_I32,
                                   dxk_builder_extract(c->b, parts, k));
    }
}

void dxki_convert_write_component(dxki_convert *c, const dxki_convert_inst *inst,
                                  const dxk_dxbc_operand *operand, uint32_t component,
                                  dxki_convert_type type, dxk_value value)
{
    dxki_convert_type wide = dxki_convert_wide(type);

    if (inst && inst->saturate && wide == DXKI_CONVERT_F32)
        value = saturate(c, value);
    dxki_convert_store(c, operand, component, wide, dxki_convert_cast(c, value, type, wide));
}

void dxki_convert_write(dxki_convert *c, const dxki_convert_inst *inst,
                        const dxk_dxbc_operand *operand, dxki_convert_type type,
                        const dxk_value values[4])
{
    dxki_convert_type wide = dxki_convert_wide(type);
    bool clamps = inst && inst->saturate && wide != DXKI_CONVERT_I32;
    uint32_t mask = dxki_convert_mask(operand);
    dxk_value results[4] = {0};

    forget(c);
    if (type == DXKI_CONVERT_F64) {
        for (uint32_t i = 0; i < 2; i++)
            results[i] = clamps && values[i] ? saturate(c, values[i]) : values[i];
        write_doubles(c, operand, results);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        for (uint32_t k = 0; k < i && !results[i]; k++)
            results[i] = mask >> k & 1 && values[k] == values[i] ? results[k] : DXK_NONE;
        if (!results[i])
            results[i] =
                dxki_convert_cast(c, clamps ? saturate(c, values[i]) : values[i], type, wide);
        if (!c->dxilconv)
            dxki_convert_store(c, operand, i, wide, results[i]);
    }
    for (uint32_t i = 0; i < 4 && c->dxilconv; i++)
        if (mask >> i & 1)
            dxki_convert_store(c, operand, i, wide, results[i]);
}

void dxki_convert_write_one(dxki_convert *c, const dxki_convert_inst *inst,
                            const dxk_dxbc_operand *operand, dxki_convert_type type,
                            dxk_value value)
{
    const dxk_value values[4] = {value, value, value, value};

    dxki_convert_write(c, inst, operand, type, values);
}
