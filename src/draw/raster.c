/* SPDX-License-Identifier: MIT */
/* raster.c - clipping, projection, weights; see raster.h. raster_shapes.c finds what is covered. */
#include "draw/raster.h"

#include <string.h>

#include "exec/samples.h"

#define GUARD   64.0 /* clipped beyond so many half screens, so that integers suffice */
#define LEAST_W 0x1p-40
#define PLANES  7

/* ---------------------------------------------------------------------------------------- */
/* Clipping                                                                                   */

/* What is not negative inside plane number `n`. */
static double distance_to(const dxki_draw_clipped *p, unsigned n)
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
    default:
        return GUARD * at[3] - at[1];
    }
}

static dxki_draw_clipped mix_points(const dxki_draw_clipped *a, const dxki_draw_clipped *b,
                                    double part)
{
    dxki_draw_clipped p;

    for (unsigned i = 0; i < 3; i++)
        p.mix[i] = a->mix[i] + (b->mix[i] - a->mix[i]) * part;
    for (unsigned i = 0; i < 4; i++)
        p.position[i] = a->position[i] + (b->position[i] - a->position[i]) * part;
    return p;
}

/* Where an edge goes through a plane. It is computed from the inner corner on, so that primitives
 * on both sides of the edge get the same place. */
static dxki_draw_clipped cut(const dxki_draw_clipped *a, const dxki_draw_clipped *b, double at_a,
                             double at_b)
{
    return at_a >= 0 ? mix_points(a, b, at_a / (at_a - at_b))
                     : mix_points(b, a, at_b / (at_b - at_a));
}

static unsigned clip_at(unsigned plane, const dxki_draw_clipped *from, unsigned count,
                        unsigned edges, dxki_draw_clipped *to)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++) {
        const dxki_draw_clipped *a = &from[i], *b = &from[(i + 1) % count];
        double here = distance_to(a, plane), there = distance_to(b, plane);
        if (here >= 0 && kept < DXKI_DRAW_CLIPPED)
            to[kept++] = *a;
        if (i < edges && (here >= 0) != (there >= 0) && kept < DXKI_DRAW_CLIPPED)
            to[kept++] = cut(a, b, here, there);
    }
    return kept;
}

