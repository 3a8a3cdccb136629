/* SPDX-License-Identifier: MIT */
/*
 * dxbc.h - what the files of this room share: decoding and encoding programs of shader models 4
 * and 5.
 */
#ifndef DXKI_DXBC_DXBC_H
#define DXKI_DXBC_DXBC_H

#include "dxk/dxbc.h"
#include "dxk/records.h"
#include "wire/codec.h"

/* Decodes the bytes at c->pos into *p, whose arrays come from c->arena. c->pos stays. */
bool dxki_dxbc_read(dxki_codec *c, dxk_dxbc_program *p);

/* Appends the tokens of a program to `out`. */
dxk_status dxki_dxbc_write(dxk_ctx *ctx, const dxk_dxbc_program *p, dxk_buffer *out);

/* Tokens that an instruction takes in a file; 0 when that is more than a file can say. */
size_t dxki_dxbc_length(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in);

/* The walk of the SHDR and SHEX parts; `part` is a dxk_dxbc_program. */
bool dxki_dxbc_walk(dxki_codec *c, void *part);

#endif
