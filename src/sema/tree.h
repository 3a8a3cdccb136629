/* SPDX-License-Identifier: MIT */
/*
 * tree.h - typed HLSL, as sema makes it and codegen reads it: declarations, scopes, expressions,
 * statements. Every name is resolved, every expression has a type, every conversion is a node.
 */
#ifndef DXKI_SEMA_TREE_H
#define DXKI_SEMA_TREE_H

#include "hlsl/ast.h"
#include "ir/idset.h"
#include "sema/types.h"

typedef struct dxki_hlsl_node dxki_hlsl_node;
typedef struct dxki_hlsl_code dxki_hlsl_code;
typedef struct dxki_hlsl_var dxki_hlsl_var;
typedef struct dxki_hlsl_function dxki_hlsl_function;
typedef struct dxki_hlsl_buffer dxki_hlsl_buffer;
typedef struct dxki_hlsl_template dxki_hlsl_template;
typedef struct dxki_hlsl_object_use dxki_hlsl_object_use; /* see change.c */

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

typedef enum dxki_hlsl_storage {
    DXKI_HLSL_LOCAL,    /* variable or parameter of a function */
    DXKI_HLSL_STATIC,   /* one per invocation */
    DXKI_HLSL_CONSTANT, /* member of a constant buffer */
    DXKI_HLSL_SHARED,   /* groupshared */
    DXKI_HLSL_RESOURCE  /* global object */
} dxki_hlsl_storage;

enum { DXKI_HLSL_IN = 1, DXKI_HLSL_OUT = 2 };

typedef enum dxki_hlsl_scope_kind {
    DXKI_HLSL_UNIT,      /* the whole source */
    DXKI_HLSL_NAMESPACE, /* all declarations of it together */
    DXKI_HLSL_MEMBERS,   /* of a structure or an enumeration */
    DXKI_HLSL_TEMPLATE_PARAMS,
    DXKI_HLSL_LOCALS /* of a function, a block */
} dxki_hlsl_scope_kind;

/* Where names are declared. Scopes stay when they are left: other scopes ask them for members, and
 * templates are read again in them. */
typedef struct dxki_hlsl_scope {
    uint8_t kind;   /* dxki_hlsl_scope_kind */
    bool is_head;   /* of what an `if` or a loop declares in front of its body */
    uint32_t seen;  /* the last lookup that has been here */
    uint32_t names; /* that were declared here */
    struct dxki_hlsl_scope *outer;
    dxki_hlsl_name *name;       /* of a namespace, or NULL */
    const dxki_hlsl_type *type; /* whose members these are */
    struct dxki_hlsl_directive *directives;
} dxki_hlsl_scope;

/* using namespace: its names are known as though they were declared in `as_in`. */
typedef struct dxki_hlsl_directive {
    dxki_hlsl_scope *space, *as_in;
    struct dxki_hlsl_directive *next;
} dxki_hlsl_directive;

/* How far a value that is known is a constant expression. */
typedef enum dxki_hlsl_strictness {
    DXKI_HLSL_STRICT,
    DXKI_HLSL_FOLDED, /* it reads variables of real numbers: enumerators and bit fields take it */
    DXKI_HLSL_LOOSE /* it is none: it calls a function that those do not have, or reads a vector */
} dxki_hlsl_strictness;

struct dxki_hlsl_var {
    dxki_hlsl_name *name;
    dxki_hlsl_loc loc;
    const dxki_hlsl_type *type;
    uint8_t storage;   /* dxki_hlsl_storage */
    uint8_t direction; /* of parameters */
    bool is_const;
    bool is_named; /* something does, after its declaration */
    bool is_bad;   /* its value is wrong, which was said: nothing is said of its uses */
    bool is_precise;
    uint64_t mods;
    const dxki_ast_decl *decl;
    dxki_hlsl_node *init;     /* or NULL */
    const uint64_t *value;    /* leaves, if it is constant and known; or NULL */
    uint8_t strictness;       /* dxki_hlsl_strictness of the value, if it is known */
    dxki_hlsl_buffer *buffer; /* constants: where they are */
    dxk_str path;             /* and the name with its namespaces */
    uint32_t offset;          /* and at which byte */
    bool used;                /* the entry point reaches it; of resources */
    bool counts;              /* its counter is used */
    bool is_local;            /* of a function, also if it is static */
    bool in_buffer;           /* an object that is declared in a constant buffer */
    uint32_t rank;  /* among the constants and views of buffers that have objects, from 1 */
    size_t before;  /* of loose constants: the globals that are declared before it */
    uint32_t group; /* of those and of objects in a constant buffer: that of the buffer; or 0 */
    struct dxki_hlsl_var *part_of; /* an object in one of those: which one; or NULL */
    bool written;                  /* something may change it or a part of it; see change.c */
    const dxki_hlsl_object_use *called_on; /* `this`: what the method is called on */
    bool is_bound;                         /* of emit: `place` is an object */
    dxki_hlsl_var **parts; /* of emit: its objects as resources, as far as they are used */
    const struct dxki_hlsl_instance *instance; /* of a template, or NULL */
    bool is_told;          /* that it is a resource that exported functions may not use */
    bool is_payload;       /* it is handed to mesh shaders as it lies in memory */
    uint32_t resource;     /* number in emit */
    void *place;           /* of emit */
    uint32_t space, first; /* resources: register */
    bool has_space, has_register;
};

