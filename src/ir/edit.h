/* SPDX-License-Identifier: MIT */
/*
 * edit.h - changing a module: instructions, blocks, functions, globals, metadata.
 *
 * Whoever changes a module that exists does it through these functions. They keep the lists linked
 * both ways, the blocks of phis right, the uses tracked (tracked.h), and they forget what was only
 * true of the module as it was read (dxki_module_touch()), so that an edited module is written as
 * one freshly made.
 *
 * Ids keep their meaning: an instruction that moves keeps its index, its name, its location and its
 * attachments; one that is new has an index of its own, wherever it stands. What is removed stays
 * in its array as a dead entry that nothing refers to (op NONE, function 0, kind REMOVED), until
 * dxki_module_compact() renumbers everything. Loops go along the lists (DXKI_EACH_INST and the
 * like, access.h), never over the arrays.
 *
 * Functions that return a bool or a new index fail for one reason, lack of memory: false or 0. The
 * module is then half edited, and good for nothing but dxk_module_free(). None of them checks
 * types or the rules of LLVM; that is a verifier's business.
 *
 * Pointers and counts handed in may point into the module's own arrays.
 */
#ifndef DXKI_IR_EDIT_H
#define DXKI_IR_EDIT_H

#include "ir/ir.h"
#include "ir/tracked.h"

/* --- the module --- */

/*
 * Says that the module is no longer as it was read: drops use lists, the order in which constants
 * came, bit offsets and places in a text, and links instructions back (dxki_inst_prev()). Every
 * function below does it by itself; who writes to a field of a global or a node directly calls it
 * first.
 */
bool dxki_module_touch(dxk_module *m);

/*
 * Drops dead entries, and constants and metadata that nothing refers to, and gives all that is left
 * new indices in the order of the lists. All ids that the caller has of globals, arguments, blocks,
 * instructions, constants and metadata are void afterwards; types, strings, attributes and kinds of
 * metadata keep theirs. Uses are no longer tracked. On failure the module is as it was before.
 */
bool dxki_module_compact(dxk_module *m);

/* --- places --- */

/* A place between the instructions of a block. */
typedef struct dxki_place {
    uint32_t block;
    uint32_t before; /* an instruction of the block; 0: its end */
} dxki_place;

static inline dxki_place dxki_place_end(uint32_t block)
{
    return (dxki_place){block, 0};
}

static inline dxki_place dxki_place_before(const dxk_module *m, uint32_t inst)
{
    return (dxki_place){m->insts.items[inst].block, inst};
}

static inline dxki_place dxki_place_after(const dxk_module *m, uint32_t inst)
{
    return (dxki_place){m->insts.items[inst].block, m->insts.items[inst].next};
}

/* After the phis of a block. */
dxki_place dxki_place_after_phis(const dxk_module *m, uint32_t block);

/* --- instructions --- */

/* Makes an instruction as dxki_inst_add() does, at a place; 0: out of memory. */
uint32_t dxki_inst_insert(dxk_module *m, dxki_place at, const dxki_inst *inst,
                          const dxki_value *ops, const uint32_t *extra, uint32_t extra_count);

/* Moves an instruction, within its block or to any other. */
bool dxki_inst_move(dxk_module *m, uint32_t inst, dxki_place to);

/*
 * Removes an instruction with its name, location and attachments. Its result must not be used any
 * more, except in metadata: what described it there (llvm.dbg.value) describes nothing then. Its
 * `next` stays readable until the next edit, for the loop that removes it.
 */
bool dxki_inst_remove(dxk_module *m, uint32_t inst);

/* Changes operand `k`; those of a phi from op_count on are its blocks. */
bool dxki_inst_set_op(dxk_module *m, uint32_t inst, uint32_t k, dxki_value value);

/* Gives it other operands and extra words, as many as it takes. */
bool dxki_inst_set_ops(dxk_module *m, uint32_t inst, const dxki_value *ops, uint32_t count,
                       const uint32_t *extra, uint32_t extra_count);

/* The number of a phi's operand that comes from `block`, the first one; UINT32_MAX: none does. */
uint32_t dxki_phi_find(const dxk_module *m, uint32_t phi, uint32_t block);
/* Block that operand `k` of a phi comes from. */
uint32_t dxki_phi_block(const dxk_module *m, uint32_t phi, uint32_t k);
/* Adds and removes one operand with its block. To add many, use dxki_inst_set_ops(). */
bool dxki_phi_add(dxk_module *m, uint32_t phi, dxki_value value, uint32_t block);
bool dxki_phi_remove(dxk_module *m, uint32_t phi, uint32_t k);
/* Puts the operands of a phi in the order of the numbers that their blocks have, in an array by
 * block. *changed becomes true if they were in another. */
bool dxki_phi_sort(dxk_module *m, uint32_t phi, const uint32_t *numbers, bool *changed);

/* Adds a case to a switch; removes number `k` of its cases, from 0. The phis of the block that it
 * leads to are the caller's: see dxki_edge_add(), dxki_edge_remove(). */
bool dxki_switch_add(dxk_module *m, uint32_t inst, dxki_value value, uint32_t block);
bool dxki_switch_remove(dxk_module *m, uint32_t inst, uint32_t k);

/* Attaches a node, or changes it; node 0 takes it away. The location is dxki_inst_set_dbg()'s. */
bool dxki_inst_set_attachment(dxk_module *m, uint32_t inst, uint32_t kind, dxki_md node);
void dxki_inst_clear_attachments(dxk_module *m, uint32_t inst);
/* Gives `to` the location and the attachments that `from` has. */
bool dxki_inst_copy_notes(dxk_module *m, uint32_t to, uint32_t from);
/* The same for an instruction that was made for another one: what a load or a store says of memory
 * goes to loads and stores only. */
