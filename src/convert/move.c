/* SPDX-License-Identifier: MIT */
/*
 * move.c - moves: of bits, whatever they mean. A value stays in the type that it has, so that as few
 * casts as possible are made; constants take the type of what they are moved to.
 */
#include "convert/code.h"

#include "builder/builder.h"

/* The bits of a constant look like a number of this type. */
static dxki_convert_type guess(const dxki_convert *c, const dxk_dxbc_operand *operand,
                               uint32_t component)
{
    const uint32_t *words = c->program->words + operand->words + operand->word_count;
    uint32_t bits = operand->value == 1   ? words[-1]
                    : operand->value == 4 ? words[(int)component - 4]
                                          : 0;
    uint32_t exponent = bits >> 23 & 255;

    return exponent >= 64 && exponent < 192 ? DXKI_CONVERT_F32 : DXKI_CONVERT_I32;
}

/* The type that a destination asks for; false: it does not care. */
static bool wanted_by(const dxki_convert *c, const dxk_dxbc_operand *dest, uint32_t component,
                      dxki_convert_type *type)
{
    uint32_t kind = dxk_dxbc_register_kind(dest);

    if (kind == DXK_DXBC_REGISTER_TEMP || kind == DXK_DXBC_REGISTER_INDEXABLE_TEMP)
        return dxki_convert_variable_type(c, dest, component, type);
    return dxki_convert_output_type(c, dest, component, type);
}

/* The type that a source has; false: it can be had in either. */
static bool type_of(const dxki_convert *c, const dxk_dxbc_operand *source, uint32_t component,
                    dxki_convert_type *type)
{
    if (dxki_convert_is_modified(c, source)) {
        *type = DXKI_CONVERT_F32;
        return true;
    }
    return !source->value &&
           !dxki_convert_is_neutral(c, source, dxki_convert_swizzle(source, component), type);
}

/* The type that a register's declaration tells; false: it has none. */
static bool declared_type(const dxki_convert *c, const dxk_dxbc_operand *operand, bool output,
                          uint32_t component, dxki_convert_type *type)
{
    uint32_t kind = dxk_dxbc_register_kind(operand);

    if (kind == DXK_DXBC_REGISTER_OUTPUT && output)
        return dxki_convert_output_type(c, operand, component, type);
    return kind == DXK_DXBC_REGISTER_INPUT &&
           !dxki_convert_input_is_neutral(c, operand, dxki_convert_swizzle(operand, component),
                                          type);
}

/* In the format of dxilconv: the type of a whole move, after its first component. One source decides
 * in a move; of two, that which they agree about, else the destination. */
static dxki_convert_type moved_whole(const dxki_convert *c, const dxk_dxbc_operand *dest,
                                     const dxk_dxbc_operand *sources, uint32_t count)
{
    dxki_convert_type types[2], type;
    bool known[2] = {false, false};
    uint32_t mask = dxki_convert_mask(dest), first = 0;

    while (first < 3 && !(mask >> first & 1))
        first++;
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_convert_is_modified(c, &sources[i]))
            return DXKI_CONVERT_F32;
        known[i] = declared_type(c, &sources[i], false, first, &types[i]);
    }
    if (count == 2 && known[0] && known[1] && types[0] == types[1])
        return types[0];
    if (declared_type(c, dest, true, first, &type))
        return type;
    return known[0] ? types[0] : known[1] ? types[1] : DXKI_CONVERT_I32;
}

/* The type in which component `component` is moved from one of `count` sources. */
static dxki_convert_type moved_as(const dxki_convert *c, const dxki_convert_inst *inst,
                                  const dxk_dxbc_operand *dest, const dxk_dxbc_operand *sources,
                                  uint32_t count, uint32_t component)
{
    dxki_convert_type types[2], type;
    uint32_t known = 0;

    if (inst->saturate)
        return DXKI_CONVERT_F32;
    if (c->dxilconv)
        return moved_whole(c, dest, sources, count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_convert_is_modified(c, &sources[i]))
            return DXKI_CONVERT_F32;
        known += type_of(c, &sources[i], component, &types[known]);
    }
    if (known == 1 || (known == 2 && types[0] == types[1]))
        return types[0];
    if (wanted_by(c, dest, component, &type))
        return type;
    if (known)
        return types[0];
    for (uint32_t i = 0; i < count; i++)
        if (!sources[i].value || guess(c, &sources[i], component) == DXKI_CONVERT_F32)
            return DXKI_CONVERT_F32;
    return DXKI_CONVERT_I32;
}

/* Components of a destination whose types may differ. */
typedef struct moved {
    dxki_convert_type types[4];
    dxk_value values[4];
} moved;

static void write_moved(dxki_convert *c, const dxki_convert_inst *inst,
                        const dxk_dxbc_operand *dest, const moved *m)
{
    uint32_t mask = dxki_convert_mask(dest);

    for (uint32_t i = 0; i < 4; i++)
        if (mask >> i & 1)
            dxki_convert_write_component(c, inst, dest, i, m->types[i], m->values[i]);
}

void dxki_convert_do_mov(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *dest = &inst->operands[0], *source = dest + 1;
    uint32_t mask = dxki_convert_mask(dest);
    moved m = {.values = {0}};

    if (c->dxilconv) {
        dxki_convert_type type = moved_as(c, inst, dest, source, 1, 0);
        dxki_convert_read_all(c, source, mask, type, m.values);
        dxki_convert_write(c, inst, dest, type, m.values);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        m.types[i] = moved_as(c, inst, dest, source, 1, i);
        m.values[i] = dxki_convert_read(c, source, i, m.types[i]);
    }
    write_moved(c, inst, dest, &m);
}

