/* SPDX-License-Identifier: MIT */
/*
 * ops_words.c - the accesses that are most frequent, fast: words of raw and structured buffers, with
 * an offset that all lanes share, within bounds. Bounds are judged for all lanes at once.
 */
#include "exec/ops_access.h"
#include "exec/race.h"
#include "exec/wide.h"

/* Where the words of each lane are. */
typedef struct plan {
    const dxki_exec_view *view;
    uint32_t words;  /* that each lane reaches, at most all of the access */
    bool follows_on; /* the first word of each lane lies behind that of the lane before */
    uint32_t at[DXKI_EXEC_MAX_LANES]; /* bytes in the view; of other lanes somewhere in it */
} plan;

/* Elements of a structured buffer: what is left of an element is the same for all lanes. */
DXKI_EXEC_LANES_TEST(plan_elements,
                     (const dxki_exec_wave *w, const dxki_exec_access *a, uint32_t offset,
                      uint32_t wanted, plan *DXKI_EXEC_RESTRICT p),
                     (w, a, offset, wanted, p))
{
    uint32_t stride = p->view->stride, count = p->view->count, beyond = 0, lanes = w->lanes;
    const uint32_t *indices = a->indices, *active = w->active;

    if (offset >= stride || (offset | stride) % 4 || count == 0)
        return false;
    p->words = (stride - offset) / 4 < a->count ? (stride - offset) / 4 : a->count;
    if (p->words < wanted)
        return false;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t index = indices[lane] & active[lane];
        beyond |= index >= count;
        p->at[lane] = index * stride + offset;
    }
    return !beyond;
}

DXKI_EXEC_LANES_TEST(plan_bytes,
                     (const dxki_exec_wave *w, const dxki_exec_access *a, uint32_t offset,
                      plan *DXKI_EXEC_RESTRICT p),
                     (w, a, offset, p))
{
    const uint32_t *indices = a->indices, *active = w->active;
    uint32_t lanes = w->lanes;
    uint32_t words = dxki_exec_wanted_count(a);
    uint64_t size = p->view->size, needed = (uint64_t)words * 4 + offset;
    uint32_t beyond = 0, odd = offset;

    if (needed > size)
        return false;
    uint32_t last = (uint32_t)(size - needed);
    p->words = words;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t index = indices[lane] & active[lane];
        beyond |= index > last;
        odd |= index;
        p->at[lane] = index + offset;
    }
    return !beyond && odd % 4 == 0;
}

/* True if lanes have words that follow each other. */
DXKI_EXEC_LANES_TEST(is_run, (const dxki_exec_wave *w, const uint32_t *at), (w, at))
{
    uint32_t apart = 0, lanes = w->lanes;

    for (uint32_t lane = 0; lane < lanes; lane++)
        apart |= at[lane] - at[0] - 4 * lane;
    return !apart;
}

static bool make_plan(const dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_access *a,
                      uint32_t wanted, plan *p)
{
    uint32_t offset;

    p->view = dxki_exec_common_view(w, i);
    if (a->bytes != 4 || (i->aux != 'f' && i->aux != 'i') || !p->view || !a->indices ||
        dxki_exec_race_looks(w, p->view) || p->view->mapped != UINT64_MAX ||
        p->view->size > UINT32_MAX || !dxki_exec_common(w, i, 2, &offset))
        return false;
    if (p->view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        if (!plan_elements(w, a, offset, wanted, p))
            return false;
    } else if (p->view->kind != DXK_RESOURCE_KIND_RAW_BUFFER || !plan_bytes(w, a, offset, p)) {
        return false;
    }
    p->follows_on = DXKI_EXEC_HOST_IS_LITTLE && w->full && is_run(w, p->at);
    return true;
}

/* Words of lanes anywhere; all lanes may be written. */
DXKI_EXEC_LANES(gather,
                (const dxki_exec_wave *w, const uint8_t *base, const uint32_t *at,
                 uint32_t *DXKI_EXEC_RESTRICT dst),
                (w, base, at, dst))
{
    uint32_t lanes = w->lanes;

    DXKI_EXEC_WIDE
    for (uint32_t lane = 0; lane < lanes; lane++)
        dst[lane] = dxki_exec_load_word(base + at[lane]);
}

static void load_word_row(const dxki_exec_wave *w, const plan *p, uint32_t k, uint32_t *dst)
{
    const uint8_t *base = p->view->base + 4 * (size_t)k;

    if (p->follows_on) {
        memcpy(dst, base + p->at[0], 4 * (size_t)w->lanes);
    } else if (w->full) {
        gather(w, base, p->at, dst);
    } else {
        DXKI_EXEC_EACH_LANE(w, lane)
        dst[lane] = dxki_exec_load_word(base + p->at[lane]);
    }
}

bool dxki_exec_load_words(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_access *a,
                          uint32_t wanted)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);
    plan p;

    if (!make_plan(w, i, a, wanted, &p))
        return false;
    for (uint32_t k = 0; k < a->count; k++, dst += w->lanes) {
        if (!dxki_exec_is_read(i, k))
            continue;
        if (k < p.words && dxki_exec_is_wanted(a, k))
            load_word_row(w, &p, k, dst);
        else
            dxki_exec_spread(w, dst, 0);
    }
    if (dxki_exec_is_read(i, a->count))
        dxki_exec_spread(w, dst, 1);
    return true;
}

/* Word `k` of the value; NULL: it is undef. */
static const uint32_t *value_row(const dxki_exec_wave *w, const dxki_exec_inst *i,
                                 const dxki_exec_access *a, uint32_t k)
{
    uint32_t operand = dxki_exec_listed(w, i->a, a->values + (a->is_vector ? 0 : k));

    if (operand == DXKI_EXEC_UNDEF)
        return NULL;
    return dxki_exec_row(w, operand + (a->is_vector ? k : 0));
}

bool dxki_exec_store_words(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_access *a,
                           uint32_t wanted)
{
    const uint32_t *rows[4];
    plan p;

    if (a->count > 4 || !make_plan(w, i, a, wanted, &p))
        return false;
    for (uint32_t k = 0; k < a->count; k++)
        rows[k] = dxki_exec_is_wanted(a, k) ? value_row(w, i, a, k) : NULL;
    const dxki_exec_mask writers = dxki_exec_writers(w);
    if (p.follows_on && wanted == 1 && rows[0] && dxki_exec_mask_is_empty(&w->helpers)) {
        memcpy(p.view->base + p.at[0], rows[0], 4 * (size_t)w->lanes);
        return true;
    }
    DXKI_EXEC_EACH_OF(&writers, each)
    {
        uint32_t lane = (uint32_t)each;
        for (uint32_t k = 0; k < p.words && k < wanted; k++)
            if (dxki_exec_is_wanted(a, k))
                dxki_exec_store_word(p.view->base + p.at[lane] + 4 * (size_t)k,
                                     dxki_exec_or_undef(w, rows[k], lane));
    }
    return true;
}
