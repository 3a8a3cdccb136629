/* SPDX-License-Identifier: MIT */
/*
 * shadow.h - who has used the words of group-shared memory since the last barrier, to find races.
 * Between two barriers a word is read by any number of threads, or written by one; atomic operations
 * do not race with each other.
 */
#ifndef DXKI_EXEC_SHADOW_H
#define DXKI_EXEC_SHADOW_H

#include "exec/wave.h"

typedef enum dxki_exec_use {
    DXKI_EXEC_READS,
    DXKI_EXEC_WRITES,
    DXKI_EXEC_CHANGES /* an atomic operation */
} dxki_exec_use;

/* The last uses of a word. Threads count from 1; 0: none. */
typedef struct dxki_exec_shadow {
    uint32_t writer, write_epoch, write_wave;
    uint32_t reader, read_epoch, read_wave; /* reader UINT32_MAX: several */
    const dxki_exec_inst *write_at;
    uint32_t value;  /* that was written */
    bool is_atomic;  /* the write */
    bool many_waves; /* readers are of several waves */
} dxki_exec_shadow;

/* A lane uses `bytes` bytes at byte `at` of the variable that begins at `base`. Tells of races: as an
 * error between waves and for different values written by one instruction, as a note for lanes of
 * one wave, which only independent lanes make a race. */
void dxki_exec_shadow_use(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t base,
                          uint32_t at, uint32_t bytes, dxki_exec_use use, uint64_t value);

#endif
