/* SPDX-License-Identifier: MIT */
/*
 * entry_names.c - an entry point gets another name: in the metadata and, if its function is called
 * as the entry point was, there too.
 */
#include "base/str.h"
#include "ir/find.h"
#include "edit/edit.h"

enum { OPTION_NAME, OPTION_OLD };

/* The entry point that is meant: the one of that name, or the only one; NULL: none or several. */
static dxki_dxil_entry *find_entry(const dxki_pass *p, const dxk_dxil *d)
{
    dxki_dxil_entry *found = NULL;
    for (uint32_t i = 0; i < d->entries.count; i++) {
        dxki_dxil_entry *entry = dxki_pass_entry(d, i);
        if (!entry->function ||
            (p->texts[OPTION_OLD].size && !dxki_str_same(entry->name, p->texts[OPTION_OLD])))
            continue;
        if (found)
            return NULL;
        found = entry;
    }
    return found;
}

dxk_status dxki_edit_rename_entry(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    dxk_str name = p->texts[OPTION_NAME];
    if (!d)
        return dxki_nomem(p->ctx);
    if (!dxki_edit_is_name(name))
        return dxki_pass_refuse(p, "not a valid name for an entry point:", name);
    dxki_dxil_entry *entry = find_entry(p, d);
    if (!entry)
        return dxki_pass_refuse(p, "no single entry point has the old name", p->texts[OPTION_OLD]);
    if (dxki_str_same(entry->name, name))
        return DXK_OK;
    dxki_global *function = &p->m->globals.items[entry->function];
    bool same = dxki_str_same(dxki_string_get(p->m, function->name), entry->name);
    if (same && dxki_global_find(p->m, name))
        return dxki_pass_refuse(p, "the module already uses the name", name);
    dxki_string string = dxki_module_touch(p->m) ? dxki_string_intern(p->m, name) : UINT32_MAX;
    if (string == UINT32_MAX)
        return dxki_nomem(p->ctx);
    entry->name = dxki_string_get(p->m, string);
    if (same)
        function->name = string;
    return dxki_pass_write_metadata(p);
}
