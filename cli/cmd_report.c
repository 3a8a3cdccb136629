/* SPDX-License-Identifier: MIT */
/* cmd_report.c - `dxk report`: shaders as HTML documents. */
#include <dxk/digest.h>
#include <dxk/parts.h>
#include <dxk/report.h>

#include "opened.h"
#include "pdb_find.h"

#include <errno.h>
#include <string.h>

typedef struct report_options {
    const char *output, *root, *pdb, *diff, *title;
    bool full;
    bool many; /* a document about several */
    dxk_ctx *ctx;
    dxk_report_collection *all; /* of these two; the main thread's */
    dxk_status failed;
} report_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(report_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0, "full", OPT_FLAG, offsetof(report_options, full), NULL,
     "show long listings and large files in full", "With -r: also write a report of each file."},
    {0, "rootsig", OPT_TEXT, offsetof(report_options, root), "FILE", "the root signature",
     "A container with RTS0. Default: that of the shader."},
    {0, "pdb", OPT_TEXT, offsetof(report_options, pdb), "FILE",
     "take source and debug information from this PDB",
     "Or from the PDB in directory FILE with the name or hash of the shader.\n"
     "Default: the shader, or the PDB beside it."},
    {0, "diff", OPT_TEXT, offsetof(report_options, diff), "FILE",
     "also show the differences from FILE", NULL},
    {0, "title", OPT_TEXT, offsetof(report_options, title), "TEXT",
     "several inputs: title of the document", NULL},
    {0},
};

/* What a worker hands to the main thread: this, then the report. */
typedef struct entry {
    dxk_report_summary summary;
    char prefix[20];
} entry;

/* --- several --- */

static void add_entry(const cli_app *app, const char *name, dxk_buffer *printed)
{
    report_options *o = app->options;
    entry one;
    dxk_bytes report = {NULL, 0};
    if (printed->size >= sizeof one && o->failed == DXK_OK) {
        memcpy(&one, printed->data, sizeof one);
        report.data = printed->data + sizeof one;
        report.size = printed->size - sizeof one;
        o->failed = dxk_report_collection_add(o->all, (dxk_str){name, strlen(name)}, &one.summary,
                                              report, one.prefix);
    }
    printed->size = 0;
}

static void put_collection(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    report_options *o = app->options;
    (void)inputs;
    (void)bad;
    (void)status;
    dxk_str title = {o->title, o->title ? strlen(o->title) : 0};
    if (o->failed == DXK_OK)
        o->failed = dxk_report_collection_write(o->all, title, text_sink(out));
    if (o->failed != DXK_OK && !out->error)
        out->error = ENOMEM;
    dxk_report_collection_free(o->all);
    dxk_ctx_free(o->ctx);
}

static const cli_frame collection = {.between = "", .each = add_entry, .tail = put_collection};

static int prepare(cli_app *app)
{
    report_options *o = app->options;
    if (app->common.json)
        return cli_usage(app, "reports have no JSON form");
    if (o->output && strcmp(o->output, "-") == 0)
        o->output = NULL;
    o->many = app->operand_count > 1 || app->common.recursive;
    if (o->many && (o->diff || o->pdb))
        return cli_usage(app, "--diff and --pdb take only one input");
    if (o->title && !o->many)
        return cli_usage(app, "--title applies only to several inputs");
    if (!o->many)
        return CLI_OK;
    if (dxk_ctx_create(NULL, &o->ctx) != DXK_OK ||
        dxk_report_collection_create(o->ctx, &o->all) != DXK_OK) {
        dxk_ctx_free(o->ctx);
        return cli_usage(app, "out of memory");
    }
    app->frame = &collection;
    app->output = o->output;
    return CLI_OK;
}

/* --- one --- */

