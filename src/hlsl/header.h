/* SPDX-License-Identifier: MIT */
/* header.h - headers that are part of the language: #include <dx/linalg.h> needs no file. */
#ifndef DXKI_HLSL_HEADER_H
#define DXKI_HLSL_HEADER_H

#include "hlsl/hlsl.h"

/* The header of that name, and what it is called in messages; false: there is none. */
bool dxki_hlsl_header(dxki_hlsl *c, dxk_str name, dxk_str *path, dxk_bytes *bytes);

#endif
