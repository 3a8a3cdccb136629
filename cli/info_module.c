/* SPDX-License-Identifier: MIT */
/*
 * info_module.c - what `dxk info` says from the module: versions, shader flags, exported
 * functions, operation and instruction counts.
 */
#include "info.h"

#define OPERATIONS_SHOWN 12u /* JSON has all */

static void put_shader_flags(text_out *out, uint64_t flags)
{
    size_t shown = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!(flags >> bit & 1))
            continue;
        const char *name = dxk_dxil_shader_flag_name(bit);
        text_put(out, shown++ ? ", " : "");
        if (name)
            text_put(out, name);
        else
            text_printf(out, "bit %u", bit);
    }
    if (!shown)
        text_put(out, "none");
}

static void print_versions(info *in, const dxk_dxil_info *facts)
{
    text_out *out = info_label(in, "version");
    const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, facts->shader_kind);
    text_printf(out, "DXIL %u.%u, model %u.%u %s, ", (unsigned)facts->dxil_major,
                (unsigned)facts->dxil_minor, (unsigned)facts->model_major,
                (unsigned)facts->model_minor, stage ? stage : "unknown");
    if (facts->validator_major || facts->validator_minor)
        text_printf(out, "validator %u.%u", (unsigned)facts->validator_major,
                    (unsigned)facts->validator_minor);
    else
        text_put(out, "no validator");
    text_put(out, ", flags: ");
    put_shader_flags(out, facts->shader_flags);
    text_char(out, '\n');
}

/* The operations called most, largest counts first; equal counts in order of the opcodes. */
static void print_operations(info *in)
{
    size_t count;
    const dxk_dxil_op_count *ops = dxk_dxil_op_counts(in->read->dxil, &count);
    if (!count)
        return;
    text_out *out = info_label(in, "operations");
    uint64_t below = UINT64_MAX;
    size_t shown = 0, room = in->all ? count : OPERATIONS_SHOWN;
    while (shown < count && shown < room) {
        uint64_t best = 0;
        for (size_t i = 0; i < count; i++)
            if (ops[i].count < below && ops[i].count > best)
                best = ops[i].count;
        for (size_t i = 0; i < count && shown < room; i++) {
            if (ops[i].count != best)
                continue;
            const char *name = dxk_dxil_op_name(ops[i].opcode);
            text_put(out, shown++ ? ", " : "");
            if (name)
                text_put(out, name);
            else
                text_printf(out, "#%u", (unsigned)ops[i].opcode);
            text_printf(out, " %llu", (unsigned long long)best);
        }
        below = best;
    }
    if (shown < count)
        text_printf(out, ", and %zu more (--all)", count - shown);
    text_char(out, '\n');
}

static void print_instructions(info *in)
{
    size_t count;
    uint64_t total;
    const dxk_dxil_inst_count *insts = dxk_dxil_inst_counts(in->read->dxil, &count, &total);
    if (!count)
        return;
    size_t room = in->all ? count : OPERATIONS_SHOWN;
    text_out *out = info_label(in, "instructions");
    text_u64(out, total);
    for (size_t i = 0; i < count && i < room; i++)
        text_printf(out, "%s%s %llu", i ? ", " : ": ", insts[i].name,
                    (unsigned long long)insts[i].count);
    if (count > room)
        text_printf(out, ", and %zu more (--all)", count - room);
    text_char(out, '\n');
}

/* RDAT has told the functions already, unless it is missing. */
static void print_exports(info *in, const dxk_dxil_info *facts)
{
    if (in->read->rdat || facts->shader_kind != DXK_SHADER_KIND_LIBRARY ||
        !dxk_dxil_export_count(in->read->dxil))
        return;
    text_out *out = info_label(in, "exports");
    dxk_dxil_export e;
    for (size_t i = 0; dxk_dxil_export_get(in->read->dxil, i, &e); i++) {
        text_put(out, i ? ", " : "");
        text_safe(out, e.plain_name);
        text_put(out, " (");
        info_put_name(out, DXK_ENUM_ID_shader_kind, e.kind);
        text_char(out, ')');
    }
    text_char(out, '\n');
}

static void print_module(info *in, const dxk_dxil_info *facts)
{
    info_title(in, "Module");
    if (facts->is_dxil)
        print_versions(in, facts);
    print_exports(in, facts);
    print_operations(in);
    print_instructions(in);
}

void info_module(info *in)
{
    if (!in->read->dxil)
        return;
    dxk_dxil_info facts = dxk_dxil_info_get(in->read->dxil);
    print_module(in, &facts);
}
