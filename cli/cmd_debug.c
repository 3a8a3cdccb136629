/* SPDX-License-Identifier: MIT */
/*
 * cmd_debug.c - `dxk debug`: a debug adapter on standard input and output.
 *
 * Source: Debug Adapter Protocol 1.68.
 */
#include "debug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

static void open_message(debug_session *s, const char *type)
{
    s->out.size = 0;
    s->text = text_to_buffer(&s->out, false);
    json_init(&s->json, &s->text);
    dxk_json_object_line(&s->json, NULL);
    dxk_json_u64(&s->json, "seq", ++s->seq);
    dxk_json_text(&s->json, "type", type);
}

static void open_answer(debug_session *s, uint64_t request, dxk_str command, bool success)
{
    open_message(s, "response");
    dxk_json_u64(&s->json, "request_seq", request);
    dxk_json_bool(&s->json, "success", success);
    dxk_json_str(&s->json, "command", command);
}

void debug_answer(debug_session *s, uint64_t request, dxk_str command)
{
    open_answer(s, request, command, true);
    dxk_json_object(&s->json, "body");
}

void debug_event(debug_session *s, const char *name)
{
    open_message(s, "event");
    dxk_json_text(&s->json, "event", name);
    dxk_json_object(&s->json, "body");
}

void debug_send(debug_session *s)
{
    dxk_json_end_to(&s->json, 0);
    if (!s->error)
        s->error = s->text.error;
    if (!s->error)
        s->error = debug_wire_write((dxk_str){(const char *)s->out.data, s->out.size});
    if (s->error)
        s->quits = true;
}

void debug_refuse(debug_session *s, uint64_t request, dxk_str command, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    open_answer(s, request, command, false);
    dxk_json_text(&s->json, "message", text);
    dxk_json_object(&s->json, "body");
    dxk_json_object(&s->json, "error");
    dxk_json_u64(&s->json, "id", 1);
    dxk_json_text(&s->json, "format", text);
    dxk_json_bool(&s->json, "showUser", true);
    debug_send(s);
}

/* May come while an answer is being written. */
void debug_say(debug_session *s, const char *category, dxk_str text)
{
    dxk_buffer kept = s->out;
    text_out out = s->text;
    dxk_json json = s->json;
    dxk_buffer_init(&s->out, s->j->ctx);
    debug_event(s, "output");
    dxk_json_text(&s->json, "category", category);
    dxk_json_str(&s->json, "output", text);
    debug_send(s);
    dxk_buffer_free(&s->out);
    s->out = kept;
    s->text = out;
    s->json = json;
}