static dxk_value choose(dxki_convert *c, dxk_value condition, dxk_value yes, dxk_value no)
{
    if (!dxki_convert_ready(c) || yes == no)
        return yes;
    return dxk_builder_select(c->b, condition, yes, no);
}

/* Selects between two sources for the components of a destination. */
static void select_all(dxki_convert *c, const dxki_convert_inst *inst, const dxk_dxbc_operand *dest,
                       const dxk_dxbc_operand *condition, bool reversed, moved *m)
{
    const dxk_dxbc_operand *yes = condition + 1 + reversed, *no = condition + 2 - reversed;
    uint32_t mask = dxki_convert_mask(dest);
    dxk_value words[4];

    dxki_convert_read_all(c, condition, mask, DXKI_CONVERT_I32, words);
    for (uint32_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        m->types[i] = moved_as(c, inst, dest, condition + 1, 2, i);
        dxk_value a = dxki_convert_read(c, yes, i, m->types[i]);
        dxk_value b = dxki_convert_read(c, no, i, m->types[i]);
        m->values[i] = choose(c, dxki_convert_truth(c, words[i]), a, b);
    }
}

void dxki_convert_do_movc(dxki_convert *c, const dxki_convert_inst *inst)
{
    moved m = {.values = {0}};

    select_all(c, inst, &inst->operands[0], &inst->operands[1], false, &m);
    write_moved(c, inst, &inst->operands[0], &m);
}

/* All is read before anything is written: the destinations mostly are the sources. */
void dxki_convert_do_swapc(dxki_convert *c, const dxki_convert_inst *inst)
{
    moved first = {.values = {0}}, second = {.values = {0}};

    select_all(c, inst, &inst->operands[0], &inst->operands[2], true, &first);
    select_all(c, inst, &inst->operands[1], &inst->operands[2], false, &second);
    write_moved(c, inst, &inst->operands[0], &first);
    write_moved(c, inst, &inst->operands[1], &second);
}

/* ---------------------------------------------------------------------------------------- */
/* What is typeless in the program and has a type in DXIL                                     */

dxki_convert_type dxki_convert_held_as(const dxki_convert *c, const dxk_dxbc_operand *source,
                                       uint32_t mask)
{
    uint32_t counts[DXKI_CONVERT_TYPES] = {0};
    dxki_convert_type type;

    for (uint32_t i = 0; i < 4 && !c->dxilconv; i++)
        if (mask >> i & 1 && type_of(c, source, i, &type))
            counts[type]++;
    return counts[DXKI_CONVERT_F32] > counts[DXKI_CONVERT_I32] ? DXKI_CONVERT_F32
                                                               : DXKI_CONVERT_I32;
}

#define LOOK_AHEAD 24u /* instructions */

/* Components of a temporary register. */
typedef struct piece {
    uint64_t number;
    uint32_t mask;
} piece;

static bool is_temp(const dxki_convert *c, const dxk_dxbc_operand *operand, uint64_t number)
{
    return dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_TEMP &&
           dxk_dxbc_index_get(c->program, operand, 0).number == number;
}

/* Does a source with the components `mask` of its result read some of the piece? */
static bool reads(const dxki_convert *c, const dxk_dxbc_operand *source, uint32_t mask,
                  const piece *p)
{
    if (!is_temp(c, source, p->number))
        return false;
    for (uint32_t i = 0; i < 4; i++)
        if (mask >> i & 1 && p->mask >> dxki_convert_swizzle(source, i) & 1)
            return true;
    return false;
}

/* A move hands the piece on: its destination is looked at from now on, if that is a register. */
static void follow(const dxki_convert *c, const dxk_dxbc_operand *dest, piece *p)
{
    if (dxk_dxbc_register_kind(dest) != DXK_DXBC_REGISTER_TEMP)
        return;
    p->number = dxk_dxbc_index_get(c->program, dest, 0).number;
    p->mask = dxki_convert_mask(dest);
}

/* What an instruction wants of the piece; false: it tells nothing. */
static bool tells(const dxki_convert *c, const dxk_dxbc_instruction *in, piece *p,
                  dxki_convert_type *type)
{
    const char *letters = dxki_dxbc_opcode_get(dxk_dxbc_opcode(in))->operands;
    const dxk_dxbc_operand *operands = &c->program->operands[in->operands];
    uint32_t mask = in->operand_count && letters[0] == 'd' ? dxki_convert_mask(&operands[0]) : 15;

    for (uint32_t i = 0; i < in->operand_count; i++) {
        if (letters[i] == 'd' || !reads(c, &operands[i], mask ? mask : 15, p))
            continue;
        if (letters[i] == 'f' || letters[i] == 'i' || letters[i] == 'u') {
            *type = letters[i] == 'f' ? DXKI_CONVERT_F32 : DXKI_CONVERT_I32;
            return true;
        }
        if (dxk_dxbc_opcode(in) == DXKI_SM4_MOV)
            follow(c, &operands[0], p);
    }
    return false;
}

dxki_convert_type dxki_convert_used_as(const dxki_convert *c, const dxk_dxbc_operand *dest)
{
    dxki_convert_type type = DXKI_CONVERT_I32;
    piece p = {.mask = dxki_convert_mask(dest)};

    if (dxk_dxbc_register_kind(dest) != DXK_DXBC_REGISTER_TEMP || c->dxilconv)
        return type;
    p.number = dxk_dxbc_index_get(c->program, dest, 0).number;
    for (size_t i = c->code->pc; i < c->program->instruction_count && i < c->code->pc + LOOK_AHEAD;
         i++)
        if (tells(c, &c->program->instructions[i], &p, &type))
            break;
    return type;
}
