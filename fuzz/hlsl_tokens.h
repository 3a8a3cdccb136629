/* SPDX-License-Identifier: MIT */
/* hlsl_tokens.h - the tokens of a text of HLSL, for a mutator: groups in brackets, statements. */
#ifndef FUZZ_HLSL_TOKENS_H
#define FUZZ_HLSL_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUZZ_MAX_TOKENS 4096u
#define FUZZ_NO_TOKEN   UINT32_MAX

typedef enum fuzz_token_kind {
    FUZZ_NAME,
    FUZZ_NUMBER,
    FUZZ_PUNCTUATOR,
    FUZZ_OTHER /* a string, a directive */
} fuzz_token_kind;

typedef struct fuzz_token {
    uint32_t at, size; /* bytes */
    uint32_t partner;  /* of a bracket: the other one; or FUZZ_NO_TOKEN */
    uint32_t around;   /* the innermost bracket that it stands in; or FUZZ_NO_TOKEN */
    uint8_t kind;      /* fuzz_token_kind */
} fuzz_token;

typedef struct fuzz_tokens {
    const uint8_t *text;
    fuzz_token items[FUZZ_MAX_TOKENS];
    uint32_t count;
} fuzz_tokens;

/* A part of a text: tokens from `first` on. */
typedef struct fuzz_range {
    uint32_t first, count;
} fuzz_range;

/* Reads as many tokens as there is room for. */
void fuzz_read_tokens(fuzz_tokens *t, const uint8_t *text, size_t size);

/* True if a token is that character. */
bool fuzz_token_is(const fuzz_tokens *t, uint32_t i, char c);

/* The statement, declaration or member that a token is part of, inside of the brackets around it. */
fuzz_range fuzz_statement(const fuzz_tokens *t, uint32_t i);

/* Where the bytes of a range are; `*size` is how many. */
uint32_t fuzz_range_bytes(const fuzz_tokens *t, fuzz_range r, uint32_t *size);

#endif
