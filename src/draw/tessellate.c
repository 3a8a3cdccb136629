/* SPDX-License-Identifier: MIT */
/*
 * tessellate.c - the tessellator: part of <dxk/stage.h>.
 *
 * The inside of a patch is divided by the inside factors into rings, one in another; the outermost ring
 * is the patch's own outline, whose sides have a factor each. Points are numbered along the rings, and
 * triangles fill the space from each ring to the next:
 *
 *   a----b----c----d     a d ... the outline
 *   |    e----f    |     e f ... the ring in it
 *   |    |    |    |
 *
 * A side is divided so that both halves of it are mirror images. New points come in from its ends by the
 * ruler function, and move with fractions of a factor to where they belong; so each point of a side has
 * a nearest one on a side with another factor. All is done in fixed point with 16 bits after the point.
 *
 * Source: D3D11.3 functional specification, 11.7.
 */
#include "base/vec.h"
#include "dxk/stage.h"

#define ONE          0x10000u
#define HALF         0x8000u
#define THIRD        0x5555u
#define TWO_THIRDS   0xAAAAu
#define MOST         64                   /* of a factor */
#define PLACES       33u                  /* of points in a half */
#define LEAST_ABOVE  1.0000152587890625f  /* the fixed-point number above 1 */
#define ROUNDS_ABOVE 1.00000762939453125f /* what is greater becomes more than 1 */

typedef struct maker {
    dxk_ctx *ctx;
    DXKI_VEC(float) points;
    DXKI_VEC(uint32_t) indices;
    uint32_t count; /* points */
    bool is_triangle, is_reversed, only_points;
    bool failed;
} maker;

/* A result is the head of this. */
typedef struct owned {
    dxk_tessellation result;
    size_t point_room, index_room; /* of the arrays */
} owned;

/* ---------------------------------------------------------------------------------------- */
/* Sides                                                                                      */

/* How a side is divided. */
typedef struct spacing {
    bool is_odd;
    uint32_t half;         /* points of a half; the middle one of even sides is not among them */
    uint32_t points;       /* of the side */
    uint32_t newest;       /* the first point of a half that is not on the coarser side */
    uint32_t part;         /* how far it is from the coarser division to the finer */
    uint32_t coarse, fine; /* distance of points */
} spacing;

/* A number without its highest bit. */
static uint32_t below_highest(uint32_t x)
{
    uint32_t bit = 1;

    while (bit <= x / 2)
        bit *= 2;
    return x ? x - bit : 0;
}

static uint32_t reciprocal(uint32_t n)
{
    return n ? (ONE + n / 2) / n : 0;
}

/* `factor` is in fixed point. */
static spacing divide(uint32_t factor, bool is_odd)
{
    uint32_t half = (factor + 1) / 2;

    if (is_odd || half == HALF)
        half += HALF;
    uint32_t low = half / ONE, high = (half + ONE - 1) / ONE;
    spacing s = {.is_odd = is_odd, .half = high, .part = half % ONE};
    s.points = 2 * high + !is_odd;
    s.coarse = reciprocal(2 * low - is_odd);
    s.fine = reciprocal(2 * high - is_odd);
    if (low == high)
        s.newest = high + 1; /* none is */
    else if (is_odd)
        s.newest = low == 1 ? 0 : 2 * below_highest(low - 1) + 1;
    else
        s.newest = 2 * below_highest(low) + 1;
    return s;
}

/* Where point `n` of a side is. */
static uint32_t place_of(const spacing *s, uint32_t n)
{
    bool is_mirrored = n >= s->half;

    if (is_mirrored)
        n = 2 * s->half - n - s->is_odd;
    if (n == s->half)
        return HALF;
    uint64_t coarse = (uint64_t)(n > s->newest ? n - 1 : n) * s->coarse;
    uint64_t at = coarse * (ONE - s->part) + (uint64_t)n * s->fine * s->part;
    uint32_t place = (uint32_t)((at + HALF) / ONE);
    return is_mirrored ? ONE - place : place;
}

