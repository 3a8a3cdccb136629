/* SPDX-License-Identifier: MIT */
/* cmd_as.c - `dxk as`: text or bitcode to a container, or to bitcode alone. */
#include <dxk/build.h>
#include <dxk/dxbc.h>
#include <dxk/text.h>

#include "job.h"

#include <string.h>

enum { FORMAT_TEXT, FORMAT_DXA };

typedef struct as_options {
    bool no_container;
    int format; /* of errors */
    const char *output;
} as_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(as_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0, "no-container", OPT_FLAG, offsetof(as_options, no_container), NULL,
     "write the bitcode alone", NULL},
    {0, "format", OPT_CHOICE, offsetof(as_options, format), "text|dxa",
     "form of what is said about errors in the text",
     "dxa: message, line and caret on standard output, as dxa prints them."},
    {0},
};

static int prepare(cli_app *app)
{
    const as_options *o = app->options;
    return job_check_output(app, o->output, false);
}

static bool is_bitcode(dxk_bytes input)
{
    return input.size >= 4 && (memcmp(input.data, "BC\xc0\xde", 4) == 0 ||
                               memcmp(input.data, "\xde\xc0\x17\x0b", 4) == 0);
}

static dxk_status read_module(job *j, dxk_text_error *error, dxk_module **module)
{
    if (!is_bitcode(j->input))
        return dxk_module_parse(j->ctx, j->input, &(dxk_parse_options){.error = error}, module);
    dxk_status status = dxk_module_read(j->ctx, j->input, NULL, module);
    if (status == DXK_OK)
        status = dxk_module_upgrade(*module);
    if (status != DXK_OK) {
        dxk_module_free(*module);
        *module = NULL;
    }
    return status;
}

/* What dxa says about a text that it refuses. */
static void print_as_dxa(job *j, const dxk_text_error *error)
{
    text_put(&j->out, "Errors or warnings:\n");
    if (error->line && dxk_text_error_print(error, NULL, text_sink(&j->out)) != DXK_OK)
        return;
    text_put(&j->out, "Assembly failed.\n");
}

static int write_bitcode(job *j, const dxk_module *module)
{
    const as_options *o = j->options;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    int status = job_status(j, dxk_module_write(module, NULL, dxk_buffer_sink(&bytes)));
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    return status;
}

static int write_container(job *j, dxk_container *container, const dxk_write_options *how)
{
    const as_options *o = j->options;
    int status = job_write_container(j, container, how, o->output);
    dxk_container_free(container);
    return status;
}

static int build(job *j, dxk_module *module)
{
    const dxk_write_options how = {.digest = DXK_DIGEST_CLEAR, .as_container = true};
    dxk_container *container;
    int status = job_status(j, dxk_container_build(module, NULL, &container));
    return status == CLI_OK ? write_container(j, container, &how) : status;
}

/* A listing of shader models 4 and 5. */
static int assemble_legacy(job *j, dxk_str text)
{
    const as_options *o = j->options;
    dxk_container *container;
    if (o->no_container)
        return job_error(j, CLI_USAGE, "shader models 4 and 5 have no bitcode");
    int status = job_status(j, dxk_dxbc_parse(j->ctx, text, &container));
    return status == CLI_OK ? write_container(j, container, NULL) : status;
}

static int run(job *j)
{
    const as_options *o = j->options;
    dxk_str text = {(const char *)j->input.data, j->input.size};
    if (!is_bitcode(j->input) && dxk_dxbc_is_listing(text))
        return assemble_legacy(j, text);
    dxk_module *module;
    dxk_text_error error = {0};
    dxk_status read = read_module(j, &error, &module);
    if (read != DXK_OK) {
        if (o->format == FORMAT_DXA && read == DXK_E_INVALID)
            print_as_dxa(j, &error);
        return job_status(j, read);
    }
    int status = o->no_container ? write_bitcode(j, module) : build(j, module);
    dxk_module_free(module);
    return status;
}

const cli_command cmd_as = {
    .name = "as",
    .summary = "assemble: text or bitcode to a container",
    .operands = "[FILE]",
    .about =
        "Takes LLVM 3.7 assembly as `dxk dis` and `dxc -dumpbin` print it, with or without the\n"
        "header of comments, or bitcode, and makes the container of it: program, signatures,\n"
        "pipeline state and all else that follows from the module. The digest is left zero;\n"
        "`dxk hash --fix` computes it.\n"
        "\n"
        "A listing of shader model 4 or 5 becomes the container of its program.\n"
        "\n"
        "Errors of the text name line and column; there is one, the one that the reference's\n"
        "assembler reports.",
    .examples = "dxk as shader.ll -o shader.dxil\n"
                "dxk dis a.dxil | dxk as -o b.dxil\n"
                "dxk as --no-container shader.ll -o shader.bc",
    .options = specs,
    .options_size = sizeof(as_options),
    .prepare = prepare,
    .run = run,
};
