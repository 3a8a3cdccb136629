/* SPDX-License-Identifier: MIT */
/* clone.c - see clone.h. Debug information: clone_md.c. */
#include "ir/clone.h"

#include <string.h>

#include "ir/edit_parts.h"

/* --- the map --- */

static const dxki_copy_rules rules;

void dxki_clone_init(dxki_cloner *c, dxk_module *m)
{
    memset(c, 0, sizeof *c);
    c->m = m;
    c->copier.from = c->copier.to = m;
    c->copier.rules = &rules;
    c->copier.user = c;
    c->copier.map = &c->map;
}

void dxki_clone_free(dxki_cloner *c)
{
    dxki_value_map_free(c->m->ctx, &c->map);
    dxki_vec_free(c->m->ctx, &c->copier.words);
    dxki_vec_free(c->m->ctx, &c->chain);
    dxki_vec_free(c->m->ctx, &c->ops);
}

bool dxki_clone_map(dxki_cloner *c, dxki_value from, dxki_value to)
{
    return dxki_value_map_put(c->m->ctx, &c->map, from, to);
}

dxki_value dxki_clone_of(const dxki_cloner *c, dxki_value value)
{
    dxki_value to = dxki_value_map_get(&c->map, value);
    return to ? to : value;
}

dxki_value dxki_clone_value(dxki_cloner *c, dxki_value value)
{
    dxki_md id = DXKI_INDEX(value);
    if (DXKI_TAG(value) != DXKI_V_METADATA || !id)
        return dxki_clone_of(c, value);
    dxki_value wrapped = dxki_md_value(c->m, id), to = dxki_clone_of(c, wrapped);
    if (wrapped)
        id = to == wrapped ? id : dxki_md_of_value(c->m, to);
    else
        id = dxki_clone_md(c, id);
    return id ? DXKI_VALUE(DXKI_V_METADATA, id) : 0;
}

/* --- the rules of copying --- */

static bool rule_value(void *user, dxki_value value, dxki_value *to)
{
    *to = dxki_clone_value(user, value);
    return *to || !value;
}

/* Types, attribute lists and strings are the module's. */
static bool rule_same(void *user, uint32_t id, uint32_t *to)
{
    (void)user;
    *to = id;
    return true;
}

static bool rule_location(void *user, dxki_md location, dxki_md *to)
{
    *to = dxki_clone_md(user, location);
    return *to != 0;
}

static bool rule_attachment(void *user, uint32_t *kind, dxki_md *node)
{
    (void)user;
    (void)kind;
    (void)node;
    return true;
}

static const dxki_copy_rules rules = {rule_value, rule_same,     rule_same,
                                      rule_same,  rule_location, rule_attachment};

/* --- instructions and blocks --- */

uint32_t dxki_inst_clone(dxki_cloner *c, uint32_t inst, dxki_place at)
{
    return dxki_copy_inst(&c->copier, inst, at);
}

bool dxki_clone_remap(dxki_cloner *c, uint32_t inst)
{
    uint32_t words = dxki_inst_value_words(&c->m->insts.items[inst]);
    if (!dxki_module_touch(c->m))
        return false;
    for (uint32_t k = 0; k < words; k++) {
        uint32_t word = c->m->insts.items[inst].ops + k;
        dxki_value value = c->m->words.items[word], to = dxki_clone_value(c, value);
        if (!to || (to != value && !dxki_tracked_set(c->m, inst, word, to)))
            return false;
    }
    return true;
}

bool dxki_blocks_clone(dxki_cloner *c, const uint32_t *blocks, size_t count, uint32_t function,
                       uint32_t before)
{
    return dxki_copy_blocks(&c->copier, blocks, count, function, before);
}

/* --- functions --- */

/* A function of the same kind without a body. */
static uint32_t declare_like(dxk_module *m, uint32_t function, dxki_string name)
{
    dxki_global g = m->globals.items[function];
    g.name = name;
    g.first_arg = g.arg_count = 0;
    g.first_block = g.last_block = g.block_count = 0;
    g.const_end = 0;
    g.bit_offset = UINT32_MAX;
    return dxki_global_add(m, DXKI_G_FUNCTION, &g);
}

static bool clone_args(dxki_cloner *c, uint32_t function, uint32_t copy)
{
    dxk_module *m = c->m;
    if (!dxki_function_add_args(m, copy))
        return false;
    const dxki_global *from = &m->globals.items[function], *to = &m->globals.items[copy];
    for (uint32_t i = 0; i < from->arg_count; i++) {
        m->args.items[to->first_arg + i].name = m->args.items[from->first_arg + i].name;
        if (!dxki_clone_map(c, DXKI_VALUE(DXKI_V_ARG, from->first_arg + i),
                            DXKI_VALUE(DXKI_V_ARG, to->first_arg + i)))
            return false;
    }
    return true;
}

static bool clone_body(dxki_cloner *c, uint32_t function, uint32_t copy)
{
    DXKI_VEC(uint32_t) blocks = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_BLOCK(c->m, function, block)
        good = good && dxki_vec_push(c->m->ctx, &blocks, block);
    good = good && dxki_blocks_clone(c, blocks.items, blocks.count, copy, 0);
    dxki_vec_free(c->m->ctx, &blocks);
    return good;
}

static bool clone_attachments(dxki_cloner *c, uint32_t function, uint32_t copy)
{
    uint32_t count;
    dxki_function_attachments(c->m, function, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_attachment one = dxki_function_attachments(c->m, function, &count)[i];
        dxki_md node = dxki_clone_md(c, one.node);
        if (!node || !dxki_function_set_attachment(c->m, copy, one.kind, node))
            return false;
    }
    return true;
}

uint32_t dxki_function_clone(dxki_cloner *c, uint32_t function, dxki_string name)
{
    dxk_module *m = c->m;
    if (!dxki_module_touch(m))
        return 0;
    uint32_t copy = declare_like(m, function, name);
    if (!copy ||
        !dxki_clone_map(c, DXKI_VALUE(DXKI_V_GLOBAL, function), DXKI_VALUE(DXKI_V_GLOBAL, copy)))
        return 0;
    if (m->globals.items[function].flags & DXKI_GF_DECLARATION)
        return copy;
    return clone_args(c, function, copy) && dxki_clone_subprogram(c, function, copy) &&
                   clone_body(c, function, copy) && clone_attachments(c, function, copy)
               ? copy
               : 0;
}
