/* SPDX-License-Identifier: MIT */
/* doubles.c - which moves are of doubles; see doubles.h. */
#include "fxc/doubles.h"

/* The number of a temporary that is followed; DXKI_FOLLOWED for anything else. */
static uint32_t followed(const dxk_dxbc_program *p, const dxk_dxbc_operand *operand)
{
    uint64_t number = dxk_dxbc_index_get(p, operand, 0).number;
    bool temp = dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_TEMP;
    return temp && number < DXKI_FOLLOWED ? (uint32_t)number : DXKI_FOLLOWED;
}

/* Components of a source that go to the components `mask` of a result. */
static uint32_t components_read(const dxk_dxbc_operand *source, uint32_t mask)
{
    uint32_t token = source->token, read = 0;
    if (dxki_dxbc_bits(token, 2, 2) != 1)
        return 1u << dxki_dxbc_bits(token, 4, 2);
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            read |= 1u << dxki_dxbc_bits(token, 4 + 2 * i, 2);
    return read;
}

/* An operation on doubles takes these components: moves that left them were of doubles. */
static uint32_t take(dxki_fxc_doubles *d, uint32_t r, uint32_t components)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t move = d->moved[r][i];
        if (!(components >> i & 1) || move == 0)
            continue;
        found++;
        for (unsigned k = 0; k < 4; k++) {
            if (d->moved[r][k] != move)
                continue;
            d->moved[r][k] = 0;
            d->held[r] |= (uint8_t)(1u << k);
        }
    }
    return found;
}

static void leave(dxki_fxc_doubles *d, uint32_t r, uint32_t mask, bool is_double, uint32_t move)
{
    d->held[r] = (uint8_t)(is_double ? d->held[r] | mask : d->held[r] & ~mask);
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            d->moved[r][i] = move;
}

/* Results of operations on doubles that are doubles: not comparisons, nor conversions to others. */
static bool gives_double(uint32_t opcode)
{
    switch (opcode) {
    case DXKI_SM4_DADD:
    case DXKI_SM4_DMAX:
    case DXKI_SM4_DMIN:
    case DXKI_SM4_DMUL:
    case DXKI_SM4_DMOV:
    case DXKI_SM4_DMOVC:
    case DXKI_SM4_FTOD:
    case DXKI_SM4_DDIV:
    case DXKI_SM4_DFMA:
    case DXKI_SM4_DRCP:
    case DXKI_SM4_ITOD:
    case DXKI_SM4_UTOD:
        return true;
    default:
        return false;
    }
}

uint32_t dxki_fxc_doubles_see(dxki_fxc_doubles *d, const dxk_dxbc_program *p,
                              const dxk_dxbc_instruction *in, const dxki_dxbc_opcode *op)
{
    const dxk_dxbc_operand *operands = &p->operands[in->operands];
    uint32_t opcode = dxk_dxbc_opcode(in), found = 0, move = 0;
    bool is_double = gives_double(opcode);
    for (uint32_t i = 0; i < in->operand_count; i++) {
        uint32_t r = op->operands[i] == 'g' ? followed(p, &operands[i]) : DXKI_FOLLOWED;
        if (r < DXKI_FOLLOWED)
            found += take(d, r, components_read(&operands[i], 15));
    }
    if (opcode == DXKI_SM4_MOV) {
        uint32_t source = followed(p, &operands[1]);
        uint32_t read = components_read(&operands[1], dxki_dxbc_bits(operands[0].token, 4, 4));
        is_double = source < DXKI_FOLLOWED && d->held[source] & read;
        found += is_double;
        move = is_double ? 0 : ++d->moves;
    }
    for (uint32_t i = 0; i < in->operand_count; i++) {
        uint32_t r = op->operands[i] == 'd' ? followed(p, &operands[i]) : DXKI_FOLLOWED;
        if (r < DXKI_FOLLOWED)
            leave(d, r, dxki_dxbc_bits(operands[i].token, 4, 4), is_double, move);
    }
    return found;
}
