/* SPDX-License-Identifier: MIT */
/* shadow.c - races on words; those of group-shared memory. See shadow.h. */
#include "exec/shadow.h"

#include "exec/group.h"
#include "exec/race.h"

static bool is_same(const dxki_exec_user *a, const dxki_exec_user *b)
{
    return a->group == b->group && a->thread == b->thread;
}

/* True if something makes what `before` did come first: a barrier, or fences and atomic operations
 * between groups. */
static bool comes_first(const dxki_exec_word_use *u, const dxki_exec_user *before)
{
    if (before->group == u->user.group)
        return before->epoch != u->user.epoch;
    return dxki_exec_race_is_ordered(u->w->races, before);
}

/* `thread` is that of the other one. */
static void tell(const dxki_exec_word_use *u, dxk_severity severity, const dxki_exec_user *other,
                 uint32_t thread)
{
    const dxk_run_program *p = u->w->program;
    const uint32_t *n = p->info.num_threads;
    uint64_t number = (uint64_t)other->number * n[0] * n[1] * n[2] + thread;

    dxki_exec_finding_with(u->w, u->id, severity, u->i, p->code.items + other->at, u->lane,
                           u->where, u->id == DXKI_FOUND_RACE_UAV ? number : thread, &u->about);
}

static void check_write(const dxki_exec_word_use *u, const dxki_exec_shadow *s)
{
    const dxki_exec_user *before = &s->write;

    if (!before->group || is_same(before, &u->user) || !(s->write_bytes & u->bytes) ||
        (s->is_atomic && u->use == DXKI_EXEC_CHANGES) || comes_first(u, before))
        return;
    bool same_wave = before->group == u->user.group && before->wave == u->user.wave;
    bool by_one = before->at == u->user.at && u->use == DXKI_EXEC_WRITES;

    if (by_one && s->value == u->value)
        tell(u, DXK_NOTE, before, before->thread);
    else
        tell(u, same_wave && !by_one ? DXK_NOTE : DXK_ERROR, before, before->thread);
}

/* What is written now was read. */
static void check_read(const dxki_exec_word_use *u, const dxki_exec_shadow *s)
{
    const dxki_exec_user *before = &s->read;

    if (!before->group || (is_same(before, &u->user) && !s->many_groups) ||
        !(s->read_bytes & u->bytes) || comes_first(u, before))
        return;
    bool same_wave = before->group == u->user.group && before->wave == u->user.wave;

    tell(u, same_wave && !s->many_waves && !s->many_groups ? DXK_NOTE : DXK_ERROR, before,
         before->thread == DXKI_EXEC_SEVERAL ? s->readers[s->readers[0] == u->user.thread]
                                             : before->thread);
}

static void note_read(const dxki_exec_word_use *u, dxki_exec_shadow *s)
{
    dxki_exec_user was = s->read;
    bool same_group = was.group == u->user.group;
    bool together = same_group && was.epoch == u->user.epoch;

    s->many_groups |= was.group && !same_group;
    s->many_waves = together && (s->many_waves || was.wave != u->user.wave);
    s->read_bytes = (uint8_t)(together ? s->read_bytes | u->bytes : u->bytes);
    s->read = u->user;
    if (!together || s->readers[0] != u->user.thread) {
        s->readers[1] = s->readers[0];
        s->readers[0] = u->user.thread;
    }
    if (together && was.thread != u->user.thread)
        s->read.thread = DXKI_EXEC_SEVERAL;
}

static void note_write(const dxki_exec_word_use *u, dxki_exec_shadow *s)
{
    *s = (dxki_exec_shadow){.write = u->user,
                            .value = u->value,
                            .write_bytes = u->bytes,
                            .is_atomic = u->use == DXKI_EXEC_CHANGES};
}

void dxki_exec_shadow_word(const dxki_exec_word_use *u, dxki_exec_shadow *s)
{
    check_write(u, s);
    if (u->use == DXKI_EXEC_READS) {
        note_read(u, s);
        return;
    }
    check_read(u, s);
    note_write(u, s);
}

void dxki_exec_shadow_use(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                          uint32_t object, uint32_t at, uint32_t bytes, dxki_exec_use use,
                          uint64_t value)
{
    uint32_t base = w->program->objects.items[object].base;
    dxki_exec_word_use u = {
        .w = w,
        .i = i,
        .lane = lane,
        .id = DXKI_FOUND_RACE_GROUPSHARED,
        .use = use,
        .user = {.group = 1,
                 .thread = w->thread_of[lane],
                 .wave = w->index,
                 .epoch = w->group->epoch,
                 .at = (uint32_t)(i - w->program->code.items)},
        .where = at,
        .about = {.object = object, .element = UINT64_MAX},
        .value = (uint32_t)value,
    };

    for (uint32_t word = (base + at) / 4; word <= (base + at + bytes - 1) / 4; word++) {
        u.bytes = dxki_exec_bytes_in(base + at, bytes, word);
        dxki_exec_shadow_word(&u, &w->group->shadow[word]);
        u.value = (uint32_t)(value >> 32);
    }
}
