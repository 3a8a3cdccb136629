/* SPDX-License-Identifier: MIT */
/*
 * ast.h - syntax: what the parser makes of the tokens. Names are not resolved and nothing has a
 * type; that is for sema, which may go over the same syntax several times (templates).
 */
#ifndef DXKI_HLSL_AST_H
#define DXKI_HLSL_AST_H

#include "hlsl/token.h"

typedef struct dxki_ast_expr dxki_ast_expr;
typedef struct dxki_ast_type dxki_ast_type;

/* What #pragma pack_matrix said. */
typedef enum dxki_ast_pack {
    DXKI_AST_PACK_NONE, /* there was none */
    DXKI_AST_PACK_ROWS,
    DXKI_AST_PACK_COLUMNS
} dxki_ast_pack;
typedef struct dxki_ast_decl dxki_ast_decl;
typedef struct dxki_ast_stmt dxki_ast_stmt;

/* Template arguments: types and expressions, in order. */
typedef struct dxki_ast_arg {
    dxki_ast_type *type; /* or NULL */
    dxki_ast_expr *expr;
} dxki_ast_arg;

typedef struct dxki_ast_args {
    dxki_ast_arg *items;
    size_t count;
    bool given; /* there is a <...>, maybe without anything inside */
} dxki_ast_args;

/* Arguments of a part that is not the last one. */
typedef struct dxki_ast_outer_args {
    size_t part;
    dxki_ast_args args;
    struct dxki_ast_outer_args *next;
} dxki_ast_outer_args;

/* a::b<c>::d, __decltype(e)::d */
typedef struct dxki_ast_path {
    dxki_hlsl_name **parts;
    size_t count;
    bool global;                /* begins with :: */
    bool says_template;         /* the word stands in front of the last part */
    dxki_ast_args args;         /* of the last part */
    dxki_ast_outer_args *outer; /* of those in front of it */
    dxki_ast_expr *of;          /* the first part is the type of it; NULL: it is a name */
    dxki_hlsl_loc loc;          /* of the last part */
    dxki_hlsl_loc start;        /* of the first one */
} dxki_ast_path;

typedef struct dxki_ast_exprs {
    dxki_ast_expr **items;
    size_t count;
} dxki_ast_exprs;

typedef struct dxki_ast_decls {
    dxki_ast_decl **items;
    size_t count;
} dxki_ast_decls;

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

typedef enum dxki_ast_expr_kind {
    DXKI_AST_NUMBER, /* text */
    DXKI_AST_STRING, /* text, without quotes */
    DXKI_AST_CHAR,   /* text, with quotes */
    DXKI_AST_BOOL,   /* op: 0 or 1 */
    DXKI_AST_NAME,   /* path */
    DXKI_AST_THIS,
    DXKI_AST_CALL,      /* a(list) */
    DXKI_AST_CONSTRUCT, /* type(list) */
    DXKI_AST_INDEX,     /* a[b] */
    DXKI_AST_MEMBER,    /* a.path */
    DXKI_AST_UNARY,     /* op a */
    DXKI_AST_POSTFIX,   /* a op */
    DXKI_AST_BINARY,    /* a op b, the comma among them */
    DXKI_AST_ASSIGN,    /* a op b */
    DXKI_AST_COND,      /* a ? b : c */
    DXKI_AST_CAST,      /* (type)a */
    DXKI_AST_SIZEOF,    /* of a, or of type */
    DXKI_AST_LIST,      /* {list} */
    DXKI_AST_BROKEN /* it was misread, and that was said; what was read of it: a, b, c, type, list */
} dxki_ast_expr_kind;

struct dxki_ast_expr {
    uint8_t kind;      /* dxki_ast_expr_kind */
    uint8_t op;        /* dxki_hlsl_tok */
    bool in_parens;    /* it stands in parentheses */
    bool is_call;      /* BROKEN: it was to be one */
    bool is_cast;      /* NAME: it stands right behind a type in parentheses */
    bool may_be_type;  /* NAME: it stands first in parentheses that are not those of a call */
    uint32_t unclosed; /* BROKEN: the message that the ')' is missing, counted from 1; 0: none */
    dxki_hlsl_loc loc; /* of the operator, the name, the literal */
    dxki_hlsl_loc mistake; /* BROKEN: where the mistake is told */
    uint32_t told;         /* and the message, counted from 1 */
    dxki_hlsl_span span;   /* all of it, with parentheses around it */
    dxki_ast_expr *next;   /* see dxki_hlsl.exprs */
    dxki_ast_expr *a, *b, *c;
    dxki_ast_type *type;
    dxki_ast_exprs list;
    dxki_ast_path path;
    dxk_str text;
};

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Modifiers, one bit each: those of spec/hlsl_tokens.def, and some words that are names elsewhere. */
#define DXKI_AST_MOD(keyword) ((uint64_t)1 << (DXKI_HLSL_K_##keyword - DXKI_HLSL_K_CENTROID))
#define DXKI_AST_INLINE       ((uint64_t)1 << 63) /* a keyword that says nothing else */

