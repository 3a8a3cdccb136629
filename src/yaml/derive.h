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

typedef struct dxki_yaml_derive {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxk_status status;
    bool sized;     /* the document gives a size of the part: */
    uint64_t given; /* that */
    uint64_t size;  /* bytes that the part takes; set by the function */
    bool filled;    /* gaps are filled as the compiler does, not with zeros */
} dxki_yaml_derive;

/* What gaps are filled with in parts of shader models 4 and 5. */
#define DXKI_FILL 0xABu

typedef bool (*dxki_yaml_derive_part)(dxki_yaml_derive *d, dxki_yaml_node *map);

/* The function of a part; NULL when nothing in it can be left out. */
dxki_yaml_derive_part dxki_yaml_derive_of(const dxki_part_kind *kind);

bool dxki_yaml_derive_rdat(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_pdb_info(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_rdef(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_program(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_signature(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_level9(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_ifce(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_library(dxki_yaml_derive *d, dxki_yaml_node *map);
bool dxki_yaml_derive_function_signature(dxki_yaml_derive *d, dxki_yaml_node *map);

/* Strings that are put down where the layout is at, each once, and listed for the walk. */
typedef struct dxki_yaml_derive_texts {
    dxki_yaml_derive *d;
    dxki_yaml_node *list; /* "strings" of the part */
    uint64_t *at;         /* end of what was put down */
    bool aligned;         /* to multiples of 4 */
    dxki_yaml_strings pool;
} dxki_yaml_derive_texts;

bool dxki_yaml_derive_texts_init(dxki_yaml_derive_texts *t, dxki_yaml_derive *d,
                                 dxki_yaml_node *map, uint64_t *at, bool aligned);

/* Makes a member that is text the offset of it; one that is a number is written as it is, and
 * leads nowhere. In *offset what is computed, 0 for none. */
bool dxki_yaml_derive_name(dxki_yaml_derive_texts *t, dxki_yaml_node *map, const char *name,
                           uint32_t *offset);

/* An offset that stands in the document is written as it is, and leads nowhere. */
bool dxki_yaml_derive_offset(dxki_yaml_derive *d, dxki_yaml_node *node, const char *name);

/* Whether a member is there and says something. */
bool dxki_yaml_derive_has(const dxki_yaml_node *map, const char *name);

/* Makes a status sticky; true when all is well. */
bool dxki_yaml_derive_check(dxki_yaml_derive *d, dxk_status status);
bool dxki_yaml_derive_expected(dxki_yaml_derive *d, const dxki_yaml_node *node, const char *what);

/* The member that the layout calls `name`; NULL when it is not there or empty. */
dxki_yaml_node *dxki_yaml_derive_find(const dxki_yaml_node *map, const char *name);

/* The same, made when it is not there. NULL after a failure. */
dxki_yaml_node *dxki_yaml_derive_group(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                                       dxki_yaml_node_kind kind);

/* A new member; NULL when out of memory. */
dxki_yaml_node *dxki_yaml_derive_put(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                                     dxki_yaml_node_kind kind);
dxki_yaml_node *dxki_yaml_derive_put_number(dxki_yaml_derive *d, dxki_yaml_node *map,
                                            const char *name, uint64_t number);

/* Whether the value is a number: a text that could be one must not be quoted. */
bool dxki_yaml_derive_is_number(const dxki_yaml_node *node, uint64_t *number);

/* Makes the node the number that it stands for. */
void dxki_yaml_derive_set(dxki_yaml_node *node, uint64_t number);

/* A number that must be `computed`: put where it is missing, forced where it is another one. */
bool dxki_yaml_derive_number(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                             uint64_t computed);

/* One that must be at least `computed`, and at most `most`; in *used what the rest goes by. */
bool dxki_yaml_derive_least(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                            uint64_t computed, uint64_t most, uint64_t *used);

/* Forces a number that stands in the document: the rest goes by `computed`. */
bool dxki_yaml_derive_force(dxki_yaml_derive *d, dxki_yaml_node *node, const char *name,
                            uint64_t given, uint64_t computed);

/* The bytes of a node that is a list of them, also when it is large. */
bool dxki_yaml_derive_bytes(dxki_yaml_derive *d, dxki_yaml_node *node, dxk_bytes *bytes);

#endif
