/* SPDX-License-Identifier: MIT */
/*
 * print_code.c - instructions: mnemonic, suffixes, operands, indentation.
 *
 *     sample_l_aoffimmi_indexable(1,-1,0)(texture2d)(float,float,float,float) r0.x, ...
 *     |        |        |         |      |          |
 *     mnemonic offsets  extended  offsets dimension return types
 */
#include "fxc/print.h"

#include <string.h>

/* The extended opcode token of a kind; 0 when there is none. */
static uint32_t extended_of(const dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                            uint32_t kind)
{
    for (uint32_t i = 0; i < in->extended; i++) {
        uint32_t token = pr->p->words[in->words + i];
        if (dxki_dxbc_bits(token, 0, 6) == kind)
            return token;
    }
    return 0;
}

static void text(dxki_fxc_printer *pr, const char *words)
{
    dxki_out_text(pr->out, words);
}

/* ---------------------------------------------------------------------------------------- */
/* Suffixes                                                                                   */

/* " [precise(xy)]" */
static void print_precise(dxki_fxc_printer *pr, uint32_t token)
{
    uint32_t mask = dxki_dxbc_bits(token, 19, 4);
    if (mask == 0)
        return;
    text(pr, " [precise");
    if (mask != 15) {
        text(pr, "(");
        for (unsigned i = 0; i < 4; i++)
            if (mask >> i & 1)
                dxki_out_char(pr->out, "xyzw"[i]);
        text(pr, ")");
    }
    text(pr, "]");
}

/* "(1,-1,0)": 4-bit signed offsets */
static void print_offsets(dxki_fxc_printer *pr, uint32_t controls)
{
    for (unsigned i = 0; i < 3; i++) {
        int64_t offset = dxki_dxbc_bits(controls, 9 + 4 * i, 4);
        text(pr, i ? "," : "(");
        dxki_out_i64(pr->out, offset < 8 ? offset : offset - 16);
    }
    text(pr, ")");
}

/* "(texture2d)" or "(structured_buffer, stride=16)" */
static void print_dimension(dxki_fxc_printer *pr, uint32_t token)
{
    uint32_t dimension = dxki_dxbc_bits(token, 6, 5);
    const char *words = dxk_enum_text(DXK_ENUM_ID_dxbc_dimension, dimension);
    text(pr, "(");
    text(pr, words ? words : "?");
    if (dimension == DXK_DXBC_DIMENSION_STRUCTURED_BUFFER) {
        text(pr, ", stride=");
        dxki_out_u64(pr->out, dxki_dxbc_bits(token, 11, 12));
    }
    text(pr, ")");
}

/* "_uint" of resinfo and sampleinfo */
static void print_info_type(dxki_fxc_printer *pr, uint32_t opcode, uint32_t token)
{
    uint32_t type = dxki_dxbc_bits(token, 11, 2);
    if (opcode == DXKI_SM4_SAMPLEINFO)
        type = type == 1 ? 2 : 0;
    text(pr, type == 1 ? "_rcpfloat" : type == 2 ? "_uint" : "");
}

/* sync_uglobal_g_t */
static void print_sync(dxki_fxc_printer *pr, uint32_t token)
{
    text(pr, "sync");
    if (dxki_dxbc_bits(token, 13, 1))
        text(pr, "_sat_ugroup");
    if (dxki_dxbc_bits(token, 14, 1))
        text(pr, "_uglobal");
    if (dxki_dxbc_bits(token, 12, 1))
        text(pr, "_g");
    if (dxki_dxbc_bits(token, 11, 1))
        text(pr, "_t");
}

