/* SPDX-License-Identifier: MIT */
/*
 * doubles.h - which moves are of doubles. There is one opcode for moves of 32 and of 64 bits;
 * compilers count only the former. A move is of a double when it takes one from a register, or when
 * an operation on doubles takes what it left there. Of the registers the first ones are followed.
 */
#ifndef DXKI_FXC_DOUBLES_H
#define DXKI_FXC_DOUBLES_H

#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"

#define DXKI_FOLLOWED 64u

typedef struct dxki_fxc_doubles {
    uint8_t held[DXKI_FOLLOWED];      /* components of r# that are halves of doubles */
    uint32_t moved[DXKI_FOLLOWED][4]; /* number of the move that left a component; 0: none did */
    uint32_t moves;                   /* numbers given so far */
} dxki_fxc_doubles;

/* Goes on to an instruction. The number of moves, this one included, that turned out to be of
 * doubles. */
uint32_t dxki_fxc_doubles_see(dxki_fxc_doubles *d, const dxk_dxbc_program *p,
                              const dxk_dxbc_instruction *in, const dxki_dxbc_opcode *op);

#endif
