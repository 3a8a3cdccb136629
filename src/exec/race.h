/* SPDX-License-Identifier: MIT */
/*
 * race.h - races on what UAVs hold, within groups and between them.
 *
 * Within a group a barrier that orders UAVs keeps uses apart. Between groups nothing does but this: a
 * group passes a fence of the device after its use, then makes an atomic operation; another one makes
 * an atomic operation before its own use. Which words the atomic operations are on is not looked at.
 *
 * A worker knows of the groups that it has run itself, one after the other.
 */
#ifndef DXKI_EXEC_RACE_H
#define DXKI_EXEC_RACE_H

#include "base/vec.h"
#include "exec/shadow.h"

/* What a barrier orders, the `imm` of its instruction. */
#define DXKI_EXEC_FENCE_UAV    1u
#define DXKI_EXEC_FENCE_DEVICE 2u /* for all groups */

#define DXKI_EXEC_RACE_WORDS 64u /* of a page */

/* The users of words that follow each other. */
typedef struct dxki_exec_race_page {
    uint64_t number; /* address of the first byte by bytes of a page, + 1; 0: the entry is free */
    dxki_exec_shadow *words;
} dxki_exec_race_page;

/* What a group did before a fence of its own is known to those who look, up to a time. */
typedef struct dxki_exec_published {
    uint32_t group, time;
} dxki_exec_published;

struct dxki_exec_races {
    dxk_ctx *ctx;
    dxki_exec_race_page *pages; /* hash table */
    uint32_t page_count, capacity;
    DXKI_VEC(dxki_exec_published) published; /* by group */
    uint32_t group;                          /* that runs, from 1 */
    uint32_t number;                         /* its number in the dispatch */
    uint32_t time;                           /* fences of all groups */
    uint32_t fenced;                         /* time of the last one of this group; 0: none */
    uint32_t epoch;                          /* barriers of this group that order UAVs */
    bool has_looked;                         /* the group has made an atomic operation */
};

void dxki_exec_race_begin_group(struct dxki_exec_races *races, uint32_t number);
void dxki_exec_race_free(struct dxki_exec_races *races);

/* True if what a user of another group did comes before what the group that runs does now. */
bool dxki_exec_race_is_ordered(const struct dxki_exec_races *races, const dxki_exec_user *before);

/* The handler of a barrier: memory is in order here, so that it only counts. */
dxki_exec_fn dxki_exec_pass_barrier;

/* A lane has used `bytes` bytes of a view, at `at`; what it wrote is there. */
void dxki_exec_race_note(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                         const dxki_exec_view *view, const uint8_t *at, uint32_t bytes,
                         dxki_exec_use use);

/* True if uses of a view are looked at one by one. */
static inline bool dxki_exec_race_looks(const dxki_exec_wave *w, const dxki_exec_view *view)
{
    return w->races && view->resource_class == DXK_RESOURCE_CLASS_UAV;
}

static inline void dxki_exec_race_use(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                                      const dxki_exec_view *view, const uint8_t *at, uint32_t bytes,
                                      dxki_exec_use use)
{
    if (dxki_exec_race_looks(w, view))
        dxki_exec_race_note(w, i, lane, view, at, bytes, use);
}

/* The same of a texel that the view has; else nothing. */
void dxki_exec_race_texel(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                          const dxki_exec_view *view, const dxki_exec_place *place,
                          dxki_exec_use use);

#endif
