/* SPDX-License-Identifier: MIT */
/*
 * sema.h - semantic analysis: syntax becomes a typed tree (tree.h). Errors have been reported by then:
 * the tree that codegen gets is correct.
 *
 *   sema.c                 the translation unit
 *   types.c, type_names.c  types; the syntax that names them
 *   layout.c, mangle.c     offsets in buffers, names in libraries
 *   scope.c, suggest.c     names, scopes, namespaces; suggestions for misspelt names
 *   decl.c, modifier.c     kinds of declarations; modifiers
 *   var.c, function.c      variables and buffers, functions
 *   record.c, bits.c       structures, bit fields
 *   template.c, deduce.c   templates, their arguments
 *   instance.c, template_var.c  instances of templates
 *   outside.c, alike.c     members that are defined outside of templates; declarations of the same template
 *   stmt.c, expr.c         statements, expressions
 *   member.c, subscript.c  members, subscripts
 *   init.c                 initialiser lists
 *   subobject.c            initialiser lists of sub-objects
 *   convert.c              conversions, operators
 *   call.c, candidate.c    overload resolution; why no candidate is viable
 *   intrinsic.c, match.c   rows of hlsl_intrinsics.def, read by row.c
 *   constant.c ...         constant expressions
 *   builtin.c, linalg.c    predeclared structures and matrices
 *   node.c, node_entry.c   work graphs
 *   walk.c, flow.c         data flow along statements
 *   reach.c, recursion.c   functions reachable from entry points, those that call themselves
 *   change.c               variables that may change
 *   attribute.c ...        checks, see check.h: available, barrier, coherence, entry, object, payload, unused,
 *                          warn
 *   written.c              types as spelt in the source
 */
#ifndef DXKI_SEMA_SEMA_H
#define DXKI_SEMA_SEMA_H

#include "sema/tree.h"

/* ---------------------------------------------------------------------------------------- */
/* State                                                                                      */

typedef struct dxki_hlsl_sema {
    dxki_hlsl_types types;
    const dxki_hlsl_type *builtin[4]; /* see builtin.c */
    dxki_hlsl_scope *language;        /* the namespace dx */
    dxki_hlsl_scope *hit_object;      /* functions of dx::HitObject */
    dxki_hlsl_symbol **symbols;       /* hash table of all scopes */
    size_t symbol_buckets, symbol_count;
    dxki_hlsl_loc asks; /* what asks for the next conversion: an operator, a variable; or nowhere */
    uint32_t order;     /* of the last declaration */
    bool spreads;       /* elements of a list or a constructor are converted */
    bool in_arms;       /* what ?: makes of its arms is told when the result is converted */
    bool of_language;   /* the next conversion is to a parameter of a function of the language */
    bool nameless;      /* the type of the next conversion is not one that the source names */
    uint32_t lookups;   /* through directives */
    uint32_t gathers;   /* of functions for calls */
    uint32_t visits;    /* walks of reach.c and recursion.c */
    uint32_t directives;     /* so far */
    uint32_t horizon;        /* declarations of namespaces after it are not seen; 0: all are */
    uint32_t refusals;       /* before all checks */
    uint32_t checking;       /* definitions of templates that are being checked: nothing is kept */
    uint32_t unevaluated;    /* expressions are read for their types alone */
    bool is_const_type;      /* the type that was read last is constant, by its words or its name */
    bool names_argument;     /* the next type is an argument of a template: it is named, not made */
    uint32_t instance_depth; /* structures that are being made of templates */
    dxki_hlsl_instance **instances; /* buckets by template and arguments; NULL: there are none */
    size_t instance_count;
    DXKI_VEC(dxki_hlsl_function *) pending; /* whose bodies are to be read */
    dxki_hlsl_scope *unit;                  /* the outermost */
    dxki_hlsl_scope *scope;                 /* the innermost */
    dxki_hlsl_function *function;           /* that is being read */
    bool
        redeclares; /* variables may hide those of the same scope: before 2021, in front of `for` */
    unsigned loops, switches;     /* that surround the statement */
    const dxki_hlsl_type *choice; /* what the innermost switch chooses by; NULL: not known */
    dxki_hlsl_loc first;          /* the statement of an expression begins there */
    dxki_hlsl_loc whole;          /* of the expression that is read, with all around it */
    bool names_overloads;         /* of several functions, too: what they convert to is asked for */
    bool names_function; /* the next expression is a name, and may be that of a function, */
    const dxki_hlsl_function *uncalled; /* which is this one */
    const char *initializes;    /* what the next initialiser is for, for messages; NULL: nothing */
    dxki_hlsl_var *initialized; /* the variable that it is of; NULL: none */
    DXKI_VEC(dxki_hlsl_var *) locals;  /* of the functions that are being read */
    DXKI_VEC(dxki_hlsl_var *) globals; /* resources, static and shared variables, in order */
    DXKI_VEC(dxki_hlsl_buffer *) buffers;
    DXKI_VEC(dxki_hlsl_var *) subobjects;
    DXKI_VEC(dxki_hlsl_var *) loose;          /* members of $Globals */
    uint32_t owners;                          /* constants and views that have objects */
    DXKI_VEC(dxki_hlsl_record *) levels;      /* see dxki_sema_levels() */
    DXKI_VEC(dxki_hlsl_function *) functions; /* with a body */
    DXKI_VEC(dxki_hlsl_function *) declared;  /* no templates */
    DXKI_VEC(dxki_hlsl_name *) texts;         /* of strings so far */
    const dxki_hlsl_type *character;          /* see text.c; NULL: not asked for */
    dxki_idset signatures; /* 1 + index in `declared`, by scope, name, parameters */
    DXKI_VEC(dxki_hlsl_function *) methods; /* with uses, see change.c */
    DXKI_VEC(void *) stack;                 /* of lists that are being made */
} dxki_hlsl_sema;

