/* SPDX-License-Identifier: MIT */
/*
 * check_code.c - instructions by themselves: the opcode exists in the stage and shader model, its
 * operands are of kinds that it takes, and registers are declared and in range.
 */
#include "fxc/check.h"
#include "base/count.h"
#include "spec/reader_rules.h"

#include <string.h>

#define KIND(name) ((uint64_t)1 << DXK_DXBC_REGISTER_##name)

/* Registers that an operand of each letter of sm4_opcodes.def may be. */
#define DESTINATIONS                                                                               \
    (KIND(TEMP) | KIND(OUTPUT) | KIND(INDEXABLE_TEMP) | KIND(NULL) | KIND(OUTPUT_DEPTH) |          \
     KIND(OUTPUT_COVERAGE_MASK) | KIND(OUTPUT_DEPTH_GREATER_EQUAL) |                               \
     KIND(OUTPUT_DEPTH_LESS_EQUAL) | KIND(OUTPUT_STENCIL_REF) | KIND(FUNCTION_OUTPUT))
#define INPUTS                                                                                     \
    (KIND(INPUT) | KIND(PRIMITIVE_ID) | KIND(OUTPUT_CONTROL_POINT_ID) | KIND(FORK_INSTANCE_ID) |   \
     KIND(JOIN_INSTANCE_ID) | KIND(INPUT_CONTROL_POINT) | KIND(OUTPUT_CONTROL_POINT) |             \
     KIND(PATCH_CONSTANT) | KIND(DOMAIN_POINT) | KIND(THREAD_ID) | KIND(THREAD_GROUP_ID) |         \
     KIND(THREAD_ID_IN_GROUP) | KIND(COVERAGE_MASK) | KIND(THREAD_ID_IN_GROUP_FLATTENED) |         \
     KIND(GS_INSTANCE_ID) | KIND(CYCLE_COUNTER) | KIND(INNER_COVERAGE) | KIND(FUNCTION_INPUT))
#define VALUES                                                                                     \
    (INPUTS | KIND(TEMP) | KIND(INDEXABLE_TEMP) | KIND(IMMEDIATE32) | KIND(IMMEDIATE64) |          \
     KIND(CONSTANT_BUFFER) | KIND(IMMEDIATE_CONSTANT_BUFFER) | KIND(THIS_POINTER))

static uint64_t kinds_of(char letter)
{
    switch (letter) {
    case 'd':
        return DESTINATIONS;
    case 'r':
        return KIND(RESOURCE) | KIND(UAV) | KIND(RASTERIZER) | KIND(THIS_POINTER);
    case 'R':
        return KIND(RESOURCE) | KIND(UAV) | KIND(GROUP_SHARED) | KIND(THIS_POINTER);
    case 'U':
        return KIND(UAV) | KIND(GROUP_SHARED);
    case 's':
        return KIND(SAMPLER) | KIND(THIS_POINTER);
    case 'm':
        return KIND(STREAM);
    case 'l':
        return KIND(LABEL) | KIND(FUNCTION_BODY);
    case 'o':
        return UINT64_MAX;
    default:
        return VALUES;
    }
}

