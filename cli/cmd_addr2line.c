/* SPDX-License-Identifier: MIT */
/*
 * cmd_addr2line.c - `dxk addr2line`: instructions to lines of the source, as addr2line of binutils
 * does for machine code. There are no addresses in DXIL; a place is a bit of the bitcode, or the
 * number of an instruction in its function.
 *
 * The module with debug information may be another one than that which the place is in, such as
 * that of a PDB: then the place is found in the shader's own module, and its number there leads to
 * the same instruction of the other.
 */
#include <dxk/bitcode.h>
#include <dxk/lines.h>
#include <dxk/parts.h>

#include "source_lines.h"

#include <stdlib.h>
#include <string.h>

typedef struct addr_options {
    bool functions, inlines, addresses, source;
    const char *pdb;
    char **places; /* set by prepare() */
    size_t place_count;
} addr_options;

static const opt_spec specs[] = {
    {'f', "functions", OPT_FLAG, offsetof(addr_options, functions), NULL,
     "also print the name of the source function", NULL},
    {'i', "inlines", OPT_FLAG, offsetof(addr_options, inlines), NULL,
     "print the call sites of inlined functions", "One line for each call, the innermost first."},
    {'a', "addresses", OPT_FLAG, offsetof(addr_options, addresses), NULL,
     "first print the function, number and bit of the instruction", NULL},
    {'s', "source", OPT_FLAG, offsetof(addr_options, source), NULL,
     "print the text of the source line below, if it is known", NULL},
    {0, "pdb", OPT_TEXT, offsetof(addr_options, pdb), "FILE",
     "take debug information from this PDB",
     "Or from the PDB in directory FILE with the name or hash of the shader.\n"
     "Default: the shader, or its PDB beside it."},
    {0},
};

/* A module and the instructions in it. */
typedef struct table {
    dxk_module *module;
    dxk_lines *lines; /* NULL: there is no such module */
} table;

typedef struct finder {
    job *j;
    const addr_options *o;
    dxk_container *shader;
    pdb_found found;
    source_lines texts;
    table run;   /* the module that runs */
    table debug; /* the one with debug information */
} finder;

static dxk_status load_table(dxk_ctx *ctx, const dxk_container *container,
                             dxk_program_choice choice, table *out)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, choice, &place);
    const dxk_module_read_options how = {.offsets = true, .file_offset = place.offset};
    if (status == DXK_E_NOT_FOUND)
        return DXK_OK;
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, &how, &out->module);
    return status == DXK_OK ? dxk_lines_load(out->module, &out->lines) : status;
}

static int load(finder *f)
{
    const addr_options *o = f->o;
    int status = job_load(f->j, false, &f->shader);
    if (status == CLI_OK)
        status = pdb_find(f->j, f->shader, f->j->name, o->pdb, &f->found);
    const dxk_container *debug = f->found.container ? f->found.container : f->shader;
    if (status == CLI_OK)
        status = job_status(f->j, load_table(f->j->ctx, f->shader, DXK_PROGRAM_RUN, &f->run));
    if (status == CLI_OK)
        status = job_status(f->j, load_table(f->j->ctx, debug, DXK_PROGRAM_DEBUG, &f->debug));
    if (status == CLI_OK && !f->run.lines && !f->debug.lines)
        status = job_error(f->j, CLI_INVALID, "there is no DXIL program");
    if (status == CLI_OK && o->source &&
        !source_lines_init(&f->texts, pdb_sources(&f->found, f->j->input)))
        status = job_status(f->j, DXK_E_NOMEM);
    return status;
}

static void unload(finder *f)
{
    source_lines_free(&f->texts);
    dxk_lines_free(f->run.lines);
    dxk_lines_free(f->debug.lines);
    dxk_module_free(f->run.module);
    dxk_module_free(f->debug.module);
    pdb_free(&f->found);
    dxk_container_free(f->shader);
}

/* ---------------------------------------------------------------------------------------- */
/* Places                                                                                     */

