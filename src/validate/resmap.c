/* SPDX-License-Identifier: MIT */
/*
 * resmap.c - which resource is behind a handle: from createHandle by class and range, from
 * annotateHandle by its constant, in libraries by following the global variables of resources.
 */
#include "validate/access.h"
#include "validate/calls.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/values.h"

#define UNKNOWN_PROPS ((dxki_dxil_handle_props){0, 0})

/* The properties of a resource, which the reference may fail on. */
static dxki_dxil_handle_props props_of_resource(dxki_val *v, const dxki_dxil_resource *res)
{
    bool ends = false;
    dxki_dxil_handle_props p = dxki_dxil_resource_props(v->m, &v->subject.layout, res, &ends);
    if (ends)
        dxki_val_give_up(v);
    return p;
}

static uint32_t add(dxki_val *v, dxki_dxil_handle_props props, uint32_t range)
{
    dxki_val_known handle = {props, range};
    if (!dxki_vec_push(v->ctx, &v->handles.known, handle)) {
        v->failed = true;
        return 0;
    }
    return (uint32_t)(v->handles.known.count - 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

static const dxki_dxil_resource *resource_at(const dxki_val *v, uint64_t cls, uint64_t range)
{
    if (cls >= DXKI_RESOURCE_CLASSES || range >= v->d->resources[cls].count)
        return NULL;
    return v->d->resources[cls].items[range];
}

static uint32_t upper_bound(const dxki_dxil_resource *res)
{
    return res->range_size == UINT32_MAX ? UINT32_MAX : res->lower_bound + res->range_size - 1;
}

static void create_handle(dxki_val *v, uint32_t inst)
{
    const dxki_value *ops = dxki_val_ops(v, inst);
    uint64_t cls, range, index;
    const dxki_dxil_resource *res = NULL;
    if (dxki_call_arg_count(dxki_val_inst(v, inst)) >= 4 && dxki_val_is_const(v, ops[1], &cls) &&
        dxki_val_is_const(v, ops[2], &range))
        res = resource_at(v, cls, range);
    if (dxki_call_arg_count(dxki_val_inst(v, inst)) >= 4 && !dxki_val_is_const(v, ops[2], &range))
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_CREATEHANDLEIMMRANGEID, NULL, 0);
    if (res && !res->hlsl_type)
        dxki_val_give_up(v);
    bool fixed = res && dxki_val_is_const(v, ops[3], &index);
    bool is_array = res && dxki_type_kind_of(v->m, res->hlsl_type) == DXKI_T_ARRAY;
    if (!res || (!fixed && !is_array) ||
        (fixed && ((uint32_t)index < res->lower_bound || (uint32_t)index > upper_bound(res)))) {
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONSTRANGE, NULL, 0);
        return;
    }
    v->handles.of_inst[inst] = add(v, props_of_resource(v, res), (uint32_t)range + 1);
}

static void create_from_binding(dxki_val *v, uint32_t inst)
{
    const dxki_value *ops = dxki_val_ops(v, inst);
    uint64_t words[4], index;
    if (dxki_call_arg_count(dxki_val_inst(v, inst)) < 3)
        return;
    bool bad = !dxki_value_is_const(ops[1]);
    if (!bad && !dxki_dxil_const_binding(v->m, ops[1], words))
        dxki_val_give_up(v);
    bad = bad || words[3] > DXK_RESOURCE_CLASS_SAMPLER ||
          dxki_type_count(v->m, dxki_value_type(v->m, ops[1])) != 4;
    if (!bad && dxki_val_is_const(v, ops[2], &index))
        bad = (uint32_t)index < words[0] || (uint32_t)index > words[1];
    if (bad)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONSTRANGE, NULL, 0);
}

static void annotate_handle(dxki_val *v, uint32_t inst)
{
    dxki_dxil_handle_props p = UNKNOWN_PROPS;
    if (dxki_call_arg_count(dxki_val_inst(v, inst)) >= 3 &&
        !dxki_dxil_const_props(v->m, dxki_val_ops(v, inst)[2], &p))
        dxki_val_give_up(v);
    if (dxki_dxil_props_kind(p) == DXK_RESOURCE_KIND_INVALID)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONSTRANGE, NULL, 0);
    else
        v->handles.of_inst[inst] = add(v, p, 0);
}

