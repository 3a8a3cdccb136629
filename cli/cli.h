/* SPDX-License-Identifier: MIT */
/*
 * cli.h - the frame of the dxk command: what a command is and what it gets.
 *
 * How to write a command, say `frob`:
 *
 *  1. Create cmd_frob.c and add one row, CLI_COMMAND(frob), to commands.def. Nothing else has to
 *     know the command: help and completions come from its descriptor, and tools/gen_commands.py
 *     writes its man page and the lists of commands.
 *  2. Options are a struct of plain fields and an array of opt_spec rows (opt.h) that point into
 *     it; the array both parses and prints help. It ends with {0}. -h, --help, --json, --color
 *     and, for CLI_MANY, -r and -j are there already.
 *  3. Define `const cli_command cmd_frob = {...}`. Flags: CLI_MANY takes any number of inputs,
 *     none takes one, CLI_NO_INPUT none. No operand, or "-", is standard input.
 *  4. `prepare`, when there is one, runs once before any input is opened: check that options go
 *     together, take operands that are no inputs off app->operands. It returns CLI_OK or
 *     cli_usage(app, "...").
 *  5. `run(job)` runs once per input, maybe on several threads at a time: it may use its job and
 *     read job->options, nothing else. Print with text_*(&job->out, ...); when job->json is set,
 *     print json_*(job->json, ...) members instead: the enclosing object with "dxk", "schema"
 *     and "file" is open already, "diagnostics" and "status" follow by themselves.
 *  6. What the library reports stays in job->ctx; the frame prints it (diag.h). Return
 *     job_status(job, status) for a dxk_status, job_error(job, CLI_X, "format", ...) for a failure
 *     of the command's own. A failure is never silent: both make sure that something is printed.
 *  7. job_load(job, flags, &container) reads the input as a container. With true it may
 *     return CLI_INVALID and a container: show it, free it, return CLI_INVALID.
 *  8. Bytes go out through job_write(job, path, &buffer): to a file (written beside and renamed,
 *     by the main thread, in input order) or, for NULL and "-", to standard output, but never to
 *     a terminal. A command that writes bytes and has --json needs -o then: job_check_output().
 *  9. Aligned columns: text_table (text.h). Text from inputs: text_safe(), never text_put().
 * Colours are on or off in job->out already; use text_style() and forget about them.
 * 10. tests/cli has a file per case; `tests/cli/run.py --bless NAME` writes the expectation.
 *
 * The whole API that a command may use: cli.h, opt.h, job.h, text.h, json.h, diag.h, io.h and
 * <dxk/...>. No mutable globals, no exit(), no direct use of stdout.
 */
#ifndef CLI_H
#define CLI_H

#include <dxk/base.h>
#include "opt.h"
#include "text.h"

/* Exit statuses; with several inputs the highest counts. */
enum {
    CLI_OK = 0,      /* fine */
    CLI_INVALID = 1, /* invalid input, a check failed, a difference was found */
    CLI_USAGE = 2,   /* wrong use of the command */
    CLI_IO = 3,      /* a file could not be read or written */
    CLI_LIMIT = 4    /* limit, memory or internal */
};

/* Flags of a command. */
enum {
    CLI_MANY = 1,     /* takes several inputs, -r and -j */
    CLI_NO_INPUT = 2, /* run() is called once, without an input */
    CLI_RESPONSE = 4, /* @FILE stands for the arguments in a file */
    CLI_FLAT = 8,     /* with CLI_MANY: directories hold no inputs, and there is no -r */
    CLI_SOURCE = 32,  /* HLSL is taken for the container that it is compiled to; see source.h */
    CLI_SOURCE_DEBUG = 64, /* the same, with debug information */
    CLI_TEXT = 16 /* text is taken for the container that it makes; CLI_ABOUT_TEXT says so */
};

/* The end of `about` of a command with CLI_TEXT: a paragraph. */
#define CLI_ABOUT_TEXT                                                                             \
    "\n\nFILE may also be HLSL source, which is compiled first, or assembly text, a listing or "   \
    "YAML, which is assembled into a container."

/* "schema" of all JSON output: raised when a member changes its meaning or goes away. */
#define CLI_JSON_SCHEMA 1

typedef struct job job;
typedef struct cli_app cli_app;

/* One command. */
typedef struct cli_command {
    const char *name;        /* as typed */
    const char *summary;     /* one line, begins lower case, no full stop */
    const char *operands;    /* for the usage line: "[FILE...]" */
    const char *about;       /* paragraphs for --help, lines of at most 78, or NULL */
    const char *examples;    /* lines for --help, or NULL */
    const opt_spec *options; /* ends with {0}; NULL for none */
    size_t options_size;     /* of the struct they point into */
    const opt_spec *foreign; /* options of another tool, which set nothing; NULL for none */
    const char *words; /* what the first operand may be, for completion: "a|b|c"; NULL: files */
    void (*put_words)(text_out *out); /* prints further ones, each after a blank; may be NULL */
    unsigned flags;                   /* CLI_MANY, CLI_NO_INPUT */
    uint32_t depth; /* levels to which an input may nest; 0: as many as the library allows */
    bool (*wants)(const char *name, dxk_bytes bytes); /* takes it a file that was found in a
                                                         directory? NULL: kinds dxk knows */
    int (*prepare)(cli_app *app);                     /* see above; may be NULL */
    int (*run)(job *job);                             /* see above */
    void (*settle)(
        job *job); /* the main thread calls it for each input that was fine, in order, before
                                 files are written; may be NULL */
    void (*finish)(
        cli_app *app); /* gives back what prepare() got, also if that failed; may be NULL */
} cli_command;

