/* SPDX-License-Identifier: MIT */
/* elements.h - what an element of a signature means at its point of the pipeline. */
#ifndef DXKI_VALIDATE_ELEMENTS_H
#define DXKI_VALIDATE_ELEMENTS_H

#include "dxil/dxil.h"
#include "spec/semantics.h"

/* The semantic and its use at the point of signature `which` of the stage. */
uint32_t dxki_val_semantic(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e,
                           dxki_semantic_use *use);
/* True if the stage reads inputs (0), writes outputs (1), has patch constants or primitives (2). */
bool dxki_val_has_signature(uint32_t stage, uint32_t which);
dxk_str dxki_val_element_name(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e);

#endif
