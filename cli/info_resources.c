/* SPDX-License-Identifier: MIT */
/* info_resources.c - bound resources of `dxk info`, from PSV0. */
#include "info.h"

/* Letter of the register: s, b, t, u. */
static char register_letter(uint32_t type)
{
    switch (type) {
    case DXK_PSV_RESOURCE_TYPE_SAMPLER:
        return 's';
    case DXK_PSV_RESOURCE_TYPE_CBV:
        return 'b';
    case DXK_PSV_RESOURCE_TYPE_SRV_TYPED:
    case DXK_PSV_RESOURCE_TYPE_SRV_RAW:
    case DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED:
        return 't';
    default:
        return 'u';
    }
}

static dxk_resource_class class_of(uint32_t type)
{
    switch (register_letter(type)) {
    case 's':
        return DXK_RESOURCE_CLASS_SAMPLER;
    case 'b':
        return DXK_RESOURCE_CLASS_CBUFFER;
    case 't':
        return DXK_RESOURCE_CLASS_SRV;
    default:
        return DXK_RESOURCE_CLASS_UAV;
    }
}

static dxk_str name_of(const info *in, const dxk_psv_resource *r)
{
    return dxk_info_resource_name(in->read, class_of(r->type), r->space, r->lower_bound);
}

static void print_row(const info *in, text_table *table, const dxk_psv_resource *r, bool kinds,
                      bool flags)
{
    text_out *cell = text_cell(table);
    text_printf(cell, "%c%u", register_letter(r->type), (unsigned)r->lower_bound);
    if (r->upper_bound == UINT32_MAX)
        text_put(cell, "...");
    else if (r->upper_bound != r->lower_bound)
        text_printf(cell, "-%u", (unsigned)r->upper_bound);
    text_u64(text_cell(table), r->space);
    cell = text_cell(table);
    if (r->upper_bound == UINT32_MAX)
        text_put(cell, "unbounded");
    else
        text_u64(cell, (uint64_t)r->upper_bound - r->lower_bound + 1);
    info_put_name(text_cell(table), DXK_ENUM_ID_psv_resource_type, r->type);
    cell = text_cell(table);
    if (kinds)
        info_put_name(cell, DXK_ENUM_ID_resource_kind, r->kind);
    text_safe(text_cell(table), name_of(in, r));
    if (flags)
        text_put(text_cell(table),
                 r->flags & DXK_PSV_RESOURCE_FLAG_USED_BY_ATOMIC64 ? "64-bit atomics" : "");
}

void info_resources(info *in)
{
    static const char *const heads[] = {"register", "space", "count", "type",
                                        "kind",     "name",  "flags"};
    if (!in->read->psv)
        return;
    const dxk_psv0 *psv = in->read->psv->as.psv0;
    bool kinds = psv->resource_stride >= DXK_WIRE_SIZE_psv_resource;
    if (!psv->resource_count)
        return;
    text_table table;
    bool flags = false;
    for (uint32_t i = 0; i < psv->resource_count; i++)
        flags |= psv->resources[i].flags != 0;
    info_title(in, "Resources");
    text_table_init(&table, in->j->ctx, &in->j->out, flags ? "lrrllll" : "lrrlll", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < psv->resource_count; i++)
        print_row(in, &table, &psv->resources[i], kinds, flags);
    text_table_print(&table);
}
