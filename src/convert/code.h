/* SPDX-License-Identifier: MIT */
/*
 * code.h - inside of the conversion of a program's code: registers, blocks and subroutines of the
 * function that is being filled.
 */
#ifndef DXKI_CONVERT_CODE_H
#define DXKI_CONVERT_CODE_H

#include "convert/facts.h"

/* --- Registers (register.c, array.c) --- */

/*
 * A component of a temporary register. Its value is known from the first access in a block on, in
 * one type or both. Between blocks it is in a variable, which is made when it is needed, so the
 * components of a program without branches have none.
 */
typedef struct dxki_convert_cell {
    dxk_value variable;     /* DXK_NONE: not needed so far */
    uint32_t life;          /* of the registers, in which the variable was made */
    dxki_convert_type type; /* of the variable: I32 or F32 */
    dxki_convert_type held; /* of the value when it was written */
    dxk_block block;        /* in which `value` is valid */
    dxk_value value[2];     /* as I32, as F32; DXK_NONE: not made so far */
    bool written;           /* in this block: the variable is behind */
} dxki_convert_cell;

/* An array of temporary registers, x#. One that is never indexed by a value is made of cells. */
typedef struct dxki_convert_array {
    uint32_t rows, components; /* rows 0: not declared */
    uint32_t written;          /* components that some instruction writes, as bits */
    uint32_t most;             /* rows, of the largest declaration of that number */
    bool dynamic;              /* an instruction indexes it by a value */
    uint32_t first;            /* of its cells, when not */
    dxk_value variable;        /* when it is; DXK_NONE: not needed so far */
    uint32_t life;             /* of the registers, in which the variable was made */
    dxki_convert_type type;    /* of an element: I32 or F32 */
} dxki_convert_array;

#define DXKI_CONVERT_REGISTERS 4096u /* of r#, and rows of all x# */
#define DXKI_CONVERT_INPUTS    32u   /* registers of a signature */

/* --- Flow (flow.c) --- */

/* A branch that leads to a place that has not come yet. */
typedef struct dxki_convert_jump {
    dxk_block from;
    dxk_value condition; /* DXK_NONE: always */
    dxk_block otherwise; /* if the condition is not what `when` says */
    bool when;
    uint32_t next; /* jump to the same place: number in jumps + 1 */
} dxki_convert_jump;

/* A place to come, as the list of the jumps to it: number in jumps + 1. 0: nothing leads there. */
typedef uint32_t dxki_convert_label;

typedef enum dxki_convert_scope_kind {
    DXKI_CONVERT_BODY, /* the function, an instance of a phase, a subroutine: ends with ret */
    DXKI_CONVERT_IF,
    DXKI_CONVERT_ELSE,
    DXKI_CONVERT_LOOP,
    DXKI_CONVERT_SWITCH,
    DXKI_CONVERT_CHOICE /* of the bodies of an interface */
} dxki_convert_scope_kind;

/* A block that has begun. Scopes that are meant by others are numbers in scopes + 1, 0: none. */
typedef struct dxki_convert_scope {
    dxki_convert_scope_kind kind;
    dxki_convert_label end;   /* after it */
    dxki_convert_label other; /* IF: where the condition does not hold */
    dxk_block head;           /* LOOP: its first block; SWITCH: the one that it ends */
    dxk_value selector;       /* SWITCH, CHOICE */
    dxk_block fallback;       /* SWITCH: of default; DXK_NONE: none so far */
    bool has_default;
    uint32_t number;     /* among those of its kind, for names */
    uint32_t leaves[3];  /* breaks, continues, cases so far, for names */
    size_t first_case;   /* SWITCH, CHOICE: in cases */
    size_t next_case;    /* CHOICE: whose body comes next */
    size_t back;         /* BODY of a subroutine: instruction to go on with */
    uint32_t subroutine; /* BODY: number in subroutines + 1; 0: none */
    uint32_t break_to, continue_to, body;
} dxki_convert_scope;

