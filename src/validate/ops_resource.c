/* SPDX-License-Identifier: MIT */
/*
 * ops_resource.c - operations on resources: kind and class of what is behind the handle,
 * coordinates, offsets, masks (DXIL.rst, "Resource operations"). Operands are found by the
 * positions that the table of operations gives them; number 0 is the opcode.
 */
#include <string.h>

#include "base/count.h"
#include "base/decimal.h"
#include "base/out.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/calls.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/resmap.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

#define KIND(name) (1u << DXK_RESOURCE_KIND_##name)
#define KINDS_1D_2D                                                                                \
    (KIND(TEXTURE1D) | KIND(TEXTURE1D_ARRAY) | KIND(TEXTURE2D) | KIND(TEXTURE2D_ARRAY))
#define KINDS_CUBE    (KIND(TEXTURE_CUBE) | KIND(TEXTURE_CUBE_ARRAY))
#define KINDS_MS      (KIND(TEXTURE2DMS) | KIND(TEXTURE2DMS_ARRAY))
#define KINDS_BUFFER  (KIND(RAW_BUFFER) | KIND(TYPED_BUFFER) | KIND(TBUFFER))
#define HAS(kinds, k) ((k) < 32 && ((kinds) >> (k)&1u))

static void error(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    dxki_val_inst_error(v, inst, rule, NULL, 0);
}

static dxki_value arg(const dxki_val *v, uint32_t inst, uint32_t index)
{
    return dxki_val_ops(v, inst)[index];
}

static bool undef(const dxki_val *v, uint32_t inst, uint32_t index)
{
    return dxki_val_is_undef(v, arg(v, inst, index));
}

dxki_dxil_handle_props dxki_val_handle(dxki_val *v, dxki_value handle)
{
    uint32_t inst = dxki_val_as_inst(handle);
    dxki_dxil_handle_props none = {0, 0};
    if (!inst) {
        dxki_val_error(v, DXKI_VR_INSTR_HANDLENOTFROMCREATEHANDLE, NULL, 0);
        return none;
    }
    if (dxki_val_inst(v, inst)->op != DXKI_OP_CALL) {
        error(v, inst, DXKI_VR_INSTR_HANDLENOTFROMCREATEHANDLE);
        return none;
    }
    dxki_dxil_handle_props p = dxki_val_props_of(&v->handles, handle);
    if (dxki_dxil_props_kind(p) == DXK_RESOURCE_KIND_INVALID)
        error(v, inst, DXKI_VR_INSTR_HANDLENOTFROMCREATEHANDLE);
    if ((p.word0 & DXKI_RP_REORDER) && !dxki_val_sm(v, 9))
        error(v, inst, DXKI_VR_INSTR_REORDERCOHERENTREQUIRESSM69);
    return p;
}

/* What checks of an operation need of its handle. */
typedef struct target {
    uint32_t kind, cls, component;
} target;

