/* SPDX-License-Identifier: MIT */
/*
 * cmd_edit.c - `dxk edit`: other names and registers in a shader. Each option is a pass, or an item
 * in the map of one.
 */
#include "passes.h"

#include <stdlib.h>
#include <string.h>

typedef struct edit_options {
    opt_options opt; /* first: see opt_run_passes() */
    opt_list edits;
    bool drop_unused;
} edit_options;

#define EDIT offsetof(edit_options, edits)

static const opt_spec specs[] = {
    {0, "rename-entry", OPT_LIST, EDIT, "[OLD=]NEW", "rename an entry point",
     "OLD is optional if the shader has only one entry point."},
    {0, "rename-function", OPT_LIST, EDIT, "OLD=NEW", "rename a function of a library",
     "Names as printed by 'dxk symbols --mangled'."},
    {0, "rename-resource", OPT_LIST, EDIT, "OLD=NEW", "rename a resource", NULL},
    {0, "rename-semantic", OPT_LIST, EDIT, "OLD=NEW", "rename signature elements",
     "COLOR1=TEXCOORD0 renames one element, NORMAL=TANGENT all elements of\n"
     "that name. System values keep their names."},
    {0, "rename-input", OPT_LIST, EDIT, "OLD=NEW", "the same, for the input signature only", NULL},
    {0, "rename-output", OPT_LIST, EDIT, "OLD=NEW", "the same, for the output signature only",
     NULL},
    {0, "rebind", OPT_LIST, EDIT, "FROM=TO", "move a resource to other registers",
     "FROM is its first register, 't0' or 't0:space1'. All moves happen at\n"
     "once, so resources can be swapped."},
    {0, "drop-output", OPT_LIST, EDIT, "SEMANTIC", "remove an output that no other stage reads",
     NULL},
    {0, "drop-unused", OPT_FLAG, offsetof(edit_options, drop_unused), NULL,
     "remove resources that no code uses", NULL},
    {0, "no-validate", OPT_FLAG, offsetof(edit_options, opt.no_validate), NULL,
     "validate neither input nor output", NULL},
    {'o', "output", OPT_TEXT, offsetof(edit_options, opt.output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(edit_options, opt.in_place), NULL, "modify the inputs",
     NULL},
    {0},
};

/* What becomes of the uses of an option: a pass with all of them in its map. */
static const struct row {
    const char *option, *before, *after;
} rows[] = {
    {"rename-function", "rename-functions<map=", ">"},
    {"rename-resource", "rename-resources<strict,map=", ">"},
    {"rename-semantic", "rename-semantics<strict,map=", ">"},
    {"rename-input", "rename-semantics<strict,inputs,map=", ">"},
    {"rename-output", "rename-semantics<strict,outputs,map=", ">"},
    {"rebind", "rebind<strict,map=", ">"},
    {"drop-output", "dead-outputs<drop=", ">"},
};

static char *append(char *end, const char *text)
{
    size_t size = strlen(text);
    memcpy(end, text, size + 1);
    return end + size;
}

static char *put_map(char *end, const edit_options *o, const struct row *row)
{
    const char *before = row->before;
    bool any = false;
    for (size_t i = 0; i < o->edits.count; i++) {
        if (strcmp(o->edits.items[i].option->name, row->option) != 0)
            continue;
        end = append(append(end, any ? ";" : before), o->edits.items[i].value);
        any = true;
    }
    return any ? append(append(end, row->after), ",") : end;
}

static char *put_entry(char *end, const char *value)
{
    const char *equals = strchr(value, '=');
    end = append(append(end, "rename-entry<name="), equals ? equals + 1 : value);
    if (equals) {
        end = append(end, ",from=");
        memcpy(end, value, (size_t)(equals - value));
        end += equals - value;
    }
    return append(end, ">,");
}

/* The list of passes; NULL: out of memory. */
static char *make_passes(const edit_options *o)
{
    size_t size = 64;
    for (size_t i = 0; i < o->edits.count; i++)
        size += strlen(o->edits.items[i].value) + 64;
    char *text = malloc(size), *end = text;
    if (!text)
        return NULL;
    for (size_t i = 0; i < o->edits.count; i++) {
        if (strcmp(o->edits.items[i].option->name, "rename-entry") == 0)
            end = put_entry(end, o->edits.items[i].value);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        end = put_map(end, o, &rows[i]);
    if (o->drop_unused)
        end = append(end, "dead-resources,");
    end[-1] = 0; /* the last comma */
    return text;
}

static int prepare(cli_app *app)
{
    edit_options *o = app->options;
    if (o->edits.count == 0 && !o->drop_unused)
        return cli_usage(app, "no edit is given: use --rename-entry, --rebind, ...");
    for (size_t i = 0; i < o->edits.count; i++) {
        if (strpbrk(o->edits.items[i].value, "<>,;"))
            return cli_usage(app, "--%s: '%.80s' contains one of the characters < > , ;",
                             o->edits.items[i].option->name, o->edits.items[i].value);
    }
    o->opt.as_is = true;
    return job_check_output(app, o->opt.output, o->opt.in_place);
}

static int run(job *j)
{
    char *passes = make_passes(j->options);
    if (!passes)
        return job_status(j, DXK_E_NOMEM);
    int code = opt_run_passes(j, (dxk_str){passes, strlen(passes)});
    free(passes);
    return code;
}

const cli_command cmd_edit = {
    .name = "edit",
    .summary = "rename or rebind the declarations of a shader",
    .operands = "[FILE...]",
    .about =
        "Changes names and registers in the program and updates every part derived from it:\n"
        "reflection, pipeline state, signatures, hash. Code changes only where it names a\n"
        "register. The digest is recomputed if it was correct. Use it to make a compiled shader\n"
        "fit another program. To remove what shipping does not need, use 'dxk strip'; to\n"
        "replace whole parts, 'dxk pack'; to change code, 'dxk opt', or 'dxk dis' and 'dxk as'.\n"
        "\n"
        "Invalid inputs are refused. If the output is invalid, nothing is written.",
    .examples = "dxk edit --rename-entry=main shader.dxil -o new.dxil\n"
                "dxk edit --rebind t0=t5 --rebind t5=t0 shader.dxil -o new.dxil\n"
                "dxk edit --rename-semantic COLOR1=TEXCOORD0 -i vs.dxil ps.dxil",
    .options = specs,
    .options_size = sizeof(edit_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
