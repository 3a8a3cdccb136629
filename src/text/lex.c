/* SPDX-License-Identifier: MIT */
/* lex.c - see lex.h. */
#include "text/lex.h"

#include <string.h>

#include "base/count.h"
#include "base/str.h"
#include "ir/idset.h"
#include "spec/dwarf.h"
#include "text/digits.h"

/* Bits of dxki_text_lexer.classes. */
enum { LETTER = 1, DIGIT = 2, MARK = 4 /* - $ . _ */, UNDERSCORE = 8, BLANK = 16, COLON = 32 };
enum { LABEL_CHAR = LETTER | DIGIT | MARK, NAME_START = LETTER | MARK };

#define MAX_INT_BITS 8388607u

static const struct type_word {
    const char *text;
    uint8_t type;
} type_words[] = {
    {"void", DXKI_TY_VOID},           {"half", DXKI_TY_HALF},
    {"float", DXKI_TY_FLOAT},         {"double", DXKI_TY_DOUBLE},
    {"x86_fp80", DXKI_TY_X86_FP80},   {"fp128", DXKI_TY_FP128},
    {"ppc_fp128", DXKI_TY_PPC_FP128}, {"label", DXKI_TY_LABEL},
    {"metadata", DXKI_TY_METADATA},   {"x86_mmx", DXKI_TY_X86_MMX},
};

static const struct dwarf_prefix {
    const char *text;
    uint8_t set;
} dwarf_prefixes[] = {
    {"DW_TAG_", DXKI_DW_TAG},   {"DW_ATE_", DXKI_DW_ATE}, {"DW_VIRTUALITY_", DXKI_DW_VIRTUALITY},
    {"DW_LANG_", DXKI_DW_LANG}, {"DW_OP_", DXKI_DW_OP},
};

/* --- words --- */

/* Of a word, character by character. */
#define HASH_START 0x811c9dc5u
static inline uint32_t hash_char(uint32_t hash, char c)
{
    return (hash ^ (uint8_t)c) * 0x01000193u;
}

/* Where the index of a word is, or would be. */
static inline uint32_t find_slot(const dxki_text_lexer *lex, const char *text, size_t size,
                                 uint32_t hash)
{
    uint32_t at = (hash ^ hash >> 15) & (DXKI_LEX_SLOTS - 1);
    for (; lex->slots[at]; at = (at + 1) & (DXKI_LEX_SLOTS - 1)) {
        const dxki_text_lex_word *word = &lex->words[lex->slots[at] - 1];
        if (word->text.size == size && memcmp(word->text.data, text, size) == 0)
            break;
    }
    return at;
}

static inline const dxki_text_lex_word *find_word(const dxki_text_lexer *lex, dxk_str text,
                                                  uint32_t hash)
{
    uint32_t index = lex->slots[find_slot(lex, text.data, text.size, hash)];
    return index ? &lex->words[index - 1] : NULL;
}

static inline uint32_t hash_word(dxk_str text)
{
    uint32_t hash = HASH_START;
    for (size_t i = 0; i < text.size; i++)
        hash = hash_char(hash, text.data[i]);
    return hash;
}

const dxki_text_lex_word *dxki_text_lex_find(const dxki_text_lexer *lex, dxk_str text)
{
    return find_word(lex, text, hash_word(text));
}

/* The entry of a word, made when it is new; the table is as large as all words together. */
static dxki_text_lex_word *enter_word(dxki_text_lexer *lex, const char *text)
{
    size_t size = strlen(text);
    uint32_t slot = find_slot(lex, text, size, hash_word((dxk_str){text, size}));
    if (lex->slots[slot])
        return &lex->words[lex->slots[slot] - 1];
    dxki_text_lex_word *word = &lex->words[lex->word_count];
    if (lex->word_count + 1 < DXKI_LEX_WORDS)
        lex->slots[slot] = (uint16_t)++lex->word_count;
    word->text = (dxk_str){text, size};
    word->kind = DXKI_TK_WORD;
    return word;
}

