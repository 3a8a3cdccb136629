/* SPDX-License-Identifier: MIT */
/* hlsl_tokens.c - see hlsl_tokens.h. */
#include "hlsl_tokens.h"

#include <string.h>

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

#define LONGEST 3

static const char punctuators[][LONGEST + 1] = {
#define DXKI_HLSL_PUNCT(ident, text) text,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_PUNCT
};

static size_t punctuator(const uint8_t *text, size_t size)
{
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
        size_t n = 0;
        while (n < size && punctuators[i][n] && punctuators[i][n] == (char)text[n])
            n++;
        if (n && !punctuators[i][n])
            return n;
    }
    return 1;
}

/* The bytes up to a character that ends something, with it. */
static size_t up_to(const uint8_t *text, size_t size, uint8_t end)
{
    const uint8_t *found = memchr(text, end, size);
    return found ? (size_t)(found - text) + 1 : size;
}

/* How many bytes separate tokens there; 0: a token begins. */
static size_t blank(const uint8_t *text, size_t size)
{
    if (text[0] <= ' ')
        return 1;
    if (size < 2 || text[0] != '/')
        return 0;
    if (text[1] == '/')
        return up_to(text, size, '\n');
    for (size_t i = 2; text[1] == '*' && i + 1 < size; i++) {
        if (text[i] == '*' && text[i + 1] == '/')
            return i + 2;
    }
    return 0;
}

static size_t token(const uint8_t *text, size_t size, uint8_t *kind)
{
    size_t n = 1;
    *kind = is_letter(text[0]) ? FUZZ_NAME : is_digit(text[0]) ? FUZZ_NUMBER : FUZZ_OTHER;
    if (*kind != FUZZ_OTHER) {
        while (n < size && (is_letter(text[n]) || is_digit(text[n]) ||
                            (*kind == FUZZ_NUMBER && text[n] == '.')))
            n++;
        return n;
    }
    if (text[0] == '"' && size > 1)
        return 1 + up_to(text + 1, size - 1, '"');
    if (text[0] == '#')
        return up_to(text, size, '\n');
    *kind = FUZZ_PUNCTUATOR;
    return punctuator(text, size);
}

bool fuzz_token_is(const fuzz_tokens *t, uint32_t i, char c)
{
    return i < t->count && t->items[i].size == 1 && t->text[t->items[i].at] == (uint8_t)c;
}

/* The brackets around a token, and the partner of one that closes. */
static uint32_t pair(fuzz_tokens *t, uint32_t i, uint32_t open)
{
    static const char closing[] = ")]}", opening[] = "([{";
    t->items[i].around = open;
    for (int k = 0; k < 3; k++) {
        if (fuzz_token_is(t, i, opening[k]))
            return i;
        if (!fuzz_token_is(t, i, closing[k]) || open == FUZZ_NO_TOKEN ||
            !fuzz_token_is(t, open, opening[k]))
            continue;
        t->items[i].partner = open;
        t->items[open].partner = i;
        return t->items[i].around = t->items[open].around;
    }
    return open;
}

void fuzz_read_tokens(fuzz_tokens *t, const uint8_t *text, size_t size)
{
    uint32_t open = FUZZ_NO_TOKEN;
    t->text = text;
    t->count = 0;
    for (size_t at = 0, length; at < size && t->count < FUZZ_MAX_TOKENS; at += length) {
        uint8_t kind;
        if ((length = blank(text + at, size - at)) != 0)
            continue;
        length = token(text + at, size - at, &kind);
        t->items[t->count] = (fuzz_token){.at = (uint32_t)at,
                                          .size = (uint32_t)length,
                                          .partner = FUZZ_NO_TOKEN,
                                          .around = FUZZ_NO_TOKEN,
                                          .kind = kind};
        open = pair(t, t->count++, open);
    }
}

/* True if nothing of a statement follows the token. */
static bool ends(const fuzz_tokens *t, uint32_t i)
{
    if (fuzz_token_is(t, i, ';') || t->items[i].kind == FUZZ_OTHER)
        return true;
    return fuzz_token_is(t, i, '}') && !fuzz_token_is(t, i + 1, ';');
}

fuzz_range fuzz_statement(const fuzz_tokens *t, uint32_t i)
{
    uint32_t around = t->items[i].around, first = i, last = i;
    if (t->items[i].partner < i)
        first = last = t->items[i].partner;
    while (first > 0 && t->items[first - 1].around == around && !ends(t, first - 1)) {
        first--;
        if (t->items[first].partner < first)
            first = t->items[first].partner;
    }
    for (;;) {
        if (t->items[last].partner != FUZZ_NO_TOKEN && t->items[last].partner > last)
            last = t->items[last].partner;
        if (ends(t, last) || last + 1 >= t->count || t->items[last + 1].around != around)
            return (fuzz_range){first, last - first + 1};
        last++;
    }
}

uint32_t fuzz_range_bytes(const fuzz_tokens *t, fuzz_range r, uint32_t *size)
{
    const fuzz_token *first = &t->items[r.first], *last = first + r.count - 1;
    *size = r.count ? last->at + last->size - first->at : 0;
    return first->at;
}