bool dxki_inst_inherit_notes(dxk_module *m, uint32_t to, uint32_t from);
/* Gives `to` the name of `from`, which is left without one. */
bool dxki_value_take_name(dxk_module *m, dxki_value to, dxki_value from);

/* --- uses --- */

/*
 * Puts `with` in the place of `old` wherever it is used: in operands and the blocks of phis, in
 * constants that contain it (others are made, and used in their place), in what globals hold, and
 * in metadata. Both are of the same type; a global or a constant may only be replaced by such.
 * An address of a block stays with its block, also when its function is replaced.
 *
 * With tracked uses it takes the time of the uses of `old`; otherwise one pass over the function
 * that a local value belongs to, or over the module. Globals and constants always take a pass over
 * the constants and the metadata.
 */
bool dxki_value_replace(dxk_module *m, dxki_value old, dxki_value with);

/* The same for metadata: in nodes (equal ones are merged), named metadata, attachments, locations
 * and operands. One pass over the module, and one more for each round of merging. */
bool dxki_md_replace(dxk_module *m, dxki_md old, dxki_md with);

/* True if an instruction uses the value: one pass, unless uses are tracked. */
bool dxki_value_is_operand(const dxk_module *m, dxki_value value);
/* True if a constant or a global holds the value: one pass over them. A constant that nothing uses
 * counts until the module is compacted. */
bool dxki_value_is_held(const dxk_module *m, dxki_value value);
/* True if a VALUE node wraps it, whether or not the node is used. */
bool dxki_value_is_wrapped(dxk_module *m, dxki_value value);

/* --- edges --- */

/* Renames, in the phis of `to`, the block that values come from. */
bool dxki_edge_rename(dxk_module *m, uint32_t to, uint32_t old, uint32_t with);
/* Takes one edge out of the phis of `to`: one operand that comes from `from`. A phi without
 * operands is replaced by undef and removed. The terminator of `from` is the caller's. */
bool dxki_edge_remove(dxk_module *m, uint32_t from, uint32_t to);
/* One more edge from `from`, where `like` already comes from: phis get the same values. */
bool dxki_edge_add(dxk_module *m, uint32_t from, uint32_t to, uint32_t like);

/* --- blocks --- */

/* A new block before another one of the function, or at its end with 0. 0: out of memory. */
uint32_t dxki_block_insert(dxk_module *m, uint32_t function, uint32_t before);
/* Moves a block before another one, or to the end of the function with 0. In another function than
 * its own, its operands are the caller's. */
bool dxki_block_move(dxk_module *m, uint32_t block, uint32_t function, uint32_t before);
/* Splits a block: `inst` and what follows it move to a new block after, which is returned, and
 * the block gets a branch there with the location of `inst`. 0: out of memory. */
uint32_t dxki_block_split(dxk_module *m, uint32_t inst);
/* The only block that branches to this one; 0: none, several, or one by several edges. */
uint32_t dxki_block_sole_pred(const dxk_module *m, uint32_t block);
/* True if `pred` does nothing else at its end than branch to the block, and nothing else leads
 * there or holds its address. */
bool dxki_block_can_merge(const dxk_module *m, uint32_t pred, uint32_t block);
/* Appends the block to `pred` and removes it, if dxki_block_can_merge(). Its phis become their
 * values. */
bool dxki_block_merge(dxk_module *m, uint32_t pred, uint32_t block);
/* Removes blocks with all their instructions. Nothing else may lead to them or use their results;
 * the phis of blocks that they lead to lose these edges, and addresses of them become the invalid
 * pointer inttoptr (i32 1). */
bool dxki_blocks_remove(dxk_module *m, const uint32_t *blocks, size_t count);

/* --- functions and globals --- */

/* Removes the body, the arguments and the attachments: the function becomes a declaration. */
bool dxki_function_clear(dxk_module *m, uint32_t global);
/* Removes variables, functions with their bodies, and aliases. Nothing else may use them. */
bool dxki_globals_remove(dxk_module *m, const uint32_t *globals, size_t count);
/* Attaches a node to a function, or changes it; node 0 takes it away. */
bool dxki_function_set_attachment(dxk_module *m, uint32_t global, uint32_t kind, dxki_md node);

/* Named metadata of that name, made when there is none; UINT32_MAX: out of memory. */
uint32_t dxki_named_md_make(dxk_module *m, dxk_str name);
/* Gives named metadata other operands. */
bool dxki_named_md_set(dxk_module *m, uint32_t index, const dxki_md *ops, uint32_t count);
/* Takes named metadata off the module's list, by its place there. */
bool dxki_named_md_remove(dxk_module *m, size_t index);

/* Sorts the kinds of metadata that are not LLVM's own by their names, and drops those by which
 * nothing is attached. Numbers of kinds that the caller has are void then. */
bool dxki_md_kinds_tidy(dxk_module *m);

/* --- names --- */

/* A name that no global has: `name` itself, or with a dot and a number after it, as an interned
 * string. UINT32_MAX: out of memory. */
dxki_string dxki_global_unique_name(dxk_module *m, dxk_str name);
/* Makes the names in a function differ from each other: the second one of two equal ones gets a
 * number after it. To be called after blocks came from elsewhere. */
bool dxki_function_unique_names(dxk_module *m, uint32_t global);

#endif