/* --- sema.c --- */

void dxki_sema_run(dxki_hlsl *c, const dxki_ast_decl *unit);
void dxki_sema_free(dxki_hlsl *c);
void dxki_sema_push(dxki_hlsl *c, void *item);
void **dxki_sema_take(dxki_hlsl *c, size_t mark, size_t *count);
dxki_hlsl_function *dxki_sema_find_function(dxki_hlsl *c, const char *name);

/* Says that something is not there yet. */
void dxki_sema_unsupported(dxki_hlsl *c, dxki_hlsl_loc loc, const char *what);

/* --- scope.c --- */

dxki_hlsl_scope *dxki_sema_make_scope(dxki_hlsl *c, dxki_hlsl_scope_kind kind,
                                      dxki_hlsl_scope *outer);
/* A scope inside of the one at hand becomes that; the result is what to return to. */
dxki_hlsl_scope *dxki_sema_begin_scope(dxki_hlsl *c);
static inline dxki_hlsl_scope *dxki_sema_go_to_scope(dxki_hlsl *c, dxki_hlsl_scope *scope)
{
    dxki_hlsl_scope *before = c->sema->scope;

    c->sema->scope = scope;
    return before;
}

dxki_hlsl_symbol *dxki_sema_declare(dxki_hlsl *c, dxki_hlsl_name *name, uint8_t kind,
                                    dxki_hlsl_loc loc);
dxki_hlsl_symbol *dxki_sema_declare_in(dxki_hlsl *c, dxki_hlsl_scope *scope, dxki_hlsl_name *name,
                                       uint8_t kind, dxki_hlsl_loc loc);
/* What a plain name stands for, from the innermost scope outwards; NULL: nothing. */
dxki_hlsl_symbol *dxki_sema_find(dxki_hlsl *c, const dxki_hlsl_name *name);
/* The declaration in that very scope, or NULL. */
dxki_hlsl_symbol *dxki_sema_declared(const dxki_hlsl *c, const dxki_hlsl_scope *scope,
                                     const dxki_hlsl_name *name);
/* The structure or enumeration that is declared in that very scope, or NULL: `struct S` means it even if
 * a variable or function hides it, which may have the same name. */
dxki_hlsl_symbol *dxki_sema_tag(const dxki_hlsl *c, const dxki_hlsl_scope *scope,
                                const dxki_hlsl_name *name);
/* Can a structure or enumeration (`tag`) or another thing that is no value have the name here? False: no,
 * which is reported. */
bool dxki_sema_check_new_type(dxki_hlsl *c, const dxki_hlsl_name *name, bool tag,
                              dxki_hlsl_loc loc);
/* A member of a scope: of bases and used namespaces, too. */
dxki_hlsl_symbol *dxki_sema_find_in(dxki_hlsl *c, dxki_hlsl_scope *scope,
                                    const dxki_hlsl_name *name);
/* What a path names. NULL: a plain name that stands for nothing; other errors are reported, and the
 * symbol is a bad one. */
dxki_hlsl_symbol *dxki_sema_resolve(dxki_hlsl *c, const dxki_ast_path *path);
/* The scope that the parts in front of the last one name, or NULL: reported. */
dxki_hlsl_scope *dxki_sema_resolve_scope(dxki_hlsl *c, const dxki_ast_path *path, size_t parts);
/* The arguments of a part of a path. */
const dxki_ast_args *dxki_sema_part_args(const dxki_ast_path *path, size_t part);
/* Pushes the functions that a symbol stands for; unless it is the first one, only those of symbols
 * that were not gathered since that. */
void dxki_sema_gather(dxki_hlsl *c, dxki_hlsl_symbol *symbol, bool first);
/* The same for functions that are found by the types of arguments: those declared after a template,
 * too. */
void dxki_sema_gather_later(dxki_hlsl *c, dxki_hlsl_symbol *symbol);
/* The same for what was found by a plain name: with those that `using namespace` adds. */
void dxki_sema_gather_plain(dxki_hlsl *c, dxki_hlsl_symbol *symbol);
/* The namespace, or the unit, that a scope is in. */
dxki_hlsl_scope *dxki_sema_space_of(dxki_hlsl_scope *scope);
/* namespace, whose members `each` declares; using */
typedef void (*dxki_sema_declare_fn)(dxki_hlsl *c, const dxki_ast_decl *d);
void dxki_sema_namespace(dxki_hlsl *c, const dxki_ast_decl *d, dxki_sema_declare_fn each);
void dxki_sema_using(dxki_hlsl *c, const dxki_ast_decl *d);

/* --- type_names.c --- */

/* A type without the `const` of its own, which is no part of it but of what is declared with it: see
 * `is_const_type`, which arguments of templates and names of types keep with it. */
const dxki_hlsl_type *dxki_sema_type(dxki_hlsl *c, const dxki_ast_type *t);
/* The type of an expression that is not evaluated. */
const dxki_hlsl_type *dxki_sema_decltype(dxki_hlsl *c, const dxki_ast_expr *e);
/* With the dimensions of a declaration. */
const dxki_hlsl_type *dxki_sema_dims(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d);
/* True if the template arguments of the object type are numbers alone: RayQuery<1, 0>. */
bool dxki_sema_has_numbers(uint8_t object);
/* Template argument `i`, 0 or 1, of such a type; 0 if it was left out. */
uint32_t dxki_sema_object_number(const dxki_hlsl_type *t, uint32_t i);
/* --- decl.c --- */

