/* SPDX-License-Identifier: MIT */
/* raster_shapes.c - which samples triangles, lines and points cover; see raster.h. */
#include "draw/raster.h"

#include "exec/samples.h"

#define HALF (DXKI_DRAW_ONE / 2)

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Pixels [x0, x1] by [y0, y1], of which none is outside of what may be covered. */
typedef struct box {
    int64_t x0, y0, x1, y1;
} box;

static box box_around(const dxki_draw_raster *r, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
    return (box){most(floor_div(x0, DXKI_DRAW_ONE), r->left),
                 most(floor_div(y0, DXKI_DRAW_ONE), r->top),
                 least(floor_div(x1, DXKI_DRAW_ONE), (int64_t)r->right - 1),
                 least(floor_div(y1, DXKI_DRAW_ONE), (int64_t)r->bottom - 1)};
}

/* Tells whether a sample, in 1/256 of a pixel, is covered. */
typedef bool covers_fn(const dxki_draw_surface *s, int64_t x, int64_t y);

static uint32_t cover_pixel(const dxki_draw_raster *r, const dxki_draw_surface *s,
                            covers_fn *covers, int64_t px, int64_t py)
{
    uint32_t covered = 0;

    for (uint32_t n = 0; n < r->samples; n++) {
        dxki_exec_offset at = dxki_exec_sample_at(r->samples, n);
        int64_t x = dxki_draw_raster_step(px, at.x);
        int64_t y = dxki_draw_raster_step(py, at.y);
        covered |= (uint32_t)covers(s, x, y) << n;
    }
    return covered;
}

