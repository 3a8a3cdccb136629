/* SPDX-License-Identifier: MIT */
/*
 * test_exec_format.c - DXGI formats against a model that knows them as text and computes in binary64
 * by definition: what each component holds, what becomes of it, what a store makes of a number.
 */
#include "support.h"

#include "base/count.h"
#include "base/str.h"
#include "exec/format.h"
#include "exec/view.h"

#define INF  0x7F800000u
#define NAN_ 0x7FC00000u

static uint32_t bits_of(double value)
{
    float real = (float)value;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

static double real_of(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

static double power_of_two(int exponent)
{
    double value = 1;
    for (; exponent > 0; exponent--)
        value *= 2;
    for (; exponent < 0; exponent++)
        value /= 2;
    return value;
}

static dxki_exec_format format_of(const char *name)
{
    dxki_exec_format format;
    uint32_t number = dxki_exec_format_find(dxki_str(name));
    assert_true(number && dxki_exec_format_get(number, &format));
    assert_string_equal(format.name, name);
    return format;
}

static dxki_exec_texel load(const char *name, const char *bytes, uint32_t x)
{
    dxki_exec_format format = format_of(name);
    dxki_exec_texel texel;
    dxki_exec_format_load(&format, (const uint8_t *)bytes, x, 0, &texel);
    return texel;
}

#define LOADS(name, bytes, r, g, b, a)                                                             \
    do {                                                                                           \
        dxki_exec_texel texel_ = load(name, bytes, 0);                                             \
        const uint32_t want_[4] = {r, g, b, a};                                                    \
        assert_memory_equal(texel_.c, want_, sizeof want_);                                        \
    } while (0)

/* --- components, by definition --- */

/* A float with five exponent bits; false: infinite or not a number. */
static bool small_real(uint32_t value, unsigned mantissa, double *out)
{
    uint32_t exponent = value >> mantissa & 31u, fraction = value & ((1u << mantissa) - 1);
    double part = fraction * power_of_two(-(int)mantissa);

    *out = exponent ? (1 + part) * power_of_two((int)exponent - 15) : part * power_of_two(-14);
    return exponent != 31;
}

/* What a component of up to 16 bits is; false: infinite or not a number. */
static bool expected(const dxki_exec_format *format, uint32_t code, unsigned bits, uint32_t *out)
{
    int64_t number = code, most = (1 << bits) - 1, half = 1 << (bits - 1);
    double real = 0;

    switch (format->coding) {
    case DXKI_CODING_UNORM:
        *out = bits_of((double)number / (double)most);
        return true;
    case DXKI_CODING_SNORM:
        number = number >= half ? number - 2 * half : number;
        *out = bits_of(number < -(half - 1) ? -1 : (double)number / (double)(half - 1));
        return true;
    case DXKI_CODING_SINT:
        *out = (uint32_t)(number >= half ? number - 2 * half : number);
        return true;
    case DXKI_CODING_UINT:
        *out = code;
        return true;
    default: {
        bool is_negative = bits == 16 && code & 0x8000u;
        if (!small_real(code & (bits == 16 ? 0x7FFFu : ~0u), bits == 16 ? 10 : bits - 5, &real))
            return false;
        *out = bits_of(real) | (is_negative ? 0x80000000u : 0);
        return true;
    }
    }
}

/* Every value of every component that has up to 16 bits: what is loaded, and that a store of it
 * gives the same element back. */
static void components_go_to_registers_and_back(void **state)
{
    dxki_exec_format f;
    unsigned components = 0;
    (void)state;
    for (uint32_t number = 0; number < DXKI_EXEC_FORMATS; number++) {
        if (!dxki_exec_format_get(number, &f) || !(f.uses & DXKI_USE_STORE) || f.plain)
            continue;
        for (unsigned c = 0; c < 4; c++) {
            unsigned bits = f.field[c].bits;
            if (!bits)
                continue;
            components++;
            for (uint32_t code = 0; code < 1u << bits; code++) {
                uint8_t bytes[8] = {0}, back[8];
                uint64_t element = (uint64_t)code << f.field[c].shift;
                dxki_exec_texel texel;
                uint32_t want;
                for (unsigned i = 0; i < f.size; i++)
                    bytes[i] = (uint8_t)(element >> (8 * i));
                dxki_exec_format_load(&f, bytes, 0, 0, &texel);
                bool is_finite = expected(&f, code, bits, &want);
                if (is_finite && texel.c[c] != want)
                    fail_msg("%s component %u: %x is %x, not %x", f.name, c, code, texel.c[c],
                             want);
                dxki_exec_format_store(&f, back, &texel);
                dxki_exec_texel again;
                dxki_exec_format_load(&f, back, 0, 0, &again);
                if (is_finite && memcmp(&again, &texel, sizeof texel) != 0)
                    fail_msg("%s component %u: %x is stored otherwise", f.name, c, code);
            }
        }
    }
    assert_int_equal(components, 82);
}

static void words_keep_their_bits(void **state)
{
    static const uint32_t words[4] = {0x7F800001, 0x80000001, 0xFFFFFFFF, 0x12345678};
    (void)state;
    for (uint32_t number = 1; number < DXKI_EXEC_FORMATS; number++) {
        dxki_exec_format f;
        dxki_exec_texel texel;
        uint8_t bytes[16] = {0};
        if (!dxki_exec_format_get(number, &f) || !f.plain || !(f.uses & DXKI_USE_STORE))
            continue;
        memcpy(texel.c, words, sizeof words);
        dxki_exec_format_store(&f, bytes, &texel);
        assert_int_equal(bytes[0], 0x01);
        assert_int_equal(bytes[3], 0x7F);
        dxki_exec_format_load(&f, bytes, 0, 0, &texel);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t missing = i < 3 ? 0 : f.coding == DXKI_CODING_FLOAT ? 0x3F800000 : 1;
            assert_int_equal(texel.c[i], i < f.size / 4u ? words[i] : missing);
        }
    }
}

/* --- stores of numbers that no element holds --- */

static uint32_t stored(const char *name, uint32_t component)
{
    dxki_exec_format format = format_of(name);
    dxki_exec_texel texel = {{component, 0, 0, 0}};
    uint8_t bytes[16] = {0};
    dxki_exec_format_store(&format, bytes, &texel);
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

static void stores_clamp_and_round(void **state)
{
    static const struct {
        const char *name;
        uint32_t bits, want;
    } cases[] = {
        {"R8_UNORM", NAN_, 0},
        {"R8_UNORM", INF, 255},
        {"R8_UNORM", 0xFF800000, 0},
        {"R8_UNORM", 0xBF800000, 0},
        {"R8_UNORM", 0x40000000, 255},
        {"R8_UNORM", 0x3F000000, 128}, /* 127.5 */
        {"R8_UNORM", 0x3EFFFFFF, 127},
        {"R8_UNORM", 1, 0},
        {"R16_UNORM", 0x3F000000, 0x8000},
        {"R8_SNORM", NAN_, 0},
        {"R8_SNORM", 0xC0000000, 0x81},
        {"R8_SNORM", INF, 0x7F},
        {"R8_SNORM", 0x3F000000, 64}, /* 63.5 */
        {"R8_SNORM", 0xBF000000, 0xC0},
        {"R8_SNORM", 0xBEFFFFFF, 0xC1},
        {"R8_SNORM", 0x80000000, 0},
        {"R16_SNORM", 0xBF800000, 0x8001},
        {"R8_UINT", 256, 255},
        {"R8_UINT", 0xFFFFFFFF, 255},
        {"R8_SINT", 128, 127},
        {"R8_SINT", 0xFFFFFF7F, 0x80},
        {"R16_SINT", 0x80000000, 0x8000},
        {"R16_UINT", 65536, 65535},
        {"R16_FLOAT", 0x477FF000, 0x7BFF}, /* 65520 goes down, toward zero */
        {"R16_FLOAT", 0x7F7FFFFF, 0x7BFF},
        {"R16_FLOAT", 0xFF7FFFFF, 0xFBFF},
        {"R16_FLOAT", INF, 0x7C00},
        {"R16_FLOAT", 0xFF800000, 0xFC00},
        {"R16_FLOAT", 0x3F801FFF, 0x3C00},
        {"R16_FLOAT", 0xBF803FFF, 0xBC01},
        {"R16_FLOAT", 0x33FFFFFF, 1},
        {"R16_FLOAT", 0x337FFFFF, 0},
        {"R11G11B10_FLOAT", INF, 0x7C0},
        {"R11G11B10_FLOAT", 0xFF800000, 0},
        {"R11G11B10_FLOAT", 0xBF800000, 0},
        {"R11G11B10_FLOAT", 0x7F7FFFFF, 0x7BF},
        {"R11G11B10_FLOAT", 0x3F81FFFF, 0x3C0},
        {"R11G11B10_FLOAT", 0x35800000, 1},
        {"R11G11B10_FLOAT", 0x357FFFFF, 0},
        {"R11G11B10_FLOAT", 0x387FFFFF, 0x3F},
        {"R10G10B10A2_UINT", 5000, 1023},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t got = stored(cases[i].name, cases[i].bits);
        if (got != cases[i].want)
            fail_msg("%s: %08x is stored as %x, not %x", cases[i].name, cases[i].bits, got,
                     cases[i].want);
    }
    assert_int_equal(stored("R16_FLOAT", NAN_) & 0x7C00, 0x7C00);
    assert_true(stored("R16_FLOAT", NAN_) & 0x3FF);
    assert_true((stored("R11G11B10_FLOAT", NAN_) & 0x7FF) > 0x7C0);
}

/* --- where components are --- */

static void components_have_their_places(void **state)
{
    const uint32_t one = 0x3F800000, half = bits_of(0.5);
    (void)state;
    LOADS("R8G8B8A8_UINT", "\1\2\3\4", 1, 2, 3, 4);
    LOADS("B8G8R8A8_UNORM", "\xFF\0\0\0", 0, 0, one, 0);
    LOADS("B8G8R8X8_UNORM", "\0\0\xFF\0", one, 0, 0, one);
    LOADS("R10G10B10A2_UINT", "\1\x08\x30\x40", 1, 2, 3, 1);
    LOADS("B5G6R5_UNORM", "\x1F\0", 0, 0, one, one);
    LOADS("B5G6R5_UNORM", "\xE0\x07", 0, one, 0, one);
    LOADS("B5G5R5A1_UNORM", "\0\xFC", one, 0, 0, one);
    LOADS("B4G4R4A4_UNORM", "\x0F\xF0", 0, 0, one, one);
    LOADS("A4B4G4R4_UNORM", "\x0F\xF0", one, 0, 0, one);
    LOADS("A8_UNORM", "\xFF", 0, 0, 0, one);
    LOADS("R24_UNORM_X8_TYPELESS", "\xFF\xFF\xFF\x07", one, 0, 0, one);
    LOADS("X24_TYPELESS_G8_UINT", "\1\2\3\4", 0, 4, 0, 1);
    LOADS("R32_FLOAT_X8X24_TYPELESS", "\0\0\0\x3F\7\0\0\0", half, 0, 0, one);
    LOADS("X32_TYPELESS_G8X24_UINT", "\1\2\3\4\5\6\7\x08", 0, 5, 0, 1);
    LOADS("D16_UNORM", "\xFF\xFF", one, 0, 0, one);
    LOADS("R9G9B9E5_SHAREDEXP", "\xFF\x01\x00\x80", bits_of(511 / 256.0), 0, 0, one);
    LOADS("R9G9B9E5_SHAREDEXP", "\1\0\0\0", bits_of(power_of_two(-24)), 0, 0, one);
    LOADS("R9G9B9E5_SHAREDEXP", "\0\0\4\xF8", 0, 0, bits_of(128), one);
    LOADS("R10G10B10_XR_BIAS_A2_UNORM", "\x80\xF9\xED\xFF", 0, one, bits_of((1022 - 384) / 510.0),
          one);
    LOADS("R8G8_B8G8_UNORM", "\xFF\0\0\xFF", one, 0, 0, one);
    assert_int_equal(load("R8G8_B8G8_UNORM", "\xFF\0\0\xFF", 1).c[1], one);
    assert_int_equal(load("G8R8_G8B8_UNORM", "\0\xFF\xFF\0", 1).c[1], one);
    assert_int_equal(load("G8R8_G8B8_UNORM", "\0\xFF\xFF\0", 0).c[0], one);
}

static void descriptions_are_whole(void **state)
{
    dxki_exec_format f;
    (void)state;
    assert_false(dxki_exec_format_get(0, &f));
    assert_false(dxki_exec_format_get(116, &f));
    assert_false(dxki_exec_format_get(UINT32_MAX, &f));
    assert_int_equal(dxki_exec_format_find(dxki_str("R32_FLOAT")), 41);
    assert_int_equal(dxki_exec_format_find(dxki_str("R32")), 0);
    for (uint32_t number = 0; number < DXKI_EXEC_FORMATS; number++) {
        unsigned bits = f.extra_shift;
        if (!dxki_exec_format_get(number, &f) || f.compression)
            continue;
        assert_true(f.uses == 0 || f.coding != DXKI_CODING_NONE);
        for (unsigned c = 0; c < 4; c++) {
            bits = f.field[c].shift + f.field[c].bits;
            assert_true(bits <= 8u * f.size);
        }
        if (f.uses & DXKI_USE_STORE)
            assert_true(f.uses & DXKI_USE_TEXTURE);
    }
}

/* --- sRGB --- */

/* x^(1 / 5) by bisection. */
static double fifth_root(double x)
{
    double low = 0, high = 1;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2;
        if (middle * middle * middle * middle * middle < x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void srgb_follows_its_curve(void **state)
{
    dxki_exec_format f = format_of("R8G8B8A8_UNORM_SRGB");
    (void)state;
    for (uint32_t code = 0; code < 256; code++) {
        uint8_t bytes[4] = {(uint8_t)code, 0, 0, (uint8_t)code}, back[4];
        dxki_exec_texel texel;
        double s = code / 255.0, base = (s + 0.055) / 1.055;
        double linear = s <= 0.04045 ? s / 12.92 : base * base * fifth_root(base * base);
        dxki_exec_format_load(&f, bytes, 0, 0, &texel);
        int32_t apart = (int32_t)(texel.c[0] - bits_of(linear));
        assert_true(apart >= -1 && apart <= 1);
        assert_int_equal(texel.c[3], bits_of(s));
        dxki_exec_format_store(&f, back, &texel);
        assert_memory_equal(back, bytes, 4);
        /* Halfway to the next code, a bit less and a bit more. */
        double edge = (code + 0.5) / 255, from = (edge + 0.055) / 1.055;
        double middle = edge <= 0.04045 ? edge / 12.92 : from * from * fifth_root(from * from);
        if (code < 255) {
            texel.c[0] = bits_of(middle * (1 - 1e-6));
            dxki_exec_format_store(&f, back, &texel);
            assert_int_equal(back[0], code);
            texel.c[0] = bits_of(middle * (1 + 1e-6));
            dxki_exec_format_store(&f, back, &texel);
            assert_int_equal(back[0], code + 1);
        }
    }
    assert_int_equal(stored("R8G8B8A8_UNORM_SRGB", NAN_), 0);
    assert_int_equal(stored("R8G8B8A8_UNORM_SRGB", 0x80000000) & 0xFF, 0);
    assert_int_equal(stored("R8G8B8A8_UNORM_SRGB", INF) & 0xFF, 255);
}

/* --- compressed blocks --- */

static dxki_exec_texel texel_of(const char *name, const uint8_t *block, uint32_t x, uint32_t y)
{
    dxki_exec_format format = format_of(name);
    dxki_exec_texel texel;
    dxki_exec_format_load(&format, block, x, y, &texel);
    return texel;
}

static void assert_near(uint32_t bits, double want)
{
    double apart = real_of(bits) - want;
    if (apart < -1e-6 || apart > 1e-6)
        fail_msg("%f is not %f", real_of(bits), want);
}

static void blocks_mix_two_colours(void **state)
{
    /* red and blue; texels 0 to 3 of the first row have the indices 0 to 3 */
    const uint8_t four[8] = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0, 0, 0};
    const uint8_t three[8] = {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0};
    uint8_t bc2[16] = {0x10, 0x32, 0, 0, 0, 0, 0, 0xF0};
    (void)state;
    assert_near(texel_of("BC1_UNORM", four, 0, 0).c[0], 1);
    assert_near(texel_of("BC1_UNORM", four, 1, 0).c[2], 1);
    assert_near(texel_of("BC1_UNORM", four, 2, 0).c[0], 170 / 255.0);
    assert_near(texel_of("BC1_UNORM", four, 3, 0).c[0], 85 / 255.0);
    assert_near(texel_of("BC1_UNORM", four, 3, 0).c[3], 1);
    assert_near(texel_of("BC1_UNORM", three, 2, 0).c[0], 128 / 255.0);
    assert_near(texel_of("BC1_UNORM", three, 3, 0).c[3], 0);
    assert_near(texel_of("BC1_UNORM", three, 3, 0).c[0], 0);
    assert_near(texel_of("BC1_UNORM", three, 0, 3).c[2], 1);
    memcpy(bc2 + 8, three, 8);
    assert_near(texel_of("BC2_UNORM", bc2, 3, 0).c[3], 3 / 15.0);
    assert_near(texel_of("BC2_UNORM", bc2, 3, 3).c[3], 1);
    assert_near(texel_of("BC2_UNORM", bc2, 3, 0).c[2], 85 / 255.0); /* never three colours */
}

static void blocks_mix_two_ends(void **state)
{
    /* indices 0 to 7 of texels 0 to 7 */
    const uint8_t eight[8] = {200, 60, 0x88, 0xC6, 0xFA, 0, 0, 0};
    const uint8_t six[8] = {60, 200, 0x88, 0xC6, 0xFA, 0, 0, 0};
    uint8_t pair[16];
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        double long_mix = i < 2 ? (i ? 60 : 200) : (200 * (8.0 - i) + 60 * (i - 1.0)) / 7;
        double short_mix = i < 2 ? (i ? 200 : 60) : (60 * (6.0 - i) + 200 * (i - 1.0)) / 5;
        if (i > 5)
            short_mix = i == 6 ? 0 : 255;
        assert_near(texel_of("BC4_UNORM", eight, i % 4, i / 4).c[0], long_mix / 255);
        assert_near(texel_of("BC4_UNORM", six, i % 4, i / 4).c[0], short_mix / 255);
        /* 200 is -56 */
        double signed_mix = i < 2 ? (i ? -56 : 60) : (60 * (8.0 - i) - 56 * (i - 1.0)) / 7;
        assert_near(texel_of("BC4_SNORM", six, i % 4, i / 4).c[0], signed_mix / 127);
    }
    assert_near(texel_of("BC4_SNORM", eight, 2, 1).c[0], -1);
    assert_near(texel_of("BC4_UNORM", six, 0, 0).c[3], 1);
    memcpy(pair, six, 8);
    memcpy(pair + 8, eight, 8);
    assert_near(texel_of("BC5_UNORM", pair, 0, 0).c[0], 60 / 255.0);
    assert_near(texel_of("BC5_UNORM", pair, 0, 0).c[1], 200 / 255.0);
    assert_near(texel_of("BC3_UNORM", pair, 0, 0).c[3], 60 / 255.0);
}

/* Puts `count` bits at `*at` and moves on. */
static void put(uint8_t *block, unsigned *at, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, ++*at)
        block[*at / 8] = (uint8_t)(block[*at / 8] | (value >> i & 1u) << (*at % 8));
}

static void bc7_has_modes(void **state)
{
    uint8_t block[16] = {0};
    unsigned at = 0;
    (void)state;
    assert_int_equal(texel_of("BC7_UNORM", block, 0, 0).c[3], 0); /* no mode */
    put(block, &at, 64, 7); /* mode 6: one subset, 7 bits and one more, indices of 4 bits */
    for (uint32_t c = 0; c < 4; c++) {
        put(block, &at, 10 + c, 7);
        put(block, &at, 100 + c, 7);
    }
    put(block, &at, 1, 1);
    put(block, &at, 0, 1);
    put(block, &at, 3, 3);
    for (uint32_t i = 1; i < 16; i++)
        put(block, &at, i, 4);
    assert_int_equal(at, 128);
    const uint32_t weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t w = weights[i ? i : 3], c = i % 4;
        uint32_t mixed = ((64 - w) * (2 * (10 + c) + 1) + w * 2 * (100 + c) + 32) >> 6;
        assert_int_equal(texel_of("BC7_UNORM", block, i % 4, i / 4).c[c], bits_of(mixed / 255.0));
    }
}

