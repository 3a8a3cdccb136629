/* SPDX-License-Identifier: MIT */
/*
 * declare.c - the declarations of a program: properties of the stage, how inputs are interpolated,
 * which registers are indexed, resources. The enumerations of DXIL have the numbers of the tokens.
 *
 * Source: d3d11tokenizedprogramformat.hpp of the Windows SDK.
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"

#include <stddef.h>
#include <string.h>

#define THREADS_MOST   1024u
#define THREADS_MOST_Z 64u
#define FACTOR_MOST    64.0f

uint32_t dxki_convert_tail(const dxki_convert *c, uint32_t which)
{
    return which < c->at->tail_count ? c->program->words[c->at->tail + which] : 0;
}

/* Name of the declaration at hand. */
static dxki_arg own_name(const dxki_convert *c)
{
    const char *name = dxk_dxbc_opcode_name(dxk_dxbc_opcode(c->at));

    return dxki_text(dxki_str(name ? name : "?"));
}

static void bad_value(dxki_convert *c, uint32_t value)
{
    DXKI_CONVERT_FAULT(c, VALUE, own_name(c), dxki_dec(value));
}

/* ---------------------------------------------------------------------------------------- */
/* Properties of the stage                                                                    */

/* A number in the opcode token, or the word after it if it has no bits. */
typedef struct property {
    uint8_t form;
    uint8_t bits; /* from bit 11 on */
    uint32_t least, most;
    uint32_t stages; /* that must have it, as bits */
    size_t member;   /* of dxk_entry_desc */
} property;

#define STAGE(name)  (1u << DXK_DXBC_STAGE_##name)
#define MEMBER(name) offsetof(dxk_entry_desc, name)

static const property properties[] = {
    {DXKI_FORM_INPUTPRIMITIVE, 6, 1, 39, STAGE(GEOMETRY), MEMBER(input_primitive)},
    {DXKI_FORM_OUTPUTTOPOLOGY, 7, 1, 5, STAGE(GEOMETRY), MEMBER(topology)},
    {DXKI_FORM_MAXOUT, 0, 0, 1024, STAGE(GEOMETRY), MEMBER(max_vertices)},
    {DXKI_FORM_GSINSTANCES, 0, 1, 32, 0, MEMBER(instances)},
    {DXKI_FORM_INPUT_CONTROL_POINT_COUNT, 6, 0, 32, STAGE(HULL) | STAGE(DOMAIN),
     MEMBER(input_points)},
    {DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT, 6, 0, 32, STAGE(HULL), MEMBER(output_points)},
    {DXKI_FORM_TESSELLATOR_DOMAIN, 2, 1, 3, STAGE(HULL) | STAGE(DOMAIN), MEMBER(domain)},
    {DXKI_FORM_TESSELLATOR_PARTITIONING, 3, 1, 4, STAGE(HULL), MEMBER(partitioning)},
    {DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE, 3, 1, 4, STAGE(HULL), MEMBER(tessellator_output)},
    {DXKI_FORM_THREAD_GROUP, 0, 1, THREADS_MOST, STAGE(COMPUTE), MEMBER(num_threads)},
};

static void declare_property(dxki_convert *c)
{
    uint32_t opcode = dxk_dxbc_opcode(c->at), form = dxki_dxbc_opcode_get(opcode)->form;

    for (size_t i = 0; i < DXKI_COUNT(properties); i++) {
        const property *p = &properties[i];
        if (p->form != form)
            continue;
        uint32_t value =
            p->bits ? dxki_dxbc_bits(c->at->token, 11, p->bits) : dxki_convert_tail(c, 0);
        if (value < p->least || value > p->most) {
            bad_value(c, value);
            return;
        }
        memcpy((char *)&c->facts->entry + p->member, &value, sizeof value);
        c->facts->seen |= 1u << i;
    }
}

