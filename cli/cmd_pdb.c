/* SPDX-License-Identifier: MIT */
/*
 * cmd_pdb.c - `dxk pdb`: sources and arguments behind a shader, its PDB: read, written, split off,
 * found again.
 */
#include <dxk/pdb.h>

#include "pdb_extract.h"

#include <stdlib.h>
#include <string.h>

enum { LIST, EXTRACT, INFO, HASH, INDEX, MAKE, SPLIT };
#define ACTIONS "list|extract|info|hash|index|make|split"

enum { FORMAT_TEXT, FORMAT_DXA };

typedef struct pdb_options {
    const char *output, *pdb, *all;
    int format;
    bool in_place;
    int action;       /* first operand */
    const char *name; /* extract: the source */
} pdb_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(pdb_options, output), "FILE",
     "extract, make, split: write to FILE", "Default: standard output, unless that is a terminal."},
    {'a', "all", OPT_TEXT, offsetof(pdb_options, all), "DIR",
     "extract: write all sources below DIR", NULL},
    {'f', "format", OPT_CHOICE, offsetof(pdb_options, format), "text|dxa", "list: form of the list",
     "dxa: like `dxa -listfiles`."},
    {0, "pdb", OPT_TEXT, offsetof(pdb_options, pdb), "FILE", "split: write the PDB to FILE",
     "Default: the name recorded in the shader, in its directory."},
    {'i', "in-place", OPT_FLAG, offsetof(pdb_options, in_place), NULL, "split: modify the input",
     NULL},
    {0},
};

static int prepare_extract(cli_app *app)
{
    pdb_options *o = app->options;
    if (o->all)
        return o->output ? cli_usage(app, "-o and --all cannot be combined") : CLI_OK;
    o->name = cli_take_operand(app);
    if (!o->name)
        return cli_usage(app, "no source is given: use NAME or --all DIR");
    return app->common.json && !o->output
               ? cli_usage(app, "--json requires -o: the JSON goes to standard output")
               : CLI_OK;
}

