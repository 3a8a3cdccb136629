/* SPDX-License-Identifier: MIT */
/*
 * cmd_compile.c - `dxk compile`: HLSL to containers. Options have the names that the reference's compiler
 * gives them.
 */
#include <dxk/hlsl.h>
#include <dxk/validate.h>

#include "compile.h"
#include "val.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct compile_options {
    const char *target, *entry, *version, *output, *preprocessed;
    opt_list defines, directories, warnings;
    const char *level, *denormals, *root_define, *root_version;
    bool debug, no_optimize, strict, all_bound, no_validate;
    const char *linkage, *space;
    opt_list exports;
    bool shaders_only, payload_qualifiers;
    const char *listing, *reflection, *root_file, *hash, *pdb, *validator, *dependencies, *variable;
    bool embeds, strip_debug, strip_reflection, strip_root, keep_names, lists_files, with_files,
        shows_files, ignored;
    bool preprocess, syntax_only, native_16bit, row_major, column_major, errors, no_warnings,
        no_lines, legacy_macros;
} compile_options;

static const opt_spec specs[] = {
    {'T', NULL, OPT_TEXT, offsetof(compile_options, target), "PROFILE",
     "stage and shader model: ps_6_0, cs_6_6, ...", NULL},
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
    {0, "-denorm", OPT_TEXT, offsetof(compile_options, denormals), "MODE",
     "what becomes of denormal floats: any, preserve or ftz", "Shader model 6.2 and later."},
    {0, "-rootsig-define", OPT_TEXT, offsetof(compile_options, root_define), "MACRO",
     "the root signature is what MACRO stands for",
     "Default: that of the entry point's attribute."},
    {0, "-force-rootsig-ver", OPT_TEXT, offsetof(compile_options, root_version), "VERSION",
     "version of the root signature: rootsig_1_0, rootsig_1_1 or rootsig_1_2",
     "Default: rootsig_1_1."},
    {0, "-all-resources-bound", OPT_FLAG, offsetof(compile_options, all_bound), NULL,
     "the root signature binds all descriptors", NULL},
    {0, "-exports", OPT_LIST, offsetof(compile_options, exports), "DEFS",
     "libraries: show just these functions", "NAME, NEW=NAME; several with ';' between."},
    {0, "-export-shaders-only", OPT_FLAG, offsetof(compile_options, shaders_only), NULL,
     "libraries: show just entry points", NULL},
    {0, "-default-linkage", OPT_TEXT, offsetof(compile_options, linkage), "LINKAGE",
     "libraries: whether functions are shown without export",
     "internal or external. Default: internal, but external for lib_6_x."},
    {0, "-auto-binding-space", OPT_TEXT, offsetof(compile_options, space), "SPACE",
     "where resources are that have no space; libraries give out registers", NULL},
    {0, "-enable-payload-qualifiers", OPT_FLAG, offsetof(compile_options, payload_qualifiers), NULL,
     "members of payloads say who reads and writes them", "Always from 6.7 on."},
    {0, "-Vd", OPT_FLAG, offsetof(compile_options, no_validate), NULL,
     "do not validate, nor sign, the result", NULL},
    {'o', "-Fo", OPT_TEXT, offsetof(compile_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0, "-enable-16bit-types", OPT_FLAG, offsetof(compile_options, native_16bit), NULL,
     "types of 16 bits have exactly 16 bits", NULL},
    {0, "-Zpr", OPT_FLAG, offsetof(compile_options, row_major), NULL, "matrices are row_major",
     NULL},
    {0, "-Zpc", OPT_FLAG, offsetof(compile_options, column_major), NULL,
     "matrices are column_major", "The default."},
    {0, "-WX", OPT_FLAG, offsetof(compile_options, errors), NULL, "warnings are errors", NULL},
    {'W', NULL, OPT_LIST, offsetof(compile_options, warnings), "[no-]GROUP",
     "report warnings of a group, or do not", "As in -Wno-conversion. May be repeated."},
    {0, "-no-warnings", OPT_FLAG, offsetof(compile_options, no_warnings), NULL,
     "do not report warnings", NULL},
    {0, "-ignore-line-directives", OPT_FLAG, offsetof(compile_options, no_lines), NULL,
     "#line changes nothing", NULL},
    {0, "-flegacy-macro-expansion", OPT_FLAG, offsetof(compile_options, legacy_macros), NULL,
     "expand macros beside ##, too", NULL},
    {'P', NULL, OPT_FLAG, offsetof(compile_options, preprocess), NULL, "preprocess only", NULL},
    {0, "-Fc", OPT_TEXT, offsetof(compile_options, listing), "FILE", "write the listing to FILE",
     "- is standard output. Without -Fo there is no container then."},
    {0, "-Fd", OPT_TEXT, offsetof(compile_options, pdb), "FILE",
     "write debug information to a PDB, not into the container",
     "A name that ends with / is a directory: the file gets the name that debuggers look for."},
    {0, "-Fre", OPT_TEXT, offsetof(compile_options, reflection), "FILE",
     "write the reflection part to FILE", NULL},
    {0, "-Frs", OPT_TEXT, offsetof(compile_options, root_file), "FILE",
     "write a container with the root signature to FILE", NULL},
    {0, "-Fsh", OPT_TEXT, offsetof(compile_options, hash), "FILE",
     "write the hash of the program to FILE", NULL},
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
     "Default: the newest. 0.0, with -Vd: for no certain one."},
    {'M', NULL, OPT_FLAG, offsetof(compile_options, lists_files), NULL,
     "print which files the source depends on, and compile nothing", NULL},
    {0, "-MD", OPT_FLAG, offsetof(compile_options, with_files), NULL,
     "write them beside, into the source's name with .d", NULL},
    {0, "-MF", OPT_TEXT, offsetof(compile_options, dependencies), "FILE",
     "write them to FILE while compiling", NULL},
    {'H', NULL, OPT_FLAG, offsetof(compile_options, shows_files), NULL,
     "tell of the files that are included", NULL},
    {0, "-Vn", OPT_TEXT, offsetof(compile_options, variable), "NAME", "accepted; has no effect",
     NULL},
    {0, "-nologo", OPT_FLAG, offsetof(compile_options, ignored), NULL, "accepted; has no effect",
     NULL},
    {0, "-Ges", OPT_FLAG, offsetof(compile_options, ignored), NULL, "accepted; has no effect",
     "What it asks for is always so."},
    {0, "-Qsource_in_debug_module", OPT_FLAG, offsetof(compile_options, ignored), NULL,
     "accepted; has no effect", "Sources are always in debug information."},
    {0, "-fsyntax-only", OPT_FLAG, offsetof(compile_options, syntax_only), NULL,
     "check the syntax only", NULL},
    {0, "-Fi", OPT_TEXT, offsetof(compile_options, preprocessed), "FILE", "with -P: write to FILE",
     "Default: standard output."},
    {0},
};

