/* SPDX-License-Identifier: MIT */
/*
 * dxk/symbols.h - the functions of a program: what it defines, what it needs from elsewhere, which
 * of them are entry points, which resources each uses.
 *
 * Names of HLSL functions are mangled as the Microsoft C++ compiler does it; dxk_demangle() turns
 * them into declarations. Source: DXIL.rst; DirectXShaderCompiler for what is mangled.
 */
#ifndef DXK_SYMBOLS_H
#define DXK_SYMBOLS_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of a program. Opaque. */
typedef struct dxk_symbols dxk_symbols;

/* What a function is. */
typedef enum dxk_symbol_kind {
    DXK_SYMBOL_ENTRY = 0,       /* an entry point */
    DXK_SYMBOL_DEFINED = 1,     /* a function that others can call */
    DXK_SYMBOL_INTERNAL = 2,    /* a function of the program's own */
    DXK_SYMBOL_CONSTRUCTOR = 3, /* runs before entry points, for static variables */
    DXK_SYMBOL_UNDEFINED = 4    /* is called, and defined elsewhere */
} dxk_symbol_kind;

/* A function. Strings live as long as the dxk_symbols. */
typedef struct dxk_symbol {
    dxk_symbol_kind kind; /* what it is */
    dxk_str name;         /* its name in the module, "\1?shade@@YAMM@Z" */
    dxk_str declaration;  /* "float shade(float)", or the name if it is not mangled */
    uint32_t stage;      /* dxk_shader_kind of an entry point; DXK_SHADER_KIND_LIBRARY for others */
    size_t instructions; /* in its body, calls of debug intrinsics excepted */
    size_t resource_count; /* resources that its body uses; see dxk_symbol_resource() */
    size_t caller_count;   /* functions that call it by name */
} dxk_symbol;

/*
 * Lists the functions of a container's program, operations and intrinsics excepted, in the order of
 * the module. The debug module is taken if there is one. The container must outlive *out.
 * DXK_E_NOT_FOUND: there is no DXIL program. DXK_E_INVALID (reported): it cannot be read. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_symbols_load(const dxk_container *container, dxk_symbols **out);

/* Frees the list. NULL is allowed. */
DXK_API void dxk_symbols_free(dxk_symbols *symbols);

/* Number of functions. */
DXK_API size_t dxk_symbols_count(const dxk_symbols *symbols);

/* Describes function `index`; false past the end, *out is zero. */
DXK_API bool dxk_symbols_get(const dxk_symbols *symbols, size_t index, dxk_symbol *out);

/* Name of resource `which` of function `index`, or its register, "t3,space1", if its name was stripped; empty
 * past the end. */
DXK_API dxk_str dxk_symbol_resource(const dxk_symbols *symbols, size_t index, size_t which);

/*
 * Appends the declaration that a mangled name stands for: "float4 lib::shade(float3, inout Light)".
 * A name that is not mangled, or not as HLSL's are, is appended as it is. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_demangle(dxk_str name, dxk_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
