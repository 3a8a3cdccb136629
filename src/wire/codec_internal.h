/* SPDX-License-Identifier: MIT */
/* codec_internal.h - what codec.c and record.c share. */
#ifndef DXKI_WIRE_CODEC_INTERNAL_H
#define DXKI_WIRE_CODEC_INTERNAL_H

#include "wire/codec.h"

/* READ: notes that `size` bytes at pos belong to a field, and steps over them. */
bool dxki_codec_claim(dxki_codec *c, size_t size);

/* WRITE: puts bytes at pos, filling with zeros up to it, and steps over them. */
bool dxki_codec_put(dxki_codec *c, const void *data, size_t size);

/* Where byte `pos` is: in the container, or in the decompressed bytes. */
static inline uint64_t dxki_codec_place(const dxki_codec *c, size_t pos)
{
    return c->inflated ? pos : c->base + pos;
}

/* Explains a field and hands it to the visitor. */
bool dxki_codec_show(dxki_codec *c, dxk_visit_field *field);

#endif
