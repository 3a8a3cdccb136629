/* SPDX-License-Identifier: MIT */
/*
 * decode.c - tokens to a program.
 *
 *   opcode token                                     operand token
 *   31       30..24  23..11            10..0         31       30..22  21..20  19..12  11..0
 *   +--------+-------+-----------------+--------+    +--------+-------+-------+-------+---------+
 *   |extended| length| by the opcode   | opcode |    |extended| index | number| regis-| compo-  |
 *   |        |       |                 |        |    |        | forms | of ind| ter   | nents   |
 *   +--------+-------+-----------------+--------+    +--------+-------+-------+-------+---------+
 *
 * The arrays are allocated once: there are not more instructions, operands and words than tokens.
 * The operands of an instruction are contiguous; those of indices come after them.
 */
#include "dxbc/dxbc.h"
#include "dxbc/opcodes.h"

#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

typedef struct decoder {
    dxki_codec *c;
    dxk_dxbc_program *p;
    const uint8_t *data; /* the version token */
    uint32_t pos;        /* next token */
    uint32_t end;        /* end of the instruction */
    uint32_t count;      /* tokens of the program */
    uint32_t max_depth;
} decoder;

static uint32_t token_at(const decoder *d, uint32_t pos)
{
    return dxki_word_get(d->data, pos);
}

/* Reports a rule at token `pos`, in the instruction that is being decoded. */
static bool fail(decoder *d, const dxki_rule *rule, uint32_t pos, const dxki_arg *args,
                 size_t count)
{
    const dxk_visitor *visitor = d->c->visitor;
    d->c->visitor = NULL;
    if (dxki_codec_enter_list(d->c, "instructions", 0) &&
        dxki_codec_enter(d->c, "instructions", d->p->instruction_count, ""))
        dxki_codec_fail(d->c, rule, d->c->pos + 4 * (size_t)pos, NULL, args, count);
    d->c->depth -= 2;
    d->c->visitor = visitor;
    return false;
}

/* True when `count` more tokens belong to the instruction. */
static bool need(decoder *d, uint32_t count)
{
    if (count <= d->end - d->pos)
        return true;
    dxki_arg args[] = {dxki_dec(count), dxki_dec(d->end - d->pos)};
    return fail(d, DXKI_RULE_DXBC_OPERAND, d->pos, args, 2);
}

static void push_word(decoder *d)
{
    d->p->words[d->p->word_count++] = token_at(d, d->pos++);
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

/* Words of the value of an immediate operand; 0 for registers. */
static uint32_t value_words(uint32_t token)
{
    uint32_t components = dxki_dxbc_bits(token, 0, 2);
    uint32_t kind = dxki_dxbc_bits(token, 12, 8);
    if (kind == DXK_DXBC_REGISTER_IMMEDIATE32)
        return components == 1 ? 1 : components == 2 ? 4 : 0;
    if (kind == DXK_DXBC_REGISTER_IMMEDIATE64)
        return components == 1 ? 2 : components == 2 ? 4 : 0;
    return 0;
}

/* Tokens of a chain of extended tokens that starts after `token`; the chain may run past the
 * end of the instruction. */
static uint32_t chain_length(const decoder *d, uint32_t token)
{
    uint32_t n = 0;
    while (token & DXKI_TOKEN_EXTENDED && n < d->end - d->pos)
        token = token_at(d, d->pos + n++);
    return token & DXKI_TOKEN_EXTENDED ? n + 1 : n;
}

/* Words that the indices of an operand take in the program; UINT32_MAX when a form is invalid. */
static uint32_t index_space(uint32_t token)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < dxki_dxbc_bits(token, 20, 2); i++) {
        uint32_t form = dxki_dxbc_bits(token, 22 + 3 * i, 3);
        uint32_t n = dxki_dxbc_index_words(form);
        if (n == UINT32_MAX)
            return UINT32_MAX;
        words += n + dxki_dxbc_index_relative(form);
    }
    return words;
}

static bool decode_operand(decoder *d, size_t slot, uint32_t depth);

