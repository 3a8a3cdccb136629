/* SPDX-License-Identifier: MIT */
/*
 * parse.h - inside of the text parser: its state, and what its files offer each other. Written by
 * hand, one token ahead, by descent; the language is that of LLVM 3.7's own parser, also where
 * that is odd, and so are order and wording of the errors.
 *
 *   parse.c          entry, top level, end of the module
 *   parse_error.c    messages, positions, types in messages
 *   parse_type.c     types, type definitions
 *   parse_attr.c     attributes, attribute groups
 *   parse_global.c   variables, aliases, comdats, the words in front of a global
 *   parse_func.c     function headers, bodies, blocks
 *   parse_names.c    names and numbers of globals and locals, forward references
 *   parse_value.c    values and constants      parse_expr.c     constant expressions
 *   parse_asm.c      constraints of inline assembly
 *   parse_inst.c     instructions              parse_call.c     calls
 *   parse_lines.c    lines as printers write them
 *   parse_operators.c   those of them that are operators
 *   parse_memory.c   memory and atomics        parse_branch.c   terminators
 *   parse_md.c       metadata                  parse_debug.c    specialised nodes
 *   parse_resolve.c  metadata after the last line: numbers, cycles, equal nodes
 *   parse_uses.c     use-list orders
 *
 * A function returns false after an error, which has been noted: as in LLVM only the last one is
 * reported, and some are passed over. What is not known yet is marked and patched later:
 *   a value of the function  DXKI_V_FORWARD, an index in `locals`; patched at its end
 *   a global                 an entry in m->globals that no list has yet
 *   a metadata number        DXKI_MD_SLOT | an index in `md_slots`; patched at the end
 *   attribute groups         an index in `attr_uses`; patched at the end
 */
#ifndef DXKI_TEXT_PARSE_H
#define DXKI_TEXT_PARSE_H

#include "base/diag.h"
#include "dxk/compat.h"
#include "ir/idset.h"
#include "ir/ir.h"
#include "text/counter.h"
#include "text/lex.h"
#include "text/number.h"

/* Where something stood: a place in the text. NULL: nowhere. */
typedef const char *dxki_text_loc;

/* Texts are shorter than this, so that a place fits a word as well. */
#define DXKI_TEXT_MAX ((size_t)UINT32_MAX - 1)

/* A type with a name or number. `use`: first use, as long as it is not defined. */
typedef struct dxki_text_named_type {
    dxk_str name; /* empty: numbered */
    uint32_t number;
    dxki_type type;
    dxki_text_loc use;
} dxki_text_named_type;

/* A name or number that stands for a global. */
typedef struct dxki_text_global_ref {
    uint32_t global;
    uint32_t number;   /* of an unnamed one that is not defined yet */
    dxki_text_loc use; /* first use, as long as it is not defined; else NULL */
} dxki_text_global_ref;

/* A value of the function: named, or numbered and not defined yet. */
typedef struct dxki_text_local {
    dxk_str name; /* empty: numbered */
    uint32_t number;
    dxki_value value; /* 0: not defined yet */
    dxki_type type;
    dxki_text_loc use;
} dxki_text_local;

/* An operand word that waits for a local. */
typedef struct dxki_text_wait {
    uint32_t word;  /* index in m->words */
    uint32_t local; /* index in locals */
} dxki_text_wait;

/* Numbered metadata. References to it are its definition, once that is known. */
#define DXKI_MD_SLOT 0x80000000u
typedef struct dxki_text_md_slot {
    uint32_t number;
    dxki_md node; /* 0: not defined yet */
    dxki_text_loc use;
} dxki_text_md_slot;

/* Metadata as an operand of a call. */
typedef struct dxki_text_md_use {
    uint32_t word; /* index in m->words */
    dxki_md ref;   /* or a slot; or a VALUE of a local that is not defined yet */
} dxki_text_md_use;

/* Operands of named metadata, chained. */
typedef struct dxki_text_named_op {
    dxki_md ref;
    uint32_t next; /* 0: last */
} dxki_text_named_op;
typedef struct dxki_text_named_list {
    uint32_t first, last; /* in named_ops */
} dxki_text_named_list;

/* Attributes under construction. */
typedef struct dxki_text_attr_builder {
    uint64_t kinds;                  /* bit by dxki_attr_kind */
    uint64_t values[4];              /* of the valued kinds, from DXKI_AT_ALIGN on */
    uint32_t first_text, text_count; /* strings: in attr_texts */
} dxki_text_attr_builder;

