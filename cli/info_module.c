/* SPDX-License-Identifier: MIT */
/*
 * info_module.c - what `dxk info` says from the module: versions, shader flags, exported
 * functions, operation and instruction counts, names of resources.
 */
#include "info.h"

#include <stdlib.h>

#define OPERATIONS_SHOWN 12u /* in text; JSON has all */

/* ---------------------------------------------------------------------------------------- */
/* Places of resources                                                                        */

struct info_place {
    uint32_t space, lower_bound;
    size_t index; /* among the resources of the class */
};

static int by_place(const void *a, const void *b)
{
    const struct info_place *x = a, *y = b;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    if (x->lower_bound != y->lower_bound)
        return x->lower_bound < y->lower_bound ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* False: out of memory. */
static bool list_places(info_places *places, const dxk_dxil *dxil, dxk_resource_class cls)
{
    dxk_dxil_resource r;
    size_t count = 0;
    while (dxk_dxil_resource_get(dxil, cls, count, &r))
        count++;
    places->items = malloc((count + 1) * sizeof *places->items);
    if (!places->items)
        return false;
    for (size_t i = 0; dxk_dxil_resource_get(dxil, cls, i, &r); i++)
        places->items[places->count++] = (struct info_place){r.space, r.lower_bound, i};
    qsort(places->items, count, sizeof *places->items, by_place);
    return true;
}

static bool list_all_places(info_places places[4], const dxk_dxil *dxil)
{
    bool good = true;
    for (unsigned cls = 0; dxil && cls < 4 && good; cls++)
        good = list_places(&places[cls], dxil, (dxk_resource_class)cls);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

static dxk_status read_module(info *in, dxk_bytes bitcode, dxk_module **module, dxk_dxil **dxil)
{
    dxk_status status = dxk_module_read(in->j->ctx, bitcode, NULL, module);
    return status == DXK_OK ? dxk_dxil_load(*module, dxil) : status;
}

dxk_status info_read_modules(info *in)
{
    dxk_program_place names;
    dxk_status status = DXK_OK;
    if (in->program)
        status = read_module(in, in->program->as.program->bitcode, &in->module, &in->dxil);
    else if (dxk_container_kind(in->container) == DXK_INPUT_BITCODE)
        status = read_module(in, dxk_container_input(in->container), &in->module, &in->dxil);
    if (dxk_container_program(in->container, DXK_PROGRAM_NAMES, &names) == DXK_OK)
        read_module(in, names.program.bitcode, &in->names_module, &in->names);
    if (in->dxil && status == DXK_OK)
        status = dxk_dxil_count(in->dxil);
    if (!list_all_places(in->places[0], in->dxil) || !list_all_places(in->places[1], in->names))
        return DXK_E_NOMEM;
    return status;
}

void info_free_modules(info *in)
{
    dxk_dxil_free(in->dxil);
    dxk_module_free(in->module);
    dxk_dxil_free(in->names);
    dxk_module_free(in->names_module);
    for (size_t i = 0; i < 8; i++)
        free(in->places[i / 4][i % 4].items);
}

/* ---------------------------------------------------------------------------------------- */
/* Names of resources                                                                         */

/* The name of the first resource that begins there. */
static dxk_str name_in(const info_places *places, const dxk_dxil *dxil, dxk_resource_class cls,
                       uint32_t space, uint32_t lower_bound)
{
    const struct info_place wanted = {space, lower_bound, 0};
    dxk_dxil_resource r;
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_place(&places->items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < places->count && places->items[low].space == space &&
        places->items[low].lower_bound == lower_bound &&
        dxk_dxil_resource_get(dxil, cls, places->items[low].index, &r))
        return r.name;
    return (dxk_str){"", 0};
}

dxk_str info_resource_name(const info *in, dxk_resource_class cls, uint32_t space,
                           uint32_t lower_bound)
{
    dxk_str name = {"", 0};
    if (in->names)
        name = name_in(&in->places[1][cls], in->names, cls, space, lower_bound);
    if (!name.size && in->dxil)
        name = name_in(&in->places[0][cls], in->dxil, cls, space, lower_bound);
    return name;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

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
    const dxk_dxil_op_count *ops = dxk_dxil_op_counts(in->dxil, &count);
    if (!count)
        return;
    text_out *out = info_label(in, "operations");
    uint64_t below = UINT64_MAX;
    size_t shown = 0;
    while (shown < count && shown < OPERATIONS_SHOWN) {
        uint64_t best = 0;
        for (size_t i = 0; i < count; i++)
            if (ops[i].count < below && ops[i].count > best)
                best = ops[i].count;
        for (size_t i = 0; i < count && shown < OPERATIONS_SHOWN; i++) {
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
        text_printf(out, ", and %zu more", count - shown);
    text_char(out, '\n');
}

static void print_instructions(info *in)
{
    size_t count;
    uint64_t total;
    const dxk_dxil_inst_count *insts = dxk_dxil_inst_counts(in->dxil, &count, &total);
    if (!count)
        return;
    text_out *out = info_label(in, "instructions");
    text_u64(out, total);
    for (size_t i = 0; i < count && i < OPERATIONS_SHOWN; i++)
        text_printf(out, "%s%s %llu", i ? ", " : ": ", insts[i].name,
                    (unsigned long long)insts[i].count);
    if (count > OPERATIONS_SHOWN)
        text_printf(out, ", and %zu more", count - OPERATIONS_SHOWN);
    text_char(out, '\n');
}

/* RDAT has told the functions already, unless it is missing. */
static void print_exports(info *in, const dxk_dxil_info *facts)
{
    if (in->rdat || facts->shader_kind != DXK_SHADER_KIND_LIBRARY ||
        !dxk_dxil_export_count(in->dxil))
        return;
    text_out *out = info_label(in, "exports");
    dxk_dxil_export e;
    for (size_t i = 0; dxk_dxil_export_get(in->dxil, i, &e); i++) {
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

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void json_flags(json_writer *json, const char *key, uint64_t flags)
{
    json_array_line(json, key);
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *name = dxk_dxil_shader_flag_name(bit);
        if (flags >> bit & 1 && name)
            json_text(json, NULL, name);
        else if (flags >> bit & 1)
            json_u64(json, NULL, bit);
    }
    json_end(json);
}

static void json_counts(json_writer *json, const dxk_dxil *dxil)
{
    size_t count;
    uint64_t total;
    const dxk_dxil_op_count *ops = dxk_dxil_op_counts(dxil, &count);
    json_array(json, "operations");
    for (size_t i = 0; i < count; i++) {
        const char *name = dxk_dxil_op_name(ops[i].opcode);
        json_object_line(json, NULL);
        json_u64(json, "opcode", ops[i].opcode);
        if (name)
            json_text(json, "name", name);
        json_u64(json, "count", ops[i].count);
        json_end(json);
    }
    json_end(json);
    const dxk_dxil_inst_count *insts = dxk_dxil_inst_counts(dxil, &count, &total);
    json_u64(json, "instruction_count", total);
    json_object(json, "instructions");
    for (size_t i = 0; i < count; i++)
        json_u64(json, insts[i].name, insts[i].count);
    json_end(json);
}

static void json_exports(json_writer *json, const dxk_dxil *dxil)
{
    dxk_dxil_export e;
    json_array(json, "exports");
    for (size_t i = 0; dxk_dxil_export_get(dxil, i, &e); i++) {
        json_object_line(json, NULL);
        json_str(json, "name", e.name);
        json_str(json, "plain_name", e.plain_name);
        info_json_name(json, "kind", DXK_ENUM_ID_shader_kind, e.kind);
        json_end(json);
    }
    json_end(json);
}

static void json_entries(json_writer *json, const dxk_dxil *dxil)
{
    dxk_dxil_entry e;
    json_array(json, "entries");
    for (size_t i = 0; dxk_dxil_entry_get(dxil, i, &e); i++) {
        json_object_line(json, NULL);
        json_str(json, "name", e.name);
        json_str(json, "function", e.function);
        info_json_name(json, "kind", DXK_ENUM_ID_shader_kind, e.kind);
        json_flags(json, "flags", e.shader_flags);
        json_end(json);
    }
    json_end(json);
}

static void json_module(info *in, const dxk_dxil_info *facts)
{
    json_writer *json = in->j->json;
    json_object(json, "module");
    if (facts->is_dxil) {
        json_u64(json, "dxil_major", facts->dxil_major);
        json_u64(json, "dxil_minor", facts->dxil_minor);
        json_u64(json, "validator_major", facts->validator_major);
        json_u64(json, "validator_minor", facts->validator_minor);
        info_json_name(json, "stage", DXK_ENUM_ID_shader_kind, facts->shader_kind);
        json_u64(json, "shader_model_major", facts->model_major);
        json_u64(json, "shader_model_minor", facts->model_minor);
        json_u64(json, "shader_flags", facts->shader_flags);
        json_flags(json, "flags", facts->shader_flags);
        json_entries(json, in->dxil);
        json_exports(json, in->dxil);
    }
    json_counts(json, in->dxil);
    json_end(json);
}

void info_module(info *in)
{
    if (!in->dxil)
        return;
    dxk_dxil_info facts = dxk_dxil_info_get(in->dxil);
    if (in->j->json)
        json_module(in, &facts);
    else
        print_module(in, &facts);
}
