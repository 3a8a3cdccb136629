/* SPDX-License-Identifier: MIT */
/* cmd_compile.c - `dxk compile`: HLSL to containers. See compile.h. */
#include <dxk/hlsl.h>

#include "compile.h"
#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The cache of --cache, or of the environment. */
static int open_cache(cli_app *app, compile_options *o)
{
    const char *folder = o->cache_folder ? o->cache_folder : getenv("DXK_CACHE");
    char why[IO_MESSAGE];
    int error;
    if (o->no_cache || !folder || !*folder)
        return CLI_OK;
    if (folder[0] == '-')
        return cli_usage(app, "--cache takes a folder, not '%.40s'", folder);
    o->cache =
        compile_cache_open(folder, o->cache_size ? o->cache_size : COMPILE_CACHE_LIMIT, &error);
    if (o->cache)
        return CLI_OK;
    cli_usage(app, "cannot use %.200s as a cache: %s", folder, io_message(error, why));
    return cli_io_status(error);
}

static void summarize(const cli_app *app, text_out *out)
{
    const compile_options *o = app->options;
    size_t found, kept;
    compile_put_variants(o->variants, out);
    if (!o->cache)
        return;
    compile_cache_counts(o->cache, &found, &kept);
    text_printf(out, "cache: %zu found, %zu added\n", found, kept);
}

void compile_warn(const cli_app *app, const char *format, ...)
{
    const compile_options *o = app->options;
    char text[OPT_MESSAGE];
    va_list args;
    if (o->no_warnings)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_warn(app->color_err, text);
}

void compile_take_old_preprocess(cli_app *app)
{
    compile_options *o = app->options;
    char *const *words = app->arguments;
    if (!o->old_preprocess || o->preprocessed || app->operand_count != 2)
        return;
    for (size_t i = 0; i + 1 < app->argument_count; i++) {
        for (size_t k = 0; k < 2 && strcmp(words[i], "-Po") == 0; k++) {
            if (app->operands[k] != words[i + 1])
                continue;
            o->preprocessed = app->operands[k];
            app->operands[0] = app->operands[1 - k];
            app->operand_count = 1;
            return;
        }
    }
}

void compile_complete(const cli_app *app, compile_options *o)
{
    const compile_options *all = app->options; /* which lines of a file repeat */
    bool is_line = o != all;
    o->preprocess = o->preprocess || o->old_preprocess;
    o->only_files = o->only_files || o->lists_files;
    for (size_t i = is_line ? all->unused.count : 0; i < o->unused.count; i++)
        compile_warn(app, "option '%.100s' has no effect: %s", o->unused.items[i].value,
                     o->unused.items[i].option->help);
    if (o->diagnostics && strcmp(o->diagnostics, "clang") != 0 && !(is_line && all->diagnostics))
        compile_warn(app,
                     "option '-fdiagnostics-format=%.40s' has no effect: messages have the "
                     "format of clang; or use --json or --sarif",
                     o->diagnostics);
    if (o->old_preprocess && !(is_line && all->old_preprocess))
        compile_warn(app, "option '-Po' is deprecated: use -P and -Fi FILE");
}

/* Finds out where the container goes. */
static int check_container(cli_app *app)
{
    compile_options *o = app->options;
    bool document = app->common.json || o->sarif;
    if (!compile_prints_container(o))
        return CLI_OK;
    o->only_messages = document && !o->output;
    if (o->only_messages)
        return CLI_OK;
    if (o->sarif)
        return cli_usage(app, "--sarif requires -Fo: the document goes to standard output");
    return job_check_output(app, o->output, false);
}

