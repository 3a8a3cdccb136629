/* SPDX-License-Identifier: MIT */
/*
 * tree.h - a compute shader as an abstract syntax tree, from which two independent things are made:
 * a module (emit.h) and the results that it must give (model.h).
 *
 * A program is made so that its results depend on nothing but its meaning: no data races, atomic
 * operations only where their order cannot be seen, barriers and quad operations only where all
 * threads of a group come, and floating point that is exact wherever refactoring is allowed.
 * Everything in a tree is legal whatever its operands are (indices are reduced, divisors are not
 * zero), so that a tree stays a program when pieces are taken out of it (shrink.h).
 */
#ifndef GEN_TREE_H
#define GEN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types of values. The two SMALL kinds hold integers so small that sums and products are exact in
 * any order: arithmetic on them may carry fast flags. Their values are kept as binary32. */
typedef enum gen_type {
    GEN_VOID,
    GEN_I1,
    GEN_I16, /* with native 16-bit types only */
    GEN_I32,
    GEN_I64,
    GEN_F32, /* precise: IEEE, denormals flushed */
    GEN_F64, /* precise: IEEE */
    GEN_S32, /* float, small */
    GEN_S16, /* half, small; with native 16-bit types only */
    GEN_TYPES
} gen_type;

/* Largest magnitude of a small value in a variable. */
#define GEN_SMALL_VARIABLE 8u

/* --- memory --- */

typedef struct gen_arena {
    struct gen_block *blocks;
} gen_arena;

/* Memory that lives as long as the arena, zeroed. Ends the process when there is none. */
void *gen_alloc(gen_arena *arena, size_t size);
void gen_arena_free(gen_arena *arena);

/* --- operations --- */

/* A row of ops.def. */
typedef enum gen_op {
#define GEN_OP(id, ...) GEN_##id,
#include "ops.def"
#undef GEN_OP
    GEN_OPS
} gen_op;

/* A row of waves.def. */
typedef enum gen_wave {
#define GEN_WAVE_OP(id, ...) GEN_##id,
#include "waves.def"
#undef GEN_WAVE_OP
    GEN_WAVES
} gen_wave;

/* How the module says an operation. */
typedef enum gen_how {
    GEN_BY_BINARY,  /* an instruction: dxk_binary */
    GEN_BY_COMPARE, /* dxk_compare */
    GEN_BY_CAST,    /* dxk_cast, to the type of the result */
    GEN_BY_SELECT,
    GEN_BY_CALL,  /* a DXIL operation */
    GEN_BY_PART,  /* member `part` of the result of a DXIL operation */
    GEN_BY_NEGATE /* subtraction from -0.0 */
} gen_how;

/* What the maker must heed, and how the bound of a small result follows from its operands. */
enum {
    GEN_SHIFT = 1,       /* the amount, operand 1, is reduced unless the expression is `raw` */
    GEN_DIVIDE = 2,      /* operand 1 gets its lowest bit set unless the expression is `raw` */
    GEN_CAN_BE_FAST = 4, /* may carry fast flags, when its type is small */
    GEN_BOUND_SUM = 8,
    GEN_BOUND_PRODUCT = 16,
    GEN_BOUND_LARGER = 32, /* the larger of the operands; with a selection, of the last two */
    GEN_BOUND_ONE = 64,
    GEN_FROM_BITS = 128, /* operand 0, an integer, is reduced to its three lowest bits */
    GEN_SHOWS_BITS =
        256 /* operand 0, if it is a NaN, becomes the one that operations give: which of
                            them comes out of a computation is nobody's business */
};

typedef struct gen_op_info {
    const char *text;  /* in printed programs */
    const char *types; /* which types T the operation is for: letters of gen_letter() */
    const char *shape; /* result, ':', operands; 't' is T */
    uint8_t how;
    uint32_t code; /* operator or operation */
    uint8_t part;  /* GEN_BY_PART */
    uint8_t model; /* first shader model 6.x */
    uint32_t flags;
} gen_op_info;

extern const gen_op_info gen_ops[GEN_OPS];