unsigned dxki_draw_clip(const dxki_draw_corner *corners, unsigned count, dxki_draw_clipped *to)
{
    dxki_draw_clipped other[DXKI_DRAW_CLIPPED];
    unsigned least = count;

    for (unsigned i = 0; i < count; i++) {
        to[i] = (dxki_draw_clipped){.mix = {i == 0, i == 1, i == 2}};
        memcpy(to[i].position, corners[i].position, sizeof to[i].position);
    }
    for (unsigned plane = 0; plane < PLANES && count >= least; plane++) {
        count = clip_at(plane, to, count, least == 3 ? count : least - 1, other);
        memcpy(to, other, count * sizeof *to);
    }
    return count >= least ? count : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Projection                                                                                 */

/* What rounding in the clipper lets escape is held where areas still fit 64 bits. */
static double hold(double x)
{
    return x != x ? 0 : x > 0x1p28 ? 0x1p28 : x < -0x1p28 ? -0x1p28 : x;
}

static int64_t snap(double pixels)
{
    double x = hold(pixels * DXKI_DRAW_ONE);
    int64_t whole = (int64_t)x;

    whole -= (double)whole > x;
    double rest = x - (double)whole;
    return whole + (rest > 0.5 || (rest == 0.5 && whole & 1));
}

void dxki_draw_project(const dxki_draw_raster *r, const dxki_draw_clipped *from,
                       dxki_draw_surface *s, unsigned i)
{
    const double *at = from->position;

    memcpy(s->mix[i], from->mix, sizeof s->mix[i]);
    s->w[i] = at[3];
    s->z[i] = r->z_near + at[2] / at[3] * (r->z_far - r->z_near);
    s->x[i] = snap(r->x + (at[0] / at[3] * 0.5 + 0.5) * r->width);
    s->y[i] = snap(r->y + (-at[1] / at[3] * 0.5 + 0.5) * r->height);
}

/* ---------------------------------------------------------------------------------------- */
/* Weights                                                                                    */

/* Twice the area of corners a, b and a place; positive on the right of the way from a to b. */
static int64_t area_of(const dxki_draw_surface *s, unsigned a, unsigned b, int64_t x, int64_t y)
{
    return (s->x[b] - s->x[a]) * (y - s->y[a]) - (s->y[b] - s->y[a]) * (x - s->x[a]);
}

/* How much of each corner is at a place of the screen. Along a line it is as at the nearest place
 * on it. */
static void share_out(const dxki_draw_surface *s, int64_t x, int64_t y, double part[3])
{
    double dx = (double)(s->x[1] - s->x[0]), dy = (double)(s->y[1] - s->y[0]);

    part[0] = 1;
    part[1] = part[2] = 0;
    if (s->kind == DXKI_DRAW_TRIANGLE) {
        for (unsigned i = 0; i < 3; i++)
            part[i] = (double)area_of(s, (i + 1) % 3, (i + 2) % 3, x, y) / (double)s->area;
    } else if (s->kind == DXKI_DRAW_LINE && (dx != 0 || dy != 0)) {
        part[1] = ((double)(x - s->x[0]) * dx + (double)(y - s->y[0]) * dy) / (dx * dx + dy * dy);
        part[0] = 1 - part[1];
    }
}

void dxki_draw_weigh(const dxki_draw_surface *s, int64_t x, int64_t y, dxki_draw_weights *out)
{
    double part[3], over_w = 0, sum = 0;
    unsigned corners = (unsigned)s->kind;

    memset(out, 0, sizeof *out);
    share_out(s, x, y, part);
    for (unsigned i = 0; i < corners; i++) {
        over_w += part[i] / s->w[i];
        out->z += part[i] * s->z[i];
    }
    out->w = 1 / over_w;
    for (unsigned i = 0; i < corners; i++)
        for (unsigned k = 0; k < corners; k++)
            out->perspective[k] += part[i] / s->w[i] * out->w * s->mix[i][k];
    /* On the screen a vertex counts by what its share of the surface covers there. */
    for (unsigned k = 0; k < corners; k++) {
        out->linear[k] = out->perspective[k] * s->vertex_w[k];
        sum += out->linear[k];
    }
    for (unsigned k = 0; k < corners; k++)
        out->linear[k] /= sum;
}

/* ---------------------------------------------------------------------------------------- */
/* Clip distances                                                                             */

/* True if no clip distance is negative at a place. */
static bool is_kept(const dxki_draw_raster *r, const dxki_draw_surface *s, int64_t x, int64_t y)
{
    dxki_draw_weights at;

    dxki_draw_weigh(s, x, y, &at);
    for (uint32_t n = 0; n < r->clips; n++) {
        double distance = 0;
        for (unsigned k = 0; k < (unsigned)s->kind; k++)
            distance += at.perspective[k] * s->clip[k][n];
        if (!(distance >= 0))
            return false;
    }
    return true;
}

bool dxki_draw_tell_quad(const dxki_draw_raster *r, const dxki_draw_surface *s,
                         dxki_draw_quad *quad)
{
    for (uint32_t i = 0; i < 4 && r->clips; i++) {
        for (uint32_t n = 0; n < r->samples; n++) {
            dxki_exec_offset at = dxki_exec_sample_at(r->samples, n);
            int64_t x = dxki_draw_raster_step(quad->x + (i & 1), at.x);
            int64_t y = dxki_draw_raster_step(quad->y + (i >> 1), at.y);
            if (quad->covered[i] >> n & 1u && !is_kept(r, s, x, y))
                quad->covered[i] &= ~(1u << n);
        }
    }
    return !(quad->covered[0] | quad->covered[1] | quad->covered[2] | quad->covered[3]) ||
           r->each(r->user, s, quad);
}

/* ---------------------------------------------------------------------------------------- */
/* Primitives                                                                                 */

/* All numbers of a vertex are finite, but that clip distances may be infinite. */
static bool is_drawn(const dxki_draw_raster *r, const dxki_draw_corner *corner)
{
    for (unsigned i = 0; i < 4; i++)
        if (!(corner->position[i] - corner->position[i] == 0))
            return false;
    for (uint32_t n = 0; n < r->clips; n++)
        if (corner->clip[n] != corner->clip[n])
            return false;
    return true;
}

static void swap_corners(dxki_draw_surface *s)
{
    dxki_draw_surface was = *s;

    for (unsigned i = 1; i < 3; i++) {
        s->x[i] = was.x[3 - i];
        s->y[i] = was.y[3 - i];
        s->w[i] = was.w[3 - i];
        s->z[i] = was.z[3 - i];
        memcpy(s->mix[i], was.mix[3 - i], sizeof s->mix[i]);
    }
}

/* Puts the corners clockwise; false: the triangle has no area, or is culled. */
static bool set_up(const dxki_draw_raster *r, dxki_draw_surface *s)
{
    s->area = area_of(s, 0, 1, s->x[2], s->y[2]);
    s->is_front = (s->area > 0) == r->front_clockwise;
    if (s->area < 0) {
        swap_corners(s);
        s->area = -s->area;
    }
    return s->area && !(s->is_front ? r->culls_front : r->culls_back);
}

static bool fill_polygon(const dxki_draw_raster *r, dxki_draw_surface *s,
                         const dxki_draw_clipped *polygon, unsigned count)
{
    for (unsigned i = 2; i < count; i++) {
        dxki_draw_project(r, &polygon[0], s, 0);
        dxki_draw_project(r, &polygon[i - 1], s, 1);
        dxki_draw_project(r, &polygon[i], s, 2);
        if (set_up(r, s) && !dxki_draw_raster_triangle(r, s))
            return false;
    }
    return true;
}

bool dxki_draw_raster_run(const dxki_draw_raster *r, const dxki_draw_corner *corners,
                          unsigned count)
{
    dxki_draw_clipped clipped[DXKI_DRAW_CLIPPED];
    dxki_draw_surface s;

    memset(&s, 0, sizeof s);
    for (unsigned i = 0; i < count; i++) {
        if (!is_drawn(r, &corners[i]))
            return true;
        s.vertex_w[i] = corners[i].position[3];
        memcpy(s.clip[i], corners[i].clip, sizeof s.clip[i]);
    }
    unsigned left = dxki_draw_clip(corners, count, clipped);
    s.is_front = true;
    switch (left ? count : 0) {
    case 1:
        s.kind = DXKI_DRAW_POINT;
        dxki_draw_project(r, &clipped[0], &s, 0);
        return dxki_draw_raster_point(r, &s);
    case 2:
        s.kind = DXKI_DRAW_LINE;
        dxki_draw_project(r, &clipped[0], &s, 0);
        dxki_draw_project(r, &clipped[1], &s, 1);
        return dxki_draw_raster_line(r, &s);
    case 3:
        s.kind = DXKI_DRAW_TRIANGLE;
        return fill_polygon(r, &s, clipped, left);
    default:
        return true;
    }
}
