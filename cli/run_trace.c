/* SPDX-License-Identifier: MIT */
/*
 * run_trace.c - prints values as they are made: results of instructions, and what variables of the
 * source get. See run.h.
 *
 *     group 0,0,0, wave 0
 *       drift.hlsl:22:16 Push: %21 = fmul float %6, %20
 *         0-3: 0.5  4: 1.5
 *       drift.hlsl:22:12 Push: moved.x
 *         0-4: 2
 *
 * Threads are numbered as SV_GroupIndex numbers them; those in a row that have one value share it. Stores
 * have no value: the threads that do them are named alone.
 */
#include "run.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FILTERS 32

/* What one word of --trace asks for. */
typedef enum filter_kind { BY_FUNCTION, BY_LINES, BY_THREAD } filter_kind;

typedef struct filter {
    filter_kind kind;
    dxk_str name; /* function; file of lines, or empty */
    uint64_t first, last;
    uint64_t thread[3]; /* SV_DispatchThreadID */
} filter;

struct run_trace {
    run_state *s;
    dxk_inspect *inspect;
    dxk_inspect_state *state;
    filter filters[MOST_FILTERS];
    size_t filter_count;
    bool has_threads;    /* a filter asks for some */
    uint8_t *places;     /* by place: whether it is of interest */
    bool effect;         /* the instruction has no result, and is shown all the same */
    bool in_groups;      /* the shader runs in groups, not invocation by invocation */
    bool headed;         /* a head was printed, for these: */
    uint32_t group[3];   /* group */
    uint32_t wave;       /* wave of it */
    uint32_t invocation; /* or: the first of those that run */
    dxk_buffer values[2];
};

/* ---------------------------------------------------------------------------------------- */
/* Filters                                                                                    */

/* Reads a decimal number; false: there is none. */
static bool take_number(dxk_str *text, uint64_t *value)
{
    size_t at = 0;
    for (*value = 0; at < text->size && text->data[at] >= '0' && text->data[at] <= '9'; at++) {
        if (*value > UINT32_MAX)
            return false;
        *value = *value * 10 + (uint64_t)(text->data[at] - '0');
    }
    text->data += at;
    text->size -= at;
    return at != 0;
}

static bool take_char(dxk_str *text, char c)
{
    if (!text->size || text->data[0] != c)
        return false;
    text->data++;
    text->size--;
    return true;
}

/* "X,Y,Z", or fewer: the others are 0. */
static bool read_thread(dxk_str text, filter *f)
{
    f->kind = BY_THREAD;
    for (int n = 0; n < 3; n++) {
        if ((n && !take_char(&text, ',')) || !take_number(&text, &f->thread[n]))
            return false;
        if (!text.size)
            return true;
    }
    return !text.size;
}

/* "12" or "12-20". */
static bool read_lines(dxk_str text, filter *f)
{
    f->kind = BY_LINES;
    if (!take_number(&text, &f->first))
        return false;
    f->last = f->first;
    return !text.size || (take_char(&text, '-') && take_number(&text, &f->last) && !text.size);
}

static bool read_filter(dxk_str word, filter *f)
{
    static const char thread[] = "thread ";
    size_t size = sizeof thread - 1;
    memset(f, 0, sizeof *f);
    if (word.size > size && memcmp(word.data, thread, size) == 0)
        return read_thread((dxk_str){word.data + size, word.size - size}, f);
    if (read_lines(word, f))
        return true;
    for (size_t n = word.size; n-- > 0;) {
        if (word.data[n] != ':')
            continue;
        f->name = (dxk_str){word.data, n};
        return read_lines((dxk_str){word.data + n + 1, word.size - n - 1}, f);
    }
    f->kind = BY_FUNCTION;
    f->name = word;
    return word.size != 0;
}

