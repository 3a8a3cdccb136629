/* SPDX-License-Identifier: MIT */
/*
 * decoder.h - the inside of the decoder: what its files share. Makers of operations need only
 * decode.h.
 *
 *   decode.c         functions: order, registers, then blocks in that order
 *   shape.c          how values of a type are held
 *   objects.c        variables in memory, and what pointers point to
 *   regs.c           registers of values
 *   once.c           what runs once for a wave
 *   constants.c      rows of constants
 *   operands.c       operands of instructions, lists
 *   flow.c           where what is not defined goes
 *   decode_inst.c    arithmetic, casts, comparisons, moves
 *   decode_mem.c     addresses, loads, stores
 *   decode_flow.c    ends of blocks, phis, calls
 *   decode_op.c      operations of DXIL, by ops.def
 */
#ifndef DXKI_EXEC_DECODER_H
#define DXKI_EXEC_DECODER_H

#include "analysis/calls.h"
#include "analysis/loop.h"
#include "analysis/uniform.h"
#include "dxil/layout.h"
#include "exec/decode.h"
#include "exec/order.h"
#include "exec/program.h"

#define DXKI_EXEC_MAX_PARTS 4096u /* of a value in registers */

/* A number in a value of several parts. */
typedef struct dxki_exec_piece {
    dxki_exec_elem elem;
    uint32_t row;    /* from the first register of the value */
    uint32_t offset; /* in memory, in bytes */
} dxki_exec_piece;

/* Where an instruction's or argument's value is: in registers of its own, or in those of another
 * value that it is a part of. */
typedef struct dxki_exec_home {
    uint32_t slot;      /* first register */
    dxki_value inside;  /* 0: registers of its own */
    uint32_t row;       /* in `inside` */
    uint32_t object;    /* pointers: index of the object; 0: not known, the next register has it */
    bool is_clean;      /* floats: it is known not to be denormal */
    bool is_fixed;      /* pointers: the offset is a number that is known */
    uint32_t fixed;     /* that number */
    uint32_t block;     /* number of the block where it is made */
    uint32_t low, high; /* numbers of the first and last instruction between which it is needed */
    uint8_t read;       /* structures: which of the first eight members are read, as bits */
} dxki_exec_home;

/* The resource of a variable. */
typedef struct dxki_exec_resource_ref {
    bool is_known;
    uint32_t cls, id;
} dxki_exec_resource_ref;

/* An operand of a phi. */
typedef struct dxki_exec_incoming {
    uint32_t to; /* number of the phi's block */
    uint32_t phi;
    dxki_value value;
} dxki_exec_incoming;

/* A copy of a number that phis make on an edge, all at once. */
typedef struct dxki_exec_move {
    uint32_t to, from; /* registers; `from` may be a row of constants */
    bool wide, done;
    bool once; /* it is made for the numbers that are there once */
} dxki_exec_move;

struct dxki_exec_decoder {
    dxk_ctx *ctx;
    dxk_run_program *p;
    const dxk_module *m;
    dxki_arena arena; /* what is needed while the program is made */
    dxki_dxil_layout layout;
    bool has_layout;
    dxk_status status; /* of the report that made a function return false */
    bool native_16bit;

    dxki_exec_resource_ref *resource_of; /* by global */
    uint32_t *function_of;         /* by global: index in p->functions + 1; 0: it is not called */
    uint32_t *object_of;           /* by global: index in p->objects; 0: none */
    uint32_t *constant_of;         /* by constant: first row + 1 */
    dxki_exec_home *insts;         /* by instruction of the module */
    dxki_exec_home *args;          /* by argument */
    DXKI_VEC(uint64_t) rows;       /* of constants; wide ones are entered twice */
    DXKI_VEC(uint8_t) row_is_wide; /* 1: the first of two, 2: the second */
    DXKI_VEC(uint8_t) row_is_undef;
    DXKI_VEC(dxki_exec_piece) parts;
    DXKI_VEC(uint32_t) images[DXKI_EXEC_RESOURCE]; /* by space: words at the start */
    uint64_t sizes[DXKI_EXEC_RESOURCE];            /* by space: bytes */

