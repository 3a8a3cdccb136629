/* SPDX-License-Identifier: MIT */
/*
 * surroundings.h - what a WebAssembly module asks of the program around it; web/dxk.js answers.
 *
 * Paths end with NUL. Functions that return int32_t return 0 or an errno value of WASI.
 */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include <stdint.h>

#define SURROUNDINGS(name) __attribute__((import_module("dxk"), import_name(name)))

/* What is at a path. */
typedef struct surroundings_facts {
    uint32_t kind;  /* a host_kind */
    uint32_t size;  /* of a file */
    uint32_t flags; /* 1: it has several names, 2: nobody may write to it */
} surroundings_facts;

/* Bytes that were allocated by web_alloc(). */
typedef struct surroundings_bytes {
    uint8_t *data;
    uint32_t size;
} surroundings_bytes;

SURROUNDINGS("look")
int32_t surroundings_look(const char *path, int32_t follow, surroundings_facts *facts);

/* The whole of a file; "-" is standard input. */
SURROUNDINGS("read") int32_t surroundings_read(const char *path, surroundings_bytes *bytes);

/* Names in a folder, each with NUL behind it. */
SURROUNDINGS("list") int32_t surroundings_list(const char *path, surroundings_bytes *names);

/* Milliseconds from some moment on. */
SURROUNDINGS("now") double surroundings_now(void);

#endif
