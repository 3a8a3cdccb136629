/* SPDX-License-Identifier: MIT */
/*
 * parse.h - a listing back to a program. A line is an instruction; one structure goes through all
 * of the parsing files. The table of opcodes drives parsing as it drives printing.
 */
#ifndef DXKI_FXC_PARSE_H
#define DXKI_FXC_PARSE_H

#include "base/diag.h"
#include "base/vec.h"
#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"

typedef struct dxki_fxc_parser {
    dxk_ctx *ctx;
    dxk_status status; /* sticky */
    bool quiet;        /* mistakes are not reported */

    const char *at;    /* next character */
    const char *end;   /* end of the line */
    const char *start; /* of the line */
    const char *limit; /* end of the text */
    uint32_t line;     /* its number, from 1 */
    bool over;         /* the text ended after the code */

    uint32_t version; /* version token */
    bool sm51;
    DXKI_VEC(dxk_dxbc_instruction) instructions;
    DXKI_VEC(dxk_dxbc_operand) operands;
    DXKI_VEC(uint32_t) words;
    uint8_t order[DXKI_SM4_COUNT]; /* opcodes by name */
    uint32_t order_count;
} dxki_fxc_parser;

void dxki_fxc_parser_init(dxki_fxc_parser *p, dxk_ctx *ctx, dxk_str text);
void dxki_fxc_parser_finish(dxki_fxc_parser *p);

/* Goes on to the next line; false at the end of the text. */
bool dxki_fxc_parse_line(dxki_fxc_parser *p);

/* Goes on to the next line and over the mark of its comment; false if it has none. */
bool dxki_fxc_parse_comment(dxki_fxc_parser *p);

/* Reports DXBC.SYNTAX at the current place: "WHAT expected". Returns false. */
bool dxki_fxc_parse_expected(dxki_fxc_parser *p, const char *what);

/* Makes `status` sticky; true when all is well. */
bool dxki_fxc_parse_check(dxki_fxc_parser *p, dxk_status status);

/* ---------------------------------------------------------------------------------------- */
/* Characters and words                                                                       */

void dxki_fxc_skip_blanks(dxki_fxc_parser *p);

/* True, and steps over it, when `text` is next. */
bool dxki_fxc_accept(dxki_fxc_parser *p, const char *text);

/* The same, reporting when it is not. */
bool dxki_fxc_expect(dxki_fxc_parser *p, const char *text);

/* Letters, digits and underscores; empty when there are none. */
dxk_str dxki_fxc_parse_word(dxki_fxc_parser *p);

/* A whole number, decimal or hexadecimal, of 32 bits; the second one may have a sign. */
bool dxki_fxc_parse_u32(dxki_fxc_parser *p, uint32_t *value);
bool dxki_fxc_parse_i64(dxki_fxc_parser *p, int64_t *value);

/* A whole number between two others; reports `what` when it is another one. */
bool dxki_fxc_parse_within(dxki_fxc_parser *p, int64_t least, int64_t most, const char *what,
                           int64_t *value);

/* The word at the current place as a member of an enumeration; reports `what` when it is none.
 * Words may hold blanks, so the longest member that fits is taken. */
bool dxki_fxc_parse_enum(dxki_fxc_parser *p, dxk_enum_id set, const char *what, uint32_t *value);

/* A value by the rule of `letter` (sm4_opcodes.def), as its 32 bits. */
bool dxki_fxc_parse_value(dxki_fxc_parser *p, char letter, uint32_t *bits);
bool dxki_fxc_parse_double(dxki_fxc_parser *p, uint64_t *bits);

/* ---------------------------------------------------------------------------------------- */
/* Building                                                                                   */

bool dxki_fxc_push_word(dxki_fxc_parser *p, uint32_t word);

/* Parses an operand into `slot` of p->operands; `letter` tells its role and how values read. */
bool dxki_fxc_parse_operand(dxki_fxc_parser *p, size_t slot, char letter, uint32_t depth);

/* Makes operand `slot` of a register with plain indices. */
bool dxki_fxc_make_operand(dxki_fxc_parser *p, size_t slot, uint32_t token, const uint32_t *indices,
                           uint32_t count);

/* Parses what follows the mnemonic of a declaration; *token has the opcode and collects bits. */
bool dxki_fxc_parse_declaration(dxki_fxc_parser *p, const dxki_dxbc_opcode *op, uint32_t *token,
                                size_t slot);

/* "(float,float,float,float)" as four nibbles. */
bool dxki_fxc_parse_return_types(dxki_fxc_parser *p, uint32_t *nibbles);

/* "dcl_immediateConstantBuffer { ... }", over several lines. */
bool dxki_fxc_parse_constants(dxki_fxc_parser *p);

/* After "printf " or "errorf ". */
bool dxki_fxc_parse_message(dxki_fxc_parser *p, bool error);

/* The line that p is at; p->version and p->sm51 are set. */
bool dxki_fxc_parse_code_line(dxki_fxc_parser *p);

/* From the version line to the end of the text, or to the line that lists the parts. */
bool dxki_fxc_parse_code(dxki_fxc_parser *p);
#define DXKI_PARTS "// parts:"

#endif
