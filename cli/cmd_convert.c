/* SPDX-License-Identifier: MIT */
/*
 * cmd_convert.c - `dxk convert`: programs of shader models 4 and 5 to DXIL. What comes out is valid
 * and signed, or nothing does.
 */
#include "convert.h"
#include "source.h"

#include <dxk/build.h>
#include <dxk/parts.h>

#include <stdlib.h>
#include <string.h>

static const opt_spec specs[] = {
    {0, "model", OPT_TEXT, offsetof(convert_options, model), "6.N",
     "shader model of the result, 6.0 to 6.10", "Default: 6.0, which suits all programs."},
    {0, "no-opt", OPT_FLAG, offsetof(convert_options, no_opt), NULL, "do not optimize the result",
     NULL},
    {0, "keep-names", OPT_FLAG, offsetof(convert_options, keep_names), NULL,
     "name blocks and registers",
     "Blocks are named after the flow instruction they come from (if0.then),\n"
     "phis after the register whose value they hold (dx.v32.r5.0: y of r1).\n"
     "Names of resources and variables are always kept."},
    {0, "format", OPT_TEXT, offsetof(convert_options, format), "dxk|dxilconv", "form of the result",
     "dxilconv: names, metadata and instruction order of the converter of\n"
     "Direct3D 12, for comparison with it. Such a result is not valid, and\n"
     "is neither validated nor signed. Default: dxk."},
    {0, "passes", OPT_TEXT, offsetof(convert_options, passes), "LIST", "run these passes",
     "Default: legalize,phi-types,O3. See 'dxk opt --list-passes'."},
    {0, "plain-casts", OPT_FLAG, offsetof(convert_options, plain_casts), NULL,
     "convert floats to integers in one instruction",
     "Floats that are out of range then give undefined integers. In models 4\n"
     "and 5 they are clamped, and NaN gives 0."},
    {0, "pack", OPT_FLAG, offsetof(convert_options, pack), NULL,
     "give signatures new registers, as a compiler for shader model 6 would",
     "By default, only signatures that DXIL does not allow get new ones.\n"
     "Stages are linked by registers: use this option for all stages or for\n"
     "none."},
    {0, "pipeline", OPT_FLAG, offsetof(convert_options, pipeline), NULL,
     "treat the inputs as the stages of one pipeline",
     "Outputs of a stage and inputs of the next get the same registers, even\n"
     "if these must be new. Needs -d."},
    {0, "validator-version", OPT_TEXT, offsetof(convert_options, validator), "N.M",
     "target this version of the validator", "Default: the newest."},
    {0, "no-validate", OPT_FLAG, offsetof(convert_options, no_validate), NULL,
     "write the result even if it is invalid", "The result is then not signed."},
    {'o', "output", OPT_TEXT, offsetof(convert_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'d', "directory", OPT_TEXT, offsetof(convert_options, directory), "DIR",
     "write to a file of the same name in DIR for each input",
     "With -r, the directory structure is kept below DIR."},
    {'i', "in-place", OPT_FLAG, offsetof(convert_options, in_place), NULL, "modify the inputs",
     NULL},
    {0},
};

/* ---------------------------------------------------------------------------------------- */
/* Options                                                                                    */

/* The format; false: reported in *code. */
static bool take_format(const cli_app *app, int *code)
{
    convert_options *o = app->options;
    o->dxilconv = o->format && strcmp(o->format, "dxilconv") == 0;
    if (o->format && !o->dxilconv && strcmp(o->format, "dxk") != 0)
        *code = cli_usage(app, "--format takes dxk or dxilconv, not '%.80s'", o->format);
    else if (o->dxilconv && o->passes)
        *code = cli_usage(app, "--passes and --format=dxilconv cannot be combined");
    else
        return true;
    return false;
}

static int check_versions(const cli_app *app)
{
    const convert_options *o = app->options;
    uint32_t major = 6, minor = 0;
    if (o->model && (!opt_version(o->model, &major, &minor) || major != 6 || minor > 10))
        return cli_usage(app, "--model takes 6.0 to 6.10, not '%.80s'", o->model);
    if (o->validator && !(opt_validator(o->validator, &major, &minor) && major == 1))
        return cli_usage(app, "--validator-version takes 1.0 to 1.10, not '%.80s'", o->validator);
    if (o->no_opt && o->passes)
        return cli_usage(app, "--passes and --no-opt cannot be combined");
    return CLI_OK;
}

static int prepare(cli_app *app)
{
    convert_options *o = app->options;
    int code = check_versions(app);
    if (code != CLI_OK || !take_format(app, &code))
        return code;
    if (o->pipeline)
        return convert_take_stages(app);
    if (!o->directory && !o->in_place && (app->operand_count > 1 || app->common.recursive))
        return cli_usage(app, "several inputs require -d DIR or --in-place");
    if (!o->directory)
        return job_check_output(app, o->output, o->in_place);
    if (o->output || o->in_place)
        return cli_usage(app, "-d, -o and --in-place cannot be combined");
    o->roots = app->operands;
    o->root_count = app->operand_count;
    if (!app->common.json && (app->common.recursive || app->operand_count > 1))
        app->frame = &convert_frame;
    return CLI_OK;
}

void convert_fill(const convert_options *o, dxk_convert_options *how)
{
    uint32_t major;
    *how = (dxk_convert_options){.struct_size = sizeof *how,
                                 .plain_casts = o->plain_casts,
                                 .pack = o->pack,
                                 .keep_names = o->keep_names,
                                 .format = o->dxilconv ? DXK_CONVERT_FORMAT_DXILCONV
                                                       : DXK_CONVERT_FORMAT_DXK,
                                 .has_validator = o->validator != NULL};
    const char *passes = o->no_opt ? "none" : o->passes ? o->passes : "";
    how->passes = (dxk_str){passes, strlen(passes)};
    if (o->model)
        opt_version(o->model, &major, &how->model_minor);
    if (o->validator)
        opt_version(o->validator, &how->validator_major, &how->validator_minor);
}

/* ---------------------------------------------------------------------------------------- */
/* One input                                                                                  */

/* Tells what validation complains of, and that this is why nothing is written. */
static int refuse(job *j, const dxk_container *from, const dxk_validation *result)
{
    int code = val_refuse(j, NULL, result, "not written");
    for (size_t i = 0; i < dxk_validation_count(result, NULL); i++) {
        const dxk_finding *f = dxk_validation_finding(result, i);
        if (f->severity != DXK_ERROR)
            continue;
        dxk_convert_refuse(from, f->rule ? (dxk_str){f->rule, strlen(f->rule)} : (dxk_str){"", 0});
        break;
    }
    return code;
}

int convert_finish(job *j, const dxk_container *from, const dxk_container *made, const char *path)
{
    const convert_options *o = j->options;
    dxk_validation *result = NULL;
    dxk_buffer bytes;
    if (o->no_validate || o->dxilconv)
        return job_write_container(j, made, NULL, path);
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(&bytes), &result);
    int code = status == DXK_E_INVALID && result ? refuse(j, from, result) : job_status(j, status);
    if (code == CLI_OK)
        code = job_write(j, path, &bytes);
    dxk_validation_free(result);
    dxk_buffer_free(&bytes);
    return code;
}

