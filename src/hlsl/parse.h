/* SPDX-License-Identifier: MIT */
/*
 * parse.h - the parser: recursive descent over an array of tokens, so that it can look ahead as far
 * as it wants and go back. It keeps track of which names are types, as far as is needed to tell
 * declarations from expressions.
 *
 *   parse.c        tokens, scopes, recovery
 *   parse_type.c   types, modifiers, template arguments
 *   parse_path.c   paths with template arguments: types or values
 *   parse_attribute.c  attributes in brackets
 *   parse_decl.c   kinds of declarations       parse_simple.c variables, members, typedefs
 *   parse_parens.c names in parentheses
 *   parse_function.c   parameters and bodies of functions
 *   parse_scope.c  structures, enumerations, buffers, namespaces
 *   parse_template.c   templates               parse_note.c   semantics, registers and the like after ':'
 *   parse_stmt.c   statements                  parse_expr.c   expressions
 */
#ifndef DXKI_HLSL_PARSE_H
#define DXKI_HLSL_PARSE_H

#include "hlsl/ast.h"

/* What a name is in the scope at hand. */
typedef enum dxki_hlsl_naming {
    DXKI_HLSL_UNKNOWN,
    DXKI_HLSL_VALUE,
    DXKI_HLSL_TYPE,
    DXKI_HLSL_TEMPLATE,      /* function; types say so by their arguments */
    DXKI_HLSL_VALUE_TEMPLATE /* variable */
} dxki_hlsl_naming;

/* A name in a scope, and what it was outside. */
typedef struct dxki_parse_binding {
    dxki_hlsl_name *name;
    uint8_t before;
    size_t binding; /* which binding that was */
} dxki_parse_binding;

/* What declarations are in. */
typedef enum dxki_parse_place {
    DXKI_PARSE_TOP,
    DXKI_PARSE_RECORD,
    DXKI_PARSE_BODY
} dxki_parse_place;

typedef struct dxki_parse {
    dxki_hlsl *c;
    dxki_hlsl_token *tokens; /* ends with T_END */
    size_t count, capacity;
    dxki_hlsl_loc coherent[2]; /* of the last globallycoherent and reordercoherent */
    dxki_ast_words words;      /* the modifiers that were read last */
    bool in_typedef;           /* after `typedef`, which is a storage class */
    bool in_for;               /* in the head of a loop, where a '<' compares */
    dxki_hlsl_loc indirect; /* of an & or * among template arguments that were tried, or nowhere */
    uint8_t indirect_kind;  /* which of them */
    dxki_hlsl_loc split; /* of a ">>" that ends two such lists although it must not, or nowhere */
    size_t at;
    bool quiet; /* trying: errors are counted only */
    unsigned failures;
    dxki_hlsl_loc mistake; /* where the last error was told */
    uint32_t told;         /* how many messages there were then */
    bool panic;    /* an error was reported, nothing more until the next declaration or statement */
    uint8_t place; /* dxki_parse_place */
    uint8_t pack;  /* dxki_ast_pack: what #pragma pack_matrix said last */
    unsigned angles;    /* open template argument lists: a '>' ends an expression */
    unsigned templates; /* declarations of templates that are being read */
    DXKI_VEC(dxki_parse_binding) bindings;
    size_t scope;           /* the first binding of the scope at hand */
    DXKI_VEC(void *) stack; /* of lists that are being made */
    DXKI_VEC(dxki_ast_word) spelled;
} dxki_parse;

/* --- parse.c --- */

/* Reads all of the source; the result is a namespace without a name. */
dxki_ast_decl *dxki_hlsl_parse(dxki_hlsl *c);

