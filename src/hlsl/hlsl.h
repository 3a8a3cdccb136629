/* SPDX-License-Identifier: MIT */
/*
 * hlsl.h - the state of one compilation, which every file of the front end shares.
 *
 *   source    files and places
 *   lex       characters -> tokens
 *   pp        preprocessor: directives, macros
 *   parse     tokens -> syntax (ast.h)
 *   sema/     syntax -> meaning (sema.h)
 *   codegen/  meaning -> module, by <dxk/builder.h>
 *
 * Memory comes from one arena. A function that makes something never returns NULL for lack of
 * memory: it notes the failure in `status` and returns a spare object, which is as good as any
 * until the next one is made. What is made of it is never used, since whoever walks over a
 * structure or calls itself asks dxki_hlsl_ready() first, and gives up if it is false.
 */
#ifndef DXKI_HLSL_HLSL_H
#define DXKI_HLSL_HLSL_H

#include "base/arena.h"
#include "base/message.h"
#include "base/str.h"
#include "base/vec.h"
#include "dxk/enums.h"
#include "dxk/hlsl.h"
#include "hlsl/diags.h"
#include "spec/rules.h"

/* Largest object that dxki_hlsl_new() makes. */
#define DXKI_HLSL_SPARE 1024u

/* Bounds on what a source can ask for. */
#define DXKI_HLSL_MAX_TOKENS   ((size_t)1 << 22) /* after the preprocessor, and in its arguments */
#define DXKI_HLSL_MAX_INCLUDES 200u              /* nesting of files */
#define DXKI_HLSL_MAX_SOURCE   ((uint32_t)1 << 30) /* bytes of all files together */
#define DXKI_HLSL_MAX_ERRORS   10000u              /* reported before the compilation gives up */

/* A place in the source: where a token is spelled, and the expansion that put it there. */
typedef struct dxki_hlsl_loc {
    uint32_t at;        /* offset into all files, one after the other, from 1; 0: nowhere */
    uint32_t expansion; /* of a macro, from 1; 0: none */
} dxki_hlsl_loc;

/* A diagnostic that is no note, in the context's list, and what it is about. */
typedef struct dxki_hlsl_said {
    size_t index;
    dxki_hlsl_loc loc;
    bool is_dropped; /* it says nothing that others have not said */
} dxki_hlsl_said;

/* Who reports, in this order; see order.c. */
typedef enum dxki_hlsl_phase {
    DXKI_HLSL_READING, /* the preprocessor */
    DXKI_HLSL_PARSING,
    DXKI_HLSL_CHECKING, /* declarations, as they come */
    DXKI_HLSL_LAST      /* what needs to know all of them */
} dxki_hlsl_phase;

/* From the first token to the last one. */
typedef struct dxki_hlsl_span {
    dxki_hlsl_loc from, to;
} dxki_hlsl_span;

#define DXKI_HLSL_MAX_MARKS 4u
#define DXKI_HLSL_MAX_FIXES 2u

/* What a mend does to the part of the source that it is about. */
typedef enum dxki_hlsl_mending {
    DXKI_HLSL_REPLACES,
    DXKI_HLSL_FOLLOWS, /* it goes after it, which stays */
    DXKI_HLSL_PRECEDES
} dxki_hlsl_mending;

typedef struct dxki_hlsl_fix {
    dxki_hlsl_span span;
    const char *text;
    uint8_t how; /* dxki_hlsl_mending */
} dxki_hlsl_fix;

/* What the next diagnostic is about besides its place, and what would mend it. */
typedef struct dxki_hlsl_marks {
    dxki_hlsl_span spans[DXKI_HLSL_MAX_MARKS];
    size_t count;
    dxki_hlsl_fix fixes[DXKI_HLSL_MAX_FIXES];
    size_t fix_count; /* 0: nothing is known to mend it */
} dxki_hlsl_marks;

/* What #pragma dxc diagnostic says of a group of warnings. */
typedef enum dxki_hlsl_how {
    DXKI_HLSL_UNMAPPED,
    DXKI_HLSL_IGNORED,
    DXKI_HLSL_WARNED,
    DXKI_HLSL_REFUSED,
    DXKI_HLSL_FATAL
} dxki_hlsl_how;

/* Such a pragma: it holds from its place on, in the order of the source. */
typedef struct dxki_hlsl_mapping {
    dxki_hlsl_loc loc;
    bool is_pop; /* all that came after the first `back_to` no longer holds */
    uint8_t how; /* dxki_hlsl_how */
    uint32_t back_to;
    dxk_str group;
} dxki_hlsl_mapping;

