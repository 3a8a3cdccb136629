/* SPDX-License-Identifier: MIT */
/*
 * dxk/lines.h - which line of the source an instruction comes from.
 *
 * The module must have debug information: that of an ILDB part, of the container or of its PDB. A
 * stripped program has the same instructions, but for calls of llvm.dbg: dxk_lines_find() takes an
 * instruction from one to the other.
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

/* The instructions of a module that are no calls of llvm.dbg. Opaque. */
typedef struct dxk_lines dxk_lines;

/* An instruction. */
typedef struct dxk_line {
    dxk_str function;     /* name of its function in the module */
    uint32_t instruction; /* number in the function, from 0 */
    uint32_t block;       /* number of its block, from 0 */
    uint64_t bit;    /* where its record begins, in bits, see dxk_module_read_options; UINT64_MAX if
                             the module was read without `offsets` */
    uint32_t levels; /* frames: 1 and one for each level of inlining; 0: its line is not known */
} dxk_line;

/* A function of the source and a line in it. */
typedef struct dxk_line_frame {
    dxk_str function; /* name in the source; empty if unknown */
    dxk_str file;     /* source file; empty if unknown */
    uint32_t line;    /* line in it, from 1; 0: code that belongs to no line */
    uint32_t column;  /* column, from 1; 0: unknown */
} dxk_line_frame;

/* Lists the instructions of a module, which must outlive *out and not change. The caller frees with
 * dxk_lines_free(). DXK_E_NOMEM. */
DXK_API dxk_status dxk_lines_load(const dxk_module *module, dxk_lines **out);

/* Frees the list. NULL is allowed. */
DXK_API void dxk_lines_free(dxk_lines *lines);

/* Number of instructions. */
DXK_API size_t dxk_lines_count(const dxk_lines *lines);

/* Instruction `index`, in the order of the module; false past the end. */
DXK_API bool dxk_lines_get(const dxk_lines *lines, size_t index, dxk_line *out);

/* Where instruction `index` comes from: level 0 is the line itself, level 1 where its function was
 * inlined, and so on. False past the end. */
DXK_API bool dxk_lines_frame(const dxk_lines *lines, size_t index, uint32_t level,
                             dxk_line_frame *out);

/* The instruction whose record a bit is in, as diagnostics and listings with offsets tell it; false:
 * it is in front of the first one, or there are no offsets. */
DXK_API bool dxk_lines_at(const dxk_lines *lines, uint64_t bit, size_t *index);

/* Instruction number `instruction` of a function; false: there is none. */
DXK_API bool dxk_lines_find(const dxk_lines *lines, dxk_str function, uint32_t instruction,
                            size_t *index);

#ifdef __cplusplus
}
#endif
#endif
