/* SPDX-License-Identifier: MIT */
/*
 * info_legacy.c - shader models 4 and 5 in `dxk info`: the program of SHDR or SHEX, the compiler
 * and the bindings of RDEF, the number of instructions of STAT. Signatures are shown as for
 * later models, bindings without RDEF from the declarations of the program.
 */
#include <dxk/dxbc.h>

#include "info.h"
#include "reflect.h"

static void show_program(info *in)
{
    const dxk_dxbc_program *p = in->read->tokens;
    text_out *out = info_label(in, "program");
    text_style(out, TEXT_TITLE);
    info_put_name(out, DXK_ENUM_ID_dxbc_stage, dxk_dxbc_program_stage(p));
    text_printf(out, "_%u_%u", (unsigned)dxk_dxbc_major(p), (unsigned)dxk_dxbc_minor(p));
    text_style(out, TEXT_PLAIN);
    text_printf(out, ", %zu declarations and instructions", p->instruction_count);
    if (in->read->counters)
        text_printf(out, ", %u of them counted as instructions",
                    (unsigned)in->read->counters->as.counters->counters.instructions);
    text_char(out, '\n');
}

static void show_compiler(info *in)
{
    const dxk_rdef *rdef = in->read->rdef->as.rdef;
    text_out *out = info_label(in, "compiler");
    text_safe(out, dxk_strings_at(&rdef->strings, rdef->header.creator));
    text_char(out, '\n');
}

void info_legacy_summary(info *in)
{
    if (in->read->tokens)
        show_program(in);
    if (in->read->rdef)
        show_compiler(in);
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

static uint32_t binding_count(const info *in)
{
    if (in->read->rdef)
        return in->read->rdef->as.rdef->header.binding_count;
    return in->read->reflection ? in->read->reflection->binding_count : 0;
}

static void print_bindings(info *in, uint32_t count)
{
    static const char *const heads[] = {"register", "space",   "count", "type",
                                        "kind",     "returns", "name"};
    const dxk_rdef *rdef = in->read->rdef ? in->read->rdef->as.rdef : NULL;
    text_table table;
    info_title(in, "Resources");
    text_table_init(&table, in->j->ctx, &in->j->out, rdef ? "lrrllll" : "lrrlll", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < count; i++) {
        if (!rdef) {
            print_binding(&table, &in->read->reflection->bindings[i], UINT32_MAX);
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
    uint32_t count = binding_count(in);
    if (count && !in->read->psv)
        print_bindings(in, count);
}
