/* SPDX-License-Identifier: MIT */
/*
 * memory_words.c - accesses to words of variables that are known, for all lanes at once; see memory.h.
 * Where a lane is out of the object, or between words, all take the long way of memory.c.
 */
#include "exec/alu.h"
#include "exec/group.h"
#include "exec/memory.h"
#include "exec/program.h"

/* An address with one index of 32 bits, whose stride is `c`. */
DXKI_EXEC_FN2(DXKI_EXEC_LOOP, add_index, uint32_t, uint32_t, uint32_t, x + i->imm + y * i->c)

dxki_exec_fn *dxki_exec_add_index_fn(void)
{
    return add_index;
}

/* ---------------------------------------------------------------------------------------- */
/* Private words at a place that is known                                                     */

void dxki_exec_load_private_word(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *from = w->memory + ((size_t)i->imm << w->lane_shift);
    uint32_t *d = dxki_exec_row(w, i->dst);

    for (uint32_t l = 0; l < w->lanes; l++)
        d[l] = w->active[l] ? from[l] : d[l];
}

void dxki_exec_store_private_word(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *to = w->memory + ((size_t)i->imm << w->lane_shift);
    const uint32_t *d = dxki_exec_row(w, i->dst);

    for (uint32_t l = 0; l < w->lanes; l++)
        to[l] = w->active[l] ? d[l] : to[l];
}

/* ---------------------------------------------------------------------------------------- */
/* Words at any place                                                                         */

/* The word of the object for each lane, of lanes that are not active the first one. False: some lane
 * is not at a word of it. */
DXKI_EXEC_LANES_TEST(find_words,
                     (const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t size,
                      uint32_t *DXKI_EXEC_RESTRICT words),
                     (w, i, size, words))
{
    const uint32_t *a = dxki_exec_row(w, i->a), *active = w->active;
    uint32_t lanes = w->lanes, offset = i->c, last = size - 4, wrong = 0;

    if (size < 4)
        return false;
    for (uint32_t l = 0; l < lanes; l++) {
        uint32_t at = (a[l] + offset) & active[l];
        wrong |= (at & 3) | (at > last);
        words[l] = at / 4;
    }
    return !wrong;
}

/* Lane l has its word at words[l] << shift, plus l if it has words of its own. */
DXKI_EXEC_LANES(gather,
                (const dxki_exec_wave *w, const uint32_t *from, const uint32_t *words,
                 uint32_t *DXKI_EXEC_RESTRICT d),
                (w, from, words, d))
{
    const uint32_t *active = w->active;
    uint32_t lanes = w->lanes;

    DXKI_EXEC_WIDE
    for (uint32_t l = 0; l < lanes; l++) {
        uint32_t is = from[words[l]], was = d[l];
        d[l] = active[l] ? is : was;
    }
}

DXKI_EXEC_LANES(gather_own,
                (const dxki_exec_wave *w, const uint32_t *from, const uint32_t *words,
                 uint32_t *DXKI_EXEC_RESTRICT d),
                (w, from, words, d))
{
    const uint32_t *active = w->active;
    uint32_t lanes = w->lanes, shift = w->lane_shift;

    DXKI_EXEC_WIDE
    for (uint32_t l = 0; l < lanes; l++) {
        uint32_t is = from[((size_t)words[l] << shift) + l], was = d[l];
        d[l] = active[l] ? is : was;
    }
}

static const dxki_exec_object *object_of(const dxki_exec_wave *w, const dxki_exec_inst *i)
{
    return &w->program->objects.items[i->imm];
}

static void load_private(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_object *o = object_of(w, i);
    uint32_t words[DXKI_EXEC_MAX_LANES];

    if (find_words(w, i, o->size, words))
        gather_own(w, w->memory + ((size_t)(o->base / 4) << w->lane_shift), words,
                   dxki_exec_row(w, i->dst));
    else
        dxki_exec_load_32(w, i);
}

static void load_table(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_object *o = object_of(w, i);
    uint32_t words[DXKI_EXEC_MAX_LANES];

    if (find_words(w, i, o->size, words))
        gather(w, w->program->tables.words + o->base / 4, words, dxki_exec_row(w, i->dst));
    else
        dxki_exec_load_32(w, i);
}

static void load_shared(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_object *o = object_of(w, i);
    uint32_t words[DXKI_EXEC_MAX_LANES];

    /* The long way tells who uses what. */
    if (!w->group->shadow && find_words(w, i, o->size, words))
        gather(w, w->group->shared + o->base / 4, words, dxki_exec_row(w, i->dst));
    else
        dxki_exec_load_32(w, i);
}

static void store_private(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_object *o = object_of(w, i);
    const uint32_t *d = dxki_exec_row(w, i->dst);
    uint32_t *to = w->memory + ((size_t)(o->base / 4) << w->lane_shift);
    uint32_t words[DXKI_EXEC_MAX_LANES];

    if (!find_words(w, i, o->size, words)) {
        dxki_exec_store_32(w, i);
        return;
    }
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        to[((size_t)words[lane] << w->lane_shift) + lane] = d[lane];
    }
}

static void store_shared(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_object *o = object_of(w, i);
    const uint32_t *d = dxki_exec_row(w, i->dst);
    uint32_t *to = w->group->shared + o->base / 4;
    uint32_t words[DXKI_EXEC_MAX_LANES];

    if (w->group->shadow || !find_words(w, i, o->size, words)) {
        dxki_exec_store_32(w, i);
        return;
    }
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        to[words[lane]] = d[lane];
    }
}

dxki_exec_fn *dxki_exec_load_known(uint8_t space)
{
    static dxki_exec_fn *const loads[DXKI_EXEC_RESOURCE] = {[DXKI_EXEC_PRIVATE] = load_private,
                                                            [DXKI_EXEC_SHARED] = load_shared,
                                                            [DXKI_EXEC_TABLE] = load_table};

    return space < DXKI_EXEC_RESOURCE && loads[space] ? loads[space] : dxki_exec_load_32;
}

dxki_exec_fn *dxki_exec_store_known(uint8_t space)
{
    static dxki_exec_fn *const stores[DXKI_EXEC_RESOURCE] = {
        [DXKI_EXEC_PRIVATE] = store_private, [DXKI_EXEC_SHARED] = store_shared};

    return space < DXKI_EXEC_RESOURCE && stores[space] ? stores[space] : dxki_exec_store_32;
}
