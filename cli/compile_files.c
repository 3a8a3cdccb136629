/* SPDX-License-Identifier: MIT */
/*
 * compile_files.c - included files, each read once for all compilations of a run, whatever paths lead to it: the
 * library knows by that whether two paths are one file. See compile.h.
 */
#include "compile.h"

#include "host.h"
#include "io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A file, by its path without links. */
typedef struct content {
    char *path;
    io_file file;
    struct content *next;
} content;

/* A path that was asked for. */
typedef struct entry {
    char *path;             /* NULL: the place is free */
    const content *content; /* NULL: there is no file */
} entry;

struct compile_files {
    host_lock lock;
    uint64_t max_size;
    entry *table; /* open addressing; there is always room */
    size_t capacity, count;
    content *contents;
};

compile_files *compile_files_new(uint64_t max_size)
{
    compile_files *files = calloc(1, sizeof *files);
    if (!files)
        return NULL;
    files->max_size = max_size;
    host_lock_init(&files->lock);
    return files;
}

void compile_files_free(compile_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < files->capacity; i++)
        free(files->table[i].path);
    for (content *next, *it = files->contents; it; it = next) {
        next = it->next;
        io_close(&it->file);
        free(it->path);
        free(it);
    }
    free(files->table);
    host_lock_destroy(&files->lock);
    free(files);
}

/* The entry of a path, or the free one where it belongs. */
static entry *place_of(entry *table, size_t capacity, const char *path, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)path[i]) * 0x100000001b3u;
    for (size_t i = (size_t)(hash ^ hash >> 32);; i++) {
        entry *e = &table[i & (capacity - 1)];
        if (!e->path || (strlen(e->path) == size && memcmp(e->path, path, size) == 0))
            return e;
    }
}

static bool grow(compile_files *files)
{
    size_t capacity = files->capacity ? 2 * files->capacity : 64;
    entry *table = calloc(capacity, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < files->capacity; i++) {
        const entry *e = &files->table[i];
        if (e->path)
            *place_of(table, capacity, e->path, strlen(e->path)) = *e;
    }
    free(files->table);
    files->table = table;
    files->capacity = capacity;
    return true;
}

static char *copy_of(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

/* Reads the file at a path, which was not read by another one; *no_memory: that is why not. */
static const content *read_new(compile_files *files, const char *name, char *path, bool *no_memory)
{
    content *made = calloc(1, sizeof *made);
    int error = made ? io_read(name, files->max_size, NULL, &made->file) : ENOMEM;
    *no_memory = error == ENOMEM;
    if (error) {
        free(path);
        free(made);
        return NULL;
    }
    made->path = path;
    made->next = files->contents;
    files->contents = made;
    return made;
}

/* The file at a path, or NULL; *no_memory: that is why. */
static const content *content_at(compile_files *files, const char *name, bool *no_memory)
{
    char *path = NULL;
    *no_memory = false;
    if (!io_exists(name) || io_is_directory(name))
        return NULL;
    if (host_resolve(name, &path) != 0 && !(path = copy_of(name, strlen(name)))) {
        *no_memory = true;
        return NULL;
    }
    for (const content *it = files->contents; it; it = it->next) {
        if (strcmp(it->path, path) != 0)
            continue;
        free(path);
        return it;
    }
    return read_new(files, name, path, no_memory);
}

/* Looks what there is at the path, which belongs to a free entry. */
static bool fill(compile_files *files, entry *e, dxk_str path)
{
    char *name = copy_of(path.data, path.size);
    bool no_memory;
    if (!name)
        return false;
    e->content = content_at(files, name, &no_memory);
    if (no_memory) {
        free(name);
        return false;
    }
    e->path = name;
    files->count++;
    return true;
}

/* The lock is held. */
static dxk_status look(compile_files *files, dxk_str path, dxk_bytes *bytes, const char **name)
{
    if (2 * (files->count + 1) > files->capacity && !grow(files))
        return DXK_E_NOMEM;
    entry *e = place_of(files->table, files->capacity, path.data, path.size);
    if (!e->path && !fill(files, e, path))
        return DXK_E_NOMEM;
    if (!e->content)
        return DXK_E_NOT_FOUND;
    *bytes = e->content->file.bytes;
    *name = e->path;
    return DXK_OK;
}

dxk_status compile_files_get(compile_files *files, dxk_str path, dxk_bytes *bytes,
                             const char **name)
{
    host_lock_take(&files->lock);
    dxk_status status = look(files, path, bytes, name);
    host_lock_give(&files->lock);
    return status;
}
