/* SPDX-License-Identifier: MIT */
/* cmd_explain.c - `dxk explain`: what a rule of the readers or of validation says. */
#include <dxk/validate.h>
#include <string.h>

#include "job.h"
#include "rules.h"

#define WIDTH  78u
#define INDENT 4u

typedef struct explain_options {
    const char *rule; /* taken off the operands */
} explain_options;

static const opt_spec specs[] = {{0}};

static int prepare(cli_app *app)
{
    explain_options *o = app->options;
    o->rule = cli_take_operand(app);
    app->no_input = true;
    if (app->operand_count > 0)
        return cli_usage(app, "only one rule is allowed");
    return CLI_OK;
}

static void json_rule(dxk_json *json, const dxk_rule_info *rule)
{
    dxk_json_text(json, "rule", rule->id);
    dxk_json_text(json, "message", rule->text);
    if (rule->explanation)
        dxk_json_text(json, "explanation", rule->explanation);
    if (rule->fix)
        dxk_json_text(json, "fix", rule->fix);
    if (rule->example)
        dxk_json_text(json, "example", rule->example);
    dxk_json_text(json, "kind", rule->is_validation ? "validation" : "reader");
    if (rule->is_validation) {
        dxk_json_u64(json, "since_minor", rule->since_minor);
        dxk_json_bool(json, "checked", rule->is_checked);
    }
}

/* Text in lines of at most WIDTH characters, indented. */
static void print_wrapped(text_out *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        if (column && column + 1 + size > WIDTH) {
            text_char(out, '\n');
            column = 0;
        }
        if (column)
            text_char(out, ' ');
        else
            text_spaces(out, INDENT);
        text_write(out, text, size);
        column += size + (column ? 1 : INDENT);
        text += size + (text[size] == ' ');
    }
    text_char(out, '\n');
}

static void print_section(job *j, const char *title, const char *text)
{
    if (!text)
        return;
    text_char(&j->out, '\n');
    text_styled(&j->out, TEXT_TITLE, title);
    text_char(&j->out, '\n');
    print_wrapped(&j->out, text);
}

static void print_rule(job *j, const dxk_rule_info *rule)
{
    text_styled(&j->out, TEXT_TITLE, rule->id);
    text_char(&j->out, '\n');
    print_wrapped(&j->out, rule->text);
    print_section(j, "meaning", rule->explanation);
    print_section(j, "fix", rule->fix);
    if (rule->example) {
        text_char(&j->out, '\n');
        text_styled(&j->out, TEXT_TITLE, "example");
        text_printf(&j->out, "\n    %s\n", rule->example);
    }
    if (rule->is_validation) {
        text_printf(&j->out, "\nA validation rule, since validator 1.%lu.\n",
                    (unsigned long)rule->since_minor);
        if (!rule->is_checked)
            text_put(&j->out, "No check reports it.\n");
    } else {
        text_put(&j->out, "\nA reader rule: the input breaks its format.\n");
    }
}

/* All rules, or those that a pattern or the beginning of names means, with their messages. */
static void list_rules(job *j, const char *names)
{
    dxk_rule_info rule;
    if (j->json)
        dxk_json_array(j->json, "rules");
    for (size_t i = 0; dxk_rule_at(i, &rule); i++) {
        if (names && !rules_listed(rule.id, names))
            continue;
        if (j->json) {
            dxk_json_object(j->json, NULL);
            json_rule(j->json, &rule);
            dxk_json_end(j->json);
        } else {
            text_styled(&j->out, names ? TEXT_TITLE : TEXT_PLAIN, rule.id);
            text_char(&j->out, '\n');
            if (names)
                print_wrapped(&j->out, rule.text);
        }
    }
    if (j->json)
        dxk_json_end(j->json);
}

static int unknown(job *j, const char *name)
{
    const char *near = rules_nearest((dxk_str){name, strlen(name)});
    if (near)
        return job_error(j, CLI_USAGE, "there is no rule '%.80s', did you mean '%s'?", name, near);
    return job_error(j, CLI_USAGE, "there is no rule '%.80s'; 'dxk explain' lists all rules", name);
}

static int run(job *j)
{
    const explain_options *o = j->options;
    dxk_rule_info rule;
    bool one = o->rule && dxk_rule_find(o->rule, &rule);
    if (!one && o->rule && (!*o->rule || rules_unknown(o->rule).size))
        return unknown(j, o->rule);
    if (!one)
        list_rules(j, o->rule);
    else if (j->json)
        json_rule(j->json, &rule);
    else
        print_rule(j, &rule);
    return CLI_OK;
}

static void put_words(text_out *out)
{
    dxk_rule_info rule;
    for (size_t i = 0; dxk_rule_at(i, &rule); i++)
        text_printf(out, " %s", rule.id);
}

const cli_command cmd_explain = {
    .name = "explain",
    .summary = "explain a rule of a diagnostic or finding",
    .operands = "[RULE]",
    .put_words = put_words,
    .about =
        "Prints the message of the rule, its meaning, how to fix the problem, an example, and\n"
        "the first validator version that has the rule. Case is ignored. For a pattern, such as\n"
        "'*.SIG*', or a prefix, such as SM., lists the matching rules with their messages.\n"
        "Without RULE, lists the names of all rules.",
    .examples = "dxk explain INSTR.OPCONST\n"
                "dxk explain container.part_bounds\n"
                "dxk explain 'META.*INTERP*'\n"
                "dxk explain | grep ^SM",
    .options = specs,
    .options_size = sizeof(explain_options),
    .flags = 0,
    .prepare = prepare,
    .run = run,
};
