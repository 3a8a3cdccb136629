/* SPDX-License-Identifier: MIT */
/* cmd_help.c - `dxk help [COMMAND]`. */
#include "help.h"
#include "job.h"

typedef struct help_options {
    const cli_command *command; /* set by prepare(); NULL: the overview */
} help_options;

static int prepare(cli_app *app)
{
    help_options *o = app->options;
    const char *name = cli_take_operand(app);
    o->command = name ? cli_find_command(name) : NULL;
    if (name && !o->command)
        return cli_usage(app, "there is no command '%s'", name);
    return CLI_OK;
}

/* The options of a command that it does not share with others, each in its long form. */
static void json_options(dxk_json *json, const cli_command *command)
{
    dxk_json_array_line(json, "options");
    for (const opt_spec *o = command->options; o && o->help; o++)
        if (o->name)
            dxk_json_text(json, NULL, o->name);
    dxk_json_end(json);
}

static void json_commands(dxk_json *json)
{
    dxk_json_array(json, "commands");
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        dxk_json_object_line(json, NULL);
        dxk_json_text(json, "name", (*c)->name);
        dxk_json_text(json, "summary", (*c)->summary);
        dxk_json_text(json, "group", cli_group(*c));
        json_options(json, *c);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void json_option(dxk_json *json, const opt_spec *o, const char *topic)
{
    char letter[2] = {o->letter, 0};
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "letter", o->letter ? letter : NULL);
    dxk_json_text(json, "name", o->name);
    dxk_json_text(json, "value", o->kind == OPT_FLAG ? NULL : o->value);
    dxk_json_text(json, "help", o->help);
    dxk_json_text(json, "more", o->more);
    dxk_json_text(json, "topic", topic);
    dxk_json_end(json);
}

static void json_topics(dxk_json *json, const opt_spec *options)
{
    const char *topic = NULL;
    for (const opt_spec *o = options; o && o->help; o++) {
        if (o->kind == OPT_TOPIC)
            topic = o->help;
        else
            json_option(json, o, topic);
    }
}

/* All that the descriptor of a command says. Its manual page is made from this. */
static void json_command(dxk_json *json, const cli_command *command)
{
    dxk_json_object(json, "command");
    dxk_json_text(json, "name", command->name);
    dxk_json_text(json, "summary", command->summary);
    dxk_json_text(json, "operands", command->operands);
    dxk_json_text(json, "about", command->about);
    dxk_json_text(json, "examples", command->examples);
    dxk_json_bool(json, "many", (command->flags & CLI_MANY) != 0);
    dxk_json_bool(json, "directories", (command->flags & (CLI_MANY | CLI_FLAT)) == CLI_MANY);
    dxk_json_array(json, "options");
    json_topics(json, command->options);
    dxk_json_end(json);
    dxk_json_end(json);
}

static int run(job *j)
{
    const help_options *o = j->options;
    if (j->json && o->command)
        json_command(j->json, o->command);
    else if (j->json)
        json_commands(j->json);
    else if (o->command)
        help_command(&j->out, o->command, true);
    else
        help_overview(&j->out);
    return CLI_OK;
}

static void put_words(text_out *out)
{
    for (const cli_command *const *c = cli_commands(); *c; c++)
        text_printf(out, " %s", (*c)->name);
}

const cli_command cmd_help = {
    .name = "help",
    .summary = "show help for dxk or one of its commands",
    .operands = "[COMMAND]",
    .put_words = put_words,
    .about =
        "Prints the same as 'dxk COMMAND --help'; without COMMAND, the list of commands. 'dxk\n"
        "COMMAND -h' is the short form with only the options. For rules of diagnostics, use\n"
        "'dxk explain'.\n"
        "\n"
        "With --json, the member 'commands' has the name, summary and options of each command.\n"
        "With COMMAND, the member 'command' has everything about that one.\n"
        "\n"
        "The exit status is 2 if there is no such command.",
    .examples = "dxk help\n"
                "dxk help val\n"
                "dxk help --json val",
    .options_size = sizeof(help_options),
    .flags = CLI_NO_INPUT,
    .prepare = prepare,
    .run = run,
};
