/* SPDX-License-Identifier: MIT */
/*
 * compile_options.c - the options of `dxk compile`, which have the names that the reference's compiler
 * gives them; those of its options that have no effect here or are refused; and which go together.
 */
#include "compile.h"

#include <dxk/rootsig.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const opt_spec compile_specs[] = {
    {'T', NULL, OPT_TEXT, offsetof(compile_options, target), "PROFILE",
     "stage and shader model: ps_6_0, cs_6_6, ...",
     "Shader models 4.0 to 5.1 are taken as 6.0, with a warning."},
    {'E', NULL, OPT_TEXT, offsetof(compile_options, entry), "NAME", "entry point",
     "Default: main."},
    {'D', NULL, OPT_LIST, offsetof(compile_options, defines), "NAME[=VALUE]", "define a macro",
     NULL},
    {'I', NULL, OPT_LIST, offsetof(compile_options, directories), "DIR",
     "look for included files there", "May be repeated."},
    {0, "-HV", OPT_TEXT, offsetof(compile_options, version), "VERSION",
     "version of the language: 2016, 2017, 2018, 2021 or 202x", "Default: 2021."},
    {'O', NULL, OPT_TEXT, offsetof(compile_options, level), "LEVEL", "how much to optimize: 0 to 3",
     "Default: 3."},
    {0, "-Od", OPT_FLAG, offsetof(compile_options, no_optimize), NULL, "do not optimize", NULL},
    {0, "-Zi", OPT_FLAG, offsetof(compile_options, debug), NULL, "write debug information", NULL},
    {0, "-Gis", OPT_FLAG, offsetof(compile_options, strict), NULL,
     "floating point exactly as written", NULL},
    {0, "-denorm", OPT_JOINED, offsetof(compile_options, denormals), "MODE",
     "how denormal floats are treated: any, preserve or ftz", "Shader model 6.2 and later."},
    {0, "-rootsig-define", OPT_TEXT, offsetof(compile_options, root_define), "MACRO",
     "the root signature is what MACRO stands for",
     "Default: that of the entry point's attribute."},
    {0, "-force-rootsig-ver", OPT_JOINED, offsetof(compile_options, root_version), "VERSION",
     "version of the root signature: rootsig_1_0, rootsig_1_1 or rootsig_1_2",
     "Default: rootsig_1_1."},
    {0, "-force_rootsig_ver", OPT_JOINED, offsetof(compile_options, root_version), "VERSION",
     "the same", NULL},
    {0, "-all_resources_bound", OPT_FLAG, offsetof(compile_options, all_bound), NULL,
     "the same as -all-resources-bound", NULL},
    {0, "-all-resources-bound", OPT_FLAG, offsetof(compile_options, all_bound), NULL,
     "the root signature binds all descriptors", NULL},
    {0, "-exports", OPT_LIST, offsetof(compile_options, exports), "DEFS",
     "libraries: export only these functions", "NAME, NEW=NAME; several with ';' between."},
    {0, "-export-shaders-only", OPT_FLAG, offsetof(compile_options, shaders_only), NULL,
     "libraries: export only entry points", NULL},
    {0, "-default-linkage", OPT_TEXT, offsetof(compile_options, linkage), "LINKAGE",
     "libraries: linkage of functions without export",
     "internal or external. Default: internal, but external for lib_6_x."},
    {0, "-res-may-alias", OPT_FLAG, offsetof(compile_options, may_alias), NULL,
     "writable resources may overlap others", "Shader model 6.7 and later say so."},
    {0, "-res_may_alias", OPT_FLAG, offsetof(compile_options, may_alias), NULL, "the same", NULL},
    {0, "-pack-optimized", OPT_FLAG, offsetof(compile_options, pack_optimized), NULL,
     "pack signatures tightly", "The stages on both sides must have equal ones."},
    {0, "-pack_optimized", OPT_FLAG, offsetof(compile_options, pack_optimized), NULL, "the same",
     NULL},
    {0, "-auto-binding-space", OPT_TEXT, offsetof(compile_options, space), "SPACE",
     "space of resources that name none; libraries assign registers, too", NULL},
    {0, "-enable-payload-qualifiers", OPT_FLAG, offsetof(compile_options, payload_qualifiers), NULL,
     "enable access qualifiers of ray payloads", "From 6.7 on the default."},
    {0, "-disable-payload-qualifiers", OPT_FLAG, offsetof(compile_options, no_payload_qualifiers),
     NULL, "disable them, also from 6.7 on", NULL},
    {0, "-Gec", OPT_FLAG, offsetof(compile_options, direct3d_9), NULL,
     "take what shaders of Direct3D 9 have: COLOR for SV_Target, constants that are written",
     "The language is HLSL 2016 then."},
    {0, "-flegacy-resource-reservation", OPT_FLAG, offsetof(compile_options, reserve), NULL,
     "registers of unused resources are given to no others", NULL},
    {0, "-Vd", OPT_FLAG, offsetof(compile_options, no_validate), NULL,
     "do not validate or sign the result", NULL},
    {'o', "-Fo", OPT_JOINED, offsetof(compile_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0, "-enable-16bit-types", OPT_FLAG, offsetof(compile_options, native_16bit), NULL,
     "types of 16 bits have exactly 16 bits", NULL},
    {0, "-Zpr", OPT_FLAG, offsetof(compile_options, row_major), NULL, "matrices are row_major",
     NULL},
    {0, "-Zpc", OPT_FLAG, offsetof(compile_options, column_major), NULL,
     "matrices are column_major", "The default."},
    {0, "-WX", OPT_FLAG, offsetof(compile_options, errors), NULL, "warnings are errors", NULL},
    {'W', NULL, OPT_LIST, offsetof(compile_options, warnings), "[no-][error=]GROUP",
     "report warnings of a group, or do not",
     "As in -Wno-conversion, -Werror=conversion, -Wno-error=conversion, -Werror. May be repeated."},
    {0, "-no-warnings", OPT_FLAG, offsetof(compile_options, no_warnings), NULL,
     "do not report warnings", NULL},
    {0, "-ignore-line-directives", OPT_FLAG, offsetof(compile_options, no_lines), NULL,
     "ignore #line", NULL},
    {0, "-flegacy-macro-expansion", OPT_FLAG, offsetof(compile_options, legacy_macros), NULL,
     "expand macros beside ##, too", NULL},
    {'P', NULL, OPT_FLAG, offsetof(compile_options, preprocess), NULL, "preprocess only", NULL},
    {0, "-Fc", OPT_JOINED, offsetof(compile_options, listing), "FILE", "write the listing to FILE",
     "- is standard output. Without -Fo there is no container then."},
    {0, "-Fd", OPT_JOINED, offsetof(compile_options, pdb), "FILE",
     "write debug information to a PDB, not into the container",
     "A name that ends with / is a directory, made if it is not there: the file gets the name "
     "that debuggers look for."},
    {0, "-Fre", OPT_TEXT, offsetof(compile_options, reflection), "FILE",
     "write the reflection part to FILE", NULL},
    {0, "-Frs", OPT_TEXT, offsetof(compile_options, root_file), "FILE",
     "write a container with the root signature to FILE", NULL},
    {0, "-Fsh", OPT_TEXT, offsetof(compile_options, hash), "FILE",
     "write the hash of the program to FILE", NULL},
    {0, "-Zs", OPT_FLAG, offsetof(compile_options, sources_only), NULL,
     "write a PDB with sources and options only", "To the file of -Fd."},
    {0, "-Zss", OPT_FLAG, offsetof(compile_options, hash_source), NULL,
     "hash the program with its debug information; the hash names the PDB", NULL},
    {0, "-Zsb", OPT_FLAG, offsetof(compile_options, hash_binary), NULL,
     "hash the program without debug information", "The default."},
    {0, "-Qpdb_in_private", OPT_FLAG, offsetof(compile_options, pdb_in_private), NULL,
     "put the PDB into the container, as private data", NULL},
    {0, "-setprivate", OPT_JOINED, offsetof(compile_options, private_data), "FILE",
     "put the bytes of FILE into the container, as private data", NULL},
    {0, "-setrootsignature", OPT_JOINED, offsetof(compile_options, set_root), "FILE",
     "the root signature is that in the container FILE", NULL},
    {0, "-Qembed_debug", OPT_FLAG, offsetof(compile_options, embeds), NULL,
     "with -Fd: leave debug information in the container, too", NULL},
    {0, "-Qstrip_debug", OPT_FLAG, offsetof(compile_options, strip_debug), NULL,
     "take debug information out of the container", NULL},
    {0, "-Qstrip_reflect", OPT_FLAG, offsetof(compile_options, strip_reflection), NULL,
     "take reflection out of the container", NULL},
    {0, "-Qstrip_rootsignature", OPT_FLAG, offsetof(compile_options, strip_root), NULL,
     "take the root signature out of the container", NULL},
    {0, "-Qkeep_reflect_in_dxil", OPT_FLAG, offsetof(compile_options, keep_names), NULL,
     "leave names of resources and types in the program, too", NULL},
    {0, "-validator-version", OPT_TEXT, offsetof(compile_options, validator), "1.N",
     "make the container for that validator",
     "Default: the newest. 0.0, with -Vd: for no particular one."},
    {'M', NULL, OPT_FLAG, offsetof(compile_options, lists_files), NULL,
     "print which files the source depends on, and compile nothing", NULL},
    {0, "-MD", OPT_FLAG, offsetof(compile_options, with_files), NULL,
     "write them to a file named as the source, with .d", NULL},
    {0, "-MF", OPT_JOINED, offsetof(compile_options, dependencies), "FILE",
     "write them to FILE while compiling", NULL},
    {'H', "-Vi", OPT_FLAG, offsetof(compile_options, shows_files), NULL,
     "print the names of included files", NULL},
    {0, "-Fh", OPT_JOINED, offsetof(compile_options, header), "FILE",
     "write an array in C with the container to FILE", "After the listing, as a comment."},
    {0, "-Vn", OPT_JOINED, offsetof(compile_options, variable), "NAME", "name of the array of -Fh",
     "Default: g_ and the entry point."},
    {0, "-Fe", OPT_JOINED, offsetof(compile_options, messages), "FILE",
     "write warnings and errors to FILE, too", NULL},
    {0, "-dumpbin", OPT_FLAG, offsetof(compile_options, lists), NULL,
     "FILE is a container: list it", "To standard output, unless there is -Fc."},
    {0, "-fsyntax-only", OPT_FLAG, offsetof(compile_options, syntax_only), NULL,
     "check the syntax only", NULL},
    {0, "-Fi", OPT_JOINED, offsetof(compile_options, preprocessed), "FILE",
     "with -P: write to FILE", "Default: standard output."},
    {0, "jobs", OPT_TEXT, offsetof(compile_options, jobs), "FILE",
     "run a compilation for each line of FILE",
     "A line has a source and its options: light.hlsl -T ps_6_0 -D FOG=1 -Fo light.dxil.\n"
     "Options of the command line come before those of the line. Lines that begin with #\n"
     "are comments; quotes keep blanks. Included files are read once for all."},
    {0, "sarif", OPT_FLAG, offsetof(compile_options, sarif), NULL,
     "print messages as SARIF 2.1.0, too",
     "To standard output, as one document; a container needs -Fo then."},
    {0, "summary", OPT_FLAG, offsetof(compile_options, summary), NULL,
     "print the number of compilations and the time at the end", NULL},
    {0},
};

