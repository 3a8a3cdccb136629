/* SPDX-License-Identifier: MIT */
/*
 * compact.c - dead entries dropped, everything renumbered. See dxki_module_compact(), edit.h.
 *
 * Three steps: find what is alive and give it new indices, make new arrays, put them in the place
 * of the old ones. Only the last one changes the module, and it cannot fail.
 */
#include <string.h>

#include "ir/edit_parts.h"
#include "ir/idset.h"

typedef struct compaction {
    dxk_module *m;
    dxk_ctx *ctx;
    dxki_arena arena; /* the maps */
    bool failed;

    /* New index by old one; 0: gone. */
    uint32_t *globals, *args, *blocks, *insts, *consts, *mds;
    uint32_t inst_count;                       /* instructions that are alive */
    const uint32_t *maps[DXKI_V_FORWARD + 1u]; /* the same by tag; NULL: values without an index */
    DXKI_VEC(dxki_value) stack; /* constants and metadata that are alive, their operands not yet */

    DXKI_VEC(dxki_global) new_globals;
    DXKI_VEC(dxki_arg_entry) new_args;
    DXKI_VEC(dxki_block) new_blocks;
    DXKI_VEC(dxki_inst) new_insts;
    DXKI_VEC(dxki_const) new_consts;
    DXKI_VEC(dxki_md_entry) new_mds;
    DXKI_VEC(uint32_t) new_words;
    DXKI_VEC(uint64_t) new_nums;
    DXKI_VEC(dxki_named_md) new_named;
    DXKI_VEC(dxki_string) new_names;
    DXKI_VEC(dxki_md) new_dbg;
    DXKI_VEC(uint32_t) new_attached;
    DXKI_VEC(uint32_t) new_prev;
    DXKI_VEC(dxki_attachment) new_attachments, new_fn_attachments;
    dxki_idset new_const_set;
} compaction;

#define PUSH(c, vec, value) ((c)->failed = !dxki_vec_push((c)->ctx, (vec), (value)) || (c)->failed)

/* --- what is alive --- */

static void push(compaction *c, dxki_value value)
{
    PUSH(c, &c->stack, value);
}

/* Most operands are neither constants nor nodes, or have been seen. */
static inline void mark(compaction *c, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    uint32_t index = DXKI_INDEX(value);
    if (tag != DXKI_V_CONST && (tag != DXKI_V_METADATA || !index))
        return;
    uint32_t *seen = &(tag == DXKI_V_CONST ? c->consts : c->mds)[index];
    if (*seen)
        return;
    *seen = 1;
    push(c, value);
}

static void mark_md(compaction *c, dxki_md id)
{
    mark(c, DXKI_VALUE(DXKI_V_METADATA, id));
}

/* What a constant or a node is made of. */
static void mark_inside(compaction *c, dxki_value value)
{
    const dxk_module *m = c->m;
    const dxki_const *k = dxki_const_get(m, value);
    if (k && (k->kind == DXKI_C_AGGREGATE || k->kind == DXKI_C_EXPR)) {
        for (uint32_t i = 0; i < k->b; i++)
            mark(c, m->words.items[k->a + i]);
    }
    if (k)
        return;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, DXKI_INDEX(value), &count);
    mark(c, dxki_md_value(m, DXKI_INDEX(value)));
    for (uint32_t i = 0; i < count; i++)
        mark_md(c, ops[i]);
}

static void mark_inst(compaction *c, uint32_t inst)
{
    uint32_t count, op_count = c->m->insts.items[inst].op_count;
    const dxki_value *ops = dxki_inst_ops(c->m, inst);
    for (uint32_t k = 0; k < op_count; k++)
        mark(c, ops[k]);
    mark_md(c, dxki_inst_dbg(c->m, inst));
    const dxki_attachment *list = dxki_inst_attachments(c->m, inst, &count);
    for (uint32_t i = 0; i < count; i++)
        mark_md(c, list[i].node);
}

