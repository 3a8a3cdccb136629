/* SPDX-License-Identifier: MIT */
/*
 * info_legacy.c - shader models 4 and 5 in `dxk info`: the program of SHDR or SHEX, the compiler
 * and the bindings of RDEF, the number of instructions of STAT. Signatures are shown as for
 * later models, bindings without RDEF from the declarations of the program.
 */
#include <dxk/dxbc.h>

#include "info.h"
#include "reflect.h"

static void show_program(info *in, const dxk_dxbc_program *p)
{
    uint32_t stage = dxk_dxbc_program_stage(p);
    if (in->j->json) {
        json_writer *json = in->j->json;
        json_object_line(json, "program");
        info_json_name(json, "profile_stage", DXK_ENUM_ID_dxbc_stage, stage);
        json_u64(json, "shader_model_major", dxk_dxbc_major(p));
        json_u64(json, "shader_model_minor", dxk_dxbc_minor(p));
        json_u64(json, "tokens", p->instruction_count);
        json_end(json);
        return;
    }
    text_out *out = info_label(in, "program");
    text_style(out, TEXT_TITLE);
    info_put_name(out, DXK_ENUM_ID_dxbc_stage, stage);
    text_printf(out, "_%u_%u", (unsigned)dxk_dxbc_major(p), (unsigned)dxk_dxbc_minor(p));
    text_style(out, TEXT_PLAIN);
    text_printf(out, ", %zu declarations and instructions", p->instruction_count);
    if (in->counters)
        text_printf(out, ", %u of them counted as instructions",
                    (unsigned)in->counters->as.counters->counters.instructions);
    text_char(out, '\n');
}

static void show_compiler(info *in)
{
    if (!in->rdef)
        return;
    const dxk_rdef *rdef = in->rdef->as.rdef;
    dxk_str creator = dxk_strings_at(&rdef->strings, rdef->header.creator);
    if (in->j->json) {
        json_str(in->j->json, "compiler", creator);
        return;
    }
    text_out *out = info_label(in, "compiler");
    text_safe(out, creator);
    text_char(out, '\n');
}

dxk_status info_legacy_summary(info *in)
{
    dxk_program_place place;
    dxk_status status = DXK_OK;
    if (dxk_container_program(in->container, DXK_PROGRAM_TOKENS, &place) == DXK_OK) {
        dxk_dxbc_program *program;
        status = dxk_dxbc_decode(in->j->ctx, place.program.bitcode, &program);
        if (status == DXK_OK)
            show_program(in, program);
        dxk_dxbc_program_free(program);
        if (status == DXK_OK && !in->damaged)
            status = dxk_reflect_load(in->container, NULL, &in->reflection);
    }
    show_compiler(in);
    return status;
}

/* ---------------------------------------------------------------------------------------- */

/* A binding of RDEF in the form of those of declarations; its name stays in RDEF. */
static dxk_reflect_binding of_rdef(const dxk_rdef_binding *b)
{
    return (dxk_reflect_binding){.type = b->kind,
                                 .bind_point = b->bind_point,
                                 .bind_count = b->bind_count,
                                 .flags = b->flags,
                                 .return_type = b->return_type,
                                 .dimension = b->dimension,
                                 .space = b->space};
}

/* All but the name, which declarations do not have; a count of `unbounded` has no end. */
static void print_binding(text_table *table, const dxk_reflect_binding *b, uint32_t unbounded)
{
    text_out *cell = text_cell(table);
    info_put_register(cell, reflect_register_letter(b->type), b->bind_point, 0);
    text_u64(text_cell(table), b->space);
    cell = text_cell(table);
    if (b->bind_count && b->bind_count != unbounded)
        text_u64(cell, b->bind_count);
    else
        text_put(cell, "unbounded");
    info_put_name(text_cell(table), DXK_ENUM_ID_rdef_binding_kind, b->type);
    cell = text_cell(table);
    if (b->dimension)
        info_put_name(cell, DXK_ENUM_ID_rdef_dimension, b->dimension);
    cell = text_cell(table);
    if (b->return_type)
        info_put_name(cell, DXK_ENUM_ID_rdef_return_type, b->return_type);
}

static void json_binding(json_writer *json, const dxk_reflect_binding *b, const dxk_str *name)
{
    json_object_line(json, NULL);
    if (name)
        json_str(json, "name", *name);
    info_json_name(json, "type", DXK_ENUM_ID_rdef_binding_kind, b->type);
    info_json_name(json, "dimension", DXK_ENUM_ID_rdef_dimension, b->dimension);
    info_json_name(json, "return_type", DXK_ENUM_ID_rdef_return_type, b->return_type);
    json_u64(json, "space", b->space);
    json_u64(json, "lower_bound", b->bind_point);
    json_u64(json, "count", b->bind_count);
    json_u64(json, "flags", b->flags);
    json_end(json);
}

static uint32_t binding_count(const info *in)
{
    if (in->rdef)
        return in->rdef->as.rdef->header.binding_count;
    return in->reflection ? in->reflection->binding_count : 0;
}

static void print_bindings(info *in, uint32_t count)
{
    static const char *const heads[] = {"register", "space",   "count", "type",
                                        "kind",     "returns", "name"};
    const dxk_rdef *rdef = in->rdef ? in->rdef->as.rdef : NULL;
    text_table table;
    info_title(in, "Resources");
    text_table_init(&table, in->j->ctx, &in->j->out, rdef ? "lrrllll" : "lrrlll", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < count; i++) {
        if (!rdef) {
            print_binding(&table, &in->reflection->bindings[i], UINT32_MAX);
            continue;
        }
        dxk_reflect_binding b = of_rdef(&rdef->bindings[i]);
        print_binding(&table, &b, 0);
        text_safe(text_cell(&table), dxk_strings_at(&rdef->strings, rdef->bindings[i].name));
    }
    text_table_print(&table);
}

void info_legacy_bindings(info *in)
{
    const dxk_rdef *rdef = in->rdef ? in->rdef->as.rdef : NULL;
    uint32_t count = binding_count(in);
    if (!in->j->json) {
        if (count)
            print_bindings(in, count);
        return;
    }
    if (!in->rdef && !in->reflection)
        return;
    json_array(in->j->json, "resources");
    for (uint32_t i = 0; i < count; i++) {
        if (!rdef) {
            json_binding(in->j->json, &in->reflection->bindings[i], NULL);
            continue;
        }
        dxk_reflect_binding b = of_rdef(&rdef->bindings[i]);
        dxk_str name = dxk_strings_at(&rdef->strings, rdef->bindings[i].name);
        json_binding(in->j->json, &b, &name);
    }
    json_end(in->j->json);
}
