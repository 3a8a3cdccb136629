/* SPDX-License-Identifier: MIT */
/*
 * misfit.c - operations that the stage does not have; see emit.h. Code that is never reached may have
 * them: functions that several stages share do. So what is left of them when the passes are through
 * is reported.
 */
#include "codegen/emit.h"

#include "ir/dxop.h"

static dxki_emit_misfit *find(const dxki_emit *e, const dxki_dxop_info *op)
{
    for (size_t i = 0; op && i < e->misfits.count; i++) {
        if (e->misfits.items[i].op == op)
            return &e->misfits.items[i];
    }
    return NULL;
}

void dxki_emit_note_misfit(dxki_emit *e, const dxki_dxop_info *op)
{
    const dxki_emit_misfit misfit = {op, e->call.at ? e->call : e->at, false};

    if (e->c->kind < DXK_SHADER_KIND_LIBRARY && !(op->stages >> e->c->kind & 1) && !find(e, op))
        DXKI_HLSL_PUSH(e->c, &e->misfits, misfit);
}

static void check_block(dxki_emit *e, const dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, inst) {
        dxki_emit_misfit *misfit = find(e, dxki_call_dxop(m, dxki_inst_get(m, inst)));
        if (misfit && !misfit->is_told)
            DXKI_HLSL_REPORT(
                e->c, OPERATION_STAGE, misfit->loc, dxki_text(dxki_str(misfit->op->name)),
                dxki_text(dxki_str(dxki_hlsl_stage_name(e->c))), dxki_dec(e->c->model_minor));
        if (misfit)
            misfit->is_told = true; /* a vector takes several of them */
    }
}

void dxki_emit_check_misfits(dxki_emit *e, const dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            if (e->misfits.count && !e->c->errors)
                check_block(e, m, block);
        }
    }
}
