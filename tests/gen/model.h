/* SPDX-License-Identifier: MIT */
/*
 * model.h - what a tree must give: all threads of a group go through it together, under masks.
 *
 * Lanes reconverge maximally: after an if, a switch or a loop all lanes that come there meet again.
 * A group runs in lockstep, which is one of the orders that a program without races may run in;
 * wave operations look at the lanes of a wave only.
 *
 * Nothing of the library is used here.
 */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "tree.h"

/* Final contents of what a program writes. */
typedef struct gen_results {
    uint32_t *outputs[GEN_OUTPUTS]; /* as many words as the outputs have */
    uint32_t totals[GEN_TOTAL_WORDS];
    uint64_t totals64[GEN_TOTAL_WORDS];
    uint32_t counters[GEN_OUTPUTS];
    uint64_t steps; /* statements executed, times the threads of a group */
} gen_results;

/* Words of output `index`: its own words for each thread of the dispatch. */
uint32_t gen_output_words(const gen_program *p, uint32_t index);

/* Words that outputs and totals hold before the program runs. */
uint32_t gen_initial_word(uint32_t word);

/* Runs the program with waves of `wave_size` lanes. Freed with gen_results_free(). */
void gen_model_run(const gen_program *p, uint32_t wave_size, gen_results *results);
void gen_results_free(gen_results *results);

/* --- within the model --- */

#define GEN_LANES_MAX GEN_THREADS

/* A value of all lanes of a group. Lane numbers go through the waves: lane L of wave W is number
 * W * wave size + L. */
typedef struct gen_lanes {
    uint64_t v[GEN_LANES_MAX];
} gen_lanes;

typedef struct gen_mask {
    uint8_t on[GEN_LANES_MAX];
} gen_mask;

typedef struct gen_model_group {
    const gen_program *p;
    gen_results *results;
    uint32_t wave_size, count;      /* lanes */
    uint32_t group[3];              /* SV_GroupID */
    uint32_t thread[GEN_LANES_MAX]; /* SV_GroupIndex of a lane */
    uint64_t *shared[GEN_SHAREDS];
} gen_model_group;

/* A call of a function. */
typedef struct gen_frame {
    gen_model_group *g;
    const gen_function *f;
    uint64_t *vars;               /* [variable][lane] */
    uint64_t *arrays[GEN_ARRAYS]; /* [element][lane] */
    uint64_t result[GEN_LANES_MAX];
} gen_frame;

#define GEN_EACH_LANE(lane, g, m)                                                                  \
    for (uint32_t lane = 0; lane < (g)->count; lane++)                                             \
        if ((m)->on[lane])

/* The values of an expression in the lanes of the mask; what is in others is undefined. */
void gen_model_eval(gen_frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out);

/* Number of the lane's thread in the dispatch. */
uint32_t gen_thread_number(const gen_model_group *g, uint32_t lane);

/* The scalar operation `op` for type `t` of T. */
uint64_t gen_model_apply(gen_op op, gen_type t, const uint64_t args[GEN_OPERANDS]);

/* A wave operation. `mask` of it: operand 1 for multi-prefix operations. */
typedef struct gen_wave_input {
    const gen_mask *active;
    uint32_t wave_size, count;
    gen_type type;         /* of operand 0, or of the result */
    const uint64_t *a, *b; /* operands of each lane */
    uint8_t which;
} gen_wave_input;

void gen_model_wave(gen_wave op, const gen_wave_input *in, uint64_t *out);

/* The value, or the NaN that operations give. */
static inline uint64_t gen_plain(gen_type type, uint64_t bits)
{
    if (type == GEN_F32)
        return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : bits;
    if (type == GEN_F64 && (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000))
        return UINT64_C(0x7ff8000000000000);
    return bits;
}

/* The value cut to the width of its type. */
static inline uint64_t gen_cut(gen_type type, uint64_t bits)
{
    uint32_t width = gen_width(type);
    return width >= 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}

#endif
