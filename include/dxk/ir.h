/* SPDX-License-Identifier: MIT */
/*
 * dxk/ir.h - looks into the program of a module: types, functions, blocks, instructions, operands,
 * constants, metadata, source locations and uses. It also tells what a DXIL operation does, and
 * which resource a handle refers to.
 *
 *     for (size_t n = 0; n < dxk_module_function_count(m); n++) {
 *         dxk_value f = dxk_module_function(m, n);
 *         for (dxk_value b = dxk_block_first(m, f); b; b = dxk_block_next(m, b))
 *             for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i))
 *                 if (dxk_inst_op(m, i, &op) && op == DXK_OP_Sample)
 *                     found(i);
 *     }
 *
 * Types, values and metadata are numbers (see dxk/module.h), which are valid for their module
 * until it is changed. Strings are borrowed from the module unless they are said to be static.
 *
 * No function here allocates memory or fails, except dxk_uses_load(). Functions take constant time
 * unless their comments say otherwise. For a number that the module does not have, they return
 * what they return for 0: false, 0, an empty string or a structure of zeros; *out is then all
 * zero. examples/samples.c is a complete program.
 *
 * Source: LLVM 3.7's language reference; DXIL.rst.
 */
#ifndef DXK_IR_H
#define DXK_IR_H

#include "dxk/dxil.h"
#include "dxk/lines.h"
#include "dxk/opcodes.h"
#include "dxk/ops.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Kinds of types. */
typedef enum dxk_type_kind {
    DXK_TYPE_KIND_NONE = 0,      /* no type */
    DXK_TYPE_KIND_VOID = 1,      /* void */
    DXK_TYPE_KIND_HALF = 2,      /* half */
    DXK_TYPE_KIND_FLOAT = 3,     /* float */
    DXK_TYPE_KIND_DOUBLE = 4,    /* double */
    DXK_TYPE_KIND_X86_FP80 = 5,  /* x86_fp80 */
    DXK_TYPE_KIND_FP128 = 6,     /* fp128 */
    DXK_TYPE_KIND_PPC_FP128 = 7, /* ppc_fp128 */
    DXK_TYPE_KIND_LABEL = 8,     /* label: the type of blocks */
    DXK_TYPE_KIND_METADATA = 9,  /* metadata: the type of metadata used as an argument */
    DXK_TYPE_KIND_X86_MMX = 10,  /* x86_mmx */
    DXK_TYPE_KIND_INT = 11,      /* integer, iN */
    DXK_TYPE_KIND_POINTER = 12,  /* pointer, T* */
    DXK_TYPE_KIND_ARRAY = 13,    /* array, [N x T] */
    DXK_TYPE_KIND_VECTOR = 14,   /* vector, <N x T> */
    DXK_TYPE_KIND_FUNCTION = 15, /* function, T (...) */
    DXK_TYPE_KIND_STRUCTURE = 16 /* structure, { ... } or %name */
} dxk_type_kind;

/* Description of a type. Members that do not apply to its kind are zero. */
typedef struct dxk_type_info {
    dxk_type_kind kind; /* kind of the type */
    uint32_t bits;      /* integers, floating point: width in bits */
    uint32_t space;     /* pointers: address space */
    dxk_type element;   /* type of an array's or vector's elements, of what a pointer points to, of
                           a function's result */
    uint64_t count;   /* number of elements, of a structure's members, of a function's parameters */
    dxk_str name;     /* structures: name; empty if there is none */
    bool is_named;    /* structures: equal to itself only, whether or not it has a name */
    bool is_packed;   /* structures: without padding */
    bool is_opaque;   /* structures: the members are not known */
    bool is_variadic; /* functions: take more arguments than there are parameters */
} dxk_type_info;

/* Returns the largest number of a type. There may be gaps, for which dxk_type_get() returns
 * false. */
DXK_API size_t dxk_type_count(const dxk_module *module);

/* Describes a type in *out. False if the module does not have it. */
DXK_API bool dxk_type_get(const dxk_module *module, dxk_type type, dxk_type_info *out);

/* Returns the type of member `index` of a structure, of parameter `index` of a function, or of the
 * elements of an array or vector; 0 past the end. */
