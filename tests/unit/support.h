/* SPDX-License-Identifier: MIT */
/*
 * support.h - what the unit tests share: cmocka with its includes, samples, contexts that count,
 * allocators that fail.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dxk/base.h"

/*
 * What a file exports: its tests, under its own name. The file ends with its list and
 *
 *     SUPPORT_SUITE(test_digest, tests);
 *
 * unit/main.c runs them. A suite whose `possible` returns false is passed over.
 */
typedef struct support_suite {
    const char *name;
    const struct CMUnitTest *tests;
    size_t count;
    bool (*possible)(void); /* NULL: always */
} support_suite;

#define SUPPORT_SUITE_IF(name, tests, possible)                                                    \
    const support_suite suite_##name = {#name, tests, sizeof(tests) / sizeof *(tests), possible}
#define SUPPORT_SUITE(name, tests) SUPPORT_SUITE_IF(name, tests, NULL)

/* A file's bytes; fails the test when it cannot be read. Freed with free(). */
uint8_t *support_read(const char *path, size_t *size);

/* tests/data/NAME, the same way. */
uint8_t *support_sample(const char *name, size_t *size);

/* The large corpus's folder NAME ("own"), or NULL, and a message for a test
 * that is skipped, when the corpus is not there. Static buffer. */
const char *support_corpus(const char *name);

/* Calls `each` for every file in `folder` whose name ends with `suffix`, sorted; returns the
 * number of files. */
size_t support_each(const char *folder, const char *suffix,
                    void (*each)(void *user, const char *path), void *user);

/* A context with default options. */
dxk_ctx *support_ctx(void);

/* Frees the context after checking that nothing allocated through it is left. */
void support_ctx_done(dxk_ctx *ctx);

/* True when a diagnostic of rule `rule` was reported. */
bool support_reported(const dxk_ctx *ctx, const char *rule);

/*
 * Runs `run` with an allocator that fails the k-th allocation, for k = 0, 1, 2 ... until a run
 * sees no failure. Each failing run must return DXK_E_NOMEM and
 * leave nothing allocated.
 */
void support_fail_allocations(dxk_status (*run)(dxk_ctx *ctx, void *user), void *user);

#endif
