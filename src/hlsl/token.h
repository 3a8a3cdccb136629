/* SPDX-License-Identifier: MIT */
/* token.h - a token, and the rows of spec/hlsl_tokens.def. */
#ifndef DXKI_HLSL_TOKEN_H
#define DXKI_HLSL_TOKEN_H

#include "hlsl/hlsl.h"

typedef enum dxki_hlsl_tok {
    DXKI_HLSL_T_END,    /* of the source, or of a list of tokens */
    DXKI_HLSL_T_LINE,   /* end of a line, inside of directives */
    DXKI_HLSL_T_NAME,   /* identifier or keyword */
    DXKI_HLSL_T_NUMBER, /* as the preprocessor sees them */
    DXKI_HLSL_T_CHAR,
    DXKI_HLSL_T_STRING,
    DXKI_HLSL_T_OTHER,  /* a character that begins no token */
    DXKI_HLSL_T_PRAGMA, /* another one, for dxk_hlsl_preprocess() only */
    DXKI_HLSL_T_PACK,   /* #pragma pack_matrix: `row` says which */
#define DXKI_HLSL_PUNCT(ident, text) DXKI_HLSL_T_##ident,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_PUNCT
    DXKI_HLSL_T_COUNT
} dxki_hlsl_tok;

typedef enum dxki_hlsl_keyword {
    DXKI_HLSL_K_NONE,
#define DXKI_HLSL_KEYWORD(ident, text, kind) DXKI_HLSL_K_##ident,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_KEYWORD
    DXKI_HLSL_K_COUNT
} dxki_hlsl_keyword;

/* What a keyword is for: the kinds of spec/hlsl_tokens.def. */
typedef enum dxki_hlsl_keyword_kind {
    DXKI_HLSL_WORD,     /* has a place in the grammar */
    DXKI_HLSL_MODIFIER, /* stands in front of a type */
    DXKI_HLSL_SOFT,     /* has a meaning in some places, is a name elsewhere */
    DXKI_HLSL_RESERVED  /* has no meaning, and is no name */
} dxki_hlsl_keyword_kind;

enum {
    DXKI_HLSL_SPACE = 1,   /* white space in front */
    DXKI_HLSL_BOL = 2,     /* first of a line */
    DXKI_HLSL_PAINTED = 4, /* the name of a macro that must not be expanded */
    DXKI_HLSL_ROW = 8,     /* T_PACK: row_major */
    DXKI_HLSL_HALF = 16    /* T_GT: the second half of a ">>" */
};

typedef struct dxki_hlsl_token {
    uint8_t kind; /* dxki_hlsl_tok */
    uint8_t flags;
    dxki_hlsl_loc loc;
    dxk_str text;         /* its spelling */
    dxki_hlsl_name *name; /* of names */
} dxki_hlsl_token;

typedef DXKI_VEC(dxki_hlsl_token) dxki_hlsl_tokens;

/* The spelling of a kind of token: "{". */
const char *dxki_hlsl_tok_text(dxki_hlsl_tok kind);
dxki_hlsl_keyword_kind dxki_hlsl_keyword_kind_of(uint32_t keyword);
const char *dxki_hlsl_keyword_text(uint32_t keyword);
/* Is it the name of a type that is a keyword of the reference, although it is no keyword here? */
bool dxki_hlsl_is_type_keyword(dxk_str text);

/* Tells which characters begin punctuators. */
void dxki_hlsl_index_puncts(dxki_hlsl *c);

/* Makes the keywords known among the identifiers. */
void dxki_hlsl_intern_keywords(dxki_hlsl *c);

#endif
