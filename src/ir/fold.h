/* SPDX-License-Identifier: MIT */
/*
 * fold.h - constant expressions as LLVM 3.7 makes them: what can be computed is, and the rest is
 * brought into the same form. Reading text (and LLVM's reading of bitcode) goes through these.
 *
 *   fold.c        selection, elements of vectors and aggregates
 *   fold_cast.c   casts            fold_arith.c  binary operators
 *   fold_cmp.c    comparisons      fold_gep.c    address computations
 *
 * Operands must be valid for the operation; nothing is checked. Each function returns the result,
 * or 0 when out of memory. Not folded, unlike in LLVM: integers of more than 64 bits, fp80, fp128
 * and ppc_fp128, the sizeof idioms of ptrtoint, truncations of expressions by their bytes, and
 * anything element by element that has more than DXKI_FOLD_ELEMENTS of them: a few characters of
 * text must not become gigabytes.
 */
#ifndef DXKI_IR_FOLD_H
#define DXKI_IR_FOLD_H

#include "ir/ir.h"

dxki_value dxki_fold_cast(dxk_module *m, dxki_op op, dxki_value value, dxki_type to);
dxki_value dxki_fold_binary(dxk_module *m, dxki_op op, uint8_t flags, dxki_value a, dxki_value b);
/* icmp and fcmp by the number of the predicate. */
dxki_value dxki_fold_compare(dxk_module *m, uint32_t predicate, dxki_value a, dxki_value b);
dxki_value dxki_fold_select(dxk_module *m, dxki_value cond, dxki_value a, dxki_value b);
dxki_value dxki_fold_extract_element(dxk_module *m, dxki_value vector, dxki_value index);
dxki_value dxki_fold_insert_element(dxk_module *m, dxki_value vector, dxki_value element,
                                    dxki_value index);
dxki_value dxki_fold_shuffle(dxk_module *m, dxki_value a, dxki_value b, dxki_value mask);
dxki_value dxki_fold_extract_value(dxk_module *m, dxki_value aggregate, const uint32_t *indices,
                                   uint32_t count);
dxki_value dxki_fold_insert_value(dxk_module *m, dxki_value aggregate, dxki_value value,
                                  const uint32_t *indices, uint32_t count);
/* ops: base and indices, `count` in all. */
dxki_value dxki_fold_gep(dxk_module *m, dxki_type source, bool inbounds, const dxki_value *ops,
                         uint32_t count);

/* --- shared by the files of folding --- */

/* What folding came to: not possible, out of memory, or a value. */
typedef enum dxki_folded { DXKI_UNFOLDED, DXKI_FOLD_FAILED, DXKI_FOLDED } dxki_folded;

/* DXKI_FOLDED with the value in *out, or DXKI_FOLD_FAILED when it is 0. */
dxki_folded dxki_fold_done(dxki_value value, dxki_value *out);

bool dxki_const_is_undef(const dxk_module *m, dxki_value value);
bool dxki_const_is_expr(const dxk_module *m, dxki_value value, dxki_op op); /* op NONE: any */
bool dxki_const_is_all_ones(const dxk_module *m, dxki_value value);
dxki_value dxki_const_all_ones(dxk_module *m, dxki_type type); /* integers and vectors of them */
/* Operand `i` of an expression. */
dxki_value dxki_const_expr_op(const dxk_module *m, dxki_value expr, uint32_t i);
/* Element `i` of a constant aggregate or vector; UNFOLDED when it is an expression. */
dxki_folded dxki_fold_element(dxk_module *m, dxki_value value, uint64_t i, dxki_value *out);

#define DXKI_FOLD_ELEMENTS 1024u

/* Folds two vectors element by element by `fold`, for which `op` is the operator or predicate,
 * into a vector of `result`. */
dxki_folded dxki_fold_by_elements(dxk_module *m, dxki_type result, dxki_value a, dxki_value b,
                                  dxki_value (*fold)(dxk_module *m, uint32_t op, dxki_value a,
                                                     dxki_value b),
                                  uint32_t op, dxki_value *out);

/* A list of values under construction. */
typedef struct dxki_value_list {
    dxk_module *m;
    dxki_value *items;
    uint32_t count, capacity;
} dxki_value_list;

/* Room for `capacity` values; false: out of memory. */
bool dxki_list_begin(dxki_value_list *list, dxk_module *m, uint32_t capacity);
void dxki_list_free(dxki_value_list *list);

#endif
