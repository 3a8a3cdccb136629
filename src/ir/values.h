/* SPDX-License-Identifier: MIT */
/*
 * values.h - everything that can be an operand: globals, constants, arguments, blocks,
 * instructions, metadata. A value is 32 bits: three bits tell which array, the rest is the
 * index in it. Operands are values in one shared array of words.
 *
 *    31   29 28                                    0
 *   +-------+---------------------------------------+
 *   | tag   | index in globals, consts, args, ...   |
 *   +-------+---------------------------------------+
 */
#ifndef DXKI_IR_VALUES_H
#define DXKI_IR_VALUES_H

#include "ir/op.h"
#include "ir/types.h"

typedef uint32_t dxki_value; /* 0: none */
typedef uint32_t dxki_md;    /* metadata id, see metadata.h; 0: null */

typedef enum dxki_value_tag {
    DXKI_V_NONE,     /* the value 0 */
    DXKI_V_GLOBAL,   /* dxk_module.globals: variable, function, alias */
    DXKI_V_CONST,    /* dxk_module.consts, also inline assembly */
    DXKI_V_ARG,      /* dxk_module.args */
    DXKI_V_INST,     /* dxk_module.insts */
    DXKI_V_BLOCK,    /* dxk_module.blocks */
    DXKI_V_METADATA, /* metadata as an operand of a call: index is a dxki_md */
    DXKI_V_FORWARD   /* only while a module is read: a number not defined yet */
} dxki_value_tag;

#define DXKI_VALUE_INDEX_MAX   0x1fffffffu
#define DXKI_VALUE(tag, index) (((uint32_t)(tag) << 29) | (uint32_t)(index))
#define DXKI_TAG(value)        ((dxki_value_tag)((value) >> 29))
#define DXKI_INDEX(value)      ((value)&DXKI_VALUE_INDEX_MAX)

/* ---------------------------------------------------------------------------------------- */
/* Globals                                                                                    */

/* Numbers of bitcode. */
typedef enum dxki_linkage {
    DXKI_LINK_EXTERNAL = 0,
    DXKI_LINK_APPENDING = 2,
    DXKI_LINK_INTERNAL = 3,
    DXKI_LINK_EXTERN_WEAK = 7,
    DXKI_LINK_COMMON = 8,
    DXKI_LINK_PRIVATE = 9,
    DXKI_LINK_AVAILABLE_EXTERNALLY = 12,
    DXKI_LINK_WEAK_ANY = 16,
    DXKI_LINK_WEAK_ODR = 17,
    DXKI_LINK_LINKONCE_ANY = 18,
    DXKI_LINK_LINKONCE_ODR = 19
} dxki_linkage;

enum { DXKI_VIS_DEFAULT = 0, DXKI_VIS_HIDDEN = 1, DXKI_VIS_PROTECTED = 2 };
enum { DXKI_DLL_NONE = 0, DXKI_DLL_IMPORT = 1, DXKI_DLL_EXPORT = 2 };
enum {
    DXKI_TLS_NONE = 0,
    DXKI_TLS_GENERAL = 1,
    DXKI_TLS_LOCAL_DYNAMIC = 2,
    DXKI_TLS_INITIAL_EXEC = 3,
    DXKI_TLS_LOCAL_EXEC = 4
};

typedef enum dxki_global_kind {
    DXKI_G_VARIABLE,
    DXKI_G_FUNCTION,
    DXKI_G_ALIAS,
    DXKI_G_REMOVED /* a dead entry, in no list */
} dxki_global_kind;

enum dxki_global_flag {
    DXKI_GF_CONSTANT = 1,               /* variable */
    DXKI_GF_UNNAMED_ADDR = 2,           /* any */
    DXKI_GF_EXTERNALLY_INITIALIZED = 4, /* variable */
    DXKI_GF_DECLARATION = 8             /* function without a body */
};

typedef struct dxki_global {
    uint8_t kind;       /* dxki_global_kind */
    uint8_t linkage;    /* dxki_linkage */
    uint8_t visibility; /* DXKI_VIS_ */
    uint8_t dll;        /* DXKI_DLL_ */
    uint8_t tls;        /* DXKI_TLS_; variable, alias */
    uint8_t flags;      /* dxki_global_flag */
    uint8_t align;      /* log2 + 1; 0: none */
    uint8_t spare;
    dxki_type type;       /* of the value: always a pointer */
    dxki_type value_type; /* what it points to; a function type for functions */
    dxki_string name;     /* 0: unnamed */
    dxki_string section;  /* 0: none */
    uint32_t comdat;      /* index into dxk_module.comdats + 1; 0: none */
    dxki_value init;      /* variable: initialiser or 0; alias: aliasee */

    /* functions only */
    dxki_string gc;    /* 0: none */
    dxki_value prefix; /* 0: none, likewise the next two */
    dxki_value prologue;
    dxki_value personality;
    uint32_t cc;        /* calling convention */
    uint32_t attrs;     /* attribute list, 0: none */
    uint32_t first_arg; /* arguments are args[first_arg .. + arg_count]; definitions only */
    uint32_t arg_count;
    uint32_t first_block; /* entry block, 0: none; follow dxki_block.next */
    uint32_t last_block;
    uint32_t block_count; /* in that list */
    uint32_t const_end;   /* of a body that was read: constants from this index on came later */
    uint32_t bit_offset;  /* of the record that defined it; UINT32_MAX: unknown */
} dxki_global;

