/* SPDX-License-Identifier: MIT */
/*
 * schema.h - what a job may hold: one row for each key, by which the text is read into the
 * structures of model.h and printed again.
 */
#ifndef DXKI_JOB_SCHEMA_H
#define DXKI_JOB_SCHEMA_H

#include "base/out.h"
#include "job/model.h"

typedef enum dxki_job_type {
    DXKI_JOB_T_TEXT,   /* dxk_str */
    DXKI_JOB_T_NAME,   /* uint32_t, the place of the word in `of` */
    DXKI_JOB_T_U32,    /* uint32_t */
    DXKI_JOB_T_BOOL,   /* uint32_t */
    DXKI_JOB_T_REAL,   /* double */
    DXKI_JOB_T_U32S,   /* uint32_t, `count` of them */
    DXKI_JOB_T_REALS,  /* double, `count` of them */
    DXKI_JOB_T_MAP,    /* a structure, of the map `of` */
    DXKI_JOB_T_LIST,   /* dxki_job_list, of the map `of` */
    DXKI_JOB_T_TREE,   /* const dxki_job_node *, as it is */
    DXKI_JOB_T_CONTENT /* the content of a buffer, in keys of its own */
} dxki_job_type;

typedef enum dxki_job_when {
    DXKI_JOB_REQUIRED, /* must be there */
    DXKI_JOB_SHOWN,    /* may be absent, and is always printed; lists that are not empty */
    DXKI_JOB_OPTIONAL, /* may be absent, and is printed when it differs from the default */
    DXKI_JOB_PRESENT   /* may be absent, and is printed when it was there */
} dxki_job_when;

typedef struct dxki_job_row {
    const char *key;
    uint8_t type, when;
    uint16_t offset, count;
    const void *of;   /* words, ended by NULL; a map */
    double otherwise; /* when it is absent */
} dxki_job_row;

typedef struct dxki_job_map {
    const dxki_job_row *rows;
    size_t count;
    size_t size; /* of the structure */
} dxki_job_map;

/* The row of DenormMode in a result: shown with every rule that has a tolerance. */
enum { DXKI_JOB_ROW_DENORM = 6 };

/* The maps of a whole job and of a buffer. */
extern const dxki_job_map dxki_job_schema;
extern const dxki_job_map dxki_job_buffer_schema;

/* Kinds of resources, and which class and shape they are. */
typedef struct dxki_job_kind {
    const char *name;
    uint8_t cls;   /* dxk_resource_class */
    uint8_t shape; /* dxk_resource_kind */
    uint8_t is;    /* bits below */
} dxki_job_kind;

enum {
    DXKI_JOB_IS_TEXTURE = 1,
    DXKI_JOB_IS_STRUCTURED = 2,
    DXKI_JOB_IS_TYPED = 4, /* texture or buffer */
    DXKI_JOB_IS_RAW = 8    /* a root descriptor may be of this kind */
};

const dxki_job_kind *dxki_job_kind_of(uint32_t kind);

/* The DXGI format of `channels` numbers of a format; 0: there is none. */
uint32_t dxki_job_find_format(uint32_t format, uint32_t channels);

/* Reads a map and all below it; buffers allocate their content. */
dxk_status dxki_job_load(dxk_job *job, dxki_job_node *root);

/* Reads the keys Data, FillSize and FillValue of a buffer. */
dxk_status dxki_job_load_content(dxk_job *job, dxki_job_buffer *buffer, dxki_job_node *map);

/* Prints a map and all below it as a document. */
void dxki_job_print_map(dxki_out *out, const dxki_job_map *map, const void *structure);

/* The numbers of one buffer of an array, "[ 1, 2 ]", in lines of LLVM's width. */
void dxki_job_print_numbers(dxki_out *out, const dxki_job_buffer *buffer, uint32_t index);

#endif
