/* SPDX-License-Identifier: MIT */
/* modes.h - what PSV0 tells of a shader and reflection does not: how elements are interpolated. */
#ifndef DXKI_MATCH_MODES_H
#define DXKI_MATCH_MODES_H

#include "dxk/parts.h"
#include "dxk/psv0.h"
#include "dxk/reflect.h"

/* Decodes a container's PSV0. *out is NULL if it has none, as programs of models 4 and 5. */
dxk_status dxki_match_psv(dxk_ctx *ctx, const dxk_container *container, dxk_decoded **out);

/* How a parameter of list `which` (DXK_REFLECT_OUTPUT, ...) is interpolated, found by its registers.
 * UNDEFINED: not at all, or it is not known. */
dxk_interpolation_mode dxki_match_mode(const dxk_decoded *psv, unsigned which,
                                       const dxk_reflect_parameter *p);

/* Tessellation factors that a domain takes: of edges, and of the inside. */
void dxki_match_factors(uint32_t domain, uint32_t *edges, uint32_t *insides);
/* The same that are in a list of parameters. */
void dxki_match_count_factors(const dxk_reflect_parameters *list, uint32_t *edges,
                              uint32_t *insides);

#endif
