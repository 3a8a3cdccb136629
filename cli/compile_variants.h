/* SPDX-License-Identifier: MIT */
/*
 * compile_variants.h - `-D NAME={A,B}` and `-D NAME={0..7}` on a command line, or on a line of --jobs: a
 * compilation for each combination of values.
 *
 *   compile_axes.c       the values, and the options of one variant
 *   compile_plan.c       which variants are equal after preprocessing: they are compiled once
 *   compile_variants.c   variants as inputs of a run; outputs; the table
 */
#ifndef DXK_CLI_COMPILE_VARIANTS_H
#define DXK_CLI_COMPILE_VARIANTS_H

#include "compile.h"

#define COMPILE_MOST_VARIANTS ((size_t)1 << 22) /* of one line */

/* A macro with several values. */
typedef struct compile_axis {
    size_t define; /* which of the options' defines it is */
    const char *name;
    size_t name_size;
    const char **values;
    size_t count;
    size_t stride;  /* variants until its value changes */
    size_t longest; /* bytes of a value */
} compile_axis;

/* The variants of a line. Number v has value v / stride % count of each axis. */
typedef struct compile_set {
    const compile_options *base;
    const char *source; /* its name */
    dxk_bytes bytes;    /* its content, which the files of `base` own */
    compile_axis *axes;
    size_t axis_count;
    size_t count; /* of variants */
    char *text;   /* that values are in */
    size_t room;  /* bytes that texts of one variant need at most */
} compile_set;

/* Variants that are one program. The first is compiled. */
struct compile_class {
    compile_options options; /* of the first one */
    void *block;             /* that these point into */
    const compile_set *set;
    const uint32_t *members;
    size_t count;
    uint8_t digest[16];               /* of the container, once there is one */
    bool is_made;                     /* there is one */
    const struct compile_class *same; /* an earlier one with an equal container; NULL: none */
};

/* --- compile_axes.c --- */

/* Finds the macros with several values; set->axis_count is 0 if there are none. False: wrong, which `message`
 * says. compile_free_set() follows in any case. */
bool compile_find_axes(compile_set *set, const compile_options *base, const char *source,
                       char message[OPT_MESSAGE]);
void compile_free_set(compile_set *set);

/* The options of a variant, with {NAME} and {} in names of outputs replaced. They point into *block, for
 * free(). False: no memory. */
bool compile_variant(const compile_set *set, size_t variant, compile_options *options,
                     void **block);

/* Prints "FOG=1 SHADOWS=0". */
void compile_put_values(text_out *out, const compile_set *set, size_t variant);

/* --- compile_plan.c --- */

/* Gives each variant the number of its class; classes are numbered by their first variants. *count gets the
 * number of classes. NULL: no memory. The caller frees the result. */
uint32_t *compile_plan(const compile_set *set, size_t threads, size_t *count);

#endif