/* Calls `each` for the calls of every function that stands for operations of the row's class. */
static void each_call(dxki_val *v, dxki_dxop row, void (*each)(dxki_val *v, uint32_t inst))
{
    uint32_t cls = dxki_val_class_of(v, dxki_dxop_get(row));
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t g = v->m->functions.items[i];
        if (v->ops.registered[g] != cls + 1)
            continue;
        DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, g), u)
        {
            uint32_t inst = dxki_val_as_inst(dxki_val_user(v, u));
            if (inst && dxki_val_callee(v, inst) == g)
                each(v, inst);
            else if (!inst || dxki_val_inst(v, inst)->op != DXKI_OP_CALL)
                dxki_val_give_up(v);
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

typedef struct trail {
    const dxki_dxil_resource *res;
    dxki_dxil_handle_props props;
    uint32_t id; /* in res_props */
    DXKI_VEC(dxki_value) stack;
} trail;

static bool is_empty_bitcast(const dxki_val *v, dxki_value user)
{
    return dxki_val_is_bitcast(v, user) && dxki_val_first_use(v, user) == 0;
}

/* One user of a pointer to the resource, or of the resource itself. */
static void follow(dxki_val *v, trail *t, dxki_value user)
{
    uint32_t inst = dxki_val_as_inst(user);
    const dxki_dxop_info *op = inst ? dxki_val_dxop(v, inst) : NULL;
    if (dxki_val_is_gep(v, user) || (inst && dxki_val_inst(v, inst)->op == DXKI_OP_LOAD)) {
        if (!dxki_vec_push(v->ctx, &t->stack, user))
            v->failed = true;
    } else if (inst && dxki_val_inst(v, inst)->op == DXKI_OP_CALL) {
        if (op == dxki_dxop_get(DXKI_DXOP_CreateHandleForLib))
            v->handles.of_inst[inst] = t->id;
    } else if (!is_empty_bitcast(v, user)) {
        dxki_val_resource_error(v, t->res, DXKI_VR_INSTR_RESOURCEUSER, NULL, 0);
    }
}

static void propagate(dxki_val *v, const dxki_dxil_resource *res)
{
    trail t = {.res = res, .props = props_of_resource(v, res)};
    t.id = add(v, t.props, 0);
    if (!dxki_vec_push(v->ctx, &t.stack, dxki_val_symbol(v, res)))
        v->failed = true;
    while (t.stack.count && !v->failed) {
        dxki_value value = t.stack.items[--t.stack.count];
        uint32_t entity = dxki_bc_uses_entity(&v->subject.uses, value);
        if (entity == UINT32_MAX)
            continue;
        if (v->handles.of_entity[entity]) {
            dxki_dxil_handle_props old = v->handles.known.items[v->handles.of_entity[entity]].props;
            if (old.word0 != t.props.word0 || old.word1 != t.props.word1)
                dxki_val_resource_error(v, res, DXKI_VR_INSTR_RESOURCEMAPTOSINGLEENTRY, NULL, 0);
            continue;
        }
        v->handles.of_entity[entity] = t.id;
        DXKI_EACH_USE(v, value, u)
        follow(v, &t, dxki_val_user(v, u));
    }
    dxki_vec_free(v->ctx, &t.stack);
}

void dxki_val_resmap_build(dxki_val *v)
{
    static const uint32_t order[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_UAV,
                                     DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_SAMPLER};
    v->handles.of_inst = DXKI_VNEW(v, uint32_t, v->m->insts.count);
    if (v->subject.is_lib)
        v->handles.of_entity = DXKI_VNEW(v, uint32_t, v->subject.uses.entities);
    add(v, UNKNOWN_PROPS, 0);
    if (v->failed)
        return;
    for (uint32_t k = 0; k < 4 && v->subject.is_lib; k++) {
        const dxki_dxil_list *list = &v->d->resources[order[k]];
        for (uint32_t i = 0; i < list->count; i++)
            propagate(v, list->items[i]);
    }
    if (!v->subject.is_lib)
        each_call(v, DXKI_DXOP_CreateHandle, create_handle);
    each_call(v, DXKI_DXOP_CreateHandleFromBinding, create_from_binding);
    each_call(v, DXKI_DXOP_AnnotateHandle, annotate_handle);
}
