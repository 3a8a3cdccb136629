/* SPDX-License-Identifier: MIT */
/* handles.c - what a handle is bound to; see dxk/ir.h (DXIL.rst, "Resource handles"). */
#include "dxil/handles.h"
#include "ir/dxop.h"
#include "view/view.h"

#include <string.h>

#define NO_CLASS  4u
#define MAX_STEPS 64u /* from a handle to the call that makes it, from a pointer to its variable */

typedef struct finder {
    const dxk_dxil *d;
    const dxk_module *m;
    dxk_handle_info *out;
} finder;

/* Operand `k` of an operation, counted without the opcode. */
static dxki_value operand(const dxk_module *m, uint32_t call, uint32_t k)
{
    return dxki_inst_ops(m, call)[k + 1];
}

static bool flag_of(const dxk_module *m, uint32_t call, uint32_t k)
{
    uint64_t bits = 0;
    return dxki_value_as_int(m, operand(m, call, k), &bits) && (bits & 1);
}

/* The resource is number `index` of its class. */
static void found(finder *f, uint32_t cls, uint32_t index)
{
    const dxki_dxil_resource *res = f->d->resources[cls].items[index];
    f->out->cls = (dxk_resource_class)cls;
    f->out->resource = index;
    f->out->kind = res->kind;
    f->out->name = res->name;
    f->out->space = res->space;
    f->out->lower_bound = res->lower_bound;
    f->out->count = res->range_size;
}

/* createHandle(class, range, index, nonuniform) */
static bool from_range(finder *f, uint32_t call)
{
    uint64_t cls, range;
    if (!dxki_value_as_int(f->m, operand(f->m, call, 0), &cls) || cls >= DXKI_RESOURCE_CLASSES ||
        !dxki_value_as_int(f->m, operand(f->m, call, 1), &range) ||
        range >= f->d->resources[cls].count)
        return false;
    found(f, (uint32_t)cls, (uint32_t)range);
    f->out->index = operand(f->m, call, 2);
    f->out->is_nonuniform = flag_of(f->m, call, 3);
    return true;
}

static bool covers(const dxki_dxil_resource *res, const uint64_t binding[4])
{
    uint64_t upper = (uint64_t)res->lower_bound + res->range_size - 1;
    return res->space == binding[2] && binding[0] >= res->lower_bound &&
           (res->range_size == UINT32_MAX || binding[0] <= upper);
}

/* createHandleFromBinding({lower, upper, space, class}, index, nonuniform) */
static bool from_binding(finder *f, uint32_t call)
{
    uint64_t words[4];
    if (!dxki_dxil_const_binding(f->m, operand(f->m, call, 0), words) ||
        words[3] >= DXKI_RESOURCE_CLASSES)
        return false;
    const dxki_dxil_list *list = &f->d->resources[words[3]];
    for (uint32_t i = 0; i < list->count && f->out->resource == DXK_NO_RESOURCE; i++) {
        if (covers(list->items[i], words))
            found(f, (uint32_t)words[3], i);
    }
    f->out->cls = (dxk_resource_class)words[3];
    f->out->space = (uint32_t)words[2];
    f->out->lower_bound = (uint32_t)words[0];
    f->out->count = words[1] == UINT32_MAX ? UINT32_MAX : (uint32_t)(words[1] - words[0] + 1);
    f->out->index = operand(f->m, call, 1);
    f->out->is_nonuniform = flag_of(f->m, call, 2);
    return true;
}

/* createHandleFromHeap(index, samplers, nonuniform) */
static bool from_heap(finder *f, uint32_t call)
{
    f->out->index = operand(f->m, call, 0);
    f->out->is_sampler_heap = flag_of(f->m, call, 1);
    f->out->is_nonuniform = flag_of(f->m, call, 2);
    if (f->out->is_sampler_heap) {
        f->out->cls = DXK_RESOURCE_CLASS_SAMPLER;
        f->out->kind = DXK_RESOURCE_KIND_SAMPLER;
    }
    return true;
}

/* One step from a pointer into an array of resources towards its variable; 0: there is none. *index
 * is the last index of a getelementptr. */
