/* SPDX-License-Identifier: MIT */
/* utf8.c - see utf8.h. Source: RFC 3629. */
#include "base/utf8.h"

size_t dxki_utf8_size(dxk_str text)
{
    const uint8_t *p = (const uint8_t *)text.data;
    if (text.size == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    size_t n = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || n > text.size)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
        (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
        return 0;
    return n;
}