/* Goes through the quads of a box. */
static bool fill_box(const dxki_draw_raster *r, const dxki_draw_surface *s, box b,
                     covers_fn *covers)
{
    for (int64_t y = b.y0 & ~1; y <= b.y1; y += 2) {
        for (int64_t x = b.x0 & ~1; x <= b.x1; x += 2) {
            dxki_draw_quad quad = {.x = (uint32_t)x, .y = (uint32_t)y};
            for (uint32_t i = 0; i < 4; i++) {
                int64_t px = x + (i & 1), py = y + (i >> 1);
                if (px >= b.x0 && px <= b.x1 && py >= b.y0 && py <= b.y1)
                    quad.covered[i] = cover_pixel(r, s, covers, px, py);
            }
            if (!dxki_draw_tell_quad(r, s, &quad))
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Triangles                                                                                  */

/* Does the edge from a to b own the points on it: is it a top or a left one? */
static bool owns(const dxki_draw_surface *s, unsigned a, unsigned b)
{
    int64_t down = s->y[b] - s->y[a];
    return down < 0 || (down == 0 && s->x[b] > s->x[a]);
}

static bool triangle_covers(const dxki_draw_surface *s, int64_t x, int64_t y)
{
    for (unsigned a = 0; a < 3; a++) {
        unsigned b = (a + 1) % 3;
        int64_t side = (s->x[b] - s->x[a]) * (y - s->y[a]) - (s->y[b] - s->y[a]) * (x - s->x[a]);
        if (side < 0 || (side == 0 && !owns(s, a, b)))
            return false;
    }
    return true;
}

bool dxki_draw_raster_triangle(const dxki_draw_raster *r, const dxki_draw_surface *s)
{
    return fill_box(r, s,
                    box_around(r, least(least(s->x[0], s->x[1]), s->x[2]),
                               least(least(s->y[0], s->y[1]), s->y[2]),
                               most(most(s->x[0], s->x[1]), s->x[2]),
                               most(most(s->y[0], s->y[1]), s->y[2])),
                    triangle_covers);
}

/* ---------------------------------------------------------------------------------------- */
/* Points                                                                                     */

static bool point_covers(const dxki_draw_surface *s, int64_t x, int64_t y)
{
    return x >= s->x[0] - HALF && x < s->x[0] + HALF && y >= s->y[0] - HALF && y < s->y[0] + HALF;
}

bool dxki_draw_raster_point(const dxki_draw_raster *r, const dxki_draw_surface *s)
{
    return fill_box(r, s,
                    box_around(r, s->x[0] - HALF, s->y[0] - HALF, s->x[0] + HALF, s->y[0] + HALF),
                    point_covers);
}

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

/* In coordinates u = x + y, v = y - x around the centre of a pixel its diamond is a square. Its lower
 * edges are those where u or v are greatest:  -HALF < u, v <= HALF. */
typedef struct way {
    int64_t u0, v0, u1, v1;
} way;

static bool is_in_square(int64_t u, int64_t v)
{
    return u > -HALF && u <= HALF && v > -HALF && v <= HALF;
}

/* The part of a way that is left: from one fraction to another, each with or without its end. */
typedef struct span {
    int64_t from, from_over, to, to_over;
    bool without_from, without_to;
} span;

/* Keeps where a + t * (b - a) <= end, or < end. */
static void keep_below(span *s, int64_t a, int64_t b, int64_t end, bool strict)
{
    int64_t step = b - a, room = end - a;

    if (step == 0) {
        if (room < 0 || (strict && room == 0))
            s->to = -1; /* nothing */
        return;
    }
    /* t <= room / step, or >= if the way goes down. */
    int64_t over = step < 0 ? -step : step, at = step < 0 ? -room : room;
    int64_t order = step > 0 ? at * s->to_over - s->to * over : s->from * over - at * s->from_over;
    if (order > 0)
        return;
    if (step > 0) {
        s->without_to = strict || (order == 0 && s->without_to);
        s->to = at;
        s->to_over = over;
    } else {
        s->without_from = strict || (order == 0 && s->without_from);
        s->from = at;
        s->from_over = over;
    }
}

static bool is_empty(const span *s)
{
    int64_t order = s->to * s->from_over - s->from * s->to_over;

    return s->to < 0 || order < 0 || (order == 0 && (s->without_from || s->without_to));
}

static bool meets_square(const way *w)
{
    span s = {.from = 0, .from_over = 1, .to = 1, .to_over = 1};

    keep_below(&s, w->u0, w->u1, HALF, false);
    keep_below(&s, -w->u0, -w->u1, HALF, true);
    keep_below(&s, w->v0, w->v1, HALF, false);
    keep_below(&s, -w->v0, -w->v1, HALF, true);
    return !is_empty(&s);
}

/* The right corner belongs to the diamond of lines that are steep. */
static bool meets_right_corner(const way *w)
{
    int64_t du = w->u1 - w->u0, dv = w->v1 - w->v0;
    int64_t cu = HALF - w->u0, cv = -HALF - w->v0, along = cu * du + cv * dv;

    return cu * dv == cv * du && along >= 0 && along <= du * du + dv * dv;
}

static bool line_covers(const dxki_draw_surface *s, int64_t x, int64_t y)
{
    int64_t x0 = s->x[0] - x, y0 = s->y[0] - y, x1 = s->x[1] - x, y1 = s->y[1] - y;
    way w = {x0 + y0, y0 - x0, x1 + y1, y1 - x1};
    int64_t dx = x1 - x0, dy = y1 - y0;
    bool steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    bool ends_inside = is_in_square(w.u1, w.v1) || (steep && w.u1 == HALF && w.v1 == -HALF);

    return !ends_inside && (meets_square(&w) || (steep && meets_right_corner(&w)));
}

/* What a line covers near two columns of pixels, or two rows if it is steep: its coordinate across
 * lies between those at their ends. */
static bool cover_pair(const dxki_draw_raster *r, const dxki_draw_surface *s, const box *all,
                       int64_t at, bool steep)
{
    const int64_t *along = steep ? s->y : s->x, *across = steep ? s->x : s->y;
    int64_t length = along[1] - along[0], low = INT64_MAX, high = INT64_MIN;

    for (int64_t end = 0; end < 2; end++) {
        int64_t place = DXKI_DRAW_ONE * (at + 2 * end) + (end ? HALF : -HALF);
        place = least(most(place, least(along[0], along[1])), most(along[0], along[1]));
        int64_t there =
            length ? across[0] + floor_div((place - along[0]) * (across[1] - across[0]), length)
                   : across[end];
        low = least(low, there);
        high = most(high, there);
    }
    int64_t from = floor_div(low - HALF, DXKI_DRAW_ONE) & ~1;
    int64_t to = floor_div(high + HALF + 1, DXKI_DRAW_ONE);
    from = most(from, (steep ? all->x0 : all->y0) & ~1);
    to = least(to, steep ? all->x1 : all->y1);
    for (; from <= to; from += 2) {
        int64_t x = steep ? from : at, y = steep ? at : from;
        dxki_draw_quad quad = {.x = (uint32_t)x, .y = (uint32_t)y};
        for (uint32_t i = 0; i < 4; i++) {
            int64_t px = x + (i & 1), py = y + (i >> 1);
            bool is_there = px >= all->x0 && px <= all->x1 && py >= all->y0 && py <= all->y1;
            if (is_there && line_covers(s, DXKI_DRAW_ONE * px + HALF, DXKI_DRAW_ONE * py + HALF))
                quad.covered[i] = (1u << r->samples) - 1;
        }
        if (!dxki_draw_tell_quad(r, s, &quad))
            return false;
    }
    return true;
}

bool dxki_draw_raster_line(const dxki_draw_raster *r, const dxki_draw_surface *s)
{
    int64_t dx = s->x[1] - s->x[0], dy = s->y[1] - s->y[0];
    bool steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    box b = box_around(r, least(s->x[0], s->x[1]) - HALF, least(s->y[0], s->y[1]) - HALF,
                       most(s->x[0], s->x[1]) + HALF, most(s->y[0], s->y[1]) + HALF);
    int64_t first = (steep ? b.y0 : b.x0) & ~1, last = steep ? b.y1 : b.x1;

    for (int64_t at = first; at <= last; at += 2)
        if (!cover_pair(r, s, &b, at, steep))
            return false;
    return true;
}
