/* SPDX-License-Identifier: MIT */
/*
 * ops_resource.h - the operations on resources, and what their handlers share.
 *
 * An instruction of theirs has the operands of the operation, without the opcode, in a list at `a`.
 * An entry is DXKI_EXEC_UNDEF for an operand that is undef: coordinates that the kind lacks,
 * offsets, clamps. Results are at `dst` part by part, the status after the numbers. `n` is the
 * length of vectors, else 1; for cbufferLoadLegacy the number of members. `aux` is the letter of the
 * overload as in dxil_ops.def, `imm` the opcode; but for createHandle and createHandleForLib `aux` is
 * the opcode and `imm` the index of the program's resource. `b` has a bit for each part of the result
 * that is not read and may be left out; `c` one for each operand that is the same in all lanes
 * that run together in lockstep.
 */
#ifndef DXKI_EXEC_OPS_RESOURCE_H
#define DXKI_EXEC_OPS_RESOURCE_H

#include "exec/wave.h"
#include "exec/words.h"

/* The handler of an operation on resources; NULL: it is none. */
dxki_exec_fn *dxki_exec_resource_fn(uint32_t opcode, char overload);

/* Handlers by file. */
dxki_exec_fn dxki_exec_run_create_handle, dxki_exec_run_handle_from_binding,
    dxki_exec_run_handle_from_heap, dxki_exec_run_handle_for_lib, dxki_exec_run_annotate_handle;
dxki_exec_fn dxki_exec_run_cbuffer_load, dxki_exec_run_cbuffer_load_row, dxki_exec_run_buffer_load,
    dxki_exec_run_buffer_store, dxki_exec_run_raw_load, dxki_exec_run_raw_store,
    dxki_exec_run_vector_load, dxki_exec_run_vector_store;
dxki_exec_fn dxki_exec_run_texture_load, dxki_exec_run_texture_store,
    dxki_exec_run_texture_store_sample, dxki_exec_run_dimensions, dxki_exec_run_sample_position,
    dxki_exec_run_fully_mapped;
dxki_exec_fn dxki_exec_run_atomic, dxki_exec_run_atomic_compare, dxki_exec_run_counter;
dxki_exec_fn dxki_exec_run_sample, dxki_exec_run_gather, dxki_exec_run_lod, dxki_exec_run_feedback;

/* --- operands --- */

/* The row of operand `n`; NULL: it is undef. */
static inline const uint32_t *dxki_exec_given(const dxki_exec_wave *w, const dxki_exec_inst *i,
                                              uint32_t n)
{
    uint32_t operand = w->lists[i->a + n];
    return operand == DXKI_EXEC_UNDEF ? NULL : dxki_exec_row(w, operand);
}

/* A number of a row; 0 if there is none. */
static inline uint32_t dxki_exec_or_zero(const uint32_t *row, uint32_t lane)
{
    return row ? row[lane] : 0;
}

/* What a number that is undef is taken for, of up to 64 bits. */
uint64_t dxki_exec_undef(const dxki_exec_wave *w);
/* A number that is stored. */
static inline uint32_t dxki_exec_or_undef(const dxki_exec_wave *w, const uint32_t *row,
                                          uint32_t lane)
{
    return row ? row[lane] : (uint32_t)dxki_exec_undef(w);
}

/* A constant operand, such as a mask of components. */
static inline uint32_t dxki_exec_given_const(const dxki_exec_wave *w, const dxki_exec_inst *i,
                                             uint32_t n)
{
    return dxki_exec_or_zero(dxki_exec_given(w, i, n), 0);
}

/* True, with the number, if all active lanes, of which there are some, have the same one for operand
 * `n`; an operand that is undef is 0. */
bool dxki_exec_common(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                      uint32_t *number);
/* The view that all active lanes have as operand 0; NULL: they have several, or none is active. */
const dxki_exec_view *dxki_exec_common_view(const dxki_exec_wave *w, const dxki_exec_inst *i);

/* --- numbers --- */

/* Bytes of a number of an overload: 2, 4 or 8. */
uint32_t dxki_exec_letter_bytes(uint32_t letter);
/* A component of a texel as a register of an overload holds it, and back. */
uint32_t dxki_exec_narrow(uint32_t bits, bool is_int, uint32_t letter);
uint32_t dxki_exec_widen(uint32_t value, uint8_t coding, uint32_t letter);

/* Number `n` of a value of several parts whose first register is `first`. */
static inline uint64_t dxki_exec_part(const dxki_exec_wave *w, uint32_t first, uint32_t n,
                                      uint32_t bytes, uint32_t lane)
{
    return bytes == 8 ? dxki_exec_row64(w, first + 2 * n)[lane] : dxki_exec_row(w, first + n)[lane];
}

static inline void dxki_exec_set_part(const dxki_exec_wave *w, uint32_t first, uint32_t n,
                                      uint32_t bytes, uint32_t lane, uint64_t number)
{
    if (bytes == 8)
        dxki_exec_row64(w, first + 2 * n)[lane] = number;
    else
        dxki_exec_row(w, first + n)[lane] = (uint32_t)number;
}

/* Active lanes that write memory: all but helpers. */
static inline dxki_exec_mask dxki_exec_writers(const dxki_exec_wave *w)
{
    return (dxki_exec_mask){
        {w->mask.word[0] & ~w->helpers.word[0], w->mask.word[1] & ~w->helpers.word[1]}};
}

/* True if somebody reads part `n` of the result. */
static inline bool dxki_exec_is_read(const dxki_exec_inst *i, uint32_t n)
{
    return n >= 8 || !(i->b >> n & 1u);
}

/* The same number for all active lanes. */
static inline void dxki_exec_spread(const dxki_exec_wave *w, uint32_t *dst, uint32_t number)
{
    for (uint32_t lane = 0; lane < w->lanes; lane++)
        dst[lane] = (number & w->active[lane]) | (dst[lane] & ~w->active[lane]);
}

/* --- findings --- */

/* Tells why an access of a lane at `index` failed, if it did. */
void dxki_exec_blame(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                     const dxki_exec_view *view, dxki_exec_fault fault, uint64_t index);
/* Tells if a byte address is not a multiple of what it should be. */
void dxki_exec_check_align(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                           const dxki_exec_view *view, uint64_t at, uint32_t align);

#endif
