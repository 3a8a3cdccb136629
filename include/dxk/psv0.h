/* SPDX-License-Identifier: MIT */
/*
 * dxk/psv0.h - the PSV0 part (pipeline state validation), which tells the runtime what it needs to
 * know about a shader to build a pipeline.
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
 * Masks tell which output components depend on SV_ViewID, tables tell which of them depend on
 * which input components. Source: LLVM's DXContainer.rst, "PSV0 part".
 */
#ifndef DXK_PSV0_H
#define DXK_PSV0_H

#include "dxk/base.h"
#include "dxk/enums.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of streams of a geometry shader. Other stages use the first. */
#define DXK_PSV_STREAMS 4u

/* Signatures of a shader. */
typedef enum dxk_psv_signature {
    DXK_PSV_INPUT = 0,        /* inputs */
    DXK_PSV_OUTPUT = 1,       /* outputs, of all streams */
    DXK_PSV_PATCH_OR_PRIM = 2 /* patch constants (hull, domain) or primitive outputs (mesh) */
} dxk_psv_signature;
#define DXK_PSV_SIGNATURES 3u /* number of signatures */

/*
 * A decoded PSV0 part. The counts in `info` are the sizes of arrays; an array that the version or
 * the stage does not have is NULL. A row or mask for V registers takes (V + 7) / 8 words, with a
 * bit for each of the 4 * V components, the lowest first. Tables have a row for each component of
 * the inputs.
 */
typedef struct dxk_psv0 {
    uint32_t info_size;        /* size of the runtime info in the file in bytes */
    dxk_psv_runtime_info info; /* runtime info; fields that its version does not have are zero */
    dxk_bytes info_tail;       /* bytes after the known fields; usually none */

    uint32_t resource_count;  /* number of resources */
    uint32_t resource_stride; /* size of each in the file in bytes; not stored if there are none */
    dxk_psv_resource *resources; /* resource_count records */
    dxk_bytes resource_bytes;    /* bytes of the records as read, including unknown fields */

    uint32_t strings_size; /* size of `strings` in bytes, a multiple of 4 */
    dxk_bytes strings;     /* terminated strings; the first is empty */
    uint32_t index_count;  /* number of `indices` */
    uint32_t *indices;     /* runs of semantic indices, which elements may share */

    uint32_t element_stride;                       /* size of an element in the file in bytes; not
                                                      stored if there are none */
    dxk_psv_element *elements[DXK_PSV_SIGNATURES]; /* elements, by dxk_psv_signature; the numbers
                                                      are in `info` */
    dxk_bytes element_bytes[DXK_PSV_SIGNATURES];   /* bytes of the elements as read */

    /* Masks, by stream. Stages other than geometry use the first only. */
    uint32_t *view_id_to_output[DXK_PSV_STREAMS];
    uint32_t *view_id_to_patch_or_prim;         /* hull, mesh: mask */
    uint32_t *input_to_output[DXK_PSV_STREAMS]; /* all but mesh: tables, by stream */
    uint32_t *input_to_patch;                   /* hull: table */
    uint32_t *patch_to_output;                  /* domain: table */

    dxk_bytes rest; /* bytes at the end; usually none */
} dxk_psv0;

/* Returns the version of the runtime info, 0 to 4. Later versions count as 4. */
DXK_API uint32_t dxk_psv0_version(const dxk_psv0 *psv);

/* Returns the stage as stored: a dxk_shader_kind, or an unknown number. DXK_SHADER_KIND_INVALID
 * for version 0, which does not store it. */
DXK_API uint32_t dxk_psv0_stage(const dxk_psv0 *psv);

/* Properties that depend on the stage. Members that the version does not have are zero. */
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
    } as;                          /* properties of the stage; none for compute shaders */
    uint32_t max_vertex_count;     /* geometry: largest number of vertices of an invocation */
    uint32_t patch_vectors;        /* hull, domain: number of registers of the patch constants */
    uint32_t primitive_vectors;    /* mesh: number of registers of the primitive outputs */
    uint32_t mesh_output_topology; /* mesh: dxk_mesh_topology */
} dxk_psv_stage_info;

/* Describes the stage in *out. `stage`, from the program header, is used for version 0 only. False
 * if the stage has no properties of its own; out->stage is set even then. */
DXK_API bool dxk_psv0_stage_info(const dxk_psv0 *psv, uint32_t stage, dxk_psv_stage_info *out);

/* Returns the number of registers of the inputs. */
DXK_API uint32_t dxk_psv0_input_vectors(const dxk_psv0 *psv);

/* Returns the number of registers of the outputs of a stream; 0 if there is no such stream. */
DXK_API uint32_t dxk_psv0_output_vectors(const dxk_psv0 *psv, uint32_t stream);

