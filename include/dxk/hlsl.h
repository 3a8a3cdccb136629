/* SPDX-License-Identifier: MIT */
/*
 * dxk/hlsl.h - compiles HLSL to DXIL.
 *
 *     const dxk_hlsl_options options = {.target = "cs_6_0", .entry = "main"};
 *     dxk_container *made;
 *     if (dxk_hlsl_build(ctx, source, &options, &made) == DXK_OK) {
 *         dxk_container_sign(made, NULL, sink, NULL);           (dxk/validate.h)
 *         dxk_container_free(made);
 *     }
 *
 * The library opens no files: it calls dxk_hlsl_options.include for every #include.
 *
 * Errors and warnings about a source are added to the context's diagnostics. Their rules are named
 * HLSL.*, their places are lines and columns, and dxk_diag.file names the file unless it is the
 * main one. Parts of the language that dxk cannot compile yet are reported as HLSL.UNSUPPORTED;
 * docs/compiling.md lists them.
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

/*
 * Options for the functions below. Zero-initialise, then set what differs. The names in parentheses
 * are the corresponding options of DXC. Nothing that the structure points to needs to outlive the
 * call.
 */
typedef struct dxk_hlsl_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;

    /* Name of the source, used in messages, by __FILE__ and to resolve #include. Empty:
     * "hlsl.hlsl". */
    dxk_str name;

    /* Target profile (-T), from "ps_6_0" to "lib_6_10", and "lib_6_x" for libraries to be linked.
     * The profiles of shader models 4.0 to 5.1 stand for 6.0, with a warning. dxk_hlsl_build()
     * also takes "rootsig_1_0" to "rootsig_1_2": it then builds a container with just the root
     * signature that the macro named by `entry` expands to. NULL is an error for
     * dxk_hlsl_compile() and dxk_hlsl_build(), and allowed elsewhere. */
    const char *target;

    /* Name of the entry point (-E); ignored for libraries. NULL: "main". */
    const char *entry;

    /* Macros to define (-D), each "NAME" or "NAME=VALUE". */
    const char *const *defines;
    size_t define_count; /* number of `defines` */

    /* Directories to search for included files (-I), in this order, after the directories of the
     * files that are being read. */
    const char *const *directories;
    size_t directory_count; /* number of `directories` */

    /* Groups of warnings to suppress (-Wno-GROUP), such as "conversion". */
    const char *const *silent;
    size_t silent_count; /* number of `silent` */

    /* Groups of warnings to enable (-WGROUP). Off by default are "double-promotion",
     * "hlsl-legacy-literal", "parameter-usage-aggregate", "uninitialized" with
     * "sometimes-uninitialized", and "unused-variable". */
    const char *const *loud;
    size_t loud_count; /* number of `loud` */

    /* Version of the language (-HV): 2016, 2017, 2018, 2021, or 2029 for the one that DXC calls
     * 202x. 0: 2021, or 2016 with `direct3d_9`. */
    uint32_t version;

    /* Level of optimization, 0 to 3 (-O0 to -O3). DXC's default is 3, not 0. */
    uint32_t optimize;

    /* Emit debug information (-Zi): locations, scopes, variables, types and sources. */
    bool debug;

    /* Arguments that the compiler was called with, recorded in the debug information. */
    const char *const *arguments;
    size_t argument_count; /* number of `arguments` */

    /* Do not optimize (-Od): like level 0, and drivers are asked not to optimize either. */
    bool no_optimize;

    /* Make half, int16_t, uint16_t and their kin 16 bits wide (-enable-16bit-types). Needs shader
     * model 6.2. */
    bool native_16bit;

    /* Store matrices in row-major order unless declared otherwise (-Zpr). */
    bool row_major;

    /* Treat every floating-point operation as `precise` (-Gis). */
    bool strict_ieee;

    /* Report warnings as errors (-WX). */
    bool warnings_are_errors;

    /* Suppress all warnings (-no-warnings). */
    bool no_warnings;

    /* Ignore #line directives (-ignore-line-directives). */
    bool ignore_line_directives;

    /* Expand macros in operands of ## as well (-flegacy-macro-expansion). */
    bool legacy_macros;

    /* Set the shader flag that promises that the root signature binds all descriptors
     * (-all-resources-bound). */
    bool all_resources_bound;

    /* Libraries: export every function, not only those marked `export` (-default-linkage
     * external). */
    bool export_all;

    /* Libraries: export entry points only (-export-shaders-only). */
    bool export_shaders_only;

    /* Libraries of shader model 6.6: require [raypayload] and access qualifiers on payloads, as 6.7
     * does by default (-enable-payload-qualifiers). */
    bool payload_qualifiers;

    /* Libraries: assign registers to resources (-auto-binding-space), in space `binding_space`.
     * Otherwise the linker or the application does. */
    bool has_binding_space;

    /* Register space of resources that the source gives neither a register nor a space. */
    uint32_t binding_space;

    /* Libraries: export exactly these functions (-exports), each "NAME" or "NEW=NAME". */
    const char *const *exports;
    size_t export_count; /* number of `exports`; 0: export what the other options say */

    /* dxk_hlsl_build(): keep names of resources and annotations of types in the program part as
     * well. By default only the reflection part has them. */
    bool keep_names;

    /* Version of the validator that the result is made for. Both 0: the newest. */
    uint32_t validator_major;
    uint32_t validator_minor; /* minor version; see `validator_major` */

    /* Finds the file at `path` for an #include and sets *bytes, which must stay valid until the
     * library's function returns. Returns DXK_E_NOT_FOUND if there is no such file, after which
     * other directories are tried; any other failure ends the compilation with that status. NULL:
     * there are no files. `#pragma once` holds for a file by any path: for paths that differ in
     * "." and ".." only and have the same content, and for those that get the same *bytes. */
    dxk_status (*include)(void *user, dxk_str path, dxk_bytes *bytes);
    void *user; /* first argument of `include` */

    /* Treatment of denormal 32-bit floats (-denorm): "any", "preserve" or "ftz". Needs shader model
     * 6.2. NULL: not specified. */
    const char *denormals;

    /* Name of a macro that expands to the root signature (-rootsig-define). NULL, or no such
     * macro: the attribute [RootSignature] of the entry point. */
    const char *root_signature_define;

    /* Version of the root signature (-force-rootsig-ver), as a dxk_rs_version. 0: 1.1. */
    uint32_t root_signature_version;

    /* Targets "lib_6_x": export only functions marked `export` (-default-linkage internal).
     * `export_all` overrides this. */
    bool export_marked;

    /* Make the result for no validator in particular, which is version 0.0 (-validator-version
     * 0.0). `validator_major` and `validator_minor` are ignored. Validation always refuses the
     * result. Libraries of models 6.1 and 6.2 are made like that in any case. */
    bool any_validator;

    /* Groups of warnings to report as errors (-Werror=GROUP). */
    const char *const *fatal;
    size_t fatal_count; /* number of `fatal` */

    /* Groups of warnings that `warnings_are_errors` does not affect (-Wno-error=GROUP). */
    const char *const *harmless;
    size_t harmless_count; /* number of `harmless` */

    /* Allow UAVs to overlap other resources (-res-may-alias). Otherwise, from shader model 6.7 on,
     * a shader flag promises that they do not. */
    bool resources_may_alias;

    /* Pack signatures as tightly as possible (-pack-optimized). The shaders of adjacent stages
     * must be compiled in the same way. */
    bool pack_optimized;

    /* dxk_hlsl_build() with `debug`: compute the shader hash, which names the PDB, from the program
     * with its debug information (-Zss). By default it is computed from the program without it. */
    bool hash_source;

    /* Accept shaders for Direct3D 9 (-Gec): semantics such as POSITION stand for the system values
     * that replaced them, and constants may be assigned to, with effect for the running invocation
     * only. `version` must be 0 or 2016. */
    bool direct3d_9;

    /* Libraries of shader model 6.7 and later: do not require access qualifiers on payloads, and
     * ignore them (-disable-payload-qualifiers). */
    bool no_payload_qualifiers;

    /* Keep registers that the source gives to unused resources from being assigned to other
     * resources (-flegacy-resource-reservation). Always in effect for profiles of shader models
     * 4.0 to 5.0. */
    bool reserve_registers;

    /* Libraries: accept resources with overlapping registers. Validation refuses them (-Vd). */
    bool registers_may_overlap;

    /* Semantics, in any case of letters, of what is computed exactly as written, as though it were
     * declared `precise` (-precise-output). */
    const char *const *precise_outputs;
    size_t precise_output_count;

    /* What becomes of `if` and `switch` statements that have neither [branch] nor [flatten]: keep
     * them as branches (-Gfp), or have them flattened (-Gfa), which needs `all_resources_bound`.
     * Without either, drivers and the optimizer choose; with both, branches are kept. */
    bool prefer_flow_control;
    bool avoid_flow_control;

    /* dxk_hlsl_build() with `debug`: name of the PDB, by which debuggers find it (-Fd). NULL: the
     * hash of the program and ".pdb". At most 65,535 bytes. */
    const char *pdb_name;
} dxk_hlsl_options;

