/* SPDX-License-Identifier: MIT */
/*
 * dxk/text.h - modules as LLVM 3.7 assembly, and back; docs/text-format.md describes the text.
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

/* Lines of the source, for listings: sets *text to line `line` of a file, without its end. False: it is
 * not known. */
typedef struct dxk_line_source {
    bool (*line)(void *user, dxk_str file, uint32_t line, dxk_str *text);
    void *user;
} dxk_line_source;

/* How to print a module. Zero-initialise for the reference's form, byte for byte. */
typedef struct dxk_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool no_comments;   /* omit comments: operations, source lines, variables, resources,
                           predecessors, function attributes */
    bool offsets;       /* add "; bit 000075e0" to each instruction: the bit offset of its record in
                           the file, as dxk_bitcode_dump() shows it. The module must have been read
                           with `offsets` */
    bool raw_ids;       /* add "; inst N", "; type N", "; md N", "; global N" to instructions, type
                           definitions, metadata nodes and globals: the library's own numbers */
    bool color;         /* terminal colours (ANSI sequences) */
    const dxk_line_source *source; /* not NULL: in front of instructions of another line than those
                                      before, add "; FILE:LINE" and the line, as a comment */
} dxk_print_options;

/*
 * Prints `module`, or what was salvaged of it. `options` may be NULL.
 *
 * Errors: DXK_E_SINK, DXK_E_NOMEM, DXK_E_LIMIT if the text would be longer than 1 GiB.
 */
DXK_API dxk_status dxk_module_print(const dxk_module *module, const dxk_print_options *options,
                                    dxk_sink sink);

/* Properties of a resource, as the constant operand of AnnotateHandle gives them. */
typedef struct dxk_resource_properties {
    dxk_resource_kind kind;            /* shape; DXK_RESOURCE_KIND_CBUFFER and so on */
    dxk_resource_class resource_class; /* class; follows from the kind and whether it is writable */
    uint8_t align_log2;                /* alignment of structures, as a power of two */
    bool rasterizer_ordered;           /* writable resources: ROV */
    bool globally_coherent;            /* writable resources: coherent over the device */
    bool reorder_coherent;             /* writable resources: coherent over reordering */
    bool counter_or_comparison;        /* has a counter; samplers: compares */
    dxk_component_type component;      /* typed resources: type of a component */
    uint8_t component_count;           /* typed resources: components of an element, 1 to 4 */
    uint8_t sample_count;              /* typed resources: samples of a multisample texture */
    uint32_t size;                     /* structured buffers: stride; constant buffers: size; in
                                          bytes. Feedback textures: 0 MinMip, 1 MipRegionUsed */
} dxk_resource_properties;

/* Decodes the two words of %dx.types.ResourceProperties. */
DXK_API dxk_resource_properties dxk_resource_properties_decode(uint32_t word0, uint32_t word1);

/* Room for the longest text of the next function. */
#define DXK_RESOURCE_TEXT_SIZE 96

/* Writes the properties as listings show them, "RWStructuredBuffer<stride=4, counter>", into
 * `buffer`, which must have DXK_RESOURCE_TEXT_SIZE bytes. Not terminated. */
DXK_API dxk_str dxk_resource_properties_text(const dxk_resource_properties *properties,
                                             char *buffer);

/* ---------------------------------------------------------------------------------------- */
/* Text to module                                                                             */

/* How to parse. Zero-initialise, then set what differs. */
typedef struct dxk_parse_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool as_written;      /* do not apply the upgrades of dxk_module_upgrade() */
    bool places;          /* keep where functions and instructions begin: dxk_module_text_place() */
    const dxk_str *kinds; /* metadata kinds to declare besides LLVM's own, in this order, before
                             those that the text uses; see dxk_module_metadata_kind() */
    size_t kind_count;    /* number of `kinds` */
} dxk_parse_options;

/*
 * Parses LLVM 3.7 assembly as the reference's parser accepts it, such as a listing with its
 * comment header. The text is UTF-8, or UTF-16 with a byte order mark, and must outlive the
 * module. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID with one diagnostic that names line and column; DXK_E_LIMIT, DXK_E_NOMEM.
 * On failure *out is NULL.
 */
DXK_API dxk_status dxk_module_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                                    dxk_module **out);

/*
 * Finds where a function or one of its instructions begins in the text from which the module was
 * parsed with `places`. `instruction` is its number in the function, from 0, not counting calls of
 * llvm.dbg.* (as dxk_finding.instruction_index), or UINT32_MAX for the function itself. Sets *line
 * (from 1) and *column (in bytes, from 1); both are 0 and the result is false if it is unknown.
 */
DXK_API bool dxk_module_text_place(const dxk_module *module, dxk_str function, uint32_t instruction,
                                   uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif
#endif
