/* SPDX-License-Identifier: MIT */
/*
 * dxk/lines.h - finds the source lines that instructions come from.
 *
 * The module must have debug information: take that of the ILDB part of a container or its PDB. A
 * stripped program has the same instructions apart from calls of llvm.dbg.*, so dxk_lines_find()
 * finds an instruction of one in the other.
 *
 *     const dxk_module_read_options how = {.offsets = true, .file_offset = place.offset};
 *     dxk_module_read(ctx, place.program.bitcode, &how, &module);
 *     dxk_lines_load(module, &lines);
 *     if (dxk_lines_at(lines, bit, &index) && dxk_lines_frame(lines, index, 0, &frame))
 *         printf("%.*s:%u\n", (int)frame.file.size, frame.file.data, frame.line);
 */
#ifndef DXK_LINES_H
#define DXK_LINES_H

#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* List of the instructions of a module, without calls of llvm.dbg.*. Opaque. */
typedef struct dxk_lines dxk_lines;

/* An instruction. */
typedef struct dxk_line {
    dxk_str function;     /* name of its function in the module */
    uint32_t instruction; /* number of the instruction in the function, from 0 */
    uint32_t block;       /* number of its block in the function, from 0 */
    uint64_t bit;         /* bit offset of its record in the stream; UINT64_MAX if the module was
                             read without dxk_module_read_options.offsets */
    uint32_t levels;      /* number of frames for dxk_lines_frame(): 1, plus 1 for each level of
                             inlining; 0: the line is not known */
} dxk_line;

/* A function of the source and a line in it. */
typedef struct dxk_line_frame {
    dxk_str function; /* name of the function in the source; empty if not known */
    dxk_str file;     /* name of the source file; empty if not known */
    uint32_t line;    /* line in the file, from 1; 0: the code belongs to no line */
    uint32_t column;  /* column, from 1; 0: not known */
} dxk_line_frame;

/* Lists the instructions of a module, which must outlive *out and must not change meanwhile. The
 * caller frees *out with dxk_lines_free(). Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_lines_load(const dxk_module *module, dxk_lines **out);

/* Frees a list. NULL is allowed. */
DXK_API void dxk_lines_free(dxk_lines *lines);

/* Returns the number of instructions. */
DXK_API size_t dxk_lines_count(const dxk_lines *lines);

/* Describes instruction `index` in *out, in the order of the module. False past the end. */
DXK_API bool dxk_lines_get(const dxk_lines *lines, size_t index, dxk_line *out);

/* Describes where instruction `index` comes from in *out. Level 0 is the line itself, level 1 the
 * call at which its function was inlined, and so on. False past the end. */
DXK_API bool dxk_lines_frame(const dxk_lines *lines, size_t index, uint32_t level,
                             dxk_line_frame *out);

/* Sets *index to the instruction whose record contains a bit of the stream, as diagnostics and
 * listings with offsets give it. False if the bit precedes the first record, or if there are no
 * offsets. */
DXK_API bool dxk_lines_at(const dxk_lines *lines, uint64_t bit, size_t *index);

/* Sets *index to instruction `instruction` of a function. False if there is none. */
DXK_API bool dxk_lines_find(const dxk_lines *lines, dxk_str function, uint32_t instruction,
                            size_t *index);

#ifdef __cplusplus
}
#endif
#endif
