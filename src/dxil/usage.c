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
    const dxki_dxop_info *op = dxki_call_dxop(m, inst);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get(op->kind) : NULL;
    const dxki_value *ops = m->words.items + inst->ops;
    uint64_t id, row = 0, column;

    if (!effect || effect->signature == DXKI_DXS_NONE || dxki_call_arg_count(inst) < 4 ||
        !dxki_value_as_int(m, ops[1], &id) || !dxki_value_as_int(m, ops[3], &column) ||
        id >= UINT32_MAX)
        return false;
    access->which = effect->signature - DXKI_DXS_INPUT;
    access->id = (uint32_t)id;
    access->row_known = dxki_value_as_int(m, ops[2], &row) && row < UINT32_MAX;
    access->row = access->row_known ? (uint32_t)row : 0;
    access->column = (uint32_t)column;
    access->writes = effect->writes != 0;
    access->control_point = op->kind == DXKI_DXK_CONTROL_POINT;
    return true;
}

static bool find_usage_in(const dxk_module *m, uint32_t block,
                          dxki_dxil_sig_element *const *const elements[3], const uint32_t counts[3],
                          dxki_dxil_access *fault)
{
    dxki_dxil_access a;

    DXKI_EACH_INST(m, block, i) {
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

bool dxki_dxil_find_usage(const dxk_module *m, uint32_t function,
                          dxki_dxil_sig_element *const *const elements[3], const uint32_t counts[3],
                          dxki_dxil_access *fault)
{
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            if ((!function || fn == function) && !find_usage_in(m, block, elements, counts, fault))
                return false;
    return true;
}

/* The structures are the view's own. */
static dxki_dxil_sig_element *const *elements_of(const dxki_dxil_list *list)
{
    return (dxki_dxil_sig_element *const *)(uintptr_t)list->items;
}

/* Gives a signature elements of its own, without masks: those of several that are described by one
 * node are one. */
static bool unshare(dxki_dxil_list *list, dxki_arena *arena)
{
    const void **items = DXKI_NEW_ARRAY(arena, const void *, list->count);

    for (uint32_t i = 0; items && i < list->count; i++) {
        dxki_dxil_sig_element *own = DXKI_NEW(arena, dxki_dxil_sig_element);
        if (!own)
            return false;
        *own = *elements_of(list)[i];
        own->extra.usage_mask = own->extra.dynamic_mask = 0;
        items[i] = own;
    }
    list->items = items;
    return items != NULL;
}

bool dxki_dxil_renew_masks(const dxk_dxil *d, const dxki_dxil_entry *entry, dxki_arena *arena)
{
    dxki_dxil_sig_element *const *elements[3];
    uint32_t counts[3];
    dxki_dxil_access fault;

    for (uint32_t i = 0; i < 3; i++) {
        dxki_dxil_list *list = (dxki_dxil_list *)(uintptr_t)&entry->signatures[i];
        if (!unshare(list, arena))
            return false;
        elements[i] = elements_of(list);
        counts[i] = list->count;
    }
    dxki_dxil_find_usage(d->m, 0, elements, counts, &fault); /* other accesses have no mask */
    return true;
}
