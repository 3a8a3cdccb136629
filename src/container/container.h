/* SPDX-License-Identifier: MIT */
/*
 * container.h - inside of dxk_container.
 *
 * An unedited container is written back from the same model that was read: header fields, the
 * table of offsets, each part at its offset, and the spans that belong to none of these (gaps and
 * trailing bytes), so nothing depends on the layout being regular.
 */
#ifndef DXKI_CONTAINER_CONTAINER_H
#define DXKI_CONTAINER_CONTAINER_H

#include "dxk/container.h"
#include "base/vec.h"
#include "dxk/module.h"
#include "dxk/records.h"

#define DXKI_CONTAINER_MAGIC  DXK_FOURCC('D', 'X', 'B', 'C')
#define DXKI_HEADER_SIZE      DXK_WIRE_SIZE_file_header
#define DXKI_PART_HEADER_SIZE DXK_WIRE_SIZE_part_header

/* Bytes of the input that no header, table or part covers. */
typedef struct dxki_container_span {
    size_t offset;
    dxk_bytes bytes;
} dxki_container_span;

/* The module that a program was written from. Who would read the program can take it instead, as long
 * as the part has that content. */
typedef struct dxki_container_origin {
    const uint8_t *content; /* NULL: no module is known */
    dxk_module *module;
    void (*free)(dxk_module *module); /* NULL: it belongs to another container */
} dxki_container_origin;

struct dxk_container {
    dxk_ctx *ctx;
    dxki_arena arena;
    dxk_input_kind kind;
    dxk_bytes file;  /* the caller's bytes */
    dxk_bytes input; /* the container's bytes: `file`, or what a PDB's stream was pieced into */
    dxk_container_header header;
    bool edited;
    bool salvaged; /* `edited` because it is damaged; as it was read otherwise */
    DXKI_VEC(dxk_part) parts;
    DXKI_VEC(dxki_container_span) slack;
    dxki_container_origin origin;
};

/* The module that the part was written from; NULL: not known. */
static inline const dxk_module *dxki_container_origin_of(const dxk_container *c,
                                                         const dxk_part *part)
{
    return c->origin.content && part->content.data == c->origin.content ? c->origin.module : NULL;
}

/* Reads the header of a program, or as many of its fields as `content` has; the others are zero.
 * True if its magic is right. */
bool dxki_container_program_header(dxk_bytes content, dxk_program_header *header);

/* First part of kind `fourcc`; NULL when there is none. */
const dxk_part *dxki_container_first(const dxk_container *container, uint32_t fourcc);

/* Finds stream `index` of an MSF 7.00 file and pieces it together in the container's arena.
 * DXK_E_NOT_FOUND when the file has no such stream. Source: LLVM's PDB/MsfFile.rst. */
dxk_status dxki_msf_stream(dxk_container *container, dxk_bytes file, uint32_t index,
                           dxk_bytes *stream);

bool dxki_msf_sniff(dxk_bytes file);

/* Writes an MSF 7.00 file with these streams (msf_write.c). */
dxk_status dxki_msf_write(dxk_ctx *ctx, const dxk_bytes *streams, size_t count, dxk_sink sink);

/* Warns about overlapping parts and collects the bytes that belong to none (layout.c). */
dxk_status dxki_container_layout(dxk_container *container);

/* Writes the container into `bytes` and reads it again, as the file it will be. `*laid` keeps
 * pointing into `bytes`, and to the container's origin. */
dxk_status dxki_container_lay_out(dxk_ctx *ctx, const dxk_container *c, dxk_buffer *bytes,
                                  dxk_container **laid);

#endif