/* An answer that says nothing more. */
static void acknowledge(debug_session *s, const debug_request *r)
{
    debug_answer(s, r->seq, r->command);
    debug_send(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Requests                                                                                   */

static void put_filters(debug_session *s)
{
    dxk_json_array(&s->json, "exceptionBreakpointFilters");
    dxk_json_object(&s->json, NULL);
    dxk_json_text(&s->json, "filter", "findings");
    dxk_json_text(&s->json, "label", "Sanitizer findings");
    dxk_json_text(&s->json, "description",
                  "Stop after an instruction with a finding of 'sanitize'");
    dxk_json_bool(&s->json, "default", true);
    dxk_json_end(&s->json);
    dxk_json_end(&s->json);
}

static void do_initialize(debug_session *s, const debug_request *r)
{
    static const char *const can[] = {"supportsConfigurationDoneRequest",
                                      "supportsFunctionBreakpoints",
                                      "supportsConditionalBreakpoints",
                                      "supportsHitConditionalBreakpoints",
                                      "supportsLogPoints",
                                      "supportsInstructionBreakpoints",
                                      "supportsBreakpointLocationsRequest",
                                      "supportsEvaluateForHovers",
                                      "supportsStepBack",
                                      "supportsSteppingGranularity",
                                      "supportsDisassembleRequest",
                                      "supportsLoadedSourcesRequest",
                                      "supportsExceptionInfoRequest",
                                      "supportsRestartRequest",
                                      "supportsTerminateRequest",
                                      "supportsDelayedStackTraceLoading"};
    debug_answer(s, r->seq, r->command);
    for (size_t n = 0; n < sizeof can / sizeof *can; n++)
        dxk_json_bool(&s->json, can[n], true);
    put_filters(s);
    debug_send(s);
}

static void do_configured(debug_session *s, const debug_request *r)
{
    s->configured = true;
    acknowledge(s, r);
}

static void do_exception_breaks(debug_session *s, const debug_request *r)
{
    const json_value *list = json_member(r->doc, r->arguments, "filters");
    s->stop_on_findings = false;
    for (const json_value *v = json_first(r->doc, list); v; v = json_next(r->doc, v))
        s->stop_on_findings |=
            v->kind == JSON_STRING && v->text.size == 8 && memcmp(v->text.data, "findings", 8) == 0;
    acknowledge(s, r);
}

/* The thread of a request about going on; false: refused. */
static bool thread_of(debug_session *s, const debug_request *r, uint32_t *thread)
{
    uint64_t id = json_member_u64(r->doc, r->arguments, "threadId", 1);
    if (!s->state)
        debug_refuse(s, r->seq, r->command, "the shader is not stopped");
    else if (id == 0 || id > s->threads)
        debug_refuse(s, r->seq, r->command, "there is no such thread");
    else
        *thread = (uint32_t)id - 1;
    return s->state && id && id <= s->threads;
}

static bool by_instruction(const debug_request *r)
{
    dxk_str granularity = json_member_str(r->doc, r->arguments, "granularity");
    return granularity.size == 11 && memcmp(granularity.data, "instruction", 11) == 0;
}

static void go(debug_session *s, const debug_request *r, debug_step step)
{
    uint32_t thread = 0;
    if (!thread_of(s, r, &thread))
        return;
    if (step != DEBUG_CONTINUE && by_instruction(r))
        step = DEBUG_STEP_INSTRUCTION;
    debug_answer(s, r->seq, r->command);
    if (step == DEBUG_CONTINUE)
        dxk_json_bool(&s->json, "allThreadsContinued", true);
    debug_send(s);
    debug_go(s, step, thread);
}

static void do_continue(debug_session *s, const debug_request *r)
{
    go(s, r, DEBUG_CONTINUE);
}

static void do_next(debug_session *s, const debug_request *r)
{
    go(s, r, DEBUG_STEP_OVER);
}

static void do_step_in(debug_session *s, const debug_request *r)
{
    go(s, r, DEBUG_STEP_IN);
}

static void do_step_out(debug_session *s, const debug_request *r)
{
    go(s, r, DEBUG_STEP_OUT);
}

static void go_back(debug_session *s, const debug_request *r, debug_step step)
{
    uint32_t thread = 0;
    if (!thread_of(s, r, &thread))
        return;
    acknowledge(s, r);
    debug_go_back(s, step, thread);
}

static void do_step_back(debug_session *s, const debug_request *r)
{
    go_back(s, r, by_instruction(r) ? DEBUG_STEP_INSTRUCTION : DEBUG_STEP_OVER);
}

static void do_reverse(debug_session *s, const debug_request *r)
{
    go_back(s, r, DEBUG_CONTINUE);
}

static void do_pause(debug_session *s, const debug_request *r)
{
    s->pauses = !s->state;
    acknowledge(s, r);
}

static void do_restart(debug_session *s, const debug_request *r)
{
    if (!s->launched || !s->configured) {
        debug_refuse(s, r->seq, r->command, "no shader is running");
        return;
    }
    acknowledge(s, r);
    debug_go(s, s->stop_on_entry ? DEBUG_STEP_ENTRY : DEBUG_CONTINUE, 0);
    s->restarts = !s->ended;
    s->ended = false;
}

static void do_terminate(debug_session *s, const debug_request *r)
{
    acknowledge(s, r);
    debug_event(s, "terminated");
    debug_send(s);
    s->quits = true;
}

static void do_disconnect(debug_session *s, const debug_request *r)
{
    acknowledge(s, r);
    s->quits = true;
}

static void do_exception_info(debug_session *s, const debug_request *r)
{
    debug_answer(s, r->seq, r->command);
    dxk_json_text(&s->json, "exceptionId", "finding");
    dxk_json_text(&s->json, "description", s->last_finding);
    dxk_json_text(&s->json, "breakMode", "always");
    debug_send(s);
}

static void do_attach(debug_session *s, const debug_request *r)
{
    debug_refuse(s, r->seq, r->command, "shaders can only be launched, not attached to");
}

typedef struct handler {
    const char *command;
    void (*handle)(debug_session *s, const debug_request *r);
    bool needs_launch;
} handler;

static const handler handlers[] = {
    {"initialize", do_initialize, false},
    {"attach", do_attach, false},
    {"configurationDone", do_configured, false},
    {"setBreakpoints", debug_set_breaks, false},
    {"setFunctionBreakpoints", debug_set_function_breaks, false},
    {"setInstructionBreakpoints", debug_set_instruction_breaks, false},
    {"setExceptionBreakpoints", do_exception_breaks, false},
    {"breakpointLocations", debug_break_locations, true},
    {"threads", debug_show_threads, false},
    {"stackTrace", debug_show_stack, true},
    {"scopes", debug_show_scopes, true},
    {"variables", debug_show_variables, true},
    {"evaluate", debug_evaluate, true},
    {"source", debug_show_source, true},
    {"loadedSources", debug_list_sources, true},
    {"disassemble", debug_show_instructions, true},
    {"exceptionInfo", do_exception_info, true},
    {"continue", do_continue, true},
    {"next", do_next, true},
    {"stepIn", do_step_in, true},
    {"stepOut", do_step_out, true},
    {"stepBack", do_step_back, true},
    {"reverseContinue", do_reverse, true},
    {"pause", do_pause, true},
    {"restart", do_restart, false},
    {"terminate", do_terminate, false},
    {"disconnect", do_disconnect, false},
};

static const handler *find_handler(dxk_str command)
{
    for (size_t n = 0; n < sizeof handlers / sizeof *handlers; n++)
        if (strlen(handlers[n].command) == command.size &&
            memcmp(handlers[n].command, command.data, command.size) == 0)
            return &handlers[n];
    return NULL;
}

static bool is(dxk_str text, const char *word)
{
    return text.size == strlen(word) && (!text.size || memcmp(text.data, word, text.size) == 0);
}

/* True if the message's memory is kept. */
static bool dispatch(debug_session *s, char *body, json_doc *doc)
{
    const json_value *top = doc->items;
    debug_request r = {.seq = json_member_u64(doc, top, "seq", 0),
                       .command = json_member_str(doc, top, "command"),
                       .doc = doc,
                       .arguments = json_member(doc, top, "arguments")};
    if (!is(json_member_str(doc, top, "type"), "request"))
        return false; /* nothing was asked of the client */
    if (is(r.command, "launch"))
        return debug_launch(s, &r, body, doc);
    const handler *h = find_handler(r.command);
    if (!h)
        debug_refuse(s, r.seq, r.command, "unknown request");
    else if (h->needs_launch && !s->launched)
        debug_refuse(s, r.seq, r.command, "no shader has been launched");
    else
        h->handle(s, &r);
    return false;
}

bool debug_serve(debug_session *s)
{
    static const char malformed[] = "A message is not a JSON object; it was ignored.\n";
    char *body;
    size_t size;
    json_doc doc = {0};
    debug_got got = debug_wire_read(&s->wire, &body, &size);
    if (got != DEBUG_MESSAGE) {
        s->quits = true;
        if (got == DEBUG_GARBAGE)
            s->failure =
                job_error(s->j, CLI_INVALID, "the client sent something that is not a message");
        else if (got == DEBUG_NO_MEMORY)
            s->failure = job_status(s->j, DXK_E_NOMEM);
        return false;
    }
    bool kept = false;
    if (json_read(&doc, body, size) && doc.items[0].kind == JSON_OBJECT)
        kept = dispatch(s, body, &doc);
    else
        debug_say(s, "important", (dxk_str){malformed, sizeof malformed - 1});
    if (!kept) {
        json_doc_free(&doc);
        free(body);
    }
    return !s->quits;
}

/* ---------------------------------------------------------------------------------------- */
/* The command                                                                                */

static int run(job *j)
{
    debug_session *s = calloc(1, sizeof *s);
    if (!s)
        return job_status(j, DXK_E_NOMEM);
    s->j = s->run.j = j;
    s->stop_on_findings = true;
    dxk_buffer_init(&s->out, j->ctx);
    dxk_buffer_init(&s->job_text, j->ctx);
    dxk_buffer_init(&s->before, j->ctx);
    dxk_buffer_init(&s->invoked, j->ctx);
    while (!s->quits) {
        if (s->launched && s->configured && !s->ended)
            debug_run(s);
        else
            debug_serve(s);
    }
    int status = s->failure;
    if (s->error && status == CLI_OK)
        status = job_error(j, CLI_IO, "cannot write to the client");
    debug_free(s);
    free(s);
    return status;
}

static int prepare(cli_app *app)
{
    return app->common.json
               ? cli_usage(app,
                           "debug has no JSON output; it speaks only the Debug Adapter Protocol")
               : CLI_OK;
}

const cli_command cmd_debug = {
    .name = "debug",
    .summary = "debug shaders in an editor",
    .operands = "",
    .about =
        "Speaks the Debug Adapter Protocol on standard input and output, so that VS Code,\n"
        "Neovim and other editors can debug shaders, which run on the CPU. The arguments of the\n"
        "'launch' request are:\n"
        "\n"
        "  program      the shader; for lines and variables it needs debug information, or\n"
        "               a PDB beside it\n"
        "  bind         list of register contents, as for 'dxk run --bind'\n"
        "  dispatch     list of up to three group counts\n"
        "  job          a job instead of 'bind' and 'dispatch'; see docs/jobs.md\n"
        "  inputs       list of inputs of invocations, as for 'dxk run --input', for\n"
        "               shaders of a graphics stage and functions of libraries; may be\n"
        "               empty\n"
        "  entry        the function of a library\n"
        "  group        the group to debug: a list of up to three numbers, or \"any\";\n"
        "               default: the first one\n"
        "  stopOnEntry  stop at the first instruction\n"
        "  sanitize     true, or a list as for 'dxk run': stop at each finding\n"
        "  pdb, sourceRoot, waveSize, schedule, undef, maxSteps, noValidate\n"
        "\n"
        "Threads are those of the group, or the invocations of a wave. docs/debugging.md shows\n"
        "how to set up editors.",
    .flags = CLI_NO_INPUT | CLI_SOURCE | CLI_SOURCE_DEBUG,
    .prepare = prepare,
    .run = run,
};