static inline const dxki_hlsl_token *dxki_parse_peek(const dxki_parse *p, size_t ahead)
{
    size_t at = p->at + ahead;

    return &p->tokens[at < p->count ? at : p->count - 1];
}
static inline uint8_t dxki_parse_kind(const dxki_parse *p)
{
    return dxki_parse_peek(p, 0)->kind;
}
static inline dxki_hlsl_loc dxki_parse_loc(const dxki_parse *p)
{
    return dxki_parse_peek(p, 0)->loc;
}
/* Of the token that was taken last. */
static inline dxki_hlsl_loc dxki_parse_last(const dxki_parse *p)
{
    return p->tokens[p->at ? p->at - 1 : 0].loc;
}
/* The keyword that comes next; 0: something else. */
static inline uint32_t dxki_parse_keyword(const dxki_parse *p, size_t ahead)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, ahead);

    return t->kind == DXKI_HLSL_T_NAME ? t->name->keyword : 0;
}
void dxki_parse_advance(dxki_parse *p);
/* Goes back to where an attempt began. */
void dxki_parse_rewind(dxki_parse *p, size_t start);
bool dxki_parse_accept(dxki_parse *p, dxki_hlsl_tok kind);
bool dxki_parse_accept_keyword(dxki_parse *p, uint32_t keyword);
/* The same, or an error. */
bool dxki_parse_expect(dxki_parse *p, dxki_hlsl_tok kind);
/* Where to say that something is missing after what was read last, and the mend that puts it there. After
 * a macro it would go after the arguments, whose end is not known: there is no mend. */
dxki_hlsl_loc dxki_parse_open_end(dxki_parse *p, const char *missing);
/* A '(' that stands after a keyword. */
bool dxki_parse_expect_paren(dxki_parse *p, const char *keyword);
/* The same where a message belongs after the keyword, not to what comes next. */
bool dxki_parse_expect_behind(dxki_parse *p, const char *keyword);
/* May the parser go on? */
bool dxki_parse_going(const dxki_parse *p);

void dxki_parse_error(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count);
/* The same about what is missing after the token that was taken last, with the mend that puts it there. */
void dxki_parse_missing(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count,
                        const char *missing);
/* The same about another place than what comes next. */
void dxki_parse_error_at(dxki_parse *p, dxki_hlsl_diag which, dxki_hlsl_loc loc,
                         const dxki_arg *args, size_t count);
