/* SPDX-License-Identifier: MIT */
/*
 * upgrade.c - what LLVM does to every module that it has read, bitcode or text: things of older
 * versions are brought up to date.
 */
#include "ir/upgrade.h"

#include "base/diag.h"
#include "ir/intrinsics.h"
#include "ir/ir.h"
#include "ir/flags.h"
#include "ir/strip.h"
#include "ir/upgrade_calls.h"
#include "spec/reader_rules.h"

/* --- TBAA tags --- */

#define MD_KIND_TBAA 1u

static bool is_node(const dxk_module *m, dxki_md id)
{
    return dxki_md_get(m, id)->kind >= DXKI_M_TUPLE;
}

/* {name, parent, ...} -> {type, type, 0, ...}; tags that are paths already stay. */
static bool upgrade_tag(dxk_module *m, dxki_md *tag)
{
    uint32_t count;
    const dxki_md *old = dxki_md_ops(m, *tag, &count);
    if (count >= 3 && is_node(m, old[0]))
        return true;
    dxki_md ops[4] = {*tag, *tag, 0, 0};
    if (count == 3) {
        const dxki_md names[2] = {old[0], old[1]};
        ops[3] = old[2];
        ops[0] = ops[1] = dxki_md_tuple(m, names, 2, false);
    }
    dxki_value zero = dxki_const_int(m, DXKI_TY_I64, 0);
    ops[2] = zero ? dxki_md_of_value(m, zero) : 0;
    if (!ops[0] || !ops[2])
        return false;
    *tag = dxki_md_tuple(m, ops, count == 3 ? 4 : 3, false);
    return *tag != 0;
}

bool dxki_module_upgrade_tags(dxk_module *m)
{
    for (size_t i = 0; i < m->attachments.count; i++) {
        dxki_md tag = m->attachments.items[i].node;
        if (m->attachments.items[i].kind != MD_KIND_TBAA)
            continue;
        if (!upgrade_tag(m, &tag))
            return false;
        m->attachments.items[i].node = tag;
    }
    return true;
}

/* --- intrinsic functions --- */

bool dxki_module_upgrade_intrinsics(dxk_module *m)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t global = m->functions.items[i];
        dxki_intrinsic id = dxki_intrinsic_find(dxki_string_get(m, m->globals.items[global].name));
        if (id != DXKI_INTR_NONE && !dxki_intrinsic_set_attrs(m, global, id))
            return false;
    }
    return true;
}

/* --- debug information --- */

static dxk_status upgrade_debug(dxk_module *m)
{
    uint32_t version = (uint32_t)dxki_module_debug_version(m);
    bool changed = false;
    if (version == DXKI_DEBUG_VERSION)
        return DXK_OK;
    if (!dxki_module_strip_debug(m, &changed))
        return dxki_nomem(m->ctx);
    if (!changed)
        return DXK_OK;
    return DXKI_REPORT(m->ctx, DXKI_RULE_MODULE_DEBUG_VERSION, dxki_nowhere(), NULL,
                       dxki_dec(version));
}

/* --- arithmetic --- */

/* Unsafe algebra includes all else that may be allowed. */
static void upgrade_flags(dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, i) {
                dxki_inst *inst = &m->insts.items[i];
                if (dxki_op_is_fp(inst->op) && inst->flags & DXKI_FM_UNSAFE)
                    inst->flags |= DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
            }
        }
    }
}

dxk_status dxki_module_upgrade_rest(dxk_module *m)
{
    if (!dxki_module_upgrade_calls(m))
        return dxki_nomem(m->ctx);
    if (!dxki_module_upgrade_tags(m) || !dxki_module_upgrade_intrinsics(m))
        return dxki_nomem(m->ctx);
    return upgrade_debug(m);
}

dxk_status dxk_module_upgrade(dxk_module *m)
{
    upgrade_flags(m);
    return dxki_module_upgrade_rest(m);
}
