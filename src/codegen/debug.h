/* SPDX-License-Identifier: MIT */
/*
 * debug.h - debug information: the source location of each instruction, and the variables.
 * Everything here does nothing unless debug information was asked for, but for keeping the place that
 * code is made of, for messages.
 */
#ifndef DXKI_CODEGEN_DEBUG_H
#define DXKI_CODEGEN_DEBUG_H

#include "codegen/emit.h"
#include "hlsl/source.h"
#include "ir/metadata.h"

/* Where code is: what is changed by functions and blocks, and restored after them. */
typedef struct dxki_emit_spot {
    dxki_md scope, inlined_at, location;
    const dxki_hlsl_function *function;
} dxki_emit_spot;

struct dxki_emit_debug {
    dxki_emit_spot spot;
    dxki_md unit, file, none; /* compile unit; file of `file_name`; empty tuple */
    dxk_str file_name;
    DXKI_VEC(dxki_md) subprograms;
    dxki_emit_slot *slots; /* of the variable that is being described: the next one */
    uint32_t declare;      /* llvm.dbg.declare */
    dxki_md passed;        /* location of the statement that began or ended last */
};

void dxki_emit_debug_begin(dxki_emit *e);
void dxki_emit_debug_finish(dxki_emit *e);
void dxki_emit_debug_free(dxki_emit *e);

/* A function of the module begins; a call that is written out begins. The result is for
 * dxki_emit_debug_leave(). */
dxki_emit_spot dxki_emit_debug_enter(dxki_emit *e, dxki_hlsl_function *f, dxk_value function);
dxki_emit_spot dxki_emit_debug_call(dxki_emit *e, dxki_hlsl_function *f, dxki_hlsl_loc from);
dxki_emit_spot dxki_emit_debug_block(dxki_emit *e, dxki_hlsl_loc loc);
void dxki_emit_debug_leave(dxki_emit *e, const dxki_emit_spot *spot);

/* What is emitted from here on comes from a place of the source. The result is the location before,
 * for dxki_emit_debug_back(). */
dxki_md dxki_emit_debug_at(dxki_emit *e, dxki_hlsl_loc loc);
/* The same for the end of a function: its closing brace, or the return in front of it. */
void dxki_emit_debug_at_end(dxki_emit *e, const dxki_hlsl_function *f);
void dxki_emit_debug_back(dxki_emit *e, dxki_md location);
/* The same for a statement; `discard` has, as in the reference, the location of what it follows. The
 * result is for dxki_emit_debug_passed() after the statement. */
dxki_md dxki_emit_debug_statement(dxki_emit *e, const dxki_hlsl_code *s);
void dxki_emit_debug_passed(dxki_emit *e, dxki_md statement);

/* Keeps the place of a function or variable of the module, if places are kept. */
void dxki_emit_keep_global(dxki_emit *e, dxki_hlsl_thing thing, dxk_value global,
                           dxki_hlsl_loc loc);

/* Describes a variable that was allocated. */
void dxki_emit_debug_variable(dxki_emit *e, const dxki_hlsl_var *v, const dxki_emit_place *p);

/* --- debug_type.c --- */

/* A node with operands and numbers by their slots. */
dxki_md dxki_emit_debug_node(dxki_emit *e, dxki_md_kind kind, const dxki_md *ops,
                             const uint64_t *nums, bool distinct);
dxki_md dxki_emit_debug_text(dxki_emit *e, dxk_str text);
dxki_md dxki_emit_debug_value(dxki_emit *e, dxk_value value); /* 0 for DXK_NONE */
dxki_md dxki_emit_debug_tuple(dxki_emit *e, const dxki_md *ops, size_t count);
dxki_md dxki_emit_debug_type(dxki_emit *e, const dxki_hlsl_type *t);
/* That of a variable, which may not be changed. */
dxki_md dxki_emit_debug_type_of(dxki_emit *e, const dxki_hlsl_var *v);
/* The file of a place, and the line. */
dxki_md dxki_emit_debug_file(dxki_emit *e, dxki_hlsl_loc loc, dxki_hlsl_position *at);

#endif
