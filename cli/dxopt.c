/* SPDX-License-Identifier: MIT */
/*
 * dxopt.c - `dxk opt --format=dxopt`: the command line of the reference's tool.
 *
 *     [-o=OUT] [-passes | -pass-details] INFILE PASS...
 *
 * A pass is -NAME[,OPTION=VALUE]...; between them may stand -S (print the module at the end) and
 * -print-module[:BANNER]. OUT is bitcode. Passes that do here what they do there are known by both
 * names; so are those that are nothing here, since what they do is done after every list. Any other
 * name is refused with the words of the reference.
 */
#include <dxk/parts.h>
#include <dxk/text.h>

#include "passes.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *theirs, *ours; /* "": nothing to do */
} names[] = {
    {"alignment-from-assumptions", ""},
    {"basicaa", ""},
    {"barrier", ""},
    {"cfl-aa", ""},
    {"dxil-dfe", "globaldce"},
    {"dxil-finalize-preserves", "marks"},
    {"dxil-rename-resources", "rename-resources"},
    {"hlsl-dxil-constantColor", "constant-color"},
    {"hlsl-dxil-force-early-z", "force-early-z"},
    {"hlsl-dxil-reduce-msaa-to-single", "single-sample"},
    {"hlsl-dxil-remove-discards", "remove-discards"},
    {"hlsl-dxilemit", ""},
    {"hlsl-dxilfinalize", ""},
    {"hlsl-dxilload", ""},
    {"hlsl-passes-nopause", ""},
    {"opt-fn-passes", ""},
    {"opt-mod-passes", ""},
    {"scoped-noalias", ""},
    {"targetlibinfo", ""},
    {"tbaa", ""},
    {"tti", ""},
    {"verify", ""},
    {"viewid-state", ""},
};

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---------------------------------------------------------------------------------------- */
/* The command line                                                                           */

/* Puts the input in front, as the only operand of the command; what is left are its arguments. */
int dxopt_prepare(cli_app *app)
{
    opt_options *o = app->options;
    for (size_t i = 0; i < app->operand_count; i++) {
        char *argument = app->operands[i];
        if (argument[0] == '-' && argument[1])
            continue;
        memmove(app->operands + 1, app->operands, i * sizeof *app->operands);
        app->operands[0] = argument;
        o->arguments = app->operands + 1;
        o->argument_count = app->operand_count - 1;
        app->operand_count = 1;
        break;
    }
    for (size_t i = 0; i < app->operand_count && !o->arguments; i++)
        o->list |= strcmp(app->operands[i], "-passes") == 0 ||
                   strcmp(app->operands[i], "-pass-details") == 0;
    if (o->list)
        app->operand_count = 0;
    app->no_input = o->list;
    return o->list || o->arguments ? CLI_OK : cli_usage(app, "no input: name a file");
}

/* ---------------------------------------------------------------------------------------- */
/* Passes                                                                                     */

static const char *ours(const char *name)
{
    dxk_pass_info pass;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].theirs, name) == 0)
            return names[i].ours;
    }
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        if (strcmp(pass.name, name) == 0)
            return pass.name;
    }
    return NULL;
}

static int unknown(job *j, const char *name)
{
    text_put(&j->out, "Operation failed - error code 0x80070057.\n");
    return job_error(j, CLI_INVALID, "there is no pass '%.80s'", name);
}

/* Runs one pass: "name,option=value,..." is cut into pieces in a copy. */
static int run_pass(job *j, dxk_module *module, const char *argument)
{
    size_t size = strlen(argument);
    char *text = malloc(2 * size + 128), *comma;
    if (!text)
        return job_status(j, DXK_E_NOMEM);
    memcpy(text, argument, size + 1);
    comma = strchr(text, ',');
    if (comma)
        *comma = 0;
    const char *name = ours(text);
    if (!name || !*name) {
        int code = name ? CLI_OK : unknown(j, text);
        free(text);
        return code;
    }
    char *list = text + size + 1;
    strcpy(list, name);
    if (comma) {
        strcat(list, "<");
        strcat(list, comma + 1);
        strcat(list, ">");
    }
    dxk_status status = dxk_opt_check(j->ctx, (dxk_str){list, strlen(list)});
    int code = status == DXK_E_INVALID ? unknown(j, argument) : job_status(j, status);
    if (code == CLI_OK)
        code = passes_run(j, module, (dxk_str){list, strlen(list)}, true);
    free(text);
    return code;
}

static int run_argument(job *j, dxk_module *module, const char *argument)
{
    static const char print[] = "-print-module";
    if (strcmp(argument, "-S") == 0 || strcmp(argument, "-analyze") == 0 || starts(argument, "-o="))
        return CLI_OK;
    if (!starts(argument, print))
        return argument[0] == '-' || argument[0] == '/' ? run_pass(j, module, argument + 1)
                                                        : unknown(j, argument);
    const char *banner = argument + strlen(print);
    text_printf(&j->out, "MODULE-PRINT %.200s\n", *banner == ':' ? banner + 1 : banner);
    return job_status(j, dxk_module_print(module, NULL, text_sink(&j->out)));
}

/* ---------------------------------------------------------------------------------------- */

/* Writes the module as -o= and -S want it. */
static int write_out(job *j, const dxk_module *module)
{
    const opt_options *o = j->options;
    dxk_buffer bytes;
    int code = CLI_OK;
    for (size_t i = 0; i < o->argument_count && code == CLI_OK; i++) {
        const char *argument = o->arguments[i];
        if (strcmp(argument, "-S") == 0)
            code = job_status(j, dxk_module_print(module, NULL, text_sink(&j->out)));
        if (code != CLI_OK || !starts(argument, "-o="))
            continue;
        dxk_buffer_init(&bytes, j->ctx);
        code = job_status(j, dxk_module_write(module, NULL, dxk_buffer_sink(&bytes)));
        if (code == CLI_OK)
            code = job_write(j, argument + 3, &bytes);
        dxk_buffer_free(&bytes);
    }
    return code;
}

static int run_on(job *j, dxk_module *module)
{
    const opt_options *o = j->options;
    int code = CLI_OK;
    for (size_t i = 0; i < o->argument_count && code == CLI_OK; i++)
        code = run_argument(j, module, o->arguments[i]);
    if (code == CLI_OK)
        code = job_status(j, dxk_opt(module, (dxk_str){"", 0}, NULL, NULL));
    return code == CLI_OK ? write_out(j, module) : code;
}

int dxopt_run(job *j)
{
    subject s;
    dxk_program_place place;
    dxk_module *module = NULL;
    subject_load(j, false, &s);
    dxk_status status = s.state == SUBJECT_READY
                            ? dxk_container_program(s.container, DXK_PROGRAM_LIST, &place)
                            : s.status;
    if (status == DXK_OK)
        status = dxk_module_read(j->ctx, place.program.bitcode, NULL, &module);
    int code = status == DXK_OK ? run_on(j, module) : job_status(j, status);
    dxk_module_free(module);
    subject_free(&s);
    return code;
}