/*
 * Preprocesses a source: expands macros, includes files, removes comments, and writes the result
 * with #line directives where the position changes. `options` may be NULL. __SHADER_TARGET_MAJOR
 * and _MINOR are the shader model as `target` names it, "ps_5_0" too, and 0 without one.
 *
 * Errors: DXK_E_INVALID if the source has errors (reported); DXK_E_ARGUMENT if `version`,
 * `denormals` or `direct3d_9` has a value that is not allowed; DXK_E_NOMEM, DXK_E_LIMIT,
 * DXK_E_SINK; any failure that `include` returned.
 */
DXK_API dxk_status dxk_hlsl_preprocess(dxk_ctx *ctx, dxk_bytes source,
                                       const dxk_hlsl_options *options, dxk_sink sink);

/* Size of a key in bytes. */
#define DXK_HLSL_KEY_SIZE 32

/*
 * Computes a key of all that the result of dxk_hlsl_build() depends on: the tokens after
 * preprocessing, the options, and the version of the library. Equal keys mean equal containers;
 * comments, white space and macros that nothing asks for make no difference. With `debug`, and
 * with `root_signature_define`, the key also covers names and contents of all files. The names of
 * included files and the diagnostics of a compilation are not covered: keep results only of those
 * that report nothing.
 *
 * `asked`, unless NULL, has room for options->define_count numbers. It gets the indices of the
 * defines that the source asked for, by #ifdef, `defined` or a use, in the order in which it asked
 * first, and *asked_count gets their number. What other defines say makes no difference as long
 * as these stay the same.
 *
 * Errors: as for dxk_hlsl_preprocess(), except DXK_E_SINK.
 */
