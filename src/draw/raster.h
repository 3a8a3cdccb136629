/* SPDX-License-Identifier: MIT */
/*
 * raster.h - from primitives to quads of pixels: clipping, coverage, weights of the vertices.
 *
 * Coordinates are snapped to 1/256 of a pixel first, coverage is decided in integers. The y of the
 * screen goes down. A sample is covered by
 *   a triangle  if it is inside, or on a top or left edge;
 *   a point     if it is in a square of one pixel around it, or on the top or left edge of that;
 *   a line      if the line leaves the diamond around the pixel's centre, whose lower edges belong to
 *               it; then all samples of the pixel are.
 * Source: D3D11.3 functional specification, 3.4 (rasterization), 15 (rasterizer).
 */
#ifndef DXKI_DRAW_RASTER_H
#define DXKI_DRAW_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#define DXKI_DRAW_CLIPS    8u    /* clip distances of a vertex, at most */
#define DXKI_DRAW_ONE      256   /* steps of a pixel */
#define DXKI_DRAW_MAX_SIZE 16384 /* pixels of a target in one direction */

/* Where a place `offset` sixteenths after the centre of a pixel is, in steps, in one direction. */
static inline int64_t dxki_draw_raster_step(int64_t pixel, int offset)
{
    return DXKI_DRAW_ONE * pixel + DXKI_DRAW_ONE / 2 + DXKI_DRAW_ONE / 16 * offset;
}

/* A vertex in clip space. */
typedef struct dxki_draw_corner {
    double position[4];
    double clip[DXKI_DRAW_CLIPS]; /* distances; outside where one is negative */
} dxki_draw_corner;

/* How much of each vertex of a primitive is at a place. */
typedef struct dxki_draw_weights {
    double perspective[3]; /* of its surface */
    double linear[3];      /* on the screen */
    double z, w;           /* depth; w of clip space */
} dxki_draw_weights;

/* A part of a primitive on the screen: of a polygon that clipping leaves of a triangle, of a line. */
typedef struct dxki_draw_surface {
    enum { DXKI_DRAW_POINT = 1, DXKI_DRAW_LINE, DXKI_DRAW_TRIANGLE } kind;
    int64_t x[3], y[3];              /* its corners, clockwise, in 1/256 of a pixel */
    int64_t area;                    /* triangles: twice of it */
    double mix[3][3];                /* of each corner: how much of each vertex is in it */
    double w[3], z[3];               /* of each corner: w of clip space; depth */
    double vertex_w[3];              /* w of each vertex */
    bool is_front;                   /* points and lines are */
    double clip[3][DXKI_DRAW_CLIPS]; /* of each vertex */
} dxki_draw_surface;

/* Four pixels: (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), with x and y even. */
typedef struct dxki_draw_quad {
    uint32_t x, y;
    uint32_t covered[4]; /* samples, as bits */
} dxki_draw_quad;

/* Called for each quad with a covered sample; false: stop. */
typedef bool dxki_draw_quad_fn(void *user, const dxki_draw_surface *surface,
                               const dxki_draw_quad *quad);

/* Where primitives go. */
typedef struct dxki_draw_raster {
    double x, y, width, height;        /* viewport, in pixels */
    double z_near, z_far;              /* depths that 0 and 1 become */
    uint32_t left, top, right, bottom; /* pixels that may be covered: up to right and bottom */
    uint32_t samples;                  /* of a pixel: 1, 2, 4, 8, 16 */
    uint32_t clips;                    /* clip distances that vertices have */
    bool front_clockwise; /* triangles whose corners go round with the clock are front faces */
    bool culls_front, culls_back;
    dxki_draw_quad_fn *each;
    void *user;
} dxki_draw_raster;

/* Rasterizes a primitive with so many corners: 1 point, 2 line, 3 triangle. Quads come from the top
 * down and from the left to the right, those of lines along them. False: it was stopped. */
bool dxki_draw_raster_run(const dxki_draw_raster *r, const dxki_draw_corner *corners,
                          unsigned count);

/* The weights at a place of the screen, in 1/256 of a pixel. */
void dxki_draw_weigh(const dxki_draw_surface *s, int64_t x, int64_t y, dxki_draw_weights *out);

/* --- between the files of the rasterizer --- */

/* A corner of what clipping leaves, as a mixture of the vertices. */
typedef struct dxki_draw_clipped {
    double mix[3];
    double position[4];
} dxki_draw_clipped;

#define DXKI_DRAW_CLIPPED (3 + 7) /* corners that clipping leaves, at most */

/* Clips a polygon of three corners, a line of two or a point to what has a place on the screen; the
 * number of corners that are left. */
unsigned dxki_draw_clip(const dxki_draw_corner *corners, unsigned count, dxki_draw_clipped *to);

/* Fills in corner `i` of a surface. */
void dxki_draw_project(const dxki_draw_raster *r, const dxki_draw_clipped *from,
                       dxki_draw_surface *s, unsigned i);

/* Takes samples of a quad away where a clip distance is negative, then tells of it if some are left.
 * False: stop. */
bool dxki_draw_tell_quad(const dxki_draw_raster *r, const dxki_draw_surface *s,
                         dxki_draw_quad *quad);

bool dxki_draw_raster_line(const dxki_draw_raster *r, const dxki_draw_surface *s);
bool dxki_draw_raster_point(const dxki_draw_raster *r, const dxki_draw_surface *s);
bool dxki_draw_raster_triangle(const dxki_draw_raster *r, const dxki_draw_surface *s);

#endif
