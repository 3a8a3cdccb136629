/* SPDX-License-Identifier: MIT */
/* document.h - the document as a whole: what reading and writing share. */
#ifndef DXKI_YAML_DOCUMENT_H
#define DXKI_YAML_DOCUMENT_H

#include "yaml/keyed.h"

/* One part on its way into a file. */
typedef struct dxki_yaml_plan_part {
    uint32_t fourcc;
    uint32_t size;   /* as stored */
    dxk_bytes bytes; /* zeros follow up to `size` */
    const dxki_yaml_node *node;
} dxki_yaml_plan_part;

/* A file that is to be put together. */
typedef struct dxki_yaml_plan {
    dxk_file_header header;
    bool have_size, have_count; /* its size and part_count are given */
    uint32_t *offsets;          /* NULL: not given */
    size_t offset_count;
    dxki_yaml_plan_part *parts;
    size_t part_count;
    bool exact;               /* there is a Layout: everything is obeyed */
    uint64_t size;            /* of the file, when exact */
    const dxki_yaml_node *at; /* where to report; NULL: nothing is */
} dxki_yaml_plan;

/* Puts the file together, without the bytes that Layout adds. */
dxk_status dxki_yaml_plan_build(dxk_ctx *ctx, const dxki_yaml_plan *plan, dxk_buffer *out);

/* Content of a part from its mapping; into the arena. `size` is what the document gives, or
 * NULL. */
dxk_status dxki_yaml_part_load(dxk_ctx *ctx, dxki_arena *arena, dxki_yaml_node *node,
                               uint32_t fourcc, const uint32_t *size, dxk_bytes *out);

#endif
