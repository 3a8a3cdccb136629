/* SPDX-License-Identifier: MIT */
/*
 * group.h - a group of threads while it runs: its waves, one after the other, and the memory that
 * they share. A wave runs until all of its lanes are done or wait at a barrier; when all waves are
 * done or wait, the barrier lets them go on.
 *
 *   worker -> group -> waves -> frames -> lanes that wait at positions
 *
 * Frames are kept here, not on C's stack, so that a wave can stop at a barrier in any function.
 */
#ifndef DXKI_EXEC_GROUP_H
#define DXKI_EXEC_GROUP_H

#include "exec/program.h"
#include "exec/race.h"
#include "exec/shadow.h"

/* Lanes that wait at a position. */
typedef struct dxki_exec_wait {
    uint32_t position;
    dxki_exec_mask lanes;
} dxki_exec_wait;

/* A function that runs. */
typedef struct dxki_exec_frame {
    const dxki_exec_function *function;
    dxki_exec_mask entered; /* lanes that it was called for */
    dxki_exec_mask live;    /* lanes that have not returned */
    dxki_exec_mask
        running; /* of those: at `segment`, not at a position; when something is called or
                               waited for */
    uint32_t segment;
    uint32_t wait_count;
    dxki_exec_wait *waits; /* one for each position, the lowest last */
} dxki_exec_frame;

typedef enum dxki_exec_wave_state {
    DXKI_EXEC_READY,
    DXKI_EXEC_PARKED, /* at a barrier */
    DXKI_EXEC_DONE
} dxki_exec_wave_state;

/* A wave with what only the loop that runs it needs. */
typedef struct dxki_exec_runner {
    dxki_exec_wave wave;
    dxki_exec_wave once; /* that runs what runs once for this one */
    dxki_exec_wave_state state;
    dxki_exec_frame *frames; /* program->call_depth of them */
    uint32_t depth;          /* frames in use */
    uint64_t steps;          /* blocks times lanes */
    uint32_t active_count;   /* lanes that are active */
    bool begins;             /* the lanes that run are at the beginning of a block */
    uint32_t active[DXKI_EXEC_MAX_LANES];
    uint32_t thread_of[DXKI_EXEC_MAX_LANES];
    uint8_t turns[DXKI_EXEC_MAX_LANES];
} dxki_exec_runner;

/* A finding at an instruction, for dxk_run_worker_finding(). */
typedef struct dxki_exec_found {
    dxki_exec_finding_id id;
    dxk_severity severity;
    uint32_t at;    /* instruction of the program; beyond the last one: the end of the segment with
                       that number from there; UINT32_MAX: none */
    uint32_t other; /* likewise: where what is wrong comes from */
    uint32_t group[3], thread, lane;
    uint64_t values[2], count;
    uint32_t view, object; /* that it is about; 0: none */
    uint8_t unit;          /* dxk_run_unit */
    uint64_t element;      /* of the view; UINT64_MAX: none */
} dxki_exec_found;

typedef struct dxki_exec_group {
    uint32_t id[3];
    uint32_t *shared;         /* words of group-shared memory */
    uint32_t *payload;        /* words of a mesh group's payload */
    dxki_exec_shadow *shadow; /* by word: lanes that have used it; NULL: not recorded */
    uint32_t epoch;           /* barriers passed, from 1 */
    uint32_t fences;          /* what the barriers at which waves stand order, see race.h */
    uint32_t *origins; /* by word: origin if it is undefined, see taint.h; NULL: not recorded */
} dxki_exec_group;

/* What runs the code of segments instead of the plain loop, for somebody who watches. */
typedef struct dxki_exec_watch dxki_exec_watch;
struct dxki_exec_watch {
    void (*segment)(dxki_exec_watch *watch, dxki_exec_runner *r, uint32_t segment);
    void (*group)(dxki_exec_watch *watch); /* a group begins; NULL: it does not matter */
};

struct dxk_run_worker {
    dxk_ctx *ctx;
    const dxk_run *run;
    const dxk_run_program *program;
    dxki_arena arena;
    dxki_exec_group group;
    dxki_exec_runner *waves;
    const struct dxki_exec_stage *stage; /* inputs and outputs of graphics stages; NULL: none */
    uint32_t wave_count;                 /* of a group */
    uint32_t runner_count;  /* fewer if waves need not wait for each other: they use one by turns */
    uint64_t random;        /* state */
    uint64_t issued;        /* instructions times lanes */
    uint32_t blocks;        /* that were begun */
    dxk_status status;      /* of what stopped a wave */
    bool checks;            /* operands and results of instructions are looked at */
    bool is_looked_at;      /* the same, or somebody watches */
    dxki_exec_watch *watch; /* watch of dxk_inspect_watch(); NULL: none */
    struct dxki_exec_profile *profile; /* NULL: nothing is counted */
    uint64_t enabled;                  /* findings that are asked for, as bits */
    struct dxki_exec_races races;
    DXKI_VEC(dxki_exec_found) found;
    dxki_idset found_set;
};

/* Makes a wave ready to run a function of the program, by its index, with its threads. */
void dxki_exec_wave_begin(dxki_exec_runner *r, uint32_t index, uint32_t function);

/* Runs a wave until it is done, parked, or stopped by a status. */
void dxki_exec_wave_run(dxki_exec_runner *r);

/* Sets the watch from now on; NULL: none. */
void dxki_exec_watch_set(struct dxk_run_worker *worker, dxki_exec_watch *watch);

/* Runs instructions for the active lanes. */
void dxki_exec_run_code(dxki_exec_runner *r, uint32_t first, uint32_t end);

/* Runs a group; `number` tells random orders of groups apart. */
void dxki_exec_group_run(struct dxk_run_worker *worker, const uint32_t id[3], uint64_t number);

/* The thread of a group, flattened, that is number `index` in the order of lanes. */
uint32_t dxki_exec_thread_at(const dxk_run_program *p, uint32_t index);

/* A random number. */
uint64_t dxki_exec_random(struct dxk_run_worker *worker);

/* Fills a finding in for the caller. */
void dxki_exec_found_tell(const struct dxk_run_worker *worker, const dxki_exec_found *found,
                          dxk_run_finding *out);

#endif