/* dxk_rs_version of "rootsig_1_1"; 0: there is none. */
static uint32_t root_version(const char *name)
{
    static const char *const names[] = {"rootsig_1_0", "rootsig_1_1", "rootsig_1_2"};
    for (uint32_t i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0)
            return DXK_RS_VERSION_1_0 + i;
    }
    return 0;
}

/* The minor version behind "1.", and one; 0: it is none. */
static uint32_t validator_minor(const char *text)
{
    char *end;
    if (strncmp(text, "1.", 2) != 0 || text[2] < '0' || text[2] > '9')
        return 0;
    unsigned long minor = strtoul(text + 2, &end, 10);
    return *end || minor > 10 ? 0 : (uint32_t)minor + 1;
}

/* Version 0.0 stands for no certain one. */
static bool is_any_validator(const compile_options *o)
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

static int prepare(cli_app *app)
{
    const compile_options *o = app->options;
    static const char *const versions[] = {"2016", "2017", "2018", "2021", "202x"};
    bool known = !o->version;
    for (size_t i = 0; o->version && i < sizeof versions / sizeof *versions; i++)
        known = known || strcmp(o->version, versions[i]) == 0;
    if (!known)
        return cli_usage(app, "-HV takes 2016, 2017, 2018, 2021 or 202x, not '%.40s'", o->version);
    if (o->row_major && o->column_major)
        return cli_usage(app,
                         "Cannot specify /Zpr and /Zpc together, use /? to get usage information");
    if (o->level && (o->level[0] < '0' || o->level[0] > '3' || o->level[1]))
        return cli_usage(app, "-O takes 0 to 3, not '%.40s'", o->level);
    if (o->denormals && strcmp(o->denormals, "any") != 0 && strcmp(o->denormals, "ftz") != 0 &&
        strcmp(o->denormals, "preserve") != 0)
        return cli_usage(app, "-denorm takes any, preserve or ftz, not '%.40s'", o->denormals);
    if (o->root_version && !root_version(o->root_version))
        return cli_usage(app, "-force-rootsig-ver takes rootsig_1_0, rootsig_1_1 or rootsig_1_2");
    if (o->native_16bit && o->target && !allows_16bit(o))
        return cli_usage(app, "enable-16bit-types is only allowed for shader model >= 6.2 and HLSL "
                              "Language >= 2018.");
    if (o->exports.count && o->target && strncmp(o->target, "lib_", 4) != 0)
        return cli_usage(app, "library profile required when using -exports option");
    if (o->linkage && strcmp(o->linkage, "internal") != 0 && strcmp(o->linkage, "external") != 0)
        return cli_usage(app, "-default-linkage takes internal or external, not '%.40s'",
                         o->linkage);
    if (o->validator && !is_any_validator(o) && !validator_minor(o->validator))
        return cli_usage(app, "-validator-version takes 1.0 to 1.10, not '%.40s'", o->validator);
    if (o->preprocess || o->syntax_only || o->lists_files)
        return CLI_OK;
    if (!o->target)
        return cli_usage(app, "-T says which stage and shader model to compile for");
    if (o->shows_files && !o->output)
        return cli_usage(app, "-H needs -Fo: it prints to standard output");
    if (o->listing && !o->output)
        return CLI_OK;
    if (!o->preprocessed)
        return job_check_output(app, o->output, false);
    if (o->preprocessed && !o->preprocess)
        return cli_usage(app, "-Fi is for -P");
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Options for the library                                                                    */

/* The files that were included, and the lists that options became. */
typedef struct compilation {
    job *job;
    io_file *files;
    const char **names; /* of the same files */
    size_t file_count;
    const char **lists;
    dxk_hlsl_options options;
} compilation;

/* Copies the values of a list behind `*next`. */
static const char *const *take_list(const char ***next, const opt_list *list)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++)
        *(*next)++ = list->items[i].value;
    return first;
}

