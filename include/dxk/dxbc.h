/* SPDX-License-Identifier: MIT */
/*
 * dxk/dxbc.h - programs of shader models 4 and 5: the tokens of SHDR and SHEX, and their listing.
 *
 *   +---------+--------+-------------+-------------+-----
 *   | version | length | instruction | instruction | ...       32-bit tokens, little-endian
 *   +---------+--------+-------------+-------------+-----
 *   instruction: opcode token, extended opcode tokens, operands, more words
 *   operand:     operand token, extended operand tokens, indices, value
 *
 * A program is three arrays, of instructions, operands and words, which refer to each other by
 * index. Unknown opcodes, surplus words and custom data are kept, so encoding gives the same
 * tokens. Source: d3d11tokenizedprogramformat.hpp of the Windows SDK.
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

/* An operand. Its words in dxk_dxbc_program.words are, in this order: extended operand tokens; for
 * each index its number, if it has one (low word first if it has 64 bits), then, if it is relative,
 * the index of the operand to add; the value of an immediate. */
typedef struct dxk_dxbc_operand {
    uint32_t token;      /* operand token as in the file */
    uint32_t words;      /* its first word in dxk_dxbc_program.words */
    uint16_t word_count; /* its words */
    uint8_t extended;    /* extended operand tokens among them */
    uint8_t value;       /* words of an immediate among them: 0, 1, 2 or 4 */
} dxk_dxbc_operand;

/* An instruction, declaration or custom data. */
typedef struct dxk_dxbc_instruction {
    uint32_t token;         /* opcode token as in the file */
    uint32_t offset;        /* offset in the program, in tokens from the version token on */
    uint32_t words;         /* its first extended opcode token in dxk_dxbc_program.words */
    uint32_t operands;      /* its first operand in dxk_dxbc_program.operands */
    uint32_t tail;          /* its first word after the operands in dxk_dxbc_program.words */
    uint32_t tail_count;    /* words after the operands; for custom data all but the length */
    uint8_t extended;       /* extended opcode tokens */
    uint8_t lead;           /* words between these and the operands (fcall) */
    uint16_t operand_count; /* operands */
} dxk_dxbc_instruction;

/* A program. */
typedef struct dxk_dxbc_program {
    uint32_t version;                   /* version token: minor, major, stage */
    dxk_dxbc_instruction *instructions; /* in order */
    size_t instruction_count;           /* their number */
    dxk_dxbc_operand *operands;         /* those of instructions, then those of indices */
    size_t operand_count;               /* their number */
    uint32_t *words;                    /* words of instructions and operands */
    size_t word_count;                  /* their number */
    dxk_bytes rest;                     /* bytes after the program's length; usually none */
} dxk_dxbc_program;

/* Major and minor version and stage, from the version token. */
DXK_API uint32_t dxk_dxbc_major(const dxk_dxbc_program *program);
DXK_API uint32_t dxk_dxbc_minor(const dxk_dxbc_program *program);
DXK_API uint32_t dxk_dxbc_program_stage(const dxk_dxbc_program *program); /* dxk_dxbc_stage */

/* Opcode of an instruction. */
DXK_API uint32_t dxk_dxbc_opcode(const dxk_dxbc_instruction *instruction);

/* Mnemonic of an opcode without suffixes ("sample_l"); NULL if the opcode is unknown. */
DXK_API const char *dxk_dxbc_opcode_name(uint32_t opcode);

/* Register of an operand (dxk_dxbc_register). */
DXK_API uint32_t dxk_dxbc_register_kind(const dxk_dxbc_operand *operand);

/* An index of an operand: number + operand. */
typedef struct dxk_dxbc_index {
    uint64_t number;  /* the number, or 0 */
    bool has_number;  /* `number` is present */
    bool relative;    /* an operand is added */
    uint32_t operand; /* its index in dxk_dxbc_program.operands */
} dxk_dxbc_index;

/* Number of indices of an operand, 0 to 3. */
DXK_API uint32_t dxk_dxbc_index_count(const dxk_dxbc_operand *operand);

/* Index `which` of an operand; all zero past the end. */
DXK_API dxk_dxbc_index dxk_dxbc_index_get(const dxk_dxbc_program *program,
                                          const dxk_dxbc_operand *operand, uint32_t which);

