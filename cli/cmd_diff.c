/* SPDX-License-Identifier: MIT */
/* cmd_diff.c - `dxk diff`: what differs between two containers, by path, and between their programs. */
#include <string.h>

#include <dxk/diff.h>

#include "cli.h"
#include "job.h"
#include "opened.h"
#include "text.h"

typedef struct diff_options {
    bool all;         /* --all */
    bool layout;      /* --layout */
    bool summary;     /* --summary */
    bool quiet;       /* --quiet */
    uint64_t context; /* --context */
    const char *left; /* first operand */
} diff_options;

static const opt_spec specs[] = {
    {'a', "all", OPT_FLAG, offsetof(diff_options, all), NULL,
     "also compare digests, hashes and the bytes of programs", NULL},
    {'c', "context", OPT_COUNT, offsetof(diff_options, context), "N",
     "print N lines of context around each difference, default 3", NULL},
    {'l', "layout", OPT_FLAG, offsetof(diff_options, layout), NULL,
     "also compare sizes, offsets and string tables", NULL},
    {'q', "quiet", OPT_FLAG, offsetof(diff_options, quiet), NULL,
     "print nothing; only set the exit status", NULL},
    {'s', "summary", OPT_FLAG, offsetof(diff_options, summary), NULL,
     "only summarize the differences of programs", NULL},
    {0},
};

static void print(text_out *out, const dxk_difference *d)
{
    static const char signs[] = {'~', '-', '+', '>'};
    static const text_kind styles[] = {TEXT_WARN, TEXT_BAD, TEXT_GOOD, TEXT_WARN};
    text_style(out, styles[d->kind]);
    text_char(out, signs[d->kind]);
    text_char(out, ' ');
    text_safe(out, (dxk_str){d->path, strlen(d->path)});
    text_style(out, TEXT_PLAIN);
    bool both = d->kind == DXK_DIFFERENCE_CHANGED || d->kind == DXK_DIFFERENCE_MOVED;
    if (d->left.size || d->right.size || both)
        text_put(out, ": ");
    text_safe(out, d->left);
    if (both)
        text_put(out, " \xe2\x86\x92 ");
    text_safe(out, d->right);
    text_char(out, '\n');
}

static dxk_status each(void *user, const dxk_difference *d)
{
    job *j = user;
    const diff_options *o = j->options;
    if (j->json)
        dxk_json_difference(j->json, d);
    else if (!o->quiet)
        print(&j->out, d);
    return DXK_OK;
}

/* --- programs --- */

static dxk_status show_program(job *j, dxk_program_diff *diff)
{
    const diff_options *o = j->options;
    const dxk_diff_print_options how = {
        .context = (uint32_t)o->context, .summary_only = o->summary, .color = j->out.color};
    if (j->json) {
        dxk_json_object(j->json, "program");
        dxk_status status = dxk_json_program_diff(j->json, diff, o->summary);
        dxk_json_end(j->json);
        return status;
    }
    return o->quiet ? DXK_OK : dxk_program_diff_print(diff, &how, text_color_sink(&j->out));
}

/* --- both --- */

static int compare(job *j, const dxk_container *left, const dxk_container *right)
{
    const diff_options *o = j->options;
    dxk_program_diff *program = NULL;
    size_t count = 0;
    dxk_status status = dxk_diff_programs(left, right, &program);
    const dxk_diff_options how = {.layout = o->layout, .content = !o->all && program};
    if (status != DXK_OK && status != DXK_E_NOT_FOUND && status != DXK_E_INVALID)
        return job_status(j, status); /* a damaged program is compared as bytes */
    if (j->json)
        dxk_json_array(j->json, "differences");
    status = dxk_diff(left, right, &how, each, j, &count);
    if (j->json)
        dxk_json_end(j->json);
    if (status == DXK_OK && program) {
        count += dxk_program_diff_summary(program).differences;
        status = show_program(j, program);
    }
    dxk_program_diff_free(program);
    if (status != DXK_OK)
        return job_status(j, status);
    return count ? CLI_INVALID : CLI_OK;
}

static int prepare(cli_app *app)
{
    diff_options *o = app->options;
    if (o->context > UINT32_MAX)
        o->context = UINT32_MAX;
    if (app->operand_count != 2)
        return cli_usage(app, "two files are required");
    o->left = cli_take_operand(app);
    return CLI_OK;
}

static int run(job *j)
{
    const diff_options *o = j->options;
    opened left = {0};
    dxk_container *right;
    int result = opened_read(j, &left, o->left);
    if (left.container) {
        result = job_load(j, false, &right);
        if (right)
            result = compare(j, left.container, right);
        dxk_container_free(right);
    }
    opened_close(&left);
    return result;
}

const cli_command cmd_diff = {
    .name = "diff",
    .summary = "compare two containers and their programs",
    .operands = "A B",
    .about =
        "Prints each difference as a path with the values in A and in B. Parts are matched by\n"
        "kind, in any order. Sizes, offsets and string tables that follow from other fields are\n"
        "compared only with --layout.\n"
        "\n"
        "Programs are compared by meaning: functions are matched, and instructions are aligned\n"
        "by what they compute, whatever their numbers. Lines begin with - (only in A), + (only\n"
        "in B) or > (moved), and a summary follows. Digests, hashes, bytes of programs and\n"
        "names of values are compared only with --all.\n"
        "\n"
        "The exit status is 0 if there is no difference, and 1 if there is one." CLI_ABOUT_TEXT,
    .examples = "dxk diff before.dxil after.dxil\n",
    .options = specs,
    .options_size = sizeof(diff_options),
    .prepare = prepare,
    .flags = CLI_TEXT | CLI_SOURCE,
    .run = run,
};
