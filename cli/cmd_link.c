/* SPDX-License-Identifier: MIT */
/*
 * cmd_link.c - `dxk link`: libraries to a shader, or to another library. What comes out is valid, or
 * nothing does.
 */
#include <dxk/link.h>
#include <dxk/validate.h>

#include "val.h"

#include <stdlib.h>
#include <string.h>

typedef struct link_options {
    const char *profile, *entry, *output, *level, *version;
    opt_list exports;
    bool shaders_only, no_opt, no_validate;
    int format;
    char **libraries; /* operands */
    size_t library_count;
} link_options;

enum { FORMAT_DXK, FORMAT_DXL };

static const opt_spec specs[] = {
    {'T', "target", OPT_TEXT, offsetof(link_options, profile), "PROFILE",
     "what to make: ps_6_0, lib_6_3, ...", "Needed."},
    {'E', "entry", OPT_TEXT, offsetof(link_options, entry), "NAME", "name of the entry point",
     "Default: main. Not for libraries."},
    {0, "exports", OPT_LIST, offsetof(link_options, exports), "DEFS",
     "libraries: export these functions only",
     "NAME keeps its name, 'NEW1,NEW2=NAME' gets others; several\n"
     "definitions are separated by semicolons."},
    {0, "export-shaders-only", OPT_FLAG, offsetof(link_options, shaders_only), NULL,
     "libraries: export entry points only", NULL},
    {'O', NULL, OPT_TEXT, offsetof(link_options, level), "1|2|3|s", "how much to optimize",
     "Default: 3."},
    {0, "no-opt", OPT_FLAG, offsetof(link_options, no_opt), NULL, "do no more than linking needs",
     NULL},
    {0, "validator-version", OPT_TEXT, offsetof(link_options, version), "N.M",
     "make it for this version of the validator", "Default: the newest."},
    {0, "no-validate", OPT_FLAG, offsetof(link_options, no_validate), NULL,
     "write the result even if it is not valid", NULL},
    {0, "format", OPT_CHOICE, offsetof(link_options, format), "dxk|dxl",
     "whose words messages are in", "dxl: those of the reference's linker, on standard output."},
    {'o', "output", OPT_TEXT, offsetof(link_options, output), "FILE", "write to FILE",
     "Default: standard output, but not a terminal."},
    {0},
};

