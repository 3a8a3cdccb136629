/* SPDX-License-Identifier: MIT */
/* raster.c - see raster.h. */
#include "exec/raster.h"
#include <string.h>

#define GUARD      64.0 /* clipped beyond so many half screens, so that integers suffice */
#define LEAST_W    0x1p-40
#define PLANES     (7 + DXKI_EXEC_CLIPS)
#define MAX_SIZE   16384u /* of a viewport */
#define MAX_POINTS (3 + PLANES)

/* A corner of the polygon that clipping leaves, as a mixture of those of the triangle. */
typedef struct point {
    double mix[3];
    double position[4];
} point;

/* --- clipping --- */

/* What is not negative inside plane number `n`. */
static double distance_to(const dxki_exec_corner corners[3], const point *p, unsigned n)
{
    const double *at = p->position;

    switch (n) {
    case 0:
        return at[3] - LEAST_W;
    case 1:
        return at[2];
    case 2:
        return at[3] - at[2];
    case 3:
        return GUARD * at[3] + at[0];
    case 4:
        return GUARD * at[3] - at[0];
    case 5:
        return GUARD * at[3] + at[1];
    case 6:
        return GUARD * at[3] - at[1];
    default:
        return p->mix[0] * corners[0].clip[n - 7] + p->mix[1] * corners[1].clip[n - 7] +
               p->mix[2] * corners[2].clip[n - 7];
    }
}

static point mix_points(const point *a, const point *b, double part)
{
    point p;

    for (unsigned i = 0; i < 3; i++)
        p.mix[i] = a->mix[i] + (b->mix[i] - a->mix[i]) * part;
    for (unsigned i = 0; i < 4; i++)
        p.position[i] = a->position[i] + (b->position[i] - a->position[i]) * part;
    return p;
}

static unsigned clip_at(const dxki_exec_corner corners[3], unsigned plane, const point *from,
                        unsigned count, point *to)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++) {
        const point *a = &from[i], *b = &from[(i + 1) % count];
        double here = distance_to(corners, a, plane), there = distance_to(corners, b, plane);
        if (here >= 0 && kept < MAX_POINTS)
            to[kept++] = *a;
        if ((here >= 0) != (there >= 0) && kept < MAX_POINTS)
            to[kept++] = mix_points(a, b, here / (here - there));
    }
    return kept;
}

/* The polygon that is left; fewer than three points: nothing. */
static unsigned clip(const dxki_exec_corner corners[3], point *polygon)
{
    point other[MAX_POINTS];
    unsigned count = 3;

    for (unsigned i = 0; i < 3; i++) {
        polygon[i] = (point){.mix = {i == 0, i == 1, i == 2}};
        memcpy(polygon[i].position, corners[i].position, sizeof polygon[i].position);
    }
    for (unsigned plane = 0; plane < PLANES && count >= 3; plane++) {
        count = clip_at(corners, plane, polygon, count, other);
        memcpy(polygon, other, count * sizeof *polygon);
    }
    return count;
}

/* --- coverage --- */

/* A triangle on the screen, its corners clockwise. */
typedef struct screen {
    const point *corner[3];
    int64_t x[3], y[3]; /* in 1/256 */
    int64_t area;       /* twice of it */
    bool is_front;
} screen;

/* What rounding in the clipper lets escape is held where areas still fit 64 bits. */
static double hold(double x)
{
    return x != x ? 0 : x > 0x1p28 ? 0x1p28 : x < -0x1p28 ? -0x1p28 : x;
}

static int64_t snap(double pixels)
{
    double x = hold(pixels * 256);
    int64_t whole = (int64_t)x;

    whole -= (double)whole > x;
    double rest = x - (double)whole;
    return whole + (rest > 0.5 || (rest == 0.5 && whole & 1));
}

static void project(const point *p, uint32_t width, uint32_t height, int64_t *x, int64_t *y)
{
    *x = snap((p->position[0] / p->position[3] * 0.5 + 0.5) * width);
    *y = snap((-p->position[1] / p->position[3] * 0.5 + 0.5) * height);
}

/* Twice the area of a, b and a place; positive on the right of the way from a to b. */
static int64_t area_of(const screen *s, unsigned a, unsigned b, int64_t x, int64_t y)
{
    return (s->x[b] - s->x[a]) * (y - s->y[a]) - (s->y[b] - s->y[a]) * (x - s->x[a]);
}

static bool set_up(screen *s, uint32_t width, uint32_t height)
{
    for (unsigned i = 0; i < 3; i++)
        project(s->corner[i], width, height, &s->x[i], &s->y[i]);
    s->area = area_of(s, 0, 1, s->x[2], s->y[2]);
    s->is_front = s->area < 0;
    if (s->is_front) {
        const point *corner = s->corner[1];
        s->corner[1] = s->corner[2];
        s->corner[2] = corner;
        for (unsigned i = 1; i < 3; i++)
            project(s->corner[i], width, height, &s->x[i], &s->y[i]);
        s->area = -s->area;
    }
    return s->area != 0;
}

/* Does the edge from a to b own the points on it: is it a top or a left one? */
static bool owns(const screen *s, unsigned a, unsigned b)
{
    int64_t down = s->y[b] - s->y[a];
    return down < 0 || (down == 0 && s->x[b] > s->x[a]);
}