typedef struct dxki_comdat {
    dxki_string name;
    uint32_t kind; /* 1 any, 2 exactmatch, 3 largest, 4 noduplicates, 5 samesize */
} dxki_comdat;

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

/*
 * Constants are made once per module: equal ids mean equal constants.
 *
 *   kind          a                  b              what
 *   NULL          -                  -              pointer, or aggregate or vector of zeros
 *   UNDEF         -                  -
 *   INT           low 32 bits        high 32 bits   width <= 64, zero-extended; also 0
 *   FLOAT         low                high           bits of half, float, double; also 0.0
 *   WIDE          offset in words    words          ints > 64 bits and fp80, fp128, ppc_fp128:
 *                                                   32-bit words, two per record word, low first
 *   DATA          string id          -              array or vector of i8 i16 i32 i64 float double:
 *                                                   the elements' bytes, little-endian
 *   AGGREGATE     offset in words    elements       array, struct, vector: a value per element
 *   EXPR          offset in words    operands       opcode, flags; operands as for instructions,
 *                                                   a GEP's source type in the word after them,
 *                                                   extractvalue's and insertvalue's indices
 *                                                   likewise: their count, then the indices
 *   BLOCKADDRESS  function (value)   block          index in blocks; 0: it has no such block
 *   ASM           text (string id)   constraints    flags DXKI_ASM_; type is pointer to function
 */
typedef enum dxki_const_kind {
    DXKI_C_NONE,
    DXKI_C_NULL,
    DXKI_C_UNDEF,
    DXKI_C_INT,
    DXKI_C_FLOAT,
    DXKI_C_WIDE,
    DXKI_C_DATA,
    DXKI_C_AGGREGATE,
    DXKI_C_EXPR,
    DXKI_C_BLOCKADDRESS,
    DXKI_C_ASM
} dxki_const_kind;

enum { DXKI_ASM_SIDEEFFECT = 1, DXKI_ASM_ALIGNSTACK = 2, DXKI_ASM_INTEL = 4 };

typedef struct dxki_const {
    uint8_t kind;   /* dxki_const_kind */
    uint8_t opcode; /* EXPR: dxki_op */
    uint8_t flags;  /* EXPR: as dxki_inst.flags, or the predicate of a comparison; ASM */
    uint8_t depth;  /* levels of nesting below; consumers may recurse: bounded by limits.depth */
    dxki_type type;
    uint32_t a, b;
} dxki_const;

/* ---------------------------------------------------------------------------------------- */
/* Function bodies                                                                            */

typedef struct dxki_arg_entry {
    dxki_type type;
    uint32_t function; /* index in globals */
    dxki_string name;  /* 0: unnamed */
} dxki_arg_entry;

typedef struct dxki_block {
    uint32_t function;   /* index in globals */
    uint32_t first_inst; /* index in insts, 0: empty block; follow dxki_inst.next */
    uint32_t last_inst;
    uint32_t next;    /* next block of the function, 0: last */
    uint32_t prev;    /* block before it, 0: the entry */
    dxki_string name; /* 0: unnamed */
} dxki_block;

/* Bits of dxki_inst.flags. */
enum {
    DXKI_IF_NUW = 1,    /* add sub mul shl */
    DXKI_IF_NSW = 2,    /* add sub mul shl */
    DXKI_IF_EXACT = 1,  /* udiv sdiv lshr ashr */
    DXKI_FM_UNSAFE = 1, /* fp operators, fcmp: raw as read; UNSAFE alone prints as `fast` */
    DXKI_FM_NNAN = 2,
    DXKI_FM_NINF = 4,
    DXKI_FM_NSZ = 8,
    DXKI_FM_ARCP = 16,
    DXKI_IF_INBOUNDS = 1, /* getelementptr */
    DXKI_IF_VOLATILE = 1, /* load store cmpxchg atomicrmw */
    DXKI_IF_WEAK = 2,     /* cmpxchg */
    DXKI_IF_INALLOCA = 1, /* alloca */
    DXKI_IF_TAIL = 1,     /* call */
    DXKI_IF_MUSTTAIL = 2, /* call */
    DXKI_IF_CLEANUP = 1   /* landingpad */
};

