/* SPDX-License-Identifier: MIT */
/* edit_md.c - replacing metadata, and named metadata. See edit.h. */
#include "ir/edit_parts.h"
#include "base/sort.h"
#include "ir/idset.h"
#include "ir/strip.h"

#include <string.h>

/* --- replacing --- */

/* By node: what to use in its place; itself when it stays. Nodes that become equal to another one
 * are replaced by that one, so chains form. */
static dxki_md final_of(const dxki_md *map, dxki_md id)
{
    while (map[id] != id)
        id = map[id];
    return id;
}

/* Replaces the operands of one node. *merged: it equals another one now, which replaces it. */
static bool update_node(dxk_module *m, dxki_md *map, size_t known, dxki_md id, bool *merged)
{
    uint32_t count;
    bool changed = false;
    dxki_md_ops(m, id, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_md *op = &m->words.items[m->mds.items[id].ops + i];
        dxki_md with = final_of(map, *op);
        changed = changed || with != *op;
        *op = with;
    }
    if (!changed)
        return true;
    dxki_md settled = dxki_md_settle(m, id);
    /* An equal node that is itself replaced is on its way out: then there are two for a while. */
    if (settled && settled != id && settled < known && map[settled] == settled) {
        map[id] = settled;
        *merged = true;
    }
    return settled != 0;
}

static bool update_nodes(dxk_module *m, dxki_md *map, size_t known)
{
    bool merged = true;
    while (merged) {
        merged = false;
        for (dxki_md id = 1; id < known; id++) {
            if (map[id] == id && !update_node(m, map, known, id, &merged))
                return false;
        }
    }
    return true;
}

static bool update_attachments(dxk_module *m, const dxki_md *map)
{
    for (size_t i = 0; i < m->attachments.count;) {
        dxki_attachment *a = &m->attachments.items[i];
        dxki_md with = a->owner ? final_of(map, a->node) : a->node;
        a->node = with;
        if (with || !a->owner)
            i++; /* else the next one moves here */
        else if (!dxki_inst_set_attachment(m, a->owner, a->kind, 0))
            return false;
    }
    for (size_t i = 0; i < m->fn_attachments.count;) {
        dxki_attachment *a = &m->fn_attachments.items[i];
        a->node = final_of(map, a->node);
        if (a->node)
            i++;
        else if (!dxki_function_set_attachment(m, a->owner, a->kind, 0))
            return false;
    }
    for (size_t i = 0; i < m->inst_dbg.count; i++)
        m->inst_dbg.items[i] = final_of(map, m->inst_dbg.items[i]);
    return true;
}

/* The operand is metadata; in the place of nothing comes the empty node, as in LLVM. */
static bool update_operand(dxk_module *m, const dxki_md *map, uint32_t inst, uint32_t word)
{
    dxki_md node = DXKI_INDEX(m->words.items[word]), with = final_of(map, node);
    if (with == node)
        return true;
    if (!with)
        with = dxki_md_tuple(m, NULL, 0, false);
    return with && dxki_tracked_set(m, inst, word, DXKI_VALUE(DXKI_V_METADATA, with));
}

static bool update_operands(dxk_module *m, const dxki_md *map)
{
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                dxki_inst in = m->insts.items[inst];
                for (uint32_t k = 0; in.op == DXKI_OP_CALL && k < in.op_count; k++) {
                    if (DXKI_TAG(m->words.items[in.ops + k]) == DXKI_V_METADATA &&
                        !update_operand(m, map, inst, in.ops + k))
                        return false;
                }
            }
        }
    }
    return true;
}

/* Named metadata has no null operands. */
static void update_named(dxk_module *m, const dxki_md *map, dxki_named_md *named)
{
    dxki_md *ops = m->words.items + named->ops;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < named->op_count; k++) {
        dxki_md with = final_of(map, ops[k]);
        if (with)
            ops[kept++] = with;
    }
    named->op_count = kept;
}

bool dxki_md_replace_all(dxk_module *m, dxki_md *map, size_t known)
{
    if (!dxki_module_touch(m))
        return false;
    if (!update_nodes(m, map, known) || !update_operands(m, map))
        return false;
    for (size_t i = 0; i < m->named_mds.count; i++)
        update_named(m, map, &m->named_mds.items[i]);
    return update_attachments(m, map);
}

dxki_md *dxki_md_identity(dxk_module *m, size_t *known)
{
    *known = m->mds.count;
    dxki_md *map = dxki_realloc(m->ctx, NULL, 0, *known * sizeof *map);
    for (size_t i = 0; map && i < *known; i++)
        map[i] = (dxki_md)i;
    return map;
}

