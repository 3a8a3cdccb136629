/* SPDX-License-Identifier: MIT */
/*
 * psv0_print.h - pieces of PSV0 in the words of the reference's validator, which tells the two
 * sides of a mismatch. Where it has no word for a number it prints none.
 */
#ifndef DXKI_PARTS_PSV0_PRINT_H
#define DXKI_PARTS_PSV0_PRINT_H

#include "dxk/psv0.h"

/* Resource `index`, which there must be. */
dxk_status dxki_psv0_exact_resource(const dxk_psv0 *psv, uint32_t index, dxk_sink sink);

/* An element of the part, under another name than the part has for it. */
dxk_status dxki_psv0_exact_element(const dxk_psv0 *psv, const dxk_psv_element *element,
                                   dxk_str name, dxk_sink sink);

/* Masks and tables, whatever the stage. */
dxk_status dxki_psv0_exact_dependencies(const dxk_psv0 *psv, dxk_sink sink);

#endif
