/* SPDX-License-Identifier: MIT */
/*
 * pp.h - the preprocessor. Tokens come from a stack of streams: files, and lists of tokens that
 * expansions have left to be read. A macro is disabled while its expansion is being read, as in C.
 *
 *   pp.c            the stack, files, skipping
 *   pp_macro.c      expansion: arguments, # and ##
 *   pp_directive.c  directives
 *   pp_include.c    looking for files
 *   pp_value.c      expressions of #if
 *   pp_builtin.c    macros that are always there
 *   pp_print.c      text again: dxk_hlsl_preprocess()
 *   key.c           a key of all tokens: dxk_hlsl_key()
 */
#ifndef DXKI_HLSL_PP_H
#define DXKI_HLSL_PP_H

#include "hlsl/lex.h"

struct dxki_hlsl_macro {
    dxki_hlsl_name *name;
    dxki_hlsl_loc loc; /* of the name in its definition */
    dxki_hlsl_token *body;
    size_t body_count;
    dxki_hlsl_name **params;
    size_t param_count;
    bool is_function;
    bool is_variadic; /* the last parameter takes all arguments that are left */
    bool is_active;   /* its expansion is being read */
    bool is_asked;    /* it is among `asked` */
    uint32_t builtin; /* which of pp_builtin.c; 0: none */
};

/* What tokens are read from. */
typedef struct dxki_hlsl_stream {
    bool is_file;
    bool is_wall;    /* the stream below is not read on when this one is at its end */
    bool is_entered; /* file: nothing has been read of it yet; for pp_print.c */
    dxki_hlsl_lexer lexer;
    const dxki_hlsl_token *items; /* a list */
    size_t count, at;
    dxki_hlsl_macro *macro; /* is active until the end of the list */
    size_t conditions;      /* file: number of open ones when it began */
} dxki_hlsl_stream;

/* An #if that is open. */
typedef struct dxki_hlsl_condition {
    dxki_hlsl_loc loc;
    bool taken;   /* one of its branches was read */
    bool outside; /* stands in a part that is skipped */
    bool in_else; /* #else has been */
} dxki_hlsl_condition;

struct dxki_hlsl_pp {
    DXKI_VEC(dxki_hlsl_stream) streams;
    DXKI_VEC(dxki_hlsl_condition) conditions;
    size_t files;      /* that are open */
    size_t budget;     /* tokens that may still be made */
    uint32_t counter;  /* __COUNTER__ */
    bool in_directive; /* the line is a token's end, macros are expanded but nothing else happens */
    bool prints;       /* all is printed: pragmas are tokens, too */
    DXKI_VEC(uint32_t) pushed;  /* mappings of diagnostics that there were when they were pushed */
    uint8_t pending;            /* flags for the next token: what stood in its place was nothing */
    uint32_t options;           /* place of the first macro of an option */
    DXKI_VEC(uint32_t) asked;   /* places of macros of options that were looked at, in order */
    const dxki_hlsl_file *main; /* the file that is compiled */
};

/* --- pp.c --- */

/* Starts with the predefined macros, the options and the source. */
void dxki_hlsl_pp_start(dxki_hlsl *c, dxk_bytes source);
void dxki_hlsl_pp_free(dxki_hlsl *c);

/* The next token with macros expanded; T_END at the end. */
void dxki_hlsl_pp_next(dxki_hlsl *c, dxki_hlsl_token *t);

/* The next token without expansion. Directives are obeyed. */
void dxki_hlsl_pp_raw(dxki_hlsl *c, dxki_hlsl_token *t);

/* True if the next token is a '('; nothing is read. */
bool dxki_hlsl_pp_at_paren(dxki_hlsl *c);

bool dxki_hlsl_pp_push_file(dxki_hlsl *c, dxki_hlsl_file *file);
bool dxki_hlsl_pp_push_list(dxki_hlsl *c, const dxki_hlsl_token *items, size_t count,
                            dxki_hlsl_macro *macro, bool wall);
void dxki_hlsl_pp_pop(dxki_hlsl *c);

/* Notes that the source has asked for a macro for the first time. */
void dxki_hlsl_pp_ask(dxki_hlsl *c, dxki_hlsl_macro *m);

/* The macro of a name that the source asks for; NULL: there is none. */
static inline dxki_hlsl_macro *dxki_hlsl_pp_macro(dxki_hlsl *c, const dxki_hlsl_name *name)
{
    if (name->macro && !name->macro->is_asked)
        dxki_hlsl_pp_ask(c, name->macro);
    return name->macro;
}

/* The file that is being read. */
dxki_hlsl_stream *dxki_hlsl_pp_file(dxki_hlsl *c);

/* --- pp_macro.c --- */

/* Expands a name in front of `t`'s successors; false: it stays as it is. */
bool dxki_hlsl_pp_expand(dxki_hlsl *c, dxki_hlsl_token *t);

/* A string literal of a text: in quotes, with escapes. */
dxk_str dxki_hlsl_pp_quote(dxki_hlsl *c, dxk_str text);

/* --- pp_directive.c --- */

/* Obeys the directive after a # that begins a line. *made is a token for the parser, or T_END. */
void dxki_hlsl_pp_directive(dxki_hlsl *c, dxki_hlsl_token *made);

/* Skips to the #elif, #else or #endif that ends the branch. */
void dxki_hlsl_pp_skip(dxki_hlsl *c);

/* Obeys a pragma; true: *made is a token for the parser. */
bool dxki_hlsl_pp_pragma(dxki_hlsl *c, dxki_hlsl_token *made);
/* _Pragma("..."): true, it was obeyed, and the token is gone. False: it is another name, or became a token
 * for the parser. */
bool dxki_hlsl_pp_operator(dxki_hlsl *c, dxki_hlsl_token *t);

/* --- pp_include.c --- */

/* Opens the file that an #include names, with its quotes. */
void dxki_hlsl_pp_include(dxki_hlsl *c, dxk_str quoted, dxki_hlsl_loc loc);

/* The same without opening it: is there one? */
bool dxki_hlsl_pp_find(dxki_hlsl *c, dxk_str quoted, dxki_hlsl_loc loc, dxk_str *path,
                       dxk_bytes *bytes);

/* --- pp_value.c --- */

/* The value of the rest of a line of #if or #elif. */
bool dxki_hlsl_pp_condition(dxki_hlsl *c, dxki_hlsl_loc loc);

/* --- pp_builtin.c --- */

/* Defines what is no text; returns the text of the others, to stand in front of the source. It begins
 * with *constants lines that define a number each; a macro of an option follows for each define. */
dxk_str dxki_hlsl_pp_predefine(dxki_hlsl *c, size_t *constants);

/* Bytes that a macro of an option has in that text. */
size_t dxki_hlsl_pp_define_size(const char *define);

/* Defines what the first `count` lines of that text say; returns the size of these. */
size_t dxki_hlsl_pp_define_constants(dxki_hlsl *c, const dxki_hlsl_file *file, size_t count);

/* What a macro of the preprocessor itself stands for. */
void dxki_hlsl_pp_builtin(dxki_hlsl *c, const dxki_hlsl_macro *m, dxki_hlsl_token *t);

#endif
