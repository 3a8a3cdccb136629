/* SPDX-License-Identifier: MIT */
/*
 * decode.h - making decoded instructions of those of a module. Each operation of DXIL has a row in
 * ops.def with its maker, a function that checks the call and emits what runs it:
 *
 *     bool dxki_exec_make_x(dxki_exec_decoder *d, const dxki_exec_call *call)
 *     {
 *         uint32_t dst, a;
 *         if (!dxki_exec_result(d, call->inst, &dst) || !dxki_exec_operand(d, call->args[0], &a))
 *             return false;
 *         return dxki_exec_emit(d, &(dxki_exec_inst){.run = run_x, .dst = dst, .a = a, .n = 1});
 *     }
 *
 * By then the registers of all values are known. The number of the operands, and which of them must
 * be constants, was checked against the operation's row of dxil_ops.def; types were not, so a maker
 * asks for the ones it counts on. A function that returns bool has reported when it returns false.
 */
#ifndef DXKI_EXEC_DECODE_H
#define DXKI_EXEC_DECODE_H

#include "exec/wave.h"
#include "ir/dxop.h"

/* What a number in a register is. */
typedef enum dxki_exec_elem {
    DXKI_EXEC_NONE, /* nothing that a register can hold */
    DXKI_EXEC_I1,
    DXKI_EXEC_I8,
    DXKI_EXEC_I16,
    DXKI_EXEC_I32,
    DXKI_EXEC_I64,
    DXKI_EXEC_F16,
    DXKI_EXEC_F32,
    DXKI_EXEC_F64,
    DXKI_EXEC_HANDLE, /* %dx.types.Handle and its like: structures of one pointer */
    DXKI_EXEC_POINTER, /* offset in bytes; the object is known to the decoder, or in the next register */
    DXKI_EXEC_MIXED, /* a structure or array of several parts */
    DXKI_EXEC_ELEMS
} dxki_exec_elem;

/* How values of a type are held. */
typedef struct dxki_exec_shape {
    dxki_exec_elem
        elem;       /* of scalars, of vectors, and of structures and arrays if all parts agree */
    uint32_t count; /* parts: scalars, in structures of structures too */
    uint32_t rows;  /* registers */
    bool is_vector;
} dxki_exec_shape;

typedef struct dxki_exec_decoder dxki_exec_decoder;

/* A call of an operation. */
typedef struct dxki_exec_call {
    const dxki_dxop_info *op;
    uint32_t inst;                               /* the call: index in insts */
    const dxki_value *args;                      /* after the opcode */
    uint32_t count;                              /* of them, op->operand_count */
    dxki_type type;                              /* of the result */
    const struct dxki_exec_typed *parameter;     /* of the row of ops.def */
    const struct dxki_dxil_overloads *overloads; /* of the call */
} dxki_exec_call;

typedef bool dxki_exec_maker(dxki_exec_decoder *d, const dxki_exec_call *call);

/* Makers of operations of graphics stages. */
dxki_exec_maker dxki_exec_make_stage, dxki_exec_make_helper, dxki_exec_make_location,
    dxki_exec_make_element, dxki_exec_make_payload_address, dxki_exec_make_dispatch;

/* Registers of a number: 1, or 2 for those of 64 bits. */
uint32_t dxki_exec_elem_rows(dxki_exec_elem elem);

/* The module, and the program that is made. */
const dxk_module *dxki_exec_module(const dxki_exec_decoder *d);
struct dxk_run_program *dxki_exec_program_of(const dxki_exec_decoder *d);

/* The shape of a type; elem NONE: no register can hold it. */
dxki_exec_shape dxki_exec_shape_of(dxki_exec_decoder *d, dxki_type type);
dxki_exec_elem dxki_exec_elem_of(dxki_exec_decoder *d, dxki_value value);

/* The first register of the result of an instruction. An unused result has registers too. */
bool dxki_exec_result(dxki_exec_decoder *d, uint32_t inst, uint32_t *dst);

/* The operand that a value is: its first register, or row of constants. */
bool dxki_exec_operand(dxki_exec_decoder *d, dxki_value value, uint32_t *operand);

/* Puts the operands of `count` values, one after the other, into a list; *list is its place. Values
 * of several parts have one entry, the first one. */
bool dxki_exec_list(dxki_exec_decoder *d, const dxki_value *values, uint32_t count, uint32_t *list);

/* The same, where operands that are undef are DXKI_EXEC_UNDEF. */
bool dxki_exec_list_or_undef(dxki_exec_decoder *d, const dxki_value *values, uint32_t count,
                             uint32_t *list);

/* The letter of an overloaded type as in dxil_ops.def; 0, none: 'v'. */
uint16_t dxki_exec_letter(dxki_exec_decoder *d, dxki_type type);

/* Appends a number to the list that was made last. */
bool dxki_exec_list_push(dxki_exec_decoder *d, uint32_t number);

/* A constant integer, zero-extended; false without a report: it is none. */
bool dxki_exec_const(const dxki_exec_decoder *d, dxki_value value, uint64_t *bits);
/* True if the value is undef. */
bool dxki_exec_is_undef(const dxki_exec_decoder *d, dxki_value value);

/* A row of constants that holds these bits in all lanes; of 64 bits if `wide`. */
bool dxki_exec_constant_row(dxki_exec_decoder *d, uint64_t bits, bool wide, uint32_t *operand);

/* Appends an instruction; `n` 0 counts as 1. */
bool dxki_exec_emit(dxki_exec_decoder *d, const dxki_exec_inst *inst);

/* Reports that the instruction at hand cannot run, in a few words; false. Only the first report
 * counts. */
bool dxki_exec_refuse(dxki_exec_decoder *d, const char *why);
/* The same of an operation. */
bool dxki_exec_refuse_op(dxki_exec_decoder *d, const dxki_dxop_info *op);

/* Finds the resource that an operand of createHandleForLib was loaded from: its class, its index in the
 * metadata's list, and the operand with the index in its range. False if there is none (reported). */
bool dxki_exec_lib_resource(dxki_exec_decoder *d, dxki_value object, uint32_t *cls, uint32_t *id,
                            uint32_t *index);

#endif
