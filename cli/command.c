/* SPDX-License-Identifier: MIT */
/* command.c - the table of commands, options, and the way from arguments to an exit status; see command.h. */
#include "command.h"

#include "batch.h"
#include "cli.h"
#include "compile.h"
#include "diag.h"
#include "help.h"
#include "host.h"
#include "io.h"
#include "response.h"
#include "source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTION_BYTES 1024 /* room for any command's options */

/* ---------------------------------------------------------------------------------------- */
/* The commands                                                                               */

#define CLI_COMMAND(name) extern const cli_command cmd_##name;
#include "commands.def"
#undef CLI_COMMAND

static const cli_command *const commands[] = {
#define CLI_COMMAND(name) &cmd_##name,
#include "commands.def"
#undef CLI_COMMAND
    NULL,
};

const cli_command *const *cli_commands(void)
{
    return commands;
}

const char *cli_group(const cli_command *command)
{
    static const struct {
        const char *group;          /* NULL: the row is a command */
        const cli_command *command; /* in the group above it */
    } rows[] = {
#define CLI_GROUP(title)  {#title, NULL},
#define CLI_COMMAND(name) {NULL, &cmd_##name},
#include "commands.def"
#undef CLI_COMMAND
    };
    const char *group = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows && rows[i].command != command; i++) {
        if (rows[i].group)
            group = rows[i].group;
    }
    return group;
}

