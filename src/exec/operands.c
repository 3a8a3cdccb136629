/* SPDX-License-Identifier: MIT */
/* operands.c - what makers ask the decoder for: operands, lists, places of instructions. */
#include "exec/decoder.h"

const dxk_module *dxki_exec_module(const dxki_exec_decoder *d)
{
    return d->m;
}

struct dxk_run_program *dxki_exec_program_of(const dxki_exec_decoder *d)
{
    return d->p;
}

bool dxki_exec_result(dxki_exec_decoder *d, uint32_t inst, uint32_t *dst)
{
    (void)dxki_inst_get(d->m, inst);
    *dst = d->insts[inst].slot;
    return true;
}

/* Pointers whose offset is known: two rows of constants. */
static bool fixed_rows(dxki_exec_decoder *d, uint32_t object, uint32_t offset, uint32_t *operand)
{
    uint32_t second;

    return dxki_exec_constant_row(d, offset, false, operand) &&
           dxki_exec_constant_row(d, object, false, &second);
}

static bool operand_at(dxki_exec_decoder *d, dxki_value value, uint32_t row, uint32_t *operand)
{
    uint32_t index = DXKI_INDEX(value);

    switch (DXKI_TAG(value)) {
    case DXKI_V_INST:
        if (dxki_inst_get(d->m, index)->op == DXKI_OP_ALLOCA)
            return fixed_rows(d, d->insts[index].object, 0, operand);
        if (d->insts[index].is_fixed)
            return fixed_rows(d, d->insts[index].object, d->insts[index].fixed, operand);
        *operand = d->insts[index].slot + row;
        return true;
    case DXKI_V_ARG:
        *operand = d->args[index].slot + row;
        return true;
    case DXKI_V_CONST:
    case DXKI_V_GLOBAL:
        if (!dxki_exec_constant(d, value, operand))
            return false;
        *operand += row;
        return true;
    default:
        return dxki_exec_refuse(d, "an operand is not a value");
    }
}

bool dxki_exec_operand(dxki_exec_decoder *d, dxki_value value, uint32_t *operand)
{
    uint32_t inst = dxki_value_as_inst(value);

    if (inst && d->insts[inst].inside)
        return operand_at(d, d->insts[inst].inside, d->insts[inst].row, operand);
    return operand_at(d, value, 0, operand);
}

bool dxki_exec_pointer(dxki_exec_decoder *d, dxki_value pointer, dxki_exec_pointer_ref *ref)
{
    ref->object = dxki_exec_object_of(d, pointer);
    ref->object_row = 0;
    if (d->status != DXK_OK || !dxki_exec_operand(d, pointer, &ref->offset))
        return false;
    if (!ref->object)
        ref->object_row = ref->offset + 1;
    return true;
}

bool dxki_exec_list(dxki_exec_decoder *d, const dxki_value *values, uint32_t count, uint32_t *list)
{
    *list = (uint32_t)d->p->lists.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t operand;
        if (!dxki_exec_operand(d, values[i], &operand) || !dxki_exec_list_push(d, operand))
            return false;
    }
    return true;
}

bool dxki_exec_list_push(dxki_exec_decoder *d, uint32_t number)
{
    return dxki_vec_push(d->p->ctx, &d->p->lists, number) || dxki_exec_out_of_memory(d);
}

bool dxki_exec_const(const dxki_exec_decoder *d, dxki_value value, uint64_t *bits)
{
    return dxki_value_as_int(d->m, value, bits);
}

bool dxki_exec_is_undef(const dxki_exec_decoder *d, dxki_value value)
{
    const dxki_const *c = dxki_const_get(d->m, value);

    return c && c->kind == DXKI_C_UNDEF;
}

bool dxki_exec_is_uniform(const dxki_exec_decoder *d, dxki_value value)
{
    uint32_t block = dxki_cfg_number(&d->cfg, d->m->insts.items[d->inst].block);

    return !dxki_uniform_differs(&d->uniform, value, block);
}

bool dxki_exec_emit(dxki_exec_decoder *d, const dxki_exec_inst *inst)
{
    dxki_exec_inst copy = *inst;
    dxki_exec_check none = {0};
    dxki_exec_flow nothing = {0};

    if (copy.n == 0)
        copy.n = 1;
    if (!dxki_vec_push(d->p->ctx, &d->p->code, copy) ||
        !dxki_vec_push(d->p->ctx, &d->p->origin, d->inst) ||
        !dxki_vec_push(d->p->ctx, &d->p->once, (uint8_t)d->emits_once) ||
        !dxki_vec_push(d->p->ctx, &d->p->checks, none) ||
        !dxki_vec_push(d->p->ctx, &d->p->flows, nothing))
        return dxki_exec_out_of_memory(d);
    return true;
}

bool dxki_exec_check_last(dxki_exec_decoder *d, dxki_exec_check check)
{
    d->p->checks.items[d->p->checks.count - 1] = check;
    return true;
}

bool dxki_exec_out_of_memory(dxki_exec_decoder *d)
{
    if (d->status == DXK_OK)
        d->status = dxki_nomem(d->ctx);
    return false;
}

bool dxki_exec_lib_resource(dxki_exec_decoder *d, dxki_value object, uint32_t *cls, uint32_t *id,
                            uint32_t *index)
{
    uint32_t inst = dxki_value_as_inst(object);
    const dxki_inst *i = inst ? dxki_inst_get(d->m, inst) : NULL;

    if (i && i->op == DXKI_OP_LOAD) {
        uint32_t at = dxki_exec_object_of(d, dxki_inst_ops(d->m, inst)[0]);
        const dxki_exec_object *o = &d->p->objects.items[at];
        if (at && o->space == DXKI_EXEC_RESOURCE) {
            *cls = o->cls;
            *id = o->id;
            return dxki_exec_operand(d, object, index);
        }
    }
    return dxki_exec_refuse(d, "the object is not loaded from the variable of a resource");
}