/* Things in a program that come from a place in the source. */
typedef enum dxki_hlsl_thing {
    DXKI_HLSL_LINE, /* code: a file, line and column as debug information has them */
    DXKI_HLSL_FUNCTION,
    DXKI_HLSL_VARIABLE,
    DXKI_HLSL_BOUND,   /* a resource */
    DXKI_HLSL_ELEMENT, /* of a signature; `line` is which one, dxk_signature_kind */
} dxki_hlsl_thing;

/* Such a thing, by its name in the program, and where it is in the source; see place.c. */
typedef struct dxki_hlsl_placed {
    uint8_t thing; /* dxki_hlsl_thing */
    dxk_str name;
    uint32_t line, column;
    dxki_hlsl_loc loc;
} dxki_hlsl_placed;

#define DXKI_HLSL_ANY_MINOR 15u /* of lib_6_x */

typedef struct dxki_hlsl_file dxki_hlsl_file;
typedef struct dxki_hlsl_macro dxki_hlsl_macro;
struct dxki_hlsl;
typedef struct dxki_hlsl_pp dxki_hlsl_pp;

/* An identifier: equal ones are one object. */
typedef struct dxki_hlsl_name {
    dxk_str text;
    uint32_t hash;
    uint32_t keyword; /* dxki_hlsl_keyword; 0: none */
    dxki_hlsl_macro *macro;
    struct dxki_hlsl_name *next;                     /* in the same bucket */
    const struct dxki_hlsl_predeclared *predeclared; /* type of the language; looked up once */
    uint8_t naming;                                  /* dxki_hlsl_naming, while parsing */
    size_t binding;                                  /* which of the parser's has said so */
    bool was_type;                                   /* it was a type in some scope */
    bool was_value;                                  /* or a value or a function */
    bool was_template;                               /* or a template of functions */
    bool was_value_template;                         /* or of variables */
    bool was_type_template;                          /* or of types, or it was declared in one */
    uint32_t text_number;                            /* of a string that the source has; 0: none */
    struct dxki_hlsl_var *characters;                /* of that string; NULL: nothing needs them */
    uint32_t first;       /* where the source names it first: dxki_hlsl_loc.at; 0: nowhere */
    bool is_lost;         /* it stands in syntax that was left out */
    bool may_be_declared; /* the same, where it may be declared */
} dxki_hlsl_name;

/* An expansion of a macro. */
typedef struct dxki_hlsl_expansion {
    const dxki_hlsl_name *macro;
    dxki_hlsl_loc from; /* its name in the source */
} dxki_hlsl_expansion;

/* What is being made of a template, and what asked for it. */
typedef struct dxki_hlsl_context dxki_hlsl_context;
struct dxki_hlsl_context {
    dxki_hlsl_diag which; /* a note that says so */
    dxki_hlsl_loc loc;
    const void *of;
    dxk_str (*name)(struct dxki_hlsl *c, const void *of);
    const dxki_hlsl_context *outer; /* what it is made in; NULL: none */
};

typedef struct dxki_hlsl {
    dxk_ctx *ctx;
    dxki_arena arena;
    dxk_status status; /* first failure that ends the compilation */
    dxk_hlsl_options options;
    dxk_shader_kind kind; /* of the target */
    uint32_t model_major; /* of the target: 6, but for old models in a preprocessed text */
    uint32_t model_minor; /* of the target */
    uint32_t version;     /* of the language: 2016, ... */
    bool has_target;      /* the kind and the model are set */
    bool is_cut;          /* a file is missing */
    uint32_t errors;
    uint32_t refusals; /* of them: those that are no warnings made errors */
    uint32_t quiet;    /* above 0: trying; errors are counted, in `failures` */
    uint32_t failures;
    uint32_t depth;     /* of recursion, of all kinds */
    uint32_t max_depth; /* of it */

    dxki_hlsl_name **names; /* hash table */
    uint8_t puncts[256];    /* by character: the first punctuator that begins with it */
    size_t name_buckets, name_count;

    DXKI_VEC(dxki_hlsl_file *) files; /* in the order of their places */
    uint32_t source_size;             /* place after the last one */
    DXKI_VEC(dxki_hlsl_expansion) expansions;
    dxki_hlsl_pp *pp;
    struct dxki_hlsl_sema *sema;
    bool saw_helpers; /* IsHelperLane() is called */

    DXKI_VEC(dxki_hlsl_said) said;
    DXKI_VEC(dxki_hlsl_mapping) mappings;
    size_t phases[DXKI_HLSL_LAST + 1]; /* how many there were when each began */
    const dxki_hlsl_context *context;  /* of what is read; NULL: it is no instance */
    const dxki_hlsl_context *told;     /* the last one that diagnostics were made in */
    dxki_hlsl_loc misread;             /* the first mistake of syntax; nowhere: there is none */

    dxki_hlsl_loc at;  /* that code is being made of; nowhere: not known */
    bool keeps_places; /* of what the program has */
    DXKI_VEC(dxki_hlsl_placed) placed;

    dxki_hlsl_marks marks;       /* of the next diagnostic */
    struct dxki_ast_expr *exprs; /* all of them, the last one first, until `places` has them */
    size_t expr_count;
    struct dxki_ast_expr **places; /* hash table of expressions by their places */
    size_t place_count;

    uint64_t spare[DXKI_HLSL_SPARE / 8];
} dxki_hlsl;

