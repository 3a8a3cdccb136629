/* SPDX-License-Identifier: MIT */
/*
 * cmd_opt.c - `dxk opt`: passes over a program. The input is validated first and the output before
 * it is written: what comes out is valid, or nothing does.
 */
#include <dxk/build.h>
#include <dxk/parts.h>

#include "passes.h"

#include <stdlib.h>
#include <string.h>

static const opt_spec specs[] = {
    {'O', NULL, OPT_TEXT, offsetof(opt_options, level), "1|2|3|s", "optimization level",
     "Default: 3. s: optimize for size."},
    {0, "passes", OPT_TEXT, offsetof(opt_options, passes), "LIST", "run these passes",
     "Names separated by commas, with options in angle brackets:\n"
     "'sroa,gvn<limit=4>,fix(3:simplifycfg,dce)'. fix repeats a list until\n"
     "nothing changes, at most the given number of times."},
    {0, "canonical", OPT_FLAG, offsetof(opt_options, canonical), NULL,
     "convert the program to its canonical form",
     "Programs that differ only in names, or in order where order does not\n"
     "matter, become equal."},
    {0, "next", OPT_TEXT, offsetof(opt_options, next), "SHADER",
     "first remove outputs that SHADER, the next stage, does not read",
     "The remaining outputs keep their registers, so both shaders still\n"
     "match."},
    {0, "list-passes", OPT_FLAG, offsetof(opt_options, list), NULL,
     "list passes, their options, and named pipelines", NULL},
    {0, "print-after", OPT_TEXT, offsetof(opt_options, print_after), "PASS",
     "print the module after each run of PASS that changes it", NULL},
    {0, "print-after-all", OPT_FLAG, offsetof(opt_options, print_all), NULL,
     "print the module after each pass that changes it", NULL},
    {0, "verify-each", OPT_FLAG, offsetof(opt_options, verify), NULL,
     "validate after each pass that changes the module", NULL},
    {0, "stats", OPT_FLAG, offsetof(opt_options, stats), NULL,
     "print the change in instruction count by each pass", NULL},
    {0, "time-passes", OPT_FLAG, offsetof(opt_options, time), NULL, "print the time of each pass",
     NULL},
    {0, "until", OPT_NUMBER, offsetof(opt_options, until), "N", "stop after N runs of passes",
     "Function passes run once per function. Use this to find the pass that\n"
     "breaks a program."},
    {0, "strip-debug", OPT_FLAG, offsetof(opt_options, strip_debug), NULL,
     "first remove debug information and sources from the program", NULL},
    {0, "no-validate", OPT_FLAG, offsetof(opt_options, no_validate), NULL,
     "validate neither input nor output",
     "Use this for libraries that will be linked, which no validator\n"
     "accepts."},
    {0, "format", OPT_SYNTAX, offsetof(opt_options, format), "text|dxopt",
     "syntax of the rest of the command line",
     "dxopt: the syntax of dxopt, 'dxk opt --format=dxopt -o=OUT FILE\n"
     "-PASS...'; OUT is bitcode."},
    {'o', "output", OPT_TEXT, offsetof(opt_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(opt_options, in_place), NULL, "modify the inputs", NULL},
    {0},
};

/* The list of passes that was asked for. */
static dxk_str passes_of(const opt_options *o)
{
    static const char *const levels[][2] = {{"1", "O1"}, {"2", "O2"}, {"3", "O3"}, {"s", "Os"}};
    const char *text = o->canonical ? "canonical" : o->passes;
    for (size_t i = 0; !text && o->level && i < sizeof levels / sizeof *levels; i++) {
        if (strcmp(o->level, levels[i][0]) == 0)
            text = levels[i][1];
    }
    if (!text)
        text = "O3";
    return (dxk_str){text, strlen(text)};
}

/* Text and bytes do not go the same way. */
static int check_prints(const cli_app *app)
{
    const opt_options *o = app->options;
    bool prints = o->stats || o->time || o->print_all || o->print_after;
    if (prints && !o->output && !o->in_place)
        return cli_usage(
            app, "the program and the printed text cannot both go to standard output; use -o");
    return job_check_output(app, o->output, o->in_place);
}

static int prepare(cli_app *app)
{
    const opt_options *o = app->options;
    app->no_source = o->format == PASSES_DXOPT;
    if (o->format == PASSES_DXOPT)
        return dxopt_prepare(app);
    if (o->level && (strlen(o->level) != 1 || !strchr("123s", *o->level)))
        return cli_usage(app, "-O takes 1, 2, 3 or s, not '%.80s'", o->level);
    if ((o->level != NULL) + (o->passes != NULL) + o->canonical > 1)
        return cli_usage(app, "-O, --passes and --canonical cannot be combined");
    app->no_input = o->list;
    return o->list ? CLI_OK : check_prints(app);
}

/* ---------------------------------------------------------------------------------------- */
/* One input                                                                                  */

static bool is_valid(job *j, const dxk_container *container, const subject *s, const char *verdict,
                     int *code)
{
    const opt_options *o = j->options;
    dxk_validation *result;
    *code = CLI_OK;
    if (o->no_validate)
        return true;
    *code = job_status(j, dxk_validate(container, NULL, &result));
    if (*code == CLI_OK && !val_is_valid(result))
        *code = val_refuse(j, s, result, verdict);
    dxk_validation_free(result);
    return *code == CLI_OK;
}

/* Puts the module into the container and writes it. */
static int finish(job *j, dxk_container *container, dxk_module *module)
{
    const opt_options *o = j->options;
    int code = job_status(j, dxk_container_rebuild(container, module, NULL));
    if (code != CLI_OK || !is_valid(j, container, NULL, "the result is not written", &code))
        return code;
    return job_write_container(j, container, NULL, o->in_place ? j->name : o->output);
}

static int optimize(job *j, dxk_module *module, dxk_str passes)
{
    const opt_options *o = j->options;
    const dxk_opt_options how = {.unfinished = true};
    int code = CLI_OK;
    if (o->strip_debug)
        code = job_status(j, dxk_opt(module, (dxk_str){"strip-debug", 11}, &how, NULL));
    if (code == CLI_OK && o->next)
        code = opt_drop_unread(j, module, o->next);
    return code == CLI_OK ? passes_run(j, module, passes, o->as_is) : code;
}

static int run_on(job *j, subject *s, dxk_str passes)
{
    const opt_options *o = j->options;
    dxk_program_place place;
    dxk_module *module = NULL;
    int code;
    if (s->state != SUBJECT_READY)
        return job_status(j, s->status);
    if (s->assembled && o->in_place)
        return job_error(j, CLI_USAGE, "is not a container; use -o to keep it");
    if (!is_valid(j, s->container, s, o->as_is ? "not edited" : "not optimized", &code))
        return code;
    dxk_status status = dxk_container_program(s->container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_E_NOT_FOUND)
        return job_error(j, CLI_INVALID, "has no DXIL program");
    if (status == DXK_OK)
        status = dxk_module_read(j->ctx, place.program.bitcode, NULL, &module);
    code = job_status(j, status);
    if (code == CLI_OK)
        code = optimize(j, module, passes);
    if (code == CLI_OK)
        code = finish(j, s->container, module);
    dxk_module_free(module);
    return code;
}

int opt_run_passes(job *j, dxk_str passes)
{
    subject s;
    dxk_status checked = dxk_opt_check(j->ctx, passes);
    if (checked != DXK_OK) {
        job_status(j, checked);
        return checked == DXK_E_INVALID ? CLI_USAGE : CLI_LIMIT;
    }
    subject_load(j, false, &s);
    int code = run_on(j, &s, passes);
    subject_free(&s);
    return code;
}

static int run(job *j)
{
    const opt_options *o = j->options;
    if (o->list)
        return passes_list(j);
    return o->format == PASSES_DXOPT ? dxopt_run(j) : opt_run_passes(j, passes_of(o));
}

const cli_command cmd_opt = {
    .name = "opt",
    .summary = "optimize DXIL programs",
    .operands = "[FILE...]",
    .about =
        "Makes programs shorter and faster without their source. --list-passes lists other\n"
        "passes, which change programs in other ways. Everything derived from the program is\n"
        "updated: flags, masks, tables, pipeline state, hash. Root signature, private data and\n"
        "debug information are kept. The digest is recomputed if it was correct. Use it after\n"
        "compiling or linking; to remove debug information or reflection, use 'dxk strip'.\n"
        "\n"
        "Invalid inputs are refused. If the output is invalid, nothing is written. FILE may\n"
        "also be bitcode, a listing, assembly text or YAML, which is assembled first.",
    .examples = "dxk opt shader.dxil -o small.dxil\n"
                "dxk opt -Os --in-place -r build/shaders\n"
                "dxk opt --next=ps.dxil vs.dxil -o small-vs.dxil\n"
                "dxk opt --passes='sroa,gvn,dce' --stats shader.dxil -o out.dxil\n"
                "dxk opt --verify-each --until=40 shader.dxil -o out.dxil",
    .options = specs,
    .options_size = sizeof(opt_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
