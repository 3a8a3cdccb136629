/* SPDX-License-Identifier: MIT */
/*
 * taint.h - undefined numbers: undef, and values loaded from variables before anything is stored there.
 * Each number in a register has an origin. Moving it, and computing with it, passes the origin on; using
 * it is a finding: as an address, in a branch, in memory that others
 * see, in an operation with other lanes.
 *
 *   origin    0: the number is defined | place << 2 | dxki_exec_origin_kind
 *   memory    by word: 0: it is defined | origin << 4 | its bytes that are not, as bits
 *
 * A place is the number of an instruction of the program + 1; 0: not known. Memory that was never
 * written has no place: the load is where the number comes from.
 */
#ifndef DXKI_EXEC_TAINT_H
#define DXKI_EXEC_TAINT_H

#include "exec/group.h"

typedef enum dxki_exec_origin_kind {
    DXKI_EXEC_FROM_UNDEF = 1,
    DXKI_EXEC_FROM_LOCAL,
    DXKI_EXEC_FROM_SHARED
} dxki_exec_origin_kind;

/* True if the findings that are asked for, as bits, need it. */
bool dxki_exec_taint_is_asked(uint64_t enabled);

/* What a wave needs, and a group; false: out of memory. */
bool dxki_exec_taint_make_wave(dxk_run_worker *worker, dxki_exec_wave *w);
bool dxki_exec_taint_make_group(dxk_run_worker *worker);

/* Variables of lanes, and of the group, as they are at the start. */
void dxki_exec_taint_begin_wave(dxki_exec_wave *w);
void dxki_exec_taint_begin_group(dxk_run_worker *worker);

/* Instruction `n` of the program has run. */
void dxki_exec_taint_pass(dxki_exec_wave *w, uint32_t n);

/* A segment ends: what decides where lanes go is used up. */
void dxki_exec_taint_end(dxki_exec_wave *w, uint32_t segment);

/* --- what its files share --- */

/* An origin at an instruction. */
uint32_t dxki_exec_origin_at(const dxki_exec_wave *w, const dxki_exec_inst *i,
                             dxki_exec_origin_kind kind);

/* The origin of a number of an operand, and those of a register. */
uint32_t dxki_exec_origin_of(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t operand,
                             uint32_t lane);
static inline uint32_t *dxki_exec_origins(const dxki_exec_wave *w, uint32_t reg)
{
    return w->origins + ((size_t)reg << w->lane_shift);
}

/* Tells that a number is used up, unless it is defined; `at` is the place of the finding. */
void dxki_exec_origin_used(dxki_exec_wave *w, uint32_t at, uint32_t lane, uint32_t origin);

/* Loads, stores and atomic operations on variables. */
typedef void dxki_exec_flow_fn(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow);
dxki_exec_flow_fn dxki_exec_taint_load, dxki_exec_taint_store, dxki_exec_taint_load_word,
    dxki_exec_taint_store_word, dxki_exec_taint_atomic, dxki_exec_taint_forget;

#endif
