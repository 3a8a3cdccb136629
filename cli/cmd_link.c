/* SPDX-License-Identifier: MIT */
/*
 * cmd_link.c - `dxk link`: libraries to a shader, or to another library. What comes out is valid and
 * signed, or nothing does.
 */
#include "link.h"

#include <dxk/parts.h>
#include <dxk/pdb.h>
#include <dxk/symbols.h>

#include <stdlib.h>
#include <string.h>

static const opt_spec specs[] = {
    {'T', "target", OPT_TEXT, offsetof(link_options, profile), "PROFILE",
     "what to build: ps_6_0, lib_6_3, ...", "Required."},
    {'E', "entry", OPT_TEXT, offsetof(link_options, entry), "NAME", "name of the entry point",
     "Default: main. Not for libraries."},
    {0, "exports", OPT_LIST, offsetof(link_options, exports), "DEFS",
     "libraries: export only these functions",
     "NAME keeps its name; 'NEW1,NEW2=NAME' renames. Separate several\n"
     "definitions with semicolons."},
    {0, "export-shaders-only", OPT_FLAG, offsetof(link_options, shaders_only), NULL,
     "libraries: export only entry points", NULL},
    {'O', NULL, OPT_TEXT, offsetof(link_options, level), "0|1|2|3|s", "optimization level",
     "Default: 2, which does not unroll loops that would get longer. 0: only what linking "
     "requires."},
    {0, "no-opt", OPT_FLAG, offsetof(link_options, no_opt), NULL, "do only what linking requires",
     NULL},
    {0, "validator-version", OPT_TEXT, offsetof(link_options, version), "N.M",
     "target this version of the validator", "Default: the newest."},
    {0, "no-validate", OPT_FLAG, offsetof(link_options, no_validate), NULL,
     "write the result even if it is invalid", "The result is then not signed."},
    {0, "dry-run", OPT_FLAG, offsetof(link_options, dry_run), NULL,
     "list what would be linked, and why", "Writes nothing."},
    {0, "check", OPT_FLAG, offsetof(link_options, check), NULL,
     "only report what is missing or does not match",
     "Writes nothing. Operations that the stage does not support are\n"
     "reported with the calls that lead to them."},
    {0, "pdb", OPT_TEXT, offsetof(link_options, pdb), "FILE", "write debug information to a PDB",
     "The container then has none."},
    {0, "strip-debug", OPT_FLAG, offsetof(link_options, strip_debug), NULL,
     "drop debug information", NULL},
    {0, "format", OPT_SYNTAX, offsetof(link_options, format), "text|dxl",
     "syntax of the command line",
     "dxl: options, messages and exit status of dxl: dxk link --format=dxl\n"
     "-T ps_6_0 \"a.lib;b.lib\" -Fo OUT"},
    {'o', "output", OPT_TEXT, offsetof(link_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0},
};

static int prepare(cli_app *app)
{
    link_options *o = app->options;
    app->no_source = o->format == LINK_DXL;
    app->source_target = "lib_6_x";
    if (o->format == LINK_DXL)
        return dxl_prepare(app);
    if (!o->profile)
        return cli_usage(app, "-T is required: it names the target");
    if (o->level && (strlen(o->level) != 1 || !strchr("0123s", *o->level)))
        return cli_usage(app, "-O takes 0, 1, 2, 3 or s, not '%.80s'", o->level);
    if (o->level && o->no_opt)
        return cli_usage(app, "-O and --no-opt cannot be combined");
    if (app->operand_count == 0)
        return cli_usage(app, "no library is given");
    o->libraries = app->operands;
    o->library_count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    if (o->output && (o->dry_run || o->check))
        return cli_usage(app, "--dry-run and --check cannot be combined with -o");
    return o->dry_run || o->check ? CLI_OK : job_check_output(app, o->output, false);
}

/* ---------------------------------------------------------------------------------------- */
/* Pieces                                                                                     */

static dxk_str text_of(const char *text)
{
    return (dxk_str){text, text ? strlen(text) : 0};
}

int link_fill(job *j, const link_options *o, dxk_link_options *how, dxk_str *exports)
{
    static const char *const levels[][2] = {
        {"0", "none"}, {"1", "O1"}, {"2", "O2"}, {"3", "O3"}, {"s", "Os"}};
    *how = (dxk_link_options){.struct_size = sizeof *how};
    how->profile = text_of(o->profile);
    how->entry = text_of(o->entry);
    how->shaders_only = o->shaders_only;
    how->dry_run = o->dry_run || o->check;
    for (size_t i = 0; i < o->exports.count; i++)
        exports[i] = text_of(o->exports.items[i].value);
    how->exports = exports;
    how->export_count = o->exports.count;
    for (size_t i = 0; o->level && i < sizeof levels / sizeof *levels; i++)
        if (strcmp(o->level, levels[i][0]) == 0)
            how->pipeline = text_of(levels[i][1]);
    if (o->no_opt)
        how->pipeline = text_of("none");
    how->has_validator = o->version != NULL;
    if (o->version && !opt_validator(o->version, &how->validator_major, &how->validator_minor))
        return job_error(j, CLI_USAGE, "--validator-version takes 1.0 to 1.10, not '%.80s'",
                         o->version);
    return CLI_OK;
}

/* Removes debug information. */
static int strip(job *j, dxk_container *container)
{
    size_t count = dxk_container_part_count(container), kept = 0;
    size_t *list = malloc((count + 1) * sizeof *list);
    if (!list)
        return job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; i < count; i++)
        if (dxk_container_part(container, i)->fourcc != DXK_PART_ILDB)
            list[kept++] = i;
    dxk_status status = dxk_container_select(container, list, kept);
    free(list);
    return job_status(j, status);
}

