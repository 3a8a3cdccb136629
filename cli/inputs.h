/* SPDX-License-Identifier: MIT */
/* inputs.h - the list of inputs: operands, and with -r the files below directories. */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stddef.h>

/* One input. */
typedef struct input {
    char *name; /* path as it is shown and opened */
    bool found; /* met in a directory: taken only when it is something for dxk */
} input;

typedef struct input_list {
    input *items;
    size_t count;
    size_t capacity;
} input_list;

/* Adds a named input; with `recursive` a directory stands for the files in it and below, in
 * the order of their names, links not followed. 0 or an errno value, of memory alone: what cannot
 * be opened stays in the list and fails when its turn comes. */
int inputs_add(input_list *list, const char *name, bool recursive);
void inputs_free(input_list *list);

#endif
