/* SPDX-License-Identifier: MIT */
/*
 * cmd_completion.c - `dxk completion bash|zsh`: a completion script made from the option tables,
 * so that it knows every command and option there is.
 */
#include "job.h"

#include <string.h>

enum { SHELL_BASH, SHELL_ZSH };

typedef struct completion_options {
    int shell; /* set by prepare() */
} completion_options;

static int prepare(cli_app *app)
{
    completion_options *o = app->options;
    const char *shell = cli_take_operand(app);
    o->shell = shell ? opt_choice("bash|zsh", shell) : -1;
    if (o->shell < 0)
        return cli_usage(app, "which shell, bash or zsh?");
    return CLI_OK;
}

/* Calls `each` for every option of a command. */
static void each_option(text_out *out, const cli_command *command,
                        void (*each)(text_out *out, const opt_spec *option))
{
    opt_set sets[CLI_OPTION_SETS];
    size_t count = cli_option_sets(command, NULL, sets);
    for (size_t s = 0; s < count; s++)
        for (const opt_spec *o = sets[s].specs; o && o->help; o++)
            each(out, o);
}

/* Words that stand as first operand, or "" for files. */
static const char *operand_words(const cli_command *command)
{
    if (strcmp(command->name, "completion") == 0)
        return "bash zsh";
    return "";
}

static bool takes_command(const cli_command *command)
{
    return strcmp(command->name, "help") == 0;
}

static void command_names(text_out *out)
{
    for (const cli_command *const *c = cli_commands(); *c; c++)
        text_printf(out, "%s%s", c == cli_commands() ? "" : " ", (*c)->name);
}

/* ---------------------------------------------------------------------------------------- */
/* bash                                                                                       */

static void bash_option(text_out *out, const opt_spec *o)
{
    if (o->letter)
        text_printf(out, " -%c", o->letter);
    if (o->name)
        text_printf(out, " %s%s%s", opt_dashes(o), o->name, opt_has_value(o) ? "=" : "");
}

/* The words of a choice, with blanks between them. */
static void choice_words(text_out *out, const opt_spec *o)
{
    for (const char *p = o->value; *p; p++)
        text_char(out, *p == '|' ? ' ' : *p);
}

/* Case arms that complete the values of choices, by "command option". */
static void bash_choices(text_out *out, const cli_command *command)
{
    opt_set sets[CLI_OPTION_SETS];
    size_t count = cli_option_sets(command, NULL, sets);
    for (size_t s = 0; s < count; s++) {
        for (const opt_spec *o = sets[s].specs; o && o->help; o++) {
            if (o->kind != OPT_CHOICE || !o->name)
                continue;
            text_printf(out, "    '%s --%s')\n        COMPREPLY=($(compgen -W '", command->name,
                        o->name);
            choice_words(out, o);
            text_put(out, "' -- \"$cur\"))\n        return ;;\n");
        }
    }
}

static void bash_command(text_out *out, const cli_command *command)
{
    text_printf(out, "    %s)\n        options='", command->name);
    each_option(out, command, bash_option);
    text_put(out, "'\n");
    if (takes_command(command)) {
        text_put(out, "        words='");
        command_names(out);
        text_put(out, "'\n");
    } else if (*operand_words(command)) {
        text_printf(out, "        words='%s'\n", operand_words(command));
    }
    text_put(out, "        ;;\n");
}

