/* SPDX-License-Identifier: MIT */
/* run_show.h - how the contents of a buffer are printed: run_show.c, run_grid.c. */
#ifndef RUN_SHOW_H
#define RUN_SHOW_H

#include "run.h"
#include "value.h"

#include <string.h>

#define RUN_COLUMNS (TEXT_COLUMNS - 1)
#define RUN_ROWS    64         /* of a buffer that no option names */
#define RUN_NUMBER  VALUE_REAL /* bytes of a number as text */

typedef enum run_number { N_HEX, N_UNSIGNED, N_SIGNED, N_REAL } run_number;

/* A number of an element. */
typedef struct run_column {
    char name[48];
    uint32_t offset;
    uint8_t size, kind;
} run_column;

/* The rows of a buffer. */
typedef struct run_layout {
    run_column columns[RUN_COLUMNS];
    size_t count;
    uint32_t stride;
    bool full; /* there are more columns than fit */
} run_layout;

/* Returns the length of the text. */
int run_format_number(char text[RUN_NUMBER], const run_column *c, const uint8_t *row);

static inline bool run_has_changed(const uint8_t *now, const uint8_t *before, uint64_t at,
                                   uint64_t size)
{
    return !before || memcmp(now + at, before + at, (size_t)size) != 0;
}

/* Prints a texture as a grid: rows of texels that differ from `before`; NULL: all. False: it is none, or its
 * lines would be too long to be read. */
bool run_show_grid(text_out *out, const run_layout *l, const dxk_job_buffer *b,
                   const uint8_t *before);

#endif
