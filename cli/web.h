/* SPDX-License-Identifier: MIT */
/*
 * web.h - the command as a WebAssembly module: files in memory, and what surrounds them.
 *
 * A command sees the files that were put into memory, and after them those of the surroundings, which the
 * functions of surroundings.h fetch: a page has none, Node.js has the disk. What commands write stays in memory.
 * A module is one process: web_state is its only mutable state.
 */
#ifndef WEB_H
#define WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a file in memory is. */
typedef enum web_kind {
    WEB_PUT,     /* put there by the surroundings */
    WEB_WRITTEN, /* written by a command */
    WEB_FOLDER   /* made by a command */
} web_kind;

/* Bytes that grow. */
typedef struct web_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
} web_bytes;

typedef struct web_file {
    char *path;
    web_bytes bytes;
    web_kind kind;
} web_file;

typedef struct web_state {
    web_file *files; /* in the order of their paths */
    size_t count;
    size_t capacity;
    unsigned terminals; /* bit n: descriptor n is a terminal */
    size_t columns;     /* of the terminal; 0: nobody knows */
} web_state;

web_state *web_memory(void);

/* The file of that path, which need not be in its simplest form; NULL: there is none. */
web_file *web_find(const char *path);

/* The first file below a folder, the number of files: there is none. `prefix`: bytes of a path in front of what
 * is below the folder. */
size_t web_find_below(const char *folder, size_t *prefix);

/* That file, made where there is none; NULL: no memory. */
web_file *web_make(const char *path);
void web_drop(web_file *file);

/* Writes at `at`, which is at most the size; false: no memory. */
bool web_bytes_write(web_bytes *bytes, size_t at, const void *data, size_t size);
void web_bytes_free(web_bytes *bytes);

/* Closes what a command left open (host_web.c). */
void web_close_all(void);

#endif
