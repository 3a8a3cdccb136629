/* SPDX-License-Identifier: MIT */
/*
 * dxk/info.h - summarizes a shader: decodes its parts, reads its modules, and collects what `dxk
 * info` shows.
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

/* The decoded content of a container. A member is NULL if the container does not have the part, or
 * if the part is damaged. Only the library makes this structure; later versions may add members at
 * the end. */
typedef struct dxk_info {
    const dxk_container *container; /* the container */
    dxk_decoded *program;           /* DXIL, or else ILDB */
    dxk_decoded *features;          /* SFI0 */
    dxk_decoded *hash;              /* HASH */
    dxk_decoded *psv;               /* PSV0 */
    dxk_decoded *rdat;              /* RDAT */
    dxk_decoded *rootsig;           /* RTS0 */
    dxk_decoded *signatures[3];     /* ISG1, OSG1, PSG1, or ISGN, OSGN (OSG5), PCSG */
    dxk_decoded *rdef;              /* RDEF */
    dxk_decoded *counters;          /* STAT of shader models 4 and 5 */
    dxk_dxbc_program *tokens;       /* SHDR or SHEX */
    dxk_reflect *reflection;        /* reflection; shader models 4 and 5 */
    dxk_dxil *dxil;                 /* view of the module of DXIL, ILDB or bare bitcode */
    bool hash_judged;               /* the container has the module that the HASH part is about */
    bool hash_matches;              /* the HASH part is the hash of that module's bitcode */
} dxk_info;

/*
 * Loads the summary of a container, which must outlive *out. The caller frees *out, which may be
 * set after a failure, too, with dxk_info_free().
 *
 * Errors: DXK_E_INVALID (reported) if something is damaged; *out has the rest. DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_info_load(const dxk_container *container, dxk_info **out);

/* Frees a summary. NULL is allowed. */
DXK_API void dxk_info_free(dxk_info *info);

/* Returns the name of the resource of a class that begins at a register; empty if it has none. The
 * name lives as long as the summary. */
DXK_API dxk_str dxk_info_resource_name(const dxk_info *info, dxk_resource_class cls, uint32_t space,
                                       uint32_t lower_bound);

/* An element of a signature. */
typedef struct dxk_info_element {
    dxk_str semantic;        /* name of the semantic, without the index */
    uint32_t index;          /* semantic index */
    uint32_t register_index; /* number of the register; UINT32_MAX: none */
    uint32_t mask;           /* components, bit 0 for x */
    uint32_t used;           /* inputs: components read; outputs: components always written */
    uint32_t type;           /* type of a component, dxk_sig_component_type */
    uint32_t min_precision;  /* minimum precision, dxk_sig_min_precision */
    uint32_t system_value;   /* system value, dxk_sig_system_value */
    int32_t interpolation;   /* dxk_interpolation_mode, from PSV0; -1: not known */
    uint32_t stream;         /* stream of a geometry shader */
    bool is_repeated;        /* the element before it is the same output, with another index */
} dxk_info_element;

/* Describes element `index` of signature `which` in *out: 0 for inputs, 1 for outputs, 2 for patch
 * constants or primitive outputs. There is one element for each register, as in the part. False
 * past the end. */
DXK_API bool dxk_info_element_get(const dxk_info *info, size_t which, size_t index,
                                  dxk_info_element *out);

/* Size in bytes of the longest text of dxk_profile_text(). */
#define DXK_PROFILE_SIZE 48

/* Formats a target profile in `text`: "ps_6_0", or "raygeneration_6_3" for a dxk_shader_kind that
 * has no profile. Returns a view of the text, which is also terminated. */
DXK_API dxk_str dxk_profile_text(uint32_t kind, uint32_t major, uint32_t minor,
                                 char text[DXK_PROFILE_SIZE]);

/* ---------------------------------------------------------------------------------------- */
/* Facts of the stage                                                                         */

/* Kinds of facts. */
typedef enum dxk_fact_kind {
    DXK_FACT_NUMBER = 0,  /* number: `value` */
    DXK_FACT_NAME = 1,    /* enumerator: `value`, with its name in `name`, or NULL */
    DXK_FACT_FLAG = 2,    /* flag: `value` is 0 or 1 */
    DXK_FACT_MASK = 3,    /* bit mask: `value` */
    DXK_FACT_THREADS = 4, /* size of a thread group: `three` */
    DXK_FACT_WAVES = 5    /* smallest and largest number of lanes in a wave: `three` */
} dxk_fact_kind;

/* A property of a stage. Strings are static. */
typedef struct dxk_fact {
    dxk_fact_kind kind; /* kind of the fact */
    const char *key;    /* stable name, as in JSON; NULL for DXK_FACT_WAVES */
    const char *words;  /* words to print after the value, "vertices at most"; NULL: none */
    const char *name;   /* DXK_FACT_NAME: name of the value, "TriangleStrip" */
    const char *prefix; /* prefix to leave out when `name` is printed; NULL: the name is in camel
                           case, and printed as separate words */
    uint64_t value;     /* number, enumerator, flag or mask */
    uint32_t three[3];  /* DXK_FACT_THREADS, DXK_FACT_WAVES: the numbers */
} dxk_fact;

/* Largest number of facts of a stage. */
#define DXK_FACTS 24

/* Sets `facts` to the properties of the stage that PSV0 states, or the program for shader models 4
 * and 5. Returns their number. */
DXK_API size_t dxk_info_facts(const dxk_info *info, dxk_fact facts[DXK_FACTS]);

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

/*
 * Writes the summary of a container as a JSON object, which schemas/info.schema.json describes.
 * Errors: DXK_E_INVALID (reported) if something is damaged; the object is complete, and has what
 * could be read. DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_info_json(const dxk_container *container, dxk_sink sink);

/* Writes the members of that object into the object that is open. */
DXK_API void dxk_json_info(dxk_json *json, const dxk_info *info);

#ifdef __cplusplus
}
#endif
#endif