static target look(dxki_val *v, dxki_value handle)
{
    dxki_dxil_handle_props p = dxki_val_handle(v, handle);
    target t = {dxki_dxil_props_kind(p), dxki_dxil_props_class(p), 0};
    if (t.cls <= DXK_RESOURCE_CLASS_UAV && t.kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        t.component = p.word1 & 0xff;
    return t;
}

/* 0 default, 1 comparison, 2 none. */
static uint32_t sampler_kind(dxki_val *v, dxki_value handle)
{
    dxki_dxil_handle_props p = dxki_val_handle(v, handle);
    if (dxki_dxil_props_class(p) != DXK_RESOURCE_CLASS_SAMPLER)
        return 2;
    return p.word0 & DXKI_RP_COUNTER ? 1 : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Coordinates and offsets                                                                    */

/* How many coordinates, coordinates without the array index (for CalculateLOD), and offsets. */
static const struct shape {
    uint8_t coords, lod_coords, offsets;
} shapes[] = {
    {0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {2, 2, 2}, {3, 3, 3}, {3, 3, 0}, {2, 1, 1},
    {3, 2, 2}, {3, 2, 2}, {4, 3, 0}, {1, 1, 0}, {1, 1, 0}, {2, 2, 0}, {0, 0, 0},
    {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {2, 2, 2}, {3, 2, 2},
};

static const struct shape *shape_of(uint32_t kind)
{
    return &shapes[kind < DXKI_COUNT(shapes) ? kind : 0];
}

static void check_coords(dxki_val *v, uint32_t inst, uint32_t first, uint32_t count, uint32_t used)
{
    for (uint32_t i = 0; i < count; i++) {
        bool is_undef = undef(v, inst, first + i);
        if (i < used && is_undef)
            error(v, inst, DXKI_VR_INSTR_RESOURCECOORDINATEMISS);
        if (i >= used && !is_undef)
            error(v, inst, DXKI_VR_INSTR_RESOURCECOORDINATETOOMANY);
    }
}

static void check_offset_value(dxki_val *v, uint32_t inst, uint32_t index)
{
    if (dxki_val_sm(v, 7))
        return;
    const dxki_const *c = dxki_const_get(v->m, arg(v, inst, index));
    int64_t number = c && c->kind == DXKI_C_INT ? dxki_const_signed(v->m, c) : 99;
    if (number < -8 || number > 7)
        error(v, inst, DXKI_VR_INSTR_TEXTUREOFFSET);
}

static void check_offsets(dxki_val *v, uint32_t inst, uint32_t first, uint32_t kind)
{
    uint32_t used = shape_of(kind)->offsets;
    bool has = !undef(v, inst, first);
    if (has)
        check_offset_value(v, inst, first);
    for (uint32_t i = 1; i < 3; i++) {
        bool is_undef = undef(v, inst, first + i);
        if (i >= used && !is_undef)
            error(v, inst, DXKI_VR_INSTR_RESOURCEOFFSETTOOMANY);
        else if (i < used && has && is_undef)
            error(v, inst, DXKI_VR_INSTR_RESOURCEOFFSETMISS);
        else if (i < used && has)
            check_offset_value(v, inst, first + i);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Sampling                                                                                   */

/* CS, MS, AS have derivatives from 6.6 on. */
static void check_derivative(dxki_val *v, uint32_t inst)
{
    bool group = v->subject.kind == DXK_SHADER_KIND_COMPUTE ||
                 v->subject.kind == DXK_SHADER_KIND_MESH ||
                 v->subject.kind == DXK_SHADER_KIND_AMPLIFICATION;
    if (group && !dxki_val_sm(v, 6))
        dxki_val_inst_error(v, inst, DXKI_VR_SM_OPCODEININVALIDFUNCTION,
                            DXKI_ARGS(dxki_val_arg_text_z("Derivatives in CS/MS/AS"),
                                      dxki_val_arg_text_z("Shader Model 6.6+")));
}

static bool is_sampled_type(const dxki_val *v, uint32_t component, bool compare)
{
    switch (component) {
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F16:
        return true;
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_U16:
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_U32:
        return dxki_val_sm(v, 7) && !compare;
    default:
        return false;
    }
}

static void check_sampler(dxki_val *v, uint32_t inst, bool compare)
{
    if (sampler_kind(v, arg(v, inst, 2)) != (compare ? 1u : 0u))
        error(v, inst,
              compare ? DXKI_VR_INSTR_SAMPLERMODEFORSAMPLEC : DXKI_VR_INSTR_SAMPLERMODEFORSAMPLE);
}

/* sample(srv, sampler, coord0..3, offset0..2, ...) */
static void check_sample(dxki_val *v, uint32_t inst, bool compare)
{
    check_sampler(v, inst, compare);
    target t = look(v, arg(v, inst, 1));
    if (!is_sampled_type(v, t.component, compare))
        error(v, inst, DXKI_VR_INSTR_SAMPLECOMPTYPE);
    if (t.cls != DXK_RESOURCE_CLASS_SRV)
        error(v, inst, DXKI_VR_INSTR_RESOURCECLASSFORSAMPLERGATHER);
    dxki_vrule rule =
        compare ? DXKI_VR_INSTR_RESOURCEKINDFORSAMPLEC : DXKI_VR_INSTR_RESOURCEKINDFORSAMPLE;
    if (!HAS(KINDS_1D_2D | KINDS_CUBE | KIND(TEXTURE3D), t.kind)) {
        error(v, inst, rule);
        return;
    }
    if (compare && t.kind == DXK_RESOURCE_KIND_TEXTURE3D)
        error(v, inst, rule);
    check_coords(v, inst, 3, 4, shape_of(t.kind)->coords);
    check_offsets(v, inst, 7, t.kind);
}

/* A number beyond the limits as C's "%f" writes it. */
static dxk_str bias_text(dxki_val *v, double bias)
{
    char text[DXKI_FIXED_TEXT];
    uint64_t bits;
    memcpy(&bits, &bias, sizeof bits);
    bool negative = bits >> 63, finite = bias - bias == 0;
    dxk_str digits = dxki_str("inf");
    if (finite)
        digits = (dxk_str){text, dxki_decimal_fixed(dxki_real_split(DXKI_BINARY64, bits), 6, text)};
    return dxki_val_format(v, negative ? "-%0" : "%0", DXKI_ARGS(dxki_val_arg_text(digits)));
}

static void check_bias(dxki_val *v, uint32_t inst, uint32_t index)
{
    double bias;
    if (!dxki_val_is_float_const(v, arg(v, inst, index), &bias) ||
        !(bias < -16.0 || bias > (double)15.99f))
        return;
    dxk_str text = bias_text(v, bias);
    dxki_val_inst_error(v, inst, DXKI_VR_INSTR_IMMBIASFORSAMPLEB,
                        DXKI_ARGS(dxki_val_arg_text_z("-16.000000"),
                                  dxki_val_arg_text_z("15.990000"), dxki_val_arg_text(text)));
}

/* gather(srv, sampler, coord0..3, offset0..1, ...) */
static void check_gather(dxki_val *v, uint32_t inst, bool compare)
{
    check_sampler(v, inst, compare);
    target t = look(v, arg(v, inst, 1));
    if (t.cls != DXK_RESOURCE_CLASS_SRV) {
        error(v, inst, DXKI_VR_INSTR_RESOURCECLASSFORSAMPLERGATHER);
        return;
    }
    check_coords(v, inst, 3, 4, shape_of(t.kind)->coords);
    if (HAS(KIND(TEXTURE2D) | KIND(TEXTURE2D_ARRAY), t.kind)) {
        if (!undef(v, inst, 7) && undef(v, inst, 8))
            error(v, inst, DXKI_VR_INSTR_RESOURCEOFFSETMISS);
    } else if (HAS(KINDS_CUBE, t.kind)) {
        for (uint32_t i = 7; i < 9; i++) {
            if (!undef(v, inst, i))
                error(v, inst, DXKI_VR_INSTR_RESOURCEOFFSETTOOMANY);
        }
    } else {
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORGATHER);
    }
}

static void check_lod(dxki_val *v, uint32_t inst)
{
    uint32_t sampler = sampler_kind(v, arg(v, inst, 2));
    if (sampler != 0 && !(sampler == 1 && dxki_val_sm(v, 8)))
        error(v, inst, DXKI_VR_INSTR_SAMPLERMODEFORLOD);
    target t = look(v, arg(v, inst, 1));
    if (t.cls != DXK_RESOURCE_CLASS_SRV) {
        error(v, inst, DXKI_VR_INSTR_RESOURCECLASSFORSAMPLERGATHER);
        return;
    }
    check_coords(v, inst, 3, 3, shape_of(t.kind)->lod_coords);
    if (!HAS(KINDS_1D_2D | KINDS_CUBE | KIND(TEXTURE3D), t.kind))
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORCALCLOD);
    check_derivative(v, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Dimensions                                                                                 */

/* Elements that are extracted, as bits, through phis; complains about other users. */
static uint32_t used_elements(dxki_val *v, uint32_t inst, uint32_t depth)
{
    uint32_t used = 0;
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_INST, inst), u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        const dxki_inst *in = user ? dxki_val_inst(v, user) : NULL;
        if (in && in->op == DXKI_OP_EXTRACTVALUE) {
            const uint32_t *extra = dxki_val_ops(v, user) + in->op_count;
            for (uint32_t i = 0; i < extra[0]; i++) {
                if (extra[1 + i] > 4)
                    error(v, user, DXKI_VR_INSTR_DXILSTRUCTUSEROUTOFBOUND);
                else
                    used |= 1u << extra[1 + i];
            }
        } else if (in && in->op == DXKI_OP_PHI) {
            used |= depth ? used_elements(v, user, depth - 1) : 0;
        } else if (in) {
            error(v, user, DXKI_VR_INSTR_DXILSTRUCTUSER);
        }
    }
    return used;
}

static void undefined_dimension(dxki_val *v, uint32_t inst, const char *which, const char *of)
{
    dxki_val_inst_error(v, inst, DXKI_VR_INSTR_UNDEFRESULTFORGETDIMENSION,
                        DXKI_ARGS(dxki_val_arg_text_z(which), dxki_val_arg_text_z(of)));
}

static void check_dimensions(dxki_val *v, uint32_t inst)
{
    target t = look(v, arg(v, inst, 1));
    uint32_t used = used_elements(v, inst, 16);
    const char *name = dxki_val_reskind_name(t.kind);
    bool buffer = HAS(KINDS_BUFFER | KIND(STRUCTURED_BUFFER), t.kind);
    if (t.kind == DXK_RESOURCE_KIND_TEXTURE1D && (used & 2))
        undefined_dimension(v, inst, "y", name);
    if (HAS(KIND(TEXTURE1D) | KIND(TEXTURE1D_ARRAY) | KIND(TEXTURE2D) | KIND(TEXTURE2DMS) |
                KIND(TEXTURE_CUBE),
            t.kind) &&
        (used & 4))
        undefined_dimension(v, inst, "z", name);
    if (buffer && !undef(v, inst, 2))
        error(v, inst, DXKI_VR_INSTR_MIPLEVELFORGETDIMENSION);
    if (buffer && (used & 14))
        undefined_dimension(v, inst, "invalid", "resource");
    if (!buffer && !HAS(KINDS_1D_2D | KINDS_CUBE | KINDS_MS | KIND(TEXTURE3D), t.kind))
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORGETDIM);
    if (used & 16)
        undefined_dimension(v, inst, "invalid", "resource");
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

/* Mask (operand `mask`) against the values from `first` on. False: not a constant. */
static bool check_mask(dxki_val *v, uint32_t inst, uint32_t first, uint32_t mask_index, bool typed)
{
    uint64_t bits;
    uint32_t values = 0;
    if (!dxki_val_is_const(v, arg(v, inst, mask_index), &bits)) {
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONST,
                            DXKI_ARGS(dxki_val_arg_text_z("Mask"),
                                      dxki_val_arg_text_z(dxki_val_dxop(v, inst)->name)));
        return false;
    }
    uint32_t mask = (uint32_t)bits;
    for (uint32_t i = 0; i < 4; i++)
        values |= undef(v, inst, first + i) ? 0 : 1u << i;
    if (typed && mask != 15)
        error(v, inst, DXKI_VR_INSTR_WRITEMASKFORTYPEDUAVSTORE);
    if (mask != 15 && mask != 7 && mask != 3 && mask != 1)
        error(v, inst, DXKI_VR_INSTR_WRITEMASKGAPFORUAV);
    if (mask & ~values)
        error(v, inst, DXKI_VR_INSTR_UNDEFINEDVALUEFORUAVSTORE);
    else if (mask != values)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_WRITEMASKMATCHVALUEFORUAVSTORE,
                            DXKI_ARGS(dxki_dec(mask), dxki_dec(values)));
    return true;
}

/* Index and, for structures, offset in the element. `typed`: also typed buffers are allowed. */
static void check_buffer_coords(dxki_val *v, uint32_t inst, uint32_t kind, uint32_t offset,
                                bool typed)
{
    uint32_t flat = typed ? KINDS_BUFFER : KIND(RAW_BUFFER);
    if (HAS(flat, kind)) {
        if (!undef(v, inst, offset))
            error(v, inst, DXKI_VR_INSTR_COORDINATECOUNTFORRAWTYPEDBUF);
    } else if (kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        if (undef(v, inst, offset))
            error(v, inst, DXKI_VR_INSTR_COORDINATECOUNTFORSTRUCTBUF);
    } else {
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORBUFFERLOADSTORE);
    }
}

static void require_load(dxki_val *v, uint32_t inst, uint32_t cls)
{
    if (cls != DXK_RESOURCE_CLASS_SRV && cls != DXK_RESOURCE_CLASS_UAV)
        error(v, inst, DXKI_VR_INSTR_RESOURCECLASSFORLOAD);
}

static void require_store(dxki_val *v, uint32_t inst, uint32_t cls)
{
    if (cls != DXK_RESOURCE_CLASS_UAV)
        error(v, inst, DXKI_VR_INSTR_RESOURCECLASSFORUAVSTORE);
}

static void check_buffer_store(dxki_val *v, uint32_t inst)
{
    target t = look(v, arg(v, inst, 1));
    require_store(v, inst, t.cls);
    if (check_mask(v, inst, 4, 8, HAS(KIND(TYPED_BUFFER) | KIND(TBUFFER), t.kind)))
        check_buffer_coords(v, inst, t.kind, 3, true);
}

static void check_texture_store(dxki_val *v, uint32_t inst)
{
    target t = look(v, arg(v, inst, 1));
    require_store(v, inst, t.cls);
    if (check_mask(v, inst, 5, 9, true) && !HAS(KINDS_1D_2D | KINDS_MS | KIND(TEXTURE3D), t.kind))
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORTEXTURESTORE);
}

