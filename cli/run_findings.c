/* SPDX-License-Identifier: MIT */
/* run_findings.c - findings of a run as text and as JSON; see run.h.
 *
 *   FILE:LINE:COLUMN: error: MESSAGE [ID]
 *       the line, and a caret
 *       how often, and where first; the other place; what to do, once for each id
 */
#include "run.h"

#include <errno.h>
#include <string.h>

#define MOST_COMPARED 1000 /* findings among which a note is looked for */

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

const char *run_severity(dxk_severity severity)
{
    return severity == DXK_ERROR ? "error" : severity == DXK_WARNING ? "warning" : "note";
}

const char *run_other_text(const dxk_run_finding *f)
{
    return strncmp(f->id, "race.", 5) == 0 ? "the other access" : "origin of the value";
}

dxk_inspect *run_words(run_state *s)
{
    if (!s->words && s->program)
        (void)dxk_inspect_create(s->program, NULL, &s->words);
    return s->words;
}

static dxk_status put_safe(void *user, const void *data, size_t size)
{
    text_safe(user, (dxk_str){data, size});
    return DXK_OK;
}

void run_print_message(text_out *out, dxk_inspect *words, const dxk_run_finding *f)
{
    if (!words || dxk_inspect_finding_message(words, f, (dxk_sink){put_safe, out}) != DXK_OK)
        out->error = ENOMEM;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static void print_place(text_out *out, const run_state *s, const dxk_run_finding *f)
{
    text_style(out, TEXT_TITLE);
    if (f->line) {
        text_safe(out, f->file);
        text_printf(out, ":%u", f->line);
        if (f->column)
            text_printf(out, ":%u", f->column);
    } else {
        text_safe(out, (dxk_str){s->j->name, strlen(s->j->name)});
    }
    text_char(out, ':');
    text_style(out, TEXT_PLAIN);
    text_char(out, ' ');
}

/* Line `number` of a text; empty: it ends before. */
static dxk_str line_of(dxk_str text, uint32_t number)
{
    const char *at = text.data, *end = text.data ? text.data + text.size : NULL;
    while (at && at < end && --number) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : end;
    }
    const char *stop = at && at < end ? memchr(at, '\n', (size_t)(end - at)) : at;
    size_t size = at ? (size_t)((stop ? stop : end) - at) : 0;
    while (size && (at[size - 1] == '\r' || at[size - 1] == ' '))
        size--;
    return (dxk_str){at, size};
}

/* The line, and a caret below the column. Columns count bytes. */
static void print_excerpt(run_state *s, const dxk_run_finding *f)
{
    text_out *out = &s->j->out;
    dxk_str text;
    if (!f->line || !run_source_text(s, f->file, &text))
        return;
    dxk_str line = line_of(text, f->line);
    uint32_t blanks = 0;
    while (blanks < line.size && (line.data[blanks] == ' ' || line.data[blanks] == '\t'))
        blanks++;
    if (blanks == line.size)
        return;
    text_put(out, "    ");
    text_safe(out, (dxk_str){line.data + blanks, line.size - blanks});
    text_put(out, "\n");
    if (f->column <= blanks || f->column > line.size)
        return;
    text_put(out, "    ");
    for (uint32_t n = blanks; n + 1 < f->column; n++)
        if ((line.data[n] & 0xC0) != 0x80) /* a letter of several bytes is one */
            text_char(out, line.data[n] == '\t' ? '\t' : ' ');
    text_styled(out, TEXT_GOOD, "^");
    text_char(out, '\n');
}

/* A number for each dimension, but for those at the end that have just one; `sizes` NULL: not known. */
static void print_triple(text_out *out, const uint32_t at[3], const uint32_t *sizes)
{
    int most = (sizes ? sizes[2] > 1 : at[2] != 0)   ? 3
               : (sizes ? sizes[1] > 1 : at[1] != 0) ? 2
                                                     : 1;
    for (int n = 0; n < most; n++)
        text_printf(out, "%s%u", n ? "," : "", at[n]);
}

static void print_thread(text_out *out, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_program_info info = dxk_run_program_info_get(s->program);
    bool in_grid = info.kind == DXK_SHADER_KIND_COMPUTE && s->job;
    dxk_job_info dispatch = {.groups = {0}};
    if (in_grid)
        dispatch = dxk_job_info_get(s->job);
    text_put(out, "thread ");
    print_triple(out, f->thread, in_grid ? info.num_threads : NULL);
    if (in_grid && (uint64_t)dispatch.groups[0] * dispatch.groups[1] * dispatch.groups[2] == 1)
        return;
    text_put(out, " of group ");
    print_triple(out, f->group, in_grid ? dispatch.groups : NULL);
}