static void bash_script(text_out *out)
{
    text_put(out, "# completion for dxk, made by 'dxk completion bash'\n"
                  "_dxk()\n{\n"
                  "    local cur prev options='' words=''\n"
                  "    cur=${COMP_WORDS[COMP_CWORD]}\n"
                  "    prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                  "        COMPREPLY=($(compgen -W '");
    command_names(out);
    text_put(out, " --help --version' -- \"$cur\"))\n"
                  "        return\n"
                  "    fi\n"
                  "    # --name=value arrives as three words\n"
                  "    if [ \"$cur\" = '=' ]; then\n"
                  "        cur=''\n"
                  "    elif [ \"$prev\" = '=' ]; then\n"
                  "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
                  "    fi\n"
                  "    case \"${COMP_WORDS[1]} $prev\" in\n");
    for (const cli_command *const *c = cli_commands(); *c; c++)
        bash_choices(out, *c);
    text_put(out, "    esac\n"
                  "    case ${COMP_WORDS[1]} in\n");
    for (const cli_command *const *c = cli_commands(); *c; c++)
        bash_command(out, *c);
    text_put(out, "    esac\n"
                  "    case $cur in\n"
                  "    -*)\n"
                  "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                  "        case ${COMPREPLY[0]} in *=) compopt -o nospace ;; esac\n"
                  "        ;;\n"
                  "    *)\n"
                  "        if [ -n \"$words\" ]; then\n"
                  "            COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                  "        else\n"
                  "            compopt -o filenames\n"
                  "            COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                  "        fi\n"
                  "        ;;\n"
                  "    esac\n"
                  "}\n"
                  "complete -F _dxk dxk\n");
}

/* ---------------------------------------------------------------------------------------- */
/* zsh                                                                                        */

/* Text inside '...[text]...' of _arguments. */
static void zsh_text(text_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            text_put(out, "'\\''");
        else if (strchr("[]:\\", *text))
            text_printf(out, "\\%c", *text);
        else
            text_char(out, *text);
    }
}

/* ":value:action" of an option that takes a value. */
static void zsh_value(text_out *out, const opt_spec *o)
{
    if (!opt_has_value(o))
        return;
    text_put(out, ":");
    zsh_text(out, o->kind == OPT_CHOICE ? o->name : o->value);
    text_put(out, ":");
    if (o->kind == OPT_CHOICE) {
        text_char(out, '(');
        choice_words(out, o);
        text_char(out, ')');
    } else if (strstr(o->value, "FILE") || strstr(o->value, "DIR")) {
        text_put(out, "_files");
    }
}

static void zsh_form(text_out *out, const opt_spec *o, const char *dashes, const char *name,
                     const char *glue)
{
    text_printf(out, "            '%s%s%s%s[", o->kind == OPT_LIST ? "*" : "", dashes, name, glue);
    zsh_text(out, o->help);
    text_put(out, "]");
    zsh_value(out, o);
    text_put(out, "' \\\n");
}

static void zsh_option(text_out *out, const opt_spec *o)
{
    const char letter[2] = {o->letter, 0};
    if (o->letter)
        zsh_form(out, o, "-", letter, opt_has_value(o) ? "+" : "");
    if (o->name)
        zsh_form(out, o, opt_dashes(o), o->name, opt_has_value(o) ? "=" : "");
}

static void zsh_command(text_out *out, const cli_command *command)
{
    text_printf(out, "    %s)\n        _arguments -s \\\n", command->name);
    each_option(out, command, zsh_option);
    if (takes_command(command)) {
        text_put(out, "            '1:command:(");
        command_names(out);
        text_put(out, ")'\n");
    } else if (*operand_words(command)) {
        text_printf(out, "            '1:word:(%s)'\n", operand_words(command));
    } else {
        text_put(out, "            '*:file:_files'\n");
    }
    text_put(out, "        ;;\n");
}

static void zsh_script(text_out *out)
{
    text_put(out, "#compdef dxk\n"
                  "# completion for dxk, made by 'dxk completion zsh'\n"
                  "_dxk()\n{\n"
                  "    local -a commands\n"
                  "    commands=(\n");
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        text_printf(out, "        '%s:", (*c)->name);
        zsh_text(out, (*c)->summary);
        text_put(out, "'\n");
    }
    text_put(out, "    )\n"
                  "    if (( CURRENT == 2 )); then\n"
                  "        _describe command commands\n"
                  "        return\n"
                  "    fi\n"
                  "    local command=$words[2]\n"
                  "    shift words\n"
                  "    (( CURRENT-- ))\n"
                  "    case $command in\n");
    for (const cli_command *const *c = cli_commands(); *c; c++)
        zsh_command(out, *c);
    text_put(out, "    esac\n"
                  "}\n"
                  "if [ \"$funcstack[1]\" = _dxk ]; then\n"
                  "    _dxk \"$@\"\n"
                  "else\n"
                  "    compdef _dxk dxk\n"
                  "fi\n");
}

static int run(job *j)
{
    const completion_options *o = j->options;
    if (j->json)
        return job_error(j, CLI_USAGE, "a completion script has no JSON form");
    if (o->shell == SHELL_BASH)
        bash_script(&j->out);
    else
        zsh_script(&j->out);
    return CLI_OK;
}

const cli_command cmd_completion = {
    .name = "completion",
    .summary = "print a completion script for a shell",
    .operands = "bash|zsh",
    .about =
        "The script completes commands, options, the values of options, and file names. It is\n"
        "made from the tables that parse the command line. Installing dxk puts both scripts\n"
        "where the shells look for them.\n"
        "\n"
        "There is no JSON form. The exit status is 2 if the shell is not one of these.",
    .examples = "dxk completion bash > ~/.local/share/bash-completion/completions/dxk\n"
                "dxk completion zsh > ~/.zfunc/_dxk      # with ~/.zfunc in fpath\n"
                "eval \"$(dxk completion bash)\"          # for this shell only",
    .options_size = sizeof(completion_options),
    .flags = CLI_NO_INPUT,
    .prepare = prepare,
    .run = run,
};
