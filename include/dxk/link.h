/* SPDX-License-Identifier: MIT */
/*
 * dxk/link.h - links libraries to a shader, or to another library.
 *
 * A library (profile lib_6_x, or lib_6_1 and later) contains functions, which may call functions
 * that only another library defines, and resources, which may have a name but no register yet. The
 * linker collects the functions that an entry point or a list of exports needs, merges them into
 * one module, assigns registers and builds a container.
 *
 *     dxk_linker *linker;
 *     dxk_linker_create(ctx, &linker);
 *     dxk_linker_add(linker, name, container);      (for each library, in order)
 *     dxk_linker_link(linker, &options, &result);
 *     dxk_linker_free(linker);
 *
 * Errors are reported in the context's diagnostics, by rules named LINK.*. One call reports all
 * errors that can be found before the module is built.
 *
 * Source: DXIL.rst, "Linking"; DirectXShaderCompiler (IDxcLinker) for what is linked and refused.
 */
#ifndef DXK_LINK_H
#define DXK_LINK_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A linker: a set of libraries. Opaque. */
typedef struct dxk_linker dxk_linker;

/* Options for dxk_linker_link(). Zero-initialise, then set what differs. */
typedef struct dxk_link_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str profile;          /* target profile, "ps_6_0" or "lib_6_3"; required */
    dxk_str entry;            /* name of the entry point; empty: "main". Ignored for libraries */
    const dxk_str *exports;   /* libraries: functions to export, as "f" or "new1,new2=f" */
    size_t export_count;      /* number of `exports`; 0: all functions are exported */
    bool shaders_only;        /* libraries: export entry points only */
    bool has_validator;       /* the validator version below is set; false: 1.10 */
    uint32_t validator_major; /* major version of the validator that the result is made for */
    uint32_t validator_minor; /* minor version of that validator */
    dxk_str pipeline;         /* passes to run on the result (see dxk/opt.h); empty: "O2"; "none":
                                 only those that linking requires */
    bool dry_run;             /* find what would be linked, and the errors, but build nothing */
} dxk_link_options;

/* A function that was linked, or would be. Strings live as long as the linker. */
typedef struct dxk_linked {
    dxk_str name;         /* mangled name, "\1?shade@@YAMM@Z" */
    dxk_str library;      /* name of the library that defines the function */
    dxk_str user;         /* function that needed it first; empty for the entry point, an export or
                             a constructor */
    dxk_str user_library; /* name of the library that defines `user` */
    bool is_constructor;  /* constructor of static variables, which runs before the entry point */
} dxk_linked;

/* Creates a linker without libraries. Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_linker_create(dxk_ctx *ctx, dxk_linker **out);

/* Frees a linker, but not the containers of its libraries. NULL is allowed. */
DXK_API void dxk_linker_free(dxk_linker *linker);

/*
 * Adds a library. If the container has a module with debug information, that one is used. `name`
 * appears in messages and in the names of local symbols; it is copied. The container must outlive
 * the linker.
 *
 * Function bodies are not read before they are linked. Errors: DXK_E_INVALID (reported) if the
 * container is not a library, if anything but a function body cannot be read, or if there is a
 * library of that name already; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_linker_add(dxk_linker *linker, dxk_str name, const dxk_container *container);

/*
 * Links the libraries to one container, which the caller frees with dxk_container_free(). The
 * digest is zero; see dxk_container_sign(). The linker can be used again afterwards. The container
 * usually keeps the module in memory, which saves validation from reading the program again.
 *
 * *out is NULL after an error, and with `dry_run`. Errors: DXK_E_INVALID (reported) if a
 * definition is missing, duplicate, incompatible or malformed; DXK_E_ARGUMENT if `profile` is
 * empty or does not exist; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_linker_link(dxk_linker *linker, const dxk_link_options *options,
                                   dxk_container **out);

/*
 * Looks for reasons why validation refuses the result of the last call of dxk_linker_link():
 * functions that call themselves, directly or not, and operations that do not exist in the stage
 * of an entry point. Each is reported as a warning (LINK.RECURSION, LINK.STAGE) with the calls
 * that lead there, from library to library. Reports nothing if there are none. Errors:
 * DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_linker_explain(dxk_linker *linker);

/* Returns the number of functions that the last call of dxk_linker_link() linked. */
DXK_API size_t dxk_linker_linked_count(const dxk_linker *linker);

/* Describes linked function `index` in *out, in the order in which they were found. Past the end,
 * returns false and sets *out to zero. */
DXK_API bool dxk_linker_linked(const dxk_linker *linker, size_t index, dxk_linked *out);

/* Returns the messages of the last call of dxk_linker_link() as the reference's linker prints them,
 * one per line, "error: ...". Valid until the next call. */
DXK_API dxk_str dxk_linker_words(const dxk_linker *linker);

#ifdef __cplusplus
}
#endif
#endif
