/* SPDX-License-Identifier: MIT */
/*
 * print_dcl.c - declarations. What the bits of the opcode token and the words
 * after the operand mean is different for each; the comment beside each function shows a line.
 */
#include "fxc/print.h"

#define UNBOUNDED UINT32_MAX

/* ---------------------------------------------------------------------------------------- */
/* Pieces                                                                                     */

static void text(dxki_fxc_printer *pr, const char *words)
{
    dxki_out_text(pr->out, words);
}

static void number(dxki_fxc_printer *pr, uint64_t value)
{
    dxki_out_u64(pr->out, value);
}

static void enumerated(dxki_fxc_printer *pr, dxk_enum_id set, uint32_t value)
{
    const char *words = dxk_enum_text(set, value);
    if (words)
        text(pr, words);
    else
        number(pr, value);
}

static const dxk_dxbc_operand *operand_of(const dxki_fxc_printer *pr,
                                          const dxk_dxbc_instruction *in)
{
    return &pr->p->operands[in->operands];
}

/* "t0"; in shader model 5.1 "T0[0:3]": the range, then its first and last register. */
static void print_range(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *operand = operand_of(pr, in);
    if (!pr->sm51 || dxk_dxbc_index_count(operand) < 3) {
        dxki_fxc_print_register(pr, operand, true);
        return;
    }
    uint32_t kind = dxk_dxbc_register_kind(operand);
    uint64_t last = dxk_dxbc_index_get(pr->p, operand, 2).number;
    text(pr, kind == DXK_DXBC_REGISTER_SAMPLER           ? "S"
             : kind == DXK_DXBC_REGISTER_RESOURCE        ? "T"
             : kind == DXK_DXBC_REGISTER_CONSTANT_BUFFER ? "CB"
                                                         : "U");
    number(pr, dxk_dxbc_index_get(pr->p, operand, 0).number);
    text(pr, "[");
    number(pr, dxk_dxbc_index_get(pr->p, operand, 1).number);
    text(pr, ":");
    if (last == UNBOUNDED)
        text(pr, "*");
    else
        number(pr, last);
    text(pr, "]");
}

/* ", space=0", in shader model 5.1. */
static void print_space(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, uint32_t which)
{
    if (!pr->sm51)
        return;
    text(pr, ", space=");
    number(pr, dxki_fxc_tail(pr, in, which));
}

static void print_declared(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, " ");
    dxki_fxc_print_operand(pr, operand_of(pr, in), 'u');
}

void dxki_fxc_print_return_types(dxki_fxc_printer *pr, uint32_t token, unsigned low)
{
    text(pr, "(");
    for (unsigned i = 0; i < 4; i++) {
        text(pr, i ? "," : "");
        enumerated(pr, DXK_ENUM_ID_dxbc_return_type, dxki_dxbc_bits(token, low + 4 * i, 4));
    }
    text(pr, ")");
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* dcl_resource_texture2dms(4) (float,float,float,float) t0 */
static void print_resource(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    uint32_t dimension = dxki_dxbc_bits(in->token, 11, 5);
    text(pr, "_");
    enumerated(pr, DXK_ENUM_ID_dxbc_dimension, dimension);
    if (dimension == DXK_DXBC_DIMENSION_TEXTURE2DMS ||
        dimension == DXK_DXBC_DIMENSION_TEXTURE2DMS_ARRAY) {
        text(pr, "(");
        number(pr, dxki_dxbc_bits(in->token, 16, 7));
        text(pr, ")");
    }
    text(pr, " ");
    dxki_fxc_print_return_types(pr, dxki_fxc_tail(pr, in, 0), 0);
    text(pr, " ");
    print_range(pr, in);
    print_space(pr, in, 1);
}

/* _glc, _opc, _rov of a UAV */
static void print_uav_flags(dxki_fxc_printer *pr, uint32_t token)
{
    if (dxki_dxbc_bits(token, 16, 1))
        text(pr, "_glc");
    if (dxki_dxbc_bits(token, 23, 1))
        text(pr, "_opc");
    if (dxki_dxbc_bits(token, 17, 1))
        text(pr, "_rov");
}

/* dcl_uav_typed_texture2d_glc (float,float,float,float) u0 */
static void print_uav_typed(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, "_");
    enumerated(pr, DXK_ENUM_ID_dxbc_dimension, dxki_dxbc_bits(in->token, 11, 5));
    print_uav_flags(pr, in->token);
    text(pr, " ");
    dxki_fxc_print_return_types(pr, dxki_fxc_tail(pr, in, 0), 0);
    text(pr, " ");
    print_range(pr, in);
    print_space(pr, in, 1);
}

