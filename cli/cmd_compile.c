/* SPDX-License-Identifier: MIT */
/* cmd_compile.c - `dxk compile`: HLSL to containers. See compile.h. */
#include <dxk/hlsl.h>
#include <dxk/listing.h>
#include <dxk/validate.h>

#include "compile.h"
#include "val.h"

#include <stdlib.h>
#include <string.h>

static int prepare(cli_app *app)
{
    compile_options *o = app->options;
    char message[OPT_MESSAGE];
    if (o->sarif && app->common.json)
        return cli_usage(app, "--sarif and --json cannot be combined");
    app->summary = o->summary;
    o->words = (const char *const *)app->arguments;
    o->word_count = app->argument_count;
    o->source = app->operand_count ? app->operands[0] : NULL;
    o->files = compile_files_new(app->max_size);
    if (!o->files)
        return cli_usage(app, "out of memory"), CLI_LIMIT;
    if (o->sarif)
        app->frame = &val_sarif_frame;
    if (o->jobs)
        return compile_take_jobs(app);
    if (app->operand_count > 1)
        return cli_usage(app, "more than one source; use --jobs to compile several");
    if (!compile_check(o, message))
        return cli_usage(app, "%s", message);
    if (!compile_prints_container(o))
        return CLI_OK;
    if (o->sarif)
        return cli_usage(app, "--sarif requires -Fo: the document goes to standard output");
    return job_check_output(app, o->output, false);
}

static void finish(cli_app *app)
{
    compile_options *o = app->options;
    compile_free_jobs(o->all);
    compile_files_free(o->files);
}

/* ---------------------------------------------------------------------------------------- */
/* Options for the library                                                                    */

/* The files that were included, and the lists that options became. */
typedef struct compilation {
    job *job;
    const char **names; /* of files that were included */
    size_t file_count;
    const char **lists;
    dxk_hlsl_options options;
} compilation;

/* Copies the values of a list after `*next`. */
static const char *const *take_list(const char ***next, const opt_list *list)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++)
        *(*next)++ = list->items[i].value;
    return first;
}

/* How many words from `word` on say what the target or the entry point is. */
static size_t target_words(const char *word)
{
    bool says = strncmp(word, "-T", 2) == 0 || strncmp(word, "-E", 2) == 0;
    return !says ? 0 : word[2] ? 1 : 2;
}

/* The command line as it is kept beside debug information: entry point and target come first, and the
 * source is not named, as whoever compiles it again has it. Takes at most four places more than there are
 * words. */
static const char *const *take_words(const char ***next, const compile_options *o, size_t *count)
{
    const char **first = *next;
    if (o->target && !compile_is_library(o)) {
        *(*next)++ = "-E";
        *(*next)++ = o->entry ? o->entry : "main";
    }
    if (o->target) {
        *(*next)++ = "-T";
        *(*next)++ = o->target;
    }
    for (size_t i = 0; i < o->word_count;) {
        size_t skipped = target_words(o->words[i]);
        if (!skipped && o->words[i] != o->source)
            *(*next)++ = o->words[i];
        i += skipped ? skipped : 1;
    }
    *count = (size_t)(*next - first);
    return first;
}

/* What -W says of a group, by how it begins. */
static const char *const said[] = {"no-error=", "error=", "no-", ""};
enum { NO_ERROR, AS_ERROR, SILENT, LOUD };

/* The groups of warnings of which -W says one of these. */
static const char *const *take_groups(const char ***next, const opt_list *list, int what,
                                      size_t *count)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++) {
        const char *group = list->items[i].value;
        int is = NO_ERROR;
        while (strncmp(group, said[is], strlen(said[is])) != 0)
            is++;
        if (is == what)
            *(*next)++ = group + strlen(said[is]);
    }
    *count = (size_t)(*next - first);
    return first;
}

/* -WX, and -Werror without a group, of which the last one counts. */
static bool makes_errors(const compile_options *o)
{
    bool errors = o->errors;
    for (size_t i = 0; i < o->warnings.count; i++) {
        const char *group = o->warnings.items[i].value;
        if (strcmp(group, "error") == 0 || strcmp(group, "no-error") == 0)
            errors = group[0] == 'e';
    }
    return errors;
}