/*
 * Decodes the content of a SHDR or SHEX part, as dxk_part_decode() does. The caller frees *out
 * with dxk_dxbc_program_free().
 */
DXK_API dxk_status dxk_dxbc_decode(dxk_ctx *ctx, dxk_bytes content, dxk_dxbc_program **out);

/* Frees a program made by dxk_dxbc_decode(). NULL is allowed. */
DXK_API void dxk_dxbc_program_free(dxk_dxbc_program *program);

/* Writes a program as the content of a SHDR or SHEX part. Lengths are computed. */
DXK_API dxk_status dxk_dxbc_encode(dxk_ctx *ctx, const dxk_dxbc_program *program, dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Listings                                                                                   */

/* Generations of the compiler (FXC), whose listings differ in form. */
typedef enum dxk_fxc_version {
    DXK_FXC_AUTO = 0, /* the one named in RDEF, or else 10.1 */
    DXK_FXC_9_29 = 1, /* 9.29 */
    DXK_FXC_9_30 = 2, /* 9.30 */
    DXK_FXC_6_3 = 3,  /* 6.3, which came after 9.30 */
    DXK_FXC_10_0 = 4, /* 10.0 */
    DXK_FXC_10_1 = 5  /* 10.1 */
} dxk_fxc_version;

/* How to print a listing. Zero-initialise, then set what differs from the default. */
typedef struct dxk_dxbc_options {
    size_t struct_size;  /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_fxc_version fxc; /* form of the listing */
    dxk_str generator;   /* program to name in the first line after "Microsoft (R) "; empty: the
                            one named in RDEF, or else "D3D Shader Disassembler" */
    bool exact;          /* add the tokens of an instruction as a comment if the text is not exact
                            (floats for which six decimals are not enough), so that
                            dxk_container_parse() gives the same program */
} dxk_dxbc_options;

/*
 * Prints the listing of a container with a SHDR or SHEX part, as FXC does: tables of buffers,
 * bindings and signatures as comments, then the code. All functions of a library (LIBF parts) are
 * listed; such a listing cannot be read back. `options` may be NULL. DXK_E_INVALID if the part is
 * missing or damaged.
 */
DXK_API dxk_status dxk_dxbc_print(const dxk_container *container, const dxk_dxbc_options *options,
                                  dxk_sink sink);

/*
 * Computes the counters of STAT: instructions by kind, registers, declarations. Counters that do
 * not follow from the program are zero. Compilers up to 9.30 count a few operations differently,
 * and also moves at joins of branches, which no token shows and which are not counted here.
 * DXK_FXC_AUTO counts as the newest compiler does.
 */
DXK_API void dxk_dxbc_count(const dxk_dxbc_program *program, dxk_fxc_version fxc,
                            dxk_counters *counters);

/* The compiler named in RDEF; the newest if there is none or `rdef` is NULL. */
DXK_API dxk_fxc_version dxk_dxbc_compiler(const dxk_rdef *rdef);

/*
 * Makes a container from a listing: its program, signatures, RDEF, SFI0 and STAT. Facts missing in
 * the listing are set as compilers do; an exact listing has them all. The container has no digest:
 * write it with the mode returned by dxk_dxbc_digest(). The caller frees *out with
 * dxk_container_free().
 */
DXK_API dxk_status dxk_container_parse(dxk_ctx *ctx, dxk_str text, dxk_container **out);

/*
 * The digest mode for a container made from a listing: DXK_DIGEST_FIX, or DXK_DIGEST_FIX_DEBUG for
 * shaders that write messages, as the compiler chooses; or the one named in an exact listing,
 * which may be DXK_DIGEST_CLEAR.
 */
DXK_API dxk_digest_mode dxk_dxbc_digest(dxk_str text);

/*
 * Checks whether a container of shader model 4 or 5 is well formed: parts, digest, and the
 * program's opcodes, operands, declarations, ranges of registers and nesting. Errors are in the
 * context's diagnostics, by rules named DXBC.*. DXK_E_INVALID if there are errors, DXK_OK if there
 * are none or only warnings (counters of STAT that do not fit the program).
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
