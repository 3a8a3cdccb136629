/* SPDX-License-Identifier: MIT */
/*
 * dxk/builder.h - builds a DXIL module, instruction by instruction, and a container from it.
 *
 *   create -> types, constants, resources, signature elements
 *          -> functions -> blocks -> instructions, calls of DXIL operations
 *          -> entry points -> dxk_builder_finish() or dxk_builder_container()
 *
 * Types, values, blocks, elements and resources are numbers, which are valid for their builder
 * only. Functions for signature elements, resources and entry points are in dxk/shader.h.
 *
 * Errors are sticky. The first mistake is reported in the context's diagnostics, by a rule named
 * BUILDER.*, and makes the builder fail: from then on every function does nothing and returns
 * DXK_NONE. A program can therefore make all its calls without checks and look at the status once,
 * at the end. docs/building.md shows complete shaders.
 *
 * The builder derives everything else: declarations of operations with their types and attributes,
 * metadata, signature packing, semantic indices, usage and dynamic-index masks, shader flags, the
 * dependence of outputs on inputs and ViewID, and the parts of the container.
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

/* No value, type, block, element or resource. Every function returns it after a mistake. */
#define DXK_NONE 0u

/* Options for dxk_builder_create(). Zero-initialise, then set what differs. */
typedef struct dxk_builder_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Stage, or DXK_SHADER_KIND_LIBRARY. */
    dxk_shader_kind kind;
    /* Shader model, 6.`model_minor`, from 0 to 10. Libraries need at least 1, mesh and
     * amplification shaders at least 5. 15 stands for 6.x, libraries that are to be linked. */
    uint32_t model_minor;
    /* The validator version below is set; false: 1.10. Libraries of 6.x have 0.0 in any case. */
    bool has_validator;
    /* Version of the validator that the module is made for. */
    uint32_t validator_major;
    uint32_t validator_minor; /* minor version; see `validator_major` */
    /* 16-bit types have exactly 16 bits, rather than at least 16. Needs shader model 6.2. */
    bool native_16bit;
    /* Shader flag: the root signature binds all descriptors. */
    bool all_resources_bound;
    /* Shader flag: drivers should not optimize. */
    bool disable_optimizations;
    /* Shader flag: drivers should not reorder floating-point arithmetic. */
    bool disable_math_refactoring;
    /* UAVs may overlap other resources. Otherwise, from shader model 6.7 on, a shader flag
     * promises that they do not. */
    bool resources_may_alias;
    /* How to pack signatures. */
    dxk_packing_strategy packing;
    /* Serialized root signature (the content of a part RTS0), which is copied; empty for none. */
    dxk_bytes root_signature;
} dxk_builder_options;

/*
 * Creates a builder with an empty module. `options` may be NULL, which means a pixel shader of 6.0.
 * Errors: DXK_E_ARGUMENT if the stage, the shader model, the validator version (1.0 to 1.10, or 0.0,
 * which stands for none) or the packing is out of range, or if `native_16bit` does not go with the
 * shader model; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_builder_create(dxk_ctx *ctx, const dxk_builder_options *options,
                                      dxk_builder **out);

/* Frees a builder with its module, unless dxk_builder_finish() has handed that over. NULL is
 * allowed. */
DXK_API void dxk_builder_free(dxk_builder *b);

/* Returns the first failure, or DXK_OK. DXK_E_INVALID stands for a mistake, which the diagnostics
 * describe. */
DXK_API dxk_status dxk_builder_status(const dxk_builder *b);

/*
 * Checks that every block ends with a terminator, writes the metadata, and hands over the module,
 * which the caller frees with dxk_module_free(). Afterwards the builder can only be freed. Other
 * rules of DXIL, and that values dominate their uses, are checked by dxk_validate_module() only.
 *
 * Errors: the status of the builder; DXK_E_ARGUMENT if the module was handed over before.
 */
DXK_API dxk_status dxk_builder_finish(dxk_builder *b, dxk_module **out);

/* Finishes the module and builds a container from it, which the caller frees with
 * dxk_container_free(); see dxk_container_build(). Afterwards the builder can only be freed.
 * Errors: those of dxk_builder_finish() and dxk_container_build(). */
DXK_API dxk_status dxk_builder_container(dxk_builder *b, dxk_container **out);

