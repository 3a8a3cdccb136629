/* SPDX-License-Identifier: MIT */
/*
 * dxk/inspect.h - looks into a shader while it runs, for traces and debuggers.
 *
 *   dxk_run_program --> dxk_inspect         variables and types of the source, text of instructions
 *                           |
 *   dxk_run_worker  --> dxk_inspect_watch() calls back before and after instructions, with a
 *                       dxk_inspect_state   threads, their frames, values and variables
 *
 *     options.for_debug = true;
 *     dxk_run_program_create(ctx, container, &options, &program);
 *     dxk_inspect_create(program, NULL, &inspect);
 *     ... make a run and a worker: see dxk/run.h ...
 *     dxk_inspect_watch(inspect, worker, &watch, &state);
 *     dxk_run_groups(worker, 0, 1);
 *     dxk_inspect_state_free(state);
 *
 * In stages of the graphics pipeline that do not run in groups, the invocations of a wave form a
 * group.
 *
 * Instructions are numbered as places; see dxk_run_program_place(). The variables of the source
 * are taken from debug information, either of the program's own container or of the one in
 * dxk_run_program_options.debug.
 *
 * Source: LLVM 3.7, "Source Level Debugging"; DirectXShaderCompiler's debug information for
 * vectors, matrices and arrays.
 */
#ifndef DXK_INSPECT_H
#define DXK_INSPECT_H

#include "dxk/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The source-level view of a program. Opaque. */
typedef struct dxk_inspect dxk_inspect;

/* Options for dxk_inspect_create(). Zero-initialise, then set what differs. */
typedef struct dxk_inspect_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool row_major;     /* matrices are stored row by row, as with -Zpr. false: column by column,
                           unless the debug information records that option */
} dxk_inspect_options;

/* Makes a source-level view of a program, which must outlive it. The view uses the program's
 * context. `options` may be NULL. The caller frees *out with dxk_inspect_free(). Errors:
 * DXK_E_ARGUMENT, DXK_E_NOMEM. */
DXK_API dxk_status dxk_inspect_create(const dxk_run_program *program,
                                      const dxk_inspect_options *options, dxk_inspect **out);

/* Frees a view. NULL is allowed. */
DXK_API void dxk_inspect_free(dxk_inspect *inspect);

/* Returns the instruction at a place as text, numbered as in the text of the module with debug
 * information. Valid until the next call for this object. Empty past the end, and if memory runs
 * out. */
DXK_API dxk_str dxk_inspect_text(dxk_inspect *inspect, uint32_t place);

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Number of a type of the source in its view; 0 means no type. */
typedef uint32_t dxk_inspect_type;

/* Kinds of types. */
typedef enum dxk_inspect_kind {
    DXK_INSPECT_OTHER = 0,  /* an object, or something that debug information does not describe */
    DXK_INSPECT_NUMBER = 1, /* a number or a boolean */
    DXK_INSPECT_VECTOR = 2, /* a vector: numbers x, y, z, w */
    DXK_INSPECT_MATRIX = 3, /* a matrix: numbers _11, _12, ... */
    DXK_INSPECT_ARRAY = 4,  /* an array: elements of one type */
    DXK_INSPECT_STRUCT = 5  /* a structure: members */
} dxk_inspect_kind;

/* Kinds of numbers. */
typedef enum dxk_inspect_number {
    DXK_INSPECT_BITS = 0,     /* not known */
    DXK_INSPECT_SIGNED = 1,   /* signed integer */
    DXK_INSPECT_UNSIGNED = 2, /* unsigned integer */
    DXK_INSPECT_REAL = 3,     /* floating point, with 16, 32 or 64 bits */
    DXK_INSPECT_BOOL = 4      /* boolean: true unless 0 */
} dxk_inspect_number;

/* Description of a type. */
typedef struct dxk_inspect_type_info {
    dxk_inspect_kind kind;     /* kind of the type */
    dxk_inspect_number number; /* numbers: kind of the number */
    dxk_str name;              /* name, "float3"; empty for arrays and types without a name */
    uint64_t bits;             /* size in bits */
    uint64_t count;            /* number of members or elements */
    uint32_t rows;             /* matrices: number of rows */
    uint32_t columns;          /* matrices: number of columns */
} dxk_inspect_type_info;

/* Describes a type in *out. False if there is no such type. Strings live as long as the view. */
DXK_API bool dxk_inspect_type_get(const dxk_inspect *inspect, dxk_inspect_type type,
                                  dxk_inspect_type_info *out);

/* A member of a type. */
typedef struct dxk_inspect_member {
    dxk_str name;          /* name; empty for elements of arrays */
    dxk_inspect_type type; /* type of the member */
    uint64_t offset;       /* offset in bits */
} dxk_inspect_member;

/* Describes member `index` of a vector, a matrix (row by row), an array or a structure in *out.
 * False past the end. */
DXK_API bool dxk_inspect_type_member(const dxk_inspect *inspect, dxk_inspect_type type,
                                     uint64_t index, dxk_inspect_member *out);