/* An instruction of one of the two modules. */
typedef struct spot {
    const dxk_lines *lines;
    size_t index;
} spot;

/* "FUNCTION#N", or "#N" if there is one function. */
static bool find_number(const dxk_lines *lines, const char *text, const char *hash, size_t *index)
{
    uint64_t number;
    dxk_line first;
    dxk_str function = {text, (size_t)(hash - text)};
    if (!opt_number(hash + 1, &number) || number > UINT32_MAX)
        return false;
    if (!function.size && dxk_lines_get(lines, 0, &first))
        function = first.function;
    return dxk_lines_find(lines, function, (uint32_t)number, index);
}

static bool find_in(const dxk_lines *lines, const char *text, spot *out)
{
    const char *hash = strrchr(text, '#');
    uint64_t bit;
    out->lines = lines;
    if (!lines)
        return false;
    if (hash)
        return find_number(lines, text, hash, &out->index);
    return opt_number(text, &bit) && dxk_lines_at(lines, bit, &out->index);
}

/* Where a place is. Bits are those of the listing: of the debug module if the shader has one, which
 * stands after the other or in front of it in the file. */
static bool find(const finder *f, const char *text, spot *out)
{
    bool same_file = !f->found.container;
    spot other;
    dxk_line own, theirs;
    if (strchr(text, '#') || !same_file || !f->run.lines || !f->debug.lines)
        return find_in(f->run.lines ? f->run.lines : f->debug.lines, text, out);
    bool found = find_in(f->debug.lines, text, out), run = find_in(f->run.lines, text, &other);
    if (run && dxk_lines_get(other.lines, other.index, &theirs) &&
        (!found || (dxk_lines_get(out->lines, out->index, &own) && own.bit < theirs.bit)))
        *out = other; /* whichever begins nearer in front of the bit */
    return found || run;
}

/* The same instruction in the debug module; the spot itself if there is none. */
static spot in_debug(const finder *f, spot at)
{
    dxk_line line;
    spot other = {f->debug.lines, 0};
    if (!other.lines || at.lines == other.lines || !dxk_lines_get(at.lines, at.index, &line) ||
        dxk_lines_count(other.lines) != dxk_lines_count(at.lines))
        return at;
    return dxk_lines_find(other.lines, line.function, line.instruction, &other.index) ? other : at;
}

/* ---------------------------------------------------------------------------------------- */
/* Printing                                                                                   */

static void print_frame(finder *f, const dxk_line_frame *frame)
{
    text_out *out = &f->j->out;
    dxk_str text;
    if (f->o->functions) {
        text_safe(out, frame->function.size ? frame->function : (dxk_str){"??", 2});
        text_put(out, " at ");
    }
    text_safe(out, frame->file.size ? frame->file : (dxk_str){"??", 2});
    text_printf(out, ":%lu", (unsigned long)frame->line);
    if (frame->column)
        text_printf(out, ":%lu", (unsigned long)frame->column);
    text_char(out, '\n');
    if (f->o->source && source_lines_get(&f->texts, frame->file, frame->line, &text)) {
        text_spaces(out, 4);
        for (size_t i = 0; i < text.size; i++) {
            if (text.data[i] == '\t')
                text_char(out, ' ');
            else
                text_safe(out, (dxk_str){text.data + i, 1});
        }
        text_char(out, '\n');
    }
}

static void json_frame(finder *f, const dxk_line_frame *frame)
{
    dxk_json *json = f->j->json;
    dxk_str text;
    dxk_json_object_line(json, NULL);
    dxk_json_str(json, "function", frame->function);
    dxk_json_str(json, "file", frame->file);
    dxk_json_u64(json, "line", frame->line);
    dxk_json_u64(json, "column", frame->column);
    if (f->o->source && source_lines_get(&f->texts, frame->file, frame->line, &text))
        dxk_json_str(json, "text", text);
    dxk_json_end(json);
}

