/* SPDX-License-Identifier: MIT */
/* mangle.h - mangled names of functions, as libraries have them. */
#ifndef DXKI_SEMA_MANGLE_H
#define DXKI_SEMA_MANGLE_H

#include "sema/sema.h"

/* Names begin with the byte 1; they live as long as the compilation. */
dxk_str dxki_hlsl_mangle_function(dxki_hlsl *c, dxki_hlsl_function *f);
/* The name of a function without that byte, for messages. */
dxk_str dxki_hlsl_link_name(dxki_hlsl *c, dxki_hlsl_function *f);
dxk_str dxki_hlsl_mangle_variable(dxki_hlsl *c, const dxki_hlsl_var *v);

#endif
