/* SPDX-License-Identifier: MIT */
/* check.h - checks that only report errors and warnings; see sema.h. */
#ifndef DXKI_SEMA_CHECK_H
#define DXKI_SEMA_CHECK_H

#include "sema/sema.h"

/* --- modifier.c --- */

/* What is declared, as messages call it. */
typedef enum dxki_hlsl_decl_place {
    DXKI_HLSL_AT_LOCAL,
    DXKI_HLSL_AT_GLOBAL,
    DXKI_HLSL_AT_FIELD,
    DXKI_HLSL_AT_PARAM,
    DXKI_HLSL_AT_FUNCTION,
    DXKI_HLSL_AT_METHOD,
    DXKI_HLSL_AT_TYPEDEF
} dxki_hlsl_decl_place;

void dxki_sema_check_modifiers(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_decl_place place);
/* Warns of the type of a variable, or of a function's result, that has more bits than its name says. */
void dxki_sema_warn_precision(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d);

/* --- coherence.c --- */

/* A type with the coherences that stand in front of it. */
const dxki_hlsl_type *dxki_sema_cohere(dxki_hlsl *c, const dxki_ast_type *t,
                                       const dxki_hlsl_type *type);
/* Reports what cannot have one. */
void dxki_sema_check_coherence(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type);
/* Warns if a conversion from `from` to `to` changes the coherence of a resource, at `loc` or, if that is
 * nowhere, at the value. `restricted`: the target is an `out` parameter. */
void dxki_sema_warn_coherence(dxki_hlsl *c, const dxki_hlsl_node *from, const dxki_hlsl_type *to,
                              dxki_hlsl_loc loc, bool restricted);

/* --- overlap.c --- */

/* Reports members of a constant buffer that have bytes in common, by packoffset(). */
void dxki_sema_check_overlaps(dxki_hlsl *c, const dxki_hlsl_buffer *b);

/* --- attribute.c --- */

/* The places of attributes: what they stand in front of. */
typedef enum dxki_sema_attribute_place {
    DXKI_SEMA_OF_FUNCTION,
    DXKI_SEMA_OF_PARAM,
    DXKI_SEMA_OF_RECORD,
    DXKI_SEMA_OF_STATEMENT,
    DXKI_SEMA_OF_OTHER
} dxki_sema_attribute_place;

/* Warns of an attribute that nothing has. */
void dxki_sema_warn_attribute(dxki_hlsl *c, const dxki_ast_attr *a);
void dxki_sema_check_attributes(dxki_hlsl *c, const dxki_ast_decl *d);
/* A number of 32 bits that an attribute takes; one that does not count is 0, with a warning. `named`: the
 * name of a variable means its initialiser. False: it is no constant, which is reported. */
bool dxki_sema_attribute_number(dxki_hlsl *c, const dxki_ast_attr *a, size_t index, bool named,
                                int64_t *value);
/* Warns of attributes that are unknown, or of statements, in front of what is neither a function nor a
 * statement that takes them, and reports those of functions. */
void dxki_sema_check_strange(dxki_hlsl *c, const dxki_ast_attrs *attrs,
                             dxki_sema_attribute_place place);
/* Complains of attributes of other statements in front of one. */
void dxki_sema_check_hints(dxki_hlsl *c, const dxki_ast_attrs *attrs, bool is_loop, bool is_if,
                           bool is_switch);
/* True if the numbers of an attribute are such that it does not count. */
bool dxki_sema_is_ignored(dxki_hlsl *c, const dxki_ast_attr *a);
/* All of it is what the next message is about. */
void dxki_sema_mark_attribute(dxki_hlsl *c, const dxki_ast_attr *a);
/* The stage that [shader("...")] names; empty: it is another attribute. */
dxk_str dxki_sema_stage_named(const dxki_ast_attr *a);
/* An attribute of parameters of nodes, or of their records, in another place, where it would have no effect:
 * what says how much a node may produce is an error, of others the reference warns. */
