/* SPDX-License-Identifier: MIT */
/*
 * node.h - a document as a tree: what a container is turned into before it is printed, and what
 * YAML or JSON text is parsed into. Both directions of every part work on this tree, so that a
 * part can be turned into its document and back without any text in between.
 */
#ifndef DXKI_YAML_NODE_H
#define DXKI_YAML_NODE_H

#include "base/diag.h"

typedef enum dxki_yaml_node_kind {
    DXKI_NODE_TEXT,   /* a string */
    DXKI_NODE_NUMBER, /* a number that was not parsed from text */
    DXKI_NODE_BYTES,  /* a list of numbers below 256 */
    DXKI_NODE_MAP,
    DXKI_NODE_LIST
} dxki_yaml_node_kind;

/* How a node is printed. */
enum {
    DXKI_NODE_HEX = 1,      /* NUMBER: hexadecimal; BYTES: they were written so */
    DXKI_NODE_MINUS = 2,    /* NUMBER: as signed */
    DXKI_NODE_PLAIN = 4,    /* TEXT: a word or number that needs no quotes */
    DXKI_NODE_FLOW = 8,     /* LIST: on one line */
    DXKI_NODE_USED = 16,    /* parsed: somebody has looked at it */
    DXKI_NODE_LITERAL = 32, /* TEXT: as a block of lines */
    DXKI_NODE_FORCED = 64   /* NUMBER: the low half is what the rest asks for, the high half what
                               the document says and is written */
};

typedef struct dxki_yaml_node dxki_yaml_node;

struct dxki_yaml_node {
    dxki_yaml_node *parent;
    dxki_yaml_node *next;
    dxk_str key; /* in a mapping */
    uint8_t kind, flags;
    uint32_t line, column; /* from 1; 0: not parsed from text */
    dxk_str comment;       /* printed after the value */
    union {
        struct {
            dxki_yaml_node *first, *last;
            size_t count;
        } list; /* MAP, LIST */
        dxk_str text;
        uint64_t number;
        dxk_bytes bytes;
    } as;
};

/* A node that is nowhere yet; NULL when out of memory. */
dxki_yaml_node *dxki_yaml_node_new(dxki_arena *arena, dxki_yaml_node_kind kind, unsigned flags);

/* Puts a node at the end of a mapping or list. */
void dxki_yaml_node_append(dxki_yaml_node *parent, dxk_str key, dxki_yaml_node *node);

/* Takes off what was put after `last`; NULL: everything. */
void dxki_yaml_node_cut(dxki_yaml_node *parent, dxki_yaml_node *last);

/* A copy of a tree that is nowhere yet; texts and bytes are shared. NULL when out of memory. */
dxki_yaml_node *dxki_yaml_node_copy(dxki_arena *arena, const dxki_yaml_node *node);

/* The member that may be meant to be `key`, which is not there: one that is not used yet and differs
 * in case or by one letter; NULL: there is none. */
const dxki_yaml_node *dxki_yaml_node_misspelt(const dxki_yaml_node *map, dxk_str key);

/* Reports that `key` is missing, or how it is misspelt. */
dxk_status dxki_yaml_node_missing(dxk_ctx *ctx, const dxki_yaml_node *map, dxk_str key);

/* Member `key` of a mapping, marked as used; NULL when it is not there. `after` is where the
 * search starts (NULL: at the beginning); it goes round, so keys in order are found at once. */
dxki_yaml_node *dxki_yaml_node_find(dxki_yaml_node *map, dxk_str key, dxki_yaml_node *after);

/* The same without marking it. */
dxki_yaml_node *dxki_yaml_node_peek(const dxki_yaml_node *map, dxk_str key,
                                    const dxki_yaml_node *after);

/* Element `index` of a list; NULL past the end. */
dxki_yaml_node *dxki_yaml_node_at(const dxki_yaml_node *list, size_t index);

/* Makes BYTES a list of numbers. False when out of memory. */
bool dxki_yaml_node_spread(dxki_arena *arena, dxki_yaml_node *node);

/* An empty value, as in "Header:" without anything after it. */
bool dxki_yaml_node_is_empty(const dxki_yaml_node *node);

/* The value as a number: decimal, 0x, 0o, 0b, or with a minus as the same bits; a word of a
 * boolean as 0 or 1. False when it is none. */
bool dxki_yaml_node_number(const dxki_yaml_node *node, uint64_t *number, bool *negative);

/* Number of elements of a list of numbers, and element `index`. */
size_t dxki_yaml_node_count(const dxki_yaml_node *node);

/* "Parts[2].PSVInfo.Version", cut to fit. */
void dxki_yaml_node_path(const dxki_yaml_node *node, char *path, size_t size);

/* Reports a rule at the node. Returns the status. */
dxk_status dxki_yaml_node_report(dxk_ctx *ctx, const dxki_yaml_node *node, const dxki_rule *rule,
                                 const dxki_arg *args, size_t count);

bool dxki_yaml_str_equal(dxk_str a, dxk_str b);

/* Prints a document as YAML in the manner of LLVM, or as JSON. */
dxk_status dxki_yaml_node_print(const dxki_yaml_node *root, bool json, dxk_sink sink);

/* Parses YAML or JSON; the first document of the stream. */
dxk_status dxki_yaml_node_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes text,
                                dxki_yaml_node **root);

#endif
