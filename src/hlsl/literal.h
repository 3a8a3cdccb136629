/* SPDX-License-Identifier: MIT */
/* literal.h - values of number, character and string literals. */
#ifndef DXKI_HLSL_LITERAL_H
#define DXKI_HLSL_LITERAL_H

#include "hlsl/hlsl.h"

/* What is wrong with a number. */
typedef enum dxki_hlsl_number_fault {
    DXKI_HLSL_NUMBER_FINE,
    DXKI_HLSL_NUMBER_DIGIT,       /* one that the base does not have */
    DXKI_HLSL_NUMBER_SUFFIX,      /* letters after it that mean nothing */
    DXKI_HLSL_NUMBER_EXPONENT,    /* an exponent without digits */
    DXKI_HLSL_NUMBER_HEX_EXPONENT /* none, where base 16 needs it */
} dxki_hlsl_number_fault;

/* A number. */
typedef struct dxki_hlsl_literal {
    bool is_real;
    uint64_t value;   /* of an integer; of a real the bits of the double nearest to it */
    bool is_unsigned; /* u */
    uint8_t longs;    /* l, ll */
    char suffix;      /* of a real: f, h, l in lower case; 0: none */
    uint8_t bits;     /* of f16, f32, f64; else 0 */
    bool is_decimal;  /* no 0x, 0b or octal */
    bool overflows;   /* 64 bits do not hold it */
    uint8_t base;     /* of an integer: 2, 8, 10 or 16 */
    uint8_t fault;    /* dxki_hlsl_number_fault */
    size_t at;        /* the character that is at fault */
} dxki_hlsl_literal;

/* Reads a number; false: it is malformed, as `fault` says. */
bool dxki_hlsl_read_number(dxk_str text, dxki_hlsl_literal *out);

typedef enum dxki_hlsl_character_fault {
    DXKI_HLSL_CHARACTER_GOOD,
    DXKI_HLSL_CHARACTER_ESCAPE,    /* no such escape: the character itself is meant */
    DXKI_HLSL_CHARACTER_NO_DIGITS, /* after \x */
    DXKI_HLSL_CHARACTER_HEX,       /* too large */
    DXKI_HLSL_CHARACTER_OCTAL,
    DXKI_HLSL_CHARACTER_SHORT,   /* \u or \U with too few digits */
    DXKI_HLSL_CHARACTER_POINT,   /* no character of Unicode */
    DXKI_HLSL_CHARACTER_CONTROL, /* one that must not be given by its number */
    DXKI_HLSL_CHARACTER_BASIC,
    DXKI_HLSL_CHARACTER_LARGE /* more than ASCII in a character constant */
} dxki_hlsl_character_fault;

/* A character constant. */
typedef struct dxki_hlsl_character {
    int32_t value; /* of one character with its sign, of more with the last one lowest */
    size_t count;  /* of characters */
    uint8_t
        fault; /* dxki_hlsl_character_fault, the first one that is an error, or one that is none */
    dxk_str escape; /* at fault */
} dxki_hlsl_character;

/* Reads a character constant with its quotes, which the lexer has found. */
dxki_hlsl_character dxki_hlsl_read_character(dxk_str text);
/* Reports a fault of an escape; false: it is an error. */
bool dxki_hlsl_tell_escape(dxki_hlsl *c, uint8_t fault, dxk_str escape, dxki_hlsl_loc loc);

/* What a string literal with its quotes means. Faults are reported unless `good` is NULL, and *good is false
 * after an error. */
dxk_str dxki_hlsl_read_string(dxki_hlsl *c, dxk_str text, dxki_hlsl_loc loc, bool *good);

#endif
