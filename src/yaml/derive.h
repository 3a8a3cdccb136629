/* SPDX-License-Identifier: MIT */
/*
 * derive.h - what a document under the names of a layout may leave out, because it follows from
 * the rest: counts, sizes, strides, offsets, and tables of strings that text stands for.
 *
 * A part whose layout has such numbers has one function that completes its mapping in place. The
 * walk of the part then finds all of its fields (fields_load.c). A number that the document gives
 * and that the rest contradicts is not gone by, but written in its place, with a warning: so the
 * file is broken there and nowhere else.
 */
#ifndef DXKI_YAML_DERIVE_H
#define DXKI_YAML_DERIVE_H

#include "parts/parts.h"
#include "yaml/node.h"
#include "yaml/strings.h"

typedef struct dxki_derive {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxk_status status;
    bool sized;     /* the document gives a size of the part: */
    uint64_t given; /* that */
    uint64_t size;  /* bytes that the part takes; set by the function */
    bool filled;    /* gaps are filled as the compiler does, not with zeros */
} dxki_derive;

/* What gaps are filled with in parts of shader models 4 and 5. */
#define DXKI_FILL 0xABu

typedef bool (*dxki_derive_part)(dxki_derive *d, dxki_node *map);

/* The function of a part; NULL when nothing in it can be left out. */
dxki_derive_part dxki_derive_of(const dxki_part_kind *kind);

bool dxki_derive_rdat(dxki_derive *d, dxki_node *map);
bool dxki_derive_pdb_info(dxki_derive *d, dxki_node *map);
bool dxki_derive_rdef(dxki_derive *d, dxki_node *map);
bool dxki_derive_program(dxki_derive *d, dxki_node *map);
bool dxki_derive_signature(dxki_derive *d, dxki_node *map);
bool dxki_derive_level9(dxki_derive *d, dxki_node *map);
bool dxki_derive_ifce(dxki_derive *d, dxki_node *map);
bool dxki_derive_library(dxki_derive *d, dxki_node *map);
bool dxki_derive_function_signature(dxki_derive *d, dxki_node *map);

/* Strings that are put down where the layout is at, each once, and listed for the walk. */
typedef struct dxki_derive_texts {
    dxki_derive *d;
    dxki_node *list; /* "strings" of the part */
    uint64_t *at;    /* end of what was put down */
    bool aligned;    /* to multiples of 4 */
    dxki_strings pool;
} dxki_derive_texts;

bool dxki_derive_texts_init(dxki_derive_texts *t, dxki_derive *d, dxki_node *map, uint64_t *at,
                            bool aligned);

/* Makes a member that is text the offset of it; one that is a number is written as it is, and
 * leads nowhere. In *offset what is computed, 0 for none. */
bool dxki_derive_name(dxki_derive_texts *t, dxki_node *map, const char *name, uint32_t *offset);

/* An offset that stands in the document is written as it is, and leads nowhere. */
bool dxki_derive_offset(dxki_derive *d, dxki_node *node, const char *name);

/* Whether a member is there and says something. */
bool dxki_derive_has(const dxki_node *map, const char *name);

/* Makes a status sticky; true when all is well. */
bool dxki_derive_check(dxki_derive *d, dxk_status status);
bool dxki_derive_expected(dxki_derive *d, const dxki_node *node, const char *what);

/* The member that the layout calls `name`; NULL when it is not there or empty. */
dxki_node *dxki_derive_find(const dxki_node *map, const char *name);

/* The same, made when it is not there. NULL after a failure. */
dxki_node *dxki_derive_group(dxki_derive *d, dxki_node *map, const char *name, dxki_node_kind kind);

/* A new member; NULL when out of memory. */
dxki_node *dxki_derive_put(dxki_derive *d, dxki_node *map, const char *name, dxki_node_kind kind);
dxki_node *dxki_derive_put_number(dxki_derive *d, dxki_node *map, const char *name,
                                  uint64_t number);

/* Whether the value is a number: a text that could be one must not be quoted. */
bool dxki_derive_is_number(const dxki_node *node, uint64_t *number);

/* Makes the node the number that it stands for. */
void dxki_derive_set(dxki_node *node, uint64_t number);

/* A number that must be `computed`: put where it is missing, forced where it is another one. */
bool dxki_derive_number(dxki_derive *d, dxki_node *map, const char *name, uint64_t computed);

/* One that must be at least `computed`, and at most `most`; in *used what the rest goes by. */
bool dxki_derive_least(dxki_derive *d, dxki_node *map, const char *name, uint64_t computed,
                       uint64_t most, uint64_t *used);

/* Forces a number that stands in the document: the rest goes by `computed`. */
bool dxki_derive_force(dxki_derive *d, dxki_node *node, const char *name, uint64_t given,
                       uint64_t computed);

/* The bytes of a node that is a list of them, also when it is large. */
bool dxki_derive_bytes(dxki_derive *d, dxki_node *node, dxk_bytes *bytes);

#endif
