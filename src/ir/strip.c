/* SPDX-License-Identifier: MIT */
/* strip.c - see strip.h. */
#include "ir/strip.h"
#include "base/str.h"

#include <string.h>

#include "ir/edit_parts.h"
#include "ir/find.h"

/* --- removing --- */

void dxki_function_drop(dxk_module *m, uint32_t global)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->functions.count; i++) {
        if (m->functions.items[i] != global)
            m->functions.items[kept++] = m->functions.items[i];
    }
    m->functions.count = kept;
}

void dxki_named_md_drop(dxk_module *m, size_t index)
{
    m->named_mds.count--;
    memmove(m->named_mds.items + index, m->named_mds.items + index + 1,
            (m->named_mds.count - index) * sizeof *m->named_mds.items);
}

/* --- debug information --- */

static dxki_value find_function(const dxk_module *m, const char *name)
{
    uint32_t global = dxki_function_find(m, dxki_str(name), 0);
    return global ? DXKI_VALUE(DXKI_V_GLOBAL, global) : 0;
}

static bool is_call_of(const dxk_module *m, uint32_t inst, dxki_value a, dxki_value b)
{
    const dxki_inst *in = &m->insts.items[inst];
    if (in->op != DXKI_OP_CALL || in->type != DXKI_TY_VOID)
        return false;
    dxki_value callee = dxki_call_callee(m, in);
    return callee && (callee == a || callee == b);
}

static bool remove_calls(dxk_module *m, uint32_t block, dxki_value a, dxki_value b)
{
    DXKI_EACH_INST(m, block, inst) {
        if (is_call_of(m, inst, a, b) && !dxki_inst_erase(m, inst))
            return false;
    }
    return true;
}

static bool has_location(const dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, inst) {
        if (dxki_inst_dbg(m, inst))
            return true;
    }
    return false;
}

static bool strip_bodies(dxk_module *m, dxki_value a, dxki_value b, bool *changed)
{
    if (!a && !b && m->inst_dbg.count == 0)
        return true;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            if ((a || b) && !remove_calls(m, block, a, b))
                return false;
            *changed = *changed || has_location(m, block);
        }
    }
    m->inst_dbg.count = 0;
    return true;
}

bool dxki_module_strip_debug(dxk_module *m, bool *changed)
{
    static const char prefix[] = "llvm.dbg.";
    const dxki_value functions[] = {find_function(m, "llvm.dbg.declare"),
                                    find_function(m, "llvm.dbg.value")};
    *changed = functions[0] || functions[1];
    if (*changed && !dxki_insts_link_back(m)) /* calls are removed */
        return false;
    if (!strip_bodies(m, functions[0], functions[1], changed))
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (functions[i] && !dxki_value_is_operand(m, functions[i]) &&
            !dxki_value_is_held(m, functions[i]))
            dxki_function_drop(m, DXKI_INDEX(functions[i]));
    }
    for (size_t i = 0; i < m->named_mds.count;) {
        dxk_str name = dxki_string_get(m, m->named_mds.items[i].name);
        if (!dxki_str_starts(name, prefix)) {
            i++;
            continue;
        }
        dxki_named_md_drop(m, i);
        *changed = true;
    }
    return true;
}
