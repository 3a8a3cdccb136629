/* SPDX-License-Identifier: MIT */
/*
 * attrs.h - attributes of functions, parameters and calls.
 *
 *   list (what a function or call has)  = pairs of (slot, set), slots ascending, function last
 *   set                                 = attributes in LLVM's order
 *
 * Lists and sets are made once: equal ids mean equal content. 0 is the empty list or set. A
 * "group" of bitcode is a (slot, set) pair.
 */
#ifndef DXKI_IR_ATTRS_H
#define DXKI_IR_ATTRS_H

#include "ir/types.h"

/* DXKI_AT_NOUNWIND and so on; the order is the order inside a set. */
typedef enum dxki_attr_kind {
    DXKI_AT_NONE,
#define DXKI_LLVM_ATTR(ident, text, number, form) DXKI_AT_##ident,
#include "spec/llvm_attrs.def"
#undef DXKI_LLVM_ATTR
    DXKI_AT_STRING,  /* "key" or "key"="value" */
    DXKI_AT_UNKNOWN, /* a number that 3.7 does not know: kept, `value` holds it */
    DXKI_AT_COUNT
} dxki_attr_kind;

typedef struct dxki_attr {
    uint32_t kind;           /* dxki_attr_kind */
    dxki_string key, string; /* DXKI_AT_STRING */
    uint32_t spare;
    uint64_t value; /* of align (bytes), alignstack, dereferenceable..., UNKNOWN: its number */
} dxki_attr;

#define DXKI_ATTR_SLOT_RETURN   0u
#define DXKI_ATTR_SLOT_FUNCTION 0xffffffffu /* parameters: 1 + index */

typedef struct dxki_attr_slot {
    uint32_t slot;
    uint32_t set;
} dxki_attr_slot;

typedef struct dxki_attr_span {
    uint32_t offset, count;
} dxki_attr_span;

const char *dxki_attr_text(dxki_attr_kind kind);       /* "nounwind"; "" for STRING, UNKNOWN */
uint32_t dxki_attr_number(dxki_attr_kind kind);        /* in bitcode */
dxki_attr_kind dxki_attr_from_number(uint64_t number); /* DXKI_AT_NONE: unknown */
bool dxki_attr_is_valued(dxki_attr_kind kind);

const dxki_attr *dxki_attr_set(const struct dxk_module *m, uint32_t set, uint32_t *count);
const dxki_attr_slot *dxki_attr_list(const struct dxk_module *m, uint32_t list, uint32_t *count);

/* The set of one slot of a list; 0: none. */
uint32_t dxki_attr_list_set(const struct dxk_module *m, uint32_t list, uint32_t slot);

/* Constructors; UINT32_MAX: out of memory. The set is sorted (`attrs` is changed) and repeated
 * kinds are dropped, the last one wins. Slots must be ascending, with sets that are not 0. */
uint32_t dxki_attr_make_set(struct dxk_module *m, dxki_attr *attrs, uint32_t count);
uint32_t dxki_attr_make_list(struct dxk_module *m, const dxki_attr_slot *slots, uint32_t count);

#endif
