/* SPDX-License-Identifier: MIT */
/*
 * fields.h - the form of a part that needs no words of its own: every field of its layout under
 * the name that the layout gives it. Both directions are the part's one walk (wire/codec.h).
 */
#ifndef DXKI_YAML_FIELDS_H
#define DXKI_YAML_FIELDS_H

#include "parts/parts.h"
#include "yaml/node.h"

/* The walk of a part; NULL when it has none worth showing. */
const dxki_part_kind *dxki_yaml_fields_kind(uint32_t fourcc, dxk_bytes content);

/* How much of a part is shown; what is left out is for loading to compute (derive.h). */
typedef enum dxki_yaml_detail {
    DXKI_DETAIL_SHORT,  /* nothing that follows from the rest */
    DXKI_DETAIL_TABLES, /* tables too, in which what is referred to is found */
    DXKI_DETAIL_ALL     /* every number of the layout */
} dxki_yaml_detail;

/* Shows a part. *out is NULL when the part is bytes and nothing else, or damaged. */
dxk_status dxki_yaml_fields_show(dxk_ctx *ctx, dxki_arena *arena, uint32_t fourcc,
                                 dxk_bytes content, dxki_yaml_detail detail, dxki_yaml_node **out);

/* Makes the bytes of a part: at least `*given`, which is NULL when the document has no size. */
dxk_status dxki_yaml_fields_load(dxk_ctx *ctx, dxki_arena *arena, uint32_t fourcc,
                                 dxki_yaml_node *node, const uint32_t *given, dxk_bytes *out);

/* Names: "sig_input_elements" becomes "SigInputElements", MIN_MAG_MIP_POINT MinMagMipPoint;
 * returns the length. */
size_t dxki_yaml_camel(const char *name, char *out, size_t room);

#define DXKI_FLOAT_TEXT 24

/* "%g" with the fewest digits, 6 or more, that give the same single back, terminated; the bits as
 * 0x and a number for what is no number. */
void dxki_yaml_float_text(uint32_t bits, char text[DXKI_FLOAT_TEXT]);

/* The other way; also 0x and the bits. False when it is no number. */
bool dxki_yaml_float_bits(const dxki_yaml_node *node, uint32_t *bits);

/* True when the text survives YAML and JSON: it is valid UTF-8. */
bool dxki_yaml_is_text(dxk_str text);

#endif
