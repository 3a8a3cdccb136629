/* SPDX-License-Identifier: MIT */
/*
 * wave.h - the state of a wave while it runs, and what the handlers of instructions see of it.
 *
 * A register is a row with one number for each lane of the wave:
 *
 *     register    lane 0   lane 1   lane 2   lane 3             4 bytes each: i1 (0 or 1), i8, i16,
 *        0       [........|........|........|........]          half (the upper bits are 0), i32,
 *        1       [........|........|........|........]          float, handles, pointers
 *     64 bits    [................|................]
 *        2, 3    [................|................]            two registers: i64, double
 *
 * An operand is the number of a register, or DXKI_EXEC_CONSTANT with the number of a row of
 * constants. Values of several parts (structures, vectors, arrays) are in consecutive registers,
 * part by part. So an operation on a vector of n elements is one on n * lanes numbers.
 *
 * What a handler may rely on:
 *   - the registers of a result do not overlap those of any operand of the same instruction;
 *   - it writes the result for active lanes only: other lanes may wait with values that they still
 *     need. If `full` is set, it may write all lanes of the registers, since no other lane needs
 *     them; memory is touched for lanes in `mask` alone, in any case;
 *   - rows of constants are never written.
 *
 * Pointers are offsets in bytes into an object, which the decoder knows for most of them: see
 * memory.h. Handles are indices of bound views: see view.h.
 */
#ifndef DXKI_EXEC_WAVE_H
#define DXKI_EXEC_WAVE_H

#include <stddef.h>
#include "dxk/run.h"
#include "exec/finding.h"
#include "exec/view.h"
#include "exec/wide.h"

#define DXKI_EXEC_MAX_LANES 128u
#define DXKI_EXEC_CONSTANT  0x80000000u
#define DXKI_EXEC_UNDEF     0xFFFFFFFFu /* in lists of resource operations: the operand is undef */

/* A set of lanes. */
typedef struct dxki_exec_mask {
    uint64_t word[2];
} dxki_exec_mask;

typedef struct dxki_exec_wave dxki_exec_wave;
typedef struct dxki_exec_inst dxki_exec_inst;
typedef void dxki_exec_fn(dxki_exec_wave *w, const dxki_exec_inst *i);

/* A decoded instruction. What the members mean is up to the handler; for most of them: */
struct dxki_exec_inst {
    dxki_exec_fn *run;
    uint32_t dst;     /* result: register */
    uint32_t a, b, c; /* operands; if there are more, `a` is the place of their list */
    uint32_t imm;     /* a constant */
    uint16_t n;       /* elements: 1 for scalars */
    uint16_t aux;     /* another constant */
};

struct dxki_exec_wave {
    uint32_t lanes;             /* of a wave */
    uint32_t lane_shift;        /* their number is 1 << lane_shift */
    dxki_exec_vectors vectors;  /* that functions over lanes may use */
    uint32_t *bank[2];          /* registers, constants */
    const uint32_t *lists;      /* lists of operands of the program */
    bool full;                  /* see above */
    bool in_step;               /* the schedule is lockstep: what is uniform for the decoder is */
    dxki_exec_mask mask;        /* active lanes */
    dxki_exec_mask helpers;     /* lanes that write no memory: pixels beside those that are drawn */
    dxki_exec_mask left_out;    /* helpers that take no part in the operation of the wave at hand */
    const dxki_exec_mask *live; /* lanes that have not returned from the entry point */
    const uint32_t *active;     /* by lane: ~0 or 0, the same as `mask` */

    const struct dxk_run_program *program;
    const struct dxk_run *run;
    struct dxk_run_worker *worker; /* of the thread: findings, random numbers */
    struct dxki_exec_group *group;
    const dxki_exec_views *views;

    uint32_t *once;           /* registers of what runs once, see once.h; NULL: all runs by lane */
    uint32_t *memory;         /* private memory: words by lane, see memory.h */
    uint32_t *origins;        /* origins of undefined registers, see taint.h; NULL: not recorded */
    uint32_t *memory_origins; /* the same of private memory */
    uint32_t index;           /* of the wave in its group */
    uint64_t issued;          /* instructions that it has issued */
    const dxki_exec_inst *at; /* instruction that runs (handlers of calls, findings) */
    struct dxki_exec_races *races; /* accesses of the worker, see race.h; NULL: not recorded */
    const uint8_t *turns;          /* order in which lanes act on memory; NULL: ascending */
    const uint32_t *thread_of;     /* by lane: flattened thread in the group; UINT32_MAX: none */
};

/* --- operands --- */

/* The numbers of an operand, by lane; those of part n of a value follow `lanes` * n further on. */
static inline uint32_t *dxki_exec_row(const dxki_exec_wave *w, uint32_t operand)
{
    return w->bank[operand >> 31] + ((size_t)(operand & ~DXKI_EXEC_CONSTANT) << w->lane_shift);
}

