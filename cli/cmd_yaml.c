/* SPDX-License-Identifier: MIT */
/* cmd_yaml.c - `dxk yaml`: a container as YAML or JSON text. */
#include <dxk/yaml.h>

#include "job.h"

#include <string.h>

typedef struct yaml_options {
    int schema, module;
    bool brief;
    const char *output;
} yaml_options;

static const opt_spec specs[] = {
    {'s', "schema", OPT_CHOICE, offsetof(yaml_options, schema),
     "dxk|llvm|llvm22|llvm21|llvm20|llvm19", "which tools the document is for",
     "dxk (default): LLVM's newest schema, with keys of dxk\n"
     "where it would lose something. llvm: LLVM's newest\n"
     "schema only. llvm22 ... llvm19: those of older versions."},
    {'m', "module", OPT_CHOICE, offsetof(yaml_options, module), "bytes|text|lossy",
     "how to show the DXIL module",
     "text: as LLVM assembly if that gives the same bytes\n"
     "back; sizes, offsets and the digest are then omitted,\n"
     "so that it can be edited. lossy: always as text."},
    {'b', "brief", OPT_FLAG, offsetof(yaml_options, brief), NULL, "omit what from-yaml computes",
     "Sizes, counts, offsets, tables, defaults and the digest,\n"
     "if they would be the same: the form for editing."},
    {'o', "output", OPT_TEXT, offsetof(yaml_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0},
};

static int prepare(cli_app *app)
{
    yaml_options *o = app->options;
    if (o->output && strcmp(o->output, "-") == 0)
        o->output = NULL;
    if (o->module && o->schema)
        return cli_usage(app, "--module=%s needs --schema=dxk", o->module == 1 ? "text" : "lossy");
    if (o->brief && o->schema)
        return cli_usage(app, "--brief needs --schema=dxk");
    if (o->output && (app->operand_count > 1 || app->common.recursive))
        return cli_usage(app, "-o takes one input only");
    if (o->output && app->common.json)
        return cli_usage(app, "-o and --json exclude each other");
    return CLI_OK;
}

/* Prints into memory: for a file, or a member of the JSON object. */
static int print_to_buffer(job *j, const dxk_container *container, const dxk_yaml_options *options)
{
    const yaml_options *o = j->options;
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int status = job_status(j, dxk_yaml_write(container, options, dxk_buffer_sink(&text)));
    if (status == CLI_OK && j->json) /* without the line feed at its end */
        dxk_json_raw(j->json, "document", (dxk_str){(const char *)text.data, text.size - 1});
    else if (status == CLI_OK)
        status = job_write(j, o->output, &text);
    dxk_buffer_free(&text);
    return status;
}

static int run(job *j)
{
    static const dxk_yaml_schema schemas[] = {DXK_YAML_DXK,    DXK_YAML_LLVM,   DXK_YAML_LLVM22,
                                              DXK_YAML_LLVM21, DXK_YAML_LLVM20, DXK_YAML_LLVM19};
    const yaml_options *o = j->options;
    dxk_yaml_options options = {.schema = schemas[o->schema],
                                .json = j->json != NULL,
                                .module = (dxk_yaml_module)o->module,
                                .brief = o->brief};
    dxk_container *container;
    int status = job_load(j, true, &container), printed;
    if (!container)
        return status;
    if (o->output || j->json)
        printed = print_to_buffer(j, container, &options);
    else
        printed = job_status(j, dxk_yaml_write(container, &options, text_sink(&j->out)));
    dxk_container_free(container);
    return printed > status ? printed : status;
}

const cli_command cmd_yaml = {
    .name = "yaml",
    .summary = "print a container as YAML, for from-yaml to read back",
    .operands = "[FILE...]",
    .about =
        "Prints what LLVM's obj2yaml prints. Where that would not give the same bytes back, dxk\n"
        "uses keys of its own: Fields (every field of the part's layout), Data (bytes), Layout\n"
        "(bytes that belong to no part). So `dxk from-yaml` makes the same file from it, for any\n"
        "container. --json prints the same document as JSON.\n"
        "\n"
        "For a PDB the container inside it is printed, for a program or reflection blob the\n"
        "container that `dxk pack --container` makes from it. A damaged container is printed as\n"
        "far as it can be read, with exit status 1." CLI_ABOUT_TEXT,
    .examples = "dxk yaml shader.dxil\n"
                "dxk yaml --brief shader.dxil -o shader.yaml; edit shader.yaml\n"
                "dxk from-yaml shader.yaml -o shader.dxil\n"
                "dxk yaml --brief --module=text shader.dxil -o shader.yaml\n"
                "dxk yaml --schema=llvm19 shader.dxil | yaml2obj-19 -o out.dxil",
    .options = specs,
    .options_size = sizeof(yaml_options),
    .flags = CLI_MANY | CLI_TEXT,
    .prepare = prepare,
    .run = run,
};