/* The groups of warnings that are switched off by "no-GROUP", or those that are switched on. */
static const char *const *take_groups(const char ***next, const opt_list *list, bool off,
                                      size_t *count)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++) {
        const char *group = list->items[i].value;
        if ((strncmp(group, "no-", 3) == 0) == off)
            *(*next)++ = group + (off ? 3 : 0);
    }
    *count = (size_t)(*next - first);
    return first;
}

/* Finds a file for the library; it stays open until the end of the compilation. */
static dxk_status include_file(void *user, dxk_str path, dxk_bytes *bytes)
{
    compilation *k = user;
    io_file *files = realloc(k->files, (k->file_count + 1) * sizeof *files);
    const char **names = realloc(k->names, (k->file_count + 1) * sizeof *names);
    char *name = malloc(path.size + 1);
    dxk_status status = DXK_E_NOMEM;
    if (files)
        k->files = files;
    if (names)
        k->names = names;
    if (files && names && name) {
        io_file *file = &files[k->file_count];
        memcpy(name, path.data, path.size);
        name[path.size] = 0;
        bool there = io_exists(name) && !io_is_directory(name);
        status = there && io_read(name, k->job->app->max_size, NULL, file) == 0 ? DXK_OK
                                                                                : DXK_E_NOT_FOUND;
        if (status == DXK_OK) {
            k->names[k->file_count] = name;
            *bytes = k->files[k->file_count++].bytes;
            return DXK_OK;
        }
    }
    free(name);
    return status;
}

/* "202x" is what comes next. */
static uint32_t version_of(const char *text)
{
    return strcmp(text, "202x") == 0 ? 2029 : (uint32_t)strtoul(text, NULL, 10);
}