static inline uint64_t *dxki_exec_row64(const dxki_exec_wave *w, uint32_t operand)
{
    return (uint64_t *)(void *)dxki_exec_row(w, operand);
}

/* Entry `n` of the list that begins at `list`: an operand, or whatever its maker put there. */
static inline uint32_t dxki_exec_listed(const dxki_exec_wave *w, uint32_t list, uint32_t n)
{
    return w->lists[list + n];
}

/* Operand number n of an instruction whose operands are in a list, at one lane. */
static inline uint32_t dxki_exec_arg(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                                     uint32_t lane)
{
    return dxki_exec_row(w, w->lists[i->a + n])[lane];
}

static inline uint64_t dxki_exec_arg64(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                                       uint32_t lane)
{
    return dxki_exec_row64(w, w->lists[i->a + n])[lane];
}

/* --- sets of lanes --- */

/* Number of the lowest bit; `word` is not 0. */
static inline unsigned dxki_exec_lowest(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned n = 0;

    while (!(word >> n & 1))
        n++;
    return n;
#endif
}

static inline unsigned dxki_exec_ones(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_popcountll(word);
#else
    unsigned n = 0;

    for (; word; word &= word - 1)
        n++;
    return n;
#endif
}

static inline bool dxki_exec_mask_has(const dxki_exec_mask *m, uint32_t lane)
{
    return m->word[lane >> 6] >> (lane & 63) & 1;
}

static inline bool dxki_exec_mask_is_empty(const dxki_exec_mask *m)
{
    return (m->word[0] | m->word[1]) == 0;
}

static inline uint32_t dxki_exec_mask_count(const dxki_exec_mask *m)
{
    return dxki_exec_ones(m->word[0]) + dxki_exec_ones(m->word[1]);
}

/* The lowest lane of a set that is not empty. */
static inline uint32_t dxki_exec_mask_first(const dxki_exec_mask *m)
{
    return m->word[0] ? dxki_exec_lowest(m->word[0]) : 64 + dxki_exec_lowest(m->word[1]);
}

/* For each active lane, ascending:  DXKI_EXEC_EACH_LANE(w, lane) { ... }; no `break` inside. */
#define DXKI_EXEC_EACH_LANE(w, lane) DXKI_EXEC_EACH_OF(&(w)->mask, lane)
#define DXKI_EXEC_EACH_OF(set, lane)                                                               \
    for (uint32_t lane##_half = 0; lane##_half < 2; lane##_half++)                                 \
        for (uint64_t lane##_left = (set)->word[lane##_half]; lane##_left != 0;                    \
             lane##_left &= lane##_left - 1)                                                       \
            for (uint32_t lane##_once = 1,                                                         \
                          lane = lane##_half * 64 + dxki_exec_lowest(lane##_left);                 \
                 lane##_once; lane##_once = 0)

/* --- findings --- */

/* Reports a finding at an instruction for a lane. `a` and `b` are the numbers in its message. Cheap if the
 * kind of finding is not looked for. */
void dxki_exec_finding(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                       uint32_t lane, uint64_t a, uint64_t b);

/* The resource or variable that a finding is about. */
typedef struct dxki_exec_about {
    const dxki_exec_view *view; /* of the wave's; NULL: none */
    uint32_t object;            /* in memory, by its number in the program; 0: none */
    dxk_run_unit unit;          /* what the numbers count */
    uint64_t element;           /* of a buffer; UINT64_MAX: none */
} dxki_exec_about;

/* The same of a view, or of anything. */
void dxki_exec_finding_in(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                          uint32_t lane, const dxki_exec_view *view, dxk_run_unit unit, uint64_t a,
                          uint64_t b);
void dxki_exec_finding_about(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                             uint32_t lane, uint64_t a, uint64_t b, const dxki_exec_about *about);

/* The same with a severity of its own and a second place: the other access of a race, for example;
 * NULL: none. */
void dxki_exec_finding_with(dxki_exec_wave *w, dxki_exec_finding_id id, dxk_severity severity,
                            const dxki_exec_inst *i, const dxki_exec_inst *other, uint32_t lane,
                            uint64_t a, uint64_t b, const dxki_exec_about *about);

/* The same with the places themselves, as dxki_exec_found has them: where it is, and where what is
 * wrong comes from. */
void dxki_exec_finding_between(dxki_exec_wave *w, dxki_exec_finding_id id, uint32_t at,
                               uint32_t other, uint32_t lane);

/* Ends the run of this wave after the current instruction with a status, the first one stays. */
void dxki_exec_stop(dxki_exec_wave *w, dxk_status status);

#endif
