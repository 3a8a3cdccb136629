/* SPDX-License-Identifier: MIT */
/* cmd_explain.c - `dxk explain`: what a rule of the readers, of validation, of HLSL or of runs says. */
#include <dxk/hlsl.h>
#include <dxk/run.h>
#include <dxk/validate.h>

#include <string.h>

#include "job.h"
#include "rules.h"

#define WIDTH  78u
#define INDENT 4u

typedef struct explain_options {
    const char *rule;  /* taken off the operands */
    const char *group; /* of warnings, from -W or the operands */
} explain_options;

static const opt_spec specs[] = {
    {'W', NULL, OPT_TEXT, offsetof(explain_options, group), "GROUP",
     "list the warnings about HLSL of a group", NULL},
    {0},
};

/* A group of warnings that has messages, as dxk spells it; NULL: there is none of that name. */
static const char *find_group(const char *name, bool *is_quiet)
{
    const char *group;
    for (size_t i = 0; (group = dxk_hlsl_group_at(i, is_quiet)) != NULL; i++) {
        if (strcmp(group, name) == 0)
            return group;
    }
    return NULL;
}

static int prepare(cli_app *app)
{
    explain_options *o = app->options;
    o->rule = cli_take_operand(app);
    app->no_input = true;
    if (app->operand_count > 0 || (o->rule && o->group))
        return cli_usage(app, "only one rule or group is allowed");
    if (o->group && strncmp(o->group, "no-", 3) == 0)
        o->group += 3;
    if (o->rule && find_group(o->rule, NULL)) {
        o->group = o->rule;
        o->rule = NULL;
    }
    return CLI_OK;
}

