/* SPDX-License-Identifier: MIT */
/*
 * png_read.c - pictures in the format PNG as texels of four bytes. Those that are interlaced, or have
 * fewer than eight bits for a number, are not read; checksums are not looked at.
 * Source: PNG specification, third edition; RFC 1950, RFC 1951.
 */
#include "dxk/job.h"

#include "base/arena.h"
#include "base/ctx.h"

#include <string.h>

#define MOST_PIXELS (1u << 26)
#define MOST_BITS   15u   /* of a code */
#define BEST        1033u /* bytes that a compressed byte can stand for */
#define SYMBOLS     288u  /* of a table, at most */

/* ---------------------------------------------------------------------------------------- */
/* Decompression                                                                              */

typedef struct inflater {
    const uint8_t *from, *end;
    uint32_t bits; /* that are read but not used */
    unsigned count;
    uint8_t *to;
    size_t size, at; /* of what is made */
    bool failed;
} inflater;

/* Codes by their lengths: how many there are, and their symbols in order. */
typedef struct codes {
    uint16_t count[MOST_BITS + 1], symbols[SYMBOLS];
} codes;

static uint32_t take_bits(inflater *f, unsigned count)
{
    while (f->count < count) {
        if (f->from == f->end) {
            f->failed = true;
            return 0;
        }
        f->bits |= (uint32_t)*f->from++ << f->count;
        f->count += 8;
    }
    uint32_t bits = f->bits & ((1u << count) - 1);
    f->bits >>= count;
    f->count -= count;
    return bits;
}

static void put_byte(inflater *f, uint8_t byte)
{
    if (f->at == f->size)
        f->failed = true;
    else
        f->to[f->at++] = byte;
}

/* RFC 1951, 3.2.2. False: more codes than bits can tell apart. */
static bool make_codes(codes *c, const uint8_t *lengths, unsigned count)
{
    uint16_t next[MOST_BITS + 2] = {0};
    int32_t left = 1;

    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < count; i++)
        c->count[lengths[i]]++;
    c->count[0] = 0;
    for (unsigned n = 1; n <= MOST_BITS; n++) {
        left = 2 * left - c->count[n];
        if (left < 0)
            return false;
        next[n + 1] = (uint16_t)(next[n] + c->count[n]);
    }
    for (unsigned i = 0; i < count; i++)
        if (lengths[i])
            c->symbols[next[lengths[i]]++] = (uint16_t)i;
    return true;
}

static uint32_t take_symbol(inflater *f, const codes *c)
{
    int32_t code = 0, first = 0, index = 0;

    for (unsigned n = 1; n <= MOST_BITS && !f->failed; n++) {
        code |= (int32_t)take_bits(f, 1);
        if (code - first < c->count[n])
            return c->symbols[index + code - first];
        index += c->count[n];
        first = (first + c->count[n]) * 2;
        code *= 2;
    }
    f->failed = true;
    return 0;
}

static void copy_match(inflater *f, uint32_t length, uint32_t distance)
{
    if (distance > f->at)
        f->failed = true;
    for (; length && !f->failed; length--)
        put_byte(f, f->to[f->at - distance]);
}

/* RFC 1951, 3.2.5. */
static uint32_t take_length(inflater *f, uint32_t symbol)
{
    uint32_t n = symbol - 257, extra = n < 8 ? 0 : n / 4 - 1;

    if (n == 28)
        return 258;
    return 3 + (n < 8 ? n : ((4 + n % 4) << extra) + take_bits(f, extra));
}

static uint32_t take_distance(inflater *f, uint32_t symbol)
{
    uint32_t extra = symbol < 4 ? 0 : symbol / 2 - 1;

    return 1 + (symbol < 4 ? symbol : ((2 + symbol % 2) << extra) + take_bits(f, extra));
}

static void read_codes(inflater *f, const codes *lengths, const codes *distances)
{
    while (!f->failed) {
        uint32_t symbol = take_symbol(f, lengths);
        if (symbol == 256)
            return;
        if (symbol < 256) {
            put_byte(f, (uint8_t)symbol);
            continue;
        }
        uint32_t length = symbol > 285 ? 0 : take_length(f, symbol);
        uint32_t far = take_symbol(f, distances);
        if (!length || far > 29)
            f->failed = true;
        else
            copy_match(f, length, take_distance(f, far));
    }
}

