/* SPDX-License-Identifier: MIT */
/* lex.h - the tokens of the root-signature language. */
#ifndef DXKI_ROOTSIG_LEX_H
#define DXKI_ROOTSIG_LEX_H

#include "dxk/base.h"

typedef enum dxki_rootsig_token_kind {
    DXKI_RS_END,
    DXKI_RS_PUNCTUATION, /* ( ) , = | */
    DXKI_RS_WORD_TOKEN,  /* CBV */
    DXKI_RS_REGISTER,    /* b3: letter and number */
    DXKI_RS_NUMBER,      /* 42 */
    DXKI_RS_NEGATIVE,    /* -42: number is its 32 bits */
    DXKI_RS_REAL,        /* 1.5f: number is its 32 bits */
    DXKI_RS_TOO_LARGE,   /* a number or register that does not fit */
    DXKI_RS_BAD          /* anything else */
} dxki_rootsig_token_kind;

typedef struct dxki_rootsig_token {
    dxki_rootsig_token_kind kind;
    size_t at;       /* of its first character */
    dxk_str text;    /* as written */
    char letter;     /* PUNCTUATION, REGISTER */
    uint32_t number; /* REGISTER, NUMBER, NEGATIVE, REAL */
} dxki_rootsig_token;

/* The token at `at` of the text, after blanks and comments. */
dxki_rootsig_token dxki_rootsig_next(dxk_str text, size_t at);

#endif
