/* SPDX-License-Identifier: MIT */
/* dxil_types.c - the table of dxil_types.def. */
#include "spec/dxil_types.h"

static const dxki_dxop_type_info types[DXKI_OT_COUNT] = {
#define DXKI_DXIL_TYPE(type, form, name, members) {name, members, DXKI_OTF_##form},
#include "spec/dxil_types.def"
#undef DXKI_DXIL_TYPE
};

const dxki_dxop_type_info *dxki_dxop_type_get(dxki_dxop_type type)
{
    return types + type;
}
