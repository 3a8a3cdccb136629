/* SPDX-License-Identifier: MIT */
/* cmd_draw.c - `dxk draw`: pictures of shaders, as SVG. */
#include <dxk/parts.h>
#include <dxk/picture.h>

#include "opened.h"

#include <string.h>

typedef struct draw_options {
    const char *output, *root, *title, *function;
    uint64_t width;
    bool dot;
    int kind;
    const char *other; /* linkage: the second file */
} draw_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(draw_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0, "rootsig", OPT_TEXT, offsetof(draw_options, root), "FILE",
     "bindings, rootsig: the root signature", "A container with RTS0. Default: the shader's own."},
    {0, "function", OPT_TEXT, offsetof(draw_options, function), "NAME", "flow: the function",
     "Default: the entry point."},
    {0, "dot", OPT_FLAG, offsetof(draw_options, dot), NULL,
     "flow, calls, nodes: print the graph for Graphviz", NULL},
    {0, "title", OPT_TEXT, offsetof(draw_options, title), "TEXT", "title of the picture", NULL},
    {0, "width", OPT_NUMBER, offsetof(draw_options, width), "PIXELS", "width, 640 to 4000",
     "Default: 960."},
    {0},
};

static int kind_of(const char *word)
{
    for (int i = 0; i < (int)DXK_PICTURE_KINDS; i++)
        if (strcmp(word, dxk_picture_name((dxk_picture_kind)i)) == 0)
            return i;
    return -1;
}

static void put_words(text_out *out)
{
    for (int i = 0; i < (int)DXK_PICTURE_KINDS; i++)
        text_printf(out, " %s", dxk_picture_name((dxk_picture_kind)i));
}

static int prepare(cli_app *app)
{
    draw_options *o = app->options;
    const char *kind = cli_take_operand(app);
    o->kind = kind ? kind_of(kind) : -1;
    if (!kind)
        return cli_usage(app, "what is to be drawn?");
    if (o->kind < 0)
        return cli_usage(app, "there is no picture '%.40s'", kind);
    if (o->width && (o->width < 640 || o->width > 4000))
        return cli_usage(app, "--width is from 640 to 4000");
    if (o->kind == DXK_PICTURE_LINKAGE) {
        if (app->operand_count != 2)
            return cli_usage(app, "linkage takes the shader of a stage and that of the next");
        o->other = app->operands[1];
        app->operand_count = 1;
    }
    bool graph =
        o->kind == DXK_PICTURE_FLOW || o->kind == DXK_PICTURE_CALLS || o->kind == DXK_PICTURE_NODES;
    if (o->dot && !graph)
        return cli_usage(app, "--dot is for flow, calls and nodes");
    if (app->operand_count > 1)
        return cli_usage(app, "one input only");
    if (app->common.json)
        return cli_usage(app, "pictures have no form in JSON");
    return CLI_OK;
}

/* The last component of a path. */
static dxk_str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (strcmp(path, "-") == 0)
        name = "standard input";
    return (dxk_str){name, strlen(name)};
}

static int draw(job *j, const dxk_container *container, opened *other, opened *root)
{
    const draw_options *o = j->options;
    dxk_picture_options how = {.struct_size = sizeof how, .name = base_name(j->name)};
    dxk_buffer svg;
    int status = CLI_OK;
    how.title = o->title;
    if (o->function)
        how.function = (dxk_str){o->function, strlen(o->function)};
    how.width = (uint32_t)o->width;
    how.dot = o->dot;
    if (o->other) {
        status = opened_read(j, other, o->other);
        how.other = other->container;
        how.other_name = base_name(o->other);
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
        drawn = draw(j, container, &other, &root);
    dxk_container_free(container);
    opened_close(&other);
    opened_close(&root);
    return drawn > status ? drawn : status;
}

const cli_command cmd_draw = {
    .name = "draw",
    .summary = "draw a picture of a shader, as SVG",
    .operands = "KIND [FILE...]",
    .put_words = put_words,
    .about =
        "KIND is one of\n"
        "  parts       what takes the space, in which order; inside programs, too\n"
        "  rootsig     what is in a root signature, and what it costs\n"
        "  bindings    what a shader binds, and whether the root signature provides it\n"
        "  signatures  the elements of the signatures in their registers\n"
        "  linkage     the outputs of a stage against the inputs of the next: two files\n"
        "  buffers     the layouts of constant and structured buffers\n"
        "  depends     which outputs depend on which inputs\n"
        "  flow        the control flow of a function: loops, where lanes part\n"
        "  calls       which functions call which\n"
        "  nodes       a work graph: nodes, and where their records go\n"
        "\n"
        "The picture is one file without anything outside, for browsers, documents and print; it\n"
        "follows the reader's choice of light or dark. What is wrong is red. The same input gives\n"
        "the same bytes. Of a damaged file what could be read is drawn; the status is 1 then.",
    .examples = "dxk draw parts shader.dxil -o parts.svg\n"
                "dxk draw bindings --rootsig root.dxil shader.dxil > bindings.svg\n"
                "dxk draw linkage vs.dxil ps.dxil -o link.svg",
    .options = specs,
    .options_size = sizeof(draw_options),
    .prepare = prepare,
    .run = run,
};
