/* SPDX-License-Identifier: MIT */
/*
 * types.h - the types of an LLVM 3.7 module. A type is a 32-bit id into dxk_module.types;
 * structural types are made once, so equal ids mean equal types. Identified structs (the ones
 * that text shows as %name or %0) are equal only to themselves.
 *
 *   type entry          a                b            c
 *   INT                 width in bits
 *   POINTER             pointee          address space
 *   ARRAY, VECTOR       element          count, low   count, high half
 *   FUNCTION            offset           1 + params                     -> type_ops: return, params
 *   STRUCT              offset           elements     name (string id)  -> type_ops: elements
 */
#ifndef DXKI_IR_TYPES_H
#define DXKI_IR_TYPES_H

#include "dxk/base.h"

struct dxk_module;

typedef uint32_t dxki_type;   /* 0: none */
typedef uint32_t dxki_string; /* index into dxk_module.strings; 0: none (reads as "") */

typedef enum dxki_type_kind {
    DXKI_T_NONE,
    DXKI_T_VOID,
    DXKI_T_HALF,
    DXKI_T_FLOAT,
    DXKI_T_DOUBLE,
    DXKI_T_X86_FP80,
    DXKI_T_FP128,
    DXKI_T_PPC_FP128,
    DXKI_T_LABEL,
    DXKI_T_METADATA,
    DXKI_T_X86_MMX,
    DXKI_T_INT,
    DXKI_T_POINTER,
    DXKI_T_ARRAY,
    DXKI_T_VECTOR,
    DXKI_T_FUNCTION,
    DXKI_T_STRUCT
} dxki_type_kind;

/* Ids of the types that every module has from the start. The first ten are also the kinds. */
enum {
    DXKI_TY_VOID = DXKI_T_VOID,
    DXKI_TY_HALF = DXKI_T_HALF,
    DXKI_TY_FLOAT = DXKI_T_FLOAT,
    DXKI_TY_DOUBLE = DXKI_T_DOUBLE,
    DXKI_TY_X86_FP80 = DXKI_T_X86_FP80,
    DXKI_TY_FP128 = DXKI_T_FP128,
    DXKI_TY_PPC_FP128 = DXKI_T_PPC_FP128,
    DXKI_TY_LABEL = DXKI_T_LABEL,
    DXKI_TY_METADATA = DXKI_T_METADATA,
    DXKI_TY_X86_MMX = DXKI_T_X86_MMX,
    DXKI_TY_I1 = 11,
    DXKI_TY_I8 = 12,
    DXKI_TY_I16 = 13,
    DXKI_TY_I32 = 14,
    DXKI_TY_I64 = 15,
    DXKI_TY_FIRST_FREE = 16
};

enum dxki_type_flag {
    DXKI_TF_PACKED = 1,     /* struct without padding */
    DXKI_TF_VARARG = 2,     /* function with "..." */
    DXKI_TF_IDENTIFIED = 4, /* struct with an identity; `c` is its name or 0 */
    DXKI_TF_OPAQUE = 8      /* identified struct without a body (yet) */
};

typedef struct dxki_type_entry {
    uint8_t kind;   /* dxki_type_kind */
    uint8_t flags;  /* dxki_type_flag */
    uint16_t depth; /* levels of nesting below; an identified struct counts as 0. Consumers may
                       recurse over types: bounded by limits.depth */
    uint32_t a, b, c;
} dxki_type_entry;

/* What LLVM shows and writes of the number of an address space; types differ by all of it. */
#define DXKI_SPACE_MASK 0xffffffu

/* Constructors: an existing equal type or a new one. 0: out of memory. They check nothing; see
 * dxki_type_may_* below. */
dxki_type dxki_type_int(struct dxk_module *m, uint32_t width);
dxki_type dxki_type_pointer(struct dxk_module *m, dxki_type pointee, uint32_t space);
dxki_type dxki_type_array(struct dxk_module *m, dxki_type element, uint64_t count);
dxki_type dxki_type_vector(struct dxk_module *m, dxki_type element, uint32_t count);
dxki_type dxki_type_function(struct dxk_module *m, dxki_type result, const dxki_type *params,
                             uint32_t count, bool vararg);
dxki_type dxki_type_struct(struct dxk_module *m, const dxki_type *elements, uint32_t count,
                           bool packed);

/* A new identified struct, opaque until it gets a body. `name` may be 0. */
dxki_type dxki_type_identified(struct dxk_module *m, dxki_string name);
bool dxki_type_set_body(struct dxk_module *m, dxki_type type, const dxki_type *elements,
                        uint32_t count, bool packed);

/* What LLVM allows. */
bool dxki_type_may_be_element(const struct dxk_module *m, dxki_type type); /* of array, struct */
bool dxki_type_may_be_vector_element(const struct dxk_module *m, dxki_type type);
bool dxki_type_may_be_pointee(const struct dxk_module *m, dxki_type type);
bool dxki_type_may_be_param(const struct dxk_module *m, dxki_type type);
bool dxki_type_may_be_result(const struct dxk_module *m, dxki_type type);

/* Does a value of the type have a size (no function, no struct without a body, nothing that
 * contains one of these or itself)? What is found out is kept. False: out of memory. */
bool dxki_type_is_sized(struct dxk_module *m, dxki_type type, bool *sized);

#endif
