/* SPDX-License-Identifier: MIT */
/*
 * blocks.c - BC1 to BC5, and the way of all compressed texels into registers.
 *
 * Colours of BC1 to BC3 are widened to 8 bits by repeating their high bits, and mixed in 8 bits,
 * rounded; the specification allows more. Single channels are mixed as exact fractions.
 */
#include "exec/blocks.h"
#include <string.h>
#include "exec/math.h"
#include "exec/srgb.h"

bool dxki_exec_block_has_alpha(unsigned compression)
{
    return compression <= 3 || compression == 7;
}

static uint64_t load64(const uint8_t *bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* Bits of the quotient of two small integers. */
static uint32_t quotient(int32_t value, int32_t by)
{
    return dxki_exec_float_bits((float)((double)value / (double)by));
}

/* --- colours: two of 5, 6, 5 bits, and two bits for each texel --- */

static void widen565(uint32_t color, uint8_t out[4])
{
    uint32_t r = color >> 11 & 31u, g = color >> 5 & 63u, b = color & 31u;

    out[0] = (uint8_t)(r << 3 | r >> 2);
    out[1] = (uint8_t)(g << 2 | g >> 4);
    out[2] = (uint8_t)(b << 3 | b >> 2);
    out[3] = 255;
}

/* `has_three`: BC1 knows blocks of three colours and nothing, told by the order of the two. */
static void load_color(uint64_t block, bool has_three, uint32_t texel, uint8_t out[4])
{
    uint32_t first = block & 0xFFFFu, second = block >> 16 & 0xFFFFu;
    uint32_t index = block >> (32 + 2 * texel) & 3u;
    uint8_t a[4], b[4];

    widen565(first, a);
    widen565(second, b);
    bool is_three = has_three && first <= second;
    if (index == 3 && is_three) {
        memset(out, 0, 4);
        return;
    }
    static const uint8_t weights[4] = {3, 0, 2, 1}; /* of the first, in thirds */
    for (unsigned i = 0; i < 4; i++) {
        unsigned w = weights[index];
        out[i] = index == 2 && is_three ? (uint8_t)((a[i] + b[i] + 1) / 2)
                                        : (uint8_t)((w * a[i] + (3 - w) * b[i] + 1) / 3);
    }
}

/* --- single channels: two ends of 8 bits, and three bits for each texel --- */

static uint32_t load_channel(uint64_t block, bool is_signed, uint32_t texel)
{
    int32_t first = (int32_t)(block & 0xFFu), second = (int32_t)(block >> 8 & 0xFFu), most = 255;
    int32_t index = (int32_t)(block >> (16 + 3 * texel) & 7u);

    if (is_signed) { /* -128 and -127 are both -1 */
        most = 127;
        first = (first ^ 128) - 128;
        second = (second ^ 128) - 128;
        first = first < -127 ? -127 : first;
        second = second < -127 ? -127 : second;
    }
    if (index < 2)
        return quotient(index ? second : first, most);
    int32_t parts = first > second ? 7 : 5; /* with five, the last two are the least and the most */
    if (index > parts)
        return quotient(index == 7 ? 1 : is_signed ? -1 : 0, 1);
    return quotient(first * (parts + 1 - index) + second * (index - 1), parts * most);
}

static void load_rgba8(const dxki_exec_format *format, const uint8_t color[4], dxki_exec_texel *out)
{
    for (unsigned i = 0; i < 4; i++)
        out->c[i] = i < 3 && format->coding == DXKI_CODING_BC_SRGB ? dxki_exec_srgb_decode(color[i])
                                                                   : quotient(color[i], 255);
}

void dxki_exec_block_load(const dxki_exec_format *format, const uint8_t *bytes, uint32_t x,
                          uint32_t y, dxki_exec_texel *out)
{
    uint32_t texel = 4 * y + x;
    bool is_signed = format->coding == DXKI_CODING_BC_SNORM;
    uint8_t color[4];
    uint16_t halves[3];

    switch (format->compression) {
    case 1:
        load_color(load64(bytes), true, texel, color);
        load_rgba8(format, color, out);
        return;
    case 2:
        load_color(load64(bytes + 8), false, texel, color);
        load_rgba8(format, color, out);
        out->c[3] = quotient((int32_t)(load64(bytes) >> (4 * texel) & 15u), 15);
        return;
    case 3:
        load_color(load64(bytes + 8), false, texel, color);
        load_rgba8(format, color, out);
        out->c[3] = load_channel(load64(bytes), false, texel);
        return;
    case 4:
    case 5:
        for (unsigned i = 0; i < format->compression - 3u; i++)
            out->c[i] = load_channel(load64(bytes + 8 * i), is_signed, texel);
        return;
    case 6:
        dxki_exec_block_bc6(bytes, format->coding == DXKI_CODING_BC_SFLOAT, texel, halves);
        for (unsigned i = 0; i < 3; i++)
            out->c[i] = dxki_exec_f16_to_f32(halves[i]);
        return;
    default:
        dxki_exec_block_bc7(bytes, texel, color);
        load_rgba8(format, color, out);
    }
}