/* A modifier where it is spelled. */
typedef struct dxki_ast_word {
    uint32_t keyword; /* dxki_hlsl_keyword */
    dxki_hlsl_loc loc;
} dxki_ast_word;

typedef struct dxki_ast_words {
    dxki_ast_word *items;
    size_t count;
} dxki_ast_words;

typedef enum dxki_ast_type_kind {
    DXKI_AST_T_NAMED, /* path */
    DXKI_AST_T_VOID,
    DXKI_AST_T_AUTO,
    DXKI_AST_T_OF,     /* __decltype(of) */
    DXKI_AST_T_RECORD, /* decl: declared or defined here */
    DXKI_AST_T_ENUM
} dxki_ast_type_kind;

/* Where a type stands, as far as messages ask for it. */
typedef enum dxki_ast_role {
    DXKI_AST_ANYWHERE,
    DXKI_AST_BASE,            /* of a structure */
    DXKI_AST_BEGINS_STATEMENT /* nothing stands in front of it */
} dxki_ast_role;

struct dxki_ast_type {
    uint8_t kind;     /* dxki_ast_type_kind */
    uint8_t role;     /* dxki_ast_role */
    uint8_t pack;     /* dxki_ast_pack: what #pragma pack_matrix said last */
    uint32_t unended; /* BEGINS_STATEMENT: the message that the ';' is missing, from 1; 0: none */
    dxki_hlsl_loc loc;
    dxki_hlsl_loc end; /* the last token, without dimensions */
    uint64_t mods;
    dxki_ast_words words; /* those in front of it, in order, repeated ones, too */
    dxki_ast_path path;
    dxki_ast_decl *decl;
    dxki_ast_expr *of;
    dxki_ast_exprs dims;       /* of type-ids: int[4] */
    dxki_hlsl_loc coherent[2]; /* of globallycoherent and reordercoherent, if they are in `mods` */
};

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

/* [name(args)] */
typedef struct dxki_ast_attr {
    dxki_hlsl_name *scope; /* vk in [[vk::x]], or NULL */
    dxki_hlsl_name *name;
    dxki_hlsl_loc loc;
    dxki_hlsl_loc end; /* the last token */
    dxki_ast_exprs args;
} dxki_ast_attr;

typedef struct dxki_ast_attrs {
    dxki_ast_attr *items;
    size_t count;
} dxki_ast_attrs;

typedef enum dxki_ast_note_kind {
    DXKI_AST_SEMANTIC,   /* : NAME */
    DXKI_AST_REGISTER,   /* : register(t3, space1) */
    DXKI_AST_PACKOFFSET, /* : packoffset(c0.y) */
    DXKI_AST_ACCESS      /* : read(...), write(...) of payloads */
} dxki_ast_note_kind;

/* Those who use a payload: sets of bits. */
enum {
    DXKI_HLSL_BY_CALLER = 1,
    DXKI_HLSL_BY_CLOSEST_HIT = 2,
    DXKI_HLSL_BY_MISS = 4,
    DXKI_HLSL_BY_ANY_HIT = 8
};

/* The one of that name in read(...) and write(...); 0: none. (parse_note.c) */
uint8_t dxki_hlsl_payload_stage(dxk_str name);
dxk_str dxki_hlsl_payload_stage_name(uint8_t stage);

/* What stands after the ':' of a declaration. */
typedef struct dxki_ast_note {
    uint8_t kind; /* dxki_ast_note_kind */
    dxki_hlsl_loc loc;
    dxki_hlsl_name *name; /* semantic; "read", "write" */
    dxk_str profile;      /* register: what it is for; empty: everything */
    char letter;          /* register: of the register; 0: only a space is given */
    uint32_t number;      /* register; packoffset: of the row */
    uint32_t component;   /* packoffset */
    bool has_space;
    uint32_t space;
    dxki_ast_expr *index;    /* register(t3[index]) */
    dxki_hlsl_loc index_end; /* where the ] stands */
    dxki_hlsl_name **stages; /* read, write */
    size_t stage_count;
} dxki_ast_note;

