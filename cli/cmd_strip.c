/* SPDX-License-Identifier: MIT */
/*
 * cmd_strip.c - `dxk strip`: removes groups of parts that a program does not need to run.
 */
#include "job.h"

#include <dxk/build.h>
#include <dxk/parts.h>

typedef struct strip_options {
    bool debug, reflection, private_data, rootsig, source, names;
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
    {0, "names", OPT_FLAG, offsetof(strip_options, names), NULL, "names in the program",
     "Names of values, blocks, types and local functions. Names that\n"
     "identify something are kept. The program and its hash change."},
    {0, "all", OPT_FLAG, offsetof(strip_options, all), NULL,
     "debug information, reflection, private data, source",
     "The root signature is kept: without it, a program may not run."},
    {'o', "output", OPT_TEXT, offsetof(strip_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(strip_options, in_place), NULL, "modify the inputs",
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
        {o->all || o->debug, DXK_STRIP_DEBUG},
        {o->all || o->reflection, DXK_STRIP_REFLECTION},
        {o->all || o->private_data, DXK_STRIP_PRIVATE},
        {o->all || o->source, DXK_STRIP_SOURCE},
        {o->rootsig, DXK_STRIP_ROOT_SIGNATURE},
        {o->names, DXK_STRIP_NAMES},
    };
    uint32_t groups = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].asked)
            groups |= rows[i].group;
    return groups;
}

static int prepare(cli_app *app)
{
    const strip_options *o = app->options;
    if (!groups_of(o))
        return cli_usage(app, "nothing to strip is given: use --debug, --reflection, ... or --all");
    return job_check_output(app, o->output, o->in_place);
}

/* Counts the parts that go; a JSON row for each of them. */
static size_t tell(job *j, const dxk_container *container, uint32_t groups)
{
    size_t total = dxk_container_part_count(container), count = 0;
    for (size_t i = 0; i < total; i++)
        count += (dxk_part_strip_group(dxk_container_part(container, i)->fourcc) & groups) != 0;
    if (count && count == total) {
        job_warn(j, "nothing is removed: no part would be left");
        count = 0;
    }
    if (j->json)
        dxk_json_array(j->json, "removed");
    for (size_t i = 0; j->json && count && i < total; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (!(dxk_part_strip_group(part->fourcc) & groups))
            continue;
        dxk_json_object_line(j->json, NULL);
        dxk_json_u64(j->json, "index", i);
        dxk_json_fourcc(j->json, "fourcc", part->fourcc);
        dxk_json_u64(j->json, "size", part->size);
        dxk_json_end(j->json);
    }
    if (j->json)
        dxk_json_end(j->json);
    return count;
}

static int strip(job *j, dxk_container *container)
{
    const strip_options *o = j->options;
    uint32_t groups = groups_of(o);
    bool is_container = dxk_container_kind(container) == DXK_INPUT_CONTAINER;
    size_t count = tell(j, container, groups);
    if (!is_container && (count || o->names))
        return job_error(j, CLI_INVALID, "%s",
                         dxk_container_kind(container) == DXK_INPUT_PDB
                             ? "a PDB cannot be stripped"
                             : "only containers can be stripped");
    int status = job_status(j, dxk_container_strip(container, groups));
    if (status != CLI_OK || (o->in_place && count == 0 && !o->names))
        return status;
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
    .about =
        "Makes shaders smaller for shipping: removes whole parts and, with --names, names in the\n"
        "program; code stays as it is. To make the code smaller, use 'dxk opt'; to remove or\n"
        "replace parts by name, 'dxk pack'.\n"
        "\n"
        "The digest is recomputed\n"
        "if it was correct, and otherwise kept. If there is nothing to remove, the input is\n"
        "written unchanged. A container is never left empty.",
    .examples = "dxk strip --debug --source shader.dxil -o small.dxil\n"
                "dxk strip --all --names shader.dxil -o small.dxil\n"
                "dxk strip --all --in-place -r build/shaders",
    .options = specs,
    .options_size = sizeof(strip_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
