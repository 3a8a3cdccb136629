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
typedef struct dxki_named {
    dxk_str name;
    uint32_t number;
    bool is_block;
} dxki_named;

typedef struct dxki_writer {
    const dxk_module *m;
    dxk_ctx *ctx;
    dxki_os os;
    dxki_numbers n;
    dxki_uselists uses;
    bool keep_uses; /* write use lists */
    dxki_os_abbrev abbrevs[DXKI_WA_COUNT];
    DXKI_VEC(dxki_named) names; /* of one symbol table */
    uint32_t next_value;        /* number of the next instruction */
    size_t next_attachment;     /* of the next instruction */
    dxki_md last_location;      /* debug location written last in this function */
    dxk_status status;          /* a module that cannot be written */
} dxki_writer;

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
void dxki_write_define(dxki_writer *w, dxki_os_abbrev *abbrev, uint32_t *next);

/* Bits that hold the numbers 0..count; the rounded-up binary logarithm. */
uint8_t dxki_log2_ceil(uint64_t value);
uint8_t dxki_type_width(const dxki_writer *w);

/* A number with its sign in the lowest bit. */
static inline uint64_t dxki_rotate_sign(uint64_t value)
{
    return value >> 63 ? (~value + 1) << 1 | 1 : value << 1;
}

/* Gathers characters as operands: bytes from 0x80 on are sign-extended to `width` bits, as LLVM
 * does in some records. */
void dxki_write_chars(dxki_writer *w, dxk_str text, uint32_t width);

/* Adds a value's number, or stops the writing when it has none. */
void dxki_write_value_op(dxki_writer *w, dxki_value value);
static inline void dxki_write_type_op(dxki_writer *w, dxki_type type)
{
    dxki_os_op(&w->os, dxki_number_of_type(&w->n, type));
}

void dxki_write_blockinfo(dxki_writer *w);
void dxki_write_attrs(dxki_writer *w);
void dxki_write_types(dxki_writer *w);
void dxki_write_consts(dxki_writer *w, size_t first, size_t end, bool global);
void dxki_write_module_mds(dxki_writer *w);
void dxki_write_md_kinds(dxki_writer *w);
void dxki_write_local_mds(dxki_writer *w);
void dxki_write_attachments(dxki_writer *w, uint32_t global);
void dxki_write_location(dxki_writer *w, uint32_t inst);
void dxki_write_function(dxki_writer *w, uint32_t global);
uint32_t dxki_binop_number(dxki_op op);

/* Symbol table: gather names, then write them sorted (no block when there are none). */
void dxki_write_add_name(dxki_writer *w, dxki_value value);
void dxki_write_names(dxki_writer *w);

void dxki_write_uselists(dxki_writer *w, uint32_t function);

#endif
