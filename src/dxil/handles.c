/* SPDX-License-Identifier: MIT */
/* handles.c - which resource is behind a handle (DXIL.rst, "Resources", "Handles"). */
#include "dxil/handles.h"

#include "ir/edit.h"
#include "spec/dxil_ops.h"

#define SAMPLER_INVALID 3u
#define NONUNIFORM      "dx.nonuniform"

static const dxki_dxil_handle_props unknown = {0, 0};

static dxki_value operand_of(const dxk_module *m, uint32_t inst, uint32_t index)
{
    return index < m->insts.items[inst].op_count ? dxki_inst_ops(m, inst)[index] : 0;
}

static bool is_op(const dxki_dxop_info *op, dxki_dxop row)
{
    return op == dxki_dxop_get(row);
}

/* ---------------------------------------------------------------------------------------- */
/* Properties                                                                                 */

uint32_t dxki_dxil_props_class(dxki_dxil_handle_props p)
{
    switch (dxki_dxil_props_kind(p)) {
    case DXK_RESOURCE_KIND_INVALID:
        return 4;
    case DXK_RESOURCE_KIND_CBUFFER:
        return DXK_RESOURCE_CLASS_CBUFFER;
    case DXK_RESOURCE_KIND_SAMPLER:
        return DXK_RESOURCE_CLASS_SAMPLER;
    default:
        return p.word0 & DXKI_RP_UAV ? DXK_RESOURCE_CLASS_UAV : DXK_RESOURCE_CLASS_SRV;
    }
}

/* Components of what a typed resource returns: those of all that is inside. `steps` bounds how
 * much is looked at. */
static uint32_t component_count(const dxk_module *m, dxki_type type, uint32_t *steps)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    uint32_t count = (uint32_t)dxki_type_count(m, type), sum = 0;
    if (kind == DXKI_T_VECTOR)
        return count;
    if ((kind != DXKI_T_ARRAY && kind != DXKI_T_STRUCT) || *steps == 0)
        return 1;
    --*steps;
    if (kind == DXKI_T_ARRAY)
        return count * component_count(m, dxki_type_get(m, type)->a, steps);
    for (uint32_t i = 0; i < count && *steps; i++)
        sum += component_count(m, dxki_type_element(m, type, i), steps);
    return sum;
}

dxki_type dxki_dxil_return_type(const dxk_module *m, const dxki_dxil_resource *res, bool *ends)
{
    dxki_type type = dxki_dxil_resource_type(m, res);
    if (!type || dxki_type_kind_of(m, type) != DXKI_T_STRUCT)
        *ends = true;
    return dxki_type_element(m, type, 0);
}

static uint32_t align_log2(dxki_dxil_layout *layout, dxki_type type)
{
    uint32_t align = type && layout ? dxki_dxil_layout_align(layout, type) : 1, log = 0;
    while (log < 15 && (2u << log) <= align)
        log++;
    return log;
}

static uint32_t sampler_word(const dxki_dxil_resource *res)
{
    uint32_t word = res->kind & 0xff;
    if (res->sampler_kind == SAMPLER_INVALID)
        return DXK_RESOURCE_KIND_INVALID;
    return res->sampler_kind == 1 ? word | DXKI_RP_COUNTER : word;
}

static uint32_t uav_bits(const dxki_dxil_resource *res)
{
    return DXKI_RP_UAV | (res->is_rov ? DXKI_RP_ROV : 0) |
           (res->globally_coherent ? DXKI_RP_GLC : 0) |
           (res->extra.reorder_coherent ? DXKI_RP_REORDER : 0) |
           (res->has_counter ? DXKI_RP_COUNTER : 0);
}

