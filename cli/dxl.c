/* SPDX-License-Identifier: MIT */
/*
 * dxl.c - `dxk link --format=dxl`: the command line of the reference's linker, its words and its exit
 * status.
 *
 *     -T PROFILE [-E NAME] [-Fo FILE] [-Fd FILE] [-exports DEFS] [...] "a.lib;b.lib"
 *
 * Options of the compiler that mean nothing to a linker are taken and do nothing, as there. Where the
 * reference fails although nothing is wrong (-Qstrip_debug), or writes something else than it says (-Fd),
 * this does what is meant.
 */
#include "link.h"

#include <dxk/compat.h>
#include <dxk/listing.h>

#include <stdlib.h>
#include <string.h>

/* What an option of the reference is; those that stand alone and mean nothing are not listed. */
typedef enum dxl_option {
    DXL_PROFILE,
    DXL_ENTRY,
    DXL_OUTPUT,
    DXL_PDB,
    DXL_EXPORTS,
    DXL_VERSION,
    DXL_IGNORED,
    DXL_SHADERS_ONLY,
    DXL_NO_VALIDATE,
    DXL_STRIP_DEBUG
} dxl_option;

/* Longer names first where one begins with another. */
static const struct {
    const char *name;
    dxl_option what;
    bool has_value; /* after it, or as the next argument */
} table[] = {
    {"exports", DXL_EXPORTS, true},
    {"export-shaders-only", DXL_SHADERS_ONLY, false},
    {"validator-version", DXL_VERSION, true},
    {"auto-binding-space", DXL_IGNORED, true},
    {"Qstrip_debug", DXL_STRIP_DEBUG, false},
    {"Vd", DXL_NO_VALIDATE, false},
    {"Fo", DXL_OUTPUT, true},
    {"Fd", DXL_PDB, true},
    {"Fc", DXL_IGNORED, true},
    {"Fe", DXL_IGNORED, true},
    {"Fh", DXL_IGNORED, true},
    {"Fre", DXL_IGNORED, true},
    {"Frs", DXL_IGNORED, true},
    {"Fsh", DXL_IGNORED, true},
    {"HV", DXL_IGNORED, true},
    {"D", DXL_IGNORED, true},
    {"T", DXL_PROFILE, true},
    {"E", DXL_ENTRY, true},
};

