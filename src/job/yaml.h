/* SPDX-License-Identifier: MIT */
/*
 * yaml.h - the YAML of jobs as a tree. It is the part that people write them in, and a little
 * more lenient: tabs are blanks, commas may be repeated, plain words may hold anything that does
 * not end them. Anchors, tags, block texts and several documents are not taken.
 */
#ifndef DXKI_JOB_YAML_H
#define DXKI_JOB_YAML_H

#include "base/arena.h"
#include "base/diag.h"

typedef enum dxki_job_node_kind { DXKI_JOB_SCALAR, DXKI_JOB_MAP, DXKI_JOB_LIST } dxki_job_node_kind;

typedef struct dxki_job_node dxki_job_node;

struct dxki_job_node {
    dxki_job_node *next;
    dxki_job_node *first; /* MAP, LIST */
    size_t count;         /* MAP, LIST: members */
    dxk_str key;          /* in a map */
    dxk_str text;         /* SCALAR */
    uint32_t line, column;
    uint8_t kind;
    bool quoted; /* SCALAR: in quotes */
    bool used;   /* somebody has looked at it */
};

/* Parses a document. An empty one is an empty map. */
dxk_status dxki_job_yaml_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_str text, dxki_job_node **root);

/* Member of a map; NULL when it is not there. */
dxki_job_node *dxki_job_node_find(const dxki_job_node *map, const char *key);

dxki_where dxki_job_node_where(const dxki_job_node *node);

#endif
