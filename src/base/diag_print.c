/* SPDX-License-Identifier: MIT */
/* diag_print.c - diagnostics as text: "FILE:0x1a4: error: PSV0/resources[3]: message [RULE]"; of a warning
 * that has a group, "[-WGROUP]". */
#include "base/options.h"
#include "base/str.h"
#include "base/term.h"
#include "base/utf8.h"

/* ---------------------------------------------------------------------------------------- */
/* The line                                                                                   */

#define EXCERPT  76u /* characters of a line that are shown */
#define IN_FRONT 50u /* at most so many of them in front of the place */
#define MARGIN   4   /* blanks in front */

/* Line `number` of a text, without its end; false: there is none, or it is no text of bytes. */
static bool find_line(dxk_bytes input, uint32_t number, dxk_str *line)
{
    if (!input.size)
        return false;
    const char *p = (const char *)input.data, *end = p + input.size;
    while (number > 1 && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        p++;
        number--;
    }
    if (!p || !number)
        return false;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    *line = (dxk_str){p, (size_t)((stop ? stop : end) - p)};
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return !line->size || !memchr(line->data, 0, line->size);
}

/* Bytes of the character at `p`; what is no UTF-8 is a character of its own. */
static size_t character(const char *p, size_t size)
{
    size_t n = dxki_utf8_size((dxk_str){p, size});
    return n ? n : 1;
}

/* Moves `at` back by up to `count` characters. */
static size_t step_back(dxk_str line, size_t at, size_t count)
{
    while (at && count--) {
        at--;
        while (at && ((unsigned char)line.data[at] & 0xc0) == 0x80)
            at--;
    }
    return at;
}

/* What is shown of a line, and how. */
typedef struct excerpt {
    const dxk_diag *diag;
    dxk_str line;
    uint32_t number; /* of the line */
    size_t first;    /* of its bytes */
    size_t place;    /* where the caret stands */
} excerpt;

/* Is a byte of the line part of what the diagnostic marks? */
static bool is_marked(const excerpt *e, size_t at)
{
    for (size_t i = 0; i < e->diag->range_count; i++) {
        const dxk_diag_range *r = &e->diag->ranges[i];
        bool from = r->line < e->number || (r->line == e->number && at + 1 >= r->column);
        bool to = r->end_line > e->number || (r->end_line == e->number && at + 1 < r->end_column);
        if (from && to)
            return true;
    }
    return false;
}

/* Prints the characters, tabs as blanks, and says what stands below each; returns how many there are. */
static size_t print_excerpt(dxki_term *err, const excerpt *e, char *below)
{
    size_t shown = 0, at = e->first;
    for (; at < e->line.size && shown < EXCERPT; shown++) {
        size_t n = character(e->line.data + at, e->line.size - at);
        bool blank = (unsigned char)e->line.data[at] < 0x20 || e->line.data[at] == 0x7f;
        if (blank)
            dxki_out_char(&err->out, ' ');
        else
            dxki_term_safe(err, (dxk_str){e->line.data + at, n});
        bool here = e->place >= at && e->place < at + n;
        below[shown] = (char)(here ? '^' : is_marked(e, at) ? '~' : ' ');
        at += n;
    }
    if (e->place >= at)
        below[shown++] = '^';
    while (shown && below[shown - 1] == ' ')
        shown--;
    return shown;
}

/* Characters in front of a column, of those that are shown; EXCERPT: it is not shown. */
static size_t characters_before(const excerpt *e, uint32_t column)
{
    size_t count = 0, at = e->first;
    if (column < e->first + 1)
        return EXCERPT;
    for (; at + 1 < column && at < e->line.size && count < EXCERPT; count++)
        at += character(e->line.data + at, e->line.size - at);
    return at + 1 == column ? count : EXCERPT;
}

