/* SPDX-License-Identifier: MIT */
/* help.c - see help.h. */
#include "help.h"
#include "source.h"

#include <string.h>

#define HELP_COLUMN 26 /* where the words about an option begin */

void help_usage(text_out *out, const cli_command *command)
{
    text_printf(out, "usage: dxk %s [options]%s%s\n", command->name, *command->operands ? " " : "",
                command->operands);
}

/* "  -o, --output=FILE"; without `named` the letter alone. */
static size_t put_option(text_out *out, const opt_spec *o, bool named)
{
    const char *value = o->kind == OPT_FLAG ? "" : o->value;
    size_t width = 6;
    if (o->letter)
        text_printf(out, "  -%c%s", o->letter, named ? ", " : "  ");
    else
        text_spaces(out, width);
    if (named) {
        const char *dashes = opt_dashes(o);
        const char *equals = !*value ? "" : o->kind == OPT_MAYBE ? "[=" : *dashes ? "=" : " ";
        const char *close = o->kind == OPT_MAYBE ? "]" : "";
        text_printf(out, "%s%s%s%s%s", dashes, o->name, equals, value, close);
        width += strlen(dashes) + strlen(o->name) + strlen(equals) + strlen(value) + strlen(close);
    } else {
        text_put(out, value);
        width += strlen(value);
    }
    return width;
}

#define WIDTH 80u /* columns of a terminal */

/* Where `text` is, and how far its line came. */
typedef struct flow {
    text_out *out;
    size_t indent; /* blanks in front of each line */
    size_t column; /* 0: the line is not begun */
} flow;

static void put_word(flow *f, const char *word, size_t size)
{
    if (f->column && f->column + 1 + size > WIDTH) {
        text_char(f->out, '\n');
        f->column = 0;
    }
    if (f->column) {
        text_char(f->out, ' ');
        f->column++;
    } else {
        text_spaces(f->out, f->indent);
        f->column = f->indent;
    }
    text_write(f->out, word, size);
    f->column += size;
}

static void put_words(flow *f, const char *line, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t end = i;
        while (end < size && line[end] != ' ')
            end++;
        if (end > i)
            put_word(f, line + i, end - i);
        i = end + 1;
    }
}

static void end_line(flow *f)
{
    if (f->column)
        text_char(f->out, '\n');
    f->column = 0;
}

/* Lines that stand for themselves: of lists and tables. */
static bool is_fixed(const char *line, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++)
        if (line[i] == ' ' && line[i + 1] == ' ')
            return true;
    return size && line[0] == ' ';
}

/* A line of a list: what does not fit goes below its text. */
static void put_fixed(flow *f, const char *line, size_t size)
{
    size_t text = 0, margin = f->indent;
    for (size_t i = 0; i + 2 < size; i++)
        if (line[i] == ' ' && line[i + 1] == ' ' && line[i + 2] != ' ')
            text = i + 2;
    text_spaces(f->out, margin);
    if (margin + size <= WIDTH) {
        text_write(f->out, line, size);
        text_char(f->out, '\n');
        return;
    }
    text_write(f->out, line, text);
    flow below = {f->out, margin + text, 0};
    size_t first = text;
    while (first < size && line[first] != ' ')
        first++;
    text_write(f->out, line + text, first - text);
    below.column = margin + first;
    put_words(&below, line + first, size - first);
    end_line(&below);
}

/* Text in paragraphs that fit the width, each line after `indent` blanks. */
static void put_lines(text_out *out, const char *text, size_t indent)
{
    flow f = {out, indent, 0};
    while (*text) {
        size_t size = strcspn(text, "\n");
        bool fixed = is_fixed(text, size);
        if (!size || fixed)
            end_line(&f);
        if (!size)
            text_char(out, '\n');
        else if (fixed)
            put_fixed(&f, text, size);
        else
            put_words(&f, text, size);
        text += size + (text[size] ? 1 : 0);
    }
    end_line(&f);
}

/* Lines as they are, such as examples. */
static void put_verbatim(text_out *out, const char *text, size_t indent)
{
    while (*text) {
        size_t size = strcspn(text, "\n");
        if (size)
            text_spaces(out, indent);
        text_write(out, text, size);
        text_char(out, '\n');
        text += size + (text[size] ? 1 : 0);
    }
}

/* What an option does; the line is at HELP_COLUMN. */
static void put_help(text_out *out, const char *help)
{
    flow f = {out, HELP_COLUMN, HELP_COLUMN};
    size_t first = strcspn(help, " ");
    text_write(out, help, first);
    f.column += first;
    put_words(&f, help + first, strlen(help + first));
    end_line(&f);
}

static void put_row(text_out *out, const opt_spec *o, bool named, bool full)
{
    size_t width = put_option(out, o, named);
    if (width + 2 > HELP_COLUMN) {
        text_char(out, '\n');
        width = 0;
    }
    text_spaces(out, HELP_COLUMN - width);
    put_help(out, o->help);
    if (full && o->more)
        put_lines(out, o->more, HELP_COLUMN);
}

