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
#include "validate/validate.h"

/* One element in its signature, with what follows from the point of the pipeline. */
typedef struct dxki_velement {
    const dxki_sig_element *e;
    uint32_t semantic;
    dxki_semantic_use use;
    dxk_str name;
    const char *system_name; /* of the system value, or "" */
    uint32_t type;           /* of a component; packed bytes count as a number */
    uint32_t width;          /* its bits, 0: none */
    bool is_float, is_int, is_bool;
    bool allocated;
} dxki_velement;

/* The rows of one stream of a signature; begins with zeros. */
typedef struct dxki_vpacker {
    dxki_register rows[DXK_SIGNATURE_REGISTERS];
} dxki_vpacker;

/* Is there an element like this at its point of the pipeline? */
static inline bool dxki_vis_in_signature(const dxki_velement *el)
{
    return el->use != DXKI_SEMANTIC_NOT_ALLOWED && el->use != DXKI_SEMANTIC_NOT_IN_SIGNATURE;
}

/* And has it a place among the packed ones? */
static inline bool dxki_vis_packed(const dxki_velement *el)
{
    return dxki_vis_in_signature(el) && el->use != DXKI_SEMANTIC_NOT_PACKED &&
           el->use != DXKI_SEMANTIC_SHADOW;
}

/* Puts an element into its rows, or tells which rule keeps it out. */
void dxki_vpack(dxki_val *v, dxki_vpacker *k, const dxki_velement *el);
/* The ViewID of a pixel shader takes a component of its own: is there one? */
void dxki_vpack_view_id(dxki_val *v, const dxki_vpacker *k);

#endif