static int prepare(cli_app *app)
{
    pdb_options *o = app->options;
    const char *action = cli_take_operand(app);
    o->action = action ? opt_choice(ACTIONS, action) : -1;
    if (o->action < 0)
        return action
                   ? cli_usage(
                         app,
                         "unknown action '%s': use list, extract, info, hash, index, make or split",
                         action)
                   : cli_usage(
                         app,
                         "no ACTION is given: use list, extract, info, hash, index, make or split");
    app->no_heads = o->action == HASH || o->action == INDEX;
    if (o->action == INDEX)
        app->common.recursive = true;
    if (o->action == EXTRACT) {
        int status = prepare_extract(app);
        if (status != CLI_OK)
            return status;
    }
    if (o->action <= EXTRACT || o->action >= MAKE)
        if (app->operand_count > 1 && o->action != LIST)
            return cli_usage(app, "only one input is allowed");
    if (o->action == MAKE || o->action == SPLIT)
        return job_check_output(app, o->output, o->action == SPLIT && o->in_place);
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* list, info                                                                                 */

static int list(job *j, const dxk_pdb *pdb)
{
    const pdb_options *o = j->options;
    dxk_str name, text;
    text_table table;
    if (j->json)
        dxk_json_array(j->json, "files");
    else if (o->format == FORMAT_TEXT)
        text_table_init(&table, j->ctx, &j->out, "rl", 0);
    for (size_t i = 0; dxk_pdb_file(pdb, i, &name, &text); i++) {
        if (j->json) {
            dxk_json_object_line(j->json, NULL);
            dxk_json_str(j->json, "name", name);
            dxk_json_u64(j->json, "size", text.size);
            dxk_json_end(j->json);
        } else if (o->format == FORMAT_DXA) {
            text_str(&j->out, name);
            text_put(&j->out, "\r\n");
        } else {
            text_u64(text_cell(&table), text.size);
            text_safe(text_cell(&table), name);
        }
    }
    if (j->json)
        dxk_json_end(j->json);
    else if (o->format == FORMAT_TEXT)
        text_table_print(&table);
    return CLI_OK;
}

static void hex(const uint8_t hash[16], char text[33])
{
    for (size_t i = 0; i < 16; i++) {
        text[2 * i] = "0123456789abcdef"[hash[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[hash[i] & 15];
    }
    text[32] = 0;
}

static void json_args(job *j, const dxk_pdb *pdb)
{
    dxk_str name, value;
    dxk_json_array(j->json, "arguments");
    for (size_t i = 0; dxk_pdb_arg(pdb, i, &name, &value); i++) {
        dxk_json_object_line(j->json, NULL);
        dxk_json_str(j->json, "name", name);
        dxk_json_str(j->json, "value", value);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
    dxk_json_array_line(j->json, "defines");
    for (size_t i = 0; dxk_pdb_define(pdb, i, &name); i++)
        dxk_json_str(j->json, NULL, name);
    dxk_json_end(j->json);
}

static void json_info(job *j, const dxk_pdb *pdb, const dxk_pdb_facts *f)
{
    dxk_json_text(j->json, "origin", dxk_pdb_origin_name(f->origin));
    dxk_json_str(j->json, "entry", f->entry);
    dxk_json_str(j->json, "target", f->target);
    dxk_json_str(j->json, "mainFile", f->main_file);
    dxk_json_str(j->json, "pdb", f->name);
    if (f->has_hash)
        dxk_json_hex(j->json, "hash", (dxk_bytes){f->hash, 16});
    else
        dxk_json_null(j->json, "hash");
    dxk_json_bool(j->json, "hashIncludesSource", f->has_hash && (f->hash_flags & 1));
    dxk_json_bool(j->json, "debugModule", f->has_debug_module);
    if (f->has_version) {
        dxk_json_object_line(j->json, "compiler");
        dxk_json_u64(j->json, "major", f->version.major);
        dxk_json_u64(j->json, "minor", f->version.minor);
        dxk_json_u64(j->json, "flags", f->version.flags);
        dxk_json_u64(j->json, "commits", f->version.commit_count);
        dxk_json_str(j->json, "commit", f->commit);
        dxk_json_str(j->json, "version", f->custom_version);
        dxk_json_end(j->json);
    } else {
        dxk_json_null(j->json, "compiler");
    }
    json_args(j, pdb);
    list(j, pdb);
}

static void row(text_table *table, const char *name, dxk_str value)
{
    if (!value.size)
        return;
    text_put(text_cell(table), name);
    text_safe(text_cell(table), value);
}

/* "-T ps_6_0 -Zi": what can be typed again. */
static void put_args(job *j, const dxk_pdb *pdb, text_table *table)
{
    dxk_str name, value;
    if (dxk_pdb_arg_count(pdb) == 0)
        return;
    text_put(text_cell(table), "arguments");
    text_out *out = text_cell(table);
    (void)j;
    for (size_t i = 0; dxk_pdb_arg(pdb, i, &name, &value); i++) {
        text_put(out, i ? " " : "");
        if (name.size) {
            text_char(out, '-');
            text_safe(out, name);
        }
        text_put(out, name.size && value.size ? " " : "");
        text_safe(out, value);
    }
}

static void put_compiler(const dxk_pdb_facts *f, text_table *table)
{
    if (!f->has_version)
        return;
    text_put(text_cell(table), "compiler");
    text_out *out = text_cell(table);
    text_printf(out, "%u.%u, %u commits", f->version.major, f->version.minor,
                f->version.commit_count);
    if (f->commit.size) {
        text_put(out, ", commit ");
        text_safe(out, f->commit);
    }
    if (f->custom_version.size) {
        text_put(out, ", version ");
        text_safe(out, f->custom_version);
    }
}

static int info(job *j, const dxk_pdb *pdb)
{
    dxk_pdb_facts f = dxk_pdb_facts_get(pdb);
    text_table table;
    char digits[33];
    dxk_str define;
    if (j->json) {
        json_info(j, pdb, &f);
        return CLI_OK;
    }
    hex(f.hash, digits);
    text_table_init(&table, j->ctx, &j->out, "ll", 0);
    row(&table, "main file", f.main_file);
    row(&table, "entry point", f.entry);
    row(&table, "target", f.target);
    if (f.has_hash)
        row(&table, f.hash_flags & 1 ? "hash with source" : "hash", (dxk_str){digits, 32});
    row(&table, "PDB", f.name);
    put_compiler(&f, &table);
    put_args(j, pdb, &table);
    for (size_t i = 0; dxk_pdb_define(pdb, i, &define); i++)
        row(&table, "define", define);
    text_put(text_cell(&table), "sources");
    text_printf(text_cell(&table), "%zu, from %s", dxk_pdb_file_count(pdb),
                dxk_pdb_origin_name(f.origin));
    text_table_print(&table);
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* hash, index                                                                                */

/* Identity without the sources: HASH and ILDN of the container. */
static int identify(job *j)
{
    const pdb_options *o = j->options;
    dxk_pdb_id id;
    dxk_status status = dxk_pdb_identify(j->ctx, j->input, &id);
    char digits[33];
    if (status != DXK_OK)
        return j->found && status == DXK_E_NOT_FOUND ? CLI_OK
               : status == DXK_E_NOT_FOUND
                   ? job_error(j, CLI_INVALID, "nothing identifies the shader")
                   : job_status(j, status);
    hex(id.hash, digits);
    if (j->json) {
        dxk_json_text(j->json, "hash", digits);
        dxk_json_text(j->json, "pdb", id.name);
        dxk_json_u64(j->json, "size", j->input.size);
        dxk_json_text(j->json, "kind", dxk_input_kind_name(dxk_input_sniff(j->input)));
        return CLI_OK;
    }
    text_put(&j->out, digits);
    text_put(&j->out, "  ");
    if (o->action == INDEX) {
        text_printf(&j->out, "%9zu  %-9s  ", j->input.size,
                    dxk_input_kind_name(dxk_input_sniff(j->input)));
        text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    } else {
        text_safe(&j->out, (dxk_str){id.name, strlen(id.name)});
    }
    text_char(&j->out, '\n');
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* make, split                                                                                */

static int make(job *j)
{
    const pdb_options *o = j->options;
    dxk_container *container;
    dxk_buffer bytes;
    int status = job_load(j, false, &container);
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&bytes, j->ctx);
    status = job_status(j, dxk_pdb_write(container, dxk_buffer_sink(&bytes)));
    if (status == CLI_OK && j->json)
        dxk_json_u64(j->json, "size", bytes.size);
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    dxk_container_free(container);
    return status;
}

/* The PDB's path: --pdb, or the last component of its name in the folder of the shader. */
static char *pdb_path(job *j, const dxk_buffer *name)
{
    const pdb_options *o = j->options;
    const char *beside = o->output && strcmp(o->output, "-") != 0 ? o->output : j->name;
    const char *slash = strrchr(beside, '/');
    size_t folder = slash ? (size_t)(slash - beside) + 1 : 0, start = name->size;
    dxk_buffer safe;
    while (start > 0 && name->data[start - 1] != '/' && name->data[start - 1] != '\\')
        start--;
    if (o->pdb)
        return strdup(o->pdb);
    dxk_buffer_init(&safe, j->ctx);
    dxk_str last = {(const char *)name->data + start, name->size - start};
    char *path = NULL;
    if (dxk_pdb_safe_path(last, &safe) == DXK_OK && (path = malloc(folder + safe.size + 1))) {
        memcpy(path, beside, folder);
        memcpy(path + folder, safe.data, safe.size);
        path[folder + safe.size] = 0;
    }
    dxk_buffer_free(&safe);
    return path;
}

static int split(job *j)
{
    const pdb_options *o = j->options;
    dxk_container *container;
    dxk_buffer bytes, name;
    char *path = NULL;
    int status = job_load(j, false, &container);
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_buffer_init(&name, j->ctx);
    if (dxk_container_kind(container) == DXK_INPUT_PDB)
        status = job_error(j, CLI_INVALID, "a PDB cannot be split");
    if (status == CLI_OK)
        status = job_status(j, dxk_pdb_split(container, dxk_buffer_sink(&bytes), &name));
    if (status == CLI_OK && !(path = pdb_path(j, &name)))
        status = job_status(j, DXK_E_NOMEM);
    if (status == CLI_OK && j->json)
        dxk_json_text(j->json, "pdb", path);
    if (status == CLI_OK)
        status = job_write(j, path, &bytes);
    if (status == CLI_OK)
        status = job_write_container(j, container, NULL, o->in_place ? j->name : o->output);
    free(path);
    dxk_buffer_free(&bytes);
    dxk_buffer_free(&name);
    dxk_container_free(container);
    return status;
}

static int run(job *j)
{
    const pdb_options *o = j->options;
    dxk_pdb *pdb;
    if (o->action == HASH || o->action == INDEX)
        return identify(j);
    if (o->action == MAKE)
        return make(j);
    if (o->action == SPLIT)
        return split(j);
    int status = job_status(j, dxk_pdb_load(j->ctx, j->input, &pdb)), done = CLI_OK;
    if (!pdb)
        return status;
    if (o->action == LIST)
        done = list(j, pdb);
    else if (o->action == INFO)
        done = info(j, pdb);
    else if (o->all)
        done = pdb_extract_all(j, pdb, o->all);
    else
        done = pdb_extract(j, pdb, o->name, o->output);
    dxk_pdb_free(pdb);
    return done > status ? done : status;
}

const cli_command cmd_pdb = {
    .name = "pdb",
    .summary = "show sources and arguments; write, split and index PDBs",
    .operands = "ACTION [OPERAND...]",
    .words = ACTIONS,
    .about =
        "ACTION is one of\n"
        "  list [FILE...]        print names and sizes of the sources\n"
        "  extract NAME [FILE]   write the source NAME, or with --all DIR all of them, under names "
        "that stay below DIR\n"
        "  info [FILE...]        print entry point, target, hash, compiler, arguments, defines\n"
        "  hash [FILE...]        print the hash and the name of the PDB that a debugger looks for\n"
        "  index DIR...          print hash, size, kind and path of every file below DIR\n"
        "  make [FILE]           write a PDB for a container with debug information\n"
        "  split [FILE]          write the shader without debug information, and the PDB beside "
        "it\n"
        "\n"
        "FILE is a PDB or a container. Sources come from the parts PDBI or SRCI, otherwise from\n"
        "the metadata of the debug module.",
    .examples = "dxk pdb list shader.pdb\n"
                "dxk pdb extract ./main.hlsl shader.pdb\n"
                "dxk pdb extract --all sources/ shader.pdb\n"
                "dxk pdb split shader.dxil -o small.dxil\n"
                "dxk pdb index symbols/ | sort > index.txt",
    .options = specs,
    .options_size = sizeof(pdb_options),
    .flags = CLI_MANY,
    .prepare = prepare,
    .run = run,
};
