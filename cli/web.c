/* SPDX-License-Identifier: MIT */
/*
 * web.c - what the WebAssembly module exports, in the place of main.c; see web.h.
 *
 * A caller allocates, copies its bytes there, and calls: web_put() for each file, web_run() for a command, then
 * web_file_...() for what it wrote. Addresses are good until the next call.
 */
#include "web.h"

#include "command.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name))) extern

#define FAILED 4 /* status of a command without memory */

EXPORT("web_alloc") void *web_alloc(size_t size);
EXPORT("web_free") void web_free(void *at);
EXPORT("web_put") int web_put(char *path, uint8_t *data, size_t size);
EXPORT("web_clear") void web_clear(void);
EXPORT("web_terminal") void web_terminal(unsigned terminals, size_t columns);
EXPORT("web_run") int web_run(char *words, size_t size);
EXPORT("web_file_count") size_t web_file_count(void);
EXPORT("web_file_name") const char *web_file_name(size_t index);
EXPORT("web_file_data") const uint8_t *web_file_data(size_t index);
EXPORT("web_file_size") size_t web_file_size(size_t index);
EXPORT("web_file_kind") int web_file_kind(size_t index);

void *web_alloc(size_t size)
{
    return malloc(size ? size : 1);
}

void web_free(void *at)
{
    free(at);
}

/* Puts a file into memory, or replaces it; takes over both blocks. 0: no memory. */
int web_put(char *path, uint8_t *data, size_t size)
{
    web_file *file = web_make(path);
    free(path);
    if (!file) {
        free(data);
        return 0;
    }
    web_bytes_free(&file->bytes);
    file->bytes = (web_bytes){data, size, size};
    file->kind = WEB_PUT;
    return 1;
}

/* Forgets all files. */
void web_clear(void)
{
    web_state *state = web_memory();
    while (state->count)
        web_drop(&state->files[state->count - 1]);
}

/* Says which descriptors are terminals, a bit each, and how wide they are. */
void web_terminal(unsigned terminals, size_t columns)
{
    web_memory()->terminals = terminals;
    web_memory()->columns = columns;
}

/* Runs a command. `words` are its arguments without the program's name, each with NUL after it; the block is
 * freed. Returns the exit status. */
int web_run(char *words, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++)
        count += words[i] == 0;
    char **argv = calloc(count + 1, sizeof *argv), name[] = "dxk";
    int status = FAILED;
    if (argv) {
        argv[0] = name;
        for (size_t i = 1, at = 0; i < count; i++, at += strlen(words + at) + 1)
            argv[i] = words + at;
        status = command_main((int)count, argv);
    }
    web_close_all();
    free(argv);
    free(words);
    return status;
}

/* The files in memory. */
size_t web_file_count(void)
{
    return web_memory()->count;
}

static const web_file *file_at(size_t index)
{
    static const web_file none = {.path = NULL};
    return index < web_memory()->count ? &web_memory()->files[index] : &none;
}

const char *web_file_name(size_t index)
{
    return file_at(index)->path;
}

const uint8_t *web_file_data(size_t index)
{
    return file_at(index)->bytes.data;
}

size_t web_file_size(size_t index)
{
    return file_at(index)->bytes.size;
}

/* A web_kind. */
int web_file_kind(size_t index)
{
    return (int)file_at(index)->kind;
}