void dxki_sema_check_node_place(dxki_hlsl *c, const dxki_ast_attr *a,
                                dxki_sema_attribute_place place);
/* The same of a parameter that is no object of nodes, of a function that is no node. */
void dxki_sema_check_node_param(dxki_hlsl *c, const dxki_hlsl_var *v);
/* The attributes that nodes alone may have, by number; NULL: there are no more. */
const char *dxki_sema_node_attribute(size_t number);

/* --- element.c --- */

/* False: elements of the object are such that it can only be declared, which is reported. */
bool dxki_sema_check_use(dxki_hlsl *c, const dxki_hlsl_type *object, dxki_hlsl_loc loc);
/* Reports a method of an object that elements of type `t` do not have; false: it did. */
bool dxki_sema_check_element(dxki_hlsl *c, const dxki_hlsl_intrinsic *method,
                             const dxki_hlsl_type *t, dxki_hlsl_loc loc);

/* --- object.c --- */

/* Reports a hit object in a type; `where`: "structured buffers". False: there is none. */
bool dxki_sema_refuse_hits(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                           const char *where);
/* The same of vectors of more than four elements. */
bool dxki_sema_refuse_long(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                           const char *where);
/* Both. */
bool dxki_sema_refuse_parts(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                            const char *where);

/* The same of what an entry point, or a patch constant function, takes and gives. */
void dxki_sema_refuse_signature(dxki_hlsl *c, const dxki_hlsl_function *f, bool is_patch);

/* Reports a string that is no global variable; `what` is of its type: "parameter"; NULL: a variable. */
bool dxki_sema_refuse_string(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *t,
                             const char *what);

/* --- abstract.c --- */

/* Reports methods of a structure whose results are not those of its interfaces. */
void dxki_sema_check_overrides(dxki_hlsl *c, const dxki_hlsl_record *r);
/* Reports an interface, or a structure that leaves methods of one unwritten; `what` it would be the type of. */
void dxki_sema_refuse_abstract(dxki_hlsl *c, const dxki_hlsl_type *t, const char *what,
                               dxki_hlsl_loc loc, dxki_hlsl_loc dims);

/* --- label.c --- */

/* A label must not be reached past a variable that would get a value, and stands in front of a
 * statement. */
void dxki_sema_check_jumps(dxki_hlsl *c, const dxki_ast_stmt *body);
/* The labels of a switch with that body, in order. */
const dxki_hlsl_code **dxki_sema_labels(dxki_hlsl *c, const dxki_hlsl_code *body, size_t *count);
/* True if a statement, which may be NULL, has labels of the switch around it. */
bool dxki_sema_has_labels(const dxki_hlsl_code *s);
/* Reports labels of a switch that are there before, and one that is missing: `e`, what it chooses by, may be
 * known. NULL: that is a variable. */
void dxki_sema_check_labels(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_code *s);

/* --- regroup.c --- */

/* Can what a structure or an array with objects consists of be grouped as another one? */
dxki_hlsl_fit dxki_sema_regroup_fit(dxki_hlsl *c, const dxki_hlsl_type *from,
                                    const dxki_hlsl_type *to);
/* The objects and numbers that such a value consists of; NULL: it is another one, or has too many. */
dxki_hlsl_node **dxki_sema_parts(dxki_hlsl *c, dxki_hlsl_node *n, size_t *count);

/* --- text.c --- */

dxki_hlsl_node *dxki_sema_string(dxki_hlsl *c, const dxki_ast_expr *e);
const dxki_hlsl_type *dxki_sema_character_type(dxki_hlsl *c);
/* The characters of a string, as an array; an error that is reported: they are not known. */
dxki_hlsl_node *dxki_sema_characters(dxki_hlsl *c, const dxki_hlsl_node *string);

/* --- planes.c --- */