static void mark_global(compaction *c, uint32_t index)
{
    uint32_t count;
    const dxki_global *g = &c->m->globals.items[index];
    mark(c, g->init);
    mark(c, g->prefix);
    mark(c, g->prologue);
    mark(c, g->personality);
    const dxki_attachment *list = dxki_function_attachments(c->m, index, &count);
    for (uint32_t i = 0; i < count; i++)
        mark_md(c, list[i].node);
}

/* Globals that are in a list keep their order; 1 stands for a number for now. */
static void list_globals(compaction *c)
{
    const dxk_module *m = c->m;
    for (size_t i = 0; i < m->variables.count; i++)
        c->globals[m->variables.items[i]] = 1;
    for (size_t i = 0; i < m->functions.count; i++)
        c->globals[m->functions.items[i]] = 1;
    for (size_t i = 0; i < m->aliases.count; i++)
        c->globals[m->aliases.items[i]] = 1;
}

static void number_bodies(compaction *c)
{
    const dxk_module *m = c->m;
    uint32_t args = 0, blocks = 0, insts = 0;
    DXKI_EACH_FUNCTION(m, fn) {
        const dxki_global *g = &m->globals.items[fn];
        for (uint32_t i = 0; i < g->arg_count; i++)
            c->args[g->first_arg + i] = ++args;
        DXKI_EACH_BLOCK(m, fn, block) {
            c->blocks[block] = ++blocks;
            DXKI_EACH_INST(m, block, inst) {
                c->insts[inst] = ++insts;
                mark_inst(c, inst);
            }
        }
    }
    c->inst_count = insts;
}

/* Turns marks into numbers, from 1 in the old order. */
static void number_marked(uint32_t *map, size_t count)
{
    uint32_t last = 0;
    for (size_t i = 1; i < count; i++)
        map[i] = map[i] ? ++last : 0;
}

static void find_alive(compaction *c)
{
    const dxk_module *m = c->m;
    list_globals(c);
    for (uint32_t i = 1; i < m->globals.count; i++) {
        if (c->globals[i])
            mark_global(c, i);
    }
    number_bodies(c);
    for (size_t i = 0; i < m->named_mds.count; i++) {
        for (uint32_t k = 0; k < m->named_mds.items[i].op_count; k++)
            mark_md(c, m->words.items[m->named_mds.items[i].ops + k]);
    }
    while (c->stack.count && !c->failed)
        mark_inside(c, c->stack.items[--c->stack.count]);
    number_marked(c->globals, m->globals.count);
    number_marked(c->consts, m->consts.count);
    number_marked(c->mds, m->mds.count);
}

/* --- new arrays --- */

static inline dxki_value new_value(const compaction *c, dxki_value value)
{
    const uint32_t *map = c->maps[DXKI_TAG(value)];
    uint32_t index = map ? map[DXKI_INDEX(value)] : 0;
    return index ? DXKI_VALUE(DXKI_TAG(value), index) : 0;
}

/* Copies words, the first `values` of them as values; the offset of the copy. */
static uint32_t copy_words(compaction *c, uint32_t from, uint32_t values, uint32_t others)
{
    uint32_t at = (uint32_t)c->new_words.count;
    if (!values && !others)
        return at;
    if (!dxki_vec_reserve(c->ctx, &c->new_words, (size_t)values + others)) {
        c->failed = true;
        return 0;
    }
    const uint32_t *old = c->m->words.items + from;
    uint32_t *fresh = c->new_words.items + at;
    for (uint32_t i = 0; i < values; i++)
        fresh[i] = new_value(c, old[i]);
    for (uint32_t i = values; i < values + others; i++)
        fresh[i] = old[i];
    c->new_words.count += (size_t)values + others;
    return at;
}

