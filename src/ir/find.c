/* SPDX-License-Identifier: MIT */
/* find.c - see find.h. */
#include "ir/find.h"

#include "base/str.h"
#include "ir/idset.h"

static dxk_str name_of(const dxk_module *m, uint32_t global)
{
    return dxki_string_get(m, m->globals.items[global].name);
}

uint32_t dxki_function_find(const dxk_module *m, dxk_str name, uint32_t except)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t global = m->functions.items[i];
        if (global != except && dxki_str_same(name_of(m, global), name))
            return global;
    }
    return 0;
}

uint32_t dxki_global_find(const dxk_module *m, dxk_str name)
{
    for (uint32_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        if (g->name && g->kind != DXKI_G_REMOVED && dxki_str_same(name_of(m, i), name))
            return i;
    }
    return 0;
}

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(0, name));
}

bool dxki_global_enter(const dxk_module *m, dxki_idset *set, uint32_t global)
{
    return dxki_idset_add(m->ctx, set, hash_name(name_of(m, global)), global);
}

uint32_t dxki_global_lookup(const dxk_module *m, const dxki_idset *set, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, global;
    while ((global = dxki_idset_next(set, hash, &pos)) != 0) {
        if (dxki_str_same(name_of(m, global), name))
            break;
    }
    return global;
}
