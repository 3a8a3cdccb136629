/* SPDX-License-Identifier: MIT */
/* reflect_legacy.c */
#include "dxil/reflect.h"
#include "base/diag.h"
void dxki_reflect_legacy(dxki_reflector *x)
{
    dxki_reflect_nothing(x);
}