/* Sets *name to the name of a value of an enumeration. False if it has none. */
DXK_API bool dxk_inspect_enumerator(const dxk_inspect *inspect, dxk_inspect_type type,
                                    int64_t value, dxk_str *name);

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Scopes of variables. */
typedef enum dxk_inspect_scope {
    DXK_INSPECT_LOCAL = 0,    /* local variable of a function or block */
    DXK_INSPECT_ARGUMENT = 1, /* parameter of a function */
    DXK_INSPECT_STATIC = 2,   /* static variable, one for each thread */
    DXK_INSPECT_SHARED = 3,   /* group-shared variable */
    DXK_INSPECT_CONSTANT = 4, /* table of constants */
    DXK_INSPECT_RESOURCE = 5  /* resource, or member of a constant buffer, whose content cannot be
                                 read through the variable */
} dxk_inspect_scope;

/* A variable of the source. If its function is inlined several times, there are as many
 * variables. */
typedef struct dxk_inspect_variable {
    dxk_str name;            /* name */
    dxk_inspect_scope scope; /* scope */
    dxk_inspect_type type;   /* type; 0: not known */
    uint64_t bits;           /* size in bits; if the type is not known, that of its memory */
    uint32_t argument;       /* parameters: number of the parameter, from 1 */
    dxk_str file;            /* file that declares it; empty if not known */
    uint32_t line;           /* line of the declaration; 0: not known */
} dxk_inspect_variable;

/* Describes variable `index` in *out. False past the end. Strings live as long as the view. */
DXK_API bool dxk_inspect_variable_get(const dxk_inspect *inspect, uint32_t index,
                                      dxk_inspect_variable *out);

/* ---------------------------------------------------------------------------------------- */
/* Findings                                                                                   */

/* Writes the message of a finding of the view's program, one line without its end: "Out (u0): index
 * 64, it has 64 elements". Names are those of the source, as far as debug information and
 * dxk_run_program_options.names tell them; a resource without a name is its register. Errors: those
 * of the sink. */
DXK_API dxk_status dxk_inspect_finding_message(dxk_inspect *inspect, const dxk_run_finding *finding,
                                               dxk_sink sink);

/* Writes the resource or variable that a finding is about: "Out (u0)", "tmp[31] (group-shared)".
 * Writes nothing if it is about none, or not known. Errors: those of the sink. */