void dxki_sema_declaration(dxki_hlsl *c, const dxki_ast_decl *d);
/* The declaration of that name in the same scope that a variable or function cannot hide, or NULL. */
dxki_hlsl_symbol *dxki_sema_here(const dxki_hlsl *c, const dxki_hlsl_name *name);
/* False: there is one, which is reported. */
bool dxki_sema_check_new(dxki_hlsl *c, dxki_hlsl_name *name, dxki_hlsl_loc loc);
/* The same for a variable. */
bool dxki_sema_check_new_as(dxki_hlsl *c, dxki_hlsl_name *name, const dxki_hlsl_var *v,
                            dxki_hlsl_loc loc);
/* True if the declaration leaves out how many elements an array has. */
static inline bool dxki_sema_is_open(const dxki_ast_decl *d)
{
    return d->dims.count && !d->dims.items[0];
}
/* Reports a variable of another type than the one before it. */
void dxki_sema_tell_other_type(dxki_hlsl *c, const dxki_hlsl_var *v, const dxki_hlsl_var *old);
/* ResourceDescriptorHeap or SamplerDescriptorHeap? */
bool dxki_sema_is_heap(dxk_str name, bool *samplers);
void dxki_sema_enum(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made);

/* --- var.c --- */

/* A variable of the type that was read last, with the dimensions and modifiers of the declaration. */
dxki_hlsl_var *dxki_sema_make_var(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type);
dxki_hlsl_var *dxki_sema_local(dxki_hlsl *c, const dxki_ast_decl *d);
/* False: it is, or consists of, a structure that is not defined, which is reported. */
bool dxki_sema_check_complete(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                              dxki_hlsl_diag which);
void dxki_sema_global(dxki_hlsl *c, const dxki_ast_decl *d);
/* The same for an instance of a template, in the scope of its arguments. */
void dxki_sema_global_instance(dxki_hlsl *c, dxki_hlsl_instance *i);
void dxki_sema_buffer(dxki_hlsl *c, const dxki_ast_decl *d);

/* --- function.c --- */

void dxki_sema_function(dxki_hlsl *c, const dxki_ast_decl *d);
/* A function, or a method of `record`, without its body. */
dxki_hlsl_function *dxki_sema_make_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                            dxki_hlsl_record *record);
/* What an argument is that a call leaves out; NULL: reported. */
dxki_hlsl_node *dxki_sema_default(dxki_hlsl *c, const dxki_hlsl_function *f,
                                  const dxki_hlsl_var *param);
/* Gives `to` the default arguments that it lacks and `from` has. */
void dxki_sema_join_defaults(dxki_hlsl_function *to, const dxki_hlsl_function *from);
/* A function as dxki_sema_make_function() makes it, declared in the scope at hand, together with its
 * earlier declaration; NULL: reported. */
dxki_hlsl_function *dxki_sema_declare_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                               dxki_hlsl_record *record);
/* Do two functions take the same, in the same directions? */
bool dxki_sema_same_params(dxki_hlsl *c, const dxki_hlsl_function *a, const dxki_hlsl_function *b);
/* "operator+" */
dxki_hlsl_name *dxki_sema_operator_name(dxki_hlsl *c, uint8_t op);
void dxki_sema_function_body(dxki_hlsl *c, dxki_hlsl_function *f);

/* --- record.c --- */

void dxki_sema_record(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made);

/* An instance of a template of structures, with that name, in the scope at hand. */
void dxki_sema_record_instance(dxki_hlsl *c, dxki_hlsl_instance *i, const dxki_hlsl_name *name);
/* The same without its members, for now. */
void dxki_sema_record_named(dxki_hlsl *c, dxki_hlsl_instance *i, const dxki_hlsl_name *name);
/* False: `d` defines a structure inside of its own definition, which is reported. */
bool dxki_sema_check_nested(dxki_hlsl *c, const dxki_hlsl_record *r, const dxki_ast_decl *d);

/* --- node.c --- */

/* May nodes hand a type to each other? */
bool dxki_sema_check_node_record(dxki_hlsl *c, uint8_t object, const dxki_hlsl_type *t,
                                 const dxki_ast_arg *arg, dxki_hlsl_span span);
/* object[index]: a record, or a node of an array. */
dxki_hlsl_node *dxki_sema_node_element(dxki_hlsl *c, dxki_hlsl_node *object, dxki_hlsl_node *index,
                                       dxki_hlsl_loc loc);
/* The method that gave the record that a place is part of; NULL: it is none. */
const char *dxki_sema_node_giver(const dxki_hlsl_node *n);
/* object.Get(...); NULL: there is no such method. */
dxki_hlsl_node *dxki_sema_node_get(dxki_hlsl *c, dxki_hlsl_node *object, dxk_str name,
                                   dxki_hlsl_node **args, size_t count, dxki_hlsl_loc loc);

/* --- node_entry.c --- */

/* Reads and checks what makes a function a node. */
void dxki_sema_check_node(dxki_hlsl *c, dxki_hlsl_function *f);
const dxki_ast_attr *dxki_sema_attribute(const dxki_ast_attrs *attrs, const char *name);
/* SV_DispatchGrid of a member, or NULL; [NodeTrackRWInputSharing] of a structure. */
const dxki_ast_note *dxki_sema_grid_note(const dxki_hlsl_field *f);
bool dxki_sema_tracks_sharing(const dxki_hlsl_type *record);