typedef struct dxki_convert_case {
    dxk_value value;
    uint32_t number; /* the value */
    dxk_block block; /* SWITCH */
    uint32_t body;   /* CHOICE: number in subroutines + 1 */
} dxki_convert_case;

/* --- Subroutines and interfaces (call.c) --- */

typedef struct dxki_convert_subroutine {
    uint32_t kind;   /* register of its label: LABEL or FUNCTION_BODY */
    uint32_t number; /* index of that */
    size_t first;    /* instruction after the label */
    bool active;     /* being converted */
} dxki_convert_subroutine;

/* A table of functions, or an interface with its tables; words are in the program. */
typedef struct dxki_convert_table {
    uint32_t number;
    uint32_t first, count; /* words: numbers of bodies, or of tables */
    uint32_t length;       /* interfaces: elements of the array */
    uint32_t calls;        /* interfaces: places where they are called */
} dxki_convert_table;

typedef DXKI_VEC(dxki_convert_table) dxki_convert_tables;

#define DXKI_CONVERT_SLOTS  253u  /* elements of all arrays of interfaces */
#define DXKI_CONVERT_TABLES 4096u /* tables of functions */

/* A resource that interfaces need and no instruction declares. */
typedef struct dxki_convert_linked {
    dxk_resource made;
    uint32_t function; /* that has the handle */
    dxk_value handle;
} dxki_convert_linked;

/* --- Group-shared memory (shared.c) --- */

typedef struct dxki_convert_shared_memory {
    uint32_t number;
    uint32_t stride; /* bytes; 0: raw */
    uint32_t words;
    dxk_value variable; /* DXK_NONE: not needed so far */
} dxki_convert_shared_memory;

/* --- Stages (stage.c) --- */

/* A phase of a hull shader. */
typedef enum dxki_convert_phase {
    DXKI_CONVERT_MAIN, /* none, or that of the control point */
    DXKI_CONVERT_FORK,
    DXKI_CONVERT_JOIN
} dxki_convert_phase;

struct dxki_convert_code {
    /* the function */
    uint32_t number;
    dxk_value function, main, patch;
    dxk_block entry;
    dxk_block block;      /* being filled; DXK_NONE: nothing leads here */
    dxk_block first;      /* the one after the entry block */
    dxk_block case_block; /* of the case that began last */

    uint32_t life; /* number of the function or phase that has registers of its own */
    dxki_convert_cell *cells;
    uint32_t temps, cell_count; /* registers r#; cells of these and of x# */
    DXKI_VEC(uint32_t) written; /* cells */
    dxki_convert_array *arrays;
    uint32_t array_count;
    dxk_value *inputs; /* components of v# that were read, in the entry block */
    uint32_t outputs;  /* first cell of o#, when there are several streams; UINT32_MAX: none */
    uint32_t stream;   /* the only one otherwise */

    DXKI_VEC(dxki_convert_scope) scopes;
    uint32_t numbers[DXKI_CONVERT_CHOICE + 1]; /* of the next scope of a kind */
    DXKI_VEC(dxki_convert_jump) jumps;
    DXKI_VEC(dxki_convert_case) cases;

    const dxk_dxbc_operand *indexed; /* whose index `which` was read: the value, for dxilconv */
    uint32_t indexed_which;
    dxk_value indexed_value;
    uint32_t index_depth;                          /* of indices that are being read */
    size_t pc;                                     /* next instruction */
    uint32_t depth;                                /* of subroutines */
    uint32_t steps;                                /* instructions converted in subroutines */
    bool ended;                                    /* nothing more belongs to the function */
    DXKI_VEC(dxki_convert_subroutine) subroutines; /* sorted by kind and number */
    dxki_convert_tables tables, interfaces;        /* in the order of declaration */
    uint32_t slots;                                /* of all interfaces */
    dxki_convert_linked slot_data;

    DXKI_VEC(dxki_convert_shared_memory) shared;
    uint32_t shared_bytes; /* of all */
    dxk_value
        constants; /* variable of the immediate constant buffer; DXK_NONE: not needed so far */
    dxki_convert_type constants_type;
    uint32_t constant_words, constant_count;

