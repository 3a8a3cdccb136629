/* SPDX-License-Identifier: MIT */
/*
 * source.h - files and places. All files stand one after the other in one space of numbers; a
 * place is such a number. Lines are counted when a place is to be shown.
 */
#ifndef DXKI_HLSL_SOURCE_H
#define DXKI_HLSL_SOURCE_H

#include "hlsl/hlsl.h"

/* What `#line` says: the line that follows the directive, and maybe another name. */
typedef struct dxki_hlsl_mark {
    uint32_t offset; /* first character of that line */
    uint32_t line;   /* its number */
    dxk_str name;
} dxki_hlsl_mark;

struct dxki_hlsl_file {
    dxk_str name;     /* as the host names it */
    const char *text; /* NUL-terminated copy */
    uint32_t size;
    const void *origin;       /* where the host has it; it need not be there any more */
    uint32_t base;            /* place of the first character; those of later files are greater */
    dxki_hlsl_loc from;       /* the #include, or nowhere */
    bool once;                /* #pragma once */
    bool builtin;             /* not a file of the host */
    uint32_t level;           /* of #include */
    DXKI_VEC(uint32_t) lines; /* offsets of first characters; filled on demand */
    DXKI_VEC(dxki_hlsl_mark) marks;
};

typedef struct dxki_hlsl_position {
    dxk_str name;
    uint32_t line, column; /* from 1; 0: nowhere */
} dxki_hlsl_position;

/* Adds a file and copies its text; NULL: out of memory, or too much source (reported). */
dxki_hlsl_file *dxki_hlsl_add_file(dxki_hlsl *c, dxk_str name, dxk_bytes bytes, dxki_hlsl_loc from);

/* The file of a place, or NULL. */
dxki_hlsl_file *dxki_hlsl_file_of(const dxki_hlsl *c, dxki_hlsl_loc loc);

/* Where a place is spelled, as `#line` has it unless that is to be ignored. */
dxki_hlsl_position dxki_hlsl_position_of(dxki_hlsl *c, dxki_hlsl_loc loc);

/* The name of the outermost macro that a place comes from, or the place itself. */
dxki_hlsl_loc dxki_hlsl_outermost(const dxki_hlsl *c, dxki_hlsl_loc loc);

/* The same for messages: what stands in the arguments of the macro is shown there. */
dxki_hlsl_loc dxki_hlsl_shown(const dxki_hlsl *c, dxki_hlsl_loc loc);

void dxki_hlsl_free_files(dxki_hlsl *c);

#endif
