/* SPDX-License-Identifier: MIT */
/*
 * rdat_tables.h - RDAT under construction: strings, lists of numbers, blobs and tables of records,
 * each content once (records only from validator 1.7 on), in the order in which they come.
 */
#ifndef DXKI_BUILD_RDAT_TABLES_H
#define DXKI_BUILD_RDAT_TABLES_H

#include "base/vec.h"
#include "dxk/parts.h"
#include "ir/idset.h"

#define DXKI_RDAT_TYPES (DXK_RDAT_PART_TYPE_AS_INFO_TABLE + 1)

typedef struct dxki_build_rdat_span {
    uint32_t offset, size;
} dxki_build_rdat_span;

/* Blobs, one after the other. */
typedef struct dxki_build_rdat_pool {
    dxk_buffer bytes;
    DXKI_VEC(dxki_build_rdat_span) blobs;
    dxki_idset set;
} dxki_build_rdat_pool;

typedef struct dxki_build_rdat_rows {
    bool allowed;    /* by the version of the validator */
    uint32_t stride; /* bytes of a record */
    uint32_t count;
    dxk_buffer bytes;
    dxki_idset set;
} dxki_build_rdat_rows;

typedef struct dxki_build_rdat_builder {
    dxk_ctx *ctx;
    bool merges; /* equal records are one */
    dxki_build_rdat_pool strings, raw;
    DXKI_VEC(uint32_t) indices;
    dxki_idset lists;
    dxki_build_rdat_rows tables[DXKI_RDAT_TYPES]; /* by dxk_rdat_part_type */
    dxk_buffer scratch;
    dxk_status status; /* sticky */
} dxki_build_rdat_builder;

void dxki_build_rdat_begin(dxki_build_rdat_builder *b, dxk_ctx *ctx, bool merges);
void dxki_build_rdat_end(dxki_build_rdat_builder *b);
void dxki_build_rdat_allow(dxki_build_rdat_builder *b, uint32_t type, uint32_t stride);

/* Offsets and indices; DXK_RDAT_NULL when the status is not DXK_OK. */
uint32_t dxki_build_rdat_string(dxki_build_rdat_builder *b, dxk_str text);
uint32_t dxki_build_rdat_blob(dxki_build_rdat_builder *b, dxk_bytes bytes);
uint32_t dxki_build_rdat_list(dxki_build_rdat_builder *b, const uint32_t *numbers, size_t count);
uint32_t dxki_build_rdat_record(dxki_build_rdat_builder *b, uint32_t type, dxk_record_id id,
                                void *record);

/* Appends the part. */
dxk_status dxki_build_rdat_write(dxki_build_rdat_builder *b, dxk_buffer *out);

#endif