static void check_buffer_load(dxki_val *v, uint32_t inst)
{
    target t = look(v, arg(v, inst, 1));
    require_load(v, inst, t.cls);
    check_buffer_coords(v, inst, t.kind, 3, true);
}

static void check_texture_load(dxki_val *v, uint32_t inst)
{
    target t = look(v, arg(v, inst, 1));
    bool has_mip = !undef(v, inst, 2), is_ms = HAS(KINDS_MS, t.kind);
    if (t.cls == DXK_RESOURCE_CLASS_UAV) {
        if (!undef(v, inst, 6) || !undef(v, inst, 7) || !undef(v, inst, 8))
            error(v, inst, DXKI_VR_INSTR_OFFSETONUAVLOAD);
        if (has_mip && !is_ms)
            error(v, inst, DXKI_VR_INSTR_MIPONUAVLOAD);
    } else {
        require_load(v, inst, t.cls);
    }
    if (is_ms && !has_mip)
        error(v, inst, DXKI_VR_INSTR_SAMPLEINDEXFORLOAD2DMS);
    if (HAS(KINDS_1D_2D | KINDS_MS | KIND(TEXTURE3D), t.kind))
        check_offsets(v, inst, 6, t.kind);
    else
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORTEXTURELOAD);
}

static void check_constant_load(dxki_val *v, uint32_t inst, uint32_t unit)
{
    uint64_t index;
    if (!dxki_val_is_const(v, arg(v, inst, 2), &index))
        return;
    dxki_value handle = arg(v, inst, 1);
    dxki_dxil_handle_props p = dxki_val_handle(v, handle);
    uint32_t call = dxki_val_as_inst(handle);
    if (dxki_dxil_props_class(p) != DXK_RESOURCE_CLASS_CBUFFER) {
        if (call)
            error(v, call, DXKI_VR_INSTR_CBUFFERCLASSFORCBUFFERHANDLE);
        if (!call || dxki_val_inst(v, call)->op != DXKI_OP_CALL)
            dxki_val_give_up(v);
        return;
    }
    int32_t offset = (int32_t)((uint32_t)index * unit), size = (int32_t)p.word1;
    if (size > 0 && offset >= size) {
        error(v, inst, DXKI_VR_INSTR_CBUFFEROUTOFBOUND);
        dxki_val_hint(v, dxki_val_format(v, "it reads at byte %0, the buffer has %1 bytes",
                                         DXKI_ARGS(dxki_dec((uint32_t)offset), dxki_dec(p.word1))));
    }
}