/* The attribute list of a function or call: what was written there, and groups to be added. */
typedef struct dxki_text_attr_use {
    uint32_t list;
    uint32_t first_group, group_count; /* in attr_group_refs */
    /* At the end: the final lists of calls [0] and functions [1], and for functions the
     * alignment that was written as an attribute. */
    uint32_t result[2];
    bool done[2];
    uint32_t align;
} dxki_text_attr_use;
typedef struct dxki_text_attr_wait {
    uint32_t place; /* index in m->words, or in m->globals */
    uint32_t use;
    bool global;
} dxki_text_attr_wait;

/* Attribute group by number. */
typedef struct dxki_text_attr_group {
    uint32_t number;
    dxki_text_attr_builder attrs;
} dxki_text_attr_group;

/* A blockaddress whose function has no body yet, or whose block is not there yet. */
typedef struct dxki_text_address {
    uint32_t constant; /* index in m->consts */
    dxk_str function;  /* empty: numbered */
    uint32_t function_number;
    dxk_str block;
    uint32_t block_number;
    dxki_text_loc function_loc, block_loc;
    uint32_t global; /* the function, when it is the one being read; else 0 */
} dxki_text_address;

/* Values as they are written: what they are is only known with their type. */
typedef enum dxki_text_id_kind {
    DXKI_ID_LOCAL_NUMBER,
    DXKI_ID_LOCAL_NAME,
    DXKI_ID_GLOBAL_NUMBER,
    DXKI_ID_GLOBAL_NAME,
    DXKI_ID_INT,
    DXKI_ID_FLOAT,
    DXKI_ID_NULL,
    DXKI_ID_UNDEF,
    DXKI_ID_ZERO,
    DXKI_ID_EMPTY_ARRAY,
    DXKI_ID_CONSTANT,
    DXKI_ID_ASM,
    DXKI_ID_STRUCT,
    DXKI_ID_PACKED_STRUCT
} dxki_text_id_kind;

typedef struct dxki_text_id {
    dxki_text_id_kind kind;
    dxki_text_loc loc;
    dxki_text_token token;         /* name, number, digits */
    dxki_value value;              /* CONSTANT */
    uint32_t first, count;         /* STRUCT: elements in p->stack; the caller takes them off */
    dxki_string text, constraints; /* ASM */
    uint8_t flags;                 /* ASM */
} dxki_text_id;

/* What the text of a call says before its arguments, so that it need not be read again. */
typedef struct dxki_text_known_call {
    dxk_str text;   /* "float @dx.op.unary.f32" */
    dxki_type type; /* of the function, which has no variable arguments */
    dxki_value callee;
    uint16_t cc;
} dxki_text_known_call;

/* A type and the name or number that it had last. */
typedef struct dxki_text_known_type {
    dxk_str text; /* with the % */
    dxki_type type;
} dxki_text_known_type;

/* A number of type i32 that was used. */
typedef struct dxki_text_known_number {
    int32_t number;
    dxki_value value; /* 0: none */
} dxki_text_known_number;

/* What lines are compared with; powers of two. */
#define DXKI_KNOWN_CALLS   64u
#define DXKI_KNOWN_TYPES   8u
#define DXKI_KNOWN_NUMBERS 64u