const cli_command *cli_find_command(const char *name)
{
    for (const cli_command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Options of all commands                                                                    */

static const opt_spec directory_options[] = {
    {'r', "recursive", OPT_FLAG, offsetof(cli_common, recursive), NULL,
     "search directories for inputs", "Other files are skipped; links are not followed."},
    {0},
};

static const opt_spec many_options[] = {
    {'j', "jobs", OPT_COUNT, offsetof(cli_common, jobs), "N", "process N inputs at a time",
     "Output keeps the order of the inputs. Default: one per processor."},
    {0, "jsonl", OPT_FLAG, offsetof(cli_common, jsonl), NULL,
     "print the JSON of each input on one line",
     "With --json, several inputs are printed as one array."},
    {0},
};

static const opt_spec input_options[] = {
    {0, "max-size", OPT_SIZE, offsetof(cli_common, max_size), "SIZE",
     "reject files of more than SIZE bytes", "SIZE may end with K, M or G. Default: 4G."},
    {0},
};

static const opt_spec common_options[] = {
    {0, "json", OPT_FLAG, offsetof(cli_common, json), NULL, "print JSON", NULL},
    {0, "color", OPT_CHOICE, offsetof(cli_common, color), "auto|always|never",
     "use colours; auto: on a terminal only", "If NO_COLOR is set, auto means never."},
    {'h', NULL, OPT_FLAG, offsetof(cli_common, help_short), NULL, "list the options", NULL},
    {0, "help", OPT_FLAG, offsetof(cli_common, help_long), NULL, "show this help, with examples",
     NULL},
    {0},
};

size_t cli_option_sets(const cli_command *command, cli_app *app, opt_set sets[CLI_OPTION_SETS])
{
    size_t count = 0;
    if (command->options)
        sets[count++] = (opt_set){command->options, app ? app->options : NULL};
    if (command->foreign)
        sets[count++] = (opt_set){command->foreign, app ? app->options : NULL};
    if (command->flags & CLI_SOURCE)
        sets[count++] = (opt_set){source_specs, app ? app->source : NULL};
    if ((command->flags & (CLI_MANY | CLI_FLAT)) == CLI_MANY)
        sets[count++] = (opt_set){directory_options, app ? &app->common : NULL};
    if (command->flags & CLI_MANY)
        sets[count++] = (opt_set){many_options, app ? &app->common : NULL};
    if (!(command->flags & CLI_NO_INPUT))
        sets[count++] = (opt_set){input_options, app ? &app->common : NULL};
    sets[count++] = (opt_set){common_options, app ? &app->common : NULL};
    return count;
}

bool cli_owns_name(const opt_set *sets, size_t set, const opt_spec *o)
{
    for (size_t s = 0; s < set; s++) {
        for (const opt_spec *other = sets[s].specs; other && other->help; other++) {
            if (other->name && strcmp(other->name, o->name) == 0)
                return false;
        }
    }
    return true;
}

char *cli_take_operand(cli_app *app)
{
    if (app->operand_count == 0)
        return NULL;
    app->operand_count--;
    return *app->operands++;
}

/* ---------------------------------------------------------------------------------------- */
/* Saying things                                                                              */

static bool want_color(int choice, int fd)
{
    if (choice != CLI_COLOR_AUTO)
        return choice == CLI_COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if ((no_color && *no_color) || (term && strcmp(term, "dumb") == 0))
        return false;
    return io_is_terminal(fd);
}

int cli_io_status(int error)
{
    if (error == 0)
        return CLI_OK;
    return error == ENOMEM ? CLI_LIMIT : CLI_IO;
}

int cli_usage(const cli_app *app, const char *format, ...)
{
    char text[OPT_MESSAGE];
    char full[OPT_MESSAGE + 64];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(full, sizeof full, "%s (see 'dxk %s -h')", text, app->command->name);
    diag_say(app->color_err, full);
    return CLI_USAGE;
}

/* What became of writing standard output, as an exit status. */
static int written(int error)
{
    char why[IO_MESSAGE];
    char message[IO_MESSAGE + 40];
    if (error) {
        snprintf(message, sizeof message, "cannot write standard output: %s",
                 io_message(error, why));
        diag_say(want_color(CLI_COLOR_AUTO, IO_STDERR), message);
    }
    return cli_io_status(error);
}

/* Prints what `print` writes to `fd`. */
static int print_help(int fd, const cli_command *command, bool full)
{
    dxk_ctx *ctx;
    dxk_buffer buffer;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return CLI_LIMIT;
    dxk_buffer_init(&buffer, ctx);
    text_out out = text_to_buffer(&buffer, false);
    out.fd = fd;
    if (command)
        help_command(&out, command, full);
    else
        help_overview(&out);
    text_flush(&out);
    dxk_buffer_free(&buffer);
    dxk_ctx_free(ctx);
    return written(out.error);
}

static int print_version(void)
{
    char text[64];
    int size = snprintf(text, sizeof text, "dxk %s\n", dxk_version());
    return written(io_write_all(IO_STDOUT, text, (size_t)size));
}

/* ---------------------------------------------------------------------------------------- */
/* Running                                                                                    */

/* Checks the operands against what the command takes. */
static int check_operands(cli_app *app)
{
    const cli_command *command = app->command;
    bool many = command->flags & CLI_MANY;
    if (app->no_input && app->operand_count)
        return cli_usage(app, "unexpected operand '%s'", app->operands[0]);
    if (!many && app->operand_count > 1)
        return cli_usage(app, "unexpected operand '%s'", app->operands[1]);
    if (!app->no_input && app->operand_count == 0 && io_is_terminal(IO_STDIN))
        return cli_usage(app, "no input: name a file, or use - for standard input");
    return CLI_OK;
}

static int run_parsed(cli_app *app)
{
    const cli_command *command = app->command;
    if (app->common.help_long || app->common.help_short)
        return print_help(IO_STDOUT, command, app->common.help_long);
    app->color_out = want_color(app->common.color, IO_STDOUT);
    app->color_err = want_color(app->common.color, IO_STDERR);
    app->common.json = app->common.json || app->common.jsonl;
    app->no_input = command->flags & CLI_NO_INPUT;
    app->max_size = app->common.max_size ? app->common.max_size : CLI_MAX_SIZE;
    int status = command->prepare ? command->prepare(app) : CLI_OK;
    if (status == CLI_OK)
        status = source_prepare(app);
    if (status != CLI_OK)
        return status;
    app->several = app->operand_count > 1 || app->common.recursive;
    status = check_operands(app);
    return status == CLI_OK ? batch_run(app) : status;
}

/* A command line that is refused. */
static int refuse(cli_app *app, const char *message)
{
    app->color_err = want_color(CLI_COLOR_AUTO, IO_STDERR);
    int code = cli_usage(app, "%s", message);
    return strcmp(message, OPT_NO_MEMORY) == 0 ? CLI_LIMIT : code;
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    union {
        host_aligned align;
        char bytes[OPTION_BYTES];
    } values, source;
    char message[OPT_MESSAGE];
    opt_set sets[CLI_OPTION_SETS];
    cli_app app = {.command = command, .options = &values, .operands = argv};
    int status;
    memset(&values, 0, sizeof values);
    memset(&source, 0, sizeof source);
    if (command->options_size > sizeof values || source_options_size() > sizeof source)
        return CLI_LIMIT;
    if (command->flags & CLI_SOURCE)
        app.source = &source;
    char **given = malloc(((size_t)argc + 1) * sizeof *given); /* parsing moves operands */
    if (given) {
        memcpy(given, argv, (size_t)argc * sizeof *given);
        app.arguments = given;
        app.argument_count = (size_t)argc;
    }
    size_t count = cli_option_sets(command, &app, sets);
    if (opt_parse(sets, count, &argc, argv, message)) {
        app.operand_count = (size_t)argc;
        status = run_parsed(&app);
        if (command->finish)
            command->finish(&app);
        source_finish(&app);
    } else {
        status = refuse(&app, message);
    }
    opt_free(sets, count);
    free(given);
    return status;
}

/* The same with the words of files in the place of @FILE. */
static int run_expanded(const cli_command *command, int argc, char **argv)
{
    char message[OPT_MESSAGE];
    response words = {.argc = 0};
    cli_app app = {.command = command};
    int status = response_expand(&words, argc, argv, message)
                     ? run_command(command, words.argc, words.argv)
                     : refuse(&app, message);
    response_free(&words);
    return status;
}

static int unknown_command(const char *name)
{
    char text[OPT_MESSAGE];
    const cli_command *near = help_nearest(name[0] == '-' ? name + strspn(name, "-") : name);
    if (strcmp(name, "version") == 0)
        snprintf(text, sizeof text, "unknown command 'version', did you mean '--version'?");
    else if (name[0] == '-' && near)
        snprintf(text, sizeof text, "unknown option '%.80s', did you mean the command '%s'?", name,
                 near->name);
    else if (name[0] == '-')
        snprintf(text, sizeof text, "unknown option '%.80s' (see 'dxk --help')", name);
    else if (near)
        snprintf(text, sizeof text, "unknown command '%.80s', did you mean '%s'?", name,
                 near->name);
    else
        snprintf(text, sizeof text, "unknown command '%.80s' (see 'dxk --help')", name);
    diag_say(want_color(CLI_COLOR_AUTO, IO_STDERR), text);
    return CLI_USAGE;
}

/* A file that is there, standard input, or what can only be the name of a file. */
static bool names_file(const char *word)
{
    if (word[0] == '-')
        return word[1] == 0;
    return strpbrk(word, "./") || io_exists(word);
}

/* Is it the name of the reference's compiler, with or without a folder and an ending? */
static bool is_compiler(const char *program)
{
    const char *name = program;
    for (const char *c = program; *c; c++)
        name = *c == '/' || *c == '\\' ? c + 1 : name;
    return strcmp(name, "dxc") == 0 || strcmp(name, "dxc.exe") == 0;
}

/* The command `link`, as the reference's linker is called. */
static int run_linker(const compile_words *words)
{
    static char format[] = "--format=dxl";
    char **given = malloc(((size_t)words->argc + 2) * sizeof *given);
    if (!given) {
        diag_say(want_color(CLI_COLOR_AUTO, IO_STDERR), "out of memory");
        return CLI_LIMIT;
    }
    given[0] = format;
    if (words->argc)
        memcpy(given + 1, words->argv, (size_t)words->argc * sizeof *given);
    int code = run_command(cli_find_command("link"), words->argc + 1, given);
    free(given);
    return code;
}

/* The command `compile`, as that compiler is called. */
static int run_compiler(int argc, char **argv)
{
    char message[OPT_MESSAGE];
    cli_command command = *cli_find_command("compile");
    response words = {.argc = 0};
    compile_words own = {.argc = 0};
    cli_app app = {.command = &command};
    int code;
    command.prepare = compile_dxc_prepare;
    if (!response_expand(&words, argc, argv, message))
        code = refuse(&app, message);
    else if (!compile_dxc_words(&own, &command, words.argc, words.argv))
        code = (refuse(&app, "out of memory"), CLI_LIMIT);
    else if (own.version)
        code = print_version();
    else
        code = own.links ? run_linker(&own) : run_command(&command, own.argc, own.argv);
    compile_free_words(&own);
    response_free(&words);
    return code;
}

/* How many words an option of all commands has, which may also stand before the command; 0: it is none. */
static int global_words(const char *word)
{
    static const opt_spec *const tables[] = {common_options, many_options, input_options};
    size_t size = word[0] == '-' && word[1] == '-' ? strcspn(word + 2, "=") : 0;
    for (size_t t = 0; size && t < sizeof tables / sizeof *tables; t++) {
        for (const opt_spec *o = tables[t]; o->help; o++) {
            bool same = o->name && strlen(o->name) == size && memcmp(o->name, word + 2, size) == 0;
            if (same && strcmp(o->name, "help") != 0)
                return opt_has_value(o) && !word[2 + size] ? 2 : 1;
        }
    }
    return 0;
}

/* Moves options in front of the command behind it. */
static void put_command_first(int argc, char **argv)
{
    int at = 1, words;
    while (at < argc && (words = global_words(argv[at])) != 0)
        at += words;
    if (at == 1 || at >= argc)
        return;
    char *command = argv[at];
    memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
    argv[1] = command;
}

int command_main(int argc, char **argv)
{
    if (argc > 0 && is_compiler(argv[0]))
        return run_compiler(argc - 1, argv + 1);
    if (argc < 2) {
        print_help(IO_STDERR, NULL, false);
        return CLI_USAGE;
    }
    put_command_first(argc, argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help(IO_STDOUT, NULL, false);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return print_version();
    const cli_command *command = cli_find_command(argv[1]);
    if (command && command->flags & CLI_RESPONSE)
        return run_expanded(command, argc - 2, argv + 2);
    if (command)
        return run_command(command, argc - 2, argv + 2);
    if (names_file(argv[1])) /* `dxk FILE...` tells what it is */
        return run_command(cli_find_command("info"), argc - 1, argv + 1);
    return unknown_command(argv[1]);
}
