/* SPDX-License-Identifier: MIT */
/*
 * dxk/builder.h - making a DXIL module, and a container from it.
 *
 *   create -> types, constants, resources, signature elements
 *          -> functions -> blocks -> instructions, dx.op calls
 *          -> entry points -> dxk_builder_finish() or dxk_builder_container()
 *
 * Types, values, blocks, elements and resources are numbers, valid for their builder only.
 * Signature elements, resources and entry points are in dxk/shader.h. The first mistake is
 * reported and makes the builder fail: from then on every function does nothing and returns
 * DXK_NONE. So a program makes its calls and looks at the status once, at the end.
 * docs/building.md shows whole shaders.
 *
 * The builder derives the rest: declarations of operations with their types and attributes,
 * metadata, signature packing, semantic indices, usage and dynamic-index masks, shader flags,
 * dependence on inputs and ViewID, and the parts of the container.
 *
 * Source: DXIL.rst.
 */
#ifndef DXK_BUILDER_H
#define DXK_BUILDER_H

#include "dxk/build.h"
#include "dxk/ops.h"
#include "dxk/packing.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* The builder                                                                                */

/* A module under construction. Opaque. */
typedef struct dxk_builder dxk_builder;

/* No value, type, block or anything else: the result of every call after a mistake. */
#define DXK_NONE 0u

/* The program to make. Zero-initialise, then set what differs. */
typedef struct dxk_builder_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_shader_kind kind; /* stage, or DXK_SHADER_KIND_LIBRARY */
    uint32_t model_minor; /* shader model 6.`model_minor`, 0 to 10; at least 1 for libraries, or 15
                             for those that are to be linked; 5 for mesh and amplification */
    bool has_validator;   /* the version below is set */
    uint32_t validator_major;      /* validator that the module is made for; default 1 */
    uint32_t validator_minor;      /* the same, minor; default 10 */
    bool native_16bit;             /* 16-bit types have exactly 16 bits, not at least 16; 6.2 on */
    bool all_resources_bound;      /* shader flag: the root signature binds all descriptors */
    bool disable_optimizations;    /* shader flag: drivers should not optimize */
    bool disable_math_refactoring; /* shader flag: drivers should not reorder floating point */
    bool resources_may_alias;      /* UAVs may overlap other resources; 6.7 on */
    dxk_packing_strategy packing;  /* how to pack signatures */
    dxk_bytes root_signature;      /* serialized (RTS0), copied; empty for none */
} dxk_builder_options;

/* Makes a builder. DXK_E_ARGUMENT: stage or model is out of range. On failure *out is NULL. */
DXK_API dxk_status dxk_builder_create(dxk_ctx *ctx, const dxk_builder_options *options,
                                      dxk_builder **out);

/* Frees the builder and everything it made but a finished module. NULL is allowed. */
DXK_API void dxk_builder_free(dxk_builder *b);

/* The first failure, or DXK_OK. DXK_E_INVALID: a mistake, see the diagnostics (rules BUILDER.*). */
DXK_API dxk_status dxk_builder_status(const dxk_builder *b);

/*
 * Checks that every block ends in a terminator, writes the metadata, and hands the module over to
 * the caller, who frees it with dxk_module_free(). After that the builder can only be freed. On
 * failure *out is NULL. That values dominate their uses, and all other rules of DXIL, are left to
 * dxk_validate_module().
 */
DXK_API dxk_status dxk_builder_finish(dxk_builder *b, dxk_module **out);

/* Finishes the module and makes a container from it; see dxk_container_build(). */
DXK_API dxk_status dxk_builder_container(dxk_builder *b, dxk_container **out);

/* ---------------------------------------------------------------------------------------- */
/* Types: see dxk_type in dxk/module.h                                                        */

/* Address spaces of pointers. */
enum {
    DXK_SPACE_DEFAULT = 0, /* local and constant variables */
    DXK_SPACE_SHARED = 3,  /* group-shared variables */
    DXK_SPACE_RECORD = 6   /* records of work graph nodes */
};

/* Makes a pointer to `pointee` in an address space. */
DXK_API dxk_type dxk_builder_pointer(dxk_builder *b, dxk_type pointee, uint32_t space);

/* Makes an array, or a vector of numbers. */
DXK_API dxk_type dxk_builder_array(dxk_builder *b, dxk_type element, uint32_t count);
DXK_API dxk_type dxk_builder_vector(dxk_builder *b, dxk_type element, uint32_t count);

/* Makes a structure. If `name` is NULL it equals others with the same elements. */
DXK_API dxk_type dxk_builder_struct(dxk_builder *b, const char *name, const dxk_type *elements,
                                    size_t count);