/* Puts debug information into a PDB. */
static int write_pdb(job *j, const link_options *o, dxk_container *container)
{
    dxk_buffer pdb;
    dxk_buffer_init(&pdb, j->ctx);
    int status = job_status(j, dxk_pdb_write(container, dxk_buffer_sink(&pdb)));
    if (status == CLI_OK)
        status = job_write(j, o->pdb, &pdb);
    dxk_buffer_free(&pdb);
    return status;
}

/* The digest is computed anew if it was there. */
int link_write(job *j, const link_options *o, dxk_buffer *bytes)
{
    dxk_container *container;
    bool embed = o->format == LINK_DXL && !o->strip_debug;
    if (!o->pdb && !o->strip_debug)
        return job_write(j, o->output, bytes);
    dxk_bytes whole = {bytes->data, bytes->size};
    int status = job_status(j, dxk_container_read(j->ctx, whole, NULL, &container));
    bool debug = status == CLI_OK && dxk_container_find(container, DXK_PART_ILDB, 0) != DXK_NO_PART;
    if (status == CLI_OK && o->pdb && debug)
        status = write_pdb(j, o, container);
    if (status == CLI_OK && o->pdb && !debug)
        job_warn(j, "the libraries have no debug information: no PDB is written");
    if (status == CLI_OK && debug && !embed)
        status = strip(j, container);
    if (status == CLI_OK)
        status = job_write_container(j, container, NULL, o->output);
    dxk_container_free(container);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Linking                                                                                    */

/* Validates and signs; offline libraries are for no validator. */
static int finish(job *j, dxk_linker *linker, const dxk_container *made)
{
    const link_options *o = j->options;
    dxk_validation *result = NULL;
    dxk_buffer bytes;
    if (o->no_validate || strcmp(o->profile, "lib_6_x") == 0)
        return job_write_container(j, made, NULL, o->output);
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(&bytes), &result);
    bool refused = status == DXK_E_INVALID && result;
    int code = job_status(j, refused ? dxk_linker_explain(linker) : status);
    if (refused && code == CLI_OK)
        code = val_refuse(j, NULL, result, "not written");
    if (code == CLI_OK)
        code = link_write(j, o, &bytes);
    dxk_validation_free(result);
    dxk_buffer_free(&bytes);
    return code;
}

static void put_name(text_out *out, job *j, dxk_str name)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    if (dxk_demangle(name, &text) == DXK_OK)
        text_safe(out, (dxk_str){(char *)text.data, text.size});
    dxk_buffer_free(&text);
}

