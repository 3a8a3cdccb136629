/* SPDX-License-Identifier: MIT */
/* cmd_dis.c - `dxk dis`: the listing of a container, as `dxc -dumpbin` prints it. */
#include <dxk/text.h>

#include "job.h"

#include <string.h>

typedef struct dis_options {
    bool no_header, no_comments, offsets, raw_ids, salvage;
    const char *output;
} dis_options;

static const opt_spec specs[] = {
    {0, "no-header", OPT_FLAG, offsetof(dis_options, no_header), NULL,
     "leave out the comment header in front of the module", NULL},
    {0, "no-comments", OPT_FLAG, offsetof(dis_options, no_comments), NULL,
     "leave out the comments in the module",
     "Operations, source lines, variables, predecessors, attributes."},
    {0, "offsets", OPT_FLAG, offsetof(dis_options, offsets), NULL,
     "add each instruction's bit offset in the bitcode", "As `dxk bc --offsets` shows them."},
    {0, "raw-ids", OPT_FLAG, offsetof(dis_options, raw_ids), NULL,
     "add the internal numbers of instructions, types, nodes, globals", NULL},
    {0, "salvage", OPT_FLAG, offsetof(dis_options, salvage), NULL,
     "of a damaged module, print what comes before the damage", NULL},
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
        return cli_usage(app, "-o takes one input only");
    if (o->output && app->common.json)
        return cli_usage(app, "-o and --json exclude each other");
    return CLI_OK;
}

/* The exit status. That there is no program to list has been reported. */
static int status_of(job *j, dxk_status status)
{
    return status == DXK_E_NOT_FOUND ? CLI_INVALID : job_status(j, status);
}

/* Prints into memory: for a file, or a member of the JSON object. */
static int print_to_buffer(job *j, const dxk_container *container,
                           const dxk_disassemble_options *options)
{
    const dis_options *o = j->options;
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int status = status_of(j, dxk_disassemble(j->ctx, container, options, dxk_buffer_sink(&text)));
    if (j->json) {
        json_str(j->json, "text", (dxk_str){(const char *)text.data, text.size});
    } else if (text.size > 0) {
        int written = job_write(j, o->output, &text);
        status = written > status ? written : status;
    }
    dxk_buffer_free(&text);
    return status;
}

static int run(job *j)
{
    const dis_options *o = j->options;
    dxk_disassemble_options options = {
        .print = {.no_comments = o->no_comments, .offsets = o->offsets, .raw_ids = o->raw_ids},
        .no_header = o->no_header,
        .salvage = o->salvage,
    };
    dxk_container *container;
    int status = job_load(j, o->salvage ? DXK_READ_SALVAGE : DXK_READ_STRICT, &container);
    if (!container)
        return status;
    int printed;
    if (o->output || j->json) {
        printed = print_to_buffer(j, container, &options);
    } else {
        options.print.color = j->out.color;
        printed = status_of(j, dxk_disassemble(j->ctx, container, &options, text_sink(&j->out)));
    }
    dxk_container_free(container);
    return printed > status ? printed : status;
}

const cli_command cmd_dis = {
    .name = "dis",
    .summary = "disassemble: the listing of a container",
    .operands = "[FILE...]",
    .about =
        "Prints what `dxc -dumpbin` prints, byte for byte: a header of comments about the\n"
        "container, then the module as LLVM 3.7 assembly text, with the name of each DXIL\n"
        "operation and of its operands behind the call. Of two modules the one with debug\n"
        "information is listed.\n"
        "\n"
        "FILE may be a container, a PDB, a bare DXIL program or bitcode; of a reflection blob\n"
        "the STAT module is listed.",
    .examples = "dxk dis shader.dxil | less -R\n"
                "dxk dis --no-header -o shader.ll shader.dxil\n"
                "dxk dis --offsets shader.pdb\n"
                "dxk dis -r build/shaders > all.txt",
    .options = specs,
    .options_size = sizeof(dis_options),
    .flags = CLI_MANY,
    .prepare = prepare,
    .run = run,
};
