/* SPDX-License-Identifier: MIT */
/* phi.h - phis that say nothing: all their operands are one value, or they have none at all. */
#ifndef DXKI_PASS_PHI_H
#define DXKI_PASS_PHI_H

#include "pass/pass.h"

typedef DXKI_VEC(uint32_t) dxki_pass_phi_list; /* indices of phis */

/* The one value that all ways bring to a phi, itself and undef left aside; undef if there is nothing
 * else; 0: there are several, or it is not there yet where the phi stands. */
dxki_value dxki_pass_phi_value(dxki_pass *p, uint32_t phi);

/* Replaces those of the list that have such a value by it, and then other phis for which that is
 * true now. The list is used up. False: out of memory. */
bool dxki_pass_phi_simplify(dxki_pass *p, dxki_pass_phi_list *list);

/* Puts undef in the place of a value where a phi uses it, and zero elsewhere: DXIL allows no other
 * uses of undef. False: out of memory. */
bool dxki_pass_phi_replace_undefined(dxk_module *m, dxki_value value);

#endif
