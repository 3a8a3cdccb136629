/* SPDX-License-Identifier: MIT */
/*
 * cmd_strip.c - `dxk strip`: removes groups of parts that a program does not need to run.
 */
#include "job.h"

#include <stdlib.h>

typedef struct strip_options {
    bool debug, reflection, private_data, rootsig, source;
    bool all;
    bool in_place;
    const char *output;
} strip_options;

static const opt_spec specs[] = {
    {0, "debug", OPT_FLAG, offsetof(strip_options, debug), NULL,
     "debug information: ILDB, ILDN, SDBG, SPDB", NULL},
    {0, "reflection", OPT_FLAG, offsetof(strip_options, reflection), NULL, "reflection: STAT, RDEF",
     NULL},
    {0, "private", OPT_FLAG, offsetof(strip_options, private_data), NULL, "private data: PRIV",
     NULL},
    {0, "rootsig", OPT_FLAG, offsetof(strip_options, rootsig), NULL, "root signature: RTS0", NULL},
    {0, "source", OPT_FLAG, offsetof(strip_options, source), NULL,
     "source and compiler arguments: SRCI, PDBI", NULL},
    {0, "all", OPT_FLAG, offsetof(strip_options, all), NULL, "all of these", NULL},
    {'o', "output", OPT_TEXT, offsetof(strip_options, output), "FILE", "write to FILE",
     "Default: standard output, but not a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(strip_options, in_place), NULL, "change the inputs",
     "Files from which nothing is removed are not written."},
    {0},
};

/* Which option removes which part. */
typedef struct strip_row {
    char fourcc[5];
    size_t option; /* offset of its flag */
} strip_row;

static const strip_row rows[] = {
    {"ILDB", offsetof(strip_options, debug)},        {"ILDN", offsetof(strip_options, debug)},
    {"SDBG", offsetof(strip_options, debug)},        {"SPDB", offsetof(strip_options, debug)},
    {"STAT", offsetof(strip_options, reflection)},   {"RDEF", offsetof(strip_options, reflection)},
    {"PRIV", offsetof(strip_options, private_data)}, {"RTS0", offsetof(strip_options, rootsig)},
    {"SRCI", offsetof(strip_options, source)},       {"PDBI", offsetof(strip_options, source)},
};

static int prepare(cli_app *app)
{
    const strip_options *o = app->options;
    if (!o->debug && !o->reflection && !o->private_data && !o->rootsig && !o->source && !o->all)
        return cli_usage(app, "what is to be stripped? --debug, --reflection, ... or --all");
    return job_check_output(app, o->output, o->in_place);
}

static bool is_stripped(const strip_options *o, uint32_t fourcc)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *f = rows[i].fourcc;
        if (fourcc == DXK_FOURCC(f[0], f[1], f[2], f[3]))
            return o->all || *((const bool *)o + rows[i].option);
    }
    return false;
}

/* Lists the parts that stay; a JSON row for each that goes. Returns their number. */
static size_t choose(job *j, const dxk_container *container, size_t *kept)
{
    size_t count = 0;
    if (j->json)
        json_array(j->json, "removed");
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (!is_stripped(j->options, part->fourcc)) {
            kept[count++] = i;
        } else if (j->json) {
            json_object_line(j->json, NULL);
            json_u64(j->json, "index", i);
            json_fourcc(j->json, "fourcc", part->fourcc);
            json_u64(j->json, "size", part->size);
            json_end(j->json);
        }
    }
    if (j->json)
        json_end(j->json);
    return count;
}

static int strip(job *j, dxk_container *container)
{
    const strip_options *o = j->options;
    size_t total = dxk_container_part_count(container);
    size_t *kept = malloc((total + 1) * sizeof *kept);
    if (!kept)
        return job_status(j, DXK_E_NOMEM);
    size_t count = choose(j, container, kept);
    int status = job_status(j, dxk_container_select(container, kept, count));
    free(kept);
    if (status != CLI_OK || (o->in_place && count == total))
        return status;
    if (count < total && dxk_container_kind(container) == DXK_INPUT_PDB)
        return job_error(j, CLI_INVALID, "a PDB cannot be stripped");
    return job_write_container(j, container, NULL, o->in_place ? j->name : o->output);
}

static int run(job *j)
{
    dxk_container *container;
    int status = job_load(j, false, &container);
    if (container)
        status = strip(j, container);
    dxk_container_free(container);
    return status;
}

const cli_command cmd_strip = {
    .name = "strip",
    .summary = "remove debug information, reflection, private data",
    .operands = "[FILE...]",
    .about = "Removes whole parts. The digest is computed anew if it was correct, else kept. If\n"
             "nothing is removed the input is written unchanged.",
    .examples = "dxk strip --debug --source shader.dxil -o small.dxil\n"
                "dxk strip --all --in-place -r build/shaders",
    .options = specs,
    .options_size = sizeof(strip_options),
    .flags = CLI_MANY,
    .prepare = prepare,
    .run = run,
};
