/* SPDX-License-Identifier: MIT */
/*
 * dxk/builder.h - making a DXIL module from C, and a container of it.
 *
 *   create -> types, constants, resources, signature elements
 *          -> functions -> blocks -> instructions, dx.op calls
 *          -> entry points -> dxk_builder_finish() or dxk_builder_container()
 *
 * Types, values, blocks, elements and resources are numbers that mean something to their builder
 * alone; signature elements, resources and entry points are in dxk/shader.h. The first mistake
 * makes the builder fail: it is reported, and from then on every function does nothing and returns
 * DXK_NONE. So a program calls what it needs and looks at the status once, at the end.
 * docs/building.md shows whole shaders.
 *
 * What follows from the rest is done for the caller: declarations of operations with their types
 * and attributes, metadata, signature packing, semantic indices, usage and dynamic-index masks,
 * shader flags, dependence on inputs and ViewID, and the parts of the container.
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

/* What every function that makes something returns after a mistake. */
#define DXK_NONE 0u

/* The program to be made. Zero-initialise, then set what differs. */
typedef struct dxk_builder_options {
    dxk_shader_kind kind; /* stage, or DXK_SHADER_KIND_LIBRARY */
    uint32_t model_minor; /* shader model 6.`model_minor`, 0 to 10; from 1 on for libraries, from 5
                             on for mesh and amplification */
    bool has_validator;   /* the version is given below */
    uint32_t validator_major;      /* validator that the module is made for; default 1 */
    uint32_t validator_minor;      /* the same, minor; default 10 */
    bool native_16bit;             /* 16-bit types have 16 bits, from 6.2 on; else at least 16 */
    bool all_resources_bound;      /* shader flag: the root signature binds all descriptors */
    bool disable_optimizations;    /* shader flag: drivers should not optimize */
    bool disable_math_refactoring; /* shader flag: nor reorder floating point */
    bool resources_may_alias;      /* from 6.7 on: UAVs may overlap other resources */
    dxk_packing_strategy packing;  /* of the signatures */
    dxk_bytes root_signature;      /* serialized (RTS0), copied; empty: none */
} dxk_builder_options;

/* Makes a builder. DXK_E_ARGUMENT: stage or model are out of range. On failure *out is NULL. */
DXK_API dxk_status dxk_builder_create(dxk_ctx *ctx, const dxk_builder_options *options,
                                      dxk_builder **out);

/* Frees the builder and what it made, a finished module excepted. NULL is allowed. */
DXK_API void dxk_builder_free(dxk_builder *b);

/* The first failure, or DXK_OK. DXK_E_INVALID: a mistake, see the diagnostics (rules BUILDER.*). */
DXK_API dxk_status dxk_builder_status(const dxk_builder *b);

/*
 * Checks that every block ends in a terminator, writes the metadata, and hands the module over; it
 * is freed with dxk_module_free(). The builder can only be freed then. On failure *out is NULL.
 * That values dominate their uses, and all else that DXIL asks for, is the validator's business.
 */
DXK_API dxk_status dxk_builder_finish(dxk_builder *b, dxk_module **out);

/* The same, and makes the container; see dxk_container_build(). */
DXK_API dxk_status dxk_builder_container(dxk_builder *b, dxk_container **out);

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* A type. Equal types have equal numbers; structures with names are equal to themselves only. */
typedef uint32_t dxk_type;

/* Types that need not be made. */
enum {
    DXK_TYPE_VOID = 1,   /* no value */
    DXK_TYPE_HALF = 2,   /* 16-bit floating point */
    DXK_TYPE_FLOAT = 3,  /* 32-bit floating point */
    DXK_TYPE_DOUBLE = 4, /* 64-bit floating point */
    DXK_TYPE_I1 = 11,    /* boolean */
    DXK_TYPE_I8 = 12,    /* 8-bit integer */
    DXK_TYPE_I16 = 13,   /* 16-bit integer */
    DXK_TYPE_I32 = 14,   /* 32-bit integer */
    DXK_TYPE_I64 = 15    /* 64-bit integer */
};

