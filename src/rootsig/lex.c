/* SPDX-License-Identifier: MIT */
/*
 * lex.c - see lex.h. The reference separates tokens by blanks only; line feeds, tabs and comments
 * are allowed here, so that a root signature can stand in a file of its own.
 */
#include "rootsig/lex.h"

#include "rootsig/number.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The character at `at`, 0 past the end. */
static char peek(dxk_str text, size_t at)
{
    return at < text.size ? text.data[at] : 0;
}

static size_t skip(dxk_str text, size_t at)
{
    for (; at < text.size; at++) {
        char c = text.data[at];
        if (c == '/' && peek(text, at + 1) == '/') {
            while (at < text.size && text.data[at] != '\n')
                at++;
        } else if (c == '/' && peek(text, at + 1) == '*') {
            for (at += 3; at < text.size && !(text.data[at] == '/' && text.data[at - 1] == '*');)
                at++;
        } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
            return at;
        }
    }
    return text.size;
}

static size_t digits(dxk_str text, size_t at)
{
    while (is_digit(peek(text, at)))
        at++;
    return at;
}

/* Digits as a number of 32 bits; false when it does not fit. */
static bool whole(dxk_str text, uint32_t *value)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < text.size && sum <= UINT32_MAX; i++)
        sum = 10 * sum + (uint64_t)(text.data[i] - '0');
    *value = (uint32_t)sum;
    return sum <= UINT32_MAX;
}

/* [+-] digits [. digits] [e [+-] digits] [f]; returns its end, `at` when there is no number. */
static size_t scan_number(dxk_str text, size_t at, bool *real)
{
    char sign = peek(text, at);
    size_t first = at + (sign == '+' || sign == '-'), end = digits(text, first);
    bool some = end > first;
    *real = false;
    if (peek(text, end) == '.') {
        size_t more = digits(text, end + 1);
        *real = true;
        some = some || more > end + 1;
        end = more;
    }
    if (!some)
        return at;
    if (peek(text, end) == 'e' || peek(text, end) == 'E') {
        char c = peek(text, end + 1);
        size_t power = end + 1 + (c == '+' || c == '-');
        if (!is_digit(peek(text, power)))
            return at;
        *real = true;
        end = digits(text, power);
    }
    if (peek(text, end) == 'f' || peek(text, end) == 'F') {
        *real = true;
        end++;
    }
    return end;
}

static void read_number(dxki_rootsig_token *t, bool real)
{
    bool negative = t->text.data[0] == '-';
    size_t sign = negative || t->text.data[0] == '+';
    dxk_str number = {t->text.data + sign, t->text.size - sign};
    bool fits;
    if (real) {
        t->kind = DXKI_RS_REAL;
        fits = dxki_rootsig_real(t->text, &t->number);
    } else {
        fits = whole(number, &t->number) && (!negative || t->number <= 0x80000000u);
        t->kind = negative ? DXKI_RS_NEGATIVE : DXKI_RS_NUMBER;
        t->number = negative ? 0 - t->number : t->number;
    }
    if (!fits)
        t->kind = DXKI_RS_TOO_LARGE;
}

static void read_word(dxki_rootsig_token *t)
{
    dxk_str number = {t->text.data + 1, t->text.size - 1};
    t->kind = DXKI_RS_WORD_TOKEN;
    t->letter = t->text.data[0];
    if (!memchr("bstu", t->letter, 4) || digits(number, 0) != number.size || !number.size)
        return;
    t->kind = whole(number, &t->number) ? DXKI_RS_REGISTER : DXKI_RS_TOO_LARGE;
}

dxki_rootsig_token dxki_rootsig_next(dxk_str text, size_t at)
{
    bool real;
    dxki_rootsig_token t = {DXKI_RS_END, skip(text, at), {NULL, 0}, 0, 0};
    char c = peek(text, t.at);
    if (t.at == text.size)
        return t;
    t.text = (dxk_str){text.data + t.at, 1};
    t.letter = c;
    size_t end = scan_number(text, t.at, &real);
    if (c && strchr("(),=|", c)) {
        t.kind = DXKI_RS_PUNCTUATION;
    } else if (end > t.at) {
        t.text.size = end - t.at;
        read_number(&t, real);
    } else if (is_letter(c)) {
        while (is_letter(peek(text, t.at + t.text.size)) ||
               is_digit(peek(text, t.at + t.text.size)))
            t.text.size++;
        read_word(&t);
    } else {
        t.kind = DXKI_RS_BAD;
    }
    return t;
}
