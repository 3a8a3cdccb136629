/* SPDX-License-Identifier: MIT */
/*
 * dxk/inspect.h - looking into a shader while it runs: for traces, and for debuggers.
 *
 *   dxk_run_program --> dxk_inspect         variables and types of the source, texts of instructions
 *                           |
 *   dxk_run_worker  --> dxk_inspect_watch() calls back before and after instructions; then
 *                       dxk_inspect_state   threads, their frames, values, variables
 *
 *     options.for_debug = true;
 *     dxk_run_program_create(ctx, container, &options, &program);
 *     dxk_inspect_create(program, NULL, &inspect);
 *     ... run, worker: see dxk/run.h ...
 *     dxk_inspect_watch(inspect, worker, &watch, &state);
 *     dxk_run_groups(worker, 0, 1);
 *     dxk_inspect_state_free(state);
 *
 * In stages of the graphics pipeline that do not run in groups, a wave of invocations is a group.
 *
 * Instructions are numbered as places, see dxk_run_program_place(). Variables of the source come from
 * debug information: what the program's own container says, or the one that its options name.
 *
 * Source: LLVM 3.7, "Source Level Debugging"; DirectXShaderCompiler's debug information for vectors,
 * matrices and arrays.
 */
#ifndef DXK_INSPECT_H
#define DXK_INSPECT_H

#include "dxk/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known about the source of a program. Opaque. */
typedef struct dxk_inspect dxk_inspect;

/* How to look at a program. Zero-initialise, then set what differs. */
typedef struct dxk_inspect_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool row_major;     /* matrices are kept row by row, as with -Zpr; else column by column unless
                           debug information has that argument of the compiler */
} dxk_inspect_options;

/* Looks at a program, which must outlive *out. `options` may be NULL. Uses the context of the
 * program. DXK_E_ARGUMENT, DXK_E_NOMEM. */
DXK_API dxk_status dxk_inspect_create(const dxk_run_program *program,
                                      const dxk_inspect_options *options, dxk_inspect **out);

/* Frees it. NULL is allowed. */
DXK_API void dxk_inspect_free(dxk_inspect *inspect);

/* The instruction of a place as text, numbered as in the text of the module with debug information;
 * lives until the next call for this object. Empty past the end, and when memory runs out. */
DXK_API dxk_str dxk_inspect_text(dxk_inspect *inspect, uint32_t place);

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* A type of the source; 0: none. */
typedef uint32_t dxk_inspect_type;

/* What a type is made of. */
typedef enum dxk_inspect_kind {
    DXK_INSPECT_OTHER = 0,  /* an object, or what debug information does not tell */
    DXK_INSPECT_NUMBER = 1, /* a number or truth value */
    DXK_INSPECT_VECTOR = 2, /* numbers x, y, z, w */
    DXK_INSPECT_MATRIX = 3, /* numbers _11, _12 ... */
    DXK_INSPECT_ARRAY = 4,  /* elements of one type */
    DXK_INSPECT_STRUCT = 5  /* members */
} dxk_inspect_kind;

/* What a number is. */
typedef enum dxk_inspect_number {
    DXK_INSPECT_BITS = 0,     /* unknown */
    DXK_INSPECT_SIGNED = 1,   /* integer with sign */
    DXK_INSPECT_UNSIGNED = 2, /* integer */
    DXK_INSPECT_REAL = 3,     /* binary16, binary32, binary64 */
    DXK_INSPECT_BOOL = 4      /* true unless 0 */
} dxk_inspect_number;

/* A type. */
typedef struct dxk_inspect_type_info {
    dxk_inspect_kind kind;     /* kind */
    dxk_inspect_number number; /* numbers: what they are */
    dxk_str name;              /* "float3"; empty for arrays and what has no name */
    uint64_t bits;             /* size */
    uint64_t count;            /* members, elements */
    uint32_t rows;             /* matrices */
    uint32_t columns;          /* matrices */
} dxk_inspect_type_info;

/* The type; false: there is none of that number. */
DXK_API bool dxk_inspect_type_get(const dxk_inspect *inspect, dxk_inspect_type type,
                                  dxk_inspect_type_info *out);

/* A member of a type. */
typedef struct dxk_inspect_member {
    dxk_str name;          /* empty for elements of arrays */
    dxk_inspect_type type; /* type */
    uint64_t offset;       /* bits from the start */
} dxk_inspect_member;