static const char *kind_of(const dxk_rule_info *rule)
{
    return rule->is_validation ? "validation" : rule->is_hlsl ? "hlsl" : "reader";
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
    dxk_json_text(json, "kind", kind_of(rule));
    dxk_json_text(json, "severity", dxk_severity_name(rule->severity));
    if (rule->group)
        dxk_json_text(json, "group", rule->group);
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

/* The kind of a message about HLSL, and the options for it. */
static void print_hlsl(job *j, const dxk_rule_info *rule)
{
    bool is_quiet = false;
    if (rule->group)
        find_group(rule->group, &is_quiet);
    text_printf(&j->out, "\n%s about HLSL",
                rule->severity == DXK_ERROR     ? "An error"
                : rule->severity == DXK_WARNING ? "A warning"
                                                : "A note");
    if (rule->group && is_quiet)
        text_printf(&j->out, ", off by default: -W%s turns it on", rule->group);
    else if (rule->group)
        text_printf(&j->out, ": -Wno-%s turns it off, -Werror=%s makes it an error", rule->group,
                    rule->group);
    else if (rule->severity == DXK_WARNING)
        text_put(&j->out, ", in no group: only -no-warnings turns it off");
    text_put(&j->out, ".\n");
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
    } else if (rule->is_hlsl) {
        print_hlsl(j, rule);
    } else {
        text_put(&j->out, "\nA reader rule: the input breaks its format.\n");
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Findings of runs                                                                           */

/* The finding of that name; NULL: there is none. */
static const char *find_finding(const char *id, const char **text)
{
    const char *found;
    for (size_t i = 0; (found = dxk_run_finding_id(i, text)) != NULL; i++) {
        if (strcmp(found, id) == 0)
            return found;
    }
    return NULL;
}

static void show_finding(job *j, const char *id, const char *text, bool is_whole)
{
    if (j->json) {
        dxk_json_text(j->json, "rule", id);
        dxk_json_text(j->json, "message", text);
        dxk_json_text(j->json, "kind", "run");
        return;
    }
    text_styled(&j->out, TEXT_TITLE, id);
    text_char(&j->out, '\n');
    print_wrapped(&j->out, text);
    if (is_whole)
        text_printf(&j->out, "\nA finding of dxk run --sanitize=%s.\n", id);
}

static void list_findings(job *j, const char *names)
{
    const char *id, *text;
    for (size_t i = 0; (id = dxk_run_finding_id(i, &text)) != NULL; i++) {
        if (names && !rules_listed(id, names))
            continue;
        if (j->json)
            dxk_json_object(j->json, NULL);
        if (j->json || names)
            show_finding(j, id, text, false);
        else
            text_printf(&j->out, "%s\n", id);
        if (j->json)
            dxk_json_end(j->json);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Groups of warnings                                                                         */

static void list_group_names(job *j)
{
    const char *group;
    bool is_quiet;
    dxk_json_array(j->json, "groups");
    for (size_t i = 0; (group = dxk_hlsl_group_at(i, &is_quiet)) != NULL; i++) {
        dxk_json_object_line(j->json, NULL);
        dxk_json_text(j->json, "group", group);
        dxk_json_bool(j->json, "off", is_quiet);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
}

/* The messages of a group and of those that are part of it. */
static int list_group(job *j, const char *group)
{
    dxk_rule_info rule;
    if (!find_group(group, NULL))
        return job_error(j, CLI_USAGE, "there is no warning of a group '%.80s'", group);
    if (j->json)
        dxk_json_array(j->json, "rules");
    for (size_t i = 0; dxk_rule_at(i, &rule); i++) {
        if (!rule.group || !dxk_hlsl_group_within(rule.group, group))
            continue;
        if (j->json) {
            dxk_json_object(j->json, NULL);
            json_rule(j->json, &rule);
            dxk_json_end(j->json);
            continue;
        }
        text_styled(&j->out, TEXT_TITLE, rule.id);
        text_printf(&j->out, "  -W%s\n", rule.group);
        print_wrapped(&j->out, rule.text);
    }
    if (j->json)
        dxk_json_end(j->json);
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* The command                                                                                */

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
    list_findings(j, names);
    if (j->json)
        dxk_json_end(j->json);
    if (j->json && !names)
        list_group_names(j);
}

/* True if all of a list of names and patterns mean something. */
static bool is_meant_by_any(const char *names)
{
    const char *id;
    if (!rules_unknown(names).size)
        return true;
    for (size_t i = 0; (id = dxk_run_finding_id(i, NULL)) != NULL; i++) {
        if (rules_listed(id, names))
            return true;
    }
    return false;
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
    const char *finding, *text;
    dxk_rule_info rule;
    if (o->group)
        return list_group(j, o->group);
    if (o->rule && (finding = find_finding(o->rule, &text)) != NULL) {
        show_finding(j, finding, text, true);
        return CLI_OK;
    }
    bool one = o->rule && dxk_rule_find(o->rule, &rule);
    if (!one && o->rule && (!*o->rule || !is_meant_by_any(o->rule)))
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
    const char *id;
    for (size_t i = 0; dxk_rule_at(i, &rule); i++)
        text_printf(out, " %s", rule.id);
    for (size_t i = 0; (id = dxk_run_finding_id(i, NULL)) != NULL; i++)
        text_printf(out, " %s", id);
    for (size_t i = 0; (id = dxk_hlsl_group_at(i, NULL)) != NULL; i++)
        text_printf(out, " %s", id);
}

const cli_command cmd_explain = {
    .name = "explain",
    .summary = "explain a rule, a message or a group of warnings",
    .operands = "[RULE|GROUP]",
    .put_words = put_words,
    .about =
        "RULE is what a message has in brackets at its end. Prints the message of the rule, its\n"
        "meaning, how to fix the problem, an example, and the first validator version that has\n"
        "the rule; for a message about HLSL, how to turn it off; for a finding of dxk run, how\n"
        "to ask for it. Case is ignored. For a pattern, such as '*.SIG*', or a prefix, such as\n"
        "SM., lists the matching rules with their messages. For a group of warnings, such as\n"
        "-Wconversion, lists its messages. Without RULE, lists the names of all rules.",
    .examples = "dxk explain INSTR.OPCONST\n"
                "dxk explain container.part_bounds\n"
                "dxk explain -Wconversion\n"
                "dxk explain 'META.*INTERP*'\n"
                "dxk explain | grep ^SM",
    .options = specs,
    .options_size = sizeof(explain_options),
    .flags = 0,
    .prepare = prepare,
    .run = run,
};
