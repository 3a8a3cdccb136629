/* SPDX-License-Identifier: MIT */
/*
 * dxk/ir.h - looking into the program of a module: types, functions, blocks, instructions, operands,
 * constants, metadata, places in the source, uses; what an operation of DXIL does, and what a
 * handle is bound to.
 *
 *     for (size_t n = 0; n < dxk_module_function_count(m); n++) {
 *         dxk_value f = dxk_module_function(m, n);
 *         for (dxk_value b = dxk_block_first(m, f); b; b = dxk_block_next(m, b))
 *             for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i))
 *                 if (dxk_inst_op(m, i, &op) && op == DXK_OP_Sample)
 *                     found(i);
 *     }
 *
 * Types, values and metadata are numbers (dxk/module.h), valid for their module until it is changed.
 * Nothing here allocates but dxk_uses_load(), and getters take constant time if nothing else is
 * said. A number that the module does not have gives what 0 gives: false, 0, an empty string, and
 * structures of zeros. examples/samples.c shows it all at work.
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
    DXK_TYPE_KIND_LABEL = 8,     /* label: of blocks */
    DXK_TYPE_KIND_METADATA = 9,  /* metadata: of metadata as an argument */
    DXK_TYPE_KIND_X86_MMX = 10,  /* x86_mmx */
    DXK_TYPE_KIND_INT = 11,      /* iN */
    DXK_TYPE_KIND_POINTER = 12,  /* T* */
    DXK_TYPE_KIND_ARRAY = 13,    /* [N x T] */
    DXK_TYPE_KIND_VECTOR = 14,   /* <N x T> */
    DXK_TYPE_KIND_FUNCTION = 15, /* T (...) */
    DXK_TYPE_KIND_STRUCTURE = 16 /* { ... }, or one with a name */
} dxk_type_kind;

/* A type. Members that do not apply are zero. */
typedef struct dxk_type_info {
    dxk_type_kind kind; /* kind */
    uint32_t bits;      /* width of integers and floating-point numbers */
    uint32_t space;     /* address space of pointers */
    dxk_type element;   /* of arrays and vectors; what pointers point to; what functions return */
    uint64_t count;     /* elements, members of a structure, or parameters */
    dxk_str name;       /* name of a structure; empty if it has none */
    bool is_named;      /* structure that equals only itself, with or without a name */
    bool is_packed;     /* structure without padding */
    bool is_opaque;     /* structure whose members are unknown */
    bool is_variadic;   /* function that takes more arguments than parameters */
} dxk_type_info;

/* Number of types; they are 1 to that number, with gaps for which dxk_type_get() is false. */
DXK_API size_t dxk_type_count(const dxk_module *module);

/* Describes a type. */
DXK_API bool dxk_type_get(const dxk_module *module, dxk_type type, dxk_type_info *out);

/* Member `index` of a structure, parameter of a function, element of an array or a vector. */
DXK_API dxk_type dxk_type_member(const dxk_module *module, dxk_type type, uint64_t index);

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* Kinds of values. */
typedef enum dxk_value_kind {
    DXK_VALUE_NONE = 0,      /* no value */
    DXK_VALUE_VARIABLE = 1,  /* global variable */
    DXK_VALUE_FUNCTION = 2,  /* function, declared or defined */
    DXK_VALUE_ALIAS = 3,     /* another name of a global */
    DXK_VALUE_CONSTANT = 4,  /* constant; dxk_constant_get() */
    DXK_VALUE_PARAMETER = 5, /* parameter of a function with a body */
    DXK_VALUE_INST = 6,      /* instruction, and its result */
    DXK_VALUE_BLOCK = 7,     /* block of instructions */
    DXK_VALUE_METADATA = 8   /* metadata as an argument of a call */
} dxk_value_kind;

/* Metadata of a module, as a number. 0: null. */
typedef uint32_t dxk_metadata;

