/* SPDX-License-Identifier: MIT */
/*
 * dxk/module.h - a program module: LLVM 3.7 bitcode read into memory.
 *
 * A module is read from a bare bitcode stream (magic 'BC' C0 DE, or the bitcode wrapper); see
 * dxk/parts.h for finding the stream in a container.
 */
#ifndef DXK_MODULE_H
#define DXK_MODULE_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A module: types, globals, functions, constants, metadata. Opaque. */
typedef struct dxk_module dxk_module;

/* A type of a module, as a number. Equal types have equal numbers; a named structure equals only
 * itself. 0: none. */
typedef uint32_t dxk_type;

/* The types that every module has. */
enum {
    DXK_TYPE_VOID = 1,   /* no value */
    DXK_TYPE_HALF = 2,   /* 16-bit floating point */
    DXK_TYPE_FLOAT = 3,  /* 32-bit floating point */
    DXK_TYPE_DOUBLE = 4, /* 64-bit floating point */
    DXK_TYPE_I1 = 11,    /* boolean */
    DXK_TYPE_I8 = 12,    /* 8-bit integer */
    DXK_TYPE_I16 = 13,   /* 16-bit integer */
    DXK_TYPE_I32 = 14,   /* 32-bit integer */
    DXK_TYPE_I64 = 15    /* 64-bit integer */
};

/* A value of a module, as a number: a constant, variable, function, parameter, block, instruction
 * with its result. 0: none. dxk/ir.h shows what it is. */
typedef uint32_t dxk_value;

/* How to read. Zero-initialise, then set what differs. */
typedef struct dxk_module_read_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool salvage;         /* on an error, return what was read before it */
    bool offsets;         /* keep the bit offset of each instruction's record */
    bool no_bodies;       /* skip function bodies; functions become external declarations */
    uint64_t file_offset; /* byte offset of the stream in its file; added to the bit offsets in
                             diagnostics */
} dxk_module_read_options;

/*
 * Reads a module. `options` may be NULL. The bytes must outlive the module.
 *
 * Errors: DXK_E_INVALID with a diagnostic that names the bit offset, the block and the record;
 * DXK_E_LIMIT, DXK_E_NOMEM. On failure *out is NULL, except that with `salvage` a broken input
 * gives DXK_E_INVALID and a module for which dxk_module_is_salvaged() is true.
 */
DXK_API dxk_status dxk_module_read(dxk_ctx *ctx, dxk_bytes bytes,
                                   const dxk_module_read_options *options, dxk_module **out);

/* Whether to write USELIST records, from which a reader restores the order of every value's uses;
 * constants are then not sorted. */
typedef enum dxk_use_lists {
    DXK_USE_LISTS_AUTO = 0, /* as in the stream that the module was read from; else no */
    DXK_USE_LISTS_KEEP = 1, /* yes */
    DXK_USE_LISTS_DROP = 2  /* no */
} dxk_use_lists;

/* How to write. Zero-initialise, then set what differs. */
typedef struct dxk_module_write_options {
    size_t struct_size;      /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_use_lists use_lists; /* see above */
} dxk_module_write_options;

/*
 * Writes a module as a bitcode stream, byte for byte as LLVM 3.7's writer does. `options` may be
 * NULL. The size is a multiple of four.
 *
 * Errors: DXK_E_INVALID for a module that bitcode cannot express (one read from a broken stream),
 * DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK. On failure nothing reaches the sink.
 */
DXK_API dxk_status dxk_module_write(const dxk_module *module,
                                    const dxk_module_write_options *options, dxk_sink sink);

/*
 * Applies the upgrades that LLVM applies to every module it reads: scalar TBAA tags become paths,
 * known intrinsic functions get their attributes, "unsafe" arithmetic gets all fast-math flags,
 * and debug information is removed, with a warning, if the module flag "Debug Info Version" is
 * not 3. dxk_module_parse() does this itself. Errors: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_module_upgrade(dxk_module *module);

/* Frees the module. NULL is allowed. */
DXK_API void dxk_module_free(dxk_module *module);

/* True if reading stopped at an error and the module is what came before it. */
DXK_API bool dxk_module_is_salvaged(const dxk_module *module);

/* Target triple and data layout as written in the module; empty if absent. */
DXK_API dxk_str dxk_module_triple(const dxk_module *module);
DXK_API dxk_str dxk_module_datalayout(const dxk_module *module);

/* Number of functions, including declarations, in module order. */
DXK_API size_t dxk_module_function_count(const dxk_module *module);

/* Name of function `index`; empty if it has none or the index is out of range. */
DXK_API dxk_str dxk_module_function_name(const dxk_module *module, size_t index);

/* True if function `index` has no body or does not exist. */
DXK_API bool dxk_module_function_is_declaration(const dxk_module *module, size_t index);

/* Kinds of metadata attachments that every module has: LLVM's own. */
#define DXK_METADATA_KINDS_FIXED 14u

/*
 * Kinds of metadata attachments, by number; the first DXK_METADATA_KINDS_FIXED are LLVM's own. A
 * stream also lists kinds that nothing in the module uses, which text cannot show. The name is
 * empty if the index is out of range.
 */
DXK_API size_t dxk_module_metadata_kind_count(const dxk_module *module);
DXK_API dxk_str dxk_module_metadata_kind(const dxk_module *module, size_t index);

/* Number of global variables, and the name of one; empty if out of range. */
DXK_API size_t dxk_module_variable_count(const dxk_module *module);
DXK_API dxk_str dxk_module_variable_name(const dxk_module *module, size_t index);

#ifdef __cplusplus
}
#endif
#endif