static void bc6_has_signs(void **state)
{
    uint8_t block[16] = {0};
    unsigned at = 0;
    (void)state;
    put(block, &at, 3, 5); /* one subset, ends of 10 bits as they are */
    put(block, &at, 0x3FF, 10);
    put(block, &at, 0x201, 10);
    put(block, &at, 0x100, 10);
    put(block, &at, 0x1FF, 10);
    put(block, &at, 0x001, 10);
    put(block, &at, 0x100, 10);
    put(block, &at, 7, 3);
    put(block, &at, 15, 4); /* texel 1 has the second end */
    dxki_exec_texel texel = texel_of("BC6H_UF16", block, 1, 0);
    assert_near(texel.c[2], (1 + 783 / 1024.0) / 256); /* half 0x1F0F */
    assert_near(texel.c[3], 1);
    texel = texel_of("BC6H_SF16", block, 1, 0);
    assert_int_equal(texel.c[0], bits_of(65504)); /* 0x1FF is the largest */
    uint8_t last[16] = {0};
    at = 0;
    put(last, &at, 0x13, 5); /* reserved */
    assert_int_equal(texel_of("BC6H_UF16", last, 0, 0).c[0], 0);
    assert_near(texel_of("BC6H_UF16", last, 0, 0).c[3], 1);
    memset(last, 0, sizeof last);
    at = 0;
    put(last, &at, 7, 5); /* ends of 11 bits, the second ones as differences of 9 */
    put(last, &at, 0x3FE, 10);
    at = 44;
    put(last, &at, 0x1, 1); /* bit 10 of the first one: -2 */
    at = 35;
    put(last, &at, 3, 9); /* -2 + 3 = 1 */
    texel = texel_of("BC6H_SF16", last, 0, 0);
    assert_true(real_of(texel.c[0]) < 0);
    at = 68;
    put(last, &at, 15, 4);
    texel = texel_of("BC6H_SF16", last, 1, 0);
    assert_true(real_of(texel.c[0]) > 0);
}