/* "    5 times, first by thread 3 of group 0". */
static void print_occurrences(text_out *out, const run_state *s, const dxk_run_finding *f)
{
    dxk_str entry = dxk_run_program_info_get(s->program).entry;
    text_put(out, "    ");
    if (f->count > 1)
        text_printf(out, "%llu times, first ", (unsigned long long)f->count);
    text_put(out, "by ");
    print_thread(out, s, f);
    if (f->instruction != UINT32_MAX && !f->line)
        text_printf(out, ", at instruction %u", f->instruction);
    if (f->function.size && (!f->line || f->function.size != entry.size ||
                             memcmp(f->function.data, entry.data, entry.size) != 0)) {
        text_put(out, f->instruction != UINT32_MAX && !f->line ? " of " : ", in ");
        text_safe(out, f->function);
    }
    text_char(out, '\n');
}

/* Where the function of a finding was inlined, from the inside out. */
static void print_inlined(text_out *out, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame, outer;
    for (uint32_t n = 0; dxk_run_program_frame(s->program, f->place, n, &frame) &&
                         dxk_run_program_frame(s->program, f->place, n + 1, &outer);
         n++) {
        text_put(out, "    ");
        text_safe(out, frame.function);
        text_put(out, " inlined in ");
        text_safe(out, outer.function);
        text_put(out, " at ");
        text_safe(out, outer.file);
        text_printf(out, ":%u:%u\n", outer.line, outer.column);
    }
}

/* The other access of a race, or where an undefined number comes from. */
static void print_other(text_out *out, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    dxk_run_place place;
    if (!dxk_run_program_place(s->program, f->other_place, &place))
        return;
    text_printf(out, "    %s: ", run_other_text(f));
    if (dxk_run_program_frame(s->program, f->other_place, 0, &frame) && frame.line) {
        text_safe(out, frame.file);
        text_printf(out, ":%u:%u\n", frame.line, frame.column);
        return;
    }
    text_safe(out, place.function);
    text_printf(out, ", instruction %u\n", place.instruction);
}

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* True if two places come from one line of the source, by the same calls. */
static bool same_frames(const run_state *s, uint32_t a, uint32_t b)
{
    dxk_run_frame x, y;
    for (uint32_t n = 0;; n++) {
        bool more = dxk_run_program_frame(s->program, a, n, &x);
        if (more != dxk_run_program_frame(s->program, b, n, &y))
            return false;
        if (!more)
            return true;
        if (x.line != y.line || x.column != y.column || !same(x.file, y.file))
            return false;
    }
}

/* Advice, below the first finding of an id. */
static void print_advice(text_out *out, run_state *s, const dxk_run_finding *f)
{
    const char *advice = dxk_run_finding_advice(f->id);
    size_t kind = 0;
    while (kind < dxk_run_finding_id_count() && strcmp(dxk_run_finding_id(kind, NULL), f->id) != 0)
        kind++;
    if (kind >= 64 || s->advised >> kind & 1)
        return;
    s->advised |= (uint64_t)1 << kind;
    if (!*advice)
        return;
    text_put(out, "    help: ");
    for (; *advice; advice++) {
        if (advice[0] == '%' && (advice[1] == 'a' || advice[1] == 'b'))
            text_u64(out, f->values[*++advice - 'a']);
        else
            text_char(out, *advice);
    }
    text_char(out, '\n');
}

/* True if one before says the same: of another component at the same place in the source, or, as a
 * note, of two accesses the other way round. */
static bool is_repeated(const run_state *s, const dxk_run_finding *f)
{
    const dxk_run_finding *all = s->findings.items;
    size_t count = s->findings.count < MOST_COMPARED ? s->findings.count : MOST_COMPARED;
    for (const dxk_run_finding *o = f; f->line && o-- > all;) {
        if (o->line != f->line || o->column != f->column)
            break;
        if (strcmp(o->id, f->id) == 0 && o->severity == f->severity && o->resource == f->resource &&
            o->variable == f->variable && same_frames(s, o->place, f->place))
            return true;
    }
    for (const dxk_run_finding *o = all; f->severity == DXK_NOTE && o < all + count; o++) {
        if (strcmp(o->id, f->id) == 0 && o->severity != DXK_NOTE && o->other_place == f->place &&
            o->place == f->other_place)
            return true;
    }
    return false;
}

