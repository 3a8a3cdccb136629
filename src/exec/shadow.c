/* SPDX-License-Identifier: MIT */
/* shadow.c - races on group-shared memory; see shadow.h. */
#include "exec/shadow.h"

#include "exec/group.h"

#define SEVERAL UINT32_MAX

/* A use of one word. */
typedef struct word_use {
    dxki_exec_wave *w;
    const dxki_exec_inst *i;
    uint32_t lane, at;
    uint32_t thread; /* from 1 */
    uint32_t value;
    dxki_exec_use use;
} word_use;

static void tell(const word_use *u, dxk_severity severity, uint32_t other)
{
    dxki_exec_finding_as(u->w, DXKI_FOUND_RACE_GROUPSHARED, severity, u->i, u->lane, u->at,
                         other == SEVERAL ? u->thread - 1 : other - 1);
}

/* The last write of this epoch, by another thread. */
static void check_write(const word_use *u, const dxki_exec_shadow *s)
{
    if (s->write_epoch != u->w->group->epoch || !s->writer || s->writer == u->thread ||
        (s->is_atomic && u->use == DXKI_EXEC_CHANGES))
        return;
    bool same_wave = s->write_wave == u->w->index;
    bool together = same_wave && s->write_at == u->i && u->use == DXKI_EXEC_WRITES;

    if (together)
        tell(u, s->value == u->value ? DXK_NOTE : DXK_ERROR, s->writer);
    else
        tell(u, same_wave ? DXK_NOTE : DXK_ERROR, s->writer);
}

/* Reads of this epoch, by other threads, of what is written now. */
static void check_read(const word_use *u, const dxki_exec_shadow *s)
{
    if (s->read_epoch != u->w->group->epoch || !s->reader || s->reader == u->thread)
        return;
    bool same_wave = s->read_wave == u->w->index && !s->many_waves;

    tell(u, same_wave ? DXK_NOTE : DXK_ERROR, s->reader);
}

static void note_read(const word_use *u, dxki_exec_shadow *s)
{
    bool first = s->read_epoch != u->w->group->epoch || !s->reader;

    s->many_waves = !first && (s->many_waves || s->read_wave != u->w->index);
    s->reader = first || s->reader == u->thread ? u->thread : SEVERAL;
    s->read_epoch = u->w->group->epoch;
    s->read_wave = u->w->index;
}

static void note_write(const word_use *u, dxki_exec_shadow *s)
{
    s->writer = u->thread;
    s->write_epoch = u->w->group->epoch;
    s->write_wave = u->w->index;
    s->write_at = u->i;
    s->value = u->value;
    s->is_atomic = u->use == DXKI_EXEC_CHANGES;
}

void dxki_exec_shadow_use(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t base,
                          uint32_t at, uint32_t bytes, dxki_exec_use use, uint64_t value)
{
    word_use u = {w, i, lane, at, w->thread_of[lane] + 1, (uint32_t)value, use};

    for (uint32_t word = (base + at) / 4; word <= (base + at + bytes - 1) / 4; word++) {
        dxki_exec_shadow *s = &w->group->shadow[word];
        check_write(&u, s);
        if (use == DXKI_EXEC_READS) {
            note_read(&u, s);
        } else {
            check_read(&u, s);
            note_write(&u, s);
        }
        u.value = (uint32_t)(value >> 32);
    }
}
