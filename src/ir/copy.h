/* SPDX-License-Identifier: MIT */
/*
 * copy.h - copies of instructions and blocks, into the same module or another one: what cloning
 * (clone.h) and importing (import.h) have in common. What an operand, a type, a location becomes is
 * asked of the one who copies.
 */
#ifndef DXKI_IR_COPY_H
#define DXKI_IR_COPY_H

#include "ir/edit.h"
#include "ir/value_map.h"

/* All return false when out of memory. */
typedef struct dxki_copy_rules {
    bool (*value)(void *user, dxki_value value, dxki_value *to);
    bool (*type)(void *user, dxki_type type, dxki_type *to);
    bool (*attrs)(void *user, uint32_t list, uint32_t *to);
    bool (*name)(void *user, dxki_string name, dxki_string *to);
    bool (*location)(void *user, dxki_md location, dxki_md *to);
    /* Kind and node of an attachment; the node may become 0: nothing is attached then. */
    bool (*attachment)(void *user, uint32_t *kind, dxki_md *node);
} dxki_copy_rules;

typedef struct dxki_copier {
    const dxk_module *from;
    dxk_module *to;
    const dxki_copy_rules *rules;
    void *user;
    dxki_value_map *map; /* arguments, blocks and instructions get their copies entered here */
    DXKI_VEC(uint32_t) words;
} dxki_copier;

/* Copies one instruction, whose operands are all in the map or stay, to a place. 0: no memory. */
uint32_t dxki_copy_inst(dxki_copier *c, uint32_t inst, dxki_place at);

/* Copies blocks into a function, before one of its blocks or to its end. Operands may lead from any
 * of them to any other. */
bool dxki_copy_blocks(dxki_copier *c, const uint32_t *blocks, size_t count, uint32_t function,
                      uint32_t before);

#endif
