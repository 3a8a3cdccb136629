/* SPDX-License-Identifier: MIT */
/* model_wave.c - the meaning of waves.def: operations on the lanes of a wave. */
#include "model.h"

#include <string.h>

/* One wave of a group: lanes first .. first + count. */
typedef struct wave {
    const gen_wave_input *in;
    const uint8_t *active;
    const uint64_t *a, *b;
    uint32_t count;
    uint64_t *out;
} wave;

typedef uint64_t (*fold_fn)(gen_type type, uint64_t x, uint64_t y);

static uint64_t apply(gen_op op, gen_type t, uint64_t x, uint64_t y)
{
    return gen_cut(t, gen_model_apply(op, t, (uint64_t[GEN_OPERANDS]){x, y}));
}

static bool is_real(gen_type t)
{
    return t == GEN_S32 || t == GEN_S16;
}

static uint64_t sum(gen_type t, uint64_t x, uint64_t y)
{
    return apply(is_real(t) ? GEN_ADD_SMALL : GEN_ADD, t, x, y);
}

static uint64_t product(gen_type t, uint64_t x, uint64_t y)
{
    return apply(GEN_MUL, t, x, y);
}

static uint64_t smaller(gen_type t, uint64_t x, uint64_t y)
{
    return apply(is_real(t) ? GEN_MIN_SMALL : GEN_IMIN, t, x, y);
}

static uint64_t larger(gen_type t, uint64_t x, uint64_t y)
{
    return apply(is_real(t) ? GEN_MAX_SMALL : GEN_IMAX, t, x, y);
}

static uint64_t smaller_u(gen_type t, uint64_t x, uint64_t y)
{
    return apply(GEN_UMIN, t, x, y);
}

static uint64_t larger_u(gen_type t, uint64_t x, uint64_t y)
{
    return apply(GEN_UMAX, t, x, y);
}

static uint64_t both(gen_type t, uint64_t x, uint64_t y)
{
    (void)t;
    return x & y;
}

static uint64_t either(gen_type t, uint64_t x, uint64_t y)
{
    (void)t;
    return x | y;
}

static uint64_t differs(gen_type t, uint64_t x, uint64_t y)
{
    (void)t;
    return x ^ y;
}

static uint32_t first_of(const wave *w)
{
    uint32_t lane = 0;
    while (lane < w->count && !w->active[lane])
        lane++;
    return lane;
}

static uint32_t last_of(const wave *w)
{
    uint32_t lane = w->count;
    while (lane > 0 && !w->active[lane - 1])
        lane--;
    return lane - 1;
}

static void all_lanes(const wave *w, uint64_t value)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = value;
}

/* All active lanes, folded into one value. */
static void fold_all(const wave *w, fold_fn fold)
{
    uint32_t lane = first_of(w);
    uint64_t value = w->a[lane];
    for (lane++; lane < w->count; lane++)
        if (w->active[lane])
            value = fold(w->in->type, value, w->a[lane]);
    all_lanes(w, value);
}

/* For each lane the lower active lanes, those of `among` only, folded. */
static void fold_lower(const wave *w, fold_fn fold, uint64_t start, const uint64_t *among)
{
    for (uint32_t lane = 0; lane < w->count; lane++) {
        uint64_t value = start;
        for (uint32_t k = 0; k < lane; k++)
            if (w->active[k] && (!among || among[k]))
                value = fold(w->in->type, value, w->a[k]);
        w->out[lane] = value;
    }
}

/* --- the rows --- */

static void is_first(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = lane == first_of(w);
}

static void lane_index(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = lane;
}

static void lane_count(const wave *w)
{
    all_lanes(w, w->in->wave_size);
}

static void any_true(const wave *w)
{
    fold_all(w, either);
}

static void all_true(const wave *w)
{
    fold_all(w, both);
}

static void all_equal(const wave *w)
{
    uint64_t first = w->a[first_of(w)], equal = 1;
    gen_op op = is_real(w->in->type) ? GEN_OEQ : GEN_EQ;
    for (uint32_t lane = 0; lane < w->count; lane++)
        if (w->active[lane])
            equal &= apply(op, w->in->type, w->a[lane], first);
    all_lanes(w, equal);
}

/* Word `which` of the set of active lanes in which `test` is not 0. */
static uint64_t word_of(const wave *w, const uint64_t *test)
{
    uint64_t word = 0;
    for (uint32_t lane = 0; lane < w->count; lane++)
        if (w->active[lane] && test[lane] && lane / 32 == w->in->which)
            word |= UINT64_C(1) << lane % 32;
    return word;
}

