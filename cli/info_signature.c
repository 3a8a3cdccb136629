/* SPDX-License-Identifier: MIT */
/*
 * info_signature.c - signature tables of `dxk info`: one row per register, as the signature parts
 * have them, with the interpolation from PSV0 where it is there.
 */
#include "info.h"

static const char *title_of(const info *in, size_t which)
{
    static const char *const titles[] = {"Inputs", "Outputs", "Patch constants"};
    bool mesh = in->read->program &&
                in->read->program->as.program->header.shader_kind == DXK_SHADER_KIND_MESH;
    return mesh && which == 2 ? "Primitive outputs" : titles[which];
}

static void put_mask(text_out *out, unsigned mask)
{
    for (unsigned i = 0; i < 4; i++)
        text_char(out, mask >> i & 1 ? "xyzw"[i] : '.');
}

static void print_row(info *in, text_table *table, const dxk_info_element *e, bool streams)
{
    text_out *cell = text_cell(table);
    if (e->register_index == UINT32_MAX)
        text_put(cell, "-");
    else
        text_u64(cell, e->register_index);
    put_mask(text_cell(table), e->mask);
    put_mask(text_cell(table), e->used);
    cell = text_cell(table);
    text_safe(cell, e->semantic);
    if (e->index)
        text_u64(cell, e->index);
    cell = text_cell(table);
    info_put_name(cell, DXK_ENUM_ID_sig_component_type, e->type);
    if (e->min_precision) {
        text_put(cell, " min ");
        info_put_name(cell, DXK_ENUM_ID_sig_min_precision, e->min_precision);
    }
    cell = text_cell(table);
    if (e->system_value)
        info_put_name(cell, DXK_ENUM_ID_sig_system_value, e->system_value);
    if (streams)
        text_u64(text_cell(table), e->stream);
    if (!in->read->psv)
        return;
    cell = text_cell(table);
    if (e->interpolation > 0)
        info_put_name(cell, DXK_ENUM_ID_interpolation_mode, (uint64_t)e->interpolation);
}

static bool has_streams(const info *in, size_t which)
{
    dxk_info_element e;
    for (size_t i = 0; dxk_info_element_get(in->read, which, i, &e); i++)
        if (e.stream)
            return true;
    return false;
}

static void print_signature(info *in, size_t which)
{
    const char *heads[8] = {"reg", "mask", "used", "semantic", "type", "system value"};
    char align[9] = "rlllll";
    size_t columns = 6;
    bool streams = has_streams(in, which);
    dxk_info_element e;
    text_table table;
    if (streams) {
        align[columns] = 'r';
        heads[columns++] = "stream";
    }
    if (in->read->psv) { /* which has the interpolation modes */
        align[columns] = 'l';
        heads[columns++] = "interpolation";
    }
    info_title(in, title_of(in, which));
    text_table_init(&table, in->j->ctx, &in->j->out, align, 2);
    text_table_head(&table, heads);
    for (size_t i = 0; dxk_info_element_get(in->read, which, i, &e); i++) {
        if (!e.is_repeated)
            print_row(in, &table, &e, streams);
    }
    text_table_print(&table);
}

void info_signatures(info *in)
{
    dxk_info_element first;
    for (size_t which = 0; which < 3; which++) {
        if (dxk_info_element_get(in->read, which, 0, &first))
            print_signature(in, which);
    }
}
