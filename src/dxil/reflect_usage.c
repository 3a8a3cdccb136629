/* SPDX-License-Identifier: MIT */
/* reflect_usage.c */
#include "dxil/reflect.h"
void dxki_reflect_usage(dxki_reflector *x)
{
    (void)x;
}
