/* SPDX-License-Identifier: MIT */
/*
 * upgrade.c - what LLVM does to every module that it has read, bitcode or text: things of older
 * versions are brought up to date.
 */
#include <string.h>

#include "base/diag.h"
#include "ir/ir.h"
#include "ir/strip.h"
#include "ir/upgrade.h"

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

static bool upgrade_tags(dxk_module *m)
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

typedef struct intrinsic {
    const char *name;
    uint8_t size;
    enum { EXACT, PREFIX } form;
    enum { NONE, READNONE, READONLY } memory;
    enum { NOUNWIND, NORETURN, THROWS } flow;
    uint8_t nocapture, readonly;
} intrinsic;

static const intrinsic intrinsics[] = {
#define DXKI_INTRINSIC(name, form, memory, flow, nocapture, readonly)                              \
    {name, sizeof name - 1, form, memory, flow, nocapture, readonly},
#include "spec/llvm_intrinsics.def"
#undef DXKI_INTRINSIC
};

static const intrinsic *find_intrinsic(dxk_str name)
{
    if (name.size < 6 || memcmp(name.data, "llvm.", 5) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        const intrinsic *it = &intrinsics[i];
        bool fits = it->form == EXACT ? name.size == it->size
                                      : name.size > it->size && name.data[it->size] == '.';
        if (fits && memcmp(name.data, it->name, it->size) == 0)
            return it;
    }
    return NULL;
}

bool dxki_is_intrinsic(dxk_str name)
{
    return find_intrinsic(name) != NULL;
}

/* A set of the kinds listed (0: none) as the next slot. */
static bool add_slot(dxk_module *m, uint32_t slot, const uint32_t *kinds, uint32_t count,
                     dxki_attr_slot *slots, uint32_t *slot_count)
{
    dxki_attr attrs[3];
    uint32_t used = 0;
    memset(attrs, 0, sizeof attrs);
    for (uint32_t i = 0; i < count; i++) {
        if (kinds[i])
            attrs[used++].kind = kinds[i];
    }
    if (used == 0)
        return true;
    slots[*slot_count] = (dxki_attr_slot){slot, dxki_attr_make_set(m, attrs, used)};
    return slots[(*slot_count)++].set != UINT32_MAX;
}

static bool set_attributes(dxk_module *m, uint32_t global, const intrinsic *it)
{
    dxki_attr_slot slots[9];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t kinds[] = {it->nocapture >> i & 1 ? DXKI_AT_NOCAPTURE : 0u,
                                  it->readonly >> i & 1 ? DXKI_AT_READONLY : 0u};
        if (!add_slot(m, i + 1, kinds, 2, slots, &count))
            return false;
    }
    const uint32_t kinds[] = {it->flow != THROWS ? DXKI_AT_NOUNWIND : 0u,
                              it->flow == NORETURN ? DXKI_AT_NORETURN : 0u,
                              it->memory == READNONE   ? DXKI_AT_READNONE
                              : it->memory == READONLY ? DXKI_AT_READONLY
                                                       : 0u};
    if (!add_slot(m, DXKI_ATTR_SLOT_FUNCTION, kinds, 3, slots, &count))
        return false;
    uint32_t list = dxki_attr_make_list(m, slots, count);
    if (list != UINT32_MAX)
        m->globals.items[global].attrs = list;
    return list != UINT32_MAX;
}

static bool upgrade_intrinsics(dxk_module *m)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t global = m->functions.items[i];
        const intrinsic *it = find_intrinsic(dxki_string_get(m, m->globals.items[global].name));
        if (it && !set_attributes(m, global, it))
            return false;
    }
    return true;
}

/* --- debug information --- */

#define DEBUG_VERSION 3u

static dxk_status upgrade_debug(dxk_module *m)
{
    uint32_t version = (uint32_t)dxki_module_flag(m, "Debug Info Version");
    bool changed = false;
    if (version == DEBUG_VERSION)
        return DXK_OK;
    dxki_module_strip_debug(m, &changed);
    if (!changed)
        return DXK_OK;
    return DXKI_REPORT(m->ctx, DXKI_RULE_MODULE_DEBUG_VERSION, dxki_nowhere(), NULL,
                       dxki_dec(version));
}

/* --- arithmetic --- */

bool dxki_op_is_fp(uint8_t op)
{
    return op == DXKI_OP_FADD || op == DXKI_OP_FSUB || op == DXKI_OP_FMUL || op == DXKI_OP_FDIV ||
           op == DXKI_OP_FREM || op == DXKI_OP_FCMP;
}

/* Unsafe algebra includes all else that may be allowed. */
static void upgrade_flags(dxk_module *m)
{
    for (size_t i = 1; i < m->insts.count; i++) {
        dxki_inst *inst = &m->insts.items[i];
        if (dxki_op_is_fp(inst->op) && inst->flags & DXKI_FM_UNSAFE)
            inst->flags |= DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
    }
}

dxk_status dxk_module_upgrade(dxk_module *m)
{
    upgrade_flags(m);
    if (!upgrade_tags(m) || !upgrade_intrinsics(m))
        return dxki_nomem(m->ctx);
    return upgrade_debug(m);
}