static void enter_words(dxki_text_lexer *lex)
{
    static const char *const keywords[] = {
#define DXKI_KEYWORD(ident, text) text,
#include "text/keywords.def"
#undef DXKI_KEYWORD
    };
    for (uint32_t op = 1; op < DXKI_OP_COUNT; op++)
        enter_word(lex, dxki_op_text((dxki_op)op))->op = (uint8_t)op;
    for (uint32_t attr = 1; attr < DXKI_AT_STRING; attr++)
        enter_word(lex, dxki_attr_text((dxki_attr_kind)attr))->attr = (uint8_t)attr;
    for (uint32_t set = 0; set < DXKI_W_COUNT; set++) {
        const char *text;
        uint32_t number;
        for (size_t row = 0; (text = dxki_text_word_row((dxki_text_word_set)set, row, &number));
             row++) {
            if (*text)
                enter_word(lex, text)->sets[set] = (uint8_t)(number + 1);
        }
    }
    for (size_t i = 0; i < DXKI_COUNT(type_words); i++)
        enter_word(lex, type_words[i].text)->kind = DXKI_TK_TYPE;
    for (size_t i = 0; i < DXKI_COUNT(keywords); i++)
        enter_word(lex, keywords[i])->kind = (uint8_t)(DXKI_KW_FIRST + 1 + i);
}

static void enter_classes(dxki_text_lexer *lex)
{
    for (uint32_t c = 'a'; c <= 'z'; c++)
        lex->classes[c] = lex->classes[c - 'a' + 'A'] = LETTER;
    for (uint32_t c = '0'; c <= '9'; c++)
        lex->classes[c] = DIGIT;
    lex->classes['-'] = lex->classes['$'] = lex->classes['.'] = MARK;
    lex->classes['_'] = MARK | UNDERSCORE;
    lex->classes[' '] = lex->classes['\t'] = lex->classes['\n'] = lex->classes['\r'] = BLANK;
    lex->classes[0] = BLANK;
    lex->classes[':'] = COLON;
}

/* How a token can begin. Punctuation is its own kind of token. */
enum {
    START_WORD = 128,
    START_NUMBER,
    START_LOCAL,
    START_GLOBAL,
    START_EXCLAIM,
    START_QUOTE,
    START_HASH,
    START_DOLLAR,
    START_DOT,
    START_PLUS,
    START_COMMENT
};

static void enter_starts(dxki_text_lexer *lex)
{
    static const struct {
        char c;
        uint8_t start;
    } marks[] = {{'=', DXKI_TK_EQUAL},   {',', DXKI_TK_COMMA},   {'*', DXKI_TK_STAR},
                 {'[', DXKI_TK_LSQUARE}, {']', DXKI_TK_RSQUARE}, {'{', DXKI_TK_LBRACE},
                 {'}', DXKI_TK_RBRACE},  {'<', DXKI_TK_LESS},    {'>', DXKI_TK_GREATER},
                 {'(', DXKI_TK_LPAREN},  {')', DXKI_TK_RPAREN},  {'|', DXKI_TK_BAR},
                 {'-', START_NUMBER},    {'_', START_WORD},      {'%', START_LOCAL},
                 {'@', START_GLOBAL},    {'!', START_EXCLAIM},   {'"', START_QUOTE},
                 {'#', START_HASH},      {'$', START_DOLLAR},    {'.', START_DOT},
                 {'+', START_PLUS},      {';', START_COMMENT}};
    memset(lex->starts, DXKI_TK_ERROR, sizeof lex->starts);
    for (uint32_t c = 'a'; c <= 'z'; c++)
        lex->starts[c] = lex->starts[c - 'a' + 'A'] = START_WORD;
    for (uint32_t c = '0'; c <= '9'; c++)
        lex->starts[c] = START_NUMBER;
    for (size_t i = 0; i < DXKI_COUNT(marks); i++)
        lex->starts[(uint8_t)marks[i].c] = marks[i].start;
}

void dxki_text_lex_init(dxki_text_lexer *lex, dxk_module *m, dxk_str text)
{
    memset(lex, 0, sizeof *lex);
    lex->m = m;
    lex->begin = lex->next = text.data;
    lex->end = text.data ? text.data + text.size : NULL;
    enter_classes(lex);
    enter_starts(lex);
    enter_words(lex);
    dxki_text_lex_enter_operators(lex);
}

/* --- characters --- */

static bool is(const dxki_text_lexer *lex, const char *at, uint32_t classes)
{
    return at < lex->end && (lex->classes[(uint8_t)*at] & classes);
}