static dxki_value outwards(const dxk_module *m, dxki_value pointer, dxki_value *index)
{
    const dxki_const *c = dxki_const_get(m, pointer);
    uint32_t inst = dxki_value_as_inst(pointer);
    uint8_t op = inst ? m->insts.items[inst].op : c && c->kind == DXKI_C_EXPR ? c->opcode : 0;
    const dxki_value *ops = inst ? dxki_inst_ops(m, inst) : c ? dxki_const_words(m, c) : NULL;
    uint32_t count = inst ? m->insts.items[inst].op_count : c ? c->b : 0;
    if ((op != DXKI_OP_GEP && op != DXKI_OP_BITCAST && op != DXKI_OP_ADDRSPACECAST) || count == 0)
        return 0;
    if (op == DXKI_OP_GEP && count > 1)
        *index = ops[count - 1];
    return ops[0];
}

static bool find_symbol(finder *f, dxki_value variable)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < f->d->resources[cls].count; i++) {
            if (dxki_dxil_symbol(f->d, f->d->resources[cls].items[i]) == variable) {
                found(f, cls, i);
                return true;
            }
        }
    }
    return false;
}

/* createHandleForLib(load of the variable, or of an element of it) */
static bool from_library(finder *f, uint32_t call)
{
    uint32_t load = dxki_value_as_inst(operand(f->m, call, 0));
    if (!load || dxki_inst_get(f->m, load)->op != DXKI_OP_LOAD)
        return false;
    dxki_value pointer = dxki_inst_ops(f->m, load)[0], index = 0;
    for (uint32_t i = 0; pointer && i < MAX_STEPS && !find_symbol(f, pointer); i++)
        pointer = outwards(f->m, pointer, &index);
    f->out->index = index;
    return f->out->resource != DXK_NO_RESOURCE;
}

typedef struct maker {
    dxki_dxop row;
    dxk_handle_source source;
    bool (*find)(finder *f, uint32_t call);
} maker;

static const maker makers[] = {
    {DXKI_DXOP_CreateHandle, DXK_HANDLE_RANGE, from_range},
    {DXKI_DXOP_CreateHandleFromBinding, DXK_HANDLE_BINDING, from_binding},
    {DXKI_DXOP_CreateHandleForLib, DXK_HANDLE_LIBRARY, from_library},
    {DXKI_DXOP_CreateHandleFromHeap, DXK_HANDLE_HEAP, from_heap},
};

/* What an annotation says counts where nothing else is known. */
static void annotate(finder *f, dxki_dxil_handle_props props)
{
    uint32_t cls = dxki_dxil_props_class(props);
    if (cls == NO_CLASS || f->out->resource != DXK_NO_RESOURCE)
        return;
    f->out->kind = dxki_dxil_props_kind(props);
    f->out->cls = (dxk_resource_class)cls;
}

bool dxk_handle_get(const dxk_dxil *dxil, dxk_value handle, dxk_handle_info *out)
{
    finder f = {dxil, dxil->m, out};
    dxki_dxil_handle_props props = {0, 0};
    memset(out, 0, sizeof *out);
    out->resource = DXK_NO_RESOURCE;
    for (uint32_t steps = 0; steps < MAX_STEPS; steps++) {
        uint32_t call = dxki_view_inst(f.m, handle);
        const dxki_dxop_info *op =
            call ? dxki_call_dxop_complete(f.m, dxki_inst_get(f.m, call)) : NULL;
        if (!op)
            return false;
        if (dxki_dxop_row(op) == DXKI_DXOP_AnnotateHandle) {
            if (steps == 0)
                (void)dxki_dxil_const_props(f.m, operand(f.m, call, 1), &props);
            handle = operand(f.m, call, 0);
            continue;
        }
        for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
            if (makers[i].row != dxki_dxop_row(op) || !makers[i].find(&f, call))
                continue;
            out->source = makers[i].source;
            out->call = DXKI_VALUE(DXKI_V_INST, call);
            annotate(&f, props);
            return true;
        }
        return false;
    }
    return false;
}