static void make_globals(compaction *c)
{
    const dxk_module *m = c->m;
    PUSH(c, &c->new_globals, m->globals.items[0]);
    for (uint32_t i = 1; i < m->globals.count && !c->failed; i++) {
        dxki_global g = m->globals.items[i];
        uint32_t count;
        if (!c->globals[i])
            continue;
        g.init = new_value(c, g.init);
        g.prefix = new_value(c, g.prefix);
        g.prologue = new_value(c, g.prologue);
        g.personality = new_value(c, g.personality);
        g.first_arg = g.arg_count ? c->args[g.first_arg] : 0;
        g.first_block = c->blocks[g.first_block];
        g.last_block = c->blocks[g.last_block];
        g.const_end = 0;
        PUSH(c, &c->new_globals, g);
        const dxki_attachment *list = dxki_function_attachments(m, i, &count);
        for (uint32_t k = 0; k < count; k++)
            PUSH(c, &c->new_fn_attachments,
                 ((dxki_attachment){c->globals[i], list[k].kind, c->mds[list[k].node]}));
    }
}

static void make_notes(compaction *c, uint32_t inst)
{
    const dxk_module *m = c->m;
    uint32_t count;
    if (m->inst_names.count)
        PUSH(c, &c->new_names, dxki_value_name(m, DXKI_VALUE(DXKI_V_INST, inst)));
    if (m->inst_dbg.count)
        PUSH(c, &c->new_dbg, c->mds[dxki_inst_dbg(m, inst)]);
    if (!m->attachments.count)
        return;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    PUSH(c, &c->new_attached, count ? (uint32_t)c->new_attachments.count + 1 : 0);
    for (uint32_t k = 0; k < count; k++)
        PUSH(c, &c->new_attachments,
             ((dxki_attachment){c->insts[inst], list[k].kind, c->mds[list[k].node]}));
}

static void make_insts(compaction *c, uint32_t block)
{
    const dxk_module *m = c->m;
    DXKI_EACH_INST(m, block, inst) {
        dxki_inst in = m->insts.items[inst];
        uint32_t words = in.op_count + dxki_inst_extra_count(m, &in);
        uint32_t values = dxki_inst_value_words(&in), prev = dxki_inst_prev(m, inst);
        in.ops = copy_words(c, in.ops, values, words - values);
        in.next = c->insts[in.next];
        in.block = c->blocks[block];
        PUSH(c, &c->new_insts, in);
        PUSH(c, &c->new_prev, c->insts[prev]);
        make_notes(c, inst);
    }
}

static void make_bodies(compaction *c)
{
    const dxk_module *m = c->m;
    PUSH(c, &c->new_args, (dxki_arg_entry){0});
    PUSH(c, &c->new_blocks, (dxki_block){0});
    c->failed |= !dxki_vec_reserve(c->ctx, &c->new_insts, c->inst_count + 1u) ||
                 !dxki_vec_reserve(c->ctx, &c->new_prev, c->inst_count + 1u);
    PUSH(c, &c->new_insts, (dxki_inst){0});
    PUSH(c, &c->new_prev, 0);
    make_notes(c, 0);
    DXKI_EACH_FUNCTION(m, fn) {
        const dxki_global *g = &m->globals.items[fn];
        for (uint32_t i = 0; i < g->arg_count; i++) {
            dxki_arg_entry arg = m->args.items[g->first_arg + i];
            arg.function = c->globals[fn];
            PUSH(c, &c->new_args, arg);
        }
        DXKI_EACH_BLOCK(m, fn, block) {
            dxki_block b = m->blocks.items[block];
            b.function = c->globals[fn];
            b.first_inst = c->insts[b.first_inst];
            b.last_inst = c->insts[b.last_inst];
            b.next = c->blocks[b.next];
            b.prev = c->blocks[b.prev];
            PUSH(c, &c->new_blocks, b);
            make_insts(c, block);
        }
    }
}

