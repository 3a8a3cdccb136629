/* SPDX-License-Identifier: MIT */
/* edit_global.c - the module's state, functions and globals. See edit.h. */
#include "ir/edit_parts.h"

#include <string.h>

bool dxki_module_touch(dxk_module *m)
{
    if (m->touched)
        return true;
    if (!dxki_insts_link_back(m))
        return false;
    m->touched = true;
    m->from_stream = m->use_lists = false;
    m->outer_consts = 0;
    m->uselists.count = m->inst_bits.count = m->inst_plain.count = 0;
    m->text_places.count = m->text_functions.count = 0;
    for (size_t i = 1; i < m->globals.count; i++) {
        m->globals.items[i].const_end = 0;
        m->globals.items[i].bit_offset = UINT32_MAX;
    }
    return true;
}

/* --- functions --- */

/* Removes all blocks of a function at once. */
static bool clear_blocks(dxk_module *m, uint32_t global)
{
    DXKI_VEC(uint32_t) blocks = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_BLOCK(m, global, block)
        good = good && dxki_vec_push(m->ctx, &blocks, block);
    good = good && dxki_blocks_remove(m, blocks.items, blocks.count);
    dxki_vec_free(m->ctx, &blocks);
    return good;
}

bool dxki_function_clear(dxk_module *m, uint32_t global)
{
    dxki_global *g = &m->globals.items[global];
    if (!dxki_module_touch(m))
        return false;
    if (!clear_blocks(m, global))
        return false;
    for (uint32_t i = 0; i < g->arg_count; i++) {
        if (!dxki_md_forget_value(m, DXKI_VALUE(DXKI_V_ARG, g->first_arg + i)))
            return false;
        m->args.items[g->first_arg + i] = (dxki_arg_entry){.type = DXKI_TY_VOID};
    }
    g->first_arg = g->arg_count = 0;
    g->prefix = g->prologue = g->personality = 0;
    g->comdat = 0;
    g->linkage = g->linkage == DXKI_LINK_EXTERN_WEAK ? g->linkage : DXKI_LINK_EXTERNAL;
    g->flags |= DXKI_GF_DECLARATION;
    uint32_t count;
    while (dxki_function_attachments(m, global, &count)) {
        if (!dxki_function_set_attachment(m, global,
                                          dxki_function_attachments(m, global, &count)->kind, 0))
            return false;
    }
    return true;
}

/* --- globals --- */

static void keep_listed(const dxk_module *m, uint32_t *items, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (m->globals.items[items[i]].kind != DXKI_G_REMOVED)
            items[kept++] = items[i];
    }
    *count = kept;
}

/* Metadata that wraps globals that are gone: null stands in its place. */
static bool unwrap_removed(dxk_module *m)
{
    size_t nodes;
    dxki_md *map = dxki_md_identity(m, &nodes);
    bool any = false;
    for (dxki_md id = 1; map && id < nodes; id++) {
        dxki_value value = dxki_md_value(m, id);
        if (DXKI_TAG(value) != DXKI_V_GLOBAL ||
            m->globals.items[DXKI_INDEX(value)].kind != DXKI_G_REMOVED)
            continue;
        map[id] = 0;
        any = true;
    }
    bool good = map && (!any || dxki_md_replace_all(m, map, nodes));
    if (map)
        dxki_realloc(m->ctx, map, nodes * sizeof *map, 0);
    return good;
}

bool dxki_globals_remove(dxk_module *m, const uint32_t *globals, size_t count)
{
    if (!dxki_module_touch(m))
        return false;
    for (size_t i = 0; i < count; i++) {
        dxki_global *g = &m->globals.items[globals[i]];
        if (g->kind == DXKI_G_FUNCTION && !dxki_function_clear(m, globals[i]))
            return false;
        *g = (dxki_global){.kind = DXKI_G_REMOVED, .type = g->type, .value_type = g->value_type};
    }
    keep_listed(m, m->variables.items, &m->variables.count);
    keep_listed(m, m->functions.items, &m->functions.count);
    keep_listed(m, m->aliases.items, &m->aliases.count);
    return unwrap_removed(m);
}
