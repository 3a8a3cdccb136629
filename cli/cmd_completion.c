/* SPDX-License-Identifier: MIT */
/*
 * cmd_completion.c - `dxk completion SHELL`: a completion script made from the option tables,
 * so that it knows every command and option there is.
 */
#include "job.h"

#include <string.h>

#define SHELLS "bash|zsh|fish|powershell"

typedef struct completion_options {
    int shell; /* set by prepare() */
} completion_options;

static int prepare(cli_app *app)
{
    completion_options *o = app->options;
    const char *shell = cli_take_operand(app);
    o->shell = shell ? opt_choice(SHELLS, shell) : -1;
    if (o->shell < 0)
        return cli_usage(app, "which shell: bash, zsh, fish or powershell?");
    return CLI_OK;
}

/* An option as it is completed: without a long name that is another's. False: it is not. */
static bool shown_option(const opt_set *sets, size_t set, const opt_spec *o, opt_spec *shown)
{
    *shown = *o;
    if (o->name && !cli_owns_name(sets, set, o))
        shown->name = NULL;
    return !opt_is_foreign(o) && o->kind != OPT_TOPIC;
}

/* Calls `each` for every option of a command. */
static void each_option(text_out *out, const cli_command *command,
                        void (*each)(text_out *out, const opt_spec *option))
{
    opt_set sets[CLI_OPTION_SETS];
    opt_spec shown;
    size_t count = cli_option_sets(command, NULL, sets);
    for (size_t s = 0; s < count; s++)
        for (const opt_spec *o = sets[s].specs; o && o->help; o++)
            if (shown_option(sets, s, o, &shown))
                each(out, &shown);
}

/* Words that may stand as first operand; false: files do. */
static bool has_words(const cli_command *command)
{
    return command->words || command->put_words;
}

static void operand_words(text_out *out, const cli_command *command)
{
    for (const char *p = command->words ? command->words : ""; *p; p++)
        text_char(out, *p == '|' ? ' ' : *p);
    if (command->put_words)
        command->put_words(out);
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
    if (has_words(command)) {
        text_put(out, "        words='");
        operand_words(out, command);
        text_put(out, "'\n");
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
                  "        if [ -n \"$words\" ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
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
    if (has_words(command)) {
        text_put(out, "            '1:word:(");
        operand_words(out, command);
        text_put(out, ")' \\\n");
    }
    text_put(out, "            '*:file:_files'\n");
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

/* ---------------------------------------------------------------------------------------- */
/* fish                                                                                       */

/* Text between single quotes. */
static void fish_text(text_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            text_char(out, '\\');
        text_char(out, *text);
    }
}

static void fish_option(text_out *out, const cli_command *command, const opt_spec *o)
{
    text_printf(out, "complete -c dxk -n '__fish_seen_subcommand_from %s'", command->name);
    if (o->letter)
        text_printf(out, " -s %c", o->letter);
    if (o->name && *opt_dashes(o))
        text_printf(out, " -l %s", o->name);
    else if (o->name)
        text_printf(out, " -o %s", o->name + 1);
    if (opt_has_value(o))
        text_put(out, " -r");
    if (o->kind == OPT_CHOICE) {
        text_put(out, " -f -a '");
        choice_words(out, o);
        text_char(out, '\'');
    }
    text_put(out, " -d '");
    fish_text(out, o->help);
    text_put(out, "'\n");
}

static void fish_command(text_out *out, const cli_command *command)
{
    opt_set sets[CLI_OPTION_SETS];
    opt_spec shown;
    size_t count = cli_option_sets(command, NULL, sets);
    text_printf(out, "complete -c dxk -n __fish_use_subcommand -a %s -d '", command->name);
    fish_text(out, command->summary);
    text_put(out, "'\n");
    for (size_t s = 0; s < count; s++)
        for (const opt_spec *o = sets[s].specs; o && o->help; o++)
            if (shown_option(sets, s, o, &shown))
                fish_option(out, command, &shown);
    if (!has_words(command))
        return;
    text_printf(out, "complete -c dxk -n '__fish_seen_subcommand_from %s' -a '", command->name);
    operand_words(out, command);
    text_put(out, "'\n");
}

static void fish_script(text_out *out)
{
    text_put(out, "# completion for dxk, made by 'dxk completion fish'\n");
    for (const cli_command *const *c = cli_commands(); *c; c++)
        fish_command(out, *c);
}

/* ---------------------------------------------------------------------------------------- */
/* PowerShell                                                                                 */

static void powershell_option(text_out *out, const opt_spec *o)
{
    if (o->letter)
        text_printf(out, " -%c", o->letter);
    if (o->name)
        text_printf(out, " %s%s", opt_dashes(o), o->name);
}

static void powershell_script(text_out *out)
{
    text_put(out, "# completion for dxk, made by 'dxk completion powershell'\n"
                  "$dxkWords = @{\n"
                  "    '' = '");
    command_names(out);
    text_put(out, "'\n");
    for (const cli_command *const *c = cli_commands(); *c; c++) {
        text_printf(out, "    '%s' = '", (*c)->name);
        operand_words(out, *c);
        each_option(out, *c, powershell_option);
        text_put(out, "'\n");
    }
    text_put(out,
             "}\n"
             "Register-ArgumentCompleter -Native -CommandName dxk -ScriptBlock {\n"
             "    param($word, $ast, $position)\n"
             "    $elements = @($ast.CommandElements | ForEach-Object { $_.ToString() })\n"
             "    $command = ''\n"
             "    if ($elements.Count -gt 2 -or ($elements.Count -eq 2 -and $word -eq '')) {\n"
             "        $command = $elements[1]\n"
             "    }\n"
             "    if (-not $dxkWords.ContainsKey($command)) { return }\n"
             "    # Options only if one was begun: without a match PowerShell offers files.\n"
             "    $dxkWords[$command].Trim() -split '\\s+' |\n"
             "        Where-Object { $_ -like \"$word*\" -and ($_ -notlike '-*' -or $word -like "
             "'-*') } |\n"
             "        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }\n"
             "}\n");
}

static int run(job *j)
{
    static void (*const scripts[])(text_out * out) = {bash_script, zsh_script, fish_script,
                                                      powershell_script};
    const completion_options *o = j->options;
    if (j->json)
        return job_error(j, CLI_USAGE, "a completion script has no JSON form");
    scripts[o->shell](&j->out);
    return CLI_OK;
}

const cli_command cmd_completion = {
    .name = "completion",
    .summary = "print a completion script for a shell",
    .operands = SHELLS,
    .words = SHELLS,
    .about = "The script completes commands, options, values of options, and file names. It is\n"
             "generated from the tables that parse the command line. Installing dxk also installs\n"
             "the scripts for bash, zsh and fish.\n"
             "\n"
             "There is no JSON form. The exit status is 2 for an unknown shell.",
    .examples = "dxk completion bash > ~/.local/share/bash-completion/completions/dxk\n"
                "dxk completion zsh > ~/.zfunc/_dxk      # with ~/.zfunc in fpath\n"
                "dxk completion fish > ~/.config/fish/completions/dxk.fish\n"
                "dxk completion powershell >> $PROFILE\n"
                "eval \"$(dxk completion bash)\"          # for this shell only",
    .options_size = sizeof(completion_options),
    .flags = CLI_NO_INPUT,
    .prepare = prepare,
    .run = run,
};
