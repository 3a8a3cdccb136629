/* SPDX-License-Identifier: MIT */
/* facts.c - what holds for the whole module while passes run on it. */
#include "pass/frame.h"

/* Entry points, and the functions for patch constants that belong to them. */
static void mark_entries(const dxk_dxil *d, dxki_pass_facts *f)
{
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i];
        if (entry->function < f->root_count)
            f->roots[entry->function] = 1;
        if (entry->props.hs.patch_function < f->root_count)
            f->roots[entry->props.hs.patch_function] = 1;
    }
    f->roots[0] = 0;
}

/* What a library lets others call. */
static void mark_exports(const dxk_module *m, dxki_pass_facts *f)
{
    DXKI_EACH_FUNCTION(m, fn) {
        const dxki_global *g = &m->globals.items[fn];
        if (g->first_block && g->linkage != DXKI_LINK_INTERNAL && g->linkage != DXKI_LINK_PRIVATE &&
            fn < f->root_count && !f->roots[fn])
            f->roots[fn] = 2;
    }
}

dxk_status dxki_pass_find_facts(const dxk_dxil *d, dxki_arena *arena, dxki_pass_facts *out)
{
    const dxk_module *m = d->m;
    *out = (dxki_pass_facts){
        .kind = d->model.kind,
        .minor = d->model.minor,
        .validator = dxki_dxil_validator_minor(d),
        .native_16bit = dxki_dxil_flag(d, DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION),
        .precise = dxki_dxil_flag(d, DXKI_SHADER_FLAG_DISABLE_MATH_REFACTORING),
        .may_alias = !dxki_dxil_flag(d, DXKI_SHADER_FLAG_RES_MAY_NOT_ALIAS),
        .vectors = d->model.minor >= 9,
        .root_count = (uint32_t)m->globals.count,
        .roots = DXKI_NEW_ARRAY(arena, uint8_t, m->globals.count),
    };
    if (!out->roots)
        return dxki_nomem(d->ctx);
    mark_entries(d, out);
    if (d->model.kind == DXK_SHADER_KIND_LIBRARY)
        mark_exports(m, out);
    return DXK_OK;
}
