/* SPDX-License-Identifier: MIT */
/* modules.c - the modules of a container, and the names that they have for resources. */
#include "base/sort.h"
#include "info/info.h"

static bool is_before(const dxki_info_place *a, const dxki_info_place *b)
{
    return a->space != b->space ? a->space < b->space : a->lower_bound < b->lower_bound;
}

/* The sort is stable: of those that begin at one register, the first stays first. */
static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return is_before(b, a);
}

dxk_status dxki_info_module_read(dxki_info *in, dxk_bytes bitcode, dxki_info_module *m)
{
    dxk_status status = dxk_module_read(in->ctx, bitcode, NULL, &m->module);
    return status == DXK_OK ? dxk_dxil_load(m->module, &m->dxil) : status;
}

dxk_status dxki_info_module_index(dxki_info *in, dxki_info_module *m)
{
    dxk_dxil_resource r;
    for (unsigned cls = 0; m->dxil && cls < 4; cls++) {
        for (size_t i = 0; dxk_dxil_resource_get(m->dxil, (dxk_resource_class)cls, i, &r); i++) {
            const dxki_info_place place = {r.space, r.lower_bound, i};
            if (!dxki_vec_push(in->ctx, &m->places[cls], place))
                return dxki_nomem(in->ctx);
        }
        if (!dxki_sort(in->ctx, m->places[cls].items, m->places[cls].count, sizeof(dxki_info_place),
                       comes_after, NULL))
            return dxki_nomem(in->ctx);
    }
    return DXK_OK;
}

void dxki_info_module_free(dxki_info *in, dxki_info_module *m)
{
    dxk_dxil_free(m->dxil);
    dxk_module_free(m->module);
    for (size_t i = 0; i < 4; i++)
        dxki_vec_free(in->ctx, &m->places[i]);
}

/* The name of the first resource that begins there. */
static dxk_str name_in(const dxki_info_module *m, dxk_resource_class cls, uint32_t space,
                       uint32_t lower_bound)
{
    const dxki_info_place wanted = {space, lower_bound, 0}, *items = m->places[cls].items;
    dxk_dxil_resource r;
    size_t low = 0, high = m->places[cls].count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&items[middle], &wanted))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < m->places[cls].count && !is_before(&wanted, &items[low]) &&
        dxk_dxil_resource_get(m->dxil, cls, items[low].index, &r))
        return r.name;
    return (dxk_str){"", 0};
}

dxk_str dxk_info_resource_name(const dxk_info *info, dxk_resource_class cls, uint32_t space,
                               uint32_t lower_bound)
{
    const dxki_info *in = (const dxki_info *)(const void *)info;
    if ((unsigned)cls > 3)
        return (dxk_str){"", 0};
    dxk_str name = name_in(&in->names, cls, space, lower_bound);
    return name.size ? name : name_in(&in->code, cls, space, lower_bound);
}