/* Where a wave operation may stand. */
enum {
    GEN_ANYWHERE = 0,
    GEN_IN_QUADS = 1,  /* only where all threads of the group come together, with whole quads */
    GEN_ON_SMALL = 2,  /* adds up: small floating point must be that of variables */
    GEN_HAS_MASK = 4,  /* operand 1 is a condition: its ballot is the mask */
    GEN_HAS_LANE = 8,  /* `which` says which lane is read, see gen_lane */
    GEN_PARTS = 16,    /* gives four words; `which` is the one wanted */
    GEN_SAYS_TYPE = 32 /* overloaded by a type that no operand shows: i1 */
};

typedef struct gen_wave_info {
    const char *text;
    const char *types;
    const char *shape;
    uint32_t code;     /* DXIL operation */
    int8_t kind, sign; /* its constant operands, -1: none */
    uint8_t model;
    uint8_t flags;
} gen_wave_info;

extern const gen_wave_info gen_waves[GEN_WAVES];

/* Lanes that surely are active, for reads from another lane. */
typedef enum gen_lane { GEN_LANE_OWN, GEN_LANE_FIRST, GEN_LANE_LAST, GEN_LANES } gen_lane;

/* --- expressions --- */

typedef enum gen_expr_kind {
    GEN_CONST,    /* `bits` */
    GEN_VAR,      /* variable `index` */
    GEN_ID,       /* `index`: a gen_id */
    GEN_APPLY,    /* operation `index` of the operands */
    GEN_WAVE,     /* wave operation `index` */
    GEN_ELEMENT,  /* element [args[0]] of array `index`; the subscript is reduced */
    GEN_SHARED,   /* element of shared variable `index`: the thread's own (args[0] NULL, `which`),
                     or [args[0]] of all, reduced */
    GEN_LOAD,     /* from input `index` at element args[0], reduced; `which`: component or word.
                     Of several inputs, that of number args[1], reduced; `fast`: it may differ
                     between lanes */
    GEN_LENGTH,   /* of input `index`: elements, or bytes of a raw one */
    GEN_LOAD_OWN, /* the thread's own word `which` of output `index` */
    GEN_CONSTANT  /* constant buffer: row args[0], reduced; `which`: component */
} gen_expr_kind;

typedef enum gen_id {
    GEN_ID_DISPATCH_X,
    GEN_ID_DISPATCH_Y,
    GEN_ID_DISPATCH_Z,
    GEN_ID_GROUP_X,
    GEN_ID_GROUP_Y,
    GEN_ID_GROUP_Z,
    GEN_ID_THREAD_X,
    GEN_ID_THREAD_Y,
    GEN_ID_THREAD_Z,
    GEN_ID_FLAT,
    GEN_IDS
} gen_id;

#define GEN_OPERANDS 4u

typedef struct gen_expr {
    uint8_t kind; /* gen_expr_kind */
    uint8_t type; /* gen_type */
    uint8_t which;
    bool fast; /* carries fast flags */
    bool raw;  /* operand 1 is not reduced */
    uint32_t index;
    uint32_t bound; /* small values: largest magnitude */
    uint64_t bits;
    struct gen_expr *args[GEN_OPERANDS];
} gen_expr;

/* --- statements --- */

typedef enum gen_stmt_kind {
    GEN_ASSIGN,      /* variable `index` = e[0] */
    GEN_SET_ELEMENT, /* array `index` [e[0]] = e[1] */
    GEN_SET_SHARED,  /* the thread's own element `which` of shared variable `index` = e[0] */
    GEN_STORE,       /* `count` own words of output `index`, from `which` on = e[0..count); NaNs as
                         with GEN_SHOWS_BITS */
    GEN_ATOMIC,      /* a gen_place at `index`, kind `which`, subscript e[0], value e[1], compare
                         e[2]; `count`: own word or element; `result` gets the old value unless it
                         is GEN_NONE */
    GEN_BARRIER,     /* all memory, all threads of the group; `which`: its form */
    GEN_IF,          /* e[0]: body, else other */
    GEN_LOOP,        /* see gen_form; counter `index`, limit e[0] reduced, condition e[1] or NULL */
    GEN_BREAK,       /* `which`: a gen_guard */
    GEN_CONTINUE,
    GEN_SWITCH,       /* e[0]: cases */
    GEN_COUNT_UP,     /* the counter of output `index`, by its step */
    GEN_RETURN,       /* e[0] or NULL; `which`: a gen_guard, in loops */
    GEN_CALL_FUNCTION /* variable `result` = function `index` (e[0..count)), array `which` */
} gen_stmt_kind;