/* ---------------------------------------------------------------------------------------- */
/* Types: see dxk_type in dxk/module.h                                                        */

/* Address spaces of pointers. */
enum {
    DXK_SPACE_DEFAULT = 0, /* local and constant variables */
    DXK_SPACE_SHARED = 3,  /* group-shared variables */
    DXK_SPACE_RECORD = 6   /* records of work graph nodes */
};

/* Makes the type of a pointer to `pointee` in an address space. */
DXK_API dxk_type dxk_builder_pointer(dxk_builder *b, dxk_type pointee, uint32_t space);

/* Make the type of an array, and of a vector of numbers. */
DXK_API dxk_type dxk_builder_array(dxk_builder *b, dxk_type element, uint32_t count);
DXK_API dxk_type dxk_builder_vector(dxk_builder *b, dxk_type element, uint32_t count);

/* Makes a structure type. If `name` is NULL, the result equals other unnamed structures with the
 * same elements; otherwise it equals itself only. */
DXK_API dxk_type dxk_builder_struct(dxk_builder *b, const char *name, const dxk_type *elements,
                                    size_t count);

/* Makes the type of a function. */
DXK_API dxk_type dxk_builder_function_type(dxk_builder *b, dxk_type result, const dxk_type *params,
                                           size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Values: see dxk_value in dxk/module.h                                                      */

/* Expands to an array of values and its size, two arguments of the functions below:
 * DXK_ARGS(x, y). C only. */
#define DXK_ARGS(...)                                                                              \
    (const dxk_value[]){__VA_ARGS__}, sizeof((const dxk_value[]){__VA_ARGS__}) / sizeof(dxk_value)

/* Returns the type of a value, which is a pointer for variables and functions. Returns DXK_NONE for
 * DXK_NONE. */
DXK_API dxk_type dxk_builder_type_of(const dxk_builder *b, dxk_value value);

/* Names a parameter, a block or the result of an instruction, for listings. The name is copied. */
DXK_API void dxk_builder_name(dxk_builder *b, dxk_value value, const char *name);

/* Make integer constants: of type `type`, and of the types that are used most. */
DXK_API dxk_value dxk_builder_int(dxk_builder *b, dxk_type type, uint64_t value);
DXK_API dxk_value dxk_builder_i1(dxk_builder *b, bool value);
DXK_API dxk_value dxk_builder_i8(dxk_builder *b, int value);
DXK_API dxk_value dxk_builder_i32(dxk_builder *b, int64_t value);

/* Make floating-point constants: `value` rounded to `type`, which is half, float or double, and
 * rounded to float. */
DXK_API dxk_value dxk_builder_real(dxk_builder *b, dxk_type type, double value);
DXK_API dxk_value dxk_builder_float(dxk_builder *b, double value);

/* Make the zero (for pointers, null) and the undefined value of a type. */
DXK_API dxk_value dxk_builder_null(dxk_builder *b, dxk_type type);
DXK_API dxk_value dxk_builder_undef(dxk_builder *b, dxk_type type);

/* Makes a constant structure, array or vector of type `type` from its elements. */
DXK_API dxk_value dxk_builder_aggregate(dxk_builder *b, dxk_type type, const dxk_value *elements,
                                        size_t count);

/* Adds a global variable and returns a pointer to it. It is either group-shared (`space` is
 * DXK_SPACE_SHARED, `init` is DXK_NONE) or constant with the value `init` (DXK_SPACE_DEFAULT). */
DXK_API dxk_value dxk_builder_variable(dxk_builder *b, const char *name, dxk_type type,
                                       uint32_t space, dxk_value init);

/* ---------------------------------------------------------------------------------------- */
/* Functions and blocks                                                                       */

/* A block of instructions. As a value it can be given to dxk_builder_name() only. */
typedef uint32_t dxk_block;

/* Adds a function without blocks, which the caller adds. Entry points have the type `void ()`,
 * except in libraries. */
DXK_API dxk_value dxk_builder_function(dxk_builder *b, const char *name, dxk_type type);

/* Returns parameter `index` of a function. */
DXK_API dxk_value dxk_builder_param(dxk_builder *b, dxk_value function, uint32_t index);

/* Appends a block to a function, and makes it the current block. The first block of a function is
 * its entry. */
DXK_API dxk_block dxk_builder_block(dxk_builder *b, dxk_value function);

/* Makes `block` the current block, to which instructions are appended. */
DXK_API void dxk_builder_at(dxk_builder *b, dxk_block block);

/* ---------------------------------------------------------------------------------------- */
/* Instructions: all are appended to the current block                                        */

/* Binary operators on two numbers, or two vectors of numbers, of the same type. */
typedef enum dxk_binary {
    DXK_BINARY_ADD,  /* integer sum */
    DXK_BINARY_SUB,  /* integer difference */
    DXK_BINARY_MUL,  /* integer product */
    DXK_BINARY_UDIV, /* integer quotient, unsigned */
    DXK_BINARY_SDIV, /* integer quotient, signed */
    DXK_BINARY_UREM, /* integer remainder, unsigned */
    DXK_BINARY_SREM, /* integer remainder, signed */
    DXK_BINARY_SHL,  /* shift left */
    DXK_BINARY_LSHR, /* shift right, filling with zeros */
    DXK_BINARY_ASHR, /* shift right, filling with the sign */
    DXK_BINARY_AND,  /* bitwise and */
    DXK_BINARY_OR,   /* bitwise or */
    DXK_BINARY_XOR,  /* bitwise exclusive or */
    DXK_BINARY_FADD, /* floating-point sum */
    DXK_BINARY_FSUB, /* floating-point difference */
    DXK_BINARY_FMUL, /* floating-point product */
    DXK_BINARY_FDIV, /* floating-point quotient */
    DXK_BINARY_FREM  /* floating-point remainder */
} dxk_binary;

/* Flags of operators, combined with `|`. */
enum {
    DXK_FLAG_NUW = 1,   /* add, sub, mul, shl: no unsigned overflow occurs */
    DXK_FLAG_NSW = 2,   /* add, sub, mul, shl: no signed overflow occurs */
    DXK_FLAG_EXACT = 1, /* divisions and shifts right: the remainder is zero */
    DXK_FLAG_FAST = 31  /* floating point: any algebraically equal computation will do */
};

/* Appends a binary operator. Without DXK_FLAG_FAST, floating-point arithmetic is `precise`. */
DXK_API dxk_value dxk_builder_binary(dxk_builder *b, dxk_binary op, dxk_value left, dxk_value right,
                                     uint32_t flags);

/* Comparisons. If an operand is NaN, ordered comparisons are false and unordered ones are true. */
typedef enum dxk_compare {
    /* Integers and pointers. */
    DXK_COMPARE_EQ = 32,  /* == */
    DXK_COMPARE_NE = 33,  /* != */
    DXK_COMPARE_UGT = 34, /* >, unsigned */
    DXK_COMPARE_UGE = 35, /* >=, unsigned */
    DXK_COMPARE_ULT = 36, /* <, unsigned */
    DXK_COMPARE_ULE = 37, /* <=, unsigned */
    DXK_COMPARE_SGT = 38, /* >, signed */
    DXK_COMPARE_SGE = 39, /* >=, signed */
    DXK_COMPARE_SLT = 40, /* <, signed */
    DXK_COMPARE_SLE = 41, /* <=, signed */
    /* Floating point. */
    DXK_COMPARE_OEQ = 1,   /* ==, ordered */
    DXK_COMPARE_OGT = 2,   /* >, ordered */
    DXK_COMPARE_OGE = 3,   /* >=, ordered */
    DXK_COMPARE_OLT = 4,   /* <, ordered */
    DXK_COMPARE_OLE = 5,   /* <=, ordered */
    DXK_COMPARE_ONE = 6,   /* !=, ordered */
    DXK_COMPARE_ORD = 7,   /* neither operand is NaN */
    DXK_COMPARE_UNO = 8,   /* at least one operand is NaN */
    DXK_COMPARE_UEQ = 9,   /* ==, unordered */
    DXK_COMPARE_FUGT = 10, /* >, unordered */
    DXK_COMPARE_FUGE = 11, /* >=, unordered */
    DXK_COMPARE_FULT = 12, /* <, unordered */
    DXK_COMPARE_FULE = 13, /* <=, unordered */
    DXK_COMPARE_UNE = 14   /* !=, unordered */
} dxk_compare;

/* Appends a comparison of two values of the same type. The result is an i1, or a vector of i1.
 * `flags` is 0 or, for floating point, DXK_FLAG_FAST. */
DXK_API dxk_value dxk_builder_compare(dxk_builder *b, dxk_compare op, dxk_value left,
                                      dxk_value right, uint32_t flags);

/* Conversions. */
typedef enum dxk_cast {
    DXK_CAST_TRUNC,   /* integer to a smaller integer */
    DXK_CAST_ZEXT,    /* integer to a larger integer, filling with zeros */
    DXK_CAST_SEXT,    /* integer to a larger integer, filling with the sign */
    DXK_CAST_FPTOUI,  /* floating point to unsigned integer */
    DXK_CAST_FPTOSI,  /* floating point to signed integer */
    DXK_CAST_UITOFP,  /* unsigned integer to floating point */
    DXK_CAST_SITOFP,  /* signed integer to floating point */
    DXK_CAST_FPTRUNC, /* floating point to smaller floating point */
    DXK_CAST_FPEXT,   /* floating point to larger floating point */
    DXK_CAST_BITCAST  /* the same bits as another type; pointers to pointers only */
} dxk_cast;

/* Appends a conversion of `value` to `type`. Vectors are converted element by element. */
DXK_API dxk_value dxk_builder_cast(dxk_builder *b, dxk_cast op, dxk_value value, dxk_type type);

/* Appends a selection, whose result is `yes` if the i1 `condition` is true and `no` otherwise. If
 * `condition` is a vector of i1, the elements of two vectors are selected one by one. */
DXK_API dxk_value dxk_builder_select(dxk_builder *b, dxk_value condition, dxk_value yes,
                                     dxk_value no);

/* Adds a phi at the head of the current block, before other instructions. Its value depends on the
 * block that control came from: dxk_builder_phi_add() adds a value for each predecessor, at any
 * time before the module is finished. */
DXK_API dxk_value dxk_builder_phi(dxk_builder *b, dxk_type type);
DXK_API void dxk_builder_phi_add(dxk_builder *b, dxk_value phi, dxk_value value, dxk_block from);

/* Append instructions that return member `index` of a structure or array, and a copy of the
 * structure or array in which that member is replaced. */
DXK_API dxk_value dxk_builder_extract(dxk_builder *b, dxk_value aggregate, uint32_t index);
DXK_API dxk_value dxk_builder_insert(dxk_builder *b, dxk_value aggregate, dxk_value member,
                                     uint32_t index);

/* Append instructions that return an element of a vector, and a copy of the vector in which that
 * element is replaced. `index` is an integer and need not be constant. */
DXK_API dxk_value dxk_builder_extract_element(dxk_builder *b, dxk_value vector, dxk_value index);
DXK_API dxk_value dxk_builder_insert_element(dxk_builder *b, dxk_value vector, dxk_value element,
                                             dxk_value index);

/* Appends a shuffle: makes a vector of elements picked from two vectors of the same type. `mask`
 * is a constant vector of i32, which numbers the elements of `second` after those of `first`. */
DXK_API dxk_value dxk_builder_shuffle(dxk_builder *b, dxk_value first, dxk_value second,
                                      dxk_value mask);

/* Appends a local variable and returns a pointer to it. */
DXK_API dxk_value dxk_builder_alloca(dxk_builder *b, dxk_type type);

/* Append a load from `pointer`, and a store of `value` to it. */
DXK_API dxk_value dxk_builder_load(dxk_builder *b, dxk_value pointer);
DXK_API void dxk_builder_store(dxk_builder *b, dxk_value value, dxk_value pointer);

/* Appends the computation of a pointer into the object at `pointer` (LLVM's getelementptr). The
 * first index counts whole objects. The others select elements of arrays and vectors, or members
 * of structures, for which they must be constants of type i32. For a global variable and constant
 * indices, the result is a constant. */
DXK_API dxk_value dxk_builder_gep(dxk_builder *b, dxk_value pointer, const dxk_value *indices,
                                  size_t count);

/* Atomic operations: what is stored, given the old value and the operand. */
typedef enum dxk_atomic {
    DXK_ATOMIC_EXCHANGE, /* the operand */
    DXK_ATOMIC_ADD,      /* their sum */
    DXK_ATOMIC_SUB,      /* the old value minus the operand */
    DXK_ATOMIC_AND,      /* their bitwise and */
    DXK_ATOMIC_NAND,     /* the complement of their bitwise and */
    DXK_ATOMIC_OR,       /* their bitwise or */
    DXK_ATOMIC_XOR,      /* their bitwise exclusive or */
    DXK_ATOMIC_MAX,      /* the larger one, signed */
    DXK_ATOMIC_MIN,      /* the smaller one, signed */
    DXK_ATOMIC_UMAX,     /* the larger one, unsigned */
    DXK_ATOMIC_UMIN      /* the smaller one, unsigned */
} dxk_atomic;

/* Appends an atomic operation on a group-shared variable; returns the old value. */
DXK_API dxk_value dxk_builder_atomic(dxk_builder *b, dxk_atomic op, dxk_value pointer,
                                     dxk_value value);

/* Appends an atomic compare-and-exchange, which stores `value` if the old value is `expected`.
 * Returns a structure of the old value and an i1 that is true if `value` was stored. */
DXK_API dxk_value dxk_builder_compare_exchange(dxk_builder *b, dxk_value pointer,
                                               dxk_value expected, dxk_value value);

/* Appends a call of a function of the module. The result of a void function cannot be used. */
DXK_API dxk_value dxk_builder_call(dxk_builder *b, dxk_value function, const dxk_value *args,
                                   size_t count);

/* Append a terminator, the last instruction of a block: return, branch, conditional branch,
 * unreachable. dxk_builder_ret() takes DXK_NONE in a void function. */
DXK_API void dxk_builder_ret(dxk_builder *b, dxk_value value);
DXK_API void dxk_builder_br(dxk_builder *b, dxk_block to);
DXK_API void dxk_builder_cond_br(dxk_builder *b, dxk_value condition, dxk_block yes, dxk_block no);
DXK_API void dxk_builder_unreachable(dxk_builder *b);

/* Hints to compilers and drivers about control flow. */
typedef enum dxk_flow_hint {
    DXK_FLOW_HINT_BRANCH = 1,  /* branches, switches: run only the code that is chosen */
    DXK_FLOW_HINT_FLATTEN = 2, /* branches, switches: run all code, then select among the results */
    DXK_FLOW_HINT_FORCECASE = 5, /* switches: use a jump table rather than comparisons */
    DXK_FLOW_HINT_LOOP = 16,     /* branches that close a loop: do not unroll the loop */
    DXK_FLOW_HINT_UNROLL = 17    /* branches that close a loop: unroll the loop */
} dxk_flow_hint;

/* Attaches a hint to the terminator of the current block, which must have one. The hint is metadata
 * named dx.controlflow.hints or, for loops, llvm.loop; a later hint of the same name replaces it.
 * `count` is for DXK_FLOW_HINT_UNROLL: the number of iterations to unroll, or 0 for all. */
DXK_API void dxk_builder_hint(dxk_builder *b, dxk_flow_hint hint, uint32_t count);

/* Appends a switch, a terminator that branches to blocks[i] if `value` equals the constant
 * values[i], and to `other` if it equals none of them. */
DXK_API void dxk_builder_switch(dxk_builder *b, dxk_value value, dxk_block other,
                                const dxk_value *values, const dxk_block *blocks, size_t count);

/* ---------------------------------------------------------------------------------------- */
/* DXIL operations                                                                            */

/*
 * Appends a call of a DXIL operation (see dxk/ops.h), declaring its function as needed. `overload`
 * is the overloaded type; it may be DXK_NONE if the operation has none, or if the type of an
 * operand determines it. `args` are the operands without the opcode.
 *
 * The call is checked against the specification: the operation must exist in the stage and the
 * shader model, the overload must be allowed, and the number, types and constness of the operands
 * must be right.
 */
DXK_API dxk_value dxk_builder_op(dxk_builder *b, dxk_op op, dxk_type overload,
                                 const dxk_value *args, size_t count);

/* Returns the type that operand `index` of an operation must have, counted as in dxk_builder_op().
 * It is a mistake to leave out an overload that the type depends on. */
DXK_API dxk_type dxk_builder_op_operand_type(dxk_builder *b, dxk_op op, dxk_type overload,
                                             uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
