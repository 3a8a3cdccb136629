/* SPDX-License-Identifier: MIT */
/*
 * replace.c - one value in the place of another, wherever it is used. See edit.h.
 *
 * A constant cannot change: one that contains the old value is made anew with the other one, and
 * then replaced in its turn. The operands of a constant come before it in m->consts, so one pass
 * finds them all.
 */
#include "ir/edit_parts.h"
#include "base/count.h"

#include <string.h>

uint32_t dxki_value_home(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_ARG:
        return m->args.items[index].function;
    case DXKI_V_INST:
        return m->blocks.items[m->insts.items[index].block].function;
    case DXKI_V_BLOCK:
        return m->blocks.items[index].function;
    default:
        return 0;
    }
}

/* --- operands of instructions --- */

static bool replace_tracked(dxk_module *m, dxki_value old, dxki_value with)
{
    DXKI_EACH_TRACKED_USE(m, old, use) {
        if (!dxki_tracked_set(m, dxki_tracked_user(m, use), use, with))
            return false;
    }
    return true;
}

static void replace_in_function(dxk_module *m, uint32_t fn, dxki_value old, dxki_value with)
{
    DXKI_EACH_BLOCK(m, fn, block) {
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *in = &m->insts.items[inst];
            dxki_value *words = m->words.items + in->ops;
            for (uint32_t k = 0; k < dxki_inst_value_words(in); k++)
                words[k] = words[k] == old ? with : words[k];
        }
    }
}

static bool replace_operands(dxk_module *m, dxki_value old, dxki_value with)
{
    uint32_t home = dxki_value_home(m, old);
    if (m->tracked)
        return replace_tracked(m, old, with);
    if (home) {
        replace_in_function(m, home, old, with);
        return true;
    }
    DXKI_EACH_FUNCTION(m, fn)
        replace_in_function(m, fn, old, with);
    return true;
}

/* --- constants that contain others --- */

/* What a constant's operand becomes; itself, mostly. */
static dxki_value mapped(const dxki_value *map, size_t known, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    bool there = DXKI_TAG(value) == DXKI_V_CONST && index < known && map[index];
    return there ? map[index] : value;
}

/* The constant with the operands that are in `words` now. */
static dxki_value remade(dxk_module *m, const dxki_const *c, const uint32_t *words)
{
    if (c->kind == DXKI_C_AGGREGATE)
        return dxki_const_aggregate(m, c->type, words, c->b);
    return dxki_const_expr(m, (dxki_op)c->opcode, c->flags, c->type, words, c->b, words + c->b,
                           dxki_const_extra_count(m, c));
}

/* A walk over the constants. Besides `map`, one value that is none may be replaced in them. */
typedef struct const_walk {
    dxk_module *m;
    dxki_value *map;
    size_t known;
    dxki_value old, with;     /* a global; 0: none */
    DXKI_VEC(uint32_t) words; /* of the constant at hand: the module's may move */
} const_walk;

static bool remake(const_walk *w, uint32_t index)
{
    dxk_module *m = w->m;
    dxki_const c = m->consts.items[index];
    uint32_t total = c.b + dxki_const_extra_count(m, &c);
    bool changed = false;
    w->words.count = 0;
    if (!dxki_vec_reserve(m->ctx, &w->words, total))
        return false;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t word = m->words.items[c.a + i], with = word;
        if (i < c.b)
            with = word == w->old ? w->with : mapped(w->map, w->known, word);
        changed = changed || with != word;
        w->words.items[i] = with;
    }
    if (changed)
        w->map[index] = remade(m, &c, w->words.items);
    return !changed || w->map[index];
}

static bool remake_all(const_walk *w)
{
    for (uint32_t i = 1; i < w->known; i++) {
        uint8_t kind = w->m->consts.items[i].kind;
        bool contains = kind == DXKI_C_AGGREGATE || kind == DXKI_C_EXPR;
        if (contains && !w->map[i] && !remake(w, i))
            return false;
    }
    return true;
}

/* --- where constants are used --- */