static void print_instruction(finder *f, const dxk_line *line)
{
    text_out *out = &f->j->out;
    text_safe(out, line->function);
    text_printf(out, "#%lu", (unsigned long)line->instruction);
    if (line->bit != UINT64_MAX)
        text_printf(out, " bit %llu", (unsigned long long)line->bit);
    text_put(out, ": ");
}

static void json_instruction(dxk_json *json, const char *text, const dxk_line *line)
{
    dxk_json_object(json, NULL);
    dxk_json_text(json, "place", text);
    if (line->function.size) {
        dxk_json_str(json, "function", line->function);
        dxk_json_u64(json, "instruction", line->instruction);
        dxk_json_u64(json, "block", line->block);
    }
    dxk_json_array(json, "frames");
}

static void show(finder *f, const char *text)
{
    spot at = {NULL, 0};
    dxk_line line = {.bit = UINT64_MAX};
    dxk_line_frame frame = {.line = 0};
    bool found = find(f, text, &at) && dxk_lines_get(at.lines, at.index, &line);
    if (f->j->json)
        json_instruction(f->j->json, text, &line);
    else if (f->o->addresses && found)
        print_instruction(f, &line);
    if (found)
        at = in_debug(f, at);
    uint32_t level = 0;
    for (; found && dxk_lines_frame(at.lines, at.index, level, &frame); level++) {
        if (f->j->json)
            json_frame(f, &frame);
        else
            print_frame(f, &frame);
        if (!f->o->inlines)
            break;
    }
    if (f->j->json) {
        dxk_json_end(f->j->json);
        dxk_json_end(f->j->json);
    } else if (level == 0 && (!found || frame.line == 0) && !frame.file.size) {
        text_put(&f->j->out, "??:0\n");
    }
}

static int run(job *j)
{
    finder f = {.j = j, .o = j->options};
    int status = load(&f);
    if (status == CLI_OK && j->json)
        dxk_json_array(j->json, "places");
    for (size_t i = 0; status == CLI_OK && i < f.o->place_count; i++)
        show(&f, f.o->places[i]);
    if (status == CLI_OK && j->json)
        dxk_json_end(j->json);
    unload(&f);
    return status;
}

/* ---------------------------------------------------------------------------------------- */

static bool is_place(const char *text)
{
    uint64_t number;
    const char *hash = strrchr(text, '#');
    return opt_number(hash ? hash + 1 : text, &number);
}

static int prepare(cli_app *app)
{
    addr_options *o = app->options;
    if (app->operand_count < 2)
        return cli_usage(app, "a shader and at least one PLACE are required");
    o->places = app->operands + 1;
    o->place_count = app->operand_count - 1;
    app->operand_count = 1;
    for (size_t i = 0; i < o->place_count; i++) {
        if (!is_place(o->places[i]))
            return cli_usage(app, "'%s' is neither a bit offset such as 0x1a4c nor FUNCTION#NUMBER",
                             o->places[i]);
    }
    return CLI_OK;
}

const cli_command cmd_addr2line = {
    .name = "addr2line",
    .summary = "map instructions to source lines",
    .operands = "FILE PLACE...",
    .about =
        "PLACE is an instruction, as shown by diagnostics and `dxk dis --offsets`: a bit offset\n"
        "in the file, decimal or with 0x, or FUNCTION#NUMBER, the number of the instruction in\n"
        "its function, counted from 0 without calls of llvm.dbg. #NUMBER is in the first\n"
        "function.\n"
        "\n"
        "Prints one line for each place: FILE:LINE:COLUMN, or ??:0 if the line is unknown. A\n"
        "stripped shader needs its PDB." CLI_ABOUT_TEXT,
    .examples = "dxk addr2line shader.dxil 0x7c21\n"
                "dxk addr2line -fis --pdb symbols/ shader.dxil 'main#12'\n"
                "dxk addr2line --json shader.dxil '#0' '#1' | jq '.places[].frames'",
    .options = specs,
    .options_size = sizeof(addr_options),
    .prepare = prepare,
    .flags = CLI_TEXT | CLI_SOURCE | CLI_SOURCE_DEBUG,
    .run = run,
};
