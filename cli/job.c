/* SPDX-License-Identifier: MIT */
/* job.c - the life of one input: open, run, write files, report; see job.h. */
#include "job.h"

#include "diag.h"
#include "source.h"
#include "subject.h"

#include <dxk/container.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP_BUFFER ((size_t)1 << 20) /* an output buffer larger than this is given back */

/* ---------------------------------------------------------------------------------------- */
/* Messages                                                                                   */

static void add_message(job *j, dxk_severity severity, const char *format, va_list args)
{
    char text[1024];
    text[0] = (char)severity;
    vsnprintf(text + 1, sizeof text - 1, format, args);
    if (dxk_buffer_append(&j->messages, text, strlen(text + 1) + 2) != DXK_OK)
        j->status = CLI_LIMIT;
}

int job_error(job *j, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_message(j, DXK_ERROR, format, args);
    va_end(args);
    return status;
}

void job_warn(job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_message(j, DXK_WARNING, format, args);
    va_end(args);
}

void job_note(job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_message(j, DXK_NOTE, format, args);
    va_end(args);
}

int job_status(job *j, dxk_status status)
{
    int result = CLI_LIMIT;
    if (status == DXK_OK)
        return CLI_OK;
    if (status == DXK_E_INVALID || status == DXK_E_NOT_FOUND || status == DXK_E_UNSUPPORTED)
        result = CLI_INVALID;
    if (status == DXK_E_SINK)
        result = CLI_IO;
    bool told = (result == CLI_INVALID && dxk_ctx_error_count(j->ctx)) || j->messages.size;
    if (!told)
        job_error(j, result, "%s", dxk_status_text(status));
    return result;
}

/* ---------------------------------------------------------------------------------------- */
/* Input and output                                                                           */

int job_load(job *j, bool salvage, dxk_container **out)
{
    *out = NULL;
    int result = subject_assemble(j, &j->input, &j->assembled);
    if (result != CLI_OK)
        return result;
    return job_status(
        j, dxk_container_read(j->ctx, j->input, &(dxk_read_options){.salvage = salvage}, out));
}

dxk_str job_title(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (strcmp(path, "-") == 0)
        name = "standard input";
    return (dxk_str){name, strlen(name)};
}

/* Reports that something cannot be read: the input, or `path` if that is not NULL. */
static int cannot_read(job *j, const char *path, int error)
{
    char why[IO_MESSAGE], limit[32];
    const char *name = path ? path : "", *blank = path ? " " : "";
    if (error == IO_UNWANTED)
        return job_error(j, CLI_INVALID, "not a container, PDB, program, bitcode or text");
    if (error == EFBIG)
        return job_error(j, CLI_LIMIT, "cannot read%s%s: more than %s (see --max-size)", blank,
                         name, opt_size_text(j->app->max_size, limit));
    return job_error(j, cli_io_status(error), "cannot read%s%s: %s", blank, name,
                     io_message(error, why));
}

int job_read(job *j, const char *path, io_file *file)
{
    int error = io_read(path, j->app->max_size, NULL, file);
    return error ? cannot_read(j, path, error) : CLI_OK;
}

void job_blame(job *j, const char *path, size_t first)
{
    if (j->blamed)
        return;
    j->blamed = strdup(path); /* without it the diagnostics name the input */
    j->blamed_from = first;
}

int job_load_other(job *j, const char *path, dxk_bytes bytes, dxk_container **out)
{
    size_t before = dxk_ctx_diag_count(j->ctx);
    int result = job_status(j, dxk_container_read(j->ctx, bytes, NULL, out));
    if (result != CLI_OK)
        job_blame(j, path, before);
    return result;
}

