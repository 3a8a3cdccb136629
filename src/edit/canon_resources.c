/* SPDX-License-Identifier: MIT */
/* canon_resources.c - resources of a class in the order of their spaces and registers, so that their
 * numbers do not tell in which order they were declared. */
#include "base/sort.h"
#include "base/str.h"
#include "edit/edit.h"

#include <string.h>

static int compare_names(dxk_str a, dxk_str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* Those that are not bound yet are told apart by their names. */
static bool resource_after(const void *user, const void *a, const void *b)
{
    const dxki_dxil_resource *x = *(const void *const *)a, *y = *(const void *const *)b;
    (void)user;
    if (x->space != y->space)
        return x->space > y->space;
    if (x->lower_bound != y->lower_bound)
        return x->lower_bound > y->lower_bound;
    return compare_names(x->name, y->name) > 0;
}

/* Sorts the resources of a class; to[old number] is the new one. */
static dxk_status sort_class(dxki_pass *p, dxk_dxil *d, uint32_t cls, const uint32_t **to,
                             bool *changed)
{
    dxki_dxil_list *list = &d->resources[cls];
    const void **items = DXKI_NEW_ARRAY(&d->arena, const void *, list->count);
    uint32_t *numbers = DXKI_NEW_ARRAY(&p->scratch, uint32_t, list->count);
    if (!items || !numbers)
        return dxki_nomem(p->ctx);
    if (list->count)
        memcpy(items, list->items, list->count * sizeof *items);
    if (!dxki_sort(p->ctx, items, list->count, sizeof *items, resource_after, NULL))
        return dxki_nomem(p->ctx);
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_resource *r = items[i];
        if (r->id >= list->count)
            return dxki_pass_refuse(p, "the resources are not numbered consecutively:", r->name);
        *changed = *changed || r->id != i;
        numbers[r->id] = i;
    }
    list->items = items;
    *to = numbers;
    return DXK_OK;
}

static bool renumber_code(dxki_pass *p, const dxk_dxil *d, const uint32_t *const *to)
{
    const dxki_dxop_info *create = dxki_dxop_get(DXKI_DXOP_CreateHandle);
    DXKI_EACH_FUNCTION(p->m, fn) {
        DXKI_EACH_BLOCK(p->m, fn, block) {
            DXKI_EACH_INST(p->m, block, inst) {
                const dxki_value *ops = dxki_inst_ops(p->m, inst);
                uint64_t cls, id;
                if (dxki_call_dxop_complete(p->m, &p->m->insts.items[inst]) != create ||
                    !dxki_value_as_int(p->m, ops[1], &cls) ||
                    !dxki_value_as_int(p->m, ops[2], &id) || cls >= DXKI_RESOURCE_CLASSES ||
                    id >= d->resources[cls].count || to[cls][id] == id)
                    continue;
                if (!dxki_edit_set_int(p->m, inst, 2, to[cls][id]))
                    return false;
            }
        }
    }
    return true;
}

dxk_status dxki_edit_canonical_resources(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    const uint32_t *to[DXKI_RESOURCE_CLASSES];
    dxk_status status = d ? DXK_OK : dxki_nomem(p->ctx);
    bool changed = false;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES && status == DXK_OK; cls++)
        status = sort_class(p, d, cls, &to[cls], &changed);
    if (status != DXK_OK || !changed)
        return status;
    if (!dxki_module_touch(p->m) || !renumber_code(p, d, to))
        return dxki_nomem(p->ctx);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            dxki_pass_resource(d, cls, i)->id = i;
    }
    return dxki_pass_write_metadata(p);
}