/* Member `index` of vectors, matrices (row by row), arrays and structures; false past the end. */
DXK_API bool dxk_inspect_type_member(const dxk_inspect *inspect, dxk_inspect_type type,
                                     uint64_t index, dxk_inspect_member *out);

/* The name of a value of an enumeration; false: it has none. */
DXK_API bool dxk_inspect_enumerator(const dxk_inspect *inspect, dxk_inspect_type type,
                                    int64_t value, dxk_str *name);

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Where a variable belongs. */
typedef enum dxk_inspect_scope {
    DXK_INSPECT_LOCAL = 0,    /* of a function or block */
    DXK_INSPECT_ARGUMENT = 1, /* of a function */
    DXK_INSPECT_STATIC = 2,   /* of all functions, one for each thread */
    DXK_INSPECT_SHARED = 3,   /* of the group */
    DXK_INSPECT_CONSTANT = 4, /* a table of constants */
    DXK_INSPECT_RESOURCE = 5  /* a resource, or a member of a constant buffer: what it holds is not
                                 read through the variable */
} dxk_inspect_scope;

/* A variable of the source. A function that was inlined has its variables once for each time. */
typedef struct dxk_inspect_variable {
    dxk_str name;            /* name */
    dxk_inspect_scope scope; /* scope */
    dxk_inspect_type type;   /* type; 0: unknown */
    uint64_t bits;           /* size; of those of unknown type what memory has */
    uint32_t argument;       /* arguments: number, from 1 */
    dxk_str file;            /* where it is declared; empty if unknown */
    uint32_t line;           /* likewise; 0 if unknown */
} dxk_inspect_variable;

/* Variable `index`; false past the end. */
DXK_API bool dxk_inspect_variable_get(const dxk_inspect *inspect, uint32_t index,
                                      dxk_inspect_variable *out);

/* ---------------------------------------------------------------------------------------- */
/* Watching                                                                                   */

/* A group at a moment. Opaque; valid while the callback runs. */
typedef struct dxk_inspect_state dxk_inspect_state;

/* What happens. */
typedef enum dxk_inspect_when {
    DXK_INSPECT_BEFORE = 1, /* an instruction is about to run; not of phis, which run on the way */
    DXK_INSPECT_AFTER = 2,  /* it has run */
    DXK_INSPECT_ASSIGN = 4  /* a variable of the source gets a value */
} dxk_inspect_when;

/* Called by the thread of the worker. A status other than DXK_OK ends the run with it. */
typedef dxk_status (*dxk_inspect_fn)(void *user, const dxk_inspect_state *state);

/* What to call for. Zero-initialise, then set what differs. */
typedef struct dxk_inspect_watch_options {
    size_t struct_size;    /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_inspect_fn call;   /* the callback */
    void *user;            /* passed on to it */
    uint32_t when;         /* sum of dxk_inspect_when: what it is called for */
    const uint8_t *places; /* by place: 0: it is not called there. Used as long as the watch is, and
                              may be changed meanwhile. NULL: it is called everywhere */
} dxk_inspect_watch_options;

/* Watches a worker from now on, whose program must have been made for_debug. *out is freed with
 * dxk_inspect_state_free() before the worker. DXK_E_ARGUMENT, DXK_E_NOMEM. */
DXK_API dxk_status dxk_inspect_watch(const dxk_inspect *inspect, dxk_run_worker *worker,
                                     const dxk_inspect_watch_options *options,
                                     dxk_inspect_state **out);

/* Turns the watch off and on; it is on at first. What runs while it is off does so at full speed, and
 * leaves variables unknown: for groups that are not looked at. */
DXK_API void dxk_inspect_pause(dxk_inspect_state *state, bool paused);

/* Ends the watch. NULL is allowed. */
DXK_API void dxk_inspect_state_free(dxk_inspect_state *state);

/* Which instruction, and where it runs. */
typedef struct dxk_inspect_moment {
    dxk_inspect_when when; /* what happens */
    uint32_t place;        /* the instruction */
    uint32_t group[3];     /* group */
    uint32_t threads;      /* threads of a group */
    uint32_t wave;         /* wave of the group */
    uint32_t lanes;        /* lanes of a wave */
    uint64_t active[2];    /* lanes that run the instruction, as bits */
    uint32_t variable;     /* ASSIGN: the variable */
    uint64_t offset;       /* ASSIGN: bits of it that come first */
    uint64_t bits;         /* ASSIGN: bits that it gets */
    uint32_t first; /* stages that run one invocation after the other: number of that which is
                              thread 0 here; else 0 */
} dxk_inspect_moment;

