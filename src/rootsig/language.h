/* SPDX-License-Identifier: MIT */
/*
 * language.h - the rows of language.def as C: what clauses there are, which fields they have, what
 * a value is called.
 */
#ifndef DXKI_ROOTSIG_LANGUAGE_H
#define DXKI_ROOTSIG_LANGUAGE_H

#include "dxk/rootsig.h"

/* What a clause says. Fields are found by their offset in here. */
typedef struct dxki_rootsig_item {
    uint32_t type;       /* of the parameter or range */
    uint32_t visibility; /* of the parameter */
    union {
        dxk_rs_constants constants;
        dxk_rs_descriptor descriptor;
        dxk_rs_range range;
        dxk_rs_sampler sampler;
    } as;
} dxki_rootsig_item;

typedef enum dxki_rootsig_place { DXKI_RS_IN_TOP, DXKI_RS_IN_TABLE } dxki_rootsig_place;

/* Groups of fields. */
typedef enum dxki_rootsig_group {
    DXKI_RS_OF_CONSTANTS,
    DXKI_RS_OF_DESCRIPTOR,
    DXKI_RS_OF_TABLE,
    DXKI_RS_OF_RANGE,
    DXKI_RS_OF_SAMPLER
} dxki_rootsig_group;

/* What stands for the value of a field. */
typedef enum dxki_rootsig_kind {
    DXKI_RS_IS_REGISTER,  /* b3, without a keyword */
    DXKI_RS_IS_NUMBER,    /* 42 */
    DXKI_RS_IS_UNBOUNDED, /* 42 or "unbounded" */
    DXKI_RS_IS_APPEND,    /* 42 or "DESCRIPTOR_RANGE_OFFSET_APPEND" */
    DXKI_RS_IS_REAL,      /* 1.5f; the member is a float */
    DXKI_RS_IS_WORD,      /* one of a set */
    DXKI_RS_IS_FLAGS      /* 0, or some of a set with | between them */
} dxki_rootsig_kind;

typedef enum dxki_rootsig_set {
    DXKI_RS_SET_NONE,
    DXKI_RS_SET_ROOT_FLAG,
    DXKI_RS_SET_DESCRIPTOR_FLAG,
    DXKI_RS_SET_RANGE_FLAG,
    DXKI_RS_SET_SAMPLER_FLAG,
    DXKI_RS_SET_VISIBILITY,
    DXKI_RS_SET_FILTER,
    DXKI_RS_SET_ADDRESS,
    DXKI_RS_SET_COMPARISON,
    DXKI_RS_SET_BORDER
} dxki_rootsig_set;

typedef struct dxki_rootsig_clause {
    const char *keyword;
    dxki_rootsig_place place;
    dxki_rootsig_group group;
    char letter;   /* of its register; 0: it has none */
    uint32_t type; /* dxk_rs_parameter_type, or dxk_rs_range_type inside of a table */
} dxki_rootsig_clause;

typedef struct dxki_rootsig_field {
    dxki_rootsig_group group;
    const char *keyword; /* of a REGISTER: how messages call it */
    dxki_rootsig_kind kind;
    dxki_rootsig_set set;
    size_t member;    /* offset in dxki_rootsig_item */
    bool needed;      /* it has no default */
    uint32_t initial; /* the default; of a REAL its bits */
    uint32_t since;   /* dxk_rs_version */
} dxki_rootsig_field;

#define DXKI_RS_NEEDED     UINT64_MAX
#define DXKI_RS_FIELDS_MAX 16u /* fields of a clause */

/* Words of no set. */
#define DXKI_RS_ROOT_FLAGS  "RootFlags"
#define DXKI_RS_UNBOUNDED   "unbounded"
#define DXKI_RS_APPEND_WORD "DESCRIPTOR_RANGE_OFFSET_APPEND"

/* The clause with a keyword at a place, or NULL. */
const dxki_rootsig_clause *dxki_rootsig_clause_named(dxki_rootsig_place place, dxk_str word);

/* The clause of a parameter (place TOP) or range of a type, or NULL; that of static samplers. */
const dxki_rootsig_clause *dxki_rootsig_clause_typed(dxki_rootsig_place place, uint32_t type);
const dxki_rootsig_clause *dxki_rootsig_clause_sampler(void);

/* The fields of a group, one after the other. */
const dxki_rootsig_field *dxki_rootsig_fields(dxki_rootsig_group group, size_t *count);

/* Value of a word in a set; false when it is not in there. */
bool dxki_rootsig_word_value(dxki_rootsig_set set, dxk_str word, uint32_t *value);

/* The word for a value (or for one bit of flags), as prefix and name; false when there is none. */
bool dxki_rootsig_value_word(dxki_rootsig_set set, uint32_t value, const char **prefix,
                             const char **name);

/* What the words of a set are called in messages: "a filter". */
const char *dxki_rootsig_set_title(dxki_rootsig_set set);

/* The member of a field. */
uint32_t dxki_rootsig_get(const dxki_rootsig_item *item, const dxki_rootsig_field *field);
void dxki_rootsig_put(dxki_rootsig_item *item, const dxki_rootsig_field *field, uint32_t value);

#endif