bool dxki_md_replace(dxk_module *m, dxki_md old, dxki_md with)
{
    size_t known;
    dxki_md *map = dxki_md_identity(m, &known);
    if (!map)
        return false;
    map[old] = with;
    bool good = dxki_md_replace_all(m, map, known);
    dxki_realloc(m->ctx, map, known * sizeof *map, 0);
    return good;
}

/* --- named metadata --- */

uint32_t dxki_named_md_make(dxk_module *m, dxk_str name)
{
    for (size_t i = 0; i < m->named_mds.count; i++) {
        if (dxki_str_same(dxki_string_get(m, m->named_mds.items[i].name), name))
            return (uint32_t)i;
    }
    if (!dxki_module_touch(m))
        return UINT32_MAX;
    dxki_named_md made = {.name = dxki_string_intern(m, name)};
    if (made.name == UINT32_MAX || !dxki_vec_push(m->ctx, &m->named_mds, made))
        return UINT32_MAX;
    return (uint32_t)(m->named_mds.count - 1);
}

bool dxki_named_md_set(dxk_module *m, uint32_t index, const dxki_md *ops, uint32_t count)
{
    size_t at = m->words.count;
    bool own = count && ops >= m->words.items && ops < m->words.items + at;
    size_t offset = own ? (size_t)(ops - m->words.items) : 0;
    if (!dxki_module_touch(m))
        return false;
    if (count > UINT32_MAX - at || !dxki_vec_reserve(m->ctx, &m->words, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        m->words.items[at + i] = own ? m->words.items[offset + i] : ops[i];
    m->words.count += count;
    m->named_mds.items[index].ops = (uint32_t)at;
    m->named_mds.items[index].op_count = count;
    return true;
}

bool dxki_named_md_remove(dxk_module *m, size_t index)
{
    if (!dxki_module_touch(m))
        return false;
    dxki_named_md_drop(m, index);
    return true;
}

/* --- kinds --- */

static bool kind_after(const void *user, const void *a, const void *b)
{
    const dxk_module *m = user;
    dxk_str x = dxki_string_get(m, m->md_kinds.items[*(const uint32_t *)a]);
    dxk_str y = dxki_string_get(m, m->md_kinds.items[*(const uint32_t *)b]);
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;
    return order ? order > 0 : x.size > y.size;
}

/* Gives attachments their new kinds. Those of an instruction stand together, sorted by kind. */
static void renumber_kinds(dxki_attachment *list, size_t count, const uint32_t *to)
{
    for (size_t i = 0; i < count; i++)
        list[i].kind = to[list[i].kind];
    for (size_t i = 1; i < count; i++) {
        dxki_attachment one = list[i];
        size_t k = i;
        for (; k && list[k - 1].owner == one.owner && list[k - 1].kind > one.kind; k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

/* By kind: is something attached by it? LLVM's own always count. */
static void find_used_kinds(const dxk_module *m, uint8_t *used)
{
    memset(used, 1, DXKI_MD_FIXED_KINDS);
    for (size_t i = 0; i < m->attachments.count; i++)
        used[m->attachments.items[i].kind] |= m->attachments.items[i].owner != 0;
    for (size_t i = 0; i < m->fn_attachments.count; i++)
        used[m->fn_attachments.items[i].kind] = 1;
}

bool dxki_md_kinds_tidy(dxk_module *m)
{
    dxki_arena arena;
    dxki_arena_init(&arena, m->ctx);
    size_t count = m->md_kinds.count, kept = DXKI_MD_FIXED_KINDS;
    uint8_t *used = DXKI_NEW_ARRAY(&arena, uint8_t, count);
    uint32_t *order = DXKI_NEW_ARRAY(&arena, uint32_t, count);
    uint32_t *to = DXKI_NEW_ARRAY(&arena, uint32_t, count);
    dxki_string *names = DXKI_NEW_ARRAY(&arena, dxki_string, count);
    bool good = dxki_module_touch(m) && used && order && to && names;
    for (uint32_t i = 0; good && i < count; i++) {
        if (i == 0)
            find_used_kinds(m, used);
        if (i < DXKI_MD_FIXED_KINDS)
            order[i] = i;
        else if (used[i])
            order[kept++] = i;
    }
    good = good && dxki_sort(m->ctx, order + DXKI_MD_FIXED_KINDS, kept - DXKI_MD_FIXED_KINDS,
                             sizeof *order, kind_after, m);
    for (uint32_t i = 0; good && i < kept; i++) {
        to[order[i]] = i;
        names[i] = m->md_kinds.items[order[i]];
    }
    if (good) {
        memcpy(m->md_kinds.items, names, kept * sizeof *names);
        m->md_kinds.count = kept;
        dxki_idset_free(m->ctx, &m->md_kind_set);
        renumber_kinds(m->attachments.items, m->attachments.count, to);
        renumber_kinds(m->fn_attachments.items, m->fn_attachments.count, to);
    }
    dxki_arena_free(&arena);
    return good;
}
