/* SPDX-License-Identifier: MIT */
/*
 * source.h - where the text of a root signature comes from: plain text, string literals, a macro or
 * an attribute of an HLSL file; and the way back to lines and columns.
 */
#ifndef DXKI_ROOTSIG_SOURCE_H
#define DXKI_ROOTSIG_SOURCE_H

#include "base/diag.h"
#include "base/vec.h"
#include "dxk/rootsig.h"

/* Characters of `text` from `at` on stand in the input from `from` on, until the next piece. */
typedef struct dxki_rootsig_piece {
    size_t at, from;
} dxki_rootsig_piece;

typedef struct dxki_rootsig_source {
    dxk_ctx *ctx;
    dxk_str input;    /* the whole file */
    dxk_buffer text;  /* the root signature, when it was pieced together */
    dxk_str language; /* the root signature */
    DXKI_VEC(dxki_rootsig_piece) pieces;
} dxki_rootsig_source;

/*
 * Finds the root signature in `input`: the macro `define`; without one the string of the one
 * attribute [RootSignature(...)], string literals, or else all of the text.
 */
dxk_status dxki_rootsig_source_open(dxki_rootsig_source *s, dxk_ctx *ctx, dxk_str input,
                                    const char *define);
void dxki_rootsig_source_close(dxki_rootsig_source *s);

/* Line and column in the input of a character of the root signature. */
dxki_where dxki_rootsig_source_where(const dxki_rootsig_source *s, size_t at);

#endif
