/* SPDX-License-Identifier: MIT */
/* convert_stages.c - `dxk convert --pipeline`: the stages of a pipeline, in step. */
#include "convert.h"
#include "opened.h"

#include <stdlib.h>

int convert_take_stages(cli_app *app)
{
    convert_options *o = app->options;
    if (!o->directory || o->output || o->in_place)
        return cli_usage(app, "--pipeline requires -d DIR, without -o and --in-place");
    if (app->operand_count == 0 || app->common.recursive)
        return cli_usage(app, "--pipeline requires file names");
    o->roots = app->operands;
    o->root_count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    return CLI_OK;
}

static int write_stages(job *j, const dxk_container *const *stages, dxk_container *const *made)
{
    const convert_options *o = j->options;
    int code = CLI_OK;
    for (size_t i = 0; i < o->root_count && code == CLI_OK; i++) {
        char *path;
        code = convert_path(j, o->roots[i], &path);
        if (code == CLI_OK)
            code = convert_finish(j, stages[i], made[i], path);
        free(path);
    }
    return code;
}

static int convert_loaded(job *j, const dxk_container *const *stages, dxk_container **made)
{
    const convert_options *o = j->options;
    dxk_convert_options how;
    convert_fill(o, &how);
    dxk_status status = dxk_convert_pipeline(stages, o->root_count, &how, made);
    if (status == DXK_E_ARGUMENT)
        return job_error(j, CLI_USAGE, "two of the inputs are shaders of the same stage");
    int code = job_status(j, status);
    return code == CLI_OK ? write_stages(j, stages, made) : code;
}

int convert_stages(job *j)
{
    const convert_options *o = j->options;
    size_t count = o->root_count;
    opened *list = calloc(count, sizeof *list);
    const dxk_container **stages = calloc(count, sizeof *stages);
    dxk_container **made = calloc(count, sizeof *made);
    int code = list && stages && made ? CLI_OK : job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; i < count && code == CLI_OK; i++) {
        code = opened_read(j, &list[i], o->roots[i]);
        stages[i] = list[i].container;
    }
    if (code == CLI_OK)
        code = convert_loaded(j, stages, made);
    for (size_t i = 0; i < count && list && made; i++) {
        dxk_container_free(made[i]);
        opened_close(&list[i]);
    }
    free(made);
    free(stages);
    free(list);
    return code;
}