/* dcl_resource_raw t0; dcl_resource_structured t0, 16; dcl_uav_structured_opc u0, 16 */
static void print_untyped(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, bool uav,
                          bool structured)
{
    if (uav)
        print_uav_flags(pr, in->token);
    text(pr, " ");
    print_range(pr, in);
    if (structured) {
        text(pr, ", ");
        number(pr, dxki_fxc_tail(pr, in, 0));
        if (!uav && pr->style.struct_blank)
            text(pr, " ");
    }
    print_space(pr, in, structured ? 1 : 0);
}

/* dcl_constantbuffer CB0[4], immediateIndexed; CB0[0:0][4], immediateIndexed, space=0 */
static void print_buffer(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *operand = operand_of(pr, in);
    uint64_t size = dxki_fxc_tail(pr, in, 0);
    text(pr, " ");
    if (pr->sm51) {
        print_range(pr, in);
    } else {
        text(pr, pr->style.buffer_upper ? "CB" : "cb");
        number(pr, dxk_dxbc_index_get(pr->p, operand, 0).number);
        size = dxk_dxbc_index_get(pr->p, operand, 1).number;
    }
    text(pr, "[");
    number(pr, size);
    text(pr, dxki_dxbc_bits(in->token, 11, 1) ? "], dynamicIndexed" : "], immediateIndexed");
    print_space(pr, in, 1);
}

/* dcl_sampler s0, mode_default */
static void print_sampler(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, " ");
    print_range(pr, in);
    text(pr, ", ");
    enumerated(pr, DXK_ENUM_ID_dxbc_sampler_mode, dxki_dxbc_bits(in->token, 11, 4));
    print_space(pr, in, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs and outputs                                                                         */

/* dcl_input_ps_siv linear noperspective v0.xyzw, position */
static void print_interpolated(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    uint32_t mode = dxki_dxbc_bits(in->token, 11, 4);
    if (mode) {
        text(pr, " ");
        enumerated(pr, DXK_ENUM_ID_dxbc_interpolation, mode);
    }
}

static void print_system_name(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, ", ");
    enumerated(pr, DXK_ENUM_ID_dxbc_name, dxki_fxc_tail(pr, in, 0));
}

static void print_signature(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                            dxki_dxbc_form form)
{
    if (form == DXKI_FORM_INPUT_PS || form == DXKI_FORM_INPUT_PS_SIV ||
        (form == DXKI_FORM_INPUT_PS_SGV && pr->style.sgv_mode))
        print_interpolated(pr, in);
    print_declared(pr, in);
    if (form != DXKI_FORM_INPUT && form != DXKI_FORM_OUTPUT && form != DXKI_FORM_INPUT_PS)
        print_system_name(pr, in);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions and interfaces                                                                   */

/* "{fb0, fb1}" of the words from `first` on. */
static void print_set(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, const char *name,
                      uint32_t first)
{
    text(pr, " = {");
    for (uint32_t i = first; i < in->tail_count; i++) {
        text(pr, i > first ? ", " : "");
        text(pr, name);
        number(pr, dxki_fxc_tail(pr, in, i));
    }
    text(pr, "}");
}

/* dcl_interface_dynamicindexed fp0[4][2] = {ft0, ft1} */
static void print_interface(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, dxki_dxbc_bits(in->token, 11, 1) ? "_dynamicindexed fp" : " fp");
    number(pr, dxki_fxc_tail(pr, in, 0));
    text(pr, "[");
    number(pr, dxki_fxc_tail(pr, in, 2) >> 16);
    text(pr, "][");
    number(pr, dxki_fxc_tail(pr, in, 1));
    text(pr, "]");
    print_set(pr, in, "ft", 3);
}