/* Address spaces of pointers. */
enum {
    DXK_SPACE_DEFAULT = 0, /* local and constant variables */
    DXK_SPACE_SHARED = 3,  /* group-shared variables */
    DXK_SPACE_RECORD = 6   /* records of work graph nodes */
};

/* A pointer to `pointee` in an address space. */
DXK_API dxk_type dxk_builder_pointer(dxk_builder *b, dxk_type pointee, uint32_t space);

/* An array, and a vector of numbers. */
DXK_API dxk_type dxk_builder_array(dxk_builder *b, dxk_type element, uint32_t count);
DXK_API dxk_type dxk_builder_vector(dxk_builder *b, dxk_type element, uint32_t count);

/* A structure. `name` may be NULL: then it is equal to others with the same elements. */
DXK_API dxk_type dxk_builder_struct(dxk_builder *b, const char *name, const dxk_type *elements,
                                    size_t count);

/* The type of a function. */
DXK_API dxk_type dxk_builder_function_type(dxk_builder *b, dxk_type result, const dxk_type *params,
                                           size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* A constant, variable, function, parameter, or the result of an instruction. */
typedef uint32_t dxk_value;

/* Arguments, with their number, for the functions below: DXK_ARGS(x, y). C only. */
#define DXK_ARGS(...)                                                                              \
    (const dxk_value[]){__VA_ARGS__}, sizeof((const dxk_value[]){__VA_ARGS__}) / sizeof(dxk_value)

/* The type of a value: of a variable or function a pointer. DXK_NONE for none. */
DXK_API dxk_type dxk_builder_type_of(const dxk_builder *b, dxk_value value);

/* Gives a parameter, block or result a name for listings; copied. */
DXK_API void dxk_builder_name(dxk_builder *b, dxk_value value, const char *name);

/* Integers of a type; of the types that are used most. */
DXK_API dxk_value dxk_builder_int(dxk_builder *b, dxk_type type, uint64_t value);
DXK_API dxk_value dxk_builder_i1(dxk_builder *b, bool value);
DXK_API dxk_value dxk_builder_i8(dxk_builder *b, int value);
DXK_API dxk_value dxk_builder_i32(dxk_builder *b, int64_t value);

/* A number of type half, float or double, rounded to it; a float. */
DXK_API dxk_value dxk_builder_real(dxk_builder *b, dxk_type type, double value);
DXK_API dxk_value dxk_builder_float(dxk_builder *b, double value);

/* Zero or a null pointer; a value that does not matter. */
DXK_API dxk_value dxk_builder_null(dxk_builder *b, dxk_type type);
DXK_API dxk_value dxk_builder_undef(dxk_builder *b, dxk_type type);

/* A structure, array or vector of constants. */
DXK_API dxk_value dxk_builder_aggregate(dxk_builder *b, dxk_type type, const dxk_value *elements,
                                        size_t count);

/* A variable of the module in an address space, DXK_SPACE_SHARED or with the initial value
 * `init`, a constant of the type; it is constant then. `init` is DXK_NONE for shared ones. The
 * value is a pointer to it. */
DXK_API dxk_value dxk_builder_variable(dxk_builder *b, const char *name, dxk_type type,
                                       uint32_t space, dxk_value init);

/* ---------------------------------------------------------------------------------------- */
/* Functions and blocks                                                                       */

/* A block of instructions. It is a value as well, but for naming only. */
typedef uint32_t dxk_block;

/* A function with a body, to be filled. Entry points are `void ()`, save in libraries. */
DXK_API dxk_value dxk_builder_function(dxk_builder *b, const char *name, dxk_type type);

/* Parameter `index` of a function. */
DXK_API dxk_value dxk_builder_param(dxk_builder *b, dxk_value function, uint32_t index);

/* A new block behind the others of the function; the first is where it begins. Instructions are
 * appended to the new block. */
DXK_API dxk_block dxk_builder_block(dxk_builder *b, dxk_value function);

/* Instructions are appended to `block` from now on. */
DXK_API void dxk_builder_at(dxk_builder *b, dxk_block block);

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Binary operators: of two numbers, or vectors of them, of one type. */
typedef enum dxk_binary {
    DXK_BINARY_ADD,  /* integers: sum */
    DXK_BINARY_SUB,  /* difference */
    DXK_BINARY_MUL,  /* product */
    DXK_BINARY_UDIV, /* quotient, unsigned */
    DXK_BINARY_SDIV, /* quotient, signed */
    DXK_BINARY_UREM, /* remainder, unsigned */
    DXK_BINARY_SREM, /* remainder, signed */
    DXK_BINARY_SHL,  /* shift left */
    DXK_BINARY_LSHR, /* shift right, zeros come in */
    DXK_BINARY_ASHR, /* shift right, the sign comes in */
    DXK_BINARY_AND,  /* bitwise and */
    DXK_BINARY_OR,   /* bitwise or */
    DXK_BINARY_XOR,  /* bitwise exclusive or */
    DXK_BINARY_FADD, /* floating point: sum */
    DXK_BINARY_FSUB, /* difference */
    DXK_BINARY_FMUL, /* product */
    DXK_BINARY_FDIV, /* quotient */
    DXK_BINARY_FREM  /* remainder */
} dxk_binary;

/* Flags of operators, 0 or one of these. */
enum {
    DXK_FLAG_NUW = 1,   /* add, sub, mul, shl: no unsigned overflow */
    DXK_FLAG_NSW = 2,   /* the same, signed; both may be given */
    DXK_FLAG_EXACT = 1, /* divisions and shifts right: nothing is lost */
    DXK_FLAG_FAST = 31  /* floating point: may be computed in any way that is equal on paper */
};

/* An operator. Without DXK_FLAG_FAST floating point is `precise`. */
DXK_API dxk_value dxk_builder_binary(dxk_builder *b, dxk_binary op, dxk_value left, dxk_value right,
                                     uint32_t flags);

/* Comparisons: of integers and pointers, then of floating point. O: false when either is NaN, U:
 * true then. */
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
    DXK_COMPARE_ORD = 7,   /* neither is NaN */
    DXK_COMPARE_UNO = 8,   /* either is NaN */
    DXK_COMPARE_UEQ = 9,   /* = */
    DXK_COMPARE_FUGT = 10, /* > */
    DXK_COMPARE_FUGE = 11, /* >= */
    DXK_COMPARE_FULT = 12, /* < */
    DXK_COMPARE_FULE = 13, /* <= */
    DXK_COMPARE_UNE = 14   /* not equal */
} dxk_compare;