/* The indices of an operand into `words`, which has room for them. */
static bool decode_indices(decoder *d, uint32_t token, uint32_t *words, uint32_t depth)
{
    for (uint32_t i = 0; i < dxki_dxbc_bits(token, 20, 2); i++) {
        uint32_t form = dxki_dxbc_bits(token, 22 + 3 * i, 3);
        uint32_t n = dxki_dxbc_index_words(form);
        if (!need(d, n))
            return false;
        for (; n; n--)
            *words++ = token_at(d, d->pos++);
        if (!dxki_dxbc_index_relative(form))
            continue;
        size_t slot = d->p->operand_count++;
        *words++ = (uint32_t)slot;
        if (!decode_operand(d, slot, depth + 1))
            return false;
    }
    return true;
}

static bool decode_operand(decoder *d, size_t slot, uint32_t depth)
{
    dxk_dxbc_program *p = d->p;
    if (depth > d->max_depth) {
        dxki_arg args[] = {dxki_dec(d->max_depth)};
        return fail(d, DXKI_RULE_LIMIT_DEPTH, d->pos, args, 1);
    }
    if (!need(d, 1))
        return false;
    uint32_t token = token_at(d, d->pos++);
    uint32_t extended = chain_length(d, token);
    uint32_t indices = index_space(token);
    uint32_t value = value_words(token);
    if (indices == UINT32_MAX) {
        dxki_arg args[] = {dxki_hex(token)};
        return fail(d, DXKI_RULE_DXBC_INDEX, d->pos - 1, args, 1);
    }
    if (!need(d, extended))
        return false;
    p->operands[slot] = (dxk_dxbc_operand){
        .token = token,
        .words = (uint32_t)p->word_count,
        .word_count = (uint16_t)(extended + indices + value),
        .extended = (uint8_t)extended,
        .value = (uint8_t)value,
    };
    for (uint32_t i = 0; i < extended; i++)
        push_word(d);
    uint32_t *words = p->words + p->word_count;
    p->word_count += indices + value;
    if (indices && !decode_indices(d, token, words, depth))
        return false;
    if (!need(d, value))
        return false;
    for (uint32_t i = 0; i < value; i++)
        words[indices + i] = token_at(d, d->pos++);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Tokens of the instruction at d->pos, by its token; 0 when it has no valid length. */
static bool instruction_length(decoder *d, uint32_t token, uint32_t *length)
{
    uint32_t opcode = dxki_dxbc_bits(token, 0, 11);
    uint32_t left = d->count - d->pos;
    bool table = opcode == DXKI_SM4_DCL_FUNCTION_TABLE || opcode == DXKI_SM4_DCL_INTERFACE;
    *length = dxki_dxbc_bits(token, DXKI_LENGTH_LOW, DXKI_LENGTH_BITS);
    /* Custom data and long tables have their length in a token of its own. */
    if (opcode == DXKI_SM4_CUSTOMDATA || (table && token & DXKI_TOKEN_EXTENDED)) {
        *length = left > 1 ? token_at(d, d->pos + 1) : 2;
        if (*length == 1)
            *length = 0;
    }
    if (*length == 0) {
        dxki_arg args[] = {dxki_hex(token)};
        return fail(d, DXKI_RULE_DXBC_NO_LENGTH, d->pos, args, 1);
    }
    if (*length > left) {
        dxki_arg args[] = {dxki_dec(*length), dxki_dec(left)};
        return fail(d, DXKI_RULE_DXBC_TOKEN_BOUNDS, d->pos, args, 2);
    }
    return true;
}

/* Extended opcode tokens of an instruction; its own length, too, for those that have it. */
static bool decode_extended(decoder *d, dxk_dxbc_instruction *in, uint32_t opcode)
{
    uint32_t n = 0;
    if (opcode == DXKI_SM4_CUSTOMDATA)
        d->pos++;
    else if (opcode == DXKI_SM4_DCL_FUNCTION_TABLE || opcode == DXKI_SM4_DCL_INTERFACE)
        n = in->token >> 31;
    else if (dxki_dxbc_opcode_get(opcode)->text)
        n = chain_length(d, in->token);
    in->lead = opcode == DXKI_SM4_FCALL;
    if (!need(d, n + in->lead))
        return false;
    in->extended = (uint8_t)n;
    for (uint32_t i = 0; i < n + in->lead; i++)
        push_word(d);
    return true;
}

static bool decode_instruction(decoder *d, bool sm51)
{
    dxk_dxbc_program *p = d->p;
    uint32_t start = d->pos, length, token = token_at(d, start);
    uint32_t opcode = dxki_dxbc_bits(token, 0, 11);
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(opcode);
    if (!instruction_length(d, token, &length))
        return false;
    dxk_dxbc_instruction *in = &p->instructions[p->instruction_count];
    *in = (dxk_dxbc_instruction){.token = token,
                                 .offset = start,
                                 .words = (uint32_t)p->word_count,
                                 .operands = (uint32_t)p->operand_count,
                                 .operand_count = op->operand_count};
    d->end = start + length;
    d->pos++;
    if (!decode_extended(d, in, opcode))
        return false;
    if (!need(d, op->operand_count))
        return false;
    p->operand_count += op->operand_count;
    for (uint32_t i = 0; i < op->operand_count; i++)
        if (!decode_operand(d, in->operands + i, 0))
            return false;
    uint32_t least = op->words + (sm51 ? op->words_5_1 : 0u);
    if (!need(d, least))
        return false;
    in->tail = (uint32_t)p->word_count;
    in->tail_count = d->end - d->pos;
    while (d->pos < d->end)
        push_word(d);
    p->instruction_count++;
    return true;
}

static bool allocate(decoder *d)
{
    dxk_dxbc_program *p = d->p;
    size_t instructions = 0;
    for (uint32_t pos = 2; pos < d->count; instructions++) {
        uint32_t token = token_at(d, pos), length;
        decoder at = *d;
        at.pos = pos;
        p->instruction_count = instructions; /* for the path of a report */
        if (!instruction_length(&at, token, &length))
            return false;
        pos += length;
    }
    p->instruction_count = 0;
    p->instructions = dxki_arena_alloc(d->c->arena, (instructions + 1) * sizeof *p->instructions);
    p->operands = dxki_arena_alloc(d->c->arena, (d->count + 1) * sizeof *p->operands);
    p->words = dxki_arena_alloc(d->c->arena, (d->count + 1) * sizeof *p->words);
    if (!p->instructions || !p->operands || !p->words)
        return dxki_codec_check(d->c, dxki_nomem(d->c->ctx));
    return true;
}

/* The length that the program claims, checked against what there is. */
static bool program_length(dxki_codec *c, dxk_bytes bytes, uint32_t *count)
{
    if (bytes.size < 8) {
        dxki_arg args[] = {dxki_dec(bytes.size)};
        return dxki_codec_fail(c, DXKI_RULE_DXBC_SHORT, c->pos, NULL, args, 1);
    }
    *count = dxki_word_get(bytes.data, 1);
    if (*count >= 2 && *count <= bytes.size / 4)
        return true;
    dxki_arg args[] = {dxki_dec(*count), dxki_dec(bytes.size / 4)};
    return dxki_codec_fail(c, DXKI_RULE_DXBC_LENGTH, c->pos + 4, "length", args, 2);
}

bool dxki_dxbc_read(dxki_codec *c, dxk_dxbc_program *p)
{
    dxk_bytes bytes = {c->in.data + c->pos, c->in.size - c->pos};
    decoder d = {.c = c, .p = p, .data = bytes.data, .pos = 2};
    memset(p, 0, sizeof *p);
    if (c->status != DXK_OK || !program_length(c, bytes, &d.count))
        return false;
    p->version = dxki_word_get(bytes.data, 0);
    d.max_depth = c->ctx->limits.depth;
    bool sm51 = dxki_dxbc_bits(p->version, 0, 8) == 0x51;
    if (!allocate(&d))
        return false;
    while (d.pos < d.count)
        if (!decode_instruction(&d, sm51))
            return false;
    size_t used = 4 * (size_t)d.count;
    p->rest = (dxk_bytes){bytes.data + used, bytes.size - used};
    return true;
}
