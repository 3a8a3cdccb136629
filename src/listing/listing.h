/* SPDX-License-Identifier: MIT */
/*
 * listing.h - the blocks of a listing's comment header, one group per file. All text goes to
 * `out`; each line is a comment: it starts with a semicolon.
 */
#ifndef DXKI_LISTING_LISTING_H
#define DXKI_LISTING_LISTING_H

#include "base/out.h"
#include "dxil/dxil.h"
#include "dxk/parts.h"

typedef struct dxki_listing {
    dxk_ctx *ctx;
    dxk_sink sink;
    dxki_out out;
    dxk_status status;              /* the first problem of the input; out has its own */
    const dxk_container *container; /* NULL: bare bitcode */
    const dxk_dxil *main;           /* the module that is listed; NULL: none */
    bool full;                      /* see dxki_listing_is_full() */
    const dxk_dxil *names;          /* the one with the names: of STAT, else `main` */
} dxki_listing;

/* Notes a status: the first problem stays, out of memory and limits win. */
void dxki_listing_note(dxki_listing *l, dxk_status status);

/* True when the header is longer than any sensible one, so that rows are to be left out; reported
 * once. Shared names and lists could make it grow without bounds. */
bool dxki_listing_is_full(dxki_listing *l);

/* A column of a table: its title stands over it, dashes in between. */
typedef struct dxki_listing_column {
    const char *title;
    uint8_t width;
} dxki_listing_column;

/* The two lines that start a table. The first column is left-aligned, the others right. */
void dxki_listing_table(dxki_listing *l, const dxki_listing_column *columns, size_t count);

/* ";", then one with `title` and a colon, and ";". */
void dxki_listing_title(dxki_listing *l, const char *title);

/* Ends a line that holds nothing but the semicolon. */
void dxki_listing_blank(dxki_listing *l);

/* From the parts of the container. */
void dxki_listing_features(dxki_listing *l);
void dxki_listing_part_signatures(dxki_listing *l);
void dxki_listing_hash(dxki_listing *l);
void dxki_listing_psv(dxki_listing *l);

/* From the modules. */
void dxki_listing_signatures(dxki_listing *l);
void dxki_listing_buffers(dxki_listing *l);
void dxki_listing_resources(dxki_listing *l);
void dxki_listing_view_id(dxki_listing *l);
void dxki_listing_subobjects(dxki_listing *l);

/* The first part of a kind, decoded; NULL when there is none or it is damaged (noted). The
 * caller frees. */
dxk_decoded *dxki_listing_part(dxki_listing *l, uint32_t fourcc);

#endif
