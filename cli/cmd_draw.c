/* SPDX-License-Identifier: MIT */
/* cmd_draw.c - `dxk draw`: pictures of shaders, as SVG. */
#include <dxk/parts.h>
#include <dxk/picture.h>

#include "opened.h"

#include <errno.h>
#include <string.h>

typedef struct draw_options {
    const char *output, *root, *title, *function, *subobject;
    uint64_t width;
    bool dot;
    int kind;          /* dxk_picture_kind, or TREE */
    const char *other; /* linkage, diff: the second file */
    dxk_ctx *ctx;
    dxk_picture_tree *tree; /* of these two; the main thread's */
    dxk_status failed;
} draw_options;

/* The picture of many files, which the library draws by calls of their own. */
#define TREE        ((int)DXK_PICTURE_KINDS)
#define TREE_SHARES 256u /* kinds of parts of a file that are kept apart */
static const char tree_name[] = "tree";

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(draw_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0, "rootsig", OPT_TEXT, offsetof(draw_options, root), "FILE",
     "bindings, rootsig: the root signature",
     "A container with RTS0. Default: that of the shader."},
    {0, "subobject", OPT_TEXT, offsetof(draw_options, subobject), "NAME",
     "rootsig: use this subobject of a library", "Default: its first global root signature."},
    {0, "function", OPT_TEXT, offsetof(draw_options, function), "NAME", "flow: the function",
     "Default: the entry point."},
    {0, "dot", OPT_FLAG, offsetof(draw_options, dot), NULL,
     "flow, calls, nodes: print the graph for Graphviz", NULL},
    {0, "title", OPT_TEXT, offsetof(draw_options, title), "TEXT", "title of the picture", NULL},
    {0, "width", OPT_NUMBER, offsetof(draw_options, width), "PIXELS", "width, 640 to 4000",
     "Content that does not fit makes the picture wider. Default: 960."},
    {0},
};

static int kind_of(const char *word)
{
    for (int i = 0; i < (int)DXK_PICTURE_KINDS; i++)
        if (strcmp(word, dxk_picture_name((dxk_picture_kind)i)) == 0)
            return i;
    return strcmp(word, tree_name) == 0 ? TREE : -1;
}

static void put_words(text_out *out)
{
    for (int i = 0; i < (int)DXK_PICTURE_KINDS; i++)
        text_printf(out, " %s", dxk_picture_name((dxk_picture_kind)i));
    text_printf(out, " %s", tree_name);
}

/* --- tree --- */

/* Hands the bytes of each kind of part to the main thread. */
static int collect(job *j, const dxk_container *container)
{
    dxk_picture_share shares[TREE_SHARES];
    size_t count = 0, parts = dxk_container_part_count(container);
    for (size_t i = 0; i < parts; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        size_t at = 0;
        while (at < count && shares[at].fourcc != part->fourcc)
            at++;
        if (at == TREE_SHARES)
            shares[--at].fourcc = 0; /* of several */
        else if (at == count)
            shares[count++] = (dxk_picture_share){part->fourcc, 0};
        shares[at].size += part->content.size;
    }
    text_write(&j->out, shares, count * sizeof *shares);
    return CLI_OK;
}

static void add_file(const cli_app *app, const char *name, dxk_buffer *printed)
{
    dxk_picture_share shares[TREE_SHARES];
    draw_options *o = app->options;
    if (printed->size && o->failed == DXK_OK) {
        memcpy(shares, printed->data, printed->size);
        o->failed = dxk_picture_tree_add(o->tree, (dxk_str){name, strlen(name)}, shares,
                                         printed->size / sizeof *shares);
    }
    printed->size = 0;
}

static void draw_tree(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    draw_options *o = app->options;
    dxk_picture_options how = {.struct_size = sizeof how, .title = o->title};
    (void)inputs;
    (void)bad;
    (void)status;
    how.width = (uint32_t)o->width;
    if (o->failed == DXK_OK)
        o->failed = dxk_picture_tree_write(o->tree, &how, text_sink(out));
    if (o->failed != DXK_OK && !out->error)
        out->error = ENOMEM;
    dxk_picture_tree_free(o->tree);
    dxk_ctx_free(o->ctx);
}

static const cli_frame tree_frame = {.between = "", .each = add_file, .tail = draw_tree};

static int prepare_tree(cli_app *app)
{
    draw_options *o = app->options;
    if (dxk_ctx_create(NULL, &o->ctx) != DXK_OK ||
        dxk_picture_tree_create(o->ctx, &o->tree) != DXK_OK) {
        dxk_ctx_free(o->ctx);
        return cli_usage(app, "out of memory");
    }
    app->frame = &tree_frame;
    app->output = o->output && strcmp(o->output, "-") != 0 ? o->output : NULL;
    return CLI_OK;
}

/* --- pictures of one file, or two --- */

