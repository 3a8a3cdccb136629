/* SPDX-License-Identifier: MIT */
/*
 * calls.c - do the operations that are called fit the functions that stand for them? The
 * reference looks at the last call of each function when it loads a module: an operation whose
 * result is a structure must not be called through a function with another result.
 */
#include "base/diag.h"
#include "base/out.h"
#include "build/build.h"
#include "dxil/op.h"
#include "spec/reader_rules.h"

/* The function is called by `inst`, the last one that does so. */
static dxk_status check(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *call = dxki_inst_get(m, inst);
    const dxki_dxop_info *op = dxki_call_dxop(m, call);
    const dxki_global *function = &m->globals.items[dxki_call_dxop_function(m, call)];
    dxki_type result = m->type_ops.items[dxki_type_get(m, function->value_type)->a];

    if (!op || dxki_dxil_result_fits(m, op, result))
        return DXK_OK;
    return DXKI_REPORT(m->ctx, DXKI_RULE_BUILD_OPERATION, dxki_nowhere(), NULL,
                       dxki_text(dxki_string_get(m, function->name)),
                       dxki_text(dxki_str(op->name)));
}

dxk_status dxki_build_check_calls(const dxk_module *m, const dxki_dxil_calls *calls)
{
    dxk_status status = DXK_OK;

    for (size_t i = 1; i < calls->count && status == DXK_OK; i++)
        if (calls->last[i])
            status = check(m, calls->last[i]);
    return status;
}
