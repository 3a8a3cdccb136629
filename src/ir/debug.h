/* SPDX-License-Identifier: MIT */
/* debug.h - from scopes and locations of debug information to subprograms and files. */
#ifndef DXKI_IR_DEBUG_H
#define DXKI_IR_DEBUG_H

#include "dxk/lines.h"
#include "ir/ir.h"

/* The subprogram that a scope is, or lies in; 0: none. */
dxki_md dxki_di_subprogram(const dxk_module *m, dxki_md scope);

/* The file of a scope; 0: none. */
dxki_md dxki_di_scope_file(const dxk_module *m, dxki_md scope);

/* File and line of a location; an empty file: not known. */
void dxki_di_line(const dxk_module *m, dxki_md location, dxk_str *file, uint32_t *line);

/* The location that an inlined one was inlined at, at last; the location itself if it was not. */
dxki_md dxki_di_outermost(const dxk_module *m, dxki_md location);

/* Where a location was inlined; 0: nowhere. */
dxki_md dxki_di_inlined_at(const dxk_module *m, dxki_md location);

/* Function, file, line and column of a location; false: there is none, and *out is zero. */
bool dxki_di_frame(const dxk_module *m, dxki_md location, dxk_line_frame *out);

/* True if a subprogram, by its function or its name, is that of a global whose name is `own`. */
bool dxki_di_describes(const dxk_module *m, dxki_md subprogram, uint32_t global, dxk_str own);

#endif
