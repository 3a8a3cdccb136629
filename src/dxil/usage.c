/* SPDX-License-Identifier: MIT */
/*
 * usage.c - which components of signature elements a module reads or writes, and which of them in
 * rows that are not known before it runs: the usage and dynamic-index masks of the metadata.
 *
 * What is sometimes read counts as read. Interpolation functions read nothing by this measure, as
 * in the reference. Source: DXIL.rst, "Signature element record".
 */
#include "dxil/usage.h"

#include "ir/dxop.h"

bool dxki_dxil_find_access(const dxk_module *m, const dxki_inst *inst, dxki_dxil_access *access)
{
    static const struct {
        uint16_t row;
        uint8_t which;
        bool writes, control_point;
    } rows[] = {
        {DXKI_DXOP_LoadInput, DXK_SIGNATURE_INPUT, false, false},
        {DXKI_DXOP_StoreOutput, DXK_SIGNATURE_OUTPUT, true, false},
        {DXKI_DXOP_LoadOutputControlPoint, DXK_SIGNATURE_OUTPUT, false, true},
        {DXKI_DXOP_LoadPatchConstant, DXK_SIGNATURE_PATCH_CONSTANT, false, false},
        {DXKI_DXOP_StorePatchConstant, DXK_SIGNATURE_PATCH_CONSTANT, true, false},
        {DXKI_DXOP_StoreVertexOutput, DXK_SIGNATURE_OUTPUT, true, false},
        {DXKI_DXOP_StorePrimitiveOutput, DXK_SIGNATURE_PATCH_CONSTANT, true, false},
    };
    const dxki_dxop_info *op = dxki_call_dxop(m, inst);
    const dxki_value *ops = m->words.items + inst->ops;
    uint64_t id, row = 0, column;

    for (size_t i = 0; op && i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].row != dxki_dxop_row(op))
            continue;
        if (dxki_call_arg_count(inst) < 4 || !dxki_value_as_int(m, ops[1], &id) ||
            !dxki_value_as_int(m, ops[3], &column) || id >= UINT32_MAX)
            return false;
        bool known = dxki_value_as_int(m, ops[2], &row) && row < UINT32_MAX;
        *access =
            (dxki_dxil_access){rows[i].which,    (uint32_t)id,   known ? (uint32_t)row : 0, known,
                               (uint32_t)column, rows[i].writes, rows[i].control_point};
        return true;
    }
    return false;
}

bool dxki_dxil_find_usage(const dxk_module *m, dxki_dxil_sig_element *const *const elements[3],
                          const uint32_t counts[3], dxki_dxil_access *fault)
{
    dxki_dxil_access a;

    for (uint32_t i = 1; i < m->insts.count; i++) {
        if (!dxki_dxil_find_access(m, &m->insts.items[i], &a) || a.control_point)
            continue;
        if (a.id >= counts[a.which] || a.column >= elements[a.which][a.id]->columns ||
            a.row >= elements[a.which][a.id]->rows) {
            *fault = a;
            return false;
        }
        dxki_dxil_sig_extra *extra = &elements[a.which][a.id]->extra;
        extra->usage_mask |= 1u << a.column;
        if (!a.row_known)
            extra->dynamic_mask |= 1u << a.column;
    }
    return true;
}