/* A comparison: i1, or a vector of them. `flags`: 0, or DXK_FLAG_FAST for floating point. */
DXK_API dxk_value dxk_builder_compare(dxk_builder *b, dxk_compare op, dxk_value left,
                                      dxk_value right, uint32_t flags);

/* Conversions. */
typedef enum dxk_cast {
    DXK_CAST_TRUNC,   /* to a smaller integer */
    DXK_CAST_ZEXT,    /* to a larger integer, unsigned */
    DXK_CAST_SEXT,    /* the same, signed */
    DXK_CAST_FPTOUI,  /* floating point to integer, unsigned */
    DXK_CAST_FPTOSI,  /* the same, signed */
    DXK_CAST_UITOFP,  /* integer to floating point, unsigned */
    DXK_CAST_SITOFP,  /* the same, signed */
    DXK_CAST_FPTRUNC, /* to smaller floating point */
    DXK_CAST_FPEXT,   /* to larger floating point */
    DXK_CAST_BITCAST  /* the same bits; pointers to pointers */
} dxk_cast;

/* A conversion to another type. */
DXK_API dxk_value dxk_builder_cast(dxk_builder *b, dxk_cast op, dxk_value value, dxk_type type);

/* `yes` or `no`, by a condition of type i1; or of two vectors, element by element, by a vector of
 * i1. */
DXK_API dxk_value dxk_builder_select(dxk_builder *b, dxk_value condition, dxk_value yes,
                                     dxk_value no);

/* A value that depends on where control came from, at the head of a block. Each block that goes to
 * it is added with the value that comes from there, at any time before the end. */