/* ---------------------------------------------------------------------------------------- */
/* The rest                                                                                   */

/* dcl_globalFlags refactoringAllowed | skipOptimization */
static void print_global_flags(dxki_fxc_printer *pr, uint32_t token)
{
    uint64_t flag;
    const char *words;
    bool first = true;
    text(pr, " ");
    for (size_t i = 0; dxk_enum_value(DXK_ENUM_ID_dxbc_global_flag, i, &flag, &words); i++) {
        if (!(token & flag))
            continue;
        text(pr, first ? "" : " | ");
        text(pr, words);
        first = false;
    }
}

/* Words after the opcode, separated by commas. */
static void print_numbers(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        text(pr, i ? ", " : " ");
        number(pr, dxki_fxc_tail(pr, in, i));
    }
}

/* dcl_indexableTemp x0[4], 4 */
static void print_temp_array(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in)
{
    text(pr, " x");
    number(pr, dxki_fxc_tail(pr, in, 0));
    text(pr, "[");
    number(pr, dxki_fxc_tail(pr, in, 1));
    text(pr, "], ");
    number(pr, dxki_fxc_tail(pr, in, 2));
}

/* dcl_inputprimitive triangle, with a blank at the end */
static void print_primitive(dxki_fxc_printer *pr, uint32_t primitive)
{
    text(pr, " ");
    if (primitive >= 8 && primitive < 40) {
        text(pr, "patch");
        number(pr, primitive - 7);
    } else {
        enumerated(pr, DXK_ENUM_ID_dxbc_primitive, primitive);
    }
    text(pr, " ");
}

static void print_choice(dxki_fxc_printer *pr, dxk_enum_id set, uint32_t value)
{
    text(pr, " ");
    enumerated(pr, set, value);
}

/* Declarations of the tessellator. */
static void print_tessellator(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                              dxki_dxbc_form form)
{
    uint32_t token = in->token;
    switch (form) {
    case DXKI_FORM_TESSELLATOR_DOMAIN:
        print_choice(pr, DXK_ENUM_ID_dxbc_domain, dxki_dxbc_bits(token, 11, 2));
        return;
    case DXKI_FORM_TESSELLATOR_PARTITIONING:
        print_choice(pr, DXK_ENUM_ID_dxbc_partitioning, dxki_dxbc_bits(token, 11, 3));
        return;
    case DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE:
        print_choice(pr, DXK_ENUM_ID_dxbc_output_primitive, dxki_dxbc_bits(token, 11, 3));
        return;
    case DXKI_FORM_HS_MAX_TESSFACTOR:
        text(pr, " l(");
        dxki_fxc_print_value(pr, dxki_fxc_tail(pr, in, 0), 'f');
        text(pr, ")");
        return;
    default: /* counts of control points */
        text(pr, " ");
        number(pr, dxki_dxbc_bits(token, 11, 6));
        return;
    }
}

static void print_shared(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, uint32_t words)
{
    text(pr, " ");
    dxki_fxc_print_register(pr, operand_of(pr, in), true);
    for (uint32_t i = 0; i < words; i++) {
        text(pr, ", ");
        number(pr, dxki_fxc_tail(pr, in, i));
    }
}

