/* SPDX-License-Identifier: MIT */
/*
 * raster.h - from triangles to quads of pixels: clipping, coverage, weights.
 *
 * A pixel is covered if its centre is inside, or on a top or left edge. Coordinates are snapped to
 * 1/256 of a pixel first, coverage is decided in integers. The y of the screen goes down.
 * Source: D3D11.3 functional specification, 3.4.2 (triangles), 15 (rasterizer).
 */
#ifndef DXKI_EXEC_RASTER_H
#define DXKI_EXEC_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#define DXKI_EXEC_CLIPS 8u /* clip distances of a vertex, at most */

/* A vertex in clip space. */
typedef struct dxki_exec_corner {
    double position[4];
    double clip[DXKI_EXEC_CLIPS]; /* distances; outside if one is negative */
} dxki_exec_corner;

/* How much of each corner of the triangle is in a pixel. */
typedef struct dxki_exec_weights {
    double perspective[3]; /* of its surface */
    double linear[3];      /* on the screen */
    double z, w;           /* depth; w of clip space */
} dxki_exec_weights;

/* Four pixels: (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), with x and y even. */
typedef struct dxki_exec_quad {
    uint32_t x, y;
    uint32_t covered; /* bits */
    bool is_front;    /* the corners go round against the clock */
    dxki_exec_weights pixel[4];
} dxki_exec_quad;

/* Called for each quad with a covered pixel; false: stop. */
typedef bool dxki_exec_quad_fn(void *user, const dxki_exec_quad *quad);

/* Clips a triangle, moves it to a viewport from (0, 0) to (width, height), and tells its quads, from
 * the top down and from the left to the right. False: it was stopped. */
bool dxki_exec_raster_triangle(const dxki_exec_corner corners[3], uint32_t width, uint32_t height,
                               dxki_exec_quad_fn *each, void *user);
/* The same for a point: the pixel that it is in; corners 1 and 2 have no weight. */
bool dxki_exec_raster_point(const dxki_exec_corner *corner, uint32_t width, uint32_t height,
                            dxki_exec_quad_fn *each, void *user);

#endif