/* Words are separated by semicolons. */
static int read_filters(run_trace *t, const char *text)
{
    while (*text) {
        size_t size = strcspn(text, ";");
        if (t->filter_count == MOST_FILTERS ||
            !read_filter((dxk_str){text, size}, &t->filters[t->filter_count]))
            return job_error(t->s->j, CLI_USAGE,
                             "--trace takes FUNCTION, LINE, FILE:LINE-LINE or 'thread X,Y,Z', "
                             "not '%.*s'",
                             (int)(size < 80 ? size : 80), text);
        t->has_threads |= t->filters[t->filter_count++].kind == BY_THREAD;
        text += size + (text[size] != 0);
    }
    return CLI_OK;
}

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* True if `file` is `name`, or ends in it after a slash. */
static bool names_file(dxk_str file, dxk_str name)
{
    if (name.size == 0)
        return true;
    if (file.size < name.size)
        return false;
    size_t rest = file.size - name.size;
    dxk_str end = {file.data + rest, name.size};
    return same(end, name) && (!rest || strchr("/\\", file.data[rest - 1]));
}

static bool frame_matches(const filter *f, const dxk_run_frame *frame)
{
    if (f->kind == BY_FUNCTION)
        return same(f->name, frame->function);
    return frame->line >= f->first && frame->line <= f->last && names_file(frame->file, f->name);
}

/* Loads that unoptimized code has where a line does nothing, so that a debugger can stop there. */
static bool does_nothing(run_trace *t, uint32_t place)
{
    static const char mark[] = "@dx.nothing.";
    dxk_str text = dxk_inspect_text(t->inspect, place);
    for (size_t n = 0; n + sizeof mark - 1 <= text.size; n++)
        if (memcmp(text.data + n, mark, sizeof mark - 1) == 0)
            return true;
    return false;
}

/* Stores, and operations without a result. */
static bool has_effect(dxk_str text)
{
    static const char *const begins[] = {"store ", "call void "};
    for (size_t n = 0; n < sizeof begins / sizeof *begins; n++)
        if (text.size >= strlen(begins[n]) && memcmp(text.data, begins[n], strlen(begins[n])) == 0)
            return true;
    return false;
}

/* A place is of interest if a filter asks for one of its frames, or none asks for places. */
static bool wants(const run_trace *t, uint32_t place)
{
    dxk_run_frame frame;
    dxk_run_place at;
    bool any = false;
    if (!dxk_run_program_place(t->s->program, place, &at))
        return false;
    for (size_t n = 0; n < t->filter_count; n++) {
        const filter *f = &t->filters[n];
        if (f->kind == BY_THREAD)
            continue;
        any = true;
        if (f->kind == BY_FUNCTION && same(f->name, at.function))
            return true;
        for (uint32_t l = 0; dxk_run_program_frame(t->s->program, place, l, &frame); l++)
            if (frame_matches(f, &frame))
                return true;
    }
    return !any;
}

