/* SPDX-License-Identifier: MIT */
/*
 * dse.c - the pass dse, which removes stores whose values are never read.
 *
 * Two reasons, found on one walk back through each block:
 *
 *   nothing reads it     the object dies with the function (an alloca; a variable of the lane at the
 *                        end of a shader), and no way from the store leads to a read of it. Which
 *                        classes of memory (memory.h) are read after a block is found before, over
 *                        all blocks.
 *   it is overwritten    in the same block by a store to the same place, of at least the same
 *                        components, and nothing between reads it: no load, barrier, atomic, call;
 *                        of outputs no emit, of UAVs no discard, after which fewer lanes store
 *
 * Only the last few overwriting stores are remembered.
 */
#include "pass/memory.h"
#include "pass/merge.h"

#define REMEMBERED 32u
#define PAIRED     16u /* stores of a block that are compared, each with each, before all that */

typedef struct later {
    uint32_t inst;
    dxki_pass_access access;
} later;

typedef struct walk {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_memory mem;
    const dxki_cfg *cfg;
    uint64_t mortal;  /* classes that end with the function */
    uint64_t *behind; /* by block: classes that are read after its beginning */
    uint64_t read;    /* classes that are read after the place of the walk */
    later stores[REMEMBERED];
    uint32_t count, turn;
} walk;

/* ---------------------------------------------------------------------------------------- */
/* What is read                                                                               */

static uint64_t classes_of_kind(const dxki_pass_memory *mem, uint32_t kind)
{
    uint32_t number = 0;
    while (kind >> number != 1)
        number++;
    return mem->of_kind[number];
}

/* Variables of a lane are gone past the end of a shader, but not of a function that it calls. */
static uint64_t mortal_classes(const walk *w)
{
    const dxki_pass_facts *facts = w->p->facts;
    uint32_t function = w->p->function;
    bool is_shader = facts->kind != DXK_SHADER_KIND_LIBRARY && function < facts->root_count &&
                     facts->roots[function] == 1;
    uint64_t classes = classes_of_kind(&w->mem, DXKI_MEM_LOCAL);
    return is_shader ? classes | classes_of_kind(&w->mem, DXKI_MEM_PRIVATE) : classes;
}

static uint64_t reads_of_block(walk *w, uint32_t block)
{
    uint64_t reads = 0;
    DXKI_EACH_INST(w->m, block, inst)
        reads |= dxki_pass_memory_access(&w->mem, dxki_inst_get(w->m, inst)).reads;
    return reads;
}

static uint64_t behind_end(const walk *w, uint32_t number)
{
    uint64_t reads = 0;
    DXKI_EACH_SUCC(w->cfg, number, e)
    reads |= w->behind[w->cfg->graph.succ.to[e]];
    return reads;
}

/* A round goes through the blocks backward; loops take as many rounds as they nest deep. */
static bool find_reads(walk *w)
{
    const dxki_order *order = &w->cfg->order;
    w->behind = DXKI_NEW_ARRAY(&w->p->scratch, uint64_t, w->cfg->count + 1);
    if (!w->behind)
        return false;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t number = order->nodes[i];
        w->behind[number] =
            number == w->cfg->count ? ~w->mortal : reads_of_block(w, w->cfg->blocks[number]);
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = order->count; i-- > 0;) {
            uint32_t number = order->nodes[i];
            uint64_t reads = w->behind[number] | behind_end(w, number);
            more = more || reads != w->behind[number];
            w->behind[number] = reads;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Overwriting                                                                                */

static bool is_value(const dxki_dxop_operand *operand)
{
    return operand->type == DXKI_OT_OVERLOAD;
}

/* The operand is the mask of components that both operations write, and the later one has all of the
 * earlier one's. */
static bool mask_covers(const dxk_module *m, const dxki_dxop_info *op, uint32_t number,
                        dxki_value after, dxki_value before)
{
    uint64_t more, less;
    return dxki_value_as_int(m, after, &more) && dxki_value_as_int(m, before, &less) &&
           !(less & ~more) && dxki_str_is(dxki_dxop_operand_name(op, number), "mask");
}

/* The same operation to the same place: all operands are the same but the values, and the mask of
 * components, which the later one may have more of. */
static bool call_covers(const dxk_module *m, const dxki_inst *after, const dxki_inst *before)
{
    const dxki_value *a = m->words.items + after->ops, *b = m->words.items + before->ops;
    if (after->op_count != before->op_count || a[0] != b[0] ||
        dxki_call_callee(m, after) != dxki_call_callee(m, before))
        return false;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, after);
    for (uint32_t i = 0; op && i < op->operand_count; i++) {
        if (!is_value(&op->operands[i]) && a[1 + i] != b[1 + i] &&
            !mask_covers(m, op, i, a[1 + i], b[1 + i]))
            return false;
    }
    return op != NULL;
}

