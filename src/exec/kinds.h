/* SPDX-License-Identifier: MIT */
/* kinds.h - what the kinds of resources have in common and not, by dxk_resource_kind. */
#ifndef DXKI_EXEC_KINDS_H
#define DXKI_EXEC_KINDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dxki_exec_kind {
    uint8_t axes;  /* textures: dimensions of the space that is sampled or loaded from, 1 to 3 */
    bool is_array; /* the coordinate after them is a slice */
    bool is_cube;  /* six slices make an element; sampled by direction */
    bool has_mips; /* else it has samples or is a buffer */
    bool is_texture;
    bool is_buffer;  /* typed, raw, structured, constants */
    bool has_format; /* typed buffers, textures */
} dxki_exec_kind;

/* All zero for kinds that hold no texels or bytes. */
const dxki_exec_kind *dxki_exec_kind_get(uint32_t kind);

#endif
