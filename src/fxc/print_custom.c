/* SPDX-License-Identifier: MIT */
/*
 * print_custom.c - custom data: the immediate constant buffer, and messages to the debug layer.
 *
 *     dcl_immediateConstantBuffer { { 1.000000, 0, 0, 0},
 *                                   { 0, 2.000000, 0, 0} }
 *     printf "%f at %d\n", r0.x, v1.y
 *
 *   message: id, format, length of the text, operands, tokens of the operands; then the operands,
 *   then the text with a zero after it, filled up to a token
 */
#include "dxbc/dxbc.h"
#include "fxc/print.h"

#include "wire/words.h"

#define ROW_INDENT 30

/* dcl_immediateConstantBuffer { { 1.000000, 0, 0, 0}, and a line for each further row */
static void print_constants(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    dxki_out_text(pr->out, "dcl_immediateConstantBuffer { ");
    for (uint32_t i = 0; i < in->tail_count; i += 4) {
        if (i) {
            dxki_out_text(pr->out, ",\n");
            dxki_out_spaces(pr->out, ROW_INDENT);
        }
        dxki_out_text(pr->out, "{ ");
        for (uint32_t k = i; k < i + 4 && k < in->tail_count; k++) {
            dxki_out_text(pr->out, k > i ? ", " : "");
            dxki_fxc_print_value(pr, dxki_fxc_tail(pr, in, k), 't');
        }
        dxki_out_char(pr->out, '}');
    }
    dxki_out_text(pr->out, " }");
}

/* ---------------------------------------------------------------------------------------- */
/* Messages                                                                                   */

/* A character of the text as it is written in a listing. */
static void put_character(dxki_out *out, uint8_t c)
{
    switch (c) {
    case '\b':
        dxki_out_text(out, "\\b");
        return;
    case '\t':
        dxki_out_text(out, "\\t");
        return;
    case '\n':
        dxki_out_text(out, "\\n");
        return;
    case '\r':
        dxki_out_text(out, "\\r");
        return;
    case '\\':
        dxki_out_text(out, "\\\\");
        return;
    default:
        dxki_out_char(out, c >= ' ' && c < 127 ? (char)c : '.');
        return;
    }
}

/* The text, from word `first` on. */
static void print_string(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, uint32_t first)
{
    uint32_t length = dxki_fxc_tail(pr, in, 2);
    dxki_out_char(pr->out, '"');
    for (uint64_t i = 0; i < length && first + i / 4 < in->tail_count; i++) {
        uint32_t word = dxki_fxc_tail(pr, in, (uint32_t)(first + i / 4));
        put_character(pr->out, (uint8_t)(word >> i % 4 * 8));
    }
    dxki_out_char(pr->out, '"');
}

/* Tokens of the operand at word `at`; 0 when it does not end before `end`. */
static uint32_t operand_tokens(const dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                               uint32_t at, uint32_t end, int depth)
{
    uint32_t start = at, token = at < end ? dxki_fxc_tail(pr, in, at++) : DXKI_TOKEN_EXTENDED;
    uint32_t last = token, kind = dxki_dxbc_bits(token, 12, 8),
             components = dxki_dxbc_bits(token, 0, 2);
    while (last & DXKI_TOKEN_EXTENDED && at < end)
        last = dxki_fxc_tail(pr, in, at++);
    if (last & DXKI_TOKEN_EXTENDED || depth == 0)
        return 0;
    for (uint32_t i = 0; i < dxki_dxbc_bits(token, 20, 2); i++) {
        uint32_t form = dxki_dxbc_bits(token, 22 + 3 * i, 3), words = dxki_dxbc_index_words(form);
        if (words > end - at)
            return 0;
        at += words;
        uint32_t inner =
            dxki_dxbc_index_relative(form) ? operand_tokens(pr, in, at, end, depth - 1) : 0;
        if (dxki_dxbc_index_relative(form) && inner == 0)
            return 0;
        at += inner;
    }
    if (kind == DXK_DXBC_REGISTER_IMMEDIATE32)
        at += components == 1 ? 1 : components == 2 ? 4 : 0;
    else if (kind == DXK_DXBC_REGISTER_IMMEDIATE64)
        at += components == 1 ? 2 : components == 2 ? 4 : 0;
    return at <= end ? at - start : 0;
}

/* An operand of `count` tokens from word `at` on, decoded as that of an instruction. */
static void print_message_operand(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, uint32_t at,
                                  uint32_t count)
{
    uint8_t bytes[4 * (3 + DXKI_LENGTH_MAX)];
    dxki_codec c;
    dxki_arena arena;
    dxk_dxbc_program inner;
    dxki_word_put(bytes, 0, pr->p->version);
    dxki_word_put(bytes, 1, 3 + count);
    dxki_word_put(bytes, 2, DXKI_SM4_BREAKC | (1 + count) << DXKI_LENGTH_LOW);
    for (uint32_t i = 0; i < count; i++)
        dxki_word_put(bytes, 3 + i, dxki_fxc_tail(pr, in, at + i));
    dxki_arena_init(&arena, pr->ctx);
    dxki_codec_init_read(&c, pr->ctx, &arena, (dxk_bytes){bytes, 4 * (size_t)(3 + count)}, 0);
    if (dxki_dxbc_read(&c, &inner)) {
        dxki_fxc_printer one = *pr;
        one.p = &inner;
        dxki_fxc_print_operand(&one, &inner.operands[inner.instructions[0].operands], 't');
    } else {
        pr->status = c.status;
    }
    dxki_arena_free(&arena);
}

static void print_message(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    uint32_t count = dxki_fxc_tail(pr, in, 3), tokens = dxki_fxc_tail(pr, in, 4),
             at = DXKI_MESSAGE_HEAD;
    uint32_t left = in->tail_count < at ? 0 : in->tail_count - at;
    uint32_t end = at + (tokens < left ? tokens : left);
    dxki_out_text(pr->out, dxki_fxc_tail(pr, in, 0) == DXKI_MESSAGE_ERROR ? "errorf " : "printf ");
    print_string(pr, in, end);
    for (uint32_t i = 0; i < count && at < end && pr->status == DXK_OK; i++) {
        uint32_t length = operand_tokens(pr, in, at, end, DXKI_MESSAGE_DEPTH);
        if (length == 0 || length >= DXKI_LENGTH_MAX)
            break;
        dxki_out_text(pr->out, ", ");
        print_message_operand(pr, in, at, length);
        at += length;
    }
}

void dxki_fxc_print_custom(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    if (in->token >> 11 == DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER)
        print_constants(pr, in);
    else if (in->token >> 11 == DXK_DXBC_CUSTOM_SHADER_MESSAGE)
        print_message(pr, in);
}
