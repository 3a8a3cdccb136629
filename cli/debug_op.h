/* SPDX-License-Identifier: MIT */
/* debug_op.h - the operators of expressions; see debug_eval.c. */
#ifndef CLI_DEBUG_OP_H
#define CLI_DEBUG_OP_H

#include "debug.h"

typedef enum debug_op {
    DEBUG_OP_OR,
    DEBUG_OP_AND,
    DEBUG_OP_BIT_OR,
    DEBUG_OP_XOR,
    DEBUG_OP_BIT_AND,
    DEBUG_OP_EQ,
    DEBUG_OP_NE,
    DEBUG_OP_LE,
    DEBUG_OP_GE,
    DEBUG_OP_SHL,
    DEBUG_OP_SHR,
    DEBUG_OP_LT,
    DEBUG_OP_GT,
    DEBUG_OP_ADD,
    DEBUG_OP_SUB,
    DEBUG_OP_MUL,
    DEBUG_OP_DIV,
    DEBUG_OP_REM
} debug_op;

/* Numbers as values; a value that is a number, as a real. */
debug_value debug_integer(int64_t value);
debug_value debug_number(double value);
double debug_real(const debug_value *v);

/* Applies an operator to two numbers; NULL, or why that cannot be. */
const char *debug_compute(debug_op op, const debug_value *a, const debug_value *b,
                          debug_value *out);

#endif