/* Finds a file for the library. */
static dxk_status include_file(void *user, dxk_str path, dxk_bytes *bytes)
{
    compilation *k = user;
    const compile_options *o = k->job->options;
    const char **names = realloc(k->names, (k->file_count + 1) * sizeof *names);
    if (!names)
        return DXK_E_NOMEM;
    k->names = names;
    dxk_status status = compile_files_get(o->files, path, bytes, &names[k->file_count]);
    if (status == DXK_OK)
        k->file_count++;
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
    size_t count = o->defines.count + o->directories.count + o->warnings.count + o->exports.count +
                   o->precise.count + o->word_count + 4;
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
        .debug = o->debug || o->pdb || o->sources_only,
        .keep_names = o->keep_names,
        .any_validator = compile_is_any_validator(o),
        .registers_may_overlap = o->no_validate,
        .validator_major = o->validator ? 1 : 0,
        .validator_minor = o->validator ? compile_validator_minor(o->validator) - 1 : 0,
        .strict_ieee = o->strict,
        .all_resources_bound = o->all_bound,
        .export_all = o->linkage && strcmp(o->linkage, "external") == 0,
        .export_marked = o->linkage && strcmp(o->linkage, "internal") == 0,
        .export_shaders_only = o->shaders_only,
        .payload_qualifiers = o->payload_qualifiers,
        .no_payload_qualifiers = o->no_payload_qualifiers,
        .direct3d_9 = o->direct3d_9,
        .prefer_flow_control = o->prefers_flow,
        .avoid_flow_control = o->avoids_flow,
        .pdb_name = o->pdb && !compile_is_directory(o->pdb) ? o->pdb : NULL,
        .reserve_registers = o->reserve,
        .has_binding_space = o->space != NULL,
        .binding_space = o->space ? (uint32_t)strtoul(o->space, NULL, 10) : 0,
        .exports = take_list(&next, &o->exports),
        .export_count = o->exports.count,
        .precise_outputs = take_list(&next, &o->precise),
        .precise_output_count = o->precise.count,
        .native_16bit = o->native_16bit,
        .row_major = o->row_major,
        .warnings_are_errors = makes_errors(o),
        .resources_may_alias = o->may_alias,
        .pack_optimized = o->pack_optimized,
        .hash_source = o->hash_source,
        .no_warnings = o->no_warnings,
        .ignore_line_directives = o->no_lines,
        .legacy_macros = o->legacy_macros,
        .denormals = o->denormals,
        .root_signature_define = o->root_define,
        .root_signature_version = o->root_version ? compile_root_version(o->root_version) : 0,
        .include = include_file,
        .user = k,
    };
    k->options.arguments = take_words(&next, o, &k->options.argument_count);
    k->options.silent = take_groups(&next, &o->warnings, SILENT, &k->options.silent_count);
    k->options.loud = take_groups(&next, &o->warnings, LOUD, &k->options.loud_count);
    k->options.fatal = take_groups(&next, &o->warnings, AS_ERROR, &k->options.fatal_count);
    k->options.harmless = take_groups(&next, &o->warnings, NO_ERROR, &k->options.harmless_count);
    return true;
}

static void end(compilation *k)
{
    free(k->names);
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

/* The bytes of a container, validated and signed unless that is not wanted. */
static int write_bytes(job *j, const dxk_container *made, dxk_buffer *bytes)
{
    dxk_validation *result = NULL;
    if (!compile_is_signed(j->options))
        return job_status(j, dxk_container_write(made, NULL, dxk_buffer_sink(bytes)));
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(bytes), &result);
    int code = status == DXK_E_INVALID && result ? val_refuse(j, NULL, result, "not written")
                                                 : job_status(j, status);
    dxk_validation_free(result);
    return code;
}

/* Writes the container to where it is wanted. */
static int write_container(job *j, const dxk_container *made)
{
    const compile_options *o = j->options;
    dxk_buffer bytes;
    bool wanted = o->output || compile_prints_container(o);
    if (!wanted && !o->header)
        return CLI_OK;
    dxk_buffer_init(&bytes, j->ctx);
    int code = write_bytes(j, made, &bytes);
    if (code == CLI_OK)
        code = compile_write_header(j, o, made, (dxk_bytes){bytes.data, bytes.size});
    if (code == CLI_OK && wanted)
        code = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    return code;
}

static int generate(job *j, const compilation *k)
{
    const compile_options *o = j->options;
    dxk_container *made = NULL;
    int code = job_status(j, dxk_hlsl_build(j->ctx, j->input, &k->options, &made));
    if (code == CLI_OK)
        code = compile_add_parts(j, o, made);
    if (code == CLI_OK)
        code = compile_write_parts(j, o, made);
    if (code == CLI_OK)
        code = write_container(j, made);
    dxk_container_free(made);
    return code;
}