static job_file *add_file(job *j, const char *path)
{
    job_file *grown = realloc(j->files, (j->file_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    j->files = grown;
    job_file *file = &grown[j->file_count];
    *file = (job_file){NULL, false, {NULL, 0, 0, NULL}};
    dxk_buffer_init(&file->bytes, j->ctx);
    if (path) {
        file->path = malloc(strlen(path) + 1);
        if (!file->path)
            return NULL;
        strcpy(file->path, path);
    }
    j->file_count++;
    return file;
}

int job_write(job *j, const char *path, dxk_buffer *bytes)
{
    bool to_stdout = !path || strcmp(path, "-") == 0;
    if (!to_stdout && j->source_count && strcmp(path, j->name) == 0)
        return job_error(j, CLI_USAGE, "will not overwrite the source; use -o FILE");
    if (to_stdout && io_is_terminal(IO_STDOUT))
        return job_error(j, CLI_USAGE, "will not write binary data to a terminal; use -o FILE");
    job_file *file = add_file(j, to_stdout ? NULL : path);
    if (!file)
        return job_status(j, DXK_E_NOMEM);
    file->bytes = *bytes;
    dxk_buffer_init(bytes, bytes->ctx);
    return CLI_OK;
}

int job_make_directory(job *j, const char *path)
{
    job_file *file = add_file(j, path);
    if (!file)
        return job_status(j, DXK_E_NOMEM);
    file->directory = true;
    return CLI_OK;
}

int job_make_directories(job *j, const char *top, const char *path)
{
    size_t size = strlen(path);
    char *part = malloc(size + 1);
    int code = part ? CLI_OK : job_status(j, DXK_E_NOMEM);
    for (size_t i = strlen(top); i < size && code == CLI_OK; i++) {
        if (path[i] != '/' || i == 0)
            continue;
        memcpy(part, path, i);
        part[i] = 0;
        code = job_make_directory(j, part);
    }
    free(part);
    return code;
}

int job_write_container(job *j, const dxk_container *container, const dxk_write_options *options,
                        const char *path)
{
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    int result = job_status(j, dxk_container_write(container, options, dxk_buffer_sink(&bytes)));
    if (result == CLI_OK)
        result = job_write(j, path, &bytes);
    dxk_buffer_free(&bytes);
    return result;
}

int job_check_output(const cli_app *app, const char *output, bool in_place)
{
    bool to_stdout = !in_place && (!output || strcmp(output, "-") == 0);
    bool many = app->command->flags & CLI_MANY;
    if (in_place && output)
        return cli_usage(app, "--in-place and -o cannot be combined");
    if (many && (app->operand_count > 1 || app->common.recursive) && !in_place)
        return cli_usage(app, "several inputs require --in-place");
    for (size_t i = 0; in_place && i < app->operand_count; i++)
        if (strcmp(app->operands[i], "-") == 0)
            return cli_usage(app, "--in-place requires files, not standard input");
    if (in_place && app->operand_count == 0)
        return cli_usage(app, "--in-place requires files, not standard input");
    if (to_stdout && app->common.json)
        return cli_usage(app, "--json requires -o: the JSON goes to standard output");
    if (to_stdout && io_is_terminal(IO_STDOUT))
        return cli_usage(app, "will not write binary data to a terminal; use -o FILE");
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Life                                                                                       */

int job_init(job *j, const cli_app *app)
{
    memset(j, 0, sizeof *j);
    j->app = app;
    j->options = app->options;
    const dxk_ctx_options options = {
        .alloc = memory_alloc,
        .alloc_user = &j->memory,
        .limits = {.depth = app->command->depth, .diagnostics = JOB_DIAGNOSTICS}};
    if (dxk_ctx_create(&options, &j->ctx) != DXK_OK)
        return CLI_LIMIT;
    dxk_buffer_init(&j->out_buffer, j->ctx);
    dxk_buffer_init(&j->messages, j->ctx);
    dxk_buffer_init(&j->assembled, j->ctx);
    j->out = text_to_buffer(&j->out_buffer, app->color_out && !app->common.json);
    j->out.terminal = !app->common.json && io_is_terminal(IO_STDOUT);
    return CLI_OK;
}

static void free_files(job *j)
{
    for (size_t i = 0; i < j->file_count; i++) {
        free(j->files[i].path);
        dxk_buffer_free(&j->files[i].bytes);
    }
    free(j->files);
    j->files = NULL;
    j->file_count = 0;
}

void job_drop_files(job *j)
{
    free_files(j);
}

static void close_input(job *j)
{
    io_close(&j->file);
    dxk_buffer_free(&j->assembled);
    j->input = (dxk_bytes){NULL, 0};
}

void job_reset(job *j)
{
    close_input(j);
    free_files(j);
    source_forget(j);
    dxk_ctx_clear_diags(j->ctx);
    j->messages.size = 0;
    j->out_buffer.size = 0;
    if (j->out_buffer.capacity > KEEP_BUFFER)
        dxk_buffer_free(&j->out_buffer);
    j->out.error = 0;
    j->memory.failed = 0;
    j->status = CLI_OK;
    j->skipped = false;
    free(j->blamed);
    j->blamed = NULL;
}

void job_free(job *j)
{
    if (!j->ctx)
        return;
    job_reset(j);
    dxk_buffer_free(&j->messages);
    dxk_buffer_free(&j->out_buffer);
    dxk_ctx_free(j->ctx);
    memory_free(&j->memory);
}

static void open_json(job *j)
{
    j->json = &j->writer;
    json_init(j->json, &j->out);
    if (j->app->common.jsonl)
        dxk_json_object_line(j->json, NULL);
    else
        dxk_json_object(j->json, NULL);
    dxk_json_text(j->json, "dxk", dxk_version());
    dxk_json_u64(j->json, "schema", CLI_JSON_SCHEMA);
    if (!j->app->no_input)
        dxk_json_text(j->json, "file", j->name);
}

static void raise_status(job *j, int status)
{
    if (status > j->status)
        j->status = status;
}

/* Can something that begins like this be read at all? Text has no zero bytes, unless it is UTF-16. */
static bool may_be_ours(dxk_bytes start)
{
    bool utf16 = start.size > 1 && ((start.data[0] == 0xff && start.data[1] == 0xfe) ||
                                    (start.data[0] == 0xfe && start.data[1] == 0xff));
    return utf16 || dxk_input_sniff(start) != DXK_INPUT_UNKNOWN || !start.size ||
           !memchr(start.data, 0, start.size);
}

/* The same for commands with CLI_TEXT, which know how texts of shaders begin. */
static bool may_be_shader(dxk_bytes start)
{
    return dxk_input_sniff(start) != DXK_INPUT_UNKNOWN || subject_may_be_text(start) ||
           source_may_be(start);
}

/* What the beginning of a pipe is asked, before the rest is read; NULL: nothing. */
static bool (*asked_of_start(const cli_app *app))(dxk_bytes start)
{
    if (app->any_input)
        return NULL;
    return app->command->flags & CLI_TEXT ? may_be_shader : may_be_ours;
}

/* Is it the PDB of something that is no shader? */
static bool is_other_pdb(dxk_bytes input)
{
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return false;
    bool other = dxk_container_read(ctx, input, NULL, &container) == DXK_E_INVALID &&
                 dxk_ctx_diag_count(ctx) &&
                 strcmp(dxk_ctx_diag(ctx, 0)->rule, "PDB.NO_CONTAINER") == 0;
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return other;
}

/* Is a file that was found in a directory none for the command? */
static bool is_other_file(const job *j)
{
    bool (*wants)(const char *name, dxk_bytes bytes) = j->app->command->wants;
    if (wants)
        return !wants(j->name, j->input);
    dxk_input_kind kind = dxk_input_sniff(j->input);
    return kind == DXK_INPUT_UNKNOWN || (kind == DXK_INPUT_PDB && is_other_pdb(j->input));
}

/* Runs the command on the input, which may be a source. */
static int run_on(job *j)
{
    int status = CLI_OK;
    if (!j->app->no_input)
        status = source_take(j, j->name, &j->input, &j->assembled);
    return status == CLI_OK ? j->app->command->run(j) : status;
}

void job_run(job *j, const char *name, bool found)
{
    int error = 0;
    j->name = name;
    j->found = found;
    if (!j->app->no_input)
        error = io_read(name, j->app->max_size, asked_of_start(j->app), &j->file);
    j->input = j->file.bytes;
    j->memory.input = j->input.size;
    if (found && !error && is_other_file(j)) {
        j->skipped = true;
        io_close(&j->file);
        return;
    }
    if (j->app->common.json)
        open_json(j);
    if (error == EISDIR)
        raise_status(j, job_error(j, CLI_IO, "is a directory%s",
                                  (j->app->command->flags & (CLI_MANY | CLI_FLAT)) == CLI_MANY
                                      ? " (use -r)"
                                      : ""));
    else if (error)
        raise_status(j, cannot_read(j, NULL, error));
    else
        raise_status(j, run_on(j));
    text_terminal_end(&j->out);
}

static const char *shown_path(const char *path)
{
    return path && strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* How messages call the input; NULL when there is none. */
static const char *shown_name(const job *j)
{
    if (j->app->no_input)
        return NULL;
    return shown_path(j->name);
}

static void write_files(job *j)
{
    char why[IO_MESSAGE];
    for (size_t i = 0; i < j->file_count; i++) {
        job_file *file = &j->files[i];
        int error = 0;
        if (!file->path)
            text_write(&j->out, file->bytes.data, file->bytes.size);
        else if (file->directory)
            error = io_make_directory(file->path);
        else
            error = io_write_file(file->path, (dxk_bytes){file->bytes.data, file->bytes.size});
        if (!error)
            continue;
        raise_status(j, job_error(j, cli_io_status(error), "cannot write %s: %s", file->path,
                                  io_message(error, why)));
        if (file->directory)
            break; /* what follows would go into it */
    }
}

/* Calls text or JSON output for each message. */
static void each_message(job *j, text_out *err, dxk_json *json)
{
    const char *p = (const char *)j->messages.data;
    const char *end = j->messages.size ? p + j->messages.size : p;
    while (p < end) {
        dxk_severity severity = (dxk_severity)p[0];
        if (json)
            diag_json_message(json, severity, p + 1);
        else
            diag_print_message(err, shown_name(j), severity, p + 1);
        p += strlen(p + 1) + 2;
    }
}

static void close_json(job *j)
{
    dxk_json_end_to(j->json, 1);
    dxk_json_array(j->json, "diagnostics");
    source_json(j);
    dxk_json_diags(j->json, j->ctx);
    each_message(j, NULL, j->json);
    dxk_json_end(j->json);
    dxk_json_u64(j->json, "status", (uint64_t)j->status);
    dxk_json_end(j->json);
    j->json = NULL;
}

/* Once a block could not be had something may be missing, even where the rest could do without. */
static bool lacks_memory(const job *j)
{
    return j->memory.failed || j->out.error == ENOMEM;
}

static void print_diags(const job *j, text_out *err)
{
    size_t count = dxk_ctx_diag_count(j->ctx), own = j->blamed ? j->blamed_from : count;
    source_print(j, err);
    diag_print_range(err, shown_name(j), j->ctx, 0, own, j->file.bytes);
    diag_print_range(err, shown_path(j->blamed), j->ctx, own, count, (dxk_bytes){NULL, 0});
    diag_print_not_kept(err, shown_name(j), j->ctx);
}

void job_print_messages(job *j, text_out *out)
{
    print_diags(j, out);
    each_message(j, out, NULL);
}

void job_finish(job *j, text_out *err)
{
    if (j->skipped)
        return;
    print_diags(j, err);
    close_input(j); /* before it is written to */
    if (j->app->command->settle && j->status == CLI_OK)
        j->app->command->settle(j);
    write_files(j);
    if (lacks_memory(j) && j->status < CLI_LIMIT)
        raise_status(j, job_error(j, CLI_LIMIT, "out of memory"));
    each_message(j, err, NULL);
    if (j->json)
        close_json(j);
    if (lacks_memory(j))
        raise_status(j, CLI_LIMIT);
}
