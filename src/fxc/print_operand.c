/* SPDX-License-Identifier: MIT */
/*
 * print_operand.c - operands: registers with indices, components, modifiers, immediates.
 *
 *     r0.xyzw   v[0][1].x   cb0[r1.x + 2].yyyy   -|r0.x|   l(1.000000, 0, 0, 0)   T1[r0.x + 1]
 */
#include "fxc/print.h"

#define DECIMAL_LIMIT 10000 /* whole numbers up to here are decimal */

/* Fields of an extended operand token. */
#define EXTENDED_MODIFIER 1u

static const char letters[] = "xyzw";

/* ---------------------------------------------------------------------------------------- */
/* Immediates                                                                                 */

static void print_integer(dxki_out *out, uint32_t bits)
{
    int64_t value = bits > INT32_MAX ? (int64_t)bits - ((int64_t)1 << 32) : (int64_t)bits;
    if (value >= -DECIMAL_LIMIT && value <= DECIMAL_LIMIT) {
        dxki_out_i64(out, value);
        return;
    }
    dxki_out_text(out, "0x");
    dxki_out_hex(out, bits, 8, false);
}

void dxki_fxc_print_value(dxki_fxc_printer *pr, uint32_t bits, char letter)
{
    uint32_t exponent = bits >> 23 & 0xff;
    bool as_float = letter == 'f';
    if (letter != 'f' && letter != 'i' && letter != 'u') /* any: by how the bits look */
        as_float = (exponent != 0 && exponent != 0xff) || bits == 0x80000000u;
    if (as_float)
        dxki_fxc_put_float(pr->out, bits, pr->style.rounding);
    else
        print_integer(pr->out, bits);
}

static void print_immediate(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, char letter)
{
    const uint32_t *value = pr->p->words + operand->words + operand->word_count - operand->value;
    const char *comma = letter == 'f' || letter == 'i' || letter == 'u' ? ", " : ",";
    if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_IMMEDIATE64) {
        dxki_out_text(pr->out, "d(");
        for (uint32_t i = 0; i + 1 < operand->value; i += 2) {
            dxki_out_text(pr->out, i ? ", " : "");
            dxki_fxc_put_double(pr->out, value[i] | (uint64_t)value[i + 1] << 32,
                                pr->style.rounding);
            dxki_out_char(pr->out, 'l');
        }
    } else {
        dxki_out_text(pr->out, "l(");
        for (uint32_t i = 0; i < operand->value; i++) {
            dxki_out_text(pr->out, i ? comma : "");
            dxki_fxc_print_value(pr, value[i], letter);
        }
    }
    dxki_out_char(pr->out, ')');
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* "[r0.x + 3]", "[3]" or, when `plain`, "3". */
static void print_index(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, uint32_t which,
                        bool plain)
{
    dxk_dxbc_index index = dxk_dxbc_index_get(pr->p, operand, which);
    int64_t number = (int64_t)index.number;
    if (index.number > INT32_MAX && index.number <= UINT32_MAX && index.relative)
        number -= (int64_t)1 << 32;
    if (plain && !index.relative) {
        dxki_out_u64(pr->out, index.number);
        return;
    }
    dxki_out_char(pr->out, '[');
    if (index.relative) {
        uint32_t operation = pr->operation;
        pr->operation = DXKI_ANY_PRECISION;
        dxki_fxc_print_operand(pr, &pr->p->operands[index.operand], 'u');
        pr->operation = operation;
        dxki_out_text(pr->out, " + ");
        dxki_out_i64(pr->out, number);
    } else {
        dxki_out_u64(pr->out, index.number);
    }
    dxki_out_char(pr->out, ']');
}

/* Name of a register; in shader model 5.1 that of a range is in capitals. */
static void print_name(dxki_fxc_printer *pr, uint32_t kind)
{
    const char *range = NULL;
    if (kind == DXK_DXBC_REGISTER_SAMPLER)
        range = "S";
    else if (kind == DXK_DXBC_REGISTER_RESOURCE)
        range = "T";
    else if (kind == DXK_DXBC_REGISTER_CONSTANT_BUFFER)
        range = "CB";
    else if (kind == DXK_DXBC_REGISTER_UAV)
        range = "U";
    const char *name = pr->sm51 && range ? range : dxk_enum_text(DXK_ENUM_ID_dxbc_register, kind);
    dxki_out_text(pr->out, name ? name : "?");
    if (!name)
        dxki_out_u64(pr->out, kind);
}

