/* SPDX-License-Identifier: MIT */
/*
 * compile_jobs.c - a file of compilations, a line each, with the options of one run of the command. Those of
 * the command line stand in front of them. See compile.h.
 */
#include "compile.h"

#include "response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line. */
typedef struct compilation {
    compile_options options;
    char **words;  /* of the command line and of it; options point into the text they are from */
    char **parsed; /* the same, after whose operands nothing is looked at */
    unsigned line;
} compilation;

struct compile_jobs {
    char *text; /* of the file, ended with NUL; words point into it */
    compilation *items;
    size_t count, capacity;
    char **names;         /* the sources */
    const void **options; /* of each item */
};

static int complain(const cli_app *app, unsigned line, const char *message)
{
    const compile_options *o = app->options;
    return cli_usage(app, "%.80s:%u: %s", o->jobs, line, message);
}

static int no_memory(const cli_app *app)
{
    cli_usage(app, "out of memory");
    return CLI_LIMIT;
}

static int read_text(cli_app *app, compile_jobs *jobs)
{
    const compile_options *o = app->options;
    char why[IO_MESSAGE];
    io_file file;
    int error = io_read(o->jobs, app->max_size, NULL, &file);
    if (error) {
        cli_usage(app, "cannot read %.80s: %s", o->jobs, io_message(error, why));
        return cli_io_status(error);
    }
    jobs->text = malloc(file.bytes.size + 1);
    if (jobs->text) {
        if (file.bytes.size)
            memcpy(jobs->text, file.bytes.data, file.bytes.size);
        jobs->text[file.bytes.size] = 0;
    }
    bool has_zero = memchr(jobs->text ? jobs->text : "", 0, jobs->text ? file.bytes.size : 0);
    io_close(&file);
    if (!jobs->text)
        return no_memory(app);
    return has_zero ? complain(app, 1, "is not text") : CLI_OK;
}

static compilation *add(compile_jobs *jobs)
{
    if (jobs->count == jobs->capacity) {
        size_t capacity = jobs->capacity ? 2 * jobs->capacity : 64;
        compilation *grown = realloc(jobs->items, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        jobs->items = grown;
        jobs->capacity = capacity;
    }
    compilation *c = &jobs->items[jobs->count++];
    memset(c, 0, sizeof *c);
    return c;
}

size_t compile_run_words(const char *const *words, size_t count)
{
    static const char *const alone[] = {"--summary", "--sarif",    "--json",
                                        "--jsonl",   "--no-cache", "--no-variants"};
    static const char *const before[] = {"--jobs",       "-j",         "--color", "--cache",
                                         "--cache-size", "--max-size", "--table"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (strcmp(words[0], alone[i]) == 0)
            return 1;
    }
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t size = strlen(before[i]);
        if (strcmp(words[0], before[i]) == 0)
            return count > 1 ? 2 : 1;
        if (strncmp(words[0], before[i], size) == 0 && (size == 2 || words[0][size] == '='))
            return 1;
    }
    return 0;
}

/* The words of the command line, and of a line, which is cut up. Returns their number; c->words is NULL
 * without memory. */
static int split(const cli_app *app, compilation *c, char *line)
{
    size_t room = app->argument_count + strlen(line) / 2 + 2, count = 0;
    char *word;
    c->words = malloc(room * sizeof *c->words);
    c->parsed = malloc(room * sizeof *c->parsed);
    if (!c->words || !c->parsed)
        return 0;
    for (size_t i = 0; i < app->argument_count;) {
        size_t skipped =
            compile_run_words((const char *const *)app->arguments + i, app->argument_count - i);
        if (!skipped)
            c->words[count++] = app->arguments[i];
        i += skipped ? skipped : 1;
    }
    while ((word = response_word(&line)) != NULL)
        c->words[count++] = word;
    memcpy(c->parsed, c->words, count * sizeof *c->parsed);
    return (int)count;
}

/* Does a line ask for something of the whole run? */
static bool changes_run(const compilation *c, const cli_common *common)
{
    const compile_options *o = &c->options;
    return o->jobs || o->sarif || o->table || o->summary || o->cache_folder || o->cache_size ||
           o->no_cache || common->jobs || common->json || common->jsonl || common->help_short ||
           common->help_long;
}

