/* SPDX-License-Identifier: MIT */
/*
 * bitcode.h - the numbers of the bit stream container, and the table of blocks and records of
 * LLVM 3.7 bitcode (bitcode_records.def).
 */
#ifndef DXKI_SPEC_BITCODE_H
#define DXKI_SPEC_BITCODE_H

#include "dxk/base.h"

/* First bytes, as little-endian words. */
#define DXKI_BITCODE_MAGIC   0xdec04342u /* 'B' 'C' C0 DE */
#define DXKI_BITCODE_WRAPPER 0x0b17c0deu

/* Abbreviation ids that every block has. */
enum {
    DXKI_ABBREV_END_BLOCK = 0,
    DXKI_ABBREV_ENTER_SUBBLOCK = 1,
    DXKI_ABBREV_DEFINE = 2,
    DXKI_ABBREV_UNABBREV = 3,
    DXKI_ABBREV_FIRST = 4 /* first defined one */
};

/* Encodings in a definition. */
enum {
    DXKI_ENC_LITERAL = 0, /* not a number of the stream: the literal flag */
    DXKI_ENC_FIXED = 1,
    DXKI_ENC_VBR = 2,
    DXKI_ENC_ARRAY = 3,
    DXKI_ENC_CHAR6 = 4,
    DXKI_ENC_BLOB = 5
};

/* DXKI_BLK_FUNCTION = 12, DXKI_REC_BINOP = 2 and so on. */
enum {
#define DXKI_BLOCK(ident, id, name)                      DXKI_BLK_##ident = id,
#define DXKI_RECORD(block, code, ident, shown, operands) DXKI_REC_##ident = code,
#include "spec/bitcode_records.def"
#undef DXKI_BLOCK
#undef DXKI_RECORD
    DXKI_BLK_COUNT = 19,
    DXKI_REC_LIMIT = 48 /* larger than any code */
};

/* Bits of calls beside the calling convention, of invokes, and of allocas beside the alignment. */
enum {
    DXKI_CALL_TAIL = 1,
    DXKI_CALL_CC_SHIFT = 1,
    DXKI_CALL_CC_MASK = 0x1fff,
    DXKI_CALL_MUSTTAIL = 1 << 14,
    DXKI_CALL_EXPLICIT_TYPE = 1 << 15,
    DXKI_INVOKE_EXPLICIT_TYPE = 1 << 13,
    DXKI_ALLOCA_INALLOCA = 1 << 5,
    DXKI_ALLOCA_EXPLICIT_TYPE = 1 << 6
};

/* Widths of the fields of operators in the abbreviations that LLVM defines for them. */
enum { DXKI_BINOP_VALUE = 6, DXKI_BINOP_OPCODE = 4, DXKI_BINOP_FLAGS = 7 };

typedef struct dxki_bc_record_spec {
    const char *name;     /* "BINOP"; NULL: there is no such record */
    const char *shown;    /* "INST_BINOP", or "" */
    const char *operands; /* "V v0 L L?" */
} dxki_bc_record_spec;

extern const dxki_bc_record_spec dxki_bc_record_specs[DXKI_BLK_COUNT][DXKI_REC_LIMIT];

/* The row of a record; NULL when there is none. */
static inline const dxki_bc_record_spec *dxki_record_spec_get(uint32_t block, uint32_t code)
{
    if (block >= DXKI_BLK_COUNT || code >= DXKI_REC_LIMIT ||
        !dxki_bc_record_specs[block][code].name)
        return NULL;
    return &dxki_bc_record_specs[block][code];
}

/* "FUNCTION_BLOCK"; NULL for an unknown block. */
const char *dxki_bc_block_name(uint32_t block);

#endif
