/* SPDX-License-Identifier: MIT */
/* ir.c - questions about values, types and calls that the families of rules share. */
#include <string.h>

#include "ir/float.h"
#include "ir/dxop.h"
#include "validate/access.h"
#include "validate/run.h"
#include "validate/values.h"

void *dxki_val_alloc(dxki_val *v, size_t count, size_t size)
{
    void *memory = dxki_arena_zalloc(&v->arena, count ? count : 1, size);
    if (!memory)
        v->failed = true;
    return memory;
}

bool dxki_val_is_const(const dxki_val *v, dxki_value value, uint64_t *bits)
{
    return dxki_value_as_int(v->m, value, bits);
}

bool dxki_val_is_float_const(const dxki_val *v, dxki_value value, double *number)
{
    const dxki_const *c = dxki_const_get(v->m, value);
    if (!c || c->kind != DXKI_C_FLOAT)
        return false;
    *number = dxki_float_value(c->type, dxki_const_bits(c));
    return true;
}

const dxki_dxop_info *dxki_val_dxop_any(const dxki_val *v, uint32_t inst)
{
    uint32_t callee = dxki_val_callee(v, inst);
    uint64_t opcode;
    if (!callee || !v->ops.is_dxop[callee] ||
        !dxki_call_opcode_arg(v->m, dxki_val_inst(v, inst), &opcode))
        return NULL;
    return dxki_dxop_find(opcode);
}

const dxki_dxop_info *dxki_val_dxop(const dxki_val *v, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_val_dxop_any(v, inst);
    return op && dxki_call_arg_count(dxki_val_inst(v, inst)) == op->operand_count + 1u ? op : NULL;
}

bool dxki_val_is_linalg(const dxki_val *v, dxki_type type)
{
    return dxki_str_starts(dxki_val_type_name(v, type), "dx.types.LinAlgMatrix");
}

static bool is_op(const dxki_val *v, dxki_value value, dxki_op op)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return dxki_val_inst(v, DXKI_INDEX(value))->op == op;
    const dxki_const *c = dxki_const_get(v->m, value);
    return c && c->kind == DXKI_C_EXPR && c->opcode == op;
}

bool dxki_val_is_gep(const dxki_val *v, dxki_value value)
{
    return is_op(v, value, DXKI_OP_GEP);
}

bool dxki_val_is_bitcast(const dxki_val *v, dxki_value value)
{
    return is_op(v, value, DXKI_OP_BITCAST);
}

dxki_value dxki_val_pointer_base(const dxki_val *v, dxki_value value, bool const_casts)
{
    for (size_t steps = 0; steps < v->m->words.count + 1; steps++) {
        bool is_inst = DXKI_TAG(value) == DXKI_V_INST;
        if (!dxki_val_is_gep(v, value) &&
            !(dxki_val_is_bitcast(v, value) && (is_inst || const_casts)))
            break;
        if (is_inst)
            value = dxki_val_ops(v, DXKI_INDEX(value))[0];
        else
            value = dxki_const_words(v->m, dxki_const_get(v->m, value))[0];
    }
    return value;
}

uint64_t dxki_val_size(dxki_val *v, dxki_type type)
{
    return type ? dxki_dxil_layout_alloc_size(&v->subject.layout, type) : 0;
}

dxki_value dxki_val_symbol(const dxki_val *v, const dxki_dxil_resource *res)
{
    return dxki_dxil_symbol(v->d, res);
}
