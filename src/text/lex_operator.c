/* SPDX-License-Identifier: MIT */
/*
 * lex_operator.c - an operator as printers write it, taken as a whole; see lex.h. Whatever is a
 * little different is not an error here: the tokens are read one by one then.
 */
#include "text/lex.h"

#include <string.h>

#define LONGEST     64 /* characters that one can have */
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
    const char *from = *at, *end;
    uint32_t value = 0;
    operand->local = *from == '%';
    bool minus = *from == '-';
    from += operand->local || minus;
    for (end = from; (uint8_t)(*end - '0') < 10 && end - from < MOST_DIGITS; end++)
        value = value * 10 + (uint32_t)(*end - '0');
    operand->number = minus ? 0 - value : value;
    *at = end;
    return end > from && (operand->local || numbers);
}

bool dxki_text_lex_operator(const dxki_text_lexer *lex, dxki_text_operator *o)
{
    const char *at = lex->next;
    size_t size = 0;
    if (lex->end - at < LONGEST || !TAKE(&at, " = "))
        return false;
    while (at[size] >= 'a' && at[size] <= 'z' && size < 8)
        size++;
    const dxki_text_lex_word *word = dxki_text_lex_find(lex, (dxk_str){at, size});
    if (!word || dxki_op_class_of((dxki_op)word->op) != DXKI_OC_BIN || at[size] != ' ')
        return false;
    const dxki_op_info *op = dxki_op_get(word->op);
    bool real = op->family == DXKI_OF_REAL;
    o->op = (dxki_op)word->op;
    o->type = real ? DXKI_TY_FLOAT : DXKI_TY_I32;
    at += size + 1;
    o->flags = take_flags(&at, op->flags);
    if (!(real ? TAKE(&at, "float ") : TAKE(&at, "i32 ")) ||
        !take_operand(&at, !real, &o->operands[0]) || !TAKE(&at, ", ") ||
        !take_operand(&at, !real, &o->operands[1]))
        return false;
    o->end = at;
    return *at == '\n' || *at == '\r' || *at == ',' || *at == ' ';
}