static void make_consts(compaction *c)
{
    const dxk_module *m = c->m;
    PUSH(c, &c->new_consts, (dxki_const){0});
    for (uint32_t i = 1; i < m->consts.count && !c->failed; i++) {
        dxki_const k = m->consts.items[i];
        if (!c->consts[i])
            continue;
        if (k.kind == DXKI_C_AGGREGATE || k.kind == DXKI_C_EXPR)
            k.a = copy_words(c, k.a, k.b, dxki_const_extra_count(m, &k));
        else if (k.kind == DXKI_C_WIDE)
            k.a = copy_words(c, k.a, 0, k.b);
        if (k.kind == DXKI_C_BLOCKADDRESS) {
            k.a = new_value(c, k.a);
            k.b = c->blocks[k.b];
        }
        PUSH(c, &c->new_consts, k);
    }
    c->failed = c->failed || !dxki_idset_reserve(c->ctx, &c->new_const_set, c->new_consts.count);
}

static uint32_t copy_nodes(compaction *c, uint32_t from, uint32_t count)
{
    uint32_t at = (uint32_t)c->new_words.count;
    for (uint32_t i = 0; i < count && !c->failed; i++)
        PUSH(c, &c->new_words, c->mds[c->m->words.items[from + i]]);
    return at;
}

static void make_md(compaction *c, dxki_md id)
{
    dxki_md_entry e = *dxki_md_get(c->m, id);
    uint32_t ops, nums;
    const uint64_t *from = dxki_md_nums(c->m, id, &nums);
    dxki_md_ops(c->m, id, &ops);
    if (e.kind == DXKI_M_VALUE) {
        e.ops = new_value(c, e.ops);
        if (!e.ops) /* what it wrapped is in no list */
            e.kind = DXKI_M_TUPLE;
    } else if (ops) {
        e.ops = copy_nodes(c, e.ops, ops);
    }
    if (nums)
        e.nums = (uint32_t)c->new_nums.count;
    for (uint32_t i = 0; i < nums; i++)
        PUSH(c, &c->new_nums, from[i]);
    PUSH(c, &c->new_mds, e);
}

static void make_mds(compaction *c)
{
    const dxk_module *m = c->m;
    PUSH(c, &c->new_mds, (dxki_md_entry){0});
    PUSH(c, &c->new_nums, 0);
    for (dxki_md id = 1; id < m->mds.count && !c->failed; id++) {
        if (c->mds[id])
            make_md(c, id);
    }
    for (size_t i = 0; i < m->named_mds.count && !c->failed; i++) {
        dxki_named_md named = m->named_mds.items[i];
        named.ops = copy_nodes(c, named.ops, named.op_count);
        PUSH(c, &c->new_named, named);
    }
}

static void make_arrays(compaction *c)
{
    PUSH(c, &c->new_words, 0);
    make_globals(c);
    make_bodies(c);
    make_consts(c);
    make_mds(c);
}

/* --- the exchange --- */

/* The new array, or nothing, takes the place of the old one. */
#define EXCHANGE(c, old, fresh)                                                                    \
    (dxki_vec_free((c)->ctx, &(c)->m->old), (c)->m->old.items = (c)->fresh.items,                  \
     (c)->m->old.count = (c)->fresh.count, (c)->m->old.capacity = (c)->fresh.capacity,             \
     (c)->fresh.items = NULL, (c)->fresh.count = (c)->fresh.capacity = 0)

static void exchange(compaction *c)
{
    dxk_module *m = c->m;
    EXCHANGE(c, globals, new_globals);
    EXCHANGE(c, args, new_args);
    EXCHANGE(c, blocks, new_blocks);
    EXCHANGE(c, insts, new_insts);
    EXCHANGE(c, consts, new_consts);
    EXCHANGE(c, mds, new_mds);
    EXCHANGE(c, words, new_words);
    EXCHANGE(c, md_nums, new_nums);
    EXCHANGE(c, named_mds, new_named);
    EXCHANGE(c, inst_prev, new_prev);
    EXCHANGE(c, inst_names, new_names);
    EXCHANGE(c, inst_dbg, new_dbg);
    EXCHANGE(c, inst_attached, new_attached);
    EXCHANGE(c, attachments, new_attachments);
    EXCHANGE(c, fn_attachments, new_fn_attachments);
    for (size_t i = 0; i < m->variables.count; i++)
        m->variables.items[i] = c->globals[m->variables.items[i]];
    for (size_t i = 0; i < m->functions.count; i++)
        m->functions.items[i] = c->globals[m->functions.items[i]];
    for (size_t i = 0; i < m->aliases.count; i++)
        m->aliases.items[i] = c->globals[m->aliases.items[i]];
}

