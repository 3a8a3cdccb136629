/* SPDX-License-Identifier: MIT */
/*
 * parse_asm.c - the constraints of inline assembly against the type of what is called. See parse.h;
 * LLVM 3.7's Language Reference, "Inline Assembler Expressions". A list, separated by commas:
 *
 *   = [*] [&] [%] codes   an output      ~ {name}   a clobber      [*] [%] codes   an input
 *
 * Codes are letters, {register}, ^xx, or digits: an input that has the place of that output. `|`
 * separates alternatives.
 */
#include "text/parse.h"

#include <string.h>

typedef enum constraint_type { INPUT, OUTPUT, CLOBBER } constraint_type;

/* What later constraints and the count need to know, in two words of p->words. */
typedef struct constraint {
    constraint_type type;
    bool indirect;
    uint32_t alternatives; /* 0: only one */
} constraint;
enum { ABOUT, MATCHED, CONSTRAINT_WORDS };

#define ALTERNATIVES_MAX 63u

static constraint_type type_at(const dxki_text_parser *p, size_t i)
{
    return (constraint_type)(p->words.items[i * CONSTRAINT_WORDS + ABOUT] & 3);
}

static uint32_t alternatives_at(const dxki_text_parser *p, size_t i)
{
    return (uint32_t)(p->words.items[i * CONSTRAINT_WORDS + ABOUT] >> 2);
}

/* --- one constraint --- */

/* ~ = * & % in front of the codes; false: they are wrong, or nothing follows. */
static bool parse_prefix(dxk_str *text, constraint *c)
{
    const char *at = text->data, *end = at + text->size;
    bool early = false, commutes = false;
    if (*at == '~') {
        c->type = CLOBBER;
        if (++at < end && *at != '{')
            return false;
    } else if (*at == '=') {
        c->type = OUTPUT;
        at++;
    }
    if (at < end && *at == '*') {
        c->indirect = true;
        at++;
    }
    for (; at < end; at++) {
        if (*at == '&' && c->type == OUTPUT && !early)
            early = true;
        else if (*at == '%' && c->type != CLOBBER && !commutes)
            commutes = true;
        else
            break;
    }
    *text = (dxk_str){at, (size_t)(end - at)};
    return at < end && !memchr("&%#*", *at, 4);
}

/* Digits: the place of an output, which no other input has, in this alternative. */
static bool parse_match(dxki_text_parser *p, const char **at, const char *end, const constraint *c,
                        uint32_t alternative)
{
    size_t count = p->words.count / CONSTRAINT_WORDS;
    uint64_t number = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(**at - '0');
    if (number >= count || type_at(p, number) != OUTPUT || c->type != INPUT)
        return false;
    uint64_t *matched = &p->words.items[number * CONSTRAINT_WORDS + MATCHED];
    if (c->alternatives) {
        bool taken = alternative >= alternatives_at(p, number) || *matched >> alternative & 1;
        *matched |= (uint64_t)1 << alternative;
        return !taken;
    }
    if (*matched && *matched != count)
        return false;
    *matched = count;
    return true;
}

static bool parse_codes(dxki_text_parser *p, dxk_str text, const constraint *c)
{
    const char *at = text.data, *end = at + text.size;
    uint32_t alternative = 0;
    while (at < end) {
        if (*at == '{') {
            at = memchr(at, '}', (size_t)(end - at));
            if (!at)
                return false;
            at++;
        } else if (*at >= '0' && *at <= '9') {
            if (!parse_match(p, &at, end, c, alternative))
                return false;
        } else if (*at == '^') {
            if (end - at < 3)
                return false;
            at += 3;
        } else {
            alternative += *at++ == '|';
        }
    }
    return true;
}

static bool parse_constraint(dxki_text_parser *p, dxk_str text, constraint *c)
{
    uint32_t bars = 0;
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < text.size; i++)
        bars += text.data[i] == '|';
    if (text.size == 0 || bars > ALTERNATIVES_MAX)
        return false;
    c->alternatives = bars ? bars + 1 : 0;
    return parse_prefix(&text, c) && parse_codes(p, text, c);
}

/* --- all of them --- */

typedef struct tally {
    uint32_t outputs, inputs, indirect, clobbers;
} tally;

/* Outputs come before inputs, and those before clobbers; indirect outputs are arguments. */
static bool count(tally *t, const constraint *c)
{
    if (c->type == CLOBBER) {
        t->clobbers++;
        return true;
    }
    if (t->clobbers || (c->type == OUTPUT && t->inputs != t->indirect))
        return false;
    if (c->type == OUTPUT && !c->indirect) {
        t->outputs++;
        return true;
    }
    t->indirect += c->type == OUTPUT;
    t->inputs++;
    return true;
}

static bool parse_all(dxki_text_parser *p, dxk_str text, tally *t)
{
    const char *at = text.data, *end = at + text.size;
    p->words.count = 0;
    while (at < end) {
        constraint c;
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *to = comma ? comma : end;
        if (!parse_constraint(p, (dxk_str){at, (size_t)(to - at)}, &c) || !count(t, &c) ||
            comma == end - 1)
            return false;
        if (!dxki_vec_push(p->ctx, &p->words, (uint64_t)c.type | (uint64_t)c.alternatives << 2) ||
            !dxki_vec_push(p->ctx, &p->words, 0))
            return dxki_text_no_memory(p);
        at = comma ? comma + 1 : end;
    }
    return true;
}

bool dxki_text_asm_fits(dxki_text_parser *p, dxki_type function, dxk_str constraints)
{
    uint32_t types;
    tally t = {0, 0, 0, 0};
    dxki_type result = dxki_type_list(p->m, function, &types)[0];
    bool is_struct = dxki_type_kind_of(p->m, result) == DXKI_T_STRUCT;
    if (dxki_type_get(p->m, function)->flags & DXKI_TF_VARARG || !parse_all(p, constraints, &t))
        return false;
    if (t.outputs == 0 && result != DXKI_TY_VOID)
        return false;
    if (t.outputs == 1 && is_struct)
        return false;
    if (t.outputs > 1 && (!is_struct || dxki_type_get(p->m, result)->b != t.outputs))
        return false;
    return types - 1 == t.inputs;
}
