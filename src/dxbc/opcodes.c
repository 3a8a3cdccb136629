/* SPDX-License-Identifier: MIT */
/* opcodes.c - the table of opcodes. */
#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"

#include <stddef.h>

static const dxki_dxbc_opcode opcodes[DXKI_SM4_COUNT] = {
#define DXKI_OPCODE(code, ident, text, operands, words, words_5_1, form, traits)                   \
    [code] = {text,  operands,  traits,          sizeof text - 1, sizeof operands - 1,             \
              words, words_5_1, DXKI_FORM_##form},
#include "spec/sm4_opcodes.def"
#undef DXKI_OPCODE
};

const dxki_dxbc_opcode *dxki_dxbc_opcode_get(uint32_t code)
{
    static const dxki_dxbc_opcode unknown = {NULL, "", 0, 0, 0, 0, 0, DXKI_FORM_PLAIN};
    return code < DXKI_SM4_COUNT && opcodes[code].text ? &opcodes[code] : &unknown;
}

const char *dxk_dxbc_opcode_name(uint32_t opcode)
{
    return dxki_dxbc_opcode_get(opcode)->text;
}
