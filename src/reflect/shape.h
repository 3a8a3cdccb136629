/* SPDX-License-Identifier: MIT */
/* shape.h - how values lie in buffers. */
#ifndef DXKI_REFLECT_SHAPE_H
#define DXKI_REFLECT_SHAPE_H

#include "dxk/reflect.h"

/* Vectors that a type is stored as, at least 1, and the components of each, at least 1. */
void dxki_reflect_shape(const dxk_reflect_type *type, uint64_t *vectors, uint64_t *lanes);

/* Bytes of a component of a D3D_SHADER_VARIABLE_TYPE: 2, 4 or 8. */
uint32_t dxki_reflect_component_size(uint32_t type);

#endif
