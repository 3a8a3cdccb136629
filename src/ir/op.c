/* SPDX-License-Identifier: MIT */
/* op.c - the table of opcodes; see op.h. */
#include "ir/op.h"

enum {
    EXTRA_0 = 0,
    EXTRA_1 = 1,
    EXTRA_2 = 2,
    EXTRA_OPS = DXKI_EXTRA_OPS,
    EXTRA_LIST = DXKI_EXTRA_LIST
};

const dxki_op_info dxki_op_infos[DXKI_OP_COUNT] = {
    [DXKI_OP_NONE] = {"", 0, DXKI_OC_OTHER, 255, 0, 0, 0, 0, 0},
#define DXKI_LLVM_OP(ident, text, cls, number, family, flags, order, extra, counter)               \
    [DXKI_OP_##ident] = {text,                                                                     \
                         sizeof(text) - 1,                                                         \
                         DXKI_OC_##cls,                                                            \
                         number,                                                                   \
                         DXKI_OF_##family,                                                         \
                         DXKI_OPF_##flags,                                                         \
                         DXKI_ORDER_##order,                                                       \
                         EXTRA_##extra,                                                            \
                         DXKI_OPN_##counter},
#include "spec/llvm_ops.def"
#undef DXKI_LLVM_OP
};

#define TABLE_SUM      DXKI_OP_INTS
#define TABLE_DIVISION DXKI_OP_INTS
#define TABLE_SHIFT    DXKI_OP_INTS
#define TABLE_LOGIC    DXKI_OP_INTS
#define TABLE_REAL     DXKI_OP_REALS
#define BY_TERM(f, n, op)
#define BY_BIN(f, n, op)  [TABLE_##f][n] = op,
#define BY_CAST(f, n, op) [DXKI_OP_CASTS][n] = op,
#define BY_CMP(f, n, op)
#define BY_MEM(f, n, op)
#define BY_OTHER(f, n, op)

const uint8_t dxki_op_by_number[][DXKI_OP_NUMBERS] = {
#define DXKI_LLVM_OP(ident, text, cls, number, family, flags, order, extra, counter)               \
    BY_##cls(family, number, DXKI_OP_##ident)
#include "spec/llvm_ops.def"
#undef DXKI_LLVM_OP
};
