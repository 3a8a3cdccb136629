/* SPDX-License-Identifier: MIT */
/*
 * program.c - programs of shader models 4 and 5 as objects: access, encoding, the SHDR and SHEX
 * parts.
 */
#include "dxbc/dxbc.h"
#include "dxbc/opcodes.h"

#include "base/out.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

uint32_t dxk_dxbc_major(const dxk_dxbc_program *program)
{
    return dxki_dxbc_bits(program->version, 4, 4);
}

uint32_t dxk_dxbc_minor(const dxk_dxbc_program *program)
{
    return dxki_dxbc_bits(program->version, 0, 4);
}

uint32_t dxk_dxbc_program_stage(const dxk_dxbc_program *program)
{
    return program->version >> 16;
}

uint32_t dxk_dxbc_opcode(const dxk_dxbc_instruction *instruction)
{
    return dxki_dxbc_bits(instruction->token, 0, 11);
}

uint32_t dxk_dxbc_register_kind(const dxk_dxbc_operand *operand)
{
    return dxki_dxbc_bits(operand->token, 12, 8);
}

uint32_t dxk_dxbc_index_count(const dxk_dxbc_operand *operand)
{
    return dxki_dxbc_bits(operand->token, 20, 2);
}

dxk_dxbc_index dxk_dxbc_index_get(const dxk_dxbc_program *program, const dxk_dxbc_operand *operand,
                                  uint32_t which)
{
    dxk_dxbc_index index = {0, false, false, 0};
    const uint32_t *word = program->words + operand->words + operand->extended;
    if (which >= dxk_dxbc_index_count(operand))
        return index;
    for (uint32_t i = 0; i <= which; i++) {
        uint32_t form = dxki_dxbc_bits(operand->token, 22 + 3 * i, 3);
        uint32_t n = dxki_dxbc_index_words(form);
        index = (dxk_dxbc_index){0, n > 0, dxki_dxbc_index_relative(form), 0};
        for (uint32_t k = 0; k < n && k < 2; k++)
            index.number |= (uint64_t)*word++ << (32 * k);
        if (index.relative)
            index.operand = *word++;
    }
    return index;
}

/* ---------------------------------------------------------------------------------------- */
/* Encoding                                                                                   */

static size_t operand_length(const dxk_dxbc_program *p, const dxk_dxbc_operand *operand)
{
    size_t length = 1 + (size_t)operand->word_count;
    for (uint32_t i = 0; i < dxk_dxbc_index_count(operand); i++) {
        dxk_dxbc_index index = dxk_dxbc_index_get(p, operand, i);
        if (index.relative) /* its number is a word, but not in the file */
            length += operand_length(p, &p->operands[index.operand]) - 1;
    }
    return length;
}

/* Long tables have their length in a token of its own, which is their extended token. */
static bool has_own_length(const dxk_dxbc_instruction *in)
{
    uint32_t opcode = dxk_dxbc_opcode(in);
    return (opcode == DXKI_SM4_DCL_FUNCTION_TABLE || opcode == DXKI_SM4_DCL_INTERFACE) &&
           in->token & DXKI_TOKEN_EXTENDED && in->extended;
}

size_t dxki_dxbc_length(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in)
{
    size_t length = 1 + (size_t)in->extended + in->lead + in->tail_count;
    uint32_t opcode = dxk_dxbc_opcode(in);
    for (uint32_t i = 0; i < in->operand_count; i++)
        length += operand_length(p, &p->operands[in->operands + i]);
    if (opcode == DXKI_SM4_CUSTOMDATA)
        return length + 1;
    return length <= DXKI_LENGTH_MAX || has_own_length(in) ? length : 0;
}

static void put(uint8_t **at, uint32_t token)
{
    dxki_word_put(*at, 0, token);
    *at += 4;
}

/* `count` words of a program from `first` on; it may have none at all. */
static void put_words(uint8_t **at, const dxk_dxbc_program *p, size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(at, p->words[first + i]);
}

static void put_operand(uint8_t **at, const dxk_dxbc_program *p, const dxk_dxbc_operand *operand)
{
    uint32_t word = operand->words;
    put(at, operand->token);
    put_words(at, p, word, operand->extended);
    word += operand->extended;
    for (uint32_t i = 0; i < dxk_dxbc_index_count(operand); i++) {
        uint32_t form = dxki_dxbc_bits(operand->token, 22 + 3 * i, 3);
        uint32_t n = dxki_dxbc_index_words(form);
        put_words(at, p, word, n);
        word += n;
        if (dxki_dxbc_index_relative(form))
            put_operand(at, p, &p->operands[p->words[word++]]);
    }
    put_words(at, p, word, operand->value);
}

static void put_instruction(uint8_t **at, const dxk_dxbc_program *p, const dxk_dxbc_instruction *in,
                            size_t length)
{
    uint32_t token = in->token;
    bool custom = dxk_dxbc_opcode(in) == DXKI_SM4_CUSTOMDATA;
    bool own_length = has_own_length(in);
    if (!custom && !own_length)
        token = (token & ~(DXKI_LENGTH_MAX << DXKI_LENGTH_LOW)) | (uint32_t)length
                                                                      << DXKI_LENGTH_LOW;
    put(at, token);
    if (custom || own_length)
        put(at, (uint32_t)length);
    put_words(at, p, in->words + own_length, (size_t)in->extended + in->lead - own_length);
    for (uint32_t i = 0; i < in->operand_count; i++)
        put_operand(at, p, &p->operands[in->operands + i]);
    put_words(at, p, in->tail, in->tail_count);
}

