/* SPDX-License-Identifier: MIT */
/*
 * surroundings.h - what a WebAssembly module asks of the program around it; web/dxk.js answers.
 *
 * Paths end with NUL. Errors are errno values of WASI.
 */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include <stdint.h>

#ifdef __wasm__
#define SURROUNDINGS(name) __attribute__((import_module("dxk"), import_name(name)))
#else /* in a test */
#define SURROUNDINGS(name)
#endif

/* What is at a path. */
typedef struct surroundings_facts {
    uint32_t kind;  /* a host_kind */
    uint32_t size;  /* of a file */
    uint32_t flags; /* 1: it has several names, 2: nobody may write to it */
} surroundings_facts;

SURROUNDINGS("look")
int32_t surroundings_look(const char *path, int32_t follow, surroundings_facts *facts);

/* Opens a file for reading; 0, 1 and 2 are open. These three return -errno when they fail, and read() 0 at the end. */
SURROUNDINGS("open") int32_t surroundings_open(const char *path);
SURROUNDINGS("read") int32_t surroundings_read(int32_t fd, void *data, uint32_t size);
SURROUNDINGS("write") int32_t surroundings_write(int32_t fd, const void *data, uint32_t size);
SURROUNDINGS("close") void surroundings_close(int32_t fd);

/* Names in a folder, each with NUL after it, in a block from web_alloc(). */
typedef struct surroundings_names {
    char *names;
    uint32_t size;
} surroundings_names;

SURROUNDINGS("list") int32_t surroundings_list(const char *path, surroundings_names *names);

/* Milliseconds from some moment on. */
SURROUNDINGS("now") double surroundings_now(void);

#endif
