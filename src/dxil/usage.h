/* SPDX-License-Identifier: MIT */
/*
 * usage.h - calls that read or write signature elements, and what follows from them: masks
 * (usage.c), dependence of outputs on inputs and ViewID (dependence.c).
 */
#ifndef DXKI_DXIL_USAGE_H
#define DXKI_DXIL_USAGE_H

#include "dxil/dxil.h"
#include "dxk/packing.h"

/* An access to a component of a signature element. */
typedef struct dxki_dxil_access {
    uint32_t which; /* dxk_signature_kind */
    uint32_t id;    /* element */
    uint32_t row;   /* in the element; 0 when it is not known */
    bool row_known;
    uint32_t column;
    bool writes;
    bool control_point; /* LoadOutputControlPoint: an output that is read */
} dxki_dxil_access;

/* False: the instruction is no access, or not one to a known element and column. */
bool dxki_dxil_find_access(const dxk_module *m, const dxki_inst *inst, dxki_dxil_access *access);

/* Adds to the usage and dynamic-index masks of the elements, `counts` pointers to each signature's,
 * what a function does; `function`: index in globals, 0: all of them. False: *fault is no component of
 * an element. */
bool dxki_dxil_find_usage(const dxk_module *m, uint32_t function,
                          dxki_dxil_sig_element *const *const elements[3], const uint32_t counts[3],
                          dxki_dxil_access *fault);

/* Makes the masks of an entry point's elements those of the code, in elements of its own, which live in
 * the arena. False: out of memory. */
bool dxki_dxil_renew_masks(const dxk_dxil *d, const dxki_dxil_entry *entry, dxki_arena *arena);

/* The words of dx.viewIdState (drawn in dxil.h), appended to `words` 32 bits each, little-endian.
 * Of `d`, entry point 0 and its signatures, shader model and flags are looked at. Nothing is
 * appended for programs that have no such state. DXK_E_NOMEM, DXK_E_LIMIT. */
dxk_status dxki_dxil_find_dependence(const dxk_dxil *d, dxk_buffer *words);

/* The same words where no output depends on anything: for a module that passes change before
 * dxki_dxil_renew_dependence() is asked. */
dxk_status dxki_dxil_blank_dependence(const dxk_dxil *d, dxk_buffer *words);

/* Gives the view of a module this state, to be written with the rest of the metadata. */
dxk_status dxki_dxil_put_blank_dependence(dxk_module *m, dxk_dxil *d);

/* Gives the view of a module the state that its code has, to be written with the rest of the
 * metadata; *differs becomes true if it was another. A module that has none stays without it. */
dxk_status dxki_dxil_renew_dependence(dxk_module *m, dxk_dxil *d, bool *differs);

/* Marks the members of constant and texture buffers that the code reads, to be written with the
 * rest of the metadata. False: out of memory. (constants_used.c) */
bool dxki_dxil_find_constants_used(dxk_dxil *d);

#endif
