/* SPDX-License-Identifier: MIT */
/*
 * shape.c - which vertices make a primitive; see drawer.h.
 * Source: D3D11.3 functional specification, 8.10 (topologies), 8.12 (strips), 8.14 (leading vertex).
 */
#include "draw/drawer.h"

/* How a topology goes through vertices. */
typedef struct way {
    uint8_t points; /* of a primitive, with neighbours; 0: patches */
    uint8_t step;   /* vertices from a primitive to the next */
    bool turns;     /* every other triangle goes round the other way */
} way;

static const way ways[] = {
    [DXK_DRAW_POINTS] = {1, 1, false},
    [DXK_DRAW_LINES] = {2, 2, false},
    [DXK_DRAW_LINE_STRIP] = {2, 1, false},
    [DXK_DRAW_LINES_ADJACENT] = {4, 4, false},
    [DXK_DRAW_LINE_STRIP_ADJACENT] = {4, 1, false},
    [DXK_DRAW_TRIANGLES] = {3, 3, false},
    [DXK_DRAW_TRIANGLE_STRIP] = {3, 1, true},
    [DXK_DRAW_TRIANGLES_ADJACENT] = {6, 6, false},
    [DXK_DRAW_TRIANGLE_STRIP_ADJACENT] = {6, 2, true},
    [DXK_DRAW_PATCHES] = {0, 0, false},
};

uint32_t dxki_draw_topology_points(dxk_draw_topology topology, uint32_t patch_points)
{
    if ((unsigned)topology >= sizeof ways / sizeof ways[0])
        return 0;
    if (ways[topology].points)
        return ways[topology].points;
    return patch_points <= DXKI_DRAW_PATCH ? patch_points : 0;
}

/* Places of the vertices of triangle `n` of `count` in a strip with neighbours, from its first: each
 * corner, and after it the vertex beyond the edge to the next corner. */
static void strip_with_neighbours(uint32_t n, uint32_t count, uint32_t *at)
{
    int first = n == 0 ? 1 : -2, last = n + 1 == count ? 5 : 6;
    const int even[6] = {0, first, 2, last, 4, 3}, odd[6] = {0, 3, 4, last, 2, -2};

    for (uint32_t k = 0; k < 6; k++)
        at[k] = 2 * n + (uint32_t)(n & 1 ? odd[k] : even[k]);
}

/* Primitives of vertices that follow each other, without a cut among them. */
static dxk_status make_run(const dxki_draw_shape_maker *maker, uint32_t first, uint32_t length,
                           uint32_t *number)
{
    const way *w = &ways[maker->topology];
    uint32_t points = dxki_draw_topology_points(maker->topology, maker->points);
    uint32_t step = w->step ? w->step : points;
    uint32_t count = length < points ? 0 : (length - points) / step + 1;
    uint32_t at[DXKI_DRAW_PATCH], vertices[DXKI_DRAW_PATCH];
    dxk_status status = DXK_OK;

    for (uint32_t n = 0; n < count && status == DXK_OK; n++) {
        for (uint32_t k = 0; k < points; k++)
            at[k] = n * step + k;
        if (w->turns && points == 6) {
            strip_with_neighbours(n, count, at);
        } else if (w->turns && n & 1) {
            at[1] = n + 2;
            at[2] = n + 1;
        }
        for (uint32_t k = 0; k < points; k++)
            vertices[k] = maker->indices ? maker->indices[first + at[k]] : first + at[k];
        status = maker->each(maker->user, vertices, points, (*number)++);
    }
    return status;
}

dxk_status dxki_draw_make_shapes(const dxki_draw_shape_maker *maker)
{
    dxk_status status = DXK_OK;
    uint32_t number = 0, first = 0;

    while (first < maker->count && status == DXK_OK) {
        uint32_t end = maker->indices ? first : maker->count;
        while (end < maker->count && maker->indices[end] != DXK_DRAW_CUT)
            end++;
        status = make_run(maker, first, end - first, &number);
        first = end < maker->count ? end + 1 : end;
    }
    return status;
}