/* The threads of a group, of which the first number is a property as well. */
static void declare_threads(dxki_convert *c)
{
    const uint32_t most[3] = {THREADS_MOST, THREADS_MOST, THREADS_MOST_Z};
    uint32_t *threads = c->facts->entry.num_threads;
    uint64_t all = 1;

    declare_property(c);
    for (uint32_t i = 0; i < 3 && dxki_convert_ready(c); i++) {
        threads[i] = dxki_convert_tail(c, i);
        all *= threads[i];
        if (threads[i] < 1 || threads[i] > most[i] || all > THREADS_MOST)
            bad_value(c, threads[i]);
    }
}

static void declare_max_factor(dxki_convert *c)
{
    uint32_t bits = dxki_convert_tail(c, 0);
    float factor;

    memcpy(&factor, &bits, sizeof factor);
    if (!(factor >= 1.0f && factor <= FACTOR_MOST))
        bad_value(c, bits);
    c->facts->entry.max_tess_factor = factor;
}

static void declare_flags(dxki_convert *c)
{
    c->flags = c->at->token;
    c->has_flags = true;
}

static bool emits(const dxk_dxbc_program *p)
{
    for (size_t i = 0; i < p->instruction_count; i++)
        if (dxki_dxbc_opcode_get(dxk_dxbc_opcode(&p->instructions[i]))->traits & DXKI_SM4_IS_EMIT)
            return true;
    return false;
}

/* A geometry shader that emits nothing need not declare what it emits. DXIL wants a topology of
 * every one; it makes no difference which. */
static bool needs_no_topology(dxki_convert *c, const property *p)
{
    if (p->form != DXKI_FORM_OUTPUTTOPOLOGY || emits(c->program))
        return false;
    c->facts->entry.topology = DXK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    return true;
}

/* True if a property that the stage must have was not declared; reports it. */
static bool misses_property(dxki_convert *c)
{
    for (size_t i = 0; i < DXKI_COUNT(properties); i++) {
        if (!(properties[i].stages >> c->stage & 1) || c->facts->seen >> i & 1 ||
            needs_no_topology(c, &properties[i]))
            continue;
        for (uint32_t opcode = 0; opcode < DXKI_SM4_COUNT; opcode++)
            if (dxki_dxbc_opcode_get(opcode)->form == properties[i].form)
                DXKI_CONVERT_FAULT(c, MISSING,
                                   dxki_text(dxki_str(dxki_dxbc_opcode_get(opcode)->text)));
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs and outputs                                                                         */

uint32_t dxki_convert_signature_of(const dxki_convert *c, uint32_t reg, uint32_t phase)
{
    bool patch = phase == DXKI_SM4_HS_FORK_PHASE || phase == DXKI_SM4_HS_JOIN_PHASE;

    switch (reg) {
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
        return DXK_SIGNATURE_INPUT;
    case DXK_DXBC_REGISTER_OUTPUT:
        return c->stage == DXK_DXBC_STAGE_HULL && patch ? DXK_SIGNATURE_PATCH_CONSTANT
                                                        : DXK_SIGNATURE_OUTPUT;
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
        return DXK_SIGNATURE_OUTPUT;
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
        return DXK_SIGNATURE_PATCH_CONSTANT;
    default:
        return 3;
    }
}

/* The slots from the declared register on, of which there are *count; NULL: it is not one of a
 * signature, which is not reported. */
static dxki_convert_slot *declared_slots(dxki_convert *c, const dxk_dxbc_operand *operand,
                                         uint32_t *count)
{
    uint32_t which = dxki_convert_signature_of(c, dxk_dxbc_register_kind(operand), c->facts->phase);
    uint32_t dimensions = dxk_dxbc_index_count(operand);
    uint32_t stream = which == DXK_SIGNATURE_OUTPUT ? c->facts->stream : 0;

    if (which == 3 || dimensions == 0)
        return NULL;
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, dimensions - 1);
    if (index.relative || index.number >= DXK_SIGNATURE_REGISTERS)
        return NULL;
    *count = DXK_SIGNATURE_REGISTERS - (uint32_t)index.number;
    return &c->facts->signatures[which].slots[stream][index.number];
}

/* How an input of a pixel shader is interpolated. */
static void declare_interpolation(dxki_convert *c)
{
    const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands];
    uint32_t mode = dxki_dxbc_bits(c->at->token, 11, 4), mask = dxki_convert_mask(operand), count;
    dxki_convert_slot *slot = declared_slots(c, operand, &count);

    if (mode >= DXK_INTERPOLATION_MODE_INVALID) {
        bad_value(c, mode);
        return;
    }
    for (uint32_t k = 0; k < 4 && slot; k++)
        if (mask >> k & 1)
            slot->interpolation[k] = (uint8_t)mode;
}

