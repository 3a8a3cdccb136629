/* SPDX-License-Identifier: MIT */
/*
 * job.h - one input on its way through a command: what run() gets, and what it hands back.
 *
 * A job is filled by one thread at a time: a worker runs the command on it, then the main thread
 * writes its files, prints its output and its diagnostics, in the order of the inputs.
 */
#ifndef JOB_H
#define JOB_H

#include <dxk/container.h>
#include "cli.h"
#include "io.h"
#include "json.h"
#include "memory.h"

/* Diagnostics that are kept of one input: a source with many mistakes has as many. */
#define JOB_DIAGNOSTICS 20000u

/* A file that run() wants written. */
typedef struct job_file {
    char *path;       /* NULL: standard output */
    bool directory;   /* make a directory */
    dxk_buffer bytes; /* its content */
} job_file;

/* A source that was compiled for a job: the input, or another file. See source.h. */
typedef struct job_source {
    char *path;     /* NULL: the input */
    io_file file;   /* text of another file */
    dxk_ctx *ctx;   /* of the compilation, with what it reports */
    char note[352]; /* what was guessed; empty: nothing */
} job_source;

struct job {
    const cli_app *app;
    const void *options; /* the command's struct */
    const char *name;    /* the input as the user named it; "-" for standard input */
    dxk_bytes input;     /* its bytes; after job_load() those of the container that text was */
    dxk_ctx *ctx;        /* for all library calls */
    text_out out;        /* standard output */
    dxk_json *json;      /* NULL without --json */

    /* The frame's own. */
    memory memory; /* of ctx */
    io_file file;
    dxk_buffer assembled; /* the container that text was */
    dxk_buffer out_buffer;
    dxk_buffer messages; /* of job_error() and job_warn(): severity byte, text, NUL */
    dxk_json writer;
    job_file *files;
    size_t file_count;
    bool found;   /* met in a directory, not named by the user */
    bool skipped; /* found, but nothing for dxk */
    int status;   /* exit status of run() */

    const char
        *source_stage; /* set by run(): profile of sources without -T, such as "ps"; NULL: guess */
    const char *source_entry; /* the same for the entry point of those without -E */
    job_source *sources;      /* that were compiled */
    size_t source_count;

    char *blamed;       /* another file that is wrong; NULL: there is none */
    size_t blamed_from; /* the first diagnostic about it */
};

/* Adds a message to the diagnostics of the input; returns `status`. */
int job_error(job *j, int status, const char *format, ...) CLI_FORMAT(3, 4);

/* The same for a warning and for a note, which change no status. */
void job_warn(job *j, const char *format, ...) CLI_FORMAT(2, 3);
void job_note(job *j, const char *format, ...) CLI_FORMAT(2, 3);

/* Forgets the files that were to be written. */
void job_drop_files(job *j);

/* The same for a note, which explains what was said before it. */
void job_note(job *j, const char *format, ...) CLI_FORMAT(2, 3);

/* The exit status for a library status. When it is a failure that has left no diagnostic, one is
 * made. */
int job_status(job *j, dxk_status status);

/*
 * Reads the input as a container (any kind, see dxk_input_kind); with CLI_TEXT also the container
 * that a text makes. `salvage` is that of dxk_read_options. The caller frees *out, which may be set even when the result is
 * CLI_INVALID, if &(dxk_read_options){.salvage = true} was given.
 */
int job_load(job *j, bool salvage, dxk_container **out);

/* The name of an input as documents show it: the last component of its path. */
dxk_str job_title(const char *path);

/* Reads another file than the input, which io_close() gives back; reports what goes wrong. Returns an
 * exit status. */
int job_read(job *j, const char *path, io_file *file);

/* Reads the container in `bytes` of another file than the input; what is wrong with it is reported
 * in that file's name. On failure *out is NULL. Returns an exit status. */
int job_load_other(job *j, const char *path, dxk_bytes bytes, dxk_container **out);

/* Diagnostics from `first` on are about another file than the input. */
void job_blame(job *j, const char *path, size_t first);

/*
 * Hands bytes out: into file `path`, or to standard output when it is NULL or "-". Takes over the
 * memory of `bytes`, which is empty afterwards. The file is written after run() has returned.
 */
int job_write(job *j, const char *path, dxk_buffer *bytes);

/* The same for a directory, which will be there before the files that follow. */
int job_make_directory(job *j, const char *path);

/* The same for all directories that a file is in: those of `path` from the length of `top` on. */
int job_make_directories(job *j, const char *top, const char *path);

/* dxk_container_write() into job_write(). */
int job_write_container(job *j, const dxk_container *container, const dxk_write_options *options,
                        const char *path);

/* Prints the diagnostics and messages so far, as they will be on standard error. */
void job_print_messages(job *j, text_out *out);

/*
 * For prepare(): checks where a command that writes one binary file per input will write to.
 * `output` is the value of -o (NULL: none), `in_place` that of --in-place. Returns CLI_OK or
 * CLI_USAGE: both at a time, -o with several inputs, --json or a terminal without -o ...
 */
int job_check_output(const cli_app *app, const char *output, bool in_place);

/* ---------------------------------------------------------------------------------------- */
/* For the batch runner                                                                       */

int job_init(job *j, const cli_app *app);
void job_free(job *j);

/* Opens the input and runs the command on it. */
void job_run(job *j, const char *name, bool found);

/* Writes files, prints diagnostics, completes the output in `out_buffer`. Main thread only. */
void job_finish(job *j, text_out *err);

/* Forgets everything but the memory, for the next input. */
void job_reset(job *j);

#endif
