/* SPDX-License-Identifier: MIT */
/*
 * parse_message.c - messages to the debug layer, the reverse of print_custom.c. The text ends at
 * the last quotation mark of the line: quotation marks in it are not written in another way.
 *
 *     errorf "index %d is \"odd\"", r0.x
 */
#include "dxbc/dxbc.h"
#include "fxc/parse.h"

#include "wire/words.h"

#include <string.h>

static char unescape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

/* The text, without what stands around it; p is after the opening quotation mark. */
static bool parse_string(dxki_fxc_parser *p, dxk_buffer *out)
{
    const char *end = p->end;
    while (end > p->at && end[-1] != '"')
        end--;
    if (end == p->at)
        return dxki_fxc_parse_expected(p, "a quotation mark");
    end--;
    while (p->at < end) {
        char c = *p->at++;
        if (c == '\\' && p->at < end)
            c = unescape(*p->at++);
        if (!dxki_fxc_parse_check(p, dxk_buffer_append(out, &c, 1)))
            return false;
    }
    p->at++;
    return true;
}

/* Appends the tokens of an operand. It is encoded as that of an instruction. */
static bool encode_operand(dxki_fxc_parser *p, size_t slot, dxk_buffer *out)
{
    dxk_dxbc_instruction in = {
        .token = DXKI_SM4_BREAKC, .operands = (uint32_t)slot, .operand_count = 1};
    dxk_dxbc_program program = {.version = p->version,
                                .instructions = &in,
                                .instruction_count = 1,
                                .operands = p->operands.items,
                                .words = p->words.items};
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, p->ctx);
    dxk_status status = dxki_dxbc_write(p->ctx, &program, &bytes);
    if (status == DXK_OK)
        status = dxk_buffer_append(out, bytes.data + 12, bytes.size - 12);
    dxk_buffer_free(&bytes);
    return dxki_fxc_parse_check(p, status);
}

/* ", r0.x, l(1)" */
static bool parse_operands(dxki_fxc_parser *p, dxk_buffer *out, uint32_t *count)
{
    static const dxk_dxbc_operand empty = {0};
    for (*count = 0; dxki_fxc_accept(p, ","); ++*count) {
        size_t operands = p->operands.count, words = p->words.count;
        dxki_fxc_skip_blanks(p);
        if (!dxki_vec_push(p->ctx, &p->operands, empty))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
        if (!dxki_fxc_parse_operand(p, operands, 't', 0) || !encode_operand(p, operands, out))
            return false;
        p->operands.count = operands;
        p->words.count = words;
    }
    return true;
}

static bool push_bytes(dxki_fxc_parser *p, const dxk_buffer *bytes)
{
    for (size_t i = 0; i < bytes->size; i += 4) {
        uint8_t word[4] = {0};
        memcpy(word, bytes->data + i, bytes->size - i < 4 ? bytes->size - i : 4);
        if (!dxki_fxc_push_word(p, dxki_word_get(word, 0)))
            return false;
    }
    return true;
}

bool dxki_fxc_parse_message(dxki_fxc_parser *p, bool error)
{
    dxk_buffer string, operands;
    uint32_t count = 0;
    dxk_buffer_init(&string, p->ctx);
    dxk_buffer_init(&operands, p->ctx);
    bool ok = dxki_fxc_expect(p, "\"") && parse_string(p, &string);
    uint32_t length = (uint32_t)string.size;
    ok = ok && dxki_fxc_parse_check(p, dxk_buffer_append(&string, "", 1)) &&
         parse_operands(p, &operands, &count);
    const uint32_t head[DXKI_MESSAGE_HEAD] = {error ? DXKI_MESSAGE_ERROR : DXKI_MESSAGE_PRINT,
                                              count > 0, length, count,
                                              (uint32_t)(operands.size / 4)};
    for (size_t i = 0; ok && i < DXKI_MESSAGE_HEAD; i++)
        ok = dxki_fxc_push_word(p, head[i]);
    ok = ok && push_bytes(p, &operands) && push_bytes(p, &string);
    dxk_buffer_free(&operands);
    dxk_buffer_free(&string);
    return ok;
}
