/* SPDX-License-Identifier: MIT */
/*
 * op.h - the opcodes of instructions and of constant expressions, and what is known of each:
 * the columns of spec/llvm_ops.def, which says what their values mean.
 */
#ifndef DXKI_IR_OP_H
#define DXKI_IR_OP_H

#include <stdbool.h>
#include <stdint.h>

/* DXKI_OP_ADD and so on. */
typedef enum dxki_op {
    DXKI_OP_NONE,
#define DXKI_LLVM_OP(ident, text, cls, number, family, flags, order, extra, counter)               \
    DXKI_OP_##ident,
#include "spec/llvm_ops.def"
#undef DXKI_LLVM_OP
    DXKI_OP_COUNT
} dxki_op;

typedef enum dxki_op_class {
    DXKI_OC_TERM,
    DXKI_OC_BIN,
    DXKI_OC_CAST,
    DXKI_OC_CMP,
    DXKI_OC_MEM,
    DXKI_OC_OTHER
} dxki_op_class;

/* What operands are asked for. */
typedef enum dxki_op_family {
    DXKI_OF_NONE,
    DXKI_OF_SUM,
    DXKI_OF_DIVISION,
    DXKI_OF_SHIFT,
    DXKI_OF_LOGIC,
    DXKI_OF_REAL,
    DXKI_OF_CONVERT
} dxki_op_family;

/* What the flags of an instruction are. */
typedef enum dxki_op_flags {
    DXKI_OPF_NONE,
    DXKI_OPF_WRAP,
    DXKI_OPF_EXACT,
    DXKI_OPF_FAST,
    DXKI_OPF_INBOUNDS
} dxki_op_flags;

/* May operands be exchanged? */
typedef enum dxki_op_order { DXKI_ORDER_NO, DXKI_ORDER_SWAP, DXKI_ORDER_REGROUP } dxki_op_order;

/* Extra words: a number below these, or one of them. */
enum { DXKI_EXTRA_OPS = 254, DXKI_EXTRA_LIST = 255 };

/* A statistic of dx.counters. */
typedef enum dxki_op_counter {
    DXKI_OPN_NONE,
    DXKI_OPN_FLOATS,
    DXKI_OPN_INTS,
    DXKI_OPN_UINTS,
    DXKI_OPN_ATOMIC,
    DXKI_OPN_FENCE
} dxki_op_counter;

typedef struct dxki_op_info {
    const char *text; /* "add" */
    uint8_t size;     /* of the text */
    uint8_t cls;      /* dxki_op_class */
    uint8_t number;   /* in bitcode; 255: none */
    uint8_t family;   /* dxki_op_family */
    uint8_t flags;    /* dxki_op_flags */
    uint8_t order;    /* dxki_op_order */
    uint8_t extra;    /* words after the operands; DXKI_EXTRA_ */
    uint8_t counter;  /* dxki_op_counter */
} dxki_op_info;

extern const dxki_op_info dxki_op_infos[DXKI_OP_COUNT];

static inline const dxki_op_info *dxki_op_get(uint8_t op)
{
    return &dxki_op_infos[op];
}

static inline const char *dxki_op_text(dxki_op op)
{
    return dxki_op_infos[op].text;
}

static inline dxki_op_class dxki_op_class_of(dxki_op op)
{
    return (dxki_op_class)dxki_op_infos[op].cls;
}

/* By number in bitcode: binary operators on integers, those on reals, casts. */
enum { DXKI_OP_INTS, DXKI_OP_REALS, DXKI_OP_CASTS, DXKI_OP_NUMBERS = 16 };
extern const uint8_t dxki_op_by_number[][DXKI_OP_NUMBERS];

/* The binary operator of that number, on reals or on integers; NONE: there is none. */
static inline dxki_op dxki_op_of_binary(uint64_t number, bool real)
{
    uint32_t table = real ? DXKI_OP_REALS : DXKI_OP_INTS;
    return number < DXKI_OP_NUMBERS ? (dxki_op)dxki_op_by_number[table][number] : DXKI_OP_NONE;
}

/* The cast of that number; NONE: there is none. */
static inline dxki_op dxki_op_of_cast(uint64_t number)
{
    return number < DXKI_OP_NUMBERS ? (dxki_op)dxki_op_by_number[DXKI_OP_CASTS][number]
                                    : DXKI_OP_NONE;
}

#endif