/* Registers that a declaration names. */
static uint64_t kinds_of_form(uint32_t form)
{
    switch (form) {
    case DXKI_FORM_RESOURCE:
    case DXKI_FORM_RESOURCE_RAW:
    case DXKI_FORM_RESOURCE_STRUCTURED:
        return KIND(RESOURCE);
    case DXKI_FORM_UAV_TYPED:
    case DXKI_FORM_UAV_RAW:
    case DXKI_FORM_UAV_STRUCTURED:
        return KIND(UAV);
    case DXKI_FORM_CONSTANTBUFFER:
        return KIND(CONSTANT_BUFFER);
    case DXKI_FORM_SAMPLER:
        return KIND(SAMPLER);
    case DXKI_FORM_TGSM_RAW:
    case DXKI_FORM_TGSM_STRUCTURED:
        return KIND(GROUP_SHARED);
    case DXKI_FORM_STREAM:
        return KIND(STREAM);
    case DXKI_FORM_OUTPUT:
    case DXKI_FORM_OUTPUT_SGV:
    case DXKI_FORM_OUTPUT_SIV:
        return DESTINATIONS & ~(KIND(TEMP) | KIND(INDEXABLE_TEMP));
    case DXKI_FORM_INDEXRANGE:
    case DXKI_FORM_FCALL:
        return UINT64_MAX;
    default:
        return INPUTS;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Opcodes                                                                                    */

/* Where opcodes are that not every stage has; the first row that an opcode is in counts. */
static const struct {
    uint16_t first, last;
    uint8_t stages;
} stages_of[] = {
    {DXKI_SM4_CUT, DXKI_SM4_CUT, DXKI_STAGE_GS},
    {DXKI_SM4_DERIV_RTX, DXKI_SM4_DISCARD, DXKI_STAGE_PS},
    {DXKI_SM4_EMIT, DXKI_SM4_EMIT_THEN_CUT, DXKI_STAGE_GS},
    {DXKI_SM4_SAMPLE, DXKI_SM4_SAMPLE_C, DXKI_STAGE_PS},
    {DXKI_SM4_SAMPLE_B, DXKI_SM4_SAMPLE_B, DXKI_STAGE_PS},
    {DXKI_SM4_DCL_OUTPUTTOPOLOGY, DXKI_SM4_DCL_MAXOUT, DXKI_STAGE_GS},
    {DXKI_SM4_DCL_INPUT_SGV, DXKI_SM4_DCL_INPUT_SIV, DXKI_STAGE_ANY & ~DXKI_STAGE_PS},
    {DXKI_SM4_DCL_INPUT_PS, DXKI_SM4_DCL_INPUT_PS_SIV, DXKI_STAGE_PS},
    {DXKI_SM4_LOD, DXKI_SM4_LOD, DXKI_STAGE_PS},
    {DXKI_SM4_HS_DECLS, DXKI_SM4_HS_JOIN_PHASE, DXKI_STAGE_HS},
    {DXKI_SM4_EMIT_STREAM, DXKI_SM4_EMIT_THEN_CUT_STREAM, DXKI_STAGE_GS},
    {DXKI_SM4_DERIV_RTX_COARSE, DXKI_SM4_DERIV_RTY_FINE, DXKI_STAGE_PS},
    {DXKI_SM4_DCL_STREAM, DXKI_SM4_DCL_STREAM, DXKI_STAGE_GS},
    {DXKI_SM4_DCL_INPUT_CONTROL_POINT_COUNT, DXKI_SM4_DCL_INPUT_CONTROL_POINT_COUNT,
     DXKI_STAGE_HS | DXKI_STAGE_DS},
    {DXKI_SM4_DCL_TESSELLATOR_DOMAIN, DXKI_SM4_DCL_TESSELLATOR_DOMAIN,
     DXKI_STAGE_HS | DXKI_STAGE_DS},
    {DXKI_SM4_DCL_OUTPUT_CONTROL_POINT_COUNT, DXKI_SM4_DCL_HS_JOIN_PHASE_INSTANCE_COUNT,
     DXKI_STAGE_HS},
    {DXKI_SM4_DCL_THREAD_GROUP, DXKI_SM4_DCL_THREAD_GROUP, DXKI_STAGE_CS},
    {DXKI_SM4_DCL_TGSM_RAW, DXKI_SM4_DCL_TGSM_STRUCTURED, DXKI_STAGE_CS},
    {DXKI_SM4_EVAL_SNAPPED, DXKI_SM4_EVAL_CENTROID, DXKI_STAGE_PS},
    {DXKI_SM4_DCL_GSINSTANCES, DXKI_SM4_DCL_GSINSTANCES, DXKI_STAGE_GS},
    {DXKI_SM4_SAMPLE_CL_S, DXKI_SM4_SAMPLE_B_CL_S, DXKI_STAGE_PS},
    {DXKI_SM4_SAMPLE_C_CL_S, DXKI_SM4_SAMPLE_C_CL_S, DXKI_STAGE_PS},
};

/* Opcodes of shader model 5 that shader model 4 has for raw and structured buffers. */
static bool is_in_model4(uint32_t opcode)
{
    switch (opcode) {
    case DXKI_SM4_DCL_THREAD_GROUP:
    case DXKI_SM4_DCL_UAV_RAW:
    case DXKI_SM4_DCL_UAV_STRUCTURED:
    case DXKI_SM4_DCL_TGSM_RAW:
    case DXKI_SM4_DCL_TGSM_STRUCTURED:
    case DXKI_SM4_DCL_RESOURCE_RAW:
    case DXKI_SM4_DCL_RESOURCE_STRUCTURED:
    case DXKI_SM4_LD_RAW:
    case DXKI_SM4_STORE_RAW:
    case DXKI_SM4_LD_STRUCTURED:
    case DXKI_SM4_STORE_STRUCTURED:
    case DXKI_SM4_SYNC:
    case DXKI_SM4_ABORT:
    case DXKI_SM4_DEBUGBREAK:
        return true;
    default:
        return opcode < DXKI_SM4_HS_DECLS;
    }
}

static void check_opcode(dxki_fxc_checker *c, uint32_t at, uint32_t opcode)
{
    uint32_t major = dxk_dxbc_major(c->p), minor = dxk_dxbc_minor(c->p);
    for (size_t i = 0; i < DXKI_COUNT(stages_of); i++) {
        if (opcode < stages_of[i].first || opcode > stages_of[i].last)
            continue;
        if (!dxki_fxc_check_stage(c, stages_of[i].stages))
            DXKI_FAULT(c, DXKI_RULE_DXBC_STAGE, at, dxki_fxc_check_opcode(opcode));
        break;
    }
    bool model41 = opcode >= DXKI_SM4_LOD && opcode < DXKI_SM4_HS_DECLS;
    if (major < 5 && (!is_in_model4(opcode) || (model41 && minor == 0)))
        DXKI_FAULT(c, DXKI_RULE_DXBC_MODEL, at, dxki_fxc_check_opcode(opcode), dxki_dec(major),
                   dxki_dec(minor));
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* Indices that a register has, at least and at most. */
static bool has_indices(const dxki_fxc_checker *c, uint32_t kind, uint32_t count, bool declared)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_TEMP:
    case DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER:
    case DXK_DXBC_REGISTER_LABEL:
    case DXK_DXBC_REGISTER_STREAM:
    case DXK_DXBC_REGISTER_GROUP_SHARED:
        return count == 1;
    case DXK_DXBC_REGISTER_INDEXABLE_TEMP:
        return count == 2;
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_OUTPUT:
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
        return count == 1 || count == 2;
    case DXK_DXBC_REGISTER_CONSTANT_BUFFER:
        return count == (c->sm51 ? 3 : 2);
    case DXK_DXBC_REGISTER_SAMPLER:
    case DXK_DXBC_REGISTER_RESOURCE:
    case DXK_DXBC_REGISTER_UAV:
        return count == (!c->sm51 ? 1u : declared ? 3u : 2u);
    case DXK_DXBC_REGISTER_FUNCTION_BODY:
    case DXK_DXBC_REGISTER_FUNCTION_TABLE:
    case DXK_DXBC_REGISTER_INTERFACE:
    case DXK_DXBC_REGISTER_FUNCTION_INPUT:
    case DXK_DXBC_REGISTER_FUNCTION_OUTPUT:
    case DXK_DXBC_REGISTER_THIS_POINTER:
        return true;
    default:
        return count == 0;
    }
}

/* Registers that no declaration names. */
static bool needs_declaration(uint32_t kind)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_IMMEDIATE32:
    case DXK_DXBC_REGISTER_IMMEDIATE64:
    case DXK_DXBC_REGISTER_LABEL:
    case DXK_DXBC_REGISTER_NULL:
    case DXK_DXBC_REGISTER_RASTERIZER:
    case DXK_DXBC_REGISTER_THIS_POINTER:
    case DXK_DXBC_REGISTER_FUNCTION_INPUT:
    case DXK_DXBC_REGISTER_FUNCTION_OUTPUT:
        return false;
    default:
        return true;
    }
}