    /* The function at hand. */
    uint32_t function; /* index in p->functions */
    uint32_t global;
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_loops loops;
    dxki_exec_order order;
    dxki_uniform uniform;
    uint32_t *incoming_start; /* operands of phis by the block that they come from */
    dxki_exec_incoming *incoming;
    uint32_t *edge_from, *edge_index; /* by block: the last switch that led there + 1, its edge */
    uint32_t segment_start;           /* first instruction of the segment at hand */
    DXKI_VEC(dxki_exec_move) moves;
    DXKI_VEC(uint32_t) readers; /* by register, for copies */
    DXKI_VEC(uint32_t) writer;
    bool converges;    /* the block at hand has operations that lanes do together */
    bool flushes;      /* binary32 denormals */
    uint32_t *loop_at; /* by block: the loop that it is the header of; 0: none */
    uint8_t *differs;  /* by instruction of the module: its value does from lane to lane */
    uint8_t *once;     /* likewise: bits of once.h */
    bool emits_once;   /* what is emitted runs once for a wave */
    dxki_uses uses;
    bool has_uses;
    dxki_mem_bases bases;
    bool *loop_converges;   /* by loop: there are such operations in it */
    uint32_t register_base; /* first register of the function at hand, then of the next one */
    uint32_t scratch;       /* a register that no value has */
    uint32_t inst;          /* the instruction at hand, for reports */
};

/* --- shape.c --- */

/* Lists the numbers that a value of the type consists of, in d->parts. False: reported. */
bool dxki_exec_parts_of(dxki_exec_decoder *d, dxki_type type);
/* True for structures and arrays without members. */
bool dxki_exec_is_empty(dxki_exec_decoder *d, dxki_type type);
/* Registers of a value; those of pointers depend on what is known of it. */
uint32_t dxki_exec_value_rows(dxki_exec_decoder *d, dxki_value value);
/* The row of a part of an aggregate or vector, by the indices of extractvalue. */
bool dxki_exec_part_row(dxki_exec_decoder *d, dxki_type type, const uint32_t *indices,
                        uint32_t count, uint32_t *row);

/* --- objects.c --- */

/* Finds the variables of resources. */
bool dxki_exec_find_resources(dxki_exec_decoder *d);
/* Finds the parameters and the result of a function that may be called by itself. */
bool dxki_exec_list_parameters(dxki_exec_decoder *d, uint32_t function);
/* Makes the object of an alloca. */
bool dxki_exec_make_alloca(dxki_exec_decoder *d, uint32_t inst);
/* Makes the object of a call that gives the payload of a mesh group. */
bool dxki_exec_make_payload(dxki_exec_decoder *d, uint32_t inst);
/* The object that a pointer points into: index in p->objects; 0: it is not known here. Objects of
 * variables are made when they are asked for. */
uint32_t dxki_exec_object_of(dxki_exec_decoder *d, dxki_value pointer);
/* Gives the program the images of its memory. */
bool dxki_exec_finish_objects(dxki_exec_decoder *d);
/* The offset of a pointer into its object, if it is a number that is known. False: it is not. */
bool dxki_exec_fixed_offset(dxki_exec_decoder *d, dxki_value pointer, uint32_t *offset);

/* An address is a sum of numbers that are known and of indices times strides: those of a
 * getelementptr. `put` is called for each index that is not a constant; NULL: there must be none. */
typedef struct dxki_exec_address {
    dxki_type type; /* of the source */
    const dxki_value *indices;
    uint32_t count;
    uint32_t sum; /* result: what is known */
    bool (*put)(dxki_exec_decoder *d, dxki_value index, uint32_t stride);
} dxki_exec_address;

