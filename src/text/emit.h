/* SPDX-License-Identifier: MIT */
/*
 * emit.h - output of the module printer. A large listing is millions of very short pieces, so
 * that the writers are inline and work on a buffer of 64 KiB; dxki_out of base is for everything
 * that prints less.
 *
 * Sticky as dxki_out: after a failure nothing more goes out and `status` keeps the reason; loops
 * look at it so that they end early.
 */
#ifndef DXKI_TEXT_EMIT_H
#define DXKI_TEXT_EMIT_H

#include <string.h>
#include "dxk/base.h"

/* More text than this is refused: a module of a few kilobytes can name constants that would take
 * years to write out. */
#define DXKI_EMIT_MAX ((uint64_t)1 << 30)

typedef struct dxki_text_emit {
    char *next;        /* where the next byte goes */
    char *end;         /* of the buffer */
    char *buffer;      /* DXKI_EMIT_SIZE bytes */
    uint64_t flushed;  /* bytes handed to the sink */
    uint64_t marks;    /* bytes of colour codes so far: they take no columns */
    dxk_sink sink;     /* where it goes */
    dxk_status status; /* first failure */
} dxki_text_emit;

#define DXKI_EMIT_SIZE 65536u

/* Hands what is waiting to the sink; returns the sticky status. */
dxk_status dxki_text_emit_flush(dxki_text_emit *e);

/* The general case of dxki_text_emit_mem(): any size. */
void dxki_text_emit_long(dxki_text_emit *e, const char *text, size_t size);

/* Position of the next byte, colour codes not counted. */
static inline uint64_t dxki_text_emit_position(const dxki_text_emit *e)
{
    return e->flushed + (uint64_t)(e->next - e->buffer) - e->marks;
}

/* Copies up to 32 bytes without calling memcpy: two moves that may overlap. */
static inline void dxki_text_copy_short(char *to, const char *from, size_t size)
{
    struct {
        uint64_t words[2];
    } head, tail;
    uint64_t a, b;
    uint32_t c, d;
    if (size >= 16) {
        memcpy(&head, from, 16);
        memcpy(&tail, from + size - 16, 16);
        memcpy(to, &head, 16);
        memcpy(to + size - 16, &tail, 16);
    } else if (size >= 8) {
        memcpy(&a, from, 8);
        memcpy(&b, from + size - 8, 8);
        memcpy(to, &a, 8);
        memcpy(to + size - 8, &b, 8);
    } else if (size >= 4) {
        memcpy(&c, from, 4);
        memcpy(&d, from + size - 4, 4);
        memcpy(to, &c, 4);
        memcpy(to + size - 4, &d, 4);
    } else if (size > 0) {
        to[0] = from[0];
        to[size / 2] = from[size / 2];
        to[size - 1] = from[size - 1];
    }
}

static inline void dxki_text_emit_mem(dxki_text_emit *e, const char *text, size_t size)
{
    if ((size_t)(e->end - e->next) < size) {
        dxki_text_emit_long(e, text, size);
        return;
    }
    if (size <= 32)
        dxki_text_copy_short(e->next, text, size);
    else
        memcpy(e->next, text, size);
    e->next += size;
}

static inline void dxki_text_emit_char(dxki_text_emit *e, char c)
{
    if (e->next == e->end)
        dxki_text_emit_flush(e);
    *e->next++ = c;
}

static inline void dxki_text_emit_str(dxki_text_emit *e, dxk_str text)
{
    dxki_text_emit_mem(e, text.data, text.size);
}

static inline void dxki_text_emit_text(dxki_text_emit *e, const char *text)
{
    dxki_text_emit_mem(e, text, strlen(text));
}

/* A string literal: its size is known to the compiler, which makes moves of it. */
#define DXKI_EMIT(e, literal)                                                                      \
    ((size_t)((e)->end - (e)->next) < sizeof(literal) - 1                                          \
         ? dxki_text_emit_long((e), "" literal, sizeof(literal) - 1)                               \
         : (memcpy((e)->next, "" literal, sizeof(literal) - 1),                                    \
            (void)((e)->next += sizeof(literal) - 1)))

/* "00" to "99". */
extern const char dxki_text_digit_pairs[201];

/* Below 100, without a leading zero. */
static inline char *dxki_text_put_first(char *to, uint32_t value)
{
    if (value >= 10) {
        memcpy(to, dxki_text_digit_pairs + (size_t)2 * value, 2);
        return to + 2;
    }
    *to = (char)('0' + value);
    return to + 1;
}

/* Writes a number below DXKI_PUT_MAX, at most six digits; returns the place after it. */
#define DXKI_PUT_MAX 1000000u
static inline char *dxki_text_put_number(char *to, uint32_t value)
{
    if (value < 100)
        return dxki_text_put_first(to, value);
    uint32_t high = value / 100, low = value % 100;
    if (high < 100) {
        to = dxki_text_put_first(to, high);
    } else {
        to = dxki_text_put_first(to, high / 100);
        memcpy(to, dxki_text_digit_pairs + (size_t)2 * (high % 100), 2);
        to += 2;
    }
    memcpy(to, dxki_text_digit_pairs + (size_t)2 * low, 2);
    return to + 2;
}

void dxki_text_emit_u64(dxki_text_emit *e, uint64_t value);
void dxki_text_emit_i64(dxki_text_emit *e, int64_t value);
void dxki_text_emit_spaces(dxki_text_emit *e, uint64_t count);

/* Upper-case hexadecimal digits, at least `digits` of them. */
void dxki_text_emit_hex(dxki_text_emit *e, uint64_t value, int digits);

#endif
