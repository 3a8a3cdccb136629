/* SPDX-License-Identifier: MIT */
/* emit.c - a module from a tree: resources, functions, what the builder does not say. */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "ir/attrs.h"
#include "ir/edit.h"
#include "ir/metadata.h"
#include "ir/values.h"

/* --- resources --- */

static const char *const input_names[GEN_INPUTS] = {"In0", "In1", "In2"};
static const char *const output_names[GEN_OUTPUTS] = {"Out0", "Out1"};

static dxk_resource buffer(gen_emitter *em, const gen_buffer *what, dxk_resource_class cls,
                           const char *name, uint32_t at)
{
    static const dxk_resource_kind kinds[] = {DXK_RESOURCE_KIND_RAW_BUFFER,
                                              DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                                              DXK_RESOURCE_KIND_TYPED_BUFFER};
    return dxk_builder_resource(em->b, &(dxk_resource_desc){.name = name,
                                                            .cls = cls,
                                                            .kind = kinds[what->kind],
                                                            .first = at,
                                                            .count = what->count,
                                                            .has_counter = what->step != 0,
                                                            .element = what->component == GEN_F32
                                                                           ? DXK_COMPONENT_TYPE_F32
                                                                           : DXK_COMPONENT_TYPE_U32,
                                                            .components = what->components,
                                                            .stride = what->stride});
}

static void add_resources(gen_emitter *em)
{
    const gen_program *p = em->p;
    const gen_buffer raw = {.kind = GEN_RAW};

    em->constants = dxk_builder_resource(
        em->b, &(dxk_resource_desc){
                   .name = "Constants", .cls = DXK_RESOURCE_CLASS_CBUFFER, .size = GEN_ROWS * 16});
    for (uint32_t i = 0; i < p->input_count; i++)
        em->inputs[i] = buffer(em, &p->inputs[i], DXK_RESOURCE_CLASS_SRV, input_names[i],
                               GEN_REGISTER_INPUT * i);
    for (uint32_t i = 0; i < p->output_count; i++)
        em->outputs[i] = buffer(em, &p->outputs[i], DXK_RESOURCE_CLASS_UAV, output_names[i],
                                GEN_REGISTER_OUTPUT + i);
    if (p->has_totals)
        em->totals = buffer(em, &raw, DXK_RESOURCE_CLASS_UAV, "Totals", GEN_REGISTER_TOTALS);
    if (p->has_totals64)
        em->totals64 = buffer(em, &raw, DXK_RESOURCE_CLASS_UAV, "Totals64", GEN_REGISTER_TOTALS64);
}

/* --- functions --- */

static void add_function(gen_emitter *em, uint32_t index)
{
    static const char *const names[GEN_FUNCTIONS] = {"first", "second", "third", "fourth"};
    const gen_function *f = &em->p->functions[index];
    bool is_entry = index + 1 == em->p->function_count;
    dxk_type params[GEN_VARS];
    size_t count = 0;

    for (; count < f->param_count; count++)
        params[count] = gen_emit_type((gen_type)f->vars[count].type);
    if (f->array_count && f->arrays[0].is_param) {
        dxk_type array =
            dxk_builder_array(em->b, gen_emit_type((gen_type)f->arrays[0].type), f->arrays[0].size);
        params[count++] = dxk_builder_pointer(em->b, array, DXK_SPACE_DEFAULT);
    }
    dxk_type type =
        dxk_builder_function_type(em->b, gen_emit_type((gen_type)f->result), params, count);
    em->functions[index] = dxk_builder_function(em->b, is_entry ? "main" : names[index], type);
}

static void build(gen_emitter *em)
{
    const gen_program *p = em->p;

    add_resources(em);
    for (uint32_t i = 0; i < p->function_count; i++)
        add_function(em, i);
    for (uint32_t i = 0; i < p->function_count; i++)
        gen_emit_body(em, i);
    dxk_builder_entry(
        em->b, &(dxk_entry_desc){.function = em->functions[p->function_count - 1],
                                 .num_threads = {p->threads[0], p->threads[1], p->threads[2]}});
}

/* --- what the builder does not say --- */

