/* SPDX-License-Identifier: MIT */
/* inputs.c - collecting inputs, walking directories; see inputs.h. */
#include "inputs.h"

#include "host.h"
#include "io.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes over `name`. */
static int push(input_list *list, char *name, bool found)
{
    if (!name)
        return ENOMEM;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 16;
        input *grown = realloc(list->items, capacity * sizeof *grown);
        if (!grown) {
            free(name);
            return ENOMEM;
        }
        list->items = grown;
        list->capacity = capacity;
    }
    list->items[list->count++] = (input){name, found};
    return 0;
}

static char *join(const char *directory, const char *name)
{
    size_t size = strlen(directory);
    bool slash = size && directory[size - 1] == '/';
    char *path = malloc(size + strlen(name) + 2);
    if (path)
        sprintf(path, "%s%s%s", directory, slash ? "" : "/", name);
    return path;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const input *)a)->name, ((const input *)b)->name);
}

typedef struct listing {
    const char *path;
    input_list *entries;
} listing;

static int list_entry(void *user, const char *name)
{
    const listing *l = user;
    return push(l->entries, join(l->path, name), true);
}

/* The paths of all entries of a directory, sorted. */
static int list_directory(const char *path, input_list *entries)
{
    listing l = {path, entries};
    int error = host_list(path, list_entry, &l);
    if (entries->count > 1)
        qsort(entries->items, entries->count, sizeof *entries->items, by_name);
    return error;
}

/* Adds the files below a directory. Recursion ends where paths become too long to open. */
static int walk(input_list *list, const char *path)
{
    input_list entries = {NULL, 0, 0};
    int error = list_directory(path, &entries);
    if (error && error != ENOMEM) /* shows up when it is opened, in the words of the job */
        error = push(list, strdup(path), false);
    for (size_t i = 0; i < entries.count && !error; i++) {
        host_facts facts;
        const char *name = entries.items[i].name;
        if (host_look(name, false, &facts) != 0)
            continue; /* gone meanwhile */
        if (facts.kind == HOST_DIRECTORY)
            error = walk(list, name);
        else if (facts.kind == HOST_FILE)
            error = push(list, strdup(name), true);
    }
    inputs_free(&entries);
    return error;
}

int inputs_add(input_list *list, const char *name, bool recursive)
{
    if (recursive && strcmp(name, "-") != 0 && io_is_directory(name))
        return walk(list, name);
    return push(list, strdup(name), false);
}

void inputs_free(input_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].name);
    free(list->items);
    *list = (input_list){NULL, 0, 0};
}
