/* SPDX-License-Identifier: MIT */
/* cmd_diff.c - `dxk diff`: what differs between two containers, by path. */
#include <string.h>

#include <dxk/diff.h>

#include "cli.h"
#include "io.h"
#include "job.h"
#include "text.h"

typedef struct diff_options {
    bool layout;      /* --layout */
    bool quiet;       /* --quiet */
    const char *left; /* first operand */
} diff_options;

static const opt_spec specs[] = {
    {'l', "layout", OPT_FLAG, offsetof(diff_options, layout), NULL,
     "also compare sizes, offsets and string tables", NULL},
    {'q', "quiet", OPT_FLAG, offsetof(diff_options, quiet), NULL,
     "print nothing, exit with "
     "status 0 or 1",
     NULL},
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

static int compare(job *j, const dxk_container *left, const dxk_container *right)
{
    const diff_options *o = j->options;
    size_t count = 0;
    if (j->json)
        json_array(j->json, "differences");
    dxk_status status =
        dxk_diff(left, right, &(dxk_diff_options){.layout = o->layout}, each, j, &count);
    if (j->json)
        json_end(j->json);
    if (status != DXK_OK)
        return job_status(j, status);
    return count ? CLI_INVALID : CLI_OK;
}

static int prepare(cli_app *app)
{
    diff_options *o = app->options;
    if (app->operand_count != 2)
        return cli_usage(app, "two files are needed");
    o->left = cli_take_operand(app);
    return CLI_OK;
}

static int run(job *j)
{
    const diff_options *o = j->options;
    dxk_container *left, *right;
    io_file file;
    int result = job_read(j, o->left, &file);
    if (result != CLI_OK)
        return result;
    result = job_status(j, dxk_container_read(j->ctx, file.bytes, NULL, &left));
    if (left) {
        result = job_load(j, false, &right);
        if (right)
            result = compare(j, left, right);
        dxk_container_free(right);
    }
    dxk_container_free(left);
    io_close(&file);
    return result;
}

const cli_command cmd_diff = {
    .name = "diff",
    .summary = "compare two containers field by field",
    .operands = "A B",
    .about = "Prints each difference as a path with the values in A and in B. Parts are compared\n"
             "with the part of the same kind, in whatever order they are. Sizes, offsets and\n"
             "string tables that follow from other fields are compared with --layout only.\n"
             "Exits with status 0 if there is no difference, 1 if there is one.\n",
    .examples = "dxk diff before.dxil after.dxil\n",
    .options = specs,
    .options_size = sizeof(diff_options),
    .prepare = prepare,
    .run = run,
};
