/* SPDX-License-Identifier: MIT */
/*
 * signature.h - what the two halves of the rules about signatures share: an element with what
 * follows from its place in the pipeline (signatures.c), the rows that elements are packed into
 * (signature_rows.c).
 */
#ifndef DXKI_VALIDATE_SIGNATURE_H
#define DXKI_VALIDATE_SIGNATURE_H

#include "dxk/packing.h"
#include "dxil/register.h"
#include "validate/run.h"

/* One element in its signature, with what follows from the point of the pipeline. */
typedef struct dxki_val_element {
    const dxki_dxil_sig_element *e;
    uint32_t semantic;
    dxki_semantic_use use;
    dxk_str name;
    const char *system_name; /* of the system value, or "" */
    uint32_t type;           /* of a component; packed bytes count as a number */
    uint32_t width;          /* its bits, 0: none */
    bool is_float, is_int, is_bool;
    bool allocated;
} dxki_val_element;

/* The rows of one stream of a signature; begins with zeros. */
typedef struct dxki_val_packer {
    dxki_dxil_register rows[DXK_SIGNATURE_REGISTERS];
} dxki_val_packer;

/* Is there an element like this at its point of the pipeline? */
static inline bool dxki_val_is_in_signature(const dxki_val_element *el)
{
    return el->use != DXKI_SEMANTIC_NOT_ALLOWED && el->use != DXKI_SEMANTIC_NOT_IN_SIGNATURE;
}

/* And has it a place among the packed ones? */
static inline bool dxki_val_is_packed(const dxki_val_element *el)
{
    return dxki_val_is_in_signature(el) && el->use != DXKI_SEMANTIC_NOT_PACKED &&
           el->use != DXKI_SEMANTIC_SHADOW;
}

/* Puts an element into its rows, or tells which rule keeps it out. */
void dxki_val_pack(dxki_val *v, dxki_val_packer *k, const dxki_val_element *el);
/* The ViewID of a pixel shader takes a component of its own: is there one? */
void dxki_val_pack_view_id(dxki_val *v, const dxki_val_packer *k);

#endif
