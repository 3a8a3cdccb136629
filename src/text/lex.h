/* SPDX-License-Identifier: MIT */
/*
 * lex.h - tokens of LLVM 3.7 assembly text, one at a time. A token is a view into the text; only
 * names and strings with escapes are copied. Characters that begin no token make an ERROR token:
 * what is wrong is said by the parser, which knows what it expected.
 */
#ifndef DXKI_TEXT_LEX_H
#define DXKI_TEXT_LEX_H

#include "ir/ir.h"
#include "text/words.h"

typedef enum dxki_text_token_kind {
    DXKI_TK_EOF,
    DXKI_TK_ERROR,
    DXKI_TK_EQUAL,
    DXKI_TK_COMMA,
    DXKI_TK_STAR,
    DXKI_TK_LSQUARE,
    DXKI_TK_RSQUARE,
    DXKI_TK_LBRACE,
    DXKI_TK_RBRACE,
    DXKI_TK_LESS,
    DXKI_TK_GREATER,
    DXKI_TK_LPAREN,
    DXKI_TK_RPAREN,
    DXKI_TK_BAR,
    DXKI_TK_ELLIPSIS,
    DXKI_TK_EXCLAIM,     /* ! alone */
    DXKI_TK_LABEL,       /* text: name without the colon */
    DXKI_TK_GLOBAL_NAME, /* text */
    DXKI_TK_GLOBAL_ID,   /* number */
    DXKI_TK_LOCAL_NAME,
    DXKI_TK_LOCAL_ID,
    DXKI_TK_COMDAT,  /* text */
    DXKI_TK_ATTR_ID, /* number */
    DXKI_TK_MD_NAME, /* text, of !name */
    DXKI_TK_STRING,  /* text, unescaped */
    DXKI_TK_INT,     /* number, flags; digits in the text */
    DXKI_TK_FLOAT,   /* digits in the text */
    DXKI_TK_TYPE,    /* type */
    DXKI_TK_DWARF,   /* text: DW_..., number: dxki_dwarf_set */
    DXKI_TK_DIFLAG,  /* text: DIFlag... */
    DXKI_TK_WORD,    /* word: one of a set, an opcode or an attribute */
    /* Words that the grammar names; they are words too. */
    DXKI_KW_FIRST,
#define DXKI_KEYWORD(ident, text) DXKI_KW_##ident,
#include "text/keywords.def"
#undef DXKI_KEYWORD
} dxki_text_token_kind;

/* What a word can mean. */
typedef struct dxki_text_lex_word {
    dxk_str text;
    uint8_t kind;               /* dxki_text_token_kind */
    uint8_t op;                 /* dxki_op */
    uint8_t attr;               /* dxki_attr_kind */
    uint8_t sets[DXKI_W_COUNT]; /* number + 1 in that set, 0: not in it */
} dxki_text_lex_word;

/* Flags of INT tokens. */
enum {
    DXKI_INT_SIGNED = 1,   /* written with a minus, or s0x: not taken where a count is due */
    DXKI_INT_NEGATIVE = 2, /* below 0; `number` is two's complement */
    DXKI_INT_WIDE = 4,     /* does not fit 64 bits (signed: 65 with its sign) */
    DXKI_INT_HEX = 8       /* u0x, s0x */
};

typedef struct dxki_text_token {
    uint8_t kind; /* dxki_text_token_kind */
    uint8_t flags;
    dxki_type type;
    const char *start, *end; /* in the text */
    dxk_str text;
    uint64_t number;
    const dxki_text_lex_word *word;
} dxki_text_token;

#define DXKI_LEX_WORDS 320u
#define DXKI_LEX_SLOTS 1024u /* power of two */

/* Operators by their names, which have two to four letters: the hash table of lex_operator.c. */
#define DXKI_LEX_OPERATORS 64u /* power of two */
typedef struct dxki_text_operator_name {
    uint32_t name; /* its letters, the first in the lowest byte */
    uint8_t op;    /* dxki_op; 0: the slot is free */
    uint8_t flags; /* dxki_op_flags */
    bool real;     /* on floating-point numbers */
} dxki_text_operator_name;

typedef struct dxki_text_lexer {
    const char *begin, *next, *end;
    dxk_module *m;        /* where types and copied names go */
    bool failed;          /* out of memory */
    uint8_t classes[256]; /* of characters */
    uint8_t starts[256];  /* what a token that begins with the character is */
    uint32_t word_count;
    dxki_text_lex_word words[DXKI_LEX_WORDS];
    uint16_t slots[DXKI_LEX_SLOTS]; /* hash table: index in words + 1 */
    dxki_text_operator_name operators[DXKI_LEX_OPERATORS];
} dxki_text_lexer;

void dxki_text_lex_init(dxki_text_lexer *lex, dxk_module *m, dxk_str text);

/* Reads the next token. */
void dxki_text_lex_next(dxki_text_lexer *lex, dxki_text_token *token);

/* The word that `text` is; NULL: none. */
const dxki_text_lex_word *dxki_text_lex_find(const dxki_text_lexer *lex, dxk_str text);

/* An operand of an operator: a numbered value, or a number of the operator's type. */
typedef struct dxki_text_operand {
    bool local;
    uint32_t number;
} dxki_text_operand;

/* " = add nsw i32 %1, 2": an operator on i32 or float, as printers write it. */
typedef struct dxki_text_operator {
    dxki_op op;
    uint8_t flags; /* of an instruction */
    dxki_type type;
    dxki_text_operand operands[2];
    const char *end; /* after its last digit */
} dxki_text_operator;

/* Is one at `at`? Most lines of most programs are operators, and this costs a fifth of the tokens
 * one by one. */
bool dxki_text_lex_operator(const dxki_text_lexer *lex, const char *at, dxki_text_operator *o);

/* Where the next statement begins, if one ends at `at` with its line, and the next line begins with
 * a value or a call, with which no statement goes on; NULL: it is not as plain as that. */
const char *dxki_text_lex_line(const dxki_text_lexer *lex, const char *at);

/* Characters that are there from the begin of a line or from what dxki_text_lex_line() found. */
#define DXKI_LEX_AHEAD 72

/* The names that lex_operator looks for. */
void dxki_text_lex_enter_operators(dxki_text_lexer *lex);

/* Number of a token in one of the sets of words; false: not in it. */
static inline bool dxki_text_token_in(const dxki_text_token *token, dxki_text_word_set set,
                                      uint32_t *number)
{
    if (!token->word || !token->word->sets[set])
        return false;
    *number = token->word->sets[set] - 1u;
    return true;
}

/* Value of a hexadecimal digit; 16 for another character. */
uint32_t dxki_text_hex_digit(char c);

#endif