/* --- bits.c --- */

/* Fields that are made of bit fields, while a record is read. */
typedef struct dxki_hlsl_bit_reader {
    DXKI_VEC(dxki_hlsl_bits) all;
    dxki_hlsl_field *open; /* the last one may have room, or NULL */
    uint32_t used;         /* of its bits */
    uint32_t fields;       /* so far, of all kinds */
} dxki_hlsl_bit_reader;

/* Reads a bit field; a field that it begins is the result, otherwise NULL. */
dxki_hlsl_field *dxki_sema_add_bits(dxki_hlsl *c, dxki_hlsl_bit_reader *r, const dxki_ast_decl *d);
/* The whole number that a bit field of a type is read as: an enumeration that has no type of its own and nothing
 * negative has no sign, so that a field that holds all of it gives back what was stored. */
uint8_t dxki_sema_bits_scalar(const dxki_hlsl_type *t);
/* The record has all bit fields that were read. */
void dxki_sema_take_bits(dxki_hlsl *c, dxki_hlsl_bit_reader *reader, dxki_hlsl_record *r);
/* A bit field of a record, as a place in `base`. */
dxki_hlsl_node *dxki_sema_bits(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_hlsl_bits *b,
                               dxki_hlsl_loc loc);
/* The value of a field that bit fields make up; `values`: one for each. */
dxki_hlsl_node *dxki_sema_join_bits(dxki_hlsl *c, const dxki_hlsl_record *r, uint32_t field,
                                    dxki_hlsl_node **values);

/* --- template.c --- */

/* template<...> ... */
void dxki_sema_template(dxki_hlsl *c, const dxki_ast_decl *d);
dxki_hlsl_template *dxki_sema_make_template(dxki_hlsl *c, const dxki_ast_decl *d,
                                            dxki_hlsl_name *name);
/* An argument that is to be a value: S<T>::n looks like a type. NULL: it is a type. */
const dxki_ast_expr *dxki_sema_argument_value(dxki_hlsl *c, const dxki_ast_arg *arg);
/* "class template", ... for messages. */
dxk_str dxki_sema_template_kind(const dxki_ast_decl *d);
/* An argument that is to be a template; `param`: what it is for, or NULL. False: it is none, or has other
 * parameters, which is reported. */
bool dxki_sema_template_argument(dxki_hlsl *c, const dxki_ast_decl *param, const dxki_ast_arg *arg,
                                 dxki_hlsl_loc loc, dxki_hlsl_argument *out);
/* Are two arguments equal? */
bool dxki_sema_same_argument(dxki_hlsl *c, const dxki_hlsl_argument *a,
                             const dxki_hlsl_argument *b);

/* --- instance.c --- */

/* Room for the arguments of a template; NULL: no memory. */
dxki_hlsl_argument *dxki_sema_argument_room(dxki_hlsl *c, const dxki_hlsl_template *t);
/* Is one of the arguments not known, since a template is being checked? */
bool dxki_sema_has_unknown(const dxki_hlsl_argument *args, size_t count);
/* "S<float, 2>" */
dxki_hlsl_name *dxki_sema_instance_name(dxki_hlsl *c, const dxki_hlsl_instance *i);
/* An argument of a template as messages show it. */
dxk_str dxki_sema_argument_text(dxki_hlsl *c, const dxki_hlsl_argument *a);
/* The type that a template is with arguments. A structure that is `named` only may get its members later. */
const dxki_hlsl_type *dxki_sema_instantiate(dxki_hlsl *c, dxki_hlsl_template *t,
                                            const dxki_ast_args *given, bool named,
                                            dxki_hlsl_loc loc);
/* Makes the members of a structure that was named only; other types stay as they are. */
void dxki_sema_complete(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc);
/* A template of functions with arguments, some of which may follow from defaults; NULL: they do not
 * fit it. */
dxki_hlsl_function *dxki_sema_instantiate_function(dxki_hlsl *c, const dxki_hlsl_function *f,
                                                   dxki_hlsl_argument *args);
/* What an instance of a structure, a function or a variable is read in from now on; returns what was it
 * before. */
const dxki_hlsl_context *dxki_sema_enter_context(dxki_hlsl *c, dxki_hlsl_context what);
/* The instance with those arguments, maybe a new one that is still to be filled in; NULL: there are
 * too many, or no memory. */
dxki_hlsl_instance *dxki_sema_instance(dxki_hlsl *c, dxki_hlsl_template *t,
                                       const dxki_hlsl_argument *args, size_t count, bool *is_new,
                                       dxki_hlsl_loc loc);
/* A function is called: its body will be read, if that was not done. */
void dxki_sema_use_function(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_loc loc);
/* A method has a body that stands outside of the template: `d`, read in the scope at hand. */
void dxki_sema_complete_method(dxki_hlsl *c, dxki_hlsl_function *f, const dxki_ast_decl *d);
/* Finds mistakes in the definition of a template that do not depend on its parameters. */
void dxki_sema_check_template(dxki_hlsl *c, dxki_hlsl_template *t, dxki_hlsl_record *record);
/* Reads bodies until no more are called. */
void dxki_sema_finish_functions(dxki_hlsl *c);
/* Reads explicit arguments; *unknown: one depends on parameters of a template that is being
 * checked. */
