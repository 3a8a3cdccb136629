/* SPDX-License-Identifier: MIT */
/* val_sarif.c - findings of all inputs as one document of SARIF 2.1.0; the library writes its pieces. */
#include "val.h"

#include <stdlib.h>
#include <string.h>

/* Everything up to the results; their array stays open. */
static void print_head(const cli_app *app, text_out *out)
{
    (void)app;
    dxk_json json;
    json_init(&json, out);
    dxk_sarif_open(&json);
    text_char(out, '\n');
}

static void add_rule(val_rules *rules, const char *id, size_t size)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (strlen(rules->ids[i]) == size && memcmp(rules->ids[i], id, size) == 0)
            return;
    }
    char **grown = realloc(rules->ids, (rules->count + 1) * sizeof *grown);
    char *copy = malloc(size + 1);
    if (grown)
        rules->ids = grown;
    if (!grown || !copy) { /* a document may leave a rule out */
        free(copy);
        return;
    }
    memcpy(copy, id, size);
    copy[size] = 0;
    rules->ids[rules->count++] = copy;
}

/* Takes the rules of results out of their text: within a string a quotation mark has a stroke before it. */
static void note_rules(const cli_app *app, const char *name, dxk_buffer *printed)
{
    static const char key[] = "\"ruleId\": \"";
    const char *p = (const char *)printed->data, *end = p ? p + printed->size : p;
    (void)name;
    while (p < end && (p = memchr(p, '"', (size_t)(end - p))) != NULL) {
        if ((size_t)(end - p) < sizeof key || memcmp(p, key, sizeof key - 1) != 0) {
            p++;
            continue;
        }
        p += sizeof key - 1;
        const char *stop = memchr(p, '"', (size_t)(end - p));
        if (!stop)
            return;
        add_rule(app->sarif_rules, p, (size_t)(stop - p));
        p = stop + 1;
    }
}

/* After the results comes what they need, and whether the command did its work. */
static void print_end(const cli_app *app, text_out *out, bool good, int status)
{
    dxk_json json;
    text_put(out, "\n      ],\n      \"tool\": ");
    json_init(&json, out);
    dxk_sarif_tool(&json, NULL, (const char *const *)app->sarif_rules->ids,
                   app->sarif_rules->count);
    text_put(out, ",\n      \"invocations\": [\n        { \"executionSuccessful\": ");
    text_put(out, good ? "true" : "false");
    text_printf(out, ", \"exitCode\": %d }\n      ]\n    }\n  ]\n}\n", status);
}

/* Findings are no failure of who looks for them. */
static void end_findings(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)inputs;
    (void)bad;
    print_end(app, out, status <= CLI_INVALID, status);
}

static void end_work(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)inputs;
    (void)bad;
    print_end(app, out, status == CLI_OK, status);
}

void val_begin_sarif(cli_app *app, val_rules *rules, bool is_failure)
{
    static const cli_frame findings = {
        .head = print_head, .between = ",\n", .each = note_rules, .tail = end_findings};
    static const cli_frame work = {
        .head = print_head, .between = ",\n", .each = note_rules, .tail = end_work};
    app->sarif_rules = rules;
    app->frame = is_failure ? &work : &findings;
}

void val_free_rules(val_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++)
        free(rules->ids[i]);
    free(rules->ids);
    *rules = (val_rules){NULL, 0};
}

static dxk_str input_name(const job *j)
{
    return strcmp(j->name, "-") == 0 ? (dxk_str){"stdin", 5} : (dxk_str){j->name, strlen(j->name)};
}

static dxk_json begin(job *j, bool first)
{
    dxk_json json;
    text_put(&j->out, first ? "        " : ",\n        ");
    json_init(&json, &j->out);
    return json;
}

/* With the notes that follow; *next is what comes then. */
static dxk_status put_finding(job *j, const subject *s, val_walk *walk, const dxk_finding **next,
                              bool first)
{
    dxk_finding f = val_placed(s, *next);
    dxk_buffer notes;
    dxk_status status = DXK_OK;
    dxk_buffer_init(&notes, j->ctx);
    while ((*next = val_next(walk)) != NULL && (*next)->severity == DXK_NOTE && !(*next)->rule) {
        dxk_finding note = val_placed(s, *next);
        if (status == DXK_OK)
            status = dxk_buffer_append(&notes, &note, sizeof note);
    }
    dxk_json json = begin(j, first);
    dxk_sarif_finding(&json, input_name(j), &f, (const dxk_finding *)(void *)notes.data,
                      notes.size / sizeof f);
    dxk_buffer_free(&notes);
    return status;
}

dxk_status val_print_sarif(job *j, const subject *s, const val_filter *filter,
                           const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    dxk_status status = DXK_OK;
    const dxk_diag *d;
    bool first = true;
    for (; (d = val_next_diag(&walk, j->ctx)) != NULL; first = false) {
        dxk_json json = begin(j, first);
        dxk_sarif_diag(&json, input_name(j), d);
    }
    const dxk_finding *f = val_next(&walk);
    for (; f && status == DXK_OK; first = false)
        status = put_finding(j, s, &walk, &f, first);
    return status;
}