#define GEN_NONE  UINT32_MAX
#define GEN_EXPRS 4u
#define GEN_LIMIT 8u /* trips of a loop are reduced below this */

/* Forms of loops; `index` counts from 0. */
typedef enum gen_form {
    GEN_FOR,     /* while (counter < limit && condition) { body; counter++ } */
    GEN_ROTATED, /* the same, with the test at the end and one more before the loop */
    GEN_DO,      /* do { body; counter++ } while (counter < limit && condition) */
    GEN_FORMS
} gen_form;

/* How the module writes a jump out of a loop when the loop needs it kept inside. */
typedef enum gen_guard { GEN_GUARD_LOAD, GEN_GUARD_TRUE, GEN_GUARD_NONE, GEN_GUARDS } gen_guard;

/* Of if and switch: do branch, do not; of loops: unroll, do not. */
typedef enum gen_hint { GEN_HINT_NONE, GEN_HINT_BRANCH, GEN_HINT_FLAT, GEN_HINTS } gen_hint;

/* What an atomic operation works on. */
typedef enum gen_place {
    GEN_AT_TOTALS,     /* word [kind, subscript] of the totals: all threads, result unused */
    GEN_AT_TOTALS64,   /* the same of 64 bits */
    GEN_AT_SHARED,     /* element [subscript] of a shared variable, result unused */
    GEN_AT_OWN_SHARED, /* the thread's own element */
    GEN_AT_OWN         /* the thread's own word of output 0 */
} gen_place;

/* Kinds of atomic operations, as DXIL numbers them; then exchange and compare-exchange. */
#define GEN_ATOMIC_KINDS    8u /* those whose order does not matter */
#define GEN_ATOMIC_EXCHANGE 8u
#define GEN_ATOMIC_COMPARE  9u

typedef struct gen_case {
    uint32_t values[2];
    uint32_t value_count; /* 0: the default */
    bool falls;           /* control goes on in the next case */
    struct gen_stmt *body;
    struct gen_case *next;
} gen_case;

typedef struct gen_stmt {
    uint8_t kind; /* gen_stmt_kind */
    uint8_t which, form, place;
    uint8_t hint; /* a gen_hint, for what compiles it */
    uint8_t count;
    bool converges; /* it or what is in it holds wave operations: set by gen_tree_mark() */
    bool is_pinned; /* not to be taken out, unless with all others of its group */
    uint32_t group; /* of pinned statements in one list; 0: none */
    uint32_t index, result;
    gen_expr *e[GEN_EXPRS];
    struct gen_stmt *body, *other; /* lists */
    gen_case *cases;
    struct gen_stmt *next;
} gen_stmt;

/* --- programs --- */

#define GEN_VARS       24u
#define GEN_ARRAYS     4u
#define GEN_FUNCTIONS  4u /* the last one made is the entry point */
#define GEN_SHAREDS    3u
#define GEN_INPUTS     3u
#define GEN_OUTPUTS    2u
#define GEN_OWN        8u   /* words of an output that belong to one thread */
#define GEN_THREADS    256u /* of a group, at most */
#define GEN_ROWS       16u  /* of the constant buffer */
#define GEN_SUBSCRIPTS 8u   /* of each kind in the totals */

typedef struct gen_var {
    uint8_t type;
    bool in_memory;    /* the module keeps it in an alloca */
    bool is_temporary; /* has no value at first, and is not read before it has one */
} gen_var;

typedef struct gen_array {
    uint8_t type;
    bool is_param; /* the caller's array */
    bool is_table; /* begins with the values of gen_table_bits(), and keeps them */
    uint32_t size; /* a power of two */
} gen_array;

typedef struct gen_function {
    uint32_t var_count, param_count; /* variables from 0 on are parameters */
    uint32_t array_count;
    gen_var vars[GEN_VARS];
    gen_array arrays[GEN_ARRAYS];
    uint8_t result; /* GEN_VOID or GEN_I32 */
    bool no_inline;
    bool one_exit;  /* returns go to one block */
    bool converges; /* holds wave operations: set by gen_tree_mark() */
    gen_stmt *body;
} gen_function;