bool dxki_sema_given_arguments(dxki_hlsl *c, const dxki_hlsl_template *t,
                               const dxki_ast_args *given, dxki_hlsl_argument *args, bool *unknown);
/* Completes arguments, of which some may be known (their type is set), and makes them known in
 * `scope`; false: something is wrong, which is reported, or missing although `given` is NULL. */
bool dxki_sema_arguments(dxki_hlsl *c, const dxki_hlsl_template *t, const dxki_ast_args *given,
                         dxki_hlsl_scope *scope, dxki_hlsl_argument *args, dxki_hlsl_loc loc);
void dxki_sema_bind_argument(dxki_hlsl *c, dxki_hlsl_scope *scope, const dxki_ast_decl *param,
                             const dxki_hlsl_argument *arg);
/* Are patterns, read in the scope at hand, these arguments? */
bool dxki_sema_same_arguments(dxki_hlsl *c, const dxki_ast_args *patterns,
                              const dxki_hlsl_argument *args, size_t count);

/* A template has the arguments that are given, or defaults; false: it has not, which is reported. */
bool dxki_sema_check_given(dxki_hlsl *c, const dxki_hlsl_template *t, const dxki_ast_args *given,
                           dxki_hlsl_loc loc);
/* What an instance is made of: the template, or the specialisation that says most of it. The scope becomes
 * that of its parameters. */
void dxki_sema_find_specialisation(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope **scope);
/* Keeps a partial specialisation. */
void dxki_sema_add_partial(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d);

/* --- template_declared.c --- */

/* A template is declared again as `d`, with or without definition; false: it must not be, which is
 * reported. */
bool dxki_sema_declare_again(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d,
                             bool is_defined);
/* The declaration that gives parameter `i` of a template its default; NULL: there is none. */
const dxki_ast_decl *dxki_sema_default_of(const dxki_hlsl_template *t, size_t i);
/* A scope in `outer` where the parameters of a list stand for arguments. */
dxki_hlsl_scope *dxki_sema_declared_scope(dxki_hlsl *c, dxki_hlsl_scope *outer,
                                          const dxki_ast_decls *params,
                                          const dxki_hlsl_argument *args, size_t count);
/* A function made of a template has the default arguments of all declarations. */
void dxki_sema_inherit_defaults(dxki_hlsl *c, const dxki_hlsl_instance *i, dxki_hlsl_function *f);

/* --- outside.c --- */

/* template<typename T> T S<T>::f() {}: keeps the definition for instances, if S is a template. */
void dxki_sema_declare_outside(dxki_hlsl *c, const dxki_ast_decl *d);
/* A static member of an instance may be defined outside of the template. */
void dxki_sema_define_static(dxki_hlsl *c, const dxki_hlsl_record *r, dxki_hlsl_var *v);
/* Finds a body that stands elsewhere than the declaration that the function was made of. */
void dxki_sema_find_body(dxki_hlsl *c, dxki_hlsl_function *f);

/* --- template_var.c --- */

/* template<...> T x = ...; and its specialisations. */
void dxki_sema_variable_template(dxki_hlsl *c, const dxki_ast_decl *d);
/* The variable that such a template is with arguments. */
dxki_hlsl_node *dxki_sema_template_variable(dxki_hlsl *c, dxki_hlsl_template *t,
                                            const dxki_ast_args *given, dxki_hlsl_loc loc);

/* --- deduce.c --- */

/* Why a template cannot be called. */
typedef enum dxki_sema_undeduced_how {
    DXKI_SEMA_NO_SUBSTITUTION, /* the parameters are known, but there is no such function */
    DXKI_SEMA_BAD_ARGUMENT,    /* an explicit argument is wrong */
    DXKI_SEMA_CONFLICT,        /* a parameter would have to be two things */
    DXKI_SEMA_MISMATCH,        /* an argument has another form than the parameter of the function */
    DXKI_SEMA_NOT_INFERRED     /* nothing tells what a parameter is */
} dxki_sema_undeduced_how;

typedef struct dxki_sema_undeduced {
    uint8_t how;                    /* dxki_sema_undeduced_how */
    const dxki_ast_decl *param;     /* of the template; NULL: not one of them */
    size_t index;                   /* of the argument that does not match */
    dxki_hlsl_argument had, got;    /* in conflict */
    const dxki_hlsl_argument *args; /* parameters, as far as they are known; may be NULL */
} dxki_sema_undeduced;

/* The function that a template is for arguments of those types; NULL: it cannot be called so. `why` may
 * be NULL. */
dxki_hlsl_function *dxki_sema_deduce_call(dxki_hlsl *c, const dxki_hlsl_function *f,
                                          const dxki_hlsl_type *const *types, size_t count,
                                          const dxki_ast_args *given, bool *unknown,
                                          dxki_sema_undeduced *why);
/* The scope with the parameters of a partial specialisation; NULL: it is not for those arguments. */
dxki_hlsl_scope *dxki_sema_deduce_partial(dxki_hlsl *c, const dxki_hlsl_template *t,
                                          const dxki_hlsl_argument *args, size_t count);
/* How much a specialisation says of its arguments. */
uint32_t dxki_sema_pattern_weight(const dxki_ast_decl *d);
/* template<> f<int>(int) */
void dxki_sema_specialise_function(dxki_hlsl *c, const dxki_ast_decl *d);

/* --- alike.c --- */