/* Registers that are indexed at run time. */
static void declare_range(dxki_convert *c)
{
    const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands];
    uint32_t rows = dxki_convert_tail(c, 0), count = 0;
    dxki_convert_slot *slot = declared_slots(c, operand, &count);

    if (!slot || rows == 0 || rows > count) {
        bad_value(c, rows);
        return;
    }
    for (uint32_t i = 0; i + 1 < rows; i++)
        slot[i].joined |= (uint8_t)dxki_convert_mask(operand);
}

static void declare_stream(dxki_convert *c)
{
    dxk_dxbc_index index =
        dxk_dxbc_index_get(c->program, &c->program->operands[c->at->operands], 0);

    if (index.relative || index.number >= DXKI_CONVERT_STREAMS) {
        bad_value(c, (uint32_t)index.number);
        return;
    }
    c->facts->stream = (uint32_t)index.number;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* The range that a declaration names: number, registers, and where its other words begin. In shader
 * model 5.1 the registers are the second and third index, and the last word is the space. */
static bool declare_registers(dxki_convert *c, dxki_convert_resource *r)
{
    const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands];
    bool ranges = dxki_convert_has_ranges(c);
    uint32_t dimensions = dxk_dxbc_index_count(operand);
    uint64_t numbers[3] = {0, 0, 0};

    for (uint32_t i = 0; i < 3 && i < dimensions; i++) {
        dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, i);
        numbers[i] = index.relative ? UINT64_MAX : index.number;
    }
    if (dimensions < (ranges ? 3u : 1u) || numbers[0] > UINT32_MAX || numbers[1] > UINT32_MAX ||
        numbers[2] > UINT32_MAX || (ranges && numbers[1] > numbers[2])) {
        bad_value(c, (uint32_t)numbers[0]);
        return false;
    }
    r->reg = dxk_dxbc_register_kind(operand);
    r->id = (uint32_t)numbers[0];
    r->desc.first = (uint32_t)(ranges ? numbers[1] : numbers[0]);
    r->desc.count = 1;
    if (ranges)
        r->desc.count =
            numbers[2] == UINT32_MAX ? DXK_UNBOUNDED : (uint32_t)(numbers[2] - numbers[1] + 1);
    if (ranges && c->at->tail_count)
        r->desc.space = dxki_convert_tail(c, c->at->tail_count - 1);
    return true;
}

static const uint8_t cls_of_register[] = {
    [DXK_DXBC_REGISTER_SAMPLER] = DXK_RESOURCE_CLASS_SAMPLER + 1,
    [DXK_DXBC_REGISTER_RESOURCE] = DXK_RESOURCE_CLASS_SRV + 1,
    [DXK_DXBC_REGISTER_CONSTANT_BUFFER] = DXK_RESOURCE_CLASS_CBUFFER + 1,
    [DXK_DXBC_REGISTER_UAV] = DXK_RESOURCE_CLASS_UAV + 1,
};

