/* SPDX-License-Identifier: MIT */
/*
 * words.h - the words of assembly text that stand for numbers: linkage, calling conventions,
 * predicates, orderings. Each table has a row per word; text that is not in it is not a word.
 */
#ifndef DXKI_TEXT_WORDS_H
#define DXKI_TEXT_WORDS_H

#include "dxk/base.h"

typedef enum dxki_text_word_set {
    DXKI_W_LINKAGE,    /* dxki_linkage; external has no word */
    DXKI_W_VISIBILITY, /* DXKI_VIS_ */
    DXKI_W_DLL,        /* DXKI_DLL_ */
    DXKI_W_TLS,        /* DXKI_TLS_: what stands in parentheses; "" for the general one */
    DXKI_W_CC,         /* calling conventions; others are written ccN */
    DXKI_W_ICMP,       /* predicates, numbers of bitcode */
    DXKI_W_FCMP,
    DXKI_W_RMW,      /* operations of atomicrmw, numbers of bitcode */
    DXKI_W_ORDERING, /* DXKI_ORDER_ */
    DXKI_W_COMDAT,   /* dxki_comdat.kind */
    DXKI_W_COUNT
} dxki_text_word_set;

/* The word of a number; NULL: it has none. */
const char *dxki_text_word(dxki_text_word_set set, uint32_t number);

/* Word `row` of the set in the order of the table, with its number; NULL past the end. */
const char *dxki_text_word_row(dxki_text_word_set set, size_t row, uint32_t *number);

/* The number of a word; false: not a word of the set. */
bool dxki_text_word_find(dxki_text_word_set set, dxk_str word, uint32_t *number);

/* Flags of debug nodes, without their prefix "DIFlag": the three kinds of access, which are one
 * number of two bits (rows 0..2: 1, 2, 3), then a bit each. NULL past the end. */
const char *dxki_text_diflag_row(uint32_t row, uint32_t *value);

#endif
