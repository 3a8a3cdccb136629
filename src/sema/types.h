/* SPDX-License-Identifier: MIT */
/*
 * types.h - types. Equal types are one object, so that types are compared by address; matrices of
 * either order are two types.
 */
#ifndef DXKI_SEMA_TYPES_H
#define DXKI_SEMA_TYPES_H

#include "hlsl/predeclared.h"

typedef enum dxki_hlsl_type_kind {
    DXKI_HLSL_TY_ERROR, /* of what was reported already; fits everything */
    DXKI_HLSL_TY_VOID,
    DXKI_HLSL_TY_SCALAR,
    DXKI_HLSL_TY_VECTOR,
    DXKI_HLSL_TY_MATRIX,
    DXKI_HLSL_TY_ARRAY,
    DXKI_HLSL_TY_RECORD,
    DXKI_HLSL_TY_ENUM,
    DXKI_HLSL_TY_OBJECT,
    DXKI_HLSL_TY_HEAP, /* an element of ResourceDescriptorHeap: any resource */
    DXKI_HLSL_TY_COUNT
} dxki_hlsl_type_kind;

/* Order of a matrix in memory. */
enum { DXKI_HLSL_NO_ORDER, DXKI_HLSL_ROWS, DXKI_HLSL_COLUMNS };

/* Whom writes to a resource are seen by; a set. */
enum { DXKI_HLSL_GLOBALLY_COHERENT = 1, DXKI_HLSL_REORDER_COHERENT = 2 };

/* Leaves of types that have more than this many are not counted. */
#define DXKI_HLSL_MANY_LEAVES ((uint32_t)1 << 28)

typedef struct dxki_hlsl_record dxki_hlsl_record;

typedef struct dxki_hlsl_type {
    uint8_t kind;                         /* dxki_hlsl_type_kind */
    uint8_t scalar;                       /* of numbers */
    uint8_t order;                        /* of matrices */
    uint8_t norm;                         /* 1: snorm, 2: unorm */
    uint8_t coherence;                    /* of objects: DXKI_HLSL_GLOBALLY_COHERENT and so on */
    uint32_t rows;                        /* of matrices; 1 for scalars and vectors */
    uint32_t columns;                     /* of matrices; elements of vectors; 1 for scalars */
    uint8_t object;                       /* dxki_hlsl_object */
    uint32_t count;                       /* of arrays, 0: unknown; second argument of an object */
    const struct dxki_hlsl_type *element; /* of arrays, of objects (may be NULL); of an enum */
    dxki_hlsl_record *record;
    const dxki_hlsl_name *name;    /* of an enum */
    struct dxki_hlsl_scope *scope; /* of an enum: its enumerators */
    bool is_empty;                 /* an array that has 0 elements */
    bool scoped;                   /* an enum that converts to no number by itself */
    bool is_character;             /* an enum that no number converts to, either; see text.c */
    bool natural;                  /* an enum without a type, and none of it is negative */
    uint32_t leaves;               /* numbers that a value consists of */
    uint32_t inits;                /* numbers that a list gives for it: bit fields count each */
    uint64_t flat;          /* of arrays and records: hash of the kinds of numbers in order */
    bool has_objects;       /* it is or has an object */
    uint32_t depth;         /* of arrays and records in one another; 0: it is neither */
    uint32_t slots;         /* members of it that are numbers; see dxki_hlsl_slots() */
    uint32_t constant_size; /* of arrays and records, with the two below: see layout.c */
    uint32_t packed_size;
    uint32_t packed_align;
    uint32_t debug_node; /* of debug information; 0: not made yet */
    struct dxki_hlsl_type *next;
    struct dxki_hlsl_type *later; /* see dxki_hlsl_record.arrays */
} dxki_hlsl_type;

/* A member of a record. */
typedef struct dxki_hlsl_field {
    const dxki_hlsl_name *name;
    const dxki_hlsl_type *type;
    dxki_hlsl_loc loc;
    const struct dxki_ast_decl *decl; /* its annotations and modifiers */
    uint32_t slot;                    /* number of the first one of its own */
    uint32_t constant_offset;         /* bytes in front of it */
    uint32_t packed_offset;
    uint32_t first_bits, bit_fields; /* it consists of those bit fields of the record */
    bool is_bits;
    bool is_const; /* by the name of its type */
} dxki_hlsl_field;

