/* SPDX-License-Identifier: MIT */
/*
 * dxk/text.h - modules printed as LLVM 3.7 assembly, and parsed from it. docs/text-format.md
 * describes the text.
 */
#ifndef DXK_TEXT_H
#define DXK_TEXT_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller's access to the lines of source files, for listings. */
typedef struct dxk_line_source {
    /* Sets *text to line `line` (from 1) of `file`, without its line end, and returns true, or
     * returns false if the line is not known. The text must stay valid until the next call. */
    bool (*line)(void *user, dxk_str file, uint32_t line, dxk_str *text);
    void *user; /* first argument of `line` */
} dxk_line_source;

/* Options for dxk_module_print(). Zero-initialise, then set what differs. With all defaults, the
 * text is byte for byte what the reference prints. */
typedef struct dxk_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    /* Omit comments: names of operations, source lines, variables, resources, predecessors of
     * blocks and attributes of functions. */
    bool no_comments;
    /* Append "; bit 000075e0" to each instruction: the bit offset of its record in the file, as
     * dxk_bitcode_dump() shows it. The module must have been read with
     * dxk_module_read_options.offsets. */
    bool offsets;
    /* Append the library's own numbers, for debugging: "; inst N" to instructions, "; type N" to
     * type definitions, "; md N" to metadata nodes, "; global N" to global variables and
     * functions. */
    bool raw_ids;
    /* Use terminal colours (ANSI escape sequences). Those of names are printed as "\x1b". */
    bool color;
    /* Source lines. Where the source line changes, "; FILE:LINE" and the text of the line are
     * printed as a comment in front of the instruction. NULL: no source lines. */
    const dxk_line_source *source;
} dxk_print_options;

/*
 * Prints a module as assembly. A salvaged module is printed as far as it goes. `options` may be
 * NULL.
 *
 * Errors: DXK_E_SINK, DXK_E_NOMEM; DXK_E_LIMIT if the text would be longer than 1 GiB.
 */
DXK_API dxk_status dxk_module_print(const dxk_module *module, const dxk_print_options *options,
                                    dxk_sink sink);

/* Properties of a resource, decoded from the constant operand of AnnotateHandle. Members that do
 * not apply to the kind of resource are zero. */
typedef struct dxk_resource_properties {
    dxk_resource_kind kind;            /* shape: buffer, texture, constant buffer, sampler, ... */
    dxk_resource_class resource_class; /* class, derived from the kind and whether it is writable */
    uint8_t align_log2;                /* structured buffers: log2 of the alignment in bytes */
    bool rasterizer_ordered;           /* UAVs: rasterizer ordered view (ROV) */
    bool globally_coherent;            /* UAVs: coherent across the whole device */
    bool reorder_coherent;             /* UAVs: coherent across reordering of threads */
    bool counter_or_comparison;        /* UAVs: has a counter; samplers: is a comparison sampler */
    dxk_component_type component;      /* typed resources: type of a component */
    uint8_t component_count;           /* typed resources: components of an element, 1 to 4 */
    uint8_t sample_count;              /* multisampled textures: number of samples */
    uint32_t size; /* structured buffers: stride in bytes; constant buffers: size in bytes; feedback
                      textures: 0 for MinMip, 1 for MipRegionUsed */
} dxk_resource_properties;

/* Decodes the two words of a constant of type %dx.types.ResourceProperties. Any words are
 * accepted. */
DXK_API dxk_resource_properties dxk_resource_properties_decode(uint32_t word0, uint32_t word1);

/* Size in bytes of the longest text of dxk_resource_properties_text(). */
#define DXK_RESOURCE_TEXT_SIZE 96

/* Formats properties as listings show them: "RWStructuredBuffer<stride=4, counter>". `buffer` must
 * have DXK_RESOURCE_TEXT_SIZE bytes. Returns a view of the text in `buffer`, which is not
 * terminated. */
DXK_API dxk_str dxk_resource_properties_text(const dxk_resource_properties *properties,
                                             char *buffer);

/* ---------------------------------------------------------------------------------------- */
/* Text to module                                                                             */

/* Options for dxk_module_parse(). Zero-initialise, then set what differs. */
typedef struct dxk_parse_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool as_written;      /* do not apply the upgrades of dxk_module_upgrade() */
    bool places;          /* remember the line and column of functions and instructions, for
                             dxk_module_text_place() */
    const dxk_str *kinds; /* kinds of metadata attachments to declare after LLVM's own and before
                             those that the text uses; see dxk_module_metadata_kind() */
    size_t kind_count;    /* number of `kinds` */
} dxk_parse_options;

/*
 * Parses LLVM 3.7 assembly, accepting what the reference's parser accepts, such as a listing with
 * its comment header. The text is UTF-8, or UTF-16 with a byte order mark, and must outlive the
 * module. `options` may be NULL. The caller frees *out with dxk_module_free().
 *
 * Errors: DXK_E_INVALID with a diagnostic that gives line and column; DXK_E_LIMIT, DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_module_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                                    dxk_module **out);

/*
 * Finds the place at which a function, or one of its instructions, begins in the text that the
 * module was parsed from. `instruction` is the number of the instruction in the function, from 0,
 * not counting calls of llvm.dbg.* (see dxk_finding.instruction_index), or UINT32_MAX for the
 * function itself.
 *
 * Returns true and sets *line (from 1) and *column (from 1, in bytes). Returns false and sets both
 * to 0 if the place is not known, which includes all modules not parsed with
 * dxk_parse_options.places.
 */
DXK_API bool dxk_module_text_place(const dxk_module *module, dxk_str function, uint32_t instruction,
                                   uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif
#endif
