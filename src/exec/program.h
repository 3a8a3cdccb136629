/* SPDX-License-Identifier: MIT */
/*
 * program.h - a decoded program and a run of it, the insides of <dxk/run.h>.
 *
 *   program   functions --> positions --> segments --> instructions
 *             rows of constants, lists of operands, objects in memory
 *
 * Nothing in it changes once it is made, so that any number of threads may run it.
 */
#ifndef DXKI_EXEC_PROGRAM_H
#define DXKI_EXEC_PROGRAM_H

#include "base/arena.h"
#include "base/vec.h"
#include "dxil/dxil.h"
#include "dxk/stage.h"
#include "exec/bind.h"
#include "exec/memory.h"
#include "exec/wave.h"

/* Where control goes: first the phis' values are copied, by instructions [first, end), then the
 * lanes wait at a position. */
typedef struct dxki_exec_edge {
    uint32_t position;
    uint32_t first, end;
} dxki_exec_edge;

/* What a run of instructions ends in. */
typedef enum dxki_exec_end {
    DXKI_EXEC_END_GOTO,   /* edge `to` */
    DXKI_EXEC_END_BRANCH, /* edge `to` where `a` is true, else the one after it */
    DXKI_EXEC_END_SWITCH, /* case `to` + n has edge `edge` + n; its default is the last */
    DXKI_EXEC_END_RETURN, /* lanes leave the function */
    DXKI_EXEC_END_CALL,   /* function `to`, then the next segment */
    DXKI_EXEC_END_BARRIER /* the lanes wait for the group, then the next segment */
} dxki_exec_end;

/* Instructions [first, end), which run one after the other. */
typedef struct dxki_exec_segment {
    uint32_t first, end;
    uint8_t kind;    /* dxki_exec_end */
    bool is_wide;    /* switch: the operand has 64 bits */
    bool is_uniform; /* branch, switch: in lockstep all lanes go the same way */
    bool is_once;    /* the operand is there once */
    uint32_t inst;   /* that ends it: index in insts */
    uint32_t a;      /* operand of the end */
    uint32_t to;
    uint32_t edge;
    uint32_t count; /* switch: cases, without the default */
} dxki_exec_segment;

/* A place where lanes can be: a block, or the latch of a loop, which leads to its header. */
typedef struct dxki_exec_position {
    uint32_t segment; /* first of the block; DXKI_EXEC_LATCH: it is a latch */
    uint32_t header;  /* latch: position of the header */
    bool converges; /* the block, or something in the loop, has operations that lanes do together */
} dxki_exec_position;

#define DXKI_EXEC_LATCH UINT32_MAX

/* An instruction of the module, and where its code begins: it ends where that of the next one does. A
 * call of a function goes on in the segment after it. */
typedef struct dxki_exec_step {
    uint32_t inst;    /* index in insts */
    uint32_t segment; /* that it begins in */
    uint32_t code;
} dxki_exec_step;

/* An instruction of a function that runs, no call of llvm.dbg.*. */
typedef struct dxki_exec_inst_place {
    uint32_t inst;   /* index in insts */
    uint32_t number; /* in its function */
    uint32_t block;  /* number of its block in the function */
} dxki_exec_inst_place;

/* What is looked at in an instruction when somebody asks. */
typedef enum dxki_exec_check_kind {
    DXKI_EXEC_CHECK_NONE,
    DXKI_EXEC_CHECK_SHIFT,    /* amounts: of `width` bits */
    DXKI_EXEC_CHECK_SIGNED,   /* reals that become integers of `width` bits */
    DXKI_EXEC_CHECK_UNSIGNED, /* the same without sign */
    DXKI_EXEC_CHECK_REAL      /* reals: results of `operands` operands */
} dxki_exec_check_kind;

typedef struct dxki_exec_check {
    uint8_t kind; /* dxki_exec_check_kind */
    uint8_t elem; /* of the operands */
    uint8_t width, operands;
} dxki_exec_check;

/* How undefined numbers pass through an instruction; see taint.h. */
typedef enum dxki_exec_flow_kind {
    DXKI_EXEC_FLOW_NONE, /* it has no result, or is not looked at */
    DXKI_EXEC_FLOW_EACH, /* a number of the result comes from those at its place of the operands */
    DXKI_EXEC_FLOW_ALL,  /* from all numbers of the operands */
    DXKI_EXEC_FLOW_AND,  /* as EACH; a defined 0 decides alone, */
    DXKI_EXEC_FLOW_OR,   /* or numbers whose bits are all 1 */
    DXKI_EXEC_FLOW_SELECT,  /* b or c, by a */
    DXKI_EXEC_FLOW_PICK,    /* number b of the vector a */
    DXKI_EXEC_FLOW_PUT,     /* a becomes number b of the vector that the result holds already */
    DXKI_EXEC_FLOW_ADDRESS, /* a and the indices in a list at b */
    DXKI_EXEC_FLOW_LOAD,    /* memory; the operands are as memory.h has them */
    DXKI_EXEC_FLOW_STORE,
    DXKI_EXEC_FLOW_LOAD_WORD, /* private words at a known place */
    DXKI_EXEC_FLOW_STORE_WORD,
    DXKI_EXEC_FLOW_ATOMIC,
    DXKI_EXEC_FLOW_FORGET, /* the object `imm` holds nothing any more */
    DXKI_EXEC_FLOW_USE     /* `from` operands at `list` are used up; what comes out is defined */
} dxki_exec_flow_kind;

