/* SPDX-License-Identifier: MIT */
/* names.h - names of stages, launch types, resources and shader models in messages. */
#ifndef DXKI_VALIDATE_NAMES_H
#define DXKI_VALIDATE_NAMES_H

#include "validate/types.h"

const char *dxki_val_kind_name(uint32_t kind); /* "ps", "raygeneration" */
const char *dxki_val_launch_name(uint32_t launch, bool lower);
dxk_str dxki_val_model_name(dxki_val *v); /* "lib_6_3" */
const char *dxki_val_reskind_name(uint32_t kind);
/* "U0: TypedBuffer (u5[2] space1)", or its name. */
dxk_str dxki_val_res_name(dxki_val *v, const dxki_dxil_resource *res);

#endif
