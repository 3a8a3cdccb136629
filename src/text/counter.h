/* SPDX-License-Identifier: MIT */
/*
 * counter.h - numbers of results in their order, with their texts: the printer writes them, the
 * parser expects them.
 */
#ifndef DXKI_TEXT_COUNTER_H
#define DXKI_TEXT_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wire/words.h"

/* The number of a result as text, which is copied whole. */
typedef struct dxki_text_number {
    char digits[7];
    uint8_t size; /* 0: it has none; DXKI_NUMBER_LONG: digits hold it as a uint32_t */
} dxki_text_number;
#define DXKI_NUMBER_LONG 255u

/* A number, and its text as a dxki_text_number in a register: a digit that was just stored would
 * hold up the load of all eight bytes. */
typedef struct dxki_text_counter {
    uint32_t number;
    uint32_t place; /* of the last digit, in bits; DXKI_NUMBER_LONG: it has no text */
    uint64_t text;  /* the first character in the lowest byte */
} dxki_text_counter;

dxki_text_counter dxki_text_count_from(uint32_t number);

/* On to the next number. */
static inline void dxki_text_count_on(dxki_text_counter *c)
{
    if (c->place == DXKI_NUMBER_LONG || (uint8_t)(c->text >> c->place) == '9') {
        *c = dxki_text_count_from(c->number + 1);
        return;
    }
    c->number++;
    c->text += (uint64_t)1 << c->place;
}

/* How many characters the text has that the eight characters begin with; 0: it is another one. */
static inline uint32_t dxki_text_counter_matches(const dxki_text_counter *c, uint64_t eight)
{
    bool same = c->place < 56 && (eight ^ c->text) << (56 - c->place) == 0;
    return same ? c->place / 8 + 1 : 0;
}

#endif
