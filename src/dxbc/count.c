/* SPDX-License-Identifier: MIT */
/*
 * count.c - the counters of STAT, counted from a program. Which opcodes count as what is a column
 * of sm4_opcodes.def. Compilers differ in details (older ones count some opcodes elsewhere); this
 * counts as the newest one does.
 */
#include "dxbc/dxbc.h"
#include "dxbc/opcodes.h"

#include <string.h>

#define SHADER_MESSAGE DXK_DXBC_CUSTOM_SHADER_MESSAGE
#define ONE            0x3f800000u /* 1.0 */

typedef struct tally {
    const dxk_dxbc_program *p;
    dxk_counters *c;
    uint32_t stage;
    bool unoptimized;
    uint32_t inputs, outputs;           /* declared in this phase of a hull shader, or at all */
    uint32_t most_inputs, most_outputs; /* in the phase that declares most */
} tally;

static uint32_t tail_word(const tally *t, const dxk_dxbc_instruction *in, uint32_t which)
{
    return which < in->tail_count ? t->p->words[in->tail + which] : 0;
}

static const dxk_dxbc_operand *operand_at(const tally *t, const dxk_dxbc_instruction *in,
                                          uint32_t i)
{
    return i < in->operand_count ? &t->p->operands[in->operands + i] : NULL;
}

