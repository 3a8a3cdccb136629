/* SPDX-License-Identifier: MIT */
/* predeclared.h - the names of types that every source knows: rows of spec/hlsl_types.def, and the
 * short forms of vectors and matrices. */
#ifndef DXKI_HLSL_PREDECLARED_H
#define DXKI_HLSL_PREDECLARED_H

#include "hlsl/hlsl.h"

typedef enum dxki_hlsl_scalar {
#define DXKI_HLSL_SCALAR(ident, name, bits, number, flags) DXKI_HLSL_S_##ident,
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_SCALAR
    DXKI_HLSL_S_COUNT
} dxki_hlsl_scalar;

typedef enum dxki_hlsl_number {
    DXKI_HLSL_BOOL,
    DXKI_HLSL_SINT,
    DXKI_HLSL_UINT,
    DXKI_HLSL_REAL
} dxki_hlsl_number;

enum {
    DXKI_HLSL_MINIMUM = 1,
    DXKI_HLSL_LITERAL = 2,
    DXKI_HLSL_NATIVE = 4,
    DXKI_HLSL_PACKED = 8,
    DXKI_HLSL_HANDLE = 16,
    DXKI_HLSL_SINGLE = 32,
    DXKI_HLSL_SIZED = 64
};

/* A row of scalars. */
typedef struct dxki_hlsl_scalar_info {
    const char *name;
    uint8_t bits;   /* of the class that decides which of two types wins */
    uint8_t number; /* dxki_hlsl_number */
    uint8_t flags;
} dxki_hlsl_scalar_info;

const dxki_hlsl_scalar_info *dxki_hlsl_scalar_at(dxki_hlsl_scalar s);

typedef enum dxki_hlsl_object {
#define DXKI_HLSL_OBJECT(ident, name, cls, kind, args, coords, flags) DXKI_HLSL_O_##ident,
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_OBJECT
    DXKI_HLSL_O_COUNT
} dxki_hlsl_object;

typedef enum dxki_hlsl_object_args {
    DXKI_HLSL_ARGS_NO,
    DXKI_HLSL_ARGS_ELEMENT,
    DXKI_HLSL_ARGS_STRUCT,
    DXKI_HLSL_ARGS_SAMPLES,
    DXKI_HLSL_ARGS_PATCH,
    DXKI_HLSL_ARGS_OTHER
} dxki_hlsl_object_args;

enum {
    DXKI_HLSL_ROV = 1,
    DXKI_HLSL_COMPARE = 2,
    DXKI_HLSL_COUNTER = 4,
    DXKI_HLSL_STREAM = 8,
    DXKI_HLSL_EFFECT = 16,
    DXKI_HLSL_NODE = 32,
    DXKI_HLSL_RAY = 64,
    DXKI_HLSL_SUBOBJECT = 128
};

/* A row of objects. */
typedef struct dxki_hlsl_object_info {
    const char *name;
    uint8_t cls;  /* dxk_resource_class */
    uint8_t kind; /* dxk_resource_kind */
    uint8_t args; /* dxki_hlsl_object_args */
    uint8_t coords;
    uint8_t flags;
} dxki_hlsl_object_info;

const dxki_hlsl_object_info *dxki_hlsl_object_at(dxki_hlsl_object o);

typedef enum dxki_hlsl_predeclared_kind {
    DXKI_HLSL_P_NUMERIC, /* scalar, float3, float2x4: `rows` and `columns`, 0 for none */
    DXKI_HLSL_P_VECTOR,  /* vector<T, N> */
    DXKI_HLSL_P_MATRIX,  /* matrix<T, R, C> */
    DXKI_HLSL_P_OBJECT
} dxki_hlsl_predeclared_kind;

typedef struct dxki_hlsl_predeclared {
    bool none; /* the name is not predeclared: remembered so that it is looked up once */
    uint8_t kind;
    uint8_t scalar; /* numeric */
    uint8_t rows;   /* numeric: of a matrix; elements of a vector */
    uint8_t columns;
    uint8_t object;
} dxki_hlsl_predeclared;

/* What a name stands for before anything is declared; NULL: nothing. */
const dxki_hlsl_predeclared *dxki_hlsl_predeclared_of(dxki_hlsl *c, dxki_hlsl_name *name);

/* Is it a template, so that a '<' behind it begins arguments? */
bool dxki_hlsl_takes_arguments(const dxki_hlsl_predeclared *p);
/* Must there be arguments? Textures and buffers that are only read have elements of their own, but for
 * samples. */
bool dxki_hlsl_needs_arguments(const dxki_hlsl_predeclared *p);
/* The name of a template of the language: vector, matrix, an object. */
dxk_str dxki_hlsl_known_name(const dxki_hlsl_predeclared *p);
/* Is it the name of a type that is there with native 16-bit types only, and they are off? */
bool dxki_hlsl_needs_native(const dxki_hlsl *c, dxk_str name);
/* The names of all of them, without the sizes that may follow those of scalars; "": one that is not there;
 * NULL: there are no more. */
const char *dxki_hlsl_type_word(const dxki_hlsl *c, size_t number, bool *is_scalar);

/* A name of the language that stands for a number, as RAY_FLAG_NONE does. */
typedef struct dxki_hlsl_named_number {
    const char *name;
    uint32_t value;
    uint32_t minor; /* first shader model 6.N for which it is meant */
} dxki_hlsl_named_number;

/* The one of that name; NULL: none. */
const dxki_hlsl_named_number *dxki_hlsl_number_of(dxk_str name);
/* The names of all of them; NULL: there are no more. */
const char *dxki_hlsl_number_word(size_t number);

/* True for the name of a function of the language that is no method. */
bool dxki_hlsl_is_function_word(dxk_str name);

#endif
