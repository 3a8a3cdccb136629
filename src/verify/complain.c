/* SPDX-License-Identifier: MIT */
/*
 * complain.c - what the verifier says becomes one text, as LLVM prints it: each complaint a line,
 * followed by the values, types and nodes that it is about.
 */
#include "verify/run.h"

#include <string.h>

#include "base/out.h"

static void append(dxki_verify_run *w, dxk_str text)
{
    if (dxk_buffer_append(&w->out->text, text.data, text.size) != DXK_OK)
        dxki_verify_fail(w);
}

static void append_z(dxki_verify_run *w, const char *text)
{
    append(w, dxki_str(text));
}

/* NULL: nothing is to be shown. */
static dxki_text_snippets *snippets_of(dxki_verify_run *w)
{
    if (!w->out || w->snippets)
        return w->out ? w->snippets : NULL;
    w->snippets = dxki_text_snippets_create(w->m);
    if (!w->snippets)
        dxki_verify_fail(w);
    else if (w->options->names)
        dxki_text_snippets_rename(w->snippets, w->options->names);
    return w->snippets;
}

/* ---------------------------------------------------------------------------------------- */
/* Messages                                                                                   */

void dxki_verify_say_about(dxki_verify_run *w, const char *before, dxk_str name, const char *after)
{
    w->broken = w->complained = true;
    if (!w->out) {
        w->stop = true;
        return;
    }
    dxki_verify_complaint complaint = {w->out->text.size, w->fn, 0, 0};
    if (!dxki_vec_push(w->ctx, &w->out->complaints, complaint))
        dxki_verify_fail(w);
    append_z(w, before);
    append(w, name);
    append_z(w, after);
    append_z(w, "\n");
}

void dxki_verify_say(dxki_verify_run *w, const char *message)
{
    dxki_verify_say_about(w, message, dxki_str(""), "");
}

/* ---------------------------------------------------------------------------------------- */
/* What they are about                                                                        */

/* The first thing that a complaint names is where it is. */
static void note(dxki_verify_run *w, dxki_value value, dxki_md md)
{
    size_t count = w->out->complaints.count;
    dxki_verify_complaint *complaint = count ? &w->out->complaints.items[count - 1] : NULL;
    if (!complaint || complaint->value || complaint->md)
        return;
    complaint->value = value;
    complaint->md = md;
}

void dxki_verify_inst(dxki_verify_run *w, uint32_t inst)
{
    dxki_text_snippets *snippets = snippets_of(w);
    if (!snippets)
        return;
    note(w, DXKI_VALUE(DXKI_V_INST, inst), 0);
    append_z(w, "  ");
    append(w, dxki_text_snippet_inst(snippets, inst));
    append_z(w, "\n");
}

void dxki_verify_value(dxki_verify_run *w, dxki_value value)
{
    dxki_text_snippets *snippets = value ? snippets_of(w) : NULL;
    if (DXKI_TAG(value) == DXKI_V_INST)
        dxki_verify_inst(w, DXKI_INDEX(value));
    if (DXKI_TAG(value) == DXKI_V_INST || !snippets)
        return;
    note(w, value, 0);
    append(w, dxki_text_snippet_value(snippets, value));
    append_z(w, "\n");
}

void dxki_verify_md(dxki_verify_run *w, dxki_md md)
{
    dxki_text_snippets *snippets = md ? snippets_of(w) : NULL;
    if (!snippets)
        return;
    note(w, 0, md);
    append(w, dxki_text_snippet_md(snippets, md));
    append_z(w, "\n");
}

void dxki_verify_named(dxki_verify_run *w, const dxki_named_md *node)
{
    dxki_text_snippets *snippets = snippets_of(w);
    if (!snippets)
        return;
    append_z(w, "!");
    append(w, dxki_string_get(w->m, node->name));
    append_z(w, " = !{");
    for (uint32_t i = 0; i < node->op_count; i++) {
        append_z(w, i ? ", " : "");
        append(w, dxki_text_snippet_md_ref(snippets, w->m->words.items[node->ops + i]));
    }
    append_z(w, "}\n\n");
}

void dxki_verify_param(dxki_verify_run *w, const char *type, uint64_t number)
{
    char digits[24], *end = digits + sizeof digits;
    if (!w->out)
        return;
    char *first = dxki_format_u64(end, number);
    append_z(w, type);
    append_z(w, " %");
    append(w, (dxk_str){first, (size_t)(end - first)});
    append_z(w, "\n");
}

void dxki_verify_type(dxki_verify_run *w, dxki_type type)
{
    dxki_text_snippets *snippets = type ? snippets_of(w) : NULL;
    if (!snippets)
        return;
    append_z(w, " ");
    append(w, dxki_text_snippet_type_body(snippets, type));
}

bool dxki_verify_at_inst(dxki_verify_run *w, const char *message, uint32_t inst)
{
    dxki_verify_say(w, message);
    dxki_verify_inst(w, inst);
    return false;
}

bool dxki_verify_at_value(dxki_verify_run *w, const char *message, dxki_value value)
{
    dxki_verify_say(w, message);
    dxki_verify_value(w, value);
    return false;
}

bool dxki_verify_at_md(dxki_verify_run *w, const char *message, dxki_md md)
{
    dxki_verify_say(w, message);
    dxki_verify_md(w, md);
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Reading them                                                                               */

dxk_str dxki_verify_words(const dxki_verify_result *result, size_t index)
{
    const dxki_verify_complaint *complaints = result->complaints.items;
    size_t start = complaints[index].start;
    size_t end =
        index + 1 < result->complaints.count ? complaints[index + 1].start : result->text.size;
    return (dxk_str){(const char *)result->text.data + start, end - start};
}

void dxki_verify_free(dxki_verify_result *result)
{
    dxki_vec_free(result->text.ctx, &result->complaints);
    dxk_buffer_free(&result->text);
}