static bool is_kind(const dxk_dxbc_operand *operand, uint32_t kind)
{
    return operand && dxk_dxbc_register_kind(operand) == kind;
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

/* True when an input makes a pixel shader run once a sample. */
static bool per_sample(const tally *t, const dxk_dxbc_instruction *in, dxki_form form)
{
    uint32_t mode = dxki_bits(in->token, 11, 4);
    if (form == DXKI_FORM_INPUT_PS || form == DXKI_FORM_INPUT_PS_SIV)
        return mode == DXK_DXBC_INTERPOLATION_LINEAR_SAMPLE ||
               mode == DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE;
    return form == DXKI_FORM_INPUT_PS_SGV && tail_word(t, in, 0) == DXK_DXBC_NAME_SAMPLE_INDEX;
}

static void count_declaration(tally *t, const dxk_dxbc_instruction *in, dxki_form form)
{
    dxk_counters *c = t->c;
    uint32_t token = in->token, word = tail_word(t, in, 0);
    switch (form) {
    case DXKI_FORM_GLOBALFLAGS:
        t->unoptimized = token & DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION;
        return;
    case DXKI_FORM_INPUT:
    case DXKI_FORM_INPUT_SGV:
    case DXKI_FORM_INPUT_SIV:
    case DXKI_FORM_INPUT_PS:
    case DXKI_FORM_INPUT_PS_SGV:
    case DXKI_FORM_INPUT_PS_SIV:
    case DXKI_FORM_OUTPUT:
    case DXKI_FORM_OUTPUT_SGV:
    case DXKI_FORM_OUTPUT_SIV:
        if (form >= DXKI_FORM_OUTPUT)
            t->outputs++;
        else
            t->inputs++;
        c->sample_frequency = c->sample_frequency || per_sample(t, in, form);
        return;
    case DXKI_FORM_TEMPS:
        c->temps = word > c->temps ? word : c->temps;
        return;
    case DXKI_FORM_INDEXABLETEMP:
        c->temp_arrays += tail_word(t, in, 1);
        return;
    case DXKI_FORM_INPUTPRIMITIVE:
        c->input_primitive = dxki_bits(token, 11, 6);
        return;
    case DXKI_FORM_OUTPUTTOPOLOGY:
        c->output_topology = dxki_bits(token, 11, 7);
        return;
    case DXKI_FORM_MAXOUT:
        c->max_output_vertices = word;
        return;
    case DXKI_FORM_GSINSTANCES:
        c->gs_instances = word;
        return;
    case DXKI_FORM_INPUT_CONTROL_POINT_COUNT:
        if (t->stage == DXK_DXBC_STAGE_HULL)
            c->input_primitive = 7 + dxki_bits(token, 11, 6);
        else
            c->control_points = dxki_bits(token, 11, 6);
        return;
    case DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT:
        c->control_points = dxki_bits(token, 11, 6);
        return;
    case DXKI_FORM_TESSELLATOR_DOMAIN:
        c->tessellator_domain = dxki_bits(token, 11, 2);
        return;
    case DXKI_FORM_TESSELLATOR_PARTITIONING:
        c->hs_partitioning = dxki_bits(token, 11, 3);
        return;
    case DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE:
        c->hs_output_primitive = dxki_bits(token, 11, 3);
        return;
    default:
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* True when an instruction touches an indexable temporary. */
static bool uses_array(const tally *t, const dxk_dxbc_instruction *in)
{
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (is_kind(operand_at(t, in, i), DXK_DXBC_REGISTER_INDEXABLE_TEMP))
            return true;
    return false;
}

/* True when a load or store goes to group-shared memory. */
static bool is_shared(const tally *t, const dxk_dxbc_instruction *in, const dxki_opcode *op)
{
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (strchr("rRU", op->operands[i]) &&
            is_kind(operand_at(t, in, i), DXK_DXBC_REGISTER_GROUP_SHARED))
            return true;
    return false;
}

/* True when a branch depends on constants alone. */
static bool is_uniform(const tally *t, const dxk_dxbc_instruction *in)
{
    return is_kind(operand_at(t, in, 0), DXK_DXBC_REGISTER_CONSTANT_BUFFER);
}

/* and r0.x, r1.x, l(0x3f800000): without optimization a conversion of a truth value. */
static bool makes_float_of_bool(const tally *t, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *value = operand_at(t, in, 2);
    if (dxk_dxbc_opcode(in) != DXKI_SM4_AND || !value || value->value == 0)
        return false;
    const uint32_t *words = t->p->words + value->words + value->word_count - value->value;
    bool one = false;
    for (uint32_t i = 0; i < value->value; i++) {
        if (words[i] != 0 && words[i] != ONE)
            return false;
        one = one || words[i] == ONE;
    }
    return one;
}

/* True when a move negates what it moves. */
static bool negates(const tally *t, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *source = operand_at(t, in, 1);
    return source && source->extended && dxki_bits(t->p->words[source->words], 6, 1) &&
           !dxki_bits(in->token, 13, 1);
}

/* A move is an operation when it negates and an array access when it touches an array;
 * geometry shaders count those to outputs with the vertices. */
static void count_move(tally *t, const dxk_dxbc_instruction *in)
{
    if (negates(t, in))
        t->c->float_instructions++;
    else if (!uses_array(t, in) && !(t->stage == DXK_DXBC_STAGE_GEOMETRY &&
                                     is_kind(operand_at(t, in, 0), DXK_DXBC_REGISTER_OUTPUT)))
        t->c->mov_instructions++;
}

static void count_traits(tally *t, const dxk_dxbc_instruction *in, const dxki_opcode *op)
{
    dxk_counters *c = t->c;
    uint32_t traits = op->traits;
    bool shared = traits & (DXKI_OP_LOAD | DXKI_OP_STORE) && is_shared(t, in, op);
    bool dynamic = traits & DXKI_OP_DYNAMIC && !is_uniform(t, in);
    c->float_instructions += (traits & DXKI_OP_FLOAT) != 0;
    c->int_instructions += (traits & DXKI_OP_INT) != 0;
    bool from_bool = t->unoptimized && makes_float_of_bool(t, in);
    c->uint_instructions += traits & DXKI_OP_UINT && !from_bool;
    c->dynamic_flow_control += dynamic;
    c->static_flow_control += traits & DXKI_OP_STATIC || (traits & DXKI_OP_DYNAMIC && !dynamic);
    c->cut_instructions += (traits & DXKI_OP_CUT) != 0;
    c->emit_instructions += (traits & DXKI_OP_EMIT) != 0;
    c->texture_normal += (traits & DXKI_OP_SAMPLE) != 0;
    c->texture_load += traits & DXKI_OP_LOAD && !shared;
    c->texture_comparison += (traits & DXKI_OP_COMPARE) != 0;
    c->texture_bias += (traits & DXKI_OP_BIAS) != 0;
    c->texture_gradient += (traits & DXKI_OP_GRADIENT) != 0;
    c->movc_instructions += (traits & DXKI_OP_MOVC) != 0;
    c->conversion_instructions += traits & DXKI_OP_CONVERT || from_bool;
    c->gather_instructions += (traits & DXKI_OP_GATHER) != 0;
    c->lod_instructions += (traits & DXKI_OP_LOD) != 0;
    c->barrier_instructions += (traits & DXKI_OP_SYNC) != 0;
    c->interlocked_instructions += (traits & DXKI_OP_ATOMIC) != 0;
    c->texture_store += traits & DXKI_OP_STORE && !shared;
    c->array_instructions += uses_array(t, in);
    if (traits & DXKI_OP_MOV)
        count_move(t, in);
}

static void end_phase(tally *t)
{
    t->most_inputs = t->inputs > t->most_inputs ? t->inputs : t->most_inputs;
    t->most_outputs = t->outputs > t->most_outputs ? t->outputs : t->most_outputs;
    t->inputs = t->outputs = 0;
}

static void count_instruction(tally *t, const dxk_dxbc_instruction *in)
{
    const dxki_opcode *op = dxki_opcode_get(dxk_dxbc_opcode(in));
    if (op->form >= DXKI_FORM_DECLARATION) {
        count_declaration(t, in, (dxki_form)op->form);
        return;
    }
    if (op->form == DXKI_FORM_CUSTOM) {
        if (in->token >> 11 == DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER)
            t->c->definitions += in->tail_count / 4;
        t->c->instructions += in->token >> 11 == SHADER_MESSAGE;
        return;
    }
    if (op->form == DXKI_FORM_PHASE)
        end_phase(t);
    if (op->form == DXKI_FORM_PHASE || op->form == DXKI_FORM_LABEL)
        return;
    t->c->instructions++;
    count_traits(t, in, op);
}

void dxki_dxbc_count(const dxk_dxbc_program *p, dxk_counters *counters)
{
    tally t = {.p = p, .c = counters, .stage = dxk_dxbc_program_stage(p)};
    memset(counters, 0, sizeof *counters);
    for (size_t i = 0; i < p->instruction_count; i++)
        count_instruction(&t, &p->instructions[i]);
    end_phase(&t);
    counters->declarations = t.most_inputs + t.most_outputs;
}