#define DXKI_PARSE_ERROR(p, which, ...)                                                            \
    dxki_parse_error((p), DXKI_HLSL_D_##which, DXKI_ARGS(__VA_ARGS__))
#define DXKI_PARSE_SAY(p, which) dxki_parse_error((p), DXKI_HLSL_D_##which, NULL, 0)

/* A name that may be declared: an identifier, or a keyword that is one. */
bool dxki_parse_at_name(const dxki_parse *p, size_t ahead);
dxki_hlsl_name *dxki_parse_name(dxki_parse *p);
/* The name of a type that nothing else can be called by: a keyword of the reference. */
bool dxki_parse_is_taken(const dxki_parse *p, size_t ahead);
/* The name of what is declared. */
dxki_hlsl_name *dxki_parse_new_name(dxki_parse *p);
/* True if a type stands where that should be, behind a word of which nothing is known, which is reported. */
bool dxki_parse_misspelt_word(dxki_parse *p);

/* A ';' that is missing: what was read stays, and the parser goes on where it is. */
void dxki_parse_no_semi(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count);
/* Where a ';' should be: reports a bracket too many in front of it, and takes both; false: there is none. */
bool dxki_parse_extra_closing(dxki_parse *p);
/* Skips to the end of a declaration or statement that began at token `start`, brackets in pairs, and forgets
 * what was made of it: the stack had `whole` items in front of it. */
void dxki_parse_recover(dxki_parse *p, size_t whole, size_t start);
/* Tokens from `start` on were left out: names in them may have been declared there, and what does not find
 * them is not told. */
void dxki_parse_lose(dxki_parse *p, size_t start);
/* Skips to one of these kinds, a ';' or a '}', in front of which the parser goes on. */
void dxki_parse_skip_to(dxki_parse *p, const uint8_t *stops, size_t count);
/* Is it one of ( [ { or of ) ] }? */
bool dxki_parse_opens(uint8_t kind);
bool dxki_parse_closes(uint8_t kind);
/* Skips what stands in brackets, up to and with the closing one. */
void dxki_parse_skip_group(dxki_parse *p);

/* The result is what ends it. */
size_t dxki_parse_begin_scope(dxki_parse *p);
void dxki_parse_end_scope(dxki_parse *p, size_t outer);
void dxki_parse_declare(dxki_parse *p, dxki_hlsl_name *name, dxki_hlsl_naming naming);
/* The name of a structure or enumeration, which was read: a value of that name in the same scope hides it. */
void dxki_parse_declare_tag(dxki_parse *p, dxki_hlsl_name *name);

/* Lists in the making: push items, then take all that stand above a mark. */
void dxki_parse_push(dxki_parse *p, void *item);
void **dxki_parse_take(dxki_parse *p, size_t mark, size_t *count);

/* --- parse_type.c --- */

bool dxki_parse_at_type(const dxki_parse *p, size_t ahead);
/* True if a modifier comes next. */
bool dxki_parse_modifier_next(const dxki_parse *p);
uint64_t dxki_parse_modifiers(dxki_parse *p);
/* The same, and no value of another scope can be meant. */
bool dxki_parse_at_sure_type(const dxki_parse *p, size_t ahead);
/* Can what comes after these modifiers be a type? */
bool dxki_parse_is_type_next(const dxki_parse *p, uint64_t mods);
/* A type without declarator; `mods` stand in front of it and are part of it. NULL: reported. */
dxki_ast_type *dxki_parse_type(dxki_parse *p, uint64_t mods);
/* A type with dimensions: in casts, sizeof, template arguments. */
dxki_ast_type *dxki_parse_type_id(dxki_parse *p);
void dxki_parse_path(dxki_parse *p, dxki_ast_path *path, bool is_type);
/* Another part follows: the arguments of the last one of `parts` are no longer those of the end. */
void dxki_parse_outer_args(dxki_parse *p, dxki_ast_path *path, size_t parts);
void dxki_parse_template_args(dxki_parse *p, dxki_ast_args *args);
/* The same where a '<' may also mean "less": false: it does, nothing was read. What is behind a list of
 * arguments says so, unless `certain`: then it is one if it can be read. */
bool dxki_parse_try_template_args(dxki_parse *p, dxki_ast_args *args, bool certain);
/* Does a '<' after that name, of which other scopes may have known more, begin arguments? */
static inline bool dxki_parse_is_value_template(const dxki_hlsl_name *name)
{
    return name->naming == DXKI_HLSL_VALUE_TEMPLATE ||
           (name->was_value_template && name->naming == DXKI_HLSL_UNKNOWN);
}
void dxki_parse_attributes(dxki_parse *p, dxki_ast_attrs *attrs);
void dxki_parse_dimensions(dxki_parse *p, dxki_ast_exprs *dims);

/* --- parse_path.c --- */

/* A path that was looked at, and not read. */
typedef struct dxki_parse_look {
    size_t end; /* the token behind it, from the one at hand on */
    size_t parts;
    const dxki_hlsl_name *last;
    bool has_arguments; /* of a template, or it begins with __decltype(...) */
} dxki_parse_look;

/* False: there is no path. */
bool dxki_parse_look_at(const dxki_parse *p, size_t ahead, dxki_parse_look *look);
/* The token behind a bracket and what belongs to it; 0: it is not closed. */
size_t dxki_parse_group_end(const dxki_parse *p, size_t ahead);
/* The same of the arguments of a template. */
size_t dxki_parse_arguments_end(const dxki_parse *p, size_t ahead);
/* True if the last name of a path, of which the scope is not known, is that of a type, as far as all names of the
 * source tell. */
static inline bool dxki_parse_is_type_member(const dxki_parse_look *look)
{
    return look->last && look->last->was_type && !look->last->was_value;
}
/* The kind of a statement that begins with a path that has template arguments: K<T>::f(x); K<T>::type x; */
typedef enum dxki_parse_beginning {
    DXKI_PARSE_NO_PATH, /* it begins with something else */
    DXKI_PARSE_DECLARES,
    DXKI_PARSE_EVALUATES
} dxki_parse_beginning;
dxki_parse_beginning dxki_parse_path_begins(const dxki_parse *p);
/* True if what stands in parentheses begins with a path that ends in a value, from that path on. */
bool dxki_parse_is_value_in_parens(const dxki_parse *p, size_t ahead);

/* --- parse_decl.c --- */

/* A new one, at the token that comes next. */
dxki_ast_decl *dxki_parse_decl(dxki_parse *p, dxki_ast_decl_kind kind);
/* --- parse_parens.c --- */

/* The token behind the parentheses around a name that is declared, from that token on; 0: there are none. */
size_t dxki_parse_parens_end(const dxki_parse *p, size_t ahead);
/* True if what follows a type in a function declares something: float (a), b; */
bool dxki_parse_declares_in_parens(const dxki_parse *p, size_t ahead);
/* Takes the opening ones; the result is how many they are. Then, behind the name, dimensions and the others. */
size_t dxki_parse_open_parens(dxki_parse *p);
void dxki_parse_close_parens(dxki_parse *p, size_t open, dxki_ast_decl *d);
/* void (uint3 id) {}: the list of parameters is read as a name in parentheses, which is reported. */
void dxki_parse_nameless_function(dxki_parse *p);

/* A declaration, with all its declarators, pushed on the stack. */
void dxki_parse_declaration(dxki_parse *p);
/* The same in a block; false: it is none. */
bool dxki_parse_at_declaration(const dxki_parse *p);
void dxki_parse_using(dxki_parse *p, dxki_ast_decl *d);

/* --- parse_simple.c --- */

/* Modifiers, a type, and what is declared with them. */
void dxki_parse_simple(dxki_parse *p, dxki_ast_decl *first);
/* type name = value, in a condition. */
dxki_ast_decl *dxki_parse_condition_variable(dxki_parse *p);
/* The same where a value stands for the type, which is reported. */
dxki_ast_expr *dxki_parse_untyped_condition(dxki_parse *p);
/* { state = value; } of effects, and < annotation >. */
void dxki_parse_skip_effects(dxki_parse *p);

/* --- parse_function.c --- */

/* < annotation > of effects, which says nothing. */
void dxki_parse_annotation(dxki_parse *p);
/* After the name: parameters, semantic, body. */
void dxki_parse_function(dxki_parse *p, dxki_ast_decl *d);
/* After a mistake among parameters: what stands where the ')' should be is told, and skipped up to behind it. */
void dxki_parse_close_params(dxki_parse *p, dxki_hlsl_loc open);
/* `operator` and what it overloads. */
void dxki_parse_operator_name(dxki_parse *p, dxki_ast_decl *d);

/* --- parse_scope.c --- */

/* Declarations up to the '}', which is taken. */
void dxki_parse_members(dxki_parse *p, dxki_ast_decls *list);
dxki_ast_decl *dxki_parse_record(dxki_parse *p);
dxki_ast_decl *dxki_parse_enum(dxki_parse *p);
void dxki_parse_namespace(dxki_parse *p);
void dxki_parse_buffer(dxki_parse *p, const dxki_ast_attrs *attrs);

/* --- parse_template.c --- */

void dxki_parse_template(dxki_parse *p);

/* --- parse_note.c --- */

bool dxki_parse_at_note(const dxki_parse *p);
void dxki_parse_notes(dxki_parse *p, dxki_ast_notes *notes);

/* --- parse_stmt.c --- */

dxki_ast_stmt *dxki_parse_block(dxki_parse *p);

/* --- parse_expr.c --- */

dxki_ast_expr *dxki_parse_expr(dxki_parse *p);        /* with commas */
dxki_ast_expr *dxki_parse_assignment(dxki_parse *p);  /* without */
dxki_ast_expr *dxki_parse_constant(dxki_parse *p);    /* without assignments */
dxki_ast_expr *dxki_parse_initializer(dxki_parse *p); /* a value or a list */
/* What stands for an expression that was misread; `read` is what is known of it, or NULL. */
dxki_ast_expr *dxki_parse_broken(dxki_parse *p, dxki_ast_expr *read);
/* After a mistake in brackets: goes behind the closing one, or to where the statement or the brackets around it
 * end. What was read stays broken. */
void dxki_parse_leave_brackets(dxki_parse *p, dxki_hlsl_tok close);
/* Values up to `close`, which is taken; true: it is what is missing. */
bool dxki_parse_list(dxki_parse *p, dxki_hlsl_tok close, dxki_ast_exprs *list);

#endif
