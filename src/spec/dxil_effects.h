/* SPDX-License-Identifier: MIT */
/*
 * dxil_effects.h - what calls of DXIL operations do besides giving a result: the memory that they
 * read and write, who must come to them, whether they may move, merge and go. Expanded from
 * dxil_effects.def, whose head says what the values mean.
 *
 * Of an operation: dxki_dxop_effect_get(op->effect).
 */
#ifndef DXKI_SPEC_DXIL_EFFECTS_H
#define DXKI_SPEC_DXIL_EFFECTS_H

#include <stdint.h>

/* Kinds of operations: DXKI_DXK_PURE and so on. */
typedef enum dxki_dxop_kind {
#define DXKI_DXIL_EFFECT(kind, signature, converges, moves, merges, unused, result, reads, writes) \
    DXKI_DXK_##kind,
#include "spec/dxil_effects.def"
#undef DXKI_DXIL_EFFECT
    DXKI_DXK_COUNT
} dxki_dxop_kind;

/* Memory that changes while a shader runs (bits of a mask). Variables of the module are none of
 * it: operations reach group-shared ones and, through a pointer argument, others. */
enum {
    DXKI_DXM_REGISTERS = 1,   /* temporary registers */
    DXKI_DXM_OUTPUTS = 2,     /* outputs of this invocation, and the streams that take them */
    DXKI_DXM_UAV = 4,         /* what UAVs hold */
    DXKI_DXM_COUNTERS = 8,    /* their counters */
    DXKI_DXM_SHARED = 16,     /* group-shared variables */
    DXKI_DXM_RECORDS = 32,    /* records of nodes */
    DXKI_DXM_POINTER = 64,    /* what pointer arguments point to */
    DXKI_DXM_QUERIES = 128,   /* the state of ray queries */
    DXKI_DXM_RAY = 256,       /* the state of the ray that a shader runs for */
    DXKI_DXM_LANES = 512,     /* which lanes are active, and which of them are helpers */
    DXKI_DXM_FEEDBACK = 1024, /* feedback maps */
    DXKI_DXM_OUTSIDE = 2048,  /* what no shader sees: clocks, a debugger, what is started */
    DXKI_DXM_SEEN = DXKI_DXM_UAV | DXKI_DXM_COUNTERS | DXKI_DXM_SHARED | DXKI_DXM_RECORDS,
    DXKI_DXM_ALL = 4095
};

/* Signature that the operands name an element of. */
typedef enum dxki_dxop_signature {
    DXKI_DXS_NONE,
    DXKI_DXS_INPUT,
    DXKI_DXS_OUTPUT,
    DXKI_DXS_PATCH
} dxki_dxop_signature;

/* Who must come to a call. */
typedef enum dxki_dxop_convergence {
    DXKI_DXC_NONE,
    DXKI_DXC_DERIVATIVE,
    DXKI_DXC_QUAD,
    DXKI_DXC_WAVE,
    DXKI_DXC_WAVE_IN_RAY,
    DXKI_DXC_SCOPE,
    DXKI_DXC_GROUP,
    DXKI_DXC_BARRIER,
    DXKI_DXC_REPACK,
    DXKI_DXC_HELPERS,
    DXKI_DXC_ONCE
} dxki_dxop_convergence;

/* May it be called where it was not called before? */
typedef enum dxki_dxop_moves {
    DXKI_MOVES_NO,
    DXKI_MOVES_YES,
    DXKI_MOVES_IN_RANGE,
    DXKI_MOVES_UNIFORM,
    DXKI_MOVES_COSTLY,
    DXKI_MOVES_UNWRITTEN,
    DXKI_MOVES_NOT_IN_RAY
} dxki_dxop_moves;

/* May a call take the result of an equal one? */
typedef enum dxki_dxop_merges {
    DXKI_MERGES_NO,
    DXKI_MERGES_EQUAL,
    DXKI_MERGES_UNWRITTEN,
    DXKI_MERGES_CONTROL,
    DXKI_MERGES_BLOCK,
    DXKI_MERGES_ADJACENT
} dxki_dxop_merges;

/* May a call go when nothing uses its result? */
typedef enum dxki_dxop_unused {
    DXKI_UNUSED_KEEP,
    DXKI_UNUSED_REMOVE,
    DXKI_UNUSED_FALSE,
    DXKI_UNUSED_THREAD
} dxki_dxop_unused;

/* Where the result is the same. */
typedef enum dxki_dxop_result {
    DXKI_RESULT_NONE,
    DXKI_RESULT_ARGS,
    DXKI_RESULT_RESOURCE,
    DXKI_RESULT_DRAW,
    DXKI_RESULT_GROUP,
    DXKI_RESULT_WAVE,
    DXKI_RESULT_LANE
} dxki_dxop_result;

typedef struct dxki_dxop_effect {
    uint16_t reads, writes; /* DXKI_DXM_ */
    uint8_t signature;      /* dxki_dxop_signature */
    uint8_t convergence;    /* dxki_dxop_convergence */
    uint8_t moves;          /* dxki_dxop_moves */
    uint8_t merges;         /* dxki_dxop_merges */
    uint8_t unused;         /* dxki_dxop_unused */
    uint8_t result;         /* dxki_dxop_result */
} dxki_dxop_effect;

extern const dxki_dxop_effect dxki_dxop_effects[DXKI_DXK_COUNT];

/* What the operations of a kind do. */
static inline const dxki_dxop_effect *dxki_dxop_effect_get(dxki_dxop_kind kind)
{
    return dxki_dxop_effects + kind;
}

#endif
