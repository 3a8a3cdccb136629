/* SPDX-License-Identifier: MIT */
/* values.c - names, uses and removal of single values; see dxk/edit.h. */
#include "base/str.h"
#include "dxk/edit.h"
#include "ir/dxop.h"
#include "ir/edit.h"
#include "ir/find.h"

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static bool is_special(dxk_str name)
{
    return dxki_str_starts(name, DXKI_DXOP_PREFIX) || dxki_str_starts(name, "llvm.");
}

/* A function or a variable may get the name. */
static bool global_may_have(const dxk_module *m, uint32_t global, dxk_str name)
{
    const dxki_global *g = &m->globals.items[global];
    return name.size && !is_special(name) && !is_special(dxki_string_get(m, g->name)) &&
           !dxki_global_find(m, name);
}

/* The function that a local value is in; 0: it is none, or has no result to be named. */
static uint32_t home_of(const dxk_value_info *info)
{
    bool named = info->kind == DXK_VALUE_PARAMETER || info->kind == DXK_VALUE_BLOCK ||
                 (info->kind == DXK_VALUE_INST && info->type != DXK_TYPE_VOID);
    return named ? DXKI_INDEX(info->function) : 0;
}

dxk_status dxk_value_set_name(dxk_module *module, dxk_value value, dxk_str name)
{
    dxk_value_info info;
    if (!dxk_value_get(module, value, &info))
        return DXK_E_ARGUMENT;
    if (dxki_str_same(info.name, name))
        return DXK_OK;
    bool global = info.kind == DXK_VALUE_FUNCTION || info.kind == DXK_VALUE_VARIABLE;
    uint32_t home = home_of(&info);
    if (global ? !global_may_have(module, DXKI_INDEX(value), name) : !home)
        return DXK_E_ARGUMENT;
    dxki_string string = dxki_module_touch(module) ? dxki_string_intern(module, name) : UINT32_MAX;
    bool good = string != UINT32_MAX && dxki_value_set_name(module, value, string) &&
                (global || dxki_function_unique_names(module, home));
    return good ? DXK_OK : dxki_nomem(module->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

static bool is_constant(dxk_value_kind kind)
{
    return kind == DXK_VALUE_CONSTANT || kind == DXK_VALUE_FUNCTION || kind == DXK_VALUE_VARIABLE ||
           kind == DXK_VALUE_ALIAS;
}

dxk_status dxk_value_replace(dxk_module *module, dxk_value old, dxk_value with)
{
    dxk_value_info a, b;
    if (!dxk_value_get(module, old, &a) || !dxk_value_get(module, with, &b) || a.type != b.type ||
        a.kind == DXK_VALUE_METADATA || a.type == DXK_TYPE_VOID)
        return DXK_E_ARGUMENT;
    bool fits = is_constant(b.kind) || (!is_constant(a.kind) && a.function == b.function);
    if (!fits)
        return DXK_E_ARGUMENT;
    if (old == with)
        return DXK_OK;
    return dxki_value_replace(module, old, with) ? DXK_OK : dxki_nomem(module->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Removal                                                                                    */

static dxk_status drop_inst(dxk_module *m, uint32_t inst)
{
    dxki_op op = (dxki_op)m->insts.items[inst].op;
    if (dxki_op_class_of(op) == DXKI_OC_TERM ||
        dxki_value_is_operand(m, DXKI_VALUE(DXKI_V_INST, inst)))
        return DXK_E_ARGUMENT;
    return dxki_module_touch(m) && dxki_inst_remove(m, inst) ? DXK_OK : dxki_nomem(m->ctx);
}

static dxk_status drop_global(dxk_module *m, uint32_t global)
{
    dxki_value value = DXKI_VALUE(DXKI_V_GLOBAL, global);
    if (dxki_value_is_operand(m, value) || dxki_value_is_held(m, value) ||
        dxki_value_is_wrapped(m, value))
        return DXK_E_ARGUMENT;
    return dxki_module_touch(m) && dxki_globals_remove(m, &global, 1) ? DXK_OK : dxki_nomem(m->ctx);
}

dxk_status dxk_value_drop(dxk_module *module, dxk_value value)
{
    dxk_value_info info;
    if (!dxk_value_get(module, value, &info))
        return DXK_E_ARGUMENT;
    switch (info.kind) {
    case DXK_VALUE_INST:
        return drop_inst(module, DXKI_INDEX(value));
    case DXK_VALUE_FUNCTION:
    case DXK_VALUE_VARIABLE:
        return drop_global(module, DXKI_INDEX(value));
    default:
        return DXK_E_ARGUMENT;
    }
}
