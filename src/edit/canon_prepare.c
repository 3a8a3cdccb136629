/* SPDX-License-Identifier: MIT */
/* canon_prepare.c - what labels take for granted: all blocks are reached, cases of switches are in the
 * order of their values. */
#include "edit/canon.h"

#include "base/sort.h"

#include <string.h>

static bool remove_unreached(dxki_pass *p, uint32_t fn)
{
    dxk_module *m = p->m;
    dxki_arena arena;
    dxki_cfg cfg;
    DXKI_VEC(uint32_t) dead = {NULL, 0, 0};
    dxki_arena_init(&arena, m->ctx);
    bool good = dxki_cfg_build(&cfg, &arena, m, fn);
    for (uint32_t n = 0; good && n < cfg.count; n++)
        good = dxki_cfg_is_reached(&cfg, n) || dxki_vec_push(m->ctx, &dead, cfg.blocks[n]);
    /* What they use of each other goes first. */
    for (size_t i = 0; good && i < dead.count; i++) {
        DXKI_EACH_INST(m, dead.items[i], inst) {
            dxki_value self = DXKI_VALUE(DXKI_V_INST, inst);
            if (!good || m->insts.items[inst].type == DXKI_TY_VOID)
                continue;
            dxki_value undef = dxki_const_undef(m, m->insts.items[inst].type);
            good = undef && dxki_value_replace(m, self, undef);
        }
    }
    if (good && dead.count) {
        dxki_pass_changed(p);
        good = dxki_blocks_remove(m, dead.items, dead.count);
    }
    dxki_vec_free(m->ctx, &dead);
    dxki_arena_free(&arena);
    return good;
}

typedef struct switch_case {
    uint64_t bits;
    dxki_value value, block;
} switch_case;

static bool case_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const switch_case *)a)->bits > ((const switch_case *)b)->bits;
}

/* Sorts the cases of a switch by their values. */
static bool sort_cases(dxki_pass *p, uint32_t inst)
{
    dxk_module *m = p->m;
    uint32_t count = m->insts.items[inst].op_count, cases = (count - 2) / 2;
    switch_case *list = DXKI_NEW_ARRAY(&p->scratch, switch_case, cases);
    dxki_value *ops = DXKI_NEW_ARRAY(&p->scratch, dxki_value, count);
    bool sorted = true;
    if (!list || !ops)
        return false;
    memcpy(ops, dxki_inst_ops(m, inst), count * sizeof *ops);
    for (uint32_t i = 0; i < cases; i++) {
        list[i] = (switch_case){0, ops[2 + 2 * i], ops[3 + 2 * i]};
        (void)dxki_value_as_int(m, list[i].value, &list[i].bits);
        sorted = sorted && (i == 0 || list[i - 1].bits <= list[i].bits);
    }
    if (sorted)
        return true;
    dxki_pass_changed(p);
    if (!dxki_sort(m->ctx, list, cases, sizeof *list, case_after, NULL))
        return false;
    for (uint32_t i = 0; i < cases; i++) {
        ops[2 + 2 * i] = list[i].value;
        ops[3 + 2 * i] = list[i].block;
    }
    return dxki_inst_set_ops(m, inst, ops, count, NULL, 0);
}

bool dxki_edit_canon_prepare(dxki_pass *p)
{
    dxk_module *m = p->m;
    DXKI_EACH_FUNCTION(m, fn) {
        if (m->globals.items[fn].first_block && !remove_unreached(p, fn))
            return false;
        DXKI_EACH_BLOCK(m, fn, block) {
            uint32_t last = m->blocks.items[block].last_inst;
            if (last && m->insts.items[last].op == DXKI_OP_SWITCH && !sort_cases(p, last))
                return false;
        }
    }
    return true;
}
