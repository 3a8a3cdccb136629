/* SPDX-License-Identifier: MIT */
/*
 * text.h - the encodings of a text: what a byte-wise mutator never finds, since a byte order mark
 * alone makes everything after it another text.
 */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if the input begins like a text: no byte 0 in the first 64. */
bool fuzz_is_text(const uint8_t *data, size_t size);

/* True if the input has a byte order mark of UTF-16; *big: the most significant byte comes first.
 */
bool fuzz_is_utf16(const uint8_t *data, size_t size, bool *big);

/* Writes each byte as a character of UTF-16, after a byte order mark. `out` has room for
 * 2 * size + 2 bytes, which is what comes out. */
size_t fuzz_to_utf16(uint8_t *out, const uint8_t *data, size_t size, bool big);

/* The way back: the low byte of each character, without the mark. Returns how many. */
size_t fuzz_from_utf16(uint8_t *out, const uint8_t *data, size_t size, bool big);

#endif