static int write_one(job *j, const dxk_container *container, const dxk_report_options *how)
{
    const report_options *o = j->options;
    dxk_buffer html;
    dxk_buffer_init(&html, j->ctx);
    int status = job_status(j, dxk_report(container, how, dxk_buffer_sink(&html)));
    if (status == CLI_OK && o->output && !o->many)
        status = job_write(j, o->output, &html);
    else if (status == CLI_OK)
        text_str(&j->out, (dxk_str){(const char *)html.data, html.size});
    dxk_buffer_free(&html);
    return status;
}

/* A row and, unless a folder is gone through, the report. The name makes its places its own. */
static int write_entry(job *j, const dxk_container *container, dxk_report_options *how)
{
    const report_options *o = j->options;
    uint8_t hash[16];
    entry one;
    memset(&one, 0, sizeof one);
    dxk_md5((dxk_bytes){(const uint8_t *)j->name, strlen(j->name)}, hash);
    one.prefix[0] = 'r';
    for (size_t i = 0; i < 8; i++)
        one.prefix[1 + i] = "0123456789abcdef"[hash[i / 2] >> (i % 2 ? 0 : 4) & 15];
    one.prefix[9] = '-';
    int status = job_status(j, dxk_report_summarize(container, &one.summary));
    if (status != CLI_OK)
        return status;
    text_write(&j->out, &one, sizeof one);
    if (j->app->common.recursive && !o->full)
        return CLI_OK;
    how->bare = true;
    how->prefix = one.prefix;
    return write_one(j, container, how);
}

static int write_report(job *j, const dxk_container *container, opened *root, opened *other)
{
    const report_options *o = j->options;
    dxk_report_options how = {.struct_size = sizeof how, .name = job_title(j->name)};
    pdb_found pdb = {.ctx = NULL};
    int status = CLI_OK;
    how.full = o->full;
    if (o->root) {
        status = opened_read(j, root, o->root);
        if (status == CLI_OK)
            status = opened_root_signature(j, root, "--rootsig", &how.root_signature);
    }
    if (o->diff && status == CLI_OK) {
        status = opened_read(j, other, o->diff);
        how.other = other->container;
        how.other_name = job_title(o->diff);
    }
    if (status == CLI_OK)
        status = pdb_find(j, container, j->name, o->pdb, &pdb);
    how.debug = pdb.container;
    if (status == CLI_OK)
        status = o->many ? write_entry(j, container, &how) : write_one(j, container, &how);
    pdb_free(&pdb);
    return status;
}

static int run(job *j)
{
    opened root = {0}, other = {0};
    dxk_container *container = NULL;
    int status = job_load(j, true, &container), written = CLI_OK;
    if (container)
        written = write_report(j, container, &root, &other);
    dxk_container_free(container);
    opened_close(&root);
    opened_close(&other);
    return written > status ? written : status;
}

const cli_command cmd_report = {
    .name = "report",
    .summary = "write everything about a shader to an HTML document",
    .operands = "[FILE...]",
    .about =
        "The document is one file for a browser: verdict, sizes, bindings, signatures, buffers,\n"
        "control flow, findings with the meaning of their rules, the listing with links from\n"
        "names to definitions, source lines beside their instructions, every field, and the\n"
        "bytes. It is self-contained and makes no requests. You can read it without scripts;\n"
        "with scripts you can search: press / and type.\n"
        "\n"
        "For several inputs, a table with one row for each precedes the reports. With -r, the\n"
        "document has only the table, a picture of sizes, equal files, and broken rules.\n"
        "\n"
        "FILE may be a container, a PDB, a bare DXIL program, bitcode, or a reflection blob.\n"
        "The document shows errors in a shader; the exit status is 1 only if it cannot be "
        "read." CLI_ABOUT_TEXT,
    .examples = "dxk report shader.dxil -o shader.html\n"
                "dxk report --rootsig root.dxil --pdb symbols/ shader.dxil -o shader.html\n"
                "dxk report --diff new.dxil old.dxil -o change.html\n"
                "dxk report -r build/shaders -o shaders.html",
    .options = specs,
    .options_size = sizeof(report_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