DXK_API dxk_type dxk_type_member(const dxk_module *module, dxk_type type, uint64_t index);

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* Kinds of values. */
typedef enum dxk_value_kind {
    DXK_VALUE_NONE = 0,      /* no value */
    DXK_VALUE_VARIABLE = 1,  /* global variable */
    DXK_VALUE_FUNCTION = 2,  /* function, declared or defined */
    DXK_VALUE_ALIAS = 3,     /* alias: another name of a variable or function */
    DXK_VALUE_CONSTANT = 4,  /* constant; see dxk_constant_get() */
    DXK_VALUE_PARAMETER = 5, /* parameter of a function that has a body */
    DXK_VALUE_INST = 6,      /* instruction, which stands for its result */
    DXK_VALUE_BLOCK = 7,     /* block of instructions */
    DXK_VALUE_METADATA = 8   /* metadata used as an argument of a call */
} dxk_value_kind;

/* Number of metadata in its module; 0 means null. */
typedef uint32_t dxk_metadata;

/* Description of a value. Members that do not apply to its kind are zero. */
typedef struct dxk_value_info {
    dxk_value_kind kind;   /* kind of the value */
    dxk_type type;         /* type; a pointer for variables, functions and aliases */
    dxk_str name;          /* name; empty if there is none */
    dxk_value function;    /* parameters, blocks, instructions: function that contains it */
    dxk_value block;       /* instructions: block that contains it */
    dxk_metadata metadata; /* DXK_VALUE_METADATA: the metadata */
} dxk_value_info;

/* Describes a value in *out. False if the module does not have it. */
DXK_API bool dxk_value_get(const dxk_module *module, dxk_value value, dxk_value_info *out);

/* Sets *number to the value of a constant integer of at most 64 bits, zero-extended. False for all
 * other values. */
DXK_API bool dxk_value_int(const dxk_module *module, dxk_value value, uint64_t *number);

/* Sets *number to the value of a constant of type half, float or double. False for all other
 * values. */
DXK_API bool dxk_value_real(const dxk_module *module, dxk_value value, double *number);

/* ---------------------------------------------------------------------------------------- */
/* Functions and variables                                                                    */

/* Returns function `index`, counting declarations as well; see dxk_module_function_count(). */
DXK_API dxk_value dxk_module_function(const dxk_module *module, size_t index);

/* Returns the function with a name, or 0 if there is none. Takes time in proportion to the number
 * of functions. */
DXK_API dxk_value dxk_module_function_find(const dxk_module *module, dxk_str name);

/* Description of a function. */
typedef struct dxk_function_info {
    dxk_str name;             /* name */
    dxk_type type;            /* function type; the type of the value is a pointer to it */
    uint32_t parameter_count; /* number of parameters of the type */
    uint32_t block_count;     /* number of blocks; 0 for declarations */
    uint32_t linkage;         /* linkage as in bitcode: 0 external, 3 internal, 9 private, ... */
    uint32_t convention;      /* calling convention as in bitcode; 0: C */
    bool is_declaration;      /* it has no body */
    bool is_operation;        /* its calls are DXIL operations: the name begins with "dx.op." */
    bool is_intrinsic;        /* it is an intrinsic of LLVM: the name begins with "llvm." */
} dxk_function_info;

/* Describes a function in *out. False if the value is not a function. */
DXK_API bool dxk_function_get(const dxk_module *module, dxk_value function, dxk_function_info *out);

/* Returns parameter `index` of a function; 0 for declarations and past the end. */
DXK_API dxk_value dxk_function_param(const dxk_module *module, dxk_value function, uint32_t index);

/* Returns global variable `index`; see dxk_module_variable_count(). */
DXK_API dxk_value dxk_module_variable(const dxk_module *module, size_t index);

/* Description of a global variable. */
typedef struct dxk_variable_info {
    dxk_str name;      /* name */
    dxk_type type;     /* type of the content; the type of the value is a pointer to it */
    uint32_t space;    /* address space; 3: group-shared */
    uint32_t linkage;  /* linkage as in bitcode: 0 external, 3 internal, 9 private, ... */
    uint32_t align;    /* alignment in bytes; 0: not specified */
    dxk_value initial; /* constant that it is initialized with; 0: none */
    bool is_constant;  /* it is never written */
} dxk_variable_info;

/* Describes a global variable in *out. False if the value is not one. */
DXK_API bool dxk_variable_get(const dxk_module *module, dxk_value variable, dxk_variable_info *out);

/* ---------------------------------------------------------------------------------------- */
/* Blocks and instructions                                                                    */

/* Return the first block of a function, which is its entry, and the block after another one; 0 if
 * there is none. */
