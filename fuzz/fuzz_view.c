/* SPDX-License-Identifier: MIT */
/*
 * fuzz_view.c - any program, looked into: every type, function, instruction, constant and node is
 * described, and operands lead to values that the module has.
 */
#include <stdlib.h>

#include "dxk/ir.h"
#include "dxk/parts.h"
#include "fuzz.h"

static void look_at_constant(const dxk_module *m, dxk_value constant)
{
    dxk_constant_info info;
    dxk_value_info operand;
    uint64_t bits;
    if (!dxk_constant_get(m, constant, &info))
        return;
    for (uint32_t k = 0; k < info.operand_count && k < 64; k++) {
        if (!dxk_value_get(m, dxk_constant_operand(m, constant, k), &operand))
            abort();
    }
    for (uint64_t k = 0; k < info.element_count && k < 64; k++)
        (void)dxk_constant_bits(m, constant, k, &bits);
}

static void look_at_inst(const dxk_module *m, const dxk_dxil *d, dxk_value inst)
{
    dxk_inst_info info;
    dxk_handle_info handle;
    dxk_line_frame frame;
    dxk_attachment note;
    dxk_op op;
    dxk_op_info known;
    if (!dxk_inst_get(m, inst, &info) || !info.name)
        abort();
    for (uint32_t k = 0; k < info.operand_count; k++) {
        look_at_constant(m, dxk_inst_operand(m, inst, k));
        (void)dxk_inst_incoming(m, inst, k);
        if (d)
            (void)dxk_handle_get(d, dxk_inst_operand(m, inst, k), &handle);
    }
    for (uint32_t k = 0; k < info.index_count; k++)
        (void)dxk_inst_index(m, inst, k);
    for (uint32_t k = 0; dxk_inst_frame(m, inst, k, &frame); k++)
        ;
    for (uint32_t k = 0; dxk_attachment_get(m, inst, k, &note); k++)
        ;
    if (dxk_inst_op(m, inst, &op) && dxk_op_get(op, &known))
        (void)dxk_inst_op_operand(m, inst, known.operand_count);
}

static void look_at_function(const dxk_module *m, const dxk_dxil *d, dxk_value function)
{
    dxk_function_info info;
    uint32_t blocks = 0;
    if (!dxk_function_get(m, function, &info))
        abort();
    for (dxk_value b = dxk_block_first(m, function); b; b = dxk_block_next(m, b)) {
        blocks++;
        for (uint32_t k = 0; k < dxk_block_successor_count(m, b); k++)
            (void)dxk_block_successor(m, b, k);
        for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i))
            look_at_inst(m, d, i);
    }
    if (blocks != info.block_count)
        abort();
}

static void look_at_metadata(const dxk_module *m)
{
    for (size_t id = 0; id <= dxk_metadata_count(m); id++) {
        dxk_metadata_info info;
        dxk_metadata_field field;
        if (!dxk_metadata_get(m, (dxk_metadata)id, &info))
            continue;
        for (uint32_t k = 0; k < info.operand_count; k++)
            (void)dxk_metadata_operand(m, (dxk_metadata)id, k);
        for (uint32_t k = 0; k < info.field_count && k < 64; k++) {
            if (!dxk_metadata_field_get(m, (dxk_metadata)id, k, &field) || !field.name)
                abort();
        }
    }
}

static void look_at_module(const dxk_module *m)
{
    dxk_dxil *d = NULL;
    dxk_uses *uses = NULL;
    dxk_type_info type;
    dxk_variable_info variable;
    (void)dxk_dxil_load(m, &d);
    for (size_t t = 0; t <= dxk_type_count(m); t++) {
        if (dxk_type_get(m, (dxk_type)t, &type) && type.count)
            (void)dxk_type_member(m, (dxk_type)t, type.count - 1);
    }
    for (size_t n = 0; n < dxk_module_variable_count(m); n++) {
        if (!dxk_variable_get(m, dxk_module_variable(m, n), &variable))
            abort();
    }
    for (size_t n = 0; n < dxk_module_function_count(m); n++)
        look_at_function(m, d, dxk_module_function(m, n));
    look_at_metadata(m);
    if (dxk_uses_load(m, &uses) == DXK_OK) {
        dxk_use use;
        dxk_value first = dxk_module_function(m, 0);
        for (uint32_t at = dxk_uses_first(uses, first); dxk_uses_get(uses, at, &use);
             at = dxk_uses_next(uses, at))
            ;
    }
    dxk_uses_free(uses);
    dxk_dxil_free(d);
}

FUZZ_TARGET
{
    dxk_bytes input = {data, size};
    dxk_ctx_options options = {.limits = {.memory = 512 * input.size + (64u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_program_place place;
    dxk_module *module = NULL;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_container_read(ctx, input, NULL, &container) == DXK_OK &&
        dxk_container_program(container, DXK_PROGRAM_LIST, &place) == DXK_OK)
        (void)dxk_module_read(ctx, place.program.bitcode,
                              &(dxk_module_read_options){.salvage = true}, &module);
    if (module)
        look_at_module(module);
    dxk_module_free(module);
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