/* cbuffer, tbuffer, $Globals. */
struct dxki_hlsl_buffer {
    dxk_str name;
    dxki_hlsl_loc loc;
    bool is_texture;  /* tbuffer */
    bool has_objects; /* objects are declared in it, which are no members */
    dxki_hlsl_var **members;
    size_t count;
    uint32_t size;      /* bytes */
    dxki_hlsl_var *var; /* stands for it among the resources */
};

/* Where a function names a constant of the language. */
typedef struct dxki_hlsl_use {
    const dxki_hlsl_named_number *number;
    dxki_hlsl_loc loc;
    struct dxki_hlsl_use *next;
} dxki_hlsl_use;

struct dxki_hlsl_function {
    dxki_hlsl_name *name;
    dxki_hlsl_loc loc;
    const dxki_hlsl_type *result;
    dxki_hlsl_var **params;
    size_t param_count;
    size_t required;          /* parameters without default */
    dxki_hlsl_record *record; /* of a method */
    bool is_static;
    const dxki_ast_decl *decl;           /* the one with the body, if there is one */
    dxki_hlsl_scope *scope;              /* in which it is declared */
    uint32_t order;                      /* of declarations */
    uint32_t horizon;                    /* see dxki_hlsl_template; 0: none */
    dxki_hlsl_template *tmpl;            /* it is a template, and cannot be called */
    struct dxki_hlsl_instance *instance; /* it is made of a template of functions, or NULL */
    uint32_t depth;                      /* instances that it was made for */
    bool is_lazy;                        /* the body is read when it is called */
    dxki_hlsl_loc asked;                 /* by the first call then, */
    const dxki_hlsl_context *asked_in;   /* and what that was read in */
    dxki_hlsl_code *body;
    dxki_hlsl_var *self;               /* `this` */
    dxki_hlsl_object_use *called_on;   /* methods: variables that they are called on */
    dxki_hlsl_function *next;          /* of the same name in the same scope */
    uint32_t debug_node;               /* of debug information; 0: not made yet */
    bool is_wrong;                     /* its declaration has mistakes: its paths are not judged */
    bool is_active;                    /* it is being emitted or searched: a call is recursion */
    bool seen;                         /* walked through for what it uses */
    uint32_t visit;                    /* the last walk of reach.c that has been here */
    uint32_t searched;                 /* the same of recursion.c */
    bool calls_itself;                 /* which was said */
    uint32_t made;                     /* of emit: the function in a library; 0: there is none */
    uint8_t kept;                      /* of codegen/kept.c: does it stay a function? */
    uint8_t may_stay;                  /* there, too: what calls it may, as far as it is asked */
    bool is_listed, is_written;        /* there, too: it is one of them; its body was emitted */
    struct dxki_hlsl_node_entry *node; /* it is a node of a work graph; see node.h */
    dxki_hlsl_use *uses, *last_use;    /* of constants that its shader model may not have */
};

/* What a parameter of a template stands for: a type, a value of that type, or (the type is void then) a
 * template, which may be the language's. */
typedef struct dxki_hlsl_argument {
    const dxki_hlsl_type *type;
    bool is_const; /* of a type */
    bool is_value;
    uint64_t bits;
    dxki_hlsl_template *tmpl; /* or NULL */
    const dxki_hlsl_predeclared *known;
} dxki_hlsl_argument;

