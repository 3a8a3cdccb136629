/* SPDX-License-Identifier: MIT */
/* race.c - races on resources; see race.h. */
#include "exec/race.h"

#include "exec/group.h"
#include "ir/idset.h"

#define PAGE_BYTES (4u * DXKI_EXEC_RACE_WORDS)

/* ---------------------------------------------------------------------------------------- */
/* Groups                                                                                     */

void dxki_exec_race_begin_group(struct dxki_exec_races *races, uint32_t number)
{
    races->group++;
    races->number = number;
    races->fenced = 0;
    races->epoch = 0;
    races->has_looked = false;
}

void dxki_exec_pass_barrier(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    w->group->fences |= i->imm;
    if (w->races && i->imm & DXKI_EXEC_FENCE_DEVICE)
        w->races->fenced = ++w->races->time;
}

/* The group makes an atomic operation: what it did before its last fence may be known now. */
static bool look(struct dxki_exec_races *races)
{
    size_t count = races->published.count;
    dxki_exec_published last = {races->group, races->fenced};

    races->has_looked = true;
    if (!races->fenced)
        return true;
    if (count && races->published.items[count - 1].group == races->group) {
        races->published.items[count - 1] = last;
        return true;
    }
    return dxki_vec_push(races->ctx, &races->published, last);
}

bool dxki_exec_race_is_ordered(const struct dxki_exec_races *races, const dxki_exec_user *before)
{
    size_t low = 0, high = races->published.count;

    if (!races->has_looked)
        return false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (races->published.items[middle].group < before->group)
            low = middle + 1;
        else
            high = middle;
    }
    return low < races->published.count && races->published.items[low].group == before->group &&
           races->published.items[low].time > before->time;
}

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

static dxki_exec_race_page *find_page(dxki_exec_race_page *pages, uint32_t capacity,
                                      uint64_t number)
{
    uint32_t at = dxki_hash_end(dxki_hash_mix((uint32_t)number, (uint32_t)(number >> 32)));

    for (at &= capacity - 1; pages[at].number && pages[at].number != number;)
        at = (at + 1) & (capacity - 1);
    return &pages[at];
}

static bool grow(struct dxki_exec_races *races)
{
    uint32_t capacity = races->capacity ? races->capacity * 2 : 64;
    size_t size = (size_t)capacity * sizeof *races->pages;

    if (races->capacity > UINT32_MAX / 2 || size != (uint64_t)capacity * sizeof *races->pages)
        return false;
    dxki_exec_race_page *pages = dxki_realloc(races->ctx, NULL, 0, size);
    if (!pages)
        return false;
    memset(pages, 0, size);
    for (uint32_t n = 0; n < races->capacity; n++)
        if (races->pages[n].number)
            *find_page(pages, capacity, races->pages[n].number) = races->pages[n];
    dxki_realloc(races->ctx, races->pages, races->capacity * sizeof *pages, 0);
    races->pages = pages;
    races->capacity = capacity;
    return true;
}

/* The users of the word at an address by 4; NULL: out of memory. */
static dxki_exec_shadow *shadow_at(struct dxki_exec_races *races, uint64_t word)
{
    const size_t size = DXKI_EXEC_RACE_WORDS * sizeof(dxki_exec_shadow);

    if (races->page_count >= races->capacity / 2 && !grow(races))
        return NULL;
    uint64_t number = word / DXKI_EXEC_RACE_WORDS + 1;
    dxki_exec_race_page *page = find_page(races->pages, races->capacity, number);
    if (!page->words) {
        page->words = dxki_realloc(races->ctx, NULL, 0, size);
        if (!page->words)
            return NULL;
        memset(page->words, 0, size);
        page->number = number;
        races->page_count++;
    }
    return &page->words[word % DXKI_EXEC_RACE_WORDS];
}

void dxki_exec_race_free(struct dxki_exec_races *races)
{
    const size_t size = DXKI_EXEC_RACE_WORDS * sizeof(dxki_exec_shadow);

    for (uint32_t n = 0; n < races->capacity; n++)
        if (races->pages[n].words)
            dxki_realloc(races->ctx, races->pages[n].words, size, 0);
    dxki_realloc(races->ctx, races->pages, races->capacity * sizeof *races->pages, 0);
    dxki_vec_free(races->ctx, &races->published);
    races->pages = NULL;
    races->capacity = 0;
}

/* The bytes of a use that are in a word, as a number. */
static uint32_t written(const uint8_t *at, uint64_t first, uint64_t word, uint8_t bytes)
{
    uint32_t value = 0;

    for (uint32_t n = 0; n < 4; n++)
        if (bytes >> n & 1)
            value |= (uint32_t)at[4 * word + n - first] << 8 * n;
    return value;
}

/* The element that a byte belongs to, where elements follow each other. */
static uint64_t element_at(const dxki_exec_view *view, uint64_t byte)
{
    uint32_t size = view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? view->stride
                    : view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER    ? view->layout.size
                                                                      : 0;

    return size ? byte / size : UINT64_MAX;
}

void dxki_exec_race_note(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                         const dxki_exec_view *view, const uint8_t *at, uint32_t bytes,
                         dxki_exec_use use)
{
    struct dxki_exec_races *races = w->races;
    uint64_t first = (uint64_t)(uintptr_t)at;
    dxki_exec_word_use u = {
        .w = w,
        .i = i,
        .lane = lane,
        .id = DXKI_FOUND_RACE_UAV,
        .use = use,
        .user = {.group = races->group,
                 .number = races->number,
                 .thread = w->thread_of[lane],
                 .wave = w->index,
                 .epoch = races->epoch,
                 .time = races->time,
                 .at = (uint32_t)(i - w->program->code.items)},
        .where = (uint64_t)(at - view->base),
        .about = {.view = view, .element = element_at(view, (uint64_t)(at - view->base))},
    };
    bool ok = use != DXKI_EXEC_CHANGES || look(races);

    for (uint64_t word = first / 4; ok && bytes && word <= (first + bytes - 1) / 4; word++) {
        dxki_exec_shadow *s = shadow_at(races, word);
        ok = s != NULL;
        u.bytes = dxki_exec_bytes_in(first, bytes, word);
        if (use == DXKI_EXEC_WRITES)
            u.value = written(at, first, word, u.bytes);
        if (ok)
            dxki_exec_shadow_word(&u, s);
    }
    if (!ok)
        dxki_exec_stop(w, dxki_nomem(w->worker->ctx));
}

void dxki_exec_race_texel(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                          const dxki_exec_view *view, const dxki_exec_place *place,
                          dxki_exec_use use)
{
    dxki_exec_fault fault;

    if (!dxki_exec_race_looks(w, view))
        return;
    const uint8_t *at = dxki_exec_texel_at(view, place, &fault);
    if (at)
        dxki_exec_race_note(w, i, lane, view, at, view->layout.size, use);
}