/* False: an index has no meaning, or `put` gave false. Not reported. */
bool dxki_exec_address_walk(dxki_exec_decoder *d, dxki_exec_address *a);

/* --- regs.c --- */

/* Gives registers to the arguments and instructions of the function at hand. */
bool dxki_exec_assign_registers(dxki_exec_decoder *d);

/* --- constants.c --- */

bool dxki_exec_constant(dxki_exec_decoder *d, dxki_value value, uint32_t *operand);
/* Spreads the rows over the lanes. */
bool dxki_exec_finish_constants(dxki_exec_decoder *d);

/* --- operands.c --- */

/* Where a pointer is. */
typedef struct dxki_exec_pointer_ref {
    uint32_t offset;     /* operand */
    uint32_t object;     /* that is known; 0: it is not */
    uint32_t object_row; /* operand with the object if it is not known */
} dxki_exec_pointer_ref;

/* What is to be looked at in the instruction that was emitted last; true. */
bool dxki_exec_check_last(dxki_exec_decoder *d, dxki_exec_check check);

bool dxki_exec_pointer(dxki_exec_decoder *d, dxki_value pointer, dxki_exec_pointer_ref *ref);

/* True if the lanes that run the instruction at hand have the same value, in lockstep. */
bool dxki_exec_is_uniform(const dxki_exec_decoder *d, dxki_value value);

/* --- flow.c --- */

/* How what is not defined goes through the instruction that was emitted last; true. */
bool dxki_exec_flow_last(dxki_exec_decoder *d, dxki_exec_flow flow);
/* Of operations: they use their operands up, in addresses, in memory, for other lanes or the next
 * stage; or the result comes from the operands, in a, b, c or more than three in a list; or from all
 * operands, in a list. */
bool dxki_exec_flow_is_use(dxki_exec_decoder *d, const dxki_exec_call *call);
bool dxki_exec_flow_is_typed(dxki_exec_decoder *d, const dxki_exec_call *call);
bool dxki_exec_flow_is_all(dxki_exec_decoder *d, const dxki_exec_call *call);

/* --- decode_*.c --- */

bool dxki_exec_decode_function(dxki_exec_decoder *d, uint32_t function);
bool dxki_exec_decode_inst(dxki_exec_decoder *d, uint32_t inst);
bool dxki_exec_decode_memory(dxki_exec_decoder *d, uint32_t inst);
bool dxki_exec_decode_op(dxki_exec_decoder *d, uint32_t inst);
bool dxki_exec_decode_end(dxki_exec_decoder *d, uint32_t block, uint32_t inst);
bool dxki_exec_decode_call(dxki_exec_decoder *d, uint32_t inst, uint32_t callee);

bool dxki_exec_find_incoming(dxki_exec_decoder *d);

/* Ends a segment that began at instruction `first` of the program. */
bool dxki_exec_end_segment(dxki_exec_decoder *d, dxki_exec_segment segment);

/* Copies a value of a type other than a pointer. */
bool dxki_exec_emit_copy(dxki_exec_decoder *d, uint32_t to, uint32_t from, dxki_type type);
/* Copies a value to registers as they are for its type: pointers with their object. */
bool dxki_exec_emit_value(dxki_exec_decoder *d, uint32_t to, dxki_value value);
/* Copies one number, of 32 or 64 bits. */
bool dxki_exec_emit_move(dxki_exec_decoder *d, uint32_t to, uint32_t from, bool wide);
/* Chooses a handler by types; refuses if there is none. `clean`: float operands are not denormal. */
struct dxki_exec_typed;
bool dxki_exec_pick(dxki_exec_decoder *d, const struct dxki_exec_typed *table,
                    dxki_exec_elem operand, dxki_exec_elem result, bool clean, dxki_exec_fn **fn);

/* Out of memory; false. */
bool dxki_exec_out_of_memory(dxki_exec_decoder *d);

#endif
