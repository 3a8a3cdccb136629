/* SPDX-License-Identifier: MIT */
/*
 * edit_parts.h - what the functions of edit.h are made of. None of these touches the module
 * (dxki_module_touch()).
 */
#ifndef DXKI_IR_EDIT_PARTS_H
#define DXKI_IR_EDIT_PARTS_H

#include "ir/edit.h"

/* --- instructions and blocks --- */

/* Makes m->inst_prev, unless it is there. Needed before the next three. */
bool dxki_insts_link_back(dxk_module *m);

/* Takes an instruction out of its block's list, and puts one that is in none somewhere. */
void dxki_inst_unlink(dxk_module *m, uint32_t inst);
void dxki_inst_link(dxk_module *m, uint32_t inst, dxki_place at);

/* dxki_inst_remove() for what is done to every module that is read. */
bool dxki_inst_erase(dxk_module *m, uint32_t inst);

/* Takes a block out of its function's list; its `function` becomes 0. And puts one that is in none
 * before another one, or with 0 to the end. */
void dxki_block_unlink(dxk_module *m, uint32_t block);
void dxki_block_link(dxk_module *m, uint32_t block, uint32_t function, uint32_t before);

/* The function that an argument, an instruction or a block belongs to; 0 for other values. */
uint32_t dxki_value_home(const dxk_module *m, dxki_value value);

/* Words of an instruction that hold values: its operands, and the blocks of a phi. */
static inline uint32_t dxki_inst_value_words(const dxki_inst *inst)
{
    return inst->op == DXKI_OP_PHI ? inst->op_count * 2 : inst->op_count;
}

/* What an extra word of an instruction means. */
typedef enum dxki_extra_kind {
    DXKI_X_NUMBER, /* a number: an index, or how many there are */
    DXKI_X_TYPE,   /* a type: of a call, of an alloca, of a getelementptr's source */
    DXKI_X_ATTRS,  /* an attribute list */
    DXKI_X_VALUE   /* a block that a phi's value comes from */
} dxki_extra_kind;

/* Meaning of extra word `k`, from 0. */
dxki_extra_kind dxki_extra_kind_of(dxki_op op, uint32_t k);

/* --- constants --- */

/*
 * Puts other constants in the place of some: map[i] is the value to use for consts[i], 0 for the
 * constant itself, for the first `known` ones. Fills in those that contain such constants, then
 * goes over all uses.
 */
bool dxki_consts_replace_all(dxk_module *m, dxki_value *map, size_t known);

/* Enters a constant into the index of the constructors, which has room for it. */
void dxki_const_index(dxk_module *m, uint32_t index);

/* --- metadata --- */

/* Nodes by node: what to use in their place, at first themselves. To be freed by the caller:
 * *known elements. NULL: out of memory. */
dxki_md *dxki_md_identity(dxk_module *m, size_t *known);

/* Puts map[i] in the place of node i, everywhere. Nodes that become equal are merged. */
bool dxki_md_replace_all(dxk_module *m, dxki_md *map, size_t known);

/* --- names --- */

/* Names that are taken, to make new ones that are not. */
typedef struct dxki_name_set {
    dxki_idset set; /* string ids by content */
    uint32_t last;  /* number that was put after a name last */
} dxki_name_set;

/* Begins with the names of all globals. False: out of memory. */
bool dxki_name_set_of_globals(dxk_module *m, dxki_name_set *names);
void dxki_name_set_free(dxk_module *m, dxki_name_set *names);
/* A name that is not taken, and takes it: `name`, or the same with `dot` and a number after it. 0
 * for an empty one; UINT32_MAX: out of memory. */
dxki_string dxki_name_set_make(dxk_module *m, dxki_name_set *names, dxk_str name, const char *dot);

#endif
