/* SPDX-License-Identifier: MIT */
/*
 * dxk/link.h - libraries linked to a program, or to another library.
 *
 * A library (lib_6_x, lib_6_1 and later) holds functions that may call what only another library
 * defines, and resources that have a name but perhaps no register yet. The linker takes the
 * functions that an entry point or a list of exports needs, makes one module of them, gives out
 * registers and builds a container.
 *
 *     dxk_linker_create(ctx, &linker);
 *     dxk_linker_add(linker, name, container);      for each library, in order
 *     dxk_linker_link(linker, &options, &result);
 *     dxk_linker_free(linker);
 *
 * What is refused is reported in the context's diagnostics, with rules LINK.*; all that can be
 * found before something is built is found in one call.
 *
 * Source: DXIL.rst, "Linking"; DirectXShaderCompiler (IDxcLinker) for what is linked and refused.
 */
#ifndef DXK_LINK_H
#define DXK_LINK_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Libraries that can be linked. Opaque. */
typedef struct dxk_linker dxk_linker;

/* How to link. Zero-initialise, then set what differs. */
typedef struct dxk_link_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str profile;          /* the target, "ps_6_0" or "lib_6_3"; needed */
    dxk_str entry;            /* name of the entry point; empty: "main". Not for libraries */
    const dxk_str *exports;   /* libraries: definitions of exports, "f", "new1,new2=f" */
    size_t export_count;      /* how many; 0: all functions are exported */
    bool shaders_only;        /* libraries: only entry points are exported */
    bool has_validator;       /* the version below is set */
    uint32_t validator_major; /* validator that the result is made for; default 1 */
    uint32_t validator_minor; /* the same, minor; default 10 */
    dxk_str pipeline; /* passes run at the end (dxk/opt.h); empty: "O2"; "none": no more than
                                 linking needs */
    bool dry_run;     /* find out what would be linked, and what is wrong, and make nothing */
} dxk_link_options;

/* A function that was linked, or would be. Strings live as long as the linker. */
typedef struct dxk_linked {
    dxk_str name;    /* its name, "\1?shade@@YAMM@Z" */
    dxk_str library; /* the library that defines it */
    dxk_str user;    /* the function that needed it first; empty: it is the entry point, an export,
                             or a constructor */
    dxk_str user_library; /* the library of that function */
    bool is_constructor;  /* it runs before the entry point, for static variables */
} dxk_linked;

/* Makes an empty linker. DXK_E_NOMEM. */
DXK_API dxk_status dxk_linker_create(dxk_ctx *ctx, dxk_linker **out);

/* Frees it, not the containers. NULL is allowed. */
DXK_API void dxk_linker_free(dxk_linker *linker);

/*
 * Adds a library. Its debug module is taken if it has one. `name`, which messages and the names of
 * its local symbols show, is copied; the container must outlive the linker.
 *
 * Functions are read when they are linked. DXK_E_INVALID (reported): it is no library, the rest of it
 * cannot be read, or there is one of that name.
 */
DXK_API dxk_status dxk_linker_add(dxk_linker *linker, dxk_str name, const dxk_container *container);

/*
 * Links what was added to one container. The linker can be used again afterwards.
 *
 * DXK_E_INVALID (reported): something is missing, there twice, does not fit, or is malformed. DXK_E_ARGUMENT: no
 * profile, or one that does not exist. DXK_E_NOMEM, DXK_E_LIMIT. *out is NULL after an error, and
 * with `dry_run`. As a rule the container keeps the module, which validation need not read again.
 */
DXK_API dxk_status dxk_linker_link(dxk_linker *linker, const dxk_link_options *options,
                                   dxk_container **out);

/*
 * For a result of the last call that validation refuses: reports functions that call themselves, also
 * through others, and operations that the stage of an entry point does not have, each as a warning
 * (LINK.RECURSION, LINK.STAGE) with the calls that lead there, from library to library. Reports
 * nothing if there are none. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_linker_explain(dxk_linker *linker);

/* Number of functions that the last call took, in the order in which they were found. */
DXK_API size_t dxk_linker_linked_count(const dxk_linker *linker);

/* Describes one of them; false past the end, *out is zero. */
DXK_API bool dxk_linker_linked(const dxk_linker *linker, size_t index, dxk_linked *out);

/* The messages of the last call in the words of the reference's linker, one a line, "error: ..."; valid
 * until the next call. */
DXK_API dxk_str dxk_linker_words(const dxk_linker *linker);

#ifdef __cplusplus
}
#endif
#endif
