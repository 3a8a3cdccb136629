/* SPDX-License-Identifier: MIT */
/* web_files.c - files in memory; see web.h. */
#include "web.h"

#include <stdlib.h>
#include <string.h>

web_state *web_memory(void)
{
    static web_state state;
    return &state;
}

/* The path without "." and doubled slashes, for free(); NULL: no memory. */
static char *simple(const char *path)
{
    char *made = malloc(strlen(path) + 1), *end = made;
    if (!made)
        return NULL;
    for (const char *p = path; *p;) {
        size_t size = strcspn(p, "/");
        bool skipped = (size == 1 && *p == '.') || (size == 0 && p != path);
        if (!skipped) {
            memcpy(end, p, size);
            end += size;
        }
        p += size;
        while (*p == '/')
            p++;
        if (!skipped && (*p || size == 0))
            *end++ = '/';
    }
    *end = 0;
    return made;
}

/* The place of a path among the files, which are in the order of their paths. */
static size_t place_of(const char *path, bool *found)
{
    const web_state *state = web_memory();
    size_t low = 0, high = state->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(state->files[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < state->count && strcmp(state->files[low].path, path) == 0;
    return low;
}

web_file *web_find(const char *path)
{
    bool found = false;
    char *wanted = web_memory()->count ? simple(path) : NULL;
    size_t place = wanted ? place_of(wanted, &found) : 0;
    free(wanted);
    return found ? &web_memory()->files[place] : NULL;
}

size_t web_find_below(const char *folder, size_t *prefix)
{
    bool found;
    char *wanted = simple(folder);
    size_t size = wanted ? strlen(wanted) : 0;
    char *below = wanted ? realloc(wanted, size + 2) : NULL;
    if (!below) {
        free(wanted);
        *prefix = 0;
        return web_memory()->count;
    }
    if (size && below[size - 1] != '/') /* "" is where names begin, and all are below it */
        below[size++] = '/';
    below[size] = 0;
    size_t place = place_of(below, &found);
    const web_state *state = web_memory();
    *prefix = size;
    if (place < state->count && strncmp(state->files[place].path, below, size) != 0)
        place = state->count;
    free(below);
    return place;
}

/* Adds an empty file at its place; takes over `path`. */
static web_file *add(size_t place, char *path)
{
    web_state *state = web_memory();
    if (state->count == state->capacity) {
        size_t capacity = state->capacity ? state->capacity * 2 : 16;
        web_file *grown = realloc(state->files, capacity * sizeof *grown);
        if (!grown) {
            free(path);
            return NULL;
        }
        state->files = grown;
        state->capacity = capacity;
    }
    web_file *file = &state->files[place];
    memmove(file + 1, file, (state->count - place) * sizeof *file);
    state->count++;
    *file = (web_file){.path = path};
    return file;
}

web_file *web_make(const char *path)
{
    bool found;
    char *wanted = simple(path);
    if (!wanted)
        return NULL;
    size_t place = place_of(wanted, &found);
    if (!found)
        return add(place, wanted);
    free(wanted);
    return &web_memory()->files[place];
}

void web_drop(web_file *file)
{
    web_state *state = web_memory();
    size_t index = (size_t)(file - state->files);
    free(file->path);
    web_bytes_free(&file->bytes);
    state->count--;
    memmove(file, file + 1, (state->count - index) * sizeof *file);
}

bool web_bytes_write(web_bytes *bytes, size_t at, const void *data, size_t size)
{
    size_t end = at + size;
    if (end < at)
        return false;
    if (end > bytes->capacity) {
        size_t capacity = bytes->capacity < SIZE_MAX / 2 ? bytes->capacity * 2 : SIZE_MAX;
        if (capacity < end)
            capacity = end;
        uint8_t *grown = realloc(bytes->data, capacity);
        if (!grown)
            return false;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    if (size)
        memcpy(bytes->data + at, data, size);
    if (end > bytes->size)
        bytes->size = end;
    return true;
}

void web_bytes_free(web_bytes *bytes)
{
    free(bytes->data);
    *bytes = (web_bytes){NULL, 0, 0};
}