/* Which index is the number that declarations go by. */
static uint32_t number_index(uint32_t kind, uint32_t count)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_OUTPUT:
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
        return count - 1;
    default:
        return 0;
    }
}

typedef struct use {
    dxki_fxc_checker *c;
    uint32_t at, opcode, phase;
    bool destination;
} use;

/* A plain index must be below `size`. */
static void check_below(const use *u, uint32_t kind, dxk_dxbc_index index, uint64_t size)
{
    if (index.has_number && !index.relative && index.number >= size)
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_RANGE, u->at, dxki_fxc_check_register(kind),
                   dxki_dec(index.number), dxki_dec(size));
}

/* Components that an operand names by letters, as far as that says what is used. */
static uint32_t components_of(const dxk_dxbc_operand *operand)
{
    uint32_t token = operand->token;
    if (dxki_dxbc_bits(token, 0, 2) != 2)
        return 0;
    switch (dxki_dxbc_bits(token, 2, 2)) {
    case 0:
        return dxki_dxbc_bits(token, 4, 4);
    case 2:
        return 1u << dxki_dxbc_bits(token, 4, 2);
    default:
        return 0;
    }
}

/* The other indices of a declared register. */
static void check_indices(const use *u, const dxk_dxbc_operand *operand, const dxki_fxc_declared *d)
{
    const dxk_dxbc_program *p = u->c->p;
    uint32_t count = dxk_dxbc_index_count(operand);
    dxk_dxbc_index second = dxk_dxbc_index_get(p, operand, 1);
    switch (d->kind) {
    case DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER:
    case DXK_DXBC_REGISTER_TEMP:
        check_below(u, d->kind, dxk_dxbc_index_get(p, operand, 0), d->size);
        return;
    case DXK_DXBC_REGISTER_INDEXABLE_TEMP:
        check_below(u, d->kind, second, d->size);
        return;
    case DXK_DXBC_REGISTER_CONSTANT_BUFFER:
        check_below(u, d->kind, dxk_dxbc_index_get(p, operand, count - 1), d->size);
        break;
    case DXK_DXBC_REGISTER_SAMPLER:
    case DXK_DXBC_REGISTER_RESOURCE:
    case DXK_DXBC_REGISTER_UAV:
        break;
    case DXK_DXBC_REGISTER_INTERFACE:
        return;
    default:
        if (count == 2)
            check_below(u, d->kind, dxk_dxbc_index_get(p, operand, 0), d->size);
        return;
    }
    if (u->c->sm51 && second.has_number && !second.relative &&
        (second.number < d->first || second.number > d->last))
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_BEYOND, u->at, dxki_fxc_check_register(d->kind),
                   dxki_dec(second.number), dxki_dec(d->first), dxki_dec(d->last));
}

