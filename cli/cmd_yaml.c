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
     "dxk|llvm|llvm22|llvm21|llvm20|llvm19", "schema of the document",
     "dxk (default): LLVM's newest schema, with keys of dxk where it would\n"
     "lose something. llvm: only LLVM's newest schema. llvm22 ... llvm19:\n"
     "schemas of older versions."},
    {'m', "module", OPT_CHOICE, offsetof(yaml_options, module), "bytes|text|lossy",
     "how to show the DXIL module",
     "text: as LLVM assembly, if that gives the same bytes back. Sizes,\n"
     "offsets and the digest are then omitted, so that you can edit it.\n"
     "lossy: always as text."},
    {'b', "brief", OPT_FLAG, offsetof(yaml_options, brief), NULL,
     "omit what from-yaml computes, for editing",
     "Omits sizes, counts, offsets, tables, defaults and the digest if they\n"
     "would be the same."},
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
        return cli_usage(app, "--module=%s requires --schema=dxk",
                         o->module == 1 ? "text" : "lossy");
    if (o->brief && o->schema)
        return cli_usage(app, "--brief requires --schema=dxk");
    if (o->output && (app->operand_count > 1 || app->common.recursive))
        return cli_usage(app, "-o takes only one input");
    if (o->output && app->common.json)
        return cli_usage(app, "-o and --json cannot be combined");
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
    .summary = "print a container as YAML",
    .operands = "[FILE...]",
    .about =
        "Prints the output of LLVM's obj2yaml. Where that would not round-trip, dxk uses its\n"
        "own keys: Fields (every field of the part), Data (bytes), Layout (bytes that belong to\n"
        "no part). So `dxk from-yaml` restores the same file for any container. --json prints\n"
        "the same document as JSON.\n"
        "\n"
        "For a PDB, prints the container inside it; for a program or reflection blob, the\n"
        "container that `dxk pack --container` makes from it. If a container is damaged, prints\n"
        "what can be read and exits with status 1." CLI_ABOUT_TEXT,
    .examples = "dxk yaml shader.dxil\n"
                "dxk yaml --brief shader.dxil -o shader.yaml; edit shader.yaml\n"
                "dxk from-yaml shader.yaml -o shader.dxil\n"
                "dxk yaml --brief --module=text shader.dxil -o shader.yaml\n"
                "dxk yaml --schema=llvm19 shader.dxil | yaml2obj-19 -o out.dxil",
    .options = specs,
    .options_size = sizeof(yaml_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