/* What all resources have: class, registers, flags of UAVs. False: reported. */
static bool begin_resource(dxki_convert *c, dxki_convert_resource *r)
{
    const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands];
    uint32_t reg = dxk_dxbc_register_kind(operand);

    if (reg >= DXKI_COUNT(cls_of_register) || !cls_of_register[reg]) {
        bad_value(c, reg);
        return false;
    }
    r->desc.cls = (dxk_resource_class)(cls_of_register[reg] - 1);
    if (r->desc.cls == DXK_RESOURCE_CLASS_UAV) {
        r->desc.globally_coherent = dxki_dxbc_bits(c->at->token, 16, 1);
        r->desc.rasterizer_ordered = dxki_dxbc_bits(c->at->token, 17, 1);
    }
    return declare_registers(c, r);
}

/* Component type in DXIL of a dxk_dxbc_return_type, and what the code reads. */
static const struct {
    uint8_t component, type;
} return_types[] = {
    [0] = {DXK_COMPONENT_TYPE_U32, DXKI_CONVERT_I32},
    [DXK_DXBC_RETURN_TYPE_UNORM] = {DXK_COMPONENT_TYPE_UNORM_F32, DXKI_CONVERT_F32},
    [DXK_DXBC_RETURN_TYPE_SNORM] = {DXK_COMPONENT_TYPE_SNORM_F32, DXKI_CONVERT_F32},
    [DXK_DXBC_RETURN_TYPE_SINT] = {DXK_COMPONENT_TYPE_I32, DXKI_CONVERT_I32},
    [DXK_DXBC_RETURN_TYPE_UINT] = {DXK_COMPONENT_TYPE_U32, DXKI_CONVERT_I32},
    [DXK_DXBC_RETURN_TYPE_FLOAT] = {DXK_COMPONENT_TYPE_F32, DXKI_CONVERT_F32},
    [DXK_DXBC_RETURN_TYPE_MIXED] = {DXK_COMPONENT_TYPE_U32, DXKI_CONVERT_I32},
    [DXK_DXBC_RETURN_TYPE_DOUBLE] = {DXK_COMPONENT_TYPE_F64, DXKI_CONVERT_I32},
};

bool dxki_convert_set_returned(dxki_convert_resource *r, uint32_t returned)
{
    if (returned >= DXKI_COUNT(return_types))
        return false;
    r->desc.element = (dxk_component_type)return_types[returned].component;
    r->type = (dxki_convert_type)return_types[returned].type;
    return true;
}

static void declare_typed(dxki_convert *c)
{
    dxki_convert_resource r = {.reg = 0};
    uint32_t kind = dxki_convert_kind_of(dxki_dxbc_bits(c->at->token, 11, 5));
    uint32_t returned = dxki_dxbc_bits(dxki_convert_tail(c, 0), 0, 4);

    if (!begin_resource(c, &r))
        return;
    if (dxki_convert_shape_of(kind)->coordinates == 0 || !dxki_convert_set_returned(&r, returned)) {
        bad_value(c, dxki_dxbc_bits(c->at->token, 11, 5));
        return;
    }
    r.desc.kind = (dxk_resource_kind)kind;
    if (r.desc.cls == DXK_RESOURCE_CLASS_SRV && dxki_convert_shape_of(kind)->samples)
        r.desc.samples = dxki_dxbc_bits(c->at->token, 16, 7);
    dxki_convert_add_resource(c, &r);
}

static void declare_raw(dxki_convert *c)
{
    dxki_convert_resource r = {.desc.kind = DXK_RESOURCE_KIND_RAW_BUFFER};

    if (begin_resource(c, &r))
        dxki_convert_add_resource(c, &r);
}

static void declare_structured(dxki_convert *c)
{
    dxki_convert_resource r = {.desc.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                               .desc.stride = dxki_convert_tail(c, 0)};

    if (!begin_resource(c, &r))
        return;
    if (r.desc.stride == 0 || r.desc.stride % 4 || r.desc.stride > DXKI_CONVERT_STRIDE_MOST) {
        bad_value(c, r.desc.stride);
        return;
    }
    if (r.desc.cls == DXK_RESOURCE_CLASS_UAV)
        r.desc.has_counter = dxki_dxbc_bits(c->at->token, 23, 1);
    dxki_convert_add_resource(c, &r);
}

