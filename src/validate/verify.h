/* SPDX-License-Identifier: MIT */
/*
 * verify.h - inside of the LLVM verifier: what it complains about becomes one text, each
 * complaint a line, followed by the values, types and nodes that it is about.
 *
 *   verifier.c        the order: functions with a body, then the module; blocks, dominance
 *   verify_inst.c     instructions, calls, metadata on instructions
 *   verify_attrs.c    attributes of functions and calls
 *   verify_module.c   globals, aliases, named metadata, module flags, comdats
 *   verify_nodes.c    metadata nodes
 */
#ifndef DXKI_VERIFY_H
#define DXKI_VERIFY_H

#include "validate/validate.h"

/* A name that stands for a type, and the first node that uses it. */
typedef struct dxki_vtyperef {
    dxki_md name, node;
} dxki_vtyperef;

typedef struct dxki_verifier {
    dxki_val *v;
    dxk_buffer text; /* all complaints */
    bool broken;     /* there is some in the function or module at hand */
    uint8_t *judged; /* by instruction: looked at without a complaint that ends the look */
    uint8_t *nodes;  /* by metadata: looked at */
    uint8_t *lines;  /* by function: its lines were compared with its subprogram */
    uint8_t *sized;  /* by type: 0 not known, 1 no, 2 yes */
    dxki_md *stack;  /* nodes that wait; as large as `words` */
    DXKI_VEC(dxki_vtyperef) typerefs;
    uint32_t fn; /* function at hand, index in globals */
    const dxki_vgraph *graph;
} dxki_verifier;

/* --- verifier.c --- */

void dxki_verify_say(dxki_verifier *w, const char *message);
void dxki_verify_value(dxki_verifier *w, dxki_value value); /* one to a line; 0: nothing */
void dxki_verify_inst(dxki_verifier *w, uint32_t inst);
void dxki_verify_md(dxki_verifier *w, dxki_md md);
void dxki_verify_type(dxki_verifier *w, dxki_type type); /* without a line end */

/* The message and an instruction, a value or a node. False, for `return`. */
bool dxki_verify_at_inst(dxki_verifier *w, const char *message, uint32_t inst);
bool dxki_verify_at_value(dxki_verifier *w, const char *message, dxki_value value);
bool dxki_verify_at_md(dxki_verifier *w, const char *message, dxki_md md);

bool dxki_verify_is_sized(dxki_verifier *w, dxki_type type);
/* A function that LLVM knows by its name. */
bool dxki_verify_is_intrinsic(const dxki_verifier *w, uint32_t global);

/* --- the others --- */

void dxki_verify_instruction(dxki_verifier *w, uint32_t inst, uint32_t number);
/* Of operands of one block that stand before it, or that dominate it. */
void dxki_verify_dominance(dxki_verifier *w, uint32_t inst, uint32_t operand, uint32_t number);
void dxki_verify_attrs(dxki_verifier *w, dxki_type function_type, uint32_t list, dxki_value about);
bool dxki_verify_attr_count(dxki_verifier *w, uint32_t list, uint32_t params);
void dxki_verify_global(dxki_verifier *w, uint32_t global);
void dxki_verify_module(dxki_verifier *w);
void dxki_verify_node(dxki_verifier *w, dxki_md md);
void dxki_verify_typerefs(dxki_verifier *w);

#endif
