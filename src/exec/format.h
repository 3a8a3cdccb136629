/* SPDX-License-Identifier: MIT */
/*
 * format.h - DXGI formats: how an element lies in memory, and its way to registers and back.
 *
 * The formats are rows of spec/dxgi_formats.def. A texel in registers is four words: bits of
 * binary32 for formats that hold reals, integers for the others. Nothing here depends on the host:
 * all arithmetic is exact or in integers.
 * Source: D3D11.3 functional specification, 3.2.3 (conversion), 19.1 (formats), 19.3 (rules of
 * compressed formats).
 */
#ifndef DXKI_EXEC_FORMAT_H
#define DXKI_EXEC_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include "dxk/base.h"

/* How the components of a format are coded. */
typedef enum dxki_exec_coding {
    DXKI_CODING_NONE,     /* nothing that can be read: typeless, video */
    DXKI_CODING_UNORM,    /* 0 to 1 */
    DXKI_CODING_SNORM,    /* -1 to 1 */
    DXKI_CODING_UINT,     /* unsigned integers */
    DXKI_CODING_SINT,     /* signed integers */
    DXKI_CODING_FLOAT,    /* IEEE; below 16 bits without sign, with five exponent bits */
    DXKI_CODING_SRGB,     /* UNORM; red, green, blue along the curve of sRGB */
    DXKI_CODING_SHARED,   /* mantissas with one exponent */
    DXKI_CODING_XR_BIAS,  /* -0.75 to 1.25, in 10 bits */
    DXKI_CODING_BC_UNORM, /* blocks of 4 x 4 texels */
    DXKI_CODING_BC_SNORM,
    DXKI_CODING_BC_SRGB,
    DXKI_CODING_BC_UFLOAT,
    DXKI_CODING_BC_SFLOAT
} dxki_exec_coding;

/* What a format may be used as. */
enum {
    DXKI_USE_BUFFER = 1,  /* typed buffers */
    DXKI_USE_TEXTURE = 2, /* textures that are read */
    DXKI_USE_STORE = 4,   /* textures and typed buffers that are written */
    DXKI_USE_TARGET = 8,  /* render targets */
    DXKI_USE_DEPTH = 16   /* depth buffers */
};

typedef struct dxki_exec_field {
    uint8_t shift; /* from the lowest bit of the element */
    uint8_t bits;  /* 0: the format lacks this component */
} dxki_exec_field;

typedef struct dxki_exec_format {
    const char *name;         /* without DXGI_FORMAT_; NULL: there is no such format */
    uint8_t size;             /* bytes of an element, or of a block */
    uint8_t block_x, block_y; /* texels in a block */
    uint8_t coding;           /* dxki_exec_coding */
    uint8_t uses;             /* DXKI_USE_... */
    uint8_t compression;      /* blocks of 4 by 4: 1 to 7; else 0 */
    uint8_t plain;            /* components, if they have 32 bits each and lie in order; else 0 */
    dxki_exec_field field[4]; /* red, green, blue, alpha */
    uint8_t extra_shift;      /* SHARED: the exponent; two texels in a block: the second green */
} dxki_exec_format;

/* A texel in registers. */
typedef struct dxki_exec_texel {
    uint32_t c[4];
} dxki_exec_texel;

#define DXKI_EXEC_FORMATS 192u /* numbers are below this */

/* Fills a row from the description of format `number`; false: there is no such format. */
bool dxki_exec_format_get(uint32_t number, dxki_exec_format *out);
/* The number of the format of that name, without "DXGI_FORMAT_"; 0: unknown. */
uint32_t dxki_exec_format_find(dxk_str name);

/* True if texels are integers, not reals. */
bool dxki_exec_format_is_int(const dxki_exec_format *format);
/* What components are that are not there: 0, 0, 0, 1. Those that are there become 0. */
void dxki_exec_format_default(const dxki_exec_format *format, dxki_exec_texel *out);
/* Reads an element from `bytes`, format->size of them; (x, y) is the place of the texel within
 * its block, else 0. */
void dxki_exec_format_load(const dxki_exec_format *format, const uint8_t *bytes, uint32_t x,
                           uint32_t y, dxki_exec_texel *out);
/* Writes an element; only formats with DXKI_USE_STORE, _TARGET or _DEPTH. */
void dxki_exec_format_store(const dxki_exec_format *format, uint8_t *bytes,
                            const dxki_exec_texel *in);

#endif
