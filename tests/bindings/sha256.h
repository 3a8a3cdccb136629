/* SPDX-License-Identifier: MIT */
/* sha256.h - SHA-256 of some bytes, as 64 hexadecimal digits. Source: FIPS 180-4. */
#ifndef TESTS_BINDINGS_SHA256_H
#define TESTS_BINDINGS_SHA256_H

#include <stddef.h>
#include <stdint.h>

void sha256_text(const uint8_t *data, size_t size, char text[65]);

#endif
