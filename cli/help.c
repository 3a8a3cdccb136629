/* SPDX-License-Identifier: MIT */
/* help.c - see help.h. */
#include "help.h"

#include <string.h>

#define HELP_COLUMN 26 /* where the words about an option begin */

void help_usage(text_out *out, const cli_command *command)
{
    text_printf(out, "usage: dxk %s [options]%s%s\n", command->name, *command->operands ? " " : "",
                command->operands);
}

/* "  -o, --output=FILE" */
static size_t put_option(text_out *out, const opt_spec *o)
{
    const char *value = o->kind == OPT_FLAG ? "" : o->value;
    size_t width = 6;
    if (o->letter)
        text_printf(out, "  -%c%s", o->letter, o->name ? ", " : "  ");
    else
        text_spaces(out, width);
    if (o->name) {
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

/* The lines of `text`, each behind `indent` blanks. */
static void put_lines(text_out *out, const char *text, size_t indent)
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

static void put_options(text_out *out, const cli_command *command, bool full)
{
    opt_set sets[CLI_OPTION_SETS];
    size_t count = cli_option_sets(command, NULL, sets);
    text_put(out, "\noptions:\n");
    for (size_t s = 0; s < count; s++) {
        for (const opt_spec *o = sets[s].specs; o && o->help; o++) {
            size_t width = put_option(out, o);
            if (width + 2 > HELP_COLUMN) {
                text_char(out, '\n');
                width = 0;
            }
            text_spaces(out, HELP_COLUMN - width);
            text_printf(out, "%s\n", o->help);
            if (full && o->more)
                put_lines(out, o->more, HELP_COLUMN);
        }
    }
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
    put_options(out, command, full);
    if (full && command->examples) {
        text_put(out, "\nexamples:\n");
        put_lines(out, command->examples, 2);
    }
    if (full)
        text_put(
            out,
            "\n"
            "exit status:\n"
            "  0 success, 1 invalid input or a failed check, 2 wrong usage, 3 input or output\n"
            "  failed, 4 limit, memory or internal error; the highest of several inputs\n");
    else
        text_printf(out, "\n'dxk %s --help' says more and has examples.\n", command->name);
}

void help_overview(text_out *out)
{
    text_put(out, "usage: dxk COMMAND [options] [FILE...]\n"
                  "       dxk FILE...              what it is: dxk info FILE...\n"
                  "\n"
                  "Reads, prints and edits DirectX shader containers.\n"
                  "\n"
                  "commands:\n");
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        text_printf(out, "  %s", (*c)->name);
        size_t size = strlen((*c)->name);
        text_spaces(out, size < 12 ? 12 - size : 1);
        text_printf(out, "%s\n", (*c)->summary);
    }
    text_put(out, "\n"
                  "'dxk help COMMAND' explains a command; 'dxk --version' prints the version.\n");
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
        if (distance < nearest) {
            nearest = distance;
            best = *c;
        }
    }
    return best;
}
