/* SPDX-License-Identifier: MIT */
/*
 * dxk/module.h - a program module: LLVM 3.7 bitcode read into memory.
 *
 * A module is read from the bitcode stream alone (magic 'BC' C0 DE, or the bitcode wrapper);
 * finding the stream in a container is the container's business.
 */
#ifndef DXK_MODULE_H
#define DXK_MODULE_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A module: types, globals, functions, constants, metadata. Opaque. */
typedef struct dxk_module dxk_module;

/* How to read. Zero-initialise, then set what differs. */
typedef struct dxk_module_read_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool salvage;       /* after an error keep and return what was read before it */
    bool offsets;       /* keep the bit offset of each instruction's record */
    bool no_bodies;     /* pass over the bodies of functions, which become external declarations */
    uint64_t file_offset; /* byte offset of the stream in its file; added to the bit offsets that
                             diagnostics name */
} dxk_module_read_options;

/*
 * Reads a module. `options` may be NULL. The bytes must outlive the module.
 *
 * Errors: DXK_E_INVALID with a diagnostic that names the bit offset, the block and the record;
 * DXK_E_LIMIT, DXK_E_NOMEM. On failure *out is NULL, but with `salvage` a broken input gives
 * DXK_E_INVALID and a module (dxk_module_is_salvaged() is true).
 */
DXK_API dxk_status dxk_module_read(dxk_ctx *ctx, dxk_bytes bytes,
                                   const dxk_module_read_options *options, dxk_module **out);

/* Whether to write USELIST records, which make a reader restore the order of every value's uses;
 * constants are then not sorted. */
typedef enum dxk_use_lists {
    DXK_USE_LISTS_AUTO = 0, /* as the stream was written that the module was read from; else no */
    DXK_USE_LISTS_KEEP = 1, /* yes */
    DXK_USE_LISTS_DROP = 2  /* no */
} dxk_use_lists;

/* How to write. Zero-initialise, then set what differs. */
typedef struct dxk_module_write_options {
    size_t struct_size;      /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_use_lists use_lists; /* see above */
} dxk_module_write_options;

/*
 * Writes a module as a bitcode stream, with the bytes that LLVM 3.7's writer gives: a module that
 * LLVM wrote comes out as it was. `options` may be NULL. The size is a multiple of four.
 *
 * Errors: DXK_E_INVALID for a module that bitcode cannot express (one read from a broken stream),
 * DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK. Nothing reaches the sink unless all went well.
 */
DXK_API dxk_status dxk_module_write(const dxk_module *module,
                                    const dxk_module_write_options *options, dxk_sink sink);

/*
 * Does to a module what LLVM does to each that it has read: scalar TBAA tags become paths, known
 * intrinsic functions get their attributes, "unsafe" arithmetic is allowed everything, and debug
 * information is dropped, with a warning, when the module flag "Debug Info Version" is not 3.
 * dxk_module_parse() does this by itself. Errors: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_module_upgrade(dxk_module *module);

/* Frees the module. NULL is allowed. */
DXK_API void dxk_module_free(dxk_module *module);

/* True when reading stopped at an error and this is what came before it. */
DXK_API bool dxk_module_is_salvaged(const dxk_module *module);

/* Target triple and data layout as written in the module; empty when absent. */
DXK_API dxk_str dxk_module_triple(const dxk_module *module);
DXK_API dxk_str dxk_module_datalayout(const dxk_module *module);

/* Functions, declarations included, in module order. */
DXK_API size_t dxk_module_function_count(const dxk_module *module);

/* Name of function `index`; empty when it has none or the index is out of range. */
DXK_API dxk_str dxk_module_function_name(const dxk_module *module, size_t index);

/* True when function `index` has no body (or does not exist). */
DXK_API bool dxk_module_function_is_declaration(const dxk_module *module, size_t index);

/* Kinds of metadata attachments that every module has: LLVM's own. */
#define DXK_METADATA_KINDS_FIXED 14u

/*
 * Kinds of metadata attachments, by number; the first DXK_METADATA_KINDS_FIXED are LLVM's own. A
 * stream lists kinds that nothing in the module uses too, which text cannot show. Empty when out
 * of range.
 */
DXK_API size_t dxk_module_metadata_kind_count(const dxk_module *module);
DXK_API dxk_str dxk_module_metadata_kind(const dxk_module *module, size_t index);

/* Global variables and their names, likewise. */
DXK_API size_t dxk_module_variable_count(const dxk_module *module);
DXK_API dxk_str dxk_module_variable_name(const dxk_module *module, size_t index);

#ifdef __cplusplus
}
#endif
#endif