static int prepare(cli_app *app)
{
    compile_options *o = app->options;
    char message[OPT_MESSAGE];
    if (o->sarif && app->common.json)
        return cli_usage(app, "--sarif and --json cannot be combined");
    app->summary = o->summary;
    app->summarize = summarize;
    compile_take_old_preprocess(app);
    o->words = (const char *const *)app->arguments;
    o->word_count = app->argument_count;
    o->source = app->operand_count ? app->operands[0] : NULL;
    o->files = compile_files_new(app->max_size);
    if (!o->files)
        return cli_usage(app, "out of memory"), CLI_LIMIT;
    int code = open_cache(app, o);
    if (code != CLI_OK)
        return code;
    if (o->sarif)
        val_begin_sarif(app, &o->rules, true);
    compile_complete(app, o);
    if (o->jobs) {
        code = compile_take_jobs(app);
        return code == CLI_OK ? compile_take_variants(app) : code;
    }
    if (app->operand_count > 1)
        return cli_usage(app, o->preprocess
                                  ? "more than one source; -Fi names the output of -P"
                                  : "more than one source; use --jobs to compile several");
    if (!compile_check(o, message))
        return cli_usage(app, "%s", message);
    code = compile_take_variants(app);
    return code == CLI_OK ? check_container(app) : code;
}

static void finish(cli_app *app)
{
    compile_options *o = app->options;
    compile_free_jobs(o->all);
    compile_files_free(o->files);
    compile_cache_close(o->cache);
    compile_free_variants(o->variants);
    free(o->named);
    val_free_rules(&o->rules);
}

/* ---------------------------------------------------------------------------------------- */
/* One source                                                                                 */

static int preprocess(job *j, const compile_call *k)
{
    const compile_options *o = j->options;
    const char *path = o->preprocessed ? o->preprocessed : o->output;
    if (!path)
        return job_status(j,
                          dxk_hlsl_preprocess(j->ctx, j->input, &k->options, text_sink(&j->out)));
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    int code = job_status(j, dxk_hlsl_preprocess(j->ctx, j->input, &k->options, text_sink(&out)));
    if (code == CLI_OK)
        return compile_write_text(j, path, &out, &text);
    dxk_buffer_free(&text);
    return code;
}

/* Calls `each` with the options of each variant that the compilation stands for. */
static int for_variants(job *j, int (*each)(job *j, const compile_options *o, void *user),
                        void *user)
{
    size_t count = compile_variant_count(j->options);
    int code = CLI_OK;
    for (size_t i = 0; i < count && code == CLI_OK; i++) {
        compile_options o;
        void *block;
        code = compile_options_of(j->options, i, &o, &block) ? each(j, &o, user)
                                                             : job_status(j, DXK_E_NOMEM);
        free(block);
    }
    return code;
}

/* A container and its bytes. */
typedef struct output {
    const dxk_container *container;
    dxk_buffer bytes;
} output;

static int write_files(job *j, const compile_options *o, void *user)
{
    return compile_write_files(j, o, user);
}

static int write_copy(job *j, const compile_options *o, void *user)
{
    const output *out = user;
    dxk_buffer copy;
    int code =
        compile_write_header(j, o, out->container, (dxk_bytes){out->bytes.data, out->bytes.size});
    bool wanted = (o->output && !o->extracts_root) || compile_prints_container(o);
    if (code != CLI_OK || !wanted)
        return code;
    dxk_buffer_init(&copy, j->ctx);
    code = job_status(j, dxk_buffer_append(&copy, out->bytes.data, out->bytes.size));
    if (code == CLI_OK)
        code = job_write(j, o->output, &copy);
    dxk_buffer_free(&copy);
    return code;
}

/* Checks the container, and writes it to where it is wanted. */
static int write_container(job *j, const compile_call *k, compile_made *made)
{
    const compile_options *o = j->options;
    output out = {.container = made->container};
    if (!o->output && !o->header && !compile_is_signed(o) && !compile_prints_container(o))
        return CLI_OK;
    dxk_buffer_init(&out.bytes, j->ctx);
    int code = compile_finish(j, k, made, &out.bytes);
    if (code == CLI_OK) {
        compile_note_container(o, (dxk_bytes){out.bytes.data, out.bytes.size});
        code = for_variants(j, write_copy, &out);
    }
    dxk_buffer_free(&out.bytes);
    return code;
}

