/* SPDX-License-Identifier: MIT */
/*
 * debug.h - the debug adapter: what its files share.
 *
 *   cmd_debug.c      the command: reads messages until the client leaves
 *   debug_wire.c     messages on standard input and output
 *   debug_launch.c   what is debugged: a shader with a job or with values, its sources
 *   debug_run.c      running, stopping, stepping, running again to step back
 *   debug_break.c    breakpoints
 *   debug_show.c     threads, stacks, scopes, variables, instructions
 *   debug_eval.c     expressions; debug_op.c: their operators
 *
 * The shader runs on the thread that reads messages: a callback that stops it answers requests until
 * the client lets it go on. A run is always the same, so that a step back is a run up to an earlier
 * moment: moments are numbered by the instructions that waves of watched groups begin.
 *
 * Threads of the protocol are threads of the group that is watched, numbered from 1.
 */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "json_read.h"
#include "run.h"
#include "value.h"

#define DEBUG_MOST_DEPTH  32u   /* functions in functions that steps tell apart */
#define DEBUG_MOST_FRAMES 1024u /* of a thread */
#define DEBUG_NONE        UINT32_MAX
#define DEBUG_ANY_GROUP   UINT64_MAX

/* --- messages --- */

typedef struct debug_wire {
    char buffer[4096];
    size_t at, used;
} debug_wire;

typedef enum debug_got {
    DEBUG_MESSAGE, /* *body has `size` bytes from malloc */
    DEBUG_END,     /* the client has closed its end */
    DEBUG_GARBAGE, /* what came is no message, and nothing after it can be told apart */
    DEBUG_NO_MEMORY
} debug_got;

debug_got debug_wire_read(debug_wire *w, char **body, size_t *size);
/* True if something can be read without waiting. */
bool debug_wire_ready(const debug_wire *w);
/* 0 or an error number. */
int debug_wire_write(dxk_str body);

/* --- breakpoints --- */

typedef enum debug_break_kind {
    DEBUG_BREAK_LINE,
    DEBUG_BREAK_FUNCTION,
    DEBUG_BREAK_INSTRUCTION
} debug_break_kind;

typedef struct debug_break {
    debug_break_kind kind;
    uint32_t id;
    uint32_t file;                         /* LINE: index of its source; NONE: it has none */
    uint32_t line;                         /* LINE: where the code is; 0: nowhere */
    uint32_t place;                        /* INSTRUCTION */
    uint32_t level;                        /* LINE: outermost frame that may have the line */
    char *name;                            /* FUNCTION: name; LINE: source as the client names it */
    char *condition, *hit_condition, *log; /* NULL: none */
    uint64_t hits;
    bool verified;
} debug_break;

/* --- what the client may ask about --- */

typedef enum debug_handle_kind {
    DEBUG_LOCALS,
    DEBUG_PROGRAM, /* variables that all functions see */
    DEBUG_REGISTERS,
    DEBUG_LANES,    /* local variables, each with the values of all lanes */
    DEBUG_LANES_OF, /* one of them */
    DEBUG_PART,     /* members of a part of a variable */
    DEBUG_RESULT    /* numbers of a result */
} debug_handle_kind;

typedef struct debug_handle {
    debug_handle_kind kind;
    uint32_t thread, frame;
    value_part part;
    uint32_t place;
} debug_handle;

/* --- a session --- */

/* How the run goes on. */
typedef enum debug_step {
    DEBUG_CONTINUE,
    DEBUG_STEP_ENTRY, /* stops at once */
    DEBUG_STEP_IN,
    DEBUG_STEP_OVER,
    DEBUG_STEP_OUT,
    DEBUG_STEP_INSTRUCTION
} debug_step;

typedef enum debug_mode {
    DEBUG_FORWARD, /* stops where a step or breakpoint says */
    DEBUG_SCAN,    /* looks for the last such moment before `limit` */
    DEBUG_SEEK     /* stops at moment `limit` */
} debug_mode;

/* Where a thread was last, by function that it is in. */
typedef struct debug_track {
    uint32_t depth;
    uint32_t last[DEBUG_MOST_DEPTH];
} debug_track;

typedef struct debug_source {
    dxk_str name; /* as debug information has it */
    char *path;   /* absolute; NULL: the file is not there */
} debug_source;

