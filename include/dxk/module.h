/* SPDX-License-Identifier: MIT */
/*
 * dxk/module.h - a program in memory: an LLVM 3.7 module, read from bitcode and written as bitcode.
 *
 * The functions here take a bare bitcode stream (magic 'BC' C0 DE, or the bitcode wrapper).
 * dxk_container_program(), in dxk/parts.h, finds that stream in a container. dxk/text.h parses and
 * prints modules as assembly, dxk/ir.h looks into them, dxk/builder.h makes new ones.
 */
#ifndef DXK_MODULE_H
#define DXK_MODULE_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A module with its types, global variables, functions, constants and metadata. Opaque. */
typedef struct dxk_module dxk_module;

/* Number of a type in its module; 0 means no type. Equal types have the same number. A named
 * structure is equal to itself only. */
typedef uint32_t dxk_type;

/* Numbers of the types that every module has. */
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

/* Number of a value in its module; 0 means no value. A value is a constant, a global variable, a
 * function, a parameter, a block, or an instruction, which stands for its result. See dxk/ir.h. */
typedef uint32_t dxk_value;

/* Options for dxk_module_read(). Zero-initialise, then set what differs. */
typedef struct dxk_module_read_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool salvage;         /* after an error, return what was read before it */
    bool offsets;         /* remember the bit offset of each instruction's record */
    bool no_bodies;       /* skip function bodies: functions become external declarations */
    uint64_t file_offset; /* byte offset of the stream in its file, which is added to the bit
                             offsets in diagnostics */
} dxk_module_read_options;

/*
 * Reads a module from a bitcode stream. `bytes` must outlive the module. `options` may be NULL.
 * The caller frees *out with dxk_module_free().
 *
 * Errors: DXK_E_INVALID if the stream is malformed; a diagnostic gives the bit offset, the block
 * and the record. *out is then NULL, unless `salvage` is set: it is then a module for which
 * dxk_module_is_salvaged() is true. DXK_E_LIMIT, DXK_E_NOMEM: *out is NULL.
 */
DXK_API dxk_status dxk_module_read(dxk_ctx *ctx, dxk_bytes bytes,
                                   const dxk_module_read_options *options, dxk_module **out);

/* Whether dxk_module_write() writes USELIST records, from which a reader restores the order in
 * which each value is used. With them, constants are not sorted. */
typedef enum dxk_use_lists {
    DXK_USE_LISTS_AUTO = 0, /* write them if the stream that the module was read from has them */
    DXK_USE_LISTS_KEEP = 1, /* write them */
    DXK_USE_LISTS_DROP = 2  /* do not write them */
} dxk_use_lists;

/* Options for dxk_module_write(). Zero-initialise, then set what differs. */
typedef struct dxk_module_write_options {
    size_t struct_size;      /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_use_lists use_lists; /* whether to write USELIST records */
} dxk_module_write_options;

/*
 * Writes a module as a bitcode stream, byte for byte as LLVM 3.7's writer does. The size is a
 * multiple of four bytes. `options` may be NULL. The sink is called once, or not at all after a
 * failure.
 *
 * Errors: DXK_E_INVALID for a module that bitcode cannot express, such as one that was salvaged
 * from a malformed stream; DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_module_write(const dxk_module *module,
                                    const dxk_module_write_options *options, dxk_sink sink);

/*
 * Applies, in place, the upgrades that LLVM applies to every module it reads: scalar TBAA tags
 * become path-aware ones, intrinsic functions get the attributes that LLVM gives them, arithmetic
 * marked "unsafe" gets all fast-math flags, and debug information is removed, with a warning, if
 * the module flag "Debug Info Version" is not 3. dxk_module_read() keeps the module as it is in
 * the stream; dxk_module_parse() applies the upgrades itself. Errors: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_module_upgrade(dxk_module *module);

/* Frees a module. NULL is allowed. */
DXK_API void dxk_module_free(dxk_module *module);

/* True if reading ended with an error and the module is what had been read by then. */
DXK_API bool dxk_module_is_salvaged(const dxk_module *module);

/* Return the target triple and the data layout as the module states them; empty if it does not. */
DXK_API dxk_str dxk_module_triple(const dxk_module *module);
DXK_API dxk_str dxk_module_datalayout(const dxk_module *module);

/* Returns the number of functions, including declarations. Functions are numbered in the order of
 * the module. */
DXK_API size_t dxk_module_function_count(const dxk_module *module);

/* Returns the name of function `index`; empty if it has none, or if the index is out of range. */
DXK_API dxk_str dxk_module_function_name(const dxk_module *module, size_t index);

/* True if function `index` has no body or does not exist. */
DXK_API bool dxk_module_function_is_declaration(const dxk_module *module, size_t index);

/* Number of the kinds of metadata attachments that every module has, which are LLVM's own. */
#define DXK_METADATA_KINDS_FIXED 14u

/*
 * Return the number of kinds of metadata attachments ("dbg", "tbaa", ...) and the name of one,
 * empty if the index is out of range. The first DXK_METADATA_KINDS_FIXED are LLVM's own. A bitcode
 * stream may also declare kinds that nothing in the module uses. Assembly cannot express those:
 * see dxk_parse_options.kinds.
 */
DXK_API size_t dxk_module_metadata_kind_count(const dxk_module *module);
DXK_API dxk_str dxk_module_metadata_kind(const dxk_module *module, size_t index);

/* Return the number of global variables, and the name of one; empty if it has none, or if the index
 * is out of range. */
DXK_API size_t dxk_module_variable_count(const dxk_module *module);
DXK_API dxk_str dxk_module_variable_name(const dxk_module *module, size_t index);

#ifdef __cplusplus
}
#endif
#endif
