/* SPDX-License-Identifier: MIT */
/* debug_show.c - threads, stacks, variables and instructions of a shader that is stopped. See debug.h. */
#include "debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HANDLES   (1u << 20)
#define MOST_VARIABLES 512u  /* of a scope */
#define MOST_MEMBERS   1024u /* in one answer */

/* Refuses if nothing is stopped, or the thread does not exist. */
static bool is_stopped(debug_session *s, const debug_request *r, uint64_t thread)
{
    if (!s->state)
        debug_refuse(s, r->seq, r->command, "the shader is not stopped");
    else if (thread >= s->threads)
        debug_refuse(s, r->seq, r->command, "there is no such thread");
    else
        return true;
    return false;
}

/* A text that `put` wrote, as a member. */
static void put_text(debug_session *s, const char *key, dxk_buffer *text)
{
    dxk_json_str(&s->json, key, (dxk_str){(const char *)text->data, text->size});
    text->size = 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

static void put_thread(debug_session *s, uint32_t thread)
{
    static const char *const doing[] = {[DXK_INSPECT_RUNS] = "runs",
                                        [DXK_INSPECT_WAITS] = "waits for its wave",
                                        [DXK_INSPECT_BARRIER] = "at a barrier",
                                        [DXK_INSPECT_READY] = "not started",
                                        [DXK_INSPECT_DONE] = "done"};
    dxk_run_program_info info = dxk_run_program_info_get(s->run.program);
    dxk_inspect_thread t;
    char name[128];
    int size = snprintf(name, sizeof name, "thread %u,%u,%u", thread % info.num_threads[0],
                        thread / info.num_threads[0] % info.num_threads[1],
                        thread / info.num_threads[0] / info.num_threads[1]);
    if (s->state && dxk_inspect_thread_get(s->state, thread, &t))
        snprintf(name + size, sizeof name - (size_t)size, " (wave %u, lane %u): %s", t.wave, t.lane,
                 doing[t.doing]);
    dxk_json_object(&s->json, NULL);
    dxk_json_u64(&s->json, "id", (uint64_t)thread + 1);
    dxk_json_text(&s->json, "name", name);
    dxk_json_end(&s->json);
}

void debug_show_threads(debug_session *s, const debug_request *r)
{
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "threads");
    for (uint32_t n = 0; n < s->threads; n++)
        put_thread(s, n);
    dxk_json_end(&s->json);
    debug_send(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Stacks                                                                                     */

static void put_place(debug_session *s, const char *key, uint32_t place)
{
    char text[16];
    snprintf(text, sizeof text, "0x%x", place);
    dxk_json_text(&s->json, key, text);
}

static void put_frame(debug_session *s, uint32_t thread, uint32_t index, const dxk_inspect_frame *f)
{
    uint32_t source = debug_source_of(s, f->where.file);
    dxk_json_object(&s->json, NULL);
    dxk_json_u64(&s->json, "id", (uint64_t)thread * DEBUG_MOST_FRAMES + index + 1);
    dxk_json_str(&s->json, "name", f->where.function);
    if (f->where.line)
        debug_put_source(s, source);
    dxk_json_u64(&s->json, "line", f->where.line);
    dxk_json_u64(&s->json, "column", f->where.column);
    put_place(s, "instructionPointerReference", f->place);
    dxk_json_end(&s->json);
}

void debug_show_stack(debug_session *s, const debug_request *r)
{
    uint64_t thread = json_member_u64(r->doc, r->arguments, "threadId", 0) - 1;
    uint64_t first = json_member_u64(r->doc, r->arguments, "startFrame", 0);
    uint64_t levels = json_member_u64(r->doc, r->arguments, "levels", 0);
    dxk_inspect_thread t;
    dxk_inspect_frame f;
    if (!is_stopped(s, r, thread))
        return;
    dxk_inspect_thread_get(s->state, (uint32_t)thread, &t);
    uint64_t end = t.frames < DEBUG_MOST_FRAMES ? t.frames : DEBUG_MOST_FRAMES;
    if (levels && first < end && levels < end - first)
        end = first + levels;
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "stackFrames");
    for (uint64_t n = first; n < end; n++)
        if (dxk_inspect_frame_get(s->state, (uint32_t)thread, (uint32_t)n, &f))
            put_frame(s, (uint32_t)thread, (uint32_t)n, &f);
    dxk_json_end(&s->json);
    dxk_json_u64(&s->json, "totalFrames", t.frames);
    debug_send(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Scopes                                                                                     */

/* A reference to what can be asked about; 0: out of memory. */
static uint64_t add_handle(debug_session *s, debug_handle handle)
{
    if (s->handle_count >= MOST_HANDLES)
        return 0;
    if (s->handle_count == s->handle_capacity) {
        size_t capacity = s->handle_capacity ? s->handle_capacity * 2 : 64;
        debug_handle *grown = realloc(s->handles, capacity * sizeof *grown);
        if (!grown)
            return 0;
        s->handles = grown;
        s->handle_capacity = capacity;
    }
    s->handles[s->handle_count++] = handle;
    return s->handle_count;
}

static void put_scope(debug_session *s, const char *name, const char *hint, debug_handle handle,
                      bool expensive)
{
    dxk_json_object(&s->json, NULL);
    dxk_json_text(&s->json, "name", name);
    if (hint)
        dxk_json_text(&s->json, "presentationHint", hint);
    dxk_json_u64(&s->json, "variablesReference", add_handle(s, handle));
    dxk_json_bool(&s->json, "expensive", expensive);
    dxk_json_end(&s->json);
}

/* The thread and frame of a frame's number; false: refused. */
static bool frame_of(debug_session *s, const debug_request *r, uint64_t id, debug_handle *out)
{
    dxk_inspect_frame f;
    if (!is_stopped(s, r, (id - 1) / DEBUG_MOST_FRAMES))
        return false;
    memset(out, 0, sizeof *out);
    out->thread = (uint32_t)((id - 1) / DEBUG_MOST_FRAMES);
    out->frame = (uint32_t)((id - 1) % DEBUG_MOST_FRAMES);
    if (dxk_inspect_frame_get(s->state, out->thread, out->frame, &f))
        return true;
    debug_refuse(s, r->seq, r->command, "there is no such frame");
    return false;
}

void debug_show_scopes(debug_session *s, const debug_request *r)
{
    static const struct {
        const char *name, *hint;
        debug_handle_kind kind;
        bool expensive;
    } scopes[] = {{"Locals", "locals", DEBUG_LOCALS, false},
                  {"Program", NULL, DEBUG_PROGRAM, false},
                  {"All lanes", NULL, DEBUG_LANES, true},
                  {"Registers", "registers", DEBUG_REGISTERS, true}};
    debug_handle handle;
    if (!frame_of(s, r, json_member_u64(r->doc, r->arguments, "frameId", 0), &handle))
        return;
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "scopes");
    for (size_t n = 0; n < sizeof scopes / sizeof *scopes; n++) {
        handle.kind = scopes[n].kind;
        put_scope(s, scopes[n].name, scopes[n].hint, handle, scopes[n].expensive);
    }
    dxk_json_end(&s->json);
    debug_send(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Members of a part that can be opened, or nothing. */
static void put_reference(debug_session *s, const debug_handle *of, const value_part *part)
{
    dxk_inspect_type_info info;
    uint64_t count = value_member_count(s->inspect, part), reference = 0;
    debug_handle handle = {DEBUG_PART, of->thread, of->frame, *part, 0};
    bool array =
        dxk_inspect_type_get(s->inspect, part->type, &info) && info.kind == DXK_INSPECT_ARRAY;
    if (count)
        reference = add_handle(s, handle);
    dxk_json_u64(&s->json, "variablesReference", reference);
    if (reference && array)
        dxk_json_u64(&s->json, "indexedVariables", count);
}

static void put_part(debug_session *s, const debug_handle *of, dxk_str name, const value_part *part)
{
    dxk_buffer text;
    dxk_buffer_init(&text, s->j->ctx);
    text_out out = text_to_buffer(&text, false);
    dxk_json_object(&s->json, NULL);
    dxk_json_str(&s->json, "name", name);
    value_put_part(&out, s->inspect, s->state, of->thread, part);
    put_text(s, "value", &text);
    value_put_type(&out, s->inspect, part->type);
    put_text(s, "type", &text);
    put_reference(s, of, part);
    dxk_json_end(&s->json);
    dxk_buffer_free(&text);
}

static bool is_of_program(dxk_inspect_scope scope)
{
    return scope != DXK_INSPECT_LOCAL && scope != DXK_INSPECT_ARGUMENT;
}

/* Variables of functions, or of the program. An inner one hides others of its name. */
static void show_visible(debug_session *s, const debug_handle *of)
{
    uint32_t list[MOST_VARIABLES];
    dxk_inspect_variable v, other;
    size_t count = dxk_inspect_visible(s->state, of->thread, of->frame, list, MOST_VARIABLES);
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t n = 0; n < count; n++) {
        bool hidden = false;
        if (!dxk_inspect_variable_get(s->inspect, list[n], &v) || v.scope == DXK_INSPECT_RESOURCE ||
            is_of_program(v.scope) != (of->kind == DEBUG_PROGRAM))
            continue;
        for (size_t k = 0; k < n && !hidden; k++)
            hidden = dxk_inspect_variable_get(s->inspect, list[k], &other) &&
                     other.name.size == v.name.size && v.name.size &&
                     memcmp(other.name.data, v.name.data, v.name.size) == 0;
        value_part part = value_whole(s->inspect, list[n]);
        if (hidden)
            continue;
        if (of->kind != DEBUG_LANES) {
            put_part(s, of, v.name, &part);
            continue;
        }
        debug_handle lanes = {DEBUG_LANES_OF, of->thread, of->frame, part, 0};
        dxk_json_object(&s->json, NULL);
        dxk_json_str(&s->json, "name", v.name);
        dxk_json_text(&s->json, "value", "");
        dxk_json_u64(&s->json, "variablesReference", add_handle(s, lanes));
        dxk_json_end(&s->json);
    }
}

/* A variable in all lanes of the thread's wave. */
static void show_lanes(debug_session *s, const debug_handle *of)
{
    uint32_t lanes = dxk_run_program_info_get(s->run.program).wave_size;
    dxk_inspect_thread t;
    char name[32];
    dxk_inspect_thread_get(s->state, of->thread, &t);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t thread = dxk_inspect_thread_at(s->state, t.wave, lane);
        debug_handle there = *of;
        if (thread == UINT32_MAX)
            continue;
        there.thread = thread;
        snprintf(name, sizeof name, "lane %u", lane);
        put_part(s, &there, (dxk_str){name, strlen(name)}, &of->part);
    }
}

static void show_members(debug_session *s, const debug_handle *of, uint64_t first, uint64_t count)
{
    uint64_t all = value_member_count(s->inspect, &of->part);
    value_part member;
    dxk_buffer name;
    dxk_buffer_init(&name, s->j->ctx);
    text_out out = text_to_buffer(&name, false);
    if (!count || count > MOST_MEMBERS)
        count = MOST_MEMBERS;
    for (uint64_t n = first; n < all && n - first < count; n++) {
        name.size = 0;
        if (!value_member(s->inspect, &of->part, n, &member, &out))
            break;
        dxk_str text = {(const char *)name.data, name.size};
        if (text.size && text.data[0] == '.') {
            text.data++;
            text.size--;
        }
        put_part(s, of, text, &member);
    }
    dxk_buffer_free(&name);
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* The name in front of " = "; what has none is the whole text. */
static dxk_str name_of(dxk_str text)
{
    for (size_t n = 0; n + 3 <= text.size; n++)
        if (memcmp(text.data + n, " = ", 3) == 0)
            return (dxk_str){text.data, n};
    return text;
}

static void put_result(debug_session *s, const debug_handle *of, uint32_t place)
{
    dxk_buffer text;
    dxk_inspect_value value;
    debug_handle parts = {DEBUG_RESULT, of->thread, of->frame, of->part, place};
    if (!dxk_inspect_value_get(s->state, of->thread, place, 0, &value))
        return;
    dxk_buffer_init(&text, s->j->ctx);
    text_out out = text_to_buffer(&text, false);
    dxk_json_object(&s->json, NULL);
    dxk_json_str(&s->json, "name", name_of(dxk_inspect_text(s->inspect, place)));
    value_put_result(&out, s->state, of->thread, place);
    put_text(s, "value", &text);
    dxk_json_u64(&s->json, "variablesReference", value.parts > 1 ? add_handle(s, parts) : 0);
    dxk_json_end(&s->json);
    dxk_buffer_free(&text);
}

/* Results of the function that the frame is in. */
static void show_registers(debug_session *s, const debug_handle *of)
{
    uint32_t count = dxk_run_program_info_get(s->run.program).place_count;
    dxk_inspect_frame f;
    dxk_run_place at, other;
    if (!dxk_inspect_frame_get(s->state, of->thread, of->frame, &f) ||
        !dxk_run_program_place(s->run.program, f.place, &at))
        return;
    for (uint32_t n = f.place - at.instruction;
         n < count && dxk_run_program_place(s->run.program, n, &other); n++) {
        if (n > f.place && other.instruction <= at.instruction)
            break; /* of the next function */
        put_result(s, of, n);
    }
}

static void show_result(debug_session *s, const debug_handle *of)
{
    dxk_inspect_value value;
    dxk_buffer text;
    char name[32];
    dxk_buffer_init(&text, s->j->ctx);
    text_out out = text_to_buffer(&text, false);
    for (uint32_t n = 0; n < MOST_MEMBERS; n++) {
        if (!dxk_inspect_value_get(s->state, of->thread, of->place, n, &value))
            break;
        snprintf(name, sizeof name, "[%u]", n);
        dxk_json_object(&s->json, NULL);
        dxk_json_text(&s->json, "name", name);
        value_put_content(&out, &value);
        put_text(s, "value", &text);
        dxk_json_u64(&s->json, "variablesReference", 0);
        dxk_json_end(&s->json);
    }
    dxk_buffer_free(&text);
}

void debug_show_variables(debug_session *s, const debug_request *r)
{
    uint64_t reference = json_member_u64(r->doc, r->arguments, "variablesReference", 0);
    uint64_t first = json_member_u64(r->doc, r->arguments, "start", 0);
    uint64_t count = json_member_u64(r->doc, r->arguments, "count", 0);
    if (!is_stopped(s, r, 0))
        return;
    if (!reference || reference > s->handle_count) {
        debug_refuse(s, r->seq, r->command, "there is no such reference");
        return;
    }
    debug_handle of = s->handles[reference - 1];
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "variables");
    if (of.kind == DEBUG_PART)
        show_members(s, &of, first, count);
    else if (of.kind == DEBUG_LANES_OF)
        show_lanes(s, &of);
    else if (of.kind == DEBUG_REGISTERS)
        show_registers(s, &of);
    else if (of.kind == DEBUG_RESULT)
        show_result(s, &of);
    else
        show_visible(s, &of);
    dxk_json_end(&s->json);
    debug_send(s);
}

void debug_evaluate(debug_session *s, const debug_request *r)
{
    dxk_str text = json_member_str(r->doc, r->arguments, "expression");
    uint64_t id = json_member_u64(r->doc, r->arguments, "frameId", 1);
    debug_handle of;
    debug_value value;
    dxk_buffer result;
    char why[128];
    if (!frame_of(s, r, id, &of))
        return;
    if (!debug_eval(s, s->state, of.thread, of.frame, text, &value, why)) {
        debug_refuse(s, r->seq, r->command, "%s", why);
        return;
    }
    dxk_buffer_init(&result, s->j->ctx);
    text_out out = text_to_buffer(&result, false);
    debug_answer(s, r->seq, r->command);
    debug_put_value(s, s->state, of.thread, &value, &out);
    put_text(s, "result", &result);
    if (value.is_part) {
        value_put_type(&out, s->inspect, value.part.type);
        put_text(s, "type", &result);
        put_reference(s, &of, &value.part);
    } else {
        dxk_json_u64(&s->json, "variablesReference", 0);
    }
    debug_send(s);
    dxk_buffer_free(&result);
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* What is outside of the program has no instruction. */
static void put_instruction(debug_session *s, int64_t place)
{
    char text[24];
    dxk_run_frame frame;
    dxk_run_place at;
    uint32_t n = place >= 0 && place < UINT32_MAX ? (uint32_t)place : UINT32_MAX;
    snprintf(text, sizeof text, place < 0 ? "-0x%llx" : "0x%llx",
             (unsigned long long)(place < 0 ? -place : place));
    dxk_json_object(&s->json, NULL);
    dxk_json_text(&s->json, "address", text);
    if (!dxk_run_program_place(s->run.program, n, &at)) {
        dxk_json_text(&s->json, "instruction", "");
        dxk_json_text(&s->json, "presentationHint", "invalid");
        dxk_json_end(&s->json);
        return;
    }
    dxk_json_str(&s->json, "instruction", dxk_inspect_text(s->inspect, n));
    if (at.instruction == 0)
        dxk_json_str(&s->json, "symbol", at.function);
    if (dxk_run_program_frame(s->run.program, n, 0, &frame) && frame.line) {
        uint32_t source = debug_source_of(s, frame.file);
        if (source < s->source_count) {
            dxk_json_object(&s->json, "location");
            dxk_json_text(&s->json, "name", s->sources[source].path ? s->sources[source].path : "");
            dxk_json_end(&s->json);
        }
        dxk_json_u64(&s->json, "line", frame.line);
        dxk_json_u64(&s->json, "column", frame.column);
    }
    dxk_json_end(&s->json);
}

void debug_show_instructions(debug_session *s, const debug_request *r)
{
    dxk_str reference = json_member_str(r->doc, r->arguments, "memoryReference");
    int64_t offset = json_member_i64(r->doc, r->arguments, "instructionOffset", 0);
    uint64_t count = json_member_u64(r->doc, r->arguments, "instructionCount", 0), place;
    char text[32];
    snprintf(text, sizeof text, "%.*s", (int)(reference.size < 31 ? reference.size : 31),
             reference.size ? reference.data : "");
    if (!s->launched || !opt_number(text, &place) || place > UINT32_MAX || offset > INT32_MAX ||
        offset < INT32_MIN) {
        debug_refuse(s, r->seq, r->command, "there is no such instruction");
        return;
    }
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "instructions");
    for (uint64_t n = 0; n < count && n < MOST_MEMBERS; n++)
        put_instruction(s, (int64_t)place + offset + (int64_t)n);
    dxk_json_end(&s->json);
    debug_send(s);
}