typedef struct dxki_ast_notes {
    dxki_ast_note *items;
    size_t count;
} dxki_ast_notes;

typedef enum dxki_ast_decl_kind {
    DXKI_AST_VARIABLE,
    DXKI_AST_FUNCTION,
    DXKI_AST_RECORD, /* struct, class, interface */
    DXKI_AST_ENUM,
    DXKI_AST_ENUMERATOR,
    DXKI_AST_TYPEDEF,
    DXKI_AST_NAMESPACE,
    DXKI_AST_BUFFER, /* cbuffer, tbuffer */
    DXKI_AST_USING,  /* using namespace path; using path */
    DXKI_AST_ASSERT,
    DXKI_AST_PARAM_TYPE,     /* of templates: typename T = type; values are variables */
    DXKI_AST_PARAM_TEMPLATE, /* template<...> class T = type, which names a template */
    DXKI_AST_NOTHING         /* effects, ';', types without a name */
} dxki_ast_decl_kind;

struct dxki_ast_decl {
    uint8_t kind;         /* dxki_ast_decl_kind */
    uint8_t op;           /* functions: the operator that is overloaded; records: K_STRUCT ... */
    dxki_hlsl_loc loc;    /* of the name */
    dxki_hlsl_name *name; /* NULL: none */
    uint64_t mods;
    dxki_ast_type *type; /* of a variable, a member; result of a function; of a typedef */
    dxki_ast_attrs attrs;
    dxki_ast_exprs dims;    /* [2][]: NULL for nothing between the brackets */
    dxki_hlsl_loc dims_loc; /* of the first bracket */
    dxki_ast_notes notes;
    dxki_ast_expr *init;    /* value; condition of an assertion */
    dxki_ast_expr *bits;    /* width of a bit field */
    dxki_ast_decls params;  /* of a function */
    dxki_ast_stmt *body;    /* of a function */
    dxki_ast_decls members; /* of records, enumerations, namespaces, buffers */
    bool defined;           /* record, enumeration: there are braces */
    bool is_array;          /* function: there are dimensions between its name and its parameters */
    bool nameless;          /* record: neither it nor anything of it has a name */
    bool scoped;            /* enum class; using namespace; using name = type */
    dxki_ast_type **bases;
    size_t base_count;
    dxki_ast_path path; /* struct S::f ...; using; specialisations: the arguments */
    bool is_template;
    dxki_ast_decls template_params;
    dxki_ast_decls **outer_params; /* lists of the templates around it, the outermost first */
    size_t outer_count;
};

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

typedef enum dxki_ast_stmt_kind {
    DXKI_AST_BLOCK,
    DXKI_AST_EXPRESSION,
    DXKI_AST_DECLARATION,
    DXKI_AST_IF,
    DXKI_AST_SWITCH,
    DXKI_AST_CASE, /* value: NULL for default */
    DXKI_AST_FOR,
    DXKI_AST_WHILE,
    DXKI_AST_DO,
    DXKI_AST_BREAK,
    DXKI_AST_CONTINUE,
    DXKI_AST_RETURN,
    DXKI_AST_DISCARD,
    DXKI_AST_EMPTY
} dxki_ast_stmt_kind;

struct dxki_ast_stmt {
    uint8_t kind; /* dxki_ast_stmt_kind */
    dxki_hlsl_loc loc;
    dxki_hlsl_loc end; /* block: the closing brace; empty: the ';', nowhere: it was left out */
    size_t unended;    /* which of dxki_hlsl.said says that its ';' is missing, from 1; 0: none */
    bool runs_on;      /* the same, and the next statement is what follows */
    dxki_ast_attrs attrs;
    dxki_ast_expr *value;    /* condition, expression, result */
    dxki_ast_decl *variable; /* declared in the condition */
    dxki_ast_stmt *init;     /* for */
    dxki_ast_expr *step;     /* for */
    dxki_ast_stmt *yes, *no; /* body; else */
    dxki_hlsl_loc else_loc;
    dxki_ast_stmt **items; /* block */
    size_t count;
    dxki_ast_decls decls;
};

#endif