DXK_API dxk_status dxk_hlsl_key(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                uint8_t key[DXK_HLSL_KEY_SIZE], size_t *asked, size_t *asked_count);

/*
 * Compiles an entry point, or a library, to a module. The caller frees *out with
 * dxk_module_free(); dxk_container_build() makes a container of it.
 *
 * Errors: DXK_E_INVALID if there is no valid target, if the source has errors, or if it uses
 * something that cannot be compiled yet (all reported); DXK_E_ARGUMENT also if `native_16bit` is
 * set and the shader model is older than 6.2; the others as for dxk_hlsl_preprocess().
 */
DXK_API dxk_status dxk_hlsl_compile(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                    dxk_module **out);

/*
 * Compiles an entry point, or a library, to a container with the same parts as the reference's
 * compiler writes. The digest is zero: dxk_container_sign() validates the container and signs it,
 * dxk_container_write() can compute the digest without validation. The caller frees *out with
 * dxk_container_free().
 *
 * The container usually keeps the module in memory, which saves dxk_validate() and
 * dxk_container_sign() from reading the program again.
 *
 * Errors: as for dxk_hlsl_compile().
 */
DXK_API dxk_status dxk_hlsl_build(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                  dxk_container **out);

/*
 * Checks the syntax of a source. Names and types are not checked, and neither is the target needed.
 * A target for root signatures, such as "rootsig_1_1", checks the macro `entry` alone. `options` may be NULL. Errors: as for dxk_hlsl_preprocess(), except DXK_E_SINK.
 */
DXK_API dxk_status dxk_hlsl_check(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options);

/* Bytes that dxk_hlsl_guess_result.entry has room for, NUL included. Functions with longer names are not
 * taken for entry points. */
#define DXK_HLSL_GUESS_NAME 256

/* Result of dxk_hlsl_guess(). */
typedef struct dxk_hlsl_guess_result {
    char target[32];                 /* target profile, for dxk_hlsl_options.target */
    char entry[DXK_HLSL_GUESS_NAME]; /* name of the entry point; empty for libraries */
} dxk_hlsl_guess_result;

/*
 * Guesses the target profile and the entry point of a source, if `options` leaves them open. What
 * `options` has is repeated in *out.
 *
 * The stage is told by [shader("...")] and other attributes of the function, by its system values,
 * or by a word in `name`, as in "light.ps.hlsl" or "LightPS.hlsl". The entry point is "main", the
 * only function of that stage, the only one with attributes of a stage, or the last one with
 * semantics. Several functions with [shader("...")], and stages without a profile of their own,
 * make a library. The shader model is 6.6, or 6.8 for work graphs. The source is not checked: if
 * it has mistakes, the result is something that can be passed to dxk_hlsl_build() to report them.
 *
 * Errors: DXK_E_INVALID if several functions may be meant or nothing tells the stage (reported);
 * DXK_E_ARGUMENT as for dxk_hlsl_preprocess(); DXK_E_NOMEM, DXK_E_LIMIT; any failure that `include`
 * returned.
 */
DXK_API dxk_status dxk_hlsl_guess(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                  dxk_hlsl_guess_result *out);

/* True if a group of warnings is the group `whole` or part of it: "unused-value" is part of
 * "unused", "most", "all" and "everything". */
DXK_API bool dxk_hlsl_group_within(const char *group, const char *whole);

/* Returns the name of group `index` of those that dxk has warnings of, alone or as parts, in
 * alphabetical order; NULL past the end. `is_quiet`, unless NULL, becomes true if its warnings are
 * off by default. */
DXK_API const char *dxk_hlsl_group_at(size_t index, bool *is_quiet);

#ifdef __cplusplus
}
#endif
#endif
