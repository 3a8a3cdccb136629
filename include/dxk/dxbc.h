/* SPDX-License-Identifier: MIT */
/*
 * dxk/dxbc.h - programs of shader models 4 and 5: decodes, encodes and checks the tokens of SHDR
 * and SHEX parts, and prints and parses their listings.
 *
 *   +---------+--------+-------------+-------------+-----
 *   | version | length | instruction | instruction | ...       32-bit tokens, little-endian
 *   +---------+--------+-------------+-------------+-----
 *   instruction: opcode token, extended opcode tokens, operands, more words
 *   operand:     operand token, extended operand tokens, indices, value
 *
 * A decoded program consists of three arrays, of instructions, operands and words, which refer to
 * each other by index. Unknown opcodes, surplus words and custom data are kept, so that encoding
 * gives the same tokens. Source: d3d11tokenizedprogramformat.hpp of the Windows SDK.
 */
#ifndef DXK_DXBC_H
#define DXK_DXBC_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/legacy.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* An operand. Its words in dxk_dxbc_program.words are, in this order: the extended operand tokens;
 * for each index, its number if it has one (the low word first if it has 64 bits), and the index
 * of the operand to add if it is relative; and the value, for an immediate. */
typedef struct dxk_dxbc_operand {
    uint32_t token;      /* operand token as in the file */
    uint32_t words;      /* index of its first word in dxk_dxbc_program.words */
    uint16_t word_count; /* number of its words */
    uint8_t extended;    /* number of extended operand tokens among them */
    uint8_t value;       /* number of words of the value among them: 0, 1, 2 or 4 */
} dxk_dxbc_operand;

/* An instruction, declaration or custom data. */
typedef struct dxk_dxbc_instruction {
    uint32_t token;         /* opcode token as in the file */
    uint32_t offset;        /* offset in tokens from the version token */
    uint32_t words;         /* index of its first extended opcode token in dxk_dxbc_program.words */
    uint32_t operands;      /* index of its first operand in dxk_dxbc_program.operands */
    uint32_t tail;          /* index of its first word after the operands in
                               dxk_dxbc_program.words */
    uint32_t tail_count;    /* number of words after the operands; of custom data, all but the
                               length */
    uint8_t extended;       /* number of extended opcode tokens */
    uint8_t lead;           /* number of words between these and the operands (fcall) */
    uint16_t operand_count; /* number of operands */
} dxk_dxbc_instruction;

/* A decoded program. */
typedef struct dxk_dxbc_program {
    uint32_t version;                   /* version token: minor version, major version, stage */
    dxk_dxbc_instruction *instructions; /* instructions, in order */
    size_t instruction_count;           /* number of `instructions` */
    dxk_dxbc_operand *operands;         /* operands of instructions, then those of indices */
    size_t operand_count;               /* number of `operands` */
    uint32_t *words;                    /* words of instructions and operands */
    size_t word_count;                  /* number of `words` */
    dxk_bytes rest;                     /* bytes beyond the program's length; usually none */
} dxk_dxbc_program;

/* Return the major version, the minor version and the stage that the version token states. */
DXK_API uint32_t dxk_dxbc_major(const dxk_dxbc_program *program);
DXK_API uint32_t dxk_dxbc_minor(const dxk_dxbc_program *program);
DXK_API uint32_t dxk_dxbc_program_stage(const dxk_dxbc_program *program); /* dxk_dxbc_stage */

/* Returns the opcode of an instruction. */
DXK_API uint32_t dxk_dxbc_opcode(const dxk_dxbc_instruction *instruction);

/* Returns the mnemonic of an opcode without suffixes, such as "sample_l"; NULL if the opcode is
 * unknown. Static storage. */
DXK_API const char *dxk_dxbc_opcode_name(uint32_t opcode);

/* Returns the kind of register of an operand, a dxk_dxbc_register. */
DXK_API uint32_t dxk_dxbc_register_kind(const dxk_dxbc_operand *operand);

/* An index of an operand: the sum of a number and an operand, either of which may be absent. */
typedef struct dxk_dxbc_index {
    uint64_t number;  /* number; 0 if absent */
    bool has_number;  /* the number is present */
    bool relative;    /* an operand is added */
    uint32_t operand; /* index of that operand in dxk_dxbc_program.operands */
} dxk_dxbc_index;

/* Returns the number of indices of an operand, 0 to 3. */
DXK_API uint32_t dxk_dxbc_index_count(const dxk_dxbc_operand *operand);

/* Returns index `which` of an operand; all zero past the end. */
DXK_API dxk_dxbc_index dxk_dxbc_index_get(const dxk_dxbc_program *program,
                                          const dxk_dxbc_operand *operand, uint32_t which);

/*
 * Decodes the content of a SHDR or SHEX part, which must outlive *out. The caller frees *out with
 * dxk_dxbc_program_free(). Errors: DXK_E_INVALID (reported) if the program is malformed;
 * DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_dxbc_decode(dxk_ctx *ctx, dxk_bytes content, dxk_dxbc_program **out);

/* Frees a program that dxk_dxbc_decode() made. NULL is allowed. */
DXK_API void dxk_dxbc_program_free(dxk_dxbc_program *program);

