/* SPDX-License-Identifier: MIT */
/*
 * body.h - rules of function bodies.
 *
 *   body.c            instructions (INSTR)
 *   allowed_types.c   their types (TYPES)
 *   attachments.c     their metadata (META)
 *   ops.c             calls of operations; by family ops_resource.c, ops_signature.c, ops_linalg.c
 */
#ifndef DXKI_VALIDATE_BODY_H
#define DXKI_VALIDATE_BODY_H

#include "dxil/handles.h"
#include "validate/types.h"

void dxki_val_check_body(dxki_val *v, uint32_t global);
/* A piece of metadata of an instruction; whether it may be precise; the hints of the branch of a block. */
void dxki_val_check_attachment(dxki_val *v, uint32_t inst, const dxki_attachment *a);
void dxki_val_check_precise(dxki_val *v, uint32_t inst);
void dxki_val_check_hints(dxki_val *v, uint32_t block);
/* False: reported. `inner`: the type is a part of another. */
bool dxki_val_check_type(dxki_val *v, dxki_type type, bool inner);
void dxki_val_check_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
void dxki_val_check_resource_op(dxki_val *v, uint32_t inst, uint32_t row);
void dxki_val_check_signature_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
bool dxki_val_check_linalg_op(dxki_val *v, uint32_t inst, uint32_t row);
/* The properties of what is behind a handle; reports bad ones. */
dxki_dxil_handle_props dxki_val_handle(dxki_val *v, dxki_value handle);

#endif