/* Reports arguments of [clipplanes] that are no planes. */
void dxki_sema_check_planes(dxki_hlsl *c, const dxki_ast_attr *a);

/* --- payload.c --- */

/* Do members of payloads say who uses them? */
bool dxki_sema_has_qualifiers(const dxki_hlsl *c);
/* [raypayload] */
bool dxki_sema_is_payload(const dxki_hlsl_type *t);
/* Who may read or write a member; a set. */
uint8_t dxki_sema_payload_access(const dxki_ast_decl *d, bool read);

/* Reports what is wrong with the accesses that a declaration gives. */
void dxki_sema_check_access(dxki_hlsl *c, const dxki_ast_decl *d, bool is_member);

/* --- payload_flow.c --- */

/* Warns of what a shader of that stage does to members of its payload that it may not read or write, and to
 * those of rays that it traces. */
void dxki_sema_check_payload_flow(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t kind);

/* --- payload_trace.c --- */

/* Warns of what a function does to members of payloads before and after it traces rays. */
void dxki_sema_check_traces(dxki_hlsl *c, const dxki_hlsl_function *f);

/* --- entry.c --- */

/* Reads the arguments of an attribute that are whole numbers, up to `count`, and complains of those that
 * are none; false: one is not known. */
bool dxki_sema_attribute_numbers(dxki_hlsl *c, const dxki_ast_attr *a, uint32_t *out, size_t count);
/* The sizes of waves that an attribute of a function allows. */
void dxki_sema_check_lanes(dxki_hlsl *c, const dxki_ast_attrs *attrs, const dxki_ast_attr *a);
/* Reports attributes that a function of that stage lacks or must not have, and wrong ones. */
void dxki_sema_check_stage(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t stage);
/* Reports what is wrong with the entry point, or another function with the attribute of a stage. */
void dxki_sema_check_entry(dxki_hlsl *c, dxki_hlsl_function *f);

/* --- candidate.c --- */

/* Is a place in group-shared memory? */
bool dxki_sema_is_in_shared(const dxki_hlsl_node *n);
/* Does a parameter take an argument? */
bool dxki_sema_takes(dxki_hlsl *c, const dxki_hlsl_var *p, const dxki_hlsl_node *arg);
/* A resource of the shader, or an array of them, for a parameter that is inout: it cannot change, and
 * does not if the function does not assign to the parameter. */
bool dxki_sema_is_lent(dxki_hlsl *c, const dxki_hlsl_var *p, const dxki_hlsl_node *arg);

/* An argument that a parameter does not take. */
typedef struct dxki_sema_misfit {
    const dxki_hlsl_node *arg;
    const dxki_hlsl_type *to; /* of the parameter; NULL: not known */
    dxk_str wanted;           /* the same as text, in quotes */
    size_t index;             /* from 0 */
    bool is_place;            /* the parameter is written to */
    bool is_shared;           /* it is in group-shared memory */
} dxki_sema_misfit;

/* "no known conversion from 'S' to 'float' for 1st argument", and what else may be wrong. */
dxk_str dxki_sema_misfit_text(dxki_hlsl *c, const dxki_sema_misfit *m);
/* "requires 2 arguments, but 1 was provided" */
dxk_str dxki_sema_count_text(dxki_hlsl *c, const char *how, size_t wanted, size_t count);
/* "requires single argument 'x', but no arguments were provided" */
dxk_str dxki_sema_count_of_one(dxki_hlsl *c, const char *how, dxk_str name, size_t count);

/* A function, or a template of one, that might have been called. */
typedef struct dxki_sema_candidate {
    const dxki_hlsl_function *function;
    dxki_hlsl_node **args;
    size_t count;
    const dxki_ast_args *given;
} dxki_sema_candidate;

/* Says why it was not. */
void dxki_sema_tell_candidate(dxki_hlsl *c, const dxki_sema_candidate *it);

/* --- suggest.c --- */

