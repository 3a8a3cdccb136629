/* SPDX-License-Identifier: MIT */
/*
 * dxk/info.h - what a shader is, on one page: its parts decoded, its modules read, and what follows
 * from both. `dxk info` shows it.
 */
#ifndef DXK_INFO_H
#define DXK_INFO_H

#include "dxk/container.h"
#include "dxk/dxbc.h"
#include "dxk/dxil.h"
#include "dxk/json.h"
#include "dxk/parts.h"
#include "dxk/psv0.h"
#include "dxk/reflect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was read of a container. Members are NULL if the container lacks the part, or it is damaged. Made
 * by the library only: later versions add members at the end. */
typedef struct dxk_info {
    const dxk_container *container; /* what it is about */
    dxk_decoded *program;           /* DXIL, else ILDB */
    dxk_decoded *features;          /* SFI0 */
    dxk_decoded *hash;              /* HASH */
    dxk_decoded *psv;               /* PSV0 */
    dxk_decoded *rdat;              /* RDAT */
    dxk_decoded *rootsig;           /* RTS0 */
    dxk_decoded *signatures[3];     /* ISG1, OSG1, PSG1; ISGN, OSGN or OSG5, PCSG */
    dxk_decoded *rdef;              /* RDEF */
    dxk_decoded *counters;          /* STAT of shader models 4 and 5 */
    dxk_dxbc_program *tokens;       /* SHDR or SHEX */
    dxk_reflect *reflection;        /* shader models 4 and 5 */
    dxk_dxil *dxil;                 /* what the module of DXIL, ILDB or bare bitcode means */
    bool hash_judged;               /* the HASH part is of a module that is here */
    bool hash_matches;              /* it is the hash of its bitcode */
} dxk_info;

/*
 * Reads what dxk_info has of a container, which must outlive it; the caller frees *out.
 *
 * DXK_E_INVALID (reported): something is damaged, *out has the rest. DXK_E_NOMEM, DXK_E_LIMIT: *out may
 * be NULL.
 */
DXK_API dxk_status dxk_info_load(const dxk_container *container, dxk_info **out);

/* Frees what dxk_info_load() made. NULL is allowed. */
DXK_API void dxk_info_free(dxk_info *info);

/* Name of the resource of a class that begins at a register; empty if it has none. Lives as long as the
 * info. */
DXK_API dxk_str dxk_info_resource_name(const dxk_info *info, dxk_resource_class cls, uint32_t space,
                                       uint32_t lower_bound);

/* An element of a signature. */
typedef struct dxk_info_element {
    dxk_str semantic;        /* name, without the index */
    uint32_t index;          /* semantic index */
    uint32_t register_index; /* register; UINT32_MAX: none */
    uint32_t mask;           /* components, a bit each */
    uint32_t used;           /* components that the shader reads, or writes always */
    uint32_t type;           /* dxk_sig_component_type */
    uint32_t min_precision;  /* dxk_sig_min_precision */
    uint32_t system_value;   /* dxk_sig_system_value */
    int32_t interpolation;   /* dxk_interpolation_mode, from PSV0; -1: not known */
    uint32_t stream;         /* stream of a geometry shader */
    bool is_repeated;        /* the same output as the element before, with another index */
} dxk_info_element;

/* Element `index` of signature `which` (0 inputs, 1 outputs, 2 patch constants or primitive outputs), one a
 * register, as the part has it; false past the end. */
DXK_API bool dxk_info_element_get(const dxk_info *info, size_t which, size_t index,
                                  dxk_info_element *out);

/* "ps_6_0", or "raygeneration_6_3" for a kind of program without a profile. `text` has DXK_PROFILE_SIZE
 * bytes; the result is NUL-terminated, too. */
#define DXK_PROFILE_SIZE 48
DXK_API dxk_str dxk_profile_text(uint32_t kind, uint32_t major, uint32_t minor,
                                 char text[DXK_PROFILE_SIZE]);

/* ---------------------------------------------------------------------------------------- */
/* Facts of the stage                                                                         */

/* What the value of a fact is. */
typedef enum dxk_fact_kind {
    DXK_FACT_NUMBER = 0,  /* `value` */
    DXK_FACT_NAME = 1,    /* `value`, whose name is `name`, or NULL */
    DXK_FACT_FLAG = 2,    /* `value` is 0 or 1 */
    DXK_FACT_MASK = 3,    /* `value`: a bit for each of something */
    DXK_FACT_THREADS = 4, /* `three`: threads of a group */
    DXK_FACT_WAVES = 5    /* `three`: least and most lanes of a wave */
} dxk_fact_kind;

/* A fact that is particular to the stage. Strings are static. */
typedef struct dxk_fact {
    dxk_fact_kind kind; /* what it is */
    const char *key;    /* stable name, that in JSON; NULL for DXK_FACT_WAVES */
    const char *words;  /* what a text says with it, "vertices at most"; NULL: nothing */
    const char *name;   /* of the value, "TriangleStrip" */
    const char *prefix; /* what a text leaves out of `name`; NULL: it is words run together */
    uint64_t value;     /* number, enumerator, flag or mask */
    uint32_t three[3];  /* threads or lanes */
} dxk_fact;

/* No stage has more facts. */
#define DXK_FACTS 24

/* Collects what PSV0, or the program of shader models 4 and 5, says of the stage. Returns the number. */
DXK_API size_t dxk_info_facts(const dxk_info *info, dxk_fact facts[DXK_FACTS]);

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

/*
 * Writes a summary of the container as a JSON object; schemas/info.schema.json describes its members.
 * Statuses as of dxk_info_load(); with DXK_E_INVALID the object is complete, but has what could be read.
 */
DXK_API dxk_status dxk_info_json(const dxk_container *container, dxk_sink sink);

/* Writes the members of that object into an open one. */
DXK_API void dxk_json_info(dxk_json *json, const dxk_info *info);

#ifdef __cplusplus
}
#endif
#endif
