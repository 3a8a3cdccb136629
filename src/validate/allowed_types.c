/* SPDX-License-Identifier: MIT */
/* allowed_types.c - types that a program may use. */
#include "validate/access.h"
#include "validate/body.h"
#include "validate/calls.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/values.h"

static bool check_struct(dxki_val *v, dxki_type type)
{
    dxk_str name = dxki_val_type_name(v, type);
    bool good = true;
    if (dxki_str_starts(name, "dx.")) {
        if (dxki_str_is(name, "dx.types.Handle") || dxki_str_is(name, "dx.types.HitObject") ||
            dxki_val_is_linalg(v, type))
            return true;
        if (dxki_val_is_builtin_struct(v, type))
            dxki_val_type_error(v, type, DXKI_VR_INSTR_DXILSTRUCTUSER);
        dxki_val_type_error(v, type, DXKI_VR_DECL_DXILNSRESERVED);
        good = false;
    }
    uint64_t count = dxki_type_count(v->m, type);
    if (dxki_type_get(v->m, type)->depth >= v->ctx->limits.depth)
        return good;
    for (uint64_t i = 0; i < count; i++)
        good = dxki_val_check_type(v, dxki_type_element(v->m, type, i), true) && good;
    return good;
}

static bool bad_type(dxki_val *v, dxki_type type, dxki_vrule rule)
{
    dxki_val_type_error(v, type, rule);
    return false;
}

bool dxki_val_check_type(dxki_val *v, dxki_type type, bool inner)
{
    const dxk_module *m = v->m;
    if (dxki_type_kind_of(m, type) == DXKI_T_POINTER) {
        dxki_type pointee = dxki_type_pointee(m, type);
        if (inner || dxki_type_kind_of(m, pointee) == DXKI_T_POINTER)
            return bad_type(v, type, DXKI_VR_TYPES_NOPTRTOPTR);
        type = pointee;
    }
    if (dxki_type_kind_of(m, type) == DXKI_T_ARRAY) {
        dxki_type element = dxki_type_get(m, type)->a;
        if (!inner && dxki_type_kind_of(m, element) == DXKI_T_ARRAY)
            return bad_type(v, type, DXKI_VR_TYPES_NOMULTIDIM);
        type = dxki_val_without_arrays(v, element);
    }
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_STRUCT:
        return check_struct(v, type);
    case DXKI_T_HALF:
    case DXKI_T_FLOAT:
    case DXKI_T_DOUBLE:
        return true;
    case DXKI_T_INT:
        if (type >= DXKI_TY_I1 && type <= DXKI_TY_I64)
            return true;
        return bad_type(v, type, DXKI_VR_TYPES_INTWIDTH);
    case DXKI_T_VECTOR:
        if (v->subject.is_lib || (dxki_type_count(m, type) > 1 && dxki_val_sm(v, 9)))
            return true;
        return bad_type(v, type, DXKI_VR_TYPES_NOVECTOR);
    default:
        return v->subject.is_lib || bad_type(v, type, DXKI_VR_TYPES_DEFINED);
    }
}