static void ballot(const wave *w)
{
    all_lanes(w, word_of(w, w->a));
}

static void match(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++) {
        uint64_t same[GEN_LANES_MAX];
        for (uint32_t k = 0; k < w->count; k++)
            same[k] = w->a[k] == w->a[lane];
        w->out[lane] = word_of(w, same);
    }
}

static void read_lane(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++) {
        uint32_t from = w->in->which == GEN_LANE_OWN     ? lane
                        : w->in->which == GEN_LANE_FIRST ? first_of(w)
                                                         : last_of(w);
        w->out[lane] = w->a[from];
    }
}

static void read_first(const wave *w)
{
    all_lanes(w, w->a[first_of(w)]);
}

static void active_sum(const wave *w)
{
    fold_all(w, sum);
}

static void active_product(const wave *w)
{
    fold_all(w, product);
}

static void active_min(const wave *w)
{
    fold_all(w, smaller);
}

static void active_max(const wave *w)
{
    fold_all(w, larger);
}

static void active_umin(const wave *w)
{
    fold_all(w, smaller_u);
}

static void active_umax(const wave *w)
{
    fold_all(w, larger_u);
}

static void active_and(const wave *w)
{
    fold_all(w, both);
}

static void active_or(const wave *w)
{
    fold_all(w, either);
}

static void active_xor(const wave *w)
{
    fold_all(w, differs);
}

static void prefix_sum(const wave *w)
{
    fold_lower(w, sum, 0, NULL);
}

static void prefix_product(const wave *w)
{
    fold_lower(w, product, 1, NULL);
}

static uint64_t count_true(const wave *w, uint32_t end, const uint64_t *among)
{
    uint64_t found = 0;
    for (uint32_t lane = 0; lane < end; lane++)
        found += w->active[lane] && w->a[lane] && (!among || among[lane]);
    return found;
}

static void count(const wave *w)
{
    all_lanes(w, count_true(w, w->count, NULL));
}

static void prefix_count(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = count_true(w, lane, NULL);
}

static void multi_sum(const wave *w)
{
    fold_lower(w, sum, 0, w->b);
}

static void multi_and(const wave *w)
{
    fold_lower(w, both, gen_cut(w->in->type, UINT64_MAX), w->b);
}

static void multi_or(const wave *w)
{
    fold_lower(w, either, 0, w->b);
}

static void multi_xor(const wave *w)
{
    fold_lower(w, differs, 0, w->b);
}

static void multi_product(const wave *w)
{
    fold_lower(w, product, 1, w->b);
}

static void multi_count(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = count_true(w, lane, w->b);
}

static void quad_swap(const wave *w, uint32_t bits)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = w->a[lane ^ bits];
}

static void quad_read(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++)
        w->out[lane] = w->a[(lane & ~3u) + (w->in->which & 3u)];
}

static void quad_x(const wave *w)
{
    quad_swap(w, 1);
}

static void quad_y(const wave *w)
{
    quad_swap(w, 2);
}

static void quad_diagonal(const wave *w)
{
    quad_swap(w, 3);
}

static void quad_any(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++) {
        const uint64_t *quad = w->a + (lane & ~3u);
        w->out[lane] = quad[0] | quad[1] | quad[2] | quad[3];
    }
}

static void quad_all(const wave *w)
{
    for (uint32_t lane = 0; lane < w->count; lane++) {
        const uint64_t *quad = w->a + (lane & ~3u);
        w->out[lane] = quad[0] & quad[1] & quad[2] & quad[3];
    }
}

typedef void (*wave_fn)(const wave *w);

static const wave_fn meanings[GEN_WAVES] = {
#define GEN_WAVE_OP(id, text, types, shape, code, kind, sign, model, flags, meaning) meaning,
#include "waves.def"
#undef GEN_WAVE_OP
};

void gen_model_wave(gen_wave op, const gen_wave_input *in, uint64_t *out)
{
    for (uint32_t first = 0; first < in->count; first += in->wave_size) {
        uint32_t left = in->count - first;
        wave w = {.in = in,
                  .active = in->active->on + first,
                  .a = in->a + first,
                  .b = in->b + first,
                  .count = left < in->wave_size ? left : in->wave_size,
                  .out = out + first};
        if (first_of(&w) < w.count)
            meanings[op](&w);
    }
}
