/* SPDX-License-Identifier: MIT */
/* merge.c - see merge.h. */
#include "pass/merge.h"

/* Takes over a note that counts if either of two has it. */
static bool take_note(dxk_module *m, uint32_t to, uint32_t from, uint32_t kind)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, from, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].kind == kind)
            return dxki_inst_set_attachment(m, to, kind, list[i].node);
    }
    return true;
}

static bool unite(dxki_pass_algebra *a, uint32_t kept, uint32_t gone)
{
    dxk_module *m = a->m;
    dxki_inst *to = &m->insts.items[kept];
    const dxki_inst *from = &m->insts.items[gone];
    /* Loads are not merged when they are volatile; calls have nothing to promise here. */
    if (to->op == from->op && dxki_op_get(to->op)->flags != DXKI_OPF_NONE)
        to->flags &= from->flags;
    return to->op != from->op ||
           (take_note(m, kept, gone, a->precise) && take_note(m, kept, gone, a->nonuniform));
}

bool dxki_pass_merge(dxki_pass_algebra *a, uint32_t inst, dxki_value with)
{
    uint32_t kept = dxki_value_as_inst(with);
    dxk_module *m = a->m;
    return (!kept || unite(a, kept, inst)) &&
           dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), with) && dxki_inst_remove(m, inst);
}

bool dxki_pass_put_in_place(dxk_module *m, uint32_t inst, dxki_value with)
{
    dxki_value old = DXKI_VALUE(DXKI_V_INST, inst);
    return dxki_pass_hand_name(m, with, old) && dxki_value_replace(m, old, with) &&
           dxki_inst_remove(m, inst);
}

bool dxki_pass_hand_name(dxk_module *m, dxki_value to, dxki_value from)
{
    return DXKI_TAG(to) != DXKI_V_INST || dxki_value_name(m, to) || !dxki_value_name(m, from) ||
           dxki_value_take_name(m, to, from);
}

bool dxki_pass_stand_in(dxk_module *m, uint32_t inst, dxki_value with)
{
    dxki_value old = DXKI_VALUE(DXKI_V_INST, inst);
    if (dxki_mem_is_removable(dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL)))
        return dxki_pass_put_in_place(m, inst, with);
    return dxki_pass_hand_name(m, with, old) && dxki_value_replace(m, old, with);
}
