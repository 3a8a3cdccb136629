/* SPDX-License-Identifier: MIT */
/*
 * function_names.c - functions get other names, as they are linked: "\01?f@@YAMM@Z". An entry point
 * is called by the name in the metadata, which is rename-entry's.
 */
#include "base/str.h"
#include "edit/edit.h"
#include "ir/dxop.h"
#include "ir/find.h"
#include "ir/idset.h"

enum { OPTION_MAP };

static dxk_status rename_function(dxki_pass *p, dxki_idset *names, dxki_edit_rename *rename)
{
    uint32_t function = dxki_global_lookup(p->m, names, rename->from);
    if (!function || p->m->globals.items[function].kind != DXKI_G_FUNCTION)
        return dxki_pass_refuse(p, "no function is named", rename->from);
    if (dxki_global_is_dxop(p->m, function) || dxki_str_starts(rename->from, "llvm.") ||
        dxki_str_starts(rename->to, DXKI_DXOP_PREFIX) || dxki_str_starts(rename->to, "llvm."))
        return dxki_pass_refuse(p, "operations and intrinsics cannot be renamed:", rename->from);
    if (dxki_global_lookup(p->m, names, rename->to))
        return dxki_pass_refuse(p, "the module already uses the name", rename->to);
    dxki_string name = dxki_module_touch(p->m) ? dxki_string_intern(p->m, rename->to) : UINT32_MAX;
    if (name == UINT32_MAX)
        return dxki_nomem(p->ctx);
    p->m->globals.items[function].name = name;
    return dxki_global_enter(p->m, names, function) ? DXK_OK : dxki_nomem(p->ctx);
}

static bool enter_all(const dxk_module *m, dxki_idset *names)
{
    bool good = true;
    for (uint32_t i = 1; i < m->globals.count && good; i++) {
        const dxki_global *g = &m->globals.items[i];
        good = g->kind == DXKI_G_REMOVED || g->name == 0 || dxki_global_enter(m, names, i);
    }
    return good;
}

dxk_status dxki_edit_rename_functions(dxki_pass *p)
{
    dxki_edit_renames map = {NULL, 0, 0};
    dxki_idset names = {NULL, 0, 0};
    dxk_status status = dxki_edit_read_renames(p, p->texts[OPTION_MAP], &map);
    if (status == DXK_OK && !enter_all(p->m, &names))
        status = dxki_nomem(p->ctx);
    for (size_t i = 0; i < map.count && status == DXK_OK; i++)
        status = rename_function(p, &names, &map.items[i]);
    dxki_idset_free(p->ctx, &names);
    dxki_vec_free(p->ctx, &map);
    return status;
}
