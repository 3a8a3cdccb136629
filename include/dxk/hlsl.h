/* SPDX-License-Identifier: MIT */
/*
 * dxk/hlsl.h - HLSL, the language of shaders, compiled to DXIL.
 *
 *     dxk_hlsl_options options = {.target = "cs_6_0", .entry = "main", .name = ...};
 *     dxk_container *made;
 *     if (dxk_hlsl_build(ctx, source, &options, &made) == DXK_OK)
 *         dxk_container_sign(made, ...);           dxk/validate.h
 *
 * The library opens no file: #include asks the caller. What is wrong with a source is in the
 * context's diagnostics, with rules HLSL.* and places in lines and columns; a place outside of the
 * main file is in `path`, as "light.hlsli:12:5". What dxk cannot compile yet is reported as such
 * (HLSL.UNSUPPORTED); docs/compiling.md says what that is.
 *
 * Source: the language of DirectXShaderCompiler, versions 2016 to 2021.
 */
#ifndef DXK_HLSL_H
#define DXK_HLSL_H

#include "dxk/container.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to compile. Zero-initialise, then set what differs. Texts need not outlive the call. */
typedef struct dxk_hlsl_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str name;       /* of the source, for messages, __FILE__ and #include; empty: "hlsl.hlsl" */
    const char
        *target; /* profile, "ps_6_0" to "lib_6_9"; those of shader models 4.0 to 5.1 are taken
                           as of 6.0, with a warning; not needed by dxk_hlsl_preprocess();
                           for dxk_hlsl_build() also "rootsig_1_0" to "rootsig_1_2": just the root
                           signature that is the macro `entry` */
    const char *entry;              /* entry point; NULL: "main" */
    const char *const *defines;     /* macros, as "NAME" or "NAME=VALUE" */
    size_t define_count;            /* number of them */
    const char *const *directories; /* where #include looks beyond the folders of open files */
    size_t directory_count;         /* number of them */
    const char *const *silent;      /* groups of warnings that are not reported: "conversion" */
    size_t silent_count;            /* number of them */
    const char *const *loud;        /* groups of warnings that are reported when asked for only:
                                       "uninitialized", "double-promotion" */
    size_t loud_count;              /* number of them */
    uint32_t version;               /* of the language: 2016, 2017, 2018, 2021 or 2029, which
                                       is called 202x; 0 means 2021, but see
                                       `direct3d_9` */
    uint32_t optimize;              /* 0 to 3, as -O0 to -O3; see also `no_optimize` */
    bool debug;                     /* debug information: locations, variables, sources */
    const char *const *arguments;   /* what the compiler was called with, for debug information */
    size_t argument_count;          /* number of them */
    bool no_optimize;               /* -Od: what the reader of the code expects stays in it */
    bool native_16bit;              /* half, int16_t ... have 16 bits; 6.2 on */
    bool row_major;                 /* matrices are row_major unless declared otherwise */
    bool strict_ieee;               /* everything is `precise` */
    bool warnings_are_errors;       /* warnings are errors */
    bool no_warnings;               /* warnings are not reported */
    bool ignore_line_directives;    /* #line changes nothing */
    bool legacy_macros;             /* macros are expanded beside ##, too */
    bool all_resources_bound;       /* shader flag: the root signature binds all descriptors */
    bool export_all;                /* libraries: functions without `export` are shown, too */
    bool export_shaders_only;       /* libraries: only entry points are shown */
    bool payload_qualifiers;        /* libraries of 6.6: members of payloads say who uses them */
    bool has_binding_space;         /* libraries give out registers, in the space below */
    uint32_t binding_space;         /* where resources are that have no space of their own */
    const char *const *exports;     /* libraries: just these are shown, as "NAME" or "NEW=NAME" */
    size_t export_count;            /* number of them */
    bool keep_names;                /* dxk_hlsl_build(): the program itself has names of resources
                                       and annotations of types, not reflection alone */
    uint32_t validator_major;       /* validator that the result is made for; both 0: the newest */
    uint32_t validator_minor;       /* the same, minor */

    /* Finds the file `path` for an #include. *bytes stay valid until the call of the library
     * returns. DXK_E_NOT_FOUND: there is none, others are tried; any other failure ends the
     * compilation with it. NULL: there are no files. */
    dxk_status (*include)(void *user, dxk_str path, dxk_bytes *bytes);
    void *user; /* passed to it */

    /* What becomes of denormal floats: "any", "preserve" or "ftz"; 6.2 on. NULL: nothing is said. */
    const char *denormals;

    /* Macro that is the root signature. NULL: the attribute RootSignature of the entry point. */
    const char *root_signature_define;
    uint32_t root_signature_version; /* dxk_rs_version; 0: 1.1 */

    bool export_marked; /* lib_6_x: functions without `export` are not shown; `export_all` wins */
    bool any_validator; /* the result is made for no certain validator, which is version 0.0, and
                           is never valid; `validator_major` and `validator_minor` do not count */

    const char *const *fatal;    /* groups of warnings that are errors */
    size_t fatal_count;          /* number of them */
    const char *const *harmless; /* groups of warnings that stay so with `warnings_are_errors` */
    size_t harmless_count;       /* number of them */
    bool resources_may_alias;    /* UAVs may overlap other resources; 6.7 on say so */
    bool pack_optimized;         /* signatures are packed tightly, which the stages on both sides
                                    must agree about */
    bool hash_source;            /* dxk_hlsl_build(), with `debug`: the hash of the program, which
                                    names the PDB, follows from debug information, too */
    bool direct3d_9; /* -Gec: semantics that shaders of Direct3D 9 have are what they became, and
                        constants may be written to, for that invocation. `version` is 2016 then */
    bool no_payload_qualifiers; /* libraries of 6.7 on: members of payloads need not say who uses
                                   them, and it means nothing if they do */
    bool reserve_registers; /* registers that the source gives to resources that are not used are
                                   given to no others */
} dxk_hlsl_options;