/* A bit field: part of a field that has no name. */
typedef struct dxki_hlsl_bits {
    const dxki_hlsl_name *name; /* or NULL */
    const dxki_hlsl_type *type;
    dxki_hlsl_loc loc;
    uint32_t field;
    uint8_t shift, width;
} dxki_hlsl_bits;

struct dxki_hlsl_record {
    const dxki_hlsl_name *name;
    const dxki_hlsl_name *alias; /* of one without a name: what its typedef calls it, or NULL */
    dxki_hlsl_loc loc;
    const struct dxki_ast_decl *decl; /* that has its members; NULL: it is the language's */
    const dxki_hlsl_type *type;
    struct dxki_hlsl_scope *scope;       /* its members by name */
    struct dxki_hlsl_instance *instance; /* of a template, or NULL */
    bool complete;
    bool is_open; /* its members are being read */
    bool is_interface;
    bool is_unknown; /* of a template that is being checked */
    bool has_base;   /* the first field is the base */
    bool is_class;   /* declared with `class` */
    bool is_judged;  /* whether it is abstract is known */
    bool lacks_told; /* its missing methods were named */
    bool is_told;    /* accesses of payloads in it were checked */
    bool is_slice;   /* see part_of */
    const dxki_hlsl_type
        *part_of;          /* the texture of which it is the levels, or one level; or NULL */
    uint8_t is_laid_out;   /* codegen/layout.c: memory has another form of it; 0: not known yet */
    uint32_t in_module[2]; /* types that stand for it in the module; 0: not made yet */
    size_t told;           /* its place among those that are told of; 0: none is kept */
    const dxki_hlsl_type **interfaces; /* that it names itself */
    size_t interface_count;
    const struct dxki_hlsl_function *missing; /* the first method that nothing writes, or NULL */
    dxki_hlsl_field *fields;
    size_t field_count;
    dxki_hlsl_bits *bits;
    size_t bit_count;
    dxki_hlsl_type *arrays; /* of it, that were named before it was complete; elements first */
    dxki_hlsl_type **arrays_end;
};

typedef struct dxki_hlsl_types {
    dxki_hlsl_type *buckets[256];
} dxki_hlsl_types;

const dxki_hlsl_type *dxki_hlsl_type_error(dxki_hlsl *c);
const dxki_hlsl_type *dxki_hlsl_type_void(dxki_hlsl *c);
const dxki_hlsl_type *dxki_hlsl_type_scalar(dxki_hlsl *c, dxki_hlsl_scalar s);
const dxki_hlsl_type *dxki_hlsl_type_vector(dxki_hlsl *c, dxki_hlsl_scalar s, uint32_t count);
const dxki_hlsl_type *dxki_hlsl_type_matrix(dxki_hlsl *c, dxki_hlsl_scalar s, uint32_t rows,
                                            uint32_t columns, uint8_t order);
const dxki_hlsl_type *dxki_hlsl_type_array(dxki_hlsl *c, const dxki_hlsl_type *element,
                                           uint32_t count);
/* An array without elements; one of as many elements as another array. */
const dxki_hlsl_type *dxki_hlsl_type_empty(dxki_hlsl *c, const dxki_hlsl_type *element);
const dxki_hlsl_type *dxki_hlsl_type_array_as(dxki_hlsl *c, const dxki_hlsl_type *element,
                                              const dxki_hlsl_type *array);
const dxki_hlsl_type *dxki_hlsl_type_object(dxki_hlsl *c, dxki_hlsl_object object,
                                            const dxki_hlsl_type *element, uint32_t count);
const dxki_hlsl_type *dxki_hlsl_type_heap(dxki_hlsl *c, bool samplers);
/* A new enumeration. */
dxki_hlsl_type *dxki_hlsl_type_enum(dxki_hlsl *c, const dxki_hlsl_name *name,
                                    const dxki_hlsl_type *under);
/* A new record without fields; complete it later. */
dxki_hlsl_record *dxki_hlsl_type_record(dxki_hlsl *c, const dxki_hlsl_name *name,
                                        dxki_hlsl_loc loc);
/* Counts what a record has, when it is complete. */
void dxki_hlsl_record_done(dxki_hlsl *c, dxki_hlsl_record *r);

/* A type of the same shape with another element; and with an order, or snorm and unorm. */
const dxki_hlsl_type *dxki_hlsl_type_with(dxki_hlsl *c, const dxki_hlsl_type *t,
                                          dxki_hlsl_scalar s);