typedef struct dxki_exec_flow {
    uint8_t kind;      /* dxki_exec_flow_kind */
    uint8_t operands;  /* EACH, ALL, AND, OR: how many, in a, b, c or in a list at a */
    uint8_t wide;      /* bit n: numbers of operand n have 64 bits; bit 7: those of the result */
    bool is_listed;    /* operands are in a list at a; they are no vectors */
    uint8_t bits;      /* OR: of a number */
    bool replaces;     /* ATOMIC: what was there does not matter for what is there then */
    uint16_t from, to; /* numbers of an operand, of the result; USE: its registers */
    uint32_t list;
} dxki_exec_flow;

#define DXKI_EXEC_FLOW_WIDE_RESULT 0x80u

typedef struct dxki_exec_function {
    uint32_t global; /* index in globals of the module */
    dxki_exec_position *positions;
    uint32_t position_count;
    uint32_t result; /* first register of what it returns */
    bool converges;  /* it or what it calls has operations that lanes do together */
} dxki_exec_function;

/* Properties of a program that forbid running lanes in another arrangement. */
typedef struct dxki_exec_needs {
    bool barriers; /* waves wait for each other */
    bool waves;    /* how many lanes a wave has can be seen */
    bool turns;    /* the order in which lanes act can be seen */
    bool lanes;    /* lanes read registers of others */
    bool quads;    /* lanes in a quad are neighbours in x and y */
    bool writes;   /* memory of resources is written */
} dxki_exec_needs;

/* An element of a signature, and its first word among those of a vertex, pixel or patch. */
typedef struct dxki_exec_element {
    const dxki_dxil_sig_element *from;
    uint32_t word, rows;
} dxki_exec_element;

/* A parameter of a function that is called by itself, or its result. */
typedef struct dxki_exec_parameter {
    uint8_t elem;   /* dxki_exec_elem */
    uint32_t count; /* numbers */
    uint32_t rows;  /* registers of a number */
    uint32_t slot;  /* first register */
    uint32_t word;  /* first word */
} dxki_exec_parameter;

typedef struct dxki_exec_signature {
    dxki_exec_element *items; /* in the order of the metadata */
    uint32_t count, words;
    uint32_t *by_id; /* by number: index in `items` + 1; 0: no element has it */
} dxki_exec_signature;

struct dxk_run_program {
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_module *m;
    dxk_module *own_module;   /* NULL: the caller's */
    dxk_module *debug_module; /* the same with debug information; NULL: there is none */
    uint32_t *debug_insts;    /* by instruction of `m`: the same in debug_module; 0: none */
    DXKI_VEC(dxki_exec_inst_place) places;
    uint32_t *place_of; /* by instruction of `m`: its place + 1; 0: none */
    /* With for_debug: where the values of instructions and arguments are; else NULL. */
    const struct dxki_exec_home *insts, *args;
    dxk_dxil *dxil;
    const dxki_dxil_entry *entry; /* NULL: a plain function */
    dxk_run_program_options options;
    dxk_run_program_info info;
    dxki_exec_vectors vectors; /* of the processor */
    dxk_run_stage stage;
    dxki_exec_signature signatures[3]; /* by dxk_run_signature */
    dxk_run_resource *resources; /* info.resource_count of them, in the order of the metadata */
    dxk_bytes root_signature;    /* a copy of RTS0; empty: none */

    DXKI_VEC(dxki_exec_function) functions; /* [0] is the entry */
    dxki_exec_parameter *parameters;        /* of the entry; after them its result */
    uint32_t parameter_count;
    bool has_result;
    uint32_t patch_function; /* hull: index in functions of that of the constants */
    bool passes_points; /* hull: control points go through, there is no entry but that function */
    DXKI_VEC(dxki_exec_inst) code;
    DXKI_VEC(uint32_t) origin;        /* by instruction of `code`: index in insts of the module */
    DXKI_VEC(uint8_t) once;           /* likewise: 1: it runs once for a wave, see once.h */
    DXKI_VEC(dxki_exec_check) checks; /* by instruction of `code` */
    DXKI_VEC(dxki_exec_flow) flows;   /* likewise */
    DXKI_VEC(dxki_exec_segment) segments;
    DXKI_VEC(dxki_exec_step) steps; /* in the order of segments and code */
    DXKI_VEC(dxki_exec_edge) edges;
    DXKI_VEC(uint64_t) cases;
    DXKI_VEC(uint32_t) lists;
    DXKI_VEC(dxki_exec_object) objects; /* [0] is none */
    uint32_t *constants;                /* rows */
    uint32_t *constants_once;           /* the same for what runs once; NULL: nothing does */
    bool runs_once;                     /* something does */
    uint8_t *undefined;                 /* by row of constants: the number is undefined */
    uint32_t constant_count;
    uint32_t register_count;
    uint32_t call_depth; /* frames that can be there at once */
    dxki_exec_needs needs;
    bool leaves_helpers;     /* helper lanes take no part in operations of waves */
    bool wave_is_given;      /* the size of waves was asked for */
    uint32_t waves_in_one;   /* number of waves that are run as one */
    dxki_exec_image shared;  /* group-shared memory */
    dxki_exec_image private; /* memory of a lane, as it is at the start */
    dxki_exec_image tables;  /* constant variables */
    dxki_exec_image payload; /* of a mesh group */
    uint32_t payload_object; /* 0: it is not asked for */
};

struct dxk_run {
    dxk_ctx *ctx;
    const dxk_run_program *program;
    dxk_run_options options;
    uint32_t grid[3];
    dxki_exec_bindings bindings;
};

#endif
