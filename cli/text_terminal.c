/* SPDX-License-Identifier: MIT */
/*
 * text_terminal.c - what the library prints, on its way to a terminal: control characters of a
 * shader are shown as \xNN, so that they cannot move the cursor or change the window. Colours that
 * the library sets pass.
 */
#include "text.h"

#include <string.h>

typedef enum verdict {
    PIECE_BAD,     /* its first byte is to be escaped */
    PIECE_PARTIAL, /* more is needed to tell */
    PIECE_GOOD     /* may be shown */
} verdict;

/* "\033[0m", "\033[36m", "\033[1;33m": styles that something of ours sets. */
static verdict judge_style(const char *p, size_t size)
{
    static const char *const styles[] = {"0", "1", "2", "1;3#", "3#", "90"};
    verdict best = PIECE_BAD;
    if (size == 1)
        return PIECE_PARTIAL;
    if (p[1] != '[')
        return PIECE_BAD;
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        const char *want = styles[i];
        size_t at = 2;
        while (at < size && *want && (*want == '#' ? p[at] >= '0' && p[at] <= '7' : p[at] == *want))
            want++, at++;
        if (at == size)
            best = PIECE_PARTIAL;
        else if (!*want && p[at] == 'm' && at + 1 == size)
            return PIECE_GOOD;
    }
    return best;
}

static verdict judge_utf8(const char *text, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t all = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (size > 1 && (p[size - 1] & 0xc0) != 0x80)
        return PIECE_BAD;
    if (size < all)
        return PIECE_PARTIAL;
    return text_utf8_size(text, size) && !(p[0] == 0xc2 && p[1] < 0xa0) ? PIECE_GOOD : PIECE_BAD;
}

static verdict judge(const text_out *out)
{
    unsigned char first = (unsigned char)out->held[0];
    if (first == 0x1b && out->styled)
        return judge_style(out->held, out->held_size);
    if (first >= 0xc2 && first <= 0xf4)
        return judge_utf8(out->held, out->held_size);
    return PIECE_BAD;
}

static bool is_plain(char c)
{
    return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
}

/* Writes the first byte that was held back as an escape; the others begin anew. */
static void escape_first(text_out *out)
{
    char rest[sizeof out->held], first = out->held[0];
    size_t size = out->held_size - 1u;
    memcpy(rest, out->held + 1, size);
    out->held_size = 0;
    text_safe(out, (dxk_str){&first, 1});
    text_terminal(out, rest, size);
}

void text_terminal(text_out *out, const char *text, size_t size)
{
    while (size) {
        size_t plain = 0;
        while (!out->held_size && plain < size && is_plain(text[plain]))
            plain++;
        if (plain) {
            text_write(out, text, plain);
            text += plain;
            size -= plain;
            continue;
        }
        out->held[out->held_size++] = *text++;
        size--;
        verdict v = judge(out);
        size_t held = out->held_size;
        if (v == PIECE_GOOD) {
            out->held_size = 0;
            text_write(out, out->held, held);
        } else if (v == PIECE_BAD) {
            escape_first(out);
        }
    }
}

void text_terminal_end(text_out *out)
{
    while (out->held_size)
        escape_first(out);
}
