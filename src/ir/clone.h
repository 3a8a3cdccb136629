/* SPDX-License-Identifier: MIT */
/*
 * clone.h - copies of instructions, blocks and functions within a module.
 *
 * A cloner holds a map: what stands for what in the copies. What is not in the map stays itself, so
 * constants and globals need no entry. To inline a call, map the callee's arguments to the call's,
 * clone its blocks into the caller, and give the copies' locations an inlinedAt; to unroll a loop,
 * clone its blocks once per round, each time with a map that leads to the last round's values.
 *
 *     dxki_cloner c;
 *     dxki_clone_init(&c, m);
 *     ok = dxki_clone_map(&c, arg, actual) && ...
 *          dxki_blocks_clone(&c, blocks, count, function, before);
 *     copy = dxki_clone_of(&c, DXKI_VALUE(DXKI_V_BLOCK, blocks[0]));
 *     dxki_clone_free(&c);
 *
 * The phis of blocks outside that the copies lead to are the caller's: dxki_edge_add() (edit.h).
 * Copies keep the names of their originals: dxki_function_unique_names() makes them differ.
 * Functions return false, or 0, when out of memory; see edit.h.
 */
#ifndef DXKI_IR_CLONE_H
#define DXKI_IR_CLONE_H

#include "ir/copy.h"

typedef struct dxki_cloner {
    dxk_module *m;
    dxki_value_map map; /* values; nodes as DXKI_V_METADATA */
    /* When set, before anything is cloned: the node that ends the inlinedAt chain of every location
     * that is cloned, a distinct one for each call that is inlined. */
    dxki_md inlined_at;
    dxki_copier copier;
    DXKI_VEC(dxki_md) chain; /* scopes, or locations, on the way out */
    DXKI_VEC(dxki_md) ops;   /* of the node at hand */
} dxki_cloner;

void dxki_clone_init(dxki_cloner *c, dxk_module *m);
void dxki_clone_free(dxki_cloner *c);

/* Says that `to` stands for `from` in what is cloned from now on. */
bool dxki_clone_map(dxki_cloner *c, dxki_value from, dxki_value to);

/* What stands for a value: itself, if nothing else does. */
dxki_value dxki_clone_of(const dxki_cloner *c, dxki_value value);

/* The same, and for metadata that wraps a value that something stands for, a node that wraps that.
 * 0: out of memory. */
dxki_value dxki_clone_value(dxki_cloner *c, dxki_value value);

/* What stands for a location, a local variable or a scope: the same with other scopes when their
 * subprogram is mapped, and with `inlined_at`. 0: out of memory. */
dxki_md dxki_clone_md(dxki_cloner *c, dxki_md id);

/* Copies one instruction to a place, its operands as they are mapped now. 0: out of memory. */
uint32_t dxki_inst_clone(dxki_cloner *c, uint32_t inst, dxki_place at);

/* Asks again what stands for the operands of an instruction, after more was mapped. */
bool dxki_clone_remap(dxki_cloner *c, uint32_t inst);

/* Copies blocks into a function, before one of its blocks or, with 0, to its end. */
bool dxki_blocks_clone(dxki_cloner *c, const uint32_t *blocks, size_t count, uint32_t function,
                       uint32_t before);

/*
 * A copy of a function with all that belongs to it, named `name`, at the end of the list. Its
 * subprogram, when it has one, is copied with the scopes and variables in it and entered in the
 * compile unit. The map afterwards leads from the function to the copy. A declaration gives another
 * declaration. 0: out of memory.
 */
uint32_t dxki_function_clone(dxki_cloner *c, uint32_t function, dxki_string name);

/* The part of it that clone_md.c does: the copy gets a subprogram like the function's. */
bool dxki_clone_subprogram(dxki_cloner *c, uint32_t function, uint32_t copy);

#endif