/* clang-format off */
const opt_spec compile_foreign[] = {
    /* Always so here, or about how the reference works inside. */
    {0, "-nologo", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Ges", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Gfa", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Gfp", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Cc", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Ni", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-No", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Lx", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Qsource_in_debug_module", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Qstrip_priv", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Qstrip_reflect_from_dxil", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-Qunused-arguments", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-pack-prefix-stable", OPT_IGNORED, 0, NULL, "no effect", NULL},
    {0, "-pack_prefix_stable", OPT_IGNORED, 0, NULL, "no effect", NULL},
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

    /* Not supported; the text says why, or what to use instead. */
    {0, "-spirv", OPT_REFUSED, 0, NULL, "there is no output as SPIR-V", NULL},
    {0, "-metal", OPT_REFUSED, 0, NULL, "there is no output for Metal", NULL},
    {0, "-fspv*", OPT_REFUSED, 0, NULL, "there is no output as SPIR-V", NULL},
    {0, "-fvk*", OPT_REFUSED, 0, NULL, "there is no output as SPIR-V", NULL},
    {0, "-vkbr", OPT_REFUSED, 0, NULL, "there is no output as SPIR-V", NULL},
    {0, "-Oconfig", OPT_REFUSED, 0, NULL, "there is no output as SPIR-V", NULL},
    {0, "-fcgl", OPT_REFUSED, 0, NULL, "there is no form of the program between the source and DXIL", NULL},
    {0, "-Odump", OPT_REFUSED, 0, NULL, "\"dxk opt --list-passes\" has the passes", NULL},
    {0, "-ast-dump*", OPT_REFUSED, 0, NULL, "the syntax tree is not shown", NULL},
    {0, "-print-before*", OPT_REFUSED, 0, NULL, "\"dxk opt --print-after-all\" does much the same", NULL},
    {0, "-print-after*", OPT_REFUSED, 0, NULL, "\"dxk opt --print-after\" does it", NULL},
    {0, "-verify", OPT_REFUSED, 0, NULL, "use -fsyntax-only and --json in tests", NULL},
    {0, "-recompile", OPT_REFUSED, 0, NULL, "\"dxk pdb extract\" has the sources and arguments in a file", NULL},
    {0, "-link", OPT_REFUSED, 0, NULL, "\"dxk link\" does it", NULL},
    {0, "-extractrootsignature", OPT_REFUSED, 0, NULL, "\"dxk extract RTS0\" does it", NULL},
    {0, "-verifyrootsignature", OPT_REFUSED, 0, "FILE", "\"dxk rootsig verify\" does it", NULL},
    {0, "-getprivate", OPT_REFUSED, 0, "FILE", "\"dxk extract PRIV\" does it", NULL},
    {0, "-Po", OPT_REFUSED, 0, NULL, "-P -Fi FILE does it", NULL},
    {0, "-fdiagnostics-format", OPT_REFUSED, 0, NULL, "use --json or --sarif", NULL},
    {0, "-encoding", OPT_REFUSED, 0, "NAME", "sources are UTF-8, or UTF-16 with a mark", NULL},
    {0, "-external", OPT_REFUSED, 0, "FILE", "there are no libraries to load", NULL},
    {0, "-external-fn", OPT_REFUSED, 0, "NAME", "there are no libraries to load", NULL},
    {0, "-import-binding-table", OPT_REFUSED, 0, "FILE", "bindings are written in the source", NULL},
    {0, "-binding-table-define", OPT_REFUSED, 0, "MACRO", "bindings are written in the source", NULL},
    {0, "-precise-output", OPT_REFUSED, 0, "NAME", "\"precise\" is written in the source", NULL},
    {0, "-override-semdef", OPT_REFUSED, 0, "NAME", "there are no semantic defines", NULL},
    {0, "-skip-serialization", OPT_REFUSED, 0, NULL, "the result is always a container", NULL},
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

/* What is wrong with two options at a time; NULL: nothing. */
static const char *contradiction(const compile_options *o)
{
    bool library = o->target && strncmp(o->target, "lib_", 4) == 0;
    if (o->row_major && o->column_major)
        return "Cannot specify /Zpr and /Zpc together, use /? to get usage information";
    if (o->direct3d_9 && o->version && strcmp(o->version, "2016") != 0)
        return "/Gec is not supported with HLSL versions later than 2016";
    if (o->native_16bit && o->target && !allows_16bit(o))
        return "enable-16bit-types is only allowed for shader model >= 6.2 and HLSL Language >= "
               "2018.";
    if (o->exports.count && o->target && !library)
        return "library profile required when using -exports option";
    if (o->debug && o->sources_only)
        return "Cannot specify both /Zi and /Zs";
    if (o->hash_source && o->hash_binary)
        return "Cannot specify both /Zss and /Zsb";
    if (o->hash_source && !o->debug && !o->sources_only)
        return "/Zss requires debug info (/Zi or /Zs)";
    if (o->pdb_in_private && o->private_data)
        return "Cannot specify /Qpdb_in_private and /setprivate together.";
    if (o->pdb_in_private && !o->debug && !o->sources_only)
        return "-Qpdb_in_private needs -Zi or -Zs";
    if (o->preprocessed && !o->preprocess)
        return "-Fi is for -P";
    return NULL;
}

/* Does it compile, and not just look? */
static bool compiles(const compile_options *o)
{
    return !o->preprocess && !o->syntax_only && !o->lists_files && !o->lists;
}

bool compile_prints_container(const compile_options *o)
{
    return compiles(o) && (o->output ? strcmp(o->output, "-") == 0 : !o->listing && !o->header);
}

bool compile_check(const compile_options *o, char message[OPT_MESSAGE])
{
    if (!check_values(o, message))
        return false;
    const char *wrong = contradiction(o);
    if (!wrong && compiles(o) && !o->target)
        wrong = "-T says which stage and shader model to compile for";
    if (!wrong && compiles(o) && o->shows_files && !o->output)
        wrong = "-H needs -Fo: it prints to standard output";
    if (wrong)
        snprintf(message, OPT_MESSAGE, "%s", wrong);
    return !wrong;
}
