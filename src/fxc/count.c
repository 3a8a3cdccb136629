/* SPDX-License-Identifier: MIT */
/*
 * count.c - the counters of STAT, counted from a program. Which opcodes count as what is a column
 * of sm4_opcodes.def. Compilers count operations of their own representation, not of the tokens;
 * where that shows, a function below says how. Up to 9.30 multiply-adds are no operations, and
 * moves include some that no token shows: returns and stores, but also those at the joins of
 * branches, which cannot be told from the tokens.
 */
#include "fxc/doubles.h"
#include "dxbc/dxbc.h"
#include "dxbc/opcodes.h"

#include <string.h>

#define SHADER_MESSAGE DXK_DXBC_CUSTOM_SHADER_MESSAGE
#define ONE            0x3f800000u /* 1.0 */

typedef struct tally {
    const dxk_dxbc_program *p;
    dxk_counters *c;
    uint32_t stage;
    dxk_fxc_version fxc;
    bool unoptimized;
    bool has_doubles;
    bool skipped;       /* in a phase whose operations do not count */
    bool dead;          /* after a jump that is always taken */
    uint32_t depth;     /* of blocks */
    uint64_t came_dead; /* for each block whether it began, and for an `if` with `else` whether */
    uint64_t then_dead; /* its first branch ended, after such a jump */
    uint32_t inputs, outputs;           /* declared in this phase of a hull shader, or at all */
    uint32_t most_inputs, most_outputs; /* in the phase that declares most */
    uint32_t double_moves;              /* moves that were of doubles */
    dxki_fxc_doubles doubles;
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
static bool per_sample(const tally *t, const dxk_dxbc_instruction *in, dxki_dxbc_form form)
{
    uint32_t mode = dxki_dxbc_bits(in->token, 11, 4);
    if (form == DXKI_FORM_INPUT_PS || form == DXKI_FORM_INPUT_PS_SIV)
        return mode == DXK_DXBC_INTERPOLATION_LINEAR_SAMPLE ||
               mode == DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE;
    return form == DXKI_FORM_INPUT_PS_SGV && tail_word(t, in, 0) == DXK_DXBC_NAME_SAMPLE_INDEX;
}

static void count_declaration(tally *t, const dxk_dxbc_instruction *in, dxki_dxbc_form form)
{
    dxk_counters *c = t->c;
    uint32_t token = in->token, word = tail_word(t, in, 0);
    switch (form) {
    case DXKI_FORM_GLOBALFLAGS:
        t->unoptimized = token & DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION;
        t->has_doubles = token & DXK_DXBC_GLOBAL_FLAG_ENABLE_DOUBLES;
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
        c->input_primitive = dxki_dxbc_bits(token, 11, 6);
        return;
    case DXKI_FORM_OUTPUTTOPOLOGY:
        c->output_topology = dxki_dxbc_bits(token, 11, 7);
        return;
    case DXKI_FORM_MAXOUT:
        c->max_output_vertices = word;
        return;
    case DXKI_FORM_GSINSTANCES:
        c->gs_instances = word;
        return;
    case DXKI_FORM_INPUT_CONTROL_POINT_COUNT:
        if (t->stage == DXK_DXBC_STAGE_HULL)
            c->input_primitive = 7 + dxki_dxbc_bits(token, 11, 6);
        else
            c->control_points = dxki_dxbc_bits(token, 11, 6);
        return;
    case DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT:
        c->control_points = dxki_dxbc_bits(token, 11, 6);
        return;
    case DXKI_FORM_TESSELLATOR_DOMAIN:
        c->tessellator_domain = dxki_dxbc_bits(token, 11, 2);
        return;
    case DXKI_FORM_TESSELLATOR_PARTITIONING:
        c->hs_partitioning = dxki_dxbc_bits(token, 11, 3);
        return;
    case DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE:
        c->hs_output_primitive = dxki_dxbc_bits(token, 11, 3);
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
static bool is_shared(const tally *t, const dxk_dxbc_instruction *in, const dxki_dxbc_opcode *op)
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

/* Two results of one operation: quotient and remainder, sine and cosine. */
static bool has_two_results(const tally *t, const dxk_dxbc_instruction *in,
                            const dxki_dxbc_opcode *op)
{
    return op->operands[0] == 'd' && op->operands[1] == 'd' &&
           !is_kind(operand_at(t, in, 0), DXK_DXBC_REGISTER_NULL) &&
           !is_kind(operand_at(t, in, 1), DXK_DXBC_REGISTER_NULL);
}

/* ne r0.x, l(0, ...), r1.x: a conversion to a truth value. */
static bool makes_bool(const tally *t, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *zero = operand_at(t, in, 1);
    if (dxk_dxbc_opcode(in) != DXKI_SM4_NE || zero->value == 0)
        return false;
    for (uint32_t i = 0; i < zero->value; i++)
        if (t->p->words[zero->words + zero->word_count - zero->value + i] != 0)
            return false;
    return true;
}

/* mov r0.xy, -r0.xyxx: components of a register onto themselves. */
static bool moves_in_place(const tally *t, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *to = operand_at(t, in, 0), *from = operand_at(t, in, 1);
    if (!is_kind(to, DXK_DXBC_REGISTER_TEMP) || !is_kind(from, DXK_DXBC_REGISTER_TEMP) ||
        dxk_dxbc_index_get(t->p, to, 0).number != dxk_dxbc_index_get(t->p, from, 0).number)
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        bool swizzle = dxki_dxbc_bits(from->token, 2, 2) == 1;
        uint32_t source =
            swizzle ? dxki_dxbc_bits(from->token, 4 + 2 * i, 2) : dxki_dxbc_bits(from->token, 4, 2);
        if (dxki_dxbc_bits(to->token, 4 + i, 1) && source != i)
            return false;
    }
    return true;
}

/* A move is an operation when it negates, nothing but a modifier when it takes the absolute value,
 * and an array access when it touches an array; geometry shaders count those to outputs with the
 * vertices. */
static void count_move(tally *t, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *source = operand_at(t, in, 1);
    uint32_t modifier = source->extended && !dxki_dxbc_bits(in->token, 13, 1)
                            ? dxki_dxbc_bits(t->p->words[source->words], 6, 2)
                            : 0;
    if (t->stage == DXK_DXBC_STAGE_GEOMETRY &&
        is_kind(operand_at(t, in, 0), DXK_DXBC_REGISTER_OUTPUT))
        return;
    if (modifier && !moves_in_place(t, in))
        t->c->float_instructions += modifier & 1;
    else if (!uses_array(t, in))
        t->c->mov_instructions++;
}

/* What older compilers count as something else than newer ones do. */
static void count_old(tally *t, const dxki_dxbc_opcode *op, uint32_t opcode)
{
    dxk_counters *c = t->c;
    if (t->fxc == DXK_FXC_9_30)
        c->mov_instructions += opcode == DXKI_SM4_RET || op->traits & DXKI_SM4_IS_STORE;
    if (t->fxc == DXK_FXC_9_29)
        c->texture_load -= opcode == DXKI_SM4_LD || opcode == DXKI_SM4_LDMS;
    c->float_instructions -= opcode == DXKI_SM4_MAD;
    c->int_instructions -= opcode == DXKI_SM4_IMAD;
}

static void count_traits(tally *t, const dxk_dxbc_instruction *in, const dxki_dxbc_opcode *op)
{
    dxk_counters *c = t->c;
    uint32_t traits = op->traits;
    bool shared = traits & (DXKI_SM4_IS_LOAD | DXKI_SM4_IS_STORE) && is_shared(t, in, op);
    bool dynamic = traits & DXKI_SM4_IS_DYNAMIC && !is_uniform(t, in);
    bool from_bool = t->unoptimized && makes_float_of_bool(t, in);
    bool converts = from_bool || makes_bool(t, in);
    if (!converts && !has_two_results(t, in, op)) {
        c->float_instructions += (traits & DXKI_SM4_IS_FLOAT) != 0;
        c->int_instructions += (traits & DXKI_SM4_IS_INT) != 0;
        c->uint_instructions += (traits & DXKI_SM4_IS_UINT) != 0;
    }
    c->dynamic_flow_control += dynamic;
    bool unreachable = t->dead && dxk_dxbc_opcode(in) == DXKI_SM4_RET;
    c->static_flow_control +=
        (traits & DXKI_SM4_IS_STATIC && !unreachable) || (traits & DXKI_SM4_IS_DYNAMIC && !dynamic);
    c->cut_instructions += (traits & DXKI_SM4_IS_CUT) != 0;
    c->emit_instructions += (traits & DXKI_SM4_IS_EMIT) != 0;
    c->texture_normal += (traits & DXKI_SM4_IS_SAMPLE) != 0;
    c->texture_load += traits & DXKI_SM4_IS_LOAD && !shared;
    c->texture_comparison += (traits & DXKI_SM4_IS_COMPARE) != 0;
    c->texture_bias += (traits & DXKI_SM4_IS_BIAS) != 0;
    c->texture_gradient += (traits & DXKI_SM4_IS_GRADIENT) != 0;
    c->movc_instructions += (traits & DXKI_SM4_IS_MOVC) != 0;
    c->conversion_instructions += traits & DXKI_SM4_IS_CONVERT || converts;
    c->gather_instructions += (traits & DXKI_SM4_IS_GATHER) != 0;
    c->lod_instructions += (traits & DXKI_SM4_IS_LOD) != 0;
    c->barrier_instructions += (traits & DXKI_SM4_IS_SYNC) != 0;
    c->interlocked_instructions += (traits & DXKI_SM4_IS_ATOMIC) != 0;
    c->texture_store += traits & DXKI_SM4_IS_STORE && !shared;
    c->array_instructions += uses_array(t, in);
    if (traits & DXKI_SM4_IS_MOV)
        count_move(t, in);
    if (t->fxc == DXK_FXC_9_29 || t->fxc == DXK_FXC_9_30)
        count_old(t, op, dxk_dxbc_opcode(in));
}

/* Keeps track of what cannot be reached. */
static void follow_flow(tally *t, uint32_t opcode, const dxki_dxbc_opcode *op)
{
    uint64_t block = t->depth && t->depth <= 64 ? (uint64_t)1 << (t->depth - 1) : 0;
    bool came_dead = t->came_dead & block, then_dead = t->then_dead & block;
    if (opcode == DXKI_SM4_ELSE) {
        t->then_dead = t->dead ? t->then_dead | block : t->then_dead;
        t->dead = came_dead;
    } else if (op->traits & DXKI_SM4_IS_CLOSE) {
        t->dead = came_dead || (t->dead && then_dead);
        t->depth -= t->depth > 0;
    } else if (op->traits & DXKI_SM4_IS_OPEN) {
        block = t->depth < 64 ? (uint64_t)1 << t->depth : 0;
        t->came_dead = t->dead ? t->came_dead | block : t->came_dead & ~block;
        t->then_dead &= ~block;
        t->depth++;
    } else if (opcode == DXKI_SM4_CASE || opcode == DXKI_SM4_DEFAULT) {
        t->dead = came_dead;
    } else if (opcode == DXKI_SM4_RET || opcode == DXKI_SM4_BREAK || opcode == DXKI_SM4_CONTINUE) {
        t->dead = true;
    }
}

static void end_phase(tally *t)
{
    t->most_inputs = t->inputs > t->most_inputs ? t->inputs : t->most_inputs;
    t->most_outputs = t->outputs > t->most_outputs ? t->outputs : t->most_outputs;
    t->inputs = t->outputs = 0;
    t->dead = false;
    t->depth = 0;
}

/* Up to 9.30 the operations of hull shaders are those of the control point phase. */
static void begin_phase(tally *t, uint32_t opcode)
{
    end_phase(t);
    t->skipped = (t->fxc == DXK_FXC_9_29 || t->fxc == DXK_FXC_9_30) &&
                 opcode != DXKI_SM4_HS_CONTROL_POINT_PHASE;
}

static void count_instruction(tally *t, const dxk_dxbc_instruction *in)
{
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(dxk_dxbc_opcode(in));
    if (op->form >= DXKI_FORM_DECLARATION) {
        count_declaration(t, in, (dxki_dxbc_form)op->form);
        return;
    }
    if (op->form == DXKI_FORM_CUSTOM) {
        if (in->token >> 11 == DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER)
            t->c->definitions += in->tail_count / 4;
        t->c->instructions += in->token >> 11 == SHADER_MESSAGE;
        return;
    }
    if (op->form == DXKI_FORM_PHASE)
        begin_phase(t, dxk_dxbc_opcode(in));
    if (op->form == DXKI_FORM_LABEL)
        t->dead = false;
    if (op->form == DXKI_FORM_PHASE || op->form == DXKI_FORM_LABEL)
        return;
    t->c->instructions++;
    if (!t->skipped)
        count_traits(t, in, op);
    if (t->has_doubles)
        t->double_moves += dxki_fxc_doubles_see(&t->doubles, t->p, in, op);
    follow_flow(t, dxk_dxbc_opcode(in), op);
}

void dxk_dxbc_count(const dxk_dxbc_program *p, dxk_fxc_version fxc, dxk_counters *counters)
{
    tally t = {.p = p, .c = counters, .stage = dxk_dxbc_program_stage(p), .fxc = fxc};
    memset(counters, 0, sizeof *counters);
    for (size_t i = 0; i < p->instruction_count; i++)
        count_instruction(&t, &p->instructions[i]);
    end_phase(&t);
    counters->mov_instructions -=
        t.double_moves < counters->mov_instructions ? t.double_moves : counters->mov_instructions;
    if ((fxc == DXK_FXC_9_29 || fxc == DXK_FXC_9_30) && t.stage == DXK_DXBC_STAGE_GEOMETRY)
        counters->mov_instructions++;
    counters->declarations = t.most_inputs + t.most_outputs;
}
