/* SPDX-License-Identifier: MIT */
/* print.c - differences of programs in the unified form, and in a few words; see dxk/diff.h. */
#include "base/options.h"
#include "diff/diff.h"

#include <string.h>

#define CONTEXT 3u
#define WORDS   12u /* operations that a summary names */

typedef struct printer {
    dxk_program_diff *diff;
    dxki_out out;
    bool color;
    bool gap; /* rows were left out */
} printer;

static const char signs[] = {'~', '-', '+', '>', ' '};

static const char *color_of(char sign)
{
    return sign == '-' ? "\x1b[31m" : sign == '+' ? "\x1b[32m" : "\x1b[33m";
}

/* Control characters of the shader do not reach a terminal. */
static void put_text(printer *p, dxk_str text)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x20 && c != 0x7f) {
            dxki_out_char(&p->out, (char)c);
            continue;
        }
        dxki_out_text(&p->out, "\\");
        dxki_out_hex(&p->out, c, 2, true);
    }
}

static void put_line(printer *p, char sign, const char *blanks, dxk_str text)
{
    if (p->color && sign != ' ')
        dxki_out_text(&p->out, color_of(sign));
    dxki_out_char(&p->out, sign);
    dxki_out_text(&p->out, blanks);
    put_text(p, text);
    if (p->color && sign != ' ')
        dxki_out_text(&p->out, "\x1b[0m");
    dxki_out_char(&p->out, '\n');
}

/* "@@ @main @@" begins the rows of a function. */
static void put_function(printer *p, const dxk_diff_row *row)
{
    bool both = row->kind == DXK_DIFFERENCE_NONE || row->kind == DXK_DIFFERENCE_CHANGED;
    dxki_out_text(&p->out, p->color ? "\x1b[36m@@ " : "@@ ");
    if (!both) {
        dxki_out_char(&p->out, signs[row->kind]);
        dxki_out_char(&p->out, ' ');
    }
    put_text(p, row->left.size ? row->left : row->right);
    if (row->kind == DXK_DIFFERENCE_CHANGED) {
        dxki_out_text(&p->out, " -> ");
        put_text(p, row->right);
    }
    dxki_out_text(&p->out, p->color ? " @@\x1b[0m\n" : " @@\n");
}

static void put_row(printer *p, const dxk_diff_row *row)
{
    const char *blanks = row->area == DXK_DIFF_INST ? "  " : " ";
    if (row->area == DXK_DIFF_FUNCTION) {
        put_function(p, row);
        return;
    }
    if (row->kind == DXK_DIFFERENCE_CHANGED) {
        put_line(p, '-', blanks, row->left);
        put_line(p, '+', blanks, row->right);
        return;
    }
    put_line(p, signs[row->kind], blanks, row->right.size ? row->right : row->left);
}

/* Is the row, or a row of its function near it, a difference? The next one from `from` on is known. */
static bool is_near(const dxk_program_diff *diff, size_t index, size_t last, size_t next,
                    uint32_t context)
{
    size_t count = diff->rows.count;
    return (last < count && index - last <= context) || (next < count && next - index <= context);
}

static bool differs(const dxk_program_diff *diff, size_t index)
{
    return diff->rows.items[index].kind != DXK_DIFFERENCE_NONE;
}

static bool is_function(const dxk_program_diff *diff, size_t index)
{
    return diff->rows.items[index].area == DXK_DIFF_FUNCTION;
}

/* The next difference from a row on that belongs to the same function; the number of rows: none. */
static size_t next_difference(const dxk_program_diff *diff, size_t index)
{
    for (size_t i = index; i < diff->rows.count; i++) {
        if (i > index && is_function(diff, i))
            break;
        if (differs(diff, i))
            return i;
    }
    return diff->rows.count;
}