/* A view that is written needs a format with typed stores, by the table, whatever its kind. */
static void views_that_are_written_need_stores(void **state)
{
    static const dxk_resource_kind kinds[] = {
        DXK_RESOURCE_KIND_TYPED_BUFFER,    DXK_RESOURCE_KIND_TEXTURE1D,
        DXK_RESOURCE_KIND_TEXTURE2D,       DXK_RESOURCE_KIND_TEXTURE2DMS,
        DXK_RESOURCE_KIND_TEXTURE3D,       DXK_RESOURCE_KIND_TEXTURE1D_ARRAY,
        DXK_RESOURCE_KIND_TEXTURE2D_ARRAY, DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY};
    static uint8_t memory[64];
    uint32_t refused = 0;
    (void)state;
    for (uint32_t n = 1; n < DXKI_EXEC_FORMATS; n++) {
        dxki_exec_format format;
        for (size_t k = 0; dxki_exec_format_get(n, &format) && k < DXKI_COUNT(kinds); k++) {
            dxki_exec_view view = {.memory = memory,
                                   .memory_size = sizeof memory,
                                   .resource_class = DXK_RESOURCE_CLASS_UAV,
                                   .kind = (uint8_t)kinds[k],
                                   .format = (uint8_t)n,
                                   .elements = UINT32_MAX,
                                   .width = 1};
            bool good = format.uses & DXKI_USE_STORE;
            assert_int_equal(dxki_exec_view_prepare(&view),
                             good ? DXKI_FAULT_NONE : DXKI_FAULT_FORMAT);
            refused += !good;
        }
    }
    assert_true(refused > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(components_go_to_registers_and_back),
    cmocka_unit_test(words_keep_their_bits),
    cmocka_unit_test(stores_clamp_and_round),
    cmocka_unit_test(components_have_their_places),
    cmocka_unit_test(descriptions_are_whole),
    cmocka_unit_test(srgb_follows_its_curve),
    cmocka_unit_test(blocks_mix_two_colours),
    cmocka_unit_test(blocks_mix_two_ends),
    cmocka_unit_test(bc7_has_modes),
    cmocka_unit_test(bc6_has_signs),
    cmocka_unit_test(views_that_are_written_need_stores),
};
SUPPORT_SUITE(test_exec_format, tests);
