/* SPDX-License-Identifier: MIT */
/*
 * check.h - inside of the check of containers of shader models 4 and 5, which is one of form: what
 * a runtime could refuse without knowing what the shader means.
 *
 *   check.c        parts, digest, counters, programs of feature level 9, libraries
 *   check_dcl.c    declarations: what they declare, whether they can
 *   check_code.c   instructions: opcode, operands, registers
 *   check_flow.c   blocks, phases, subroutines
 *
 * A check never stops at a fault: it goes on as if the faulty thing were not there.
 */
#ifndef DXKI_FXC_CHECK_H
#define DXKI_FXC_CHECK_H

#include "base/diag.h"
#include "base/out.h"
#include "base/vec.h"
#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"
#include "dxk/parts.h"

/* Stages as bits, in the order of dxk_dxbc_stage. */
enum {
    DXKI_STAGE_PS = 1u << 0,
    DXKI_STAGE_VS = 1u << 1,
    DXKI_STAGE_GS = 1u << 2,
    DXKI_STAGE_HS = 1u << 3,
    DXKI_STAGE_DS = 1u << 4,
    DXKI_STAGE_CS = 1u << 5,
    DXKI_STAGE_ANY = 63
};

/* A register, or a range of registers in shader model 5.1. */
typedef struct dxki_fxc_declared {
    uint32_t kind;  /* dxk_dxbc_register */
    uint32_t index; /* number of the register or range */
    uint32_t phase; /* of a hull shader; 0: of the whole program */
    uint32_t mask;  /* components */
    uint32_t first; /* register numbers of a range */
    uint32_t last;  /* ... and the last of them */
    uint64_t size;  /* registers of an array, rows of a buffer, vertices; UINT64_MAX: any */
    uint32_t at;    /* instruction that declares it */
    bool patch;     /* an output of a phase that writes patch constants */
} dxki_fxc_declared;

typedef struct dxki_fxc_checker {
    dxk_ctx *ctx;
    dxk_status status; /* sticky: out of memory or over a limit */
    bool faulty;       /* an error was reported */
    const dxk_dxbc_program *p;
    const dxk_part *part; /* the program's */
    uint64_t base;        /* of the container in the file, for libraries */
    uint32_t stage;       /* dxk_dxbc_stage, or UINT32_MAX in a library */
    bool sm51;
    const dxk_rdef *rdef;                 /* NULL: the container has none */
    const dxk_signature *signatures[3];   /* input, output, patch constants; NULL likewise */
    DXKI_VEC(dxki_fxc_declared) declared; /* sorted by kind, index, phase when collected */
    uint32_t flags;                       /* token of dcl_globalFlags */
} dxki_fxc_checker;

/* Reports a rule about instruction `at`; UINT32_MAX: about the program. Always false. */
bool dxki_fxc_check_fault(dxki_fxc_checker *c, const dxki_rule *rule, uint32_t at,
                          const dxki_arg *args, size_t count);
#define DXKI_FAULT(c, rule, at, ...)                                                               \
    dxki_fxc_check_fault((c), (rule), (at), (const dxki_arg[]){__VA_ARGS__},                       \
                         sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))

/* Name of a register kind, of an opcode; "?" when it is not known. */
dxki_arg dxki_fxc_check_register(uint32_t kind);
dxki_arg dxki_fxc_check_opcode(uint32_t opcode);

/* Does bit `stage` of a mask hold? Libraries may do everything. */
static inline bool dxki_fxc_check_stage(const dxki_fxc_checker *c, uint32_t stages)
{
    return c->stage == UINT32_MAX || (c->stage < 6 && stages >> c->stage & 1);
}

static inline uint32_t dxki_fxc_check_tail(const dxki_fxc_checker *c,
                                           const dxk_dxbc_instruction *in, uint32_t which)
{
    return which < in->tail_count ? c->p->words[in->tail + which] : 0;
}

/* Collects and judges the declarations. */
void dxki_fxc_check_declarations(dxki_fxc_checker *c);

/* The declaration of a register that phase `phase` sees; NULL: there is none. For registers with
 * components those of all its declarations are or-ed into *mask, which may be NULL. */
const dxki_fxc_declared *dxki_fxc_check_find(const dxki_fxc_checker *c, uint32_t kind,
                                             uint32_t index, uint32_t phase, uint32_t *mask);

/* Judges the instructions; the declarations were collected. */
void dxki_fxc_check_code(dxki_fxc_checker *c);

/* Judges how blocks, phases and subroutines stand. */
void dxki_fxc_check_flow(dxki_fxc_checker *c);

#endif
