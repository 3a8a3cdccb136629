/* SPDX-License-Identifier: MIT */
/*
 * tokens.c - programs of shader models 4 and 5, compared by the lines of their listings: an
 * instruction with its operands each. Registers count by their numbers.
 */
#include "base/sort.h"
#include "base/str.h"
#include "diff/diff.h"
#include "dxk/dxbc.h"
#include "ir/idset.h"

#include <string.h>

/* The lines of a listing that are code. */
typedef struct code {
    dxk_str text; /* the listing, in the arena */
    DXKI_VEC(dxk_str) lines;
} code;

static dxk_str without_blanks(dxk_str line)
{
    while (line.size && (*line.data == ' ' || *line.data == '\t')) {
        line.data++;
        line.size--;
    }
    while (line.size && strchr(" \t\r", line.data[line.size - 1]))
        line.size--;
    return line;
}

/* The operation that a line begins with. */
static dxk_str word_of(dxk_str line)
{
    const char *blank = memchr(line.data, ' ', line.size);
    return (dxk_str){line.data, blank ? (size_t)(blank - line.data) : line.size};
}

static bool find_lines(dxk_ctx *ctx, code *c)
{
    for (size_t at = 0; at < c->text.size;) {
        const char *begin = c->text.data + at;
        const char *end = memchr(begin, '\n', c->text.size - at);
        size_t size = end ? (size_t)(end - begin) : c->text.size - at;
        dxk_str line = without_blanks((dxk_str){begin, size});
        at += size + 1;
        if (line.size && !dxki_str_starts(line, "//") && !dxki_vec_push(ctx, &c->lines, line))
            return false;
    }
    return c->lines.count < DXKI_DIFF_NONE;
}

static dxk_status list(dxk_program_diff *diff, const dxk_container *container, code *c)
{
    const dxk_dxbc_options options = {.exact = true};
    dxk_buffer text;
    dxk_buffer_init(&text, diff->ctx);
    dxk_status status = dxk_dxbc_print(container, &options, dxk_buffer_sink(&text));
    if (status == DXK_OK) {
        c->text = (dxk_str){dxki_arena_strdup(&diff->arena, (const char *)text.data, text.size),
                            text.size};
        status = c->text.data && find_lines(diff->ctx, c) ? DXK_OK : dxki_nomem(diff->ctx);
    }
    dxk_buffer_free(&text);
    return status;
}

static bool make_sequence(dxki_diff_sequence *q, dxki_arena *arena, const code *c)
{
    if (!dxki_diff_sequence_open(q, arena, (uint32_t)c->lines.count))
        return false;
    for (uint32_t i = 0; i < c->lines.count; i++) {
        dxk_str line = c->lines.items[i], word = word_of(line);
        uint64_t operation = dxki_hash_bytes(word.size, word);
        const uint64_t keys[] = {dxki_hash_bytes(line.size, line), operation, operation};
        dxki_diff_put(q, i + 1, keys, false);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Counting                                                                                   */

typedef struct word {
    dxk_str text;
    bool second;
} word;

static bool is_after(const void *user, const void *a, const void *b)
{
    dxk_str x = ((const word *)a)->text, y = ((const word *)b)->text;
    size_t size = x.size < y.size ? x.size : y.size;
    int order = size ? memcmp(x.data, y.data, size) : 0;
    (void)user;
    return order > 0 || (order == 0 && x.size > y.size);
}

static bool collect(dxk_program_diff *diff, const code codes[2], word *words)
{
    size_t count = 0;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < codes[side].lines.count; i++)
            words[count++] = (word){word_of(codes[side].lines.items[i]), side == 1};
    }
    if (!dxki_sort(diff->ctx, words, count, sizeof *words, is_after, NULL))
        return false;
    for (size_t i = 0, next; i < count; i = next) {
        dxk_diff_count one = {words[i].text, {0, 0}};
        for (next = i; next < count && dxki_str_same(words[next].text, words[i].text); next++)
            one.count[words[next].second]++;
        if (one.count[0] != one.count[1] && !dxki_vec_push(diff->ctx, &diff->counts, one))
            return false;
    }
    return true;
}

static bool count_words(dxk_program_diff *diff, const code codes[2])
{
    size_t size = (codes[0].lines.count + codes[1].lines.count + 1) * sizeof(word);
    word *words = dxki_realloc(diff->ctx, NULL, 0, size);
    bool good = words && collect(diff, codes, words);
    dxki_realloc(diff->ctx, words, words ? size : 0, 0);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Comparing                                                                                  */

typedef struct comparison {
    dxk_program_diff *diff;
    const code *codes;
} comparison;

static dxk_status add_row(void *user, dxk_difference_kind kind, uint32_t left, uint32_t right)
{
    const comparison *c = user;
    dxk_str texts[2] = {left ? c->codes[0].lines.items[left - 1] : (dxk_str){"", 0},
                        right ? c->codes[1].lines.items[right - 1] : (dxk_str){"", 0}};
    bool head = left <= 1 && right <= 1; /* the version */
    if (kind == DXK_DIFFERENCE_NONE && !dxki_str_same(texts[0], texts[1]))
        kind = DXK_DIFFERENCE_CHANGED;
    return dxki_diff_add_text(c->diff, head ? DXK_DIFF_FUNCTION : DXK_DIFF_INST, kind, left, right,
                              texts[0], texts[1]);
}

static dxk_status compare(dxk_program_diff *diff, const code codes[2])
{
    dxki_arena arena;
    dxki_diff_sequence a, b;
    comparison c = {diff, codes};
    dxk_status status = DXK_OK;
    dxki_arena_init(&arena, diff->ctx);
    if (!make_sequence(&a, &arena, &codes[0]) || !make_sequence(&b, &arena, &codes[1]) ||
        !dxki_diff_align_sequences(&arena, &a, &b) || !count_words(diff, codes))
        status = dxki_nomem(diff->ctx);
    if (status == DXK_OK)
        status = dxki_diff_walk(&a, &b, add_row, &c);
    dxki_arena_free(&arena);
    return status;
}

dxk_status dxki_diff_tokens(dxk_program_diff *diff, const dxk_container *left,
                            const dxk_container *right)
{
    code codes[2] = {{{"", 0}, {NULL, 0, 0}}, {{"", 0}, {NULL, 0, 0}}};
    diff->tokens = true;
    dxk_status status = list(diff, left, &codes[0]);
    if (status == DXK_OK)
        status = list(diff, right, &codes[1]);
    if (status == DXK_OK)
        status = compare(diff, codes);
    for (int side = 0; side < 2; side++) {
        diff->sum.functions[side] = codes[side].lines.count != 0;
        for (size_t i = 1; i < codes[side].lines.count; i++) /* without the version */
            diff->sum.instructions[side] += !dxki_str_starts(codes[side].lines.items[i], "dcl_");
        dxki_vec_free(diff->ctx, &codes[side].lines);
    }
    return status;
}