/* The weights of a pixel, and whether it is covered. */
static bool weigh(const screen *s, uint32_t x, uint32_t y, dxki_exec_weights *out)
{
    double part[3], over_w = 0;
    bool is_covered = true;

    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = (i + 1) % 3, b = (i + 2) % 3;
        int64_t area = area_of(s, a, b, 256 * (int64_t)x + 128, 256 * (int64_t)y + 128);
        is_covered &= area > 0 || (area == 0 && owns(s, a, b));
        part[i] = (double)area / (double)s->area;
        over_w += part[i] / s->corner[i]->position[3];
        out->z += part[i] * (s->corner[i]->position[2] / s->corner[i]->position[3]);
    }
    out->w = 1 / over_w;
    for (unsigned i = 0; i < 3; i++) {
        const point *p = s->corner[i];
        double share = part[i] / p->position[3] * out->w;
        for (unsigned k = 0; k < 3; k++)
            out->perspective[k] += share * p->mix[k];
    }
    return is_covered;
}

/* On the screen a corner counts by what its share of the surface covers there. */
static void add_linear(const dxki_exec_corner corners[3], dxki_exec_weights *weights)
{
    double sum = 0;

    for (unsigned k = 0; k < 3; k++) {
        weights->linear[k] = weights->perspective[k] * corners[k].position[3];
        sum += weights->linear[k];
    }
    for (unsigned k = 0; k < 3; k++)
        weights->linear[k] /= sum;
}

static int64_t lowest(const int64_t v[3])
{
    int64_t low = v[0] < v[1] ? v[0] : v[1];
    return low < v[2] ? low : v[2];
}

static int64_t highest(const int64_t v[3])
{
    int64_t high = v[0] > v[1] ? v[0] : v[1];
    return high > v[2] ? high : v[2];
}

/* The pixels from the one that a coordinate is in, kept within [0, size). */
static uint32_t pixel_of(int64_t at, uint32_t size)
{
    return at < 0 ? 0 : at / 256 >= size ? size - 1 : (uint32_t)(at / 256);
}

static bool fill(const dxki_exec_corner corners[3], const screen *s, uint32_t width,
                 uint32_t height, dxki_exec_quad_fn *each, void *user)
{
    uint32_t x0 = pixel_of(lowest(s->x), width) & ~1u, x1 = pixel_of(highest(s->x), width);
    uint32_t y0 = pixel_of(lowest(s->y), height) & ~1u, y1 = pixel_of(highest(s->y), height);

    if (highest(s->x) < 0 || highest(s->y) < 0)
        return true;
    for (uint32_t y = y0; y <= y1; y += 2) {
        for (uint32_t x = x0; x <= x1; x += 2) {
            dxki_exec_quad quad = {.x = x, .y = y, .is_front = s->is_front};
            for (uint32_t i = 0; i < 4; i++) {
                uint32_t px = x + (i & 1), py = y + (i >> 1);
                if (weigh(s, px, py, &quad.pixel[i]) && px < width && py < height)
                    quad.covered |= 1u << i;
            }
            for (uint32_t i = 0; i < 4 && quad.covered; i++)
                add_linear(corners, &quad.pixel[i]);
            if (quad.covered && !each(user, &quad))
                return false;
        }
    }
    return true;
}

static bool is_finite(const dxki_exec_corner *corner)
{
    for (unsigned i = 0; i < 4; i++)
        if (!(corner->position[i] - corner->position[i] == 0))
            return false;
    return true;
}

bool dxki_exec_raster_triangle(const dxki_exec_corner corners[3], uint32_t width, uint32_t height,
                               dxki_exec_quad_fn *each, void *user)
{
    point polygon[MAX_POINTS];

    if (!is_finite(&corners[0]) || !is_finite(&corners[1]) || !is_finite(&corners[2]) ||
        width - 1 >= MAX_SIZE || height - 1 >= MAX_SIZE)
        return true;
    unsigned count = clip(corners, polygon);
    for (unsigned i = 2; i < count; i++) {
        screen s = {.corner = {&polygon[0], &polygon[i - 1], &polygon[i]}};
        if (set_up(&s, width, height) && !fill(corners, &s, width, height, each, user))
            return false;
    }
    return true;
}

bool dxki_exec_raster_point(const dxki_exec_corner *corner, uint32_t width, uint32_t height,
                            dxki_exec_quad_fn *each, void *user)
{
    point p = {.mix = {1, 0, 0}};
    int64_t x, y;

    if (!is_finite(corner) || width - 1 >= MAX_SIZE || height - 1 >= MAX_SIZE)
        return true;
    const dxki_exec_corner all[3] = {*corner, *corner, *corner};
    memcpy(p.position, corner->position, sizeof p.position);
    for (unsigned plane = 0; plane < PLANES; plane++)
        if (distance_to(all, &p, plane) < 0)
            return true;
    project(&p, width, height, &x, &y);
    if (x < 0 || y < 0 || x / 256 >= width || y / 256 >= height)
        return true;
    uint32_t px = (uint32_t)(x / 256), py = (uint32_t)(y / 256);
    dxki_exec_quad quad = {
        .x = px & ~1u, .y = py & ~1u, .covered = 1u << ((px & 1) + 2 * (py & 1)), .is_front = true};
    for (unsigned i = 0; i < 4; i++)
        quad.pixel[i] =
            (dxki_exec_weights){{1, 0, 0}, {1, 0, 0}, p.position[2] / p.position[3], p.position[3]};
    return each(user, &quad);
}