/* Is the target a library that is for linking only, lib_6_x? */
static inline bool dxki_hlsl_is_for_linking(const dxki_hlsl *c)
{
    return c->kind == DXK_SHADER_KIND_LIBRARY && c->model_minor == DXKI_HLSL_ANY_MINOR;
}

/* True while the compilation may go on. */
static inline bool dxki_hlsl_ready(const dxki_hlsl *c)
{
    return c->status == DXK_OK;
}

/* Ends the compilation for lack of memory, or with another status. */
void dxki_hlsl_nomem(dxki_hlsl *c);
void dxki_hlsl_stop(dxki_hlsl *c, dxk_status status);

/* A zeroed object of at most DXKI_HLSL_SPARE bytes; never NULL. */
void *dxki_hlsl_alloc(dxki_hlsl *c, size_t size);
#define DXKI_HLSL_NEW(c, type) ((type *)dxki_hlsl_alloc((c), sizeof(type)))

/* A copy of `count` items; NULL if there are none, or no memory: `*count` is 0 then. */
void *dxki_hlsl_copy(dxki_hlsl *c, const void *items, size_t size, size_t *count);

/* A copy of a text; empty without memory. */
dxk_str dxki_hlsl_text(dxki_hlsl *c, dxk_str text);

/* Two texts, one after the other. */
dxk_str dxki_hlsl_join(dxki_hlsl *c, dxk_str first, dxk_str second);

/* A number in decimal. */
dxk_str dxki_hlsl_decimal(dxki_hlsl *c, uint64_t value);

/* Appends to a DXKI_VEC; without memory the compilation stops. */
#define DXKI_HLSL_PUSH(c, vec, value)                                                              \
    (dxki_vec_push((c)->ctx, (vec), value) ? true : (dxki_hlsl_nomem(c), false))

/* The identifier of that text. */
dxki_hlsl_name *dxki_hlsl_intern(dxki_hlsl *c, dxk_str text);

/* The same of a text that stays where it is as long as the compilation: it is not copied. */
dxki_hlsl_name *dxki_hlsl_intern_kept(dxki_hlsl *c, dxk_str text);
/* Of texts that stay, too, before there are others: all are different. NULL: no memory. */
dxki_hlsl_name *dxki_hlsl_intern_first(dxki_hlsl *c, const dxk_str *texts, size_t count);

/* The identifier of that text, if there is one. */
const dxki_hlsl_name *dxki_hlsl_find_name(const dxki_hlsl *c, dxk_str text);

/* Goes one level deeper; false: too deep (reported), or the compilation has stopped. Every function
 * that calls itself through others does so, and leaves again if it was true. */
bool dxki_hlsl_enter(dxki_hlsl *c, dxki_hlsl_loc loc);
static inline void dxki_hlsl_leave(dxki_hlsl *c)
{
    c->depth--;
}

/* What is nested on one side only, as a + b + c is: it is followed in a loop, however long it is. */
typedef struct dxki_hlsl_chain {
    const void **items; /* from the outermost to the innermost */
    size_t count;       /* 0: no memory, the compilation stops */
    const void *one;    /* the item of a chain of one */
} dxki_hlsl_chain;

/* The chain from `first` on; `next` tells what follows an item, or NULL. */
void dxki_hlsl_follow(dxki_hlsl *c, dxki_hlsl_chain *chain, const void *first,
                      const void *(*next)(const void *item));

/* ---------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                */

/* Reports a row of spec/hlsl_diags.def; false: it is switched off. */
bool dxki_hlsl_report(dxki_hlsl *c, dxki_hlsl_diag which, dxki_hlsl_loc loc, const dxki_arg *args,
                      size_t count);
