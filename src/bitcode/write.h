/* SPDX-License-Identifier: MIT */
/*
 * write.h - inside of the module writer: what its files share. The bytes are those of LLVM 3.7's
 * writer: the same blocks in the same order, the same abbreviations, chosen the same way.
 *
 *   write.c         the module block: tables, globals, symbol table, order of everything
 *   write_types.c   attributes, types, BLOCKINFO
 *   write_consts.c  constants
 *   write_md.c      metadata, attachments, debug locations
 *   write_func.c    function bodies
 *   write_names.c   sorted symbol tables, numbered strings
 *   uselist.c       use lists
 */
#ifndef DXKI_BITCODE_WRITE_H
#define DXKI_BITCODE_WRITE_H

#include "bitcode/enumerate.h"
#include "bitcode/outstream.h"
#include "bitcode/uselist.h"

/* Abbreviations that blocks get from BLOCKINFO. */
enum {
    DXKI_WA_VST_8,
    DXKI_WA_VST_7,
    DXKI_WA_VST_6,
    DXKI_WA_VST_BB_6,
    DXKI_WA_SETTYPE,
    DXKI_WA_INTEGER,
    DXKI_WA_CE_CAST,
    DXKI_WA_NULL,
    DXKI_WA_LOAD,
    DXKI_WA_BINOP,
    DXKI_WA_BINOP_FLAGS,
    DXKI_WA_CAST,
    DXKI_WA_RET_VOID,
    DXKI_WA_RET_VALUE,
    DXKI_WA_UNREACHABLE,
    DXKI_WA_GEP,
    DXKI_WA_COUNT
};

/* A name and the number of what bears it. */
typedef struct dxki_bc_named {
    dxk_str name;
    uint32_t number;
    bool is_block;
} dxki_bc_named;

typedef struct dxki_bc_writer {
    const dxk_module *m;
    dxk_ctx *ctx;
    dxki_bc_out os;
    dxki_bc_numbers n;
    dxki_bc_uselists uses;
    bool keep_uses; /* write use lists */
    dxki_bc_out_abbrev abbrevs[DXKI_WA_COUNT];
    DXKI_VEC(dxki_bc_named) names; /* of one symbol table */
    uint32_t next_value;           /* number of the next instruction */
    dxki_md last_location;         /* debug location written last in this function */
    dxk_status status;             /* a module that cannot be written */
} dxki_bc_writer;

/* Describes one abbreviation operand. */
#define DXKI_LIT(number)                                                                           \
    {                                                                                              \
        DXKI_ENC_LITERAL, (number)                                                                 \
    }
#define DXKI_FIX(width)                                                                            \
    {                                                                                              \
        DXKI_ENC_FIXED, (width)                                                                    \
    }
#define DXKI_VBR(width)                                                                            \
    {                                                                                              \
        DXKI_ENC_VBR, (width)                                                                      \
    }
#define DXKI_ARR                                                                                   \
    {                                                                                              \
        DXKI_ENC_ARRAY, 0                                                                          \
    }
#define DXKI_CHAR6                                                                                 \
    {                                                                                              \
        DXKI_ENC_CHAR6, 0                                                                          \
    }

/* Defines an abbreviation in the current block under the next id there (*next). */
void dxki_bc_write_define(dxki_bc_writer *w, dxki_bc_out_abbrev *abbrev, uint32_t *next);

/* Bits that hold the numbers 0..count; the rounded-up binary logarithm. */
uint8_t dxki_bc_log2_ceil(uint64_t value);
uint8_t dxki_bc_type_width(const dxki_bc_writer *w);

/* A number with its sign in the lowest bit. */
static inline uint64_t dxki_bc_rotate_sign(uint64_t value)
{
    return value >> 63 ? (~value + 1) << 1 | 1 : value << 1;
}

/* Gathers characters as operands: bytes from 0x80 on are sign-extended to `width` bits, as LLVM
 * does in some records. */
void dxki_bc_write_chars(dxki_bc_writer *w, dxk_str text, uint32_t width);

/* Adds a value's number, or stops the writing when it has none. */
void dxki_bc_write_value_op(dxki_bc_writer *w, dxki_value value);
static inline void dxki_bc_write_type_op(dxki_bc_writer *w, dxki_type type)
{
    dxki_bc_out_op(&w->os, dxki_bc_number_of_type(&w->n, type));
}

void dxki_bc_write_blockinfo(dxki_bc_writer *w);
void dxki_bc_write_attrs(dxki_bc_writer *w);
void dxki_bc_write_types(dxki_bc_writer *w);
void dxki_bc_write_consts(dxki_bc_writer *w, size_t first, size_t end, bool global);
void dxki_bc_write_module_mds(dxki_bc_writer *w);
void dxki_bc_write_md_kinds(dxki_bc_writer *w);
void dxki_bc_write_local_mds(dxki_bc_writer *w);
void dxki_bc_write_attachments(dxki_bc_writer *w, uint32_t global);
void dxki_bc_write_location(dxki_bc_writer *w, uint32_t inst);
void dxki_bc_write_function(dxki_bc_writer *w, uint32_t global);

/* Symbol table: gather names, then write them sorted (no block when there are none). */
void dxki_bc_write_add_name(dxki_bc_writer *w, dxki_value value);
void dxki_bc_write_names(dxki_bc_writer *w);

void dxki_bc_write_uselists(dxki_bc_writer *w, uint32_t function);

#endif