DXK_API dxk_value dxk_block_first(const dxk_module *module, dxk_value function);
DXK_API dxk_value dxk_block_next(const dxk_module *module, dxk_value block);

/* Return the first and the last instruction of a block, and the instruction after another one in
 * the same block; 0 if there is none. */
DXK_API dxk_value dxk_inst_first(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_inst_last(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_inst_next(const dxk_module *module, dxk_value inst);

/* Return the number of successors of a block, and one of them, in the order in which the text of
 * the terminator names them. The same block may occur more than once. */
DXK_API uint32_t dxk_block_successor_count(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_block_successor(const dxk_module *module, dxk_value block, uint32_t index);

/* Description of an instruction. Members that do not apply to its opcode are zero. */
typedef struct dxk_inst_info {
    dxk_opcode opcode;       /* opcode */
    const char *name;        /* name of the opcode in text: "fadd"; static */
    dxk_type type;           /* type of the result; DXK_TYPE_VOID if there is none */
    uint32_t operand_count;  /* number of operands for dxk_inst_operand() */
    uint32_t flags;          /* operators: DXK_FLAG_* of dxk/builder.h. Bit 0: volatile (load,
                                store, atomics), inbounds (getelementptr), tail (call) */
    uint32_t predicate;      /* comparisons: dxk_compare of dxk/builder.h, where 0 and 15 of fcmp
                                are false and true; atomicrmw: dxk_atomic */
    uint32_t align;          /* alloca, load, store: alignment in bytes; 0: not specified */
    uint32_t index_count;    /* extractvalue, insertvalue: number of indices, dxk_inst_index() */
    dxk_type element;        /* alloca: type of the variable; getelementptr: type that the base
                                points to; calls: function type */
    dxk_value callee;        /* calls: the function called */
    uint32_t argument_count; /* calls: number of arguments, which are the first operands */
    bool is_terminator;      /* it ends a block */
    uint64_t bit;            /* bit offset of its record in the stream; UINT64_MAX if the module was
                                read without dxk_module_read_options.offsets */
} dxk_inst_info;

/* Describes an instruction in *out. False if the value is not one. */
DXK_API bool dxk_inst_get(const dxk_module *module, dxk_value inst, dxk_inst_info *out);

/* Returns the name of an opcode in text, such as "fadd"; NULL if there is no such opcode.
 * Static. */
DXK_API const char *dxk_opcode_name(dxk_opcode opcode);

/*
 * Returns operand `index` of an instruction, in LLVM's own order, or 0 past the end:
 *
 *   ret                value, or none          store           value, pointer
 *   br                 block; or condition, block if false, block if true
 *   switch             value, default block, then a number and a block for each case
 *   call               arguments, function     invoke          arguments, two blocks, function
 *   operators, comparisons   left, right       casts           value
 *   alloca             size                    load            pointer
 *   getelementptr      base, indices           phi             values; see dxk_inst_incoming()
 *   select             condition, value if true, value if false
 *   cmpxchg            pointer, expected, new  atomicrmw       pointer, value
 *   extractelement     vector, index           insertelement   vector, element, index
 *   shufflevector      two vectors, mask
 *   extractvalue       aggregate               insertvalue     aggregate, member
 */
DXK_API dxk_value dxk_inst_operand(const dxk_module *module, dxk_value inst, uint32_t index);

/* Returns the block from which control brings operand `index` of a phi; 0 past the end. */
DXK_API dxk_value dxk_inst_incoming(const dxk_module *module, dxk_value phi, uint32_t index);

/* Returns index `index` of extractvalue and insertvalue; 0 past the end. */
DXK_API uint32_t dxk_inst_index(const dxk_module *module, dxk_value inst, uint32_t index);

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

/* Kinds of constants. */
typedef enum dxk_constant_kind {
    DXK_CONSTANT_NONE = 0,          /* not a constant */
    DXK_CONSTANT_NULL = 1,          /* null pointer; aggregate or vector of zeros */
    DXK_CONSTANT_UNDEF = 2,         /* undefined value */
    DXK_CONSTANT_INT = 3,           /* integer of at most 64 bits */
    DXK_CONSTANT_REAL = 4,          /* half, float or double */
    DXK_CONSTANT_WIDE = 5,          /* integer of more than 64 bits, or another kind of number */
    DXK_CONSTANT_DATA = 6,          /* array or vector of numbers; see dxk_constant_bits() */
    DXK_CONSTANT_AGGREGATE = 7,     /* array, vector or structure; see dxk_constant_operand() */
    DXK_CONSTANT_EXPRESSION = 8,    /* instruction on constants; see dxk_constant_operand() */
    DXK_CONSTANT_BLOCK_ADDRESS = 9, /* address of a block */
    DXK_CONSTANT_ASSEMBLY = 10      /* inline assembly */
} dxk_constant_kind;

/* Description of a constant. Members that do not apply to its kind are zero. */
typedef struct dxk_constant_info {
    dxk_constant_kind kind; /* kind of the constant */
    dxk_type type;          /* type */
    uint64_t bits;          /* INT: value, zero-extended; REAL: representation in the type's bits */
    uint64_t element_count; /* number of elements of an array or vector, of a structure's members */
    uint32_t operand_count; /* AGGREGATE, EXPRESSION: operands for dxk_constant_operand() */
    dxk_opcode opcode;      /* EXPRESSION: opcode */
    dxk_type element;       /* EXPRESSION, getelementptr: type that the base points to */
} dxk_constant_info;

/* Describes a constant in *out. False if the value is not one. */
DXK_API bool dxk_constant_get(const dxk_module *module, dxk_value constant, dxk_constant_info *out);

/* Returns element `index` of an AGGREGATE, or operand `index` of an EXPRESSION; 0 past the end. */
DXK_API dxk_value dxk_constant_operand(const dxk_module *module, dxk_value constant,
                                       uint32_t index);

/* Sets *bits to element `index` of a constant array, vector or structure of any kind if that
 * element is a number. A number is its own element 0. False for other constants and elements, for
 * undefined ones, and past the end. */
DXK_API bool dxk_constant_bits(const dxk_module *module, dxk_value constant, uint64_t index,
                               uint64_t *bits);

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

/* Kinds of metadata. */
typedef enum dxk_metadata_kind {
    DXK_METADATA_NONE = 0,   /* null */
    DXK_METADATA_STRING = 1, /* string */
    DXK_METADATA_VALUE = 2,  /* reference to a value */
    DXK_METADATA_TUPLE = 3,  /* list of operands, !{...} */
    DXK_METADATA_NODE = 4    /* node with named fields, most of them for debug information */
} dxk_metadata_kind;

/* Description of metadata. Members that do not apply to its kind are zero. */
typedef struct dxk_metadata_info {
    dxk_metadata_kind kind; /* kind of the metadata */
    const char *name;       /* NODE: name of the class, "DISubprogram"; static */
    dxk_str text;           /* STRING: content */
    dxk_value value;        /* VALUE: the value */
    uint32_t operand_count; /* TUPLE: number of operands for dxk_metadata_operand() */
    uint32_t field_count;   /* NODE: number of fields for dxk_metadata_field_get() */
    bool is_distinct;       /* TUPLE, NODE: equal to itself only */
} dxk_metadata_info;

/* Returns the number of metadata entries, which are numbered from 1 on. */
DXK_API size_t dxk_metadata_count(const dxk_module *module);

/* Describes metadata in *out. False for null, and if the module does not have it. */
DXK_API bool dxk_metadata_get(const dxk_module *module, dxk_metadata metadata,
                              dxk_metadata_info *out);

/* Returns operand `index` of a tuple, which may be null; null past the end. */
DXK_API dxk_metadata dxk_metadata_operand(const dxk_module *module, dxk_metadata metadata,
                                          uint32_t index);

/* A field of a metadata node. */
typedef struct dxk_metadata_field {
    const char *name;      /* name in text: "scope"; static */
    bool is_metadata;      /* the field is set to `metadata`; false: to `number` */
    dxk_metadata metadata; /* metadata; 0: null */
    uint64_t number;       /* number; negative ones in two's complement */
} dxk_metadata_field;

/* Describes field `index` of a node in *out, in the order of the node's record. A list at the end
 * of a node is given as one field for each element, all of the same name. False past the end. */
DXK_API bool dxk_metadata_field_get(const dxk_module *module, dxk_metadata metadata, uint32_t index,
                                    dxk_metadata_field *out);

/* Describes the first field of a node that has a name in *out. False if there is none. Takes time
 * in proportion to the number of fields. */
DXK_API bool dxk_metadata_field_find(const dxk_module *module, dxk_metadata metadata,
                                     const char *name, dxk_metadata_field *out);

/* Return the number of named metadata ("dx.resources"); the name of one, with the number of its
 * operands in *operand_count (empty and 0 past the end); and an operand of one (null past the
 * end). */
DXK_API size_t dxk_module_named_metadata_count(const dxk_module *module);
DXK_API dxk_str dxk_module_named_metadata_name(const dxk_module *module, size_t index,
                                               uint32_t *operand_count);
DXK_API dxk_metadata dxk_module_named_metadata_operand(const dxk_module *module, size_t index,
                                                       uint32_t operand);

/* Metadata attached to an instruction or a function. */
typedef struct dxk_attachment {
    dxk_str kind;          /* name of the kind, "dx.precise"; see dxk_module_metadata_kind() */
    dxk_metadata metadata; /* the metadata */
} dxk_attachment;

/* Describes attachment `index` of an instruction or a function in *out, not counting the source
 * location (!dbg) of an instruction. False past the end. For functions, takes time in proportion to
 * the number of attachments in the module. */
DXK_API bool dxk_attachment_get(const dxk_module *module, dxk_value value, uint32_t index,
                                dxk_attachment *out);

/* Returns the source location of an instruction: its !dbg node, a DILocation; 0 if there is
 * none. */
DXK_API dxk_metadata dxk_inst_location(const dxk_module *module, dxk_value inst);

/* Describes the source location of an instruction as function, file and line in *out. Level 0 is
 * the line itself, level 1 the call at which its function was inlined, and so on. False past the
 * end. Takes time in proportion to the level. */
DXK_API bool dxk_inst_frame(const dxk_module *module, dxk_value inst, uint32_t level,
                            dxk_line_frame *out);

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

/* Index of the uses of all values of a module. Opaque. */
typedef struct dxk_uses dxk_uses;

/* A use of a value. */
typedef struct dxk_use {
    dxk_value user;   /* instruction, constant, variable, function or alias that uses the value */
    uint32_t operand; /* number of the operand; see dxk_inst_operand(), dxk_constant_operand() */
} dxk_use;

/*
 * Finds all uses in a module, in time and memory in proportion to its size. The module must
 * outlive *out and must not change meanwhile. The caller frees *out with dxk_uses_free().
 *
 * Metadata does not count as a user, and a phi does not count as a user of the blocks that its
 * values come from. Constants count as users even if nothing uses them. Errors: DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_uses_load(const dxk_module *module, dxk_uses **out);

/* Frees an index of uses. NULL is allowed. */
DXK_API void dxk_uses_free(dxk_uses *uses);

/* Returns the number of uses of a value. */
DXK_API uint32_t dxk_uses_count(const dxk_uses *uses, dxk_value value);

/*
 * Go through the uses of a value, the newest first:
 *
 *     for (uint32_t at = dxk_uses_first(uses, value); dxk_uses_get(uses, at, &use);
 *          at = dxk_uses_next(uses, at))
 */
DXK_API uint32_t dxk_uses_first(const dxk_uses *uses, dxk_value value);
DXK_API uint32_t dxk_uses_next(const dxk_uses *uses, uint32_t at);
DXK_API bool dxk_uses_get(const dxk_uses *uses, uint32_t at, dxk_use *out);

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/* Sets *op to the DXIL operation that an instruction calls. False if it calls none. The number may
 * be one that this version of the library does not know, for which dxk_op_get() returns false. */
DXK_API bool dxk_inst_op(const dxk_module *module, dxk_value inst, dxk_op *op);

/* Returns operand `index` of the operation that an instruction calls, counted as in dxk/ops.h,
 * without the opcode; 0 past the end. */
DXK_API dxk_value dxk_inst_op_operand(const dxk_module *module, dxk_value inst, uint32_t index);

/* Kinds of memory that operations read and write, combined with `|`. Memory that does not change
 * while a shader runs (inputs, constant buffers, read-only resources) is not among them. */
enum {
    DXK_MEMORY_REGISTERS = 1,   /* temporary registers */
    DXK_MEMORY_OUTPUTS = 2,     /* outputs of the invocation, and the streams that take them */
    DXK_MEMORY_UAV = 4,         /* contents of UAVs, if the resource is one */
    DXK_MEMORY_COUNTERS = 8,    /* counters of UAVs */
    DXK_MEMORY_SHARED = 16,     /* group-shared variables */
    DXK_MEMORY_RECORDS = 32,    /* records of work graph nodes */
    DXK_MEMORY_POINTER = 64,    /* memory that pointer arguments point to */
    DXK_MEMORY_QUERIES = 128,   /* state of ray queries */
    DXK_MEMORY_RAY = 256,       /* state of the ray that the shader runs for */
    DXK_MEMORY_LANES = 512,     /* the set of active lanes, and which of them are helpers */
    DXK_MEMORY_FEEDBACK = 1024, /* feedback maps */
    DXK_MEMORY_OUTSIDE = 2048   /* state outside of shaders: clocks, debuggers, work that is
                                   started */
};

/* Description of an operation. Strings are static. */
typedef struct dxk_op_info {
    dxk_op op;               /* number of the operation */
    const char *name;        /* name: "SampleLevel" */
    const char *cls;         /* name of the class, "sampleLevel", as in dx.op.CLASS.TYPE */
    uint32_t operand_count;  /* number of operands, without the opcode; dxk_op_operand_name() */
    uint32_t overload_count; /* number of overloaded types, 0 to 4 */
    uint32_t model_minor;    /* first shader model that has it, 6.`model_minor` */
    uint32_t stages;         /* stages that may call it, bits 1 << dxk_shader_kind */
    uint32_t reads;          /* memory that it reads, DXK_MEMORY_* */
    uint32_t writes;         /* memory that it writes, DXK_MEMORY_* */
    bool is_removable;       /* a call whose result is not used may be removed */
    bool is_convergent;      /* a call must not be made to depend on additional branches */
    bool is_derivative;      /* it computes derivatives of operands, or depends on them */
    bool is_wave;            /* it communicates between the lanes of a wave */
    bool is_barrier;         /* it is a barrier */
    bool is_commutative;     /* the first two operands may be exchanged */
} dxk_op_info;

/* Describes an operation in *out. False if there is no such operation. */
DXK_API bool dxk_op_get(dxk_op op, dxk_op_info *out);

/* Return the number of operations, and describe operation `index`, in the order of dxk/ops.h, in
 * *out; false past the end. */
DXK_API size_t dxk_op_count(void);
DXK_API bool dxk_op_at(size_t index, dxk_op_info *out);

/* Returns the name of operand `index` of an operation, not counting the opcode, such as "handle";
 * empty past the end. Static. */
DXK_API dxk_str dxk_op_operand_name(dxk_op op, uint32_t index);

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* Origin of a handle. */
typedef enum dxk_handle_source {
    DXK_HANDLE_NONE = 0,    /* not known */
    DXK_HANDLE_RANGE = 1,   /* a resource of the metadata: createHandle */
    DXK_HANDLE_BINDING = 2, /* registers: createHandleFromBinding */
    DXK_HANDLE_LIBRARY = 3, /* a variable that stands for a resource: createHandleForLib */
    DXK_HANDLE_HEAP = 4     /* a descriptor heap: createHandleFromHeap */
} dxk_handle_source;

/* Value of dxk_handle_info.resource if the metadata does not have the resource. */
#define DXK_NO_RESOURCE UINT32_MAX

/* The resource that a handle refers to. Members that are not known are zero. */
typedef struct dxk_handle_info {
    dxk_handle_source source; /* origin of the handle */
    dxk_resource_class cls;   /* class of the resource */
    uint32_t kind;            /* kind of the resource, dxk_resource_kind */
    uint32_t resource;        /* index for dxk_dxil_resource_get(), or DXK_NO_RESOURCE */
    dxk_str name;             /* name of the resource; empty if stripped */
    uint32_t space;           /* register space */
    uint32_t lower_bound;     /* first register of the range */
    uint32_t count;           /* number of registers; 0xFFFFFFFF: unbounded */
    dxk_value index;          /* RANGE, BINDING: register; HEAP: index in the heap; LIBRARY: index
                                 in an array of resources, 0 if there is no array */
    dxk_value call;           /* call that makes the handle */
    bool is_nonuniform;       /* the index may differ between lanes */
    bool is_sampler_heap;     /* HEAP: the heap is that of samplers */
} dxk_handle_info;

/*
 * Describes the resource that `handle` refers to, the first operand of most operations on
 * resources. Annotations are followed to the call that makes the handle. A handle that a phi or a
 * select chooses is not known; ask about their operands instead. `dxil` is the view of the same
 * module. Takes time in proportion to the number of resources of the class.
 *
 * False if the resource is not known, or if the value is not a handle.
 */
DXK_API bool dxk_handle_get(const dxk_dxil *dxil, dxk_value handle, dxk_handle_info *out);

#ifdef __cplusplus
}
#endif
#endif
