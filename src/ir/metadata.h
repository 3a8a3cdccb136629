/* SPDX-License-Identifier: MIT */
/*
 * metadata.h - metadata of an LLVM 3.7 module. An id indexes dxk_module.mds; 0 is null.
 *
 *   kind      ops                 op_count     nums
 *   STRING    string id           -            -
 *   VALUE     dxki_value          -            -          a constant, or an argument/instruction
 *   TUPLE     offset in words     operands     -          !{...}
 *   others    offset in words     operands     offset in md_nums: the node's numbers, 64 bits each
 *
 * Operands are metadata ids, in LLVM's operand order (nulls that are always null and repeated
 * operands left out). DXKI_DI_SUBPROGRAM_SCOPE and so on are indices into operands or numbers;
 * spec/debug_nodes.def tells which, and the order of records and of text. An EXPRESSION has no
 * operands: op_count is the number of its numbers. A GENERIC's operands: header, then the rest.
 *
 * A record read is an entry kept: nodes are not merged when reading (files that LLVM wrote have
 * no equal uniqued nodes). The constructors below return an existing equal node if there is one.
 */
#ifndef DXKI_IR_METADATA_H
#define DXKI_IR_METADATA_H

#include "ir/values.h"
#include "spec/debug_nodes.h"

typedef enum dxki_di_field_kind {
    DXKI_DK_REF,
    DXKI_DK_STR,
    DXKI_DK_REQ,
    DXKI_DK_U32,
    DXKI_DK_U64,
    DXKI_DK_BOOL,
    DXKI_DK_TAG,
    DXKI_DK_LANG,
    DXKI_DK_ENC,
    DXKI_DK_VIRT,
    DXKI_DK_FLAGS,
    DXKI_DK_S64,
    DXKI_DK_REFS,
    DXKI_DK_NUMS,
    DXKI_DK_ZERO
} dxki_di_field_kind;

typedef enum dxki_di_show {
    DXKI_DS_ALWAYS,
    DXKI_DS_NONZERO,
    DXKI_DS_BASE,
    DXKI_DS_TVP,
    DXKI_DS_ARG,
    DXKI_DS_NEVER
} dxki_di_show;

typedef struct dxki_di_field {
    const char *text; /* "scope" */
    uint8_t kind;     /* dxki_di_field_kind */
    uint8_t slot;     /* operand or number */
    uint8_t position; /* in text */
    uint8_t show;     /* dxki_di_show */
} dxki_di_field;

typedef struct dxki_di_node {
    const char *text;            /* "DISubprogram" */
    const dxki_di_field *fields; /* in the order of the record */
    uint8_t field_count;
    uint8_t code;                /* of the record */
    uint8_t op_count, num_count; /* fixed ones */
} dxki_di_node;

/* Description of a specialised node; NULL for the kinds before DXKI_M_LOCATION. */
const dxki_di_node *dxki_di_node_get(dxki_md_kind kind);

/* Is the field an operand (else a number)? */
bool dxki_di_field_is_ref(dxki_di_field_kind kind);

typedef struct dxki_md_entry {
    uint8_t kind;      /* dxki_md_kind */
    uint8_t distinct;  /* `distinct` node */
    uint8_t temporary; /* of a module that is judged: an empty tuple that was never defined */
    uint8_t spare;
    uint32_t ops;
    uint32_t op_count;
    uint32_t nums;
} dxki_md_entry;

typedef struct dxki_named_md {
    dxki_string name;
    uint32_t ops, op_count; /* node ids in words */
} dxki_named_md;

/* Operands of a node; *count 0 for STRING, VALUE, EXPRESSION and null. */
const dxki_md *dxki_md_ops(const struct dxk_module *m, dxki_md id, uint32_t *count);

/* Operand or number in slot `slot` of a specialised node: dxki_md_op(m, id,
 * DXKI_DI_SUBPROGRAM_SCOPE). 0 when there is none. */
dxki_md dxki_md_op(const struct dxk_module *m, dxki_md id, uint32_t slot);
uint64_t dxki_md_num(const struct dxk_module *m, dxki_md id, uint32_t slot);
const uint64_t *dxki_md_nums(const struct dxk_module *m, dxki_md id, uint32_t *count);

/* Text of a STRING; "" for null or another kind. */
dxk_str dxki_md_str(const struct dxk_module *m, dxki_md id);

/* Value of a VALUE; 0 for another kind. */
dxki_value dxki_md_value(const struct dxk_module *m, dxki_md id);

/* Integer constant after a value; of wider ones the lowest 64 bits. False: it is something else. */
bool dxki_md_as_int(const struct dxk_module *m, dxki_md id, uint64_t *bits);

/* Constructors: an existing equal entry or a new one; a distinct node is always new. 0: out of
 * memory. */
dxki_md dxki_md_string(struct dxk_module *m, dxk_str text);
dxki_md dxki_md_of_value(struct dxk_module *m, dxki_value value);
dxki_md dxki_md_tuple(struct dxk_module *m, const dxki_md *ops, uint32_t count, bool distinct);
dxki_md dxki_md_node(struct dxk_module *m, dxki_md_kind kind, const dxki_md *ops, uint32_t op_count,
                     const uint64_t *nums, uint32_t num_count, bool distinct);
dxki_md dxki_md_location(struct dxk_module *m, uint32_t line, uint32_t column, dxki_md scope,
                         dxki_md inlined_at);

/* After the operands of a node were changed in m->words: an equal uniqued node that is there
 * already, else the node itself; 0: out of memory. */
dxki_md dxki_md_settle(struct dxk_module *m, dxki_md id);

/* Changes what a VALUE wraps; false: out of memory. */
bool dxki_md_set_value(struct dxk_module *m, dxki_md id, dxki_value value);
/* The VALUE that wraps a value, the first one found; *id is 0 when there is none. False: out of
 * memory. */
bool dxki_md_find_value(struct dxk_module *m, dxki_value value, dxki_md *id);
/* The value is gone: the VALUE that wraps it becomes the empty node. False: out of memory. */
bool dxki_md_forget_value(struct dxk_module *m, dxki_value value);

/* Index in dxk_module.named_mds, or UINT32_MAX. */
uint32_t dxki_named_md_find(const struct dxk_module *m, const char *name);

/* Index of a kind in dxk_module.md_kinds, registered when new; UINT32_MAX: out of memory. */
uint32_t dxki_md_kind_index(struct dxk_module *m, dxk_str name);

#endif
