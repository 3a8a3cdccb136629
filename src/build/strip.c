/* SPDX-License-Identifier: MIT */
/*
 * strip.c - takes out of a module what some parts leave out: the DXIL part has no debug
 * information, the STAT part no code. Source: DXIL.rst; LLVM 3.7, StripDebugInfo().
 */
#include "build/strip.h"
#include "base/count.h"
#include "base/str.h"

#include "base/out.h"
#include "dxil/emit.h"
#include "dxil/md.h"
#include "ir/flags.h"
#include "ir/strip.h"

#include <string.h>

static bool is_debug_node(dxk_str name)
{
    return dxki_str_starts(name, "llvm.dbg.");
}

bool dxki_build_strip_has_debug(const dxk_module *m)
{
    for (size_t i = 0; i < m->named_mds.count; i++)
        if (is_debug_node(dxki_string_get(m, m->named_mds.items[i].name)))
            return true;
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Debug information                                                                          */

static bool is_dropped(dxk_str name)
{
    static const dxki_dxil_md_name_id ids[] = {
        DXKI_NAMED_SOURCE_CONTENTS, DXKI_NAMED_SOURCE_DEFINES, DXKI_NAMED_SOURCE_MAIN_FILE,
        DXKI_NAMED_SOURCE_ARGS, DXKI_NAMED_BINDING_TABLE};

    for (size_t i = 0; i < DXKI_COUNT(ids); i++)
        if (dxki_str_is(name, dxki_dxil_md_name_text(ids[i])))
            return true;
    return false;
}

static bool is_flags(dxk_str name)
{
    return dxki_str_is(name, DXKI_MODULE_FLAGS);
}

static bool is_debug_flag(const dxk_module *m, const dxki_module_flag *flag)
{
    dxk_str key = dxki_md_str(m, flag->key);
    return dxki_str_is(key, DXKI_FLAG_DEBUG_VERSION) || dxki_str_is(key, "Dwarf Version");
}

/* The flags of the module without those of debug information, in a new node at the end. */
static bool rebuild_flags(dxk_module *m)
{
    dxki_dxil_emitter e = {.m = m};
    uint32_t index = dxki_named_md_find(m, DXKI_MODULE_FLAGS);

    if (index == UINT32_MAX)
        return true;
    dxki_named_md flags = m->named_mds.items[index];
    dxki_dxil_emit_erase(m, is_flags);
    for (uint32_t i = 0; i < flags.op_count && !e.failed; i++) {
        dxki_module_flag flag;
        if (!dxki_module_flag_read(m, m->words.items[flags.ops + i], &flag) ||
            is_debug_flag(m, &flag))
            continue;
        dxki_md ops[3] = {dxki_dxil_emit_u32(&e, flag.behavior), flag.key, flag.value};
        dxki_md node = dxki_md_tuple(m, ops, 3, false);
        e.failed |= node == 0;
        dxki_dxil_emit_named(&e, DXKI_MODULE_FLAGS, node);
    }
    dxki_vec_free(m->ctx, &e.stack);
    return !e.failed;
}

dxk_status dxki_build_strip_debug(dxk_module *m)
{
    bool changed;

    if (!dxki_module_strip_debug(m, &changed))
        return dxki_nomem(m->ctx);
    dxki_dxil_emit_erase(m, is_dropped);
    return rebuild_flags(m) ? DXK_OK : dxki_nomem(m->ctx);
}

/* ---------------------------------------------------------------------------------------- */

/* The reference strips a copy, and its copies have no comdats and no thread-local aliases. */
static void drop_uncopied(dxk_module *m)
{
    for (size_t i = 1; i < m->globals.count; i++) {
        dxki_global *g = &m->globals.items[i];
        g->comdat = 0;
        if (g->kind == DXKI_G_ALIAS)
            g->tls = 0;
    }
}

void dxki_build_strip_bodies(dxk_module *m)
{
    drop_uncopied(m);
    for (size_t i = 0; i < m->functions.count; i++) {
        dxki_global *g = &m->globals.items[m->functions.items[i]];
        if (g->first_block == 0)
            continue;
        g->first_block = g->last_block = g->block_count = 0;
        g->first_arg = g->arg_count = 0;
        g->prefix = g->prologue = g->personality = 0;
        g->linkage = DXKI_LINK_EXTERNAL;
        g->flags |= DXKI_GF_DECLARATION;
    }
    dxki_attachments_clear(m);
}
