/* SPDX-License-Identifier: MIT */
/*
 * opcodes.h - the table of opcodes of shader models 4 and 5, expanded from sm4_opcodes.def, and
 * the fields of tokens. Decoding, encoding, printing and parsing go by it.
 */
#ifndef DXKI_DXBC_OPCODES_H
#define DXKI_DXBC_OPCODES_H

#include <stdbool.h>
#include <stdint.h>

/* Opcodes. */
enum {
#define DXKI_OPCODE(code, ident, text, operands, words, words_5_1, form, traits)                   \
    DXKI_SM4_##ident = code,
#include "spec/sm4_opcodes.def"
#undef DXKI_OPCODE
    DXKI_SM4_COUNT = 235
};

/* What the bits of the opcode token and the words after the operands mean. */
typedef enum dxki_dxbc_form {
    DXKI_FORM_PLAIN, /* an instruction: saturate, precise, test */
    DXKI_FORM_INFO,  /* resinfo, sampleinfo: return type in the token */
    DXKI_FORM_SYNC,
    DXKI_FORM_FCALL,
    DXKI_FORM_LABEL,
    DXKI_FORM_PHASE,
    DXKI_FORM_CUSTOM,
    DXKI_FORM_DECLARATION, /* from here on: declarations */
    DXKI_FORM_RESOURCE = DXKI_FORM_DECLARATION,
    DXKI_FORM_CONSTANTBUFFER,
    DXKI_FORM_SAMPLER,
    DXKI_FORM_INDEXRANGE,
    DXKI_FORM_OUTPUTTOPOLOGY,
    DXKI_FORM_INPUTPRIMITIVE,
    DXKI_FORM_MAXOUT,
    DXKI_FORM_INPUT,
    DXKI_FORM_INPUT_SGV,
    DXKI_FORM_INPUT_SIV,
    DXKI_FORM_INPUT_PS,
    DXKI_FORM_INPUT_PS_SGV,
    DXKI_FORM_INPUT_PS_SIV,
    DXKI_FORM_OUTPUT,
    DXKI_FORM_OUTPUT_SGV,
    DXKI_FORM_OUTPUT_SIV,
    DXKI_FORM_TEMPS,
    DXKI_FORM_INDEXABLETEMP,
    DXKI_FORM_GLOBALFLAGS,
    DXKI_FORM_STREAM,
    DXKI_FORM_FUNCTION_BODY,
    DXKI_FORM_FUNCTION_TABLE,
    DXKI_FORM_INTERFACE,
    DXKI_FORM_INPUT_CONTROL_POINT_COUNT,
    DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT,
    DXKI_FORM_TESSELLATOR_DOMAIN,
    DXKI_FORM_TESSELLATOR_PARTITIONING,
    DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE,
    DXKI_FORM_HS_MAX_TESSFACTOR,
    DXKI_FORM_HS_FORK_PHASE_INSTANCE_COUNT,
    DXKI_FORM_HS_JOIN_PHASE_INSTANCE_COUNT,
    DXKI_FORM_THREAD_GROUP,
    DXKI_FORM_UAV_TYPED,
    DXKI_FORM_UAV_RAW,
    DXKI_FORM_UAV_STRUCTURED,
    DXKI_FORM_TGSM_RAW,
    DXKI_FORM_TGSM_STRUCTURED,
    DXKI_FORM_RESOURCE_RAW,
    DXKI_FORM_RESOURCE_STRUCTURED,
    DXKI_FORM_GSINSTANCES
} dxki_dxbc_form;