static bool begin(compilation *k, job *j)
{
    const compile_options *o = j->options;
    size_t count = o->defines.count + o->directories.count + o->warnings.count + o->exports.count;
    const char **next = malloc((count + 1) * sizeof *next);
    *k = (compilation){.job = j, .lists = next};
    if (!next)
        return false;
    k->options = (dxk_hlsl_options){
        .struct_size = sizeof k->options,
        .name = {j->name, strlen(j->name)},
        .target = o->target,
        .entry = o->entry,
        .defines = take_list(&next, &o->defines),
        .define_count = o->defines.count,
        .directories = take_list(&next, &o->directories),
        .directory_count = o->directories.count,
        .version = o->version ? version_of(o->version) : 0,
        .optimize = o->level ? (uint32_t)(o->level[0] - '0') : 3,
        .no_optimize = o->no_optimize,
        .debug = o->debug || o->pdb,
        .keep_names = o->keep_names,
        .any_validator = is_any_validator(o),
        .validator_major = o->validator ? 1 : 0,
        .validator_minor = o->validator ? validator_minor(o->validator) - 1 : 0,
        .arguments = (const char *const *)j->app->arguments,
        .argument_count = j->app->argument_count,
        .strict_ieee = o->strict,
        .all_resources_bound = o->all_bound,
        .export_all = o->linkage && strcmp(o->linkage, "external") == 0,
        .export_marked = o->linkage && strcmp(o->linkage, "internal") == 0,
        .export_shaders_only = o->shaders_only,
        .payload_qualifiers = o->payload_qualifiers,
        .has_binding_space = o->space != NULL,
        .binding_space = o->space ? (uint32_t)strtoul(o->space, NULL, 10) : 0,
        .exports = take_list(&next, &o->exports),
        .export_count = o->exports.count,
        .native_16bit = o->native_16bit,
        .row_major = o->row_major,
        .warnings_are_errors = o->errors,
        .no_warnings = o->no_warnings,
        .ignore_line_directives = o->no_lines,
        .legacy_macros = o->legacy_macros,
        .denormals = o->denormals,
        .root_signature_define = o->root_define,
        .root_signature_version = o->root_version ? root_version(o->root_version) : 0,
        .include = include_file,
        .user = k,
    };
    k->options.silent = take_groups(&next, &o->warnings, true, &k->options.silent_count);
    k->options.loud = take_groups(&next, &o->warnings, false, &k->options.loud_count);
    return true;
}

static void end(compilation *k)
{
    for (size_t i = 0; i < k->file_count; i++)
        io_close(&k->files[i]);
    for (size_t i = 0; i < k->file_count; i++)
        free((void *)(uintptr_t)k->names[i]);
    free(k->names);
    free(k->files);
    free(k->lists);
}

/* ---------------------------------------------------------------------------------------- */
/* One source                                                                                 */

static int preprocess(job *j, const compilation *k)
{
    const compile_options *o = j->options;
    if (!o->preprocessed)
        return job_status(j,
                          dxk_hlsl_preprocess(j->ctx, j->input, &k->options, text_sink(&j->out)));
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int code =
        job_status(j, dxk_hlsl_preprocess(j->ctx, j->input, &k->options, dxk_buffer_sink(&text)));
    if (code == CLI_OK)
        code = job_write(j, o->preprocessed, &text);
    dxk_buffer_free(&text);
    return code;
}

/* What is only linked cannot be valid. */
static bool is_signed(const compile_options *o)
{
    return !o->no_validate && !(o->target && strcmp(o->target, "lib_6_x") == 0);
}

/* Validates, signs and writes a container; without -Vd an invalid one is not written. */
static int write_container(job *j, const dxk_container *made)
{
    const compile_options *o = j->options;
    dxk_validation *result = NULL;
    dxk_buffer bytes;
    if (!is_signed(o))
        return job_write_container(j, made, NULL, o->output);
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(&bytes), &result);
    int code = status == DXK_E_INVALID && result ? val_refuse(j, NULL, result, "not written")
                                                 : job_status(j, status);
    if (code == CLI_OK)
        code = job_write(j, o->output, &bytes);
    dxk_validation_free(result);
    dxk_buffer_free(&bytes);
    return code;
}

