/* SPDX-License-Identifier: MIT */
/*
 * variable.h - local variables (allocas): what is done with them, and what describes them to a
 * debugger. Shared by the passes that take them apart (sroa) and make values of them (mem2reg).
 */
#ifndef DXKI_PASS_VARIABLE_H
#define DXKI_PASS_VARIABLE_H

#include "pass/pass.h"

/* What a use of the address of a variable is. */
typedef enum dxki_pass_variable_use {
    DXKI_PASS_VARIABLE_LOAD,  /* all of it is read */
    DXKI_PASS_VARIABLE_STORE, /* all of it is written */
    DXKI_PASS_VARIABLE_PART,  /* a getelementptr from it */
    DXKI_PASS_VARIABLE_LIFE, /* where its life begins or ends, or the cast of its address for that */
    DXKI_PASS_VARIABLE_OTHER /* anything else: an atomic access, a call */
} dxki_pass_variable_use;

/* The use `use` (tracked.h) of a variable's address. */
dxki_pass_variable_use dxki_pass_variable_classify(const dxk_module *m, uint32_t use);

/* True if its address is used for nothing but loads, stores and its life. */
bool dxki_pass_variable_is_plain(const dxk_module *m, uint32_t alloca);

/* Removes the calls that mark its life, with their casts. False: out of memory. */
bool dxki_pass_variable_forget_life(dxki_pass *p, uint32_t alloca);

/* If it holds a vector that is accessed as a whole and by elements that constants name, makes all of
 * these accesses of the whole (vector_parts.c). False: out of memory. */
bool dxki_pass_variable_whole(dxki_pass *p, uint32_t alloca);

/* --- debug information --- */

/* A call of llvm.dbg.declare, taken apart. */
typedef struct dxki_pass_variable_note {
    dxki_md variable, expression;
    dxki_md location; /* 0: none */
} dxki_pass_variable_note;

typedef DXKI_VEC(dxki_pass_variable_note) dxki_pass_variable_notes;

/* Removes the calls of llvm.dbg.declare for an address and appends them to the list. False: out of
 * memory. */
bool dxki_pass_variable_take_notes(dxki_pass *p, dxki_value address,
                                   dxki_pass_variable_notes *list);

/* llvm.dbg.declare, llvm.dbg.value: declared if they are not. 0: out of memory. */
uint32_t dxki_pass_variable_declare_function(dxk_module *m);
uint32_t dxki_pass_variable_value_function(dxk_module *m);

/* Calls one of them: says that what the note describes is at an address, or has a value from there
 * on. False: out of memory. */
bool dxki_pass_variable_declare(dxki_pass *p, dxki_place at, uint32_t function, dxki_value address,
                                const dxki_pass_variable_note *note);
bool dxki_pass_variable_describe(dxki_pass *p, dxki_place at, uint32_t function, dxki_value value,
                                 const dxki_pass_variable_note *note);

/* The expression for a part of what `expression` tells: `size` bits from `offset` on. 0: out of
 * memory; the expression itself if it is not understood. */
dxki_md dxki_pass_variable_piece(dxk_module *m, dxki_md expression, uint64_t offset, uint64_t size);

#endif