static void read_stored(inflater *f)
{
    f->bits = 0; /* the rest of the byte */
    f->count = 0;
    uint32_t size = take_bits(f, 16), check = take_bits(f, 16);
    if (size != (check ^ 0xFFFFu) || (size_t)(f->end - f->from) < size)
        f->failed = true;
    for (uint32_t i = 0; i < size && !f->failed; i++)
        put_byte(f, *f->from++);
}

static void read_fixed(inflater *f)
{
    uint8_t sizes[SYMBOLS], fives[30];
    codes lengths, distances;

    for (unsigned i = 0; i < SYMBOLS; i++)
        sizes[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    memset(fives, 5, sizeof fives);
    (void)make_codes(&lengths, sizes, SYMBOLS);
    (void)make_codes(&distances, fives, sizeof fives);
    read_codes(f, &lengths, &distances);
}

/* RFC 1951, 3.2.7. */
static void read_dynamic(inflater *f)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t sizes[286 + 32] = {0}, own[19] = {0};
    uint32_t literals = 257 + take_bits(f, 5), distances = 1 + take_bits(f, 5);
    uint32_t given = 4 + take_bits(f, 4), n = 0;
    codes c, far;

    for (uint32_t i = 0; i < given; i++)
        own[order[i]] = (uint8_t)take_bits(f, 3);
    f->failed |= literals > 286 || !make_codes(&c, own, 19);
    while (n < literals + distances && !f->failed) {
        uint32_t symbol = take_symbol(f, &c);
        uint32_t again = symbol < 16    ? 1
                         : symbol == 16 ? 3 + take_bits(f, 2)
                         : symbol == 17 ? 3 + take_bits(f, 3)
                                        : 11 + take_bits(f, 7);
        uint8_t size = symbol < 16 ? (uint8_t)symbol : symbol == 16 && n ? sizes[n - 1] : 0;
        f->failed |= again > literals + distances - n || (symbol == 16 && !n);
        for (; again && !f->failed; again--)
            sizes[n++] = size;
    }
    if (f->failed)
        return;
    f->failed |= !make_codes(&c, sizes, literals) || !make_codes(&far, sizes + literals, distances);
    if (!f->failed)
        read_codes(f, &c, &far);
}

static bool inflate(inflater *f)
{
    static void (*const blocks[3])(inflater * f) = {read_stored, read_fixed, read_dynamic};
    uint32_t last = 0;

    (void)take_bits(f, 16); /* RFC 1950: the method */
    while (!last && !f->failed) {
        last = take_bits(f, 1);
        uint32_t kind = take_bits(f, 2);
        f->failed |= kind == 3;
        if (!f->failed)
            blocks[kind](f);
    }
    return !f->failed && f->at == f->size;
}

/* ---------------------------------------------------------------------------------------- */
/* Pictures                                                                                   */

typedef struct picture {
    uint32_t width, height, channels, bytes; /* bytes of a number */
    bool has_palette;
    uint8_t palette[256][4];
    uint8_t *packed; /* of all IDAT */
    size_t size;
} picture;

static uint32_t big(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool read_header(picture *p, const uint8_t *at, uint32_t size)
{
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};

    if (size != 13)
        return false;
    p->width = big(at);
    p->height = big(at + 4);
    p->bytes = at[8] / 8u;
    p->channels = at[9] < 7 ? channels[at[9]] : 0;
    p->has_palette = at[9] == 3;
    return p->width && p->height && (uint64_t)p->width * p->height <= MOST_PIXELS &&
           (at[8] == 8 || (at[8] == 16 && !p->has_palette)) && p->channels && at[12] == 0;
}