static bool is_char(const dxki_text_lexer *lex, const char *at, char c)
{
    return at < lex->end && *at == c;
}

static const char *skip(const dxki_text_lexer *lex, const char *at, uint32_t classes)
{
    const char *end = lex->end;
    while (at < end && (lex->classes[(uint8_t)*at] & classes))
        at++;
    return at;
}

/* After the colon of a label whose rest starts at `at`; NULL: it is none. */
static const char *label_tail(const dxki_text_lexer *lex, const char *at)
{
    at = skip(lex, at, LABEL_CHAR);
    return is_char(lex, at, ':') ? at + 1 : NULL;
}

uint32_t dxki_text_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (uint32_t)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (uint32_t)(c - 'A') + 10;
    return 16;
}

/* --- the pieces of tokens --- */

static void finish(dxki_text_lexer *lex, dxki_text_token *token, dxki_text_token_kind kind,
                   const char *end)
{
    token->kind = (uint8_t)kind;
    token->end = end;
    lex->next = end;
}

static void finish_text(dxki_text_lexer *lex, dxki_text_token *token, dxki_text_token_kind kind,
                        const char *from, const char *to, const char *end)
{
    token->text = (dxk_str){from, (size_t)(to - from)};
    finish(lex, token, kind, end);
}

/* \\ and \XX; other backslashes stand for themselves. */
static dxk_str unescape(dxki_text_lexer *lex, dxk_str text)
{
    if (text.size == 0 || !memchr(text.data, '\\', text.size))
        return text;
    char *copy = dxki_string_space(lex->m, text.size);
    size_t size = 0;
    if (!copy) {
        lex->failed = true;
        return (dxk_str){NULL, 0};
    }
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        size_t left = text.size - i;
        if (c == '\\' && left > 1 && text.data[i + 1] == '\\') {
            i++;
        } else if (c == '\\' && left > 2) {
            uint32_t high = dxki_text_hex_digit(text.data[i + 1]),
                     low = dxki_text_hex_digit(text.data[i + 2]);
            if (high < 16 && low < 16) {
                c = (char)(high << 4 | low);
                i += 2;
            }
        }
        copy[size++] = c;
    }
    return (dxk_str){copy, size};
}

/* A name in quotes that start at `at`; names hold no zero byte. */
static void quoted_name(dxki_text_lexer *lex, dxki_text_token *token, dxki_text_token_kind kind,
                        const char *at)
{
    const char *close = memchr(at + 1, '"', (size_t)(lex->end - at - 1));
    if (!close) {
        finish(lex, token, DXKI_TK_ERROR, lex->end);
        return;
    }
    finish_text(lex, token, kind, at + 1, close, close + 1);
    token->text = unescape(lex, token->text);
    if (token->text.size && memchr(token->text.data, 0, token->text.size))
        token->kind = DXKI_TK_ERROR;
}

/* Decimal digits as a number modulo 2^64; LLVM goes on with what is left of too large ones. */
static uint64_t decimal(const char *from, const char *to)
{
    uint64_t value = 0;
    for (; from < to; from++) {
        uint64_t more = value * 10 + (uint64_t)(*from - '0');
        if (more < value)
            return 0;
        value = more;
    }
    return value;
}

#define SAFE_DIGITS 19 /* make no number too large for 64 bits */

