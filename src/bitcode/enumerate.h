/* SPDX-License-Identifier: MIT */
/*
 * enumerate.h - the numbers that bitcode refers to things by: types, values, metadata,
 * attribute lists and groups, comdats. LLVM 3.7's writer gives them out while it walks the
 * module in a fixed order; the bytes follow from that order, so it is kept here step by step.
 *
 *   dxki_bc_numbers_init     the module pass: everything but the bodies' own values
 *   dxki_bc_numbers_enter    arguments, constants, instructions of one function
 *   dxki_bc_numbers_leave    forget them
 *
 * Numbers start at 0; the tables hold number + 1 by id of the module, 0 for "none yet".
 */
#ifndef DXKI_BITCODE_ENUMERATE_H
#define DXKI_BITCODE_ENUMERATE_H

#include "ir/ir.h"

/* A value in the order of the numbers. */
typedef struct dxki_bc_numbered {
    dxki_value value;
    uint32_t uses; /* how often enumeration came by; steers the order of constants */
} dxki_bc_numbered;

typedef struct dxki_bc_numbers {
    const dxk_module *m;
    dxk_ctx *ctx;
    bool keep_order;  /* constants stay as found, for use lists */
    dxki_arena arena; /* the tables below */

    DXKI_VEC(dxki_type) types;
    DXKI_VEC(dxki_bc_numbered) values;
    DXKI_VEC(dxki_md) mds;
    DXKI_VEC(uint32_t) attr_lists;        /* ids of the module */
    DXKI_VEC(dxki_attr_slot) attr_groups; /* a group is a slot with a set */
    DXKI_VEC(uint32_t) comdats;           /* indices of the module */

    uint32_t *type_numbers;   /* by type */
    uint32_t *global_numbers; /* by index in globals, and so on */
    uint32_t *const_numbers;
    uint32_t *inst_numbers;  /* from inst_base on */
    uint32_t *block_numbers; /* in its function */
    uint32_t *md_numbers;
    uint32_t *list_numbers; /* attribute lists */
    uint32_t *comdat_numbers;
    uint8_t *const_typed; /* the types in this constant are numbered */
    dxki_idset group_set; /* attr_groups by content */

    DXKI_VEC(uint32_t) stack; /* of a walk: (type, next contained), (node, next operand) */
    uint32_t global_values;   /* values that are globals */
    uint32_t module_values;   /* values that outlive a function */
    uint32_t module_mds;
    uint32_t arg_base;    /* number of the function's first argument */
    uint32_t first_arg;   /* its index in the module */
    uint32_t inst_base;   /* number of the function's first instruction */
    uint32_t md_flags;    /* DXKI_NUMBERED_ */
    uint32_t seen_consts; /* constants up to this index were met before */
    bool unlike_stream;   /* constants come in another order than in the stream they are from */
    bool failed;          /* out of memory */
} dxki_bc_numbers;

/* What kinds of metadata there are; they decide on abbreviations. */
enum { DXKI_NUMBERED_STRING = 1, DXKI_NUMBERED_LOCATION = 2, DXKI_NUMBERED_GENERIC = 4 };

/* To be freed also after a failure (false: out of memory). */
bool dxki_bc_numbers_init(dxki_bc_numbers *n, const dxk_module *m, bool keep_order);
void dxki_bc_numbers_free(dxki_bc_numbers *n);

/* The values of a function with a body; false: out of memory. */
bool dxki_bc_numbers_enter(dxki_bc_numbers *n, uint32_t global);
void dxki_bc_numbers_leave(dxki_bc_numbers *n);

static inline uint32_t dxki_bc_number_of_type(const dxki_bc_numbers *n, dxki_type type)
{
    return n->type_numbers[type] - 1;
}

/* Number of a result; UINT32_MAX: see below. */
static inline uint32_t dxki_bc_number_of_inst(const dxki_bc_numbers *n, uint32_t inst)
{
    uint32_t number = n->inst_numbers[inst];
    return number ? n->inst_base + number - 1 : UINT32_MAX;
}

/* Number of a value (blocks: in their function; metadata: of the metadata); UINT32_MAX when it has
 * none, which only happens to modules that make no sense. */
uint32_t dxki_bc_number_of_any(const dxki_bc_numbers *n, dxki_value value);

/* The same; what most operands are comes first. */
static inline uint32_t dxki_bc_number_of(const dxki_bc_numbers *n, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        return dxki_bc_number_of_inst(n, index);
    if (DXKI_TAG(value) == DXKI_V_CONST)
        return n->const_numbers[index] - 1;
    return dxki_bc_number_of_any(n, value);
}

/* Number of metadata + 1; 0 for null. */
static inline uint32_t dxki_bc_number_of_md(const dxki_bc_numbers *n, dxki_md md)
{
    return md ? n->md_numbers[md] : 0;
}

/* Number of an attribute list + 1, 0 for the empty one; of a group + 1. */
static inline uint32_t dxki_bc_number_of_list(const dxki_bc_numbers *n, uint32_t list)
{
    return n->list_numbers[list];
}
uint32_t dxki_bc_number_of_group(const dxki_bc_numbers *n, dxki_attr_slot group);

/* The empty tables. */
bool dxki_bc_numbers_start(dxki_bc_numbers *n, const dxk_module *m, bool keep_order);

/* Steps of the module pass, shared by the files of enumeration. */
void dxki_bc_enumerate_new_type(dxki_bc_numbers *n, dxki_type type); /* that has no number */
void dxki_bc_enumerate_value(dxki_bc_numbers *n, dxki_value value);
void dxki_bc_enumerate_md(dxki_bc_numbers *n, dxki_md md);
void dxki_bc_enumerate_md_operands(dxki_bc_numbers *n, dxki_md md);
void dxki_bc_enumerate_attrs(dxki_bc_numbers *n, uint32_t list);

static inline void dxki_bc_enumerate_type(dxki_bc_numbers *n, dxki_type type)
{
    if (type && !n->type_numbers[type])
        dxki_bc_enumerate_new_type(n, type);
}

/* Is this metadata a value of a function (argument, instruction)? */
bool dxki_bc_md_is_local(const dxk_module *m, dxki_md md);

#endif