dxki_dxil_handle_props dxki_dxil_resource_props(const dxk_module *m, dxki_dxil_layout *layout,
                                                const dxki_dxil_resource *res, bool *ends)
{
    dxki_dxil_handle_props p = {res->kind & 0xff, 0};
    if (res->cls == DXK_RESOURCE_CLASS_SAMPLER)
        return (dxki_dxil_handle_props){sampler_word(res), 0};
    if (res->cls == DXK_RESOURCE_CLASS_CBUFFER)
        return (dxki_dxil_handle_props){p.word0, res->cbuffer_size};
    if (res->cls == DXK_RESOURCE_CLASS_UAV)
        p.word0 |= uav_bits(res);
    if (res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        p.word1 = res->extra.stride;
        p.word0 |= align_log2(layout, dxki_dxil_resource_type(m, res)) << 8;
    } else if (res->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D ||
               res->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY) {
        p.word1 = res->extra.feedback;
    } else if (dxki_dxil_is_typed_kind(res->kind)) {
        uint32_t steps = 64;
        uint32_t components = component_count(m, dxki_dxil_return_type(m, res, ends), &steps);
        p.word1 = (res->extra.element_type & 0xff) | (components & 0xff) << 8 |
                  (res->sample_count & 0xff) << 16;
    }
    return p;
}

/* The elements of a constant structure of `count` integers. False: the value is another constant.
 * A structure of another shape, or of zeros, counts as zeros. */
static bool const_words(const dxk_module *m, dxki_value value, uint32_t count, uint64_t *words)
{
    const dxki_const *c = dxki_const_get(m, value);
    for (uint32_t i = 0; i < count; i++)
        words[i] = 0;
    if (!c || dxki_type_kind_of(m, c->type) != DXKI_T_STRUCT)
        return false;
    if (c->kind == DXKI_C_NULL || dxki_type_count(m, c->type) != count)
        return true;
    if (c->kind != DXKI_C_AGGREGATE)
        return false;
    const uint32_t *elements = dxki_const_words(m, c);
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_value_as_int(m, elements[i], &words[i]))
            return false;
    }
    return true;
}

bool dxki_dxil_const_props(const dxk_module *m, dxki_value value, dxki_dxil_handle_props *props)
{
    uint64_t words[2];
    bool good = const_words(m, value, 2, words);
    *props = good ? (dxki_dxil_handle_props){(uint32_t)words[0], (uint32_t)words[1]} : unknown;
    return good;
}