static void put_rows(printer *p, uint32_t context)
{
    dxk_program_diff *diff = p->diff;
    size_t count = diff->rows.count, last = count, next = 0;
    for (size_t i = 0; i < count && p->out.status == DXK_OK; i++) {
        dxk_diff_row row;
        bool head = is_function(diff, i);
        if (head)
            last = count;
        if (i == 0 || head || next < i)
            next = next_difference(diff, i);
        bool shown = head ? next < count : is_near(diff, i, last, next, context);
        if (differs(diff, i) && !head)
            last = i;
        if (!shown) {
            p->gap = !head && next < count;
            continue;
        }
        if (p->gap && !head)
            dxki_out_text(&p->out, "   ...\n");
        p->gap = false;
        (void)dxk_program_diff_row(diff, i, &row);
        put_row(p, &row);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The summary                                                                                */

/* "12 instructions fewer (57 -> 45)" */
static bool put_change(printer *p, const char *before, const char *thing, const uint64_t count[2])
{
    bool fewer = count[1] < count[0];
    uint64_t by = fewer ? count[0] - count[1] : count[1] - count[0];
    if (by == 0)
        return false;
    dxki_out_text(&p->out, before);
    dxki_out_u64(&p->out, by);
    dxki_out_char(&p->out, ' ');
    dxki_out_text(&p->out, thing);
    dxki_out_text(&p->out, by == 1 ? "" : "s");
    dxki_out_text(&p->out, fewer ? " fewer (" : " more (");
    dxki_out_u64(&p->out, count[0]);
    dxki_out_text(&p->out, " -> ");
    dxki_out_u64(&p->out, count[1]);
    dxki_out_char(&p->out, ')');
    return true;
}

/* "1 Sample gone", "2 fadd fewer", "3 fmul more" */
static void put_count(printer *p, const dxk_diff_count *c)
{
    bool fewer = c->count[1] < c->count[0];
    dxki_out_u64(&p->out, fewer ? c->count[0] - c->count[1] : c->count[1] - c->count[0]);
    dxki_out_char(&p->out, ' ');
    put_text(p, c->name);
    dxki_out_text(&p->out, c->count[1] == 0   ? " gone"
                           : c->count[0] == 0 ? " new"
                           : fewer            ? " fewer"
                                              : " more");
}

static void put_number(printer *p, const char **comma, uint64_t number, const char *word)
{
    if (number == 0)
        return;
    dxki_out_text(&p->out, *comma);
    dxki_out_u64(&p->out, number);
    dxki_out_text(&p->out, word);
    *comma = ", ";
}

static void put_summary(printer *p)
{
    const dxk_program_diff *diff = p->diff;
    const char *comma = "";
    if (put_change(p, comma, "function", diff->sum.functions))
        comma = ", ";
    if (put_change(p, comma, "block", diff->sum.blocks))
        comma = ", ";
    if (put_change(p, comma, "instruction", diff->sum.instructions))
        comma = ", ";
    if (*comma)
        dxki_out_char(&p->out, '\n');
    for (size_t i = 0; i < diff->counts.count && i < WORDS; i++) {
        dxki_out_text(&p->out, i ? ", " : "");
        put_count(p, &diff->counts.items[i]);
    }
    if (diff->counts.count > WORDS)
        dxki_out_text(&p->out, ", ...");
    if (diff->counts.count)
        dxki_out_char(&p->out, '\n');
    comma = "instructions: ";
    put_number(p, &comma, diff->sum.removed, " removed");
    put_number(p, &comma, diff->sum.added, " added");
    put_number(p, &comma, diff->sum.changed, " changed");
    put_number(p, &comma, diff->sum.moved, " moved");
    if (*comma == ',')
        dxki_out_char(&p->out, '\n');
}

dxk_status dxk_program_diff_print(dxk_program_diff *diff, const dxk_diff_print_options *given,
                                  dxk_sink sink)
{
    dxk_diff_print_options options;
    printer p = {.diff = diff};
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    if (diff->sum.differences == 0)
        return DXK_OK;
    p.color = options.color;
    dxki_out_init(&p.out, sink);
    if (!options.summary_only)
        put_rows(&p, options.context ? options.context : CONTEXT);
    put_summary(&p);
    dxk_status status = dxki_out_flush(&p.out);
    return status == DXK_OK && diff->no_memory ? dxki_nomem(diff->ctx) : status;
}
