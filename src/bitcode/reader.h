/* SPDX-License-Identifier: MIT */
/*
 * reader.h - inside of the module reader: its state, and what its files offer each other.
 *
 *   read.c           entry, module block, globals, the end of the module
 *   read_lazy.c      entry: bodies one by one (lazy.h)
 *   read_operands.c  operands of any record by its operand string (spec/bitcode_records.def)
 *   read_types.c     type table            read_attrs.c     attribute groups and lists
 *   read_consts.c    constants             read_metadata.c  metadata, attachments
 *   read_symbols.c   names, use-list orders
 *   read_function.c  function blocks
 *   read_insts.c, read_flow.c   one maker per instruction (read_inst.h)
 *   read_operators.c, read_calls.c   short ways for what most instructions are
 *   read_exprs.c     what instructions and constant expressions share
 *   read_globals.c   variables, functions, aliases, what initialises them
 *
 * One pass. What refers forward is patched when the referenced thing is there: constants at the
 * end of their block, instructions at the end of their function, metadata by placeholders.
 */
#ifndef DXKI_BITCODE_READER_H
#define DXKI_BITCODE_READER_H

#include "base/out.h"
#include "bitcode/stream.h"
#include "ir/idset.h"
#include "ir/ir.h"
#include "spec/reader_rules.h"

/* A numbered value. While its constants block is read, value 0 means not made yet. */
typedef struct dxki_bc_slot {
    dxki_value value;
    dxki_type type;
} dxki_bc_slot;

/* A decoded operand. */
typedef struct dxki_bc_operand {
    uint64_t n;     /* number; or dxki_type, dxki_value, dxki_md, attribute list */
    dxki_type type; /* of a value */
    char letter;    /* of the operand string; 0: an optional operand that is absent */
} dxki_bc_operand;

/* Small map of numbers. */
typedef struct dxki_bc_map_item {
    uint32_t key, value;
} dxki_bc_map_item;

typedef struct dxki_bc_map {
    DXKI_VEC(dxki_bc_map_item) items;
    dxki_idset set;
} dxki_bc_map;

/* A constant of the current block that has operands. */
typedef struct dxki_bc_pending_const {
    uint32_t number;     /* of the value */
    uint32_t code;       /* of the record */
    uint64_t bit;        /* of the record, for errors */
    size_t first, count; /* operands in dxki_bc_reader.pending_ops */
    uint8_t state;       /* 0 untouched, 1 being made, 2 made */
} dxki_bc_pending_const;

/* An operand word, or a metadata entry, that waits for a value. */
typedef struct dxki_bc_fixup {
    uint32_t place;  /* index in words; or a dxki_md */
    uint32_t number; /* of the value */
    dxki_type type;  /* that it must have */
    bool metadata;
} dxki_bc_fixup;

typedef enum dxki_bc_init_what {
    DXKI_INIT_VALUE, /* initialiser, aliasee */
    DXKI_INIT_PREFIX,
    DXKI_INIT_PROLOGUE,
    DXKI_INIT_PERSONALITY
} dxki_bc_init_what;

/* A global's initialiser and the like, given by number before the constants are there. */
typedef struct dxki_bc_initializer {
    uint32_t global;
    uint32_t number;
    dxki_bc_init_what what;
    uint64_t bit;
    bool done;
} dxki_bc_initializer;

/* The function whose block is read. */
typedef struct dxki_bc_body {
    uint32_t global;
    uint32_t first_block, block_count; /* DECLAREBLOCKS */
    uint32_t block;                    /* the one that instructions are added to; 0: none */
    uint32_t done_blocks;              /* with a terminator */
    uint32_t first_inst;
    size_t outer_values, outer_mds; /* counts to go back to */
    uint32_t last_inst;             /* what a DEBUG_LOC belongs to */
    dxki_md last_loc;               /* for DEBUG_LOC_AGAIN */
    uint64_t loc_key[2];            /* record that last_loc came from */
    size_t first_fixup;             /* those before it belong to the module */
} dxki_bc_body;