/* -dumpbin: the input is a container. */
static int show(job *j)
{
    const compile_options *o = j->options;
    dxk_container *container = NULL;
    dxk_buffer text;
    int code = job_load(j, false, &container);
    dxk_buffer_init(&text, j->ctx);
    if (code == CLI_OK)
        code = job_status(
            j, dxk_list(container, NULL, o->listing ? dxk_buffer_sink(&text) : text_sink(&j->out)));
    if (code == CLI_OK && o->listing)
        code = job_write(j, o->listing, &text);
    dxk_buffer_free(&text);
    dxk_container_free(container);
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
    const char *path = o->lists_files ? NULL : o->dependencies ? o->dependencies : file;
    int code = CLI_OK;
    for (size_t i = 0; o->shows_files && i < k->file_count; i++) {
        text_put(&j->out, "; Opening file [");
        text_str(&j->out, (dxk_str){k->names[i], strlen(k->names[i])});
        text_put(&j->out, "], stack top [0]\n");
    }
    if (o->with_files && !file)
        code = job_status(j, DXK_E_NOMEM);
    else if (o->lists_files || o->with_files || o->dependencies)
        code = compile_write_dependencies(j, path, o->lists_files ? NULL : o->output, k->names,
                                          k->file_count);
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

/* A source may begin with any letters, but has no zero bytes. */
static bool is_compiled(dxk_bytes input)
{
    return dxk_input_sniff(input) != DXK_INPUT_UNKNOWN && memchr(input.data, 0, input.size);
}

static int compile(job *j, const compilation *k)
{
    const compile_options *o = j->options;
    if (o->lists)
        return show(j);
    if (is_compiled(j->input))
        return job_error(j, CLI_INVALID,
                         "is a compiled shader; use -dumpbin or 'dxk dis' to list it");
    if (o->preprocess)
        return preprocess(j, k);
    if (o->lists_files)
        return find_files(j, k);
    if (!o->syntax_only)
        return generate(j, k);
    return job_status(j, dxk_hlsl_check(j->ctx, j->input, &k->options));
}

/* What a document says of a compilation, of which there may be several for one source. */
static void put_json(dxk_json *json, const compile_options *o)
{
    dxk_json_text(json, "target", o->target);
    dxk_json_text(json, "entry", o->entry ? o->entry : "main");
    dxk_json_text(json, "output", o->output);
}

static void put_sarif(job *j)
{
    dxk_str name =
        strcmp(j->name, "-") == 0 ? (dxk_str){"stdin", 5} : (dxk_str){j->name, strlen(j->name)};
    for (size_t i = 0; i < dxk_ctx_diag_count(j->ctx); i++) {
        dxk_json json;
        text_put(&j->out, i ? ",\n        " : "        ");
        json_init(&json, &j->out);
        dxk_sarif_diag(&json, name, dxk_ctx_diag(j->ctx, i));
    }
}

static int run(job *j)
{
    const compile_options *o = j->options;
    compilation k;
    int code = begin(&k, j) ? compile(j, &k) : job_status(j, DXK_E_NOMEM);
    if (code == CLI_OK)
        code = tell_files(j, &k);
    end(&k);
    if (o->messages) {
        int written = compile_write_messages(j, o->messages);
        code = written > code ? written : code;
    }
    if (j->json)
        put_json(j->json, o);
    if (j->app->frame)
        put_sarif(j);
    return code;
}

const cli_command cmd_compile = {
    .name = "compile",
    .summary = "compile HLSL",
    .operands = "[FILE]",
    .flags = CLI_MANY | CLI_FLAT | CLI_RESPONSE,
    .depth = 1536, /* templates of 250 levels, and long chains of `else if` */
    .about =
        "Compiles an entry point or a library in HLSL to a validated and signed container, or\n"
        "preprocesses the source (-P). Options have the names that DXC uses. If called \"dxc\"\n"
        "through a link, the command lists the result unless -Fo is given. @FILE stands for the\n"
        "options in FILE.\n"
        "\n"
        "docs/compiling.md lists the parts of the language that cannot be compiled yet. They\n"
        "are reported as errors.\n"
        "\n"
        "Messages show the source line, underline the code they refer to, and may suggest a\n"
        "fix. With --json these are 'ranges' and 'fixes' of a diagnostic: objects with 'line',\n"
        "'column', 'end_line' and 'end_column'; a fix also has 'text', which replaces the\n"
        "range. With --sarif they are 'annotations' and 'fixes' of a result. Columns count\n"
        "bytes from 1; the end of a range is the column after it.",
    .examples = "dxk compile -T ps_6_0 -E main light.hlsl -Fo light.dxil\n"
                "dxk compile -T cs_6_6 -D QUALITY=2 -I shaders -Od blur.hlsl | dxk dis\n"
                "dxk compile -T ps_6_0 light.hlsl -Zi -Fd pdb/ -Fo light.dxil\n"
                "dxk compile -P light.hlsl\n"
                "dxk compile --jobs shaders.txt -j 4 -I include -HV 2021 --summary",
    .options = compile_specs,
    .foreign = compile_foreign,
    .options_size = sizeof(compile_options),
    .prepare = prepare,
    .run = run,
    .finish = finish,
};
