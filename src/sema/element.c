/* SPDX-License-Identifier: MIT */
/* element.c - which elements of textures can be filtered, compared or gathered as they are; see check.h. */
#include "sema/check.h"

#include "dxk/ops.h"

/* What elements must be for a method. */
enum { ANY_ELEMENT, SMALL_REAL, SMALL_REAL_BEFORE_7, ONE_UINT };

static int wanted_element(uint32_t op)
{
    switch (op) {
    case DXK_OP_Sample:
    case DXK_OP_SampleBias:
    case DXK_OP_SampleGrad:
    case DXK_OP_SampleLevel:
        return SMALL_REAL_BEFORE_7;
    case DXK_OP_SampleCmp:
    case DXK_OP_SampleCmpLevel:
    case DXK_OP_SampleCmpLevelZero:
        return SMALL_REAL;
    case DXK_OP_TextureGatherRaw:
        return ONE_UINT;
    default:
        return ANY_ELEMENT;
    }
}

static bool fits(const dxki_hlsl *c, const dxki_hlsl_type *t, int wanted)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    const bool whole = info->number == DXKI_HLSL_SINT || info->number == DXKI_HLSL_UINT;

    if (wanted == ANY_ELEMENT)
        return true;
    if (wanted == ONE_UINT)
        return info->number == DXKI_HLSL_UINT && t->leaves == 1;
    if (info->number == DXKI_HLSL_REAL)
        return info->bits < 64;
    return whole && wanted == SMALL_REAL_BEFORE_7 && c->model_minor >= 7;
}

bool dxki_sema_check_use(dxki_hlsl *c, const dxki_hlsl_type *object, dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *t = object->element;
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)object->object);
    const bool is_typed =
        info->args == DXKI_HLSL_ARGS_ELEMENT || info->args == DXKI_HLSL_ARGS_SAMPLES;

    if (!t || info->flags & DXKI_HLSL_NODE)
        return true;
    if (t->kind == DXKI_HLSL_TY_ENUM && is_typed) {
        DXKI_HLSL_SAY(c, TYPED_ELEMENT, loc);
    } else if (t->kind == DXKI_HLSL_TY_OBJECT) {
        DXKI_HLSL_REPORT(
            c, OBJECT_ELEMENT, loc,
            dxki_text(dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name)));
    } else {
        return true;
    }
    return false;
}

bool dxki_sema_check_element(dxki_hlsl *c, const dxki_hlsl_intrinsic *method,
                             const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    if (!dxki_hlsl_is_value(t) || fits(c, t, wanted_element(method->op)))
        return true;
    dxk_str text =
        dxki_hlsl_type_text(c, dxki_hlsl_type_scalar(c, (dxki_hlsl_scalar)t->scalar), false);
    if (t->leaves > 1)
        text = dxki_hlsl_join(c, text, dxki_hlsl_decimal(c, t->leaves));
    DXKI_HLSL_REPORT(c, METHOD_ELEMENT, loc, dxki_text(dxki_str(method->name)), dxki_text(text));
    return false;
}