typedef struct dxki_text_parser {
    dxk_ctx *ctx;
    dxk_module *m;
    dxki_text_lexer lex;
    dxki_text_token tok;
    dxk_status status; /* memory or a limit; OK: `error` says what is wrong */
    uint32_t depth;    /* of recursion */

    bool places;            /* to be noted: parse_places.c */
    dxki_text_loc place_at; /* begin of a line, and its number */
    uint32_t place_line;

    dxki_text_loc error_loc; /* the last error noted */
    bool is_fatal;           /* the reference does not go on to say where */
    DXKI_VEC(char) error;
    DXKI_VEC(char) assembly; /* of the module */

    DXKI_VEC(dxki_text_named_type) types;
    dxki_idset type_set; /* of index + 1, by name or number */

    DXKI_VEC(dxki_text_global_ref) globals; /* those that were used before they were defined */
    dxki_idset global_set;                  /* of indices in m->globals, by name */
    dxki_idset global_number_set;           /* of index + 1 in globals, by number */
    DXKI_VEC(uint32_t) global_refs;         /* by index in m->globals: index + 1 in globals */
    DXKI_VEC(uint32_t) numbered;            /* unnamed globals: indices in m->globals */
    dxki_idset comdat_set;                  /* of index + 1 in m->comdats */
    DXKI_VEC(dxki_text_loc) comdat_uses;    /* by comdat: first use, as long as it is not defined */

    /* The function that is being read. */
    uint32_t function; /* index in m->globals; 0: none */
    uint32_t block;    /* index in m->blocks */
    DXKI_VEC(dxki_text_local) locals;
    dxki_idset local_set;          /* of index + 1 in locals, by name or number */
    size_t open_numbers;           /* numbered locals that are not defined yet */
    DXKI_VEC(dxki_value) values;   /* by number */
    dxki_text_counter next_number; /* of an earlier result */
    DXKI_VEC(dxki_text_wait) waits;
    size_t first_md_use; /* in md_uses */
    bool function_is_vararg;

    /* The instruction that is being read. */
    DXKI_VEC(uint32_t) ops, extra;
    bool ate_comma; /* the comma in front of attachments */
    dxki_text_known_call known_calls[DXKI_KNOWN_CALLS];
    dxki_text_known_type known_types[DXKI_KNOWN_TYPES];
    dxki_text_known_number known_numbers[DXKI_KNOWN_NUMBERS];

    DXKI_VEC(uint32_t) stack; /* elements of constants, types, nodes under construction */
    DXKI_VEC(uint64_t) words; /* of wide integers */

    DXKI_VEC(dxki_text_md_slot) md_slots;
    dxki_idset md_slot_set;          /* of index + 1 */
    DXKI_VEC(dxki_md) md_pending;    /* nodes that refer to slots or to other pending ones */
    DXKI_VEC(uint8_t) md_is_pending; /* by metadata id; may be shorter than m->mds */
    DXKI_VEC(dxki_text_md_use) md_uses;
    DXKI_VEC(dxki_text_named_op) named_ops;     /* [0] dummy */
    DXKI_VEC(dxki_text_named_list) named_lists; /* by index in m->named_mds */
    dxki_idset named_set;                       /* of index + 1 in m->named_mds */
    DXKI_VEC(uint64_t) nums;                    /* of an expression under construction */

    DXKI_VEC(dxki_text_attr_group) attr_groups;
    dxki_idset attr_group_set;      /* of index + 1 */
    DXKI_VEC(dxki_attr) attr_texts; /* string attributes of builders */
    DXKI_VEC(uint32_t) attr_group_refs;
    DXKI_VEC(dxki_text_attr_use) attr_uses; /* [0] dummy: none */
    dxki_idset attr_use_set;
    DXKI_VEC(dxki_text_attr_wait) attr_waits;
    size_t attr_work; /* string attributes that groups were merged from */
    DXKI_VEC(dxki_attr) attr_scratch;
    DXKI_VEC(dxki_attr_slot) slots; /* of a list under construction */

    DXKI_VEC(dxki_text_address) addresses;
    uint32_t address_count; /* all that were written */

    /* Uses counted for use-list orders, by tag and index; and how far counting has come. */
    DXKI_VEC(uint32_t) use_counts[DXKI_V_BLOCK + 1];
    size_t counted_insts, counted_consts, counted_variables, counted_aliases, counted_functions;
    uint32_t block_orders; /* directives for blocks */
} dxki_text_parser;

/* --- tokens --- */

static inline void dxki_text_next(dxki_text_parser *p)
{
    dxki_text_lex_next(&p->lex, &p->tok);
}

static inline bool dxki_text_at(const dxki_text_parser *p, uint32_t kind)
{
    return p->tok.kind == kind;
}

/* Takes the token if it is of that kind. */
static inline bool dxki_text_take(dxki_text_parser *p, uint32_t kind)
{
    if (p->tok.kind != kind)
        return false;
    dxki_text_next(p);
    return true;
}

/* --- parse_error.c: all return false --- */

bool dxki_text_error(dxki_text_parser *p, dxki_text_loc loc, const char *message);
bool dxki_text_error_here(dxki_text_parser *p, const char *message); /* at the token */
bool dxki_text_error_format(dxki_text_parser *p, dxki_text_loc loc, const char *pattern,
                            const dxki_arg *args, size_t count);
/* With arguments: DXKI_ERROR(p, loc, "'%%0' is not a basic block", dxki_raw(name)). */
#define DXKI_ERROR(p, loc, pattern, ...)                                                           \
    dxki_text_error_format((p), (loc), (pattern), DXKI_ARGS(__VA_ARGS__))