static void replace_members(dxk_module *m, const dxki_value *map, size_t known)
{
    for (size_t i = 1; i < m->globals.count; i++) {
        dxki_global *g = &m->globals.items[i];
        g->init = mapped(map, known, g->init);
        g->prefix = mapped(map, known, g->prefix);
        g->prologue = mapped(map, known, g->prologue);
        g->personality = mapped(map, known, g->personality);
    }
}

static bool replace_const_operands(dxk_module *m, const dxki_value *map, size_t known)
{
    if (m->tracked) {
        for (uint32_t i = 1; i < known; i++) {
            if (map[i] && !replace_tracked(m, DXKI_VALUE(DXKI_V_CONST, i), map[i]))
                return false;
        }
        return true;
    }
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                const dxki_inst *in = &m->insts.items[inst];
                for (uint32_t k = 0; k < in->op_count; k++)
                    m->words.items[in->ops + k] = mapped(map, known, m->words.items[in->ops + k]);
            }
        }
    }
    return true;
}

/* --- metadata that wraps values --- */

/* Node `id` shall wrap `with`: in its place, or the node that wraps it already. *merged: there was
 * one, and `map` says so. */
static bool rewrap(dxk_module *m, dxki_md *map, dxki_md id, dxki_value with, bool *merged)
{
    dxki_md other;
    if (!dxki_md_find_value(m, with, &other))
        return false;
    if (!other)
        return dxki_md_set_value(m, id, with);
    map[id] = other;
    *merged = true;
    return true;
}

static bool rewrap_consts(dxk_module *m, const dxki_value *map, size_t known)
{
    size_t nodes;
    dxki_md *to = dxki_md_identity(m, &nodes);
    bool good = to != NULL, merged = false;
    for (dxki_md id = 1; good && id < nodes; id++) {
        dxki_value value = dxki_md_value(m, id), with = mapped(map, known, value);
        if (with != value)
            good = rewrap(m, to, id, with, &merged);
    }
    good = good && (!merged || dxki_md_replace_all(m, to, nodes));
    if (to)
        dxki_realloc(m->ctx, to, nodes * sizeof *to, 0);
    return good;
}

/* The same for one value. A local one is wrapped in operands only. */
static bool rewrap_value(dxk_module *m, dxki_value old, dxki_value with)
{
    dxki_md id, other;
    if (!dxki_md_find_value(m, old, &id) || !dxki_md_find_value(m, with, &other))
        return false;
    if (!id)
        return true;
    if (!other)
        return dxki_md_set_value(m, id, with);
    if (dxki_value_is_const(old))
        return dxki_md_replace(m, id, other);
    return replace_operands(m, DXKI_VALUE(DXKI_V_METADATA, id), DXKI_VALUE(DXKI_V_METADATA, other));
}

/* Makes the constants that contain others, then goes over all uses, if there is anything to do. */
static bool replace_consts(const_walk *w)
{
    bool good = remake_all(w), any = false;
    dxki_vec_free(w->m->ctx, &w->words);
    for (size_t i = 1; i < w->known && !any; i++)
        any = w->map[i] != 0;
    if (!good || !any)
        return good;
    replace_members(w->m, w->map, w->known);
    return replace_const_operands(w->m, w->map, w->known) && rewrap_consts(w->m, w->map, w->known);
}

bool dxki_consts_replace_all(dxk_module *m, dxki_value *map, size_t known)
{
    const_walk w = {.m = m, .map = map, .known = known};
    return replace_consts(&w);
}

/* --- one value --- */

static void replace_global_members(dxk_module *m, dxki_value old, dxki_value with)
{
    for (size_t i = 1; i < m->globals.count; i++) {
        dxki_value *const members[] = {&m->globals.items[i].init, &m->globals.items[i].prefix,
                                       &m->globals.items[i].prologue,
                                       &m->globals.items[i].personality};
        for (size_t k = 0; k < DXKI_COUNT(members); k++)
            *members[k] = *members[k] == old ? with : *members[k];
    }
}

