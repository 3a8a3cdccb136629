/* SPDX-License-Identifier: MIT */
/* convert_batch.c - `dxk convert` with many inputs: where the results go, and what was not converted
 * for which reason. */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#define DONE    "done"
#define INVALID "the result is invalid"
#define OTHERS  "other reasons"

/* ---------------------------------------------------------------------------------------- */
/* Paths                                                                                      */

/* What follows the operand that an input was found in; the last part of its path if it is one. */
static const char *relative(const convert_options *o, const char *name)
{
    const char *slash = strrchr(name, '/');
    for (size_t i = 0; i < o->root_count; i++) {
        size_t size = strlen(o->roots[i]);
        while (size > 1 && o->roots[i][size - 1] == '/')
            size--;
        if (strncmp(name, o->roots[i], size) != 0 || name[size] != '/')
            continue;
        for (name += size; *name == '/';)
            name++;
        return name;
    }
    return slash ? slash + 1 : name;
}

char *convert_path_below(const convert_options *o, const char *name)
{
    const char *rest = relative(o, name);
    size_t top = strlen(o->directory), size = strlen(rest);
    char *path = malloc(top + size + 2);
    if (path) {
        memcpy(path, o->directory, top);
        path[top] = '/';
        memcpy(path + top + 1, rest, size + 1);
    }
    return path;
}

/* ---------------------------------------------------------------------------------------- */
/* Reasons                                                                                    */

/* The rule of the first error, or that of conversion which says what it meant; NULL: none was
 * reported. */
static const char *broken_rule(const dxk_ctx *ctx)
{
    size_t count = dxk_ctx_diag_count(ctx);
    const char *rule = NULL;
    for (size_t i = 0; i < count; i++) {
        const dxk_diag *diag = dxk_ctx_diag(ctx, i);
        if (diag->severity != DXK_ERROR)
            continue;
        if (strncmp(diag->rule, "CONVERT.", 8) == 0)
            return diag->rule;
        rule = rule ? rule : diag->rule;
    }
    return rule;
}

void convert_print_row(job *j, bool done)
{
    const char *rule = done ? DONE : broken_rule(j->ctx);
    text_put(&j->out, rule ? rule : INVALID);
}

/* Counts the reason that an input's job has printed, instead of showing it. */
static void count_row(const cli_app *app, const char *name, dxk_buffer *printed)
{
    convert_options *o = app->options;
    char text[80];
    dxk_rule_info info;
    (void)name;
    size_t size = printed->size < sizeof text ? printed->size : sizeof text - 1, i = 0;
    memcpy(text, printed->data ? (const char *)printed->data : "", size);
    text[size] = 0;
    printed->size = 0;
    o->done += strcmp(text, DONE) == 0;
    if (size == 0 || strcmp(text, DONE) == 0)
        return;
    const char *rule = strcmp(text, INVALID) == 0   ? INVALID
                       : dxk_rule_find(text, &info) ? info.id
                                                    : OTHERS;
    while (i + 1 < CONVERT_REASONS && o->reasons[i].rule && o->reasons[i].rule != rule)
        i++;
    o->reasons[i].rule = i + 1 < CONVERT_REASONS ? rule : OTHERS;
    o->reasons[i].count++;
}

static int compare(const void *a, const void *b)
{
    const convert_reason *left = a, *right = b;
    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return left->rule && right->rule ? strcmp(left->rule, right->rule) : 0;
}

static void print_reasons(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    convert_options *o = app->options;
    (void)bad;
    (void)status;
    text_printf(out, "%zu of %zu converted\n", o->done, inputs);
    qsort(o->reasons, CONVERT_REASONS, sizeof *o->reasons, compare);
    for (size_t i = 0; i < CONVERT_REASONS && o->reasons[i].rule; i++)
        text_printf(out, "%8zu %s\n", o->reasons[i].count, o->reasons[i].rule);
}

const cli_frame convert_frame = {.between = "", .each = count_row, .tail = print_reasons};
