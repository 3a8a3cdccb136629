/* SPDX-License-Identifier: MIT */
/* source_lines.h - lines of the source of a shader, by file and number. */
#ifndef SOURCE_LINES_H
#define SOURCE_LINES_H

#include <dxk/text.h>

#include "pdb_find.h"

typedef struct source_lines {
    const dxk_pdb *pdb;
    struct source_file *files; /* by name */
    size_t count;
} source_lines;

/* Lists the files of `pdb`, which may be NULL; false: out of memory. source_lines_free() afterwards. */
bool source_lines_init(source_lines *lines, const dxk_pdb *pdb);
void source_lines_free(source_lines *lines);

/* A dxk_line_source; `user` is a source_lines. */
bool source_lines_get(void *user, dxk_str file, uint32_t line, dxk_str *text);

#endif