static bool store_covers(const dxk_module *m, const dxki_inst *after, const dxki_inst *before)
{
    const dxki_value *x = m->words.items + after->ops, *y = m->words.items + before->ops;
    return dxki_value_type(m, x[0]) == dxki_value_type(m, y[0]) &&
           dxki_mem_compare(m, x[1], y[1]) == DXKI_MEM_SAME;
}

static bool is_overwritten(const walk *w, const dxki_inst *in)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const dxki_inst *after = dxki_inst_get(w->m, w->stores[i].inst);
        if (after->op == in->op && (in->op == DXKI_OP_STORE ? store_covers(w->m, after, in)
                                                            : call_covers(w->m, after, in)))
            return true;
    }
    return false;
}

/* True if the instruction, which stands before a store, sees what that overwrites, or decides which
 * lanes come to it. */
static bool sees(const walk *w, const dxki_inst *in, const dxki_pass_access *access,
                 const later *store)
{
    const dxki_inst *after = dxki_inst_get(w->m, store->inst);
    if (access->writes & store->access.reads)
        return true;
    if (!(access->reads & store->access.writes))
        return false;
    return in->op != DXKI_OP_LOAD || after->op != DXKI_OP_STORE ||
           dxki_mem_compare(w->m, w->m->words.items[in->ops], w->m->words.items[after->ops + 1]) !=
               DXKI_MEM_APART;
}

static void forget_seen(walk *w, const dxki_inst *in, const dxki_pass_access *access)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!sees(w, in, access, &w->stores[i]))
            w->stores[kept++] = w->stores[i];
    }
    w->count = kept;
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

/* An operation that writes outputs or a UAV and does nothing else. */
static bool is_store_call(const dxk_module *m, const dxki_inst *in)
{
    const dxki_dxop_info *op = in->type == DXKI_TY_VOID ? dxki_call_dxop_complete(m, in) : NULL;
    return op && (op->kind == DXKI_DXK_OUTPUT || op->kind == DXKI_DXK_PATCH_OUTPUT ||
                  op->kind == DXKI_DXK_UAV_WRITE);
}

static bool is_store(const walk *w, const dxki_inst *in, const dxki_pass_access *access)
{
    return !access->fixed && (in->op == DXKI_OP_STORE || is_store_call(w->m, in));
}

static bool is_dead(const walk *w, const dxki_inst *in, const dxki_pass_access *access)
{
    bool unread = access->writes && !(access->writes & w->read) && !(access->writes & ~w->mortal);
    return unread || is_overwritten(w, in);
}

static bool visit(walk *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_pass_access access = dxki_pass_memory_access(&w->mem, in);
    if (is_store(w, in, &access)) {
        if (is_dead(w, in, &access)) {
            dxki_pass_changed(w->p);
            return dxki_inst_remove(w->m, inst);
        }
        forget_seen(w, in, &access);
        w->stores[w->count < REMEMBERED ? w->count++ : w->turn++ % REMEMBERED] =
            (later){inst, access};
        return true;
    }
    w->read |= access.reads;
    if (access.reads | access.writes)
        forget_seen(w, in, &access);
    return true;
}

static bool visit_block(walk *w, uint32_t number)
{
    uint32_t inst = w->m->blocks.items[w->cfg->blocks[number]].last_inst, before;
    w->read = behind_end(w, number);
    w->count = 0;
    for (; inst; inst = before) {
        before = dxki_inst_prev(w->m, inst);
        if (!visit(w, inst))
            return false;
    }
    return true;
}

/* True if a block may hold a store that goes: one to a variable, or two of which one covers the
 * other, or too many to look at each pair. */
static bool is_candidate(const dxk_module *m, uint32_t block)
{
    uint32_t stores[PAIRED], count = 0;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (in->op == DXKI_OP_STORE)
            return true;
        if (!is_store_call(m, in))
            continue;
        for (uint32_t i = 0; i < count; i++)
            if (call_covers(m, in, dxki_inst_get(m, stores[i])))
                return true;
        if (count == PAIRED)
            return true;
        stores[count++] = inst;
    }
    return false;
}

static bool has_candidates(const dxki_pass *p)
{
    DXKI_EACH_BLOCK(p->m, p->function, block)
        if (is_candidate(p->m, block))
            return true;
    return false;
}

dxk_status dxki_pass_dse(dxki_pass *p)
{
    walk w = {.p = p, .m = p->m};
    if (!dxki_module_touch(p->m))
        return dxki_nomem(p->ctx);
    if (!has_candidates(p))
        return DXK_OK;
    if (!dxki_pass_memory_begin(&w.mem, p))
        return dxki_nomem(p->ctx);
    w.cfg = w.mem.cfg;
    w.mortal = mortal_classes(&w);
    if (!find_reads(&w))
        return dxki_nomem(p->ctx);
    for (uint32_t i = 0; i < w.cfg->order.count; i++) {
        uint32_t number = w.cfg->order.nodes[i];
        if (number != w.cfg->count && !visit_block(&w, number))
            return dxki_nomem(p->ctx);
    }
    return DXK_OK;
}