/* True when a register with `count` indices has its first one after the name, not in brackets. */
static bool first_is_plain(uint32_t kind, uint32_t count)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER:
    case DXK_DXBC_REGISTER_THIS_POINTER:
        return false;
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_OUTPUT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
        return count == 1;
    default:
        return true;
    }
}

void dxki_fxc_print_register(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, bool declared)
{
    uint32_t kind = dxk_dxbc_register_kind(operand);
    uint32_t count = dxk_dxbc_index_count(operand);
    (void)declared;
    print_name(pr, kind);
    for (uint32_t i = 0; i < count; i++)
        print_index(pr, operand, i, i == 0 && first_is_plain(kind, count));
}

void dxki_fxc_print_components(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand)
{
    uint32_t token = operand->token;
    if (dxki_dxbc_bits(token, 0, 2) != 2)
        return;
    uint32_t mode = dxki_dxbc_bits(token, 2, 2);
    if (mode == 0 && dxki_dxbc_bits(token, 4, 4) == 0)
        return;
    dxki_out_char(pr->out, '.');
    for (uint32_t i = 0; i < 4; i++) {
        if (mode == 0 && dxki_dxbc_bits(token, 4 + i, 1))
            dxki_out_char(pr->out, letters[i]);
        else if (mode == 1)
            dxki_out_char(pr->out, letters[dxki_dxbc_bits(token, 4 + 2 * i, 2)]);
    }
    if (mode == 2)
        dxki_out_char(pr->out, letters[dxki_dxbc_bits(token, 4, 2)]);
}

/* ---------------------------------------------------------------------------------------- */
/* Whole operands                                                                             */

uint32_t dxki_fxc_modifier(const dxki_fxc_printer *pr, const dxk_dxbc_operand *operand)
{
    for (uint32_t i = 0; i < operand->extended; i++) {
        uint32_t token = pr->p->words[operand->words + i];
        if (dxki_dxbc_bits(token, 0, 6) == EXTENDED_MODIFIER)
            return token;
    }
    return 0;
}

/* " {min16f}", or " {min16f as def32}" when the operation has another precision. */
static void print_precision(dxki_fxc_printer *pr, uint32_t precision)
{
    bool differs = pr->operation != DXKI_ANY_PRECISION && pr->operation != precision;
    const char *own = dxk_enum_text(DXK_ENUM_ID_dxbc_precision, precision);
    const char *other = dxk_enum_text(DXK_ENUM_ID_dxbc_precision, pr->operation);
    if (!precision && !differs)
        return;
    dxki_out_text(pr->out, " {");
    dxki_out_text(pr->out, own ? own : "?");
    if (differs) {
        dxki_out_text(pr->out, " as ");
        dxki_out_text(pr->out, other ? other : "?");
    }
    dxki_out_char(pr->out, '}');
}

void dxki_fxc_print_operand(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, char letter)
{
    uint32_t kind = dxk_dxbc_register_kind(operand);
    uint32_t extended = dxki_fxc_modifier(pr, operand);
    uint32_t modifier = dxki_dxbc_bits(extended, 6, 8);
    if (modifier & 1)
        dxki_out_char(pr->out, '-');
    if (modifier & 2)
        dxki_out_char(pr->out, '|');
    if (kind == DXK_DXBC_REGISTER_IMMEDIATE32 || kind == DXK_DXBC_REGISTER_IMMEDIATE64) {
        print_immediate(pr, operand, letter);
    } else {
        dxki_fxc_print_register(pr, operand, false);
        dxki_fxc_print_components(pr, operand);
    }
    if (modifier & 2)
        dxki_out_char(pr->out, '|');
    print_precision(pr, dxki_dxbc_bits(extended, 14, 3));
}