/* A type as LLVM shows it in messages: structures that are named by themselves with their body. */
dxki_arg dxki_text_type_arg(dxki_text_parser *p, dxki_type type);
bool dxki_text_no_memory(dxki_text_parser *p);
bool dxki_text_too_much(dxki_text_parser *p, const char *what); /* LIMIT.TEXT */
/* Takes a token of that kind or complains. */
bool dxki_text_expect_tok(dxki_text_parser *p, uint32_t kind, const char *message);
/* Counts a level of recursion; the caller lowers p->depth again. */
bool dxki_text_enter(dxki_text_parser *p);
bool dxki_text_check_depth(dxki_text_parser *p, uint32_t depth);
/* The note that was left, as a diagnostic. */
dxk_status dxki_text_report_text(dxki_text_parser *p, dxk_text_error *error);

/* --- parse.c --- */

bool dxki_text_parse_uint32(dxki_text_parser *p, uint32_t *value);
bool dxki_text_parse_uint64(dxki_text_parser *p, uint64_t *value);
bool dxki_text_parse_string(dxki_text_parser *p, dxk_str *text);
/* A string of the module for text that lives as long as it. */
bool dxki_text_keep(dxki_text_parser *p, dxk_str text, dxki_string *id);

/* --- parse_type.c --- */

bool dxki_text_parse_type(dxki_text_parser *p, dxki_type *type, bool allow_void,
                          const char *message);
bool dxki_text_parse_type_at(dxki_text_parser *p, dxki_type *type, dxki_text_loc *loc);
bool dxki_text_parse_unnamed_type(dxki_text_parser *p);
bool dxki_text_parse_named_type(dxki_text_parser *p);
bool dxki_text_check_types(dxki_text_parser *p); /* at the end: all are defined */
bool dxki_text_parse_addrspace(dxki_text_parser *p, uint32_t *space);
/* A parameter list: each parameter is pushed to p->stack as DXKI_PARAM_WORDS words. */
enum { DXKI_PARAM_TYPE, DXKI_PARAM_SET, DXKI_PARAM_NAME, DXKI_PARAM_LOC, DXKI_PARAM_WORDS };
bool dxki_text_parse_params(dxki_text_parser *p, uint32_t *count, bool *vararg);

/* --- parse_attr.c --- */

typedef enum dxki_text_attr_place {
    DXKI_ATTR_FN,
    DXKI_ATTR_PARAM,
    DXKI_ATTR_RETURN
} dxki_text_attr_place;

bool dxki_text_parse_param_attrs(dxki_text_parser *p, dxki_text_attr_place place,
                                 dxki_text_attr_builder *b);
/* Attributes of a function or call; group numbers are pushed to p->attr_group_refs. */
bool dxki_text_parse_fn_attrs(dxki_text_parser *p, dxki_text_attr_builder *b, bool in_group,
                              dxki_text_loc *builtin);
bool dxki_text_parse_attr_group(dxki_text_parser *p);
bool dxki_text_attr_builder_set(dxki_text_parser *p, const dxki_text_attr_builder *b,
                                uint32_t *set);
/* A use: list made of p->slots plus the groups from `first_group` on. */
bool dxki_text_attr_use_make(dxki_text_parser *p, uint32_t first_group, uint32_t *use);
bool dxki_text_attr_finish(dxki_text_parser *p);                  /* at the end: adds the groups */
bool dxki_text_parse_align(dxki_text_parser *p, uint32_t *align); /* optional, 0: none */
uint8_t dxki_text_encode_align(uint32_t align);                   /* log2 + 1 */

/* --- parse_global.c --- */

bool dxki_text_parse_global(dxki_text_parser *p);
bool dxki_text_parse_comdat(dxki_text_parser *p);
bool dxki_text_parse_optional_comdat(dxki_text_parser *p, dxk_str owner, uint32_t *comdat);
bool dxki_text_check_comdats(dxki_text_parser *p);
bool dxki_text_parse_linkage(dxki_text_parser *p, uint8_t *linkage); /* false: none there */
uint8_t dxki_text_parse_visibility(dxki_text_parser *p);
uint8_t dxki_text_parse_dll(dxki_text_parser *p);
bool dxki_text_is_local_linkage(uint8_t linkage);

/* --- parse_func.c --- */

