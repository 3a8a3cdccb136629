/* SPDX-License-Identifier: MIT */
/*
 * calls.c - do the operations that are called fit the functions that stand for them? The
 * reference looks at the last call of each function when it loads a module: an operation whose
 * result is a structure must not be called through a function with another result.
 */
#include "base/diag.h"
#include "base/out.h"
#include "build/build.h"
#include "spec/dxil_ops.h"
#include "spec/reader_rules.h"

#include <string.h>

static bool is_operation(const dxk_module *m, uint32_t global)
{
    static const char prefix[] = "dx.op.";
    dxk_str name = dxki_string_get(m, m->globals.items[global].name);

    return name.size >= sizeof prefix - 1 && memcmp(name.data, prefix, sizeof prefix - 1) == 0;
}

static bool fits(const dxk_module *m, const dxki_dxop_info *op, dxki_type result)
{
    dxki_type_kind kind = dxki_type_kind_of(m, result);

    switch (op ? op->result : DXKI_OT_VOID) {
    case DXKI_OT_RES_RET:
    case DXKI_OT_CBUF_RET:
    case DXKI_OT_VEC4:
        return kind == DXKI_T_STRUCT;
    case DXKI_OT_VEC9:
        return kind == DXKI_T_VECTOR;
    default:
        return true;
    }
}

/* The function that the call of an operation names, and the operation; 0: it is no such call. */
static uint32_t called(const dxk_module *m, uint32_t index, const dxki_dxop_info **op)
{
    const dxki_inst *inst = dxki_inst_get(m, index);
    dxki_value callee = inst->op == DXKI_OP_CALL ? dxki_call_callee(m, inst) : 0;
    uint64_t opcode = UINT64_MAX;

    if (DXKI_TAG(callee) != DXKI_V_GLOBAL || !is_operation(m, DXKI_INDEX(callee)))
        return 0;
    if (inst->op_count < 1 || !dxki_value_as_int(m, dxki_inst_ops(m, index)[0], &opcode))
        opcode = UINT64_MAX;
    *op = opcode <= UINT32_MAX ? dxki_dxop_find((uint32_t)opcode) : NULL;
    return DXKI_INDEX(callee);
}

/* The function is called by `inst`, the last one that does so. */
static dxk_status check(const dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = NULL;
    const dxki_global *function = &m->globals.items[called(m, inst, &op)];
    dxki_type result = m->type_ops.items[dxki_type_get(m, function->value_type)->a];

    if (fits(m, op, result))
        return DXK_OK;
    return DXKI_REPORT(m->ctx, DXKI_RULE_BUILD_OPERATION, dxki_nowhere(), NULL,
                       dxki_text(dxki_string_get(m, function->name)),
                       dxki_text(dxki_str(op->name)));
}

/* By global: the last call. */
static void find_calls(const dxk_module *m, uint32_t *last)
{
    const dxki_dxop_info *op = NULL;

    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t b = m->globals.items[m->functions.items[i]].first_block;
        for (; b; b = m->blocks.items[b].next) {
            uint32_t inst = m->blocks.items[b].first_inst;
            for (; inst; inst = m->insts.items[inst].next)
                last[called(m, inst, &op)] = inst;
        }
    }
}

dxk_status dxki_build_check_calls(const dxk_module *m)
{
    size_t size = m->globals.count * sizeof(uint32_t);
    uint32_t *last = dxki_realloc(m->ctx, NULL, 0, size);
    dxk_status status = DXK_OK;

    if (!last)
        return dxki_nomem(m->ctx);
    memset(last, 0, size);
    find_calls(m, last);
    for (size_t i = 1; i < m->globals.count && status == DXK_OK; i++)
        if (last[i])
            status = check(m, last[i]);
    dxki_realloc(m->ctx, last, size, 0);
    return status;
}
