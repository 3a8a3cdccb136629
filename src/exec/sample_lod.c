/* SPDX-License-Identifier: MIT */
/*
 * sample_lod.c - levels of detail from derivatives, and faces of cubes.
 * Source: D3D11.3 functional specification, 7.18.10 and 7.18.11.
 */
#include "base/elementary.h"
#include "exec/kinds.h"
#include "exec/math.h"
#include "exec/sample.h"

/* --- cubes --- */

/* Where the coordinates of a face come from: an axis, 0 to 2, and its sign. */
typedef struct face {
    uint8_t major, u, v;
    int8_t u_sign, v_sign;
} face;

static const face faces[6] = {
    {0, 2, 1, -1, -1}, {0, 2, 1, 1, -1}, {1, 0, 2, 1, 1},
    {1, 0, 2, 1, -1},  {2, 0, 1, 1, -1}, {2, 0, 1, -1, -1},
};

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

/* The face of the largest component; of equal ones z comes before y, and y before x. */
static uint32_t choose_face(const double d[3])
{
    uint32_t axis = 0;

    for (uint32_t i = 1; i < 3; i++) {
        if (size_of(d[i]) >= size_of(d[axis]))
            axis = i;
    }
    return 2 * axis + (d[axis] < 0);
}

uint32_t dxki_exec_cube_face(const float direction[3], double uv[2])
{
    double d[3];

    for (unsigned i = 0; i < 3; i++)
        d[i] = direction[i] == direction[i] ? (double)direction[i] : 0;
    uint32_t number = choose_face(d);
    const face *f = &faces[number];
    double major = size_of(d[f->major]);
    uv[0] = major > 0 ? 0.5 * (f->u_sign * d[f->u] / major) + 0.5 : 0.5;
    uv[1] = major > 0 ? 0.5 * (f->v_sign * d[f->v] / major) + 0.5 : 0.5;
    return number;
}

void dxki_exec_cube_neighbour(uint32_t size, uint32_t *number, int64_t *x, int64_t *y)
{
    const face *f = &faces[*number];
    int64_t n = size, d[3];

    /* The centre of the texel, in units of half a texel from the middle of the cube. */
    d[f->major] = *number & 1 ? -n : n;
    d[f->u] = f->u_sign * (2 * *x + 1 - n);
    d[f->v] = f->v_sign * (2 * *y + 1 - n);
    double direction[3] = {(double)d[0], (double)d[1], (double)d[2]};
    *number = choose_face(direction);
    f = &faces[*number];
    int64_t major = d[f->major] < 0 ? -d[f->major] : d[f->major];
    *x = (f->u_sign * d[f->u] + major) * n / (2 * major);
    *y = (f->v_sign * d[f->v] + major) * n / (2 * major);
}

/* Derivatives of a direction become those of the coordinates on its face. */
static void project(const dxki_exec_lookup *lookup, const float from[3], double to[3])
{
    double uv[2], size = lookup->view->level[0].width;
    uint32_t number = dxki_exec_cube_face(lookup->coord, uv);
    const face *f = &faces[number];
    double major = size_of((double)lookup->coord[f->major]);
    double growth = number & 1 ? -(double)from[f->major] : (double)from[f->major];
    double u = f->u_sign * (double)lookup->coord[f->u], v = f->v_sign * (double)lookup->coord[f->v];

    to[0] = 0.5 * size * (f->u_sign * (double)from[f->u] * major - u * growth) / (major * major);
    to[1] = 0.5 * size * (f->v_sign * (double)from[f->v] * major - v * growth) / (major * major);
    to[2] = 0;
}

/* --- levels --- */

/* Derivatives in texels of mip 0 of the view. */
static void scale(const dxki_exec_lookup *lookup, const float from[3], double to[3])
{
    const dxki_exec_level *level = &lookup->view->level[0];
    const double sizes[3] = {level->width, level->height, level->depth};
    const dxki_exec_kind *kind = dxki_exec_kind_get(lookup->view->kind);

    if (kind->is_cube) {
        project(lookup, from, to);
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        double size = lookup->sampler->is_unnormalized ? 1 : sizes[i];
        to[i] = i < kind->axes ? (double)from[i] * size : 0;
    }
}

static double square(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/* Makes the level finer along the longer of two axes, and looks at several places there. */
static double stretch(dxki_exec_lookup *lookup, const dxki_exec_gradient *gradient,
                      const double x[3], const double y[3])
{
    double major = square(x) >= square(y) ? square(x) : square(y);
    double area = size_of(x[0] * y[1] - x[1] * y[0]);
    double most = lookup->sampler->max_anisotropy, ratio = most;

    if (area > 0 && major / area < most)
        ratio = major / area;
    uint32_t taps = (uint32_t)ratio;
    lookup->taps = taps < ratio ? taps + 1 : taps;
    const float *way = square(x) >= square(y) ? gradient->x : gradient->y;
    memcpy(lookup->step, way, sizeof lookup->step);
    return major / (ratio * ratio);
}

void dxki_exec_lod_of(dxki_exec_lookup *lookup, const dxki_exec_gradient *gradient)
{
    double x[3], y[3];

    scale(lookup, gradient->x, x);
    scale(lookup, gradient->y, y);
    double longest = square(x) >= square(y) ? square(x) : square(y);
    lookup->taps = 1;
    if (lookup->sampler->anisotropic && dxki_exec_kind_get(lookup->view->kind)->axes == 2 &&
        longest > 0 && longest <= DBL_MAX)
        longest = stretch(lookup, gradient, x, y);
    lookup->lod = (float)(0.5 * dxki_real_log2(longest));
}

/* What is not a number is taken for 0. */
float dxki_exec_lod_clamp(const dxki_exec_sampler *sampler, float lod, float least)
{
    lod = lod == lod ? lod : 0;
    lod = lod > sampler->max_lod ? sampler->max_lod : lod;
    lod = lod < sampler->min_lod ? sampler->min_lod : lod;
    return lod < least ? least : lod;
}