/* Options in the order of their tables; those of all commands come last. */
static void put_options(text_out *out, const cli_command *command, bool full)
{
    opt_set sets[CLI_OPTION_SETS];
    size_t count = cli_option_sets(command, NULL, sets);
    const opt_spec *first = sets[0].specs;
    bool topics = first && first->kind == OPT_TOPIC;
    if (!topics)
        text_put(out, "\noptions:\n");
    for (size_t s = 0; s < count; s++) {
        if (sets[s].specs == source_specs)
            continue;
        if (topics && s == 1)
            text_put(out, "\nother options:\n");
        for (const opt_spec *o = sets[s].specs; o && o->help; o++) {
            if (o->kind == OPT_TOPIC)
                text_printf(out, "\n%s:\n", o->help);
            else if (!opt_is_foreign(o))
                put_row(out, o, o->name && cli_owns_name(sets, s, o), full);
        }
    }
}

/* The options about sources, which `dxk compile` describes. */
static void put_source_options(text_out *out)
{
    flow f = {out, 2, 0};
    char letter[3] = "-x";
    text_put(out, "\noptions for HLSL input, those of 'dxk compile':\n");
    for (const opt_spec *o = source_specs; o->help; o++) {
        letter[1] = o->letter;
        put_word(&f, o->letter ? letter : o->name, strlen(o->letter ? letter : o->name));
    }
    end_line(&f);
}

/* The names of the options of one kind that another tool has. */
static void put_foreign(text_out *out, const opt_spec *o, opt_kind kind, const char *title)
{
    flow f = {out, 2, 0};
    text_printf(out, "\n%s:\n", title);
    for (; o->help; o++) {
        if (o->kind == kind)
            put_word(&f, o->name, strlen(o->name));
    }
    end_line(&f);
}

void help_command(text_out *out, const cli_command *command, bool full)
{
    if (full)
        text_printf(out, "dxk %s - %s\n\n", command->name, command->summary);
    help_usage(out, command);
    if (full && command->about) {
        text_char(out, '\n');
        put_lines(out, command->about, 0);
    }
    if (full && command->examples) {
        text_put(out, "\nexamples:\n");
        put_verbatim(out, command->examples, 2);
    }
    put_options(out, command, full);
    if (command->flags & CLI_SOURCE)
        put_source_options(out);
    if (full && command->foreign) {
        put_foreign(out, command->foreign, OPT_IGNORED, "accepted and ignored");
        put_foreign(out, command->foreign, OPT_WARNED, "accepted with a warning and ignored");
        put_foreign(out, command->foreign, OPT_REFUSED, "not supported");
    }
    if (full)
        text_put(out,
                 "\n"
                 "exit status:\n"
                 "  0 success, 1 invalid input or a failed check, 2 wrong usage, 3 I/O error,\n"
                 "  4 limit exceeded, out of memory or internal error; with several inputs, the\n"
                 "  highest\n");
    else
        text_printf(out, "\n'dxk %s --help' shows details and examples.\n", command->name);
}

void help_overview(text_out *out)
{
    text_put(out, "usage: dxk COMMAND [options] [FILE...]\n"
                  "       dxk FILE...              the same as dxk info FILE...\n"
                  "\n"
                  "Reads, edits, compiles and runs DirectX shaders.\n"
                  "\n"
                  "  dxk compile -T ps_6_6 light.hlsl -Fo light.dxil\n"
                  "  dxk run --sanitize sum.dxil\n"
                  "  dxk info light.dxil\n");
    const char *group = "";
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        if (strcmp(group, cli_group(*c)) != 0)
            text_printf(out, "\n%s:\n", group = cli_group(*c));
        text_printf(out, "  %s", (*c)->name);
        size_t size = strlen((*c)->name);
        text_spaces(out, size < 12 ? 12 - size : 1);
        text_printf(out, "%s\n", (*c)->summary);
    }
    text_put(out, "\n"
                  "'dxk help COMMAND' describes a command; 'dxk --version' prints the version.\n");
}

/* What people call commands who come from other tools. */
static const struct {
    const char *typed, *meant;
} habits[] = {
    {"analyze", "info"},      {"asm", "as"},
    {"assemble", "as"},       {"bindiff", "diff"},
    {"build", "as"},          {"cat", "dis"},
    {"check", "val"},         {"compare", "diff"},
    {"decompile", "dis"},     {"deps", "reflect"},
    {"digest", "hash"},       {"disasm", "dis"},
    {"disassemble", "dis"},   {"dumpbin", "dis"},
    {"execute", "run"},       {"fields", "dump"},
    {"file", "info"},         {"header", "parts"},
    {"headers", "parts"},     {"json", "yaml"},
    {"list", "parts"},        {"ll", "dis"},
    {"ls", "parts"},          {"man", "help"},
    {"md5", "hash"},          {"nm", "symbols"},
    {"objdump", "dis"},       {"optimize", "opt"},
    {"print", "dis"},         {"reflection", "reflect"},
    {"resources", "reflect"}, {"rules", "explain"},
    {"sections", "parts"},    {"show", "info"},
    {"size", "parts"},        {"test-sign", "sign"},
    {"unpack", "extract"},    {"validate", "val"},
    {"verify", "val"},
};

const cli_command *help_nearest(const char *name)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strcmp(habits[i].typed, name) == 0)
            return cli_find_command(habits[i].meant);
    const cli_command *best = NULL;
    unsigned nearest = 3;
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        unsigned distance = opt_distance((*c)->name, name);
        if (distance < nearest && 2 * distance <= strlen(name)) { /* short names are all alike */
            nearest = distance;
            best = *c;
        }
    }
    return best;
}
