/* SPDX-License-Identifier: MIT */
/* json_module.c - what the module says: versions, shader flags, entry points, exported functions,
 * operation and instruction counts. */
#include "info/info.h"
#include "reflect/json.h"

static void put_flags(dxk_json *json, const char *key, uint64_t flags)
{
    dxk_json_array_line(json, key);
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *name = dxk_dxil_shader_flag_name(bit);
        if (flags >> bit & 1 && name)
            dxk_json_text(json, NULL, name);
        else if (flags >> bit & 1)
            dxk_json_u64(json, NULL, bit);
    }
    dxk_json_end(json);
}

static void put_counts(dxk_json *json, const dxk_dxil *dxil)
{
    size_t count;
    uint64_t total;
    const dxk_dxil_op_count *ops = dxk_dxil_op_counts(dxil, &count);
    dxk_json_array(json, "operations");
    for (size_t i = 0; i < count; i++) {
        const char *name = dxk_dxil_op_name(ops[i].opcode);
        dxk_json_object_line(json, NULL);
        dxk_json_u64(json, "opcode", ops[i].opcode);
        if (name)
            dxk_json_text(json, "name", name);
        dxk_json_u64(json, "count", ops[i].count);
        dxk_json_end(json);
    }
    dxk_json_end(json);
    const dxk_dxil_inst_count *insts = dxk_dxil_inst_counts(dxil, &count, &total);
    dxk_json_u64(json, "instruction_count", total);
    dxk_json_object(json, "instructions");
    for (size_t i = 0; i < count; i++)
        dxk_json_u64(json, insts[i].name, insts[i].count);
    dxk_json_end(json);
}

static void put_exports(dxk_json *json, const dxk_dxil *dxil)
{
    dxk_dxil_export e;
    dxk_json_array(json, "exports");
    for (size_t i = 0; dxk_dxil_export_get(dxil, i, &e); i++) {
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", e.name);
        dxk_json_str(json, "plain_name", e.plain_name);
        dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_shader_kind, e.kind);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_entries(dxk_json *json, const dxk_dxil *dxil)
{
    dxk_dxil_entry e;
    dxk_json_array(json, "entries");
    for (size_t i = 0; dxk_dxil_entry_get(dxil, i, &e); i++) {
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", e.name);
        dxk_json_str(json, "function", e.function);
        dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_shader_kind, e.kind);
        put_flags(json, "flags", e.shader_flags);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

void dxki_info_json_module(dxk_json *json, const dxk_info *info)
{
    if (!info->dxil)
        return;
    const dxk_dxil_info given = dxk_dxil_info_get(info->dxil), *facts = &given;
    dxk_json_object(json, "module");
    if (facts->is_dxil) {
        dxk_json_u64(json, "dxil_major", facts->dxil_major);
        dxk_json_u64(json, "dxil_minor", facts->dxil_minor);
        dxk_json_u64(json, "validator_major", facts->validator_major);
        dxk_json_u64(json, "validator_minor", facts->validator_minor);
        dxki_reflect_json_name(json, "stage", DXK_ENUM_ID_shader_kind, facts->shader_kind);
        dxk_json_u64(json, "shader_model_major", facts->model_major);
        dxk_json_u64(json, "shader_model_minor", facts->model_minor);
        dxk_json_u64(json, "shader_flags", facts->shader_flags);
        put_flags(json, "flags", facts->shader_flags);
        put_entries(json, info->dxil);
        put_exports(json, info->dxil);
    }
    put_counts(json, info->dxil);
    dxk_json_end(json);
}
