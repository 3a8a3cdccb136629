/* SPDX-License-Identifier: MIT */
/*
 * dxil_types.h - the types of results and operands of DXIL operations, expanded from
 * dxil_types.def. dxil/op.h makes and recognizes the types that they stand for.
 */
#ifndef DXKI_SPEC_DXIL_TYPES_H
#define DXKI_SPEC_DXIL_TYPES_H

#include <stdint.h>

/* Address spaces of DXIL. */
enum { DXKI_SPACE_DEFAULT = 0, DXKI_SPACE_SHARED = 3, DXKI_SPACE_GENERIC = 4, DXKI_SPACE_NODE = 6 };

/* DXKI_OT_VOID and so on. */
typedef enum dxki_dxop_type {
#define DXKI_DXIL_TYPE(type, form, name, members) DXKI_OT_##type,
#include "spec/dxil_types.def"
#undef DXKI_DXIL_TYPE
    DXKI_OT_COUNT
} dxki_dxop_type;

/* How a type is made; see dxil_types.def. */
typedef enum dxki_dxop_form {
    DXKI_OTF_PLAIN,
    DXKI_OTF_POINTER,
    DXKI_OTF_LIKE,
    DXKI_OTF_VECTOR,
    DXKI_OTF_STRUCT,
    DXKI_OTF_RESULT,
    DXKI_OTF_ROW,
    DXKI_OTF_FOUR,
    DXKI_OTF_OVERLOAD,
    DXKI_OTF_SHARED,
    DXKI_OTF_ELEMENT
} dxki_dxop_form;

typedef struct dxki_dxop_type_info {
    const char *name;    /* after "dx.types.", of structures */
    const char *members; /* letters */
    uint8_t form;        /* dxki_dxop_form */
} dxki_dxop_type_info;

/* The row of a type. */
const dxki_dxop_type_info *dxki_dxop_type_get(dxki_dxop_type type);

#endif
