/* SPDX-License-Identifier: MIT */
/*
 * lex_operator.h - the begin of an operator as printers write it, taken as a whole. Whatever is a
 * little different is not an error here: the tokens are read one by one then.
 */
#ifndef DXKI_TEXT_LEX_OPERATOR_H
#define DXKI_TEXT_LEX_OPERATOR_H

#include "text/digits.h"
#include "text/lex.h"

/* The flags that go with the operator, all of them or none. */
static inline uint8_t dxki_text_take_flags(const char **at, uint8_t kind)
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

/* Where the operator of that name is, or would be. */
static inline uint32_t dxki_text_operator_slot(const dxki_text_lexer *lex, uint32_t name)
{
    uint32_t at = (name * 0x9e3779b1u) >> 26;
    while (lex->operators[at].op && lex->operators[at].name != name)
        at = (at + 1) & (DXKI_LEX_OPERATORS - 1);
    return at;
}

/* The operator whose name and a space stand there; NULL: none. */
static inline const dxki_text_operator_name *dxki_text_take_opcode(const dxki_text_lexer *lex,
                                                                   const char **at)
{
    uint32_t size = (*at)[2] == ' ' ? 2 : (*at)[3] == ' ' ? 3 : 4;
    uint32_t name = dxki_word_get((const uint8_t *)*at, 0) & UINT32_MAX >> (32 - 8 * size);
    const dxki_text_operator_name *found = &lex->operators[dxki_text_operator_slot(lex, name)];
    if (!found->op || (*at)[size] != ' ')
        return NULL;
    *at += size + 1;
    return found;
}

/* What an operator begins with. */
typedef struct dxki_text_front {
    uint8_t op;    /* dxki_op */
    uint8_t flags; /* of an instruction */
    dxki_type type;
} dxki_text_front;

/* " = add nsw i32 " */
static inline bool dxki_text_take_front(const dxki_text_lexer *lex, const char **at,
                                        dxki_text_front *front)
{
    if (!DXKI_TAKE(at, " = "))
        return false;
    const dxki_text_operator_name *found = dxki_text_take_opcode(lex, at);
    if (!found)
        return false;
    front->op = found->op;
    front->type = found->real ? DXKI_TY_FLOAT : DXKI_TY_I32;
    front->flags = found->flags ? dxki_text_take_flags(at, found->flags) : 0;
    return found->real ? DXKI_TAKE(at, "float ") : DXKI_TAKE(at, "i32 ");
}

#endif
