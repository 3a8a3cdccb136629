/* SPDX-License-Identifier: MIT */
/*
 * legal.h - what DXIL allows to be done with an instruction or a block beyond moving it within its
 * block: run it where it was not run before, copy it, make it depend on other branches. Everything
 * is read from the table of operations (spec/dxil_effects.def).
 *
 * Operations that lanes come to together (barriers, derivatives, waves, quads, discard) stay under
 * the branches that they stand under: they are neither copied nor run by more lanes or fewer.
 * Loops that hold them keep holding them: see flow.h.
 */
#ifndef DXKI_PASS_LEGAL_H
#define DXKI_PASS_LEGAL_H

#include "pass/pass.h"

/* True if lanes have to come to the instruction together. */
bool dxki_pass_legal_converges(const dxk_module *m, uint32_t inst);
/* True if an instruction of the block is such a one. */
bool dxki_pass_legal_block_converges(const dxk_module *m, uint32_t block);

/* True if the instruction may be run where it was not run before, at the end of a block that leads
 * to its own: it has no effect, fails for no operands, and gives what it gave. */
bool dxki_pass_legal_may_speculate(const dxki_pass *p, uint32_t inst);

/* True if copies of the instruction may stand in several places, of which lanes pass one. */
bool dxki_pass_legal_may_copy(const dxk_module *m, uint32_t inst);

/* What an instruction costs to run, in simple operations: 0 for what is none on a device. */
uint32_t dxki_pass_legal_cost(const dxk_module *m, uint32_t inst);

/* True if a value of that type may be chosen by a select: a number, no i8, or a vector of them. */
bool dxki_pass_legal_may_select(const dxk_module *m, dxki_type type);

#endif