/* False: it is none, or one that is not read. */
static bool read_chunks(picture *p, dxk_bytes png)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    size_t at = 8;

    if (png.size < 8 || memcmp(png.data, signature, 8) != 0)
        return false;
    while (png.size - at >= 12) {
        const uint8_t *chunk = png.data + at;
        uint32_t size = big(chunk);
        if (size > png.size - at - 12)
            return false;
        if (memcmp(chunk + 4, "IHDR", 4) == 0 && !read_header(p, chunk + 8, size))
            return false;
        if (memcmp(chunk + 4, "PLTE", 4) == 0)
            for (uint32_t i = 0; i < size && i < 768; i++)
                p->palette[i / 3][i % 3] = chunk[8 + i];
        if (memcmp(chunk + 4, "tRNS", 4) == 0 && p->has_palette)
            for (uint32_t i = 0; i < size && i < 256; i++)
                p->palette[i][3] = chunk[8 + i];
        if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            memcpy(p->packed + p->size, chunk + 8, size);
            p->size += size;
        }
        at += 12 + (size_t)size;
    }
    return p->width != 0;
}

static uint8_t paeth(int left, int above, int corner)
{
    int guess = left + above - corner, a = guess - left, b = guess - above, c = guess - corner;

    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    c = c < 0 ? -c : c;
    return (uint8_t)(a <= b && a <= c ? left : b <= c ? above : corner);
}

/* A row with the filter in front of it, in place. */
static bool unfilter(uint8_t *row, const uint8_t *above, size_t size, size_t step)
{
    uint8_t kind = row[-1];

    for (size_t i = 0; i < size; i++) {
        int left = i >= step ? row[i - step] : 0, up = above ? above[i] : 0;
        int corner = above && i >= step ? above[i - step] : 0;
        const uint8_t guesses[5] = {0, (uint8_t)left, (uint8_t)up, (uint8_t)((left + up) / 2),
                                    paeth(left, up, corner)};
        row[i] = (uint8_t)(row[i] + (kind < 5 ? guesses[kind] : 0));
    }
    return kind < 5;
}

static void put_row(const picture *p, const uint8_t *row, uint8_t *to)
{
    for (uint32_t x = 0; x < p->width; x++, to += 4) {
        const uint8_t *at = row + (size_t)x * p->channels * p->bytes;
        bool gray = p->channels < 3;
        if (p->has_palette) {
            memcpy(to, p->palette[*at], 4);
            continue;
        }
        for (uint32_t c = 0; c < 3; c++)
            to[c] = at[gray ? 0 : c * p->bytes];
        to[3] = p->channels % 2 ? 255 : at[(p->channels - 1) * p->bytes];
    }
}

static dxk_status read_rows(const picture *p, dxki_arena *arena, dxk_buffer *rgba)
{
    dxk_status status = DXK_OK;
    size_t size = (size_t)p->width * p->channels * p->bytes, step = (size_t)p->channels * p->bytes;
    inflater f = {.from = p->packed, .end = p->packed + p->size, .size = (size + 1) * p->height};

    if (f.size / BEST > p->size)
        return DXK_E_INVALID;
    f.to = dxki_arena_alloc(arena, f.size);
    if (!f.to)
        return DXK_E_NOMEM;
    if (!inflate(&f))
        return DXK_E_INVALID;
    uint8_t *texels = dxki_arena_alloc(arena, (size_t)p->width * 4);
    if (!texels)
        return DXK_E_NOMEM;
    for (uint32_t y = 0; y < p->height && status == DXK_OK; y++) {
        uint8_t *row = f.to + y * (size + 1) + 1;
        if (!unfilter(row, y ? row - size - 1 : NULL, size, step))
            return DXK_E_INVALID;
        put_row(p, row, texels);
        status = dxk_buffer_append(rgba, texels, (size_t)p->width * 4);
    }
    return status;
}

dxk_status dxk_png_read(dxk_ctx *ctx, dxk_bytes png, uint32_t *width, uint32_t *height,
                        dxk_buffer *rgba)
{
    picture p;
    dxki_arena arena;
    dxk_status status = DXK_E_NOMEM;

    memset(&p, 0, sizeof p);
    for (unsigned i = 0; i < 256; i++)
        p.palette[i][3] = 255;
    *width = *height = 0;
    dxki_arena_init(&arena, ctx);
    p.packed = dxki_arena_alloc(&arena, png.size);
    if (p.packed)
        status = read_chunks(&p, png) ? DXK_OK : DXK_E_INVALID;
    if (status == DXK_OK)
        status = read_rows(&p, &arena, rgba);
    if (status == DXK_OK) {
        *width = p.width;
        *height = p.height;
    }
    dxki_arena_free(&arena);
    return status == DXK_E_NOMEM ? dxki_nomem(ctx) : status;
}
