/* SPDX-License-Identifier: MIT */
/* flow.c - see flow.h. Which branches become jumps: decide.c. */
#include "pass/flow.h"

#include "base/sort.h"

uint32_t dxki_pass_flow_end(const dxk_module *m, uint32_t block)
{
    uint32_t last = m->blocks.items[block].last_inst;
    bool ends = last && dxki_op_class_of((dxki_op)m->insts.items[last].op) == DXKI_OC_TERM;
    return ends ? last : 0;
}

static bool ends_with_br(const dxk_module *m, uint32_t block, uint32_t operands)
{
    uint32_t end = dxki_pass_flow_end(m, block);
    return end && m->insts.items[end].op == DXKI_OP_BR && m->insts.items[end].op_count == operands;
}

bool dxki_pass_flow_is_branch(const dxk_module *m, uint32_t block)
{
    return ends_with_br(m, block, 3);
}

bool dxki_pass_flow_is_jump(const dxk_module *m, uint32_t block)
{
    return ends_with_br(m, block, 1);
}

dxki_md dxki_pass_flow_attachment(const dxk_module *m, uint32_t inst, dxk_str name)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_str_same(dxki_string_get(m, m->md_kinds.items[list[i].kind]), name))
            return list[i].node;
    }
    return 0;
}

bool dxki_pass_flow_copy_loop(dxk_module *m, uint32_t from, uint32_t to)
{
    static const dxk_str name = {"llvm.loop", 9};
    dxki_md node = dxki_pass_flow_attachment(m, from, name);
    uint32_t kind = node ? dxki_md_kind_index(m, name) : 0;
    return !node || (kind != UINT32_MAX && dxki_inst_set_attachment(m, to, kind, node));
}

bool dxki_pass_flow_drop_loop(dxk_module *m, uint32_t inst)
{
    static const dxk_str name = {"llvm.loop", 9};
    uint32_t kind;
    if (!dxki_pass_flow_attachment(m, inst, name))
        return true;
    kind = dxki_md_kind_index(m, name);
    return kind != UINT32_MAX && dxki_inst_set_attachment(m, inst, kind, 0);
}

dxki_pass_flow_hint dxki_pass_flow_hint_of(const dxk_module *m, uint32_t end)
{
    uint32_t count;
    dxki_md node = dxki_pass_flow_attachment(m, end, (dxk_str){"dx.controlflow.hints", 20});
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    unsigned hint = DXKI_PASS_FLOW_HINT_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number;
        if (dxki_md_as_int(m, ops[i], &number))
            hint = number == 2 && hint != DXKI_PASS_FLOW_HINT_BRANCH ? DXKI_PASS_FLOW_HINT_FLATTEN
                                                                     : DXKI_PASS_FLOW_HINT_BRANCH;
    }
    return (dxki_pass_flow_hint)hint;
}

bool dxki_pass_flow_jump(dxki_pass *p, uint32_t block, uint32_t to)
{
    dxk_module *m = p->m;
    uint32_t old = dxki_pass_flow_end(m, block);
    dxki_inst br = {.op = DXKI_OP_BR, .type = DXKI_TY_VOID, .op_count = 1};
    dxki_value op = DXKI_VALUE(DXKI_V_BLOCK, to);
    dxki_md location = old ? dxki_inst_dbg(m, old) : 0;
    uint32_t made = dxki_inst_insert(m, dxki_place_end(block), &br, &op, NULL, 0);
    dxki_pass_changed(p);
    return made && (!location || dxki_inst_set_dbg(m, made, location)) &&
           (!old || (dxki_pass_flow_copy_loop(m, old, made) && dxki_inst_remove(m, old)));
}

/* ---------------------------------------------------------------------------------------- */
/* Edges that go                                                                              */

bool dxki_pass_flow_cut(dxki_pass *p, dxki_pass_flow_cuts *cuts, uint32_t from, uint32_t to)
{
    dxki_pass_flow_edge edge = {from, to};
    return dxki_vec_push(p->ctx, &cuts->edges, edge);
}

void dxki_pass_flow_cuts_free(dxki_pass *p, dxki_pass_flow_cuts *cuts)
{
    dxki_vec_free(p->ctx, &cuts->edges);
    dxki_vec_free(p->ctx, &cuts->words);
}

static bool comes_after(const void *user, const void *left, const void *right)
{
    const dxki_pass_flow_edge *a = left, *b = right;
    (void)user;
    return a->to != b->to ? a->to > b->to : a->from > b->from;
}

