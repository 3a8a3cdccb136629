/* SPDX-License-Identifier: MIT */
/*
 * exec_support.h - running small compute shaders from text. A body has %h, a handle of a writable
 * byte-address buffer of EXEC_WORDS words, %t, the number of the thread in its group, and %at, the
 * byte address of the thread's word. What it stores is in `words` afterwards.
 */
#ifndef TESTS_EXEC_SUPPORT_H
#define TESTS_EXEC_SUPPORT_H

#include "support.h"

#include "dxk/run.h"
#include "dxk/text.h"

#define EXEC_WORDS 512u

#define EXEC_STORE(value) EXEC_STORE_AT("%at", value)
#define EXEC_STORE_AT(at, value)                                                                   \
    "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %h, i32 " at                      \
    ", i32 undef, i32 " value ", i32 undef, i32 undef, i32 undef, i8 1)\n"

typedef struct exec_case {
    const char *threads; /* "i32 8, i32 1, i32 1" */
    const char *stage;   /* of the shader model; NULL: "cs" */
    const char *globals; /* variables, types, functions; NULL: none */
    const char *body;    /* without the final ret */
    dxk_run_program_options program;
    dxk_run_options run;
    uint32_t groups; /* 0: 1 */

    uint32_t words[EXEC_WORDS];
    dxk_status status;       /* of what failed first */
    const char *wanted;      /* a kind of finding; NULL: any */
    dxk_run_finding finding; /* the first of that kind, of the worker */
    size_t finding_count;
    uint64_t steps;
} exec_case;

/* Makes, runs and frees; the result is in the case. */
void exec_run(dxk_ctx *ctx, exec_case *c);

/* The same, and expects that all went well. */
void exec_run_well(exec_case *c);

/* Expects that the program is refused with a rule and a message that begins with `message`. */
void exec_refuse(exec_case *c, const char *rule, const char *message);

#endif
