/* SPDX-License-Identifier: MIT */
/*
 * val_text.c - findings as text and as JSON.
 *
 *   FILE:0x1a4: error: message [RULE]            a part of the container
 *   FILE: ps.hlsl:12:7: error: message [RULE]    a line of source, from debug information
 *       %3 = add i32 %1, %2  ; @main/bb0, bit 9184
 *       note: the other side, where there is one
 *       fix: what to do, once for each rule
 */
#include "val.h"

#include <stdio.h>
#include <string.h>

#define SHOWN_ERRORS 20 /* of those that are not signed; `dxk val` shows all */

/* ---------------------------------------------------------------------------------------- */
/* Which                                                                                      */

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Does `id` begin with one of the words of the list? */
static bool is_listed(const char *id, const char *list)
{
    while (*list) {
        size_t size = strcspn(list, ","), i = 0;
        while (i < size && upper(id[i]) == upper(list[i]))
            i++;
        if (i == size && size)
            return true;
        list += size + (list[size] == ',');
    }
    return false;
}

static bool is_wanted(const val_filter *filter, const char *rule)
{
    if (filter->rule && (!rule || !is_listed(rule, filter->rule)))
        return false;
    return !filter->no_rule || !rule || !is_listed(rule, filter->no_rule);
}

/* What explains an error goes with it. */
static bool is_shown(val_walk *w, const dxk_finding *f)
{
    if (f->place == DXK_FINDING_OWN && !w->own)
        return false;
    if (f->severity == DXK_NOTE && !f->rule)
        return w->shown;
    w->shown = is_wanted(w->filter, f->rule) &&
               (!w->filter->max_errors || w->errors < w->filter->max_errors);
    w->errors += w->shown;
    return w->shown;
}