dxk_status dxki_dxbc_write(dxk_ctx *ctx, const dxk_dxbc_program *p, dxk_buffer *out)
{
    size_t total = 2;
    for (size_t i = 0; i < p->instruction_count; i++) {
        size_t length = dxki_dxbc_length(p, &p->instructions[i]);
        if (length == 0)
            return DXKI_REPORT(ctx, DXKI_RULE_DXBC_LONG, dxki_nowhere(), "", dxki_dec(i));
        total += length;
    }
    uint8_t *bytes = dxki_realloc(ctx, NULL, 0, 4 * total);
    if (!bytes)
        return dxki_nomem(ctx);
    uint8_t *at = bytes;
    put(&at, p->version);
    put(&at, (uint32_t)total);
    for (size_t i = 0; i < p->instruction_count; i++)
        put_instruction(&at, p, &p->instructions[i], dxki_dxbc_length(p, &p->instructions[i]));
    dxk_status status = dxk_buffer_append(out, bytes, 4 * total);
    dxki_realloc(ctx, bytes, 4 * total, 0);
    if (status == DXK_OK)
        status = dxk_buffer_append(out, p->rest.data, p->rest.size);
    return status;
}

dxk_status dxk_dxbc_encode(dxk_ctx *ctx, const dxk_dxbc_program *program, dxk_sink sink)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxki_dxbc_write(ctx, program, &out);
    if (status == DXK_OK)
        status = dxki_out_send(sink, out.data, out.size);
    dxk_buffer_free(&out);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Objects                                                                                    */

typedef struct holder {
    dxk_dxbc_program program; /* first: the public view is the holder */
    dxk_ctx *ctx;
    dxki_arena arena;
} holder;

dxk_status dxk_dxbc_decode(dxk_ctx *ctx, dxk_bytes content, dxk_dxbc_program **out)
{
    *out = NULL;
    holder *h = dxki_realloc(ctx, NULL, 0, sizeof *h);
    if (!h)
        return dxki_nomem(ctx);
    h->ctx = ctx;
    dxki_arena_init(&h->arena, ctx);
    dxki_codec c;
    dxki_codec_init_read(&c, ctx, &h->arena, content, 0);
    if (dxki_codec_enter(&c, "SHEX", DXK_NO_INDEX, ""))
        dxki_dxbc_read(&c, &h->program);
    dxki_codec_finish(&c);
    if (c.status == DXK_OK)
        *out = &h->program;
    else
        dxk_dxbc_program_free(&h->program);
    return c.status;
}

void dxk_dxbc_program_free(dxk_dxbc_program *program)
{
    holder *h = (holder *)program;
    if (!h)
        return;
    dxki_arena_free(&h->arena);
    dxki_realloc(h->ctx, h, sizeof *h, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* The part                                                                                   */

/* Shows the tokens of an instruction. */
static bool show_instruction(dxki_codec *c, const dxk_dxbc_program *p, size_t index)
{
    const dxk_dxbc_instruction *in = &p->instructions[index];
    const char *text = dxk_dxbc_opcode_name(dxk_dxbc_opcode(in));
    size_t count = dxki_dxbc_length(p, in);
    uint32_t token = 0, *words;
    return dxki_codec_enter(c, "instructions", index, "") &&
           dxki_codec_fact(c, "opcode", dxki_str(text ? text : "")) &&
           dxki_codec_u32(c, "token", &token, DXK_SHOW_HEX, DXK_ENUM_ID_none) &&
           (count <= 1 || dxki_codec_u32s(c, "words", &words, count - 1, DXK_SHOW_HEX)) &&
           dxki_codec_leave(c);
}

static bool show(dxki_codec *c, const dxk_dxbc_program *p)
{
    uint32_t number;
    if (!dxki_codec_u32(c, "version", &number, DXK_SHOW_HEX, DXK_ENUM_ID_none) ||
        !dxki_codec_u32(c, "length", &number, DXK_SHOW_SIZE, DXK_ENUM_ID_none) ||
        !dxki_codec_enter_list(c, "instructions", p->instruction_count))
        return false;
    for (size_t i = 0; i < p->instruction_count; i++)
        if (!show_instruction(c, p, i))
            return false;
    dxk_bytes rest = p->rest;
    return dxki_codec_leave(c) && dxki_codec_rest(c, "rest", &rest);
}

bool dxki_dxbc_walk(dxki_codec *c, void *part)
{
    dxk_dxbc_program *p = part;
    if (c->mode == DXKI_READ) {
        if (!dxki_dxbc_read(c, p))
            return false;
        if (c->visitor)
            return show(c, p);
        dxk_bytes all;
        return dxki_codec_rest(c, "tokens", &all);
    }
    dxk_buffer out;
    dxk_buffer_init(&out, c->ctx);
    bool ok = dxki_codec_check(c, dxki_dxbc_write(c->ctx, p, &out));
    dxk_bytes bytes = {out.data, out.size};
    ok = ok && dxki_codec_bytes(c, "tokens", &bytes, bytes.size);
    dxk_buffer_free(&out);
    return ok;
}
