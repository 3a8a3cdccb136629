/* SPDX-License-Identifier: MIT */
/* mutate.c - see mutate.h. */
#include "mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Chance                                                                                     */

/* The next number of a sequence that its start determines (splitmix64). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(uint64_t *state, size_t count)
{
    return count ? (size_t)(next(state) % count) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

typedef struct change {
    stream *s;
    uint64_t *chance;
    size_t at;  /* item */
    size_t op;  /* operand of it */
    char *what; /* of `size` bytes */
    size_t size;
} change;

static stream_item *item_of(change *c)
{
    return &c->s->items[c->at];
}

/* Gives the record operands of its own, with room for one more. */
static uint64_t *own_ops(change *c)
{
    stream_item *item = item_of(c);
    const uint64_t none = 0;
    stream *s = c->s;
    size_t first = stream_add_ops(s, s->ops ? s->ops + item->first : NULL, 0);
    for (size_t i = 0; i < item->count; i++)
        stream_add_ops(s, &(uint64_t){s->ops[item->first + i]}, 1);
    stream_add_ops(s, &none, 1);
    item->first = first;
    return s->ops + first;
}

/* A number that some other record has. */
static uint64_t number_of_another(change *c)
{
    return c->s->op_count ? c->s->ops[below(c->chance, c->s->op_count)] : 0;
}

static void note(change *c, const char *what)
{
    const stream_item *item = item_of(c);
    snprintf(c->what, c->size, "block %u code %u operand %zu: %s", (unsigned)item->block,
             (unsigned)item->code, c->op, what);
}

static void change_near(change *c)
{
    uint64_t *ops = own_ops(c);
    ops[c->op] += below(c->chance, 2) ? 1 : UINT64_MAX;
    note(c, "one more or less");
}

static void change_to_small(change *c)
{
    own_ops(c)[c->op] = below(c->chance, 64);
    note(c, "a small number");
}

static void change_to_other(change *c)
{
    uint64_t other = number_of_another(c);
    own_ops(c)[c->op] = other;
    note(c, "a number of another record");
}

static void flip_bit(change *c)
{
    own_ops(c)[c->op] ^= (uint64_t)1 << below(c->chance, 24);
    note(c, "one bit");
}

/* Only what looks at more than 32 bits sees the difference. */
static void widen(change *c)
{
    own_ops(c)[c->op] += (uint64_t)1 << (32 + below(c->chance, 31));
    note(c, "more than 32 bits");
}

static void leave_range(change *c)
{
    static const uint64_t far[] = {40, 289, 1000, 100000, 1u << 20, UINT32_MAX};
    own_ops(c)[c->op] += far[below(c->chance, sizeof far / sizeof *far)];
    note(c, "out of range");
}

static void insert_op(change *c)
{
    uint64_t *ops = own_ops(c);
    stream_item *item = item_of(c);
    memmove(ops + c->op + 1, ops + c->op, (item->count - c->op) * sizeof *ops);
    ops[c->op] = below(c->chance, 2) ? below(c->chance, 16) : ops[c->op + 1];
    item->count++;
    note(c, "inserted");
}

static void remove_op(change *c)
{
    uint64_t *ops = own_ops(c);
    stream_item *item = item_of(c);
    memmove(ops + c->op, ops + c->op + 1, (item->count - c->op - 1) * sizeof *ops);
    item->count--;
    note(c, "removed");
}

static void cut_ops(change *c)
{
    item_of(c)->count = c->op;
    note(c, "cut off there");
}

static void change_code(change *c)
{
    item_of(c)->code = (uint32_t)below(c->chance, 50);
    note(c, "another code");
}

static void remove_record(change *c)
{
    note(c, "record removed");
    stream_remove(c->s, c->at);
}

static void repeat_record(change *c)
{
    stream_item copy = *item_of(c);
    *stream_insert(c->s, c->at) = copy;
    note(c, "record repeated");
}

static void swap_records(change *c)
{
    stream_item *a = item_of(c), *b = a + 1;
    if (c->at + 1 == c->s->count || b->kind != STREAM_RECORD)
        return;
    stream_item kept = *a;
    *a = *b;
    *b = kept;
    note(c, "record swapped with the next");
}

