/* SPDX-License-Identifier: MIT */
/*
 * png.c - a buffer as a picture. Rows are differences to the rows above, so that pictures of shaders are
 * mostly runs of one byte, which become matches at distance 1 with the fixed codes of deflate.
 * Source: PNG specification, third edition; RFC 1950, RFC 1951.
 */
#include "base/out.h"
#include "job/number.h"
#include "job/schema.h"

#define FILTER_UP 2
#define LONGEST   258u /* match */
#define SHORTEST  3u

typedef struct writer {
    dxk_sink sink;
    dxk_status status;
    uint32_t crc;
    uint32_t adler_a, adler_b;
    uint64_t bits; /* that are not written yet */
    unsigned bit_count;
    unsigned held;       /* of the piece */
    uint8_t piece[4096]; /* of compressed bytes */
    int last;            /* the byte of the run; -1: none */
    uint32_t run;        /* how often it came after its first time */
} writer;

typedef struct picture {
    const dxki_job_buffer *buffer;
    uint32_t width, height; /* height of all slices */
    uint64_t slice;         /* bytes from a slice to the next */
    uint32_t rows;          /* of a slice */
    uint32_t channels;      /* that are written */
    uint32_t bytes;         /* of a number that is written */
} picture;

/* ---------------------------------------------------------------------------------------- */
/* Chunks                                                                                     */

static void put(writer *w, const void *data, size_t size)
{
    const uint8_t *at = data;

    for (size_t i = 0; i < size; i++) {
        w->crc ^= at[i];
        for (unsigned k = 0; k < 8; k++)
            w->crc = w->crc >> 1 ^ (w->crc & 1 ? 0xEDB88320u : 0);
    }
    if (w->status == DXK_OK)
        w->status = dxki_out_send(w->sink, data, size);
}

static void put_number(writer *w, uint32_t x)
{
    const uint8_t bytes[4] = {(uint8_t)(x >> 24), (uint8_t)(x >> 16), (uint8_t)(x >> 8),
                              (uint8_t)x};

    put(w, bytes, sizeof bytes);
}

static void put_chunk(writer *w, const char *name, const void *data, uint32_t size)
{
    put_number(w, size);
    w->crc = UINT32_MAX;
    put(w, name, 4);
    put(w, data, size);
    put_number(w, ~w->crc);
}

/* ---------------------------------------------------------------------------------------- */
/* Compression                                                                                */

static void end_piece(writer *w)
{
    if (w->held)
        put_chunk(w, "IDAT", w->piece, w->held);
    w->held = 0;
}

static void put_byte(writer *w, uint8_t byte)
{
    w->piece[w->held++] = byte;
    if (w->held == sizeof w->piece)
        end_piece(w);
}

/* The lowest bit first. */
static void put_bits(writer *w, uint32_t bits, unsigned count)
{
    w->bits |= (uint64_t)bits << w->bit_count;
    for (w->bit_count += count; w->bit_count >= 8; w->bit_count -= 8) {
        put_byte(w, (uint8_t)w->bits);
        w->bits >>= 8;
    }
}

/* A code, of which the highest bit comes first. */
static void put_code(writer *w, uint32_t code, unsigned count)
{
    uint32_t turned = 0;

    for (unsigned i = 0; i < count; i++)
        turned |= (code >> i & 1u) << (count - 1 - i);
    put_bits(w, turned, count);
}