    dxki_convert_phase phase;
    bool phase_begins;  /* declarations of a phase come */
    uint32_t instances; /* of the phase */
    dxk_value instance; /* number of the instance, an i32 */
    dxk_block loop;     /* of the instances */
    uint32_t phases;    /* that are loops, for names */
    uint32_t rets;      /* with a condition, for names */
};

/* --- value.c --- */

/* A cast, folded when the value is a constant, and left out when it would undo another one. */
dxk_value dxki_convert_make_cast(dxki_convert *c, dxk_cast op, dxk_value value, dxk_type type);

/* I32 or F32 (or F64): the type in which a register holds one. */
dxki_convert_type dxki_convert_wide(dxki_convert_type type);

/* Is an i32 not zero? As an i1. */
dxk_value dxki_convert_truth(dxki_convert *c, dxk_value value);

/* An operator on masks, all of whose bits are those of an i1, is one on these; DXK_NONE: they are
 * none. */
dxk_value dxki_convert_combine(dxki_convert *c, dxk_binary op, dxk_value left, dxk_value right);

/* A constant under such a mask is a choice between it and zero; DXK_NONE: it is none. */
dxk_value dxki_convert_choice(dxki_convert *c, dxk_value mask, dxk_value value);

/* --- operand.c --- */

/* The condition of an instruction with a test: the i1 that holds when it does. */
dxk_value dxki_convert_test(dxki_convert *c, const dxki_convert_inst *inst);

/* Refuses an operand. Always DXK_NONE. */
uint32_t dxki_convert_refuse(dxki_convert *c, const dxk_dxbc_operand *operand, const char *why);

/* The modifiers of an operand on a value of it; the value without any. */
dxk_value dxki_convert_modify(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_value value,
                              dxki_convert_type type);
bool dxki_convert_is_modified(const dxki_convert *c, const dxk_dxbc_operand *operand);
/* As dxki_convert_read(), I32 or F32, without modifiers. */
dxk_value dxki_convert_read_plain(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component, dxki_convert_type type);

/* As dxki_convert_write(), of one component; `type` is not F64. */
void dxki_convert_write_component(dxki_convert *c, const dxki_convert_inst *inst,
                                  const dxk_dxbc_operand *operand, uint32_t component,
                                  dxki_convert_type type, dxk_value value);

/* --- move.c --- */

/* The type, I32 or F32, that the components of a source mostly are held in. */
dxki_convert_type dxki_convert_held_as(const dxki_convert *c, const dxk_dxbc_operand *source,
                                       uint32_t mask);

/* The type that the next instruction which uses a result wants, as far as a short look tells. */
dxki_convert_type dxki_convert_used_as(const dxki_convert *c, const dxk_dxbc_operand *dest);

/* --- range.c --- */

/* Is a real certainly a number in the range of integers? */
bool dxki_convert_fits(const dxki_convert *c, dxk_value real, bool is_signed);

/* --- register.c --- */

/* Does a source hold numbers of either type equally well? Otherwise *type is what it holds. */
bool dxki_convert_is_neutral(const dxki_convert *c, const dxk_dxbc_operand *operand,
                             uint32_t component, dxki_convert_type *type);

/* Component `component` of a register, without modifiers, as I32 or F32. */
dxk_value dxki_convert_load(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type);

/* Writes I32 or F32 to a component of a register. */
void dxki_convert_store(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                        dxki_convert_type type, dxk_value value);

/* The type of the variable behind a temporary register; false: there is none yet. */
bool dxki_convert_variable_type(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                uint32_t component, dxki_convert_type *type);

/* Registers for a new function or phase: nothing is known of them. */
void dxki_convert_clear_registers(dxki_convert *c);

/* Cells by number. */
dxk_value dxki_convert_read_cell(dxki_convert *c, uint32_t cell, dxki_convert_type type);
void dxki_convert_write_cell(dxki_convert *c, uint32_t cell, dxki_convert_type type,
                             dxk_value value);

