/* SPDX-License-Identifier: MIT */
/* lex.h - splits characters into preprocessing tokens. */
#ifndef DXKI_HLSL_LEX_H
#define DXKI_HLSL_LEX_H

#include "hlsl/source.h"
#include "hlsl/token.h"

/* Where in a file to go on. */
typedef struct dxki_hlsl_lexer {
    const dxki_hlsl_file *file; /* NULL: a text that stands nowhere */
    const char *p;              /* next character; the text ends with NUL */
    const char *end;
    bool bol;    /* nothing but white space stands in front in this line */
    bool lines;  /* the end of a line is a token: directives */
    bool angles; /* <...> is a string: #include */
    bool quiet;  /* do not complain: text that is skipped */
} dxki_hlsl_lexer;

void dxki_hlsl_lex_file(dxki_hlsl_lexer *l, const dxki_hlsl_file *file);

/* The next token; T_END at the end. With `lines`, T_LINE at the end of a line, which is not taken. */
void dxki_hlsl_lex(dxki_hlsl *c, dxki_hlsl_lexer *l, dxki_hlsl_token *t);

/* Makes one token of a whole text; false: it is none, or more. */
bool dxki_hlsl_lex_one(dxki_hlsl *c, dxk_str text, dxki_hlsl_token *t);

/* Goes to the end of the line. */
void dxki_hlsl_lex_skip_line(dxki_hlsl_lexer *l);

/* Rest of the line without white space around it, and without comments, as it is spelled. */
dxk_str dxki_hlsl_lex_rest(dxki_hlsl_lexer *l);

#endif
