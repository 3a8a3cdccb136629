/* SPDX-License-Identifier: MIT */
/* bindings.h - what several shaders bind, as one list. */
#ifndef DXKI_MATCH_BINDINGS_H
#define DXKI_MATCH_BINDINGS_H

#include "base/vec.h"
#include "dxk/reflect.h"

#define DXKI_MATCH_ENDLESS UINT32_MAX /* the last register of a resource without an end */

/* Classes of registers, in the order of tables. */
typedef enum dxki_match_class {
    DXKI_MATCH_CBV,
    DXKI_MATCH_SRV,
    DXKI_MATCH_UAV,
    DXKI_MATCH_SAMPLER
} dxki_match_class;

/* Registers that shaders use for one thing. */
typedef struct dxki_match_binding {
    dxk_str name;  /* empty: it was stripped */
    uint32_t type; /* D3D_SHADER_INPUT_TYPE */
    uint32_t cls;  /* dxki_match_class */
    uint32_t space, first, last;
    uint32_t words;    /* constant buffers: so many 32-bit constants hold all of it; 0: unknown */
    uint32_t stages;   /* bits of dxk_rs_visibility; bit 0: all stages */
    bool compares;     /* samplers: it compares */
    bool is_contested; /* another shader uses one of its registers for something else */
    bool is_placed;    /* it needs no table */
    size_t table;      /* number of the table that it was chosen for; 0: any */
} dxki_match_binding;

typedef DXKI_VEC(dxki_match_binding) dxki_match_bindings;

/* Adds what a shader binds. DXK_E_INVALID: something has no register. Names are the reflection's. */
dxk_status dxki_match_bindings_add(dxk_ctx *ctx, dxki_match_bindings *list,
                                   const dxk_reflect *from);

/* Sorts by class, space and register, makes equal ones one and marks those that are contested. */
bool dxki_match_bindings_merge(dxk_ctx *ctx, dxki_match_bindings *list);

/* The visibility (dxk_rs_visibility) of what these stages use. */
uint32_t dxki_match_visibility(uint32_t stages);

#endif
