/* SPDX-License-Identifier: MIT */
/*
 * upgrade_calls.c - intrinsic functions that have other parameters or another name than in older
 * versions of LLVM: declared anew, and called instead.
 *
 *   llvm.ctlz.T (T), llvm.cttz.T (T)          a second argument, false
 *   llvm.objectsize.T (P, i1)                 the name tells P, too
 *   llvm.arm.neon.vclz.T, llvm.arm.neon.vcnt  llvm.ctlz.T, llvm.ctpop.T
 */
#include "ir/upgrade_calls.h"

#include <string.h>

#include "base/str.h"
#include "dxk/module.h"
#include "ir/find.h"
#include "ir/intrinsics.h"
#include "ir/strip.h"

/* --- what stands for a function --- */

/* Name and type of the new function. */
typedef struct replacement {
    dxki_intrinsic id; /* NONE: the old one stays */
    dxki_type params[2];
    uint32_t count;
    bool tells_result; /* its name does, too */
} replacement;

static replacement replacement_of(const dxk_module *m, const dxki_global *g)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(m, g->value_type, &count);
    dxk_str name = dxki_string_get(m, g->name);
    replacement r = {.id = DXKI_INTR_NONE, .count = 2};
    if (count < 2)
        return r;
    r.params[0] = types[1];
    r.params[1] = DXKI_TY_I1;
    if (dxki_str_starts(name, "llvm.arm.neon.vclz")) {
        r.id = DXKI_INTR_CTLZ;
    } else if (dxki_str_starts(name, "llvm.arm.neon.vcnt")) {
        r.id = DXKI_INTR_CTPOP;
        r.count = 1;
    } else if (dxki_str_starts(name, "llvm.ctlz.") && count == 2) {
        r.id = DXKI_INTR_CTLZ;
    } else if (dxki_str_starts(name, "llvm.cttz.") && count == 2) {
        r.id = DXKI_INTR_CTTZ;
    } else if (dxki_str_starts(name, "llvm.objectsize.") && count == 3 && types[2] == DXKI_TY_I1) {
        r.id = DXKI_INTR_OBJECTSIZE;
        r.tells_result = true;
    }
    return r;
}

/* A declaration with that name and type, at the end of the list. */
static uint32_t declare(dxk_module *m, dxki_type type, dxki_string name)
{
    dxki_global g = {.kind = DXKI_G_FUNCTION,
                     .flags = DXKI_GF_DECLARATION,
                     .type = dxki_type_pointer(m, type, 0),
                     .value_type = type,
                     .name = name,
                     .bit_offset = UINT32_MAX};
    return g.type && name != UINT32_MAX ? dxki_global_add(m, DXKI_G_FUNCTION, &g) : 0;
}

/* *to: what calls of the function shall call; 0: itself. False: out of memory. */
static bool replace_function(dxk_module *m, uint32_t global, uint32_t *to)
{
    replacement r = replacement_of(m, &m->globals.items[global]);
    dxki_type result = m->type_ops.items[dxki_type_get(m, m->globals.items[global].value_type)->a];
    dxki_intrinsic_types types = {{result, r.params[0]}, 2};
    dxk_buffer name;
    *to = 0;
    if (r.id == DXKI_INTR_NONE)
        return true;
    if (!r.tells_result)
        types = (dxki_intrinsic_types){{r.params[0]}, 1};
    dxk_buffer_init(&name, m->ctx);
    bool good = dxki_intrinsic_name(m, r.id, &types, &name);
    dxk_str text = {(const char *)name.data, name.size}, old;
    old = dxki_string_get(m, m->globals.items[global].name);
    bool same = r.tells_result && dxki_str_same(old, text);
    if (good && !same) {
        dxki_type type = dxki_type_function(m, result, r.params, r.count, false);
        uint32_t known = dxki_function_find(m, text, global);
        bool taken = known && m->globals.items[known].value_type != type;
        if (!known && type)
            known = declare(m, type, dxki_string_add(m, text));
        *to = taken ? 0 : known;
        good = known != 0;
    }
    dxk_buffer_free(&name);
    return good;
}

/* --- calls --- */

/* Calls `to` with the arguments and, if it has one more parameter, false. */
static bool replace_call(dxk_module *m, uint32_t inst, uint32_t to)
{
    dxki_type type = m->globals.items[to].value_type;
    uint32_t params, args = dxki_call_arg_count(dxki_inst_get(m, inst));
    dxki_value no = dxki_const_int(m, DXKI_TY_I1, 0);
    dxki_type_list(m, type, &params);
    params--;
    if (!no || !dxki_vec_reserve(m->ctx, &m->words, (size_t)params + 3))
        return false;
    dxki_inst *in = &m->insts.items[inst];
    uint32_t at = (uint32_t)m->words.count;
    for (uint32_t i = 0; i < params; i++)
        m->words.items[m->words.count++] = i < args ? m->words.items[in->ops + i] : no;
    m->words.items[m->words.count++] = DXKI_VALUE(DXKI_V_GLOBAL, to);
    m->words.items[m->words.count++] = type;
    m->words.items[m->words.count++] = 0; /* no attributes */
    in->ops = at;
    in->op_count = params + 1;
    in->flags = 0;
    in->sub = 0;
    if (inst < m->inst_dbg.count)
        m->inst_dbg.items[inst] = 0;
    if (params == 1) /* for ctpop LLVM forgets the name */
        return dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, inst), 0);
    return true;
}

static bool replace_calls(dxk_module *m, const uint32_t *map, size_t count)
{
    for (size_t f = 0; f < m->functions.count; f++) {
        uint32_t b = m->globals.items[m->functions.items[f]].first_block;
        for (; b; b = m->blocks.items[b].next) {
            DXKI_EACH_INST(m, b, i) {
                const dxki_inst *in = dxki_inst_get(m, i);
                dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(m, in) : 0;
                if (DXKI_TAG(callee) != DXKI_V_GLOBAL || DXKI_INDEX(callee) >= count ||
                    !map[DXKI_INDEX(callee)])
                    continue;
                if (!replace_call(m, i, map[DXKI_INDEX(callee)]))
                    return false;
            }
        }
    }
    return true;
}

/* Functions that are replaced at most: looking for each by name takes time. */
#define REPLACED_MAX 4096u

bool dxki_module_upgrade_calls(dxk_module *m)
{
    size_t count = m->globals.count, size = count * sizeof(uint32_t), last = m->functions.count;
    uint32_t *map = dxki_realloc(m->ctx, NULL, 0, size);
    bool good = map != NULL;
    uint32_t found = 0;
    if (map)
        memset(map, 0, size);
    for (size_t i = 0; i < last && good && found < REPLACED_MAX; i++) {
        uint32_t global = m->functions.items[i];
        good = replace_function(m, global, &map[global]);
        found += map[global] != 0;
    }
    good = good && (!found || replace_calls(m, map, count));
    for (uint32_t global = 1; global < count && good && found; global++)
        if (map[global])
            dxki_function_drop(m, global);
    if (map)
        dxki_realloc(m->ctx, map, size, 0);
    return good;
}
