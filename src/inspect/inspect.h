/* SPDX-License-Identifier: MIT */
/*
 * inspect.h - the inside of <dxk/inspect.h>.
 *
 *   inspect.c     what is known of a program: steps, texts
 *   types.c       types of the source
 *   layout.c      where the numbers of a type are, in the source and in memory
 *   calls.c       calls of llvm.dbg.*: variables, and where their values come from
 *   variables.c   variables of the source, those of the whole program among them
 *   watch.c       running segments with callbacks; what variables get
 *   state.c       threads, frames, values
 *   read.c        the content of variables
 *   subject.c     findings in words
 *
 * Calls of llvm.dbg.value are done when lanes pass them: the value goes to a place of the variable's
 * own, with a mask of the bits that are known. So a variable is what it was when its lane came by, and
 * it does not matter what became of the register. Variables that llvm.dbg.declare names are in memory,
 * and are read there when somebody asks.
 */
#ifndef DXKI_INSPECT_INSPECT_H
#define DXKI_INSPECT_INSPECT_H

#include "dxk/inspect.h"
#include "exec/decoder.h"
#include "exec/group.h"
#include "text/snippet.h"

#define DXKI_INSPECT_MOST_NUMBERS 4096u  /* of a variable that is not laid out like its type */
#define DXKI_INSPECT_MOST_BITS    65536u /* of a variable in registers */
#define DXKI_INSPECT_NONE         UINT32_MAX

/* A number in a variable. */
typedef struct dxki_inspect_scalar {
    uint64_t offset; /* bits */
    uint32_t bits;
    uint8_t number; /* dxk_inspect_number */
} dxki_inspect_scalar;

/* A number of a variable in memory, which is laid out otherwise than in the source. */
typedef struct dxki_inspect_cell {
    uint64_t offset; /* in the variable, bits */
    uint32_t bits;
    uint32_t at;      /* in memory, bytes */
    uint32_t at_bits; /* there */
    bool is_real;
} dxki_inspect_cell;

/* A part of a variable that memory holds. */
typedef struct dxki_inspect_part {
    uint64_t offset, bits; /* bits 0: all */
    const uint64_t
        *strides;  /* pairs of a distance in bits and a count, outermost first: elements of
                                the array in memory are apart in the variable */
    uint32_t dims; /* pairs */
} dxki_inspect_part;

/* How memory holds it: bit by bit the same, or number by number in cells, by offset; neither: that is
 * not known. */
typedef struct dxki_inspect_layout {
    bool is_same;
    uint32_t first, count;
} dxki_inspect_layout;

/* Where a value is. */
typedef enum dxki_inspect_from {
    DXKI_INSPECT_NOWHERE,
    DXKI_INSPECT_CONSTANT, /* its bits are known */
    DXKI_INSPECT_REGISTER,
    DXKI_INSPECT_ADDRESS /* a byte in an object, both known */
} dxki_inspect_from;

typedef struct dxki_inspect_place {
    dxki_inspect_from from;
    uint32_t row;    /* first register */
    uint32_t object; /* pointers: index in objects; 0: in the register after `row` */
    uint32_t offset; /* ADDRESS: bytes */
} dxki_inspect_place;

/* A number that a variable gets from a call of llvm.dbg.value. */
typedef struct dxki_inspect_move {
    uint32_t variable;
    uint8_t from;    /* dxki_inspect_from: CONSTANT, REGISTER; NOWHERE: it is not known any more */
    uint8_t elem;    /* dxki_exec_elem of the value */
    uint8_t extends; /* the sign goes on into the upper bits */
    uint8_t bits;    /* of the variable */
    uint32_t row;
    uint64_t value; /* CONSTANT */
    uint32_t offset;
} dxki_inspect_move;

/* A call of llvm.dbg.declare. */
typedef struct dxki_inspect_declare {
    uint32_t variable;
    uint32_t next; /* an earlier one of the variable + 1; 0: none */
    dxki_inspect_place where;
    uint64_t offset, bits; /* of the variable */
    dxki_inspect_layout layout;
} dxki_inspect_declare;

/* Calls: `count` of them from `first` on. */
typedef struct dxki_inspect_span {
    uint32_t first, count;
} dxki_inspect_span;

/* A call of llvm.dbg.*. */
typedef struct dxki_inspect_call {
    bool is_declare;
    uint32_t first, count; /* moves; of a declare: its index */
    uint32_t variable;
    uint64_t offset, bits; /* of it */
} dxki_inspect_call;

typedef struct dxki_inspect_var {
    dxki_md node;       /* DILocalVariable, DIGlobalVariable */
    dxki_md inlined_at; /* locals: the same of the calls that name it */
    dxki_md scope_node; /* locals: subprogram or block */
    uint8_t scope;      /* dxk_inspect_scope */
    dxk_inspect_type type;
    uint64_t bits;     /* of its type, or of what is known to belong to it */
    uint32_t function; /* locals: index in functions */
    uint32_t words;    /* of values from calls */
    uint32_t first;    /* the first of them */
    uint32_t declare;  /* its last declare + 1 */
    uint32_t object;   /* of the program: index in objects; 0: none */
    dxki_inspect_layout layout;
} dxki_inspect_var;