DXK_API dxk_status dxk_inspect_finding_subject(dxk_inspect *inspect, const dxk_run_finding *finding,
                                               dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Watching                                                                                   */

/* A watch on a worker, through which its callback sees the group that runs. Opaque. The functions
 * that take a `const dxk_inspect_state *` may be called by the callback only. */
typedef struct dxk_inspect_state dxk_inspect_state;

/* Events. */
typedef enum dxk_inspect_when {
    DXK_INSPECT_BEFORE = 1, /* an instruction is about to run; not for phis, which run between
                               blocks */
    DXK_INSPECT_AFTER = 2,  /* an instruction has run */
    DXK_INSPECT_ASSIGN = 4  /* a variable of the source has been assigned to */
} dxk_inspect_when;

/* Callback, called on the worker's thread. A status other than DXK_OK ends the run, and is returned
 * by the function that runs it. */
typedef dxk_status (*dxk_inspect_fn)(void *user, const dxk_inspect_state *state);

/* Options for dxk_inspect_watch(). Zero-initialise, then set what differs. */
typedef struct dxk_inspect_watch_options {
    size_t struct_size;    /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_inspect_fn call;   /* callback; required */
    void *user;            /* first argument of `call` */
    uint32_t when;         /* events to call back for, dxk_inspect_when combined with `|` */
    const uint8_t *places; /* a byte for each place; 0: no calls there. It must outlive the watch,
                              and may be changed meanwhile. NULL: calls at all places */
} dxk_inspect_watch_options;

/* Watches a worker from now on. Its program must have been made with
 * dxk_run_program_options.for_debug. The caller frees *out with dxk_inspect_state_free(), before
 * the worker. Errors: DXK_E_ARGUMENT, DXK_E_NOMEM. */
DXK_API dxk_status dxk_inspect_watch(const dxk_inspect *inspect, dxk_run_worker *worker,
                                     const dxk_inspect_watch_options *options,
                                     dxk_inspect_state **out);

/* Pauses a watch, or resumes it. While it is paused, groups run at full speed and variables are not
 * followed, so pause it for groups that are of no interest. */
DXK_API void dxk_inspect_pause(dxk_inspect_state *state, bool paused);

/* Ends a watch and frees it. NULL is allowed. */
DXK_API void dxk_inspect_state_free(dxk_inspect_state *state);

/* An event: which instruction runs, and where. */
typedef struct dxk_inspect_moment {
    dxk_inspect_when when; /* event */
    uint32_t place;        /* place of the instruction */
    uint32_t group[3];     /* index of the group in the grid */
    uint32_t threads;      /* number of threads in the group */
    uint32_t wave;         /* number of the wave in the group */
    uint32_t lanes;        /* number of lanes in a wave */
    uint64_t active[2];    /* lanes that run the instruction, as bits */
    uint32_t variable;     /* ASSIGN: index of the variable */
    uint64_t offset;       /* ASSIGN: offset in the variable of what is assigned, in bits */
    uint64_t bits;         /* ASSIGN: number of bits assigned */
    uint32_t first;        /* stages that run invocations in order: number of the invocation that is
                              thread 0; else 0 */
} dxk_inspect_moment;

/* Returns the event that the callback is called for. */
DXK_API dxk_inspect_moment dxk_inspect_moment_get(const dxk_inspect_state *state);

/* States of a thread. */
typedef enum dxk_inspect_doing {
    DXK_INSPECT_RUNS = 0,    /* active */
    DXK_INSPECT_WAITS = 1,   /* waiting for other lanes of its wave to get to the same point */
    DXK_INSPECT_BARRIER = 2, /* waiting for other waves at a barrier */
    DXK_INSPECT_READY = 3,   /* its wave has not begun, or will be continued later */
    DXK_INSPECT_DONE = 4     /* returned from the entry point */
} dxk_inspect_doing;

/* A thread of the group. */
typedef struct dxk_inspect_thread {
    dxk_inspect_doing doing; /* state */
    uint32_t wave;           /* number of its wave in the group */
    uint32_t lane;           /* number of its lane in the wave */
    uint32_t frames;         /* number of frames, including those of inlined functions */
} dxk_inspect_thread;

/* Describes thread `thread` of the group, by its flattened index, in *out. False if there is
 * none. */
DXK_API bool dxk_inspect_thread_get(const dxk_inspect_state *state, uint32_t thread,
                                    dxk_inspect_thread *out);

/* Returns the flattened index of the thread in a lane of a wave, or 0xFFFFFFFF if there is none. */
DXK_API uint32_t dxk_inspect_thread_at(const dxk_inspect_state *state, uint32_t wave,
                                       uint32_t lane);

/* A frame: a function that a thread is in. */
typedef struct dxk_inspect_frame {
    uint32_t place;      /* place of the next instruction, or of the call */
    uint32_t level;      /* level for dxk_run_program_frame() */
    uint32_t depth;      /* number of functions of the module further out; frames of the same depth
                            were inlined into one function */
    dxk_run_frame where; /* function, file and line; line 0 if it is not known */
} dxk_inspect_frame;

/* Describes frame `index` of a thread, counted from the innermost one, in *out. False past the
 * end. */
DXK_API bool dxk_inspect_frame_get(const dxk_inspect_state *state, uint32_t thread, uint32_t index,
                                   dxk_inspect_frame *out);

/* Contents of a register. */
typedef enum dxk_inspect_content {
    DXK_INSPECT_I1 = 0,     /* boolean */
    DXK_INSPECT_I8 = 1,     /* 8-bit integer */
    DXK_INSPECT_I16 = 2,    /* 16-bit integer */
    DXK_INSPECT_I32 = 3,    /* 32-bit integer */
    DXK_INSPECT_I64 = 4,    /* 64-bit integer */
    DXK_INSPECT_F16 = 5,    /* 16-bit floating point */
    DXK_INSPECT_F32 = 6,    /* 32-bit floating point */
    DXK_INSPECT_F64 = 7,    /* 64-bit floating point */
    DXK_INSPECT_HANDLE = 8, /* handle of a resource */
    DXK_INSPECT_POINTER = 9 /* pointer: offset in a variable in bytes */
} dxk_inspect_content;

/* One part of the result of an instruction. */
typedef struct dxk_inspect_value {
    dxk_inspect_content content; /* kind of the content */
    uint32_t parts;              /* number of parts that the result consists of */
    uint64_t bits;               /* bits of this part */
} dxk_inspect_value;

/* Describes part `part` of the latest result that the instruction at a place had for a thread in
 * *out. False if it has no such part, or has not run since the thread entered the function. */
DXK_API bool dxk_inspect_value_get(const dxk_inspect_state *state, uint32_t thread, uint32_t place,
                                   uint32_t part, dxk_inspect_value *out);

/* Lists the variables that are visible to a thread in a frame: those of the innermost blocks
 * first, static and group-shared ones, which are visible in all frames, last. Sets up to `room`
 * elements of `list` to indices of variables, and returns how many there are in all. */
DXK_API size_t dxk_inspect_visible(const dxk_inspect_state *state, uint32_t thread, uint32_t frame,
                                   uint32_t *list, size_t room);

/* Reads `size` bits, at most 64, at bit `offset` of a variable, as a thread sees it. Sets the
 * corresponding bits of *known if they have a value. */
DXK_API void dxk_inspect_read(const dxk_inspect_state *state, uint32_t thread, uint32_t variable,
                              uint64_t offset, uint32_t size, uint64_t *bits, uint64_t *known);

#ifdef __cplusplus
}
#endif
#endif