const dxki_hlsl_type *dxki_hlsl_type_ordered(dxki_hlsl *c, const dxki_hlsl_type *t, uint8_t order);
const dxki_hlsl_type *dxki_hlsl_type_normed(dxki_hlsl *c, const dxki_hlsl_type *t, uint8_t norm);

/* A resource, or an array of resources, with another set of coherences. */
const dxki_hlsl_type *dxki_hlsl_type_coherent(dxki_hlsl *c, const dxki_hlsl_type *t,
                                              uint8_t coherence);

/* Do two types consist of the same kinds of numbers in the same order? */
bool dxki_hlsl_same_leaves(const dxki_hlsl_type *a, const dxki_hlsl_type *b);

/* Numbers that a list gives for a field of a record. */
uint32_t dxki_hlsl_field_inits(const dxki_hlsl_record *r, uint32_t field);

/* Without order, norm and coherence, which change no value. */
const dxki_hlsl_type *dxki_hlsl_type_plain(dxki_hlsl *c, const dxki_hlsl_type *t);
static inline bool dxki_hlsl_same(dxki_hlsl *c, const dxki_hlsl_type *a, const dxki_hlsl_type *b)
{
    return dxki_hlsl_type_plain(c, a) == dxki_hlsl_type_plain(c, b);
}

static inline bool dxki_hlsl_is_numeric(const dxki_hlsl_type *t)
{
    return t->kind >= DXKI_HLSL_TY_SCALAR && t->kind <= DXKI_HLSL_TY_MATRIX;
}
/* Numbers and enumerations. */
static inline bool dxki_hlsl_is_value(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_numeric(t) || t->kind == DXKI_HLSL_TY_ENUM;
}
/* A resource whose handle is the linker's business: that of lib_6_x. */
static inline bool dxki_hlsl_is_linked_object(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && t->scalar == DXKI_HLSL_S_RESOURCE;
}
static inline bool dxki_hlsl_is_patch(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT &&
           (t->object == DXKI_HLSL_O_INPUT_PATCH || t->object == DXKI_HLSL_O_OUTPUT_PATCH);
}
/* A string; the count is that of the characters, with the 0, if it is one that the source writes. */
static inline bool dxki_hlsl_is_string(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_STRING;
}
/* An object that is no resource and of no stage: variables have their own. */
static inline bool dxki_hlsl_is_own_object(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT &&
           (t->object == DXKI_HLSL_O_RAY_QUERY ||
            (t->scalar != DXKI_HLSL_S_UINT && t->scalar != DXKI_HLSL_S_RESOURCE));
}
/* A character of a string; see text.c. */
static inline bool dxki_hlsl_is_character(const dxki_hlsl_type *t)
{
    return t->is_character;
}
static inline bool dxki_hlsl_is_error(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_ERROR;
}
static inline bool dxki_hlsl_is_aggregate(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_ARRAY || t->kind == DXKI_HLSL_TY_RECORD;
}
static inline const dxki_hlsl_scalar_info *dxki_hlsl_info(const dxki_hlsl_type *t)
{
    return dxki_hlsl_scalar_at((dxki_hlsl_scalar)t->scalar);
}
/* The scalar of leaf `i`. */
uint8_t dxki_hlsl_leaf_scalar(const dxki_hlsl_type *t, uint32_t i);
/* Numbers that a list gives for a value. */
static inline uint32_t dxki_hlsl_inits(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_aggregate(t) ? t->inits : t->leaves;
}
bool dxki_hlsl_is_literal(const dxki_hlsl_type *t);

/* The name of a structure or an enumeration, without what is around it. */
dxk_str dxki_hlsl_type_name(const dxki_hlsl_type *t);
/* "float3", "vector<float, 3>" if `long_form`, "ns::S"; for messages. */
dxk_str dxki_hlsl_type_text(dxki_hlsl *c, const dxki_hlsl_type *t, bool long_form);
/* The same by the names that all others stand for: "unsigned int", "vector<unsigned int, 3>". */
dxk_str dxki_hlsl_type_canonical(dxki_hlsl *c, const dxki_hlsl_type *t);
/* " [2][]" of an array; so many of its dimensions are shown. */
dxk_str dxki_hlsl_dims_text(dxki_hlsl *c, const dxki_hlsl_type *t, size_t depth);

/* Bytes of a scalar in memory: bool and min-precision types take four. */
uint32_t dxki_hlsl_scalar_size(const dxki_hlsl *c, uint8_t scalar);

#endif