static void check_64bit(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    dxki_dxil_overloads o;
    if (!dxki_val_sm(v, 3) && dxki_val_overloads_of(v, op, dxki_val_callee(v, inst), &o) &&
        dxki_val_size(v, o.types[0]) > 4)
        error(v, inst, DXKI_VR_SM_64BITRAWBUFFERLOADSTORE);
}

static void check_raw_load(dxki_val *v, uint32_t inst, uint32_t align)
{
    uint64_t bits;
    target t = look(v, arg(v, inst, 1));
    require_load(v, inst, t.cls);
    if (!dxki_val_is_const(v, arg(v, inst, align), &bits))
        error(v, inst, DXKI_VR_INSTR_CONSTALIGNFORRAWBUF);
    check_buffer_coords(v, inst, t.kind, 3, false);
}

static void check_raw_store(dxki_val *v, uint32_t inst, uint32_t align, bool vector)
{
    uint64_t bits;
    target t = look(v, arg(v, inst, 1));
    require_store(v, inst, t.cls);
    if (vector && undef(v, inst, 4))
        error(v, inst, DXKI_VR_INSTR_UNDEFINEDVALUEFORUAVSTORE);
    if (!dxki_val_is_const(v, arg(v, inst, align), &bits))
        error(v, inst, DXKI_VR_INSTR_CONSTALIGNFORRAWBUF);
    check_buffer_coords(v, inst, t.kind, 3, false);
}