/* When the point at place `n` of a half with all points, 0 to 32, comes in: after so many others. */
static uint32_t age_of(uint32_t n)
{
    uint32_t zeros = 0, order;

    if (n < 2)
        return n ? 32 : 0;
    while (!((n - 1) >> zeros & 1u))
        zeros++;
    order = 4 - zeros;
    return (1u << order) + ((n - 1) >> zeros >> 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Factors                                                                                    */

static bool is_even(float x)
{
    return (uint32_t)x % 2 == 0;
}

/* A factor between bounds, the lower one if it is no number; whole numbers round up. */
static float limit(float x, float least, float most, bool whole)
{
    x = x > least ? x : least;
    x = x < most ? x : most;
    if (whole && x > (float)(uint32_t)x)
        x = (float)((uint32_t)x + 1);
    return x;
}

/* To the nearest, to the even one if two are. */
static uint32_t fixed(float x)
{
    double scaled = (double)x * ONE;
    uint32_t whole = (uint32_t)scaled;
    double rest = scaled - (double)whole;

    return whole + (rest > 0.5 || (rest == 0.5 && whole & 1u));
}

typedef struct factors {
    spacing edges[4], inside[2];
    bool is_plain; /* nothing is divided */
} factors;

static bool is_whole(const dxk_tessellate *what)
{
    return what->partitioning == DXK_TESSELLATOR_PARTITIONING_INTEGER ||
           what->partitioning == DXK_TESSELLATOR_PARTITIONING_POW2;
}

/* A side of the patch's outline. */
static spacing divide_edge(const dxk_tessellate *what, float factor)
{
    bool whole = is_whole(what);
    bool even = what->partitioning == DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN;

    factor = limit(factor, even ? 2 : 1, whole || even ? MOST : MOST - 1, whole);
    return divide(fixed(factor), whole ? !is_even(factor) : !even);
}

/* Inside, one segment would leave no room for a ring: it counts as two. */
static spacing divide_inside(const dxk_tessellate *what, float factor, bool is_divided)
{
    bool whole = is_whole(what);
    bool even = what->partitioning == DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN;
    float least = even ? 2 : whole || !is_divided ? 1 : LEAST_ABOVE;

    factor = limit(factor, least, whole || even ? MOST : MOST - 1, whole);
    return divide(fixed(factor), whole ? !is_even(factor) && factor != 1 : !even);
}

/* False: the patch is culled. */
static bool read_factors(const dxk_tessellate *what, uint32_t edges, uint32_t insides, factors *f)
{
    bool is_divided = false;

    for (uint32_t n = 0; n < edges; n++) {
        if (!(what->edges[n] > 0))
            return false;
        is_divided |= what->edges[n] > ROUNDS_ABOVE;
        f->edges[n] = divide_edge(what, what->edges[n]);
    }
    for (uint32_t n = 0; n < insides; n++)
        is_divided |= what->inside[n] > ROUNDS_ABOVE;
    for (uint32_t n = 0; n < insides; n++)
        f->inside[n] = divide_inside(what, what->inside[n], is_divided);
    f->is_plain = what->partitioning != DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN;
    for (uint32_t n = 0; n < edges; n++)
        f->is_plain &= f->edges[n].points == 2;
    for (uint32_t n = 0; n < insides; n++)
        f->is_plain &= is_whole(what) ? !(what->inside[n] > 1) : f->inside[n].points == 2;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What is made                                                                               */

static void add_point(maker *m, uint32_t u, uint32_t v)
{
    float at[3] = {(float)u / ONE, (float)v / ONE, 0};

    if (m->is_triangle)
        at[2] = (float)(ONE - u - v) / ONE;
    for (unsigned k = 0; k < 3; k++)
        m->failed |= !dxki_vec_push(m->ctx, &m->points, at[k]);
    m->count++;
}

static void add_index(maker *m, uint32_t index)
{
    m->failed |= !dxki_vec_push(m->ctx, &m->indices, index);
}

/* A triangle that goes round as the rings do, which is the way of the clock where v goes down. */
static void add_triangle(maker *m, uint32_t a, uint32_t b, uint32_t c)
{
    if (m->only_points)
        return;
    add_index(m, a);
    add_index(m, m->is_reversed ? c : b);
    add_index(m, m->is_reversed ? b : c);
}

/* ---------------------------------------------------------------------------------------- */
/* Rings                                                                                      */

/* Points one after the other around the patch, from the first corner on. What has no width is a row,
 * whose way round is there and back. */
typedef struct ring {
    uint32_t first, sides;
    uint32_t length[4]; /* of the sides: points, each with both corners */
    bool is_row;
} ring;

static uint32_t way_round(const ring *r)
{
    uint32_t sum = 0;

    for (uint32_t n = 0; n < r->sides; n++)
        sum += r->length[n] - 1;
    return sum;
}

static uint32_t ring_points(const ring *r)
{
    uint32_t all = way_round(r);

    return all == 0 ? 1 : r->is_row ? all / 2 + 1 : all;
}

/* Point `n` of a side. */
static uint32_t on_side(const ring *r, uint32_t side, uint32_t n)
{
    uint32_t all = way_round(r);

    for (uint32_t k = 0; k < side; k++)
        n += r->length[k] - 1;
    if (all && n >= all)
        n -= all;
    if (r->is_row && n > all / 2)
        n = all - n;
    return r->first + (all ? n : 0);
}

/* Two sides with the space between them: the outer one goes along the ring. */
typedef struct gap {
    maker *m;
    const ring *outer, *inner;
    uint32_t side, o, i; /* how far they are filled */
} gap;

static uint32_t outer_at(const gap *g, uint32_t n)
{
    return on_side(g->outer, g->side, g->o + n);
}

static uint32_t inner_at(const gap *g, uint32_t n)
{
    return on_side(g->inner, g->side, g->i + n);
}

static void step_outer(gap *g)
{
    add_triangle(g->m, outer_at(g, 0), outer_at(g, 1), inner_at(g, 0));
    g->o++;
}

static void step_inner(gap *g)
{
    add_triangle(g->m, outer_at(g, 0), inner_at(g, 1), inner_at(g, 0));
    g->i++;
}

/* Both sides are of the same division: diagonals point to the nearest corner. */
static void fill_regular(gap g)
{
    uint32_t inner = g.inner->length[g.side];

    step_outer(&g);
    for (uint32_t n = 0; n + 1 < inner; n++) {
        if (n < inner / 2) {
            step_inner(&g);
            step_outer(&g);
        } else {
            step_outer(&g);
            step_inner(&g);
        }
    }
    step_outer(&g);
}

/* The sides are divided in different ways: points come in by their age. */
static void fill_transition(gap g, const spacing *outer, const spacing *inner)
{
    uint32_t outer_half = outer->half - outer->is_odd, inner_half = inner->half - inner->is_odd;

    for (uint32_t n = 0; n < PLACES; n++) {
        if (n && age_of(n) < inner_half)
            step_inner(&g);
        if (age_of(n) < outer_half)
            step_outer(&g);
    }
    if (inner->is_odd)
        step_inner(&g);
    if (outer->is_odd)
        step_outer(&g);
    for (uint32_t n = PLACES; n-- > 0;) {
        if (age_of(n) < outer_half)
            step_outer(&g);
        if (n && age_of(n) < inner_half)
            step_inner(&g);
    }
}

/* From the outline to the innermost ring, of which it tells. `last` is what the inside is divided into
 * along each side. */
static ring fill_rings(maker *m, ring outer, const factors *f, const uint32_t *divisions,
                       uint32_t rings)
{
    for (uint32_t r = 1; r < rings; r++) {
        ring inner = {.first = outer.first + ring_points(&outer), .sides = outer.sides};
        for (uint32_t n = 0; n < inner.sides; n++) {
            inner.length[n] = f->inside[divisions[n]].points - 2 * r;
            inner.is_row |= inner.length[n] == 1;
        }
        for (uint32_t n = 0; n < inner.sides; n++) {
            gap g = {.m = m, .outer = &outer, .inner = &inner, .side = n};
            if (r == 1)
                fill_transition(g, &f->edges[n], &f->inside[divisions[n]]);
            else
                fill_regular(g);
        }
        outer = inner;
    }
    return outer;
}

/* ---------------------------------------------------------------------------------------- */
/* Triangles                                                                                  */

static void add_tri_outline(maker *m, const factors *f)
{
    for (uint32_t side = 0; side < 3; side++) {
        const spacing *s = &f->edges[side];
        for (uint32_t n = 0; n + 1 < s->points; n++) {
            uint32_t at = place_of(s, side == 1 ? n : s->points - 1 - n);
            add_point(m, side == 0 ? 0 : at, side == 0 ? at : side == 1 ? 0 : ONE - at);
        }
    }
}

/* A ring is as far from its side as two thirds of its place. */
static void add_tri_ring(maker *m, const spacing *s, uint32_t r)
{
    uint32_t across = (uint32_t)(((uint64_t)place_of(s, r) * TWO_THIRDS + HALF) / ONE);
    uint32_t points = s->points - 2 * r;

    for (uint32_t side = 0; side < 3 && points > 1; side++) {
        for (uint32_t n = 0; n + 1 < points; n++) {
            uint32_t at = place_of(s, r + (side == 1 ? n : points - 1 - n)) - (across + 1) / 2;
            if (side == 0)
                add_point(m, across, at);
            else
                add_point(m, at, side == 1 ? across : ONE - at - across);
        }
    }
    if (points == 1)
        add_point(m, THIRD, THIRD);
}

static void make_tri(maker *m, const dxk_tessellate *what)
{
    static const uint32_t divisions[4] = {0, 0, 0, 0};
    factors f;
    ring outline = {.sides = 3};

    if (!read_factors(what, 3, 1, &f))
        return;
    if (f.is_plain)
        f.inside[0].points = 2;
    for (uint32_t n = 0; n < 3; n++)
        outline.length[n] = f.edges[n].points;
    add_tri_outline(m, &f);
    uint32_t rings = (f.inside[0].points + 1) / 2;
    for (uint32_t r = 1; r < rings; r++)
        add_tri_ring(m, &f.inside[0], r);
    ring last = fill_rings(m, outline, &f, divisions, rings);
    if (!last.is_row)
        add_triangle(m, last.first, last.first + 1, last.first + 2);
}

/* ---------------------------------------------------------------------------------------- */
/* Quads                                                                                      */

static void add_quad_side(maker *m, uint32_t side, uint32_t along, uint32_t across)
{
    if (side % 2)
        add_point(m, along, across);
    else
        add_point(m, across, along);
}

static void add_quad_outline(maker *m, const factors *f)
{
    for (uint32_t side = 0; side < 4; side++) {
        const spacing *s = &f->edges[side];
        bool goes_up = side == 1 || side == 2;
        for (uint32_t n = 0; n + 1 < s->points; n++)
            add_quad_side(m, side, place_of(s, goes_up ? n : s->points - 1 - n),
                          side < 2 ? 0 : ONE);
    }
}

/* So many points of a side of a ring. Sides 1 and 3 go along u, the others along v. */
static void add_quad_points(maker *m, const spacing inside[2], uint32_t r, uint32_t side,
                            uint32_t count)
{
    const spacing *along = &inside[side % 2 ? 0 : 1], *across = &inside[side % 2 ? 1 : 0];
    uint32_t last = along->points - 1 - r;
    bool goes_up = side == 1 || side == 2;

    for (uint32_t n = 0; n < count; n++)
        add_quad_side(m, side, place_of(along, goes_up ? r + n : last - n),
                      place_of(across, side < 2 ? r : across->points - 1 - r));
}

static void add_quad_ring(maker *m, const spacing inside[2], uint32_t r)
{
    uint32_t along_u = inside[0].points - 2 * r, along_v = inside[1].points - 2 * r;

    if (along_u == 1 || along_v == 1)
        add_quad_points(m, inside, r, along_v == 1, along_v == 1 ? along_u : along_v);
    else
        for (uint32_t side = 0; side < 4; side++)
            add_quad_points(m, inside, r, side, (side % 2 ? along_u : along_v) - 1);
}

/* What is in a ring that is two points wide: squares, each cut from its second to its last corner. */
static void fill_strip(maker *m, const ring *r)
{
    uint32_t side = r->length[0] == 2 ? 1 : 0, points = r->length[side];

    for (uint32_t n = 0; n + 1 < points; n++) {
        uint32_t a = on_side(r, side, n), b = on_side(r, side, n + 1);
        uint32_t d = on_side(r, side + 2, points - 1 - n), c = on_side(r, side + 2, points - 2 - n);
        add_triangle(m, a, b, d);
        add_triangle(m, d, b, c);
    }
}

static void make_quad(maker *m, const dxk_tessellate *what)
{
    static const uint32_t divisions[4] = {1, 0, 1, 0};
    factors f;
    ring outline = {.sides = 4};

    if (!read_factors(what, 4, 2, &f))
        return;
    if (f.is_plain)
        f.inside[0].points = f.inside[1].points = 2;
    for (uint32_t n = 0; n < 4; n++)
        outline.length[n] = f.edges[n].points;
    add_quad_outline(m, &f);
    uint32_t least = f.inside[f.inside[1].points < f.inside[0].points].points;
    uint32_t rings = (least + 1) / 2;
    for (uint32_t r = 1; r < rings; r++)
        add_quad_ring(m, f.inside, r);
    ring last = fill_rings(m, outline, &f, divisions, rings);
    if (!last.is_row)
        fill_strip(m, &last);
}

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

static void make_lines(maker *m, const dxk_tessellate *what)
{
    const dxk_tessellate whole = {.partitioning = DXK_TESSELLATOR_PARTITIONING_INTEGER};
    float count = what->edges[0], detail = what->edges[1];

    if (!(count > 0) || !(detail > 0))
        return;
    uint32_t lines = (uint32_t)limit(count, 1, MOST, true);
    spacing across = divide_edge(&whole, count), along = divide_edge(what, detail);
    for (uint32_t line = 0; line < lines; line++) {
        for (uint32_t n = 0; n < along.points; n++)
            add_point(m, place_of(&along, n), place_of(&across, line));
        for (uint32_t n = 0; n + 1 < along.points && !m->only_points; n++) {
            add_index(m, line * along.points + n);
            add_index(m, line * along.points + n + 1);
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The result                                                                                 */

static bool is_possible(const dxk_tessellate *what)
{
    bool lines = what->domain == DXK_TESSELLATOR_DOMAIN_ISOLINE;
    bool area =
        what->domain == DXK_TESSELLATOR_DOMAIN_TRI || what->domain == DXK_TESSELLATOR_DOMAIN_QUAD;
    bool parts = what->partitioning >= DXK_TESSELLATOR_PARTITIONING_INTEGER &&
                 what->partitioning <= DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN;

    switch (what->output) {
    case DXK_TESSELLATOR_OUTPUT_POINT:
        return parts && (lines || area);
    case DXK_TESSELLATOR_OUTPUT_LINE:
        return parts && lines;
    case DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW:
    case DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW:
        return parts && area;
    default:
        return false;
    }
}

dxk_status dxk_tessellation_create(dxk_ctx *ctx, const dxk_tessellate *what, dxk_tessellation **out)
{
    maker m = {.ctx = ctx,
               .is_triangle = what->domain == DXK_TESSELLATOR_DOMAIN_TRI,
               .is_reversed = what->output == DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW,
               .only_points = what->output == DXK_TESSELLATOR_OUTPUT_POINT};
    owned *o = NULL;

    *out = NULL;
    if (!is_possible(what))
        return DXK_E_ARGUMENT;
    if (what->domain == DXK_TESSELLATOR_DOMAIN_TRI)
        make_tri(&m, what);
    else if (what->domain == DXK_TESSELLATOR_DOMAIN_QUAD)
        make_quad(&m, what);
    else
        make_lines(&m, what);
    for (uint32_t n = 0; n < m.count && m.only_points; n++)
        add_index(&m, n);
    if (!m.failed)
        o = dxki_realloc(ctx, NULL, 0, sizeof *o);
    if (!o) {
        dxki_vec_free(ctx, &m.points);
        dxki_vec_free(ctx, &m.indices);
        return dxki_nomem(ctx);
    }
    *o = (owned){{m.count, (uint32_t)m.indices.count, m.points.items, m.indices.items},
                 m.points.capacity,
                 m.indices.capacity};
    *out = &o->result;
    return DXK_OK;
}

void dxk_tessellation_free(dxk_ctx *ctx, dxk_tessellation *tessellation)
{
    owned *o = (owned *)(void *)tessellation;

    if (!o)
        return;
    (void)dxki_realloc(ctx, (void *)(uintptr_t)o->result.points, o->point_room * sizeof(float), 0);
    (void)dxki_realloc(ctx, (void *)(uintptr_t)o->result.indices, o->index_room * sizeof(uint32_t),
                       0);
    (void)dxki_realloc(ctx, o, sizeof *o, 0);
}
