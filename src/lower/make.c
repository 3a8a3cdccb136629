/* SPDX-License-Identifier: MIT */
/* make.c - see make.h. */
#include "lower/make.h"

dxki_value dxki_lower_make(dxki_pass *p, uint32_t before, const dxki_inst *inst,
                           const dxki_value *ops, const uint32_t *extra, uint32_t extras)
{
    dxk_module *m = p->m;
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), inst, ops, extra, extras);
    return made && dxki_inst_inherit_notes(m, made, before) ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

dxki_value dxki_lower_make_call(dxki_pass *p, uint32_t before, uint32_t opcode, dxki_type overload,
                                dxki_value *ops, uint32_t count)
{
    dxk_module *m = p->m;
    dxki_dxil_ops *functions = dxki_pass_ops(p);
    dxki_dxil_overloads o = {{overload}};
    uint32_t function =
        functions ? dxki_dxil_ops_function(functions, dxki_dxop_find(opcode), &o) : 0;
    ops[0] = dxki_const_int(m, DXKI_TY_I32, opcode);
    for (uint32_t i = 0; i < count; i++)
        if (!ops[i])
            return 0;
    if (!function)
        return 0;
    const uint32_t extra[2] = {m->globals.items[function].value_type, 0};
    dxki_inst in = {.op = DXKI_OP_CALL, .op_count = count + 1};
    in.type = dxki_type_list(m, extra[0], &(uint32_t){0})[0];
    ops[count] = DXKI_VALUE(DXKI_V_GLOBAL, function);
    return dxki_lower_make(p, before, &in, ops, extra, 2);
}