bool dxki_text_parse_declare(dxki_text_parser *p);
bool dxki_text_parse_define(dxki_text_parser *p);
bool dxki_text_parse_cc(dxki_text_parser *p, uint32_t *cc);
bool dxki_text_parse_attachment(dxki_text_parser *p, uint32_t *kind, dxki_md *node);

/* --- parse_names.c --- */

/* A global by name or number with that type; it may be a forward reference. */
bool dxki_text_global_value(dxki_text_parser *p, const dxki_text_id *id, dxki_type type,
                            dxki_value *value);
uint32_t dxki_text_find_global(dxki_text_parser *p, dxk_str name); /* 0: none */
bool dxki_text_global_is_forward(const dxki_text_parser *p, uint32_t global, dxki_text_loc *use);
/* Puts a new entry into m->globals under its name, in no list yet; 0: no memory. */
uint32_t dxki_text_new_global(dxki_text_parser *p, dxk_str name, dxki_type type,
                              dxki_type value_type);
/* The entry of the next unnamed global, if it was used before; 0: none. */
uint32_t dxki_text_next_numbered(dxki_text_parser *p);
void dxki_text_global_defined(dxki_text_parser *p, uint32_t global);
bool dxki_text_check_globals(dxki_text_parser *p);

bool dxki_text_local_value(dxki_text_parser *p, const dxki_text_id *id, dxki_type type,
                           dxki_value *value);
bool dxki_text_begin_locals(dxki_text_parser *p);
bool dxki_text_finish_locals(dxki_text_parser *p);
/* The value of an instruction or argument: gives it its name or number. */
bool dxki_text_define_local(dxki_text_parser *p, dxki_value value, dxki_type type,
                            const dxki_text_token *name, dxki_text_loc loc);
bool dxki_text_define_block(dxki_text_parser *p, dxk_str name, dxki_text_loc loc);
bool dxki_text_name_argument(dxki_text_parser *p, dxk_str name, dxki_value value, bool *fresh);
dxki_type dxki_text_type_of(const dxki_text_parser *p, dxki_value value);

/* --- parse_value.c, parse_expr.c --- */

bool dxki_text_parse_id(dxki_text_parser *p, dxki_text_id *id);
/* `locals`: may it be a value of the function? */
bool dxki_text_convert_id(dxki_text_parser *p, dxki_type type, dxki_text_id *id, bool locals,
                          dxki_value *value);
bool dxki_text_parse_typed_as(dxki_text_parser *p, dxki_type type, bool locals, dxki_value *value);
bool dxki_text_parse_typed(dxki_text_parser *p, dxki_value *value,
                           dxki_text_loc *loc); /* in a function */
bool dxki_text_parse_const(dxki_text_parser *p, dxki_type type, dxki_value *value);
bool dxki_text_parse_typed_const(dxki_text_parser *p, dxki_value *value);
/* Constants up to a closing bracket, pushed to p->stack. */
bool dxki_text_parse_const_list(dxki_text_parser *p, uint32_t *count);
bool dxki_text_parse_expr(dxki_text_parser *p, dxki_text_id *id);
bool dxki_text_parse_predicate(dxki_text_parser *p, bool fp, uint32_t *predicate);
bool dxki_text_parse_blockaddress(dxki_text_parser *p, dxki_text_id *id);
bool dxki_text_resolve_addresses(dxki_text_parser *p); /* at the start of a body */
bool dxki_text_finish_addresses(dxki_text_parser *p);  /* at its end */
bool dxki_text_check_addresses(dxki_text_parser *p);   /* at the end of the module */
bool dxki_text_check_no_address(dxki_text_parser *p, dxk_str name, uint32_t number);
/* Indices of extractvalue: count and indices are pushed to p->extra. */
bool dxki_text_parse_indices(dxki_text_parser *p, dxki_type aggregate, dxki_type *type);

/* --- parse_asm.c --- */

/* Do the constraints go with the type of the function? */
bool dxki_text_asm_fits(dxki_text_parser *p, dxki_type function, dxk_str constraints);

/* --- parse_operators.c --- */

/* After the number of an instruction: adds it if it is an operator as printers write it, whose
 * operands are there and fit; *index: 0: no memory. False: it is something else, and nothing was
 * read. */
bool dxki_text_parse_operator(dxki_text_parser *p, dxki_inst *inst, uint32_t *index);
/* Lines from `at` on that are operators as printers write them, up to the first that is something
 * else, where it returns; NULL: no memory. */
const char *dxki_text_parse_operators(dxki_text_parser *p, const char *at);

/* --- parse_lines.c --- */

