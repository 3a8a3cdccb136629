/* SPDX-License-Identifier: MIT */
/* cmd_cache.c - `dxk cache`: shows and trims a folder of `dxk compile --cache`. */
#include "compile_cache.h"
#include "job.h"

#include <stdlib.h>

typedef struct cache_options {
    const char *trim;
    bool clear;
    const char *folder; /* set by prepare() */
    uint64_t limit;
} cache_options;

static const opt_spec specs[] = {
    {0, "trim", OPT_TEXT, offsetof(cache_options, trim), "SIZE",
     "remove what was used least recently until SIZE is left", "In bytes, or with K, M or G."},
    {0, "clear", OPT_FLAG, offsetof(cache_options, clear), NULL, "remove everything", NULL},
    {0},
};

static int prepare(cli_app *app)
{
    cache_options *o = app->options;
    const char *operand = cli_take_operand(app);
    o->folder = operand ? operand : getenv("DXK_CACHE");
    if (!o->folder || !*o->folder)
        return cli_usage(app, "name the folder, or set DXK_CACHE");
    if (o->trim && o->clear)
        return cli_usage(app, "--trim and --clear cannot be combined");
    if (o->trim && !opt_size(o->trim, &o->limit))
        return cli_usage(app, "--trim requires a size such as 64M, not '%.40s'", o->trim);
    if (!o->trim)
        o->limit = o->clear ? 0 : UINT64_MAX;
    return CLI_OK;
}

static int run(job *j)
{
    const cache_options *o = j->options;
    compile_cache_facts left, removed;
    char why[IO_MESSAGE];
    int error = compile_cache_trim(o->folder, o->limit, &left, &removed);
    if (error)
        return job_error(j, cli_io_status(error), "cannot use %.200s: %s", o->folder,
                         io_message(error, why));
    if (j->json) {
        dxk_json_text(j->json, "folder", o->folder);
        dxk_json_u64(j->json, "entries", left.entries);
        dxk_json_u64(j->json, "bytes", left.bytes);
        dxk_json_u64(j->json, "removed_entries", removed.entries);
        dxk_json_u64(j->json, "removed_bytes", removed.bytes);
        return CLI_OK;
    }
    if (o->trim || o->clear)
        text_printf(&j->out, "removed  %llu entries, %llu bytes\n",
                    (unsigned long long)removed.entries, (unsigned long long)removed.bytes);
    text_printf(&j->out, "cache    %llu entries, %llu bytes\n", (unsigned long long)left.entries,
                (unsigned long long)left.bytes);
    return CLI_OK;
}

const cli_command cmd_cache = {
    .name = "cache",
    .summary = "show or trim a cache of compilations",
    .operands = "[DIR]",
    .about = "DIR is a folder that 'dxk compile --cache' was given; by default the one that the\n"
             "environment's DXK_CACHE names. Compilers may use it meanwhile. Its entries are\n"
             "containers, one for each combination of tokens, options and build of dxk, and other\n"
             "files are left alone. The cache keeps itself below its bound; trimming is for a\n"
             "smaller one.",
    .examples = "dxk cache ~/.cache/dxk\n"
                "dxk cache --trim 200M ~/.cache/dxk\n"
                "dxk cache --clear ~/.cache/dxk",
    .options = specs,
    .options_size = sizeof(cache_options),
    .flags = CLI_NO_INPUT,
    .prepare = prepare,
    .run = run,
};