static int prepare(cli_app *app)
{
    link_options *o = app->options;
    if (!o->profile)
        return cli_usage(app, "-T is needed: what is to be made");
    if (o->level && (strlen(o->level) != 1 || !strchr("123s", *o->level)))
        return cli_usage(app, "-O: '%.80s' is none of 1, 2, 3, s", o->level);
    if (o->level && o->no_opt)
        return cli_usage(app, "-O and --no-opt exclude each other");
    if (app->operand_count == 0)
        return cli_usage(app, "no libraries are given");
    o->libraries = app->operands;
    o->library_count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    return job_check_output(app, o->output, false);
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

/* A library that was opened; the linker looks into it. */
typedef struct library {
    io_file file;
    dxk_container *container;
} library;

static int open_library(job *j, library *l, const char *path)
{
    char why[IO_MESSAGE];
    int error = io_read(path, &l->file);
    if (error)
        return job_error(j, cli_io_status(error), "cannot read %s: %s", path,
                         io_message(error, why));
    return job_status(j, dxk_container_read(j->ctx, l->file.bytes, NULL, &l->container));
}

static int add_libraries(job *j, dxk_linker *linker, library *list)
{
    const link_options *o = j->options;
    for (size_t i = 0; i < o->library_count; i++) {
        const char *path = o->libraries[i];
        int status = open_library(j, &list[i], path);
        if (status == CLI_OK)
            status = job_status(
                j, dxk_linker_add(linker, (dxk_str){path, strlen(path)}, list[i].container));
        if (status != CLI_OK)
            return status;
    }
    return CLI_OK;
}

static void close_libraries(library *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dxk_container_free(list[i].container);
        io_close(&list[i].file);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Linking                                                                                    */

static dxk_str text_of(const char *text)
{
    return (dxk_str){text, text ? strlen(text) : 0};
}

static bool read_version(const char *text, uint32_t *major, uint32_t *minor)
{
    char *end;
    unsigned long a = strtoul(text, &end, 10);
    if (end == text || *end != '.' || a > 255)
        return false;
    const char *rest = end + 1;
    unsigned long b = strtoul(rest, &end, 10);
    *major = (uint32_t)a;
    *minor = (uint32_t)b;
    return end != rest && *end == 0 && b <= 255;
}

static int fill_options(job *j, dxk_link_options *how, dxk_str *exports)
{
    const link_options *o = j->options;
    how->profile = text_of(o->profile);
    how->entry = text_of(o->entry);
    how->shaders_only = o->shaders_only;
    for (size_t i = 0; i < o->exports.count; i++)
        exports[i] = text_of(o->exports.items[i].value);
    how->exports = exports;
    how->export_count = o->exports.count;
    static const char *const levels[][2] = {{"1", "O1"}, {"2", "O2"}, {"3", "O3"}, {"s", "Os"}};
    for (size_t i = 0; o->level && i < sizeof levels / sizeof *levels; i++)
        if (strcmp(o->level, levels[i][0]) == 0)
            how->pipeline = text_of(levels[i][1]);
    if (o->no_opt)
        how->pipeline = text_of("none");
    how->has_validator = o->version != NULL;
    if (o->version && !read_version(o->version, &how->validator_major, &how->validator_minor))
        return job_error(j, CLI_USAGE, "--validator-version takes a version such as 1.8");
    return CLI_OK;
}

/* Offline libraries are for no validator. */
static int check_result(job *j, const dxk_container *made)
{
    const link_options *o = j->options;
    const char *offline = "lib_6_x";
    dxk_validation *result;
    if (o->no_validate || strcmp(o->profile, offline) == 0)
        return CLI_OK;
    int status = job_status(j, dxk_validate(made, NULL, &result));
    if (status == CLI_OK && !val_is_valid(result))
        status = val_refuse(j, NULL, result, "not linked");
    dxk_validation_free(result);
    return status;
}

static int link_all(job *j, dxk_linker *linker)
{
    const link_options *o = j->options;
    dxk_link_options how = {.struct_size = sizeof how};
    dxk_str *exports = calloc(o->exports.count + 1, sizeof *exports);
    dxk_container *made = NULL;
    if (!exports)
        return job_error(j, CLI_LIMIT, "out of memory");
    int status = fill_options(j, &how, exports);
    if (status == CLI_OK) {
        dxk_status result = dxk_linker_link(linker, &how, &made);
        if (result == DXK_E_ARGUMENT)
            status = job_error(j, CLI_USAGE, "-T: there is no profile '%.80s'", o->profile);
        else
            status = job_status(j, result);
    }
    if (status == CLI_OK)
        status = check_result(j, made);
    if (status == CLI_OK)
        status = job_write_container(j, made, NULL, o->output);
    dxk_container_free(made);
    free(exports);
    return status;
}

static int run(job *j)
{
    const link_options *o = j->options;
    dxk_linker *linker = NULL;
    library *list = calloc(o->library_count, sizeof *list);
    if (!list)
        return job_error(j, CLI_LIMIT, "out of memory");
    int status = job_status(j, dxk_linker_create(j->ctx, &linker));
    if (status == CLI_OK)
        status = add_libraries(j, linker, list);
    if (status == CLI_OK)
        status = link_all(j, linker);
    if (o->format == FORMAT_DXL && status == CLI_INVALID) {
        dxk_str words = dxk_linker_words(linker);
        text_put(&j->out, "Link failed:\n");
        text_write(&j->out, words.data, words.size);
    }
    dxk_linker_free(linker);
    close_libraries(list, o->library_count);
    free(list);
    return status;
}

const cli_command cmd_link = {
    .name = "link",
    .summary = "link libraries to a shader or a library",
    .operands = "LIBRARY...",
    .about = "Takes the functions that an entry point, or a list of exports, needs from\n"
             "libraries (lib_6_x, lib_6_1 and later), makes one program of them, gives\n"
             "registers to resources without one, optimizes and validates the result.\n"
             "Resources of one name are one resource.",
    .examples = "  dxk link -T ps_6_6 -E main material.lib lights.lib -o out.dxil\n"
                "  dxk link -T lib_6_3 --exports 'shade;lit=light' a.lib b.lib -o c.lib\n",
    .options = specs,
    .options_size = sizeof(link_options),
    .flags = CLI_NO_INPUT,
    .prepare = prepare,
    .run = run,
};
