/* SPDX-License-Identifier: MIT */
/*
 * compile_options.c - the options of `dxk compile`, which have the names that the reference's compiler
 * gives them; those of its options that have no effect here or are refused; and which go together.
 */
#include "compile.h"
#include "source.h"

#include <dxk/rootsig.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const opt_spec source_specs[] = {
#define SOURCE_PROGRAM
#define SOURCE_PREPROCESSOR
#define SOURCE_OPTIMIZATION
#define SOURCE_DEBUG
#define SOURCE_WARNINGS
#define SOURCE_VALIDATION
#include "source_options.def"
    {0},
};

const opt_spec compile_specs[] = {
    {0, NULL, OPT_TOPIC, 0, NULL, "program", NULL},
#define SOURCE_PROGRAM
#include "source_options.def"

    {0, NULL, OPT_TOPIC, 0, NULL, "preprocessor", NULL},
#define SOURCE_PREPROCESSOR
#include "source_options.def"
    {'P', NULL, OPT_FLAG, offsetof(compile_options, preprocess), NULL, "only preprocess", NULL},
    {0, "-Po", OPT_FLAG, offsetof(compile_options, old_preprocess), NULL,
     "the same; the operand after it may name the output", "Deprecated: use -P -Fi FILE."},
    {0, "-Fi", OPT_JOINED, offsetof(compile_options, preprocessed), "FILE",
     "with -P: write to FILE", "Default: standard output; as dxc, the name of the source with .i."},
    {'M', NULL, OPT_FLAG, offsetof(compile_options, lists_files), NULL,
     "print the files that the source depends on, without compiling", NULL},
    {0, "-MD", OPT_FLAG, offsetof(compile_options, with_files), NULL,
     "write them to a file named like the source, with .d", NULL},
    {0, "-MF", OPT_JOINED, offsetof(compile_options, dependencies), "FILE",
     "write them to FILE while compiling", NULL},
    {'H', "-Vi", OPT_FLAG, offsetof(compile_options, shows_files), NULL,
     "print the names of included files", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "optimization and arithmetic", NULL},
#define SOURCE_OPTIMIZATION
#include "source_options.def"

    {0, NULL, OPT_TOPIC, 0, NULL, "output", NULL},
    {'o', "-Fo", OPT_JOINED, offsetof(compile_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0, "-Fc", OPT_JOINED, offsetof(compile_options, listing), "FILE", "write the listing to FILE",
     "- is standard output. Without -Fo, no container is written."},
    {0, "-Fh", OPT_JOINED, offsetof(compile_options, header), "FILE",
     "write the container as a C array to FILE", "The listing precedes it as a comment."},
    {0, "-Vn", OPT_JOINED, offsetof(compile_options, variable), "NAME", "name of the array for -Fh",
     "Default: g_ and the entry point."},
    {0, "-Fre", OPT_TEXT, offsetof(compile_options, reflection), "FILE",
     "write the reflection part to FILE, and RDAT of libraries", NULL},
    {0, "-Frs", OPT_TEXT, offsetof(compile_options, root_file), "FILE",
     "write a container with the root signature to FILE", NULL},
    {0, "-Fsh", OPT_TEXT, offsetof(compile_options, hash), "FILE",
     "write the hash of the program to FILE", NULL},
    {0, "-setprivate", OPT_JOINED, offsetof(compile_options, private_data), "FILE",
     "put the bytes of FILE into the container as private data", NULL},
    {0, "-Qstrip_reflect", OPT_FLAG, offsetof(compile_options, strip_reflection), NULL,
     "remove reflection from the container", NULL},
    {0, "-Qstrip_rootsignature", OPT_FLAG, offsetof(compile_options, strip_root), NULL,
     "remove the root signature from the container", NULL},
    {0, "-Qstrip_priv", OPT_FLAG, offsetof(compile_options, strip_private), NULL,
     "put no private data into the container", "The default."},
    {0, "-Qstrip_reflect_from_dxil", OPT_FLAG, offsetof(compile_options, drop_names), NULL,
     "remove names of resources and types from the program", "The default."},
    {0, "-Qkeep_reflect_in_dxil", OPT_FLAG, offsetof(compile_options, keep_names), NULL,
     "also keep names of resources and types in the program", NULL},
    {0, "-encoding", OPT_TEXT, offsetof(compile_options, encoding), "utf8",
     "encoding of texts that are written", "Sources are UTF-8, or UTF-16 with a mark."},

    {0, NULL, OPT_TOPIC, 0, NULL, "debug information", NULL},
#define SOURCE_DEBUG
#include "source_options.def"
    {0, "-Fd", OPT_JOINED, offsetof(compile_options, pdb), "FILE",
     "write debug information to a PDB instead of the container",
     "A name that ends with / is a directory, which is created if needed; the file gets the name "
     "that debuggers look for."},
    {0, "-Zs", OPT_FLAG, offsetof(compile_options, sources_only), NULL,
     "write a PDB with only sources and options", "To the file named with -Fd."},
    {0, "-Zss", OPT_FLAG, offsetof(compile_options, hash_source), NULL,
     "hash the program with debug information; the hash names the PDB", NULL},
    {0, "-Zsb", OPT_FLAG, offsetof(compile_options, hash_binary), NULL,
     "hash the program without debug information", "The default."},
    {0, "-Qembed_debug", OPT_FLAG, offsetof(compile_options, embeds), NULL,
     "with -Fd: also keep debug information in the container", NULL},
    {0, "-Qstrip_debug", OPT_FLAG, offsetof(compile_options, strip_debug), NULL,
     "remove debug information from the container", NULL},
    {0, "-Qsource_in_debug_module", OPT_FLAG, offsetof(compile_options, keeps_sources), NULL,
     "leave sources and options to the module in the PDB", "Without a part of their own."},
    {0, "-Qpdb_in_private", OPT_FLAG, offsetof(compile_options, pdb_in_private), NULL,
     "put the PDB into the container as private data", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "warnings and errors", NULL},
#define SOURCE_WARNINGS
#include "source_options.def"
    {0, "-fdiagnostics-format", OPT_TEXT, offsetof(compile_options, diagnostics), "FORMAT",
     "format of messages: clang", "The others of DXC (msvc, msvc-fallback, vi) are not supported."},
    {0, "-Fe", OPT_JOINED, offsetof(compile_options, messages), "FILE",
     "also write warnings and errors to FILE", NULL},
    {0, "sarif", OPT_FLAG, offsetof(compile_options, sarif), NULL,
     "also print messages as SARIF 2.1.0",
     "One document on standard output; a container then needs -Fo."},
    {0, "-fsyntax-only", OPT_FLAG, offsetof(compile_options, syntax_only), NULL,
     "only check the syntax", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "validation", NULL},
#define SOURCE_VALIDATION
#include "source_options.def"

    {0, NULL, OPT_TOPIC, 0, NULL, "libraries", NULL},
    {0, "-exports", OPT_LIST, offsetof(compile_options, exports), "DEFS",
     "libraries: export only these functions", "NAME or NEW=NAME, separated by ';'."},
    {0, "-export-shaders-only", OPT_FLAG, offsetof(compile_options, shaders_only), NULL,
     "libraries: export only entry points", NULL},
    {0, "-default-linkage", OPT_TEXT, offsetof(compile_options, linkage), "LINKAGE",
     "libraries: linkage of functions without export",
     "internal or external. Default: internal, but external for lib_6_x."},
    {0, "-enable-payload-qualifiers", OPT_FLAG, offsetof(compile_options, payload_qualifiers), NULL,
     "enable access qualifiers on ray payloads", "The default from 6.7 on."},
    {0, "-disable-payload-qualifiers", OPT_FLAG, offsetof(compile_options, no_payload_qualifiers),
     NULL, "disable access qualifiers on ray payloads, even from 6.7 on", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "root signature", NULL},
    {0, "-rootsig-define", OPT_TEXT, offsetof(compile_options, root_define), "MACRO",
     "use the expansion of MACRO as the root signature",
     "Default: the attribute of the entry point."},
    {0, "-force-rootsig-ver", OPT_JOINED, offsetof(compile_options, root_version), "VERSION",
     "version of the root signature: rootsig_1_0, rootsig_1_1 or rootsig_1_2",
     "Default: rootsig_1_1."},
    {0, "-setrootsignature", OPT_JOINED, offsetof(compile_options, set_root), "FILE",
     "use the root signature in the container FILE", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "signatures", NULL},
    {0, "-pack-prefix-stable", OPT_FLAG, offsetof(compile_options, pack_stable), NULL,
     "pack signatures so that the first elements are where they are in shorter ones",
     "The default."},
    {0, "-pack-optimized", OPT_FLAG, offsetof(compile_options, pack_optimized), NULL,
     "pack signatures tightly", "The signatures of neighbouring stages must match."},

    {0, NULL, OPT_TOPIC, 0, NULL, "many compilations", NULL},
    {0, "jobs", OPT_TEXT, offsetof(compile_options, jobs), "FILE",
     "run a compilation for each line of FILE",
     "A line has a source and its options: light.hlsl -T ps_6_0 -D FOG=1 -Fo\n"
     "light.dxil. They follow the options of the command line. Lines that\n"
     "begin with # are comments; quote arguments that contain blanks. Each\n"
     "included file is read once."},
    {0, "no-variants", OPT_FLAG, offsetof(compile_options, no_variants), NULL,
     "take -D NAME={A,B} as it stands", NULL},
    {0, "table", OPT_TEXT, offsetof(compile_options, table), "FILE",
     "write a table of variants to FILE; equal programs are written once",
     "A line has source, entry point, macros, output and digest, with tabs\n"
     "between them."},
    {0, "summary", OPT_FLAG, offsetof(compile_options, summary), NULL,
     "print the number of compilations and the time at the end", NULL},
    {0, "cache", OPT_TEXT, offsetof(compile_options, cache_folder), "DIR",
     "keep results in DIR, and take them from there",
     "A result is found again if the tokens after preprocessing, the options and\n"
     "the build of dxk are the same. Compilations with warnings are not kept.\n"
     "Any number of processes may share DIR. Default: the environment's DXK_CACHE."},
    {0, "cache-size", OPT_SIZE, offsetof(compile_options, cache_size), "SIZE",
     "bound for the cache in bytes, or with K, M or G", "Default: 1G."},
    {0, "no-cache", OPT_FLAG, offsetof(compile_options, no_cache), NULL,
     "do not use the cache that DXK_CACHE names", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "listings", NULL},
    {0, "-dumpbin", OPT_FLAG, offsetof(compile_options, lists), NULL,
     "list FILE, which is a container",
     "On standard output, unless -Fc is given. With -Fo, the container is written again, and "
     "-Qstrip_debug, "
     "-Qstrip_priv, -Qstrip_rootsignature, -setprivate and -setrootsignature change it."},
    {0, "-verifyrootsignature", OPT_JOINED, offsetof(compile_options, verify_root), "FILE",
     "with -dumpbin: check the root signature in the container FILE", NULL},
    {0, "-extractrootsignature", OPT_FLAG, offsetof(compile_options, extracts_root), NULL,
     "write only the root signature to the file of -Fo", NULL},
    {0, "-getprivate", OPT_JOINED, offsetof(compile_options, private_file), "FILE",
     "write the private data to FILE", NULL},

    {0, NULL, OPT_TOPIC, 0, NULL, "other spellings", NULL},
    {0, "-force_rootsig_ver", OPT_JOINED, offsetof(compile_options, root_version), "VERSION",
     "the same", NULL},
    {0, "-all_resources_bound", OPT_FLAG, offsetof(compile_options, all_bound), NULL,
     "the same as -all-resources-bound", NULL},
    {0, "-res_may_alias", OPT_FLAG, offsetof(compile_options, may_alias), NULL, "the same", NULL},
    {0, "-pack_prefix_stable", OPT_FLAG, offsetof(compile_options, pack_stable), NULL, "the same",
     NULL},
    {0, "-pack_optimized", OPT_FLAG, offsetof(compile_options, pack_optimized), NULL, "the same",
     NULL},
    {0},
};

/* clang-format off */
const opt_spec compile_foreign[] = {
    /* Always so here, or about how the reference works inside. */
    {0, "-nologo", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Ges", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Cc", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Ni", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-No", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Lx", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Qunused-arguments", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-no-legacy-cbuf-layout", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-not_use_legacy_cbuf_load", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-enable-lifetime-markers", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-disable-lifetime-markers", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-force-zero-store-lifetimes", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fnew-inlining-behavior", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fdisable-loc-tracking", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-preserve-intermediate-values", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-opt-disable", OPT_IGNORED, 0, "NAME", "no effect", NULL},
    {0, "-opt-enable", OPT_IGNORED, 0, "NAME", "no effect", NULL},
    {0, "-opt-select", OPT_IGNORED, 0, "NAME VARIANT", "no effect", NULL},
    {0, "-memdep-block-scan-limit", OPT_IGNORED, 0, "N", "no effect", NULL},
    {0, "-ffinite-math-only", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-finite-math-only", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-funsafe-math-optimizations", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-unsafe-math-optimizations", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fassociative-math", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-associative-math", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-reciprocal-math", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fsigned-zeros", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fhonor-nans", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-honor-nans", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fhonor-infinities", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-honor-infinities", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-flimited-precision", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fdiagnostics-color", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fdiagnostics-show-option", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fno-diagnostics-show-option", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fdiagnostics-show-category", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ferror-limit", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fconstexpr-depth", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fconstexpr-steps", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-fconstexpr-backtrace-limit", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ftime-report", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ftime-trace", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ftime-trace-granularity", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ignore-opt-semdefs", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-ignore-semdef", OPT_IGNORED, 0, "NAME", "no effect", NULL},
    {0, "-disable-exception-handling", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-verbose", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-v", OPT_IGNORED, 0, NULL, "no effect", NULL},

    /* Without effect here, which somebody may not expect; the text says why. */
    {0, "-fvk-b-shift", OPT_WARNED, offsetof(compile_options, unused), "SHIFT SPACE", "there is no SPIR-V output", NULL},
    {0, "-fvk-s-shift", OPT_WARNED, offsetof(compile_options, unused), "SHIFT SPACE", "there is no SPIR-V output", NULL},
    {0, "-fvk-t-shift", OPT_WARNED, offsetof(compile_options, unused), "SHIFT SPACE", "there is no SPIR-V output", NULL},
    {0, "-fvk-u-shift", OPT_WARNED, offsetof(compile_options, unused), "SHIFT SPACE", "there is no SPIR-V output", NULL},
    {0, "-fvk-bind-globals", OPT_WARNED, offsetof(compile_options, unused), "BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-fvk-bind-counter-heap", OPT_WARNED, offsetof(compile_options, unused), "BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-fvk-bind-resource-heap", OPT_WARNED, offsetof(compile_options, unused), "BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-fvk-bind-sampler-heap", OPT_WARNED, offsetof(compile_options, unused), "BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-fvk-bind-register", OPT_WARNED, offsetof(compile_options, unused), "NUMBER SPACE BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-vkbr", OPT_WARNED, offsetof(compile_options, unused), "NUMBER SPACE BINDING SET", "there is no SPIR-V output", NULL},
    {0, "-fvk*", OPT_WARNED, offsetof(compile_options, unused), NULL, "there is no SPIR-V output", NULL},
    {0, "-fspv-max-id", OPT_WARNED, offsetof(compile_options, unused), "N", "there is no SPIR-V output", NULL},
    {0, "-fspv*", OPT_WARNED, offsetof(compile_options, unused), NULL, "there is no SPIR-V output", NULL},
    {0, "-Oconfig", OPT_WARNED, offsetof(compile_options, unused), NULL, "there is no SPIR-V output", NULL},
    {0, "-skip-serialization", OPT_WARNED, offsetof(compile_options, unused), NULL, "the result is always a container", NULL},

    /* Not supported; the text says why, or what to use instead. */
    {0, "-spirv", OPT_REFUSED, 0, NULL, "there is no SPIR-V output", NULL},
    {0, "-metal", OPT_REFUSED, 0, NULL, "there is no Metal output", NULL},
    {0, "-fcgl", OPT_REFUSED, 0, NULL, "there is no intermediate form between source and DXIL", NULL},
    {0, "-Odump", OPT_REFUSED, 0, NULL, "use \"dxk opt --list-passes\"", NULL},
    {0, "-ast-dump*", OPT_REFUSED, 0, NULL, "the syntax tree cannot be printed", NULL},
    {0, "-print-before*", OPT_REFUSED, 0, NULL, "use \"dxk opt --print-after-all\"", NULL},
    {0, "-print-after*", OPT_REFUSED, 0, NULL, "use \"dxk opt --print-after\"", NULL},
    {0, "-verify*", OPT_REFUSED, 0, NULL, "use -fsyntax-only and --json in tests", NULL},
    {0, "-recompile", OPT_REFUSED, 0, NULL, "use \"dxk pdb extract\" to get sources and arguments", NULL},
    {0, "-link", OPT_REFUSED, 0, NULL, "use \"dxk link\"", NULL},
    {0, "-external", OPT_REFUSED, 0, "FILE", "no libraries are loaded", NULL},
    {0, "-external-fn", OPT_REFUSED, 0, "NAME", "no libraries are loaded", NULL},
    {0, "-import-binding-table", OPT_REFUSED, 0, "FILE", "write bindings in the source", NULL},
    {0, "-binding-table-define", OPT_REFUSED, 0, "MACRO", "write bindings in the source", NULL},
    {0, "-override-semdef", OPT_REFUSED, 0, "NAME", "there are no semantic defines", NULL},
    {0},
};
/* clang-format on */

uint32_t compile_root_version(const char *name)
{
    static const char *const names[] = {"rootsig_1_0", "rootsig_1_1", "rootsig_1_2"};
    for (uint32_t i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0)
            return DXK_RS_VERSION_1_0 + i;
    }
    return 0;
}

uint32_t compile_validator_minor(const char *text)
{
    char *end;
    if (strncmp(text, "1.", 2) != 0 || text[2] < '0' || text[2] > '9')
        return 0;
    unsigned long minor = strtoul(text + 2, &end, 10);
    return *end || minor > 10 ? 0 : (uint32_t)minor + 1;
}

bool compile_is_library(const compile_options *o)
{
    return o->target && strncmp(o->target, "lib_", 4) == 0;
}

bool compile_is_any_validator(const compile_options *o)
{
    return o->validator && strcmp(o->validator, "0.0") == 0;
}

/* Are there types of 16 bits in the shader model and the version of the language? */
static bool allows_16bit(const compile_options *o)
{
    const char *model = strstr(o->target, "_6_");
    bool old = model && (model[3] == '0' || model[3] == '1') && !model[4];
    return !old && !(o->version && strcmp(o->version, "2018") < 0);
}

static bool is_one_of(const char *text, const char *words)
{
    return !text || opt_choice(words, text) >= 0;
}

/* Values of options that are none of the words that there are. */
static bool check_values(const compile_options *o, char message[OPT_MESSAGE])
{
    const char *format = NULL, *value = NULL;
    if (!is_one_of(o->version, "2016|2017|2018|2021|202x")) {
        format = "-HV takes 2016, 2017, 2018, 2021 or 202x, not '%.40s'";
        value = o->version;
    } else if (!is_one_of(o->level, "0|1|2|3")) {
        format = "-O takes 0 to 3, not '%.40s'";
        value = o->level;
    } else if (!is_one_of(o->denormals, "any|preserve|ftz")) {
        format = "-denorm takes any, preserve or ftz, not '%.40s'";
        value = o->denormals;
    } else if (!is_one_of(o->linkage, "internal|external")) {
        format = "-default-linkage takes internal or external, not '%.40s'";
        value = o->linkage;
    } else if (!is_one_of(o->diagnostics, "clang|msvc|msvc-fallback|vi")) {
        format = "-fdiagnostics-format takes clang, msvc, msvc-fallback or vi, not '%.40s'";
        value = o->diagnostics;
    } else if (!is_one_of(o->encoding, "utf8")) {
        format = "-encoding takes utf8, not '%.40s'";
        value = o->encoding;
    } else if (o->root_version && !compile_root_version(o->root_version)) {
        format = "-force-rootsig-ver takes rootsig_1_0, rootsig_1_1 or rootsig_1_2, not '%.40s'";
        value = o->root_version;
    } else if (o->validator && !compile_is_any_validator(o) &&
               !compile_validator_minor(o->validator)) {
        format = "-validator-version takes 1.0 to 1.10, not '%.40s'";
        value = o->validator;
    }
    if (format)
        snprintf(message, OPT_MESSAGE, format, value);
    return !format;
}

/* What is wrong with two options about the program at a time; NULL: nothing. */
static const char *contradiction(const compile_options *o)
{
    bool library = compile_is_library(o);
    bool other = o->target && !library;
    if (o->row_major && o->column_major)
        return "Cannot specify /Zpr and /Zpc together, use /? to get usage information";
    if (o->direct3d_9 && o->version && strcmp(o->version, "2016") != 0)
        return "/Gec is not supported with HLSL versions later than 2016";
    if (o->native_16bit && o->target && !allows_16bit(o))
        return "enable-16bit-types is only allowed for shader model >= 6.2 and HLSL Language >= "
               "2018.";
    if (o->exports.count && other)
        return "library profile required when using -exports option";
    if (o->shaders_only && other)
        return "library profile required when using -export-shaders-only option";
    if (o->linkage && other)
        return "library profile required when using -default-linkage option";
    if (o->avoids_flow && o->prefers_flow)
        return "Cannot specify /Gfa and /Gfp together, use /? to get usage information";
    if (o->pack_stable && o->pack_optimized)
        return "Cannot specify /pack_prefix_stable and /pack_optimized together, use /? to get "
               "usage information";
    return library ? opt_library_conflict(o->target, !o->no_validate,
                                          o->validator && !compile_is_any_validator(o))
                   : NULL;
}

/* The same of options about what is written beside it. */
static const char *contradiction_of_outputs(const compile_options *o)
{
    if (o->embeds && !o->debug)
        return "Must enable debug info with /Zi for /Qembed_debug";
    if (o->debug && o->sources_only)
        return "Cannot specify both /Zi and /Zs";
    if (o->hash_source && o->hash_binary)
        return "Cannot specify both /Zss and /Zsb";
    if (o->hash_source && !o->debug && !o->sources_only)
        return "/Zss requires debug info (/Zi or /Zs)";
    if (o->pdb_in_private && o->private_data)
        return "Cannot specify /Qpdb_in_private and /setprivate together.";
    if (o->strip_private && o->private_data)
        return "Cannot specify /Qstrip_priv and /setprivate together.";
    if (o->strip_private && o->pdb_in_private)
        return "Cannot specify /Qstrip_priv and /Qpdb_in_private together.";
    if (o->keeps_sources && o->sources_only)
        return "Cannot specify both /Qsource_in_debug_module and /Zs";
    if (o->keep_names && o->drop_names)
        return "-Qstrip_reflect_from_dxil mutually exclusive with -Qkeep_reflect_in_dxil.";
    if (o->extracts_root && !o->output)
        return "-extractrootsignature requires -Fo";
    if (o->verify_root && !o->lists)
        return "-verifyrootsignature requires -dumpbin";
    if (o->variable && !o->header)
        return "Cannot specify a header variable name when not writing a header.";
    return NULL;
}

bool compile_makes_container(const compile_options *o)
{
    return !o->preprocess && !o->old_preprocess && !o->syntax_only && !o->lists_files &&
           !o->only_files && !o->lists;
}

bool compile_prints_container(const compile_options *o)
{
    return compile_makes_container(o) && !o->only_messages &&
           (o->output ? strcmp(o->output, "-") == 0 : !o->listing && !o->header);
}

bool compile_check(const compile_options *o, char message[OPT_MESSAGE])
{
    if (!check_values(o, message))
        return false;
    const char *wrong = contradiction(o);
    if (!wrong)
        wrong = contradiction_of_outputs(o);
    if (!wrong && compile_makes_container(o) && !o->target)
        wrong = "-T is required: it names the stage and shader model";
    if (!wrong && o->shows_files && compile_prints_container(o))
        wrong = "-H requires -Fo: it prints to standard output";
    if (wrong)
        snprintf(message, OPT_MESSAGE, "%s", wrong);
    return !wrong;
}