static void print_mnemonic(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                           const dxki_dxbc_opcode *op, uint32_t opcode)
{
    uint32_t controls = extended_of(pr, in, DXKI_EXT_SAMPLE_CONTROLS);
    uint32_t dimension = extended_of(pr, in, DXKI_EXT_RESOURCE_DIM);
    uint32_t returns = extended_of(pr, in, DXKI_EXT_RESOURCE_RETURN);
    dxki_out_write(pr->out, op->text, op->text_size);
    if (op->traits & DXKI_SM4_IS_TEST && (opcode != DXKI_SM4_DISCARD || pr->style.discard_test))
        text(pr, dxki_dxbc_bits(in->token, 18, 1) ? "_nz" : "_z");
    if (op->form == DXKI_FORM_PLAIN && dxki_dxbc_bits(in->token, 13, 1))
        text(pr, "_sat");
    if (controls && pr->style.offset_word)
        text(pr, "_aoffimmi");
    if (dimension)
        text(pr, "_indexable");
    print_precise(pr, in->token);
    if (controls)
        print_offsets(pr, controls);
    if (dimension)
        print_dimension(pr, dimension);
    if (returns)
        dxki_fxc_print_return_types(pr, returns, 6);
    if (op->form == DXKI_FORM_INFO)
        print_info_type(pr, opcode, in->token);
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* fcall fp0[0][1]: interface, array element, call site. */
static void print_fcall(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *operand = &pr->p->operands[in->operands];
    text(pr, "fcall ");
    dxki_fxc_print_register(pr, operand, false);
    text(pr, "[");
    dxki_out_u64(pr->out, in->lead ? pr->p->words[in->words + in->extended] : 0);
    text(pr, "]");
}

/*
 * The precision that operand `which` is taken at: that of the result, where the operand is a
 * value. Addresses, conditions, resources and what is converted are taken as they are.
 */
static uint32_t operation_precision(const dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                                    const dxki_dxbc_opcode *op, uint32_t which)
{
    const uint32_t apart = DXKI_SM4_IS_SAMPLE | DXKI_SM4_IS_LOAD | DXKI_SM4_IS_COMPARE |
                           DXKI_SM4_IS_BIAS | DXKI_SM4_IS_GRADIENT | DXKI_SM4_IS_GATHER |
                           DXKI_SM4_IS_LOD | DXKI_SM4_IS_STORE | DXKI_SM4_IS_ATOMIC;
    bool converts = op->traits & DXKI_SM4_IS_CONVERT && !(op->traits & DXKI_SM4_IS_FLOAT);
    if (converts || op->traits & apart || op->operands[0] != 'd' ||
        !strchr("fiutg", op->operands[which]))
        return DXKI_ANY_PRECISION;
    return dxki_dxbc_bits(dxki_fxc_modifier(pr, &pr->p->operands[in->operands]), 14, 3);
}

static void print_plain(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                        const dxki_dxbc_opcode *op)
{
    print_mnemonic(pr, in, op, dxk_dxbc_opcode(in));
    if (in->operand_count == 0)
        text(pr, " ");
    for (uint32_t i = 0; i < in->operand_count; i++) {
        text(pr, i ? ", " : " ");
        pr->operation = operation_precision(pr, in, op, i);
        dxki_fxc_print_operand(pr, &pr->p->operands[in->operands + i], op->operands[i]);
    }
}

static void print_unknown(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, "// unknown opcode ");
    dxki_out_u64(pr->out, dxk_dxbc_opcode(in));
    for (uint32_t i = 0; i < in->tail_count; i++) {
        text(pr, i ? ", 0x" : ": 0x");
        dxki_out_hex(pr->out, pr->p->words[in->tail + i], 8, false);
    }
}

void dxki_fxc_print_instruction(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    pr->operation = DXKI_ANY_PRECISION;
    uint32_t opcode = dxk_dxbc_opcode(in);
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(opcode);
    if (op->traits & DXKI_SM4_IS_CLOSE && pr->indent > 0)
        pr->indent--;
    dxki_out_spaces(pr->out, 2 * pr->indent);
    if (!op->text)
        print_unknown(pr, in);
    else if (op->form >= DXKI_FORM_DECLARATION)
        dxki_fxc_print_declaration(pr, in, op);
    else if (op->form == DXKI_FORM_CUSTOM)
        dxki_fxc_print_custom(pr, in);
    else if (op->form == DXKI_FORM_SYNC)
        print_sync(pr, in->token);
    else if (op->form == DXKI_FORM_FCALL)
        print_fcall(pr, in);
    else
        print_plain(pr, in, op);
    if (op->traits & DXKI_SM4_IS_OPEN)
        pr->indent++;
}

dxk_status dxki_fxc_print_code(dxki_fxc_printer *pr)
{
    dxk_status status = DXK_OK;
    const dxk_dxbc_program *p = pr->p;
    const char *stage = dxk_enum_text(DXK_ENUM_ID_dxbc_stage, dxk_dxbc_program_stage(p));
    text(pr, stage ? stage : "?");
    text(pr, "_");
    dxki_out_u64(pr->out, dxk_dxbc_major(p));
    text(pr, "_");
    dxki_out_u64(pr->out, dxk_dxbc_minor(p));
    text(pr, "\n");
    pr->indent = 0;
    pr->operation = DXKI_ANY_PRECISION;
    for (size_t i = 0; i < p->instruction_count && status == DXK_OK; i++) {
        if (pr->exact)
            status = dxki_fxc_print_exact(pr, &p->instructions[i]);
        else
            dxki_fxc_print_instruction(pr, &p->instructions[i]);
        text(pr, "\n");
        if (status == DXK_OK)
            status = pr->status;
    }
    return status;
}
