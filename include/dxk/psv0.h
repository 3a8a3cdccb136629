/* SPDX-License-Identifier: MIT */
/*
 * dxk/psv0.h - PSV0, the pipeline state validation part: what the runtime needs to know about a
 * shader to build a pipeline.
 *
 *   +-----------+------+-------+--------+-----------+
 *   | info size | info | count | stride | resources |   version 0 ends here
 *   +-----------+------+-------+--------+-----------+
 *   +---------+---------+----------+-------+--------+
 *   | strings | indices | elements | masks | tables |   version 1 and newer
 *   +---------+---------+----------+-------+--------+
 *   The stride is present only when the count is not 0.
 *
 * The size of the info gives the version: 24 bytes for 0, 36 for 1, 48 for 2, 52 for 3, 56 for 4.
 * Masks tell which output components depend on SV_ViewID, tables which depend on which input
 * components.
 * Source: LLVM's DXContainer.rst, "PSV0 part".
 */
#ifndef DXK_PSV0_H
#define DXK_PSV0_H

#include "dxk/base.h"
#include "dxk/enums.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Streams of a geometry shader; other stages use the first. */
#define DXK_PSV_STREAMS 4u

/* A signature of the shader. */
typedef enum dxk_psv_signature {
    DXK_PSV_INPUT = 0,        /* inputs */
    DXK_PSV_OUTPUT = 1,       /* outputs, of all streams */
    DXK_PSV_PATCH_OR_PRIM = 2 /* patch constants (hull, domain) or primitive outputs (mesh) */
} dxk_psv_signature;
#define DXK_PSV_SIGNATURES 3u /* number of signatures */

/*
 * A decoded PSV0 part. The counts in `info` give the sizes of arrays; those that the version or
 * stage lacks are NULL. A row or mask over V registers takes (V + 7) / 8 words, with a bit for
 * each of the 4 * V components, lowest first; tables have a row for each component of the inputs.
 */
typedef struct dxk_psv0 {
    uint32_t info_size;        /* bytes of the runtime info in the file */
    dxk_psv_runtime_info info; /* the runtime info; fields that its version lacks are zero */
    dxk_bytes info_tail;       /* bytes after the known fields; usually none */

    uint32_t resource_count;     /* resources */
    uint32_t resource_stride;    /* bytes of each in the file; not stored without resources */
    dxk_psv_resource *resources; /* resource_count records */
    dxk_bytes resource_bytes;    /* their bytes as read, with bytes after the known fields */

    uint32_t strings_size; /* bytes of `strings`, a multiple of 4 */
    dxk_bytes strings;     /* NUL-terminated strings; the first is empty */
    uint32_t index_count;  /* semantic indices */
    uint32_t *indices;     /* runs of semantic indices, shared by elements */

    uint32_t element_stride;                       /* bytes of each; not stored without elements */
    dxk_psv_element *elements[DXK_PSV_SIGNATURES]; /* by dxk_psv_signature; counts are in `info` */
    dxk_bytes element_bytes[DXK_PSV_SIGNATURES];   /* their bytes as read */

    /* masks by stream; stages other than geometry use the first only */
    uint32_t *view_id_to_output[DXK_PSV_STREAMS];
    uint32_t *view_id_to_patch_or_prim;         /* mask; hull, mesh */
    uint32_t *input_to_output[DXK_PSV_STREAMS]; /* tables by stream; not mesh */
    uint32_t *input_to_patch;                   /* table; hull */
    uint32_t *patch_to_output;                  /* table; domain */

    dxk_bytes rest; /* bytes at the end; usually none */
} dxk_psv0;

/* Version of the runtime info, 0 to 4; later versions count as 4. */
DXK_API uint32_t dxk_psv0_version(const dxk_psv0 *psv);

/* Stage: a dxk_shader_kind or an unknown number; DXK_SHADER_KIND_INVALID for version 0, which does
 * not store it. */
DXK_API uint32_t dxk_psv0_stage(const dxk_psv0 *psv);

/* Facts that depend on the stage. Members that the version lacks are zero. */
typedef struct dxk_psv_stage_info {
    uint32_t stage; /* dxk_shader_kind; selects the member of `as` */
    union {
        dxk_psv_vs_info vs;
        dxk_psv_hs_info hs;
        dxk_psv_ds_info ds;
        dxk_psv_gs_info gs;
        dxk_psv_ps_info ps;
        dxk_psv_ms_info ms;
        dxk_psv_as_info as;
    } as;                          /* facts of the stage; none for compute shaders */
    uint32_t max_vertex_count;     /* geometry: maximum of vertices per invocation */
    uint32_t patch_vectors;        /* hull, domain: registers of the patch constants */
    uint32_t primitive_vectors;    /* mesh: registers of the primitive outputs */
    uint32_t mesh_output_topology; /* mesh: dxk_mesh_topology */
} dxk_psv_stage_info;

/*
 * Gets the facts of the stage. `stage` is used for version 0 only (the program header has it).
 * False if the stage has no facts of its own; `out->stage` is set even then.
 */
