/* SPDX-License-Identifier: MIT */
/*
 * print.h - the listing of a program, in the form of the compiler that made it. One structure
 * goes through all of the printing files; what differs between generations of the compiler is in
 * `style` and nowhere else.
 */
#ifndef DXKI_FXC_PRINT_H
#define DXKI_FXC_PRINT_H

#include "base/out.h"
#include "fxc/number.h"
#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"

/* What generations of the compiler print differently. */
typedef struct dxki_fxc_style {
    bool buffer_upper; /* declarations say CB0[1], not cb0[1] */
    bool offset_word;  /* _aoffimmi is written out before the offsets */
    bool discard_test; /* discard_nz and discard_z, not discard */
    bool struct_blank; /* a blank ends the declaration of a structured buffer */
    bool sgv_mode;     /* system values of pixel shaders show their interpolation */
    bool wide_format;  /* the column Format of signatures is a blank wider */
    bool third_slash;  /* the tables of RDEF start with a line of three slashes */
    bool hlsl_bind;    /* bindings have registers (t0), not numbers */
    dxki_fxc_rounding rounding;
} dxki_fxc_style;

typedef struct dxki_fxc_printer {
    dxk_ctx *ctx;
    dxki_out *out;
    dxk_status status; /* sticky: out of memory */
    bool exact;        /* tokens follow a line that does not say everything */
    dxki_fxc_style style;
    const dxk_dxbc_program *p;
    bool sm51;          /* registers are ranges in spaces */
    int indent;         /* levels */
    uint32_t operation; /* precision that operands are taken at, or DXKI_ANY_PRECISION */
} dxki_fxc_printer;

#define DXKI_ANY_PRECISION UINT32_MAX

/* The extended token that modifies an operand; 0 when there is none. */
uint32_t dxki_fxc_modifier(const dxki_fxc_printer *pr, const dxk_dxbc_operand *operand);

/* An operand; `letter` as in sm4_opcodes.def says how an immediate reads. */
void dxki_fxc_print_operand(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, char letter);

/* The register and its indices alone, as declarations name it. */
void dxki_fxc_print_register(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand, bool declared);

/* The components of a register: ".xyz", ".x" or nothing. */
void dxki_fxc_print_components(dxki_fxc_printer *pr, const dxk_dxbc_operand *operand);

/* A value of 32 bits by the rule of `letter`. */
void dxki_fxc_print_value(dxki_fxc_printer *pr, uint32_t bits, char letter);

/* A declaration or custom data, without indentation and line end. */
void dxki_fxc_print_declaration(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                                const dxki_dxbc_opcode *op);
void dxki_fxc_print_custom(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in);

/* "(float,float,float,float)" of a token with four nibbles from bit `low` on. */
void dxki_fxc_print_return_types(dxki_fxc_printer *pr, uint32_t token, unsigned low);

/* The code of a program: version line and instructions. */
dxk_status dxki_fxc_print_code(dxki_fxc_printer *pr);

/* An instruction with its indentation, without the line end. */
void dxki_fxc_print_instruction(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in);

/* The same, and after it "// tokens: ..." unless parsing the text gives the instruction. */
dxk_status dxki_fxc_print_exact(dxki_fxc_printer *pr, const dxk_dxbc_instruction *in);

/* Word `which` after the operands; 0 when it is missing. */
static inline uint32_t dxki_fxc_tail(const dxki_fxc_printer *pr, const dxk_dxbc_instruction *in,
                                     uint32_t which)
{
    return which < in->tail_count ? pr->p->words[in->tail + which] : 0;
}

#endif