/* What belongs to a function that runs. */
typedef struct dxki_inspect_function {
    uint32_t first_place, place_count;
    uint32_t first_var, var_count;
    uint32_t first_declare, declare_count;
    uint32_t entry; /* first segment */
    uint32_t other; /* the same in the module with debug information: index in globals; 0: none */
} dxki_inspect_function;

struct dxk_inspect {
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_run_program *p;
    const dxk_module *d; /* module with debug information: another one, or that which runs */
    bool row_major;
    bool no_memory;                        /* while types are looked at */
    dxki_exec_decoder shapes;              /* only to ask for shapes and layouts */
    dxki_text_snippets *texts, *own_texts; /* of `d`; of the program's own module */
    uint32_t *own_inst;   /* by instruction of `d`: that of the program; NULL: it is the same */
    uint32_t *first_step; /* by segment, one more: the first step that begins in it or behind */
    dxki_inspect_span *calls_before;  /* by instruction of the program: what is done before it */
    dxki_inspect_function *functions; /* by function */
    DXKI_VEC(dxki_inspect_call) calls;
    DXKI_VEC(dxki_inspect_move) moves;
    DXKI_VEC(dxki_inspect_declare) declares;
    DXKI_VEC(dxki_inspect_cell) cells;
    DXKI_VEC(dxki_inspect_var) vars;
    DXKI_VEC(dxki_inspect_scalar) scalars; /* of the type that was asked for last */
    dxki_idset known;                      /* of vars: index + 1 by node and inlined_at */
    uint32_t local_vars;                   /* those after belong to the program */
    uint32_t words;                        /* of all variables */
};

/* --- types.c --- */

dxk_inspect_type dxki_inspect_type_of(const dxk_inspect *i, dxki_md node);

/* --- layout.c --- */

/* Lists the numbers of a type in i->scalars by offset. False: out of memory, or there are too many, or
 * none that are known; then the list is empty. */
bool dxki_inspect_scalars(dxk_inspect *i, dxk_inspect_type type);
/* Finds how memory of an LLVM type holds a part of a variable. False: out of memory. */
bool dxki_inspect_lay_out(dxk_inspect *i, dxk_inspect_type type, dxki_inspect_part part,
                          dxki_type memory, dxki_inspect_layout *out);
/* The same of a whole variable whose memory has matrices row by row, as that of a group and of statics
 * does, whatever their order elsewhere. */
bool dxki_inspect_lay_out_rows(dxk_inspect *i, dxk_inspect_type type, dxki_type memory,
                               dxki_inspect_layout *out);

/* --- calls.c --- */

/* Where an instruction's or argument's value is in the program. */
dxki_inspect_place dxki_inspect_locate(const dxk_inspect *i, dxki_value own);
/* Reads the calls of a function that runs, and says before which instructions they are done. False:
 * out of memory. */
bool dxki_inspect_read_calls(dxk_inspect *i, uint32_t function);

/* --- variables.c --- */

/* The variable that a call at a location names; NONE: out of memory. */
uint32_t dxki_inspect_var_at(dxk_inspect *i, dxki_md node, dxki_md inlined_at, uint32_t function);
/* Adds the variables of the program. False: out of memory. */
bool dxki_inspect_add_globals(dxk_inspect *i);
/* Gives variables room for the values from calls. */
void dxki_inspect_give_words(dxk_inspect *i);
/* How many scopes lie between a location and the scope of a local variable, which it is in;
 * NONE: it is not. Location 0: a place of which nothing is known. */
uint32_t dxki_inspect_sees(const dxk_inspect *i, const dxki_inspect_var *v, dxki_md location);

/* --- watch.c --- */

/* A wave that is watched. */
typedef struct dxki_inspect_wave {
    dxki_exec_mask *made;     /* by place: lanes that have a value; NULL: it has not run yet */
    dxki_exec_mask *declared; /* by declare: lanes that have passed it */
    uint32_t *bits, *known;   /* words by lane */
} dxki_inspect_wave;

struct dxk_inspect_state {
    dxki_exec_watch watch;
    const dxk_inspect *i;
    dxk_run_worker *worker;
    dxk_inspect_watch_options options;
    dxki_inspect_wave *waves; /* by wave of the group; made when it begins */
    uint32_t *lane_of;        /* by thread: wave * lanes + lane; NONE: not known */
    dxki_exec_watch *before;  /* what watched the worker before */
    dxki_arena arena;

    dxki_exec_runner *runner; /* that runs; NULL: none */
    uint32_t step;            /* of it */
    dxk_inspect_moment moment;
};

/* --- state.c --- */

/* The location of the frame of a thread, and the function that runs in it; 0: unknown. */
dxki_md dxki_inspect_location(const dxk_inspect_state *s, uint32_t thread, uint32_t frame,
                              uint32_t *function);
/* The runner and lane of a thread; NULL: there is none. */
dxki_exec_runner *dxki_inspect_runner_of(const dxk_inspect_state *s, uint32_t thread,
                                         uint32_t *lane);

#endif