DXK_API bool dxk_psv0_stage_info(const dxk_psv0 *psv, uint32_t stage, dxk_psv_stage_info *out);

/* Number of registers that the inputs take. */
DXK_API uint32_t dxk_psv0_input_vectors(const dxk_psv0 *psv);

/* Number of registers that the outputs of a stream take; 0 if there is no such stream. */
DXK_API uint32_t dxk_psv0_output_vectors(const dxk_psv0 *psv, uint32_t stream);

/* Number of registers that patch constants or primitive outputs take; 0 for other stages. */
DXK_API uint32_t dxk_psv0_patch_or_prim_vectors(const dxk_psv0 *psv);

/* Number of elements of a signature. */
DXK_API uint32_t dxk_psv0_element_count(const dxk_psv0 *psv, dxk_psv_signature signature);

/* Element `index` of a signature; NULL past the end. */
DXK_API const dxk_psv_element *dxk_psv0_element(const dxk_psv0 *psv, dxk_psv_signature signature,
                                                uint32_t index);

/* Semantic name of an element, a view into the part. Empty for system values, which have a
 * semantic_kind instead, and if the offset is wrong. */
DXK_API dxk_str dxk_psv0_element_name(const dxk_psv0 *psv, const dxk_psv_element *element);

/* Semantic indices of an element, one per row: sets *indices and returns their number. Rows whose
 * index would be past the index table are not counted. */
DXK_API uint32_t dxk_psv0_element_indices(const dxk_psv0 *psv, const dxk_psv_element *element,
                                          const uint32_t **indices);

/* Name of the entry point; empty before version 3. */
DXK_API dxk_str dxk_psv0_entry_name(const dxk_psv0 *psv);

/* Kinds of dependencies. */
typedef enum dxk_psv_dependency {
    DXK_PSV_VIEW_ID_TO_OUTPUT = 0,        /* outputs of a stream on SV_ViewID */
    DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM = 1, /* patch constants or primitive outputs on SV_ViewID */
    DXK_PSV_INPUT_TO_OUTPUT = 2,          /* outputs of a stream on inputs */
    DXK_PSV_INPUT_TO_PATCH = 3,           /* patch constants of a hull shader on its inputs */
    DXK_PSV_PATCH_TO_OUTPUT = 4           /* outputs of a domain shader on patch constants */
} dxk_psv_dependency;

/* A mask (one row) or table of dependencies. */
typedef struct dxk_psv_table {
    const uint32_t *words; /* rows, one after the other; NULL if the part has no such table */
    uint32_t rows;         /* components on the input side; 1 for masks */
    uint32_t columns;      /* components on the output side */
    uint32_t row_words;    /* words of a row */
} dxk_psv_table;

/*
 * The table of a kind. `stream` matters for outputs only. If the part lacks the table it has no
 * rows, but as many columns as its outputs would take.
 */
DXK_API dxk_psv_table dxk_psv0_table(const dxk_psv0 *psv, dxk_psv_dependency kind, uint32_t stream);

/* True if component `output` depends on component `input` (0 for masks); false outside. */
DXK_API bool dxk_psv_table_depends(const dxk_psv_table *table, uint32_t input, uint32_t output);

/* ---------------------------------------------------------------------------------------- */
/* Text, as `dxa -dumppsv` prints it                                                          */

/* Pieces of the text. */
typedef enum dxk_psv_print_flag {
    DXK_PSV_PRINT_TITLE = 0x1,        /* "DxilPipelineStateValidation:" */
    DXK_PSV_PRINT_INFO = 0x2,         /* "PSVRuntimeInfo:" and its lines */
    DXK_PSV_PRINT_RESOURCES = 0x4,    /* count and resources */
    DXK_PSV_PRINT_ELEMENTS = 0x8,     /* elements of the signatures */
    DXK_PSV_PRINT_DEPENDENCIES = 0x10 /* masks and tables */
} dxk_psv_print_flag;
#define DXK_PSV_PRINT_ALL 0x1Fu /* the whole text */

/* How to print. Zero-initialise for everything without a prefix. */
typedef struct dxk_psv_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t pieces;    /* dxk_psv_print_flag, 0 for all */
    bool stage_known;   /* `stage` is set */
    uint32_t stage;     /* dxk_shader_kind for version 0, which does not store it */
    const char *prefix; /* text before each line; NULL for none */
} dxk_psv_print_options;

/*
 * Prints the part as the reference's tools do. `options` may be NULL. Values without a name are
 * printed as numbers. Fails only if the sink does.
 */
DXK_API dxk_status dxk_psv0_print(const dxk_psv0 *psv, const dxk_psv_print_options *options,
                                  dxk_sink sink);

/* Prints a single resource or element in the same form; nothing past the end. */
DXK_API dxk_status dxk_psv0_print_resource(const dxk_psv0 *psv, uint32_t index, dxk_sink sink);
DXK_API dxk_status dxk_psv0_print_element(const dxk_psv0 *psv, dxk_psv_signature signature,
                                          uint32_t index, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
