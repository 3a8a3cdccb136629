/* SPDX-License-Identifier: MIT */
/*
 * print_exact.c - lines that can be read back. Six decimals do not hold every float, and a few
 * bits of tokens are not listed at all. What is missing is found by reading each line back: when
 * that gives other tokens, the tokens follow as a comment.
 */
#include "dxbc/dxbc.h"
#include "fxc/parse.h"
#include "fxc/print.h"

#include "wire/words.h"

#include <string.h>

/* The tokens of one instruction of a program, after a program's header. */
static dxk_status tokens_of(dxk_ctx *ctx, const dxk_dxbc_program *p, const dxk_dxbc_instruction *in,
                            dxk_buffer *out)
{
    dxk_dxbc_program one = *p;
    dxk_dxbc_instruction copy = *in;
    one.instructions = &copy;
    one.instruction_count = 1;
    one.rest.size = 0;
    return dxki_dxbc_write(ctx, &one, out);
}

/* What the text reads as; nothing when it cannot be read. */
static dxk_status read_back(dxki_fxc_printer *pr, dxk_str text, dxk_buffer *out)
{
    dxki_fxc_parser parser;
    dxk_status status = DXK_OK;
    dxki_fxc_parser_init(&parser, pr->ctx, text);
    parser.quiet = true;
    parser.version = pr->p->version;
    parser.sm51 = pr->sm51;
    if (dxki_fxc_parse_line(&parser) && dxki_fxc_parse_code_line(&parser) &&
        parser.instructions.count == 1) {
        dxk_dxbc_program read = {.version = pr->p->version,
                                 .instructions = parser.instructions.items,
                                 .instruction_count = 1,
                                 .operands = parser.operands.items,
                                 .words = parser.words.items};
        status = tokens_of(pr->ctx, &read, &read.instructions[0], out);
    }
    if (parser.status != DXK_OK && parser.status != DXK_E_INVALID)
        status = parser.status;
    dxki_fxc_parser_finish(&parser);
    return status;
}

static void put_tokens(dxki_fxc_printer *pr, const dxk_buffer *tokens)
{
    dxki_out_text(pr->out, "  // tokens:");
    for (size_t i = 2; i < tokens->size / 4; i++) {
        dxki_out_text(pr->out, " 0x");
        dxki_out_hex(pr->out, dxki_word_get(tokens->data, i), 8, false);
    }
}

dxk_status dxki_fxc_print_exact(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    dxk_buffer text, tokens, back;
    dxki_out *out = pr->out, line;
    dxk_buffer_init(&text, pr->ctx);
    dxk_buffer_init(&tokens, pr->ctx);
    dxk_buffer_init(&back, pr->ctx);
    dxki_out_init(&line, dxk_buffer_sink(&text));
    pr->out = &line;
    dxki_fxc_print_instruction(pr, in);
    pr->out = out;
    dxk_status status = dxki_out_flush(&line);
    if (status == DXK_OK)
        status = tokens_of(pr->ctx, pr->p, in, &tokens);
    if (status == DXK_OK)
        status = read_back(pr, (dxk_str){(const char *)text.data, text.size}, &back);
    dxki_out_write(pr->out, (const char *)text.data, text.size);
    if (status == DXK_OK &&
        (back.size != tokens.size || memcmp(back.data, tokens.data, tokens.size) != 0))
        put_tokens(pr, &tokens);
    dxk_buffer_free(&text);
    dxk_buffer_free(&tokens);
    dxk_buffer_free(&back);
    return status;
}
