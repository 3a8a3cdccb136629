/* SPDX-License-Identifier: MIT */
/*
 * convert.h - inside of the conversion of programs of shader models 4 and 5 to DXIL.
 *
 *   ops.def       how each opcode is converted: a row names the function and what it makes
 *
 *   operand.c     operands: components, modifiers, indices, constants
 *   register.c    registers: temporaries, arrays, special ones     signature.c   inputs, outputs
 *   value.c       types, casts, values in the entry block
 *   alu.c         arithmetic          alu_pair.c    two results        alu_double.c  doubles
 *   move.c        moves               to_int.c      conversions        range.c       their bounds
 *   flow.c        blocks              call.c        subroutines        linkage.c     interfaces
 *   shared.c      group-shared memory stage.c       functions, hull phases, streams, barriers
 *   code.c        the program's instructions, one after the other
 *
 *   facts.c       declarations and signatures: what the program is, as the builder needs it
 *   resource.c    resources and handles, and the instructions on them (sample.c, load.c, ...)
 *   convert.c     the steps in order; the public functions (dxk/convert.h)
 *
 * Tokens are read with dxk_dxbc_decode(), the module is made with dxk_builder. A component of a
 * register r# is a value, in the type that it was made in, as long as its block lasts; from block to
 * block it is a local variable. Bits are cast to what an instruction wants. Passes make values of
 * the variables afterwards, and spare casts. So the module is valid without any pass.
 *
 * The first fault ends the conversion: c->status is set, and from then on nothing is made
 * (functions return DXK_NONE, which all others take). Nobody has to look at it but loops.
 *
 * Source: the functional specification of Direct3D 11.3 for what instructions do, DXIL.rst.
 */
#ifndef DXKI_CONVERT_CONVERT_H
#define DXKI_CONVERT_CONVERT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "dxbc/opcodes.h"
#include "dxk/dxbc.h"
#include "dxk/shader.h"
#include "spec/reader_rules.h"

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* What a value is while an instruction works with it. Registers hold 32 bits; values of minimum
 * precision are extended when they are written to one, and made shorter when they are read. */
typedef enum dxki_convert_type {
    DXKI_CONVERT_I32, /* bits, or an integer of either sign */
    DXKI_CONVERT_F32,
    DXKI_CONVERT_F64, /* in two components, the low one first */
    DXKI_CONVERT_F16, /* minimum precision */
    DXKI_CONVERT_I16, /* ... extended with its sign */
    DXKI_CONVERT_U16, /* ... extended with zeros */
    DXKI_CONVERT_TYPES
} dxki_convert_type;

/* ---------------------------------------------------------------------------------------- */
/* Signatures (facts.c)                                                                       */

/* An element of a signature as it is in the module. */
typedef struct dxki_convert_element {
    uint32_t id;            /* in operations */
    uint32_t semantic;      /* dxk_semantic_kind */
    uint32_t stream;        /* of a geometry shader's outputs */
    uint32_t reg;           /* first register in the program; UINT32_MAX: it has none (oDepth) */
    uint32_t rows;          /* registers */
    uint32_t column;        /* first component in the program's registers */
    uint32_t columns;       /* components */
    dxki_convert_type type; /* of a component: I32, F32, or of minimum precision */
    uint32_t record;        /* in the signature's part, of the first row */
    uint32_t written;       /* components that some instruction writes */
} dxki_convert_element;

typedef struct dxki_convert_elements {
    dxki_convert_element *items;
    size_t count;
} dxki_convert_elements;

/* ---------------------------------------------------------------------------------------- */
/* The conversion                                                                             */

typedef struct dxki_convert dxki_convert;
typedef struct dxki_convert_facts dxki_convert_facts; /* of facts.c and resource.c */
typedef struct dxki_convert_code dxki_convert_code;   /* of code.c, register.c and flow.c */

/* An instruction that is being converted. */
typedef struct dxki_convert_inst {
    const dxk_dxbc_instruction *in;
    const dxki_dxbc_opcode *opcode;     /* its row in sm4_opcodes.def: a letter for each operand */
    const struct dxki_convert_row *row; /* its row in ops.def */
    const dxk_dxbc_operand *operands;   /* opcode->operand_count of them */
    bool saturate;                      /* results are clamped to 0..1 */
    uint32_t precise;                   /* components of the result that must not be reordered */
} dxki_convert_inst;

