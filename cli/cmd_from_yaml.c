/* SPDX-License-Identifier: MIT */
/* cmd_from_yaml.c - `dxk from-yaml`: the container that a YAML or JSON document describes. */
#include <dxk/yaml.h>

#include "source.h"

typedef struct from_options {
    const char *output;
} from_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(from_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0},
};

static int prepare(cli_app *app)
{
    const from_options *o = app->options;
    return job_check_output(app, o->output, false);
}

static int run(job *j)
{
    const from_options *o = j->options;
    dxk_buffer bytes;
    int status = source_refuse(j);
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&bytes, j->ctx);
    status = job_status(j, dxk_yaml_read(j->ctx, j->input, dxk_buffer_sink(&bytes)));
    size_t size = bytes.size;
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    if (status == CLI_OK && j->json) {
        dxk_json_text(j->json, "output", o->output);
        dxk_json_u64(j->json, "size", size);
    }
    return status;
}

const cli_command cmd_from_yaml = {
    .name = "from-yaml",
    .summary = "make a container from YAML or JSON",
    .operands = "[FILE]",
    .about =
        "Reads documents for LLVM's yaml2obj and documents that `dxk yaml` prints, as YAML or\n"
        "JSON. Absent sizes, offsets, counts, string tables and digests are computed. Within\n"
        "Fields, strings, lists, bytes and types may be written in place of references to them.\n"
        "Given values are used even if they are wrong, with a warning, so that you can make\n"
        "broken containers for tests. Errors have line, column and key.\n"
        "\n"
        "--json prints an object with \"output\" and \"size\", and requires -o.",
    .examples = "dxk from-yaml shader.yaml -o shader.dxil\n"
                "dxk yaml a.dxil | sed 's/Major: .*6/Major: 7/' | dxk from-yaml -o b.dxil",
    .options = specs,
    .options_size = sizeof(from_options),
    .prepare = prepare,
    .run = run,
};
