/* SPDX-License-Identifier: MIT */
/*
 * cmd_strip.c - `dxk strip`: removes groups of parts that a program does not need to run.
 */
#include "job.h"

#include <dxk/parts.h>

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

/* The groups that were asked for. */
static uint32_t groups_of(const strip_options *o)
{
    const struct {
        bool asked;
        dxk_strip_group group;
    } rows[] = {
        {o->debug, DXK_STRIP_DEBUG},          {o->reflection, DXK_STRIP_REFLECTION},
        {o->private_data, DXK_STRIP_PRIVATE}, {o->rootsig, DXK_STRIP_ROOT_SIGNATURE},
        {o->source, DXK_STRIP_SOURCE},
    };
    uint32_t groups = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (o->all || rows[i].asked)
            groups |= rows[i].group;
    return groups;
}

static int prepare(cli_app *app)
{
    const strip_options *o = app->options;
    if (!groups_of(o))
        return cli_usage(app, "what is to be stripped? --debug, --reflection, ... or --all");
    return job_check_output(app, o->output, o->in_place);
}

/* Lists the parts that stay; a JSON row for each that goes. Returns their number. */
static size_t choose(job *j, const dxk_container *container, size_t *kept)
{
    uint32_t groups = groups_of(j->options);
    size_t count = 0;
    if (j->json)
        json_array(j->json, "removed");
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (!(dxk_part_strip_group(part->fourcc) & groups)) {
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
