/* SPDX-License-Identifier: MIT */
/*
 * dxil_ops.h - the operations of DXIL, expanded from dxil_ops.def: names, overloads, operands,
 * what they do, where and since when they are allowed. Looked up by opcode in constant time.
 */
#ifndef DXKI_SPEC_DXIL_OPS_H
#define DXKI_SPEC_DXIL_OPS_H

#include "dxk/base.h"
#include "dxk/enums.h"
#include "spec/dxil_effects.h"
#include "spec/dxil_types.h"

/* Row numbers; for core operations the row number is the opcode. */
typedef enum dxki_dxop {
#define DXKI_DXIL_OP(table, index, name, cls, overloads, attr, kind, model, translated, stages,    \
                     flags, counters, result, operands)                                            \
    DXKI_DXOP_##name,
#include "spec/dxil_ops.def"
#undef DXKI_DXIL_OP
    DXKI_DXOP_COUNT
} dxki_dxop;

/* The upper half of an opcode tells the table, the lower half the index in it. */
enum { DXKI_DXTABLE_CORE = 0, DXKI_DXTABLE_EXPERIMENTAL = 0x8000 };

/* Types of an overloaded type (bits of a mask). */
enum {
    DXKI_OV_VOID = 1,
    DXKI_OV_HALF = 2,
    DXKI_OV_FLOAT = 4,
    DXKI_OV_DOUBLE = 8,
    DXKI_OV_I1 = 16,
    DXKI_OV_I8 = 32,
    DXKI_OV_I16 = 64,
    DXKI_OV_I32 = 128,
    DXKI_OV_I64 = 256,
    DXKI_OV_UDT = 512,
    DXKI_OV_OBJECT = 1024
};

/* Attribute of the function. */
typedef enum dxki_dxop_attr {
    DXKI_DXA_NONE,
    DXKI_DXA_READNONE,
    DXKI_DXA_READONLY,
    DXKI_DXA_ARGMEMONLY,
    DXKI_DXA_NODUPLICATE,
    DXKI_DXA_NORETURN
} dxki_dxop_attr;

/* Flags of an operation. */
enum {
    DXKI_DXF_DERIV = 1,       /* takes derivatives itself */
    DXKI_DXF_GRADIENT = 2,    /* needs derivatives of its operands */
    DXKI_DXF_WAVE = 4,        /* communicates between lanes */
    DXKI_DXF_FEEDBACK = 8,    /* writes sampler feedback */
    DXKI_DXF_CONVERGENT = 16, /* must not be made control dependent on more values */
    DXKI_DXF_BARRIER = 32,
    DXKI_DXF_UNIFORM = 64,      /* operands must be uniform */
    DXKI_DXF_RESERVED = 128,    /* a number without an operation */
    DXKI_DXF_ENTRY = 256,       /* belongs into an entry point: reads or writes what is its own */
    DXKI_DXF_COMMUTATIVE = 512, /* the first two operands may be exchanged */
    DXKI_DXF_FOLD = 1024,       /* constant operands give a constant, to the last bit */
    DXKI_DXF_FOLD_NEAR = 2048   /* likewise, but devices differ in the last bits */
};

/* Statistics in which a call counts. */
enum {
    DXKI_DXN_ATOMIC = 1,
    DXKI_DXN_BARRIER = 2,
    DXKI_DXN_FLOATS = 4,
    DXKI_DXN_GS_CUT = 8,
    DXKI_DXN_GS_EMIT = 16,
    DXKI_DXN_INTS = 32,
    DXKI_DXN_SIG_LD = 64,
    DXKI_DXN_SIG_ST = 128,
    DXKI_DXN_TEX_BIAS = 256,
    DXKI_DXN_TEX_CMP = 512,
    DXKI_DXN_TEX_GRAD = 1024,
    DXKI_DXN_TEX_LOAD = 2048,
    DXKI_DXN_TEX_NORM = 4096,
    DXKI_DXN_TEX_STORE = 8192,
    DXKI_DXN_UINTS = 16384
};

/* Sets of stages: bit n stands for DXK_SHADER_KIND n. */
#define DXKI_STAGE(kind) (1u << DXK_SHADER_KIND_##kind)

/* Enumerations of operands. */
typedef enum dxki_dxop_enum {
    DXKI_DXE_NONE,
    DXKI_DXE_WAVE_OP,
    DXKI_DXE_SIGNED_OP,
    DXKI_DXE_WAVE_BIT_OP,
    DXKI_DXE_WAVE_MULTI_PREFIX_OP,
    DXKI_DXE_QUAD_OP,
    DXKI_DXE_QUAD_VOTE_OP
} dxki_dxop_enum;