DXK_API dxk_value dxk_builder_phi(dxk_builder *b, dxk_type type);
DXK_API void dxk_builder_phi_add(dxk_builder *b, dxk_value phi, dxk_value value, dxk_block from);

/* A member of a structure or array value, one level; the value with the member replaced. */
DXK_API dxk_value dxk_builder_extract(dxk_builder *b, dxk_value aggregate, uint32_t index);
DXK_API dxk_value dxk_builder_insert(dxk_builder *b, dxk_value aggregate, dxk_value member,
                                     uint32_t index);

/* The same for an element of a vector. */
DXK_API dxk_value dxk_builder_extract_element(dxk_builder *b, dxk_value vector, dxk_value index);
DXK_API dxk_value dxk_builder_insert_element(dxk_builder *b, dxk_value vector, dxk_value element,
                                             dxk_value index);

/* A vector of elements of two vectors of one type: for each of `mask`, a constant vector of i32,
 * the one of that number; those of the second vector are counted behind those of the first. */
DXK_API dxk_value dxk_builder_shuffle(dxk_builder *b, dxk_value first, dxk_value second,
                                      dxk_value mask);

/* A local variable: a pointer to it. */
DXK_API dxk_value dxk_builder_alloca(dxk_builder *b, dxk_type type);

/* Reads and writes what a pointer points to. */
DXK_API dxk_value dxk_builder_load(dxk_builder *b, dxk_value pointer);
DXK_API void dxk_builder_store(dxk_builder *b, dxk_value value, dxk_value pointer);

/* A pointer to a part of what `pointer` points to: the first index counts whole objects, the others
 * go into arrays, vectors and structures (constant i32). In a variable, with constant indices,
 * it is a constant. */
DXK_API dxk_value dxk_builder_gep(dxk_builder *b, dxk_value pointer, const dxk_value *indices,
                                  size_t count);

/* What an atomic operation does with the old value and the operand. */
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

/* An atomic operation on a shared variable: the old value. */
DXK_API dxk_value dxk_builder_atomic(dxk_builder *b, dxk_atomic op, dxk_value pointer,
                                     dxk_value value);

/* Writes `value` where `expected` was found: a structure of the old value and an i1, whether. */
DXK_API dxk_value dxk_builder_compare_exchange(dxk_builder *b, dxk_value pointer,
                                               dxk_value expected, dxk_value value);

/* A call of a function of the module. A result of type void has no uses. */
DXK_API dxk_value dxk_builder_call(dxk_builder *b, dxk_value function, const dxk_value *args,
                                   size_t count);

/* Terminators. A block gets one, and nothing behind it. `value` is DXK_NONE in void functions. */
DXK_API void dxk_builder_ret(dxk_builder *b, dxk_value value);
DXK_API void dxk_builder_br(dxk_builder *b, dxk_block to);
DXK_API void dxk_builder_cond_br(dxk_builder *b, dxk_value condition, dxk_block yes, dxk_block no);
DXK_API void dxk_builder_unreachable(dxk_builder *b);

/* Goes to blocks[i] when the integer is values[i], a constant, else to `other`. */
DXK_API void dxk_builder_switch(dxk_builder *b, dxk_value value, dxk_block other,
                                const dxk_value *values, const dxk_block *blocks, size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/*
 * A call of a DXIL operation, dxk/ops.h. `overload` is the overloaded type, DXK_NONE where there
 * is none or an operand tells it. The opcode itself is not among the operands.
 *
 * Checked against the specification: that there is such an operation, in this stage and shader
 * model; the overload; number and types of the operands; which must be constants.
 */
DXK_API dxk_value dxk_builder_op(dxk_builder *b, dxk_op op, dxk_type overload,
                                 const dxk_value *args, size_t count);

/* The type that operand `index` of an operation must have, as for dxk_builder_op(). Fails when it
 * depends on an overload that is not given. */
DXK_API dxk_type dxk_builder_op_operand_type(dxk_builder *b, dxk_op op, dxk_type overload,
                                             uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