/* The moment. */
DXK_API dxk_inspect_moment dxk_inspect_moment_get(const dxk_inspect_state *state);

/* What a thread is doing. */
typedef enum dxk_inspect_doing {
    DXK_INSPECT_RUNS = 0,    /* it is active */
    DXK_INSPECT_WAITS = 1,   /* for lanes of its wave that are elsewhere */
    DXK_INSPECT_BARRIER = 2, /* for other waves */
    DXK_INSPECT_READY = 3,   /* its wave has not begun, or goes on later */
    DXK_INSPECT_DONE = 4     /* it has returned from the entry point */
} dxk_inspect_doing;

/* A thread of the group. */
typedef struct dxk_inspect_thread {
    dxk_inspect_doing doing; /* what it does */
    uint32_t wave;           /* its wave */
    uint32_t lane;           /* its lane in it */
    uint32_t frames;         /* functions that it is in, inlined ones too */
} dxk_inspect_thread;

/* Thread `thread` of the group, flattened; false: there is none. */
DXK_API bool dxk_inspect_thread_get(const dxk_inspect_state *state, uint32_t thread,
                                    dxk_inspect_thread *out);

/* The thread in a lane of a wave; 0xFFFFFFFF: none. */
DXK_API uint32_t dxk_inspect_thread_at(const dxk_inspect_state *state, uint32_t wave,
                                       uint32_t lane);

/* A function that a thread is in. */
typedef struct dxk_inspect_frame {
    uint32_t place;      /* the instruction that comes next, or the call */
    uint32_t level;      /* for dxk_run_program_frame() */
    uint32_t depth;      /* functions of the module below it: frames with the same were inlined into
                            one */
    dxk_run_frame where; /* function, file and line; without a line if it is not known */
} dxk_inspect_frame;

/* Frame `index` of a thread, from the inside out; false past the end. */
DXK_API bool dxk_inspect_frame_get(const dxk_inspect_state *state, uint32_t thread, uint32_t index,
                                   dxk_inspect_frame *out);

/* What a register holds. */
typedef enum dxk_inspect_content {
    DXK_INSPECT_I1 = 0,     /* truth value */
    DXK_INSPECT_I8 = 1,     /* integers */
    DXK_INSPECT_I16 = 2,    /* likewise */
    DXK_INSPECT_I32 = 3,    /* likewise */
    DXK_INSPECT_I64 = 4,    /* likewise */
    DXK_INSPECT_F16 = 5,    /* binary16 */
    DXK_INSPECT_F32 = 6,    /* binary32 */
    DXK_INSPECT_F64 = 7,    /* binary64 */
    DXK_INSPECT_HANDLE = 8, /* handle of a resource */
    DXK_INSPECT_POINTER = 9 /* byte in a variable */
} dxk_inspect_content;

/* A number of the result of an instruction. */
typedef struct dxk_inspect_value {
    dxk_inspect_content content; /* what it is */
    uint32_t parts;              /* numbers that the result consists of */
    uint64_t bits;               /* its bits */
} dxk_inspect_value;

/* Part `part` of the result that the instruction at a place had for a thread the last time; false:
 * it has none, or it has not run since the thread came into the function. */
DXK_API bool dxk_inspect_value_get(const dxk_inspect_state *state, uint32_t thread, uint32_t place,
                                   uint32_t part, dxk_inspect_value *out);

/* Writes the variables that a thread sees in a frame to `list`, as many as there is room for: those
 * of inner blocks first, those of the program (static, shared ones), which all frames see, last.
 * Returns how many there are. */
DXK_API size_t dxk_inspect_visible(const dxk_inspect_state *state, uint32_t thread, uint32_t frame,
                                   uint32_t *list, size_t room);

/* Reads up to 64 bits of a variable as a thread sees it; *known has a bit for each that has a
 * value. */
DXK_API void dxk_inspect_read(const dxk_inspect_state *state, uint32_t thread, uint32_t variable,
                              uint64_t offset, uint32_t size, uint64_t *bits, uint64_t *known);

#ifdef __cplusplus
}
#endif
#endif