/* The instruction that is put together, straight in the module's words. */
typedef struct dxki_bc_put {
    size_t first;   /* its first operand */
    uint32_t extra; /* words after the operands so far */
    bool failed;    /* out of memory */
} dxki_bc_put;

/* The usual start of a row of the function block, decoded from its operand string. */
enum { DXKI_STEP_VALUE, DXKI_STEP_SAME, DXKI_STEP_NUMBER, DXKI_STEP_LOW, DXKI_STEP_OPTIONAL };
#define DXKI_STEPS 6

typedef struct dxki_bc_usual {
    bool made;
    uint8_t count;
    uint8_t steps[DXKI_STEPS];      /* V, v0, L, L32, and L? at the end of the string */
    uint8_t places[DXKI_STEPS + 1]; /* where they start in the string, and where the rest does */
} dxki_bc_usual;

/* An abbreviation for operators (read_operators.c). */
typedef struct dxki_bc_operator {
    uint32_t place; /* of its operands in dxki_bc_stream.abbrev_ops, + 1; 0: it is for others */
    bool flags;     /* the record has them */
    bool usual;     /* everything but the flags has the widths that LLVM gives it */
} dxki_bc_operator;
#define DXKI_BC_OPERATORS 16u /* ids that are looked at */

typedef struct dxki_bc_reader {
    dxk_ctx *ctx;
    dxk_module *m;
    const dxk_module_read_options *options;
    dxki_bc_stream bs;

    DXKI_VEC(dxki_bc_operand) args;                /* of the current record */
    dxki_bc_usual usual[DXKI_REC_LIMIT];           /* by code, of the function block */
    dxki_bc_operator operators[DXKI_BC_OPERATORS]; /* by id, of the open function block */
    size_t next_op;                                /* first operand that the string left alone */
    bool in_types;                                 /* types may be forward */

    DXKI_VEC(dxki_type) types; /* by number; 0: not defined yet */
    size_t types_defined;
    uint64_t types_announced;
    dxki_string struct_name; /* for the next identified struct */
    DXKI_VEC(char) names;    /* judged: what it is made of */

    dxki_bc_map groups; /* group number -> index in group_slots */
    DXKI_VEC(dxki_attr_slot) group_slots;
    DXKI_VEC(uint32_t) attr_lists; /* by number from 1 */

    DXKI_VEC(dxki_string) sections, collectors;
    DXKI_VEC(dxki_bc_slot) values;
    DXKI_VEC(dxki_md) mds; /* by number; placeholders included */
    size_t mds_defined;
    dxki_bc_map far_mds; /* judged: number that no record can have -> entry */
    size_t open_mds;     /* judged: entries that something refers to, and no record has defined */
    dxki_bc_map kinds;   /* number in the file -> index in md_kinds */
    dxki_bc_map named;   /* name -> index in named_mds */
    DXKI_VEC(uint32_t) named_room; /* words that each of named_mds can have in its place */

    DXKI_VEC(dxki_bc_pending_const) pending;
    DXKI_VEC(dxki_bc_operand) pending_ops;
    DXKI_VEC(dxki_bc_fixup) fixups;
    DXKI_VEC(uint32_t) addresses; /* BLOCKADDRESS constants that still have a block's number */
    DXKI_VEC(dxki_bc_initializer) initializers;
    DXKI_VEC(uint32_t) bodies; /* globals that wait for their function block */
    size_t bodies_read;
    uint64_t bodies_start; /* bit at which the first of them begins */
    bool globals_done;     /* initialisers are set */
    bool implicit_comdats; /* some global has an old linkage number that implies one */

    dxki_bc_judge *judge;     /* NULL: nothing is judged */
    bool lazy;                /* bodies wait until they are asked for */
    DXKI_VEC(uint64_t) queue; /* lazy, judged: where the bodies that were passed over are */
    size_t queue_next;        /* judged: the first that was not read */
    bool seen_symbols;        /* judged: a symbol table came, bodies are read where they stand */
    uint64_t furthest;        /* judged: end of what was read */

    DXKI_VEC(uint32_t) scratch;
    DXKI_VEC(uint64_t) scratch64;
    dxki_bc_map const_forwards; /* judged: constant that is not there yet -> type, in one block */
    dxki_bc_map addressed; /* judged: function -> blocks that it must have, for their addresses */
    dxki_bc_map forwards;  /* judged: value that the body referred to before it was there -> type */
    dxki_bc_put put;
    dxki_bc_body body;
} dxki_bc_reader;

