/* SPDX-License-Identifier: MIT */
/* notes.h - what there is to add to findings. */
#ifndef DXKI_VALIDATE_NOTES_H
#define DXKI_VALIDATE_NOTES_H

#include "validate/types.h"

/* What there is to add to a finding, which is about an instruction if that is not 0. */
dxk_str dxki_val_note_on(dxki_val *v, const dxk_finding *f, uint32_t inst);
/* What the element at hand has, and the first one that has a row in common; empty: none has. */
dxk_str dxki_val_neighbour(dxki_val *v, const dxki_dxil_sig_element *e);
dxk_str dxki_val_enum(dxki_val *v, dxk_enum_id id, uint64_t number); /* "Tri (2)" */

#endif
