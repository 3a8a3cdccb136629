/* SPDX-License-Identifier: MIT */
/* cmd_dis.c - `dxk dis`: the listing of a container, as `dxc -dumpbin` prints it, or as `fxc` does
 * when its program is of shader model 4 or 5. */
#include <dxk/dxbc.h>
#include <dxk/parts.h>
#include <dxk/text.h>

#include "dxk/listing.h"
#include "job.h"
#include "source_lines.h"

#include <string.h>

typedef struct dis_options {
    bool no_header, no_comments, offsets, raw_ids, salvage, exact, source;
    const char *pdb;
    int fxc; /* dxk_fxc_version */
    const char *output;
} dis_options;

static const opt_spec specs[] = {
    {0, "no-header", OPT_FLAG, offsetof(dis_options, no_header), NULL, "omit the comment header",
     NULL},
    {0, "no-comments", OPT_FLAG, offsetof(dis_options, no_comments), NULL,
     "omit the comments in the module",
     "Comments on operations, source lines, variables, predecessors and\n"
     "attributes."},
    {0, "offsets", OPT_FLAG, offsetof(dis_options, offsets), NULL,
     "print the bit offset of each instruction in the bitcode",
     "The same offset as in `dxk bc --offsets`."},
    {0, "source", OPT_FLAG, offsetof(dis_options, source), NULL,
     "print source lines between the instructions",
     "They are printed as comments. The source and the debug module come\n"
     "from the shader, or from its PDB beside it."},
    {0, "pdb", OPT_TEXT, offsetof(dis_options, pdb), "FILE",
     "with --source: take debug information from this PDB",
     "Or from the PDB in directory FILE with the name or hash of the shader."},
    {0, "raw-ids", OPT_FLAG, offsetof(dis_options, raw_ids), NULL,
     "print internal numbers of instructions, types, nodes and globals", NULL},
    {0, "salvage", OPT_FLAG, offsetof(dis_options, salvage), NULL,
     "print what precedes the damage in a damaged module", NULL},
    {0, "fxc", OPT_CHOICE, offsetof(dis_options, fxc), "auto|9.29|9.30|6.3|10.0|10.1",
     "shader models 4 and 5: imitate this version of FXC",
     "auto: the version that the container names, otherwise 10.1."},
    {0, "exact", OPT_FLAG, offsetof(dis_options, exact), NULL,
     "shader models 4 and 5: add missing facts as comments",
     "Assembling such a listing gives the same container."},
    {'o', "output", OPT_TEXT, offsetof(dis_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0},
};

static int prepare(cli_app *app)
{
    dis_options *o = app->options;
    if (o->output && strcmp(o->output, "-") == 0)
        o->output = NULL;
    if (o->output && (app->operand_count > 1 || app->common.recursive))
        return cli_usage(app, "-o takes only one input");
    if (o->output && app->common.json)
        return cli_usage(app, "-o and --json cannot be combined");
    if (o->pdb && !o->source)
        return cli_usage(app, "--pdb requires --source");
    return CLI_OK;
}

/* The exit status. That there is no program to list has been reported. */
static int status_of(job *j, dxk_status status)
{
    return status == DXK_E_NOT_FOUND ? CLI_INVALID : job_status(j, status);
}

/* Prints into memory: for a file, or a member of the JSON object. */
static int print_to_buffer(job *j, const dxk_container *container, const dxk_list_options *options)
{
    const dis_options *o = j->options;
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int status = status_of(j, dxk_list(container, options, dxk_buffer_sink(&text)));
    if (j->json) {
        dxk_json_str(j->json, "text", (dxk_str){(const char *)text.data, text.size});
    } else if (text.size > 0) {
        int written = job_write(j, o->output, &text);
        status = written > status ? written : status;
    }
    dxk_buffer_free(&text);
    return status;
}

static int list(job *j, const dxk_container *container, const dxk_container *debug,
                const dxk_line_source *source)
{
    const dis_options *o = j->options;
    dxk_print_options print = {.no_comments = o->no_comments,
                               .offsets = o->offsets,
                               .raw_ids = o->raw_ids,
                               .source = source};
    const dxk_disassemble_options dxil = {
        .print = &print, .no_header = o->no_header, .salvage = o->salvage, .debug = debug};
    const dxk_dxbc_options dxbc = {.fxc = (dxk_fxc_version)o->fxc, .exact = o->exact};
    const dxk_list_options options = {.dxil = &dxil, .dxbc = &dxbc};
    if (o->output || j->json)
        return print_to_buffer(j, container, &options);
    print.color = j->out.color;
    bool colored = !dxk_dxbc_is_legacy(container); /* other listings have none */
    return status_of(
        j, dxk_list(container, &options, colored ? text_color_sink(&j->out) : text_sink(&j->out)));
}

/* Has the container of a PDB a module that tells lines? Slim ones have not. */
static bool has_module(const dxk_container *container)
{
    dxk_program_place place;
    return container && dxk_container_program(container, DXK_PROGRAM_DEBUG, &place) == DXK_OK;
}

static int list_with_source(job *j, const dxk_container *container)
{
    const dis_options *o = j->options;
    pdb_found found;
    source_lines lines = {NULL, NULL, 0};
    const dxk_line_source source = {source_lines_get, &lines};
    int status = pdb_find(j, container, j->name, o->pdb, &found);
    if (status == CLI_OK && !source_lines_init(&lines, pdb_sources(&found, j->input)))
        status = job_status(j, DXK_E_NOMEM);
    if (status == CLI_OK)
        status = list(j, container, has_module(found.container) ? found.container : NULL, &source);
    source_lines_free(&lines);
    pdb_free(&found);
    return status;
}

static int run(job *j)
{
    const dis_options *o = j->options;
    dxk_container *container;
    int status = job_load(j, o->salvage, &container);
    if (!container)
        return status;
    int printed = o->source ? list_with_source(j, container) : list(j, container, NULL, NULL);
    dxk_container_free(container);
    return printed > status ? printed : status;
}

const cli_command cmd_dis = {
    .name = "dis",
    .summary = "disassemble containers",
    .operands = "[FILE...]",
    .about =
        "Prints the text of `dxc -dumpbin`, byte for byte: a comment header about the\n"
        "container, then the module as LLVM 3.7 assembly, with a comment that names each DXIL\n"
        "operation and its operands. If there is a module with debug information, it is listed\n"
        "instead of the one without.\n"
        "\n"
        "Programs of shader models 4 and 5 are listed as `fxc` lists them: tables of buffers,\n"
        "bindings and signatures as comments, then the code, for each function of a library.\n"
        "\n"
        "FILE may be a container, a PDB, a bare DXIL program, bitcode, or a reflection blob,\n"
        "whose STAT module is listed." CLI_ABOUT_TEXT,
    .examples = "dxk dis shader.dxil | less -R\n"
                "dxk dis --no-header -o shader.ll shader.dxil\n"
                "dxk dis --offsets shader.pdb\n"
                "dxk dis --source --pdb symbols/ shader.dxil\n"
                "dxk dis -r build/shaders > all.txt",
    .options = specs,
    .options_size = sizeof(dis_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