/* A declaration of a template that has another one, too. */
typedef struct dxki_hlsl_redeclared {
    const dxki_ast_decl *decl;
    struct dxki_hlsl_redeclared *next;
} dxki_hlsl_redeclared;

struct dxki_hlsl_template {
    dxki_hlsl_name *name;
    const dxki_ast_decl *decl;           /* a structure, a typedef, a function, a variable */
    struct dxki_hlsl_redeclared *others; /* its other declarations, which may have defaults */
    dxki_hlsl_scope *scope;              /* in which it is declared */
    uint32_t horizon;                    /* declarations after this one are not seen by its names */
    bool is_bad;                         /* its definition has mistakes */
    uint32_t weight;                     /* of partial specialisations */
    uint32_t partial_count;
    struct dxki_hlsl_template *partial; /* specialisations of a structure */
    struct dxki_hlsl_template *next;    /* of them */
    dxki_hlsl_scope *members;           /* what is defined outside of a structure */
};

/* A template with arguments. */
typedef struct dxki_hlsl_instance {
    dxki_hlsl_template *of;
    const dxki_ast_decl *decl; /* that of the template, or of a specialisation */
    dxki_hlsl_argument *args;
    size_t count;
    const dxki_hlsl_type *type;   /* of a structure */
    bool is_open;                 /* it is being made */
    bool is_unknown;              /* it stands for all: the template is being checked */
    dxki_hlsl_function *function; /* or this; NULL: the arguments do not fit */
    dxki_hlsl_var *var;           /* or this */
    struct dxki_hlsl_instance *next;
} dxki_hlsl_instance;

typedef enum dxki_hlsl_symbol_kind {
    DXKI_HLSL_SYM_VAR,
    DXKI_HLSL_SYM_FUNCTION, /* and those of the same name */
    DXKI_HLSL_SYM_TYPE,
    DXKI_HLSL_SYM_FIELD, /* of `this`, inside of methods */
    DXKI_HLSL_SYM_VALUE, /* enumerator */
    DXKI_HLSL_SYM_NAMESPACE,
    DXKI_HLSL_SYM_TEMPLATE,  /* of structures, types and variables */
    DXKI_HLSL_SYM_INTRINSIC, /* function of the language in a namespace or class */
    DXKI_HLSL_SYM_BAD        /* its declaration was refused */
} dxki_hlsl_symbol_kind;

/* What a name stands for in a scope. */
typedef struct dxki_hlsl_symbol {
    uint8_t kind; /* dxki_hlsl_symbol_kind */
    dxki_hlsl_name *name;
    dxki_hlsl_loc loc;
    uint32_t order; /* of declarations */
    uint32_t seen;  /* the last lookup that has been here */
    dxki_hlsl_scope *scope;
    dxki_hlsl_var *var;
    dxki_hlsl_function *function;
    const dxki_hlsl_type *type;
    dxki_hlsl_scope *space;             /* of a namespace; what knows a member of a buffer, too */
    dxki_hlsl_template *tmpl;           /* the template; of the type in its own scope, too */
    const dxki_hlsl_predeclared *known; /* a template of the language by the name of a parameter */
    const char *within;                 /* of an intrinsic: its scope in the table */
    const dxki_ast_decl *decl;          /* of a member that is defined outside of a template */
    bool is_alias;                      /* a type by another name */
    bool is_const;                      /* of a type: it is constant */
    uint64_t value;
    struct dxki_hlsl_import *imports; /* functions of other scopes, by `using` */
    struct dxki_hlsl_symbol *next;    /* in the same bucket */
} dxki_hlsl_symbol;

typedef struct dxki_hlsl_import {
    dxki_hlsl_symbol *from;
    struct dxki_hlsl_import *next;
} dxki_hlsl_import;

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