static void check_declared(const use *u, const dxk_dxbc_operand *operand)
{
    uint32_t kind = dxk_dxbc_register_kind(operand), count = dxk_dxbc_index_count(operand);
    uint32_t mask = 0, used = components_of(operand);
    dxk_dxbc_index index = dxk_dxbc_index_get(u->c->p, operand, number_index(kind, count));
    bool whole =
        kind == DXK_DXBC_REGISTER_TEMP || kind == DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER;
    uint64_t number = whole ? 0 : index.number;
    if (index.relative && !whole)
        return; /* known when it runs */
    const dxki_fxc_declared *d =
        number < UINT32_MAX ? dxki_fxc_check_find(u->c, kind, (uint32_t)number, u->phase, &mask)
                            : NULL;
    if (!d) {
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_UNDECLARED, u->at, dxki_fxc_check_register(kind),
                   dxki_dec(index.number));
        return;
    }
    if (used & ~mask)
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_MASK, u->at, dxki_fxc_check_register(kind),
                   dxki_dec(index.number));
    check_indices(u, operand, d);
}

static void check_operand(const use *u, const dxk_dxbc_operand *operand, uint64_t kinds,
                          bool declares)
{
    const dxk_dxbc_program *p = u->c->p;
    uint32_t kind = dxk_dxbc_register_kind(operand), count = dxk_dxbc_index_count(operand);
    if (kind >= 64 || !(kinds >> kind & 1)) {
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_REGISTER, u->at, dxki_fxc_check_opcode(u->opcode),
                   dxki_fxc_check_register(kind));
        return;
    }
    if (!has_indices(u->c, kind, count, declares)) {
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_DIMENSION, u->at, dxki_fxc_check_register(kind),
                   dxki_dec(count));
        return;
    }
    if (u->destination && dxki_dxbc_bits(operand->token, 0, 2) == 2 &&
        (dxki_dxbc_bits(operand->token, 2, 2) != 0 || dxki_dxbc_bits(operand->token, 4, 4) == 0))
        DXKI_FAULT(u->c, DXKI_RULE_DXBC_NO_MASK, u->at, dxki_fxc_check_opcode(u->opcode));
    if (!declares && needs_declaration(kind))
        check_declared(u, operand);
    for (uint32_t i = 0; i < count; i++) {
        dxk_dxbc_index index = dxk_dxbc_index_get(p, operand, i);
        use inner = *u;
        inner.destination = false;
        if (index.relative && u->c->status == DXK_OK) /* as deep as decoding allowed */
            check_operand(&inner, &p->operands[index.operand], VALUES, false);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Words after the operands that compilers are known to leave. */
static bool may_have_surplus(uint32_t opcode)
{
    return (opcode >= DXKI_SM4_SAMPLE_L_S && opcode <= DXKI_SM4_SAMPLE_C_CL_S) ||
           opcode == DXKI_SM4_SAMPLEPOS;
}

static void check_instruction(dxki_fxc_checker *c, uint32_t at, uint32_t phase)
{
    const dxk_dxbc_instruction *in = &c->p->instructions[at];
    uint32_t opcode = dxk_dxbc_opcode(in);
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(opcode);
    bool declares = op->form >= DXKI_FORM_DECLARATION;
    use u = {.c = c, .at = at, .opcode = opcode, .phase = phase};
    if (!op->text) {
        DXKI_FAULT(c, DXKI_RULE_DXBC_OPCODE, at, dxki_dec(opcode));
        return;
    }
    check_opcode(c, at, opcode);
    for (uint32_t i = 0; i < in->operand_count && c->status == DXK_OK; i++) {
        uint64_t kinds = declares ? kinds_of_form(op->form) : kinds_of(op->operands[i]);
        u.destination = op->operands[i] == 'd';
        check_operand(&u, &c->p->operands[in->operands + i], kinds, declares);
    }
    if (!declares && op->form != DXKI_FORM_CUSTOM && in->tail_count && !may_have_surplus(opcode))
        DXKI_FAULT(c, DXKI_RULE_DXBC_SURPLUS, at, dxki_fxc_check_opcode(opcode),
                   dxki_dec(in->tail_count));
}

void dxki_fxc_check_code(dxki_fxc_checker *c)
{
    uint32_t phase = 0;
    for (uint32_t i = 0; i < c->p->instruction_count && c->status == DXK_OK; i++) {
        uint32_t opcode = dxk_dxbc_opcode(&c->p->instructions[i]);
        if (dxki_dxbc_opcode_get(opcode)->form == DXKI_FORM_PHASE && opcode != DXKI_SM4_HS_DECLS)
            phase++;
        check_instruction(c, i, phase);
    }
}