/* Writes a program as the content of a SHDR or SHEX part. Lengths are computed. Errors:
 * DXK_E_INVALID (reported) if an instruction is too long for its length field; DXK_E_NOMEM,
 * DXK_E_LIMIT, DXK_E_SINK. */
DXK_API dxk_status dxk_dxbc_encode(dxk_ctx *ctx, const dxk_dxbc_program *program, dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Listings                                                                                   */

/* Generations of the compiler (FXC), whose listings differ in form. */
typedef enum dxk_fxc_version {
    DXK_FXC_AUTO = 0, /* the one that RDEF names, or else 10.1 */
    DXK_FXC_9_29 = 1, /* 9.29 */
    DXK_FXC_9_30 = 2, /* 9.30 */
    DXK_FXC_6_3 = 3,  /* 6.3, which came after 9.30 */
    DXK_FXC_10_0 = 4, /* 10.0 */
    DXK_FXC_10_1 = 5  /* 10.1 */
} dxk_fxc_version;

/* Options for dxk_dxbc_print(). Zero-initialise, then set what differs. */
typedef struct dxk_dxbc_options {
    size_t struct_size;  /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_fxc_version fxc; /* compiler whose form the listing has */
    dxk_str generator;   /* name of the program in the first line, after "Microsoft (R) "; empty:
                            the one that RDEF names, or else "D3D Shader Disassembler" */
    bool exact;          /* add the tokens of an instruction as a comment where its text is not
                            exact, as for floats that need more than six decimals, so that
                            dxk_container_parse() gives the same program */
} dxk_dxbc_options;

/*
 * Prints the listing of a container with a SHDR or SHEX part, as FXC does: tables of buffers,
 * bindings and signatures as comments, then the code. For a library, all functions (LIBF parts)
 * are listed; such a listing cannot be parsed again. `options` may be NULL. Errors: DXK_E_INVALID
 * (reported) if the part is missing or damaged; DXK_E_NOMEM, DXK_E_SINK.
 */
DXK_API dxk_status dxk_dxbc_print(const dxk_container *container, const dxk_dxbc_options *options,
                                  dxk_sink sink);

/*
 * Computes the counters of a STAT part in *counters: instructions by kind, registers,
 * declarations. Counters that do not follow from the program are zero. `fxc` selects the compiler
 * whose way of counting is used, DXK_FXC_AUTO the newest. Compilers up to 9.30 count a few
 * operations differently. They also count moves where branches join, which no token shows and
 * which are not counted here.
 */
DXK_API void dxk_dxbc_count(const dxk_dxbc_program *program, dxk_fxc_version fxc,
                            dxk_counters *counters);

/* Returns the compiler that RDEF names; the newest one if it names none, or if `rdef` is NULL. */
DXK_API dxk_fxc_version dxk_dxbc_compiler(const dxk_rdef *rdef);

/*
 * Makes a container from a listing, with its program, signatures, RDEF, SFI0 and STAT. What the
 * listing does not state is set as compilers do; an exact listing states everything. The digest is
 * zero: write the container with the mode that dxk_dxbc_digest() returns. The caller frees *out
 * with dxk_container_free(). Errors: DXK_E_INVALID, with diagnostics that give line and column;
 * DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_parse(dxk_ctx *ctx, dxk_str text, dxk_container **out);

/*
 * Returns the digest mode with which to write a container made from a listing. As compilers do,
 * this is DXK_DIGEST_FIX, or DXK_DIGEST_FIX_DEBUG for shaders that write messages. An exact
 * listing may state another one, such as DXK_DIGEST_CLEAR.
 */
DXK_API dxk_digest_mode dxk_dxbc_digest(dxk_str text);

/*
 * Checks whether a container of shader model 4 or 5 is well formed: its parts, its digest, and the
 * program's opcodes, operands, declarations, ranges of registers and nesting. Findings are added
 * to the context's diagnostics, by rules named DXBC.*. Returns DXK_OK if there are no errors;
 * there may be warnings, as for counters of STAT that do not match the program. Errors:
 * DXK_E_INVALID, DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_dxbc_check(const dxk_container *container);

/* True if dxk_dxbc_check() applies to a container: it has no DXIL, and has a part of shader models
 * 4 and 5 or only a root signature. */
DXK_API bool dxk_dxbc_is_legacy(const dxk_container *container);

/* True if dxk_dxbc_print() applies to a container: it has a program of shader model 4 or 5 and no
 * DXIL. */
DXK_API bool dxk_dxbc_present(const dxk_container *container);

/* True if dxk_container_parse() applies to a text: one of its lines is a version such as ps_5_0. */
DXK_API bool dxk_dxbc_is_listing(dxk_str text);

#ifdef __cplusplus
}
#endif
#endif