/* Are the arguments of two specialisations the same syntax, with parameters by their place? */
bool dxki_sema_same_arguments_text(const dxki_ast_args *a, const dxki_ast_decls *p,
                                   const dxki_ast_args *b, const dxki_ast_decls *q);
/* Do two declarations of templates of functions mean the same one? */
bool dxki_sema_same_pattern(const dxki_ast_decl *a, const dxki_ast_decl *b);
/* The same, and are they certainly one template, since no type in them has arguments or sizes? */
bool dxki_sema_same_text(const dxki_ast_decl *a, const dxki_ast_decl *b);

/* --- stmt.c --- */

dxki_hlsl_code *dxki_sema_body(dxki_hlsl *c, const dxki_ast_stmt *s);

/* --- expr.c --- */

dxki_hlsl_node *dxki_sema_expr(dxki_hlsl *c, const dxki_ast_expr *e);
/* What a symbol stands for, as a value or a place. */
dxki_hlsl_node *dxki_sema_symbol(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, dxki_hlsl_loc loc);
/* Is it a whole number, a bool or an enumeration? */
bool dxki_sema_is_integral(const dxki_hlsl_type *t);
/* Is a value, which was folded, a constant expression as `e` writes it? */
bool dxki_sema_is_constant(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n);
/* The same where variables of real numbers may be read. */
bool dxki_sema_is_folded(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n);
/* An integer that is known now; false: reported. */
bool dxki_sema_integer(dxki_hlsl *c, const dxki_ast_expr *e, int64_t *value);
/* The same with another complaint. */
bool dxki_sema_known(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_diag which, int64_t *value);
/* The same for the size of an array. */
bool dxki_sema_count(dxki_hlsl *c, const dxki_ast_expr *e, int64_t *value);
dxki_hlsl_node *dxki_sema_node(dxki_hlsl *c, dxki_hlsl_node_kind kind, dxki_hlsl_loc loc,
                               const dxki_hlsl_type *type);
dxki_hlsl_node *dxki_sema_bad(dxki_hlsl *c, dxki_hlsl_loc loc);
/* An operation with two operands, and those of the same kind that are its left operand. */
void dxki_sema_operations(dxki_hlsl *c, dxki_hlsl_chain *chain, const dxki_hlsl_node *n);
/* Else it is reported at `loc`, the operator or the place itself. */
bool dxki_sema_writable(dxki_hlsl *c, const dxki_hlsl_node *n, dxki_hlsl_loc loc);

/* --- assign.c --- */

/* `op`: what `to op= value` computes, or DXKI_HLSL_T_ASSIGN. */
dxki_hlsl_node *dxki_sema_assign(dxki_hlsl *c, dxki_hlsl_node *to, dxki_hlsl_node *value,
                                 uint8_t op, dxki_hlsl_loc loc);

/* --- change.c --- */

/* Remembers that the variable that a place is part of may change. */
void dxki_sema_note_written(const dxki_hlsl_node *n);
/* Remembers that `f` is called on a place, which changes if the method changes its object. */
void dxki_sema_note_method(dxki_hlsl *c, const dxki_hlsl_node *object, dxki_hlsl_function *f);
/* Marks what methods change, once all bodies have been checked. */
void dxki_sema_finish_written(dxki_hlsl *c);

/* --- broken.c --- */

/* Checks what was read of an expression; the value is not known. */
dxki_hlsl_node *dxki_sema_broken(dxki_hlsl *c, const dxki_ast_expr *e);

/* --- uncalled.c --- */

/* Says in front of an expression that what it is for complains in its own terms if it is a function. */
void dxki_sema_may_name_function(dxki_hlsl *c, const dxki_ast_expr *e);
void dxki_sema_may_name_functions(dxki_hlsl *c, const dxki_ast_expr *e); /* or of several */
/* Was it a function? Its type, for messages; NULL: it was not. */
dxk_str dxki_sema_uncalled(dxki_hlsl *c);
/* Reports the declaration of an array of functions. */
void dxki_sema_refuse_functions(dxki_hlsl *c, const dxki_ast_decl *d);
/* Complains of a function that is no value, unless it is kept for what asks for it. */
void dxki_sema_refuse_function(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, bool is_expected,
                               dxki_hlsl_loc loc);

/* --- member.c --- */

/* Reports a member that a type does not have. */
dxki_hlsl_node *dxki_sema_no_member(dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str name,
                                    bool is_called, dxki_hlsl_loc loc);

dxki_hlsl_node *dxki_sema_member(dxki_hlsl *c, const dxki_ast_expr *e);
/* The member that `e` names, of a value. */
dxki_hlsl_node *dxki_sema_member_of(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_ast_expr *e);
/* A field by its name, through bases; NULL: none. */
dxki_hlsl_node *dxki_sema_field(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_hlsl_name *name,
                                dxki_hlsl_loc loc);

/* --- subscript.c --- */

dxki_hlsl_node *dxki_sema_index(dxki_hlsl *c, const dxki_ast_expr *e);
/* What is wanted of what an index selects. */
typedef enum dxki_sema_wish {
    DXKI_SEMA_ALL,     /* it itself */
    DXKI_SEMA_ELEMENT, /* one of its elements */
    DXKI_SEMA_MEMBER,  /* a member, or components */
    DXKI_SEMA_CHOICE   /* what ?: chooses by */
} dxki_sema_wish;
/* An expression of which a part is wanted. */
dxki_hlsl_node *dxki_sema_selected(dxki_hlsl *c, const dxki_ast_expr *e, dxki_sema_wish wish);
/* texture.mips and texture.sample; NULL: there is no such member. */
dxki_hlsl_node *dxki_sema_levels(dxki_hlsl *c, dxki_hlsl_node *base, dxk_str name,
                                 dxki_hlsl_loc loc);

