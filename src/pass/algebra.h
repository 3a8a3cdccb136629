/* SPDX-License-Identifier: MIT */
/*
 * algebra.h - what a value equals: constants computed as DXIL computes them, and rules that say
 * which simpler value stands for an instruction.
 *
 *   algebra.c       the questions that rules ask: is arithmetic free, are denormals flushed
 *   constants.c     LLVM's instructions on numbers       dxop_constants.c   DXIL's operations
 *   rules.c         rules.def matched, results built     simplify_*.c       what fits no row
 *
 * Arithmetic is free if it is marked `fast`, a call of an operation if it has no !dx.precise; in a
 * module that is precise as a whole nothing is. What is free may be regrouped, and NaN, infinity,
 * the sign of zero and denormals do not count. What is not free gives the same bits as before, but
 * for the payload of a NaN.
 *
 * Source: DIRECT3D.11 functional specification 3.1 (floating point, denormals), DXIL.rst
 * ("Operations", "Precise"), LLVM language reference 3.7.
 */
#ifndef DXKI_PASS_ALGEBRA_H
#define DXKI_PASS_ALGEBRA_H

#include "pass/pass.h"

/* Predicates, by their numbers in bitcode: one of fcmp, those of icmp. */
enum {
    DXKI_PASS_OEQ = 1,
    DXKI_PASS_EQ = 32,
    DXKI_PASS_NE,
    DXKI_PASS_UGT,
    DXKI_PASS_UGE,
    DXKI_PASS_ULT,
    DXKI_PASS_ULE,
    DXKI_PASS_SGT,
    DXKI_PASS_SGE,
    DXKI_PASS_SLT,
    DXKI_PASS_SLE
};

typedef struct dxki_pass_algebra {
    dxki_pass *p;
    dxk_module *m;
    uint32_t precise;              /* kinds of metadata: dx.precise */
    uint32_t nonuniform;           /* dx.nonuniform */
    bool flush;                    /* denormal numbers of 32 bits become zero in arithmetic */
    bool regroup;                  /* free arithmetic may round in other places than it did */
    bool known;                    /* only values that are there stand for others; none is made */
    bool failed;                   /* out of memory */
    struct dxki_pass_rules *rules; /* rules.c */
} dxki_pass_algebra;

/* Prepares for p->function; false: out of memory. */
bool dxki_pass_alg_begin(dxki_pass_algebra *a, dxki_pass *p);

/*
 * A value that may stand in the place of an instruction: one that dominates it, or one made of new
 * instructions before it. The instruction itself if its operands were changed. 0: none is known,
 * or a->failed. The instruction must be one that the entry reaches.
 */
dxki_value dxki_pass_alg_simplify(dxki_pass_algebra *a, uint32_t inst);

/* --- numbers (constants.c): a constant, or 0: it cannot be said, or a->failed --- */

/* The constant that an instruction computes. */
dxki_value dxki_pass_alg_constant(dxki_pass_algebra *a, uint32_t inst);

/* The same with other operands in the place of its own, as many as it has. */
dxki_value dxki_pass_alg_constant_of(dxki_pass_algebra *a, uint32_t inst, const dxki_value *ops);

dxki_value dxki_pass_alg_binary(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_value y);
dxki_value dxki_pass_alg_compare(dxki_pass_algebra *a, uint32_t predicate, dxki_value x,
                                 dxki_value y);
dxki_value dxki_pass_alg_cast(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_type to);

/* Part `part` of the result of an operation, of `type`, from its operands without the opcode; part 0
 * of a result that has no parts. */
dxki_value dxki_pass_alg_operation(dxki_pass_algebra *a, const dxki_dxop_info *op,
                                   const dxki_value *args, dxki_type type, uint32_t part);

/* --- rules (rules.c) --- */

/* Makes p->rules; false: out of memory. */
bool dxki_pass_alg_index_rules(dxki_pass *p);
dxki_value dxki_pass_alg_apply_rules(dxki_pass_algebra *a, uint32_t inst);

/* --- what fits no row --- */

dxki_value dxki_pass_alg_phi(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_select(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_icmp(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_casting(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_narrow(dxki_pass_algebra *a, uint32_t inst); /* a truncation */
dxki_value dxki_pass_alg_shift(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_gep(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_load(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_extract(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_element(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_insertion(dxki_pass_algebra *a, uint32_t inst);
dxki_value dxki_pass_alg_shuffle(dxki_pass_algebra *a, uint32_t inst);

/* --- questions --- */

/* A number: an integer of at most 64 bits, a half, float or double. */
typedef struct dxki_pass_number {
    uint64_t bits;
    dxki_type type;
    uint8_t width;
    bool is_float;
} dxki_pass_number;

bool dxki_pass_alg_number(const dxk_module *m, dxki_value value, dxki_pass_number *n);
/* True of a real that is neither zero nor denormal, and no infinity and NaN. */
bool dxki_pass_alg_is_normal(const dxki_pass_number *n);
/* True if all values are such numbers. */
bool dxki_pass_alg_are_numbers(const dxk_module *m, const dxki_value *values, uint32_t count);

/* True if the value is an integer constant with that value, cut to its width. */
bool dxki_pass_alg_is_int(const dxk_module *m, dxki_value value, uint64_t wanted);

/* The flags that arithmetic has: those of the instruction, or all for a free call; 0 if it is not
 * free. */
uint8_t dxki_pass_alg_flags(const dxki_pass_algebra *a, uint32_t inst);

/* True if half or i16 of this type may have more bits than 16. */
bool dxki_pass_alg_is_loose(const dxki_pass_algebra *a, dxki_type type);

/* True if no denormal float can be told from zero when `value` takes the place of `inst`, which
 * flushes it. */
bool dxki_pass_alg_may_pass(dxki_pass_algebra *a, dxki_value value, uint32_t inst);

/* True if an operation flushes its operands and its result. */
bool dxki_pass_alg_flushes(const dxki_dxop_info *op);

/* True if the value is used once. */
static inline bool dxki_pass_alg_is_used_once(const dxk_module *m, dxki_value value)
{
    uint32_t use = dxki_tracked_first(m, value);
    return use && !dxki_tracked_next(m, use);
}

/* The instruction after a value if it is that operation; NULL: it is not. */
static inline const dxki_inst *dxki_pass_alg_as(const dxk_module *m, dxki_value value, dxki_op op)
{
    uint32_t inst = dxki_value_as_inst(value);
    return inst && m->insts.items[inst].op == op ? &m->insts.items[inst] : NULL;
}

/* Makes an instruction of two, or one, operands before `at`, with its location. 0: a->failed. */
dxki_value dxki_pass_alg_make(dxki_pass_algebra *a, uint32_t at, dxki_op op, uint16_t sub,
                              uint8_t flags, dxki_type type, const dxki_value *ops, uint32_t count);

/* Gives a new call the location of `like`, and marks it precise if it is not free. */
bool dxki_pass_alg_note_call(dxki_pass_algebra *a, uint32_t call, uint32_t like, bool is_free);

/* The predicate of a comparison with exchanged operands, and of the opposite. */
uint32_t dxki_pass_alg_swapped(uint32_t predicate);
uint32_t dxki_pass_alg_inverse(uint32_t predicate);

/* A number as a constant of an integer type, cut to its width; 0: a->failed, or it is no such type. */
dxki_value dxki_pass_alg_int(dxki_pass_algebra *a, dxki_type type, uint64_t value);

#endif