/* What an operand must be (bits of a mask). */
enum {
    DXKI_DXR_CONSTANT = 1, /* a constant */
    DXKI_DXR_RANGE = 2,    /* a number from 0 to the operand's maximum */
    DXKI_DXR_DEFINED = 4,  /* not undef */
    DXKI_DXR_FOUR = 8,     /* a multiple of four, if it is a constant */
    DXKI_DXR_HIT = 16,     /* a hit object that is not undef */
    DXKI_DXR_SCENE = 32    /* the handle of an acceleration structure */
};

/* An operand; dxki_dxop_operand_name() has its name. No pointers: the table needs no relocation. */
typedef struct dxki_dxop_operand {
    uint8_t type;        /* dxki_dxop_type */
    uint8_t rules;       /* DXKI_DXR_ */
    uint8_t enumeration; /* dxki_dxop_enum */
    uint8_t maximum;     /* largest value; 255: no bound. Set for enumerations too */
} dxki_dxop_operand;

typedef struct dxki_dxop_info {
    const char *name;                  /* "LoadInput" */
    const char *cls;                   /* "loadInput" of dx.op.loadInput.f32 */
    const char *overloads;             /* see dxil_ops.def; dxki_dxop_overload() */
    const dxki_dxop_operand *operands; /* without the opcode */
    uint64_t shader_flags;             /* mask of DXKI_SHADER_FLAG_ that each call raises */
    uint32_t opcode;                   /* the number in the program */
    uint32_t stages;                   /* mask of shader kinds */
    uint16_t counters;                 /* DXKI_DXN_ */
    uint16_t flags;                    /* DXKI_DXF_ */
    uint8_t attribute;                 /* dxki_dxop_attr */
    uint8_t kind;                      /* dxki_dxop_kind */
    uint8_t model;                     /* minor number of the first shader model 6 that has it */
    uint8_t translated_model;          /* the same when older models may be translated */
    uint8_t result;                    /* dxki_dxop_type */
    uint8_t operand_count;
} dxki_dxop_info;

/* The rows, for what follows: every walk over code asks for them all the time. Their numbers go up
 * through the tables of opcodes, one after the other. */
extern const dxki_dxop_info dxki_dxop_rows[DXKI_DXOP_COUNT];
enum { DXKI_DXOP_FIRST_EXPERIMENTAL = DXKI_DXOP_ExperimentalNop };

/* How many opcodes a table has; indices from there on are free. */
static inline uint32_t dxki_dxop_table_size(uint32_t table)
{
    if (table == DXKI_DXTABLE_CORE)
        return DXKI_DXOP_FIRST_EXPERIMENTAL;
    return table == DXKI_DXTABLE_EXPERIMENTAL ? DXKI_DXOP_COUNT - DXKI_DXOP_FIRST_EXPERIMENTAL : 0;
}

/* The row of an opcode, also of one that is too large; NULL: there is no such operation. */
static inline const dxki_dxop_info *dxki_dxop_find(uint64_t opcode)
{
    uint32_t table = (uint32_t)opcode >> 16, index = opcode & 0xffffu;
    if (opcode > UINT32_MAX || index >= dxki_dxop_table_size(table))
        return NULL;
    return dxki_dxop_rows +
           (table == DXKI_DXTABLE_CORE ? index : DXKI_DXOP_FIRST_EXPERIMENTAL + index);
}

/* A row by its number, DXKI_DXOP_x. */
static inline const dxki_dxop_info *dxki_dxop_get(dxki_dxop row)
{
    return dxki_dxop_rows + row;
}

/* The number of a row. */
static inline dxki_dxop dxki_dxop_row(const dxki_dxop_info *op)
{
    return (dxki_dxop)(op - dxki_dxop_rows);
}

/* The names of the operands with a comma before each: ",inputSigId,rowIndex". */
dxk_str dxki_dxop_operand_names(const dxki_dxop_info *op);

/* The name of one operand; empty when there are not so many. */
dxk_str dxki_dxop_operand_name(const dxki_dxop_info *op, unsigned index);

/* How many overloaded types a call has: 0 (none) to 4. */
unsigned dxki_dxop_overload_count(const dxki_dxop_info *op);

/* What overloaded type number `which` may be: masks of DXKI_OV_, as a scalar and as the element
 * of a vector. Both are 0 when there is no such type. */
void dxki_dxop_overload(const dxki_dxop_info *op, unsigned which, uint32_t *scalars,
                        uint32_t *elements);

/* Names of an operand's enumeration: value `number`, or NULL. */
const char *dxki_dxop_enum_text(dxki_dxop_enum id, uint64_t number);

#endif