static void declare_sampler(dxki_convert *c)
{
    dxki_convert_resource r = {.desc.comparison = dxki_dxbc_bits(c->at->token, 11, 4) ==
                                                  DXK_DXBC_SAMPLER_MODE_COMPARISON};

    if (begin_resource(c, &r))
        dxki_convert_add_resource(c, &r);
}

/* Rows of 16 bytes; 0: any number that a buffer can have. */
static void declare_constants(dxki_convert *c)
{
    const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands];
    dxki_convert_resource r = {.reg = 0};
    uint64_t rows = dxki_convert_has_ranges(c) ? dxki_convert_tail(c, 0)
                                               : dxk_dxbc_index_get(c->program, operand, 1).number;

    if (!begin_resource(c, &r))
        return;
    if (rows > DXKI_CONVERT_ROWS_MOST) {
        bad_value(c, (uint32_t)rows);
        return;
    }
    r.desc.size = 16 * (uint32_t)(rows ? rows : DXKI_CONVERT_ROWS_MOST);
    dxki_convert_add_resource(c, &r);
}

/* ---------------------------------------------------------------------------------------- */

static void start_phase(dxki_convert *c)
{
    c->facts->phase = dxk_dxbc_opcode(c->at);
}

static void note_interface(dxki_convert *c)
{
    c->facts->interfaces = true;
}

/* What is done with each form of declaration; those that the code alone needs are not here. */
static void (*const takers[])(dxki_convert *c) = {
    [DXKI_FORM_PHASE] = start_phase,
    [DXKI_FORM_RESOURCE] = declare_typed,
    [DXKI_FORM_CONSTANTBUFFER] = declare_constants,
    [DXKI_FORM_SAMPLER] = declare_sampler,
    [DXKI_FORM_INDEXRANGE] = declare_range,
    [DXKI_FORM_OUTPUTTOPOLOGY] = declare_property,
    [DXKI_FORM_INPUTPRIMITIVE] = declare_property,
    [DXKI_FORM_MAXOUT] = declare_property,
    [DXKI_FORM_INPUT_PS] = declare_interpolation,
    [DXKI_FORM_INPUT_PS_SGV] = declare_interpolation,
    [DXKI_FORM_INPUT_PS_SIV] = declare_interpolation,
    [DXKI_FORM_GLOBALFLAGS] = declare_flags,
    [DXKI_FORM_STREAM] = declare_stream,
    [DXKI_FORM_INTERFACE] = note_interface,
    [DXKI_FORM_INPUT_CONTROL_POINT_COUNT] = declare_property,
    [DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT] = declare_property,
    [DXKI_FORM_TESSELLATOR_DOMAIN] = declare_property,
    [DXKI_FORM_TESSELLATOR_PARTITIONING] = declare_property,
    [DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE] = declare_property,
    [DXKI_FORM_HS_MAX_TESSFACTOR] = declare_max_factor,
    [DXKI_FORM_THREAD_GROUP] = declare_threads,
    [DXKI_FORM_UAV_TYPED] = declare_typed,
    [DXKI_FORM_UAV_RAW] = declare_raw,
    [DXKI_FORM_UAV_STRUCTURED] = declare_structured,
    [DXKI_FORM_RESOURCE_RAW] = declare_raw,
    [DXKI_FORM_RESOURCE_STRUCTURED] = declare_structured,
    [DXKI_FORM_GSINSTANCES] = declare_property,
};

void dxki_convert_declare(dxki_convert *c)
{
    const dxk_dxbc_program *p = c->program;

    for (size_t i = 0; i < p->instruction_count && dxki_convert_ready(c); i++) {
        c->at = &p->instructions[i];
        uint32_t form = dxki_dxbc_opcode_get(dxk_dxbc_opcode(c->at))->form;
        if (form < DXKI_COUNT(takers) && takers[form])
            takers[form](c);
    }
    c->at = NULL;
    if (dxki_convert_ready(c))
        misses_property(c);
}