int convert_path(job *j, const char *name, char **path)
{
    const convert_options *o = j->options;
    *path = NULL;
    if (!o->directory)
        return CLI_OK;
    *path = convert_path_below(o, name);
    return *path ? job_make_directories(j, o->directory, *path) : job_status(j, DXK_E_NOMEM);
}

static int write_result(job *j, const dxk_container *from, const dxk_container *made)
{
    const convert_options *o = j->options;
    char *path;
    int code = convert_path(j, j->name, &path);
    if (code == CLI_OK)
        code = convert_finish(j, from, made, path ? path : o->in_place ? j->name : o->output);
    free(path);
    return code;
}

static int run(job *j)
{
    const convert_options *o = j->options;
    dxk_container *container = NULL, *made = NULL;
    dxk_convert_options how;
    if (o->pipeline)
        return convert_stages(j);
    convert_fill(o, &how);
    int code = source_refuse(j);
    if (code == CLI_OK)
        code = job_load(j, false, &container);
    if (code == CLI_OK)
        code = job_status(j, dxk_convert(container, &how, &made));
    if (code == CLI_OK)
        code = write_result(j, container, made);
    if (j->app->frame)
        convert_print_row(j, code == CLI_OK);
    dxk_container_free(made);
    dxk_container_free(container);
    return code;
}

const cli_command cmd_convert = {
    .name = "convert",
    .summary = "convert shader models 4 and 5 to DXIL",
    .operands = "[FILE...]",
    .about =
        "Converts shaders of models 4.0 to 5.1 to equivalent shaders of model 6. Signatures\n"
        "keep their registers, and resources their bindings and names. Root signature and\n"
        "private data are kept. The result is optimized, validated and signed. If it is\n"
        "invalid, nothing is written.\n"
        "\n"
        "With -d and several inputs, a summary counts those that could not be converted by\n"
        "rule; 'dxk explain RULE' explains a rule. Signatures that DXIL does not allow get new\n"
        "registers, with a warning: the neighbouring stage must get the same ones.",
    .examples = "dxk convert shader.dxbc -o shader.dxil\n"
                "dxk convert -r -d converted shaders\n"
                "dxk convert --pipeline -d converted hull.cso domain.cso pixel.cso\n"
                "dxk convert --no-opt --plain-casts old.cso | dxk dis",
    .options = specs,
    .options_size = sizeof(convert_options),
    .flags = CLI_MANY,
    .prepare = prepare,
    .run = run,
};
