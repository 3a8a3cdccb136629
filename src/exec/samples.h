/* SPDX-License-Identifier: MIT */
/* samples.h - where the samples of a pixel are. Source: D3D11.3 functional specification, 19.2.4. */
#ifndef DXKI_EXEC_SAMPLES_H
#define DXKI_EXEC_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

/* A place in sixteenths of a pixel from its centre; y goes down. */
typedef struct dxki_exec_offset {
    int8_t x, y;
} dxki_exec_offset;

/* True for 1, 2, 4, 8, 16. */
bool dxki_exec_is_sample_count(uint32_t count);

/* Sample `index` of a pixel with `count` of them; the centre if there is no such sample. */
dxki_exec_offset dxki_exec_sample_at(uint32_t count, uint32_t index);

#endif
