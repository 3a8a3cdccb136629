/* SPDX-License-Identifier: MIT */
/*
 * loop_deletion.c - loops that do nothing go: nothing in them has an effect, they have one block
 * after them, and what is used there is not made in them, or follows from constants, in which case
 * the rounds are gone through here and now (evolve.h):
 *
 *     loop:  %i = phi [0, before], [%n, loop]
 *            %s = phi [0, before], [%t, loop]
 *            %t = add %s, %i                          ==>     br out
 *            %n = add %i, 1                           out:    %u = mul 4950, %x
 *            br (%n < 100), loop, out
 *     out:   %u = mul %t, %x
 *
 * A loop that would never end goes, too, as DirectXShaderCompiler has it. Outer loops come first.
 */
#include "pass/constant_use.h"
#include "pass/evolve.h"
#include "pass/flow.h"

typedef struct deleter {
    dxki_pass *p;
    dxki_pass_evolution e;
    uint32_t trips;      /* option */
    uint8_t *has_effect; /* by loop */

    /* The loop at hand. */
    uint32_t out;                /* the block after it */
    DXKI_VEC(uint32_t) exits;    /* blocks that lead there, one per edge */
    DXKI_VEC(uint32_t) blocks;   /* its own */
    DXKI_VEC(uint32_t) live;     /* what is used after it */
    DXKI_VEC(dxki_value) values; /* what stands for that; 0: not known */
    dxki_pass_flow_cuts cuts;
} deleter;

/* ---------------------------------------------------------------------------------------- */
/* What has effects                                                                           */

static bool block_has_effect(const dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        bool ends = in->op == DXKI_OP_BR || in->op == DXKI_OP_SWITCH;
        if (!ends && !dxki_inst_is_debug_call(m, in) &&
            !dxki_mem_is_removable(dxki_mem_effect_of(m, in, NULL)))
            return true;
    }
    return false;
}

/* A loop with an effect is one in all loops around it. */
static bool find_effects(deleter *d)
{
    const dxki_loops *loops = d->e.loops;
    const dxki_cfg *cfg = d->e.cfg;
    d->has_effect = DXKI_NEW_ARRAY(&d->p->scratch, uint8_t, loops->count);
    if (!d->has_effect)
        return false;
    for (uint32_t b = 0; b < cfg->count; b++) {
        uint32_t loop = dxki_cfg_is_reached(cfg, b) ? loops->of[b] : 0;
        if (loop && !d->has_effect[loop])
            d->has_effect[loop] = block_has_effect(d->p->m, cfg->blocks[b]);
    }
    for (uint32_t loop = loops->count; loop-- > 1;)
        d->has_effect[loops->items[loop].parent] |= d->has_effect[loop];
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What is around the loop                                                                    */

static bool is_inside(const deleter *d, uint32_t block)
{
    uint32_t number = dxki_cfg_number(d->e.cfg, block);
    return number != DXKI_NO_NODE && dxki_cfg_is_reached(d->e.cfg, number) &&
           dxki_loop_contains(d->e.loops, d->e.loop, number);
}

/* Collects the edges that leave from a block; *one is cleared if they lead to several blocks. */
static bool collect_exits(deleter *d, uint32_t block, bool *one)
{
    const dxk_module *m = d->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    for (uint32_t k = 0; end && k < m->insts.items[end].op_count; k++) {
        uint32_t to = dxki_pass_flow_target(m, end, k);
        if (!to || is_inside(d, to))
            continue;
        *one = *one && (!d->out || d->out == to);
        d->out = to;
        if (!dxki_vec_push(d->p->ctx, &d->exits, block))
            return false;
    }
    return true;
}

/* Collects what is made in a block and used after the loop. */
static bool collect_live(deleter *d, uint32_t block)
{
    const dxk_module *m = d->p->m;
    DXKI_EACH_INST(m, block, inst) {
        bool behind = false;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use)
            behind = behind || !is_inside(d, m->insts.items[dxki_tracked_user(m, use)].block);
        if (behind && !dxki_vec_push(d->p->ctx, &d->live, inst))
            return false;
    }
    return true;
}

