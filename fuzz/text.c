/* SPDX-License-Identifier: MIT */
/* text.c - see text.h. */
#include "text.h"

#include <string.h>

bool fuzz_is_text(const uint8_t *data, size_t size)
{
    return size && !memchr(data, 0, size < 64 ? size : 64);
}

bool fuzz_is_utf16(const uint8_t *data, size_t size, bool *big)
{
    *big = size >= 2 && data[0] == 0xfe && data[1] == 0xff;
    return *big || (size >= 2 && data[0] == 0xff && data[1] == 0xfe);
}

size_t fuzz_to_utf16(uint8_t *out, const uint8_t *data, size_t size, bool big)
{
    out[!big] = 0xfe;
    out[big] = 0xff;
    for (size_t i = 0; i < size; i++) {
        out[2 * i + 2 + big] = data[i];
        out[2 * i + 2 + !big] = 0;
    }
    return 2 * size + 2;
}

size_t fuzz_from_utf16(uint8_t *out, const uint8_t *data, size_t size, bool big)
{
    size_t count = size / 2 - 1;
    for (size_t i = 0; i < count; i++)
        out[i] = data[2 * i + 2 + big];
    return count;
}