const dxk_finding *val_next(val_walk *w)
{
    if (!w->next && w->result)
        w->count = dxk_validation_count(w->result, NULL);
    while (w->next < w->count) {
        const dxk_finding *f = dxk_validation_finding(w->result, w->next++);
        if (is_shown(w, f))
            return f;
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static void print_place(job *j, const subject *s, const dxk_finding *f)
{
    text_style(&j->out, TEXT_TITLE);
    text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    text_char(&j->out, ':');
    if (f->offset != UINT64_MAX && !s->assembled) {
        text_hex(&j->out, f->offset, 1);
        text_char(&j->out, ':');
    }
    text_style(&j->out, TEXT_PLAIN);
    text_char(&j->out, ' ');
    if (f->place == DXK_FINDING_SOURCE) {
        text_safe(&j->out, f->file);
        text_printf(&j->out, ":%lu:", (unsigned long)f->line);
        if (f->column)
            text_printf(&j->out, "%lu:", (unsigned long)f->column);
        text_char(&j->out, ' ');
    } else if (f->place == DXK_FINDING_FUNCTION && !f->instruction.size) {
        text_char(&j->out, '@');
        text_safe(&j->out, f->function);
        text_put(&j->out, ": ");
    }
}

static void print_instruction(job *j, const subject *s, const dxk_finding *f)
{
    text_put(&j->out, "    ");
    text_safe(&j->out, f->instruction);
    text_style(&j->out, TEXT_FAINT);
    text_put(&j->out, "  ; @");
    text_safe(&j->out, f->function);
    text_printf(&j->out, "/bb%lu", (unsigned long)f->block_index);
    if (f->bit_offset != UINT32_MAX && !s->assembled)
        text_printf(&j->out, ", bit %lu", (unsigned long)f->bit_offset);
    text_style(&j->out, TEXT_PLAIN);
    text_char(&j->out, '\n');
}

/* A message without the line feed that some end with. */
static dxk_str one_line(dxk_str text)
{
    while (text.size && text.data[text.size - 1] == '\n')
        text.size--;
    return text;
}

/* Further lines are indented like what follows a finding. */
static void print_message(job *j, dxk_str text)
{
    text = one_line(text);
    for (;;) {
        const char *end = text.size ? memchr(text.data, '\n', text.size) : NULL;
        size_t size = end ? (size_t)(end - text.data) : text.size;
        text_safe(&j->out, (dxk_str){text.data, size});
        if (!end)
            return;
        text_put(&j->out, "\n    ");
        text = (dxk_str){end + 1, text.size - size - 1};
        while (text.size && *text.data == ' ')
            text = (dxk_str){text.data + 1, text.size - 1};
    }
}

static void print_hint(job *j, const char *what, dxk_str text)
{
    text_put(&j->out, "    ");
    text_styled(&j->out, TEXT_FAINT, what);
    text_safe(&j->out, text);
    text_char(&j->out, '\n');
}

static void print_finding(job *j, const subject *s, const dxk_finding *f)
{
    bool note = f->severity == DXK_NOTE;
    print_place(j, s, f);
    text_styled(&j->out, f->severity == DXK_ERROR ? TEXT_BAD : TEXT_FAINT,
                note                         ? "note: "
                : f->severity == DXK_WARNING ? "warning: "
                                             : "error: ");
    print_message(j, f->summary.size ? f->summary : f->message);
    if (f->rule) {
        text_style(&j->out, TEXT_FAINT);
        text_printf(&j->out, " [%s]", f->rule);
        text_style(&j->out, TEXT_PLAIN);
    }
    text_char(&j->out, '\n');
    if (f->instruction.size)
        print_instruction(j, s, f);
    if (f->note.size)
        print_hint(j, "note: ", f->note);
}

/* A bit for each rule whose fix was told. */
typedef struct told_rules {
    uint64_t bits[8];
} told_rules;

static void print_fix(job *j, const dxk_finding *f, told_rules *told)
{
    dxk_rule_info rule;
    if (!f->rule || !dxk_rule_find(f->rule, &rule) || !rule.fix || rule.index >= 512 ||
        (told->bits[rule.index / 64] >> rule.index % 64 & 1))
        return;
    told->bits[rule.index / 64] |= (uint64_t)1 << rule.index % 64;
    print_hint(j, "fix: ", (dxk_str){rule.fix, strlen(rule.fix)});
}

static bool is_valid(const dxk_validation *result)
{
    return result && dxk_validation_verdict(result) == DXK_VERDICT_VALID;
}

void val_print_text(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter, .own = true};
    told_rules told = {{0}};
    const dxk_finding *f;
    while ((f = val_next(&walk)) != NULL) {
        print_finding(j, s, f);
        print_fix(j, f, &told);
    }
    text_style(&j->out, TEXT_TITLE);
    text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    text_put(&j->out, ": ");
    text_style(&j->out, TEXT_PLAIN);
    text_styled(&j->out, is_valid(result) ? TEXT_GOOD : TEXT_BAD,
                is_valid(result) ? "valid" : "invalid");
    if (filter->max_errors && walk.errors == filter->max_errors)
        text_printf(&j->out, " (the first %lu errors)", (unsigned long)walk.errors);
    text_char(&j->out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void json_place(json_writer *json, const subject *s, const dxk_finding *f)
{
    if (f->place == DXK_FINDING_SOURCE) {
        json_str(json, "source", f->file);
        json_u64(json, "line", f->line);
        if (f->column)
            json_u64(json, "column", f->column);
    }
    if (f->offset != UINT64_MAX && !s->assembled)
        json_u64(json, "offset", f->offset);
    if (f->function.size)
        json_str(json, "function", f->function);
    if (f->instruction.size) {
        json_str(json, "instruction", f->instruction);
        json_u64(json, "block", f->block_index);
        if (f->bit_offset != UINT32_MAX && !s->assembled)
            json_u64(json, "bit", f->bit_offset);
    }
}

static void json_finding(json_writer *json, const subject *s, const dxk_finding *f)
{
    json_object(json, NULL);
    if (f->rule)
        json_text(json, "rule", f->rule);
    json_text(json, "severity",
              f->severity == DXK_NOTE      ? "note"
              : f->severity == DXK_WARNING ? "warning"
                                           : "error");
    json_str(json, "message", one_line(f->message));
    if (f->summary.size)
        json_str(json, "summary", f->summary);
    json_place(json, s, f);
    if (f->note.size)
        json_str(json, "note", f->note);
    json_end(json);
}

void val_print_json(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter, .own = true};
    const dxk_finding *f;
    uint64_t total = 0;
    if (result)
        dxk_validation_count(result, &total);
    json_bool(j->json, "valid", is_valid(result));
    json_u64(j->json, "total", total);
    json_array(j->json, "findings");
    while ((f = val_next(&walk)) != NULL)
        json_finding(j->json, s, f);
    json_end(j->json);
}

/* ---------------------------------------------------------------------------------------- */
/* As diagnostics                                                                             */

static void tell(job *j, const dxk_finding *f)
{
    char place[160] = "";
    dxk_str name = f->place == DXK_FINDING_SOURCE ? f->file : f->function;
    int size = name.size < 100 ? (int)name.size : 100;
    if (f->place == DXK_FINDING_SOURCE)
        snprintf(place, sizeof place, "%.*s:%lu:%lu: ", size, name.data, (unsigned long)f->line,
                 (unsigned long)f->column);
    else if (f->instruction.size)
        snprintf(place, sizeof place, "@%.*s/bb%lu: ", size, name.data,
                 (unsigned long)f->block_index);
    else if (f->place == DXK_FINDING_FUNCTION)
        snprintf(place, sizeof place, "@%.*s: ", size, name.data);
    size = f->message.size < 700 ? (int)f->message.size : 700;
    while (size && f->message.data[size - 1] == '\n')
        size--;
    job_error(j, CLI_INVALID, "%s%.*s%s%s%s", place, size, f->message.data, f->rule ? " [" : "",
              f->rule ? f->rule : "", f->rule ? "]" : "");
}

int val_refuse(job *j, const dxk_validation *result)
{
    const val_filter all = {.max_errors = SHOWN_ERRORS};
    val_walk walk = {.result = result, .filter = &all, .own = true};
    const dxk_finding *f;
    uint64_t total;
    while ((f = val_next(&walk)) != NULL) {
        if (f->severity == DXK_ERROR)
            tell(j, f);
    }
    dxk_validation_count(result, &total);
    return job_error(j, CLI_INVALID,
                     total > SHOWN_ERRORS ? "invalid, not signed; see dxk val"
                                          : "invalid, not signed");
}