static void print_finding(run_state *s, const dxk_run_finding *f)
{
    text_out *out = &s->j->out;
    print_place(out, s, f);
    text_styled(out, f->severity == DXK_ERROR ? TEXT_BAD : TEXT_WARN, run_severity(f->severity));
    text_put(out, ": ");
    run_print_message(out, run_words(s), f);
    text_printf(out, " [%s]\n", f->id);
    print_excerpt(s, f);
    print_inlined(out, s, f);
    print_occurrences(out, s, f);
    print_other(out, s, f);
    print_advice(out, s, f);
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

void run_json_frames(dxk_json *json, const dxk_run_program *program, uint32_t place)
{
    dxk_run_frame frame;
    if (!dxk_run_program_frame(program, place, 1, &frame))
        return;
    dxk_json_array(json, "frames");
    for (uint32_t n = 0; dxk_run_program_frame(program, place, n, &frame); n++) {
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "function", frame.function);
        dxk_json_str(json, "source", frame.file);
        dxk_json_u64(json, "line", frame.line);
        dxk_json_u64(json, "column", frame.column);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void json_other(dxk_json *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    dxk_run_place place;
    if (!dxk_run_program_place(s->program, f->other_place, &place))
        return;
    dxk_json_object_line(json, "other");
    dxk_json_str(json, "function", place.function);
    dxk_json_u64(json, "instruction", place.instruction);
    if (dxk_run_program_frame(s->program, f->other_place, 0, &frame) && frame.line) {
        dxk_json_str(json, "source", frame.file);
        dxk_json_u64(json, "line", frame.line);
        dxk_json_u64(json, "column", frame.column);
    }
    dxk_json_end(json);
}

static void json_triple(dxk_json *json, const char *key, const uint32_t values[3])
{
    dxk_json_array_line(json, key);
    for (int i = 0; i < 3; i++)
        dxk_json_u64(json, NULL, values[i]);
    dxk_json_end(json);
}

/* A member whose text a function writes; none if it writes nothing. */
static void json_words(dxk_json *json, const char *key, run_state *s, const dxk_run_finding *f,
                       dxk_status (*write)(dxk_inspect *, const dxk_run_finding *, dxk_sink))
{
    dxk_buffer text;
    dxk_inspect *words = run_words(s);
    dxk_buffer_init(&text, s->j->ctx);
    if (!words || write(words, f, dxk_buffer_sink(&text)) != DXK_OK)
        s->j->out.error = ENOMEM;
    if (text.size)
        dxk_json_str(json, key, (dxk_str){(const char *)text.data, text.size});
    dxk_buffer_free(&text);
}

void run_json_message(dxk_json *json, const char *key, run_state *s, const dxk_run_finding *f)
{
    json_words(json, key, s, f, dxk_inspect_finding_message);
}

void run_json_subject(dxk_json *json, const char *key, run_state *s, const dxk_run_finding *f)
{
    json_words(json, key, s, f, dxk_inspect_finding_subject);
}

static void json_finding(dxk_json *json, run_state *s, const dxk_run_finding *f)
{
    dxk_json_object(json, NULL);
    dxk_json_text(json, "id", f->id);
    dxk_json_text(json, "severity", run_severity(f->severity));
    run_json_message(json, "message", s, f);
    run_json_subject(json, "subject", s, f);
    dxk_json_str(json, "function", f->function);
    dxk_json_u64(json, "instruction", f->instruction);
    if (f->line) {
        dxk_json_str(json, "source", f->file);
        dxk_json_u64(json, "line", f->line);
        dxk_json_u64(json, "column", f->column);
    }
    run_json_frames(json, s->program, f->place);
    json_other(json, s, f);
    json_triple(json, "group", f->group);
    json_triple(json, "thread", f->thread);
    dxk_json_array_line(json, "values");
    dxk_json_u64(json, NULL, f->values[0]);
    dxk_json_u64(json, NULL, f->values[1]);
    dxk_json_end(json);
    dxk_json_u64(json, "count", f->count);
    dxk_json_end(json);
}

bool run_print_findings(run_state *s)
{
    bool bad = false;
    if (s->j->json)
        dxk_json_array(s->j->json, "findings");
    for (size_t i = 0; i < s->findings.count; i++) {
        const dxk_run_finding *f = &s->findings.items[i];
        bad = bad || f->severity == DXK_ERROR || s->how.werror;
        if (s->j->json)
            json_finding(s->j->json, s, f);
        else if (!is_repeated(s, f))
            print_finding(s, f);
    }
    if (s->j->json)
        dxk_json_end(s->j->json);
    return bad;
}