/* A value. Members that do not apply are zero. */
typedef struct dxk_value_info {
    dxk_value_kind kind;   /* kind */
    dxk_type type;         /* type; of variables, functions and aliases a pointer */
    dxk_str name;          /* name; empty if it has none */
    dxk_value function;    /* that a parameter, block or instruction belongs to */
    dxk_value block;       /* that an instruction is in */
    dxk_metadata metadata; /* of a value of the kind METADATA */
} dxk_value_info;

/* Describes a value. */
DXK_API bool dxk_value_get(const dxk_module *module, dxk_value value, dxk_value_info *out);

/* Sets *number to a constant integer of at most 64 bits, zero-extended; false for other values. */
DXK_API bool dxk_value_int(const dxk_module *module, dxk_value value, uint64_t *number);

/* Sets *number to a constant of type half, float or double; false for other values. */
DXK_API bool dxk_value_real(const dxk_module *module, dxk_value value, double *number);

/* ---------------------------------------------------------------------------------------- */
/* Functions and variables                                                                    */

/* Function `index` of a module, in its order, declarations too; see dxk_module_function_count(). */
DXK_API dxk_value dxk_module_function(const dxk_module *module, size_t index);

/* The function of that name; 0: there is none. Looks at all of them. */
DXK_API dxk_value dxk_module_function_find(const dxk_module *module, dxk_str name);

/* A function. */
typedef struct dxk_function_info {
    dxk_str name;             /* name */
    dxk_type type;            /* function type; that of the value is a pointer to it */
    uint32_t parameter_count; /* parameters of its type */
    uint32_t block_count;     /* blocks; 0 for declarations */
    uint32_t linkage;         /* as in bitcode: 0 external, 3 internal, 9 private, ... */
    uint32_t convention;      /* calling convention; 0: C */
    bool is_declaration;      /* it has no body */
    bool is_operation;        /* its calls make operations of DXIL: dx.op. ... */
    bool is_intrinsic;        /* it is LLVM's: llvm. ... */
} dxk_function_info;

/* Describes a function. */
DXK_API bool dxk_function_get(const dxk_module *module, dxk_value function, dxk_function_info *out);

/* Parameter `index` of a function with a body; 0 for declarations. */
DXK_API dxk_value dxk_function_param(const dxk_module *module, dxk_value function, uint32_t index);

/* Global variable `index` of a module; see dxk_module_variable_count(). */
DXK_API dxk_value dxk_module_variable(const dxk_module *module, size_t index);

/* A global variable. */
typedef struct dxk_variable_info {
    dxk_str name;      /* name */
    dxk_type type;     /* of what it holds; that of the value is a pointer to it */
    uint32_t space;    /* address space; 3: group-shared */
    uint32_t linkage;  /* as in bitcode: 0 external, 3 internal, 9 private, ... */
    uint32_t align;    /* bytes; 0: not said */
    dxk_value initial; /* constant that it holds at first; 0: none */
    bool is_constant;  /* it is never written */
} dxk_variable_info;

/* Describes a variable. */
DXK_API bool dxk_variable_get(const dxk_module *module, dxk_value variable, dxk_variable_info *out);

/* ---------------------------------------------------------------------------------------- */
/* Blocks and instructions                                                                    */

/* The entry block of a function; the block after another one. 0: there is none. */
DXK_API dxk_value dxk_block_first(const dxk_module *module, dxk_value function);
DXK_API dxk_value dxk_block_next(const dxk_module *module, dxk_value block);