/* The status is the last element of what a load returned. */
static void check_mapped(dxki_val *v, uint32_t inst)
{
    uint32_t from = dxki_val_as_inst(arg(v, inst, 1));
    if (!from || dxki_val_inst(v, from)->op != DXKI_OP_EXTRACTVALUE) {
        error(v, inst, DXKI_VR_INSTR_CHECKACCESSFULLYMAPPED);
        return;
    }
    const dxki_inst *in = dxki_val_inst(v, from);
    const uint32_t *ops = dxki_val_ops(v, from);
    dxki_type type = dxki_value_type(v->m, ops[0]);
    const uint32_t *extra = ops + in->op_count;
    bool status = extra[0] == 1 && (extra[1] == 4 || extra[1] == 1);
    if (!status || !dxki_val_is_resret(v, type) || extra[1] + 1ull != dxki_type_count(v->m, type))
        error(v, inst, DXKI_VR_INSTR_CHECKACCESSFULLYMAPPED);
}

/* ---------------------------------------------------------------------------------------- */

void dxki_val_check_resource_op(dxki_val *v, uint32_t inst, uint32_t row)
{
    const dxki_dxop_info *op = dxki_dxop_get((dxki_dxop)row);
    switch (row) {
    case DXKI_DXOP_GetDimensions:
        check_dimensions(v, inst);
        break;
    case DXKI_DXOP_CalculateLOD:
        check_lod(v, inst);
        break;
    case DXKI_DXOP_TextureGather:
    case DXKI_DXOP_TextureGatherCmp:
        check_gather(v, inst, row == DXKI_DXOP_TextureGatherCmp);
        break;
    case DXKI_DXOP_SampleBias:
    case DXKI_DXOP_SampleCmpBias:
        check_bias(v, inst, row == DXKI_DXOP_SampleBias ? 10 : 11);
        check_sample(v, inst, row == DXKI_DXOP_SampleCmpBias);
        check_derivative(v, inst);
        break;
    case DXKI_DXOP_Sample:
    case DXKI_DXOP_SampleCmp:
        check_sample(v, inst, row == DXKI_DXOP_SampleCmp);
        check_derivative(v, inst);
        break;
    case DXKI_DXOP_SampleGrad:
    case DXKI_DXOP_SampleLevel:
        check_sample(v, inst, false);
        break;
    case DXKI_DXOP_SampleCmpLevel:
    case DXKI_DXOP_SampleCmpLevelZero:
    case DXKI_DXOP_SampleCmpGrad:
        check_sample(v, inst, true);
        break;
    case DXKI_DXOP_CheckAccessFullyMapped:
        check_mapped(v, inst);
        break;
    case DXKI_DXOP_BufferStore:
        check_buffer_store(v, inst);
        break;
    case DXKI_DXOP_TextureStore:
        check_texture_store(v, inst);
        break;
    case DXKI_DXOP_BufferLoad:
        check_buffer_load(v, inst);
        break;
    case DXKI_DXOP_TextureLoad:
        check_texture_load(v, inst);
        break;
    case DXKI_DXOP_CBufferLoad:
    case DXKI_DXOP_CBufferLoadLegacy:
        check_constant_load(v, inst, row == DXKI_DXOP_CBufferLoadLegacy ? 16 : 1);
        break;
    case DXKI_DXOP_RawBufferLoad:
        check_64bit(v, inst, op);
        check_raw_load(v, inst, 5);
        break;
    case DXKI_DXOP_RawBufferVectorLoad:
        check_raw_load(v, inst, 4);
        break;
    case DXKI_DXOP_RawBufferStore:
        check_64bit(v, inst, op);
        if (check_mask(v, inst, 4, 8, false))
            check_raw_store(v, inst, 9, false);
        break;
    case DXKI_DXOP_RawBufferVectorStore:
        check_raw_store(v, inst, 5, true);
        break;
    case DXKI_DXOP_DerivCoarseX:
    case DXKI_DXOP_DerivCoarseY:
    case DXKI_DXOP_DerivFineX:
    case DXKI_DXOP_DerivFineY:
        check_derivative(v, inst);
        break;
    default:
        break;
    }
}