/* Constants that contain a global, or a constant, or the address of a block. */
static bool replace_in_consts(dxk_module *m, dxki_value old, dxki_value with)
{
    size_t known = m->consts.count;
    dxki_value *map = dxki_realloc(m->ctx, NULL, 0, known * sizeof *map);
    const_walk w = {.m = m, .map = map, .known = known};
    if (!map)
        return false;
    memset(map, 0, known * sizeof *map);
    bool good = true;
    if (DXKI_TAG(old) == DXKI_V_CONST)
        map[DXKI_INDEX(old)] = with;
    if (DXKI_TAG(old) == DXKI_V_GLOBAL) {
        w.old = old;
        w.with = with;
    }
    for (uint32_t i = 1; DXKI_TAG(old) == DXKI_V_BLOCK && good && i < known; i++) {
        const dxki_const c = m->consts.items[i];
        if (c.kind != DXKI_C_BLOCKADDRESS || c.b != DXKI_INDEX(old))
            continue;
        dxki_value function = DXKI_VALUE(DXKI_V_GLOBAL, dxki_value_home(m, with));
        map[i] = dxki_const_blockaddress(m, c.type, function, DXKI_INDEX(with));
        good = map[i] != 0;
    }
    good = good && replace_consts(&w);
    dxki_realloc(m->ctx, map, known * sizeof *map, 0);
    return good;
}

bool dxki_value_replace(dxk_module *m, dxki_value old, dxki_value with)
{
    if (!dxki_module_touch(m))
        return false;
    if (old == with)
        return true;
    switch (DXKI_TAG(old)) {
    case DXKI_V_METADATA:
        return dxki_md_replace(m, DXKI_INDEX(old), DXKI_INDEX(with));
    case DXKI_V_BLOCK:
        return replace_operands(m, old, with) &&
               (!m->block_addresses || replace_in_consts(m, old, with));
    case DXKI_V_GLOBAL:
        replace_global_members(m, old, with);
        return replace_operands(m, old, with) && replace_in_consts(m, old, with) &&
               rewrap_value(m, old, with);
    case DXKI_V_CONST: /* replacing the map's constants takes care of this one, too */
        return replace_in_consts(m, old, with);
    default:
        return replace_operands(m, old, with) && rewrap_value(m, old, with);
    }
}

/* --- questions --- */

static bool is_operand_in(const dxk_module *m, uint32_t fn, dxki_value value)
{
    DXKI_EACH_BLOCK(m, fn, block) {
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            const dxki_value *words = dxki_inst_ops(m, inst);
            for (uint32_t k = 0; k < dxki_inst_value_words(in); k++) {
                if (words[k] == value)
                    return true;
            }
        }
    }
    return false;
}

bool dxki_value_is_operand(const dxk_module *m, dxki_value value)
{
    uint32_t home = dxki_value_home(m, value);
    if (m->tracked)
        return dxki_tracked_first(m, value) != 0;
    if (home)
        return is_operand_in(m, home, value);
    DXKI_EACH_FUNCTION(m, fn) {
        if (is_operand_in(m, fn, value))
            return true;
    }
    return false;
}

static bool const_holds(const dxk_module *m, const dxki_const *c, dxki_value value)
{
    if (c->kind == DXKI_C_BLOCKADDRESS)
        return c->a == value || value == DXKI_VALUE(DXKI_V_BLOCK, c->b);
    if (c->kind != DXKI_C_AGGREGATE && c->kind != DXKI_C_EXPR)
        return false;
    for (uint32_t i = 0; i < c->b; i++) {
        if (m->words.items[c->a + i] == value)
            return true;
    }
    return false;
}

bool dxki_value_is_held(const dxk_module *m, dxki_value value)
{
    for (size_t i = 1; i < m->consts.count; i++) {
        if (const_holds(m, &m->consts.items[i], value))
            return true;
    }
    for (size_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        if (g->init == value || g->prefix == value || g->prologue == value ||
            g->personality == value)
            return true;
    }
    return false;
}

bool dxki_value_is_wrapped(dxk_module *m, dxki_value value)
{
    dxki_md id;
    return dxki_md_find_value(m, value, &id) ? id != 0 : true;
}