/* --- read.c --- */

/* Begins a module, and reads the stream; bodies that wait are passed over. To be freed in any case. */
dxk_status dxki_bc_reader_begin(dxki_bc_reader *r, dxk_ctx *ctx, dxk_bytes bytes,
                                const dxk_module_read_options *options, dxki_bc_judge *judge);
dxk_status dxki_bc_reader_run(dxki_bc_reader *r);
/* Reads the body that was passed over as number `index`. */
dxk_status dxki_bc_reader_body(dxki_bc_reader *r, size_t index);
void dxki_bc_reader_free(dxki_bc_reader *r);

/* --- reporting: at the current record, returns the status --- */

dxk_status dxki_bc_read_fail(dxki_bc_reader *r, const dxki_rule *rule, const dxki_arg *args,
                             size_t count);
#define DXKI_READ_FAIL(r, rule, ...)                                                               \
    dxki_bc_read_fail((r), DXKI_RULE_##rule, (const dxki_arg[]){__VA_ARGS__},                      \
                      sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))
/* The same, where the reference does not say "Invalid record". */
#define DXKI_READ_REFUSE(r, words, rule, ...)                                                      \
    (dxki_bc_stream_words(&(r)->bs, DXKI_WORDS_##words, 0), DXKI_READ_FAIL(r, rule, __VA_ARGS__))
dxki_arg dxki_bc_read_type_arg(const dxki_bc_reader *r, dxki_type type); /* "i32", "pointer" */
dxk_status dxki_bc_read_not(dxki_bc_reader *r, uint32_t operand,
                            const char *what); /* BITCODE.OPERAND */
#define DXKI_READ_NOT(r, words, operand, what)                                                     \
    (dxki_bc_stream_words(&(r)->bs, DXKI_WORDS_##words, 0), dxki_bc_read_not(r, operand, what))
dxk_status dxki_bc_read_unknown_record(dxki_bc_reader *r); /* remembers it and warns */
dxk_status dxki_bc_read_unknown_block(dxki_bc_reader *r);  /* skips it and warns */
/* The same in a block that has no blocks inside; *some tells whether one came since a record. */
dxk_status dxki_bc_read_subblock(dxki_bc_reader *r, bool *some);
void dxki_bc_read_subblocks_end(dxki_bc_reader *r, bool *some);

/* Does not fit, but the reference takes it for now: the module is marked, its verifier tells. */
static inline bool dxki_bc_read_lets_pass(dxki_bc_reader *r)
{
    if (r->judge)
        r->m->unchecked = true;
    return r->judge != NULL;
}

/* --- maps --- */

bool dxki_bc_map_put(dxk_ctx *ctx, dxki_bc_map *map, uint32_t key, uint32_t value);
bool dxki_bc_map_get(const dxki_bc_map *map, uint32_t key, uint32_t *value);
void dxki_bc_map_free(dxk_ctx *ctx, dxki_bc_map *map);

/* --- read_operands.c --- */

/* Decodes the current record by its row into r->args. */
dxk_status dxki_bc_read_operands(dxki_bc_reader *r, const dxki_bc_record_spec *spec);
/* Decodes single operands after r->next_op: appended to r->args, next_op moves on. */
dxk_status dxki_bc_read_value_and_type(dxki_bc_reader *r);               /* V */
dxk_status dxki_bc_read_value_of(dxki_bc_reader *r, dxki_type expected); /* v */
dxk_status dxki_bc_read_type_ref(dxki_bc_reader *r, uint64_t number, uint32_t operand,
                                 dxki_type *type);
/* The entry for a number. A reference to it also makes it wait for its record. */
dxk_status dxki_bc_read_md_slot(dxki_bc_reader *r, uint64_t number, uint32_t operand, dxki_md *md);
dxk_status dxki_bc_read_md_ref(dxki_bc_reader *r, uint64_t number, uint32_t operand, dxki_md *md);
/* Characters from operand `from` on, as a string of the module. */
dxk_status dxki_bc_read_text(dxki_bc_reader *r, size_t from, dxki_string *string);

/* --- one per block --- */

/* Enters a block and hands each of its records to `record`; blocks inside are unknown. */
dxk_status dxki_bc_read_records(dxki_bc_reader *r, dxk_status (*record)(dxki_bc_reader *));

/* Judged: fails on a block that may come once, and came before. */
dxk_status dxki_bc_read_again(dxki_bc_reader *r);
dxk_status dxki_bc_read_type_table(dxki_bc_reader *r);
dxk_status dxki_bc_read_attr_groups(dxki_bc_reader *r);
dxk_status dxki_bc_read_attr_lists(dxki_bc_reader *r);
dxk_status dxki_bc_read_constants(dxki_bc_reader *r);
dxk_status dxki_bc_read_metadata(dxki_bc_reader *r);
dxk_status dxki_bc_read_attachments(dxki_bc_reader *r);
dxk_status dxki_bc_read_symbols(dxki_bc_reader *r);
dxk_status dxki_bc_read_uselists(dxki_bc_reader *r);
/* Turns the block numbers of BLOCKADDRESS constants into blocks. A number that its function does
 * not have is an error; with `lenient` such a constant has no block. */
dxk_status dxki_bc_read_settle_addresses(dxki_bc_reader *r, bool lenient);
dxk_status dxki_bc_read_function(dxki_bc_reader *r);

/* --- read_globals.c: a decoded record, then what is done when all globals are known --- */

dxk_status dxki_bc_read_variable(dxki_bc_reader *r);
dxk_status dxki_bc_read_function_record(dxki_bc_reader *r);
dxk_status dxki_bc_read_alias(dxki_bc_reader *r);
dxk_status dxki_bc_read_comdat(dxki_bc_reader *r); /* not decoded */
/* Once, before the first body or at the end: initialisers, open references. */
dxk_status dxki_bc_read_finish_globals(dxki_bc_reader *r);
/* Judged: initialises what can be initialised by now. */
dxk_status dxki_bc_read_resolve_globals(dxki_bc_reader *r);
/* The comdats that old linkage numbers imply. */
dxk_status dxki_bc_read_implicit_comdats(dxki_bc_reader *r);

/* --- pieces --- */

/* All metadata that was referred to must be there by now. */
dxk_status dxki_bc_read_check_metadata(dxki_bc_reader *r);
dxk_status dxki_bc_read_debug_loc(dxki_bc_reader *r);
/* Puts the values in that were referred to before they were there, of the fixups from `first`. */
dxk_status dxki_bc_read_apply_fixups(dxki_bc_reader *r, size_t first);
/* The maker for the current record, whose operands are decoded. */
dxk_status dxki_bc_read_instruction(dxki_bc_reader *r);
/* Depth limit of types and constants. */
dxk_status dxki_bc_read_check_depth(dxki_bc_reader *r, uint32_t depth);
/* Type of the address of base ops[0] with the indices after it; 0 when there is none. */
dxki_type dxki_bc_read_gep_type(dxki_bc_reader *r, dxki_type source, const dxki_bc_operand *ops,
                                uint32_t count);
/* Instruction opcode for a number of a record and the operand type; DXKI_OP_NONE: no such. */
dxki_op dxki_bc_read_binary_op(const dxki_bc_reader *r, uint64_t number, dxki_type type);
/* Elements of a vector type; 0 for another. */
uint64_t dxki_bc_read_lanes(const dxk_module *m, dxki_type type);
/* i1, or a vector of i1 as long as `type`. 0: out of memory. */
dxki_type dxki_bc_read_cmp_type(dxki_bc_reader *r, dxki_type type);

#endif
