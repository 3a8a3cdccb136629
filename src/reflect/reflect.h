/* SPDX-License-Identifier: MIT */
/*
 * reflect.h - what the files that reflect share: the object behind dxk_reflect, and the walk that
 * fills it. Types of equal structures are described once, so a description is not larger than a
 * small multiple of the module; texts of it can be, and are bounded where they are written.
 */
#ifndef DXKI_REFLECT_REFLECT_H
#define DXKI_REFLECT_REFLECT_H

#include "base/arena.h"
#include "base/out.h"
#include "dxil/dxil.h"
#include "dxil/layout.h"
#include "dxk/dxbc.h"
#include "dxk/parts.h"
#include "dxk/reflect.h"

/* A text of reflection that is longer than this makes no sense. */
#define DXKI_REFLECT_TEXT_MAX ((uint64_t)64 << 20)

/* A dxk_reflect is the first member of this. */
typedef struct dxki_reflect_result {
    dxk_reflect data;
    dxk_ctx *ctx;
    dxki_arena arena;
    dxk_module *module;    /* views into it; NULL for shader models 4 and 5 */
    dxk_dxil *dxil;        /* likewise */
    dxk_decoded *parts[5]; /* RDAT; or RDEF and signatures: views into them */
    uint32_t part_count;
} dxki_reflect_result;

/* What is known of a structure type. */
typedef struct dxki_reflect_struct {
    uint32_t state; /* DXKI_REFLECT_... */
    uint32_t count; /* members */
    uint32_t columns;
    uint32_t size; /* bytes in a constant buffer, one element */
    const dxk_reflect_member *members;
} dxki_reflect_struct;

enum { DXKI_REFLECT_NEW, DXKI_REFLECT_OPEN, DXKI_REFLECT_DONE };

typedef struct dxki_reflect_run {
    dxk_ctx *ctx;
    dxki_reflect_result *r;
    const dxk_container *container;
    const dxk_dxil *d;
    const dxk_module *m;
    dxki_dxil_layout layout;
    dxki_reflect_struct *structs[2]; /* by type: in constant buffers, by data layout */
    bool as_reference;
    bool variables_told; /* the metadata tells which variables are used */
    bool registers_told; /* and which registers */
    uint64_t budget;     /* list entries that may still be made */
    uint32_t depth;      /* structures that are open */
    bool spent;          /* reported that the budget is used up */
    dxk_status status;   /* first problem; out of memory and limits win */
} dxki_reflect_run;

/* Notes a status. */
void dxki_reflect_note(dxki_reflect_run *x, dxk_status status);
/* True when going on makes no sense. */
bool dxki_reflect_stopped(const dxki_reflect_run *x);
/* Reports that there is nothing to reflect. */
void dxki_reflect_nothing(dxki_reflect_run *x);
/* Takes `count` entries off the budget; false (reported): too many. */
bool dxki_reflect_spend(dxki_reflect_run *x, uint64_t count);
/* `count` zeroed structures that live as long as the reflection; NULL: noted. */
void *dxki_reflect_alloc(dxki_reflect_run *x, uint64_t count, size_t size);
#define DXKI_REFLECT_NEW_ARRAY(x, type, count)                                                     \
    ((type *)dxki_reflect_alloc((x), (count), sizeof(type)))
/* The first part of a kind, decoded and kept; NULL: there is none, or it is damaged (noted). */
const dxk_decoded *dxki_reflect_part(dxki_reflect_run *x, uint32_t fourcc);

/* "name" with a number after it, "4" or "4x4" (second 0: none). */
dxk_str dxki_reflect_type_name(dxki_reflect_run *x, const char *base, uint32_t first,
                               uint32_t second);

/* types.c: the buffers of the module. */
void dxki_reflect_buffers(dxki_reflect_run *x);
/* resources.c: the bindings. */
void dxki_reflect_bindings(dxki_reflect_run *x);
/* Bytes of an element of a structured buffer. */
uint32_t dxki_reflect_element_size(dxki_reflect_run *x, const dxki_dxil_resource *res);
/* stage.c: facts and parameters of an entry point. */
void dxki_reflect_stage(dxki_reflect_run *x, const dxki_dxil_entry *entry,
                        dxk_reflect_stage *stage);
/* library.c: the functions. */
void dxki_reflect_functions(dxki_reflect_run *x);
/* usage.c: what the code of old modules uses. */
void dxki_reflect_usage(dxki_reflect_run *x);
/* legacy.c: shader models 4 and 5. */
void dxki_reflect_legacy(dxki_reflect_run *x);
/* declared.c: buffers and bindings of a program without RDEF. */
void dxki_reflect_declared(dxki_reflect_run *x, const dxk_dxbc_program *p);

#endif
