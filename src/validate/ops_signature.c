/* SPDX-License-Identifier: MIT */
/*
 * ops_signature.c - operations that read inputs and write outputs: they belong into entry points,
 * and name an element, a row and a column of its signature (DXIL.rst, "Signatures").
 */
#include "base/out.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/elements.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

static void error(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    dxki_val_inst_error(v, inst, rule, NULL, 0);
}

static void wrong_place(dxki_val *v, uint32_t inst, const char *op, const char *place)
{
    dxki_val_inst_error(v, inst, DXKI_VR_SM_OPCODEININVALIDFUNCTION,
                        DXKI_ARGS(dxki_val_arg_text_z(op), dxki_val_arg_text_z(place)));
}

static void not_constant(dxki_val *v, uint32_t inst, const char *what, const char *op)
{
    dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONST,
                        DXKI_ARGS(dxki_val_arg_text_z(what), dxki_val_arg_text_z(op)));
}

static void outside(dxki_val *v, uint32_t inst, const char *what, const dxki_arg bound,
                    const dxki_arg got)
{
    dxk_str range = dxki_val_format(v, "0~%0", DXKI_ARGS(bound));
    dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPERANDRANGE,
                        DXKI_ARGS(dxki_val_arg_text_z(what), dxki_val_arg_text(range), got));
}

static void out_of_range(dxki_val *v, uint32_t inst, const char *what, uint64_t bound,
                         const dxki_arg got)
{
    outside(v, inst, what, dxki_dec(bound), got);
    if (bound == 1)
        dxki_val_hint(v, dxki_str("0 is possible"));
    else if (bound) /* the reference names the first number that is too big */
        dxki_val_hint(v,
                      dxki_val_format(v, "0 to %0 are possible", DXKI_ARGS(dxki_dec(bound - 1))));
    else
        dxki_val_hint(v, dxki_str("there are none"));
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

static uint32_t check_row_column(dxki_val *v, uint32_t inst, dxki_val_entry *ent, uint32_t which,
                                 uint32_t index)
{
    const dxki_dxil_sig_element *e = ent->e->signatures[which].items[index];
    const dxki_value *ops = dxki_val_ops(v, inst);
    uint64_t row, column;
    if (dxki_val_is_const(v, ops[2], &row) && (uint32_t)row >= e->rows)
        out_of_range(v, inst, "Row", e->rows, dxki_dec((uint32_t)row));
    if (!dxki_val_is_const(v, ops[3], &column)) {
        not_constant(v, inst, "Col", "LoadInput/StoreOutput");
        return 0;
    }
    if (column > e->columns) {
        out_of_range(v, inst, "Col", e->columns, dxki_dec(column));
    } else {
        if (which == 1 && dxki_val_has_signature(ent->kind, 1))
            ent->output_columns[index] |= 1u << (column & 31);
        if (which == 2 && dxki_val_has_signature(ent->kind, 2))
            ent->patch_columns[index] |= 1u << (column & 31);
    }
    return (uint32_t)column;
}

/* The element that operand 1 names in signature `which`; NULL: there is none (reported). */
static const dxki_dxil_sig_element *check_element(dxki_val *v, uint32_t inst, dxki_val_entry *ent,
                                                  uint32_t which)
{
    const dxki_dxil_list *list = &ent->e->signatures[which];
    uint64_t id;
    if (!dxki_val_is_const(v, dxki_val_ops(v, inst)[1], &id)) {
        not_constant(v, inst, "SignatureID", "LoadInput/StoreOutput");
        return NULL;
    }
    if (id >= list->count) {
        error(v, inst, DXKI_VR_INSTR_OPCONSTRANGE);
        return NULL;
    }
    const dxki_dxil_sig_element *e = list->items[id];
    uint32_t column = check_row_column(v, inst, ent, which, (uint32_t)id);
    if (which == 1 && e->extra.stream < 4 &&
        dxki_val_semantic(ent->kind, which, e, NULL) == DXK_SEMANTIC_KIND_POSITION)
        ent->position_mask[e->extra.stream] |= 1u << (column & 31);
    return e;
}

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/* Vertices of a primitive of a geometry shader. */
static uint32_t vertex_count(uint32_t primitive)
{
    static const uint8_t simple[] = {0, 1, 2, 3, 0, 0, 4, 6};
    if (primitive < 8)
        return simple[primitive];
    return primitive < 40 ? primitive - 7 : 0;
}

static void check_vertex(dxki_val *v, uint32_t inst, const dxki_val_entry *ent)
{
    dxki_value vertex = dxki_val_ops(v, inst)[4];
    uint64_t bits;
    if (ent->kind == DXK_SHADER_KIND_VERTEX || ent->kind == DXK_SHADER_KIND_PIXEL) {
        if (!dxki_val_is_undef(v, vertex))
            error(v, inst, DXKI_VR_SM_OPERAND);
        return;
    }
    if (!dxki_val_is_const(v, vertex, &bits))
        return;
    int32_t high = 0; /* a negative number of points is printed as one */
    if (ent->kind == DXK_SHADER_KIND_GEOMETRY)
        high = (int32_t)vertex_count(ent->e->props.gs.input_primitive);
    else if (ent->kind == DXK_SHADER_KIND_DOMAIN)
        high = (int32_t)ent->e->props.ds.control_points;
    else if (ent->kind == DXK_SHADER_KIND_HULL)
        high = (int32_t)ent->e->props.hs.input_points;
    else
        wrong_place(v, inst, "LoadInput", "VS/HS/DS/GS/PS");
    int32_t number = (int32_t)(uint32_t)bits;
    if (number >= 0 && number < high)
        return;
    outside(v, inst, "VertexID", dxki_val_arg_text(dxki_val_signed(v, high)),
            dxki_val_arg_text(dxki_val_signed(v, number)));
}

static void check_domain(dxki_val *v, uint32_t inst, const dxki_val_entry *ent)
{
    uint64_t column;
    if (!dxki_val_is_const(v, dxki_val_ops(v, inst)[1], &column))
        not_constant(v, inst, "Col", "DomainLocation");
    else if (column >= ent->domain_size)
        error(v, inst, DXKI_VR_SM_DOMAINLOCATIONIDXOOB);
}

static void check_eval(dxki_val *v, uint32_t inst, dxki_val_entry *ent)
{
    const dxki_dxil_sig_element *e = check_element(v, inst, ent, 0);
    if (!e)
        return;
    if (e->interpolation < DXK_INTERPOLATION_MODE_LINEAR ||
        e->interpolation >= DXK_INTERPOLATION_MODE_INVALID)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_EVALINTERPOLATIONMODE,
                            DXKI_ARGS(dxki_val_arg_text(dxki_val_element_name(ent->kind, 0, e))));
    if (dxki_val_semantic(ent->kind, 0, e, NULL) == DXK_SEMANTIC_KIND_POSITION)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_CANNOTPULLPOSITION,
                            DXKI_ARGS(dxki_val_arg_text(dxki_val_model_name(v))));
}