/* RFC 1951, 3.2.6. */
static void put_symbol(writer *w, uint32_t symbol)
{
    if (symbol < 144)
        put_code(w, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(w, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(w, symbol - 256, 7);
    else
        put_code(w, 0xC0 + symbol - 280, 8);
}

/* A match at distance 1. RFC 1951, 3.2.5. */
static void put_match(writer *w, uint32_t length)
{
    uint32_t rest = length - SHORTEST, extra = 0;

    while (rest >> (extra + 3)) /* each four symbols have a bit more than those before */
        extra++;
    if (length == LONGEST) {
        put_symbol(w, 285);
    } else {
        put_symbol(w, 257 + 4 * extra + (rest >> extra));
        put_bits(w, rest & ((1u << extra) - 1), extra);
    }
    put_code(w, 0, 5);
}

static void end_run(writer *w)
{
    while (w->run >= SHORTEST) {
        uint32_t length = w->run < LONGEST ? w->run : LONGEST;
        put_match(w, length);
        w->run -= length;
    }
    for (; w->run; w->run--)
        put_symbol(w, (uint32_t)w->last);
}

static void compress_byte(writer *w, uint8_t byte)
{
    w->adler_a = (w->adler_a + byte) % 65521;
    w->adler_b = (w->adler_b + w->adler_a) % 65521;
    if (w->last == byte) {
        w->run++;
        return;
    }
    end_run(w);
    put_symbol(w, byte);
    w->last = byte;
}

static void begin_stream(writer *w)
{
    put_byte(w, 0x78); /* RFC 1950: deflate, a window of 32 KiB */
    put_byte(w, 0x01);
    put_bits(w, 3, 3); /* the last block, with fixed codes */
    w->adler_a = 1;
    w->last = -1;
}

static void end_stream(writer *w)
{
    uint32_t sum = w->adler_b << 16 | w->adler_a;

    end_run(w);
    put_symbol(w, 256);
    put_bits(w, 0, (8 - w->bit_count) % 8);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(w, (uint8_t)(sum >> shift));
    end_piece(w);
}

/* ---------------------------------------------------------------------------------------- */
/* Pictures                                                                                   */

static double share_of(const dxki_job_format *format, uint64_t bits)
{
    double most = 18446744073709551615.0;

    if (format->number == DXKI_JOB_REAL)
        return dxki_job_real(format, bits);
    if (format->number == DXKI_JOB_SIGNED)
        most = 9223372036854775807.0;
    for (unsigned size = 8; size > format->size; size--)
        most /= 256;
    if (format->number == DXKI_JOB_SIGNED)
        return bits >> (8 * format->size - 1) & 1u ? 0 : (double)bits / most;
    return (double)bits / most;
}

static double number_at(const dxki_job_buffer *b, const uint8_t *at, uint32_t channel)
{
    static const dxki_job_format half = {"Float16", 2, DXKI_JOB_REAL};
    const dxki_job_format *format =
        b->format == DXKI_JOB_FLOAT16 ? &half : &dxki_job_formats[b->format];
    double x = share_of(format, dxki_job_element(format, at, channel));

    return !(x > 0) ? 0 : x < 1 ? x : 1;
}

/* A row as it is in the picture. */
static void read_row(const picture *p, uint32_t y, uint8_t *row)
{
    const dxki_job_buffer *b = p->buffer;
    uint32_t element = dxki_job_formats[b->format].size * b->channels;
    const uint8_t *from =
        b->data + y / p->rows * p->slice + (uint64_t)(y % p->rows) * p->width * element;

    for (uint32_t x = 0; x < p->width; x++, from += element) {
        for (uint32_t c = 0; c < p->channels; c++) {
            double most = p->bytes == 1 ? 255 : 65535;
            double value = c < b->channels ? number_at(b, from, c) : 0;
            uint32_t level = (uint32_t)(value * most + 0.5);
            if (p->bytes == 2)
                *row++ = (uint8_t)(level >> 8);
            *row++ = (uint8_t)level;
        }
    }
}

static void put_rows(writer *w, const picture *p, uint8_t *row, uint8_t *above)
{
    size_t size = (size_t)p->width * p->channels * p->bytes;

    memset(above, 0, size);
    begin_stream(w);
    for (uint32_t y = 0; y < p->height && w->status == DXK_OK; y++) {
        read_row(p, y, row);
        compress_byte(w, FILTER_UP);
        for (size_t i = 0; i < size; i++)
            compress_byte(w, (uint8_t)(row[i] - above[i]));
        memcpy(above, row, size);
    }
    end_stream(w);
}

static bool measure(const dxki_job_buffer *b, picture *p)
{
    const dxki_job_output *o = &b->output;
    uint64_t slices = (uint64_t)o->slices * (o->depth ? o->depth : 1);
    uint64_t element = (uint64_t)dxki_job_formats[b->format].size * b->channels;

    /* Samples lie side by side: so do their pixels. */
    uint64_t width = (uint64_t)o->width * o->samples, height = o->height * slices;
    if (!width || !height || width > INT32_MAX || height > INT32_MAX || b->channels - 1 >= 4 ||
        (b->stride && b->stride != element) || slices > INT32_MAX)
        return false;
    *p = (picture){.buffer = b,
                   .width = (uint32_t)width,
                   .height = (uint32_t)height,
                   .slice = b->size / slices,
                   .rows = o->height,
                   .channels = b->channels == 2 ? 3 : b->channels,
                   .bytes = dxki_job_formats[b->format].size == 1 ? 1 : 2};
    return p->slice / element / p->width >= p->rows;
}

dxk_status dxk_job_write_png(const dxk_job *job, size_t index, dxk_sink sink)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t colors[5] = {0, 0, 0, 2, 6}; /* by channels: gray, RGB, RGBA */
    writer w = {.sink = sink};
    dxki_arena arena;
    picture p;

    if (index >= job->buffers.count ||
        !measure(DXKI_JOB_AT(job->buffers, dxki_job_buffer, index), &p))
        return DXK_E_ARGUMENT;
    uint8_t header[13] = {[8] = (uint8_t)(8 * p.bytes), [9] = colors[p.channels]};
    for (unsigned i = 0; i < 4; i++) {
        header[i] = (uint8_t)(p.width >> (24 - 8 * i));
        header[4 + i] = (uint8_t)(p.height >> (24 - 8 * i));
    }
    dxki_arena_init(&arena, job->ctx);
    uint8_t *rows = dxki_arena_zalloc(&arena, 2 * (size_t)p.width, p.channels * p.bytes);
    if (rows) {
        put(&w, signature, sizeof signature);
        put_chunk(&w, "IHDR", header, sizeof header);
        put_rows(&w, &p, rows, rows + (size_t)p.width * p.channels * p.bytes);
        put_chunk(&w, "IEND", "", 0);
    }
    dxki_arena_free(&arena);
    return rows ? w.status : dxki_nomem(job->ctx);
}