enum {
    DXKI_ORDER_NOT_ATOMIC = 0,
    DXKI_ORDER_UNORDERED = 1,
    DXKI_ORDER_MONOTONIC = 2,
    DXKI_ORDER_ACQUIRE = 3,
    DXKI_ORDER_RELEASE = 4,
    DXKI_ORDER_ACQ_REL = 5,
    DXKI_ORDER_SEQ_CST = 6
};

/*
 * dxki_inst.sub by opcode:
 *   icmp, fcmp              predicate (bitcode numbers: fcmp 0..15, icmp 32..41)
 *   call, invoke            calling convention
 *   alloca                  log2(align) + 1 in the low byte, 0 none
 *   load, store             the same, and ordering, scope when atomic (ordering not 0)
 *   cmpxchg                 ordering (success), failure ordering, scope
 *   atomicrmw               operation in the low byte, ordering, scope
 *   fence                   ordering, scope
 */
#define DXKI_SUB_ALIGN(sub)        ((sub)&0xffu)
#define DXKI_SUB_RMW(sub)          ((sub)&0xffu)
#define DXKI_SUB_ORDER(sub)        (((sub) >> 8) & 7u)
#define DXKI_SUB_CROSS_THREAD(sub) (((sub) >> 11) & 1u) /* 0: singlethread */
#define DXKI_SUB_FAILURE(sub)      (((sub) >> 12) & 7u)
#define DXKI_SUB_MAKE(low, order, cross, failure)                                                  \
    ((uint16_t)((low) | ((order) << 8) | ((cross) << 11) | ((failure) << 12)))

/*
 * Operands are words[ops .. ops + op_count], in LLVM's own operand order (the order in which
 * enumeration visits them). After them stand the extra words, which are not values:
 *
 *   instruction       operands                                        extra words
 *   ret               [value]
 *   br                block; or cond, false block, true block
 *   switch            cond, default block, (value, block)...
 *   indirectbr        address, blocks...
 *   invoke            arguments..., normal block, unwind block, callee  function type, attributes
 *   call              arguments..., callee                              function type, attributes
 *   resume            value
 *   unreachable       -
 *   binary, icmp fcmp left, right
 *   casts             value
 *   alloca            size                                            allocated type
 *   load              pointer
 *   store             value, pointer
 *   getelementptr     base, indices...                                source element type
 *   fence             -
 *   cmpxchg           pointer, compare, new
 *   atomicrmw         pointer, value
 *   phi               values...                                       blocks..., one per value
 *   select            condition, true, false
 *   va_arg            list
 *   extractelement    vector, index
 *   insertelement     vector, element, index
 *   shufflevector     vector, vector, mask
 *   extractvalue      aggregate                                       count, indices...
 *   insertvalue       aggregate, value                                count, indices...
 *   landingpad        clauses... (an array is a filter, else a catch)
 *
 * Blocks are values with DXKI_V_BLOCK, also among the extra words of a phi. Metadata arguments
 * of calls are DXKI_V_METADATA.
 */
typedef struct dxki_inst {
    uint8_t op;        /* dxki_op */
    uint8_t flags;     /* see above */
    uint16_t sub;      /* see above */
    dxki_type type;    /* of the result; DXKI_TY_VOID when there is none */
    uint32_t ops;      /* offset of the operands in dxk_module.words */
    uint32_t op_count; /* number of operands */
    uint32_t next;     /* next instruction of the block, 0: last; back: dxki_inst_prev() */
    uint32_t block;    /* index in blocks */
} dxki_inst;

/* True if the flags of an instruction are those of arithmetic on reals (DXKI_FM_...). */
static inline bool dxki_op_is_fp(uint8_t op)
{
    return dxki_op_get(op)->flags == DXKI_OPF_FAST;
}

/* Metadata attached to an instruction or function, !dbg excepted (see dxki_inst_dbg). */
typedef struct dxki_attachment {
    uint32_t owner; /* index in insts, or in globals for dxk_module.fn_attachments */
    uint32_t kind;  /* index in dxk_module.md_kinds */
    dxki_md node;
} dxki_attachment;

/* A USELIST record: use number i of the value goes to position words[offset + i]. */
typedef struct dxki_uselist {
    uint32_t function; /* the block it stood in: index in globals; 0: module level */
    dxki_value value;  /* or a block */
    uint32_t offset, count;
} dxki_uselist;

#endif
