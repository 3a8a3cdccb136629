/* SPDX-License-Identifier: MIT */
/* val_sarif.c - findings of all inputs as one document of SARIF 2.1.0; the library writes its pieces. */
#include <string.h>

#include "val.h"

/* Everything up to the results; their array stays open. After it comes whether all inputs could be
 * read: findings are no failure of the tool. */
static void print_head(const cli_app *app, text_out *out)
{
    (void)app;
    dxk_json json;
    json_init(&json, out);
    dxk_sarif_begin(&json);
    text_char(out, '\n');
}

static void print_tail(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)app;
    (void)inputs;
    (void)bad;
    text_put(out, "\n      ],\n      \"invocations\": [\n        { \"executionSuccessful\": ");
    text_put(out, status <= CLI_INVALID ? "true" : "false");
    text_printf(out, ", \"exitCode\": %d }\n      ]\n    }\n  ]\n}\n", status);
}

const cli_frame val_sarif_frame = {.head = print_head, .between = ",\n", .tail = print_tail};

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
