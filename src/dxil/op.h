/* SPDX-License-Identifier: MIT */
/*
 * op.h - the functions that make DXIL operations: how they are overloaded, what they are called,
 * what types their operands have.
 *
 *     dx.op.CLASS.TYPE...   result (i32 opcode, operands...)
 *
 *   which operation a call makes         ir/dxop.h
 *   what is known of operations          spec/dxil_ops.h, spec/dxil_effects.h
 *   overloads, names, types              this file: op.c looks, op_make.c makes
 *
 * To make a call: fill dxki_dxil_overloads, ask dxki_dxil_ops_function() for the function, and call
 * it with the opcode, an i32 constant, before the operands.
 *
 * Source: DXIL.rst, "Operations".
 */
#ifndef DXKI_DXIL_OP_H
#define DXKI_DXIL_OP_H

#include "base/out.h"
#include "ir/dxop.h"
#include "ir/idset.h"

#define DXKI_OVERLOADS 4u

/* The overloaded types of a call; those after the operation's own number are 0. */
typedef struct dxki_dxil_overloads {
    dxki_type types[DXKI_OVERLOADS];
} dxki_dxil_overloads;

/* --- overloaded types --- */

/* The DXKI_OV_ bit of a type that is no vector; 0: nothing is overloaded by it. Pointers count as
 * what they point to, those to structures as DXKI_OV_UDT. */
uint32_t dxki_dxil_overload_bit(const dxk_module *m, dxki_type type);

/* True if a type may be overloaded type number `which`. */
bool dxki_dxil_overload_allowed(const dxk_module *m, const dxki_dxop_info *op, unsigned which,
                                dxki_type type);

/* True if each type may be; an operation without overloads has void. */
bool dxki_dxil_overloads_allowed(const dxk_module *m, const dxki_dxop_info *op,
                                 const dxki_dxil_overloads *o);

/* Number of the overloaded type that an operand of that type tells; DXKI_OVERLOADS: none. */
unsigned dxki_dxil_overload_of(dxki_dxop_type operand);

/* True if a function's result can be taken apart as the operation's: a structure or a vector where
 * the overloaded type is in one. */
bool dxki_dxil_result_fits(const dxk_module *m, const dxki_dxop_info *op, dxki_type result);

/* Finds the overloaded types of a function by its type, void for an operation without. False:
 * one cannot be found. The result must fit. */
bool dxki_dxil_overloads_of(const dxk_module *m, const dxki_dxop_info *op, dxki_type function_type,
                            dxki_dxil_overloads *o);

/* --- names --- */

/* Writes what follows "dx.op.CLASS." for an overloaded type: "f32", "v4i32", "struct.Payload". A
 * type that nothing is overloaded by is written by `other`, if there is one. */
typedef struct dxki_dxil_other_types {
    void (*put)(void *user, dxki_out *out, dxki_type type);
    void *user;
} dxki_dxil_other_types;

void dxki_dxil_put_overload(const dxk_module *m, dxki_out *out, dxki_type type,
                            const dxki_dxil_other_types *other);

/* Writes the name of the function. */
void dxki_dxil_put_function_name(const dxk_module *m, dxki_out *out, const dxki_dxop_info *op,
                                 const dxki_dxil_overloads *o, const dxki_dxil_other_types *other);

/* --- types of operands and results --- */

/* True if a type is the one that `wanted` stands for; structures are known by their names.
 * `native_16bit`: half and i16 have 16 bits and no more (DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION). */
bool dxki_dxil_op_has_type(const dxk_module *m, bool native_16bit, dxki_dxop_type wanted,
                           const dxki_dxil_overloads *o, dxki_type type);

/* True if a function type is the operation's. */
bool dxki_dxil_op_has_function_type(const dxk_module *m, bool native_16bit,
                                    const dxki_dxop_info *op, const dxki_dxil_overloads *o,
                                    dxki_type function_type);

#define DXKI_DXIL_STRUCT_NAME 64u

/* The name of a structure of that type, "dx.types.ResRet.f32". */
dxk_str dxki_dxil_struct_name(const dxk_module *m, bool native_16bit, dxki_dxop_type type,
                              const dxki_dxil_overloads *o, char buffer[DXKI_DXIL_STRUCT_NAME]);

/* The type that a letter stands for, as in dxil_types.def; o is `overload`, p is i8*. 0: out of
 * memory. */
dxki_type dxki_dxil_letter_type(dxk_module *m, char letter, dxki_type overload);

/* --- making (op_make.c) --- */

typedef struct dxki_dxil_op_function {
    const char *cls; /* of the table: equal classes may be different pointers */
    dxki_dxil_overloads overloads;
    uint32_t global;
} dxki_dxil_op_function;

/*
 * The operations of a module that is being made or changed. Functions and structures that the
 * module has are used, others are added; nothing else may add structures named dx.types. ...
 * meanwhile, nor remove functions that were asked for.
 */
typedef struct dxki_dxil_ops {
    dxk_ctx *ctx;
    dxk_module *m;
    bool native_16bit;
    size_t longest_name; /* of a function; 0: any */
    bool bad_name;       /* no function: its name is too long, or a variable's */
    dxki_idset structs;  /* identified structures with a name */
    dxki_idset set;      /* indices in functions + 1 */
    DXKI_VEC(dxki_dxil_op_function) functions;
} dxki_dxil_ops;

/* False: out of memory. */
bool dxki_dxil_ops_init(dxki_dxil_ops *ops, dxk_module *m, bool native_16bit);
void dxki_dxil_ops_free(dxki_dxil_ops *ops);

/* The identified structure of that name; 0: there is none. */
dxki_type dxki_dxil_ops_find_struct(const dxki_dxil_ops *ops, dxk_str name);

/* The same, made of the members when there is none; 0: out of memory. */
dxki_type dxki_dxil_ops_struct(dxki_dxil_ops *ops, dxk_str name, const dxki_type *members,
                               uint32_t count);

/* The type of an operand or result; 0: out of memory. */
dxki_type dxki_dxil_ops_type(dxki_dxil_ops *ops, dxki_dxop_type type, const dxki_dxil_overloads *o);

/* The function of an operation, in constant time but for the first time, with its attributes.
 * When something else has its name it gets a number after it. The overloads must be allowed.
 * 0: out of memory, or a bad name. */
uint32_t dxki_dxil_ops_function(dxki_dxil_ops *ops, const dxki_dxop_info *op,
                                const dxki_dxil_overloads *o);

#endif
