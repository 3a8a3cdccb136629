/* SPDX-License-Identifier: MIT */
/* json.h - the members that every resource in JSON has, whatever it was read from. */
#ifndef DXKI_REFLECT_JSON_H
#define DXKI_REFLECT_JSON_H

#include "dxk/json.h"
#include "dxk/reflect.h"

/* The class of a D3D_SHADER_INPUT_TYPE. */
dxk_resource_class dxki_reflect_class_of(uint32_t input_type);

/* The last register of `count`; UINT32_MAX if there is no end. */
uint32_t dxki_reflect_upper_bound(uint32_t lower_bound, uint32_t count);

/* Members "class", "register", "space", "lower_bound" and "upper_bound" of an open object. */
void dxki_reflect_json_place(dxk_json *json, dxk_resource_class cls, uint32_t space,
                             uint32_t lower_bound, uint32_t upper_bound);

#endif