/* The first and the last instruction of a block; the one after another one. 0: there is none. */
DXK_API dxk_value dxk_inst_first(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_inst_last(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_inst_next(const dxk_module *module, dxk_value inst);

/* Blocks that a block may lead to, in the order of its last instruction's text; one may occur more
 * than once. Taking number `index` of a switch takes constant time as well. */
DXK_API uint32_t dxk_block_successor_count(const dxk_module *module, dxk_value block);
DXK_API dxk_value dxk_block_successor(const dxk_module *module, dxk_value block, uint32_t index);

/* An instruction. Members that do not apply are zero. */
typedef struct dxk_inst_info {
    dxk_opcode opcode;      /* what it does */
    const char *name;       /* the same, as in text: "fadd". Static storage */
    dxk_type type;          /* of the result; DXK_TYPE_VOID if it has none */
    uint32_t operand_count; /* see dxk_inst_operand() */
    uint32_t flags;         /* DXK_FLAG_ of dxk/builder.h for operators; 1: volatile (load, store,
                                atomics), inbounds (getelementptr), tail (call) */
    uint32_t predicate;     /* comparisons: dxk_compare of dxk/builder.h; 0 and 15 of fcmp are
                                false and true. atomicrmw: dxk_atomic */
    uint32_t align;         /* alloca, load, store: bytes; 0: not said */
    uint32_t index_count;   /* extractvalue, insertvalue: see dxk_inst_index() */
    dxk_type element;       /* alloca: type of the variable; getelementptr: what the base points to;
                                calls: function type */
    dxk_value callee;       /* calls: what is called */
    uint32_t argument_count; /* calls: the first operands are the arguments */
    bool is_terminator;      /* it ends a block */
    uint64_t bit;            /* where its record begins, in bits, see dxk_module_read_options;
                                UINT64_MAX if the module was read without `offsets` */
} dxk_inst_info;

/* Describes an instruction. */
DXK_API bool dxk_inst_get(const dxk_module *module, dxk_value inst, dxk_inst_info *out);

/* The word of an opcode in text: "fadd"; NULL: there is no such opcode. Static storage. */
DXK_API const char *dxk_opcode_name(dxk_opcode opcode);

/*
 * Operand `index` of an instruction, in LLVM's own order:
 *
 *   ret                value, or none          store           value, pointer
 *   br                 block; or condition, block if false, block if true
 *   switch             value, other block, then a number and a block for each case
 *   call               arguments, function     invoke          arguments, two blocks, function
 *   operators, comparisons   left, right       casts           value
 *   alloca             size                    load            pointer
 *   getelementptr      base, indices           phi             values; dxk_inst_incoming()
 *   select             condition, value if true, value if false
 *   cmpxchg            pointer, expected, new  atomicrmw       pointer, value
 *   extractelement     vector, index           insertelement   vector, element, index
 *   shufflevector      two vectors, mask
 *   extractvalue       aggregate               insertvalue     aggregate, member
 */
DXK_API dxk_value dxk_inst_operand(const dxk_module *module, dxk_value inst, uint32_t index);

/* The block that operand `index` of a phi comes from. */
DXK_API dxk_value dxk_inst_incoming(const dxk_module *module, dxk_value phi, uint32_t index);

/* Index number `index` of extractvalue and insertvalue; 0 past the end. */
DXK_API uint32_t dxk_inst_index(const dxk_module *module, dxk_value inst, uint32_t index);

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

/* Kinds of constants. */
typedef enum dxk_constant_kind {
    DXK_CONSTANT_NONE = 0,          /* no constant */
    DXK_CONSTANT_NULL = 1,          /* null pointer; aggregate or vector of zeros */
    DXK_CONSTANT_UNDEF = 2,         /* any value */
    DXK_CONSTANT_INT = 3,           /* integer of at most 64 bits */
    DXK_CONSTANT_REAL = 4,          /* half, float or double */
    DXK_CONSTANT_WIDE = 5,          /* integer of more than 64 bits, or another number */
    DXK_CONSTANT_DATA = 6,          /* array or vector of numbers; dxk_constant_bits() */
    DXK_CONSTANT_AGGREGATE = 7,     /* array, vector or structure; dxk_constant_operand() */
    DXK_CONSTANT_EXPRESSION = 8,    /* an instruction on constants */
    DXK_CONSTANT_BLOCK_ADDRESS = 9, /* address of a block */
    DXK_CONSTANT_ASSEMBLY = 10      /* inline assembly */
} dxk_constant_kind;

/* A constant. Members that do not apply are zero. */
typedef struct dxk_constant_info {
    dxk_constant_kind kind; /* kind */
    dxk_type type;          /* type */
    uint64_t bits;          /* INT: zero-extended; REAL: as the type stores it */
    uint64_t element_count; /* elements of an array or a vector, members of a structure */
    uint32_t operand_count; /* AGGREGATE, EXPRESSION: see dxk_constant_operand() */
    dxk_opcode opcode;      /* EXPRESSION: what it does */
    dxk_type element;       /* EXPRESSION of getelementptr: what the base points to */
} dxk_constant_info;

/* Describes a constant. */
DXK_API bool dxk_constant_get(const dxk_module *module, dxk_value constant, dxk_constant_info *out);

/* Element `index` of an AGGREGATE, operand of an EXPRESSION. */
DXK_API dxk_value dxk_constant_operand(const dxk_module *module, dxk_value constant,
                                       uint32_t index);

/* Sets *bits to element `index` of any constant array, vector or structure, if it is a number;
 * index 0 of a number is the number. False for other constants, for undef, and past the end. */
DXK_API bool dxk_constant_bits(const dxk_module *module, dxk_value constant, uint64_t index,
                               uint64_t *bits);

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

/* Kinds of metadata. */
typedef enum dxk_metadata_kind {
    DXK_METADATA_NONE = 0,   /* null */
    DXK_METADATA_STRING = 1, /* text */
    DXK_METADATA_VALUE = 2,  /* a value */
    DXK_METADATA_TUPLE = 3,  /* operands */
    DXK_METADATA_NODE = 4    /* a node with fields, most of them of debug information */
} dxk_metadata_kind;

/* Metadata. Members that do not apply are zero. */
typedef struct dxk_metadata_info {
    dxk_metadata_kind kind; /* kind */
    const char *name;       /* NODE: "DISubprogram". Static storage */
    dxk_str text;           /* STRING */
    dxk_value value;        /* VALUE */
    uint32_t operand_count; /* TUPLE: see dxk_metadata_operand() */
    uint32_t field_count;   /* NODE: see dxk_metadata_field_get() */
    bool is_distinct;       /* it equals only itself */
} dxk_metadata_info;

/* Number of metadata entries; they are 1 to that number. */
DXK_API size_t dxk_metadata_count(const dxk_module *module);

/* Describes metadata; false for null. */
DXK_API bool dxk_metadata_get(const dxk_module *module, dxk_metadata metadata,
                              dxk_metadata_info *out);

/* Operand `index` of a tuple, which may be null. */
DXK_API dxk_metadata dxk_metadata_operand(const dxk_module *module, dxk_metadata metadata,
                                          uint32_t index);

/* A field of a node. */
typedef struct dxk_metadata_field {
    const char *name;      /* as in text: "scope". Static storage */
    bool is_metadata;      /* its value is `metadata`, else `number` */
    dxk_metadata metadata; /* metadata; 0: null */
    uint64_t number;       /* number; signed ones as two's complement */
} dxk_metadata_field;

/* Field `index` of a node, in the order of its record. Lists that a node may end with have a field
 * for each element, of the same name. */
DXK_API bool dxk_metadata_field_get(const dxk_module *module, dxk_metadata metadata, uint32_t index,
                                    dxk_metadata_field *out);

/* The field of that name, the first one; false: the node has none. Looks at all of them. */
DXK_API bool dxk_metadata_field_find(const dxk_module *module, dxk_metadata metadata,
                                     const char *name, dxk_metadata_field *out);

/* Named metadata ("dx.resources"): how many, name and number of operands of one (empty and 0 past
 * the end), and an operand of one. */
DXK_API size_t dxk_module_named_metadata_count(const dxk_module *module);
DXK_API dxk_str dxk_module_named_metadata_name(const dxk_module *module, size_t index,
                                               uint32_t *operand_count);
DXK_API dxk_metadata dxk_module_named_metadata_operand(const dxk_module *module, size_t index,
                                                       uint32_t operand);

/* Metadata that is attached to an instruction or a function. */
typedef struct dxk_attachment {
    dxk_str kind;          /* "dx.precise"; see dxk_module_metadata_kind() */
    dxk_metadata metadata; /* node */
} dxk_attachment;

/* Attachment `index` of an instruction or a function, its place in the source (!dbg) excepted; false
 * past the end. Functions are searched for. */
DXK_API bool dxk_attachment_get(const dxk_module *module, dxk_value value, uint32_t index,
                                dxk_attachment *out);

/* Where an instruction comes from: its !dbg node, a DILocation; 0: not known. */
DXK_API dxk_metadata dxk_inst_location(const dxk_module *module, dxk_value inst);

/* The same as function, file and line: level 0 is the line itself, level 1 where its function was
 * inlined, and so on. False past the end. Takes steps for each level. */
DXK_API bool dxk_inst_frame(const dxk_module *module, dxk_value inst, uint32_t level,
                            dxk_line_frame *out);

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

/* Who uses what in a module. Opaque. */
typedef struct dxk_uses dxk_uses;

/* A use. */
typedef struct dxk_use {
    dxk_value user;   /* instruction, constant, variable, function or alias */
    uint32_t operand; /* number of its operand; dxk_inst_operand(), dxk_constant_operand() */
} dxk_use;

/*
 * Lists all uses in a module, in time and memory that are in proportion to it. The module must
 * outlive *out and not change; the caller frees with dxk_uses_free(). Metadata does not count as a
 * user, nor does a phi use the blocks that its values come from. Constants that nothing uses any
 * more still count. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_uses_load(const dxk_module *module, dxk_uses **out);

/* Frees the list. NULL is allowed. */
DXK_API void dxk_uses_free(dxk_uses *uses);

/* Number of uses of a value. */
DXK_API uint32_t dxk_uses_count(const dxk_uses *uses, dxk_value value);

/*
 * Goes through the uses of a value, the newest first:
 *
 *     for (uint32_t at = dxk_uses_first(uses, value); dxk_uses_get(uses, at, &use);
 *          at = dxk_uses_next(uses, at))
 */
DXK_API uint32_t dxk_uses_first(const dxk_uses *uses, dxk_value value);
DXK_API uint32_t dxk_uses_next(const dxk_uses *uses, uint32_t at);
DXK_API bool dxk_uses_get(const dxk_uses *uses, uint32_t at, dxk_use *out);

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/* Sets *op to the operation of DXIL that an instruction makes; false: it makes none. The number may
 * be of an operation that is unknown here; dxk_op_get() says so. */
DXK_API bool dxk_inst_op(const dxk_module *module, dxk_value inst, dxk_op *op);

/* Operand `index` of the operation that an instruction makes, counted as in dxk/ops.h, without the
 * opcode. */
DXK_API dxk_value dxk_inst_op_operand(const dxk_module *module, dxk_value inst, uint32_t index);

/* Memory that operations read and write (combined with |). What does not change while a shader runs
 * is not among it: inputs, constant buffers, read-only resources. */
enum {
    DXK_MEMORY_REGISTERS = 1,   /* temporary registers */
    DXK_MEMORY_OUTPUTS = 2,     /* outputs of the invocation, and streams that take them */
    DXK_MEMORY_UAV = 4,         /* what UAVs hold, if the resource is one */
    DXK_MEMORY_COUNTERS = 8,    /* their counters */
    DXK_MEMORY_SHARED = 16,     /* group-shared variables */
    DXK_MEMORY_RECORDS = 32,    /* records of nodes */
    DXK_MEMORY_POINTER = 64,    /* what pointer arguments point to */
    DXK_MEMORY_QUERIES = 128,   /* the state of ray queries */
    DXK_MEMORY_RAY = 256,       /* the state of the ray that a shader runs for */
    DXK_MEMORY_LANES = 512,     /* which lanes are active, and which are helpers */
    DXK_MEMORY_FEEDBACK = 1024, /* feedback maps */
    DXK_MEMORY_OUTSIDE = 2048   /* what no shader sees: clocks, a debugger, what is started */
};

/* An operation. Strings are static. */
typedef struct dxk_op_info {
    dxk_op op;               /* number */
    const char *name;        /* "SampleLevel" */
    const char *cls;         /* its functions are dx.op.CLASS.TYPE: "sampleLevel" */
    uint32_t operand_count;  /* operands, without the opcode; dxk_op_operand_name() */
    uint32_t overload_count; /* overloaded types, 0 to 4 */
    uint32_t model_minor;    /* shader model 6.`model_minor` is the first that has it */
    uint32_t stages;         /* where it may be called: bit 1 << dxk_shader_kind */
    uint32_t reads;          /* DXK_MEMORY_ */
    uint32_t writes;         /* DXK_MEMORY_ */
    bool is_removable;       /* it may go if its result is not used */
    bool is_convergent;      /* it must not be made dependent on more branches */
    bool is_derivative;      /* it takes derivatives of its operands, or needs them */
    bool is_wave;            /* lanes of a wave communicate */
    bool is_barrier;         /* a barrier */
    bool is_commutative;     /* the first two operands may be exchanged */
} dxk_op_info;

/* Describes an operation; false: there is no such operation. */
DXK_API bool dxk_op_get(dxk_op op, dxk_op_info *out);

/* Number of operations, and number `index` of them in the order of dxk/ops.h; false past the end. */
DXK_API size_t dxk_op_count(void);
DXK_API bool dxk_op_at(size_t index, dxk_op_info *out);

/* Name of operand `index` of an operation, without the opcode ("handle"); empty past the end. */
DXK_API dxk_str dxk_op_operand_name(dxk_op op, uint32_t index);

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* Where a handle comes from. */
typedef enum dxk_handle_source {
    DXK_HANDLE_NONE = 0,    /* not known */
    DXK_HANDLE_RANGE = 1,   /* a resource of the metadata: createHandle */
    DXK_HANDLE_BINDING = 2, /* registers: createHandleFromBinding */
    DXK_HANDLE_LIBRARY = 3, /* a variable that stands for a resource: createHandleForLib */
    DXK_HANDLE_HEAP = 4     /* a descriptor heap: createHandleFromHeap */
} dxk_handle_source;

/* No resource of the metadata. */
#define DXK_NO_RESOURCE UINT32_MAX

/* What a handle is bound to. Members that are not known are zero. */
typedef struct dxk_handle_info {
    dxk_handle_source source; /* where it comes from */
    dxk_resource_class cls;   /* class */
    uint32_t kind;            /* dxk_resource_kind */
    uint32_t resource;        /* its index for dxk_dxil_resource_get(), or DXK_NO_RESOURCE */
    dxk_str name;             /* name of the resource; empty if stripped */
    uint32_t space;           /* register space */
    uint32_t lower_bound;     /* first register of the range */
    uint32_t count;           /* registers; 0xFFFFFFFF: unbounded */
    dxk_value index;      /* RANGE, BINDING: the register; HEAP: place in the heap; LIBRARY: place
                                 in an array of resources, 0 if it is none */
    dxk_value call;       /* the call that makes it */
    bool is_nonuniform;   /* lanes may have different ones */
    bool is_sampler_heap; /* HEAP: it is the heap of samplers */
} dxk_handle_info;

/*
 * Tells what a handle is bound to, the first operand of most operations on resources. It follows
 * annotations to the call that makes the handle; a handle that a phi or a select chooses is not
 * known: its operands are. `dxil` is the view of the same module. Takes steps for the resources of
 * one class. False: it is not known, or no handle of a resource.
 */
DXK_API bool dxk_handle_get(const dxk_dxil *dxil, dxk_value handle, dxk_handle_info *out);

#ifdef __cplusplus
}
#endif
#endif
