/* SPDX-License-Identifier: MIT */
/*
 * marks.c - what compilers leave behind for debuggers: loads of @dx.nothing.a, one per statement,
 * and selections over @dx.preserve.value.a, which keep a value alive and always choose the second
 * one. @dx.break.cond, which looks the same, keeps a block inside its loop and stays.
 */
#include "pass/pass.h"

static const struct {
    const char *name;
    dxki_pass_opaque what;
} variables[] = {
    {"dx.break.cond", DXKI_PASS_OPAQUE_BREAK},
    {"dx.nothing.a", DXKI_PASS_OPAQUE_NOTHING},
    {"dx.preserve.value.a", DXKI_PASS_OPAQUE_PRESERVE},
};

dxki_pass_opaque dxki_pass_opaque_load(const dxk_module *m, const dxki_inst *inst)
{
    if (inst->op != DXKI_OP_LOAD)
        return DXKI_PASS_OPAQUE_NONE;
    dxki_value base = dxki_mem_base(m, m->words.items[inst->ops]);
    if (DXKI_TAG(base) != DXKI_V_GLOBAL)
        return DXKI_PASS_OPAQUE_NONE;
    dxk_str name = dxki_string_get(m, m->globals.items[DXKI_INDEX(base)].name);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        if (dxki_str_is(name, variables[i].name))
            return variables[i].what;
    }
    return DXKI_PASS_OPAQUE_NONE;
}

/* Puts the second value in the place of each selection by this condition, or by a comparison or
 * truncation of it: the load gives 0. */
static bool resolve(dxki_pass *p, uint32_t load)
{
    dxk_module *m = p->m;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, load), use) {
        uint32_t test = dxki_tracked_user(m, use);
        const dxki_inst *in = dxki_inst_get(m, test);
        if (in->op != DXKI_OP_TRUNC)
            continue;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, test), chosen) {
            uint32_t select = dxki_tracked_user(m, chosen);
            const dxki_value *ops = dxki_inst_ops(m, select);
            if (dxki_inst_get(m, select)->op != DXKI_OP_SELECT ||
                dxki_tracked_operand(m, chosen) != 0 || ops[2] == DXKI_VALUE(DXKI_V_INST, select))
                continue;
            if (!dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, select), ops[2]))
                return false;
            dxki_pass_changed(p);
        }
    }
    return true;
}

/* True if nothing uses the result, which can go then. */
static bool is_unused(const dxk_module *m, uint32_t inst)
{
    return dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)) == 0;
}

dxk_status dxki_pass_marks(dxki_pass *p)
{
    dxk_module *m = p->m;
    DXKI_EACH_BLOCK(m, p->function, block) {
        DXKI_EACH_INST(m, block, inst) {
            dxki_pass_opaque what = dxki_pass_opaque_load(m, dxki_inst_get(m, inst));
            if (what == DXKI_PASS_OPAQUE_PRESERVE && !resolve(p, inst))
                return dxki_nomem(p->ctx);
            if (what != DXKI_PASS_OPAQUE_NOTHING || !is_unused(m, inst))
                continue;
            if (!dxki_inst_remove(m, inst))
                return dxki_nomem(p->ctx);
            dxki_pass_changed(p);
        }
    }
    return DXK_OK;
}