static bool mark_precise(dxk_module *m, const gen_emitter *em)
{
    if (!em->precise_count)
        return true;
    dxki_value one = dxki_const_int(m, dxki_type_int(m, 32), 1);
    dxki_md value = dxki_md_of_value(m, one);
    dxki_md node = dxki_md_tuple(m, &value, 1, false);
    uint32_t kind = dxki_md_kind_index(m, dxki_str("dx.precise"));
    bool ok = one && value && node && kind != UINT32_MAX;
    for (size_t i = 0; ok && i < em->precise_count; i++)
        ok = dxki_inst_set_attachment(m, DXKI_INDEX(em->precise[i]), kind, node);
    return ok;
}

/* A distinct node whose first operand is the node itself, as hints have it. */
static dxki_md hint_node(dxk_module *m, const gen_note *note)
{
    dxki_md ops[3] = {dxki_md_tuple(m, NULL, 0, true)}, place = ops[0];
    uint32_t count = 2;

    if (note->is_loop) {
        ops[1] =
            dxki_md_string(m, dxki_str(note->hint == GEN_HINT_BRANCH ? "llvm.loop.unroll.disable"
                                                                     : "llvm.loop.unroll.full"));
        ops[1] = dxki_md_tuple(m, &ops[1], 1, false);
    } else {
        ops[1] = dxki_md_string(m, dxki_str("dx.controlflow.hints"));
        ops[2] = dxki_md_of_value(m, dxki_const_int(m, dxki_type_int(m, 32), note->hint));
        count = 3;
    }
    dxki_md node = dxki_md_tuple(m, ops, count, true);
    return node && dxki_md_replace(m, place, node) ? node : 0;
}

static bool mark_branches(dxk_module *m, const gen_emitter *em)
{
    bool ok = true;
    for (const gen_note *note = em->notes; ok && note; note = note->next) {
        dxki_md node = hint_node(m, note);
        uint32_t kind =
            dxki_md_kind_index(m, dxki_str(note->is_loop ? "llvm.loop" : "dx.controlflow.hints"));
        uint32_t inst = m->blocks.items[DXKI_INDEX(note->block)].last_inst;
        ok = node && kind != UINT32_MAX && dxki_inst_set_attachment(m, inst, kind, node);
    }
    return ok;
}

/* Functions but the entry point are internal; some must stay functions. */
static bool mark_functions(dxk_module *m, const gen_emitter *em)
{
    dxki_attr attrs[] = {{.kind = DXKI_AT_NOINLINE}, {.kind = DXKI_AT_NOUNWIND}};
    uint32_t set = dxki_attr_make_set(m, attrs, 2);
    uint32_t list = dxki_attr_make_list(m, &(dxki_attr_slot){DXKI_ATTR_SLOT_FUNCTION, set}, 1);
    bool ok = set != UINT32_MAX && list != UINT32_MAX && dxki_module_touch(m);

    for (uint32_t i = 0; ok && i + 1 < em->p->function_count; i++) {
        dxki_global *f = &m->globals.items[DXKI_INDEX(em->functions[i])];
        f->linkage = DXKI_LINK_INTERNAL;
        if (em->p->functions[i].no_inline)
            f->attrs = list;
    }
    return ok;
}

dxk_status gen_emit(dxk_ctx *ctx, const gen_program *p, dxk_module **out)
{
    const dxk_builder_options options = {.kind = DXK_SHADER_KIND_COMPUTE,
                                         .model_minor = p->model,
                                         .native_16bit = p->native_16bit,
                                         .disable_math_refactoring = p->strict};
    gen_emitter *em = calloc(1, sizeof *em);
    if (!em)
        return DXK_E_NOMEM;
    em->p = p;
    *out = NULL;
    dxk_status status = dxk_builder_create(ctx, &options, &em->b);
    if (status == DXK_OK) {
        build(em);
        status = dxk_builder_finish(em->b, out);
    }
    if (status == DXK_OK &&
        !(mark_precise(*out, em) && mark_functions(*out, em) && mark_branches(*out, em)))
        status = DXK_E_NOMEM;
    dxk_builder_free(em->b);
    gen_arena_free(&em->memory);
    free(em->precise);
    free(em);
    return status;
}
