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

#endif
