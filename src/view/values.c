/* SPDX-License-Identifier: MIT */
/* values.c - values of a module, its functions and variables; see dxk/ir.h. */
#include "ir/dxop.h"
#include "view/view.h"

#include <string.h>

static const dxk_value_kind kinds_of_globals[] = {
    [DXKI_G_VARIABLE] = DXK_VALUE_VARIABLE,
    [DXKI_G_FUNCTION] = DXK_VALUE_FUNCTION,
    [DXKI_G_ALIAS] = DXK_VALUE_ALIAS,
};

static dxk_value function_of_block(const dxk_module *m, uint32_t block)
{
    return DXKI_VALUE(DXKI_V_GLOBAL, m->blocks.items[block].function);
}

/* Kind and home; NONE: the module does not have it. */
static void describe(const dxk_module *m, dxk_value value, dxk_value_info *out)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        index = dxki_view_global(m, value);
        out->kind = index ? kinds_of_globals[m->globals.items[index].kind] : DXK_VALUE_NONE;
        return;
    case DXKI_V_CONST:
        out->kind = dxki_view_const(m, value) ? DXK_VALUE_CONSTANT : DXK_VALUE_NONE;
        return;
    case DXKI_V_ARG:
        if (index && index < m->args.count && m->args.items[index].function) {
            out->kind = DXK_VALUE_PARAMETER;
            out->function = DXKI_VALUE(DXKI_V_GLOBAL, m->args.items[index].function);
        }
        return;
    case DXKI_V_INST:
        if (dxki_view_inst(m, value)) {
            out->kind = DXK_VALUE_INST;
            out->block = DXKI_VALUE(DXKI_V_BLOCK, m->insts.items[index].block);
            out->function = function_of_block(m, m->insts.items[index].block);
        }
        return;
    case DXKI_V_BLOCK:
        if (dxki_view_block(m, value)) {
            out->kind = DXK_VALUE_BLOCK;
            out->function = function_of_block(m, index);
        }
        return;
    case DXKI_V_METADATA:
        if (index < m->mds.count) {
            out->kind = DXK_VALUE_METADATA;
            out->metadata = index;
        }
        return;
    default:
        return;
    }
}

bool dxk_value_get(const dxk_module *module, dxk_value value, dxk_value_info *out)
{
    memset(out, 0, sizeof *out);
    describe(module, value, out);
    if (out->kind == DXK_VALUE_NONE)
        return false;
    out->type = dxki_value_type(module, value);
    out->name = dxki_string_get(module, dxki_value_name(module, value));
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions and variables                                                                    */

dxk_value dxk_module_function(const dxk_module *module, size_t index)
{
    return index < module->functions.count
               ? DXKI_VALUE(DXKI_V_GLOBAL, module->functions.items[index])
               : 0;
}

dxk_value dxk_module_function_find(const dxk_module *module, dxk_str name)
{
    DXKI_EACH_FUNCTION(module, fn) {
        if (dxki_str_same(dxki_string_get(module, module->globals.items[fn].name), name))
            return DXKI_VALUE(DXKI_V_GLOBAL, fn);
    }
    return 0;
}

bool dxk_function_get(const dxk_module *module, dxk_value function, dxk_function_info *out)
{
    uint32_t index = dxki_view_global_of(module, function, DXKI_G_FUNCTION);
    memset(out, 0, sizeof *out);
    if (!index)
        return false;
    const dxki_global *g = &module->globals.items[index];
    const dxki_type_entry *type = dxki_type_get(module, g->value_type);
    out->name = dxki_string_get(module, g->name);
    out->type = g->value_type;
    out->parameter_count = type->kind == DXKI_T_FUNCTION ? type->b - 1 : 0;
    out->block_count = g->block_count;
    out->linkage = g->linkage;
    out->convention = g->cc;
    out->is_declaration = (g->flags & DXKI_GF_DECLARATION) != 0;
    out->is_operation = dxki_global_is_dxop(module, index);
    out->is_intrinsic = dxki_str_starts(out->name, "llvm.");
    return true;
}

dxk_value dxk_function_param(const dxk_module *module, dxk_value function, uint32_t index)
{
    uint32_t global = dxki_view_global_of(module, function, DXKI_G_FUNCTION);
    const dxki_global *g = &module->globals.items[global];
    return global && index < g->arg_count ? DXKI_VALUE(DXKI_V_ARG, g->first_arg + index) : 0;
}

dxk_value dxk_module_variable(const dxk_module *module, size_t index)
{
    return index < module->variables.count
               ? DXKI_VALUE(DXKI_V_GLOBAL, module->variables.items[index])
               : 0;
}

bool dxk_variable_get(const dxk_module *module, dxk_value variable, dxk_variable_info *out)
{
    uint32_t index = dxki_view_global_of(module, variable, DXKI_G_VARIABLE);
    memset(out, 0, sizeof *out);
    if (!index)
        return false;
    const dxki_global *g = &module->globals.items[index];
    out->name = dxki_string_get(module, g->name);
    out->type = g->value_type;
    out->space = dxki_type_get(module, g->type)->b & DXKI_SPACE_MASK;
    out->linkage = g->linkage;
    out->align = g->align ? UINT32_C(1) << (g->align - 1) : 0;
    out->initial = g->init;
    out->is_constant = (g->flags & DXKI_GF_CONSTANT) != 0;
    return true;
}