#define DXKI_HLSL_REPORT(c, which, loc, ...)                                                       \
    dxki_hlsl_report((c), DXKI_HLSL_D_##which, (loc), DXKI_ARGS(__VA_ARGS__))
/* Reports a rule of others, who see the program alone, at a place; `path`: the thing that it is about. */
void dxki_hlsl_report_rule(dxki_hlsl *c, const dxki_rule *rule, dxki_hlsl_loc loc, const char *path,
                           const dxki_arg *args, size_t count);
/* Gives diagnostics from `first` on that have no place that one, those of what makes the module; `path`:
 * the thing that they are about, NULL: as it is. */
void dxki_hlsl_adopt(dxki_hlsl *c, size_t first, dxki_hlsl_loc loc, const char *path);
/* The same of one of them. */
void dxki_hlsl_adopt_one(dxki_hlsl *c, size_t index, dxki_hlsl_loc loc, const char *path);
/* Marks a part of the source, or says how to mend it, in the next diagnostic; if that is not reported,
 * nothing comes of it. */
void dxki_hlsl_mark_span(dxki_hlsl *c, dxki_hlsl_span span);
void dxki_hlsl_mark_fix(dxki_hlsl *c, dxki_hlsl_span span, const char *text, dxki_hlsl_mending how);
/* Parentheses around a part of the source. */
void dxki_hlsl_mark_parens(dxki_hlsl *c, dxki_hlsl_span span);

/* From now on these report. */
static inline void dxki_hlsl_enter_phase(dxki_hlsl *c, dxki_hlsl_phase phase)
{
    for (size_t i = phase; i <= DXKI_HLSL_LAST; i++)
        c->phases[i] = c->said.count;
}
/* Does a place come before another one, in all of the source? */
bool dxki_hlsl_is_before(const dxki_hlsl *c, dxki_hlsl_loc a, dxki_hlsl_loc b);
/* Brings the diagnostics of all phases into the order of the source. */
void dxki_hlsl_order(dxki_hlsl *c);

/* What the rows of spec/hlsl_diags.def mark of the syntax at their place. */
enum {
    DXKI_HLSL_MARK_TOKEN = 1,   /* the token */
    DXKI_HLSL_MARK_WHOLE = 2,   /* the expression that has its operator or name there */
    DXKI_HLSL_MARK_CALLEE = 4,  /* of a call: what is called */
    DXKI_HLSL_MARK_BASE = 8,    /* the first operand, or what a member is of */
    DXKI_HLSL_MARK_PARTS = 16,  /* all operands */
    DXKI_HLSL_MARK_FROM = 32,   /* nothing: the place becomes the beginning of the expression */
    DXKI_HLSL_MARK_NUMBER = 64, /* what stands behind the signs of a number; the place is there */
    DXKI_HLSL_MARK_MEANT = 128  /* the last argument would mend it, instead of the token */
};

/* Does so for expressions; returns the place that the diagnostic has then. mark.c */
dxki_hlsl_loc dxki_hlsl_mark_expr(dxki_hlsl *c, uint32_t marks, dxki_hlsl_loc loc);
/* The first word of a declaration. */
struct dxki_ast_decl;
dxki_hlsl_loc dxki_hlsl_decl_start(const struct dxki_ast_decl *d);
/* Marks a declaration, from there to its value or name. */
void dxki_hlsl_mark_decl(dxki_hlsl *c, const struct dxki_ast_decl *d);
/* Bytes of the token at a place; 0: there is none. */
uint32_t dxki_hlsl_token_size(dxki_hlsl *c, dxki_hlsl_loc loc);

/* Row `index` of that table and its group of warnings, or NULL; false past the end. */
bool dxki_hlsl_message_at(size_t index, const dxki_rule **rule, const char **group);
/* True if warnings of that group are left out unless they are asked for. */
bool dxki_hlsl_is_quiet(const char *group);

/* --- group.c --- */

/* True if there is such a group of warnings, if only in the reference. */
bool dxki_hlsl_is_group(dxk_str name);
/* Warns of groups of warnings in the options that nobody knows. */
void dxki_hlsl_check_groups(dxki_hlsl *c);

/* --- place.c --- */

/* Keeps the place of a thing, if places are kept; the first one of a name counts. */
void dxki_hlsl_keep_place(dxki_hlsl *c, dxki_hlsl_placed placed);
/* No more places come: they can be asked for now. */
void dxki_hlsl_sort_places(dxki_hlsl *c);
/* The place of a thing; nowhere: not known. Names of elements are compared in any case of letters. */
dxki_hlsl_loc dxki_hlsl_place_of(const dxki_hlsl *c, dxki_hlsl_thing thing, dxk_str name,
                                 uint32_t line, uint32_t column);
/* The place of some thing of that kind. */
dxki_hlsl_loc dxki_hlsl_first_place(const dxki_hlsl *c, dxki_hlsl_thing thing);

#define DXKI_HLSL_SAY(c, which, loc) dxki_hlsl_report((c), DXKI_HLSL_D_##which, (loc), NULL, 0)

#endif
