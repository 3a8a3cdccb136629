/* SPDX-License-Identifier: MIT */
/*
 * unroll_cost.c - see unroll.h. Of a round that is written out nothing is left of what follows from
 * constants; what is the same in all rounds is left once. Elements of a variable that are named by
 * constants then become values, so that their addresses, loads and stores go, too.
 */
#include "pass/flow.h"
#include "pass/unroll.h"

typedef struct estimate {
    dxki_pass_evolution *e;
    dxki_value_map same;      /* instructions that are the same in all rounds */
    dxki_value_map dissolves; /* by alloca: 1 it becomes values, 2 it does not */
    uint32_t all, once, each; /* instructions in all; left once; left in each round */
} estimate;

/* True for a node !{!"text"}; *number is what stands behind the text, if anything does. */
static bool has_hint(const dxk_module *m, dxki_md node, const char *text, uint32_t *number)
{
    uint32_t count;
    uint64_t bits = 0;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (count == 0 || dxki_md_get(m, ops[0])->kind != DXKI_M_STRING ||
        !dxki_str_is(dxki_md_str(m, ops[0]), text))
        return false;
    if (count > 1 && dxki_md_as_int(m, ops[1], &bits))
        *number = bits < UINT32_MAX ? (uint32_t)bits : UINT32_MAX;
    return true;
}

dxki_pass_unroll_wish dxki_pass_unroll_wish_of(const dxk_module *m, uint32_t end)
{
    dxki_pass_unroll_wish wish = {DXKI_PASS_UNROLL_FREE, 0, 0};
    uint32_t count, none = 0;
    dxki_md node = dxki_pass_flow_attachment(m, end, (dxk_str){"llvm.loop", 9});
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    for (uint32_t i = 1; i < count; i++) {
        if (has_hint(m, ops[i], "llvm.loop.unroll.disable", &none))
            wish.hint = DXKI_PASS_UNROLL_NEVER;
        if (has_hint(m, ops[i], "llvm.loop.unroll.full", &none) ||
            has_hint(m, ops[i], "llvm.loop.unroll.count", &wish.count))
            wish.hint = DXKI_PASS_UNROLL_FULLY;
        has_hint(m, ops[i], "dxk.loop.id", &wish.id);
    }
    return wish;
}

/* True if the block of an instruction is in the loop. */
static bool is_inside(const dxki_pass_evolution *e, uint32_t inst)
{
    uint32_t block = dxki_cfg_number(e->cfg, e->p->m->insts.items[inst].block);
    return block != DXKI_NO_NODE && dxki_cfg_is_reached(e->cfg, block) &&
           dxki_loop_contains(e->loops, e->loop, block);
}

/* --- what is left of an instruction --- */

/* True if nothing of what it is computed from changes from round to round. */
static bool is_same(const estimate *s, uint32_t inst)
{
    const dxk_module *m = s->e->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_mem_effect effect = dxki_mem_effect_of(m, in, NULL);
    if (in->op == DXKI_OP_PHI || effect.reads || effect.writes || effect.flags)
        return false;
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t operand = dxki_value_as_inst(m->words.items[in->ops + k]);
        if (operand && is_inside(s->e, operand) && !dxki_value_map_get(&s->same, operand))
            return false;
    }
    return true;
}

/* True if the indices of a getelementptr are constants when the loop is written out. */
static bool names_element(const estimate *s, uint32_t gep, bool *good)
{
    const dxk_module *m = s->e->p->m;
    bool follows = true;
    for (uint32_t k = 1; *good && follows && k < m->insts.items[gep].op_count; k++) {
        dxki_value index = dxki_inst_ops(m, gep)[k];
        if (DXKI_TAG(index) == DXKI_V_CONST)
            continue;
        follows = is_inside(s->e, gep);
        *good = !follows || dxki_pass_evolve_add(s->e, index, &follows);
    }
    return follows && *good;
}

/* True if all that uses an alloca names its elements so. */
static bool dissolves(estimate *s, uint32_t alloca, bool *good)
{
    const dxk_module *m = s->e->p->m;
    uint32_t known = dxki_value_map_get(&s->dissolves, alloca);
    bool all = true;
    if (known)
        return known == 1;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        uint32_t user = dxki_tracked_user(m, use);
        all =
            all && *good && m->insts.items[user].op == DXKI_OP_GEP && names_element(s, user, good);
    }
    *good = *good && dxki_value_map_put(s->e->p->ctx, &s->dissolves, alloca, all ? 1 : 2);
    return all;
}

/* The alloca that an instruction reads, writes or computes an address in; 0: none. */
static uint32_t alloca_of(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value pointer =
        in->op == DXKI_OP_GEP ? DXKI_VALUE(DXKI_V_INST, inst) : dxki_mem_pointer(m, in);
    return pointer ? dxki_mem_alloca(m, pointer) : 0;
}

static bool count_inst(estimate *s, uint32_t inst)
{
    const dxk_module *m = s->e->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    bool follows = false, good = true;
    if (dxki_inst_is_debug_call(m, in) || (in->op == DXKI_OP_BR && in->op_count == 1))
        return true;
    s->all++;
    if (in->op == DXKI_OP_BR)
        value = dxki_inst_ops(m, inst)[DXKI_PASS_FLOW_CONDITION];
    if (value && in->op != DXKI_OP_SWITCH && !dxki_pass_evolve_add(s->e, value, &follows))
        return false;
    uint32_t alloca = follows ? 0 : alloca_of(m, inst);
    if (follows || (alloca && dissolves(s, alloca, &good)))
        return good;
    if (is_same(s, inst)) {
        s->once++;
        return dxki_value_map_put(s->e->p->ctx, &s->same, inst, 1);
    }
    bool is_carried = in->op == DXKI_OP_PHI &&
                      in->block == s->e->cfg->blocks[s->e->loops->items[s->e->loop].header];
    s->each += !is_carried;
    return good;
}

/* True for what may stand once only. */
static bool must_not_be_copied(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_dxop_info *op = dxki_call_dxop(m, in);
    return in->op == DXKI_OP_ALLOCA ||
           (op && dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->convergence == DXKI_DXC_ONCE);
}

static bool count_all(estimate *s, uint32_t most, bool *too_long)
{
    const dxki_pass_evolution *e = s->e;
    const dxki_loop *loop = &e->loops->items[e->loop];
    for (uint32_t i = loop->first; i < loop->end; i++) {
        DXKI_EACH_INST(e->p->m, e->cfg->blocks[e->loops->members[i]], inst) {
            *too_long = s->all > most || must_not_be_copied(e->p->m, inst);
            if (*too_long)
                return true;
            if (!count_inst(s, inst))
                return false;
        }
    }
    return true;
}

bool dxki_pass_unroll_estimate(dxki_pass_evolution *e, const dxki_pass_exit *exit, uint32_t most,
                               dxki_pass_unroll_cost *cost)
{
    estimate s = {.e = e};
    bool too_long = false, good = count_all(&s, most, &too_long);
    uint64_t rounds = (uint64_t)exit->round + (exit->from == e->latch);
    dxki_value_map_free(e->p->ctx, &s.same);
    dxki_value_map_free(e->p->ctx, &s.dissolves);
    cost->rolled = too_long ? UINT32_MAX : s.all;
    cost->unrolled = s.once + rounds * s.each;
    return good;
}
