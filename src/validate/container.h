/* SPDX-License-Identifier: MIT */
/*
 * container.h - inside of the checks of parts.
 *
 *   container.c           which parts there may and must be; the small ones
 *   container_compare.c   parts made anew from the module: features, signatures, RDAT
 *   container_differ.c    errors about parts, and what differs in these
 *   container_psv0.c      PSV0, compared by meaning     container_shape.c    its sizes
 *   container_state.c     its dependencies              container_tables.c   its shared tables
 *   container_order.c     the order in which the reference lists what is not used
 *   container_rootsig.c   a root signature and the shader's bindings
 */
#ifndef DXKI_VALIDATE_CONTAINER_H
#define DXKI_VALIDATE_CONTAINER_H

#include "dxk/psv0.h"
#include "validate/run.h"

/* An error about a part, by the name that the reference has for it. */
bool dxki_val_has_patch_signature(const dxki_val *v);

/* --- container_compare.c --- */

/* Signature `which` of the module. */
void dxki_val_check_signature(dxki_val *v, uint32_t which, dxk_bytes content);
void dxki_val_check_features(dxki_val *v, dxk_bytes content);
void dxki_val_check_rdat(dxki_val *v, dxk_bytes content);

/* --- container_psv0.c --- */

void dxki_val_check_psv0(dxki_val *v, dxk_bytes content);

/* --- container_shape.c --- */

/* Sizes are those of the version; false: they are not, which is reported. */
bool dxki_val_check_psv0_shape(dxki_val *v, dxk_bytes content, uint32_t version);

/* --- container_state.c --- */

/* Do both say the same of dependencies, or the part what the module says? True also when out of
 * memory (v->failed). */
bool dxki_val_is_same_state(dxki_val *v, const dxk_psv0 *part, const dxk_psv0 *made);

/* --- container_tables.c --- */

/* The string table and the table of semantic indices of PSV0, and what of them is used. */
typedef struct dxki_val_tables {
    const dxk_psv0 *psv;
    uint8_t *strings; /* by offset: a string begins here, it is used */
    uint8_t *indices; /* by index: it is used */
} dxki_val_tables;

bool dxki_val_tables_init(dxki_val *v, dxki_val_tables *t, const dxk_psv0 *psv);
/* Marks a string, or a run of indices, as used. False: it lies outside. */
bool dxki_val_tables_use_string(dxki_val_tables *t, uint32_t offset);
bool dxki_val_tables_use_indices(dxki_val_tables *t, uint32_t first, uint32_t count);
void dxki_val_tables_check(dxki_val *v, const dxki_val_tables *t);

/* --- container_order.c --- */

/* `count` numbers without repetition, in the order in which they are put into a hash table. Puts
 * them into the order in which that lists them. False: out of memory. */
bool dxki_val_hash_order(dxki_val *v, uint32_t *numbers, uint32_t count);

/* --- container_rootsig.c --- */

/* `psv0`: the part that tells the shader's bindings. */
void dxki_val_check_root_signature(dxki_val *v, dxk_bytes content, dxk_bytes psv0);

/* --- container_differ.c --- */

void dxki_val_part_error(dxki_val *v, dxki_vrule rule, uint32_t fourcc);
/* Both sides of a mismatch; `where`, maybe of `what`, is not as it must be. */
void dxki_val_psv0_differs(dxki_val *v, const char *what, dxki_arg part, dxki_arg module);
void dxki_val_psv0_invalid(dxki_val *v, const char *where, const char *what);
/* Adds to the finding before what the part at hand has and what it should have. */
void dxki_val_hint_difference(dxki_val *v, dxk_bytes have, dxk_bytes want);

#endif
