/* SPDX-License-Identifier: MIT */
/*
 * sample.h - sampling a texture for one lane: level of detail, footprint, filter.
 *
 *   derivatives --> level, taps --> clamps --> filter --> mips --> texels with weights --> mean
 *
 * Coordinates become fixed point with 8 bits of fraction for linear filters, so that weights are
 * exact; sums are binary64 and rounded once. All of it is the same on every host.
 * Source: D3D11.3 functional specification, 7.18.
 */
#ifndef DXKI_EXEC_SAMPLE_H
#define DXKI_EXEC_SAMPLE_H

#include "exec/view.h"

/* What a lane asks for. */
typedef struct dxki_exec_lookup {
    const dxki_exec_view *view;
    const dxki_exec_sampler *sampler;
    float coord[4];    /* as the kind has them; a slice after the others */
    int32_t offset[3]; /* in texels */
    bool compares;     /* texels become 1 or 0 */
    float reference;   /* what they are compared with */
    float lod;         /* the level, clamped: dxki_exec_lod_clamp() */
    uint32_t taps;     /* anisotropy: how many places are looked at, 0 counts as 1, ... */
    float step[3];     /* ... along this way */
} dxki_exec_lookup;

/* How coordinates differ from lane to lane in a quad, in x and y of the screen. */
typedef struct dxki_exec_gradient {
    float x[3], y[3];
} dxki_exec_gradient;

/* Sets lod, not clamped, taps and step from derivatives of the coordinates. */
void dxki_exec_lod_of(dxki_exec_lookup *lookup, const dxki_exec_gradient *gradient);
/* The level between the bounds of the sampler and not below `least`. */
float dxki_exec_lod_clamp(const dxki_exec_sampler *sampler, float lod, float least);

/* The face of a cube that a direction meets, and the coordinates there, 0 to 1. */
uint32_t dxki_exec_cube_face(const float direction[3], double uv[2]);
/* From a texel that lies beyond one edge of a face to that of the face behind the edge. */
void dxki_exec_cube_neighbour(uint32_t size, uint32_t *face, int64_t *x, int64_t *y);

/* The filtered texel. False: a tile of it is not mapped. */
bool dxki_exec_sample(const dxki_exec_lookup *lookup, dxki_exec_texel *out);
/* Component `channel` of the four texels that a linear filter would mix. The
 * raw form gives the elements as they are in memory, of up to 64 bits. */
bool dxki_exec_gather(const dxki_exec_lookup *lookup, uint32_t channel, dxki_exec_texel *out);
bool dxki_exec_gather_raw(const dxki_exec_lookup *lookup, uint64_t out[4]);

#endif
