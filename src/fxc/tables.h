/* SPDX-License-Identifier: MIT */
/*
 * tables.h - the tables in front of a listing's code, read back, and the parts that they describe,
 * made again. A listing does not say everything; what it leaves open is set as compilers do.
 */
#ifndef DXKI_FXC_TABLES_H
#define DXKI_FXC_TABLES_H

#include "base/arena.h"
#include "base/vec.h"
#include "fxc/listing.h"
#include "fxc/parse.h"

/* A row of a signature. */
typedef struct dxki_fxc_row {
    dxk_str name;
    dxk_signature_element element; /* without the name's offset */
} dxki_fxc_row;

typedef DXKI_VEC(dxki_fxc_row) dxki_fxc_rows;

/* A variable of a buffer or member of a structure. */
typedef struct dxki_fxc_node {
    dxk_str name;
    dxk_str type_name;            /* of a structure or interface */
    dxk_rdef_type type;           /* without offsets */
    uint32_t start;               /* from the start of the buffer */
    uint32_t size;                /* variables only */
    bool unused;                  /* variables only */
    uint32_t level;               /* 0 for variables */
    uint32_t values, value_count; /* initial value in dxki_fxc_tables.values */
    uint32_t end;                 /* index after its last member; the members follow it */
} dxki_fxc_node;

typedef struct dxki_fxc_buffer {
    dxk_str name;
    uint32_t kind;         /* dxk_rdef_buffer_kind */
    uint32_t first, count; /* its nodes */
} dxki_fxc_buffer;

typedef struct dxki_fxc_binding {
    dxk_str name;
    dxk_rdef_binding record; /* without the name's offset */
} dxki_fxc_binding;

/* Everything that stands before the code. */
typedef struct dxki_fxc_tables {
    dxk_str generator;           /* after "Microsoft (R) "; empty when there is none */
    uint64_t features;           /* flags that the note names */
    dxki_fxc_rows signatures[3]; /* by dxki_fxc_signature_kind */
    bool present[3];
    DXKI_VEC(dxki_fxc_node) nodes;
    DXKI_VEC(dxki_fxc_buffer) buffers;
    DXKI_VEC(dxki_fxc_binding) bindings;
    DXKI_VEC(uint32_t) values;
} dxki_fxc_tables;

/* Reads the comments before the code; p is then at the version line, or the text is over. */
bool dxki_fxc_parse_tables(dxki_fxc_parser *p, dxki_fxc_tables *t);
void dxki_fxc_tables_free(dxk_ctx *ctx, dxki_fxc_tables *t);

/* The rows of "Buffer Definitions:" (parse_rdef.c); p is at the title. */
bool dxki_fxc_parse_buffers(dxki_fxc_parser *p, dxki_fxc_tables *t);

/* A row of "Resource Bindings:"; p is after the comment mark. */
bool dxki_fxc_parse_binding(dxki_fxc_parser *p, dxki_fxc_tables *t);

/* The content of a signature part, of elements with `element_size` bytes. */
dxk_status dxki_fxc_build_signature(dxk_ctx *ctx, const dxki_fxc_rows *rows, uint32_t element_size,
                                    dxk_buffer *out);

/* The content of RDEF for a program. */
dxk_status dxki_fxc_build_rdef(dxk_ctx *ctx, const dxki_fxc_tables *t, uint32_t version,
                               bool unoptimized, dxk_buffer *out);

/* The system value that a word in the column SysValue stands for; UINT32_MAX when none. */
uint32_t dxki_fxc_system_value(dxk_str word);

/* The flag that a line of the note names; 0 when none. */
uint64_t dxki_fxc_feature_of(dxk_str words);

/* The parts of a listing, in order, as a container without a digest. `text` must outlive *out
 * only during the call. */
dxk_status dxki_fxc_assemble(dxk_ctx *ctx, dxk_str text, dxk_container **out);

/* The line of an exact listing that names the digest, when it is not the usual one. */
void dxki_fxc_print_digest(dxki_out *out, const dxk_container *container);

/* After the listing `text` of a container: which parts it has, and the bytes of those that the
 * text does not give. */
dxk_status dxki_fxc_print_rest(dxki_fxc_printer *pr, const dxk_container *container, dxk_str text);

#endif