/* Values that are only in cells go to their variables; before a block ends. */
void dxki_convert_flush(dxki_convert *c);

/* --- signature.c --- */

dxk_value dxki_convert_load_input(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component, dxki_convert_type type);
bool dxki_convert_input_is_neutral(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                   uint32_t component, dxki_convert_type *type);
void dxki_convert_store_output(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                               dxki_convert_type type, dxk_value value);
/* An output without a number: oDepth and its like. */
void dxki_convert_store_value(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                              dxki_convert_type type, dxk_value value);
/* The type of what a destination holds; false: any. */
bool dxki_convert_output_type(const dxki_convert *c, const dxk_dxbc_operand *operand,
                              uint32_t component, dxki_convert_type *type);
/* Writes what a stream has of the outputs, which are in cells, to its elements. */
void dxki_convert_copy_outputs(dxki_convert *c, uint32_t stream);

/* --- flow.c --- */

void dxki_convert_begin_block(dxki_convert *c);
void dxki_convert_jump_to(dxki_convert *c, dxki_convert_label *label);
void dxki_convert_jump_if(dxki_convert *c, dxki_convert_label *label, dxk_value condition,
                          bool when);
bool dxki_convert_arrive(dxki_convert *c, dxki_convert_label label);
dxki_convert_scope *dxki_convert_top(dxki_convert *c);
dxki_convert_scope *dxki_convert_push(dxki_convert *c, dxki_convert_scope_kind kind);
/* Reports that the instruction stands in the wrong place. */
void dxki_convert_misplaced(dxki_convert *c, const char *why);
/* A switch at the end of block `head`, of the cases from `first` on. */
void dxki_convert_make_switch(dxki_convert *c, dxk_block head, dxk_value selector,
                              dxk_block fallback, size_t first);

/* --- names.c --- */

/* What is counted in a scope. */
enum { DXKI_CONVERT_BREAKS, DXKI_CONVERT_CONTINUES, DXKI_CONVERT_CASES };

/* Names a block after a scope and what it is there, if names are wanted: "if3.then". */
void dxki_convert_name(dxki_convert *c, dxk_block block, const dxki_convert_scope *scope,
                       const char *what);
/* The same with the next number of what is counted: "loop0.break1". */
void dxki_convert_name_next(dxki_convert *c, dxk_block block, dxki_convert_scope *scope,
                            const char *what, uint32_t counted);
/* A text and a number: "dx.v32.r5". */
void dxki_convert_name_number(dxki_convert *c, dxk_value value, const char *text, uint32_t number);
bool dxki_convert_names(const dxki_convert *c);

/* --- code.c --- */

/* Counts what is converted at each call again; too much of it is refused. */
void dxki_convert_count_steps(dxki_convert *c, uint32_t count);

/* --- call.c --- */

/* Finds the subroutines of the program. */
void dxki_convert_find_subroutines(dxki_convert *c);
/* A body ends: its scope, and the subroutine. */
void dxki_convert_end_body(dxki_convert *c);

/* --- linkage.c --- */

/* A word of what a slot of an interface is bound to. */
dxk_value dxki_convert_load_slot(dxki_convert *c, dxk_value slot, uint32_t component);
dxk_value dxki_convert_load_this(dxki_convert *c, const dxk_dxbc_operand *operand,
                                 uint32_t component, dxki_convert_type type);

/* --- stage.c --- */

/* What is made before the first instruction, and after the last one. */
void dxki_convert_begin_program(dxki_convert *c);
void dxki_convert_end_program(dxki_convert *c);

/* A function begins, with its entry block, registers and scope; it ends with ret. */
void dxki_convert_begin_function(dxki_convert *c, const char *name);
void dxki_convert_end_function(dxki_convert *c);
/* The code of a phase begins, after its declarations; the phase ends. */
void dxki_convert_begin_instances(dxki_convert *c);
void dxki_convert_end_phase(dxki_convert *c);

/* Does the stage have an operation? */
bool dxki_convert_has_op(const dxki_convert *c, dxk_op op);

#endif
