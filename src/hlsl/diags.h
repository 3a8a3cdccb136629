/* SPDX-License-Identifier: MIT */
/* diags.h - the names of the rows of spec/hlsl_diags.def. */
#ifndef DXKI_HLSL_DIAGS_H
#define DXKI_HLSL_DIAGS_H

typedef enum dxki_hlsl_diag {
#define DXKI_HLSL_DIAG(ident, severity, group, message) DXKI_HLSL_D_##ident,
#include "spec/hlsl_diags.def"
    DXKI_HLSL_D_COUNT
} dxki_hlsl_diag;

#endif