static void check_at_vertex(dxki_val *v, uint32_t inst, dxki_val_entry *ent)
{
    const dxki_dxil_sig_element *e = check_element(v, inst, ent, 0);
    if (e && e->interpolation != DXK_INTERPOLATION_MODE_CONSTANT)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_ATTRIBUTEATVERTEXNOINTERPOLATION,
                            DXKI_ARGS(dxki_val_arg_text(dxki_val_element_name(ent->kind, 0, e))));
}

static dxk_str stream_list(dxki_val *v, uint32_t mask)
{
    dxk_str text = {"", 0};
    for (uint32_t i = 0; i < 4; i++) {
        if (mask >> i & 1)
            text = text.size ? dxki_val_format(v, "%0%1 ",
                                               DXKI_ARGS(dxki_val_arg_text(text), dxki_dec(i)))
                             : dxki_val_format(v, "%0 ", DXKI_ARGS(dxki_dec(i)));
    }
    return text;
}

static void check_stream(dxki_val *v, uint32_t inst, const dxki_val_entry *ent)
{
    const dxki_dxil_gs_state *gs = &ent->e->props.gs;
    uint64_t stream;
    if (ent->kind != DXK_SHADER_KIND_GEOMETRY) {
        wrong_place(v, inst, "Emit/CutStream", "Geometry shader");
        return;
    }
    if (!dxki_val_is_const(v, dxki_val_ops(v, inst)[1], &stream)) {
        not_constant(v, inst, "StreamID", "Emit/CutStream");
        return;
    }
    uint32_t mask = gs->topology ? gs->stream_mask & 15 : 0;
    if (stream >= 4)
        out_of_range(v, inst, "StreamID", 4, dxki_dec(stream));
    else if (!(mask >> stream & 1))
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPERANDRANGE,
                            DXKI_ARGS(dxki_val_arg_text_z("StreamID"),
                                      dxki_val_arg_text(stream_list(v, mask)), dxki_dec(stream)));
}

