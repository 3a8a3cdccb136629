/* SPDX-License-Identifier: MIT */
/*
 * dxk/diff.h - comparing two containers field by field.
 */
#ifndef DXK_DIFF_H
#define DXK_DIFF_H

#include "dxk/container.h"
#include "dxk/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of differences. */
typedef enum dxk_difference_kind {
    DXK_DIFFERENCE_CHANGED = 0, /* both have it, with another value */
    DXK_DIFFERENCE_REMOVED = 1, /* only the first has it */
    DXK_DIFFERENCE_ADDED = 2,   /* only the second has it */
    DXK_DIFFERENCE_MOVED = 3    /* a part has another place in the order; values are positions */
} dxk_difference_kind;

/* A difference. Valid during the callback. */
typedef struct dxk_difference {
    dxk_difference_kind kind; /* kind */
    const char *path;         /* "PSV0/resources[3].upper_bound" */
    dxk_str left;             /* value in the first container, as text; empty if it has none */
    dxk_str right;            /* value in the second */
} dxk_difference;

/* What to compare. Zero-initialise for values and the targets of references. */
typedef struct dxk_diff_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool layout;        /* also sizes, offsets and string positions that follow from the rest */
} dxk_diff_options;

/*
 * Compares two containers part by part (the n-th part of a kind with the n-th of that kind) and
 * field by field, and calls `each` for every difference, in the order of the first container. A
 * status other than DXK_OK from `each` ends the call. *count (may be NULL) is set to the number of
 * differences. A damaged part is reported and compared as bytes. `options` may be NULL.
 */
DXK_API dxk_status dxk_diff(const dxk_container *left, const dxk_container *right,
                            const dxk_diff_options *options,
                            dxk_status (*each)(void *user, const dxk_difference *difference),
                            void *user, size_t *count);

/* Writes the differences as a JSON object: "differences", an array of objects with "kind", "path", "left"
 * and "right". Statuses as of dxk_diff(), and DXK_E_SINK. */
DXK_API dxk_status dxk_diff_json(const dxk_container *left, const dxk_container *right,
                                 const dxk_diff_options *options, dxk_sink sink);

/* Writes one of them as an element of an open array. */
DXK_API dxk_status dxk_json_difference(dxk_json *json, const dxk_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