/* What to write instead, below the place where it goes. */
static void print_fixes(dxki_term *err, const excerpt *e)
{
    size_t end = 0;
    for (size_t i = 0; i < e->diag->fix_count; i++) {
        const dxk_diag_fix *f = &e->diag->fixes[i];
        size_t before = characters_before(e, f->range.column);
        if (f->range.line != e->number || before == EXCERPT || before < end || !*f->text ||
            strchr(f->text, '\n'))
            continue;
        dxki_out_spaces(&err->out, (int)(before - end) + (end ? 0 : MARGIN));
        dxki_term_set(err, DXKI_TERM_GOOD);
        dxki_term_safe(err, dxki_str(f->text));
        dxki_term_set(err, DXKI_TERM_PLAIN);
        end = before + strlen(f->text);
    }
    if (end)
        dxki_out_char(&err->out, '\n');
}

static void print_line(dxki_term *err, const dxk_diag *diag, dxk_bytes input)
{
    char below[EXCERPT + 2];
    excerpt e = {.diag = diag, .number = diag->line};
    if (diag->place != DXK_PLACE_LINE || !diag->column)
        return;
    if (diag->excerpt)
        e.line = dxki_str(diag->excerpt);
    else if (diag->file || !find_line(input, diag->line, &e.line))
        return;
    e.place = diag->column - 1u < e.line.size ? diag->column - 1u : e.line.size;
    e.first = e.place > IN_FRONT ? step_back(e.line, e.place, IN_FRONT) : 0;
    dxki_out_spaces(&err->out, MARGIN);
    size_t size = print_excerpt(err, &e, below);
    dxki_out_char(&err->out, '\n');
    dxki_out_spaces(&err->out, MARGIN);
    dxki_term_set(err, DXKI_TERM_GOOD);
    dxki_out_write(&err->out, below, size);
    dxki_term_set(err, DXKI_TERM_PLAIN);
    dxki_out_char(&err->out, '\n');
    print_fixes(err, &e);
}

/* ---------------------------------------------------------------------------------------- */

static void print_place(dxki_out *out, const dxk_diag *diag)
{
    switch (diag->place) {
    case DXK_PLACE_BYTE:
        dxki_out_text(out, "0x");
        dxki_out_hex(out, diag->position, 1, false);
        break;
    case DXK_PLACE_BIT:
        dxki_out_text(out, "bit ");
        dxki_out_u64(out, diag->position);
        break;
    case DXK_PLACE_LINE:
        dxki_out_u64(out, diag->line);
        dxki_out_char(out, ':');
        dxki_out_u64(out, diag->column);
        break;
    case DXK_PLACE_NONE:
        return;
    }
    dxki_out_char(out, ':');
}

/* The group or rule of a message, in brackets. */
static void print_name(dxki_term *term, const dxk_diag *diag)
{
    dxki_term_set(term, DXKI_TERM_FAINT);
    dxki_out_text(&term->out, " [");
    if (diag->group && diag->is_raised)
        dxki_out_text(&term->out, "-Werror,");
    if (diag->group)
        dxki_out_text(&term->out, "-W");
    dxki_out_text(&term->out, diag->group ? diag->group : diag->rule);
    dxki_out_char(&term->out, ']');
    dxki_term_set(term, DXKI_TERM_PLAIN);
}

dxk_status dxk_diag_print(const dxk_diag *diag, const dxk_diag_print_options *options,
                          dxk_sink sink)
{
    dxk_diag_print_options how;
    dxki_term term;
    if (!dxki_options_take(&how, sizeof how, options))
        return DXK_E_ARGUMENT;
    dxki_term_init(&term, sink, how.color);
    dxki_term_set(&term, DXKI_TERM_TITLE);
    dxki_term_safe(&term, dxki_str(diag->file ? diag->file : how.file ? how.file : "dxk"));
    dxki_out_char(&term.out, ':');
    print_place(&term.out, diag);
    dxki_term_set(&term, DXKI_TERM_PLAIN);
    dxki_out_char(&term.out, ' ');
    dxki_term_severity(&term, diag->severity);
    if (*diag->path) {
        dxki_term_safe(&term, dxki_str(diag->path));
        dxki_out_text(&term.out, ": ");
    }
    dxki_term_safe(&term, dxki_str(diag->message));
    if (*diag->rule)
        print_name(&term, diag);
    dxki_out_char(&term.out, '\n');
    print_line(&term, diag, how.input);
    return dxki_out_flush(&term.out);
}
