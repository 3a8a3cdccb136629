/* SPDX-License-Identifier: MIT */
/* calls.h - the functions that stand for DXIL operations, and their overloads. */
#ifndef DXKI_VALIDATE_CALLS_H
#define DXKI_VALIDATE_CALLS_H

#include "dxil/op.h"
#include "validate/types.h"

/* A function that operations of one class and overload resolve to. */
typedef struct dxki_val_op_function {
    uint32_t cls; /* first row of the class */
    dxki_dxil_overloads overloads;
    uint32_t global;  /* 0: there is none in the module, or it has another type */
    dxk_str name;     /* the canonical name */
    bool is_invented; /* the reference adds it to the module */
} dxki_val_op_function;

typedef struct dxki_val_dxops {
    uint8_t *is_dxop;                     /* by index in globals: name begins with dx.op. */
    DXKI_VEC(dxki_val_op_function) opfns; /* [0] dummy */
    dxki_idset opfn_set;
    uint8_t *struct_facts; /* by type: what calls.c knows of its name; 0: not asked yet */
    uint16_t *classes;     /* by row of operations: its class + 1, when it was asked for */
    uint32_t *registered;  /* by index in globals: class row + 1 that resolves to it */

    dxki_idset names;   /* of functions of operations, by name */
    dxk_str *new_names; /* by index in globals: the name that it gets, or empty */
    bool has_new_names;
    uint32_t renamed; /* numbers used to keep names apart */

    bool calls_break;       /* a function of operations is used in a way that ends loading */
    uint32_t breaking;      /* which, index in globals */
    dxki_vrule broken_rule; /* why */
} dxki_val_dxops;

bool dxki_val_calls_prepare(dxki_val *v);
/* Finds the overloaded types of a function; false: it has not the shape for it. */
bool dxki_val_overloads_of(const dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                           dxki_dxil_overloads *o);
/* True if the reference takes the result for a structure or vector that it is not. */
bool dxki_val_overload_breaks(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
/* What GetOpFunc would give: an entry of opfns, 0: none. */
uint32_t dxki_val_resolve(dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o);
bool dxki_val_op_has_type(const dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o,
                          dxki_type function_type);
/* The first row of the operation's class. */
uint32_t dxki_val_class_of(const dxki_val *v, const dxki_dxop_info *op);
/* True if the function is known for that class of operations. */
bool dxki_val_op_known(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
/* Reserved struct types of DXIL that operations return. */
bool dxki_val_is_builtin_struct(const dxki_val *v, dxki_type type);
bool dxki_val_is_resret(const dxki_val *v, dxki_type type);

#endif
