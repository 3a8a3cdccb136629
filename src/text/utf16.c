/* SPDX-License-Identifier: MIT */
/* utf16.c - what encoding a text is in. See utf16.h. */
#include "text/utf16.h"

#include <string.h>

#include "base/diag.h"
#include "spec/reader_rules.h"

static bool begins(dxk_str text, const char *mark, size_t size)
{
    return text.size >= size && memcmp(text.data, mark, size) == 0;
}

static uint32_t unit_at(dxk_str text, size_t at, bool big)
{
    uint32_t first = (uint8_t)text.data[at], second = (uint8_t)text.data[at + 1];
    return big ? first << 8 | second : second << 8 | first;
}

/* The character at *at, which moves after it; UINT32_MAX: half of a pair, or of a unit. */
static uint32_t char_at(dxk_str text, size_t *at, bool big)
{
    if (text.size - *at < 2)
        return UINT32_MAX;
    uint32_t high = unit_at(text, *at, big);
    *at += 2;
    if (high < 0xd800 || high > 0xdfff)
        return high;
    if (high > 0xdbff || text.size - *at < 2)
        return UINT32_MAX;
    uint32_t low = unit_at(text, *at, big);
    *at += 2;
    if (low < 0xdc00 || low > 0xdfff)
        return UINT32_MAX;
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

static char *put(char *to, uint32_t c)
{
    static const uint32_t marks[] = {0, 0xc0, 0xe0, 0xf0};
    uint32_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)(marks[more] | c >> (6 * more));
    while (more-- > 0)
        *to++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
    return to;
}

static dxk_status convert(dxk_module *m, dxk_str *text, bool big)
{
    static const char fault[] = "the text is not valid UTF-16";
    dxk_str from = *text;
    if (from.size > SIZE_MAX / 2)
        return dxki_nomem(m->ctx);
    char *begin = dxki_string_space(m, from.size / 2 * 3 + 1), *to = begin;
    if (!begin)
        return dxki_nomem(m->ctx);
    for (size_t at = 2; at < from.size;) {
        size_t start = at;
        uint32_t c = char_at(from, &at, big);
        if (c == UINT32_MAX)
            return DXKI_REPORT(m->ctx, DXKI_RULE_TEXT_SYNTAX, dxki_at_byte(start), NULL,
                               dxki_text((dxk_str){fault, sizeof fault - 1}));
        to = put(to, c);
    }
    *text = (dxk_str){begin, (size_t)(to - begin)};
    return DXK_OK;
}

/* After the characters from `at` on that are ASCII and not zero. */
static const char *skip_ascii(const char *at, const char *end)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    for (uint64_t words[4]; end - at >= 32; at += 32) {
        memcpy(words, at, sizeof words);
        uint64_t odd = words[0] | (words[0] - ones) | words[1] | (words[1] - ones);
        odd |= words[2] | (words[2] - ones) | words[3] | (words[3] - ones);
        if (odd & tops)
            break;
    }
    for (uint64_t word; end - at >= 8; at += 8) {
        memcpy(&word, at, sizeof word);
        if ((word | (word - ones)) & tops)
            break;
    }
    while (at < end && *at && !(*at & 0x80))
        at++;
    return at;
}

/* After the character at `at`, of up to 31 bits; NULL: there is none, or half of a pair. */
static const char *skip_char(const char *at, const char *end)
{
    static const uint32_t least[] = {0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    uint32_t first = (uint8_t)*at++, more = 0, c;
    while (more < 6 && first << more & 0x40)
        more++;
    if (!(first & 0x80) || more < 1 || more > 5 || (size_t)(end - at) < more)
        return NULL;
    c = first & (0x3fu >> more);
    for (uint32_t i = 0; i < more; i++, at++) {
        if ((*at & 0xc0) != 0x80)
            return NULL;
        c = c << 6 | ((uint8_t)*at & 0x3fu);
    }
    return c < least[more - 1] || (c >= 0xd800 && c <= 0xdfff) ? NULL : at;
}

/* Text without a mark is UTF-8, and ends at a zero byte. */
static dxk_status check(dxk_module *m, dxk_str *text)
{
    const char *begin = text->data, *end = begin + text->size, *at = skip_ascii(begin, end);
    while (at < end && (*at || at == begin)) {
        const char *next = skip_char(at, end);
        if (!next)
            return DXKI_REPORT(m->ctx, DXKI_RULE_TEXT_ENCODING, dxki_at_byte((size_t)(at - begin)),
                               NULL, dxki_hex((uint8_t)*at));
        at = skip_ascii(next, end);
    }
    if (at == end)
        return DXK_OK;
    text->size = (size_t)(at - begin);
    return DXKI_REPORT(m->ctx, DXKI_RULE_TEXT_ZERO, dxki_at_byte(text->size), NULL,
                       dxki_dec((size_t)(end - at)));
}

dxk_status dxki_text_utf8_of(dxk_module *m, dxk_str *text)
{
    if (begins(*text, "\xef\xbb\xbf", 3)) {
        text->data += 3;
        text->size -= 3;
    } else if (begins(*text, "\xff\xfe", 2)) {
        return convert(m, text, false);
    } else if (begins(*text, "\xfe\xff", 2)) {
        return convert(m, text, true);
    } else if (text->size) {
        return check(m, text);
    }
    return DXK_OK;
}