/* A row of ops.def. `make` and `type` mean something to `convert` only. */
typedef struct dxki_convert_row {
    void (*convert)(dxki_convert *c, const dxki_convert_inst *inst);
    uint16_t make; /* dxk_op, dxk_binary, dxk_compare, or a variant */
    uint16_t more; /* a second one */
    bool always;   /* converted even where nothing leads to */
} dxki_convert_row;

/* The row of an opcode; `convert` is NULL: there is no such instruction. */
const dxki_convert_row *dxki_convert_row_of(uint32_t opcode);

struct dxki_convert {
    dxk_ctx *ctx;
    dxki_arena arena; /* lives as long as the conversion */
    dxk_status status;
    const dxk_dxbc_program *program;
    uint64_t base;         /* offset in the file of the program's version token, for diagnostics */
    uint32_t stage;        /* dxk_dxbc_stage */
    uint32_t major, minor; /* shader model of the program */
    uint32_t flags;        /* token of dcl_globalFlags; 0: there is none */
    bool has_flags;
    const struct dxk_convert_options *options;
    bool dxilconv; /* in the format of dxilconv: registers by operations until the end, and what
                      dxilconv.c does */
    const dxk_dxbc_instruction *at; /* being converted; NULL: none */
    dxk_builder *b;
    dxki_convert_elements signatures[3]; /* by dxk_signature_kind */
    dxki_convert_facts *facts;
    dxki_convert_code *code;
};

/* --- Faults --- */

/* Reports a rule at the current instruction and ends the conversion. Always DXK_NONE (0). */
uint32_t dxki_convert_fault(dxki_convert *c, const dxki_rule *rule, const dxki_arg *args,
                            size_t count);
#define DXKI_CONVERT_FAULT(c, rule, ...)                                                           \
    dxki_convert_fault((c), DXKI_RULE_CONVERT_##rule, (const dxki_arg[]){__VA_ARGS__},             \
                       sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))

/* The same at an offset in the file; `path` is where that is, "ISGN/elements[2]". */
uint32_t dxki_convert_fault_at(dxki_convert *c, uint64_t offset, const char *path,
                               const dxki_rule *rule, const dxki_arg *args, size_t count);

/* A warning at the current instruction; the conversion goes on. */
void dxki_convert_warn(dxki_convert *c, const dxki_rule *rule, const dxki_arg *args, size_t count);

/* Out of memory: ends the conversion. Always DXK_NONE. */
uint32_t dxki_convert_nomem(dxki_convert *c);

