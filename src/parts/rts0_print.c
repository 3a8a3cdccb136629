/* SPDX-License-Identifier: MIT */
/*
 * rts0_print.c - the text of `dxa -dumprs`. It looks like the root-signature language, but cannot
 * be compiled: registers stand where values end, flags of ranges and fields of samplers are
 * missing, commas are left behind.
 */
#include "dxk/compat.h"
#include "dxk/rootsig.h"

#include "base/count.h"
#include "base/out.h"

typedef struct flag_name {
    uint32_t flag;
    const char *name;
} flag_name;

/* The reference writes three of the flags as the language does, the others as in its sources. */
static const flag_name shouted[] = {
    {DXK_RS_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT, "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT"},
    {DXK_RS_FLAG_CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED, "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED"},
    {DXK_RS_FLAG_SAMPLER_HEAP_DIRECTLY_INDEXED, "SAMPLER_HEAP_DIRECTLY_INDEXED"},
};

static const char *flag_text(uint32_t flag)
{
    for (size_t i = 0; i < DXKI_COUNT(shouted); i++)
        if (shouted[i].flag == flag)
            return shouted[i].name;
    return dxk_enum_text(DXK_ENUM_ID_rs_flag, flag);
}

static void put_flags(dxki_out *out, uint32_t flags)
{
    bool some = false;
    if (!flags)
        return;
    dxki_out_text(out, "RootFlags(");
    for (uint32_t left = flags; left; left &= left - 1) {
        const char *name = flag_text(left & (0u - left));
        if (!name)
            continue;
        if (some)
            dxki_out_char(out, '|');
        dxki_out_text(out, name);
        some = true;
    }
    dxki_out_text(out, "),");
}

static void put_register(dxki_out *out, uint32_t reg, uint32_t space, uint32_t count)
{
    dxki_out_u64(out, reg);
    if (space) {
        dxki_out_text(out, ", space=");
        dxki_out_u64(out, space);
    }
    if (count > 1) {
        dxki_out_text(out, ", numDescriptors =");
        dxki_out_u64(out, count);
    }
}

static void put_range(dxki_out *out, const dxk_rs_range *range)
{
    static const char *const kinds[] = {"SRV(t", "UAV(u", "CBV(b", "Sampler(s"};
    if (range->type < DXKI_COUNT(kinds))
        dxki_out_text(out, kinds[range->type]);
    put_register(out, range->shader_register, range->register_space, range->count);
    dxki_out_text(out, "),");
}

static void put_visibility(dxki_out *out, uint32_t visibility)
{
    static const char *const names[] = {"",         "VERTEX", "HULL",          "DOMAIN",
                                        "GEOMETRY", "PIXEL",  "AMPLIFICATION", "MESH"};
    if (visibility == 0 || visibility >= DXKI_COUNT(names))
        return;
    dxki_out_text(out, ",visibility=SHADER_VISIBILITY_");
    dxki_out_text(out, names[visibility]);
}

static void put_descriptor(dxki_out *out, const char *head, const dxk_rs_descriptor *descriptor)
{
    dxki_out_text(out, head);
    put_register(out, descriptor->shader_register, descriptor->register_space, 0);
}

static void put_parameter(dxki_out *out, const dxk_root_parameter *p)
{
    switch (p->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        dxki_out_text(out, "DescriptorTable(");
        for (uint32_t i = 0; i < p->as.table.header.range_count; i++)
            put_range(out, &p->as.table.ranges[i]);
        break;
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        dxki_out_text(out, "RootConstants(num32BitConstants=");
        dxki_out_u64(out, p->as.constants.value_count);
        dxki_out_char(out, 'b');
        put_register(out, p->as.constants.shader_register, p->as.constants.register_space, 0);
        break;
    case DXK_RS_PARAMETER_TYPE_CBV:
        put_descriptor(out, "CBV(b", &p->as.descriptor);
        break;
    case DXK_RS_PARAMETER_TYPE_SRV:
        put_descriptor(out, "SRV(t", &p->as.descriptor);
        break;
    case DXK_RS_PARAMETER_TYPE_UAV:
        put_descriptor(out, "UAV(u", &p->as.descriptor);
        break;
    default:
        break;
    }
    put_visibility(out, p->header.visibility);
    dxki_out_text(out, "),");
}

static void put_sampler(dxki_out *out, const dxk_rs_sampler *sampler)
{
    dxki_out_text(out, "StaticSampler(s");
    dxki_out_u64(out, sampler->shader_register);
    dxki_out_text(out, ", space=");
    dxki_out_u64(out, sampler->register_space);
    put_visibility(out, sampler->visibility);
    dxki_out_text(out, "),");
}

dxk_status dxk_rootsig_print_dxa(const dxk_root_signature *signature, dxk_sink sink)
{
    dxki_out out;
    dxki_out_init(&out, sink);
    put_flags(&out, signature->header.flags);
    for (uint32_t i = 0; i < signature->header.parameter_count; i++)
        put_parameter(&out, &signature->parameters[i]);
    for (uint32_t i = 0; i < signature->header.sampler_count; i++)
        put_sampler(&out, &signature->samplers[i]);
    return dxki_out_flush(&out);
}
