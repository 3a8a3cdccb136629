/* SPDX-License-Identifier: MIT */
/*
 * shadow.h - who has used the words of memory that threads share, to find races: of group-shared
 * variables here, of resources in race.c. Between two barriers bytes are read by any number of
 * threads, or written by one; atomic operations do not race with each other.
 */
#ifndef DXKI_EXEC_SHADOW_H
#define DXKI_EXEC_SHADOW_H

#include "exec/wave.h"

typedef enum dxki_exec_use {
    DXKI_EXEC_READS,
    DXKI_EXEC_WRITES,
    DXKI_EXEC_CHANGES /* an atomic operation */
} dxki_exec_use;

#define DXKI_EXEC_SEVERAL UINT32_MAX

/* The last one who used a word. */
typedef struct dxki_exec_user {
    uint32_t group;  /* number among the groups that the worker runs, from 1; 0: none */
    uint32_t number; /* of the group in the dispatch */
    uint32_t thread; /* in the group; DXKI_EXEC_SEVERAL */
    uint32_t wave;
    uint32_t epoch; /* barriers that its group had passed */
    uint32_t time;  /* fences of the worker until then */
    uint32_t at;    /* instruction of the program */
} dxki_exec_user;

typedef struct dxki_exec_shadow {
    dxki_exec_user write, read;      /* a write forgets the reads before it */
    uint32_t readers[2];             /* the last two threads that differ, the last one first */
    uint32_t value;                  /* that was written */
    uint8_t write_bytes, read_bytes; /* which of them, as bits */
    bool is_atomic;                  /* the write */
    bool many_waves, many_groups;    /* readers are of several */
} dxki_exec_shadow;

/* A use of bytes of one word by a lane. */
typedef struct dxki_exec_word_use {
    dxki_exec_wave *w;
    const dxki_exec_inst *i;
    uint32_t lane;
    dxki_exec_finding_id id; /* of a race */
    dxki_exec_use use;
    dxki_exec_user user;
    uint64_t where; /* for the message */
    dxki_exec_about about;
    uint32_t value; /* that is written, in the bytes of its use */
    uint8_t bytes;
} dxki_exec_word_use;

/* Reports a race of this use with earlier ones, and records the use. It is an error; or a note if all uses
 * are of one wave, which race only if lanes run independently, or if one instruction writes equal values. */
void dxki_exec_shadow_word(const dxki_exec_word_use *u, dxki_exec_shadow *s);

/* A lane uses `bytes` bytes at byte `at` of a group-shared variable, by its number among objects. */
void dxki_exec_shadow_use(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                          uint32_t object, uint32_t at, uint32_t bytes, dxki_exec_use use,
                          uint64_t value);

/* The bytes from `at` on, `count` of them, that are in a word, as bits. */
static inline uint8_t dxki_exec_bytes_in(uint64_t at, uint64_t count, uint64_t word)
{
    uint64_t first = at > 4 * word ? at - 4 * word : 0, end = at + count - 4 * word;

    return (uint8_t)((15u << first) & (15u >> (end < 4 ? 4 - end : 0)));
}

#endif