int dxl_prepare(cli_app *app)
{
    link_options *o = app->options;
    o->libraries = app->operands;
    o->library_count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* The command line                                                                           */

/* What was asked for. */
typedef struct request {
    link_options o;
    char *libraries;  /* paths, separated by semicolons */
    dxk_str *exports; /* as many as there are arguments, at most */
    size_t export_count;
} request;

/* Failures of the driver. */
static int fail(job *j, int status, const char *what, const char *more)
{
    dxk_ctx_clear_diags(j->ctx);
    return job_error(j, status, "dxc failed : %s%s", what, more);
}

/* The same for a library that is not taken: an empty line was printed before. */
static int fail_library(job *j, const char *what)
{
    text_put(&j->out, "\n");
    return fail(j, CLI_INVALID, what, "");
}

static void take(request *r, dxl_option what, char *value)
{
    switch (what) {
    case DXL_PROFILE:
        r->o.profile = value;
        break;
    case DXL_ENTRY:
        r->o.entry = value;
        break;
    case DXL_OUTPUT:
        r->o.output = value;
        break;
    case DXL_PDB:
        r->o.pdb = value;
        break;
    case DXL_EXPORTS:
        r->exports[r->export_count++] = (dxk_str){value, strlen(value)};
        break;
    case DXL_VERSION:
        r->o.version = value;
        break;
    case DXL_SHADERS_ONLY:
        r->o.shaders_only = true;
        break;
    case DXL_NO_VALIDATE:
        r->o.no_validate = true;
        break;
    case DXL_STRIP_DEBUG:
        r->o.strip_debug = true;
        break;
    case DXL_IGNORED:
        break;
    }
}

/* Reads argument number *at, and the next one if it is its value. */
static void read_argument(request *r, char **arguments, size_t count, size_t *at)
{
    char *argument = arguments[*at];
    if (argument[0] != '-' || !argument[1]) {
        r->libraries = argument;
        return;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t size = strlen(table[i].name);
        if (strncmp(argument + 1, table[i].name, size) != 0)
            continue;
        char *value = argument + 1 + size;
        if (!table[i].has_value && *value)
            continue;
        if (table[i].has_value && !*value && *at + 1 < count)
            value = arguments[++*at];
        take(r, table[i].what, value);
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Linking                                                                                    */

/* Adds the libraries; the driver's words tell why one cannot be. */
static int add_all(job *j, const request *r, dxk_linker *linker, link_library *list)
{
    char *rest = r->libraries;
    for (size_t i = 0; rest; i++) {
        char *path = rest, *end = strchr(rest, ';');
        rest = end ? end + 1 : NULL;
        if (end)
            *end = 0;
        int error = io_read(path, j->app->max_size, NULL, &list[i].file);
        if (error)
            return fail(j, CLI_INVALID, "No such file or directory ", path);
        if (dxk_container_read(j->ctx, list[i].file.bytes, NULL, &list[i].container) != DXK_OK ||
            dxk_container_kind(list[i].container) != DXK_INPUT_CONTAINER)
            return fail_library(j, "Invalid DXIL container.");
        if (dxk_linker_add(linker, (dxk_str){path, strlen(path)}, list[i].container) != DXK_OK)
            return fail_library(j, "Invalid argument.");
    }
    return CLI_OK;
}

/* "Link failed:" and what follows; diagnostics of dxk's own are not shown. */
static int link_failed(job *j, dxk_str words)
{
    text_put(&j->out, "Link failed:\n");
    text_write(&j->out, words.data, words.size);
    dxk_ctx_clear_diags(j->ctx);
    return CLI_INVALID;
}

static int invalid(job *j, const dxk_validation *result)
{
    static const char head[] = "error: validation errors\r\n";
    dxk_buffer words;
    dxk_buffer_init(&words, j->ctx);
    dxk_status status = dxk_buffer_append(&words, head, sizeof head - 1);
    if (status == DXK_OK)
        status = dxk_validation_print_dxv(result, dxk_buffer_sink(&words));
    int code = status == DXK_OK ? link_failed(j, (dxk_str){(char *)words.data, words.size})
                                : job_status(j, status);
    dxk_buffer_free(&words);
    return code;
}

/* Without -Fo the result is printed. */
static int show(job *j, const dxk_container *made)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int status = job_status(j, dxk_list(made, NULL, dxk_buffer_sink(&text)));
    if (status == CLI_OK)
        text_write(&j->out, (char *)text.data, text.size);
    dxk_buffer_free(&text);
    return status;
}

static int finish(job *j, const request *r, const dxk_container *made)
{
    bool offline = strcmp(r->o.profile, "lib_6_x") == 0 || r->o.no_validate;
    dxk_validation *result = NULL;
    dxk_buffer bytes;
    if (!r->o.output && offline)
        return show(j, made);
    if (offline)
        return job_write_container(j, made, NULL, r->o.output);
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(&bytes), &result);
    int code = status == DXK_E_INVALID && result ? invalid(j, result) : job_status(j, status);
    if (code == CLI_OK)
        code = r->o.output ? link_write(j, &r->o, &bytes) : show(j, made);
    dxk_validation_free(result);
    dxk_buffer_free(&bytes);
    return code;
}

static int link_request(job *j, const request *r, link_library *list)
{
    dxk_link_options how;
    dxk_container *made = NULL;
    dxk_linker *linker = NULL;
    int status = job_status(j, dxk_linker_create(j->ctx, &linker));
    if (status == CLI_OK)
        status = add_all(j, r, linker, list);
    if (status == CLI_OK)
        status = link_fill(j, &r->o, &how, NULL);
    if (status == CLI_OK) {
        how.exports = r->exports;
        how.export_count = r->export_count;
        dxk_status result = dxk_linker_link(linker, &how, &made);
        if (result == DXK_E_ARGUMENT)
            status = fail(j, CLI_INVALID, "invalid profile", "");
        else if (result == DXK_E_INVALID)
            status = link_failed(j, dxk_linker_words(linker));
        else
            status = job_status(j, result);
    }
    if (status == CLI_OK)
        status = finish(j, r, made);
    dxk_container_free(made);
    dxk_linker_free(linker);
    return status;
}

static int check_library(job *j, const request *r)
{
    bool versioned = r->o.version && strtoul(r->o.version, NULL, 10) > 0;
    const char *wrong = opt_library_conflict(r->o.profile, !r->o.no_validate, versioned);
    return wrong ? fail(j, CLI_INVALID, wrong, "") : CLI_OK;
}

/* What the driver refuses before it links. */
static int check(job *j, const request *r)
{
    if (!r->o.profile)
        return fail(j, CLI_INVALID, "Target profile argument is missing", "");
    bool library = strncmp(r->o.profile, "lib_", 4) == 0;
    if (r->export_count && !library)
        return fail(j, CLI_INVALID, "library profile required when using -exports option", "");
    if (r->o.shaders_only && !library)
        return fail(j, CLI_INVALID,
                    "library profile required when using -export-shaders-only option", "");
    if (!r->libraries)
        return fail(j, CLI_INVALID, "Required input file argument is missing.", "");
    return library ? check_library(j, r) : CLI_OK;
}

int dxl_run(job *j)
{
    const link_options *o = j->options;
    request r = {.o = {.format = LINK_DXL, .output = o->output}};
    size_t count = 1;
    r.exports = calloc(o->library_count + 1, sizeof *r.exports);
    if (!r.exports)
        return job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; i < o->library_count; i++)
        read_argument(&r, o->libraries, o->library_count, &i);
    for (const char *c = r.libraries; c && *c; c++)
        count += *c == ';';
    link_library *list = calloc(count, sizeof *list);
    int status = list ? check(j, &r) : job_status(j, DXK_E_NOMEM);
    if (status == CLI_OK && opt_is_old_library(r.o.profile))
        r.o.version = "0.0";
    if (status == CLI_OK)
        status = link_request(j, &r, list);
    for (size_t i = 0; list && i < count; i++) {
        dxk_container_free(list[i].container);
        io_close(&list[i].file);
    }
    free(list);
    free(r.exports);
    return status;
}