static bool collect(deleter *d, bool *one)
{
    const dxki_loop *loop = &d->e.loops->items[d->e.loop];
    d->out = 0;
    d->exits.count = d->blocks.count = d->live.count = d->values.count = 0;
    *one = true;
    for (uint32_t i = loop->first; i < loop->end && *one; i++) {
        uint32_t block = d->e.cfg->blocks[d->e.loops->members[i]];
        if (!dxki_vec_push(d->p->ctx, &d->blocks, block) || !collect_exits(d, block, one) ||
            !collect_live(d, block))
            return false;
    }
    *one = *one && d->out;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What values are                                                                            */

/* Goes through the rounds up to the last one. */
static bool go_through(deleter *d, uint32_t round, bool *good)
{
    if (!dxki_pass_evolve_start(&d->e, good))
        return false;
    for (uint32_t i = 0; *good && i < round; i++) {
        *good = dxki_pass_spend(d->p, d->e.insts.count + 1);
        if (*good && !dxki_pass_evolve_next(&d->e, good))
            return false;
    }
    return true;
}

/* Finds the constants that are used after the loop; *good: all of them. */
static bool find_values(deleter *d, bool *good)
{
    dxki_pass_exit way;
    *good = d->live.count == 0;
    if (*good || d->exits.count != 1)
        return true;
    if (!dxki_pass_evolve_exit(&d->e, d->trips, &way))
        return false;
    *good = way.from != DXKI_NO_NODE;
    dxki_pass_evolve_enter(&d->e, d->e.loop);
    for (size_t i = 0; *good && i < d->live.count; i++) {
        if (!dxki_pass_evolve_add(&d->e, DXKI_VALUE(DXKI_V_INST, d->live.items[i]), good))
            return false;
    }
    if (*good && !go_through(d, way.round, good))
        return false;
    for (size_t i = 0; *good && i < d->live.count; i++) {
        dxki_value value = dxki_pass_evolve_now(&d->e, DXKI_VALUE(DXKI_V_INST, d->live.items[i]));
        *good = dxki_pass_may_be_constant(d->p, DXKI_VALUE(DXKI_V_INST, d->live.items[i]), value);
        if (!dxki_vec_push(d->p->ctx, &d->values, value))
            return false;
    }
    return true;
}

/* True if all ways out bring the same to each phi after the loop. */
static bool exits_agree(const deleter *d)
{
    const dxk_module *m = d->p->m;
    DXKI_EACH_INST(m, d->out, phi) {
        dxki_value value = 0;
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        for (size_t i = 0; d->exits.count > 1 && i < d->exits.count; i++) {
            uint32_t k = dxki_phi_find(m, phi, d->exits.items[i]);
            if (value && dxki_inst_ops(m, phi)[k] != value)
                return false;
            value = dxki_inst_ops(m, phi)[k];
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Doing it                                                                                   */

/* Puts constants where values of the loop are used after it. */
static bool put_values(deleter *d)
{
    dxk_module *m = d->p->m;
    for (size_t i = 0; i < d->values.count; i++) {
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, d->live.items[i]), use) {
            uint32_t user = dxki_tracked_user(m, use);
            if (!is_inside(d, m->insts.items[user].block) &&
                !dxki_inst_set_op(m, user, dxki_tracked_operand(m, use), d->values.items[i]))
                return false;
        }
    }
    return true;
}

/* Phis after the loop have one operand from it, by way of a new block. */
static bool settle_phis(deleter *d, uint32_t way)
{
    dxk_module *m = d->p->m;
    DXKI_EACH_INST(m, d->out, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        uint32_t k = dxki_phi_find(m, phi, d->exits.items[0]), count = m->insts.items[phi].op_count;
        if (!dxki_inst_set_op(m, phi, count + k, DXKI_VALUE(DXKI_V_BLOCK, way)))
            return false;
    }
    for (size_t i = 1; i < d->exits.count; i++) {
        if (!dxki_pass_flow_cut(d->p, &d->cuts, d->exits.items[i], d->out))
            return false;
    }
    return dxki_pass_flow_apply(d->p, &d->cuts);
}

/* Lets what leads to the loop lead past it. */
static bool redirect(deleter *d, uint32_t way)
{
    dxk_module *m = d->p->m;
    uint32_t header = d->e.cfg->blocks[d->e.loops->items[d->e.loop].header];
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, header), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (m->insts.items[user].op != DXKI_OP_PHI && !is_inside(d, m->insts.items[user].block) &&
            !dxki_inst_set_op(m, user, dxki_tracked_operand(m, use), DXKI_VALUE(DXKI_V_BLOCK, way)))
            return false;
    }
    return dxki_blocks_remove(m, d->blocks.items, d->blocks.count);
}

static bool delete_loop(deleter *d)
{
    uint32_t header = d->e.cfg->blocks[d->e.loops->items[d->e.loop].header];
    uint32_t way = dxki_block_insert(d->p->m, d->p->function, header);
    dxki_pass_changed(d->p);
    return way && dxki_pass_flow_jump(d->p, way, d->out) && put_values(d) && settle_phis(d, way) &&
           redirect(d, way);
}

/* Looks at a loop without effects. */
static bool consider(deleter *d, uint32_t loop, bool *gone)
{
    const dxki_loop *l = &d->e.loops->items[loop];
    bool good;
    *gone = false;
    if (l->is_irreducible || !dxki_pass_spend(d->p, l->end - l->first))
        return true;
    dxki_pass_evolve_enter(&d->e, loop);
    if (!collect(d, &good) || (good && !find_values(d, &good)))
        return false;
    *gone = good && exits_agree(d);
    return !*gone || delete_loop(d);
}

static bool consider_all(deleter *d)
{
    const dxki_loops *loops = d->e.loops;
    uint32_t next;
    if (!find_effects(d) || d->p->m->block_addresses)
        return d->has_effect != NULL;
    for (uint32_t loop = 1; loop < loops->count; loop = next) {
        bool gone = false;
        if (!d->has_effect[loop] && !consider(d, loop, &gone))
            return false;
        next = gone ? loops->items[loop].next : loop + 1;
    }
    return true;
}

dxk_status dxki_pass_loop_deletion(dxki_pass *p)
{
    deleter d = {.p = p, .trips = (uint32_t)p->options[0]};
    bool good = dxki_pass_evolve_begin(&d.e, p) && consider_all(&d);
    dxki_pass_evolve_free(&d.e);
    dxki_pass_flow_cuts_free(p, &d.cuts);
    dxki_vec_free(p->ctx, &d.exits);
    dxki_vec_free(p->ctx, &d.blocks);
    dxki_vec_free(p->ctx, &d.live);
    dxki_vec_free(p->ctx, &d.values);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