/* --- convert.c --- */

/* How well a conversion fits: whether it is possible without and with a cast. */
typedef enum dxki_hlsl_fit { DXKI_HLSL_NEVER, DXKI_HLSL_BY_CAST, DXKI_HLSL_FITS } dxki_hlsl_fit;

dxki_hlsl_fit dxki_sema_fit(dxki_hlsl *c, const dxki_hlsl_type *from, const dxki_hlsl_type *to);
/* `n` as `to`; an error if that needs a cast, or is impossible with one. */
dxki_hlsl_node *dxki_sema_convert(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to,
                                  bool cast);
/* The same for what is declared by `given`, or NULL: messages name its type as it is spelled. */
dxki_hlsl_node *dxki_sema_convert_for(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to,
                                      const dxki_ast_decl *given, bool cast);
/* Warns of what is lost when a parameter that is written gets an argument of another type. */
void dxki_sema_warn_out(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to,
                        const dxki_ast_decl *given);
/* The value of what may be a place that is cast. */
dxki_hlsl_node *dxki_sema_by_value(dxki_hlsl *c, dxki_hlsl_node *n);
/* A conversion that is known to be possible. */
dxki_hlsl_node *dxki_sema_as(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to);
/* The element that two operands have in common. */

/* Without 16-bit types `half` is `float` by another name for all but overloads; swizzles, conditional
 * expressions and vectors and matrices that intrinsics return are of `float` even there. */
dxki_hlsl_scalar dxki_sema_counted(const dxki_hlsl *c, dxki_hlsl_scalar s);

dxki_hlsl_scalar dxki_sema_common(const dxki_hlsl *c, dxki_hlsl_scalar a, dxki_hlsl_scalar b);
/* Shape that two operands have in common, with an element; NULL: none. */
const dxki_hlsl_type *dxki_sema_common_shape(dxki_hlsl *c, const dxki_hlsl_type *a,
                                             const dxki_hlsl_type *b, dxki_hlsl_scalar s);
/* What a literal is without anything that says so; the type alone leaves the literal as it is. */
dxki_hlsl_node *dxki_sema_concrete(dxki_hlsl *c, dxki_hlsl_node *n);
const dxki_hlsl_type *dxki_sema_concrete_type(dxki_hlsl *c, const dxki_hlsl_node *n);
/* A condition: a scalar bool. */
dxki_hlsl_node *dxki_sema_condition(dxki_hlsl *c, dxki_hlsl_node *n, const char *what);
dxki_hlsl_node *dxki_sema_binary(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                                 dxki_hlsl_loc loc);
dxki_hlsl_node *dxki_sema_unary(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_loc loc);

/* --- init.c --- */

/* What a structure or an array with objects consists of, as another one; see regroup.c. */
dxki_hlsl_node *dxki_sema_regroup(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to);

/* The value that a list gives a type: leaf by leaf, counts must match. A count that is not known
 * follows from the list: *type is the result. */
dxki_hlsl_node *dxki_sema_list(dxki_hlsl *c, const dxki_ast_exprs *list,
                               const dxki_hlsl_type **type, dxki_hlsl_loc loc, dxki_hlsl_loc start);
/* Pushes the values of a list, nested ones too; false: one is wrong, which was reported. */
bool dxki_sema_flatten(dxki_hlsl *c, const dxki_ast_exprs *list);
/* How many values a value gives a list. */
uint32_t dxki_sema_gives(const dxki_hlsl_type *t);
/* One of them. */
dxki_hlsl_node *dxki_sema_leaf(dxki_hlsl *c, dxki_hlsl_node *n, uint32_t i);
/* An initialiser: a list, or an expression. */
dxki_hlsl_node *dxki_sema_init(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type **type);

/* --- subobject.c --- */

/* A kind of sub-objects of libraries. */
typedef struct dxki_sema_subobject_kind {
    dxki_hlsl_object object;
    const char *members; /* in order: t for a text, n for a number */
    uint32_t kind;       /* DXK_SUBOBJECT_KIND_ */
    uint32_t hit_group;  /* DXK_SUBOBJECT_KIND_HIT_GROUP: its type */
} dxki_sema_subobject_kind;

/* The kind of a type; NULL: it is no sub-object. */
const dxki_sema_subobject_kind *dxki_sema_subobject_kind_of(const dxki_hlsl_type *t);
/* The list that gives such an object its members: one value for each. */
dxki_hlsl_node *dxki_sema_subobject(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t);

/* --- builtin.c --- */

/* The structure that an object of the table is; NULL: it is none. */
const dxki_hlsl_type *dxki_sema_builtin_record(dxki_hlsl *c, uint8_t object);
/* Declares the namespace dx and what is in it. */
void dxki_sema_declare_language(dxki_hlsl *c);

/* --- call.c --- */

dxki_hlsl_node *dxki_sema_call(dxki_hlsl *c, const dxki_ast_expr *e);
/* object op arg, if the structure has an operator for it; NULL: it has none that fits. */
dxki_hlsl_node *dxki_sema_operator_call(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *object,
                                        dxki_hlsl_node *arg, dxki_hlsl_loc loc);

/* --- intrinsic.c --- */

