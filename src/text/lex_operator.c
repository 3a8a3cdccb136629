/* SPDX-License-Identifier: MIT */
/*
 * lex_operator.c - an operator as printers write it, taken as a whole; see lex.h. Whatever is a
 * little different is not an error here: the tokens are read one by one then.
 */
#include "text/digits.h"
#include "text/lex.h"

#include <string.h>

#define LONGEST_NOTE 256 /* a comment that ends a line */

/* The flags that go with the operator, all of them or none. */
static uint8_t take_flags(const char **at, uint8_t kind)
{
    uint8_t flags = 0;
    if (kind == DXKI_OPF_FAST && DXKI_TAKE(at, "fast "))
        return DXKI_FM_UNSAFE | DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
    if (kind == DXKI_OPF_EXACT && DXKI_TAKE(at, "exact "))
        return DXKI_IF_EXACT;
    if (kind == DXKI_OPF_WRAP && DXKI_TAKE(at, "nuw "))
        flags |= DXKI_IF_NUW;
    if (kind == DXKI_OPF_WRAP && DXKI_TAKE(at, "nsw "))
        flags |= DXKI_IF_NSW;
    return flags;
}

bool dxki_text_lex_number(const char **at, int32_t *number)
{
    bool minus = **at == '-';
    uint32_t magnitude;
    *at += minus;
    if (!dxki_text_count(at, &magnitude))
        return false;
    *number = minus ? -(int32_t)magnitude : (int32_t)magnitude;
    return true;
}

/* %1, or 1 when numbers may stand there. */
static inline bool take_operand(const char **at, bool numbers, dxki_text_operand *operand)
{
    int32_t number;
    operand->local = **at == '%';
    if (operand->local)
        return ++*at, dxki_text_count(at, &operand->number);
    if (!numbers || !dxki_text_lex_number(at, &number))
        return false;
    operand->number = (uint32_t)number;
    return true;
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

bool dxki_text_lex_operator(const dxki_text_lexer *lex, const char *at, dxki_text_operator *o)
{
    if (lex->end - at < DXKI_LEX_AHEAD || !DXKI_TAKE(&at, " = "))
        return false;
    const dxki_op_info *op = take_name(lex, &at, &o->op);
    if (!op)
        return false;
    bool real = op->family == DXKI_OF_REAL;
    o->type = real ? DXKI_TY_FLOAT : DXKI_TY_I32;
    o->flags = op->flags ? take_flags(&at, op->flags) : 0;
    if (!(real ? DXKI_TAKE(&at, "float ") : DXKI_TAKE(&at, "i32 ")) ||
        !take_operand(&at, !real, &o->operands[0]) || !DXKI_TAKE(&at, ", ") ||
        !take_operand(&at, !real, &o->operands[1]))
        return false;
    o->end = at;
    return true;
}

/* Moves to the end of the line if there is nothing but a comment. */
static bool take_note(const dxki_text_lexer *lex, const char **at)
{
    size_t size = (size_t)(lex->end - *at);
    size = size < LONGEST_NOTE ? size : LONGEST_NOTE;
    const char *from = *at, *feed = memchr(from, '\n', size);
    while (feed && *from == ' ')
        from++;
    if (!feed || *from != ';')
        return false;
    *at = feed;
    return !memchr(from, '\r', (size_t)(feed - from)); /* that would end the comment, too */
}

const char *dxki_text_lex_line(const dxki_text_lexer *lex, const char *at)
{
    if (*at == ' ' && !take_note(lex, &at))
        return NULL;
    at += *at == '\r';
    if (lex->end - at < DXKI_LEX_AHEAD || !DXKI_TAKE(&at, "\n  "))
        return NULL;
    return *at == '%' || (*at == 'c' && memcmp(at, "call ", 5) == 0) ? at : NULL;
}
