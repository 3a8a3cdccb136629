/* SPDX-License-Identifier: MIT */
/* library.h - the functions of a library that others see. See library.c and exported.c. */
#ifndef DXKI_CODEGEN_LIBRARY_H
#define DXKI_CODEGEN_LIBRARY_H

#include "codegen/emit.h"

/* A function that the library shows. */
typedef struct dxki_emit_root {
    dxki_hlsl_function *function;
    uint32_t stage;
    dxk_str name;              /* by which it is shown */
    dxki_hlsl_function *patch; /* hull: it computes patch constants */
    bool is_copy;              /* it comes after all that stands in the source */
} dxki_emit_root;

typedef DXKI_VEC(dxki_emit_root) dxki_emit_roots;

/* Finds them, in the order in which they are emitted, and reports exports that are wrong. */
void dxki_emit_find_roots(dxki_emit *e, dxki_emit_roots *all);
/* The name of a function in the module, if no export gives it another one. */
dxk_str dxki_emit_root_name(dxki_emit *e, const dxki_emit_root *r);

#endif
