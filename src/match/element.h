/* SPDX-License-Identifier: MIT */
/* element.h - an output of a stage against an input of the next. */
#ifndef DXKI_MATCH_ELEMENT_H
#define DXKI_MATCH_ELEMENT_H

#include "dxk/reflect.h"

/* What is wrong with a pair, as bits. */
typedef enum dxki_match_fault {
    DXKI_MATCH_REGISTER = 1,   /* they have different registers */
    DXKI_MATCH_TYPE = 2,       /* types of components differ */
    DXKI_MATCH_PRECISION = 4,  /* least precisions differ */
    DXKI_MATCH_COMPONENTS = 8, /* the input has components that the output lacks */
    DXKI_MATCH_UNWRITTEN = 16  /* components are read that are never written */
} dxki_match_fault;

/* Compares; registers only if `same_registers`. */
unsigned dxki_match_compare(const dxk_reflect_parameter *output, const dxk_reflect_parameter *input,
                            bool same_registers);

/* Components of an output that are read and never written. */
uint8_t dxki_match_missing(const dxk_reflect_parameter *output, const dxk_reflect_parameter *input);

/* The parameter of stream 0 that has the semantic and index of `p`; NULL: there is none. */
const dxk_reflect_parameter *dxki_match_find(const dxk_reflect_parameters *list,
                                             const dxk_reflect_parameter *p);

/* The semantic for messages: system values as the language spells them, "SV_PrimitiveID". */
dxk_str dxki_match_semantic(const dxk_reflect_parameter *p);

/* True if the hardware makes the input of stage `to`, although `from` before it does not write it. */
bool dxki_match_is_made(dxk_shader_kind from, dxk_shader_kind to, const dxk_reflect_parameter *p);

/* True if the pipeline takes the output although no shader reads it. */
bool dxki_match_is_taken(const dxk_reflect_parameter *p);

#endif
