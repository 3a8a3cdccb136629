/* SPDX-License-Identifier: MIT */
/* debug_break.c - breakpoints: where they are, and whether they stop a thread. See debug.h. */
#include "debug.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BREAKS 4096u

/* ---------------------------------------------------------------------------------------- */
/* Where they are                                                                             */

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

static dxk_str str_of(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

static uint32_t place_count(const debug_session *s)
{
    return dxk_run_program_info_get(s->run.program).place_count;
}

/* The first line with code at or after `line` of a source, where levels up to `level` count; 0: there
 * is none. */
static uint32_t find_line(const debug_session *s, uint32_t source, uint32_t line, uint32_t level)
{
    uint32_t best = 0, count = place_count(s);
    dxk_run_frame frame;
    for (uint32_t n = 0; n < count; n++) {
        for (uint32_t l = 0;
             s->lines[n] && l <= level && dxk_run_program_frame(s->run.program, n, l, &frame); l++)
            if (frame.line >= line && frame.line && (!best || frame.line < best) &&
                same(frame.file, s->sources[source].name))
                best = frame.line;
    }
    return best;
}

/* Lines of which all code was inlined are those of calls. */
static void resolve_line(debug_session *s, debug_break *b, uint32_t asked)
{
    uint32_t plain, any;
    b->line = 0;
    b->level = 0;
    b->verified = false;
    if (b->file == DEBUG_NONE)
        return;
    plain = find_line(s, b->file, asked, 0);
    any = find_line(s, b->file, asked, DEBUG_MOST_DEPTH);
    b->level = any != plain ? DEBUG_MOST_DEPTH : 0;
    b->line = any;
    b->verified = any != 0;
}

static bool line_matches(const debug_session *s, const debug_break *b, uint32_t place)
{
    dxk_run_frame frame;
    for (uint32_t l = 0; l <= b->level && dxk_run_program_frame(s->run.program, place, l, &frame);
         l++)
        if (frame.line == b->line && same(frame.file, s->sources[b->file].name))
            return true;
    return false;
}

static bool is_in_function(const debug_session *s, const debug_break *b, uint32_t place)
{
    dxk_run_frame frame;
    dxk_run_place at;
    if (dxk_run_program_frame(s->run.program, place, 0, &frame))
        return same(frame.function, str_of(b->name));
    return dxk_run_program_place(s->run.program, place, &at) && same(at.function, str_of(b->name));
}

static bool matches(const debug_session *s, const debug_break *b, uint32_t place)
{
    switch (b->kind) {
    case DEBUG_BREAK_LINE:
        return b->verified && s->lines[place] && line_matches(s, b, place);
    case DEBUG_BREAK_FUNCTION:
        return is_in_function(s, b, place);
    default:
        return b->place == place;
    }
}

static void mark(debug_session *s)
{
    uint32_t count = s->launched || s->marked ? place_count(s) : 0;
    for (uint32_t n = 0; n < count; n++) {
        s->marked[n] = 0;
        for (size_t i = 0; i < s->break_count && !s->marked[n]; i++)
            s->marked[n] = matches(s, &s->breaks[i], n);
    }
}

static void resolve_function(debug_session *s, debug_break *b)
{
    uint32_t count = place_count(s);
    b->verified = false;
    for (uint32_t n = 0; n < count && !b->verified; n++)
        b->verified = is_in_function(s, b, n);
}

void debug_resolve_breaks(debug_session *s)
{
    for (size_t n = 0; n < s->break_count; n++) {
        debug_break *b = &s->breaks[n];
        if (b->kind == DEBUG_BREAK_FUNCTION)
            resolve_function(s, b);
        else if (b->kind == DEBUG_BREAK_INSTRUCTION)
            b->verified = b->place < place_count(s);
    }
    mark(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Stopping                                                                                   */

/* "5", "> 5", ">= 5", "% 5"; text that is none of them never stops. */
static bool count_matches(const char *text, uint64_t hits)
{
    char op[3] = "";
    uint64_t number;
    while (*text == ' ')
        text++;
    for (int n = 0; n < 2 && *text && strchr("<>=%", *text); n++)
        op[n] = *text++;
    while (*text == ' ')
        text++;
    if (!opt_number(text, &number))
        return false;
    if (strcmp(op, ">") == 0)
        return hits > number;
    if (strcmp(op, ">=") == 0)
        return hits >= number;
    if (strcmp(op, "<") == 0)
        return hits < number;
    if (strcmp(op, "<=") == 0)
        return hits <= number;
    if (strcmp(op, "%") == 0)
        return number && hits % number == 0;
    return hits == number;
}

/* Text with {expressions}. */
static void write_log(debug_session *s, const dxk_inspect_state *state, uint32_t thread,
                      const char *text)
{
    dxk_buffer line;
    char why[128];
    debug_value value;
    dxk_buffer_init(&line, s->j->ctx);
    text_out out = text_to_buffer(&line, false);
    for (; *text; text++) {
        const char *close = *text == '{' ? strchr(text, '}') : NULL;
        if (!close) {
            text_char(&out, *text);
            continue;
        }
        dxk_str expression = {text + 1, (size_t)(close - text - 1)};
        if (debug_eval(s, state, thread, 0, expression, &value, why))
            debug_put_value(s, state, thread, &value, &out);
        else
            text_printf(&out, "{%s}", why);
        text = close;
    }
    text_char(&out, '\n');
    debug_say(s, "console", (dxk_str){(const char *)line.data, line.size});
    dxk_buffer_free(&line);
}

/* A function begins where the thread was not in it before. */
static bool enters(const debug_session *s, uint32_t thread, uint32_t depth, uint32_t place)
{
    dxk_run_place now, then;
    dxk_run_frame a, b;
    uint32_t last = s->tracks[thread].last[depth];
    if (last == DEBUG_NONE)
        return true;
    if (!dxk_run_program_place(s->run.program, place, &now) ||
        !dxk_run_program_place(s->run.program, last, &then) || now.levels > then.levels)
        return true;
    return now.levels == then.levels && dxk_run_program_frame(s->run.program, place, 0, &a) &&
           dxk_run_program_frame(s->run.program, last, 0, &b) && !same(a.function, b.function);
}

static bool comes_to(const debug_session *s, const debug_break *b, uint32_t thread, uint32_t depth,
                     uint32_t place)
{
    if (b->kind == DEBUG_BREAK_INSTRUCTION)
        return true;
    return b->kind == DEBUG_BREAK_LINE ? debug_arrives(s, thread, depth, place)
                                       : enters(s, thread, depth, place);
}

const debug_break *debug_hit(debug_session *s, const dxk_inspect_state *state, uint32_t thread,
                             uint32_t depth, uint32_t place, bool counts)
{
    const debug_break *hit = NULL;
    for (size_t n = 0; n < s->break_count; n++) {
        debug_break *b = &s->breaks[n];
        if (!matches(s, b, place) || !comes_to(s, b, thread, depth, place) ||
            (b->condition && !debug_is_true(s, state, thread, str_of(b->condition))))
            continue;
        b->hits += counts;
        if (b->hit_condition && !count_matches(b->hit_condition, b->hits))
            continue;
        if (b->log && s->mode == DEBUG_FORWARD)
            write_log(s, state, thread, b->log);
        if (!b->log && !hit)
            hit = b;
    }
    return hit;
}

/* ---------------------------------------------------------------------------------------- */
/* Setting                                                                                    */

static void free_break(debug_break *b)
{
    free(b->name);
    free(b->condition);
    free(b->hit_condition);
    free(b->log);
}

void debug_free_breaks(debug_session *s)
{
    for (size_t n = 0; n < s->break_count; n++)
        free_break(&s->breaks[n]);
    free(s->breaks);
    s->breaks = NULL;
    s->break_count = 0;
}

/* Removes those of a kind; of lines those in one source. */
static void remove_breaks(debug_session *s, debug_break_kind kind, uint32_t file)
{
    size_t kept = 0;
    for (size_t n = 0; n < s->break_count; n++) {
        if (s->breaks[n].kind == kind && s->breaks[n].file == file)
            free_break(&s->breaks[n]);
        else
            s->breaks[kept++] = s->breaks[n];
    }
    s->break_count = kept;
}

/* NULL: the member is no text that is not empty, or out of memory. */
static char *copy_of(const debug_request *r, const json_value *from, const char *key)
{
    dxk_str text = json_member_str(r->doc, from, key);
    char *copy = text.size ? malloc(text.size + 1) : NULL;
    if (!copy)
        return NULL;
    memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    return copy;
}

/* NULL: out of memory, or there are too many. */
static debug_break *add_break(debug_session *s, const debug_request *r, const json_value *from,
                              debug_break_kind kind, uint32_t file)
{
    if (s->break_count >= MOST_BREAKS)
        return NULL;
    debug_break *grown = realloc(s->breaks, (s->break_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    s->breaks = grown;
    debug_break *b = &s->breaks[s->break_count++];
    memset(b, 0, sizeof *b);
    b->kind = kind;
    b->file = file;
    b->id = ++s->next_id;
    b->condition = copy_of(r, from, "condition");
    b->hit_condition = copy_of(r, from, "hitCondition");
    b->log = copy_of(r, from, "logMessage");
    return b;
}

static void put_break(debug_session *s, const debug_break *b)
{
    dxk_json_object(&s->json, NULL);
    if (!b) {
        dxk_json_bool(&s->json, "verified", false);
        dxk_json_text(&s->json, "message", "there are too many breakpoints");
        dxk_json_end(&s->json);
        return;
    }
    dxk_json_u64(&s->json, "id", b->id);
    dxk_json_bool(&s->json, "verified", b->verified);
    if (b->kind == DEBUG_BREAK_LINE && b->verified) {
        debug_put_source(s, b->file);
        dxk_json_u64(&s->json, "line", b->line);
    }
    if (!b->verified)
        dxk_json_text(&s->json, "message", "there is no code");
    dxk_json_end(&s->json);
}

/* Answers with what became of each of a list, which `set` sets up. */
static void set_all(debug_session *s, const debug_request *r, debug_break_kind kind, uint32_t file,
                    void (*set)(debug_session *s, const debug_request *r, const json_value *from,
                                debug_break *b))
{
    const json_value *list = json_member(r->doc, r->arguments, "breakpoints");
    remove_breaks(s, kind, file);
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "breakpoints");
    for (const json_value *v = json_first(r->doc, list); v; v = json_next(r->doc, v)) {
        debug_break *b = add_break(s, r, v, kind, file);
        if (b)
            set(s, r, v, b);
        put_break(s, b);
    }
    dxk_json_end(&s->json);
    debug_send(s);
    mark(s);
}

static void set_line(debug_session *s, const debug_request *r, const json_value *from,
                     debug_break *b)
{
    uint64_t line = json_member_u64(r->doc, from, "line", 0);
    resolve_line(s, b, line < UINT32_MAX ? (uint32_t)line : UINT32_MAX);
}

void debug_set_breaks(debug_session *s, const debug_request *r)
{
    uint32_t file = debug_source_asked(s, r->doc, json_member(r->doc, r->arguments, "source"));
    set_all(s, r, DEBUG_BREAK_LINE, file, set_line);
}

static void set_function(debug_session *s, const debug_request *r, const json_value *from,
                         debug_break *b)
{
    b->name = copy_of(r, from, "name");
    if (!b->name)
        b->name = calloc(1, 1);
    if (b->name && s->launched)
        resolve_function(s, b);
}

void debug_set_function_breaks(debug_session *s, const debug_request *r)
{
    set_all(s, r, DEBUG_BREAK_FUNCTION, DEBUG_NONE, set_function);
}

/* Instructions have their place as a number: "0x2a". */
static void set_instruction(debug_session *s, const debug_request *r, const json_value *from,
                            debug_break *b)
{
    char *text = copy_of(r, from, "instructionReference");
    int64_t offset = json_member_i64(r->doc, from, "offset", 0);
    uint64_t place;
    b->place = DEBUG_NONE;
    if (text && opt_number(text, &place) && place < UINT32_MAX && offset > -(int64_t)UINT32_MAX &&
        offset < UINT32_MAX && (int64_t)place + offset >= 0)
        b->place = (uint32_t)((int64_t)place + offset);
    b->verified = s->launched && b->place < place_count(s);
    free(text);
}

void debug_set_instruction_breaks(debug_session *s, const debug_request *r)
{
    set_all(s, r, DEBUG_BREAK_INSTRUCTION, DEBUG_NONE, set_instruction);
}

void debug_break_locations(debug_session *s, const debug_request *r)
{
    const json_value *source = json_member(r->doc, r->arguments, "source");
    uint32_t file = debug_source_asked(s, r->doc, source), line;
    uint64_t first = json_member_u64(r->doc, r->arguments, "line", 1);
    uint64_t last = json_member_u64(r->doc, r->arguments, "endLine", first);
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "breakpoints");
    while (file != DEBUG_NONE && first <= last && first < UINT32_MAX &&
           (line = find_line(s, file, (uint32_t)first, DEBUG_MOST_DEPTH)) != 0 && line <= last) {
        dxk_json_object(&s->json, NULL);
        dxk_json_u64(&s->json, "line", line);
        dxk_json_end(&s->json);
        first = (uint64_t)line + 1;
    }
    dxk_json_end(&s->json);
    debug_send(s);
}