typedef struct debug_session {
    job *j;
    debug_wire wire;
    uint64_t seq;
    dxk_buffer out; /* the message that is written */
    text_out text;
    dxk_json json;
    int error;   /* of writing */
    int failure; /* exit status of what ended the session */

    /* What is debugged. */
    bool launched;
    run_state run;
    opt_list binds;
    opt_list inputs;    /* of invocations */
    bool invokes;       /* the shader is no compute shader */
    dxk_buffer invoked; /* what invocations gave, as text */
    char *launch_body;  /* strings of options are views of it */
    json_doc launch;
    dxk_buffer job_text, before; /* contents of buffers at the start */
    uint64_t group;              /* that is watched, or DEBUG_ANY_GROUP */
    bool stop_on_entry;
    debug_source *sources;
    size_t source_count;
    dxk_inspect *inspect;
    uint32_t threads; /* of a group */
    uint8_t *lines;   /* by place: whether it is code of a line */

    debug_break *breaks;
    size_t break_count;
    uint32_t next_id;
    uint8_t *marked; /* by place: a breakpoint may be there */
    bool stop_on_findings;
    dxk_run_finding found_now; /* the one that `finding` describes */

    /* The run. */
    bool configured, ended, quits, restarts;
    dxk_run_worker *worker;
    dxk_inspect_state *watch;
    const dxk_inspect_state *state; /* while it is stopped; else NULL */
    debug_track *tracks;            /* by thread */
    debug_mode mode;
    debug_step step;
    uint32_t step_thread, step_frames;
    uint64_t moment, limit, found; /* found: by a scan, 0: nothing yet */
    uint64_t entry;                /* the first moment at a line; 0: not known yet */
    bool looked;                   /* a scan has been made */
    uint32_t at_group[3];          /* group of the last moment */
    bool pauses;                   /* the client asked for that */
    bool resumes;                  /* leave the loop of messages in the callback */
    char finding[256];             /* what a finding said that nothing has stopped for; or "" */
    char last_finding[256];        /* that it stopped for */

    debug_handle *handles;
    size_t handle_count, handle_capacity;
} debug_session;

/* --- messages, as the other files write them --- */

/* Begins an answer or event; its body is open until debug_send(). */
void debug_answer(debug_session *s, uint64_t request, dxk_str command);
void debug_event(debug_session *s, const char *name);
void debug_send(debug_session *s);
/* Refuses a request. */
void debug_refuse(debug_session *s, uint64_t request, dxk_str command, const char *format, ...)
    CLI_FORMAT(4, 5);
/* An event with text for the user. */
void debug_say(debug_session *s, const char *category, dxk_str text);

/* A request. */
typedef struct debug_request {
    uint64_t seq;
    dxk_str command;
    const json_doc *doc;
    const json_value *arguments; /* NULL: none */
} debug_request;

/* Reads one message and does what it asks. False: there is nothing more to read. */
bool debug_serve(debug_session *s);

/* --- debug_launch.c --- */

/* Takes over the message. False: it was refused, and nothing has changed. */
bool debug_launch(debug_session *s, const debug_request *r, char *body, json_doc *doc);
void debug_free(debug_session *s);
/* The source of a file of debug information; NONE: there is none. */
uint32_t debug_source_of(const debug_session *s, dxk_str file);
/* The source that a client means. */
uint32_t debug_source_asked(const debug_session *s, const json_doc *doc, const json_value *source);
void debug_put_source(debug_session *s, uint32_t source);
void debug_show_source(debug_session *s, const debug_request *r);
void debug_list_sources(debug_session *s, const debug_request *r);

/* --- debug_run.c --- */

/* Runs until the end, or until the client leaves or wants another run. */
void debug_run(debug_session *s);
/* Sets what comes next; the thread that steps. */
void debug_go(debug_session *s, debug_step step, uint32_t thread);
/* Goes back: to where a step of that kind, or a breakpoint, would have stopped. */
void debug_go_back(debug_session *s, debug_step step, uint32_t thread);
/* True if a thread that comes to a place comes to a new line. */
bool debug_arrives(const debug_session *s, uint32_t thread, uint32_t depth, uint32_t place);

/* --- debug_break.c --- */

void debug_set_breaks(debug_session *s, const debug_request *r);
void debug_set_function_breaks(debug_session *s, const debug_request *r);
void debug_set_instruction_breaks(debug_session *s, const debug_request *r);
void debug_break_locations(debug_session *s, const debug_request *r);
/* Finds the places of all breakpoints, once the shader is known. */
void debug_resolve_breaks(debug_session *s);
/* The breakpoint that stops a thread at a place; NULL: none. `counts`: hits are counted and logs
 * written. */
const debug_break *debug_hit(debug_session *s, const dxk_inspect_state *state, uint32_t thread,
                             uint32_t depth, uint32_t place, bool counts);
void debug_free_breaks(debug_session *s);

/* --- debug_show.c --- */

void debug_show_threads(debug_session *s, const debug_request *r);
void debug_show_stack(debug_session *s, const debug_request *r);
void debug_show_scopes(debug_session *s, const debug_request *r);
void debug_show_variables(debug_session *s, const debug_request *r);
void debug_show_instructions(debug_session *s, const debug_request *r);
void debug_evaluate(debug_session *s, const debug_request *r);

/* --- debug_eval.c --- */

typedef struct debug_value {
    bool is_part; /* a variable or a part of one; else a number */
    bool is_real;
    value_part part;
    int64_t integer;
    double real;
} debug_value;

/* Computes an expression where a thread is. False: `why` says what is wrong. */
bool debug_eval(debug_session *s, const dxk_inspect_state *state, uint32_t thread, uint32_t frame,
                dxk_str text, debug_value *out, char why[128]);
/* The same as a truth value; what cannot be computed is false. */
bool debug_is_true(debug_session *s, const dxk_inspect_state *state, uint32_t thread, dxk_str text);
/* The value as text. */
void debug_put_value(debug_session *s, const dxk_inspect_state *state, uint32_t thread,
                     const debug_value *v, text_out *out);

#endif