bool dxki_dxil_const_binding(const dxk_module *m, dxki_value value, uint64_t words[4])
{
    return const_words(m, value, 4, words);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls that make handles                                                                    */

uint32_t dxki_dxil_handle_call(const dxk_module *m, dxki_value handle)
{
    for (size_t steps = 0; steps < m->insts.count; steps++) {
        uint32_t inst = dxki_value_as_inst(handle);
        if (!inst)
            return 0;
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (in->op == DXKI_OP_CALL)
            return inst;
        if (in->op == DXKI_OP_PHI && in->op_count > 0)
            handle = dxki_inst_ops(m, inst)[0];
        else if (in->op == DXKI_OP_SELECT)
            handle = dxki_inst_ops(m, inst)[1];
        else
            return 0;
    }
    return 0;
}

/* The operation that a call of any function names. */
static const dxki_dxop_info *called_op(const dxk_module *m, uint32_t call, bool *ends)
{
    uint64_t opcode;
    if (!dxki_value_as_int(m, operand_of(m, call, 0), &opcode)) {
        *ends = true;
        return NULL;
    }
    return dxki_dxop_find(opcode);
}

/* The resource of a createHandle, whose range may go through phis and selects. */
static const dxki_dxil_resource *created_resource(const dxk_dxil *d, uint32_t call)
{
    const dxk_module *m = d->m;
    uint64_t cls, range;
    if (!dxki_value_as_int(m, operand_of(m, call, 1), &cls) || cls > DXK_RESOURCE_CLASS_UAV)
        return NULL;
    dxki_value id = operand_of(m, call, 2);
    for (uint32_t steps = 0; steps < 1000 && dxki_value_as_inst(id); steps++) {
        const dxki_inst *in = dxki_inst_get(m, dxki_value_as_inst(id));
        if ((in->op != DXKI_OP_PHI && in->op != DXKI_OP_SELECT) || in->op_count == 0)
            return NULL;
        id = m->words.items[in->ops + (in->op == DXKI_OP_SELECT)];
    }
    if (!dxki_value_as_int(m, id, &range) || range >= d->resources[cls].count)
        return NULL;
    return d->resources[cls].items[range];
}

static const dxki_dxil_list *uavs_of(const dxk_dxil *d)
{
    return &d->resources[DXK_RESOURCE_CLASS_UAV];
}

/* Index of the UAV whose variable the operand is loaded from. */
static uint32_t loaded_uav(const dxk_dxil *d, dxki_value value)
{
    uint32_t load = dxki_value_as_inst(value);
    if (!load || dxki_inst_get(d->m, load)->op != DXKI_OP_LOAD)
        return DXKI_NO_UAV;
    for (uint32_t i = 0; i < uavs_of(d)->count; i++) {
        if (dxki_dxil_symbol(d, uavs_of(d)->items[i]) == dxki_inst_ops(d->m, load)[0])
            return i;
    }
    return DXKI_NO_UAV;
}

dxki_dxil_handle_props dxki_dxil_call_props(const dxk_dxil *d, uint32_t call, bool *ends)
{
    dxki_dxil_handle_props p;
    const dxki_dxop_info *op = call ? called_op(d->m, call, ends) : NULL;
    const dxki_dxil_resource *res = NULL;
    if (!op)
        return unknown;
    if (is_op(op, DXKI_DXOP_AnnotateHandle)) {
        if (dxki_dxil_const_props(d->m, operand_of(d->m, call, 2), &p))
            return p;
        *ends = true;
    } else if (is_op(op, DXKI_DXOP_CreateHandle)) {
        res = created_resource(d, call);
    } else if (is_op(op, DXKI_DXOP_CreateHandleForLib)) {
        uint32_t uav = loaded_uav(d, operand_of(d->m, call, 1));
        res = uav == DXKI_NO_UAV ? NULL : uavs_of(d)->items[uav];
    }
    return res ? dxki_dxil_resource_props(d->m, NULL, res, ends) : unknown;
}

/* Index of the first UAV with exactly the binding. */
static uint32_t uav_of_binding(const dxk_dxil *d, const uint64_t words[4])
{
    for (uint32_t i = 0; i < uavs_of(d)->count; i++) {
        const dxki_dxil_resource *res = uavs_of(d)->items[i];
        uint32_t upper =
            res->range_size == UINT32_MAX ? UINT32_MAX : res->lower_bound + res->range_size - 1;
        if (words[3] == DXK_RESOURCE_CLASS_UAV && words[2] == res->space &&
            words[0] == res->lower_bound && words[1] == upper)
            return i;
    }
    return DXKI_NO_UAV;
}

uint32_t dxki_dxil_bound_uav(const dxk_dxil *d, uint32_t call, bool *ends)
{
    const dxk_module *m = d->m;
    const dxki_dxop_info *op = call ? called_op(m, call, ends) : NULL;
    uint64_t words[4];
    if (!op || !is_op(op, DXKI_DXOP_AnnotateHandle))
        return DXKI_NO_UAV;
    uint32_t create = dxki_value_as_inst(operand_of(m, call, 1));
    if (!create || dxki_inst_get(m, create)->op != DXKI_OP_CALL) {
        *ends = true;
        return DXKI_NO_UAV;
    }
    const dxki_dxop_info *from = called_op(m, create, ends);
    if (from && is_op(from, DXKI_DXOP_CreateHandleForLib))
        return loaded_uav(d, operand_of(m, create, 1));
    if (!from || !is_op(from, DXKI_DXOP_CreateHandleFromBinding))
        return DXKI_NO_UAV;
    if (dxki_dxil_const_binding(m, operand_of(m, create, 1), words))
        return uav_of_binding(d, words);
    *ends = true;
    return DXKI_NO_UAV;
}

/* ---------------------------------------------------------------------------------------- */
/* Indices that differ                                                                        */

bool dxki_dxil_is_nonuniform(const dxk_module *m, uint32_t inst)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_str_is(dxki_string_get(m, m->md_kinds.items[list[i].kind]), NONUNIFORM))
            return true;
    }
    return false;
}

bool dxki_dxil_mark_nonuniform(dxk_module *m, uint32_t inst)
{
    uint32_t kind = dxki_md_kind_index(m, dxki_str(NONUNIFORM));
    dxki_value one = dxki_const_int(m, DXKI_TY_I32, 1);
    dxki_md value = one ? dxki_md_of_value(m, one) : 0;
    dxki_md node = value ? dxki_md_tuple(m, &value, 1, false) : 0;
    return kind != UINT32_MAX && node && dxki_inst_set_attachment(m, inst, kind, node);
}