typedef struct dxki_hlsl_intrinsic {
    const char *scope; /* class names with '|' between, or "" */
    const char *name;
    uint8_t nargs;      /* parameters */
    const char *result; /* as in the table */
    const char *params; /* with "; " between */
    uint8_t min_minor;  /* shader model 6.N */
    uint32_t lowering;  /* dxki_hlsl_lowering; 0: not there yet */
    uint32_t op;        /* dxk_op that the lowering takes; for unsigned numbers the same */
    uint32_t code;      /* and a number for it */
} dxki_hlsl_intrinsic;

/* What is called, and with what. */
typedef struct dxki_hlsl_intrinsic_call {
    dxk_str scope; /* as in the table */
    dxk_str name;
    dxki_hlsl_node *object; /* of a method, or NULL */
    dxki_hlsl_node **args;
    size_t count;
    const dxki_hlsl_type *type_arg; /* or NULL */
    dxki_hlsl_loc loc;
} dxki_hlsl_intrinsic_call;

/* A call of a function of the language or of a method; NULL: there is none of that name. */
dxki_hlsl_node *dxki_sema_intrinsic(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k);
/* The same, but NULL also where no row takes the arguments, and nothing is reported. */
dxki_hlsl_node *dxki_sema_intrinsic_fitting(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k);
/* Declares those that stand in the namespace dx. */
void dxki_sema_declare_intrinsics(dxki_hlsl *c);
bool dxki_sema_is_intrinsic(dxk_str scope, dxk_str name);
/* The same; `*takes_none` becomes true if it can be called without arguments. */
bool dxki_sema_is_method(dxk_str scope, dxk_str name, bool *takes_none);
/* The names of a scope from row *at on, which becomes the one after it; NULL: there are no more. */
const char *dxki_sema_intrinsic_word(dxk_str scope, size_t *at);

/* --- reach.c --- */

/* The stage that [shader("...")] calls so; false: none. And the other way around. */
bool dxki_hlsl_stage_of(dxk_str name, uint32_t *kind);
dxk_str dxki_hlsl_stage_words(uint32_t kind);
/* The one that the name of a file tells: by the last word that is one for a stage, of those between dots,
 * dashes and underscores in front of the ending, as in "light.ps.hlsl"; DXK_SHADER_KIND_INVALID: none is. */
uint32_t dxki_hlsl_stage_of_file(dxk_str name);
bool dxki_hlsl_is_ray_stage(uint32_t kind);
/* Reports what an entry point must not call; `stage` is LIBRARY for exported functions. */
void dxki_sema_check_calls(dxki_hlsl *c, dxki_hlsl_function *entry, uint32_t stage);

/* --- recursion.c --- */

/* Reports the first function that calls itself of those that one reaches, unless that was said. */
void dxki_sema_check_recursion(dxki_hlsl *c, dxki_hlsl_function *entry);

/* --- constant.c --- */

/* The leaves of a value, if they are known; or NULL. */
const uint64_t *dxki_sema_value(dxki_hlsl *c, const dxki_hlsl_node *n);
/* The same of a call of a function of the language; constant_call.c. */
const uint64_t *dxki_sema_call_value(dxki_hlsl *c, const dxki_hlsl_node *n);
/* How far a value that is known is a constant expression. */
uint8_t dxki_sema_strictness(dxki_hlsl *c, const dxki_hlsl_node *n);
/* May constant expressions call a function of the language? */
bool dxki_sema_is_strict_call(const dxki_hlsl_node *n);
/* Replaces a node by its value, if that is known. */
dxki_hlsl_node *dxki_sema_fold(dxki_hlsl *c, dxki_hlsl_node *n);
dxki_hlsl_node *dxki_sema_constant(dxki_hlsl *c, const dxki_hlsl_type *type, uint64_t bits,
                                   dxki_hlsl_loc loc);
uint64_t dxki_sema_convert_bits(const dxki_hlsl *c, uint64_t bits, uint8_t from, uint8_t to);

/* --- layout.c --- */

/* Fills in what the functions below say of an array or record, whose parts are complete. */
void dxki_hlsl_lay_out(dxki_hlsl *c, dxki_hlsl_type *t);
/* Numbers, vectors and matrices that are parts of a type; an array has those of one element. */
uint32_t dxki_hlsl_slots(const dxki_hlsl_type *t);

/* Offset in a constant buffer at which a type may stand that comes after `offset`. */
uint32_t dxki_hlsl_place_constant(const dxki_hlsl *c, uint32_t offset, const dxki_hlsl_type *t);
uint32_t dxki_hlsl_constant_size(const dxki_hlsl *c, const dxki_hlsl_type *t);
/* The rows or columns that a matrix consists of in a constant buffer. */
typedef struct dxki_hlsl_lines {
    uint32_t count, components;
    uint32_t stride; /* bytes from one to the next */
} dxki_hlsl_lines;

dxki_hlsl_lines dxki_hlsl_matrix_lines(const dxki_hlsl *c, const dxki_hlsl_type *t);
/* Distance between elements of an array in a constant buffer. */
uint32_t dxki_hlsl_constant_stride(const dxki_hlsl *c, const dxki_hlsl_type *element);
/* The same in structured and raw buffers. */
uint32_t dxki_hlsl_packed_align(const dxki_hlsl *c, const dxki_hlsl_type *t);
uint32_t dxki_hlsl_packed_size(const dxki_hlsl *c, const dxki_hlsl_type *t);

/* The order of a matrix in memory. */
static inline bool dxki_hlsl_by_rows(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    return t->order ? t->order == DXKI_HLSL_ROWS : c->options.row_major;
}

#endif