static bool wants_thread(const run_trace *t, const dxk_inspect_moment *m, uint32_t thread)
{
    dxk_run_program_info info = dxk_run_program_info_get(t->s->program);
    uint64_t id[3] = {thread % info.num_threads[0],
                      thread / info.num_threads[0] % info.num_threads[1],
                      thread / info.num_threads[0] / info.num_threads[1]};
    if (!t->has_threads)
        return true;
    for (int n = 0; n < 3; n++)
        id[n] += (uint64_t)m->group[n] * info.num_threads[n];
    for (size_t n = 0; n < t->filter_count; n++)
        if (t->filters[n].kind == BY_THREAD && memcmp(t->filters[n].thread, id, sizeof id) == 0)
            return true;
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* One moment                                                                                 */

/* The value of a thread, in t->values[which]; false: it has none. */
static bool take_value(run_trace *t, const dxk_inspect_moment *m, const value_part *part,
                       uint32_t thread, int which)
{
    t->values[which].size = 0;
    text_out out = text_to_buffer(&t->values[which], false);
    if (part)
        value_put_part(&out, t->inspect, t->state, thread, part);
    else if (!value_put_result(&out, t->state, thread, m->place) && !t->effect)
        return false;
    return out.error == 0;
}

static dxk_str value_text(const run_trace *t, int which)
{
    return (dxk_str){(const char *)t->values[which].data, t->values[which].size};
}

typedef void emit_fn(run_trace *t, uint32_t first, uint32_t last, dxk_str value);

/* Calls for each run of threads, in the order of lanes, that have one value. */
static size_t each_value(run_trace *t, const dxk_inspect_moment *m, const value_part *part,
                         emit_fn *emit)
{
    uint32_t first = 0, last = UINT32_MAX;
    size_t count = 0;
    int held = 0;
    for (uint32_t lane = 0; lane < m->lanes; lane++) {
        uint32_t thread = dxk_inspect_thread_at(t->state, m->wave, lane);
        if (!(m->active[lane >> 6] >> (lane & 63) & 1) || thread == UINT32_MAX ||
            !wants_thread(t, m, thread) || !take_value(t, m, part, thread, !held))
            continue;
        thread += m->first;
        if (count && thread == last + 1 && same(value_text(t, 0), value_text(t, 1))) {
            last = thread;
            continue;
        }
        if (count++)
            emit(t, first, last, value_text(t, held));
        first = last = thread;
        held = !held;
    }
    if (count)
        emit(t, first, last, value_text(t, held));
    return count;
}

static void emit_nothing(run_trace *t, uint32_t first, uint32_t last, dxk_str value)
{
    (void)t;
    (void)first;
    (void)last;
    (void)value;
}

static void emit_text(run_trace *t, uint32_t first, uint32_t last, dxk_str value)
{
    text_out *out = &t->s->j->out;
    text_printf(out, first == last ? "  %u" : "  %u-%u", first, last);
    if (value.size)
        text_put(out, ": ");
    text_str(out, value);
}

static void emit_json(run_trace *t, uint32_t first, uint32_t last, dxk_str value)
{
    dxk_json *json = t->s->j->json;
    dxk_json_object_line(json, NULL);
    dxk_json_u64(json, "first", first);
    dxk_json_u64(json, "last", last);
    if (value.size)
        dxk_json_str(json, "value", value);
    dxk_json_end(json);
}

static void print_head(run_trace *t, const dxk_inspect_moment *m)
{
    text_out *out = &t->s->j->out;
    if (t->headed && t->wave == m->wave && t->invocation == m->first &&
        memcmp(t->group, m->group, sizeof t->group) == 0)
        return;
    t->headed = true;
    t->wave = m->wave;
    t->invocation = m->first;
    memcpy(t->group, m->group, sizeof t->group);
    if (!t->in_groups) {
        text_printf(out, "invocations from %u on\n", m->first);
        return;
    }
    text_printf(out, "group %u,%u,%u, wave %u\n", m->group[0], m->group[1], m->group[2], m->wave);
}

/* What gets the value: a part of a variable, or an instruction. */
static void put_subject(run_trace *t, text_out *out, const dxk_inspect_moment *m, value_part *part)
{
    if (m->when == DXK_INSPECT_ASSIGN)
        *part = value_part_at(t->inspect, m->variable, m->offset, m->bits, out);
    else
        text_safe(out, dxk_inspect_text(t->inspect, m->place));
}

static void print_moment(run_trace *t, const dxk_inspect_moment *m, dxk_str subject,
                         const value_part *part)
{
    text_out *out = &t->s->j->out;
    dxk_run_frame frame;
    print_head(t, m);
    text_put(out, "  ");
    if (dxk_run_program_frame(t->s->program, m->place, 0, &frame) && frame.line) {
        text_safe(out, frame.file);
        text_printf(out, ":%u:%u ", frame.line, frame.column);
        text_safe(out, frame.function);
        text_put(out, ": ");
    }
    text_str(out, subject);
    text_put(out, "\n   ");
    each_value(t, m, part, emit_text);
    text_char(out, '\n');
}

static void json_moment(run_trace *t, const dxk_inspect_moment *m, dxk_str subject,
                        const value_part *part)
{
    dxk_json *json = t->s->j->json;
    dxk_run_frame frame;
    dxk_json_object_line(json, NULL);
    dxk_json_array_line(json, "group");
    for (int n = 0; n < 3; n++)
        dxk_json_u64(json, NULL, m->group[n]);
    dxk_json_end(json);
    dxk_json_u64(json, "wave", m->wave);
    if (dxk_run_program_frame(t->s->program, m->place, 0, &frame) && frame.line) {
        dxk_json_str(json, "function", frame.function);
        dxk_json_str(json, "source", frame.file);
        dxk_json_u64(json, "line", frame.line);
        dxk_json_u64(json, "column", frame.column);
    }
    dxk_json_str(json, m->when == DXK_INSPECT_ASSIGN ? "variable" : "instruction", subject);
    dxk_json_array_line(json, "values");
    each_value(t, m, part, emit_json);
    dxk_json_end(json);
    dxk_json_end(json);
}

static dxk_status on_moment(void *user, const dxk_inspect_state *state)
{
    run_trace *t = user;
    dxk_inspect_moment m = dxk_inspect_moment_get(state);
    value_part part;
    dxk_buffer name;
    if (m.when == DXK_INSPECT_AFTER && does_nothing(t, m.place))
        return DXK_OK;
    dxk_buffer_init(&name, t->s->j->ctx);
    text_out out = text_to_buffer(&name, false);
    t->state = (dxk_inspect_state *)state;
    put_subject(t, &out, &m, &part);
    t->effect = m.when == DXK_INSPECT_AFTER && has_effect((dxk_str){(char *)name.data, name.size});
    const value_part *of = m.when == DXK_INSPECT_ASSIGN ? &part : NULL;
    if (each_value(t, &m, of, emit_nothing)) {
        dxk_str subject = {(const char *)name.data, name.size};
        if (t->s->j->json)
            json_moment(t, &m, subject, of);
        else
            print_moment(t, &m, subject, of);
    }
    dxk_buffer_free(&name);
    return out.error || t->s->j->out.error ? DXK_E_NOMEM : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* A run                                                                                      */

static int begin(run_trace *t, dxk_run_worker *worker)
{
    uint32_t places = dxk_run_program_info_get(t->s->program).place_count;
    int status = read_filters(t, t->s->how.trace);
    if (status != CLI_OK)
        return status;
    dxk_shader_kind kind = dxk_run_program_info_get(t->s->program).kind;
    t->in_groups = kind == DXK_SHADER_KIND_COMPUTE || kind == DXK_SHADER_KIND_MESH ||
                   kind == DXK_SHADER_KIND_AMPLIFICATION;
    t->places = calloc((size_t)places + 1, 1);
    if (!t->places)
        return job_status(t->s->j, DXK_E_NOMEM);
    dxk_status made = dxk_inspect_create(t->s->program, NULL, &t->inspect);
    for (uint32_t n = 0; made == DXK_OK && n < places; n++)
        t->places[n] = wants(t, n);
    dxk_inspect_watch_options options = {.call = on_moment, .user = t, .places = t->places};
    options.when = DXK_INSPECT_AFTER | DXK_INSPECT_ASSIGN;
    if (made == DXK_OK)
        made = dxk_inspect_watch(t->inspect, worker, &options, &t->state);
    if (made == DXK_OK && t->s->j->json)
        dxk_json_array(t->s->j->json, "trace");
    return job_status(t->s->j, made);
}

int run_trace_begin(run_state *s, dxk_run_worker *worker, run_trace **out)
{
    run_trace *t = calloc(1, sizeof *t);
    *out = t;
    if (!t)
        return job_status(s->j, DXK_E_NOMEM);
    t->s = s;
    dxk_buffer_init(&t->values[0], s->j->ctx);
    dxk_buffer_init(&t->values[1], s->j->ctx);
    return begin(t, worker);
}

void run_trace_end(run_trace *t)
{
    if (!t)
        return;
    if (t->state && t->s->j->json)
        dxk_json_end(t->s->j->json);
    dxk_inspect_state_free(t->state);
    dxk_inspect_free(t->inspect);
    dxk_buffer_free(&t->values[0]);
    dxk_buffer_free(&t->values[1]);
    free(t->places);
    free(t);
}
