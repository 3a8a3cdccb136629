/* SPDX-License-Identifier: MIT */
/* d3d.h - the values of d3d.def: DXKI_D3D_SVC_SCALAR ... */
#ifndef DXKI_SPEC_D3D_H
#define DXKI_SPEC_D3D_H

enum dxki_d3d {
#define DXKI_D3D_SET(ident, flags)
#define DXKI_D3D(set, ident, value, text) DXKI_D3D_##set##_##ident = (value),
#include "spec/d3d.def"
    DXKI_D3D_END
};

/* First word of the sizes in RDEF, which shader models before 5 lack: 5.0 ("RD11") and 5.1. */
#define DXKI_RDEF_MAGIC_5_0 0x31314452u
#define DXKI_RDEF_MAGIC_5_1 0x25441313u

#endif