/* May something be made? */
static inline bool dxki_convert_ready(const dxki_convert *c)
{
    return c->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Operands (operand.c)                                                                       */

/* The components that a destination names, bit 0 for x; 1 for a register with one component or
 * none. 0: null. */
uint32_t dxki_convert_mask(const dxk_dxbc_operand *operand);

/* The component of a source's register that is used for component `component` of the result. */
uint32_t dxki_convert_swizzle(const dxk_dxbc_operand *operand, uint32_t component);

/* Modifiers of the extended operand token, and its other fields. */
bool dxki_convert_negates(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p);
bool dxki_convert_absolute(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p);
bool dxki_convert_non_uniform(const dxk_dxbc_operand *operand, const dxk_dxbc_program *p);

/* The type of an operand of minimum precision; otherwise `otherwise`. */
dxki_convert_type dxki_convert_precision(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                         dxki_convert_type otherwise);

/*
 * Component `component` of a source, after swizzle and modifiers, as a value of `type`. Of
 * doubles, components count pairs: 0 is xy, 1 is zw after the swizzle.
 */
dxk_value dxki_convert_read(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type);

/* The same for the components in `mask`, at their places; equal ones are read once. */
void dxki_convert_read_all(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t mask,
                           dxki_convert_type type, dxk_value values[4]);

/*
 * Writes the components that the destination's mask has; values[i] is for component i, other values
 * are not looked at. The instruction's saturation is applied to reals. Doubles are values[0] for xy
 * and values[1] for zw.
 */
void dxki_convert_write(dxki_convert *c, const dxki_convert_inst *inst,
                        const dxk_dxbc_operand *operand, dxki_convert_type type,
                        const dxk_value values[4]);

/* The same value for all components of the mask. */
void dxki_convert_write_one(dxki_convert *c, const dxki_convert_inst *inst,
                            const dxk_dxbc_operand *operand, dxki_convert_type type,
                            dxk_value value);

/* Index `which` of an operand: number + relative operand, as an i32; a constant if there is no
 * relative operand. */
dxk_value dxki_convert_index(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t which);

/* ---------------------------------------------------------------------------------------- */
/* Values (value.c)                                                                           */

/* Type in the module. */
dxk_type dxki_convert_type_of(dxki_convert_type type);

/* The same bits, or for types of minimum precision the same number, as another type. */
dxk_value dxki_convert_cast(dxki_convert *c, dxk_value value, dxki_convert_type from,
                            dxki_convert_type to);

/* Integer sums, products that are folded when both are constants, and 0 or 1 are left out. */
dxk_value dxki_convert_add(dxki_convert *c, dxk_value left, dxk_value right);
dxk_value dxki_convert_scale(dxki_convert *c, dxk_value value, uint32_t factor);

/* In the format of dxilconv, where the order of functions shows: has the function of an operation
 * before its operands are read. */
void dxki_convert_declare_op(dxki_convert *c, dxk_op op, dxki_convert_type type);

/* Flags for arithmetic on reals: fast unless the program or the instruction (in component
 * `component` of the result) says that it must not be reordered. */
uint32_t dxki_convert_fast(const dxki_convert *c, const dxki_convert_inst *inst,
                           uint32_t component);

/* The same for what no instruction says: in the format of dxilconv also signs are changed fast. */
uint32_t dxki_convert_fast_at_all(const dxki_convert *c);

/* Marks the call of an operation as precise if the instruction is in this component; returns it. */
dxk_value dxki_convert_mark(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                            dxk_value call);

/* What follows, up to the _end call, is appended to the entry block of the function, where it can
 * be used everywhere. Returns what _end takes. Only constants and values made there may be used. */
dxk_block dxki_convert_entry_begin(dxki_convert *c);
void dxki_convert_entry_end(dxki_convert *c, dxk_block block);

/* Number of the function that is being filled, from 1; another number means that values of before
 * cannot be used. */
uint32_t dxki_convert_function_number(const dxki_convert *c);

/* Number of the block that is being filled; values that were made while it was the same one can be
 * used. */
dxk_block dxki_convert_block(const dxki_convert *c);

/* A constant with these bits. */
dxk_value dxki_convert_bits(dxki_convert *c, dxki_convert_type type, uint64_t bits);

/* ---------------------------------------------------------------------------------------- */
/* Facts (facts.c, resource.c)                                                                */

/* Makes the builder with elements and resources, and fills c->signatures. */
void dxki_convert_collect(dxki_convert *c);

/* Adds the entry point; `patch` is the function of patch constants of a hull shader. */
void dxki_convert_finish(dxki_convert *c, dxk_value function, dxk_value patch);

/* The element that has a component of a register; NULL: none. */
const dxki_convert_element *dxki_convert_element_at(const dxki_convert *c, dxk_signature_kind which,
                                                    uint32_t stream, uint32_t reg,
                                                    uint32_t component);

/* How many registers from `reg` on are declared to be indexed together with it, it included. They
 * may be those of several elements. */
uint32_t dxki_convert_range_rows(const dxki_convert *c, dxk_signature_kind which, uint32_t stream,
                                 uint32_t reg, uint32_t component);

/* The element of a system value; NULL: none. */
const dxki_convert_element *dxki_convert_element_of(const dxki_convert *c, dxk_signature_kind which,
                                                    uint32_t semantic);

/* Component `component` (after the swizzle, without modifiers) of a constant buffer's operand:
 * I32, F32, or F64 where it is 0 or 2, the first component of the pair. */
dxk_value dxki_convert_constant(dxki_convert *c, const dxk_dxbc_operand *operand,
                                uint32_t component, dxki_convert_type type);

/* Rows of constant buffers that were read are read again from now on. */
void dxki_convert_forget_rows(dxki_convert *c);

/* ---------------------------------------------------------------------------------------- */
/* Code (code.c)                                                                              */

/* Makes the functions of the program, and ends with dxki_convert_finish(). */
void dxki_convert_run(dxki_convert *c);

/* Group-shared memory (shared.c): instructions whose resource is g#. */
void dxki_convert_shared_load(dxki_convert *c, const dxki_convert_inst *inst);
void dxki_convert_shared_store(dxki_convert *c, const dxki_convert_inst *inst);
void dxki_convert_shared_atomic(dxki_convert *c, const dxki_convert_inst *inst);
void dxki_convert_shared_compare(dxki_convert *c, const dxki_convert_inst *inst);

/* Functions that rows of ops.def name. */
#define DXKI_CONVERT_OP(opcode, convert, make, more)                                               \
    void dxki_convert_do_##convert(dxki_convert *c, const dxki_convert_inst *inst);
#include "convert/ops.def"
#undef DXKI_CONVERT_OP

#endif
