/* SPDX-License-Identifier: MIT */
/*
 * val_text.c - findings as text, what the readers say among them. The library prints each; here a line
 *
 *       fix: what to do
 *
 * follows once for each rule, and the verdict at the end.
 */
#include "val.h"

#include <dxk/dxbc.h>

#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "rules.h"

#define SHOWN_ERRORS 20 /* of those that are not signed; `dxk val` shows all */

/* ---------------------------------------------------------------------------------------- */
/* Which                                                                                      */

static bool is_wanted(const val_filter *filter, const char *rule)
{
    if (filter->rule && (!rule || !rules_listed(rule, filter->rule)))
        return false;
    return !filter->no_rule || !rule || !rules_listed(rule, filter->no_rule);
}

static bool is_room(val_walk *w, dxk_severity severity, bool wanted)
{
    bool room = !w->filter->max_errors || w->errors < w->filter->max_errors;
    if (severity != DXK_ERROR)
        return wanted;
    w->errors += wanted && room;
    w->left_out += wanted && !room;
    return wanted && room;
}

/* What explains an error goes with it. */
static bool is_shown(val_walk *w, const dxk_finding *f)
{
    if (f->is_repeated && f->severity != DXK_NOTE)
        w->shown = false;
    if (f->is_repeated)
        return false;
    if (f->severity == DXK_NOTE && !f->rule)
        return w->shown;
    w->shown = is_room(w, f->severity, is_wanted(w->filter, f->rule));
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

const dxk_diag *val_next_diag(val_walk *w, const dxk_ctx *ctx)
{
    while (w->next_diag < dxk_ctx_diag_count(ctx)) {
        const dxk_diag *d = dxk_ctx_diag(ctx, w->next_diag++);
        if (is_room(w, d->severity, is_wanted(w->filter, d->rule)))
            return d;
    }
    return NULL;
}

/* Further lines, and what ends some messages. */
dxk_str val_first_line(dxk_str text, dxk_str *rest)
{
    *rest = (dxk_str){"", 0};
    if (!text.size)
        return *rest;
    const char *end = memchr(text.data, '\n', text.size);
    size_t size = end ? (size_t)(end - text.data) : text.size;
    *rest = (dxk_str){text.data + size, text.size - size};
    while (rest->size && (*rest->data == '\n' || *rest->data == ' '))
        *rest = (dxk_str){rest->data + 1, rest->size - 1};
    return (dxk_str){text.data, size};
}

bool val_has_bit(const subject *s, const dxk_finding *f)
{
    return f->bit_offset != UINT32_MAX && s && !s->assembled;
}

bool val_has_offset(const subject *s, const dxk_finding *f)
{
    return f->offset != UINT64_MAX && s && !s->assembled;
}

bool val_text_line(const subject *s, const dxk_finding *f, val_line *line)
{
    uint32_t number = f->instruction.size ? f->instruction_index : UINT32_MAX;
    return s && s->module && f->function.size &&
           dxk_module_text_place(s->module, f->function, number, &line->line, &line->column);
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static const char *shown_name(const job *j)
{
    return strcmp(j->name, "-") == 0 ? "<stdin>" : j->name;
}

static void put_name(text_out *out, const char *name)
{
    text_style(out, TEXT_TITLE);
    text_safe(out, (dxk_str){name, strlen(name)});
    text_char(out, ':');
}

static void put_hint(text_out *out, const char *what, dxk_str text)
{
    while (text.size) {
        dxk_str line = val_first_line(text, &text);
        text_put(out, "    ");
        text_styled(out, TEXT_FAINT, what);
        text_safe(out, line);
        text_char(out, '\n');
        what = "";
    }
}

/* A bit for each rule whose fix was told. */
typedef struct told_rules {
    uint64_t bits[16];
} told_rules;

static void print_fix(text_out *out, const dxk_finding *f, told_rules *told)
{
    dxk_rule_info rule;
    if (!f->rule || f->is_excused || !dxk_rule_find(f->rule, &rule) || !rule.fix ||
        rule.index >= 1024 || (told->bits[rule.index / 64] >> rule.index % 64 & 1))
        return;
    told->bits[rule.index / 64] |= (uint64_t)1 << rule.index % 64;
    put_hint(out, "fix: ", (dxk_str){rule.fix, strlen(rule.fix)});
}

bool val_is_valid(const dxk_validation *result)
{
    return result && dxk_validation_verdict(result) == DXK_VERDICT_VALID;
}

bool val_is_form(const subject *s)
{
    return s->state == SUBJECT_READY && dxk_dxbc_is_legacy(s->container);
}

static void print_verdict(job *j, const subject *s, const val_walk *walk)
{
    bool valid = val_is_valid(walk->result);
    const char *good = val_is_form(s) ? "well-formed" : "valid";
    put_name(&j->out, shown_name(j));
    text_style(&j->out, TEXT_PLAIN);
    text_char(&j->out, ' ');
    text_styled(&j->out, valid ? TEXT_GOOD : TEXT_BAD, valid ? good : "invalid");
    if (walk->left_out)
        text_printf(&j->out, " (%lu of %lu errors shown)", (unsigned long)walk->errors,
                    (unsigned long)(walk->errors + walk->left_out));
    text_char(&j->out, '\n');
}

void val_print_text(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    told_rules told = {{0}};
    const dxk_finding *f;
    const dxk_diag *d;
    while ((d = val_next_diag(&walk, j->ctx)) != NULL)
        diag_print(&j->out, shown_name(j), d, j->input);
    while ((f = val_next(&walk)) != NULL) {
        dxk_finding placed = val_placed(s, f);
        dxk_finding_print(&placed, shown_name(j), j->out.color, text_color_sink(&j->out));
        print_fix(&j->out, f, &told);
    }
    print_verdict(j, s, &walk);
    dxk_ctx_clear_diags(j->ctx); /* they are told */
}

/* ---------------------------------------------------------------------------------------- */
/* For sign                                                                                   */

static void tell(job *j, const subject *s, const dxk_finding *f)
{
    char line[160] = "";
    val_line at;
    dxk_str text = dxk_finding_message(f);
    int file = f->file.size < 100 ? (int)f->file.size : 100;
    int path = f->path.size < 200 ? (int)f->path.size : 200;
    int size = text.size < 600 ? (int)text.size : 600;
    if (val_text_line(s, f, &at))
        snprintf(line, sizeof line, "%lu:%lu: ", (unsigned long)at.line, (unsigned long)at.column);
    else if (f->line)
        snprintf(line, sizeof line, "%.*s:%lu:%lu: ", file, f->file.data, (unsigned long)f->line,
                 (unsigned long)f->column);
    job_error(j, CLI_INVALID, "%s%.*s%s%.*s%s%s%s", line, path, f->path.data, path ? ": " : "",
              size, text.data, f->rule ? " [" : "", f->rule ? f->rule : "", f->rule ? "]" : "");
}

int val_refuse(job *j, const subject *s, const dxk_validation *result, const char *verdict)
{
    const val_filter few = {.max_errors = j->json ? 0 : SHOWN_ERRORS};
    val_walk walk = {.result = result, .filter = &few};
    const dxk_finding *f;
    if (j->json)
        val_print_findings(j, s, &few, result);
    while (!j->json && (f = val_next(&walk)) != NULL) {
        if (f->severity == DXK_ERROR)
            tell(j, s, f);
    }
    return job_error(j, CLI_INVALID, "invalid, %s%s", verdict,
                     walk.left_out ? "; see dxk val" : "");
}
