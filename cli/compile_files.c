/* SPDX-License-Identifier: MIT */
/* compile_files.c - included files, each read once for all compilations of a run. See compile.h. */
#include "compile.h"

#include "host.h"
#include "io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A path that was asked for. */
typedef struct entry {
    char *path; /* NULL: the place is free */
    io_file file;
    bool is_there;
} entry;

struct compile_files {
    host_lock lock;
    uint64_t max_size;
    entry *table; /* open addressing; there is always room */
    size_t capacity, count;
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
    for (size_t i = 0; i < files->capacity; i++) {
        if (files->table[i].is_there)
            io_close(&files->table[i].file);
        free(files->table[i].path);
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

/* Looks what there is at the path, which belongs to a free entry. */
static bool fill(compile_files *files, entry *e, dxk_str path)
{
    char *name = malloc(path.size + 1);
    if (!name)
        return false;
    memcpy(name, path.data, path.size);
    name[path.size] = 0;
    int error = io_exists(name) && !io_is_directory(name)
                    ? io_read(name, files->max_size, NULL, &e->file)
                    : ENOENT;
    if (error == ENOMEM) {
        free(name);
        return false;
    }
    e->is_there = error == 0;
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
    if (!e->is_there)
        return DXK_E_NOT_FOUND;
    *bytes = e->file.bytes;
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
