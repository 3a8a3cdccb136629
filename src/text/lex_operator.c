/* SPDX-License-Identifier: MIT */
/*
 * lex_operator.c - an operator as printers write it, taken as a whole; see lex.h. Whatever is a
 * little different is not an error here: the tokens are read one by one then.
 */
#include "text/digits.h"
#include "text/lex.h"

#include <string.h>

#define LONGEST     72 /* characters that one can have, and that are looked at after it */
#define MOST_DIGITS 9  /* of a number that fits 32 bits whatever they are */

/* Moves over a word if it stands there. */
static inline bool take(const char **at, const char *word, size_t size)
{
    if (memcmp(*at, word, size) != 0)
        return false;
    *at += size;
    return true;
}

#define TAKE(at, word) take((at), "" word, sizeof(word) - 1)

/* The flags that go with the operator, all of them or none. */
static uint8_t take_flags(const char **at, uint8_t kind)
{
    uint8_t flags = 0;
    if (kind == DXKI_OPF_FAST && TAKE(at, "fast "))
        return DXKI_FM_UNSAFE | DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
    if (kind == DXKI_OPF_EXACT && TAKE(at, "exact "))
        return DXKI_IF_EXACT;
    if (kind == DXKI_OPF_WRAP && TAKE(at, "nuw "))
        flags |= DXKI_IF_NUW;
    if (kind == DXKI_OPF_WRAP && TAKE(at, "nsw "))
        flags |= DXKI_IF_NSW;
    return flags;
}

/* %1, or 1 when numbers may stand there. */
static bool take_operand(const char **at, bool numbers, dxki_text_operand *operand)
{
    const char *from = *at;
    operand->local = *from == '%';
    bool minus = *from == '-';
    from += operand->local || minus;
    uint32_t count, value = dxki_text_digits(from, &count);
    const char *end = from + count;
    for (; (uint8_t)(*end - '0') < 10 && end - from < MOST_DIGITS; end++)
        value = value * 10 + (uint32_t)(*end - '0');
    operand->number = minus ? 0 - value : value;
    *at = end;
    return count && (operand->local || numbers);
}

/* Where the operator of that name is, or would be. */
static inline uint32_t find_slot(const dxki_text_lexer *lex, uint32_t name)
{
    uint32_t at = (name * 0x9e3779b1u) >> 26;
    while (lex->operators[at].op && lex->operators[at].name != name)
        at = (at + 1) & (DXKI_LEX_OPERATORS - 1);
    return at;
}

void dxki_text_lex_enter_operators(dxki_text_lexer *lex)
{
    for (uint32_t op = 1; op < DXKI_OP_COUNT; op++) {
        const dxki_op_info *info = dxki_op_get((uint8_t)op);
        uint32_t name = 0;
        for (uint32_t i = info->size; i-- > 0;)
            name = name << 8 | (uint8_t)info->text[i];
        if (info->cls == DXKI_OC_BIN)
            lex->operators[find_slot(lex, name)] = (dxki_text_operator_name){name, (uint8_t)op};
    }
}

/* The operator whose name and a space stand there; NULL: none. */
static const dxki_op_info *take_name(const dxki_text_lexer *lex, const char **at, dxki_op *op)
{
    uint32_t size = (*at)[2] == ' ' ? 2 : (*at)[3] == ' ' ? 3 : 4;
    uint32_t name = dxki_word_get((const uint8_t *)*at, 0) & UINT32_MAX >> (32 - 8 * size);
    *op = (dxki_op)lex->operators[find_slot(lex, name)].op;
    if (!*op || (*at)[size] != ' ')
        return NULL;
    *at += size + 1;
    return dxki_op_get((uint8_t)*op);
}

bool dxki_text_lex_operator(const dxki_text_lexer *lex, dxki_text_operator *o)
{
    const char *at = lex->next;
    if (lex->end - at < LONGEST || !TAKE(&at, " = "))
        return false;
    const dxki_op_info *op = take_name(lex, &at, &o->op);
    if (!op)
        return false;
    bool real = op->family == DXKI_OF_REAL;
    o->type = real ? DXKI_TY_FLOAT : DXKI_TY_I32;
    o->flags = take_flags(&at, op->flags);
    if (!(real ? TAKE(&at, "float ") : TAKE(&at, "i32 ")) ||
        !take_operand(&at, !real, &o->operands[0]) || !TAKE(&at, ", ") ||
        !take_operand(&at, !real, &o->operands[1]))
        return false;
    o->end = at;
    return *at == '\n' || *at == '\r' || *at == ',' || *at == ' ';
}

bool dxki_text_lex_line(dxki_text_lexer *lex, const char *at, uint32_t number)
{
    uint32_t count;
    if (lex->end - at < LONGEST)
        return false;
    at += *at == '\r';
    if (!TAKE(&at, "\n  %") || dxki_text_digits(at, &count) != number || !count)
        return false;
    lex->next = at + count;
    return true;
}
