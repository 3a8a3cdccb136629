/* SPDX-License-Identifier: MIT */
/* subobject.h - sub-objects declared in the source. */
#ifndef DXKI_CODEGEN_SUBOBJECT_H
#define DXKI_CODEGEN_SUBOBJECT_H

#include "hlsl/compilation.h"
#include "sema/sema.h"

/* Gives a finished library those of its source. */
dxk_status dxki_hlsl_put_subobjects(dxki_hlsl *c, dxk_module *m);

#endif