/* The first of `count` sorted edges to one block that comes from `from` or after it. */
static size_t find_from(const dxki_pass_flow_edge *edges, size_t count, uint32_t from)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (edges[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Copies the operands of a phi that stay to cuts->words: values, then blocks. `used` has an element
 * per edge, all 0, and marks those that are found. Returns how many stay. */
static uint32_t select_operands(const dxk_module *m, uint32_t phi, const dxki_pass_flow_edge *edges,
                                size_t count, uint8_t *used, uint32_t *words)
{
    const dxki_value *ops = dxki_inst_ops(m, phi);
    uint32_t total = m->insts.items[phi].op_count, kept = 0;
    for (uint32_t k = 0; k < total; k++) {
        uint32_t from = dxki_phi_block(m, phi, k);
        size_t at = find_from(edges, count, from);
        while (at < count && edges[at].from == from && used[at])
            at++;
        if (at < count && edges[at].from == from) {
            used[at] = 1;
            continue;
        }
        words[kept] = ops[k];
        words[total + kept++] = ops[total + k];
    }
    return kept;
}

/* Takes edges to one block out of one of its phis. */
static bool cut_phi(dxki_pass *p, uint32_t phi, const dxki_pass_flow_edge *edges, size_t count,
                    uint32_t *words)
{
    dxk_module *m = p->m;
    uint32_t total = m->insts.items[phi].op_count;
    uint8_t *used = (uint8_t *)(words + (size_t)total * 2);
    for (size_t i = 0; i < count; i++)
        used[i] = 0;
    uint32_t kept = select_operands(m, phi, edges, count, used, words);
    if (kept == total)
        return true;
    dxki_pass_changed(p);
    if (kept)
        return dxki_inst_set_ops(m, phi, words, kept, words + total, kept);
    dxki_value undef = dxki_const_undef(m, m->insts.items[phi].type);
    return undef && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, phi), undef) &&
           dxki_inst_remove(m, phi);
}

/* Takes edges to one block out of its phis. */
static bool cut_block(dxki_pass *p, dxki_pass_flow_cuts *cuts, const dxki_pass_flow_edge *edges,
                      size_t count)
{
    const dxk_module *m = p->m;
    DXKI_EACH_INST(m, edges->to, phi) {
        const dxki_inst *in = dxki_inst_get(m, phi);
        if (in->op != DXKI_OP_PHI)
            break;
        if (!dxki_vec_reserve(p->ctx, &cuts->words, (size_t)in->op_count * 2 + count) ||
            !cut_phi(p, phi, edges, count, cuts->words.items))
            return false;
    }
    return true;
}

/* A block without phis needs nothing. */
bool dxki_pass_flow_apply(dxki_pass *p, dxki_pass_flow_cuts *cuts)
{
    dxki_pass_flow_edge *edges = cuts->edges.items;
    size_t count = cuts->edges.count, end;
    if (!dxki_sort(p->ctx, edges, count, sizeof *edges, comes_after, NULL))
        return false;
    for (size_t at = 0; at < count; at = end) {
        for (end = at; end < count && edges[end].to == edges[at].to;)
            end++;
        if (!cut_block(p, cuts, edges + at, end - at))
            return false;
    }
    cuts->edges.count = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Blocks that are not reached                                                                */

/* Notes the edges from a block that is not reached to those that are. */
static bool cut_unreached(dxki_pass *p, const dxki_cfg *cfg, dxki_pass_flow_cuts *cuts,
                          uint32_t number)
{
    DXKI_EACH_SUCC(cfg, number, e)
    {
        uint32_t to = cfg->graph.succ.to[e];
        if (to < cfg->count && dxki_cfg_is_reached(cfg, to) &&
            !dxki_pass_flow_cut(p, cuts, cfg->blocks[number], cfg->blocks[to]))
            return false;
    }
    return true;
}

bool dxki_pass_flow_remove_unreached(dxki_pass *p)
{
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    dxki_pass_flow_cuts cuts = {{NULL, 0, 0}, {NULL, 0, 0}};
    uint32_t *dead = cfg ? DXKI_NEW_ARRAY(&p->scratch, uint32_t, cfg->count) : NULL;
    uint32_t count = 0;
    bool good = dead != NULL;
    for (uint32_t b = 0; good && b < cfg->count; b++) {
        if (dxki_cfg_is_reached(cfg, b))
            continue;
        dead[count++] = cfg->blocks[b];
        good = cut_unreached(p, cfg, &cuts, b);
    }
    if (good && count) {
        good = dxki_pass_flow_apply(p, &cuts) && dxki_blocks_remove(p->m, dead, count);
        dxki_pass_changed(p);
        dxki_pass_forget(p, DXKI_PASS_KEEPS_DXIL);
    }
    dxki_pass_flow_cuts_free(p, &cuts);
    return good;
}