static const struct {
    void (*make)(change *c);
    bool needs_ops;
    uint8_t weight;
} changes[] = {
    {change_near, true, 4},   {change_to_small, true, 4}, {change_to_other, true, 3},
    {flip_bit, true, 3},      {widen, true, 4},           {leave_range, true, 4},
    {insert_op, true, 3},     {remove_op, true, 3},       {cut_ops, true, 2},
    {change_code, false, 2},  {remove_record, false, 3},  {repeat_record, false, 2},
    {swap_records, false, 2},
};

static size_t pick_change(uint64_t *chance)
{
    size_t total = 0, count = sizeof changes / sizeof *changes, row = 0;
    for (size_t i = 0; i < count; i++)
        total += changes[i].weight;
    for (size_t left = below(chance, total); left >= changes[row].weight; row++)
        left -= changes[row].weight;
    return row;
}

/* A record; those of names and texts, which are many and say little, mostly not. */
static size_t pick_record(const stream *s, uint64_t *chance)
{
    size_t at = 0;
    for (int tries = 0; tries < 40; tries++) {
        at = below(chance, s->count);
        const stream_item *item = &s->items[at];
        bool text = item->block == 14 || (item->block == STREAM_METADATA && item->code <= 1) ||
                    (item->block == 8 && item->count > 30);
        if (item->kind == STREAM_RECORD && (!text || below(chance, 12) == 0))
            break;
    }
    return at;
}

void mutate_stream(stream *s, uint64_t number, char *what, size_t size)
{
    uint64_t chance = number;
    size_t count = below(&chance, 4) ? 1 : 1 + below(&chance, 3);
    *what = 0;
    for (size_t i = 0; i < count && s->count; i++) {
        change c = {s, &chance, pick_record(s, &chance), 0, what, size};
        size_t row = pick_change(&chance);
        stream_item *item = item_of(&c);
        c.op = below(&chance, item->count);
        if (item->kind == STREAM_RECORD && (item->count || !changes[row].needs_ops))
            changes[row].make(&c);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The token at or after `at`: a word or number with its sign, or one other character. */
static dxk_str token_at(dxk_str text, size_t at)
{
    while (at < text.size && isspace((unsigned char)text.data[at]))
        at++;
    size_t end = at;
    if (end < text.size && strchr("%@!#-", text.data[end]))
        end++;
    while (end < text.size && in_word(text.data[end]))
        end++;
    end += end == at && end < text.size;
    return (dxk_str){text.data + at, end - at};
}

static dxk_str pick_token(dxk_str text, uint64_t *chance)
{
    size_t at = below(chance, text.size);
    while (at > 0 && in_word(text.data[at - 1]))
        at--;
    if (at > 0 && strchr("%@!#-", text.data[at - 1]))
        at--;
    return token_at(text, at);
}

/* What stands in place of the token; in `buffer` or in the text. */
static dxk_str replacement(dxk_str text, dxk_str token, uint64_t *chance, char buffer[32])
{
    bool number = token.size && isdigit((unsigned char)token.data[token.size - 1]);
    switch (below(chance, 5)) {
    case 0:
        return (dxk_str){"", 0};
    case 1:
        if (!number)
            return pick_token(text, chance);
        return (dxk_str){buffer, (size_t)snprintf(buffer, 32, "%zu", below(chance, 300))};
    case 2:
        if (token.size && token.data[0] == '!' && number)
            return (dxk_str){buffer, (size_t)snprintf(buffer, 32, "!%zu", below(chance, 120))};
        return pick_token(text, chance);
    case 3:
        return token.size && token.data[0] == '!' ? (dxk_str){"!{}", 3} : pick_token(text, chance);
    default:
        return pick_token(text, chance);
    }
}

static char *replace(dxk_str text, dxk_str token, dxk_str by, size_t *size)
{
    size_t before = (size_t)(token.data - text.data);
    size_t behind = text.size - before - token.size;
    char *out = malloc(before + by.size + behind + 2);
    if (!out)
        abort();
    memcpy(out, text.data, before);
    memcpy(out + before, by.data, by.size);
    memcpy(out + before + by.size, token.data + token.size, behind);
    *size = before + by.size + behind;
    return out;
}

char *mutate_text(dxk_str text, uint64_t number, size_t *size)
{
    uint64_t chance = number;
    char buffer[32];
    dxk_str token = pick_token(text, &chance);
    char *out = replace(text, token, replacement(text, token, &chance, buffer), size);
    if (below(&chance, 3) == 0 && *size) {
        dxk_str once = {out, *size}, second = pick_token(once, &chance);
        char *twice = replace(once, second, replacement(once, second, &chance, buffer), size);
        free(out);
        out = twice;
    }
    return out;
}
