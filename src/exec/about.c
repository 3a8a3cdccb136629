/* SPDX-License-Identifier: MIT */
/* about.c - see about.h. */
#include "exec/about.h"

#include "dxil/handles.h"
#include "dxil/op.h"
#include "dxk/ops.h"

#define NONE      UINT32_MAX
#define MOST_WAYS 64u /* steps from an address to its variable */

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static uint32_t resource_at(const dxk_run_program *p, uint64_t cls, uint64_t space, uint64_t index)
{
    for (uint32_t n = 0; n < p->info.resource_count; n++) {
        const dxk_run_resource *r = &p->resources[n];
        if (r->cls == cls && r->space == space && index >= r->first && index - r->first < r->count)
            return n;
    }
    return NONE;
}

/* Resource `id` of a class, by the number in its record or, if that is NULL, by its variable. */
static uint32_t resource_of(const dxk_run_program *p, uint64_t cls, const uint64_t *id,
                            dxki_value symbol)
{
    uint32_t before = 0;

    for (uint32_t c = 0; c < DXKI_RESOURCE_CLASSES; before += p->dxil->resources[c++].count) {
        for (uint32_t n = 0; n < p->dxil->resources[c].count; n++) {
            const dxki_dxil_resource *res = p->dxil->resources[c].items[n];
            if (id ? c == cls && res->id == *id : dxki_dxil_symbol(p->dxil, res) == symbol)
                return before + n;
        }
    }
    return NONE;
}

static dxki_value operand_of(const dxk_module *m, uint32_t inst, uint32_t n)
{
    return n < dxki_inst_get(m, inst)->op_count ? dxki_inst_ops(m, inst)[n] : 0;
}

/* The variable that an address or a load of one is computed from; 0: none. */
static dxki_value variable_of(const dxk_module *m, dxki_value address)
{
    for (uint32_t steps = 0; steps < MOST_WAYS; steps++) {
        uint32_t inst = dxki_value_as_inst(address);
        const dxki_const *c = inst ? NULL : dxki_const_get(m, address);
        if (DXKI_TAG(address) == DXKI_V_GLOBAL)
            return address;
        if (inst && dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA)
            return address;
        if (inst && dxki_inst_get(m, inst)->op_count)
            address = dxki_inst_ops(m, inst)[0];
        else if (c && c->kind == DXKI_C_EXPR)
            address = m->words.items[c->a];
        else
            break;
    }
    return 0;
}

/* The resource whose handle a call makes. */
static uint32_t made_by(const dxk_run_program *p, uint32_t call)
{
    const dxk_module *m = p->m;
    uint64_t opcode, cls, id, words[4];

    if (!call || !dxki_value_as_int(m, operand_of(m, call, 0), &opcode))
        return NONE;
    if (opcode == DXK_OP_AnnotateHandle) {
        call = dxki_dxil_handle_call(m, operand_of(m, call, 1));
        if (!call || !dxki_value_as_int(m, operand_of(m, call, 0), &opcode))
            return NONE;
    }
    switch (opcode) {
    case DXK_OP_CreateHandle:
        return dxki_value_as_int(m, operand_of(m, call, 1), &cls) &&
                       dxki_value_as_int(m, operand_of(m, call, 2), &id)
                   ? resource_of(p, cls, &id, 0)
                   : NONE;
    case DXK_OP_CreateHandleForLib:
        return resource_of(p, 0, NULL, variable_of(m, operand_of(m, call, 1)));
    case DXK_OP_CreateHandleFromBinding:
        return dxki_dxil_const_binding(m, operand_of(m, call, 1), words)
                   ? resource_at(p, words[3], words[2], words[0])
                   : NONE;
    default:
        return NONE;
    }
}

/* The resource of an operation, or of one that makes a handle. */
static uint32_t used_by(const dxk_run_program *p, uint32_t inst)
{
    uint32_t made = inst ? made_by(p, inst) : NONE;

    if (!inst || made != NONE || dxki_inst_get(p->m, inst)->op != DXKI_OP_CALL)
        return made;
    return made_by(p, dxki_dxil_handle_call(p->m, operand_of(p->m, inst, 1)));
}

static void tell_view(const dxk_run_program *p, const dxki_exec_view *view, dxk_run_finding *out)
{
    if (view->bound_where == DXKI_AT_RESOURCE_HEAP) {
        out->heap_slot = view->bound_index;
        return;
    }
    uint32_t resource = resource_at(p, view->bound_where, view->bound_space, view->bound_index);
    if (resource == NONE)
        return;
    out->resource = resource;
    out->register_number = view->bound_index;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static uint32_t object_of(const dxk_run_program *p, dxki_value variable)
{
    uint32_t inst = dxki_value_as_inst(variable);

    for (uint32_t n = 1; variable && n < p->objects.count; n++) {
        const dxki_exec_object *o = &p->objects.items[n];
        if (inst ? o->inst == inst : !o->inst && o->global == DXKI_INDEX(variable))
            return n;
    }
    return 0;
}

static uint32_t inst_of(const dxk_run_program *p, uint32_t place)
{
    return place < p->places.count ? p->places.items[place].inst : 0;
}

void dxki_exec_found_about(const dxk_run_worker *worker, const dxki_exec_found *found,
                           dxk_run_finding *out)
{
    const dxk_run_program *p = worker->program;
    uint32_t inst = inst_of(p, out->place), from = inst_of(p, out->other_place);
    bool is_uninit =
        found->id == DXKI_FOUND_UNINIT_ALLOCA || found->id == DXKI_FOUND_UNINIT_GROUPSHARED;

    out->heap_slot = out->register_number = NONE;
    out->unit = (dxk_run_unit)found->unit;
    out->element = found->element;
    out->variable = found->object;
    if (is_uninit && from)
        out->variable = object_of(p, variable_of(p->m, operand_of(p->m, from, 0)));
    out->resource = used_by(p, inst);
    if (out->resource != NONE && p->resources[out->resource].count == 1)
        out->register_number = p->resources[out->resource].first;
    if (found->id == DXKI_FOUND_BIND_MISSING)
        *(out->resource == NONE ? &out->heap_slot : &out->register_number) =
            (uint32_t)found->values[0];
    if (found->view && found->view < worker->run->bindings.views.count)
        tell_view(p, &worker->run->bindings.views.items[found->view], out);
}