static int generate(job *j, const compilation *k)
{
    dxk_container *made = NULL;
    int code = job_status(j, dxk_hlsl_build(j->ctx, j->input, &k->options, &made));
    const compile_options *o = j->options;
    const compile_outputs outputs = {.listing = o->listing,
                                     .reflection = o->reflection,
                                     .root_signature = o->root_file,
                                     .hash = o->hash,
                                     .pdb = o->pdb,
                                     .is_signed = is_signed(o),
                                     .embeds = o->embeds,
                                     .strip_debug = o->strip_debug,
                                     .strip_reflection = o->strip_reflection,
                                     .strip_root_signature = o->strip_root};
    if (code == CLI_OK)
        code = compile_write_parts(j, &outputs, made);
    if (code == CLI_OK && (o->output || !o->listing))
        code = write_container(j, made);
    dxk_container_free(made);
    return code;
}

/* The source's name with another ending. */
static char *beside(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    size_t size = dot && (!slash || dot > slash) ? (size_t)(dot - name) : strlen(name);
    char *made = malloc(size + strlen(ending) + 1);
    if (made) {
        memcpy(made, name, size);
        strcpy(made + size, ending);
    }
    return made;
}

/* -M, -MD, -MF and -H: files that the source has included. */
static int tell_files(job *j, const compilation *k)
{
    const compile_options *o = j->options;
    char *file = o->with_files ? beside(j->name, ".d") : NULL;
    const compile_outputs outputs = {.dependencies = o->lists_files    ? NULL
                                                     : o->dependencies ? o->dependencies
                                                                       : file,
                                     .target = o->lists_files ? NULL : o->output};
    int code = CLI_OK;
    for (size_t i = 0; o->shows_files && i < k->file_count; i++) {
        text_put(&j->out, "; Opening file [");
        text_str(&j->out, (dxk_str){k->names[i], strlen(k->names[i])});
        text_put(&j->out, "], stack top [0]\n");
    }
    if (o->with_files && !file)
        code = job_status(j, DXK_E_NOMEM);
    else if (o->lists_files || o->with_files || o->dependencies)
        code = compile_write_dependencies(j, &outputs, k->names, k->file_count);
    free(file);
    return code;
}

/* Reads the source as far as it takes to know which files it includes. */
static int find_files(job *j, const compilation *k)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int code =
        job_status(j, dxk_hlsl_preprocess(j->ctx, j->input, &k->options, dxk_buffer_sink(&text)));
    dxk_buffer_free(&text);
    return code;
}

static int compile(job *j, const compilation *k)
{
    const compile_options *o = j->options;
    if (o->preprocess)
        return preprocess(j, k);
    if (o->lists_files)
        return find_files(j, k);
    if (!o->syntax_only)
        return generate(j, k);
    return job_status(j, dxk_hlsl_check(j->ctx, j->input, &k->options));
}

static int run(job *j)
{
    compilation k;
    int code = begin(&k, j) ? compile(j, &k) : job_status(j, DXK_E_NOMEM);
    if (code == CLI_OK)
        code = tell_files(j, &k);
    end(&k);
    return code;
}

const cli_command cmd_compile = {
    .name = "compile",
    .summary = "compile HLSL",
    .operands = "[FILE]",
    .about =
        "Compiles an entry point or a library in HLSL to a container, validated and signed; or\n"
        "prints the source with its macros expanded and its files included (-P). Options\n"
        "have the names that the reference's compiler gives them; called as \"dxc\", by a link\n"
        "of that name, the command is this one, and lists the result unless -Fo is given.\n"
        "\n"
        "Not all of the language can be compiled yet: docs/compiling.md lists what is missing.\n"
        "What cannot be compiled is an error that says so.",
    .examples = "dxk compile -T ps_6_0 -E main light.hlsl -Fo light.dxil\n"
                "dxk compile -T cs_6_6 -D QUALITY=2 -I shaders -Od blur.hlsl | dxk dis\n"
                "dxk compile -T ps_6_0 light.hlsl -Zi -Fd pdb/ -Fo light.dxil\n"
                "dxk compile -P light.hlsl",
    .options = specs,
    .options_size = sizeof(compile_options),
    .prepare = prepare,
    .run = run,
};