static int generate(job *j, compile_call *k)
{
    const compile_options *o = j->options;
    compile_made made;
    int code = compile_make(j, k, &made);
    if (code == CLI_OK)
        code = compile_add_parts(j, o, made.container);
    if (code == CLI_OK)
        code = for_variants(j, write_files, made.container);
    if (code == CLI_OK)
        code = compile_strip_parts(j, o, made.container);
    if (code == CLI_OK)
        code = write_container(j, k, &made);
    compile_unmake(&made);
    return code;
}

/* -M, -MD, -MF and -H: files that the source has included. */
static int tell_files(job *j, const compile_options *o, void *user)
{
    const compile_call *k = user;
    char *file = o->with_files ? compile_beside(j->name, ".d") : NULL;
    const char *path = o->dependencies ? o->dependencies : file;
    int code = CLI_OK;
    for (size_t i = 0; o->shows_files && i < k->file_count; i++) {
        text_put(&j->out, "; Opening file [");
        text_str(&j->out, (dxk_str){k->names[i], strlen(k->names[i])});
        text_put(&j->out, "], stack top [0]\n");
    }
    if (o->with_files && !file)
        code = job_status(j, DXK_E_NOMEM);
    else if (o->lists_files || o->with_files || o->dependencies)
        code = compile_write_dependencies(j, path, o, k->names, k->file_count);
    free(file);
    return code;
}

/* Reads the source as far as it takes to know which files it includes. */
static int find_files(job *j, const compile_call *k)
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

static int compile(job *j, compile_call *k)
{
    const compile_options *o = j->options;
    if (o->lists)
        return compile_show(j);
    if (is_compiled(j->input))
        return job_error(j, CLI_INVALID,
                         "is a compiled shader; use -dumpbin or 'dxk dis' to list it");
    if (o->preprocess)
        return preprocess(j, k);
    if (o->only_files)
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
    const compile_options *o = j->options, *all = j->app->options;
    compile_call k;
    int code = compile_begin(&k, o, j->name) ? compile(j, &k) : job_status(j, DXK_E_NOMEM);
    if (code == CLI_OK)
        code = for_variants(j, tell_files, &k);
    compile_end(&k);
    if (o->messages) {
        int written = compile_write_messages(j, o->messages);
        code = written > code ? written : code;
    }
    if (code != CLI_OK || dxk_ctx_diag_count(j->ctx))
        compile_note_variants(j);
    if (j->json)
        put_json(j->json, o);
    if (all->sarif && !all->table)
        put_sarif(j);
    return code;
}

const cli_command cmd_compile = {
    .name = "compile",
    .summary = "compile HLSL",
    .operands = "[FILE]",
    .flags = CLI_MANY | CLI_FLAT | CLI_RESPONSE,
    .depth = COMPILE_DEPTH,
    .about =
        "Compiles an entry point or a library in HLSL to a validated and signed container, or\n"
        "preprocesses the source (-P). Options have the names that DXC uses. If called \"dxc\"\n"
        "through a link, the command takes the place of that compiler in builds. @FILE stands\n"
        "for the options in FILE.\n"
        "\n"
        "-D NAME={A,B} and -D NAME={0..7} compile a variant for each value, and for each\n"
        "combination if there are several such macros. {NAME} in the name of an output stands\n"
        "for the value, {} for all values. Variants whose tokens are equal after preprocessing\n"
        "are compiled once.\n"
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
                "dxk compile --jobs shaders.txt -j 4 -I include -HV 2021 --summary\n"
                "dxk compile -T ps_6_6 -D \"FOG={0,1}\" light.hlsl -Fo \"light_{}.dxil\"\n"
                "dxk compile --cache ~/.cache/dxk -T ps_6_6 light.hlsl -Fo light.dxil",
    .options = compile_specs,
    .foreign = compile_foreign,
    .options_size = sizeof(compile_options),
    .prepare = prepare,
    .run = run,
    .settle = compile_settle,
    .finish = finish,
};
