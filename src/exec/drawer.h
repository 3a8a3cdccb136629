/* SPDX-License-Identifier: MIT */
/*
 * drawer.h - the parts of a draw: <dxk/draw.h>.
 *
 *   draw.c          checks, vertices, amplification and mesh shaders
 *   draw_shape.c    vertices to points, lines, triangles, patches by their topology
 *   draw_refine.c   hull, tessellator, domain and geometry shader
 *   draw_link.c     which word of a stage is which of the next
 *   draw_pixel.c    quads in a batch, with draw_input.c and draw_output.c; see draw_pixel.h
 *   draw_threads.c  work of a stage for several workers
 *
 * A record is the words of a vertex as the stage that made it wrote them.
 */
#ifndef DXKI_EXEC_DRAWER_H
#define DXKI_EXEC_DRAWER_H

#include "dxk/draw.h"
#include "exec/format.h"
#include "exec/group.h"
#include "exec/raster.h"
#include "exec/stage.h"

#define DXKI_EXEC_NO_WORD  UINT32_MAX
#define DXKI_EXEC_ADJACENT 6u  /* vertices of a primitive with its neighbours, at most */
#define DXKI_EXEC_PATCH    32u /* control points */

/* ---------------------------------------------------------------------------------------- */
/* Links                                                                                      */

/* A signature of a program. */
typedef struct dxki_exec_side {
    const dxk_run_program *program; /* NULL: nothing is there */
    dxk_run_signature signature;
} dxki_exec_side;

/* A row that goes from a stage to the next. */
typedef struct dxki_exec_row_link {
    uint32_t from, to; /* words; from: DXKI_EXEC_NO_WORD: zero */
} dxki_exec_row_link;

typedef struct dxki_exec_link {
    dxki_exec_row_link *rows;
    uint32_t count, words; /* of a record that is made */
} dxki_exec_link;

/* The word of the row with this semantic; DXKI_EXEC_NO_WORD: there is none. Names count for those that
 * are no system values. */
uint32_t dxki_exec_find_word(dxki_exec_side side, dxk_str name, dxk_semantic_kind kind,
                             uint32_t index);
uint32_t dxki_exec_find_system(dxki_exec_side side, dxk_semantic_kind kind, uint32_t index);

/* Finds where rows of `to` come from. False: no memory. */
bool dxki_exec_link_sides(dxki_arena *arena, dxki_exec_side from, dxki_exec_side to,
                          dxki_exec_link *out);

/* Makes a record of the next stage. */
void dxki_exec_pass_record(const dxki_exec_link *link, const uint32_t *from, uint32_t *to);

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

/* Work of worker `n`, from 0. */
typedef dxk_status dxki_exec_share_fn(void *user, dxk_run_worker *worker, uint32_t n);

/* Calls for the first worker and `others`, threads->count of them, at the same time if the caller's threads
 * allow. The status of the first of them that failed. */
dxk_status dxki_exec_share(const dxk_draw_threads *threads, dxk_run_worker *first,
                           dxk_run_worker *const *others, dxki_exec_share_fn *work, void *user);

/* ---------------------------------------------------------------------------------------- */
/* Pixels                                                                                     */

typedef struct dxki_exec_pixels dxki_exec_pixels;

/* A point, line or triangle for the rasterizer. */
typedef struct dxki_exec_primitive {
    const uint32_t *corners[3]; /* records */
    const uint32_t *own;        /* what a mesh shader says of the primitive; NULL: nothing */
    uint32_t count;             /* corners */
    uint32_t number;            /* SV_PrimitiveID, if no stage writes it */
} dxki_exec_primitive;

/* Makes what draws primitives whose records are of `from`, and of `own` what belongs to the primitive.
 * DXK_E_ARGUMENT: targets are not possible, or there are no positions. */
dxk_status dxki_exec_pixels_create(dxki_arena *arena, const dxk_draw *draw,
                                   const dxk_draw_pipeline *pipeline, dxki_exec_side from,
                                   dxki_exec_side own, dxki_exec_pixels **out);

/* Draws a primitive. Its records must be there until the pixels are finished. */
dxk_status dxki_exec_pixels_draw(dxki_exec_pixels *pixels, const dxki_exec_primitive *primitive);

/* Runs the shader for what is waiting. */
dxk_status dxki_exec_pixels_finish(dxki_exec_pixels *pixels);

/* ---------------------------------------------------------------------------------------- */
/* Shapes                                                                                     */

/* Vertices by their numbers; what topologies make of them. */
typedef struct dxki_exec_shape_maker {
    dxk_draw_topology topology;
    uint32_t points;         /* of a patch */
    const uint32_t *indices; /* NULL: 0, 1, 2 ... */
    uint32_t count;          /* vertices or indices */
    dxk_status (*each)(void *user, const uint32_t *vertices, uint32_t count, uint32_t number);
    void *user;
} dxki_exec_shape_maker;

/* Vertices of a primitive, with its neighbours; 0: there is no such topology. */
uint32_t dxki_exec_topology_points(dxk_draw_topology topology, uint32_t patch_points);

/* Calls `each` with the numbers of the vertices of each primitive, and its own number. */
dxk_status dxki_exec_make_shapes(const dxki_exec_shape_maker *maker);

/* ---------------------------------------------------------------------------------------- */
/* Refinement                                                                                 */

/* Stages between vertices and pixels. */
typedef struct dxki_exec_refiner dxki_exec_refiner;

/* Makes them, for primitives of `points` vertices with records of `from`; *last tells whose records the
 * rasterizer gets. DXK_E_ARGUMENT: stages do not go together. */
dxk_status dxki_exec_refiner_create(dxki_arena *arena, const dxk_draw_pipeline *pipeline,
                                    const dxk_draw *draw, dxki_exec_side from, uint32_t points,
                                    dxki_exec_refiner **out, dxki_exec_side *last);

/* What they make goes there. */
void dxki_exec_refiner_set_pixels(dxki_exec_refiner *refiner, dxki_exec_pixels *pixels);

/* Takes a primitive, `number` of its instance: a record for each of its vertices. They must be there
 * until the refiner is finished. */
dxk_status dxki_exec_refine(dxki_exec_refiner *refiner, const uint32_t *const *records,
                            uint32_t count, uint32_t number);

/* Draws what is waiting. */
dxk_status dxki_exec_refiner_finish(dxki_exec_refiner *refiner);

#endif
