/* SPDX-License-Identifier: MIT */
/*
 * lex_operator.c - operators as printers write them, and ends of lines; see lex.h, lex_operator.h.
 */
#include "text/lex_operator.h"

#include <string.h>

#define LONGEST_NOTE 256 /* a comment that ends a line */

void dxki_text_lex_enter_operators(dxki_text_lexer *lex)
{
    for (uint32_t op = 1; op < DXKI_OP_COUNT; op++) {
        const dxki_op_info *info = dxki_op_get((uint8_t)op);
        uint32_t name = 0;
        for (uint32_t i = info->size; i-- > 0;)
            name = name << 8 | (uint8_t)info->text[i];
        if (info->cls == DXKI_OC_BIN)
            lex->operators[dxki_text_operator_slot(lex, name)] = (dxki_text_operator_name){
                name, (uint8_t)op, info->flags, info->family == DXKI_OF_REAL};
    }
}

/* %1, or 1 when numbers may stand there. */
static bool take_operand(const char **at, bool numbers, dxki_text_operand *operand)
{
    int32_t number;
    operand->local = **at == '%';
    if (operand->local)
        return ++*at, dxki_text_count(at, &operand->number);
    if (!numbers || !dxki_text_signed(at, &number))
        return false;
    operand->number = (uint32_t)number;
    return true;
}

bool dxki_text_lex_operator(const dxki_text_lexer *lex, const char *at, dxki_text_operator *o)
{
    dxki_text_front front;
    if (lex->end - at < DXKI_LEX_AHEAD || !dxki_text_take_front(lex, &at, &front))
        return false;
    bool numbers = front.type == DXKI_TY_I32;
    if (!take_operand(&at, numbers, &o->operands[0]) || !DXKI_TAKE(&at, ", ") ||
        !take_operand(&at, numbers, &o->operands[1]))
        return false;
    o->op = (dxki_op)front.op;
    o->flags = front.flags;
    o->type = front.type;
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
