/* SPDX-License-Identifier: MIT */
/*
 * copy.c - see copy.h. Blocks are copied in two rounds: first every instruction gets its copy,
 * without operands, then the operands are filled in, which may be any of them.
 */
#include "ir/copy.h"

#include <string.h>

#include "ir/edit_parts.h"

/* --- operands --- */

/* What a word after the operands becomes. */
static bool map_extra(dxki_copier *c, dxki_op op, uint32_t k, uint32_t *word)
{
    switch (dxki_extra_kind_of(op, k)) {
    case DXKI_X_TYPE:
        return c->rules->type(c->user, *word, word);
    case DXKI_X_ATTRS:
        return c->rules->attrs(c->user, *word, word);
    case DXKI_X_VALUE:
        return c->rules->value(c->user, *word, word);
    default:
        return true;
    }
}

/* The operands and extra words that the copy gets, in c->words: the module's may move. */
static bool map_words(dxki_copier *c, const dxki_inst *from)
{
    uint32_t total = from->op_count + dxki_inst_extra_count(c->from, from);
    c->words.count = 0;
    if (!dxki_vec_reserve(c->to->ctx, &c->words, total))
        return false;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t word = c->from->words.items[from->ops + i];
        bool good = i < from->op_count ? c->rules->value(c->user, word, &word)
                                       : map_extra(c, (dxki_op)from->op, i - from->op_count, &word);
        if (!good)
            return false;
        c->words.items[c->words.count++] = word;
    }
    return true;
}

/* Gives the copy its operation and operands. */
static bool fill(dxki_copier *c, uint32_t copy, uint32_t inst)
{
    dxki_inst from = c->from->insts.items[inst];
    dxk_module *to = c->to;
    size_t at = to->words.count;
    if (!map_words(c, &from))
        return false;
    at = to->words.count;
    if (c->words.count > UINT32_MAX - at || !dxki_vec_reserve(to->ctx, &to->words, c->words.count))
        return false;
    if (c->words.count)
        memcpy(to->words.items + at, c->words.items, c->words.count * sizeof *c->words.items);
    to->words.count += c->words.count;
    dxki_inst *in = &to->insts.items[copy];
    in->op = from.op;
    in->ops = (uint32_t)at;
    in->op_count = from.op_count;
    return dxki_tracked_add(to, copy);
}

/* --- what describes an instruction --- */

static bool copy_name(dxki_copier *c, dxki_value from, dxki_value to)
{
    dxki_string name = dxki_value_name(c->from, from);
    return !name || (c->rules->name(c->user, name, &name) && dxki_value_set_name(c->to, to, name));
}

static bool copy_notes(dxki_copier *c, uint32_t copy, uint32_t inst)
{
    uint32_t count;
    dxki_md location = dxki_inst_dbg(c->from, inst);
    if (location && (!c->rules->location(c->user, location, &location) ||
                     (location && !dxki_inst_set_dbg(c->to, copy, location))))
        return false;
    dxki_inst_attachments(c->from, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_attachment one = dxki_inst_attachments(c->from, inst, &count)[i];
        if (!c->rules->attachment(c->user, &one.kind, &one.node) ||
            !dxki_inst_set_attachment(c->to, copy, one.kind, one.node))
            return false;
    }
    return copy_name(c, DXKI_VALUE(DXKI_V_INST, inst), DXKI_VALUE(DXKI_V_INST, copy));
}

/* --- instructions and blocks --- */

/* A copy without operation and operands, entered in the map. */
static uint32_t begin(dxki_copier *c, uint32_t inst, dxki_place at)
{
    dxki_inst in = c->from->insts.items[inst];
    in.op = DXKI_OP_NONE;
    in.op_count = 0;
    if (!c->rules->type(c->user, in.type, &in.type))
        return 0;
    uint32_t copy = dxki_inst_insert(c->to, at, &in, NULL, NULL, 0);
    return copy && dxki_value_map_put(c->to->ctx, c->map, DXKI_VALUE(DXKI_V_INST, inst),
                                      DXKI_VALUE(DXKI_V_INST, copy))
               ? copy
               : 0;
}

uint32_t dxki_copy_inst(dxki_copier *c, uint32_t inst, dxki_place at)
{
    uint32_t copy = begin(c, inst, at);
    return copy && fill(c, copy, inst) && copy_notes(c, copy, inst) ? copy : 0;
}

static bool begin_block(dxki_copier *c, uint32_t block, uint32_t function, uint32_t before)
{
    uint32_t copy = dxki_block_insert(c->to, function, before);
    dxki_value from = DXKI_VALUE(DXKI_V_BLOCK, block), to = DXKI_VALUE(DXKI_V_BLOCK, copy);
    if (!copy || !dxki_value_map_put(c->to->ctx, c->map, from, to) || !copy_name(c, from, to))
        return false;
    DXKI_EACH_INST(c->from, block, inst) {
        if (!begin(c, inst, dxki_place_end(copy)))
            return false;
    }
    return true;
}

static bool fill_block(dxki_copier *c, uint32_t block)
{
    DXKI_EACH_INST(c->from, block, inst) {
        uint32_t copy = DXKI_INDEX(dxki_value_map_get(c->map, DXKI_VALUE(DXKI_V_INST, inst)));
        if (!fill(c, copy, inst) || !copy_notes(c, copy, inst))
            return false;
    }
    return true;
}

bool dxki_copy_blocks(dxki_copier *c, const uint32_t *blocks, size_t count, uint32_t function,
                      uint32_t before)
{
    for (size_t i = 0; i < count; i++) {
        if (!begin_block(c, blocks[i], function, before))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!fill_block(c, blocks[i]))
            return false;
    }
    return true;
}
