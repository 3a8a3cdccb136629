/* SPDX-License-Identifier: MIT */
/*
 * threads.c - operations that tell a thread who it is: its number in the group and in the dispatch.
 * Source: DXIL.rst, "Compute shader".
 */
#include "exec/alu.h"
#include "exec/group.h"

#define ONE(name, elem) const dxki_exec_typed dxki_exec_alu_##name = {.of = {[elem] = name##_any}};

/* A coordinate of a thread in its group. */
static uint32_t in_group(const dxki_exec_wave *w, uint32_t lane, uint32_t component)
{
    const uint32_t *n = w->program->info.num_threads;
    uint32_t thread = w->thread_of[lane];

    return component == 0   ? thread % n[0]
           : component == 1 ? thread / n[0] % n[1]
           : component == 2 ? thread / (n[0] * n[1])
                            : 0;
}

static void thread_id_in_group_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *component = dxki_exec_row(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = in_group(w, lane, component[lane]);
    }
}
ONE(thread_id_in_group, DXKI_EXEC_I32)

static void thread_id_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *component = dxki_exec_row(w, i->a), *n = w->program->info.num_threads;
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t c = component[lane];
        d[lane] = c < 3 ? w->group->id[c] * n[c] + in_group(w, lane, c) : 0;
    }
}
ONE(thread_id, DXKI_EXEC_I32)

static void group_id_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *component = dxki_exec_row(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = component[lane] < 3 ? w->group->id[component[lane]] : 0;
    }
}
ONE(group_id, DXKI_EXEC_I32)

static void flattened_id_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = w->thread_of[lane];
    }
}
ONE(flattened_id, DXKI_EXEC_I32)

static void wave_index_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = w->index;
    }
}
ONE(wave_index, DXKI_EXEC_I32)

static void wave_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = w->worker->wave_count;
    }
}
ONE(wave_count, DXKI_EXEC_I32)

/* Instructions that the wave has issued before this run of them. */
static void cycles_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = (uint32_t)w->issued;
        d[w->lanes + lane] = (uint32_t)(w->issued >> 32);
    }
}
ONE(cycles, DXKI_EXEC_I32)

/* No lane of a compute shader is a helper. */
