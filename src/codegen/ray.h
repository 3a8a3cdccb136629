/* SPDX-License-Identifier: MIT */
/* ray.h - shared by the lowerings of ray tracing: ray.c, and hit.c for hit objects. */
#ifndef DXKI_CODEGEN_RAY_H
#define DXKI_CODEGEN_RAY_H

#include "codegen/emit.h"

/* An argument that is a structure, and is handed over behind a pointer: that of `copy`. */
typedef struct dxki_emit_passed {
    dxki_emit_place place, copy;
} dxki_emit_passed;

dxki_emit_passed dxki_emit_pass(dxki_emit *e, const dxki_hlsl_node *n);
/* The same for what only comes out. */
dxki_emit_passed dxki_emit_pass_out(dxki_emit *e, const dxki_hlsl_node *n);
void dxki_emit_take_back(dxki_emit *e, const dxki_emit_passed *p);

/* The numbers of arguments from `first` on, of `count` altogether; rays are eight. The result is how
 * many there are. */
size_t dxki_emit_ray_operands(dxki_emit *e, const dxki_hlsl_node *n, size_t first, size_t count,
                              dxk_value *args);
/* A number of the type that operand `i` of the operation has. */
dxk_value dxki_emit_number_for(dxki_emit *e, const dxki_hlsl_node *n, uint32_t i, uint32_t value);

/* dx::HitObject::MakeNop() */
dxk_value dxki_emit_no_hit(dxki_emit *e);

#endif
