/* SPDX-License-Identifier: MIT */
/* info_library.c - functions and sub-objects of a library in `dxk info`, from RDAT. */
#include "info.h"

/* Stage << 16, major << 4, minor; the stage is left out where it says nothing new. */
static void put_target(text_out *out, uint32_t target, uint32_t kind)
{
    text_printf(out, "%u.%u", (unsigned)(target >> 4 & 15), (unsigned)(target & 15));
    if (target >> 16 != kind) {
        text_char(out, ' ');
        info_put_name(out, DXK_ENUM_ID_shader_kind, target >> 16);
    }
}

static uint64_t features_of(const dxk_rdat_function *f)
{
    return (uint64_t)f->feature_info2 << 32 | f->feature_info1;
}

static uint32_t resources_of(const dxk_rdat *rdat, const dxk_rdat_function *f)
{
    dxk_rdat_list list;
    return dxk_rdat_list_at(rdat, f->resources, &list) ? list.count : 0;
}

static void print_functions(info *in, const dxk_rdat *rdat, uint32_t count)
{
    static const char *const heads[] = {"function",  "kind",    "model",
                                        "resources", "payload", "features"};
    text_table table;
    info_title(in, "Functions");
    text_table_init(&table, in->j->ctx, &in->j->out, "lllrrl", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < count; i++) {
        const dxk_rdat_function *f = dxk_rdat_function_at(rdat, i);
        dxk_str name;
        text_out *cell = text_cell(&table);
        if (!dxk_rdat_string(rdat, f->unmangled_name, &name) || !name.size)
            dxk_rdat_string(rdat, f->name, &name);
        text_safe(cell, name);
        info_put_name(text_cell(&table), DXK_ENUM_ID_shader_kind, f->shader_kind);
        put_target(text_cell(&table), f->min_shader_target, f->shader_kind);
        text_u64(text_cell(&table), resources_of(rdat, f));
        cell = text_cell(&table);
        if (f->payload_size_in_bytes)
            text_u64(cell, f->payload_size_in_bytes);
        cell = text_cell(&table);
        if (features_of(f))
            info_put_flags(cell, DXK_ENUM_ID_feature_flag, features_of(f));
    }
    text_table_print(&table);
}

/* Register, space and count. What gets its registers when it is linked has none, of no known number. */
static void put_place(text_table *table, const dxk_rdat_resource *r)
{
    static const char letters[] = "tubs";
    bool placed = r->lower_bound != UINT32_MAX || r->space != UINT32_MAX;
    char letter = r->resource_class < 4 ? letters[r->resource_class] : '?';
    text_out *cell = text_cell(table);
    if (placed)
        info_put_register(cell, letter, r->lower_bound, 0);
    else
        text_put(cell, "unassigned");
    cell = text_cell(table);
    if (placed)
        text_u64(cell, r->space);
    cell = text_cell(table);
    if (placed && r->upper_bound == UINT32_MAX)
        text_put(cell, "unbounded");
    else if (placed)
        text_u64(cell, (uint64_t)r->upper_bound - r->lower_bound + 1);
}

static void print_resources(info *in, const dxk_rdat *rdat, uint32_t count)
{
    static const char *const heads[] = {"resource", "class", "kind", "register", "space", "count"};
    text_table table;
    info_title(in, "Resources");
    text_table_init(&table, in->j->ctx, &in->j->out, "llllrr", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < count; i++) {
        const dxk_rdat_resource *r = dxk_rdat_resource_at(rdat, i);
        dxk_str name = {"", 0};
        dxk_rdat_string(rdat, r->name, &name);
        text_safe(text_cell(&table), name);
        info_put_name(text_cell(&table), DXK_ENUM_ID_resource_class, r->resource_class);
        info_put_name(text_cell(&table), DXK_ENUM_ID_resource_kind, r->kind);
        put_place(&table, r);
    }
    text_table_print(&table);
}

static void print_subobjects(info *in, const dxk_rdat *rdat, uint32_t count)
{
    static const char *const heads[] = {"sub-object", "kind"};
    text_table table;
    info_title(in, "Sub-objects");
    text_table_init(&table, in->j->ctx, &in->j->out, "ll", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < count; i++) {
        dxk_rdat_subobject_info s;
        dxk_rdat_subobject_get(rdat, i, &s);
        text_safe(text_cell(&table), s.name);
        info_put_name(text_cell(&table), DXK_ENUM_ID_subobject_kind, s.kind);
    }
    text_table_print(&table);
}

static uint32_t count_of(const dxk_rdat *rdat, dxk_record_id record)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(rdat, record);
    return table ? table->count : 0;
}

void info_library(info *in)
{
    if (!in->read->rdat)
        return;
    const dxk_rdat *rdat = in->read->rdat->as.rdat;
    uint32_t functions = count_of(rdat, DXK_RECORD_ID_rdat_function);
    uint32_t resources = count_of(rdat, DXK_RECORD_ID_rdat_resource);
    uint32_t subobjects = count_of(rdat, DXK_RECORD_ID_rdat_subobject);
    if (functions)
        print_functions(in, rdat, functions);
    if (resources)
        print_resources(in, rdat, resources);
    if (subobjects)
        print_subobjects(in, rdat, subobjects);
}
