/* SPDX-License-Identifier: MIT */
/* rdat.h - what the files about RDAT share. */
#ifndef DXKI_PARTS_RDAT_H
#define DXKI_PARTS_RDAT_H

#include "dxk/rdat.h"
#include "spec/rdat.h"
#include "wire/codec.h"

/* A walk over RDAT in mode READ, for the codec's callbacks. */
typedef struct dxki_rdat_walk {
    dxk_rdat *rdat;
    size_t taken;    /* bytes of the parts so far, headers included; overlaps count twice */
    size_t elements; /* of lists that may still be checked */
    size_t text;     /* bytes of long strings that may still be shown whole */
} dxki_rdat_walk;

/* Finds the pools and tables that the walk will come to, so that references can be followed from
 * the first record on. Skips what is damaged; the walk reports it. False when out of memory. */
bool dxki_rdat_scan(dxki_codec *c, dxk_rdat *rdat);

/* Words for references while a record is shown (dxki_codec.resolve). */
void dxki_rdat_resolve(dxki_codec *c, dxk_visit_field *field);

/* Reports references that lead nowhere (dxki_codec.inspect). */
bool dxki_rdat_inspect(dxki_codec *c, const dxki_record_desc *r, size_t known, const void *record);

/* Bytes of strings that one entry of string_ends covers. */
#define DXKI_RDAT_STRING_BLOCK 64u

#endif