/* Checks what a line says, of which `count` operands are left. */
static int check(const cli_app *app, compilation *c, int count, const cli_common *common)
{
    char message[OPT_MESSAGE];
    if (changes_run(c, common))
        return complain(
            app, c->line,
            "--jobs, -j, --json, --sarif, --summary and --cache are not allowed in a line");
    if (count != 1)
        return complain(app, c->line, count ? "more than one source" : "no source");
    if (!compile_check(&c->options, message))
        return complain(app, c->line, message);
    if (compile_prints_container(&c->options))
        return complain(app, c->line, "use -Fo to name the output");
    return CLI_OK;
}

static int read_line(cli_app *app, compile_jobs *jobs, char *line, unsigned number)
{
    const compile_options *base = app->options;
    char message[OPT_MESSAGE];
    opt_set sets[CLI_OPTION_SETS];
    cli_app own = {.command = app->command};
    compilation *c = add(jobs);
    int count = c ? split(app, c, line) : 0;
    if (!c || !c->words || !c->parsed)
        return no_memory(app);
    c->line = number;
    own.options = &c->options;
    size_t set_count = cli_option_sets(app->command, &own, sets);
    c->options.word_count = (size_t)count;
    if (!opt_parse(sets, set_count, &count, c->parsed, message))
        return complain(app, number, message);
    c->options.words = (const char *const *)c->words;
    c->options.source = count ? c->parsed[0] : NULL;
    c->options.files = base->files;
    c->options.cache = base->cache;
    compile_complete(app, &c->options);
    int code = check(app, c, count, &own.common);
    c->options.table = base->table;
    return code;
}

/* Is there anything on a line but blanks and a comment? */
static bool says_something(const char *line)
{
    line += strspn(line, " \t\r\f\v");
    return *line && *line != '#';
}

static int read_lines(cli_app *app, compile_jobs *jobs)
{
    int code = CLI_OK;
    unsigned number = 1;
    char *line = jobs->text;
    for (; code == CLI_OK && line; number++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        if (says_something(line))
            code = read_line(app, jobs, line, number);
        line = end ? end + 1 : NULL;
    }
    return code;
}

/* The sources become the operands. */
static int list(cli_app *app, compile_jobs *jobs)
{
    jobs->names = malloc((jobs->count + 1) * sizeof *jobs->names);
    jobs->options = malloc((jobs->count + 1) * sizeof *jobs->options);
    if (!jobs->names || !jobs->options)
        return no_memory(app);
    for (size_t i = 0; i < jobs->count; i++) {
        jobs->names[i] = jobs->items[i].parsed[0];
        jobs->options[i] = &jobs->items[i].options;
    }
    app->operands = jobs->names;
    app->operand_count = jobs->count;
    app->input_options = jobs->options;
    return CLI_OK;
}

int compile_take_jobs(cli_app *app)
{
    compile_options *o = app->options;
    if (app->operand_count)
        return cli_usage(app, "with --jobs, the lines of the file name the sources");
    compile_jobs *jobs = o->all = calloc(1, sizeof *jobs);
    if (!jobs)
        return no_memory(app);
    int code = read_text(app, jobs);
    if (code == CLI_OK)
        code = read_lines(app, jobs);
    if (code == CLI_OK && !jobs->count)
        code = cli_usage(app, "%.80s: no line names a source", o->jobs);
    return code == CLI_OK ? list(app, jobs) : code;
}

/* What opt_parse() got for a line. */
static void free_lists(compile_options *o)
{
    const opt_set sets[] = {{compile_specs, o}, {compile_foreign, o}};
    opt_free(sets, 2);
}

void compile_free_jobs(compile_jobs *jobs)
{
    if (!jobs)
        return;
    for (size_t i = 0; i < jobs->count; i++) {
        free_lists(&jobs->items[i].options);
        free(jobs->items[i].words);
        free(jobs->items[i].parsed);
    }
    free(jobs->items);
    free(jobs->names);
    free(jobs->options);
    free(jobs->text);
    free(jobs);
}
