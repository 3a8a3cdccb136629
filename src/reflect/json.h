/* SPDX-License-Identifier: MIT */
/* json.h - values that several JSON objects have, and the members that every resource has, whatever it
 * was read from. */
#ifndef DXKI_REFLECT_JSON_H
#define DXKI_REFLECT_JSON_H

#include "dxk/enums.h"
#include "dxk/json.h"
#include "dxk/records.h"
#include "dxk/reflect.h"

/* The name of a value, or the number if it has none. */
void dxki_reflect_json_name(dxk_json *json, const char *key, dxk_enum_id id, uint64_t value);

/* Three numbers as an array: threads, a grid. */
void dxki_reflect_json_three(dxk_json *json, const char *key, const uint32_t values[3]);

/* The class of a D3D_SHADER_INPUT_TYPE. */
dxk_resource_class dxki_reflect_class_of(uint32_t input_type);

/* The last register of `count`; UINT32_MAX if there is no end: `count` is 0, or UINT32_MAX for constant
 * buffers. */
uint32_t dxki_reflect_upper_bound(uint32_t lower_bound, uint32_t count);

/* Whether a resource has a register; those of libraries get one when they are linked. */
bool dxki_reflect_is_placed(uint32_t space, uint32_t lower_bound);

/* Members "class", "register", "space", "lower_bound" and "upper_bound" of an open object. All but the
 * class are null if the resource has no register. */
void dxki_reflect_json_place(dxk_json *json, dxk_resource_class cls, uint32_t space,
                             uint32_t lower_bound, uint32_t upper_bound);

/* A binding of RDEF as one of a reflection, without its name, which stays in RDEF. */
dxk_reflect_binding dxki_reflect_of_rdef(const dxk_rdef_binding *b);

#endif
