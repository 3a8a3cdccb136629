/* SPDX-License-Identifier: MIT */
/*
 * drawer.h - the parts of a draw: <dxk/draw.h>.
 *
 *   draw.c          checks, vertices, amplification and mesh shaders
 *   shape.c         vertices to points, lines, triangles, patches by their topology
 *   refine.c        hull, tessellator, domain and geometry shader
 *   link.c          which word of a stage is which of the next
 *   pixel.c         quads in a batch, with input.c and output.c; see pixel.h
 *   threads.c       work of a stage for several workers
 *
 * A record is the words of a vertex as the stage that made it wrote them.
 */
#ifndef DXKI_DRAW_DRAWER_H
#define DXKI_DRAW_DRAWER_H

#include "draw/raster.h"
#include "dxk/draw.h"
#include "exec/format.h"
#include "exec/group.h"
#include "exec/stage.h"

#define DXKI_DRAW_NO_WORD  UINT32_MAX
#define DXKI_DRAW_ADJACENT 6u  /* vertices of a primitive with its neighbours, at most */
#define DXKI_DRAW_PATCH    32u /* control points */

/* ---------------------------------------------------------------------------------------- */
/* Links                                                                                      */

/* A signature of a program. */
typedef struct dxki_draw_side {
    const dxk_run_program *program; /* NULL: nothing is there */
    dxk_run_signature signature;
} dxki_draw_side;

/* A row that goes from a stage to the next. */
typedef struct dxki_draw_row_link {
    uint32_t from, to; /* words; from: DXKI_DRAW_NO_WORD: zero */
} dxki_draw_row_link;

typedef struct dxki_draw_link {
    dxki_draw_row_link *rows;
    uint32_t count, words; /* of a record that is made */
} dxki_draw_link;

/* The word of the row with this semantic; DXKI_DRAW_NO_WORD: there is none. Names count for those that
 * are no system values. */
uint32_t dxki_draw_find_word(dxki_draw_side side, dxk_str name, dxk_semantic_kind kind,
                             uint32_t index);
uint32_t dxki_draw_find_system(dxki_draw_side side, dxk_semantic_kind kind, uint32_t index);

/* Finds where rows of `to` come from. False: no memory. */
bool dxki_draw_link_sides(dxki_arena *arena, dxki_draw_side from, dxki_draw_side to,
                          dxki_draw_link *out);

/* Makes a record of the next stage. */
void dxki_draw_pass_record(const dxki_draw_link *link, const uint32_t *from, uint32_t *to);

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

/* Work of worker `n`, from 0. */
typedef dxk_status dxki_draw_share_fn(void *user, dxk_run_worker *worker, uint32_t n);

/* Calls for the first worker and `others`, threads->count of them, at the same time if the caller's threads
 * allow. The status of the first of them that failed. */
dxk_status dxki_draw_share(const dxk_draw_threads *threads, dxk_run_worker *first,
                           dxk_run_worker *const *others, dxki_draw_share_fn *work, void *user);

/* ---------------------------------------------------------------------------------------- */
/* Pixels                                                                                     */

typedef struct dxki_draw_pixels dxki_draw_pixels;

/* A point, line or triangle for the rasterizer. */
typedef struct dxki_draw_primitive {
    const uint32_t *corners[3]; /* records */
    const uint32_t *own;        /* what a mesh shader says of the primitive; NULL: nothing */
    uint32_t count;             /* corners */
    uint32_t number;            /* SV_PrimitiveID, if no stage writes it */
} dxki_draw_primitive;

/* Makes what draws primitives whose records are of `from`, and of `own` what belongs to the primitive.
 * DXK_E_ARGUMENT: targets are not possible, or there are no positions. */
dxk_status dxki_draw_pixels_create(dxki_arena *arena, const dxk_draw *draw,
                                   const dxk_draw_pipeline *pipeline, dxki_draw_side from,
                                   dxki_draw_side own, dxki_draw_pixels **out);

/* Draws a primitive. Its records must be there until the pixels are finished. */
dxk_status dxki_draw_pixels_draw(dxki_draw_pixels *pixels, const dxki_draw_primitive *primitive);

/* Runs the shader for what is waiting. */
dxk_status dxki_draw_pixels_finish(dxki_draw_pixels *pixels);

/* ---------------------------------------------------------------------------------------- */
/* Shapes                                                                                     */

/* Vertices by their numbers; what topologies make of them. */
typedef struct dxki_draw_shape_maker {
    dxk_draw_topology topology;
    uint32_t points;         /* of a patch */
    const uint32_t *indices; /* NULL: 0, 1, 2 ... */
    uint32_t count;          /* vertices or indices */
    dxk_status (*each)(void *user, const uint32_t *vertices, uint32_t count, uint32_t number);
    void *user;
} dxki_draw_shape_maker;

/* Vertices of a primitive, with its neighbours; 0: there is no such topology. */
uint32_t dxki_draw_topology_points(dxk_draw_topology topology, uint32_t patch_points);

/* Calls `each` with the numbers of the vertices of each primitive, and its own number. */
dxk_status dxki_draw_make_shapes(const dxki_draw_shape_maker *maker);

/* ---------------------------------------------------------------------------------------- */
/* Refinement                                                                                 */

/* Stages between vertices and pixels. */
typedef struct dxki_draw_refiner dxki_draw_refiner;

/* Makes them, for primitives of `points` vertices with records of `from`; *last tells whose records the
 * rasterizer gets. DXK_E_ARGUMENT: stages do not go together. */
dxk_status dxki_draw_refiner_create(dxki_arena *arena, const dxk_draw_pipeline *pipeline,
                                    const dxk_draw *draw, dxki_draw_side from, uint32_t points,
                                    dxki_draw_refiner **out, dxki_draw_side *last);

/* What they make goes there. */
void dxki_draw_refiner_set_pixels(dxki_draw_refiner *refiner, dxki_draw_pixels *pixels);

/* Takes a primitive, `number` of its instance: a record for each of its vertices. They must be there
 * until the refiner is finished. */
dxk_status dxki_draw_refine(dxki_draw_refiner *refiner, const uint32_t *const *records,
                            uint32_t count, uint32_t number);

/* Draws what is waiting. */
dxk_status dxki_draw_refiner_finish(dxki_draw_refiner *refiner);

#endif