/*
 * Preprocesses a source: macros expanded, files included, comments gone. Lines that stand elsewhere
 * than before are announced by #line.
 *
 * DXK_E_INVALID: errors in the source, reported. DXK_E_ARGUMENT, DXK_E_NOMEM, DXK_E_LIMIT,
 * DXK_E_SINK; what `include` returned.
 */
DXK_API dxk_status dxk_hlsl_preprocess(dxk_ctx *ctx, dxk_bytes source,
                                       const dxk_hlsl_options *options, dxk_sink sink);

/*
 * Compiles an entry point of a source to a module, which the caller frees with dxk_module_free().
 * dxk_container_build() makes a container of it.
 *
 * DXK_E_INVALID: errors in the source, or something that cannot be compiled yet, reported.
 * DXK_E_ARGUMENT, DXK_E_NOMEM, DXK_E_LIMIT; what `include` returned. *out is NULL after an error.
 */
DXK_API dxk_status dxk_hlsl_compile(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                    dxk_module **out);

/*
 * Compiles an entry point of a source to a container, as the reference's compiler makes them: the
 * program goes without the names that are for reflection only (see `keep_names`), which says of
 * constants whether the code reads them, and the name of a PDB is there. The digest is zero:
 * dxk_container_sign() validates and signs, dxk_container_write() can compute it. The caller frees
 * the container, which as a rule keeps the module: validation judges that and need not read it again.
 *
 * Errors as above. *out is NULL after an error.
 */
DXK_API dxk_status dxk_hlsl_build(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                  dxk_container **out);

/*
 * Reads a source as far as its grammar goes: says what does not belong there, and nothing about
 * names and types. Errors as above, but DXK_E_SINK.
 */
DXK_API dxk_status dxk_hlsl_check(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options);

#ifdef __cplusplus
}
#endif
#endif