/* Bytes that are read of a file unless --max-size says otherwise: containers are no larger. */
#define CLI_MAX_SIZE ((uint64_t)4 << 30)

/* Options that every command has. */
typedef struct cli_common {
    bool help_short;   /* -h */
    bool help_long;    /* --help */
    bool json;         /* --json, or --jsonl */
    bool jsonl;        /* --jsonl */
    bool recursive;    /* -r */
    uint64_t max_size; /* --max-size; 0: CLI_MAX_SIZE */
    int color;         /* --color: CLI_COLOR_AUTO... */
    uint64_t jobs;     /* -j; 0: as many as there are processors */
} cli_common;
enum { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };

/* What stands around the outputs of all inputs, when they make up one document. The functions are
 * called by the main thread, in the order of the inputs; what they need is in app->options. */
typedef struct cli_frame {
    void (*head)(const cli_app *app, text_out *out); /* in front of the first; may be NULL */
    const char *between;                             /* between two that are not empty */
    /* Takes an input's output, which it may empty; may be NULL. */
    void (*each)(const cli_app *app, const char *name, dxk_buffer *printed);
    /* After the last: how many inputs there were, how many were not fine, and the highest
     * status; may be NULL. */
    void (*tail)(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status);
} cli_frame;

/* One run of one command. Commands read it; only prepare() may change it. */
struct cli_app {
    const cli_command *command;
    void *options;     /* the command's struct, filled in */
    cli_common common; /* options of all commands */
    void *source;      /* options about how sources are compiled; NULL: without CLI_SOURCE */
    char **operands;   /* the inputs; prepare() may take some away, or put others there */
    size_t operand_count;
    const void *const *input_options; /* set by prepare(): job->options of each operand; NULL: they
                                         all have `options`. Without -r only */
    char **arguments; /* all that was given after the command, as it stood there; NULL: no memory */
    size_t argument_count;
    bool no_input;  /* CLI_NO_INPUT, or set by prepare(): run() once, without an input */
    bool no_source; /* set by prepare(): the input is what it is, even if it looks like HLSL */
    bool source_unchecked;     /* set by prepare(): what is compiled is not validated */
    const char *source_target; /* set by prepare(): profile for sources without -T; NULL: guess */
    bool no_heads; /* set by prepare(): outputs are rows that name their input themselves */
    bool
        any_input; /* set by prepare(): endless inputs are read up to max_size, whatever they are */
    uint64_t max_size; /* bytes that are read of a file; set before prepare() */
    bool summary;      /* set by prepare(): at the end, print number of inputs and rate */
    void (*summarize)(const cli_app *app, text_out *out); /* lines in front of that; may be NULL */
    const cli_frame *frame;        /* set by prepare(); NULL: each output stands for itself */
    struct val_rules *sarif_rules; /* set with a frame for SARIF; val.h */
    const char *output; /* set by prepare(), with a frame: the file that its tail's output becomes;
                           NULL: standard output */
    bool several;       /* more than one input, or -r: outputs are headed by their names; set after
                       prepare() */
    bool color_out;     /* colours on standard output */
    bool color_err;     /* colours on standard error */
};

/* The table of commands, ended by NULL. */
const cli_command *const *cli_commands(void);

/* The title of the group in `dxk --help` that a command belongs to: "look". */
const char *cli_group(const cli_command *command);

/* The command of that name, or NULL. */
const cli_command *cli_find_command(const char *name);

/* Option tables of a command: its own, then those it shares with others, in which a long name that is
 * one of its own stands for that. Returns their number,
 * at most CLI_OPTION_SETS; `app` may be NULL when only the specs are wanted. */
#define CLI_OPTION_SETS 7
size_t cli_option_sets(const cli_command *command, cli_app *app, opt_set sets[CLI_OPTION_SETS]);

/* Does the option at `o`, of table `set`, have its long name for itself? */
bool cli_owns_name(const opt_set *sets, size_t set, const opt_spec *o);

/* The exit status for the error number of reading or writing a file; 0: fine. */
int cli_io_status(int error);

/* Complains about how the command was called; returns CLI_USAGE. */
int cli_usage(const cli_app *app, const char *format, ...) CLI_FORMAT(2, 3);

/* Takes the first operand away; NULL when there is none. For prepare(). */
char *cli_take_operand(cli_app *app);

#endif