/* Lines of statements as printers write them, each as a whole: operators, calls like earlier ones,
 * members of results. Up to the first that is something else; none is fine. */
bool dxki_text_parse_lines(dxki_text_parser *p);
/* Remembers a call for lines that begin like it, up to its arguments. */
void dxki_text_know_call(dxki_text_parser *p, const dxki_text_known_call *call);

/* --- instructions --- */

/* Adds the instruction with p->ops and p->extra to the current block; 0: no memory. */
uint32_t dxki_text_emit_inst(dxki_text_parser *p, dxki_inst *inst);
bool dxki_text_push_op(dxki_text_parser *p, dxki_value value);
bool dxki_text_push_extra(dxki_text_parser *p, uint32_t word);
bool dxki_text_parse_instruction(dxki_text_parser *p, dxki_inst *inst);
bool dxki_text_parse_call(dxki_text_parser *p, dxki_inst *inst, uint8_t flags);
bool dxki_text_parse_invoke(dxki_text_parser *p, dxki_inst *inst);
bool dxki_text_parse_memory(dxki_text_parser *p, dxki_inst *inst);
bool dxki_text_parse_terminator(dxki_text_parser *p, dxki_inst *inst);
bool dxki_text_parse_block_ref(dxki_text_parser *p, dxki_value *block);

/* --- metadata --- */

bool dxki_text_parse_md(dxki_text_parser *p, bool locals, dxki_md *ref);
bool dxki_text_parse_md_node(dxki_text_parser *p, dxki_md *ref);
bool dxki_text_parse_md_list(dxki_text_parser *p, uint32_t *count); /* {...}: pushed to p->stack */
bool dxki_text_parse_md_value(dxki_text_parser *p, const char *message, bool locals, dxki_md *ref);
bool dxki_text_parse_special_node(dxki_text_parser *p, bool distinct, dxki_md *ref);
bool dxki_text_parse_named_md(dxki_text_parser *p);
bool dxki_text_parse_numbered_md(dxki_text_parser *p);
bool dxki_text_make_node(dxki_text_parser *p, dxki_md_kind kind, const dxki_md *ops, uint32_t count,
                         const uint64_t *nums, uint32_t num_count, bool distinct, dxki_md *ref);
bool dxki_text_check_mds(dxki_text_parser *p);
bool dxki_text_resolve_mds(dxki_text_parser *p);
bool dxki_text_local_mds(dxki_text_parser *p); /* at the end of a function */

/* --- use lists --- */

bool dxki_text_parse_uselistorder(dxki_text_parser *p);
bool dxki_text_parse_uselistorder_bb(dxki_text_parser *p);

/* --- parse_places.c --- */

/* Notes where something begins; nothing when places are not asked for. */
bool dxki_text_note_place(dxki_text_parser *p, dxki_text_loc loc);
bool dxki_text_note_function(dxki_text_parser *p, dxki_text_loc loc, uint32_t global);
bool dxki_text_note_inst(dxki_text_parser *p, dxki_text_loc loc, const dxki_inst *inst);

/* --- values that are there --- */

/* The numbered value, if it is there and has the type; numbers to come are not. */
static inline bool dxki_text_find_local(const dxki_text_parser *p, dxki_type type, uint32_t number,
                                        dxki_value *value)
{
    if (number >= p->values.count)
        return false;
    *value = p->values.items[number];
    dxki_type has = DXKI_TAG(*value) == DXKI_V_INST ? p->m->insts.items[DXKI_INDEX(*value)].type
                                                    : dxki_value_type(p->m, *value);
    return has == type;
}

/* Is there a value of i32 for the number? Some are remembered. */
static inline bool dxki_text_is_known(const dxki_text_parser *p, int32_t number, dxki_value *value)
{
    const dxki_text_known_number *known = &p->known_numbers[(uint32_t)number % DXKI_KNOWN_NUMBERS];
    *value = known->value;
    return known->number == number && known->value;
}

/* 0: no memory. */
static inline dxki_value dxki_text_integer(dxki_text_parser *p, dxki_type type, int32_t number)
{
    dxki_value value;
    if (type == DXKI_TY_I32 && dxki_text_is_known(p, number, &value))
        return value;
    value = dxki_const_int(p->m, type, (uint64_t)(int64_t)number);
    if (type == DXKI_TY_I32)
        p->known_numbers[(uint32_t)number % DXKI_KNOWN_NUMBERS] =
            (dxki_text_known_number){number, value};
    return value;
}

#endif
