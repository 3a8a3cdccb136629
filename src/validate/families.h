/* SPDX-License-Identifier: MIT */
/*
 * families.h - the families of rules, one call each, in the order in which they run.
 *
 *   resmap.c       which resource is behind a handle
 *   form.c         what LLVM's verifier refuses (BITCODE.VALID)
 *   metadata.c     versions, named nodes, wave sizes (META, SM)
 *   state.c        properties of entry points (SM)
 *   globals.c      variables, group-shared memory (DECL, SM)
 *   races.c        stores to one place of group-shared memory (INSTR)
 *   resources.c    resources, constant buffers (META, SM)
 *   flow.c         control flow and calls (FLOW)
 *   functions.c    declarations (DECL); bodies (body.h, ops.h)
 *   flags.c        shader flags that are declared and needed (META.FLAGSUSAGE)
 *   compat.c       entry points and what they call (SM.INCOMPATIBLE...)
 *   signatures.c   elements, packing (META, SM)    outputs.c   outputs never written
 *   container.c    parts (CONTAINER)
 */
#ifndef DXKI_VALIDATE_FAMILIES_H
#define DXKI_VALIDATE_FAMILIES_H

#include "validate/types.h"

void dxki_val_resmap_build(dxki_val *v);
void dxki_val_check_form(dxki_val *v);
void dxki_val_check_metadata(dxki_val *v);
void dxki_val_check_unloaded(dxki_val *v); /* when the metadata is refused */
void dxki_val_check_state(dxki_val *v);
void dxki_val_check_globals(dxki_val *v);
void dxki_val_check_races(dxki_val *v);
void dxki_val_check_resources(dxki_val *v);
void dxki_val_check_flow(dxki_val *v);
void dxki_val_check_functions(dxki_val *v);
void dxki_val_check_flags(dxki_val *v);
void dxki_val_check_compat(dxki_val *v);
void dxki_val_check_signatures(dxki_val *v);
void dxki_val_check_outputs(dxki_val *v);
void dxki_val_check_container(dxki_val *v, const dxk_container *container);

#endif
