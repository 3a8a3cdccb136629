/* SPDX-License-Identifier: MIT */
/*
 * hlsl_support.h - small shaders in HLSL that are compiled, and validated, run or refused.
 */
#ifndef TESTS_HLSL_SUPPORT_H
#define TESTS_HLSL_SUPPORT_H

#include "support.h"

#include "dxk/hlsl.h"

#define HLSL_WORDS 64u

typedef struct hlsl_shader {
    const char *target, *source;
    bool native_16bit;
} hlsl_shader;

/* Compiles as HLSL 2021 with -O1. */
dxk_status hlsl_compile(dxk_ctx *ctx, const hlsl_shader *s, dxk_module **m);

/* Expects that a shader compiles to a valid container. */
void hlsl_expect_valid(const hlsl_shader *s);

/* Builds the container of a shader, with all passes or without. */
dxk_container *hlsl_build(dxk_ctx *ctx, const hlsl_shader *s, bool optimize);

/* Validates a container that was built, and the same written and read again, which must give the same
 * findings. Returns how many there are, warnings included. */
size_t hlsl_judge(const dxk_container *made);

/* Expects that a shader is refused with that rule, "HLSL.NO_MATCH". */
void hlsl_expect_refused(const hlsl_shader *s, const char *rule);

/* Runs one group of a compute shader on zeros; the words are those of u0. */
void hlsl_run(dxk_ctx *ctx, const dxk_module *m, uint32_t words[HLSL_WORDS]);
/* The same on the words as they are. */
void hlsl_run_on(dxk_ctx *ctx, const dxk_module *m, uint32_t words[HLSL_WORDS]);

/* Runs conditions in a compute shader and expects all of them to be true. `before` stands in front of
 * them; `zero` and `one` are numbers that the compiler does not know, `o` is a buffer of 256 bytes of
 * which the first ones take the answers. */
void hlsl_expect_true(const char *target, const char *before, const char *const *conditions,
                      size_t count);

/* The same with declarations in front of the function, with all passes and without. Targets from cs_6_2 on
 * have 16-bit types. */
void hlsl_expect_values_in(const char *target, const char *globals, const char *before,
                           const char *const *conditions, size_t count);

/* The same for cs_6_6. */
void hlsl_expect_values(const char *globals, const char *before, const char *const *conditions,
                        size_t count);

/* How often a text is in the assembly of a shader. */
unsigned hlsl_count(const char *target, const char *source, const char *text);

/* What a source is answered by; NULL: nothing, it is right. */
typedef struct answer_case {
    const char *target, *source, *message;
} answer_case;

/* Expects that each source is valid, or that its message is among what is said of it. */
void hlsl_expect_answers(const answer_case *cases, size_t count);

/* A source, and "LINE: MESSAGE" of each thing that is said of it, in order, with an end of line. */
typedef struct said_case {
    const char *source, *said;
} said_case;

/* How all sources of a test are compiled. */
typedef struct said_how {
    const char *target;
    uint32_t version; /* 0: 2021 */
    bool native_16bit;
    const char *loud; /* a group of warnings that is off, or NULL */
} said_how;

/* Compiles sources and expects that just this is said of them. */
void hlsl_expect_said(const said_how *how, const said_case *cases, size_t count);
#define EXPECT_SAID(how, cases) hlsl_expect_said((how), (cases), sizeof(cases) / sizeof *(cases))

#endif