/* The digits from `at` on as a number, and where they end. */
static inline const char *digits(const dxki_text_lexer *lex, const char *at, uint64_t *number)
{
    const char *from = at, *end = lex->end;
    uint64_t value = 0;
    if ((size_t)(end - at) >= DXKI_TEXT_DIGITS) {
        uint32_t count;
        value = dxki_text_digits(at, &count);
        at += count;
    }
    for (; at < end && (uint8_t)(*at - '0') < 10; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    *number = at - from <= SAFE_DIGITS ? value : decimal(from, at);
    return at;
}

/* @ % and what follows: a name, quoted or not, or a number. */
static inline void variable(dxki_text_lexer *lex, dxki_text_token *token, dxki_text_token_kind name,
                            dxki_text_token_kind id)
{
    const char *at = token->start + 1;
    uint64_t number;
    const char *end = digits(lex, at, &number);
    if (end > at) {
        token->number = (uint32_t)number;
        finish(lex, token, id, end);
    } else if (is(lex, at, NAME_START)) {
        end = skip(lex, at, LABEL_CHAR);
        finish_text(lex, token, name, at, end, end);
    } else if (is_char(lex, at, '"')) {
        quoted_name(lex, token, name, at);
    } else {
        finish(lex, token, DXKI_TK_ERROR, at);
    }
}

static void dollar(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start + 1, *label = label_tail(lex, token->start);
    if (label) {
        finish_text(lex, token, DXKI_TK_LABEL, token->start, label - 1, label);
    } else if (is_char(lex, at, '"')) {
        quoted_name(lex, token, DXKI_TK_COMDAT, at);
    } else if (is(lex, at, NAME_START)) {
        const char *end = skip(lex, at, LABEL_CHAR);
        finish_text(lex, token, DXKI_TK_COMDAT, at, end, end);
    } else {
        finish(lex, token, DXKI_TK_ERROR, at);
    }
}

/* A string, or a label in quotes. */
static void quote(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start;
    const char *close = memchr(at + 1, '"', (size_t)(lex->end - at - 1));
    if (!close) {
        finish(lex, token, DXKI_TK_ERROR, lex->end);
    } else if (is_char(lex, close + 1, ':')) {
        quoted_name(lex, token, DXKI_TK_LABEL, at);
        lex->next = token->end = close + 2;
    } else {
        finish_text(lex, token, DXKI_TK_STRING, at + 1, close, close + 1);
        token->text = unescape(lex, token->text);
    }
}

static void exclaim(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *from = token->start + 1, *at = from;
    if (!is(lex, at, NAME_START) && !is_char(lex, at, '\\')) {
        finish(lex, token, DXKI_TK_EXCLAIM, from);
        return;
    }
    while (is(lex, at, LABEL_CHAR) || is_char(lex, at, '\\'))
        at++;
    finish_text(lex, token, DXKI_TK_MD_NAME, from, at, at);
    token->text = unescape(lex, token->text);
}

static void hash_sign(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *from = token->start + 1, *end = digits(lex, from, &token->number);
    token->number = (uint32_t)token->number;
    finish(lex, token, end > from ? DXKI_TK_ATTR_ID : DXKI_TK_ERROR, end);
}

/* --- numbers --- */

static void decimal_int(dxki_text_lexer *lex, dxki_text_token *token, const char *end)
{
    const char *from = token->start;
    bool minus = *from == '-', wide = false;
    uint64_t value = 0;
    from += minus;
    for (; from < end && end - from < SAFE_DIGITS; from++)
        value = value * 10 + (uint64_t)(*from - '0');
    for (; from < end; from++) {
        uint64_t digit = (uint64_t)(*from - '0');
        wide = wide || value > (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (minus) {
        token->flags |= DXKI_INT_SIGNED;
        if (value || wide)
            token->flags |= DXKI_INT_NEGATIVE;
        wide = wide || value > (uint64_t)1 << 63;
        value = ~value + 1;
    }
    if (wide)
        token->flags |= DXKI_INT_WIDE;
    token->number = value;
    finish_text(lex, token, DXKI_TK_INT, token->start, end, end);
}

/* u0x..., s0x...: the sign of the latter is the top bit of what was written. */
static bool hex_int(dxki_text_lexer *lex, dxki_text_token *token, const char *end)
{
    const char *at = token->start + 3;
    bool is_signed = *token->start == 's';
    uint64_t value = 0;
    uint32_t digits = 0;
    for (; at < end; at++) {
        uint32_t digit = dxki_text_hex_digit(*at);
        if (digit > 15)
            return false;
        value = value << 4 | digit;
        digits += digits || digit;
    }
    token->flags = (uint8_t)(DXKI_INT_HEX | (is_signed ? DXKI_INT_SIGNED : 0) |
                             (digits > 16 ? DXKI_INT_WIDE : 0));
    if (is_signed && digits) {
        /* Leading zero bits do not count, so the top bit that is left is set. */
        uint32_t top = 64;
        token->flags |= DXKI_INT_NEGATIVE;
        while (digits <= 16 && !(value >> (top - 1) & 1))
            top--;
        if (top < 64)
            value |= ~(uint64_t)0 << top;
    }
    token->number = value;
    finish_text(lex, token, DXKI_TK_INT, token->start, end, end);
    return true;
}

/* [0-9]*([eE][-+]?[0-9]+)? after the point. */
static void fraction(dxki_text_lexer *lex, dxki_text_token *token, const char *at)
{
    at = skip(lex, at, DIGIT);
    if (is_char(lex, at, 'e') || is_char(lex, at, 'E')) {
        const char *digits = at + 1;
        if (is_char(lex, digits, '-') || is_char(lex, digits, '+'))
            digits++;
        if (is(lex, digits, DIGIT))
            at = skip(lex, digits, DIGIT);
    }
    finish_text(lex, token, DXKI_TK_FLOAT, token->start, at, at);
}

/* 0x with the bits of a double, 0xK 0xL 0xM 0xH with those of other types. */
static void hex_float(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start + 2;
    if (at < lex->end && ((*at >= 'K' && *at <= 'M') || *at == 'H'))
        at++;
    if (at >= lex->end || dxki_text_hex_digit(*at) > 15) {
        finish(lex, token, DXKI_TK_ERROR, token->start + 1);
        return;
    }
    while (at < lex->end && dxki_text_hex_digit(*at) < 16)
        at++;
    finish_text(lex, token, DXKI_TK_FLOAT, token->start, at, at);
}

static void number(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start, *label;
    if (!is(lex, at, DIGIT) && !is(lex, at + 1, DIGIT)) { /* - and no digit */
        label = label_tail(lex, at + 1);
        if (label)
            finish_text(lex, token, DXKI_TK_LABEL, at, label - 1, label);
        else
            finish(lex, token, DXKI_TK_ERROR, at + 1);
        return;
    }
    at = skip(lex, at + 1, DIGIT);
    label = is(lex, at, LABEL_CHAR | COLON) ? label_tail(lex, at) : NULL;
    if (label)
        finish_text(lex, token, DXKI_TK_LABEL, token->start, label - 1, label);
    else if (is_char(lex, at, '.'))
        fraction(lex, token, at + 1);
    else if (*token->start == '0' && is_char(lex, token->start + 1, 'x'))
        hex_float(lex, token);
    else
        decimal_int(lex, token, at);
}

static void plus(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *from = token->start + 1, *at = skip(lex, from, DIGIT);
    if (at > from && is_char(lex, at, '.'))
        fraction(lex, token, at + 1);
    else
        finish(lex, token, DXKI_TK_ERROR, from);
}

/* --- words --- */

static bool debug_word(dxki_text_lexer *lex, dxki_text_token *token, dxk_str text)
{
    if (dxki_str_starts(text, "DIFlag")) {
        finish_text(lex, token, DXKI_TK_DIFLAG, text.data, text.data + text.size,
                    text.data + text.size);
        return true;
    }
    for (size_t i = 0; i < DXKI_COUNT(dwarf_prefixes); i++) {
        if (!dxki_str_starts(text, dwarf_prefixes[i].text))
            continue;
        finish_text(lex, token, DXKI_TK_DWARF, text.data, text.data + text.size,
                    text.data + text.size);
        token->number = dwarf_prefixes[i].set;
        return true;
    }
    return false;
}

static void type_word(dxki_text_token *token)
{
    for (size_t i = 0; i < DXKI_COUNT(type_words); i++) {
        if (token->word->text.data == type_words[i].text)
            token->type = type_words[i].type;
    }
}

static void keyword(dxki_text_lexer *lex, dxki_text_token *token, const char *end, uint32_t hash)
{
    dxk_str text = {token->start, (size_t)(end - token->start)};
    const dxki_text_lex_word *word = find_word(lex, text, hash);
    if (word) {
        token->word = word;
        finish(lex, token, (dxki_text_token_kind)word->kind, end);
        if (word->kind == DXKI_TK_TYPE)
            type_word(token);
        return;
    }
    if (debug_word(lex, token, text))
        return;
    if ((*text.data == 'u' || *text.data == 's') && text.size > 3 && text.data[1] == '0' &&
        text.data[2] == 'x' && dxki_text_hex_digit(text.data[3]) < 16) {
        if (!hex_int(lex, token, end))
            finish(lex, token, DXKI_TK_ERROR, token->start + 3);
    } else if (dxki_str_starts(text, "cc")) {
        finish(lex, token, DXKI_KW_CC, token->start + 2);
    } else {
        finish(lex, token, DXKI_TK_ERROR, token->start + 1);
    }
}

static void int_type(dxki_text_lexer *lex, dxki_text_token *token)
{
    uint64_t width;
    finish(lex, token, DXKI_TK_ERROR, digits(lex, token->start + 1, &width));
    if (width < 1 || width > MAX_INT_BITS)
        return;
    token->type = width == 32 ? (dxki_type)DXKI_TY_I32 : dxki_type_int(lex->m, (uint32_t)width);
    token->kind = DXKI_TK_TYPE;
    lex->failed = lex->failed || !token->type;
}

/* A label, an integer type or a word. */
static void identifier(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start, *end = lex->end;
    uint32_t hash = HASH_START;
    if (end - at > 3 && memcmp(at, "i32", 3) == 0 &&
        !(lex->classes[(uint8_t)at[3]] & (LABEL_CHAR | COLON))) {
        token->type = DXKI_TY_I32; /* every other word is this one */
        finish(lex, token, DXKI_TK_TYPE, at + 3);
        return;
    }
    do {
        hash = hash_char(hash, *at++);
    } while (at < end && (lex->classes[(uint8_t)*at] & (LETTER | DIGIT | UNDERSCORE)));
    if (is(lex, at, LABEL_CHAR | COLON)) {
        const char *label = label_tail(lex, at);
        if (label) {
            finish_text(lex, token, DXKI_TK_LABEL, token->start, label - 1, label);
            return;
        }
    }
    if (*token->start == 'i' && is(lex, token->start + 1, DIGIT))
        int_type(lex, token);
    else
        keyword(lex, token, at, hash);
}

static void dots(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start + 1, *label = label_tail(lex, at);
    if (label)
        finish_text(lex, token, DXKI_TK_LABEL, token->start, label - 1, label);
    else if (is_char(lex, at, '.') && is_char(lex, at + 1, '.'))
        finish(lex, token, DXKI_TK_ELLIPSIS, at + 2);
    else
        finish(lex, token, DXKI_TK_ERROR, at);
}

/* --- one token --- */

/* The end of the line. Looks ahead a little at a time, since either character can end it. */
static const char *line_end(const char *at, const char *end)
{
    enum { AHEAD = 128 };
    while (at < end) {
        size_t size = end - at < AHEAD ? (size_t)(end - at) : AHEAD;
        const char *feed = memchr(at, '\n', size);
        const char *back = memchr(at, '\r', feed ? (size_t)(feed - at) : size);
        if (back || feed)
            return back ? back : feed;
        at += size;
    }
    return end;
}

/* Comments, and blanks between them; what is behind them is the token. */
static void comment(dxki_text_lexer *lex, dxki_text_token *token)
{
    const char *at = token->start;
    while (is_char(lex, at, ';'))
        at = skip(lex, line_end(at, lex->end), BLANK);
    lex->next = at;
    dxki_text_lex_next(lex, token);
}

static void local(dxki_text_lexer *lex, dxki_text_token *token)
{
    variable(lex, token, DXKI_TK_LOCAL_NAME, DXKI_TK_LOCAL_ID);
}

static void global(dxki_text_lexer *lex, dxki_text_token *token)
{
    variable(lex, token, DXKI_TK_GLOBAL_NAME, DXKI_TK_GLOBAL_ID);
}

void dxki_text_lex_next(dxki_text_lexer *lex, dxki_text_token *token)
{
    /* By how the token begins; each is a function of its own, so that none pays for another. */
    static void (*const rest[])(dxki_text_lexer *, dxki_text_token *) = {
        identifier, number, local, global, exclaim, quote, hash_sign, dollar, dots, plus, comment,
    };
    const char *at = skip(lex, lex->next, BLANK);
    token->flags = 0;
    token->word = NULL;
    token->start = at;
    if (at == lex->end) {
        finish(lex, token, DXKI_TK_EOF, at);
        return;
    }
    uint8_t start = lex->starts[(uint8_t)*at];
    if (start < START_WORD)
        finish(lex, token, (dxki_text_token_kind)start, at + 1);
    else
        rest[start - START_WORD](lex, token);
}