static int prepare(cli_app *app)
{
    draw_options *o = app->options;
    const char *kind = cli_take_operand(app);
    o->kind = kind ? kind_of(kind) : -1;
    if (!kind)
        return cli_usage(app, "no KIND is given");
    if (o->kind < 0)
        return cli_usage(app, "a KIND comes first, such as bindings or flow, not '%.40s'", kind);
    if (o->width && (o->width < 640 || o->width > 4000))
        return cli_usage(app, "--width takes 640 to 4000");
    if (o->kind == DXK_PICTURE_LINKAGE || o->kind == DXK_PICTURE_DIFF) {
        if (app->operand_count != 2)
            return cli_usage(app, o->kind == DXK_PICTURE_DIFF
                                      ? "diff takes two files"
                                      : "linkage takes the shaders of two consecutive stages");
        o->other = app->operands[1];
        app->operand_count = 1;
    }
    bool graph =
        o->kind == DXK_PICTURE_FLOW || o->kind == DXK_PICTURE_CALLS || o->kind == DXK_PICTURE_NODES;
    if (o->dot && !graph)
        return cli_usage(app, "--dot applies only to flow, calls and nodes");
    if (app->common.json)
        return cli_usage(app, "pictures have no JSON form");
    if (o->kind == TREE)
        return prepare_tree(app);
    if (app->operand_count > 1 || app->common.recursive)
        return cli_usage(app, "only tree takes more than one input");
    return CLI_OK;
}

static int draw(job *j, const dxk_container *container, opened *other, opened *root)
{
    const draw_options *o = j->options;
    dxk_picture_options how = {.struct_size = sizeof how, .name = job_title(j->name)};
    dxk_buffer svg;
    int status = CLI_OK;
    how.title = o->title;
    how.subobject = o->subobject;
    if (o->function)
        how.function = (dxk_str){o->function, strlen(o->function)};
    how.width = (uint32_t)o->width;
    how.dot = o->dot;
    if (o->other) {
        status = opened_read(j, other, o->other);
        how.other = other->container;
        how.other_name = job_title(o->other);
    }
    if (o->root && status == CLI_OK)
        status = opened_read(j, root, o->root);
    if (o->root && status == CLI_OK)
        status = opened_root_signature(j, root, "--rootsig", &how.root_signature);
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&svg, j->ctx);
    dxk_status drawn =
        dxk_picture(container, (dxk_picture_kind)o->kind, &how, dxk_buffer_sink(&svg));
    status = job_status(j, drawn);
    if (drawn == DXK_OK || drawn == DXK_E_INVALID) { /* what could be read is drawn */
        int written = CLI_OK;
        if (o->output)
            written = job_write(j, o->output, &svg);
        else
            text_str(&j->out, (dxk_str){(const char *)svg.data, svg.size});
        status = written > status ? written : status;
    }
    dxk_buffer_free(&svg);
    return status;
}

static int run(job *j)
{
    opened other = {0}, root = {0};
    dxk_container *container = NULL;
    int status = job_load(j, true, &container), drawn = CLI_OK;
    if (container)
        drawn = ((const draw_options *)j->options)->kind == TREE
                    ? collect(j, container)
                    : draw(j, container, &other, &root);
    dxk_container_free(container);
    opened_close(&other);
    opened_close(&root);
    return drawn > status ? drawn : status;
}

const cli_command cmd_draw = {
    .name = "draw",
    .summary = "draw a shader as SVG",
    .operands = "KIND [FILE...]",
    .put_words = put_words,
    .about =
        "KIND is one of\n"
        "  parts       sizes of parts in file order, and of the blocks inside programs\n"
        "  rootsig     the parameters of a root signature, and their cost\n"
        "  bindings    the bindings of a shader, and whether a root signature provides them\n"
        "  signatures  the elements of the signatures in their registers\n"
        "  linkage     the outputs of one stage beside the inputs of the next: two files\n"
        "  buffers     the layouts of constant and structured buffers\n"
        "  depends     which outputs depend on which inputs\n"
        "  flow        the control flow of a function: loops, and where lanes diverge\n"
        "  calls       which functions call which\n"
        "  nodes       the nodes of a work graph, and the flow of their records\n"
        "  diff        the differences between two containers: two files\n"
        "  tree        sizes in many containers: files, or folders with -r\n"
        "\n"
        "The picture is one self-contained file for browsers, documents and print. It follows\n"
        "the reader's light or dark theme; errors are red. The same input always gives the same\n"
        "bytes. If a file is damaged, draws what can be read and exits with status "
        "1." CLI_ABOUT_TEXT,
    .examples = "dxk draw parts shader.dxil -o parts.svg\n"
                "dxk draw bindings --rootsig root.dxil shader.dxil > bindings.svg\n"
                "dxk draw linkage vs.dxil ps.dxil -o link.svg\n"
                "dxk draw tree -r build/shaders -o tree.svg",
    .options = specs,
    .options_size = sizeof(draw_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