/* Returns the number of registers of patch constants or primitive outputs; 0 for other stages. */
DXK_API uint32_t dxk_psv0_patch_or_prim_vectors(const dxk_psv0 *psv);

/* Returns the number of elements of a signature. */
DXK_API uint32_t dxk_psv0_element_count(const dxk_psv0 *psv, dxk_psv_signature signature);

/* Returns element `index` of a signature; NULL past the end. */
DXK_API const dxk_psv_element *dxk_psv0_element(const dxk_psv0 *psv, dxk_psv_signature signature,
                                                uint32_t index);

/* Returns the semantic name of an element, a view into the part. Empty for system values, which
 * have a semantic_kind instead, and if its offset is wrong. */
DXK_API dxk_str dxk_psv0_element_name(const dxk_psv0 *psv, const dxk_psv_element *element);

/* Sets *indices to the semantic indices of an element, one for each row, and returns their number.
 * Rows whose index would be past the end of the index table are left out. */
DXK_API uint32_t dxk_psv0_element_indices(const dxk_psv0 *psv, const dxk_psv_element *element,
                                          const uint32_t **indices);

/* Returns the name of the entry point; empty before version 3. */
DXK_API dxk_str dxk_psv0_entry_name(const dxk_psv0 *psv);

/* Kinds of dependencies. */
typedef enum dxk_psv_dependency {
    DXK_PSV_VIEW_ID_TO_OUTPUT = 0,        /* outputs of a stream that depend on SV_ViewID */
    DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM = 1, /* patch constants or primitive outputs that do */
    DXK_PSV_INPUT_TO_OUTPUT = 2,          /* outputs of a stream that depend on inputs */
    DXK_PSV_INPUT_TO_PATCH = 3,           /* patch constants (hull) that depend on inputs */
    DXK_PSV_PATCH_TO_OUTPUT = 4           /* outputs (domain) that depend on patch constants */
} dxk_psv_dependency;

/* A table of dependencies, or a mask, which has one row. */
typedef struct dxk_psv_table {
    const uint32_t *words; /* rows, one after the other; NULL if the part has no such table */
    uint32_t rows;         /* number of components on the input side; 1 for masks */
    uint32_t columns;      /* number of components on the output side */
    uint32_t row_words;    /* number of words in a row */
} dxk_psv_table;

/* Returns the table of a kind. `stream` is used for outputs only. If the part does not have the
 * table, it has no rows, and as many columns as its outputs would take. */
DXK_API dxk_psv_table dxk_psv0_table(const dxk_psv0 *psv, dxk_psv_dependency kind, uint32_t stream);

/* True if output component `output` depends on input component `input`, which is 0 for masks.
 * False if either is out of range. */
DXK_API bool dxk_psv_table_depends(const dxk_psv_table *table, uint32_t input, uint32_t output);

/* ---------------------------------------------------------------------------------------- */
/* Text, as `dxa -dumppsv` prints it                                                          */

/* Pieces of the text, combined with `|`. */
typedef enum dxk_psv_print_flag {
    DXK_PSV_PRINT_TITLE = 0x1,        /* "DxilPipelineStateValidation:" */
    DXK_PSV_PRINT_INFO = 0x2,         /* "PSVRuntimeInfo:" and its lines */
    DXK_PSV_PRINT_RESOURCES = 0x4,    /* number of resources, and the resources */
    DXK_PSV_PRINT_ELEMENTS = 0x8,     /* elements of the signatures */
    DXK_PSV_PRINT_DEPENDENCIES = 0x10 /* masks and tables */
} dxk_psv_print_flag;
#define DXK_PSV_PRINT_ALL 0x1Fu /* the whole text */

/* Options for dxk_psv0_print(). Zero-initialise, then set what differs. */
typedef struct dxk_psv_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t pieces;    /* pieces to print, dxk_psv_print_flag; 0: all */
    bool stage_known;   /* `stage` is set */
    uint32_t stage;     /* stage, dxk_shader_kind, for version 0, which does not store it */
    const char *prefix; /* text in front of each line; NULL: none */
} dxk_psv_print_options;

/* Prints a part as the reference's tools do. Values without a name are printed as numbers.
 * `options` may be NULL. Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_psv0_print(const dxk_psv0 *psv, const dxk_psv_print_options *options,
                                  dxk_sink sink);

/* Print a single resource, or a single element, in the same form; print nothing past the end.
 * Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_psv0_print_resource(const dxk_psv0 *psv, uint32_t index, dxk_sink sink);
DXK_API dxk_status dxk_psv0_print_element(const dxk_psv0 *psv, dxk_psv_signature signature,
                                          uint32_t index, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