/* Makes a function type. */
DXK_API dxk_type dxk_builder_function_type(dxk_builder *b, dxk_type result, const dxk_type *params,
                                           size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Values: see dxk_value in dxk/module.h                                                      */

/* An array of arguments and its size, for the functions below: DXK_ARGS(x, y). C only. */
#define DXK_ARGS(...)                                                                              \
    (const dxk_value[]){__VA_ARGS__}, sizeof((const dxk_value[]){__VA_ARGS__}) / sizeof(dxk_value)

/* The type of a value; a pointer for variables and functions. DXK_NONE for DXK_NONE. */
DXK_API dxk_type dxk_builder_type_of(const dxk_builder *b, dxk_value value);

/* Gives a parameter, block or result a name for listings. The name is copied. */
DXK_API void dxk_builder_name(dxk_builder *b, dxk_value value, const char *name);

/* Integer constants, of any type and of the common types. */
DXK_API dxk_value dxk_builder_int(dxk_builder *b, dxk_type type, uint64_t value);
DXK_API dxk_value dxk_builder_i1(dxk_builder *b, bool value);
DXK_API dxk_value dxk_builder_i8(dxk_builder *b, int value);
DXK_API dxk_value dxk_builder_i32(dxk_builder *b, int64_t value);

/* Floating-point constants: `value` rounded to half, float or double; a float. */
DXK_API dxk_value dxk_builder_real(dxk_builder *b, dxk_type type, double value);
DXK_API dxk_value dxk_builder_float(dxk_builder *b, double value);

/* Zero or a null pointer; an undefined value. */
DXK_API dxk_value dxk_builder_null(dxk_builder *b, dxk_type type);
DXK_API dxk_value dxk_builder_undef(dxk_builder *b, dxk_type type);

/* A constant structure, array or vector. */
DXK_API dxk_value dxk_builder_aggregate(dxk_builder *b, dxk_type type, const dxk_value *elements,
                                        size_t count);

/* Adds a global variable and returns a pointer to it: a group-shared one (DXK_SPACE_SHARED, `init`
 * DXK_NONE), or a constant one with the initial value `init` (DXK_SPACE_DEFAULT). */
DXK_API dxk_value dxk_builder_variable(dxk_builder *b, const char *name, dxk_type type,
                                       uint32_t space, dxk_value init);

/* ---------------------------------------------------------------------------------------- */
/* Functions and blocks                                                                       */

/* A block of instructions. Also a value, for dxk_builder_name() only. */
typedef uint32_t dxk_block;

/* Adds a function whose body is to be filled in. Entry points are `void ()`, except in
 * libraries. */
DXK_API dxk_value dxk_builder_function(dxk_builder *b, const char *name, dxk_type type);

/* Parameter `index` of a function. */
DXK_API dxk_value dxk_builder_param(dxk_builder *b, dxk_value function, uint32_t index);

/* Appends a block to a function, whose first block is its entry. Instructions are appended to the
 * new block from now on. */
DXK_API dxk_block dxk_builder_block(dxk_builder *b, dxk_value function);

/* Makes `block` the one to which instructions are appended. */
DXK_API void dxk_builder_at(dxk_builder *b, dxk_block block);

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Binary operators on two numbers, or vectors of numbers, of the same type. */
typedef enum dxk_binary {
    DXK_BINARY_ADD,  /* integers: sum */
    DXK_BINARY_SUB,  /* difference */
    DXK_BINARY_MUL,  /* product */
    DXK_BINARY_UDIV, /* quotient, unsigned */
    DXK_BINARY_SDIV, /* quotient, signed */
    DXK_BINARY_UREM, /* remainder, unsigned */
    DXK_BINARY_SREM, /* remainder, signed */
    DXK_BINARY_SHL,  /* shift left */
    DXK_BINARY_LSHR, /* shift right, filling with zeros */
    DXK_BINARY_ASHR, /* shift right, filling with the sign */
    DXK_BINARY_AND,  /* bitwise and */
    DXK_BINARY_OR,   /* bitwise or */
    DXK_BINARY_XOR,  /* bitwise exclusive or */
    DXK_BINARY_FADD, /* floating point: sum */
    DXK_BINARY_FSUB, /* difference */
    DXK_BINARY_FMUL, /* product */
    DXK_BINARY_FDIV, /* quotient */
    DXK_BINARY_FREM  /* remainder */
} dxk_binary;

/* Flags of operators. */
enum {
    DXK_FLAG_NUW = 1,   /* add, sub, mul, shl: no unsigned overflow */
    DXK_FLAG_NSW = 2,   /* the same operators: no signed overflow; may be combined with NUW */
    DXK_FLAG_EXACT = 1, /* divisions and shifts right: no remainder */
    DXK_FLAG_FAST = 31  /* floating point: any algebraically equal computation will do */
};

/* Appends an operator. Without DXK_FLAG_FAST floating point is `precise`. */
DXK_API dxk_value dxk_builder_binary(dxk_builder *b, dxk_binary op, dxk_value left, dxk_value right,
                                     uint32_t flags);

/* Comparisons, of integers and pointers, then of floating point. If an operand is NaN, those that
 * begin with O are false and those with U or FU are true. */
typedef enum dxk_compare {
    DXK_COMPARE_EQ = 32,   /* equal */
    DXK_COMPARE_NE = 33,   /* not equal */
    DXK_COMPARE_UGT = 34,  /* unsigned > */
    DXK_COMPARE_UGE = 35,  /* unsigned >= */
    DXK_COMPARE_ULT = 36,  /* unsigned < */
    DXK_COMPARE_ULE = 37,  /* unsigned <= */
    DXK_COMPARE_SGT = 38,  /* signed > */
    DXK_COMPARE_SGE = 39,  /* signed >= */
    DXK_COMPARE_SLT = 40,  /* signed < */
    DXK_COMPARE_SLE = 41,  /* signed <= */
    DXK_COMPARE_OEQ = 1,   /* = */
    DXK_COMPARE_OGT = 2,   /* > */
    DXK_COMPARE_OGE = 3,   /* >= */
    DXK_COMPARE_OLT = 4,   /* < */
    DXK_COMPARE_OLE = 5,   /* <= */
    DXK_COMPARE_ONE = 6,   /* not equal */
    DXK_COMPARE_ORD = 7,   /* neither operand is NaN */
    DXK_COMPARE_UNO = 8,   /* an operand is NaN */
    DXK_COMPARE_UEQ = 9,   /* = */
    DXK_COMPARE_FUGT = 10, /* > */
    DXK_COMPARE_FUGE = 11, /* >= */
    DXK_COMPARE_FULT = 12, /* < */
    DXK_COMPARE_FULE = 13, /* <= */
    DXK_COMPARE_UNE = 14   /* not equal */
} dxk_compare;

/* Appends a comparison, whose result is an i1 or a vector of i1. `flags` is 0 or, for floating
 * point, DXK_FLAG_FAST. */
DXK_API dxk_value dxk_builder_compare(dxk_builder *b, dxk_compare op, dxk_value left,
                                      dxk_value right, uint32_t flags);

/* Conversions. */
typedef enum dxk_cast {
    DXK_CAST_TRUNC,   /* to a smaller integer */
    DXK_CAST_ZEXT,    /* to a larger integer, unsigned */
    DXK_CAST_SEXT,    /* to a larger integer, signed */
    DXK_CAST_FPTOUI,  /* floating point to integer, unsigned */
    DXK_CAST_FPTOSI,  /* floating point to integer, signed */
    DXK_CAST_UITOFP,  /* integer to floating point, unsigned */
    DXK_CAST_SITOFP,  /* integer to floating point, signed */
    DXK_CAST_FPTRUNC, /* to smaller floating point */
    DXK_CAST_FPEXT,   /* to larger floating point */
    DXK_CAST_BITCAST  /* the same bits; from pointers, to pointers only */
} dxk_cast;

/* Appends a conversion. */
DXK_API dxk_value dxk_builder_cast(dxk_builder *b, dxk_cast op, dxk_value value, dxk_type type);

/* Appends a selection: `yes` if the i1 `condition` is true, else `no`; element by element for
 * vectors and a vector of i1. */
DXK_API dxk_value dxk_builder_select(dxk_builder *b, dxk_value condition, dxk_value yes,
                                     dxk_value no);

/* Adds a phi at the head of the current block: a value that depends on the block that control came
 * from. Each predecessor is added with its value, at any time before the module is finished. */
DXK_API dxk_value dxk_builder_phi(dxk_builder *b, dxk_type type);
DXK_API void dxk_builder_phi_add(dxk_builder *b, dxk_value phi, dxk_value value, dxk_block from);

/* Extracts a member of a structure or array value, one level deep; returns the aggregate with the
 * member replaced. */
DXK_API dxk_value dxk_builder_extract(dxk_builder *b, dxk_value aggregate, uint32_t index);
DXK_API dxk_value dxk_builder_insert(dxk_builder *b, dxk_value aggregate, dxk_value member,
                                     uint32_t index);

/* The same for the elements of a vector. */
DXK_API dxk_value dxk_builder_extract_element(dxk_builder *b, dxk_value vector, dxk_value index);
DXK_API dxk_value dxk_builder_insert_element(dxk_builder *b, dxk_value vector, dxk_value element,
                                             dxk_value index);

/* Appends a shuffle: a vector of elements picked from two vectors of the same type by `mask`, a
 * constant vector of i32 in which the second vector's elements are numbered after the first's. */
DXK_API dxk_value dxk_builder_shuffle(dxk_builder *b, dxk_value first, dxk_value second,
                                      dxk_value mask);

/* Appends a local variable and returns a pointer to it. */
DXK_API dxk_value dxk_builder_alloca(dxk_builder *b, dxk_type type);

/* Append a load and a store. */
DXK_API dxk_value dxk_builder_load(dxk_builder *b, dxk_value pointer);
DXK_API void dxk_builder_store(dxk_builder *b, dxk_value value, dxk_value pointer);

/* Computes a pointer into the object at `pointer`: the first index counts whole objects, the others
 * select elements of arrays and vectors, or members of structures (constant i32). The result is a
 * constant for a global variable with constant indices. */
DXK_API dxk_value dxk_builder_gep(dxk_builder *b, dxk_value pointer, const dxk_value *indices,
                                  size_t count);

/* What an atomic operation stores, given the old value and the operand. */
typedef enum dxk_atomic {
    DXK_ATOMIC_EXCHANGE, /* the operand */
    DXK_ATOMIC_ADD,      /* sum */
    DXK_ATOMIC_SUB,      /* difference */
    DXK_ATOMIC_AND,      /* bitwise and */
    DXK_ATOMIC_NAND,     /* the complement of that */
    DXK_ATOMIC_OR,       /* bitwise or */
    DXK_ATOMIC_XOR,      /* bitwise exclusive or */
    DXK_ATOMIC_MAX,      /* the larger, signed */
    DXK_ATOMIC_MIN,      /* the smaller, signed */
    DXK_ATOMIC_UMAX,     /* the larger, unsigned */
    DXK_ATOMIC_UMIN      /* the smaller, unsigned */
} dxk_atomic;

/* Appends an atomic operation on a shared variable; returns the old value. */
DXK_API dxk_value dxk_builder_atomic(dxk_builder *b, dxk_atomic op, dxk_value pointer,
                                     dxk_value value);

/* Appends a compare-and-exchange: stores `value` if the old value is `expected`. Returns the
 * structure {old value, i1 success}. */
DXK_API dxk_value dxk_builder_compare_exchange(dxk_builder *b, dxk_value pointer,
                                               dxk_value expected, dxk_value value);

/* Appends a call of a function of the module. A void result cannot be used. */
DXK_API dxk_value dxk_builder_call(dxk_builder *b, dxk_value function, const dxk_value *args,
                                   size_t count);

/* Append a terminator, the last instruction of a block. `value` is DXK_NONE in void functions. */
DXK_API void dxk_builder_ret(dxk_builder *b, dxk_value value);
DXK_API void dxk_builder_br(dxk_builder *b, dxk_block to);
DXK_API void dxk_builder_cond_br(dxk_builder *b, dxk_value condition, dxk_block yes, dxk_block no);
DXK_API void dxk_builder_unreachable(dxk_builder *b);

/* What compilers are asked to do with control flow. */
typedef enum dxk_flow_hint {
    DXK_FLOW_HINT_BRANCH = 1,    /* branch, switch: run what is chosen only */
    DXK_FLOW_HINT_FLATTEN = 2,   /* branch, switch: run all, then choose among the results */
    DXK_FLOW_HINT_FORCECASE = 5, /* switch: jump to the case, do not compare with each value */
    DXK_FLOW_HINT_LOOP = 16,  /* branch that leads back: do not write the rounds of the loop out */
    DXK_FLOW_HINT_UNROLL = 17 /* the same: write them out */
} dxk_flow_hint;

/* Attaches a hint to the terminator that ends the current block, which must have one: metadata named
 * dx.controlflow.hints or llvm.loop, of which there is one of each at most. `count` belongs to
 * DXK_FLOW_HINT_UNROLL: how many rounds are written out, or 0 for all. */
DXK_API void dxk_builder_hint(dxk_builder *b, dxk_flow_hint hint, uint32_t count);

/* Appends a switch: branches to blocks[i] if `value` equals the constant values[i], else to
 * `other`. */
DXK_API void dxk_builder_switch(dxk_builder *b, dxk_value value, dxk_block other,
                                const dxk_value *values, const dxk_block *blocks, size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/*
 * Appends a call of a DXIL operation (dxk/ops.h). `overload` is the overloaded type, or DXK_NONE
 * if there is none or an operand has it. `args` does not include the opcode.
 *
 * The call is checked against the specification: whether the operation exists in this stage and
 * shader model, the overload, the number and types of the operands, and which must be constants.
 */
DXK_API dxk_value dxk_builder_op(dxk_builder *b, dxk_op op, dxk_type overload,
                                 const dxk_value *args, size_t count);

/* The type required of operand `index` of an operation, counted as in dxk_builder_op(). Fails if it
 * depends on an overload that is not given. */
DXK_API dxk_type dxk_builder_op_operand_type(dxk_builder *b, dxk_op op, dxk_type overload,
                                             uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