typedef enum dxki_sema_meant {
    DXKI_SEMA_MEANT_VALUE, /* or a function, true or false */
    DXKI_SEMA_MEANT_WORD,  /* another keyword */
    DXKI_SEMA_MEANT_TYPE,
    DXKI_SEMA_MEANT_TEMPLATE /* of types */
} dxki_sema_meant;

/* What may have been meant. */
typedef struct dxki_sema_guess {
    dxk_str text;                   /* empty: nothing is known */
    dxki_hlsl_loc loc;              /* of its declaration; nowhere: the language has it */
    const dxki_hlsl_symbol *symbol; /* NULL: it is a member or of the language */
    dxki_sema_meant kind;
} dxki_sema_guess;

/* What a name that is not known stands for. */
typedef enum dxki_sema_use {
    DXKI_SEMA_VALUES,
    DXKI_SEMA_CALLED, /* a function */
    DXKI_SEMA_TYPES,
    DXKI_SEMA_MAYBE_TYPES, /* a value, or a type in parentheses */
    DXKI_SEMA_ARGUMENT,    /* of a template */
    DXKI_SEMA_CAST, /* behind a type in parentheses, where the reference looks for no values */
    DXKI_SEMA_FIRST /* a statement begins with it */
} dxki_sema_use;

/* Does another name follow a name in the source? */
bool dxki_sema_is_in_front(const dxki_hlsl *c, dxk_str name, dxki_hlsl_loc loc);
/* Complains of a name that is not known, with one that may have been meant; the result is that, if it is a
 * value. */
dxki_hlsl_node *dxki_sema_undeclared(dxki_hlsl *c, dxk_str name, dxki_sema_use use,
                                     dxki_hlsl_loc loc);
/* A name in scope or of the language, or a member, that is spelled much like one that is not known;
 * `is_first`: a statement may begin with it. As in the reference: of the language it has those that were
 * named before, and objects. */
dxki_sema_guess dxki_sema_suggest(dxki_hlsl *c, dxk_str name, dxki_sema_use use, bool is_first,
                                  dxki_hlsl_loc loc);
/* Names what the language may call that otherwise, in a note. */
void dxki_sema_tell_language(dxki_hlsl *c, dxk_str name, dxki_sema_use use, dxki_hlsl_loc loc);
dxki_sema_guess dxki_sema_suggest_member(const dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str name,
                                         bool is_called);
/* The one of some words; NULL ends them. */
dxk_str dxki_sema_suggest_word(dxk_str name, const char *(*word)(size_t number));
/* Says where it is declared, after a message that names it. */
void dxki_sema_tell_guess(dxki_hlsl *c, const dxki_sema_guess *guess);

/* --- type_names.c --- */

/* Reports an argument of a template that is to be a type; false: it is not known at all. */
bool dxki_sema_no_type(dxki_hlsl *c, const dxki_ast_arg *arg, dxki_hlsl_loc loc);

/* --- written.c --- */

/* A type as it is spelled, "Texture2D<float4>"; empty: it has no name. */
dxk_str dxki_sema_written(dxki_hlsl *c, const dxki_ast_type *t);
/* 'text' */
dxk_str dxki_sema_quoted(dxki_hlsl *c, dxk_str text);
/* The type of what is declared, in quotes: as it is spelled where that is known, and what it stands for:
 * "'A' (aka 'int [2]')". */
dxk_str dxki_sema_decl_told(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d,
                            bool long_form);
/* The same of a value, with what makes it constant: in the long form if it is computed, and no declaration
 * names the type. */
dxk_str dxki_sema_value_told(dxki_hlsl *c, const dxki_hlsl_node *n);
/* The same of what another value is converted to the type of: nothing is constant about it. */
dxk_str dxki_sema_target_told(dxki_hlsl *c, const dxki_hlsl_node *n);
/* What declares the type of a value; NULL: nothing does. */
const dxki_ast_decl *dxki_sema_decl_of(const dxki_hlsl_node *n);