/* What would be linked: each function, where it is, who needs it. */
static void print_linked(job *j, const dxk_linker *linker)
{
    static const char *const heads[] = {"function", "library", "needed by", "library"};
    text_table table;
    dxk_linked linked;
    text_table_init(&table, j->ctx, &j->out, "llll", 0);
    text_table_head(&table, heads);
    for (size_t i = 0; dxk_linker_linked(linker, i, &linked); i++) {
        put_name(text_cell(&table), j, linked.name);
        text_safe(text_cell(&table), linked.library);
        text_out *cell = text_cell(&table);
        if (linked.is_constructor)
            text_put(cell, "static variables");
        else
            put_name(cell, j, linked.user);
        text_safe(text_cell(&table), linked.user_library);
    }
    text_table_print(&table);
}

static void json_linked(job *j, const dxk_linker *linker)
{
    dxk_linked linked;
    dxk_json_array(j->json, "linked");
    for (size_t i = 0; dxk_linker_linked(linker, i, &linked); i++) {
        dxk_json_object_line(j->json, NULL);
        dxk_json_str(j->json, "name", linked.name);
        dxk_json_str(j->json, "library", linked.library);
        if (linked.user.size)
            dxk_json_str(j->json, "user", linked.user);
        dxk_json_bool(j->json, "constructor", linked.is_constructor);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
}

static int link_all(job *j, dxk_linker *linker)
{
    const link_options *o = j->options;
    dxk_link_options how;
    dxk_str *exports = calloc(o->exports.count + 1, sizeof *exports);
    dxk_container *made = NULL;
    if (!exports)
        return job_status(j, DXK_E_NOMEM);
    int status = link_fill(j, o, &how, exports);
    if (status == CLI_OK) {
        dxk_status result = dxk_linker_link(linker, &how, &made);
        if (result == DXK_E_ARGUMENT)
            status = job_error(j, CLI_USAGE, "-T: there is no profile '%.80s'", o->profile);
        else
            status = job_status(j, result);
    }
    if (status == CLI_OK && o->check)
        status = job_status(j, dxk_linker_explain(linker));
    if (status == CLI_OK && o->dry_run && j->json)
        json_linked(j, linker);
    else if (status == CLI_OK && o->dry_run)
        print_linked(j, linker);
    if (status == CLI_OK && made)
        status = finish(j, linker, made);
    dxk_container_free(made);
    free(exports);
    return status;
}

static int run(job *j)
{
    const link_options *o = j->options;
    if (o->format == LINK_DXL)
        return dxl_run(j);
    dxk_linker *linker = NULL;
    link_libraries list = {NULL, 0};
    int status = job_status(j, dxk_linker_create(j->ctx, &linker));
    if (status == CLI_OK)
        status = link_open(j, linker, &list);
    if (status == CLI_OK)
        status = link_all(j, linker);
    dxk_linker_free(linker);
    link_close_all(&list);
    return status;
}

const cli_command cmd_link = {
    .name = "link",
    .summary = "link libraries to a shader or a library",
    .operands = "LIBRARY|FOLDER|@FILE...",
    .about =
        "Links the functions that an entry point or a list of exports needs from libraries\n"
        "(lib_6_x, lib_6_1 and later) into one program, assigns registers to resources without\n"
        "one, optimizes, validates and signs the result. Resources with the same name are\n"
        "merged.\n"
        "\n"
        "A folder stands for all libraries in it and below, in name order. @FILE stands for the\n"
        "arguments in a file, separated by blanks and line feeds; quote arguments that contain\n"
        "blanks.",
    .examples = "dxk link -T ps_6_6 -E main material.lib lights.lib -o out.dxil\n"
                "dxk link -T ps_6_6 -E main shaders/ @more.txt -o out.dxil\n"
                "dxk link -T lib_6_3 --exports 'shade;lit=light' a.lib b.lib -o c.lib\n",
    .options = specs,
    .options_size = sizeof(link_options),
    .flags = CLI_NO_INPUT | CLI_RESPONSE | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