/* Traits of an opcode: how it nests, and what STAT counts it as. */
enum {
    DXKI_SM4_IS_TEST = 1u << 0,
    DXKI_SM4_IS_OPEN = 1u << 1,
    DXKI_SM4_IS_CLOSE = 1u << 2,
    DXKI_SM4_IS_FLOAT = 1u << 3,
    DXKI_SM4_IS_INT = 1u << 4,
    DXKI_SM4_IS_UINT = 1u << 5,
    DXKI_SM4_IS_STATIC = 1u << 6,
    DXKI_SM4_IS_DYNAMIC = 1u << 7,
    DXKI_SM4_IS_CUT = 1u << 8,
    DXKI_SM4_IS_EMIT = 1u << 9,
    DXKI_SM4_IS_SAMPLE = 1u << 10,
    DXKI_SM4_IS_LOAD = 1u << 11,
    DXKI_SM4_IS_COMPARE = 1u << 12,
    DXKI_SM4_IS_BIAS = 1u << 13,
    DXKI_SM4_IS_GRADIENT = 1u << 14,
    DXKI_SM4_IS_MOV = 1u << 15,
    DXKI_SM4_IS_MOVC = 1u << 16,
    DXKI_SM4_IS_CONVERT = 1u << 17,
    DXKI_SM4_IS_GATHER = 1u << 18,
    DXKI_SM4_IS_LOD = 1u << 19,
    DXKI_SM4_IS_SYNC = 1u << 20,
    DXKI_SM4_IS_ATOMIC = 1u << 21,
    DXKI_SM4_IS_STORE = 1u << 22
};

typedef struct dxki_dxbc_opcode {
    const char *text;      /* mnemonic; NULL for reserved codes */
    const char *operands;  /* a letter each, see sm4_opcodes.def */
    uint32_t traits;       /* DXKI_OP_ */
    uint8_t text_size;     /* length of `text` */
    uint8_t operand_count; /* length of `operands` */
    uint8_t words;         /* words after the operands, at least */
    uint8_t words_5_1;     /* and these more in shader model 5.1 */
    uint8_t form;          /* dxki_dxbc_form */
} dxki_dxbc_opcode;

/* The row of an opcode; one without text and operands when it is not known. Never NULL. */
const dxki_dxbc_opcode *dxki_dxbc_opcode_get(uint32_t code);

/* ---------------------------------------------------------------------------------------- */
/* Fields of tokens                                                                           */

static inline uint32_t dxki_dxbc_bits(uint32_t token, unsigned low, unsigned count)
{
    return token >> low & ((1u << count) - 1);
}

#define DXKI_TOKEN_EXTENDED 0x80000000u /* an extended token follows */
#define DXKI_LENGTH_LOW     24u         /* instruction length in the opcode token */
#define DXKI_LENGTH_BITS    7u
#define DXKI_LENGTH_MAX     127u

/* Kinds of extended opcode tokens, bits 5:0. */
enum { DXKI_EXT_SAMPLE_CONTROLS = 1, DXKI_EXT_RESOURCE_DIM = 2, DXKI_EXT_RESOURCE_RETURN = 3 };

/* Messages to the debug layer: words in front of the operands, ids, how deep operands may be. */
#define DXKI_MESSAGE_HEAD  5u
#define DXKI_MESSAGE_PRINT 0x00200102u
#define DXKI_MESSAGE_ERROR 0x00200103u
#define DXKI_MESSAGE_DEPTH 4

/* Representation of an index. */
enum {
    DXKI_INDEX_IMM32 = 0,
    DXKI_INDEX_IMM64 = 1,
    DXKI_INDEX_RELATIVE = 2,
    DXKI_INDEX_IMM32_RELATIVE = 3,
    DXKI_INDEX_IMM64_RELATIVE = 4
};

/* Words of its number that an index of this representation has; UINT32_MAX when it is invalid. */
static inline uint32_t dxki_dxbc_index_words(uint32_t representation)
{
    switch (representation) {
    case DXKI_INDEX_IMM32:
    case DXKI_INDEX_IMM32_RELATIVE:
        return 1;
    case DXKI_INDEX_IMM64:
    case DXKI_INDEX_IMM64_RELATIVE:
        return 2;
    case DXKI_INDEX_RELATIVE:
        return 0;
    default:
        return UINT32_MAX;
    }
}

static inline bool dxki_dxbc_index_relative(uint32_t representation)
{
    return representation >= DXKI_INDEX_RELATIVE;
}

#endif