/* --- flow.c --- */

/* Says where a function ends without a result, or reads what nothing has written. */
void dxki_sema_check_flow(dxki_hlsl *c, const dxki_hlsl_function *f);

/* --- sequence.c --- */

/* Says where an expression writes a variable, and reads or writes it again, in no certain order. */
void dxki_sema_check_sequence(dxki_hlsl *c, const dxki_hlsl_function *f);

/* --- warn.c --- */

/* a op b without the parentheses that would say which comes first */
void dxki_sema_warn_operands(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *a);
/* A number whose value another type, which `given` declares, cannot have; one that gets wider. */
void dxki_sema_warn_value(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to,
                          const dxki_ast_decl *given, dxki_hlsl_loc asks);
void dxki_sema_warn_condition(dxki_hlsl *c, const dxki_ast_expr *e); /* an assignment */
void dxki_sema_warn_comma(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t);
/* A ';' right behind the head of a condition or loop; `next`: the statement after that. */
void dxki_sema_warn_empty_if(dxki_hlsl *c, const dxki_ast_stmt *s);
void dxki_sema_warn_empty_switch(dxki_hlsl *c, const dxki_ast_stmt *s);
void dxki_sema_warn_empty_loop(dxki_hlsl *c, const dxki_ast_stmt *s, const dxki_ast_stmt *next);
bool dxki_sema_is_comparison(uint8_t op);
void dxki_sema_tell_operator(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_diag which,
                             const char *other);

/* --- unused.c --- */

/* Reports a value that is not used, unless a macro has it. */
void dxki_sema_tell_unused(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_loc loc);
/* The same of the value of a statement, if something of it has no effect. */
void dxki_sema_warn_unused(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n);

/* Warns of variables of a function that nothing names, which are the last ones of all, from `first` on. */
void dxki_sema_warn_locals(dxki_hlsl *c, size_t first);

/* --- available.c --- */

/* Code that an entry point reaches. */
typedef struct dxki_hlsl_reached {
    dxki_hlsl *c;
    const dxki_hlsl_function *entry;
    uint32_t stage; /* of the entry point; LIBRARY: it is an exported function */
    bool is_first;  /* no walk has been there before */
} dxki_hlsl_reached;

/* Reports something, and which entry point reaches it. */
void dxki_sema_complain(const dxki_hlsl_reached *r, dxki_hlsl_diag which, dxki_hlsl_loc loc,
                        const dxki_arg *args, size_t count);
/* A constant of the language is named: by the function that is read, or outside of all. */
void dxki_sema_use_constant(dxki_hlsl *c, const dxki_hlsl_named_number *number, dxki_hlsl_loc loc);
/* Reports an object that the shader model does not have, in a declaration that is reached. */
void dxki_sema_check_type(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d);
/* Reports intrinsics and types that a function uses and the shader model does not have. */
void dxki_sema_check_uses(dxki_hlsl *c, const dxki_hlsl_function *f);
/* Reports what flags a query of that number, of both of its arguments, may not have: its own, and those of a ray. */
void dxki_sema_check_query(dxki_hlsl *c, uint32_t query, uint32_t ray, dxki_hlsl_loc loc);
/* The same of a ray that a call traces, if the flags are known. */
void dxki_sema_check_trace(dxki_hlsl *c, const dxki_hlsl_node *n);
/* Reports a call that takes derivatives or multiplies matrices where that is not possible. */
void dxki_sema_check_available(const dxki_hlsl_reached *r, const dxki_hlsl_node *n);

/* --- barrier.c --- */

/* Flags that Barrier() does not know; what the stage of an entry point that calls it does not have.
 * Nothing of other calls. */
void dxki_sema_check_flags(dxki_hlsl *c, const dxki_hlsl_node *n);
void dxki_sema_check_barrier(const dxki_hlsl_reached *r, const dxki_hlsl_node *n);

#endif