typedef enum gen_buffer_kind { GEN_RAW, GEN_STRUCTURED, GEN_TYPED } gen_buffer_kind;

typedef struct gen_buffer {
    uint8_t kind;
    uint8_t component;  /* typed: GEN_I32 or GEN_F32 */
    uint8_t components; /* typed: 1 or 4 */
    uint32_t stride;    /* structured: bytes; a power of two */
    uint32_t words;     /* 32-bit words of content; inputs: a power of two */
    uint32_t count;     /* inputs: of the same kind, in consecutive registers; a power of two */
    int8_t step;        /* structured outputs: of the counter; 0: it has none */
} gen_buffer;

typedef struct gen_shared {
    uint8_t type;
    uint32_t own;  /* elements for each thread */
    uint32_t size; /* elements: own x threads */
    bool is_used;  /* set by gen_tree_mark() */
} gen_shared;

typedef struct gen_program {
    uint64_t seed;
    uint32_t model; /* shader model 6.model */
    bool native_16bit;
    bool strict; /* the whole module: no refactoring */
    bool marks;  /* statement marks, as the reference leaves them without optimization */
    bool handles_everywhere; /* a handle for each use, not one in the entry block */
    uint32_t threads[3], groups[3];
    uint32_t input_count, output_count, shared_count, function_count;
    gen_buffer inputs[GEN_INPUTS], outputs[GEN_OUTPUTS];
    gen_shared shareds[GEN_SHAREDS];
    gen_function functions[GEN_FUNCTIONS];
    /* set by gen_tree_mark(); has_wave_loops: there are wave operations in loops */
    bool has_quads, has_totals, has_totals64, has_barriers, has_wave_loops;
    gen_arena memory; /* of the tree */
} gen_program;

gen_expr *gen_expr_new(gen_program *p, gen_expr_kind kind, gen_type type);
gen_expr *gen_const(gen_program *p, gen_type type, uint64_t bits);
gen_expr *gen_apply(gen_program *p, gen_op op, gen_type type, gen_expr *a, gen_expr *b,
                    gen_expr *c);
gen_stmt *gen_stmt_new(gen_program *p, gen_stmt_kind kind);

static inline gen_function *gen_entry(gen_program *p)
{
    return &p->functions[p->function_count - 1];
}

static inline uint32_t gen_group_threads(const gen_program *p)
{
    return p->threads[0] * p->threads[1] * p->threads[2];
}

static inline uint32_t gen_group_count(const gen_program *p)
{
    return p->groups[0] * p->groups[1] * p->groups[2];
}

/* Words of the totals: 32-bit ones first, then those of 64 bits. */
#define GEN_TOTAL_WORDS (GEN_ATOMIC_KINDS * GEN_SUBSCRIPTS)

/* 'b', 'w', 'i', 'l', 'f', 'd', 's', 'h'; and back. */
char gen_letter(gen_type type);
gen_type gen_type_of(char letter);
uint32_t gen_width(gen_type type); /* bits of an integer */
/* Type of operand `k` (from 0) or of the result (-1) of a shape; GEN_VOID: there is none. */
gen_type gen_shape_type(const char *shape, int k, gen_type t);
/* True if the expression's operation adds up small values and the like. */
uint32_t gen_small_limit(gen_type type);

/* Fills in what follows from the statements: `converges`, has_..., is_used. */
void gen_tree_mark(gen_program *p);

/* Number of statements. */
uint32_t gen_tree_size(const gen_program *p);

/* Subscripts of shared variables are reduced below this, a power of two. */
uint32_t gen_shared_span(const gen_shared *shared);
/* Elements of an input of which one has `type`; a power of two. Subscripts are reduced to twice
 * that, so that some are out of bounds. */
uint32_t gen_input_elements(const gen_buffer *input, gen_type type);

/* What element `k` of a table holds. */
uint64_t gen_table_bits(gen_type type, uint32_t k);

/* Initial contents: word `word` of input `input` (number `k` of several: + k * 16), or of the
 * constant buffer (GEN_INPUTS). */
uint32_t gen_content(const gen_program *p, uint32_t input, uint32_t word);

#endif
