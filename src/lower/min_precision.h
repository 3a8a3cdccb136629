/* SPDX-License-Identifier: MIT */
/* min_precision.h - what the files of min-precision-to-32 share. */
#ifndef DXKI_LOWER_MIN_PRECISION_H
#define DXKI_LOWER_MIN_PRECISION_H

#include "lower/lower.h"
#include "pass/metadata.h"

/* True if code or signatures have values of minimum precision. */
bool dxki_lower_has_min_precision(const dxk_dxil *d);

/* Gives signature elements, resources and members of structures component types of 32 bits. */
void dxki_lower_widen_metadata(dxk_dxil *d);

/* The same for the properties of handles, which code names; false: out of memory. */
bool dxki_lower_widen_handles(dxk_module *m);

#endif
