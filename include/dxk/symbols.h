/* SPDX-License-Identifier: MIT */
/*
 * dxk/symbols.h - lists the functions of a program: which are entry points, which it defines for
 * others, which it needs from elsewhere, and which resources each uses.
 *
 * Names of HLSL functions are mangled as the Microsoft C++ compiler does; dxk_demangle() turns them
 * into declarations. Source: DXIL.rst; DirectXShaderCompiler for what is mangled.
 */
#ifndef DXK_SYMBOLS_H
#define DXK_SYMBOLS_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* List of the functions of a program. Opaque. */
typedef struct dxk_symbols dxk_symbols;

/* Kinds of functions. */
typedef enum dxk_symbol_kind {
    DXK_SYMBOL_ENTRY = 0,       /* entry point */
    DXK_SYMBOL_DEFINED = 1,     /* function that other programs can call */
    DXK_SYMBOL_INTERNAL = 2,    /* function that only this program can call */
    DXK_SYMBOL_CONSTRUCTOR = 3, /* constructor of static variables, which runs before entry
                                   points */
    DXK_SYMBOL_UNDEFINED = 4    /* function that is called, and defined elsewhere */
} dxk_symbol_kind;

/* A function. Strings live as long as the list. */
typedef struct dxk_symbol {
    dxk_symbol_kind kind; /* kind of the function */
    dxk_str name;         /* name in the module, "\1?shade@@YAMM@Z" */
    dxk_str declaration;  /* declaration, "float shade(float)"; the name if it is not mangled */
    uint32_t stage;      /* dxk_shader_kind of an entry point; DXK_SHADER_KIND_LIBRARY for others */
    size_t instructions; /* number of instructions, not counting calls of llvm.dbg.* */
    size_t resource_count; /* number of resources that it uses itself; see dxk_symbol_resource() */
    size_t caller_count;   /* number of functions that call it by name */
} dxk_symbol;

/*
 * Lists the functions of a container's program, in the order of the module, without operations and
 * intrinsics. If there is a module with debug information, that one is used. The container must
 * outlive *out, which the caller frees with dxk_symbols_free().
 *
 * Errors: DXK_E_NOT_FOUND if there is no DXIL program; DXK_E_INVALID (reported) if it cannot be
 * read; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_symbols_load(const dxk_container *container, dxk_symbols **out);

/* Frees a list. NULL is allowed. */
DXK_API void dxk_symbols_free(dxk_symbols *symbols);

/* Returns the number of functions. */
DXK_API size_t dxk_symbols_count(const dxk_symbols *symbols);

/* Describes function `index` in *out. Past the end, returns false and sets *out to zero. */
DXK_API bool dxk_symbols_get(const dxk_symbols *symbols, size_t index, dxk_symbol *out);

/* Returns the name of resource `which` of function `index`, or its register, such as "t3,space1",
 * if the name was stripped; empty past the end. */
DXK_API dxk_str dxk_symbol_resource(const dxk_symbols *symbols, size_t index, size_t which);

/*
 * Appends the declaration that a mangled name stands for, such as "float4 lib::shade(float3, inout
 * Light)". A name that is not mangled, or not in the way of HLSL, is appended unchanged. Errors:
 * DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_demangle(dxk_str name, dxk_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