typedef enum dxki_hlsl_node_kind {
    DXKI_HLSL_N_ERROR,
    DXKI_HLSL_N_CONSTANT, /* bits: one per leaf */
    DXKI_HLSL_N_STRING,   /* index: number of its text, from 1 */
    DXKI_HLSL_N_VAR,      /* var */
    DXKI_HLSL_N_THIS,
    DXKI_HLSL_N_FIELD,     /* a.index */
    DXKI_HLSL_N_BITS,      /* `count` bits of a, from bit `index` on */
    DXKI_HLSL_N_ELEMENT,   /* a[b]: of an array, a vector, a matrix (a row), an array of objects */
    DXKI_HLSL_N_SWIZZLE,   /* a.count of rows, columns */
    DXKI_HLSL_N_SUBSCRIPT, /* a[b]: of a resource; c: level or sample */
    DXKI_HLSL_N_CONTENT,   /* of a ConstantBuffer a */
    DXKI_HLSL_N_HEAP,      /* ResourceDescriptorHeap[a], of the type that it is used as */
    DXKI_HLSL_N_CONVERT,   /* a as type */
    /* leaves of list, each of its type already; var: it is evaluated once within the list around it,
     * which takes it apart */
    DXKI_HLSL_N_LIST,
    DXKI_HLSL_N_UNARY, /* op: T_SUB, T_TILDE, T_NOT */
    DXKI_HLSL_N_STEP,  /* ++ and --; index: 1 if the old value is the result */
    DXKI_HLSL_N_BINARY, /* a op b, of the same type but for shifts; index: 1 if && or || is written */
    DXKI_HLSL_N_LOGIC,  /* && and ||, b evaluated only if needed */
    DXKI_HLSL_N_SELECT, /* a ? b : c, all evaluated */
    DXKI_HLSL_N_CHOOSE, /* the same, one of them evaluated */
    DXKI_HLSL_N_COMMA,
    DXKI_HLSL_N_ASSIGN,   /* a = b */
    DXKI_HLSL_N_UPDATE,   /* a op= b; b and the operation are of type c's */
    DXKI_HLSL_N_CALL,     /* function(list); a: object of a method */
    DXKI_HLSL_N_INTRINSIC /* row(list); a: object of a method */
} dxki_hlsl_node_kind;

struct dxki_hlsl_node {
    uint8_t kind;                /* dxki_hlsl_node_kind */
    uint8_t op;                  /* dxki_hlsl_tok */
    bool is_lvalue;              /* it is a place */
    bool is_const;               /* a place that cannot be written */
    bool repeats;                /* swizzle: a component occurs twice */
    bool is_literal;             /* constant: a number as it is written, with its sign */
    bool is_computed;            /* operation: not known before the shader runs */
    uint8_t strictness;          /* constant: dxki_hlsl_strictness */
    uint8_t count;               /* swizzle */
    uint8_t rows[4], columns[4]; /* swizzle; rows of ?: scalars of both arms as they are written */
    dxki_hlsl_loc loc;
    const dxki_hlsl_type *type;
    dxki_hlsl_node *a, *b, *c;
    dxki_hlsl_node **list;
    size_t list_count;
    const uint64_t *bits;
    uint32_t index;
    dxki_hlsl_var *var;
    dxki_hlsl_function *function;
    const struct dxki_hlsl_intrinsic *row;
    const dxki_hlsl_type *type_arg; /* Load<T> */
};

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

typedef enum dxki_hlsl_code_kind {
    DXKI_HLSL_C_BLOCK,
    DXKI_HLSL_C_EXPR,
    DXKI_HLSL_C_VAR, /* begins to exist; value is its init */
    DXKI_HLSL_C_IF,
    DXKI_HLSL_C_SWITCH,
    DXKI_HLSL_C_CASE, /* constant; is_default */
    DXKI_HLSL_C_LOOP, /* for, while: value, step, yes; init stands in front of it */
    DXKI_HLSL_C_DO,
    DXKI_HLSL_C_BREAK,
    DXKI_HLSL_C_CONTINUE,
    DXKI_HLSL_C_RETURN,
    DXKI_HLSL_C_DISCARD
} dxki_hlsl_code_kind;

enum {
    DXKI_HLSL_BRANCH = 1,
    DXKI_HLSL_FLATTEN = 2,
    DXKI_HLSL_LOOP = 4,
    DXKI_HLSL_UNROLL = 8,
    DXKI_HLSL_FORCECASE = 16
};

struct dxki_hlsl_code {
    uint8_t kind;  /* dxki_hlsl_code_kind */
    uint8_t hints; /* of attributes */
    bool is_default;
    bool is_for;       /* loop: a `for` */
    bool is_scope;     /* block: in braces inside of a function, or a head with what it is of */
    dxki_hlsl_loc end; /* block: its closing brace */
    dxki_hlsl_loc loc;
    dxki_hlsl_var *var;
    dxki_hlsl_node *value, *step;
    dxki_hlsl_code *yes, *no;
    dxki_hlsl_code **items;
    size_t count;
    uint64_t constant; /* case; number of [unroll(n)] */
};

#endif
