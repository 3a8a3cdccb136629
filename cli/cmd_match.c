/* SPDX-License-Identifier: MIT */
/* cmd_match.c - `dxk match`: the shaders of a pipeline against each other. */
#include <dxk/match.h>
#include <dxk/parts.h>

#include "opened.h"

#include <stdlib.h>
#include <string.h>

typedef struct match_command_options {
    const char *root, *targets;
    bool no_waste;
    char **shaders; /* names of files */
    size_t count;
} match_command_options;

static const opt_spec specs[] = {
    {0, "rootsig", OPT_TEXT, offsetof(match_command_options, root), "FILE",
     "the root signature of the pipeline", "A container with RTS0. Default: that of the shaders."},
    {0, "targets", OPT_TEXT, offsetof(match_command_options, targets), "LIST",
     "formats of the render targets",
     "float, sint, uint, none, or names of DXGI formats of render targets, such\n"
     "as R8G8B8A8_UNORM, separated by commas."},
    {'q', "no-waste", OPT_FLAG, offsetof(match_command_options, no_waste), NULL,
     "do not report waste", NULL},
    {0},
};

static int prepare(cli_app *app)
{
    match_command_options *o = app->options;
    if (app->operand_count == 0)
        return cli_usage(app, "no shader is given");
    o->shaders = app->operands;
    o->count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    return CLI_OK;
}

/* "float,none,R32G32_UINT" */
static int read_targets(job *j, const char *text, dxk_match_options *how)
{
    for (size_t i = 0; text && i < sizeof how->targets / sizeof *how->targets; i++) {
        size_t size = strcspn(text, ",");
        dxk_status found = dxk_match_target_find((dxk_str){text, size}, &how->targets[i]);
        if (found == DXK_E_INVALID)
            return job_error(j, CLI_USAGE, "--targets: '%.*s' is no format of render targets",
                             (int)size, text);
        if (found != DXK_OK)
            return job_error(j, CLI_USAGE,
                             "--targets: '%.*s' is not float, sint, uint, none or a DXGI format",
                             (int)size, text);
        text = text[size] ? text + size + 1 : NULL;
    }
    how->has_targets = true;
    return text ? job_error(j, CLI_USAGE, "--targets takes at most 8 formats") : CLI_OK;
}

static int match_files(job *j, opened *files, dxk_match_stage *stages)
{
    const match_command_options *o = j->options;
    dxk_match_options how = {.struct_size = sizeof how, .no_waste = o->no_waste};
    int status = o->targets ? read_targets(j, o->targets, &how) : CLI_OK;
    for (size_t i = 0; i < o->count && status == CLI_OK; i++) {
        status = opened_read(j, &files[i], o->shaders[i]);
        stages[i].container = files[i].container;
        stages[i].name = (dxk_str){o->shaders[i], strlen(o->shaders[i])};
    }
    if (status == CLI_OK && o->root)
        status = opened_read(j, &files[o->count], o->root);
    if (status == CLI_OK && o->root)
        status = opened_root_signature(j, &files[o->count], "--rootsig", &how.root_signature);
    if (status != CLI_OK)
        return status;
    dxk_status result = dxk_match(j->ctx, stages, o->count, &how);
    if (j->json)
        dxk_json_bool(j->json, "matches", result == DXK_OK);
    else if (result == DXK_OK)
        text_put(&j->out, "the shaders match\n");
    return job_status(j, result);
}

static int run(job *j)
{
    const match_command_options *o = j->options;
    opened *files = calloc(o->count + 1, sizeof *files);
    dxk_match_stage *stages = calloc(o->count, sizeof *stages);
    int status = files && stages ? match_files(j, files, stages) : job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; files && i <= o->count; i++)
        opened_close(&files[i]);
    free(files);
    free(stages);
    return status;
}

const cli_command cmd_match = {
    .name = "match",
    .summary = "check the shaders of a pipeline against each other",
    .operands = "SHADER...",
    .about =
        "Reports what the runtime would reject if these shaders formed a pipeline: inputs that\n"
        "no output provides; registers, types or components that differ; tessellation,\n"
        "primitives and payloads that do not match; bindings and flags that the root signature\n"
        "lacks, static samplers with the wrong kind of filter, and root constants that end\n"
        "before what a shader reads. Also reports waste. Shaders may be given in any order and may "
        "be of any model from 4\n"
        "on." CLI_ABOUT_TEXT,
    .examples = "dxk match vs.dxil ps.dxil\n"
                "dxk match --targets=float,uint as.dxil ms.dxil ps.dxil\n",
    .options = specs,
    .options_size = sizeof(match_command_options),
    .flags = CLI_NO_INPUT | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
