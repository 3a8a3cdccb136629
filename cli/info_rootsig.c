/* SPDX-License-Identifier: MIT */
/* info_rootsig.c - the root signature in `dxk info`: one line a parameter, range and sampler. */
#include "info.h"

static char letter_of_range(uint32_t type)
{
    switch (type) {
    case DXK_RS_RANGE_TYPE_SRV:
        return 't';
    case DXK_RS_RANGE_TYPE_UAV:
        return 'u';
    case DXK_RS_RANGE_TYPE_CBV:
        return 'b';
    default:
        return 's';
    }
}

static char letter_of_descriptor(uint32_t type)
{
    return type == DXK_RS_PARAMETER_TYPE_SRV ? 't' : type == DXK_RS_PARAMETER_TYPE_UAV ? 'u' : 'b';
}

static void put_range(text_out *out, const dxk_rs_range *r)
{
    info_put_name(out, DXK_ENUM_ID_rs_range_type, r->type);
    text_char(out, ' ');
    info_put_register(out, letter_of_range(r->type), r->shader_register, r->register_space);
    if (r->count == DXK_RS_UNBOUNDED)
        text_put(out, " unbounded");
    else if (r->count != 1)
        text_printf(out, " x %u", (unsigned)r->count);
}

static void put_parameter(text_out *out, const dxk_root_parameter *p)
{
    switch (p->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        for (uint32_t i = 0; i < p->as.table.header.range_count; i++) {
            text_put(out, i ? "; " : "");
            put_range(out, &p->as.table.ranges[i]);
        }
        return;
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        text_printf(out, "%u words ", (unsigned)p->as.constants.value_count);
        info_put_register(out, 'b', p->as.constants.shader_register,
                          p->as.constants.register_space);
        return;
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        info_put_register(out, letter_of_descriptor(p->header.type),
                          p->as.descriptor.shader_register, p->as.descriptor.register_space);
        return;
    default:
        return;
    }
}

static void print_signature(info *in, const dxk_root_signature *s)
{
    text_out *out = &in->j->out;
    text_table table;
    info_title(in, "Root signature");
    text_put(out, "  version ");
    info_put_name(out, DXK_ENUM_ID_rs_version, s->header.version);
    text_printf(out, ", %llu of 64 words, flags: ", (unsigned long long)dxk_rootsig_cost(s));
    info_put_flags(out, DXK_ENUM_ID_rs_flag, s->header.flags);
    text_char(out, '\n');
    text_table_init(&table, in->j->ctx, out, "rlll", 2);
    for (uint32_t i = 0; i < s->header.parameter_count; i++) {
        const dxk_root_parameter *p = &s->parameters[i];
        text_u64(text_cell(&table), i);
        info_put_name(text_cell(&table), DXK_ENUM_ID_rs_parameter_type, p->header.type);
        info_put_name(text_cell(&table), DXK_ENUM_ID_rs_visibility, p->header.visibility);
        put_parameter(text_cell(&table), p);
    }
    for (uint32_t i = 0; i < s->header.sampler_count; i++) {
        const dxk_rs_sampler *p = &s->samplers[i];
        text_cell(&table);
        text_put(text_cell(&table), "StaticSampler");
        info_put_name(text_cell(&table), DXK_ENUM_ID_rs_visibility, p->visibility);
        text_out *cell = text_cell(&table);
        info_put_register(cell, 's', p->shader_register, p->register_space);
        text_char(cell, ' ');
        info_put_name(cell, DXK_ENUM_ID_filter, p->filter);
    }
    text_table_print(&table);
}

void info_root_signature(info *in)
{
    if (in->read->rootsig)
        print_signature(in, in->read->rootsig->as.root_signature);
}
