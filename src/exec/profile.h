/* SPDX-License-Identifier: MIT */
/* profile.h - counters of a worker: how often segments ran, and what their instructions cost. */
#ifndef DXKI_EXEC_PROFILE_H
#define DXKI_EXEC_PROFILE_H

#include "exec/group.h"

/* What an instruction costs each lane. */
typedef struct dxki_exec_cost {
    uint32_t segment;       /* that it begins in + 1; 0: it is not reached */
    uint32_t read, written; /* bytes of memory */
    bool is_shared;         /* of the group, not of resources */
} dxki_exec_cost;

typedef struct dxki_exec_count {
    uint64_t runs;  /* times */
    uint64_t lanes; /* that were active, of all times */
} dxki_exec_count;

typedef struct dxki_exec_profile {
    dxki_exec_watch watch;
    dxki_exec_cost *costs;   /* by place */
    dxki_exec_count *counts; /* by segment */
} dxki_exec_profile;

/* Gives a worker counters; false: out of memory. */
bool dxki_exec_profile_make(dxk_run_worker *worker);

#endif