/* The indexes of the constructors: constants now, metadata at the next use. */
static void renew_indexes(compaction *c)
{
    dxk_module *m = c->m;
    dxki_idset_free(c->ctx, &m->const_set);
    m->const_set = c->new_const_set;
    memset(&c->new_const_set, 0, sizeof c->new_const_set);
    m->block_addresses = 0;
    for (uint32_t i = 1; i < m->consts.count; i++) {
        dxki_const_index(m, i); /* there is room */
        m->block_addresses += m->consts.items[i].kind == DXKI_C_BLOCKADDRESS;
    }
    dxki_idset_free(c->ctx, &m->md_set);
    m->md_indexed = 1;
}

/* --- all of it --- */

static void make_maps(compaction *c)
{
    const dxk_module *m = c->m;
    c->globals = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->globals.count);
    c->args = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->args.count);
    c->blocks = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->blocks.count);
    c->insts = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->insts.count);
    c->consts = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->consts.count);
    c->mds = DXKI_NEW_ARRAY(&c->arena, uint32_t, m->mds.count);
    c->maps[DXKI_V_GLOBAL] = c->globals;
    c->maps[DXKI_V_ARG] = c->args;
    c->maps[DXKI_V_BLOCK] = c->blocks;
    c->maps[DXKI_V_INST] = c->insts;
    c->maps[DXKI_V_CONST] = c->consts;
    c->maps[DXKI_V_METADATA] = c->mds;
    c->failed = !c->globals || !c->args || !c->blocks || !c->insts || !c->consts || !c->mds;
}

static void free_all(compaction *c)
{
    dxki_vec_free(c->ctx, &c->stack);
    dxki_vec_free(c->ctx, &c->new_globals);
    dxki_vec_free(c->ctx, &c->new_args);
    dxki_vec_free(c->ctx, &c->new_blocks);
    dxki_vec_free(c->ctx, &c->new_insts);
    dxki_vec_free(c->ctx, &c->new_consts);
    dxki_vec_free(c->ctx, &c->new_mds);
    dxki_vec_free(c->ctx, &c->new_words);
    dxki_vec_free(c->ctx, &c->new_nums);
    dxki_vec_free(c->ctx, &c->new_named);
    dxki_vec_free(c->ctx, &c->new_prev);
    dxki_vec_free(c->ctx, &c->new_names);
    dxki_vec_free(c->ctx, &c->new_dbg);
    dxki_vec_free(c->ctx, &c->new_attached);
    dxki_vec_free(c->ctx, &c->new_attachments);
    dxki_vec_free(c->ctx, &c->new_fn_attachments);
    dxki_idset_free(c->ctx, &c->new_const_set);
    dxki_arena_free(&c->arena);
}

bool dxki_module_compact(dxk_module *m)
{
    compaction c;
    memset(&c, 0, sizeof c);
    c.m = m;
    c.ctx = m->ctx;
    dxki_arena_init(&c.arena, m->ctx);
    make_maps(&c);
    c.failed = c.failed || !dxki_module_touch(m);
    if (!c.failed)
        find_alive(&c);
    if (!c.failed)
        make_arrays(&c);
    if (!c.failed) {
        dxki_tracked_end(m);
        exchange(&c);
        renew_indexes(&c);
    }
    free_all(&c);
    return !c.failed;
}