/* Resources, buffers, samplers and shared memory; false: it is none of these. */
static bool print_bound(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, dxki_dxbc_form form)
{
    switch (form) {
    case DXKI_FORM_RESOURCE:
        print_resource(pr, in);
        return true;
    case DXKI_FORM_CONSTANTBUFFER:
        print_buffer(pr, in);
        return true;
    case DXKI_FORM_SAMPLER:
        print_sampler(pr, in);
        return true;
    case DXKI_FORM_UAV_TYPED:
        print_uav_typed(pr, in);
        return true;
    case DXKI_FORM_UAV_RAW:
        print_untyped(pr, in, true, false);
        return true;
    case DXKI_FORM_UAV_STRUCTURED:
        print_untyped(pr, in, true, true);
        return true;
    case DXKI_FORM_RESOURCE_RAW:
        print_untyped(pr, in, false, false);
        return true;
    case DXKI_FORM_RESOURCE_STRUCTURED:
        print_untyped(pr, in, false, true);
        return true;
    case DXKI_FORM_TGSM_RAW:
        print_shared(pr, in, 1);
        return true;
    case DXKI_FORM_TGSM_STRUCTURED:
        print_shared(pr, in, 2);
        return true;
    default:
        return false;
    }
}

/* Interfaces, their tables and functions; false: it is none of these. */
static bool print_linkage(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, dxki_dxbc_form form)
{
    switch (form) {
    case DXKI_FORM_FUNCTION_BODY:
        text(pr, " fb");
        number(pr, dxki_fxc_tail(pr, in, 0));
        return true;
    case DXKI_FORM_FUNCTION_TABLE:
        text(pr, " ft");
        number(pr, dxki_fxc_tail(pr, in, 0));
        print_set(pr, in, "fb", 2);
        return true;
    case DXKI_FORM_INTERFACE:
        print_interface(pr, in);
        return true;
    default:
        return false;
    }
}

/* What is left: counts, flags, primitives. */
static void print_other(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in, dxki_dxbc_form form)
{
    switch (form) {
    case DXKI_FORM_INDEXRANGE:
        print_declared(pr, in);
        text(pr, " ");
        number(pr, dxki_fxc_tail(pr, in, 0));
        return;
    case DXKI_FORM_OUTPUTTOPOLOGY:
        print_choice(pr, DXK_ENUM_ID_dxbc_topology, dxki_dxbc_bits(in->token, 11, 7));
        text(pr, " ");
        return;
    case DXKI_FORM_INPUTPRIMITIVE:
        print_primitive(pr, dxki_dxbc_bits(in->token, 11, 6));
        return;
    case DXKI_FORM_INDEXABLETEMP:
        print_temp_array(pr, in);
        return;
    case DXKI_FORM_GLOBALFLAGS:
        print_global_flags(pr, in->token);
        return;
    case DXKI_FORM_STREAM:
        print_declared(pr, in);
        return;
    case DXKI_FORM_THREAD_GROUP:
        print_numbers(pr, in, 3);
        return;
    case DXKI_FORM_TEMPS:
    case DXKI_FORM_MAXOUT:
    case DXKI_FORM_GSINSTANCES:
    case DXKI_FORM_HS_FORK_PHASE_INSTANCE_COUNT:
    case DXKI_FORM_HS_JOIN_PHASE_INSTANCE_COUNT:
        print_numbers(pr, in, 1);
        return;
    default:
        print_tessellator(pr, in, form);
        return;
    }
}

void dxki_fxc_print_declaration(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                                const dxki_dxbc_opcode *op)
{
    dxki_dxbc_form form = (dxki_dxbc_form)op->form;
    dxki_out_write(pr->out, op->text, op->text_size);
    if (form >= DXKI_FORM_INPUT && form <= DXKI_FORM_OUTPUT_SIV)
        print_signature(pr, in, form);
    else if (!print_bound(pr, in, form) && !print_linkage(pr, in, form))
        print_other(pr, in, form);
}