/* Each hull shader that has this patch constant function gets the store. */
static void check_patch_store(dxki_val *v, uint32_t inst, bool is_patch, uint32_t fn)
{
    if (!is_patch) {
        wrong_place(v, inst, "StorePatchConstant", "PatchConstant function");
        return;
    }
    for (uint32_t i = 0; i < v->subject.entry_count; i++) {
        dxki_val_entry *ent = &v->subject.entries[i];
        if (ent->kind == DXK_SHADER_KIND_HULL && ent->e->props.hs.patch_function == fn)
            check_element(v, inst, ent, 2);
    }
}

static void check(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, dxki_val_entry *ent,
                  bool is_patch)
{
    uint32_t fn = dxki_val_inst_fn(v, inst), of = dxki_dxop_effect_get(op->kind)->signature;
    switch (dxki_dxop_row(op)) {
    case DXKI_DXOP_LoadInput:
        check_element(v, inst, ent, 0);
        check_vertex(v, inst, ent);
        break;
    case DXKI_DXOP_DomainLocation:
        check_domain(v, inst, ent);
        break;
    case DXKI_DXOP_OutputControlPointID:
        if (ent->kind != DXK_SHADER_KIND_HULL || ent->function != fn)
            wrong_place(v, inst, "OutputControlPointID", "hull function");
        break;
    case DXKI_DXOP_LoadOutputControlPoint:
        if (v->subject.in_entry_calls[fn])
            wrong_place(v, inst, "LoadOutputControlPoint", "PatchConstant function");
        check_element(v, inst, ent, 1);
        break;
    case DXKI_DXOP_StorePatchConstant:
        check_patch_store(v, inst, is_patch, fn);
        break;
    case DXKI_DXOP_Coverage:
        ent->coverage = true;
        break;
    case DXKI_DXOP_InnerCoverage:
        ent->inner_coverage = true;
        break;
    case DXKI_DXOP_ViewID:
        ent->view_id = true;
        break;
    case DXKI_DXOP_EvalCentroid:
    case DXKI_DXOP_EvalSampleIndex:
    case DXKI_DXOP_EvalSnapped:
        check_eval(v, inst, ent);
        break;
    case DXKI_DXOP_AttributeAtVertex:
        check_at_vertex(v, inst, ent);
        break;
    default:
        if (of != DXKI_DXS_NONE)
            check_element(v, inst, ent, of - DXKI_DXS_INPUT);
        else if (op->kind == DXKI_DXK_STREAM)
            check_stream(v, inst, ent);
        break;
    }
}

void dxki_val_check_signature_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    uint32_t fn = dxki_val_inst_fn(v, inst);
    dxki_val_entry *ent = v->subject.entry_of[fn];
    bool is_patch = false;
    for (uint32_t i = 0; i < v->subject.entry_count && !ent && v->subject.is_patch[fn]; i++) {
        if (v->subject.entries[i].kind == DXK_SHADER_KIND_HULL &&
            v->subject.entries[i].e->props.hs.patch_function == fn) {
            ent = &v->subject.entries[i];
            is_patch = true;
        }
    }
    if (!ent) {
        error(v, inst, DXKI_VR_INSTR_SIGNATUREOPERATIONNOTINENTRY);
        return;
    }
    bool is_load = op == dxki_dxop_get(DXKI_DXOP_LoadInput);
    bool plain = ent->kind == DXK_SHADER_KIND_VERTEX || ent->kind == DXK_SHADER_KIND_PIXEL;
    check(v, inst, op, ent, is_patch);
    if (is_load && plain && !dxki_val_is_undef(v, dxki_val_ops(v, inst)[4]))
        return;
    if (ent->coverage && ent->inner_coverage)
        error(v, inst, DXKI_VR_SM_PSCOVERAGEANDINNERCOVERAGE);
}
